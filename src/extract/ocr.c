/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was measured decides what is done (docs/ocr.md): 200 dpi, page segmentation 3, OpenMP off
 * (its threads spin and make recognition eight times slower).
 *
 * Coloured grounds are made white first, and a sidebar on a ground of its own is read by itself.
 * Tesseract knows no fonts: sizes come from the height of capitals and ascenders, bold from the
 * thickness of strokes. It drops small list signs: they are looked for in the picture.
 */
#include "extract/ocr.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tesseract/capi.h>

#include "base/library.h"
#include "base/limits.h"
#include "base/time.h"
#include "base/vec.h"
#include "extract/clean.h"
#include "extract/ground.h"
#include "extract/ocr_language.h"
#include "text/utf8.h"

enum { WORK_DPI = 200, LANGUAGES_MAX = 24, NAME_MAX_BYTES = 24 };

static const char *const data_folders[] = {
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
};

/* Of the OpenMP that Tesseract brings along; its own header is not there for every compiler. */
extern void omp_set_max_active_levels(int levels);

/* Tesseract, opened with the first vt_ocr. */
#define TESS_FUNCTIONS(F)                                                                          \
    F(Tess, BaseAPIClear)                                                                          \
    F(Tess, BaseAPICreate)                                                                         \
    F(Tess, BaseAPIDelete)                                                                         \
    F(Tess, BaseAPIGetIterator)                                                                    \
    F(Tess, BaseAPIInit5)                                                                          \
    F(Tess, BaseAPIRecognize)                                                                      \
    F(Tess, BaseAPISetImage)                                                                       \
    F(Tess, BaseAPISetPageSegMode)                                                                 \
    F(Tess, BaseAPISetSourceResolution)                                                            \
    F(Tess, BaseAPISetVariable)                                                                    \
    F(Tess, DeleteText)                                                                            \
    F(Tess, MonitorCreate)                                                                         \
    F(Tess, MonitorDelete)                                                                         \
    F(Tess, MonitorSetCancelFunc)                                                                  \
    F(Tess, MonitorSetCancelThis)                                                                  \
    F(Tess, PageIteratorBaseline)                                                                  \
    F(Tess, PageIteratorBoundingBox)                                                               \
    F(Tess, PageIteratorIsAtBeginningOf)                                                           \
    F(Tess, ResultIteratorConfidence)                                                              \
    F(Tess, ResultIteratorDelete)                                                                  \
    F(Tess, ResultIteratorGetPageIterator)                                                         \
    F(Tess, ResultIteratorGetUTF8Text)                                                             \
    F(Tess, ResultIteratorNext)                                                                    \
    F(omp_, set_max_active_levels)

static struct {
    TESS_FUNCTIONS(VT_LIBRARY_POINTER)
} tess;

VT_LIBRARY_NOTE(note, VT_SONAME_TESSERACT, "ocr");

/* The trained data of a language, mapped: the pages are the system's, shared by all workers. */
struct data {
    char name[NAME_MAX_BYTES];
    const char *bytes;
    size_t size;
};

/*
 * The first language is ready at once; another one is made of its data when a page is in it, which
 * needs no file, and stays until a third is wanted.
 */
struct vt_ocr {
    struct data data[LANGUAGES_MAX];
    size_t languages;
    TessBaseAPI *first, *other;
    size_t other_is;  /* index of the language of `other` */
    TessBaseAPI *api; /* the one in use */
};

/* ---- opening ---- */

static bool map_data(const char *folder, vt_str language, struct data *ret)
{
    char path[256];
    if (language.len == 0 || language.len >= sizeof ret->name)
        return false;
    snprintf(ret->name, sizeof ret->name, VT_STR_FMT, VT_STR_ARG(language));
    snprintf(path, sizeof path, "%s/%s.traineddata", folder, ret->name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0)
        return false;
    void *bytes = MAP_FAILED;
    if (fstat(file, &about) == 0 && about.st_size > 0 && about.st_size <= INT32_MAX)
        bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return false;
    ret->bytes = bytes;
    ret->size = (size_t)about.st_size;
    return true;
}

/* The languages of the first folder that has one of them. */
static void find_data(vt_ocr *ocr, const char *languages)
{
    for (size_t i = 0; i < VT_COUNT(data_folders) && ocr->languages == 0; i++) {
        vt_str rest = vt_str_z(languages), language;
        while (vt_str_split(&rest, '+', &language) && ocr->languages < LANGUAGES_MAX)
            ocr->languages += map_data(data_folders[i], language, &ocr->data[ocr->languages]);
    }
}

/* A blank page goes through everything once: what opens lazily is open then. */
static void warm_up(TessBaseAPI *api)
{
    enum { SIDE = 200 };
    unsigned char *blank = vt_xcalloc(SIDE, SIDE);
    memset(blank, 255, (size_t)SIDE * SIDE);
    tess.BaseAPISetImage(api, blank, SIDE, SIDE, 1, SIDE);
    tess.BaseAPISetSourceResolution(api, WORK_DPI);
    (void)tess.BaseAPIRecognize(api, NULL);
    tess.BaseAPIClear(api);
    free(blank);
}

/* NULL when Tesseract does not start with the data. */
static TessBaseAPI *start(const struct data *data)
{
    /* a language may name others that belong to it (vertical Japanese): they would be files */
    char names[2][32] = {"debug_file", "tessedit_load_sublangs"}, values[2][16] = {"/dev/null", ""};
    char *name[] = {names[0], names[1]}, *value[] = {values[0], values[1]};
    TessBaseAPI *api = tess.BaseAPICreate();
    if (api && tess.BaseAPIInit5(api, data->bytes, (int)data->size, data->name, OEM_LSTM_ONLY, NULL,
                                 0, name, value, VT_COUNT(name), 0) != 0) {
        tess.BaseAPIDelete(api);
        api = NULL;
    }
    if (api)
        tess.BaseAPISetPageSegMode(api, PSM_AUTO);
    return api;
}

