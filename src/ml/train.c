/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parameters are one vector: a weight for each (feature, label) that stands in the data, then
 * the rows of the edge features, then transitions, start and end; only the first two kinds are
 * under L1. Sequences are dealt to two fixed parts, each with sums of its own that are added in a
 * fixed order: two threads or one give the same numbers.
 */
#include "ml/train.h"

#include "base/hash.h"
#include "ml/chain.h"
#include "ml/crf.h"
#include "ml/crf_image.h"
#include "ml/owlqn.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>

enum { PARTS = 2, MAX_CLASSES = 60000, DENSE_FROM = 6, NO_LABEL = 255 };
#define TRAIN_BYTES ((size_t)16 << 30)
#define NO_FEATURE  UINT32_MAX

/* A sequence with its features as numbers of kept ones. */
struct compiled {
    size_t n;
    const uint32_t *features, *offsets;
    const uint16_t *classes; /* [n] edge class of the step into t */
    const uint8_t *labels;
};

/* Sums of one part. */
struct part {
    vt_arena *arena;
    double *gradient; /* as the parameters, without edge rows and transitions */
    double *pairs;    /* [classes][L][L] expected minus observed */
    double log_likelihood;
    double *items; /* [longest][L] */
    const double **steps;
    vt_chain chain;
};

struct trainer {
    vt_arena *arena;
    const vt_dataset *set;
    const vt_train_options *options;
    size_t L, cells, longest;
    size_t padded; /* L rounded up to a multiple of four */
    /* features: table of ids, pairs by feature */
    uint32_t *table_ids, *table_index, table_mask;
    size_t n_features;
    uint32_t *ids, *counts, *first; /* [features]; first: [features + 1] into pair_labels */
    uint8_t *pair_labels;
    size_t n_pairs;
    /* edges */
    VT_VEC(uint32_t) edge_ids;
    VT_VEC(uint16_t) class_members;
    VT_VEC(uint32_t) class_ends; /* class 0 has no edges */
    struct compiled *sequences;
    /* the parameter vector: where each kind starts */
    size_t at_edges, at_transitions, at_start, at_end, n_params;
    double *x;
    const double *now; /* parameters of the running evaluation */
    double *class_exp; /* [classes][L][L] */
    double *start_exp, *end_exp;
    struct part parts[PARTS];
};

vt_train_options vt_train_defaults(void)
{
    return (vt_train_options){
        .l1 = 0.3, .l2 = 0.02, .min_count = 2, .iterations = 200, .tolerance = 2e-4, .threads = 2};
}

/* ---- features ---- */

static uint32_t table_find(const struct trainer *tr, uint32_t id, bool *ret_new)
{
    uint32_t i = id & tr->table_mask;
    while (tr->table_ids[i] != 0 && tr->table_ids[i] != id)
        i = (i + 1) & tr->table_mask;
    *ret_new = tr->table_ids[i] == 0;
    return i;
}

static void grow_table(struct trainer *tr)
{
    uint32_t old_mask = tr->table_mask, *ids = tr->table_ids, *index = tr->table_index;
    tr->table_mask = old_mask ? old_mask * 2 + 1 : (1u << 16) - 1;
    tr->table_ids = VT_NEW_ARRAY(tr->arena, uint32_t, (size_t)tr->table_mask + 1);
    tr->table_index = VT_NEW_ARRAY(tr->arena, uint32_t, (size_t)tr->table_mask + 1);
    for (uint32_t i = 0; ids && i <= old_mask; i++) {
        bool is_new;
        if (ids[i] == 0)
            continue;
        uint32_t at = table_find(tr, ids[i], &is_new);
        tr->table_ids[at] = ids[i];
        tr->table_index[at] = index[i];
    }
}

