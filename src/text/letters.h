/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A text as a stream of its letters and digits in folded form: white space, hyphens, punctuation
 * and case never count, the order does. So a value is compared with the place it was taken from.
 */
#ifndef VT_TEXT_LETTERS_H
#define VT_TEXT_LETTERS_H

#include "text/utf8.h"

/** All zeros but `text` is the start of the stream. */
typedef struct vt_letters {
    vt_str text;
    size_t from, to; /* bytes of the character that the letter given last came from */
    char folded[VT_FOLD_MAX];
    size_t at, n; /* of `folded` */
    bool glued;   /* a letter or digit stood right before */
} vt_letters;

/** The next letter or digit; + and # count behind one ("C++", "C#"). 0: the end. */
uint32_t vt_letters_next(vt_letters *s);

/** Have both the same letters and digits? */
bool vt_letters_eq(vt_str a, vt_str b);

/** The whole stream as UTF-8, in the arena. */
vt_str vt_letters_of(vt_arena *arena, vt_str text);

#endif
