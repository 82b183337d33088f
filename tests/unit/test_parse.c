/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "lines_doc.h"
#include "parse/reader/models.h"
#include "parse/parse.h"
#include "text/lexicon.h"

static vt_lexicon *lexicon;
static vt_models *models;

static int open_lexicon(void **state)
{
    (void)state;
    return vt_lexicon_open(&lexicon, NULL) == VT_OK && vt_models_open(&models, NULL) == VT_OK ? 0
                                                                                              : 1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_models_drop(models);
    vt_lexicon_drop(lexicon);
    return 0;
}

static vt_resume *parsed(vt_arena *arena, const char *text)
{
    vt_parse_context ctx = {.lexicon = lexicon, .models = models, .reference_date = {2026, 3, 15}};
    return vt_parse(&ctx, arena, lines_doc_new(arena, text), NULL);
}

/** What a test expects of a job; NULL: unknown. */
struct want_job {
    const char *title, *company, *start, *end;
    bool current;
    size_t highlights;
};

static void assert_value(const vt_value *got, const char *want)
{
    if (!want)
        assert_false(vt_value_known(got));
    else
        assert_str_eq(got->text, want);
}

static void assert_date(const vt_date *got, const char *want)
{
    char buf[24];
    if (!want)
        assert_int_equal(got->year, 0);
    else
        assert_str_eq(vt_date_format(got, buf, sizeof buf), want);
}

static void assert_jobs(const vt_resume *r, const struct want_job *want, size_t n)
{
    assert_int_equal(r->jobs.n, n);
    for (size_t i = 0; i < n; i++) {
        UNIT_ROW(i, want[i].title ? want[i].title : "no title");
        const vt_job *job = &r->jobs.at[i];
        assert_value(&job->title, want[i].title);
        assert_value(&job->company, want[i].company);
        assert_date(&job->start, want[i].start);
        assert_date(&job->end, want[i].end);
        assert_int_equal(job->current, want[i].current);
        assert_int_equal(job->highlights.n, want[i].highlights);
    }
}

static const char CHRONOLOGICAL[] =
    "# Maria Schneider\n"
    "Senior Data Analyst\n"
    "Portland, OR | (503) 555-0142 | maria.schneider@example.com\n"
    "\n"
    "# Summary\n"
    "Analyst with eight years in retail and logistics who turns messy data into\n"
    "decisions.\n"
    "\n"
    "# Experience\n"
    "! Senior Data Analyst\tJan 2020 - Present\n"
    "Brightleaf Logistics Inc., Portland, OR\n"
    "- Built the forecasting model that cut waste by 12%\n"
    "- Led a team of four analysts across two sites and ran the weekly review with\n"
    "> the operations managers\n"
    "\n"
    "! Data Analyst\tMar 2016 - Dec 2019\n"
    "Northwind Retail Group, Salem, OR\n"
    "- Automated reports in Python and SQL\n"
    "\n"
    "# Education\n"
    "! Bachelor of Science in Statistics\t2012 - 2016\n"
    "Oregon State University\n"
    "\n"
    "# Skills\n"
    "Languages: Python, SQL, R\n"
    "Tools: Tableau, Excel (advanced), Git\n"
    "\n"
    "# Languages\n"
    "English (native), German (B2)\n"
    "\n"
    "# Certifications\n"
    "- Certified Analytics Professional, 2021\n";

static void test_parse__reads_a_chronological_resume(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, CHRONOLOGICAL);
    assert_value(&r->name, "Maria Schneider");
    assert_value(&r->label, "Senior Data Analyst");
    assert_value(&r->email, "maria.schneider@example.com");
    assert_value(&r->location.city, "Portland");
    assert_value(&r->location.region, "OR");
    assert_value(&r->location.country_code, "US");
    assert_value(&r->summary, "Analyst with eight years in retail and logistics who turns messy "
                              "data into decisions.");
    static const struct want_job jobs[] = {
        {"Senior Data Analyst", "Brightleaf Logistics Inc.", "2020-01", NULL, true, 2},
        {"Data Analyst", "Northwind Retail Group", "2016-03", "2019-12", false, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
    assert_str_eq(r->jobs.at[0].highlights.at[1].text,
                  "Led a team of four analysts across two sites and ran the weekly review with "
                  "the operations managers");
    assert_int_equal(r->studies.n, 1);
    assert_value(&r->studies.at[0].institution, "Oregon State University");
    assert_value(&r->studies.at[0].degree, "Bachelor of Science");
    assert_value(&r->studies.at[0].field, "Statistics");
    assert_date(&r->studies.at[0].graduation, "2016");
    assert_int_equal(r->skills.n, 6);
    assert_value(&r->skills.at[0].name, "Python");
    assert_value(&r->skills.at[0].group, "Languages");
    assert_true(r->skills.at[4].level > 0.5f);
    assert_int_equal(r->languages.n, 2);
    assert_str_eq(r->languages.at[0].proficiency, "native");
    assert_str_eq(r->languages.at[1].cefr, "B2");
    assert_int_equal(r->certifications.n, 1);
    assert_value(&r->certifications.at[0].name, "Certified Analytics Professional");
    assert_date(&r->certifications.at[0].date, "2021");
}

static void test_parse__finds_the_name(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"# Dr. Ana Ruiz Prats\nana.ruiz@example.com\n", "Dr. Ana Ruiz Prats"},
        {"### Harriet\n### Pemberton-Lowe\nhr@example.com\n", "Harriet Pemberton-Lowe"},
        {"### Kwesi\n### Account Manager\nkwesi@example.com\n", "Kwesi"},
        {"# EDUCATION\n### MASTER OF MIDWIFERY\nLeeds College\n2012 - 2014\n\n### Nurul Izzah\n"
         "izzah@example.com\n",
         "Nurul Izzah"},
        {"# Curriculum Vitae\nName: Jo Li\nEmail: jo@example.com\n", "Jo Li"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].want);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
        vt_str text = vt_str_format(arena,
                                    "%s\n# PROFILE\nLooks after people and their papers.\n"
                                    "Has done so for nine years and in two countries.\n"
                                    "Writes letters that are read to their end.\n",
                                    rows[i].text);
        assert_str_eq(parsed(arena, vt_str_cstr(arena, text))->name.text, rows[i].want);
    }
}

