/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The HTTP server. It reads requests with limits on headers, bodies, time and connections, hands
 * them to the application, and writes its replies. Two threads do all input and output; handlers
 * that wait for something run on threads of their own, or park.
 *
 * A request goes through these hands:
 *
 *     begin()   when the headers are there, on an I/O thread. May reply (then the body is thrown
 *               away), or says where run() is to run and how large the body may be.
 *     run()     when the body is there. Fills request->reply and gives true; or, on a handler
 *               thread, parks the request and gives false: another thread (or this one, before it
 *               returns) fills the reply later and calls vt_http_resume().
 *     end()     when the reply was sent, or the client is gone.
 *
 * Each request has a budget of memory, and all have one together. Whatever passes one of them in
 * begin(), run() or vt_http_guard() is left there, with every scope exit; spent() then fills the
 * reply, and the connection closes behind it. No request can end the process by its memory.
 *
 * A head whose end or host two readers could take for different things (framing.h) is refused
 * before begin(): refuse() fills the reply, and nothing more is read from that connection.
 */
#ifndef VT_HTTP_SERVER_H
#define VT_HTTP_SERVER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "http/turns.h"

typedef struct vt_http vt_http;

typedef struct vt_http_field {
    vt_str name, value;
} vt_http_field;
typedef VT_VEC(vt_http_field) vt_http_fields;

typedef struct vt_http_reply {
    int status; /* 0: not filled */
    vt_http_fields headers;
    const char *content_type; /* NULL: no body */
    vt_buf body;
    vt_str fixed; /* instead of body: bytes of the arena or of the process */
} vt_http_reply;

typedef struct vt_http_request {
    vt_arena *arena;
    char id[72]; /* the caller's X-Request-Id when it is well-formed, else req_...; in the reply */
    vt_str method, path;
    vt_str base; /* for the application: what stands before path outside, or null */
    vt_http_fields headers, query; /* query: percent-decoded, in their order */
    int64_t content_length;        /* -1: not announced */
    vt_str body;                   /* complete once run() is called */
    char address[64];              /* of the client, also behind a trusted proxy */
    vt_str host;                   /* of the target, or the header Host; may be null */
    bool proxied;                  /* a trusted proxy speaks for the client */
    bool tls;                      /* the client came over https */
    int64_t start_us;              /* monotonic */
    void *route;                   /* for the application */
    void *state;                   /* for the application */
    char owner[VT_TURNS_OWNER];    /* set in begin(): handler threads take turns between owners;
                                      empty: the client's address */
    size_t max_body;               /* set in begin() */
    bool body_too_large;           /* the body passed max_body and was thrown away */
    bool body_lost;                /* there was no room to keep it, and it was thrown away */
    vt_http_reply reply;
    const char *error_code;            /* of a problem, for log and metrics; NULL: none */
    struct vt_http_exchange *exchange; /* the server's own */
} vt_http_request;

typedef enum vt_http_next {
    VT_HTTP_REPLY,  /* reply is filled */
    VT_HTTP_INLINE, /* run() is quick: on the I/O thread; where it turns out not to be, it gives
                       false and is run again on a handler thread */
    VT_HTTP_PARK,   /* run() is quick on the I/O thread, and parks what would wait */
    VT_HTTP_THREAD, /* run() may wait: on a handler thread */
} vt_http_next;

typedef struct vt_http_app {
    vt_http_next (*begin)(void *context, vt_http_request *request);
    bool (*run)(void *context, vt_http_request *request);
    void (*end)(void *context, vt_http_request *request);
    /* the request needs more memory than one may have, or (out) all together have no more */
    void (*spent)(void *context, vt_http_request *request, bool out);
    /* the head is not as RFC 9112 has it; `why` is a sentence for the client */
    void (*refuse)(void *context, vt_http_request *request, const char *why);
    void *context;
} vt_http_app;

typedef struct vt_http_config {
    const char *listen; /* ADDRESS:PORT, [ADDRESS]:PORT, or :PORT; port 0 takes any */
    unsigned handlers;  /* handler threads */
    unsigned connections, connections_per_address;
    size_t header_bytes;                   /* memory a connection, which its headers must fit */
    int64_t body_bytes;                    /* of all large bodies that are here at one time */
    int64_t memory_bytes;                  /* of all requests at one time; 0: no limit */
    const char *tls_certificate, *tls_key; /* PEM; NULL: plain HTTP */
    const char *trusted_proxies;           /* addresses and networks (forwarded.h), or NULL */
    bool standard_forwarded;               /* they write Forwarded, not X-Forwarded-For */
    int64_t header_ms, body_ms, reply_ms, idle_ms; /* deadlines */
} vt_http_config;

/** VT_E_IO: the address cannot be listened on. VT_E_INVALID: certificate and key cannot be used. */
VT_MUST_USE vt_status vt_http_start(const vt_http_config *config, const vt_http_app *app,
                                    vt_http **ret, vt_error *err);

/** "127.0.0.1:8080": where it listens. */
const char *vt_http_address(const vt_http *http);

typedef struct vt_http_state {
    unsigned connections, most; /* open now, and the limit */
    unsigned requests;          /* being answered */
    uint64_t refused;           /* connections of addresses that had too many */
    uint64_t late;              /* connections that were shut because a deadline had passed */
} vt_http_state;
/** Any thread. */
vt_http_state vt_http_get_state(const vt_http *http);

/** Takes no new connections; those that are open close after their next reply. */
void vt_http_drain(vt_http *http);

/** Waits at most `grace_ms` for running requests, then ends. Parked ones must be resumed before.
 * NULL is allowed. */
void vt_http_stop(vt_http *http, int64_t grace_ms);

/**
 * To be called in run() before the request is parked for something that surely ends and then calls
 * vt_http_rerun() or vt_http_resume(), maybe at once: the server does not stop before.
 */
void vt_http_hold(vt_http_request *request);

/** Any thread: run() is called again for a parked request, on a handler thread. */
void vt_http_rerun(vt_http_request *request);
/** Any thread: the reply of a parked request is filled. The request is gone afterwards. */
void vt_http_resume(vt_http_request *request);

/** For what fills a reply on a thread of somebody else: fn(context), in a guard of its own. */
void vt_http_guard(vt_http_request *request, void (*fn)(void *context), void *context);

/** The value of a header or query argument, or the null string. Header names ignore case. */
vt_str vt_http_header(const vt_http_request *request, const char *name);
vt_str vt_http_query(const vt_http_request *request, const char *name);

/** Adds a header to the reply; the value is copied. */
void vt_http_add(vt_http_request *request, const char *name, vt_str value);
void vt_http_addf(vt_http_request *request, const char *name, const char *format, ...)
    VT_PRINTF(3, 4);

#endif
