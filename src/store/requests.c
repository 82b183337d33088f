/* SPDX-License-Identifier: Apache-2.0 */
#include "store/batches.h"

#include "store/reviews.h"

static const char *const state_words[] = {"created", "parsing", "completed", "failed"};

const char *vt_state_word(vt_state state)
{
    return state_words[state];
}

bool vt_state_parse(vt_str word, vt_state *ret)
{
    for (size_t i = 0; i < VT_COUNT(state_words); i++)
        if (vt_str_eq(word, vt_str_z(state_words[i]))) {
            *ret = (vt_state)i;
            return true;
        }
    return false;
}

/* An empty string is stored as NULL. */
static vt_arg or_null(const char *text)
{
    return text[0] ? vt_arg_z(text) : vt_arg_text(VT_STR_NULL);
}

vt_status vt_request_insert(vt_tx *tx, const vt_request *r, vt_error *err)
{
    return vt_sql_run(
        tx,
        "INSERT INTO request (id, account_id, key_id, state, shape, test, input, config, "
        "max_pages, "
        "file_bytes, created_ms, started_ms, ended_ms, queue, lease_ms, node, tries, stage, "
        "percent, reserved, consumed, error_code, retention_ms, erase_ms, erased, reference, "
        "metadata, warnings, batch_id, batch_index, content_hash, same_as) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, NULL, 0, $15, "
        "$16, "
        "$17, $18, $19, $20, $21, 0, $22, $23, $24, $25, $26, $27, $28)",
        VT_ARGS(vt_arg_z(r->id), vt_arg_z(r->account_id), or_null(r->key_id),
                vt_arg_z(vt_state_word(r->state)), vt_arg_int(r->earlier_shape),
                vt_arg_int(r->test), vt_arg_z(r->input), vt_arg_text(r->config),
                vt_arg_int(r->max_pages), vt_arg_int(r->file_bytes), vt_arg_int(r->created_ms),
                vt_arg_int(r->started_ms), vt_arg_int(r->ended_ms), or_null(r->queue),
                vt_arg_z(r->stage), vt_arg_int(r->percent), vt_arg_int(r->reserved),
                vt_arg_int(r->consumed), or_null(r->error_code), vt_arg_int(r->retention_ms),
                vt_arg_int(r->erase_ms), vt_arg_text(r->reference), vt_arg_text(r->metadata),
                vt_arg_text(r->warnings), or_null(r->batch_id), vt_arg_int(r->batch_index),
                vt_arg_text(r->content_hash), vt_arg_text(r->same_as)),
        NULL, err);
}

vt_status vt_document_insert(vt_tx *tx, vt_str request_id, const vt_document *d, vt_error *err)
{
    vt_str body = d->body.ptr ? d->body : VT_STR("");
    return vt_sql_run(tx,
                      "INSERT INTO document (request_id, body, filename, content_type, "
                      "job_description) VALUES ($1, $2, $3, $4, $5) "
                      "ON CONFLICT (request_id) DO UPDATE SET body = excluded.body, "
                      "filename = excluded.filename, content_type = excluded.content_type, "
                      "job_description = excluded.job_description",
                      VT_ARGS(vt_arg_text(request_id), vt_arg_blob(body), vt_arg_text(d->filename),
                              vt_arg_text(d->content_type), vt_arg_text(d->job_description)),
                      NULL, err);
}

