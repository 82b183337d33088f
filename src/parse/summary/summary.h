/* SPDX-License-Identifier: Apache-2.0 */
/** The summary of a candidate in sentences of facts, in one of ten languages. */
#ifndef VT_PARSE_SUMMARY_H
#define VT_PARSE_SUMMARY_H

#include "base/time.h"
#include "parse/resume/resume.h"
#include "text/tongue.h"

/** The language that a resume is written in; COUNT: none of the ten, or too little text. */
vt_tongue vt_resume_tongue(vt_arena *arena, const vt_resume *resume);

/**
 * Two to `max` sentences in `tongue` (COUNT: the resume's own language, else English), in the
 * arena. `years` of work in all. What stands in the resume is quoted as it is; nothing is
 * translated, so a summary in another language than the resume's has no quotation.
 */
vt_str vt_summarise(vt_arena *arena, const vt_resume *resume, double years, vt_day today,
                    vt_tongue tongue, size_t max);

#endif
