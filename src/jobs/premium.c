/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine runs twice, in any two workers, and none is held while the model thinks. That costs
 * the document's reading a second time (and its OCR), and saves every state between.
 */
#include "base/json.h"
#include "base/log.h"
#include "base/time.h"
#include "jobs/internal.h"
#include "jobs/model.h"

enum {
    TIMES_ASKED = 2,              /* when the engine cannot use an answer */
    MAX_FIRST = 20 * 1024 * 1024, /* bytes of the first run's JSON: text and question */
};

struct premium {
    vt_model *model;
    vt_pool *pool;
    const char *id;
    const vt_work *work;
    int64_t deadline_ms;
};

/* The document is read again after the model answered: to the caller that is still `parse`. */
static void on_progress_again(void *context, vt_stage stage, int percent)
{
    const vt_work *work = context;
    if (work->on_progress)
        work->on_progress(work->context, VT_MAX(stage, VT_STAGE_PARSE), VT_MAX(percent, 60));
}

static vt_status run_engine(const struct premium *p, const vt_options *options, vt_buf *out,
                            vt_outcome *ret, vt_error *err)
{
    vt_work work = *p->work;
    work.options = options;
    if (options->model_answer.ptr) {
        work.on_progress = on_progress_again;
        work.context = (void *)(uintptr_t)p->work;
    }
    int64_t left_ms = 0;
    if (vt_model_enter(p->model, p->deadline_ms)) {
        left_ms = p->deadline_ms - vt_time_monotonic_ms();
        work.timeout_ms = VT_MAX(left_ms, 1);
        vt_status status = vt_pool_run(p->pool, &work, out, ret, err);
        vt_model_leave(p->model);
        return status;
    }
    *ret = (vt_outcome){0};
    vt_outcome_fail(ret, VT_STAGE_PARSE, "deadline", NULL);
    return VT_OK;
}

static const char *detail_of(vt_model_end end)
{
    static const char *const details[] = {
#define VT_MODEL_END(symbol, word, detail) detail,
#include "jobs/model_ends.def"
    };
    return details[end];
}

static void log_reply(const struct premium *p, const vt_model_reply *reply)
{
    vt_log(reply->end == VT_MODEL_OK ? VT_LOG_INFO : VT_LOG_WARN, "model.ask",
           "id=%s end=%s http=%d attempts=%u ms=%jd tokens_in=%jd tokens_out=%jd problem=\"%s\"",
           p->id, vt_model_end_word(reply->end), reply->status, reply->attempts,
           (intmax_t)reply->ms, (intmax_t)reply->tokens_in, (intmax_t)reply->tokens_out,
           reply->problem);
}

/* Asks with the question that stands in `first`. VT_MODEL_OK: `out` has the end of the request. */
static vt_status ask_once(struct premium *p, vt_str question, vt_options *options, vt_buf *out,
                          vt_outcome *ret, vt_model_end *ret_end, vt_error *err)
{
    VT_AUTO(vt_model_reply) vt_model_reply reply = {0};
    if (p->work->on_progress)
        p->work->on_progress(p->work->context, VT_STAGE_PARSE, 60);
    vt_model_ask(p->model, question, p->deadline_ms, &reply);
    log_reply(p, &reply);
    *ret_end = reply.end;
    if (reply.end != VT_MODEL_OK)
        return VT_OK;
    options->model_answer = vt_buf_str(&reply.answer);
    vt_status status = run_engine(p, options, out, ret, err);
    options->model_answer = VT_STR_NULL;
    if (status != VT_OK)
        return status;
    vt_model_count(p->model, ret->model_kept, ret->model_refused);
    if (ret->failed && strcmp(ret->error_code, "LLM_ERROR") == 0)
        *ret_end = VT_MODEL_UNUSABLE;
    return VT_OK;
}

/* The question as JSON text. */
static vt_status take_question(vt_str json, vt_buf *ret, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    const vt_json *first = NULL;
    if (json.len > MAX_FIRST)
        return vt_fail(err, VT_E_LIMIT, "the engine asks with %zu bytes", json.len);
    VT_TRY(vt_json_parse_bounded(arena, json, &first, err));
    vt_json_writer w = vt_json_writer_init(ret, 0);
    vt_json_put_tree(&w, vt_json_get(first, "model_request"));
    return VT_OK;
}

/* `out` has the first run's JSON, which a failed request ends with: the raw text is in it. */
static vt_status ask(struct premium *p, vt_options *options, vt_buf *out, vt_outcome *ret,
                     vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf question = {0};
    VT_TRY(take_question(vt_buf_str(out), &question, err));
    vt_outcome first = *ret;
    vt_model_end end = VT_MODEL_UNUSABLE;
    for (int i = 0; i < TIMES_ASKED; i++) {
        *ret = first;
        VT_AUTO(vt_buf) vt_buf second = {0};
        VT_TRY(ask_once(p, vt_buf_str(&question), options, &second, ret, &end, err));
        if (end == VT_MODEL_OK) {
            vt_buf_clear(out);
            vt_buf_add(out, vt_buf_str(&second));
            return VT_OK;
        }
        if (!ret->failed) /* it is the engine that could not use an answer: another may do */
            break;
    }
    *ret = first;
    ret->asks_model = false;
    vt_outcome_fail(ret, VT_STAGE_PARSE, detail_of(end), NULL);
    return VT_OK;
}

vt_status vt_premium_run(vt_model *model, vt_pool *pool, const char *id, const vt_work *work,
                         vt_buf *out, vt_outcome *ret_outcome, vt_error *err)
{
    if (!model || work->options->tier != VT_TIER_PREMIUM || work->dump || work->render)
        return vt_pool_run(pool, work, out, ret_outcome, err);
    struct premium p = {model, pool, id, work, vt_time_monotonic_ms() + work->timeout_ms};
    vt_options options = *work->options;
    vt_model_set_options(model, &options);
    VT_TRY(run_engine(&p, &options, out, ret_outcome, err));
    if (!ret_outcome->asks_model)
        return VT_OK;
    options.model_ask = false;
    return ask(&p, &options, out, ret_outcome, err);
}
