/* SPDX-License-Identifier: Apache-2.0 */
/* PDF as far as no golden shows it, ODT, RTF, legacy DOC, mail and JSON Resume. */
#include "unit.h"

#include "base/limits.h"
#include "doc_text.h"
#include "extract/extract.h"
#include "text/utf8.h"
#include "zip_make.h"

static const vt_doc *read_ok(vt_arena *arena, vt_str bytes, vt_format want)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    vt_status status = vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err);
    if (status != VT_OK)
        print_error("# %s\n", err.message);
    assert_int_equal(status, VT_OK);
    assert_int_equal(doc->format, want);
    return doc;
}

static void expect_failure(vt_arena *arena, vt_str bytes, vt_status want)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err), want);
    assert_true(err.message[0] != 0);
}

/* ---- PDF ---- */

/* A page of one piece of content; the reader finds its objects without a table of them. */
static vt_str make_pdf(vt_arena *arena, const char *content)
{
    return vt_str_format(
        arena,
        "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources"
        "<</Font<</F 5 0 R>>>>>>endobj\n4 0 obj<</Length %zu>>stream\n%s\nendstream endobj\n"
        "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
        "trailer<</Root 1 0 R>>\n%%%%EOF\n",
        strlen(content), content);
}

static void test_read_pdf__a_stroked_rule_is_as_thin_as_it_looks(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    vt_str pdf = make_pdf(arena, "BT /F 12 Tf 70 700 Td (Education) Tj ET\n"
                                 "0.7 w q 2 0 0 2 70 690 cm 0 0 m 236 0 l S Q");
    const vt_doc *doc = read_ok(arena, pdf, VT_FORMAT_PDF);
    assert_int_equal(doc->shapes.n, 1);
    vt_shape rule = doc->shapes.at[0];
    assert_int_equal(rule.kind, VT_SHAPE_LINE);
    assert_float_equal(rule.box.y1 - rule.box.y0, 1.4, 0.05);
    assert_float_equal(rule.box.x1 - rule.box.x0, 473.4, 0.05);
}

/* ---- ODT ---- */

#define O "urn:oasis:names:tc:opendocument:xmlns:"
#define ODF_SPACES                                                                                 \
    " xmlns:office='" O "office:1.0' xmlns:text='" O "text:1.0' xmlns:style='" O                   \
    "style:1.0' xmlns:table='" O "table:1.0' xmlns:draw='" O "drawing:1.0' xmlns:fo='" O           \
    "xsl-fo-compatible:1.0' xmlns:xlink='http://www.w3.org/1999/xlink'"

static vt_str make_odt(vt_arena *arena, const char *body, const char *manifest)
{
    vt_str content = vt_str_format(
        arena,
        "<office:document-content" ODF_SPACES "><office:automatic-styles><style:style "
        "style:name='B'><style:text-properties fo:font-weight='bold'/></style:style>"
        "<style:style style:name='N'><style:table-column-properties style:column-width='1in'/>"
        "</style:style><style:style style:name='W'><style:table-column-properties "
        "style:column-width='4in'/></style:style><style:default-style style:family='paragraph'>"
        "<style:text-properties fo:font-size='9pt'/></style:default-style>"
        "</office:automatic-styles><office:body><office:text>%s</office:text></office:body>"
        "</office:document-content>",
        body);
    const zip_member members[] = {
        {"mimetype", VT_STR("application/vnd.oasis.opendocument.text"), false},
        {"content.xml", content, false},
        {"META-INF/manifest.xml", vt_str_z(manifest), false},
    };
    /* the type stands uncompressed at the start of a real file */
    vt_str zip = zip_make(arena, members, 3);
    return zip;
}