vt_status vt_document_find(vt_tx *tx, vt_arena *arena, vt_str request_id, vt_document *ret,
                           bool *ret_found, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT body, filename, content_type, job_description FROM document "
                       "WHERE request_id = $1",
                       VT_ARGS(vt_arg_text(request_id)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (*ret_found)
        *ret = (vt_document){vt_cursor_dup(arena, c, 0), vt_cursor_dup(arena, c, 1),
                             vt_cursor_dup(arena, c, 2), vt_cursor_dup(arena, c, 3)};
    return VT_OK;
}

vt_status vt_document_keep(vt_tx *tx, vt_str request_id, vt_error *err)
{
    return vt_sql_run(tx, "UPDATE document SET kept = 1 WHERE request_id = $1",
                      VT_ARGS(vt_arg_text(request_id)), NULL, err);
}

vt_status vt_document_delete(vt_tx *tx, vt_str request_id, vt_error *err)
{
    return vt_sql_run(tx, "DELETE FROM document WHERE request_id = $1",
                      VT_ARGS(vt_arg_text(request_id)), NULL, err);
}

#define REQUEST_COLUMNS                                                                            \
    "id, account_id, key_id, state, shape, test, input, config, max_pages, file_bytes, "           \
    "created_ms, started_ms, ended_ms, queue, lease_ms, tries, stage, percent, reserved, "         \
    "consumed, error_code, retention_ms, erase_ms, erased, reference, metadata, warnings, "        \
    "batch_id, batch_index, same_as"
enum { REQUEST_COLUMN_COUNT = 30 };

static void read_request(vt_cursor *c, vt_arena *arena, vt_request *r)
{
    *r = (vt_request){0};
    vt_cursor_copy(c, 0, r->id, sizeof r->id);
    vt_cursor_copy(c, 1, r->account_id, sizeof r->account_id);
    vt_cursor_copy(c, 2, r->key_id, sizeof r->key_id);
    (void)vt_state_parse(vt_cursor_text(c, 3), &r->state);
    r->earlier_shape = vt_cursor_int(c, 4) != 0;
    r->test = vt_cursor_int(c, 5) != 0;
    vt_cursor_copy(c, 6, r->input, sizeof r->input);
    r->config = vt_cursor_dup(arena, c, 7);
    r->max_pages = vt_cursor_int(c, 8);
    r->file_bytes = vt_cursor_int(c, 9);
    r->created_ms = vt_cursor_int(c, 10);
    r->started_ms = vt_cursor_int(c, 11);
    r->ended_ms = vt_cursor_int(c, 12);
    vt_cursor_copy(c, 13, r->queue, sizeof r->queue);
    r->lease_ms = vt_cursor_int(c, 14);
    r->tries = vt_cursor_int(c, 15);
    vt_cursor_copy(c, 16, r->stage, sizeof r->stage);
    r->percent = vt_cursor_int(c, 17);
    r->reserved = vt_cursor_int(c, 18);
    r->consumed = vt_cursor_int(c, 19);
    vt_cursor_copy(c, 20, r->error_code, sizeof r->error_code);
    r->retention_ms = vt_cursor_int(c, 21);
    r->erase_ms = vt_cursor_int(c, 22);
    r->erased = (vt_erased)vt_cursor_int(c, 23);
    r->reference = vt_cursor_dup(arena, c, 24);
    r->metadata = vt_cursor_dup(arena, c, 25);
    r->warnings = vt_cursor_dup(arena, c, 26);
    vt_cursor_copy(c, 27, r->batch_id, sizeof r->batch_id);
    r->batch_index = vt_cursor_int(c, 28);
    r->same_as = vt_cursor_dup(arena, c, 29);
}

static vt_status read_requests(vt_cursor *c, vt_arena *arena, vt_requests *ret, vt_error *err)
{
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        read_request(c, arena, vt_vec_add(arena, ret));
    }
}

/* The same with the two columns of LIST_WHERE. */
static vt_status read_list(vt_cursor *c, vt_arena *arena, vt_requests *ret, vt_error *err)
{
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_request *r = vt_vec_add(arena, ret);
        read_request(c, arena, r);
        r->headline = vt_cursor_dup(arena, c, REQUEST_COLUMN_COUNT);
        r->review_version = vt_cursor_int(c, REQUEST_COLUMN_COUNT + 1);
    }
}

/* The row of a request with its answer behind it, where there is one. */
static vt_status next_with_answer(vt_cursor *c, vt_arena *arena, vt_request *ret, bool *ret_found,
                                  vt_error *err)
{
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    read_request(c, arena, ret);
    ret->answer = vt_cursor_dup(arena, c, REQUEST_COLUMN_COUNT);
    return VT_OK;
}

