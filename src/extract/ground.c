/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The picture is cut into cells of about three points. Cells of one shade that touch form a
 * component; one that fills its rectangle, but for cells with letters in them, is a ground. Chips
 * are too small for cells: they are full rectangles of pixels that differ from what is under them.
 */
#include "extract/ground.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS_AN_INCH = 25,
    NOT_FLAT = -1,
    SHADE_DRIFT = 30, /* within one ground */
    FLAT_MIN = 24,    /* range of shades of a cell without ink */
    FLAT_MAX = 90,
    SHADES = 4,          /* classes of shade that have a usual range each */
    CHIP_STEP = 60,      /* between the shades of a chip and of what it stands on */
    CHIP_TENTHS = 6,     /* of an inch: the highest chips */
    CELLS_TO_TELL = 200, /* of a class, for its range to be told */
    CELLS_MIN = 20,
    SIDE_MIN = 3,
};

typedef struct grid {
    uint32_t side, w, h;
    int step;        /* from one shade to another: 4 in a drawing, more under a camera's noise */
    int16_t *level;  /* NOT_FLAT, or the shade */
    uint32_t *label; /* 0: none yet */
    uint32_t *stack;
} grid;

typedef struct part {
    uint32_t x0, y0, x1, y1; /* cells, inclusive */
    uint32_t cells, label;
    int32_t level;
} part;

static void measure_cell(const vt_gray *gray, uint32_t side, uint32_t cx, uint32_t cy, int *ret_low,
                         int *ret_high, int *ret_mean)
{
    int low = 255, high = 0, sum = 0;
    for (uint32_t y = cy * side; y < (cy + 1) * side; y++) {
        const unsigned char *line = gray->pixels + (size_t)y * gray->width + cx * side;
        for (uint32_t x = 0; x < side; x++) {
            low = VT_MIN(low, line[x]);
            high = VT_MAX(high, line[x]);
            sum += line[x];
        }
    }
    *ret_low = low;
    *ret_high = high;
    *ret_mean = sum / (int)(side * side);
}

/* A noisy picture has no cell without a range: what is usual there counts as flat. */
static int flat_range(const uint32_t ranges[256])
{
    uint32_t seen = 0, cells = 0;
    for (int i = 0; i < 256; i++)
        cells += ranges[i];
    for (int i = 0; i < 256 && cells >= CELLS_TO_TELL; i++) {
        seen += ranges[i];
        if (seen * 2 >= cells)
            return VT_MIN(VT_MAX(i * 3 / 2, FLAT_MIN), FLAT_MAX);
    }
    return FLAT_MIN;
}

static grid make_grid(vt_arena *arena, const vt_gray *gray)
{
    grid g = {.side = VT_MAX((uint32_t)(gray->dpi / CELLS_AN_INCH), 3u)};
    g.w = gray->width / g.side;
    g.h = gray->height / g.side;
    size_t n = (size_t)g.w * g.h;
    g.level = VT_NEW_ARRAY(arena, int16_t, n + 1);
    g.label = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    g.stack = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    unsigned char *range = VT_NEW_ARRAY(arena, unsigned char, n + 1);
    uint32_t ranges[SHADES][256] = {{0}}; /* evened light leaves more noise in what is dark */
    for (uint32_t y = 0; y < g.h; y++)
        for (uint32_t x = 0; x < g.w; x++) {
            int low, high, mean;
            size_t i = (size_t)y * g.w + x;
            measure_cell(gray, g.side, x, y, &low, &high, &mean);
            range[i] = (unsigned char)(high - low);
            ranges[mean * SHADES / 256][range[i]]++;
            g.level[i] = (int16_t)mean;
        }
    int flat[SHADES];
    g.step = 4;
    for (int i = 0; i < SHADES; i++) {
        flat[i] = flat_range(ranges[i]);
        g.step = flat[i] == FLAT_MIN ? g.step : 12;
    }
    for (size_t i = 0; i < n; i++)
        if (range[i] > flat[g.level[i] * SHADES / 256])
            g.level[i] = NOT_FLAT;
    return g;
}

