/* SPDX-License-Identifier: Apache-2.0 */
/* A model image whose checksum is right whatever else it says: what opens must decode. */
#include "fuzz.h"

#include "base/hash.h"
#include "ml/crf.h"
#include "ml/crf_image.h"

enum { ITEMS = 6, FEATURES = 5 };

/* Features of the image's own table, so that its weights are looked at. */
static vt_sequence sequence_of(vt_arena *arena, vt_str image)
{
    vt_sequence_builder b = {.arena = arena};
    const uint32_t *words = (const uint32_t *)(const void *)image.ptr;
    size_t n = image.len / sizeof *words;
    for (size_t t = 0; t < ITEMS; t++) {
        for (size_t i = 0; i < FEATURES; i++)
            vt_sequence_add(&b, words[(t * 31 + i * 7 + n / 2) % n] | 1);
        vt_sequence_add_edge(&b, words[(t * 17 + n / 3) % n] | 1);
        vt_sequence_next(&b, 0);
    }
    return vt_sequence_done(&b);
}

static void decode(vt_arena *arena, const vt_crf *crf, vt_str image)
{
    vt_sequence sequence = sequence_of(arena, image);
    vt_lattice *lattice = vt_crf_score(crf, arena, &sequence);
    size_t labels = vt_crf_labels(crf);
    uint8_t *best = VT_NEW_ARRAY(arena, uint8_t, 4 * ITEMS);
    double scores[4];
    float *marginals = VT_NEW_ARRAY(arena, float, ITEMS *labels);
    (void)vt_crf_viterbi(lattice, arena, NULL, best);
    for (size_t t = 0; t < ITEMS; t++)
        if (best[t] >= labels)
            abort();
    (void)vt_crf_path_score(lattice, best);
    (void)vt_crf_nbest(lattice, arena, NULL, 4, best, scores);
    (void)vt_crf_marginals(lattice, arena, NULL, marginals);
    (void)vt_crf_calibrate(crf, 0.3f);
    for (size_t i = 0; i < labels; i++)
        (void)vt_crf_label(crf, i);
}

static void body(vt_arena *arena, vt_str input)
{
    if (input.len < sizeof(struct crf_header))
        return;
    char *image = vt_arena_alloc(arena, input.len); /* aligned */
    memcpy(image, input.ptr, input.len);
    struct crf_header *h = (struct crf_header *)(void *)image;
    memcpy(h->magic, "VTCR", 4);
    h->version = CRF_VERSION;
    h->size = (uint32_t)(input.len - sizeof *h);
    h->checksum = vt_checksum(h + 1, h->size);
    vt_crf *crf = NULL;
    if (vt_crf_open(image, input.len, &crf, NULL) != VT_OK)
        return;
    vt_arena_tie(arena, (void (*)(void *))vt_crf_drop, crf);
    decode(arena, crf, vt_str_n(image, input.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 64 << 20, body);
    return 0;
}
