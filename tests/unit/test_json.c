/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/json.h"
#include "base/limits.h"

#include <math.h>

static void test_json_parse__refuses_what_is_no_strict_json(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",
        "{\"a\":1,\"a\":2}",
        "\"\xff\"",
        "01",
        "\"\t\"",
        "[1,2,]",
        "{} x",
        "NaN",
        "1e999",
        "\"\\ud800\"",
        ".5",
        "\"\\u0000\"",
        "[1",
        "[1 2]",
        "{\"a\" 1}",
        "{a:1}",
        "[,1]",
        "{,}",
        "-",
        "1.",
        "1e",
        "1e+",
        "+1",
        "tru",
        "nulll",
        ("\xef\xbb\xbf"
         "1"),
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800",
        "9223372036854775808",
        "-9223372036854775809",
        "{\"a\":1,}",
        "[1}",
        "{\"a\":1]",
        "\"a",
        "\"a\\",
        "\"\\\"",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"\\u0063\":1}",
        "\v1",
        "[1]\xc2\xa0",
        "\"\x7f\xc0\x80\"",
        "{",
        "[",
        "{\"a\"",
        "{\"a\":",
        ",",
        "]",
        "'a'",
        "//",
        "Infinity",
        "0x1",
        "1-",
        "--1",
        "00",
        "-01",
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        const vt_json *value = NULL;
        vt_error err = {0};
        assert_int_equal(vt_json_parse(arena, vt_str_z(rows[i]), &value, &err), VT_E_FORMAT);
        assert_true(err.message[0] != 0);
    }
}

static void test_json_parse__reads_every_form(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } rows[] = {{" [ ] ", "[]"},
                {"\t{ \r\n}\n", "{}"},
                {"-0", "0"},
                {"1E+2", "100.0"},
                {"-0.0e-0", "-0.0"},
                {"12.5e1", "125.0"},
                {"0.125", "0.125"},
                {"[ 1 , 2 ]", "[1,2]"},
                {"-9223372036854775808", "-9223372036854775808"},
                {"\"\\u0041\\ud83d\\uDE00\\/\\b\\f\"", "\"A\xf0\x9f\x98\x80/\\u0008\\u000c\""},
                {"\"\\u00e9\\u20ac\"", "\"\xc3\xa9\xe2\x82\xac\""},
                {"{\"a\\\"b\" : {\"\":null}, \"c\":[true,false]}",
                 "{\"a\\\"b\":{\"\":null},\"c\":[true,false]}"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        const vt_json *value = NULL;
        assert_int_equal(vt_json_parse(arena, vt_str_z(rows[i].text), &value, NULL), VT_OK);
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_json_writer w = vt_json_writer_init(&out, 0);
        vt_json_put_tree(&w, value);
        assert_str_eq(vt_buf_str(&out), rows[i].written);
    }
}

static void test_json_parse__says_where(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *value = NULL;
    vt_error err = {0};
    assert_int_equal(vt_json_parse(arena, VT_STR("{\n \"a\": x}"), &value, &err), VT_E_FORMAT);
    assert_non_null(strstr(err.message, "line 2, column 7: "));
}

/* Whatever the text, memory has a bound by its length. */
static void test_json_parse__takes_so_many_bytes_for_one(void **state)
{
    (void)state;
    static const char *const units[] = {"0",    "[]",      "{}",    "[0]", "{\"\":0}",
                                        "\"\"", "\"\\n\"", "[[0]]", "1.5", "{\"a\":[],\"b\":{}}",
                                        "null"};
    for (size_t i = 0; i < VT_COUNT(units); i++) {
        UNIT_ROW(i, units[i]);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)64 << 20);
        VT_AUTO(vt_buf) vt_buf text = {0};
        const vt_json *value = NULL;
        vt_buf_addc(&text, '[');
        for (size_t k = 0; k < 100000; k++)
            vt_buf_addf(&text, "%s%s", k ? "," : "", units[i]);
        vt_buf_addc(&text, ']');
        assert_int_equal(vt_json_parse(arena, vt_buf_str(&text), &value, NULL), VT_OK);
        assert_true(vt_arena_used(arena) <= VT_JSON_PER_BYTE * text.len);
    }
}

static void test_json_parse__bounds_depth(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *value = NULL;
    char text[401];
    memset(text, '[', 200);
    memset(text + 200, ']', 200);
    assert_int_equal(vt_json_parse(arena, vt_str_n(text, 400), &value, NULL), VT_E_LIMIT);
}

