/* SPDX-License-Identifier: Apache-2.0 */
/** ZIP containers made in memory for tests: any name, any content, any flag. */
#ifndef VT_TESTS_ZIP_MAKE_H
#define VT_TESTS_ZIP_MAKE_H

#include <zlib.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct zip_member {
    const char *name;
    vt_str content;
    bool encrypted; /* says so; the bytes are not */
    bool stored;    /* not packed */
} zip_member;

static inline void zip_le(vt_buf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        vt_buf_addc(out, (char)(value >> 8 * i & 0xFF));
}

static inline vt_str zip_deflate(vt_arena *arena, vt_str in)
{
    uLong room = compressBound((uLong)in.len) + 64;
    char *out = vt_arena_alloc(arena, room);
    z_stream z = {0};
    deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (Bytef *)(uintptr_t)in.ptr;
    z.avail_in = (uInt)in.len;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)room;
    deflate(&z, Z_FINISH);
    size_t n = room - z.avail_out;
    deflateEnd(&z);
    return vt_str_n(out, n);
}

/** The fields that the local header and the directory share. */
static inline void zip_fields(vt_buf *out, const zip_member *m, vt_str packed)
{
    zip_le(out, 20, 2);
    zip_le(out, m->encrypted ? 1 : 0, 2);
    zip_le(out, m->stored ? 0 : 8, 2);
    zip_le(out, 0, 4);
    zip_le(out, (uint32_t)crc32(0, (const Bytef *)m->content.ptr, (uInt)m->content.len), 4);
    zip_le(out, (uint32_t)packed.len, 4);
    zip_le(out, (uint32_t)m->content.len, 4);
    zip_le(out, (uint32_t)strlen(m->name), 2);
    zip_le(out, 0, 2);
}

static inline vt_str zip_make(vt_arena *arena, const zip_member *members, size_t n)
{
    vt_buf out = {0}, dir = {0};
    for (size_t i = 0; i < n; i++) {
        vt_str packed = members[i].content;
        if (!members[i].stored)
            packed = zip_deflate(arena, packed);
        size_t offset = out.len;
        vt_buf_add(&out, VT_STR("PK\3\4"));
        zip_fields(&out, &members[i], packed);
        vt_buf_addz(&out, members[i].name);
        vt_buf_add(&out, packed);
        vt_buf_add(&dir, VT_STR("PK\1\2"));
        zip_le(&dir, 20, 2);
        zip_fields(&dir, &members[i], packed);
        zip_le(&dir, 0, 2);
        zip_le(&dir, 0, 4);
        zip_le(&dir, 0, 4);
        zip_le(&dir, (uint32_t)offset, 4);
        vt_buf_addz(&dir, members[i].name);
    }
    size_t start = out.len;
    vt_buf_add(&out, vt_buf_str(&dir));
    vt_buf_add(&out, VT_STR("PK\5\6"));
    zip_le(&out, 0, 4);
    zip_le(&out, (uint32_t)n, 2);
    zip_le(&out, (uint32_t)n, 2);
    zip_le(&out, (uint32_t)dir.len, 4);
    zip_le(&out, (uint32_t)start, 4);
    zip_le(&out, 0, 2);
    vt_str zip = vt_str_dup(arena, vt_buf_str(&out));
    vt_buf_release(&out);
    vt_buf_release(&dir);
    return zip;
}

#endif
