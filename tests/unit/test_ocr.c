/* SPDX-License-Identifier: Apache-2.0 */
/* Recognition takes seconds: not in the quick suite. The argument is a PDF with a text layer. */
#include "unit.h"
#include "zip_make.h"

#include <leptonica/allheaders.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "extract/extract.h"
#include "extract/ocr.h"
#include "extract/photo.h"
#include "extract/render.h"

static const char *sample;
static vt_ocr *engine;

static int open_engine(void **state)
{
    (void)state;
    return vt_photo_init(NULL) == VT_OK && vt_ocr_open("eng+xyz", &engine, NULL) == VT_OK ? 0 : -1;
}

static int drop_engine(void **state)
{
    (void)state;
    vt_ocr_drop(engine);
    return 0;
}

static vt_str read_sample(vt_arena *arena)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    assert_int_equal(vt_io_read_file(sample, &bytes, NULL), VT_OK);
    return vt_str_dup(arena, vt_buf_str(&bytes));
}

static vt_doc *read_as(vt_arena *arena, vt_str bytes, vt_extract_mode mode)
{
    vt_extract_options options = {.mode = mode, .ocr = engine};
    vt_doc *doc = NULL;
    vt_error err = {0};
    vt_status status = vt_extract(arena, bytes, VT_STR_NULL, VT_STR_NULL, &options, &doc, &err);
    if (status != VT_OK)
        print_error("# %s\n", err.message);
    assert_int_equal(status, VT_OK);
    return doc;
}

/* The share of the words of `want` that `got` has too, as multisets. */
static double recall(vt_arena *arena, const vt_doc *want, const vt_doc *got)
{
    vt_map *counts = vt_map_new(arena);
    for (size_t i = 0; i < got->words.n; i++) {
        vt_str text = got->words.at[i].text;
        int *n = vt_map_find(counts, text);
        if (!n)
            vt_map_set(counts, text, n = VT_NEW(arena, int));
        (*n)++;
    }
    size_t found = 0;
    for (size_t i = 0; i < want->words.n; i++) {
        int *n = vt_map_find(counts, want->words.at[i].text);
        if (n && *n > 0) {
            (*n)--;
            found++;
        }
    }
    return (double)found / (double)want->words.n;
}

static PIX *page_picture(vt_str pdf, float dpi)
{
    VT_AUTO(vt_render) vt_render *render = NULL;
    vt_gray gray = {0};
    assert_int_equal(vt_render_open(pdf, &render, NULL), VT_OK);
    assert_int_equal(vt_render_area(render, 0, (vt_box){0, 0, 595, 842}, dpi, &gray, NULL), VT_OK);
    PIX *pix = pixCreate((l_int32)gray.width, (l_int32)gray.height, 8);
    for (uint32_t y = 0; y < gray.height; y++)
        for (uint32_t x = 0; x < gray.width; x++)
            pixSetPixel(pix, (l_int32)x, (l_int32)y, gray.pixels[(size_t)y * gray.width + x]);
    return pix;
}

static vt_str encode(vt_arena *arena, PIX *pix, l_int32 format)
{
    l_uint8 *data = NULL;
    size_t n = 0;
    assert_int_equal(pixWriteMem(&data, &n, pix, format), 0);
    vt_str bytes = vt_str_dup(arena, vt_str_n((const char *)data, n));
    free(data);
    return bytes;
}

static void test_ocr__reads_a_rendered_page_where_its_words_stand(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_str pdf = read_sample(arena);
    const vt_doc *text = read_as(arena, pdf, VT_EXTRACT_FILE);
    const vt_doc *ocr = read_as(arena, pdf, VT_EXTRACT_OCR);
    assert_true(recall(arena, text, ocr) > 0.93);
    assert_int_equal(ocr->ocr_pages, ocr->page_count);
    assert_true(ocr->pages.at[0].ocr && !ocr->ocr_failed);
    const vt_token *first = &text->words.at[0], *same = &ocr->words.at[0];
    assert_true(vt_str_eq(first->text, same->text));
    assert_true(same->flags & VT_TOKEN_OCR && same->flags & VT_TOKEN_BOLD);
    assert_true(same->confidence > 0.7f && same->confidence <= 1);
    assert_true(same->size > first->size * 0.85f && same->size < first->size * 1.15f);
    assert_true(same->baseline > first->baseline - 2 && same->baseline < first->baseline + 2);
    assert_true(same->box.x0 > first->box.x0 - 3 && same->box.x0 < first->box.x0 + 3);
}

