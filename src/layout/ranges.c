/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A range of dates that a narrow column breaks, over two lines or three, is one line:
 *
 *     March 2014          March 2014 –
 *     to                  Present
 *     November 2014
 */
#include <math.h>

#include "layout/region.h"
#include "text/date.h"
#include "text/utf8.h"

#define STEP 2.2f /* of the size: from line to line at most */
#define SHIFT                                                                                      \
    4.0f /* of the size: between their left ends, for lines set to the right or centred            \
          */

enum { DATE_WORDS = 4 };

static vt_str text_of(const lay_page *page, const lay_line *line, uint32_t from, uint32_t to)
{
    vt_str text = VT_STR("");
    for (uint32_t i = from; i < to; i++)
        text = vt_str_format(page->arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(text),
                             i > from ? " " : "", VT_STR_ARG(lay_word(page, line->words[i])->text));
    return text;
}

static bool is_date_word(const lay_page *page, vt_str text, uint32_t a, uint32_t b)
{
    vt_lex_entries e = vt_lexicon_find_text(page->lexicon, page->arena, text);
    for (size_t i = 0; i < e.n; i++)
        if (e.at[i].kind == VT_LEX_DATE_WORD && (e.at[i].code == a || e.at[i].code == b))
            return true;
    return false;
}

/* "to", "bis", a dash. */
static bool is_joint(const lay_page *page, vt_str text)
{
    size_t at = 0;
    if (!text.len || text.len > 16)
        return false;
    uint32_t cp = vt_utf8_next(text, &at);
    return at == text.len && (vt_cp_is(cp, VT_CP_DASH) || cp == '~')
               ? true
               : is_date_word(page, text, VT_DATE_WORD_TO, VT_DATE_WORD_UNTIL);
}

/* A text that is one date and nothing else. */
static bool is_date(const lay_page *page, vt_str text)
{
    vt_date_options options = {.mode = VT_DATE_HEADER, .today = {2090, 1, 1}};
    vt_words words = vt_words_split(page->arena, text);
    vt_date_hits hits = vt_date_find(page->lexicon, page->arena, &words, &options);
    return hits.n == 1 && !hits.at[0].range && hits.at[0].from.year && hits.at[0].start == 0 &&
           hits.at[0].end + 1 >= text.len;
}

static bool is_end(const lay_page *page, const lay_line *line)
{
    if (!line->n || line->n > DATE_WORDS)
        return false;
    vt_str text = text_of(page, line, 0, line->n);
    return is_date(page, text) ||
           is_date_word(page, text, VT_DATE_WORD_PRESENT, VT_DATE_WORD_ONGOING);
}

static bool has_digit(const lay_page *page, const lay_line *line)
{
    for (uint32_t i = 0; i < line->n; i++)
        for (size_t k = 0; k < lay_word(page, line->words[i])->text.len; k++)
            if (vt_is_digit(lay_word(page, line->words[i])->text.ptr[k]))
                return true;
    return false;
}

static bool stands_under(const lay_line *a, const lay_line *b)
{
    float step = b->baseline - a->baseline;
    return a->column == b->column && !b->hidden && !b->bullet && step > 0.5f * a->size &&
           step < STEP * a->size && fabsf(a->box.x0 - b->box.x0) < SHIFT * a->size;
}

/* How many lines from i on are one range; 0: none. */
static size_t range_lines(const lay_page *page, size_t i)
{
    const lay_line *a = &page->lines.at[i];
    size_t left = page->lines.n - i;
    if (a->hidden || !a->n || a->n > DATE_WORDS + 1 || left < 2 || !stands_under(a, a + 1) ||
        !has_digit(page, a))
        return 0;
    if (left > 2 && a[1].n == 1 && stands_under(a + 1, a + 2) &&
        is_joint(page, lay_word(page, a[1].words[0])->text) && a->n <= DATE_WORDS &&
        is_date(page, text_of(page, a, 0, a->n)) && is_end(page, a + 2))
        return 3;
    if (a->n > 1 && is_joint(page, lay_word(page, a->words[a->n - 1])->text) &&
        is_date(page, text_of(page, a, 0, a->n - 1)) && is_end(page, a + 1))
        return 2;
    return 0;
}

/* The lines behind the first become part of it. */
static void join_lines(lay_page *page, size_t i, size_t n)
{
    lay_line *a = &page->lines.at[i];
    uint32_t count = 0;
    for (size_t k = 0; k < n; k++)
        count += a[k].n;
    uint32_t *words = VT_NEW_ARRAY(page->arena, uint32_t, count);
    count = 0;
    for (size_t k = 0; k < n; k++) {
        memcpy(words + count, a[k].words, a[k].n * sizeof *words);
        count += a[k].n;
        a->box = vt_box_union(a->box, a[k].box);
    }
    a->words = words;
    a->n = count;
    memmove(a + 1, a + n, (page->lines.n - i - n) * sizeof *a);
    page->lines.n -= n - 1;
}

void lay_join_ranges(lay_page *page)
{
    for (size_t i = 0; page->lexicon && i + 1 < page->lines.n; i++) {
        size_t n = range_lines(page, i);
        if (n)
            join_lines(page, i, n);
    }
}
