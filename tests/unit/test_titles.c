/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "titles/occupation.h"

static vt_occupations *occupations;

static int open_data(void **state)
{
    (void)state;
    return vt_occupations_open(&occupations, NULL) == VT_OK ? 0 : -1;
}

static int drop_data(void **state)
{
    (void)state;
    vt_occupations_drop(occupations);
    return 0;
}

static void test_title_plain__leaves_what_is_done(void **state)
{
    (void)state;
    static const struct {
        const char *title, *want;
    } rows[] = {{"Senior Software Engineer", "software engineer"},
                {"Sr. Software Eng. II (Remote)", "software engineer"},
                {"Pflegefachkraft (m/w/d) - K\xC3\xB6ln", "pflegefachkraft"},
                {"Project Manager at Acme", "project manager"},
                {"Junior Accountant, Payables", "accountant"},
                {"Senior", "senior"}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].title);
        assert_str_eq(vt_title_plain(arena, vt_str_z(rows[i].title)), rows[i].want);
    }
}

/** Titles of the list, and some that stand in none. */
static void test_occupation__has_group_and_seniority(void **state)
{
    (void)state;
    static const struct {
        const char *title, *isco;
        vt_seniority seniority;
    } rows[] = {{"Senior Registered Nurse", "2221", VT_SENIORITY_SENIOR},
                {"Software Engineer", "2512", VT_SENIORITY_UNKNOWN},
                {"Werkstudent Softwareentwickler", "2512", VT_SENIORITY_INTERN},
                {"Junior Staff Nurse Orthopaedics", "2221", VT_SENIORITY_LEAD},
                {"Java Software Developer Payments", "2512", VT_SENIORITY_UNKNOWN}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].title);
        vt_occupation is = vt_occupation_of(occupations, arena, vt_str_z(rows[i].title));
        assert_str_eq(is.isco, rows[i].isco);
        assert_int_equal(is.seniority, rows[i].seniority);
        assert_true(is.confidence > 0.2f && is.isco_name.len > 0);
    }
}

static void test_occupation__says_nothing_of_what_is_no_title(void **state)
{
    (void)state;
    static const char *const rows[] = {"", "   ", "()", "2019 - 2020", "\xF0\x9F\x98\x80"};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        vt_occupation is = vt_occupation_of(occupations, arena, vt_str_z(rows[i]));
        assert_null(is.isco.ptr);
    }
}

static void test_isco_nearness__by_common_digits(void **state)
{
    (void)state;
    assert_true(vt_isco_nearness(VT_STR("2512"), VT_STR("2512")) > 0.99);
    assert_true(vt_isco_nearness(VT_STR("2512"), VT_STR("2519")) >
                vt_isco_nearness(VT_STR("2512"), VT_STR("2521")));
    assert_true(vt_isco_nearness(VT_STR("2512"), VT_STR("9112")) < 0.01);
    assert_true(vt_isco_nearness(VT_STR("2221"), VT_STR("5321")) >
                vt_isco_nearness(VT_STR("2221"), VT_STR("2411"))); /* one field of work */
    assert_true(vt_isco_nearness(VT_STR("2221"), VT_STR("3344")) <
                vt_isco_nearness(VT_STR("2221"), VT_STR("2250")));
    assert_true(vt_isco_nearness(VT_STR_NULL, VT_STR("9112")) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_title_plain__leaves_what_is_done),
        cmocka_unit_test(test_occupation__has_group_and_seniority),
        cmocka_unit_test(test_occupation__says_nothing_of_what_is_no_title),
        cmocka_unit_test(test_isco_nearness__by_common_digits),
    };
    return cmocka_run_group_tests(tests, open_data, drop_data);
}
