/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Features are 32-bit hashes of a template and a value. Two features that collide share a weight;
 * with some 100,000 kept features that touches about one in 40,000.
 */
#ifndef VT_ML_FEATURE_H
#define VT_ML_FEATURE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

/** The id of "template = value"; never 0. Templates are numbers that the caller's table gives. */
uint32_t vt_feature(uint32_t template_id, vt_str value);
uint32_t vt_feature_int(uint32_t template_id, int64_t value);
/** Of a feature written as text, as in the files of `vitae train`. */
uint32_t vt_feature_text(vt_str text);

/** A count in steps: how many of the rising bounds [bound_count] it is greater than. */
static inline uint32_t vt_feature_step(size_t n, const uint8_t *bounds, size_t bound_count)
{
    uint32_t step = 0;
    while (step < bound_count && n > bounds[step])
        step++;
    return step;
}

/**
 * One sequence: items with their features. `edges` condition the step from the item before (few
 * and of few kinds: they cost labels squared each). Labels are there in training data only.
 */
typedef struct vt_sequence {
    size_t n;
    const uint32_t *features;     /* ids, item after item */
    const uint32_t *offsets;      /* [n + 1] into features */
    const uint32_t *edges;        /* ids, or NULL */
    const uint32_t *edge_offsets; /* [n + 1] into edges, or NULL */
    const uint8_t *labels;        /* [n], or NULL */
} vt_sequence;

/** Builds a sequence in an arena, item by item. All zeros but the arena is an empty one. */
typedef struct vt_sequence_builder {
    vt_arena *arena;
    VT_VEC(uint32_t) features, offsets, edges, edge_offsets;
    VT_VEC(uint8_t) labels;
} vt_sequence_builder;

static inline void vt_sequence_add(vt_sequence_builder *b, uint32_t feature)
{
    vt_vec_push(b->arena, &b->features, feature);
}
static inline void vt_sequence_add_edge(vt_sequence_builder *b, uint32_t feature)
{
    vt_vec_push(b->arena, &b->edges, feature);
}
/** Ends the item whose features were added since the last call. */
void vt_sequence_next(vt_sequence_builder *b, uint8_t label);
/** The items so far; lives in the arena of the builder, which can go on. */
vt_sequence vt_sequence_done(vt_sequence_builder *b);

#endif
