/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The documents of a ZIP archive, for batches. Each call gives as many as fit an answer, from one
 * on and in the order of the archive; folders and what systems put beside documents are none.
 */
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "extract/zip.h"
#include "text/utf8.h"

enum { PART_BYTES = 16 * 1024 * 1024 }; /* of documents in one answer, before base64 */

static vt_str base_name(vt_str path)
{
    size_t from = path.len;
    while (from > 0 && path.ptr[from - 1] != '/')
        from--;
    return vt_str_sub(path, from, path.len);
}

/* No folder, no hidden file, nothing of macOS. */
static bool is_document(vt_str name)
{
    vt_str last = base_name(name);
    return last.len && last.ptr[0] != '.' && !vt_str_starts(name, VT_STR("__MACOSX/"));
}

static const char *word_of(vt_status status)
{
    return status == VT_E_ENCRYPTED ? "encrypted" : status == VT_E_LIMIT ? "too_large" : "damaged";
}

static void put_document(vt_arena *arena, vt_str name, vt_status status, vt_str bytes,
                         vt_json_writer *w)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "name", vt_utf8_repair(arena, name));
    if (status == VT_OK) {
        char *text = vt_arena_alloc(arena, (bytes.len + 2) / 3 * 4 + 1);
        vt_base64_encode(bytes, text);
        vt_json_kv_str(w, "data", vt_str_z(text));
    } else {
        vt_json_kv_null(w, "data");
        vt_json_kv_str(w, "fault", vt_str_z(word_of(status)));
    }
    vt_json_end_object(w);
}

/* The documents from number `from` on; *ret_next is the number of the first that is left. */
static vt_status put_documents(vt_arena *arena, vt_zip *zip, size_t from, vt_json_writer *w,
                               size_t *ret_next, size_t *ret_count, vt_error *err)
{
    size_t count = 0, written = 0;
    bool full = false;
    for (size_t i = 0; i < vt_zip_count(zip); i++) {
        vt_str name = vt_zip_name(zip, i), bytes = VT_STR_NULL;
        if (!name.ptr || !is_document(name))
            continue;
        size_t number = count++;
        if (number < from || full)
            continue;
        vt_error why = {0};
        vt_status status = vt_zip_read_at(zip, i, &bytes, &why);
        if (status == VT_E_MEMORY)
            return vt_fail(err, status, "%s", why.message);
        if (status == VT_OK && bytes.len > VT_MAX_DOCUMENT_BYTES)
            status = VT_E_LIMIT;
        if (status == VT_OK && written && written + bytes.len > PART_BYTES) {
            full = true;
            *ret_next = number;
            continue;
        }
        written += status == VT_OK ? bytes.len : 0;
        put_document(arena, name, status, bytes, w);
    }
    *ret_count = count;
    if (!full)
        *ret_next = count;
    return VT_OK;
}

vt_status vt_engine_unpack(vt_arena *arena, vt_str input, uint32_t from, vt_buf *out, vt_error *err)
{
    vt_zip *zip = NULL;
    size_t next = 0, count = 0;
    VT_TRY(vt_zip_open(arena, input, &zip, err));
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "documents");
    vt_json_begin_array(&w);
    VT_TRY(put_documents(arena, zip, from, &w, &next, &count, err));
    vt_json_end_array(&w);
    vt_json_kv_int(&w, "next", (int64_t)next);
    vt_json_kv_int(&w, "count", (int64_t)count);
    vt_json_end_object(&w);
    return VT_OK;
}
