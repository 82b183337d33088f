/* SPDX-License-Identifier: Apache-2.0 */
/** What every fuzz target shares: the entry point, and an arena whose limit jumps back. */
#ifndef VT_FUZZ_FUZZ_H
#define VT_FUZZ_FUZZ_H

#include "base/arena.h"
#include "base/str.h"

#include <setjmp.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** The same for what a client sends: it may take `at_all` + `per_byte` * size bytes of the arena.
 */
static inline void fuzz_bounded(const uint8_t *data, size_t size, size_t at_all, size_t per_byte,
                                void (*body)(vt_arena *arena, vt_str input));

/** Runs `body(arena, input)`; a job over its memory budget ends the body, not the process. */
static inline void fuzz_in_arena(const uint8_t *data, size_t size, size_t budget,
                                 void (*body)(vt_arena *arena, vt_str input));

static jmp_buf fuzz_limit;

static VT_UNUSED void fuzz_on_limit(void *context, size_t wanted)
{
    (void)context;
    (void)wanted;
    longjmp(fuzz_limit, 1);
}

static VT_UNUSED void fuzz_on_too_much(void *context, size_t wanted)
{
    (void)context;
    (void)wanted;
    abort();
}

static inline VT_UNUSED void fuzz_with(const uint8_t *data, size_t size, size_t budget,
                                       vt_arena_limit_fn on_limit,
                                       void (*body)(vt_arena *arena, vt_str input))
{
    vt_arena *arena = vt_arena_new(budget);
    vt_arena_on_limit(arena, on_limit, NULL);
    /* the input in memory of its own size, so that a sanitizer sees every byte beyond it */
    char *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    if (size)
        memcpy(copy, data, size);
    if (setjmp(fuzz_limit) == 0)
        body(arena, vt_str_n(copy, size));
    vt_arena_drop(arena);
    free(copy);
}

static inline VT_UNUSED void fuzz_in_arena(const uint8_t *data, size_t size, size_t budget,
                                           void (*body)(vt_arena *arena, vt_str input))
{
    fuzz_with(data, size, budget, fuzz_on_limit, body);
}

static inline VT_UNUSED void fuzz_bounded(const uint8_t *data, size_t size, size_t at_all,
                                          size_t per_byte,
                                          void (*body)(vt_arena *arena, vt_str input))
{
    fuzz_with(data, size, at_all + per_byte * size, fuzz_on_too_much, body);
}

#endif
