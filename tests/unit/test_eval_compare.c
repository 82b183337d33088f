/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/compare.h"

#include "unit.h"

#include <math.h>

static void test_fold__leaves_words_in_plain_letters(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"  Crème Brûlée, GmbH & Co. ", "creme brulee gmbh and co"},
        {"C++ / C# (.NET)", "c++ c# net"},
        {"L\xE2\x80\x99Or\xC3\xA9"
         "al",
         "l oreal"},
        {"--", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(vt_eval_fold(arena, vt_str_z(rows[i].text)), rows[i].want);
    }
}

static void test_fold_degree__spells_abbreviations_out(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"B.Sc. in Physics", "bachelor science physics"},
        {"Bachelor's of Science", "bachelor science"},
        {"Masters in Law", "master law"},
        {"MBA", "master business administration"},
        {"BSc (Hons)", "bachelor science hons"},
        {"Bscx", "bscx"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        assert_str_eq(vt_eval_fold_degree(arena, vt_str_z(rows[i].text)), rows[i].want);
    }
}

static void test_ratio__counts_letters_in_common_blocks(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *a, *b;
        double want;
    } rows[] = {
        {"abcd", "abcd", 1},
        {"abcd", "bcde", 0.75},
        {"acme inc", "acme", 2.0 * 4 / 12},
        {"xay", "zaw", 2.0 / 6},
        {"ab", "ba", 0.5}, /* blocks do not cross */
        {"", "a", 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].a);
        double got = vt_eval_ratio(arena, vt_str_z(rows[i].a), vt_str_z(rows[i].b));
        assert_true(fabs(got - rows[i].want) < 1e-9);
    }
}

typedef bool (*same_fn)(vt_arena *arena, vt_str a, vt_str b);

static bool same_text(vt_arena *arena, vt_str a, vt_str b)
{
    return vt_eval_same_text(arena, a, b, 0.85);
}

static bool same_date(vt_arena *arena, vt_str a, vt_str b)
{
    (void)arena;
    return vt_eval_same_date(a, b);
}

static void test_same__forgives_form_and_nothing_else(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        same_fn same;
        const char *gold, *got;
        bool want;
    } rows[] = {
        {same_text, "José Núñez", "JOSE NUNEZ", true},
        {same_text, "Blue Cedar Foods", "Blue Cedar Foods, Oslo", true},
        {same_text, "Cook", "Cook and gardener", false},
        {same_text, "", "", false},
        {vt_eval_same_company, "The Acme Company Ltd.", "Acme", true},
        {vt_eval_same_company, "Acme S.A.", "ACME", true},
        {vt_eval_same_company, "Acme", "Apex", false},
        {vt_eval_same_degree, "BSc", "Bachelor of Science in Physics", true},
        {vt_eval_same_degree, "MSc", "Bachelor of Science", false},
        {vt_eval_same_phone, "+44 20 7946 0018", "020 7946 0018", true},
        {vt_eval_same_phone, "555-0100", "555-0199", false},
        {same_date, "2019", "2019-04", true},
        {same_date, "2019-04", "2019", false},
        {same_date, "2019-04", "2019-04", true},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].gold);
        assert_int_equal(rows[i].same(arena, vt_str_z(rows[i].gold), vt_str_z(rows[i].got)),
                         rows[i].want);
    }
}

static void test_word_f1__does_not_look_at_order(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    double same = vt_eval_word_f1(arena, VT_STR("a b c"), VT_STR("C, b; a"));
    double half = vt_eval_word_f1(arena, VT_STR("a b"), VT_STR("b b"));
    assert_true(fabs(same - 1) < 1e-9);
    assert_true(fabs(half - 0.5) < 1e-9);
}

static void test_align__finds_the_best_sum_not_the_first_best(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    /* taking 0-0 first (0.9) would leave 1-1 with 0.1 */
    static const double greedy[] = {0.9, 0.8, 0.7, 0.1};
    size_t partner[3];
    vt_eval_align(arena, greedy, 2, 2, partner);
    assert_int_equal(partner[0], 1);
    assert_int_equal(partner[1], 0);
    /* more records than labels, and one that is too unlike */
    static const double wide[] = {0.1, 0.15, 0.19, 0, 0.6, 0};
    vt_eval_align(arena, wide, 2, 3, partner);
    assert_true(partner[0] == SIZE_MAX);
    assert_int_equal(partner[1], 1);
    vt_eval_align(arena, NULL, 2, 0, partner);
    assert_true(partner[0] == SIZE_MAX && partner[1] == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fold__leaves_words_in_plain_letters),
        cmocka_unit_test(test_fold_degree__spells_abbreviations_out),
        cmocka_unit_test(test_ratio__counts_letters_in_common_blocks),
        cmocka_unit_test(test_same__forgives_form_and_nothing_else),
        cmocka_unit_test(test_word_f1__does_not_look_at_order),
        cmocka_unit_test(test_align__finds_the_best_sum_not_the_first_best),
    };
    return UNIT_MAIN(tests);
}
