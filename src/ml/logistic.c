/* SPDX-License-Identifier: Apache-2.0 */
/* Newton's method; the system of equations is solved by Cholesky's decomposition (the matrix is
 * positive definite, thanks to the prior). */
#include "ml/logistic.h"

#include <math.h>
#include <string.h>

enum { D = VT_LOGISTIC_MAX_FEATURES, ROUNDS = 30 };

double vt_logistic_apply(const double *weights, const float *x, size_t features)
{
    double sum = 0;
    for (size_t i = 0; i < features; i++)
        sum += weights[i] * (double)x[i];
    return 1 / (1 + exp(-sum));
}

/* Solves a * step = b for the first n rows; `a` becomes its lower triangle. */
static void solve(double a[D][D], double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

void vt_logistic_fit(vt_arena *arena, const float *x, const bool *right, size_t n, size_t features,
                     const double *prior, double strength, double *weights)
{
    double(*hessian)[D] = vt_arena_array(arena, D, sizeof *hessian);
    double step[D];
    for (size_t i = 0; i < features; i++)
        weights[i] = prior ? prior[i] : 0;
    for (int round = 0; round < ROUNDS; round++) {
        memset(hessian, 0, sizeof(double[D][D]));
        for (size_t i = 0; i < features; i++) {
            step[i] = -strength * (weights[i] - (prior ? prior[i] : 0));
            hessian[i][i] = strength;
        }
        for (size_t r = 0; r < n; r++) {
            const float *row = x + r * features;
            double p = vt_logistic_apply(weights, row, features);
            double weight = p * (1 - p), miss = (right[r] ? 1 : 0) - p;
            for (size_t i = 0; i < features; i++) {
                step[i] += miss * (double)row[i];
                for (size_t j = 0; j <= i; j++)
                    hessian[i][j] += weight * (double)row[i] * (double)row[j];
            }
        }
        solve(hessian, step, features);
        double longest = 0;
        for (size_t i = 0; i < features; i++) {
            double move = fmax(-2, fmin(2, step[i])); /* far steps overshoot */
            weights[i] += move;
            longest = fmax(longest, fabs(move));
        }
        if (longest < 1e-8)
            break;
    }
}
