/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of a PDF's content: what stands in the library's place reads each as it does. */
#include <stdint.h>
#include <stdio.h>

#include "unit.h"

float fz_atof(const char *s); /* ours, by the linker or the loader (extract/pdf_replaced.c) */

/* the library's */
#ifdef VT_MUPDF_SHARED
#include <dlfcn.h>
static float real_atof(const char *s)
{
    static float (*real)(const char *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "fz_atof");
    return real(s);
}
#else
float __real_fz_atof(const char *s);
#define real_atof __real_fz_atof
#endif

static void assert_same(const char *text)
{
    float ours = fz_atof(text), theirs = real_atof(text);
    if (memcmp(&ours, &theirs, sizeof ours) != 0)
        fail_msg("%s: %.9g, not %.9g", text, (double)ours, (double)theirs);
}

static void test_atof__reads_numbers_as_the_library_does(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "0",          "-0",          "1",
        "-1",         "1.",          ".5",
        "-.25",       "0.1",         "16777217",
        "8388608.5",  "123456789",   "1234567.8",
        "0.00000001", "999999999",   "1e5",
        "+1",         "--1",         "1.2.3",
        "12a",        "1234567890",  "0.1234567891",
        "",           ".",           "-",
        "inf",        "00000000001", "16777216.5",
        "33554434.5", "1e-99",       "340282350000000000000000000000000000000",
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        assert_same(rows[i]);
}

static void test_atof__reads_any_short_decimal_as_the_library_does(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        char text[48];
        int places = (int)(x % 8);
        snprintf(text, sizeof text, "%s%u.%0*u", x & 256 ? "-" : "", (unsigned)(x >> 20) % 4000,
                 places, (unsigned)(x >> 40) % 10000);
        assert_same(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atof__reads_numbers_as_the_library_does),
        cmocka_unit_test(test_atof__reads_any_short_decimal_as_the_library_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
