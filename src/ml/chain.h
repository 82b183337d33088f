/* SPDX-License-Identifier: Apache-2.0 */
/** Forward and backward sums over a chain, shared by decoding and training. */
#ifndef VT_ML_CHAIN_H
#define VT_ML_CHAIN_H

#include "base/arena.h"

/** Potentials (exponentials of scores) of one sequence, and the room for the sums. */
typedef struct vt_chain {
    size_t n, labels;
    const double *items;        /* [n][L] */
    const double *const *steps; /* [n]: [L][L] from, to; steps[0] is not read */
    const double *start, *end;  /* [L] */
    double *alpha, *beta;       /* [n][L], scaled: sum of alpha[t] is 1 */
    double *scale;              /* [n] */
} vt_chain;

/** Room for alpha, beta and scale of up to `n` items. */
void vt_chain_init(vt_chain *chain, vt_arena *arena, size_t n, size_t labels);

/** Fills alpha, beta, scale; gives log Z of the potentials, or -INFINITY when no path has any. */
double vt_chain_run(vt_chain *chain);

/** P(y at t) into ret[L]. */
void vt_chain_marginal(const vt_chain *chain, size_t t, double *ret);

/**
 * P(the items first .. last all have `label`, and the items beside them have not), where `alone`
 * says on which sides (bit 0: before, bit 1: behind) that is asked. first > 0 and last < n - 1
 * there.
 */
double vt_chain_run_probability(const vt_chain *chain, size_t first, size_t last, size_t label,
                                unsigned alone);

/** Adds P(a at t - 1, b at t) to ret[L][L]; t > 0. */
void vt_chain_add_pairs(const vt_chain *chain, size_t t, double *ret);

#endif
