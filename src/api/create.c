/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POST /v1/parse. The order of the checks (decisions.md 1): key, rate, size and content type before
 * the body; then syntax and fields, the document's type, 501, 402, 422. Nothing is charged or
 * stored before all have passed; then one transaction takes the credits and queues the request.
 */
#include "api/creation.h"

#include "api/samples.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/log.h"
#include "jobs/answer.h"
#include "ledger/ledger.h"
#include "store/hooks.h"
#include "store/usage.h"

#include <stdio.h>

enum { FREE_PROBE_US = 20000 }; /* of a worker's time; a usual document takes a tenth of it */
enum { PROBE_MS = 10000, EARLIER_MAX_PAGES = 8, MAX_IDEM_KEY = 255 };

/* ---- repeated creates ---- */

struct replay {
    vt_arena *arena;
    int64_t now_ms;
    vt_str key_id, idem_key;
    vt_idempotency row;
    vt_request request;
    bool found, has_request;
};

static vt_status find_replay(vt_tx *tx, void *context, vt_error *err)
{
    struct replay *r = context;
    VT_TRY(vt_idempotency_find(tx, r->arena, r->key_id, r->idem_key, r->now_ms - 86400000, &r->row,
                               &r->found, err));
    if (!r->found)
        return VT_OK;
    return vt_request_find(tx, r->arena, r->row.request_id, &r->request, &r->has_request, err);
}

static void write_reply(const vt_creation *c, vt_buf *out);

/* The first answer again. Of a request that was erased only what the service itself gave it. */
static void write_again(vt_creation *c, const struct replay *r)
{
    vt_buf *out = &c->http->reply.body;
    bool erased = r->has_request && (r->request.erased != VT_ERASED_NOT ||
                                     vt_request_expired(&r->request, r->now_ms));
    if (!erased) {
        vt_buf_add(out,
                   r->row.status == 200 && r->request.answer.ptr ? r->request.answer : r->row.body);
        return;
    }
    c->request = r->request;
    c->request.reference = c->request.metadata = c->request.warnings = VT_STR_NULL;
    c->balance = c->call->account.balance;
    write_reply(c, out);
}

static void reply_again(vt_creation *c, const struct replay *r)
{
    vt_http_request *http = c->http;
    if (!vt_str_eq(r->row.fingerprint, c->input.fingerprint)) {
        vt_reply_problem(http, VT_PROBLEM_IDEMPOTENCY_MISMATCH, NULL, NULL);
        return;
    }
    bool with_answer = r->row.status == 200 && r->has_request && r->request.answer.ptr &&
                       !vt_request_expired(&r->request, r->now_ms);
    int first_status = r->has_request && r->request.earlier_shape ? 201 : 202;
    bool batch = vt_str_starts(r->row.request_id, VT_STR("bat_"));
    if (batch && !r->row.body.len) { /* the batch was erased */
        vt_reply_problem(http, VT_PROBLEM_RESULT_EXPIRED, NULL, NULL);
        return;
    }
    vt_reply_json(http, with_answer ? 200 : first_status);
    write_again(c, r);
    vt_http_addf(http, "Location", VT_STR_FMT "/v1/%s/" VT_STR_FMT, VT_STR_ARG(http->base),
                 batch ? "batches" : "parse", VT_STR_ARG(r->row.request_id));
    vt_http_add(http, "Idempotent-Replayed", VT_STR("true"));
}

/* True when the reply is filled: a repetition, or a fault of the key. */
bool vt_creation_replay(vt_creation *c)
{
    vt_service *service = c->service;
    vt_str key = vt_http_header(c->http, "Idempotency-Key");
    if (!key.ptr)
        return false;
    if (key.len == 0 || key.len > MAX_IDEM_KEY) {
        vt_reply_problem(c->http, VT_PROBLEM_INVALID_REQUEST,
                         "The header Idempotency-Key must have 1 to 255 characters.", NULL);
        return true;
    }
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(key, hex); /* the caller's words may name a person: they are kept nowhere */
    key = vt_str_dup(c->http->arena, vt_str_z(hex));
    if (!vt_in_flight_add(service->in_flight, c->call->key.id, key)) {
        vt_reply_problem(c->http, VT_PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL, NULL);
        vt_http_add(c->http, "Retry-After", VT_STR("1"));
        return true;
    }
    c->call->idem_key = c->idem_key = key;
    struct replay r = {.arena = c->http->arena,
                       .now_ms = vt_store_now_ms(service->config.store),
                       .key_id = vt_str_z(c->call->key.id),
                       .idem_key = key};
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, find_replay, &r, &err);
    if (status != VT_OK)
        vt_reply_failure(c->http, status, &err);
    else if (r.found)
        reply_again(c, &r);
    return c->http->reply.status != 0;
}

