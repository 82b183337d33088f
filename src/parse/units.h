/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The words of the head lines of a document as one sequence, and the slots of its items: what the
 * model of fields (field_model.h) labels.
 */
#ifndef VT_PARSE_UNITS_H
#define VT_PARSE_UNITS_H

#include "parse/fields.h"

/** The first fields of roles.def, up to the grade, are the labels. */
enum { VT_FIELD_LABELS = VT_FIELD_GRADE + 1 };

/** What gets one label: a word of a piece, or a whole date. */
typedef struct vt_unit {
    size_t from, to;       /* bytes of raw_text, with the punctuation that touches it */
    uint32_t line;         /* fact index */
    uint32_t first, count; /* words of the line */
    uint32_t item;         /* of the jobs, or of the studies */
    uint32_t piece;        /* of the item, or VT_NONE: a date */
    bool study;
    uint8_t cut;  /* vt_cut before it; VT_CUT_NONE within a piece */
    uint8_t rule; /* vt_field that the rules gave */
} vt_unit;

typedef struct vt_units {
    vt_unit *at;
    size_t n;
} vt_units;

/** All units of a document: jobs, then studies. */
vt_units vt_units_read(const vt_facts *facts, const vt_heads *heads);

/** Can a field stand in the head of a job, or of a study? */
bool vt_field_is_of(uint8_t field, bool study);

/** The item of a unit, and whether the unit is its first one. */
const vt_item *vt_unit_item(const vt_heads *heads, const vt_unit *unit);
bool vt_unit_begins_item(const vt_units *units, size_t i);

/** Do they share text? */
static inline bool vt_range_covers(const vt_range *range, const vt_unit *unit)
{
    return unit->from < range->to && unit->to > range->from;
}

/** The number of a piece among those of its line; its look as bits. */
uint32_t vt_piece_index(const vt_pieces *pieces, size_t i);
uint32_t vt_piece_look(const vt_piece *piece);

/** What was given to the pieces of one slot: a place in the form that the items have. */
typedef struct vt_slot {
    uint32_t key; /* 0: free */
    float sum, fields[VT_FIELD_LABELS];
} vt_slot;

typedef struct vt_slots {
    vt_slot *at; /* [mask + 1], by key */
    uint32_t mask;
} vt_slots;

/** Empty slots, for at most `n` keys. */
void vt_slots_init(vt_slots *slots, vt_arena *arena, size_t n);
/** The slot of a key, or the free one where it would be. */
vt_slot *vt_slot_of(const vt_slots *slots, uint32_t key);
void vt_slot_add(const vt_slots *slots, uint32_t key, uint8_t field, float weight);

/** Where in the form of an item a piece stands: line, place in the line, what is before it, look.
 */
uint32_t vt_slot_key(const vt_pieces *pieces, size_t i, bool study);

#endif
