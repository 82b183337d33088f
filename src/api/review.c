/* SPDX-License-Identifier: Apache-2.0 */
/*
 * /v1/parse/{id}/review: the result as a person corrected it, stored beside the machine's, which
 * stays as it is. A version is one row; its ETag guards against two people who overwrite each
 * other. Sending the same content again changes nothing and tells nobody.
 */
#include "api/review.h"

#include "api/review_check.h"
#include "api/review_diff.h"
#include "api/web.h"
#include "base/limits.h"
#include "store/hooks.h"
#include "store/reviews.h"

#include <stdio.h>

enum { MAX_POINTERS = 2000, POINTER_BYTES = 512 };

/* ---- reading ---- */

struct reviewing {
    vt_arena *arena;
    vt_service *service;
    const vt_http_request *http;
    vt_call *call;
    vt_str id, if_match;
    vt_request request;
    bool found, fits, changed; /* fits: the ETag; changed: a new version was made */
    vt_reviewed review;        /* the stored one, or with `body` the one to store */
    vt_str body;
    bool complete;
    bool has_result; /* the answer, which never changes, has one to correct */
    int64_t now_ms;
};

static vt_status find_review(vt_tx *tx, void *context, vt_error *err)
{
    struct reviewing *r = context;
    VT_TRY(vt_request_find(tx, r->arena, r->id, &r->request, &r->found, err));
    return vt_reviewed_find(tx, r->arena, r->id, &r->review, err);
}

/* False when the reply says that there is no such request. */
static bool is_own(struct reviewing *r, vt_http_request *request)
{
    if (!r->found || strcmp(r->request.account_id, r->call->account.id) != 0 ||
        r->request.erased == VT_ERASED_ON_DEMAND) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return false;
    }
    if (vt_request_expired(&r->request, r->now_ms)) {
        vt_reply_problem(request, VT_PROBLEM_RESULT_EXPIRED, NULL, NULL);
        return false;
    }
    return true;
}

static struct reviewing begin(vt_service *service, vt_http_request *request, vt_call *call)
{
    return (struct reviewing){.arena = request->arena,
                              .service = service,
                              .http = request,
                              .call = call,
                              .id = call->param,
                              .if_match = vt_http_header(request, "If-Match"),
                              .now_ms = vt_store_now_ms(service->config.store)};
}

/* ---- writing ---- */

static void put_pointers(vt_json_writer *w, const char *key, const vt_pointers *pointers)
{
    vt_json_key(w, key);
    vt_json_begin_array(w);
    for (size_t i = 0; i < pointers->n; i++)
        vt_json_put_str(w, pointers->at[i]);
    vt_json_end_array(w);
}

/* What both forms tell of a review: its version and what the person did. */
static void put_facts(vt_arena *arena, vt_json_writer *w, const vt_reviewed *review,
                      const vt_json *machine, const vt_json *body)
{
    vt_pointers changed = {0};
    vt_review_changed(arena, machine, vt_json_get(body, "result"), &changed);
    vt_json_kv_int(w, "version", review->version);
    vt_json_kv_time(w, "reviewed_at", review->reviewed_ms);
    vt_json_kv_bool(w, "complete", vt_json_bool(vt_json_get(body, "complete"), true));
    put_pointers(w, "changed", &changed);
    vt_json_key(w, "confirmed");
    vt_json_put_tree(w, vt_json_get(body, "confirmed"));
}

vt_str vt_review_tag(vt_arena *arena, const char *id, int64_t version)
{
    return vt_str_format(arena, "\"%s-r%jd\"", id, (intmax_t)version);
}

static vt_status write_review(struct reviewing *r, vt_http_request *request, vt_error *err)
{
    const vt_json *answer, *body;
    VT_TRY(vt_json_parse(r->arena, r->request.answer, &answer, err));
    VT_TRY(vt_json_parse(r->arena, r->review.body, &body, err));
    vt_reply_json(request, 200);
    vt_http_add(request, "ETag", vt_review_tag(r->arena, r->request.id, r->review.version));
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "request_id", vt_str_z(r->request.id));
    put_facts(r->arena, &w, &r->review, vt_json_get(answer, "result"), body);
    vt_json_key(&w, "dismissed");
    vt_json_put_tree(&w, vt_json_get(body, "dismissed"));
    vt_json_key(&w, "places");
    vt_json_put_tree(&w, vt_json_get(body, "places"));
    vt_json_key(&w, "result");
    vt_json_put_tree(&w, vt_json_get(body, "result"));
    vt_json_end_object(&w);
    return VT_OK;
}

