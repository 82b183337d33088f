/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "extract/radicals.h"

static void test_ideograph_of__gives_the_ideograph_of_a_radical(void **state)
{
    (void)state;
    static const struct {
        uint32_t radical, want;
    } rows[] = {
        {0x2f2f, 0x5de5}, /* the work radical of the Kangxi list */
        {0x2f00, 0x4e00}, {0x2fd5, 0x9fa0}, {0x2ee2, 0x9a6c}, /* simplified horse */
        {0x2ed3, 0x957f},                                     /* simplified long */
        {0x2f3e, 0x6237},                                     /* as in "customer" */
        {0x2e82, 0x2e82},                                     /* none in common use: stays */
        {0x2ef4, 0x2ef4}, {0x2fd6, 0x2fd6}, {'a', 'a'},       {0x5de5, 0x5de5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        UNIT_ROW(i, "radical");
        assert_int_equal(vt_ideograph_of(rows[i].radical), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ideograph_of__gives_the_ideograph_of_a_radical),
    };
    return UNIT_MAIN(tests);
}
