/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Places: "City, Region ZIP, Country" in its usual forms. Parts are as written; the country code is
 * set only where the text states it or a region leaves no doubt (a US state).
 */
#ifndef VT_TEXT_PLACE_H
#define VT_TEXT_PLACE_H

#include "text/lexicon.h"

typedef enum vt_work_mode {
    VT_WORK_UNSTATED,
    VT_WORK_REMOTE,
    VT_WORK_HYBRID,
    VT_WORK_ONSITE,
} vt_work_mode;

typedef struct vt_place {
    vt_span span;          /* bytes of the text: city to country; street and postcode around it too
                              only when they stand between */
    uint32_t first, count; /* words */
    vt_str city, region, country;                 /* views of the text, or null */
    vt_span city_span, region_span, country_span; /* empty where null */
    vt_str country_code;                          /* alpha-2, or null; a string of the lexicon */
    vt_str likely_country; /* alpha-2 that the lexicon has for the city: a guess, not for output */
    vt_str postcode;       /* or null */
    vt_str street;         /* with the number, a flat or a box: what stands before; or null */
    vt_span address;       /* with street and postcode: the whole address; else as span */
    vt_work_mode work;     /* "Remote", "(hybrid)" */
    float score;           /* 0..1 */
} vt_place;

typedef struct vt_places {
    vt_place *at;
    size_t n;
} vt_places;

/** All places of a text (a line), left to right, not overlapping. */
vt_places vt_place_find(const vt_lexicon *lex, vt_arena *arena, const vt_words *words);

/**
 * The country (alpha-2) that a postcode shows by its form: "SW1A 1AA", "1012 AB", "〒150-0041",
 * "D-10115". The null string for forms that several countries have ("75001").
 */
vt_str vt_postcode_country(vt_str postcode);

/**
 * Reads a whole text that is known to be a location ("Springfield, IL"; "Ittoqqortoormiit,
 * Greenland"): parts not in the lexicon are taken by position. False when it cannot be one.
 */
bool vt_place_parse(const vt_lexicon *lex, vt_arena *arena, const vt_words *words, vt_place *ret);

#endif
