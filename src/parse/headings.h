/* SPDX-License-Identifier: Apache-2.0 */
/** Which lines are headings of sections. Private to lines.c. */
#ifndef VT_PARSE_HEADINGS_H
#define VT_PARSE_HEADINGS_H

#include "parse/lines.h"

/** By line of the facts. */
typedef struct vt_headings {
    float *score;     /* [facts->n] evidence that the line is a heading; 0: it is none */
    uint8_t *section; /* [facts->n] vt_section or VT_SECTION_UNKNOWN of such a line */
} vt_headings;

/** Finds all headings. In the arena of the facts. */
vt_headings vt_headings_find(const vt_facts *facts);

#endif
