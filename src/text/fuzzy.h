/* SPDX-License-Identifier: Apache-2.0 */
/** How far short strings are from each other, over code points. */
#ifndef VT_TEXT_FUZZY_H
#define VT_TEXT_FUZZY_H

#include "base/str.h"

/** Strings longer than this many code points are compared by their first ones only. */
enum { VT_FUZZY_MAX = 128 };

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`; `max` + 1
 * when there are more than `max`. */
size_t vt_edit_distance(vt_str a, vt_str b, size_t max);

#endif
