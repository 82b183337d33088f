/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/limits.h"
#include "extract/zip.h"
#include "zip_make.h"

static vt_str repeat(vt_arena *arena, char c, size_t n)
{
    char *bytes = vt_arena_alloc(arena, n);
    memset(bytes, c, n);
    return vt_str_n(bytes, n);
}

static void test_zip_read__unpacks_by_name_in_any_case(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const zip_member members[] = {{"a/B.xml", VT_STR("hello"), false},
                                  {"empty", VT_STR(""), false}};
    vt_zip *zip = NULL;
    vt_error err = {0};
    vt_str got = VT_STR_NULL;
    assert_int_equal(vt_zip_open(arena, zip_make(arena, members, 2), &zip, &err), VT_OK);
    assert_int_equal(vt_zip_count(zip), 2);
    assert_str_eq(vt_zip_name(zip, 0), "a/B.xml");
    assert_int_equal(vt_zip_read(zip, VT_STR("/A/b.XML"), &got, &err), VT_OK);
    assert_str_eq(got, "hello");
    assert_int_equal(vt_zip_read(zip, VT_STR("empty"), &got, &err), VT_OK);
    assert_int_equal(got.len, 0);
    assert_int_equal(vt_zip_read(zip, VT_STR("../B.xml"), &got, &err), VT_E_NOT_FOUND);
    assert_false(vt_zip_has(zip, VT_STR("other")));
}

static void test_zip_open__says_what_is_wrong(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    const zip_member members[] = {{"x", VT_STR("some content that is long enough"), false}};
    vt_str good = zip_make(arena, members, 1);
    vt_zip *zip = NULL;
    vt_error err = {0};
    assert_int_equal(vt_zip_open(arena, vt_str_sub(good, 0, good.len / 2), &zip, &err),
                     VT_E_FORMAT);
    assert_int_equal(vt_zip_open(arena, VT_STR("PK\3\4"), &zip, &err), VT_E_FORMAT);

    zip_member *many = VT_NEW_ARRAY(arena, zip_member, VT_MAX_ZIP_MEMBERS + 1);
    for (size_t i = 0; i <= VT_MAX_ZIP_MEMBERS; i++)
        many[i].name = vt_str_format(arena, "m%zu", i).ptr;
    assert_int_equal(vt_zip_open(arena, zip_make(arena, many, VT_MAX_ZIP_MEMBERS + 1), &zip, &err),
                     VT_E_LIMIT);
    assert_non_null(strstr(err.message, "4001"));
}

static void test_zip_read__refuses_bombs_and_ciphers(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(256u << 20);
    const zip_member members[] = {
        {"bomb", repeat(arena, 'a', 8u << 20), false},
        {"huge", repeat(arena, 'a', VT_MAX_ZIP_MEMBER + 1), false},
        {"secret", VT_STR("x"), true},
        {"fine", repeat(arena, 'b', 1000), false},
    };
    vt_zip *zip = NULL;
    vt_error err = {0};
    vt_str got = VT_STR_NULL;
    assert_int_equal(vt_zip_open(arena, zip_make(arena, members, 4), &zip, &err), VT_OK);
    assert_int_equal(vt_zip_read(zip, VT_STR("bomb"), &got, &err), VT_E_LIMIT);
    assert_int_equal(vt_zip_read(zip, VT_STR("huge"), &got, &err), VT_E_LIMIT);
    assert_int_equal(vt_zip_read(zip, VT_STR("secret"), &got, &err), VT_E_ENCRYPTED);
    assert_int_equal(vt_zip_read(zip, VT_STR("fine"), &got, &err), VT_OK);
    assert_int_equal(got.len, 1000);
}

static void test_zip_read__notices_a_flipped_bit(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const zip_member members[] = {{"x", VT_STR("some content that is long enough"), false}};
    vt_str bytes = zip_make(arena, members, 1);
    char *copy = vt_str_cstr(arena, bytes);
    memcpy(copy, bytes.ptr, bytes.len);
    copy[40] ^= 0x10;
    vt_zip *zip = NULL;
    vt_error err = {0};
    vt_str got = VT_STR_NULL;
    assert_int_equal(vt_zip_open(arena, vt_str_n(copy, bytes.len), &zip, &err), VT_OK);
    assert_int_equal(vt_zip_read(zip, VT_STR("x"), &got, &err), VT_E_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zip_read__unpacks_by_name_in_any_case),
        cmocka_unit_test(test_zip_open__says_what_is_wrong),
        cmocka_unit_test(test_zip_read__refuses_bombs_and_ciphers),
        cmocka_unit_test(test_zip_read__notices_a_flipped_bit),
    };
    return UNIT_MAIN(tests);
}
