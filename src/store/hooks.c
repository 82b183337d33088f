/* SPDX-License-Identifier: Apache-2.0 */
#include "store/hooks.h"

#include "base/limits.h"

#include "base/hash.h"

vt_status vt_hook_insert(vt_tx *tx, const vt_hook *hook, vt_error *err)
{
    int64_t count;
    VT_TRY(vt_sql_int(tx, "SELECT COUNT(*) FROM webhook_endpoint WHERE account_id = $1",
                      VT_ARGS(vt_arg_z(hook->account_id)), 0, &count, err));
    if (count >= VT_MAX_ACCOUNT_HOOKS)
        return vt_fail(err, VT_E_LIMIT, "An account has at most %u webhook endpoints.",
                       VT_MAX_ACCOUNT_HOOKS);
    return vt_sql_run(tx,
                      "INSERT INTO webhook_endpoint (id, account_id, url, secret, events, "
                      "created_ms, disabled_ms) VALUES ($1, $2, $3, $4, $5, $6, 0)",
                      VT_ARGS(vt_arg_z(hook->id), vt_arg_z(hook->account_id),
                              vt_arg_text(hook->url), vt_arg_text(hook->secret),
                              vt_arg_text(hook->events), vt_arg_int(hook->created_ms)),
                      NULL, err);
}

#define HOOK_COLUMNS "id, account_id, url, secret, events, created_ms, disabled_ms"

static void read_hook(vt_cursor *c, vt_arena *arena, vt_hook *ret)
{
    *ret = (vt_hook){0};
    vt_cursor_copy(c, 0, ret->id, sizeof ret->id);
    vt_cursor_copy(c, 1, ret->account_id, sizeof ret->account_id);
    ret->url = vt_cursor_dup(arena, c, 2);
    ret->secret = vt_cursor_dup(arena, c, 3);
    ret->events = vt_cursor_dup(arena, c, 4);
    ret->created_ms = vt_cursor_int(c, 5);
    ret->disabled_ms = vt_cursor_int(c, 6);
}

vt_status vt_hook_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_hooks *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " HOOK_COLUMNS " FROM webhook_endpoint WHERE account_id = $1 "
                       "ORDER BY id",
                       VT_ARGS(vt_arg_text(account_id)), &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        read_hook(c, arena, vt_vec_add(arena, ret));
    }
}

vt_status vt_hook_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_hook *ret, bool *ret_found,
                       vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, "SELECT " HOOK_COLUMNS " FROM webhook_endpoint WHERE id = $1",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (*ret_found)
        read_hook(c, arena, ret);
    return VT_OK;
}

vt_status vt_hook_disable(vt_tx *tx, vt_str id, int64_t disabled_ms, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx, "UPDATE webhook_endpoint SET disabled_ms = $2 WHERE id = $1",
                      VT_ARGS(vt_arg_text(id), vt_arg_int(disabled_ms)), &changes, err));
    if (changes == 0)
        return vt_fail(err, VT_E_NOT_FOUND, "no such webhook endpoint");
    return VT_OK;
}

vt_status vt_hook_set_secret(vt_tx *tx, vt_str id, vt_str secret, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx, "UPDATE webhook_endpoint SET secret = $2 WHERE id = $1",
                      VT_ARGS(vt_arg_text(id), vt_arg_text(secret)), &changes, err));
    if (changes == 0)
        return vt_fail(err, VT_E_NOT_FOUND, "no such webhook endpoint");
    return VT_OK;
}

vt_status vt_hook_delete(vt_tx *tx, vt_str id, vt_error *err)
{
    VT_TRY(vt_sql_run(tx, "DELETE FROM webhook_delivery WHERE endpoint_id = $1",
                      VT_ARGS(vt_arg_text(id)), NULL, err));
    int64_t changes;
    VT_TRY(vt_sql_run(tx, "DELETE FROM webhook_endpoint WHERE id = $1", VT_ARGS(vt_arg_text(id)),
                      &changes, err));
    if (changes == 0)
        return vt_fail(err, VT_E_NOT_FOUND, "no such webhook endpoint");
    return VT_OK;
}

