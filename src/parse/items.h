/* SPDX-License-Identifier: Apache-2.0 */
/** Where the items of a section begin: Viterbi over its lines with begin, head and text. */
#ifndef VT_PARSE_ITEMS_H
#define VT_PARSE_ITEMS_H

#include "parse/lines.h"

/**
 * Sets role and item of the lines `run[0..n)` (fact indices in order) of one section: jobs, or
 * education.
 */
void vt_items_decide(const vt_facts *facts, vt_roles *roles, const uint32_t *run, size_t n,
                     bool jobs);

#endif
