/* SPDX-License-Identifier: Apache-2.0 */
/** Training data from the labelled corpus: documents read by the engine's own readers and layout.
 */
#ifndef VT_CLI_LABELLED_H
#define VT_CLI_LABELLED_H

#include "ml/train.h"

typedef struct vt_labelled_report {
    size_t documents, lines;
    size_t stale; /* documents whose labels are of another layout: left out */
} vt_labelled_report;

/**
 * Adds one sequence of lines for each ID.labels.json of `folder` (docs/formats.md), in the order of
 * their names. The labels of the set are the roles of roles.def. VT_E_EMPTY: no document.
 */
VT_MUST_USE vt_status vt_labelled_lines(const char *folder, vt_dataset *set,
                                        vt_labelled_report *ret, vt_error *err);

/** A data set with the roles of roles.def as its labels. */
vt_dataset *vt_labelled_new_set(void);

#endif
