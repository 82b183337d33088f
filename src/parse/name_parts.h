/* SPDX-License-Identifier: Apache-2.0 */
/** Parts of lines that may be names, and what belongs to a name before and behind it. */
#ifndef VT_PARSE_NAME_PARTS_H
#define VT_PARSE_NAME_PARTS_H

#include "parse/line_features.h"

enum { VT_NAME_PARTS = 12 }; /* of a line, at most */

typedef struct vt_name_part {
    size_t from, to; /* bytes of the line's text */
} vt_name_part;

/** The length of a separator ("|", ",", " - ", a tab ...) at byte `at`, or 0. */
size_t vt_name_separator(vt_str text, size_t at);
/** The parts between separators and wide gaps, at most VT_NAME_PARTS; gives their number. */
size_t vt_name_split(const vt_facts *facts, const vt_info *info, vt_name_part *parts);

/** The number of words from `first` on that begin before byte `to`. */
uint32_t vt_name_words(const vt_info *info, uint32_t first, size_t to);
/** "Dr.", "Q.": what ends in a full stop is a title or an initial, no word of a name. */
bool vt_name_abbreviated(const vt_info *info, const vt_word *word);
/** "Prof. Dr.-Ing. habil.", "Dipl.-Inf. (FH)", "Mrs": words that only stand before a name. */
bool vt_name_honorifics(const vt_facts *facts, const vt_info *info, uint32_t first, uint32_t count);
/** "Oleksandr (Alex) Hrytsenko", "Ann Lee (Anna Li)": brackets within or behind a name. */
bool vt_name_bracketed(const vt_info *info, const vt_name_part *parts, size_t n);

/** The part with what belongs to the name in its line: letters behind it, a nickname, honorifics,
 * the given names of "Lee, Ann". */
vt_name_part vt_name_whole(const vt_facts *facts, const vt_info *info, vt_name_part name);
/** True when the line above the name, which begins at byte `from` of the raw text, is nothing but
 * honorifics. */
bool vt_name_below_honorifics(const vt_facts *facts, size_t line, size_t from);
/** "Name: Ann Lee" in line i, or the same in two cells: where the name stands. */
bool vt_name_after_label(const vt_facts *facts, size_t i, size_t *ret_line, vt_name_part *ret);

#endif
