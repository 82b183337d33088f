/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parser: a document in reading order -> the resume as structs. A pure function over constant
 * data; everything it makes lives in the arena of the job, and strings are views into raw_text
 * where no normalisation changed them.
 *
 * What it does not do: normalise skills, find skills in prose (skills/ does, over the resume it
 * gets from here), totals and summaries (aggregate.h).
 */
#ifndef VT_PARSE_PARSE_H
#define VT_PARSE_PARSE_H

#include "base/arena.h"
#include "base/time.h"
#include "doc/doc.h"
#include "parse/resume/resume.h"
#include "text/date.h"

struct vt_lexicon; /* text/lexicon.h */
struct vt_confidence_items;
struct vt_models; /* parse/reader/models.h: the trained models */

/** What vt_parse needs beside the document; constant while it runs. */
typedef struct vt_parse_context {
    const struct vt_lexicon *lexicon; /* embedded word lists; not NULL */
    const struct vt_models *models;   /* with a trained reader; not NULL */
    vt_day reference_date;            /* "today": future dates and "present" are read against it */
    vt_date_order date_order;         /* of documents that do not show it: 03/04/2019 */
    vt_str country;                   /* alpha-2 or null: of those that name none */
    /* for training: is told the values before their confidences are calibrated; or NULL */
    void (*on_values)(void *context, const struct vt_confidence_items *values);
    void *on_values_context;
} vt_parse_context;

/**
 * Reads one document. Never fails: what cannot be told stays unknown. *ret_score (may be NULL) says
 * how sure the reader is: of two layouts of one document the higher is more likely right.
 */
vt_resume *vt_parse(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                    double *ret_score);

#endif
