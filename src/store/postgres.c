/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store in PostgreSQL (15 and newer), shared by any number of programs.
 *
 * Writers. WRITERS threads, each with a connection, take what has queued. A batch holds writes of
 * one group only (an account, or a kind of work), and no two writers of this program work on one
 * group, so that a batch waits for no row but those of its own account: no deadlocks, and a busy
 * account costs one commit a batch. Each function runs in a savepoint, and none is waited for but
 * for what it reads.
 *
 * Exactly once. When the connection is lost while a commit is under way nobody knows what became
 * of it. So the last statement of a batch puts a row with a name of its own into write_mark. Run
 * again, the batch begins with that row: it waits for a first run that may still be going on, and
 * a conflict says that the first one was committed.
 *
 * Failures. Lost connections and what asks to be run again (serialisation, deadlock, a standby that
 * is not yet promoted) are handled here, with growing pauses, for WRITE_MS or READ_MS at most.
 *
 * pg_connection.c is one connection; pg_listener.c speaks with the other programs.
 */
#include "store/pg_listener.h"

#include <stdio.h>
#include <time.h>

#include "base/hash.h"
#include "base/map.h"

enum {
    WRITERS = 4,
    READERS = 8,
    BATCH = 48,       /* PostgreSQL keeps 64 savepoints of a transaction at hand */
    WRITE_MS = 10000, /* patience with a database that does not answer */
    READ_MS = 3000,
    PAUSE_MS = 20, /* the first; each is twice the one before */
    MAX_PAUSE_MS = 1000,
};

struct writer {
    struct postgres_store *store;
    vt_pg_connection *connection;
    pthread_t thread;
    uint64_t group; /* at work on; 0: none */
};

struct postgres_store {
    vt_store head;
    vt_pg_server server;
    vt_pg_listener listener;
    struct writer writers[WRITERS];
    unsigned started;

    pthread_mutex_t lock; /* of what stands below */
    pthread_cond_t work, idle_reader;
    vt_writing *first, **last;
    bool stopping;
    vt_pg_connection *idle; /* readers */
    unsigned readers;       /* that exist */

    _Atomic uint64_t writes, batches, retries;
};

static const vt_store_driver driver;

/* ---- waiting for the database ---- */

struct patience {
    int64_t until_ms, pause_ms;
};

static struct patience patience_of(int64_t ms)
{
    return (struct patience){vt_time_monotonic_ms() + ms, PAUSE_MS};
}

/* Sleeps before another try; false when there is no time left for one. */
static bool wait_before_retry(struct patience *p)
{
    if (vt_time_monotonic_ms() + p->pause_ms >= p->until_ms)
        return false;
    unsigned char spread;
    vt_random_bytes(&spread, 1);
    int64_t ms = p->pause_ms / 2 + p->pause_ms * spread / 512;
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
    p->pause_ms = VT_MIN(p->pause_ms * 2, MAX_PAUSE_MS);
    return true;
}

/* ---- writing ---- */

struct batch {
    vt_writing *jobs;
    char mark[VT_SHA256_HEX];
    bool soft, repeatable;
    bool fenced; /* a commit of it may have taken effect */
    bool strict; /* each function is waited for: one of them failed before */
};

static vt_status insert_mark(vt_pg_connection *c, const struct batch *b, vt_error *err)
{
    return vt_pg_send(&c->tx, "INSERT INTO write_mark (id, at_ms) VALUES ($1, $2)",
                      VT_ARGS(vt_arg_z(b->mark), vt_arg_int(vt_pg_now_ms(c->server))), err);
}

static void undo_one(vt_pg_connection *c)
{
    if (c->failure.status == VT_OK)
        vt_pg_drain(c); /* what it had sent */
    vt_pg_forgive(c);
    if (vt_pg_send_word(c, "ROLLBACK TO SAVEPOINT one", NULL) == VT_OK &&
        vt_pg_send_word(c, "RELEASE SAVEPOINT one", NULL) == VT_OK)
        (void)vt_pg_synchronise(c, NULL, NULL);
}

