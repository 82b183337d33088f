/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/scan.h"

#include "base/limits.h"
#include "base/time.h"
#include "extract/ocr.h"
#include "extract/photo.h"
#include "extract/render.h"

enum {
    PICTURES_A_PAGE = 4,
    PICTURE_WORDS_MIN = 4,
    LOOKED_AT_A_PAGE = 16, /* large pictures of a page, */
    LOOKED_AT = 200,       /* and of a document before it is known whether any is read */
};
static const float PICTURE_SHARE = 0.06f, PICTURE_CONFIDENCE = 0.75f;

static float dpi_of(vt_ocr_effort effort)
{
    return effort == VT_OCR_BASIC ? 150 : effort == VT_OCR_PREMIUM ? 300 : 200;
}

static vt_ocr_job job_of(const vt_extract_options *options, uint32_t page)
{
    return (vt_ocr_job){.budget_ms = options->ocr_page_ms, .page = page};
}

static const int GOOD_CONFIDENCE = 70, TURN_DPI = 150;

static float score_of(const vt_ocr_result *got)
{
    return got->sideways ? 0 : got->confidence * got->confidence * (float)got->words;
}

static vt_status recognise(const vt_extract_options *options, vt_doc *doc, const vt_gray *gray,
                           const vt_ocr_job *job, vt_ocr_result *ret, vt_error *err)
{
    if (options->on_ocr)
        options->on_ocr(options->on_ocr_context, true);
    vt_status status = vt_ocr_gray(options->ocr, doc, gray, job, ret, err);
    if (options->on_ocr)
        options->on_ocr(options->on_ocr_context, false);
    return status;
}

/* A rough reading of a picture that has lost its direction: 0..3 quarter turns to set it right. */
static int find_turn(vt_doc *doc, vt_photo *photo, float dpi, float upright,
                     const vt_extract_options *options)
{
    int best = 0;
    float best_score = upright;
    size_t first = doc->words.n, shapes = doc->shapes.n;
    uint32_t budget = (options->ocr_page_ms ? options->ocr_page_ms : VT_OCR_PAGE_MS) / 4;
    for (int turn = 1; turn < 4; turn++) {
        vt_gray gray;
        vt_ocr_result got = {0};
        vt_ocr_job job = {.budget_ms = budget, .rough = true};
        if (vt_photo_ready(photo, VT_MIN(dpi, (float)TURN_DPI), turn, &gray, NULL) != VT_OK ||
            recognise(options, doc, &gray, &job, &got, NULL) != VT_OK)
            break;
        doc->words.n = first;
        doc->shapes.n = shapes;
        if (score_of(&got) > best_score * 1.5f) {
            best = turn;
            best_score = score_of(&got);
        }
    }
    return best;
}

/* Reads a picture as it stands. When that gives little, the other three directions are tried on a
 * small copy, and the best is read. */
static vt_status read_photo(vt_doc *doc, vt_photo *photo, const vt_ocr_job *job,
                            const vt_extract_options *options, vt_ocr_result *ret, vt_error *err)
{
    float dpi = dpi_of(options->effort);
    size_t first = doc->words.n, shapes = doc->shapes.n;
    vt_gray gray;
    VT_TRY(vt_photo_ready(photo, dpi, 0, &gray, err));
    VT_TRY(recognise(options, doc, &gray, job, ret, err));
    bool poor = ret->confidence * 100 < (float)GOOD_CONFIDENCE || ret->words < 10;
    if ((!poor && !ret->sideways) || ret->timed_out)
        return VT_OK;
    size_t words = doc->words.n;
    int turn = find_turn(doc, photo, dpi, score_of(ret), options);
    doc->words.n = words;
    if (turn == 0)
        return VT_OK;
    doc->words.n = first;
    doc->shapes.n = shapes;
    VT_TRY(vt_photo_ready(photo, dpi, turn, &gray, err));
    return recognise(options, doc, &gray, job, ret, err);
}

static void warn(vt_doc *doc, const char *what, uint32_t page)
{
    vt_vec_push(doc->arena, &doc->warnings,
                vt_str_format(doc->arena, "%s on page %u", what, page + 1));
}

/* ---- pages of a PDF ---- */

static void drop_words(vt_doc *doc, uint32_t page)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->words.n; i++)
        if (doc->words.at[i].page != page)
            doc->words.at[n++] = doc->words.at[i];
    doc->words.n = n;
}

/* True when pictures cover the page: it was scanned, so it may be askew, dirty or on its side. */
static bool is_scanned(const vt_doc *doc, uint32_t page)
{
    float covered = 0;
    for (size_t i = 0; i < doc->pictures.n; i++) {
        vt_box b = doc->pictures.at[i].box;
        if (doc->pictures.at[i].page == page)
            covered += (b.x1 - b.x0) * (b.y1 - b.y0);
    }
    return covered > 0.6f * doc->pages.at[page].width * doc->pages.at[page].height;
}

