/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Andrew and Gao, "Scalable Training of L1-Regularized Log-Linear Models" (ICML 2007): L-BFGS on
 * the smooth part, the pseudo-gradient for the direction, and steps that stay in one orthant.
 */
#include "ml/owlqn.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 6, TRIES = 24, WINDOW = 10 };

struct state {
    const vt_owlqn *p;
    size_t n;
    double *gradient, *pseudo, *direction, *next, *next_gradient;
    float *s[MEMORY], *y[MEMORY];
    double rho[MEMORY];
    size_t stored, newest;
};

static double l1_of(const vt_owlqn *p, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < p->l1_count; i++)
        sum += fabs(x[i]);
    return p->l1 * sum;
}

static double norm(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

static void pseudo_gradient(struct state *st)
{
    const vt_owlqn *p = st->p;
    for (size_t i = 0; i < st->n; i++) {
        double g = st->gradient[i];
        if (i < p->l1_count && p->l1 > 0) {
            if (p->x[i] > 0)
                g += p->l1;
            else if (p->x[i] < 0)
                g -= p->l1;
            else
                g = g < -p->l1 ? g + p->l1 : g > p->l1 ? g - p->l1 : 0;
        }
        st->pseudo[i] = g;
    }
}

/* direction = -H * pseudo by the two-loop recursion, then made to go down in every coordinate. */
static void find_direction(struct state *st)
{
    double alpha[MEMORY];
    for (size_t i = 0; i < st->n; i++)
        st->direction[i] = -st->pseudo[i];
    for (size_t k = 0; k < st->stored; k++) {
        size_t m = (st->newest + MEMORY - k) % MEMORY;
        double dot = 0;
        for (size_t i = 0; i < st->n; i++)
            dot += (double)st->s[m][i] * st->direction[i];
        alpha[m] = dot * st->rho[m];
        for (size_t i = 0; i < st->n; i++)
            st->direction[i] -= alpha[m] * (double)st->y[m][i];
    }
    if (st->stored > 0) {
        const float *y = st->y[st->newest];
        double yy = 0;
        for (size_t i = 0; i < st->n; i++)
            yy += (double)y[i] * (double)y[i];
        double scale = 1 / (st->rho[st->newest] * yy);
        for (size_t i = 0; i < st->n; i++)
            st->direction[i] *= scale;
    }
    for (size_t k = st->stored; k-- > 0;) {
        size_t m = (st->newest + MEMORY - k) % MEMORY;
        double dot = 0;
        for (size_t i = 0; i < st->n; i++)
            dot += (double)st->y[m][i] * st->direction[i];
        double beta = alpha[m] - dot * st->rho[m];
        for (size_t i = 0; i < st->n; i++)
            st->direction[i] += beta * (double)st->s[m][i];
    }
    for (size_t i = 0; i < st->p->l1_count; i++)
        if (st->direction[i] * st->pseudo[i] >= 0)
            st->direction[i] = 0;
}

static void step_to(const struct state *st, double step)
{
    const double *x = st->p->x;
    for (size_t i = 0; i < st->n; i++) {
        double to = x[i] + step * st->direction[i];
        if (i < st->p->l1_count && st->p->l1 > 0) {
            double orthant = x[i] != 0 ? x[i] : -st->pseudo[i];
            if (to * orthant <= 0)
                to = 0;
        }
        st->next[i] = to;
    }
}

/* Halves the step until the objective falls enough; NAN when it does not. */
static double line_search(struct state *st, double objective)
{
    const vt_owlqn *p = st->p;
    double step = st->stored > 0 ? 1 : 1 / VT_MAX(norm(st->direction, st->n), 1e-12);
    for (size_t k = 0; k < TRIES; k++, step *= 0.5) {
        step_to(st, step);
        double slope = 0;
        for (size_t i = 0; i < st->n; i++)
            slope += st->pseudo[i] * (st->next[i] - p->x[i]);
        double value = p->evaluate(p->context, st->next, st->next_gradient) + l1_of(p, st->next);
        if (value <= objective + 1e-4 * slope && value < objective)
            return value;
    }
    return (double)NAN;
}

static void remember(struct state *st)
{
    size_t m = st->stored ? (st->newest + 1) % MEMORY : 0;
    double sy = 0;
    for (size_t i = 0; i < st->n; i++) {
        st->s[m][i] = (float)(st->next[i] - st->p->x[i]);
        st->y[m][i] = (float)(st->next_gradient[i] - st->gradient[i]);
        sy += (double)st->s[m][i] * (double)st->y[m][i];
    }
    if (!(sy > 1e-12))
        return;
    st->rho[m] = 1 / sy;
    st->newest = m;
    st->stored = VT_MIN(st->stored + 1, (size_t)MEMORY);
}

static void prepare(struct state *st, const vt_owlqn *p, vt_arena *arena)
{
    *st = (struct state){.p = p, .n = p->n};
    double **vectors[] = {&st->gradient, &st->pseudo, &st->direction, &st->next,
                          &st->next_gradient};
    for (size_t i = 0; i < VT_COUNT(vectors); i++)
        *vectors[i] = VT_NEW_ARRAY(arena, double, p->n + 1);
    for (size_t m = 0; m < MEMORY; m++) {
        st->s[m] = VT_NEW_ARRAY(arena, float, p->n + 1);
        st->y[m] = VT_NEW_ARRAY(arena, float, p->n + 1);
    }
}

size_t vt_owlqn_run(vt_owlqn *p, vt_arena *arena, double *ret_objective)
{
    struct state st;
    prepare(&st, p, arena);
    double past[WINDOW], objective = p->evaluate(p->context, p->x, st.gradient) + l1_of(p, p->x);
    size_t done = 0;
    while (done < p->iterations) {
        pseudo_gradient(&st);
        double size = norm(st.pseudo, st.n);
        if (size <= 1e-5 * VT_MAX(1.0, norm(p->x, st.n)))
            break;
        find_direction(&st);
        double value = line_search(&st, objective);
        if (isnan(value)) {
            if (st.stored == 0)
                break;
            st.stored = 0; /* once more along the gradient alone */
            continue;
        }
        remember(&st);
        memcpy(p->x, st.next, st.n * sizeof *p->x);
        memcpy(st.gradient, st.next_gradient, st.n * sizeof *st.gradient);
        bool slow = done >= WINDOW && (past[done % WINDOW] - value) < p->tolerance * fabs(value);
        past[done % WINDOW] = value;
        objective = value;
        done++;
        if (slow || (p->on_iteration && !p->on_iteration(p->context, done, objective, size)))
            break;
    }
    *ret_objective = objective;
    return done;
}