/* Numbers all features by first occurrence; counts[] holds how often each stands. */
static void number_features(struct trainer *tr)
{
    VT_VEC(uint32_t) ids = {0}, counts = {0};
    grow_table(tr);
    for (size_t k = 0; k < vt_dataset_count(tr->set); k++) {
        const vt_sequence *s = vt_dataset_get(tr->set, k);
        for (uint32_t i = 0; i < s->offsets[s->n]; i++) {
            bool is_new;
            uint32_t at = table_find(tr, s->features[i], &is_new);
            if (is_new) {
                if (ids.n * 3 > tr->table_mask) {
                    grow_table(tr);
                    at = table_find(tr, s->features[i], &is_new);
                }
                tr->table_ids[at] = s->features[i];
                tr->table_index[at] = (uint32_t)ids.n;
                vt_vec_push(tr->arena, &ids, s->features[i]);
                vt_vec_push(tr->arena, &counts, 0u);
            }
            counts.at[tr->table_index[at]]++;
        }
    }
    tr->ids = ids.at;
    tr->counts = counts.at;
    tr->n_features = ids.n;
}

/* Drops the rare ones and renumbers the rest. */
static void keep_frequent(struct trainer *tr)
{
    uint32_t *number = VT_NEW_ARRAY(tr->arena, uint32_t, tr->n_features + 1);
    size_t kept = 0;
    for (size_t i = 0; i < tr->n_features; i++) {
        number[i] = tr->counts[i] >= tr->options->min_count ? (uint32_t)kept : NO_FEATURE;
        if (number[i] != NO_FEATURE)
            tr->ids[kept++] = tr->ids[i];
    }
    for (size_t i = 0; i <= tr->table_mask; i++)
        if (tr->table_ids[i])
            tr->table_index[i] = number[tr->table_index[i]];
    tr->n_features = kept;
}

/* ---- edges ---- */

static uint16_t edge_number(struct trainer *tr, uint32_t id)
{
    for (size_t i = 0; i < tr->edge_ids.n; i++)
        if (tr->edge_ids.at[i] == id)
            return (uint16_t)i;
    vt_vec_push(tr->arena, &tr->edge_ids, id);
    return (uint16_t)(tr->edge_ids.n - 1);
}

static uint16_t class_number(struct trainer *tr, const uint16_t *edges, size_t n)
{
    uint32_t start = 0;
    for (size_t k = 0; k < tr->class_ends.n; k++) {
        uint32_t end = tr->class_ends.at[k];
        if (end - start == n && (n == 0 || memcmp(tr->class_members.at + start, edges, n * 2) == 0))
            return (uint16_t)k;
        start = end;
    }
    for (size_t i = 0; i < n; i++)
        vt_vec_push(tr->arena, &tr->class_members, edges[i]);
    vt_vec_push(tr->arena, &tr->class_ends, (uint32_t)tr->class_members.n);
    return (uint16_t)(tr->class_ends.n - 1);
}

/* ---- compiling the data ---- */

static void compile_items(struct trainer *tr, const vt_sequence *s, struct compiled *c)
{
    uint32_t *features = VT_NEW_ARRAY(tr->arena, uint32_t, s->offsets[s->n] + 1);
    uint32_t *offsets = VT_NEW_ARRAY(tr->arena, uint32_t, s->n + 1);
    uint32_t n = 0;
    for (size_t t = 0; t < s->n; t++) {
        for (uint32_t i = s->offsets[t]; i < s->offsets[t + 1]; i++) {
            bool is_new;
            uint32_t index = tr->table_index[table_find(tr, s->features[i], &is_new)];
            if (index != NO_FEATURE)
                features[n++] = index;
        }
        offsets[t + 1] = n;
    }
    c->features = features;
    c->offsets = offsets;
}

static void compile_edges(struct trainer *tr, const vt_sequence *s, struct compiled *c)
{
    uint16_t *classes = VT_NEW_ARRAY(tr->arena, uint16_t, s->n);
    for (size_t t = 1; s->edges && t < s->n; t++) {
        uint16_t edges[64];
        size_t n = 0;
        for (uint32_t i = s->edge_offsets[t]; i < s->edge_offsets[t + 1] && n < 64; i++)
            edges[n++] = edge_number(tr, s->edges[i]);
        if (tr->class_ends.n < MAX_CLASSES)
            classes[t] = class_number(tr, edges, n);
    }
    c->classes = classes;
}

