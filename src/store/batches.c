/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batches.h"

vt_status vt_batch_insert(vt_tx *tx, const vt_batch *b, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO batch (id, account_id, reference, metadata, total, remaining, "
                      "rejected, created_ms, ended_ms, retention_ms, erase_ms, erased) "
                      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)",
                      VT_ARGS(vt_arg_z(b->id), vt_arg_z(b->account_id), vt_arg_text(b->reference),
                              vt_arg_text(b->metadata), vt_arg_int(b->total),
                              vt_arg_int(b->remaining), vt_arg_text(b->rejected),
                              vt_arg_int(b->created_ms), vt_arg_int(b->ended_ms),
                              vt_arg_int(b->retention_ms), vt_arg_int(b->erase_ms)),
                      NULL, err);
}

vt_status vt_batch_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_batch *ret, bool *ret_found,
                        vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT id, account_id, reference, metadata, total, remaining, rejected, "
                       "created_ms, ended_ms, retention_ms, erase_ms, erased FROM batch "
                       "WHERE id = $1",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    *ret = (vt_batch){.reference = vt_cursor_dup(arena, c, 2),
                      .metadata = vt_cursor_dup(arena, c, 3),
                      .total = vt_cursor_int(c, 4),
                      .remaining = vt_cursor_int(c, 5),
                      .rejected = vt_cursor_dup(arena, c, 6),
                      .created_ms = vt_cursor_int(c, 7),
                      .ended_ms = vt_cursor_int(c, 8),
                      .retention_ms = vt_cursor_int(c, 9),
                      .erase_ms = vt_cursor_int(c, 10),
                      .erased = (vt_erased)vt_cursor_int(c, 11)};
    vt_cursor_copy(c, 0, ret->id, sizeof ret->id);
    vt_cursor_copy(c, 1, ret->account_id, sizeof ret->account_id);
    return VT_OK;
}

vt_status vt_batch_count_end(vt_tx *tx, vt_str id, int64_t now_ms, bool *ret_last, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx, "UPDATE batch SET remaining = remaining - 1 WHERE id = $1",
                      VT_ARGS(vt_arg_text(id)), NULL, err));
    VT_TRY(vt_sql_run(tx,
                      "UPDATE batch SET ended_ms = $2, "
                      "erase_ms = CASE erased WHEN 0 THEN $2 + retention_ms ELSE 0 END "
                      "WHERE id = $1 AND remaining = 0 AND ended_ms = 0",
                      VT_ARGS(vt_arg_text(id), vt_arg_int(now_ms)), &changes, err));
    *ret_last = changes == 1;
    return VT_OK;
}

vt_status vt_batch_count(vt_tx *tx, vt_str id, vt_batch_counts *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    *ret = (vt_batch_counts){0};
    VT_TRY(vt_sql_open(tx,
                       "SELECT state, COUNT(*), CAST(SUM(percent) AS BIGINT), "
                       "CAST(SUM(consumed) AS BIGINT) FROM request WHERE batch_id = $1 "
                       "GROUP BY state",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    for (;;) {
        bool row;
        vt_state state;
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        if (vt_state_parse(vt_cursor_text(c, 0), &state))
            ret->by_state[state] = vt_cursor_int(c, 1);
        ret->percent += vt_cursor_int(c, 2);
        ret->consumed += vt_cursor_int(c, 3);
    }
}

vt_status vt_batch_request_ids(vt_tx *tx, vt_arena *arena, vt_str id, vt_batch_ids *ret,
                               vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    *ret = (vt_batch_ids){0};
    VT_TRY(vt_sql_open(tx, "SELECT id FROM request WHERE batch_id = $1 ORDER BY batch_index",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    for (;;) {
        bool row;
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_str one = vt_cursor_dup(arena, c, 0);
        vt_vec_push(arena, ret, one);
    }
}

#define WITHOUT_TEXTS "reference = NULL, metadata = NULL, rejected = NULL, erase_ms = 0"

vt_status vt_batch_erase(vt_tx *tx, vt_str id, vt_error *err)
{
    VT_TRY(vt_sql_run(tx, "UPDATE idempotency SET body = '' WHERE request_id = $1",
                      VT_ARGS(vt_arg_text(id)), NULL, err));
    return vt_sql_run(tx, "UPDATE batch SET erased = 2, " WITHOUT_TEXTS " WHERE id = $1",
                      VT_ARGS(vt_arg_text(id)), NULL, err);
}

vt_status vt_batch_expire(vt_tx *tx, int64_t now_ms, vt_error *err)
{
    VT_TRY(vt_sql_run(tx,
                      "UPDATE idempotency SET body = '' WHERE request_id IN "
                      "(SELECT id FROM batch WHERE erase_ms > 0 AND erase_ms <= $1)",
                      VT_ARGS(vt_arg_int(now_ms)), NULL, err));
    return vt_sql_run(
        tx, "UPDATE batch SET erased = 1, " WITHOUT_TEXTS " WHERE erase_ms > 0 AND erase_ms <= $1",
        VT_ARGS(vt_arg_int(now_ms)), NULL, err);
}