/* Whether `event` is one of the words; no words are all events. */
static bool wants(vt_str events, const char *event)
{
    vt_str rest = events, word;
    if (vt_str_trim(rest).len == 0)
        return true;
    while (vt_str_split(&rest, ' ', &word))
        if (vt_str_eq(word, vt_str_z(event)))
            return true;
    return false;
}

vt_status vt_delivery_insert(vt_tx *tx, vt_str account_id, const char *hook_id, const char *event,
                             vt_str payload, int64_t now_ms, vt_error *err)
{
    char id[VT_ID_TEXT];
    vt_id_new("msg_", now_ms, id);
    return vt_sql_run(tx,
                      "INSERT INTO webhook_delivery (id, account_id, endpoint_id, event, "
                      "payload, created_ms, state, tries, next_ms, last_status, last_error, "
                      "last_ms) VALUES ($1, $2, $3, $4, $5, $6, 'pending', 0, $6, 0, NULL, 0)",
                      VT_ARGS(vt_arg_z(id), vt_arg_text(account_id), vt_arg_z(hook_id),
                              vt_arg_z(event), vt_arg_text(payload), vt_arg_int(now_ms)),
                      NULL, err);
}

vt_status vt_delivery_queue(vt_tx *tx, vt_arena *arena, vt_str account_id, const char *event,
                            vt_str payload, int64_t now_ms, int64_t *ret_count, vt_error *err)
{
    vt_hooks hooks = {0};
    VT_TRY(vt_hook_list(tx, arena, account_id, &hooks, err));
    *ret_count = 0;
    for (size_t i = 0; i < hooks.n; i++) {
        if (hooks.at[i].disabled_ms || !wants(hooks.at[i].events, event))
            continue;
        VT_TRY(vt_delivery_insert(tx, account_id, hooks.at[i].id, event, payload, now_ms, err));
        *ret_count += 1;
    }
    return VT_OK;
}

#define DELIVERY_COLUMNS                                                                           \
    "id, account_id, endpoint_id, event, state, payload, created_ms, tries, next_ms, "             \
    "last_status, last_error, last_ms"

static void read_delivery(vt_cursor *c, vt_arena *arena, vt_delivery *ret)
{
    *ret = (vt_delivery){0};
    vt_cursor_copy(c, 0, ret->id, sizeof ret->id);
    vt_cursor_copy(c, 1, ret->account_id, sizeof ret->account_id);
    vt_cursor_copy(c, 2, ret->endpoint_id, sizeof ret->endpoint_id);
    vt_cursor_copy(c, 3, ret->event, sizeof ret->event);
    vt_cursor_copy(c, 4, ret->state, sizeof ret->state);
    ret->payload = vt_cursor_dup(arena, c, 5);
    ret->created_ms = vt_cursor_int(c, 6);
    ret->tries = vt_cursor_int(c, 7);
    ret->next_ms = vt_cursor_int(c, 8);
    ret->last_status = vt_cursor_int(c, 9);
    ret->last_error = vt_cursor_dup(arena, c, 10);
    ret->last_ms = vt_cursor_int(c, 11);
}

/*
 * Endpoints with something to send are walked by one look into the index webhook_delivery_lane
 * each, at most WINDOW (requests.c does the same with accounts).
 */
