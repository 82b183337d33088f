/* SPDX-License-Identifier: Apache-2.0 */
/* GET and DELETE of one request, the list, and the waits of `Prefer: wait`. */
#include "api/internal.h"

#include "base/log.h"

#include <stdio.h>

enum { MAX_WAIT_S = 60, LIST_DEFAULT = 20, LIST_MAX = 100 };

int64_t vt_prefer_wait(const vt_http_request *request)
{
    vt_str rest = vt_http_header(request, "Prefer"), item;
    while (vt_str_split(&rest, ',', &item)) {
        item = vt_str_trim(item);
        int64_t seconds;
        if (vt_str_starts_nocase(item, VT_STR("wait=")) &&
            vt_str_to_i64(vt_str_trim(vt_str_sub(item, 5, item.len)), 0, 86400, &seconds))
            return VT_MIN(seconds, MAX_WAIT_S);
    }
    return 0;
}

/* ---- reading ---- */

struct lookup {
    vt_arena *arena;
    vt_str id;
    vt_request request;
    bool found;
    int64_t before; /* how many wait before it, while it is created */
    bool runs_here; /* looked at before the row: an end in between shows in the row */
    vt_stage stage;
    int percent;
};

static vt_status look_up(vt_tx *tx, void *context, vt_error *err)
{
    struct lookup *l = context;
    VT_TRY(vt_request_find(tx, l->arena, l->id, &l->request, &l->found, err));
    if (l->found && l->request.queue[0] && l->request.lease_ms == 0)
        return vt_queue_depth(tx, l->request.queue, l->id, &l->before, err);
    return VT_OK;
}

/* ---- writing ---- */

void vt_reply_deprecated(vt_http_request *request)
{
    vt_http_add(request, "Deprecation", VT_STR("@1767225600"));
    vt_http_add(request, "Sunset", VT_STR("Fri, 31 Dec 2027 23:59:59 GMT"));
    vt_http_add(request, "Link", VT_STR("</docs/migration>; rel=\"deprecation\""));
}

static void write_open(vt_service *service, vt_http_request *request, const struct lookup *l)
{
    const vt_request *r = &l->request;
    vt_jobs *jobs = service->config.jobs;
    bool created = r->state == VT_STATE_CREATED;
    const char *stage = created ? "queued" : r->stage;
    int64_t percent = created ? 0 : VT_MIN(r->percent, 99);
    if (!created && l->runs_here) {
        stage = vt_stage_word(l->stage);
        percent = VT_MAX(percent, l->percent);
    }
    int64_t now_ms = vt_store_now_ms(service->config.store);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "request_id", vt_str_z(r->id));
    vt_json_kv_str(&w, "status", vt_str_z(vt_state_word(r->state)));
    vt_json_kv_str(&w, "current_stage", vt_str_z(stage));
    vt_json_kv_int(&w, "progress_percentage", percent);
    vt_json_kv_time(&w, "estimated_completion",
                    vt_jobs_estimate_ms(jobs, l->before, created ? 0 : r->started_ms, now_ms));
    vt_json_end_object(&w);
    vt_http_add(request, "Retry-After", VT_STR("1"));
}

static void write_answer(vt_http_request *request, const vt_request *r)
{
    request->reply.status = 200;
    request->reply.content_type = "application/json";
    request->reply.fixed = r->answer;
}

/* The answer in the form that was asked for; as it is when it has no result. */
static void write_export(vt_http_request *request, const vt_request *r, vt_export_format format)
{
    const vt_json *answer = NULL;
    vt_error err = {0};
    vt_status status = vt_json_parse(request->arena, r->answer, &answer, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return;
    }
    vt_buf_clear(&request->reply.body);
    if (!vt_export_write(format, answer, vt_str_z(r->id), &request->reply.body)) {
        write_answer(request, r);
        return;
    }
    request->reply.status = 200;
    request->reply.content_type = vt_export_content_type(format);
    vt_http_addf(request, "Content-Disposition", "attachment; filename=\"%s.%s\"", r->id,
                 vt_export_ending(format));
    vt_http_add(request, "X-Content-Type-Options", VT_STR("nosniff"));
}

