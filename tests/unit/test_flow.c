/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/limits.h"
#include "doc/flow.h"
#include "doc_text.h"

struct fixture {
    vt_arena *arena;
    vt_flow *flow;
};

static struct fixture start(void)
{
    struct fixture f = {.arena = vt_arena_new(64u * 1024 * 1024)};
    f.flow = vt_flow_new(f.arena, VT_FORMAT_DOCX);
    return f;
}

static const vt_doc *end(struct fixture *f)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_flow_finish(f->flow, &doc, &err), VT_OK);
    return doc;
}

static void put_para(vt_flow *flow, const vt_flow_para *para, const char *text)
{
    vt_flow_begin_para(flow, para);
    vt_flow_text(flow, NULL, vt_str_z(text));
    vt_flow_end_para(flow);
}

/* Lines of a cell, parted by '|'. */
static void put_cell(vt_flow *flow, const vt_flow_para *para, const char *text)
{
    vt_flow_begin_cell(flow, 1);
    vt_str rest = vt_str_z(text), piece;
    while (vt_str_split(&rest, '|', &piece)) {
        vt_flow_begin_para(flow, para);
        vt_flow_text(flow, NULL, piece);
    }
    vt_flow_end_cell(flow);
}

static void put_row(vt_flow *flow, const char *left, const char *right)
{
    vt_flow_begin_row(flow);
    put_cell(flow, NULL, left);
    put_cell(flow, NULL, right);
    vt_flow_end_row(flow);
}

static void test_flow__splits_words_and_keeps_pieces_of_one_word_together(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_style bold = {.bold = true};
    vt_flow_text(f.flow, NULL, VT_STR("  one  two\xC2\xA0three"));
    vt_flow_text(f.flow, &bold, VT_STR("four"));
    vt_flow_text(f.flow, &bold, VT_STR("teen "));
    vt_flow_text(f.flow, NULL,
                 VT_STR("so\xC2\xAD\xE2\x80\x8B"
                        "ft    wide\tgap"));
    vt_flow_break(f.flow);
    vt_flow_text(f.flow, NULL, VT_STR("next\xEF\x82\xB7"));
    const vt_doc *doc = end(&f);
    assert_str_eq(doc_text(f.arena, doc), "one two three*fourteen* soft ~ wide ~ gap\nnext•");
    assert_true(doc->words.at[3].flags & VT_TOKEN_GLUED);
    assert_false(doc->words.at[4].flags & VT_TOKEN_GLUED);
    assert_int_equal(doc->paras.n, 2);
    vt_arena_drop(f.arena);
}

static void test_flow__wraps_long_paragraphs_inside_the_page(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_begin_para(f.flow, &(vt_flow_para){.list_level = 1, .marker = VT_STR("•")});
    for (int i = 0; i < 60; i++)
        vt_flow_text(f.flow, NULL, VT_STR("word "));
    const vt_doc *doc = end(&f);
    assert_int_equal(doc->words.n, 61);
    assert_true(doc->words.at[0].flags & VT_TOKEN_BULLET);
    size_t lines = 1;
    for (size_t i = 0; i < doc->words.n; i++) {
        const vt_token *w = &doc->words.at[i];
        assert_true(w->box.x0 >= 50 && w->box.x1 <= 546 && w->box.x1 > w->box.x0);
        assert_int_equal(w->para, 0);
        lines += i && w->baseline > w[-1].baseline;
    }
    assert_in_range(lines, 3, 5);
    assert_true(doc->paras.at[0].has_marker);
    vt_arena_drop(f.arena);
}

