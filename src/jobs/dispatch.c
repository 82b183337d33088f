/* SPDX-License-Identifier: Apache-2.0 */
/* One request, from when it was claimed to its end. */
#include "jobs/internal.h"

#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "base/unwind.h"
#include "jobs/headline.h"
#include "jobs/model.h"

#include <stdio.h>
#include <time.h>

enum { GIVE_BACK_MS = 200 };

/* ---- end ---- */

/* A full disk may have room again, a database may come back: a result is worth some patience. */
static vt_status insist(vt_jobs *jobs, const vt_request *request, vt_tx_fn fn, void *context,
                        vt_error *err)
{
    const vt_write how = {.group = vt_str_z(request->account_id)};
    int64_t until_ms = vt_time_monotonic_ms() + LEASE_SLACK_MS;
    for (int64_t pause_ms = 100;; pause_ms = VT_MIN(pause_ms * 2, 2000)) {
        vt_status status = vt_store_write_as(jobs->config.store, &how, fn, context, err);
        bool last =
            vt_time_monotonic_ms() >= until_ms || (atomic_load(&jobs->stopping) && pause_ms > 400);
        if (status != VT_E_STORE || last)
            return status;
        nanosleep(&(struct timespec){pause_ms / 1000, pause_ms % 1000 * 1000000}, NULL);
    }
}

struct finish {
    vt_jobs *jobs;
    const vt_request *request;
    const vt_end *end;
};

static vt_status finish(vt_tx *tx, void *context, vt_error *err)
{
    struct finish *f = context;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    return vt_jobs_end(tx, arena, &f->jobs->config.prices, f->request, f->end, err);
}

static void count_failure(vt_jobs *jobs, const char *detail)
{
    static const char *const words[] = {
#define VT_DETAIL(word, code, text) #word,
#include "engine/failures.def"
    };
    for (size_t i = 0; detail && i < VT_COUNT(words); i++)
        if (strcmp(words[i], detail) == 0)
            atomic_fetch_add(&jobs->failures[i], 1);
}

static void count_end(vt_jobs *jobs, const vt_end *end)
{
    atomic_fetch_add(end->outcome.failed ? &jobs->failed : &jobs->completed, 1);
    if (end->outcome.failed && strcmp(end->outcome.error_code, "TIMEOUT") == 0)
        atomic_fetch_add(&jobs->timeouts, 1);
    if (end->outcome.failed)
        count_failure(jobs, end->outcome.error_detail);
    vt_counters_add(&jobs->work, end->processing_ms);
    _Atomic int64_t *average = end->outcome.ocr_pages ? &jobs->ocr_mean_us : &jobs->mean_us;
    int64_t mean = atomic_load(average);
    atomic_store(average, mean + (end->processing_ms * 1000 - mean) / 16);
}

void vt_finish(vt_jobs *jobs, const vt_request *request, const vt_end *end)
{
    struct finish f = {jobs, request, end};
    vt_error err = {0};
    vt_status status = insist(jobs, request, finish, &f, &err);
    vt_end refused = *end;
    if (status == VT_E_MEMORY || status == VT_E_FORMAT || status == VT_E_INTERNAL) {
        /* it would be so at the next try: what cannot be stored is no answer */
        vt_log(VT_LOG_ERROR, "request.refused", "id=%s error=\"%s\"", request->id, err.message);
        refused.json = VT_STR_NULL;
        refused.outcome = (vt_outcome){0};
        vt_outcome_fail(&refused.outcome, end->outcome.stage, "internal", NULL);
        f.end = end = &refused;
        status = insist(jobs, request, finish, &f, &err);
    }
    if (status != VT_OK) /* the lease runs out and another try follows */
        vt_log(status == VT_E_CONFLICT ? VT_LOG_WARN : VT_LOG_ERROR, "request.end",
               "id=%s error=\"%s\"", request->id, err.message);
    else
        vt_log(VT_LOG_INFO, "request.end", "id=%s status=%s code=%s ms=%jd processing_ms=%jd",
               request->id, end->outcome.failed ? "failed" : "completed",
               end->outcome.failed ? end->outcome.error_code : "-",
               (intmax_t)(end->ended_ms - request->created_ms), (intmax_t)end->processing_ms);
    if (status == VT_OK)
        count_end(jobs, end);
    else if (status == VT_E_CONFLICT)
        atomic_fetch_add(&jobs->lost, 1);
    vt_jobs_ended(jobs, request->id);
    vt_bell_ring(&jobs->bells[BELL_SEND]);
}

static vt_status give_back(vt_tx *tx, void *context, vt_error *err)
{
    const struct finish *f = context;
    return vt_request_give_back(tx, vt_str_z(f->request->id), vt_str_z(f->jobs->node), err);
}

