/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POST /v1/batches and its state. Every document becomes a request with a charge of its own, by the
 * checks of create.c; what is wrong with one document is told in the batch and keeps no other out.
 * All that is accepted is written in one transaction: there are no halves of a batch.
 */
#include "api/batch_body.h"
#include "api/creation.h"
#include "base/hash.h"
#include "base/log.h"
#include "jobs/answer.h"
#include "ledger/ledger.h"
#include "store/batches.h"

#include <stdio.h>

enum { UNPACK_MS = 30000, MAX_FAULTS_TOLD = 20 };

/* One document on its way to a request. */
struct item {
    vt_creation creation;
    vt_http_request http; /* takes what the checks reply; never sent */
    vt_str problem;       /* the body of that reply, or null: it is accepted */
    bool short_of_credits;
};

struct vt_batch_call {
    vt_service *service;
    vt_http_request *request;
    vt_call *call;
    vt_creation first; /* for the Idempotency-Key only */
    vt_batch_body body;
    bool unpacked;
    struct item *items; /* [body.documents.n] */
    size_t checked;
    vt_batch batch; /* the row to be */
    int64_t balance;
    vt_buf *reply; /* of the create */
};

/* ---- the documents of an archive ---- */

static vt_status unpack_some(struct vt_batch_call *b, uint32_t from, int64_t *used_us, vt_buf *out,
                             vt_outcome *outcome, vt_error *err)
{
    vt_options options = vt_options_default();
    options.unpack_from = from;
    int64_t us = 0;
    const vt_work work = {.account = vt_str_z(b->call->account.id),
                          .input_fd = -1,
                          .input = b->body.archive,
                          .options = &options,
                          .timeout_ms = UNPACK_MS,
                          .ret_used_us = &us,
                          .unpack = true};
    vt_status status = vt_pool_run(b->service->config.pool, &work, out, outcome, err);
    *used_us += us;
    return status;
}

/* Leaves the lane of probes, which the request has entered. False when the reply is filled. */
static bool unpack(struct vt_batch_call *b)
{
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {b->service->probes, b->call->account.id, 0};
    uint32_t from = 0;
    for (b->unpacked = false; !b->unpacked;) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_outcome outcome = {0};
        vt_error err = {0};
        const char *detail = NULL;
        vt_problem problem;
        vt_status status = unpack_some(b, from, &stay.used_us, &out, &outcome, &err);
        if (status != VT_OK && status != VT_E_INVALID) {
            vt_reply_failure(b->request, status, &err);
            return false;
        }
        if (status != VT_OK || outcome.failed) {
            vt_reply_problem(b->request, VT_PROBLEM_INVALID_REQUEST,
                             "The archive is not a ZIP archive that can be read.", NULL);
            return false;
        }
        if (!vt_batch_body_add(b->request, &b->body, vt_buf_str(&out), &from, &b->unpacked,
                               &problem, &detail)) {
            vt_reply_problem(b->request, problem, detail, NULL);
            return false;
        }
    }
    return true;
}

/* ---- one document ---- */

/* Keeps what the checks replied. False for a fault of the service itself: the whole batch fails. */
static bool take_problem(struct vt_batch_call *b, struct item *item)
{
    VT_AUTO(vt_buf) vt_buf body = item->http.reply.body;
    item->http.reply.body = (vt_buf){0};
    item->problem = vt_str_dup(b->request->arena, vt_buf_str(&body));
    int status = item->http.reply.status;
    const vt_json *problem = NULL;
    if (vt_json_parse(b->request->arena, item->problem, &problem, NULL) != VT_OK)
        problem = NULL;
    vt_str code = vt_json_str(vt_json_get(problem, "error_code"));
    bool ours = vt_str_eq(code, vt_str_z(vt_problem_get(VT_PROBLEM_INTERNAL)->code)) ||
                vt_str_eq(code, vt_str_z(vt_problem_get(VT_PROBLEM_UNAVAILABLE)->code));
    if (!ours)
        return true;
    vt_reply_problem(b->request, status == 503 ? VT_PROBLEM_UNAVAILABLE : VT_PROBLEM_INTERNAL, NULL,
                     NULL);
    vt_http_add(b->request, "Retry-After", VT_STR("1"));
    return false;
}

