/* SPDX-License-Identifier: Apache-2.0 */
/** The layout of a CRF image, for crf.c and train.c alone. docs/formats.md tells it in words. */
#ifndef VT_ML_CRF_IMAGE_H
#define VT_ML_CRF_IMAGE_H

#include "ml/score.h"

enum { CRF_VERSION = 1, CRF_COUNT_BITS = 8, CRF_DENSE = 255, CRF_ROW = 8 };

struct crf_header {
    char magic[4]; /* VTCR */
    uint32_t version;
    uint64_t checksum; /* of all bytes after the header */
    uint32_t size;     /* of all bytes after the header */
    uint32_t labels, features, slots, weights, edges, label_bytes;
    float scale;   /* weight = quantised * scale */
    uint32_t rows; /* whole rows of weights */
    uint32_t reserved[3];
};

/* Open addressing by id & (slots - 1); id 0 is free. */
struct crf_slot {
    uint32_t id;
    /* first weight << CRF_COUNT_BITS | number of weights; or row << CRF_COUNT_BITS | CRF_DENSE */
    uint32_t place;
};

/*
 * After the header, in this order:
 *     float start[L], end[L], transitions[L][L]
 *     vt_calibration
 *     struct crf_slot slots[slots]
 *     uint32_t edge_ids[edges] (rising); float edge_rows[edges][L][L]
 *     int16_t rows[rows][L rounded up to CRF_ROW]
 *     int16_t quantised[weights]; uint8_t weight_labels[weights]
 *     char label_words[label_bytes]: L words, each with a NUL
 */

_Static_assert(sizeof(struct crf_header) == 64, "layout of the image");

static inline size_t crf_row_length(size_t labels)
{
    return (labels + CRF_ROW - 1) / CRF_ROW * CRF_ROW;
}

#endif
