/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs/answer.h"

#include "base/json.h"
#include "base/time.h"

static void put_time(vt_json_writer *w, const char *key, int64_t ms)
{
    char text[VT_TIME_TEXT];
    vt_time_format(ms, text);
    vt_json_kv_str(w, key, vt_str_z(text));
}

static void put_common(vt_json_writer *w, const vt_request *r, const vt_end *end, int64_t balance)
{
    vt_json_kv_int(w, "duration_ms", VT_MAX(end->ended_ms - r->created_ms, 0));
    vt_json_kv_int(w, "processing_ms", end->processing_ms);
    vt_json_kv_int(w, "credits_consumed", r->consumed);
    vt_json_kv_int(w, "remaining_balance", balance);
}

static void put_head(vt_json_writer *w, const vt_request *r, const char *status)
{
    vt_json_kv_str(w, "request_id", vt_str_z(r->id));
    vt_json_kv_str(w, "status", vt_str_z(status));
}

void vt_answer_put_caller(vt_json_writer *w, const vt_request *r)
{
    if (r->reference.ptr)
        vt_json_kv_str(w, "reference", r->reference);
    if (r->metadata.ptr) {
        vt_json_key(w, "client_metadata");
        vt_json_put_raw(w, r->metadata);
    }
    if (r->batch_id[0])
        vt_json_kv_str(w, "batch_id", vt_str_z(r->batch_id));
    if (r->same_as.ptr)
        vt_json_kv_str(w, "duplicate_of", r->same_as.len ? r->same_as : VT_STR_NULL);
}

void vt_answer_put_warnings(vt_json_writer *w, const vt_request *r)
{
    if (!r->warnings.ptr)
        return;
    vt_json_key(w, "warnings");
    vt_json_put_raw(w, r->warnings);
}

/* Puts the warnings of the create before those of the engine, which come last in its object. */
static vt_status add_engine(vt_arena *arena, const vt_request *r, vt_str engine, vt_json_writer *w,
                            vt_error *err)
{
    vt_str members = vt_str_sub(engine, 1, engine.len), last = VT_STR(",\"warnings\":[");
    vt_buf_addc(w->out, ',');
    if (!r->warnings.ptr) {
        vt_buf_add(w->out, members);
        return VT_OK;
    }
    const vt_json *tree;
    VT_TRY(vt_json_parse(arena, engine, &tree, err));
    size_t end = members.len - 1, at = VT_NPOS;
    if (vt_json_get(tree, "warnings"))
        for (size_t i = 0; (i = vt_str_find(members, last, i)) != VT_NPOS; i++)
            at = i;
    vt_buf_add(w->out, vt_str_sub(members, 0, at == VT_NPOS ? end : at));
    vt_buf_add(w->out, last);
    vt_buf_add(w->out, vt_str_sub(r->warnings, 1, r->warnings.len - 1));
    if (at == VT_NPOS) {
        vt_buf_addz(w->out, "]}");
        return VT_OK;
    }
    vt_buf_addc(w->out, ',');
    vt_buf_add(w->out, vt_str_sub(members, at + last.len, members.len));
    return VT_OK;
}

/* The engine's members follow behind the service's own: its object loses its first brace. */
static vt_status write_completed(vt_arena *arena, const vt_request *r, const vt_end *end,
                                 int64_t balance, vt_buf *out, vt_error *err)
{
    if (end->json.len < 3 || end->json.ptr[0] != '{')
        return vt_fail(err, VT_E_INTERNAL, "the engine gave no object");
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    put_head(&w, r, "completed");
    put_time(&w, "created_at", r->created_ms);
    put_time(&w, "completed_at", end->ended_ms);
    put_common(&w, r, end, balance);
    vt_answer_put_caller(&w, r);
    return add_engine(arena, r, end->json, &w, err);
}

static void write_failed_earlier(const vt_request *r, const vt_end *end, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    put_head(&w, r, "failed");
    vt_json_kv_str(&w, "error", vt_str_z(end->outcome.message));
    vt_json_kv_str(&w, "error_code", vt_str_z(end->outcome.error_code));
    put_time(&w, "failed_at", end->ended_ms);
    vt_answer_put_warnings(&w, r);
    vt_json_end_object(&w);
}

static vt_status write_failed(vt_arena *arena, const vt_request *r, const vt_end *end,
                              int64_t balance, vt_buf *out, vt_error *err)
{
    const vt_json *engine = NULL;
    if (end->json.len)
        VT_TRY(vt_json_parse(arena, end->json, &engine, err));
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    put_head(&w, r, "failed");
    put_time(&w, "created_at", r->created_ms);
    put_common(&w, r, end, balance);
    vt_answer_put_caller(&w, r);
    vt_outcome_write_failure(&end->outcome, vt_json_str(vt_json_get(engine, "raw_text")), &w);
    vt_answer_put_warnings(&w, r);
    vt_json_end_object(&w);
    return VT_OK;
}

vt_status vt_answer_write(vt_arena *arena, const vt_request *request, const vt_end *end,
                          int64_t balance, vt_buf *out, vt_error *err)
{
    if (!end->outcome.failed)
        return write_completed(arena, request, end, balance, out, err);
    if (request->earlier_shape) {
        write_failed_earlier(request, end, out);
        return VT_OK;
    }
    return write_failed(arena, request, end, balance, out, err);
}