/* One function in a savepoint. Fails only when the whole batch cannot go on. What a function sends
 * and does not wait for is looked at with the next one, or with the commit; when that tells of a
 * failure nobody knows whose it is, and the batch is run again strictly. */
static vt_status run_one(vt_pg_connection *c, const struct batch *b, vt_writing *job, vt_error *err)
{
    bool changed = c->changed;
    VT_TRY(vt_pg_send_word(c, "SAVEPOINT one", err));
    job->status = vt_tx_call(&c->tx, job->fn, job->context, &job->error);
    if (job->status == VT_OK && vt_pg_send_word(c, "RELEASE SAVEPOINT one", &job->error) == VT_OK &&
        (!b->strict || vt_pg_synchronise(c, NULL, &job->error) == VT_OK))
        return VT_OK;
    if (!b->strict && c->failure.status == VT_OK)
        VT_TRY(vt_pg_synchronise(c, NULL, err)); /* it refused; those before it went well */
    if (job->status == VT_OK || c->failure.status != VT_OK) {
        if (!b->strict || vt_pg_is_lost(c) || vt_pg_is_transient(c))
            return vt_pg_pass_failure(c, err);
        job->status = vt_pg_pass_failure(c, &job->error);
    }
    undo_one(c);
    c->changed = changed;
    return c->failure.status == VT_OK ? VT_OK : vt_pg_pass_failure(c, err);
}

static vt_status commit(vt_pg_connection *c, struct batch *b, vt_error *err)
{
    bool marks = c->changed && !b->repeatable && !b->fenced;
    if (marks)
        VT_TRY(insert_mark(c, b, err));
    VT_TRY(vt_pg_send_word(c, "COMMIT", err));
    PGresult *result = NULL;
    vt_status status = vt_pg_synchronise(c, &result, err);
    if (status != VT_OK && vt_pg_is_lost(c))
        b->fenced = b->fenced || marks;
    if (status == VT_OK && strcmp(vt_pq.cmdStatus(result), "COMMIT") != 0)
        status = vt_fail(err, VT_E_STORE, "PostgreSQL: the transaction was rolled back");
    vt_pq.clear(result);
    if (status == VT_OK && c->changed)
        atomic_store(&c->server->full, false);
    return status;
}

static vt_status try_batch(vt_pg_connection *c, struct batch *b, vt_error *err)
{
    VT_TRY(vt_pg_begin(c, "BEGIN", err));
    if (b->soft)
        VT_TRY(vt_pg_send_word(c, "SET LOCAL synchronous_commit = off", err));
    if (b->fenced) {
        VT_TRY(insert_mark(c, b, err));
        if (vt_pg_synchronise(c, NULL, err) == VT_E_CONFLICT) { /* it was committed */
            vt_pg_forgive(c);
            VT_TRY(vt_pg_send_word(c, "ROLLBACK", err));
            return vt_pg_synchronise(c, NULL, err);
        }
    }
    for (vt_writing *job = b->jobs; job; job = job->next)
        VT_TRY(run_one(c, b, job, err));
    return commit(c, b, err);
}

/* Leaves the connection ready for the next batch. */
static void abandon(vt_pg_connection *c)
{
    if (vt_pg_is_lost(c)) {
        vt_pg_disconnect(c);
        return;
    }
    vt_pg_drain(c);
    vt_pg_forgive(c);
    if (vt_pg_send_word(c, "ROLLBACK", NULL) != VT_OK || vt_pg_synchronise(c, NULL, NULL) != VT_OK)
        vt_pg_disconnect(c);
}

