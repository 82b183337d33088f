/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/ledger.h"

#include "base/hash.h"
#include "base/time.h"

#include <assert.h>
#include <stdio.h>

/* An account whose row is locked: its balance as rows are added. */
struct book {
    vt_tx *tx;
    vt_str account_id;
    int64_t balance, now_ms;
};

/* A row of the ledger, and the balance with it; the pack is the caller's to move. */
static vt_status write_row(struct book *book, const char *kind, const char *pack_id, int64_t amount,
                           vt_str request_id, const char *note, vt_error *err)
{
    book->balance += amount;
    vt_ledger_row row = {.at_ms = book->now_ms, .amount = amount, .balance = book->balance};
    snprintf(row.kind, sizeof row.kind, "%s", kind);
    snprintf(row.pack_id, sizeof row.pack_id, "%s", pack_id);
    snprintf(row.request_id, sizeof row.request_id, VT_STR_FMT, VT_STR_ARG(request_id));
    snprintf(row.note, sizeof row.note, "%s", note ? note : "");
    return vt_ledger_insert(book->tx, book->account_id, &row, err);
}

/* One row: the pack, the balance and the ledger move together. */
static vt_status post(struct book *book, const char *kind, const char *pack_id, int64_t amount,
                      vt_str request_id, const char *note, vt_error *err)
{
    VT_TRY(write_row(book, kind, pack_id, amount, request_id, note, err));
    return vt_pack_add(book->tx, vt_str_z(pack_id), amount, err);
}

static vt_status close_book(struct book *book, int64_t *ret_balance, vt_error *err)
{
    VT_TRY(vt_credits_set_balance(book->tx, book->account_id, book->balance, err));
    if (ret_balance)
        *ret_balance = book->balance;
    return VT_OK;
}

/* ---- new credits ---- */

static const struct {
    const char *pack, *row;
} kinds[] = {
    [VT_CREDIT_ALLOWANCE] = {"allowance", "grant"},
    [VT_CREDIT_WELCOME] = {"welcome", "grant"},
    [VT_CREDIT_REGULAR] = {"regular", "purchase"},
    [VT_CREDIT_PROMO] = {"promo", "promo"},
};

static vt_status add(struct book *book, vt_credit_kind kind, int64_t credits, int64_t expires_ms,
                     const char *note, vt_error *err)
{
    vt_pack pack = {.amount = credits, .created_ms = book->now_ms, .expires_ms = expires_ms};
    vt_id_new("pck_", book->now_ms, pack.id);
    snprintf(pack.kind, sizeof pack.kind, "%s", kinds[kind].pack);
    VT_TRY(vt_pack_insert(book->tx, book->account_id, &pack, err));
    return post(book, kinds[kind].row, pack.id, credits, VT_STR_NULL, note, err);
}

vt_status vt_ledger_add(vt_tx *tx, vt_str account_id, vt_credit_kind kind, int64_t credits,
                        int64_t expires_ms, const char *note, int64_t now_ms, int64_t *ret_balance,
                        vt_error *err)
{
    vt_account account;
    VT_TRY(vt_account_lock(tx, account_id, &account, err));
    struct book book = {tx, account_id, account.balance, now_ms};
    VT_TRY(add(&book, kind, credits, expires_ms, note, err));
    return close_book(&book, ret_balance, err);
}

/* ---- time ---- */

int64_t vt_ledger_next_reset(int64_t now_ms, int64_t cycle_day)
{
    vt_day day = vt_day_of(now_ms);
    for (;;) {
        int last = vt_days_in_month(day.year, day.month);
        day.day = (int)VT_MIN(cycle_day, last);
        if (vt_day_start_ms(day) > now_ms)
            return vt_day_start_ms(day);
        day.month = day.month % 12 + 1;
        day.year += day.month == 1;
    }
}

static bool is_expired(const vt_pack *pack, int64_t now_ms)
{
    return pack->expires_ms > 0 && pack->expires_ms <= now_ms;
}

static vt_status expire(struct book *book, vt_packs *packs, vt_error *err)
{
    for (size_t i = 0; i < packs->n; i++) {
        vt_pack *pack = &packs->at[i];
        if (!is_expired(pack, book->now_ms))
            continue;
        VT_TRY(post(book, "expire", pack->id, -pack->remaining, VT_STR_NULL, NULL, err));
        pack->remaining = 0;
    }
    return VT_OK;
}

