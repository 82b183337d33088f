/* SPDX-License-Identifier: Apache-2.0 */
/* What an account manages: keys, phrases, webhooks, its ledger. For the dashboard, and for keys
 * with the scope admin at /v1. */
#include "api/body.h"
#include "api/fields.h"
#include "api/keys.h"
#include "api/web.h"
#include "jobs/client.h"
#include "base/hash.h"
#include "engine/checks.h"
#include "jobs/webhook.h"
#include "store/credits.h"
#include "store/hooks.h"

#include <stdio.h>

enum {
    MAX_KEY_DAYS = 36500,
    MAX_PHRASE = 500,
    LOG_ROWS = 100,
    ROWS_DEFAULT = 50,
    ROWS_MAX = 200,
    CSV_ROWS = 100000, /* the newest so many rows */
    MAX_LOW = 1000000000,
    OLD_SECRET_MS = 86400000, /* after a rotation the secret before it is good for a day */
};

/* What a change works on; the fields that it does not need stay empty. */
struct change {
    vt_service *service;
    vt_arena *arena;
    const vt_http_request *request;
    vt_call *call;
    vt_str account_id, id, text, events;
    int64_t now_ms, number;
    bool with_defaults; /* of phrases: the default list is taken over first */
    bool on;
    vt_key_order order;
    vt_key key;
    vt_hook hook;
    char secret[VT_MAX((int)VT_SECRET_TEXT, (int)VT_WEBHOOK_SECRET)];
    /* what a list gives */
    vt_keys keys;
    vt_phrases phrases;
    vt_hooks hooks;
    vt_deliveries deliveries;
};

static struct change *change_new(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = VT_NEW(request->arena, struct change);
    c->service = service;
    c->arena = request->arena;
    c->request = request;
    c->call = call;
    c->account_id = vt_str_z(call->account.id);
    c->id = call->param;
    c->now_ms = vt_store_now_ms(service->config.store);
    return c;
}

static bool of_dashboard(const struct change *c)
{
    return (c->call->route->flags & VT_ROUTE_SESSION) != 0;
}

static vt_status audit(vt_tx *tx, const struct change *c, const char *action, vt_str detail,
                       vt_error *err)
{
    vt_audit_entry entry = vt_audit_of(c->request, c->call, c->now_ms, action, detail);
    return vt_audit_write(tx, &entry, err);
}

static vt_status write_store(struct change *c, vt_tx_fn fn, vt_error *err)
{
    return vt_store_write(c->service->config.store, fn, c, err);
}

/* Reads the list; false when the reply is a failure. */
static bool read_store(struct change *c, vt_http_request *request, vt_tx_fn fn)
{
    vt_error err = {0};
    vt_status status = vt_store_read(c->service->config.store, fn, c, &err);
    if (status != VT_OK)
        vt_web_done(request, status, &err);
    return status == VT_OK;
}

static bool run_change(struct change *c, vt_http_request *request, vt_tx_fn fn)
{
    vt_error err = {0};
    vt_web_done(request, write_store(c, fn, &err), &err);
    if (request->reply.status == 200 && !of_dashboard(c)) {
        request->reply.status = 204;
        request->reply.content_type = NULL;
        vt_buf_clear(&request->reply.body);
    }
    return true;
}

static bool reply_secret(vt_http_request *request, const char *id, const char *secret)
{
    vt_reply_json(request, 201);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "id", vt_str_z(id));
    vt_json_kv_str(&w, "secret", vt_str_z(secret));
    vt_json_end_object(&w);
    return true;
}

/* A list as the one member of an object. */
static vt_json_writer begin_list(vt_http_request *request, const char *name)
{
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, name);
    vt_json_begin_array(&w);
    return w;
}

/* ---- keys ---- */

static vt_status list_keys(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->keys = (vt_keys){0};
    return vt_key_list(tx, c->arena, c->account_id, &c->keys, err);
}

bool vt_web_keys(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_store(c, request, list_keys))
        return true;
    vt_json_writer w = begin_list(request, "keys");
    for (size_t i = c->keys.n; i-- > 0;)
        vt_web_put_key(&w, &c->keys.at[i]);
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}

static vt_status create_key(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(vt_key_create(tx, &c->order, c->now_ms, &c->key, c->secret, err));
    return audit(tx, c, "key.create", vt_str_z(c->key.id), err);
}

