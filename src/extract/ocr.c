/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was measured decides what is done (docs/accuracy.md): 200 dpi, page segmentation 3, OpenMP
 * off (its threads spin and make recognition eight times slower), and for photographs and scans a
 * light blur, an even background and straight lines, but no binarising of our own.
 *
 * A picture is read as it stands. When that gives little, the other three directions are tried on a
 * small copy, and the best is read. Tesseract knows no fonts here: sizes come from the height of
 * capitals and ascenders, bold from the thickness of strokes in proportion to the size.
 */
#include "extract/ocr.h"

#include <leptonica/allheaders.h>
#include <string.h>
#include <tesseract/capi.h>

#include "base/limits.h"
#include "base/vec.h"

enum {
    WORK_DPI = 200,
    BASIC_DPI = 150,
    PREMIUM_DPI = 300,
    LANGUAGES_MAX = 8,
    GOOD_CONFIDENCE = 70,
};

static const char *const data_folders[] = {
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
};

/* OpenMP's own header is not there for every compiler. */
extern void omp_set_max_active_levels(int levels);

struct vt_ocr {
    TessBaseAPI *api;
};

typedef PIX pix_object;
static void drop_pix(pix_object *pix)
{
    pixDestroy(&pix);
}
VT_DEFINE_AUTO(pix_object, drop_pix)

/* ---- opening ---- */

/* The folder that has the data of the first language, and the languages it has. */
static const char *find_data(const char *languages, char *ret_found, size_t room)
{
    for (size_t i = 0; i < VT_COUNT(data_folders); i++) {
        vt_str rest = vt_str_z(languages), language;
        size_t n = 0;
        ret_found[0] = 0;
        while (vt_str_split(&rest, '+', &language) && n < LANGUAGES_MAX) {
            char path[256];
            snprintf(path, sizeof path, "%s/" VT_STR_FMT ".traineddata", data_folders[i],
                     VT_STR_ARG(language));
            size_t used = strlen(ret_found);
            if (language.len == 0 || access(path, R_OK) != 0 || used + language.len + 2 > room)
                continue;
            snprintf(ret_found + used, room - used, "%s" VT_STR_FMT, n++ ? "+" : "",
                     VT_STR_ARG(language));
        }
        if (n)
            return data_folders[i];
    }
    return NULL;
}

/* A blank page goes through everything once: what opens lazily is open then. */
static void warm_up(vt_ocr *ocr)
{
    VT_AUTO(pix_object) PIX *blank = pixCreate(200, 200, 8);
    pixSetAll(blank);
    TessBaseAPISetImage2(ocr->api, blank);
    TessBaseAPISetSourceResolution(ocr->api, WORK_DPI);
    (void)TessBaseAPIRecognize(ocr->api, NULL);
    TessBaseAPIClear(ocr->api);
}

vt_status vt_ocr_open(const char *languages, vt_ocr **ret, vt_error *err)
{
    char found[128];
    const char *folder = find_data(languages, found, sizeof found);
    if (!folder)
        return vt_fail(err, VT_E_UNSUPPORTED, "no trained data of Tesseract for '%s'", languages);
    omp_set_max_active_levels(0);
    setMsgSeverity(L_SEVERITY_NONE);
    VT_AUTO(vt_ocr) vt_ocr *ocr = vt_xcalloc(1, sizeof *ocr);
    ocr->api = TessBaseAPICreate();
    if (!ocr->api || TessBaseAPIInit2(ocr->api, folder, found, OEM_LSTM_ONLY) != 0)
        return vt_fail(err, VT_E_UNSUPPORTED, "Tesseract does not start with '%s'", found);
    TessBaseAPISetVariable(ocr->api, "debug_file", "/dev/null");
    TessBaseAPISetPageSegMode(ocr->api, PSM_AUTO);
    warm_up(ocr);
    *ret = VT_TAKE(ocr);
    return VT_OK;
}

