/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The head lines of items -> fields: which words are the title, the employer, the place, the
 * date; the degree, the field of study, the institution.
 */
#ifndef VT_PARSE_FIELDS_H
#define VT_PARSE_FIELDS_H

#include "parse/reader/lines.h"

/** What separates a piece of a head line from the one before. */
typedef enum vt_cut {
    VT_CUT_LINE,
    VT_CUT_STRONG, /* bar, bullet, semicolon, tab or wide gap */
    VT_CUT_DASH,
    VT_CUT_SLASH,
    VT_CUT_COMMA,
    VT_CUT_BRACKET,
    VT_CUT_STYLE, /* bold to regular and the like, nothing else between */
    VT_CUT_AT,    /* "at", "@", "bei", "chez" */
    VT_CUT_DATE,  /* a date stood between */
    VT_CUT_NONE,  /* not cut */
} vt_cut;

/** A piece of a head line that no separator divides. */
typedef struct vt_piece {
    size_t from, to;       /* bytes of raw_text */
    uint32_t line;         /* fact index */
    uint32_t rank;         /* of its line among the item's head lines that hold more than a date */
    uint32_t first, count; /* words of the line */
    vt_cut before;
    float x;              /* its left edge as a share of the page */
    float place_strength; /* 1: with region or country; a lone city's name may be an employer's */
    bool bold, italic, bracket, place, noise; /* noise: a duration, a URL, punctuation */
    vt_evidence e;
} vt_piece;

typedef struct vt_pieces {
    vt_piece *at;
    size_t n;
} vt_pieces;

/** The lines of one item, as indices of facts. */
typedef struct vt_item {
    uint32_t number;  /* vt_labelled.item */
    uint8_t section;  /* vt_section */
    uint32_t heading; /* fact index of its heading, or VT_NONE */
    uint32_t *heads;  /* [head_count] begin and head lines, in reading order */
    uint32_t *texts;  /* [text_count] */
    size_t head_count, text_count;
    vt_pieces pieces; /* of its head lines */
} vt_item;

typedef struct vt_items {
    vt_item *at;
    size_t n;
} vt_items;

/** Bytes [from, to) of raw_text; equal when there is nothing. */
typedef struct vt_range {
    size_t from, to;
    uint32_t line; /* fact index */
    float confidence;
} vt_range;

/** The value that stands there; unknown where the range is empty. */
static inline vt_value vt_range_value(const vt_facts *facts, vt_range r)
{
    return r.from < r.to ? vt_facts_clean_value(facts, r.from, r.to, r.confidence) : (vt_value){0};
}

/** Cuts the head lines of an item; dates are left out. */
vt_pieces vt_pieces_cut(const vt_facts *facts, const vt_item *item);

/** The dates of an item's head: two ends and whether it goes on. */
typedef struct vt_item_dates {
    vt_date start, end;
    bool current, expected, single;
} vt_item_dates;
vt_item_dates vt_item_read_dates(const vt_facts *facts, const vt_item *item);
/** The dates in bytes [from, to) of raw_text, which hold nothing else. */
vt_item_dates vt_span_read_dates(const vt_facts *facts, size_t from, size_t to);

typedef struct vt_job_fields {
    vt_range title, company, place;
    const vt_place *place_hit; /* or NULL */
    size_t place_base;         /* byte of raw_text that its spans count from */
    vt_item_dates dates;
    vt_employment employment; /* NONE: not stated */
} vt_job_fields;

typedef struct vt_study_fields {
    vt_range school, degree, field, place, grade;
    bool labelled; /* the field stands behind a word for it: "Major in Physics" */
    vt_item_dates dates;
} vt_study_fields;

/** All items and their fields. */
typedef struct vt_heads {
    vt_items jobs, studies;
    vt_job_fields *job;     /* [jobs.n] */
    vt_study_fields *study; /* [studies.n] */
} vt_heads;

/** A certificate: where its parts stand. */
typedef struct vt_certificate_fields {
    vt_range name, issuer;
    size_t from, until;             /* bytes of raw_text that speak of it */
    uint32_t first_line, last_line; /* fact indices of these */
} vt_certificate_fields;

typedef struct vt_certificates {
    vt_certificate_fields *at;
    size_t n;
} vt_certificates;

#endif
