/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store in one SQLite file: WAL, synchronous=FULL.
 *
 * One writer thread owns the writing connection. It takes what has queued (at most BATCH), runs
 * each function in a savepoint of one transaction, commits once and wakes the callers: a commit
 * costs one sync whatever it holds, and nobody waits for a window to close. Alone in its batch, a
 * function costs one transaction, as it would without the queue.
 *
 * What was deleted is overwritten (secure_delete), but the log of writes keeps what it held before.
 * So the writer empties the log every CLEAN_MS, whoever wrote into it: what is deleted is in no
 * file of the store any more soon after. A reader that takes long puts it off.
 *
 * Readers take a connection from a free list and give it back; there are as many as ever read at
 * once. Prepared statements stay with their connection, found by the address of the SQL literal.
 */
#include "store/driver.h"

#include "base/arena.h"
#include "base/time.h"
#include "store/copy.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 256, STATEMENT_SLOTS = 512, MAX_ARGS = 32, BUSY_MS = 10000 };
enum { CLEAN_MS = 20000, CLEAN_BUSY_MS = 100 };

struct statement {
    const char *sql; /* the literal: the key */
    sqlite3_stmt *stmt;
    unsigned char
        at[MAX_ARGS]; /* number of $1, $2 ... for SQLite, which counts as they come; 0: none */
    bool in_use;
};

struct connection {
    vt_tx tx; /* first: the driver */
    sqlite3 *db;
    struct statement statements[STATEMENT_SLOTS]; /* open addressing */
    struct connection *next;                      /* in the free list */
};

struct cursor {
    vt_cursor head;
    struct connection *connection;
    struct statement *statement; /* in the connection's table, or `alone` */
    struct statement alone;
};

struct sqlite_store {
    vt_store head;
    char *path;
    vt_buf log_path; /* of the write-ahead log */
    struct connection *writer;
    pthread_t thread;
    pthread_mutex_t lock; /* of what stands below */
    pthread_cond_t work;
    vt_writing *first, **last;
    bool stopping, started;
    struct connection *idle; /* readers */
    _Atomic uint64_t writes, batches;
};

static const vt_store_driver driver;

static vt_status fail(sqlite3 *db, vt_error *err, const char *what)
{
    int code = sqlite3_extended_errcode(db);
    vt_status status = (code & 0xff) == SQLITE_CONSTRAINT ? VT_E_CONFLICT : VT_E_STORE;
    return vt_fail(err, status, "%s: %s (%d)", what, sqlite3_errmsg(db), code);
}

static vt_status run_script(sqlite3 *db, const char *sql, vt_error *err)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return fail(db, err, "SQL");
    return VT_OK;
}

static void connection_drop(struct connection *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < STATEMENT_SLOTS; i++)
        sqlite3_finalize(c->statements[i].stmt);
    sqlite3_close(c->db);
    free(c);
}

static vt_status connection_open(const char *path, struct connection **ret, vt_error *err)
{
    struct connection *c = vt_xcalloc(1, sizeof *c);
    c->tx.driver = &driver;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    vt_status status = VT_OK;
    if (sqlite3_open_v2(path, &c->db, flags, NULL) != SQLITE_OK)
        status = fail(c->db, err, "cannot open the store");
    if (status == VT_OK)
        sqlite3_busy_timeout(c->db, BUSY_MS);
    if (status == VT_OK)
        status = run_script(c->db,
                            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                            "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;"
                            "PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-8000;"
                            "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456;",
                            err);
    if (status != VT_OK) {
        connection_drop(c);
        return status;
    }
    *ret = c;
    return VT_OK;
}

/* ---- statements ---- */

static struct statement *find_statement(struct connection *c, const char *sql)
{
    size_t at = ((uintptr_t)sql >> 4) % STATEMENT_SLOTS;
    for (size_t i = 0; i < STATEMENT_SLOTS; i++) {
        struct statement *s = &c->statements[(at + i) % STATEMENT_SLOTS];
        if (s->sql == sql || !s->sql)
            return s;
    }
    return NULL;
}

