/* SPDX-License-Identifier: Apache-2.0 */
#include "ml/feature.h"

#include "base/map.h"

static uint32_t mix(uint64_t h)
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    h ^= h >> 33;
    uint32_t id = (uint32_t)h;
    return id ? id : 1;
}

uint32_t vt_feature(uint32_t template_id, vt_str value)
{
    return mix(vt_hash_bytes(value, template_id + 1));
}

uint32_t vt_feature_int(uint32_t template_id, int64_t value)
{
    return mix(((uint64_t)template_id + 1) * 0x9e3779b97f4a7c15u ^
               (uint64_t)value * 0xd6e8feb86659fd93u);
}

uint32_t vt_feature_text(vt_str text)
{
    return mix(vt_hash_bytes(text, 0));
}

void vt_sequence_next(vt_sequence_builder *b, uint8_t label)
{
    if (b->offsets.n == 0) {
        vt_vec_push(b->arena, &b->offsets, 0u);
        vt_vec_push(b->arena, &b->edge_offsets, 0u);
    }
    vt_vec_push(b->arena, &b->offsets, (uint32_t)b->features.n);
    vt_vec_push(b->arena, &b->edge_offsets, (uint32_t)b->edges.n);
    vt_vec_push(b->arena, &b->labels, label);
}

vt_sequence vt_sequence_done(vt_sequence_builder *b)
{
    return (vt_sequence){.n = b->labels.n,
                         .features = b->features.at,
                         .offsets = b->offsets.at,
                         .edges = b->edges.at,
                         .edge_offsets = b->edge_offsets.at,
                         .labels = b->labels.at};
}
