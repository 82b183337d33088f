/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words become atoms: a phrase of the lexicon is one, "jan2019" and "Q3" are two. Then the text as
 * a whole says how it writes dates: day or month first, and whether 2011-12 is a month.
 */
#include "text/date_atoms.h"

#include "base/vec.h"
#include "text/calendar.h"
#include "text/utf8.h"

static uint16_t gap_bits(vt_str gap)
{
    uint16_t bits = 0;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i);
        switch (cp) {
        case '\n':
            bits |= GAP_LINE;
            continue;
        case '\t':
        case '|':
        case 0x2022:
        case 0xB7:
        case 0x2502:
            bits |= GAP_CELL;
            continue;
        case '/':
        case 0x2044:
        case 0x2215:
            bits |= GAP_SLASH;
            continue;
        case '.':
            bits |= GAP_DOT;
            continue;
        case ',':
        case ';':
        case 0x3001:
        case 0x60C:
            bits |= GAP_COMMA;
            continue;
        case '(':
        case '[':
        case 0xFF08:
            bits |= GAP_OPEN;
            continue;
        case ')':
        case ']':
        case 0xFF09:
            bits |= GAP_CLOSE;
            continue;
        case ':':
            bits |= GAP_COLON;
            continue;
        case '\'':
        case 0x2018:
        case 0x2019:
        case 0xB4:
        case '`':
            bits |= GAP_APOS;
            continue;
        case '~':
        case 0x301C:
        case 0xFF5E:
        case 0x2192:
        case '>':
            bits |= GAP_DASH;
            continue;
        default:
            break;
        }
        unsigned classes = vt_cp_class(cp);
        bits |= classes & VT_CP_SPACE ? GAP_SPACE : classes & VT_CP_DASH ? GAP_DASH : GAP_OTHER;
        if (classes & (VT_CP_CONTROL))
            bits &= (uint16_t)~GAP_OTHER; /* zero-width characters */
    }
    return bits;
}

static int32_t leading_number(vt_str folded, uint16_t *ret_digits)
{
    int32_t number = 0;
    size_t n = 0;
    while (n < folded.len && vt_is_digit(folded.ptr[n]) && n < 9)
        number = number * 10 + (folded.ptr[n++] - '0');
    *ret_digits = (uint16_t)n;
    return n == 0 || (n < folded.len && vt_is_digit(folded.ptr[n])) ? -1 : number;
}

static bool is_ordinal_ending(vt_str s)
{
    static const char *const ENDINGS[] = {"st", "nd", "rd", "th", "er", "e", "o", "a", "re", "de"};
    return VT_STR_AMONG(s, ENDINGS);
}

static char cjk_mark(vt_str folded)
{
    static const struct {
        const char *text;
        char mark;
    } MARKS[] = {{"年", 'y'}, {"월", 'm'}, {"月", 'm'}, {"년", 'y'}, {"日", 'd'}, {"일", 'd'}};
    for (size_t i = 0; i < VT_COUNT(MARKS); i++)
        if (vt_str_eq(folded, vt_str_z(MARKS[i].text)))
            return MARKS[i].mark;
    return 0;
}

static uint32_t date_mask(vt_lex_entries entries)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < entries.n; i++)
        if (entries.at[i].kind == VT_LEX_DATE_WORD)
            mask |= 1u << entries.at[i].code;
    return mask;
}

/* "jan2019", "q3", "fy19": letters and digits as two atoms. */
static bool split_mixed(const vt_lexicon *lex, vt_arena *arena, const vt_word *word, uint32_t index,
                        vt_date_atom ret[2])
{
    vt_str f = word->folded;
    size_t letters = 0;
    while (letters < f.len && !vt_is_digit(f.ptr[letters]))
        letters++;
    uint16_t digits;
    int32_t number = leading_number(vt_str_sub(f, letters, f.len), &digits);
    if (letters == 0 || number < 0 || letters + digits != f.len || f.len != word->end - word->start)
        return false;
    vt_str head = vt_str_sub(f, 0, letters);
    uint32_t mask = date_mask(vt_lexicon_find_text(lex, arena, head));
    if (vt_str_eq(head, VT_STR("h")))
        mask = DATE_BIT(QUARTER);
    if (!(mask & (DATE_MONTHS | DATE_BIT(QUARTER))))
        return false;
    uint32_t cut = word->start + (uint32_t)letters;
    ret[0] = (vt_date_atom){
        .start = word->start, .end = cut, .word = index, .words = 1, .mask = mask, .number = -1};
    ret[1] = (vt_date_atom){.start = cut,
                            .end = word->end,
                            .word = index,
                            .words = 1,
                            .number = number,
                            .digits = digits};
    return true;
}

static vt_date_atom plain_atom(const vt_word *word, uint32_t index)
{
    vt_date_atom a = {.start = word->start, .end = word->end, .word = index, .words = 1};
    a.number = leading_number(word->folded, &a.digits);
    if (a.number >= 0 && a.digits < word->folded.len) {
        a.ordinal = is_ordinal_ending(vt_str_sub(word->folded, a.digits, word->folded.len));
        if (!a.ordinal)
            a.number = -1;
    }
    a.mark = cjk_mark(word->folded);
    return a;
}

/* "令和5", "二〇一九": several words that are one number. */
static bool join_east(const vt_words *words, size_t i, vt_date_atom *ret)
{
    vt_east_number n = vt_east_number_read(words, i);
    if (n.words == 0)
        return false;
    ret->words = (uint32_t)n.words;
    ret->end = words->at[i + n.words - 1].end;
    ret->number = n.value;
    ret->digits = n.digits;
    ret->mark = 0;
    return true;
}