void vt_give_back(vt_jobs *jobs, const vt_request *request, const vt_error *why)
{
    vt_log(VT_LOG_ERROR, "request.run", "id=%s try=%jd error=\"%s\"", request->id,
           (intmax_t)request->tries, why->message);
    if (request->tries >= MAX_TRIES) {
        vt_end end = {.ended_ms = VT_MAX(vt_store_now_ms(jobs->config.store), request->created_ms)};
        vt_outcome_fail(&end.outcome, VT_STAGE_PARSE, "internal", NULL);
        vt_finish(jobs, request, &end);
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = GIVE_BACK_MS * 1000000L}, NULL);
    struct finish f = {.jobs = jobs, .request = request};
    vt_error err = {0};
    if (insist(jobs, request, give_back, &f, &err) != VT_OK) /* the lease runs out */
        vt_log(VT_LOG_ERROR, "request.give_back", "id=%s error=\"%s\"", request->id, err.message);
    vt_jobs_wake(jobs, request->queue);
}

/* ---- run ---- */

static vt_input_kind input_kind(const vt_request *r)
{
    if (strcmp(r->input, "text") == 0)
        return VT_INPUT_TEXT;
    return strcmp(r->input, "result") == 0 ? VT_INPUT_RESULT : VT_INPUT_FILE;
}

static vt_ocr_effort ocr_effort(vt_str word)
{
    if (vt_str_eq(word, VT_STR("premium")))
        return VT_OCR_PREMIUM;
    return vt_str_eq(word, VT_STR("standard")) ? VT_OCR_STANDARD : VT_OCR_BASIC;
}

static vt_status make_options(const vt_ready *g, vt_options *ret, vt_error *err)
{
    const vt_request *r = &g->request;
    const vt_json *config;
    VT_TRY(vt_json_parse(g->arena, r->config, &config, err));
    *ret = vt_options_default();
    ret->input = input_kind(r);
    ret->filename = g->document.filename;
    ret->content_type = g->document.content_type;
    ret->job_description = g->document.job_description;
    ret->max_pages = ret->input == VT_INPUT_FILE ? (uint32_t)r->max_pages : 0;
    ret->legacy = r->earlier_shape;
    ret->ocr_effort = ocr_effort(vt_json_str(vt_json_get(config, "ocr_effort")));
    ret->estimated_credits = r->reserved;
    ret->reference_date = vt_day_of(r->created_ms);
    if (g->phrases.n) {
        ret->phrases = g->phrases.at;
        ret->phrase_count = g->phrases.n;
    }
    return vt_options_read(config, ret, err);
}

struct progress {
    vt_jobs *jobs;
    size_t slot;
};

/* The stage that ran in a slot is over. Under the lock. */
static void count_stage(vt_jobs *jobs, struct running *r)
{
    int64_t now_us = vt_time_monotonic_us();
    if (r->stage_start_us) {
        jobs->stage_us[r->stage] += (uint64_t)(now_us - r->stage_start_us);
        jobs->stage_runs[r->stage]++;
    }
    r->stage_start_us = now_us;
}

static void on_progress(void *context, vt_stage stage, int percent)
{
    struct progress *p = context;
    pthread_mutex_lock(&p->jobs->lock);
    struct running *r = &p->jobs->running[p->slot];
    if (r->stage != stage || !r->stage_start_us)
        count_stage(p->jobs, r);
    r->stage = stage;
    r->percent = VT_MAX(r->percent, VT_MIN(percent, 99));
    pthread_mutex_unlock(&p->jobs->lock);
}

static void note_running(vt_jobs *jobs, size_t slot, const char *id)
{
    pthread_mutex_lock(&jobs->lock);
    struct running *r = &jobs->running[slot];
    if (r->stage_start_us)
        count_stage(jobs, r);
    *r = (struct running){.stage = VT_STAGE_EXTRACT, .start_ms = vt_time_monotonic_ms()};
    snprintf(r->id, sizeof r->id, "%s", id);
    pthread_mutex_unlock(&jobs->lock);
}

static void bill_for(const vt_request *r, const vt_options *o, const vt_outcome *outcome,
                     vt_bill *ret)
{
    *ret = (vt_bill){.parsed = outcome->parsed,
                     .matched = outcome->matched,
                     .tier = (int)o->tier,
                     .ocr_pages = outcome->ocr_pages,
                     .earlier_shape = r->earlier_shape,
                     .ocr_effort = (int)o->ocr_effort};
}