vt_status vt_request_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_request *ret, bool *ret_found,
                          vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " REQUEST_COLUMNS ", (SELECT a.body FROM answer a "
                       "WHERE a.request_id = request.id) FROM request WHERE id = $1",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    return next_with_answer(c, arena, ret, ret_found, err);
}

vt_status vt_request_find_small(vt_tx *tx, vt_arena *arena, vt_str id, int64_t most,
                                vt_request *ret, bool *ret_found, bool *ret_large, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    *ret_large = false;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " REQUEST_COLUMNS
                       ", CASE WHEN length(answer.body) <= $2 THEN answer.body END, "
                       "length(answer.body) FROM request LEFT JOIN answer "
                       "ON answer.request_id = request.id WHERE id = $1",
                       VT_ARGS(vt_arg_text(id), vt_arg_int(most)), &c, err));
    VT_TRY(next_with_answer(c, arena, ret, ret_found, err));
    *ret_large = *ret_found && vt_cursor_int(c, REQUEST_COLUMN_COUNT + 1) > most;
    return VT_OK;
}

/* An argument that limits nothing when it is empty. */
static vt_arg or_empty(vt_str text)
{
    return vt_arg_text(text.ptr ? text : VT_STR(""));
}

#define LIST_WHERE                                                                                 \
    "SELECT " REQUEST_COLUMNS ", (SELECT a.headline FROM answer a WHERE a.request_id = "           \
    "request.id), (SELECT v.version FROM review v WHERE v.request_id = request.id) "               \
    "FROM request WHERE account_id = $1 AND ($2 = '' OR state = $2) "                              \
    "AND ($3 = '' OR id < $3) AND ($5 = '' OR key_id = $5) AND ($6 = '' OR input = $6) "           \
    "AND created_ms >= $7 AND ($9 = 0 OR created_ms < $9) AND erased = 0 "                         \
    "AND (erase_ms = 0 OR erase_ms > $10) AND "
#define LIST_END " ORDER BY id DESC LIMIT $4"

vt_status vt_request_list(vt_tx *tx, vt_arena *arena, const vt_request_filter *f, int64_t limit,
                          vt_requests *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    /* statements of their own: an index is of no use to `$8 = '' OR ...` */
    const char *all = LIST_WHERE "$8 = '' AND $11 = ''" LIST_END,
               *by_reference = LIST_WHERE "reference = $8 AND $11 = ''" LIST_END,
               *by_batch = LIST_WHERE "batch_id = $11 AND ($8 = '' OR reference = $8)" LIST_END;
    VT_TRY(
        vt_sql_open(tx,
                    f->batch_id.ptr    ? by_batch
                    : f->reference.ptr ? by_reference
                                       : all,
                    VT_ARGS(vt_arg_text(f->account_id), or_empty(f->state), or_empty(f->before),
                            vt_arg_int(limit), or_empty(f->key_id), or_empty(f->input),
                            vt_arg_int(f->since_ms), or_empty(f->reference),
                            vt_arg_int(f->until_ms), vt_arg_int(f->now_ms), or_empty(f->batch_id)),
                    &c, err));
    return read_list(c, arena, ret, err);
}

vt_status vt_batch_requests(vt_tx *tx, vt_arena *arena, vt_str id, int64_t now_ms, vt_requests *ret,
                            vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    *ret = (vt_requests){0};
    VT_TRY(vt_sql_open(tx,
                       "SELECT " REQUEST_COLUMNS " FROM request WHERE batch_id = $1 "
                       "AND erased = 0 AND (erase_ms = 0 OR erase_ms > $2) ORDER BY batch_index",
                       VT_ARGS(vt_arg_text(id), vt_arg_int(now_ms)), &c, err));
    return read_requests(c, arena, ret, err);
}