vt_status vt_ocr_open(const char *languages, vt_ocr **ret, vt_error *err)
{
    static const char *const names[] = {TESS_FUNCTIONS(VT_LIBRARY_NAME)};
    VT_AUTO(vt_ocr) vt_ocr *ocr = vt_xcalloc(1, sizeof *ocr);
    find_data(ocr, strcmp(languages, "auto") == 0 ? vt_ocr_all_languages : languages);
    if (ocr->languages == 0)
        return vt_fail(err, VT_E_UNSUPPORTED, "no trained data of Tesseract for '%s'", languages);
    VT_TRY(vt_library_open(VT_SONAME_TESSERACT, names, VT_COUNT(names), &tess, err));
    tess.set_max_active_levels(0);
    ocr->first = start(&ocr->data[0]);
    if (!ocr->first)
        return vt_fail(err, VT_E_UNSUPPORTED, "Tesseract does not start with '%s'",
                       ocr->data[0].name);
    warm_up(ocr->first);
    ocr->api = ocr->first;
    *ret = VT_TAKE(ocr);
    return VT_OK;
}

void vt_ocr_drop(vt_ocr *ocr)
{
    if (!ocr)
        return;
    if (ocr->first)
        tess.BaseAPIDelete(ocr->first);
    if (ocr->other)
        tess.BaseAPIDelete(ocr->other);
    for (size_t i = 0; i < ocr->languages; i++)
        munmap((void *)(uintptr_t)ocr->data[i].bytes, ocr->data[i].size);
    free(ocr);
}

const char *vt_ocr_language(const vt_ocr *ocr, size_t i)
{
    return i < ocr->languages ? ocr->data[i].name : NULL;
}

/* What is recognised next is in that language; false when it does not start. */
static bool use_language(vt_ocr *ocr, size_t language)
{
    ocr->api = ocr->first;
    if (language == 0)
        return true;
    if (!ocr->other || ocr->other_is != language) {
        if (ocr->other)
            tess.BaseAPIDelete(ocr->other);
        ocr->other = start(&ocr->data[language]);
        ocr->other_is = language;
    }
    if (ocr->other)
        ocr->api = ocr->other;
    return ocr->other != NULL;
}

/* ---- words ---- */

/* What is known of a word beside its token. */
typedef struct seen {
    float stroke; /* mean length of its horizontal runs of ink, points */
    bool first;   /* of its line */
} seen;

/* A reading of one picture: how pixels become points of the page, and what was found. */
struct reading {
    vt_doc *doc;
    const vt_ocr_job *job;
    const unsigned char *pixels; /* dark on white */
    uint32_t width, height;
    unsigned char ink;  /* shades below are ink */
    float scale;        /* points a pixel */
    uint32_t dx, dy;    /* corner of the part that is read, pixels */
    size_t start, line; /* first word of the picture, of the line */
    float sum;          /* of confidences */
    VT_VEC(seen) seen;  /* of the words from `start` */
};

static bool is_sign(const vt_token *w)
{
    return vt_str_eq(w->text, VT_STR("•"));
}

static bool is_ink(const struct reading *r, int x, int y)
{
    return x >= 0 && y >= 0 && x < (int)r->width && y < (int)r->height &&
           r->pixels[(size_t)y * r->width + (size_t)x] < r->ink;
}

static float stroke_of(const struct reading *r, const int box[4])
{
    size_t black = 0, runs = 0;
    for (int y = box[1]; y < box[3]; y++) {
        bool on = false;
        for (int x = box[0]; x < box[2]; x++) {
            bool now = is_ink(r, x, y);
            black += now;
            runs += now && !on;
            on = now;
        }
    }
    return runs ? (float)black / (float)runs * r->scale : 0;
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
    return text.len == 0 || confidence < 20 || (!has_alnum(text) && confidence < 45);
}

static vt_token word_of(const struct reading *r, vt_str text, const int box[4], float confidence)
{
    vt_token token = vt_token_init(vt_str_dup(r->doc->arena, text), r->job->page);
    token.box =
        (vt_box){r->job->x0 + (float)box[0] * r->scale, r->job->y0 + (float)box[1] * r->scale,
                 r->job->x0 + (float)box[2] * r->scale, r->job->y0 + (float)box[3] * r->scale};
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
    if (VT_STR_AMONG(w->text, kept))
        return false;
    bool broken = (vt_str_ends(w->text, VT_STR("]")) || vt_str_ends(w->text, VT_STR(")"))) &&
                  vt_str_find_char(w->text, '[', 0) == VT_NPOS &&
                  vt_str_find_char(w->text, '(', 0) == VT_NPOS && w->text.len <= 3 &&
                  !vt_is_digit(w->text.ptr[0]) && w->text.len != 2;
    return broken || (!letters && w->text.len <= 3);
}

/* ---- list signs ---- */

static bool column_inked(const struct reading *r, int x, int y0, int y1)
{
    for (int y = y0; y < y1; y++)
        if (is_ink(r, x, y))
            return true;
    return false;
}

/* Where a word begins whose box holds a sign, too: after the wide gap near its left end. */
static int begin_of_letters(const struct reading *r, const vt_token *word, int left, float em,
                            int y0, int y1)
{
    int end = VT_MIN(left + (int)(1.8f * em), (int)((word->box.x1 - r->job->x0) / r->scale)),
        gap = 0;
    for (int x = left; x < end; x++) {
        if (!column_inked(r, x, y0, y1)) {
            gap++;
        } else {
            if (gap > (int)(0.3f * em) && x - gap > left)
                return x;
            gap = 0;
        }
    }
    return left;
}

/*
 * A blob of ink left of a line, set apart on both sides and as large as list signs are. Tesseract
 * takes such blobs for dirt, or for letters.
 */