static vt_status run_patiently(struct postgres_store *store, vt_pg_connection *c, struct batch *b,
                               vt_error *err)
{
    unsigned char name[VT_SHA256_BYTES];
    vt_random_bytes(name, sizeof name);
    for (size_t i = 0; i < 16; i++)
        snprintf(b->mark + 2 * i, 3, "%02x", name[i]);
    struct patience patience = patience_of(WRITE_MS);
    for (;;) {
        vt_status status = try_batch(c, b, err);
        if (status == VT_OK)
            return VT_OK;
        bool again = vt_pg_is_lost(c) || vt_pg_is_transient(c);
        abandon(c);
        if (!again && !b->strict) {
            b->strict = true;
            continue;
        }
        /* once its outcome is in doubt a batch is not given up so soon */
        if (!again || (!wait_before_retry(&patience) && !b->fenced))
            return status;
        if (b->fenced && vt_time_monotonic_ms() > patience.until_ms + 6 * WRITE_MS)
            return status;
        atomic_fetch_add(&store->retries, 1);
    }
}

static void run_batch(struct postgres_store *store, vt_pg_connection *c, vt_writing *jobs)
{
    struct batch b = {.jobs = jobs, .soft = true, .repeatable = true};
    size_t n = 0;
    for (vt_writing *job = jobs; job; job = job->next, n++) {
        b.soft = b.soft && job->how.soft;
        b.repeatable = b.repeatable && job->how.repeatable;
    }
    vt_error err = {0};
    vt_status status = run_patiently(store, c, &b, &err);
    if (status == VT_OK) {
        atomic_fetch_add(&store->batches, 1);
        atomic_fetch_add(&store->writes, n);
    }
    while (jobs) {
        vt_writing *next = jobs->next; /* once it is told, it is gone */
        if (status != VT_OK)
            jobs->status = vt_fail(&jobs->error, status, "%s", err.message);
        jobs->done(jobs);
        jobs = next;
    }
}

static bool is_busy(const struct postgres_store *store, uint64_t group)
{
    for (size_t i = 0; i < WRITERS; i++)
        if (store->writers[i].group == group)
            return true;
    return false;
}

/* The first whose group nobody works on, and those of its group behind it. Under the lock. */
static vt_writing *take_group(struct postgres_store *store, uint64_t *ret_group)
{
    vt_writing **at = &store->first;
    while (*at && is_busy(store, (*at)->group))
        at = &(*at)->next;
    vt_writing *taken = NULL, **end = &taken;
    *ret_group = *at ? (*at)->group : 0;
    for (int n = 0; *at && n < BATCH;) {
        if ((*at)->group != *ret_group) {
            at = &(*at)->next;
            continue;
        }
        *end = *at;
        *at = (*at)->next;
        (*end)->next = NULL;
        end = &(*end)->next;
        n++;
    }
    while (*at)
        at = &(*at)->next;
    store->last = at;
    return taken;
}

static void *writer_main(void *context)
{
    struct writer *w = context;
    struct postgres_store *store = w->store;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        vt_writing *jobs = take_group(store, &w->group);
        if (jobs) {
            pthread_mutex_unlock(&store->lock);
            run_batch(store, w->connection, jobs);
            pthread_mutex_lock(&store->lock);
            w->group = 0;
            if (store->first) /* its group may have been what others waited for */
                pthread_cond_signal(&store->work);
        } else if (store->stopping) {
            break;
        } else {
            pthread_cond_wait(&store->work, &store->lock);
        }
    }
    pthread_cond_broadcast(&store->work);
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

