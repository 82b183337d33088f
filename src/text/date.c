/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text becomes atoms (a number, a date word of the lexicon, anything else) with the kind of gap
 * before each; the grammar reads atoms:
 *
 *     hit    = [expected] [from | since | until] unit [joint (unit | year2 | present)] [expected]
 *     joint  = dash | to | until                       "Jan 2019 - now", "2012-14", "bis"
 *     unit   = year mark [n mark [n mark]]              2019年4月1日
 *            | n sep n sep n                            01.02.2019, 2019-02-01, 2/1/2019
 *            | n sep year | year sep n                  04/2019, 2019-04
 *            | day [of] month [of] year                 1st January 2020, 1 de mayo de 2019
 *            | month [day] [of] year | year month       Sept. '19, 2019 április
 *            | season [of] year | quarter year          Summer 2018, Q3 2019: the year alone
 *            | year | 'yy
 *            | month | day month | n                    first half of "Jan - Mar 2019" only
 *
 * A unit that is all numbers is told from versions, standards, prices and phone numbers by what
 * touches it; a year alone also by what stands around it.
 */
#include "text/date.h"

#include "base/vec.h"
#include "text/utf8.h"

#include <stdio.h>

enum {
    G_SPACE = 1 << 0,
    G_DASH = 1 << 1,
    G_SLASH = 1 << 2,
    G_DOT = 1 << 3,
    G_COMMA = 1 << 4,
    G_APOS = 1 << 5,
    G_OPEN = 1 << 6,
    G_CLOSE = 1 << 7,
    G_COLON = 1 << 8,
    G_WIDE = 1 << 9, /* tab, newline, bar, bullet */
    G_OTHER = 1 << 10,
    G_EDGE = 1 << 11, /* start or end of the text */
};

#define BIT(word)    (1u << VT_DATE_WORD_##word)
#define MONTHS       0x1FFEu
#define SEASONS      (BIT(SPRING) | BIT(SUMMER) | BIT(AUTUMN) | BIT(WINTER))
#define MIN_YEAR     1930
#define YEARS_AHEAD  10
#define MAX_EXPECTED 4 /* atoms between "expected" and its date */

struct atom {
    uint32_t start, end;  /* bytes */
    uint32_t word, words; /* first word and their number */
    uint32_t mask;        /* date words: bits 1 << vt_date_word */
    int32_t number;       /* -1: none */
    uint16_t digits;      /* of the number */
    uint16_t gap;         /* G_ bits of what stands before it */
    bool ordinal;         /* 1st, 2nd */
    char mark;            /* 'y', 'm', 'd': the sign behind a number in Chinese, Japanese, Korean */
};

struct grammar {
    const vt_words *words;
    const vt_date_options *options;
    vt_date_order order;
    struct atom *at;
    size_t n;
    bool iso; /* the text has YYYY-MM that cannot be a span of years */
};

struct unit {
    size_t next; /* atom behind it */
    vt_when when;
    float score;
    bool year_only; /* a bare four-digit year */
    bool partial;   /* no year of its own */
    bool short_year, season;
    vt_when to; /* 2012/13: the other end */
};

/* ---- atoms ---- */

static uint16_t gap_bits(vt_str gap)
{
    uint16_t bits = 0;
    for (size_t i = 0; i < gap.len;) {
        uint32_t cp = vt_utf8_next(gap, &i);
        switch (cp) {
        case '\t':
        case '\n':
        case '|':
        case 0x2022:
        case 0xB7:
        case 0x2502:
            bits |= G_WIDE;
            continue;
        case '/':
        case 0x2044:
        case 0x2215:
            bits |= G_SLASH;
            continue;
        case '.':
            bits |= G_DOT;
            continue;
        case ',':
        case ';':
        case 0x3001:
        case 0x60C:
            bits |= G_COMMA;
            continue;
        case '(':
        case '[':
        case 0xFF08:
            bits |= G_OPEN;
            continue;
        case ')':
        case ']':
        case 0xFF09:
            bits |= G_CLOSE;
            continue;
        case ':':
            bits |= G_COLON;
            continue;
        case '\'':
        case 0x2018:
        case 0x2019:
        case 0xB4:
        case '`':
            bits |= G_APOS;
            continue;
        case '~':
        case 0x301C:
        case 0xFF5E:
        case 0x2192:
        case '>':
            bits |= G_DASH;
            continue;
        default:
            break;
        }
        unsigned classes = vt_cp_class(cp);
        bits |= classes & VT_CP_SPACE ? G_SPACE : classes & VT_CP_DASH ? G_DASH : G_OTHER;
        if (classes & (VT_CP_CONTROL))
            bits &= (uint16_t)~G_OTHER; /* zero-width characters */
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
    for (size_t i = 0; i < VT_COUNT(ENDINGS); i++)
        if (vt_str_eq(s, vt_str_z(ENDINGS[i])))
            return true;
    return false;
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
                        struct atom ret[2])
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
        mask = BIT(QUARTER);
    if (!(mask & (MONTHS | BIT(QUARTER))))
        return false;
    uint32_t cut = word->start + (uint32_t)letters;
    ret[0] = (struct atom){
        .start = word->start, .end = cut, .word = index, .words = 1, .mask = mask, .number = -1};
    ret[1] = (struct atom){.start = cut,
                           .end = word->end,
                           .word = index,
                           .words = 1,
                           .number = number,
                           .digits = digits};
    return true;
}

