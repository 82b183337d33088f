/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "parse/aggregate.h"

static const vt_day TODAY = {2026, 3, 15};

static vt_value value(const char *text)
{
    return (vt_value){.text = vt_str_z(text)};
}

static vt_resume *new_resume(vt_arena *arena)
{
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    return r;
}

static vt_job *add_job(vt_resume *r, const char *title, const char *company, int from, int to)
{
    vt_job *job = vt_vec_add(r->arena, &r->jobs);
    job->title = value(title);
    job->company = value(company);
    job->start = (vt_date){.year = from, .month = 1};
    job->end = (vt_date){.year = to, .month = to ? 12 : 0};
    job->current = to == 0;
    return job;
}

static size_t sentences_in(vt_str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == '.' && (i + 1 == text.len || text.ptr[i + 1] == ' ');
    return n;
}

static vt_resume *full_resume(vt_arena *arena)
{
    vt_resume *r = new_resume(arena);
    r->name = value("Maria Schmidt");
    add_job(r, "Senior Nurse", "Mercy Hospital", 2020, 0);
    add_job(r, "STAFF NURSE", "Elm House Ltd", 2016, 2019);
    add_job(r, "Care Assistant", "Elm House", 2014, 2015);
    add_job(r, "Helper", "Red Cross", 2010, 2013)->type = VT_JOB_VOLUNTEER;
    static const char *const names[] = {"Triage", "Wound Care", "Patience"};
    for (size_t i = 0; i < VT_COUNT(names); i++)
        vt_vec_push(arena, &r->skills,
                    ((vt_skill_item){.name = value(names[i]),
                                     .score = 0.9f - 0.3f * (float)i,
                                     .has_type = true,
                                     .soft = i == 2}));
    vt_study *study = vt_vec_add(arena, &r->studies);
    study->degree = value("MSc");
    study->field = value("Nursing");
    study->institution = value("Leeds University");
    study->graduation.year = 2013;
    return r;
}

static void test_aggregate__counts_and_totals(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    vt_features f = vt_aggregate(arena, full_resume(arena), TODAY, 5);
    assert_int_equal(f.positions, 3);                          /* no volunteering */
    assert_int_equal(f.companies, 2);                          /* Elm House Ltd is Elm House */
    assert_true(f.total_years > 12.2 && f.total_years < 12.4); /* 2014-01 to 2026-03 */
    assert_str_eq(f.current_title, "Senior Nurse");
    assert_int_equal(f.total_skills, 3);
    assert_int_equal(f.by_proficiency[3], 1);
    assert_int_equal(f.by_proficiency[1], 1);
    assert_int_equal(f.by_proficiency[0], 1);
    assert_int_equal(f.hard, 2);
    assert_int_equal(f.soft, 1);
}

static void test_summary__reads_as_sentences_of_facts(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    vt_features f = vt_aggregate(arena, full_resume(arena), TODAY, 5);
    assert_str_eq(f.summary,
                  "Senior Nurse with 12 years of experience, currently at Mercy Hospital. Earlier "
                  "roles include "
                  "Staff Nurse at Elm House Ltd and Care Assistant at Elm House. The main skills "
                  "shown are Triage "
                  "and Wound Care. Holds an MSc in Nursing from Leeds University (2013).");
}

static void test_summary__has_two_to_five_sentences_whatever_is_there(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)8 << 20);
    static const char *const gendered[] = {" he ",  " she ", " his ", " her ",
                                           " him ", "He ",   "She "};
    for (unsigned mask = 0; mask < 16; mask++) {
        vt_resume *r = full_resume(arena);
        r->jobs.n = mask & 1 ? r->jobs.n : 0;
        r->skills.n = mask & 2 ? r->skills.n : 0;
        r->studies.n = mask & 4 ? r->studies.n : 0;
        if (mask & 8)
            for (int i = 0; i < 3; i++)
                vt_vec_push(arena, &r->languages,
                            ((vt_language_item){.language = value("Polish")}));
        for (size_t max = 3; max <= 5; max += 2) {
            vt_str text = vt_aggregate(arena, r, TODAY, max).summary;
            size_t n = sentences_in(text);
            if (n < 2 || n > max)
                print_message("# %u: " VT_STR_FMT "\n", mask, VT_STR_ARG(text));
            assert_in_range(n, 2, max);
            for (size_t g = 0; g < VT_COUNT(gendered); g++)
                assert_true(vt_str_find(text, vt_str_z(gendered[g]), 0) == VT_NPOS);
            assert_true(vt_str_find(text, VT_STR("Maria"), 0) == VT_NPOS);
        }
    }
}

static void test_current_job__the_latest(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    vt_resume *r = new_resume(arena);
    assert_null(vt_current_job(r, TODAY));
    add_job(r, "Old", "A", 2000, 2005);
    add_job(r, "Newer", "B", 2003, 2010);
    assert_str_eq(vt_current_job(r, TODAY)->title.text, "Newer");
    add_job(r, "Now", "C", 2008, 0);
    add_job(r, "Now later", "D", 2015, 0);
    assert_str_eq(vt_current_job(r, TODAY)->title.text, "Now later");
}

static void test_features_write__has_every_key(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_features f = vt_aggregate(arena, new_resume(arena), TODAY, 5);
    vt_features_write(&w, &f);
    assert_str_eq(
        vt_buf_str(&out),
        "{\"summary\":\"The resume states no work experience. It lists no education and few other "
        "details.\",\"skills_aggregation\":{\"total_skills\":0,\"by_proficiency\":{\"expert\":0,"
        "\"advanced\":0,\"intermediate\":0,\"basic\":0},\"by_type\":{\"hard\":0,\"soft\":0}},"
        "\"experience_summary\":{\"total_years\":0,\"total_positions\":0,\"companies\":0,"
        "\"current_title\":null}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aggregate__counts_and_totals),
        cmocka_unit_test(test_summary__reads_as_sentences_of_facts),
        cmocka_unit_test(test_summary__has_two_to_five_sentences_whatever_is_there),
        cmocka_unit_test(test_current_job__the_latest),
        cmocka_unit_test(test_features_write__has_every_key),
    };
    return UNIT_MAIN(tests);
}
