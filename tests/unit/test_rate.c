/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "http/rate.h"

static void test_rate_take__allows_a_burst_and_then_the_rate(void **state)
{
    (void)state;
    vt_rate *rate = vt_rate_new();
    const vt_rate_limit limit = {.per_minute = 60, .burst = 3};
    for (int i = 0; i < 3; i++) {
        vt_rate_answer a = vt_rate_take(rate, VT_STR("k"), limit, 1000);
        assert_true(a.allowed);
        assert_int_equal(a.remaining, 2 - i);
    }
    vt_rate_answer refused = vt_rate_take(rate, VT_STR("k"), limit, 1500);
    assert_false(refused.allowed);
    assert_int_equal(refused.reset_s, 1);
    assert_true(vt_rate_take(rate, VT_STR("other"), limit, 1500).allowed);
    assert_true(vt_rate_take(rate, VT_STR("k"), limit, 2001).allowed);
    assert_false(vt_rate_take(rate, VT_STR("k"), limit, 2002).allowed);
    assert_true(vt_rate_take(rate, VT_STR("k"), (vt_rate_limit){0}, 2002).allowed);
    vt_rate_drop(rate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate_take__allows_a_burst_and_then_the_rate),
    };
    return UNIT_MAIN(tests);
}
