/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/buf.h"
#include "base/limits.h"
#include "doc_text.h"
#include "base/time.h"
#include "extract/css.h"
#include "extract/extract.h"
#include "text/utf8.h"

static vt_doc *read_page(vt_arena *arena, vt_str bytes)
{
    vt_doc *doc = NULL;
    vt_error err = {0};
    assert_int_equal(vt_extract(arena, bytes, VT_STR("a.html"), VT_STR_NULL, NULL, &doc, &err),
                     VT_OK);
    assert_int_equal(doc->format, VT_FORMAT_HTML);
    return doc;
}

static void test_read_html__text(void **state)
{
    (void)state;
    static const struct {
        const char *name, *html, *want;
    } rows[] = {
        {"white space and inline tags", "<p> one\n <b>two</b><i>three</i>  four </p>five",
         "one *two*three four\nfive"},
        {"headings", "<h1>A</h1><h3>B</h3>c", "# *A*\n### *B*\nc"},
        {"lists",
         "<ul><li>a<li><p>b</p><p>c</p></ul><ol start=3><li>d</li><li>e<ul><li>f</ul></ol>",
         "• a\n• b\nc\n3. d\n4. e\n• f"},
        {"line breaks", "a<br>b<br/>c", "a\nb\nc"},
        {"table",
         "<table><tr><td>2019</td><td>Engineer</td></tr><tr><td colspan=2>x</td></tr></table>",
         "2019 ~ Engineer\nx"},
        {"flex row",
         "<style>.h{display:flex}</style><div class=h><span>Engineer, ACME</span>"
         "<span>2019</span></div>",
         "Engineer, ACME ~ 2019"},
        {"flex column",
         "<style>.h{display:flex;flex-direction:column}</style><div class=h>"
         "<div>a</div><div>b</div></div>",
         "a\nb"},
        {"grid",
         "<style>#g{display:grid;grid-template-columns:repeat(2,1fr)}</style><div id=g>"
         "<b>a</b><b>b</b><b>c</b><b>d</b></div>",
         "*a* ~ *b*\n*c* ~ *d*"},
        {"sidebar",
         "<div style='display:flex'><aside><h2>Contact</h2><p>a@b.c</p></aside><main>"
         "<h2>Work</h2><p>ACME</p></main></div>",
         "[2]\n## *Contact*\na@b.c\n[3]\n## *Work*\nACME"},
        {"float", "<div><span style='float:right'>2019</span>Engineer</div>", "2019 ~ Engineer"},
        {"hidden",
         "<p style='display:none'>no</p><p hidden>no</p><p class=x>no</p>"
         "<style>.x { display : none !important }</style>a<script>no</script>"
         "<span style='visibility:hidden'>dim</span>",
         "a{dim}"},
        {"rules that do not match",
         "<style>@media print{p{display:none}} p:hover{display:none} "
         "div p{display:none} .a.b{display:none}</style><p class=a>x</p>",
         "x"},
        {"descendants",
         "<style>/* c */ .a .b > p{display:none}</style><div class='a'>"
         "<div class='z b'><p>no</p></div></div><p>yes</p>",
         "yes"},
        {"web page",
         "<nav>Home About</nav><header><h1>Jane</h1></header><p>Text</p>"
         "<footer>\xC2\xA9 2024 Some Site</footer>",
         "# *Jane*\nText"},
        {"a footer with contact data stays", "<p>x</p><footer>\xC2\xA9 Jane, a@b.c</footer>",
         "x\n\xC2\xA9 Jane, a@b.c"},
        {"preformatted", "<pre>a    b\n  c</pre>", "a ~ b\nc"},
        {"entities", "Caf&eacute; &amp; Bar&nbsp;x &#8211;", "Caf\xC3\xA9 & Bar x \xE2\x80\x93"},
        {"a title and the date at its right that touch",
         "<div><span class=l>Bus Driver</span><span class=r>2006.03</span></div>",
         "Bus Driver ~ 2006.03"},
        {"letters of a word, and a name, are no such row",
         "<h1><span class=a>Jane</span><span class=b>Doe</span></h1>"
         "<p><span class=a>W</span><span class=b>elder</span></p>",
         "# *JaneDoe*\nWelder"},
        {"chips", "<p><span class=t>A B</span> <span class=t>C</span> <span class=t>D</span></p>",
         "A B ~ C ~ D"},
        {"icons part", "<p><i class=fa></i>a<i class=fa></i>b</p>", "a b"},
        {"bold by style",
         "<style>.n{font-weight:700}</style><span class=n>a</span> "
         "<b style='font-weight:normal'>b</b>",
         "*a* b"},
        {"nothing", "<html><body></body></html>", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
        assert_str_eq(doc_text(arena, read_page(arena, vt_str_z(rows[i].html))), rows[i].want);
    }
}

static void test_read_html__prints_what_the_page_says_as_data_only(void **state)
{
    (void)state;
#define DATA(json) "<script type='application/ld+json'>" json "</script>"
    static const struct {
        const char *name, *html, *want;
    } rows[] = {
        {"a page without text of its own",
         DATA("{'@type':'Person','name':'Ada Roe','jobTitle':'Mason','email':'mailto:a@b.example',"
              "'address':{'addressLocality':'Bergen','addressCountry':{'name':'Norway'}},"
              "'description':'Builds walls.','knowsAbout':['Lime',{'name':'Granite'}]}"),
         "# *Ada* *Roe*\nMason\n## *Contact*\na@b.example\nBergen, Norway\n## *Summary*\n"
         "Builds walls.\n## *Skills*\n• Lime\n• Granite"},
        {"what is shown is not said twice",
         DATA("{'@graph':[{'@type':'WebSite','name':'x'},{'@type':['Person'],'name':'ADA ROE',"
              "'email':'a@b.example','telephone':'+47 55 55 01 00'}]}") "<h1>Ada  Roe</h1>"
                                                                        "<p>a@b.example</p>",
         "# *Ada* *Roe*\na@b.example\n## *Contact*\n+47 55 55 01 00"},
        {"roles with dates",
         DATA("{'@type':'ProfilePage','mainEntity':{'@type':'Person','name':'Ada Roe',"
              "'worksFor':[{'@type':'EmployeeRole','roleName':'Mason','startDate':'2019-03',"
              "'worksFor':{'name':'Stein AS'}},{'roleName':'Helper','startDate':'2015',"
              "'endDate':'2018','worksFor':'Mur AS'}],'alumniOf':{'name':'Bergen College'},"
              "'hasCredential':{'name':'Stone Card','validFrom':'2020'}}}"),
         "# *Ada* *Roe*\n## *Work* *Experience*\n*Mason,* *Stein* *AS* ~ 2019-03 – Present\n"
         "*Helper,* *Mur* *AS* ~ 2015 – 2018\n## *Education*\n*Bergen* *College*\n"
         "## *Certifications*\n*Stone* *Card* ~ 2020"},
        {"microdata: what is in attributes and hidden is said, what is shown is not said twice",
         "<div itemscope itemtype='https://schema.org/Person'><h1 itemprop='name'>Ada "
         "<b>Roe</b></h1>"
         "<meta itemprop='jobTitle' content='Mason'><a itemprop='email' href='mailto:a@b.example'>"
         "write</a><p itemprop='knowsAbout'>Lime</p><p hidden itemprop='knowsAbout'>Granite</p>"
         "<div hidden itemprop='address' itemscope><i itemprop='addressLocality'>Bergen</i>"
         "</div><div hidden itemprop='worksFor' itemscope><i itemprop='roleName'>Helper</i>"
         "<i itemprop='worksFor' itemscope><i itemprop='name'>Mur AS</i></i>"
         "<time itemprop='startDate' datetime='2015'>long ago</time></div></div>",
         "# *Ada* *Roe*\nwrite\nLime\n## *Contact*\na@b.example\nBergen\n"
         "## *Work* *Experience*\n*Helper,* *Mur* *AS* ~ 2015 – Present\n"
         "## *Skills*\n• Granite"},
        {"microdata of somebody within something else, all of it shown",
         "<p itemscope itemtype='http://schema.org/Person'><b itemprop='name'>Ada Roe</b>, "
         "<i itemprop='jobTitle'>Mason</i></p>",
         "*Ada* *Roe*, Mason"},
        {"h-resume",
         "<div class='h-resume'><div class='p-contact h-card' hidden><b class='p-name'>Ada Roe</b>"
         "<a class='u-email' href='mailto:a@b.example'>x</a><i class='p-tel'>+47 55 55 01 00</i>"
         "<i class='p-locality'>Bergen</i></div><p class='p-summary'>Builds walls.</p>"
         "<div hidden><div class='p-experience h-event'><i class='p-job-title'>Mason</i>"
         "<i class='p-org h-card'>Stein AS</i><time class='dt-start' datetime='2019-03'></time>"
         "</div><div class='p-education h-event'><i class='p-name'>Stonework</i>"
         "<i class='p-org'>Bergen College</i><i class='dt-start'>2011</i><i class='dt-end'>2013"
         "</i></div><i class='p-skill'>Lime</i><i class='p-skill'>Granite</i></div></div>",
         "# *Ada* *Roe*\nBuilds walls.\n## *Contact*\na@b.example\n+47 55 55 01 00\nBergen\n"
         "## *Work* *Experience*\n*Mason,* *Stein* *AS* ~ 2019-03 – Present\n## *Education*\n"
         "*Stonework,* *Bergen* *College* ~ 2011 – 2013\n## *Skills*\n• Lime\n• Granite"},
        {"h-card, all of it shown",
         "<p class='h-card'><a class='p-name u-url' href='https://a.example'>Ada Roe</a>, "
         "<i class='p-org'>Stein AS</i></p>",
         "Ada Roe, Stein AS"},
        {"JSON-LD goes before marks in the page",
         DATA("{'@type':'Person','name':'Ada Roe'}") "<p hidden class='h-card'><i class='p-name'>"
                                                     "Eve</i></p>x",
         "# *Ada* *Roe*\nx"},
        {"nobody", DATA("{'@type':'Organization','name':'x'}") "a", "a"},
        {"a thing that is nobody",
         "<p itemscope itemtype='https://schema.org/Product'><meta itemprop='name' content='x'>a",
         "a"},
        {"no JSON", DATA("{'@type':'Person'") DATA("[]") "a", "a"},
    };
#undef DATA
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
        char *html = vt_str_cstr(arena, vt_str_z(rows[i].html));
        for (char *p = html; *p; p++)
            *p = *p == '\'' ? '"' : *p;
        UNIT_ROW(i, rows[i].name);
        assert_str_eq(doc_text(arena, read_page(arena, vt_str_z(html))), rows[i].want);
    }
}

