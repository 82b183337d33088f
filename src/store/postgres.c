/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The store in PostgreSQL (15 and newer), shared by any number of programs.
 *
 * Writers. WRITERS threads, each with a connection, take what has queued. A batch holds writes of
 * one group only (an account, or a kind of work), and no two writers of this program work on one
 * group, so that a batch waits for no row but those of its own account: no deadlocks, and a busy
 * account costs one commit a batch. Each function runs in a savepoint.
 *
 * Exactly once. When the connection is lost while a commit is under way nobody knows what became
 * of it. So the last statement of a batch puts a row with a name of its own into write_mark. Run
 * again, the batch begins with that row: it waits for a first run that may still be going on, and
 * a conflict says that the first one was committed.
 *
 * Round trips. A connection is in pipeline mode; what has no rows to give (BEGIN, inserts,
 * savepoints) is sent without waiting, and its result is looked at together with the next one that
 * is waited for. Statements are prepared once a connection, found by the address of the literal.
 *
 * Failures. Lost connections and what asks to be run again (serialisation, deadlock, a standby that
 * is not yet promoted) are handled here, with growing pauses, for WRITE_MS or READ_MS at most.
 *
 * One more thread and connection listens (LISTEN vitae) and sends what vt_store_notify() gathered,
 * outside of any transaction: NOTIFY inside of one would let commits wait for each other.
 */
#include "store/driver.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/time.h"
#include "store/pq.h"

#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    WRITERS = 4,
    READERS = 8,
    BATCH = 48, /* PostgreSQL keeps 64 savepoints of a transaction at hand */
    STATEMENT_SLOTS = 512,
    MAX_ARGS = 32,
    WRITE_MS = 10000, /* patience with a database that does not answer */
    READ_MS = 3000,
    PAUSE_MS = 20, /* the first; each is twice the one before */
    MAX_PAUSE_MS = 1000,
    CLOCK_MS = 5000,     /* between two looks at the database's clock */
    NOTICE_BYTES = 7000, /* of at most 8,000 */
    MAX_NOTICES = 1024 * 1024,
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT2 = 21,
    OID_INT4 = 23,
    OID_TEXT = 25,
};

#define DATABASE_CLOCK "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"

/* Every connection's own: a program that was cut off must not hold rows for long. */
static const char session_settings[] =
    "SET statement_timeout = '30s'; SET lock_timeout = '10s';"
    "SET idle_in_transaction_session_timeout = '10s';"
    "SET client_connection_check_interval = '5s';"
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = '10s'; SET bytea_output = 'hex';" DATABASE_CLOCK;

struct statement {
    const char *sql; /* the literal: the key */
    uint64_t number; /* its name on the server */
    bool fresh;      /* prepared since the last synchronisation */
};

struct connection {
    vt_tx tx; /* first: the driver */
    struct postgres_store *store;
    PGconn *pg;           /* NULL: not connected */
    bool unread;          /* a synchronisation was sent and not read yet */
    bool changed;         /* the transaction may have changed something */
    vt_error failure;     /* the first of the transaction; VT_OK: none */
    char code[6];         /* its SQLSTATE */
    uint64_t last_number; /* of statements */
    struct statement statements[STATEMENT_SLOTS];
    struct connection *next; /* in the free list */
};

struct cursor {
    vt_cursor head;
    PGresult *result;
    int row;
};

struct job { /* on the stack of the caller */
    const vt_write *how;
    uint64_t group;
    vt_tx_fn fn;
    void *context;
    vt_error *err;
    vt_status status;
    sem_t done;
    struct job *next;
};

struct writer {
    struct postgres_store *store;
    struct connection *connection;
    pthread_t thread;
    uint64_t group; /* at work on; 0: none */
};

struct postgres_store {
    vt_store head;
    char *url;
    struct writer writers[WRITERS];
    unsigned started;

    pthread_mutex_t lock; /* of what stands below */
    pthread_cond_t work, idle_reader;
    struct job *first, **last;
    bool stopping;
    struct connection *idle; /* readers */
    unsigned readers;        /* that exist */
    vt_buf notices;          /* to be sent, a line each */

    pthread_t listener;
    bool listening;
    int bell; /* eventfd: notices to send, or the end */
    vt_notice_fn on_notice;
    void *context;

    _Atomic bool ending; /* of the listener */
    _Atomic bool up;
    _Atomic int64_t down_since_ms, next_try_ms; /* monotonic; 0: it is up */
    _Atomic int64_t clock_offset_ms;            /* of the database's clock to our monotonic one */
    _Atomic uint64_t writes, batches, retries, connects, losses;
};

static const vt_store_driver driver;

/* ---- connections ---- */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

