/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The last word on every value: what its place in the document does not hold is not emitted
 * (docs/evidence.md names the differences in form that are allowed).
 */
#ifndef VT_ENGINE_EVIDENCE_H
#define VT_ENGINE_EVIDENCE_H

#include "base/time.h"
#include "doc/doc.h"
#include "parse/resume/resume.h"

struct vt_lexicon;

/**
 * Takes out of `resume` each value whose span in doc->raw_text does not hold it, and items that
 * lose what names them (a job without title and employer, a skill without its name ...). `today`:
 * the reference date of the parse. Gives the number of values taken out; 0 is the rule.
 */
size_t vt_evidence_check(const struct vt_lexicon *lexicon, const vt_doc *doc, vt_day today,
                         vt_resume *resume);

#endif
