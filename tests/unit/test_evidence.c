/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/evidence.h"

#include "lines_doc.h"
#include "text/lexicon.h"
#include "unit.h"

static const vt_day TODAY = {2026, 1, 1};

static vt_lexicon *lexicon;

static int open_lexicon(void **state)
{
    (void)state;
    vt_error err = {0};
    return vt_lexicon_open(&lexicon, &err) == VT_OK ? 0 : -1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_lexicon_drop(lexicon);
    return 0;
}

/* The value `text` with the span of `where` in the raw text. */
static vt_value value_at(const vt_doc *doc, const char *text, const char *where)
{
    size_t at = vt_str_find(doc->raw_text, vt_str_z(where), 0);
    assert_true(at != VT_NPOS);
    uint32_t start = (uint32_t)vt_utf8_count(vt_str_sub(doc->raw_text, 0, at));
    return (vt_value){.text = vt_str_z(text),
                      .start = start,
                      .end = start + (uint32_t)vt_utf8_count(vt_str_z(where)),
                      .confidence = 0.9F};
}

enum kind { NAME, SUMMARY, EMAIL, PHONE, COUNTRY };

static vt_value *slot(vt_resume *r, enum kind kind)
{
    return kind == NAME      ? &r->name
           : kind == SUMMARY ? &r->summary
           : kind == EMAIL   ? &r->email
           : kind == PHONE   ? &r->phone
                             : &r->location.country_code;
}

static void test_check__keeps_other_forms_and_drops_inventions(void **state)
{
    (void)state;
    static const struct {
        enum kind kind;
        const char *value, *span;
        bool stays;
    } rows[] = {
        {NAME, "José Núñez", "José Núñez", true},
        {NAME, "José Núñez", "JOSÉ\nNÚÑEZ", true},
        {NAME, "Jose Nunez", "José Núñez", true},
        {NAME, "José Núñez", "José", false},
        {NAME, "Maria", "José Núñez", false},
        {NAME, "Nurse practitioner", "Nurse prac-\ntitioner", true},
        {NAME, "C++", "C", false},
        {NAME, "C", "C++", true},
        {SUMMARY, "Baked bread. Sold it.", "• Baked bread.\nSince 2019\n• Sold it.", true},
        {SUMMARY, "Sold it. Baked bread.", "• Baked bread.\n• Sold it.", false},
        {SUMMARY, "Baked good bread.", "Baked bread.", false},
        {EMAIL, "ana@mail.example", "ana (at) mail dot example", true},
        {EMAIL, "bea@mail.example", "ana (at) mail dot example", false},
        {PHONE, "+442079460018", "(0)20 7946 0018", true},
        {PHONE, "+442079460018", "020 7946 0019", false},
        {PHONE, "+14155550100", "415.555.0100", true},
        {COUNTRY, "DE", "Germany", true},
        {COUNTRY, "US", "Texas", true},
        {COUNTRY, "FR", "Paris", true},
        {COUNTRY, "FR", "Germany", false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].value);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
        vt_doc *doc = vt_doc_new(arena, VT_FORMAT_TEXT);
        doc->raw_text = vt_str_format(arena, "Zoë: %s \xE2\x80\x93 end", rows[i].span);
        doc->raw_text_chars = (uint32_t)vt_utf8_count(doc->raw_text);
        vt_resume r = {.arena = arena};
        *slot(&r, rows[i].kind) = value_at(doc, rows[i].value, rows[i].span);
        size_t dropped = vt_evidence_check(lexicon, doc, TODAY, &r);
        assert_int_equal(dropped, !rows[i].stays);
        assert_int_equal(vt_value_known(slot(&r, rows[i].kind)), rows[i].stays);
    }
}

