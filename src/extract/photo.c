/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measured on scans and photographs (docs/ocr.md): a light blur, an even background and straight
 * lines help; binarising of our own hurts. A sheet on a table is found as the largest light shape
 * with four corners; a projective map then lays it flat.
 */
#include "extract/photo.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/library.h"
#include "base/limits.h"

/* Leptonica, opened with OCR. */
#define LEPT_FUNCTIONS(F)                                                                          \
    F(, boxaDestroy)                                                                               \
    F(, boxaGetBoxGeometry)                                                                        \
    F(, boxaGetCount)                                                                              \
    F(, numaDestroy)                                                                               \
    F(, numaGetMax)                                                                                \
    F(, numaGetSum)                                                                                \
    F(, pixAlphaBlendUniform)                                                                      \
    F(, pixBackgroundNorm)                                                                         \
    F(, pixBlockconvGray)                                                                          \
    F(, pixClone)                                                                                  \
    F(, pixCloseSafeBrick)                                                                         \
    F(, pixConnComp)                                                                               \
    F(, pixConvertTo8)                                                                             \
    F(, pixCopyResolution)                                                                         \
    F(, pixCountPixels)                                                                            \
    F(, pixCreate)                                                                                 \
    F(, pixDestroy)                                                                                \
    F(, pixFindSkewSweepAndSearch)                                                                 \
    F(, pixGetData)                                                                                \
    F(, pixGetGrayHistogram)                                                                       \
    F(, pixGetHeight)                                                                              \
    F(, pixGetPixel)                                                                               \
    F(, pixGetSpp)                                                                                 \
    F(, pixGetWidth)                                                                               \
    F(, pixGetWpl)                                                                                 \
    F(, pixGetXRes)                                                                                \
    F(, pixInvert)                                                                                 \
    F(, pixProjectivePta)                                                                          \
    F(, pixRasterop)                                                                               \
    F(, pixReadHeaderMem)                                                                          \
    F(, pixReadMem)                                                                                \
    F(, pixReadMemFromMultipageTiff)                                                               \
    F(, pixReadMemJpeg)                                                                            \
    F(, pixRotate)                                                                                 \
    F(, pixRotate180)                                                                              \
    F(, pixRotateOrth)                                                                             \
    F(, pixScale)                                                                                  \
    F(, pixScaleAreaMap)                                                                           \
    F(, pixSetAll)                                                                                 \
    F(, pixSplitDistributionFgBg)                                                                  \
    F(, pixThresholdToBinary)                                                                      \
    F(, pixaDestroy)                                                                               \
    F(, pixaGetPix)                                                                                \
    F(, ptaAddPt)                                                                                  \
    F(, ptaCreate)                                                                                 \
    F(, ptaDestroy)                                                                                \
    F(, readHeaderMemJpeg)                                                                         \
    F(, setMsgSeverity)

static struct {
    LEPT_FUNCTIONS(VT_LIBRARY_POINTER)
} lept;

VT_LIBRARY_NOTE(note, VT_SONAME_LEPT, "ocr");

typedef PIX pix_object;
static void drop_pix(pix_object *pix)
{
    lept.pixDestroy(&pix);
}
VT_DEFINE_AUTO(pix_object, drop_pix)

struct vt_photo {
    PIX *gray; /* 8 bits, a whole sheet */
    float dpi;
    unsigned char *pixels; /* what vt_photo_ready lends */
};

vt_status vt_photo_init(vt_error *err)
{
    static const char *const names[] = {LEPT_FUNCTIONS(VT_LIBRARY_NAME)};
    return vt_library_open(VT_SONAME_LEPT, names, VT_COUNT(names), &lept, err);
}

static vt_status check_open(vt_error *err)
{
    return lept.pixCreate ? VT_OK
                          : vt_fail(err, VT_E_UNSUPPORTED, "pictures are read with OCR only");
}