static void store_write(vt_store *head, vt_writing *writing)
{
    struct postgres_store *store = (struct postgres_store *)head;
    uintptr_t address = (uintptr_t)writing->fn;
    vt_str group = writing->how.group.ptr ? writing->how.group
                                          : vt_str_n((const char *)&address, sizeof address);
    writing->group = vt_hash_bytes(group, 0) | 1;
    writing->next = NULL;
    pthread_mutex_lock(&store->lock);
    *store->last = writing;
    store->last = &writing->next;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

/* ---- reading ---- */

static vt_pg_connection *take_reader(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    while (!store->idle && store->readers >= READERS)
        pthread_cond_wait(&store->idle_reader, &store->lock);
    vt_pg_connection *c = store->idle;
    if (c)
        store->idle = c->next;
    else
        store->readers++;
    pthread_mutex_unlock(&store->lock);
    return c ? c : vt_pg_connection_new(&driver, &store->server);
}

static void give_reader(struct postgres_store *store, vt_pg_connection *c)
{
    pthread_mutex_lock(&store->lock);
    c->next = store->idle;
    store->idle = c;
    pthread_cond_signal(&store->idle_reader);
    pthread_mutex_unlock(&store->lock);
}

static vt_status try_read(vt_pg_connection *c, vt_tx_fn fn, void *context, vt_error *err)
{
    VT_TRY(vt_pg_begin(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err));
    vt_status status = vt_tx_call(&c->tx, fn, context, err);
    if (status == VT_OK && c->changed)
        status = vt_pg_synchronise(c, NULL, err); /* it tried to write */
    if (status == VT_OK && c->failure.status == VT_OK &&
        vt_pg_send_word(c, "COMMIT", NULL) == VT_OK && vt_pq.pipelineSync(c->pg) == 1 &&
        vt_pq.flush(c->pg) == 0) {
        c->unread = true; /* nobody waits for the end of a read */
        return VT_OK;
    }
    return status == VT_OK ? vt_pg_pass_failure(c, err) : status;
}

/* While it is known to be down, callers fail at once, but for one now and then that tries. */
static bool is_worth_trying(struct postgres_store *store)
{
    int64_t since_ms = atomic_load(&store->server.down_since_ms), now_ms = vt_time_monotonic_ms();
    if (!since_ms || now_ms - since_ms < READ_MS)
        return true;
    int64_t next_ms = atomic_load(&store->server.next_try_ms);
    return now_ms >= next_ms && atomic_compare_exchange_strong(&store->server.next_try_ms, &next_ms,
                                                               now_ms + VT_PG_NEXT_TRY_MS);
}

static vt_status store_read(vt_store *head, vt_tx_fn fn, void *context, vt_error *err)
{
    struct postgres_store *store = (struct postgres_store *)head;
    if (!is_worth_trying(store))
        return vt_fail(err, VT_E_STORE, "PostgreSQL cannot be reached");
    vt_pg_connection *c = take_reader(store);
    struct patience patience = patience_of(READ_MS);
    vt_status status;
    for (;;) {
        status = try_read(c, fn, context, err);
        if (status == VT_OK)
            break;
        bool lost = vt_pg_is_lost(c), again = lost || vt_pg_is_transient(c);
        abandon(c);
        if (!again || !is_worth_trying(store))
            break;
        if (!wait_before_retry(&patience))
            break;
    }
    give_reader(store, c);
    return status;
}

/* ---- the store ---- */

static void store_notify(vt_store *head, const char *notice)
{
    vt_pg_listener_notify(&((struct postgres_store *)head)->listener, notice);
}

static vt_status store_listen(vt_store *head, vt_notice_fn fn, void *context, vt_error *err)
{
    return vt_pg_listener_start(&((struct postgres_store *)head)->listener, fn, context, err);
}

static void store_unlisten(vt_store *head)
{
    vt_pg_listener_stop(&((struct postgres_store *)head)->listener);
}

static int64_t store_now_ms(vt_store *head)
{
    return vt_pg_now_ms(&((struct postgres_store *)head)->server);
}

static vt_store_state store_state(vt_store *head)
{
    struct postgres_store *store = (struct postgres_store *)head;
    return (vt_store_state){.up = atomic_load(&store->server.up),
                            .full = atomic_load(&store->server.full),
                            .writes = atomic_load(&store->writes),
                            .batches = atomic_load(&store->batches),
                            .retries = atomic_load(&store->retries),
                            .connects = atomic_load(&store->server.connects),
                            .losses = atomic_load(&store->server.losses),
                            .trips = atomic_load(&store->server.trips)};
}

static void store_drop(vt_store *head)
{
    struct postgres_store *store = (struct postgres_store *)head;
    vt_pg_listener_release(&store->listener);
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_broadcast(&store->work);
    pthread_mutex_unlock(&store->lock);
    for (size_t i = 0; i < WRITERS; i++) {
        if (i < store->started)
            pthread_join(store->writers[i].thread, NULL);
        vt_pg_connection_drop(store->writers[i].connection);
    }
    while (store->idle) {
        vt_pg_connection *c = store->idle;
        store->idle = c->next;
        vt_pg_connection_drop(c);
    }
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->idle_reader);
    free(store->server.url);
    free(store);
}

