/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libmicrohttpd in epoll mode with two threads. What it does not give is made here:
 *
 * Deadlines. It knows only silence; a client that sends a byte a second holds its connection for
 * ever. Each connection has an instant until which its present phase (headers, body, reply, idle)
 * must be over; a reaper looks at them each second and shuts the socket of those that are late,
 * which ends the connection in the ordinary way. A connection is listed under `lock` as long as
 * its socket is open, so that a socket number is never shut after it was given to another.
 *
 * Early replies. A client that is still sending would miss a reply behind which the connection is
 * closed, so a body that nobody wants is read and thrown away, up to DISCARD bytes.
 */
#include "http/server.h"

#include "base/hash.h"
#include "base/library.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "base/unwind.h"
#include "http/body.h"
#include "http/forwarded.h"
#include "http/framing.h"
#include "http/gzip.h"
#include "http/listen.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* libmicrohttpd, opened with the first server. */
#define MICRO_FUNCTIONS(F)                                                                         \
    F(MHD_, add_response_header)                                                                   \
    F(MHD_, create_response_from_buffer)                                                           \
    F(MHD_, destroy_response)                                                                      \
    F(MHD_, get_connection_info)                                                                   \
    F(MHD_, get_connection_values)                                                                 \
    F(MHD_, get_version)                                                                           \
    F(MHD_, queue_response)                                                                        \
    F(MHD_, quiesce_daemon)                                                                        \
    F(MHD_, resume_connection)                                                                     \
    F(MHD_, start_daemon)                                                                          \
    F(MHD_, stop_daemon)                                                                           \
    F(MHD_, suspend_connection)

static struct {
    MICRO_FUNCTIONS(VT_LIBRARY_POINTER)
} micro;

VT_LIBRARY_NOTE(note, VT_SONAME_MICROHTTPD, "server");

enum {
    IO_THREADS = 2,
    DISCARD = 32 * 1024 * 1024,
    SPENT_BYTES = 64 * 1024, /* to say that a budget is used up */
    GZIP_FROM = 1024,
    MOST_ARGUMENTS = 256,     /* of a query */
    REPLY_MS = 1000,          /* to send what is answered when the service stops */
    SMALL_REPLY = 256 * 1024, /* is sent whatever all requests hold */
};

struct connection {
    int fd;
    char address[64];
    _Atomic int64_t deadline_ms; /* monotonic; 0: none */
    const char *fault;           /* of the first line of the request; NULL: none */
    const char *target;          /* of it, in the library's memory */
    size_t target_len;           /* as it was sent */
    char host[256];              /* of a target in absolute form */
    struct connection *next, **prev;
};

struct vt_http_exchange {
    vt_http_request request; /* first */
    vt_http *http;
    struct MHD_Connection *mhd;
    struct connection *connection;
    vt_http_next next;
    vt_body body;
    bool body_done;
    bool spent;           /* over its memory: the connection closes */
    const char *fault;    /* of its head: the connection closes */
    const char *line_end; /* where the library's memory of the last header ends */
    vt_turn turn;
    vt_party *party;    /* whose request it is, once its head was read */
    size_t reply_bytes; /* that are counted in vt_http.memory */
    bool held;          /* parked for something that surely ends */
    bool replying;      /* counted in vt_http.replying */
};

struct vt_http {
    vt_http_config config;
    vt_http_app app;
    struct MHD_Daemon *daemon;
    int socket;
    char address[96];
    _Atomic bool draining;
    _Atomic unsigned active;   /* exchanges */
    _Atomic unsigned replying; /* exchanges whose reply is ready and not sent */
    _Atomic unsigned open;     /* connections */
    _Atomic uint64_t refused, late;
    vt_body_room room;    /* of all bodies */
    vt_arena_room memory; /* of all requests */
    vt_proxies *proxies;  /* or NULL */
    bool keeps_lines;     /* the library leaves headers where they came in */
    pthread_mutex_t lock; /* connections */
    struct connection *connections;
    pthread_t reaper;
    bool reaper_started;
    pthread_mutex_t queue_lock; /* the queue of the handler threads */
    pthread_cond_t queue_work;
    vt_turns *turns; /* the exchanges that wait for a handler thread */
    size_t held;     /* exchanges: handlers stay for them */
    bool stopping;
    pthread_t *handlers;
    unsigned handler_count;
};

/* ---- small things for handlers ---- */

