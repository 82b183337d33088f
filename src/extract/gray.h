/* SPDX-License-Identifier: Apache-2.0 */
/** A grey picture in memory: what rendering gives and OCR takes. */
#ifndef VT_EXTRACT_GRAY_H
#define VT_EXTRACT_GRAY_H

#include "base/auto.h"

typedef struct vt_gray {
    const unsigned char *pixels; /* [height][width], 0 black */
    uint32_t width, height;
    float dpi;
} vt_gray;

#endif
