/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "export/export.h"

#include <md4c.h>

static vt_str exported(vt_arena *arena, vt_export_format format, const char *answer)
{
    const vt_json *value = NULL;
    vt_error err = {0};
    VT_AUTO(vt_buf) vt_buf out = {0};
    if (vt_json_parse(arena, vt_str_z(answer), &value, &err) != VT_OK)
        fail_msg("%s: %s", err.message, answer);
    assert_true(vt_export_write(format, value, VT_STR("prs_1"), &out));
    return vt_str_dup(arena, vt_buf_str(&out));
}

static bool holds(vt_str text, const char *part)
{
    return vt_str_find(text, vt_str_z(part), 0) != VT_NPOS;
}

static const char FULL[] =
    "{\"completed_at\":\"2026-02-03T04:05:06.007Z\",\"ai_features\":{\"experience_summary\":{"
    "\"total_years\":7.5}},\"matching\":{\"score\":81},\"result\":{\"personal_info\":{\"name\":"
    "\"Ann Lee\",\"label\":\"Nurse\",\"email\":\"a@example.org\",\"phone\":null,\"phone_raw\":"
    "\"206-555-0149\",\"location\":{\"city\":\"Seattle\",\"region\":\"WA\",\"country\":null,"
    "\"country_code\":\"US\"}},\"summary\":\"Careful.\",\"experience\":[{\"type\":\"volunteer\","
    "\"company\":\"Red House\",\"title\":\"Helper\",\"start_date\":\"2024\",\"end_date\":null,"
    "\"current\":true,\"description\":null,\"highlights\":[]},{\"type\":\"contract\",\"company\":"
    "\"North Clinic\",\"title\":\"Nurse\",\"start_date\":\"2019-05\",\"end_date\":\"2020\","
    "\"current\":false,\"location\":\"Oslo\",\"description\":\"Prose.\",\"highlights\":[\"One\","
    "\"Two\"]}],\"education\":[{\"institution\":\"North College\",\"degree\":\"BSc\","
    "\"field_of_study\":\"Nursing\",\"start_date\":\"2012\",\"graduation_date\":\"2015-06\","
    "\"grade\":\"1.7\",\"location\":null,\"description\":null}],\"skills\":[{\"skill\":\"Triage\","
    "\"proficiency\":\"advanced\",\"implied_by\":null},{\"skill\":\"Medicine\",\"match_method\":"
    "\"implied\",\"implied_by\":\"Triage\"}],\"certifications\":[{\"name\":\"BLS\",\"issuer\":"
    "\"AHA\",\"date\":\"2021\"}],\"languages\":[{\"language\":\"Norwegian\",\"proficiency\":null,"
    "\"cefr\":\"C2\"}],\"links\":[{\"url\":\"github.com/ann lee\",\"kind\":\"github\"},{\"url\":"
    "\"https://ann.example.org\",\"kind\":\"website\"}],\"projects\":[{\"name\":\"P\",\"by\":"
    "\"Us\",\"start_date\":\"2020\"}],\"publications\":[{\"name\":\"Book\",\"by\":\"Press\","
    "\"end_date\":\"2022-01\"}],\"awards\":[{\"name\":\"Prize\",\"by\":\"City\"}],\"references\":"
    "[{\"name\":\"Bo\",\"description\":\"Good.\"}],\"interests\":[\"Ski\"]}}";

