/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `vitae serve`: the service; `vitae work`: the same without HTTP. It starts from the inside out
 * (workers before any thread, then store, jobs, HTTP) and stops from the outside in: no new
 * connections, what runs is answered, workers finish their document. What is still queued waits in
 * the store for the next start.
 */
#include "api/keys.h"
#include "api/service.h"
#include "base/io.h"
#include "base/log.h"
#include "base/time.h"
#include "cli/admin.h"
#include "cli/config_check.h"
#include "cli/llm.h"
#include "http/certificate.h"
#include "jobs/client.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_ALLOWANCE = 1000000, MAX_PEM_BYTES = 1024 * 1024 };
enum { HEAP_BLOCK_BYTES = 256 * 1024, HEAPS = 4 };

static const char help_head[] =
    "usage: vitae serve [options]\n"
    "\n"
    "Runs the service. The first start makes the account `default` and prints its API key.\n"
    "You can also set every option in the configuration file (--config FILE) or as an environment\n"
    "variable (VITAE_LISTEN for --listen).\n"
    "\n";

static const char work_help_head[] =
    "usage: vitae work --store postgresql://... [options]\n"
    "\n"
    "Processes requests of a shared PostgreSQL store and accepts none itself. Use it with\n"
    "`vitae serve --no-workers` on another machine. After SIGTERM it finishes what it has begun;\n"
    "other nodes process the rest. The options are those of `vitae serve`.\n"
    "\n";

struct server {
    vt_config config;
    bool serves, works; /* its roles */
    vt_arena *arena;
    int lock_fd;
    int llm_key; /* see vt_llm_key_hide() */
    vt_pool *pool;
    vt_model *model; /* or NULL */
    vt_store *store;
    vt_jobs *jobs;
    vt_service *service;
    vt_http *http, *metrics;
    vt_catalogue *catalogue;
    vt_job_desk *job_desk;
    vt_address_rules rules;
};

/* ---- the parts ---- */

static unsigned worker_count(const vt_config *config)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return config->workers ? (unsigned)config->workers : (unsigned)VT_MAX(cores, 1);
}

/* Workers for documents of the premium tier, beside those of the dispatchers: a model that answers
 * many at once takes no worker from other requests. */
static unsigned llm_lanes(const vt_config *config)
{
    return config->llm_url[0] ? VT_MIN((unsigned)config->llm_parallel, worker_count(config)) : 0;
}

/* Documents that are looked at, matched, or drawn, before anybody pays. */
static unsigned probe_lanes(const vt_config *config)
{
    return worker_count(config) / 2 + 2;
}

static unsigned drawing_lanes(const vt_config *config)
{
    return VT_MAX(worker_count(config) / 4 + 1, 2);
}

static vt_status open_pool(struct server *s, vt_error *err)
{
    /* each lane has places of its own: no page probe waits behind documents */
    unsigned run = s->works ? worker_count(&s->config) + llm_lanes(&s->config) : 0;
    unsigned others = s->works ? vt_jobs_threads(run) - run : 0;
    unsigned looks = s->serves ? 2 * probe_lanes(&s->config) + drawing_lanes(&s->config) : 0;
    const vt_pool_config config = {
        .workers = run + others + looks,
        .ready = VT_MAX(run, 1) + s->serves,
        .taxonomy_path = s->config.taxonomy[0] ? s->config.taxonomy : NULL,
        .ocr_languages = s->config.ocr_languages[0] ? s->config.ocr_languages : NULL,
        .verify_sandbox = true,
        .divide_cgroup = true,
        .require_sandbox = s->config.require_sandbox};
    return vt_pool_open(&config, &s->pool, err);
}

static vt_prices prices(const vt_config *c)
{
    vt_prices p = vt_prices_default;
    p.base = c->price_base;
    p.tier[1] = c->price_standard;
    p.tier[2] = c->price_premium;
    p.ocr_page = c->price_ocr_page;
    p.matching = c->price_matching;
    return p;
}

/* What waits for a model that is configured no longer is run without it; where others share the
 * store, one of them may have it. */
static unsigned asker_count(const struct server *s)
{
    if (!s->works)
        return 0;
    if (s->model)
        return (unsigned)s->config.llm_parallel;
    return vt_store_shared(s->store) ? 0 : 1;
}

