/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "skills/skills.h"

static vt_taxonomy *tax;
static const vt_day TODAY = {2026, 3, 15};

static int open_taxonomy(void **state)
{
    (void)state;
    return vt_taxonomy_open_embedded(&tax, NULL) == VT_OK ? 0 : -1;
}

static int drop_taxonomy(void **state)
{
    (void)state;
    vt_taxonomy_drop(tax);
    return 0;
}

static vt_value value(const char *text)
{
    return (vt_value){.text = vt_str_z(text), .confidence = 0.9f};
}

static vt_resume *new_resume(vt_arena *arena)
{
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    return r;
}

static void add_listed(vt_resume *r, const char *name, float level)
{
    vt_vec_push(r->arena, &r->skills,
                ((vt_skill_item){.name = value(name), .level = level, .listed = true}));
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

static const vt_skill_item *item_named(const vt_resume *r, const char *canonical)
{
    for (size_t i = 0; i < r->skills.n; i++)
        if (vt_str_eq(r->skills.at[i].canonical, vt_str_z(canonical)))
            return &r->skills.at[i];
    return NULL;
}

static void test_fill__names_years_levels_and_implied(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "Djnago", -1);
    add_listed(r, "JS", 0.95f);
    add_listed(r, "Frobnicating", -1);
    add_listed(r, "HTML/CSS", -1);
    add_listed(r, "Flask", -1);
    add_listed(r, "FastAPI", -1);
    vt_job *first = add_job(r, "Developer", "Acme", 2018, 2019);
    first->description = value("Built shops with Django and PostgreSQL.");
    vt_job *second = add_job(r, "Developer", "Bolt", 2019, 2021);
    vt_vec_push(arena, &second->highlights, value("Moved Django apps to Kubernetes"));
    vt_skills_fill(tax, r, TODAY);

    assert_str_eq(r->skills.at[0].name.text, "Djnago"); /* order and names of the list stay */
    const vt_skill_item *django = &r->skills.at[0];
    assert_str_eq(django->canonical, "Django");
    assert_int_equal(django->method, VT_MATCH_FUZZY);
    assert_true(django->years > 3.9 && django->years < 4.1); /* 2018 to 2021, the overlap once */
    assert_false(django->soft);

    assert_str_eq(r->skills.at[1].canonical, "JavaScript");
    assert_int_equal(r->skills.at[1].method, VT_MATCH_ALIAS);
    assert_true(r->skills.at[1].score > 0.94f); /* the stated level decides */
    assert_true(r->skills.at[1].years < 0);     /* no job shows it */
    assert_true(r->skills.at[1].synonyms.n > 0);

    assert_null(r->skills.at[2].skill_id.ptr);
    assert_int_equal(r->skills.at[2].method, VT_MATCH_NONE);
    assert_true(r->skills.at[2].score > 0);

    const vt_skill_item *css = item_named(r, "CSS");
    assert_non_null(css);
    assert_true(css->listed);
    const vt_skill_item *kubernetes = item_named(r, "Kubernetes");
    assert_non_null(kubernetes);
    assert_false(kubernetes->listed);

    const vt_skill_item *python = item_named(r, "Python");
    assert_non_null(python); /* Django implies it */
    assert_int_equal(python->method, VT_MATCH_IMPLIED);
    assert_str_eq(python->implied_by, "Django");
    assert_true(python->confidence < django->confidence);
}

/** What is said in passing, by another name, or alone of its kind implies nothing. */
static void test_fill__only_certain_skills_imply(void **state)
{
    (void)state;
    static const struct {
        const char *listed, *prose, *want;
        bool found;
    } rows[] = {
        {"Hip Replacement", "Knee replacement, too.", "Arthroplasty", true},
        {"Hip Replacement", "", "Arthroplasty", false},
        {"reconciling", "Did the bank recs.", "Accounting", false},
        {"Account Reconciliation", "Did the bank recs.", "Accounting", true},
        {"", "Cared for people after a hip replacement or knee replacement.", "Arthroplasty",
         false},
        {"PostgreSQL", "Moved all of it to Microsoft SQL Server.", "Relational Databases", true},
        {"", "Moved all of it to Microsoft SQL Server.", "Relational Databases", false},
        {"", "Moved all of it to Microsoft SQL Server.", "SQL", true}, /* named */
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].prose);
        vt_resume *r = new_resume(arena);
        if (*rows[i].listed)
            add_listed(r, rows[i].listed, -1);
        r->summary = value(rows[i].prose);
        vt_skills_fill(tax, r, TODAY);
        const vt_skill_item *implied = item_named(r, rows[i].want);
        assert_int_equal(implied && implied->method == VT_MATCH_IMPLIED, rows[i].found);
    }
}