static void test_read_html__title_links_sets(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const vt_doc *doc = read_page(
        arena, VT_STR("<meta charset='windows-1251'><title> My CV </title><a href='mailto:x@y.z'>"
                      "\xCF\xF0\xE8\xE2\xE5\xF2</a> <a href='#top'>up</a>"));
    assert_str_eq(doc->title, "My CV");
    assert_str_eq(doc->words.at[0].text, "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82");
    assert_str_eq(doc->links.at[doc->words.at[0].link].url, "mailto:x@y.z");
    assert_int_equal(doc->words.at[1].link, VT_NONE);
}

/* What the parser's time grows with is counted before it, and only what it would pile up. */
static void test_read_html__bounds_open_elements_and_attributes(void **state)
{
    (void)state;
    static const struct {
        const char *head, *again, *tail;
        int times;
        vt_status want;
    } rows[] = {
        {"", "<div>", "x", 300, VT_E_LIMIT}, /* by the depth of the tree */
        {"", "<div>", "x", 50000, VT_E_LIMIT},
        {"", "<DIV><!-- </div> -->", "x", 50000, VT_E_LIMIT},
        {"", "<div title='</div>'>", "x", 50000, VT_E_LIMIT},
        {"<ul>", "<li>x<p>y", "", 3000, VT_OK},
        {"<table>", "<tr><td>x", "", 3000, VT_OK},
        {"", "<div>x</div><br><img>", "", 3000, VT_OK},
        {"x<script>", "'<div>'", "</script>", 3000, VT_OK},
        {"x<!--", "<div>", "-->", 3000, VT_OK},
        {"<p ", "a=1 ", ">x", 60, VT_OK},
        {"<p title='", "a b=c/", "'>x", 3000, VT_OK},
        {"<p ", "a=b'c ", ">x", 3000, VT_E_LIMIT},
        {"<p", "/a", ">x", 3000, VT_E_LIMIT},
        {"<p", " a=\"\"b=''", "", 3000, VT_E_LIMIT},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].again);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(256u << 20);
        VT_AUTO(vt_buf) vt_buf page = {0};
        vt_buf_addf(&page, "<html><body>%s", rows[i].head);
        for (int k = 0; k < rows[i].times; k++)
            vt_buf_addz(&page, rows[i].again);
        vt_buf_addz(&page, rows[i].tail);
        vt_doc *doc = NULL;
        vt_error err = {0};
        assert_int_equal(
            vt_extract(arena, vt_buf_str(&page), VT_STR_NULL, VT_STR_NULL, NULL, &doc, &err),
            rows[i].want);
    }
}