static void test_parse__shares_an_employer_over_its_roles(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "# Omar Haddad\n"
                                 "omar.haddad@example.com\n"
                                 "\n"
                                 "# WORK EXPERIENCE\n"
                                 "! Granite Peak Bank\tDenver, CO\n"
                                 "Branch Manager\tJun 2021 - Present\n"
                                 "- Run a branch with 14 people\n"
                                 "Assistant Manager\tMay 2018 - Jun 2021\n"
                                 "- Opened 300 accounts\n"
                                 "\n"
                                 "! Lakeview Credit Union\tBoulder, CO\n"
                                 "Teller\tJan 2016 - Apr 2018\n"
                                 "- Served customers\n");
    static const struct want_job jobs[] = {
        {"Branch Manager", "Granite Peak Bank", "2021-06", NULL, true, 1},
        {"Assistant Manager", "Granite Peak Bank", "2018-05", "2021-06", false, 1},
        {"Teller", "Lakeview Credit Union", "2016-01", "2018-04", false, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

/* Employers and "Highlights" are set larger than the text, yet smaller than the sections' headings.
 */
/* The items begin with bulleted lines, as their text does not. */
static void test_parse__begins_items_with_the_look_of_the_first(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "# Jonas Vestergaard\n"
                                 "jonas.v@example.com\n"
                                 "\n"
                                 "# EXPERIENCE\n"
                                 "- Carpenter, Kvist & Holm ApS\n"
                                 "\n"
                                 "Jan 2021 - Present\n"
                                 "Roofs, windows and light walls\n"
                                 "\n"
                                 "- Apprentice, Holmby Huse\n"
                                 "\n"
                                 "Jan 2017 - Dec 2020\n"
                                 "\n"
                                 "- Conscript, Livgarden\n"
                                 "\n"
                                 "Jan 2016 - Nov 2016\n");
    static const struct want_job jobs[] = {
        {"Carpenter", "Kvist & Holm ApS", "2021-01", NULL, true, 0},
        {"Apprentice", "Holmby Huse", "2017-01", "2020-12", false, 0},
        {"Conscript", "Livgarden", "2016-01", "2016-11", false, 0},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

static void test_parse__reads_a_german_tabular_cv(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "# Lebenslauf\n"
                                 "Name: Katrin Vogel\n"
                                 "E-Mail: katrin.vogel@example.org\n"
                                 "\n"
                                 "# Berufserfahrung\n"
                                 "04/2019 - heute\n"
                                 "! Bilanzbuchhalterin\n"
                                 "Nordlicht Handels GmbH, Hamburg\n"
                                 "- Erstellung der Monatsabschlüsse\n"
                                 "\n"
                                 "08/2014 - 03/2019\n"
                                 "! Buchhalterin\n"
                                 "Elbtal Logistik AG, Dresden\n"
                                 "- Debitoren und Kreditoren\n"
                                 "\n"
                                 "# Ausbildung\n"
                                 "2011 - 2014\n"
                                 "! Bachelor of Arts in Betriebswirtschaftslehre\n"
                                 "Technische Universität Dresden\n");
    assert_value(&r->name, "Katrin Vogel");
    static const struct want_job jobs[] = {
        {"Bilanzbuchhalterin", "Nordlicht Handels GmbH", "2019-04", NULL, true, 1},
        {"Buchhalterin", "Elbtal Logistik AG", "2014-08", "2019-03", false, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
    assert_int_equal(r->studies.n, 1);
    assert_value(&r->studies.at[0].institution, "Technische Universität Dresden");
    assert_value(&r->studies.at[0].degree, "Bachelor of Arts");
    assert_value(&r->studies.at[0].field, "Betriebswirtschaftslehre");
    assert_date(&r->studies.at[0].graduation, "2014");
}

static void test_parse__learns_the_order_of_fields_from_the_other_items(void **state)
{
    (void)state;
    /* "Meridian" and "Halcyon" are no known employers: the form of the others decides */
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "# Lin Tao\n"
                                 "lin.tao@example.com\n"
                                 "\n"
                                 "# Employment\n"
                                 "! Meridian\t2019 - 2022\n"
                                 "Chief Happiness Wizard\n"
                                 "- Kept everybody happy\n"
                                 "\n"
                                 "! Kestrel Foods Ltd\t2015 - 2019\n"
                                 "Production Manager\n"
                                 "- Ran the night shift\n"
                                 "\n"
                                 "! Halcyon\t2012 - 2015\n"
                                 "Quality Engineer\n"
                                 "- Wrote test plans\n");
    static const struct want_job jobs[] = {
        {"Chief Happiness Wizard", "Meridian", "2019", "2022", false, 1},
        {"Production Manager", "Kestrel Foods Ltd", "2015", "2019", false, 1},
        {"Quality Engineer", "Halcyon", "2012", "2015", false, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

static void test_parse__shares_a_school_over_its_degrees(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "# Ada Brandt\n"
                                 "ada@example.com\n"
                                 "\n"
                                 "# Education\n"
                                 "! University of Leeds\tLeeds, UK\n"
                                 "MSc in Data Science\t2019 - 2020\n"
                                 "BSc in Mathematics\t2016 - 2019\n");
    assert_int_equal(r->studies.n, 2);
    static const char *const degrees[] = {"MSc", "BSc"}, *const fields[] = {"Data Science",
                                                                            "Mathematics"};
    for (size_t i = 0; i < 2; i++) {
        assert_value(&r->studies.at[i].institution, "University of Leeds");
        assert_value(&r->studies.at[i].degree, degrees[i]);
        assert_value(&r->studies.at[i].field, fields[i]);
    }
}

/** The text of a span of raw_text, white space collapsed. */
static vt_str span_text(vt_arena *arena, vt_str raw, uint32_t start, uint32_t end)
{
    size_t from = vt_utf8_offset(raw, start), to = vt_utf8_offset(raw, end);
    char *out = vt_arena_alloc(arena, to - from + 1);
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        if (!vt_is_space(raw.ptr[i]))
            out[n++] = raw.ptr[i];
        else if (n && out[n - 1] != ' ')
            out[n++] = ' ';
    return vt_str_n(out, n);
}

static void test_parse__gives_no_value_that_its_span_does_not_hold(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_doc *doc = lines_doc_new(arena, CHRONOLOGICAL);
    vt_parse_context ctx = {.lexicon = lexicon, .models = models, .reference_date = {2026, 3, 15}};
    vt_resume *r = vt_parse(&ctx, arena, doc, NULL);
    VT_VEC(vt_value) values = {0};
    vt_vec_push(arena, &values, r->name);
    vt_vec_push(arena, &values, r->label);
    vt_vec_push(arena, &values, r->email);
    vt_vec_push(arena, &values, r->summary);
    for (size_t i = 0; i < r->jobs.n; i++) {
        vt_vec_push(arena, &values, r->jobs.at[i].title);
        vt_vec_push(arena, &values, r->jobs.at[i].company);
        for (size_t k = 0; k < r->jobs.at[i].highlights.n; k++)
            vt_vec_push(arena, &values, r->jobs.at[i].highlights.at[k]);
    }
    for (size_t i = 0; i < r->skills.n; i++)
        vt_vec_push(arena, &values, r->skills.at[i].name);
    for (size_t i = 0; i < values.n; i++) {
        vt_str text = values.at[i].text;
        UNIT_ROW(i, vt_str_cstr(arena, text));
        assert_true(
            vt_str_eq(span_text(arena, doc->raw_text, values.at[i].start, values.at[i].end), text));
    }
}

static void test_parse__reads_names_of_many_forms(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name, *label;
    } rows[] = {
        {"# Ann Lee, PMP\n", "Ann Lee, PMP", NULL},
        {"### РИ\n# Рустам Ильдарович\n", "Рустам Ильдарович", NULL},
        {"# Marcus Whitfield, Esq.\n", "Marcus Whitfield, Esq.", NULL},
        {"# Craig, Judy\n", "Craig, Judy", NULL},
        {"# Oleksandr (Alex) Hrytsenko\n", "Oleksandr (Alex) Hrytsenko", NULL},
        {"# Ann Lee (Annie)\n", "Ann Lee (Annie)", NULL},
        {"# Ann Lee (she/her)\n", "Ann Lee", NULL},
        {"# Prof. Dr.-Ing. Ann Lee\n", "Prof. Dr.-Ing. Ann Lee", NULL},
        {"# Dipl.-Inf. (FH) Ann Lee\n", "Dipl.-Inf. (FH) Ann Lee", NULL},
        {"# Ann Lee, seamstress\n", "Ann Lee", NULL},
        {"# BEWERBUNG\n# Ann Lee\n", "Ann Lee", NULL},
        {"# Ann Lee\nRole: Violist and Arranger\n", "Ann Lee", "Violist and Arranger"},
        {"# LEE Ann, Judy\n", "LEE Ann, Judy", NULL},
        {"AL\n\n# Ann Lee\n", "Ann Lee", NULL},
        {"# Curriculum vitae\n\nName: Ann Lee\n", "Ann Lee", NULL},
        {"# Ann Lee, Registered Nurse\n", "Ann Lee", "Registered Nurse"},
        {"# Ann Lee\nViolist and Arranger\n", "Ann Lee", "Violist and Arranger"},
        {"# Олена Деркач\nЕлектромонтер 5 розряду\n", "Олена Деркач", "Електромонтер 5 розряду"},
        {"# Aurélie Chambon\nResponsable logistique internationale – industrie pharmaceutique\n",
         "Aurélie Chambon", "Responsable logistique internationale – industrie pharmaceutique"},
        {"# 高橋 美咲\n品質保証エンジニア\n", "高橋 美咲", "品質保証エンジニア"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_resume *r = parsed(
            arena,
            vt_str_cstr(arena, vt_str_format(arena,
                                             "%sTel: (503) 555-0142 | someone@example.com\n\n"
                                             "# Skills\nPython, SQL\n",
                                             rows[i].line)));
        assert_value(&r->name, rows[i].name);
        assert_value(&r->label, rows[i].label);
    }
}

static void test_parse__keeps_languages_that_the_lexicon_does_not_know(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *want; /* "language=proficiency" of each, in order */
    } rows[] = {
        {"# Languages\nEnglish (native), Klingon (basic), Te reo Māori\n",
         "English=native;Klingon=elementary;Te reo Māori=-;"},
        {"# Languages\nElbish\nEnglish – C1\nDothraki\tfluent\n",
         "Elbish=-;English=full-professional;Dothraki=full-professional;"},
        {"# Languages\nCook Islands Māori, Spanish (Argentina), TOEFL 110\n",
         "Cook Islands Māori=-;Spanish (Argentina)=-;"},
        {"# Języki\nangielski – C1\nniemiecki – A2\n",
         "angielski=full-professional;niemiecki=elementary;"},
        {"# Yabancı Diller\nTürkçe\t●●●●●\nİngilizce\t●●○○○\n", "Türkçe=-;İngilizce=-;"},
        {"# 語学\n日本語（母語）、英語\n", "日本語=native;英語=-;"},
        {"# Lingue\nComprensione\tParlato\tScritto\nInglese\tB2\tB2\tB1\nSpagnolo\tC1\tC1\tB2\n",
         "Inglese=professional-working;Spagnolo=full-professional;"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].want);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_resume *r = parsed(
            arena, vt_str_cstr(arena, vt_str_format(arena, "# Ann Borg\nann@example.com\n\n%s",
                                                    rows[i].text)));
        vt_str got = VT_STR("");
        for (size_t k = 0; k < r->languages.n; k++)
            got = vt_str_format(arena, VT_STR_FMT VT_STR_FMT "=" VT_STR_FMT ";", VT_STR_ARG(got),
                                VT_STR_ARG(r->languages.at[k].language.text),
                                VT_STR_ARG(r->languages.at[k].proficiency.ptr
                                               ? r->languages.at[k].proficiency
                                               : VT_STR("-")));
        assert_str_eq(got, rows[i].want);
    }
}

static void test_parse__survives_nothing_and_noise(void **state)
{
    (void)state;
    static const char *const rows[] = {"",
                                       "x\n",
                                       "# Experience\n",
                                       "- \n- \n",
                                       "2019 - 2020\n2020 - 2021\n",
                                       "((((\n))))\n,,,,\n"};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
        assert_non_null(parsed(arena, rows[i]));
    }
}

/* ---- certificates ---- */

struct want_certificate {
    const char *name, *issuer, *date, *expires, *id;
};

static void test_parse__reads_certificates_of_many_forms(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        size_t n;
        struct want_certificate want[4];
    } rows[] = {
        {"Microsoft Certified: Azure Administrator Associate\nAWS Certified Developer (2021)\n",
         2,
         {{"Microsoft Certified: Azure Administrator Associate", NULL, NULL, NULL, NULL},
          {"AWS Certified Developer", NULL, "2021", NULL, NULL}}},
        {"Security+ (CompTIA, 2021)\nProject Management Professional (PMP), PMI, March 2019\n",
         2,
         {{"Security+", "CompTIA", "2021", NULL, NULL},
          {"Project Management Professional (PMP)", "PMI", "2019-03", NULL, NULL}}},
        {"CCIE Enterprise Infrastructure\nCisco | Nov 2016\nPalo Alto PCNSE\n"
         "Palo Alto Networks | 2018\nITIL v4 Foundation\nPeopleCert | 2019\n",
         3,
         {{"CCIE Enterprise Infrastructure", "Cisco", "2016-11", NULL, NULL},
          {"Palo Alto PCNSE", "Palo Alto Networks", "2018", NULL, NULL},
          {"ITIL v4 Foundation", "PeopleCert", "2019", NULL, NULL}}},
        {"Certified Kubernetes Administrator\nIssued by: CNCF\nIssued Jan 2022 - Expires Jan 2025\n"
         "Credential ID LF-abc123\n",
         1,
         {{"Certified Kubernetes Administrator", "CNCF", "2022-01", "2025-01", "LF-abc123"}}},
        {"- Führerschein B, BE, C1\n- Staplerschein\n",
         2,
         {{"Führerschein B, BE, C1"}, {"Staplerschein"}}},
        {"Google Ads Search Certification\nHubSpot Inbound Marketing\n",
         2,
         {{"Google Ads Search Certification"}, {"HubSpot Inbound Marketing"}}},
        {"EPA 608 Universal, NATE, Forklift Operator\n",
         3,
         {{"EPA 608 Universal"}, {"NATE"}, {"Forklift Operator"}}},
        {"Cabin Crew Licence 0012345\n", 1, {{"Cabin Crew Licence", NULL, NULL, NULL, "0012345"}}},
        {"CKA, PMP, CISSP\n", 3, {{"CKA"}, {"PMP"}, {"CISSP"}}},
        {"2019  Ausbildereignungsprüfung (AdA-Schein), IHK Stuttgart\n",
         1,
         {{"Ausbildereignungsprüfung (AdA-Schein)", "IHK Stuttgart", "2019"}}},
        {"PMP, 2019; CKA, 2021\n", 2, {{"PMP", NULL, "2019"}, {"CKA", NULL, "2021"}}},
        {"ISO 9001:2015 Lead Auditor, 2020\nStaplerschein, DEKRA Akademie, 2018\n",
         2,
         {{"ISO 9001:2015 Lead Auditor", NULL, "2020"},
          {"Staplerschein", "DEKRA Akademie", "2018"}}},
        {"Journeyman Electrician License, Lic. #2445, expires 2027\nOSHA 30\n",
         2,
         {{"Journeyman Electrician License", NULL, NULL, "2027", "2445"}, {"OSHA 30"}}},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].lines);
        vt_str text = vt_str_format(arena,
                                    "Ana Berg\nana.berg@example.org\n\n"
                                    "EXPERIENCE\nNurse, Elm Clinic, 2015 - 2020\n\n"
                                    "CERTIFICATIONS\n%s\nLANGUAGES\nEnglish\n",
                                    rows[i].lines);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_int_equal(r->certifications.n, rows[i].n);
        for (size_t k = 0; k < rows[i].n; k++) {
            const vt_certification *c = &r->certifications.at[k];
            assert_value(&c->name, rows[i].want[k].name);
            assert_value(&c->issuer, rows[i].want[k].issuer);
            assert_value(&c->credential_id, rows[i].want[k].id);
            assert_date(&c->date, rows[i].want[k].date);
            assert_date(&c->expires, rows[i].want[k].expires);
        }
    }
}

