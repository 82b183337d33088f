/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of PDF on one-page documents made here: what content streams draw becomes words. */
#include "extract/extract.h"

#include "unit.h"

#include "base/buf.h"

enum { OBJECTS = 5 };

/* A page of 400 x 400 points with one font, F1. `encoding` stands in its dictionary. */
static vt_str make_pdf(vt_buf *out, const char *encoding, const char *content)
{
    size_t at[OBJECTS + 1];
    vt_buf_addz(out, "%PDF-1.4\n");
    const char *bodies[OBJECTS] = {
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<</Font<</F1 4 0 R>>>>"
        "/Contents 5 0 R>>",
        NULL, NULL};
    for (int i = 0; i < OBJECTS; i++) {
        at[i + 1] = vt_buf_str(out).len;
        vt_buf_addf(out, "%d 0 obj\n", i + 1);
        if (bodies[i])
            vt_buf_addz(out, bodies[i]);
        else if (i == 3)
            vt_buf_addf(out, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica%s>>", encoding);
        else
            vt_buf_addf(out, "<</Length %zu>>stream\n%s\nendstream", strlen(content), content);
        vt_buf_addz(out, "\nendobj\n");
    }
    size_t xref = vt_buf_str(out).len;
    vt_buf_addf(out, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS + 1);
    for (int i = 1; i <= OBJECTS; i++)
        vt_buf_addf(out, "%010zu 00000 n \n", at[i]);
    vt_buf_addf(out, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%zu\n%%%%EOF\n", OBJECTS + 1,
                xref);
    return vt_buf_str(out);
}

/* The words of the page without those of a flag, with a space between. */
static void words_of(const char *encoding, const char *content, uint32_t without, vt_buf *ret)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    VT_AUTO(vt_buf) vt_buf pdf = {0};
    vt_str bytes = make_pdf(&pdf, encoding, content);
    vt_doc *doc = NULL;
    assert_int_equal(vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, NULL, &doc, NULL), VT_OK);
    vt_buf_addz(ret, "");
    for (size_t i = 0; i < doc->words.n; i++)
        if (!(doc->words.at[i].flags & without)) {
            vt_buf_addz(ret, vt_buf_str(ret).len ? " " : "");
            vt_buf_add(ret, doc->words.at[i].text);
        }
}

static void check(const char *encoding, const char *content, const char *want)
{
    VT_AUTO(vt_buf) vt_buf got = {0};
    words_of(encoding, content, 0, &got);
    assert_str_eq(vt_buf_str(&got), want);
}

static void test_text__is_read_once_where_it_is_painted_twice(void **state)
{
    (void)state;
    /* bold by overprinting, a little to the right */
    check("",
          "BT /F1 12 Tf 40 300 Td (Senior Engineer) Tj ET "
          "BT /F1 12 Tf 40.3 300 Td (Senior Engineer) Tj ET",
          "Senior Engineer");
    /* eight parts of a hundred wider: the ends of the line drift apart */
    check("",
          "BT /F1 12 Tf 40 300 Td (Head of the department of applied research) Tj ET "
          "BT /F1 12 Tf 108 Tz 40 300 Td (Head of the department of applied research) Tj ET",
          "Head of the department of applied research");
    check("",
          "BT /F1 12 Tf 40 300 Td (Head of the department of applied research) Tj ET "
          "BT /F1 12.96 Tf 40 300 Td (Head of the department of applied research) Tj ET",
          "Head of the department of applied research");
}

static void test_text__keeps_words_that_stand_twice(void **state)
{
    (void)state;
    check("", "BT /F1 12 Tf 40 300 Td (had had | | that that) Tj ET", "had had | | that that");
    check("", "BT /F1 12 Tf 40 300 Td (one two) Tj 0 -14 Td (one two) Tj ET", "one two one two");
}

static void test_text__names_of_ligatures_by_their_parts(void **state)
{
    (void)state;
    const char *encoding = "/Encoding<</Type/Encoding/Differences[1/f_i/f_f_i/T_h/f_l.alt/a_b]>>";
    check(encoding, "BT /F1 12 Tf 40 300 Td (Of\\001ce \\001nance o\\002ce \\003e \\004ow) Tj ET",
          "Offi"
          "ce finance office The flow");
}

static void test_text__repairs_what_was_misread(void **state)
{
    (void)state;
    const char *encoding = "/Encoding/WinAnsiEncoding";
    check(encoding, "BT /F1 12 Tf 40 300 Td (M\\303\\274ller 2019 \\342\\200\\223 2021) Tj ET",
          "Müller 2019 – 2021");
    check(encoding, "BT /F1 12 Tf 40 300 Td (a\\302\\240b) Tj ET", "a b");
}

static void test_text__is_hidden_below_what_is_painted_over_it(void **state)
{
    (void)state;
    const char *below = "BT /F1 12 Tf 40 300 Td (Stuffed words) Tj ET ";
    static const struct {
        const char *paint, *want;
    } rows[] = {
        {"1 g 0 0 400 400 re f", "Seen"},
        {"1 g 0 0 400 400 re S", "Stuffed words Seen"},                      /* a frame */
        {"1 g 0 0 400 400 re 5 5 390 390 re f*", "Stuffed words Seen"},      /* a frame, too */
        {"1 g 0 0 400 200 re f", "Stuffed words Seen"},                      /* elsewhere */
        {"1 g 0 295 85 30 re f", "words Seen"},                              /* over a part */
        {"1 g 0 0 m 400 0 l 400 400 l 200 200 l h f", "Stuffed words Seen"}, /* no box */
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].paint);
        VT_AUTO(vt_buf) vt_buf content = {0}, got = {0};
        vt_buf_addf(&content, "%s %s 0 g BT /F1 12 Tf 40 100 Td (Seen) Tj ET", below,
                    rows[i].paint);
        vt_buf_add(&content, VT_STR("\0"));
        words_of("", vt_buf_str(&content).ptr, VT_TOKEN_HIDDEN, &got);
        assert_str_eq(vt_buf_str(&got), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text__is_hidden_below_what_is_painted_over_it),
        cmocka_unit_test(test_text__is_read_once_where_it_is_painted_twice),
        cmocka_unit_test(test_text__keeps_words_that_stand_twice),
        cmocka_unit_test(test_text__names_of_ligatures_by_their_parts),
        cmocka_unit_test(test_text__repairs_what_was_misread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
