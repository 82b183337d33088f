/* SPDX-License-Identifier: Apache-2.0 */
/** Orthant-wise limited-memory quasi-Newton: minimises f(x) + sum of l1[i] * |x[i]|. */
#ifndef VT_ML_OWLQN_H
#define VT_ML_OWLQN_H

#include "base/arena.h"

typedef struct vt_owlqn {
    size_t n;
    double *x; /* start, then result */
    double l1;
    size_t l1_count; /* the first ones of x are under L1 */
    size_t iterations;
    double tolerance;
    /** f and its gradient at x */
    double (*evaluate)(void *context, const double *x, double *gradient);
    /** after each iteration; false stops */
    bool (*on_iteration)(void *context, size_t iteration, double objective, double gradient_norm);
    void *context;
} vt_owlqn;

/** Minimises; gives the iterations done. *ret_objective is of the whole, L1 included. */
size_t vt_owlqn_run(vt_owlqn *problem, vt_arena *arena, double *ret_objective);

#endif
