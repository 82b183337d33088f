/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The store: transactions and statements over a database. SQLite and PostgreSQL implement it
 * (driver.h); everything above speaks the SQL that both understand.
 *
 * SQL. Parameters are $1, $2 ... Statements are literals: they are prepared once a connection and
 * found again by address, so text that is put together at run time is no statement. Where the two
 * differ, a word in braces stands for the difference:
 *
 *     {skip_locked}   at the end of a SELECT: rows that another transaction holds are passed over;
 *                     {skip_locked_request}, {skip_locked_endpoint}: rows of that table in a join
 *     {for_update}    at the end of a SELECT: the rows are locked to the end of the transaction
 *     {blob} {serial} {unlogged} {queue_options}   in migrations
 *
 * Instants are milliseconds (BIGINT), flags 0 or 1, days TEXT `YYYY-MM-DD`.
 *
 * Writing. vt_store_write() runs a function inside a transaction and returns when it is durable.
 * The function may run again when the database asks for it (a lost connection, a serialisation
 * failure), so it changes nothing outside the transaction but what its context receives as a
 * result. When it fails, all of its changes are undone and its status comes back. It must be
 * short: SQLite has one writer, and transactions that wait together are committed together.
 * It must not call vt_store_write() itself. A statement without rows may be sent together with
 * later ones: its failure then shows as that of the next statement, or of the whole write.
 *
 * When the database cannot be reached, a call waits a moment for it and then fails as VT_E_STORE.
 * Whatever happens to the connection, a write that returns VT_OK took effect exactly once.
 *
 * Any thread may call any function that takes a store.
 */
#ifndef VT_STORE_STORE_H
#define VT_STORE_STORE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

typedef struct vt_store vt_store;
typedef struct vt_tx vt_tx;         /* a transaction; valid while its function runs */
typedef struct vt_cursor vt_cursor; /* a statement with rows to come */

typedef vt_status (*vt_tx_fn)(vt_tx *tx, void *context, vt_error *err);

/**
 * Opens `where`: a path of an SQLite file, or "postgresql://...". Missing tables are created and
 * older schemas brought up to date, so that two programs may open it at once.
 */
VT_MUST_USE vt_status vt_store_open(const char *where, vt_store **ret, vt_error *err);
/** Waits for writes that run. NULL is allowed. */
void vt_store_drop(vt_store *store);
VT_DEFINE_AUTO(vt_store, vt_store_drop)

VT_MUST_USE vt_status vt_store_write(vt_store *store, vt_tx_fn fn, void *context, vt_error *err);
/** The same for reading: the function sees one snapshot and may not change anything. It may run
 * again, too. */
VT_MUST_USE vt_status vt_store_read(vt_store *store, vt_tx_fn fn, void *context, vt_error *err);

/** How a write runs; all zeros is what vt_store_write() does. */
typedef struct vt_write {
    vt_str group;    /* committed together only with others of this group, one after the other: the
                      * account whose row they lock. The null string: with others of its function */
    bool soft;       /* need not survive a crash of the database */
    bool repeatable; /* may take effect twice */
} vt_write;
VT_MUST_USE vt_status vt_store_write_as(vt_store *store, const vt_write *how, vt_tx_fn fn,
                                        void *context, vt_error *err);

/**
 * A write that no thread waits for. The caller keeps the struct until `done` was called: once, on a
 * thread of the store, with status and error filled. It must be quick, and may free the struct.
 */
typedef struct vt_writing {
    vt_write how;
    vt_tx_fn fn;
    void *context; /* of fn */
    void (*done)(struct vt_writing *writing);
    vt_status status;
    vt_error error;
    /* the store's own */
    uint64_t group;
    struct vt_writing *next;
} vt_writing;
void vt_store_write_later(vt_store *store, vt_writing *writing);

/* ---- several programs, one store ---- */

/** True when several programs share it: leases tell whose job is dead, not this one's start. */
bool vt_store_shared(const vt_store *store);

