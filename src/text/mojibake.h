/* SPDX-License-Identifier: Apache-2.0 */
/**
 * UTF-8 that some program read as Latin-1 or Windows-1252 ("MÃ¼ller", "2019 â€“ 2021"), once or
 * twice: what was meant.
 */
#ifndef VT_TEXT_MOJIBAKE_H
#define VT_TEXT_MOJIBAKE_H

#include "base/arena.h"
#include "base/str.h"

/**
 * How many of the code points [n] from `at` are one character so misread; 0: none is. *ret is the
 * character, or 0 where it had nothing to show (a byte order mark, a space of no width).
 */
size_t vt_mojibake_at(const uint32_t *codes, size_t n, size_t at, uint32_t *ret);

/** False only for a text in which nothing can be misread; quick. */
bool vt_mojibake_possible(vt_str text);

/** The text as it was meant; the view itself when nothing is misread. */
vt_str vt_mojibake_repair(vt_arena *arena, vt_str text);

#endif
