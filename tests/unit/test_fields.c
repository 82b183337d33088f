/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "lines_doc.h"
#include "ml/train.h"
#include "parse/field_model.h"
#include "parse/models.h"
#include "parse/parse.h"
#include "text/lexicon.h"

static vt_lexicon *lexicon;
static vt_models *models;

static int open_all(void **state)
{
    (void)state;
    return vt_lexicon_open(&lexicon, NULL) == VT_OK && vt_models_open(&models, NULL) == VT_OK ? 0
                                                                                              : 1;
}

static int drop_all(void **state)
{
    (void)state;
    vt_models_drop(models);
    vt_lexicon_drop(lexicon);
    return 0;
}

static vt_parse_context context(void)
{
    return (vt_parse_context){
        .lexicon = lexicon, .models = models, .reference_date = {2026, 3, 15}};
}

static void assert_value(const vt_value *got, const char *want)
{
    if (want)
        assert_str_eq(got->text, want);
    else
        assert_false(vt_value_known(got));
}

/* Two jobs or studies in one form, so that the form can be learnt from both. */
struct form {
    const char *text;
    const char *first[2], *second[2], *third[2];
};

static vt_resume *read_section(vt_arena *arena, const char *heading, const char *text)
{
    vt_parse_context ctx = context();
    vt_str all = vt_str_format(arena,
                               "# Maria Schneider\nmaria@example.com\n\n# %s\n%s\n"
                               "# Skills\nPython, SQL, Excel\n",
                               heading, text);
    return vt_parse(&ctx, arena, lines_doc_new(arena, vt_str_cstr(arena, all)));
}