static void compile(struct trainer *tr)
{
    tr->sequences = VT_NEW_ARRAY(tr->arena, struct compiled, vt_dataset_count(tr->set) + 1);
    class_number(tr, NULL, 0);
    for (size_t k = 0; k < vt_dataset_count(tr->set); k++) {
        const vt_sequence *s = vt_dataset_get(tr->set, k);
        struct compiled *c = &tr->sequences[k];
        c->n = s->n;
        c->labels = s->labels;
        compile_items(tr, s, c);
        compile_edges(tr, s, c);
        tr->longest = VT_MAX(tr->longest, s->n);
    }
}

/* Four weights at once; the compiler takes what the machine has. */
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

/*
 * The pairs that get a weight: the labels that a feature stands with, or a whole row of weights,
 * padded to a multiple of four, when there are many of them.
 */
static void make_pairs(struct trainer *tr)
{
    uint32_t *seen = VT_NEW_ARRAY(tr->arena, uint32_t, tr->n_features + 1);
    for (size_t k = 0; k < vt_dataset_count(tr->set); k++) {
        const struct compiled *c = &tr->sequences[k];
        for (size_t t = 0; t < c->n; t++)
            for (uint32_t i = c->offsets[t]; i < c->offsets[t + 1]; i++)
                seen[c->features[i]] |= 1u << c->labels[t];
    }
    tr->first = VT_NEW_ARRAY(tr->arena, uint32_t, tr->n_features + 1);
    for (size_t f = 0; f < tr->n_features; f++) {
        uint32_t n = (uint32_t)__builtin_popcount(seen[f]);
        tr->first[f + 1] = tr->first[f] + (n >= DENSE_FROM ? (uint32_t)tr->padded : n);
    }
    tr->n_pairs = tr->first[tr->n_features];
    tr->pair_labels = VT_NEW_ARRAY(tr->arena, uint8_t, tr->n_pairs + 1);
    size_t p = 0;
    for (size_t f = 0; f < tr->n_features; f++) {
        bool dense = __builtin_popcount(seen[f]) >= DENSE_FROM;
        for (uint32_t y = 0; y < (dense ? tr->padded : tr->L); y++)
            if (dense || (seen[f] >> y & 1))
                tr->pair_labels[p++] = y < tr->L ? (uint8_t)y : NO_LABEL;
    }
}

/* row[label] += weight of each pair of the feature. */
static void add_weights(const struct trainer *tr, uint32_t f, double *row)
{
    uint32_t first = tr->first[f], end = tr->first[f + 1];
    if (end - first == tr->padded && tr->padded > DENSE_FROM) {
        const four *from = (const four *)(const void *)(tr->now + first);
        four *to = (four *)(void *)row;
        for (size_t i = 0; i < tr->padded / 4; i++)
            to[i] += from[i];
        return;
    }
    for (uint32_t p = first; p < end; p++)
        row[tr->pair_labels[p]] += tr->now[p];
}

/* The reverse: gradient of each pair += row[label]. */
static void add_row(const struct trainer *tr, uint32_t f, const double *row, double *gradient)
{
    uint32_t first = tr->first[f], end = tr->first[f + 1];
    if (end - first == tr->padded && tr->padded > DENSE_FROM) {
        const four *from = (const four *)(const void *)row;
        four *to = (four *)(void *)(gradient + first);
        for (size_t i = 0; i < tr->padded / 4; i++)
            to[i] += from[i];
        return;
    }
    for (uint32_t p = first; p < end; p++)
        gradient[p] += row[tr->pair_labels[p]];
}

static void lay_out(struct trainer *tr)
{
    tr->at_edges = tr->n_pairs;
    tr->at_transitions = tr->at_edges + tr->edge_ids.n * tr->cells;
    tr->at_start = tr->at_transitions + tr->cells;
    tr->at_end = tr->at_start + tr->L;
    tr->n_params = tr->at_end + tr->L;
    tr->x = VT_NEW_ARRAY(tr->arena, double, tr->n_params);
    tr->class_exp = VT_NEW_ARRAY(tr->arena, double, tr->class_ends.n * tr->cells);
    tr->start_exp = VT_NEW_ARRAY(tr->arena, double, tr->L);
    tr->end_exp = VT_NEW_ARRAY(tr->arena, double, tr->L);
    for (size_t i = 0; i < PARTS; i++) {
        struct part *part = &tr->parts[i];
        part->gradient = VT_NEW_ARRAY(tr->arena, double, tr->n_pairs + 2 * tr->L);
        part->pairs = VT_NEW_ARRAY(tr->arena, double, tr->class_ends.n * tr->cells);
        part->items = VT_NEW_ARRAY(tr->arena, double, tr->longest * tr->L);
        part->steps = VT_NEW_ARRAY(tr->arena, const double *, tr->longest + 1);
        vt_chain_init(&part->chain, tr->arena, tr->longest, tr->L);
    }
}

