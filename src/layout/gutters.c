/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep over thin rows of a region: each white strip between words is kept as a maximal empty
 * rectangle.
 */
#include <math.h>

#include "layout/region.h"

#define MAX_ACTIVE    64    /* rectangles that the sweep keeps open */
#define MAX_FOUND     192   /* rectangles that it gives */
#define NARROW_WIDTH  0.42f /* of the body size: enough for a gutter of many lines */
#define NARROW_HEIGHT 8.0f  /* of the body size */
#define RULE_SHARE    0.55f /* a rule of this part of the region's width goes across it */

typedef struct span {
    float x0, x1;
} span;

typedef struct sweep {
    lay_gutter active[MAX_ACTIVE];
    size_t active_n;
    lay_gutter found[MAX_FOUND];
    size_t found_n;
    float min_width, usual_width, min_height, narrow_height;
} sweep;

static void finish(sweep *s, lay_gutter g, bool crossed)
{
    g.crossed_below = crossed;
    bool narrow = g.x1 - g.x0 < s->usual_width;
    if (g.y1 - g.y0 < (narrow ? s->narrow_height : s->min_height))
        return;
    if (s->found_n == VT_COUNT(s->found)) { /* the lowest one makes room */
        size_t low = 0;
        for (size_t i = 1; i < s->found_n; i++)
            if (s->found[i].y1 - s->found[i].y0 < s->found[low].y1 - s->found[low].y0)
                low = i;
        if (s->found[low].y1 - s->found[low].y0 < g.y1 - g.y0)
            s->found[low] = g;
        return;
    }
    s->found[s->found_n++] = g;
}

static bool covered(const lay_gutter *list, size_t n, float x0, float x1)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].x0 <= x0 + 0.01f && list[i].x1 >= x1 - 0.01f)
            return true;
    return false;
}

/* One thin row with text: open rectangles shrink to its white spans, and new ones begin. */
static void sweep_row(sweep *s, const span *white, size_t n, float y, bool first_row)
{
    lay_gutter next[MAX_ACTIVE];
    size_t next_n = 0;
    for (size_t i = 0; i < s->active_n; i++) {
        lay_gutter *a = &s->active[i];
        bool whole = false;
        for (size_t k = 0; k < n; k++) {
            float x0 = VT_MAX(a->x0, white[k].x0), x1 = VT_MIN(a->x1, white[k].x1);
            if (x1 - x0 < s->min_width)
                continue;
            whole |= x0 == a->x0 && x1 == a->x1;
            if (next_n < MAX_ACTIVE && !covered(next, next_n, x0, x1)) {
                next[next_n] = *a;
                next[next_n].x0 = x0;
                next[next_n].x1 = x1;
                next[next_n++].y1 = y + LAY_STEP_PT;
            }
        }
        if (!whole)
            finish(s, *a, true);
    }
    for (size_t k = 0; k < n && next_n < MAX_ACTIVE; k++)
        if (white[k].x1 - white[k].x0 >= s->min_width &&
            !covered(next, next_n, white[k].x0, white[k].x1))
            next[next_n++] = (lay_gutter){.x0 = white[k].x0,
                                          .x1 = white[k].x1,
                                          .y0 = y,
                                          .y1 = y + LAY_STEP_PT,
                                          .crossed_above = !first_row};
    memcpy(s->active, next, next_n * sizeof *next);
    s->active_n = next_n;
}

static int by_x(const void *a, const void *b)
{
    float x = ((const span *)a)->x0, y = ((const span *)b)->x0;
    return (x > y) - (x < y);
}

/* The white spans of a row, from the spans of its words. */
static size_t invert(span *inked, size_t n, vt_box region, span *white)
{
    qsort(inked, n, sizeof *inked, by_x);
    size_t count = 0;
    float x = region.x0;
    for (size_t i = 0; i < n; i++) {
        if (inked[i].x0 > x)
            white[count++] = (span){x, inked[i].x0};
        x = VT_MAX(x, inked[i].x1);
    }
    if (x < region.x1)
        white[count++] = (span){x, region.x1};
    return count;
}

/* The right edge of a word's ink: a list sign reaches to the text that it introduces. */
static float inked_to(const lay_page *page, const uint32_t *words, size_t n, size_t i)
{
    const vt_token *w = lay_word(page, words[i]);
    if (i + 1 >= n || !lay_begins_list(w->text) || w->text.len > 3)
        return w->box.x1;
    const vt_token *last = i ? lay_word(page, words[i - 1]) : NULL;
    if (last && fabsf(last->baseline - w->baseline) < 0.3f * w->size &&
        w->box.x0 - last->box.x1 < 2.0f * w->size)
        return w->box.x1; /* a dash between words */
    const vt_token *next = lay_word(page, words[i + 1]);
    float gap = next->box.x0 - w->box.x1;
    bool same = fabsf(next->baseline - w->baseline) < 0.3f * next->size;
    return same && gap > 0 && gap < 3.5f * next->size ? next->box.x0 + 1 : w->box.x1;
}

