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
#include "parse/units.h"

/** The features of units; `labels` ([units->n], below VT_FIELD_LABELS) are for training, or NULL.
 */
vt_sequence vt_field_sequence(const vt_facts *facts, const vt_heads *heads, const vt_units *units,
                              const uint8_t *labels);

/** Decides again with the model; confidences are its probabilities that a value is right. */
void vt_field_model_decide(const vt_crf *crf, const vt_facts *facts, vt_heads *heads);

#endif
