/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From words to the page as a person reads it: lines, columns, blocks, reading order, raw text.
 *
 * vt_layout() takes a document as a reader left it (words in content order, shapes, pictures,
 * paragraphs) and writes tokens, lines, blocks, columns and raw_text. It may be called again with
 * another reading of the same words: everything it writes is replaced.
 *
 * Icons, hidden words and furniture (page numbers, repeated headers) are kept as tokens of their
 * lines but are not spelled in raw_text (start == end). In raw_text a line break ends each line, a
 * tab stands for a wide gap, an empty line for a gap between lines.
 */
#ifndef VT_LAYOUT_LAYOUT_H
#define VT_LAYOUT_LAYOUT_H

#include "base/error.h"
#include "doc/doc.h"

/** How pages are cut into columns. */
typedef enum vt_reading {
    VT_READING_BEST,    /* what the evidence says, page by page */
    VT_READING_ROWS,    /* straight across the page wherever that is possible */
    VT_READING_COLUMNS, /* down every column that can be seen */
    VT_READING_CONTENT, /* in the order in which the file holds the words */
    VT_READING_COUNT
} vt_reading;

/** The best reading. VT_E_LIMIT: too many lines. */
VT_MUST_USE vt_status vt_layout(vt_doc *doc, vt_error *err);

/** A given reading. */
VT_MUST_USE vt_status vt_layout_as(vt_doc *doc, vt_reading reading, vt_error *err);

/** A reading and how plausible its geometry is, 0..1. */
typedef struct vt_alternative {
    vt_reading reading;
    double score;
} vt_alternative;

/**
 * The readings that differ from each other, best first, at most `max`; the first is what
 * vt_layout() gives. Afterwards the document holds that one; vt_layout_as() makes another.
 */
VT_MUST_USE vt_status vt_layout_alternatives(vt_doc *doc, vt_alternative *ret, size_t max,
                                             size_t *ret_count, vt_error *err);

#endif