/* ---- plain text ---- */

static void test_parse__finds_sections_of_text_without_white_space(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "Last updated in March 2026\n"
                                 "Ana Berg\nana.berg@example.org\n\n"
                                 "Baker of sourdough bread who runs a small team.\n"
                                 "Experience\n\nHead Baker\nElm Bakery Ltd\n2015 - 2020\n"
                                 "- Baked 400 loaves a day\n"
                                 "Education\n\nLowell College\nDiploma in Baking, 2014\n"
                                 "Languages\nEnglish, Polish\n"
                                 "Made with ResumePress at resumepress.example\n");
    assert_int_equal(r->jobs.n, 1);
    assert_value(&r->jobs.at[0].title, "Head Baker");
    assert_int_equal(r->studies.n, 1);
    assert_value(&r->studies.at[0].institution, "Lowell College");
    assert_int_equal(r->languages.n, 2);
    assert_value(&r->summary, "Baker of sourdough bread who runs a small team.");
}

static void test_parse__finds_sections_behind_numbers_and_between_signs(void **state)
{
    (void)state;
    static const struct {
        const char *name, *work, *studies;
    } rows[] = {
        {"roman numbers", "\nII. Professional Experience", "\nIII. Education"},
        {"letters", "\nA. Work Experience", "\nB. Education"},
        {"numbers that stand out", "! 1. Work Experience", "! 2. Education"},
        {"stars", "\n*** WORK EXPERIENCE ***\n", "\n*** EDUCATION ***\n"},
        {"a rule on both sides", "\n== Work Experience ==\n", "\n== Education ==\n"},
        {"a dash above the name", "ㅡ\nWork Experience", "ㅡ\nEducation"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena,
                                    "Ana Berg\nana.berg@example.org\n%s\n"
                                    "Head Baker\nElm Bakery Ltd\n2015 - 2020\n%s\n"
                                    "Lowell College\nDiploma in Baking, 2014\n",
                                    rows[i].work, rows[i].studies);
        const vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_int_equal(r->jobs.n, 1);
        assert_value(&r->jobs.at[0].title, "Head Baker");
        assert_value(&r->jobs.at[0].company, "Elm Bakery Ltd");
        assert_int_equal(r->studies.n, 1);
        assert_value(&r->studies.at[0].institution, "Lowell College");
    }
}

