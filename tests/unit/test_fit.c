/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "fit/candidate.h"
#include "fit/fit.h"
#include "fit/job.h"
#include "fit/occupations.h"
#include "skills/skills.h"

static vt_taxonomy *tax;
static vt_lexicon *lex;
static vt_sentence_model *model;
static vt_occupations *occupations;
static const vt_day TODAY = {2026, 3, 15};

static int open_data(void **state)
{
    (void)state;
    return vt_taxonomy_open_embedded(&tax, NULL) == VT_OK && vt_lexicon_open(&lex, NULL) == VT_OK &&
                   vt_sentence_model_open(&model, NULL) == VT_OK &&
                   vt_occupations_open(&occupations, NULL) == VT_OK
               ? 0
               : -1;
}

static int drop_data(void **state)
{
    (void)state;
    vt_taxonomy_drop(tax);
    vt_lexicon_drop(lex);
    vt_sentence_model_drop(model);
    vt_occupations_drop(occupations);
    return 0;
}

static const char JOB[] = "Senior Data Engineer (m/f/d)\n\n"
                          "About us\nWe love Haskell and free fruit.\n\n"
                          "What you'll do\n- Run our Apache Kafka clusters\n\n"
                          "Requirements\n"
                          "- 5+ years of experience in data engineering\n"
                          "- 3 years of experience with Python\n"
                          "- Must know SQL\n"
                          "- Cloud experience: AWS, Azure or Google Cloud Platform\n"
                          "- Bachelor's degree in computer science\n"
                          "- Fluent German and English\n\n"
                          "Nice to have\n- Terraform\n";

static const vt_requirement *requirement(const vt_job_ad *ad, const char *name)
{
    for (size_t i = 0; i < ad->requirements.n; i++)
        for (size_t k = 0; k < ad->requirements.at[i].any.n; k++)
            if (vt_str_eq(vt_taxonomy_name(tax, ad->requirements.at[i].any.at[k],
                                           (char[VT_ALIAS_MAX]){0}),
                          vt_str_z(name)))
                return &ad->requirements.at[i];
    return NULL;
}

static void test_job_ad__finds_the_title_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Position Description\nPosition title: Youth Librarian\nReports to: Team Leader\n",
         "Youth Librarian"},
        {"URGENT - Chef de partie H/F - saison d'hiver\nRestaurant d'altitude\n",
         "Chef de partie H/F - saison d'hiver"},
        {"Now Hiring! Forklift Operators - 2nd Shift\nTallgrass Staffing\nPay: $20 per hour\n",
         "Forklift Operators - 2nd Shift"},
        {"Hi all,\n\nOur client in Leeds is seeking a litigation paralegal who can keep a case "
         "moving from intake to trial.\n",
         "litigation paralegal"},
        {"Die Stadt Musterhausen sucht f\xC3\xBCr das Jugendamt zum 1. Mai\n\n"
         "eine Fachkraft f\xC3\xBCr den Bezirkssozialdienst (m/w/d)\n\nAufgaben\n",
         "Fachkraft f\xC3\xBCr den Bezirkssozialdienst (m/w/d)"},
        {"Roadway Project Engineer (P.E.)\nColumbus, OH\n", "Roadway Project Engineer (P.E.)"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        UNIT_ROW(i, rows[i].text);
        vt_job_ad ad = vt_job_ad_read(&(vt_job_reader){model, occupations, tax, lex}, arena,
                                      vt_str_z(rows[i].text));
        assert_str_eq(ad.title, rows[i].want);
    }
}

