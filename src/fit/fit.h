/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A candidate against a job description: a score of 0 to 100 with its parts, the skills that match
 * with their evidence, those that are missing with what could carry over. The formula stands in
 * fit.c and in docs/matching.md. No verdict; protected attributes never enter (candidate.h).
 */
#ifndef VT_FIT_FIT_H
#define VT_FIT_FIT_H

#include "base/json.h"
#include "base/time.h"
#include "base/vec.h"
#include "fit/sentences.h"
#include "titles/occupation.h"
#include "parse/resume/resume.h"
#include "skills/taxonomy.h"
#include "text/lexicon.h"

typedef struct vt_fit_input {
    const vt_taxonomy *taxonomy;
    const vt_lexicon *lexicon;
    const vt_sentence_model *sentences;
    const vt_occupations *occupations;
    const vt_resume *resume; /* NULL: raw_text alone */
    vt_str raw_text;         /* used without a resume */
    vt_str job;              /* the job description */
    vt_day today;
    size_t top; /* of matched and missing skills, each: 1..10 */
} vt_fit_input;

typedef struct vt_fit_matched {
    vt_str skill, requirement, reason;
    double weight; /* they are ranked by it */
} vt_fit_matched;

typedef struct vt_fit_missing {
    vt_str requirement;
    double criticality;
    vt_str transferable[3];
    size_t n_transferable;
} vt_fit_missing;

/** A part of the score; it does not count when the job description says nothing about it. */
typedef struct vt_fit_part {
    bool counts;
    double value, weight; /* 0..1; share of the score */
} vt_fit_part;

enum {
    VT_FIT_SKILLS,
    VT_FIT_CREDENTIALS,
    VT_FIT_DUTIES,
    VT_FIT_TITLE,
    VT_FIT_YEARS,
    VT_FIT_EDUCATION,
    VT_FIT_LANGUAGES,
    VT_FIT_PARTS
};

typedef struct vt_fit {
    int score;       /* 0..100 */
    bool comparable; /* false: fewer than two requirements were read, the score says little */
    vt_fit_part parts[VT_FIT_PARTS];
    vt_str summary;
    VT_VEC(vt_fit_matched) matched; /* best first, at most `top` */
    VT_VEC(vt_fit_missing) missing;
} vt_fit;

/** In the arena. */
vt_fit vt_fit_of(vt_arena *arena, const vt_fit_input *input);

/** Writes the `matching` object. */
void vt_fit_write(vt_json_writer *w, const vt_fit *fit);

#endif