static void test_jobs__are_read_in_many_forms(void **state)
{
    (void)state;
    static const struct form forms[] = {
        {"Production Planner, Brightleaf Foods, Portland, OR\tJan 2019 - Present\n"
         "- Planned two lines\n\n"
         "Stock Clerk, Northwind Retail, Salem, OR\tMar 2016 - Dec 2018\n- Counted stock\n",
         {"Production Planner", "Stock Clerk"},
         {"Brightleaf Foods", "Northwind Retail"},
         {NULL, NULL}},
        {"! Brightleaf Foods — Production Planner | 01/2019 - 12/2021\n- Planned two lines\n\n"
         "! Northwind Retail — Stock Clerk | 03/2016 - 12/2018\n- Counted stock\n",
         {"Production Planner", "Stock Clerk"},
         {"Brightleaf Foods", "Northwind Retail"},
         {NULL, NULL}},
        {"! Senior Engineer, Payments\nOrchard Systems Inc.\n2019 - 2022\n- Built the ledger\n\n"
         "! Engineer, Search\nHarbour Labs LLC\n2015 - 2019\n- Built the index\n",
         {"Senior Engineer, Payments", "Engineer, Search"},
         {"Orchard Systems Inc.", "Harbour Labs LLC"},
         {NULL, NULL}},
        {"03/2019 - heute\tBäckermeister, Backhaus Lindner GmbH, Köln\n- Leitung der Backstube\n\n"
         "08/2012 - 02/2019\tBäcker, Mühlenbäckerei Ahrens, Bonn\n- Brot und Brötchen\n",
         {"Bäckermeister", "Bäcker"},
         {"Backhaus Lindner GmbH", "Mühlenbäckerei Ahrens"},
         {NULL, NULL}},
        {"! Infirmière chez Clinique des Tilleuls\tmars 2018 - aujourd'hui\n- Soins\n\n"
         "! Aide-soignante chez Hôpital Saint-Jean\tjanvier 2014 - février 2018\n- Soins\n",
         {"Infirmière", "Aide-soignante"},
         {"Clinique des Tilleuls", "Hôpital Saint-Jean"},
         {NULL, NULL}},
    };
    for (size_t i = 0; i < VT_COUNT(forms); i++) {
        UNIT_ROW(i, forms[i].first[0]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_resume *r = read_section(arena, "Experience", forms[i].text);
        assert_int_equal(r->jobs.n, 2);
        for (size_t k = 0; k < 2; k++) {
            assert_value(&r->jobs.at[k].title, forms[i].first[k]);
            assert_value(&r->jobs.at[k].company, forms[i].second[k]);
        }
    }
}

static void test_studies__are_read_in_many_forms(void **state)
{
    (void)state;
    static const struct form forms[] = {
        {"! Bachelor of Science in Statistics\t2012 - 2016\nOregon State University\n\n"
         "! Diploma in Bookkeeping\t2010 - 2011\nSalem Business College\n",
         {"Bachelor of Science", "Diploma"},
         {"Oregon State University", "Salem Business College"},
         {"Statistics", "Bookkeeping"}},
        {"University of Hartfield, MSc, Marine Biology, 2016\n"
         "University of Weston, BSc, Biology, 2014\n",
         {"MSc", "BSc"},
         {"University of Hartfield", "University of Weston"},
         {"Marine Biology", "Biology"}},
        {"2010 - 2014\tMaster of Arts (Geschichte), Universität Bremen\n"
         "2006 - 2010\tBachelor of Arts (Germanistik), Universität Kassel\n",
         {"Master of Arts", "Bachelor of Arts"},
         {"Universität Bremen", "Universität Kassel"},
         {"Geschichte", "Germanistik"}},
        {"! Bachelor of Arts: Major in English, Minor in Rhetoric\t2019\nUniversity of Weston\n",
         {"Bachelor of Arts"},
         {"University of Weston"},
         {"English"}},
    };
    for (size_t i = 0; i < VT_COUNT(forms); i++) {
        UNIT_ROW(i, forms[i].first[0]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
        vt_resume *r = read_section(arena, "Education", forms[i].text);
        size_t n = forms[i].first[1] ? 2 : 1;
        assert_int_equal(r->studies.n, n);
        for (size_t k = 0; k < n; k++) {
            assert_value(&r->studies.at[k].degree, forms[i].first[k]);
            assert_value(&r->studies.at[k].institution, forms[i].second[k]);
            assert_value(&r->studies.at[k].field, forms[i].third[k]);
        }
    }
}

static void test_confidence__is_higher_for_what_is_plain(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_resume *r =
        read_section(arena, "Experience",
                     "! Software Engineer\tJan 2019 - Dec 2021\n"
                     "Brightleaf Systems Inc., Portland, OR\n- Built the ledger\n\n"
                     "! Ledger Sunrise Orchard\t2012 - 2014\nAhead of Tide\n- Counted\n");
    assert_int_equal(r->jobs.n, 2);
    const vt_job *plain = &r->jobs.at[0], *odd = &r->jobs.at[1];
    assert_true(plain->title.confidence > 0.8f && plain->title.confidence <= 1);
    assert_true(plain->company.confidence > 0.8f && plain->company.confidence <= 1);
    if (vt_value_known(&odd->title))
        assert_true(odd->title.confidence < plain->title.confidence);
}

/* The heads of a text, as rules read them. */
static vt_heads read_heads(vt_arena *arena, const char *text, vt_facts **ret)
{
    vt_parse_context *ctx = VT_NEW(arena, vt_parse_context);
    *ctx = context();
    vt_facts *facts = vt_facts_new(ctx, arena, lines_doc_new(arena, text));
    *ret = facts;
    return vt_heads_read(facts, vt_roles_decide(facts));
}

static const char SMALL[] = "# Maria Schneider\n\n# Experience\n"
                            "! Baker, Red House\t2012 - 2015\n- Bread\n\n"
                            "# Education\n! BSc Chemistry, University of Weston\t2011\n";

static void test_units__are_words_of_pieces_and_whole_dates(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_facts *facts;
    vt_heads heads = read_heads(arena, SMALL, &facts);
    vt_units units = vt_units_read(facts, &heads);
    static const struct {
        const char *text;
        uint8_t cut, rule;
    } want[] = {
        {"Baker", VT_CUT_LINE, VT_FIELD_TITLE},
        {"Red", VT_CUT_COMMA, VT_FIELD_COMPANY},
        {"House", VT_CUT_NONE, VT_FIELD_COMPANY},
        {"2012 - 2015", VT_CUT_DATE, VT_FIELD_DATE},
        {"BSc", VT_CUT_LINE, VT_FIELD_DEGREE},
        {"Chemistry", VT_CUT_NONE, VT_FIELD_STUDY},
        {"University", VT_CUT_COMMA, VT_FIELD_INSTITUTION},
        {"of", VT_CUT_NONE, VT_FIELD_INSTITUTION},
        {"Weston", VT_CUT_NONE, VT_FIELD_INSTITUTION},
        {"2011", VT_CUT_DATE, VT_FIELD_DATE},
    };
    assert_int_equal(units.n, VT_COUNT(want));
    for (size_t i = 0; i < units.n; i++) {
        UNIT_ROW(i, want[i].text);
        const vt_unit *u = &units.at[i];
        assert_str_eq(vt_str_sub(facts->doc->raw_text, u->from, u->to), want[i].text);
        assert_int_equal(u->cut, want[i].cut);
        assert_int_equal(u->rule, want[i].rule);
        assert_int_equal(u->study, i >= 4);
    }
}

static void train_small(vt_buf *image)
{
    const char *words[VT_FIELD_LABELS];
    for (size_t i = 0; i < VT_FIELD_LABELS; i++)
        words[i] = vt_field_word((vt_field)i);
    VT_AUTO(vt_dataset) vt_dataset *set = vt_dataset_new(words, VT_FIELD_LABELS);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_facts *facts;
    vt_heads heads = read_heads(arena, SMALL, &facts);
    vt_units units = vt_units_read(facts, &heads);
    uint8_t *labels = VT_NEW_ARRAY(arena, uint8_t, units.n);
    for (size_t i = 0; i < units.n; i++)
        labels[i] = units.at[i].rule;
    vt_sequence sequence = vt_field_sequence(facts, &heads, &units, labels);
    vt_dataset_add(set, &sequence);
    vt_train_options options = vt_train_defaults();
    options.min_count = 1;
    options.iterations = 20;
    vt_train_report report;
    assert_int_equal(vt_train_crf(set, &options, image, &report, NULL), VT_OK);
}

static void test_train__gives_the_same_bytes_again(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf one = {0};
    VT_AUTO(vt_buf) vt_buf two = {0};
    train_small(&one);
    train_small(&two);
    assert_int_equal(one.len, two.len);
    assert_memory_equal(one.ptr, two.ptr, one.len);
}

/* A piece in brackets ends before the closing one, which the value takes. */
static void values_keep_their_brackets(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t from, to;
        const char *want;
    } rows[] = {{"BSc (Hons) in Nursing", 0, 9, "BSc (Hons)"},
                {"BSc (Hons) in Nursing", 5, 9, "Hons"},
                {"Nurse (Nights), Ward", 0, 13, "Nurse (Nights)"},
                {"Nurse (Nights", 0, 13, "Nurse (Nights"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
        const vt_parse_context ctx = {.lexicon = lexicon, .reference_date = {2026, 3, 15}};
        const vt_facts *facts = vt_facts_new(&ctx, arena, lines_doc_new(arena, rows[i].text));
        assert_str_eq(vt_facts_clean_value(facts, rows[i].from, rows[i].to, 1).text, rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs__are_read_in_many_forms),
        cmocka_unit_test(test_studies__are_read_in_many_forms),
        cmocka_unit_test(test_confidence__is_higher_for_what_is_plain),
        cmocka_unit_test(test_units__are_words_of_pieces_and_whole_dates),
        cmocka_unit_test(test_train__gives_the_same_bytes_again),
        cmocka_unit_test(values_keep_their_brackets),
    };
    return cmocka_run_group_tests(tests, open_all, drop_all);
}
