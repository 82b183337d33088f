/* SPDX-License-Identifier: Apache-2.0 */
/** What the files of api/ share. */
#ifndef VT_API_INTERNAL_H
#define VT_API_INTERNAL_H

#include "api/audit.h"
#include "api/problem.h"
#include "api/service.h"
#include "api/traffic.h"
#include "base/json.h"
#include "base/time.h"
#include "export/export.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct vt_auth vt_auth; /* auth.c: keys seen lately */
typedef struct vt_shared_rate vt_shared_rate;
typedef struct vt_in_flight vt_in_flight; /* idempotency.c: creates that run */
typedef struct vt_lane vt_lane;           /* lanes.c: documents that are looked at */
typedef struct vt_parallel vt_parallel;   /* parallel.c: requests that run, by key or account */

struct vt_service {
    vt_service_config config;
    vt_auth *auth;
    vt_rate *rate;               /* of a store of our own; else: */
    vt_shared_rate *shared_rate; /* or NULL */
    vt_in_flight *in_flight;
    vt_parallel *parallel, *account_parallel;
    vt_lane *probes, *drawings, *matches, *job_texts;
    _Atomic bool draining;
    int64_t started_ms;
    _Atomic int64_t depth, depth_ms; /* of the queue, and when it was counted */
    struct vt_depths *depths;        /* the same by account: depth.c */
    vt_audit *audit;
    vt_traffic *traffic;
    pthread_mutex_t http_lock;
    const vt_http *http; /* for metrics, under the lock; NULL: it does not listen */
    _Atomic int64_t certificate_expires_ms;
};

/* What a route needs to know of its request; in request->state. */
typedef struct vt_call {
    const struct vt_route *route;
    vt_str param; /* the part of the path that stands for `*` */
    vt_key key;
    vt_account account;
    bool admit_later;     /* key and limits are looked at on a handler thread */
    bool on_io;           /* the run is on an I/O thread: it must neither wait nor take long */
    bool counted;         /* among the parallel requests of its key */
    bool account_counted; /* and of its account */
    bool audited;         /* it has its entry in the audit trail */
    bool in_lane;         /* it has asked a lane */
    /* a request that waits for an end */
    char waiting[VT_ID_TEXT];
    int64_t wait_until_ms;        /* monotonic */
    int64_t wait_s;               /* what Prefer asked for */
    int create_status;            /* 0: a GET */
    vt_export_format format;      /* that a GET asked for */
    bool reviewed;                /* and the version that a person corrected */
    vt_buf create_body;           /* sent when the wait was in vain */
    vt_str idem_key;              /* in flight until the reply */
    struct vt_creation *creation; /* of a create that was parked */
    struct vt_batch_call *batch;  /* of a batch that was parked */
} vt_call;

/* Fills the reply and gives true, or parks the request and gives false. */
typedef bool (*vt_handler)(vt_service *service, vt_http_request *request, vt_call *call);

