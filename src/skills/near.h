/* SPDX-License-Identifier: Apache-2.0 */
/** Tokens of the taxonomy that a mistyped word may mean. */
#ifndef VT_SKILLS_NEAR_H
#define VT_SKILLS_NEAR_H

#include "skills/image.h"

/** A token of the taxonomy and its distance from the word. */
typedef struct vt_near_token {
    uint32_t token;
    vt_str text; /* borrowed from the image */
    size_t distance;
} vt_near_token;

/** How many typing errors a word of this length is allowed: none under 5 letters, then 1, from 9 on
 * 2. */
size_t vt_near_allowed(size_t len);

/** The tokens within `max` errors of `word` (folded) that share its first letter, nearest first,
 * of those as near the shorter first, then by bytes; at most `cap`. */
size_t vt_near_tokens(const vt_taxonomy *tax, vt_str word, size_t max, vt_near_token *ret,
                      size_t cap);

#endif
