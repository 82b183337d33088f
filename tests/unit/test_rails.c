/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "layout/layout.h"
#include "page_doc.h"
#include "parse/parse.h"
#include "text/lexicon.h"

static vt_lexicon *lexicon;

static int open_lexicon(void **state)
{
    (void)state;
    return vt_lexicon_open(&lexicon, NULL) == VT_OK ? 0 : 1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_lexicon_drop(lexicon);
    return 0;
}

/** Dates in a narrow column, their words beside them; the second date or line may be empty. */
typedef struct row {
    const char *date, *under, *title, *more;
} row;

/** A page with the rows of one section; dates end at x 118, what they date begins at 128. */
static vt_resume *parse_rows(vt_arena *arena, const row *rows, size_t n, float step)
{
    vt_doc *doc = page_doc_new(arena);
    page_put(doc, 50, 60, "Ada Lindgren", 22, VT_TOKEN_BOLD);
    page_put(doc, 50, 90, "Experience", 14, VT_TOKEN_BOLD);
    float y = 110;
    for (size_t i = 0; i < n; i++, y += step) {
        const char *left[] = {rows[i].date, rows[i].under},
                   *right[] = {rows[i].title, rows[i].more};
        for (size_t k = 0; k < 2; k++) {
            float width = 0;
            vt_str rest = vt_str_z(left[k]), word;
            while (vt_str_split(&rest, ' ', &word))
                width += 0.5f * PAGE_SIZE * (float)word.len + 0.3f * PAGE_SIZE;
            if (*left[k])
                page_text(doc, 118 + 0.3f * PAGE_SIZE - width, y + 12 * (float)k, left[k]);
            if (*right[k])
                page_put(doc, 128, y + 12 * (float)k, right[k], PAGE_SIZE, k ? 0 : VT_TOKEN_BOLD);
        }
    }
    assert_int_equal(vt_layout(doc, lexicon, NULL), VT_OK);
    vt_parse_context ctx = {.lexicon = lexicon, .reference_date = {2026, 3, 15}};
    return vt_parse(&ctx, arena, doc);
}

static void assert_job(const vt_job *job, const char *title, const char *start, const char *end)
{
    char buf[24];
    assert_str_eq(job->title.text, title);
    assert_str_eq(vt_date_format(&job->start, buf, sizeof buf), start);
    if (end)
        assert_str_eq(vt_date_format(&job->end, buf, sizeof buf), end);
    assert_int_equal(job->current, !end);
}

/* The end of each range stands over its start. */
static void ends_over_starts_are_ranges(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    static const row rows[] = {
        {"Present", "May 2019", "Head Baker, Golden Crust Ltd", "Bread and rolls for forty shops"},
        {"Apr 2019", "Jan 2014", "Baker, Mill Lane Bakery", "Night shifts at two ovens"},
        {"Dec 2013", "Aug 2011", "Apprentice, Mill Lane Bakery", "Learned doughs of all kinds"}};
    vt_resume *r = parse_rows(arena, rows, VT_COUNT(rows), 40);
    assert_int_equal(r->jobs.n, 3);
    assert_job(&r->jobs.at[0], "Head Baker", "2019-05", NULL);
    assert_job(&r->jobs.at[1], "Baker", "2014-01", "2019-04");
    assert_job(&r->jobs.at[2], "Apprentice", "2011-08", "2013-12");
}

/* A range that wraps within its column, with its year in the second line. */
static void a_range_may_wrap_before_its_year(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    static const row rows[] = {{"May 2019 –", "Present", "Head Baker", "Golden Crust Ltd"},
                               {"Jan 2014 – Apr", "2019", "Pastry Chef", "Mill Lane Bakery"},
                               {"Aug 2011 – Dec", "2013", "Baker", "Ovens of the North"}};
    vt_resume *r = parse_rows(arena, rows, VT_COUNT(rows), 40);
    assert_int_equal(r->jobs.n, 3);
    assert_job(&r->jobs.at[0], "Head Baker", "2019-05", NULL);
    assert_job(&r->jobs.at[1], "Pastry Chef", "2014-01", "2019-04");
    assert_job(&r->jobs.at[2], "Baker", "2011-08", "2013-12");
}

/* Years of rows at equal distance are those of their rows. */
static void years_of_equal_rows_are_no_ranges(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    static const row rows[] = {{"2019 – 2024", "", "Head Baker, Golden Crust Ltd", ""},
                               {"2014 – 2019", "", "Pastry Chef, Mill Lane Bakery", ""},
                               {"2013", "", "Baker, Ovens of the North", ""},
                               {"2012", "", "Apprentice, Ovens of the South", ""},
                               {"2011", "", "Cook, Harbour Inn", ""}};
    vt_resume *r = parse_rows(arena, rows, VT_COUNT(rows), 13);
    assert_int_equal(r->jobs.n, 5);
    assert_job(&r->jobs.at[0], "Head Baker", "2019", "2024");
    assert_str_eq(r->jobs.at[3].title.text, "Apprentice");
    assert_int_equal(r->jobs.at[3].start.year + r->jobs.at[3].end.year, 2012);
}

/* A sign between a date and what it dates begins no list. */
static void signs_between_date_and_title_are_no_lists(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    static const row rows[] = {
        {"2019 – 2024", "", "• Head Baker, Golden Crust Ltd", "Bread and rolls for forty shops"},
        {"2014 – 2019", "", "• Pastry Chef, Mill Lane Bakery", "Cakes for weddings of two valleys"},
        {"2011 – 2014", "", "• Baker, Ovens of the North", "Night shifts at two ovens"}};
    vt_resume *r = parse_rows(arena, rows, VT_COUNT(rows), 40);
    assert_int_equal(r->jobs.n, 3);
    assert_job(&r->jobs.at[0], "Head Baker", "2019", "2024");
    assert_job(&r->jobs.at[2], "Baker", "2011", "2014");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_over_starts_are_ranges),
        cmocka_unit_test(a_range_may_wrap_before_its_year),
        cmocka_unit_test(years_of_equal_rows_are_no_ranges),
        cmocka_unit_test(signs_between_date_and_title_are_no_lists),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