static struct atom plain_atom(const vt_word *word, uint32_t index)
{
    struct atom a = {.start = word->start, .end = word->end, .word = index, .words = 1};
    a.number = leading_number(word->folded, &a.digits);
    if (a.number >= 0 && a.digits < word->folded.len) {
        a.ordinal = is_ordinal_ending(vt_str_sub(word->folded, a.digits, word->folded.len));
        if (!a.ordinal)
            a.number = -1;
    }
    a.mark = cjk_mark(word->folded);
    return a;
}

static void read_atoms(const vt_lexicon *lex, vt_arena *arena, struct grammar *g)
{
    const vt_words *words = g->words;
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, words, VT_LEX_MASK(VT_LEX_DATE_WORD));
    VT_VEC(struct atom) atoms = {0};
    vt_vec_reserve(arena, &atoms, words->n + 4);
    size_t h = 0;
    for (size_t i = 0; i < words->n;) {
        while (h < hits.n && hits.at[h].first < i)
            h++;
        struct atom pair[2] = {plain_atom(&words->at[i], (uint32_t)i)};
        size_t count = 1;
        if (h < hits.n && hits.at[h].first == i && pair[0].number < 0) {
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
                                     (i == 0 ? G_EDGE : 0));
        end = atoms.at[i].end;
    }
    g->at = atoms.at;
    g->n = atoms.n;
}

/* ---- small tests ---- */

static uint16_t gap_after(const struct grammar *g, size_t i)
{
    if (i + 1 < g->n)
        return g->at[i + 1].gap;
    return (uint16_t)(gap_bits(vt_str_sub(g->words->text, g->at[i].end, g->words->text.len)) |
                      G_EDGE);
}

static bool gap_within(const struct grammar *g, size_t i, unsigned allowed)
{
    return i < g->n && (g->at[i].gap & ~allowed) == 0;
}

static bool is_number(const struct grammar *g, size_t i, int low, int high, unsigned max_digits)
{
    return i < g->n && g->at[i].number >= low && g->at[i].number <= high &&
           g->at[i].digits <= max_digits;
}

static int max_year(const struct grammar *g)
{
    return g->options->today.year + YEARS_AHEAD;
}

static bool is_year(const struct grammar *g, size_t i)
{
    return i < g->n && g->at[i].digits == 4 && !g->at[i].ordinal && g->at[i].number >= MIN_YEAR &&
           g->at[i].number <= max_year(g);
}

static bool is_short_year(const struct grammar *g, size_t i)
{
    return i < g->n && g->at[i].digits == 2 && g->at[i].number >= 0 && !g->at[i].ordinal;
}

static int full_year(const struct grammar *g, int yy)
{
    int now = g->options->today.year;
    int year = now - now % 100 + yy;
    return year > now + 8 ? year - 100 : year;
}

static int month_of(const struct grammar *g, size_t i)
{
    if (i >= g->n || !(g->at[i].mask & MONTHS))
        return 0;
    return __builtin_ctz(g->at[i].mask & MONTHS);
}

static bool has(const struct grammar *g, size_t i, uint32_t mask)
{
    return i < g->n && (g->at[i].mask & mask);
}

/* After "of", if one stands there. */
static size_t skip_of(const struct grammar *g, size_t i)
{
    return has(g, i, BIT(OF)) && gap_within(g, i, G_SPACE | G_DOT | G_COMMA) ? i + 1 : i;
}

/* Another number touches the end of atom i: a version, an address, a price. A dash before what may
 * be a date goes on with a range. */
static bool number_touches(const struct grammar *g, size_t i)
{
    if (i + 1 >= g->n || g->at[i + 1].digits == 0)
        return false;
    const struct atom *next = &g->at[i + 1];
    if (next->gap == G_DASH)
        return !is_year(g, i + 1) && (next->digits > 2 || next->number < 1);
    return next->gap != 0 && !(next->gap & (G_SPACE | G_WIDE | G_OPEN | G_CLOSE));
}

/* A number, or a word with digits, touches its start. */
static bool touched_before(const struct grammar *g, size_t i)
{
    uint16_t gap = g->at[i].gap;
    if (i == 0 || gap == 0 || (gap & ~(unsigned)(G_DOT | G_SLASH | G_COMMA | G_COLON)) ||
        g->at[i - 1].mark)
        return false;
    return (g->words->at[g->at[i].word - 1].flags & VT_WORD_DIGIT) != 0;
}

static char char_before(const struct grammar *g, size_t i)
{
    return g->at[i].start > 0 ? g->words->text.ptr[g->at[i].start - 1] : ' ';
}