static void test_ocr__auto_leaves_a_text_layer_alone(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    const vt_doc *doc = read_as(arena, read_sample(arena), VT_EXTRACT_AUTO);
    assert_int_equal(doc->ocr_pages, 0);
    assert_false(doc->words.at[0].flags & VT_TOKEN_OCR);
}

static void test_ocr__reads_pictures_in_any_direction(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        l_int32 format;
        int turns;
        float degrees;
        double want;
    } rows[] = {
        {"png", IFF_PNG, 0, 0, 0.93},
        {"jpeg askew", IFF_JFIF_JPEG, 0, 2, 0.90},
        {"webp", IFF_WEBP, 0, 0, 0.90},
        {"upside down", IFF_PNG, 2, 0, 0.90},
        {"on its side", IFF_JFIF_JPEG, 1, 0, 0.90},
        {"on its other side", IFF_PNG, 3, 0, 0.90},
        {"tiff", IFF_TIFF_LZW, 0, 0, 0.93},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
        vt_str pdf = read_sample(arena);
        const vt_doc *text = read_as(arena, pdf, VT_EXTRACT_FILE);
        PIX *page = page_picture(pdf, 200);
        PIX *turned = pixRotateOrth(page, rows[i].turns);
        PIX *askew = pixRotate(turned, rows[i].degrees * 0.01745f, L_ROTATE_AREA_MAP,
                               L_BRING_IN_WHITE, 0, 0);
        vt_str file = encode(arena, askew, rows[i].format);
        pixDestroy(&page);
        pixDestroy(&turned);
        pixDestroy(&askew);
        const vt_doc *doc = read_as(arena, file, VT_EXTRACT_AUTO);
        double share = recall(arena, text, doc);
        print_message("# words found: %.3f, page %.0f x %.0f\n", share,
                      (double)doc->pages.at[0].width, (double)doc->pages.at[0].height);
        assert_true(share > rows[i].want);
        assert_true(doc->pages.at[0].width > 500 && doc->pages.at[0].width < 700);
    }
}

