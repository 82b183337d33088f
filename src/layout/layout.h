/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From words to the page as a person reads it: lines, columns, blocks, reading order, raw text.
 *
 * vt_layout() takes a document as a reader left it (words in content order, shapes, pictures,
 * paragraphs) and writes tokens, lines, blocks, columns and raw_text. It may be called again for
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
#include "text/lexicon.h"

/**
 * A place where the page can well be read in another way: across its columns, or down columns that
 * the evidence did not quite show. It names a region of the page, which stays the same region
 * whatever is decided elsewhere.
 */
typedef struct vt_fork {
    uint32_t page, first_word, words; /* the region: the first of its words from above, how many */
    bool columns;                     /* the other way is columns, else rows */
    bool close;                       /* little evidence decided */
} vt_fork;

enum { VT_MAX_FORKS = 16 };

/** The reading that the evidence tells; the names of sections in the lexicon (NULL: none known) are
 * part of it. VT_E_LIMIT: too many lines. */
VT_MUST_USE vt_status vt_layout(vt_doc *doc, const vt_lexicon *lexicon, vt_error *err);

/** The same with the other way taken at `n` forks. */
VT_MUST_USE vt_status vt_layout_taking(vt_doc *doc, const vt_lexicon *lexicon, const vt_fork *forks,
                                       size_t n, vt_error *err);

/** The forks of the document, what is most in doubt first; gives how many. Leaves the document as
 * it is; a fork of a page that is read otherwise already may lead nowhere. */
size_t vt_layout_forks(const vt_doc *doc, const vt_lexicon *lexicon, vt_fork ret[VT_MAX_FORKS]);

/** The document as its reader left it, for another reading beside the first: words, pages and
 * shapes are shared. */
vt_doc *vt_layout_copy(const vt_doc *doc);

#endif
