/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A linear-chain conditional random field: a read-only model image (docs/formats.md, "CRF image")
 * and decoding with it. score(y | x) = sum of item weights, of transitions y[t-1] -> y[t] (a
 * constant one plus those that edge features of t add), of the start and of the end.
 *
 * An opened model is constant: any thread may use it. Results live in the arena given.
 */
#ifndef VT_ML_CRF_H
#define VT_ML_CRF_H

#include "base/error.h"
#include "ml/feature.h"

enum { VT_CRF_MAX_LABELS = 32, VT_CRF_MAX_BEST = 16 };

typedef struct vt_crf vt_crf;

/** Checks the image (header, checksum, every offset). The bytes must outlive the model and be
 * aligned to 8. VT_E_FORMAT: damaged, or of another version. */
VT_MUST_USE vt_status vt_crf_open(const void *image, size_t size, vt_crf **ret, vt_error *err);
void vt_crf_drop(vt_crf *crf);
VT_DEFINE_AUTO(vt_crf, vt_crf_drop)

/** How many labels there are, and the word of one. */
size_t vt_crf_labels(const vt_crf *crf);
vt_str vt_crf_label(const vt_crf *crf, size_t label);

/** What a decoder may do; NULL or zeros: anything. Rules that leave no path are ignored. */
typedef struct vt_crf_rules {
    const uint8_t *transitions; /* [L][L] from, to: 1 allowed; or NULL */
    uint32_t start, end;        /* bits of labels allowed first and last; 0: all */
    const uint32_t *items;      /* [n] bits of labels allowed at each item; 0 or NULL: all */
} vt_crf_rules;

/** The scores of one sequence under a model: computed once, used by all decoders. */
typedef struct vt_lattice {
    size_t n, labels;
    float *items;               /* [n][L] */
    const float *transitions;   /* [classes][L][L] */
    const uint16_t *edge_class; /* [n] class of the step into item t */
    size_t classes;
    const float *start, *end; /* [L] */
} vt_lattice;

/** In the arena; borrows from the model. */
vt_lattice *vt_crf_score(const vt_crf *crf, vt_arena *arena, const vt_sequence *sequence);

/** The best labelling into labels[n]; gives its score. n == 0 gives 0. */
double vt_crf_viterbi(const vt_lattice *lattice, vt_arena *arena, const vt_crf_rules *rules,
                      uint8_t *labels);

/** The `k` best labellings, best first, into labels[k][n] and scores[k]; gives how many there are.
 * k <= VT_CRF_MAX_BEST. */
size_t vt_crf_nbest(const vt_lattice *lattice, vt_arena *arena, const vt_crf_rules *rules, size_t k,
                    uint8_t *labels, double *scores);

/** P(label at t | x) into marginals[n][L], also under rules; gives log Z. */
double vt_crf_marginals(const vt_lattice *lattice, vt_arena *arena, const vt_crf_rules *rules,
                        float *marginals);

/** What the model believes of a sequence: the sums from which every probability follows. */
typedef struct vt_crf_beliefs vt_crf_beliefs;
vt_crf_beliefs *vt_crf_believe(const vt_lattice *lattice, vt_arena *arena,
                               const vt_crf_rules *rules);
/** P(label at t | x) of all labels into marginals[L]. */
void vt_crf_belief_at(const vt_crf_beliefs *beliefs, size_t t, float *marginals);
/** P(the items first .. last are one value: all have `label`, and on the sides asked for, bit 0 of
 * `alone` before and bit 1 behind, the next item has another). */
float vt_crf_belief_run(const vt_crf_beliefs *beliefs, size_t first, size_t last, size_t label,
                        unsigned alone);

/** The score of one labelling. */
double vt_crf_path_score(const vt_lattice *lattice, const uint8_t *labels);

/** A probability of the model turned into an observed one by the table stored with the model. */
float vt_crf_calibrate(const vt_crf *crf, float probability);

#endif