static void test_flow__reads_rows_as_a_person_does(void **state)
{
    (void)state;
    static const struct {
        const char *name, *left, *right, *want;
    } rows[] = {
        {"date and content", "2019 - 2021|Berlin", "Engineer|ACME|Did things",
         "2019 - 2021 ~ Engineer\nBerlin ~ ACME\nDid things"},
        {"label and value", "Name", "Ann Example", "Name ~ Ann Example"},
        {"label above content", "Experience", "Engineer|ACME|2019",
         "Experience\nEngineer\nACME\n2019"},
        {"sidebar", "Contact|a@b.c|Skills|C", "Profile|Text|Work|More|Still more",
         "[1]\nContact\na@b.c\nSkills\nC\n[2]\nProfile\nText\nWork\nMore\nStill more"},
        {"empty spacer", "", "Text", "Text"},
        {"a range in two lines", "01/2019 -|03/2021", "Engineer|ACME",
         "01/2019 - 03/2021 ~ Engineer\nACME"},
        {"two years are no range", "2019|2021", "Engineer|ACME", "2019 ~ Engineer\n2021 ~ ACME"},
        {"a long name of a field", "Title of the qualification that was awarded",
         "Baker|Elm College", "Title of the qualification that was awarded ~ Baker\nElm College"},
        {"a drawn dash", "—|Skills", "C|Go", "Skills ~ C\nGo"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        struct fixture f = start();
        vt_flow_begin_table(f.flow, (float[]){120, 380}, 2);
        put_row(f.flow, rows[i].left, rows[i].right);
        vt_flow_end_table(f.flow);
        const vt_doc *doc = end(&f);
        assert_str_eq(doc_text(f.arena, doc), rows[i].want);
        assert_true(doc->paras.at[doc->words.at[doc->words.n - 1].para].col == 1);
        vt_arena_drop(f.arena);
    }
}

static void test_flow__lays_columns_side_by_side(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_begin_table(f.flow, (float[]){100, 300}, 2);
    put_row(f.flow, "a|b|c|d", "e|f|g|h|i");
    vt_flow_end_table(f.flow);
    put_para(f.flow, NULL, "below");
    const vt_doc *doc = end(&f);
    const vt_token *a = &doc->words.at[0], *e = &doc->words.at[4], *last = &doc->words.at[9];
    assert_true(a->baseline == e->baseline && e->box.x0 > 150);
    assert_str_eq(last->text, "below");
    assert_true(last->baseline > doc->words.at[8].baseline);
    assert_int_equal(doc->paras.at[last->para].region, 0);
    vt_arena_drop(f.arena);
}

static void test_flow__puts_boxes_headers_and_footers_into_regions(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_begin_para(f.flow, NULL);
    vt_flow_text(f.flow, NULL, VT_STR("before "));
    vt_flow_begin_box(f.flow);
    put_para(f.flow, NULL, "in the box");
    vt_flow_end_box(f.flow);
    vt_flow_text(f.flow, NULL, VT_STR("after"));
    put_para(f.flow, &(vt_flow_para){.heading_level = 2}, "Title");
    vt_flow_part_of(f.flow, VT_FLOW_FOOTER);
    put_para(f.flow, NULL, "foot");
    vt_flow_part_of(f.flow, VT_FLOW_HEADER);
    put_para(f.flow, NULL, "head");
    const vt_doc *doc = end(&f);
    assert_str_eq(doc_text(f.arena, doc),
                  "[1]\nhead\n[0]\nbefore after\n[2]\nin the box\n[0]\n## Title\n[3]\nfoot");
    assert_true(doc->paras.at[0].header && doc->paras.at[doc->paras.n - 1].footer);
    vt_arena_drop(f.arena);
}

static void test_flow__starts_pages_at_breaks_and_when_full(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_begin_para(f.flow, NULL);
    vt_flow_text(f.flow, NULL, VT_STR("one"));
    vt_flow_page_break(f.flow);
    vt_flow_text(f.flow, NULL, VT_STR("two"));
    for (int i = 0; i < 100; i++)
        put_para(f.flow, NULL, "line");
    const vt_doc *doc = end(&f);
    assert_int_equal(doc->words.at[0].page, 0);
    assert_int_equal(doc->words.at[1].page, 1);
    assert_int_equal(doc->pages.n, 3);
    for (size_t i = 1; i < doc->words.n; i++)
        assert_true(doc->words.at[i].page >= doc->words.at[i - 1].page);
    vt_arena_drop(f.arena);
}

static void test_flow__keeps_columns_of_preformatted_text(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_para pre = {.preformatted = true};
    put_para(f.flow, &pre, "Company      2019");
    put_para(f.flow, &pre, "Other Corp   2020");
    put_para(f.flow, &pre, "    indented");
    const vt_doc *doc = end(&f);
    assert_str_eq(doc_text(f.arena, doc), "Company ~ 2019\nOther Corp ~ 2020\nindented");
    assert_true(doc->words.at[1].box.x0 == doc->words.at[4].box.x0);
    assert_true(doc->words.at[5].box.x0 == doc->words.at[0].box.x0 + 20);
    vt_arena_drop(f.arena);
}

static void test_flow__gives_links_a_box(void **state)
{
    (void)state;
    struct fixture f = start();
    vt_flow_style link = {.link = VT_STR("https://example.org/")};
    vt_flow_text(f.flow, NULL, VT_STR("see "));
    vt_flow_text(f.flow, &link, VT_STR("my page"));
    const vt_doc *doc = end(&f);
    assert_int_equal(doc->links.n, 1);
    assert_int_equal(doc->words.at[0].link, VT_NONE);
    assert_int_equal(doc->words.at[1].link, 0);
    assert_true(doc->links.at[0].box.x1 == doc->words.at[2].box.x1);
    vt_arena_drop(f.arena);
}

static void test_flow__bears_deep_nesting_and_unbalanced_calls(void **state)
{
    (void)state;
    struct fixture f = start();
    for (int i = 0; i < 5000; i++) {
        vt_flow_begin_table(f.flow, NULL, 0);
        vt_flow_begin_row(f.flow);
        vt_flow_begin_cell(f.flow, 100000);
        vt_flow_begin_box(f.flow);
    }
    vt_flow_text(f.flow, NULL, VT_STR("deep"));
    vt_flow_end_cell(f.flow);
    vt_flow_begin_cell(f.flow, 0);
    vt_flow_text(f.flow, NULL, VT_STR("deeper"));
    const vt_doc *doc = end(&f);
    assert_int_equal(doc->words.n, 2);
    vt_arena_drop(f.arena);
}

static void test_flow__refuses_too_many_words(void **state)
{
    (void)state;
    struct fixture f = {.arena = vt_arena_new(512u * 1024 * 1024)};
    f.flow = vt_flow_new(f.arena, VT_FORMAT_TEXT);
    for (size_t i = 0; i <= VT_MAX_TOKENS; i++)
        vt_flow_text(f.flow, NULL, VT_STR("a "));
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_flow_finish(f.flow, &doc, &err), VT_E_LIMIT);
    assert_null(doc);
    vt_arena_drop(f.arena);
}

