/* SPDX-License-Identifier: Apache-2.0 */
/** Employers, titles and schools that were read as part of the value beside them. */
#ifndef VT_PARSE_MISSING_FIELDS_H
#define VT_PARSE_MISSING_FIELDS_H

#include "ml/net.h"
#include "parse/reader/reading.h"

/** Gives jobs without an employer or a title, and studies without a school, the likeliest part of
 * a neighbouring value for it. `out` holds the probabilities of the fields of each word. */
void vt_reading_find_missing(vt_reading *reading, const vt_net_output *out);

#endif
