/* SPDX-License-Identifier: Apache-2.0 */
/** vitae train --kind confidence: how likely each value is right, from labelled documents. */
#ifndef VT_CLI_TRAIN_CONFIDENCE_H
#define VT_CLI_TRAIN_CONFIDENCE_H

#include "base/error.h"

/** Fits the model to the documents of folder `in` (with NAME.json labels beside them), writes it
 * to `out`, and prints how it does on those of `test` (NULL: none). */
VT_MUST_USE vt_status vt_train_confidence(const char *in, const char *test, const char *out,
                                          vt_error *err);

#endif