/* ---- decoding ---- */

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
    if (lept.pixReadHeaderMem((const l_uint8 *)bytes.ptr, bytes.len, &format, &w, &h, &bps, &spp,
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

static PIX *decode(vt_str bytes, uint32_t index)
{
    const l_uint8 *data = (const l_uint8 *)bytes.ptr;
    if (vt_str_starts(bytes, VT_STR("\xFF\xD8"))) {
        l_int32 w = 0, h = 0, reduce = 1;
        if (lept.readHeaderMemJpeg(data, bytes.len, &w, &h, NULL, NULL, NULL) == 0)
            while (VT_MAX(w, h) / reduce > 5200 && reduce < 8)
                reduce *= 2;
        return lept.pixReadMemJpeg(data, bytes.len, 0, reduce, NULL, 0);
    }
    if (!is_tiff(bytes))
        return lept.pixReadMem(data, bytes.len);
    size_t offset = 0;
    PIX *pix = NULL;
    for (uint32_t i = 0; i <= index; i++) {
        lept.pixDestroy(&pix);
        pix = lept.pixReadMemFromMultipageTiff(data, bytes.len, &offset);
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
    PIX *opaque =
        lept.pixGetSpp(raw) == 4 ? lept.pixAlphaBlendUniform(raw, 0xFFFFFF00) : lept.pixClone(raw);
    VT_AUTO(pix_object) PIX *gray = opaque ? lept.pixConvertTo8(opaque, 0) : NULL;
    if (!gray)
        return NULL;
    lept.pixCopyResolution(gray, raw);
    switch (exif_orientation(vt_str_sub(bytes, 0, bytes.len))) {
    case 3:
        return lept.pixRotate180(NULL, gray);
    case 6:
        return lept.pixRotateOrth(gray, 1);
    case 8:
        return lept.pixRotateOrth(gray, 3);
    default:
        return lept.pixClone(gray);
    }
}

/* ---- size and light ---- */

/*
 * Dots per inch, as if the picture were a page of paper, whose short side is 8.3 inches. What the
 * file says counts only where it comes near: many programs write any number.
 */
static float dpi_of(PIX *pix)
{
    float w = (float)lept.pixGetWidth(pix), h = (float)lept.pixGetHeight(pix);
    float said = (float)lept.pixGetXRes(pix), sheet = VT_MIN(w, h) / 8.3f;
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
    NUMA *histogram = lept.pixGetGrayHistogram(gray, 4);
    l_float32 most = 0, total = 0;
    if (!histogram)
        return false;
    lept.numaGetMax(histogram, &most, NULL);
    lept.numaGetSum(histogram, &total);
    lept.numaDestroy(&histogram);
    return most > 0.3f * total;
}

/* How the light is evened: Leptonica's usual tiles, but paper becomes as white as what is wiped:
 * two shades of it would be told from each other as ink from paper. */
enum {
    TILE_W = 10,
    TILE_H = 15,
    TILE_INK = 60,
    TILE_PIXELS = 40,
    TILES_X = 2,
    TILES_Y = 1,
    PAPER = 245,
    INK_DARK = 128, /* two levels of ink for the skew */
    INK_LIGHT = 178,
};
static const float SKEW_SURE = 3, SKEW_LIKELY = 1.5f, SKEW_LEAST = 0.1f;

/* Degrees to turn by, and how sure that is, of what is ink at a level. */
static bool find_skew(PIX *gray, l_int32 level, float *ret_degrees, float *ret_confidence)
{
    VT_AUTO(pix_object) PIX *ink = lept.pixThresholdToBinary(gray, level);
    return ink &&
           lept.pixFindSkewSweepAndSearch(ink, ret_degrees, ret_confidence, 4, 2, 7, 1, 0.01f) == 0;
}

/* Lines made level. One reading of the skew that is sure counts; of two that are not, when they
 * agree: few short lines never make one sure. */
static PIX *straighten(PIX *gray)
{
    float degrees = 0, sure = 0, again = 0, sure_again = 0;
    if (!find_skew(gray, INK_LIGHT, &degrees, &sure))
        return lept.pixClone(gray);
    if (sure < SKEW_SURE &&
        (!find_skew(gray, INK_DARK, &again, &sure_again) ||
         VT_MIN(sure, sure_again) < SKEW_LIKELY || fabsf(degrees - again) > 0.3f))
        return lept.pixClone(gray);
    if (fabsf(degrees) < SKEW_LEAST)
        return lept.pixClone(gray);
    PIX *turned = lept.pixRotate(gray, degrees * (float)M_PI / 180, L_ROTATE_AREA_MAP,
                                 L_BRING_IN_WHITE, 0, 0);
    return turned ? turned : lept.pixClone(gray);
}

/* Even light and straight lines. What a step cannot do it leaves as it was. */
static PIX *clean(PIX *gray)
{
    if (is_drawn(gray))
        return straighten(gray);
    VT_AUTO(pix_object) PIX *soft = lept.pixBlockconvGray(gray, NULL, 1, 1);
    VT_AUTO(pix_object)
    PIX *even = lept.pixBackgroundNorm(soft ? soft : gray, NULL, NULL, TILE_W, TILE_H, TILE_INK,
                                       TILE_PIXELS, PAPER, TILES_X, TILES_Y);
    return straighten(even ? even : soft ? soft : gray);
}

static PIX *scale_to(PIX *pix, float from_dpi, float to_dpi)
{
    float by = to_dpi / from_dpi;
    if (by > 0.85f && by < 1.2f)
        return lept.pixClone(pix);
    return lept.pixScale(pix, by, by);
}

/* ---- a sheet on a table ---- */

enum {
    SHEET_PX = 400, /* width of the picture in which the sheet is looked for */
    SHEET_CONTRAST = 40,
};

typedef struct corner {
    float x, y;
} corner;

/* The four corners of the ink of a mask: farthest along both diagonals. */
static void find_corners(PIX *mask, corner ret[4])
{
    l_int32 w = lept.pixGetWidth(mask), h = lept.pixGetHeight(mask);
    float best[4] = {-1e9f, -1e9f, -1e9f, -1e9f};
    for (l_int32 y = 0; y < h; y++)
        for (l_int32 x = 0; x < w; x++) {
            l_uint32 on = 0;
            lept.pixGetPixel(mask, x, y, &on);
            const float along[4] = {(float)(-x - y), (float)(x - y), (float)(x + y),
                                    (float)(y - x)};
            for (int i = 0; on && i < 4; i++)
                if (along[i] > best[i]) {
                    best[i] = along[i];
                    ret[i] = (corner){(float)x, (float)y};
                }
        }
}

static float area_of(const corner c[4])
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += c[i].x * c[(i + 1) % 4].y - c[(i + 1) % 4].x * c[i].y;
    return fabsf(sum) / 2;
}

static float far(corner a, corner b)
{
    return hypotf(a.x - b.x, a.y - b.y);
}

/* True when the table shows along most of at least three sides: a band or sidebar of a page is dark
 * at one or two. */
static bool has_rim(PIX *mask)
{
    l_int32 w = lept.pixGetWidth(mask), h = lept.pixGetHeight(mask), sides = 0;
    for (int side = 0; side < 4; side++) {
        l_int32 along = side % 2 ? h : w, off = 0;
        for (l_int32 i = 0; i < along; i++) {
            l_uint32 on = 0;
            lept.pixGetPixel(mask, side % 2 ? (side == 1 ? w - 1 : 0) : i,
                             side % 2 ? i : (side == 2 ? h - 1 : 0), &on);
            off += !on;
        }
        sides += off * 10 > along * 6;
    }
    return sides >= 3;
}

/* True when what lies around the mask is far darker than what is in it: noise on white paper parts
 * into light and dark, too. */
static bool stands_out(PIX *small, PIX *mask)
{
    l_int32 w = lept.pixGetWidth(mask), h = lept.pixGetHeight(mask);
    double sum[2] = {0}, n[2] = {0};
    for (l_int32 y = 0; y < h; y++)
        for (l_int32 x = 0; x < w; x++) {
            l_uint32 on = 0, shade = 0;
            lept.pixGetPixel(mask, x, y, &on);
            lept.pixGetPixel(small, x, y, &shade);
            sum[on] += shade;
            n[on]++;
        }
    return n[0] > 0 && n[1] > 0 && sum[1] / n[1] - sum[0] / n[0] > SHEET_CONTRAST;
}

/* The largest light shape of the picture, letters closed over. */
static PIX *sheet_mask(PIX *small)
{
    VT_AUTO(pix_object) PIX *soft = lept.pixBlockconvGray(small, NULL, 2, 2);
    l_int32 level = 128;
    if (!soft || lept.pixSplitDistributionFgBg(soft, 0.1f, 1, &level, NULL, NULL, NULL) != 0)
        return NULL;
    VT_AUTO(pix_object) PIX *dark = lept.pixThresholdToBinary(soft, level);
    VT_AUTO(pix_object) PIX *light = dark ? lept.pixInvert(NULL, dark) : NULL;
    VT_AUTO(pix_object) PIX *closed = light ? lept.pixCloseSafeBrick(NULL, light, 15, 15) : NULL;
    if (!closed)
        return NULL;
    PIXA *shapes = NULL;
    BOXA *boxes = lept.pixConnComp(closed, &shapes, 4);
    PIX *mask = NULL;
    l_int32 best = 0, most = 0;
    for (l_int32 i = 0; i < lept.boxaGetCount(boxes); i++) {
        l_int32 w, h;
        lept.boxaGetBoxGeometry(boxes, i, NULL, NULL, &w, &h);
        if (w * h > most) {
            most = w * h;
            best = i;
        }
    }
    if (most) {
        l_int32 x, y;
        lept.boxaGetBoxGeometry(boxes, best, &x, &y, NULL, NULL);
        VT_AUTO(pix_object) PIX *shape = lept.pixaGetPix(shapes, best, L_CLONE);
        mask = lept.pixCreate(lept.pixGetWidth(small), lept.pixGetHeight(small), 1);
        lept.pixRasterop(mask, x, y, lept.pixGetWidth(shape), lept.pixGetHeight(shape), PIX_SRC,
                         shape, 0, 0);
    }
    lept.boxaDestroy(&boxes);
    lept.pixaDestroy(&shapes);
    return mask;
}

/* Lays the quadrilateral flat. */
static PIX *flatten(PIX *gray, const corner c[4])
{
    float w = (far(c[0], c[1]) + far(c[3], c[2])) / 2, h = (far(c[0], c[3]) + far(c[1], c[2])) / 2;
    PTA *from = lept.ptaCreate(4), *to = lept.ptaCreate(4);
    const corner flat[4] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
    for (int i = 0; i < 4; i++) {
        lept.ptaAddPt(from, c[i].x, c[i].y);
        lept.ptaAddPt(to, flat[i].x, flat[i].y);
    }
    PIX *whole = lept.pixProjectivePta(gray, to, from, L_BRING_IN_WHITE);
    lept.ptaDestroy(&from);
    lept.ptaDestroy(&to);
    if (!whole)
        return NULL;
    VT_AUTO(pix_object) PIX *all = whole;
    VT_AUTO(pix_object)
    PIX *canvas = lept.pixCreate((l_int32)VT_MAX(w, 1.0f), (l_int32)VT_MAX(h, 1.0f), 8);
    if (!canvas)
        return NULL;
    lept.pixSetAll(canvas);
    lept.pixRasterop(canvas, 0, 0, lept.pixGetWidth(canvas), lept.pixGetHeight(canvas), PIX_SRC,
                     all, 0, 0);
    return lept.pixClone(canvas);
}

/* The sheet of paper in a photograph that shows more than the sheet; NULL when there is none. */
static PIX *cut_sheet(PIX *gray)
{
    float by = (float)SHEET_PX / (float)lept.pixGetWidth(gray);
    if (by > 0.8f)
        return NULL;
    VT_AUTO(pix_object) PIX *small = lept.pixScaleAreaMap(gray, by, by);
    VT_AUTO(pix_object) PIX *mask = small ? sheet_mask(small) : NULL;
    if (!mask || !has_rim(mask) || !stands_out(small, mask))
        return NULL;
    corner c[4] = {{0, 0}};
    find_corners(mask, c);
    float area = area_of(c),
          picture = (float)lept.pixGetWidth(small) * (float)lept.pixGetHeight(small);
    l_int32 on = 0;
    lept.pixCountPixels(mask, &on, NULL);
    float sides[4];
    for (int i = 0; i < 4; i++)
        sides[i] = far(c[i], c[(i + 1) % 4]);
    bool even = VT_MIN(sides[0], sides[2]) > 0.6f * VT_MAX(sides[0], sides[2]) &&
                VT_MIN(sides[1], sides[3]) > 0.6f * VT_MAX(sides[1], sides[3]);
    if (area < 0.25f * picture || (float)on < 0.9f * area || (float)on > 1.08f * area || !even)
        return NULL;
    for (int i = 0; i < 4; i++)
        c[i] = (corner){c[i].x / by, c[i].y / by};
    return flatten(gray, c);
}

/* ---- the interface ---- */

vt_status vt_photo_count(vt_str bytes, uint32_t *ret, vt_error *err)
{
    VT_TRY(check_open(err));
    lept.setMsgSeverity(L_SEVERITY_NONE);
    VT_TRY(check_header(bytes, err));
    *ret = is_tiff(bytes) ? VT_MAX(count_tiff(bytes), 1u) : 1;
    return VT_OK;
}

void vt_photo_drop(vt_photo *photo)
{
    if (!photo)
        return;
    lept.pixDestroy(&photo->gray);
    free(photo->pixels);
    free(photo);
}

vt_status vt_photo_open(vt_str bytes, uint32_t index, vt_photo **ret, vt_error *err)
{
    VT_TRY(check_open(err));
    VT_TRY(check_header(bytes, err));
    VT_AUTO(pix_object) PIX *gray = load(bytes, index);
    if (!gray)
        return vt_fail(err, VT_E_FORMAT, "the picture is damaged");
    VT_AUTO(pix_object) PIX *sheet = is_drawn(gray) ? NULL : cut_sheet(gray);
    VT_AUTO(vt_photo) vt_photo *photo = vt_xcalloc(1, sizeof *photo);
    photo->gray = lept.pixClone(sheet ? sheet : gray);
    photo->dpi = dpi_of(photo->gray);
    *ret = VT_TAKE(photo);
    return VT_OK;
}

vt_status vt_photo_of_gray(const vt_gray *gray, vt_photo **ret, vt_error *err)
{
    VT_TRY(check_open(err));
    VT_AUTO(vt_photo) vt_photo *photo = vt_xcalloc(1, sizeof *photo);
    photo->gray = lept.pixCreate((l_int32)gray->width, (l_int32)gray->height, 8);
    photo->dpi = gray->dpi;
    if (!photo->gray)
        return vt_fail(err, VT_E_LIMIT, "no memory for a picture of %u x %u", gray->width,
                       gray->height);
    for (uint32_t y = 0; y < gray->height; y++) {
        l_uint32 *line =
            lept.pixGetData(photo->gray) + (size_t)y * (size_t)lept.pixGetWpl(photo->gray);
        const unsigned char *from = gray->pixels + (size_t)y * gray->width;
        for (uint32_t x = 0; x < gray->width; x++)
            SET_DATA_BYTE(line, x, from[x]);
    }
    *ret = VT_TAKE(photo);
    return VT_OK;
}

static void lend(vt_photo *photo, PIX *pix, float dpi, vt_gray *ret)
{
    uint32_t w = (uint32_t)lept.pixGetWidth(pix), h = (uint32_t)lept.pixGetHeight(pix);
    free(photo->pixels);
    photo->pixels = vt_xcalloc((size_t)w * h, 1);
    for (uint32_t y = 0; y < h; y++) {
        const l_uint32 *line = lept.pixGetData(pix) + (size_t)y * (size_t)lept.pixGetWpl(pix);
        unsigned char *to = photo->pixels + (size_t)y * w;
        for (uint32_t x = 0; x < w; x++)
            to[x] = GET_DATA_BYTE(line, x);
    }
    *ret = (vt_gray){.pixels = photo->pixels, .width = w, .height = h, .dpi = dpi};
}

vt_status vt_photo_ready(vt_photo *photo, float dpi, int turns, vt_gray *ret, vt_error *err)
{
    VT_AUTO(pix_object) PIX *sized = scale_to(photo->gray, photo->dpi, dpi);
    VT_AUTO(pix_object) PIX *turned = sized ? lept.pixRotateOrth(sized, turns) : NULL;
    VT_AUTO(pix_object) PIX *ready = turned ? clean(turned) : NULL;
    if (!ready)
        return vt_fail(err, VT_E_LIMIT, "no memory for a picture of %d x %d",
                       lept.pixGetWidth(photo->gray), lept.pixGetHeight(photo->gray));
    lend(photo, ready,
         photo->dpi * (float)lept.pixGetWidth(sized) / (float)lept.pixGetWidth(photo->gray), ret);
    return VT_OK;
}
