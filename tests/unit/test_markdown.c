/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "doc_text.h"
#include "extract/extract.h"

static vt_doc *read_md(vt_arena *arena, vt_str bytes)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_extract(arena, bytes, VT_STR("a.md"), VT_STR_NULL, NULL, &doc, &err),
                     VT_OK);
    assert_int_equal(doc->format, VT_FORMAT_MARKDOWN);
    return doc;
}

static void test_read_markdown__text(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } rows[] = {
        {"headings", "# Jane *Doe*\n\nSetext\n===\n### x", "# *Jane* *Doe*\n# *Setext*\n### *x*"},
        {"lists", "- a\n- **b** c\n  1. d\n  2. e\n\n5) f", "• a\n• *b* c\n1. d\n2. e\n5. f"},
        {"short lines are lines", "Jane Doe\nBerlin  \n+49 30 1", "Jane Doe\nBerlin\n+49 30 1"},
        {"long lines are wrapped",
         "This line is long enough that its author wrapped it at the margin of\nhis editor",
         "This line is long enough that its author wrapped it at the margin of his editor"},
        {"table", "| Job | Year |\n|---|---|\n| Cook | 2019 |", "*Job* ~ *Year*\nCook ~ 2019"},
        {"code", "```\na    b\nc\n```", "a ~ b\nc"},
        {"inline", "~~x~~ `y` ![alt](i.png) &amp; &#233; &hearts;", "x y & \xC3\xA9 &hearts;"},
        {"front matter", "---\nname: Jane\nmail: a@b.c\n---\n# CV",
         "name: Jane\nmail: a@b.c\n# *CV*"},
        {"a rule is no front matter", "---\n\ntext", "text"},
        {"html", "a<br>b\n\n<div><b>c</b></div>\n\nd", "a\nb\n*c*\nd"},
        {"quote", "> said", "said"},
        {"nothing", "", NULL},
    };
    for (size_t i = 0; rows[i].want; i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
        assert_str_eq(doc_text(arena, read_md(arena, vt_str_z(rows[i].text))), rows[i].want);
    }
}

static void test_read_markdown__links(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const vt_doc *doc =
        read_md(arena, VT_STR("[me](https://a.example) www.b.example <c@d.example>"));
    assert_str_eq(doc_text(arena, doc), "me www.b.example c@d.example");
    assert_str_eq(doc->links.at[doc->words.at[0].link].url, "https://a.example");
    assert_str_eq(doc->links.at[doc->words.at[2].link].url, "mailto:c@d.example");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_markdown__text),
        cmocka_unit_test(test_read_markdown__links),
    };
    return UNIT_MAIN(tests);
}
