/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "http/multipart.h"

static const char type[] = "multipart/form-data; boundary=\"x-y\"";

static void test_multipart_parse__reads_parts(void **state)
{
    (void)state;
    static const char body[] =
        "preamble\r\n--x-y\r\n"
        "Content-Disposition: form-data; name=\"file\"; filename=\"a \\\"b\\\".pdf\"\r\n"
        "Content-Type: application/pdf\r\n\r\n"
        "one\r\n--x-yz\r\n--x\r\n\r\n--x-y \r\n"
        "content-disposition: form-data; name=config\r\n\r\n"
        "\r\n--x-y--\r\nepilogue";
    vt_arena *arena = vt_arena_new(1 << 20);
    vt_parts parts = {0};
    vt_error err = {0};
    assert_int_equal(
        vt_multipart_parse(arena, vt_str_z(type), vt_str_n(body, sizeof body - 1), &parts, &err),
        VT_OK);
    assert_int_equal(parts.n, 2);
    assert_str_eq(parts.at[0].name, "file");
    assert_str_eq(parts.at[0].filename, "a \"b\".pdf");
    assert_str_eq(parts.at[0].content_type, "application/pdf");
    assert_str_eq(parts.at[0].body, "one\r\n--x-yz\r\n--x\r\n");
    assert_str_eq(parts.at[1].name, "config");
    assert_str_eq(parts.at[1].body, "");
    vt_arena_drop(arena);
}

static void test_multipart_parse__refuses_what_is_none(void **state)
{
    (void)state;
    static const struct {
        const char *type, *body;
    } rows[] = {
        {"multipart/form-data", "--x-y\r\n\r\n\r\n--x-y--"},
        {type, ""},
        {type, "--x-y\r\nContent-Disposition: form-data; name=a\r\n\r\ncut"},
        {type, "--x-y\r\nContent-Disposition: form-data; name=a\r\n--x-y--"},
        {type, "--x-y\r\nContent-Type: text/plain\r\n\r\nno name\r\n--x-y--"},
        {type, "--x-y\r\n--x-y--"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].body);
        vt_arena *arena = vt_arena_new(1 << 20);
        vt_parts parts = {0};
        vt_error err = {0};
        assert_int_not_equal(
            vt_multipart_parse(arena, vt_str_z(rows[i].type), vt_str_z(rows[i].body), &parts, &err),
            VT_OK);
        vt_arena_drop(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_multipart_parse__reads_parts),
        cmocka_unit_test(test_multipart_parse__refuses_what_is_none),
    };
    return UNIT_MAIN(tests);
}
