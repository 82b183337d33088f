/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gutter may part columns (read one, then the other), part a rail of dates or section names from
 * its content (read entry by entry), or only part a right-aligned date from its line (read across).
 * Every gutter is judged, and the one that explains the most text is the cut.
 */
#include <math.h>

#include "layout/region.h"

#define MAX_GUTTERS 48  /* maximal rectangles looked at in one region */
#define MAX_SCORE   3.0 /* more evidence explains no more */

/* What is to be cut. */
typedef struct region {
    lay_page *page;
    const uint32_t *words; /* [n] sorted by baseline */
    size_t n;
    vt_box box;
    double lean; /* what columns get before anything speaks for them */
} region;

/* True when some row goes on across the gutter after no more than a space, as in a large name. */
static bool is_word_gap(const lay_side *left, const lay_side *right)
{
    for (size_t i = 0; i < left->n; i++) {
        const lay_side_line *l = &left->lines[i], *r = lay_nearest_line(right, l);
        if (r && fabsf(r->baseline - l->baseline) < LAY_SAME_BASELINE * r->size &&
            r->x0 - l->x1 < 0.55f * VT_MIN(l->size, r->size))
            return true;
    }
    return false;
}

/* True when what stands at the left are but the signs of a list. */
static bool are_list_signs(const lay_page *page, const lay_side *left)
{
    size_t signs = 0;
    for (size_t i = 0; i < left->n; i++)
        signs += left->lines[i].words == 1 &&
                 lay_begins_list(lay_word(page, left->lines[i].first)->text);
    return signs * 2 > left->n;
}

/* Judges one gutter of the region; trims it first. */
static lay_cut judge(const region *r, lay_gutter g)
{
    lay_page *page = r->page;
    lay_cut c = {.g = g};
    lay_parts p = lay_divide(page, r->words, r->n, &g);
    if (!p.left.n || p.right.n < 2)
        return c;
    lay_side left = lay_make_side(page, p.left.at, p.left.n);
    lay_side right = lay_make_side(page, p.right.at, p.right.n);
    float y0 = g.y0, y1 = g.y1;
    lay_trim_gutter(page, &c.g, &left, &right);
    if (c.g.y0 != y0 || c.g.y1 != y1) {
        p = lay_divide(page, r->words, r->n, &c.g);
        left = lay_make_side(page, p.left.at, p.left.n);
        right = lay_make_side(page, p.right.at, p.right.n);
    }
    if (!left.n || right.n < 2 || are_list_signs(page, &left))
        return c;
    lay_evidence e = lay_gather_evidence(page, &p, &c.g, &left, &right);
    if (g.x1 > g.x0 && g.x1 - g.x0 < LAY_GUTTER_WIDTH * page->body &&
        (e.sparse_lines < 4 || e.beside < 0.7))
        return c; /* a river between words */
    if (e.sparse_lines < 4 && !e.ground && !e.rule && is_word_gap(&left, &right))
        return c;
    const lay_side *sparse = e.sparse_is_left ? &left : &right;
    c.score = lay_column_score(&e, sparse, r->box.x1 - r->box.x0) + (e.ground ? 0 : r->lean);
    bool table = r->lean <= 0 && !e.ground && lay_is_narrow(&left, &left, &right) &&
                 lay_find_tops(page, &p, &left, &right).n > 0;
    if (table) {
        c.kind = CUT_RAIL;
        c.score = MAX_SCORE;
    } else if (c.score > 0 && left.n >= 2 &&
               (r->lean > 0 || !lay_is_strong_rail(page, &e, &left, &right))) {
        c.kind = CUT_COLUMNS;
        lay_split_at_heading(&c.g, &e, &left, &right);
        if (!e.ground)
            c.g.y1 = VT_MIN(c.g.y1, lay_second_row(page, &p) - 0.5f);
    } else if (lay_is_rail(page, &left, &right)) {
        c.kind = CUT_RAIL;
    } else if (c.score <= 0 && lay_is_right_rail(page, &c.g, &left, &right)) {
        c.kind = CUT_RIGHT_RAIL;
    }
    c.score = VT_MIN(fabs(c.score), MAX_SCORE);
    if (c.kind == CUT_RAIL)
        c.score = VT_MAX(c.score, 1.2); /* that it fits speaks for itself */
    c.explains = (0.5 + c.score) * sqrt((double)(p.left.n + p.right.n));
    return c;
}

