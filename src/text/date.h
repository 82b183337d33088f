/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Dates and ranges in all languages of the lexicon. Only what is stated: a month that is not
 * written stays 0, a season or quarter gives its year alone. The grammar stands in date.c.
 */
#ifndef VT_TEXT_DATE_H
#define VT_TEXT_DATE_H

#include "base/time.h"
#include "text/lexicon.h"

/** Year 0: not stated; month 0: only the year is stated; day 0 likewise. */
typedef struct vt_when {
    int16_t year;
    int8_t month, day;
} vt_when;

typedef enum vt_date_mode {
    VT_DATE_HEADER, /* a header line or date column: "2012", "12 - 14" after a range */
    VT_DATE_PROSE,  /* running text: a bare year needs a word such as "in" or a range */
} vt_date_mode;

typedef enum vt_date_order {
    VT_DATE_ORDER_UNKNOWN, /* 03/04/2019: day first unless a value of the text says otherwise */
    VT_DATE_ORDER_DAY_FIRST,
    VT_DATE_ORDER_MONTH_FIRST,
} vt_date_order;

typedef struct vt_date_hit {
    uint32_t start, end;   /* bytes in the text, brackets not included */
    uint32_t first, count; /* words */
    vt_when from, to;      /* a single date stands in `from`, one after "until" in `to` */
    bool range;            /* two ends are stated (the second may be "present") */
    bool current;          /* until now: "present", "since 2019", "2019 -" at the end of a line */
    bool expected;         /* a date to come: "expected May 2025" */
    bool season;           /* a season or quarter was named */
    float score;           /* 0..1: how surely this is a date */
    vt_span from_span, to_span; /* the parts (bytes); empty where not stated */
} vt_date_hit;

typedef struct vt_date_hits {
    vt_date_hit *at;
    size_t n;
} vt_date_hits;

typedef struct vt_date_options {
    vt_date_mode mode;
    vt_date_order order;
    vt_day today; /* years after it + 10 and before 1930 are no dates */
} vt_date_options;

/** All dates of a text, left to right, not overlapping. */
vt_date_hits vt_date_find(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                          const vt_date_options *options);

/** The order of all-numeric dates in a text: decided by a value over 12, else unknown. */
vt_date_order vt_date_guess_order(const vt_words *words);

/** Months since year 0 for comparing; an unknown month counts as `month_if_unknown` (1..12). */
int vt_when_months(vt_when when, int month_if_unknown);

#endif