static vt_status read_area(vt_doc *doc, vt_render *render, vt_box area, uint32_t page,
                           const vt_extract_options *options, vt_ocr_result *ret, vt_error *err)
{
    vt_gray gray = {0};
    VT_TRY(vt_render_area(render, page, area, dpi_of(options->effort), &gray, err));
    vt_ocr_job job = job_of(options, page);
    job.x0 = area.x0;
    job.y0 = area.y0;
    if (is_scanned(doc, page)) {
        VT_AUTO(vt_photo) vt_photo *photo = NULL;
        VT_TRY(vt_photo_of_gray(&gray, &photo, err));
        return read_photo(doc, photo, &job, options, ret, err);
    }
    return recognise(options, doc, &gray, &job, ret, err);
}

/* The whole page; its own words go when OCR finds any. */
static bool read_page(vt_doc *doc, vt_render *render, uint32_t number,
                      const vt_extract_options *options)
{
    vt_page *page = &doc->pages.at[number];
    vt_box area = {0, 0, page->width, page->height};
    vt_ocr_result got = {0};
    size_t before = doc->words.n;
    doc->ocr_pages++;
    if (read_area(doc, render, area, number, options, &got, NULL) != VT_OK) {
        warn(doc, "OCR was not possible", number);
        return false;
    }
    if (got.timed_out)
        warn(doc, "OCR ran out of time", number);
    if (got.words == 0)
        return false;
    vt_token *read = VT_NEW_ARRAY(doc->arena, vt_token, got.words);
    memcpy(read, doc->words.at + before, got.words * sizeof *read);
    doc->words.n = before;
    drop_words(doc, number);
    for (size_t i = 0; i < got.words; i++)
        vt_vec_push(doc->arena, &doc->words, read[i]);
    page->ocr = page->usable_text = true;
    page->width = got.width; /* a scan on its side was turned */
    page->height = got.height;
    return true;
}