static char char_after(const struct grammar *g, size_t i)
{
    return g->at[i].end < g->words->text.len ? g->words->text.ptr[g->at[i].end] : ' ';
}

/* ---- units ---- */

static vt_when ymd(int year, int month, int day)
{
    return (vt_when){(int16_t)year, (int8_t)month, (int8_t)day};
}

static bool unit_marks(const struct grammar *g, size_t i, struct unit *u)
{
    if (!is_year(g, i) || i + 1 >= g->n || g->at[i + 1].mark != 'y')
        return false;
    *u = (struct unit){.next = i + 2, .when = ymd(g->at[i].number, 0, 0), .score = 0.95f};
    if (is_number(g, i + 2, 1, 12, 2) && i + 3 < g->n && g->at[i + 3].mark == 'm') {
        u->when.month = (int8_t)g->at[i + 2].number;
        u->next = i + 4;
        if (is_number(g, i + 4, 1, 31, 2) && i + 5 < g->n && g->at[i + 5].mark == 'd') {
            u->when.day = (int8_t)g->at[i + 4].number;
            u->next = i + 6;
        }
    }
    return true;
}

/* Months and days of a/b in an all-numeric date; false when neither reading is possible. */
static bool day_and_month(const struct grammar *g, int a, int b, uint16_t gap, vt_when *when)
{
    bool month_first = (gap & G_SLASH) && g->order == VT_DATE_ORDER_MONTH_FIRST;
    if (a > 12)
        month_first = false;
    else if (b > 12)
        month_first = true;
    int month = month_first ? a : b, day = month_first ? b : a;
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    when->month = (int8_t)month;
    when->day = (int8_t)day;
    return true;
}

static bool same_separator(uint16_t a, uint16_t b)
{
    unsigned x = a & ~(unsigned)G_SPACE, y = b & ~(unsigned)G_SPACE;
    if (x != y)
        return false;
    if (x == G_DOT)
        return true;
    return (x == G_SLASH || x == G_DASH) && !((a | b) & G_SPACE);
}

static bool unit_numeric3(const struct grammar *g, size_t i, struct unit *u)
{
    if (i + 2 >= g->n || g->at[i].number < 0 || g->at[i + 1].number < 0 ||
        g->at[i + 2].number < 0 || !same_separator(g->at[i + 1].gap, g->at[i + 2].gap) ||
        number_touches(g, i + 2))
        return false;
    const struct atom *a = g->at + i;
    *u = (struct unit){.next = i + 3, .score = 0.92f};
    if (is_year(g, i) && is_number(g, i + 1, 1, 12, 2) && is_number(g, i + 2, 1, 31, 2)) {
        u->when = ymd(a[0].number, a[1].number, a[2].number);
        return true;
    }
    if (a[0].digits > 2 || a[1].digits > 2)
        return false;
    if (is_year(g, i + 2)) {
        u->when.year = (int16_t)a[2].number;
    } else if (is_short_year(g, i + 2) && !(a[1].gap & G_SPACE)) {
        u->when.year = (int16_t)full_year(g, a[2].number);
        u->short_year = true;
        u->score = 0.7f;
    } else {
        return false;
    }
    return day_and_month(g, a[0].number, a[1].number, a[1].gap, &u->when);
}

static bool unit_month_year(const struct grammar *g, size_t i, struct unit *u)
{
    if (!is_number(g, i, 1, 12, 2) || g->at[i].ordinal || !is_year(g, i + 1) ||
        number_touches(g, i + 1))
        return false;
    uint16_t gap = g->at[i + 1].gap;
    if (gap != G_SLASH && gap != G_DOT && gap != G_DASH && gap != (G_SLASH | G_SPACE) &&
        gap != (G_DOT | G_SPACE) && !(gap == G_COMMA && g->at[i].digits == 2))
        return false;
    if (gap == (G_DOT | G_SPACE) && g->at[i].digits < 2)
        return false; /* "1. 2019": a numbered item */
    *u = (struct unit){
        .next = i + 2, .when = ymd(g->at[i + 1].number, g->at[i].number, 0), .score = 0.95f};
    return true;
}

static bool en_dash(const struct grammar *g, size_t i)
{
    return g->at[i].start - g->at[i - 1].end > 1; /* more than the byte of a hyphen */
}

/* 2011-12: the span of years or December? */
static bool is_year_span(const struct grammar *g, size_t i, int year, int n)
{
    if (g->iso)
        return false;
    if (n <= year % 100)
        return year < 2000 && year >= 1960 && en_dash(g, i + 1) &&
               n <= g->options->today.year % 100;
    return n == year % 100 + 1 || en_dash(g, i + 1);
}