static void test_job_ad__zones_alternatives_years_degree_languages(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_job_ad ad =
        vt_job_ad_read(&(vt_job_reader){model, occupations, tax, lex}, arena, vt_str_z(JOB));
    assert_str_eq(ad.title, "Senior Data Engineer (m/f/d)");
    assert_int_equal(ad.seniority, VT_SENIORITY_SENIOR);
    assert_true(ad.years > 4.9 && ad.years < 5.1);
    assert_int_equal(ad.degree, VT_DEGREE_LEVEL_BACHELOR);
    assert_false(ad.degree_is_nice);
    size_t languages = 0;
    for (size_t i = 0; i < ad.requirements.n; i++)
        languages += ad.requirements.at[i].kind == VT_REQUIREMENT_LANGUAGE;
    assert_int_equal(languages, 2);

    assert_null(requirement(&ad, "Haskell")); /* about us */
    const vt_requirement *sql = requirement(&ad, "SQL"), *kafka = requirement(&ad, "Apache Kafka"),
                         *terraform = requirement(&ad, "Terraform"),
                         *python = requirement(&ad, "Python"),
                         *cloud = requirement(&ad, "Amazon Web Services");
    assert_non_null(sql);
    assert_non_null(kafka);
    assert_non_null(terraform);
    assert_non_null(python);
    assert_non_null(cloud);
    assert_true(sql->criticality > kafka->criticality &&
                kafka->criticality > terraform->criticality);
    assert_true(python->years > 2.9 && python->years < 3.1);
    assert_int_equal(cloud->any.n, 3); /* any of the three clouds */
    assert_ptr_equal(cloud, requirement(&ad, "Microsoft Azure"));
    assert_str_eq(sql->words, "Must know SQL");
}

/** Words that look like a degree and are none: "maîtrise de", "Scrum Master", "training". */
static void test_job_ad__a_command_of_something_is_no_degree(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        vt_requirement_kind kind;
    } rows[] = {
        {"Maîtrise de la gestion des dispositifs médicaux", VT_REQUIREMENT_OTHER},
        {"Titulaire d'une maîtrise en droit", VT_REQUIREMENT_DEGREE},
        {"Alto grado de autonomía", VT_REQUIREMENT_OTHER},
        {"Grado en Enfermería", VT_REQUIREMENT_DEGREE},
        {"Master's degree in physics", VT_REQUIREMENT_DEGREE},
        {"Rota planning and training of junior chefs", VT_REQUIREMENT_SKILL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_str text = vt_str_format(arena, "Job\n\nRequirements\n- %s\n", rows[i].line);
        vt_job_ad ad = vt_job_ad_read(&(vt_job_reader){model, occupations, tax, lex}, arena, text);
        UNIT_ROW(i, rows[i].line);
        for (size_t k = 0; k < ad.requirements.n; k++)
            assert_int_equal(ad.requirements.at[k].kind == VT_REQUIREMENT_DEGREE,
                             rows[i].kind == VT_REQUIREMENT_DEGREE);
        assert_int_equal(ad.degree != VT_DEGREE_LEVEL_NONE, rows[i].kind == VT_REQUIREMENT_DEGREE);
        for (size_t k = 0; k < ad.requirements.n; k++)
            assert_int_not_equal(ad.requirements.at[k].kind, VT_REQUIREMENT_CERTIFICATE);
    }
}

static vt_value value(const char *text)
{
    return (vt_value){.text = vt_str_z(text), .confidence = 1};
}

static vt_resume *resume(vt_arena *arena, const char *name)
{
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    r->name = value(name);
    static const char *const skills[] = {"Python", "PostgreSQL", "AWS", "RabbitMQ"};
    for (size_t i = 0; i < VT_COUNT(skills); i++)
        vt_vec_push(arena, &r->skills,
                    ((vt_skill_item){.name = value(skills[i]), .level = -1, .listed = true}));
    vt_job *job = vt_vec_add(arena, &r->jobs);
    job->title = value("Data Engineer");
    job->company = value("Acme");
    job->start = (vt_date){.year = 2019, .month = 1};
    job->current = true;
    job->description = value("Built pipelines in Python and SQL on AWS.");
    vt_study *study = vt_vec_add(arena, &r->studies);
    study->degree = value("B.Sc.");
    study->graduation.year = 2018;
    vt_vec_push(arena, &r->languages, ((vt_language_item){.language = value("English")}));
    vt_skills_fill(tax, r, TODAY);
    return r;
}

static vt_fit fit_of(vt_arena *arena, const vt_resume *r, const char *text, const char *job)
{
    vt_fit_input in = {.taxonomy = tax,
                       .lexicon = lex,
                       .sentences = model,
                       .occupations = occupations,
                       .resume = r,
                       .raw_text = vt_str_z(text),
                       .job = vt_str_z(job),
                       .today = TODAY,
                       .top = 10};
    return vt_fit_of(arena, &in);
}

