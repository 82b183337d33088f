/* SPDX-License-Identifier: Apache-2.0 */
#include "store/credits.h"

vt_status vt_credits_set_balance(vt_tx *tx, vt_str account_id, int64_t balance, vt_error *err)
{
    return vt_sql_run(tx, "UPDATE account SET balance = $2 WHERE id = $1",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_int(balance)), NULL, err);
}

vt_status vt_credits_set_reset(vt_tx *tx, vt_str account_id, int64_t next_reset_ms, vt_error *err)
{
    return vt_sql_run(tx, "UPDATE account SET next_reset_ms = $2 WHERE id = $1",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_int(next_reset_ms)), NULL, err);
}

vt_status vt_pack_insert(vt_tx *tx, vt_str account_id, const vt_pack *pack, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO pack (id, account_id, kind, amount, remaining, created_ms, "
                      "expires_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                      VT_ARGS(vt_arg_z(pack->id), vt_arg_text(account_id), vt_arg_z(pack->kind),
                              vt_arg_int(pack->amount), vt_arg_int(pack->remaining),
                              vt_arg_int(pack->created_ms), vt_arg_int(pack->expires_ms)),
                      NULL, err);
}

vt_status vt_pack_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_packs *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(
        vt_sql_open(tx,
                    "SELECT id, kind, amount, remaining, created_ms, expires_ms FROM pack "
                    "WHERE account_id = $1 AND remaining > 0 "
                    "ORDER BY CASE expires_ms WHEN 0 THEN 1 ELSE 0 END, expires_ms, created_ms, id",
                    VT_ARGS(vt_arg_text(account_id)), &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_pack *pack = vt_vec_add(arena, ret);
        vt_cursor_copy(c, 0, pack->id, sizeof pack->id);
        vt_cursor_copy(c, 1, pack->kind, sizeof pack->kind);
        pack->amount = vt_cursor_int(c, 2);
        pack->remaining = vt_cursor_int(c, 3);
        pack->created_ms = vt_cursor_int(c, 4);
        pack->expires_ms = vt_cursor_int(c, 5);
    }
}

vt_status vt_pack_add(vt_tx *tx, vt_str pack_id, int64_t delta, vt_error *err)
{
    return vt_sql_run(tx, "UPDATE pack SET remaining = remaining + $2 WHERE id = $1",
                      VT_ARGS(vt_arg_text(pack_id), vt_arg_int(delta)), NULL, err);
}

vt_status vt_ledger_insert(vt_tx *tx, vt_str account_id, const vt_ledger_row *row, vt_error *err)
{
    vt_str request = vt_str_z(row->request_id), note = vt_str_z(row->note);
    return vt_sql_run(tx,
                      "INSERT INTO ledger (account_id, at_ms, kind, amount, balance, pack_id, "
                      "request_id, note) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_int(row->at_ms), vt_arg_z(row->kind),
                              vt_arg_int(row->amount), vt_arg_int(row->balance),
                              vt_arg_z(row->pack_id),
                              vt_arg_text(request.len ? request : VT_STR_NULL),
                              vt_arg_text(note.len ? note : VT_STR_NULL)),
                      NULL, err);
}

static vt_status read_rows(vt_cursor *c, vt_arena *arena, vt_ledger_rows *ret, vt_error *err)
{
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_ledger_row *r = vt_vec_add(arena, ret);
        r->seq = vt_cursor_int(c, 0);
        r->at_ms = vt_cursor_int(c, 1);
        vt_cursor_copy(c, 2, r->kind, sizeof r->kind);
        r->amount = vt_cursor_int(c, 3);
        r->balance = vt_cursor_int(c, 4);
        vt_cursor_copy(c, 5, r->pack_id, sizeof r->pack_id);
        vt_cursor_copy(c, 6, r->pack_kind, sizeof r->pack_kind);
        vt_cursor_copy(c, 7, r->request_id, sizeof r->request_id);
        vt_cursor_copy(c, 8, r->note, sizeof r->note);
    }
}

#define ROW_COLUMNS                                                                                \
    "l.seq, l.at_ms, l.kind, l.amount, l.balance, l.pack_id, p.kind, l.request_id, l.note "        \
    "FROM ledger l JOIN pack p ON p.id = l.pack_id"

