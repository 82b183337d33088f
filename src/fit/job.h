/* SPDX-License-Identifier: Apache-2.0 */
/** A job description as requirements. The grammar and the weights stand in job.c. */
#ifndef VT_FIT_JOB_H
#define VT_FIT_JOB_H

#include "base/vec.h"
#include "skills/taxonomy.h"
#include "text/lexicon.h"

/** One skill, or several of which any will do ("AWS, GCP or Azure"). */
typedef struct vt_requirement {
    VT_VEC(uint32_t) any;
    vt_str words;       /* of the job description */
    double criticality; /* 0..1 */
    double years;       /* with this skill; 0: not stated */
    bool soft;
    uint32_t sentence; /* requirements of one sentence share it */
    uint32_t place;    /* where in the sentence the first of them stands */
} vt_requirement;

/** A language that is asked for. */
typedef struct vt_language_wanted {
    vt_str name; /* in English, as in the lexicon */
    vt_str words;
    double criticality;
} vt_language_wanted;

/** Levels of seniority, of a title. */
typedef enum vt_seniority {
    VT_SENIORITY_UNKNOWN,
    VT_SENIORITY_INTERN,
    VT_SENIORITY_JUNIOR,
    VT_SENIORITY_MID,
    VT_SENIORITY_SENIOR,
    VT_SENIORITY_LEAD,
    VT_SENIORITY_HEAD,
    VT_SENIORITY_EXECUTIVE,
} vt_seniority;

typedef struct vt_job_ad {
    vt_str title; /* the first line that is short, or null */
    vt_seniority seniority;
    VT_VEC(vt_requirement) skills; /* in the order of the text */
    VT_VEC(vt_language_wanted) languages;
    double years;           /* of experience at least; 0: not stated */
    vt_degree_level degree; /* at least */
    bool degree_is_nice;    /* ... is only welcome */
} vt_job_ad;

vt_job_ad vt_job_ad_read(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                         vt_str text);

/** Of the words of a title. */
vt_seniority vt_seniority_of(vt_arena *arena, vt_str title);

/** The lowest degree that a text names; NONE when there is none. With `highest`, the highest. */
vt_degree_level vt_degree_in(const vt_lexicon *lex, vt_arena *arena, vt_str text, bool highest);

/** The next number of years in a text ("5+ years", "3-5 Jahre": 3), from *at on, which moves behind
 * it; false when there is none. */
bool vt_years_in(const vt_words *words, size_t *at, double *ret);

#endif
