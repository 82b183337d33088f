/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layers, each useful alone, so that a kernel which lacks one still gives the others:
 *
 *  - no_new_privs, not dumpable, killed when the nursery dies, another user when started as root,
 *    no capability
 *  - a memory cgroup where the service could divide its own (cgroup.h)
 *  - rlimits: address space, no core, no file growth, few descriptors, no processes
 *  - Landlock with every right handled and no path allowed: no file can be opened
 *  - seccomp: a list of calls that reading a document needs; opening is refused softly (libraries
 *    ask for optional files), everything else ends the process
 *
 * The network is cut off by seccomp (no socket can be made). Behind all that stand the namespaces
 * that the nursery enters where it is allowed to (namespaces.h).
 */
#include "worker/sandbox.h"

#include "base/arena.h"
#include "base/io.h"
#include "worker/cgroup.h"
#include "worker/namespaces.h"
#include "worker/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { NOBODY = 65534, MAX_CPU_SECONDS = 3600, MAX_FDS = 16 };

static void become_nobody(void)
{
    if (geteuid() != 0)
        return;
    if (setgroups(0, NULL) < 0 || setresgid(NOBODY, NOBODY, NOBODY) < 0 ||
        setresuid(NOBODY, NOBODY, NOBODY) < 0)
        _exit(126); /* root that cannot step down would be worse than no worker */
}

/* Before the user changes: that takes the right to drop what stands in the bounding set. */
static void empty_bounding_set(void)
{
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
        ;
}

/* No capability is left, nor can one come back: root of a user namespace has them all. */
static bool no_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capset, &header, sets) < 0 || syscall(SYS_capget, &header, sets) < 0)
        return false;
    for (size_t i = 0; i < VT_COUNT(sets); i++)
        if (sets[i].effective || sets[i].permitted || sets[i].inheritable)
            return false;
    return true;
}

static bool no_new_privs(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

static bool limit(__rlimit_resource_t what, rlim_t value)
{
    struct rlimit r = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(what, &r) == 0;
}

/* The address space of the nursery, and so of a worker that begins: shared data, libraries, heap.
 */
static size_t own_bytes;

static void measure_own(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (!f)
        return;
    if (fscanf(f, "%lu", &pages) == 1)
        own_bytes = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    fclose(f);
}

static bool limits(size_t memory_bytes)
{
    bool good = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, MAX_FDS) &&
                limit(RLIMIT_NPROC, 0) && limit(RLIMIT_CPU, MAX_CPU_SECONDS);
    if (!SANITIZED) /* sanitizers reserve terabytes */
        good = good && own_bytes > 0 && limit(RLIMIT_AS, own_bytes + memory_bytes);
    return good;
}

static bool landlock(void)
{
    int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 1)
        return false;
    /* version 1 knows the rights up to MAKE_SYM, 2 adds REFER, 3 TRUNCATE */
    uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (abi >= 2)
        rights |= 1u << 13;
    if (abi >= 3)
        rights |= 1u << 14;
    struct landlock_ruleset_attr attr = {.handled_access_fs = rights};
    VT_AUTO(vt_fd)
    int fd = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    return fd >= 0 && syscall(SYS_landlock_restrict_self, fd, 0) == 0;
}

/* What reading a document needs, from the first malloc to the answer. */
static const int allowed_calls[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(close),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    SCMP_SYS(sendto),
    SCMP_SYS(recvfrom),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(brk),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(fstat),
    SCMP_SYS(lseek),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sysinfo),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getrusage),
};

/* What libraries ask for and do well without. */
static const int refused_calls[] = {
    SCMP_SYS(open),     SCMP_SYS(openat), SCMP_SYS(openat2),    SCMP_SYS(stat),
    SCMP_SYS(lstat),    SCMP_SYS(statx),  SCMP_SYS(access),     SCMP_SYS(faccessat),
    SCMP_SYS(readlink), SCMP_SYS(getcwd), SCMP_SYS(readlinkat), SCMP_SYS(faccessat2),
    SCMP_SYS(ioctl),    SCMP_SYS(fcntl),  SCMP_SYS(uname),      SCMP_SYS(getuid),
};

static bool add_rules(scmp_filter_ctx filter)
{
    bool good = true;
    for (size_t i = 0; i < VT_COUNT(allowed_calls); i++)
        good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed_calls[i], 0) == 0;
    for (size_t i = 0; i < VT_COUNT(refused_calls); i++)
        good = good && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), refused_calls[i], 0) == 0;
    /* memory, but never executable */
    good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                                    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
    good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0;
    /* fstat of glibc: the path is empty */
    good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1,
                                    SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH)) == 0;
    good = good && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(newfstatat), 1,
                                    SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0)) == 0;
    return good;
}

/* The filter as the kernel takes it: made once, before there is a document, so that a worker needs
 * no memory to put it on. */
static struct sock_fprog filter_program;