vt_status vt_settlement_open(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_str request_id,
                             vt_settlement *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(
        tx,
        "SELECT a.balance, CASE WHEN r.state IN ('created', 'parsing') THEN 1 ELSE 0 END, "
        "(SELECT COUNT(*) FROM webhook_endpoint e WHERE e.account_id = a.id "
        "AND e.disabled_ms = 0), l.pack_id, l.amount "
        "FROM account a JOIN request r ON r.account_id = a.id "
        "LEFT JOIN ledger l ON l.request_id = $2 AND l.kind = 'reserve' "
        "WHERE a.id = $1 AND r.id = $2 ORDER BY l.seq {for_update_both}",
        VT_ARGS(vt_arg_text(account_id), vt_arg_text(request_id)), &c, err));
    bool found = false;
    *ret = (vt_settlement){0};
    for (bool row = true;; found = true) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            break;
        ret->balance = vt_cursor_int(c, 0);
        ret->open = vt_cursor_int(c, 1) == 1;
        ret->endpoints = vt_cursor_int(c, 2);
        if (!vt_cursor_text(c, 3).ptr)
            continue; /* nothing is reserved */
        vt_ledger_row *reserved = vt_vec_add(arena, &ret->reserved);
        vt_cursor_copy(c, 3, reserved->pack_id, sizeof reserved->pack_id);
        reserved->amount = vt_cursor_int(c, 4);
    }
    if (!found)
        return vt_fail(err, VT_E_NOT_FOUND, "no request '" VT_STR_FMT "' of the account",
                       VT_STR_ARG(request_id));
    return VT_OK;
}

vt_status vt_ledger_list(vt_tx *tx, vt_arena *arena, vt_str account_id, int64_t before_seq,
                         int64_t limit, vt_ledger_rows *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " ROW_COLUMNS " WHERE l.account_id = $1 AND ($2 = 0 OR l.seq < $2) "
                       "ORDER BY l.seq DESC LIMIT $3",
                       VT_ARGS(vt_arg_text(account_id), vt_arg_int(before_seq), vt_arg_int(limit)),
                       &c, err));
    return read_rows(c, arena, ret, err);
}

vt_status vt_ledger_search(vt_tx *tx, vt_arena *arena, vt_str account_id,
                           const vt_ledger_filter *filter, int64_t before_seq, int64_t limit,
                           vt_ledger_rows *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    vt_str kind = filter->kind.ptr ? filter->kind : VT_STR("");
    if (filter->request_id.len) /* few rows, found by their own index */
        VT_TRY(vt_sql_open(
            tx,
            "SELECT " ROW_COLUMNS " WHERE l.request_id = $1 AND l.account_id = $2 "
            "AND ($3 = '' OR l.kind = $3) AND ($4 = 0 OR l.seq < $4) ORDER BY l.seq DESC LIMIT $5",
            VT_ARGS(vt_arg_text(filter->request_id), vt_arg_text(account_id), vt_arg_text(kind),
                    vt_arg_int(before_seq), vt_arg_int(limit)),
            &c, err));
    else
        VT_TRY(vt_sql_open(tx,
                           "SELECT " ROW_COLUMNS " WHERE l.account_id = $1 "
                           "AND ($2 = '' OR l.kind = $2) AND ($3 = 0 OR l.seq < $3) "
                           "ORDER BY l.seq DESC LIMIT $4",
                           VT_ARGS(vt_arg_text(account_id), vt_arg_text(kind),
                                   vt_arg_int(before_seq), vt_arg_int(limit)),
                           &c, err));
    return read_rows(c, arena, ret, err);
}

vt_status vt_credits_total(vt_tx *tx, int64_t *ret_balance, int64_t *ret_reserved,
                           int64_t *ret_consumed, vt_error *err)
{
    VT_TRY(vt_sql_int(tx, "SELECT CAST(SUM(balance) AS BIGINT) FROM account", VT_NO_ARGS, 0,
                      ret_balance, err));
    VT_TRY(vt_sql_int(tx,
                      "SELECT CAST(SUM(reserved) AS BIGINT) FROM request "
                      "WHERE queue IS NOT NULL AND test = 0",
                      VT_NO_ARGS, 0, ret_reserved, err));
    return vt_sql_int(tx, "SELECT CAST(SUM(credits) AS BIGINT) FROM usage_day", VT_NO_ARGS, 0,
                      ret_consumed, err);
}