/* The commonest light shade. */
static int page_level(const grid *g)
{
    uint32_t counts[256] = {0}, most = 0;
    int level = 255;
    for (size_t i = 0; i < (size_t)g->w * g->h; i++)
        if (g->level[i] >= 170)
            counts[g->level[i]]++;
    for (int i = 170; i < 256; i++)
        if (counts[i] > most) {
            most = counts[i];
            level = i;
        }
    return level;
}

static part fill_part(grid *g, uint32_t start, uint32_t label)
{
    int first = g->level[start];
    part p = {.x0 = g->w, .y0 = g->h, .label = label};
    int64_t sum = 0;
    size_t top = 0;
    g->stack[top++] = start;
    g->label[start] = label;
    while (top) {
        uint32_t at = g->stack[--top], x = at % g->w, y = at / g->w;
        p.x0 = VT_MIN(p.x0, x);
        p.x1 = VT_MAX(p.x1, x);
        p.y0 = VT_MIN(p.y0, y);
        p.y1 = VT_MAX(p.y1, y);
        p.cells++;
        sum += g->level[at];
        const uint32_t next[4] = {x ? at - 1 : at, x + 1 < g->w ? at + 1 : at, y ? at - g->w : at,
                                  y + 1 < g->h ? at + g->w : at};
        for (int i = 0; i < 4; i++) {
            uint32_t to = next[i];
            if (g->label[to] || g->level[to] == NOT_FLAT ||
                abs(g->level[to] - g->level[at]) > g->step ||
                abs(g->level[to] - first) > SHADE_DRIFT)
                continue;
            g->label[to] = label;
            g->stack[top++] = to;
        }
    }
    p.level = (int32_t)(sum / p.cells);
    return p;
}

static bool is_rectangle(const grid *g, const part *p)
{
    uint32_t w = p->x1 - p->x0 + 1, h = p->y1 - p->y0 + 1, mine = 0, inked = 0;
    if (w < SIDE_MIN || h < SIDE_MIN || p->cells < CELLS_MIN)
        return false;
    for (uint32_t y = p->y0; y <= p->y1; y++)
        for (uint32_t x = p->x0; x <= p->x1; x++) {
            size_t i = (size_t)y * g->w + x;
            mine += g->label[i] == p->label;
            inked += g->level[i] == NOT_FLAT;
        }
    return mine * 10 >= w * h * 3 && (mine + inked) * 4 >= w * h * 3;
}

/* Pixels of an edge that have the ground's shade. */
static bool edge_holds(const vt_gray *gray, const vt_panel *p, bool upright, uint32_t at)
{
    uint32_t from = upright ? p->y0 : p->x0, to = upright ? p->y1 : p->x1, good = 0;
    for (uint32_t i = from; i < to; i++) {
        unsigned char v = upright ? gray->pixels[(size_t)i * gray->width + at]
                                  : gray->pixels[(size_t)at * gray->width + i];
        good += abs(v - p->level) < FLAT_MIN;
    }
    return good * 10 >= (to - from) * 7;
}

/* From cells to the pixels where the ground really ends. */
static vt_panel panel_of(const vt_gray *gray, const grid *g, const part *p)
{
    vt_panel panel = {p->x0 * g->side, p->y0 * g->side, (p->x1 + 1) * g->side,
                      (p->y1 + 1) * g->side, (unsigned char)p->level};
    for (uint32_t i = 0; i < g->side * 2; i++) {
        if (panel.x0 > 0 && edge_holds(gray, &panel, true, panel.x0 - 1))
            panel.x0--;
        if (panel.x1 < gray->width && edge_holds(gray, &panel, true, panel.x1))
            panel.x1++;
        if (panel.y0 > 0 && edge_holds(gray, &panel, false, panel.y0 - 1))
            panel.y0--;
        if (panel.y1 < gray->height && edge_holds(gray, &panel, false, panel.y1))
            panel.y1++;
    }
    return panel;
}

static int by_size(const void *a, const void *b)
{
    const part *x = a, *y = b;
    uint32_t ax = (x->x1 - x->x0 + 1) * (x->y1 - x->y0 + 1);
    uint32_t ay = (y->x1 - y->x0 + 1) * (y->y1 - y->y0 + 1);
    if (ax != ay)
        return ax < ay ? 1 : -1;
    return x->label < y->label ? -1 : x->label > y->label;
}

