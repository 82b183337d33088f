/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/limits.h"
#include "doc_text.h"
#include "extract/extract.h"
#include "zip_make.h"

#define W_NS "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
#define SPACES                                                                                     \
    " xmlns:w='" W_NS "'"                                                                          \
    " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"               \
    " xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"                      \
    " xmlns:wps='http://schemas.microsoft.com/office/word/2010/wordprocessingShape'"               \
    " xmlns:v='urn:schemas-microsoft-com:vml'"

static const char rels[] =
    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
    "<Relationship Id='s' Type='http://x/styles' Target='styles.xml'/>"
    "<Relationship Id='n' Type='http://x/numbering' Target='numbering.xml'/>"
    "<Relationship Id='h' Type='http://x/header' Target='./sub/../header1.xml'/>"
    "<Relationship Id='f' Type='http://x/footer' Target='/word/footer1.xml'/>"
    "<Relationship Id='u' Type='http://x/hyperlink' Target='https://example.org/me' "
    "TargetMode='External'/></Relationships>";

static const char styles[] =
    "<w:styles" SPACES "><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val='22'/></w:rPr>"
    "</w:rPrDefault></w:docDefaults>"
    "<w:style w:type='paragraph' w:default='1' w:styleId='N'><w:name w:val='Normal'/></w:style>"
    "<w:style w:type='paragraph' w:styleId='H1'><w:name w:val='heading 1'/>"
    "<w:basedOn w:val='N'/><w:pPr><w:outlineLvl w:val='0'/></w:pPr>"
    "<w:rPr><w:b/><w:sz w:val='32'/></w:rPr></w:style>"
    "<w:style w:type='paragraph' w:styleId='Mine'><w:name w:val='My Section'/>"
    "<w:basedOn w:val='H1'/><w:rPr><w:b w:val='0'/></w:rPr></w:style>"
    "<w:style w:type='paragraph' w:styleId='berschrift2'>"
    "<w:name w:val='\xC3\x9C"
    "berschrift 2'/><w:basedOn w:val='berschrift2'/></w:style>"
    "<w:style w:type='character' w:styleId='Strong'><w:name w:val='Strong'/>"
    "<w:rPr><w:b/></w:rPr></w:style></w:styles>";

static const char numbering[] =
    "<w:numbering" SPACES "><w:abstractNum w:abstractNumId='0'>"
    "<w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='bullet'/><w:lvlText w:val='o'/></w:lvl>"
    "<w:lvl w:ilvl='1'><w:start w:val='3'/><w:numFmt w:val='lowerRoman'/><w:lvlText w:val='%2)'/>"
    "</w:lvl></w:abstractNum>"
    "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:start w:val='1'/>"
    "<w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl></w:abstractNum>"
    "<w:num w:numId='7'><w:abstractNumId w:val='0'/></w:num>"
    "<w:num w:numId='8'><w:abstractNumId w:val='1'/></w:num></w:numbering>";

static vt_str document(vt_arena *arena, const char *body)
{
    return vt_str_format(arena, "<w:document" SPACES "><w:body>%s</w:body></w:document>", body);
}

static vt_str make(vt_arena *arena, vt_str main, const char *app)
{
    const zip_member members[] = {
        {"[Content_Types].xml", VT_STR("<Types/>"), false},
        {"word/document.xml", main, false},
        {"word/styles.xml", vt_str_z(styles), false},
        {"word/numbering.xml", vt_str_z(numbering), false},
        {"word/_rels/document.xml.rels", vt_str_z(rels), false},
        {"word/header1.xml",
         VT_STR("<w:hdr" SPACES "><w:p><w:r><w:t>Ann Example</w:t></w:r></w:p></w:hdr>"), false},
        {"word/footer1.xml",
         VT_STR("<w:ftr" SPACES "><w:p><w:r><w:t>Page 1</w:t></w:r></w:p></w:ftr>"), false},
        {"docProps/app.xml",
         vt_str_format(arena,
                       "<P xmlns='http://schemas.openxmlformats.org/officeDocument/2006/"
                       "extended-properties'><Pages>%s</Pages></P>",
                       app),
         false},
    };
    return zip_make(arena, members, VT_COUNT(members));
}

static const vt_doc *read_ok(vt_arena *arena, vt_str bytes)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    vt_status status = vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err);
    if (status != VT_OK)
        print_error("# %s\n", err.message);
    assert_int_equal(status, VT_OK);
    assert_int_equal(doc->format, VT_FORMAT_DOCX);
    return doc;
}

#define P(text)  "<w:p><w:r><w:t>" text "</w:t></w:r></w:p>"
#define TC(text) "<w:tc>" P(text) "</w:tc>"

