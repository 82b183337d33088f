/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Levels that are drawn: a row of equal dots, squares or stars of which the first are filled; a
 * bar over its track; signs of a font (★★★☆☆, ●●●○○). And list signs that are drawn.
 */
#include <math.h>

#include "layout/emit.h"
#include "text/utf8.h"

#define MARK_MIN 2.5f
#define MARK_MAX 18.0f
#define REACH    260.0f /* points between a line and the marks at its right */

/* A row of marks: where it stands and what it says. */
typedef struct rating {
    vt_box box;
    float level;
} rating;

typedef VT_VEC(rating) rating_list;
typedef VT_VEC(const vt_shape *) shape_list;

static int by_place(const void *a, const void *b)
{
    const vt_shape *s = *(const vt_shape *const *)a, *t = *(const vt_shape *const *)b;
    float y = (s->box.y0 + s->box.y1) / 2 - (t->box.y0 + t->box.y1) / 2;
    if (fabsf(y) > 1.5f)
        return y < 0 ? -1 : 1;
    return (s->box.x0 > t->box.x0) - (s->box.x0 < t->box.x0);
}

static bool same_paint(const vt_shape *a, const vt_shape *b)
{
    return a->filled == b->filled && a->color == b->color;
}

static bool next_mark(const vt_shape *a, const vt_shape *b)
{
    float aw = a->box.x1 - a->box.x0, bw = b->box.x1 - b->box.x0;
    float ah = a->box.y1 - a->box.y0, bh = b->box.y1 - b->box.y0;
    float gap = b->box.x0 - a->box.x1;
    return fabsf(aw - bw) < 0.25f * aw + 0.6f && fabsf(ah - bh) < 0.25f * ah + 0.6f &&
           fabsf(a->box.y0 - b->box.y0) < 1.5f && gap > -0.3f * aw && gap < 2.2f * aw;
}

/* Marks drawn over each other count once: the later one is seen. */
static size_t merge_overlaid(const vt_shape **marks, size_t n)
{
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        if (out && fabsf(marks[out - 1]->box.x0 - marks[i]->box.x0) < 1.2f &&
            fabsf(marks[out - 1]->box.y0 - marks[i]->box.y0) < 1.2f) {
            if (marks[i] > marks[out - 1] && marks[i]->filled)
                marks[out - 1] = marks[i];
            continue;
        }
        marks[out++] = marks[i];
    }
    return out;
}

static void find_dots(lay_page *page, rating_list *found)
{
    shape_list marks = {0};
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        const vt_shape *s = &page->doc->shapes.at[i];
        float w = s->box.x1 - s->box.x0, h = s->box.y1 - s->box.y0;
        if (w >= MARK_MIN && w <= 2.5f * MARK_MAX && h >= MARK_MIN && h <= MARK_MAX && w < 6 * h &&
            h < 1.7f * w)
            vt_vec_push(page->arena, &marks, s);
    }
    if (marks.n < 3)
        return;
    qsort(marks.at, marks.n, sizeof *marks.at, by_place);
    marks.n = merge_overlaid(marks.at, marks.n);
    for (size_t i = 0; i < marks.n;) {
        size_t end = i + 1, filled = 1, turns = 0;
        while (end < marks.n && next_mark(marks.at[end - 1], marks.at[end])) {
            filled += same_paint(marks.at[i], marks.at[end]);
            turns += !same_paint(marks.at[end - 1], marks.at[end]);
            end++;
        }
        size_t total = end - i;
        if (total >= 3 && total <= 10 && turns <= 1) {
            rating r = {vt_box_union(marks.at[i]->box, marks.at[end - 1]->box),
                        (float)filled / (float)total};
            vt_vec_push(page->arena, found, r);
        }
        i = end;
    }
}

static bool is_bar(const vt_shape *s)
{
    float w = s->box.x1 - s->box.x0, h = s->box.y1 - s->box.y0;
    return h >= 1.2f && h <= 16 && w >= 3 && w <= 320 && s->kind != VT_SHAPE_CIRCLE;
}

