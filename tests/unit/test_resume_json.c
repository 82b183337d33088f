/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "parse/resume/resume_json.h"

static const vt_resume_json_options PLAIN = {0};
static const vt_resume_json_options EXTRAS = {.extras = true};

static vt_str written(vt_arena *arena, const vt_resume *r, const vt_resume_json_options *options)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_resume_write(&w, r, options);
    return vt_str_dup(arena, vt_buf_str(&out));
}

static void test_resume_write__has_every_key_of_an_empty_resume(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_resume r = {.arena = arena};
    assert_str_eq(
        written(arena, &r, &PLAIN),
        "{\"personal_info\":{\"name\":null,\"label\":null,\"email\":null,\"phone\":null,"
        "\"phone_raw\":null,"
        "\"given_name\":null,\"family_name\":null,\"emails\":[],\"phones\":[],\"street\":null,"
        "\"postcode\":null,\"location\":{\"city\":null,\"region\":null,\"country\":null,"
        "\"country_code\":null}},\"summary\":null,\"experience\":[],\"education\":[],"
        "\"skills\":[],\"certifications\":[],\"languages\":[]}");
    vt_json_type type = VT_JSON_ARRAY;
    const vt_json *value;
    assert_int_equal(vt_json_parse(arena, written(arena, &r, &EXTRAS), &value, NULL), VT_OK);
    static const char *const keys[] = {"links",  "projects",   "publications",
                                       "awards", "references", "interests"};
    for (size_t i = 0; i < VT_COUNT(keys); i++)
        assert_true(vt_json_is(vt_json_get(value, keys[i]), type));
}

/** Two words, "Ann Lee", on page 1. */
static vt_doc *two_words(vt_arena *arena)
{
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PDF);
    vt_doc_add_page(doc, 600, 800);
    static const char *const words[] = {"Ann", "Lee"};
    for (uint32_t i = 0; i < 2; i++) {
        vt_token t = vt_token_init(vt_str_z(words[i]), 0);
        t.box = (vt_box){10 + 40 * (float)i, 20, 40 + 40 * (float)i, 32};
        t.start = 4 * i;
        t.end = t.start + 3;
        vt_vec_push(arena, &doc->tokens, t);
    }
    doc->raw_text = VT_STR("Ann Lee\n");
    return doc;
}

static void test_resume_write_evidence__points_to_page_and_box(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_doc *doc = two_words(arena);
    vt_resume r = {.arena = arena};
    r.name = (vt_value){.text = VT_STR("Ann Lee"), .start = 0, .end = 7, .confidence = 0.5f};
    vt_job *job = vt_vec_add(arena, &r.jobs);
    vt_value lee = {.text = VT_STR("Lee"), .start = 4, .end = 7, .confidence = 1};
    vt_vec_push(arena, &job->highlights, lee);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_resume_write_evidence(&w, &r, doc, &PLAIN);
    assert_str_eq(vt_buf_str(&out),
                  "{\"/personal_info/name\":{\"page\":1,\"box\":[10,20,80,32],\"start\":0,"
                  "\"end\":7,\"confidence\":0.5},"
                  "\"/experience/0/highlights/0\":{\"page\":1,\"box\":[50,20,80,32],\"start\":4,"
                  "\"end\":7,\"confidence\":1}}");
}