static vt_status prepare(struct connection *c, const char *sql, struct statement *ret,
                         vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    sqlite3_stmt *stmt = NULL;
    vt_sql_expand(&driver, sql, &text);
    if (sqlite3_prepare_v3(c->db, text.ptr, (int)text.len, SQLITE_PREPARE_PERSISTENT, &stmt,
                           NULL) != SQLITE_OK)
        return fail(c->db, err, sql);
    *ret = (struct statement){.sql = sql, .stmt = stmt};
    for (size_t i = 0; i < MAX_ARGS; i++) {
        char name[24];
        snprintf(name, sizeof name, "$%zu", i + 1);
        ret->at[i] = (unsigned char)sqlite3_bind_parameter_index(stmt, name);
    }
    return VT_OK;
}

static vt_status bind(struct connection *c, const struct statement *s, const vt_arg *args,
                      size_t count, vt_error *err)
{
    sqlite3_stmt *stmt = s->stmt;
    if (count > MAX_ARGS)
        return vt_fail(err, VT_E_INTERNAL, "a statement has too many parameters");
    for (size_t i = 0; i < count; i++) {
        int at = s->at[i];
        if (at == 0)
            continue; /* not used by this statement */
        const vt_arg *arg = &args[i];
        int code = SQLITE_OK;
        if (arg->type == VT_ARG_INT)
            code = sqlite3_bind_int64(stmt, at, arg->integer);
        else if (!arg->text.ptr)
            code = sqlite3_bind_null(stmt, at);
        else if (arg->type == VT_ARG_TEXT)
            code = sqlite3_bind_text64(stmt, at, arg->text.ptr, arg->text.len, SQLITE_STATIC,
                                       SQLITE_UTF8);
        else
            code = sqlite3_bind_blob64(stmt, at, arg->text.ptr, arg->text.len, SQLITE_STATIC);
        if (code != SQLITE_OK)
            return fail(c->db, err, "cannot bind a parameter");
    }
    return VT_OK;
}

static void cursor_end(vt_cursor *head)
{
    struct cursor *cursor = (struct cursor *)head;
    struct statement *s = cursor->statement;
    if (s == &cursor->alone) {
        sqlite3_finalize(s->stmt);
    } else {
        sqlite3_reset(s->stmt);
        sqlite3_clear_bindings(s->stmt);
        s->in_use = false;
    }
    free(cursor);
}

static vt_status cursor_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                             vt_cursor **ret, vt_error *err)
{
    struct connection *c = (struct connection *)tx;
    struct cursor *cursor = vt_xcalloc(1, sizeof *cursor);
    struct statement *s = find_statement(c, sql);
    if (!s || s->in_use)
        s = &cursor->alone; /* the same statement inside its own loop, or the table is full */
    *cursor = (struct cursor){.head = {&driver}, .connection = c, .statement = s};
    vt_status status = s->stmt ? VT_OK : prepare(c, sql, s, err);
    if (status != VT_OK) {
        free(cursor);
        return status;
    }
    s->in_use = true;
    status = bind(c, s, args, count, err);
    if (status != VT_OK) {
        cursor_end(&cursor->head);
        return status;
    }
    *ret = &cursor->head;
    return VT_OK;
}

static vt_status cursor_next(vt_cursor *head, bool *ret_row, vt_error *err)
{
    struct cursor *cursor = (struct cursor *)head;
    int code = sqlite3_step(cursor->statement->stmt);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return fail(cursor->connection->db, err, sqlite3_sql(cursor->statement->stmt));
    *ret_row = code == SQLITE_ROW;
    return VT_OK;
}

static int64_t cursor_changes(vt_cursor *head)
{
    return sqlite3_changes64(((struct cursor *)head)->connection->db);
}

static int64_t column_int(vt_cursor *head, int column)
{
    return sqlite3_column_int64(((struct cursor *)head)->statement->stmt, column);
}

static vt_str column_text(vt_cursor *head, int column)
{
    sqlite3_stmt *stmt = ((struct cursor *)head)->statement->stmt;
    if (sqlite3_column_type(stmt, column) == SQLITE_NULL)
        return VT_STR_NULL;
    const char *text = sqlite3_column_type(stmt, column) == SQLITE_BLOB
                           ? sqlite3_column_blob(stmt, column)
                           : (const char *)sqlite3_column_text(stmt, column);
    return vt_str_n(text ? text : "", (size_t)sqlite3_column_bytes(stmt, column));
}

