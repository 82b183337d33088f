/* SPDX-License-Identifier: Apache-2.0 */
/** vitae train --kind occupations: unit groups of job titles. */
#ifndef VT_CLI_TRAIN_OCCUPATIONS_H
#define VT_CLI_TRAIN_OCCUPATIONS_H

#include "base/error.h"

#include <stddef.h>

/**
 * Trains on the titles of `in` (title, language, code: tab-separated) and writes the model to
 * `out`. Every tenth title is left out of a first model, which is scored on them and gives the
 * calibration; the model written has seen all. The plain form, language, code and title of each go
 * to OUT.titles, for tools/train/mktitles.py.
 */
VT_MUST_USE vt_status vt_train_occupations(const char *in, const char *out, size_t epochs,
                                           vt_error *err);

#endif
