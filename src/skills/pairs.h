/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Texts in pairs: a symbol is a byte or a pair of symbols; the commonest have one byte, others two.
 * Labels of skills take a little less than half of their bytes so, and one of them is read without
 * the others. Used when an image is made; vt_pairs_expand() reads them where they lie.
 */
#ifndef VT_SKILLS_PAIRS_H
#define VT_SKILLS_PAIRS_H

#include "base/arena.h"
#include "base/buf.h"

enum {
    VT_PAIRS_BYTES = 256, /* symbols that are bytes */
    VT_PAIRS_SHORT = 208, /* codes of one byte; the others of two begin with a byte from here on */
    VT_PAIRS_MAX = 12288, /* symbols in all, no more than there are codes */
    VT_PAIRS_WORD_MAX = 64, /* symbols of a word that are looked at */
};

/** A pair of symbols that are less than its own number, which is VT_PAIRS_BYTES + its place. */
typedef struct vt_pair {
    uint16_t left, right;
} vt_pair;

/** Reads codes into `ret` until either ends; gives the bytes written. Whatever the codes and pairs
 * are, nothing beyond them is touched. */
size_t vt_pairs_expand(vt_str codes, const uint16_t *symbols, size_t n_symbols,
                       const vt_pair *pairs, size_t n_pairs, char *ret, size_t cap);

typedef struct vt_pairs vt_pairs;

vt_pairs *vt_pairs_new(vt_arena *arena);

/** Adds a text to learn from; it must live as long as the pairs. */
void vt_pairs_learn(vt_pairs *pairs, vt_str text);

/** Settles the pairs; gives them and the symbol of each code. */
void vt_pairs_settle(vt_pairs *pairs, const vt_pair **ret_pairs, size_t *ret_n_pairs,
                     const uint16_t **ret_symbols, size_t *ret_n_symbols);

/** Appends the codes of a text that was learned from. */
void vt_pairs_write(const vt_pairs *pairs, vt_str text, vt_buf *out);

#endif
