/* SPDX-License-Identifier: Apache-2.0 */
#include "text/token.h"

#include "unit.h"

#include "base/buf.h"

/* tools/textfold.py must give the same: its own test reads this table between the two marks */
static const char *const WORD_ROWS[][2] = {
    /* words: begin */
    {"Ph.D. in Économie", "phd in economie"},
    {"Bachelor's (Hons.)", "bachelors hons"},
    {"l'École Œuvre", "l ecole oeuvre"},
    {"C++ / C# dev", "c++ c# dev"},
    {"R&D, AT&T", "r & d , at & t"},
    {"Łódź Straße İstanbul", "lodz strasse istanbul"},
    {"서울 2019年4月", "서 울 2019 年 4 月"},
    {"Sp. z o.o.", "sp z oo"},
    {"B.Tech O'Neil", "b tech oneil"},
    {"Washington, D.C.", "washington , dc"},
    {"full–time Full - Time", "full time full , time"},
    {"अनुभव कार्य", "अनुभव कार्य"},
    {"e-mail: x", "e mail , x"},
    {"St. Gallen St.Gallen", "st gallen st gallen"},
    {"3.8/4.0 GPA", "3 8 4 0 gpa"},
    {"a•b * c", "a , b , c"},
    {"I’ve What’s", "ive whats"},
    {"'quoted' rock 'n' roll", "quoted rock n roll"},
    {"Sept. '19", "sept 19"},
    {"A+ C+3", "a+ c , 3"},
    {"", ""},
    /* words: end */
};

static void test_words_split__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    for (size_t i = 0; i < VT_COUNT(WORD_ROWS); i++) {
        UNIT_ROW(i, WORD_ROWS[i][0]);
        vt_words words = vt_words_split(arena, vt_str_z(WORD_ROWS[i][0]));
        VT_AUTO(vt_buf) vt_buf out = {0};
        for (size_t w = 0; w < words.n; w++) {
            if (words.at[w].flags & VT_WORD_BREAK)
                vt_buf_addz(&out, ", ");
            vt_buf_add(&out, words.at[w].folded);
            if (w + 1 < words.n)
                vt_buf_addc(&out, ' ');
        }
        assert_str_eq(vt_buf_str(&out), WORD_ROWS[i][1]);
    }
}

static void test_words_split__flags(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_words w = vt_words_split(arena, VT_STR("Acme IBM, 2nd x.Y B.Sc."));
    assert_int_equal(w.n, 5);
    assert_int_equal(w.at[0].flags, VT_WORD_ALPHA | VT_WORD_CAPITAL);
    assert_int_equal(w.at[1].flags,
                     VT_WORD_ALPHA | VT_WORD_CAPITAL | VT_WORD_UPPER | VT_WORD_COMMA);
    assert_int_equal(w.at[2].flags, VT_WORD_ALPHA | VT_WORD_DIGIT | VT_WORD_BREAK);
    assert_str_eq(w.at[3].folded, "xy");
    assert_str_eq(vt_words_text(&w, 4, 1), "B.Sc");
}

static void test_number_parse__rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        double value;
    } rows[] = {
        {"12", true, 12},          {"1,234.5", true, 1234.5},
        {"1.234,5", true, 1234.5}, {"3.8", true, 3.8},
        {"3,8", true, 3.8},        {"1,234", true, 1234},
        {"0,125", true, .125},     {"1.234.567", true, 1234567},
        {"-4", true, -4},          {"", false, 0},
        {"4.", false, 0},          {".5", false, 0},
        {"1.2.3,4,5", false, 0},   {"12a", false, 0},
        {"-", false, 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        double value = 0;
        assert_int_equal(vt_number_parse(vt_str_z(rows[i].text), &value), rows[i].ok);
        if (rows[i].ok)
            assert_true(value > rows[i].value - 1e-9 && value < rows[i].value + 1e-9);
    }
}

static void test_rating_parse__rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        double value;
    } rows[] = {
        {"4/5", true, .8},   {"8 out of 10", true, .8}, {"85%", true, .85}, {"●●●○○", true, .6},
        {"★★★☆", true, .75}, {"★ ★ ★ ★ ☆", true, .8},   {"****", true, .8}, {"3 of 5", true, .6},
        {"6/5", false, 0},   {"2019/2020", false, 0},   {"●", false, 0},    {"abc", false, 0},
        {"", false, 0},      {"150%", false, 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        double value = 0;
        assert_int_equal(vt_rating_parse(vt_str_z(rows[i].text), &value), rows[i].ok);
        if (rows[i].ok)
            assert_true(value > rows[i].value - 1e-9 && value < rows[i].value + 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_split__rows),
        cmocka_unit_test(test_words_split__flags),
        cmocka_unit_test(test_number_parse__rows),
        cmocka_unit_test(test_rating_parse__rows),
    };
    return UNIT_MAIN(tests);
}
