/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "engine/readings.h"
#include "layout/layout.h"
#include "page_doc.h"
#include "parse/reader/models.h"
#include "text/lexicon.h"

static vt_lexicon *lexicon;
static vt_models *models;

static int open_data(void **state)
{
    (void)state;
    bool ok = vt_lexicon_open(&lexicon, NULL) == VT_OK && vt_models_open(&models, NULL) == VT_OK;
    return ok ? 0 : 1;
}

static int drop_data(void **state)
{
    (void)state;
    vt_models_drop(models);
    vt_lexicon_drop(lexicon);
    return 0;
}

/* Two jobs side by side, as short as rows of a table are. */
static vt_doc *jobs_side_by_side(vt_arena *arena)
{
    vt_doc *doc = page_doc_new(arena);
    static const char *const left[] = {"Software Engineer", "Brightleaf Logistics Inc.",
                                       "Mar 2019 - Present"};
    static const char *const right[] = {"Data Analyst", "Northwind Traders Ltd.",
                                        "Jan 2015 - Feb 2019"};
    page_put(doc, 50, 60, "Maria Schneider", 20, VT_TOKEN_BOLD);
    page_text(doc, 50, 78, "maria.schneider@example.com | (503) 555-0142");
    page_put(doc, 50, 110, "Experience", 13, VT_TOKEN_BOLD);
    for (size_t i = 0; i < 3; i++)
        page_text(doc, 50, 130 + 13 * (float)i, left[i]);
    for (size_t i = 0; i < 3; i++)
        page_text(doc, 300, 130 + 13 * (float)i, right[i]);
    page_put(doc, 50, 200, "Education", 13, VT_TOKEN_BOLD);
    page_text(doc, 50, 220, "Oregon State University, BSc Mathematics, 2014");
    return doc;
}

static void standard_is_at_least_as_sure_as_basic(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    vt_parse_context context = {
        .lexicon = lexicon, .models = models, .reference_date = {2026, 3, 15}};
    vt_doc *doc = jobs_side_by_side(arena);
    assert_int_equal(vt_layout(doc, NULL, NULL), VT_OK);
    double basic = 0;
    (void)vt_parse(&context, arena, doc, &basic);
    vt_resume *standard = vt_read_best(&context, arena, &doc);
    double best = 0;
    (void)vt_parse(&context, arena, doc, &best);
    assert_true(best >= basic);
    assert_true(standard->jobs.n >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_is_at_least_as_sure_as_basic),
    };
    return cmocka_run_group_tests(tests, open_data, drop_data);
}
