/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The words of a text with what the lexicon of places says of each: what the grammar in
 * place_draft.c reads. Private to place.c and place_draft.c.
 */
#ifndef VT_TEXT_PLACE_WORDS_H
#define VT_TEXT_PLACE_WORDS_H

#include "text/place.h"

/** The longest hit of each kind at a word. */
typedef struct vt_place_spot {
    uint16_t city, region, country, remote, street, org; /* words; 0: none */
    const vt_lex_hit *cities, *regions; /* the hits of one phrase stand side by side */
    uint16_t n_cities, n_regions;
    const vt_lex_entry *land, *mode;
} vt_place_spot;

typedef struct vt_place_words {
    const vt_lexicon *lex;
    const vt_words *words;
    vt_place_spot *at; /* [words->n] */
} vt_place_words;

/** In the arena; views of `words`. */
vt_place_words vt_place_words_read(const vt_lexicon *lex, vt_arena *arena, const vt_words *words);

static inline const vt_word *place_word(const vt_place_words *f, size_t i)
{
    return &f->words->at[i];
}

/** What stands between word i and the one before it, or the start of the text. */
static inline vt_str place_gap_before(const vt_place_words *f, size_t i)
{
    return vt_str_sub(f->words->text, i ? place_word(f, i - 1)->end : 0, place_word(f, i)->start);
}

/** A name as people write one: in capitals, or in a script without case. */
bool vt_place_is_named(const vt_place_words *f, size_t i);

/** Words of a postcode at i, 0 for none. A lone "2019" is no postcode. */
size_t vt_place_postcode_words(const vt_place_words *f, size_t i);

typedef enum vt_place_sep { VT_SEP_NO, VT_SEP_SPACE, VT_SEP_STRONG } vt_place_sep;

/** May the next part of a place stand behind this gap? Strong: a comma, dash, bracket ... */
vt_place_sep vt_place_separator(vt_str gap);

#endif
