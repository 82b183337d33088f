/* SPDX-License-Identifier: Apache-2.0 */
#include "api/keys.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/time.h"
#include "ledger/ledger.h"

#include <stdio.h>

enum { HINT_CHARS = 14, ACCOUNT_ARENA = 16 * 1024 * 1024 };

const char vt_scopes_all[] = "parse read usage admin";

bool vt_scopes_valid(vt_str scopes)
{
    vt_str word;
    while (vt_str_split(&scopes, ' ', &word)) {
        vt_str all = vt_str_z(vt_scopes_all), known;
        bool found = word.len == 0;
        while (!found && vt_str_split(&all, ' ', &known))
            found = vt_str_eq(known, word);
        if (!found)
            return false;
    }
    return true;
}

vt_status vt_key_create(vt_tx *tx, const vt_key_order *order, int64_t now_ms, vt_key *ret_key,
                        char *ret_secret, vt_error *err)
{
    char hash[VT_SHA256_HEX];
    int64_t count;
    VT_TRY(vt_sql_int(tx,
                      "SELECT COUNT(*) FROM api_key WHERE account_id = $1 AND revoked_ms = 0 "
                      "AND (expires_ms = 0 OR expires_ms > $2)",
                      VT_ARGS(vt_arg_z(order->account_id), vt_arg_int(now_ms)), 0, &count, err));
    if (count >= VT_MAX_ACCOUNT_KEYS)
        return vt_fail(err, VT_E_LIMIT, "An account has at most %u keys: revoke some first.",
                       VT_MAX_ACCOUNT_KEYS);
    vt_secret_new(order->test ? "vt_test_" : "vt_live_", ret_secret);
    vt_sha256_hex(vt_str_z(ret_secret), hash);
    *ret_key = (vt_key){.test = order->test, .created_ms = now_ms, .expires_ms = order->expires_ms};
    vt_id_new("key_", now_ms, ret_key->id);
    snprintf(ret_key->account_id, sizeof ret_key->account_id, "%s", order->account_id);
    snprintf(ret_key->name, sizeof ret_key->name, "%s", order->name ? order->name : "");
    snprintf(ret_key->scopes, sizeof ret_key->scopes, "%s", order->scopes ? order->scopes : "");
    snprintf(ret_key->hint, sizeof ret_key->hint, "%.*s", HINT_CHARS, ret_secret);
    return vt_key_insert(tx, ret_key, vt_str_z(hash), err);
}

vt_status vt_account_create(vt_tx *tx, vt_account *account, int64_t now_ms, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ACCOUNT_ARENA);
    account->created_ms = now_ms;
    account->next_reset_ms = 0; /* due at once */
    if (!account->cycle_day)
        account->cycle_day = vt_day_of(now_ms).day;
    vt_id_new("acc_", now_ms, account->id);
    VT_TRY(vt_account_insert(tx, account, err));
    return vt_ledger_refresh(tx, arena, vt_str_z(account->id), now_ms, err);
}