/* What stands in each thin row of a region: row r holds inked[start[r] .. start[r + 1]). */
typedef struct row_index {
    uint32_t *start; /* [rows + 1] */
    span *inked;
    size_t rows;
} row_index;

/* The thin rows of a word's letters, without leading, ascenders and descenders. */
static void rows_of_word(const vt_token *w, float top, size_t rows, size_t *r0, size_t *r1)
{
    float low = VT_MAX(w->baseline - top, 0.0f);
    float high = VT_MAX(w->baseline - 0.55f * w->size - top, 0.0f);
    *r0 = VT_MIN((size_t)(high / LAY_STEP_PT), rows - 1);
    *r1 = VT_MIN((size_t)(low / LAY_STEP_PT), rows - 1);
}

bool lay_is_long_rule(vt_box rule, vt_box region)
{
    float width = VT_MIN(rule.x1, region.x1) - VT_MAX(rule.x0, region.x0);
    return width > RULE_SHARE * (region.x1 - region.x0) && rule.y0 > region.y0 &&
           rule.y1 < region.y1;
}

static row_index index_rows(const lay_page *page, const uint32_t *words, size_t n, vt_box region)
{
    row_index index = {.rows = (size_t)((region.y1 - region.y0) / LAY_STEP_PT) + 2};
    uint32_t *start = VT_NEW_ARRAY(page->arena, uint32_t, index.rows + 1);
    size_t r0, r1;
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (lay_is_long_rule(rule, region))
            start[(size_t)((rule.y0 - region.y0) / LAY_STEP_PT)]++;
    }
    for (size_t i = 0; i < n; i++) {
        rows_of_word(lay_word(page, words[i]), region.y0, index.rows, &r0, &r1);
        for (size_t r = r0; r <= r1; r++)
            start[r]++;
    }
    for (size_t r = 0, sum = 0; r <= index.rows; r++) { /* counts become ends */
        sum += start[r];
        start[r] = (uint32_t)sum;
    }
    index.inked = VT_NEW_ARRAY(page->arena, span, start[index.rows] + 1);
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (lay_is_long_rule(rule, region))
            index.inked[--start[(size_t)((rule.y0 - region.y0) / LAY_STEP_PT)]] =
                (span){rule.x0, rule.x1};
    }
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float to = inked_to(page, words, n, i);
        rows_of_word(w, region.y0, index.rows, &r0, &r1);
        for (size_t r = r0; r <= r1; r++) /* filled from the end: ends become starts */
            index.inked[--start[r]] = (span){w->box.x0, to};
    }
    index.start = start;
    return index;
}

/* Sorts by size, the largest first. */
static int by_size(const void *a, const void *b)
{
    const lay_gutter *g = a, *h = b;
    float x = (g->y1 - g->y0) * sqrtf(g->x1 - g->x0), y = (h->y1 - h->y0) * sqrtf(h->x1 - h->x0);
    return (x < y) - (x > y);
}

static void sweep_region(const lay_page *page, const uint32_t *words, size_t n, vt_box region,
                         sweep *s)
{
    row_index index = index_rows(page, words, n, region);
    span *white = VT_NEW_ARRAY(page->arena, span, n + page->rules.n + 2);
    bool first_row = true;
    for (size_t r = 0; r < index.rows; r++) {
        size_t from = index.start[r], to = index.start[r + 1];
        if (to <= from)
            continue;
        size_t count = invert(index.inked + from, to - from, region, white);
        sweep_row(s, white, count, region.y0 + (float)r * LAY_STEP_PT, first_row);
        first_row = false;
    }
    for (size_t i = 0; i < s->active_n; i++)
        finish(s, s->active[i], false);
}

size_t lay_find_gutters(const lay_page *page, const uint32_t *words, size_t n, vt_box region,
                        const lay_gutter **ret)
{
    sweep *s = VT_NEW(page->arena, sweep);
    s->min_width = VT_MAX(NARROW_WIDTH * page->body, 3.0f);
    s->usual_width = VT_MAX(LAY_GUTTER_WIDTH * page->body, 4.0f);
    s->narrow_height = NARROW_HEIGHT * page->body;
    s->min_height = 1.8f * page->body;
    if (region.y1 - region.y0 < 20000.0f)
        sweep_region(page, words, n, region, s);
    qsort(s->found, s->found_n, sizeof *s->found, by_size);
    *ret = s->found;
    return s->found_n;
}
