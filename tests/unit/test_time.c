/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/time.h"

static void test_time_format__known_instants(void **state)
{
    (void)state;
    char text[VT_TIME_TEXT];
    vt_time_format(0, text);
    assert_string_equal(text, "1970-01-01T00:00:00.000Z");
    vt_time_format(1709210096789, text);
    assert_string_equal(text, "2024-02-29T12:34:56.789Z");
    vt_time_format(-1, text);
    assert_string_equal(text, "1969-12-31T23:59:59.999Z");
}

static void test_day_parse__takes_days_that_exist(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
    } rows[] = {{"2024-02-29", true}, {"2023-02-29", false}, {"2024-13-01", false},
                {"2024-1-01", false}, {"2024-01-00", false}, {"+024-01-01", false}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_day day;
        assert_int_equal(vt_day_parse(vt_str_z(rows[i].text), &day), rows[i].good);
        if (rows[i].good) {
            char back[VT_TIME_TEXT];
            vt_day_format(vt_day_of(vt_day_start_ms(day)), back);
            assert_string_equal(back, rows[i].text);
        }
    }
}

static void test_time_parse__reads_instants_with_and_without_an_offset(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want; /* NULL: refused */
    } rows[] = {{"2024-02-29T12:34:56.789Z", "2024-02-29T12:34:56.789Z"},
                {"2024-02-29T12:34:56Z", "2024-02-29T12:34:56.000Z"},
                {"2024-02-29T12:34:56.7Z", "2024-02-29T12:34:56.700Z"},
                {"2024-02-29T12:34:56.123456Z", "2024-02-29T12:34:56.123Z"},
                {"2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"},
                {"2024-02-29T20:00:00-05:30", "2024-03-01T01:30:00.000Z"},
                {"2024-02-29", NULL},
                {"2024-02-29T12:34:56", NULL},
                {"2024-02-29T12:34:56.Z", NULL},
                {"2024-02-30T12:34:56Z", NULL},
                {"2024-02-29T24:34:56Z", NULL},
                {"2024-02-29T12:34:56Zx", NULL}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        int64_t ms;
        char back[VT_TIME_TEXT];
        assert_int_equal(vt_time_parse(vt_str_z(rows[i].text), &ms), rows[i].want != NULL);
        if (rows[i].want) {
            vt_time_format(ms, back);
            assert_string_equal(back, rows[i].want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_format__known_instants),
        cmocka_unit_test(test_day_parse__takes_days_that_exist),
        cmocka_unit_test(test_time_parse__reads_instants_with_and_without_an_offset),
    };
    return UNIT_MAIN(tests);
}
