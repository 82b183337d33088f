/* SPDX-License-Identifier: Apache-2.0 */
#include "store/nodes.h"

enum { HOUR_MS = 3600000, DAY_MS = 86400000, MILLI = 1000, MINUTE_MS = 60000 };

vt_status vt_node_seen(vt_tx *tx, vt_str node, int64_t started_ms, int64_t now_ms, vt_error *err)
{
    VT_TRY(vt_sql_run(tx,
                      "INSERT INTO node (id, started_ms, seen_ms) VALUES ($1, $2, $3) "
                      "ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms",
                      VT_ARGS(vt_arg_text(node), vt_arg_int(started_ms), vt_arg_int(now_ms)), NULL,
                      err));
    VT_TRY(vt_sql_run(tx, "DELETE FROM node WHERE seen_ms < $1",
                      VT_ARGS(vt_arg_int(now_ms - DAY_MS)), NULL, err));
    return vt_sql_run(tx, "DELETE FROM write_mark WHERE at_ms < $1",
                      VT_ARGS(vt_arg_int(now_ms - HOUR_MS)), NULL, err);
}

vt_status vt_node_remove(vt_tx *tx, vt_str node, vt_error *err)
{
    return vt_sql_run(tx, "DELETE FROM node WHERE id = $1", VT_ARGS(vt_arg_text(node)), NULL, err);
}

vt_status vt_node_count(vt_tx *tx, int64_t since_ms, int64_t *ret, vt_error *err)
{
    return vt_sql_int(tx, "SELECT COUNT(*) FROM node WHERE seen_ms >= $1",
                      VT_ARGS(vt_arg_int(since_ms)), 0, ret, err);
}

/* What the bucket holds now, its row locked. */
static vt_status fill(vt_tx *tx, vt_str name, int64_t full, int64_t per_minute, int64_t now_ms,
                      int64_t *ret, vt_error *err)
{
    VT_TRY(vt_sql_run(tx,
                      "INSERT INTO rate_bucket (name, tokens, at_ms) VALUES ($1, $2, $3) "
                      "ON CONFLICT (name) DO NOTHING",
                      VT_ARGS(vt_arg_text(name), vt_arg_int(full), vt_arg_int(now_ms)), NULL, err));
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, "SELECT tokens, at_ms FROM rate_bucket WHERE name = $1 {for_update}",
                       VT_ARGS(vt_arg_text(name)), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    if (!row)
        return vt_fail(err, VT_E_STORE, "a rate bucket is gone");
    int64_t gone_ms = VT_MIN(VT_MAX(now_ms - vt_cursor_int(c, 1), 0), DAY_MS);
    int64_t gained = gone_ms * per_minute / (MINUTE_MS / MILLI);
    *ret = VT_MIN(full, vt_cursor_int(c, 0) + gained);
    return VT_OK;
}

vt_status vt_bucket_take(vt_tx *tx, vt_str name, int64_t full, int64_t per_minute, int64_t want,
                         int64_t now_ms, int64_t *ret_taken, int64_t *ret_left, vt_error *err)
{
    int64_t held = 0;
    VT_TRY(fill(tx, name, full * MILLI, per_minute, now_ms, &held, err));
    int64_t taken = VT_MIN(want * MILLI, held / MILLI * MILLI);
    *ret_taken = taken;
    *ret_left = held - taken;
    return vt_sql_run(tx, "UPDATE rate_bucket SET tokens = $2, at_ms = $3 WHERE name = $1",
                      VT_ARGS(vt_arg_text(name), vt_arg_int(held - taken), vt_arg_int(now_ms)),
                      NULL, err);
}
