/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Credits. The ledger is append-only; a balance is the sum of its rows and of what is left in the
 * account's packs, and never below zero. A monthly allowance is a pack that expires at the reset.
 *
 * A request goes through here twice: reserve() at create takes the most it can cost out of the
 * packs, soonest-expiring first; settle() at its end gives all of that back (release) and takes
 * what was really used from the same packs (consume). Both run in the transaction that changes the
 * request's state, so each happens exactly once.
 */
#ifndef VT_LEDGER_LEDGER_H
#define VT_LEDGER_LEDGER_H

#include "store/credits.h"

/**
 * Takes `credits` for a request. VT_E_LIMIT: there are too few, and nothing was changed. A pack
 * whose time has come and a monthly reset that is due are handled first.
 */
VT_MUST_USE vt_status vt_ledger_reserve(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                        vt_str request_id, int64_t credits, int64_t now_ms,
                                        int64_t *ret_balance, vt_error *err);

/** Ends what reserve() began, as vt_settlement_open() found it: `consumed` is at most what was
 * reserved. */
VT_MUST_USE vt_status vt_ledger_settle(vt_tx *tx, vt_str account_id, vt_str request_id,
                                       const vt_settlement *opened, int64_t consumed,
                                       int64_t now_ms, int64_t *ret_balance, vt_error *err);

/** Where new credits come from. The row's kind follows: purchase, promo, or grant. */
typedef enum vt_credit_kind {
    VT_CREDIT_ALLOWANCE,
    VT_CREDIT_WELCOME,
    VT_CREDIT_REGULAR,
    VT_CREDIT_PROMO,
} vt_credit_kind;

/** A new pack. expires_ms 0: never. */
VT_MUST_USE vt_status vt_ledger_add(vt_tx *tx, vt_str account_id, vt_credit_kind kind,
                                    int64_t credits, int64_t expires_ms, const char *note,
                                    int64_t now_ms, int64_t *ret_balance, vt_error *err);

/** Expires packs whose time has come, and gives the allowance of a cycle that began. */
VT_MUST_USE vt_status vt_ledger_refresh(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                        int64_t now_ms, vt_error *err);

/** The start of the cycle after `now_ms`, for an account whose cycle begins on `cycle_day`. */
int64_t vt_ledger_next_reset(int64_t now_ms, int64_t cycle_day);

#endif
