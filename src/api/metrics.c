/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GET /metrics in the text format of Prometheus. What is a matter of the store (queues, nodes,
 * ledger) is read when asked for; the rest are counters of this process.
 * Answered to clients of the same machine only, and to everybody who reaches `metrics_listen`.
 */
#include "api/internal.h"

#include "base/io.h"
#include "jobs/model.h"
#include "store/credits.h"
#include "store/hooks.h"
#include "store/nodes.h"

#include <dirent.h>
#include <sys/resource.h>

enum { ALIVE_MS = 60000 };

static const char *const queues[] = {"parse", "fetch", "llm"};

struct look {
    vt_store *store;
    int64_t now_ms, store_bytes;
    vt_queue_state queues[VT_COUNT(queues)];
    int64_t nodes, deliveries, balance, reserved, consumed;
};

static vt_status look(vt_tx *tx, void *context, vt_error *err)
{
    struct look *l = context;
    l->now_ms = vt_store_now_ms(l->store);
    for (size_t i = 0; i < VT_COUNT(queues); i++)
        VT_TRY(vt_queue_look(tx, queues[i], &l->queues[i], err));
    VT_TRY(vt_node_count(tx, l->now_ms - ALIVE_MS, &l->nodes, err));
    VT_TRY(vt_delivery_pending(tx, &l->deliveries, err));
    l->store_bytes = vt_store_get_state(l->store).bytes;
    if (vt_store_shared(l->store))
        VT_TRY(vt_sql_int(tx, "SELECT pg_database_size(current_database())", VT_NO_ARGS, 0,
                          &l->store_bytes, err));
    return vt_credits_total(tx, &l->balance, &l->reserved, &l->consumed, err);
}

/* ---- writing ---- */

static void head(vt_buf *out, const char *name, const char *type, const char *help)
{
    vt_buf_addf(out, "# HELP vitae_%s %s\n# TYPE vitae_%s %s\n", name, help, name, type);
}

static void put(vt_buf *out, const char *name, const char *type, const char *help, int64_t value)
{
    head(out, name, type, help);
    vt_buf_addf(out, "vitae_%s %jd\n", name, (intmax_t)value);
}

static void put_histogram(vt_buf *out, const char *name, const char *help, const vt_histogram *h)
{
    uint64_t count = 0;
    head(out, name, "histogram", help);
    for (size_t i = 0; i < VT_HISTOGRAM_BOUNDS; i++) {
        count += h->count[i];
        vt_buf_addf(out, "vitae_%s_bucket{le=\"%g\"} %ju\n", name,
                    (double)vt_histogram_bounds_ms[i] / 1000.0, (uintmax_t)count);
    }
    count += h->count[VT_HISTOGRAM_BOUNDS];
    vt_buf_addf(out, "vitae_%s_bucket{le=\"+Inf\"} %ju\nvitae_%s_sum %.3f\nvitae_%s_count %ju\n",
                name, (uintmax_t)count, name, (double)h->sum_ms / 1000.0, name, (uintmax_t)count);
}

static void write_look(vt_buf *out, const struct look *l)
{
    head(out, "queue_waiting", "gauge", "Requests waiting, by queue.");
    for (size_t i = 0; i < VT_COUNT(queues); i++)
        vt_buf_addf(out, "vitae_queue_waiting{queue=\"%s\"} %jd\n", queues[i],
                    (intmax_t)l->queues[i].waiting);
    head(out, "queue_running", "gauge", "Requests being processed, by queue.");
    for (size_t i = 0; i < VT_COUNT(queues); i++)
        vt_buf_addf(out, "vitae_queue_running{queue=\"%s\"} %jd\n", queues[i],
                    (intmax_t)l->queues[i].running);
    head(out, "queue_oldest_seconds", "gauge", "Age of the oldest waiting request, by queue.");
    for (size_t i = 0; i < VT_COUNT(queues); i++) {
        int64_t oldest_ms = l->queues[i].oldest_ms;
        double age = oldest_ms ? (double)VT_MAX(l->now_ms - oldest_ms, 0) / 1000.0 : 0;
        vt_buf_addf(out, "vitae_queue_oldest_seconds{queue=\"%s\"} %.3f\n", queues[i], age);
    }
    put(out, "store_bytes", "gauge", "Size of the database.", l->store_bytes);
    put(out, "webhooks_pending", "gauge", "Webhook deliveries not made yet.", l->deliveries);
    put(out, "nodes", "gauge", "Nodes seen on a shared store in the last minute.", l->nodes);
    put(out, "credits_balance", "gauge", "Credits left in all accounts.", l->balance);
    put(out, "credits_reserved", "gauge", "Credits reserved by unfinished requests.", l->reserved);
    put(out, "credits_consumed_total", "counter", "Credits used.", l->consumed);
}