static vt_status export_filter(scmp_filter_ctx filter, vt_error *err)
{
    VT_AUTO(vt_fd) int fd = memfd_create("vitae-filter", MFD_CLOEXEC);
    VT_AUTO(vt_buf) vt_buf bytes = {.max = BPF_MAXINSNS * sizeof(struct sock_filter)};
    if (fd < 0 || seccomp_export_bpf(filter, fd) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        return vt_fail(err, VT_E_IO, "cannot write the filter of system calls");
    VT_TRY(vt_io_read_fd(fd, &bytes, err));
    struct sock_filter *rows = vt_xcalloc(bytes.len, 1);
    memcpy(rows, bytes.ptr, bytes.len);
    filter_program = (struct sock_fprog){(unsigned short)(bytes.len / sizeof *rows), rows};
    return VT_OK;
}

/* The cgroup in which those of the workers are; "" where there is none. */
static char cgroup_folder[VT_CGROUP_PATH];

static void find_cgroup(void)
{
    char own[VT_CGROUP_PATH];
    if (!vt_cgroup_own(own) || !vt_cgroup_parent(own, cgroup_folder))
        cgroup_folder[0] = '\0';
}

void vt_sandbox_sweep(void)
{
    if (cgroup_folder[0])
        vt_cgroup_sweep(cgroup_folder);
}

/* Whether this kernel has filters that kill: a lack, told by the layers, is no fault. */
static bool has_filters(void)
{
    const uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return !SANITIZED && /* sanitizers read /proc and map shadows at any time */
           (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 ||
            (errno != ENOSYS && errno != EOPNOTSUPP && errno != EINVAL));
}

static int null_fd = -1; /* a worker has no file, nor a path to one */

static vt_status make_filter(vt_error *err)
{
    if (filter_program.len || !has_filters())
        return VT_OK;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter || !add_rules(filter)) {
        seccomp_release(filter);
        return vt_fail(err, VT_E_IO, "cannot make the filter of system calls");
    }
    vt_status status = export_filter(filter, err);
    seccomp_release(filter);
    return status;
}

vt_status vt_sandbox_prepare(vt_error *err)
{
    find_cgroup();
    measure_own();
    VT_TRY(make_filter(err));
    if (SANITIZED) /* its reports read files and are written to standard error */
        return VT_OK;
    null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (vt_namespaces_empty_root(cgroup_folder) && cgroup_folder[0])
        snprintf(cgroup_folder, sizeof cgroup_folder, "%s", VT_NAMESPACES_CGROUP);
    return VT_OK;
}

static bool call_filter(void)
{
    return filter_program.len &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter_program) == 0;
}

/* The libraries write complaints to standard error: with words of the document in them, and into a
 * file of the operator's whose growth RLIMIT_FSIZE would punish by a signal. A sanitizer's report
 * must get out. */
static void silence(void)
{
    if (null_fd >= 0)
        dup2(null_fd, STDERR_FILENO);
}

static void close_others(int keep)
{
    if (keep > 3)
        close_range(3, (unsigned)keep - 1, 0);
    close_range((unsigned)VT_MAX(keep + 1, 3), ~0u, 0);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
}

uint32_t vt_sandbox_enter(int keep, size_t memory_bytes)
{
    uint32_t layers = 0;
    silence();
    close_others(keep);
    clearenv();
    if (cgroup_folder[0] && vt_cgroup_join(cgroup_folder, memory_bytes))
        layers |= VT_SANDBOX_CGROUP;
    if (limits(memory_bytes))
        layers |= VT_SANDBOX_RLIMITS;
    empty_bounding_set();
    become_nobody();
    if (no_capabilities())
        layers |= VT_SANDBOX_NO_CAPABILITIES;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (no_new_privs())
        layers |= VT_SANDBOX_NO_NEW_PRIVS;
    if (landlock())
        layers |= VT_SANDBOX_LANDLOCK | VT_SANDBOX_NO_FILES;
    if (call_filter())
        layers |= VT_SANDBOX_SECCOMP | VT_SANDBOX_NO_NETWORK | VT_SANDBOX_NO_FILES;
    return layers;
}

/* ---- verification: each attempt in a child, which exits 0 when the layer held ---- */

static int try_no_new_privs(size_t memory_bytes)
{
    (void)memory_bytes;
    return no_new_privs() ? 0 : 1;
}

static int try_landlock(size_t memory_bytes)
{
    (void)memory_bytes;
    if (!no_new_privs() || !landlock())
        return 1;
    VT_AUTO(vt_fd) int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 && errno == EACCES ? 0 : 1;
}