/* A member of an archive that could not be unpacked. */
static bool refuse_member(struct item *item, const char *fault)
{
    if (strcmp(fault, "too_large") == 0)
        vt_reply_problem(&item->http, VT_PROBLEM_PAYLOAD_TOO_LARGE, NULL, NULL);
    else
        vt_reply_problem(&item->http, VT_PROBLEM_INVALID_REQUEST,
                         strcmp(fault, "encrypted") == 0
                             ? "The document is encrypted in the archive."
                             : "The document is damaged in the archive.",
                         NULL);
    return false;
}

/* Reads one document and fills its row. False when its reply says what is wrong. */
static bool begin_item(struct vt_batch_call *b, size_t i)
{
    struct item *item = &b->items[i];
    const vt_batch_document *d = &b->body.documents.at[i];
    vt_creation *c = &item->creation;
    item->http = *b->request;
    item->http.reply = (vt_http_reply){0};
    *c = (vt_creation){.service = b->service, .http = &item->http, .call = b->call};
    if (d->item)
        vt_create_read_item(b->request->arena, &b->body.common, d->item, &c->input);
    else
        vt_create_read_document(b->request->arena, &b->body.common, d->name, d->bytes, &c->input);
    if (d->fault)
        return refuse_member(item, d->fault);
    if (c->input.problem != VT_PROBLEM_COUNT) {
        vt_reply_problem(&item->http, c->input.problem, c->input.detail, &c->input.faults);
        return false;
    }
    bool replied = vt_creation_begin(c);
    snprintf(c->request.batch_id, sizeof c->request.batch_id, "%s", b->batch.id);
    c->request.batch_index = (int64_t)i;
    return !replied;
}

/* All documents, one after another; *ret_parked: the request waits for its turn, and is run again.
 * False when it waits or has a reply. */
static bool check_items(struct vt_batch_call *b, bool *ret_parked)
{
    *ret_parked = false;
    for (; b->checked < b->body.documents.n; b->checked++) {
        struct item *item = &b->items[b->checked];
        bool begun = item->creation.http != NULL;
        bool good = begun || begin_item(b, b->checked);
        if (good && vt_creation_needs_probe(&item->creation)) {
            if (!vt_lane_pass(b->service->probes, b->request, b->call, ret_parked))
                return false;
            b->call->in_lane = false; /* the check leaves the lane */
        }
        if (good)
            good = vt_creation_check(&item->creation);
        if (!good && !take_problem(b, item))
            return false;
    }
    return true;
}

/* ---- writing ---- */

static bool is_accepted(const struct item *item)
{
    return !item->problem.ptr && !item->short_of_credits;
}

static vt_problem problem_of(vt_str code)
{
    for (int p = 0; p < VT_PROBLEM_COUNT; p++)
        if (vt_str_eq(code, vt_str_z(vt_problem_get((vt_problem)p)->code)))
            return (vt_problem)p;
    return VT_PROBLEM_INVALID_REQUEST;
}

/* What is wrong with a document: {index, reference, error_code, error, retryable, errors}. */
static void put_rejected(struct vt_batch_call *b, size_t i, vt_json_writer *w)
{
    const struct item *item = &b->items[i];
    const vt_json *problem = NULL;
    if (item->problem.ptr &&
        vt_json_parse(b->request->arena, item->problem, &problem, NULL) != VT_OK)
        problem = NULL;
    const vt_problem_row *row = vt_problem_get(VT_PROBLEM_INSUFFICIENT_CREDITS);
    vt_json_begin_object(w);
    vt_json_kv_int(w, "index", (int64_t)i);
    if (item->creation.input.reference.ptr)
        vt_json_kv_str(w, "reference", item->creation.input.reference);
    vt_str code = vt_json_str(vt_json_get(problem, "error_code"));
    vt_json_kv_str(w, "error_code", problem ? code : vt_str_z(row->code));
    vt_json_kv_str(w, "error",
                   problem ? vt_json_str(vt_json_get(problem, "detail")) : vt_str_z(row->title));
    vt_json_kv_bool(w, "retryable", vt_json_bool(vt_json_get(problem, "retryable"), false));
    const vt_json *errors = vt_json_get(problem, "errors");
    if (errors && errors->n) {
        vt_json_key(w, "errors");
        vt_json_put_tree(w, errors);
    }
    vt_json_end_object(w);
}

