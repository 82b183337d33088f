/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae webhook`: where events of an account are sent, and what became of them. */
#include "base/hash.h"
#include "base/time.h"
#include "cli/admin.h"
#include "jobs/webhook.h"
#include "store/hooks.h"

#include <stdio.h>

static const char help[] =
    "usage: vitae webhook add URL [--account NAME] [--events EVENT,EVENT...]\n"
    "       vitae webhook list [--account NAME]\n"
    "       vitae webhook enable|disable|remove ID\n"
    "       vitae webhook log [--account NAME]\n"
    "       vitae webhook resend DELIVERY [--account NAME]\n"
    "\n"
    "Events: parse.completed, parse.failed, parse.reviewed, batch.completed, credits.low\n"
    "(default: all).\n"
    "An address that fetch_ports and fetch_allow rule out is refused. When you set them with "
    "flags\n"
    "of the service, give the same flags here.\n"
    "add prints the id of the endpoint and the secret that signs its events.\n"
    "\n"
    "  --account NAME   account of the endpoint (default: default)\n"
    "  --data DIR       data folder of the service (default: ./vitae-data)\n";

enum { LOG_ROWS = 50 };

struct order {
    vt_arena *arena;
    const char *account, *events, *word;
    vt_hook added;
    vt_hooks hooks;
    vt_deliveries log;
};

/* What the service would never call is refused here too: by the same settings. */
static vt_status check_added(const struct order *o, const vt_config *config, vt_error *err)
{
    const vt_address_rules rules = {vt_str_z(config->fetch_ports), vt_str_z(config->fetch_allow)};
    VT_TRY(vt_client_init(err));
    const char *refusal = vt_webhook_refusal(&rules, o->word);
    if (refusal)
        return vt_fail(err, VT_E_INVALID, "the URL %s", refusal);
    if (o->events && !vt_webhook_events_valid(vt_str_z(o->events)))
        return vt_fail(err, VT_E_INVALID, "--events may have %s", VT_WEBHOOK_EVENTS);
    return VT_OK;
}

/* Events are kept with spaces between them; people write commas. */
static const char *with_spaces(vt_arena *arena, const char *events)
{
    char *copy = vt_str_cstr(arena, vt_str_z(events));
    for (char *c = copy; *c; c++)
        if (*c == ',')
            *c = ' ';
    return copy;
}

static vt_status add(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    char *secret = vt_arena_alloc(o->arena, VT_WEBHOOK_SECRET);
    vt_webhook_secret_new(secret);
    o->added = (vt_hook){.url = vt_str_z(o->word),
                         .secret = vt_str_z(secret),
                         .events = vt_str_z(o->events ? o->events : ""),
                         .created_ms = vt_time_now_ms()};
    vt_id_new("whk_", o->added.created_ms, o->added.id);
    snprintf(o->added.account_id, sizeof o->added.account_id, "%s", account.id);
    VT_TRY(vt_hook_insert(tx, &o->added, err));
    return vt_audit_add(tx, o->added.created_ms, vt_str_z(account.id), "command", "webhook.add",
                        vt_str_z(o->added.id), err);
}

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    o->hooks = (vt_hooks){0};
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    return vt_hook_list(tx, o->arena, vt_str_z(account.id), &o->hooks, err);
}

static vt_status show_log(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    o->log = (vt_deliveries){0};
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    return vt_delivery_list(tx, o->arena, vt_str_z(account.id), VT_STR_NULL, LOG_ROWS, &o->log,
                            err);
}

static vt_status enable(vt_tx *tx, void *context, vt_error *err)
{
    return vt_hook_disable(tx, vt_str_z(((struct order *)context)->word), 0, err);
}
static vt_status disable(vt_tx *tx, void *context, vt_error *err)
{
    return vt_hook_disable(tx, vt_str_z(((struct order *)context)->word), vt_time_now_ms(), err);
}
static vt_status remove_hook(vt_tx *tx, void *context, vt_error *err)
{
    return vt_hook_delete(tx, vt_str_z(((struct order *)context)->word), err);
}
static vt_status resend(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    return vt_delivery_resend(tx, vt_str_z(account.id), vt_str_z(o->word), vt_time_now_ms(), err);
}

static const struct verb {
    const char *word;
    int words;
    bool reads;
    vt_tx_fn fn;
} verbs[] = {
    {"add", 2, false, add},         {"list", 1, true, list},           {"enable", 2, false, enable},
    {"disable", 2, false, disable}, {"remove", 2, false, remove_hook}, {"log", 1, true, show_log},
    {"resend", 2, false, resend},
};

static void print(const struct order *o)
{
    if (o->added.id[0])
        printf("%s\n" VT_STR_FMT "\n", o->added.id, VT_STR_ARG(o->added.secret));
    for (size_t i = 0; i < o->hooks.n; i++) {
        const vt_hook *h = &o->hooks.at[i];
        printf("%s  %-8s  %.*s  " VT_STR_FMT "\n", h->id, h->disabled_ms ? "disabled" : "enabled",
               h->events.len ? (int)h->events.len : 3, h->events.len ? h->events.ptr : "all",
               VT_STR_ARG(h->url));
    }
    for (size_t i = 0; i < o->log.n; i++) {
        const vt_delivery *d = &o->log.at[i];
        char created[VT_TIME_TEXT];
        vt_time_format(d->created_ms, created);
        printf("%s  %s  %-15s  %-9s  tries %jd  HTTP %jd  " VT_STR_FMT "\n", d->id, created,
               d->event, d->state, (intmax_t)d->tries, (intmax_t)d->last_status,
               VT_STR_ARG(d->last_error));
    }
}

int vt_cli_webhook(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    struct order o = {.arena = arena, .account = "default"};
    const vt_flag flags[] = {
        {"account", &o.account, NULL}, {"events", &o.events, NULL}, {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words = 0;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    const struct verb *verb = NULL;
    for (size_t i = 0; status == VT_OK && words > 0 && i < VT_COUNT(verbs); i++)
        if (words == verbs[i].words && strcmp(argv[1], verbs[i].word) == 0)
            verb = &verbs[i];
    if (status == VT_OK && !verb)
        status = vt_fail(&err, VT_E_INVALID,
                         "expected add, list, enable, disable, remove, log or resend; see --help");
    o.word = words > 1 ? argv[2] : NULL;
    o.events = o.events ? with_spaces(arena, o.events) : NULL;
    if (status == VT_OK && verb->fn == add)
        status = check_added(&o, &config, &err);
    VT_AUTO(vt_store) vt_store *store = NULL;
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status != VT_OK)
        return vt_admin_fail("webhook", status, &err);
    status = verb->reads ? vt_store_read(store, verb->fn, &o, &err)
                         : vt_store_write(store, verb->fn, &o, &err);
    if (status != VT_OK)
        return vt_admin_fail("webhook", status, &err);
    print(&o);
    return VT_EXIT_OK;
}
