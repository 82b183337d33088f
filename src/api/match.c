/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POST /v1/match: candidates against jobs, each with each. A candidate is a result, or the id of a
 * request that has one; nothing is parsed again, nothing is stored, and nothing is charged.
 */
#include "api/body.h"
#include "api/result_check.h"
#include "api/web.h"
#include "base/limits.h"
#include "store/requests.h"

enum {
    MAX_PAIRS = 100,
    PAIR_MS = 10000,
    ALL_US = 20 * 1000 * 1000, /* of a worker's time for all pairs of a request */
    FREE_PAIR_US = 20000,      /* a usual pair takes a fifth of it */
    TOP_DEFAULT = 3,
    TOP_MAX = 10,
};

struct matcher {
    vt_service *service;
    vt_http_request *request;
    const vt_call *call;
    vt_faults faults;
    const vt_json *candidates, *jobs;
    vt_str *results; /* [candidates->n] JSON */
    int64_t top;
    int64_t used_us, owed_us; /* of a worker's time, and what of it the account's budget pays */
};

static void fault(struct matcher *m, const char *code, const char *detail, const char *pointer)
{
    vt_vec_push(
        m->request->arena, &m->faults,
        ((vt_fault){vt_str_dup(m->request->arena, vt_str_z(pointer)), code, vt_str_z(detail)}));
}

/* What a pair repeats must be short. */
static void check_reference(struct matcher *m, const vt_json *item, const char *at)
{
    const vt_json *given = vt_json_get(item, "reference");
    const char *code = "type", *detail = "must be a string";
    if (!given || vt_json_is(given, VT_JSON_NULL))
        return;
    if (vt_json_is(given, VT_JSON_STRING))
        detail = vt_reference_fault(m->request->arena, given->u.string, &code);
    if (detail)
        fault(m, code, detail, vt_str_format(m->request->arena, "%s/reference", at).ptr);
}

/* ---- candidates ---- */

struct lookup {
    vt_arena *arena;
    vt_str id;
    vt_request request;
    bool found;
};

static vt_status look_up(vt_tx *tx, void *context, vt_error *err)
{
    struct lookup *l = context;
    return vt_request_find(tx, l->arena, l->id, &l->request, &l->found, err);
}

/* The answer of a request of this account; its result is checked like a given one. */
static const vt_json *find_answer(struct matcher *m, vt_str id, const char *pointer)
{
    struct lookup l = {.arena = m->request->arena, .id = id};
    const vt_json *answer = NULL;
    vt_status status = vt_store_read(m->service->config.store, look_up, &l, NULL);
    bool own = status == VT_OK && l.found &&
               strcmp(l.request.account_id, m->call->account.id) == 0 && l.request.answer.ptr &&
               !vt_request_expired(&l.request, vt_store_now_ms(m->service->config.store));
    if (!own || vt_json_parse(m->request->arena, l.request.answer, &answer, NULL) != VT_OK)
        fault(m, "not_found", "is no finished request of this account", pointer);
    else if (!vt_json_is(vt_json_get(answer, "result"), VT_JSON_OBJECT))
        fault(m, "no_result", "is a request without a result", pointer);
    else
        return answer;
    return NULL;
}

static void read_candidate(struct matcher *m, size_t i)
{
    vt_arena *arena = m->request->arena;
    const vt_json *item = m->candidates->u.items[i], *data = vt_json_get(item, "result");
    const char *at = vt_str_format(arena, "/candidates/%zu", i).ptr, *place = at;
    vt_str id = vt_json_str(vt_json_get(item, "request_id"));
    check_reference(m, item, at);
    if (id.ptr) {
        data = find_answer(m, id, vt_str_format(arena, "%s/request_id", at).ptr);
        if (!data)
            return;
    } else if (!data) {
        fault(m, "required", "must have a request_id or a result", at);
        return;
    }
    const char *detail =
        vt_result_check(arena, data, vt_str_format(arena, "%s/result", at).ptr, &place);
    if (detail) {
        fault(m, "type", detail, place);
        return;
    }
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_put_tree(&w, data);
    m->results[i] = vt_str_dup(arena, vt_buf_str(&text));
}

/* ---- the body ---- */

static void read_job(struct matcher *m, size_t i)
{
    vt_arena *arena = m->request->arena;
    vt_str text = vt_json_str(vt_json_get(m->jobs->u.items[i], "job_description"));
    const char *at = vt_str_format(arena, "/jobs/%zu/job_description", i).ptr;
    vt_error err = {0};
    check_reference(m, m->jobs->u.items[i], vt_str_format(arena, "/jobs/%zu", i).ptr);
    if (!text.ptr)
        fault(m, "required", "is required", at);
    else if (vt_check_job_description(text, &err) != VT_OK)
        fault(m, "length", vt_str_cstr(arena, vt_str_z(err.message)), at);
}

