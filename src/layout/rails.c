/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rails: a narrow side of section names or dates, each on the first line of what it belongs to.
 */
#include <math.h>

#include "layout/region.h"

#define RAIL_SHARE 0.42f /* a rail is at most this part of its region */

/* True for a line that goes on with a long one just above it. */
static bool is_wrapped(const lay_page *page, const lay_side *s, const lay_side_line *line)
{
    return line > s->lines && lay_begins_lower(page, line) &&
           line->baseline - line[-1].baseline < LAY_DENSE_LEADING * line->size &&
           line[-1].x1 - line[-1].x0 > 0.6f * (s->x1 - s->x0);
}

static bool bold_start(const lay_page *page, const lay_side_line *line)
{
    return line && (lay_word(page, line->first)->flags & VT_TOKEN_BOLD);
}

static bool after_gap(const lay_side *s, size_t i)
{
    return i == 0 ||
           s->lines[i].baseline - s->lines[i - 1].baseline > LAY_CELL_LEADING * s->lines[i].size;
}

/* True when what begins after a gap of the rail begins in bold, and not all of the content is bold:
 * then bold tells where something begins also without a gap. */
bool lay_begins_in_bold(const lay_page *page, const lay_side *rail, const lay_side *content)
{
    size_t starts = 0, bold = 0, all = 0;
    for (size_t i = 0; i < rail->n; i++) {
        if (!after_gap(rail, i))
            continue;
        starts++;
        bold += bold_start(page, lay_nearest_line(content, &rail->lines[i]));
    }
    for (size_t i = 0; i < content->n; i++)
        all += bold_start(page, &content->lines[i]);
    return starts >= 2 && bold * 5 >= starts * 4 && all * 5 <= content->n * 3;
}

/* True when line i of the rail begins a new thing; `styled` comes from lay_begins_in_bold(). */
bool lay_starts_cell(const lay_page *page, const lay_side *rail, const lay_side *content, size_t i,
                     bool styled)
{
    if (after_gap(rail, i))
        return true;
    const lay_side_line *line = &rail->lines[i], *beside = lay_nearest_line(content, line);
    if (lay_ends_open(lay_word(page, line[-1].last)->text) || !lay_shares_baseline(content, line) ||
        lay_begins_lower(page, line) || is_wrapped(page, content, beside))
        return false;
    return !styled || bold_start(page, beside);
}

/* What the lines of a narrow side say about it being a rail beside its content. */
typedef struct rail_fit {
    size_t starts;  /* things in it */
    size_t aligned; /* of them, on a baseline of the content */
    size_t opening; /* of them, where the content begins anew below a gap */
    size_t dated;   /* of them, with a number */
    size_t alone;   /* lines without a line of the content on their baseline */
} rail_fit;

/* The line beside `line`, or a little above when that is a name set larger, where the content
 * begins anew below a gap; NULL when there is none. */
const lay_side_line *lay_opening_beside(const lay_side *content, const lay_side_line *line)
{
    const lay_side_line *near = lay_nearest_line(content, line);
    for (int back = 0; near && back < 3; back++, near--) {
        float above = line->baseline - near->baseline;
        if (above > (line->size > 1.1f * near->size ? 1.9f : 0.5f) * line->size)
            return NULL;
        if (near == content->lines || near->baseline - near[-1].baseline > 1.35f * near->size)
            return above > -0.5f * line->size ? near : NULL;
    }
    return NULL;
}

/* True for a name that stands between two things of the content, beside neither. */
static bool stands_in_gap(const lay_side *content, const lay_side_line *line)
{
    float top = line->baseline - 0.7f * line->size;
    const lay_side_line *near = lay_nearest_line(content, line);
    if (near && near->baseline < line->baseline)
        near++;
    if (!near || near >= content->lines + content->n || near == content->lines)
        return false;
    return near[-1].baseline < top && near->baseline - 0.7f * near->size > line->baseline;
}

