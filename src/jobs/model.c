/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One lock guards all that calls share: free connections, the budget, the breaker, counters. It is
 * never held while something is sent.
 */
#include "jobs/model.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "jobs/client.h"
#include "jobs/internal.h"
#include "jobs/model_protocol.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum {
    FIRST_WAIT_MS = 500,
    LONGEST_WAIT_MS = 8000,
    REST_AFTER = 5, /* failures in a row */
    FIRST_REST_MS = 5000,
    LONGEST_REST_MS = 120000,
    BYTES_A_TOKEN = 3, /* for the budget, before the endpoint has counted; rather too many */
    MAX_KEY = 4096,
    MAX_SETTING = 2048,
    OPEN_ARENA = 1 << 20,
};

struct vt_model {
    vt_model_config config;
    vt_arena *arena;
    const vt_json *extra; /* or NULL */
    char *url;            /* of the route */
    char *authorization;  /* the header, or NULL */

    pthread_mutex_t lock; /* what stands below */
    pthread_cond_t freed;
    vt_client_session **free; /* [parallel] connections that nobody uses; NULL: not made yet */
    unsigned free_count, lanes_used;
    int64_t day; /* that the budget's counts are of */
    int64_t requests_today, tokens_today;
    unsigned failures; /* in a row */
    int64_t rest_until_ms, rest_ms;
    vt_model_state state;
    struct vt_counters took; /* has no lock of its own: atomics */
};

const char *vt_model_end_word(vt_model_end end)
{
    static const char *const words[] = {
#define VT_MODEL_END(symbol, word, detail) word,
#include "jobs/model_ends.def"
    };
    return words[end];
}

void vt_model_reply_release(vt_model_reply *reply)
{
    vt_buf_release(&reply->answer);
}

/* ---- open ---- */

static bool is_plain(const char *text, size_t max)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] <= ' ' || text[i] == 127)
            return false;
    return n <= max;
}

static vt_status check(const vt_model_config *c, vt_error *err)
{
    if (!c->name[0])
        return vt_fail(err, VT_E_INVALID, "llm_url needs llm_model, the name of a model");
    if (!is_plain(c->url, MAX_SETTING) || !vt_client_url_is_private(c->url, c->allow_http))
        return vt_fail(err, VT_E_INVALID,
                       "llm_url must be https://..., or http:// of this machine (llm_allow_http: "
                       "of any), without user and query");
    if (!is_plain(c->key, MAX_KEY))
        return vt_fail(err, VT_E_INVALID,
                       "the key of the language model has spaces or control characters");
    if (strcmp(c->format, "json_schema") != 0 && strcmp(c->format, "json_object") != 0 &&
        strcmp(c->format, "none") != 0)
        return vt_fail(err, VT_E_INVALID, "llm_format must be json_schema, json_object or none");
    return VT_OK;
}

static vt_status read_extra(vt_model *m, vt_error *err)
{
    if (!m->config.extra[0])
        return VT_OK;
    vt_error why = {0};
    if (vt_json_parse(m->arena, vt_str_z(m->config.extra), &m->extra, &why) != VT_OK ||
        !vt_json_is(m->extra, VT_JSON_OBJECT))
        return vt_fail(err, VT_E_INVALID, "llm_extra must be a JSON object");
    return VT_OK;
}

static void make_texts(vt_model *m)
{
    vt_str url = vt_str_z(m->config.url);
    while (vt_str_ends(url, VT_STR("/")))
        url.len--;
    bool whole = vt_str_ends(url, VT_STR("/chat/completions"));
    m->url = vt_str_cstr(m->arena, vt_str_format(m->arena, VT_STR_FMT "%s", VT_STR_ARG(url),
                                                 whole ? "" : "/chat/completions"));
    if (m->config.key[0])
        m->authorization = vt_str_cstr(
            m->arena, vt_str_format(m->arena, "Authorization: Bearer %s", m->config.key));
}

vt_status vt_model_open(const vt_model_config *config, vt_model **ret, vt_error *err)
{
    VT_TRY(check(config, err));
    VT_AUTO(vt_model) vt_model *m = vt_xcalloc(1, sizeof *m);
    m->config = *config;
    m->config.parallel = VT_MAX(config->parallel, 1);
    m->config.attempts = VT_MAX(config->attempts, 1);
    m->arena = vt_arena_new(OPEN_ARENA);
    m->free = vt_xcalloc(m->config.parallel, sizeof(vt_client_session *));
    m->free_count = m->config.parallel;
    m->rest_ms = FIRST_REST_MS;
    pthread_mutex_init(&m->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&m->freed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    VT_TRY(read_extra(m, err));
    make_texts(m);
    *ret = VT_TAKE(m);
    return VT_OK;
}

void vt_model_drop(vt_model *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->config.parallel; i++)
        vt_client_session_drop(m->free[i]);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->freed);
    vt_arena_drop(m->arena);
    free(m->free);
    free(m);
}

