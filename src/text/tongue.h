/* SPDX-License-Identifier: Apache-2.0 */
/** The language that a text is written in, by its function words: the ten in which summaries are
 * written. */
#ifndef VT_TEXT_TONGUE_H
#define VT_TEXT_TONGUE_H

#include "text/token.h"

typedef enum vt_tongue {
    VT_TONGUE_EN,
    VT_TONGUE_DE,
    VT_TONGUE_FR,
    VT_TONGUE_ES,
    VT_TONGUE_IT,
    VT_TONGUE_PT,
    VT_TONGUE_NL,
    VT_TONGUE_PL,
    VT_TONGUE_SV,
    VT_TONGUE_RU,
    VT_TONGUE_COUNT /* none of them, or not known */
} vt_tongue;

enum { VT_TONGUE_OTHERS = 14 };

/** How often words of each language were met. All zeros: none yet. */
typedef struct vt_tongue_votes {
    uint32_t of[VT_TONGUE_COUNT];
    uint32_t others[VT_TONGUE_OTHERS]; /* languages that are none of the ten */
    uint32_t words;                    /* that were looked at */
} vt_tongue_votes;

void vt_tongue_vote(vt_tongue_votes *votes, const vt_words *words);

/** The language with most votes; COUNT when it has fewer than `least`, or too few for so many
 * words, or when a language that is none of the ten has more. */
vt_tongue vt_tongue_of(const vt_tongue_votes *votes, uint32_t least);

/** The country (alpha-2) that the language with most votes is at home in, of more languages than
 * the ten; empty when it has fewer than `least` (at least 1) or is spoken in many, as English is.
 */
vt_str vt_tongue_home(const vt_tongue_votes *votes, uint32_t least);

/** "en", "de" ...; "" for COUNT. */
const char *vt_tongue_code(vt_tongue tongue);
/** The language of a code ("de", "de-CH"), case aside; COUNT for another one. */
vt_tongue vt_tongue_find(vt_str code);

#endif