static void disconnect(struct connection *c)
{
    if (!c->pg)
        return;
    vt_pq.finish(c->pg);
    c->pg = NULL;
    c->unread = false;
    memset(c->statements, 0, sizeof c->statements);
    atomic_fetch_add(&c->store->losses, 1);
}

static void connection_drop(struct connection *c)
{
    if (!c)
        return;
    if (c->pg)
        vt_pq.finish(c->pg);
    free(c);
}

static struct connection *connection_new(struct postgres_store *store)
{
    struct connection *c = vt_xcalloc(1, sizeof *c);
    c->tx.driver = &driver;
    c->store = store;
    return c;
}

static void note_clock(struct postgres_store *store, const char *database_ms, int64_t before_ms)
{
    int64_t now_ms;
    if (vt_str_to_i64(vt_str_z(database_ms), 0, INT64_MAX, &now_ms))
        atomic_store(&store->clock_offset_ms, now_ms - (before_ms + vt_time_monotonic_ms()) / 2);
}

static void note_down(struct postgres_store *store)
{
    int64_t now_ms = vt_time_monotonic_ms(), up = 0;
    atomic_compare_exchange_strong(&store->down_since_ms, &up, now_ms);
    atomic_store(&store->next_try_ms, now_ms + MAX_PAUSE_MS / 4);
    atomic_store(&store->up, false);
}

/* Connects anew; libpq's own settings in the URL win over these. */
static vt_status dial(struct postgres_store *store, PGconn **ret, vt_error *err)
{
    const char *const keys[] = {"connect_timeout",  "tcp_user_timeout",
                                "keepalives_idle",  "keepalives_interval",
                                "keepalives_count", "target_session_attrs",
                                "application_name", "client_encoding",
                                "dbname",           NULL};
    const char *const values[] = {"3",          "10000", "5",    "2",        "3",
                                  "read-write", "vitae", "UTF8", store->url, NULL};
    PGconn *pg = vt_pq.connectdbParams(keys, values, 1);
    PGresult *settings = NULL;
    int64_t before_ms = vt_time_monotonic_ms();
    bool good = vt_pq.status(pg) == CONNECTION_OK;
    if (good) {
        vt_pq.setNoticeReceiver(pg, ignore_notice, NULL);
        settings = vt_pq.exec(pg, session_settings);
        good = vt_pq.resultStatus(settings) == PGRES_TUPLES_OK;
    }
    vt_status status = VT_OK;
    if (good) {
        note_clock(store, vt_pq.getvalue(settings, 0, 0), before_ms);
        atomic_fetch_add(&store->connects, 1);
        atomic_store(&store->down_since_ms, 0);
        atomic_store(&store->up, true);
        *ret = pg;
    } else {
        vt_str why = vt_str_trim(vt_str_z(vt_pq.errorMessage(pg)));
        size_t line = vt_str_find_char(why, '\n', 0);
        why.len = VT_MIN(why.len, line);
        status = vt_fail(err, VT_E_STORE, "PostgreSQL: " VT_STR_FMT, VT_STR_ARG(why));
        note_down(store);
    }
    vt_pq.clear(settings);
    if (!good)
        vt_pq.finish(pg);
    return status;
}

static vt_status connect_if_needed(struct connection *c, vt_error *err)
{
    if (c->pg && vt_pq.status(c->pg) != CONNECTION_BAD)
        return VT_OK;
    disconnect(c);
    VT_TRY(dial(c->store, &c->pg, err));
    if (vt_pq.enterPipelineMode(c->pg) != 1)
        return vt_fail(err, VT_E_STORE, "PostgreSQL: no pipeline mode");
    return VT_OK;
}

/* ---- failures ---- */

static bool is_lost(const struct connection *c)
{
    static const char *const codes[] = {"08", "57P", "25006"};
    if (!c->pg || vt_pq.status(c->pg) == CONNECTION_BAD)
        return true;
    for (size_t i = 0; i < VT_COUNT(codes); i++)
        if (strncmp(c->code, codes[i], strlen(codes[i])) == 0)
            return true;
    return false;
}

/* Serialisation, deadlock, lock timeout: it may go well the next time. */
static bool is_transient(const struct connection *c)
{
    return strncmp(c->code, "40", 2) == 0 || strcmp(c->code, "55P03") == 0;
}

static vt_status note_failure(struct connection *c, const PGresult *result)
{
    if (c->failure.status != VT_OK)
        return c->failure.status;
    const char *code = result ? vt_pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *text = result ? vt_pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    snprintf(c->code, sizeof c->code, "%s", code ? code : "");
    vt_status status = strncmp(c->code, "23", 2) == 0 ? VT_E_CONFLICT : VT_E_STORE;
    return vt_fail(&c->failure, status, "PostgreSQL: %s (%s)",
                   text ? text : "the connection is lost", c->code[0] ? c->code : "-");
}

