/* SPDX-License-Identifier: Apache-2.0 */
#include "text/lang.h"

#include "unit.h"

static void test_lang_of__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    VT_AUTO(vt_lexicon) vt_lexicon *lex = NULL;
    assert_int_equal(vt_lexicon_open(&lex, NULL), VT_OK);
    static const char *const rows[][2] = {
        {"en", "Managed a team of five and was responsible for the rollout of new tools"},
        {"de", "Verantwortlich für die Planung und Umsetzung der Projekte mit dem Team"},
        {"fr", "Responsable de la gestion des projets et de l'encadrement d'une équipe"},
        {"es", "Responsable de la gestión de los proyectos y del equipo de ventas en España"},
        {"pt", "Responsável pela gestão dos projetos e da equipe de vendas em São Paulo"},
        {"it", "Responsabile della gestione dei progetti e del gruppo di vendita con gli altri"},
        {"nl", "Verantwoordelijk voor het beheer van de projecten en het team bij een bank"},
        {"pl", "Odpowiedzialny za zarządzanie projektami oraz współpracę z zespołem w firmie"},
        {"sv", "Ansvarig för planering och genomförande av projekt med ett team som växte"},
        {"da",
         "Ansvarlig for planlægning og gennemførelse af projekter med et team, blev leder efter"},
        {"fi", "Vastasin projektien suunnittelusta ja toteutuksesta sekä tiimin kanssa"},
        {"cs", "Odpovědný za řízení projektů a spolupráci s týmem, který byl ve firmě"},
        {"hu",
         "Felelős volt a projektek tervezéséért és a csapat vezetéséért, valamint az ügyfelekért"},
        {"ro", "Responsabil pentru planificarea și realizarea proiectelor din cadrul echipei"},
        {"tr", "Projelerin planlanması ve yürütülmesi için sorumlu olarak çalıştım"},
        {"ru", "Отвечал за планирование и выполнение проектов, которые были в компании"},
        {"uk", "Відповідав за планування та виконання проєктів, які були в компанії"},
        {"el", "Υπεύθυνος για τον σχεδιασμό και την υλοποίηση των έργων"},
        {"ar", "مسؤول عن تخطيط وتنفيذ المشاريع في الشركة"},
        {"he", "אחראי על תכנון וביצוע של פרויקטים בחברה"},
        {"hi", "परियोजनाओं की योजना और कार्यान्वयन के लिए जिम्मेदार"},
        {"th", "รับผิดชอบการวางแผนโครงการ"},
        {"ja", "プロジェクトの計画と実行を担当しました"},
        {"zh", "负责项目的计划和实施"},
        {"ko", "프로젝트 계획 및 실행을 담당"},
        {"vi", "Chịu trách nhiệm lập kế hoạch và thực hiện các dự án của công ty"},
        {"id", "Bertanggung jawab untuk perencanaan dan pelaksanaan proyek yang ada di perusahaan "
               "serta tim"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i][1]);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i][1]));
        assert_string_equal(vt_lang_word(vt_lang_of(lex, &words).lang), rows[i][0]);
    }
    vt_words none = vt_words_split(arena, VT_STR("12345 +49"));
    assert_int_equal(vt_lang_of(lex, &none).lang, VT_LANG_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lang_of__rows)};
    return UNIT_MAIN(tests);
}
