/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Growing bytes with a maximum. What would pass the maximum is not appended and sets `overflow`:
 * check it once at the end. All zeros is a valid empty buffer without a maximum.
 *
 *     VT_AUTO(vt_buf) vt_buf out = {.max = VT_MAX_RESULT};
 */
#ifndef VT_BASE_BUF_H
#define VT_BASE_BUF_H

#include "base/str.h"

typedef struct vt_buf {
    char *ptr; /* a NUL stands behind the bytes once anything was appended */
    size_t len, cap;
    size_t max; /* 0: no maximum */
    bool overflow;
} vt_buf;

/** Frees it and makes it empty. */
void vt_buf_release(vt_buf *buf);
VT_DEFINE_AUTO_VALUE(vt_buf, vt_buf_release)

/** Empties it and keeps the memory. */
void vt_buf_clear(vt_buf *buf);

/** Room for `n` more bytes at ptr + len; false over the maximum. The caller adds to len. */
VT_MUST_USE bool vt_buf_reserve(vt_buf *buf, size_t n);

/** Append bytes, one byte, formatted text, a C string. Over the maximum nothing is added and
 * `overflow` is set; without memory the process ends. */
void vt_buf_add(vt_buf *buf, vt_str s);
void vt_buf_addc(vt_buf *buf, char c);
void vt_buf_addf(vt_buf *buf, const char *format, ...) VT_PRINTF(2, 3);

static inline void vt_buf_addz(vt_buf *buf, const char *text)
{
    vt_buf_add(buf, vt_str_z(text));
}
/** The bytes, lent until the next change; never NULL. */
static inline vt_str vt_buf_str(const vt_buf *buf)
{
    return vt_str_n(buf->ptr ? buf->ptr : "", buf->len);
}

#endif
