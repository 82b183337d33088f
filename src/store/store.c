/* SPDX-License-Identifier: Apache-2.0 */
#include "store/store.h"

#include "base/buf.h"
#include "base/time.h"
#include "base/unwind.h"
#include "store/driver.h"
#include "store/migrate.h"

#include <semaphore.h>

vt_status vt_store_open(const char *where, vt_store **ret, vt_error *err)
{
    VT_AUTO(vt_store) vt_store *store = NULL;
    if (vt_str_starts(vt_str_z(where), VT_STR("postgresql://")))
        VT_TRY(vt_postgres_open(where, &store, err));
    else
        VT_TRY(vt_sqlite_open(where, &store, err));
    VT_TRY(vt_store_migrate(store, err));
    *ret = VT_TAKE(store);
    return VT_OK;
}

void vt_store_drop(vt_store *store)
{
    if (store)
        store->driver->drop(store);
}

vt_status vt_store_write(vt_store *store, vt_tx_fn fn, void *context, vt_error *err)
{
    return vt_store_write_as(store, &(vt_write){0}, fn, context, err);
}

struct waited {
    vt_writing writing; /* first */
    sem_t over;
};

static void wake(vt_writing *writing)
{
    sem_post(&((struct waited *)writing)->over);
}

vt_status vt_store_write_as(vt_store *store, const vt_write *how, vt_tx_fn fn, void *context,
                            vt_error *err)
{
    struct waited w = {.writing = {.how = *how, .fn = fn, .context = context, .done = wake}};
    sem_init(&w.over, 0, 0);
    vt_store_write_later(store, &w.writing);
    while (sem_wait(&w.over) != 0) /* EINTR */
        ;
    sem_destroy(&w.over);
    if (err && w.writing.status != VT_OK)
        *err = w.writing.error;
    return w.writing.status;
}

void vt_store_write_later(vt_store *store, vt_writing *writing)
{
    store->driver->write(store, writing);
}

vt_status vt_store_read(vt_store *store, vt_tx_fn fn, void *context, vt_error *err)
{
    return store->driver->read(store, fn, context, err);
}

struct tx_call {
    vt_tx *tx;
    vt_tx_fn fn;
    void *context;
    vt_error *err;
    vt_status status;
};

static void run_tx_call(void *context)
{
    struct tx_call *call = context;
    call->status = call->fn(call->tx, call->context, call->err);
}

vt_status vt_tx_call(vt_tx *tx, vt_tx_fn fn, void *context, vt_error *err)
{
    struct tx_call call = {.tx = tx, .fn = fn, .context = context, .err = err};
    if (vt_guard_run(run_tx_call, &call))
        return call.status;
    return vt_fail(err, VT_E_MEMORY, "a transaction needs more memory than it may use");
}

bool vt_store_shared(const vt_store *store)
{
    return store->driver->shared;
}

int64_t vt_store_now_ms(vt_store *store)
{
    return store->driver->now_ms ? store->driver->now_ms(store) : vt_time_now_ms();
}

vt_status vt_store_listen(vt_store *store, vt_notice_fn fn, void *context, vt_error *err)
{
    return store->driver->listen ? store->driver->listen(store, fn, context, err) : VT_OK;
}

void vt_store_unlisten(vt_store *store)
{
    if (store->driver->unlisten)
        store->driver->unlisten(store);
}

void vt_store_notify(vt_store *store, const char *notice)
{
    if (store->driver->notify)
        store->driver->notify(store, notice);
}

vt_store_state vt_store_get_state(vt_store *store)
{
    return store->driver->state(store);
}

vt_status vt_sql_open(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, vt_cursor **ret,
                      vt_error *err)
{
    return tx->driver->open(tx, sql, args, count, ret, err);
}

vt_status vt_cursor_next(vt_cursor *cursor, bool *ret_row, vt_error *err)
{
    return cursor->driver->next(cursor, ret_row, err);
}

int64_t vt_cursor_int(vt_cursor *cursor, int column)
{
    return cursor->driver->column_int(cursor, column);
}

vt_str vt_cursor_text(vt_cursor *cursor, int column)
{
    return cursor->driver->column_text(cursor, column);
}

vt_str vt_cursor_dup(vt_arena *arena, vt_cursor *cursor, int column)
{
    vt_str text = vt_cursor_text(cursor, column);
    return text.ptr ? vt_str_dup(arena, text) : VT_STR_NULL;
}

void vt_cursor_copy(vt_cursor *cursor, int column, char *ret, size_t size)
{
    vt_str text = vt_cursor_text(cursor, column);
    size_t n = VT_MIN(text.len, size - 1);
    if (n)
        memcpy(ret, text.ptr, n);
    ret[n] = 0;
}

void vt_cursor_drop(vt_cursor *cursor)
{
    if (cursor)
        cursor->driver->end(cursor);
}

vt_status vt_sql_run(vt_tx *tx, const char *sql, const vt_arg *args, size_t count,
                     int64_t *ret_changes, vt_error *err)
{
    if (!ret_changes && tx->driver->send)
        return tx->driver->send(tx, sql, args, count, err);
    VT_AUTO(vt_cursor) vt_cursor *cursor = NULL;
    VT_TRY(vt_sql_open(tx, sql, args, count, &cursor, err));
    bool row = true;
    while (row)
        VT_TRY(vt_cursor_next(cursor, &row, err));
    if (ret_changes)
        *ret_changes = cursor->driver->changes(cursor);
    return VT_OK;
}

vt_status vt_sql_int(vt_tx *tx, const char *sql, const vt_arg *args, size_t count, int64_t fallback,
                     int64_t *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *cursor = NULL;
    VT_TRY(vt_sql_open(tx, sql, args, count, &cursor, err));
    bool row = false;
    VT_TRY(vt_cursor_next(cursor, &row, err));
    *ret = row && vt_cursor_text(cursor, 0).ptr ? vt_cursor_int(cursor, 0) : fallback;
    return VT_OK;
}

void vt_sql_expand(const vt_store_driver *driver, const char *sql, vt_buf *out)
{
    vt_str rest = vt_str_z(sql);
    while (rest.len) {
        const char *const *word = driver->words;
        if (rest.ptr[0] == '{')
            while (word[0] && !vt_str_starts(rest, vt_str_z(word[0])))
                word += 2;
        if (rest.ptr[0] == '{' && word[0]) {
            vt_buf_addz(out, word[1]);
            rest = vt_str_sub(rest, strlen(word[0]), rest.len);
        } else {
            vt_buf_addc(out, rest.ptr[0]);
            rest = vt_str_sub(rest, 1, rest.len);
        }
    }
}
