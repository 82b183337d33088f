/* SPDX-License-Identifier: Apache-2.0 */
/** Which words of a job description name the job: docs/matching.md. */
#ifndef VT_FIT_JOB_TITLE_H
#define VT_FIT_JOB_TITLE_H

#include "fit/sentences.h"
#include "titles/occupation.h"

/** Lent by the text of a sentence; null when none names a job. `occupations` may be NULL. */
vt_str vt_job_title_find(const vt_occupations *occupations, const vt_lexicon *lex, vt_arena *arena,
                         const vt_ad_sentences *sentences);

#endif