static const char *const words[] = {
    "{blob}", "BYTEA", "{serial}", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "{for_update}", "FOR NO KEY UPDATE", "{skip_locked}", "FOR NO KEY UPDATE SKIP LOCKED",
    "{skip_locked_request}", "FOR NO KEY UPDATE OF request SKIP LOCKED", "{where_picked}",
    /* an array is looked up one by one; a join may be planned as a walk through the whole table */
    "WHERE id = ANY (ARRAY (SELECT picked_id FROM picked))", "{skip_locked_endpoint}",
    "FOR NO KEY UPDATE OF webhook_endpoint SKIP LOCKED", "{for_update_both}",
    "FOR NO KEY UPDATE OF a, r", "{unlogged}", "UNLOGGED",
    /* a row is written four times in its life: what it leaves behind must go soon */
    "{queue_options}",
    "ALTER TABLE request SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, "
    "autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);"
    "ALTER TABLE account SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, "
    "autovacuum_vacuum_threshold = 500);"
    "ALTER TABLE pack SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, "
    "autovacuum_vacuum_threshold = 500);"
    "ALTER TABLE usage_day SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, "
    "autovacuum_vacuum_threshold = 500);",
    NULL};

static const vt_store_driver driver = {
    .write = store_write,
    .read = store_read,
    .drop = store_drop,
    .script = vt_pg_script,
    .open = vt_pg_cursor_open,
    .next = vt_pg_cursor_next,
    .changes = vt_pg_cursor_changes,
    .column_int = vt_pg_column_int,
    .column_text = vt_pg_column_text,
    .end = vt_pg_cursor_end,
    .words = words,
    .shared = true,
    .state = store_state,
    .object = "SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass($2) AND "
              "relkind = CASE $1 WHEN 'table' THEN 'r' ELSE 'i' END",
    .schema_lock = "SELECT pg_advisory_xact_lock(7816341)",
    .send = vt_pg_send,
    .now_ms = store_now_ms,
    .listen = store_listen,
    .unlisten = store_unlisten,
    .notify = store_notify,
};

vt_status vt_postgres_open(const char *url, vt_store **ret, vt_error *err)
{
    VT_TRY(vt_pq_open(err));
    struct postgres_store *made = vt_xcalloc(1, sizeof *made);
    made->head.driver = &driver;
    made->last = &made->first;
    made->server.url = strdup(url);
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->work, NULL);
    pthread_cond_init(&made->idle_reader, NULL);
    VT_AUTO(vt_store) vt_store *store = &made->head;
    if (!made->server.url)
        return vt_fail(err, VT_E_MEMORY, "no memory for a URL");
    VT_TRY(vt_pg_listener_init(&made->listener, &made->server, err));
    for (size_t i = 0; i < WRITERS; i++) {
        struct writer *w = &made->writers[i];
        w->store = made;
        w->connection = vt_pg_connection_new(&driver, &made->server);
        if (pthread_create(&w->thread, NULL, writer_main, w) != 0)
            return vt_fail(err, VT_E_INTERNAL, "cannot start the store's writer");
        made->started++;
    }
    *ret = VT_TAKE(store);
    return VT_OK;
}
