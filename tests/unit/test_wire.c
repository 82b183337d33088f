/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/arena.h"
#include "worker/wire.h"

#include <sys/socket.h>

static void test_wire_options__survive_a_round_trip(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_str phrases[] = {VT_STR("one"), VT_STR("")};
    vt_options in = vt_options_default();
    in.input = VT_INPUT_TEXT;
    in.filename = VT_STR("cv.md");
    in.phrases = phrases;
    in.phrase_count = 2;
    in.reference_date = (vt_day){2026, 3, 4};
    in.estimated_credits = 7;
    in.model_ask = true;
    in.model_answer = VT_STR("{}");
    in.model_trust = 70;
    in.confidence = true;
    in.language = VT_STR("de");
    in.locale = (vt_locale){VT_STR("US"), VT_STR("en"), VT_DATE_ORDER_MONTH_FIRST};
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_wire_pack_options(&body, &in);
    vt_options out;
    assert_true(vt_wire_unpack_options(arena, vt_buf_str(&body), &out));
    assert_int_equal(out.input, VT_INPUT_TEXT);
    assert_str_eq(out.filename, "cv.md");
    assert_null(out.job_description.ptr);
    assert_int_equal(out.phrase_count, 2);
    assert_str_eq(out.phrases[0], "one");
    assert_int_equal(out.reference_date.day, 4);
    assert_int_equal(out.estimated_credits, 7);
    assert_true(out.model_ask);
    assert_str_eq(out.model_answer, "{}");
    assert_null(out.model_name.ptr);
    assert_int_equal(out.model_trust, 70);
    assert_true(out.confidence);
    assert_str_eq(out.language, "de");
    assert_str_eq(out.locale.country, "US");
    assert_str_eq(out.locale.language, "en");
    assert_int_equal(out.locale.date_order, VT_DATE_ORDER_MONTH_FIRST);
    for (size_t n = 0; n < body.len; n++) /* every shorter body is refused */
        assert_false(vt_wire_unpack_options(arena, vt_str_n(body.ptr, n), &out));
}

static void test_wire_result__refuses_what_no_worker_says(void **state)
{
    (void)state;
    vt_outcome in = {.failed = true, .error_code = "TIMEOUT", .error_detail = "deadline"};
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_wire_pack_result(&body, VT_OK, &in, VT_STR("{}"));
    vt_status status;
    vt_outcome out;
    vt_str json;
    assert_true(vt_wire_unpack_result(vt_buf_str(&body), &status, &out, &json));
    assert_string_equal(out.error_code, "TIMEOUT");
    assert_str_eq(json, "{}");
    for (size_t n = 0; n < body.len; n++)
        assert_false(vt_wire_unpack_result(vt_str_n(body.ptr, n), &status, &out, &json));

    in = (vt_outcome){.failed = true, .error_code = "MADE_UP"};
    vt_buf_clear(&body);
    vt_wire_pack_result(&body, VT_OK, &in, VT_STR("{}"));
    assert_false(vt_wire_unpack_result(vt_buf_str(&body), &status, &out, &json));
    in = (vt_outcome){.failed = true, .error_code = "LLM_ERROR", .asks_model = true};
    vt_buf_clear(&body);
    vt_wire_pack_result(&body, VT_OK, &in, VT_STR("{}"));
    assert_false(vt_wire_unpack_result(vt_buf_str(&body), &status, &out, &json));
    in = (vt_outcome){.page_count = 1, .ocr_pages = 2};
    vt_buf_clear(&body);
    vt_wire_pack_result(&body, VT_OK, &in, VT_STR("{}"));
    assert_false(vt_wire_unpack_result(vt_buf_str(&body), &status, &out, &json));
}

static void test_wire_receive__bounds_frames_and_time(void **state)
{
    (void)state;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    vt_frame frame = {.fds = {-1, -1}};
    assert_int_equal(vt_wire_receive(pair[0], 10, vt_time_monotonic_ms() + 20, &frame, NULL),
                     VT_E_TIMEOUT);
    assert_int_equal(vt_wire_send(pair[1], VT_FRAME_JOB, VT_STR("12345678901"), NULL, 0, NULL),
                     VT_OK);
    assert_int_equal(vt_wire_receive(pair[0], 10, 0, &frame, NULL), VT_E_FORMAT);
    close(pair[1]);
    close(pair[0]);
}

static void test_wire_send__carries_descriptors(void **state)
{
    (void)state;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(vt_wire_send(pair[1], VT_FRAME_SPAWNED, VT_STR("x"), pair, 2, NULL), VT_OK);
    VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
    assert_int_equal(vt_wire_receive(pair[0], 10, 0, &frame, NULL), VT_OK);
    assert_true(frame.fds[0] >= 0 && frame.fds[1] >= 0);
    assert_str_eq(vt_buf_str(&frame.body), "x");
    close(pair[1]);
    close(pair[0]);
}

static void test_wire__tells_what_the_other_end_never_read(void **state)
{
    (void)state;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(vt_wire_send(pair[0], VT_FRAME_JOB, VT_STR("unread"), NULL, 0, NULL), VT_OK);
    close(pair[1]);
    vt_frame frame = {.fds = {-1, -1}};
    assert_int_equal(vt_wire_receive(pair[0], 10, 0, &frame, NULL), VT_E_BUSY);
    assert_int_equal(vt_wire_send(pair[0], VT_FRAME_JOB, VT_STR("x"), NULL, 0, NULL), VT_E_BUSY);
    close(pair[0]);

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(vt_wire_send(pair[0], VT_FRAME_JOB, VT_STR("read"), NULL, 0, NULL), VT_OK);
    VT_AUTO(vt_frame) vt_frame read = {.fds = {-1, -1}};
    assert_int_equal(vt_wire_receive(pair[1], 10, 0, &read, NULL), VT_OK);
    close(pair[1]);
    assert_int_equal(vt_wire_receive(pair[0], 10, 0, &frame, NULL), VT_E_IO);
    close(pair[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wire_options__survive_a_round_trip),
        cmocka_unit_test(test_wire_result__refuses_what_no_worker_says),
        cmocka_unit_test(test_wire_receive__bounds_frames_and_time),
        cmocka_unit_test(test_wire_send__carries_descriptors),
        cmocka_unit_test(test_wire__tells_what_the_other_end_never_read),
    };
    return UNIT_MAIN(tests);
}