/* ---- the objective ---- */

static void exponentiate_steps(struct trainer *tr)
{
    uint32_t start = 0;
    for (size_t k = 0; k < tr->class_ends.n; k++) {
        uint32_t end = tr->class_ends.at[k];
        double *row = tr->class_exp + k * tr->cells;
        for (size_t i = 0; i < tr->cells; i++) {
            double sum = tr->now[tr->at_transitions + i];
            for (uint32_t m = start; m < end; m++)
                sum += tr->now[tr->at_edges + tr->class_members.at[m] * tr->cells + i];
            row[i] = exp(sum);
        }
        start = end;
    }
    for (size_t y = 0; y < tr->L; y++) {
        tr->start_exp[y] = exp(tr->now[tr->at_start + y]);
        tr->end_exp[y] = exp(tr->now[tr->at_end + y]);
    }
}

/* Item potentials of a sequence; gives the shift taken out, and adds the gold score. */
static double item_potentials(const struct trainer *tr, const struct compiled *c, double *items,
                              double *gold)
{
    const size_t L = tr->L;
    double shift = 0;
    for (size_t t = 0; t < c->n; t++) {
        double row[VT_CRF_MAX_LABELS] = {0}, top = -HUGE_VAL;
        for (uint32_t i = c->offsets[t]; i < c->offsets[t + 1]; i++)
            add_weights(tr, c->features[i], row);
        *gold += row[c->labels[t]];
        for (size_t y = 0; y < L; y++)
            top = VT_MAX(top, row[y]);
        for (size_t y = 0; y < L; y++)
            items[t * L + y] = exp(row[y] - top);
        shift += top;
    }
    return shift;
}

static double step_score(const struct trainer *tr, uint16_t class_id, size_t a, size_t b)
{
    size_t cell = a * tr->L + b;
    double sum = tr->now[tr->at_transitions + cell];
    uint32_t start = class_id ? tr->class_ends.at[class_id - 1] : 0;
    for (uint32_t m = start; m < tr->class_ends.at[class_id]; m++)
        sum += tr->now[tr->at_edges + tr->class_members.at[m] * tr->cells + cell];
    return sum;
}

static void add_gradient(const struct trainer *tr, const struct compiled *c, struct part *part)
{
    const size_t L = tr->L;
    double marginal[VT_CRF_MAX_LABELS] = {0}; /* the padding stays 0 */
    for (size_t t = 0; t < c->n; t++) {
        vt_chain_marginal(&part->chain, t, marginal);
        marginal[c->labels[t]] -= 1;
        for (uint32_t i = c->offsets[t]; i < c->offsets[t + 1]; i++)
            add_row(tr, c->features[i], marginal, part->gradient);
        double *ends = part->gradient + tr->n_pairs;
        for (size_t y = 0; y < L && t == 0; y++)
            ends[y] += marginal[y];
        for (size_t y = 0; y < L && t == c->n - 1; y++)
            ends[L + y] += marginal[y];
        if (t > 0) {
            double *pairs = part->pairs + c->classes[t] * tr->cells;
            vt_chain_add_pairs(&part->chain, t, pairs);
            pairs[c->labels[t - 1] * L + c->labels[t]] -= 1;
        }
    }
}

