/* SPDX-License-Identifier: Apache-2.0 */
/** Which language a text is in, by its function words and its script: votes, word by word. */
#ifndef VT_SKILLS_LANGUAGE_H
#define VT_SKILLS_LANGUAGE_H

#include "skills/fold.h"

typedef enum vt_spoken {
    VT_SPOKEN_EN,
    VT_SPOKEN_DE,
    VT_SPOKEN_FR,
    VT_SPOKEN_ES,
    VT_SPOKEN_IT,
    VT_SPOKEN_PT,
    VT_SPOKEN_NL,
    VT_SPOKEN_PL,
    VT_SPOKEN_CS,
    VT_SPOKEN_SV,
    VT_SPOKEN_DA,
    VT_SPOKEN_NO,
    VT_SPOKEN_FI,
    VT_SPOKEN_TR,
    VT_SPOKEN_RU,
    VT_SPOKEN_JA,
    VT_SPOKEN_ZH,
    VT_SPOKEN_KO,
    VT_SPOKEN_COUNT
} vt_spoken;

/** Votes for each language. All zeros: nothing read. */
typedef struct vt_language_votes {
    uint16_t of[VT_SPOKEN_COUNT];
    uint16_t words; /* that were looked at */
} vt_language_votes;

/** Where the function words of each first letter begin. */
typedef struct vt_language_index {
    uint16_t from[27];
} vt_language_index;

vt_language_index vt_language_index_make(void);

/** Counts a token, and gives the languages that it is a function word of: bit i is vt_spoken i. */
uint32_t vt_language_vote(const vt_language_index *index, vt_language_votes *votes,
                          const vt_skill_token *token);
void vt_language_votes_add(vt_language_votes *sum, const vt_language_votes *votes);

/** The language with the most votes; VT_SPOKEN_COUNT when fewer than `least` were given. */
vt_spoken vt_language_winner(const vt_language_votes *votes, unsigned least);

/** "de". */
vt_str vt_spoken_code(vt_spoken language);
/** The language with this code ("de", "de-CH"), or VT_SPOKEN_COUNT. */
vt_spoken vt_spoken_find(vt_str code);

#endif
