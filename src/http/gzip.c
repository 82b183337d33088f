/* SPDX-License-Identifier: Apache-2.0 */
#include "http/gzip.h"

#include <zlib.h>

enum { LEVEL = 4, GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };

bool vt_gzip(vt_str bytes, vt_buf *out)
{
    z_stream z = {0};
    if (deflateInit2(&z, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t bound = deflateBound(&z, bytes.len);
    if (!vt_buf_reserve(out, bound)) {
        deflateEnd(&z);
        return false;
    }
    z.next_in = (z_const Bytef *)(uintptr_t)bytes.ptr;
    z.avail_in = (uInt)bytes.len;
    z.next_out = (Bytef *)out->ptr + out->len;
    z.avail_out = (uInt)bound;
    int code = deflate(&z, Z_FINISH);
    out->len += z.total_out;
    deflateEnd(&z);
    return code == Z_STREAM_END;
}

bool vt_gunzip(vt_str bytes, vt_buf *out)
{
    z_stream z = {.next_in = (z_const Bytef *)(uintptr_t)bytes.ptr, .avail_in = (uInt)bytes.len};
    char piece[16384];
    if (inflateInit2(&z, GZIP_WINDOW) != Z_OK)
        return false;
    int code = Z_OK;
    while (code == Z_OK && !out->overflow) {
        z.next_out = (Bytef *)piece;
        z.avail_out = sizeof piece;
        code = inflate(&z, Z_NO_FLUSH);
        vt_buf_add(out, vt_str_n(piece, sizeof piece - z.avail_out));
    }
    inflateEnd(&z);
    return code == Z_STREAM_END && z.avail_in == 0 && !out->overflow;
}