static void test_read_html__survives_references_to_no_character(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(8u << 20);
    const vt_doc *doc =
        read_page(arena, VT_STR("<html><title>&#x99999999999F1;</title><p>a&#xFFFFFFFFFF99;"
                                "&#x99999999999999992F600; &#xD800; &#x110000; b"));
    for (size_t i = 0; i < doc->words.n; i++)
        assert_true(vt_utf8_valid(doc->words.at[i].text));
    assert_true(vt_utf8_valid(doc->title));
}

static void test_css_style_of__orders_by_specificity(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1u << 20);
    vt_css *css = vt_css_new(arena);
    vt_css_add(css, VT_STR("@import 'x'; #a{font-size:12pt} .b{font-size:10px;text-align:right} "
                           "p{font-size:2em;font-weight:bold;color:#abc} broken{ "));
    const vt_css_element e = {.tag = VT_STR("p"), .id = VT_STR("a"), .classes = VT_STR("c b")};
    vt_css_style style;
    vt_css_style_of(css, &e, VT_STR("font-style: italic; nonsense"), &style);
    assert_true(style.size == 12 && !style.relative && style.bold && style.italic);
    assert_int_equal(style.align, 3);
    assert_int_equal(style.color, 0xAABBCC);
}

/* The rules that match are found by id, class and tag, and applied in the order of the sheet. */
static void test_css__finds_rules_among_thousands(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    VT_AUTO(vt_buf) vt_buf sheet = {0};
    vt_css *css = vt_css_new(arena);
    for (int i = 0; i < 1500; i++)
        vt_buf_addf(&sheet, ".c%d{font-size:%dpt} t%d{float:left} #i%d{display:none} ", i,
                    i % 50 + 1, i, i);
    vt_buf_addz(&sheet,
                "*{color:#010203} .c7{color:#040506} P.c7{text-align:right} .c7{font-size:9pt}");
    vt_css_add(css, vt_buf_str(&sheet));
    vt_css_element e = {.tag = VT_STR("p"), .id = VT_STR("x"), .classes = VT_STR("b c7 c7\tz")};
    vt_css_style style;
    vt_css_style_of(css, &e, VT_STR_NULL, &style);
    assert_int_equal(style.color, 0x040506);
    assert_int_equal(style.align, 3);
    assert_true(style.size == 9);
    assert_int_equal(style.display, VT_CSS_UNSET);
    e = (vt_css_element){.tag = VT_STR("T9"), .id = VT_STR("i1499")};
    vt_css_style_of(css, &e, VT_STR_NULL, &style);
    assert_true(style.floating);
    assert_int_equal(style.display, VT_CSS_NONE);
}