/* What the body asks for; false when the reply says what is wrong. */
static bool read_order(struct change *c, vt_http_request *request)
{
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return false;
    vt_str name = vt_str_trim(vt_fields_text(&f, "name"));
    vt_str scopes = vt_str_trim(vt_fields_text(&f, "scopes"));
    int64_t days = vt_fields_whole(&f, "days", 0, MAX_KEY_DAYS, 0);
    c->order = (vt_key_order){.account_id = c->call->account.id,
                              .name = vt_str_cstr(request->arena, name),
                              .scopes = vt_str_cstr(request->arena, scopes),
                              .test = vt_fields_bool(&f, "test", c->call->key.test),
                              .expires_ms = days ? c->now_ms + days * 86400000 : 0};
    if (!f.faults.n && (name.len == 0 || name.len >= VT_NAME_TEXT || !vt_is_plain(name)))
        vt_fields_fault(&f, "name", "length", "must have 1 to 79 bytes, no control characters");
    if (!vt_scopes_valid(scopes) || scopes.len >= VT_SCOPES_TEXT)
        vt_fields_fault(&f, "scopes", "enum", "may have parse, read, usage and admin");
    return vt_fields_good(&f);
}

/* A key makes no key that may do more than itself: one with scopes none without, one for tests none
 * that is charged. */
static bool may_make(const vt_key *own, const vt_key_order *order)
{
    return (!own->scopes[0] || order->scopes[0]) && (!own->test || order->test);
}

bool vt_web_key_create(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_order(c, request))
        return true;
    if (!may_make(&call->key, &c->order)) {
        vt_reply_problem(request, VT_PROBLEM_INSUFFICIENT_SCOPE,
                         call->key.test ? "A test key can make test keys only."
                                        : "A key with scopes can make keys with scopes only.",
                         NULL);
        return true;
    }
    vt_error err = {0};
    vt_status status = write_store(c, create_key, &err);
    return status == VT_OK ? reply_secret(request, c->key.id, c->secret)
                           : vt_web_done(request, status, &err);
}

static vt_status revoke_key(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(list_keys(tx, c, err));
    for (size_t i = 0; i < c->keys.n; i++) {
        if (!vt_str_eq(vt_str_z(c->keys.at[i].id), c->id) ||
            (c->call->key.test && !c->keys.at[i].test)) /* a test key ends no other */
            continue;
        VT_TRY(vt_key_revoke(tx, c->id, c->now_ms, err));
        return audit(tx, c, "key.revoke", c->id, err);
    }
    return vt_fail(err, VT_E_NOT_FOUND, "no such key in this account");
}

bool vt_web_key_revoke(vt_service *service, vt_http_request *request, vt_call *call)
{
    run_change(change_new(service, request, call), request, revoke_key);
    vt_auth_forget(service->auth);
    return true;
}

/* ---- phrases ---- */

static vt_status list_phrases(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->phrases = (vt_phrases){0};
    return vt_phrase_list(tx, c->arena, c->account_id, &c->phrases, err);
}

bool vt_web_phrases(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_store(c, request, list_phrases))
        return true;
    size_t count;
    const vt_str *defaults = vt_default_phrases(&count);
    vt_json_writer w = begin_list(request, "phrases");
    for (size_t i = 0; i < c->phrases.n; i++)
        vt_json_put_str(&w, c->phrases.at[i]);
    vt_json_end_array(&w);
    vt_json_key(&w, "defaults");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < count; i++)
        vt_json_put_str(&w, defaults[i]);
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}

/* The first phrase of one's own goes behind the default ones instead of replacing them. */
static vt_status take_over_defaults(vt_tx *tx, struct change *c, vt_error *err)
{
    size_t count;
    const vt_str *defaults = vt_default_phrases(&count);
    vt_phrases own = {0};
    VT_TRY(vt_phrase_list(tx, c->arena, c->account_id, &own, err));
    for (size_t i = 0; own.n == 0 && i < count; i++)
        VT_TRY(vt_phrase_add(tx, c->account_id, defaults[i], c->now_ms, err));
    return VT_OK;
}

static vt_status change_phrase(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    if (c->on && c->with_defaults)
        VT_TRY(take_over_defaults(tx, c, err));
    if (c->on)
        VT_TRY(vt_phrase_add(tx, c->account_id, c->text, c->now_ms, err));
    else
        VT_TRY(vt_phrase_remove(tx, c->account_id, c->text, err));
    return audit(tx, c, c->on ? "phrase.add" : "phrase.remove", VT_STR(""), err);
}

static bool phrase(vt_service *service, vt_http_request *request, vt_call *call, bool add)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    c->on = add;
    c->text = vt_fields_text(&f, "phrase");
    c->with_defaults = vt_fields_bool(&f, "with_defaults", false);
    if (!f.faults.n && (vt_str_trim(c->text).len == 0 || c->text.len > MAX_PHRASE))
        vt_fields_fault(&f, "phrase", "length", "must have 1 to 500 bytes");
    if (!vt_fields_good(&f))
        return true;
    return run_change(c, request, change_phrase);
}

