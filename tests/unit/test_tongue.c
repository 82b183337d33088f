/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "text/tongue.h"

static void test_tongue__of_sentences(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Led the team of the ward and worked with the families of patients", "en"},
        {"Leitung des Teams und Betreuung der Kunden bei der Planung von Projekten", "de"},
        {"Gestion de la paie et suivi des dossiers pour les clients du cabinet", "fr"},
        {"Gesti\xC3\xB3n de los pedidos y control del inventario en la tienda para el jefe", "es"},
        {"Gestione degli ordini e dei rapporti con i fornitori per la sede di Milano", "it"},
        {"Zarz\xC4\x85"
         "dzanie zespo\xC5\x82"
         "em oraz kontakt z klientami w firmie i na budowie",
         "pl"},
        {"Ansvarig f\xC3\xB6r teamet och f\xC3\xB6r kontakten med kunder p\xC3\xA5 en avdelning",
         "sv"},
        {"Vodila je istra\xC5\xBEivanja u zavodu i radila na projektima za fakultet te s timom",
         ""},
        {"Ansvarlig for teamet og kontakt med kunder samt drift af systemer fra Aarhus", ""},
        {"Excel SAP Java", ""},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        vt_tongue_votes votes = {0};
        vt_tongue_vote(&votes, &words);
        assert_string_equal(vt_tongue_code(vt_tongue_of(&votes, 3)), rows[i].want);
    }
}

static void test_tongue_find__codes(void **state)
{
    (void)state;
    assert_int_equal(vt_tongue_find(VT_STR("de")), VT_TONGUE_DE);
    assert_int_equal(vt_tongue_find(VT_STR("pt-BR")), VT_TONGUE_PT);
    assert_int_equal(vt_tongue_find(VT_STR("deu")), VT_TONGUE_COUNT);
    assert_int_equal(vt_tongue_find(VT_STR("ja")), VT_TONGUE_COUNT);
    assert_int_equal(vt_tongue_find(VT_STR_NULL), VT_TONGUE_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tongue__of_sentences),
        cmocka_unit_test(test_tongue_find__codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
