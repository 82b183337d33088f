/* SPDX-License-Identifier: Apache-2.0 */
/** What status.c wants of reviews (review.c). */
#ifndef VT_API_REVIEW_H
#define VT_API_REVIEW_H

#include "api/internal.h"
#include "jobs/answer.h"
#include "store/reviews.h"

/** The answer with the person's result instead of the machine's, the places that still hold, and
 * `review`: what was done. `review->version` is not 0. */
VT_MUST_USE vt_status vt_review_merge(vt_arena *arena, vt_str answer, const vt_reviewed *review,
                                      vt_buf *out, vt_error *err);

/** The strong ETag of a version. */
vt_str vt_review_tag(vt_arena *arena, const char *id, int64_t version);

#endif
