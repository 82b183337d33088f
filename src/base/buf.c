/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>

void vt_buf_release(vt_buf *buf)
{
    free(buf->ptr);
    *buf = (vt_buf){.max = buf->max};
}

void vt_buf_clear(vt_buf *buf)
{
    buf->len = 0;
    buf->overflow = false;
}

bool vt_buf_reserve(vt_buf *buf, size_t n)
{
    if (n > SIZE_MAX / 4 || (buf->max && (n > buf->max || buf->len > buf->max - n))) {
        buf->overflow = true;
        return false;
    }
    size_t need = buf->len + n + 1;
    if (need > buf->cap) {
        size_t cap = VT_MAX(VT_MAX(buf->cap * 2, need), (size_t)64);
        buf->ptr = vt_xrealloc(buf->ptr, cap);
        buf->cap = cap;
    }
    return true;
}

void vt_buf_add(vt_buf *buf, vt_str s)
{
    if (!vt_buf_reserve(buf, s.len))
        return;
    if (s.len)
        memcpy(buf->ptr + buf->len, s.ptr, s.len);
    buf->len += s.len;
    buf->ptr[buf->len] = 0;
}

void vt_buf_addc(vt_buf *buf, char c)
{
    vt_buf_add(buf, vt_str_n(&c, 1));
}

void vt_buf_addf(vt_buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0 && vt_buf_reserve(buf, (size_t)len)) {
        vsnprintf(buf->ptr + buf->len, (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}
