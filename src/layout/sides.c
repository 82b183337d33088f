/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words of a region, the lines that they make at one side of a gutter, and what is plain to see
 * about such lines.
 */
#include <math.h>

#include "layout/region.h"
#include "text/utf8.h"

#define NAME_WORDS 6 /* of the name of a section at most */

/* Two digits side by side, as years, months and days have: "C1" and "B2" are none. */
static bool has_number(vt_str s)
{
    for (size_t i = 1; i < s.len; i++)
        if (vt_is_digit(s.ptr[i]) && vt_is_digit(s.ptr[i - 1]))
            return true;
    return false;
}

lay_side lay_make_side(const lay_page *page, const uint32_t *words, size_t n)
{
    lay_side s = {
        .lines = VT_NEW_ARRAY(page->arena, lay_side_line, n ? n : 1), .x0 = 1e9f, .x1 = -1e9f};
    lay_side_line *line = NULL;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        if (!line || w->baseline - line->baseline > 0.35f * VT_MAX(w->size, line->size)) {
            line = &s.lines[s.n++];
            *line = (lay_side_line){.x0 = w->box.x0,
                                    .x1 = w->box.x1,
                                    .y0 = w->box.y0,
                                    .y1 = w->box.y1,
                                    .baseline = w->baseline,
                                    .size = w->size,
                                    .first = words[i],
                                    .last = words[i],
                                    .bold = true};
        }
        if (w->box.x0 < line->x0)
            line->first = words[i];
        if (w->box.x1 > line->x1)
            line->last = words[i];
        line->x0 = VT_MIN(line->x0, w->box.x0);
        line->x1 = VT_MAX(line->x1, w->box.x1);
        line->y0 = VT_MIN(line->y0, w->box.y0);
        line->y1 = VT_MAX(line->y1, w->box.y1);
        line->size = VT_MAX(line->size, w->size);
        line->words++;
        line->digit_words += has_number(w->text);
        line->bold &= (w->flags & VT_TOKEN_BOLD) != 0;
        s.x0 = VT_MIN(s.x0, w->box.x0);
        s.x1 = VT_MAX(s.x1, w->box.x1);
    }
    return s;
}

lay_words lay_new_set(const lay_page *page, size_t max)
{
    return (lay_words){VT_NEW_ARRAY(page->arena, uint32_t, max ? max : 1), 0};
}

lay_parts lay_divide(const lay_page *page, const uint32_t *words, size_t n, const lay_gutter *g)
{
    lay_parts p = {lay_new_set(page, n), lay_new_set(page, n), lay_new_set(page, n),
                   lay_new_set(page, n)};
    float middle = (g->x0 + g->x1) / 2;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float y = lay_center_y(w);
        lay_words *set = y < g->y0                  ? &p.above
                         : y > g->y1                ? &p.below
                         : lay_center_x(w) < middle ? &p.left
                                                    : &p.right;
        set->at[set->n++] = words[i];
    }
    return p;
}

vt_box lay_bounds(const lay_page *page, const uint32_t *words, size_t n)
{
    vt_box box = {1e9f, 1e9f, -1e9f, -1e9f};
    for (size_t i = 0; i < n; i++)
        box = vt_box_union(box, lay_word(page, words[i])->box);
    return box;
}

lay_words lay_take(const lay_page *page, const lay_words *set, float from, float to)
{
    lay_words out = lay_new_set(page, set->n);
    for (size_t i = 0; i < set->n; i++) {
        float y = lay_center_y(lay_word(page, set->at[i]));
        if (y >= from && y < to)
            out.at[out.n++] = set->at[i];
    }
    return out;
}

static int by_baseline_then_x(const lay_page *page, uint32_t a, uint32_t b)
{
    const vt_token *x = lay_word(page, a), *y = lay_word(page, b);
    if (x->baseline != y->baseline)
        return x->baseline < y->baseline ? -1 : 1;
    return (x->box.x0 > y->box.x0) - (x->box.x0 < y->box.x0);
}

lay_words lay_merge_sets(const lay_page *page, const lay_words *a, const lay_words *b)
{
    lay_words out = lay_new_set(page, a->n + b->n);
    size_t i = 0, k = 0;
    while (i < a->n || k < b->n) {
        bool first = k == b->n || (i < a->n && by_baseline_then_x(page, a->at[i], b->at[k]) <= 0);
        out.at[out.n++] = first ? a->at[i++] : b->at[k++];
    }
    return out;
}

const lay_side_line *lay_nearest_line(const lay_side *other, const lay_side_line *line)
{
    const lay_side_line *best = NULL;
    size_t low = 0, high = other->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (other->lines[mid].baseline < line->baseline)
            low = mid + 1;
        else
            high = mid;
    }
    for (size_t i = low ? low - 1 : 0; i < other->n && i <= low; i++)
        if (!best || fabsf(other->lines[i].baseline - line->baseline) <
                         fabsf(best->baseline - line->baseline))
            best = &other->lines[i];
    return best;
}

