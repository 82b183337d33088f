/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A text as the atoms that the grammar of dates reads: numbers, date words of the lexicon, anything
 * else, and the kind of gap before each. Private to date.c and date_unit.c.
 */
#ifndef VT_TEXT_DATE_ATOMS_H
#define VT_TEXT_DATE_ATOMS_H

#include "text/date.h"

enum { /* what stands in a gap */
       GAP_SPACE = 1 << 0,
       GAP_DASH = 1 << 1,
       GAP_SLASH = 1 << 2,
       GAP_DOT = 1 << 3,
       GAP_COMMA = 1 << 4,
       GAP_APOS = 1 << 5,
       GAP_OPEN = 1 << 6,
       GAP_CLOSE = 1 << 7,
       GAP_COLON = 1 << 8,
       GAP_CELL = 1 << 9, /* tab, bar, bullet */
       GAP_OTHER = 1 << 10,
       GAP_EDGE = 1 << 11, /* start or end of the text */
       GAP_LINE = 1 << 12,
       GAP_WIDE = GAP_CELL | GAP_LINE,
};

enum { VT_DATE_MIN_YEAR = 1930, VT_DATE_YEARS_AHEAD = 10 }; /* the years that may be meant */

/** Sets of date words, as in vt_date_atom.mask. */
#define DATE_BIT(word) (1u << VT_DATE_WORD_##word)
#define DATE_MONTHS    0x1FFEu
#define DATE_SEASONS   (DATE_BIT(SPRING) | DATE_BIT(SUMMER) | DATE_BIT(AUTUMN) | DATE_BIT(WINTER))

typedef struct vt_date_atom {
    uint32_t start, end;  /* bytes */
    uint32_t word, words; /* first word and their number */
    uint32_t mask;        /* date words: bits 1 << vt_date_word */
    int32_t number;       /* -1: none */
    uint16_t digits;      /* of the number */
    uint16_t gap;         /* GAP_ bits of what stands before it */
    bool ordinal;         /* 1st, 2nd */
    bool solar;           /* a year or month of the solar calendar */
    char mark;            /* 'y', 'm', 'd': the sign behind a number in Chinese, Japanese, Korean */
} vt_date_atom;

typedef struct vt_date_atoms {
    const vt_words *words;
    const vt_date_options *options;
    vt_date_order order; /* of the options, else as the text shows it */
    vt_date_atom *at;
    size_t n;
    bool iso;  /* the text has YYYY-MM that cannot be a span of years */
    bool east; /* the text has signs of Chinese, Japanese or Korean */
} vt_date_atoms;

/** The atoms of a text, in the arena; views of `words` and of `options`. */
vt_date_atoms vt_date_atoms_read(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                                 const vt_date_options *options);

/** The gap behind atom i, or what stands between the last one and the end of the text. */
uint16_t vt_date_gap_after(const vt_date_atoms *g, size_t i);

/* ---- small tests; an index behind the last atom is allowed and fits none ---- */

/** Nothing but the allowed kinds stands before atom i. */
static inline bool atom_gap_within(const vt_date_atoms *g, size_t i, unsigned allowed)
{
    return i < g->n && (g->at[i].gap & ~allowed) == 0;
}

/** A number between two values of at most so many digits. */
static inline bool atom_is_number(const vt_date_atoms *g, size_t i, int low, int high,
                                  unsigned max_digits)
{
    return i < g->n && g->at[i].number >= low && g->at[i].number <= high &&
           g->at[i].digits <= max_digits;
}

/** Years after it are none. */
static inline int atoms_max_year(const vt_date_atoms *g)
{
    return g->options->today.year + VT_DATE_YEARS_AHEAD;
}

/** Four digits that may be a year. */
static inline bool atom_is_year(const vt_date_atoms *g, size_t i)
{
    return i < g->n && g->at[i].digits == 4 && !g->at[i].ordinal &&
           (g->at[i].solar ||
            (g->at[i].number >= VT_DATE_MIN_YEAR && g->at[i].number <= atoms_max_year(g)));
}

/** Two digits: 19 of '19. */
static inline bool atom_is_short_year(const vt_date_atoms *g, size_t i)
{
    return i < g->n && g->at[i].digits == 2 && g->at[i].number >= 0 && !g->at[i].ordinal;
}

/** The year of two digits that is nearest to today, at most eight years ahead. */
static inline int atoms_full_year(const vt_date_atoms *g, int yy)
{
    int now = g->options->today.year;
    int year = now - now % 100 + yy;
    return year > now + 8 ? year - 100 : year;
}

/** 1 to 12, or 0: atom i is no month's name. */
static inline int atom_month(const vt_date_atoms *g, size_t i)
{
    if (i >= g->n || !(g->at[i].mask & DATE_MONTHS))
        return 0;
    return __builtin_ctz(g->at[i].mask & DATE_MONTHS);
}

/** A date word of the set. */
static inline bool atom_has(const vt_date_atoms *g, size_t i, uint32_t mask)
{
    return i < g->n && (g->at[i].mask & mask);
}

/** Behind "of", if it stands at i. */
static inline size_t atom_skip_of(const vt_date_atoms *g, size_t i)
{
    return atom_has(g, i, DATE_BIT(OF)) && atom_gap_within(g, i, GAP_SPACE | GAP_DOT | GAP_COMMA)
               ? i + 1
               : i;
}

/** Another number touches the end of atom i: a version, an address, a price. A dash before what may
 * be a date goes on with a range. */
static inline bool atom_touches_number(const vt_date_atoms *g, size_t i)
{
    if (i + 1 >= g->n || g->at[i + 1].digits == 0)
        return false;
    const vt_date_atom *next = &g->at[i + 1];
    if (next->gap == GAP_DASH)
        return !atom_is_year(g, i + 1) && (next->digits > 2 || next->number < 1);
    return next->gap != 0 && !(next->gap & (GAP_SPACE | GAP_WIDE | GAP_OPEN | GAP_CLOSE));
}

/** More than the byte of a hyphen stands before atom i: a dash between two ends. */
static inline bool atom_after_long_dash(const vt_date_atoms *g, size_t i)
{
    return g->at[i].start - g->at[i - 1].end > 1;
}

#endif
