/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs/webhook.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/log.h"
#include "base/time.h"
#include "jobs/answer.h"
#include "jobs/client.h"
#include "jobs/internal.h"
#include "store/hooks.h"
#include "store/requests.h"

#include <stdio.h>

enum { MAX_URL = 2000, SECRET_BYTES = 32, SEND_MS = 15000, SEND_LEASE_MS = 60000, GONE = 410 };

/* ---- the standard ---- */

void vt_webhook_secret_new(char *ret)
{
    unsigned char bytes[SECRET_BYTES];
    vt_random_bytes(bytes, sizeof bytes);
    memcpy(ret, "whsec_", 6);
    vt_base64_encode(vt_str_n((const char *)bytes, sizeof bytes), ret + 6);
}

bool vt_webhook_sign(vt_str secret, const char *id, int64_t timestamp_s, vt_str payload, char *ret)
{
    char key[128];
    if (!vt_str_starts(secret, VT_STR("whsec_")) || secret.len > 128)
        return false;
    size_t n = vt_base64_decode(vt_str_sub(secret, 6, secret.len), key);
    if (n == VT_NPOS || n == 0)
        return false;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_buf_addf(&text, "%s.%jd.", id, (intmax_t)timestamp_s);
    vt_buf_add(&text, payload);
    unsigned char mac[VT_SHA256_BYTES];
    vt_hmac_sha256(vt_str_n(key, n), vt_buf_str(&text), mac);
    memcpy(ret, "v1,", 3);
    vt_base64_encode(vt_str_n((const char *)mac, sizeof mac), ret + 3);
    return true;
}

const char *vt_webhook_refusal(const vt_address_rules *rules, const char *url)
{
    vt_str text = vt_str_z(url);
    if (!vt_str_starts(text, VT_STR("https://")) && !vt_str_starts(text, VT_STR("http://")))
        return "must be an http or https address";
    if (text.len > MAX_URL)
        return "must have at most 2,000 bytes";
    return rules ? vt_client_refusal(rules, url) : NULL;
}

bool vt_webhook_events_valid(vt_str events)
{
    static const char *const names[] = {"parse.completed", "parse.failed", "parse.reviewed",
                                        "batch.completed", "credits.low"};
    vt_str word;
    while (vt_str_split(&events, ' ', &word)) {
        bool found = word.len == 0;
        for (size_t i = 0; i < VT_COUNT(names) && !found; i++)
            found = vt_str_eq(word, vt_str_z(names[i]));
        if (!found)
            return false;
    }
    return true;
}

int64_t vt_webhook_delay_ms(int64_t tries, double spread)
{
    static const int64_t seconds[] = {5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400};
    if (tries < 1 || tries > (int64_t)VT_COUNT(seconds))
        return -1;
    double base = (double)seconds[tries - 1] * 1000.0;
    return (int64_t)(base * (0.9 + 0.2 * spread));
}

/* ---- sending ---- */

struct sending {
    vt_store *store;
    vt_arena *arena;
    vt_delivery delivery;
    vt_hook hook;
    bool found, has_hook, disable;
    vt_str after, base;
    int64_t most_each;
};

/* Puts a text into the payload before its byte `at`. */
static void insert(struct sending *s, size_t at, vt_str text)
{
    vt_str payload = s->delivery.payload;
    s->delivery.payload = vt_str_format(s->arena, VT_STR_FMT VT_STR_FMT VT_STR_FMT,
                                        VT_STR_ARG(vt_str_sub(payload, 0, at)), VT_STR_ARG(text),
                                        VT_STR_ARG(vt_str_sub(payload, at, payload.len)));
}

/* The stored link is one of the service; callers see it below its base path. */
static void add_base(struct sending *s)
{
    vt_str link = VT_STR(",\"links\":{\"self\":\"");
    size_t at = vt_str_find(s->delivery.payload, link, 0);
    if (s->base.len && at != VT_NPOS)
        insert(s, at + link.len, s->base);
}

/* Puts the caller's reference and metadata, as far as they are not erased, before the links of an
 * event about a request. They are never stored with the event. */
static vt_status add_caller(vt_tx *tx, struct sending *s, vt_error *err)
{
    const vt_json *event;
    vt_str payload = s->delivery.payload;
    size_t at = vt_str_find(payload, VT_STR(",\"links\":"), 0);
    if (at == VT_NPOS || vt_json_parse(s->arena, payload, &event, NULL) != VT_OK)
        return VT_OK;
    vt_str id = vt_json_str(vt_json_get(vt_json_get(event, "data"), "request_id"));
    vt_request request = {0};
    if (id.ptr)
        VT_TRY(vt_request_caller(tx, s->arena, id, vt_store_now_ms(s->store), &request, err));
    VT_AUTO(vt_buf) vt_buf own = {0};
    vt_json_writer w = vt_json_writer_init(&own, 0);
    vt_json_begin_object(&w);
    vt_answer_put_caller(&w, &request);
    vt_json_end_object(&w);
    vt_str members = vt_str_sub(vt_buf_str(&own), 1, own.len - 1);
    if (members.len)
        insert(s, at, vt_str_format(s->arena, "," VT_STR_FMT, VT_STR_ARG(members)));
    return VT_OK;
}

static vt_status claim(vt_tx *tx, void *context, vt_error *err)
{
    struct sending *s = context;
    int64_t now_ms = vt_store_now_ms(s->store);
    const vt_send_order order = {.after = s->after,
                                 .most_each = s->most_each,
                                 .now_ms = now_ms,
                                 .lease_ms = now_ms + SEND_LEASE_MS};
    VT_TRY(vt_delivery_claim(tx, s->arena, &order, &s->delivery, &s->found, err));
    if (!s->found)
        return VT_OK;
    VT_TRY(
        vt_hook_find(tx, s->arena, vt_str_z(s->delivery.endpoint_id), &s->hook, &s->has_hook, err));
    add_base(s);
    return add_caller(tx, s, err);
}