bool vt_web_phrase_add(vt_service *service, vt_http_request *request, vt_call *call)
{
    return phrase(service, request, call, true);
}

bool vt_web_phrase_remove(vt_service *service, vt_http_request *request, vt_call *call)
{
    return phrase(service, request, call, false);
}

bool vt_api_phrase_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    c->text = vt_http_query(request, "phrase");
    if (vt_str_trim(c->text).len == 0)
        return vt_web_fault(request, "/phrase", "required", "is required in the query");
    return run_change(c, request, change_phrase);
}

/* ---- webhooks ---- */

static vt_status list_hooks(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->hooks = (vt_hooks){0};
    return vt_hook_list(tx, c->arena, c->account_id, &c->hooks, err);
}

bool vt_web_hooks(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    if (!read_store(c, request, list_hooks))
        return true;
    vt_json_writer w = begin_list(request, "webhooks");
    for (size_t i = 0; i < c->hooks.n; i++) {
        const vt_hook *hook = &c->hooks.at[i];
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "id", vt_str_z(hook->id));
        vt_json_kv_str(&w, "url", hook->url);
        vt_json_kv_str(&w, "events", hook->events);
        vt_web_put_time(&w, "created_at", hook->created_ms);
        vt_web_put_time(&w, "disabled_at", hook->disabled_ms);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}

static vt_status create_hook(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(vt_hook_insert(tx, &c->hook, err));
    return audit(tx, c, "webhook.add", vt_str_z(c->hook.id), err);
}

bool vt_web_hook_create(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    vt_str url = vt_str_trim(vt_fields_text(&f, "url"));
    vt_str events = vt_str_trim(vt_fields_text(&f, "events"));
    if (!vt_fields_good(&f))
        return true;
    const char *address = vt_str_cstr(request->arena, url);
    const char *refusal = vt_webhook_refusal(NULL, address);
    if (refusal)
        return vt_web_fault(request, "/url", "format", refusal);
    if ((refusal = vt_webhook_refusal(service->config.rules, address)))
        return vt_web_fault(request, "/url", "unreachable", refusal);
    if (!vt_webhook_events_valid(events))
        return vt_web_fault(request, "/events", "enum", "may have " VT_WEBHOOK_EVENTS);
    vt_webhook_secret_new(c->secret);
    c->hook = (vt_hook){.url = url,
                        .secret = vt_str_z(c->secret),
                        .events = events.ptr ? events : VT_STR(""),
                        .created_ms = c->now_ms};
    vt_id_new("whk_", c->now_ms, c->hook.id);
    snprintf(c->hook.account_id, sizeof c->hook.account_id, "%s", call->account.id);
    vt_error err = {0};
    vt_status status = write_store(c, create_hook, &err);
    return status == VT_OK ? reply_secret(request, c->hook.id, c->secret)
                           : vt_web_done(request, status, &err);
}

/* An endpoint of another account is not found. */
static vt_status own_hook(vt_tx *tx, struct change *c, vt_error *err)
{
    bool found;
    VT_TRY(vt_hook_find(tx, c->arena, c->id, &c->hook, &found, err));
    if (!found || !vt_str_eq(vt_str_z(c->hook.account_id), c->account_id))
        return vt_fail(err, VT_E_NOT_FOUND, "no such endpoint in this account");
    return VT_OK;
}

static vt_status switch_hook(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(own_hook(tx, c, err));
    VT_TRY(vt_hook_disable(tx, c->id, c->on ? 0 : c->now_ms, err));
    return audit(tx, c, c->on ? "webhook.enable" : "webhook.disable", c->id, err);
}

bool vt_web_hook_state(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    c->id = vt_fields_text(&f, "id");
    c->on = vt_fields_bool(&f, "enabled", false);
    if (!vt_fields_good(&f))
        return true;
    return run_change(c, request, switch_hook);
}

static vt_status delete_hook(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(own_hook(tx, c, err));
    VT_TRY(vt_hook_delete(tx, c->id, err));
    return audit(tx, c, "webhook.remove", c->id, err);
}

bool vt_web_hook_delete(vt_service *service, vt_http_request *request, vt_call *call)
{
    return run_change(change_new(service, request, call), request, delete_hook);
}

bool vt_api_hook_enable(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    c->on = true;
    return run_change(c, request, switch_hook);
}

bool vt_api_hook_disable(vt_service *service, vt_http_request *request, vt_call *call)
{
    return run_change(change_new(service, request, call), request, switch_hook);
}

