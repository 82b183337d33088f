/* SPDX-License-Identifier: Apache-2.0 */
/** How much a word tells, and whether two words are forms of one: for comparing phrases. */
#ifndef VT_FIT_WEIGHTS_H
#define VT_FIT_WEIGHTS_H

#include "text/token.h"

/** 0..1: near 0 for "experience", 1 for a word that hardly any text has (data/models/words.tsv). */
double vt_word_weight(vt_str folded);

/** The same word, or one with the same beginning: developer and development, nurse and nursing. */
bool vt_word_same_stem(vt_str a, vt_str b);

/** The words of some texts, to be asked for again and again. */
typedef struct vt_word_index vt_word_index;
vt_word_index *vt_word_index_new(vt_arena *arena);
/** Adds the words of line `line` (any number; lines come in rising order). */
void vt_word_index_add(vt_word_index *index, const vt_words *words, uint32_t line);
/** Call it once, after the last word. */
void vt_word_index_close(vt_word_index *index);

/** What of a phrase is found. */
typedef struct vt_phrase_found {
    double weight;   /* of all its words together */
    double anywhere; /* share of that weight found in any of the texts: 0..1 */
    double together; /* the greatest share found in one line */
    uint32_t line;   /* that line */
    size_t words;    /* words of some weight */
} vt_phrase_found;
/** The share of a phrase's names (words in capitals, with a digit; with `capitals` also those with
 * a capital inside the phrase) that stand in any line, by weight; negative when it has none. */
double vt_word_index_names(const vt_word_index *index, const vt_word *words, size_t n,
                           bool capitals);

vt_phrase_found vt_word_index_find(const vt_word_index *index, vt_arena *arena,
                                   const vt_word *words, size_t n);

#endif