enum vt_route_flags {
    VT_ROUTE_PUBLIC = 1,    /* no key */
    VT_ROUTE_CREATE = 2,    /* the rate of creates, not of reads */
    VT_ROUTE_THREAD = 4,    /* writes, may wait, or takes more than a moment */
    VT_ROUTE_BODY = 8,      /* takes JSON */
    VT_ROUTE_SESSION = 16,  /* the dashboard's: a session cookie instead of a key */
    VT_ROUTE_OPERATOR = 32, /* and only for the operator's account */
    VT_ROUTE_DOCUMENT = 64, /* its body may hold a document */
    VT_ROUTE_RESULT = 256,  /* its body may hold a result */
    VT_ROUTE_BATCH = 512,   /* its body may hold many documents */
    VT_ROUTE_FORM = 1024,   /* its body may be multipart/form-data */
    VT_ROUTE_ALONE = 128,   /* asks nobody: answered on the I/O thread, whatever the store does */
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
/** The account of a key or cookie that was good within the last second; asks no store. */
bool vt_auth_seen(vt_auth *auth, vt_str secret, char ret_account_id[VT_ID_TEXT]);
/** The key that a request names, or the null string. */
vt_str vt_auth_bearer(const vt_http_request *request);
/** Looks everything up anew: a key or session of this process has ended. */
void vt_auth_forget(vt_auth *auth);
bool vt_scope_allows(const vt_key *key, const char *scope);

/* handlers */
bool vt_api_create(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_batch(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_batch_status(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_batch_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_match(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_status(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_list(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_review(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_review_put(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_review_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_delete(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_usage(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_history(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_api_job(vt_service *service, vt_http_request *request, vt_call *call);
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

/** routes.c: takes a token of the key and of its account; false when the reply is filled. */
bool vt_rate_check(vt_service *service, vt_http_request *request, const vt_call *call);

/* session.c */

/** The session of the request. False when the reply is filled: none, ended, or no CSRF token. */
/** The session that a request names, or the null string. */
vt_str vt_session_cookie(const vt_http_request *request);
bool vt_session_check(vt_service *service, vt_http_request *request, vt_call *call);
/** True for a key of the operator's account that is neither limited nor for tests. */
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

/* audit_pages.c */
bool vt_api_audit(vt_service *service, vt_http_request *request, vt_call *call);

/** An entry for what this call does, to be written with vt_audit_write() in the transaction that
 * does it. `action` is a word like "key.create", `subject` an id. */
vt_audit_entry vt_audit_of(const vt_http_request *request, vt_call *call, int64_t now_ms,
                           const char *action, vt_str subject);
/** The same for what only reads: it is written soon. */
void vt_audit_read(vt_service *service, const vt_http_request *request, vt_call *call,
                   const char *action, vt_str subject);
/** At the end of a call: what changes something and has no entry gets one by its route. */
void vt_audit_end(vt_service *service, const vt_http_request *request, vt_call *call);

/* pages.c */
bool vt_web_pages(vt_service *service, vt_http_request *request, vt_call *call);
bool vt_web_kept_pages(vt_service *service, vt_http_request *request, vt_call *call);

/* status.c: waiting, for GET and create alike */

/** Seconds of `Prefer: wait=N`, at most 60; 0 when the request does not ask. */
int64_t vt_prefer_wait(const vt_http_request *request);
/** Replies with the state of the request, or parks until it ends or the wait is over. */
bool vt_status_reply(vt_service *service, vt_http_request *request, vt_call *call, vt_str id);

/** Erases a request of the account; one that has not begun ends unpaid. */
VT_MUST_USE vt_status vt_request_remove(vt_service *service, vt_http_request *request,
                                        vt_call *call, vt_str id, bool *ret_found, vt_error *err);

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

/* depth.c */

/** Whether the account has room in the queues; counts at most every few moments. */
bool vt_queue_has_room(vt_service *service, const char *account_id);
struct vt_depths *vt_depths_new(void);
void vt_depths_drop(struct vt_depths *depths);

/* lanes.c */

/**
 * Requests that cost time before anything is paid (a worker looks at a document, the service reads
 * a job description): at most so many at one time, and so many of one account; the others wait, and
 * no thread waits for them. The account with the fewest comes first. Each account has a budget of
 * the workers' time for it, which fills up with time.
 */
vt_lane *vt_lane_new(size_t most, size_t most_each);
/** Nobody may be in it. */
void vt_lane_drop(vt_lane *lane);

typedef enum vt_lane_answer {
    VT_LANE_GO,    /* go on, and leave */
    VT_LANE_WAIT,  /* it is parked: run() is called again when it may go on; it has entered then */
    VT_LANE_SPENT, /* the account's budget is used up: it did not enter */
} vt_lane_answer;
vt_lane_answer vt_lane_enter(vt_lane *lane, const char *account_id, vt_http_request *request);
/** `used_us` of a worker's time are taken from the account's budget. */
void vt_lane_leave(vt_lane *lane, const char *account_id, int64_t used_us);

/** The same for a handler: gives true when it may go on; else the reply is filled, or the request
 * parked, which *ret_parked tells. Every call of run() asks. */
bool vt_lane_pass(vt_lane *lane, vt_http_request *request, vt_call *call, bool *ret_parked);

/** Leaves at the end of a scope. */
typedef struct vt_lane_stay {
    vt_lane *lane;
    const char *account_id;
    int64_t used_us;
} vt_lane_stay;
static inline void vt_lane_stay_end(vt_lane_stay *stay)
{
    vt_lane_leave(stay->lane, stay->account_id, stay->used_us);
}
VT_DEFINE_AUTO_VALUE(vt_lane_stay, vt_lane_stay_end)

/* parallel.c */
vt_parallel *vt_parallel_new(void);
void vt_parallel_drop(vt_parallel *table);
/** Counts one more request of the key (or account); false, and nothing is counted, when `most` run.
 */
bool vt_parallel_enter(vt_parallel *table, const char *key_id, size_t most);
void vt_parallel_leave(vt_parallel *table, const char *key_id);

static inline void vt_json_kv_time(vt_json_writer *w, const char *key, int64_t ms)
{
    char text[VT_TIME_TEXT];
    vt_time_format(ms, text);
    vt_json_kv_str(w, key, vt_str_z(text));
}

/* version.c */

/** The version of the interface that an answer has, of the request's header Vitae-Version or the
 * newest. False when the reply says that there is no such version. */
bool vt_version_check(vt_http_request *request);
/** Adds the header Vitae-Version. */
void vt_version_add(vt_http_request *request);

/** 413 for a request over its memory; 503 when (out) all together have no more. */
void vt_reply_spent(vt_http_request *request, bool out);

/** 500 or 503, and a line in the log. */
void vt_reply_failure(vt_http_request *request, vt_status status, const vt_error *err);

#endif