static void test_read_docx__text(void **state)
{
    (void)state;
    static const struct {
        const char *name, *body, *want;
    } rows[] = {
        {"runs of one word",
         "<w:p><w:r><w:t>Hel</w:t></w:r><w:r><w:t>lo wor</w:t></w:r>"
         "<w:r><w:rPr><w:b/></w:rPr><w:t>ld</w:t></w:r></w:p>",
         "Hello wor*ld*"},
        {"character style",
         "<w:p><w:r><w:rPr><w:rStyle w:val='Strong'/></w:rPr><w:t>A</w:t></w:r>"
         "<w:r><w:rPr><w:rStyle w:val='Strong'/><w:b w:val='false'/></w:rPr>"
         "<w:t> b</w:t></w:r></w:p>",
         "*A* b"},
        {"headings",
         "<w:p><w:pPr><w:pStyle w:val='H1'/></w:pPr><w:r><w:t>One</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:pStyle w:val='Mine'/></w:pPr><w:r><w:t>Two</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:pStyle w:val='berschrift2'/></w:pPr><w:r><w:t>Drei</w:t></w:r>"
         "</w:p><w:p><w:pPr><w:outlineLvl w:val='9'/></w:pPr><w:r><w:t>x</w:t></w:r>"
         "</w:p>",
         "# *One*\n# Two\n## Drei\nx"},
        {"lists",
         "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='7'/></w:numPr></w:pPr>"
         "<w:r><w:t>a</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='7'/></w:numPr></w:pPr>"
         "<w:r><w:t>b</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='7'/></w:numPr></w:pPr>"
         "<w:r><w:t>c</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:numId w:val='8'/></w:numPr></w:pPr><w:r><w:t>d</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:numId w:val='8'/></w:numPr></w:pPr><w:r><w:t>e</w:t></w:r></w:p>"
         "<w:p><w:pPr><w:numPr><w:numId w:val='0'/></w:numPr></w:pPr><w:r><w:t>f</w:t></w:r></w:p>",
         "• a\niii) b\niv) c\n1. d\n2. e\nf"},
        {"tracked changes",
         "<w:p><w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r>"
         "<w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>gone</w:t>"
         "</w:r></w:moveFrom><w:moveTo><w:r><w:t>here</w:t></w:r></w:moveTo></w:p>",
         "new here"},
        {"hidden",
         "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r>"
         "<w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t> white</w:t></w:r><w:r>"
         "<w:rPr><w:color w:val='FFFFFF'/><w:shd w:val='clear' w:fill='000000'/></w:rPr>"
         "<w:t> shown</w:t></w:r></w:p>",
         "{secret} {white} shown"},
        {"breaks, tabs, signs",
         "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>"
         "<w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t></w:r><w:r>"
         "<w:sym w:font='Wingdings' w:char='F0A7'/></w:r><w:r><w:rPr>"
         "<w:rFonts w:ascii='Wingdings'/></w:rPr><w:t>(</w:t></w:r></w:p>",
         "a ~ b\nc-de•"},
        {"content controls and tags",
         "<w:sdt><w:sdtContent><w:p><w:smartTag><w:r><w:t>in</w:t></w:r></w:smartTag><w:sdt>"
         "<w:sdtContent><w:r><w:t>side</w:t></w:r></w:sdtContent></w:sdt></w:p></w:sdtContent></"
         "w:sdt>",
         "inside"},
        {"one branch of an alternative",
         "<w:p><w:r><w:t>x</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='wps'>"
         "<w:drawing><wps:txbx><w:txbxContent>" P(
             "box") "</w:txbxContent></wps:txbx></w:drawing>"
                    "</mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>" P(
                        "box") "</w:txbxContent></v:textbox></w:pict></mc:Fallback></"
                               "mc:AlternateContent></w:r></w:p>" P("y"),
         "x\n[1]\nbox\n[0]\ny"},
        {"VML box",
         "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>" P(
             "old") "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
         "[1]\nold"},
        {"table",
         "<w:tbl><w:tblGrid><w:gridCol w:w='2000'/><w:gridCol w:w='7000'/></w:tblGrid>"
         "<w:tr>" TC("2019") TC("Engineer") "</w:tr><w:tr><w:trPr><w:del/></w:trPr>" TC(
             "gone") "</"
                     "w:tr><w:tr><w:tc><"
                     "w:tcPr><w:vMerge/"
                     "></w:tcPr>" P("mer"
                                    "ge"
                                    "d") "</w:tc>" TC("ACME") "</"
                                                              "w:tr><"
                                                              "/w:"
                                                              "tbl>",
         "2019 ~ Engineer\nACME"},
        {"nested table",
         "<w:tbl><w:tr><w:tc><w:tbl><w:tr>" TC("a") TC("b") "</w:tr></w:tbl><w:p/>"
                                                            "</w:tc></w:tr></w:tbl>",
         "a ~ b"},
        {"fields",
         "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>"
         " HYPERLINK \"mailto:a@b.c\" </w:instrText></w:r><w:r><w:fldChar "
         "w:fldCharType='separate'/></w:r><w:r><w:t>mail</w:t></w:r><w:r><w:fldChar "
         "w:fldCharType='end'/></w:r><w:r><w:t> me</w:t></w:r></w:p>",
         "mail me"},
        {"header first, footer last",
         P("body") "<w:sectPr><w:headerReference w:type='default' "
                   "r:id='h'/><w:footerReference w:type='default' r:id='f'/>"
                   "<w:headerReference w:type='first' r:id='f'/></w:sectPr>",
         "[1]\nAnn Example\n[0]\nbody\n[2]\nPage 1"},
        {"composed", P("Rene\xCC\x81"), "Ren\xC3\xA9"},
        {"nothing", "<w:p/>", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
        const vt_doc *doc = read_ok(arena, make(arena, document(arena, rows[i].body), ""));
        assert_str_eq(doc_text(arena, doc), rows[i].want);
    }
}

static void test_read_docx__links(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
    const vt_doc *doc = read_ok(
        arena, make(arena,
                    document(arena, "<w:p><w:hyperlink r:id='u'><w:r><w:t>site</w:t></w:r>"
                                    "</w:hyperlink><w:fldSimple w:instr='HYPERLINK \"http://b/\"'>"
                                    "<w:r><w:t> b</w:t></w:r></w:fldSimple><w:hyperlink "
                                    "w:anchor='x'><w:r><w:t> c</w:t></w:r></w:hyperlink></w:p>"),
                    ""));
    assert_int_equal(doc->links.n, 2);
    assert_str_eq(doc->links.at[doc->words.at[0].link].url, "https://example.org/me");
    assert_str_eq(doc->links.at[doc->words.at[1].link].url, "http://b/");
    assert_int_equal(doc->words.at[2].link, VT_NONE);
    assert_true(doc->words.at[0].size == 11);
}

static void test_read_docx__strict_form(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16u << 20);
    vt_str strict = VT_STR("<d:document xmlns:d='http://purl.oclc.org/ooxml/wordprocessingml/main'>"
                           "<d:body><d:p><d:pPr><d:ind d:start='20pt'/></d:pPr><d:r><d:t>strict"
                           "</d:t></d:r></d:p></d:body></d:document>");
    const vt_doc *doc = read_ok(arena, make(arena, strict, ""));
    assert_str_eq(doc_text(arena, doc), "strict");
    assert_true(doc->words.at[0].box.x0 == 70);
}

