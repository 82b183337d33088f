/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Round trips: a connection is in pipeline mode; what has no rows to give (BEGIN, inserts,
 * savepoints) is sent without waiting, and its result is looked at together with the next one that
 * is waited for. Statements are prepared once a connection, found by the address of the literal.
 */
#include "store/pg_connection.h"

#include <endian.h>
#include <stdio.h>

enum {
    MAX_ARGS = 32,
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT2 = 21,
    OID_INT4 = 23,
    OID_TEXT = 25,
};

/* Every connection's own: a program that was cut off must not hold rows for long. */
static const char session_settings[] =
    "SET statement_timeout = '30s'; SET lock_timeout = '10s';"
    "SET idle_in_transaction_session_timeout = '10s';"
    "SET client_connection_check_interval = '5s';"
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
    "SET tcp_user_timeout = '10s'; SET bytea_output = 'hex';" VT_PG_CLOCK;

struct cursor {
    vt_cursor head;
    PGresult *result;
    int row;
};

/* ---- connections ---- */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

void vt_pg_disconnect(vt_pg_connection *c)
{
    if (!c->pg)
        return;
    vt_pq.finish(c->pg);
    c->pg = NULL;
    c->unread = false;
    memset(c->statements, 0, sizeof c->statements);
    atomic_fetch_add(&c->server->losses, 1);
}

void vt_pg_connection_drop(vt_pg_connection *c)
{
    if (!c)
        return;
    if (c->pg)
        vt_pq.finish(c->pg);
    free(c);
}

vt_pg_connection *vt_pg_connection_new(const vt_store_driver *driver, vt_pg_server *server)
{
    vt_pg_connection *c = vt_xcalloc(1, sizeof *c);
    c->tx.driver = driver;
    c->server = server;
    return c;
}

void vt_pg_note_clock(vt_pg_server *server, const char *database_ms, int64_t before_ms)
{
    int64_t now_ms;
    if (vt_str_to_i64(vt_str_z(database_ms), 0, INT64_MAX, &now_ms))
        atomic_store(&server->clock_offset_ms, now_ms - (before_ms + vt_time_monotonic_ms()) / 2);
}

static void note_down(vt_pg_server *server)
{
    int64_t now_ms = vt_time_monotonic_ms(), up = 0;
    atomic_compare_exchange_strong(&server->down_since_ms, &up, now_ms);
    atomic_store(&server->next_try_ms, now_ms + VT_PG_NEXT_TRY_MS);
    atomic_store(&server->up, false);
}

/* It answered, whatever it said: a connection that outlived the trouble tells so, too. */
static void note_up(vt_pg_server *server)
{
    if (atomic_load(&server->down_since_ms))
        atomic_store(&server->down_since_ms, 0);
    if (!atomic_load(&server->up))
        atomic_store(&server->up, true);
}

/* libpq's own settings in the URL win over these. */
vt_status vt_pg_dial(vt_pg_server *server, PGconn **ret, vt_error *err)
{
    const char *const keys[] = {"connect_timeout",  "tcp_user_timeout",
                                "keepalives_idle",  "keepalives_interval",
                                "keepalives_count", "target_session_attrs",
                                "application_name", "client_encoding",
                                "dbname",           NULL};
    const char *const values[] = {"3",          "10000", "5",    "2",         "3",
                                  "read-write", "vitae", "UTF8", server->url, NULL};
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
        vt_pg_note_clock(server, vt_pq.getvalue(settings, 0, 0), before_ms);
        atomic_fetch_add(&server->connects, 1);
        note_up(server);
        *ret = pg;
    } else {
        vt_str why = vt_str_trim(vt_str_z(vt_pq.errorMessage(pg)));
        size_t line = vt_str_find_char(why, '\n', 0);
        why.len = VT_MIN(why.len, line);
        status = vt_fail(err, VT_E_STORE, "PostgreSQL: " VT_STR_FMT, VT_STR_ARG(why));
        note_down(server);
    }
    vt_pq.clear(settings);
    if (!good)
        vt_pq.finish(pg);
    return status;
}

static vt_status connect_if_needed(vt_pg_connection *c, vt_error *err)
{
    if (c->pg && vt_pq.status(c->pg) != CONNECTION_BAD)
        return VT_OK;
    vt_pg_disconnect(c);
    VT_TRY(vt_pg_dial(c->server, &c->pg, err));
    if (vt_pq.enterPipelineMode(c->pg) != 1)
        return vt_fail(err, VT_E_STORE, "PostgreSQL: no pipeline mode");
    return VT_OK;
}