/* The other end of 2012/13, 2012-13, 2012/2013 behind the year at i; 0 when there is none. */
static int span_end(const struct grammar *g, size_t i)
{
    int from = g->at[i].number;
    if (i + 1 >= g->n || number_touches(g, i + 1))
        return 0;
    uint16_t gap = g->at[i + 1].gap;
    if (gap == G_SLASH && is_year(g, i + 1))
        return g->at[i + 1].number == from + 1 ? from + 1 : 0;
    if ((gap != G_SLASH && gap != G_DASH) || !is_short_year(g, i + 1))
        return 0;
    int to = from - from % 100 + g->at[i + 1].number;
    if (to < from)
        to += 100;
    bool possible = gap == G_SLASH ? to == from + 1 : to > from && to - from <= 50;
    return possible && to <= max_year(g) ? to : 0;
}

static bool unit_year_month(const struct grammar *g, size_t i, struct unit *u)
{
    if (!is_year(g, i) || !is_number(g, i + 1, 1, 12, 2) || g->at[i + 1].ordinal ||
        number_touches(g, i + 1))
        return false;
    uint16_t gap = g->at[i + 1].gap;
    bool two = g->at[i + 1].digits == 2;
    if (!(gap == G_DOT || ((gap == G_DASH || gap == G_SLASH) && two)))
        return false;
    if (gap != G_DOT && is_year_span(g, i, g->at[i].number, g->at[i + 1].number))
        return false;
    *u = (struct unit){
        .next = i + 2, .when = ymd(g->at[i].number, g->at[i + 1].number, 0), .score = 0.92f};
    return true;
}

/* The year behind a month: 2019, '19, -19, 19. */
static bool year_behind(const struct grammar *g, size_t i, struct unit *u)
{
    size_t at = skip_of(g, i);
    const unsigned loose = G_SPACE | G_DOT | G_COMMA | G_APOS | G_DASH | G_SLASH | G_CLOSE;
    if (is_year(g, at) && gap_within(g, at, loose)) {
        /* "Jan - 2019" is odd but a month and its year; not with a bracket alone */
        u->when.year = (int16_t)g->at[at].number;
        u->next = at + 1;
        return true;
    }
    if (!is_short_year(g, i))
        return false;
    uint16_t gap = g->at[i].gap;
    bool apostrophe = (gap & G_APOS) && !(gap & ~(G_APOS | G_SPACE | G_DOT | G_DASH));
    bool glued = gap == G_DASH || gap == G_SLASH || gap == 0;
    bool plain = (gap == G_SPACE || gap == (G_DOT | G_SPACE)) &&
                 g->options->mode == VT_DATE_HEADER && !is_year(g, i + 1);
    if (!apostrophe && !glued && !plain)
        return false;
    if (plain && g->at[i].number > 31)
        apostrophe = true; /* no day */
    u->when.year = (int16_t)full_year(g, g->at[i].number);
    u->next = i + 1;
    u->short_year = true;
    u->score = apostrophe ? 0.9f : glued ? 0.8f : 0.5f;
    return true;
}

static bool unit_month_name(const struct grammar *g, size_t i, struct unit *u)
{
    int day = 0, month;
    size_t at = i;
    *u = (struct unit){.score = 0.98f};
    if (is_number(g, i, 1, 31, 2)) { /* a day before the month */
        at = skip_of(g, i + 1);
        if (!month_of(g, at) || !gap_within(g, at, G_SPACE | G_DOT | G_DASH | G_SLASH) ||
            g->at[at].gap == (G_DASH | G_SPACE))
            return false;
        day = g->at[i].number;
    }
    month = month_of(g, at);
    if (!month)
        return false;
    u->when = ymd(0, month, day);
    if (year_behind(g, at + 1, u) && !(u->short_year && is_year(g, u->next)))
        return true;
    if (day == 0 && is_number(g, at + 1, 1, 31, 2) &&
        gap_within(g, at + 1, G_SPACE | G_DOT | G_DASH)) {
        size_t behind = skip_of(g, at + 2);
        if (is_year(g, behind) && gap_within(g, behind, G_SPACE | G_COMMA | G_DOT | G_DASH)) {
            u->when = ymd(g->at[behind].number, month, g->at[at + 1].number);
            u->next = behind + 1;
            u->short_year = false;
            u->score = 0.98f;
            return true;
        }
        if (g->at[at + 1].gap == G_SPACE) { /* "Mar 5 - Apr 6, 2019" */
            *u = (struct unit){.next = at + 2,
                               .when = ymd(0, month, g->at[at + 1].number),
                               .partial = true,
                               .score = 0.9f};
            return true;
        }
    }
    *u = (struct unit){.next = at + 1, .when = ymd(0, month, day), .partial = true, .score = 0.9f};
    return true;
}