vt_status vt_request_find_same(vt_tx *tx, vt_arena *arena, const vt_request *r, vt_str *ret,
                               vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    bool row;
    *ret = VT_STR_NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT id FROM request WHERE account_id = $1 AND content_hash = $2 "
                       "AND id <> $3 AND test = $4 AND state <> 'failed' AND erased = 0 "
                       "AND (erase_ms = 0 OR erase_ms > $5) ORDER BY id DESC LIMIT 1",
                       VT_ARGS(vt_arg_z(r->account_id), vt_arg_text(r->content_hash),
                               vt_arg_z(r->id), vt_arg_int(r->test), vt_arg_int(r->created_ms)),
                       &c, err));
    VT_TRY(vt_cursor_next(c, &row, err));
    if (row)
        *ret = vt_cursor_dup(arena, c, 0);
    return VT_OK;
}

/*
 * Accounts that wait are walked by one look into the index request_lane each, at most WINDOW: those
 * behind `after`, then those from the start. Of each its oldest requests are candidates, by one
 * look each. A candidate's place is how many its account would have running with it. The best are
 * locked one by one, each by a look of its own: a join with the queue would read all of it.
 */
#define NEXT_ACCOUNT                                                                               \
    "SELECT MIN(r.account_id) FROM request r WHERE r.queue = $1 AND r.lease_ms = 0 "
#define NEXT_REQUEST "SELECT MIN(r.id) FROM request r WHERE r.queue = $1 AND r.lease_ms = 0 "
static const char claim_sql[] =
    "WITH RECURSIVE busy AS (SELECT account_id AS account, COUNT(*) AS n, "
    "SUM(CASE node WHEN $2 THEN 1 ELSE 0 END) AS own FROM request "
    "WHERE queue = $1 AND lease_ms > $3 GROUP BY account_id), "
    "behind (account, hop) AS (SELECT (" NEXT_ACCOUNT "AND r.account_id > $6), 1 "
    "UNION ALL SELECT (" NEXT_ACCOUNT "AND r.account_id > behind.account), hop + 1 FROM behind "
    "WHERE behind.account IS NOT NULL AND hop < 64), "
    "before (account, hop) AS (SELECT (" NEXT_ACCOUNT "AND r.account_id <= $6), "
    "(SELECT COUNT(*) FROM behind) "
    "UNION ALL SELECT (" NEXT_ACCOUNT "AND r.account_id > before.account "
    "AND r.account_id <= $6), hop + 1 FROM before "
    "WHERE before.account IS NOT NULL AND hop < 64), "
    "turns AS (SELECT account FROM behind WHERE account IS NOT NULL UNION ALL "
    "SELECT account FROM before WHERE account IS NOT NULL), "
    "candidate (account, k, id) AS (SELECT t.account, 1, (" NEXT_REQUEST
    "AND r.account_id = t.account) FROM turns t "
    "UNION ALL SELECT c.account, k + 1, (" NEXT_REQUEST
    "AND r.account_id = c.account AND r.id > c.id) FROM candidate c "
    "WHERE c.id IS NOT NULL AND k <= $5 / (SELECT COUNT(*) FROM turns)), "
    "best AS (SELECT c.id AS best_id, c.account AS best_account, COALESCE(b.n, 0) + k AS place "
    "FROM candidate c "
    "LEFT JOIN busy b ON b.account = c.account "
    "WHERE c.id IS NOT NULL AND COALESCE(b.own, 0) + k <= $7), "
    "tried AS MATERIALIZED (SELECT (SELECT request.id FROM request WHERE request.id = b.best_id "
    "AND request.account_id = b.best_account AND request.queue = $1 AND request.lease_ms = 0 "
    "{skip_locked_request}) AS tried_id "
    "FROM (SELECT best_id, best_account FROM best ORDER BY place, best_id) AS b), "
    "picked AS MATERIALIZED (SELECT tried_id AS picked_id FROM tried "
    "WHERE tried_id IS NOT NULL LIMIT $5) "
    "UPDATE request SET state = 'parsing', lease_ms = $4, node = $2, tries = tries + 1, "
    "started_ms = CASE started_ms WHEN 0 THEN $3 ELSE started_ms END "
    "{where_picked} RETURNING " REQUEST_COLUMNS;

