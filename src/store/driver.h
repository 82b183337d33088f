/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What an implementation of the store gives. The structs begin with their driver, so that store.c
 * finds it; an implementation appends its own members.
 */
#ifndef VT_STORE_DRIVER_H
#define VT_STORE_DRIVER_H

#include "base/buf.h"
#include "store/store.h"

typedef struct vt_store_driver {
    void (*write)(vt_store *store, vt_writing *writing);
    vt_status (*read)(vt_store *store, vt_tx_fn fn, void *context, vt_error *err);
    void (*drop)(vt_store *store);
    /* a statement of several commands without parameters, for migrations */
    vt_status (*script)(vt_tx *tx, const char *sql, vt_error *err);
    vt_status (*open)(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_cursor **ret,
                      vt_error *err);
    vt_status (*next)(vt_cursor *cursor, bool *ret_row, vt_error *err);
    int64_t (*changes)(vt_cursor *cursor); /* after the last row */
    int64_t (*column_int)(vt_cursor *cursor, int column);
    vt_str (*column_text)(vt_cursor *cursor, int column);
    void (*end)(vt_cursor *cursor);
    const char *const *words; /* pairs: "{blob}", "BLOB", ..., NULL */
    bool shared;
    vt_store_state (*state)(vt_store *store);
    const char *object; /* 1 when there is one of the type $1 (table, index) and the name $2 */
    /* of a shared store; NULL otherwise */
    const char *schema_lock; /* held while the schema is brought up to date */
    vt_status (*send)(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_error *err);
    int64_t (*now_ms)(vt_store *store);
    vt_status (*listen)(vt_store *store, vt_notice_fn fn, void *context, vt_error *err);
    void (*unlisten)(vt_store *store);
    void (*notify)(vt_store *store, const char *notice);
} vt_store_driver;

struct vt_store {
    const vt_store_driver *driver;
};
struct vt_tx {
    const vt_store_driver *driver;
};
struct vt_cursor {
    const vt_store_driver *driver;
};

/** `sql` with the driver's words in place of those in braces. */
void vt_sql_expand(const vt_store_driver *driver, const char *sql, vt_buf *out);

/**
 * fn(tx, context, err) in a guard of its own: a function over the budget of an arena ends as any
 * other that fails, with VT_E_MEMORY, and its transaction is undone.
 */
VT_MUST_USE vt_status vt_tx_call(vt_tx *tx, vt_tx_fn fn, void *context, vt_error *err);

VT_MUST_USE vt_status vt_sqlite_open(const char *path, vt_store **ret, vt_error *err);
VT_MUST_USE vt_status vt_postgres_open(const char *url, vt_store **ret, vt_error *err);

#endif