vt_str vt_http_header(const vt_http_request *request, const char *name)
{
    for (size_t i = 0; i < request->headers.n; i++)
        if (vt_str_eq_nocase(request->headers.at[i].name, vt_str_z(name)))
            return request->headers.at[i].value;
    return VT_STR_NULL;
}

vt_str vt_http_query(const vt_http_request *request, const char *name)
{
    for (size_t i = 0; i < request->query.n; i++)
        if (vt_str_eq(request->query.at[i].name, vt_str_z(name)))
            return request->query.at[i].value;
    return VT_STR_NULL;
}

void vt_http_add(vt_http_request *request, const char *name, vt_str value)
{
    vt_http_field field = {vt_str_dup(request->arena, vt_str_z(name)),
                           vt_str_n(vt_str_cstr(request->arena, value), value.len)};
    vt_vec_push(request->arena, &request->reply.headers, field);
}

void vt_http_addf(vt_http_request *request, const char *name, const char *format, ...)
{
    char value[512];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    vt_http_add(request, name, vt_str_z(value));
}

/* ---- memory ---- */

struct spending {
    struct vt_http_exchange *x;
    bool out;
};

static void fill_spent(void *context)
{
    struct spending *s = context;
    s->x->http->app.spent(s->x->http->app.context, &s->x->request, s->out);
}

/* The reply of a request that was left. */
static void end_spent(struct vt_http_exchange *x, bool out)
{
    vt_http_request *r = &x->request;
    struct spending s = {x, out};
    vt_log(VT_LOG_WARN, "http.memory", "request_id=%s bytes=%zu reply=%zu reason=%s", r->id,
           vt_arena_used(r->arena), r->reply.body.cap, s.out ? "all" : "one");
    x->spent = true;
    r->reply.headers = (vt_http_fields){0};
    vt_buf_release(&r->reply.body);
    r->reply.fixed = VT_STR_NULL;
    vt_arena_extend(r->arena, SPENT_BYTES);
    if (vt_guard_run(fill_spent, &s))
        return;
    r->reply.headers = (vt_http_fields){0};
    vt_buf_clear(&r->reply.body);
    r->reply.status = 503;
    r->reply.content_type = NULL;
}

void vt_http_guard(vt_http_request *request, void (*fn)(void *context), void *context)
{
    if (!vt_guard_run(fn, context))
        end_spent(request->exchange, vt_arena_ended(request->arena) == VT_ARENA_OUT);
}

/* ---- connections and their deadlines ---- */

static void set_deadline(struct connection *c, int64_t in_ms)
{
    if (c)
        atomic_store(&c->deadline_ms, in_ms ? vt_time_monotonic_ms() + in_ms : 0);
}

static void format_address(const struct sockaddr *address, char *ret, size_t size)
{
    socklen_t length =
        address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(address, length, ret, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
        snprintf(ret, size, "?");
}

static void on_connection(void *context, struct MHD_Connection *mhd, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
    vt_http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct connection *c = vt_xcalloc(1, sizeof *c);
        c->fd = micro.get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        format_address(
            micro.get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
            c->address, sizeof c->address);
        set_deadline(c, http->config.header_ms);
        atomic_fetch_add(&http->open, 1);
        pthread_mutex_lock(&http->lock);
        c->next = http->connections;
        c->prev = &http->connections;
        if (c->next)
            c->next->prev = &c->next;
        http->connections = c;
        pthread_mutex_unlock(&http->lock);
        *socket_context = c;
        return;
    }
    struct connection *c = *socket_context;
    if (!c)
        return;
    pthread_mutex_lock(&http->lock);
    *c->prev = c->next;
    if (c->next)
        c->next->prev = c->prev;
    pthread_mutex_unlock(&http->lock);
    atomic_fetch_sub(&http->open, 1);
    free(c);
    *socket_context = NULL;
}