static bool unit_season(const struct grammar *g, size_t i, struct unit *u)
{
    size_t at = i;
    if (has(g, i, SEASONS)) {
        at = i + 1;
        /* "Fall/Winter 2019" */
        if (has(g, at, SEASONS) && gap_within(g, at, G_SLASH | G_DASH | G_SPACE))
            at++;
    } else if (has(g, i, BIT(QUARTER)) && is_number(g, i + 1, 1, 4, 1)) {
        at = i + 2;
    } else if (is_number(g, i, 1, 4, 1) && has(g, i + 1, BIT(QUARTER)) &&
               gap_within(g, i + 1, G_SPACE | G_DOT)) {
        at = i + 2;
    } else {
        return false;
    }
    *u = (struct unit){.season = true, .score = 0.9f};
    at = skip_of(g, at);
    if (is_year(g, at) && gap_within(g, at, G_SPACE | G_COMMA | G_SLASH | G_DASH | G_APOS)) {
        u->when = ymd(g->at[at].number, 0, 0);
        u->to = ymd(span_end(g, at), 0, 0);
        u->next = at + (u->to.year ? 2 : 1);
        return true;
    }
    if (is_short_year(g, at) && (g->at[at].gap & G_APOS)) {
        u->when = ymd(full_year(g, g->at[at].number), 0, 0);
        u->next = at + 1;
        return true;
    }
    u->partial = true;
    u->next = at;
    return true;
}

static bool is_product(vt_str word)
{
    static const char *const WORDS[] = {
        "windows",    "server",   "office",
        "iso",        "iec",      "en",
        "din",        "sql",      "word",
        "excel",      "access",   "outlook",
        "sharepoint", "exchange", "studio",
        "autocad",    "revit",    "project",
        "visio",      "act",      "dynamics",
        "solidworks", "inventor", "es",
        "ecmascript", "oracle",   "vs",
        "powerpoint", "catia",    "nav",
        "r2",         "rfc",      "ieee",
        "astm",       "section",  "room",
        "suite",      "apt",      "unit",
        "box",        "model",    "version",
        "route",      "highway",  "no",
        "nr",         "zip",      "plz",
        "cp",         "over",     "approximately",
        "approx",     "about",    "nearly",
        "up",         "least",    "than",
        "top",        "agenda",   "vision",
        "cobol",      "fortran",  "sap",
        "creo",
    };
    for (size_t i = 0; i < VT_COUNT(WORDS); i++)
        if (vt_str_eq(word, vt_str_z(WORDS[i])))
            return true;
    return false;
}

/* What touches a bare year says that it is none. */
static bool year_is_spoiled(const struct grammar *g, size_t i)
{
    char before = char_before(g, i), after = char_after(g, i);
    const vt_str text = g->words->text;
    uint32_t start = g->at[i].start, end = g->at[i].end;
    char before2 = start > 1 ? text.ptr[start - 2] : ' ';
    char after2 = end + 1 < text.len ? text.ptr[end + 1] : ' ';
    if (strchr("$#@+%=_<", before) || strchr("%+@=_*", after))
        return true;
    if (start > 1 && ((unsigned char)before2 == 0xC2 || (unsigned char)before2 == 0x82) &&
        (unsigned char)before >= 0x80 && before != '\xA0' && before != '\xB7')
        return true; /* pound, euro and the like */
    bool after_year = i > 0 && is_year(g, i - 1) && (before == '-' || before == '/');
    if (!after_year && strchr(":.,/-", before) && vt_is_digit(before2))
        return true;
    if (before == '-' && vt_is_alpha(before2))
        return true;
    if (strchr(":.,", after) && vt_is_digit(after2))
        return true;
    if ((after == '-' || after == '/') && vt_is_alpha(after2) && !has(g, i + 1, ~0u))
        return true;
    return after == 'x' || number_touches(g, i);
}

/* Numbers beside it with nothing but phone signs between: a phone number or an address. */
static bool in_number_run(const struct grammar *g, size_t i)
{
    const unsigned phone = G_SPACE | G_DASH | G_DOT | G_OPEN | G_CLOSE;
    if (i > 0 && g->at[i - 1].digits >= 2 && !is_year(g, i - 1) && gap_within(g, i, phone) &&
        !(g->at[i].gap & G_OPEN))
        return g->at[i - 1].digits >= 3 || (i > 1 && g->at[i - 2].digits >= 2);
    if (i + 1 < g->n && g->at[i + 1].digits >= 3 && !is_year(g, i + 1) &&
        gap_within(g, i + 1, phone))
        return true;
    return false;
}

static bool says_in(const struct grammar *g, size_t i)
{
    static const char *const WORDS[] = {
        "in", "im",    "en",   "em",   "w",   "v",     "i",    "nel", "since", "by", "dal",
        "du", "class", "year", "jahr", "ano", "annee", "anno", "r",   "в",     "у",  "с"};
    if (i == 0 || !(g->at[i].gap == G_SPACE || g->at[i].gap == (G_SPACE | G_COLON)))
        return false;
    vt_str word = g->words->at[g->at[i].word - 1].folded;
    for (size_t k = 0; k < VT_COUNT(WORDS); k++)
        if (vt_str_eq(word, vt_str_z(WORDS[k])))
            return true;
    return false;
}

