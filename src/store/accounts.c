/* SPDX-License-Identifier: Apache-2.0 */
#include "store/accounts.h"

#include "base/limits.h"

static const char *const plan_words[] = {"beginner", "professional"};
static const char *const billing_words[] = {"plan", "packs"};

const char *vt_plan_word(vt_plan plan)
{
    return plan_words[plan];
}

const char *vt_billing_word(vt_billing billing)
{
    return billing_words[billing];
}

static bool parse_word(vt_str word, const char *const words[2], int *ret)
{
    for (int i = 0; i < 2; i++)
        if (vt_str_eq(word, vt_str_z(words[i]))) {
            *ret = i;
            return true;
        }
    return false;
}

bool vt_plan_parse(vt_str word, vt_plan *ret)
{
    int i;
    if (!parse_word(word, plan_words, &i))
        return false;
    *ret = (vt_plan)i;
    return true;
}

bool vt_billing_parse(vt_str word, vt_billing *ret)
{
    int i;
    if (!parse_word(word, billing_words, &i))
        return false;
    *ret = (vt_billing)i;
    return true;
}

#define ACCOUNT_COLUMNS                                                                            \
    "a.id, a.name, a.plan, a.billing, a.active, a.allowance, a.cycle_day, a.next_reset_ms, "       \
    "a.balance, a.low_credits, a.created_ms"
enum { ACCOUNT_COLUMN_COUNT = 11 };

static void read_account(vt_cursor *c, vt_account *ret)
{
    *ret = (vt_account){0};
    vt_cursor_copy(c, 0, ret->id, sizeof ret->id);
    vt_cursor_copy(c, 1, ret->name, sizeof ret->name);
    (void)vt_plan_parse(vt_cursor_text(c, 2), &ret->plan);
    (void)vt_billing_parse(vt_cursor_text(c, 3), &ret->billing);
    ret->active = vt_cursor_int(c, 4) != 0;
    ret->allowance = vt_cursor_int(c, 5);
    ret->cycle_day = vt_cursor_int(c, 6);
    ret->next_reset_ms = vt_cursor_int(c, 7);
    ret->balance = vt_cursor_int(c, 8);
    ret->low_credits = vt_cursor_int(c, 9);
    ret->created_ms = vt_cursor_int(c, 10);
}

vt_status vt_account_insert(vt_tx *tx, const vt_account *account, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO account (id, name, plan, billing, active, allowance, cycle_day, "
                      "next_reset_ms, balance, low_credits, created_ms) "
                      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)",
                      VT_ARGS(vt_arg_z(account->id), vt_arg_z(account->name),
                              vt_arg_z(vt_plan_word(account->plan)),
                              vt_arg_z(vt_billing_word(account->billing)),
                              vt_arg_int(account->active), vt_arg_int(account->allowance),
                              vt_arg_int(account->cycle_day), vt_arg_int(account->next_reset_ms),
                              vt_arg_int(account->low_credits), vt_arg_int(account->created_ms)),
                      NULL, err);
}

vt_status vt_account_update(vt_tx *tx, const vt_account *account, vt_error *err)
{
    return vt_sql_run(tx,
                      "UPDATE account SET name = $2, plan = $3, billing = $4, active = $5, "
                      "allowance = $6, cycle_day = $7, next_reset_ms = $8, low_credits = $9 "
                      "WHERE id = $1",
                      VT_ARGS(vt_arg_z(account->id), vt_arg_z(account->name),
                              vt_arg_z(vt_plan_word(account->plan)),
                              vt_arg_z(vt_billing_word(account->billing)),
                              vt_arg_int(account->active), vt_arg_int(account->allowance),
                              vt_arg_int(account->cycle_day), vt_arg_int(account->next_reset_ms),
                              vt_arg_int(account->low_credits)),
                      NULL, err);
}

vt_status vt_account_lock(vt_tx *tx, vt_str id, vt_account *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, "SELECT " ACCOUNT_COLUMNS " FROM account a WHERE a.id = $1 {for_update}",
                       VT_ARGS(vt_arg_text(id)), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    if (!row)
        return vt_fail(err, VT_E_NOT_FOUND, "no account '" VT_STR_FMT "'", VT_STR_ARG(id));
    read_account(c, ret);
    return VT_OK;
}