/* The answer to a create whose wait was in vain is the one it would have had without. */
static void write_created(vt_http_request *request, vt_call *call)
{
    vt_reply_json(request, call->create_status);
    vt_buf_add(&request->reply.body, vt_buf_str(&call->create_body));
    vt_http_add(request, "Retry-After", VT_STR("1"));
}

struct finish_idempotency {
    vt_str key_id, idem_key;
};

static vt_status finish_idempotency(vt_tx *tx, void *context, vt_error *err)
{
    struct finish_idempotency *f = context;
    return vt_idempotency_finish(tx, f->key_id, f->idem_key, err);
}

static bool finish(vt_service *service, vt_http_request *request, vt_call *call,
                   const struct lookup *l)
{
    bool ended = vt_state_ended(l->request.state);
    if (ended && call->format != VT_EXPORT_NONE)
        write_export(request, &l->request, call->format);
    else if (ended)
        write_answer(request, &l->request);
    else if (call->create_status)
        write_created(request, call);
    else
        write_open(service, request, l);
    if (l->request.earlier_shape)
        vt_reply_deprecated(request);
    if (call->wait_s)
        vt_http_addf(request, "Preference-Applied", "wait=%jd", (intmax_t)call->wait_s);
    if (call->idem_key.ptr) {
        struct finish_idempotency f = {vt_str_z(call->key.id), call->idem_key};
        vt_error err = {0};
        if (ended && vt_store_write(service->config.store, finish_idempotency, &f, &err) != VT_OK)
            vt_log(VT_LOG_ERROR, "http.failure", "id=%s error=\"%s\"", request->id, err.message);
        vt_in_flight_remove(service->in_flight, call->key.id, call->idem_key);
        call->idem_key = VT_STR_NULL;
    }
    return true;
}

static void rerun(void *context)
{
    vt_http_rerun(context);
}

bool vt_status_reply(vt_service *service, vt_http_request *request, vt_call *call, vt_str id)
{
    for (;;) {
        uint64_t clock = vt_jobs_clock(service->config.jobs);
        struct lookup l = {.arena = request->arena, .id = id};
        l.runs_here = vt_jobs_progress(service->config.jobs, vt_str_cstr(request->arena, id),
                                       &l.stage, &l.percent);
        vt_error err = {0};
        vt_status status = vt_store_read(service->config.store, look_up, &l, &err);
        if (status != VT_OK) {
            vt_reply_failure(request, status, &err);
            return true;
        }
        if (!l.found || strcmp(l.request.account_id, call->account.id) != 0 ||
            l.request.erased == VT_ERASED_ON_DEMAND) {
            vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
            return true;
        }
        if (l.request.erased == VT_ERASED_BY_AGE) {
            vt_reply_problem(request, VT_PROBLEM_RESULT_EXPIRED, NULL, NULL);
            return true;
        }
        if (vt_state_ended(l.request.state) || atomic_load(&service->draining) ||
            vt_time_monotonic_ms() >= call->wait_until_ms)
            return finish(service, request, call, &l);
        snprintf(call->waiting, sizeof call->waiting, "%s", l.request.id);
        if (vt_jobs_wait(service->config.jobs, l.request.id, clock, call->wait_until_ms, rerun,
                         request))
            return false;
    }
}

bool vt_api_status(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_str format = vt_http_query(request, "format");
    if (format.ptr && !vt_export_find(format, &call->format)) {
        vt_faults faults = {0};
        vt_vec_push(request->arena, &faults,
                    ((vt_fault){VT_STR("/format"), "enum",
                                VT_STR("must be one of json, jsonresume, markdown, csv")}));
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
        return true;
    }
    call->wait_s = vt_prefer_wait(request);
    if (call->wait_s)
        call->wait_until_ms = vt_time_monotonic_ms() + call->wait_s * 1000;
    return vt_status_reply(service, request, call, call->param);
}

/* ---- list ---- */

struct listing {
    vt_arena *arena;
    vt_str account_id, cursor;
    const char *state;
    int64_t limit;
    vt_requests requests;
};

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct listing *l = context;
    l->requests = (vt_requests){0};
    return vt_request_list(tx, l->arena, l->account_id, l->state, l->cursor, l->limit + 1,
                           &l->requests, err);
}