/* ---- what calls share ---- */

/* Under the lock, until `deadline_ms`. */
static bool wait_freed(vt_model *m, int64_t deadline_ms)
{
    struct timespec until = {deadline_ms / 1000, deadline_ms % 1000 * 1000000};
    pthread_cond_timedwait(&m->freed, &m->lock, &until);
    return vt_time_monotonic_ms() < deadline_ms;
}

/* A place among the parallel calls, and its connection. */
static bool take_session(vt_model *m, int64_t deadline_ms, vt_client_session **ret)
{
    bool in_time = true;
    pthread_mutex_lock(&m->lock);
    while (m->free_count == 0 && in_time)
        in_time = wait_freed(m, deadline_ms);
    if (m->free_count) {
        *ret = m->free[--m->free_count];
        m->free[m->free_count] = NULL;
    } else {
        in_time = false;
    }
    pthread_mutex_unlock(&m->lock);
    if (in_time && !*ret)
        *ret = vt_client_session_new();
    return in_time;
}

static void give_session(vt_model *m, vt_client_session *session)
{
    pthread_mutex_lock(&m->lock);
    m->free[m->free_count++] = session;
    pthread_cond_broadcast(&m->freed);
    pthread_mutex_unlock(&m->lock);
}

bool vt_model_enter(vt_model *m, int64_t deadline_ms)
{
    bool in_time = true;
    pthread_mutex_lock(&m->lock);
    while (m->config.lanes && m->lanes_used >= m->config.lanes && in_time)
        in_time = wait_freed(m, deadline_ms);
    m->lanes_used += in_time;
    pthread_mutex_unlock(&m->lock);
    return in_time;
}

void vt_model_leave(vt_model *m)
{
    pthread_mutex_lock(&m->lock);
    m->lanes_used--;
    pthread_cond_broadcast(&m->freed);
    pthread_mutex_unlock(&m->lock);
}

/* Under the lock. */
static void turn_day(vt_model *m)
{
    int64_t day = vt_time_now_ms() / 86400000;
    if (day == m->day)
        return;
    m->day = day;
    m->requests_today = m->tokens_today = 0;
}

/* Takes `tokens` of the budget: what the attempt may need at most, corrected afterwards. */
static bool spend(vt_model *m, int64_t tokens)
{
    const vt_model_config *c = &m->config;
    pthread_mutex_lock(&m->lock);
    turn_day(m);
    bool may = (!c->requests_per_day || m->requests_today < c->requests_per_day) &&
               (!c->tokens_per_day || m->tokens_today + tokens <= c->tokens_per_day);
    m->requests_today += may;
    m->tokens_today += may ? tokens : 0;
    m->state.attempts += may;
    pthread_mutex_unlock(&m->lock);
    return may;
}

static void correct(vt_model *m, int64_t reserved, int64_t used)
{
    pthread_mutex_lock(&m->lock);
    m->tokens_today = VT_MAX(m->tokens_today + used - reserved, 0);
    pthread_mutex_unlock(&m->lock);
}

/* After several failures in a row nobody asks for a while; then one tries again. */
static bool is_resting(vt_model *m)
{
    int64_t now_ms = vt_time_monotonic_ms();
    pthread_mutex_lock(&m->lock);
    bool rests = m->failures >= REST_AFTER && now_ms < m->rest_until_ms;
    if (m->failures >= REST_AFTER && !rests)
        m->rest_until_ms = now_ms + m->rest_ms; /* for the others, while this one tries */
    pthread_mutex_unlock(&m->lock);
    return rests;
}

static void note_attempt(vt_model *m, bool reached)
{
    pthread_mutex_lock(&m->lock);
    if (reached) {
        m->failures = 0;
        m->rest_ms = FIRST_REST_MS;
    } else if (++m->failures >= REST_AFTER) {
        m->rest_until_ms = vt_time_monotonic_ms() + m->rest_ms;
        m->rest_ms = VT_MIN(m->rest_ms * 2, LONGEST_REST_MS);
    }
    pthread_mutex_unlock(&m->lock);
}

/* ---- one attempt ---- */

