/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A PDF as the pictures that people send: spoil KIND IN.pdf OUT.tif makes a picture of each page,
 * spoils it as the kind says and writes them as one TIFF; spoil alone lists the kinds. The same
 * input gives the same bytes: noise comes from a fixed seed.
 */
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io.h"
#include "base/limits.h"
#include "extract/render.h"

static const struct kind {
    const char *name;
    float dpi, degrees;
    float noise;   /* standard deviation, shades of 255 */
    int blur;      /* half width of the window, pixels */
    float shade;   /* share of the light that is lost at the dark corner */
    int quality;   /* of JPEG; 0: none */
    float leaning; /* the sheet lies on a table and was photographed askew: share of its width */
} kinds[] = {
    {"clean-100", 100, 0, 0, 0, 0, 0, 0},        {"clean-150", 150, 0, 0, 0, 0, 0, 0},
    {"clean-200", 200, 0, 0, 0, 0, 0, 0},        {"clean-300", 300, 0, 0, 0, 0, 0, 0},
    {"noise-skew-150", 150, 2, 18, 0, 0, 70, 0}, {"shadow-200", 200, 0.5f, 6, 1, 0.55f, 70, 0},
    {"jpeg-150", 150, 0, 0, 0, 0, 25, 0},        {"phone-200", 200, 0, 5, 0, 0.35f, 75, 0.06f},
};

static PIX *page_of(vt_render *render, uint32_t page, const struct kind *k)
{
    vt_page_picture size;
    VT_AUTO(vt_buf) vt_buf png = {.max = VT_MAX_RESULT_BYTES};
    vt_gray gray = {0};
    if (vt_render_png(render, page, 16, &size, &png, NULL) != VT_OK ||
        vt_render_area(render, page, (vt_box){0, 0, size.width_pt, size.height_pt}, k->dpi, &gray,
                       NULL) != VT_OK)
        return NULL;
    PIX *pix = pixCreate((l_int32)gray.width, (l_int32)gray.height, 8);
    for (uint32_t y = 0; y < gray.height; y++)
        for (uint32_t x = 0; x < gray.width; x++)
            pixSetPixel(pix, (l_int32)x, (l_int32)y, gray.pixels[(size_t)y * gray.width + x]);
    return pix;
}

/* Takes `pix`, gives its successor. */
static PIX *then(PIX *pix, PIX *next)
{
    if (!next || next == pix)
        return pix;
    pixDestroy(&pix);
    return next;
}

