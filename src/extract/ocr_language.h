/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The languages that OCR reads, and which of them a page is written in: told by the function words
 * of a first reading where the letters are Latin, by trying the others on a band where they are
 * not. Private to ocr.c.
 */
#ifndef VT_EXTRACT_OCR_LANGUAGE_H
#define VT_EXTRACT_OCR_LANGUAGE_H

#include "doc/doc.h"

/** What `auto` stands for: Tesseract's names of the languages, with + between. */
extern const char *const vt_ocr_all_languages;

/** Written with Latin letters, so that a reading in another such language shows its words? */
bool vt_ocr_is_latin(const char *language);

/**
 * The one of `languages` [n], NULL or a name of Tesseract's each, in which words from index `first`
 * are written, as far as function words tell; n when they do not tell.
 */
size_t vt_ocr_told(const vt_doc *doc, size_t first, const char *const *languages, size_t n);

/** Mean confidence, by letters, of the words from index `first`: 0..1. */
float vt_ocr_sureness(const vt_doc *doc, size_t first);

#endif