static void test_read_odt__text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const char *body =
        "<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion>"
        "</text:tracked-changes><text:h text:outline-level='2'>Work</text:h>"
        "<text:p>a<text:s text:c='4'/>b<text:tab/><text:span text:style-name='B'>c</text:span>"
        "<text:line-break/>d <text:a xlink:href='http://x.y'>e</text:a></text:p>"
        "<text:list><text:list-item><text:p>one</text:p><text:p>more</text:p></text:list-item></"
        "text:list>"
        "<table:table><table:table-column table:style-name='N'/><table:table-column "
        "table:style-name='W'/><table:table-row><table:table-cell><text:p>2019</text:p></"
        "table:table-cell>"
        "<table:table-cell><text:p>Cook</text:p></table:table-cell></table:table-row></table:table>"
        "<text:p><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame></"
        "text:p><text:p><draw:g><draw:custom-shape><text:p>shape</text:p></draw:custom-shape>"
        "<draw:rect/></draw:g></text:p>";
    const vt_doc *doc = NULL;
    vt_doc *read = NULL;
    vt_extract_options options = {.format = VT_FORMAT_ODT};
    assert_int_equal(vt_extract(arena, make_odt(arena, body, "<m/>"), VT_STR_NULL, VT_STR_NULL,
                                &options, &read, NULL),
                     VT_OK);
    doc = read;
    assert_str_eq(doc_text(arena, doc),
                  "## Work\na ~ b ~ *c*\nd e\n• one\nmore\n2019 ~ Cook\n[1]\nbox\n[2]\nshape");
    for (size_t i = 0; i < doc->words.n; i++) {
        assert_true(doc->words.at[i].size == 9 || (doc->words.at[i].flags & VT_TOKEN_BULLET));
        if (vt_str_eq(doc->words.at[i].text, VT_STR("Cook"))) /* a fifth of 495 points from 50 */
            assert_true(doc->words.at[i].box.x0 == 149);
    }
    vt_error err = {0};
    vt_str locked = make_odt(arena, "",
                             "<manifest:manifest xmlns:manifest='" O "manifest:1.0'>"
                             "<manifest:encryption-data/></manifest:manifest>");
    assert_int_equal(vt_extract(arena, locked, VT_STR_NULL, VT_STR_NULL, &options, &read, &err),
                     VT_E_ENCRYPTED);
}

/* ---- RTF ---- */

static void test_read_rtf__text(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } rows[] = {
        {"paragraphs and styles",
         "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\b Ann\\b0  Lee\\par\nx{\\i y}}", "*Ann* Lee\nxy"},
        {"characters",
         "{\\rtf1\\ansi\\ansicpg1252 caf\\'e9 \\u8211?\\u-3913 x \\bullet{\\uc0\\u233}!}",
         "caf\xC3\xA9 \xE2\x80\x93• •\xC3\xA9!"},
        {"another page", "{\\rtf1\\ansicpg1251 \\'cf\\'f0}", "\xD0\x9F\xD1\x80"},
        {"table", "{\\rtf1\\trowd\\intbl 2019\\cell Cook\\cell\\row\\pard after\\par}",
         "2019 ~ Cook\nafter"},
        {"list", "{\\rtf1{\\listtext\\'b7\\tab}one\\par{\\listtext 2.\\tab}two\\par}",
         "• one\n2. two"},
        {"skipped destinations", "{\\rtf1{\\info{\\title T}}{\\*\\new x}{\\pict 0011}a}", "a"},
        {"tab and line", "{\\rtf1 a\\tab b\\line c\\~d\\_e}", "a ~ b\nc d-e"},
        {"binary data", "{\\rtf1 a{\\pict\\bin2 }}}b}", "ab"},
        {"unbalanced", "{\\rtf1 a}}}} b", "a b"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
        assert_str_eq(doc_text(arena, read_ok(arena, vt_str_z(rows[i].text), VT_FORMAT_RTF)),
                      rows[i].want);
    }
}

static void test_read_rtf__links_and_limits(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
    const vt_doc *doc = read_ok(arena,
                                VT_STR("{\\rtf1{\\field{\\*\\fldinst HYPERLINK \"mailto:a@b.c\"}"
                                       "{\\fldrslt mail}} me}"),
                                VT_FORMAT_RTF);
    assert_str_eq(doc_text(arena, doc), "mail me");
    assert_str_eq(doc->links.at[doc->words.at[0].link].url, "mailto:a@b.c");
    assert_int_equal(doc->words.at[1].link, VT_NONE);
    VT_AUTO(vt_buf) vt_buf deep = {0};
    vt_buf_addz(&deep, "{\\rtf1");
    for (int i = 0; i < 100000; i++)
        vt_buf_addc(&deep, '{');
    expect_failure(arena, vt_buf_str(&deep), VT_E_LIMIT);
}

/* ---- DOC ---- */

enum { SECTOR = 512, STREAM = 4096 };

static void put_entry(char *dir, size_t i, const char *name, uint32_t start, uint32_t size)
{
    char *e = dir + i * 128;
    size_t n = strlen(name);
    for (size_t k = 0; k < n; k++)
        e[k * 2] = name[k];
    e[64] = (char)((n + 1) * 2);
    memcpy(e + 116, &start, 4);
    memcpy(e + 120, &size, 4);
}