static void *reaper_main(void *context)
{
    vt_http *http = context;
    pthread_mutex_lock(&http->lock);
    while (!http->stopping) {
        int64_t now = vt_time_monotonic_ms();
        for (struct connection *c = http->connections; c; c = c->next) {
            int64_t deadline = atomic_load(&c->deadline_ms);
            if (deadline && deadline < now) {
                shutdown(c->fd, SHUT_RDWR);
                atomic_store(&c->deadline_ms, 0);
                atomic_fetch_add(&http->late, 1);
            }
        }
        pthread_mutex_unlock(&http->lock);
        nanosleep(&(struct timespec){.tv_nsec = 250 * 1000 * 1000}, NULL);
        pthread_mutex_lock(&http->lock);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

/* ---- bodies ---- */

/* False when the client sends more than anybody reads. */
static bool take_body(struct vt_http_exchange *x, vt_str data)
{
    vt_body_add(&x->body, data);
    x->request.body_too_large = x->body.too_large;
    x->request.body_lost = x->body.lost;
    return !x->body.unwanted || x->body.received <= x->body.max + DISCARD;
}

static void finish_body(struct vt_http_exchange *x)
{
    x->body_done = true;
    x->request.body = vt_body_finish(&x->body);
    x->request.body_lost = x->body.lost;
}

/* ---- replies ---- */

/* "q=0", "q=0.0", "q=0.000" among the parameters of a coding (RFC 9110, 12.4.2). */
static bool refuses(vt_str parameters)
{
    vt_str one;
    while (vt_str_split(&parameters, ';', &one)) {
        one = vt_str_trim(one);
        if (one.len < 3 || (one.ptr[0] != 'q' && one.ptr[0] != 'Q') || one.ptr[1] != '=')
            continue;
        for (size_t i = 2; i < one.len; i++)
            if (one.ptr[i] != '0' && one.ptr[i] != '.')
                return false;
        return true;
    }
    return false;
}

static bool accepts_gzip(const vt_http_request *request)
{
    vt_str rest = vt_http_header(request, "Accept-Encoding"), item;
    while (vt_str_split(&rest, ',', &item)) {
        vt_str coding, value = vt_str_trim(item);
        if (!vt_str_split(&value, ';', &coding))
            continue;
        if (vt_str_eq_nocase(vt_str_trim(coding), VT_STR("gzip")))
            return !refuses(value);
    }
    return false;
}

static void compress_reply(void *context)
{
    struct vt_http_exchange *x = context;
    vt_http_reply *reply = &x->request.reply;
    vt_str body = reply->fixed.ptr ? reply->fixed : vt_buf_str(&reply->body);
    if (!reply->content_type || body.len < GZIP_FROM ||
        !(vt_str_starts(vt_str_z(reply->content_type), VT_STR("text/")) ||
          vt_str_find(vt_str_z(reply->content_type), VT_STR("json"), 0) != VT_NPOS ||
          vt_str_find(vt_str_z(reply->content_type), VT_STR("javascript"), 0) != VT_NPOS))
        return;
    vt_http_add(&x->request, "Vary", VT_STR("Accept-Encoding"));
    if (!accepts_gzip(&x->request))
        return;
    vt_buf packed = {0};
    if (!vt_gzip(body, &packed)) {
        vt_buf_release(&packed);
        return;
    }
    vt_buf_release(&reply->body);
    reply->body = packed;
    reply->fixed = VT_STR_NULL;
    vt_http_add(&x->request, "Content-Encoding", VT_STR("gzip"));
}

/* A reply that is written anew counts among the memory of all requests until it is sent. */
static void hold_reply(struct vt_http_exchange *x)
{
    size_t bytes = x->request.reply.body.cap;
    if (vt_arena_room_take(&x->http->memory, bytes, bytes <= SMALL_REPLY))
        x->reply_bytes = bytes;
    else
        end_spent(x, true);
}

/* Compresses where it pays; on the thread that made the reply. */
static void prepare_reply(struct vt_http_exchange *x)
{
    if (!x->spent && x->request.reply.body.overflow)
        end_spent(x, false);
    if (!x->spent)
        vt_http_guard(&x->request, compress_reply, x);
    if (!x->spent)
        hold_reply(x);
}

/* Where a chunked body ends is the library's word, and it takes lone LFs and trailers that others
 * read differently: what comes behind it is never run as another request. */
static bool is_chunked(const struct vt_http_exchange *x)
{
    return x->request.content_length < 0;
}

/* False when there is no memory for them: a reply without its headers would say something else. */
static bool add_headers(struct vt_http_exchange *x, struct MHD_Response *response)
{
    const vt_http_reply *reply = &x->request.reply;
    bool good = micro.add_response_header(response, "X-Request-Id", x->request.id) == MHD_YES;
    if (reply->content_type)
        good = good && micro.add_response_header(response, "Content-Type", reply->content_type);
    for (size_t i = 0; i < reply->headers.n; i++)
        good = good && micro.add_response_header(response, reply->headers.at[i].name.ptr,
                                                 reply->headers.at[i].value.ptr);
    if (atomic_load(&x->http->draining) || !x->body_done || x->spent || x->fault || is_chunked(x))
        good = good && micro.add_response_header(response, "Connection", "close");
    return good;
}

static enum MHD_Result send_reply(struct vt_http_exchange *x)
{
    vt_http_reply *reply = &x->request.reply;
    vt_str body = reply->fixed.ptr ? reply->fixed : vt_buf_str(&reply->body);
    union {
        const char *in;
        void *out;
    } bytes = {.in = body.ptr};
    struct MHD_Response *response =
        micro.create_response_from_buffer(body.len, bytes.out, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    set_deadline(x->connection, x->http->config.reply_ms);
    enum MHD_Result result = MHD_NO;
    if (add_headers(x, response))
        result = micro.queue_response(x->mhd, (unsigned)reply->status, response);
    micro.destroy_response(response);
    return result;
}

/* ---- handler threads ---- */

struct running {
    struct vt_http_exchange *x;
    bool replied;
};

static void call_run(void *context)
{
    struct running *r = context;
    vt_http *http = r->x->http;
    r->replied = http->app.run(http->app.context, &r->x->request);
}

/* True when the reply is filled; else it is parked, and may be gone by now. */
static bool run_app(struct vt_http_exchange *x)
{
    struct running r = {.x = x};
    if (vt_guard_run(call_run, &r))
        return r.replied;
    end_spent(x, vt_arena_ended(x->request.arena) == VT_ARENA_OUT);
    return true;
}

void vt_http_hold(vt_http_request *request)
{
    struct vt_http_exchange *x = request->exchange;
    pthread_mutex_lock(&x->http->queue_lock);
    x->held = true;
    x->http->held++;
    pthread_mutex_unlock(&x->http->queue_lock);
}

/* Under queue_lock. */
static void unhold(vt_http *http)
{
    if (--http->held == 0 && http->stopping)
        pthread_cond_broadcast(&http->queue_work);
}

void vt_http_resume(vt_http_request *request)
{
    struct vt_http_exchange *x = request->exchange;
    vt_http *http = x->http;
    bool held = x->held;
    prepare_reply(x);
    if (!x->replying)
        atomic_fetch_add(&http->replying, 1);
    x->replying = true;
    micro.resume_connection(x->mhd); /* the exchange may be gone from here on */
    if (!held)
        return;
    pthread_mutex_lock(&http->queue_lock);
    unhold(http);
    pthread_mutex_unlock(&http->queue_lock);
}

/* One thread is woken for an exchange when there was none that may run, and wakes the next when it
 * leaves some behind (dequeue): many at once are not worth a thread each. */
static void enqueue(vt_http *http, struct vt_http_exchange *x)
{
    pthread_mutex_lock(&http->queue_lock);
    if (!vt_turns_may_take(http->turns, vt_time_monotonic_us()))
        pthread_cond_signal(&http->queue_work);
    x->turn.what = x;
    vt_turns_put(http->turns, x->party, &x->turn);
    if (x->held)
        unhold(http);
    x->held = false;
    pthread_mutex_unlock(&http->queue_lock);
}

void vt_http_rerun(vt_http_request *request)
{
    enqueue(request->exchange->http, request->exchange);
}

/* The next exchange, after one of `party` (or NULL) that has computed for so long. */
static struct vt_http_exchange *dequeue(vt_http *http, vt_party *party, int64_t used_us)
{
    pthread_mutex_lock(&http->queue_lock);
    if (party)
        vt_turns_leave(party, used_us, vt_time_monotonic_us());
    vt_turn *turn;
    while (!(turn = vt_turns_take(http->turns, vt_time_monotonic_us())) &&
           (!http->stopping || http->held || vt_turns_waiting(http->turns)))
        pthread_cond_wait(&http->queue_work, &http->queue_lock);
    if (http->stopping || vt_turns_may_take(http->turns, vt_time_monotonic_us()))
        pthread_cond_signal(&http->queue_work);
    pthread_mutex_unlock(&http->queue_lock);
    return turn ? turn->what : NULL;
}

static void *handler_main(void *context)
{
    vt_http *http = context;
    struct vt_http_exchange *x;
    vt_party *party = NULL;
    int64_t used_us = 0;
    while ((x = dequeue(http, party, used_us))) {
        int64_t begun_us = vt_time_computed_us();
        party = x->turn.party;
        if (run_app(x))
            vt_http_resume(&x->request);
        used_us = vt_time_computed_us() - begun_us;
    }
    return NULL;
}

/* ---- the library's callbacks ---- */

/*
 * libmicrohttpd 0.9 reads a NUL inside a header as its end, a lone CR or LF as the end of a line,
 * and joins lines that are folded, without a word. It leaves the text where it came in, with NULs
 * for the colon and the line's end, so whether that is so can be seen: name NUL spaces value NUL
 * NUL, and the next one right behind. What cannot be seen is a NUL as the last byte of the last
 * header, which changes nothing. From 0.9.77 on it refuses these by itself.
 */
static const char broken_line[] =
    "A line of the head has a NUL, a lone CR or LF, a space too many, or goes on in the next line.";

static bool is_whole_line(struct vt_http_exchange *x, const char *key, const char *value)
{
    const char *behind = key + strlen(key) + 1, *end = value + strlen(value);
    if ((uintptr_t)value < (uintptr_t)behind ||
        (uintptr_t)value - (uintptr_t)behind > x->http->config.header_bytes)
        return false; /* folded: it stands elsewhere */
    for (const char *space = behind; space < value; space++)
        if (*space != ' ' && *space != '\t')
            return false;
    bool follows = !x->line_end || key == x->line_end;
    x->line_end = end + 2;
    return follows && end[1] == 0;
}

/* The first line has one space between its parts and no NUL, and an empty line ends the head. */
static bool is_whole_head(const struct vt_http_exchange *x, const char *method, const char *version)
{
    const struct connection *c = x->connection;
    bool line =
        !c || !c->target ||
        (method + strlen(method) + 1 == c->target && c->target + c->target_len + 1 == version);
    return line && (!x->line_end || (x->line_end[0] == 0 && x->line_end[1] == 0));
}

static enum MHD_Result add_field(void *context, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    struct vt_http_exchange *x = context;
    vt_arena *arena = x->request.arena;
    if (kind == MHD_HEADER_KIND && x->http->keeps_lines &&
        !is_whole_line(x, key, value ? value : ""))
        x->fault = broken_line;
    vt_http_field field = {vt_str_dup(arena, vt_str_z(key)),
                           vt_str_dup(arena, vt_str_z(value ? value : ""))};
    if (kind == MHD_HEADER_KIND)
        vt_vec_push(arena, &x->request.headers, field);
    else
        vt_vec_push(arena, &x->request.query, field);
    return MHD_YES;
}

struct head {
    struct vt_http_exchange *x;
    const char *url, *method, *version;
};

/* Who the client is, and which host it asked. */
static void take_client(struct vt_http_exchange *x)
{
    vt_http_request *r = &x->request;
    vt_str host = x->connection ? vt_str_z(x->connection->host) : VT_STR_NULL;
    r->host = host.len ? vt_str_dup(r->arena, host) : vt_http_header(r, "Host");
    if (!vt_proxies_trust(x->http->proxies, vt_str_z(r->address)))
        return;
    vt_forwarded f = vt_forwarded_read(x->http->proxies, r, x->http->config.standard_forwarded);
    r->proxied = f.address.ptr != NULL;
    r->tls = r->tls || f.https;
    if (f.address.ptr)
        snprintf(r->address, sizeof r->address, VT_STR_FMT, VT_STR_ARG(f.address));
}

/* 1 to 64 letters, digits and -_.: of the caller, so that one id goes through all its logs. */
static void take_id(vt_http_request *r)
{
    vt_str id = vt_http_header(r, "X-Request-Id");
    if (!id.len || id.len > 64)
        return;
    for (size_t i = 0; i < id.len; i++)
        if (!vt_is_alnum(id.ptr[i]) && !strchr("-_.:", id.ptr[i]))
            return;
    snprintf(r->id, sizeof r->id, VT_STR_FMT, VT_STR_ARG(id));
}

static void take_head(void *context)
{
    const struct head *head = context;
    struct vt_http_exchange *x = head->x;
    vt_http_request *r = &x->request;
    r->method = vt_str_dup(r->arena, vt_str_z(head->method));
    vt_str authority;
    r->path = vt_str_dup(r->arena, vt_framing_path(vt_str_z(head->url), &authority));
    micro.get_connection_values(x->mhd, MHD_HEADER_KIND, add_field, x);
    micro.get_connection_values(x->mhd, MHD_GET_ARGUMENT_KIND, add_field, x);
    take_id(r);
    if (!vt_str_to_i64(vt_http_header(r, "Content-Length"), 0, INT64_MAX, &r->content_length))
        r->content_length = vt_http_header(r, "Transfer-Encoding").ptr ? -1 : 0;
    if (x->http->keeps_lines && !x->fault && !is_whole_head(x, head->method, head->version))
        x->fault = broken_line;
    take_client(x);
    if (!x->fault && x->connection)
        x->fault = x->connection->fault;
    if (!x->fault)
        x->fault = vt_framing_fault(vt_str_z(head->version), &r->headers);
    if (x->fault)
        x->http->app.refuse(x->http->app.context, r, x->fault);
    else
        x->next = x->http->app.begin(x->http->app.context, r);
}

static struct vt_http_exchange *exchange_new(vt_http *http, struct MHD_Connection *mhd)
{
    struct vt_http_exchange *x = vt_xcalloc(1, sizeof *x);
    x->http = http;
    x->mhd = mhd;
    vt_body_init(&x->body, &http->room);
    const union MHD_ConnectionInfo *info =
        micro.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    x->connection = info ? info->socket_context : NULL;
    vt_http_request *r = &x->request;
    r->exchange = x;
    r->arena = vt_arena_new(VT_MAX_REQUEST_MEMORY);
    r->reply.body.max = VT_MAX_REPLY_BYTES;
    vt_arena_set_room(r->arena, &http->memory);
    r->tls = http->config.tls_certificate != NULL;
    r->start_us = vt_time_monotonic_us();
    vt_id_new("req_", vt_time_now_ms(), r->id);
    snprintf(r->address, sizeof r->address, "%s", x->connection ? x->connection->address : "?");
    atomic_fetch_add(&http->active, 1);
    return x;
}

static void enter(vt_http *http, struct vt_http_exchange *x)
{
    const vt_http_request *r = &x->request;
    pthread_mutex_lock(&http->queue_lock);
    x->party =
        vt_turns_enter(http->turns, r->owner[0] ? r->owner : r->address, vt_time_monotonic_us());
    pthread_mutex_unlock(&http->queue_lock);
}

static void leave(vt_http *http, struct vt_http_exchange *x)
{
    pthread_mutex_lock(&http->queue_lock);
    vt_turns_exit(http->turns, x->party, vt_time_monotonic_us());
    pthread_mutex_unlock(&http->queue_lock);
}

static enum MHD_Result begin(struct vt_http_exchange *x, const char *url, const char *method,
                             const char *version)
{
    struct head head = {x, url, method, version};
    x->next = VT_HTTP_REPLY; /* when it is left */
    vt_http_guard(&x->request, take_head, &head);
    enter(x->http, x);
    x->body.max = x->request.max_body;
    set_deadline(x->connection, x->http->config.body_ms);
    if (x->next != VT_HTTP_REPLY)
        return MHD_YES;
    x->body.unwanted = true;
    prepare_reply(x);
    bool waits = vt_http_header(&x->request, "Expect").ptr != NULL;
    if (waits || x->fault || x->request.content_length > DISCARD)
        return send_reply(x);
    return MHD_YES;
}

static enum MHD_Result body_is_there(struct vt_http_exchange *x)
{
    finish_body(x);
    set_deadline(x->connection, 0);
    if (x->next == VT_HTTP_REPLY)
        return send_reply(x);
    if (x->next == VT_HTTP_INLINE && run_app(x)) {
        prepare_reply(x);
        return send_reply(x);
    }
    micro.suspend_connection(x->mhd);
    if (x->next != VT_HTTP_PARK)
        enqueue(x->http, x);
    else if (run_app(x))
        vt_http_resume(&x->request);
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *mhd, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **request_context)
{
    struct vt_http_exchange *x = *request_context;
    if (!x) {
        x = exchange_new(context, mhd);
        *request_context = x;
        return begin(x, url, method, version);
    }
    if (*size) {
        bool fine = take_body(x, vt_str_n(data, *size));
        *size = 0;
        return fine ? MHD_YES : MHD_NO;
    }
    if (!x->body_done)
        return body_is_there(x);
    return send_reply(x);
}

static void on_completed(void *context, struct MHD_Connection *mhd, void **request_context,
                         enum MHD_RequestTerminationCode code)
{
    (void)mhd;
    (void)code;
    vt_http *http = context;
    struct vt_http_exchange *x = *request_context;
    if (!x)
        return;
    bool replying = x->replying;
    leave(http, x);
    http->app.end(http->app.context, &x->request);
    set_deadline(x->connection, http->config.idle_ms);
    vt_body_release(&x->body);
    vt_buf_release(&x->request.reply.body);
    vt_arena_room_leave(&http->memory, x->reply_bytes);
    vt_arena_drop(x->request.arena);
    free(x);
    *request_context = NULL;
    atomic_fetch_sub(&http->active, 1);
    if (replying)
        atomic_fetch_sub(&http->replying, 1);
}

/* libmicrohttpd answers nothing when the arguments of a query take more memory than a connection
 * has, so they are counted here. */
static bool has_many_arguments(const char *uri)
{
    size_t n = 0;
    for (const char *at = strchr(uri, '?'); at && n <= MOST_ARGUMENTS; at = strchr(at + 1, '&'))
        n++;
    return n > MOST_ARGUMENTS;
}

/* The library has no request yet that could get a reply. Under TLS the connection only ends. */
static void refuse_line(const vt_http *http, const struct connection *c)
{
    static const char reply[] = "HTTP/1.1 414 URI Too Long\r\nContent-Length: 0\r\n"
                                "Connection: close\r\n\r\n";
    if (!http->config.tls_certificate &&
        send(c->fd, reply, sizeof reply - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        vt_log(VT_LOG_DEBUG, "http.refused", "errno=%d", errno);
    shutdown(c->fd, SHUT_RDWR);
}

/* The first line of a request has come: its headers must follow in time. */
static void *on_first_line(void *context, const char *uri, struct MHD_Connection *mhd)
{
    vt_http *http = context;
    const union MHD_ConnectionInfo *info =
        micro.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct connection *c = info ? info->socket_context : NULL;
    set_deadline(c, http->config.header_ms);
    if (!c)
        return NULL;
    if (has_many_arguments(uri))
        refuse_line(http, c);
    vt_str host;
    c->fault = vt_framing_target_fault(vt_str_z(uri));
    (void)vt_framing_path(vt_str_z(uri), &host);
    snprintf(c->host, sizeof c->host, VT_STR_FMT, VT_STR_ARG(host));
    c->target = uri;
    c->target_len = strlen(uri);
    return NULL;
}

static VT_PRINTF(2, 0) void on_library_log(void *context, const char *format, va_list args)
{
    (void)context;
    char line[256];
    vsnprintf(line, sizeof line, format, args);
    vt_log(VT_LOG_DEBUG, "http.library", "message=\"" VT_STR_FMT "\"",
           VT_STR_ARG(vt_str_trim(vt_str_z(line))));
}

/* ---- start and stop ---- */

/* A proxy has as many connections as its clients need, everybody else connections_per_address. */
static enum MHD_Result on_accept(void *context, const struct sockaddr *address, socklen_t length)
{
    (void)length;
    vt_http *http = context;
    char text[64];
    format_address(address, text, sizeof text);
    if (http->proxies && vt_proxies_trust(http->proxies, vt_str_z(text)))
        return MHD_YES;
    unsigned n = 0;
    pthread_mutex_lock(&http->lock);
    for (const struct connection *c = http->connections; c; c = c->next)
        n += strcmp(c->address, text) == 0;
    pthread_mutex_unlock(&http->lock);
    if (n < http->config.connections_per_address)
        return MHD_YES;
    atomic_fetch_add(&http->refused, 1);
    return MHD_NO;
}

static struct MHD_Daemon *start_daemon(vt_http *http)
{
    const vt_http_config *c = &http->config;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
                     MHD_USE_TURBO | (c->tls_certificate ? MHD_USE_TLS : 0);
    union {
        const char *in;
        void *out;
    } certificate = {.in = c->tls_certificate}, key = {.in = c->tls_key},
      priorities = {.in = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE"};
    const struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, certificate.out},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, key.out},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, priorities.out},
        {MHD_OPTION_END, 0, NULL},
    };
    return micro.start_daemon(
        flags, 0, on_accept, http, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, on_library_log,
        NULL, MHD_OPTION_LISTEN_SOCKET, http->socket, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)IO_THREADS, MHD_OPTION_CONNECTION_LIMIT, c->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, 0u, /* on_accept() counts what it refuses */
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, c->header_bytes, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)(c->idle_ms / 1000 + 1), MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_URI_LOG_CALLBACK,
        on_first_line, http, MHD_OPTION_ARRAY, c->tls_certificate ? tls : tls + 3, MHD_OPTION_END);
}