/* A track and a shorter bar that begins where it begins. */
static void find_bars(lay_page *page, rating_list *found)
{
    const vt_doc *doc = page->doc;
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        const vt_shape *track = &doc->shapes.at[i];
        float width = track->box.x1 - track->box.x0, height = track->box.y1 - track->box.y0;
        if (!is_bar(track) || width < 25 || width < 3 * height)
            continue;
        for (size_t k = i + 1; k < page->shape_end && k < i + 6; k++) {
            const vt_shape *bar = &doc->shapes.at[k];
            float part = bar->box.x1 - bar->box.x0;
            if (!is_bar(bar) || fabsf(bar->box.x0 - track->box.x0) > 2 ||
                fabsf(bar->box.y0 - track->box.y0) > 2.5f ||
                fabsf(bar->box.y1 - track->box.y1) > 2.5f || part > width + 1 ||
                bar->color == track->color)
                continue;
            rating r = {track->box, VT_MIN(part / width, 1.0f)};
            vt_vec_push(page->arena, found, r);
            break;
        }
    }
}

/* The line that a row of marks speaks of: at its left on the same height, else just above it. */
static lay_line *line_of(lay_page *page, const rating *r)
{
    lay_line *best = NULL;
    float best_cost = 1e9f, y = (r->box.y0 + r->box.y1) / 2;
    for (size_t i = 0; i < page->lines.n; i++) {
        lay_line *line = &page->lines.at[i];
        float cost;
        if (y > line->box.y0 - 1 && y < line->box.y1 + 1 && r->box.x0 > line->box.x0 &&
            r->box.x0 - line->box.x1 < REACH)
            cost = VT_MAX(r->box.x0 - line->box.x1, 0.0f);
        else if (r->box.y0 > line->baseline - 1 && r->box.y0 - line->box.y1 < 1.1f * line->size &&
                 r->box.x0 < line->box.x1 && r->box.x1 > line->box.x0)
            cost = 100 + 4 * (r->box.y0 - line->box.y1) + fabsf(r->box.x0 - line->box.x0);
        else
            continue;
        if (cost < best_cost) {
            best_cost = cost;
            best = line;
        }
    }
    return best;
}

void lay_find_ratings(lay_page *page)
{
    rating_list found = {0};
    find_dots(page, &found);
    find_bars(page, &found);
    for (size_t i = 0; i < found.n; i++) {
        lay_line *line = line_of(page, &found.at[i]);
        if (line && line->level < 0)
            line->level = found.at[i].level;
    }
}

/* ---- drawn list signs ---- */

static bool near_vertical_rule(const lay_page *page, vt_box mark)
{
    float x = (mark.x0 + mark.x1) / 2;
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        vt_box b = page->doc->shapes.at[i].box;
        if (b.x1 - b.x0 < 3 && b.y1 - b.y0 > 20 && fabsf((b.x0 + b.x1) / 2 - x) < 3 &&
            b.y0 < mark.y1 + 4 && b.y1 > mark.y0 - 4)
            return true;
    }
    return false;
}

static int by_middle(const void *a, const void *b)
{
    const vt_box *s = a, *t = b;
    return (s->y0 + s->y1 > t->y0 + t->y1) - (s->y0 + s->y1 < t->y0 + t->y1);
}

static bool is_sign_of(const lay_page *page, const lay_line *line, vt_box mark)
{
    float em = line->size, w = mark.x1 - mark.x0, h = mark.y1 - mark.y0;
    float gap = line->box.x0 - mark.x1;
    return w < 0.62f * em && h < 0.62f * em && gap > 0.15f * em && gap < 2.3f * em &&
           !near_vertical_rule(page, mark);
}

typedef VT_VEC(vt_box) boxes;

/* Signs at both ends of a line adorn it. */
static bool has_twin(const boxes *marks, size_t first, float to, const lay_line *line, vt_box mark)
{
    float em = line->size, gap = line->box.x0 - mark.x1;
    for (size_t i = first; i < marks->n && marks->at[i].y0 + marks->at[i].y1 <= 2 * to; i++) {
        vt_box b = marks->at[i];
        float same = (b.x1 - b.x0) - (mark.x1 - mark.x0);
        if (fabsf(b.x0 - line->box.x1 - gap) < 0.25f * em && fabsf(same) < 0.1f * em)
            return true;
    }
    return false;
}