/* The panel that a part stands on, the smallest one; NULL: the page. */
static const vt_panel *panel_under(const part *p, const grid *g, const vt_panel *panels, size_t n)
{
    for (size_t i = n; i-- > 0;)
        if (p->x0 * g->side >= panels[i].x0 && (p->x1 + 1) * g->side <= panels[i].x1 &&
            p->y0 * g->side >= panels[i].y0 && (p->y1 + 1) * g->side <= panels[i].y1)
            return &panels[i];
    return NULL;
}

/* Light parts count only on a darker ground, and chips are found better by their pixels. */
static bool is_ground(const part *p, const grid *g, int page, const vt_panel *under)
{
    bool low = (p->y1 - p->y0 + 1) * 10 < CELLS_AN_INCH * CHIP_TENTHS;
    bool strong = abs(p->level - (under ? under->level : page)) > CHIP_STEP;
    return (under || p->level < page - g->step) && !(low && strong);
}

/* ---- chips: grounds so small that letters leave no flat cell of them ---- */

/* The picture at half its size, and where it differs from the ground under it. */
typedef struct half {
    uint32_t w, h;
    unsigned char *shade, *other; /* [h][w] */
    uint32_t *stack;
    float dpi;
} half;

static half make_half(vt_arena *arena, const vt_gray *gray, int page, const vt_panel *panels,
                      size_t n)
{
    half f = {.w = gray->width / 2, .h = gray->height / 2, .dpi = gray->dpi / 2};
    size_t size = (size_t)f.w * f.h;
    f.shade = VT_NEW_ARRAY(arena, unsigned char, size + 1);
    f.other = VT_NEW_ARRAY(arena, unsigned char, size + 1);
    f.stack = VT_NEW_ARRAY(arena, uint32_t, size + 1);
    memset(f.other, page, size);
    for (size_t i = 0; i < n; i++)
        for (uint32_t y = panels[i].y0 / 2; y < VT_MIN(panels[i].y1 / 2, f.h); y++)
            memset(f.other + (size_t)y * f.w + panels[i].x0 / 2, panels[i].level,
                   VT_MIN(panels[i].x1 / 2, f.w) - panels[i].x0 / 2);
    for (uint32_t y = 0; y < f.h; y++)
        for (uint32_t x = 0; x < f.w; x++) {
            const unsigned char *p = gray->pixels + (size_t)y * 2 * gray->width + (size_t)x * 2;
            size_t at = (size_t)y * f.w + x;
            f.shade[at] = (unsigned char)((p[0] + p[1] + p[gray->width] + p[gray->width + 1]) / 4);
            f.other[at] = abs(f.shade[at] - f.other[at]) > CHIP_STEP;
        }
    return f;
}

/* The shade in whose neighbourhood most of the counted pixels are. */
static int32_t usual_shade(const uint32_t counts[256])
{
    enum { NEAR = 6 };
    uint32_t best = 0;
    int32_t shade = 0;
    for (int i = NEAR; i < 256 - NEAR; i++) {
        uint32_t sum = 0;
        for (int k = i - NEAR; k <= i + NEAR; k++)
            sum += counts[k];
        if (sum > best) {
            best = sum;
            shade = i;
        }
    }
    return shade;
}

/* Takes the pixels of one piece that touch `start` off the map. */
static part take_piece(half *f, uint32_t start)
{
    part p = {.x0 = f->w, .y0 = f->h};
    uint32_t counts[256] = {0};
    size_t top = 0;
    f->stack[top++] = start;
    f->other[start] = 2;
    while (top) {
        uint32_t at = f->stack[--top], x = at % f->w, y = at / f->w;
        p.x0 = VT_MIN(p.x0, x);
        p.x1 = VT_MAX(p.x1, x);
        p.y0 = VT_MIN(p.y0, y);
        p.y1 = VT_MAX(p.y1, y);
        p.cells++;
        counts[f->shade[at]]++;
        const uint32_t next[4] = {x ? at - 1 : at, x + 1 < f->w ? at + 1 : at, y ? at - f->w : at,
                                  y + 1 < f->h ? at + f->w : at};
        for (int i = 0; i < 4; i++)
            if (f->other[next[i]] == 1) {
                f->other[next[i]] = 2;
                f->stack[top++] = next[i];
            }
    }
    p.level = usual_shade(counts);
    return p;
}

