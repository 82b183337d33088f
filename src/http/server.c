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
 * Bodies. Up to SMALL_BODY bytes are gathered in memory, more in a memfd that is mapped at the
 * end, so that an upload costs pages of the kernel only while it is there. All of these together
 * have a limit; a body behind it is read and thrown away, and its request told so.
 *
 * Early replies. A client that is still sending would miss a reply behind which the connection is
 * closed, so a body that nobody wants is read and thrown away, up to DISCARD bytes.
 */
#include "http/server.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/library.h"
#include "base/log.h"
#include "base/time.h"
#include "http/gzip.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

/* libmicrohttpd, opened with the first server. */
#define MICRO_FUNCTIONS(F)                                                                         \
    F(MHD_, add_response_header)                                                                   \
    F(MHD_, create_response_from_buffer)                                                           \
    F(MHD_, destroy_response)                                                                      \
    F(MHD_, get_connection_info)                                                                   \
    F(MHD_, get_connection_values)                                                                 \
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
    SMALL_BODY = 64 * 1024,
    DISCARD = 32 * 1024 * 1024,
    ARENA_BYTES = 512 * 1024 * 1024,
    GZIP_FROM = 1024,
};

struct connection {
    int fd;
    char address[64];
    _Atomic int64_t deadline_ms; /* monotonic; 0: none */
    struct connection *next, **prev;
};

struct vt_http_exchange {
    vt_http_request request; /* first */
    vt_http *http;
    struct MHD_Connection *mhd;
    struct connection *connection;
    vt_http_next next;
    bool discarding, body_done;
    vt_buf small;
    int fd; /* of a large body, or -1 */
    char *map;
    size_t received, in_fd; /* bytes */
    struct vt_http_exchange *queued;
    bool held; /* parked for something that surely ends */
};

