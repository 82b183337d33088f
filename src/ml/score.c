/* SPDX-License-Identifier: Apache-2.0 */
/* Isotonic regression by pool-adjacent-violators, then thinned to the table's points. */
#include "ml/score.h"

#include <math.h>

static vt_prf prf(size_t hits, size_t predicted, size_t gold)
{
    vt_prf r = {.hits = hits, .predicted = predicted, .gold = gold};
    r.precision = predicted ? (double)hits / (double)predicted : 1;
    r.recall = gold ? (double)hits / (double)gold : 1;
    r.f1 = predicted + gold ? 2.0 * (double)hits / (double)(predicted + gold) : 1;
    return r;
}

/* Runs of one label in `labels`, each with its start. */
static size_t run_end(const uint8_t *labels, size_t n, size_t start)
{
    size_t end = start + 1;
    while (end < n && labels[end] == labels[start])
        end++;
    return end;
}

void vt_score_add(vt_scoreboard *board, const uint8_t *gold, const uint8_t *predicted, size_t n)
{
    bool exact = true;
    for (size_t t = 0; t < n; t++) {
        board->confusion[gold[t]][predicted[t]]++;
        exact &= gold[t] == predicted[t];
        board->labels = VT_MAX(board->labels, (size_t)VT_MAX(gold[t], predicted[t]) + 1);
    }
    board->sequences++;
    board->exact += exact;
    for (size_t t = 0; t < n; t = run_end(predicted, n, t))
        board->span_predicted[predicted[t]]++;
    for (size_t t = 0; t < n;) {
        size_t end = run_end(gold, n, t);
        board->span_gold[gold[t]]++;
        bool starts = predicted[t] == gold[t] && (t == 0 || predicted[t - 1] != gold[t]);
        if (starts && run_end(predicted, n, t) == end)
            board->span_hits[gold[t]]++;
        t = end;
    }
}

vt_prf vt_score_label(const vt_scoreboard *board, size_t label)
{
    size_t predicted = 0, gold = 0;
    for (size_t i = 0; i < board->labels; i++) {
        predicted += board->confusion[i][label];
        gold += board->confusion[label][i];
    }
    return prf(board->confusion[label][label], predicted, gold);
}

vt_prf vt_score_spans(const vt_scoreboard *board, size_t label)
{
    return prf(board->span_hits[label], board->span_predicted[label], board->span_gold[label]);
}

vt_prf vt_score_micro(const vt_scoreboard *board, uint32_t without)
{
    size_t hits = 0, predicted = 0, gold = 0;
    for (size_t i = 0; i < board->labels; i++) {
        if (without >> i & 1)
            continue;
        vt_prf one = vt_score_label(board, i);
        hits += one.hits;
        predicted += one.predicted;
        gold += one.gold;
    }
    return prf(hits, predicted, gold);
}

double vt_score_accuracy(const vt_scoreboard *board)
{
    return vt_score_micro(board, 0).recall;
}

/* ---- calibration ---- */

struct point {
    float probability;
    bool correct;
};

/* A run of points with one fitted value. */
struct pool {
    double sum_from, sum_correct;
    size_t n;
};

static int by_probability(const void *a, const void *b)
{
    const struct point *x = a, *y = b;
    if (x->probability != y->probability)
        return x->probability < y->probability ? -1 : 1;
    return y->correct - x->correct; /* so that equal ones are pooled */
}

static double value(const struct pool *pool)
{
    return pool->sum_correct / (double)pool->n;
}

static void merge(struct pool *into, const struct pool *from)
{
    into->sum_from += from->sum_from;
    into->sum_correct += from->sum_correct;
    into->n += from->n;
}

/* Pools that rise; gives their number. */
static size_t pool_violators(struct pool *pools, const struct point *points, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        pools[count++] = (struct pool){(double)points[i].probability, points[i].correct ? 1 : 0, 1};
        while (count > 1 && value(&pools[count - 2]) >= value(&pools[count - 1])) {
            merge(&pools[count - 2], &pools[count - 1]);
            count--;
        }
    }
    return count;
}

void vt_calibration_fit(vt_arena *arena, const float *probability, const bool *correct, size_t n,
                        vt_calibration *ret)
{
    *ret = (vt_calibration){0};
    if (n == 0)
        return;
    struct point *points = VT_NEW_ARRAY(arena, struct point, n);
    struct pool *pools = VT_NEW_ARRAY(arena, struct pool, n);
    for (size_t i = 0; i < n; i++)
        points[i] = (struct point){probability[i], correct[i]};
    qsort(points, n, sizeof *points, by_probability);
    size_t count = pool_violators(pools, points, n);
    /* join the smallest neighbours until the table holds them */
    while (count > VT_CALIBRATION_POINTS) {
        size_t least = 0;
        for (size_t i = 0; i + 1 < count; i++)
            if (pools[i].n + pools[i + 1].n < pools[least].n + pools[least + 1].n)
                least = i;
        merge(&pools[least], &pools[least + 1]);
        memmove(&pools[least + 1], &pools[least + 2], (count - least - 2) * sizeof *pools);
        count--;
    }
    for (size_t i = 0; i < count; i++) {
        float from = (float)(pools[i].sum_from / (double)pools[i].n);
        /* a few points are no certainty: one right and one wrong are added to each pool */
        double to = (pools[i].sum_correct + 1) / ((double)pools[i].n + 2);
        if (ret->n > 0 && from <= ret->from[ret->n - 1])
            continue;
        if (ret->n > 0)
            to = VT_MAX(to, (double)ret->to[ret->n - 1]);
        ret->from[ret->n] = from;
        ret->to[ret->n++] = (float)to;
    }
}

float vt_calibration_apply(const vt_calibration *c, float p)
{
    if (c->n == 0)
        return p;
    if (p <= c->from[0])
        return c->from[0] > 0 ? c->to[0] * p / c->from[0] : c->to[0];
    for (size_t i = 1; i < c->n; i++)
        if (p <= c->from[i]) {
            float share = (p - c->from[i - 1]) / (c->from[i] - c->from[i - 1]);
            return c->to[i - 1] + share * (c->to[i] - c->to[i - 1]);
        }
    return c->to[c->n - 1];
}

double vt_calibration_error(const float *probability, const bool *correct, size_t n, size_t bins)
{
    double error = 0;
    for (size_t b = 0; b < bins; b++) {
        double sum = 0, right = 0;
        for (size_t i = 0; i < n; i++) {
            size_t bin = (size_t)((double)probability[i] * (double)bins);
            if (VT_MIN(bin, bins - 1) != b)
                continue;
            sum += (double)probability[i];
            right += correct[i];
        }
        error += fabs(sum - right);
    }
    return n ? error / (double)n : 0;
}