/* Judges the edge of something drawn that words hardly cross. */
static void judge_edge(const region *r, lay_gutter g, lay_cut *best)
{
    float edge = (g.x0 + g.x1) / 2;
    size_t across = 0, inside = 0;
    for (size_t k = 0; k < r->n; k++) {
        const vt_token *w = lay_word(r->page, r->words[k]);
        if (lay_center_y(w) < g.y0 || lay_center_y(w) > g.y1)
            continue;
        inside++;
        across += w->box.x0 < edge - 3 && w->box.x1 > edge + 3;
    }
    if (inside < 4 || across * 50 > inside)
        return;
    lay_cut c = judge(r, g);
    if (c.kind == CUT_COLUMNS && c.explains > best->explains)
        *best = c;
}

/* A vertical rule parts the rows of a table one by one, as the horizontal rules cut it. */
static void judge_cells(const region *r, lay_gutter g, lay_cut *best)
{
    float end = VT_MIN(g.y1, r->box.y1);
    g.y0 = VT_MAX(g.y0, r->box.y0);
    for (size_t i = 0; i < r->page->rules.n; i++) {
        vt_box rule = r->page->rules.at[i];
        if (!lay_is_long_rule(rule, r->box) || rule.y0 <= g.y0 + 2 || rule.y0 >= end)
            continue;
        g.y1 = rule.y0;
        judge_edge(r, g, best);
        g.y0 = rule.y0;
    }
    g.y1 = end;
    if (g.y1 - g.y0 > r->page->body)
        judge_edge(r, g, best);
}

/* Coloured grounds and vertical rules beside the text: they part columns even where words stand
 * close. */
static void judge_grounds(const region *r, lay_cut *best)
{
    for (size_t i = r->page->first_shape; i < r->page->shape_end; i++) {
        const vt_shape *s = &r->page->doc->shapes.at[i];
        vt_box b = s->box;
        float width = b.x1 - b.x0, height = b.y1 - b.y0;
        bool rule =
            width < 3 && height > 1.8f * r->page->body &&
            VT_MIN(b.y1, r->box.y1) - VT_MAX(b.y0, r->box.y0) > 0.5f * (r->box.y1 - r->box.y0);
        bool ground = s->filled && s->kind == VT_SHAPE_RECT && height > 0.4f * r->page->height &&
                      width > 0.12f * r->page->width && width < 0.6f * r->page->width &&
                      s->color != 0xffffff;
        if (!rule && !ground)
            continue;
        float edge = rule || b.x0 - r->box.x0 > r->box.x1 - b.x1 ? b.x0 : b.x1;
        if (edge <= r->box.x0 + 5 || edge >= r->box.x1 - 5)
            continue;
        lay_gutter g = {.x0 = edge, .x1 = edge, .y0 = b.y0, .y1 = b.y1, .ground = ground};
        if (ground)
            judge_edge(r, g, best);
        else
            judge_cells(r, g, best);
    }
}

/* True when rail a is rail b and what stands above or below it. */
static bool goes_on_from(const lay_cut *a, const lay_cut *b)
{
    return a->kind == CUT_RAIL && b->kind == CUT_RAIL && a->g.x0 < b->g.x1 && b->g.x0 < a->g.x1 &&
           a->g.y0 < b->g.y0 + 1 && a->g.y1 > b->g.y1 - 1;
}

/* The cut that explains more; but of a rail and a part of it, the whole one. */
static bool is_better(const lay_cut *c, const lay_cut *best)
{
    if (goes_on_from(c, best) != goes_on_from(best, c))
        return goes_on_from(c, best);
    return c->kind && c->explains > best->explains;
}

lay_cut lay_best_cut(lay_page *page, const uint32_t *words, size_t n, double lean)
{
    lay_cut best = {0};
    if (n < 4)
        return best;
    region r = {page, words, n, lay_bounds(page, words, n), lean};
    const lay_gutter *found;
    size_t count = lay_find_gutters(page, words, n, r.box, &found), judged = 0;
    for (size_t i = 0; i < count && judged < MAX_GUTTERS; i++) {
        const lay_gutter *g = &found[i];
        if (g->x0 <= r.box.x0 + 0.5f || g->x1 >= r.box.x1 - 0.5f)
            continue;
        judged++;
        lay_cut c = judge(&r, *g);
        if (is_better(&c, &best))
            best = c;
    }
    judge_grounds(&r, &best);
    return best;
}
