/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A language model behind an OpenAI-compatible endpoint (POST URL/chat/completions), which the
 * operator configured: the only place where text of a document leaves the machine. Calls block and
 * may come from any number of threads.
 *
 * Try again: after 429, 408, 5xx, a broken connection or a reply that cannot be read, with waits
 * that double and jitter, or as long as Retry-After says, never past the request's deadline. After
 * several failures in a row nothing is sent for a while. Redirects are not followed.
 */
#ifndef VT_JOBS_MODEL_H
#define VT_JOBS_MODEL_H

#include "base/buf.h"
#include "base/error.h"
#include "jobs/jobs.h"

typedef struct vt_model vt_model;

typedef struct vt_model_config { /* strings are borrowed for as long as the model lives */
    const char *url;             /* "https://host/v1" */
    const char *name;            /* of the model */
    const char *key;             /* "": none is sent. Never logged */
    const char *ca_file;         /* "": the system's certificates */
    const char *format;          /* response_format: json_schema, json_object or none */
    const char *extra;           /* a JSON object: more members of the request body, or "" */
    bool stream, allow_http;     /* allow_http: also without TLS to other machines */
    unsigned parallel;           /* calls at one time */
    unsigned attempts;           /* of one question */
    unsigned lanes;              /* documents of this tier in workers at one time; 0: no limit */
    int64_t timeout_ms;          /* of one attempt */
    int64_t output_tokens;       /* of an answer; 0: the endpoint's limit */
    int64_t bytes, trust;        /* vt_options.model_bytes, .model_trust */
    int64_t requests_per_day, tokens_per_day; /* budget of this process, UTC; 0: none */
} vt_model_config;

/** VT_E_INVALID: a setting is wrong; the message names it. */
VT_MUST_USE vt_status vt_model_open(const vt_model_config *config, vt_model **ret, vt_error *err);
/** No call may be running. NULL is allowed. */
void vt_model_drop(vt_model *model);
VT_DEFINE_AUTO(vt_model, vt_model_drop)

#define VT_MODEL_END(symbol, word, detail) VT_MODEL_##symbol,
typedef enum vt_model_end {
#include "jobs/model_ends.def"
    VT_MODEL_END_COUNT
} vt_model_end;

/** "ok", "unavailable" ... */
const char *vt_model_end_word(vt_model_end end);

typedef struct vt_model_reply {
    vt_model_end end;
    vt_buf answer; /* what the model wrote */
    int status;    /* HTTP of the last attempt; 0: none came */
    unsigned attempts;
    int64_t tokens_in, tokens_out; /* as the endpoint counted; 0: it did not say */
    int64_t ms;
    char problem[160]; /* for the operator; no text of the document */
} vt_model_reply;
void vt_model_reply_release(vt_model_reply *reply);
VT_DEFINE_AUTO_VALUE(vt_model_reply, vt_model_reply_release)

/** Asks what an engine wants to know: its `model_request`, as JSON. */
void vt_model_ask(vt_model *model, vt_str request, int64_t deadline_ms, vt_model_reply *ret);

/* For premium.c: a place among the documents in workers, the engine's options, what came of it. */
VT_MUST_USE bool vt_model_enter(vt_model *model, int64_t deadline_ms);
void vt_model_leave(vt_model *model);
void vt_model_set_options(const vt_model *model, vt_options *options);
void vt_model_count(vt_model *model, uint32_t kept, uint32_t refused);

/**
 * One document with all that the premium tier takes: the engine, the model, the engine again; as
 * vt_pool_run, which it is for other tiers and when `model` is NULL. `id` is for the log.
 */
VT_MUST_USE vt_status vt_premium_run(vt_model *model, vt_pool *pool, const char *id,
                                     const vt_work *work, vt_buf *out, vt_outcome *ret_outcome,
                                     vt_error *err);

typedef struct vt_model_state {
    uint64_t asked[VT_MODEL_END_COUNT]; /* questions, by how they ended */
    uint64_t attempts, tokens_in, tokens_out;
    uint64_t values_kept, values_refused; /* what was found in documents of what models said */
    int64_t requests_today, tokens_today;
    bool resting; /* after failures nothing is sent for a while */
    vt_histogram took;
} vt_model_state;
vt_model_state vt_model_get_state(vt_model *model);

#endif
