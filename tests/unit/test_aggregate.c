/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "parse/summary/aggregate.h"

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
    vt_features f = vt_aggregate(arena, full_resume(arena), TODAY, VT_TONGUE_COUNT, 5);
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
    vt_features f = vt_aggregate(arena, full_resume(arena), TODAY, VT_TONGUE_COUNT, 5);
    assert_str_eq(
        f.summary,
        "Works as Senior Nurse at Mercy Hospital, with 12 years of experience. Previous "
        "work: Staff Nurse at Elm House Ltd and Care Assistant at Elm House. Main skills: "
        "Triage and Wound Care. Has an MSc in Nursing from Leeds University (2013).");
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
            vt_str text = vt_aggregate(arena, r, TODAY, VT_TONGUE_COUNT, max).summary;
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

/** Each has its own words for the current employer; nothing of another language stands beside. */
static void test_summary__speaks_ten_languages(void **state)
{
    (void)state;
    static const struct {
        vt_tongue tongue;
        const char *years, *degree;
    } rows[] = {
        {VT_TONGUE_EN, "12 years of experience", "MSc"},
        {VT_TONGUE_DE, "12 Jahre Berufserfahrung", "MSc, Nursing"},
        {VT_TONGUE_FR, "12 ans d'exp\xC3\xA9rience", "MSc, Nursing"},
        {VT_TONGUE_ES, "12 a\xC3\xB1os de experiencia", "MSc, Nursing"},
        {VT_TONGUE_IT, "12 anni di esperienza", "MSc, Nursing"},
        {VT_TONGUE_PT, "12 anos de experi\xC3\xAAncia", "MSc, Nursing"},
        {VT_TONGUE_NL, "12 jaar ervaring", "MSc, Nursing"},
        {VT_TONGUE_PL, "12 lat do\xC5\x9Bwiadczenia", "MSc, Nursing"},
        {VT_TONGUE_SV, "12 \xC3\xA5rs erfarenhet", "MSc, Nursing"},
        {VT_TONGUE_RU, "12 \xD0\xBB\xD0\xB5\xD1\x82", "MSc, Nursing"},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)8 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, vt_tongue_code(rows[i].tongue));
        vt_str text = vt_aggregate(arena, full_resume(arena), TODAY, rows[i].tongue, 5).summary;
        assert_true(vt_str_find(text, vt_str_z(rows[i].years), 0) != VT_NPOS);
        assert_true(vt_str_find(text, vt_str_z(rows[i].degree), 0) != VT_NPOS);
        bool english = vt_str_find(text, VT_STR("experience"), 0) != VT_NPOS;
        assert_int_equal(english, rows[i].tongue == VT_TONGUE_EN);
    }
}

static void test_summary__has_three_wordings(void **state)
{
    (void)state;
    static const char *const openings[] = {"Nurse", "Currently", "Works as"};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)8 << 20);
    bool seen[VT_COUNT(openings)] = {false};
    for (int i = 0; i < 24; i++) {
        vt_resume *r = new_resume(arena);
        vt_str company = vt_str_format(arena, "Hospital %d", i);
        add_job(r, "Nurse", company.ptr, 2015, 0);
        vt_str text = vt_aggregate(arena, r, TODAY, VT_TONGUE_EN, 5).summary;
        for (size_t k = 0; k < VT_COUNT(openings); k++)
            seen[k] = seen[k] || vt_str_starts(text, vt_str_z(openings[k]));
    }
    for (size_t k = 0; k < VT_COUNT(openings); k++)
        assert_true(seen[k]);
}

/** A line with a number is quoted; not in a summary of another language. */
static void test_summary__quotes_a_result_in_its_own_language(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)8 << 20);
    static const char line[] = "Cut waiting times in the ward by 30% with a new triage desk";
    vt_resume *r = full_resume(arena);
    vt_vec_push(arena, &r->jobs.at[0].highlights, value("Worked with the team of the ward"));
    vt_vec_push(arena, &r->jobs.at[0].highlights, value(line));
    vt_str own = vt_aggregate(arena, r, TODAY, VT_TONGUE_COUNT, 5).summary;
    assert_true(vt_str_find(own, vt_str_z(line), 0) != VT_NPOS);
    vt_str german = vt_aggregate(arena, r, TODAY, VT_TONGUE_DE, 5).summary;
    assert_true(vt_str_find(german, vt_str_z(line), 0) == VT_NPOS);
}

/** Twelve years of work, six of them as a nurse: they are not all credited to the nurse. */
static void test_summary__years_by_field(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)8 << 20);
    vt_resume *r = full_resume(arena);
    r->jobs.at[0].occupation.isco = VT_STR("2221");
    r->jobs.at[1].occupation.isco = VT_STR("4110");
    r->jobs.at[2].occupation.isco = VT_STR("4110");
    vt_str text = vt_aggregate(arena, r, TODAY, VT_TONGUE_EN, 5).summary;
    assert_true(vt_str_find(text, VT_STR("12 years of experience, 6 of them in this field"), 0) !=
                VT_NPOS);
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
    vt_features f = vt_aggregate(arena, new_resume(arena), TODAY, VT_TONGUE_COUNT, 5);
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
        cmocka_unit_test(test_summary__speaks_ten_languages),
        cmocka_unit_test(test_summary__has_three_wordings),
        cmocka_unit_test(test_summary__quotes_a_result_in_its_own_language),
        cmocka_unit_test(test_summary__years_by_field),
        cmocka_unit_test(test_current_job__the_latest),
        cmocka_unit_test(test_features_write__has_every_key),
    };
    return UNIT_MAIN(tests);
}