static void test_vt_export_write__jsonresume_has_every_value_in_its_place(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *value = NULL;
    vt_str text = exported(arena, VT_EXPORT_JSON_RESUME, FULL);
    assert_int_equal(vt_json_parse(arena, text, &value, NULL), VT_OK);
    VT_AUTO(vt_buf) vt_buf compact = {0};
    vt_json_writer w = vt_json_writer_init(&compact, 0);
    vt_json_put_tree(&w, value);
    assert_str_eq(
        vt_buf_str(&compact),
        "{\"$schema\":\"https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/"
        "schema.json\",\"basics\":{\"name\":\"Ann Lee\",\"label\":\"Nurse\",\"email\":"
        "\"a@example.org\",\"phone\":\"206-555-0149\",\"summary\":\"Careful.\",\"location\":{"
        "\"city\":\"Seattle\",\"region\":\"WA\",\"countryCode\":\"US\"},\"url\":"
        "\"https://ann.example.org\",\"profiles\":[{\"network\":\"GitHub\",\"username\":"
        "\"ann lee\",\"url\":\"https://github.com/ann%20lee\"}]},\"work\":[{\"name\":"
        "\"North Clinic\",\"position\":\"Nurse\",\"location\":\"Oslo\",\"startDate\":\"2019-05\","
        "\"endDate\":\"2020\",\"summary\":\"Prose.\",\"highlights\":[\"One\",\"Two\"]}],"
        "\"volunteer\":[{\"organization\":\"Red House\",\"position\":\"Helper\",\"startDate\":"
        "\"2024\"}],\"education\":[{\"institution\":\"North College\",\"area\":\"Nursing\","
        "\"studyType\":\"BSc\",\"startDate\":\"2012\",\"endDate\":\"2015-06\",\"score\":\"1.7\"}],"
        "\"awards\":[{\"title\":\"Prize\",\"awarder\":\"City\"}],\"certificates\":[{\"name\":"
        "\"BLS\",\"date\":\"2021\",\"issuer\":\"AHA\"}],\"publications\":[{\"name\":\"Book\","
        "\"publisher\":\"Press\",\"releaseDate\":\"2022-01\"}],\"skills\":[{\"name\":\"Triage\","
        "\"level\":\"advanced\"}],\"languages\":[{\"language\":\"Norwegian\",\"fluency\":\"C2\"}],"
        "\"interests\":[{\"name\":\"Ski\"}],\"references\":[{\"name\":\"Bo\",\"reference\":"
        "\"Good.\"}],\"projects\":[{\"name\":\"P\",\"startDate\":\"2020\",\"entity\":\"Us\"}],"
        "\"meta\":{\"version\":\"v1.0.0\",\"lastModified\":\"2026-02-03T04:05:06.007Z\"}}");
}

static void test_vt_export_write__csv_is_one_row_of_cells(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    assert_str_eq(
        exported(arena, VT_EXPORT_CSV, FULL),
        "\"source\",\"name\",\"label\",\"email\",\"phone\",\"city\",\"region\",\"country\","
        "\"summary\",\"total_years\",\"last_title\",\"last_company\",\"experience\",\"education\","
        "\"skills\",\"languages\",\"certifications\",\"links\",\"match_score\",\"reference\"\r\n"
        "\"prs_1\",\"Ann Lee\",\"Nurse\",\"a@example.org\",\"206-555-0149\",\"Seattle\",\"WA\","
        "\"US\",\"Careful.\",\"7.5\",\"Nurse\",\"North Clinic\",\"2024 to present: Helper, Red "
        "House | 2019-05 to 2020: Nurse, North Clinic\",\"2015-06: BSc, Nursing, North College\","
        "\"Triage\",\"Norwegian: C2\",\"BLS, AHA, 2021\",\"github.com/ann lee | "
        "https://ann.example.org\",\"81\",\"\"\r\n");
}

static void test_vt_export_write__csv_cells_are_no_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *name, *cell; /* as JSON has it, as CSV has it */
    } rows[] = {
        {"=1+1", "'=1+1"},
        {"  @SUM(A1)", "'@SUM(A1)"},
        {"-2+3", "'-2+3"},
        {"\\u0009=1", "'=1"},
        {"\\uff1dcmd", "'\xEF\xBC\x9D"
                       "cmd"},
        {"\\\"=1", "\"\"'=1"},
        {"Ann;=1;x; +2", "Ann;'=1;x; '+2"},
        {"Ann\\r\\n=1", "Ann =1"},
        {"Ann \\\"Bo\\\" Lee", "Ann \"\"Bo\"\" Lee"},
        {"a-b=c@d", "a-b=c@d"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        vt_str answer = vt_str_format(arena, "{\"result\":{\"personal_info\":{\"name\":\"%s\"}}}",
                                      rows[i].name);
        vt_str cell = vt_str_format(arena, "\r\n\"prs_1\",\"%s\",\"\"", rows[i].cell);
        vt_str text = exported(arena, VT_EXPORT_CSV, answer.ptr);
        assert_true(holds(text, cell.ptr));
    }
}

static void test_vt_export_write__jsonresume_leaves_out_what_its_schema_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *result, *absent;
    } rows[] = {
        {"{\"personal_info\":{\"email\":\"ann at example.org\"}}", "email"},
        {"{\"personal_info\":{\"email\":\"a@b@example.org\"}}", "email"},
        {"{\"personal_info\":{\"email\":\"a@example..org\"}}", "email"},
        {"{\"personal_info\":{\"email\":7}}", "email"},
        {"{\"links\":[{\"url\":\"javascript:alert(1)\",\"kind\":\"website\"}]}", "javascript"},
        {"{\"links\":[{\"url\":\"http://\",\"kind\":\"website\"}]}", "url"},
        {"{\"links\":[{\"url\":\"no address\",\"kind\":\"website\"}]}", "url"},
        {"{\"experience\":[{\"start_date\":\"May 2019\"}]}", "startDate"},
        {"{\"experience\":[{\"start_date\":\"2019-21\"}]}", "startDate"},
        {"{\"experience\":[{\"start_date\":\"3019\"}]}", "startDate"},
        {"{\"experience\":[{\"start_date\":null,\"title\":[]}]}", "position"},
        {"{\"experience\":{\"title\":\"x\"}}", "work"},
        {"{\"summary\":\"  \"}", "summary"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].result);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        vt_str answer = vt_str_format(arena, "{\"result\":%s}", rows[i].result);
        assert_false(holds(exported(arena, VT_EXPORT_JSON_RESUME, answer.ptr), rows[i].absent));
    }
}

