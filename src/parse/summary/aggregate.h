/* SPDX-License-Identifier: Apache-2.0 */
/**
 * ai_features: totals over a resume, and a summary in sentences. Made of what the resume says and
 * nothing else; no word in it tells or guesses a person's sex, age, origin or family.
 */
#ifndef VT_PARSE_AGGREGATE_H
#define VT_PARSE_AGGREGATE_H

#include "base/json.h"
#include "base/time.h"
#include "parse/resume/resume.h"
#include "text/tongue.h"

typedef struct vt_features {
    vt_str summary; /* 2 to 5 sentences (earlier shape: 2 to 3) */
    size_t total_skills;
    size_t by_proficiency[4]; /* basic, intermediate, advanced, expert */
    size_t hard, soft;        /* skills without a type are in neither */
    double total_years;       /* decisions.md 50 */
    size_t positions, companies;
    vt_str current_title; /* null string: no job */
} vt_features;

/** In the arena. The summary is in `tongue` (COUNT: the resume's own language) and has at most
 * `max_sentences`: 5, or 3 in the earlier shape. */
vt_features vt_aggregate(vt_arena *arena, const vt_resume *resume, vt_day today, vt_tongue tongue,
                         size_t max_sentences);

/** Writes the `ai_features` object. */
void vt_features_write(vt_json_writer *w, const vt_features *features);

/** The job that is held now (the latest started), else the one that ended last; NULL without. */
const vt_job *vt_current_job(const vt_resume *resume, vt_day today);

/** Years of work: the union of all jobs that are no volunteering, one decimal. */
double vt_total_years(vt_arena *arena, const vt_resume *resume, vt_day today);

#endif