static bool overlaps(vt_box a, vt_box b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/* A picture may hold text of its own when it is large */
static bool is_large(const vt_doc *doc, const vt_picture *picture)
{
    const vt_page *page = &doc->pages.at[picture->page];
    vt_box b = picture->box;
    float share = (b.x1 - b.x0) * (b.y1 - b.y0) / (page->width * page->height);
    return share >= PICTURE_SHARE && b.x1 - b.x0 >= 60 && b.y1 - b.y0 >= 20;
}

/* and no words stand on it. This looks at every word: one picture may be drawn thousands of times,
 * so that callers count how often they ask. */
static bool is_bare(const vt_doc *doc, const vt_picture *picture)
{
    size_t on_it = 0;
    for (size_t i = 0; i < doc->words.n && on_it < 3; i++) {
        const vt_token *w = &doc->words.at[i];
        on_it += w->page == picture->page && !(w->flags & VT_TOKEN_HIDDEN) &&
                 overlaps(w->box, picture->box);
    }
    return on_it < 3;
}

static bool read_pictures(vt_doc *doc, vt_render *render, uint32_t number,
                          const vt_extract_options *options)
{
    size_t tried = 0, looked_at = 0;
    bool found = false;
    for (size_t i = 0; i < doc->pictures.n && tried < PICTURES_A_PAGE; i++) {
        if (doc->pictures.at[i].page != number || !is_large(doc, &doc->pictures.at[i]))
            continue;
        if (++looked_at > LOOKED_AT_A_PAGE)
            break;
        if (!is_bare(doc, &doc->pictures.at[i]))
            continue;
        const vt_page *page = &doc->pages.at[number];
        vt_box b = doc->pictures.at[i].box;
        vt_box area = {VT_MAX(b.x0, 0.0f), VT_MAX(b.y0, 0.0f), VT_MIN(b.x1, page->width),
                       VT_MIN(b.y1, page->height)};
        size_t before = doc->words.n;
        vt_ocr_result got = {0};
        tried++;
        if (read_area(doc, render, area, number, options, &got, NULL) != VT_OK ||
            got.words < PICTURE_WORDS_MIN || got.confidence < PICTURE_CONFIDENCE)
            doc->words.n = before; /* a photograph, not text */
        found |= doc->words.n > before;
    }
    doc->ocr_pages += found;
    return found;
}

/* Words of one page together, pages in order, as readers leave them. */
static void sort_by_page(vt_doc *doc)
{
    vt_token *sorted = VT_NEW_ARRAY(doc->arena, vt_token, doc->words.n);
    size_t n = 0;
    for (uint32_t page = 0; page < doc->pages.n; page++)
        for (size_t i = 0; i < doc->words.n; i++)
            if (doc->words.at[i].page == page)
                sorted[n++] = doc->words.at[i];
    memcpy(doc->words.at, sorted, n * sizeof *sorted);
    doc->words.n = n;
}

static bool wants_page(const vt_doc *doc, uint32_t page, const vt_extract_options *options)
{
    return options->mode == VT_EXTRACT_OCR || !doc->pages.at[page].usable_text;
}

/* True when anything of the document is to be looked at: opening it again costs time. */
static bool wants_any(const vt_doc *doc, const vt_extract_options *options)
{
    for (uint32_t page = 0; page < doc->pages.n; page++)
        if (wants_page(doc, page, options))
            return true;
    size_t looked_at = 0;
    for (size_t i = 0; i < doc->pictures.n && looked_at < LOOKED_AT; i++) {
        bool large = is_large(doc, &doc->pictures.at[i]);
        looked_at += large;
        if (large && is_bare(doc, &doc->pictures.at[i]))
            return true;
    }
    return false;
}

vt_status vt_scan_pdf(vt_doc *doc, vt_str bytes, const vt_extract_options *options, vt_error *err)
{
    if (options->mode == VT_EXTRACT_FILE || !wants_any(doc, options))
        return VT_OK;
    if (!options->ocr) {
        doc->ocr_failed = doc->words.n == 0;
        vt_vec_push(doc->arena, &doc->warnings, VT_STR("OCR is not available"));
        return VT_OK;
    }
    VT_AUTO(vt_render) vt_render *render = NULL;
    VT_TRY(vt_render_open(bytes, &render, err));
    size_t read = 0, asked = 0;
    int64_t end = vt_time_computed_ms() + VT_OCR_TOTAL_MS;
    for (uint32_t page = 0; page < doc->pages.n; page++) {
        if (vt_time_computed_ms() > end) {
            warn(doc, "OCR ran out of time", page);
            break;
        }
        bool whole = wants_page(doc, page, options);
        asked += whole;
        read += whole ? read_page(doc, render, page, options)
                      : read_pictures(doc, render, page, options);
    }
    sort_by_page(doc);
    doc->ocr_failed = asked > 0 && read == 0 && doc->words.n == 0;
    return VT_OK;
}

/* ---- picture files ---- */

/* One picture of a file as a new page. */
static vt_status read_picture(vt_doc *doc, vt_str bytes, uint32_t index,
                              const vt_extract_options *options, vt_error *err)
{
    uint32_t page = vt_doc_add_page(doc, 595, 842);
    vt_ocr_job job = job_of(options, page);
    vt_ocr_result got = {0};
    VT_AUTO(vt_photo) vt_photo *photo = NULL;
    VT_TRY(vt_photo_open(bytes, index, &photo, err));
    VT_TRY(read_photo(doc, photo, &job, options, &got, err));
    doc->pages.at[page] = (vt_page){
        .width = got.width, .height = got.height, .ocr = true, .usable_text = got.words > 0};
    doc->ocr_pages++;
    if (got.timed_out)
        warn(doc, "OCR ran out of time", page);
    return VT_OK;
}

static vt_status read_pictures_of_file(vt_doc *doc, vt_str bytes, uint32_t count,
                                       const vt_extract_options *options, vt_error *err)
{
    int64_t end = vt_time_computed_ms() + VT_OCR_TOTAL_MS;
    for (uint32_t i = 0; i < VT_MIN(count, options->max_pages); i++) {
        if (vt_time_computed_ms() > end) {
            warn(doc, "OCR ran out of time", i);
            break;
        }
        VT_TRY(read_picture(doc, bytes, i, options, err));
    }
    doc->ocr_failed = doc->words.n == 0;
    return VT_OK;
}

void vt_scan_embedded(vt_doc *doc, const vt_str *pictures, size_t n,
                      const vt_extract_options *options)
{
    if (!options->ocr) {
        vt_vec_push(doc->arena, &doc->warnings, VT_STR("OCR is not available"));
        return;
    }
    doc->paras.n = 0; /* pages of pictures are read by their geometry */
    if (doc->words.n == 0)
        doc->pages.n = 0;
    for (size_t i = 0; i < doc->words.n; i++)
        doc->words.at[i].para = VT_NONE;
    int64_t end = vt_time_computed_ms() + VT_OCR_TOTAL_MS;
    for (size_t i = 0; i < n && doc->pages.n < options->max_pages; i++) {
        uint32_t page = (uint32_t)doc->pages.n;
        bool late = vt_time_computed_ms() > end;
        if (late || read_picture(doc, pictures[i], 0, options, NULL) != VT_OK)
            warn(doc, late ? "OCR ran out of time" : "OCR was not possible", page);
        if (late)
            break;
    }
    if (doc->pages.n == 0)
        (void)vt_doc_add_page(doc, 595, 842);
}

vt_status vt_read_image(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                        vt_doc **ret, vt_error *err)
{
    uint32_t count = 0;
    vt_status status = vt_photo_count(bytes, &count, err);
    if (options->mode == VT_EXTRACT_FILE && (status == VT_OK || status == VT_E_UNSUPPORTED))
        return vt_fail(err, VT_E_UNSUPPORTED, "a picture has no text; it needs OCR");
    VT_TRY(status);
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PNG);
    doc->page_count = count;
    if (options->ocr) {
        VT_TRY(read_pictures_of_file(doc, bytes, count, options, err));
    } else {
        doc->ocr_failed = true;
        vt_vec_push(arena, &doc->warnings, VT_STR("OCR is not available"));
    }
    *ret = doc;
    return VT_OK;
}

vt_status vt_probe_image(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err)
{
    (void)arena;
    return vt_photo_count(bytes, &ret->count, err);
}