static bool find_sign(const struct reading *r, const vt_token *word, vt_box *ret)
{
    float em = word->size / r->scale;
    int right = (int)((word->box.x0 - r->job->x0) / r->scale);
    int base = (int)((word->baseline - r->job->y0) / r->scale);
    int y0 = base - (int)(0.75f * em), y1 = base + (int)(0.12f * em);
    right = begin_of_letters(r, word, right, em, y0, y1);
    int x = right - 2, stop = right - (int)(2.6f * em);
    while (x > stop && !column_inked(r, x, y0, y1))
        x--;
    int x1 = x + 1;
    while (x > stop && column_inked(r, x, y0, y1))
        x--;
    int x0 = x + 1;
    float w = (float)(x1 - x0), gap = (float)(right - x1);
    if (x0 >= x1 || gap < 0.18f * em || w < 0.1f * em || w > 1.1f * em)
        return false;
    for (int i = 1; i < (int)(0.6f * em); i++) /* nothing before it */
        if (column_inked(r, x0 - i, y0, y1))
            return false;
    int top = y1, bottom = y0, black = 0;
    for (int y = y0; y < y1; y++)
        for (int at = x0; at < x1; at++)
            if (is_ink(r, at, y)) {
                top = VT_MIN(top, y);
                bottom = VT_MAX(bottom, y + 1);
                black++;
            }
    float h = (float)(bottom - top), middle = (float)base - (float)(top + bottom) / 2;
    bool dash = h < 0.2f * em && w > 1.6f * h;
    bool dot = h > 0.1f * em && h < 0.62f * em && w < 1.7f * h && h < 1.7f * w &&
               (float)black > 0.5f * w * h;
    bool arrow = w > 0.4f * em && h > 0.2f * em && h < w && (float)black < 0.5f * w * h;
    if ((!dash && !dot && !arrow) || middle < 0.12f * em || middle > 0.5f * em)
        return false;
    *ret = (vt_box){r->job->x0 + (float)x0 * r->scale, r->job->y0 + (float)top * r->scale,
                    r->job->x0 + (float)x1 * r->scale, r->job->y0 + (float)bottom * r->scale};
    return true;
}

/* A list sign that was read as something: a small blob half way up, or a letter that floats above
 * the line, smaller than letters are. */
static bool is_misread_sign(const vt_token *w)
{
    float wide = w->box.x1 - w->box.x0, middle = w->baseline - (w->box.y0 + w->box.y1) / 2;
    if (!has_alnum(w->text))
        return w->text.len <= 4 && w->box.y1 - w->box.y0 < 0.62f * w->size &&
               wide < 0.62f * w->size && middle > 0.12f * w->size && middle < 0.5f * w->size;
    float height = w->box.y1 - w->box.y0;
    bool lone = w->text.len == 1 && !vt_is_digit(w->text.ptr[0]);
    return (lone || w->text.len == 2) && !vt_is_upper(w->text.ptr[0]) && w->text.ptr[0] != '-' &&
           height < 0.48f * w->size && w->box.y1 < w->baseline - 0.05f * w->size;
}

/* Puts a sign as word `at` of the document; it has the size and baseline of the line. */
static void insert_sign(struct reading *r, size_t at, vt_box box, bool first)
{
    vt_doc *doc = r->doc;
    vt_token sign = vt_token_init(VT_STR("•"), r->job->page);
    const vt_token *beside = &doc->words.at[at];
    sign.box = box;
    sign.flags = VT_TOKEN_OCR;
    sign.size = beside->size;
    sign.baseline = beside->baseline;
    sign.confidence = beside->confidence;
    vt_vec_push(doc->arena, &doc->words, sign);
    vt_vec_push(doc->arena, &r->seen, ((seen){0}));
    size_t n = doc->words.n - 1 - at, k = at - r->start;
    memmove(doc->words.at + at + 1, doc->words.at + at, n * sizeof sign);
    doc->words.at[at] = sign;
    memmove(r->seen.at + k + 1, r->seen.at + k, n * sizeof(seen));
    r->seen.at[k] = (seen){.first = first};
    if (first)
        r->seen.at[k + 1].first = false;
}

static void add_sign(struct reading *r)
{
    vt_doc *doc = r->doc;
    vt_token *first = &doc->words.at[r->line];
    bool more = r->line + 1 < doc->words.n;
    vt_box box;
    if (more && is_misread_sign(first)) {
        first->text = VT_STR("•");
        return;
    }
    if (!has_alnum(first->text) || !find_sign(r, first, &box))
        return;
    first->box.x0 = VT_MAX(first->box.x0, box.x1 + 0.1f * first->size);
    insert_sign(r, r->line, box, true);
}

/* ---- lines ---- */

/* Most of the word's box is ink, as of a dot and not of a plus. */
static bool is_filled(const struct reading *r, const vt_token *w)
{
    int x0 = (int)((w->box.x0 - r->job->x0) / r->scale), black = 0;
    int x1 = (int)((w->box.x1 - r->job->x0) / r->scale);
    int y0 = (int)((w->box.y0 - r->job->y0) / r->scale);
    int y1 = (int)((w->box.y1 - r->job->y0) / r->scale);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            black += is_ink(r, x, y);
    return black * 10 > (x1 - x0) * (y1 - y0) * 6;
}

/* A dot between words, read as some sign. */
static bool is_middle_dot(const struct reading *r, const vt_token *w)
{
    static const char *const kept[] = {
        "-", "|", "&", "+", "/", "=", ">", "<", "\xE2\x80\x93", "\xE2\x80\x94", "%", "#", "\""};
    float wide = w->box.x1 - w->box.x0, high = w->box.y1 - w->box.y0;
    if (VT_STR_AMONG(w->text, kept) && !(vt_str_eq(w->text, VT_STR("+")) && is_filled(r, w)))
        return false;
    return wide < 1.6f * high && high < 1.6f * wide && is_misread_sign(w);
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static bool has_bracket(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] && strchr("()[]{}|/\\\"'", s.ptr[i]))
            return true;
    return false;
}

