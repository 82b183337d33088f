/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The memory of one job or request: everything in it goes in one drop. Allocation never returns
 * NULL: when the budget or the machine's memory is used up, `on_limit` is called and does not
 * return (a worker exits with the code for "limit"; a test or fuzzer jumps back to its harness;
 * the default leaves the innermost guard of the thread, base/unwind.h, and without one aborts).
 *
 * One thread at a time. Memory is zeroed and aligned for any type.
 */
#ifndef VT_BASE_ARENA_H
#define VT_BASE_ARENA_H

#include "base/auto.h"

typedef struct vt_arena vt_arena;
typedef void (*vt_arena_limit_fn)(void *context, size_t wanted_bytes); /* does not return */

/** A new arena of at most `budget_bytes`. */
vt_arena *vt_arena_new(size_t budget_bytes);

/** Who is called when the budget is used up. */
void vt_arena_on_limit(vt_arena *arena, vt_arena_limit_fn fn, void *context);

/** Says that on_limit unwinds the stack and the process goes on: memory of libraries must then be
 * known, to be freed by a scope exit. */
void vt_arena_will_unwind(vt_arena *arena);
bool vt_arena_unwinds(const vt_arena *arena);

/** Memory that many arenas share, beyond the budget of each. Any thread. */
typedef struct vt_arena_room {
    _Atomic int64_t used; /* bytes of chunks */
    int64_t limit;        /* 0: none */
} vt_arena_room;

/** What the arena takes is counted in `room`, which outlives it; a full room is as no memory. */
void vt_arena_set_room(vt_arena *arena, vt_arena_room *room);

/** The same for memory that is no arena's: false, and nothing is taken, when the room is full and
 * not `anyway`. What was taken is given back with vt_arena_room_leave(). */
VT_MUST_USE bool vt_arena_room_take(vt_arena_room *room, size_t bytes, bool anyway);
void vt_arena_room_leave(vt_arena_room *room, size_t bytes);

/** Bytes handed out so far. */
size_t vt_arena_used(const vt_arena *arena);

/** Which limit was passed: VT_ARENA_FINE none, VT_ARENA_OVER its budget, VT_ARENA_OUT its room or
 * the machine's memory. */
typedef enum vt_arena_end { VT_ARENA_FINE, VT_ARENA_OVER, VT_ARENA_OUT } vt_arena_end;
vt_arena_end vt_arena_ended(const vt_arena *arena);

/** `bytes` beyond budget and room, to say that they are used up. */
void vt_arena_extend(vt_arena *arena, size_t bytes);

/** Room for a part of the same job: an arena of its own with the job's budget and on_limit. */
vt_arena *vt_arena_scratch(const vt_arena *job);

/** Runs the release hooks, last tied first, and frees all memory. NULL is allowed. */
void vt_arena_drop(vt_arena *arena);
VT_DEFINE_AUTO(vt_arena, vt_arena_drop)

/** `size` zeroed bytes. */
void *vt_arena_alloc(vt_arena *arena, size_t size) __attribute__((malloc, returns_nonnull));

/** `count` elements of `size` bytes, the product checked. */
void *vt_arena_array(vt_arena *arena, size_t count, size_t size)
    __attribute__((malloc, returns_nonnull));

/** Grows an array of `old_count` elements to `new_count`; the old memory is not given back. */
void *vt_arena_grow(vt_arena *arena, void *old, size_t old_count, size_t new_count, size_t size);

#define VT_NEW(arena, type)          ((type *)vt_arena_alloc((arena), sizeof(type)))
#define VT_NEW_ARRAY(arena, type, n) ((type *)vt_arena_array((arena), (n), sizeof(type)))

/** Calls `fn(object)` when the arena is dropped: for files, locks and foreign handles. */
void vt_arena_tie(vt_arena *arena, void (*fn)(void *object), void *object);

/** malloc and calloc for what lives as long as the process; abort when memory is out. */
void *vt_xmalloc(size_t size) __attribute__((malloc, returns_nonnull));
void *vt_xcalloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *vt_xrealloc(void *old, size_t size) __attribute__((returns_nonnull));

#endif