static void put_evidence(vt_arena *arena, vt_json_writer *w, const vt_json *answer,
                         const vt_json *body)
{
    const vt_json *places = vt_json_get(body, "places");
    vt_json_begin_object(w);
    vt_review_put_evidence(arena, vt_json_get(answer, "result"), vt_json_get(body, "result"),
                           vt_json_get(answer, "evidence"), places, w);
    for (size_t i = 0; places && i < places->n; i++) {
        vt_json_key_str(w, places->u.members[i].key);
        vt_json_put_tree(w, places->u.members[i].value);
    }
    vt_json_end_object(w);
}

/* How certain the values are that the person left as they were. */
static void put_confidence(vt_arena *arena, vt_json_writer *w, const vt_json *answer,
                           const vt_json *body)
{
    vt_json_begin_object(w);
    vt_review_put_evidence(arena, vt_json_get(answer, "result"), vt_json_get(body, "result"),
                           vt_json_get(answer, "confidence"), NULL, w);
    vt_json_end_object(w);
}

vt_status vt_review_merge(vt_arena *arena, vt_str answer_text, const vt_reviewed *review,
                          vt_buf *out, vt_error *err)
{
    const vt_json *answer, *body;
    VT_TRY(vt_json_parse(arena, answer_text, &answer, err));
    VT_TRY(vt_json_parse(arena, review->body, &body, err));
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    for (size_t i = 0; i < answer->n; i++) {
        const vt_json_member *m = &answer->u.members[i];
        vt_json_key_str(&w, m->key);
        if (vt_str_eq(m->key, VT_STR("result")))
            vt_json_put_tree(&w, vt_json_get(body, "result"));
        else if (vt_str_eq(m->key, VT_STR("evidence")))
            put_evidence(arena, &w, answer, body);
        else if (vt_str_eq(m->key, VT_STR("confidence")))
            put_confidence(arena, &w, answer, body);
        else
            vt_json_put_tree(&w, m->value);
    }
    vt_json_key(&w, "review");
    vt_json_begin_object(&w);
    put_facts(arena, &w, review, vt_json_get(answer, "result"), body);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    return VT_OK;
}

/* ---- GET ---- */

bool vt_api_review(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct reviewing r = begin(service, request, call);
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, find_review, &r, &err);
    if (status == VT_OK && !is_own(&r, request))
        return true;
    if (status == VT_OK && !r.review.version) {
        vt_reply_problem(request, VT_PROBLEM_NOT_REVIEWED, NULL, NULL);
        return true;
    }
    if (status == VT_OK)
        status = write_review(&r, request, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else
        vt_audit_read(service, request, call, "review.read", vt_str_z(r.request.id));
    return true;
}

/* ---- the body of PUT ---- */

struct body {
    vt_arena *arena;
    const vt_json *json, *result;
    vt_faults faults;
};

static void fault(struct body *b, vt_str pointer, const char *code, const char *detail)
{
    if (b->faults.n < VT_MAX_REVIEW_FAULTS)
        vt_vec_push(b->arena, &b->faults, ((vt_fault){pointer, code, vt_str_z(detail)}));
}

/* A pointer to a value, or to the place of one that is null. */
static bool is_pointer(const struct body *b, vt_str pointer)
{
    return pointer.len <= POINTER_BYTES && vt_json_at(b->result, pointer);
}

static void check_list(struct body *b, const char *name, bool pointers)
{
    const vt_json *list = vt_json_get(b->json, name);
    vt_str at = vt_str_format(b->arena, "/%s", name);
    if (!list)
        return;
    if (!vt_json_is(list, VT_JSON_ARRAY) || list->n > MAX_POINTERS) {
        fault(b, at, "type", "must be a list of at most 2000 items");
        return;
    }
    for (size_t i = 0; i < list->n; i++) {
        const vt_json *item = list->u.items[i];
        bool good = pointers ? is_pointer(b, vt_json_str(item)) : vt_json_int(item, -1) >= 0;
        if (!good)
            fault(b, vt_str_format(b->arena, "/%s/%zu", name, i), "format",
                  pointers ? "must be a JSON pointer to a value of `result`"
                           : "must be an offset in raw_text");
    }
}

static bool is_box(const vt_json *box)
{
    bool good = vt_json_is(box, VT_JSON_ARRAY) && box->n == 4;
    for (size_t i = 0; good && i < 4; i++)
        good = vt_json_num(box->u.items[i], -1e9) > -1e6 && vt_json_num(box->u.items[i], 1e9) < 1e6;
    return good;
}

static bool is_place(const vt_json *place)
{
    const vt_json *page = vt_json_get(place, "page"), *box = vt_json_get(place, "box");
    bool on_page = vt_json_int(page, 0) > 0 && is_box(box);
    bool nowhere = vt_json_is(page, VT_JSON_NULL) && vt_json_is(box, VT_JSON_NULL);
    int64_t start = vt_json_int(vt_json_get(place, "start"), -1);
    return vt_json_is(place, VT_JSON_OBJECT) && place->n == 4 && (on_page || nowhere) &&
           start >= 0 && vt_json_int(vt_json_get(place, "end"), -1) >= start;
}

