/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words of one region become visual lines: words whose baselines agree; a superscript, which sits
 * higher, goes to the line that it touches. A line whose height overlaps that of its neighbour
 * without sharing its baseline stands beside it, and is read by its place from the left.
 */
#include <math.h>

#include "layout/page.h"
#include "text/utf8.h"

#define SAME_LINE  0.28f /* of the size: words of one line */
#define SUPER_SIZE 0.8f  /* of the line's size: a superscript is smaller */

typedef struct draft {
    size_t first, end; /* in the sorted words */
    vt_box box;
    float baseline, size;
    uint32_t joined; /* index of the draft that takes these words, or VT_NONE */
} draft;

/* Size of most of the characters: of the few sizes that a line has. */
static float main_size(const lay_page *page, const uint32_t *words, size_t n)
{
    float sizes[6] = {0};
    size_t chars[6] = {0}, count = 0, best = 0;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        size_t k = 0;
        while (k < count && fabsf(sizes[k] - w->size) > 0.3f)
            k++;
        if (k == VT_COUNT(sizes))
            continue;
        if (k == count)
            sizes[count++] = w->size;
        chars[k] += w->text.len + 1;
        if (chars[k] > chars[best])
            best = k;
    }
    return sizes[best];
}

static size_t make_drafts(const lay_page *page, const uint32_t *words, size_t n, draft *drafts)
{
    size_t count = 0;
    draft *d = NULL;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float size = d ? VT_MIN(d->size, w->size) : 0;
        if (!d || w->baseline - d->baseline > SAME_LINE * size) {
            d = &drafts[count++];
            *d = (draft){i, i, w->box, w->baseline, w->size, VT_NONE};
        }
        d->end = i + 1;
        d->box = vt_box_union(d->box, w->box);
        d->size = VT_MAX(d->size, w->size);
        d->baseline = w->baseline;
    }
    return count;
}

/* True when `small` touches a word of `line` as a superscript or subscript does. */
static bool sits_on(const lay_page *page, const uint32_t *words, const draft *small,
                    const draft *line)
{
    if (small->size > SUPER_SIZE * line->size || small->end - small->first > 4)
        return false;
    float shift = small->baseline - line->baseline;
    if (shift < -0.6f * line->size || shift > 0.35f * line->size)
        return false;
    for (size_t i = line->first; i < line->end; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float right = small->box.x0 - w->box.x1, left = w->box.x0 - small->box.x1;
        if (fabsf(right) < 0.3f * line->size || fabsf(left) < 0.3f * line->size)
            return true;
    }
    return false;
}

static void join_superscripts(const lay_page *page, const uint32_t *words, draft *drafts,
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && sits_on(page, words, &drafts[i], &drafts[i + 1]))
            drafts[i].joined = (uint32_t)i + 1;
        else if (i > 0 && drafts[i - 1].joined == VT_NONE &&
                 sits_on(page, words, &drafts[i], &drafts[i - 1]))
            drafts[i].joined = (uint32_t)i - 1;
    }
}

static bool is_rtl_word(vt_str s)
{
    uint32_t c = vt_utf8_first(s);
    return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) ||
           (c >= 0xfe70 && c <= 0xfefc);
}

static void sort_by_x(const lay_page *page, uint32_t *words, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) { /* nearly sorted: insertion */
        uint32_t w = words[i];
        float x = lay_word(page, w)->box.x0;
        uint32_t k = i;
        for (; k > 0 && lay_word(page, words[k - 1])->box.x0 > x; k--)
            words[k] = words[k - 1];
        words[k] = w;
    }
}

/* A dash or a bar has no direction of its own. */
static bool is_neutral_word(vt_str s)
{
    for (size_t at = 0; at < s.len;) {
        uint32_t c = vt_utf8_next(s, &at);
        if (vt_is_alnum((int)c) || (c >= 0x80 && !(c >= 0x2010 && c <= 0x2027)))
            return false;
    }
    return true;
}

static void turn_words(uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        uint32_t w = words[i];
        words[i] = words[n - 1 - i];
        words[n - 1 - i] = w;
    }
}

/* Lines of Arabic or Hebrew are read from the right; numbers and Latin words inside keep their
 * own order. */
static void turn_rtl(const lay_page *page, uint32_t *words, uint32_t n)
{
    uint32_t rtl = 0, neutral = 0;
    for (uint32_t i = 0; i < n; i++) {
        rtl += is_rtl_word(lay_word(page, words[i])->text);
        neutral += is_neutral_word(lay_word(page, words[i])->text);
    }
    if (rtl * 2 <= n - neutral)
        return;
    turn_words(words, n);
    for (uint32_t i = 0; i < n;) {
        uint32_t end = i;
        while (end < n && !is_rtl_word(lay_word(page, words[end])->text))
            end++;
        uint32_t from = i, to = end;
        while (from < to && is_neutral_word(lay_word(page, words[from])->text))
            from++;
        while (to > from && is_neutral_word(lay_word(page, words[to - 1])->text))
            to--;
        turn_words(words + from, to - from);
        i = end + 1;
    }
}

