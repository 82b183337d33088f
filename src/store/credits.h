/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rows of the ledger and its packs. What may be done with them is decided in ledger/: nothing else
 * calls these functions.
 */
#ifndef VT_STORE_CREDITS_H
#define VT_STORE_CREDITS_H

#include "store/accounts.h"

typedef struct vt_pack {
    char id[VT_ID_TEXT];
    char kind[16]; /* allowance, welcome, regular, promo */
    int64_t amount, remaining, created_ms, expires_ms;
} vt_pack;
typedef VT_VEC(vt_pack) vt_packs;

typedef struct vt_ledger_row {
    int64_t seq, at_ms, amount, balance;
    char kind[16];
    char pack_id[VT_ID_TEXT], pack_kind[16];
    char request_id[VT_ID_TEXT]; /* "": none */
    char note[VT_NAME_TEXT];
} vt_ledger_row;
typedef VT_VEC(vt_ledger_row) vt_ledger_rows;

VT_MUST_USE vt_status vt_credits_set_balance(vt_tx *tx, vt_str account_id, int64_t balance,
                                             vt_error *err);
VT_MUST_USE vt_status vt_credits_set_reset(vt_tx *tx, vt_str account_id, int64_t next_reset_ms,
                                           vt_error *err);

VT_MUST_USE vt_status vt_pack_insert(vt_tx *tx, vt_str account_id, const vt_pack *pack,
                                     vt_error *err);
/** Packs with something left, soonest-expiring first, those that never expire last. */
VT_MUST_USE vt_status vt_pack_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_packs *ret,
                                   vt_error *err);
VT_MUST_USE vt_status vt_pack_add(vt_tx *tx, vt_str pack_id, int64_t delta, vt_error *err);

VT_MUST_USE vt_status vt_ledger_insert(vt_tx *tx, vt_str account_id, const vt_ledger_row *row,
                                       vt_error *err);
typedef struct vt_settlement {
    bool open;               /* the request has not ended */
    int64_t balance;         /* of its account */
    int64_t endpoints;       /* of the account's webhooks that are in force */
    vt_ledger_rows reserved; /* pack_id and amount (below 0), as they were written */
} vt_settlement;

/** What the end of a request has to know, in one round trip: account and request are locked.
 * VT_E_NOT_FOUND: there is no such request of the account. */
VT_MUST_USE vt_status vt_settlement_open(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                         vt_str request_id, vt_settlement *ret, vt_error *err);

/** Rows of an account, newest first, older than `before_seq` (0: all). */
VT_MUST_USE vt_status vt_ledger_list(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                     int64_t before_seq, int64_t limit, vt_ledger_rows *ret,
                                     vt_error *err);

/** What rows a page shows; null strings leave a condition out. */
typedef struct vt_ledger_filter {
    vt_str kind, request_id;
} vt_ledger_filter;
/** vt_ledger_list() of those rows that the filter lets through. */
VT_MUST_USE vt_status vt_ledger_search(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                       const vt_ledger_filter *filter, int64_t before_seq,
                                       int64_t limit, vt_ledger_rows *ret, vt_error *err);

/** Of all accounts: what they have, what open requests hold, what was ever used. */
VT_MUST_USE vt_status vt_credits_total(vt_tx *tx, int64_t *ret_balance, int64_t *ret_reserved,
                                       int64_t *ret_consumed, vt_error *err);

#endif
