/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/buf.h"

static void test_buf_add__grows_and_stays_terminated(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf buf = {0};
    for (int i = 0; i < 1000; i++)
        vt_buf_addf(&buf, "%d,", i % 10);
    assert_int_equal(buf.len, 2000);
    assert_int_equal(strlen(buf.ptr), 2000);
    assert_true(vt_str_starts(vt_buf_str(&buf), VT_STR("0,1,2,")));
}

static void test_buf_add__stops_at_the_maximum(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf buf = {.max = 5};
    vt_buf_addz(&buf, "12345");
    assert_false(buf.overflow);
    vt_buf_addc(&buf, '6');
    assert_true(buf.overflow);
    assert_str_eq(vt_buf_str(&buf), "12345");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buf_add__grows_and_stays_terminated),
        cmocka_unit_test(test_buf_add__stops_at_the_maximum),
    };
    return UNIT_MAIN(tests);
}
