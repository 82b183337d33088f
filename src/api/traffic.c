/* SPDX-License-Identifier: Apache-2.0 */
/* Counters are relaxed atomics in flat tables, a row for each route and one for what has none. */
#include "api/traffic.h"

#include "api/internal.h"
#include "base/log.h"

#include <pthread.h>
#include <stdlib.h>

enum { LINES_A_SECOND = 200, MAX_ROUTES = 160 };

static const int statuses[] = {200, 201, 202, 204, 304, 400, 401, 402, 403, 404, 405,
                               409, 410, 413, 415, 422, 429, 500, 501, 503, 0 /* others */};
static const int64_t bounds_us[] = {1000,   2500,   5000,    10000,   25000,   50000,
                                    100000, 250000, 1000000, 5000000, 30000000};

struct route_counts {
    _Atomic uint64_t statuses[VT_COUNT(statuses)];
    _Atomic uint64_t times[VT_COUNT(bounds_us) + 1], sum_us;
};

struct vt_traffic {
    struct route_counts routes[MAX_ROUTES]; /* as vt_routes; the last: none */
    _Atomic uint64_t problems[VT_PROBLEM_COUNT];
    pthread_mutex_t lock; /* of what follows */
    int64_t second;
    unsigned lines;
    uint64_t left_out;
};

