/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding. Weights are looked up by feature id in a hash table of the image and summed into one
 * row of scores an item; steps with the same set of known edge features share one matrix.
 */
#include "ml/crf.h"

#include "base/hash.h"
#include "ml/chain.h"
#include "ml/crf_image.h"

#include <assert.h>
#include <math.h>

enum { MAX_EDGES = 64 }; /* edge features of one step that are looked at */

struct vt_crf {
    const struct crf_header *header;
    const float *start, *end, *transitions;
    const vt_calibration *calibration;
    const struct crf_slot *slots;
    const uint32_t *edge_ids;
    const float *edge_rows;
    const int16_t *rows;
    size_t row_length;
    const int16_t *quantised;
    const uint8_t *weight_labels;
    vt_str words[VT_CRF_MAX_LABELS];
    uint32_t mask;
};

/* ---- opening ---- */

static uint64_t body_size(const struct crf_header *h)
{
    uint64_t L = h->labels, matrix = L * L * sizeof(float);
    return 2 * L * sizeof(float) + matrix + sizeof(vt_calibration) +
           (uint64_t)h->slots * sizeof(struct crf_slot) +
           (uint64_t)h->edges * (sizeof(uint32_t) + matrix) +
           (uint64_t)h->rows * crf_row_length(h->labels) * sizeof(int16_t) +
           (uint64_t)h->weights * 3 + h->label_bytes;
}

static vt_status check_header(const struct crf_header *h, size_t size, vt_error *err)
{
    if (size < sizeof *h || memcmp(h->magic, "VTCR", 4) != 0)
        return vt_fail(err, VT_E_FORMAT, "no CRF image: %zu bytes", size);
    if (h->version != CRF_VERSION)
        return vt_fail(err, VT_E_FORMAT, "the CRF image has version %u, not %d", h->version,
                       CRF_VERSION);
    if (h->labels == 0 || h->labels > VT_CRF_MAX_LABELS || h->slots == 0 ||
        (h->slots & (h->slots - 1)) != 0 || h->features >= h->slots || body_size(h) != h->size ||
        h->size > size - sizeof *h)
        return vt_fail(err, VT_E_FORMAT, "the CRF image has wrong sizes");
    if (vt_checksum(h + 1, h->size) != h->checksum)
        return vt_fail(err, VT_E_FORMAT, "the checksum of the CRF image is wrong");
    return VT_OK;
}

static void place_sections(vt_crf *crf)
{
    const struct crf_header *h = crf->header;
    size_t L = h->labels;
    crf->start = (const float *)(const void *)(h + 1);
    crf->end = crf->start + L;
    crf->transitions = crf->end + L;
    crf->calibration = (const vt_calibration *)(const void *)(crf->transitions + L * L);
    crf->slots = (const struct crf_slot *)(const void *)(crf->calibration + 1);
    crf->edge_ids = (const uint32_t *)(const void *)(crf->slots + h->slots);
    crf->edge_rows = (const float *)(const void *)(crf->edge_ids + h->edges);
    crf->rows = (const int16_t *)(const void *)(crf->edge_rows + h->edges * L * L);
    crf->row_length = crf_row_length(L);
    crf->quantised = crf->rows + h->rows * crf->row_length;
    crf->weight_labels = (const uint8_t *)(crf->quantised + h->weights);
    crf->mask = h->slots - 1;
}

static vt_status check_sections(vt_crf *crf, vt_error *err)
{
    const struct crf_header *h = crf->header;
    uint32_t used = 0;
    for (uint32_t i = 0; i < h->slots; i++) {
        const struct crf_slot *slot = &crf->slots[i];
        used += slot->id != 0;
        uint64_t first = slot->place >> CRF_COUNT_BITS, count = slot->place & 0xFF;
        if (count == CRF_DENSE ? first >= h->rows : first + count > h->weights)
            return vt_fail(err, VT_E_FORMAT, "slot %u of the CRF image is out of bounds", i);
    }
    if (used >= h->slots)
        return vt_fail(err, VT_E_FORMAT, "the table of the CRF image is full");
    for (uint32_t i = 0; i < h->weights; i++)
        if (crf->weight_labels[i] >= h->labels)
            return vt_fail(err, VT_E_FORMAT, "weight %u of the CRF image has no label", i);
    if (crf->calibration->n > VT_CALIBRATION_POINTS)
        return vt_fail(err, VT_E_FORMAT, "the calibration of the CRF image is too long");
    vt_str rest = vt_str_n((const char *)(crf->weight_labels + h->weights), h->label_bytes);
    for (uint32_t i = 0; i < h->labels; i++)
        if (!vt_str_split(&rest, '\0', &crf->words[i]))
            return vt_fail(err, VT_E_FORMAT, "the CRF image names %u of %u labels", i, h->labels);
    return VT_OK;
}