static void put_all_rejected(struct vt_batch_call *b, vt_json_writer *w)
{
    vt_json_begin_array(w);
    for (size_t i = 0; i < b->body.documents.n; i++)
        if (!is_accepted(&b->items[i]))
            put_rejected(b, i, w);
    vt_json_end_array(w);
}

static void put_caller(vt_json_writer *w, const vt_batch *batch)
{
    if (batch->reference.ptr)
        vt_json_kv_str(w, "reference", batch->reference);
    if (batch->metadata.ptr) {
        vt_json_key(w, "client_metadata");
        vt_json_put_raw(w, batch->metadata);
    }
}

static void write_reply(struct vt_batch_call *b)
{
    int64_t credits = 0;
    size_t accepted = 0;
    for (size_t i = 0; i < b->body.documents.n; i++)
        if (is_accepted(&b->items[i])) {
            credits += b->items[i].creation.request.reserved;
            accepted++;
        }
    vt_buf_clear(b->reply);
    vt_json_writer w = vt_json_writer_init(b->reply, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "batch_id", vt_str_z(b->batch.id));
    vt_json_kv_str(&w, "status", VT_STR("processing"));
    vt_json_kv_time(&w, "created_at", b->batch.created_ms);
    vt_json_kv_int(&w, "total", b->batch.total);
    vt_json_kv_int(&w, "accepted", (int64_t)accepted);
    vt_json_kv_int(&w, "estimated_credits", credits);
    vt_json_kv_int(&w, "remaining_balance", b->balance);
    put_caller(&w, &b->batch);
    vt_json_key(&w, "requests");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < b->body.documents.n; i++) {
        const vt_request *r = &b->items[i].creation.request;
        if (!is_accepted(&b->items[i]))
            continue;
        vt_json_begin_object(&w);
        vt_json_kv_int(&w, "index", (int64_t)i);
        vt_json_kv_str(&w, "request_id", vt_str_z(r->id));
        if (r->reference.ptr)
            vt_json_kv_str(&w, "reference", r->reference);
        vt_answer_put_warnings(&w, r);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_key(&w, "rejected");
    put_all_rejected(b, &w);
    vt_json_end_object(&w);
}

/* Which documents the credits suffice for, the first ones first. */
static vt_status spend(vt_tx *tx, struct vt_batch_call *b, int64_t *ret_accepted, vt_error *err)
{
    vt_account account;
    vt_str account_id = vt_str_z(b->call->account.id);
    *ret_accepted = 0;
    if (!b->call->key.test)
        VT_TRY(vt_ledger_refresh(tx, b->request->arena, account_id, b->batch.created_ms, err));
    VT_TRY(vt_account_find(tx, account_id, &account, err));
    int64_t left = account.balance;
    for (size_t i = 0; i < b->body.documents.n; i++) {
        struct item *item = &b->items[i];
        int64_t costs = b->call->key.test ? 0 : item->creation.request.reserved;
        item->short_of_credits = !item->problem.ptr && costs > left;
        if (!is_accepted(item))
            continue;
        left -= costs;
        ++*ret_accepted;
    }
    b->balance = left;
    return VT_OK;
}

static vt_str list_rejected(struct vt_batch_call *b)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    put_all_rejected(b, &w);
    return vt_str_dup(b->request->arena, vt_buf_str(&text));
}

