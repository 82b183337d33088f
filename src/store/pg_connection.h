/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One connection to PostgreSQL: its pipeline, its statements, what went wrong on it. Used by one
 * thread at a time. Private to postgres.c and pg_listener.c.
 */
#ifndef VT_STORE_PG_CONNECTION_H
#define VT_STORE_PG_CONNECTION_H

#include <stdatomic.h>

#include "base/time.h"
#include "store/driver.h"
#include "store/pq.h"

enum {
    VT_PG_STATEMENTS = 512,  /* prepared ones that a connection keeps */
    VT_PG_NEXT_TRY_MS = 250, /* between two tries to reach a server that is down */
};

/** Gives the server's time in milliseconds. */
#define VT_PG_CLOCK "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"

/** What all connections know of the server. Any thread. */
typedef struct vt_pg_server {
    char *url;
    _Atomic bool up;
    _Atomic bool full;                          /* its disk had no room for the last write */
    _Atomic int64_t down_since_ms, next_try_ms; /* monotonic; 0: it is up */
    _Atomic int64_t clock_offset_ms;            /* of the database's clock to our monotonic one */
    _Atomic uint64_t connects, losses;
    _Atomic uint64_t trips; /* answers that were waited for */
} vt_pg_server;

typedef struct vt_pg_statement {
    const char *sql; /* the literal: the key */
    uint64_t number; /* its name on the server */
    bool fresh;      /* prepared since the last synchronisation */
} vt_pg_statement;

typedef struct vt_pg_connection {
    vt_tx tx; /* first: the driver */
    vt_pg_server *server;
    PGconn *pg;           /* NULL: not connected */
    bool unread;          /* a synchronisation was sent and not read yet */
    bool changed;         /* the transaction may have changed something */
    vt_error failure;     /* the first of the transaction; VT_OK: none */
    char code[6];         /* its SQLSTATE */
    uint64_t last_number; /* of statements */
    vt_pg_statement statements[VT_PG_STATEMENTS];
    struct vt_pg_connection *next; /* in the free list */
} vt_pg_connection;

/** A connection that is made when it is first needed. */
vt_pg_connection *vt_pg_connection_new(const vt_store_driver *driver, vt_pg_server *server);
/** Closes it. NULL is allowed. */
void vt_pg_connection_drop(vt_pg_connection *c);
/** Closes what is open; the next transaction connects anew. */
void vt_pg_disconnect(vt_pg_connection *c);

/** Connects; the caller finishes what it gets. Notes in `server` whether it is up, and its clock.
 */
VT_MUST_USE vt_status vt_pg_dial(vt_pg_server *server, PGconn **ret, vt_error *err);
/** Keeps the clock's offset; `database_ms` came on a question asked at `before_ms` (monotonic). */
void vt_pg_note_clock(vt_pg_server *server, const char *database_ms, int64_t before_ms);

/** The server's time, by the offset noted last. */
static inline int64_t vt_pg_now_ms(const vt_pg_server *server)
{
    return vt_time_monotonic_ms() + atomic_load(&server->clock_offset_ms);
}

/* ---- a transaction: the first failure is kept, and everything after it fails with it ---- */

/** Begins with the statement `sql`, connected if it was not. */
VT_MUST_USE vt_status vt_pg_begin(vt_pg_connection *c, const char *sql, vt_error *err);
/** Sends a statement without parameters and does not wait. */
VT_MUST_USE vt_status vt_pg_send_word(vt_pg_connection *c, const char *sql, vt_error *err);
/** Ends what was sent, and waits for it; *ret_last (may be NULL) is the last statement's result, to
 * be cleared by the caller, NULL on failure. */
vt_status vt_pg_synchronise(vt_pg_connection *c, PGresult **ret_last, vt_error *err);
/** The transaction goes on behind a failure: what was sent is read and forgotten. */
void vt_pg_drain(vt_pg_connection *c);
/** Forgets the failure. */
void vt_pg_forgive(vt_pg_connection *c);

/** Copies the failure to `err`, and gives its status. */
vt_status vt_pg_pass_failure(const vt_pg_connection *c, vt_error *err);
/** The connection is lost, or the server said that it goes. */
bool vt_pg_is_lost(const vt_pg_connection *c);
/** Serialisation, deadlock, lock timeout: it may go well the next time. */
bool vt_pg_is_transient(const vt_pg_connection *c);

/* ---- parts of the driver: see driver.h ---- */

/** Several commands at once: outside of the pipeline. */
vt_status vt_pg_script(vt_tx *tx, const char *sql, vt_error *err);
vt_status vt_pg_send(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_error *err);
vt_status vt_pg_cursor_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                            vt_cursor **ret, vt_error *err);
vt_status vt_pg_cursor_next(vt_cursor *head, bool *ret_row, vt_error *err);
int64_t vt_pg_cursor_changes(vt_cursor *head);
int64_t vt_pg_column_int(vt_cursor *head, int column);
vt_str vt_pg_column_text(vt_cursor *head, int column);
void vt_pg_cursor_end(vt_cursor *head);

#endif