static void add_sequence(const struct trainer *tr, const struct compiled *c, struct part *part)
{
    double gold = tr->now[tr->at_start + c->labels[0]] + tr->now[tr->at_end + c->labels[c->n - 1]];
    double shift = item_potentials(tr, c, part->items, &gold);
    for (size_t t = 1; t < c->n; t++) {
        part->steps[t] = tr->class_exp + c->classes[t] * tr->cells;
        gold += step_score(tr, c->classes[t], c->labels[t - 1], c->labels[t]);
    }
    part->chain.n = c->n;
    part->chain.items = part->items;
    part->chain.steps = part->steps;
    part->chain.start = tr->start_exp;
    part->chain.end = tr->end_exp;
    double log_z = vt_chain_run(&part->chain) + shift;
    part->log_likelihood += gold - log_z;
    if (isfinite(log_z))
        add_gradient(tr, c, part);
}

struct job {
    struct trainer *tr;
    size_t part;
};

static void *run_part(void *argument)
{
    struct job *job = argument;
    struct trainer *tr = job->tr;
    struct part *part = &tr->parts[job->part];
    memset(part->gradient, 0, (tr->n_pairs + 2 * tr->L) * sizeof(double));
    memset(part->pairs, 0, tr->class_ends.n * tr->cells * sizeof(double));
    part->log_likelihood = 0;
    for (size_t k = job->part; k < vt_dataset_count(tr->set); k += PARTS)
        add_sequence(tr, &tr->sequences[k], part);
    return NULL;
}

static void run_parts(struct trainer *tr)
{
    struct job jobs[PARTS];
    pthread_t thread;
    bool second = false;
    for (size_t i = 0; i < PARTS; i++)
        jobs[i] = (struct job){tr, i};
    if (tr->options->threads > 1)
        second = pthread_create(&thread, NULL, run_part, &jobs[1]) == 0;
    run_part(&jobs[0]);
    if (second)
        pthread_join(thread, NULL);
    else
        run_part(&jobs[1]);
}

static double evaluate(void *context, const double *x, double *gradient)
{
    struct trainer *tr = context;
    const double l2 = tr->options->l2;
    double value = 0;
    tr->now = x;
    exponentiate_steps(tr);
    run_parts(tr);
    for (size_t i = 0; i < tr->n_params; i++) {
        value += 0.5 * l2 * x[i] * x[i];
        gradient[i] = l2 * x[i];
    }
    for (size_t k = 0; k < PARTS; k++) {
        const struct part *part = &tr->parts[k];
        value -= part->log_likelihood;
        for (size_t i = 0; i < tr->n_pairs; i++)
            gradient[i] += part->gradient[i];
        for (size_t i = 0; i < 2 * tr->L; i++)
            gradient[tr->at_start + i] += part->gradient[tr->n_pairs + i];
        uint32_t start = 0;
        for (size_t c = 0; c < tr->class_ends.n; c++) {
            const double *pairs = part->pairs + c * tr->cells;
            for (size_t i = 0; i < tr->cells; i++)
                gradient[tr->at_transitions + i] += pairs[i];
            for (uint32_t m = start; m < tr->class_ends.at[c]; m++)
                for (size_t i = 0; i < tr->cells; i++)
                    gradient[tr->at_edges + tr->class_members.at[m] * tr->cells + i] += pairs[i];
            start = tr->class_ends.at[c];
        }
    }
    return value;
}

static bool report(void *context, size_t iteration, double objective, double gradient_norm)
{
    struct trainer *tr = context;
    if (!tr->options->on_progress)
        return true;
    vt_train_progress progress = {iteration, objective, gradient_norm, 0};
    for (size_t i = 0; i < tr->n_params; i++)
        progress.active += tr->x[i] != 0;
    tr->options->on_progress(tr->options->context, &progress);
    return true;
}

/* ---- the image ---- */

static void put(vt_buf *out, const void *bytes, size_t n)
{
    vt_buf_add(out, vt_str_n(bytes, n));
}

static void put_float(vt_buf *out, double value)
{
    float f = (float)value;
    put(out, &f, sizeof f);
}

struct image {
    struct crf_header header;
    struct crf_slot *slots;
    int16_t *rows, *quantised;
    uint8_t *labels;
};

static int16_t quantised(const struct image *im, double weight)
{
    long q = fabs(weight) > 1e-3 ? lround(weight / (double)im->header.scale) : 0;
    return (int16_t)VT_MAX(-32767L, VT_MIN(32767L, q));
}