static vt_status pass_failure(const struct connection *c, vt_error *err)
{
    if (err)
        *err = c->failure;
    return c->failure.status;
}

/* ---- the pipeline ---- */

static void forget_fresh(struct connection *c, bool prepared)
{
    for (size_t i = 0; i < STATEMENT_SLOTS; i++)
        if (c->statements[i].fresh) {
            c->statements[i].fresh = false;
            if (!prepared)
                c->statements[i].number = 0;
        }
}

/* Reads to the next synchronisation; *ret_last (may be NULL) is the last statement's result. */
static void read_results(struct connection *c, PGresult **ret_last)
{
    PGresult *last = NULL;
    int ends = 0;
    for (;;) {
        PGresult *result = vt_pq.getResult(c->pg);
        if (!result && ++ends == 1) /* behind each statement */
            continue;
        if (!result) { /* nothing is to come, and no synchronisation came */
            (void)note_failure(c, NULL);
            disconnect(c);
            break;
        }
        ends = 0;
        ExecStatusType status = vt_pq.resultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) {
            vt_pq.clear(result);
            break;
        }
        if (status == PGRES_FATAL_ERROR)
            (void)note_failure(c, result);
        vt_pq.clear(last);
        last = result;
    }
    c->unread = false;
    if (ret_last)
        *ret_last = last;
    else
        vt_pq.clear(last);
}

/* Ends what was sent, and waits for it. */
static vt_status synchronise(struct connection *c, PGresult **ret_last, vt_error *err)
{
    if (c->failure.status == VT_OK) {
        if (vt_pq.pipelineSync(c->pg) == 1) {
            read_results(c, ret_last);
            forget_fresh(c, c->failure.status == VT_OK);
        } else {
            (void)note_failure(c, NULL);
        }
    }
    if (c->failure.status == VT_OK)
        return VT_OK;
    if (ret_last) {
        vt_pq.clear(*ret_last);
        *ret_last = NULL;
    }
    return pass_failure(c, err);
}

/* The transaction goes on behind a failure: what was sent is read and forgotten. */
static void drain(struct connection *c)
{
    if (!c->pg || vt_pq.status(c->pg) == CONNECTION_BAD)
        return;
    if (vt_pq.pipelineSync(c->pg) == 1)
        read_results(c, NULL);
    forget_fresh(c, false);
}

static vt_status send_word(struct connection *c, const char *sql, vt_error *err)
{
    if (c->failure.status != VT_OK)
        return pass_failure(c, err);
    if (vt_pq.sendQueryParams(c->pg, sql, 0, NULL, NULL, NULL, NULL, 1) != 1) {
        (void)note_failure(c, NULL);
        return pass_failure(c, err);
    }
    return VT_OK;
}

static vt_status begin(struct connection *c, const char *sql, vt_error *err)
{
    VT_TRY(connect_if_needed(c, err));
    c->failure = (vt_error){0};
    c->code[0] = 0;
    c->changed = false;
    if (c->unread) {
        read_results(c, NULL); /* of a COMMIT that nobody waited for */
        c->failure = (vt_error){0};
        c->code[0] = 0;
        VT_TRY(connect_if_needed(c, err));
    }
    return send_word(c, sql, err);
}

/* ---- statements ---- */

struct bound { /* parameters as libpq wants them */
    Oid types[MAX_ARGS];
    const char *values[MAX_ARGS];
    int lengths[MAX_ARGS], formats[MAX_ARGS];
    uint64_t integers[MAX_ARGS];
    vt_buf texts[MAX_ARGS]; /* of those that had to be mended */
};

/* PostgreSQL takes no NUL and no broken UTF-8; such a byte becomes a private character of its own,
 * so that different bytes stay different. */
static void mend(vt_str s, vt_buf *out)
{
    for (size_t i = 0; i < s.len;) {
        uint32_t cp;
        size_t n = vt_str_utf8(s, i, &cp);
        if (n && cp) {
            vt_buf_add(out, vt_str_sub(s, i, i + n));
            i += n;
        } else { /* U+F700 + byte */
            unsigned char byte = (unsigned char)s.ptr[i++];
            vt_buf_addc(out, (char)0xEF);
            vt_buf_addc(out, (char)(0x9C + (byte >> 6)));
            vt_buf_addc(out, (char)(0x80 | (byte & 0x3F)));
        }
    }
}

static bool is_clean(vt_str s)
{
    uint32_t cp;
    for (size_t i = 0, n; i < s.len; i += n)
        if (!(n = vt_str_utf8(s, i, &cp)) || cp == 0)
            return false;
    return true;
}

static void bind_text(struct bound *b, size_t i, vt_str text)
{
    if (!is_clean(text)) {
        mend(text, &b->texts[i]);
        text = vt_buf_str(&b->texts[i]);
    }
    b->values[i] = text.len ? text.ptr : "";
    b->lengths[i] = (int)text.len;
}

