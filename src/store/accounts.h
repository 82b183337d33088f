/* SPDX-License-Identifier: Apache-2.0 */
/** Accounts, their API keys, sign-ins and prompt phrases. */
#ifndef VT_STORE_ACCOUNTS_H
#define VT_STORE_ACCOUNTS_H

#include "base/vec.h"
#include "store/store.h"

enum { VT_ID_TEXT = 40, VT_NAME_TEXT = 80, VT_SCOPES_TEXT = 80, VT_HINT_TEXT = 24 };

typedef enum vt_plan { VT_PLAN_BEGINNER, VT_PLAN_PROFESSIONAL } vt_plan;
typedef enum vt_billing { VT_BILLING_PLAN, VT_BILLING_PACKS } vt_billing;

typedef struct vt_account {
    char id[VT_ID_TEXT], name[VT_NAME_TEXT];
    vt_plan plan;
    vt_billing billing;
    bool active;
    int64_t allowance; /* credits a month */
    int64_t cycle_day, next_reset_ms;
    int64_t balance, low_credits;
    int64_t created_ms;
} vt_account;

typedef struct vt_key {
    char id[VT_ID_TEXT], account_id[VT_ID_TEXT], name[VT_NAME_TEXT];
    char hint[VT_HINT_TEXT], scopes[VT_SCOPES_TEXT];
    bool test;
    int64_t created_ms, expires_ms, revoked_ms; /* 0: never */
} vt_key;

typedef VT_VEC(vt_account) vt_accounts;
typedef VT_VEC(vt_key) vt_keys;
typedef VT_VEC(vt_str) vt_phrases;

const char *vt_plan_word(vt_plan plan);
bool vt_plan_parse(vt_str word, vt_plan *ret);
const char *vt_billing_word(vt_billing billing);
bool vt_billing_parse(vt_str word, vt_billing *ret);

/** VT_E_CONFLICT: the name is taken. The balance starts at 0 whatever the struct says. */
VT_MUST_USE vt_status vt_account_insert(vt_tx *tx, const vt_account *account, vt_error *err);
/** Everything but id, balance and creation. */
VT_MUST_USE vt_status vt_account_update(vt_tx *tx, const vt_account *account, vt_error *err);
/** By id or by name. VT_E_NOT_FOUND. */
VT_MUST_USE vt_status vt_account_find(vt_tx *tx, vt_str id_or_name, vt_account *ret, vt_error *err);
/** By id, locked to the end of the transaction: whoever changes its credits begins with this. */
VT_MUST_USE vt_status vt_account_lock(vt_tx *tx, vt_str id, vt_account *ret, vt_error *err);
VT_MUST_USE vt_status vt_account_list(vt_tx *tx, vt_arena *arena, vt_accounts *ret, vt_error *err);
/** Ids of accounts whose monthly reset is due. */
VT_MUST_USE vt_status vt_account_due(vt_tx *tx, vt_arena *arena, int64_t now_ms, vt_phrases *ret,
                                     vt_error *err);

/** `hash` is the SHA-256 of the key in hexadecimal. */
VT_MUST_USE vt_status vt_key_insert(vt_tx *tx, const vt_key *key, vt_str hash, vt_error *err);
/** The key and its account, revoked and expired ones too; *ret_found says whether there is one. */
VT_MUST_USE vt_status vt_key_find(vt_tx *tx, vt_str hash, vt_key *ret_key, vt_account *ret_account,
                                  bool *ret_found, vt_error *err);
VT_MUST_USE vt_status vt_key_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_keys *ret,
                                  vt_error *err);
/** By id or by hint. VT_E_NOT_FOUND: none that was not revoked before. */
VT_MUST_USE vt_status vt_key_revoke(vt_tx *tx, vt_str id_or_hint, int64_t now_ms, vt_error *err);

/** A sign-in with a key; `hash` is the SHA-256 of the cookie. Sessions that ended go. */
VT_MUST_USE vt_status vt_session_insert(vt_tx *tx, vt_str hash, vt_str key_id, int64_t now_ms,
                                        int64_t expires_ms, vt_error *err);
/** The key and account of a session that has not ended. The key may be revoked or expired. */
VT_MUST_USE vt_status vt_session_find(vt_tx *tx, vt_str hash, int64_t now_ms, vt_key *ret_key,
                                      vt_account *ret_account, bool *ret_found, vt_error *err);
VT_MUST_USE vt_status vt_session_delete(vt_tx *tx, vt_str hash, vt_error *err);

/** The phrases of an account for the prompt check: all, one more, one less. One that is there
 * already, or is not there, is no error. */
VT_MUST_USE vt_status vt_phrase_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_phrases *ret,
                                     vt_error *err);
VT_MUST_USE vt_status vt_phrase_add(vt_tx *tx, vt_str account_id, vt_str phrase, int64_t now_ms,
                                    vt_error *err);
VT_MUST_USE vt_status vt_phrase_remove(vt_tx *tx, vt_str account_id, vt_str phrase, vt_error *err);

/** Who did what; `detail` holds ids and numbers only. */
VT_MUST_USE vt_status vt_audit_add(vt_tx *tx, int64_t now_ms, vt_str account_id, const char *actor,
                                   const char *action, vt_str detail, vt_error *err);

#endif
