/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How good is the list of what a person should look at (`metadata.parse.review`)? A row with a
 * pointer is right when a value there, or in the record there, is wrong or missing. A row with a
 * place is right when its text holds, or lies in, a value that the label has and the answer has
 * not; of a date the text must have the year.
 */
#ifndef VT_EVAL_REVIEW_H
#define VT_EVAL_REVIEW_H

#include "eval/score.h"

typedef struct vt_eval_review {
    size_t values, values_right; /* rows with a pointer, those that are right */
    size_t places, places_right; /* rows with a place, those that are right */
    size_t wrong, wrong_listed;  /* wrong values, those that a row points to */
    size_t missing, missing_listed;
} vt_eval_review;

/** Adds one document: its marks and its whole answer (NULL: nothing is added). */
void vt_eval_review_add(vt_eval_review *sums, vt_arena *arena, const vt_marks *marks,
                        const vt_json *answer);

#endif
