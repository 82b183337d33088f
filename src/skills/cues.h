/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Cues: the words with which people of an occupation say that they have a skill ("draw blood" of a
 * nurse, "clutch" of a mechanic), from the sheets in data/taxonomy/cues. A cue is up to three
 * words that stand near each other in a sentence, in any order and in any of their forms. Used when
 * an image is made; match_cues.c finds them in texts.
 */
#ifndef VT_SKILLS_CUES_H
#define VT_SKILLS_CUES_H

#include "skills/build.h"
#include "skills/image.h"

/** The language of profiles whose words are looked up as they stand; those of others by their
 * stems. */
#define VT_CUES_ENGLISH "en"

/** A folded word, or a stem of another language, and the number of the word that it is a form of:
 * each language numbers its own, from 1 on. */
typedef struct vt_cue_form {
    vt_str text;
    const char *language;
    uint32_t word;
} vt_cue_form;

/** Words of a cue, the one that fewest cues of the profile have first; 0 behind the last. */
typedef struct vt_cue_row {
    vt_str skill; /* its id */
    uint32_t words[VT_CUE_WORDS];
} vt_cue_row;

typedef struct vt_cue_tables {
    VT_VEC(vt_cue_form) forms; /* each text of a language once; by language */
    VT_VEC(vt_cue_row) rows;   /* of the profiles, one behind the other; by their first word */
    VT_VEC(vt_image_profile) profiles;
    uint32_t words; /* how many there are, of the language that has most */
} vt_cue_tables;

/**
 * Reads the cues of all profiles; their languages are left to the caller, who numbers them. A cue
 * whose words say nothing ("of the") is left out; of one with more than three words the longest
 * three count. `words`: the tokens of names and actions, which tell the verbs. A cue that says no
 * more than another of its skill and profile is left out.
 */
vt_status vt_cues_read(vt_arena *arena, const vt_skill_sources *sources, const vt_map *words,
                       vt_cue_tables *ret, vt_error *err);

#endif