/* A full rectangle, wider than high and as high as a line or two, with something in it. */
static bool is_chip(const half *f, const part *p)
{
    uint32_t w = p->x1 - p->x0 + 1, h = p->y1 - p->y0 + 1, rows = 0, sides = 0;
    if ((float)h < 0.12f * f->dpi || (float)(h * 10) > CHIP_TENTHS * f->dpi || w * 10 < h * 12 ||
        p->cells * 100 < w * h * 55 || p->cells * 100 > w * h * 97)
        return false;
    for (uint32_t x = p->x0; x <= p->x1; x++)
        rows += (f->other[(p->y0 + 1) * f->w + x] == 2) + (f->other[(p->y1 - 1) * f->w + x] == 2);
    for (uint32_t y = p->y0; y <= p->y1; y++)
        sides += (f->other[y * f->w + p->x0 + 1] == 2) + (f->other[y * f->w + p->x1 - 1] == 2);
    return rows * 10 >= w * 2 * 8 && sides * 10 >= h * 2 * 6;
}

static size_t find_chips(vt_arena *arena, const vt_gray *gray, int page, size_t n,
                         vt_panel ret[VT_MAX_PANELS])
{
    half f = make_half(arena, gray, page, ret, n);
    for (uint32_t i = 0; i < f.w * f.h && n < VT_MAX_PANELS; i++) {
        if (f.other[i] != 1)
            continue;
        part p = take_piece(&f, i);
        if (is_chip(&f, &p))
            ret[n++] = (vt_panel){p.x0 * 2, p.y0 * 2, (p.x1 + 1) * 2, (p.y1 + 1) * 2,
                                  (unsigned char)p.level};
    }
    return n;
}

size_t vt_ground_find(vt_arena *arena, const vt_gray *gray, vt_panel ret[VT_MAX_PANELS])
{
    enum { PARTS_MAX = 4000 };
    grid g = make_grid(arena, gray);
    int page = page_level(&g);
    part *parts = VT_NEW_ARRAY(arena, part, PARTS_MAX);
    size_t count = 0, n = 0;
    uint32_t label = 0;
    for (uint32_t i = 0; i < g.w * g.h && count < PARTS_MAX; i++) {
        if (g.level[i] == NOT_FLAT || g.label[i])
            continue;
        part p = fill_part(&g, i, ++label);
        if (is_rectangle(&g, &p))
            parts[count++] = p;
    }
    qsort(parts, count, sizeof *parts, by_size);
    for (size_t i = 0; i < count && n < VT_MAX_PANELS; i++)
        if (is_ground(&parts[i], &g, page, panel_under(&parts[i], &g, ret, n)))
            ret[n++] = panel_of(gray, &g, &parts[i]);
    return find_chips(arena, gray, page, n, ret);
}

/* Whitens, from one edge of a dark ground on, what is dark outside of it or light inside of it: it
 * stood a little askew. `step` leads away from the edge. */
static void wipe_from(const vt_gray *gray, const vt_panel *p, size_t at, ptrdiff_t step, int most,
                      bool dark, unsigned char *out)
{
    for (int k = 0; k < most; k++, at = (size_t)((ptrdiff_t)at + step)) {
        if ((gray->pixels[at] <= p->level + CHIP_STEP) != dark)
            return;
        out[at] = 255;
    }
}

