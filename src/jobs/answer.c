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

/* The engine's members follow behind the service's own: its object loses its first brace. */
static vt_status write_completed(const vt_request *r, const vt_end *end, int64_t balance,
                                 vt_buf *out, vt_error *err)
{
    if (end->json.len < 3 || end->json.ptr[0] != '{')
        return vt_fail(err, VT_E_INTERNAL, "the engine gave no object");
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    put_head(&w, r, "completed");
    put_time(&w, "created_at", r->created_ms);
    put_time(&w, "completed_at", end->ended_ms);
    put_common(&w, r, end, balance);
    vt_buf_addc(out, ',');
    vt_buf_add(out, vt_str_sub(end->json, 1, end->json.len));
    return VT_OK;
}

static void write_failed_earlier(const vt_request *r, const vt_end *end, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    put_head(&w, r, "failed");
    vt_json_kv_str(&w, "error", vt_str_z(end->outcome.message));
    vt_json_kv_str(&w, "error_code", vt_str_z(end->outcome.error_code));
    put_time(&w, "failed_at", end->ended_ms);
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
    vt_outcome_write_failure(&end->outcome, vt_json_str(vt_json_get(engine, "raw_text")), &w);
    vt_json_end_object(&w);
    return VT_OK;
}

vt_status vt_answer_write(vt_arena *arena, const vt_request *request, const vt_end *end,
                          int64_t balance, vt_buf *out, vt_error *err)
{
    if (!end->outcome.failed)
        return write_completed(request, end, balance, out, err);
    if (request->earlier_shape) {
        write_failed_earlier(request, end, out);
        return VT_OK;
    }
    return write_failed(arena, request, end, balance, out, err);
}
