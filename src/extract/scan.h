/* SPDX-License-Identifier: Apache-2.0 */
/** OCR of documents: picture files, and pages of a PDF without usable text. */
#ifndef VT_EXTRACT_SCAN_H
#define VT_EXTRACT_SCAN_H

#include "extract/readers.h"

/**
 * Adds to a PDF that was read what OCR finds, as options->mode asks: `ocr` every page anew, `auto`
 * the pages without usable text and large pictures on the others. doc->ocr_pages counts the pages
 * looked at; a page that cannot be read keeps what it had and leaves a warning.
 */
VT_MUST_USE vt_status vt_scan_pdf(vt_doc *doc, vt_str bytes, const vt_extract_options *options,
                                  vt_error *err);

/** How many pictures of a document that has next to no text of its own are read. */
enum { VT_SCAN_PICTURES_MAX = 8, VT_SCAN_FEW_WORDS = 10 };

/**
 * Adds to a flowing document with few words what OCR finds in its pictures [n], a page each, and
 * gives up its paragraphs. doc->ocr_pages counts the pictures looked at; one that cannot be read
 * leaves a warning.
 */
void vt_scan_embedded(vt_doc *doc, const vt_str *pictures, size_t n,
                      const vt_extract_options *options);

#endif