void vt_ocr_drop(vt_ocr *ocr)
{
    if (!ocr)
        return;
    if (ocr->api)
        TessBaseAPIDelete(ocr->api);
    free(ocr);
}

/* ---- words ---- */

/* Frame of a reading: how pixels become points of the page. */
struct frame {
    float scale, x0, y0; /* points a pixel; corner */
    uint32_t page;
    PIX *ink; /* 1 bit */
};

/* Mean length of the horizontal runs of ink in a box, pixels. */
static float stroke_of(PIX *ink, const int box[4])
{
    const l_uint32 *data = pixGetData(ink);
    int wpl = pixGetWpl(ink), w = pixGetWidth(ink), h = pixGetHeight(ink);
    size_t black = 0, runs = 0;
    for (int y = VT_MAX(box[1], 0); y < VT_MIN(box[3], h); y++) {
        const l_uint32 *line = data + (size_t)y * (size_t)wpl;
        bool on = false;
        for (int x = VT_MAX(box[0], 0); x < VT_MIN(box[2], w); x++) {
            bool now = (line[x >> 5] >> (31 - (x & 31)) & 1) != 0;
            black += now;
            runs += now && !on;
            on = now;
        }
    }
    return runs ? (float)black / (float)runs : 0;
}

static bool has_alnum(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (vt_is_alnum((unsigned char)s.ptr[i]) || (unsigned char)s.ptr[i] >= 0xC3)
            return true;
    return false;
}

/* Letters and digits that reach the height of capitals, or hang below the line. */
static bool reaches_up(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (vt_is_upper(s.ptr[i]) || vt_is_digit(s.ptr[i]) ||
            (s.ptr[i] && strchr("bdfhklt", s.ptr[i])))
            return true;
    return false;
}

/* Noise: nothing sure at all, or a sign that is not sure. */
static bool is_noise(vt_str text, float confidence)
{
    return text.len == 0 || confidence < 15 || (!has_alnum(text) && confidence < 45);
}

static vt_token word_of(vt_doc *doc, const struct frame *f, vt_str text, const int box[4],
                        float confidence)
{
    vt_token token = vt_token_init(vt_str_dup(doc->arena, text), f->page);
    token.box = (vt_box){f->x0 + (float)box[0] * f->scale, f->y0 + (float)box[1] * f->scale,
                         f->x0 + (float)box[2] * f->scale, f->y0 + (float)box[3] * f->scale};
    token.flags = VT_TOKEN_OCR;
    token.confidence = VT_MIN(VT_MAX(confidence / 100, 0.0f), 1.0f);
    return token;
}

/* An icon that was read as some sign: no letters, or a broken bracket, set off from what is before
 * it. Signs that people write by themselves stay. */
static bool is_icon(const vt_token *w, const vt_token *before)
{
    static const char *const kept[] = {"-",
                                       "|",
                                       "&",
                                       "+",
                                       "/",
                                       "=",
                                       "*",
                                       ">",
                                       "\xE2\x80\x93",
                                       "\xE2\x80\x94",
                                       "\xE2\x80\xA2",
                                       "\xC2\xB7"};
    bool apart = !before || w->box.x0 - before->box.x1 > 0.7f * w->size;
    bool letters = has_alnum(w->text);
    if (vt_str_find(w->text, VT_STR("\xC2\xA9"), 0) != VT_NPOS)
        return w->text.len <= 4;
    if (!apart || w->text.len > 4)
        return false;
    for (size_t i = 0; i < VT_COUNT(kept); i++)
        if (vt_str_eq(w->text, vt_str_z(kept[i])))
            return false;
    bool broken = (vt_str_ends(w->text, VT_STR("]")) || vt_str_ends(w->text, VT_STR(")"))) &&
                  vt_str_find_char(w->text, '[', 0) == VT_NPOS &&
                  vt_str_find_char(w->text, '(', 0) == VT_NPOS && w->text.len <= 3 &&
                  !vt_is_digit(w->text.ptr[0]) && w->text.len != 2;
    return broken || (!letters && w->text.len <= 3);
}

