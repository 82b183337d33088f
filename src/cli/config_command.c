/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae config`: whether the configuration is right, and what is in effect. */
#include "cli/admin.h"
#include "cli/config_check.h"
#include "cli/llm.h"
#include "jobs/client.h"

#include <stdio.h>
#include <unistd.h>

static const char help[] =
    "usage: vitae config check [--config FILE]\n"
    "       vitae config show [--changed] [--config FILE]\n"
    "\n"
    "check prints every fault of the configuration with its file and line, variable or option,\n"
    "and exits with 2 if there is one. Nothing is started or changed: use it before a restart.\n"
    "show prints every setting as it is in effect, and where its value comes from; passwords are\n"
    "hidden. Where a value was refused, it prints the value that holds instead, and says so.\n"
    "The configuration is what `vitae serve` would use here: the file, variables VITAE_... and\n"
    "options.\n"
    "\n"
    "  --changed       show only what is set, without defaults\n"
    "  --config FILE   read settings from this file (default: /etc/vitae/vitae.conf, if it "
    "exists)\n";

/* The rest of the language model's settings, which its client knows. */
static void check_model(vt_arena *arena, const vt_config *config)
{
    vt_error err = {0};
    vt_model *model = NULL;
    if (!config->llm_url[0] || !config->llm_model[0])
        return;
    int key = vt_llm_key_hide();
    vt_status status = vt_client_init(&err);
    if (status == VT_OK)
        status = vt_llm_open(arena, config, key, 0, &model, &err);
    if (status != VT_OK)
        vt_config_add_fault(arena, config, "llm_url", err.message);
    vt_model_drop(model);
    if (key >= 0)
        close(key);
}

static int check(vt_arena *arena, const vt_config *config)
{
    const char *const *faults;
    vt_config_check(arena, config);
    check_model(arena, config);
    size_t n = vt_config_faults(config, &faults);
    for (size_t i = 0; i < n; i++)
        puts(faults[i]);
    if (n == 0)
        puts("the configuration is right");
    return n ? VT_EXIT_USAGE : VT_EXIT_OK;
}

static int show(vt_arena *arena, const vt_config *config, bool changed, vt_status status,
                vt_error *err)
{
    vt_config_show(arena, config, changed);
    const char *key = getenv("VITAE_LLM_KEY");
    if (key && key[0])
        puts("; the key of the language model is set in VITAE_LLM_KEY (hidden)");
    fflush(stdout);
    check_model(arena, config);
    status = vt_config_accept(arena, "config", config, status, err);
    return status == VT_OK ? VT_EXIT_OK : vt_admin_fail("config", status, err);
}

int vt_cli_config(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    bool changed = false;
    const vt_flag flags[] = {{"changed", NULL, &changed}, {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words = 0;
    const char *const *faults;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    if (status != VT_OK && !vt_config_faults(&config, &faults))
        return vt_admin_fail("config", status, &err);
    if (words == 1 && strcmp(argv[1], "check") == 0 && !changed)
        return check(arena, &config);
    if (words == 1 && strcmp(argv[1], "show") == 0)
        return show(arena, &config, changed, status, &err);
    status = vt_fail(&err, VT_E_INVALID, "expected check or show; see --help");
    return vt_admin_fail("config", status, &err);
}