static void bind(struct bound *b, const vt_arg *args, size_t count)
{
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < count; i++) {
        const vt_arg *arg = &args[i];
        b->formats[i] = 1;
        b->types[i] = arg->type == VT_ARG_INT    ? OID_INT8
                      : arg->type == VT_ARG_TEXT ? OID_TEXT
                                                 : OID_BYTEA;
        if (arg->type == VT_ARG_INT) {
            b->integers[i] = htobe64((uint64_t)arg->integer);
            b->values[i] = (const char *)&b->integers[i];
            b->lengths[i] = 8;
        } else if (arg->text.ptr && arg->type == VT_ARG_TEXT) {
            bind_text(b, i, arg->text);
        } else if (arg->text.ptr) {
            b->values[i] = arg->text.len ? arg->text.ptr : "";
            b->lengths[i] = (int)arg->text.len;
        }
    }
}

static struct statement *find_statement(struct connection *c, const char *sql)
{
    size_t at = ((uintptr_t)sql >> 4) % STATEMENT_SLOTS;
    for (size_t i = 0; i < STATEMENT_SLOTS; i++) {
        struct statement *s = &c->statements[(at + i) % STATEMENT_SLOTS];
        if (s->sql == sql || !s->sql)
            return s;
    }
    return &c->statements[at];
}

static void name_of(const struct statement *s, char ret[32])
{
    snprintf(ret, 32, "s%ju", (uintmax_t)s->number);
}

static bool prepare(struct connection *c, struct statement *s, const char *sql,
                    const struct bound *b, size_t count)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    char name[32];
    vt_sql_expand(&driver, sql, &text);
    *s = (struct statement){.sql = sql, .number = ++c->last_number, .fresh = true};
    name_of(s, name);
    return vt_pq.sendPrepare(c->pg, name, text.ptr, (int)count, b->types) == 1;
}

static vt_status send(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_error *err)
{
    struct connection *c = (struct connection *)tx;
    if (c->failure.status != VT_OK)
        return pass_failure(c, err);
    if (count > MAX_ARGS)
        return vt_fail(err, VT_E_INTERNAL, "a statement has too many parameters");
    struct bound b;
    bind(&b, args, count);
    struct statement *s = find_statement(c, sql);
    bool sent = (s->sql == sql && s->number) || prepare(c, s, sql, &b, count);
    if (sent) {
        char name[32];
        name_of(s, name);
        sent = vt_pq.sendQueryPrepared(c->pg, name, (int)count, b.values, b.lengths, b.formats,
                                       1) == 1;
    }
    for (size_t i = 0; i < count; i++)
        vt_buf_release(&b.texts[i]);
    c->changed = true;
    if (sent)
        return VT_OK;
    (void)note_failure(c, NULL);
    return pass_failure(c, err);
}

static vt_status cursor_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                             vt_cursor **ret, vt_error *err)
{
    struct connection *c = (struct connection *)tx;
    bool changed = c->changed;
    PGresult *result = NULL;
    VT_TRY(send(tx, sql, args, count, err));
    VT_TRY(synchronise(c, &result, err));
    bool writes = vt_pq.cmdTuples(result)[0] && strcmp(vt_pq.cmdTuples(result), "0") != 0 &&
                  strncmp(vt_pq.cmdStatus(result), "SELECT", 6) != 0;
    c->changed = changed || writes;
    struct cursor *cursor = vt_xcalloc(1, sizeof *cursor);
    *cursor = (struct cursor){.head = {&driver}, .result = result, .row = -1};
    *ret = &cursor->head;
    return VT_OK;
}

static vt_status cursor_next(vt_cursor *head, bool *ret_row, vt_error *err)
{
    (void)err;
    struct cursor *cursor = (struct cursor *)head;
    *ret_row = ++cursor->row < vt_pq.ntuples(cursor->result);
    return VT_OK;
}

static void cursor_end(vt_cursor *head)
{
    struct cursor *cursor = (struct cursor *)head;
    vt_pq.clear(cursor->result);
    free(cursor);
}

static int64_t cursor_changes(vt_cursor *head)
{
    int64_t n = 0;
    (void)vt_str_to_i64(vt_str_z(vt_pq.cmdTuples(((struct cursor *)head)->result)), 0, INT64_MAX,
                        &n);
    return n;
}

static vt_str column_text(vt_cursor *head, int column)
{
    struct cursor *c = (struct cursor *)head;
    if (vt_pq.getisnull(c->result, c->row, column))
        return VT_STR_NULL;
    return vt_str_n(vt_pq.getvalue(c->result, c->row, column),
                    (size_t)vt_pq.getlength(c->result, c->row, column));
}

