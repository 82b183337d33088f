/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/limits.h"
#include "extract/photo.h"

enum { W = 1240, H = 1754 }; /* A4 at 150 dpi */

static void fill(PIX *pix, int x0, int y0, int x1, int y1, int level)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            pixSetPixel(pix, x, y, (l_uint32)level);
}

/* A page of lines of words, perhaps with a dark band or sidebar. */
static PIX *make_page(int band, int sidebar)
{
    PIX *pix = pixCreate(W, H, 8);
    fill(pix, 0, 0, W, H, 250);
    for (int y = 300; y < 1500; y += 32)
        for (int x = 340; x < 1100; x += 75)
            fill(pix, x, y, x + 60, y + 12, 20);
    fill(pix, 0, 0, W, band, 45);
    fill(pix, 0, 0, sidebar, H, 45);
    return pix;
}

static PIX *then(PIX *pix, PIX *next)
{
    pixDestroy(&pix);
    assert_non_null(next);
    return next;
}

static PIX *add_noise(PIX *pix, int most)
{
    uint32_t state = 7;
    for (int y = 0; y < pixGetHeight(pix); y++)
        for (int x = 0; x < pixGetWidth(pix); x++) {
            l_uint32 was = 0;
            pixGetPixel(pix, x, y, &was);
            state = state * 1664525u + 1013904223u;
            int v = (int)was + (int)(state >> 16) % (2 * most + 1) - most;
            pixSetPixel(pix, x, y, (l_uint32)VT_MIN(VT_MAX(v, 0), 255));
        }
    return pix;
}

/* The sheet smaller than the picture, on a table, one side shorter than the other. */
static PIX *lay_on_table(PIX *sheet)
{
    PIX *table = pixCreate(1500, 2000, 8);
    fill(table, 0, 0, 1500, 2000, 90);
    const float to[4][2] = {{180, 120}, {1330, 130}, {1400, 1880}, {110, 1860}};
    PTA *from = ptaCreate(4), *there = ptaCreate(4);
    for (int i = 0; i < 4; i++) {
        ptaAddPt(from, i == 1 || i == 2 ? W : 0, i < 2 ? 0 : H);
        ptaAddPt(there, to[i][0], to[i][1]);
    }
    PIX *wide = pixCreate(1500, 2000, 8);
    pixRasterop(wide, 0, 0, W, H, PIX_SRC, sheet, 0, 0);
    PIX *leaning = pixProjectivePta(wide, there, from, L_BRING_IN_BLACK);
    for (int y = 0; y < 2000; y++)
        for (int x = 0; x < 1500; x++) {
            l_uint32 v = 0;
            pixGetPixel(leaning, x, y, &v);
            if (v)
                pixSetPixel(table, x, y, v);
        }
    ptaDestroy(&from);
    ptaDestroy(&there);
    pixDestroy(&wide);
    pixDestroy(&leaning);
    return then(sheet, table);
}

static vt_str encode(vt_arena *arena, PIX *pix)
{
    l_uint8 *data = NULL;
    size_t n = 0;
    assert_int_equal(pixWriteMem(&data, &n, pix, IFF_PNG), 0);
    pixDestroy(&pix);
    vt_str bytes = vt_str_dup(arena, vt_str_n((const char *)data, n));
    free(data);
    return bytes;
}

/* The share of rows of the lines' part that are all but white: near the half when lines are
 * straight, nothing when they are askew. */
static double white_rows(const vt_gray *g)
{
    size_t white = 0, rows = 0;
    for (uint32_t y = g->height / 4; y < g->height * 3 / 4; y++, rows++) {
        size_t dark = 0;
        for (uint32_t x = g->width * 32 / 100; x < g->width * 85 / 100; x++)
            dark += g->pixels[(size_t)y * g->width + x] < 110;
        white += dark * 100 < g->width * 2;
    }
    return (double)white / (double)rows;
}

static void test_photo_ready__lays_straight_what_stands_askew(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int band, sidebar, noise;
        float degrees;
        bool table;
    } rows[] = {
        {"as it is", 0, 0, 0, 0, false},
        {"askew", 0, 0, 0, 2, false},
        {"askew, noise", 0, 0, 50, -2, false},
        {"askew, noise, a dark band", 200, 0, 50, 2, false},
        {"askew, noise, a dark sidebar", 0, 280, 50, 2, false},
        {"on a table", 0, 0, 10, 0, true},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
        VT_AUTO(vt_photo) vt_photo *photo = NULL;
        PIX *pix = make_page(rows[i].band, rows[i].sidebar);
        if (rows[i].degrees != 0)
            pix = then(pix, pixRotate(pix, rows[i].degrees * 0.01745f, L_ROTATE_AREA_MAP,
                                      L_BRING_IN_WHITE, 0, 0));
        if (rows[i].table)
            pix = lay_on_table(pix);
        pix = add_noise(pix, rows[i].noise);
        UNIT_ROW(i, rows[i].name);
        vt_gray gray = {0};
        assert_int_equal(vt_photo_open(encode(arena, pix), 0, &photo, NULL), VT_OK);
        assert_int_equal(vt_photo_ready(photo, 150, 0, &gray, NULL), VT_OK);
        double shape = (double)gray.height / (double)gray.width;
        assert_true(fabs(shape - (double)H / W) < (rows[i].table ? 0.08 : 0.01));
        assert_true(gray.dpi > 140 && gray.dpi < 160);
        assert_true(white_rows(&gray) > 0.4);
    }
}

static void test_photo_ready__turns_and_sizes(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    VT_AUTO(vt_photo) vt_photo *photo = NULL;
    vt_gray gray = {0};
    assert_int_equal(vt_photo_open(encode(arena, make_page(0, 0)), 0, &photo, NULL), VT_OK);
    assert_int_equal(vt_photo_ready(photo, 300, 1, &gray, NULL), VT_OK);
    assert_in_range(gray.width, 2 * H - 40, 2 * H + 40);
    assert_in_range(gray.height, 2 * W - 40, 2 * W + 40);
    assert_true(gray.dpi > 290 && gray.dpi < 310);
}

int main(void)
{
    setMsgSeverity(L_SEVERITY_NONE);
    assert_int_equal(vt_photo_init(NULL), VT_OK);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_photo_ready__lays_straight_what_stands_askew),
        cmocka_unit_test(test_photo_ready__turns_and_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