static void test_check__reads_dates_again(void **state)
{
    (void)state;
    static const struct {
        const char *line, *span;
        int year, month;
        bool stays;
    } rows[] = {
        {"Jan 2019 - Mar 2020", "Mar 2020", 2020, 3, true},
        {"Jan - Mar 2020", "Jan", 2020, 1, true}, /* the year stands at the other end */
        {"03/04/2019", "03/04/2019", 2019, 3, true},
        {"03/04/2019", "03/04/2019", 2019, 4, true},
        {"2019", "2019", 2019, 0, true},
        {"2019", "2019", 2019, 6, false}, /* an invented month */
        {"2019", "2019", 2018, 0, false},
        {"März 2019", "März 2019", 2019, 3, true},
        {"Aug Baker 2019", "Aug Baker 2019", 2019, 8, true}, /* the year stood under the month */
        {"Aug Baker 2019", "Aug Baker 2019", 2019, 7, false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
        vt_doc *doc = lines_doc_new(arena, rows[i].line);
        vt_resume r = {.arena = arena};
        vt_job *job = vt_vec_add(arena, &r.jobs);
        vt_value at = value_at(doc, "", rows[i].span);
        job->start = (vt_date){rows[i].year, rows[i].month, at.start, at.end, 0.9F};
        job->title = value_at(doc, rows[i].line, rows[i].line);
        vt_evidence_check(lexicon, doc, TODAY, &r);
        assert_int_equal(r.jobs.n, 1);
        assert_int_equal(r.jobs.at[0].start.year, rows[i].stays ? rows[i].year : 0);
    }
}

static void test_check__items_go_with_what_names_them(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    vt_doc *doc = lines_doc_new(arena, "Cook, Acme\nBaked bread\nPython\nFrench, fluent");
    vt_resume r = {.arena = arena};
    vt_job *invented = vt_vec_add(arena, &r.jobs);
    invented->title = value_at(doc, "Director", "Cook");
    invented->company = value_at(doc, "Apex", "Acme");
    vt_job *half = vt_vec_add(arena, &r.jobs);
    half->title = value_at(doc, "Cook", "Cook");
    half->company = value_at(doc, "Apex", "Acme");
    vt_vec_push(arena, &half->highlights, value_at(doc, "Baked bread", "Baked bread"));
    vt_vec_push(arena, &half->highlights, value_at(doc, "Sold bread", "Baked bread"));
    vt_skill_item *python = vt_vec_add(arena, &r.skills);
    python->name = value_at(doc, "Python", "Python");
    python->canonical = VT_STR("Python");
    vt_skill_item *java = vt_vec_add(arena, &r.skills);
    java->name = value_at(doc, "Java", "Python");
    java->canonical = VT_STR("Java");
    vt_skill_item *implied = vt_vec_add(arena, &r.skills);
    *implied = (vt_skill_item){.name = {.text = VT_STR("Programming")},
                               .method = VT_MATCH_IMPLIED,
                               .implied_by = VT_STR("Python")};
    vt_skill_item *orphan = vt_vec_add(arena, &r.skills);
    *orphan = (vt_skill_item){
        .name = {.text = VT_STR("JVM")}, .method = VT_MATCH_IMPLIED, .implied_by = VT_STR("Java")};
    vt_language_item *french = vt_vec_add(arena, &r.languages);
    french->language = value_at(doc, "French", "French");
    french->level_text = value_at(doc, "native", "fluent");
    french->proficiency = VT_STR("native");

    assert_int_equal(vt_evidence_check(lexicon, doc, TODAY, &r), 6);
    assert_int_equal(r.jobs.n, 1);
    assert_str_eq(r.jobs.at[0].title.text, "Cook");
    assert_false(vt_value_known(&r.jobs.at[0].company));
    assert_int_equal(r.jobs.at[0].highlights.n, 1);
    assert_int_equal(r.skills.n, 2);
    assert_str_eq(r.skills.at[1].name.text, "Programming");
    assert_int_equal(r.languages.n, 1);
    assert_null(r.languages.at[0].proficiency.ptr);
}

static void test_check__an_invented_title_takes_its_occupation_along(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_TEXT);
    doc->raw_text = VT_STR("Baker, Blue Mill");
    doc->raw_text_chars = (uint32_t)doc->raw_text.len;
    static const char *const titles[] = {"Baker", "Surgeon"};
    vt_resume r = {.arena = arena};
    for (size_t i = 0; i < VT_COUNT(titles); i++) {
        vt_job *job = vt_vec_add(arena, &r.jobs);
        job->company = value_at(doc, "Blue Mill", "Blue Mill");
        job->title = value_at(doc, titles[i], "Baker");
        job->occupation = (vt_job_occupation){.isco = VT_STR("7512"), .confidence = 0.9F};
    }
    assert_int_equal(vt_evidence_check(lexicon, doc, TODAY, &r), 1);
    assert_int_equal(r.jobs.n, 2);
    assert_str_eq(r.jobs.at[0].occupation.isco, "7512");
    assert_null(r.jobs.at[1].occupation.isco.ptr);
}

static void test_check__addresses_may_stand_behind_a_link(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    vt_doc *doc = lines_doc_new(arena, "Write me");
    uint32_t link = vt_doc_add_link(doc, VT_STR("mailto:ana@mail.example"), (vt_box){0}, 0);
    doc->tokens.at[0].link = link;
    vt_resume r = {.arena = arena};
    r.email = value_at(doc, "ana@mail.example", "Write");
    assert_int_equal(vt_evidence_check(lexicon, doc, TODAY, &r), 0);
    r.email = value_at(doc, "ana@mail.example", "me"); /* the word without the link */
    assert_int_equal(vt_evidence_check(lexicon, doc, TODAY, &r), 1);
    assert_false(vt_value_known(&r.email));
}

static void test_check__unlikely_values_are_left_out(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    vt_doc *doc = lines_doc_new(arena, "Ada Byron\nPoet");
    vt_resume r = {.arena = arena};
    r.name = value_at(doc, "Ada Byron", "Ada Byron");
    r.label = value_at(doc, "Poet", "Poet");
    r.label.confidence = 0.1F;
    r.summary = value_at(doc, "Poet", "Poet");
    r.summary.confidence = 0.1F;
    assert_int_equal(vt_evidence_check(lexicon, doc, TODAY, &r), 0); /* it stands there */
    assert_true(vt_value_known(&r.name) && vt_value_known(&r.summary));
    assert_false(vt_value_known(&r.label));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check__keeps_other_forms_and_drops_inventions),
        cmocka_unit_test(test_check__reads_dates_again),
        cmocka_unit_test(test_check__items_go_with_what_names_them),
        cmocka_unit_test(test_check__unlikely_values_are_left_out),
        cmocka_unit_test(test_check__an_invented_title_takes_its_occupation_along),
        cmocka_unit_test(test_check__addresses_may_stand_behind_a_link),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
