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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edit_distance__rows),
    };
    return UNIT_MAIN(tests);
}