struct vt_http {
    vt_http_config config;
    vt_http_app app;
    struct MHD_Daemon *daemon;
    int socket;
    char address[96];
    _Atomic bool draining;
    _Atomic uint64_t requests, timeouts;
    _Atomic unsigned active, open;
    _Atomic int64_t body_bytes; /* in memfds */
    pthread_mutex_t lock;       /* connections */
    struct connection *connections;
    pthread_t reaper;
    bool reaper_started;
    pthread_mutex_t queue_lock; /* the queue of the handler threads */
    pthread_cond_t queue_work;
    struct vt_http_exchange *first, **last;
    size_t held; /* exchanges: handlers stay for them */
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
        pthread_mutex_lock(&http->lock);
        c->next = http->connections;
        c->prev = &http->connections;
        if (c->next)
            c->next->prev = &c->next;
        http->connections = c;
        pthread_mutex_unlock(&http->lock);
        atomic_fetch_add(&http->open, 1);
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
                atomic_fetch_add(&http->timeouts, 1);
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

static bool write_large(struct vt_http_exchange *x, vt_str data)
{
    int64_t n = (int64_t)data.len;
    bool room = atomic_fetch_add(&x->http->body_bytes, n) + n <= x->http->config.body_bytes;
    if (!room || vt_io_write_all(x->fd, data, NULL) != VT_OK) {
        atomic_fetch_sub(&x->http->body_bytes, n);
        return false;
    }
    x->in_fd += data.len;
    return true;
}

static bool keep_large(struct vt_http_exchange *x, vt_str data)
{
    if (x->fd < 0) {
        x->fd = memfd_create("vitae-body", MFD_CLOEXEC);
        if (x->fd < 0 || !write_large(x, vt_buf_str(&x->small)))
            return false;
        vt_buf_release(&x->small);
        x->small = (vt_buf){0};
    }
    return write_large(x, data);
}

static void drop_body(struct vt_http_exchange *x)
{
    if (x->map)
        munmap(x->map, x->received);
    if (x->fd >= 0)
        close(x->fd);
    atomic_fetch_sub(&x->http->body_bytes, (int64_t)x->in_fd);
    vt_buf_release(&x->small);
    x->map = NULL;
    x->fd = -1;
    x->in_fd = 0;
}

/* From here on the body is read and thrown away. */
static void give_body_up(struct vt_http_exchange *x, bool *why)
{
    *why = true;
    x->discarding = true;
    drop_body(x);
}

/* False when the client sends more than anybody reads. */
static bool take_body(struct vt_http_exchange *x, const char *data, size_t n)
{
    x->received += n;
    if (!x->discarding && x->received > x->request.max_body)
        give_body_up(x, &x->request.body_too_large);
    if (x->discarding)
        return x->received <= x->request.max_body + DISCARD;
    if (x->fd < 0 && x->received <= SMALL_BODY)
        vt_buf_add(&x->small, vt_str_n(data, n));
    else if (!keep_large(x, vt_str_n(data, n)))
        give_body_up(x, &x->request.body_lost);
    return true;
}

static void finish_body(struct vt_http_exchange *x)
{
    x->body_done = true;
    if (x->discarding)
        return;
    x->request.body = vt_buf_str(&x->small);
    if (x->fd < 0)
        return;
    void *map = mmap(NULL, x->received, PROT_READ, MAP_SHARED, x->fd, 0);
    if (map == MAP_FAILED) {
        give_body_up(x, &x->request.body_lost);
        return;
    }
    x->map = map;
    x->request.body = vt_str_n(x->map, x->received);
}

/* ---- replies ---- */

static bool accepts_gzip(const vt_http_request *request)
{
    vt_str rest = vt_http_header(request, "Accept-Encoding"), item;
    while (vt_str_split(&rest, ',', &item)) {
        vt_str coding, value = vt_str_trim(item);
        if (!vt_str_split(&value, ';', &coding))
            continue;
        bool refused = vt_str_find(value, VT_STR("q=0"), 0) != VT_NPOS &&
                       vt_str_find(value, VT_STR("q=0."), 0) == VT_NPOS;
        if (vt_str_eq_nocase(vt_str_trim(coding), VT_STR("gzip")))
            return !refused;
    }
    return false;
}

/* Compresses where it pays; on the thread that made the reply. */
static void prepare_reply(struct vt_http_exchange *x)
{
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
    if (atomic_load(&x->http->draining) || !x->body_done)
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

static bool run_app(struct vt_http_exchange *x)
{
    return x->http->app.run(x->http->app.context, &x->request);
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
    micro.resume_connection(x->mhd); /* the exchange may be gone from here on */
    if (!held)
        return;
    pthread_mutex_lock(&http->queue_lock);
    unhold(http);
    pthread_mutex_unlock(&http->queue_lock);
}

/* One thread is woken for the first exchange, and wakes the next when it leaves some behind
 * (dequeue): many at once are not worth a thread each. */
static void enqueue(vt_http *http, struct vt_http_exchange *x)
{
    pthread_mutex_lock(&http->queue_lock);
    if (!http->first)
        pthread_cond_signal(&http->queue_work);
    x->queued = NULL;
    *http->last = x;
    http->last = &x->queued;
    if (x->held)
        unhold(http);
    x->held = false;
    pthread_mutex_unlock(&http->queue_lock);
}

void vt_http_rerun(vt_http_request *request)
{
    enqueue(request->exchange->http, request->exchange);
}

static struct vt_http_exchange *dequeue(vt_http *http)
{
    pthread_mutex_lock(&http->queue_lock);
    while (!http->first && (!http->stopping || http->held))
        pthread_cond_wait(&http->queue_work, &http->queue_lock);
    struct vt_http_exchange *x = http->first;
    if (x) {
        http->first = x->queued;
        if (!http->first)
            http->last = &http->first;
    }
    if (http->first || http->stopping)
        pthread_cond_signal(&http->queue_work);
    pthread_mutex_unlock(&http->queue_lock);
    return x;
}

static void *handler_main(void *context)
{
    vt_http *http = context;
    struct vt_http_exchange *x;
    while ((x = dequeue(http)))
        if (run_app(x)) /* else it is parked, and may be gone by now */
            vt_http_resume(&x->request);
    return NULL;
}

/* ---- the library's callbacks ---- */

static enum MHD_Result add_field(void *context, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    struct vt_http_exchange *x = context;
    vt_arena *arena = x->request.arena;
    vt_http_field field = {vt_str_dup(arena, vt_str_z(key)),
                           vt_str_dup(arena, vt_str_z(value ? value : ""))};
    if (kind == MHD_HEADER_KIND)
        vt_vec_push(arena, &x->request.headers, field);
    else
        vt_vec_push(arena, &x->request.query, field);
    return MHD_YES;
}

static struct vt_http_exchange *exchange_new(vt_http *http, struct MHD_Connection *mhd,
                                             const char *url, const char *method)
{
    struct vt_http_exchange *x = vt_xcalloc(1, sizeof *x);
    x->http = http;
    x->mhd = mhd;
    x->fd = -1;
    const union MHD_ConnectionInfo *info =
        micro.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    x->connection = info ? info->socket_context : NULL;
    vt_http_request *r = &x->request;
    r->exchange = x;
    r->arena = vt_arena_new(ARENA_BYTES);
    r->tls = http->config.tls_certificate != NULL;
    r->start_us = vt_time_monotonic_us();
    vt_id_new("req_", vt_time_now_ms(), r->id);
    r->method = vt_str_dup(r->arena, vt_str_z(method));
    r->path = vt_str_dup(r->arena, vt_str_z(url));
    snprintf(r->address, sizeof r->address, "%s", x->connection ? x->connection->address : "?");
    micro.get_connection_values(mhd, MHD_HEADER_KIND, add_field, x);
    micro.get_connection_values(mhd, MHD_GET_ARGUMENT_KIND, add_field, x);
    if (!vt_str_to_i64(vt_http_header(r, "Content-Length"), 0, INT64_MAX, &r->content_length))
        r->content_length = vt_http_header(r, "Transfer-Encoding").ptr ? -1 : 0;
    atomic_fetch_add(&http->requests, 1);
    atomic_fetch_add(&http->active, 1);
    return x;
}

static enum MHD_Result begin(struct vt_http_exchange *x)
{
    x->next = x->http->app.begin(x->http->app.context, &x->request);
    set_deadline(x->connection, x->http->config.body_ms);
    if (x->next != VT_HTTP_REPLY)
        return MHD_YES;
    x->discarding = true;
    prepare_reply(x);
    bool waits = vt_http_header(&x->request, "Expect").ptr != NULL;
    if (waits || x->request.content_length > DISCARD)
        return send_reply(x);
    return MHD_YES;
}

static enum MHD_Result body_is_there(struct vt_http_exchange *x)
{
    finish_body(x);
    set_deadline(x->connection, 0);
    if (x->next == VT_HTTP_REPLY)
        return send_reply(x);
    if (x->next == VT_HTTP_INLINE) {
        (void)run_app(x);
        prepare_reply(x);
        return send_reply(x);
    }
    micro.suspend_connection(x->mhd);
    if (x->next == VT_HTTP_THREAD)
        enqueue(x->http, x);
    else if (run_app(x)) /* else it is parked, and may be gone by now */
        vt_http_resume(&x->request);
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *mhd, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **request_context)
{
    (void)version;
    struct vt_http_exchange *x = *request_context;
    if (!x) {
        x = exchange_new(context, mhd, url, method);
        *request_context = x;
        return begin(x);
    }
    if (*size) {
        bool fine = take_body(x, data, *size);
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
    http->app.end(http->app.context, &x->request);
    set_deadline(x->connection, http->config.idle_ms);
    drop_body(x);
    vt_buf_release(&x->request.reply.body);
    vt_arena_drop(x->request.arena);
    free(x);
    *request_context = NULL;
    atomic_fetch_sub(&http->active, 1);
}

/* The first line of a request has come: its headers must follow in time. */
static void *on_first_line(void *context, const char *uri, struct MHD_Connection *mhd)
{
    (void)uri;
    vt_http *http = context;
    const union MHD_ConnectionInfo *info =
        micro.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info)
        set_deadline(info->socket_context, http->config.header_ms);
    return NULL;
}

static VT_PRINTF(2, 0) void on_library_log(void *context, const char *format, va_list args)
{
    (void)context;
    char line[256];
    vsnprintf(line, sizeof line, format, args);
    vt_log(VT_LOG_DEBUG, "http.library", "message=\"%s\"", vt_str_trim(vt_str_z(line)).ptr);
}

/* ---- start and stop ---- */

static vt_status split_address(const char *listen, char *host, size_t host_size, char *port,
                               size_t port_size, vt_error *err)
{
    vt_str text = vt_str_z(listen);
    size_t colon = text.len;
    while (colon > 0 && text.ptr[colon - 1] != ':')
        colon--;
    vt_str name = vt_str_sub(text, 0, colon ? colon - 1 : 0);
    if (name.len > 1 && name.ptr[0] == '[' && name.ptr[name.len - 1] == ']')
        name = vt_str_sub(name, 1, name.len - 1);
    int64_t number;
    if (!colon || !vt_str_to_i64(vt_str_sub(text, colon, text.len), 0, 65535, &number))
        return vt_fail(err, VT_E_INVALID, "'%s' is not ADDRESS:PORT", listen);
    snprintf(host, host_size, VT_STR_FMT, VT_STR_ARG(name));
    snprintf(port, port_size, "%d", (int)number);
    return VT_OK;
}

static vt_status open_socket(const char *listen_on, int *ret, vt_error *err)
{
    char host[256], port[8];
    VT_TRY(split_address(listen_on, host, sizeof host, port, sizeof port, err));
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
    int code = getaddrinfo(host[0] ? host : NULL, port, &hints, &found);
    if (code != 0)
        return vt_fail(err, VT_E_IO, "cannot resolve '%s': %s", listen_on, gai_strerror(code));
    VT_AUTO(vt_fd) int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    bool listening = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                     setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
                     bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 1024) == 0;
    int saved = errno;
    freeaddrinfo(found);
    errno = saved;
    if (!listening)
        return vt_fail_errno(err, VT_E_IO, "cannot listen on %s", listen_on);
    *ret = VT_TAKE_FD(fd);
    return VT_OK;
}

static void note_address(vt_http *http)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[64] = "?", port[8] = "0";
    if (getsockname(http->socket, (struct sockaddr *)&address, &length) == 0)
        getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    if (strchr(host, ':'))
        snprintf(http->address, sizeof http->address, "[%s]:%s", host, port);
    else
        snprintf(http->address, sizeof http->address, "%s:%s", host, port);
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
        flags, 0, NULL, NULL, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, on_library_log, NULL,
        MHD_OPTION_LISTEN_SOCKET, http->socket, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)IO_THREADS,
        MHD_OPTION_CONNECTION_LIMIT, c->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        c->connections_per_address, MHD_OPTION_CONNECTION_MEMORY_LIMIT, c->header_bytes,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(c->idle_ms / 1000 + 1),
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, http, MHD_OPTION_URI_LOG_CALLBACK, on_first_line, http, MHD_OPTION_ARRAY,
        c->tls_certificate ? tls : tls + 3, MHD_OPTION_END);
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
    vt_http *http = vt_xcalloc(1, sizeof *http);
    http->config = *config;
    http->app = *app;
    http->last = &http->first;
    pthread_mutex_init(&http->lock, NULL);
    pthread_mutex_init(&http->queue_lock, NULL);
    pthread_cond_init(&http->queue_work, NULL);
    http->socket = -1;
    vt_status status = open_socket(config->listen, &http->socket, err);
    if (status == VT_OK)
        status = start_threads(http, err);
    if (status == VT_OK) {
        note_address(http);
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

void vt_http_drain(vt_http *http)
{
    if (!atomic_exchange(&http->draining, true)) {
        micro.quiesce_daemon(http->daemon);
        shutdown(http->socket, SHUT_RDWR); /* closed at the end: the library's threads know it */
    }
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
    if (http->daemon)
        micro.stop_daemon(http->daemon);
    if (http->reaper_started)
        pthread_join(http->reaper, NULL);
    if (http->socket >= 0)
        close(http->socket);
    pthread_mutex_destroy(&http->lock);
    pthread_mutex_destroy(&http->queue_lock);
    pthread_cond_destroy(&http->queue_work);
    free(http->handlers);
    free(http);
}

vt_http_state vt_http_get_state(vt_http *http)
{
    return (vt_http_state){.requests = atomic_load(&http->requests),
                           .connections = atomic_load(&http->open),
                           .active = atomic_load(&http->active),
                           .timeouts = atomic_load(&http->timeouts)};
}