static void write_failures(vt_buf *out, const vt_jobs_state *j)
{
    static const char *const rows[][2] = {
#define VT_DETAIL(word, code, text) {#code, #word},
#include "engine/failures.def"
    };
    head(out, "requests_failed_total", "counter",
         "Requests that failed, by error_code and detail.");
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        vt_buf_addf(out, "vitae_requests_failed_total{error_code=\"%s\",error_detail=\"%s\"} %ju\n",
                    rows[i][0], rows[i][1], (uintmax_t)j->failures[i]);
}

static void write_jobs(vt_buf *out, const vt_jobs_state *j)
{
    head(out, "requests_ended_total", "counter", "Requests finished on this node.");
    vt_buf_addf(out,
                "vitae_requests_ended_total{status=\"completed\"} %ju\n"
                "vitae_requests_ended_total{status=\"failed\"} %ju\n",
                (uintmax_t)j->completed, (uintmax_t)j->failed);
    write_failures(out, j);
    head(out, "webhook_tries_total", "counter",
         "Tries to send an event: delivered, failed for good, or to be repeated.");
    vt_buf_addf(out,
                "vitae_webhook_tries_total{outcome=\"delivered\"} %ju\n"
                "vitae_webhook_tries_total{outcome=\"failed\"} %ju\n"
                "vitae_webhook_tries_total{outcome=\"retry\"} %ju\n",
                (uintmax_t)j->delivered, (uintmax_t)j->undelivered, (uintmax_t)j->retried);
    put(out, "timeouts_total", "counter", "Requests that failed with TIMEOUT.",
        (int64_t)j->timeouts);
    put(out, "claims_total", "counter", "Queries for new work by this node.", (int64_t)j->claims);
    put(out, "claimed_total", "counter", "Requests this node took from the queue.",
        (int64_t)j->claimed);
    put(out, "leases_lost_total", "counter",
        "Results discarded because another node had finished the request.", (int64_t)j->lost);
    put(out, "recovered_total", "counter", "Requests of dead nodes put back into the queue.",
        (int64_t)j->recovered);
    put_histogram(out, "queue_seconds", "Time a request waits in the queue.", &j->waited);
    put_histogram(out, "processing_seconds", "Time to process a request.", &j->work);
    head(out, "stage_seconds", "summary", "Time spent in each stage.");
    for (int stage = VT_STAGE_EXTRACT; stage <= VT_STAGE_MATCHING; stage++)
        vt_buf_addf(out,
                    "vitae_stage_seconds_sum{stage=\"%s\"} %.6f\n"
                    "vitae_stage_seconds_count{stage=\"%s\"} %ju\n",
                    vt_stage_word((vt_stage)stage), (double)j->stage_us[stage] / 1e6,
                    vt_stage_word((vt_stage)stage), (uintmax_t)j->stage_runs[stage]);
}

/* The value behind "name:" in a file of /proc, in its unit. */
static int64_t proc_value(vt_str text, const char *name)
{
    vt_str line;
    while (vt_str_split(&text, '\n', &line)) {
        if (!vt_str_starts(line, vt_str_z(name)))
            continue;
        vt_str rest = vt_str_trim(vt_str_sub(line, strlen(name), line.len)), word;
        int64_t value;
        if (vt_str_split(&rest, ' ', &word) && vt_str_to_i64(word, 0, INT64_MAX, &value))
            return value;
    }
    return 0;
}

static int64_t count_files(void)
{
    int64_t n = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return VT_MAX(n - 3, 0); /* ".", "..", and the folder itself */
}