static void test_parse__finds_the_title_under_the_name(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *want;
    } rows[] = {
        {"Site Reliability Engineer\nana.berg@example.org | Dublin", "Site Reliability Engineer"},
        {"Office Manager\nana.berg@example.org", "Office Manager"},
        {"Office: Dublin\nana.berg@example.org", NULL},
        {"Software Developer | Leeds | ana.berg@example.org", "Software Developer"},
        {"Software Developer\t+44 7700 900182\nana.berg@example.org", "Software Developer"},
        {"Leeds | ana.berg@example.org", NULL},
        {"14 Quarry Lane, Leeds NE46 1XX\nana.berg@example.org", NULL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].lines);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena,
                                    "### Ana Berg\n%s\n\n# Experience\n"
                                    "Head Baker\nElm Bakery Ltd\n2015 - 2020\n",
                                    rows[i].lines);
        assert_value(&parsed(arena, vt_str_cstr(arena, text))->label, rows[i].want);
    }
}

static void test_parse__ends_values_where_something_else_begins(void **state)
{
    (void)state;
    static const struct {
        const char *job, *title, *company, *study, *degree, *field;
    } rows[] = {
        {"Nurse (part-time), Elm Clinic, 2015 - 2020", "Nurse", "Elm Clinic",
         "BSc Biology, Elm College, 2014", "BSc", "Biology"},
        {"Nurse, Elm Clinic (agency), 2015 - 2020", "Nurse", "Elm Clinic",
         "Bachelor of Science in Biology, Elm College, 2014", "Bachelor of Science", "Biology"},
        {"Nurse at Elm Clinic, 2015 - 2020", "Nurse", "Elm Clinic",
         "Biology (BSc), Elm College, 2014", "BSc", "Biology"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].job);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena,
                                    "Ana Berg\nana.berg@example.org\n\nEXPERIENCE\n%s\n"
                                    "- Cared for patients\n\nEDUCATION\n%s\n",
                                    rows[i].job, rows[i].study);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_int_equal(r->jobs.n, 1);
        assert_value(&r->jobs.at[0].title, rows[i].title);
        assert_value(&r->jobs.at[0].company, rows[i].company);
        assert_int_equal(r->studies.n, 1);
        assert_value(&r->studies.at[0].degree, rows[i].degree);
        assert_value(&r->studies.at[0].field, rows[i].field);
    }
}

