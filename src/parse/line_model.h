/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The learned part of the roles of lines: a CRF over all lines of a document whose features are the
 * facts of the lines and what the rules decided, so that it learns where the rules are to be
 * trusted. Trained by `vitae train --kind lines` on the corpus (docs/accuracy.md).
 */
#ifndef VT_PARSE_LINE_MODEL_H
#define VT_PARSE_LINE_MODEL_H

#include "ml/crf.h"
#include "parse/lines.h"

/** The features of a document's lines; `labels` (of roles.def, [facts->n]) are for training, or
 * NULL. Lives in the facts' arena. */
vt_sequence vt_line_sequence(const vt_facts *facts, const vt_roles *rules, const uint8_t *labels);

/** Which labels the lines get. */
typedef enum vt_labels {
    VT_LABELS_BEST,  /* the model's likeliest ones */
    VT_LABELS_RULES, /* those of the rules alone */
    VT_LABELS_NEXT,  /* the model's second likeliest ones; + 1: the third ... */
} vt_labels;

/** The document's lines under the model: computed once, decided from as often as needed. */
typedef struct vt_line_lattice vt_line_lattice;

/** `crf` must have the roles of roles.def as its labels, in their order. */
vt_line_lattice *vt_line_model_read(const vt_crf *crf, const vt_facts *facts,
                                    const vt_roles *rules);

/**
 * Decides again with the model: sets roles, sections, items and confidences where it is surer than
 * the rules, and roles->score, the labels' mean log likelihood. `roles` are those that the lattice
 * was made of, or a copy.
 */
void vt_line_model_decide(const vt_line_lattice *lattice, vt_labels labels, vt_roles *roles);

#endif
