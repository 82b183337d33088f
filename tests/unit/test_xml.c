/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/buf.h"
#include "base/limits.h"
#include "extract/xml.h"

static void test_xml_parse__gives_our_prefixes_and_joined_text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    const vt_xml *root = NULL;
    vt_error err = {0};
    assert_int_equal(
        vt_xml_parse(
            arena,
            VT_STR("<?xml version='1.0'?>"
                   "<x:p xmlns:x='http://purl.oclc.org/ooxml/wordprocessingml/main' "
                   "xmlns:o='urn:other' a='1' x:val='2'><o:q/>one<x:t>t&amp;w</x:t>o</x:p>"),
            "part", &root, &err),
        VT_OK);
    assert_str_eq(root->name, "w:p");
    assert_str_eq(vt_xml_get(root, "a"), "1");
    assert_str_eq(vt_xml_get(root, "w:val"), "2");
    assert_null(vt_xml_get(root, "val").ptr);
    assert_str_eq(root->first->name, "?:q");
    assert_non_null(vt_xml_find(root, "w:t"));
    assert_null(vt_xml_child(root, "w:x"));
    assert_str_eq(vt_xml_text(arena, root), "onet&wo");
}

static void test_xml_parse__refuses(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    VT_AUTO(vt_buf) vt_buf deep = {0};
    for (int i = 0; i < 100000; i++)
        vt_buf_addz(&deep, "<a>");
    const struct {
        const char *name;
        vt_str text;
        vt_status want;
    } rows[] = {
        {"billion laughs",
         VT_STR("<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;&x;'>]><a>&y;&y;</a>"),
         VT_E_FORMAT},
        {"external entity",
         VT_STR("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"), VT_E_FORMAT},
        {"parameter entity", VT_STR("<!DOCTYPE a [<!ENTITY % p 'x'>%p;]><a/>"), VT_E_FORMAT},
        {"depth", vt_buf_str(&deep), VT_E_LIMIT},
        {"truncated", VT_STR("<a><b>text</b"), VT_E_FORMAT},
        {"not well-formed", VT_STR("<a></b>"), VT_E_FORMAT},
        {"two roots", VT_STR("<a/><b/>"), VT_E_FORMAT},
        {"empty", VT_STR(""), VT_E_FORMAT},
        {"unknown prefix", VT_STR("<q:a/>"), VT_E_FORMAT},
        {"bad UTF-8", VT_STR("<a>\xC3</a>"), VT_E_FORMAT},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        const vt_xml *root = NULL;
        vt_error err = {0};
        assert_int_equal(vt_xml_parse(arena, rows[i].text, "part", &root, &err), rows[i].want);
        assert_null(root);
        assert_non_null(strstr(err.message, "part, line"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xml_parse__gives_our_prefixes_and_joined_text),
        cmocka_unit_test(test_xml_parse__refuses),
    };
    return UNIT_MAIN(tests);
}