struct attempt {
    vt_model_end end;
    bool again;             /* another attempt may do better */
    int64_t retry_after_ms; /* 0: not said */
};

static struct attempt ended(vt_model_end end, bool again)
{
    return (struct attempt){.end = end, .again = again};
}

#define PROBLEM(ret, ...) snprintf((ret)->problem, sizeof(ret)->problem, __VA_ARGS__)

static struct attempt judge_status(const vt_client_reply *http, vt_model_reply *ret)
{
    bool again = http->status == 408 || http->status == 429 || http->status >= 500;
    PROBLEM(ret, "the endpoint answered HTTP %d", (int)http->status);
    struct attempt a = ended(again ? VT_MODEL_UNAVAILABLE : VT_MODEL_REJECTED, again);
    a.retry_after_ms = http->retry_after_ms;
    return a;
}

static struct attempt judge_message(const vt_model_message *message, vt_model_reply *ret)
{
    vt_str finish = message->finish;
    if (!message->ended) {
        PROBLEM(ret, "the stream broke off");
        return ended(VT_MODEL_UNAVAILABLE, true);
    }
    if (message->refused || vt_str_eq(finish, VT_STR("content_filter"))) {
        PROBLEM(ret, "the model refused to answer");
        return ended(VT_MODEL_UNUSABLE, false);
    }
    if (vt_str_eq(finish, VT_STR("length")) || message->text.overflow) {
        PROBLEM(ret, "the answer is longer than it may be (llm_output_tokens)");
        return ended(VT_MODEL_UNUSABLE, false);
    }
    if (message->text.len == 0) {
        PROBLEM(ret, "the answer is empty");
        return ended(VT_MODEL_UNUSABLE, true);
    }
    vt_buf_clear(&ret->answer);
    vt_buf_add(&ret->answer, vt_buf_str(&message->text));
    return ended(VT_MODEL_OK, false);
}

static struct attempt judge(const vt_client_reply *http, vt_model_reply *ret, int64_t *used)
{
    ret->status = (int)http->status;
    if (http->status != 200)
        return judge_status(http, ret);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    vt_model_message message = {0};
    vt_error why = {0};
    vt_status status =
        vt_model_message_read(arena, http->content_type, vt_buf_str(&http->body), &message, &why);
    struct attempt a = ended(VT_MODEL_UNUSABLE, true);
    if (status == VT_OK)
        a = judge_message(&message, ret);
    else
        PROBLEM(ret, "the reply is no chat completion");
    ret->tokens_in += message.tokens_in;
    ret->tokens_out += message.tokens_out;
    if (message.tokens_in || message.tokens_out)
        *used = message.tokens_in + message.tokens_out;
    vt_buf_release(&message.text);
    return a;
}

static struct attempt judge_failure(vt_status status, const vt_error *why, bool last_moment,
                                    vt_model_reply *ret)
{
    ret->status = 0;
    PROBLEM(ret, "%.150s", why->message);
    if (status == VT_E_LIMIT)
        return ended(VT_MODEL_UNUSABLE, false);
    if (status == VT_E_TIMEOUT && last_moment)
        return ended(VT_MODEL_LATE, false);
    return ended(VT_MODEL_UNAVAILABLE, true);
}

static struct attempt send(vt_model *m, vt_client_session *session, vt_str body,
                           int64_t deadline_ms, vt_model_reply *ret, int64_t *used)
{
    const vt_model_config *c = &m->config;
    int64_t left_ms = deadline_ms - vt_time_monotonic_ms();
    if (left_ms <= 0)
        return ended(VT_MODEL_LATE, false);
    const char *const headers[] = {c->stream ? "Accept: text/event-stream, application/json"
                                             : "Accept: application/json",
                                   m->authorization, NULL};
    const vt_client_post_order order = {.url = m->url,
                                        .headers = headers,
                                        .body = body,
                                        .ca_file = c->ca_file[0] ? c->ca_file : NULL,
                                        .max_bytes = VT_MAX_MODEL_REPLY,
                                        .timeout_ms = VT_MIN(c->timeout_ms, left_ms)};
    VT_AUTO(vt_client_reply) vt_client_reply http = {0};
    vt_error why = {0};
    vt_status status = session ? vt_client_session_post(session, &order, &http, &why)
                               : vt_fail(&why, VT_E_MEMORY, "no memory for a transfer");
    if (status != VT_OK)
        return judge_failure(status, &why, left_ms <= c->timeout_ms, ret);
    return judge(&http, ret, used);
}

