/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a person should look at: values that are doubtful, and places of the text that look like a
 * value and stand in none.
 */
#ifndef VT_PARSE_REVIEW_H
#define VT_PARSE_REVIEW_H

#include "parse/confidence/confidence.h"

/** Fills resume->review from the values' probabilities and from the lines of no item. */
void vt_review_find(const vt_facts *facts, const vt_roles *roles, const vt_confidence_items *values,
                    vt_resume *resume);

#endif
