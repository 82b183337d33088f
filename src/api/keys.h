/* SPDX-License-Identifier: Apache-2.0 */
/** Making API keys and accounts: for the command line and the dashboard. */
#ifndef VT_API_KEYS_H
#define VT_API_KEYS_H

#include "store/accounts.h"

enum { VT_SECRET_TEXT = 64 };

/** What the caller says of a new key; expires_ms 0 is never, empty scopes are all. */
typedef struct vt_key_order {
    const char *account_id, *name, *scopes;
    bool test;
    int64_t expires_ms;
} vt_key_order;

/** Makes a key. The secret is in ret_secret[VT_SECRET_TEXT] and nowhere else. */
VT_MUST_USE vt_status vt_key_create(vt_tx *tx, const vt_key_order *order, int64_t now_ms,
                                    vt_key *ret_key, char *ret_secret, vt_error *err);

/** Makes an account (its id is filled in) and gives it its first allowance. VT_E_CONFLICT: the name
 * is taken. */
VT_MUST_USE vt_status vt_account_create(vt_tx *tx, vt_account *account, int64_t now_ms,
                                        vt_error *err);

/** The scopes there are, with spaces between; false when `scopes` has another word. */
extern const char vt_scopes_all[];
bool vt_scopes_valid(vt_str scopes);

#endif
