/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae key`: API keys. A running server takes them up at once. */
#include "api/keys.h"
#include "base/time.h"
#include "cli/admin.h"

#include <stdio.h>

static const char help[] =
    "usage: vitae key create [--account NAME] [--name TEXT] [--test] [--scopes WORDS] [--days N]\n"
    "       vitae key list [--account NAME]\n"
    "       vitae key revoke ID\n"
    "\n"
    "create prints the key once. Only its hash is stored.\n"
    "\n"
    "  --account NAME   account of the key (default: default)\n"
    "  --name TEXT      a name to recognise the key by\n"
    "  --test           create a test key: never charged\n"
    "  --scopes WORDS   what the key may do: parse, read, usage, admin (default: all)\n"
    "  --days N         the key expires after N days\n"
    "  --data DIR       data folder of the service (default: ./vitae-data)\n";

struct order {
    vt_arena *arena;
    const char *account, *name, *scopes, *days, *revoke;
    bool test;
    char secret[VT_SECRET_TEXT];
    vt_keys keys;
};

static vt_status create(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    vt_key key;
    int64_t now_ms = vt_time_now_ms(), days = 0;
    if (o->days && !vt_str_to_i64(vt_str_z(o->days), 1, 36500, &days))
        return vt_fail(err, VT_E_INVALID, "--days must be from 1 to 36500");
    if (!vt_scopes_valid(vt_str_z(o->scopes ? o->scopes : "")))
        return vt_fail(err, VT_E_INVALID, "--scopes may have: %s", vt_scopes_all);
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    const vt_key_order order = {.account_id = account.id,
                                .name = o->name,
                                .scopes = o->scopes,
                                .test = o->test,
                                .expires_ms = days ? now_ms + days * 86400000 : 0};
    VT_TRY(vt_key_create(tx, &order, now_ms, &key, o->secret, err));
    return vt_audit_add(tx, now_ms, vt_str_z(account.id), "command", "key.create", vt_str_z(key.id),
                        err);
}

static vt_status list(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    vt_account account;
    VT_TRY(vt_account_find(tx, vt_str_z(o->account), &account, err));
    return vt_key_list(tx, o->arena, vt_str_z(account.id), &o->keys, err);
}

static vt_status revoke_key(vt_tx *tx, void *context, vt_error *err)
{
    struct order *o = context;
    int64_t now_ms = vt_time_now_ms();
    VT_TRY(vt_key_revoke(tx, vt_str_z(o->revoke), now_ms, err));
    return vt_audit_add(tx, now_ms, VT_STR_NULL, "command", "key.revoke", vt_str_z(o->revoke), err);
}

static void print_keys(const vt_keys *keys)
{
    for (size_t i = 0; i < keys->n; i++) {
        const vt_key *k = &keys->at[i];
        char created[VT_TIME_TEXT], expires[VT_TIME_TEXT] = "never";
        vt_time_format(k->created_ms, created);
        if (k->expires_ms)
            vt_time_format(k->expires_ms, expires);
        printf("%s  %s...  %-7s  created %s  expires %s  scopes %s  %s\n", k->id, k->hint,
               k->revoked_ms ? "revoked" : "active", created, expires,
               k->scopes[0] ? k->scopes : "all", k->name);
    }
}

int vt_cli_key(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    struct order o = {.arena = arena, .account = "default"};
    const vt_flag flags[] = {{"account", &o.account, NULL}, {"name", &o.name, NULL},
                             {"scopes", &o.scopes, NULL},   {"days", &o.days, NULL},
                             {"test", NULL, &o.test},       {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    const char *verb = status == VT_OK && words > 0 ? argv[1] : "";
    vt_tx_fn write = strcmp(verb, "create") == 0 && words == 1   ? create
                     : strcmp(verb, "revoke") == 0 && words == 2 ? revoke_key
                                                                 : NULL;
    bool lists = strcmp(verb, "list") == 0 && words == 1;
    if (status == VT_OK && !write && !lists)
        status = vt_fail(&err, VT_E_INVALID, "expected create, list or revoke ID; see --help");
    if (words == 2)
        o.revoke = argv[2];
    VT_AUTO(vt_store) vt_store *store = NULL;
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status == VT_OK)
        status =
            write ? vt_store_write(store, write, &o, &err) : vt_store_read(store, list, &o, &err);
    if (status != VT_OK)
        return vt_admin_fail("key", status, &err);
    if (o.secret[0])
        puts(o.secret);
    print_keys(&o.keys);
    return VT_EXIT_OK;
}
