/* SPDX-License-Identifier: Apache-2.0 */
#include "text/place_words.h"

#include "text/utf8.h"

static void note_hit(vt_place_spot *spot, const vt_lex_hit *hit)
{
    uint16_t count = (uint16_t)hit->count;
    switch (hit->entry->kind) {
    case VT_LEX_CITY:
        if (spot->city && spot->city != count)
            return;
        spot->city = count;
        spot->cities = spot->n_cities++ ? spot->cities : hit;
        break;
    case VT_LEX_REGION:
        if (spot->region && spot->region != count)
            return;
        spot->region = count;
        spot->regions = spot->n_regions++ ? spot->regions : hit;
        break;
    case VT_LEX_COUNTRY:
        if (!spot->land) {
            spot->country = count;
            spot->land = hit->entry;
        }
        break;
    case VT_LEX_REMOTE:
        if (!spot->mode) {
            spot->remote = count;
            spot->mode = hit->entry;
        }
        break;
    case VT_LEX_STREET:
        spot->street = count;
        break;
    default:
        spot->org = count;
        break;
    }
}

vt_place_words vt_place_words_read(const vt_lexicon *lex, vt_arena *arena, const vt_words *words)
{
    uint32_t mask = VT_LEX_MASK(VT_LEX_CITY) | VT_LEX_MASK(VT_LEX_REGION) |
                    VT_LEX_MASK(VT_LEX_COUNTRY) | VT_LEX_MASK(VT_LEX_REMOTE) |
                    VT_LEX_MASK(VT_LEX_STREET) | VT_LEX_MASK(VT_LEX_ORG_WORD) |
                    VT_LEX_MASK(VT_LEX_TITLE_WORD) | VT_LEX_MASK(VT_LEX_EMPLOYER);
    vt_place_words f = {
        .lex = lex, .words = words, .at = VT_NEW_ARRAY(arena, vt_place_spot, words->n + 1)};
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, words, mask);
    for (size_t i = 0; i < hits.n; i++)
        note_hit(&f.at[hits.at[i].first], &hits.at[i]);
    return f;
}

bool vt_place_is_named(const vt_place_words *f, size_t i)
{
    const vt_word *w = place_word(f, i);
    if (w->flags & VT_WORD_CAPITAL)
        return true;
    size_t at = w->start;
    uint32_t cp = vt_utf8_next(f->words->text, &at);
    return vt_cp_is(cp, VT_CP_LETTER) && !vt_cp_is(cp, VT_CP_LOWER | VT_CP_UPPER);
}

static bool all_digits(vt_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!vt_is_digit(s.ptr[i]))
            return false;
    return s.len > 0;
}

/* A word of a postcode such as SW1A, 1AA, M5V: letters and digits, short, in capitals. */
static bool is_mixed_code(const vt_word *w)
{
    return (w->flags & VT_WORD_DIGIT) && (w->flags & VT_WORD_UPPER) && w->end - w->start <= 4;
}

size_t vt_place_postcode_words(const vt_place_words *f, size_t i)
{
    size_t n = f->words->n;
    if (i >= n)
        return 0;
    const vt_word *w = place_word(f, i);
    if (is_mixed_code(w) && i + 1 < n && is_mixed_code(place_word(f, i + 1)) &&
        !(place_word(f, i + 1)->flags & VT_WORD_BREAK))
        return 2;
    /* D-10115, F 75001 */
    size_t from = i;
    if ((w->flags & VT_WORD_UPPER) && w->end - w->start <= 3 && !(w->flags & VT_WORD_DIGIT) &&
        i + 1 < n && vt_str_eq(place_gap_before(f, i + 1), VT_STR("-")))
        from = i + 1;
    const vt_word *d = place_word(f, from);
    if (!all_digits(d->folded) || d->folded.len < 4 || d->folded.len > 6)
        return from == i && i + 1 < n && all_digits(d->folded) && d->folded.len == 3 &&
                       all_digits(place_word(f, i + 1)->folded) &&
                       place_word(f, i + 1)->folded.len == 2 &&
                       !(place_word(f, i + 1)->flags & VT_WORD_BREAK)
                   ? 2 /* 123 45 */
                   : 0;
    size_t count = from - i + 1;
    if (from + 1 < n && all_digits(place_word(f, from + 1)->folded) &&
        vt_str_eq(place_gap_before(f, from + 1), VT_STR("-")))
        return count + 1; /* 12345-6789, 01310-100 */
    if (d->folded.len == 4 && from + 1 < n && (place_word(f, from + 1)->flags & VT_WORD_UPPER) &&
        place_word(f, from + 1)->end - place_word(f, from + 1)->start == 2 &&
        !(place_word(f, from + 1)->flags & VT_WORD_BREAK) && from + 2 < n &&
        vt_place_is_named(f, from + 2) && !(place_word(f, from + 2)->flags & VT_WORD_BREAK))
        return count + 1; /* 1012 AB Amsterdam */
    return count;
}

vt_place_sep vt_place_separator(vt_str gap)
{
    vt_place_sep sep = VT_SEP_SPACE;
    size_t chars = 0;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i);
        if (++chars > 6)
            return VT_SEP_NO;
        if (vt_cp_is(cp, VT_CP_SPACE) && cp != '\n')
            continue;
        if (cp == ',' || cp == '(' || cp == '/' || cp == 0x3001 || cp == 0x60C || cp == ';' ||
            cp == 0xFF0C || vt_cp_is(cp, VT_CP_DASH))
            sep = VT_SEP_STRONG;
        else if (cp != '.' && cp != ')')
            return VT_SEP_NO;
    }
    return sep;
}
