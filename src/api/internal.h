/* SPDX-License-Identifier: Apache-2.0 */
/** What the files of api/ share. */
#ifndef VT_API_INTERNAL_H
#define VT_API_INTERNAL_H

#include "api/problem.h"
#include "api/service.h"
#include "base/json.h"
#include "base/time.h"
#include "export/export.h"

#include <stdatomic.h>

typedef struct vt_auth vt_auth; /* auth.c: keys seen lately */
typedef struct vt_shared_rate vt_shared_rate;
typedef struct vt_in_flight vt_in_flight; /* idempotency.c: creates that run */
typedef struct vt_parallel vt_parallel;   /* parallel.c: requests that run, by key */

struct vt_service {
    vt_service_config config;
    vt_auth *auth;
    vt_rate *rate;               /* of a store of our own; else: */
    vt_shared_rate *shared_rate; /* or NULL */
    vt_in_flight *in_flight;
    vt_parallel *parallel;
    _Atomic bool draining;
    _Atomic int64_t depth, depth_ms; /* of the queue, and when it was counted */
};

/* What a route needs to know of its request; in request->state. */
typedef struct vt_call {
    const struct vt_route *route;
    vt_str param; /* the part of the path that stands for `*` */
    vt_key key;
    vt_account account;
    bool on_io;   /* the first run is on an I/O thread: it must not wait */
    bool counted; /* among the parallel requests of its key */
    /* a request that waits for an end */
    char waiting[VT_ID_TEXT];
    int64_t wait_until_ms;     /* monotonic */
    int64_t wait_s;            /* what Prefer asked for */
    int create_status;         /* 0: a GET */
    vt_export_format format;   /* that a GET asked for */
    vt_buf create_body;        /* sent when the wait was in vain */
    vt_str idem_key;           /* in flight until the reply */
    struct creation *creation; /* of a create that was parked */
} vt_call;

/* Fills the reply and gives true, or parks the request and gives false. */
typedef bool (*vt_handler)(vt_service *service, vt_http_request *request, vt_call *call);

enum vt_route_flags {
    VT_ROUTE_PUBLIC = 1,    /* no key */
    VT_ROUTE_CREATE = 2,    /* the rate of creates, not of reads */
    VT_ROUTE_THREAD = 4,    /* writes, or may wait */
    VT_ROUTE_BODY = 8,      /* takes JSON or multipart */
    VT_ROUTE_SESSION = 16,  /* the dashboard's: a session cookie instead of a key */
    VT_ROUTE_OPERATOR = 32, /* and only for the operator's account */
    VT_ROUTE_DOCUMENT = 64, /* its body may hold a document */
};

typedef struct vt_route {
    const char *method, *path; /* `*` stands for one part of a path */
    unsigned flags;
    const char *scope; /* what a limited key must have; NULL: nothing */
    vt_handler run;
} vt_route;

extern const vt_route vt_routes[];
extern const size_t vt_route_count;

/* auth.c */
vt_auth *vt_auth_new(vt_store *store);
void vt_auth_drop(vt_auth *auth);
/** The key of the request and its account; false when there is no good one, and *ret_missing says
 * whether there was none at all. */
VT_MUST_USE vt_status vt_auth_check(vt_auth *auth, const vt_http_request *request, vt_key *ret_key,
                                    vt_account *ret_account, bool *ret_good, bool *ret_missing,
                                    vt_error *err);
/** The same for a key or a session cookie at hand. */
VT_MUST_USE vt_status vt_auth_key(vt_auth *auth, vt_str secret, vt_key *ret_key,
                                  vt_account *ret_account, bool *ret_good, vt_error *err);
VT_MUST_USE vt_status vt_auth_session(vt_auth *auth, vt_str cookie, vt_key *ret_key,
                                      vt_account *ret_account, bool *ret_good, vt_error *err);
/** Looks everything up anew: a key or session of this process has ended. */
void vt_auth_forget(vt_auth *auth);
bool vt_scope_allows(const vt_key *key, const char *scope);

