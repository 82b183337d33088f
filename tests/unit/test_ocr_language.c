/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/ocr_language.h"

#include "unit.h"

/* The language told of a text, of those that are opened; "?" when it is not told. */
static const char *told(const char *text)
{
    static const char *const languages[] = {"eng", "deu", "fra", "spa", "por",
                                            "ita", "nld", NULL,  "pol"};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PNG);
    vt_str rest = vt_str_z(text), word;
    while (vt_str_split(&rest, ' ', &word))
        vt_vec_push(arena, &doc->words, vt_token_init(word, 0));
    size_t i = vt_ocr_told(doc, 0, languages, VT_COUNT(languages));
    return i < VT_COUNT(languages) ? languages[i] : "?";
}

static void test_told__by_function_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Responsible for the design of our platform and the team in Berlin", "eng"},
        {"Verantwortlich für die Planung und Durchführung der Projekte mit dem Team", "deu"},
        {"Responsable de la gestion des projets et du suivi dans le service", "fra"},
        {"Responsable de la gestión de los proyectos y del equipo en la empresa", "spa"},
        {"Responsável pela gestão dos projetos e da equipe em uma empresa do grupo", "por"},
        {"Responsabile della gestione dei progetti e del gruppo presso il reparto", "ita"},
        {"Verantwoordelijk voor het beheer van de projecten met een team bij ons", "nld"},
        {"Senior Software Engineer Acme Berlin 2019 2021", "?"},
        {"Manager of the team and of the budget, studied in der Schweiz und die", "eng"},
        {"", "?"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        assert_string_equal(told(rows[i].text), rows[i].want);
}

static void test_is_latin__names_of_languages(void **state)
{
    (void)state;
    assert_true(vt_ocr_is_latin("eng") && vt_ocr_is_latin("nld") && vt_ocr_is_latin("pol"));
    assert_false(vt_ocr_is_latin("jpn") || vt_ocr_is_latin("rus") || vt_ocr_is_latin("ara"));
}

static void test_sureness__is_by_letters(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PNG);
    assert_float_equal(vt_ocr_sureness(doc, 0), 0, 0.001);
    vt_token sure = vt_token_init(VT_STR("abcdefgh"), 0), unsure = vt_token_init(VT_STR("ab"), 0);
    unsure.confidence = 0.5f;
    vt_vec_push(arena, &doc->words, sure);
    vt_vec_push(arena, &doc->words, unsure);
    assert_float_equal(vt_ocr_sureness(doc, 0), 0.9, 0.001);
    assert_float_equal(vt_ocr_sureness(doc, 1), 0.5, 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told__by_function_words),
        cmocka_unit_test(test_is_latin__names_of_languages),
        cmocka_unit_test(test_sureness__is_by_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