static void check_places(struct body *b)
{
    const vt_json *places = vt_json_get(b->json, "places");
    if (!places)
        return;
    if (!vt_json_is(places, VT_JSON_OBJECT) || places->n > MAX_POINTERS) {
        fault(b, VT_STR("/places"), "type", "must be an object with at most 2000 members");
        return;
    }
    for (size_t i = 0; i < places->n; i++) {
        const vt_json_member *m = &places->u.members[i];
        vt_str at = vt_str_format(b->arena, "/places/%zu", i);
        if (!is_pointer(b, m->key))
            fault(b, at, "format", "its key must be a JSON pointer to a value of `result`");
        else if (!is_place(m->value))
            fault(b, at, "format",
                  "must have page, box (four numbers), start and end; page and box null without a "
                  "page");
    }
}

static void check_keys(struct body *b)
{
    static const char *const known[] = {"result", "confirmed", "dismissed", "places", "complete"};
    for (size_t i = 0; i < b->json->n; i++) {
        bool found = false;
        for (size_t k = 0; k < VT_COUNT(known); k++)
            found = found || vt_str_eq(b->json->u.members[i].key, vt_str_z(known[k]));
        if (!found)
            fault(b,
                  vt_str_format(b->arena, "/" VT_STR_FMT,
                                VT_STR_ARG(vt_str_sub(b->json->u.members[i].key, 0, 60))),
                  "unknown", "is not a key of a review");
    }
    const vt_json *complete = vt_json_get(b->json, "complete");
    if (complete && !vt_json_is(complete, VT_JSON_BOOL))
        fault(b, VT_STR("/complete"), "type", "must be true or false");
}

static void put_or_empty(vt_json_writer *w, const struct body *b, const char *key, bool list)
{
    const vt_json *value = vt_json_get(b->json, key);
    vt_json_key(w, key);
    if (value)
        vt_json_put_tree(w, value);
    else
        vt_json_put_raw(w, list ? VT_STR("[]") : VT_STR("{}"));
}

/* The content as it is stored; false when the reply says what is wrong. */
static bool read_body(struct reviewing *r, vt_http_request *request)
{
    struct body b = {.arena = request->arena};
    if (!vt_web_body(request, &b.json))
        return false;
    b.result = vt_json_get(b.json, "result");
    check_keys(&b);
    if (b.result)
        vt_review_check(b.arena, b.result, "/result", &b.faults);
    else
        fault(&b, VT_STR("/result"), "required", "is required: the whole corrected result");
    check_list(&b, "confirmed", true);
    check_list(&b, "dismissed", false);
    check_places(&b);
    if (b.faults.n) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &b.faults);
        return false;
    }
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_json_writer w = vt_json_writer_init(&out, 0);
    r->complete = vt_json_bool(vt_json_get(b.json, "complete"), true);
    vt_json_begin_object(&w);
    vt_json_key(&w, "result");
    vt_json_put_tree(&w, b.result);
    put_or_empty(&w, &b, "confirmed", true);
    put_or_empty(&w, &b, "dismissed", true);
    put_or_empty(&w, &b, "places", false);
    vt_json_kv_bool(&w, "complete", r->complete);
    vt_json_end_object(&w);
    r->body = vt_str_dup(r->arena, vt_buf_str(&out));
    return true;
}

/* ---- PUT and DELETE ---- */

static bool tag_fits(const struct reviewing *r)
{
    vt_str rest = r->if_match, item;
    vt_str tag = vt_review_tag(r->arena, r->request.id, r->review.version);
    if (!r->if_match.len)
        return r->review.version == 0; /* the first one needs none */
    while (vt_str_split(&rest, ',', &item)) {
        item = vt_str_trim(item);
        if (vt_str_starts(item, VT_STR("W/"))) /* a proxy that compressed the answer */
            item = vt_str_sub(item, 2, item.len);
        if (vt_str_eq(item, VT_STR("*")) || (r->review.version && vt_str_eq(item, tag)))
            return true;
    }
    return false;
}

/* The caller's own words are added when it is sent (jobs/webhook.c). */
static vt_status tell(vt_tx *tx, struct reviewing *r, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf payload = {0};
    vt_json_writer w = vt_json_writer_init(&payload, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", VT_STR("parse.reviewed"));
    vt_json_kv_time(&w, "timestamp", r->now_ms);
    vt_json_key(&w, "data");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "request_id", vt_str_z(r->request.id));
    vt_json_kv_str(&w, "status", vt_str_z(vt_state_word(r->request.state)));
    vt_json_kv_int(&w, "review_version", r->review.version);
    vt_json_key(&w, "links");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "self",
                   vt_str_format(r->arena, "/v1/parse/%s?version=reviewed", r->request.id));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    int64_t count;
    return vt_delivery_queue(tx, r->arena, vt_str_z(r->request.account_id), "parse.reviewed",
                             vt_buf_str(&payload), r->now_ms, &count, err);
}