static void test_parse__leaves_the_head_of_a_table_out(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    const vt_resume *r = parsed(arena, "### Ana Ruiz\n\n"
                                       "# Work Experience\n"
                                       "Period\tEmployer\tDesignation\n"
                                       "01/2019 - present\tSol Clinic\tNurse\n"
                                       "03/2015 - 12/2018\tLuna Hospital\tPorter\n");
    static const struct want_job jobs[] = {
        {"Nurse", "Sol Clinic", "2019-01", NULL, true, 0},
        {"Porter", "Luna Hospital", "2015-03", "2018-12", false, 0},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

static void test_parse__leaves_the_label_out_of_the_city(void **state)
{
    (void)state;
    static const struct {
        const char *line, *city, *region;
    } rows[] = {{"Address. Orrinsby, TX", "Orrinsby", "TX"},
                {"Adresse Orrinsville, France", "Orrinsville", NULL},
                {"Location: Portland, OR", "Portland", "OR"},
                {"Wohnort Berlin, Deutschland", "Berlin", NULL}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        vt_str text = vt_str_format(arena, "Ana Berg\n%s\nana.berg@example.org\n", rows[i].line);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_value(&r->location.city, rows[i].city);
        assert_value(&r->location.region, rows[i].region);
    }
}

/* Below a bare title stands the employer, whatever it is called; a sentence is none. */
static void test_parse__takes_the_line_below_a_title_as_the_employer(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "### Ann Lee\nann.lee@example.org\n\n"
                                 "# Experience\n\n"
                                 "2024 - 2025\n! Shop Assistant\n"
                                 "Sold shoes and repaired them in the evening.\n\n"
                                 "2018 - 2023\n! Registered Nurse\nDiakonie Orrinsby\n"
                                 "- Cared for ninety people in four wards\n\n"
                                 "2014 - 2018\n! Data Analyst\nViña Ventisqueño\n"
                                 "- Kept the books of the harvest\n");
    static const struct want_job jobs[] = {
        {"Shop Assistant", NULL, "2024", "2025", false, 0},
        {"Registered Nurse", "Diakonie Orrinsby", "2018", "2023", false, 1},
        {"Data Analyst", "Viña Ventisqueño", "2014", "2018", false, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

static void test_parse__reads_studies_of_many_forms(void **state)
{
    (void)state;
    static const struct {
        const char *text, *institution, *degree, *field, *graduation;
    } rows[] = {
        {"! University of St Andrews\t2008 - 2012\nBachelor of Arts\nArt History\n",
         "University of St Andrews", "Bachelor of Arts", "Art History", "2012"},
        {"! Lowell College\t2001 - 2003\nCIPD Level 5 in Human Resource Practice\n",
         "Lowell College", "CIPD Level 5", "Human Resource Practice", "2003"},
        {"! Lowell College\t2001 - 2003\nBachelor of Science in Computer Science\n",
         "Lowell College", "Bachelor of Science", "Computer Science", "2003"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena, "### Ann Lee\nann.lee@example.org\n\n# Education\n\n%s",
                                    rows[i].text);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_int_equal(r->studies.n, 1);
        assert_value(&r->studies.at[0].institution, rows[i].institution);
        assert_value(&r->studies.at[0].degree, rows[i].degree);
        assert_value(&r->studies.at[0].field, rows[i].field);
        assert_date(&r->studies.at[0].graduation, rows[i].graduation);
    }
}

/* Dates beside what they date, as lines of their own. */
static void test_parse__gives_the_first_date_to_the_first_study(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "### Ann Lee\nann.lee@example.org\n\n"
                                 "# Education\n\n"
                                 "2011 - 2015\n\n! Bachelor of Nursing\nUniversity of Manitoba\n\n"
                                 "2004 - 2008\n\n! Diploma in Drawing\nLowell College\n");
    assert_int_equal(r->studies.n, 2);
    assert_date(&r->studies.at[0].graduation, "2015");
    assert_value(&r->studies.at[0].institution, "University of Manitoba");
    assert_date(&r->studies.at[1].graduation, "2008");
    assert_value(&r->studies.at[1].institution, "Lowell College");
}

static void test_parse__takes_what_is_printed_twice_once(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r =
        parsed(arena, "### Ann Lee\nann.lee@example.org\n\n"
                      "# Experience\n\n"
                      "! Cashier\nElm Stores\t08/2017 - 05/2018\n- Counted cash.\n\n"
                      "! Sales Associate\nOak Stores\t02/2014 - 07/2016\n- Sold shoes.\n\n"
                      "# Education\n\nBachelor of Arts, Lowell College, 2012\n\n"
                      "# Work History\n\n"
                      "! Cashier\nElm Stores\t08/2017 - 05/2018\n\n"
                      "! Sales Associate\nOAK STORES\n\n"
                      "# Certifications\n\nCertified Scrum Master\nFirst Aid Certificate\n\n"
                      "# Certificates\n\nCertified Scrum Master\n");
    assert_int_equal(r->jobs.n, 2);
    assert_int_equal(r->certifications.n, 2);
    assert_value(&r->jobs.at[0].title, "Cashier");
    assert_int_equal(r->jobs.at[0].highlights.n, 1);
    assert_value(&r->jobs.at[1].company, "Oak Stores");
}

static void test_parse__takes_a_field_that_is_repeated_once(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(
        arena, "### Ann Lee\nann.lee@example.org\n\n# Education\n\n"
               "Bachelor of Science : Applied Management Applied Management\n2009\n"
               "Lowell College City , State\n"
               "Bachelor of Science : Business Administration Business Administration Want more?"
               " Check out our other examples.\n\n# Skills\n\nAdobe Photoshop, budget, client\n");
    assert_int_equal(r->studies.n, 2);
    assert_value(&r->studies.at[1].field, "Business Administration");
}

static bool has_skill(const vt_resume *r, const char *name)
{
    for (size_t i = 0; i < r->skills.n; i++)
        if (vt_str_eq(r->skills.at[i].name.text, vt_str_z(name)))
            return true;
    return false;
}

static void test_parse__cuts_lists_of_skills(void **state)
{
    (void)state;
    static const struct {
        const char *line, *first, *last;
    } rows[] = {
        {"Frameworks: Yaf/Yii/Slim, Rails", "Yaf", "Slim"},
        {"HTML/CSS, Rails", "HTML/CSS", "Rails"}, /* one slash joins */
        {"Access 97/2000, Rails", "Access", "Rails"},
        {"Marketing / Sales, Rails", "Marketing / Sales", "Rails"},
        {"精通 Linux, 熟悉Docker, 了解 Nginx", "Linux", "Docker"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena, "### Ann Lee\nann.lee@example.org\n\n# Skills\n\n%s\n",
                                    rows[i].line);
        vt_resume *r = parsed(arena, text.ptr);
        assert_true(has_skill(r, rows[i].first));
        assert_true(has_skill(r, rows[i].last));
    }
}

static void test_parse__parts_east_asian_addresses(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "### 山田 太郎\n住所: 東京都渋谷区神南1-1-1\n電話: 090-1234-5678\n"
                                 "taro@example.jp\n\n# 職歴\n\n2015年4月 株式会社サンプル 入社\n");
    assert_value(&r->location.region, "東京都");
    assert_value(&r->location.city, "渋谷区");
    assert_value(&r->location.country_code, "JP");
}

/* What a form asks for is known from its label, and no value ends inside an East Asian word. */
static void test_parse__reads_an_east_asian_form(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "### 履歴書\n\nフリガナ\tマシマ セツコ\n氏名\t間嶋 節子\n生年月日\t1990年4月1日\n",
        "### 履歴書\n\nフリガナ：マシマ セツコ\n氏名：間嶋 節子\n生年月日：1990年4月1日\n",
    };
    for (size_t i = 0; i < VT_COUNT(forms); i++) {
        UNIT_ROW(i, forms[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena,
                                    "%s電話 090-1234-5678\n\n# 職歴\n\n2015年4月 - "
                                    "2020年3月\t株式会社霧島観光\t営業部 主任補佐\n",
                                    forms[i]);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_value(&r->name, "間嶋 節子");
        assert_int_equal(r->jobs.n, 1);
        assert_value(&r->jobs.at[0].company, "株式会社霧島観光");
    }
}

/* The months stand under the years of a range. */
static void test_parse__reads_months_under_years(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "### Jana Berg\njana@example.org\n\n# Berufserfahrung\n\n"
                                 "! 2007 - 2015\nSept.\tDez.\nVerkäuferin\n"
                                 "Brillen-Bachofer OHG, Aalen\n- Beratung von Kunden\n\n"
                                 "! 2016 - heute\nJan.\nWerkstattleiterin\n"
                                 "Sehzentrum Remstal GmbH, Aalen\n- Leitung der Werkstatt\n");
    static const struct want_job jobs[] = {
        {"Verkäuferin", "Brillen-Bachofer OHG", "2007-09", "2015-12", false, 1},
        {"Werkstattleiterin", "Sehzentrum Remstal GmbH", "2016-01", NULL, true, 1},
    };
    assert_jobs(r, jobs, VT_COUNT(jobs));
}

static void test_parse__finds_languages_without_a_section(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "# Skills\n\nGit, Docker, Scrum, English, French\n",
        "# Summary\n\nAnalyst who is fluent in English and French and likes to travel.\n",
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_str text = vt_str_format(arena, "### Ann Lee\nann.lee@example.org\n\n%s", rows[i]);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        assert_int_equal(r->languages.n, 2);
        assert_value(&r->languages.at[0].language, "English");
        assert_value(&r->languages.at[1].language, "French");
    }
}

