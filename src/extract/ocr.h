/* SPDX-License-Identifier: Apache-2.0 */
/**
 * OCR with Tesseract: a picture in, words with boxes and confidences out. Opening
 * maps all that is needed into memory, so that it works in a sandbox without files; it takes about
 * 60 ms and 40 MB, so a process opens one and keeps it. One thread at a time.
 *
 * A picture is read in the first language, which tells the language it is in; if that is another
 * one that was opened, it is read again in it.
 */
#ifndef VT_EXTRACT_OCR_H
#define VT_EXTRACT_OCR_H

#include "base/error.h"
#include "doc/doc.h"
#include "extract/gray.h"

typedef struct vt_ocr vt_ocr;

/**
 * Opens with the languages ("eng", "eng+deu"; "auto": the ten largest of resumes and those that are
 * like them) whose trained data lie in the system's folder; a language without data is left out as
 * long as one remains. VT_E_UNSUPPORTED: none is there.
 */
VT_MUST_USE vt_status vt_ocr_open(const char *languages, vt_ocr **ret, vt_error *err);
void vt_ocr_drop(vt_ocr *ocr);
VT_DEFINE_AUTO(vt_ocr, vt_ocr_drop)

/** The name of language i of those that were opened ("eng"), or NULL behind the last. */
const char *vt_ocr_language(const vt_ocr *ocr, size_t i);

typedef struct vt_ocr_job {
    uint32_t budget_ms; /* for this picture */
    uint32_t page;      /* of the words */
    bool rough;         /* in the first language only: which way is up? */
    float x0, y0;       /* where the picture's corner stands on the page, points */
} vt_ocr_job;

typedef struct vt_ocr_result {
    size_t words;        /* appended to doc->words */
    float confidence;    /* mean, 0..1 */
    float width, height; /* of the picture as it was read, upright, in points */
    bool sideways;       /* most words run up or down */
    bool timed_out;      /* words are those read until then */
} vt_ocr_result;

/** Reads a picture that is upright and clean: a rendered page, or what extract/photo.h made. */
VT_MUST_USE vt_status vt_ocr_gray(vt_ocr *ocr, vt_doc *doc, const vt_gray *gray,
                                  const vt_ocr_job *job, vt_ocr_result *ret, vt_error *err);

#endif
