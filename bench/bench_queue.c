/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_queue STORE [NODES [REQUESTS [COST_MS [DISPATCHERS [ACCOUNTS]]]]]: the queue's own limit.
 * Each node is a process with the dispatchers of the service and an engine that only sleeps; one
 * more process creates, for one account or several in turn. STORE: an SQLite file to be made (one
 * node), or postgresql://... of an empty database.
 *
 *   drain    all requests wait when the nodes start: ends a second
 *   wake-up  one request at a time into an empty queue: from its create to its claim
 */
#include "base/hash.h"
#include "base/log.h"
#include "base/time.h"
#include "jobs/jobs.h"
#include "ledger/ledger.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 200, WAKE_UPS = 100, ARENA = 64 * 1024 * 1024, MAX_NODES = 16, MAX_ACCOUNTS = 100 };

static int64_t cost_ms = 10;

static void nap(int64_t ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static vt_status sleep_instead(void *context, const vt_work *work, vt_buf *out,
                               vt_outcome *ret_outcome, vt_error *err)
{
    (void)context;
    (void)work;
    (void)err;
    nap(cost_ms);
    *ret_outcome = (vt_outcome){.parsed = true};
    vt_buf_addz(out, "{\"result\":null}");
    return VT_OK;
}

static void must(vt_status status, const vt_error *err)
{
    if (status == VT_OK)
        return;
    fprintf(stderr, "bench_queue: %s\n", err->message);
    exit(1);
}

static vt_jobs *start(vt_store *store, unsigned dispatchers)
{
    const vt_jobs_config config = {.store = store,
                                   .dispatchers = dispatchers,
                                   .prices = vt_prices_default,
                                   .timeout_ms = 60000,
                                   .lease_ms = 15000,
                                   .engine = sleep_instead};
    vt_jobs *jobs;
    vt_error err = {0};
    must(vt_jobs_start(&config, &jobs, &err), &err);
    return jobs;
}

static pid_t start_node(const char *where, unsigned dispatchers)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    vt_store *store;
    vt_error err = {0};
    must(vt_store_open(where, &store, &err), &err);
    vt_jobs *jobs = start(store, dispatchers);
    int number;
    sigwait(&signals, &number);
    vt_store_state seen = vt_store_get_state(store);
    printf("node     %ju writes in %ju commits, %ju round trips, %ju tries again\n",
           (uintmax_t)seen.writes, (uintmax_t)seen.batches, (uintmax_t)seen.trips,
           (uintmax_t)seen.retries);
    fflush(stdout);
    vt_jobs_stop(jobs);
    vt_store_drop(store);
    exit(0);
}

/* ---- creating ---- */

struct feed {
    vt_store *store;
    char account_ids[MAX_ACCOUNTS][VT_ID_TEXT];
    const char *account_id; /* whose turn it is */
    int accounts, count;
};

static vt_status make_accounts(vt_tx *tx, void *context, vt_error *err)
{
    struct feed *f = context;
    for (int i = 0; i < f->accounts; i++) {
        vt_account account = {.billing = VT_BILLING_PACKS, .active = true};
        snprintf(account.name, sizeof account.name, "bench %d", i);
        vt_id_new("acc_", vt_time_now_ms(), account.id);
        memcpy(f->account_ids[i], account.id, sizeof account.id);
        VT_TRY(vt_account_insert(tx, &account, err));
        VT_TRY(vt_ledger_add(tx, vt_str_z(account.id), VT_CREDIT_REGULAR, 100000000, 0, "bench",
                             vt_time_now_ms(), NULL, err));
    }
    return VT_OK;
}

static vt_status create(vt_tx *tx, void *context, vt_error *err)
{
    struct feed *f = context;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ARENA);
    for (int i = 0; i < f->count; i++) {
        vt_request r = {.config = VT_STR("{}"),
                        .input = "text",
                        .queue = "parse",
                        .stage = "queued",
                        .reserved = 1,
                        .retention_ms = 3600000,
                        .created_ms = vt_store_now_ms(f->store)};
        vt_id_new("prs_", r.created_ms, r.id);
        snprintf(r.account_id, sizeof r.account_id, "%s", f->account_id);
        int64_t balance;
        VT_TRY(vt_ledger_reserve(tx, arena, vt_str_z(r.account_id), vt_str_z(r.id), 1, r.created_ms,
                                 &balance, err));
        VT_TRY(vt_request_insert(tx, &r, err));
        const vt_document d = {.body = VT_STR("text")};
        VT_TRY(vt_document_insert(tx, vt_str_z(r.id), &d, err));
    }
    return VT_OK;
}