static rail_fit fit_rail(const lay_page *page, const lay_side *rail, const lay_side *content)
{
    rail_fit f = {0};
    bool over_gap = false;
    bool styled = lay_begins_in_bold(page, rail, content);
    for (size_t i = 0; i < rail->n; i++) {
        const lay_side_line *line = &rail->lines[i], *near = lay_nearest_line(content, line);
        bool row =
            near && fabsf(near->baseline - line->baseline) < 0.5f * VT_MAX(near->size, line->size);
        f.alone += !row;
        if (!lay_starts_cell(page, rail, content, i, styled))
            continue;
        bool opening = lay_opening_beside(content, line) != NULL;
        bool gap = !row && !opening && stands_in_gap(content, line);
        f.starts++;
        /* the name of a section stands alone over the first of its dates */
        bool headed = over_gap && line->digit_words > 0 && (row || opening);
        f.aligned += (row || opening) + headed;
        f.opening += opening + headed;
        over_gap = gap;
        f.dated += line->digit_words > 0;
    }
    return f;
}

bool lay_is_narrow(const lay_side *rail, const lay_side *left, const lay_side *right)
{
    return rail->x1 - rail->x0 <= RAIL_SHARE * (right->x1 - left->x0);
}

/* A rail: short things at the left, each on the first baseline of what it belongs to. */
bool lay_is_rail(const lay_page *page, const lay_side *left, const lay_side *right)
{
    for (size_t i = 0; i < left->n; i++)
        if (lay_begins_list(lay_word(page, left->lines[i].first)->text))
            return false;
    const lay_side_line *first = left->lines;
    if (!left->n || !lay_is_narrow(left, left, right) ||
        (first->baseline > right->lines[0].baseline + 0.5f * first->size &&
         lay_opening_beside(right, first) != right->lines))
        return false;
    if (left->n == right->n && lay_is_right_aligned(right))
        return false; /* lines with something at their right end */
    rail_fit f = fit_rail(page, left, right);
    bool dates = f.dated * 10 >= f.starts * 7;
    if (left->n > (dates ? 4 : 1) * right->n || lay_share(f.aligned, f.starts) < 0.7)
        return false;
    return f.alone * 3 <= left->n + 2 || (f.starts >= 2 && lay_share(f.opening, f.starts) >= 0.75);
}

/* A rail that no order in the file can talk away: all its things begin where content begins. */
bool lay_is_strong_rail(const lay_page *page, const lay_evidence *e, const lay_side *left,
                        const lay_side *right)
{
    if (e->ground || left->n < 2 || !lay_is_rail(page, left, right))
        return false;
    rail_fit f = fit_rail(page, left, right);
    if (lay_share(f.opening, f.starts) < 0.75)
        return false;
    if (f.starts >= 3 && f.dated * 10 >= f.starts * 7 && lay_share(f.aligned, f.starts) >= 0.9)
        return true; /* dates are no column of their own */
    bool sparse = e->density <= 0.5 && left->n * 2 <= right->n;
    return left->n * 5 <= right->n * 3 && f.starts >= (sparse ? 2 : 3) &&
           lay_share(f.aligned, f.starts) >= (f.starts >= 5 ? 0.8 : 0.9);
}

/* True when reading straight across would tear a cell of the right side apart: its further lines
 * stand beside a list, beside wrapped text, or beside nothing. */
static bool tears_cells(const lay_page *page, const lay_gutter *g, const lay_side *left,
                        const lay_side *right)
{
    for (size_t i = 1; i < right->n; i++) {
        const lay_side_line *line = &right->lines[i], *above = line - 1;
        if (line->baseline - above->baseline > LAY_CELL_LEADING * line->size ||
            !lay_shares_baseline(left, above))
            continue;
        const lay_side_line *beside = lay_nearest_line(left, line),
                            *first = lay_nearest_line(left, above);
        if (!lay_shares_baseline(left, line) || lay_ends_open(lay_word(page, above->last)->text) ||
            (lay_begins_list(lay_word(page, beside->first)->text) &&
             !lay_begins_list(lay_word(page, first->first)->text)))
            return true;
        const vt_token *w = lay_word(page, beside->first);
        if (beside != first && first->words >= 3 && first->x1 + (w->box.x1 - w->box.x0) > g->x1 &&
            lay_same_style(first, beside))
            return true;
    }
    return false;
}

bool lay_is_right_rail(const lay_page *page, const lay_gutter *g, const lay_side *left,
                       const lay_side *right)
{
    if (right->n > left->n || right->n < 2 || !lay_is_narrow(right, left, right))
        return false;
    rail_fit f = fit_rail(page, right, left);
    return lay_share(f.aligned, f.starts) >= 0.8 && tears_cells(page, g, left, right);
}
