/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sign-in to the dashboard. An API key opens a session: 256 random bits in a cookie that scripts
 * cannot read and other sites cannot make a browser send; the store keeps their SHA-256. A session
 * has the rights of its key and ends with it. Requests that change something also carry a token
 * that only a page of this origin could have read: an HMAC of the cookie, so that it needs no
 * place of its own.
 */
#include "api/internal.h"

#include "api/web.h"
#include "base/hash.h"
#include "base/log.h"

#include <stdio.h>

/* Behind https with the prefix by which browsers keep other hosts and paths from setting it. That
 * prefix asks for the path "/": below a base path other programs of the host would get the cookie,
 * so there it is bound to the path instead. */
#define COOKIE        "vitae_session"
#define HOST_COOKIE   "__Host-vitae_session"
#define SECURE_COOKIE "__Secure-vitae_session"

enum { WRONG_KEYS_A_MINUTE = 30, CSRF_TEXT = 33 };

static bool behind_tls(const vt_http_request *request)
{
    return request->tls ||
           vt_str_eq_nocase(vt_http_header(request, "X-Forwarded-Proto"), VT_STR("https"));
}

static const char *cookie_name(const vt_http_request *request)
{
    return !behind_tls(request) ? COOKIE : request->base.len ? SECURE_COOKIE : HOST_COOKIE;
}

vt_str vt_session_cookie(const vt_http_request *request)
{
    vt_str rest = vt_http_header(request, "Cookie"), item;
    vt_str name = vt_str_z(cookie_name(request));
    while (vt_str_split(&rest, ';', &item)) {
        item = vt_str_trim(item);
        if (vt_str_starts(item, name) && item.len > name.len && item.ptr[name.len] == '=')
            return vt_str_sub(item, name.len + 1, item.len);
    }
    return VT_STR_NULL;
}

static void csrf_token(vt_str cookie, char ret[CSRF_TEXT])
{
    unsigned char mac[VT_SHA256_BYTES];
    vt_hmac_sha256(cookie, VT_STR("csrf"), mac);
    for (size_t i = 0; i < CSRF_TEXT / 2; i++)
        snprintf(ret + 2 * i, 3, "%02x", mac[i]);
}

static bool is_change(const vt_http_request *request)
{
    return !vt_str_eq(request->method, VT_STR("GET")) &&
           !vt_str_eq(request->method, VT_STR("HEAD"));
}

bool vt_session_check(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_str cookie = vt_session_cookie(request);
    bool good;
    vt_error err = {0};
    vt_http_add(request, "Cache-Control", VT_STR("no-store"));
    vt_status status =
        vt_auth_session(service->auth, cookie, &call->key, &call->account, &good, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return false;
    }
    if (!good) {
        vt_reply_problem(request, VT_PROBLEM_NO_SESSION, NULL, NULL);
        return false;
    }
    char token[CSRF_TEXT];
    csrf_token(cookie, token);
    if (!is_change(request) ||
        vt_equal_const_time(vt_str_z(token), vt_http_header(request, "X-CSRF-Token")))
        return true;
    vt_reply_problem(request, VT_PROBLEM_CSRF_TOKEN, NULL, NULL);
    return false;
}

bool vt_is_operator(const vt_service *service, const vt_call *call)
{
    return vt_str_eq(vt_str_z(call->account.name), service->config.operator_account) &&
           vt_str_trim(vt_str_z(call->key.scopes)).len == 0 && !call->key.test;
}

/* ---- the session as the page sees it ---- */

static void put_account(vt_json_writer *w, const vt_service *service, const vt_call *call)
{
    const vt_account *a = &call->account;
    vt_json_key(w, "account");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "id", vt_str_z(a->id));
    vt_json_kv_str(w, "name", vt_str_z(a->name));
    vt_json_kv_str(w, "plan", vt_str_z(vt_plan_word(a->plan)));
    vt_json_kv_str(w, "billing", vt_str_z(vt_billing_word(a->billing)));
    vt_json_kv_bool(w, "active", a->active);
    vt_json_kv_int(w, "balance", a->balance);
    vt_json_kv_int(w, "low_credits", a->low_credits);
    vt_json_kv_int(w, "max_pages", service->config.max_pages[a->plan]);
    vt_json_end_object(w);
}

