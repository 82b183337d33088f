/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A request's way through the interface. Before its body: route, key, rate, announced size, content
 * type, in this order (decisions.md 1). Then the route's handler.
 */
#include "api/internal.h"

#include "api/batch_body.h"
#include "api/body.h"

#include "base/limits.h"
#include "base/log.h"

#include <stdio.h>

enum {
    JSON_BODY_BYTES = 16 * 1024 * 1024,                         /* base64 of a document, escapes */
    MULTIPART_BODY_BYTES = VT_MAX_DOCUMENT_BYTES + 1024 * 1024, /* the document and its company */
    MANY_HEADS_BYTES = 1024 * 1024,                             /* of the parts of a batch */
    SMALL_BODY_BYTES = 256 * 1024,                              /* where no document is expected */
    QUICK_BODY_BYTES = 64 * 1024,                               /* read on an I/O thread */
};

#define DASHBOARD "/dashboard/api"

const vt_route vt_routes[] = {
    {"POST", "/v1/parse", VT_ROUTE_CREATE | VT_ROUTE_BODY | VT_ROUTE_FORM | VT_ROUTE_DOCUMENT,
     "parse", vt_api_create},
    {"GET", "/v1/parse", 0, "read", vt_api_list},
    {"GET", "/v1/parse/*", 0, "read", vt_api_status},
    {"DELETE", "/v1/parse/*", VT_ROUTE_THREAD, "parse", vt_api_delete},
    {"GET", "/v1/parse/*/review", VT_ROUTE_THREAD, "read", vt_api_review},
    {"PUT", "/v1/parse/*/review", VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_RESULT, "parse",
     vt_api_review_put},
    {"DELETE", "/v1/parse/*/review", VT_ROUTE_THREAD, "parse", vt_api_review_delete},
    {"POST", "/v1/batches",
     VT_ROUTE_CREATE | VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_FORM | VT_ROUTE_DOCUMENT |
         VT_ROUTE_BATCH,
     "parse", vt_api_batch},
    {"GET", "/v1/batches/*", VT_ROUTE_THREAD, "read", vt_api_batch_status},
    {"DELETE", "/v1/batches/*", VT_ROUTE_THREAD, "parse", vt_api_batch_delete},
    {"POST", "/v1/match", VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_DOCUMENT, "parse",
     vt_api_match},
    {"GET", "/v1/usage", VT_ROUTE_THREAD, "usage", vt_api_usage},
    {"GET", "/v1/usage/history", 0, "usage", vt_api_history},
    {"GET", "/v1/skills", VT_ROUTE_THREAD, "read", vt_api_skills},
    {"GET", "/v1/skills/*", 0, "read", vt_api_skill},
    {"POST", "/v1/jobs", VT_ROUTE_THREAD | VT_ROUTE_BODY, "read", vt_api_job},
    {"GET", "/v1/keys", VT_ROUTE_THREAD, "admin", vt_web_keys},
    {"POST", "/v1/keys", VT_ROUTE_THREAD | VT_ROUTE_BODY, "admin", vt_web_key_create},
    {"DELETE", "/v1/keys/*", VT_ROUTE_THREAD, "admin", vt_web_key_revoke},
    {"GET", "/v1/phrases", VT_ROUTE_THREAD, "admin", vt_web_phrases},
    {"POST", "/v1/phrases", VT_ROUTE_THREAD | VT_ROUTE_BODY, "admin", vt_web_phrase_add},
    {"DELETE", "/v1/phrases", VT_ROUTE_THREAD, "admin", vt_api_phrase_delete},
    {"GET", "/v1/webhooks", VT_ROUTE_THREAD, "admin", vt_web_hooks},
    {"POST", "/v1/webhooks", VT_ROUTE_THREAD | VT_ROUTE_BODY, "admin", vt_web_hook_create},
    {"DELETE", "/v1/webhooks/*", VT_ROUTE_THREAD, "admin", vt_web_hook_delete},
    {"POST", "/v1/webhooks/*/enable", VT_ROUTE_THREAD, "admin", vt_api_hook_enable},
    {"POST", "/v1/webhooks/*/disable", VT_ROUTE_THREAD, "admin", vt_api_hook_disable},
    {"POST", "/v1/webhooks/*/test", VT_ROUTE_THREAD, "admin", vt_api_hook_test},
    {"POST", "/v1/webhooks/*/rotate", VT_ROUTE_THREAD, "admin", vt_api_hook_rotate},
    {"GET", "/v1/webhooks/*/deliveries", VT_ROUTE_THREAD, "admin", vt_api_hook_deliveries},
    {"GET", "/v1/audit", VT_ROUTE_THREAD, "admin", vt_api_audit},
    {"GET", "/", VT_ROUTE_PUBLIC, NULL, vt_web_index},
    {"GET", "/assets/*", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_web_asset},
    {"POST", DASHBOARD "/session", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD | VT_ROUTE_BODY, NULL,
     vt_web_sign_in},
    {"GET", DASHBOARD "/session", VT_ROUTE_SESSION, NULL, vt_web_session},
    {"DELETE", DASHBOARD "/session", VT_ROUTE_SESSION | VT_ROUTE_THREAD, NULL, vt_web_sign_out},
    {"POST", DASHBOARD "/parse",
     VT_ROUTE_SESSION | VT_ROUTE_CREATE | VT_ROUTE_BODY | VT_ROUTE_FORM | VT_ROUTE_DOCUMENT,
     "parse", vt_api_create},
    {"GET", DASHBOARD "/parse", VT_ROUTE_SESSION, "read", vt_api_list},
    {"GET", DASHBOARD "/parse/*", VT_ROUTE_SESSION, "read", vt_api_status},
    {"DELETE", DASHBOARD "/parse/*", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "parse", vt_api_delete},
    {"GET", DASHBOARD "/parse/*/review", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "read", vt_api_review},
    {"PUT", DASHBOARD "/parse/*/review",
     VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_RESULT, "parse",
     vt_api_review_put},
    {"DELETE", DASHBOARD "/parse/*/review", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "parse",
     vt_api_review_delete},
    {"POST", DASHBOARD "/match",
     VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_DOCUMENT, "parse", vt_api_match},
    {"GET", DASHBOARD "/skills", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "read", vt_api_skills},
    {"GET", DASHBOARD "/usage", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "usage", vt_api_usage},
    {"GET", DASHBOARD "/usage/history", VT_ROUTE_SESSION, "usage", vt_api_history},
    /* "manage" is no scope of a key: it takes one without limits */
    {"GET", DASHBOARD "/keys", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage", vt_web_keys},
    {"POST", DASHBOARD "/keys", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY, "manage",
     vt_web_key_create},
    {"DELETE", DASHBOARD "/keys/*", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage",
     vt_web_key_revoke},
    {"GET", DASHBOARD "/phrases", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage", vt_web_phrases},
    {"POST", DASHBOARD "/phrases", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY, "manage",
     vt_web_phrase_add},
    {"POST", DASHBOARD "/phrases/remove", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY,
     "manage", vt_web_phrase_remove},
    {"GET", DASHBOARD "/webhooks", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage", vt_web_hooks},
    {"POST", DASHBOARD "/webhooks", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY, "manage",
     vt_web_hook_create},
    {"POST", DASHBOARD "/webhooks/state", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY,
     "manage", vt_web_hook_state},
    {"DELETE", DASHBOARD "/webhooks/*", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage",
     vt_web_hook_delete},
    {"GET", DASHBOARD "/deliveries", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage",
     vt_web_deliveries},
    {"POST", DASHBOARD "/deliveries/resend", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY,
     "manage", vt_web_resend},
    {"POST", DASHBOARD "/account", VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY, "manage",
     vt_web_account},
    {"GET", DASHBOARD "/transactions", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "usage",
     vt_web_transactions},
    {"GET", DASHBOARD "/audit", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "manage", vt_api_audit},
    {"POST", DASHBOARD "/pages",
     VT_ROUTE_SESSION | VT_ROUTE_THREAD | VT_ROUTE_BODY | VT_ROUTE_FORM | VT_ROUTE_DOCUMENT,
     "parse", vt_web_pages},
    {"GET", DASHBOARD "/pages/*", VT_ROUTE_SESSION | VT_ROUTE_THREAD, "read", vt_web_kept_pages},
    {"GET", DASHBOARD "/operator", VT_ROUTE_SESSION | VT_ROUTE_OPERATOR | VT_ROUTE_THREAD, NULL,
     vt_web_operator},
    {"GET", DASHBOARD "/accounts", VT_ROUTE_SESSION | VT_ROUTE_OPERATOR | VT_ROUTE_THREAD, NULL,
     vt_web_accounts},
    {"POST", DASHBOARD "/accounts",
     VT_ROUTE_SESSION | VT_ROUTE_OPERATOR | VT_ROUTE_THREAD | VT_ROUTE_BODY, NULL,
     vt_web_account_create},
    {"POST", DASHBOARD "/accounts/update",
     VT_ROUTE_SESSION | VT_ROUTE_OPERATOR | VT_ROUTE_THREAD | VT_ROUTE_BODY, NULL,
     vt_web_account_update},
    {"POST", DASHBOARD "/credits",
     VT_ROUTE_SESSION | VT_ROUTE_OPERATOR | VT_ROUTE_THREAD | VT_ROUTE_BODY, NULL, vt_web_credits},
    {"GET", "/openapi.json", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_file},
    {"GET", "/schemas/result.json", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_file},
    {"GET", "/llms.txt", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_file},
    {"GET", "/docs/assets/*", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_file},
    {"GET", "/docs/reference/*", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_docs},
    {"GET", "/docs", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_docs},
    {"GET", "/docs/", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_docs},
    {"GET", "/docs/errors/*", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_docs},
    {"GET", "/docs/*", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_docs},
    {"GET", "/healthz", VT_ROUTE_PUBLIC | VT_ROUTE_ALONE, NULL, vt_api_health},
    {"GET", "/readyz", VT_ROUTE_PUBLIC, NULL, vt_api_ready},
    {"GET", "/metrics", VT_ROUTE_PUBLIC | VT_ROUTE_THREAD, NULL, vt_api_metrics},
};
const size_t vt_route_count = VT_COUNT(vt_routes);

void vt_reply_spent(vt_http_request *request, bool out)
{
    if (!out) {
        vt_reply_problem(request, VT_PROBLEM_PAYLOAD_TOO_LARGE,
                         "The request needs more memory than one request may use.", NULL);
        return;
    }
    vt_reply_problem(request, VT_PROBLEM_UNAVAILABLE, "There is no memory for this request now.",
                     NULL);
    vt_http_add(request, "Retry-After", VT_STR("1"));
}

void vt_reply_failure(vt_http_request *request, vt_status status, const vt_error *err)
{
    if (status == VT_E_MEMORY) { /* in a transaction: the server knows which limit was passed */
        vt_reply_spent(request, vt_arena_ended(request->arena) != VT_ARENA_OVER);
        return;
    }
    vt_log(VT_LOG_ERROR, "http.failure", "request_id=%s error_kind=%s error=\"%s\"", request->id,
           vt_status_name(status), err->message);
    vt_reply_problem(request, status == VT_E_STORE ? VT_PROBLEM_UNAVAILABLE : VT_PROBLEM_INTERNAL,
                     NULL, NULL);
    if (status == VT_E_STORE)
        vt_http_add(request, "Retry-After", VT_STR("1"));
}

/* ---- routes ---- */

static bool path_matches(const char *pattern, vt_str path, vt_str *ret_param)
{
    vt_str p = vt_str_z(pattern);
    size_t star = vt_str_find_char(p, '*', 0);
    if (star == VT_NPOS)
        return vt_str_eq(p, path);
    vt_str head = vt_str_sub(p, 0, star), tail = vt_str_sub(p, star + 1, p.len);
    if (path.len <= head.len + tail.len || !vt_str_starts(path, head) || !vt_str_ends(path, tail))
        return false;
    *ret_param = vt_str_sub(path, head.len, path.len - tail.len);
    return vt_str_find_char(*ret_param, '/', 0) == VT_NPOS;
}

static bool method_matches(const char *method, vt_str asked)
{
    return vt_str_eq(vt_str_z(method), asked) ||
           (strcmp(method, "GET") == 0 && vt_str_eq(asked, VT_STR("HEAD")));
}

/* The route, or NULL; *ret_allow lists the methods of the path. */
static const vt_route *find_route(vt_http_request *request, vt_str *ret_param, vt_buf *ret_allow)
{
    for (size_t i = 0; i < vt_route_count; i++) {
        if (!path_matches(vt_routes[i].path, request->path, ret_param))
            continue;
        if (method_matches(vt_routes[i].method, request->method))
            return &vt_routes[i];
        vt_buf_addf(ret_allow, "%s%s%s", ret_allow->len ? ", " : "", vt_routes[i].method,
                    strcmp(vt_routes[i].method, "GET") == 0 ? ", HEAD" : "");
    }
    return NULL;
}

/* ---- CORS ---- */

static bool origin_allowed(const vt_service *service, vt_str origin)
{
    vt_str rest = service->config.cors_origins, word;
    while (vt_str_split(&rest, ' ', &word))
        if (word.len && (vt_str_eq(word, VT_STR("*")) || vt_str_eq(word, origin)))
            return true;
    return false;
}

static bool add_cors(vt_service *service, vt_http_request *request)
{
    vt_str origin = vt_http_header(request, "Origin");
    if (service->config.cors_origins.len)
        vt_http_add(request, "Vary", VT_STR("Origin")); /* also on answers to others */
    if (!origin.len || !origin_allowed(service, origin))
        return false;
    vt_http_add(request, "Access-Control-Allow-Origin", origin);
    vt_http_add(request, "Access-Control-Expose-Headers",
                VT_STR("Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, "
                       "Idempotent-Replayed, Preference-Applied, Content-Disposition, ETag, "
                       "Deprecation, Sunset, Link, Vitae-Version"));
    return true;
}

static void reply_preflight(vt_http_request *request, const char *allow)
{
    request->reply.status = 204;
    vt_http_add(request, "Access-Control-Allow-Methods", vt_str_z(allow));
    vt_http_add(request, "Access-Control-Allow-Headers",
                VT_STR("Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
                       "Prefer, Vitae-Version"));
    vt_http_add(request, "Access-Control-Max-Age", VT_STR("600"));
}

/* ---- the checks before the body; each gives false when it has replied ---- */

static bool check_bearer(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool good, missing;
    vt_error err = {0};
    vt_status status =
        vt_auth_check(service->auth, request, &call->key, &call->account, &good, &missing, &err);
    if (status != VT_OK) {
        vt_reply_failure(request, status, &err);
        return false;
    }
    if (!good) {
        vt_reply_problem(request, missing ? VT_PROBLEM_MISSING_API_KEY : VT_PROBLEM_INVALID_API_KEY,
                         NULL, NULL);
        vt_http_add(request, "WWW-Authenticate", VT_STR("Bearer realm=\"vitae\""));
    }
    return good;
}

static bool check_key(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool session = (call->route->flags & VT_ROUTE_SESSION) != 0;
    bool good =
        session ? vt_session_check(service, request, call) : check_bearer(service, request, call);
    if (!good)
        return false;
    if ((call->route->flags & VT_ROUTE_OPERATOR) && !vt_is_operator(service, call)) {
        vt_reply_problem(request, VT_PROBLEM_INSUFFICIENT_SCOPE, NULL, NULL);
        return false;
    }
    if (!vt_scope_allows(&call->key, call->route->scope)) {
        vt_reply_problem(request, VT_PROBLEM_INSUFFICIENT_SCOPE, NULL, NULL);
        return false;
    }
    return true;
}

static vt_rate_answer take_token(vt_service *service, vt_http_request *request, const char *name,
                                 const char *whose, vt_rate_limit limit)
{
    vt_str bucket = vt_str_format(request->arena, "%s %s", name, whose);
    if (service->shared_rate)
        return vt_shared_rate_take(service->shared_rate, bucket, limit);
    return vt_rate_take(service->rate, bucket, limit, vt_time_monotonic_ms());
}

/* Of the key, and of its account, which has the limits of some keys, however many it makes. */
bool vt_rate_check(vt_service *service, vt_http_request *request, const vt_call *call)
{
    bool create = (call->route->flags & VT_ROUTE_CREATE) != 0;
    vt_rate_limit limit = create ? service->config.create_rate : service->config.read_rate;
    const char *name = create ? "create" : "read";
    int64_t keys = service->config.keys_per_account;
    bool operators = vt_str_eq(vt_str_z(call->account.name), service->config.operator_account);
    if (limit.per_minute <= 0 || (operators && !service->config.limit_operator))
        return true;
    vt_rate_answer answer = take_token(service, request, name, call->key.id, limit);
    vt_http_addf(request, "RateLimit-Policy", "\"%s\";q=%jd;w=60", name,
                 (intmax_t)limit.per_minute);
    vt_http_addf(request, "RateLimit", "\"%s\";r=%jd;t=%jd", name, (intmax_t)answer.remaining,
                 (intmax_t)answer.reset_s);
    if (answer.allowed && keys > 0) {
        const vt_rate_limit all = {limit.per_minute * keys, limit.burst * keys};
        answer = take_token(service, request, name, call->account.id, all);
    }
    if (answer.allowed)
        return true;
    vt_reply_problem(request, VT_PROBLEM_RATE_LIMITED, NULL, NULL);
    vt_http_addf(request, "Retry-After", "%jd", (intmax_t)answer.reset_s);
    return false;
}

static bool check_parallel(vt_service *service, vt_http_request *request, vt_call *call)
{
    size_t most = (size_t)service->config.parallel_per_key;
    size_t keys = (size_t)service->config.keys_per_account;
    if (most == 0)
        return true;
    call->counted = vt_parallel_enter(service->parallel, call->key.id, most);
    if (call->counted && keys)
        call->account_counted =
            vt_parallel_enter(service->account_parallel, call->account.id, most * keys);
    if (call->counted && (call->account_counted || !keys))
        return true;
    vt_reply_problem(request, VT_PROBLEM_TOO_MANY_PARALLEL, NULL, NULL);
    vt_http_add(request, "Retry-After", VT_STR("1"));
    return false;
}

static vt_str media_type(const vt_http_request *request)
{
    vt_str value = vt_http_header(request, "Content-Type");
    size_t end = vt_str_find_char(value, ';', 0);
    return vt_str_trim(vt_str_sub(value, 0, end == VT_NPOS ? value.len : end));
}

static const char *what_to_send(vt_arena *arena, vt_str type)
{
    if (vt_str_eq_nocase(type, VT_STR("application/x-www-form-urlencoded")))
        return "The body is marked as a web form, as `curl --data-binary` does by default: add "
               "-H 'Content-Type: application/pdf'.";
    if (!type.len)
        return "The header Content-Type is missing.";
    return vt_str_format(arena, "The content type %s is not taken here.",
                         vt_str_cstr(arena, vt_str_sub(type, 0, 100)))
        .ptr;
}

static bool check_body(const vt_route *route, vt_http_request *request)
{
    vt_str type = media_type(request), coding = vt_http_header(request, "Content-Encoding");
    bool multipart = vt_str_eq_nocase(type, VT_STR("multipart/form-data"));
    bool json = vt_str_eq_nocase(type, VT_STR("application/json"));
    bool create = (route->flags & VT_ROUTE_CREATE) != 0;
    bool batch = (route->flags & VT_ROUTE_BATCH) != 0;
    bool raw = create && (batch ? vt_batch_takes(type) : vt_create_takes(type));
    bool plain = !coding.len || vt_str_eq_nocase(coding, VT_STR("identity"));
    request->max_body = multipart || raw ? MULTIPART_BODY_BYTES : JSON_BODY_BYTES;
    if (batch && !json)
        request->max_body = VT_MAX_BATCH_BYTES + MANY_HEADS_BYTES;
    if (!(route->flags & VT_ROUTE_DOCUMENT))
        request->max_body = route->flags & VT_ROUTE_RESULT ? VT_MAX_REVIEW_BYTES : SMALL_BODY_BYTES;
    if (request->content_length > (int64_t)request->max_body) {
        vt_reply_problem(request, VT_PROBLEM_PAYLOAD_TOO_LARGE, NULL, NULL);
        return false;
    }
    bool packed = create && !batch && vt_str_eq_nocase(coding, VT_STR("gzip"));
    bool taken = json || raw || (multipart && (route->flags & VT_ROUTE_FORM));
    if (!taken || (!plain && !packed)) {
        vt_reply_problem(request, VT_PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                         plain || packed ? what_to_send(request->arena, type) : NULL, NULL);
        return false;
    }
    return true;
}

static bool is_versioned(const vt_route *route)
{
    return strncmp(route->path, "/v1/", 4) == 0;
}

/* Handler threads take turns between accounts; a key that is not known yet goes by its client. */
static void set_owner(vt_service *service, vt_http_request *request, const vt_call *call)
{
    vt_str secret = call->route->flags & VT_ROUTE_SESSION ? vt_session_cookie(request)
                                                          : vt_auth_bearer(request);
    if (call->account.id[0])
        snprintf(request->owner, sizeof request->owner, "%s", call->account.id);
    else if (!(call->route->flags & VT_ROUTE_PUBLIC))
        (void)vt_auth_seen(service->auth, secret, request->owner);
}

/* Key, rate, places, kind of body, version; false when it has replied. */
static bool admit(vt_service *service, vt_http_request *request, vt_call *call)
{
    unsigned flags = call->route->flags;
    if (!(flags & VT_ROUTE_PUBLIC) &&
        !(check_key(service, request, call) && vt_rate_check(service, request, call) &&
          check_parallel(service, request, call)))
        return false;
    if ((flags & VT_ROUTE_BODY) && !check_body(call->route, request))
        return false;
    return !is_versioned(call->route) || vt_version_check(request);
}

static bool is_quick(const vt_http_request *request)
{
    return request->content_length >= 0 && request->content_length <= QUICK_BODY_BYTES &&
           !vt_http_header(request, "Content-Encoding").len;
}

/* The base path may stand before the path, or a proxy took it away. True: it has replied. */
static bool take_base(const vt_service *service, vt_http_request *request)
{
    vt_str base = service->config.base_path;
    request->base = base;
    if (!base.len || !vt_str_starts(request->path, base))
        return false;
    vt_str rest = vt_str_sub(request->path, base.len, request->path.len);
    if (rest.len == 0) { /* links of the page are relative to the folder */
        request->reply.status = 308;
        vt_http_addf(request, "Location", VT_STR_FMT "/", VT_STR_ARG(base));
        return true;
    }
    if (rest.ptr[0] == '/')
        request->path = rest;
    return false;
}

static vt_http_next begin(void *context, vt_http_request *request)
{
    vt_service *service = context;
    vt_call *call = VT_NEW(request->arena, vt_call);
    request->state = call;
    VT_AUTO(vt_buf) vt_buf allow = {0};
    if (take_base(service, request))
        return VT_HTTP_REPLY;
    bool cors = add_cors(service, request);
    call->route = find_route(request, &call->param, &allow);
    if (!call->route) {
        if (allow.len && cors && vt_str_eq(request->method, VT_STR("OPTIONS"))) {
            reply_preflight(request, allow.ptr);
            return VT_HTTP_REPLY;
        }
        if (!allow.len && vt_docs_not_found(request))
            return VT_HTTP_REPLY;
        vt_reply_problem(request, allow.len ? VT_PROBLEM_METHOD_NOT_ALLOWED : VT_PROBLEM_NOT_FOUND,
                         NULL, NULL);
        if (allow.len)
            vt_http_add(request, "Allow", vt_buf_str(&allow));
        return VT_HTTP_REPLY;
    }
    if (!(call->route->flags & VT_ROUTE_PUBLIC)) /* resumes, keys: in no cache on the way */
        vt_http_add(request, "Cache-Control", VT_STR("no-store"));
    if (is_versioned(call->route))
        vt_version_add(request);
    if (call->route->flags & VT_ROUTE_ALONE)
        return VT_HTTP_INLINE;
    /* a shared store may take its time: I/O threads ask it only before they read a large body */
    call->admit_later = vt_store_shared(service->config.store) && is_quick(request);
    if (!call->admit_later && !admit(service, request, call))
        return VT_HTTP_REPLY;
    set_owner(service, request, call);
    if (call->admit_later && (call->route->flags & VT_ROUTE_BODY))
        request->max_body = QUICK_BODY_BYTES;
    bool waits = (call->route->flags & VT_ROUTE_THREAD) || vt_prefer_wait(request) > 0 ||
                 vt_http_query(request, "format").ptr || vt_http_query(request, "version").ptr ||
                 vt_store_shared(service->config.store);
    if (waits)
        return VT_HTTP_THREAD;
    bool create = (call->route->flags & VT_ROUTE_CREATE) != 0;
    call->on_io = !create || is_quick(request);
    if (!call->on_io)
        return VT_HTTP_THREAD;
    return create ? VT_HTTP_PARK : VT_HTTP_INLINE;
}

static bool run(void *context, vt_http_request *request)
{
    vt_service *service = context;
    vt_call *call = request->state;
    bool wants_body = (call->route->flags & VT_ROUTE_BODY) != 0; /* others ignore what came */
    if (call->admit_later && !admit(service, request, call))
        return true;
    call->admit_later = false;
    if (request->body_too_large && wants_body) {
        vt_reply_problem(request, VT_PROBLEM_PAYLOAD_TOO_LARGE, NULL, NULL);
        return true;
    }
    if (request->body_lost && wants_body) {
        vt_reply_problem(request, VT_PROBLEM_UNAVAILABLE, "There is no memory for this upload now.",
                         NULL);
        vt_http_add(request, "Retry-After", VT_STR("1"));
        return true;
    }
    if (call->waiting[0]) /* again, after a wait */
        return vt_status_reply(service, request, call, vt_str_z(call->waiting));
    return call->route->run(service, request, call);
}

static void end(void *context, vt_http_request *request)
{
    vt_service *service = context;
    vt_call *call = request->state;
    vt_traffic_note(service->traffic, request, call);
    if (!call)
        return;
    if (call->idem_key.ptr)
        vt_in_flight_remove(service->in_flight, call->key.id, call->idem_key);
    if (call->counted)
        vt_parallel_leave(service->parallel, call->key.id);
    if (call->account_counted)
        vt_parallel_leave(service->account_parallel, call->account.id);
    vt_audit_end(service, request, call);
    vt_buf_release(&call->create_body);
}

static void spent(void *context, vt_http_request *request, bool out)
{
    request->base = ((const vt_service *)context)->config.base_path;
    vt_reply_spent(request, out || !request->body.len);
}

static void refuse(void *context, vt_http_request *request, const char *why)
{
    request->base = ((const vt_service *)context)->config.base_path;
    vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, why, NULL);
}

/* ---- the service ---- */

vt_service *vt_service_new(const vt_service_config *config)
{
    vt_service *service = vt_xcalloc(1, sizeof *service);
    service->config = *config;
    service->auth = vt_auth_new(config->store);
    service->rate = vt_rate_new();
    if (vt_store_shared(config->store))
        service->shared_rate = vt_shared_rate_new(config->store);
    service->in_flight = vt_in_flight_new();
    service->parallel = vt_parallel_new();
    service->account_parallel = vt_parallel_new();
    service->depths = vt_depths_new();
    pthread_mutex_init(&service->http_lock, NULL);
    service->started_ms = vt_time_now_ms();
    service->traffic = vt_traffic_new();
    service->audit = vt_audit_new(config->store, config->audit_days, config->audit_rows);
    service->probes = vt_lane_new(config->probes, config->probes - VT_MAX(config->probes / 4, 1));
    service->matches = vt_lane_new(config->probes, config->probes - VT_MAX(config->probes / 4, 1));
    service->job_texts =
        vt_lane_new(config->probes, config->probes - VT_MAX(config->probes / 4, 1));
    service->drawings =
        vt_lane_new(config->drawings, config->drawings - VT_MAX(config->drawings / 4, 1));
    return service;
}

void vt_service_drop(vt_service *service)
{
    if (!service)
        return;
    vt_audit_drop(service->audit);
    vt_traffic_drop(service->traffic);
    pthread_mutex_destroy(&service->http_lock);
    vt_auth_drop(service->auth);
    vt_rate_drop(service->rate);
    vt_shared_rate_drop(service->shared_rate);
    vt_in_flight_drop(service->in_flight);
    vt_parallel_drop(service->parallel);
    vt_parallel_drop(service->account_parallel);
    vt_depths_drop(service->depths);
    vt_lane_drop(service->probes);
    vt_lane_drop(service->drawings);
    vt_lane_drop(service->matches);
    vt_lane_drop(service->job_texts);
    free(service);
}

vt_http_app vt_service_app(vt_service *service)
{
    return (vt_http_app){.begin = begin,
                         .run = run,
                         .end = end,
                         .spent = spent,
                         .refuse = refuse,
                         .context = service};
}

void vt_service_set_http(vt_service *service, const vt_http *http)
{
    pthread_mutex_lock(&service->http_lock);
    service->http = http;
    pthread_mutex_unlock(&service->http_lock);
}

void vt_service_set_certificate(vt_service *service, int64_t expires_ms)
{
    atomic_store(&service->certificate_expires_ms, expires_ms);
}

void vt_service_drain(vt_service *service)
{
    atomic_store(&service->draining, true);
}