vt_traffic *vt_traffic_new(void)
{
    vt_traffic *t = vt_xcalloc(1, sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    return t;
}

void vt_traffic_drop(vt_traffic *t)
{
    if (!t)
        return;
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- counting ---- */

static void add(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

static uint64_t get(_Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static size_t row_of(const vt_call *call)
{
    size_t row = call && call->route ? (size_t)(call->route - vt_routes) : MAX_ROUTES - 1;
    return VT_MIN(row, (size_t)MAX_ROUTES - 1);
}

static void count(vt_traffic *t, const vt_http_request *request, const vt_call *call, int64_t us)
{
    struct route_counts *r = &t->routes[row_of(call)];
    size_t i = 0;
    while (statuses[i] && statuses[i] != request->reply.status)
        i++;
    add(&r->statuses[i], 1);
    for (size_t p = 0; request->error_code && p < VT_PROBLEM_COUNT; p++)
        if (strcmp(vt_problem_get((vt_problem)p)->code, request->error_code) == 0) {
            add(&t->problems[p], 1);
            break;
        }
    if (call && (call->wait_s || call->waiting[0]))
        return; /* it waited because it was asked to */
    for (i = 0; i < VT_COUNT(bounds_us) && us > bounds_us[i]; i++)
        ;
    add(&r->times[i], 1);
    add(&r->sum_us, (uint64_t)us);
}

/* ---- the log ---- */

/* False when this second has had its lines. *ret_left_out: how many the second before left out. */
static bool may_write(vt_traffic *t, uint64_t *ret_left_out)
{
    *ret_left_out = 0;
    pthread_mutex_lock(&t->lock);
    int64_t second = vt_time_monotonic_ms() / 1000;
    if (second != t->second) {
        *ret_left_out = t->left_out;
        t->second = second;
        t->lines = 0;
        t->left_out = 0;
    }
    bool may = t->lines < LINES_A_SECOND;
    t->lines += may;
    t->left_out += !may;
    pthread_mutex_unlock(&t->lock);
    return may;
}

/* The method when it is one that HTTP knows: others are a client's words. */
static const char *method_word(vt_str method)
{
    static const char *const words[] = {"GET",   "HEAD",    "POST",  "PUT",    "DELETE",
                                        "PATCH", "OPTIONS", "TRACE", "CONNECT"};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq(method, vt_str_z(words[i])))
            return words[i];
    return "-";
}

static void write_line(vt_traffic *t, const vt_http_request *r, const vt_call *call, int64_t us)
{
    int status = r->reply.status;
    vt_log_level level = status >= 500 ? VT_LOG_WARN : status >= 400 ? VT_LOG_INFO : VT_LOG_DEBUG;
    uint64_t left_out;
    if (level < vt_log_least() || !may_write(t, &left_out))
        return;
    if (left_out)
        vt_log(VT_LOG_WARN, "http.left_out", "lines=%ju", (uintmax_t)left_out);
    size_t bytes = r->reply.fixed.ptr ? r->reply.fixed.len : r->reply.body.len;
    vt_log(level, "http",
           "request_id=%s method=%s route=\"%s\" http=%d code=%s us=%jd bytes=%zu address=%s "
           "account=%s key=%s",
           r->id, method_word(r->method), call && call->route ? call->route->path : "-", status,
           r->error_code ? r->error_code : "-", (intmax_t)us, bytes, r->address,
           call && call->account.id[0] ? call->account.id : "-",
           call && call->key.id[0] ? call->key.id : "-");
}

void vt_traffic_note(vt_traffic *t, const vt_http_request *request, const vt_call *call)
{
    int64_t us = vt_time_monotonic_us() - request->start_us;
    if (!request->reply.status) /* the client went before its request was complete */
        return;
    count(t, request, call, us);
    write_line(t, request, call, us);
}

/* ---- metrics ---- */

static void write_label(size_t row, vt_buf *out)
{
    bool known = row < vt_route_count;
    vt_buf_addf(out, "method=\"%s\",route=\"%s\"", known ? vt_routes[row].method : "-",
                known ? vt_routes[row].path : "-");
}

static void write_statuses(vt_traffic *t, size_t row, vt_buf *out)
{
    for (size_t i = 0; i < VT_COUNT(statuses); i++) {
        uint64_t n = get(&t->routes[row].statuses[i]);
        if (!n)
            continue;
        vt_buf_addz(out, "vitae_http_requests_total{");
        write_label(row, out);
        if (statuses[i])
            vt_buf_addf(out, ",status=\"%d\"} %ju\n", statuses[i], (uintmax_t)n);
        else
            vt_buf_addf(out, ",status=\"other\"} %ju\n", (uintmax_t)n);
    }
}

static void write_times(vt_traffic *t, size_t row, vt_buf *out)
{
    struct route_counts *r = &t->routes[row];
    uint64_t n[VT_COUNT(bounds_us) + 1], all = 0, so_far = 0;
    for (size_t i = 0; i < VT_COUNT(n); i++)
        all += n[i] = get(&r->times[i]);
    if (!all)
        return;
    for (size_t i = 0; i < VT_COUNT(n); i++) {
        so_far += n[i];
        vt_buf_addz(out, "vitae_http_request_seconds_bucket{");
        write_label(row, out);
        if (i < VT_COUNT(bounds_us))
            vt_buf_addf(out, ",le=\"%g\"} %ju\n", (double)bounds_us[i] / 1e6, (uintmax_t)so_far);
        else
            vt_buf_addf(out, ",le=\"+Inf\"} %ju\n", (uintmax_t)so_far);
    }
    vt_buf_addz(out, "vitae_http_request_seconds_sum{");
    write_label(row, out);
    vt_buf_addf(out, "} %.6f\nvitae_http_request_seconds_count{", (double)get(&r->sum_us) / 1e6);
    write_label(row, out);
    vt_buf_addf(out, "} %ju\n", (uintmax_t)all);
}

void vt_traffic_write(vt_traffic *t, vt_buf *out)
{
    vt_buf_addz(out, "# HELP vitae_http_requests_total Replies by route and status.\n"
                     "# TYPE vitae_http_requests_total counter\n");
    for (size_t row = 0; row < MAX_ROUTES; row++)
        write_statuses(t, row, out);
    vt_buf_addz(out,
                "# HELP vitae_http_request_seconds Time to a reply, by route; without requests "
                "that asked to wait.\n# TYPE vitae_http_request_seconds histogram\n");
    for (size_t row = 0; row < MAX_ROUTES; row++)
        write_times(t, row, out);
    vt_buf_addz(out, "# HELP vitae_http_problems_total Refused and failed calls, by error code.\n"
                     "# TYPE vitae_http_problems_total counter\n");
    for (size_t p = 0; p < VT_PROBLEM_COUNT; p++)
        vt_buf_addf(out, "vitae_http_problems_total{error_code=\"%s\"} %ju\n",
                    vt_problem_get((vt_problem)p)->code, (uintmax_t)get(&t->problems[p]));
}