void vt_creation_leave(vt_creation *c)
{
    if (c->call->idem_key.ptr)
        vt_in_flight_remove(c->service->in_flight, c->call->key.id, c->call->idem_key);
    c->call->idem_key = VT_STR_NULL;
}

/* ---- checks behind the fields ---- */

/* The document's type and pages, told by a worker. */
static bool probe(vt_creation *c)
{
    c->can_need_ocr = c->input.input == VT_CREATE_URL;
    if (c->input.input != VT_CREATE_FILE)
        return true;
    vt_outcome outcome = {0};
    vt_error err = {0};
    int64_t used_us = 0;
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {c->service->probes, c->call->account.id, 0};
    const vt_work work = {.account = vt_str_z(c->call->account.id),
                          .input_fd = -1,
                          .input = c->input.content,
                          .timeout_ms = PROBE_MS,
                          .ret_used_us = &used_us};
    vt_status status =
        vt_pool_probe(c->service->config.pool, &work, c->input.filename, &outcome, &err);
    stay.used_us = VT_MAX(used_us - FREE_PROBE_US, 0);
    if (status != VT_OK) {
        vt_reply_failure(c->http, status, &err);
        return false;
    }
    if (outcome.failed && outcome.error_detail &&
        strcmp(outcome.error_detail, "unsupported_type") == 0) {
        vt_reply_problem(c->http, VT_PROBLEM_UNSUPPORTED_FILE_TYPE, NULL, NULL);
        return false;
    }
    if (outcome.failed && outcome.error_detail &&
        strcmp(outcome.error_detail, "worker_died") == 0) { /* tried twice: not again */
        vt_outcome *ended = VT_NEW(c->http->arena, vt_outcome);
        *ended = outcome;
        c->ended = ended;
        c->request.queue[0] = 0;
    }
    c->flows = outcome.format == VT_FORMAT_TEXT || outcome.format == VT_FORMAT_MARKDOWN ||
               outcome.format == VT_FORMAT_HTML;
    /* what else is wrong with the document shows when it is read */
    c->pages = outcome.failed ? 0 : outcome.page_count;
    c->can_need_ocr = outcome.format == VT_FORMAT_PDF || outcome.format == VT_FORMAT_PNG ||
                      outcome.format == VT_FORMAT_JPEG || outcome.format == VT_FORMAT_TIFF ||
                      outcome.format == VT_FORMAT_WEBP ||
                      (outcome.format == VT_FORMAT_DOCX && outcome.ocr_pages > 0);
    return true;
}

static int64_t estimate(const vt_creation *c)
{
    const vt_create *in = &c->input;
    bool may_read = in->extract != 0 && c->can_need_ocr;
    int64_t pages = c->pages ? VT_MIN(c->pages, c->request.max_pages) : c->request.max_pages;
    vt_bill bill = {.parsed = !in->parse_skip && in->input != VT_CREATE_RESULT,
                    .matched = in->matching,
                    .tier = in->tier,
                    .ocr_pages = may_read ? pages : 0,
                    .earlier_shape = in->earlier_shape,
                    .ocr_effort = in->ocr_effort};
    return vt_price(&c->service->config.prices, &bill);
}

struct balance {
    vt_str account_id;
    int64_t balance;
};

static vt_status read_balance(vt_tx *tx, void *context, vt_error *err)
{
    struct balance *b = context;
    vt_account account;
    VT_TRY(vt_account_find(tx, b->account_id, &account, err));
    b->balance = account.balance;
    return VT_OK;
}