static void test_fill__spans_of_prose_point_into_the_text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    r->summary = value("Zażółć: years of Kubernetes work");
    r->summary.start = 100;
    r->summary.end = 132;
    vt_skills_fill(tax, r, TODAY);
    const vt_skill_item *item = item_named(r, "Kubernetes");
    assert_non_null(item);
    assert_int_equal(item->name.start, 117); /* code points, not bytes */
    assert_int_equal(item->name.end, 127);
}

static void test_fill__no_skill_from_names(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    r->name = value("Jenkins Docker");
    vt_job *job = add_job(r, "Cashier", "Figma", 2020, 0);
    job->description = value("Jenkins joined Figma in the spring and sold bread.");
    vt_skills_fill(tax, r, TODAY);
    assert_null(item_named(r, "Jenkins"));
    assert_null(item_named(r, "Figma"));
    assert_null(item_named(r, "Docker"));
}

static bool has_synonym(const vt_skill_item *item, const char *name)
{
    for (size_t i = 0; i < item->synonyms.n; i++)
        if (vt_str_eq(item->synonyms.at[i], vt_str_z(name)))
            return true;
    return false;
}

static void test_fill__words_of_a_list_are_kept(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "JS", -1);
    add_listed(r, "Javascript", -1);          /* the same skill again */
    add_listed(r, "Docker & Kubernetes", -1); /* two in one item */
    add_listed(r, "Basic PostgreSQL", -1);    /* a level in words */
    vt_skills_fill(tax, r, TODAY);
    const vt_skill_item *js = item_named(r, "JavaScript");
    assert_str_eq(js->name.text, "JS");
    assert_true(has_synonym(js, "JavaScript")); /* the name in the taxonomy */
    assert_false(has_synonym(js, "JS"));        /* what is shown is not said twice */
    assert_str_eq(item_named(r, "Kubernetes")->name.text, "Docker & Kubernetes");
    assert_non_null(item_named(r, "Docker"));
    const vt_skill_item *sql = item_named(r, "PostgreSQL");
    assert_true(vt_str_eq(sql->name.text, VT_STR("Basic PostgreSQL")) ||
                has_synonym(sql, "Basic PostgreSQL"));
}

static void test_fill__parts_items_of_two_lines(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *item;
        size_t skills;
    } rows[] = {
        {"Python\nKubernetes", "Python Kubernetes", 2}, /* the next row of a grid */
        {"Continuous\nIntegration", "Continuous Integration", 1},
        {"Frobnicating\nWidgets", "Frobnicating Widgets", 1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_resume *r = new_resume(arena);
        r->raw_text = vt_str_z(rows[i].raw);
        add_listed(r, rows[i].item, -1);
        r->skills.at[0].name.end = (uint32_t)strlen(rows[i].item);
        vt_skills_fill(tax, r, TODAY);
        size_t listed = 0;
        for (size_t k = 0; k < r->skills.n; k++)
            listed += r->skills.at[k].listed;
        assert_int_equal(listed, rows[i].skills);
    }
}

static void test_fill__parts_the_last_item_of_a_list(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "Frobnicator and Kubernetes", -1);
    add_listed(r, "Widgets and Python", -1);
    r->skills.at[1].ends_list = true;
    vt_skills_fill(tax, r, TODAY);
    assert_str_eq(r->skills.at[0].name.text, "Frobnicator and Kubernetes");
    assert_str_eq(r->skills.at[1].name.text, "Widgets");
    assert_str_eq(r->skills.at[2].name.text, "Python");
}

static void test_fill__an_item_is_what_it_begins_with(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "Kubernetes with Frobnicator", -1);
    add_listed(r, "Frobnicators for Kubernetes", -1);
    vt_skills_fill(tax, r, TODAY);
    assert_str_eq(r->skills.at[0].canonical, "Kubernetes");
    assert_str_eq(r->skills.at[0].name.text, "Kubernetes with Frobnicator");
    assert_null(r->skills.at[1].skill_id.ptr);
}

/** What people of the job's occupation write counts in its text. */
static void test_fill__the_occupation_of_a_job_counts(void **state)
{
    (void)state;
    static const char *const codes[] = {"7231", "2221"};
    for (size_t i = 0; i < VT_COUNT(codes); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_resume *r = new_resume(arena);
        vt_job *job = add_job(r, "Somebody", "Acme", 2015, 0);
        job->occupation = (vt_job_occupation){.isco = vt_str_z(codes[i]), .confidence = 0.9f};
        job->description = value("Balanced wheels all day.");
        vt_skills_fill(tax, r, TODAY);
        assert_int_equal(item_named(r, "Tire Service") != NULL, i == 0);
    }
}