vt_status vt_request_claim(vt_tx *tx, vt_arena *arena, const vt_claim_order *o, vt_requests *ret,
                           vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, claim_sql,
                       VT_ARGS(vt_arg_z(o->queue), vt_arg_text(o->node), vt_arg_int(o->now_ms),
                               vt_arg_int(o->lease_ms), vt_arg_int(o->limit),
                               vt_arg_text(o->after.ptr ? o->after : VT_STR("")),
                               vt_arg_int(o->most_each)),
                       &c, err));
    return read_requests(c, arena, ret, err);
}

vt_status vt_request_progress(vt_tx *tx, vt_str id, vt_str node, const char *stage, int64_t percent,
                              int64_t lease_ms, bool *ret_held, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx,
                      "UPDATE request SET stage = $3, lease_ms = $5, "
                      "percent = CASE WHEN percent < $4 THEN $4 ELSE percent END "
                      "WHERE id = $1 AND node = $2 AND state = 'parsing'",
                      VT_ARGS(vt_arg_text(id), vt_arg_text(node), vt_arg_z(stage),
                              vt_arg_int(percent), vt_arg_int(lease_ms)),
                      &changes, err));
    *ret_held = changes == 1;
    return VT_OK;
}

vt_status vt_request_requeue(vt_tx *tx, vt_str id, const char *queue, int64_t file_bytes,
                             bool *ret_done, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx,
                      "UPDATE request SET queue = $2, lease_ms = 0, node = NULL, tries = 0, "
                      "file_bytes = $3 WHERE id = $1 AND state = 'parsing' AND erased = 0",
                      VT_ARGS(vt_arg_text(id), vt_arg_z(queue), vt_arg_int(file_bytes)), &changes,
                      err));
    *ret_done = changes == 1;
    return VT_OK;
}

vt_status vt_request_give_back(vt_tx *tx, vt_str id, vt_str node, vt_error *err)
{
    return vt_sql_run(tx,
                      "UPDATE request SET lease_ms = 0, node = NULL "
                      "WHERE id = $1 AND node = $2 AND state = 'parsing'",
                      VT_ARGS(vt_arg_text(id), vt_arg_text(node)), NULL, err);
}

vt_status vt_request_recover(vt_tx *tx, int64_t now_ms, int64_t alive_ms, int64_t *ret_count,
                             vt_error *err)
{
    return vt_sql_run(
        tx,
        "UPDATE request SET lease_ms = 0, node = NULL WHERE id IN "
        "(SELECT id FROM request WHERE queue IS NOT NULL AND lease_ms > 0 AND (lease_ms <= $1 OR "
        "($2 > 0 AND NOT EXISTS (SELECT 1 FROM node n WHERE n.id = request.node "
        "AND n.seen_ms >= $2))) {skip_locked})",
        VT_ARGS(vt_arg_int(now_ms), vt_arg_int(alive_ms)), ret_count, err);
}

vt_status vt_request_end(vt_tx *tx, const vt_request *r, bool *ret_done, vt_error *err)
{
    int64_t changes = 1;
    VT_TRY(vt_sql_run(
        tx,
        "UPDATE request SET state = $2, ended_ms = $3, consumed = $4, "
        "error_code = $5, erase_ms = CASE erased WHEN 0 THEN $6 ELSE 0 END, percent = 100, "
        "queue = NULL, lease_ms = 0, node = NULL, file_bytes = $7, stage = $8 "
        "WHERE id = $1 AND state IN ('created', 'parsing')",
        VT_ARGS(vt_arg_z(r->id), vt_arg_z(vt_state_word(r->state)), vt_arg_int(r->ended_ms),
                vt_arg_int(r->consumed), or_null(r->error_code), vt_arg_int(r->erase_ms),
                vt_arg_int(r->file_bytes), vt_arg_z(r->stage)),
        ret_done ? &changes : NULL, err));
    if (ret_done)
        *ret_done = changes == 1;
    if (changes != 1)
        return VT_OK;
    return vt_sql_run(tx,
                      "INSERT INTO answer (request_id, body, headline) "
                      "SELECT id, $2, $3 FROM request WHERE id = $1 AND erased = 0",
                      VT_ARGS(vt_arg_z(r->id), vt_arg_blob(r->answer), vt_arg_text(r->headline)),
                      NULL, err);
}

