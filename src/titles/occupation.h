/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a job title is: its plain form, seniority, and the ISCO-08 unit group. Titles of the list
 * (data/occupations) are looked up; a trained model, which sees words and their parts, generalises
 * to those that stand in none. docs/matching.md has its figures.
 */
#ifndef VT_TITLES_OCCUPATION_H
#define VT_TITLES_OCCUPATION_H

#include "base/error.h"
#include "base/vec.h"
#include "text/token.h"

/** Levels of seniority that a title states. */
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

/** "intern", "junior" ... ; NULL for UNKNOWN. */
const char *vt_seniority_word(vt_seniority seniority);
/** Of the words of a title, in the parser's languages. */
vt_seniority vt_seniority_of(vt_arena *arena, vt_str title);

/** What a title is. Strings are lent by the data or lie in the arena. */
typedef struct vt_occupation {
    vt_str title; /* without seniority, gender forms, places, employers; null: nothing is left */
    vt_seniority seniority;
    vt_str isco;      /* "2512", or null when nothing is likely enough */
    vt_str isco_name; /* "Software developers" */
    float confidence; /* that the group is right: 0..1 */
    bool listed;      /* the title stands in the list */
} vt_occupation;

/** The trained model and the list, built in. Any thread may use it. */
typedef struct vt_occupations vt_occupations;
VT_MUST_USE vt_status vt_occupations_open(vt_occupations **ret, vt_error *err);
void vt_occupations_drop(vt_occupations *model);
VT_DEFINE_AUTO(vt_occupations, vt_occupations_drop)

/** Reads a title. */
vt_occupation vt_occupation_of(const vt_occupations *model, vt_arena *arena, vt_str title);
/** Does its plain form stand in the list? */
bool vt_occupation_is_listed(const vt_occupations *model, vt_arena *arena, vt_str title);

/** How near two unit groups are: 1 the same, 0.8 one minor group (three digits), 0.5 one sub-major
 * group (two), 0.4 one field of work (kindred.def: a nurse and a healthcare assistant), 0.2 one
 * major group, 0 else or when one is null. */
double vt_isco_nearness(vt_str a, vt_str b);

/* ---- for training ---- */

/** The words of a title that say what is done: no seniority, gender forms, brackets. */
vt_str vt_title_plain(vt_arena *arena, vt_str title);

enum { VT_OCCUPATION_BUCKETS = 1 << 15, VT_OCCUPATION_DIMS = 32, VT_OCCUPATION_FEATURES = 160 };

/** Features of a plain title: words, pairs, beginnings and parts of words, as buckets; gives how
 * many. */
size_t vt_occupation_features(vt_arena *arena, vt_str plain, uint32_t ret[VT_OCCUPATION_FEATURES]);

#endif