static void test_fit__scores_with_parts_and_evidence(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_fit fit = fit_of(arena, resume(arena, "Jo Doe"), NULL, JOB);
    assert_in_range(fit.score, 55, 95);
    assert_true(fit.parts[VT_FIT_EDUCATION].value > 0.99);
    assert_true(fit.parts[VT_FIT_YEARS].value > 0.99);
    assert_true(fit.parts[VT_FIT_LANGUAGES].value > 0.4 && fit.parts[VT_FIT_LANGUAGES].value < 0.6);
    double weights = 0;
    for (size_t i = 0; i < VT_FIT_PARTS; i++)
        weights += fit.parts[i].weight;
    assert_true(weights > 0.999 && weights < 1.001);

    bool python = false, kafka = false;
    for (size_t i = 0; i < fit.matched.n; i++)
        if (vt_str_eq(fit.matched.at[i].skill, VT_STR("Python"))) {
            python = true;
            assert_true(vt_str_find(fit.matched.at[i].reason, VT_STR("Data Engineer at Acme"), 0) !=
                        VT_NPOS);
            assert_true(vt_str_find(vt_str_z(JOB), fit.matched.at[i].requirement, 0) != VT_NPOS);
        }
    for (size_t i = 0; i < fit.missing.n; i++) {
        assert_true(fit.missing.at[i].criticality >= 0 && fit.missing.at[i].criticality <= 1);
        if (vt_str_find(fit.missing.at[i].requirement, VT_STR("Kafka"), 0) != VT_NPOS) {
            kafka = true;
            assert_true(fit.missing.at[i].n_transferable > 0); /* RabbitMQ */
        }
    }
    assert_true(python && kafka);
}

static void test_fit__better_candidates_score_higher(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_fit good = fit_of(arena, resume(arena, "A"), NULL, JOB);
    vt_resume *less = resume(arena, "B");
    less->skills.n = 1;
    vt_fit partial = fit_of(arena, less, NULL, JOB);
    vt_fit poor = fit_of(arena, VT_NEW(arena, vt_resume), NULL, JOB);
    assert_true(good.score > partial.score && partial.score > poor.score);
    assert_in_range(poor.score, 0, 20);
}

static const char TEXT[] =
    "%s\n%s\n\nExperience\nData Engineer at Acme\n01/2019 - Present\n"
    "Built pipelines in Python and SQL on AWS.\n\nEducation\nB.Sc. Computer Science, 2018\n\n"
    "Skills\nPython, Kafka, Terraform\n\nLanguages\nEnglish (native)\n";

/** A head chef plans menus and keeps stock; a tool must be named, whatever the title. */
static void test_fit__a_title_speaks_for_its_practices_not_for_tools(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    static const char *const jobs[] = {
        "Data Engineer\n\nRequirements\n- Data modeling\n- Data quality\n",
        "Data Engineer\n\nRequirements\n- Snowflake\n- QlikView\n",
    };
    double skills[2][2]; /* [job][same title, another] */
    for (size_t i = 0; i < VT_COUNT(jobs); i++)
        for (size_t k = 0; k < 2; k++) {
            vt_resume *r = resume(arena, "A B");
            r->label = k == 0 ? value("Data Engineer") : value("Florist");
            r->jobs.at[0].title = r->label;
            r->jobs.at[0].description = value("Worked with colleagues every day.");
            vt_fit fit = fit_of(arena, r, "", jobs[i]);
            skills[i][k] = fit.parts[VT_FIT_SKILLS].value;
        }
    assert_true(skills[0][0] >= skills[0][1] + 0.1);
    assert_true(skills[1][0] <= skills[1][1] + 0.01);
}

/** "You know SAFI and work fast" is about SAFI; one of several choices is enough. */
static void test_fit__names_and_choices_in_words_the_taxonomy_lacks(void **state)
{
    (void)state;
    static const struct {
        const char *line, *shown;
        bool met;
    } rows[] = {
        {"You know ZORBA and you work fast and well", "ZORBA", true},
        {"You know ZORBA and you work fast and well", "KELPI", false},
        {"Experience with Quill Design and ZORBA 7", "ZORBA 7, Quill Design", true},
        {"A year of experience in beekeeping or glassblowing", "Glassblowing", true},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
        vt_resume *r = resume(arena, "A B");
        r->jobs.at[0].description = value(rows[i].shown);
        vt_str job = vt_str_format(arena, "Planner\n\nRequirements\n- %s\n", rows[i].line);
        vt_fit fit = fit_of(arena, r, "", job.ptr);
        UNIT_ROW(i, rows[i].line);
        assert_int_equal(fit.parts[VT_FIT_SKILLS].value > 0.5, rows[i].met);
    }
}