/* From the median height of its words; accents, brackets and quotes reach higher than capitals. */
static float line_size(const struct reading *r, float baseline)
{
    enum { HEIGHTS = 64 };
    float tall[HEIGHTS], low[HEIGHTS];
    size_t tall_n = 0, low_n = 0;
    for (int pass = 0; pass < 2 && tall_n + low_n == 0; pass++)
        for (size_t i = r->line; i < r->doc->words.n; i++) {
            const vt_token *w = &r->doc->words.at[i];
            float height = baseline - w->box.y0 - 0.5f * r->scale; /* half a pixel of blur */
            if ((pass == 0 && has_bracket(w->text)) || height <= 0)
                continue;
            if (reaches_up(w->text) && tall_n < HEIGHTS)
                tall[tall_n++] = height;
            else if (has_alnum(w->text) && low_n < HEIGHTS)
                low[low_n++] = height;
        }
    if (tall_n) {
        qsort(tall, tall_n, sizeof *tall, by_value);
        return tall[tall_n / 2] / 0.72f;
    }
    if (!low_n)
        return 10;
    qsort(low, low_n, sizeof *low, by_value);
    return low[low_n / 2] / 0.52f;
}

/* The ink between two words of a line when it is a round dot half way up, as parts of a line are
 * set apart: Tesseract takes it for dirt. */
static bool find_dot_between(const struct reading *r, const vt_token *a, const vt_token *b,
                             vt_box *ret)
{
    float em = a->size / r->scale;
    int from = (int)((a->box.x1 - r->job->x0) / r->scale) + 1;
    int to = (int)((b->box.x0 - r->job->x0) / r->scale) - 1;
    int base = (int)((a->baseline - r->job->y0) / r->scale);
    int y0 = base - (int)(0.75f * em), y1 = base + (int)(0.15f * em);
    if ((float)(to - from) < 0.35f * em || (float)(to - from) > 2.5f * em)
        return false;
    int left = from, right = to;
    while (from < to && !column_inked(r, from, y0, y1))
        from++;
    while (to > from && !column_inked(r, to - 1, y0, y1))
        to--;
    if ((float)(from - left) < 0.1f * em || (float)(right - to) < 0.1f * em)
        return false; /* the end of a letter */
    int top = y1, bottom = y0, black = 0;
    for (int y = y0; y < y1; y++)
        for (int x = from; x < to; x++)
            if (is_ink(r, x, y)) {
                top = VT_MIN(top, y);
                bottom = VT_MAX(bottom, y + 1);
                black++;
            }
    float w = (float)(to - from), h = (float)(bottom - top);
    float middle = (float)base - (float)(top + bottom) / 2;
    if (w < 0.1f * em || h < 0.1f * em || w > 0.5f * em || h > 0.5f * em || w > 1.7f * h ||
        h > 1.7f * w || (float)black < 0.6f * w * h || middle < 0.15f * em || middle > 0.5f * em)
        return false;
    *ret = (vt_box){r->job->x0 + (float)from * r->scale, r->job->y0 + (float)top * r->scale,
                    r->job->x0 + (float)to * r->scale, r->job->y0 + (float)bottom * r->scale};
    return true;
}

static void add_dots(struct reading *r)
{
    for (size_t i = r->line + 1; i < r->doc->words.n; i++) {
        const vt_token *b = &r->doc->words.at[i], *a = b - 1;
        vt_box box;
        if (has_alnum(a->text) && has_alnum(b->text) && !is_sign(a) && !is_sign(b) &&
            find_dot_between(r, a, b, &box))
            insert_sign(r, i++, box, false);
    }
}

static bool is_of_cjk(uint32_t cp)
{
    vt_script script = vt_cp_script(cp);
    return script == VT_SCRIPT_HAN || script == VT_SCRIPT_KANA || (cp >= 0x3000 && cp <= 0x303F) ||
           cp == 0x30FB || cp == 0x30FC || (cp >= 0xFF01 && cp <= 0xFF0F);
}

/* Chinese and Japanese have no spaces, but Tesseract parts their words: what stands close is one.
 */
static void join_unspaced(struct reading *r)
{
    vt_doc *doc = r->doc;
    for (size_t i = r->line + 1, last = r->line; i < doc->words.n; i++) {
        vt_token *a = &doc->words.at[last], *b = &doc->words.at[i];
        size_t end = a->text.len;
        bool joins = a->text.len && b->text.len && is_of_cjk(vt_utf8_prev(a->text, &end)) &&
                     is_of_cjk(vt_utf8_first(b->text)) && b->box.x0 - a->box.x1 < 0.5f * a->size;
        if (!joins) {
            last = i;
            continue;
        }
        a->text = vt_str_format(doc->arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(a->text),
                                VT_STR_ARG(b->text));
        a->box = vt_box_union(a->box, b->box);
        b->text = VT_STR("");
    }
}

/* Size and baseline of the words of a line, icons and list signs among them. */
static void settle_line(struct reading *r, float baseline)
{
    vt_doc *doc = r->doc;
    if (r->line >= doc->words.n)
        return;
    float size = line_size(r, baseline);
    for (size_t i = r->line; i < doc->words.n; i++) {
        vt_token *w = &doc->words.at[i];
        w->size = VT_MIN(VT_MAX(size, 3.0f), 120.0f);
        w->baseline = baseline;
    }
    join_unspaced(r);
    add_sign(r);
    add_dots(r);
    for (size_t i = r->line; i < doc->words.n; i++) {
        vt_token *w = &doc->words.at[i];
        if (!w->text.len)
            continue;
        if (i > r->line && !has_alnum(w->text) && is_middle_dot(r, w)) {
            w->text = VT_STR("•");
            continue;
        }
        if (!is_icon(w, i > r->line ? w - 1 : NULL))
            continue;
        w->text = VT_STR("");
        w->flags |= VT_TOKEN_ICON;
    }
}