static bool check_account(vt_creation *c)
{
    if (!c->call->account.active && !c->request.test) {
        vt_reply_problem(c->http, VT_PROBLEM_SUBSCRIPTION_INACTIVE, NULL, NULL);
        return false;
    }
    bool too_long = !c->input.earlier_shape && !c->flows && c->pages > c->request.max_pages;
    if (!too_long)
        return true;
    struct balance b = {.account_id = vt_str_z(c->call->account.id)}; /* 402 comes before 422 */
    vt_error err = {0};
    vt_status status = vt_store_read(c->service->config.store, read_balance, &b, &err);
    if (status != VT_OK)
        vt_reply_failure(c->http, status, &err);
    else if (!c->request.test && b.balance < c->request.reserved)
        vt_reply_problem(c->http, VT_PROBLEM_INSUFFICIENT_CREDITS, NULL, NULL);
    else
        vt_reply_problem(c->http, VT_PROBLEM_PAGE_LIMIT_EXCEEDED,
                         vt_str_format(c->http->arena,
                                       "The document has %jd pages, the plan %s allows %jd.",
                                       (intmax_t)c->pages, vt_plan_word(c->call->account.plan),
                                       (intmax_t)c->request.max_pages)
                             .ptr,
                         NULL);
    return false;
}

static bool check_queue(vt_creation *c)
{
    if (vt_queue_has_room(c->service, c->call->account.id))
        return true;
    vt_reply_problem(c->http, VT_PROBLEM_QUEUE_FULL, NULL, NULL);
    vt_http_add(c->http, "Retry-After", VT_STR("5"));
    return false;
}

/* ---- the transaction ---- */

static vt_status count_create(vt_tx *tx, const vt_creation *c, vt_error *err)
{
    vt_usage usage = {.parse_count = 1};
    char day[VT_TIME_TEXT];
    vt_day_format(vt_day_of(c->request.created_ms), day);
    snprintf(usage.day, sizeof usage.day, "%.10s", day);
    return vt_usage_add(tx, vt_str_z(c->request.account_id), &usage, err);
}

/* The event credits.low, when this request took the balance below the account's mark. */
static vt_status tell_low(vt_tx *tx, const vt_creation *c, vt_error *err)
{
    const vt_account *account = &c->call->account;
    int64_t low = account->low_credits, before = c->balance + c->request.reserved;
    if (low <= 0 || c->balance >= low || before < low)
        return VT_OK;
    VT_AUTO(vt_buf) vt_buf payload = {0};
    vt_json_writer w = vt_json_writer_init(&payload, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", VT_STR("credits.low"));
    vt_json_kv_time(&w, "timestamp", c->request.created_ms);
    vt_json_key(&w, "data");
    vt_json_begin_object(&w);
    vt_json_kv_int(&w, "remaining_balance", c->balance);
    vt_json_kv_int(&w, "threshold", low);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    int64_t count;
    return vt_delivery_queue(tx, c->http->arena, vt_str_z(account->id), "credits.low",
                             vt_buf_str(&payload), c->request.created_ms, &count, err);
}

static void write_reply(const vt_creation *c, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "request_id", vt_str_z(c->request.id));
    vt_json_kv_str(&w, "status", VT_STR("created"));
    vt_json_kv_int(&w, "estimated_credits", c->request.reserved);
    vt_json_kv_int(&w, "remaining_balance", c->balance);
    vt_json_kv_time(&w, "created_at", c->request.created_ms);
    vt_answer_put_caller(&w, &c->request);
    vt_answer_put_warnings(&w, &c->request);
    vt_json_end_object(&w);
}

/* An earlier request with this document, when the caller asked for it. */
static vt_status find_duplicate(vt_tx *tx, vt_creation *c, vt_error *err)
{
    if (!c->input.find_duplicate)
        return VT_OK;
    c->request.same_as = VT_STR_NULL;
    if (c->request.content_hash.ptr)
        VT_TRY(vt_request_find_same(tx, c->http->arena, &c->request, &c->request.same_as, err));
    if (!c->request.same_as.ptr)
        c->request.same_as = VT_STR("");
    return VT_OK;
}