/* A sheet that fits every element a thousand times: what it costs is bounded. */
static void test_css__costs_no_more_than_its_steps(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    VT_AUTO(vt_buf) vt_buf sheet = {0};
    vt_css *css = vt_css_new(arena);
    for (int i = 0; i < 6000; i++)
        vt_buf_addz(&sheet, "i .a b .a i .a b .a{font-weight:bold}");
    vt_css_add(css, vt_buf_str(&sheet));
    vt_css_element chain[200];
    for (size_t i = 0; i < VT_COUNT(chain); i++)
        chain[i] = (vt_css_element){
            .parent = i ? &chain[i - 1] : NULL, .tag = VT_STR("u"), .classes = VT_STR("a")};
    int64_t from_ms = vt_time_monotonic_ms();
    vt_css_style style;
    for (int i = 0; i < 20000; i++)
        vt_css_style_of(css, &chain[VT_COUNT(chain) - 1], VT_STR_NULL, &style);
    assert_in_range(vt_time_monotonic_ms() - from_ms, 0, 20000); /* 24,000,000,000 steps: minutes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_html__text),
        cmocka_unit_test(test_read_html__prints_what_the_page_says_as_data_only),
        cmocka_unit_test(test_read_html__title_links_sets),
        cmocka_unit_test(test_read_html__bounds_open_elements_and_attributes),
        cmocka_unit_test(test_read_html__survives_references_to_no_character),
        cmocka_unit_test(test_css__finds_rules_among_thousands),
        cmocka_unit_test(test_css__costs_no_more_than_its_steps),
        cmocka_unit_test(test_css_style_of__orders_by_specificity),
    };
    return UNIT_MAIN(tests);
}