/* A heading as text, and below it a picture with the rest. */
static vt_str make_pdf(vt_buf *out, vt_str jpeg, uint32_t width, uint32_t height)
{
    static const char content[] = "BT /F 14 Tf 60 780 Td (Curriculum of Maria Sample, a welder) Tj "
                                  "ET q 480 0 0 679 57 80 cm /P Do Q";
    vt_buf_addf(out,
                "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
                "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources"
                "<</Font<</F 5 0 R>>/XObject<</P 6 0 R>>>>>>endobj\n"
                "4 0 obj<</Length %zu>>stream\n%s\nendstream endobj\n"
                "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
                "6 0 obj<</Type/XObject/Subtype/Image/Width %u/Height %u/ColorSpace/DeviceGray"
                "/BitsPerComponent 8/Filter/DCTDecode/Length %zu>>stream\n",
                sizeof content - 1, content, width, height, jpeg.len);
    vt_buf_add(out, jpeg);
    vt_buf_addz(out, "\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
    return vt_buf_str(out);
}

static void test_ocr__auto_reads_a_picture_of_text_beside_a_text_layer(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_str sheet = read_sample(arena);
    const vt_doc *want = read_as(arena, sheet, VT_EXTRACT_FILE);
    PIX *page = page_picture(sheet, 200);
    vt_str pdf = make_pdf(&out, encode(arena, page, IFF_JFIF_JPEG), (uint32_t)pixGetWidth(page),
                          (uint32_t)pixGetHeight(page));
    pixDestroy(&page);
    const vt_doc *own = read_as(arena, pdf, VT_EXTRACT_FILE);
    const vt_doc *both = read_as(arena, pdf, VT_EXTRACT_AUTO);
    assert_int_equal(own->words.n, 6);
    assert_int_equal(own->ocr_pages, 0);
    assert_int_equal(both->ocr_pages, 1);
    assert_true(recall(arena, own, both) == 1);
    assert_true(recall(arena, want, both) > 0.85);
    size_t read = 0;
    for (size_t i = 0; i < both->words.n; i++)
        read += (both->words.at[i].flags & VT_TOKEN_OCR) != 0;
    assert_int_equal(read + 6, both->words.n); /* what was text is not read again */
}

/* A Word document with the picture `times` times, once small, and a text. */
static vt_str make_docx(vt_arena *arena, vt_str png, int times, const char *text)
{
    static const char type[] = "http://schemas.openxmlformats.org/officeDocument/2006/"
                               "relationships/image";
    VT_AUTO(vt_buf) vt_buf body = {0}, rels = {0};
    vt_buf_addf(&body,
                "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
                " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"
                " xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'"
                " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><w:body>"
                "<w:p><w:r><w:t>%s</w:t></w:r></w:p>",
                text);
    vt_buf_addz(&rels, "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/"
                       "relationships'>");
    for (int i = 0; i <= times; i++) {
        vt_buf_addf(&body,
                    "<w:p><w:r><w:drawing><wp:inline><wp:extent cx='%d' cy='%d'/><a:blip "
                    "r:embed='p%d'/></wp:inline></w:drawing></w:r></w:p>",
                    i ? 5943600 : 914400, i ? 8410000 : 914400, i);
        vt_buf_addf(&rels, "<Relationship Id='p%d' Type='%s' Target='media/%d.png'/>", i, type, i);
    }
    vt_buf_addz(&body, "</w:body></w:document>");
    vt_buf_addz(&rels, "</Relationships>");
    zip_member members[16] = {
        {"[Content_Types].xml", VT_STR("<Types/>"), false},
        {"word/document.xml", vt_str_dup(arena, vt_buf_str(&body)), false},
        {"word/_rels/document.xml.rels", vt_str_dup(arena, vt_buf_str(&rels)), false}};
    for (int i = 0; i <= times; i++)
        members[3 + i] = (zip_member){
            vt_str_cstr(arena, vt_str_format(arena, "word/media/%d.png", i)), png, false};
    return zip_make(arena, members, (size_t)(4 + times));
}

static void test_ocr__reads_a_word_document_of_pictures(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    const vt_doc *want = read_as(arena, read_sample(arena), VT_EXTRACT_FILE);
    PIX *page = page_picture(read_sample(arena), 150);
    vt_str png = encode(arena, page, IFF_PNG);
    pixDestroy(&page);
    static const char prose[] = "Maria Sample is a welder with ten years of experience in yards.";
    const struct {
        const char *name, *text;
        vt_str png;
        vt_extract_mode mode;
        int pictures;
        uint32_t pages, read;
        double share; /* of the sample's words */
    } rows[] = {
        {"its own text only", "", png, VT_EXTRACT_FILE, 1, 1, 0, 0},
        {"a picture", "", png, VT_EXTRACT_AUTO, 1, 1, 1, 0.85},
        {"a picture under a name", "Maria Sample", png, VT_EXTRACT_OCR, 1, 2, 1, 0.85},
        {"beside enough text", prose, png, VT_EXTRACT_AUTO, 1, 1, 0, 0},
        {"more than are read", "", vt_str_sub(png, 0, 30), VT_EXTRACT_AUTO, 10, 8, 0, 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        vt_str docx = make_docx(arena, rows[i].png, rows[i].pictures, rows[i].text);
        const vt_doc *doc = read_as(arena, docx, rows[i].mode);
        assert_int_equal(doc->page_count, rows[i].pages);
        assert_int_equal(doc->ocr_pages, rows[i].read);
        assert_true(recall(arena, want, doc) >= rows[i].share);
        vt_format format = VT_FORMAT_UNKNOWN;
        vt_pages pages = {0};
        assert_int_equal(
            vt_extract_probe(arena, docx, VT_STR_NULL, VT_STR_NULL, &format, &pages, NULL), VT_OK);
        assert_int_equal(pages.count, doc->page_count);
        assert_true(pages.scans >= doc->ocr_pages);
    }
}

static void test_ocr__reads_a_tiff_up_to_the_page_limit(void **state)
{
    (void)state;
    static const struct {
        uint32_t max_pages, want;
    } rows[] = {{0, 3}, {2, 2}, {1, 1}};
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    PIX *page = page_picture(read_sample(arena), 100);
    PIXA *pages = pixaCreate(3);
    for (int i = 0; i < 3; i++)
        pixaAddPix(pages, page, L_COPY);
    l_uint8 *data = NULL;
    size_t n = 0;
    assert_int_equal(pixaWriteMemMultipageTiff(&data, &n, pages), 0);
    vt_str tiff = vt_str_dup(arena, vt_str_n((const char *)data, n));
    free(data);
    pixaDestroy(&pages);
    pixDestroy(&page);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_extract_options options = {
            .mode = VT_EXTRACT_OCR, .ocr = engine, .max_pages = rows[i].max_pages};
        vt_doc *doc = NULL;
        assert_int_equal(vt_extract(arena, tiff, VT_STR_NULL, VT_STR_NULL, &options, &doc, NULL),
                         VT_OK);
        assert_int_equal(doc->format, VT_FORMAT_TIFF);
        assert_int_equal(doc->page_count, 3);
        assert_int_equal(doc->ocr_pages, rows[i].want);
        assert_int_equal(doc->pages.n, rows[i].want);
        assert_int_equal(doc->words.at[doc->words.n - 1].page, rows[i].want - 1);
    }
}

static void test_ocr__keeps_its_time(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_extract_options options = {.mode = VT_EXTRACT_OCR, .ocr = engine, .ocr_page_ms = 150};
    vt_doc *doc = NULL;
    assert_int_equal(
        vt_extract(arena, read_sample(arena), VT_STR_NULL, VT_STR_NULL, &options, &doc, NULL),
        VT_OK);
    assert_true(doc->warnings.n >= 1);
}

static void test_ocr__says_what_is_wrong(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    PIX *blank = pixCreate(800, 1000, 8);
    pixSetAll(blank);
    vt_str good = encode(arena, blank, IFF_PNG), jpeg = encode(arena, blank, IFF_JFIF_JPEG);
    pixDestroy(&blank);
    char *huge = vt_str_cstr(arena, VT_STR(""));
    huge = vt_arena_alloc(arena, good.len);
    memcpy(huge, good.ptr, good.len);
    memcpy(huge + 16, "\0\1\0\0\0\1\0\0", 8); /* 65,536 x 65,536 */
    const struct {
        const char *name;
        vt_str bytes;
        vt_extract_mode mode;
        vt_status want;
    } rows[] = {
        {"a picture has no text of its own", good, VT_EXTRACT_FILE, VT_E_UNSUPPORTED},
        {"cut", vt_str_sub(good, 0, 20), VT_EXTRACT_OCR, VT_E_FORMAT},
        {"too many pixels", vt_str_n(huge, good.len), VT_EXTRACT_OCR, VT_E_LIMIT},
        {"jpeg without data", vt_str_sub(jpeg, 0, 40), VT_EXTRACT_OCR, VT_E_FORMAT},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].name);
        vt_extract_options options = {.mode = rows[i].mode, .ocr = engine};
        vt_doc *doc = NULL;
        vt_error err = {0};
        assert_int_equal(
            vt_extract(arena, rows[i].bytes, VT_STR_NULL, VT_STR_NULL, &options, &doc, &err),
            rows[i].want);
        assert_true(err.message[0] != 0);
    }
    assert_true(read_as(arena, good, VT_EXTRACT_OCR)->ocr_failed);
    vt_error err = {0};
    vt_ocr *none = NULL;
    assert_int_equal(vt_ocr_open("xyz", &none, &err), VT_E_UNSUPPORTED);
}

int main(int argc, char **argv)
{
    sample = argc > 1 ? argv[1] : "samples/resume.pdf";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ocr__reads_a_rendered_page_where_its_words_stand),
        cmocka_unit_test(test_ocr__auto_leaves_a_text_layer_alone),
        cmocka_unit_test(test_ocr__reads_pictures_in_any_direction),
        cmocka_unit_test(test_ocr__auto_reads_a_picture_of_text_beside_a_text_layer),
        cmocka_unit_test(test_ocr__reads_a_word_document_of_pictures),
        cmocka_unit_test(test_ocr__reads_a_tiff_up_to_the_page_limit),
        cmocka_unit_test(test_ocr__keeps_its_time),
        cmocka_unit_test(test_ocr__says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, open_engine, drop_engine);
}