/* What a sentence of a job says of speaking, where nothing else names a language. */
static void test_parse__finds_languages_in_sentences(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Falo com os clientes em francês e confiro a mercadoria.", "fr"},
        {"Atiendo en inglés y en francés.", "en fr"},
        {"Prowadzę zlecenia. Rozmawiam po niemiecku i angielsku.", "de en"},
        {"I speak Urdu and Punjabi with the families.", "ur pa"},
        {"Taught English literature to three classes.", ""},
        {"Parlo con i clienti e preparo i preventivi.", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        VT_AUTO(vt_buf) vt_buf codes = {0};
        vt_str text = vt_str_format(arena,
                                    "### Ann Lee\nann.lee@example.org\n\n# Experience\n\n"
                                    "## Clerk, Acme Ltd, 2018 - 2022\n\n- %s\n",
                                    rows[i].text);
        vt_resume *r = parsed(arena, vt_str_cstr(arena, text));
        for (size_t k = 0; k < r->languages.n; k++) {
            vt_buf_addz(&codes, k ? " " : "");
            vt_buf_add(&codes, r->languages.at[k].code);
        }
        assert_str_eq(vt_buf_str(&codes), rows[i].want);
    }
}

/* In a narrow column the name of a section wraps, also where its first word alone is one. */
static void test_parse__joins_the_name_of_a_section_that_wraps(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r = parsed(arena, "### Ann Lee\nann.lee@example.org\n\n"
                                 "# ACADEMIC\n# BACKGROUND\n\n"
                                 "! Bachelor of Science in Statistics\t2012 - 2016\n"
                                 "Oregon State University\n\n"
                                 "# WORK\n# EXPERIENCE\n\n"
                                 "! Data Analyst\tMar 2016 - Dec 2019\n"
                                 "Northwind Retail Group, Salem, OR\n");
    assert_int_equal(r->studies.n, 1);
    assert_value(&r->studies.at[0].institution, "Oregon State University");
    assert_int_equal(r->jobs.n, 1);
    assert_value(&r->jobs.at[0].company, "Northwind Retail Group");
    assert_false(vt_value_known(&r->summary));
}