/* How surely a lone year is a date, by what stands around it. */
static float year_score(const struct grammar *g, size_t i)
{
    if (year_is_spoiled(g, i) || in_number_run(g, i))
        return 0;
    if (i > 0 && g->at[i].word > 0 && (g->at[i].gap & G_SPACE) &&
        !(g->at[i].gap & ~(unsigned)G_SPACE) && is_product(g->words->at[g->at[i].word - 1].folded))
        return says_in(g, i) ? 0.6f : 0;
    const unsigned apart =
        G_EDGE | G_WIDE | G_OPEN | G_CLOSE | G_COMMA | G_DASH | G_COLON | G_SLASH;
    bool left = g->at[i].gap & apart, right = gap_after(g, i) & apart;
    bool bracket = (g->at[i].gap & G_OPEN) && (gap_after(g, i) & G_CLOSE);
    if (g->options->mode == VT_DATE_PROSE)
        return says_in(g, i) ? 0.75f : bracket ? 0.6f : 0.3f;
    if (g->n == 1)
        return 0.95f;
    return bracket         ? 0.85f
           : left && right ? 0.85f
           : says_in(g, i) ? 0.8f
           : right         ? 0.7f
           : left          ? 0.55f
                           : 0.3f;
}

static bool unit_year(const struct grammar *g, size_t i, struct unit *u)
{
    if (is_year(g, i)) {
        *u = (struct unit){.next = i + 1, .when = ymd(g->at[i].number, 0, 0), .year_only = true};
        u->score = year_score(g, i);
        int month = month_of(g, i + 1);
        if (month && gap_within(g, i + 1, G_SPACE | G_COMMA | G_DOT | G_DASH | G_SLASH) &&
            !(g->at[i + 1].gap & G_DASH && g->at[i + 1].gap & G_SPACE) &&
            (i + 2 >= g->n || (g->at[i + 2].gap & G_DASH) ||
             (!is_year(g, i + 2) && !is_short_year(g, i + 2)))) {
            *u =
                (struct unit){.next = i + 2, .when = ymd(g->at[i].number, month, 0), .score = 0.9f};
            return true;
        }
        if ((has(g, i + 1, SEASONS) && g->at[i + 1].gap == G_SPACE && !is_year(g, i + 2)) ||
            (has(g, i + 1, BIT(QUARTER)) && is_number(g, i + 2, 1, 4, 1))) {
            u->next = has(g, i + 1, SEASONS) ? i + 2 : i + 3;
            u->season = true;
            u->year_only = false;
            u->score = 0.85f;
            return true;
        }
        int to = span_end(g, i);
        if (!to)
            return u->score > 0;
        u->to = ymd(to, 0, 0);
        u->next = i + 2;
        u->year_only = false;
        u->score = 0.88f;
        return true;
    }
    if (is_short_year(g, i) && (g->at[i].gap & G_APOS)) {
        *u = (struct unit){.next = i + 1,
                           .when = ymd(full_year(g, g->at[i].number), 0, 0),
                           .short_year = true,
                           .score = 0.5f};
        return true;
    }
    return false;
}

/* "03/15" and the lone "05" of "05 - 07/2019". */
static bool unit_short(const struct grammar *g, size_t i, struct unit *u)
{
    if (g->options->mode != VT_DATE_HEADER || !is_number(g, i, 1, 12, 2) || g->at[i].ordinal)
        return false;
    if (is_short_year(g, i + 1) && g->at[i + 1].gap == G_SLASH && !number_touches(g, i + 1)) {
        *u = (struct unit){.next = i + 2,
                           .when = ymd(full_year(g, g->at[i + 1].number), g->at[i].number, 0),
                           .short_year = true,
                           .score = 0.3f};
        return true;
    }
    if (g->at[i].digits == 2) {
        *u = (struct unit){
            .next = i + 1, .when = ymd(0, g->at[i].number, 0), .partial = true, .score = 0.5f};
        return true;
    }
    return false;
}

static bool read_unit(const struct grammar *g, size_t i, struct unit *u)
{
    static bool (*const FORMS[])(const struct grammar *, size_t, struct unit *) = {
        unit_marks,      unit_numeric3, unit_month_year, unit_year_month,
        unit_month_name, unit_season,   unit_year,       unit_short};
    if (i >= g->n)
        return false;
    for (size_t f = 0; f < VT_COUNT(FORMS); f++)
        if (FORMS[f](g, i, u))
            return true;
    return false;
}

/* ---- ranges ---- */

/* Where the second half starts when a joint follows atom `i - 1`; 0 when none does. */
static size_t after_joint(const struct grammar *g, size_t i, bool *ret_open)
{
    *ret_open = false;
    if (i >= g->n) {
        *ret_open = i > 0 && (gap_after(g, i - 1) & G_DASH);
        return 0;
    }
    uint16_t gap = g->at[i].gap;
    if (gap & (G_OTHER | G_COLON))
        return 0;
    if ((gap & G_DASH) && (gap & G_CLOSE)) {
        *ret_open = true; /* "(2019 -) Acme" */
        return 0;
    }
    /* "to date", "bis heute", 至今: phrases that hold the joint */
    if (has(g, i, BIT(PRESENT) | BIT(ONGOING)) && g->at[i].words > 1 && !(gap & ~(unsigned)G_SPACE))
        return i;
    bool word = has(g, i, BIT(TO) | BIT(UNTIL)) && !(gap & (G_WIDE | G_OPEN | G_CLOSE));
    if (word && i + 1 < g->n && !(g->at[i + 1].gap & ~(unsigned)(G_SPACE | G_DASH | G_DOT)))
        return i + 1;
    if ((gap & G_DASH) && !(gap & (G_OPEN | G_CLOSE)))
        return i;
    return 0;
}