static vt_status note(vt_tx *tx, void *context, vt_error *err)
{
    struct sending *s = context;
    if (s->disable)
        VT_TRY(vt_hook_disable(tx, vt_str_z(s->hook.id), s->delivery.last_ms, err));
    return vt_delivery_note(tx, &s->delivery, err);
}

static void finish(struct sending *s, const char *state, int64_t next_ms, const char *error)
{
    vt_delivery *d = &s->delivery;
    d->endpoint_failed = error != NULL;
    snprintf(d->state, sizeof d->state, "%s", state);
    d->next_ms = next_ms;
    d->last_error = error ? vt_str_dup(s->arena, vt_str_z(error)) : VT_STR_NULL;
    d->last_ms = vt_store_now_ms(s->store);
}

static void try_later(struct sending *s, const char *error)
{
    unsigned char random;
    vt_random_bytes(&random, 1);
    int64_t delay_ms = vt_webhook_delay_ms(s->delivery.tries, random / 255.0);
    if (delay_ms < 0)
        finish(s, "failed", 0, error);
    else
        finish(s, "pending", vt_store_now_ms(s->store) + delay_ms, error);
}

/* The header with a signature of every secret that is good now: after a rotation those are two. */
static bool sign_with_all(const struct sending *s, int64_t now_s, vt_buf *out)
{
    vt_str rest = s->hook.secret, one;
    size_t count = 0;
    vt_buf_addz(out, "webhook-signature:");
    while (vt_str_split(&rest, ' ', &one)) {
        size_t at = vt_str_find_char(one, '@', 0);
        int64_t until_ms = INT64_MAX;
        if (at != VT_NPOS &&
            !vt_str_to_i64(vt_str_sub(one, at + 1, one.len), 0, INT64_MAX, &until_ms))
            continue;
        char signature[VT_WEBHOOK_SIGNATURE];
        vt_str secret = vt_str_sub(one, 0, at == VT_NPOS ? one.len : at);
        if (until_ms / 1000 < now_s ||
            !vt_webhook_sign(secret, s->delivery.id, now_s, s->delivery.payload, signature))
            continue;
        vt_buf_addf(out, " %s", signature);
        count++;
    }
    return count > 0;
}

static void post(vt_jobs *jobs, struct sending *s)
{
    const vt_delivery *d = &s->delivery;
    int64_t now_s = vt_time_now_ms() / 1000;
    char id[96], timestamp[64];
    VT_AUTO(vt_buf) vt_buf signed_by = {0};
    if (!sign_with_all(s, now_s, &signed_by)) {
        finish(s, "failed", 0, "the endpoint's secret cannot be used");
        return;
    }
    snprintf(id, sizeof id, "webhook-id: %s", d->id);
    snprintf(timestamp, sizeof timestamp, "webhook-timestamp: %jd", (intmax_t)now_s);
    const char *const headers[] = {id, timestamp, signed_by.ptr, NULL};
    VT_AUTO(vt_client_reply) vt_client_reply reply = {0};
    vt_error err = {0};
    vt_status status = vt_client_post(jobs->config.rules, vt_str_cstr(s->arena, s->hook.url),
                                      headers, d->payload, SEND_MS, &reply, &err);
    s->delivery.last_status = status == VT_OK ? reply.status : 0;
    if (status == VT_OK && reply.status >= 200 && reply.status < 300) {
        finish(s, "delivered", 0, NULL);
    } else if (status == VT_OK && reply.status == GONE) {
        s->disable = true;
        finish(s, "failed", 0, "the endpoint is gone");
    } else {
        try_later(s, status == VT_OK ? "the endpoint did not answer 2xx" : err.message);
    }
}

bool vt_send_one(vt_jobs *jobs, size_t slot)
{
    (void)slot;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    char after[VT_ID_TEXT];
    vt_turn_read(jobs, BELL_SEND, after);
    struct sending s = {.store = jobs->config.store,
                        .arena = arena,
                        .after = vt_str_z(after),
                        .base = jobs->config.base_path,
                        .most_each = jobs->most_each[BELL_SEND]};
    vt_error err = {0};
    if (vt_store_write(jobs->config.store, claim, &s, &err) != VT_OK || !s.found)
        return false;
    vt_turn_note(jobs, BELL_SEND, s.delivery.endpoint_id);
    if (!s.has_hook || s.hook.disabled_ms)
        finish(&s, "failed", 0, "the endpoint is disabled");
    else
        post(jobs, &s);
    if (vt_store_write(jobs->config.store, note, &s, &err) != VT_OK)
        vt_log(VT_LOG_ERROR, "webhook.note", "id=%s error=\"%s\"", s.delivery.id, err.message);
    bool delivered = strcmp(s.delivery.state, "delivered") == 0;
    atomic_fetch_add(delivered                                 ? &jobs->delivered
                     : strcmp(s.delivery.state, "failed") == 0 ? &jobs->undelivered
                                                               : &jobs->retried,
                     1);
    vt_log(VT_LOG_INFO, "webhook.sent", "id=%s kind=%s state=%s http=%jd tries=%jd", s.delivery.id,
           s.delivery.event, s.delivery.state, (intmax_t)s.delivery.last_status,
           (intmax_t)s.delivery.tries);
    return true;
}