/* A comma is part of the title where the look, or another line, tells the employer. */
static void titles_keep_their_commas(void **state)
{
    (void)state;
    static const struct {
        const char *text, *title, *company;
    } rows[] = {
        {"### Ada Lindgren\n\n# Experience\n\n"
         "**Staff Engineer, Perception Tools**, Harbour Robotics\tMay 2019 - Present\n"
         "- Led nine engineers of three countries\n\n"
         "**Engineer, Tool Room**, Lakefront Gear\tJan 2014 - Apr 2019\n"
         "- Held the tightest limits of the shop\n",
         "Staff Engineer, Perception Tools", "Harbour Robotics"},
        {"### Ada Lindgren\n\n# Experience\n\n"
         "! CNC Programmer, Tool Room\nLakefront Precision Gear, Milwaukee, WI\n"
         "May 2019 - Present\n- Programs mills of five axes and proves first parts\n\n"
         "! Machinist, Second Shift\nBadger Die, West Allis, WI\n"
         "Jan 2014 - Apr 2019\n- Held the tightest limits of the shop\n",
         "CNC Programmer, Tool Room", "Lakefront Precision Gear"},
        {"### Ada Lindgren\n\n# Experience\n\n"
         "! Baker, Red House Bakery\nMay 2019 - Present\n- Bread and rolls for forty shops\n\n"
         "! Cook, Harbour Inn\nJan 2014 - Apr 2019\n- Soups and stews for sixty guests\n",
         "Baker", "Red House Bakery"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].title);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
        const vt_resume *r = parsed(arena, rows[i].text);
        assert_int_equal(r->jobs.n, 2);
        assert_value(&r->jobs.at[0].title, rows[i].title);
        assert_value(&r->jobs.at[0].company, rows[i].company);
    }
}