static void put_session(vt_service *service, vt_http_request *request, const vt_call *call,
                        vt_str cookie)
{
    char token[CSRF_TEXT];
    csrf_token(cookie, token);
    vt_reply_json(request, 200);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "csrf", vt_str_z(token));
    vt_json_kv_str(&w, "version", VT_STR(VT_PARSER_VERSION));
    vt_json_kv_bool(&w, "operator", vt_is_operator(service, call));
    vt_json_kv_int(&w, "retention_seconds", service->config.retention_ms / 1000);
    vt_json_kv_bool(&w, "keep_documents", service->config.keep_documents);
    put_account(&w, service, call);
    vt_json_key(&w, "key");
    vt_web_put_key(&w, &call->key);
    vt_json_end_object(&w);
}

bool vt_web_session(vt_service *service, vt_http_request *request, vt_call *call)
{
    put_session(service, request, call, vt_session_cookie(request));
    return true;
}

/* ---- in and out ---- */

struct sign_in {
    char hash[VT_SHA256_HEX];
    const vt_call *call;
    vt_audit_entry entry;
    int64_t now_ms, expires_ms;
};

static vt_status insert_session(vt_tx *tx, void *context, vt_error *err)
{
    struct sign_in *s = context;
    VT_TRY(vt_session_insert(tx, vt_str_z(s->hash), vt_str_z(s->call->key.id), s->now_ms,
                             s->expires_ms, err));
    return vt_audit_write(tx, &s->entry, err);
}

static void set_cookie(vt_http_request *request, const char *value, int64_t seconds)
{
    bool secure = behind_tls(request);
    vt_str path =
        secure && !request->base.len
            ? VT_STR("/")
            : vt_str_format(request->arena, VT_STR_FMT "/dashboard", VT_STR_ARG(request->base));
    vt_http_addf(request, "Set-Cookie",
                 "%s=%s; Path=" VT_STR_FMT "; Max-Age=%jd; HttpOnly; SameSite=Strict%s",
                 cookie_name(request), value, VT_STR_ARG(path), (intmax_t)seconds,
                 secure ? "; Secure" : "");
}

/* Wrong keys are counted by client, right ones never: nobody can lock another out by guessing. */
static void reply_wrong(vt_service *service, vt_http_request *request)
{
    vt_str bucket = vt_str_format(request->arena, "sign-in %s", request->address);
    vt_rate_answer answer = vt_rate_take(
        service->rate, bucket, (vt_rate_limit){WRONG_KEYS_A_MINUTE, 0}, vt_time_monotonic_ms());
    if (answer.allowed) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_API_KEY, NULL, NULL);
        return;
    }
    vt_reply_problem(request, VT_PROBLEM_RATE_LIMITED, NULL, NULL);
    vt_http_addf(request, "Retry-After", "%jd", (intmax_t)answer.reset_s);
}

bool vt_web_sign_in(vt_service *service, vt_http_request *request, vt_call *call)
{
    vt_error err = {0};
    const vt_json *body;
    bool good = false;
    vt_http_add(request, "Cache-Control", VT_STR("no-store"));
    if (!vt_web_body(request, &body))
        return true;
    vt_str secret = vt_str_trim(vt_json_str(vt_json_get(body, "key")));
    vt_status status = vt_auth_key(service->auth, secret, &call->key, &call->account, &good, &err);
    if (status != VT_OK || !good) {
        if (status != VT_OK)
            vt_reply_failure(request, status, &err);
        else
            reply_wrong(service, request);
        return true;
    }
    if (!vt_rate_check(service, request, call)) /* a right key has the limits of its reads */
        return true;
    char cookie[64];
    int64_t now_ms = vt_store_now_ms(service->config.store), length_ms = service->config.session_ms;
    struct sign_in s = {.call = call, .now_ms = now_ms, .expires_ms = now_ms + length_ms};
    s.entry = vt_audit_of(request, call, now_ms, "session.open", VT_STR_NULL);
    vt_secret_new("vt_sess_", cookie);
    vt_sha256_hex(vt_str_z(cookie), s.hash);
    status = vt_store_write(service->config.store, insert_session, &s, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    vt_log(VT_LOG_INFO, "session.open", "request_id=%s key=%s", request->id, call->key.id);
    put_session(service, request, call, vt_str_z(cookie));
    set_cookie(request, cookie, length_ms / 1000);
    return true;
}

static vt_status delete_session(vt_tx *tx, void *context, vt_error *err)
{
    return vt_session_delete(tx, vt_str_z(context), err);
}

bool vt_web_sign_out(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)call;
    char hash[VT_SHA256_HEX];
    vt_error err = {0};
    vt_sha256_hex(vt_session_cookie(request), hash);
    vt_status status = vt_store_write(service->config.store, delete_session, hash, &err);
    vt_auth_forget(service->auth);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return true;
    }
    request->reply.status = 204;
    set_cookie(request, "", 0);
    return true;
}
