/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A page picture made easy to read, dark on white already (extract/ground.h): what recognition
 * stumbles over goes, what it would not see becomes darker. Pixels are grey, [height][width].
 */
#ifndef VT_EXTRACT_CLEAN_H
#define VT_EXTRACT_CLEAN_H

#include "base/arena.h"

/**
 * Takes out thin horizontal lines: underlines, which run into the letters and cost whole words,
 * rules, the borders of boxes. What crosses a line (descenders) stays. Shades below `ink` are ink.
 */
void vt_clean_rules(vt_arena *arena, unsigned char *pixels, uint32_t width, uint32_t height,
                    float dpi, unsigned char ink);

/** Darkens text that is much lighter than ink, place by place. */
void vt_clean_light(vt_arena *arena, unsigned char *pixels, uint32_t width, uint32_t height,
                    float dpi);

#endif
