/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Training of a CRF: maximum likelihood with L1 and L2, by OWL-QN over the whole set. The same data
 * and options give the same image byte for byte, whatever the number of threads.
 */
#ifndef VT_ML_TRAIN_H
#define VT_ML_TRAIN_H

#include "base/buf.h"
#include "base/error.h"
#include "ml/feature.h"
#include "ml/score.h"

/** Labelled sequences; owns its memory. */
typedef struct vt_dataset vt_dataset;

/** The labels may be NULL: then reading a text adds each label that it meets. */
vt_dataset *vt_dataset_new(const char *const *labels, size_t n);
void vt_dataset_drop(vt_dataset *set);
VT_DEFINE_AUTO(vt_dataset, vt_dataset_drop)

/** Copies a sequence with labels. */
void vt_dataset_add(vt_dataset *set, const vt_sequence *sequence);
/**
 * Reads sequences from text: an item a line, `label TAB feature feature ...`, an empty line between
 * sequences; a feature that starts with ^ is an edge feature. VT_E_FORMAT names the line.
 */
VT_MUST_USE vt_status vt_dataset_read(vt_dataset *set, vt_str text, vt_error *err);

/** Sequences, and items in all of them. */
size_t vt_dataset_count(const vt_dataset *set);
size_t vt_dataset_items(const vt_dataset *set);
/** Lent by the set. */
const vt_sequence *vt_dataset_get(const vt_dataset *set, size_t index);
/** Labels met or given, and the word of one. */
size_t vt_dataset_labels(const vt_dataset *set);
vt_str vt_dataset_label(const vt_dataset *set, size_t label);

typedef struct vt_train_progress {
    size_t iteration;
    double objective, gradient_norm; /* of the regularised objective */
    size_t active;                   /* weights that are not 0 */
} vt_train_progress;

typedef struct vt_train_options {
    double l1, l2;       /* of the objective: sum of log likelihoods */
    uint32_t min_count;  /* features seen less often are left out */
    uint32_t iterations; /* at most */
    double tolerance;    /* stop when ten iterations gain less than this share */
    unsigned threads;    /* 1 or 2 */
    void (*on_progress)(void *context, const vt_train_progress *progress); /* or NULL */
    void *context;
    const vt_calibration *calibration; /* stored with the model, or NULL */
} vt_train_options;

/** What `vitae train` takes when it is told nothing. */
vt_train_options vt_train_defaults(void);

typedef struct vt_train_report {
    size_t iterations, features, weights; /* kept */
    double objective;
    size_t bytes; /* of the image */
} vt_train_report;

/** Trains and writes the image to `out`. VT_E_EMPTY: no data; VT_E_LIMIT: too many labels. */
VT_MUST_USE vt_status vt_train_crf(const vt_dataset *set, const vt_train_options *options,
                                   vt_buf *out, vt_train_report *ret, vt_error *err);

/** The same image with another calibration table. */
VT_MUST_USE vt_status vt_train_set_calibration(vt_buf *image, const vt_calibration *calibration,
                                               vt_error *err);

#endif