vt_status vt_account_find(vt_tx *tx, vt_str id_or_name, vt_account *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " ACCOUNT_COLUMNS " FROM account a WHERE a.id = $1 OR a.name = $1",
                       VT_ARGS(vt_arg_text(id_or_name)), &c, err));
    bool row;
    VT_TRY(vt_cursor_next(c, &row, err));
    if (!row)
        return vt_fail(err, VT_E_NOT_FOUND, "no account '" VT_STR_FMT "'", VT_STR_ARG(id_or_name));
    read_account(c, ret);
    return VT_OK;
}

vt_status vt_account_list(vt_tx *tx, vt_arena *arena, vt_accounts *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx, "SELECT " ACCOUNT_COLUMNS " FROM account a ORDER BY a.name", VT_NO_ARGS,
                       &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        read_account(c, vt_vec_add(arena, ret));
    }
}

/* Appends the first column of every row. */
static vt_status read_texts(vt_cursor *c, vt_arena *arena, vt_phrases *ret, vt_error *err)
{
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        vt_vec_push(arena, ret, vt_str_dup(arena, vt_cursor_text(c, 0)));
    }
}

vt_status vt_account_due(vt_tx *tx, vt_arena *arena, int64_t now_ms, vt_phrases *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT id FROM account WHERE (next_reset_ms > 0 AND next_reset_ms <= $1) "
                       "OR id IN (SELECT account_id FROM pack WHERE remaining > 0 "
                       "AND expires_ms > 0 AND expires_ms <= $1)",
                       VT_ARGS(vt_arg_int(now_ms)), &c, err));
    return read_texts(c, arena, ret, err);
}

/* ---- keys ---- */

#define KEY_COLUMNS                                                                                \
    "k.id, k.account_id, k.name, k.hint, k.scopes, k.test, k.created_ms, k.expires_ms, "           \
    "k.revoked_ms"

static void read_key(vt_cursor *c, int at, vt_key *ret)
{
    *ret = (vt_key){0};
    vt_cursor_copy(c, at, ret->id, sizeof ret->id);
    vt_cursor_copy(c, at + 1, ret->account_id, sizeof ret->account_id);
    vt_cursor_copy(c, at + 2, ret->name, sizeof ret->name);
    vt_cursor_copy(c, at + 3, ret->hint, sizeof ret->hint);
    vt_cursor_copy(c, at + 4, ret->scopes, sizeof ret->scopes);
    ret->test = vt_cursor_int(c, at + 5) != 0;
    ret->created_ms = vt_cursor_int(c, at + 6);
    ret->expires_ms = vt_cursor_int(c, at + 7);
    ret->revoked_ms = vt_cursor_int(c, at + 8);
}

vt_status vt_key_insert(vt_tx *tx, const vt_key *key, vt_str hash, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO api_key (id, account_id, name, hash, hint, test, scopes, "
                      "created_ms, expires_ms, revoked_ms) "
                      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)",
                      VT_ARGS(vt_arg_z(key->id), vt_arg_z(key->account_id), vt_arg_z(key->name),
                              vt_arg_text(hash), vt_arg_z(key->hint), vt_arg_int(key->test),
                              vt_arg_z(key->scopes), vt_arg_int(key->created_ms),
                              vt_arg_int(key->expires_ms)),
                      NULL, err);
}

vt_status vt_key_find(vt_tx *tx, vt_str hash, vt_key *ret_key, vt_account *ret_account,
                      bool *ret_found, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " ACCOUNT_COLUMNS ", " KEY_COLUMNS
                       " FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.hash = $1",
                       VT_ARGS(vt_arg_text(hash)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    read_account(c, ret_account);
    read_key(c, ACCOUNT_COLUMN_COUNT, ret_key);
    return VT_OK;
}

vt_status vt_key_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_keys *ret, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(
        tx, "SELECT " KEY_COLUMNS " FROM api_key k WHERE k.account_id = $1 ORDER BY k.id",
        VT_ARGS(vt_arg_text(account_id)), &c, err));
    bool row;
    for (;;) {
        VT_TRY(vt_cursor_next(c, &row, err));
        if (!row)
            return VT_OK;
        read_key(c, 0, vt_vec_add(arena, ret));
    }
}

vt_status vt_key_revoke(vt_tx *tx, vt_str id_or_hint, int64_t now_ms, vt_error *err)
{
    int64_t changes;
    VT_TRY(vt_sql_run(tx,
                      "UPDATE api_key SET revoked_ms = $2 WHERE (id = $1 OR hint = $1) "
                      "AND revoked_ms = 0",
                      VT_ARGS(vt_arg_text(id_or_hint), vt_arg_int(now_ms)), &changes, err));
    if (changes == 0)
        return vt_fail(err, VT_E_NOT_FOUND, "no such key, or it was revoked before");
    return VT_OK;
}