static vt_status remember(vt_tx *tx, struct vt_batch_call *b, vt_error *err)
{
    if (!b->first.idem_key.ptr)
        return VT_OK;
    vt_idempotency row = {.key_id = vt_str_z(b->call->key.id),
                          .idem_key = b->first.idem_key,
                          .fingerprint = b->body.fingerprint,
                          .request_id = vt_str_z(b->batch.id),
                          .status = 202,
                          .body = vt_buf_str(b->reply),
                          .created_ms = b->batch.created_ms};
    return vt_idempotency_insert(tx, &row, err);
}

/* VT_E_LIMIT: no document was accepted, and nothing is written. */
static vt_status insert(vt_tx *tx, void *context, vt_error *err)
{
    struct vt_batch_call *b = context;
    int64_t accepted;
    VT_TRY(spend(tx, b, &accepted, err));
    if (!accepted)
        return vt_fail(err, VT_E_LIMIT, "no document was accepted");
    b->batch.remaining = accepted + 1; /* one more, until all are written */
    b->batch.rejected = list_rejected(b);
    b->batch.retention_ms = 0;
    for (size_t i = 0; i < b->body.documents.n; i++)
        if (is_accepted(&b->items[i]))
            b->batch.retention_ms =
                VT_MAX(b->batch.retention_ms, b->items[i].creation.request.retention_ms);
    VT_TRY(vt_batch_insert(tx, &b->batch, err));
    for (size_t i = 0; i < b->body.documents.n; i++)
        if (is_accepted(&b->items[i]))
            VT_TRY(vt_creation_insert(tx, &b->items[i].creation, err));
    VT_TRY(vt_jobs_end_of_batch(tx, b->request->arena, vt_str_z(b->batch.id), b->batch.created_ms,
                                err));
    write_reply(b);
    return remember(tx, b, err);
}

/* ---- replies ---- */

/* The problem of the first document, with what is wrong with the others. */
static void reply_none(struct vt_batch_call *b)
{
    vt_arena *arena = b->request->arena;
    vt_str rejected = list_rejected(b);
    const vt_json *list = NULL;
    vt_faults faults = {0};
    if (vt_json_parse(arena, rejected, &list, NULL) != VT_OK)
        list = NULL;
    for (size_t i = 0; list && i < list->n && i < MAX_FAULTS_TOLD; i++) {
        const vt_json *item = list->u.items[i];
        vt_str code = vt_json_str(vt_json_get(item, "error_code"));
        vt_fault fault = {vt_str_format(arena, "/items/%zu", i),
                          vt_problem_get(problem_of(code))->code,
                          vt_json_str(vt_json_get(item, "error"))};
        vt_vec_push(arena, &faults, fault);
    }
    vt_str code = VT_STR_NULL, text = VT_STR_NULL;
    if (list && list->n) {
        code = vt_json_str(vt_json_get(list->u.items[0], "error_code"));
        text = vt_json_str(vt_json_get(list->u.items[0], "error"));
    }
    vt_str detail = vt_str_format(
        arena, "No document of the batch was accepted. The first: " VT_STR_FMT, VT_STR_ARG(text));
    vt_reply_problem(b->request, problem_of(code), detail.ptr, &faults);
}

static void reply_created(struct vt_batch_call *b)
{
    vt_reply_json(b->request, 202);
    vt_buf_add(&b->request->reply.body, vt_buf_str(b->reply));
    vt_http_addf(b->request, "Location", VT_STR_FMT "/v1/batches/%s", VT_STR_ARG(b->request->base),
                 b->batch.id);
    vt_http_add(b->request, "Retry-After", VT_STR("1"));
    vt_audit_read(b->service, b->request, b->call, "batch.create", vt_str_z(b->batch.id));
    vt_log(VT_LOG_INFO, "batch.created", "id=%s http=%s documents=%jd", b->batch.id, b->request->id,
           (intmax_t)b->batch.total);
    for (size_t i = 0; i < b->body.documents.n; i++)
        if (is_accepted(&b->items[i]) && b->items[i].creation.request.queue[0])
            vt_jobs_wake(b->service->config.jobs, b->items[i].creation.request.queue);
}