vt_status vt_creation_insert(vt_tx *tx, vt_creation *c, vt_error *err)
{
    vt_arena *arena = c->http->arena;
    const vt_request *r = &c->request;
    vt_str account_id = vt_str_z(r->account_id), id = vt_str_z(r->id);
    if (r->test) {
        vt_account account;
        VT_TRY(vt_account_find(tx, account_id, &account, err));
        c->balance = account.balance;
    } else {
        VT_TRY(vt_ledger_reserve(tx, arena, account_id, id, r->reserved, r->created_ms, &c->balance,
                                 err));
        VT_TRY(count_create(tx, c, err));
        VT_TRY(tell_low(tx, c, err));
    }
    VT_TRY(find_duplicate(tx, c, err));
    VT_TRY(vt_request_insert(tx, r, err));
    if (c->ended) {
        const vt_end end = {.outcome = *c->ended, .json = c->ended_json, .ended_ms = r->created_ms};
        VT_TRY(vt_jobs_end(tx, arena, &c->service->config.prices, r, &end, err));
    }
    vt_document document = {.body = c->input.content,
                            .filename = c->input.filename,
                            .job_description = c->input.job_description};
    if (r->queue[0])
        VT_TRY(vt_document_insert(tx, id, &document, err));
    return VT_OK;
}

static vt_status insert(vt_tx *tx, void *context, vt_error *err)
{
    vt_creation *c = context;
    VT_TRY(vt_creation_insert(tx, c, err));
    vt_buf_clear(&c->call->create_body);
    write_reply(c, &c->call->create_body);
    if (!c->idem_key.ptr)
        return VT_OK;
    vt_idempotency row = {.key_id = vt_str_z(c->call->key.id),
                          .idem_key = c->idem_key,
                          .fingerprint = c->input.fingerprint,
                          .request_id = vt_str_z(c->request.id),
                          .status = c->input.earlier_shape ? 201 : 202,
                          .body = vt_buf_str(&c->call->create_body),
                          .created_ms = c->request.created_ms};
    return vt_idempotency_insert(tx, &row, err);
}

/* The warnings of the body as JSON; the null string when there are none. */
static vt_str list_warnings(const vt_creation *c)
{
    if (!c->input.warnings.n)
        return VT_STR_NULL;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_begin_array(&w);
    for (size_t i = 0; i < c->input.warnings.n; i++)
        vt_json_put_str(&w, c->input.warnings.at[i]);
    vt_json_end_array(&w);
    return vt_str_dup(c->http->arena, vt_buf_str(&text));
}

static void fill_request(vt_creation *c)
{
    const vt_call *call = c->call;
    const vt_service_config *config = &c->service->config;
    vt_request *r = &c->request;
    r->created_ms = vt_store_now_ms(config->store);
    vt_id_new("prs_", r->created_ms, r->id);
    snprintf(r->account_id, sizeof r->account_id, "%s", call->account.id);
    snprintf(r->key_id, sizeof r->key_id, "%s", call->key.id);
    snprintf(r->input, sizeof r->input, "%s", vt_create_input_word(c->input.input));
    snprintf(r->queue, sizeof r->queue, "%s", c->input.input == VT_CREATE_URL ? "fetch" : "parse");
    snprintf(r->stage, sizeof r->stage, "queued");
    r->test = call->key.test;
    r->earlier_shape = c->input.earlier_shape;
    r->max_pages = r->earlier_shape ? EARLIER_MAX_PAGES : config->max_pages[call->account.plan];
    r->file_bytes = (int64_t)c->input.content.len;
    r->reference = c->input.reference;
    r->metadata = c->input.metadata;
    r->warnings = list_warnings(c);
    r->retention_ms = c->input.retention_s ? c->input.retention_s * 1000 : config->retention_ms;
}

/* Of a document that is here already. */
static void choose_queue(vt_creation *c)
{
    vt_request *r = &c->request;
    if (strcmp(r->queue, "parse") == 0 && c->input.input != VT_CREATE_RESULT)
        snprintf(r->queue, sizeof r->queue, "%s",
                 vt_jobs_queue_of(c->service->config.jobs, c->http->arena, r->config));
}

/* ---- samples of test keys ---- */