static void test_fit__protected_attributes_never_enter(void **state)
{
    (void)state;
    static const struct {
        const char *name, *personal;
    } rows[] = {
        {"John Smith", "Date of birth: 1 May 1990"},
        {"Fatima Al-Sayed", "Nationality: Syrian, Gender: female"},
        {"Ruby Jenkins", "Age: 58, married, 3 children"},
        {"Go Nakamura", "Geburtsdatum: 12.03.1968, Nationalit\xC3\xA4t: deutsch"},
        {"Maria del Carmen Swift", "Gender: f, Religion: catholic"},
        {"Django Reinhardt", "Marital status: single, Citizenship: German"},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
    int by_resume = -1, by_text = -1;
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        vt_fit a = fit_of(arena, resume(arena, rows[i].name), NULL, JOB);
        vt_str text = vt_str_format(arena, TEXT, rows[i].name, rows[i].personal);
        vt_fit b = fit_of(arena, NULL, vt_str_cstr(arena, text), JOB);
        if (i == 0) {
            by_resume = a.score;
            by_text = b.score;
        }
        assert_int_equal(a.score, by_resume);
        assert_int_equal(b.score, by_text);
        assert_true(vt_str_find(b.summary, vt_str_z(rows[i].name), 0) == VT_NPOS);
    }
    assert_in_range(by_text, 40, 100);
}

static void test_candidate_of_text__reads_without_a_parser(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_str text = vt_str_format(arena, TEXT, "Jo Doe", "jo@example.com");
    vt_candidate c = vt_candidate_of_text(tax, lex, arena, text, TODAY);
    vt_skill python;
    assert_true(vt_taxonomy_find(tax, VT_STR("Python"), &python));
    const vt_held_skill *held = vt_candidate_skill(&c, python.index);
    assert_non_null(held);
    assert_true(held->listed && held->evidence.ptr);
    assert_true(c.years > 7 && c.years < 7.5);
    assert_int_equal(c.degree, VT_DEGREE_LEVEL_BACHELOR);
    assert_int_equal(c.languages.n, 1);
    assert_true(c.titles.n >= 1);
}

static void test_years_in__takes_the_lower_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double want; /* negative: none */
    } rows[] = {{"5+ years", 5},
                {"3-5 Jahre Erfahrung", 3},
                {"at least 2 years", 2},
                {"in 2019 we", -1},
                {"24/7", -1}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        size_t at = 0;
        double years = -1;
        assert_int_equal(vt_years_in(&words, &at, &years), rows[i].want > 0);
        assert_true(years == rows[i].want);
    }
}

static void test_fit__write_and_hostile_input(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    static const char *const jobs[] = {
        "", "\n\n\n", ";;;...", "\xff\xfe\xfd", "Requirements:", "5 years 5 years or or , / or"};
    for (size_t i = 0; i < VT_COUNT(jobs); i++) {
        vt_fit fit = fit_of(arena, NULL, "", jobs[i]);
        assert_in_range(fit.score, 0, 100);
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_json_writer w = vt_json_writer_init(&out, 0);
        vt_fit_write(&w, &fit);
        const vt_json *tree;
        assert_int_equal(vt_json_parse(arena, vt_buf_str(&out), &tree, NULL), VT_OK);
        assert_non_null(vt_json_get(tree, "score"));
        assert_non_null(vt_json_get(tree, "matched_skills"));
        assert_non_null(vt_json_get(tree, "missing_skills"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_job_ad__a_command_of_something_is_no_degree),
        cmocka_unit_test(test_fit__a_title_speaks_for_its_practices_not_for_tools),
        cmocka_unit_test(test_fit__names_and_choices_in_words_the_taxonomy_lacks),
        cmocka_unit_test(test_job_ad__finds_the_title_where_it_stands),
        cmocka_unit_test(test_job_ad__zones_alternatives_years_degree_languages),
        cmocka_unit_test(test_fit__scores_with_parts_and_evidence),
        cmocka_unit_test(test_fit__better_candidates_score_higher),
        cmocka_unit_test(test_fit__protected_attributes_never_enter),
        cmocka_unit_test(test_candidate_of_text__reads_without_a_parser),
        cmocka_unit_test(test_years_in__takes_the_lower_end),
        cmocka_unit_test(test_fit__write_and_hostile_input),
    };
    return cmocka_run_group_tests(tests, open_data, drop_data);
}
