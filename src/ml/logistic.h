/* SPDX-License-Identifier: Apache-2.0 */
/** Logistic regression of few features: the probability that something is right. */
#ifndef VT_ML_LOGISTIC_H
#define VT_ML_LOGISTIC_H

#include "base/arena.h"

enum { VT_LOGISTIC_MAX_FEATURES = 24 };

/**
 * Fits `weights` [features] to n rows x [n][features] with outcomes right [n] by Newton's method:
 * the maximum of the likelihood minus strength / 2 times the squared distance from `prior`
 * [features] (NULL: zeros). Deterministic.
 */
void vt_logistic_fit(vt_arena *arena, const float *x, const bool *right, size_t n, size_t features,
                     const double *prior, double strength, double *weights);

/** 1 / (1 + exp(-weights * x)). */
double vt_logistic_apply(const double *weights, const float *x, size_t features);

#endif