static void test_fill__a_skill_has_one_entry(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "JavaScript", -1);
    add_listed(r, "Frobnicating", -1);
    add_listed(r, "JS", 0.95f);
    add_listed(r, "frobnicating", -1);
    vt_skills_fill(tax, r, TODAY);
    assert_str_eq(r->skills.at[0].canonical, "JavaScript");
    assert_true(r->skills.at[0].score > 0.94f); /* the level of the second */
    assert_str_eq(r->skills.at[1].name.text, "Frobnicating");
    for (size_t i = 2; i < r->skills.n; i++)
        assert_int_equal(r->skills.at[i].method, VT_MATCH_IMPLIED);
}

static void test_fill__levels_say_what_they_rest_on(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "Excel", 0.65f);
    add_listed(r, "Kubernetes", -1);
    add_listed(r, "Photoshop", -1);
    vt_job *job = add_job(r, "Operations Engineer", "Acme", 2004, 0);
    job->description = value("Ran Kubernetes and moved Terraform modules.");
    r->summary = value("10+ years of experience with PostgreSQL.");
    vt_skills_fill(tax, r, TODAY);

    assert_int_equal(r->skills.at[0].basis, VT_LEVEL_STATED);
    assert_int_equal(r->skills.at[1].basis, VT_LEVEL_DERIVED);
    assert_true(r->skills.at[1].years < 13); /* it came out in 2014 */
    assert_int_equal(r->skills.at[2].basis, VT_LEVEL_ASSUMED);
    assert_true(item_named(r, "PostgreSQL")->years > 9.9);
    assert_true(item_named(r, "PostgreSQL")->years < 10.1);
    assert_true(item_named(r, "Terraform")->years < 9); /* one mention in a job of 22 years */
}

static void test_fill__a_level_behind_an_item_is_read_from_the_text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    r->raw_text = VT_STR("Fähigkeiten\nJava (12 years), Django ●●●●○");
    add_listed(r, "Java", -1);
    add_listed(r, "Django", -1);
    r->skills.at[0].name.start = 12; /* code points */
    r->skills.at[0].name.end = 16;
    r->skills.at[1].name.start = 29;
    r->skills.at[1].name.end = 35;
    vt_skills_fill(tax, r, TODAY);
    assert_true(r->skills.at[0].years > 11.9);
    assert_int_equal(r->skills.at[1].basis, VT_LEVEL_STATED);
    assert_true(r->skills.at[1].score > 0.79f && r->skills.at[1].score < 0.81f);
}

static void test_fill__a_level_in_an_item_is_no_part_of_its_name(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    add_listed(r, "Python (5 years)", -1);
    add_listed(r, "advanced Excel", -1);
    add_listed(r, "Tableau and Power BI", -1);
    vt_skills_fill(tax, r, TODAY);
    assert_string_equal(vt_str_dup(arena, r->skills.at[0].name.text).ptr, "Python");
    assert_true(r->skills.at[0].years > 4.9 && r->skills.at[0].years < 5.1);
    assert_true(vt_str_eq(r->skills.at[1].name.text, VT_STR("Excel")));
    assert_int_equal(r->skills.at[1].basis, VT_LEVEL_STATED);
    assert_true(vt_str_eq(r->skills.at[2].name.text, VT_STR("Tableau")));
    assert_non_null(item_named(r, "Microsoft Power BI"));
}

static void test_fill__an_action_leaves_its_object(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_resume *r = new_resume(arena);
    vt_job *job = add_job(r, "Bookkeeper", "Smith", 2020, 0);
    job->description = value("Prepared job costing reports for the owner.");
    vt_skills_fill(tax, r, TODAY);
    assert_non_null(item_named(r, "Job Costing"));
}

static void test_fill__empty_resume(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    vt_resume *r = new_resume(arena);
    vt_skills_fill(tax, r, TODAY);
    assert_int_equal(r->skills.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill__names_years_levels_and_implied),
        cmocka_unit_test(test_fill__only_certain_skills_imply),
        cmocka_unit_test(test_fill__spans_of_prose_point_into_the_text),
        cmocka_unit_test(test_fill__no_skill_from_names),
        cmocka_unit_test(test_fill__an_item_is_what_it_begins_with),
        cmocka_unit_test(test_fill__the_occupation_of_a_job_counts),
        cmocka_unit_test(test_fill__a_skill_has_one_entry),
        cmocka_unit_test(test_fill__words_of_a_list_are_kept),
        cmocka_unit_test(test_fill__parts_items_of_two_lines),
        cmocka_unit_test(test_fill__parts_the_last_item_of_a_list),
        cmocka_unit_test(test_fill__levels_say_what_they_rest_on),
        cmocka_unit_test(test_fill__a_level_behind_an_item_is_read_from_the_text),
        cmocka_unit_test(test_fill__a_level_in_an_item_is_no_part_of_its_name),
        cmocka_unit_test(test_fill__an_action_leaves_its_object),
        cmocka_unit_test(test_fill__empty_resume),
    };
    return cmocka_run_group_tests(tests, open_taxonomy, drop_taxonomy);
}
