/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The readers that extract.c chooses from, one per format; only extract/ includes this. A reader
 * makes a new vt_doc in the arena and fills pages and words (and paragraphs where the format has
 * them); it never writes lines, tokens or raw_text. A probe counts pages only. `options` is not
 * NULL and its max_pages is 1..VT_MAX_PAGES.
 */
#ifndef VT_EXTRACT_READERS_H
#define VT_EXTRACT_READERS_H

#include "extract/extract.h"

typedef vt_status (*vt_reader_fn)(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                                  vt_doc **ret, vt_error *err);
typedef vt_status (*vt_probe_fn)(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err);

typedef struct vt_reader {
    vt_format format;
    vt_reader_fn read;
    vt_probe_fn probe; /* NULL: one page */
} vt_reader;

#define VT_READER(name)                                                                            \
    VT_MUST_USE vt_status vt_read_##name(vt_arena *arena, vt_str bytes,                            \
                                         const vt_extract_options *options, vt_doc **ret,          \
                                         vt_error *err)
#define VT_PROBE(name)                                                                             \
    VT_MUST_USE vt_status vt_probe_##name(vt_arena *arena, vt_str bytes, vt_pages *ret,            \
                                          vt_error *err)

/** The failure for bytes that vt_sniff does not know: says what they are. */
VT_MUST_USE vt_status vt_sniff_refuse(vt_str bytes, vt_error *err);

VT_READER(pdf);
VT_PROBE(pdf);
/** For pdf_replaced.c: whether the boxes of glyphs are needed as they are (not 0), of an fz_context
 * that the reader of PDF runs; NULL for any other context. */
int *vt_pdf_exact_boxes(const void *ctx);
/** For pdf_declared.c: the user context of an fz_context, or the first member of it. What decoders
 * may still make where a file only states how much there is; NULL in a context: no such limit. */
typedef struct vt_pdf_budget {
    double pixels;
    int *abort;       /* of the cookie of what runs: set when it is used up */
    const char *over; /* what used it up; NULL: nothing has */
} vt_pdf_budget;
VT_READER(docx);
VT_PROBE(docx);
VT_READER(html);
VT_READER(markdown);
VT_READER(plain);
VT_READER(odt);
VT_PROBE(odt);
VT_READER(rtf);
VT_READER(doc);
VT_PROBE(doc);
VT_READER(eml);
VT_READER(jsonresume);
VT_READER(image);
VT_PROBE(image);

#endif
