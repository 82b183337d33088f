/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/vitae.h"

#include "base/json.h"
#include "base/limits.h"
#include "base/time.h"
#include "engine/engine.h"
#include "base/unwind.h"

#include <pthread.h>
#include <stdio.h>

enum { KILOBYTE = 1024, MIN_KILOBYTES = 64, MAX_KILOBYTES = VT_MAX_JOB_MEMORY / KILOBYTE };

struct vitae_engine {
    vt_engine *engine;
    bool has_ocr;
    pthread_mutex_t ocr_lock; /* Tesseract serves one thread at a time */
};

static _Thread_local char last_error[512];

static vitae_status fail(vitae_status status, const char *message)
{
    snprintf(last_error, sizeof last_error, "%s", message);
    return status;
}

const char *vitae_version(void)
{
    return VT_PARSER_VERSION;
}

const char *vitae_error(void)
{
    return last_error;
}

void vitae_free(char *json)
{
    free(json);
}

void vitae_close(vitae_engine *engine)
{
    if (!engine)
        return;
    vt_engine_drop(engine->engine);
    pthread_mutex_destroy(&engine->ocr_lock);
    free(engine);
}

VT_DEFINE_AUTO(vitae_engine, vitae_close)

vitae_status vitae_open(const char *taxonomy, const char *ocr, vitae_engine **ret)
{
    fail(VITAE_OK, "");
    if (!ret)
        return fail(VITAE_INVALID, "vitae_open: there is no place for the engine");
    *ret = NULL;
    VT_AUTO(vitae_engine) vitae_engine *engine = vt_xcalloc(1, sizeof *engine);
    pthread_mutex_init(&engine->ocr_lock, NULL);
    vt_error err = {0};
    if (vt_engine_open(taxonomy, &engine->engine, &err) != VT_OK)
        return fail(VITAE_UNAVAILABLE, err.message);
    engine->has_ocr = ocr && ocr[0];
    if (engine->has_ocr && vt_engine_open_ocr(engine->engine, ocr, &err) != VT_OK)
        return fail(VITAE_UNAVAILABLE, err.message);
    *ret = VT_TAKE(engine);
    return VITAE_OK;
}

/* ---- one call ---- */

struct call {
    vitae_engine *engine;
    vt_str document;
    const char *options_text;
    vt_arena *arena;   /* of the options and the answer; never at its limit */
    size_t job_budget; /* bytes */
    vt_options options;
    vt_arena *job; /* of the document */
    vt_unwind *unwind;
    vt_buf json; /* of the engine */
    vt_outcome outcome;
    vt_stage stage;
    vt_str raw_text; /* as far as it was read; in the document or in `job` */
    vt_status status;
    vt_error err;
};

static void release_call(struct call *call)
{
    vt_arena_drop(call->job);
    vt_arena_drop(call->arena);
    vt_buf_release(&call->json);
}
typedef struct call call;
VT_DEFINE_AUTO_VALUE(call, release_call)

/* ---- options ---- */

static vt_status read_input_kind(const vt_json *word, vt_input_kind *ret, vt_error *err)
{
    static const char *const words[] = {"file", "text", "result"};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq(vt_json_str(word), vt_str_z(words[i]))) {
            *ret = (vt_input_kind)i;
            return VT_OK;
        }
    return vt_fail(err, VT_E_INVALID, "/input: must be file, text or result");
}

static vt_status read_string(const vt_json *value, const char *pointer, vt_str *ret, vt_error *err)
{
    if (!vt_json_is(value, VT_JSON_STRING))
        return vt_fail(err, VT_E_INVALID, "%s: must be a string", pointer);
    *ret = vt_json_str(value);
    return VT_OK;
}

static vt_status read_member(struct call *c, vt_str key, const vt_json *value)
{
    vt_options *o = &c->options;
    if (vt_str_eq(key, VT_STR("filename")))
        return read_string(value, "/filename", &o->filename, &c->err);
    if (vt_str_eq(key, VT_STR("job_description"))) {
        VT_TRY(read_string(value, "/job_description", &o->job_description, &c->err));
        return vt_check_job_description(o->job_description, &c->err);
    }
    if (vt_str_eq(key, VT_STR("input")))
        return read_input_kind(value, &o->input, &c->err);
    if (vt_str_eq(key, VT_STR("memory_kilobytes"))) {
        int64_t n = vt_json_int(value, 0);
        if (n < MIN_KILOBYTES || n > MAX_KILOBYTES)
            return vt_fail(&c->err, VT_E_INVALID, "/memory_kilobytes: must be from %d to %d",
                           MIN_KILOBYTES, MAX_KILOBYTES);
        c->job_budget = (size_t)n * KILOBYTE;
        return VT_OK;
    }
    if (vt_str_eq(key, VT_STR("config")))
        return VT_OK; /* read last: it depends on the job description */
    return vt_fail(&c->err, VT_E_INVALID, "/%.*s: no such option", (int)VT_MIN(key.len, 100u),
                   key.ptr);
}