/* An event for this endpoint alone, whatever events it wants. */
static vt_status queue_test(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(own_hook(tx, c, err));
    if (c->hook.disabled_ms)
        return vt_fail(err, VT_E_CONFLICT, "the endpoint is disabled");
    VT_AUTO(vt_buf) vt_buf payload = {0};
    vt_json_writer w = vt_json_writer_init(&payload, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", VT_STR("webhook.test"));
    vt_json_kv_time(&w, "timestamp", c->now_ms);
    vt_json_key(&w, "data");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "webhook_id", c->id);
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    VT_TRY(vt_delivery_insert(tx, c->account_id, c->hook.id, "webhook.test", vt_buf_str(&payload),
                              c->now_ms, err));
    return audit(tx, c, "webhook.test", c->id, err);
}

bool vt_api_hook_test(vt_service *service, vt_http_request *request, vt_call *call)
{
    run_change(change_new(service, request, call), request, queue_test);
    vt_jobs_wake(service->config.jobs, "send");
    return true;
}

static vt_status rotate_secret(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(own_hook(tx, c, err));
    vt_str rest = c->hook.secret, current;
    if (!vt_str_split(&rest, ' ', &current))
        return vt_fail(err, VT_E_INTERNAL, "the endpoint has no secret");
    vt_str both = vt_str_format(c->arena, "%s " VT_STR_FMT "@%jd", c->secret, VT_STR_ARG(current),
                                (intmax_t)(c->now_ms + OLD_SECRET_MS));
    VT_TRY(vt_hook_set_secret(tx, c->id, both, err));
    return audit(tx, c, "webhook.rotate", c->id, err);
}

bool vt_api_hook_rotate(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_webhook_secret_new(c->secret);
    vt_error err = {0};
    vt_status status = write_store(c, rotate_secret, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "id", c->id);
    vt_json_kv_str(&w, "secret", vt_str_z(c->secret));
    vt_json_kv_time(&w, "previous_valid_until", c->now_ms + OLD_SECRET_MS);
    vt_json_end_object(&w);
    return true;
}

static vt_status list_deliveries(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->deliveries = (vt_deliveries){0};
    return vt_delivery_list(tx, c->arena, c->account_id, VT_STR_NULL, LOG_ROWS, &c->deliveries,
                            err);
}

static vt_status list_deliveries_of_hook(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    c->deliveries = (vt_deliveries){0};
    VT_TRY(own_hook(tx, c, err));
    return vt_delivery_list(tx, c->arena, c->account_id, c->id, LOG_ROWS, &c->deliveries, err);
}

static bool reply_deliveries(struct change *c, vt_http_request *request, vt_tx_fn read)
{
    if (!read_store(c, request, read))
        return true;
    vt_json_writer w = begin_list(request, "deliveries");
    for (size_t i = 0; i < c->deliveries.n; i++) {
        const vt_delivery *d = &c->deliveries.at[i];
        vt_json_begin_object(&w);
        vt_json_kv_str(&w, "id", vt_str_z(d->id));
        vt_json_kv_str(&w, "endpoint_id", vt_str_z(d->endpoint_id));
        vt_json_kv_str(&w, "event", vt_str_z(d->event));
        vt_json_kv_str(&w, "state", vt_str_z(d->state));
        vt_json_kv_int(&w, "tries", d->tries);
        vt_web_put_time(&w, "created_at", d->created_ms);
        vt_web_put_time(&w, "next_at", d->next_ms);
        vt_web_put_time(&w, "last_at", d->last_ms);
        vt_json_kv_int(&w, "last_status", d->last_status);
        vt_json_kv_str(&w, "last_error", d->last_error);
        vt_json_end_object(&w);
    }
    vt_json_end_array(&w);
    vt_json_end_object(&w);
    return true;
}

bool vt_web_deliveries(vt_service *service, vt_http_request *request, vt_call *call)
{
    return reply_deliveries(change_new(service, request, call), request, list_deliveries);
}

bool vt_api_hook_deliveries(vt_service *service, vt_http_request *request, vt_call *call)
{
    return reply_deliveries(change_new(service, request, call), request, list_deliveries_of_hook);
}

static vt_status resend(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    VT_TRY(vt_delivery_resend(tx, c->account_id, c->id, c->now_ms, err));
    return audit(tx, c, "webhook.resend", c->id, err);
}

bool vt_web_resend(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    c->id = vt_fields_text(&f, "id");
    if (!vt_fields_good(&f))
        return true;
    run_change(c, request, resend);
    vt_jobs_wake(service->config.jobs, "send");
    return true;
}

