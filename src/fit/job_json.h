/* SPDX-License-Identifier: Apache-2.0 */
/** A job description as JSON: what `POST /v1/jobs` and `vitae job` answer (docs/matching.md). */
#ifndef VT_FIT_JOB_JSON_H
#define VT_FIT_JOB_JSON_H

#include "fit/job.h"

/** Writes one object. */
void vt_job_ad_write(vt_json_writer *w, const vt_taxonomy *tax, const vt_lexicon *lex,
                     vt_arena *arena, const vt_job_ad *ad);

#endif