static vt_status start_threads(vt_http *http, vt_error *err)
{
    if (pthread_create(&http->reaper, NULL, reaper_main, http) != 0)
        return vt_fail(err, VT_E_INTERNAL, "cannot start a thread");
    http->reaper_started = true;
    http->handlers = vt_xcalloc(http->config.handlers, sizeof *http->handlers);
    for (unsigned i = 0; i < http->config.handlers; i++) {
        if (pthread_create(&http->handlers[i], NULL, handler_main, http) != 0)
            return vt_fail(err, VT_E_INTERNAL, "cannot start a thread");
        http->handler_count++;
    }
    return VT_OK;
}

vt_status vt_http_start(const vt_http_config *config, const vt_http_app *app, vt_http **ret,
                        vt_error *err)
{
    static const char *const names[] = {MICRO_FUNCTIONS(VT_LIBRARY_NAME)};
    VT_TRY(vt_library_open(VT_SONAME_MICROHTTPD, names, VT_COUNT(names), &micro, err));
    vt_proxies *proxies;
    VT_TRY(vt_proxies_new(vt_str_z(config->trusted_proxies ? config->trusted_proxies : ""),
                          &proxies, err));
    vt_http *http = vt_xcalloc(1, sizeof *http);
    http->proxies = proxies;
    http->keeps_lines = strcmp(micro.get_version(), "0.9.77") < 0;
    http->config = *config;
    http->app = *app;
    http->turns = vt_turns_new(VT_MAX(config->handlers, 1u),
                               (unsigned)VT_MAX(sysconf(_SC_NPROCESSORS_ONLN), 1));
    pthread_mutex_init(&http->lock, NULL);
    pthread_mutex_init(&http->queue_lock, NULL);
    pthread_cond_init(&http->queue_work, NULL);
    http->socket = -1;
    http->room.limit = config->body_bytes;
    http->memory.limit = config->memory_bytes;
    vt_status status = vt_listen_open(config->listen, &http->socket, err);
    if (status == VT_OK)
        status = start_threads(http, err);
    if (status == VT_OK) {
        vt_listen_address(http->socket, http->address, sizeof http->address);
        http->daemon = start_daemon(http);
        if (!http->daemon && config->tls_certificate)
            status = vt_fail(err, VT_E_INVALID, "cannot start with this TLS certificate and key");
        else if (!http->daemon)
            status = vt_fail(err, VT_E_INTERNAL, "cannot start the HTTP server");
    }
    if (status != VT_OK) {
        vt_http_stop(http, 0);
        return status;
    }
    *ret = http;
    return VT_OK;
}