/* Runs the engine. An error is of our own side; what a document does is a failed outcome. */
static vt_status run(vt_jobs *jobs, size_t slot, const vt_ready *given, vt_buf *out, vt_end *end,
                     vt_error *err)
{
    const vt_jobs_config *config = &jobs->config;
    if (!given->found) { /* deleted meanwhile */
        vt_outcome_fail(&end->outcome, VT_STAGE_EXTRACT, "internal", NULL);
        return VT_OK;
    }
    vt_options options;
    VT_TRY(make_options(given, &options, err));
    pthread_mutex_lock(&jobs->lock);
    jobs->running[slot].reads_pictures = options.extract != VT_EXTRACT_FILE;
    pthread_mutex_unlock(&jobs->lock);
    struct progress progress = {jobs, slot};
    vt_work work = {.account = vt_str_z(given->request.account_id),
                    .input_fd = -1,
                    .input = given->document.body,
                    .options = &options,
                    .timeout_ms = jobs->config.timeout_ms,
                    .on_progress = on_progress,
                    .context = &progress};
    for (int stage = 0; stage <= VT_STAGE_MATCHING; stage++)
        work.stage_ms[stage] = jobs->config.stage_ms;
    if (config->engine)
        VT_TRY(config->engine(config->engine_context, &work, out, &end->outcome, err));
    else
        VT_TRY(vt_premium_run(config->model, config->pool, given->request.id, &work, out,
                              &end->outcome, err));
    end->json = vt_buf_str(out);
    bill_for(&given->request, &options, &end->outcome, &end->bill);
    return VT_OK;
}

struct run_call {
    vt_jobs *jobs;
    size_t slot;
    const vt_ready *ready;
    vt_buf *out;
    vt_end *end;
    vt_error *err;
    vt_status status;
};

static void call_run(void *context)
{
    struct run_call *c = context;
    c->status = run(c->jobs, c->slot, c->ready, c->out, c->end, c->err);
}

/* run(), and a request over its memory is an error like any other: it ends after MAX_TRIES. */
static vt_status run_guarded(vt_jobs *jobs, size_t slot, const vt_ready *ready, vt_buf *out,
                             vt_end *end, vt_error *err)
{
    struct run_call c = {jobs, slot, ready, out, end, err, VT_OK};
    if (vt_guard_run(call_run, &c))
        return c.status;
    return vt_fail(err, VT_E_MEMORY, "the request needs more memory than it may use");
}

static void run_to_end(vt_jobs *jobs, size_t slot, const vt_ready *ready)
{
    const vt_request *request = &ready->request;
    note_running(jobs, slot, request->id);
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_end end = {0};
    int64_t start_ms = vt_time_monotonic_ms();
    vt_error err = {0};
    vt_status status = VT_OK;
    if (request->tries > MAX_TRIES)
        vt_outcome_fail(&end.outcome, VT_STAGE_PARSE, "worker_died", NULL);
    else
        status = run_guarded(jobs, slot, ready, &out, &end, &err);
    VT_AUTO(vt_buf) vt_buf headline = {0};
    if (ready->found)
        vt_headline_write(ready->document.filename, end.json, &headline);
    end.headline = vt_buf_str(&headline);
    end.keep_document = jobs->config.keep_documents;
    end.processing_ms = vt_time_monotonic_ms() - start_ms;
    end.ended_ms = VT_MAX(vt_store_now_ms(jobs->config.store), request->created_ms);
    if (status == VT_OK)
        vt_finish(jobs, request, &end);
    else
        vt_give_back(jobs, request, &err);
    note_running(jobs, slot, "");
}

bool vt_dispatch_one(vt_jobs *jobs, size_t slot)
{
    VT_AUTO(vt_ready) vt_ready *ready = vt_claim_ready(jobs);
    if (!ready)
        return false;
    run_to_end(jobs, slot, ready);
    atomic_fetch_add(&jobs->idle, 1);
    return true;
}

bool vt_ask_one(vt_jobs *jobs, size_t slot)
{
    VT_AUTO(vt_ready) vt_ready *ready = vt_claim(jobs, BELL_MODEL);
    if (ready)
        run_to_end(jobs, slot, ready);
    return ready != NULL;
}

const char *vt_jobs_queue_of(const vt_jobs *jobs, vt_arena *arena, vt_str config)
{
    const vt_json *json = NULL;
    if (!jobs->config.model || vt_json_parse(arena, config, &json, NULL) != VT_OK)
        return "parse";
    const vt_json *parse = vt_json_get(json, "parse");
    vt_str tier = vt_json_str(vt_json_get(parse, "model_tier"));
    bool has_part =
        vt_str_eq(tier, VT_STR("premium")) && !vt_json_bool(vt_json_get(parse, "skip"), false);
    return has_part ? "llm" : "parse";
}
