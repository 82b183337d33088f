/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/hash.h"

static void test_sha256__of_known_text(void **state)
{
    (void)state;
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(VT_STR("abc"), hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void test_id_new__sorts_by_time_and_differs(void **state)
{
    (void)state;
    char a[40], b[40], c[40];
    vt_id_new("prs_", 1700000000000, a);
    vt_id_new("prs_", 1700000000000, b);
    vt_id_new("prs_", 1700000000001, c);
    assert_int_equal(strlen(a), 30);
    assert_string_not_equal(a, b);
    assert_true(strcmp(a, c) < 0 && strcmp(b, c) < 0);
    assert_memory_equal(a, "prs_0", 5);
}

static void test_base64__round_trip_and_faults(void **state)
{
    (void)state;
    char text[32], back[32];
    vt_base64_encode(VT_STR("hello"), text);
    assert_string_equal(text, "aGVsbG8=");
    assert_int_equal(vt_base64_decode(VT_STR("aGVsbG8="), back), 5);
    assert_memory_equal(back, "hello", 5);
    assert_true(vt_base64_decode(VT_STR("aGVsb*8="), back) == VT_NPOS);
    assert_true(vt_base64_decode(VT_STR("aGVsbG8"), back) == VT_NPOS);
}

static void test_secret_new__has_256_bits_and_compares(void **state)
{
    (void)state;
    char a[64], b[64];
    vt_secret_new("vt_live_", a);
    vt_secret_new("vt_live_", b);
    assert_int_equal(strlen(a), 8 + 43);
    assert_true(vt_equal_const_time(vt_str_z(a), vt_str_z(a)));
    assert_false(vt_equal_const_time(vt_str_z(a), vt_str_z(b)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256__of_known_text),
        cmocka_unit_test(test_id_new__sorts_by_time_and_differs),
        cmocka_unit_test(test_base64__round_trip_and_faults),
        cmocka_unit_test(test_secret_new__has_256_bits_and_compares),
    };
    return UNIT_MAIN(tests);
}