static bool complete_partial(struct unit *first, const struct unit *second)
{
    if (second->partial || second->when.year == 0)
        return false;
    if (first->season)
        first->when.year = second->when.year;
    else if (first->when.month && second->when.month)
        first->when.year =
            (int16_t)(second->when.year - (first->when.month > second->when.month ? 1 : 0));
    else
        return false;
    first->partial = false;
    return true;
}

static bool in_order(vt_when from, vt_when to)
{
    if (from.year != to.year)
        return from.year < to.year;
    return !from.month || !to.month || from.month <= to.month;
}

static void set_span(const struct grammar *g, size_t from, size_t to, vt_span *ret)
{
    *ret = (vt_span){g->at[from].start, g->at[to - 1].end};
}

/* "expected" near the date, and dates to come. */
static void mark_expected(const struct grammar *g, size_t start, size_t end, vt_date_hit *hit)
{
    for (size_t k = 1; k <= MAX_EXPECTED && k <= start; k++) {
        if (g->at[start - k].digits >= 2)
            break;
        hit->expected |= has(g, start - k, BIT(EXPECTED));
    }
    for (size_t k = 0; k < 2 && end + k < g->n; k++) {
        if (g->at[end + k].digits >= 2)
            break;
        hit->expected |= has(g, end + k, BIT(EXPECTED));
    }
    vt_when last = hit->to.year ? hit->to : hit->from;
    const vt_day *today = &g->options->today;
    if (last.year > today->year || (last.year == today->year && last.month > today->month))
        hit->expected = true;
}

/* Behind a sign that says "year": 2015 r., 2015 roku. */
static size_t skip_year_sign(const struct grammar *g, size_t i)
{
    static const char *const SIGNS[] = {"г",  "гг",   "года", "год",  "р",
                                        "рр", "року", "r",    "roku", "rok"};
    if (i >= g->n || i == 0 || (g->at[i].gap & ~(unsigned)(G_SPACE | G_DOT)) ||
        g->at[i - 1].digits < 2)
        return i;
    for (size_t k = 0; k < VT_COUNT(SIGNS); k++)
        if (vt_str_eq(g->words->at[g->at[i].word].folded, vt_str_z(SIGNS[k])))
            return i + 1;
    return i;
}

struct found {
    vt_date_hit hit;
    size_t next;
};

/* Reads the second half at `at`; false leaves a single date. */
static bool read_second(const struct grammar *g, size_t at, struct unit *first, struct found *f)
{
    vt_date_hit *hit = &f->hit;
    if (has(g, at, BIT(PRESENT) | BIT(ONGOING)) && !first->partial) {
        hit->from = first->when;
        hit->range = hit->current = true;
        hit->score = VT_MAX(first->score, first->short_year ? 0.85f : 0.97f);
        set_span(g, at, at + 1, &hit->to_span);
        f->next = at + 1;
        return true;
    }
    struct unit second;
    if (first->to.year || !read_unit(g, at, &second) || second.partial || second.to.year)
        return false;
    if (first->partial && !complete_partial(first, &second))
        return false;
    if (!in_order(first->when, second.when))
        return false;
    hit->from = first->when;
    hit->to = second.when;
    hit->range = true;
    hit->season = first->season || second.season;
    bool both_short = first->short_year && second.short_year;
    hit->score = first->year_only && second.year_only ? 0.93f : both_short ? 0.8f : 0.97f;
    set_span(g, at, second.next, &hit->to_span);
    f->next = skip_year_sign(g, second.next);
    return true;
}

/* "2012-14" with spaces or another dash around: a short second year. */
static bool read_short_second(const struct grammar *g, size_t at, const struct unit *first,
                              struct found *f)
{
    if (!first->year_only || !is_short_year(g, at) || number_touches(g, at))
        return false;
    int from = first->when.year, to = from - from % 100 + g->at[at].number;
    if (to < from)
        to += 100;
    if (to > max_year(g) || to - from > 50)
        return false;
    f->hit.from = first->when;
    f->hit.to = ymd(to, 0, 0);
    f->hit.range = true;
    f->hit.score = 0.8f;
    set_span(g, at, at + 1, &f->hit.to_span);
    f->next = at + 1;
    return true;
}