/* Header, table of sectors, directory, WordDocument with the text behind its FIB, 0Table. */
static vt_str make_doc(vt_arena *arena, vt_str text, uint16_t flags)
{
    size_t size = SECTOR * (1 + 2) + STREAM * 2;
    char *f = vt_arena_alloc(arena, size), *fat = f + SECTOR, *dir = f + SECTOR * 2;
    char *word = f + SECTOR * 3, *table = word + STREAM;
    memcpy(f, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8);
    f[30] = 9;
    memset(f + 76, 0xFF, 109 * 4);
    memset(f + 76, 0, 4); /* the table is sector 0 */
    uint32_t one = 1, none = 0xFFFFFFFE, fc = 1024 * 2 | 0x40000000u, chars = (uint32_t)text.len;
    memcpy(f + 48, &one, 4);
    memcpy(f + 60, &none, 4);
    memcpy(f + 68, &none, 4);
    for (uint32_t i = 0; i < 18; i++) {
        uint32_t next = i < 2 || i == 9 || i == 17 ? none : i + 1;
        memcpy(fat + i * 4, &next, 4);
    }
    memset(fat + 18 * 4, 0xFF, SECTOR - 18 * 4);
    put_entry(dir, 0, "Root Entry", none, 0);
    put_entry(dir, 1, "WordDocument", 2, STREAM);
    put_entry(dir, 2, "0Table", 10, STREAM);
    memcpy(word, "\xEC\xA5", 2);
    memcpy(word + 0x0A, &flags, 2);
    memcpy(word + 0x4C, &chars, 4);
    uint32_t clx = 0, clx_size = 21, plc = 16;
    memcpy(word + 0x1A2, &clx, 4);
    memcpy(word + 0x1A6, &clx_size, 4);
    memcpy(word + 1024, text.ptr, text.len);
    table[0] = 2;
    memcpy(table + 1, &plc, 4);
    memcpy(table + 9, &chars, 4);
    memcpy(table + 15, &fc, 4);
    return vt_str_n(f, size);
}

static void test_read_doc__text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    vt_str text = VT_STR("Ann L\xE9"
                         "e\rEngineer\t2019\x0B"
                         "Rome\r2019\x07"
                         "Cook\x07\x07"
                         "\x13 HYPERLINK \"x\" \x14link\x15\x0Cnext\r");
    const vt_doc *doc = read_ok(arena, make_doc(arena, text, 0), VT_FORMAT_DOC);
    assert_str_eq(doc_text(arena, doc), "Ann L\xC3\xA9"
                                        "e\nEngineer ~ 2019\nRome\n2019 ~ Cook\nlink\nnext");
    assert_int_equal(doc->page_count, 2);
    expect_failure(arena, make_doc(arena, text, 0x100), VT_E_ENCRYPTED);
    expect_failure(arena, vt_str_sub(make_doc(arena, text, 0), 0, 1400), VT_E_FORMAT);
}

/* Says how the text is parted: main, page headers of which the seventh story is the header of odd
 * pages, text boxes. */
static vt_str part_doc(vt_str doc, uint32_t main_chars, uint32_t header, uint32_t boxes)
{
    char *word = (char *)(uintptr_t)doc.ptr + SECTOR * 3, *table = word + STREAM;
    uint32_t at = 64, end = header, stories[10] = {0}, size = sizeof stories;
    memcpy(word + 0x4C, &main_chars, 4);
    memcpy(word + 0x54, &header, 4);
    memcpy(word + 0x64, &boxes, 4);
    memcpy(word + 0xF2, &at, 4);
    memcpy(word + 0xF6, &size, 4);
    for (size_t i = 8; i < 10; i++)
        stories[i] = end;
    memcpy(table + at, stories, sizeof stories);
    return doc;
}

static void test_read_doc__page_headers_and_text_boxes(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    vt_str text = VT_STR("Engineer\rAcme\rAnn Lee\rann@lee.com\r");
    vt_str doc = part_doc(make_doc(arena, text, 0), 14, 8, 12);
    const vt_doc *got = read_ok(arena, doc, VT_FORMAT_DOC);
    assert_str_eq(doc_text(arena, got), /* regions: the header, the body, the box */
                  "[1]\nAnn Lee\n[0]\nEngineer\nAcme\n[2]\nann@lee.com");
    doc = part_doc(make_doc(arena, text, 0), 14, UINT32_MAX, UINT32_MAX);
    got = read_ok(arena, doc, VT_FORMAT_DOC); /* lengths that lie */
    assert_true(got->words.n >= 2);
}

