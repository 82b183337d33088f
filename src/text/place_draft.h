/* SPDX-License-Identifier: Apache-2.0 */
/** The parts of a place by the grammar in place_draft.c. Private to place.c. */
#ifndef VT_TEXT_PLACE_DRAFT_H
#define VT_TEXT_PLACE_DRAFT_H

#include "text/place_words.h"

typedef struct vt_place_draft {
    size_t first, next;                                        /* words */
    size_t city, city_n, region, region_n, country, country_n; /* words, n 0: none */
    size_t code, code_n;                                       /* postcode */
    const vt_lex_entry *city_entry, *region_entry;
    vt_str country_code, likely;
    float score;
    bool listed;
} vt_place_draft;

/** A listed city at word i, with what follows it. */
bool vt_place_draft_city(const vt_place_words *f, size_t i, vt_place_draft *d);

/** A name in capitals that the lexicon does not have, before ", TX" or ", Germany". */
bool vt_place_draft_unlisted(const vt_place_words *f, size_t i, vt_place_draft *d);

/** A region or a country at word i, without a city. */
bool vt_place_draft_region(const vt_place_words *f, size_t i, vt_place_draft *d);

/** The country of a draft where its region or city leaves no doubt, and the likely one. */
void vt_place_judge_country(const vt_place_words *f, vt_place_draft *d);

/** How much of the score stays, by the words around it: capitals that run on to the left or right
 * ("Boston Consulting Group", "University of Oslo") make it a part of another name. */
float vt_place_standing(const vt_place_words *f, const vt_place_draft *d);

#endif
