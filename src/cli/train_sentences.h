/* SPDX-License-Identifier: Apache-2.0 */
/** vitae train --kind sentences: what the sentences of job descriptions are for. */
#ifndef VT_CLI_TRAIN_SENTENCES_H
#define VT_CLI_TRAIN_SENTENCES_H

#include "ml/train.h"

/**
 * Trains on the labelled job descriptions of folder `in` and on those of `extra` (NULL: none), and
 * writes the model to `out`. With `folds` above 1, each part of `in` is held out in turn: the model
 * trained without it goes to OUT.0, OUT.1 ..., and the scores of all parts together are printed,
 * with `list` each sentence that was taken for something else, too.
 */
VT_MUST_USE vt_status vt_train_sentences(const char *in, const char *extra, const char *out,
                                         size_t folds, bool list, vt_train_options options,
                                         vt_error *err);

#endif
