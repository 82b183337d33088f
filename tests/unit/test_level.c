/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "skills/level.h"

static const vt_day TODAY = {2026, 3, 15};

static void test_months_union__counts_overlaps_once(void **state)
{
    (void)state;
    vt_months overlapping[] = {{24, 36}, {0, 12}, {6, 18}, {30, 33}};
    assert_int_equal(vt_months_union(overlapping, 4), 30);
    vt_months with_empty[] = {{5, 5}, {10, 4}, {1, 3}};
    assert_int_equal(vt_months_union(with_empty, 3), 2);
    assert_int_equal(vt_months_union(NULL, 0), 0);
}

static void test_job_months__reads_what_is_stated(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        vt_date start, end;
        bool current;
        int want;
    } rows[] = {
        {"both months, inclusive",
         {.year = 2020, .month = 1},
         {.year = 2020, .month = 12},
         false,
         12},
        {"years alone: mid-year to mid-year", {.year = 2012}, {.year = 2014}, false, 24},
        {"ongoing", {.year = 2026, .month = 1}, {0}, true, 3},
        {"end not stated", {.year = 2020}, {0}, false, 0},
        {"start not stated", {0}, {.year = 2020}, false, 0},
        {"in the future", {.year = 2027, .month = 1}, {.year = 2028, .month = 1}, false, -1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].what);
        vt_job job = {.start = rows[i].start, .end = rows[i].end, .current = rows[i].current};
        vt_months m = vt_job_months(&job, TODAY);
        if (rows[i].want < 0)
            assert_true(m.to <= m.from);
        else
            assert_int_equal(m.to - m.from, rows[i].want);
    }
}

static void test_score__grows_with_years_and_falls_with_time(void **state)
{
    (void)state;
    vt_level_facts facts = {.listed = true, .list_place = 0.5, .jobs = 1};
    double last = vt_level_score(&facts);
    assert_true(last >= 0.4 && last < 0.5); /* listed and nothing else: intermediate */
    for (int years = 1; years <= 20; years++) {
        facts.years = years;
        double score = vt_level_score(&facts);
        assert_true(score > last && score < 0.95);
        last = score;
    }
    facts.years = 5;
    double current = vt_level_score(&facts);
    facts.years_since = 10;
    assert_true(vt_level_score(&facts) < current - 0.05);
    facts = (vt_level_facts){.years = 12, .listed = true, .headline = true, .jobs = 3};
    assert_true(vt_level_score(&facts) >= 0.85);
    facts = (vt_level_facts){.jobs = 1};
    assert_true(vt_level_score(&facts) < 0.4); /* one mention without time: basic */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_months_union__counts_overlaps_once),
        cmocka_unit_test(test_job_months__reads_what_is_stated),
        cmocka_unit_test(test_score__grows_with_years_and_falls_with_time),
    };
    return UNIT_MAIN(tests);
}
