/* SPDX-License-Identifier: Apache-2.0 */
#include "store/reviews.h"

vt_status vt_reviewed_find(vt_tx *tx, vt_arena *arena, vt_str request_id, vt_reviewed *ret,
                           vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    bool row;
    *ret = (vt_reviewed){0};
    VT_TRY(vt_sql_open(tx,
                       "SELECT version, reviewed_ms, key_id, body FROM review "
                       "WHERE request_id = $1",
                       VT_ARGS(vt_arg_text(request_id)), &c, err));
    VT_TRY(vt_cursor_next(c, &row, err));
    if (!row)
        return VT_OK;
    ret->version = vt_cursor_int(c, 0);
    ret->reviewed_ms = vt_cursor_int(c, 1);
    vt_cursor_copy(c, 2, ret->key_id, sizeof ret->key_id);
    ret->body = vt_cursor_dup(arena, c, 3);
    return VT_OK;
}

vt_status vt_reviewed_put(vt_tx *tx, vt_str request_id, const vt_reviewed *r, vt_error *err)
{
    int64_t changes;
    if (r->version == 0) /* VT_E_CONFLICT by the primary key when somebody was first */
        return vt_sql_run(tx,
                          "INSERT INTO review (request_id, version, reviewed_ms, key_id, body) "
                          "VALUES ($1, 1, $2, $3, $4)",
                          VT_ARGS(vt_arg_text(request_id), vt_arg_int(r->reviewed_ms),
                                  vt_arg_z(r->key_id), vt_arg_blob(r->body)),
                          NULL, err);
    VT_TRY(
        vt_sql_run(tx,
                   "UPDATE review SET version = version + 1, reviewed_ms = $3, key_id = $4, "
                   "body = $5 WHERE request_id = $1 AND version = $2",
                   VT_ARGS(vt_arg_text(request_id), vt_arg_int(r->version),
                           vt_arg_int(r->reviewed_ms), vt_arg_z(r->key_id), vt_arg_blob(r->body)),
                   &changes, err));
    return changes == 1 ? VT_OK
                        : vt_fail(err, VT_E_CONFLICT, "version %jd is not the stored one",
                                  (intmax_t)r->version);
}

vt_status vt_reviewed_delete(vt_tx *tx, vt_str request_id, vt_error *err)
{
    return vt_sql_run(tx, "DELETE FROM review WHERE request_id = $1",
                      VT_ARGS(vt_arg_text(request_id)), NULL, err);
}

vt_status vt_label_next(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_str after, vt_label *ret,
                        bool *ret_found, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(
        tx,
        "SELECT v.request_id, v.body, a.body, d.filename, d.body, r.input FROM review v "
        "JOIN request r ON r.id = v.request_id "
        "JOIN answer a ON a.request_id = v.request_id "
        "LEFT JOIN document d ON d.request_id = v.request_id "
        "WHERE v.request_id > $1 AND ($2 = '' OR r.account_id = $2) "
        "ORDER BY v.request_id LIMIT 1",
        VT_ARGS(vt_arg_text(after), vt_arg_text(account_id)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    *ret = (vt_label){.review = vt_cursor_dup(arena, c, 1),
                      .answer = vt_cursor_dup(arena, c, 2),
                      .filename = vt_cursor_dup(arena, c, 3),
                      .document = vt_cursor_dup(arena, c, 4)};
    vt_cursor_copy(c, 0, ret->request_id, sizeof ret->request_id);
    vt_cursor_copy(c, 5, ret->input, sizeof ret->input);
    return VT_OK;
}