static vt_status script(vt_tx *tx, const char *sql, vt_error *err)
{
    return run_script(((struct connection *)tx)->db, sql, err);
}

/* ---- the writer ---- */

/* One of the commands around transactions, prepared like any other statement. */
static vt_status run_command(struct connection *c, const char *sql, vt_error *err)
{
    return vt_sql_run(&c->tx, sql, VT_NO_ARGS, NULL, err);
}

/* False when what the function did can neither be kept nor undone alone. */
static bool run_one(struct connection *c, vt_writing *job)
{
    job->status = run_command(c, "SAVEPOINT one", &job->error);
    if (job->status != VT_OK)
        return true;
    job->status = vt_tx_call(&c->tx, job->fn, job->context, &job->error);
    if (job->status == VT_OK)
        job->status = run_command(c, "RELEASE one", &job->error);
    return job->status == VT_OK || run_script(c->db, "ROLLBACK TO one; RELEASE one", NULL) == VT_OK;
}

static vt_status run_jobs(struct connection *c, vt_writing *batch, vt_error *err)
{
    if (!sqlite3_get_autocommit(c->db)) /* the last one could not be rolled back */
        VT_TRY(run_script(c->db, "ROLLBACK", err));
    VT_TRY(run_command(c, "BEGIN IMMEDIATE", err));
    bool sound = true;
    for (vt_writing *job = batch; job && sound; job = job->next)
        sound = run_one(c, job);
    vt_status status = sound ? run_command(c, "COMMIT", err)
                             : vt_fail(err, VT_E_STORE, "the transaction was given up");
    if (!sqlite3_get_autocommit(c->db))
        (void)run_script(c->db, "ROLLBACK", NULL);
    return status;
}

static void run_batch(struct sqlite_store *store, vt_writing *batch)
{
    struct connection *c = store->writer;
    vt_error err = {0};
    vt_status status = run_jobs(c, batch, &err);
    atomic_fetch_add(&store->batches, status == VT_OK);
    while (batch) {
        vt_writing *next = batch->next; /* once it is told, it is gone */
        if (status != VT_OK)
            batch->status = vt_fail(&batch->error, VT_E_STORE, "%s", err.message);
        else
            atomic_fetch_add(&store->writes, 1);
        batch->done(batch);
        batch = next;
    }
}

/* Empties the log into the database, whose deleted bytes are zeros. When it fails, or a reader
 * needs the log, the next time does it. */
static void clean(struct sqlite_store *store)
{
    sqlite3 *db = store->writer->db;
    struct stat st;
    if (stat(store->log_path.ptr, &st) != 0 || st.st_size == 0)
        return;
    sqlite3_busy_timeout(db, CLEAN_BUSY_MS);
    (void)sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(db, BUSY_MS);
}

/* Takes up to BATCH jobs; NULL at `until_ms`, and when the store is being closed and nothing is
 * left. */
static vt_writing *take_batch(struct sqlite_store *store, int64_t until_ms, bool *ret_stopping)
{
    const struct timespec until = {until_ms / 1000, until_ms % 1000 * 1000000};
    int code = 0;
    pthread_mutex_lock(&store->lock);
    while (!store->first && !store->stopping && code == 0)
        code = pthread_cond_timedwait(&store->work, &store->lock, &until);
    *ret_stopping = store->stopping;
    vt_writing *batch = store->first, **end = &batch;
    for (int n = 0; *end && n < BATCH; n++)
        end = &(*end)->next;
    store->first = *end;
    if (!store->first)
        store->last = &store->first;
    *end = NULL;
    pthread_mutex_unlock(&store->lock);
    return batch;
}

static void *writer_main(void *context)
{
    struct sqlite_store *store = context;
    int64_t clean_ms = vt_time_monotonic_ms() + CLEAN_MS;
    for (;;) {
        bool stopping;
        vt_writing *batch = take_batch(store, clean_ms, &stopping);
        if (!batch && stopping)
            return NULL;
        if (batch)
            run_batch(store, batch);
        if (vt_time_monotonic_ms() >= clean_ms) {
            clean(store);
            clean_ms = vt_time_monotonic_ms() + CLEAN_MS;
        }
    }
}

