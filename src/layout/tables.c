/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables as the file writes them: a cell at the left, the one beside it, the next row. That tells
 * the rows also where labels stand lower than their content, wrap over many lines, or have nothing
 * beside them.
 */
#include "layout/region.h"

#define ROW_OVERLAP 0.4f /* of the body size that rows may reach into each other */

typedef struct extent {
    float y0, y1;
} extent;

static const extent NOTHING = {1e9f, -1e9f};

static extent extent_of(const vt_token *w)
{
    return (extent){w->baseline - 0.75f * w->size, w->baseline + 0.2f * w->size};
}

static void widen(extent *e, extent by)
{
    e->y0 = VT_MIN(e->y0, by.y0);
    e->y1 = VT_MAX(e->y1, by.y1);
}

typedef struct row {
    extent label, content;
} row;

static extent whole(const row *r)
{
    extent e = r->label;
    widen(&e, r->content);
    return e;
}

/* The rows in file order: each begins with words of the left side. What the right side has before
 * the first one is not in them. */
static size_t collect_rows(lay_page *page, const lay_parts *p, row *rows)
{
    size_t n = 0;
    uint8_t last = 0;
    for (lay_side_walk walk = lay_walk_sides(page, p); lay_next_word(&walk); last = walk.side) {
        if (walk.side == LAY_LEFT && last != LAY_LEFT)
            rows[n++] = (row){NOTHING, NOTHING};
        if (n)
            widen(walk.side == LAY_LEFT ? &rows[n - 1].label : &rows[n - 1].content,
                  extent_of(lay_word(page, walk.word)));
    }
    return n;
}

/* The lines of a row's label that end above its content are rows of their own, with nothing beside
 * them: "Experience" over the date of the first job. */
static void add_tops(const lay_side *left, const row *r, lay_tops *ret)
{
    size_t first = ret->n;
    const lay_side_line *before = NULL;
    for (size_t i = 0; i < left->n; i++) {
        const lay_side_line *line = &left->lines[i];
        if (line->baseline < r->label.y0 || line->baseline > r->label.y1)
            continue;
        bool above = before && before->baseline < r->content.y0;
        if (!before ||
            (above && (line->baseline >= r->content.y0 ||
                       line->baseline - before->baseline > LAY_CELL_LEADING * line->size)))
            ret->at[ret->n++] = line->baseline - 0.75f * line->size;
        before = line;
    }
    if (ret->n == first)
        return;
    float *last = &ret->at[ret->n - 1]; /* the content is beside this one, and may begin higher */
    float least = ret->n - first > 1 ? last[-1] + 1 : -1e9f;
    *last = VT_MAX(VT_MIN(*last, r->content.y0), least);
}

lay_tops lay_find_tops(lay_page *page, const lay_parts *p, const lay_side *left,
                       const lay_side *right)
{
    lay_tops tops = {0}, none = {0};
    if (!lay_has_file_order(page) || left->n > right->n || left->n < 2)
        return none;
    row *rows = VT_NEW_ARRAY(page->arena, row, p->left.n + 1);
    size_t n = collect_rows(page, p, rows), filled = 0;
    tops.at = VT_NEW_ARRAY(page->arena, float, left->n + n + 1);
    for (size_t i = 0; i < n; i++) {
        filled += rows[i].content.y1 > 0;
        if (i && whole(&rows[i - 1]).y1 > whole(&rows[i]).y0 + ROW_OVERLAP * page->body)
            return none;
        add_tops(left, &rows[i], &tops);
    }
    return filled >= 2 ? tops : none;
}