const char *vt_http_address(const vt_http *http)
{
    return http->address;
}

vt_http_state vt_http_get_state(const vt_http *http)
{
    return (vt_http_state){.connections = atomic_load(&http->open),
                           .most = http->config.connections,
                           .requests = atomic_load(&http->active),
                           .refused = atomic_load(&http->refused),
                           .late = atomic_load(&http->late)};
}

void vt_http_drain(vt_http *http)
{
    if (!atomic_exchange(&http->draining, true)) {
        micro.quiesce_daemon(http->daemon);
        shutdown(http->socket, SHUT_RDWR); /* closed at the end: the library's threads know it */
    }
}

/* What was answered is sent, unless its caller does not take it. */
static void send_replies(vt_http *http)
{
    int64_t until = vt_time_monotonic_ms() + REPLY_MS;
    while (atomic_load(&http->replying) && vt_time_monotonic_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = 5 * 1000 * 1000}, NULL);
}

void vt_http_stop(vt_http *http, int64_t grace_ms)
{
    if (!http)
        return;
    if (http->daemon) {
        vt_http_drain(http);
        int64_t until = vt_time_monotonic_ms() + grace_ms;
        while (atomic_load(&http->active) && vt_time_monotonic_ms() < until)
            nanosleep(&(struct timespec){.tv_nsec = 5 * 1000 * 1000}, NULL);
    }
    pthread_mutex_lock(&http->queue_lock);
    pthread_mutex_lock(&http->lock);
    http->stopping = true;
    pthread_mutex_unlock(&http->lock);
    pthread_cond_broadcast(&http->queue_work);
    pthread_mutex_unlock(&http->queue_lock);
    for (unsigned i = 0; i < http->handler_count; i++)
        pthread_join(http->handlers[i], NULL);
    send_replies(http);
    if (http->daemon)
        micro.stop_daemon(http->daemon);
    if (http->reaper_started)
        pthread_join(http->reaper, NULL);
    if (http->socket >= 0)
        close(http->socket);
    pthread_mutex_destroy(&http->lock);
    pthread_mutex_destroy(&http->queue_lock);
    pthread_cond_destroy(&http->queue_work);
    vt_proxies_drop(http->proxies);
    vt_turns_drop(http->turns);
    free(http->handlers);
    free(http);
}
