/* SPDX-License-Identifier: Apache-2.0 */
/* GET and DELETE of one request, the list, and the waits of `Prefer: wait`. */
#include "api/internal.h"

#include "api/body.h"
#include "api/review.h"
#include "api/web.h"
#include "base/log.h"
#include "jobs/answer.h"

#include <stdio.h>

enum {
    MAX_WAIT_S = 60,
    LIST_DEFAULT = 20,
    LIST_MAX = 100,
    QUICK_ANSWER_BYTES = 64 * 1024, /* read, compressed and sent on an I/O thread */
};

/* The seconds of one preference, `wait=5` or `wait="5"` (RFC 7240); false when it is another. */
static bool read_wait(vt_str item, int64_t *ret)
{
    size_t equals = vt_str_find_char(item, '=', 0), end = vt_str_find_char(item, ';', 0);
    if (equals == VT_NPOS || equals > end)
        return false;
    vt_str name = vt_str_trim(vt_str_sub(item, 0, equals));
    vt_str value = vt_str_trim(vt_str_sub(item, equals + 1, end == VT_NPOS ? item.len : end));
    if (value.len >= 2 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"')
        value = vt_str_sub(value, 1, value.len - 1);
    return vt_str_eq_nocase(name, VT_STR("wait")) && vt_str_to_i64(value, 0, 86400, ret);
}

int64_t vt_prefer_wait(const vt_http_request *request)
{
    for (size_t i = 0; i < request->headers.n; i++) {
        vt_str rest = request->headers.at[i].value, item;
        int64_t seconds;
        if (!vt_str_eq_nocase(request->headers.at[i].name, VT_STR("Prefer")))
            continue;
        while (vt_str_split(&rest, ',', &item))
            if (read_wait(item, &seconds))
                return VT_MIN(seconds, MAX_WAIT_S);
    }
    return 0;
}

/* ---- reading ---- */

struct lookup {
    vt_arena *arena;
    vt_str id;
    vt_request request;
    vt_reviewed review; /* when it is asked for */
    bool found, reviewed;
    bool on_io, large; /* a large answer is left to a handler thread */
    int64_t before;    /* how many wait before it, while it is created */
    bool runs_here;    /* looked at before the row: an end in between shows in the row */
    vt_stage stage;
    int percent;
};

static vt_status look_up(vt_tx *tx, void *context, vt_error *err)
{
    struct lookup *l = context;
    if (l->on_io)
        VT_TRY(vt_request_find_small(tx, l->arena, l->id, QUICK_ANSWER_BYTES, &l->request,
                                     &l->found, &l->large, err));
    else
        VT_TRY(vt_request_find(tx, l->arena, l->id, &l->request, &l->found, err));
    if (l->reviewed)
        VT_TRY(vt_reviewed_find(tx, l->arena, l->id, &l->review, err));
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

static bool reads_pictures(vt_arena *arena, const vt_request *r)
{
    const vt_json *config = NULL;
    if (vt_json_parse(arena, r->config, &config, NULL) != VT_OK)
        return false;
    vt_str type = vt_json_str(vt_json_get(vt_json_get(config, "extract"), "type"));
    return !vt_str_eq(type, VT_STR("file"));
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
                    vt_jobs_estimate_ms(jobs, reads_pictures(request->arena, r), l->before,
                                        created ? 0 : r->started_ms, now_ms));
    vt_answer_put_caller(&w, r);
    vt_answer_put_warnings(&w, r);
    vt_json_end_object(&w);
    vt_http_add(request, "Retry-After", VT_STR("1"));
}

/* The tag of an answer that changes no more, in one form. Weak: it may come compressed. */
static vt_str tag_of(vt_arena *arena, const struct lookup *l, vt_export_format format)
{
    const vt_request *r = &l->request;
    return vt_str_format(arena, "W/\"%s-%jx-%d-%jd\"", r->id, (uintmax_t)r->ended_ms, (int)format,
                         (intmax_t)l->review.version);
}

/* Replies 304 when the client has this answer already. */
static bool is_unchanged(vt_http_request *request, vt_str tag)
{
    vt_str rest = vt_http_header(request, "If-None-Match"), item;
    vt_str opaque = vt_str_sub(tag, 2, tag.len);
    while (vt_str_split(&rest, ',', &item)) {
        item = vt_str_trim(item);
        if (vt_str_starts(item, VT_STR("W/")))
            item = vt_str_sub(item, 2, item.len);
        if (vt_str_eq(item, opaque) || vt_str_eq(item, VT_STR("*"))) {
            request->reply.status = 304;
            return true;
        }
    }
    return false;
}

static void write_answer(vt_http_request *request, const vt_request *r)
{
    request->reply.status = 200;
    request->reply.content_type = "application/json";
    request->reply.fixed = r->answer;
}

/* The answer becomes that of the reviewed version. False when the reply is a failure. */
static bool take_review(vt_http_request *request, struct lookup *l)
{
    VT_AUTO(vt_buf) vt_buf merged = {0};
    vt_error err = {0};
    if (!l->review.version) {
        vt_reply_problem(request, VT_PROBLEM_NOT_REVIEWED, NULL, NULL);
        return false;
    }
    vt_status status =
        vt_review_merge(request->arena, l->request.answer, &l->review, &merged, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return false;
    }
    l->request.answer = vt_str_dup(request->arena, vt_buf_str(&merged));
    return true;
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

static bool finish(vt_service *service, vt_http_request *request, vt_call *call, struct lookup *l)
{
    bool ended = vt_state_ended(l->request.state);
    vt_str tag = tag_of(request->arena, l, call->format);
    if (ended && call->reviewed && !take_review(request, l))
        return true;
    if (ended)
        vt_http_add(request, "ETag", tag);
    if (ended && !call->create_status && is_unchanged(request, tag))
        request->reply.content_type = NULL;
    else if (ended && call->format != VT_EXPORT_NONE)
        write_export(request, &l->request, call->format);
    else if (ended)
        write_answer(request, &l->request);
    else if (call->create_status)
        write_created(request, call);
    else
        write_open(service, request, l);
    if (ended && request->reply.status == 200)
        vt_audit_read(service, request, call, call->format ? "result.export" : "result.read",
                      vt_str_z(l->request.id));
    if (l->request.earlier_shape)
        vt_reply_deprecated(request);
    if (call->wait_s)
        vt_http_addf(request, "Preference-Applied", "wait=%jd", (intmax_t)call->wait_s);
    if (call->idem_key.ptr) {
        struct finish_idempotency f = {vt_str_z(call->key.id), call->idem_key};
        vt_error err = {0};
        if (ended && vt_store_write(service->config.store, finish_idempotency, &f, &err) != VT_OK)
            vt_log(VT_LOG_ERROR, "http.failure", "request_id=%s error=\"%s\"", request->id,
                   err.message);
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
        struct lookup l = {
            .arena = request->arena, .id = id, .reviewed = call->reviewed, .on_io = call->on_io};
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
        if (l.large) { /* run again */
            call->on_io = false;
            return false;
        }
        if (vt_request_expired(&l.request, vt_store_now_ms(service->config.store))) {
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
    vt_str format = vt_http_query(request, "format"), version = vt_http_query(request, "version");
    if (format.ptr && !vt_export_find(format, &call->format))
        return vt_web_fault(request, "/format", "enum",
                            "must be one of json, jsonresume, markdown, csv");
    call->reviewed = vt_str_eq(version, VT_STR("reviewed"));
    if (version.ptr && !call->reviewed && !vt_str_eq(version, VT_STR("machine")))
        return vt_web_fault(request, "/version", "enum", "must be machine or reviewed");
    call->wait_s = vt_prefer_wait(request);
    if (call->wait_s)
        call->wait_until_ms = vt_time_monotonic_ms() + call->wait_s * 1000;
    return vt_status_reply(service, request, call, call->param);
}

/* ---- list ---- */

struct listing {
    vt_arena *arena;
    vt_request_filter filter;
    int64_t limit;
    vt_requests requests;
};

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct listing *l = context;
    l->requests = (vt_requests){0};
    return vt_request_list(tx, l->arena, &l->filter, l->limit + 1, &l->requests, err);
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
    if (r->key_id[0])
        vt_json_kv_str(w, "key_id", vt_str_z(r->key_id));
    vt_answer_put_caller(w, r);
    if (r->headline.ptr) {
        vt_json_key(w, "headline");
        vt_json_put_raw(w, r->headline);
    }
    if (r->review_version)
        vt_json_kv_int(w, "review_version", r->review_version);
    if (r->test)
        vt_json_kv_bool(w, "test", true);
    vt_json_end_object(w);
}

static void list_fault(vt_arena *arena, vt_faults *faults, const char *pointer, const char *code,
                       const char *detail)
{
    vt_vec_push(arena, faults, ((vt_fault){vt_str_z(pointer), code, vt_str_z(detail)}));
}

/* An instant, or a day: its first millisecond. Not given (or empty) leaves 0. */
static void read_instant(const vt_http_request *request, const char *name, const char *pointer,
                         vt_faults *faults, int64_t *ret_ms)
{
    vt_str text = vt_http_query(request, name);
    vt_day day;
    if (!text.len || vt_time_parse(text, ret_ms))
        return;
    if (vt_day_parse(text, &day))
        *ret_ms = vt_day_start_ms(day);
    else
        list_fault(request->arena, faults, pointer, "format",
                   "must be an instant (2026-03-01T12:00:00Z) or a day (2026-03-01)");
}

/* What the query asks for; false when the reply says what is wrong with it. */
static bool read_filter(vt_http_request *request, struct listing *l)
{
    vt_faults faults = {0};
    vt_request_filter *f = &l->filter;
    vt_str limit = vt_http_query(request, "limit");
    vt_state state;
    vt_create_input input;
    f->before = vt_http_query(request, "cursor");
    f->state = vt_http_query(request, "status");
    f->reference = vt_http_query(request, "reference");
    f->batch_id = vt_http_query(request, "batch_id");
    f->key_id = vt_http_query(request, "key_id");
    f->input = vt_http_query(request, "input_type");
    if (f->state.ptr && !vt_state_parse(f->state, &state))
        list_fault(request->arena, &faults, "/status", "enum",
                   "must be one of created, parsing, completed, failed");
    if (f->input.ptr && !vt_create_input_find(f->input, &input))
        list_fault(request->arena, &faults, "/input_type", "enum",
                   "must be one of file, text, result, url");
    if (limit.ptr && !vt_str_to_i64(limit, 1, LIST_MAX, &l->limit))
        list_fault(request->arena, &faults, "/limit", "range", "must be from 1 to 100");
    read_instant(request, "created_after", "/created_after", &faults, &f->since_ms);
    read_instant(request, "created_before", "/created_before", &faults, &f->until_ms);
    if (faults.n)
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
    return faults.n == 0;
}

bool vt_api_list(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct listing l = {.arena = request->arena,
                        .filter = {.account_id = vt_str_z(call->account.id),
                                   .now_ms = vt_store_now_ms(service->config.store)},
                        .limit = LIST_DEFAULT};
    if (!read_filter(request, &l))
        return true;
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, list, &l, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    vt_audit_read(service, request, call, "request.list", VT_STR_NULL);
    size_t n = VT_MIN(l.requests.n, (size_t)l.limit);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "requests");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < n; i++)
        write_item(&w, &l.requests.at[i]);
    vt_json_end_array(&w);
    vt_web_end_page(&w, l.requests.n > n, n ? vt_str_z(l.requests.at[n - 1].id) : VT_STR_NULL);
    return true;
}

/* ---- delete ---- */

struct removal {
    vt_service *service;
    vt_arena *arena;
    vt_str id, account_id;
    vt_audit_entry entry;
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
    VT_TRY(vt_audit_write(tx, &d->entry, err));
    return vt_request_erase(tx, d->id, err);
}

vt_status vt_request_remove(vt_service *service, vt_http_request *request, vt_call *call, vt_str id,
                            bool *ret_found, vt_error *err)
{
    struct removal d = {.service = service,
                        .arena = request->arena,
                        .id = id,
                        .account_id = vt_str_z(call->account.id),
                        .entry = vt_audit_of(request, call, vt_store_now_ms(service->config.store),
                                             "request.delete", id)};
    const vt_write how = {.group = d.account_id};
    VT_TRY(vt_store_write_as(service->config.store, &how, remove_request, &d, err));
    if (d.ended_here)
        vt_jobs_ended(service->config.jobs, vt_str_cstr(request->arena, id));
    *ret_found = d.found;
    return VT_OK;
}

bool vt_api_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool found;
    vt_error err = {0};
    vt_status status = vt_request_remove(service, request, call, call->param, &found, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!found)
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    else
        request->reply.status = 204;
    return true;
}