static struct attempt try_once(vt_model *m, vt_str body, int64_t deadline_ms, vt_model_reply *ret)
{
    vt_client_session *session = NULL;
    if (!take_session(m, deadline_ms, &session)) {
        PROBLEM(ret, "no place among llm_parallel calls came free in time");
        return ended(VT_MODEL_LATE, false);
    }
    int64_t tokens = (int64_t)body.len / BYTES_A_TOKEN + m->config.output_tokens, used = 0;
    struct attempt a = ended(VT_MODEL_BUDGET, false);
    if (spend(m, tokens)) {
        ret->attempts++;
        a = send(m, session, body, deadline_ms, ret, &used);
        bool counted = used > 0 || a.end != VT_MODEL_OK;
        correct(m, tokens, counted ? used : tokens);
        note_attempt(m, a.end != VT_MODEL_UNAVAILABLE && a.end != VT_MODEL_LATE);
    } else {
        PROBLEM(ret, "the budget of the day is used up");
    }
    give_session(m, session);
    return a;
}

/* ---- the question ---- */

/* 1/2 to 1 of a wait that doubles, so that callers come apart. */
static int64_t wait_before(unsigned attempts)
{
    uint16_t random;
    vt_random_bytes(&random, sizeof random);
    int64_t whole = VT_MIN((int64_t)FIRST_WAIT_MS << VT_MIN(attempts - 1, 8u), LONGEST_WAIT_MS);
    return whole / 2 + whole / 2 * random / UINT16_MAX;
}

static void try_until(vt_model *m, vt_str body, int64_t deadline_ms, vt_model_reply *ret)
{
    for (;;) {
        if (is_resting(m)) {
            PROBLEM(ret, "it failed several times in a row and is left alone for a while");
            ret->end = VT_MODEL_UNAVAILABLE;
            return;
        }
        struct attempt a = try_once(m, body, deadline_ms, ret);
        ret->end = a.end;
        if (!a.again || ret->attempts >= m->config.attempts)
            return;
        int64_t wait_ms = a.retry_after_ms ? a.retry_after_ms : wait_before(ret->attempts);
        if (vt_time_monotonic_ms() + wait_ms >= deadline_ms)
            return;
        nanosleep(&(struct timespec){wait_ms / 1000, wait_ms % 1000 * 1000000}, NULL);
    }
}

static void note_end(vt_model *m, const vt_model_reply *reply)
{
    pthread_mutex_lock(&m->lock);
    m->state.asked[reply->end]++;
    m->state.tokens_in += (uint64_t)VT_MAX(reply->tokens_in, 0);
    m->state.tokens_out += (uint64_t)VT_MAX(reply->tokens_out, 0);
    pthread_mutex_unlock(&m->lock);
    vt_counters_add(&m->took, reply->ms);
}

void vt_model_ask(vt_model *m, vt_str request, int64_t deadline_ms, vt_model_reply *ret)
{
    int64_t start_ms = vt_time_monotonic_ms();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    VT_AUTO(vt_buf) vt_buf body = {0};
    const vt_json *json = NULL;
    vt_error why = {0};
    if (vt_json_parse(arena, request, &json, &why) == VT_OK) {
        vt_model_body_write(&m->config, m->extra, json, &body);
        try_until(m, vt_buf_str(&body), deadline_ms, ret);
    } else {
        ret->end = VT_MODEL_UNUSABLE;
        PROBLEM(ret, "the engine's question is no JSON");
    }
    ret->ms = vt_time_monotonic_ms() - start_ms;
    note_end(m, ret);
}

vt_model_state vt_model_get_state(vt_model *m)
{
    pthread_mutex_lock(&m->lock);
    turn_day(m);
    vt_model_state ret = m->state;
    ret.requests_today = m->requests_today;
    ret.tokens_today = m->tokens_today;
    ret.resting = m->failures >= REST_AFTER;
    pthread_mutex_unlock(&m->lock);
    ret.took = vt_counters_read(&m->took);
    return ret;
}

void vt_model_count(vt_model *m, uint32_t kept, uint32_t refused)
{
    pthread_mutex_lock(&m->lock);
    m->state.values_kept += kept;
    m->state.values_refused += refused;
    pthread_mutex_unlock(&m->lock);
}

void vt_model_set_options(const vt_model *m, vt_options *options)
{
    options->model_ask = true;
    options->model_name = vt_str_z(m->config.name);
    options->model_bytes = (uint32_t)m->config.bytes;
    options->model_trust = (uint32_t)m->config.trust;
}
