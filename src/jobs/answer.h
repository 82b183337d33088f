/* SPDX-License-Identifier: Apache-2.0 */
/** The bodies that GET sends for ended requests, in both shapes. */
#ifndef VT_JOBS_ANSWER_H
#define VT_JOBS_ANSWER_H

#include "jobs/jobs.h"

/** Appends the answer of `request`, which ended as `end` says, to `out`. */
VT_MUST_USE vt_status vt_answer_write(vt_arena *arena, const vt_request *request, const vt_end *end,
                                      int64_t balance, vt_buf *out, vt_error *err);

#endif