static void test_read_docx__counts_pages(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_buf text = {0};
    for (int i = 0; i < 5; i++)
        vt_buf_addz(&text, "<w:p><w:r><w:t>one</w:t><w:br w:type='page'/></w:r></w:p>");
    const char *breaks = vt_str_cstr(arena, vt_buf_str(&text));
    vt_buf_clear(&text);
    for (int i = 0; i < 700; i++)
        vt_buf_addz(&text, P("0123456789 0123456789"));
    const char *long_ = vt_str_cstr(arena, vt_buf_str(&text));
    vt_buf_release(&text);
    const struct {
        const char *name, *body, *app;
        uint32_t want;
    } rows[] = {
        {"stored", P("text"), "2", 2},
        {"stored too few for the breaks", breaks, "2", 6},
        {"stored too few for the text", long_, "1", 5},
        {"stored too many for the text", P("text"), "900", 1},
        {"no number", P("text"), "many", 1},
        {"stored and plausible", long_, "9", 9},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        vt_str bytes = make(arena, document(arena, rows[i].body), rows[i].app);
        vt_format format = VT_FORMAT_UNKNOWN;
        vt_pages pages = {0};
        vt_error err = {0};
        assert_int_equal(
            vt_extract_probe(arena, bytes, VT_STR_NULL, VT_STR_NULL, &format, &pages, &err), VT_OK);
        assert_int_equal(pages.count, rows[i].want);
        assert_int_equal(read_ok(arena, bytes)->page_count, rows[i].want);
    }
}

static void test_read_docx__refuses(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(256u << 20);
    vt_str good = make(arena, document(arena, P("text")), "1");
    const zip_member no_main[] = {{"word/other.xml", VT_STR("<a/>"), false}};
    const zip_member locked[] = {{"word/document.xml", VT_STR("<a/>"), true}};
    const struct {
        const char *name;
        vt_str bytes;
        vt_status want;
    } rows[] = {
        {"truncated", vt_str_sub(good, 0, good.len - 30), VT_E_FORMAT},
        {"no main part", zip_make(arena, no_main, 1), VT_E_FORMAT},
        {"encrypted member", zip_make(arena, locked, 1), VT_E_ENCRYPTED},
        {"another vocabulary", make(arena, VT_STR("<workbook/>"), ""), VT_E_UNSUPPORTED},
        {"broken XML", make(arena, VT_STR("<w:document"), ""), VT_E_FORMAT},
        {"entities", make(arena, VT_STR("<!DOCTYPE d [<!ENTITY a 'x'>]><d>&a;</d>"), ""),
         VT_E_FORMAT},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        vt_doc *doc = NULL;
        vt_error err = {0};
        assert_int_equal(
            vt_extract(arena, rows[i].bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err),
            rows[i].want);
        assert_true(err.message[0] != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_docx__text),
        cmocka_unit_test(test_read_docx__links),
        cmocka_unit_test(test_read_docx__strict_form),
        cmocka_unit_test(test_read_docx__counts_pages),
        cmocka_unit_test(test_read_docx__refuses),
    };
    return UNIT_MAIN(tests);
}