static vt_status start_jobs(struct server *s, vt_error *err)
{
    s->rules = (vt_address_rules){vt_str_z(s->config.fetch_ports), vt_str_z(s->config.fetch_allow)};
    const vt_jobs_config config = {.store = s->store,
                                   .pool = s->pool,
                                   .dispatchers = s->works ? worker_count(&s->config) : 0,
                                   .model = s->model,
                                   .askers = asker_count(s),
                                   .prices = prices(&s->config),
                                   .keep_documents = s->config.keep_documents,
                                   .timeout_ms = s->config.timeout_seconds * 1000,
                                   .stage_ms = s->config.stage_seconds * 1000,
                                   .rules = &s->rules,
                                   .base_path = vt_str_z(s->config.base_path),
                                   .fetch_ms = s->config.fetch_seconds * 1000,
                                   .lease_ms = s->config.lease_seconds * 1000,
                                   .fetchers = s->works ? (unsigned)s->config.fetchers : 0,
                                   .senders = s->works ? (unsigned)s->config.webhook_senders : 0};
    return vt_jobs_start(&config, &s->jobs, err);
}

/* The text of a PEM file, in the arena; NULL when there is no such setting. */
static vt_status read_pem(struct server *s, const char *path, const char **ret, vt_error *err)
{
    *ret = NULL;
    if (!path[0])
        return VT_OK;
    VT_AUTO(vt_buf) vt_buf text = {.max = MAX_PEM_BYTES};
    VT_TRY(vt_io_read_file(path, &text, err));
    *ret = vt_str_cstr(s->arena, vt_buf_str(&text));
    return VT_OK;
}

static vt_status make_service(struct server *s, vt_error *err)
{
    const vt_config *c = &s->config;
    VT_TRY(vt_catalogue_open(c->taxonomy[0] ? c->taxonomy : NULL, &s->catalogue, err));
    VT_TRY(vt_job_desk_open(c->taxonomy[0] ? c->taxonomy : NULL, &s->job_desk, err));
    const vt_service_config service = {
        .store = s->store,
        .pool = s->pool,
        .jobs = s->jobs,
        .model = s->model,
        .catalogue = s->catalogue,
        .job_desk = s->job_desk,
        .prices = prices(c),
        .parallel_per_key = c->parallel_per_key,
        .keys_per_account = c->keys_per_account,
        .probes = probe_lanes(c),
        .drawings = drawing_lanes(c),
        .create_rate = {c->create_per_minute, c->create_burst},
        .read_rate = {c->read_per_minute, 0},
        .limit_operator = c->limit_operator,
        .max_pages = {c->pages_beginner, c->pages_professional},
        .retention_ms = c->retention_seconds * 1000,
        .keep_documents = c->keep_documents,
        .rules = &s->rules,
        .queue_max = c->queue_max,
        .queue_each = c->queue_max_account,
        .operator_account = vt_str_z(c->operator_account),
        .session_ms = c->session_seconds * 1000,
        .audit_days = c->audit_days,
        .audit_rows = c->audit_rows,
        .cors_origins = vt_str_z(c->cors_origins),
        .base_path = vt_str_z(c->base_path),
    };
    s->service = vt_service_new(&service);
    return VT_OK;
}

static vt_status start_metrics(struct server *s, vt_error *err)
{
    const vt_config *c = &s->config;
    if (!c->metrics_listen[0])
        return VT_OK;
    const vt_http_config http = {.listen = c->metrics_listen,
                                 .handlers = 2,
                                 .connections = 64,
                                 .connections_per_address = 64,
                                 .header_bytes = 32 * 1024,
                                 .header_ms = c->header_seconds * 1000,
                                 .body_ms = c->body_seconds * 1000,
                                 .reply_ms = c->reply_seconds * 1000,
                                 .idle_ms = c->idle_seconds * 1000};
    vt_http_app app = vt_metrics_app(s->service);
    VT_TRY(vt_http_start(&http, &app, &s->metrics, err));
    printf("Metrics: http://%s/metrics\n", vt_http_address(s->metrics));
    return VT_OK;
}