bool lay_shares_baseline(const lay_side *other, const lay_side_line *line)
{
    const lay_side_line *near = lay_nearest_line(other, line);
    return near && fabsf(near->baseline - line->baseline) <=
                       LAY_SAME_BASELINE * VT_MIN(near->size, line->size);
}

bool lay_begins_lower(const lay_page *page, const lay_side_line *line)
{
    return vt_cp_is(vt_utf8_first(lay_word(page, line->first)->text), VT_CP_LOWER);
}

/* True when the file writes just the words of the lines, one after the other. */
static bool is_whole(const lay_side_line *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lines[i].last < lines[i].first || lines[i].digit_words ||
            lines[i].last - lines[i].first + 1 != lines[i].words ||
            (i && lines[i].first != lines[i - 1].last + 1))
            return false;
    return lines[n - 1].last - lines[0].first < NAME_WORDS;
}

/* Words of the file, spelled with spaces. */
static vt_str spell_words(const lay_page *page, uint32_t first, uint32_t last)
{
    size_t len = 0, room = 0;
    for (uint32_t i = first; i <= last; i++)
        room += lay_word(page, i)->text.len + 1;
    char *text = vt_arena_alloc(page->arena, room);
    for (uint32_t i = first; i <= last; i++) {
        vt_str word = lay_word(page, i)->text;
        if (len)
            text[len++] = ' ';
        memcpy(text + len, word.ptr, word.len);
        len += word.len;
    }
    return vt_str_n(text, len);
}

bool lay_is_section_name(const lay_page *page, const lay_side_line *lines, size_t n)
{
    if (!page->lexicon || !is_whole(lines, n))
        return false;
    uint32_t last = lines[n - 1].last;
    lay_name *known = &page->names[lines->first];
    if (known->end != last + 1) {
        vt_words words = vt_words_split(page->arena, spell_words(page, lines->first, last));
        known->end = last + 1;
        known->section = vt_lexicon_heading(page->lexicon, &words) != VT_SECTION_NONE;
    }
    return known->section;
}

bool lay_begins_list(vt_str s)
{
    uint32_t c = vt_utf8_first(s);
    return c == 0x2022 || c == 0x25cf || c == 0x25aa || c == 0x25a0 || c == 0x25e6 || c == 0x2023 ||
           c == 0xb7 || c == 0x25cb || ((c == '-' || c == 0x2013) && s.len <= 3);
}

bool lay_is_date_like(const lay_side_line *line)
{
    return line->digit_words > 0 && line->words <= 7 && line->digit_words * 4 >= line->words;
}

static void mark_side(lay_side_walk *walk, const lay_words *set, uint8_t side)
{
    for (size_t i = 0; i < set->n; i++) {
        uint32_t word = set->at[i];
        walk->page->side[word] = side;
        walk->next = VT_MIN(walk->next, word);
        walk->end = VT_MAX(walk->end, word + 1);
    }
}

lay_side_walk lay_walk_sides(lay_page *page, const lay_parts *p)
{
    lay_side_walk walk = {.page = page, .next = UINT32_MAX};
    mark_side(&walk, &p->left, LAY_LEFT);
    mark_side(&walk, &p->right, LAY_RIGHT);
    return walk;
}

bool lay_next_word(lay_side_walk *walk)
{
    uint8_t *side = walk->page->side;
    while (walk->next < walk->end) {
        walk->word = walk->next++;
        walk->side = side[walk->word];
        side[walk->word] = 0;
        if (walk->side)
            return true;
    }
    return false;
}

bool lay_is_right_aligned(const lay_side *right)
{
    size_t at_left = 0, at_right = 0;
    for (size_t i = 0; i < right->n; i++) {
        at_left += right->lines[i].x0 - right->x0 < 1.5f;
        at_right += right->x1 - right->lines[i].x1 < 1.5f;
    }
    return lay_share(at_right, right->n) >= 0.75 && lay_share(at_left, right->n) <= 0.6;
}

bool lay_same_style(const lay_side_line *a, const lay_side_line *b)
{
    return a->bold == b->bold && fabsf(a->size - b->size) < 0.3f;
}

bool lay_ends_open(vt_str t)
{
    return vt_str_ends(t, VT_STR("-")) || vt_str_ends(t, VT_STR("–")) ||
           vt_str_ends(t, VT_STR("—")) || vt_str_eq_nocase(t, VT_STR("to")) ||
           vt_str_eq_nocase(t, VT_STR("bis"));
}
