/* SPDX-License-Identifier: Apache-2.0 */
/**
 * When is a value right? The comparisons of docs/labelling.md: case, accents, punctuation and
 * white space never count; names and titles may differ in a few letters, employers in their legal
 * form, degrees in being abbreviated, phones in their prefix.
 */
#ifndef VT_EVAL_COMPARE_H
#define VT_EVAL_COMPARE_H

#include "base/arena.h"
#include "base/str.h"

/** Words in folded letters with one space between them; + and # are letters, & is "and". */
vt_str vt_eval_fold(vt_arena *arena, vt_str s);
/** As vt_eval_fold, with the usual abbreviations of degrees spelt out. */
vt_str vt_eval_fold_degree(vt_arena *arena, vt_str s);

/** Likeness of two folded texts, 0..1: twice the letters in common blocks (the longest first, then
 * left and right of it: Ratcliff and Obershelp 1988) by the letters of both. 0 when one is empty.
 */
double vt_eval_ratio(vt_arena *arena, vt_str a, vt_str b);

/** Alike by at least `at_least`, or one begins with the other and is most of it. */
bool vt_eval_same_text(vt_arena *arena, vt_str a, vt_str b, double at_least);
bool vt_eval_same_company(vt_arena *arena, vt_str a, vt_str b);
bool vt_eval_same_degree(vt_arena *arena, vt_str a, vt_str b);
bool vt_eval_same_phone(vt_arena *arena, vt_str a, vt_str b);
/** A year alone in `gold` is met by any of its months. */
bool vt_eval_same_date(vt_str gold, vt_str got);
/** F1 of the words of two texts. */
double vt_eval_word_f1(vt_arena *arena, vt_str a, vt_str b);

/**
 * The best one-to-one pairing of `n` gold with `m` given records by the sum of their likeness
 * [n][m] (Hungarian method). ret[i] is the partner of gold record i, or SIZE_MAX: a pair under 0.2
 * is no pair.
 */
void vt_eval_align(vt_arena *arena, const double *likeness, size_t n, size_t m, size_t *ret);

#endif
