/* SPDX-License-Identifier: Apache-2.0 */
/** Section names in a rail: "Experience    Baker, Red House ..." is a heading and a line. */
#ifndef VT_PARSE_RAILS_H
#define VT_PARSE_RAILS_H

#include "parse/parse.h"

typedef struct vt_rail_lines {
    vt_line *at; /* copies, in reading order; those of the rail are two lines */
    size_t n;
} vt_rail_lines;

/** The lines of a document, with labels of a rail told apart from the lines beside them. */
vt_rail_lines vt_rails_split(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc);

#endif