void lay_find_bullets(lay_page *page)
{
    boxes marks = {0};
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        vt_box b = page->doc->shapes.at[i].box;
        float w = b.x1 - b.x0, h = b.y1 - b.y0;
        if (w >= 1 && w < 12 && h >= 0.4f && h < 12 && w < 8 * h && h < 2 * w)
            vt_vec_push(page->arena, &marks, b);
    }
    for (size_t i = 0; i < page->doc->pictures.n; i++) {
        vt_box b = page->doc->pictures.at[i].box;
        if (page->doc->pictures.at[i].page == page->page && b.x1 - b.x0 < 8 && b.y1 - b.y0 < 8)
            vt_vec_push(page->arena, &marks, b);
    }
    if (!marks.n)
        return;
    qsort(marks.at, marks.n, sizeof *marks.at, by_middle);
    for (size_t i = 0; i < page->lines.n; i++) {
        lay_line *line = &page->lines.at[i];
        float from = line->baseline - 0.65f * line->size, to = line->baseline + 0.1f * line->size;
        size_t low = 0, high = marks.n;
        while (low < high) {
            size_t mid = (low + high) / 2;
            if ((marks.at[mid].y0 + marks.at[mid].y1) / 2 < from)
                low = mid + 1;
            else
                high = mid;
        }
        for (size_t k = low; k < marks.n && marks.at[k].y0 + marks.at[k].y1 <= 2 * to; k++)
            line->bullet |= is_sign_of(page, line, marks.at[k]) &&
                            !has_twin(&marks, low, to, line, marks.at[k]);
    }
}

/* ---- signs of a font ---- */

typedef enum sign { SIGN_NONE, SIGN_FULL, SIGN_HALF, SIGN_EMPTY } sign;

static sign sign_of_code(uint32_t c)
{
    switch (c) {
    case 0x2605: /* stars, discs, squares */
    case 0x25cf:
    case 0x2b24:
    case 0x25a0:
    case 0x2b50:
    case 0x26ab:
    case 0x25c6:
    case 0x25ae:
    case 0x2588:
        return SIGN_FULL;
    case 0x2606:
    case 0x25cb:
    case 0x25ef:
    case 0x25a1:
    case 0x26aa:
    case 0x25c7:
    case 0x25af:
    case 0x2591:
        return SIGN_EMPTY;
    case 0x25d0:
    case 0x2bea:
        return SIGN_HALF;
    default:
        return SIGN_NONE;
    }
}

static sign sign_of_icon(vt_str meaning)
{
    if (vt_str_eq(meaning, VT_STR("star")) || vt_str_eq(meaning, VT_STR("circle")))
        return SIGN_FULL;
    if (vt_str_eq(meaning, VT_STR("star-empty")) || vt_str_eq(meaning, VT_STR("circle-empty")))
        return SIGN_EMPTY;
    return vt_str_eq(meaning, VT_STR("star-half")) ? SIGN_HALF : SIGN_NONE;
}

/* Adds the signs of a token; false when it holds anything else. */
static bool add_signs(const vt_token *t, uint32_t first_color, double *full, size_t *total)
{
    if (t->flags & VT_TOKEN_ICON) {
        sign s = sign_of_icon(t->text);
        if (s == SIGN_NONE)
            return false;
        ++*total;
        *full += s == SIGN_HALF ? 0.5 : s == SIGN_FULL && t->color == first_color;
        return true;
    }
    double sum = 0;
    size_t count = 0;
    for (size_t at = 0; at < t->text.len; count++) {
        sign s = sign_of_code(vt_utf8_next(t->text, &at));
        if (s == SIGN_NONE)
            return false;
        sum += s == SIGN_HALF ? 0.5 : s == SIGN_FULL && t->color == first_color;
    }
    *full += sum;
    *total += count;
    return count > 0;
}

void lay_rate_tokens(vt_doc *doc, vt_line *line)
{
    vt_token *tokens = doc->tokens.at + line->first;
    for (uint32_t i = 0; i < line->count; i++) {
        double full = 0;
        size_t total = 0;
        uint32_t end = i;
        while (end < line->count && add_signs(&tokens[end], tokens[i].color, &full, &total))
            end++;
        if (total >= 3 && total <= 10) {
            line->level = (float)(full / (double)total);
            for (; i < end; i++)
                tokens[i].flags |= VT_TOKEN_ICON;
        }
        i = VT_MAX(i, end ? end - 1 : 0);
    }
}