static bool may_be_solar(const vt_date_atoms *g, const vt_date_atom *a)
{
    return a->digits == 4 && a->number >= VT_SOLAR_MIN_YEAR &&
           a->number <= atoms_max_year(g) - VT_SOLAR_YEARS_BEHIND;
}

/* Years and months of the solar calendar, where a text counts by it. */
static void mark_solar(vt_date_atoms *g)
{
    bool any = false;
    for (size_t i = 0; i < g->n && !any; i++)
        any = may_be_solar(g, &g->at[i]);
    if (!any || !vt_solar_is_meant(g->words->text))
        return;
    for (size_t i = 0; i < g->n; i++) {
        vt_date_atom *a = &g->at[i];
        int month = a->words == 1 ? vt_solar_month(g->words->at[a->word].folded) : 0;
        a->solar = month || may_be_solar(g, a);
        if (month)
            a->mask = 1u << month;
    }
}

static void split(const vt_lexicon *lex, vt_arena *arena, vt_date_atoms *g)
{
    const vt_words *words = g->words;
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, words, VT_LEX_MASK(VT_LEX_DATE_WORD));
    VT_VEC(vt_date_atom) atoms = {0};
    vt_vec_reserve(arena, &atoms, words->n + 4);
    size_t h = 0;
    for (size_t i = 0; i < words->n;) {
        while (h < hits.n && hits.at[h].first < i)
            h++;
        vt_date_atom pair[2] = {plain_atom(&words->at[i], (uint32_t)i)};
        size_t count = 1;
        g->east |= vt_word_is_unspaced(&words->at[i]);
        if (join_east(words, i, &pair[0])) {
            pair[0].mask = 0;
        } else if (h < hits.n && hits.at[h].first == i && pair[0].number < 0) {
            uint32_t n = hits.at[h].count;
            for (; h < hits.n && hits.at[h].first == i; h++)
                if (hits.at[h].count == n)
                    pair[0].mask |= 1u << hits.at[h].entry->code;
            pair[0].words = n;
            pair[0].end = words->at[i + n - 1].end;
        } else if ((words->at[i].flags & VT_WORD_DIGIT) && (words->at[i].flags & VT_WORD_ALPHA) &&
                   pair[0].number < 0 &&
                   split_mixed(lex, arena, &words->at[i], (uint32_t)i, pair)) {
            count = 2;
        }
        i += pair[0].words;
        for (size_t k = 0; k < count; k++)
            vt_vec_push(arena, &atoms, pair[k]);
    }
    uint32_t end = 0;
    for (size_t i = 0; i < atoms.n; i++) {
        atoms.at[i].gap = (uint16_t)(gap_bits(vt_str_sub(words->text, end, atoms.at[i].start)) |
                                     (i == 0 ? GAP_EDGE : 0));
        end = atoms.at[i].end;
    }
    g->at = atoms.at;
    g->n = atoms.n;
    mark_solar(g);
}

uint16_t vt_date_gap_after(const vt_date_atoms *g, size_t i)
{
    if (i + 1 < g->n)
        return g->at[i + 1].gap;
    return (uint16_t)(gap_bits(vt_str_sub(g->words->text, g->at[i].end, g->words->text.len)) |
                      GAP_EDGE);
}

/* ---- how the text writes dates ---- */

/* YYYY-MM by its form, which may also be the span of two years. */
static bool like_iso(const vt_date_atoms *g, size_t i)
{
    return i + 1 < g->n && atom_is_year(g, i) && atom_is_number(g, i + 1, 1, 12, 2) &&
           g->at[i + 1].digits == 2 &&
           (g->at[i + 1].gap == GAP_DASH || g->at[i + 1].gap == GAP_SLASH) &&
           !atom_after_long_dash(g, i + 1);
}

/* The text writes ISO dates: a YYYY-MM whose month cannot be a later year, or two of them in a
 * row ("2003-09 - 2005-06"), since two spans of years make no range. */
static bool writes_iso(const vt_date_atoms *g)
{
    for (size_t i = 0; i + 1 < g->n; i++)
        if (like_iso(g, i) && (g->at[i + 1].number <= g->at[i].number % 100 || like_iso(g, i + 2)))
            return true;
    return false;
}

vt_date_order vt_date_guess_order(const vt_words *words)
{
    size_t day_first = 0, month_first = 0;
    for (size_t i = 0; i + 2 < words->n; i++) {
        uint16_t digits[3];
        int32_t n[3];
        for (size_t k = 0; k < 3; k++)
            n[k] = leading_number(words->at[i + k].folded, &digits[k]);
        char a = words->text.ptr[words->at[i].end], b = words->text.ptr[words->at[i + 1].end];
        if (n[0] < 1 || n[1] < 1 || n[2] < 0 || a != '/' || b != '/' || digits[0] > 2 ||
            digits[1] > 2 || (digits[2] != 4 && digits[2] != 2))
            continue;
        day_first += n[0] > 12 && n[0] <= 31 && n[1] <= 12;
        month_first += n[1] > 12 && n[1] <= 31 && n[0] <= 12;
    }
    return day_first > month_first   ? VT_DATE_ORDER_DAY_FIRST
           : month_first > day_first ? VT_DATE_ORDER_MONTH_FIRST
                                     : VT_DATE_ORDER_UNKNOWN;
}

vt_date_atoms vt_date_atoms_read(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                                 const vt_date_options *options)
{
    vt_date_atoms g = {.words = words, .options = options, .order = options->order};
    split(lex, arena, &g);
    g.iso = writes_iso(&g);
    if (g.order == VT_DATE_ORDER_UNKNOWN)
        g.order = vt_date_guess_order(words);
    return g;
}