static bool word_box(TessPageIterator *at, TessPageIteratorLevel level, int box[4])
{
    return tess.PageIteratorBoundingBox(at, level, &box[0], &box[1], &box[2], &box[3]) &&
           box[2] > box[0] && box[3] > box[1];
}

/* Appends the words of what was recognised. */
static void take_words(struct reading *r, vt_ocr *ocr)
{
    TessResultIterator *result = tess.BaseAPIGetIterator(ocr->api);
    if (!result)
        return;
    TessPageIterator *at = tess.ResultIteratorGetPageIterator(result);
    vt_doc *doc = r->doc;
    float baseline = 0;
    r->line = doc->words.n;
    do {
        int box[4], x1, y1, x2, y2;
        if (tess.PageIteratorIsAtBeginningOf(at, RIL_TEXTLINE)) {
            settle_line(r, baseline);
            r->line = doc->words.n;
            if (tess.PageIteratorBaseline(at, RIL_TEXTLINE, &x1, &y1, &x2, &y2))
                baseline = r->job->y0 + ((float)(y1 + y2) / 2 + (float)r->dy) * r->scale;
        }
        char *text = tess.ResultIteratorGetUTF8Text(result, RIL_WORD);
        float confidence = text ? tess.ResultIteratorConfidence(result, RIL_WORD) : 0;
        vt_str s = vt_str_trim(vt_str_z(text));
        if (doc->words.n < VT_MAX_TOKENS && word_box(at, RIL_WORD, box) &&
            !is_noise(s, confidence)) {
            for (int i = 0; i < 4; i++)
                box[i] += (int)(i % 2 ? r->dy : r->dx);
            seen extra = {.stroke = stroke_of(r, box), .first = doc->words.n == r->line};
            vt_vec_push(doc->arena, &doc->words, word_of(r, s, box, confidence));
            vt_vec_push(doc->arena, &r->seen, extra);
            r->sum += confidence;
        }
        tess.DeleteText(text);
    } while (tess.ResultIteratorNext(result, RIL_WORD));
    settle_line(r, baseline);
    tess.ResultIteratorDelete(result);
}

/* ---- the page ---- */

/* The stroke that most words have, in proportion to their size; 0 when too few tell. */
static float usual_stroke(const struct reading *r)
{
    size_t n = r->doc->words.n - r->start, used = 0;
    float *shares = VT_NEW_ARRAY(r->doc->arena, float, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = &r->doc->words.at[r->start + i];
        if (r->seen.at[i].stroke > 0 && has_alnum(w->text))
            shares[used++] = r->seen.at[i].stroke / w->size;
    }
    if (used < 20)
        return 0;
    qsort(shares, used, sizeof *shares, by_value);
    return shares[used / 2];
}

/* As small and as high above the line as the dot of a list. */
static bool is_round(const vt_token *w)
{
    float wide = w->box.x1 - w->box.x0, high = w->box.y1 - w->box.y0;
    float middle = w->baseline - (w->box.y0 + w->box.y1) / 2;
    return wide < 0.6f * w->size && high < 0.6f * w->size && wide < 1.7f * high &&
           high < 1.7f * wide && middle > 0.12f * w->size && middle < 0.5f * w->size;
}

/* Words whose strokes are far thicker than most are bold; far thicker still, and short, icons.
 * A stroke of many pixels is measured more surely than one of three. */
static void judge_strokes(struct reading *r)
{
    float usual = usual_stroke(r);
    for (size_t i = 0; usual > 0 && i < r->seen.n; i++) {
        vt_token *w = &r->doc->words.at[r->start + i];
        float share = r->seen.at[i].stroke / w->size / usual;
        float bold = r->seen.at[i].stroke > 6 * r->scale ? 1.2f : 1.28f;
        bool more = i + 1 < r->seen.n && !r->seen.at[i + 1].first;
        float gap = more ? w[1].box.x0 - w->box.x1 : 0;
        float than_next = more ? r->seen.at[i].stroke / VT_MAX(r->seen.at[i + 1].stroke, 0.01f) : 0;
        bool heavy = share > 2.3f && than_next > 1.7f && w->text.len <= 4;
        bool set_off =
            gap > 0.42f * w->size && w->text.len <= 2 && share > 1.5f && than_next > 1.4f;
        if (r->seen.at[i].first && (heavy || set_off) && is_round(w)) {
            w->text = VT_STR("•");
        } else if (r->seen.at[i].first && (heavy || set_off)) {
            w->text = VT_STR("");
            w->flags |= VT_TOKEN_ICON;
        } else if (share > bold && has_alnum(w->text) && w->text.len > 1) {
            w->flags |= VT_TOKEN_BOLD;
        }
    }
}

/* A letter alone that begins three lines and more at one place is a list sign that no blob test
 * knows: a tick, an arrow, a square. */
static void judge_repeats(struct reading *r)
{
    vt_doc *doc = r->doc;
    for (size_t i = 0; i < r->seen.n; i++) {
        const vt_token *w = &doc->words.at[r->start + i];
        bool more = i + 1 < r->seen.n && !r->seen.at[i + 1].first;
        size_t same = 0;
        if (!r->seen.at[i].first || !more || w->text.len != 1 || vt_is_digit(w->text.ptr[0]) ||
            strchr("AI&-", w->text.ptr[0]))
            continue;
        vt_token want = *w;
        for (int pass = 0; pass < 2; pass++)
            for (size_t k = i; k < r->seen.n; k++) {
                vt_token *other = &doc->words.at[r->start + k];
                if (!r->seen.at[k].first || !vt_str_eq(other->text, want.text) ||
                    other->box.x0 - want.box.x0 > want.size / 2 ||
                    want.box.x0 - other->box.x0 > want.size / 2)
                    continue;
                same += pass == 0;
                if (pass == 1 && same >= 3)
                    other->text = VT_STR("•");
            }
    }
}

