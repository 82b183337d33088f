/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Word stems of the languages that skills have labels in: case, number and gender are cut, so that
 * "Verkäufe" and "Verkauf", "gestión de los proyectos" and "gestión de proyectos" are one phrase.
 * Used alike when an image is made and when a text is read.
 */
#ifndef VT_SKILLS_STEM_H
#define VT_SKILLS_STEM_H

#include "skills/fold.h"

/** A language with rules of its own, or the one of all others, which cuts nothing. */
typedef struct vt_stemmer vt_stemmer;

/** The rules of a language (ISO 639-1: "de"). Never NULL. */
const vt_stemmer *vt_stemmer_find(vt_str language);

/**
 * The stem of a token, as bytes of ret (at most VT_SKILL_TOKEN_MAX); gives its length. `written` is
 * the token as it stands in the text: an article before an apostrophe is cut (l'analyse). 0: an
 * article or preposition that a phrase may have or not ("gestion des ventes").
 */
size_t vt_stem(const vt_stemmer *stemmer, const vt_skill_token *token, vt_str written, char *ret);

#endif
