/* SPDX-License-Identifier: Apache-2.0 */
/** The figures of `vitae eval`: gathers marks and confidences, prints them, compares them. */
#ifndef VT_CLI_EVAL_REPORT_H
#define VT_CLI_EVAL_REPORT_H

#include "base/error.h"
#include "eval/score.h"

typedef struct vt_eval_wish {
    bool json, per_document;
    bool errors; /* print the errors of `errors_of` only */
    vt_eval_field errors_of;
    const char *baseline; /* a file, or NULL */
    double tolerance;
} vt_eval_wish;

typedef struct vt_eval_report vt_eval_report;

/** In the arena. */
vt_eval_report *vt_eval_report_new(vt_arena *arena, const vt_eval_wish *wish);

/** Scores a document; `label` and `answer` may be whole answers or their `result`, `answer` NULL.
 * Confidences are those of the answer's `evidence`. `arena`: of the document. */
void vt_eval_report_add(vt_eval_report *report, vt_arena *arena, vt_str id, const vt_json *label,
                        const vt_json *answer);

/** Prints what is wished. *ret_exit is VT_EXIT_FAILED when a figure fell below the baseline. */
VT_MUST_USE vt_status vt_eval_report_end(vt_eval_report *report, int *ret_exit, vt_error *err);

#endif