/* ---- failures ---- */

bool vt_pg_is_lost(const vt_pg_connection *c)
{
    static const char *const codes[] = {"08", "57P", "25006"};
    if (!c->pg || vt_pq.status(c->pg) == CONNECTION_BAD)
        return true;
    for (size_t i = 0; i < VT_COUNT(codes); i++)
        if (strncmp(c->code, codes[i], strlen(codes[i])) == 0)
            return true;
    return false;
}

bool vt_pg_is_transient(const vt_pg_connection *c)
{
    return strncmp(c->code, "40", 2) == 0 || strcmp(c->code, "55P03") == 0;
}

static vt_status note_failure(vt_pg_connection *c, const PGresult *result)
{
    if (c->failure.status != VT_OK)
        return c->failure.status;
    const char *code = result ? vt_pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *text = result ? vt_pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    snprintf(c->code, sizeof c->code, "%s", code ? code : "");
    if (strcmp(c->code, "53100") == 0)
        atomic_store(&c->server->full, true);
    vt_status status = strncmp(c->code, "23", 2) == 0 ? VT_E_CONFLICT : VT_E_STORE;
    return vt_fail(&c->failure, status, "PostgreSQL: %s (%s)",
                   text ? text : "the connection is lost", c->code[0] ? c->code : "-");
}

vt_status vt_pg_pass_failure(const vt_pg_connection *c, vt_error *err)
{
    if (err)
        *err = c->failure;
    return c->failure.status;
}

void vt_pg_forgive(vt_pg_connection *c)
{
    c->failure = (vt_error){0};
    c->code[0] = 0;
}

/* ---- the pipeline ---- */

static void forget_fresh(vt_pg_connection *c, bool prepared)
{
    for (size_t i = 0; i < VT_PG_STATEMENTS; i++)
        if (c->statements[i].fresh) {
            c->statements[i].fresh = false;
            if (!prepared)
                c->statements[i].number = 0;
        }
}

