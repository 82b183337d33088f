/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/arena.h"

static void test_str_split__gives_every_piece(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *want[4];
        size_t n;
    } rows[] = {
        {"a,b", {"a", "b"}, 2},
        {"a,,b", {"a", "", "b"}, 3},
        {"", {NULL}, 0},
        {"a,", {"a"}, 1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_str rest = vt_str_z(rows[i].text), piece;
        size_t n = 0;
        while (vt_str_split(&rest, ',', &piece)) {
            assert_true(n < rows[i].n);
            assert_str_eq(piece, rows[i].want[n++]);
        }
        assert_int_equal(n, rows[i].n);
    }
}

static void test_str_to_i64__takes_whole_numbers_within_range(void **state)
{
    (void)state;
    int64_t v = 7;
    assert_true(vt_str_to_i64(VT_STR("-9223372036854775808"), INT64_MIN, INT64_MAX, &v));
    assert_true(v == INT64_MIN);
    assert_false(vt_str_to_i64(VT_STR("9223372036854775808"), INT64_MIN, INT64_MAX, &v));
    assert_false(vt_str_to_i64(VT_STR("12x"), 0, 100, &v));
    assert_false(vt_str_to_i64(VT_STR(""), 0, 100, &v));
    assert_false(vt_str_to_i64(VT_STR("-"), -9, 100, &v));
    assert_false(vt_str_to_i64(VT_STR("101"), 0, 100, &v));
    assert_true(vt_str_to_i64(VT_STR("+100"), 0, 100, &v));
    assert_int_equal(v, 100);
}

static void test_str_find__and_trim_and_sub(void **state)
{
    (void)state;
    assert_int_equal(vt_str_find(VT_STR("banana"), VT_STR("na"), 3), 4);
    assert_int_equal(vt_str_find(VT_STR("banana"), VT_STR("x"), 0), VT_NPOS);
    assert_int_equal(vt_str_find(VT_STR("a"), VT_STR("aa"), 0), VT_NPOS);
    assert_str_eq(vt_str_trim(VT_STR(" \t a b\r\n")), "a b");
    assert_str_eq(vt_str_sub(VT_STR("abc"), 1, 99), "bc");
    assert_str_eq(vt_str_sub(VT_STR("abc"), 5, 2), "");
    assert_true(vt_str_eq_nocase(VT_STR("AbC"), VT_STR("aBc")));
    assert_false(vt_str_eq_nocase(VT_STR("AbC"), VT_STR("aBcd")));
}

static void test_str_format__has_any_length(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_str s = vt_str_format(arena, "%s-%d", "x", 12);
    assert_str_eq(s, "x-12");
    assert_null(vt_str_dup(arena, VT_STR_NULL).ptr);
    assert_str_eq(vt_str_dup(arena, VT_STR("abc")), "abc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_str_split__gives_every_piece),
        cmocka_unit_test(test_str_to_i64__takes_whole_numbers_within_range),
        cmocka_unit_test(test_str_find__and_trim_and_sub),
        cmocka_unit_test(test_str_format__has_any_length),
    };
    return UNIT_MAIN(tests);
}
