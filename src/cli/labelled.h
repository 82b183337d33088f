/* SPDX-License-Identifier: Apache-2.0 */
/** Training data from the labelled corpus: documents read by the engine's own readers and layout.
 */
#ifndef VT_CLI_LABELLED_H
#define VT_CLI_LABELLED_H

#include "ml/train.h"

typedef enum vt_labelled_kind {
    VT_LABELLED_LINES,  /* a sequence of lines with roles as labels */
    VT_LABELLED_FIELDS, /* of the words of head lines, as the built-in model of lines finds them,
                           with fields as labels */
} vt_labelled_kind;

/** "lines", "fields"; false for other words. */
bool vt_labelled_find_kind(const char *word, vt_labelled_kind *ret);

typedef struct vt_labelled_report {
    size_t documents, items;
    size_t stale; /* documents whose labels are of another layout: left out */
} vt_labelled_report;

/**
 * Adds one sequence for each ID.labels.json of `folder` (docs/formats.md), in the order of their
 * names. VT_E_EMPTY: no document.
 */
VT_MUST_USE vt_status vt_labelled_read(const char *folder, vt_labelled_kind kind, vt_dataset *set,
                                       vt_labelled_report *ret, vt_error *err);

/** A data set with the labels of the kind, words of roles.def. */
vt_dataset *vt_labelled_new_set(vt_labelled_kind kind);

#endif