vt_status vt_request_caller(vt_tx *tx, vt_arena *arena, vt_str id, int64_t now_ms, vt_request *ret,
                            vt_error *err)
{
    bool found;
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT reference, metadata FROM request WHERE id = $1 AND erased = 0 "
                       "AND (erase_ms = 0 OR erase_ms > $2)",
                       VT_ARGS(vt_arg_text(id), vt_arg_int(now_ms)), &c, err));
    VT_TRY(vt_cursor_next(c, &found, err));
    *ret = (vt_request){0};
    if (!found)
        return VT_OK;
    ret->reference = vt_cursor_dup(arena, c, 0);
    ret->metadata = vt_cursor_dup(arena, c, 1);
    return VT_OK;
}

vt_status vt_request_erase(vt_tx *tx, vt_str id, vt_error *err)
{
    VT_TRY(vt_document_delete(tx, id, err));
    VT_TRY(vt_reviewed_delete(tx, id, err));
    VT_TRY(vt_sql_run(tx, "DELETE FROM answer WHERE request_id = $1", VT_ARGS(vt_arg_text(id)),
                      NULL, err));
    VT_TRY(vt_sql_run(tx, "UPDATE idempotency SET body = '' WHERE request_id = $1",
                      VT_ARGS(vt_arg_text(id)), NULL, err));
    return vt_sql_run(
        tx,
        "UPDATE request SET erased = 2, erase_ms = 0, reference = NULL, metadata = NULL, "
        "warnings = NULL, content_hash = NULL, same_as = NULL WHERE id = $1",
        VT_ARGS(vt_arg_text(id)), NULL, err);
}

#define DUE "(SELECT id FROM request WHERE erase_ms > 0 AND erase_ms <= $1 LIMIT $2)"
static const char *const erase_sql[] = {
    "DELETE FROM review WHERE request_id IN " DUE,
    "DELETE FROM document WHERE request_id IN " DUE,
    "DELETE FROM answer WHERE request_id IN " DUE,
    "UPDATE idempotency SET body = '' WHERE request_id IN " DUE,
};

vt_status vt_request_expire(vt_tx *tx, int64_t now_ms, int64_t limit, int64_t *ret_count,
                            vt_error *err)
{
    enum { DAY_MS = 86400000 };
    VT_TRY(vt_sql_run(tx, "DELETE FROM idempotency WHERE created_ms < $1",
                      VT_ARGS(vt_arg_int(now_ms - DAY_MS)), NULL, err));
    for (size_t i = 0; i < VT_COUNT(erase_sql); i++)
        VT_TRY(vt_sql_run(tx, erase_sql[i], VT_ARGS(vt_arg_int(now_ms), vt_arg_int(limit)), NULL,
                          err));
    return vt_sql_run(
        tx, /* another program may have ended some in between: they keep theirs */
        "UPDATE request SET erased = 1, erase_ms = 0, reference = NULL, metadata = NULL, "
        "warnings = NULL, content_hash = NULL, same_as = NULL WHERE id IN "
        "(SELECT r.id FROM request r WHERE r.erase_ms > 0 AND r.erase_ms <= $1 "
        "AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.request_id = r.id) "
        "AND NOT EXISTS (SELECT 1 FROM review v WHERE v.request_id = r.id) "
        "AND NOT EXISTS (SELECT 1 FROM idempotency i WHERE i.request_id = r.id AND i.body <> '') "
        "LIMIT $2)",
        VT_ARGS(vt_arg_int(now_ms), vt_arg_int(limit)), ret_count, err);
}

