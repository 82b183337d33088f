/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

vt_status vt_admin_lock(vt_arena *arena, const vt_config *config, int *ret_fd, vt_error *err)
{
    const char *path = vt_str_format(arena, "%s/lock", config->data).ptr;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot write to the data folder '%s'", config->data);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return vt_fail(err, VT_E_BUSY, "another server works on the data folder '%s'",
                       config->data);
    }
    *ret_fd = fd;
    return VT_OK;
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