/* The problem as the live service shows it: 400 has faults. */
static void reply_sample(vt_http_request *http, vt_problem problem)
{
    vt_faults faults = {0};
    if (problem == VT_PROBLEM_INVALID_REQUEST) {
        vt_vec_push(http->arena, &faults,
                    ((vt_fault){VT_STR("/config/extract/type"), "enum",
                                VT_STR("must be one of file, ocr, auto")}));
        vt_vec_push(http->arena, &faults,
                    ((vt_fault){VT_STR("/config/matching/top_skills"), "range",
                                VT_STR("must be from 1 to 10")}));
    }
    vt_reply_problem(http, problem, NULL, &faults);
}

/* What the engine would have written before it failed: text that came as text is there. */
static vt_str text_of_sample(const vt_creation *c)
{
    if (c->input.input != VT_CREATE_TEXT)
        return VT_STR_NULL;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "raw_text", c->input.content);
    vt_json_end_object(&w);
    return vt_str_dup(c->http->arena, vt_buf_str(&text));
}

/* True when the reply is filled. */
static bool apply_sample(vt_creation *c)
{
    if (!c->request.test)
        return false;
    c->sample = vt_sample_find(c->input.content);
    vt_request *r = &c->request;
    switch (c->sample.kind) {
    case VT_SAMPLE_NONE:
        return false;
    case VT_SAMPLE_IS_ERROR:
        reply_sample(c->http, c->sample.problem);
        if (vt_problem_get(c->sample.problem)->retryable)
            vt_http_add(c->http, "Retry-After", VT_STR("1"));
        return true;
    case VT_SAMPLE_IS_TEXT:
        c->input.content = c->sample.text;
        c->input.input = VT_CREATE_TEXT;
        snprintf(r->input, sizeof r->input, "text");
        return false;
    case VT_SAMPLE_IS_STATE:
        r->state = c->sample.state;
        r->queue[0] = 0;
        if (r->state == VT_STATE_PARSING) {
            snprintf(r->stage, sizeof r->stage, "parse");
            r->percent = 50;
            r->started_ms = r->created_ms;
        }
        return false;
    case VT_SAMPLE_IS_FAILED:
        c->ended = &c->sample.outcome;
        c->ended_json = text_of_sample(c);
        r->queue[0] = 0;
        return false;
    }
    return false;
}

/* ---- the whole ---- */

static bool reply_created(vt_creation *c)
{
    vt_http_request *http = c->http;
    vt_call *call = c->call;
    vt_http_addf(http, "Location", VT_STR_FMT "/v1/parse/%s", VT_STR_ARG(http->base),
                 c->request.id);
    call->create_status = c->input.earlier_shape ? 201 : 202;
    call->wait_s = vt_prefer_wait(http);
    if (call->wait_s) {
        call->wait_until_ms = vt_time_monotonic_ms() + call->wait_s * 1000;
        return vt_status_reply(c->service, http, call,
                               vt_str_dup(http->arena, vt_str_z(c->request.id)));
    }
    vt_reply_json(http, call->create_status);
    vt_buf_add(&http->reply.body, vt_buf_str(&call->create_body));
    vt_http_add(http, "Retry-After", VT_STR("1"));
    if (c->input.earlier_shape)
        vt_reply_deprecated(http);
    return true;
}

static void written(vt_writing *writing);

/* Queues the write and parks the request: no thread waits for the disk. */
static void write_later(vt_creation *c)
{
    c->writing = (vt_writing){.how = {.group = vt_str_z(c->request.account_id)},
                              .fn = insert,
                              .context = c,
                              .done = written};
    vt_http_hold(c->http);
    vt_store_write_later(c->service->config.store, &c->writing);
}