static void test_read_doc__survives_damage(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(32u << 20);
        vt_str good = make_doc(arena,
                               VT_STR("Ann\rEngineer\r2019\x07"
                                      "Cook\x07\x07"),
                               0);
        char *bytes = vt_arena_alloc(arena, good.len);
        memcpy(bytes, good.ptr, good.len);
        for (int i = 0; i < 6; i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[8 + (seed >> 8) % (good.len - 8)] = (char)(seed >> 24);
        }
        vt_doc *doc = NULL;
        vt_extract_options options = {.format = VT_FORMAT_DOC};
        vt_error err = {0};
        vt_status status = vt_extract(arena, vt_str_n(bytes, good.len), VT_STR_NULL, VT_STR_NULL,
                                      &options, &doc, &err);
        assert_true(status == VT_OK || err.message[0]);
    }
}

/* ---- mail ---- */

static void test_read_rtf__cuts_long_list_signs_between_characters(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const vt_doc *doc = read_ok(arena,
                                VT_STR("{\\rtf1{\\listtext 12\\u8364?\\u8364?\\u8364?\\u8364?"
                                       "\\u8364?\\u8364?\\tab}word\\par}"),
                                VT_FORMAT_RTF);
    for (size_t i = 0; i < doc->words.n; i++)
        assert_true(vt_utf8_valid(doc->words.at[i].text));
}

static void test_read_eml__takes_the_resume(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } rows[] = {
        {"body", "From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\n\nJane Doe\nCook\n",
         "Jane Doe\nCook"},
        {"quoted-printable",
         "From: a@b.c\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain;\r\n "
         "charset=\"iso-8859-1\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nJos=E9 "
         "is=\r\n here\r\n",
         "Jos\xC3\xA9 is here"},
        {"attachment",
         "From: a@b.c\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
         "boundary=ab\n\n--ab\nContent-Type: text/plain\n\nDear all\n--ab\n"
         "Content-Type: application/rtf; name=\"cv.rtf\"\n"
         "Content-Transfer-Encoding: base64\n\ne1xydGYxIEphbmV9\n--ab--\n",
         "Jane"},
        {"an attachment that is no document",
         "From: a@b.c\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
         "boundary=ab\n\n--ab\nContent-Type: text/plain\n\nDear all\n--ab\n"
         "Content-Type: application/pdf; name=\"resume.pdf\"\n"
         "Content-Transfer-Encoding: "
         "base64\n\nTVqQAAMAAAAEAAAA//"
         "8AALgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n-"
         "-ab--\n",
         "Dear all"},
        {"html alternative",
         "From: a@b.c\nSubject: x\nMIME-Version: 1.0\nContent-Type: "
         "multipart/alternative; boundary=\"z\"\n\n--z\nContent-Type: text/html\n\n"
         "<p>Hi <b>you</b></p>\n--z--",
         "Hi *you*"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
        assert_str_eq(doc_text(arena, read_ok(arena, vt_str_z(rows[i].text), VT_FORMAT_EML)),
                      rows[i].want);
    }
}

/* ---- JSON Resume ---- */

static void test_read_jsonresume__prints_its_fields(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const vt_doc *doc = read_ok(
        arena,
        VT_STR(
            "{\"basics\":{\"name\":\"Jane Doe\",\"label\":\"Cook\",\"email\":\"a@b.c\","
            "\"location\":{\"city\":\"Rome\"}},\"work\":[{\"name\":\"ACME\",\"position\":\"Chef\","
            "\"startDate\":\"2019-01\",\"highlights\":[\"Fed many\"]}],"
            "\"skills\":[{\"name\":\"Food\",\"keywords\":[\"Pasta\",\"Soup\"]}]}"),
        VT_FORMAT_JSON_RESUME);
    assert_str_eq(
        doc_text(arena, doc),
        "# *Jane* *Doe*\nCook\na@b.c\nRome\n## *Work* *Experience*\n"
        "*Chef,* *ACME* ~ 2019-01 – Present\n• Fed many\n## *Skills*\n*Food:* Pasta, Soup");
    expect_failure(arena, VT_STR("{\"basics\": {\"name\": 1}, \"work\": [}"), VT_E_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_pdf__a_stroked_rule_is_as_thin_as_it_looks),
        cmocka_unit_test(test_read_odt__text),
        cmocka_unit_test(test_read_rtf__text),
        cmocka_unit_test(test_read_rtf__links_and_limits),
        cmocka_unit_test(test_read_doc__text),
        cmocka_unit_test(test_read_doc__page_headers_and_text_boxes),
        cmocka_unit_test(test_read_doc__survives_damage),
        cmocka_unit_test(test_read_rtf__cuts_long_list_signs_between_characters),
        cmocka_unit_test(test_read_eml__takes_the_resume),
        cmocka_unit_test(test_read_jsonresume__prints_its_fields),
    };
    return UNIT_MAIN(tests);
}