/* What every exporter of Prometheus gives of its process, under the names that are usual. */
static void write_usual(vt_buf *out)
{
    struct rusage used;
    struct rlimit files;
    VT_AUTO(vt_buf) vt_buf status = {.max = 65536};
    if (getrusage(RUSAGE_SELF, &used) == 0)
        vt_buf_addf(out,
                    "# HELP process_cpu_seconds_total CPU time of the service, without workers.\n"
                    "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.3f\n",
                    (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                        (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
    if (vt_io_read_file("/proc/self/status", &status, NULL) == VT_OK) {
        vt_str text = vt_buf_str(&status);
        vt_buf_addf(out,
                    "# HELP process_resident_memory_bytes Memory of the service, without workers.\n"
                    "# TYPE process_resident_memory_bytes gauge\n"
                    "process_resident_memory_bytes %jd\n"
                    "# HELP process_threads Threads of the service.\n"
                    "# TYPE process_threads gauge\nprocess_threads %jd\n",
                    (intmax_t)proc_value(text, "VmRSS:") * 1024,
                    (intmax_t)proc_value(text, "Threads:"));
    }
    vt_buf_addf(out,
                "# HELP process_open_fds Open files and sockets.\n"
                "# TYPE process_open_fds gauge\nprocess_open_fds %jd\n",
                (intmax_t)count_files());
    if (getrlimit(RLIMIT_NOFILE, &files) == 0)
        vt_buf_addf(out,
                    "# HELP process_max_fds How many may be open.\n"
                    "# TYPE process_max_fds gauge\nprocess_max_fds %ju\n",
                    (uintmax_t)files.rlim_cur);
}

static void write_service(vt_buf *out, vt_service *service)
{
    const vt_service_config *c = &service->config;
    head(out, "build_info", "gauge", "The running version.");
    vt_buf_addf(out, "vitae_build_info{version=\"%s\"} 1\n", VT_PARSER_VERSION);
    put(out, "start_time_seconds", "gauge", "When the service started, since 1970.",
        service->started_ms / 1000);
    put(out, "queue_limit", "gauge", "Waiting requests before new ones get 503; 0: no limit.",
        c->queue_max);
    put(out, "audit_lost_total", "counter", "Entries of the audit trail that could not be stored.",
        (int64_t)vt_audit_lost(service->audit));
    int64_t expires_ms = atomic_load(&service->certificate_expires_ms);
    if (expires_ms)
        put(out, "certificate_expiry_seconds", "gauge",
            "When the TLS certificate expires, since 1970.", expires_ms / 1000);
    pthread_mutex_lock(&service->http_lock);
    bool listens = service->http != NULL;
    const vt_http_state h =
        listens ? vt_http_get_state(service->http) : (vt_http_state){.connections = 0};
    pthread_mutex_unlock(&service->http_lock);
    if (!listens)
        return;
    put(out, "http_connections", "gauge", "Open connections.", h.connections);
    put(out, "http_connections_limit", "gauge", "Open connections at most.", h.most);
    put(out, "http_requests_open", "gauge", "Requests being answered.", h.requests);
    put(out, "http_connections_refused_total", "counter",
        "Connections of addresses that had too many.", (int64_t)h.refused);
    put(out, "http_connections_late_total", "counter",
        "Connections closed because a time limit had passed.", (int64_t)h.late);
}

static void write_process(vt_buf *out, vt_service *service)
{
    const vt_store_state s = vt_store_get_state(service->config.store);
    if (s.free_bytes)
        put(out, "store_free_bytes", "gauge", "Free space on the disk of the database.",
            s.free_bytes);
    put(out, "store_up", "gauge", "1 if the store answered the last query.", s.up);
    put(out, "store_writes_total", "counter", "Writes committed.", (int64_t)s.writes);
    put(out, "store_commits_total", "counter", "Commits; several writes can share one.",
        (int64_t)s.batches);
    put(out, "store_retries_total", "counter", "Commits that had to be repeated.",
        (int64_t)s.retries);
    put(out, "store_connects_total", "counter", "Connections opened to the store.",
        (int64_t)s.connects);
    put(out, "store_losses_total", "counter", "Connections to the store lost.", (int64_t)s.losses);
    const vt_pool_state p = vt_pool_get_state(service->config.pool);
    put(out, "workers", "gauge", "Worker processes.", p.workers);
    put(out, "workers_busy", "gauge", "Worker processes that are busy.", p.busy);
    put(out, "worker_crashes_total", "counter", "Workers that crashed.", (int64_t)p.crashes);
    put(out, "worker_limits_total", "counter", "Documents that exceeded a limit of the sandbox.",
        (int64_t)p.limits);
}

static void write_model(vt_buf *out, const vt_model_state *m)
{
    head(out, "model_questions_total", "counter", "Questions to the language model, by outcome.");
    for (int end = 0; end < VT_MODEL_END_COUNT; end++)
        vt_buf_addf(out, "vitae_model_questions_total{end=\"%s\"} %ju\n",
                    vt_model_end_word((vt_model_end)end), (uintmax_t)m->asked[end]);
    put(out, "model_attempts_total", "counter", "HTTP requests to the language model.",
        (int64_t)m->attempts);
    head(out, "model_tokens_total", "counter", "Tokens, as counted by the endpoint.");
    vt_buf_addf(out,
                "vitae_model_tokens_total{kind=\"input\"} %ju\n"
                "vitae_model_tokens_total{kind=\"output\"} %ju\n",
                (uintmax_t)m->tokens_in, (uintmax_t)m->tokens_out);
    head(out, "model_values_total", "counter",
         "Values of the model: found in the document or not.");
    vt_buf_addf(out,
                "vitae_model_values_total{found=\"yes\"} %ju\n"
                "vitae_model_values_total{found=\"no\"} %ju\n",
                (uintmax_t)m->values_kept, (uintmax_t)m->values_refused);
    put(out, "model_requests_today", "gauge", "HTTP requests to the language model today (UTC).",
        m->requests_today);
    put(out, "model_tokens_today", "gauge", "Tokens used or reserved of today's budget.",
        m->tokens_today);
    put(out, "model_resting", "gauge",
        "1 while the language model is paused after repeated failures.", m->resting);
    put_histogram(out, "model_seconds",
                  "Time to an answer of the language model, with all attempts.", &m->took);
}

void vt_metrics_write(vt_service *service, vt_buf *out)
{
    struct look l = {.store = service->config.store};
    vt_error err = {0};
    if (vt_store_read(service->config.store, look, &l, &err) == VT_OK)
        write_look(out, &l);
    const vt_jobs_state jobs = vt_jobs_get_state(service->config.jobs);
    write_jobs(out, &jobs);
    if (service->config.model) {
        const vt_model_state model = vt_model_get_state(service->config.model);
        write_model(out, &model);
    }
    write_process(out, service);
    write_service(out, service);
    vt_traffic_write(service->traffic, out);
    write_usual(out);
}

/* "localhost", "127.0.0.1:8080", "[::1]:8080". A page of another site can make a browser on this
 * machine ask for a name of its own that leads here; what it then sends is that name. */
static bool is_local_host(vt_str host)
{
    static const char *const names[] = {"localhost", "[::1]"};
    for (size_t i = 0; i < VT_COUNT(names); i++) {
        vt_str name = vt_str_z(names[i]);
        if (vt_str_starts_nocase(host, name) && (host.len == name.len || host.ptr[name.len] == ':'))
            return true;
    }
    if (!vt_str_starts(host, VT_STR("127.")))
        return false;
    for (size_t i = 0; i < host.len; i++)
        if (!vt_is_digit(host.ptr[i]) && host.ptr[i] != '.' && host.ptr[i] != ':')
            return false;
    return true;
}

static bool is_local(const vt_http_request *request)
{
    vt_str from = vt_str_z(request->address);
    bool local = vt_str_starts(from, VT_STR("127.")) || vt_str_eq(from, VT_STR("::1")) ||
                 vt_str_starts(from, VT_STR("::ffff:127."));
    /* a proxy on this machine speaks for somebody else */
    return local && !request->proxied && is_local_host(request->host) &&
           !vt_http_header(request, "X-Forwarded-For").ptr &&
           !vt_http_header(request, "Forwarded").ptr;
}

static bool reply_metrics(vt_service *service, vt_http_request *request)
{
    request->reply.status = 200;
    request->reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
    vt_metrics_write(service, &request->reply.body);
    return true;
}

bool vt_api_metrics(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)call;
    if (!is_local(request)) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return true;
    }
    return reply_metrics(service, request);
}

/* ---- a port of its own ---- */

static vt_http_next begin(void *context, vt_http_request *request)
{
    (void)context;
    (void)request;
    return VT_HTTP_THREAD;
}

static bool run(void *context, vt_http_request *request)
{
    vt_service *service = context;
    if (vt_str_eq(request->path, VT_STR("/healthz")))
        return vt_api_health(service, request, NULL);
    if (vt_str_eq(request->path, VT_STR("/readyz")))
        return vt_api_ready(service, request, NULL);
    if (!vt_str_eq(request->path, VT_STR("/metrics"))) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return true;
    }
    return reply_metrics(service, request);
}

static void end(void *context, vt_http_request *request)
{
    (void)context;
    (void)request;
}

vt_http_app vt_metrics_app(vt_service *service)
{
    vt_http_app app = vt_service_app(service); /* what it says of memory and heads */
    app.begin = begin;
    app.run = run;
    app.end = end;
    return app;
}