vt_status vt_queue_depth(vt_tx *tx, const char *queue, vt_str before_id, int64_t *ret,
                         vt_error *err)
{
    return vt_sql_int(tx,
                      "SELECT COUNT(*) FROM request WHERE queue = $1 AND lease_ms = 0 "
                      "AND ($2 = '' OR id < $2)",
                      VT_ARGS(vt_arg_z(queue), vt_arg_text(before_id)), 0, ret, err);
}

vt_status vt_queue_depth_of(vt_tx *tx, const char *queue, vt_str account_id, int64_t *ret,
                            vt_error *err)
{
    return vt_sql_int(tx,
                      "SELECT COUNT(*) FROM request WHERE queue = $1 AND lease_ms = 0 "
                      "AND account_id = $2",
                      VT_ARGS(vt_arg_z(queue), vt_arg_text(account_id)), 0, ret, err);
}

vt_status vt_queue_look(vt_tx *tx, const char *queue, vt_queue_state *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(
        vt_sql_open(tx,
                    "SELECT COUNT(*), CAST(COALESCE(SUM(CASE lease_ms WHEN 0 THEN 1 ELSE 0 END), "
                    "0) AS BIGINT), COALESCE(MIN(CASE lease_ms WHEN 0 THEN created_ms END), 0) "
                    "FROM request WHERE queue = $1",
                    VT_ARGS(vt_arg_z(queue)), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    int64_t all = vt_cursor_int(c, 0);
    ret->waiting = vt_cursor_int(c, 1);
    ret->running = all - ret->waiting;
    ret->oldest_ms = vt_cursor_int(c, 2);
    return VT_OK;
}

/* ---- repeated creates ---- */

vt_status vt_idempotency_insert(vt_tx *tx, const vt_idempotency *row, vt_error *err)
{
    VT_TRY(vt_sql_run(tx,
                      "DELETE FROM idempotency WHERE key_id = $1 AND idem_key = $2 "
                      "AND created_ms < $3",
                      VT_ARGS(vt_arg_text(row->key_id), vt_arg_text(row->idem_key),
                              vt_arg_int(row->created_ms - 86400000)),
                      NULL, err));
    return vt_sql_run(tx,
                      "INSERT INTO idempotency (key_id, idem_key, fingerprint, request_id, status, "
                      "body, created_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                      VT_ARGS(vt_arg_text(row->key_id), vt_arg_text(row->idem_key),
                              vt_arg_text(row->fingerprint), vt_arg_text(row->request_id),
                              vt_arg_int(row->status), vt_arg_text(row->body),
                              vt_arg_int(row->created_ms)),
                      NULL, err);
}

vt_status vt_idempotency_find(vt_tx *tx, vt_arena *arena, vt_str key_id, vt_str idem_key,
                              int64_t since_ms, vt_idempotency *ret, bool *ret_found, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT fingerprint, request_id, status, body, created_ms FROM idempotency "
                       "WHERE key_id = $1 AND idem_key = $2 AND created_ms >= $3",
                       VT_ARGS(vt_arg_text(key_id), vt_arg_text(idem_key), vt_arg_int(since_ms)),
                       &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (*ret_found)
        *ret = (vt_idempotency){.key_id = key_id,
                                .idem_key = idem_key,
                                .fingerprint = vt_cursor_dup(arena, c, 0),
                                .request_id = vt_cursor_dup(arena, c, 1),
                                .status = vt_cursor_int(c, 2),
                                .body = vt_cursor_dup(arena, c, 3),
                                .created_ms = vt_cursor_int(c, 4)};
    return VT_OK;
}

vt_status vt_idempotency_finish(vt_tx *tx, vt_str key_id, vt_str idem_key, vt_error *err)
{
    return vt_sql_run(tx, "UPDATE idempotency SET status = 200 WHERE key_id = $1 AND idem_key = $2",
                      VT_ARGS(vt_arg_text(key_id), vt_arg_text(idem_key)), NULL, err);
}
