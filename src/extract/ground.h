/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Coloured grounds of a page picture: sidebars, bands, cards, chips. Recognition reads dark letters
 * on white; text on any other ground is brought to that, and a sidebar can be read by itself.
 */
#ifndef VT_EXTRACT_GROUND_H
#define VT_EXTRACT_GROUND_H

#include "base/arena.h"
#include "extract/gray.h"

typedef struct vt_panel {
    uint32_t x0, y0, x1, y1; /* pixels; x1 and y1 are outside */
    unsigned char level;     /* shade of the ground */
} vt_panel;

enum { VT_MAX_PANELS = 200 };

/** Rectangular grounds that are not the page's own, larger before smaller ones; their number. */
size_t vt_ground_find(vt_arena *arena, const vt_gray *gray, vt_panel ret[VT_MAX_PANELS]);

/** Writes to `out` (as large as the picture) the picture with every panel's ground made white. */
void vt_ground_even(const vt_gray *gray, const vt_panel *panels, size_t n, unsigned char *out);

/** The shade below which a pixel is ink (Otsu's threshold). */
unsigned char vt_ground_ink_level(const unsigned char *pixels, size_t n);

#endif
