/* SPDX-License-Identifier: Apache-2.0 */
#include "text/utf8.h"

#include "unit.h"

static void test_next__rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t cp;
        size_t bytes;
    } rows[] = {
        {"a", 'a', 1},
        {"\xC3\xA9", 0xE9, 2},
        {"\xE2\x82\xAC", 0x20AC, 3},
        {"\xF0\x9F\x98\x80", 0x1F600, 4},
        {"\xC0\xAF", VT_REPLACEMENT, 1},         /* overlong */
        {"\xED\xA0\x80", VT_REPLACEMENT, 1},     /* surrogate */
        {"\xF4\x90\x80\x80", VT_REPLACEMENT, 1}, /* over U+10FFFF */
        {"\xE2\x82", VT_REPLACEMENT, 1},         /* cut */
        {"\x80", VT_REPLACEMENT, 1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, "");
        size_t at = 0;
        assert_int_equal(vt_utf8_next(vt_str_z(rows[i].text), &at), rows[i].cp);
        assert_int_equal(at, rows[i].bytes);
    }
}

static void test_encode__gives_back_what_next_reads(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp < 0x110000; cp += cp < 0x3000 ? 1 : 61) {
        char bytes[4];
        size_t n = vt_utf8_encode(cp, bytes), at = 0, end = n;
        uint32_t want = cp >= 0xD800 && cp < 0xE000 ? VT_REPLACEMENT : cp;
        assert_int_equal(vt_utf8_next(vt_str_n(bytes, n), &at), want);
        assert_int_equal(at, n);
        assert_int_equal(vt_utf8_prev(vt_str_n(bytes, n), &end), want);
        assert_int_equal(end, 0);
    }
}

static void test_fold__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const char *const rows[][2] = {
        {"Straße", "strasse"},
        {"Łódź", "lodz"},
        {"ÆØÅ æøå", "aeoa aeoa"},
        {"İstanbul ışık", "istanbul isik"},
        {"Ångström", "angstrom"},
        {"e\xCC\x81t\xC3\xA9", "ete"},
        {"ﬁnance", "finance"},
        {"ＡＢＣ１２", "abc12"},
        {"Ελληνικός", "ελληνικοσ"},
        {"Ёлка ЙОД", "елка иод"},
        {"“Quote” – it’s", "\"quote\" - it's"},
        {"a\xC2\xA0"
         "b\xE2\x80\x8B"
         "c\xC2\xAD"
         "d",
         "a bcd"},
        {"कार्य", "कार्य"},
        {"が", "が"},
        {"한국", "한국"},
        {"٢٠١٩", "2019"},
        {"Đặng", "dang"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i][0]);
        assert_str_eq(vt_fold(arena, vt_str_z(rows[i][0])), rows[i][1]);
        assert_true(vt_fold_eq(vt_str_z(rows[i][0]), vt_str_z(rows[i][1])));
    }
    assert_false(vt_fold_eq(VT_STR("abc"), VT_STR("abcd")));
}

static void test_class__rows(void **state)
{
    (void)state;
    static const struct {
        uint32_t cp;
        unsigned classes;
        vt_script script;
    } rows[] = {
        {'A', VT_CP_LETTER | VT_CP_UPPER, VT_SCRIPT_LATIN},
        {0xDF, VT_CP_LETTER | VT_CP_LOWER, VT_SCRIPT_LATIN},
        {0x416, VT_CP_LETTER | VT_CP_UPPER, VT_SCRIPT_CYRILLIC},
        {0x4E2D, VT_CP_LETTER | VT_CP_UNSPACED, VT_SCRIPT_HAN},
        {0x30A2, VT_CP_LETTER | VT_CP_UNSPACED, VT_SCRIPT_KANA},
        {0xD55C, VT_CP_LETTER | VT_CP_UNSPACED, VT_SCRIPT_HANGUL},
        {0x645, VT_CP_LETTER, VT_SCRIPT_ARABIC},
        {'7', VT_CP_DIGIT, VT_SCRIPT_NONE},
        {0x2013, VT_CP_PUNCT | VT_CP_DASH, VT_SCRIPT_NONE},
        {0xA0, VT_CP_SPACE, VT_SCRIPT_NONE},
        {0xE000, VT_CP_CONTROL, VT_SCRIPT_NONE},
        {0x110000, VT_CP_SYMBOL, VT_SCRIPT_NONE},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, "");
        assert_int_equal(vt_cp_class(rows[i].cp), rows[i].classes);
        assert_int_equal(vt_cp_script(rows[i].cp), rows[i].script);
    }
}

static void test_repair__replaces_each_malformed_byte(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    assert_str_eq(vt_utf8_repair(arena, VT_STR("a\xFF\xC3z")), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
    assert_true(vt_utf8_valid(vt_utf8_repair(arena, VT_STR("\xF0\x9F\x98"))));
}

static void test_offset__counts_code_points(void **state)
{
    (void)state;
    vt_str s = VT_STR("aé€x");
    assert_int_equal(vt_utf8_count(s), 4);
    assert_int_equal(vt_utf8_offset(s, 2), 3);
    assert_int_equal(vt_utf8_offset(s, 3), 6);
    assert_int_equal(vt_utf8_offset(s, 9), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next__rows),
        cmocka_unit_test(test_encode__gives_back_what_next_reads),
        cmocka_unit_test(test_fold__rows),
        cmocka_unit_test(test_class__rows),
        cmocka_unit_test(test_repair__replaces_each_malformed_byte),
        cmocka_unit_test(test_offset__counts_code_points),
    };
    return UNIT_MAIN(tests);
}
