/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/limits.h"
#include "doc_text.h"
#include "extract/extract.h"

static const vt_doc *read_text(vt_arena *arena, vt_str bytes)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_extract(arena, bytes, VT_STR("a.txt"), VT_STR_NULL, NULL, &doc, &err),
                     VT_OK);
    assert_int_equal(doc->format, VT_FORMAT_TEXT);
    return doc;
}

static void test_read_plain__keeps_lines_columns_and_headings(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } rows[] = {
        {"line ends", "a\r\nb\rc\n\nd", "a\nb\nc\nd"},
        {"columns", "ACME Corp        2019 - 2021\nA, B  C", "ACME Corp ~ 2019 - 2021\nA, B C"},
        {"tab", "2019\tEngineer", "2019 ~ Engineer"},
        {"heading under-ruled", "\nEXPERIENCE\n==========\ntext\nSkills\n---\n",
         "# EXPERIENCE\ntext\nSkills"},
        {"heading between rules", "-----\nJane Doe\n-----\nx", "## Jane Doe\nx"},
        {"rule of other signs", "a\n\n* * * * *\n\nb", "a\nb"},
        {"box drawing", "\xE2\x94\x82 left   \xE2\x94\x82 right \xE2\x94\x82", "left ~ right"},
        {"rules beside words", "SKILLS ------\n===== Work =====\nphone -- 1\nsign here ____",
         "## SKILLS\n## Work\nphone -- 1\nsign here ____"},
        {"half Markdown", "**Jane** a ** b\n[me](http://x.y) [1] (a)", "*Jane* a ** b\nme [1] (a)"},
        {"bullets stay text", "- one\n* two", "- one\n* two"},
        {"control characters",
         "one\x01two three four five six seven eight nine ten eleven twelve\x1b thirteen",
         "onetwo three four five six seven eight nine ten eleven twelve thirteen"},
        {"short dashes are text", "a\n--\nb", "a\n--\nb"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
        const vt_doc *doc = read_text(arena, vt_str_z(rows[i].text));
        assert_str_eq(doc_text(arena, doc), rows[i].want);
    }
}

static void test_read_plain__starts_a_page_at_a_form_feed(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    const vt_doc *doc = read_text(arena, VT_STR("one\ntwo\fthree\n\ffour"));
    assert_int_equal(doc->pages.n, 3);
    assert_int_equal(doc->words.at[1].page, 0);
    assert_int_equal(doc->words.at[2].page, 1);
    assert_int_equal(doc->words.at[3].page, 2);
}

static void test_read_plain__wraps_only_what_no_page_holds(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    vt_buf text = {0};
    for (int i = 0; i < 25; i++)
        vt_buf_addz(&text, "word ");
    vt_buf_addc(&text, '\n');
    for (int i = 0; i < 60; i++)
        vt_buf_addz(&text, "word ");
    const vt_doc *doc = read_text(arena, vt_str_dup(arena, vt_buf_str(&text)));
    vt_buf_release(&text);
    assert_true(doc->words.at[24].baseline == doc->words.at[0].baseline);
    assert_true(doc->words.at[84].baseline > doc->words.at[25].baseline);
    assert_int_equal(doc->words.at[84].para, doc->words.at[25].para);
}

static void test_read_plain__has_limits(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(128u << 20);
    size_t n = VT_MAX_LINES + 1;
    char *lines = vt_arena_alloc(arena, n);
    memset(lines, '\n', n);
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(
        vt_extract(arena, vt_str_n(lines, n), VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err),
        VT_E_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_plain__keeps_lines_columns_and_headings),
        cmocka_unit_test(test_read_plain__starts_a_page_at_a_form_feed),
        cmocka_unit_test(test_read_plain__wraps_only_what_no_page_holds),
        cmocka_unit_test(test_read_plain__has_limits),
    };
    return UNIT_MAIN(tests);
}