static lay_line finish_line(const lay_page *page, const uint32_t *words, const draft *drafts,
                            size_t count, size_t index, uint32_t column)
{
    lay_line line = {.column = column, .level = -1.0f, .box = drafts[index].box};
    size_t n = 0;
    size_t from = index > 0 ? index - 1 : 0, to = VT_MIN(index + 2, count);
    for (size_t i = from; i < to; i++)
        n += drafts[i].end - drafts[i].first;
    line.words = VT_NEW_ARRAY(page->arena, uint32_t, n);
    for (size_t i = from; i < to; i++) {
        if (i != index && drafts[i].joined != index)
            continue;
        for (size_t k = drafts[i].first; k < drafts[i].end; k++)
            line.words[line.n++] = words[k];
        line.box = vt_box_union(line.box, drafts[i].box);
    }
    sort_by_x(page, line.words, line.n);
    turn_rtl(page, line.words, line.n);
    line.size = main_size(page, line.words, line.n);
    line.baseline = drafts[index].baseline;
    return line;
}

/* Overlapping neighbours without a common baseline stand side by side: left before right. */
static void order_neighbours(lay_page *page, size_t from)
{
    for (size_t i = from + 1; i < page->lines.n; i++) {
        lay_line *a = &page->lines.at[i - 1], *b = &page->lines.at[i];
        float overlap = VT_MIN(a->box.y1, b->box.y1) - VT_MAX(a->box.y0, b->box.y0);
        float low = VT_MIN(a->box.y1 - a->box.y0, b->box.y1 - b->box.y0);
        if (overlap > 0.45f * low && b->box.x1 <= a->box.x0) {
            lay_line t = *a;
            *a = *b;
            *b = t;
        }
    }
}

/* Up to three capitals or signs of a script without case: "JD". */
static bool is_monogram(const lay_page *page, const lay_line *line)
{
    vt_str text = lay_word(page, line->words[0])->text;
    size_t at = 0, n = 0;
    for (; at < text.len && n <= 3; n++) {
        uint32_t cp = vt_utf8_next(text, &at);
        if (vt_cp_is(cp, VT_CP_LOWER) || !(cp >= 0x80 || vt_is_alpha((char)cp)))
            return false;
    }
    return line->n == 1 && n >= 1 && n <= 3;
}

/* A monogram left of a name in several lines stands before all of them, not in their middle. */
static void set_monograms_apart(lay_page *page, size_t from)
{
    for (size_t i = from + 1; i + 1 < page->lines.n; i++) {
        lay_line mark = page->lines.at[i];
        const lay_line *below = &page->lines.at[i + 1];
        size_t to = i;
        if (!is_monogram(page, &mark) || below->size < 1.2f * mark.size ||
            below->box.x0 < mark.box.x1 || below->box.y0 > mark.box.y1)
            continue;
        for (; to > from; to--) {
            const lay_line *above = &page->lines.at[to - 1];
            if (fabsf(above->size - below->size) > 0.05f * below->size ||
                above->box.x0 < mark.box.x1)
                break;
        }
        memmove(page->lines.at + to + 1, page->lines.at + to, (i - to) * sizeof mark);
        page->lines.at[to] = mark;
    }
}

void lay_add_lines(lay_page *page, const uint32_t *words, size_t n, uint32_t column, bool table)
{
    if (!n)
        return;
    draft *drafts = VT_NEW_ARRAY(page->arena, draft, n);
    size_t count = make_drafts(page, words, n, drafts), from = page->lines.n;
    join_superscripts(page, words, drafts, count);
    for (size_t i = 0; i < count; i++) {
        if (drafts[i].joined != VT_NONE)
            continue;
        lay_line line = finish_line(page, words, drafts, count, i, column);
        line.table = table;
        vt_vec_push(page->arena, &page->lines, line);
    }
    order_neighbours(page, from);
    set_monograms_apart(page, from);
}

void lay_add_joined(lay_page *page, const uint32_t *words, size_t n, const uint32_t *cell,
                    size_t cell_n, uint32_t column)
{
    size_t first = page->lines.n;
    lay_add_lines(page, n ? words : cell, n ? n : cell_n, column, true);
    if (!n || page->lines.n == first)
        return;
    lay_line *line = &page->lines.at[first];
    uint32_t *all = VT_NEW_ARRAY(page->arena, uint32_t, line->n + cell_n);
    memcpy(all, line->words, line->n * sizeof *all);
    memcpy(all + line->n, cell, cell_n * sizeof *all); /* by baseline, then from the left */
    for (size_t i = 0; i < cell_n; i++)
        line->box = vt_box_union(line->box, lay_word(page, cell[i])->box);
    line->words = all;
    line->n += (uint32_t)cell_n;
}
