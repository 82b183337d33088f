/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The heads of items: what the four files reading_heads.c (items and jobs), reading_values.c (where
 * a value begins and ends), reading_dates.c and reading_studies.c share.
 */
#ifndef VT_PARSE_READING_HEADS_H
#define VT_PARSE_READING_HEADS_H

#include "parse/reader/reading.h"

/** What the heads of the items of one kind hold. */
typedef struct vt_head_runs {
    const vt_reading *r;
    const vt_facts *f;
    const vt_roles *roles;
    vt_runs runs; /* of all items of the kind */
} vt_head_runs;

/** The number of the item that a run is of. */
static inline uint32_t vt_head_item(const vt_head_runs *h, const vt_run *run)
{
    return h->roles->at[h->r->line_of_cell[run->cell]].item;
}

/** The best run of a field in an item, cut where the value begins and ends: the surest words, the
 * first of two that are alike. An empty range: there is none. */
vt_range vt_head_value(const vt_head_runs *h, const vt_item *item, uint8_t field);

/** Does the lexicon know the text of a range as one of a kind? */
bool vt_head_is_known(const vt_head_runs *h, const vt_range *range, vt_lex_kind kind);

/** The dates of an item, also those that are set over several lines. */
vt_item_dates vt_head_dates(const vt_head_runs *h, const vt_item *item);

/** The fields of a study: where degree and field are one value, they are parted. */
vt_study_fields vt_head_study(const vt_head_runs *h, const vt_item *item);

#endif
