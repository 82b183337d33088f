/* SPDX-License-Identifier: Apache-2.0 */
/* `vitae doctor`: checks the invariants of the store, while a server runs or not. */
#include "cli/admin.h"
#include "ledger/doctor.h"

#include <stdio.h>

static const char help[] = "usage: vitae doctor [--data DIR] [--quiet]\n"
                           "\n"
                           "Checks that the ledger balances, that every ended request was settled\n"
                           "exactly once, and that nothing is negative or left over. Exit code 1\n"
                           "when anything is wrong.\n";

static void print_invariant(void *context, const char *invariant, int64_t broken)
{
    const bool *quiet = context;
    if (broken)
        printf("BROKEN  %s: %jd\n", invariant, (intmax_t)broken);
    else if (!*quiet)
        printf("ok      %s\n", invariant);
}

int vt_cli_doctor(int argc, char **argv)
{
    if (vt_admin_help(argc, argv, help))
        return VT_EXIT_OK;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_ADMIN_ARENA);
    bool quiet = false;
    const vt_flag flags[] = {{"quiet", NULL, &quiet}, {NULL, NULL, NULL}};
    vt_config config;
    vt_error err = {0};
    int words;
    int64_t broken = 0;
    VT_AUTO(vt_store) vt_store *store = NULL;
    vt_status status = vt_config_load(arena, argc, argv, flags, &config, &words, &err);
    if (status == VT_OK)
        status = vt_admin_open(arena, &config, false, &store, &err);
    if (status == VT_OK)
        status = vt_doctor_run(store, print_invariant, &quiet, &broken, &err);
    if (status != VT_OK)
        return vt_admin_fail("doctor", status, &err);
    return broken ? VT_EXIT_FAILED : VT_EXIT_OK;
}