/* Locks the account, brings it up to `now_ms`, and lists what it can spend. */
static vt_status open_book(vt_tx *tx, vt_arena *arena, vt_str account_id, int64_t now_ms,
                           struct book *book, vt_packs *packs, vt_error *err)
{
    vt_account account;
    VT_TRY(vt_account_lock(tx, account_id, &account, err));
    *book = (struct book){tx, account_id, account.balance, now_ms};
    VT_TRY(vt_pack_list(tx, arena, account_id, packs, err));
    VT_TRY(expire(book, packs, err));
    bool due = account.billing == VT_BILLING_PLAN && account.active && account.allowance > 0 &&
               account.next_reset_ms <= now_ms;
    if (!due)
        return VT_OK;
    int64_t reset_ms = vt_ledger_next_reset(now_ms, account.cycle_day);
    VT_TRY(add(book, VT_CREDIT_ALLOWANCE, account.allowance, reset_ms, "monthly allowance", err));
    VT_TRY(vt_credits_set_reset(tx, account_id, reset_ms, err));
    *packs = (vt_packs){0};
    return vt_pack_list(tx, arena, account_id, packs, err);
}

vt_status vt_ledger_refresh(vt_tx *tx, vt_arena *arena, vt_str account_id, int64_t now_ms,
                            vt_error *err)
{
    struct book book;
    vt_packs packs = {0};
    VT_TRY(open_book(tx, arena, account_id, now_ms, &book, &packs, err));
    return close_book(&book, NULL, err);
}

/* ---- requests ---- */

vt_status vt_ledger_reserve(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_str request_id,
                            int64_t credits, int64_t now_ms, int64_t *ret_balance, vt_error *err)
{
    struct book book;
    vt_packs packs = {0};
    VT_TRY(open_book(tx, arena, account_id, now_ms, &book, &packs, err));
    if (book.balance < credits)
        return vt_fail(err, VT_E_LIMIT, "%jd credits are needed and %jd are left",
                       (intmax_t)credits, (intmax_t)book.balance);
    int64_t open = credits;
    for (size_t i = 0; i < packs.n && open > 0; i++) {
        int64_t part = VT_MIN(open, packs.at[i].remaining);
        if (part > 0)
            VT_TRY(post(&book, "reserve", packs.at[i].id, -part, request_id, NULL, err));
        open -= part;
    }
    if (open > 0)
        return vt_fail(err, VT_E_INTERNAL, "the packs hold less than the balance says");
    return close_book(&book, ret_balance, err);
}

/* What was reserved comes back, and what was used goes: two rows each, and the pack moves by the
 * difference, which mostly is none. */
static vt_status settle(struct book *book, const vt_ledger_rows *rows, vt_str request_id,
                        int64_t consumed, vt_error *err)
{
    for (size_t i = 0; i < rows->n; i++)
        VT_TRY(write_row(book, "release", rows->at[i].pack_id, -rows->at[i].amount, request_id,
                         NULL, err));
    for (size_t i = 0; i < rows->n; i++) {
        int64_t reserved = -rows->at[i].amount, part = VT_MIN(consumed, reserved);
        if (part > 0)
            VT_TRY(write_row(book, "consume", rows->at[i].pack_id, -part, request_id, NULL, err));
        if (part != reserved)
            VT_TRY(vt_pack_add(book->tx, vt_str_z(rows->at[i].pack_id), reserved - part, err));
        consumed -= part;
    }
    if (consumed > 0)
        return vt_fail(err, VT_E_INTERNAL, "a request used more than was reserved for it");
    return VT_OK;
}

vt_status vt_ledger_settle(vt_tx *tx, vt_str account_id, vt_str request_id,
                           const vt_settlement *opened, int64_t consumed, int64_t now_ms,
                           int64_t *ret_balance, vt_error *err)
{
    struct book book = {tx, account_id, opened->balance, now_ms};
    VT_TRY(settle(&book, &opened->reserved, request_id, consumed, err));
    *ret_balance = book.balance;
    if (book.balance == opened->balance)
        return VT_OK;
    return close_book(&book, NULL, err);
}