/* The job applied for is the label of a form; a degree in capitals is no section. */
static void forms_name_positions_and_degrees(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    const vt_resume *r =
        parsed(arena, "### Ada Lindgren\n81 Harbour Road, 95128 Catania\nada@post.example\n\n"
                      "# Job applied for\nRegistered Nurse\n\n"
                      "# Work experience\nNurse, Harbour Hospital\tMay 2019 - Present\n"
                      "- Twenty beds of the surgical ward\n\n"
                      "# Education\n! CERTIFICATE IN WOUND CARE\nLeeds City College\tMay 2016\n");
    assert_value(&r->label, "Registered Nurse");
    assert_int_equal(r->jobs.n, 1);
    assert_int_equal(r->studies.n, 1);
    assert_value(&r->studies.at[0].institution, "Leeds City College");
}

/* Under an employer's line a comma of a role parts nothing off, and all roles have the employer. */
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse__reads_a_chronological_resume),
        cmocka_unit_test(test_parse__finds_the_name),
        cmocka_unit_test(test_parse__shares_an_employer_over_its_roles),
        cmocka_unit_test(test_parse__begins_items_with_the_look_of_the_first),
        cmocka_unit_test(test_parse__reads_a_german_tabular_cv),
        cmocka_unit_test(test_parse__learns_the_order_of_fields_from_the_other_items),
        cmocka_unit_test(test_parse__shares_a_school_over_its_degrees),
        cmocka_unit_test(test_parse__gives_no_value_that_its_span_does_not_hold),
        cmocka_unit_test(test_parse__reads_names_of_many_forms),
        cmocka_unit_test(test_parse__keeps_languages_that_the_lexicon_does_not_know),
        cmocka_unit_test(test_parse__reads_certificates_of_many_forms),
        cmocka_unit_test(test_parse__finds_sections_of_text_without_white_space),
        cmocka_unit_test(test_parse__finds_sections_behind_numbers_and_between_signs),
        cmocka_unit_test(test_parse__finds_the_title_under_the_name),
        cmocka_unit_test(test_parse__ends_values_where_something_else_begins),
        cmocka_unit_test(test_parse__leaves_the_head_of_a_table_out),
        cmocka_unit_test(test_parse__leaves_the_label_out_of_the_city),
        cmocka_unit_test(test_parse__takes_the_line_below_a_title_as_the_employer),
        cmocka_unit_test(test_parse__reads_studies_of_many_forms),
        cmocka_unit_test(test_parse__gives_the_first_date_to_the_first_study),
        cmocka_unit_test(test_parse__takes_what_is_printed_twice_once),
        cmocka_unit_test(test_parse__takes_a_field_that_is_repeated_once),
        cmocka_unit_test(test_parse__cuts_lists_of_skills),
        cmocka_unit_test(test_parse__parts_east_asian_addresses),
        cmocka_unit_test(test_parse__reads_an_east_asian_form),
        cmocka_unit_test(test_parse__reads_months_under_years),
        cmocka_unit_test(test_parse__finds_languages_without_a_section),
        cmocka_unit_test(test_parse__finds_languages_in_sentences),
        cmocka_unit_test(test_parse__joins_the_name_of_a_section_that_wraps),
        cmocka_unit_test(test_parse__survives_nothing_and_noise),
        cmocka_unit_test(titles_keep_their_commas),
        cmocka_unit_test(forms_name_positions_and_degrees),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
