/* SPDX-License-Identifier: Apache-2.0 */
/** Whether a result that a person corrected is a result: the published schema, strictly. */
#ifndef VT_API_REVIEW_CHECK_H
#define VT_API_REVIEW_CHECK_H

#include "api/problem.h"
#include "base/json.h"

enum { VT_MAX_REVIEW_FAULTS = 20 };

/**
 * Adds a fault for each key that is unknown or missing and each value of a wrong type, at most
 * VT_MAX_REVIEW_FAULTS; their pointers begin with `pointer`. Keys and types are those of
 * worker/answer.def, words and dates those of api/openapi.yaml.
 */
void vt_review_check(vt_arena *arena, const vt_json *result, const char *pointer,
                     vt_faults *faults);

#endif
