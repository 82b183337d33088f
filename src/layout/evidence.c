/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What speaks for columns at both sides of a gutter, by strength:
 *   - a coloured ground or a rule that ends in the strip;
 *   - the order of words in the file: makers write column after column, or row after row;
 *   - baselines: entries of a row share theirs, columns have their own rhythm;
 *   - density: dates beside entries stand apart, text of a column follows line on line;
 *   - names of sections at both sides;
 *   - lines that begin in lower case are wrapped at the strip.
 */
#include <math.h>

#include "layout/region.h"

/* How often the file changes sides while it writes the words of both. */
static double count_switches(lay_page *page, const lay_parts *p)
{
    size_t switches = 0;
    uint8_t last = 0;
    for (lay_side_walk walk = lay_walk_sides(page, p); lay_next_word(&walk); last = walk.side)
        switches += last && walk.side != last;
    return (double)switches;
}

/* Drawn evidence: a tall filled rectangle or rule that ends, or stands, in the strip. */
void lay_look_at_shapes(const lay_page *page, const lay_gutter *g, lay_evidence *e)
{
    float tall = 0.55f * (g->y1 - g->y0);
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        const vt_shape *s = &page->doc->shapes.at[i];
        float height = VT_MIN(s->box.y1, g->y1) - VT_MAX(s->box.y0, g->y0);
        if (height < tall)
            continue;
        float width = s->box.x1 - s->box.x0;
        if (width < 3.0f)
            e->rule |= s->box.x0 >= g->x0 - 2 && s->box.x1 <= g->x1 + 2;
        else if (s->filled && s->kind == VT_SHAPE_RECT && width < 0.7f * page->width)
            e->ground |= (s->box.x0 >= g->x0 - 2 && s->box.x0 <= g->x1 + 2) ||
                         (s->box.x1 >= g->x0 - 2 && s->box.x1 <= g->x1 + 2);
    }
}

/* Names of sections where the lines of a side begin. */
static size_t count_names(const lay_page *page, const lay_side *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n +=
            s->lines[i].x0 - s->x0 < s->lines[i].size && lay_is_section_name(page, &s->lines[i], 1);
    return n;
}

/* A date beside something that has none. */
static bool is_dated_alone(const lay_side_line *line, const lay_side_line *beside)
{
    return lay_is_date_like(line) && !beside->digit_words;
}

/* Things of one kind side by side: name beside name in bold, date beside date, what is under one
 * beside what is under the other. What stands above at the left alone does not count. */
static bool are_cards(const lay_side *left, const lay_side *right)
{
    size_t skip = 0;
    while (skip < left->n && left->lines[skip].baseline < right->lines[0].y0)
        skip++;
    const lay_side_line *l = left->lines + skip, *r = right->lines;
    size_t n = VT_MIN(left->n - skip, right->n);
    if (n < 2 || lay_same_style(&l[0], &l[1]) || lay_same_style(&r[0], &r[1]))
        return false;
    for (size_t i = 0; i < VT_MIN(n, 3); i++)
        if (!lay_same_style(&l[i], &r[i]) ||
            fabsf(l[i].baseline - r[i].baseline) > 0.5f * l->size || is_dated_alone(&l[i], &r[i]) ||
            is_dated_alone(&r[i], &l[i]) || fabsf(r[i].x0 - r->x0) > 0.8f * r->size ||
            fabsf(l[i].x0 - l->x0) > 0.8f * l->size)
            return i >= 2;
    return true;
}

lay_evidence lay_gather_evidence(lay_page *page, const lay_parts *p, const lay_gutter *g,
                                 const lay_side *left, const lay_side *right)
{
    lay_evidence e = {.left_lines = left->n, .right_lines = right->n};
    e.sparse_is_left = left->n <= right->n;
    const lay_side *sparse = e.sparse_is_left ? left : right,
                   *dense = e.sparse_is_left ? right : left;
    e.sparse_lines = sparse->n;
    bool dated = false;
    size_t rows = 0, beside = 0, close = 0, lower = 0, dates = 0, signs = 0;
    for (size_t i = 0; i < sparse->n; i++) {
        const lay_side_line *line = &sparse->lines[i];
        const lay_side_line *near = lay_nearest_line(dense, line);
        bool row = lay_shares_baseline(dense, line);
        rows += row;
        if (near) {
            float away = fabsf(near->baseline - line->baseline);
            beside += away < 1.3f * VT_MAX(near->size, line->size);
            e.conflicts += !row && away < 0.75f * VT_MAX(near->size, line->size);
        }
        dated = lay_is_date_like(line) ||
                (dated && i && line->words <= 3 &&
                 line->baseline - line[-1].baseline <= LAY_CELL_LEADING * line->size);
        dates += dated;
        lower += lay_begins_lower(page, line);
        if (i)
            close += line->baseline - line[-1].baseline <
                     LAY_DENSE_LEADING * VT_MAX(line->size, line[-1].size);
    }
    for (size_t i = 0; i < right->n; i++)
        signs += lay_begins_list(lay_word(page, right->lines[i].first)->text);
    e.left_names = count_names(page, left);
    e.right_names = count_names(page, right);
    e.rowness = lay_share(rows, sparse->n);
    e.beside = lay_share(beside, sparse->n);
    e.density = lay_share(close, sparse->n > 1 ? sparse->n - 1 : 1);
    e.wrapped = lay_share(lower, sparse->n);
    e.dates = lay_share(dates, sparse->n);
    e.bullets = lay_share(signs, right->n);
    e.switches = sparse->n ? count_switches(page, p) / (double)sparse->n : 0;
    if (!lay_has_file_order(page))
        e.switches = VT_MIN(e.switches, 1.1);
    lay_look_at_shapes(page, g, &e);
    e.ground |= g->ground;
    e.right_aligned = lay_is_right_aligned(right);
    e.cards = are_cards(left, right);
    return e;
}

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* Positive: two columns. The weights were set by looking at many made and found documents. */
double lay_column_score(const lay_evidence *e, const lay_side *sparse, float region_width)
{
    double score = 0;
    score += e->ground ? 2.5 : 0;
    score += e->rule ? 1.2 : 0;
    score += clamp((1.0 - e->switches) * 1.5, -1.5, 1.3);
    score += clamp((0.55 - e->rowness) * 2.4, e->rule ? -0.3 : -1.1, 1.3);
    score += clamp((e->density - 0.45) * 2.0, -0.9, 1.0);
    score += clamp(e->wrapped * 2.5, 0, 1.2);
    score += e->bullets > 0.5 && e->rowness > 0.5 ? 1.0 : 0;
    score -= e->cards || (e->rule && e->density > 0.5) ? 0 : e->dates * 1.5;
    if (e->sparse_lines >= 8)
        score += 0.5;
    if (e->sparse_lines <= 2)
        score -= 0.7;
    /* two or three short lines at the right margin belong to the lines at their left */
    if (!e->cards && !e->sparse_is_left && e->sparse_lines <= 3 && e->rowness > 0.6 &&
        sparse->x1 - sparse->x0 < 0.4f * region_width)
        score -= 1.0;
    if (e->conflicts && e->sparse_lines <= 4)
        score += 1.0;
    if (e->beside < 0.25)
        score -= 3.0;
    if (e->right_aligned && e->rowness > 0.5)
        score -= 1.2;
    if (e->cards && !e->right_aligned)
        score += 2.0;
    if (e->right_names) /* what stands beside an entry is no section */
        score += e->left_names ? 1.5 : 0.8;
    return score;
}
