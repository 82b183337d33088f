/* SPDX-License-Identifier: Apache-2.0 */
/** Other spellings that people use for a surface: front-end and frontend, organisation and
 * organization, database and databases, Node.js and nodejs. Used when an image is made. */
#ifndef VT_SKILLS_VARIANTS_H
#define VT_SKILLS_VARIANTS_H

#include "base/arena.h"
#include "skills/image.h"

/** A phrase as folded tokens. */
typedef struct vt_phrase {
    vt_str token[VT_SURFACE_TOKENS];
    size_t n;
    bool breaks; /* a comma or the like stands inside */
} vt_phrase;

/** Folds a surface; false when it is empty or too long for the taxonomy. */
bool vt_phrase_read(vt_arena *arena, vt_str surface, vt_phrase *ret);

enum { VT_VERB_FORMS = 4 };
/** The forms of a regular English verb: its past, its -ing form, its base and its -s form. */
void vt_verb_forms(vt_arena *arena, vt_str base, vt_str ret[VT_VERB_FORMS]);

enum { VT_VARIANTS_MAX = 48 };

/** The variants of a surface, its own form not among them. `product`: a proper noun, which has no
 * plural but is often written as one word (Power BI, powerbi). Gives their number. */
size_t vt_phrase_variants(vt_arena *arena, vt_str surface, bool product,
                          vt_phrase ret[VT_VARIANTS_MAX]);

#endif
