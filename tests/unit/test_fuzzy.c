/* SPDX-License-Identifier: Apache-2.0 */
#include "text/fuzzy.h"

#include "unit.h"

static void test_edit_distance__rows(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t max, want;
    } rows[] = {
        {"", "", 3, 0},         {"kitten", "sitting", 5, 3}, {"kitten", "sitting", 2, 3},
        {"ab", "ba", 2, 1},     {"python", "pyhton", 2, 1},  {"größe", "grösse", 3, 2},
        {"a", "", 0, 1},        {"abc", "abcdef", 2, 3},     {"flaw", "lawn", 4, 2},
        {"same", "same", 0, 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].a);
        assert_int_equal(vt_edit_distance(vt_str_z(rows[i].a), vt_str_z(rows[i].b), rows[i].max),
                         rows[i].want);
        assert_int_equal(vt_edit_distance(vt_str_z(rows[i].b), vt_str_z(rows[i].a), rows[i].max),
                         rows[i].want);
    }
}

static void test_similarity__is_between_zero_and_one(void **state)
{
    (void)state;
    assert_true(vt_similarity(VT_STR("abc"), VT_STR("abc")) == 1);
    assert_true(vt_similarity(VT_STR("abc"), VT_STR("xyz")) == 0);
    assert_true(vt_similarity(VT_STR(""), VT_STR("")) == 1);
    char a[400];
    memset(a, 'a', sizeof a);
    assert_true(vt_similarity(vt_str_n(a, 400), vt_str_n(a, 300)) == 1);
}

static void test_jaro_winkler__known_values(void **state)
{
    (void)state;
    double v = vt_jaro_winkler(VT_STR("MARTHA"), VT_STR("MARHTA"));
    assert_true(v > 0.9610 && v < 0.9612);
    v = vt_jaro_winkler(VT_STR("DWAYNE"), VT_STR("DUANE"));
    assert_true(v > 0.8399 && v < 0.8401);
    assert_true(vt_jaro_winkler(VT_STR("a"), VT_STR("b")) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edit_distance__rows),
        cmocka_unit_test(test_similarity__is_between_zero_and_one),
        cmocka_unit_test(test_jaro_winkler__known_values),
    };
    return UNIT_MAIN(tests);
}