/* How many weights of the feature stay. */
static size_t kept_weights(const struct trainer *tr, const struct image *im, size_t f)
{
    size_t n = 0;
    for (uint32_t p = tr->first[f]; p < tr->first[f + 1]; p++)
        n += quantised(im, tr->x[p]) != 0;
    return n;
}

static void prepare_image(const struct trainer *tr, struct image *im)
{
    double top = 0;
    for (size_t p = 0; p < tr->n_pairs; p++)
        top = VT_MAX(top, fabs(tr->x[p]));
    im->header.scale = top > 0 ? (float)(top / 32767) : 1;
    size_t used = 0;
    for (size_t f = 0; f < tr->n_features; f++)
        used += kept_weights(tr, im, f) > 0;
    im->header.features = (uint32_t)used;
    im->header.slots = 2;
    while (im->header.slots < used * 3 / 2 + 1)
        im->header.slots *= 2;
    im->slots = VT_NEW_ARRAY(tr->arena, struct crf_slot, im->header.slots);
    im->rows = VT_NEW_ARRAY(tr->arena, int16_t, used * crf_row_length(tr->L) + 1);
    im->quantised = VT_NEW_ARRAY(tr->arena, int16_t, tr->n_pairs + 1);
    im->labels = VT_NEW_ARRAY(tr->arena, uint8_t, tr->n_pairs + 1);
}

/* Writes the weights of a feature as a row or as single ones; gives its place. */
static uint32_t put_weights(const struct trainer *tr, struct image *im, size_t f, bool dense)
{
    uint32_t first = dense ? im->header.rows : im->header.weights;
    int16_t *row = im->rows + im->header.rows * crf_row_length(tr->L);
    for (uint32_t p = tr->first[f]; p < tr->first[f + 1]; p++) {
        int16_t q = quantised(im, tr->x[p]);
        if (q != 0 && dense) {
            row[tr->pair_labels[p]] = q;
        } else if (q != 0) {
            im->quantised[im->header.weights] = q;
            im->labels[im->header.weights++] = tr->pair_labels[p];
        }
    }
    im->header.rows += dense;
    return first << CRF_COUNT_BITS | (dense ? CRF_DENSE : im->header.weights - first);
}

static void fill_slots(const struct trainer *tr, struct image *im)
{
    uint32_t mask = im->header.slots - 1;
    for (size_t f = 0; f < tr->n_features; f++) {
        size_t n = kept_weights(tr, im, f);
        if (n == 0)
            continue;
        uint32_t i = tr->ids[f] & mask;
        while (im->slots[i].id)
            i = (i + 1) & mask;
        im->slots[i] = (struct crf_slot){tr->ids[f], put_weights(tr, im, f, n > tr->L / 3)};
    }
}

/* Edge features by rising id; those whose row is all 0 go. */
static size_t sort_edges(const struct trainer *tr, uint16_t *order)
{
    size_t n = 0;
    for (size_t e = 0; e < tr->edge_ids.n; e++) {
        const double *row = tr->x + tr->at_edges + e * tr->cells;
        double sum = 0;
        for (size_t i = 0; i < tr->cells; i++)
            sum += fabs(row[i]);
        if (sum < 1e-3)
            continue;
        size_t at = n++;
        for (; at > 0 && tr->edge_ids.at[order[at - 1]] > tr->edge_ids.at[e]; at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)e;
    }
    return n;
}

static void write_body(const struct trainer *tr, const struct image *im, const uint16_t *edges,
                       vt_buf *body)
{
    static const vt_calibration NONE;
    for (size_t i = 0; i < 2 * tr->L; i++)
        put_float(body, tr->x[tr->at_start + i]);
    for (size_t i = 0; i < tr->cells; i++)
        put_float(body, tr->x[tr->at_transitions + i]);
    put(body, tr->options->calibration ? tr->options->calibration : &NONE, sizeof NONE);
    put(body, im->slots, im->header.slots * sizeof *im->slots);
    for (size_t e = 0; e < im->header.edges; e++)
        put(body, &tr->edge_ids.at[edges[e]], sizeof(uint32_t));
    for (size_t e = 0; e < im->header.edges; e++)
        for (size_t i = 0; i < tr->cells; i++)
            put_float(body, tr->x[tr->at_edges + edges[e] * tr->cells + i]);
    put(body, im->rows, im->header.rows * crf_row_length(tr->L) * sizeof *im->rows);
    put(body, im->quantised, im->header.weights * sizeof *im->quantised);
    put(body, im->labels, im->header.weights);
    for (size_t y = 0; y < tr->L; y++) {
        vt_buf_add(body, vt_dataset_label(tr->set, y));
        vt_buf_addc(body, '\0');
    }
}