static const vt_json *read_list(struct matcher *m, const vt_json *body, const char *name)
{
    const vt_json *list = vt_json_get(body, name);
    const char *at = vt_str_format(m->request->arena, "/%s", name).ptr;
    if (!vt_json_is(list, VT_JSON_ARRAY) || list->n == 0) {
        fault(m, "required", "must be a list with at least one item", at);
        return NULL;
    }
    return list;
}

/* False when the reply says what is wrong. */
static bool read_body(struct matcher *m)
{
    const vt_json *body;
    if (!vt_web_body(m->request, &body))
        return false;
    m->candidates = read_list(m, body, "candidates");
    m->jobs = read_list(m, body, "jobs");
    const vt_json *top = vt_json_get(body, "top_skills");
    m->top = TOP_DEFAULT;
    if (top && !vt_json_is(top, VT_JSON_NULL) && !vt_json_whole(top, &m->top))
        fault(m, "type", "must be a whole number", "/top_skills");
    else if (m->top < 1 || m->top > TOP_MAX)
        fault(m, "range", "must be from 1 to 10", "/top_skills");
    if (m->candidates && m->jobs && m->candidates->n * m->jobs->n > MAX_PAIRS)
        fault(m, "length", "candidates times jobs must be at most 100", "/candidates");
    if (m->faults.n == 0) {
        m->results = VT_NEW_ARRAY(m->request->arena, vt_str, m->candidates->n);
        for (size_t i = 0; i < m->candidates->n; i++)
            read_candidate(m, i);
        for (size_t i = 0; i < m->jobs->n; i++)
            read_job(m, i);
    }
    if (m->faults.n)
        vt_reply_problem(m->request, VT_PROBLEM_INVALID_REQUEST, NULL, &m->faults);
    return m->faults.n == 0;
}

/* ---- pairs ---- */

static void put_reference(vt_json_writer *w, const char *key, const vt_json *item)
{
    vt_str reference = vt_json_str(vt_json_get(item, "reference"));
    if (reference.ptr)
        vt_json_kv_str(w, key, reference);
}

/* The worker's answer; NULL when it had none in time, or the time of all pairs is used up. */
static vt_status ask(struct matcher *m, vt_arena *arena, size_t candidate, size_t job,
                     const vt_json **ret, vt_error *err)
{
    *ret = NULL;
    if (m->used_us >= ALL_US)
        return VT_OK;
    int64_t used_us = 0;
    vt_options options = vt_options_default();
    options.input = VT_INPUT_RESULT;
    options.reference_date = vt_day_of(vt_store_now_ms(m->service->config.store));
    options.job_description = vt_json_str(vt_json_get(m->jobs->u.items[job], "job_description"));
    options.matching = true;
    options.top_skills = (uint32_t)m->top;
    const vt_work work = {.account = vt_str_z(m->call->account.id),
                          .input_fd = -1,
                          .input = m->results[candidate],
                          .options = &options,
                          .timeout_ms = PAIR_MS,
                          .ret_used_us = &used_us};
    VT_AUTO(vt_buf) vt_buf json = {0};
    vt_outcome outcome = {0};
    vt_status status = vt_pool_run(m->service->config.pool, &work, &json, &outcome, err);
    m->used_us += used_us;
    m->owed_us += VT_MAX(used_us - FREE_PAIR_US, 0);
    if (status != VT_OK || outcome.failed)
        return status;
    return vt_json_parse(arena, vt_buf_str(&json), ret, err);
}

static vt_status match_pair(struct matcher *m, size_t candidate, size_t job, vt_json_writer *w,
                            vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_scratch(m->request->arena);
    const vt_json *answer;
    VT_TRY(ask(m, arena, candidate, job, &answer, err));
    vt_json_begin_object(w);
    vt_json_kv_int(w, "candidate", (int64_t)candidate);
    vt_json_kv_int(w, "job", (int64_t)job);
    put_reference(w, "candidate_reference", m->candidates->u.items[candidate]);
    put_reference(w, "job_reference", m->jobs->u.items[job]);
    vt_json_key(w, "matching");
    vt_json_put_tree(w, vt_json_get(answer, "matching"));
    vt_json_end_object(w);
    return VT_OK;
}

bool vt_api_match(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct matcher m = {.service = service, .request = request, .call = call};
    bool parked;
    if (!vt_lane_pass(service->matches, request, call, &parked))
        return !parked;
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {service->matches, call->account.id, 0};
    if (!read_body(&m))
        return true;
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "matches");
    vt_json_begin_array(&w);
    vt_error err = {0};
    vt_status status = VT_OK;
    for (size_t i = 0; status == VT_OK && i < m.candidates->n; i++)
        for (size_t k = 0; status == VT_OK && k < m.jobs->n; k++)
            status = match_pair(&m, i, k, &w, &err);
    stay.used_us = m.owed_us;
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}