static const char FULL[] =
    "{\"personal_info\":{\"name\":\"Ann Lee\",\"label\":\"Nurse\",\"email\":\"a@example.org\","
    "\"phone\":\"+12065550149\",\"phone_raw\":\"206-555-0149\","
    "\"given_name\":null,\"family_name\":null,\"emails\":[],\"phones\":[],\"street\":null,"
    "\"postcode\":null,\"location\":{\"city\":\"Seattle\","
    "\"region\":\"WA\",\"country\":null,\"country_code\":\"US\"}},\"summary\":\"Careful.\","
    "\"experience\":[{\"type\":\"volunteer\",\"company\":\"Red House\",\"title\":\"Helper\","
    "\"start_date\":\"2019-05\",\"end_date\":\"2020\",\"current\":true,\"location\":\"Oslo\","
    "\"description\":\"Prose.\",\"highlights\":[\"One\",\"Two\"],\"occupation\":null}],"
    "\"education\":[{"
    "\"institution\":\"North College\",\"degree\":\"BSc\",\"field_of_study\":\"Nursing\","
    "\"start_date\":\"2012\",\"graduation_date\":\"2015-06\",\"grade\":\"1.7\",\"location\":null,"
    "\"description\":null}],\"skills\":[{\"skill\":\"Triage\",\"skill_id\":\"triage\","
    "\"synonyms\":[\"Sorting\"],\"proficiency\":\"advanced\",\"proficiency_score\":0.7,"
    "\"proficiency_basis\":\"derived\","
    "\"category\":\"Health\",\"skill_type\":\"hard\",\"years_experience\":2.5,\"confidence\":0.9,"
    "\"match_method\":\"alias\",\"implied_by\":null}],\"certifications\":[{\"name\":\"BLS\","
    "\"issuer\":\"AHA\",\"date\":\"2021\",\"expires\":null,\"credential_id\":\"7\",\"url\":null}],"
    "\"languages\":[{\"language\":\"Norwegian\",\"proficiency\":\"native\",\"cefr\":\"C2\","
    "\"code\":null}],"
    "\"links\":[{\"url\":\"https://example.org\",\"kind\":\"website\"}],\"projects\":[{\"name\":"
    "\"P\",\"by\":null,\"url\":null,\"start_date\":\"2020\",\"end_date\":null,\"description\":"
    "null}],\"publications\":[],\"awards\":[],\"references\":[],\"interests\":[\"Ski\"]}";

static void test_resume_read__gives_back_what_was_written(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *value;
    vt_resume *r = NULL;
    vt_error err = {0};
    assert_int_equal(vt_json_parse(arena, vt_str_z(FULL), &value, &err), VT_OK);
    assert_int_equal(vt_resume_read(arena, value, &r, &err), VT_OK);
    assert_str_eq(written(arena, r, &EXTRAS), FULL);
}

static void test_resume_read__names_the_wrong_member(void **state)
{
    (void)state;
    static const struct {
        const char *text, *pointer;
    } rows[] = {
        {"{\"personal_info\":{\"name\":7}}", "/personal_info/name"},
        {"{\"experience\":{}}", "/experience"},
        {"{\"experience\":[{\"current\":\"yes\"}]}", "/experience/0/current"},
        {"{\"education\":[{\"graduation_date\":\"June\"}]}", "/education/0/graduation_date"},
        {"{\"skills\":[\"C\"]}", "/skills/0"},
        {"[]", ": an object"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        const vt_json *value;
        vt_resume *r = NULL;
        vt_error err = {0};
        assert_int_equal(vt_json_parse(arena, vt_str_z(rows[i].text), &value, &err), VT_OK);
        assert_int_equal(vt_resume_read(arena, value, &r, &err), VT_E_INVALID);
        assert_true(strncmp(err.message, rows[i].pointer, strlen(rows[i].pointer)) == 0);
    }
}

static void test_date_read__takes_months_and_years_only(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int year, month;
    } rows[] = {{"2020-03", 2020, 3}, {"2020", 2020, 0}, {"2020-03-17", 2020, 3},
                {"2020-13", 0, 0},    {"20", 0, 0},      {"2020-", 0, 0}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_date date;
        assert_int_equal(vt_date_read(vt_str_z(rows[i].text), &date), rows[i].year != 0);
        assert_int_equal(date.year, rows[i].year);
        assert_int_equal(date.month, rows[i].month);
    }
}

static void test_proficiency__counts_as_it_is_written(void **state)
{
    (void)state;
    assert_string_equal(vt_proficiency_word((double)0.65f), "advanced"); /* less than 0.65 */
    assert_string_equal(vt_proficiency_word((double)0.85f), "expert");
    assert_string_equal(vt_proficiency_word((double)0.4f), "intermediate");
    assert_string_equal(vt_proficiency_word(0.39), "basic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proficiency__counts_as_it_is_written),
        cmocka_unit_test(test_resume_write__has_every_key_of_an_empty_resume),
        cmocka_unit_test(test_resume_write_evidence__points_to_page_and_box),
        cmocka_unit_test(test_resume_read__gives_back_what_was_written),
        cmocka_unit_test(test_resume_read__names_the_wrong_member),
        cmocka_unit_test(test_date_read__takes_months_and_years_only),
    };
    return UNIT_MAIN(tests);
}