static vt_status start_http(struct server *s, vt_error *err)
{
    const vt_config *c = &s->config;
    const char *certificate, *key;
    bool standard = strcmp(c->proxy_header, "forwarded") == 0;
    VT_TRY(read_pem(s, c->tls_certificate, &certificate, err));
    VT_TRY(read_pem(s, c->tls_key, &key, err));
    if (certificate) {
        vt_certificate look;
        VT_TRY(vt_certificate_read(certificate, key, &look, err));
        vt_service_set_certificate(s->service, look.until_ms);
    }
    const vt_http_config http = {.listen = c->listen,
                                 .handlers = (unsigned)c->handlers,
                                 .connections = (unsigned)c->connections,
                                 .connections_per_address = (unsigned)c->connections_per_address,
                                 .header_bytes = 32 * 1024,
                                 .body_bytes = c->upload_megabytes * 1024 * 1024,
                                 .memory_bytes = c->request_megabytes * 1024 * 1024,
                                 .trusted_proxies = c->trusted_proxies,
                                 .standard_forwarded = standard,
                                 .tls_certificate = certificate,
                                 .tls_key = key,
                                 .header_ms = c->header_seconds * 1000,
                                 .body_ms = c->body_seconds * 1000,
                                 .reply_ms = c->reply_seconds * 1000,
                                 .idle_ms = c->idle_seconds * 1000};
    vt_http_app app = vt_service_app(s->service);
    VT_TRY(vt_http_start(&http, &app, &s->http, err));
    vt_service_set_http(s->service, s->http);
    return VT_OK;
}

/* ---- the first start ---- */

struct first {
    bool made;
    char secret[VT_SECRET_TEXT];
};

static vt_status make_default_account(vt_tx *tx, void *context, vt_error *err)
{
    struct first *first = context;
    int64_t accounts, now_ms = vt_time_now_ms();
    first->made = false;
    VT_TRY(vt_sql_int(tx, "SELECT COUNT(*) FROM account", VT_NO_ARGS, 0, &accounts, err));
    if (accounts)
        return VT_OK;
    vt_account account = {.name = "default",
                          .plan = VT_PLAN_PROFESSIONAL,
                          .billing = VT_BILLING_PLAN,
                          .active = true,
                          .allowance = FIRST_ALLOWANCE};
    vt_key key;
    VT_TRY(vt_account_create(tx, &account, now_ms, err));
    const vt_key_order order = {.account_id = account.id, .name = "first key"};
    VT_TRY(vt_key_create(tx, &order, now_ms, &key, first->secret, err));
    first->made = true;
    return VT_OK;
}

/* ---- start and stop ---- */

static vt_status start(struct server *s, vt_error *err)
{
    struct first first = {0};
    if (!(s->serves && s->works) && !s->config.store[0])
        return vt_fail(err, VT_E_INVALID,
                       "serving and working apart takes a store that both reach: --store "
                       "postgresql://...");
    if (!s->config.store[0]) {
        if (mkdir(s->config.data, 0700) != 0 && errno != EEXIST)
            return vt_fail_errno(err, VT_E_IO, "cannot make the data folder '%s'", s->config.data);
        VT_TRY(vt_admin_lock(s->arena, &s->config, &s->lock_fd, err));
    }
    s->llm_key = vt_llm_key_hide(); /* before workers are forked from this process */
    VT_TRY(open_pool(s, err));
    VT_TRY(vt_client_init(err));
    VT_TRY(vt_llm_open(s->arena, &s->config, s->llm_key, llm_lanes(&s->config), &s->model, err));
    VT_TRY(vt_admin_open(s->arena, &s->config, true, &s->store, err));
    VT_TRY(vt_store_write(s->store, make_default_account, &first, err));
    VT_TRY(start_jobs(s, err));
    VT_TRY(make_service(s, err));
    VT_TRY(start_metrics(s, err));
    if (first.made)
        printf("API key: %s\n", first.secret);
    if (!s->serves) {
        printf("Working: %u processes\n", worker_count(&s->config));
        fflush(stdout);
        vt_log(VT_LOG_INFO, "work.start", "workers=%u sandbox=0x%x version=%s",
               worker_count(&s->config), vt_pool_get_state(s->pool).sandbox, VT_PARSER_VERSION);
        return VT_OK;
    }
    VT_TRY(start_http(s, err));
    const char *scheme = s->config.tls_certificate[0] ? "https" : "http";
    printf("Address: %s://%s\n", scheme, vt_http_address(s->http));
    printf("Dashboard: %s://%s%s/\n", scheme, vt_http_address(s->http), s->config.base_path);
    fflush(stdout);
    vt_log(VT_LOG_INFO, "serve.start", "address=%s workers=%u sandbox=0x%x version=%s",
           vt_http_address(s->http), worker_count(&s->config), vt_pool_get_state(s->pool).sandbox,
           VT_PARSER_VERSION);
    return VT_OK;
}