/* handlers */
bool vt_api_create(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_match(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_status(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_list(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_usage(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_history(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_skills(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_skill(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_health(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_ready(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_metrics(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_file(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_docs(vt_service *service, vt_http_request *request, vt_call *call);

/** docs.c: a page instead of a problem, for a browser at an unknown address outside of /v1. False
 * when the reply is not filled. */
bool vt_docs_not_found(vt_http_request *request);

/* session.c */

/** The session of the request. False when the reply is filled: none, ended, or no CSRF token. */
bool vt_session_check(vt_service *service, vt_http_request *request, vt_call *call);
/** True for an unlimited key of the operator's account. */
bool vt_is_operator(const vt_service *service, const vt_call *call);
bool vt_web_sign_in(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_session(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_sign_out(vt_service *service, vt_http_request *request, vt_call *call);

/* web.c: the pages and files of the dashboard */
bool vt_web_index(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_asset(vt_service *service, vt_http_request *request, vt_call *call);

/* manage.c: keys, phrases, webhooks, the ledger */
bool vt_web_keys(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_key_create(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_key_revoke(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_phrases(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_phrase_add(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_phrase_remove(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_hooks(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_hook_create(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_hook_state(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_hook_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_deliveries(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_resend(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_phrase_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_hook_enable(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_hook_disable(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_hook_test(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_hook_rotate(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_hook_deliveries(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_account(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_transactions(vt_service *service, vt_http_request *request, vt_call *call);

/* operator.c */
bool vt_web_operator(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_accounts(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_account_create(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_account_update(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_credits(vt_service *service, vt_http_request *request, vt_call *call);

/* pages.c */
bool vt_web_pages(vt_service *service, vt_http_request *request, vt_call *call);

/* status.c: waiting, for GET and create alike */

/** Seconds of `Prefer: wait=N`, at most 60; 0 when the request does not ask. */
int64_t vt_prefer_wait(const vt_http_request *request);
/** Replies with the state of the request, or parks until it ends or the wait is over. */
bool vt_status_reply(vt_service *service, vt_http_request *request, vt_call *call, vt_str id);

/** The headers of an answer in the earlier shape. */
void vt_reply_deprecated(vt_http_request *request);

/* metrics.c */
void vt_metrics_write(vt_service *service, vt_buf *out);

/* shared_rate.c */
vt_shared_rate *vt_shared_rate_new(vt_store *store);
void vt_shared_rate_drop(vt_shared_rate *rate);
/** Takes a token out of the bucket `name` of the store. May wait for the store. */
vt_rate_answer vt_shared_rate_take(vt_shared_rate *rate, vt_str name, vt_rate_limit limit);

/* idempotency.c */
vt_in_flight *vt_in_flight_new(void);
void vt_in_flight_drop(vt_in_flight *set);
/** False when it is in the set already. */
bool vt_in_flight_add(vt_in_flight *set, const char *key_id, vt_str idem_key);
void vt_in_flight_remove(vt_in_flight *set, const char *key_id, vt_str idem_key);

/* parallel.c */
vt_parallel *vt_parallel_new(void);
void vt_parallel_drop(vt_parallel *table);
/** Counts one more request of the key; false, and nothing is counted, when `most` run. */
bool vt_parallel_enter(vt_parallel *table, const char *key_id, size_t most);
void vt_parallel_leave(vt_parallel *table, const char *key_id);

static inline void vt_json_kv_time(vt_json_writer *w, const char *key, int64_t ms)
{
    char text[VT_TIME_TEXT];
    vt_time_format(ms, text);
    vt_json_kv_str(w, key, vt_str_z(text));
}

/** 413 for a request over its memory; 503 when (out) all together have no more. */
void vt_reply_spent(vt_http_request *request, bool out);

/** 500 or 503, and a line in the log. */
void vt_reply_failure(vt_http_request *request, vt_status status, const vt_error *err);

#endif
