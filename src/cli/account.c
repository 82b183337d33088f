/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae account`: accounts, their plans, and the phrases of their prompt check. */
#include "api/keys.h"
#include "base/time.h"
#include "cli/admin.h"
#include "ledger/ledger.h"

#include <stdio.h>

static const char help[] =
    "usage: vitae account create NAME [options]\n"
    "       vitae account set NAME [options]\n"
    "       vitae account list\n"
    "       vitae account phrase add|remove NAME TEXT\n"
    "       vitae account phrase list NAME\n"
    "\n"
    "  --plan beginner|professional   page limit\n"
    "  --billing plan|packs           pay by monthly allowance or by packs of credits\n"
    "  --allowance N                  credits a month (billing plan)\n"
    "  --cycle-day N                  day of the month on which the allowance renews\n"
    "  --active yes|no                whether the subscription is active\n"
    "  --low N                        send the event credits.low below N credits; 0: never\n"
    "  --welcome N                    credits in a welcome pack (create, billing packs)\n"
    "  --data DIR                     data folder of the service (default: ./vitae-data)\n"
    "\n"
    "Phrases replace the default list of the account's prompt check.\n";

struct order {
    vt_arena *arena;
    const char *name, *text;
    const char *plan, *billing, *allowance, *cycle_day, *active, *low, *welcome;
    vt_accounts accounts;
    vt_phrases phrases;
};

static vt_status read_number(const char *flag, const char *text, int64_t max, int64_t *ret,
                             vt_error *err)
{
    if (text && !vt_str_to_i64(vt_str_z(text), 0, max, ret))
        return vt_fail(err, VT_E_INVALID, "--%s must be from 0 to %jd", flag, (intmax_t)max);
    return VT_OK;
}

static vt_status apply_flags(const struct order *o, vt_account *a, vt_error *err)
{
    static const int64_t many = 1000000000000;
    if (o->plan && !vt_plan_parse(vt_str_z(o->plan), &a->plan))
        return vt_fail(err, VT_E_INVALID, "--plan must be beginner or professional");
    if (o->billing && !vt_billing_parse(vt_str_z(o->billing), &a->billing))
        return vt_fail(err, VT_E_INVALID, "--billing must be plan or packs");
    if (o->active && strcmp(o->active, "yes") != 0 && strcmp(o->active, "no") != 0)
        return vt_fail(err, VT_E_INVALID, "--active must be yes or no");
    if (o->active)
        a->active = strcmp(o->active, "yes") == 0;
    VT_TRY(read_number("allowance", o->allowance, many, &a->allowance, err));
    VT_TRY(read_number("low", o->low, many, &a->low_credits, err));
    VT_TRY(read_number("cycle-day", o->cycle_day, 31, &a->cycle_day, err));
    return VT_OK;
}

static vt_status create(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    int64_t welcome = 0, now_ms = vt_time_now_ms(), balance;
    vt_account a = {.active = true};
    if (strlen(o->name) >= sizeof a.name)
        return vt_fail(err, VT_E_INVALID, "a name has at most %zu bytes", sizeof a.name - 1);
    snprintf(a.name, sizeof a.name, "%s", o->name);
    VT_TRY(apply_flags(o, &a, err));
    VT_TRY(read_number("welcome", o->welcome, 1000000000000, &welcome, err));
    vt_status status = vt_account_create(tx, &a, now_ms, err);
    if (status == VT_E_CONFLICT)
        return vt_fail(err, status, "there is an account '%s' already", o->name);
    VT_TRY(status);
    if (welcome)
        VT_TRY(vt_ledger_add(tx, vt_str_z(a.id), VT_CREDIT_WELCOME, welcome, 0, "welcome", now_ms,
                             &balance, err));
    VT_TRY(vt_audit_add(tx, now_ms, vt_str_z(a.id), "command", "account.create", VT_STR(""), err));
    VT_TRY(vt_account_find(tx, vt_str_z(a.id), &a, err));
    o->accounts = (vt_accounts){0};
    vt_vec_push(o->arena, &o->accounts, a);
    return VT_OK;
}

static vt_status change(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account a;
    int64_t now_ms = vt_time_now_ms();
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &a, err));
    VT_TRY(apply_flags(o, &a, err));
    VT_TRY(vt_account_update(tx, &a, err));
    VT_TRY(vt_ledger_refresh(tx, o->arena, vt_str_z(a.id), now_ms, err));
    VT_TRY(vt_audit_add(tx, now_ms, vt_str_z(a.id), "command", "account.set", VT_STR(""), err));
    VT_TRY(vt_account_find(tx, vt_str_z(a.id), &a, err));
    o->accounts = (vt_accounts){0};
    vt_vec_push(o->arena, &o->accounts, a);
    return VT_OK;
}

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    o->accounts = (vt_accounts){0};
    return vt_account_list(tx, o->arena, &o->accounts, err);
}

static vt_status add_phrase(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account a;
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &a, err));
    if (vt_str_trim(vt_str_z(o->text)).len == 0 || strlen(o->text) > 500)
        return vt_fail(err, VT_E_INVALID, "a phrase has 1 to 500 bytes");
    return vt_phrase_add(tx, vt_str_z(a.id), vt_str_z(o->text), vt_time_now_ms(), err);
}

static vt_status remove_phrase(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account a;
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &a, err));
    return vt_phrase_remove(tx, vt_str_z(a.id), vt_str_z(o->text), err);
}

static vt_status list_phrases(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account a;
    o->phrases = (vt_phrases){0};
    VT_TRY(vt_account_find(tx, vt_str_z(o->name), &a, err));
    return vt_phrase_list(tx, o->arena, vt_str_z(a.id), &o->phrases, err);
}

static void print_account(const vt_account *a)
{
    char reset[VT_TIME_TEXT] = "-";
    if (a->next_reset_ms)
        vt_day_format(vt_day_of(a->next_reset_ms), reset);
    printf("%s  %s  plan %s  billing %s  %s  balance %jd  allowance %jd  next reset %s\n", a->id,
           a->name, vt_plan_word(a->plan), vt_billing_word(a->billing),
           a->active ? "active" : "inactive", (intmax_t)a->balance, (intmax_t)a->allowance, reset);
}

/* The verbs: how many words they take, and what runs. */
static const struct verb {
    const char *first, *second; /* second NULL: none */
    int words;
    bool reads;
    vt_tx_fn fn;
} verbs[] = {
    {"create", NULL, 2, false, create},
    {"set", NULL, 2, false, change},
    {"list", NULL, 1, true, list},
    {"phrase", "add", 4, false, add_phrase},
    {"phrase", "remove", 4, false, remove_phrase},
    {"phrase", "list", 3, true, list_phrases},
};

static const struct verb *find_verb(char **argv, int words)
{
    for (size_t i = 0; i < VT_COUNT(verbs); i++)
        if (words == verbs[i].words && strcmp(argv[1], verbs[i].first) == 0 &&
            (!verbs[i].second || strcmp(argv[2], verbs[i].second) == 0))
            return &verbs[i];
    return NULL;
}

int vt_cli_account(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    struct order o = {.arena = arena};
    const vt_flag flags[] = {{"plan", &o.plan, NULL},           {"billing", &o.billing, NULL},
                             {"allowance", &o.allowance, NULL}, {"cycle-day", &o.cycle_day, NULL},
                             {"active", &o.active, NULL},       {"low", &o.low, NULL},
                             {"welcome", &o.welcome, NULL},     {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words = 0;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    const struct verb *verb = status == VT_OK ? find_verb(argv, words) : NULL;
    if (status == VT_OK && !verb)
        status =
            vt_fail(&err, VT_E_INVALID,
                    "expected create NAME, set NAME, list, or phrase add, remove or list NAME; "
                    "see --help");
    VT_AUTO(vt_store) vt_store *store = NULL;
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status != VT_OK)
        return vt_admin_fail("account", status, &err);
    o.name = words > 1 ? argv[verb->second ? 3 : 2] : NULL;
    o.text = words > 3 ? argv[4] : NULL;
    status = verb->reads ? vt_store_read(store, verb->fn, &o, &err)
                         : vt_store_write(store, verb->fn, &o, &err);
    if (status != VT_OK)
        return vt_admin_fail("account", status, &err);
    for (size_t i = 0; i < o.accounts.n; i++)
        print_account(&o.accounts.at[i]);
    for (size_t i = 0; i < o.phrases.n; i++)
        printf(VT_STR_FMT "\n", VT_STR_ARG(o.phrases.at[i]));
    return VT_EXIT_OK;
}