/* The request again, after the write. */
static bool finish(vt_creation *c)
{
    vt_status status = c->writing.status;
    if (status == VT_E_LIMIT)
        vt_reply_problem(c->http, VT_PROBLEM_INSUFFICIENT_CREDITS, c->writing.error.message, NULL);
    else if (status == VT_E_CONFLICT && c->idem_key.ptr)
        vt_reply_problem(c->http, VT_PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL, NULL);
    else if (status != VT_OK)
        vt_reply_failure(c->http, status, &c->writing.error);
    if (status != VT_OK)
        return true;
    vt_log(VT_LOG_INFO, "request.created", "id=%s request_id=%s input=%s bytes=%jd credits=%jd",
           c->request.id, c->http->id, c->request.input, (intmax_t)c->request.file_bytes,
           (intmax_t)c->request.reserved);
    vt_audit_read(c->service, c->http, c->http->state, "request.create", vt_str_z(c->request.id));
    if (c->request.queue[0])
        vt_jobs_wake(c->service->config.jobs, c->request.queue);
    return reply_created(c);
}

static void finish_there(void *context)
{
    (void)finish(context);
}

/* On a thread of the store. */
static void written(vt_writing *writing)
{
    vt_creation *c = writing->context;
    if (vt_prefer_wait(c->http)) {
        vt_http_rerun(c->http);
        return;
    }
    vt_http_guard(c->http, finish_there, c);
    vt_creation_leave(c);
    vt_http_resume(c->http);
}

bool vt_creation_begin(vt_creation *c)
{
    fill_request(c);
    return apply_sample(c);
}

/* What a look at the request itself tells; true when the reply is filled. */
static bool read_request(vt_creation *c)
{
    vt_create *in = &c->input;
    vt_create_read(c->http, vt_day_of(vt_store_now_ms(c->service->config.store)), in);
    if (vt_creation_replay(c))
        return true;
    if (in->problem != VT_PROBLEM_COUNT) {
        vt_reply_problem(c->http, in->problem, in->detail, &in->faults);
        return true;
    }
    return vt_creation_begin(c);
}

bool vt_creation_needs_probe(const vt_creation *c)
{
    return c->input.input == VT_CREATE_FILE && c->sample.kind <= VT_SAMPLE_IS_ERROR;
}

/* Of the account and the document: what tells a document that was sent before. */
static void hash_content(vt_creation *c)
{
    char hex[VT_SHA256_HEX];
    if (c->input.input != VT_CREATE_FILE && c->input.input != VT_CREATE_TEXT)
        return;
    vt_sha256_hex(c->input.content, hex);
    vt_str both = vt_str_format(c->http->arena, "%s %s", c->request.account_id, hex);
    vt_sha256_hex(both, hex);
    c->request.content_hash = vt_str_dup(c->http->arena, vt_str_z(hex));
}

bool vt_creation_check(vt_creation *c)
{
    const vt_create *in = &c->input;
    if (c->sample.kind <= VT_SAMPLE_IS_ERROR && !probe(c))
        return false;
    if (in->prompt_level_unknown) {
        vt_reply_problem(c->http, VT_PROBLEM_PROMPT_LEVEL_NOT_IMPLEMENTED, NULL, NULL);
        return false;
    }
    c->request.reserved = estimate(c);
    if (!check_account(c) || !check_queue(c))
        return false;
    VT_AUTO(vt_buf) vt_buf config = {0};
    vt_create_config(in, &config);
    c->request.config = vt_str_dup(c->http->arena, vt_buf_str(&config));
    choose_queue(c);
    hash_content(c);
    return true;
}

/* The rest of the checks, and the write; true when the reply is filled, false when it is parked. */
static bool check_and_write(vt_creation *c)
{
    if (!vt_creation_check(c))
        return true;
    write_later(c);
    return false;
}

bool vt_api_create(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_creation *c = call->creation;
    bool replied = false;
    if (!c) {
        c = call->creation = VT_NEW(request->arena, vt_creation);
        *c = (vt_creation){.service = service, .http = request, .call = call};
        replied = read_request(c);
        if (!replied && call->on_io && c->input.input == VT_CREATE_FILE) {
            vt_http_rerun(request); /* a worker looks at the document, which takes a while */
            return false;
        }
    }
    bool parked = false;
    if (!replied && !c->writing.done && vt_creation_needs_probe(c))
        replied = !vt_lane_pass(service->probes, request, call, &parked);
    if (parked)
        return false;
    if (!replied)
        replied = c->writing.done ? finish(c) : check_and_write(c);
    if (replied) /* else it may be gone by now */
        vt_creation_leave(c);
    return replied;
}
