/* SPDX-License-Identifier: Apache-2.0 */
/** The language of a text, by its script and function words. */
#ifndef VT_TEXT_LANG_H
#define VT_TEXT_LANG_H

#include "text/lexicon.h"

typedef struct vt_lang_guess {
    vt_lang lang;   /* VT_LANG_UNKNOWN when nothing tells */
    float share;    /* 0..1 of the evidence */
    vt_lang second; /* the next, or VT_LANG_UNKNOWN */
    float second_share;
} vt_lang_guess;

vt_lang_guess vt_lang_of(const vt_lexicon *lex, const vt_words *words);

#endif