/* ---- the account ---- */

static vt_status set_low(vt_tx *tx, void *context, vt_error *err)
{
    struct change *c = context;
    vt_account account;
    VT_TRY(vt_account_find(tx, c->account_id, &account, err));
    account.low_credits = c->number;
    VT_TRY(vt_account_update(tx, &account, err));
    return audit(tx, c, "account.set", VT_STR("low_credits"), err);
}

bool vt_web_account(vt_service *service, vt_http_request *request, vt_call *call)
{
    struct change *c = change_new(service, request, call);
    vt_fields f;
    if (!vt_fields_read(request, &f))
        return true;
    c->number = vt_fields_whole(&f, "low_credits", 0, MAX_LOW, -1);
    if (c->number < 0 && !f.faults.n)
        vt_fields_fault(&f, "low_credits", "required", "is required");
    if (!vt_fields_good(&f))
        return true;
    run_change(c, request, set_low);
    vt_auth_forget(service->auth);
    return true;
}

/* ---- transactions ---- */

struct ledger_page {
    vt_arena *arena;
    vt_str account_id, kind, request_id;
    int64_t before, limit;
    vt_ledger_rows rows;
};

static vt_status read_ledger(vt_tx *tx, void *context, vt_error *err)
{
    struct ledger_page *p = context;
    p->rows = (vt_ledger_rows){0};
    const vt_ledger_filter filter = {.kind = p->kind, .request_id = p->request_id};
    return vt_ledger_search(tx, p->arena, p->account_id, &filter, p->before, p->limit, &p->rows,
                            err);
}

static void reply_csv(vt_http_request *request, const struct ledger_page *p)
{
    vt_buf *out = &request->reply.body;
    vt_reply_json(request, 200);
    request->reply.content_type = "text/csv; charset=utf-8";
    vt_http_add(request, "Content-Disposition", VT_STR("attachment; filename=transactions.csv"));
    vt_buf_addz(out, "time,kind,credits,balance_after,source,request_id,note\r\n");
    for (size_t i = 0; i < p->rows.n; i++) {
        const vt_ledger_row *r = &p->rows.at[i];
        char at[VT_TIME_TEXT];
        vt_time_format(r->at_ms, at);
        vt_buf_addf(out, "%s,%s,%jd,%jd,%s,%s,", at, r->kind, (intmax_t)r->amount,
                    (intmax_t)r->balance, r->pack_kind, r->request_id);
        vt_csv_put_cell(out, vt_str_z(r->note));
        vt_buf_addz(out, "\r\n");
    }
}

static void put_row(vt_json_writer *w, const vt_ledger_row *r)
{
    vt_json_begin_object(w);
    vt_json_kv_int(w, "seq", r->seq);
    vt_web_put_time(w, "at", r->at_ms);
    vt_json_kv_str(w, "kind", vt_str_z(r->kind));
    vt_json_kv_int(w, "amount", r->amount);
    vt_json_kv_int(w, "balance", r->balance);
    vt_json_kv_str(w, "pack", vt_str_z(r->pack_kind));
    vt_json_kv_str(w, "request_id", r->request_id[0] ? vt_str_z(r->request_id) : VT_STR_NULL);
    vt_json_kv_str(w, "note", r->note[0] ? vt_str_z(r->note) : VT_STR_NULL);
    vt_json_end_object(w);
}

static void reply_rows(vt_http_request *request, const struct ledger_page *p)
{
    size_t n = VT_MIN(p->rows.n, (size_t)p->limit - 1);
    vt_json_writer w = begin_list(request, "transactions");
    for (size_t i = 0; i < n; i++)
        put_row(&w, &p->rows.at[i]);
    vt_json_end_array(&w);
    vt_web_end_page_at(&w, p->rows.n > n, n ? p->rows.at[n - 1].seq : 0);
}

bool vt_web_transactions(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool csv;
    if (!vt_web_format_query(request, &csv))
        return true;
    struct ledger_page p = {.arena = request->arena,
                            .account_id = vt_str_z(call->account.id),
                            .kind = vt_http_query(request, "kind"),
                            .request_id = vt_http_query(request, "request"),
                            .limit = ROWS_DEFAULT};
    if (!vt_web_page_query(request, ROWS_MAX, &p.before, &p.limit))
        return true;
    p.limit = csv ? CSV_ROWS : p.limit + 1; /* one more tells whether there is more */
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, read_ledger, &p, &err);
    if (status != VT_OK)
        return vt_web_done(request, status, &err);
    if (csv)
        reply_csv(request, &p);
    else
        reply_rows(request, &p);
    return true;
}
