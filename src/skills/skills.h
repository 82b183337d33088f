/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The skills of a parsed resume: names them after the taxonomy, adds those that the texts of jobs,
 * projects and the summary show and those that these imply, and says how long and how well.
 */
#ifndef VT_SKILLS_SKILLS_H
#define VT_SKILLS_SKILLS_H

#include "base/time.h"
#include "parse/resume/resume.h"
#include "skills/taxonomy.h"

/**
 * Fills resume->skills. What the parser gave (listed items: name, group, stated level) stays, in
 * its order; an item that the taxonomy does not know keeps its name and gets no id. Skills from
 * prose follow in the order of the document, then implied ones. Everything is made in
 * resume->arena; strings of the taxonomy are lent, so it must outlive the resume.
 */
void vt_skills_fill(const vt_taxonomy *tax, vt_resume *resume, vt_day today);

/** The same; `synonyms` begin with the names in this language ("de") instead of the document's. */
void vt_skills_fill_in(const vt_taxonomy *tax, vt_resume *resume, vt_day today, vt_str language);

#endif