static void write_batch(struct vt_batch_call *b)
{
    vt_error err = {0};
    const vt_write how = {.group = vt_str_z(b->call->account.id)};
    vt_status status = vt_store_write_as(b->service->config.store, &how, insert, b, &err);
    if (status == VT_OK)
        reply_created(b);
    else if (status == VT_E_LIMIT)
        reply_none(b);
    else if (status == VT_E_CONFLICT && b->first.idem_key.ptr)
        vt_reply_problem(b->request, VT_PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL, NULL);
    else
        vt_reply_failure(b->request, status, &err);
}

/* ---- the whole ---- */

/* False when the reply is filled. */
static bool begin_batch(struct vt_batch_call *b)
{
    vt_store *store = b->service->config.store;
    int64_t now_ms = vt_store_now_ms(store);
    if (!vt_batch_body_read(b->request, vt_day_of(now_ms), &b->body))
        return false;
    b->first = (vt_creation){.service = b->service, .http = b->request, .call = b->call};
    b->first.input.fingerprint = b->body.fingerprint;
    if (vt_creation_replay(&b->first))
        return false;
    b->batch = (vt_batch){
        .reference = b->body.reference, .metadata = b->body.metadata, .created_ms = now_ms};
    vt_id_new("bat_", now_ms, b->batch.id);
    snprintf(b->batch.account_id, sizeof b->batch.account_id, "%s", b->call->account.id);
    b->reply = &b->call->create_body;
    return true;
}

bool vt_api_batch(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct vt_batch_call *b = call->batch;
    bool parked = false;
    if (!b) {
        b = call->batch = VT_NEW(request->arena, struct vt_batch_call);
        *b = (struct vt_batch_call){.service = service, .request = request, .call = call};
        if (!begin_batch(b))
            return true;
    }
    if (b->body.archive.ptr && !b->unpacked) {
        if (!vt_lane_pass(service->probes, request, call, &parked))
            return !parked;
        call->in_lane = false; /* unpacking leaves the lane */
        if (!unpack(b))
            return true;
    }
    if (!b->items) {
        b->batch.total = (int64_t)b->body.documents.n;
        b->items = VT_NEW_ARRAY(request->arena, struct item, b->body.documents.n);
    }
    if (!check_items(b, &parked))
        return !parked;
    write_batch(b);
    return true;
}

/* ---- looking ---- */

struct look {
    vt_service *service;
    vt_arena *arena;
    vt_str id;
    vt_str account_id;
    vt_batch batch;
    bool found;
    vt_batch_counts counts;
    vt_requests requests;
    vt_batch_ids ids;
    vt_audit_entry entry; /* of a deletion */
};

static vt_status find(vt_tx *tx, struct look *l, vt_error *err)
{
    VT_TRY(vt_batch_find(tx, l->arena, l->id, &l->batch, &l->found, err));
    l->found = l->found && vt_str_eq(vt_str_z(l->batch.account_id), l->account_id) &&
               l->batch.erased != VT_ERASED_ON_DEMAND;
    return VT_OK;
}

static vt_status look(vt_tx *tx, void *context, vt_error *err)
{
    struct look *l = context;
    VT_TRY(find(tx, l, err));
    if (!l->found)
        return VT_OK;
    VT_TRY(vt_batch_count(tx, l->id, &l->counts, err));
    return vt_batch_requests(tx, l->arena, l->id, vt_store_now_ms(l->service->config.store),
                             &l->requests, err);
}

static void put_counts(const struct look *l, vt_json_writer *w)
{
    int64_t all = 0;
    vt_json_key(w, "counts");
    vt_json_begin_object(w);
    for (int s = 0; s <= VT_STATE_FAILED; s++) {
        vt_json_kv_int(w, vt_state_word((vt_state)s), l->counts.by_state[s]);
        all += l->counts.by_state[s];
    }
    vt_json_kv_int(w, "rejected", VT_MAX(l->batch.total - all, 0));
    vt_json_end_object(w);
}