/* Size and baseline of the words of a line; list signs that were taken for letters. */
static void settle_line(vt_doc *doc, size_t first, float baseline)
{
    float caps = 0, small = 0;
    for (size_t i = first; i < doc->words.n; i++) {
        const vt_token *w = &doc->words.at[i];
        float height = baseline - w->box.y0;
        if (reaches_up(w->text))
            caps = VT_MAX(caps, height);
        else if (has_alnum(w->text))
            small = VT_MAX(small, height);
    }
    float size = caps > 0 ? caps / 0.72f : small > 0 ? small / 0.52f : 0;
    for (size_t i = first; i < doc->words.n; i++) {
        vt_token *w = &doc->words.at[i];
        w->size = size > 0 ? VT_MIN(VT_MAX(size, 3.0f), 120.0f) : 10;
        w->baseline = baseline;
    }
    if (first == doc->words.n)
        return;
    for (size_t i = first; i < doc->words.n; i++) {
        vt_token *w = &doc->words.at[i];
        if (!is_icon(w, i > first ? w - 1 : NULL))
            continue;
        w->text = VT_STR("");
        w->flags |= VT_TOKEN_ICON;
    }
    vt_token *sign = &doc->words.at[first];
    if (sign->text.len == 0 || first + 1 == doc->words.n)
        return;
    bool lone = sign->text.len == 1 && !vt_is_digit(sign->text.ptr[0]);
    bool floats = sign->box.y1 < baseline - 0.07f * sign->size;
    if ((lone || sign->text.len == 2) && !vt_is_upper(sign->text.ptr[0]) &&
        first + 1 < doc->words.n && sign->box.y1 - sign->box.y0 < 0.45f * sign->size && floats &&
        sign->text.ptr[0] != '-')
        sign->text = VT_STR("•");
}

static bool word_box(TessPageIterator *at, TessPageIteratorLevel level, int box[4])
{
    return TessPageIteratorBoundingBox(at, level, &box[0], &box[1], &box[2], &box[3]) &&
           box[2] > box[0] && box[3] > box[1];
}

