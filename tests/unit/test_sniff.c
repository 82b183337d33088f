/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "extract/extract.h"
#include "zip_make.h"

#define OLE "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

static void test_sniff__goes_by_content(void **state)
{
    (void)state;
    const struct {
        vt_str bytes;
        const char *filename;
        vt_format want;
    } rows[] = {
        {VT_STR("%PDF-1.4"), "a.docx", VT_FORMAT_PDF},
        {VT_STR("\r\njunk before\n%PDF-1.4"), NULL, VT_FORMAT_PDF},
        {VT_STR("\xFF\xD8\xFF\xE0 x"), "a.pdf", VT_FORMAT_JPEG},
        {VT_STR("\x89PNG\r\n\x1A\n"), NULL, VT_FORMAT_PNG},
        {VT_STR("II*\0x"), NULL, VT_FORMAT_TIFF},
        {VT_STR("RIFF\1\2\3\4WEBPVP8 "), NULL, VT_FORMAT_WEBP},
        {VT_STR("{\\rtf1\\ansi hello}"), "a.doc", VT_FORMAT_RTF},
        {VT_STR(OLE "....W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"), NULL, VT_FORMAT_DOC},
        {VT_STR(OLE "....W\0o\0r\0k\0b\0o\0o\0k\0"), "a.doc", VT_FORMAT_UNKNOWN},
        {VT_STR("\xEF\xBB\xBF <!-- c -->\n<!DOCTYPE html><p>x"), "a.txt", VT_FORMAT_HTML},
        {VT_STR("<?xml version='1.0'?><html><body/></html>"), NULL, VT_FORMAT_HTML},
        {VT_STR("<p>hello</p>"), NULL, VT_FORMAT_HTML},
        {VT_STR("a < b > c"), NULL, VT_FORMAT_TEXT},
        {VT_STR("<\0h\0t\0m\0l\0>\0x\0x\0"), NULL, VT_FORMAT_HTML},
        {VT_STR("Jane Doe\nEngineer"), "cv.txt", VT_FORMAT_TEXT},
        {VT_STR("Jane Doe\nEngineer"), "cv.MD", VT_FORMAT_MARKDOWN},
        {VT_STR("# Jane\n\n## Work\n- x"), NULL, VT_FORMAT_MARKDOWN},
        {VT_STR("# 1 reason\nC# and F#"), NULL, VT_FORMAT_TEXT},
        {VT_STR("From: a@b.c\nTo: d@e.f\nSubject: cv\nMIME-Version: 1.0\n\nhello"), NULL,
         VT_FORMAT_EML},
        {VT_STR("From: 2019\nTo: 2020\nSubject: Physics\n"), NULL, VT_FORMAT_TEXT},
        {VT_STR("{\"basics\": {\"name\": \"x\"}, \"work\": []}"), NULL, VT_FORMAT_JSON_RESUME},
        {VT_STR("{\"a\": 1}"), NULL, VT_FORMAT_TEXT},
        {VT_STR("\0\1\2\3\4\5\6\7"), "cv.txt", VT_FORMAT_UNKNOWN},
        {VT_STR(""), "cv.txt", VT_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].filename ? rows[i].filename : "");
        assert_int_equal(vt_sniff(rows[i].bytes, vt_str_z(rows[i].filename), VT_STR_NULL),
                         rows[i].want);
    }
}

static void test_sniff__tells_containers_apart(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    static const struct {
        const char *member;
        vt_format want;
        vt_status status;
        const char *message;
    } rows[] = {
        {"word/document.xml", VT_FORMAT_DOCX, VT_E_FORMAT, ""},
        {"xl/workbook.xml", VT_FORMAT_UNKNOWN, VT_E_UNSUPPORTED, "Excel"},
        {"ppt/presentation.xml", VT_FORMAT_UNKNOWN, VT_E_UNSUPPORTED, "PowerPoint"},
        {"photo.jpg", VT_FORMAT_UNKNOWN, VT_E_UNSUPPORTED, "ZIP archive"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].member);
        const zip_member member = {rows[i].member, VT_STR(""), false};
        vt_str bytes = zip_make(arena, &member, 1);
        assert_int_equal(vt_sniff(bytes, VT_STR_NULL, VT_STR_NULL), rows[i].want);
        vt_doc *doc = NULL;
        vt_error err = {0};
        assert_int_equal(vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err),
                         rows[i].status);
        assert_non_null(strstr(err.message, rows[i].message));
    }
}

static void test_extract__says_what_cannot_be_read(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    const struct {
        vt_str bytes;
        vt_status want;
        const char *message;
    } rows[] = {
        {VT_STR(""), VT_E_EMPTY, "no bytes"},
        {VT_STR("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), VT_E_EMPTY, "no members"},
        {VT_STR(OLE "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"), VT_E_ENCRYPTED,
         "password"},
        {VT_STR(OLE "W\0o\0r\0k\0b\0o\0o\0k\0"), VT_E_UNSUPPORTED, "Excel 97"},
        {VT_STR("GIF89a\1\0\1\0"), VT_E_UNSUPPORTED, "GIF"},
        {VT_STR("\x7F"
                "ELF\2\1\1\0\0\0"),
         VT_E_UNSUPPORTED, "program"},
        {VT_STR("\3\2\1\0\0\0\0\0"), VT_E_UNSUPPORTED, "binary"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].message);
        vt_doc *doc = NULL;
        vt_error err = {0};
        assert_int_equal(
            vt_extract(arena, rows[i].bytes, VT_STR("cv.txt"), VT_STR_NULL, NULL, &doc, &err),
            rows[i].want);
        assert_non_null(strstr(err.message, rows[i].message));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sniff__goes_by_content),
        cmocka_unit_test(test_sniff__tells_containers_apart),
        cmocka_unit_test(test_extract__says_what_cannot_be_read),
    };
    return UNIT_MAIN(tests);
}
