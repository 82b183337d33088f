/* SPDX-License-Identifier: Apache-2.0 */
#include "skills/counter.h"

static uint32_t *counter_at(const vt_counter *c, uint32_t key)
{
    uint32_t slot = (key * 0x9E3779B1u) & (c->cap - 1);
    while (c->keys[slot] && c->keys[slot] != key + 1)
        slot = (slot + 1) & (c->cap - 1);
    return &c->keys[slot];
}

uint32_t vt_counter_get(const vt_counter *c, uint32_t key)
{
    if (c->cap == 0)
        return 0;
    uint32_t *slot = counter_at(c, key);
    return *slot ? c->counts[slot - c->keys] : 0;
}

void vt_counter_add(vt_arena *arena, vt_counter *c, uint32_t key)
{
    if (c->n * 2 >= c->cap) {
        vt_counter old = *c;
        c->cap = old.cap ? old.cap * 2 : 64;
        c->keys = VT_NEW_ARRAY(arena, uint32_t, c->cap);
        c->counts = VT_NEW_ARRAY(arena, uint32_t, c->cap);
        for (uint32_t i = 0; i < old.cap; i++)
            if (old.keys[i]) {
                uint32_t *slot = counter_at(c, old.keys[i] - 1);
                *slot = old.keys[i];
                c->counts[slot - c->keys] = old.counts[i];
            }
    }
    uint32_t *slot = counter_at(c, key);
    c->n += *slot == 0;
    *slot = key + 1;
    c->counts[slot - c->keys]++;
}