/* ---- Markdown, read by a parser of its own ---- */

struct seen {
    vt_buf text;
    int blocks[MD_BLOCK_TD + 1], html, spans;
};

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    struct seen *s = context;
    s->blocks[type]++;
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    if (type == MD_BLOCK_H || type == MD_BLOCK_P || type == MD_BLOCK_LI)
        vt_buf_addc(&((struct seen *)context)->text, '\n');
    return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)type, (void)detail;
    ((struct seen *)context)->spans++;
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)type, (void)detail, (void)context;
    return 0;
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct seen *s = context;
    s->html += type == MD_TEXT_HTML || type == MD_TEXT_ENTITY || type == MD_TEXT_CODE;
    vt_buf_add(&s->text, vt_str_n(text, size));
    return 0;
}

static void read_markdown(vt_str text, struct seen *seen)
{
    const MD_PARSER parser = {.flags = MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS |
                                       MD_FLAG_WIKILINKS | MD_FLAG_UNDERLINE,
                              .enter_block = enter_block,
                              .leave_block = leave_block,
                              .enter_span = enter_span,
                              .leave_span = leave_span,
                              .text = take_text};
    assert_int_equal(md_parse(text.ptr, (MD_SIZE)text.len, &parser, seen), 0);
}

/* Each of these, as a value in any place, is read back as the text that it is. */
static const char *const HOSTILE[] = {
    "<script>alert(1)</script>",
    "<b>bold</b> &lt;x&gt; &amp;",
    "[click](https://evil.example)",
    "![x](https://evil.example/p.png)",
    "<https://evil.example>",
    "see https://evil.example/a?b or http://evil.example, ftp://evil.example",
    "www.evil.example and WWW.evil.example",
    "[a]: https://evil.example",
    "**bold** _it_ ~~no~~ `code` ``x`` __u__ *a*",
    "# Heading",
    "#",
    "- item",
    "+ item",
    "* item",
    "1. item",
    "12) item",
    "> quote",
    "---",
    "===",
    "***",
    "```",
    "~~~",
    "| a | b |",
    "|---|---|",
    ":--",
    "[ ] task",
    "[[wiki]] $x^2$ $$y$$",
    "ends with \\",
    "\\# \\[a\\](b)",
    "<!-- comment",
    "<?php ?>",
    "javascript:alert(1) data:text/html;x",
    "C# and C++, 3.5 - 4, a_b_c, 5 * 3, A&B",
    "trailing #",
};

/* The text as a JSON string without its quotation marks. */
static const char *as_json(vt_arena *arena, const char *text)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_json_put_str(&w, vt_str_z(text));
    return vt_str_cstr(arena, vt_str_sub(vt_buf_str(&out), 1, out.len - 1));
}