/* ---- sessions ---- */

vt_status vt_session_insert(vt_tx *tx, vt_str hash, vt_str key_id, int64_t now_ms,
                            int64_t expires_ms, vt_error *err)
{
    VT_TRY(vt_sql_run(tx, "DELETE FROM session WHERE expires_ms <= $1", VT_ARGS(vt_arg_int(now_ms)),
                      NULL, err));
    VT_TRY(vt_sql_run(tx,
                      "DELETE FROM session WHERE hash IN (SELECT hash FROM session WHERE key_id = "
                      "$1 ORDER BY created_ms DESC LIMIT 1000 OFFSET $2)",
                      VT_ARGS(vt_arg_text(key_id), vt_arg_int(VT_MAX_KEY_SESSIONS - 1)), NULL,
                      err));
    return vt_sql_run(
        tx,
        "INSERT INTO session (hash, key_id, created_ms, expires_ms) "
        "VALUES ($1, $2, $3, $4)",
        VT_ARGS(vt_arg_text(hash), vt_arg_text(key_id), vt_arg_int(now_ms), vt_arg_int(expires_ms)),
        NULL, err);
}

vt_status vt_session_find(vt_tx *tx, vt_str hash, int64_t now_ms, vt_key *ret_key,
                          vt_account *ret_account, bool *ret_found, vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT " ACCOUNT_COLUMNS ", " KEY_COLUMNS
                       " FROM session s JOIN api_key k ON k.id = s.key_id "
                       "JOIN account a ON a.id = k.account_id "
                       "WHERE s.hash = $1 AND s.expires_ms > $2",
                       VT_ARGS(vt_arg_text(hash), vt_arg_int(now_ms)), &c, err));
    VT_TRY(vt_cursor_next(c, ret_found, err));
    if (!*ret_found)
        return VT_OK;
    read_account(c, ret_account);
    read_key(c, ACCOUNT_COLUMN_COUNT, ret_key);
    return VT_OK;
}

vt_status vt_session_delete(vt_tx *tx, vt_str hash, vt_error *err)
{
    return vt_sql_run(tx, "DELETE FROM session WHERE hash = $1", VT_ARGS(vt_arg_text(hash)), NULL,
                      err);
}

/* ---- phrases and audit ---- */

vt_status vt_phrase_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_phrases *ret,
                         vt_error *err)
{
    VT_AUTO(vt_cursor) vt_cursor *c = NULL;
    VT_TRY(vt_sql_open(tx,
                       "SELECT phrase FROM prompt_phrase WHERE account_id = $1 "
                       "ORDER BY created_ms, phrase",
                       VT_ARGS(vt_arg_text(account_id)), &c, err));
    return read_texts(c, arena, ret, err);
}

vt_status vt_phrase_add(vt_tx *tx, vt_str account_id, vt_str phrase, int64_t now_ms, vt_error *err)
{
    int64_t others;
    VT_TRY(vt_sql_int(tx,
                      "SELECT COUNT(*) FROM prompt_phrase WHERE account_id = $1 AND phrase <> $2",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_text(phrase)), 0, &others, err));
    if (others >= VT_MAX_ACCOUNT_PHRASES)
        return vt_fail(err, VT_E_LIMIT, "An account has at most %u phrases.",
                       VT_MAX_ACCOUNT_PHRASES);
    return vt_sql_run(tx,
                      "INSERT INTO prompt_phrase (account_id, phrase, created_ms) "
                      "VALUES ($1, $2, $3) ON CONFLICT (account_id, phrase) DO NOTHING",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_text(phrase), vt_arg_int(now_ms)),
                      NULL, err);
}

vt_status vt_phrase_remove(vt_tx *tx, vt_str account_id, vt_str phrase, vt_error *err)
{
    return vt_sql_run(tx, "DELETE FROM prompt_phrase WHERE account_id = $1 AND phrase = $2",
                      VT_ARGS(vt_arg_text(account_id), vt_arg_text(phrase)), NULL, err);
}

vt_status vt_audit_add(vt_tx *tx, int64_t now_ms, vt_str account_id, const char *actor,
                       const char *action, vt_str detail, vt_error *err)
{
    return vt_sql_run(tx,
                      "INSERT INTO audit (at_ms, account_id, actor, action, detail) "
                      "VALUES ($1, $2, $3, $4, $5)",
                      VT_ARGS(vt_arg_int(now_ms), vt_arg_text(account_id), vt_arg_z(actor),
                              vt_arg_z(action), vt_arg_text(detail)),
                      NULL, err);
}