vt_status vt_crf_open(const void *image, size_t size, vt_crf **ret, vt_error *err)
{
    VT_TRY(check_header(image, size, err));
    VT_AUTO(vt_crf) vt_crf *crf = vt_xcalloc(1, sizeof *crf);
    crf->header = image;
    place_sections(crf);
    VT_TRY(check_sections(crf, err));
    *ret = VT_TAKE(crf);
    return VT_OK;
}

void vt_crf_drop(vt_crf *crf)
{
    free(crf);
}

size_t vt_crf_labels(const vt_crf *crf)
{
    return crf->header->labels;
}

vt_str vt_crf_label(const vt_crf *crf, size_t label)
{
    return label < crf->header->labels ? crf->words[label] : VT_STR_NULL;
}

float vt_crf_calibrate(const vt_crf *crf, float probability)
{
    return vt_calibration_apply(crf->calibration, probability);
}

/* ---- scores ---- */

/* Eight weights at once; the compiler takes what the machine has. */
typedef int16_t eight16 __attribute__((vector_size(16), aligned(2), may_alias));
typedef int32_t eight32 __attribute__((vector_size(32), aligned(4), may_alias));

/* Adds the weights of a feature to the sums of an item: integers, so that order is no matter. */
static void add_item(const vt_crf *crf, uint32_t id, int32_t *sums)
{
    const struct crf_slot *slot;
    for (uint32_t i = id & crf->mask;; i = (i + 1) & crf->mask) {
        slot = &crf->slots[i];
        if (slot->id == id)
            break;
        if (slot->id == 0)
            return;
    }
    const size_t first = slot->place >> CRF_COUNT_BITS, count = slot->place & 0xFF;
    if (count == CRF_DENSE) {
        const int16_t *row = crf->rows + first * crf->row_length;
        for (size_t y = 0; y < crf->row_length; y += CRF_ROW)
            *(eight32 *)(void *)(sums + y) +=
                __builtin_convertvector(*(const eight16 *)(const void *)(row + y), eight32);
        return;
    }
    for (size_t w = first; w < first + count; w++)
        sums[crf->weight_labels[w]] += crf->quantised[w];
}

static void score_item(const vt_crf *crf, const vt_sequence *s, size_t t, float *row)
{
    enum { AHEAD = 8 }; /* the table is larger than the first caches */
    int32_t sums[VT_CRF_MAX_LABELS] = {0};
    const uint32_t end = s->offsets[t + 1], last = s->offsets[s->n];
    for (uint32_t i = s->offsets[t]; i < end; i++) {
        if (i + AHEAD < last)
            __builtin_prefetch(&crf->slots[s->features[i + AHEAD] & crf->mask]);
        add_item(crf, s->features[i], sums);
    }
    for (size_t y = 0; y < crf->header->labels; y++)
        row[y] = (float)sums[y] * crf->header->scale;
}