/* The ink where the sign of a sibling stands, as dense as a sign's. */
static bool inked_like(const struct reading *r, const vt_token *sign, float shift_y)
{
    vt_token there = *sign;
    there.box.y0 += shift_y;
    there.box.y1 += shift_y;
    return is_filled(r, &there);
}

/* Items of a list stand alike: a line that begins where the text of two items does, with ink where
 * their signs are, is one, too. */
static void judge_siblings(struct reading *r)
{
    vt_doc *doc = r->doc;
    for (size_t i = 0; i < r->seen.n; i++) {
        const vt_token *w = &doc->words.at[r->start + i];
        size_t alike = 0;
        vt_box box = {0};
        if (!r->seen.at[i].first || !has_alnum(w->text) || is_sign(w))
            continue;
        for (size_t k = 0; k + 1 < r->seen.n && alike < 2; k++) {
            const vt_token *sign = &doc->words.at[r->start + k];
            float shift = w->baseline - sign->baseline;
            if (!r->seen.at[k].first || r->seen.at[k + 1].first || !is_sign(sign) ||
                sign->box.x1 > w->box.x0 - 0.1f * w->size ||
                fabsf(sign[1].box.x0 - w->box.x0) > 0.35f * w->size ||
                fabsf(sign->size - w->size) > 0.15f * w->size || !inked_like(r, sign, shift))
                continue;
            alike++;
            box = sign->box;
            box.y0 += shift;
            box.y1 += shift;
        }
        if (alike == 2)
            insert_sign(r, r->start + i++, box, true);
    }
}

/*
 * Sizes measured in pixels differ by a few from line to line: those within eight parts of a hundred
 * become one, the one of most letters first. Boxes become those of the font, as a PDF's are, so
 * that gaps between lines do not depend on their letters.
 */
