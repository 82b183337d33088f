/* SPDX-License-Identifier: Apache-2.0 */
#include "store/audit.h"

static const char *const kinds[VT_AUDIT_KINDS] = {"change", "read"};

/* "" is NULL. */
static vt_arg optional(const char *text)
{
    return vt_arg_text(text[0] ? vt_str_z(text) : VT_STR_NULL);
}

vt_status vt_audit_write(vt_tx *tx, const vt_audit_entry *e, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO audit (at_ms, account_id, actor, action, detail, key_id, "
                      "address, times, kind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                      VT_ARGS(vt_arg_int(e->at_ms), optional(e->account_id), vt_arg_z(e->actor),
                              vt_arg_z(e->action), optional(e->subject), optional(e->key_id),
                              optional(e->address), vt_arg_int(VT_MAX(e->times, 1)),
                              vt_arg_z(kinds[e->reads])),
                      NULL, err);
}

static void read_entry(vt_cursor *c, vt_audit_entry *e)
{
    char kind[8];
    e->seq = vt_cursor_int(c, 0);
    e->at_ms = vt_cursor_int(c, 1);
    vt_cursor_copy(c, 2, e->account_id, sizeof e->account_id);
    vt_cursor_copy(c, 3, e->actor, sizeof e->actor);
    vt_cursor_copy(c, 4, e->action, sizeof e->action);
    vt_cursor_copy(c, 5, e->subject, sizeof e->subject);
    vt_cursor_copy(c, 6, e->key_id, sizeof e->key_id);
    vt_cursor_copy(c, 7, e->address, sizeof e->address);
    e->times = vt_cursor_int(c, 8);
    vt_cursor_copy(c, 9, kind, sizeof kind);
    e->reads = strcmp(kind, kinds[true]) == 0;
    vt_cursor_copy(c, 10, e->key_name, sizeof e->key_name);
}

#define COLUMNS                                                                                    \
    "SELECT a.seq, a.at_ms, a.account_id, a.actor, a.action, a.detail, a.key_id, a.address, "      \
    "a.times, a.kind, k.name FROM audit a LEFT JOIN api_key k ON k.id = a.key_id "
#define CONDITIONS                                                                                 \
    "AND ($2 = '' OR a.action = $2) AND ($3 = '' OR a.key_id = $3) "                               \
    "AND ($4 = '' OR a.detail = $4) AND a.at_ms >= $5 AND ($6 = 0 OR a.at_ms < $6) "               \
    "AND ($7 = 0 OR a.seq < $7) ORDER BY a.seq DESC LIMIT $8"

vt_status vt_audit_list(vt_tx *tx, vt_arena *arena, const vt_audit_filter *f, int64_t limit,
                        vt_audit_entries *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    vt_str none = VT_STR("");
    const vt_arg args[] = {vt_arg_text(f->account_id.ptr ? f->account_id : none),
                           vt_arg_text(f->action.ptr ? f->action : none),
                           vt_arg_text(f->key_id.ptr ? f->key_id : none),
                           vt_arg_text(f->subject.ptr ? f->subject : none),
                           vt_arg_int(f->since_ms),
                           vt_arg_int(f->until_ms),
                           vt_arg_int(f->before),
                           vt_arg_int(limit)};
    if (f->account_id.ptr)
        VT_TRY(vt_sql_open(tx, COLUMNS "WHERE a.account_id = $1 " CONDITIONS, args, VT_COUNT(args),
                           &c, err));
    else
        VT_TRY(vt_sql_open(tx, COLUMNS "WHERE $1 = '' " CONDITIONS, args, VT_COUNT(args), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    while (row) {
        read_entry(c, vt_vec_add(arena, ret));
        VT_TRY(vt_cursor_next(c, &row, err));
    }
    return VT_OK;
}

/* The newest entry of a kind that is one too many, or 0. */
static vt_status first_past(vt_tx *tx, const char *kind, int64_t keep, int64_t *ret, vt_error *err)
{
    return vt_sql_int(tx,
                      "SELECT seq FROM audit WHERE kind = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2",
                      VT_ARGS(vt_arg_z(kind), vt_arg_int(keep)), 0, ret, err);
}

static vt_status find_most(vt_tx *tx, const char *kind, char account_id[VT_ID_TEXT], vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    bool row;
    account_id[0] = 0;
    VT_TRY(vt_sql_open(tx,
                       "SELECT COALESCE(account_id, '') FROM audit WHERE kind = $1 "
                       "GROUP BY COALESCE(account_id, '') ORDER BY COUNT(*) DESC LIMIT 1",
                       VT_ARGS(vt_arg_z(kind)), &c, err));
    VT_TRY(vt_cursor_next(c, &row, err));
    if (row)
        vt_cursor_copy(c, 0, account_id, VT_ID_TEXT);
    return VT_OK;
}

vt_status vt_audit_find_most(vt_tx *tx, int64_t keep, vt_audit_most *ret, vt_error *err)
{
    *ret = (vt_audit_most){0};
    for (size_t i = 0; i < VT_COUNT(kinds); i++) {
        int64_t past;
        VT_TRY(first_past(tx, kinds[i], keep, &past, err));
        ret->past[i] = past != 0;
        if (past)
            VT_TRY(find_most(tx, kinds[i], ret->account_id[i], err));
    }
    return VT_OK;
}

/* How many are too many, VT_AUDIT_SWEEP at most. */
static vt_status count_past(vt_tx *tx, const char *kind, int64_t keep, int64_t *ret, vt_error *err)
{
    int64_t past;
    *ret = 0;
    VT_TRY(first_past(tx, kind, keep, &past, err));
    if (!past)
        return VT_OK;
    return vt_sql_int(tx,
                      "SELECT COUNT(*) FROM (SELECT seq FROM audit WHERE kind = $1 AND seq <= $2 "
                      "ORDER BY seq LIMIT $3) s",
                      VT_ARGS(vt_arg_z(kind), vt_arg_int(past), vt_arg_int(VT_AUDIT_SWEEP)), 0, ret,
                      err);
}

#define OLDEST(condition)                                                                          \
    "DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE " condition                       \
    " AND kind = $2 ORDER BY seq LIMIT $3)"

vt_status vt_audit_sweep(vt_tx *tx, int64_t before_ms, int64_t keep, const vt_audit_most *most,
                         int64_t *ret_deleted, vt_error *err)
{
    int64_t n, too_many;
    VT_TRY(vt_sql_run(tx,
                      "DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE at_ms < $1 AND "
                      "seq < (SELECT MIN(seq) FROM audit) + $2)",
                      VT_ARGS(vt_arg_int(before_ms), vt_arg_int(VT_AUDIT_SWEEP)), ret_deleted,
                      err));
    for (size_t i = 0; i < VT_COUNT(kinds); i++) {
        if (!most->past[i])
            continue;
        const char *account_id = most->account_id[i];
        VT_TRY(count_past(tx, kinds[i], keep, &too_many, err));
        VT_TRY(vt_sql_run(
            tx,
            account_id[0] ? OLDEST("account_id = $1") : OLDEST("account_id IS NULL AND $1 = ''"),
            VT_ARGS(vt_arg_z(account_id), vt_arg_z(kinds[i]), vt_arg_int(too_many)), &n, err));
        *ret_deleted += n;
    }
    return VT_OK;
}