static void wipe_edges(const vt_gray *gray, const vt_panel *p, unsigned char *out)
{
    const int reach = (int)(gray->dpi / 4), w = (int)gray->width, h = (int)gray->height;
    const int x0 = (int)p->x0, y0 = (int)p->y0, x1 = (int)p->x1, y1 = (int)p->y1;
    const ptrdiff_t down = w;
    for (int x = x0; x < x1; x++) {
        size_t top = (size_t)y0 * gray->width + (size_t)x;
        size_t bottom = (size_t)(y1 - 1) * gray->width + (size_t)x;
        wipe_from(gray, p, top, down, VT_MIN(reach, y1 - y0), false, out);
        wipe_from(gray, p, bottom, -down, VT_MIN(reach, y1 - y0), false, out);
        if (y0 > 0)
            wipe_from(gray, p, top - gray->width, -down, VT_MIN(reach, y0), true, out);
        if (y1 < h)
            wipe_from(gray, p, bottom + gray->width, down, VT_MIN(reach, h - y1), true, out);
    }
    for (int y = y0; y < y1; y++) {
        size_t left = (size_t)y * gray->width + (size_t)x0;
        size_t right = (size_t)y * gray->width + (size_t)x1 - 1;
        wipe_from(gray, p, left, 1, VT_MIN(reach, x1 - x0), false, out);
        wipe_from(gray, p, right, -1, VT_MIN(reach, x1 - x0), false, out);
        if (x0 > 0)
            wipe_from(gray, p, left - 1, -1, VT_MIN(reach, x0), true, out);
        if (x1 < w)
            wipe_from(gray, p, right + 1, 1, VT_MIN(reach, w - x1), true, out);
    }
}

/* The border of a small panel, and its round corners, would look like letters. */
static void wipe_border(const vt_gray *gray, const vt_panel *p, unsigned char *out)
{
    int width = (int)(gray->dpi / 50), w = (int)gray->width, h = (int)gray->height;
    int round = 2 * width;
    for (int y = (int)p->y0 - width; y < (int)p->y1 + width; y++)
        for (int x = (int)p->x0 - width; x < (int)p->x1 + width; x++) {
            int to_side = VT_MIN(x - (int)p->x0, (int)p->x1 - 1 - x);
            int to_end = VT_MIN(y - (int)p->y0, (int)p->y1 - 1 - y);
            bool edge = VT_MIN(to_side, to_end) <= width / 2;
            edge |= VT_MAX(to_side, 0) + VT_MAX(to_end, 0) < round;
            if (edge && x >= 0 && y >= 0 && x < w && y < h)
                out[(size_t)y * gray->width + (size_t)x] = 255;
        }
}

void vt_ground_even(const vt_gray *gray, const vt_panel *panels, size_t n, unsigned char *out)
{
    memcpy(out, gray->pixels, (size_t)gray->width * gray->height);
    for (size_t i = 0; i < n; i++) {
        const vt_panel *p = &panels[i];
        int room = VT_MAX(p->level, 255 - p->level);
        unsigned char map[256];
        for (int v = 0; v < 256; v++)
            map[v] = (unsigned char)(255 - VT_MIN(abs(v - p->level) * 255 / room, 255));
        for (uint32_t y = p->y0; y < p->y1; y++)
            for (uint32_t x = p->x0; x < p->x1; x++) {
                size_t at = (size_t)y * gray->width + x;
                out[at] = map[gray->pixels[at]];
            }
        if ((float)(p->y1 - p->y0) < gray->dpi / 2)
            wipe_border(gray, p, out);
        else if (p->level < 128)
            wipe_edges(gray, p, out);
    }
}

unsigned char vt_ground_ink_level(const unsigned char *pixels, size_t n)
{
    size_t counts[256] = {0};
    double sum = 0, low_sum = 0, best = -1;
    size_t low = 0;
    int level = 128;
    for (size_t i = 0; i < n; i++)
        counts[pixels[i]]++;
    for (int i = 0; i < 256; i++)
        sum += (double)i * (double)counts[i];
    for (int i = 0; i < 255; i++) {
        low += counts[i];
        low_sum += (double)i * (double)counts[i];
        if (low == 0 || low == n)
            continue;
        double a = low_sum / (double)low, b = (sum - low_sum) / (double)(n - low);
        double between = (double)low * (double)(n - low) * (a - b) * (a - b);
        if (between > best) {
            best = between;
            level = i + 1;
        }
    }
    return (unsigned char)level;
}
