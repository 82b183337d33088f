/* SPDX-License-Identifier: Apache-2.0 */
/* What the items of a document say of each other: people write all their jobs alike. */
#ifndef VT_PARSE_READER_SIBLINGS_H
#define VT_PARSE_READER_SIBLINGS_H

#include "ml/net.h"
#include "parse/reader/reading.h"

typedef struct vt_siblings vt_siblings;

/** Counts the fields of all heads of items. `out->field` has probabilities; the roles and roots of
 * the cells of `r` are decided. Lives in the arena of `r`. */
const vt_siblings *vt_siblings_of(const vt_reading *r, const vt_net_output *out);

/** What the other items say for each field of a word of a cell: logarithms, to be added to those of
 * the word; 0 where there are no others. */
void vt_siblings_say(const vt_siblings *siblings, size_t cell, size_t word,
                     float ret[VT_NET_FIELDS]);

#endif
