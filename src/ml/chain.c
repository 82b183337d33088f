/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rabiner's scaled recursions: alpha[t] is normalised to 1 and beta[t] divided by the same factor,
 * so that alpha[t][y] * beta[t][y] is the marginal when the end potentials are in beta.
 */
#include "ml/chain.h"

#include <math.h>

void vt_chain_init(vt_chain *chain, vt_arena *arena, size_t n, size_t labels)
{
    *chain = (vt_chain){.n = n, .labels = labels};
    chain->alpha = VT_NEW_ARRAY(arena, double, n *labels + 1);
    chain->beta = VT_NEW_ARRAY(arena, double, n *labels + 1);
    chain->scale = VT_NEW_ARRAY(arena, double, n + 1);
}

static bool normalise(double *row, size_t n, double *ret_sum)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += row[i];
    if (!(sum > 0))
        return false;
    for (size_t i = 0; i < n; i++)
        row[i] /= sum;
    *ret_sum = sum;
    return true;
}

static bool forward(vt_chain *c)
{
    const size_t L = c->labels;
    for (size_t t = 0; t < c->n; t++) {
        double *row = c->alpha + t * L;
        if (t == 0) {
            for (size_t y = 0; y < L; y++)
                row[y] = c->start[y];
        } else {
            const double *before = row - L, *step = c->steps[t];
            for (size_t y = 0; y < L; y++)
                row[y] = 0;
            for (size_t a = 0; a < L; a++)
                for (size_t y = 0; y < L; y++)
                    row[y] += before[a] * step[a * L + y];
        }
        for (size_t y = 0; y < L; y++)
            row[y] *= c->items[t * L + y];
        if (!normalise(row, L, &c->scale[t]))
            return false;
    }
    return true;
}

static void backward(vt_chain *c, double last)
{
    const size_t L = c->labels;
    double *row = c->beta + (c->n - 1) * L;
    for (size_t y = 0; y < L; y++)
        row[y] = c->end[y] / last;
    for (size_t t = c->n - 1; t > 0; t--) {
        const double *next = c->beta + t * L, *step = c->steps[t], *item = c->items + t * L;
        double weighted[64];
        for (size_t y = 0; y < L; y++)
            weighted[y] = next[y] * item[y] / c->scale[t];
        row = c->beta + (t - 1) * L;
        for (size_t a = 0; a < L; a++) {
            double sum = 0;
            for (size_t y = 0; y < L; y++)
                sum += step[a * L + y] * weighted[y];
            row[a] = sum;
        }
    }
}

double vt_chain_run(vt_chain *c)
{
    if (c->n == 0)
        return 0;
    if (!forward(c))
        return -HUGE_VAL;
    double last = 0, log_z = 0;
    for (size_t y = 0; y < c->labels; y++)
        last += c->alpha[(c->n - 1) * c->labels + y] * c->end[y];
    if (!(last > 0))
        return -HUGE_VAL;
    backward(c, last);
    for (size_t t = 0; t < c->n; t++)
        log_z += log(c->scale[t]);
    return log_z + log(last);
}

void vt_chain_marginal(const vt_chain *c, size_t t, double *ret)
{
    for (size_t y = 0; y < c->labels; y++)
        ret[y] = c->alpha[t * c->labels + y] * c->beta[t * c->labels + y];
}

double vt_chain_run_probability(const vt_chain *c, size_t first, size_t last, size_t label,
                                unsigned alone)
{
    const size_t L = c->labels;
    double p = c->alpha[first * L + label];
    if (alone & 1) {
        double in = 0;
        for (size_t a = 0; a < L; a++)
            in += a == label ? 0 : c->alpha[(first - 1) * L + a] * c->steps[first][a * L + label];
        p = in * c->items[first * L + label] / c->scale[first];
    }
    for (size_t t = first + 1; t <= last; t++)
        p *= c->steps[t][label * L + label] * c->items[t * L + label] / c->scale[t];
    if (!(alone & 2))
        return p * c->beta[last * L + label];
    const size_t next = last + 1;
    double out = 0;
    for (size_t b = 0; b < L; b++)
        out += b == label
                   ? 0
                   : c->steps[next][label * L + b] * c->items[next * L + b] * c->beta[next * L + b];
    return p * out / c->scale[next];
}

void vt_chain_add_pairs(const vt_chain *c, size_t t, double *ret)
{
    const size_t L = c->labels;
    const double *before = c->alpha + (t - 1) * L, *step = c->steps[t];
    double weighted[64];
    for (size_t y = 0; y < L; y++)
        weighted[y] = c->items[t * L + y] * c->beta[t * L + y] / c->scale[t];
    for (size_t a = 0; a < L; a++)
        for (size_t y = 0; y < L; y++)
            ret[a * L + y] += before[a] * step[a * L + y] * weighted[y];
}