/* Appends the words of what was recognised; gives the sum of their confidences. */
static float take_words(vt_ocr *ocr, vt_doc *doc, const struct frame *f, float *strokes)
{
    TessResultIterator *result = TessBaseAPIGetIterator(ocr->api);
    if (!result)
        return 0;
    TessPageIterator *at = TessResultIteratorGetPageIterator(result);
    size_t start = doc->words.n, line = start;
    float sum = 0, baseline = 0;
    do {
        int box[4], x1, y1, x2, y2;
        if (TessPageIteratorIsAtBeginningOf(at, RIL_TEXTLINE)) {
            settle_line(doc, line, baseline);
            line = doc->words.n;
            if (TessPageIteratorBaseline(at, RIL_TEXTLINE, &x1, &y1, &x2, &y2))
                baseline = f->y0 + (float)(y1 + y2) / 2 * f->scale;
        }
        char *text = TessResultIteratorGetUTF8Text(result, RIL_WORD);
        float confidence = text ? TessResultIteratorConfidence(result, RIL_WORD) : 0;
        vt_str s = vt_str_trim(vt_str_z(text));
        if (doc->words.n < VT_MAX_TOKENS && word_box(at, RIL_WORD, box) &&
            !is_noise(s, confidence)) {
            vt_vec_push(doc->arena, &doc->words, word_of(doc, f, s, box, confidence));
            sum += confidence;
            if (strokes && doc->words.n - start <= VT_MAX_PAGE_GLYPHS)
                strokes[doc->words.n - start - 1] = f->ink ? stroke_of(f->ink, box) * f->scale : 0;
        }
        TessDeleteText(text);
    } while (TessResultIteratorNext(result, RIL_WORD));
    settle_line(doc, line, baseline);
    TessResultIteratorDelete(result);
    return sum;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Words whose strokes are far thicker than most, for their size, are bold. */
static void mark_bold(vt_doc *doc, size_t first, const float *strokes)
{
    size_t n = doc->words.n - first, used = 0;
    float *shares = VT_NEW_ARRAY(doc->arena, float, n + 1);
    for (size_t i = 0; i < n; i++)
        if (strokes[i] > 0 && has_alnum(doc->words.at[first + i].text))
            shares[used++] = strokes[i] / doc->words.at[first + i].size;
    if (used < 20)
        return;
    qsort(shares, used, sizeof *shares, by_value);
    float usual = shares[used / 2];
    for (size_t i = 0; i < n; i++) {
        vt_token *w = &doc->words.at[first + i];
        if (strokes[i] / w->size > 1.28f * usual && has_alnum(w->text) && w->text.len > 1)
            w->flags |= VT_TOKEN_BOLD;
    }
}

/* ---- recognising ---- */

static bool recognise(vt_ocr *ocr, PIX *pix, float dpi, uint32_t budget_ms)
{
    TessBaseAPISetImage2(ocr->api, pix);
    TessBaseAPISetSourceResolution(ocr->api, (int)dpi);
    ETEXT_DESC *monitor = TessMonitorCreate();
    TessMonitorSetDeadlineMSecs(monitor, (int)VT_MIN(budget_ms, 600000u));
    int failed = TessBaseAPIRecognize(ocr->api, monitor);
    TessMonitorDelete(monitor);
    return failed == 0;
}

/* Words that are taller than wide: Tesseract reads text that runs up or down, too. */
static bool is_sideways(const vt_doc *doc, size_t first)
{
    size_t tall = 0, wide = 0;
    for (size_t i = first; i < doc->words.n; i++) {
        vt_box b = doc->words.at[i].box;
        if (doc->words.at[i].text.len < 4)
            continue;
        tall += b.y1 - b.y0 > 1.3f * (b.x1 - b.x0);
        wide += b.x1 - b.x0 > 1.3f * (b.y1 - b.y0);
    }
    return tall > wide;
}

/* Reads an upright grey picture of `dpi`. */
static void read_pix(vt_ocr *ocr, vt_doc *doc, PIX *pix, float dpi, const vt_ocr_job *job,
                     vt_ocr_result *ret)
{
    size_t first = doc->words.n;
    uint32_t budget = job->budget_ms ? job->budget_ms : VT_OCR_PAGE_MS;
    ret->timed_out = !recognise(ocr, pix, dpi, budget);
    VT_AUTO(pix_object) PIX *ink = TessBaseAPIGetThresholdedImage(ocr->api);
    struct frame frame = {.scale = 72 / dpi,
                          .x0 = job->x0,
                          .y0 = job->y0,
                          .page = job->page,
                          .ink = ink && pixGetDepth(ink) == 1 ? ink : NULL};
    float *strokes = VT_NEW_ARRAY(doc->arena, float, VT_MAX_PAGE_GLYPHS);
    float sum = take_words(ocr, doc, &frame, strokes);
    TessBaseAPIClear(ocr->api);
    ret->words = doc->words.n - first;
    ret->confidence = ret->words ? sum / (float)ret->words / 100 : 0;
    ret->width = (float)pixGetWidth(pix) * frame.scale;
    ret->height = (float)pixGetHeight(pix) * frame.scale;
    mark_bold(doc, first, strokes);
    ret->sideways = is_sideways(doc, first);
}

vt_status vt_ocr_gray(vt_ocr *ocr, vt_doc *doc, const vt_gray *gray, const vt_ocr_job *job,
                      vt_ocr_result *ret, vt_error *err)
{
    *ret = (vt_ocr_result){0};
    VT_AUTO(pix_object) PIX *pix = pixCreate((l_int32)gray->width, (l_int32)gray->height, 8);
    if (!pix)
        return vt_fail(err, VT_E_LIMIT, "no memory for a picture of %u x %u", gray->width,
                       gray->height);
    for (uint32_t y = 0; y < gray->height; y++) {
        l_uint32 *line = pixGetData(pix) + (size_t)y * (size_t)pixGetWpl(pix);
        const unsigned char *from = gray->pixels + (size_t)y * gray->width;
        for (uint32_t x = 0; x < gray->width; x++)
            SET_DATA_BYTE(line, x, from[x]);
    }
    read_pix(ocr, doc, pix, gray->dpi, job, ret);
    return VT_OK;
}

/* ---- picture files ---- */

/* The orientation that a camera notes in a JPEG's Exif block (1..8), 0 when it notes none. */
static int exif_orientation(vt_str bytes)
{
    size_t at = vt_str_find(vt_str_sub(bytes, 0, 65536), VT_STR("Exif\0\0"), 0);
    if (at == VT_NPOS || at + 14 > bytes.len)
        return 0;
    vt_str t = vt_str_sub(bytes, at + 6, bytes.len);
    const unsigned char *p = (const unsigned char *)t.ptr;
    bool little = p[0] == 'I';
#define READ16(o) (little ? p[o] | p[(o) + 1] << 8 : p[o] << 8 | p[(o) + 1])
#define READ32(o)                                                                                  \
    (little ? (uint32_t)READ16(o) | (uint32_t)READ16((o) + 2) << 16                                \
            : (uint32_t)READ16(o) << 16 | (uint32_t)READ16((o) + 2))
    if (t.len < 16)
        return 0;
    size_t dir = READ32(4);
    if (dir + 2 > t.len || dir > 65536)
        return 0;
    size_t n = (size_t)READ16(dir);
    for (size_t i = 0; i < n && dir + 2 + (i + 1) * 12 <= t.len; i++) {
        size_t entry = dir + 2 + i * 12;
        if (READ16(entry) == 0x0112)
            return (int)VT_MIN(READ16(entry + 8), 8);
    }
#undef READ16
#undef READ32
    return 0;
}

static vt_status check_header(vt_str bytes, vt_error *err)
{
    l_int32 format, w, h, bps, spp, colors;
    if (pixReadHeaderMem((const l_uint8 *)bytes.ptr, bytes.len, &format, &w, &h, &bps, &spp,
                         &colors) != 0)
        return vt_fail(err, VT_E_FORMAT, "the picture's header is damaged");
    if (w <= 0 || h <= 0 || (uint64_t)w * (uint64_t)h > VT_MAX_IMAGE_PIXELS)
        return vt_fail(err, VT_E_LIMIT, "the picture has %d x %d pixels, more than %u", w, h,
                       VT_MAX_IMAGE_PIXELS);
    return VT_OK;
}

static bool is_tiff(vt_str b)
{
    return vt_str_starts(b, VT_STR("II*\0")) || vt_str_starts(b, VT_STR("MM\0*"));
}

/* Follows the chain of directories without decoding anything. */
static uint32_t count_tiff(vt_str b)
{
    const unsigned char *p = (const unsigned char *)b.ptr;
    bool little = p[0] == 'I';
    uint32_t pages = 0;
    size_t at = 4;
    while (at + 4 <= b.len && pages <= VT_MAX_PAGES) {
        size_t dir = little ? p[at] | (size_t)p[at + 1] << 8 | (size_t)p[at + 2] << 16 |
                                  (size_t)p[at + 3] << 24
                            : (size_t)p[at] << 24 | (size_t)p[at + 1] << 16 |
                                  (size_t)p[at + 2] << 8 | p[at + 3];
        if (dir < 8 || dir + 2 > b.len)
            break;
        size_t n = little ? p[dir] | (size_t)p[dir + 1] << 8 : (size_t)p[dir] << 8 | p[dir + 1];
        pages++;
        at = dir + 2 + n * 12;
    }
    return pages;
}

vt_status vt_ocr_count(vt_str bytes, uint32_t *ret, vt_error *err)
{
    setMsgSeverity(L_SEVERITY_NONE);
    VT_TRY(check_header(bytes, err));
    *ret = is_tiff(bytes) ? VT_MAX(count_tiff(bytes), 1u) : 1;
    return VT_OK;
}

static PIX *decode(vt_str bytes, uint32_t index)
{
    const l_uint8 *data = (const l_uint8 *)bytes.ptr;
    if (vt_str_starts(bytes, VT_STR("\xFF\xD8"))) {
        l_int32 w = 0, h = 0, reduce = 1;
        if (readHeaderMemJpeg(data, bytes.len, &w, &h, NULL, NULL, NULL) == 0)
            while (VT_MAX(w, h) / reduce > 5200 && reduce < 8)
                reduce *= 2;
        return pixReadMemJpeg(data, bytes.len, 0, reduce, NULL, 0);
    }
    if (!is_tiff(bytes))
        return pixReadMem(data, bytes.len);
    size_t offset = 0;
    PIX *pix = NULL;
    for (uint32_t i = 0; i <= index; i++) {
        pixDestroy(&pix);
        pix = pixReadMemFromMultipageTiff(data, bytes.len, &offset);
        if (!pix || (i < index && offset == 0))
            break;
    }
    return pix;
}

/* A picture of 8 bits on white, as a camera or scanner meant it to stand. */
static PIX *load(vt_str bytes, uint32_t index)
{
    VT_AUTO(pix_object) PIX *raw = decode(bytes, index);
    if (!raw)
        return NULL;
    VT_AUTO(pix_object)
    PIX *opaque = pixGetSpp(raw) == 4 ? pixAlphaBlendUniform(raw, 0xFFFFFF00) : pixClone(raw);
    VT_AUTO(pix_object) PIX *gray = opaque ? pixConvertTo8(opaque, 0) : NULL;
    if (!gray)
        return NULL;
    pixCopyResolution(gray, raw);
    switch (exif_orientation(vt_str_sub(bytes, 0, bytes.len))) {
    case 3:
        return pixRotate180(NULL, gray);
    case 6:
        return pixRotateOrth(gray, 1);
    case 8:
        return pixRotateOrth(gray, 3);
    default:
        return pixClone(gray);
    }
}

/*
 * Dots per inch, as if the picture were a page of paper, whose short side is 8.3 inches. What the
 * file says counts only where it comes near: many programs write any number.
 */
static float dpi_of(PIX *pix)
{
    float w = (float)pixGetWidth(pix), h = (float)pixGetHeight(pix);
    float said = (float)pixGetXRes(pix), sheet = VT_MIN(w, h) / 8.3f;
    bool strip =
        VT_MAX(w, h) > 2.2f * VT_MIN(w, h); /* a long screenshot: its width is the page's */
    if (strip && h > w)
        sheet = w / 8.3f;
    if (said > sheet * 0.9f && said < sheet * 1.12f)
        return said;
    return VT_MIN(VT_MAX(sheet, 40.0f), 1200.0f);
}

/* A picture that no camera took: one shade has a great part of the page. Evening out the light
 * would only wipe text off its coloured grounds. */
static bool is_drawn(PIX *gray)
{
    NUMA *histogram = pixGetGrayHistogram(gray, 4);
    l_float32 most = 0, total = 0;
    if (!histogram)
        return false;
    numaGetMax(histogram, &most, NULL);
    numaGetSum(histogram, &total);
    numaDestroy(&histogram);
    return most > 0.3f * total;
}

/* Even light and straight lines. What a step cannot do it leaves as it was. */
static PIX *clean(PIX *gray)
{
    if (is_drawn(gray)) {
        PIX *turned = pixDeskew(gray, 0);
        return turned ? turned : pixClone(gray);
    }
    VT_AUTO(pix_object) PIX *soft = pixBlockconvGray(gray, NULL, 1, 1);
    VT_AUTO(pix_object) PIX *even = pixBackgroundNormSimple(soft ? soft : gray, NULL, NULL);
    PIX *straight = pixDeskew(even ? even : soft ? soft : gray, 0);
    return straight ? straight : pixClone(even ? even : gray);
}

static PIX *scale_to(PIX *pix, float from_dpi, float to_dpi)
{
    float by = to_dpi / from_dpi;
    if (by > 0.85f && by < 1.2f)
        return pixClone(pix);
    return pixScale(pix, by, by);
}

/* A rough reading of a picture that has lost its direction: 0..3 quarter turns to set it right. */
static int find_turn(vt_ocr *ocr, vt_doc *doc, PIX *pix, float dpi, float upright, uint32_t budget)
{
    int best = 0;
    float best_score = upright;
    for (int turn = 1; turn < 4; turn++) {
        VT_AUTO(pix_object) PIX *turned = pixRotateOrth(pix, turn);
        size_t first = doc->words.n;
        vt_ocr_result got = {0};
        vt_ocr_job job = {.budget_ms = budget};
        if (turned)
            read_pix(ocr, doc, turned, dpi, &job, &got);
        doc->words.n = first;
        float score = got.sideways ? 0 : got.confidence * got.confidence * (float)got.words;
        if (score > best_score * 1.5f) {
            best = turn;
            best_score = score;
        }
    }
    return best;
}

vt_status vt_ocr_file(vt_ocr *ocr, vt_doc *doc, vt_str bytes, uint32_t index, const vt_ocr_job *job,
                      vt_ocr_result *ret, vt_error *err)
{
    *ret = (vt_ocr_result){0};
    VT_TRY(check_header(bytes, err));
    VT_AUTO(pix_object) PIX *gray = load(bytes, index);
    if (!gray)
        return vt_fail(err, VT_E_FORMAT, "the picture is damaged");
    float dpi = dpi_of(gray);
    float want = job->effort == VT_OCR_BASIC     ? BASIC_DPI
                 : job->effort == VT_OCR_PREMIUM ? PREMIUM_DPI
                                                 : WORK_DPI;
    VT_AUTO(pix_object) PIX *sized = scale_to(gray, dpi, want);
    VT_AUTO(pix_object) PIX *ready = sized ? clean(sized) : NULL;
    if (!ready)
        return vt_fail(err, VT_E_LIMIT, "no memory for a picture of %d x %d", pixGetWidth(gray),
                       pixGetHeight(gray));
    float real = dpi * (float)pixGetWidth(sized) / (float)pixGetWidth(gray);
    size_t first = doc->words.n;
    read_pix(ocr, doc, ready, real, job, ret);
    bool poor = ret->confidence * 100 < GOOD_CONFIDENCE || ret->words < 10;
    if ((!poor && !ret->sideways) || ret->timed_out)
        return VT_OK;
    VT_AUTO(pix_object) PIX *small = scale_to(sized, real, VT_MIN(real, (float)BASIC_DPI));
    float score = ret->sideways ? 0 : ret->confidence * ret->confidence * (float)ret->words;
    uint32_t budget = (job->budget_ms ? job->budget_ms : VT_OCR_PAGE_MS) / 4;
    int turn =
        small ? find_turn(ocr, doc, small, VT_MIN(real, (float)BASIC_DPI), score, budget) : 0;
    if (turn == 0)
        return VT_OK;
    doc->words.n = first;
    VT_AUTO(pix_object) PIX *turned = pixRotateOrth(sized, turn);
    VT_AUTO(pix_object) PIX *again = turned ? clean(turned) : NULL;
    if (again)
        read_pix(ocr, doc, again, real, job, ret);
    return VT_OK;
}
