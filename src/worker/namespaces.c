/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A namespace of processes ends with its first process, so the first is one that only waits: it
 * holds one end of a pipe, reads until the nursery's end closes, and goes; the kernel then ends
 * whatever is left in the namespace.
 *
 * The empty root is a file system in memory, mounted over FOLDER of the nursery's own mounts. The
 * old root is mounted at the same place as the new one by pivot_root(2) and detached.
 */
#include "worker/namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define FOLDER "/tmp"
enum { NOBODY = 65534 };

static bool has_mounts; /* of its own */

static bool put(const char *file, const char *text)
{
    VT_AUTO(vt_fd) int fd = open(file, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

/* A plain user has rights over namespaces only inside one of users; there he is nobody. */
static void enter_user(void)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%d %u 1", NOBODY, geteuid());
    snprintf(groups, sizeof groups, "%d %u 1", NOBODY, getegid());
    if (unshare(CLONE_NEWUSER) < 0)
        return;
    if (put("/proc/self/setgroups", "deny"))
        (void)put("/proc/self/gid_map", groups);
    (void)put("/proc/self/uid_map", users);
}

/* The first process of the namespace. */
static VT_NORETURN void wait_for_end(int fd)
{
    char byte;
    prctl(PR_SET_NAME, "vitae-init", 0, 0, 0);
    if (fd > 0)
        close_range(0, (unsigned)fd - 1, 0);
    close_range((unsigned)fd + 1, ~0u, 0);
    while (read(fd, &byte, 1) > 0)
        ;
    _exit(0);
}

static void enter_processes(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return;
    if (unshare(CLONE_NEWPID) < 0) {
        close(ends[0]);
        close(ends[1]);
        return;
    }
    pid_t first = fork();
    if (first == 0)
        wait_for_end(ends[0]);
    if (first < 0)
        _exit(1);   /* no worker could be forked any more */
    close(ends[0]); /* the other end stays open for as long as this process lives */
}

void vt_namespaces_enter(void)
{
    if (geteuid() != 0)
        enter_user();
    (void)unshare(CLONE_NEWNET);
    (void)unshare(CLONE_NEWIPC);
    has_mounts =
        unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    enter_processes();
}

bool vt_namespaces_empty_root(const char *cgroup)
{
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (!has_mounts || mount("vitae", FOLDER, "tmpfs", flags, "size=64k,mode=0755") < 0)
        return false;
    bool good = true;
    if (cgroup[0])
        good = mkdir(FOLDER VT_NAMESPACES_CGROUP, 0755) == 0 &&
               mount(cgroup, FOLDER VT_NAMESPACES_CGROUP, NULL, MS_BIND, NULL) == 0;
    good = good && chdir(FOLDER) == 0 && syscall(SYS_pivot_root, ".", ".") == 0;
    if (!good) {
        (void)umount2(FOLDER VT_NAMESPACES_CGROUP, MNT_DETACH);
        (void)umount2(FOLDER, MNT_DETACH);
        return false;
    }
    good = umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
    (void)mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL);
    return good;
}
