/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel's rule: a group that gives its children a controller holds no process itself. So the
 * service goes into LEAF, and each worker into WORKER-pid beside it.
 */
#include "worker/cgroup.h"

#include "base/arena.h"
#include "base/io.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define LEAF   "vitae-service"
#define WORKER "vitae-worker-"

enum { FILE_BYTES = 1024 * 1024 };

typedef char path[VT_CGROUP_PATH];

static bool join_path(path ret, const char *folder, const char *name)
{
    int n = snprintf(ret, sizeof(path), "%s/%s", folder, name);
    return n > 0 && (size_t)n < sizeof(path);
}

static bool put(const char *folder, const char *name, const char *text)
{
    path file;
    if (!join_path(file, folder, name))
        return false;
    VT_AUTO(vt_fd) int fd = open(file, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

static bool get(const char *folder, const char *name, vt_buf *out)
{
    path file;
    out->max = FILE_BYTES;
    return join_path(file, folder, name) && vt_io_read_file(file, out, NULL) == VT_OK;
}

static bool has_word(const char *folder, const char *name, const char *wanted)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (!get(folder, name, &text))
        return false;
    vt_str rest = vt_str_trim(vt_buf_str(&text)), word;
    while (vt_str_split(&rest, ' ', &word))
        if (vt_str_eq(word, vt_str_z(wanted)))
            return true;
    return false;
}

static bool is_alone(const char *folder)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    int64_t pid;
    return get(folder, "cgroup.procs", &text) &&
           vt_str_to_i64(vt_str_trim(vt_buf_str(&text)), 1, INT64_MAX, &pid) && pid == getpid();
}

/* ---- where ---- */

/* Where the hierarchy is mounted, and which of its groups stands there. */
static bool find_mount(path ret_mount, path ret_root)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (!get("/proc/self", "mountinfo", &text))
        return false;
    vt_str rest = vt_buf_str(&text), line;
    while (vt_str_split(&rest, '\n', &line)) {
        if (vt_str_find(line, VT_STR(" - cgroup2 "), 0) == VT_NPOS)
            continue;
        char row[2 * VT_CGROUP_PATH + 64];
        snprintf(row, sizeof row, VT_STR_FMT, VT_STR_ARG(line));
        return sscanf(row, "%*u %*u %*s %1023s %1023s", ret_root, ret_mount) == 2;
    }
    return false;
}

bool vt_cgroup_own(char ret[VT_CGROUP_PATH])
{
    path mount, root;
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (!find_mount(mount, root) || !get("/proc/self", "cgroup", &text))
        return false;
    vt_str rest = vt_buf_str(&text), line, top = vt_str_z(root);
    while (vt_str_split(&rest, '\n', &line)) {
        if (!vt_str_starts(line, VT_STR("0::")))
            continue;
        vt_str own = vt_str_sub(line, 3, line.len);
        if (top.len > 1 && vt_str_starts(own, top))
            own = vt_str_sub(own, top.len, own.len);
        int n = snprintf(ret, VT_CGROUP_PATH, "%s" VT_STR_FMT, mount, VT_STR_ARG(own));
        return n > 0 && n < VT_CGROUP_PATH;
    }
    return false;
}

bool vt_cgroup_parent(const char *own, char ret[VT_CGROUP_PATH])
{
    vt_str folder = vt_str_z(own);
    if (!vt_str_ends(folder, VT_STR("/" LEAF)) || folder.len >= VT_CGROUP_PATH)
        return false;
    snprintf(ret, VT_CGROUP_PATH, "%.*s", (int)(folder.len - strlen("/" LEAF)), own);
    return has_word(ret, "cgroup.subtree_control", "memory");
}

/* ---- dividing ---- */

bool vt_cgroup_divide(const char *folder)
{
    path leaf;
    if (!join_path(leaf, folder, LEAF) || !has_word(folder, "cgroup.controllers", "memory") ||
        !is_alone(folder))
        return false;
    if (mkdir(leaf, 0755) < 0 && errno != EEXIST)
        return false;
    if (put(leaf, "cgroup.procs", "0") && put(folder, "cgroup.subtree_control", "+memory"))
        return true;
    (void)put(folder, "cgroup.procs", "0");
    rmdir(leaf);
    return false;
}

bool vt_cgroup_join(const char *folder, size_t memory_bytes)
{
    path group;
    char name[64], bytes[32];
    snprintf(name, sizeof name, WORKER "%d", (int)getpid());
    snprintf(bytes, sizeof bytes, "%zu", memory_bytes);
    if (!join_path(group, folder, name) || (mkdir(group, 0755) < 0 && errno != EEXIST))
        return false;
    (void)put(group, "memory.swap.max", "0"); /* not on every machine */
    return put(group, "memory.max", bytes) && put(group, "cgroup.procs", "0");
}

void vt_cgroup_sweep(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (const struct dirent *entry; (entry = readdir(dir));)
        if (strncmp(entry->d_name, WORKER, strlen(WORKER)) == 0)
            unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR); /* not while somebody is in it */
    closedir(dir);
}
