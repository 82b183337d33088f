/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How long and how well: time as unions of months, and the proficiency score of a skill. The
 * formula stands in level.c and in docs/skills.md.
 */
#ifndef VT_SKILLS_LEVEL_H
#define VT_SKILLS_LEVEL_H

#include "base/time.h"
#include "parse/resume/resume.h"

/** Months [from, to) since year 0. Empty when to <= from. */
typedef struct vt_months {
    int from, to;
} vt_months;

/** The time of a job: a year alone counts as its middle, an ongoing job ends today; no start, or an
 * end that is not stated: empty. */
vt_months vt_job_months(const vt_job *job, vt_day today);

/** The part of a job's time that one of its skills may claim: all of it, or, when the job's text
 * names it once, two years and a quarter of the rest, the last ones. */
vt_months vt_job_share(vt_months job, bool whole);

/** The years that a technology with this name can have been used at most; a large number where its
 * beginning is not known. */
double vt_skill_age(vt_str name, vt_day today);

/** Months in the union of `n` intervals; sorts them. */
int vt_months_union(vt_months *intervals, size_t n);

/** What the score of a skill without a stated level is made of. */
typedef struct vt_level_facts {
    double years;       /* in the jobs that show it; 0: none do */
    double years_since; /* since the last of these jobs ended */
    size_t jobs;        /* that show it */
    bool listed;        /* it stands in a skills section */
    bool headline;      /* it stands in a job title or in the label */
    double list_place;  /* 0 first .. 1 last of the listed skills */
    size_t mentions;    /* in the texts of jobs */
    double career;      /* years of all work; counts where no job shows the skill */
} vt_level_facts;

/** The score 0..1; bands: expert from 0.85, advanced 0.65, intermediate 0.4, basic. */
double vt_level_score(const vt_level_facts *facts);

#endif
