/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Cells: runs of words of one line without a wide gap between them. A title and the date at the
 * right edge of its line are two cells; so are the two texts of a line that layout read across
 * two columns. What a cell is and where it belongs is the reader's decision (reading.h).
 */
#ifndef VT_PARSE_CELLS_H
#define VT_PARSE_CELLS_H

#include "doc/doc.h"

typedef struct vt_cells {
    vt_line *at; /* [n] copies of lines, cut; in reading order */
    size_t n;
} vt_cells;

/** The cells of the lines that stand in raw_text. All in the arena. */
vt_cells vt_cells_split(vt_arena *arena, const vt_doc *doc);

/** The part of `line` that its tokens [first, first + count) spell. */
vt_line vt_line_part(const vt_doc *doc, const vt_line *line, uint32_t first, uint32_t count);

#endif
