/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libzip over a memory buffer. Sizes in the directory may lie, so they only refuse early: what is
 * unpacked is counted while it comes.
 */
#include "extract/zip.h"

#include <zip.h>

#include "base/buf.h"
#include "base/limits.h"

enum { CHUNK = 64 * 1024, RATIO_FREE = 1024 * 1024 }; /* below it any ratio is harmless */

struct vt_zip {
    vt_arena *arena;
    zip_t *archive;
    size_t count;
    size_t total; /* bytes unpacked so far */
};

static void close_archive(void *object)
{
    zip_discard((zip_t *)object);
}

static void close_file(void *object)
{
    zip_file_t *file = *(zip_file_t **)object;
    if (file)
        zip_fclose(file);
}

vt_status vt_zip_open(vt_arena *arena, vt_str bytes, vt_zip **ret, vt_error *err)
{
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(bytes.ptr, bytes.len, 0, &why);
    if (!source)
        return vt_fail(err, VT_E_MEMORY, "no memory to open the ZIP container");
    zip_t *archive = zip_open_from_source(source, ZIP_RDONLY, &why);
    if (!archive) {
        zip_source_free(source);
        vt_status status =
            vt_fail(err, VT_E_FORMAT, "the ZIP container is damaged: %s", zip_error_strerror(&why));
        zip_error_fini(&why);
        return status;
    }
    vt_arena_tie(arena, close_archive, archive);
    zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count < 0 || count > (zip_int64_t)VT_MAX_ZIP_MEMBERS)
        return vt_fail(err, VT_E_LIMIT, "the ZIP container has %jd members, more than %u",
                       (intmax_t)count, VT_MAX_ZIP_MEMBERS);
    vt_zip *zip = VT_NEW(arena, vt_zip);
    *zip = (vt_zip){.arena = arena, .archive = archive, .count = (size_t)count};
    *ret = zip;
    return VT_OK;
}

size_t vt_zip_count(const vt_zip *zip)
{
    return zip->count;
}

vt_str vt_zip_name(const vt_zip *zip, size_t index)
{
    const char *name = zip_get_name(zip->archive, index, ZIP_FL_ENC_GUESS);
    return name ? vt_str_dup(zip->arena, vt_str_z(name)) : VT_STR_NULL;
}

static zip_int64_t locate(const vt_zip *zip, vt_str name)
{
    if (vt_str_starts(name, VT_STR("/")))
        name = vt_str_sub(name, 1, name.len);
    const char *z = vt_str_cstr(zip->arena, name);
    zip_int64_t index = zip_name_locate(zip->archive, z, 0);
    return index >= 0 ? index : zip_name_locate(zip->archive, z, ZIP_FL_NOCASE);
}

bool vt_zip_has(const vt_zip *zip, vt_str name)
{
    return locate(zip, name) >= 0;
}

static vt_status check_stat(const vt_zip *zip, zip_uint64_t index, vt_str name, vt_error *err)
{
    zip_stat_t st;
    if (zip_stat_index(zip->archive, index, 0, &st) < 0)
        return vt_fail(err, VT_E_FORMAT, "no directory entry for '" VT_STR_FMT "'",
                       VT_STR_ARG(name));
    if ((st.valid & ZIP_STAT_ENCRYPTION_METHOD) && st.encryption_method != ZIP_EM_NONE)
        return vt_fail(err, VT_E_ENCRYPTED, "the member '" VT_STR_FMT "' is encrypted",
                       VT_STR_ARG(name));
    if (!(st.valid & ZIP_STAT_SIZE))
        return VT_OK;
    if (st.size > VT_MAX_ZIP_MEMBER)
        return vt_fail(err, VT_E_LIMIT, "'" VT_STR_FMT "' unpacks to %ju bytes, more than %u",
                       VT_STR_ARG(name), (uintmax_t)st.size, VT_MAX_ZIP_MEMBER);
    if ((st.valid & ZIP_STAT_COMP_SIZE) && st.size > RATIO_FREE &&
        st.size / VT_MAX(st.comp_size, 1u) > VT_MAX_ZIP_RATIO)
        return vt_fail(err, VT_E_LIMIT, "'" VT_STR_FMT "' unpacks to %ju times its size",
                       VT_STR_ARG(name), (uintmax_t)(st.size / VT_MAX(st.comp_size, 1u)));
    return VT_OK;
}

static vt_status read_member(vt_zip *zip, zip_uint64_t index, vt_str name, vt_str *ret,
                             vt_error *err)
{
    VT_TRY(check_stat(zip, index, name, err));
    __attribute__((cleanup(close_file))) zip_file_t *file = zip_fopen_index(zip->archive, index, 0);
    if (!file)
        return vt_fail(err, VT_E_FORMAT, "cannot unpack '" VT_STR_FMT "': %s", VT_STR_ARG(name),
                       zip_strerror(zip->archive));
    size_t left = VT_MIN((size_t)VT_MAX_ZIP_MEMBER, VT_MAX_ZIP_TOTAL - zip->total);
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (;;) {
        size_t want = VT_MIN((size_t)CHUNK, left + 1 - out.len);
        if (!vt_buf_reserve(&out, want))
            return vt_fail(err, VT_E_MEMORY, "no memory to unpack a member");
        zip_int64_t n = zip_fread(file, out.ptr + out.len, want);
        if (n < 0)
            return vt_fail(err, VT_E_FORMAT, "'" VT_STR_FMT "' is damaged: %s", VT_STR_ARG(name),
                           zip_file_strerror(file));
        if (n == 0)
            break;
        out.len += (size_t)n;
        if (out.len > left)
            return vt_fail(err, VT_E_LIMIT, "'" VT_STR_FMT "' unpacks to more than %zu bytes",
                           VT_STR_ARG(name), left);
    }
    zip->total += out.len;
    *ret = vt_str_dup(zip->arena, vt_buf_str(&out));
    return VT_OK;
}

vt_status vt_zip_read(vt_zip *zip, vt_str name, vt_str *ret, vt_error *err)
{
    zip_int64_t found = locate(zip, name);
    if (found < 0)
        return vt_fail(err, VT_E_NOT_FOUND, "the container has no '" VT_STR_FMT "'",
                       VT_STR_ARG(name));
    return read_member(zip, (zip_uint64_t)found, name, ret, err);
}

vt_status vt_zip_read_at(vt_zip *zip, size_t index, vt_str *ret, vt_error *err)
{
    vt_str name = vt_zip_name(zip, index);
    return read_member(zip, index, name.ptr ? name : VT_STR("?"), ret, err);
}
