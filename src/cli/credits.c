/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae credits`: packs of credits, and the ledger. */
#include "base/time.h"
#include "cli/admin.h"
#include "ledger/ledger.h"

#include <stdio.h>

static const char help[] =
    "usage: vitae credits grant|purchase|promo NAME N [--expires YYYY-MM-DD] [--note TEXT]\n"
    "       vitae credits list NAME [--limit N]\n"
    "\n"
    "Adds a pack of N credits to the account NAME: a welcome pack (grant), a bought pack "
    "(purchase)\n"
    "or a promotional pack (promo). Packs that expire first are spent first. `list` shows the\n"
    "transactions, newest first.\n"
    "\n"
    "  --expires DAY   the pack expires at the start of this day (UTC)\n"
    "  --data DIR      data folder of the service (default: ./vitae-data)\n";

enum { LIST_DEFAULT = 50, LIST_MAX = 100000 };
static const int64_t MAX_CREDITS = 1000000000000;

struct order {
    vt_arena *arena;
    const char *name, *amount, *expires, *note, *limit;
    vt_credit_kind kind;
    int64_t balance;
    vt_ledger_rows rows;
};

static vt_status add(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    int64_t amount, expires_ms = 0, now_ms = vt_time_now_ms();
    vt_day day;
    if (!vt_str_to_i64(vt_str_z(o->amount), 1, MAX_CREDITS, &amount))
        return vt_fail(err, VT_E_INVALID, "N must be from 1 to %jd", (intmax_t)MAX_CREDITS);
    if (o->expires && !vt_day_parse(vt_str_z(o->expires), &day))
        return vt_fail(err, VT_E_INVALID, "--expires must be a day, YYYY-MM-DD");
    if (o->expires)
        expires_ms = vt_day_start_ms(day);
    if (o->expires && expires_ms <= now_ms)
        return vt_fail(err, VT_E_INVALID, "--expires must be a day to come");
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &account, err));
    VT_TRY(vt_ledger_add(tx, vt_str_z(account.id), o->kind, amount, expires_ms,
                         o->note ? o->note : "", now_ms, &o->balance, err));
    return vt_audit_add(tx, now_ms, vt_str_z(account.id), "command", "credits.add", VT_STR(""),
                        err);
}

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    int64_t limit = LIST_DEFAULT;
    if (o->limit && !vt_str_to_i64(vt_str_z(o->limit), 1, LIST_MAX, &limit))
        return vt_fail(err, VT_E_INVALID, "--limit must be from 1 to %d", (int)LIST_MAX);
    o->rows = (vt_ledger_rows){0};
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &account, err));
    o->balance = account.balance;
    return vt_ledger_list(tx, o->arena, vt_str_z(account.id), 0, limit, &o->rows, err);
}

static bool kind_of(const char *verb, vt_credit_kind *ret)
{
    static const struct {
        const char *verb;
        vt_credit_kind kind;
    } rows[] = {
        {"grant", VT_CREDIT_WELCOME}, {"purchase", VT_CREDIT_REGULAR}, {"promo", VT_CREDIT_PROMO}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (strcmp(verb, rows[i].verb) == 0) {
            *ret = rows[i].kind;
            return true;
        }
    return false;
}

static void print_rows(const vt_ledger_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        const vt_ledger_row *r = &rows->at[i];
        char at[VT_TIME_TEXT];
        vt_time_format(r->at_ms, at);
        printf("%s  %-8s  %+jd  balance %jd  %s  %s\n", at, r->kind, (intmax_t)r->amount,
               (intmax_t)r->balance, r->pack_kind, r->request_id[0] ? r->request_id : r->note);
    }
}

int vt_cli_credits(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    struct order o = {.arena = arena};
    const vt_flag flags[] = {{"expires", &o.expires, NULL},
                             {"note", &o.note, NULL},
                             {"limit", &o.limit, NULL},
                             {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words = 0;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    bool adds = status == VT_OK && words == 3 && kind_of(argv[1], &o.kind);
    bool lists = status == VT_OK && words == 2 && strcmp(argv[1], "list") == 0;
    if (status == VT_OK && !adds && !lists)
        status = vt_fail(&err, VT_E_INVALID,
                         "expected grant, purchase or promo NAME N, or list NAME; see --help");
    VT_AUTO(vt_store) vt_store *store = NULL;
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status != VT_OK)
        return vt_admin_fail("credits", status, &err);
    o.name = argv[2];
    o.amount = adds ? argv[3] : NULL;
    status = adds ? vt_store_write(store, add, &o, &err) : vt_store_read(store, list, &o, &err);
    if (status != VT_OK)
        return vt_admin_fail("credits", status, &err);
    print_rows(&o.rows);
    printf("balance %jd\n", (intmax_t)o.balance);
    return VT_EXIT_OK;
}
