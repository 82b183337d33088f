/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP client of the service: documents from URLs, and webhooks. Where it may connect is
 * checked on the very address of each connection, after name resolution, so that no name can point
 * somewhere else between the check and the use. Proxies of the environment are not used.
 */
#ifndef VT_JOBS_CLIENT_H
#define VT_JOBS_CLIENT_H

#include "base/buf.h"
#include "base/error.h"

typedef struct vt_address_rules {
    vt_str ports;       /* that may be named, with spaces between */
    vt_str allow_hosts; /* names with spaces between: any address and port */
} vt_address_rules;

/** Opens libcurl: to be called once before threads start. VT_E_UNSUPPORTED: it is not installed. */
VT_MUST_USE vt_status vt_client_init(vt_error *err);

typedef struct vt_client_reply {
    int64_t status; /* HTTP */
    vt_buf body;
    char content_type[128];
    vt_buf location;        /* of a redirect */
    int64_t retry_after_ms; /* 0: not said */
} vt_client_reply;
void vt_client_reply_release(vt_client_reply *reply);
VT_DEFINE_AUTO_VALUE(vt_client_reply, vt_client_reply_release)

/**
 * GET of a document, over at most 5 redirects, each checked like the first. VT_E_DENIED: an address
 * or port that is not allowed. VT_E_LIMIT: more than `max_bytes`. VT_E_TIMEOUT.
 * VT_E_MEMORY: no memory or socket of our own. VT_E_IO: anything else, and every status but 2xx.
 */
VT_MUST_USE vt_status vt_client_get(const vt_address_rules *rules, const char *url,
                                    size_t max_bytes, int64_t timeout_ms, vt_client_reply *ret,
                                    vt_error *err);

/** POST of JSON; redirects are replies like any other. `headers` ends with NULL. */
VT_MUST_USE vt_status vt_client_post(const vt_address_rules *rules, const char *url,
                                     const char *const *headers, vt_str body, int64_t timeout_ms,
                                     vt_client_reply *ret, vt_error *err);

/**
 * A connection that stays open for the next request to the same host; one thread at a time. It goes
 * wherever it is told: for an endpoint of the operator, never for an address from outside.
 */
typedef struct vt_client_session vt_client_session;
vt_client_session *vt_client_session_new(void); /* NULL: no memory */
void vt_client_session_drop(vt_client_session *session);

typedef struct vt_client_post_order {
    const char *url;
    const char *const *headers; /* ends with NULL */
    vt_str body;
    const char *ca_file; /* NULL: the system's certificates */
    size_t max_bytes;    /* of the reply: VT_E_LIMIT */
    int64_t timeout_ms;
} vt_client_post_order;

/** POST of JSON; no redirect is followed. */
VT_MUST_USE vt_status vt_client_session_post(vt_client_session *session,
                                             const vt_client_post_order *order,
                                             vt_client_reply *ret, vt_error *err);

/** Why nothing can ever be sent to `url` under these rules, whatever its name resolves to: a port,
 * or an address instead of a name; NULL when it may be reached. */
const char *vt_client_refusal(const vt_address_rules *rules, const char *url);

/** Scheme and host of a URL are those of TLS, or of this machine, or `any_host` is set: nobody on
 * the way reads what is sent there. False, too, for what is no http or https URL, names a user or
 * has a query. */
bool vt_client_url_is_private(const char *url, bool any_host);

/** Whether an address is one that the public internet has; 4 or 16 bytes. */
bool vt_address_is_public(const unsigned char *address, size_t n);

#endif
