/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing with linear probing, at most half full; hashes are kept beside the keys. */
#include "base/map.h"

struct slot {
    uint64_t hash;
    vt_str key;
    void *value; /* NULL: free */
};

struct vt_map {
    vt_arena *arena;
    struct slot *slots;
    size_t cap, n; /* cap: a power of two */
};

uint64_t vt_hash_bytes(vt_str s, uint64_t seed)
{
    uint64_t h = 0xcbf29ce484222325u ^ (seed * 0x9e3779b97f4a7c15u);
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.ptr[i]) * 0x100000001b3u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
}

vt_map *vt_map_new(vt_arena *arena)
{
    vt_map *map = VT_NEW(arena, vt_map);
    map->arena = arena;
    map->cap = 16;
    map->slots = VT_NEW_ARRAY(arena, struct slot, map->cap);
    return map;
}

static struct slot *locate(const vt_map *map, vt_str key, uint64_t hash)
{
    size_t i = hash & (map->cap - 1);
    while (map->slots[i].value &&
           !(map->slots[i].hash == hash && vt_str_eq(map->slots[i].key, key)))
        i = (i + 1) & (map->cap - 1);
    return &map->slots[i];
}

static void rehash(vt_map *map)
{
    struct slot *old = map->slots;
    size_t old_cap = map->cap;
    map->cap *= 2;
    map->slots = VT_NEW_ARRAY(map->arena, struct slot, map->cap);
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].value)
            *locate(map, old[i].key, old[i].hash) = old[i];
}

void *vt_map_find(const vt_map *map, vt_str key)
{
    return locate(map, key, vt_hash_bytes(key, 0))->value;
}

void *vt_map_set(vt_map *map, vt_str key, void *value)
{
    if ((map->n + 1) * 2 > map->cap)
        rehash(map);
    uint64_t hash = vt_hash_bytes(key, 0);
    struct slot *slot = locate(map, key, hash);
    void *before = slot->value;
    if (!before)
        map->n++;
    *slot = (struct slot){.hash = hash, .key = key, .value = value};
    return before;
}