static void feed(struct feed *f, int turn, int count)
{
    f->account_id = f->account_ids[turn % f->accounts];
    const vt_write how = {.group = vt_str_z(f->account_id)};
    vt_error err = {0};
    f->count = count;
    must(vt_store_write_as(f->store, &how, create, f, &err), &err);
}

/* ---- looking ---- */

static vt_status count_open(vt_tx *tx, void *context, vt_error *err)
{
    return vt_sql_int(tx, "SELECT COUNT(*) FROM request WHERE queue IS NOT NULL", VT_NO_ARGS, 0,
                      context, err);
}

static int64_t open_requests(vt_store *store)
{
    int64_t n;
    vt_error err = {0};
    must(vt_store_read(store, count_open, &n, &err), &err);
    return n;
}

struct waits {
    size_t n;
    int64_t ms[WAKE_UPS];
};

static vt_status read_waits(vt_tx *tx, void *context, vt_error *err)
{
    struct waits *w = context;
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    w->n = 0;
    VT_TRY(vt_sql_open(tx,
                       "SELECT started_ms - created_ms FROM (SELECT started_ms, created_ms "
                       "FROM request ORDER BY id DESC LIMIT $1) AS latest ORDER BY 1",
                       VT_ARGS(vt_arg_int(WAKE_UPS)), &c, err));
    for (bool row = true;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row || w->n == WAKE_UPS)
            return VT_OK;
        w->ms[w->n++] = vt_cursor_int(c, 0);
    }
}

static void wait_empty(vt_store *store, int64_t pause_ms)
{
    while (open_requests(store) > 0)
        nap(pause_ms);
}

static void measure(struct feed *f, vt_jobs *front, pid_t *nodes, int count, const char *where,
                    unsigned dispatchers, int requests)
{
    int batch = VT_MAX(VT_MIN(BATCH, requests / f->accounts), 1);
    for (int i = 0; i < requests; i += batch)
        feed(f, i / batch, VT_MIN(batch, requests - i));
    int64_t start_ms = vt_time_monotonic_ms();
    if (!front)
        front = start(f->store, dispatchers); /* SQLite: in this process */
    for (int i = 0; i < count; i++)
        nodes[i] = start_node(where, dispatchers);
    wait_empty(f->store, 20);
    double seconds = (double)(vt_time_monotonic_ms() - start_ms) / 1000.0;
    printf("drain    %d requests of %jd ms, %d account(s), %u dispatchers a node: %.2f s, %.0f "
           "ends/s\n",
           requests, (intmax_t)cost_ms, f->accounts, dispatchers, seconds, requests / seconds);
    for (int i = 0; i < WAKE_UPS; i++) {
        nap(10);
        feed(f, i, 1);
        vt_jobs_wake(front, "parse");
        wait_empty(f->store, 5);
    }
    struct waits waits;
    vt_error err = {0};
    must(vt_store_read(f->store, read_waits, &waits, &err), &err);
    printf("wake-up  p50 %jd ms, p99 %jd ms, most %jd ms\n", (intmax_t)waits.ms[waits.n / 2],
           (intmax_t)waits.ms[waits.n * 99 / 100], (intmax_t)waits.ms[waits.n - 1]);
    vt_jobs_stop(front);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    int count = argc > 2 ? atoi(argv[2]) : 1, requests = argc > 3 ? atoi(argv[3]) : 5000;
    cost_ms = argc > 4 ? atoi(argv[4]) : cost_ms;
    unsigned dispatchers = argc > 5 ? (unsigned)atoi(argv[5]) : 32;
    count = VT_MIN(count, MAX_NODES);
    vt_log_init(VT_LOG_ERROR, false);
    struct feed f = {.accounts = argc > 6 ? atoi(argv[6]) : 1};
    f.accounts = VT_MAX(VT_MIN(f.accounts, MAX_ACCOUNTS), 1);
    vt_error err = {0};
    must(vt_store_open(argv[1], &f.store, &err), &err);
    must(vt_store_write(f.store, make_accounts, &f, &err), &err);
    bool shared = vt_store_shared(f.store);
    pid_t nodes[MAX_NODES];
    count = shared ? count : 0;
    printf("%s, %d node(s)\n", shared ? "PostgreSQL" : "SQLite", VT_MAX(count, 1));
    fflush(stdout);
    measure(&f, shared ? start(f.store, 0) : NULL, nodes, count, argv[1], dispatchers, requests);
    for (int i = 0; i < count; i++)
        kill(nodes[i], SIGTERM);
    for (int i = 0; i < count; i++)
        waitpid(nodes[i], NULL, 0);
    vt_store_drop(f.store);
    return 0;
}
