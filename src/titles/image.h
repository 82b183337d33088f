/* SPDX-License-Identifier: Apache-2.0 */
/** The layout of data/models/occupations.bin, for occupation.c and the training alone. */
#ifndef VT_TITLES_IMAGE_H
#define VT_TITLES_IMAGE_H

#include "ml/score.h"
#include "titles/occupation.h"

enum { OCCUPATION_VERSION = 1, OCCUPATION_MAX_CLASSES = 512 };

struct occupation_header {
    char magic[4]; /* VTOC */
    uint32_t version, buckets, dims, classes;
    float scale; /* of the buckets: weight = quantised * scale */
    uint32_t reserved[2];
    vt_calibration calibration;
    uint16_t codes[OCCUPATION_MAX_CLASSES]; /* [classes]: 2512 */
};

/*
 * After the header: float out[classes][dims], float bias[classes], int8_t in[buckets][dims].
 */

#endif
