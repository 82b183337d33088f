/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A list of chunks, each twice as large as the one before it up to CHUNK_MAX; allocation bumps a
 * pointer in the newest. A request over a quarter of the chunk size gets a chunk of its own, so
 * that little is wasted at the end of a chunk.
 */
#include "base/arena.h"

#include "base/unwind.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Under the address sanitizer every allocation has forbidden bytes behind it, as malloc's have. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARDED 1
#endif
#endif
#if defined(GUARDED) || defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
enum { GUARD = 32 };
#define FORBID(memory, size) __asan_poison_memory_region((memory), (size))
#define ALLOW(memory, size)  __asan_unpoison_memory_region((memory), (size))
#else
enum { GUARD = 0 };
#define FORBID(memory, size) ((void)0)
#define ALLOW(memory, size)  ((void)0)
#endif

/* A full room refuses who wants much: so many bytes are every arena's, so that a few large ones do
 * not stop all others. */
enum { ROOM_FREE = 256 * 1024 };

enum { CHUNK_MIN = 16 * 1024, CHUNK_MAX = 1024 * 1024, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t size, used;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct hook {
    struct hook *next;
    void (*fn)(void *);
    void *object;
};

struct vt_arena {
    struct chunk *chunks; /* the newest first */
    struct hook *hooks;
    size_t budget, used, next_size;
    bool unwinds;
    bool extended; /* the room is not asked any more */
    vt_arena_end ended;
    vt_arena_room *room; /* or NULL */
    vt_arena_limit_fn on_limit;
    void *context;
};

static VT_NORETURN void die(const char *what, size_t wanted)
{
    fprintf(stderr, "vitae: %s (%zu bytes wanted)\n", what, wanted);
    abort();
}

void *vt_xmalloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        die("out of memory", size);
    return memory;
}

void *vt_xcalloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        die("out of memory", size);
    return memory;
}

void *vt_xrealloc(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory)
        die("out of memory", size);
    return memory;
}

vt_arena *vt_arena_new(size_t budget_bytes)
{
    vt_arena *arena = vt_xcalloc(1, sizeof *arena);
    arena->budget = budget_bytes;
    arena->next_size = CHUNK_MIN;
    return arena;
}

void vt_arena_on_limit(vt_arena *arena, vt_arena_limit_fn fn, void *context)
{
    arena->on_limit = fn;
    arena->context = context;
}

void vt_arena_will_unwind(vt_arena *arena)
{
    arena->unwinds = true;
}

bool vt_arena_unwinds(const vt_arena *arena)
{
    return arena->unwinds;
}

void vt_arena_set_room(vt_arena *arena, vt_arena_room *room)
{
    arena->room = room;
}

size_t vt_arena_used(const vt_arena *arena)
{
    return arena->used;
}

vt_arena_end vt_arena_ended(const vt_arena *arena)
{
    return arena->ended;
}

void vt_arena_extend(vt_arena *arena, size_t bytes)
{
    arena->budget = arena->used + bytes;
    arena->extended = true;
}

vt_arena *vt_arena_scratch(const vt_arena *job)
{
    vt_arena *arena = vt_arena_new(job->budget);
    arena->room = job->room;
    vt_arena_on_limit(arena, job->on_limit, job->context);
    arena->unwinds = job->unwinds;
    return arena;
}

void vt_arena_drop(vt_arena *arena)
{
    if (!arena)
        return;
    for (struct hook *hook = arena->hooks; hook; hook = hook->next)
        hook->fn(hook->object);
    for (struct chunk *chunk = arena->chunks; chunk;) {
        struct chunk *next = chunk->next;
        ALLOW(chunk->bytes, chunk->size);
        if (arena->room)
            atomic_fetch_sub(&arena->room->used, (int64_t)chunk->size);
        free(chunk);
        chunk = next;
    }
    free(arena);
}