/** The time, alike for all who share the store: the database's clock. */
int64_t vt_store_now_ms(vt_store *store);

/** Told on a thread of the store of what another program notified; with NULL that something may
 * have been missed. Nothing is ever told of a store that is not shared. */
typedef void (*vt_notice_fn)(void *context, const char *notice);
VT_MUST_USE vt_status vt_store_listen(vt_store *store, vt_notice_fn fn, void *context,
                                      vt_error *err);
/** Ends it; no call runs afterwards. */
void vt_store_unlisten(vt_store *store);
/** Tells all other programs, soon; one line of text. Best effort. */
void vt_store_notify(vt_store *store, const char *notice);

typedef struct vt_store_state {
    bool up;                            /* the last attempt to reach it succeeded */
    bool full;                          /* its disk has no room for writes */
    int64_t bytes, free_bytes;          /* of its files, and left on their disk; 0: not known */
    uint64_t writes, batches;           /* functions that were committed, and in how many commits */
    uint64_t retries, connects, losses; /* batches that ran again; connections made and lost */
    uint64_t trips;                     /* round trips to the database */
} vt_store_state;
/** Any thread. */
vt_store_state vt_store_get_state(vt_store *store);

/* ---- statements ---- */

typedef enum vt_arg_type { VT_ARG_INT, VT_ARG_TEXT, VT_ARG_BLOB } vt_arg_type;
typedef struct vt_arg {
    vt_arg_type type;
    int64_t integer;
    vt_str text; /* the null string is NULL */
} vt_arg;

static inline vt_arg vt_arg_int(int64_t value)
{
    return (vt_arg){.type = VT_ARG_INT, .integer = value};
}
static inline vt_arg vt_arg_text(vt_str value)
{
    return (vt_arg){.type = VT_ARG_TEXT, .text = value};
}
static inline vt_arg vt_arg_z(const char *value)
{
    return vt_arg_text(vt_str_z(value));
}
static inline vt_arg vt_arg_blob(vt_str value)
{
    return (vt_arg){.type = VT_ARG_BLOB, .text = value};
}

/** The parameters of a statement: VT_ARGS(vt_arg_int(1), vt_arg_z("x")), or VT_NO_ARGS. */
#define VT_ARGS(...)                                                                               \
    (const vt_arg[]){__VA_ARGS__}, sizeof((const vt_arg[]){__VA_ARGS__}) / sizeof(vt_arg)
#define VT_NO_ARGS NULL, 0

/** Runs a statement without rows. *ret_changes (may be NULL) is the count of rows it changed. */
VT_MUST_USE vt_status vt_sql_run(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                                 int64_t *ret_changes, vt_error *err);

/** Starts a statement with rows; end it with vt_cursor_drop() before the transaction ends. */
VT_MUST_USE vt_status vt_sql_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                                  vt_cursor **ret, vt_error *err);
void vt_cursor_drop(vt_cursor *cursor);
VT_DEFINE_AUTO(vt_cursor, vt_cursor_drop)

/** Moves to the next row; *ret_row is false behind the last one. */
VT_MUST_USE vt_status vt_cursor_next(vt_cursor *cursor, bool *ret_row, vt_error *err);

/* Columns of the row, counted from 0. Text lives until the next row; NULL is 0 or the null string.
 */
int64_t vt_cursor_int(vt_cursor *cursor, int column);
vt_str vt_cursor_text(vt_cursor *cursor, int column); /* also of blobs */

/** A text column in the arena; NULL is the null string. */
vt_str vt_cursor_dup(vt_arena *arena, vt_cursor *cursor, int column);

/** Copies a text column into `ret`, cut to its size; NULL gives "". */
void vt_cursor_copy(vt_cursor *cursor, int column, char *ret, size_t size);

/** One integer: the first column of the first row, or `fallback` when there is no row or NULL. */
VT_MUST_USE vt_status vt_sql_int(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                                 int64_t fallback, int64_t *ret, vt_error *err);

#endif
