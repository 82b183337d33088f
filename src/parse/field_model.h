/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The learned part of the fields of head lines: a CRF over the words of all head lines of a
 * document whose features are the lexicon, the cuts and looks of the pieces, what the rules
 * decided, and where other items of the document have what. Trained by `vitae train --kind fields`
 * on the corpus (docs/accuracy.md).
 */
#ifndef VT_PARSE_FIELD_MODEL_H
#define VT_PARSE_FIELD_MODEL_H

#include "ml/crf.h"
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

/** Their features; `labels` ([units->n], below VT_FIELD_LABELS) are for training, or NULL. */
vt_sequence vt_field_sequence(const vt_facts *facts, const vt_heads *heads, const vt_units *units,
                              const uint8_t *labels);

/** Can a field stand in the head of a job, or of a study? */
bool vt_field_is_of(uint8_t field, bool study);

/** Decides again with the model; confidences are its probabilities that a value is right. */
void vt_field_model_decide(const vt_crf *crf, const vt_facts *facts, vt_heads *heads);

#endif