/* All writes are committed together, durably: `how` asks for less. */
static void store_write(vt_store *head, vt_writing *writing)
{
    struct sqlite_store *store = (struct sqlite_store *)head;
    writing->next = NULL;
    pthread_mutex_lock(&store->lock);
    *store->last = writing;
    store->last = &writing->next;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

static vt_status take_reader(struct sqlite_store *store, struct connection **ret, vt_error *err)
{
    pthread_mutex_lock(&store->lock);
    struct connection *c = store->idle;
    if (c)
        store->idle = c->next;
    pthread_mutex_unlock(&store->lock);
    if (!c) {
        VT_TRY(connection_open(store->path, &c, err));
        vt_status status = run_script(c->db, "PRAGMA query_only=ON; PRAGMA cache_size=-1000", err);
        if (status != VT_OK) {
            connection_drop(c);
            return status;
        }
    }
    *ret = c;
    return VT_OK;
}

static vt_status store_read(vt_store *head, vt_tx_fn fn, void *context, vt_error *err)
{
    struct sqlite_store *store = (struct sqlite_store *)head;
    struct connection *c;
    VT_TRY(take_reader(store, &c, err));
    vt_status status = run_command(c, "BEGIN", err);
    if (status == VT_OK) {
        status = vt_tx_call(&c->tx, fn, context, err);
        (void)run_command(c, "ROLLBACK", NULL);
    }
    if (status == VT_E_STORE || !sqlite3_get_autocommit(c->db)) { /* the next one opens anew */
        connection_drop(c);
        return status;
    }
    pthread_mutex_lock(&store->lock);
    c->next = store->idle;
    store->idle = c;
    pthread_mutex_unlock(&store->lock);
    return status;
}

static void store_drop(vt_store *head)
{
    struct sqlite_store *store = (struct sqlite_store *)head;
    if (store->started) {
        pthread_mutex_lock(&store->lock);
        store->stopping = true;
        pthread_cond_signal(&store->work);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->thread, NULL);
    }
    while (store->idle) {
        struct connection *c = store->idle;
        store->idle = c->next;
        connection_drop(c);
    }
    connection_drop(store->writer);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    vt_buf_release(&store->log_path);
    free(store->path);
    free(store);
}

/* Nothing needs to be written to see it, nor to see that there is room again. */
static bool is_full(const char *path)
{
    enum { ROOM_BYTES = 1024 * 1024 };
    struct statvfs fs;
    return statvfs(path, &fs) == 0 && (uint64_t)fs.f_bavail * fs.f_frsize < ROOM_BYTES;
}

static int64_t file_bytes(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (int64_t)st.st_size : 0;
}

static int64_t free_bytes(const char *path)
{
    struct statvfs fs;
    return statvfs(path, &fs) == 0 ? (int64_t)((uint64_t)fs.f_bavail * fs.f_frsize) : 0;
}

static vt_store_state store_state(vt_store *head)
{
    struct sqlite_store *store = (struct sqlite_store *)head;
    return (vt_store_state){.up = true,
                            .full = is_full(store->path),
                            .bytes = file_bytes(store->path) + file_bytes(store->log_path.ptr),
                            .free_bytes = free_bytes(store->path),
                            .writes = atomic_load(&store->writes),
                            .batches = atomic_load(&store->batches)};
}

static const char *const words[] = {"{blob}",
                                    "BLOB",
                                    "{serial}",
                                    "INTEGER PRIMARY KEY AUTOINCREMENT",
                                    "{for_update}",
                                    "",
                                    "{skip_locked}",
                                    "",
                                    "{skip_locked_request}",
                                    "",
                                    "{where_picked}",
                                    "FROM picked WHERE id = picked_id",
                                    "{skip_locked_endpoint}",
                                    "",
                                    "{for_update_both}",
                                    "",
                                    "{unlogged}",
                                    "",
                                    "{queue_options}",
                                    "",
                                    NULL};

static const vt_store_driver driver = {
    .write = store_write,
    .read = store_read,
    .drop = store_drop,
    .script = script,
    .open = cursor_open,
    .next = cursor_next,
    .changes = cursor_changes,
    .column_int = column_int,
    .column_text = column_text,
    .end = cursor_end,
    .words = words,
    .shared = false,
    .state = store_state,
    .object = "SELECT COUNT(*) FROM sqlite_master WHERE type = $1 AND name = $2",
};

