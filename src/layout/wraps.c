/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line with a date at its right end whose text goes on below: "Welder, Seaspan Ship-   2019" over
 * "yards, Vancouver". The text is read to its end first; the date stands behind it.
 */
#include <math.h>

#include "layout/region.h"
#include "text/utf8.h"

#define TAIL_GAP   0.6f  /* of the size: white before the date */
#define TAIL_WORDS 7     /* of the date at most */
#define LEADING    1.45f /* of the size: between the lines of one text */
#define ROOM       1.2f  /* of the size: less is left before the date than the next word needs */
#define LOWER_ROOM 4.0f  /* the same where the next word begins in lower case */

/* The word that begins the date at the end of the line; 0: there is none. */
static uint32_t find_tail(const lay_page *page, const lay_line *line)
{
    bool dated = false;
    for (uint32_t i = line->n; i-- > 1 && line->n - i <= TAIL_WORDS;) {
        const vt_token *w = lay_word(page, line->words[i]),
                       *before = lay_word(page, line->words[i - 1]);
        size_t digits = 0;
        for (size_t k = 0; k < w->text.len; k++)
            digits += vt_is_digit(w->text.ptr[k]);
        dated |= digits >= 2 && digits <= 6 && w->text.len <= 10;
        if (w->box.x0 - before->box.x1 > TAIL_GAP * w->size)
            return dated ? i : 0;
    }
    return 0;
}

static bool same_look(const vt_token *a, const vt_token *b)
{
    const uint32_t look = VT_TOKEN_BOLD | VT_TOKEN_ITALIC;
    return ((a->flags ^ b->flags) & look) == 0 && fabsf(a->size - b->size) < 0.06f * a->size &&
           a->color == b->color;
}

static bool begins_lower(const vt_token *w)
{
    return vt_cp_is(vt_utf8_first(w->text), VT_CP_LOWER);
}

/* What a text cannot end with. */
static bool is_open(vt_str word)
{
    static const char *const ends[] = {",", "&", "/", "and", "of", "und", "et", "y", "e", "de"};
    for (size_t i = 0; i < VT_COUNT(ends); i++)
        if (i < 3 ? vt_str_ends(word, vt_str_z(ends[i])) : vt_str_eq(word, vt_str_z(ends[i])))
            return true;
    return false;
}

/* Does the text before the date at `tail` go on in the line below? */
static bool goes_on(const lay_page *page, const lay_line *line, uint32_t tail,
                    const lay_line *below)
{
    const vt_token *first = lay_word(page, line->words[0]),
                   *last = lay_word(page, line->words[tail - 1]),
                   *date = lay_word(page, line->words[tail]),
                   *next = lay_word(page, below->words[0]);
    float step = below->baseline - line->baseline;
    if (below->column != line->column || below->bullet || below->hidden || below->label ||
        step < 0.8f * first->size || step > LEADING * first->size ||
        fabsf(next->box.x0 - first->box.x0) > 2 || below->box.x1 > date->box.x0 - 2 ||
        lay_begins_list(next->text) || !same_look(last, next))
        return false;
    bool lower = begins_lower(next);
    float room = date->box.x0 - last->box.x1 - (next->box.x1 - next->box.x0) - 0.25f * last->size;
    if (lower && vt_str_ends(last->text, VT_STR("-")))
        return true;
    return room < (is_open(last->text) || lower ? LOWER_ROOM : ROOM) * last->size;
}

/* Moves the date behind the text of the line below. */
static void move_tail(lay_page *page, lay_line *line, uint32_t tail, lay_line *below)
{
    uint32_t n = line->n - tail;
    uint32_t *words = VT_NEW_ARRAY(page->arena, uint32_t, below->n + n);
    memcpy(words, below->words, below->n * sizeof *words);
    memcpy(words + below->n, line->words + tail, n * sizeof *words);
    line->box = lay_word(page, line->words[0])->box;
    for (uint32_t i = 1; i < tail; i++)
        line->box = vt_box_union(line->box, lay_word(page, line->words[i])->box);
    for (uint32_t i = tail; i < line->n; i++)
        below->box.x1 = VT_MAX(below->box.x1, lay_word(page, line->words[i])->box.x1);
    line->n = tail;
    below->words = words;
    below->n += n;
    below->cont = true;
    line->table = below->table = false;
}

void lay_unwrap_lines(lay_page *page)
{
    for (size_t i = 0; i + 1 < page->lines.n; i++) {
        lay_line *line = &page->lines.at[i], *below = line + 1;
        uint32_t tail = line->n && below->n && !line->hidden ? find_tail(page, line) : 0;
        if (tail && goes_on(page, line, tail, below))
            move_tail(page, line, tail, below);
    }
}