static vt_status audit(vt_tx *tx, const struct reviewing *r, const char *action, vt_error *err)
{
    vt_audit_entry entry =
        vt_audit_of(r->http, r->call, r->now_ms, action, vt_str_z(r->request.id));
    return vt_audit_write(tx, &entry, err);
}

static bool is_writable(const struct reviewing *r)
{
    return r->found && strcmp(r->request.account_id, r->call->account.id) == 0 &&
           r->request.erased == VT_ERASED_NOT && !vt_request_expired(&r->request, r->now_ms);
}

/* Reads the answer before the transaction: no other write waits while a large one is parsed. */
static vt_status look_for_result(struct reviewing *r, vt_error *err)
{
    const vt_json *answer = NULL;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_scratch(r->arena);
    VT_TRY(vt_store_read(r->service->config.store, find_review, r, err));
    if (is_writable(r) && r->request.answer.ptr)
        VT_TRY(vt_json_parse(arena, r->request.answer, &answer, err));
    r->has_result = vt_json_is(vt_json_get(answer, "result"), VT_JSON_OBJECT);
    return VT_OK;
}

/* What is wrong with the request is told behind the transaction, which changes nothing then. */
static vt_status put_review(vt_tx *tx, void *context, vt_error *err)
{
    struct reviewing *r = context;
    r->changed = r->fits = false;
    VT_TRY(find_review(tx, r, err));
    if (!is_writable(r) || !r->has_result)
        return VT_OK;
    bool same = r->review.version && vt_str_eq(r->review.body, r->body);
    r->fits = same || tag_fits(r);
    if (!r->fits || same)
        return VT_OK;
    r->review.body = r->body;
    r->review.reviewed_ms = r->now_ms;
    snprintf(r->review.key_id, sizeof r->review.key_id, "%s", r->call->key.id);
    VT_TRY(vt_reviewed_put(tx, r->id, &r->review, err));
    r->review.version++;
    r->changed = true;
    VT_TRY(audit(tx, r, "review.put", err));
    return r->complete ? tell(tx, r, err) : VT_OK;
}

bool vt_api_review_put(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct reviewing r = begin(service, request, call);
    vt_error err = {0};
    if (!read_body(&r, request))
        return true;
    const vt_write how = {.group = vt_str_z(call->account.id)};
    vt_status status = look_for_result(&r, &err);
    if (status == VT_OK && r.has_result)
        status = vt_store_write_as(service->config.store, &how, put_review, &r, &err);
    if (status == VT_E_CONFLICT) { /* two first reviews at the same instant */
        vt_reply_problem(request, VT_PROBLEM_REVIEW_CHANGED, NULL, NULL);
        return true;
    }
    if (status == VT_OK && !is_own(&r, request))
        return true;
    if (status == VT_OK && !r.has_result) {
        vt_reply_problem(request, VT_PROBLEM_NOT_REVIEWABLE, NULL, NULL);
        return true;
    }
    if (status == VT_OK && !r.fits) {
        vt_reply_problem(request, VT_PROBLEM_REVIEW_CHANGED, NULL, NULL);
        return true;
    }
    if (status == VT_OK)
        status = write_review(&r, request, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (r.changed && r.complete)
        vt_jobs_wake(service->config.jobs, "send");
    return true;
}

static vt_status delete_review(vt_tx *tx, void *context, vt_error *err)
{
    struct reviewing *r = context;
    r->fits = false;
    VT_TRY(find_review(tx, r, err));
    if (!is_writable(r) || !r->review.version)
        return VT_OK;
    r->fits = !r->if_match.len || tag_fits(r);
    if (!r->fits)
        return VT_OK;
    VT_TRY(vt_reviewed_delete(tx, r->id, err));
    return audit(tx, r, "review.delete", err);
}

bool vt_api_review_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct reviewing r = begin(service, request, call);
    vt_error err = {0};
    vt_status status = vt_store_write(service->config.store, delete_review, &r, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!is_own(&r, request))
        return true;
    else if (!r.review.version)
        vt_reply_problem(request, VT_PROBLEM_NOT_REVIEWED, NULL, NULL);
    else if (!r.fits)
        vt_reply_problem(request, VT_PROBLEM_REVIEW_CHANGED, NULL, NULL);
    else
        request->reply.status = 204;
    return true;
}