static void test_doc_add_link__and_font_take_any_bytes(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PDF);
    vt_doc_add_link(doc, VT_STR("http://x/\xE9"), (vt_box){0}, 0);
    vt_doc_add_font(doc, (vt_font){.name = VT_STR("Sans\xFF")});
    vt_doc_add_font(doc, (vt_font){.name = VT_STR("Sans\xFF")});
    assert_str_eq(doc->links.at[0].url, "http://x/\xEF\xBF\xBD");
    assert_str_eq(doc->fonts.at[0].name, "Sans\xEF\xBF\xBD");
    assert_int_equal(doc->fonts.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flow__splits_words_and_keeps_pieces_of_one_word_together),
        cmocka_unit_test(test_flow__wraps_long_paragraphs_inside_the_page),
        cmocka_unit_test(test_flow__reads_rows_as_a_person_does),
        cmocka_unit_test(test_flow__lays_columns_side_by_side),
        cmocka_unit_test(test_flow__puts_boxes_headers_and_footers_into_regions),
        cmocka_unit_test(test_flow__starts_pages_at_breaks_and_when_full),
        cmocka_unit_test(test_flow__keeps_columns_of_preformatted_text),
        cmocka_unit_test(test_flow__gives_links_a_box),
        cmocka_unit_test(test_flow__bears_deep_nesting_and_unbalanced_calls),
        cmocka_unit_test(test_flow__refuses_too_many_words),
        cmocka_unit_test(test_doc_add_link__and_font_take_any_bytes),
    };
    return UNIT_MAIN(tests);
}
