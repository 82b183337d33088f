/* SPDX-License-Identifier: Apache-2.0 */
/** How often numbers were seen. All memory is the arena's; all zeros is an empty counter. */
#ifndef VT_SKILLS_COUNTER_H
#define VT_SKILLS_COUNTER_H

#include "base/arena.h"

/** Open addressing. */
typedef struct vt_counter {
    uint32_t *keys; /* key + 1; 0 free */
    uint32_t *counts;
    uint32_t cap, n; /* slots, a power of two; those in use */
} vt_counter;

uint32_t vt_counter_get(const vt_counter *c, uint32_t key);
/** Counts one more. */
void vt_counter_add(vt_arena *arena, vt_counter *c, uint32_t key);

#endif