static void even_sizes(struct reading *r)
{
    vt_doc *doc = r->doc;
    size_t n = r->seen.n;
    bool *done = VT_NEW_ARRAY(doc->arena, bool, n + 1);
    for (;;) {
        float weights[512] = {0}, best = 0;
        int peak = -1;
        for (size_t i = 0; i < n; i++) {
            const vt_token *w = &doc->words.at[r->start + i];
            if (!done[i])
                weights[VT_MIN((int)(w->size * 4), 511)] += (float)w->text.len + 0.01f;
        }
        for (int i = 0; i < 512; i++) {
            float sum = 0;
            int reach = i / 25 + 1;
            for (int k = VT_MAX(i - reach, 0); k <= VT_MIN(i + reach, 511); k++)
                sum += weights[k];
            if (sum + weights[i] > best) {
                best = sum + weights[i];
                peak = i;
            }
        }
        if (peak < 0)
            break;
        float middle = ((float)peak + 0.5f) / 4, low = middle * 0.92f, high = middle * 1.08f;
        for (size_t i = 0; i < n; i++) {
            vt_token *w = &doc->words.at[r->start + i];
            int at = VT_MIN((int)(w->size * 4), 511);
            if (done[i] || (at != peak && (w->size < low || w->size > high)))
                continue;
            done[i] = true;
            w->size = middle;
        }
    }
    for (size_t i = 0; i < n; i++) {
        vt_token *w = &doc->words.at[r->start + i];
        w->box.y0 = w->baseline - 0.78f * w->size;
        w->box.y1 = w->baseline + 0.22f * w->size;
    }
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

/* ---- recognising ---- */

enum { WAIT = 3 }; /* times the processor's time that may pass on a busy machine */

struct limit {
    int64_t computed_ms, wall_ms;
};

static bool is_late(void *limit, int words)
{
    (void)words;
    const struct limit *l = limit;
    return vt_time_computed_ms() > l->computed_ms || vt_time_monotonic_ms() > l->wall_ms;
}

/* False when the time did not suffice. It is the processor's time, so that a busy machine reads the
 * same; only one that is much too busy is not waited for. */
static bool recognise(vt_ocr *ocr, const struct reading *r, uint32_t x, uint32_t y, uint32_t w,
                      uint32_t h, float dpi, uint32_t budget_ms)
{
    tess.BaseAPISetImage(ocr->api, r->pixels + (size_t)y * r->width + x, (int)w, (int)h, 1,
                         (int)r->width);
    tess.BaseAPISetSourceResolution(ocr->api, (int)dpi);
    struct limit limit = {vt_time_computed_ms() + budget_ms,
                          vt_time_monotonic_ms() + WAIT * (int64_t)budget_ms};
    ETEXT_DESC *monitor = tess.MonitorCreate();
    tess.MonitorSetCancelFunc(monitor, is_late);
    tess.MonitorSetCancelThis(monitor, &limit);
    int failed = tess.BaseAPIRecognize(ocr->api, monitor);
    tess.MonitorDelete(monitor);
    return failed == 0;
}

/* A ground beside the main text: a sidebar, whose lines must not run on into the next column. */
static bool is_sidebar(const vt_panel *p, const vt_gray *gray)
{
    uint32_t w = p->x1 - p->x0, h = p->y1 - p->y0;
    return w * 100 > gray->width * 12 && w * 10 < gray->width * 6 && h * 10 > gray->height * 4;
}

static void add_shape(const struct reading *r, const vt_panel *p)
{
    uint32_t shade = p->level;
    vt_shape shape = {
        .box = {r->job->x0 + (float)p->x0 * r->scale, r->job->y0 + (float)p->y0 * r->scale,
                r->job->x0 + (float)p->x1 * r->scale, r->job->y0 + (float)p->y1 * r->scale},
        .color = shade << 16 | shade << 8 | shade,
        .kind = VT_SHAPE_RECT,
        .filled = true,
        .page = r->job->page};
    vt_vec_push(r->doc->arena, &r->doc->shapes, shape);
}

static void wipe(unsigned char *pixels, uint32_t width, const vt_panel *p)
{
    for (uint32_t y = p->y0; y < p->y1; y++)
        memset(pixels + (size_t)y * width + p->x0, 255, p->x1 - p->x0);
}

/* Reads the sidebars, each by itself, then what is left; true when the time sufficed. */
static bool read_parts(vt_ocr *ocr, struct reading *r, unsigned char *pixels, const vt_gray *gray,
                       const vt_panel *panels, size_t n)
{
    uint32_t budget = r->job->budget_ms ? r->job->budget_ms : VT_OCR_PAGE_MS;
    int64_t end = vt_time_computed_ms() + budget;
    bool whole = true;
    for (size_t i = 0; i < n; i++) {
        const vt_panel *p = &panels[i];
        if ((uint64_t)(p->x1 - p->x0) * (p->y1 - p->y0) * 100 >
            (uint64_t)gray->width * gray->height)
            add_shape(r, p);
        if (!is_sidebar(p, gray))
            continue;
        r->dx = p->x0;
        r->dy = p->y0;
        whole &=
            recognise(ocr, r, p->x0, p->y0, p->x1 - p->x0, p->y1 - p->y0, gray->dpi, budget / 2);
        take_words(r, ocr);
        tess.BaseAPIClear(ocr->api);
        wipe(pixels, gray->width, p);
    }
    r->dx = r->dy = 0;
    int64_t left = VT_MAX(end - vt_time_computed_ms(), 1);
    whole &= recognise(ocr, r, 0, 0, gray->width, gray->height, gray->dpi, (uint32_t)left);
    take_words(r, ocr);
    tess.BaseAPIClear(ocr->api);
    return whole;
}

/* Every ground made white, light text dark, and lines taken out. */
static void prepare(vt_arena *arena, const vt_gray *gray, const vt_panel *panels, size_t n,
                    unsigned char *pixels)
{
    vt_ground_even(gray, panels, n, pixels);
    vt_clean_light(arena, pixels, gray->width, gray->height, gray->dpi);
    unsigned char ink = vt_ground_ink_level(pixels, (size_t)gray->width * gray->height);
    vt_clean_rules(arena, pixels, gray->width, gray->height, gray->dpi, ink);
}

/* ---- the language of a page ---- */

static const float UNSURE = 0.72f; /* a page read in the wrong script is less sure than that */

/* What a reading of a picture begins with. */
struct mark {
    size_t words, shapes;
};

static void forget(struct reading *r, struct mark mark)
{
    r->doc->words.n = mark.words;
    r->doc->shapes.n = mark.shapes;
    r->seen.n = 0;
    r->sum = 0;
}

/* The rows of the picture, so many of its height, that have most ink. */
static void find_band(const struct reading *r, uint32_t *ret_y, uint32_t *ret_height)
{
    uint32_t height = VT_MIN(r->height, VT_MAX(r->height / 7, 120u));
    size_t *ink = VT_NEW_ARRAY(r->doc->arena, size_t, r->height + 1);
    for (uint32_t y = 0; y < r->height; y++) {
        size_t n = 0;
        for (uint32_t x = 0; x < r->width; x += 2)
            n += is_ink(r, (int)x, (int)y);
        ink[y + 1] = ink[y] + n;
    }
    size_t most = 0;
    *ret_height = height;
    *ret_y = 0;
    for (uint32_t y = 0; y + height <= r->height; y += 8)
        if (ink[y + height] - ink[y] > most) {
            most = ink[y + height] - ink[y];
            *ret_y = y;
        }
}

/* How sure a band of the picture is in a language. */
static float try_band(vt_ocr *ocr, struct reading *r, uint32_t y, uint32_t height, float dpi,
                      uint32_t budget_ms)
{
    struct mark mark = {r->doc->words.n, r->doc->shapes.n};
    struct reading band = *r;
    band.start = r->doc->words.n;
    memset(&band.seen, 0, sizeof band.seen);
    band.dy = y;
    float sure = 0;
    if (recognise(ocr, &band, 0, y, r->width, height, dpi, budget_ms)) {
        take_words(&band, ocr);
        sure = vt_ocr_sureness(r->doc, mark.words);
    }
    tess.BaseAPIClear(ocr->api);
    r->doc->words.n = mark.words;
    return sure;
}

/* The language of another script in which a band is read far more surely than in the first. */
static size_t find_script(vt_ocr *ocr, struct reading *r, float dpi, uint32_t budget_ms)
{
    uint32_t y, height;
    find_band(r, &y, &height);
    use_language(ocr, 0);
    float best_sure = try_band(ocr, r, y, height, dpi, budget_ms) + 0.1f;
    size_t best = 0;
    for (size_t i = 1; i < ocr->languages; i++) {
        if (vt_ocr_is_latin(ocr->data[i].name) || !use_language(ocr, i))
            continue;
        float sure = try_band(ocr, r, y, height, dpi, budget_ms);
        if (sure > best_sure) {
            best_sure = sure;
            best = i;
        }
    }
    return best;
}

/* The language in which a picture should be read, told from its first reading; 0: that one. */
static size_t tell_language(vt_ocr *ocr, struct reading *r, float dpi, uint32_t budget_ms)
{
    const char *names[LANGUAGES_MAX];
    if (ocr->languages < 2 || r->doc->words.n == r->start)
        return 0;
    if (vt_ocr_sureness(r->doc, r->start) < UNSURE) {
        size_t script = find_script(ocr, r, dpi, budget_ms / 8);
        if (script)
            return script;
    }
    for (size_t i = 0; i < ocr->languages; i++)
        names[i] = vt_ocr_is_latin(ocr->data[i].name) ? ocr->data[i].name : NULL;
    size_t told = vt_ocr_told(r->doc, r->start, names, ocr->languages);
    return told < ocr->languages ? told : 0;
}

static bool stands_over(const vt_token *w, const vt_token *read, vt_box span)
{
    float middle = (w->box.x0 + w->box.x1) / 2;
    return fabsf(w->baseline - read->baseline) < 0.4f * read->size && middle > span.x0 &&
           middle < span.x1;
}

/* The words of a reading over a stretch of a line, without white between; the first of them. */
static vt_token *join_words(vt_arena *arena, vt_token *words, size_t n, const vt_token *read,
                            vt_box *span, vt_str *ret_text)
{
    vt_token *first = NULL;
    vt_box asked = *span;
    *ret_text = VT_STR("");
    for (size_t i = 0; i < n; i++) {
        if (!words[i].text.len || !stands_over(&words[i], read, asked))
            continue;
        *ret_text = vt_str_format(arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(*ret_text),
                                  VT_STR_ARG(words[i].text));
        *span = vt_box_union(*span, words[i].box);
        first = first ? first : &words[i];
    }
    return first;
}

/* Words with "@" are read best in English, whatever the page is in: those of the first reading
 * take the place of what the second has there. The rest of an underline looks like "_": where the
 * second reading has a dot instead, it is one. */
static void keep_addresses(struct reading *r, vt_token *read, size_t n)
{
    vt_arena *arena = r->doc->arena;
    for (size_t i = 0; i < n; i++) {
        if (vt_str_find_char(read[i].text, '@', 0) == VT_NPOS)
            continue;
        vt_token *words = r->doc->words.at + r->start;
        size_t words_n = r->doc->words.n - r->start;
        vt_box span = read[i].box;
        vt_str again, text;
        vt_token *w = join_words(arena, words, words_n, &read[i], &span, &again);
        if (!w || !join_words(arena, read, n, &read[i], &(vt_box){span.x0, 0, span.x1, 0}, &text))
            continue;
        char *kept = vt_arena_alloc(arena, text.len + 1);
        for (size_t k = 0; k < text.len; k++)
            kept[k] =
                text.ptr[k] == '_' && k < again.len && again.ptr[k] == '.' ? '.' : text.ptr[k];
        for (size_t k = 0; k < words_n; k++)
            if (stands_over(&words[k], &read[i], span))
                words[k].text = VT_STR("");
        w->text = vt_str_n(kept, text.len);
        w->box.x1 = VT_MAX(w->box.x1, span.x1);
    }
}

/* Reads the picture in the first language and, where it shows to be in another, once more. */
static bool read_in_its_language(vt_ocr *ocr, struct reading *r, unsigned char *pixels,
                                 const vt_gray *gray, const vt_panel *panels, size_t n)
{
    struct mark mark = {r->doc->words.n, r->doc->shapes.n};
    int64_t begin = vt_time_computed_ms();
    uint32_t budget = r->job->budget_ms ? r->job->budget_ms : VT_OCR_PAGE_MS;
    use_language(ocr, 0);
    bool whole = read_parts(ocr, r, pixels, gray, panels, n);
    size_t language = whole && !r->job->rough ? tell_language(ocr, r, gray->dpi, budget) : 0;
    int64_t left = budget - (vt_time_computed_ms() - begin);
    if (language == 0 || left < budget / 3 || !use_language(ocr, language))
        return whole;
    vt_ocr_job job = *r->job;
    job.budget_ms = (uint32_t)left;
    const vt_ocr_job *given = r->job;
    r->job = &job;
    size_t n_read = r->doc->words.n - r->start;
    vt_token *read = VT_NEW_ARRAY(r->doc->arena, vt_token, n_read + 1);
    memcpy(read, r->doc->words.at + r->start, n_read * sizeof *read);
    forget(r, mark);
    prepare(r->doc->arena, gray, panels, n, pixels); /* the first reading wiped what it read */
    whole = read_parts(ocr, r, pixels, gray, panels, n);
    r->job = given;
    if (vt_ocr_is_latin(ocr->data[0].name))
        keep_addresses(r, read, n_read);
    use_language(ocr, 0);
    return whole;
}

vt_status vt_ocr_gray(vt_ocr *ocr, vt_doc *doc, const vt_gray *gray, const vt_ocr_job *job,
                      vt_ocr_result *ret, vt_error *err)
{
    (void)err;
    *ret = (vt_ocr_result){0};
    size_t size = (size_t)gray->width * gray->height;
    vt_panel *panels = VT_NEW_ARRAY(doc->arena, vt_panel, VT_MAX_PANELS);
    size_t n = vt_ground_find(doc->arena, gray, panels);
    unsigned char *pixels = vt_arena_alloc(doc->arena, size + 1);
    prepare(doc->arena, gray, panels, n, pixels);
    struct reading r = {.doc = doc,
                        .job = job,
                        .pixels = pixels,
                        .width = gray->width,
                        .height = gray->height,
                        .ink = vt_ground_ink_level(pixels, size),
                        .scale = 72 / gray->dpi,
                        .start = doc->words.n};
    ret->timed_out = !read_in_its_language(ocr, &r, pixels, gray, panels, n);
    ret->words = doc->words.n - r.start;
    ret->confidence = ret->words ? r.sum / (float)ret->words / 100 : 0;
    ret->width = (float)gray->width * r.scale;
    ret->height = (float)gray->height * r.scale;
    ret->sideways = is_sideways(doc, r.start);
    judge_strokes(&r);
    judge_repeats(&r);
    judge_siblings(&r);
    even_sizes(&r);
    return VT_OK;
}
