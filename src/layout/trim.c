/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a gutter ends: text that stands above or below columns is no part of them.
 */
#include <math.h>

#include "layout/region.h"

#define SECTION_GAP 2.3f /* of the size: a new part of the page */
#define HEAD_LINES  5    /* of a header at most */

static bool is_heading_like(const lay_side *s, size_t i)
{
    const lay_side_line *line = &s->lines[i];
    if (line->words > 5)
        return false;
    bool next = i + 1 < s->n;
    return line->bold || (next && line->size > 1.1f * s->lines[i + 1].size);
}

static float step_above(const lay_side *s, size_t i)
{
    return i ? s->lines[i].baseline - s->lines[i - 1].baseline : 1e9f;
}

/* Where the lines that lead to text across the gutter begin: they do not belong to the columns. */
static size_t tail_start(const lay_side *s, float stop_y)
{
    size_t i = s->n;
    while (i > 0 && s->lines[i - 1].y0 > stop_y) {
        i--;
        float step = step_above(s, i), size = s->lines[i].size;
        float below = i + 1 < s->n ? 1.15f * step_above(s, i + 1) : 1.4f * size;
        if ((is_heading_like(s, i) && step > below) ||
            (i && step > 1.75f * VT_MAX(size, s->lines[i - 1].size)))
            break;
    }
    /* the names over it: of the entry, of the section */
    while (i > 0 && i < s->n && is_heading_like(s, i - 1) && s->lines[i - 1].y0 > stop_y &&
           step_above(s, i) < SECTION_GAP * 1.3f * s->lines[i].size)
        i--;
    return i;
}

/* The last line of the side that is not a mere right-hand end of rows at its bottom. */
static float body_end(const lay_side *s, const lay_side *other)
{
    size_t n = s->n;
    while (n > 1) {
        size_t first = n - 1;
        while (first > 0 && s->lines[first].baseline - s->lines[first - 1].baseline <
                                SECTION_GAP * s->lines[first].size)
            first--;
        bool rows = first > 0 && n - first <= 2;
        for (size_t i = first; rows && i < n; i++)
            rows = lay_shares_baseline(other, &s->lines[i]);
        if (!rows)
            break;
        n = first;
    }
    return n ? s->lines[n - 1].y1 : 0;
}

/* A header that stands alone at the right, above where the left column begins, comes before it. */
static void trim_head(lay_gutter *g, const lay_side *left, const lay_side *right, float body)
{
    bool large = false;
    const lay_side_line *l = &left->lines[0];
    for (size_t i = 0; i + 1 < right->n && i < HEAD_LINES; i++) {
        const lay_side_line *a = &right->lines[i];
        if (a->y1 > l->y0 + 0.3f * l->size)
            return;
        large |= a->size > 1.25f * body;
        if (large && a[1].baseline - a->baseline > SECTION_GAP * VT_MIN(a->size, a[1].size)) {
            g->y0 = a->y1;
            return;
        }
    }
}

/* What ends at a rule is whole. */
static bool ends_at_rule(const lay_page *page, const lay_gutter *g)
{
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (fabsf(rule.y0 - g->y1) < 2.5f * LAY_STEP_PT && rule.x0 < g->x0 && rule.x1 > g->x1)
            return true;
    }
    return false;
}

/* Cuts what stands below (above) the columns proper off a gutter that text across it ends. */
void lay_trim_gutter(const lay_page *page, lay_gutter *g, const lay_side *left,
                     const lay_side *right)
{
    if (!left->n || !right->n)
        return;
    if (g->crossed_below && !ends_at_rule(page, g)) {
        float left_end = body_end(left, right), right_end = body_end(right, left);
        const lay_side *longer = left_end > right_end ? left : right;
        const lay_side_line *last = &longer->lines[longer->n - 1];
        bool apart = g->y1 - last->y1 > 0.9f * last->size; /* the text across is a new part */
        size_t i = apart ? longer->n : tail_start(longer, VT_MIN(left_end, right_end));
        if (i < longer->n && i > 0)
            g->y1 = VT_MIN(g->y1, longer->lines[i].y0 - 0.5f);
    }
    lay_evidence e = {.ground = g->ground};
    lay_look_at_shapes(page, g, &e);
    if (!e.ground)
        trim_head(g, left, right, page->body);
}

/* A grid under a name that stands over all of its columns ends where the next such name begins:
 * nothing stands beside the name, and both sides begin anew on one baseline below it. */
void lay_split_at_heading(lay_gutter *g, const lay_evidence *e, const lay_side *left,
                          const lay_side *right)
{
    if (e->ground || e->rule || e->switches * (double)e->sparse_lines < 2.5)
        return;
    size_t r = 0;
    for (size_t i = 1; i + 1 < left->n; i++) {
        const lay_side_line *line = &left->lines[i];
        while (r < right->n && right->lines[r].baseline < line->baseline)
            r++;
        if (r == 0 || r >= right->n || !is_heading_like(left, i) ||
            right->lines[r - 1].y1 > line->y0 + 1 || right->lines[r].y0 < line->y1 - 1 ||
            line->baseline - line[-1].baseline < 1.3f * line->size)
            continue;
        const lay_side_line *next = &left->lines[i + 1];
        if (fabsf(next->baseline - right->lines[r].baseline) < LAY_SAME_BASELINE * next->size) {
            g->y1 = line->y0 - 0.5f;
            return;
        }
    }
}

/* A run of words on one side, in file order. */
typedef struct file_run {
    uint8_t side;
    float y0, y1;
} file_run;

/* Where the second row of a grid begins, when the file writes cell after cell and row after row:
 * the first run of words that goes back to a side it had left, below all that was written so far.
 * Infinity when there is none. */
float lay_second_row(lay_page *page, const lay_parts *p)
{
    if (!lay_has_file_order(page))
        return 1e9f;
    file_run all = {0, 1e9f, -1e9f}, run = {0, 1e9f, -1e9f};
    float found = 1e9f;
    size_t runs = 0;
    for (lay_side_walk walk = lay_walk_sides(page, p); lay_next_word(&walk);) {
        const vt_token *w = lay_word(page, walk.word);
        if (walk.side != run.side) {
            all.y0 = VT_MIN(all.y0, run.y0);
            all.y1 = VT_MAX(all.y1, run.y1);
            run = (file_run){walk.side, 1e9f, -1e9f};
            runs++;
        }
        run.y0 = VT_MIN(run.y0, w->box.y0);
        run.y1 = VT_MAX(run.y1, w->box.y1);
        if (runs == 3 && found > 1e8f) {
            if (w->box.y0 < all.y1 - 0.2f * w->size)
                runs = 4; /* no grid */
            else
                found = w->box.y0;
        } else if (found < 1e8f && w->box.y0 < found - 1) {
            found = 1e9f; /* something comes later that stands above */
            runs = 4;
        }
    }
    return found;
}