static int64_t column_int(vt_cursor *head, int column)
{
    vt_str bytes = column_text(head, column); /* big-endian; other types are no integers */
    Oid type = vt_pq.ftype(((struct cursor *)head)->result, column);
    if (!bytes.ptr || (type != OID_INT8 && type != OID_INT4 && type != OID_INT2))
        return 0;
    uint64_t value = (bytes.ptr[0] & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = value << 8 | (unsigned char)bytes.ptr[i];
    return (int64_t)value;
}

/* Several commands at once: outside of the pipeline. */
static vt_status script(vt_tx *tx, const char *sql, vt_error *err)
{
    struct connection *c = (struct connection *)tx;
    VT_TRY(synchronise(c, NULL, err));
    if (vt_pq.exitPipelineMode(c->pg) != 1)
        return vt_fail(err, VT_E_INTERNAL, "PostgreSQL: the pipeline is not empty");
    PGresult *result = vt_pq.exec(c->pg, sql);
    ExecStatusType status = vt_pq.resultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        (void)note_failure(c, result);
    vt_pq.clear(result);
    (void)vt_pq.enterPipelineMode(c->pg);
    return c->failure.status == VT_OK ? VT_OK : pass_failure(c, err);
}

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
    struct job *jobs;
    char mark[VT_SHA256_HEX];
    bool soft, repeatable;
    bool fenced; /* a commit of it may have taken effect */
};

static vt_status insert_mark(struct connection *c, const struct batch *b, vt_error *err)
{
    return send(
        &c->tx, "INSERT INTO write_mark (id, at_ms) VALUES ($1, $2)",
        VT_ARGS(vt_arg_z(b->mark), vt_arg_int(c->store->head.driver->now_ms(&c->store->head))),
        err);
}

static void undo_one(struct connection *c)
{
    if (c->failure.status == VT_OK)
        drain(c); /* what it had sent */
    c->failure = (vt_error){0};
    c->code[0] = 0;
    if (send_word(c, "ROLLBACK TO SAVEPOINT one", NULL) == VT_OK &&
        send_word(c, "RELEASE SAVEPOINT one", NULL) == VT_OK)
        (void)synchronise(c, NULL, NULL);
}

/* One function in a savepoint. Fails only when the whole batch cannot go on. */
static vt_status run_one(struct connection *c, struct job *job, vt_error *err)
{
    bool changed = c->changed;
    VT_TRY(send_word(c, "SAVEPOINT one", err));
    job->status = job->fn(&c->tx, job->context, job->err);
    if (job->status == VT_OK && send_word(c, "RELEASE SAVEPOINT one", job->err) == VT_OK &&
        synchronise(c, NULL, job->err) == VT_OK)
        return VT_OK;
    if (job->status == VT_OK || c->failure.status != VT_OK) {
        if (is_lost(c) || is_transient(c))
            return pass_failure(c, err);
        job->status = pass_failure(c, job->err);
    }
    undo_one(c);
    c->changed = changed;
    return c->failure.status == VT_OK ? VT_OK : pass_failure(c, err);
}

static vt_status commit(struct connection *c, struct batch *b, vt_error *err)
{
    bool marks = c->changed && !b->repeatable && !b->fenced;
    if (marks)
        VT_TRY(insert_mark(c, b, err));
    VT_TRY(send_word(c, "COMMIT", err));
    PGresult *result = NULL;
    vt_status status = synchronise(c, &result, err);
    if (status != VT_OK && is_lost(c))
        b->fenced = b->fenced || marks;
    if (status == VT_OK && strcmp(vt_pq.cmdStatus(result), "COMMIT") != 0)
        status = vt_fail(err, VT_E_STORE, "PostgreSQL: the transaction was rolled back");
    vt_pq.clear(result);
    return status;
}

static vt_status try_batch(struct connection *c, struct batch *b, vt_error *err)
{
    VT_TRY(begin(c, "BEGIN", err));
    if (b->soft)
        VT_TRY(send_word(c, "SET LOCAL synchronous_commit = off", err));
    if (b->fenced) {
        VT_TRY(insert_mark(c, b, err));
        if (synchronise(c, NULL, err) == VT_E_CONFLICT) { /* it was committed */
            c->failure = (vt_error){0};
            c->code[0] = 0;
            VT_TRY(send_word(c, "ROLLBACK", err));
            return synchronise(c, NULL, err);
        }
    }
    for (struct job *job = b->jobs; job; job = job->next)
        VT_TRY(run_one(c, job, err));
    return commit(c, b, err);
}

