/* SPDX-License-Identifier: Apache-2.0 */
/* The lane of looks that nobody pays for: turns between accounts, and their budgets of time. */
#include "unit.h"

#include "../../src/api/lanes.c"

enum { MOST_RUN = 64 };

static vt_http_request *rerun[MOST_RUN];
static size_t rerun_count;

void vt_http_hold(vt_http_request *request)
{
    (void)request;
}

void vt_http_rerun(vt_http_request *request)
{
    rerun[rerun_count++] = request;
}

void vt_http_add(vt_http_request *request, const char *name, vt_str value)
{
    (void)request, (void)name, (void)value;
}

void vt_reply_problem(vt_http_request *request, vt_problem problem, const char *detail,
                      const vt_faults *faults)
{
    (void)problem, (void)detail, (void)faults;
    request->reply.status = 429;
}

static void test_lane__keeps_a_place_for_others_and_takes_turns(void **state)
{
    (void)state;
    vt_http_request requests[8] = {0};
    vt_lane *lane = vt_lane_new(3, 2);
    rerun_count = 0;
    assert_int_equal(vt_lane_enter(lane, "many", &requests[0]), VT_LANE_GO);
    assert_int_equal(vt_lane_enter(lane, "many", &requests[1]), VT_LANE_GO);
    assert_int_equal(vt_lane_enter(lane, "many", &requests[2]), VT_LANE_WAIT);
    assert_int_equal(vt_lane_enter(lane, "many", &requests[3]), VT_LANE_WAIT);
    assert_int_equal(vt_lane_enter(lane, "one", &requests[4]), VT_LANE_GO);
    assert_int_equal(vt_lane_enter(lane, "third", &requests[5]), VT_LANE_WAIT);
    vt_lane_leave(lane, "many", 0);
    assert_int_equal(rerun_count, 1);
    assert_ptr_equal(rerun[0], &requests[5]); /* came last, but has nothing running */
    vt_lane_leave(lane, "one", 0);
    assert_ptr_equal(rerun[1], &requests[2]);
    vt_lane_leave(lane, "third", 0); /* a place is free, but the account has its two */
    assert_int_equal(rerun_count, 2);
    vt_lane_leave(lane, "many", 0);
    assert_ptr_equal(rerun[2], &requests[3]);
    vt_lane_leave(lane, "many", 0);
    vt_lane_leave(lane, "many", 0);
    assert_int_equal(rerun_count, 3);
    vt_lane_drop(lane);
}

static void test_lane__has_a_budget_for_each_account(void **state)
{
    (void)state;
    vt_http_request request = {0};
    vt_call call = {.account = {.id = "slow"}};
    bool parked;
    vt_lane *lane = vt_lane_new(2, 1);
    assert_true(vt_lane_pass(lane, &request, &call, &parked));
    assert_true(vt_lane_pass(lane, &request, &call, &parked)); /* again, after it was parked */
    vt_lane_leave(lane, "slow", FULL_US + 60000000);
    call.in_lane = false;
    assert_false(vt_lane_pass(lane, &request, &call, &parked));
    assert_false(parked);
    assert_int_equal(request.reply.status, 429);
    assert_int_equal(vt_lane_enter(lane, "other", &request), VT_LANE_GO);
    vt_lane_leave(lane, "other", 0);
    vt_lane_drop(lane);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lane__keeps_a_place_for_others_and_takes_turns),
        cmocka_unit_test(test_lane__has_a_budget_for_each_account),
    };
    return UNIT_MAIN(tests);
}