/* Reads to the next synchronisation; *ret_last (may be NULL) is the last statement's result. */
static void read_results(vt_pg_connection *c, PGresult **ret_last)
{
    PGresult *last = NULL;
    int ends = 0;
    for (;;) {
        PGresult *result = vt_pq.getResult(c->pg);
        if (!result && ++ends == 1) /* behind each statement */
            continue;
        if (!result) { /* nothing is to come, and no synchronisation came */
            (void)note_failure(c, NULL);
            vt_pg_disconnect(c);
            break;
        }
        ends = 0;
        ExecStatusType status = vt_pq.resultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) {
            vt_pq.clear(result);
            note_up(c->server);
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

vt_status vt_pg_synchronise(vt_pg_connection *c, PGresult **ret_last, vt_error *err)
{
    if (c->failure.status == VT_OK) {
        if (vt_pq.pipelineSync(c->pg) == 1) {
            atomic_fetch_add(&c->server->trips, 1);
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
    return vt_pg_pass_failure(c, err);
}

void vt_pg_drain(vt_pg_connection *c)
{
    if (!c->pg || vt_pq.status(c->pg) == CONNECTION_BAD)
        return;
    if (vt_pq.pipelineSync(c->pg) == 1)
        read_results(c, NULL);
    forget_fresh(c, false);
}

vt_status vt_pg_send_word(vt_pg_connection *c, const char *sql, vt_error *err)
{
    if (c->failure.status != VT_OK)
        return vt_pg_pass_failure(c, err);
    if (vt_pq.sendQueryParams(c->pg, sql, 0, NULL, NULL, NULL, NULL, 1) != 1) {
        (void)note_failure(c, NULL);
        return vt_pg_pass_failure(c, err);
    }
    return VT_OK;
}

vt_status vt_pg_begin(vt_pg_connection *c, const char *sql, vt_error *err)
{
    VT_TRY(connect_if_needed(c, err));
    vt_pg_forgive(c);
    c->changed = false;
    if (c->unread) {
        read_results(c, NULL); /* of a COMMIT that nobody waited for */
        vt_pg_forgive(c);
        VT_TRY(connect_if_needed(c, err));
    }
    return vt_pg_send_word(c, sql, err);
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

static vt_pg_statement *find_statement(vt_pg_connection *c, const char *sql)
{
    size_t at = ((uintptr_t)sql >> 4) % VT_PG_STATEMENTS;
    for (size_t i = 0; i < VT_PG_STATEMENTS; i++) {
        vt_pg_statement *s = &c->statements[(at + i) % VT_PG_STATEMENTS];
        if (s->sql == sql || !s->sql)
            return s;
    }
    return &c->statements[at];
}

static void name_of(const vt_pg_statement *s, char ret[32])
{
    snprintf(ret, 32, "s%ju", (uintmax_t)s->number);
}

static bool prepare(vt_pg_connection *c, vt_pg_statement *s, const char *sql, const struct bound *b,
                    size_t count)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    char name[32];
    vt_sql_expand(c->tx.driver, sql, &text);
    *s = (vt_pg_statement){.sql = sql, .number = ++c->last_number, .fresh = true};
    name_of(s, name);
    return vt_pq.sendPrepare(c->pg, name, text.ptr, (int)count, b->types) == 1;
}

vt_status vt_pg_send(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_error *err)
{
    vt_pg_connection *c = (vt_pg_connection *)tx;
    if (c->failure.status != VT_OK)
        return vt_pg_pass_failure(c, err);
    if (count > MAX_ARGS)
        return vt_fail(err, VT_E_INTERNAL, "a statement has too many parameters");
    struct bound b;
    bind(&b, args, count);
    vt_pg_statement *s = find_statement(c, sql);
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
    return vt_pg_pass_failure(c, err);
}

vt_status vt_pg_cursor_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                            vt_cursor **ret, vt_error *err)
{
    vt_pg_connection *c = (vt_pg_connection *)tx;
    bool changed = c->changed;
    PGresult *result = NULL;
    VT_TRY(vt_pg_send(tx, sql, args, count, err));
    VT_TRY(vt_pg_synchronise(c, &result, err));
    bool writes = vt_pq.cmdTuples(result)[0] && strcmp(vt_pq.cmdTuples(result), "0") != 0 &&
                  strncmp(vt_pq.cmdStatus(result), "SELECT", 6) != 0;
    c->changed = changed || writes;
    struct cursor *cursor = vt_xcalloc(1, sizeof *cursor);
    *cursor = (struct cursor){.head = {c->tx.driver}, .result = result, .row = -1};
    *ret = &cursor->head;
    return VT_OK;
}

vt_status vt_pg_cursor_next(vt_cursor *head, bool *ret_row, vt_error *err)
{
    (void)err;
    struct cursor *cursor = (struct cursor *)head;
    *ret_row = ++cursor->row < vt_pq.ntuples(cursor->result);
    return VT_OK;
}

void vt_pg_cursor_end(vt_cursor *head)
{
    struct cursor *cursor = (struct cursor *)head;
    vt_pq.clear(cursor->result);
    free(cursor);
}

int64_t vt_pg_cursor_changes(vt_cursor *head)
{
    int64_t n = 0;
    (void)vt_str_to_i64(vt_str_z(vt_pq.cmdTuples(((struct cursor *)head)->result)), 0, INT64_MAX,
                        &n);
    return n;
}

vt_str vt_pg_column_text(vt_cursor *head, int column)
{
    struct cursor *c = (struct cursor *)head;
    if (vt_pq.getisnull(c->result, c->row, column))
        return VT_STR_NULL;
    return vt_str_n(vt_pq.getvalue(c->result, c->row, column),
                    (size_t)vt_pq.getlength(c->result, c->row, column));
}

int64_t vt_pg_column_int(vt_cursor *head, int column)
{
    vt_str bytes = vt_pg_column_text(head, column); /* big-endian; other types are no integers */
    Oid type = vt_pq.ftype(((struct cursor *)head)->result, column);
    if (!bytes.ptr || (type != OID_INT8 && type != OID_INT4 && type != OID_INT2))
        return 0;
    uint64_t value = (bytes.ptr[0] & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = value << 8 | (unsigned char)bytes.ptr[i];
    return (int64_t)value;
}

vt_status vt_pg_script(vt_tx *tx, const char *sql, vt_error *err)
{
    vt_pg_connection *c = (vt_pg_connection *)tx;
    VT_TRY(vt_pg_synchronise(c, NULL, err));
    if (vt_pq.exitPipelineMode(c->pg) != 1)
        return vt_fail(err, VT_E_INTERNAL, "PostgreSQL: the pipeline is not empty");
    PGresult *result = vt_pq.exec(c->pg, sql);
    ExecStatusType status = vt_pq.resultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        (void)note_failure(c, result);
    vt_pq.clear(result);
    (void)vt_pq.enterPipelineMode(c->pg);
    return c->failure.status == VT_OK ? VT_OK : vt_pg_pass_failure(c, err);
}
