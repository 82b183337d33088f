/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A job description as requirements. What its sentences are for is read by a trained model
 * (sentences.h); how they are taken apart stands in job.c, what a part asks for in part.c.
 */
#ifndef VT_FIT_JOB_H
#define VT_FIT_JOB_H

#include "base/json.h"
#include "base/vec.h"
#include "fit/sentences.h"
#include "skills/taxonomy.h"
#include "text/lexicon.h"
#include "text/tongue.h"
#include "titles/occupation.h"

typedef enum vt_requirement_kind {
#define VT_REQUIREMENT_KIND(symbol, word) VT_REQUIREMENT_##symbol,
#include "fit/requirement_kinds.def"
#undef VT_REQUIREMENT_KIND
    VT_REQUIREMENT_KIND_COUNT
} vt_requirement_kind;

/** The word of requirement_kinds.def. */
const char *vt_requirement_kind_word(vt_requirement_kind kind);

/** One thing that is asked for, or several of which any will do ("AWS, GCP or Azure"). */
typedef struct vt_requirement {
    vt_requirement_kind kind;
    VT_VEC(uint32_t) any;   /* skills of the taxonomy; none where it knows none */
    vt_str words;           /* of the job description */
    double criticality;     /* 0..1 */
    bool must;              /* asked for, not only welcome */
    bool duty;              /* it stands in a sentence about what is done */
    double years;           /* asked for; 0: not stated */
    vt_degree_level degree; /* of a DEGREE; NONE: a degree of no known level */
    vt_str language;        /* of a LANGUAGE: in English, as in the lexicon */
    vt_str level;           /* of a LANGUAGE: "C1", or null */
    uint32_t sentence;      /* requirements of one sentence share it */
    uint32_t place;         /* where in the sentence it stands */
    uint32_t alternatives;  /* of one choice between kinds ("degree or 5 years"); 0: none */
} vt_requirement;

typedef struct vt_job_ad {
    vt_str title; /* or null */
    vt_seniority seniority;
    vt_occupation occupation; /* of the title */
    vt_tongue tongue;         /* the language it is written in; COUNT: not known */
    vt_ad_sentences sentences;
    VT_VEC(vt_requirement) requirements; /* in the order of the text */
    double years;                        /* of experience at least; 0: not stated */
    vt_degree_level degree;              /* at least */
    bool degree_is_nice;                 /* ... is only welcome */
} vt_job_ad;

/** What a job description is read with. */
typedef struct vt_job_reader {
    const vt_sentence_model *sentences;
    const vt_occupations *occupations;
    const vt_taxonomy *taxonomy;
    const vt_lexicon *lexicon;
} vt_job_reader;

vt_job_ad vt_job_ad_read(const vt_job_reader *with, vt_arena *arena, vt_str text);

/** The lowest degree that a text names; NONE when there is none. With `highest`, the highest. */
vt_degree_level vt_degree_in(const vt_lexicon *lex, vt_arena *arena, vt_str text, bool highest);

/** The next number of years in a text ("5+ years", "3-5 Jahre": 3; "two years"), from *at on, which
 * moves behind it; false when there is none. */
bool vt_years_in(const vt_words *words, size_t *at, double *ret);

#endif