/* SQLite counts its memory under a lock that all connections take for every allocation; nobody
 * asks for the count. To be said before anything else; later it changes nothing. */
static void configure(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

vt_status vt_sqlite_open(const char *path, vt_store **ret, vt_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, configure);
    struct sqlite_store *made = vt_xcalloc(1, sizeof *made);
    made->head.driver = &driver;
    made->last = &made->first;
    made->path = strdup(path);
    pthread_mutex_init(&made->lock, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&made->work, &steady);
    pthread_condattr_destroy(&steady);
    vt_buf_addf(&made->log_path, "%s-wal", path);
    VT_AUTO(vt_store) vt_store *store = &made->head;
    if (!made->path)
        return vt_fail(err, VT_E_MEMORY, "no memory for a path");
    VT_TRY(connection_open(path, &made->writer, err));
    if (pthread_create(&made->thread, NULL, writer_main, made) != 0)
        return vt_fail(err, VT_E_INTERNAL, "cannot start the store's writer");
    made->started = true;
    *ret = VT_TAKE(store);
    return VT_OK;
}

/* ---- copies ---- */

static vt_status check_text(sqlite3 *db, const char *sql, const char *want, vt_error *err)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return vt_fail(err, VT_E_FORMAT, "it is no database of the service: %s",
                       sqlite3_errmsg(db));
    bool row = sqlite3_step(stmt) == SQLITE_ROW;
    const char *got = row ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    bool good = want ? got && strcmp(got, want) == 0 : !row;
    vt_status status =
        good ? VT_OK : vt_fail(err, VT_E_FORMAT, "the database is damaged: %s", got ? got : "-");
    sqlite3_finalize(stmt);
    return status;
}

static vt_status check_database(sqlite3 *db, vt_error *err)
{
    VT_TRY(check_text(db, "SELECT CAST(COUNT(*) > 0 AS TEXT) FROM schema_version", "1", err));
    VT_TRY(check_text(db, "PRAGMA integrity_check(1)", "ok", err));
    return check_text(db, "PRAGMA foreign_key_check", NULL, err);
}

static vt_status copy_pages(sqlite3 *from, sqlite3 *to, vt_error *err)
{
    enum { PAGES = 1000, PAUSE_MS = 5 };
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup ? SQLITE_OK : SQLITE_ERROR;
    while (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        code = sqlite3_backup_step(backup, PAGES);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            sqlite3_sleep(PAUSE_MS);
    }
    if (backup)
        sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE)
        return vt_fail(err, VT_E_STORE, "cannot copy the database: %s", sqlite3_errmsg(to));
    return run_script(to, "PRAGMA journal_mode=DELETE", err);
}

static vt_status copy_checked(const char *from, const char *to, vt_error *err)
{
    sqlite3 *source = NULL, *target = NULL;
    vt_status status = VT_OK;
    /* one transaction of the source for all pages: writers go on, the copy is one state */
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(source, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(source, "BEGIN; SELECT COUNT(*) FROM schema_version", NULL, NULL, NULL) !=
            SQLITE_OK)
        status = vt_fail(err, VT_E_FORMAT, "cannot read '%s': %s", from, sqlite3_errmsg(source));
    else if (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
             SQLITE_OK)
        status = vt_fail(err, VT_E_IO, "cannot write '%s': %s", to, sqlite3_errmsg(target));
    if (status == VT_OK)
        status = copy_pages(source, target, err);
    if (status == VT_OK)
        status = check_database(target, err);
    sqlite3_close(target);
    sqlite3_close(source);
    return status;
}

vt_status vt_sqlite_copy(const char *from, const char *to, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf part = {0};
    vt_buf_addf(&part, "%s.part", to);
    if (access(to, F_OK) == 0)
        return vt_fail(err, VT_E_CONFLICT, "'%s' exists and is not overwritten", to);
    if (access(from, R_OK) != 0)
        return vt_fail_errno(err, VT_E_NOT_FOUND, "cannot read '%s'", from);
    unlink(part.ptr);
    vt_status status = copy_checked(from, part.ptr, err);
    if (status == VT_OK && link(part.ptr, to) != 0) /* unlike rename, it replaces nothing */
        status = vt_fail_errno(err, VT_E_IO, "cannot make '%s'", to);
    unlink(part.ptr);
    return status;
}