static void test_json_parse_bounded__bounds_values(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *around;
        size_t n;
        vt_status status;
    } rows[] = {{"0", "[]", VT_MAX_JSON_VALUES - 1, VT_OK},
                {"0", "[]", VT_MAX_JSON_VALUES, VT_E_LIMIT},
                {"{}", "[]", VT_MAX_JSON_VALUES, VT_E_LIMIT},
                {"[[[", "  ", VT_MAX_JSON_VALUES / 3 + 1, VT_E_LIMIT},
                {",[{\\\"", "\"\"", VT_MAX_JSON_VALUES, VT_OK}}; /* in a string they are none */
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].unit);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)256 << 20);
        VT_AUTO(vt_buf) vt_buf text = {0};
        const vt_json *value = NULL;
        vt_buf_addc(&text, rows[i].around[0]);
        for (size_t k = 0; k < rows[i].n; k++) {
            vt_buf_addz(&text, k && rows[i].around[0] == '[' ? "," : "");
            vt_buf_addz(&text, rows[i].unit);
        }
        vt_buf_addc(&text, rows[i].around[1]);
        assert_int_equal(vt_json_parse_bounded(arena, vt_buf_str(&text), &value, NULL),
                         rows[i].status);
    }
}

static void test_json_tree__survives_a_round_trip(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1,-2.5,true,false,null,\"\\u00e9\\n\\\"\"],\"b\":{}}";
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *value = NULL;
    assert_int_equal(vt_json_parse(arena, vt_str_z(text), &value, NULL), VT_OK);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    vt_json_put_tree(&w, value);
    assert_str_eq(vt_buf_str(&out),
                  "{\"a\":[1,-2.5,true,false,null,\"\xc3\xa9\\n\\\"\"],\"b\":{}}");
}

/* A real number stays one: as digits alone it would be an integer that no reader holds. */
static void test_json_tree__large_numbers_are_read_again(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } rows[] = {{"1e30", "1e+30"},
                {"-1.5e19", "-1.5e+19"},
                {"1e17", "1e+17"},
                {"9.9e16", "9.9e+16"},
                {"1.0", "1.0"},
                {"0.1", "0.1"},
                {"1e-12", "1e-12"},
                {"0.123456789012345678", "0.12345678901234568"},
                {"9223372036854775807", "9223372036854775807"},
                {"1e308", "1e+308"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
        const vt_json *value = NULL, *again = NULL;
        assert_int_equal(vt_json_parse(arena, vt_str_z(rows[i].text), &value, NULL), VT_OK);
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_json_writer w = vt_json_writer_init(&out, 0);
        vt_json_put_tree(&w, value);
        assert_str_eq(vt_buf_str(&out), rows[i].written);
        assert_int_equal(vt_json_parse(arena, vt_buf_str(&out), &again, NULL), VT_OK);
        assert_true(vt_json_num(again, 0) == vt_json_num(value, 1));
    }
}

static void test_json_writer__writes_what_it_is_told(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 2);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "bad", VT_STR("a\xff\x01"));
    vt_json_kv_str(&w, "none", VT_STR_NULL);
    vt_json_kv_num(&w, "n", 0.97310, 4);
    vt_json_kv_num(&w, "nan", (double)NAN, 4);
    vt_json_key(&w, "empty");
    vt_json_begin_array(&w);
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    assert_str_eq(vt_buf_str(&out), "{\n  \"bad\": \"a\xef\xbf\xbd\\u0001\",\n  \"none\": null,\n"
                                    "  \"n\": 0.9731,\n  \"nan\": null,\n  \"empty\": []\n}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_parse__refuses_what_is_no_strict_json),
        cmocka_unit_test(test_json_parse__reads_every_form),
        cmocka_unit_test(test_json_parse__says_where),
        cmocka_unit_test(test_json_parse__takes_so_many_bytes_for_one),
        cmocka_unit_test(test_json_parse__bounds_depth),
        cmocka_unit_test(test_json_parse_bounded__bounds_values),
        cmocka_unit_test(test_json_tree__survives_a_round_trip),
        cmocka_unit_test(test_json_tree__large_numbers_are_read_again),
        cmocka_unit_test(test_json_writer__writes_what_it_is_told),
    };
    return UNIT_MAIN(tests);
}
