/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/admin.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

vt_status vt_admin_open(vt_arena *arena, const vt_config *config, bool create, vt_store **ret,
                        vt_error *err)
{
    if (config->store[0])
        return vt_store_open(config->store, ret, err);
    struct stat st;
    if (create && mkdir(config->data, 0700) != 0 && errno != EEXIST)
        return vt_fail_errno(err, VT_E_IO, "cannot make the data folder '%s'", config->data);
    const char *path = vt_str_format(arena, "%s/vitae.db", config->data).ptr;
    if (!create && stat(path, &st) != 0)
        return vt_fail(err, VT_E_NOT_FOUND,
                       "there is no database in '%s' (`vitae serve` makes it; --data names its "
                       "folder)",
                       config->data);
    return vt_store_open(path, ret, err);
}

int vt_admin_fail(const char *command, vt_status status, const vt_error *err)
{
    fprintf(stderr, "vitae %s: %s\n", command, err->message);
    return status == VT_E_INVALID ? VT_EXIT_USAGE : VT_EXIT_FAILED;
}

bool vt_admin_help(int argc, char **argv, const char *help)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return true;
        }
    return false;
}
