/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A hash map from string views to pointers, in an arena. Keys are not copied: they must live as
 * long as the map. No removal.
 */
#ifndef VT_BASE_MAP_H
#define VT_BASE_MAP_H

#include "base/arena.h"
#include "base/str.h"

typedef struct vt_map vt_map;

vt_map *vt_map_new(vt_arena *arena);

/** The value of the key, or NULL. */
void *vt_map_find(const vt_map *map, vt_str key);

/** Sets the value (not NULL) of the key; gives the value that stood there before, or NULL. */
void *vt_map_set(vt_map *map, vt_str key, void *value);

/** FNV-1a with a final mix, for tables that are not exposed to chosen keys. */
uint64_t vt_hash_bytes(vt_str s, uint64_t seed);

#endif
