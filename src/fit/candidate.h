/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the match looks at of a candidate: skills, years, titles, degree, languages. Nothing else
 * enters it: no name, sex, age, birth date, nationality, photo, family, address.
 */
#ifndef VT_FIT_CANDIDATE_H
#define VT_FIT_CANDIDATE_H

#include "base/time.h"
#include "fit/weights.h"
#include "parse/resume/resume.h"
#include "skills/taxonomy.h"
#include "text/lexicon.h"

/** A skill and what shows it. */
typedef struct vt_held_skill {
    uint32_t skill;
    vt_str name;  /* as the resume names it */
    double score; /* proficiency 0..1 */
    double years; /* negative: unknown */
    bool listed, implied;
    vt_str implied_by;
    vt_str where;    /* "Developer at Acme", or null */
    vt_str evidence; /* the line that shows it, or null */
} vt_held_skill;

/** A line of the resume about work, skills, studies or credentials. */
typedef struct vt_held_line {
    vt_str text;
    vt_str where;    /* "Developer at Acme", or null */
    bool credential; /* a certificate or licence */
} vt_held_line;

typedef struct vt_candidate {
    VT_VEC(vt_held_line) lines;
    vt_word_index *words; /* of the lines, by their number */
    VT_VEC(vt_held_skill) skills;
    VT_VEC(vt_str) titles;    /* the current one first */
    VT_VEC(vt_str) languages; /* names in English */
    double years;             /* of work; negative: unknown */
    vt_degree_level degree;
    vt_str degree_words; /* as in the resume, or null */
} vt_candidate;

/** From a parsed or given resume. */
vt_candidate vt_candidate_of_resume(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                                    const vt_resume *resume, vt_day today);

/** From text alone (config.parse.skip). */
vt_candidate vt_candidate_of_text(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                                  vt_str text, vt_day today);

/** The candidate's skill with this number, or NULL. */
const vt_held_skill *vt_candidate_skill(const vt_candidate *candidate, uint32_t skill);

#endif