static void stop(struct server *s)
{
    if (s->service)
        vt_service_drain(s->service);
    if (s->http)
        vt_http_drain(s->http);
    if (s->jobs)
        vt_jobs_release_waits(s->jobs);
    if (s->service)
        vt_service_set_http(s->service, NULL);
    vt_http_stop(s->http, s->config.stop_seconds * 1000);
    vt_http_stop(s->metrics, 0);
    vt_jobs_stop(s->jobs);
    vt_model_drop(s->model);
    vt_service_drop(s->service);
    vt_catalogue_drop(s->catalogue);
    vt_job_desk_drop(s->job_desk);
    vt_store_drop(s->store);
    vt_pool_drop(s->pool);
    if (s->llm_key >= 0)
        close(s->llm_key);
    if (s->lock_fd >= 0)
        close(s->lock_fd);
}

/* Tells the service manager that started us, if any (sd_notify(3): a datagram to a socket). */
static void notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t len = path ? strlen(path) : 0;
    if (len < 2 || len >= sizeof to.sun_path)
        return;
    memcpy(to.sun_path, path, len);
    if (path[0] == '@') /* an abstract name */
        to.sun_path[0] = 0;
    VT_AUTO(vt_fd) int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
    if (fd >= 0 && sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to, size) < 0)
        vt_log(VT_LOG_WARN, "serve.notify", "errno=%d", errno);
}

static int wait_for_signal(const sigset_t *signals)
{
    int number = 0;
    while (sigwait(signals, &number) != 0)
        ;
    return number;
}

/* What a peak took goes back to the system: large blocks are always maps of their own, and the
 * threads share a few heaps. */
static void limit_heaps(void)
{
    mallopt(M_MMAP_THRESHOLD, HEAP_BLOCK_BYTES);
    mallopt(M_ARENA_MAX, HEAPS);
}

static int run(int argc, char **argv, bool serves)
{
    if (vt_admin_help(argc, argv, serves ? help_head : work_help_head)) {
        vt_config_help();
        return VT_EXIT_OK;
    }
    limit_heaps();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    struct server server = {.arena = arena, .lock_fd = -1, .llm_key = -1, .serves = serves};
    vt_error err = {0};
    int words;
    bool markdown = false;
    const vt_flag flags[] = {{"print-settings", NULL, &markdown}, {NULL, NULL, NULL}};
    vt_status status = vt_config_load(arena, argc, argv, flags, &server.config, &words, &err);
    if (markdown) {
        vt_config_markdown();
        return VT_EXIT_OK;
    }
    status = vt_config_accept(arena, argv[0], &server.config, status, &err);
    if (status == VT_OK && words)
        status = vt_fail(&err, VT_E_INVALID, "'%s' is no option", argv[1]);
    if (status != VT_OK)
        return vt_admin_fail(argv[0], status, &err);
    vt_log_level level = VT_LOG_INFO;
    (void)vt_log_level_parse(server.config.log_level, &level); /* a choice of config.c */
    server.works = !serves || !server.config.no_workers;
    vt_log_init(level, server.config.log_json);
    umask(077);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* its memory holds keys and documents */

    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* every thread inherits it */
    vt_error start_err = {0};
    status = start(&server, &start_err);

    if (status == VT_OK) {
        notify("READY=1");
        int number = wait_for_signal(&signals);
        notify("STOPPING=1");
        vt_log(VT_LOG_INFO, "serve.stop", "signal=%d", number);
    }
    stop(&server);
    return status == VT_OK ? VT_EXIT_OK : vt_admin_fail(argv[0], status, &start_err);
}

int vt_cli_serve(int argc, char **argv)
{
    return run(argc, argv, true);
}

int vt_cli_work(int argc, char **argv)
{
    return run(argc, argv, false);
}
