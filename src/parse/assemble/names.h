/* SPDX-License-Identifier: Apache-2.0 */
/** The parts of a person's name. */
#ifndef VT_PARSE_NAMES_H
#define VT_PARSE_NAMES_H

#include "parse/facts/line_features.h"

/** Given and family name of a whole name; both stay unknown where one word is all there is. Titles
 * ("Dr.") and letters behind a name ("PhD") are of neither. */
void vt_names_part(const vt_facts *facts, const vt_value *name, vt_value *given, vt_value *family);

#endif
