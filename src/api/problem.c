/* SPDX-License-Identifier: Apache-2.0 */
#include "api/problem.h"

#include "base/json.h"

static const vt_problem_row rows[] = {
#define VT_ERROR(symbol, status, code, retryable, title, text)                                     \
    {status, code, retryable, title, text},
#include "errors.def"
#undef VT_ERROR
};

const vt_problem_row *vt_problem_get(vt_problem problem)
{
    return &rows[problem];
}

static void put_faults(vt_json_writer *w, const vt_faults *faults)
{
    vt_json_key(w, "errors");
    vt_json_begin_array(w);
    for (size_t i = 0; faults && i < faults->n; i++) {
        vt_json_begin_object(w);
        vt_json_kv_str(w, "pointer", faults->at[i].pointer);
        vt_json_kv_str(w, "code", vt_str_z(faults->at[i].code));
        vt_json_kv_str(w, "detail", faults->at[i].detail);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

/* "/config/extract/type: must be one of file, ocr, auto (and 2 more faults)" */
static vt_str first_fault(vt_arena *arena, const vt_faults *faults)
{
    const vt_fault *f = &faults->at[0];
    vt_str place = f->pointer.len ? f->pointer : VT_STR("the body");
    if (faults->n == 1)
        return vt_str_format(arena, VT_STR_FMT ": " VT_STR_FMT, VT_STR_ARG(place),
                             VT_STR_ARG(f->detail));
    return vt_str_format(arena, VT_STR_FMT ": " VT_STR_FMT " (and %zu more fault%s)",
                         VT_STR_ARG(place), VT_STR_ARG(f->detail), faults->n - 1,
                         faults->n == 2 ? "" : "s");
}

void vt_reply_problem(vt_http_request *request, vt_problem problem, const char *detail,
                      const vt_faults *faults)
{
    const vt_problem_row *row = &rows[problem];
    vt_str text = vt_str_z(detail ? detail : row->title);
    if (!detail && faults && faults->n)
        text = first_fault(request->arena, faults);
    vt_http_reply *reply = &request->reply;
    vt_buf_clear(&reply->body);
    reply->fixed = VT_STR_NULL;
    reply->status = row->status;
    request->error_code = row->code;
    reply->content_type = "application/problem+json";
    vt_json_writer w = vt_json_writer_init(&reply->body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type",
                   vt_str_format(request->arena, VT_STR_FMT "/docs/errors/%s",
                                 VT_STR_ARG(request->base), row->code));
    vt_json_kv_str(&w, "title", vt_str_z(row->title));
    vt_json_kv_int(&w, "status", row->status);
    vt_json_kv_str(&w, "detail", text);
    /* without memory for its head the request has no path */
    vt_json_kv_str(&w, "instance",
                   vt_str_format(request->arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(request->base),
                                 VT_STR_ARG(request->path.ptr ? request->path : VT_STR("/"))));
    vt_json_kv_str(&w, "error", text);
    vt_json_kv_str(&w, "error_code", vt_str_z(row->code));
    vt_json_kv_str(&w, "request_id", vt_str_z(request->id));
    vt_json_kv_bool(&w, "retryable", row->retryable);
    put_faults(&w, faults);
    vt_json_end_object(&w);
}

void vt_reply_json(vt_http_request *request, int status)
{
    vt_buf_clear(&request->reply.body);
    request->reply.status = status;
    request->reply.content_type = "application/json";
}