static VT_NORETURN void over_limit(vt_arena *arena, vt_arena_end end, size_t wanted)
{
    arena->ended = end;
    if (arena->on_limit)
        arena->on_limit(arena->context, wanted);
    vt_guard_leave();
    die("a job's memory budget is used up", wanted);
}

bool vt_arena_room_take(vt_arena_room *room, size_t bytes, bool anyway)
{
    int64_t used = atomic_fetch_add(&room->used, (int64_t)bytes) + (int64_t)bytes;
    if (!room->limit || used <= room->limit || anyway)
        return true;
    vt_arena_room_leave(room, bytes);
    return false;
}

void vt_arena_room_leave(vt_arena_room *room, size_t bytes)
{
    atomic_fetch_sub(&room->used, (int64_t)bytes);
}

static bool enter_room(vt_arena *arena, size_t size)
{
    bool anyway = arena->extended || arena->used <= ROOM_FREE;
    return !arena->room || vt_arena_room_take(arena->room, size, anyway);
}

static struct chunk *add_chunk(vt_arena *arena, size_t size)
{
    if (!enter_room(arena, size))
        over_limit(arena, VT_ARENA_OUT, size);
    struct chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk) {
        if (arena->room)
            vt_arena_room_leave(arena->room, size);
        over_limit(arena, VT_ARENA_OUT, size);
    }
    *chunk = (struct chunk){.size = size};
    FORBID(chunk->bytes, size);
    return chunk;
}

/* Room for `size` bytes, a multiple of ALIGNMENT; not zeroed. */
static void *take(vt_arena *arena, size_t size)
{
    struct chunk *chunk = arena->chunks;
    if (chunk && chunk->size - chunk->used >= size) {
        void *memory = chunk->bytes + chunk->used;
        chunk->used += size;
        return memory;
    }
    if (size > arena->next_size / 4) { /* its own chunk, behind the newest */
        struct chunk *own = add_chunk(arena, size);
        own->used = size;
        if (chunk) {
            own->next = chunk->next;
            chunk->next = own;
        } else {
            arena->chunks = own;
        }
        return own->bytes;
    }
    struct chunk *fresh = add_chunk(arena, arena->next_size);
    arena->next_size = VT_MIN(arena->next_size * 2, (size_t)CHUNK_MAX);
    fresh->used = size;
    fresh->next = chunk;
    arena->chunks = fresh;
    return fresh->bytes;
}

static void *allocate(vt_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        over_limit(arena, VT_ARENA_OVER, size);
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (rounded > arena->budget - arena->used)
        over_limit(arena, VT_ARENA_OVER, rounded);
    arena->used += rounded;
    void *memory = take(arena, rounded + GUARD);
    ALLOW(memory, size);
    return memory;
}

/* Zeroed piece by piece, as it is used: a large chunk would go through the caches twice. */
void *vt_arena_alloc(vt_arena *arena, size_t size)
{
    return memset(allocate(arena, size), 0, size);
}

static size_t bytes_of(vt_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        over_limit(arena, VT_ARENA_OVER, SIZE_MAX);
    return bytes;
}

void *vt_arena_array(vt_arena *arena, size_t count, size_t size)
{
    return vt_arena_alloc(arena, bytes_of(arena, count, size));
}

void *vt_arena_grow(vt_arena *arena, void *old, size_t old_count, size_t new_count, size_t size)
{
    size_t bytes = bytes_of(arena, new_count, size), kept = VT_MIN(old_count, new_count) * size;
    char *fresh = allocate(arena, bytes);
    if (kept)
        memcpy(fresh, old, kept);
    memset(fresh + kept, 0, bytes - kept);
    return fresh;
}

void vt_arena_tie(vt_arena *arena, void (*fn)(void *object), void *object)
{
    struct hook *hook = VT_NEW(arena, struct hook);
    *hook = (struct hook){.next = arena->hooks, .fn = fn, .object = object};
    arena->hooks = hook;
}
