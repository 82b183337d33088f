/* SPDX-License-Identifier: Apache-2.0 */
/** The occupation of each job of a resume. */
#ifndef VT_FIT_OCCUPATIONS_H
#define VT_FIT_OCCUPATIONS_H

#include "parse/resume/resume.h"
#include "titles/occupation.h"

/** Fills jobs[].occupation from the titles, and the resume's from its label. In its arena. */
void vt_occupations_fill(const vt_occupations *model, vt_resume *resume);

#endif
