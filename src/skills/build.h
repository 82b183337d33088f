/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes a taxonomy image from skills: used at build time for the sheets in data/taxonomy, and by
 * `vitae taxonomy import` for a company's own. Strings given are not copied: they must live until
 * the image is written.
 */
#ifndef VT_SKILLS_BUILD_H
#define VT_SKILLS_BUILD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"

typedef VT_VEC(vt_str) vt_str_vec;

/** What a skill is called in another language. */
typedef struct vt_skill_label {
    char language[4]; /* ISO 639-1 */
    vt_str text;
    bool listed; /* counts in lists of skills only: in running text it means other things, too */
} vt_skill_label;

/** What a sentence says when it shows a skill: a verb and its object. */
typedef struct vt_skill_action {
    vt_str verbs;   /* '|' between them; a base form, or all forms with '/' between them */
    vt_str objects; /* '|' between them; "-": the verb alone */
} vt_skill_action;

/** A word, or the forms of a verb, and the nouns that skills are named with. */
typedef struct vt_skill_nouns {
    vt_str words; /* '|' between them; of a verb as in vt_skill_action */
    vt_str nouns; /* '|' between them */
    bool verb;    /* else what people are called */
} vt_skill_nouns;

/** The words with which people of an occupation say that they have a skill. */
typedef struct vt_skill_cue {
    vt_str skill; /* its id */
    vt_str cues;  /* '|' between them, spaces between the words of one, '/' between their forms */
} vt_skill_cue;

typedef struct vt_skill_profile {
    char language[4]; /* ISO 639-1 */
    vt_str codes;     /* unit groups of ISCO-08, ',' between them */
    VT_VEC(vt_skill_cue) cues;
} vt_skill_profile;

/** One skill as it comes from a sheet or an import. */
typedef struct vt_skill_source {
    vt_str id, name, category;
    bool soft;
    bool spoken;     /* a language that people speak */
    bool common;     /* people of every profession write it */
    uint16_t domain; /* a number that related categories share; 0: none */
    uint16_t field;  /* vt_field of the domain */
    vt_str_vec aliases;
    vt_str_vec implied; /* names or ids of other skills; unknown ones are left out */
    vt_str_vec retired; /* ids whose place this one took */
    VT_VEC(vt_skill_action) actions;
    vt_str_vec callings;           /* what people are called who have it */
    vt_str_vec ambiguous;          /* those of its surfaces that need context */
    VT_VEC(vt_skill_label) labels; /* by language, the best of each first */
} vt_skill_source;

typedef struct vt_skill_sources {
    vt_skill_source *at;
    size_t n, cap;
    VT_VEC(vt_skill_nouns) nouns;
    VT_VEC(vt_skill_profile) profiles;
    vt_str_vec listed; /* folded aliases that count in lists only: "quality", "financial" */
} vt_skill_sources;

/** Appends the image. VT_E_INVALID names the first skill without id, name or category, or an id
 * that stands twice; VT_E_EMPTY without skills; VT_E_LIMIT for more than an image holds. */
VT_MUST_USE vt_status vt_taxonomy_build(vt_arena *arena, vt_skill_sources *sources, vt_buf *out,
                                        vt_error *err);

/** Reads the sheets of a folder (data/taxonomy/[0-9]*.tsv) with what lies beside them
 * (labels/LANG.tsv, fields.tsv, common.txt, listed.txt, actions.tsv, crafts.tsv, retired.tsv), or
 * one sheet. VT_E_FORMAT names the line that is wrong. */
VT_MUST_USE vt_status vt_skill_sheets_read(vt_arena *arena, const char *path, vt_skill_sources *ret,
                                           vt_error *err);

#endif
