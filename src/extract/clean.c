/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A rule is a row of ink, RULE_LENGTH inches and longer, that is thin in most of its columns. Its
 * rows go, with the soft edge above and below, but in columns where a letter hangs through it.
 *
 * Light text is looked for in tiles of about a word. A tile whose darkest shade is between LIGHT
 * and PAPER holds light text, or soft dirt, which is lighter: its contrast is raised. Between the
 * middles of tiles the gain changes evenly, so that no border runs through a letter.
 */
#include "extract/clean.h"

#include <string.h>

#include "base/auto.h"

#define RULE_LENGTH 0.28f /* inches */
#define RULE_THICK  0.03f /* inches */
#define TILE_WIDTH  0.2f  /* inches */
#define TILE_HEIGHT 0.1f

enum { PAPER = 205, LIGHT = 110, WANTED = 70, GAIN_MAX = 4 };

/* ---- rules ---- */

struct sheet {
    unsigned char *pixels;
    uint32_t width, height, thick;
    unsigned char ink;
};

static bool is_ink(const struct sheet *s, uint32_t x, uint32_t y)
{
    return s->pixels[(size_t)y * s->width + x] < s->ink;
}

/* Rows of ink in the column around (x, y), at most one more than a rule has. */
static uint32_t thickness(const struct sheet *s, uint32_t x, uint32_t y, uint32_t *ret_top)
{
    uint32_t top = y, end = y + 1;
    while (top > 0 && end - top <= s->thick && is_ink(s, x, top - 1))
        top--;
    while (end < s->height && end - top <= s->thick && is_ink(s, x, end))
        end++;
    *ret_top = top;
    return end - top;
}

/* Takes the rows of the rule, and the soft ones at its edges, out of a column; where ink goes on
 * below them, a letter hangs through. */
static void wipe_column(const struct sheet *s, uint32_t x, uint32_t top, uint32_t end)
{
    if (end + 1 < s->height && (is_ink(s, x, end) || is_ink(s, x, end + 1)))
        return;
    uint32_t from = top > 0 && !is_ink(s, x, top - 1) ? top - 1 : top;
    for (uint32_t y = from; y < VT_MIN(end + 2, s->height); y++)
        s->pixels[(size_t)y * s->width + x] = 255;
}

static void wipe_rule(const struct sheet *s, uint32_t x0, uint32_t x1, uint32_t y)
{
    uint64_t thin = 0, tops = 0, ends = 0;
    for (uint32_t x = x0; x < x1; x++) {
        uint32_t top, rows = thickness(s, x, y, &top);
        if (rows > s->thick)
            continue;
        thin++;
        tops += top;
        ends += top + rows;
    }
    if (thin * 4 < (uint64_t)(x1 - x0) * 3)
        return;
    uint32_t rule_top = (uint32_t)((tops + thin / 2) / thin);
    uint32_t rule_end = (uint32_t)((ends + thin - 1) / thin);
    uint32_t from = x0 > s->thick ? x0 - s->thick : 0, to = VT_MIN(x1 + s->thick, s->width);
    for (uint32_t x = from; x < to; x++)
        wipe_column(s, x, rule_top, rule_end);
}

void vt_clean_rules(vt_arena *arena, unsigned char *pixels, uint32_t width, uint32_t height,
                    float dpi, unsigned char ink)
{
    (void)arena;
    struct sheet s = {pixels, width, height, VT_MAX((uint32_t)(RULE_THICK * dpi), 2u), ink};
    uint32_t length = (uint32_t)(RULE_LENGTH * dpi);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint32_t from = x;
            while (x < width && is_ink(&s, x, y))
                x++;
            if (x - from >= length)
                wipe_rule(&s, from, x, y);
        }
}

/* ---- light text ---- */

struct tiles {
    float *gain; /* [rows][columns] */
    uint32_t columns, rows, width, height;
};

static float gain_of(unsigned char darkest)
{
    if (darkest <= LIGHT || darkest >= PAPER)
        return 1;
    return VT_MIN((float)(255 - WANTED) / (float)(255 - darkest), (float)GAIN_MAX);
}

/* The gain at a pixel, between those of the four nearest tiles. */
static float gain_at(const struct tiles *t, uint32_t x, uint32_t y)
{
    float fx = VT_MAX(((float)x + 0.5f) / (float)t->width - 0.5f, 0.0f);
    float fy = VT_MAX(((float)y + 0.5f) / (float)t->height - 0.5f, 0.0f);
    uint32_t c = VT_MIN((uint32_t)fx, t->columns - 1), r = VT_MIN((uint32_t)fy, t->rows - 1);
    uint32_t c1 = VT_MIN(c + 1, t->columns - 1), r1 = VT_MIN(r + 1, t->rows - 1);
    float dx = VT_MIN(fx - (float)c, 1.0f), dy = VT_MIN(fy - (float)r, 1.0f);
    const float *g = t->gain;
    float above = g[r * t->columns + c] * (1 - dx) + g[r * t->columns + c1] * dx;
    float below = g[r1 * t->columns + c] * (1 - dx) + g[r1 * t->columns + c1] * dx;
    return above * (1 - dy) + below * dy;
}

void vt_clean_light(vt_arena *arena, unsigned char *pixels, uint32_t width, uint32_t height,
                    float dpi)
{
    struct tiles t = {.width = VT_MAX((uint32_t)(TILE_WIDTH * dpi), 8u),
                      .height = VT_MAX((uint32_t)(TILE_HEIGHT * dpi), 8u)};
    t.columns = (width + t.width - 1) / t.width;
    t.rows = (height + t.height - 1) / t.height;
    size_t n = (size_t)t.columns * t.rows;
    unsigned char *darkest = VT_NEW_ARRAY(arena, unsigned char, n + 1);
    t.gain = VT_NEW_ARRAY(arena, float, n + 1);
    memset(darkest, 255, n);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            unsigned char *d = &darkest[(size_t)(y / t.height) * t.columns + x / t.width];
            *d = VT_MIN(*d, pixels[(size_t)y * width + x]);
        }
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        t.gain[i] = gain_of(darkest[i]);
        any |= t.gain[i] > 1;
    }
    for (uint32_t y = 0; any && y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            unsigned char *p = &pixels[(size_t)y * width + x];
            if (*p < 250)
                *p = (unsigned char)VT_MAX(255 - (float)(255 - *p) * gain_at(&t, x, y), 0.0f);
        }
}
