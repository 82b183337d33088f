/* SPDX-License-Identifier: Apache-2.0 */
/** The lines of a section of certificates, cut into parts. Private to certificates.c. */
#ifndef VT_PARSE_CERT_PARTS_H
#define VT_PARSE_CERT_PARTS_H

#include "parse/reader/fields.h"

typedef enum vt_cert_part_kind {
    VT_CERT_TEXT,
    VT_CERT_NOTE,
    VT_CERT_ID,
    VT_CERT_LINK,
    VT_CERT_DATE,
    VT_CERT_ISSUER, /* stands behind a word for it: "issued by" */
} vt_cert_part_kind;

/** What separates a part from the one before it on its line. */
typedef enum vt_cert_cut {
    VT_CERT_CUT_LINE,
    VT_CERT_CUT_STRONG,
    VT_CERT_CUT_DASH,
    VT_CERT_CUT_COMMA,
    VT_CERT_CUT_BRACKET,
    VT_CERT_CUT_CLOSED, /* a bracket that closed */
    VT_CERT_CUT_STYLE,
    VT_CERT_CUT_DATE,
    VT_CERT_CUT_COLON,
    VT_CERT_CUT_WORD, /* "at", "/" */
    VT_CERT_CUT_COUNT,
} vt_cert_cut;

typedef struct vt_cert_part {
    size_t from, to; /* bytes of raw_text */
    uint32_t line;   /* fact index */
    vt_cert_part_kind kind;
    vt_cert_cut cut;
    float issuer; /* -1..1: speaks as the name of a certificate, as that of who issues them */
    uint32_t words;
    const vt_date_hit *date;
    bool bold, expires, named; /* named: holds words of certificates' names */
} vt_cert_part;
typedef VT_VEC(vt_cert_part) vt_cert_parts;

typedef struct vt_cert_line {
    uint32_t line;       /* fact index */
    size_t first, count; /* of the parts */
    bool begin;          /* a certificate begins here */
    bool detail;         /* has no text of its own: dates, numbers, links, notes */
    bool dated, named;   /* has a date that is no expiry; words of certificates' names */
    float issuer;        /* of its first text */
} vt_cert_line;

/** Cuts a line (l->line) into parts, appended to `parts` in the order of the text; fills the rest
 * of `l` but `begin`. */
void vt_cert_line_read(const vt_facts *facts, const vt_roles *roles, vt_cert_parts *parts,
                       vt_cert_line *l);

#endif
