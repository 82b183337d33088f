/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Attributes and scope exit.
 *
 *     VT_AUTO(vt_fd) int fd = open(...);      closed when the scope ends
 *     *ret = VT_TAKE(tax);                    hands the pointer on, the scope exit sees NULL
 *
 * VT_DEFINE_AUTO(type, drop) makes VT_AUTO(type) for `type *` variables; drop accepts NULL.
 * VT_DEFINE_AUTO_VALUE(type, release) makes it for variables of `type` itself.
 */
#ifndef VT_BASE_AUTO_H
#define VT_BASE_AUTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define VT_MUST_USE         __attribute__((warn_unused_result))
#define VT_PRINTF(fmt, arg) __attribute__((format(printf, fmt, arg)))
#define VT_NORETURN         __attribute__((noreturn))
#define VT_UNUSED           __attribute__((unused))

#define VT_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define VT_MIN(a, b)    ((a) < (b) ? (a) : (b))
#define VT_MAX(a, b)    ((a) > (b) ? (a) : (b))

#define VT_AUTO(type) __attribute__((cleanup(vt_auto_##type)))

#define VT_TAKE(pointer)                                                                           \
    __extension__({                                                                                \
        __typeof__(pointer) vt_taken_ = (pointer);                                                 \
        (pointer) = NULL;                                                                          \
        vt_taken_;                                                                                 \
    })

#define VT_DEFINE_AUTO(type, drop)                                                                 \
    static inline VT_UNUSED void vt_auto_##type(type **pointer)                                    \
    {                                                                                              \
        drop(*pointer);                                                                            \
    }

#define VT_DEFINE_AUTO_VALUE(type, release)                                                        \
    static inline VT_UNUSED void vt_auto_##type(type *value)                                       \
    {                                                                                              \
        release(value);                                                                            \
    }

static inline VT_UNUSED void vt_auto_vt_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

/** Hands a descriptor on: the scope exit sees -1. */
#define VT_TAKE_FD(fd)                                                                             \
    __extension__({                                                                                \
        int vt_taken_ = (fd);                                                                      \
        (fd) = -1;                                                                                 \
        vt_taken_;                                                                                 \
    })

/* For memory of the C library: VT_AUTO(vt_mem) char *path = NULL; */
static inline VT_UNUSED void vt_auto_vt_mem(void *pointer)
{
    void **p = (void **)pointer;
    free(*p);
}

#endif
