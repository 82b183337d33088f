/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "extract/arabic.h"

static void test_arabic_letter_of__gives_the_letter_of_a_form(void **state)
{
    (void)state;
    static const struct {
        uint32_t form, want;
    } rows[] = {
        {0xfe80, 0x621},                                     /* hamza has one form */
        {0xfe8d, 0x627},  {0xfe8e, 0x627},                   /* alef: alone, at the end */
        {0xfe8f, 0x628},  {0xfe92, 0x628},  {0xfe93, 0x629}, /* beh: four forms */
        {0xfece, 0x63a},  {0xfed1, 0x641},                   /* ghain, feh */
        {0xfef4, 0x64a},  {0xfef1, 0x64a},  {0xfeef, 0x649}, /* yeh, alef maksura */
        {0xfb59, 0x67e},  {0xfb92, 0x6af},  {0xfbfe, 0x6cc}, /* Persian */
        {0xfe7f, 0xfe7f}, {0xfef5, 0xfef5}, {'a', 'a'},      {0x628, 0x628},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        UNIT_ROW(i, "form");
        assert_int_equal(vt_arabic_letter_of(rows[i].form), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arabic_letter_of__gives_the_letter_of_a_form),
    };
    return UNIT_MAIN(tests);
}