static vt_status read_options(struct call *c)
{
    const vt_json *options = NULL, *config = NULL;
    c->options = vt_options_default();
    c->options.input = VT_INPUT_FILE;
    c->options.reference_date = vt_day_of(vt_time_now_ms());
    if (c->options_text) {
        vt_str text = vt_str_z(c->options_text);
        if (text.len > VT_MAX_DOCUMENT_BYTES)
            return vt_fail(&c->err, VT_E_INVALID, "the options have %zu bytes", text.len);
        VT_TRY(vt_json_parse(c->arena, text, &options, &c->err));
        if (!vt_json_is(options, VT_JSON_OBJECT))
            return vt_fail(&c->err, VT_E_INVALID, "the options must be an object");
        for (size_t i = 0; i < options->n; i++)
            VT_TRY(read_member(c, options->u.members[i].key, options->u.members[i].value));
        config = vt_json_get(options, "config");
    }
    return vt_options_read(config, &c->options, &c->err);
}

/* ---- the document ---- */

static void on_limit(void *context, size_t wanted)
{
    (void)wanted;
    struct call *c = context;
    vt_outcome_fail(&c->outcome, c->stage, "limit",
                    "The document needs more memory than it may use.");
    vt_unwind_leave(c->unwind);
}

static void on_stage(void *context, vt_stage stage, int percent, vt_str raw_text)
{
    (void)percent;
    struct call *c = context;
    c->stage = stage;
    c->raw_text = raw_text;
}

static void run_engine(void *context, vt_unwind *unwind)
{
    struct call *c = context;
    c->unwind = unwind;
    vt_arena_on_limit(c->job, on_limit, c);
    vt_arena_will_unwind(c->job);
    c->status = vt_engine_run(c->engine->engine, c->job, c->document, &c->options, on_stage, c,
                              &c->json, &c->outcome, &c->err);
}

static void run_document(struct call *c)
{
    if (c->engine->has_ocr)
        pthread_mutex_lock(&c->engine->ocr_lock);
    c->job = vt_arena_new(c->job_budget);
    if (!vt_unwind_run(run_engine, c))
        vt_buf_clear(&c->json); /* what was written of it is no JSON; on_limit filled the outcome */
    if (c->engine->has_ocr)
        pthread_mutex_unlock(&c->engine->ocr_lock);
    if (c->status == VT_OK && c->json.overflow)
        c->status =
            vt_fail(&c->err, VT_E_LIMIT, "the answer is larger than %u bytes", VT_MAX_RESULT_BYTES);
}

/* ---- the answer ---- */

static vt_status write_answer(struct call *c, vt_buf *out)
{
    if (!c->outcome.failed) { /* the engine's object, and one member before its first */
        vt_buf_addz(out, "{\"status\":\"completed\",");
        vt_buf_add(out, vt_str_sub(vt_buf_str(&c->json), 1, c->json.len));
        return VT_OK;
    }
    if (c->json.len) { /* it ended by itself, and says all that was read */
        const vt_json *parts;
        VT_TRY(vt_json_parse(c->arena, vt_buf_str(&c->json), &parts, &c->err));
        c->raw_text = vt_json_str(vt_json_get(parts, "raw_text"));
    }
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "status", VT_STR("failed"));
    vt_outcome_write_failure(&c->outcome, c->raw_text, &w);
    vt_json_end_object(&w);
    return VT_OK;
}

vitae_status vitae_parse(vitae_engine *engine, const void *document, size_t size,
                         const char *options, char **ret_json)
{
    fail(VITAE_OK, "");
    if (ret_json)
        *ret_json = NULL;
    if (!engine || !ret_json || (!document && size))
        return fail(VITAE_INVALID, "vitae_parse: an argument is NULL");
    if (size > VT_MAX_DOCUMENT_BYTES)
        return fail(VITAE_INVALID, "the document is larger than 10 MB");
    VT_AUTO(call)
    struct call c = {.engine = engine,
                     .document = vt_str_n(size ? document : "", size),
                     .options_text = options,
                     .arena = vt_arena_new(SIZE_MAX / 4),
                     .job_budget = VT_MAX_JOB_MEMORY,
                     .json = {.max = VT_MAX_RESULT_BYTES}};
    if (read_options(&c) != VT_OK)
        return fail(VITAE_INVALID, c.err.message);
    run_document(&c);
    VT_AUTO(vt_buf) vt_buf out = {0};
    if (c.status != VT_OK || write_answer(&c, &out) != VT_OK)
        return fail(VITAE_INTERNAL, c.err.message);
    *ret_json = VT_TAKE(out.ptr);
    return c.outcome.failed ? fail(VITAE_FAILED, c.outcome.message) : VITAE_OK;
}
