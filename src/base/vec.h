/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Typed arrays that grow in an arena:
 *
 *     VT_VEC(vt_str) lines = {0};
 *     vt_vec_push(arena, &lines, line);
 *     for (size_t i = 0; i < lines.n; i++) use(lines.at[i]);
 */
#ifndef VT_BASE_VEC_H
#define VT_BASE_VEC_H

#include "base/arena.h"

#define VT_VEC(type)                                                                               \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t n, cap;                                                                             \
    }

#define vt_vec_reserve(arena, vec, count)                                                          \
    do {                                                                                           \
        if ((vec)->cap < (count)) {                                                                \
            size_t vt_cap_ = VT_MAX((vec)->cap ? (vec)->cap * 2 : 8, (size_t)(count));             \
            (vec)->at = vt_arena_grow((arena), (vec)->at, (vec)->n, vt_cap_, sizeof *(vec)->at);   \
            (vec)->cap = vt_cap_;                                                                  \
        }                                                                                          \
    } while (0)

/** Appends a value. */
#define vt_vec_push(arena, vec, value)                                                             \
    do {                                                                                           \
        vt_vec_reserve((arena), (vec), (vec)->n + 1);                                              \
        (vec)->at[(vec)->n++] = (value);                                                           \
    } while (0)

/** Appends a zeroed element and gives its address (valid until the next append). */
#define vt_vec_add(arena, vec)                                                                     \
    __extension__({                                                                                \
        vt_vec_reserve((arena), (vec), (vec)->n + 1);                                              \
        memset(&(vec)->at[(vec)->n], 0, sizeof *(vec)->at);                                        \
        &(vec)->at[(vec)->n++];                                                                    \
    })

#endif