/* Leaves the connection ready for the next batch. */
static void abandon(struct connection *c)
{
    if (is_lost(c)) {
        disconnect(c);
        return;
    }
    drain(c);
    c->failure = (vt_error){0};
    c->code[0] = 0;
    if (send_word(c, "ROLLBACK", NULL) != VT_OK || synchronise(c, NULL, NULL) != VT_OK)
        disconnect(c);
}

static vt_status run_patiently(struct connection *c, struct batch *b, vt_error *err)
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
        bool again = is_lost(c) || is_transient(c);
        abandon(c);
        /* once its outcome is in doubt a batch is not given up so soon */
        if (!again || (!wait_before_retry(&patience) && !b->fenced))
            return status;
        if (b->fenced && vt_time_monotonic_ms() > patience.until_ms + 6 * WRITE_MS)
            return status;
        atomic_fetch_add(&c->store->retries, 1);
    }
}

static void run_batch(struct connection *c, struct job *jobs)
{
    struct batch b = {.jobs = jobs, .soft = true, .repeatable = true};
    size_t n = 0;
    for (struct job *job = jobs; job; job = job->next, n++) {
        b.soft = b.soft && job->how->soft;
        b.repeatable = b.repeatable && job->how->repeatable;
    }
    vt_error err = {0};
    vt_status status = run_patiently(c, &b, &err);
    if (status == VT_OK) {
        atomic_fetch_add(&c->store->batches, 1);
        atomic_fetch_add(&c->store->writes, n);
    }
    while (jobs) {
        struct job *next = jobs->next; /* after the post it is gone */
        if (status != VT_OK)
            jobs->status = vt_fail(jobs->err, status, "%s", err.message);
        sem_post(&jobs->done);
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
static struct job *take_group(struct postgres_store *store, uint64_t *ret_group)
{
    struct job **at = &store->first;
    while (*at && is_busy(store, (*at)->group))
        at = &(*at)->next;
    struct job *taken = NULL, **end = &taken;
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
        struct job *jobs = take_group(store, &w->group);
        if (jobs) {
            pthread_mutex_unlock(&store->lock);
            run_batch(w->connection, jobs);
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

static vt_status store_write(vt_store *head, const vt_write *how, vt_tx_fn fn, void *context,
                             vt_error *err)
{
    struct postgres_store *store = (struct postgres_store *)head;
    uintptr_t address = (uintptr_t)fn;
    vt_str group = how->group.ptr ? how->group : vt_str_n((const char *)&address, sizeof address);
    struct job job = {
        .how = how, .group = vt_hash_bytes(group, 0) | 1, .fn = fn, .context = context, .err = err};
    sem_init(&job.done, 0, 0);
    pthread_mutex_lock(&store->lock);
    *store->last = &job;
    store->last = &job.next;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
    while (sem_wait(&job.done) != 0) /* EINTR */
        ;
    sem_destroy(&job.done);
    return job.status;
}

/* ---- reading ---- */

static struct connection *take_reader(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    while (!store->idle && store->readers >= READERS)
        pthread_cond_wait(&store->idle_reader, &store->lock);
    struct connection *c = store->idle;
    if (c)
        store->idle = c->next;
    else
        store->readers++;
    pthread_mutex_unlock(&store->lock);
    return c ? c : connection_new(store);
}

static void give_reader(struct postgres_store *store, struct connection *c)
{
    pthread_mutex_lock(&store->lock);
    c->next = store->idle;
    store->idle = c;
    pthread_cond_signal(&store->idle_reader);
    pthread_mutex_unlock(&store->lock);
}

static vt_status try_read(struct connection *c, vt_tx_fn fn, void *context, vt_error *err)
{
    VT_TRY(begin(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err));
    vt_status status = fn(&c->tx, context, err);
    if (status == VT_OK && c->changed)
        status = synchronise(c, NULL, err); /* it tried to write */
    if (status == VT_OK && c->failure.status == VT_OK && send_word(c, "COMMIT", NULL) == VT_OK &&
        vt_pq.pipelineSync(c->pg) == 1 && vt_pq.flush(c->pg) == 0) {
        c->unread = true; /* nobody waits for the end of a read */
        return VT_OK;
    }
    return status == VT_OK ? pass_failure(c, err) : status;
}

/* While it is known to be down, callers fail at once, but for one now and then that tries. */
static bool is_worth_trying(struct postgres_store *store)
{
    int64_t since_ms = atomic_load(&store->down_since_ms), now_ms = vt_time_monotonic_ms();
    if (!since_ms || now_ms - since_ms < READ_MS)
        return true;
    int64_t next_ms = atomic_load(&store->next_try_ms);
    return now_ms >= next_ms &&
           atomic_compare_exchange_strong(&store->next_try_ms, &next_ms, now_ms + MAX_PAUSE_MS / 4);
}

static vt_status store_read(vt_store *head, vt_tx_fn fn, void *context, vt_error *err)
{
    struct postgres_store *store = (struct postgres_store *)head;
    if (!is_worth_trying(store))
        return vt_fail(err, VT_E_STORE, "PostgreSQL cannot be reached");
    struct connection *c = take_reader(store);
    struct patience patience = patience_of(READ_MS);
    vt_status status;
    for (;;) {
        status = try_read(c, fn, context, err);
        if (status == VT_OK)
            break;
        bool lost = is_lost(c), again = lost || is_transient(c);
        abandon(c);
        if (!again || !is_worth_trying(store))
            break;
        if (!wait_before_retry(&patience))
            break;
    }
    give_reader(store, c);
    return status;
}

/* ---- notices ---- */

static void notify(vt_store *head, const char *notice)
{
    struct postgres_store *store = (struct postgres_store *)head;
    pthread_mutex_lock(&store->lock);
    bool room = store->listening && store->notices.len < MAX_NOTICES;
    bool repeated = room && store->notices.len &&
                    vt_str_find(vt_buf_str(&store->notices), vt_str_z(notice), 0) != VT_NPOS;
    if (room && !repeated)
        vt_buf_addf(&store->notices, "%s\n", notice);
    pthread_mutex_unlock(&store->lock);
    uint64_t one = 1;
    if (room && !repeated)
        (void)!write(store->bell, &one, sizeof one);
}

/* Moves at most NOTICE_BYTES, whole lines, to `ret`; false when there are none. */
static bool take_notices(struct postgres_store *store, vt_buf *ret)
{
    vt_buf_clear(ret);
    pthread_mutex_lock(&store->lock);
    vt_str all = vt_buf_str(&store->notices);
    size_t n = VT_MIN(all.len, (size_t)NOTICE_BYTES);
    while (n && all.ptr[n - 1] != '\n')
        n--;
    vt_buf_add(ret, vt_str_sub(all, 0, n));
    if (n) {
        memmove(store->notices.ptr, store->notices.ptr + n, store->notices.len - n);
        store->notices.len -= n;
    }
    pthread_mutex_unlock(&store->lock);
    return ret->len > 0;
}

static bool send_notices(struct postgres_store *store, PGconn *pg)
{
    VT_AUTO(vt_buf) vt_buf lines = {0};
    while (take_notices(store, &lines)) {
        vt_buf_addc(&lines, 0);
        const char *values[] = {lines.ptr};
        PGresult *result =
            vt_pq.execParams(pg, "SELECT pg_notify('vitae', $1)", 1, NULL, values, NULL, NULL, 0);
        bool good = vt_pq.resultStatus(result) == PGRES_TUPLES_OK;
        vt_pq.clear(result);
        if (!good)
            return false;
    }
    return true;
}

static void hear(struct postgres_store *store, const PGnotify *heard, int own_pid)
{
    if (heard->be_pid == own_pid)
        return;
    vt_str rest = vt_str_z(heard->extra), line;
    while (vt_str_split(&rest, '\n', &line)) {
        char notice[256];
        snprintf(notice, sizeof notice, VT_STR_FMT, VT_STR_ARG(line));
        if (line.len)
            store->on_notice(store->context, notice);
    }
}

static bool read_clock(struct postgres_store *store, PGconn *pg)
{
    int64_t before_ms = vt_time_monotonic_ms();
    PGresult *result = vt_pq.exec(pg, DATABASE_CLOCK);
    bool good = vt_pq.resultStatus(result) == PGRES_TUPLES_OK;
    if (good)
        note_clock(store, vt_pq.getvalue(result, 0, 0), before_ms);
    vt_pq.clear(result);
    return good;
}

/* Until the connection is lost or the store ends. */
static void listen_on(struct postgres_store *store, PGconn *pg)
{
    PGresult *result = vt_pq.exec(pg, "LISTEN vitae");
    bool good = vt_pq.resultStatus(result) == PGRES_COMMAND_OK;
    vt_pq.clear(result);
    if (good)
        store->on_notice(store->context, NULL); /* whatever was said before was missed */
    int64_t clock_due_ms = vt_time_monotonic_ms() + CLOCK_MS;
    while (good && !atomic_load(&store->ending)) {
        struct pollfd p[] = {{.fd = vt_pq.socket(pg), .events = POLLIN},
                             {.fd = store->bell, .events = POLLIN}};
        (void)poll(p, 2, MAX_PAUSE_MS);
        uint64_t count;
        (void)!read(store->bell, &count, sizeof count);
        good = vt_pq.consumeInput(pg) == 1 && send_notices(store, pg);
        if (good && vt_time_monotonic_ms() >= clock_due_ms) {
            good = read_clock(store, pg);
            clock_due_ms = vt_time_monotonic_ms() + CLOCK_MS;
        }
        for (PGnotify *heard; (heard = vt_pq.notifies(pg)); vt_pq.freemem(heard))
            hear(store, heard, vt_pq.backendPID(pg));
    }
}

static void *listener_main(void *context)
{
    struct postgres_store *store = context;
    while (!atomic_load(&store->ending)) {
        PGconn *pg = NULL;
        if (dial(store, &pg, NULL) == VT_OK) {
            listen_on(store, pg);
            vt_pq.finish(pg);
            atomic_fetch_add(&store->losses, !atomic_load(&store->ending));
        }
        struct pollfd p = {.fd = store->bell, .events = POLLIN};
        if (!atomic_load(&store->ending))
            (void)poll(&p, 1, MAX_PAUSE_MS / 4);
    }
    return NULL;
}

static vt_status listen_start(vt_store *head, vt_notice_fn fn, void *context, vt_error *err)
{
    struct postgres_store *store = (struct postgres_store *)head;
    store->on_notice = fn;
    store->context = context;
    atomic_store(&store->ending, false);
    if (pthread_create(&store->listener, NULL, listener_main, store) != 0)
        return vt_fail(err, VT_E_INTERNAL, "cannot start the store's listener");
    pthread_mutex_lock(&store->lock);
    store->listening = true;
    pthread_mutex_unlock(&store->lock);
    return VT_OK;
}

static void listen_stop(vt_store *head)
{
    struct postgres_store *store = (struct postgres_store *)head;
    pthread_mutex_lock(&store->lock);
    bool listening = store->listening;
    store->listening = false;
    pthread_mutex_unlock(&store->lock);
    if (!listening)
        return;
    uint64_t one = 1;
    atomic_store(&store->ending, true);
    (void)!write(store->bell, &one, sizeof one);
    pthread_join(store->listener, NULL);
}

/* ---- the store ---- */

static int64_t now_ms(vt_store *head)
{
    return vt_time_monotonic_ms() + atomic_load(&((struct postgres_store *)head)->clock_offset_ms);
}

static vt_store_state store_state(vt_store *head)
{
    struct postgres_store *store = (struct postgres_store *)head;
    return (vt_store_state){.up = atomic_load(&store->up),
                            .writes = atomic_load(&store->writes),
                            .batches = atomic_load(&store->batches),
                            .retries = atomic_load(&store->retries),
                            .connects = atomic_load(&store->connects),
                            .losses = atomic_load(&store->losses)};
}

static void store_drop(vt_store *head)
{
    struct postgres_store *store = (struct postgres_store *)head;
    listen_stop(head);
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_broadcast(&store->work);
    pthread_mutex_unlock(&store->lock);
    for (size_t i = 0; i < WRITERS; i++) {
        if (i < store->started)
            pthread_join(store->writers[i].thread, NULL);
        connection_drop(store->writers[i].connection);
    }
    while (store->idle) {
        struct connection *c = store->idle;
        store->idle = c->next;
        connection_drop(c);
    }
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->idle_reader);
    vt_buf_release(&store->notices);
    close(store->bell);
    free(store->url);
    free(store);
}

static const char *const words[] = {
    "{blob}", "BYTEA", "{serial}", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "{for_update}", "FOR NO KEY UPDATE", "{skip_locked}", "FOR NO KEY UPDATE SKIP LOCKED",
    "{unlogged}", "UNLOGGED",
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
    .script = script,
    .open = cursor_open,
    .next = cursor_next,
    .changes = cursor_changes,
    .column_int = column_int,
    .column_text = column_text,
    .end = cursor_end,
    .words = words,
    .shared = true,
    .state = store_state,
    .schema_lock = "SELECT pg_advisory_xact_lock(7816341)",
    .send = send,
    .now_ms = now_ms,
    .listen = listen_start,
    .unlisten = listen_stop,
    .notify = notify,
};

vt_status vt_postgres_open(const char *url, vt_store **ret, vt_error *err)
{
    VT_TRY(vt_pq_open(err));
    struct postgres_store *made = vt_xcalloc(1, sizeof *made);
    made->head.driver = &driver;
    made->last = &made->first;
    made->url = strdup(url);
    made->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->work, NULL);
    pthread_cond_init(&made->idle_reader, NULL);
    VT_AUTO(vt_store) vt_store *store = &made->head;
    if (!made->url)
        return vt_fail(err, VT_E_MEMORY, "no memory for a URL");
    for (size_t i = 0; i < WRITERS; i++) {
        struct writer *w = &made->writers[i];
        w->store = made;
        w->connection = connection_new(made);
        if (pthread_create(&w->thread, NULL, writer_main, w) != 0)
            return vt_fail(err, VT_E_INTERNAL, "cannot start the store's writer");
        made->started++;
    }
    *ret = VT_TAKE(store);
    return VT_OK;
}
