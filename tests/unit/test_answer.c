/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "jobs/answer.h"

/* The tail of the answer for what the engine wrote and what the create warned of. */
static void check_tail(const char *engine, const char *warnings, const char *want)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_request request = {.id = "prs_1",
                          .reference = VT_STR("mine"),
                          .metadata = VT_STR("{\"a\":1}"),
                          .warnings = warnings ? vt_str_z(warnings) : VT_STR_NULL};
    vt_end end = {.json = vt_str_z(engine)};
    vt_error err = {0};
    assert_int_equal(vt_answer_write(arena, &request, &end, 7, &out, &err), VT_OK);
    vt_str text = vt_buf_str(&out), mark = VT_STR("\"remaining_balance\":7,");
    size_t at = vt_str_find(text, mark, 0);
    assert_true(at != VT_NPOS);
    text = vt_str_sub(text, at + mark.len, text.len);
    assert_string_equal(vt_str_cstr(arena, text), want);
}

static void test_answer_write__puts_the_warnings_of_the_create_before_the_others(void **state)
{
    (void)state;
#define MINE "\"reference\":\"mine\",\"client_metadata\":{\"a\":1},"
    check_tail("{\"result\":null}", NULL, MINE "\"result\":null}");
    check_tail("{\"result\":null,\"warnings\":[\"b\"]}", NULL,
               MINE "\"result\":null,\"warnings\":[\"b\"]}");
    check_tail("{\"result\":null}", "[\"a\"]", MINE "\"result\":null,\"warnings\":[\"a\"]}");
    check_tail("{\"result\":null,\"warnings\":[\"b\"]}", "[\"a\"]",
               MINE "\"result\":null,\"warnings\":[\"a\",\"b\"]}");
    check_tail("{\"result\":{\"x\":1,\"warnings\":[\"c\"]}}", "[\"a\"]",
               MINE "\"result\":{\"x\":1,\"warnings\":[\"c\"]},\"warnings\":[\"a\"]}");
    check_tail("{\"raw_text\":\",\\\"warnings\\\":[\",\"warnings\":[\"b\"]}", "[\"a\"]",
               MINE "\"raw_text\":\",\\\"warnings\\\":[\",\"warnings\":[\"a\",\"b\"]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer_write__puts_the_warnings_of_the_create_before_the_others),
    };
    return UNIT_MAIN(tests);
}
