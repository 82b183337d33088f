/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Document bytes in, document model out: sniffs the format, picks the reader and lets it fill
 * pages, words in content order, fonts, links, shapes, pictures, and for flowing formats the
 * paragraphs. Lines, columns and reading order are the business of layout/.
 *
 * Every maximum of base/limits.h is checked while reading; what fails says why in its status:
 * VT_E_UNSUPPORTED (no reader for the format), VT_E_ENCRYPTED (needs a password), VT_E_FORMAT
 * (damaged beyond repair), VT_E_LIMIT, VT_E_EMPTY (no bytes).
 */
#ifndef VT_EXTRACT_EXTRACT_H
#define VT_EXTRACT_EXTRACT_H

#include "base/error.h"
#include "doc/doc.h"

typedef struct vt_extract_options {
    uint32_t max_pages; /* read only so many pages; 0: VT_MAX_PAGES */
    vt_format format;   /* VT_FORMAT_UNKNOWN: by content; else the caller knows */
    vt_extract_mode mode;
    struct vt_ocr *ocr; /* extract/ocr.h; NULL: OCR is not available */
    vt_ocr_effort effort;
    uint32_t ocr_page_ms; /* processor time for one page; 0: VT_OCR_PAGE_MS */
    /* Told before and after letters are recognised in a picture (which is paid for, and has its own
     * limit of time), not while it is unpacked or drawn. May be NULL. */
    void (*on_ocr)(void *context, bool begins);
    void *on_ocr_context;
} vt_extract_options;

/**
 * What the bytes are, whatever their name says. The file name or media type only tells Markdown
 * and HTML fragments from plain text; both may be null.
 */
vt_format vt_sniff(vt_str bytes, vt_str filename, vt_str content_type);

/** True when a reader for the format is built in. */
bool vt_extract_supports(vt_format format);

/** Reads the document. *ret lives in the arena; views in it may point into `bytes`. */
VT_MUST_USE vt_status vt_extract(vt_arena *arena, vt_str bytes, vt_str filename,
                                 vt_str content_type, const vt_extract_options *options,
                                 vt_doc **ret, vt_error *err);

/** What a probe tells of a document's pages. */
typedef struct vt_pages {
    uint32_t count; /* 1 for formats without pages */
    uint32_t scans; /* of them: pictures in a Word document without text, which OCR would read */
} vt_pages;

/**
 * Format and number of pages without reading text, in about a millisecond. *ret_format is set even
 * when the call fails.
 */
VT_MUST_USE vt_status vt_extract_probe(vt_arena *arena, vt_str bytes, vt_str filename,
                                       vt_str content_type, vt_format *ret_format, vt_pages *ret,
                                       vt_error *err);

#endif