static void write_image(const struct trainer *tr, vt_buf *out)
{
    struct image im = {
        .header = {.magic = "VTCR", .version = CRF_VERSION, .labels = (uint32_t)tr->L}};
    uint16_t *edges = VT_NEW_ARRAY(tr->arena, uint16_t, tr->edge_ids.n + 1);
    prepare_image(tr, &im);
    fill_slots(tr, &im);
    im.header.edges = (uint32_t)sort_edges(tr, edges);
    for (size_t y = 0; y < tr->L; y++)
        im.header.label_bytes += (uint32_t)vt_dataset_label(tr->set, y).len + 1;
    VT_AUTO(vt_buf) vt_buf body = {0};
    write_body(tr, &im, edges, &body);
    im.header.size = (uint32_t)body.len;
    im.header.checksum = vt_checksum(body.ptr, body.len);
    vt_buf_clear(out);
    put(out, &im.header, sizeof im.header);
    vt_buf_add(out, vt_buf_str(&body));
}

vt_status vt_train_crf(const vt_dataset *set, const vt_train_options *options, vt_buf *out,
                       vt_train_report *ret, vt_error *err)
{
    size_t labels = vt_dataset_labels(set);
    if (vt_dataset_count(set) == 0 || labels == 0)
        return vt_fail(err, VT_E_EMPTY, "there is no training data");
    if (labels > VT_CRF_MAX_LABELS)
        return vt_fail(err, VT_E_LIMIT, "%zu labels of at most %d", labels, VT_CRF_MAX_LABELS);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(TRAIN_BYTES);
    struct trainer *tr = VT_NEW(arena, struct trainer);
    tr->arena = arena;
    tr->set = set;
    tr->options = options;
    tr->L = labels;
    tr->cells = labels * labels;
    tr->padded = (labels + 3) / 4 * 4;
    number_features(tr);
    keep_frequent(tr);
    compile(tr);
    make_pairs(tr);
    if (tr->n_pairs >= 1u << (32 - CRF_COUNT_BITS))
        return vt_fail(err, VT_E_LIMIT, "%zu weights: raise the least count", tr->n_pairs);
    lay_out(tr);
    vt_owlqn problem = {.n = tr->n_params,
                        .x = tr->x,
                        .l1 = options->l1,
                        .l1_count = tr->at_transitions,
                        .iterations = options->iterations,
                        .tolerance = options->tolerance,
                        .evaluate = evaluate,
                        .on_iteration = report,
                        .context = tr};
    *ret = (vt_train_report){0};
    ret->iterations = vt_owlqn_run(&problem, arena, &ret->objective);
    write_image(tr, out);
    const struct crf_header *h = (const struct crf_header *)(const void *)out->ptr;
    ret->features = h->features + h->edges;
    ret->weights = h->weights + h->rows * labels;
    ret->bytes = out->len;
    return VT_OK;
}

vt_status vt_train_set_calibration(vt_buf *image, const vt_calibration *calibration, vt_error *err)
{
    vt_crf *crf = NULL;
    VT_TRY(vt_crf_open(image->ptr, image->len, &crf, err));
    vt_crf_drop(crf);
    struct crf_header header;
    memcpy(&header, image->ptr, sizeof header);
    size_t at = sizeof header + (2 * header.labels + header.labels * header.labels) * sizeof(float);
    memcpy(image->ptr + at, calibration, sizeof *calibration);
    header.checksum = vt_checksum(image->ptr + sizeof header, image->len - sizeof header);
    memcpy(image->ptr, &header, sizeof header);
    return VT_OK;
}
