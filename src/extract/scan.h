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

#endif
