/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "jobs/headline.h"

static void test_headline_write__takes_what_a_list_shows(void **state)
{
    (void)state;
    static const struct {
        const char *name, *filename, *answer, *want;
    } rows[] = {
        {"nothing but a name", "a.pdf", "", "{\"filename\":\"a.pdf\"}"},
        {"text without a name", "", "{\"result\":null}", "{}"},
        {"a candidate with a match", "a.pdf",
         "{\"checks\":{\"text_validation\":{\"passed\":true,\"reasons\":[]}},"
         "\"matching\":{\"score\":71,\"parts\":{\"x\":{\"score\":3}}},\"raw_text\":\"name\","
         "\"result\":{\"personal_info\":{\"name\":\"Zo\\u00eb \\\"Z\\\"\",\"label\":null},"
         "\"experience\":[{\"name\":\"no\"}]}}",
         "{\"filename\":\"a.pdf\",\"name\":\"Zo\xc3\xab \\\"Z\\\"\",\"score\":71,"
         "\"checks_passed\":true}"},
        {"one of two checks failed", "",
         "{\"checks\":{\"text_validation\":{\"passed\":true},\"prompt\":{\"passed\":false}},"
         "\"result\":null}",
         "{\"checks_passed\":false}"},
        {"what is no JSON gives nothing", "a", "{\"result\":{\"personal_info\":{\"name\":\"x\"}",
         "{\"filename\":\"a\"}"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        UNIT_ROW(i, rows[i].name);
        vt_headline_write(vt_str_z(rows[i].filename), vt_str_z(rows[i].answer), &out);
        assert_string_equal(out.ptr, rows[i].want);
    }
}

static void test_headline_write__cuts_long_texts_between_characters(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf name = {0};
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_buf_addz(&name, "x");
    for (int i = 0; i < VT_HEADLINE_BYTES; i++)
        vt_buf_addz(&name, "\xc3\xab");
    vt_headline_write(vt_buf_str(&name), VT_STR_NULL, &out);
    assert_int_equal(out.len, strlen("{\"filename\":\"\"}") + VT_HEADLINE_BYTES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headline_write__takes_what_a_list_shows),
        cmocka_unit_test(test_headline_write__cuts_long_texts_between_characters),
    };
    return UNIT_MAIN(tests);
}
