/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lines -> roles: which section a line belongs to, what it does there, and which item it is part
 * of. The assemblers read only this and the facts.
 */
#ifndef VT_PARSE_LINES_H
#define VT_PARSE_LINES_H

#include "parse/facts/line_features.h"

#define VT_ROLE(symbol, word) VT_ROLE_##symbol,
typedef enum vt_role {
#include "parse/reader/roles.def"
    VT_ROLE_COUNT
} vt_role;

/** A section that no heading of the lexicon names: under an unknown heading. */
#define VT_SECTION_UNKNOWN ((vt_section)VT_SECTION_COUNT)

/** What was decided about a line. */
typedef struct vt_labelled {
    uint8_t role;     /* vt_role */
    uint8_t section;  /* vt_section: of the heading above it; CONTACT before the first heading */
    uint16_t skip;    /* bytes of the line's text that an inline heading takes ("Skills: ") */
    uint32_t item;    /* number of the item it is part of, counted over the document; 0: none */
    uint32_t heading; /* the fact index of its section's heading, or VT_NONE */
    float confidence;
} vt_labelled;

typedef struct vt_roles {
    vt_labelled *at; /* [facts->n] */
    size_t n;
    uint32_t name_line;        /* fact index of the line with the person's name, or VT_NONE */
    size_t name_from, name_to; /* bytes of the name in raw_text */
    float name_confidence;
    size_t label_from, label_to; /* bytes of the professional title; equal: none */
    /* bytes of the parts of the person's address; equal: none */
    struct vt_bytes {
        size_t from, to;
    } street, postcode, city, region, country;
    uint32_t items;
    double score; /* how sure the reader is, for choosing between layouts of one document */
} vt_roles;

#endif