#define NEXT_ENDPOINT "SELECT MIN(d.endpoint_id) FROM webhook_delivery d WHERE d.state = 'pending' "
static const char endpoint_sql[] =
    "WITH RECURSIVE behind (endpoint, hop) AS (SELECT (" NEXT_ENDPOINT "AND d.endpoint_id > $3), 1 "
    "UNION ALL SELECT (" NEXT_ENDPOINT "AND d.endpoint_id > behind.endpoint), hop + 1 FROM behind "
    "WHERE behind.endpoint IS NOT NULL AND hop < 256), "
    "before (endpoint, hop) AS (SELECT (" NEXT_ENDPOINT "AND d.endpoint_id <= $3), "
    "(SELECT COUNT(*) FROM behind) "
    "UNION ALL SELECT (" NEXT_ENDPOINT "AND d.endpoint_id > before.endpoint "
    "AND d.endpoint_id <= $3), hop + 1 FROM before "
    "WHERE before.endpoint IS NOT NULL AND hop < 256), "
    "turns AS (SELECT endpoint FROM behind WHERE endpoint IS NOT NULL UNION ALL "
    "SELECT endpoint FROM before WHERE endpoint IS NOT NULL), "
    "busy AS (SELECT account_id AS account, COUNT(*) AS n FROM webhook_endpoint "
    "WHERE busy_ms > $1 GROUP BY account_id), "
    "due AS (SELECT e.id AS due_id, COALESCE(b.n, 0) AS n, (SELECT MIN(d.next_ms) "
    "FROM webhook_delivery d WHERE d.state = 'pending' AND d.endpoint_id = e.id) AS due_ms "
    "FROM turns t JOIN webhook_endpoint e ON e.id = t.endpoint "
    "LEFT JOIN busy b ON b.account = e.account_id WHERE e.busy_ms <= $1 AND e.pause_ms <= $1), "
    "picked AS MATERIALIZED (SELECT webhook_endpoint.id AS picked_id FROM webhook_endpoint "
    "JOIN due ON webhook_endpoint.id = due_id WHERE webhook_endpoint.busy_ms <= $1 "
    "AND due_ms <= $1 AND n < $4 ORDER BY n, due_ms LIMIT 1 {skip_locked_endpoint}) "
    "UPDATE webhook_endpoint SET busy_ms = $2 FROM picked WHERE id = picked_id RETURNING id";

/* The endpoint whose turn it is: "" when there is none. */
static vt_status claim_endpoint(vt_tx *tx, const vt_send_order *o, char ret[VT_ID_TEXT],
                                vt_error *err)
{
    ret[0] = '\0';
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, endpoint_sql,
                       VT_ARGS(vt_arg_int(o->now_ms), vt_arg_int(o->lease_ms),
                               vt_arg_text(o->after.ptr ? o->after : VT_STR("")),
                               vt_arg_int(o->most_each)),
                       &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    if (!row)
        return VT_OK;
    vt_cursor_copy(c, 0, ret, VT_ID_TEXT);
    return vt_cursor_next(c, &row, err);
}