static int try_limits(size_t memory_bytes)
{
    if (!limits(memory_bytes))
        return 1;
    if (SANITIZED)
        return 0;
    void *p = mmap(NULL, memory_bytes + (64u << 20), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? 0 : 1;
}

static int try_cgroup(size_t memory_bytes)
{
    enum { LIMIT = 32 << 20 };
    (void)memory_bytes;
    if (!cgroup_folder[0] || !vt_cgroup_join(cgroup_folder, LIMIT))
        return 1;
    char *p = mmap(NULL, 4 * LIMIT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 1;
    memset(p, 1, 4 * LIMIT); /* the kernel kills here */
    return 1;
}

static int try_file(size_t memory_bytes)
{
    vt_sandbox_enter(STDERR_FILENO, memory_bytes);
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    return fd < 0 ? 0 : 1;
}

static int try_socket(size_t memory_bytes)
{
    vt_sandbox_enter(STDERR_FILENO, memory_bytes);
    int fd = socket(AF_INET, SOCK_STREAM, 0); /* the filter kills here */
    return fd < 0 ? 0 : 1;
}

static int try_exec(size_t memory_bytes)
{
    vt_sandbox_enter(STDERR_FILENO, memory_bytes);
    void *p = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? 0 : 1;
}

static int try_capabilities(size_t memory_bytes)
{
    (void)memory_bytes;
    empty_bounding_set();
    become_nobody();
    return no_capabilities() ? 0 : 1;
}

/* A network with nothing in it: no interface has an address, the machine's own neither. */
static int try_network(size_t memory_bytes)
{
    (void)memory_bytes;
    struct ifreq found[4];
    struct ifconf list = {.ifc_len = sizeof found, .ifc_req = found};
    VT_AUTO(vt_fd) int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return fd >= 0 && ioctl(fd, SIOCGIFCONF, &list) == 0 && list.ifc_len == 0 ? 0 : 1;
}

/* The parent of a namespace's process that stands outside has no number there. */
static int try_processes(size_t memory_bytes)
{
    (void)memory_bytes;
    return getppid() == 0 ? 0 : 1;
}

static int try_mounts(size_t memory_bytes)
{
    (void)memory_bytes;
    static const char *const paths[] = {"/etc", "/proc", "/usr", "/tmp"};
    for (size_t i = 0; i < VT_COUNT(paths); i++)
        if (access(paths[i], F_OK) == 0)
            return 1;
    return 0;
}

/* What vt_sandbox_enter puts in place here, told by a child that did it: in memory of both. */
static uint32_t *told_layers;

static int try_all(size_t memory_bytes)
{
    *told_layers = vt_sandbox_enter(STDERR_FILENO, memory_bytes);
    return 0;
}

static int status_of(int (*attempt)(size_t), size_t memory_bytes)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0)
        _exit(attempt(memory_bytes));
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

bool vt_sandbox_try(size_t memory_bytes, uint32_t *ret_layers)
{
    *ret_layers = 0;
    void *page =
        mmap(NULL, sizeof *told_layers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    told_layers = page;
    const uint32_t whole = VT_SANDBOX_ALL | (cgroup_folder[0] ? VT_SANDBOX_CGROUP : 0);
    bool tried = false;
    /* twice at most: a passing want of memory must not look like an older kernel */
    for (int i = 0; i < 2 && *ret_layers != whole; i++) {
        int status = status_of(try_all, memory_bytes);
        if (status >= 0 && WIFEXITED(status)) {
            *ret_layers |= *told_layers;
            tried = true;
        }
    }
    munmap(page, sizeof *told_layers);
    return tried;
}

/* True when the child exits 0, or (where the kernel kills) ends by that signal. */
static bool holds(int (*attempt)(size_t), size_t memory_bytes, int by_signal)
{
    int status = status_of(attempt, memory_bytes);
    if (status < 0)
        return false;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == by_signal;
    return !by_signal && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

uint32_t vt_sandbox_verify(size_t memory_bytes)
{
    static const struct {
        uint32_t layer;
        int (*attempt)(size_t);
        int by_signal; /* the kernel's, where it kills */
    } rows[] = {
        {VT_SANDBOX_NO_NEW_PRIVS, try_no_new_privs, 0},
        {VT_SANDBOX_LANDLOCK, try_landlock, 0},
        {VT_SANDBOX_RLIMITS, try_limits, 0},
        {VT_SANDBOX_NO_FILES, try_file, 0},
        {VT_SANDBOX_NO_NETWORK, try_socket, SIGSYS},
        {VT_SANDBOX_SECCOMP, try_exec, SIGSYS},
        {VT_SANDBOX_NO_CAPABILITIES, try_capabilities, 0},
        {VT_SANDBOX_CGROUP, try_cgroup, SIGKILL},
        {VT_SANDBOX_NETWORK, try_network, 0},
        {VT_SANDBOX_PROCESSES, try_processes, 0},
        {VT_SANDBOX_MOUNTS, try_mounts, 0},
    };
    uint32_t layers = 0;
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (holds(rows[i].attempt, memory_bytes, rows[i].by_signal))
            layers |= rows[i].layer;
    return layers;
}