static void write_item(vt_json_writer *w, const vt_request *r)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "request_id", vt_str_z(r->id));
    vt_json_kv_str(w, "status", vt_str_z(vt_state_word(r->state)));
    vt_json_kv_time(w, "created_at", r->created_ms);
    if (vt_state_ended(r->state)) {
        vt_json_kv_time(w, "completed_at", r->ended_ms);
        vt_json_kv_int(w, "duration_ms", r->ended_ms - r->created_ms);
        vt_json_kv_int(w, "credits_consumed", r->consumed);
    }
    if (r->error_code[0])
        vt_json_kv_str(w, "error_code", vt_str_z(r->error_code));
    vt_json_kv_str(w, "input_type", vt_str_z(r->input));
    vt_json_kv_int(w, "file_size_bytes", r->file_bytes);
    if (r->test)
        vt_json_kv_bool(w, "test", true);
    vt_json_end_object(w);
}

bool vt_api_list(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_faults faults = {0};
    vt_str state = vt_http_query(request, "status"), limit = vt_http_query(request, "limit");
    vt_state parsed;
    struct listing l = {.arena = request->arena,
                        .account_id = vt_str_z(call->account.id),
                        .cursor = vt_http_query(request, "cursor"),
                        .state = state.ptr ? vt_str_cstr(request->arena, state) : "",
                        .limit = LIST_DEFAULT};
    if (state.ptr && !vt_state_parse(state, &parsed))
        vt_vec_push(request->arena, &faults,
                    ((vt_fault){VT_STR("/status"), "enum",
                                VT_STR("must be one of created, parsing, completed, failed")}));
    if (limit.ptr && !vt_str_to_i64(limit, 1, LIST_MAX, &l.limit))
        vt_vec_push(request->arena, &faults,
                    ((vt_fault){VT_STR("/limit"), "range", VT_STR("must be from 1 to 100")}));
    if (faults.n) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
        return true;
    }
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, list, &l, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    size_t n = VT_MIN(l.requests.n, (size_t)l.limit);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "requests");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < n; i++)
        write_item(&w, &l.requests.at[i]);
    vt_json_end_array(&w);
    bool more = l.requests.n > n;
    vt_json_kv_str(&w, "next_cursor", more ? vt_str_z(l.requests.at[n - 1].id) : VT_STR_NULL);
    vt_json_end_object(&w);
    return true;
}

/* ---- delete ---- */

struct removal {
    vt_service *service;
    vt_arena *arena;
    vt_str id, account_id;
    bool found, ended_here;
};

static vt_status remove_request(vt_tx *tx, void *context, vt_error *err)
{
    struct removal *d = context;
    vt_request r;
    d->ended_here = false;
    VT_TRY(vt_request_find(tx, d->arena, d->id, &r, &d->found, err));
    d->found = d->found && vt_str_eq(vt_str_z(r.account_id), d->account_id) &&
               r.erased != VT_ERASED_ON_DEMAND;
    if (!d->found)
        return VT_OK;
    if (r.state == VT_STATE_CREATED && r.queue[0]) { /* nobody has begun: it ends here, unpaid */
        vt_end end = {.ended_ms = VT_MAX(vt_store_now_ms(d->service->config.store), r.created_ms)};
        vt_outcome_fail(&end.outcome, VT_STAGE_QUEUED, "internal",
                        "The request was deleted before it was processed.");
        VT_TRY(vt_jobs_end(tx, d->arena, &d->service->config.prices, &r, &end, err));
        d->ended_here = true;
    }
    return vt_request_erase(tx, d->id, err);
}

bool vt_api_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct removal d = {.service = service,
                        .arena = request->arena,
                        .id = call->param,
                        .account_id = vt_str_z(call->account.id)};
    vt_error err = {0};
    const vt_write how = {.group = d.account_id};
    vt_status status = vt_store_write_as(service->config.store, &how, remove_request, &d, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!d.found)
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    else
        request->reply.status = 204;
    if (status == VT_OK && d.ended_here)
        vt_jobs_ended(service->config.jobs, vt_str_cstr(request->arena, d.id));
    return true;
}