vt_status vt_delivery_claim(vt_tx *tx, vt_arena *arena, const vt_send_order *order,
                            vt_delivery *ret, bool *ret_found, vt_error *err)
{
    char endpoint[VT_ID_TEXT];
    *ret_found = false;
    VT_TRY(claim_endpoint(tx, order, endpoint, err));
    if (!endpoint[0])
        return VT_OK;
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(
        tx,
        "UPDATE webhook_delivery SET tries = tries + 1, next_ms = $3 WHERE id IN "
        "(SELECT id FROM webhook_delivery WHERE endpoint_id = $1 "
        "AND state = 'pending' AND next_ms <= $2 "
        "ORDER BY next_ms LIMIT 1 {skip_locked}) RETURNING " DELIVERY_COLUMNS,
        VT_ARGS(vt_arg_z(endpoint), vt_arg_int(order->now_ms), vt_arg_int(order->lease_ms)), &c,
        err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    read_delivery(c, arena, ret);
    bool more;
    return vt_cursor_next(c, &more, err);
}

vt_status vt_delivery_pending(vt_tx *tx, int64_t *ret, vt_error *err)
{
    return vt_sql_int(tx, "SELECT COUNT(*) FROM webhook_delivery WHERE state = 'pending'",
                      VT_NO_ARGS, 0, ret, err);
}

/* The pause after the n-th failure in a row: 1, 2, 4 ... seconds, ten minutes at most. */
static vt_status free_endpoint(vt_tx *tx, const vt_delivery *d, vt_error *err)
{
    if (!d->endpoint_failed)
        return vt_sql_run(tx,
                          "UPDATE webhook_endpoint SET busy_ms = 0, pause_ms = 0, failures = 0 "
                          "WHERE id = $1",
                          VT_ARGS(vt_arg_z(d->endpoint_id)), NULL, err);
    return vt_sql_run(tx,
                      "UPDATE webhook_endpoint SET busy_ms = 0, failures = failures + 1, "
                      "pause_ms = $2 + 1000 * CASE WHEN failures > 9 THEN 600 ELSE "
                      "1 << CAST(failures AS INTEGER) END WHERE id = $1",
                      VT_ARGS(vt_arg_z(d->endpoint_id), vt_arg_int(d->last_ms)), NULL, err);
}

vt_status vt_delivery_note(vt_tx *tx, const vt_delivery *d, vt_error *err)
{
    VT_TRY(free_endpoint(tx, d, err));
    return vt_sql_run(tx,
                      "UPDATE webhook_delivery SET state = $2, next_ms = $3, last_status = $4, "
                      "last_error = $5, last_ms = $6 WHERE id = $1",
                      VT_ARGS(vt_arg_z(d->id), vt_arg_z(d->state), vt_arg_int(d->next_ms),
                              vt_arg_int(d->last_status), vt_arg_text(d->last_error),
                              vt_arg_int(d->last_ms)),
                      NULL, err);
}

vt_status vt_delivery_expire(vt_tx *tx, int64_t before_ms, int64_t limit, int64_t *ret_count,
                             vt_error *err)
{
    char id[VT_ID_TEXT];
    vt_id_new("msg_", before_ms, id); /* ids are ordered by time */
    return vt_sql_run(tx,
                      "DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery "
                      "WHERE id < $1 AND created_ms < $2 AND state <> 'pending' ORDER BY id "
                      "LIMIT $3)",
                      VT_ARGS(vt_arg_z(id), vt_arg_int(before_ms), vt_arg_int(limit)), ret_count,
                      err);
}

vt_status vt_delivery_resend(vt_tx *tx, vt_str account_id, vt_str id, int64_t now_ms, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx,
                      "UPDATE webhook_delivery SET state = 'pending', tries = 0, next_ms = $3 "
                      "WHERE id = $1 AND account_id = $2",
                      VT_ARGS(vt_arg_text(id), vt_arg_text(account_id), vt_arg_int(now_ms)),
                      &changes, err));
    if (changes == 0)
        return vt_fail(err, VT_E_NOT_FOUND, "no such delivery");
    return VT_OK;
}

vt_status vt_delivery_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_str endpoint_id,
                           int64_t limit, vt_deliveries *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    /* each walks an index of its own: one statement for both would walk the account's */
    if (endpoint_id.len)
        VT_TRY(vt_sql_open(
            tx,
            "SELECT " DELIVERY_COLUMNS " FROM webhook_delivery "
            "WHERE endpoint_id = $2 AND account_id = $1 ORDER BY id DESC LIMIT $3",
            VT_ARGS(vt_arg_text(account_id), vt_arg_text(endpoint_id), vt_arg_int(limit)), &c,
            err));
    else
        VT_TRY(vt_sql_open(tx,
                           "SELECT " DELIVERY_COLUMNS " FROM webhook_delivery "
                           "WHERE account_id = $1 ORDER BY id DESC LIMIT $2",
                           VT_ARGS(vt_arg_text(account_id), vt_arg_int(limit)), &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        read_delivery(c, arena, vt_vec_add(arena, ret));
    }
}