static void test_vt_export_write__markdown_shows_hostile_values_as_text(void **state)
{
    (void)state;
    static const char SHAPE[] =
        "{\"result\":{\"personal_info\":{\"name\":\"%1$s\",\"label\":\"%1$s\",\"phone\":\"%1$s\","
        "\"location\":{\"city\":\"%1$s\"}},\"summary\":\"%1$s\",\"experience\":[{\"type\":\"%1$s\","
        "\"company\":\"%1$s\",\"title\":\"%1$s\",\"location\":\"%1$s\",\"description\":\"%1$s\","
        "\"highlights\":[\"%1$s\"]},{\"company\":\"%1$s\"}],\"education\":[{\"institution\":"
        "\"%1$s\",\"degree\":\"%1$s\",\"field_of_study\":\"%1$s\",\"grade\":\"%1$s\","
        "\"description\":\"%1$s\"}],\"skills\":[{\"skill\":\"%1$s\"},{\"skill\":\"%1$s\"}],"
        "\"certifications\":[{\"name\":\"%1$s\",\"issuer\":\"%1$s\",\"date\":\"%1$s\"}],"
        "\"languages\":[{\"language\":\"%1$s\",\"cefr\":\"%1$s\"}],\"links\":[{\"url\":\"%1$s\"}],"
        "\"projects\":[{\"name\":\"%1$s\",\"by\":\"%1$s\",\"url\":\"%1$s\",\"description\":"
        "\"%1$s\"}],\"interests\":[\"%1$s\"]}}";
    enum { PLACES = 30, HEADINGS = 1 + 8 + 3, ITEMS = 6 }; /* name, sections, entries */
    for (size_t i = 0; i < VT_COUNT(HOSTILE); i++) {
        UNIT_ROW(i, HOSTILE[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        VT_AUTO(vt_buf) vt_buf answer = {0};
        for (const char *at = SHAPE; *at; at++) { /* "%1$s" is the value */
            if (vt_str_starts(vt_str_z(at), VT_STR("%1$s"))) {
                vt_buf_addz(&answer, as_json(arena, HOSTILE[i]));
                at += 3;
            } else {
                vt_buf_addc(&answer, *at);
            }
        }
        struct seen seen = {0};
        read_markdown(exported(arena, VT_EXPORT_MARKDOWN, answer.ptr), &seen);
        size_t places = 0;
        for (size_t at = 0;
             (at = vt_str_find(vt_buf_str(&seen.text), vt_str_z(HOSTILE[i]), at)) != VT_NPOS;
             at += strlen(HOSTILE[i]))
            places++;
        assert_int_equal(places, PLACES);
        assert_int_equal(seen.spans, 0);
        assert_int_equal(seen.html, 0);
        assert_int_equal(seen.blocks[MD_BLOCK_H], HEADINGS);
        assert_int_equal(seen.blocks[MD_BLOCK_LI], ITEMS);
        static const MD_BLOCKTYPE none[] = {MD_BLOCK_HTML, MD_BLOCK_CODE,  MD_BLOCK_QUOTE,
                                            MD_BLOCK_HR,   MD_BLOCK_TABLE, MD_BLOCK_OL};
        for (size_t b = 0; b < VT_COUNT(none); b++)
            assert_int_equal(seen.blocks[none[b]], 0);
        vt_buf_release(&seen.text);
    }
}

static void test_vt_export_write__markdown_keeps_a_value_on_its_line(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    assert_str_eq(exported(arena, VT_EXPORT_MARKDOWN,
                           "{\"result\":{\"personal_info\":{\"name\":\"Ann\\n\\n    code\\r\\n# "
                           "Lee\\u2028x\\u0085y\\u00a0 z\"}}}"),
                  "# Ann code \\# Lee x y z\n");
}

static void test_vt_export_write__an_answer_without_a_result_has_no_export(void **state)
{
    (void)state;
    static const char *const answers[] = {"{}", "{\"result\":null}", "{\"result\":[]}", "[]"};
    for (size_t i = 0; i < VT_COUNT(answers); i++)
        for (int f = VT_EXPORT_JSON_RESUME; f <= VT_EXPORT_CSV; f++) {
            VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
            VT_AUTO(vt_buf) vt_buf out = {0};
            const vt_json *value = NULL;
            assert_int_equal(vt_json_parse(arena, vt_str_z(answers[i]), &value, NULL), VT_OK);
            assert_false(vt_export_write((vt_export_format)f, value, VT_STR("x"), &out));
            assert_int_equal(out.len, 0);
        }
}

static void test_vt_export_find__knows_its_words(void **state)
{
    (void)state;
    static const char *const words[] = {"json", "jsonresume", "markdown", "csv"};
    vt_export_format format;
    for (size_t i = 0; i < VT_COUNT(words); i++) {
        assert_true(vt_export_find(vt_str_z(words[i]), &format));
        assert_int_equal(format, i);
    }
    assert_false(vt_export_find(VT_STR("CSV"), &format));
    assert_false(vt_export_find(VT_STR(""), &format));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vt_export_write__jsonresume_has_every_value_in_its_place),
        cmocka_unit_test(test_vt_export_write__csv_is_one_row_of_cells),
        cmocka_unit_test(test_vt_export_write__csv_cells_are_no_formulas),
        cmocka_unit_test(test_vt_export_write__jsonresume_leaves_out_what_its_schema_refuses),
        cmocka_unit_test(test_vt_export_write__markdown_shows_hostile_values_as_text),
        cmocka_unit_test(test_vt_export_write__markdown_keeps_a_value_on_its_line),
        cmocka_unit_test(test_vt_export_write__an_answer_without_a_result_has_no_export),
        cmocka_unit_test(test_vt_export_find__knows_its_words),
    };
    return UNIT_MAIN(tests);
}
