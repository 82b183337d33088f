/* SPDX-License-Identifier: Apache-2.0 */
/* Training data in memory: every sequence copied to its size into one arena. */
#include "ml/train.h"

#include "ml/crf.h"

/* The data of one training; far above what the corpus needs. */
#define DATASET_BYTES ((size_t)8 << 30)

struct vt_dataset {
    vt_arena *arena;
    VT_VEC(vt_sequence) sequences;
    VT_VEC(vt_str) labels;
    bool fixed_labels;
    size_t items;
};

vt_dataset *vt_dataset_new(const char *const *labels, size_t n)
{
    vt_arena *arena = vt_arena_new(DATASET_BYTES);
    vt_dataset *set = VT_NEW(arena, vt_dataset);
    set->arena = arena;
    set->fixed_labels = labels != NULL;
    for (size_t i = 0; labels && i < n; i++)
        vt_vec_push(arena, &set->labels, vt_str_dup(arena, vt_str_z(labels[i])));
    return set;
}

void vt_dataset_drop(vt_dataset *set)
{
    if (set)
        vt_arena_drop(set->arena);
}

static const uint32_t *copy32(vt_arena *arena, const uint32_t *from, size_t n)
{
    uint32_t *to = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    if (n > 0)
        memcpy(to, from, n * sizeof *to);
    return to;
}

void vt_dataset_add(vt_dataset *set, const vt_sequence *s)
{
    if (s->n == 0)
        return;
    uint8_t *labels = VT_NEW_ARRAY(set->arena, uint8_t, s->n);
    memcpy(labels, s->labels, s->n);
    vt_sequence copy = {.n = s->n, .labels = labels};
    copy.features = copy32(set->arena, s->features, s->offsets[s->n]);
    copy.offsets = copy32(set->arena, s->offsets, s->n + 1);
    if (s->edges && s->edge_offsets[s->n] > 0) {
        copy.edges = copy32(set->arena, s->edges, s->edge_offsets[s->n]);
        copy.edge_offsets = copy32(set->arena, s->edge_offsets, s->n + 1);
    }
    vt_vec_push(set->arena, &set->sequences, copy);
    set->items += s->n;
}

/* The number of a label word; a new one when the labels are not fixed. -1: unknown or too many. */
static int label_number(vt_dataset *set, vt_str word)
{
    for (size_t i = 0; i < set->labels.n; i++)
        if (vt_str_eq(set->labels.at[i], word))
            return (int)i;
    if (set->fixed_labels || set->labels.n == VT_CRF_MAX_LABELS)
        return -1;
    vt_vec_push(set->arena, &set->labels, vt_str_dup(set->arena, word));
    return (int)set->labels.n - 1;
}

static bool read_item(vt_dataset *set, vt_sequence_builder *builder, vt_str line)
{
    vt_str word, rest = line;
    if (!vt_str_split(&rest, '\t', &word))
        return false;
    int label = label_number(set, vt_str_trim(word));
    if (label < 0)
        return false;
    while (vt_str_split(&rest, ' ', &word)) {
        if (word.len == 0)
            continue;
        if (word.ptr[0] == '^')
            vt_sequence_add_edge(builder, vt_feature_text(word));
        else
            vt_sequence_add(builder, vt_feature_text(word));
    }
    vt_sequence_next(builder, (uint8_t)label);
    return true;
}

static void end_sequence(vt_dataset *set, vt_sequence_builder *builder)
{
    vt_sequence s = vt_sequence_done(builder);
    vt_dataset_add(set, &s);
    builder->features.n = builder->offsets.n = builder->edges.n = 0;
    builder->edge_offsets.n = builder->labels.n = 0;
}

vt_status vt_dataset_read(vt_dataset *set, vt_str text, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *scratch = vt_arena_new(DATASET_BYTES);
    vt_sequence_builder builder = {.arena = scratch};
    vt_str line;
    for (size_t number = 1; vt_str_split(&text, '\n', &line); number++) {
        if (line.len > 0 && line.ptr[line.len - 1] == '\r')
            line.len--;
        if (line.len == 0)
            end_sequence(set, &builder);
        else if (!read_item(set, &builder, line))
            return vt_fail(err, VT_E_FORMAT, "line %zu: unknown label, or more than %d labels",
                           number, VT_CRF_MAX_LABELS);
    }
    end_sequence(set, &builder);
    return VT_OK;
}

size_t vt_dataset_count(const vt_dataset *set)
{
    return set->sequences.n;
}

size_t vt_dataset_items(const vt_dataset *set)
{
    return set->items;
}

const vt_sequence *vt_dataset_get(const vt_dataset *set, size_t index)
{
    return &set->sequences.at[index];
}

size_t vt_dataset_labels(const vt_dataset *set)
{
    return set->labels.n;
}

vt_str vt_dataset_label(const vt_dataset *set, size_t label)
{
    return label < set->labels.n ? set->labels.at[label] : VT_STR_NULL;
}
