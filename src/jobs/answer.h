/* SPDX-License-Identifier: Apache-2.0 */
/** The bodies that GET sends for ended requests, in both shapes. */
#ifndef VT_JOBS_ANSWER_H
#define VT_JOBS_ANSWER_H

#include "base/json.h"
#include "jobs/jobs.h"

/** Appends the answer of `request`, which ended as `end` says, to `out`. */
VT_MUST_USE vt_status vt_answer_write(vt_arena *arena, const vt_request *request, const vt_end *end,
                                      int64_t balance, vt_buf *out, vt_error *err);

/** Members that every answer for a request has when it was created with them: `reference` and
 * `client_metadata`; `warnings`. */
void vt_answer_put_caller(vt_json_writer *w, const vt_request *request);
void vt_answer_put_warnings(vt_json_writer *w, const vt_request *request);

#endif
