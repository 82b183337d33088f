/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/library.h"

#include <math.h>

#define MATH_FUNCTIONS(F) F(, cbrt) F(, hypot)

struct math {
    MATH_FUNCTIONS(VT_LIBRARY_POINTER)
};

static const char *const names[] = {MATH_FUNCTIONS(VT_LIBRARY_NAME)};

static void test_library_open__gives_functions(void **state)
{
    (void)state;
    struct math math = {0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(vt_library_open("libm.so.6", names, VT_COUNT(names), &math, NULL), VT_OK);
    assert_true(math.cbrt(27) > 2.99 && math.cbrt(27) < 3.01);
    assert_true(math.hypot(3, 4) > 4.99 && math.hypot(3, 4) < 5.01);
}

static void test_library_open__names_what_is_missing(void **state)
{
    (void)state;
    struct math math = {0};
    vt_error err = {0};
    assert_int_equal(vt_library_open("libnone.so.9", names, VT_COUNT(names), &math, &err),
                     VT_E_UNSUPPORTED);
    assert_non_null(strstr(err.message, "libnone.so.9"));

    static const char *const more[] = {"cbrt", "no_such_function"};
    assert_int_equal(vt_library_open("libm.so.6", more, VT_COUNT(more), &math, &err),
                     VT_E_UNSUPPORTED);
    assert_non_null(strstr(err.message, "no_such_function"));
    assert_null(math.cbrt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library_open__gives_functions),
        cmocka_unit_test(test_library_open__names_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