static void single(const struct grammar *g, size_t start, const struct unit *u, uint32_t opener,
                   bool open_end, struct found *f)
{
    vt_date_hit *hit = &f->hit;
    hit->from = u->when;
    hit->to = u->to;
    hit->range = u->to.year != 0;
    hit->season = u->season;
    hit->score = u->score;
    set_span(g, start, u->next, &hit->from_span);
    f->next = u->next;
    if (opener & BIT(SINCE)) {
        hit->current = true;
        hit->range = true;
        hit->score = VT_MAX(hit->score, 0.9f);
    } else if ((opener & BIT(UNTIL)) && !hit->to.year) {
        hit->to = hit->from;
        hit->to_span = hit->from_span;
        hit->from = (vt_when){0};
        hit->from_span = (vt_span){0, 0};
        hit->score = VT_MAX(hit->score, 0.85f);
    } else if (open_end && g->options->mode == VT_DATE_HEADER) {
        hit->current = true;
        hit->range = true;
        hit->score = VT_MAX(hit->score, 0.7f);
    }
}

/* A date that starts at atom i, an opening word included. */
static bool read_hit(const struct grammar *g, size_t i, struct found *f)
{
    size_t at = i;
    uint32_t opener = g->at[i].mask & (BIT(FROM) | BIT(SINCE) | BIT(UNTIL));
    struct unit u;
    *f = (struct found){0};
    if (opener && !month_of(g, i)) {
        at = i + 1;
        if (!gap_within(g, at, G_SPACE | G_COLON | G_APOS | G_DOT))
            return false;
    }
    if (touched_before(g, at) || !read_unit(g, at, &u))
        return false;
    u.next = skip_year_sign(g, u.next);
    bool open_end;
    size_t second = after_joint(g, u.next, &open_end);
    if (second && (read_second(g, second, &u, f) || read_short_second(g, second, &u, f))) {
        set_span(g, at, u.next, &f->hit.from_span);
    } else if (u.partial) {
        return false;
    } else {
        /* with "present" in brackets or behind a wide gap: "2019 (current)" */
        single(g, at, &u, opener, open_end, f);
        if (!f->hit.to.year && has(g, u.next, BIT(PRESENT) | BIT(ONGOING)) &&
            g->options->mode == VT_DATE_HEADER && (g->at[u.next].gap & (G_OPEN | G_WIDE))) {
            f->hit.current = f->hit.range = true;
            f->next = u.next + 1;
        }
    }
    if (f->hit.from.year == 0 && f->hit.to.year == 0)
        return false;
    size_t shown = opener && (opener & (BIT(SINCE) | BIT(UNTIL))) ? i : at;
    mark_expected(g, i, f->next, &f->hit);
    f->hit.start = g->at[shown].start;
    f->hit.end = g->at[f->next - 1].end;
    f->hit.first = g->at[shown].word;
    f->hit.count = g->at[f->next - 1].word + g->at[f->next - 1].words - f->hit.first;
    return f->hit.score >= (g->options->mode == VT_DATE_HEADER ? 0.35f : 0.55f);
}

/* YYYY-MM by its form, which may also be the span of two years. */
static bool like_iso(const struct grammar *g, size_t i)
{
    return i + 1 < g->n && is_year(g, i) && is_number(g, i + 1, 1, 12, 2) &&
           g->at[i + 1].digits == 2 &&
           (g->at[i + 1].gap == G_DASH || g->at[i + 1].gap == G_SLASH) && !en_dash(g, i + 1);
}

/* The text writes ISO dates: a YYYY-MM whose month cannot be a later year, or two of them in a
 * row ("2003-09 - 2005-06"), since two spans of years make no range. */
static bool writes_iso(const struct grammar *g)
{
    for (size_t i = 0; i + 1 < g->n; i++)
        if (like_iso(g, i) && (g->at[i + 1].number <= g->at[i].number % 100 || like_iso(g, i + 2)))
            return true;
    return false;
}

vt_date_hits vt_date_find(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                          const vt_date_options *options)
{
    struct grammar g = {.words = words, .options = options, .order = options->order};
    bool digits = false;
    for (size_t i = 0; i < words->n && !digits; i++)
        digits = (words->at[i].flags & VT_WORD_DIGIT) != 0;
    if (!digits)
        return (vt_date_hits){NULL, 0};
    read_atoms(lex, arena, &g);
    g.iso = writes_iso(&g);
    if (g.order == VT_DATE_ORDER_UNKNOWN)
        g.order = vt_date_guess_order(words);
    VT_VEC(vt_date_hit) hits = {0};
    for (size_t i = 0; i < g.n;) {
        struct found f;
        if (read_hit(&g, i, &f)) {
            vt_vec_push(arena, &hits, f.hit);
            i = f.next;
        } else {
            i++;
        }
    }
    return (vt_date_hits){hits.at, hits.n};
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

void vt_when_format(vt_when when, char *ret)
{
    if (when.year <= 0)
        ret[0] = '\0';
    else if (when.month > 0)
        snprintf(ret, 16, "%04d-%02d", when.year, when.month);
    else
        snprintf(ret, 16, "%04d", when.year);
}

int vt_when_months(vt_when when, int month_if_unknown)
{
    return when.year * 12 + (when.month > 0 ? when.month : month_if_unknown) - 1;
}