static int find_edge(const vt_crf *crf, uint32_t id)
{
    uint32_t low = 0, high = crf->header->edges;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (crf->edge_ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < crf->header->edges && crf->edge_ids[low] == id ? (int)low : -1;
}

/* The sets of known edge features seen in this sequence, each with its matrix. */
struct classes {
    VT_VEC(uint16_t) members; /* edges of all sets, one after the other */
    VT_VEC(uint32_t) ends;    /* [classes] into members */
    VT_VEC(float) matrices;
};

static size_t known_edges(const vt_crf *crf, const vt_sequence *s, size_t t, uint16_t *ret)
{
    size_t n = 0;
    if (!s->edges || crf->header->edges == 0)
        return 0;
    for (uint32_t i = s->edge_offsets[t]; i < s->edge_offsets[t + 1] && n < MAX_EDGES; i++) {
        int edge = find_edge(crf, s->edges[i]);
        if (edge >= 0)
            ret[n++] = (uint16_t)edge;
    }
    return n;
}

static uint16_t class_of(const vt_crf *crf, vt_arena *arena, struct classes *c,
                         const uint16_t *edges, size_t n)
{
    uint32_t start = 0;
    for (size_t k = 0; k < c->ends.n; k++) {
        uint32_t end = c->ends.at[k];
        if (end - start == n && (n == 0 || memcmp(c->members.at + start, edges, n * 2) == 0))
            return (uint16_t)k;
        start = end;
    }
    size_t cells = (size_t)crf->header->labels * crf->header->labels, at = c->matrices.n;
    vt_vec_reserve(arena, &c->matrices, at + cells);
    memcpy(c->matrices.at + at, crf->transitions, cells * sizeof(float));
    c->matrices.n = at + cells;
    for (size_t i = 0; i < n; i++) {
        vt_vec_push(arena, &c->members, edges[i]);
        const float *row = crf->edge_rows + edges[i] * cells;
        for (size_t k = 0; k < cells; k++)
            c->matrices.at[at + k] += row[k];
    }
    vt_vec_push(arena, &c->ends, (uint32_t)c->members.n);
    return (uint16_t)(c->ends.n - 1);
}

vt_lattice *vt_crf_score(const vt_crf *crf, vt_arena *arena, const vt_sequence *s)
{
    const size_t L = crf->header->labels;
    vt_lattice *lattice = VT_NEW(arena, vt_lattice);
    float *items = VT_NEW_ARRAY(arena, float, s->n *L + 1);
    uint16_t *edge_class = VT_NEW_ARRAY(arena, uint16_t, s->n + 1);
    struct classes classes = {0};
    class_of(crf, arena, &classes, NULL, 0); /* class 0: no edge features */
    for (size_t t = 0; t < s->n; t++) {
        score_item(crf, s, t, items + t * L);
        uint16_t edges[MAX_EDGES];
        size_t n = t > 0 ? known_edges(crf, s, t, edges) : 0;
        if (n > 0 && classes.ends.n < UINT16_MAX)
            edge_class[t] = class_of(crf, arena, &classes, edges, n);
    }
    *lattice = (vt_lattice){.n = s->n,
                            .labels = L,
                            .items = items,
                            .transitions = classes.matrices.at,
                            .edge_class = edge_class,
                            .classes = classes.ends.n,
                            .start = crf->start,
                            .end = crf->end};
    return lattice;
}

double vt_crf_path_score(const vt_lattice *l, const uint8_t *labels)
{
    const size_t L = l->labels;
    if (l->n == 0)
        return 0;
    double score = (double)l->start[labels[0]] + (double)l->end[labels[l->n - 1]];
    for (size_t t = 0; t < l->n; t++) {
        score += (double)l->items[t * L + labels[t]];
        if (t > 0)
            score +=
                (double)l->transitions[l->edge_class[t] * L * L + labels[t - 1] * L + labels[t]];
    }
    return score;
}

/* ---- rules ---- */

/* A copy of the lattice in which what the rules forbid scores -infinity. */
static vt_lattice restrict_to(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules)
{
    const size_t L = l->labels, cells = L * L;
    vt_lattice r = *l;
    float *items = VT_NEW_ARRAY(arena, float, l->n *L + 1);
    float *start = VT_NEW_ARRAY(arena, float, L), *end = VT_NEW_ARRAY(arena, float, L);
    memcpy(items, l->items, l->n * L * sizeof *items);
    for (size_t t = 0; rules->items && t < l->n; t++)
        for (size_t y = 0; rules->items[t] && y < L; y++)
            if (!(rules->items[t] >> y & 1))
                items[t * L + y] = -INFINITY;
    for (size_t y = 0; y < L; y++) {
        start[y] = rules->start && !(rules->start >> y & 1) ? -INFINITY : l->start[y];
        end[y] = rules->end && !(rules->end >> y & 1) ? -INFINITY : l->end[y];
    }
    if (rules->transitions) {
        float *steps = VT_NEW_ARRAY(arena, float, l->classes *cells);
        for (size_t i = 0; i < l->classes * cells; i++)
            steps[i] = rules->transitions[i % cells] ? l->transitions[i] : -INFINITY;
        r.transitions = steps;
    }
    r.items = items;
    r.start = start;
    r.end = end;
    return r;
}

/* ---- the best paths ---- */

/* One way to reach a label: where it came from. */
struct way {
    float score;
    uint8_t label, rank; /* at the item before */
};

/* Puts a candidate into the `k` best of a cell, best first. */
static void insert(struct way *ways, size_t k, struct way candidate)
{
    if (!(candidate.score > ways[k - 1].score))
        return;
    size_t i = k - 1;
    for (; i > 0 && candidate.score > ways[i - 1].score; i--)
        ways[i] = ways[i - 1];
    ways[i] = candidate;
}

static void fill_ways(const vt_lattice *l, struct way *ways, size_t k)
{
    const size_t L = l->labels;
    for (size_t i = 0; i < l->n * L * k; i++)
        ways[i].score = -INFINITY;
    for (size_t y = 0; y < L; y++)
        ways[y * k].score = l->start[y] + l->items[y];
    for (size_t t = 1; t < l->n; t++) {
        const float *step = l->transitions + l->edge_class[t] * L * L;
        for (size_t a = 0; a < L; a++) {
            for (size_t r = 0; r < k; r++) {
                float before = ways[((t - 1) * L + a) * k + r].score;
                if (before <= -INFINITY)
                    break;
                for (size_t y = 0; y < L; y++)
                    insert(ways + (t * L + y) * k, k,
                           (struct way){before + step[a * L + y] + l->items[t * L + y], (uint8_t)a,
                                        (uint8_t)r});
            }
        }
    }
}

static size_t best_paths(const vt_lattice *l, vt_arena *arena, size_t k, uint8_t *labels,
                         double *scores)
{
    const size_t L = l->labels;
    struct way *ways = VT_NEW_ARRAY(arena, struct way, l->n * L * k);
    fill_ways(l, ways, k);
    struct way last[VT_CRF_MAX_BEST];
    for (size_t r = 0; r < k; r++)
        last[r].score = -INFINITY;
    for (size_t y = 0; y < L; y++)
        for (size_t r = 0; r < k; r++)
            insert(last, k,
                   (struct way){ways[((l->n - 1) * L + y) * k + r].score + l->end[y], (uint8_t)y,
                                (uint8_t)r});
    size_t found = 0;
    for (; found < k && last[found].score > -INFINITY; found++) {
        size_t y = last[found].label, r = last[found].rank;
        for (size_t t = l->n; t-- > 0;) {
            labels[found * l->n + t] = (uint8_t)y;
            const struct way *way = &ways[(t * L + y) * k + r];
            y = way->label;
            r = way->rank;
        }
        scores[found] = (double)last[found].score;
    }
    return found;
}

/* Viterbi with one way a cell: rows of floats that the compiler can vectorise. */
static double best_path(const vt_lattice *l, vt_arena *arena, uint8_t *labels)
{
    const size_t L = l->labels;
    uint8_t *from = VT_NEW_ARRAY(arena, uint8_t, l->n * L);
    float row[VT_CRF_MAX_LABELS], next[VT_CRF_MAX_LABELS];
    for (size_t y = 0; y < L; y++)
        row[y] = l->start[y] + l->items[y];
    for (size_t t = 1; t < l->n; t++) {
        const float *step = l->transitions + l->edge_class[t] * L * L;
        uint8_t *back = from + t * L;
        for (size_t y = 0; y < L; y++)
            next[y] = row[0] + step[y];
        for (size_t a = 1; a < L; a++)
            for (size_t y = 0; y < L; y++) {
                float score = row[a] + step[a * L + y];
                bool better = score > next[y];
                next[y] = better ? score : next[y];
                back[y] = better ? (uint8_t)a : back[y];
            }
        for (size_t y = 0; y < L; y++)
            row[y] = next[y] + l->items[t * L + y];
    }
    size_t best = 0;
    for (size_t y = 0; y < L; y++) {
        row[y] += l->end[y];
        if (row[y] > row[best])
            best = y;
    }
    float score = row[best];
    for (size_t t = l->n; t-- > 0;) {
        labels[t] = (uint8_t)best;
        best = from[t * L + best];
    }
    return (double)score;
}

double vt_crf_viterbi(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules,
                      uint8_t *labels)
{
    if (l->n == 0)
        return 0;
    if (rules) {
        vt_lattice restricted = restrict_to(l, arena, rules);
        double score = best_path(&restricted, arena, labels);
        if (isfinite(score))
            return score;
    }
    return best_path(l, arena, labels);
}

size_t vt_crf_nbest(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules, size_t k,
                    uint8_t *labels, double *scores)
{
    assert(k <= VT_CRF_MAX_BEST);
    if (l->n == 0 || k == 0)
        return 0;
    if (rules) {
        vt_lattice restricted = restrict_to(l, arena, rules);
        size_t found = best_paths(&restricted, arena, k, labels, scores);
        if (found > 0)
            return found;
    }
    return best_paths(l, arena, k, labels, scores);
}

/* ---- marginals ---- */

static double run_chain(const vt_lattice *l, vt_arena *arena, vt_chain *chain)
{
    const size_t L = l->labels, cells = L * L;
    double *items = VT_NEW_ARRAY(arena, double, l->n *L);
    double *steps = VT_NEW_ARRAY(arena, double, l->classes *cells + 2 * L);
    const double **step_of = VT_NEW_ARRAY(arena, const double *, l->n);
    double log_shift = 0;
    vt_chain_init(chain, arena, l->n, L);
    for (size_t t = 0; t < l->n; t++) {
        float top = -INFINITY;
        for (size_t y = 0; y < L; y++)
            top = VT_MAX(top, l->items[t * L + y]);
        if (top <= -INFINITY)
            return -HUGE_VAL;
        for (size_t y = 0; y < L; y++)
            items[t * L + y] = exp((double)(l->items[t * L + y] - top));
        log_shift += (double)top;
        step_of[t] = steps + l->edge_class[t] * cells;
    }
    for (size_t i = 0; i < l->classes * cells; i++)
        steps[i] = exp((double)l->transitions[i]);
    double *start = steps + l->classes * cells, *end = start + L;
    for (size_t y = 0; y < L; y++) {
        start[y] = exp((double)l->start[y]);
        end[y] = exp((double)l->end[y]);
    }
    chain->items = items;
    chain->steps = step_of;
    chain->start = start;
    chain->end = end;
    return vt_chain_run(chain) + log_shift;
}

struct vt_crf_beliefs {
    vt_chain chain;
    double log_z;
};

vt_crf_beliefs *vt_crf_believe(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules)
{
    vt_crf_beliefs *b = VT_NEW(arena, vt_crf_beliefs);
    b->log_z = -HUGE_VAL;
    if (l->n == 0)
        return b;
    if (rules) {
        vt_lattice restricted = restrict_to(l, arena, rules);
        b->log_z = run_chain(&restricted, arena, &b->chain);
    }
    if (!isfinite(b->log_z))
        b->log_z = run_chain(l, arena, &b->chain);
    return b;
}

void vt_crf_belief_at(const vt_crf_beliefs *b, size_t t, float *marginals)
{
    double row[VT_CRF_MAX_LABELS];
    vt_chain_marginal(&b->chain, t, row);
    for (size_t y = 0; y < b->chain.labels; y++)
        marginals[y] = (float)row[y];
}

float vt_crf_belief_run(const vt_crf_beliefs *b, size_t first, size_t last, size_t label,
                        unsigned alone)
{
    unsigned sides = (first > 0 ? alone & 1 : 0) | (last + 1 < b->chain.n ? alone & 2 : 0);
    return (float)vt_chain_run_probability(&b->chain, first, last, label, sides);
}

double vt_crf_marginals(const vt_lattice *l, vt_arena *arena, const vt_crf_rules *rules,
                        float *marginals)
{
    if (l->n == 0)
        return 0;
    const vt_crf_beliefs *b = vt_crf_believe(l, arena, rules);
    for (size_t t = 0; t < l->n; t++)
        vt_crf_belief_at(b, t, marginals + t * l->labels);
    return b->log_z;
}