/* The sheet on a table of middle grey, its far edge shorter than its near one. */
static PIX *lean(PIX *sheet, float share)
{
    float w = (float)pixGetWidth(sheet), h = (float)pixGetHeight(sheet), by = share * w;
    PIX *table = pixCreate((l_int32)(w * 1.12f), (l_int32)(h * 1.1f), 8);
    pixSetAllArbitrary(table, 96);
    float x0 = 0.06f * w, y0 = 0.05f * h;
    PTA *from = ptaCreate(4), *to = ptaCreate(4);
    const float corners[4][4] = {{0, 0, x0 + by, y0 + 0.02f * h},
                                 {w, 0, x0 + w - 0.7f * by, y0},
                                 {w, h, x0 + w, y0 + h},
                                 {0, h, x0, y0 + 0.97f * h}};
    for (int i = 0; i < 4; i++) {
        ptaAddPt(from, corners[i][0], corners[i][1]);
        ptaAddPt(to, corners[i][2], corners[i][3]);
    }
    PIX *wide = pixCreate(pixGetWidth(table), pixGetHeight(table), 8);
    PIX *here = pixCreate(pixGetWidth(table), pixGetHeight(table), 8);
    pixSetAllArbitrary(wide, 254);
    pixRasterop(wide, 0, 0, (l_int32)w, (l_int32)h, PIX_SRC, sheet, 0, 0);
    pixRasterop(here, 0, 0, (l_int32)w, (l_int32)h, PIX_SET, NULL, 0, 0);
    PIX *leaning = pixProjectivePta(wide, to, from, L_BRING_IN_WHITE);
    PIX *place = pixProjectivePta(here, to, from, L_BRING_IN_BLACK);
    PIX *bits = pixThresholdToBinary(place, 128);
    PIX *on = pixInvert(NULL, bits);
    pixCombineMasked(table, leaning, on);
    pixDestroy(&wide);
    pixDestroy(&here);
    pixDestroy(&leaning);
    pixDestroy(&place);
    pixDestroy(&bits);
    pixDestroy(&on);
    ptaDestroy(&from);
    ptaDestroy(&to);
    return table;
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Light that falls off towards a corner, and a sensor's noise. */
static void spoil_light(PIX *pix, const struct kind *k)
{
    uint64_t seed = 7;
    l_int32 w = pixGetWidth(pix), h = pixGetHeight(pix);
    for (l_int32 y = 0; y < h; y++)
        for (l_int32 x = 0; x < w; x++) {
            l_uint32 was = 0;
            pixGetPixel(pix, x, y, &was);
            float at = ((float)x / (float)w + (float)y / (float)h) / 2, sum = 0;
            for (int i = 0; k->noise > 0 && i < 12; i++)
                sum += (float)(next_random(&seed) & 0xFFFF) / 65536;
            float now = (float)was * (1 - k->shade * at * at) + (sum - 6) * k->noise;
            if (k->noise <= 0)
                now += 6 * k->noise;
            pixSetPixel(pix, x, y, (l_uint32)VT_MIN(VT_MAX(now, 0.0f), 255.0f));
        }
}

static PIX *through_jpeg(PIX *pix, int quality)
{
    l_uint8 *data = NULL;
    size_t n = 0;
    if (pixWriteMemJpeg(&data, &n, pix, quality, 0) != 0)
        return NULL;
    PIX *read = pixReadMemJpeg(data, n, 0, 1, NULL, 0);
    free(data);
    return read;
}

static PIX *spoil(PIX *pix, const struct kind *k)
{
    if (k->leaning > 0)
        pix = then(pix, lean(pix, k->leaning));
    if (k->degrees > 0)
        pix = then(pix, pixRotate(pix, k->degrees * 0.0174533f, L_ROTATE_AREA_MAP, L_BRING_IN_WHITE,
                                  0, 0));
    if (k->blur > 0)
        pix = then(pix, pixBlockconvGray(pix, NULL, k->blur, k->blur));
    if (k->noise > 0 || k->shade > 0)
        spoil_light(pix, k);
    return k->quality ? then(pix, through_jpeg(pix, k->quality)) : pix;
}

static int convert(const struct kind *k, const char *in, const char *out)
{
    VT_AUTO(vt_buf) vt_buf bytes = {.max = VT_MAX_DOCUMENT_BYTES};
    VT_AUTO(vt_render) vt_render *render = NULL;
    if (vt_io_read_file(in, &bytes, NULL) != VT_OK ||
        vt_render_open(vt_buf_str(&bytes), &render, NULL) != VT_OK) {
        fprintf(stderr, "spoil: '%s' cannot be read\n", in);
        return 1;
    }
    for (uint32_t i = 0; i < vt_render_pages(render); i++) {
        PIX *page = page_of(render, i, k);
        if (!page)
            return 1;
        page = spoil(page, k);
        if (k->leaning <= 0) /* a camera does not know the sheet's size */
            pixSetResolution(page, (l_int32)k->dpi, (l_int32)k->dpi);
        int failed = pixWriteTiff(out, page, IFF_TIFF_ZIP, i ? "a" : "w");
        pixDestroy(&page);
        if (failed)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    setMsgSeverity(L_SEVERITY_NONE);
    for (size_t i = 0; i < VT_COUNT(kinds); i++) {
        if (argc < 4)
            puts(kinds[i].name);
        else if (strcmp(argv[1], kinds[i].name) == 0)
            return convert(&kinds[i], argv[2], argv[3]);
    }
    return argc < 4 ? 0 : 2;
}