static int64_t percent_of(const struct look *l)
{
    int64_t all = 0;
    for (int s = 0; s <= VT_STATE_FAILED; s++)
        all += l->counts.by_state[s];
    if (l->batch.ended_ms)
        return 100;
    return all ? VT_MIN(l->counts.percent / all, 99) : 0;
}

static void put_request(const vt_request *r, vt_json_writer *w)
{
    vt_json_begin_object(w);
    vt_json_kv_int(w, "index", r->batch_index);
    vt_json_kv_str(w, "request_id", vt_str_z(r->id));
    vt_json_kv_str(w, "status", vt_str_z(vt_state_word(r->state)));
    if (r->reference.ptr)
        vt_json_kv_str(w, "reference", r->reference);
    if (vt_state_ended(r->state))
        vt_json_kv_int(w, "credits_consumed", r->consumed);
    if (r->error_code[0])
        vt_json_kv_str(w, "error_code", vt_str_z(r->error_code));
    vt_json_end_object(w);
}

static void write_state(vt_http_request *request, const struct look *l)
{
    bool ended = l->batch.ended_ms != 0;
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "batch_id", vt_str_z(l->batch.id));
    vt_json_kv_str(&w, "status", ended ? VT_STR("completed") : VT_STR("processing"));
    vt_json_kv_time(&w, "created_at", l->batch.created_ms);
    if (ended)
        vt_json_kv_time(&w, "completed_at", l->batch.ended_ms);
    vt_json_kv_int(&w, "progress_percentage", percent_of(l));
    vt_json_kv_int(&w, "total", l->batch.total);
    put_counts(l, &w);
    vt_json_kv_int(&w, "credits_consumed", l->counts.consumed);
    put_caller(&w, &l->batch);
    vt_json_key(&w, "requests");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < l->requests.n; i++)
        put_request(&l->requests.at[i], &w);
    vt_json_end_array(&w);
    vt_json_key(&w, "rejected");
    vt_json_put_raw(&w, l->batch.rejected.len ? l->batch.rejected : VT_STR("[]"));
    vt_json_end_object(&w);
    if (!ended)
        vt_http_add(request, "Retry-After", VT_STR("1"));
}

bool vt_api_batch_status(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct look l = {.service = service,
                     .arena = request->arena,
                     .id = call->param,
                     .account_id = vt_str_z(call->account.id)};
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, look, &l, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!l.found)
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    else if (vt_batch_expired(&l.batch, vt_store_now_ms(service->config.store)))
        vt_reply_problem(request, VT_PROBLEM_RESULT_EXPIRED, NULL, NULL);
    else
        write_state(request, &l);
    return true;
}

/* ---- deleting ---- */

/* The batch first: the requests that end by it send no event. */
static vt_status erase(vt_tx *tx, void *context, vt_error *err)
{
    struct look *l = context;
    VT_TRY(find(tx, l, err));
    if (!l->found)
        return VT_OK;
    VT_TRY(vt_audit_write(tx, &l->entry, err));
    VT_TRY(vt_batch_request_ids(tx, l->arena, l->id, &l->ids, err));
    return vt_batch_erase(tx, l->id, err);
}

bool vt_api_batch_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct look l = {.service = service,
                     .arena = request->arena,
                     .id = call->param,
                     .account_id = vt_str_z(call->account.id),
                     .entry = vt_audit_of(request, call, vt_store_now_ms(service->config.store),
                                          "batch.delete", call->param)};
    vt_error err = {0};
    const vt_write how = {.group = l.account_id};
    vt_status status = vt_store_write_as(service->config.store, &how, erase, &l, &err);
    bool found;
    for (size_t i = 0; status == VT_OK && l.found && i < l.ids.n; i++)
        status = vt_request_remove(service, request, call, l.ids.at[i], &found, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!l.found)
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    else
        request->reply.status = 204;
    return true;
}
