/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into the service by tests/faults: calls of the C library and of SQLite that fail on
 * demand, a wall clock that can be set, and names that resolve to what the test says.
 *
 * The test and all processes of the service share a page, the file named by LD_VITAE_FAULTS
 * (faults.py holds the same layout). Without it, everything goes through unchanged. Real functions
 * are looked up at the start: a worker in its sandbox could not do it later.
 */
#undef _FILE_OFFSET_BITS /* both of read and read64 are functions here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind {
    ALLOC,
    READ,
    WRITE,
    SYNC,
    SIZE,
    OPEN,
    MAP,
    MEMFD,
    SOCKET,
    SEND,
    RECV,
    WAIT,
    FORK,
    RAW, /* by its number: Landlock, seccomp, pidfd */
    SQL,
};

struct control {
    _Atomic uint32_t kinds;     /* bit by kind: what counts, and fails when its turn comes */
    _Atomic int32_t error;      /* errno instead of the kind's own; 0: that one */
    _Atomic int64_t countdown;  /* the call that brings it to 0 fails */
    _Atomic uint64_t seen;      /* calls that counted */
    _Atomic uint32_t fired;     /* kind + 1 of the call that failed */
    _Atomic uint32_t shortened; /* a write does a part instead of failing */
    _Atomic int32_t pid;        /* only this process; negative: only others; 0: all */
    _Atomic int64_t wall_ms;    /* added to the wall clock */
    _Atomic uint32_t lookups;   /* of names in `hosts` */
    char hosts[1024];           /* "name address[,address] [address...];": one word a lookup */
    char deadly[32];            /* who maps a file that begins so ends by a trap */
    _Atomic uint32_t spared;    /* so many are spared, */
    _Atomic uint32_t kills;     /* then so many die */
    _Atomic uint32_t deaths;    /* died */
};

static struct control none, *control = &none;
static pid_t self;
static void look_up(void); /* once; a library's own start may be before ours */

static const int errors[] = {
    [ALLOC] = ENOMEM,    [READ] = EIO,   [WRITE] = ENOSPC, [SYNC] = EIO,      [SIZE] = ENOSPC,
    [OPEN] = EMFILE,     [MAP] = ENOMEM, [MEMFD] = EMFILE, [SOCKET] = EMFILE, [SEND] = ECONNRESET,
    [RECV] = ECONNRESET, [WAIT] = EINTR, [FORK] = EAGAIN,  [RAW] = ENOMEM,    [SQL] = 0,
};

static int due(enum kind kind)
{
    if (!(atomic_load_explicit(&control->kinds, memory_order_relaxed) & (1u << kind)))
        return 0;
    int32_t pid = atomic_load(&control->pid);
    if (pid && (pid > 0) != (pid == self || -pid == self))
        return 0;
    atomic_fetch_add(&control->seen, 1);
    if (atomic_fetch_sub(&control->countdown, 1) != 1)
        return 0;
    atomic_store(&control->fired, (uint32_t)kind + 1);
    int32_t error = atomic_load(&control->error);
    errno = error ? error : errors[kind];
    return 1;
}

/* ---- memory: needed before anything can be looked up, so not by dlsym ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return due(ALLOC) ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    return due(ALLOC) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
    return due(ALLOC) ? NULL : __libc_realloc(old, size);
}

/* ---- calls that fail by -1 ---- */

/* REAL(name): a pointer of the function's own type, filled at the start. */
#define REAL(name) static __typeof__(name) *real_##name
#define WRAP(result, name, kind, failure, parameters, arguments)                                   \
    REAL(name);                                                                                    \
    result name parameters                                                                         \
    {                                                                                              \
        look_up();                                                                                 \
        return due(kind) ? (failure) : real_##name arguments;                                      \
    }

WRAP(ssize_t, read, READ, -1, (int fd, void *to, size_t n), (fd, to, n))
WRAP(ssize_t, pread, READ, -1, (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
WRAP(ssize_t, pread64, READ, -1, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
WRAP(int, fsync, SYNC, -1, (int fd), (fd))
WRAP(int, fdatasync, SYNC, -1, (int fd), (fd))
WRAP(int, ftruncate, SIZE, -1, (int fd, off_t size), (fd, size))
WRAP(int, ftruncate64, SIZE, -1, (int fd, off64_t size), (fd, size))
WRAP(int, memfd_create, MEMFD, -1, (const char *name, unsigned flags), (name, flags))
WRAP(int, socket, SOCKET, -1, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(int, socketpair, SOCKET, -1, (int domain, int type, int protocol, int fds[2]),
     (domain, type, protocol, fds))
WRAP(int, accept4, SOCKET, -1, (int fd, __SOCKADDR_ARG from, socklen_t *n, int flags),
     (fd, from, n, flags))
WRAP(int, connect, SOCKET, -1, (int fd, __CONST_SOCKADDR_ARG to, socklen_t n), (fd, to, n))
WRAP(ssize_t, send, SEND, -1, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags))
WRAP(ssize_t, sendmsg, SEND, -1, (int fd, const struct msghdr *message, int flags),
     (fd, message, flags))
WRAP(ssize_t, recv, RECV, -1, (int fd, void *to, size_t n, int flags), (fd, to, n, flags))
WRAP(ssize_t, recvmsg, RECV, -1, (int fd, struct msghdr *message, int flags), (fd, message, flags))
WRAP(int, poll, WAIT, -1, (struct pollfd * fds, nfds_t n, int timeout), (fds, n, timeout))
WRAP(int, epoll_wait, WAIT, -1, (int fd, struct epoll_event *events, int most, int timeout),
     (fd, events, most, timeout))
WRAP(pid_t, fork, FORK, -1, (void), ())

REAL(syscall);
long syscall(long number, ...)
{
    long a[6];
    va_list more;
    va_start(more, number);
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = va_arg(more, long);
    va_end(more);
    look_up();
    return due(RAW) ? -1 : real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* ---- maps: also where a document kills its worker ---- */

static void *look_into(void *map, size_t n, int fd)
{
    size_t length = strnlen(control->deadly, sizeof control->deadly);
    if (fd < 0 || map == MAP_FAILED || length == 0 || n < length ||
        memcmp(map, control->deadly, length) != 0)
        return map;
    if (control->spared) {
        control->spared--;
    } else if (control->kills) {
        control->kills--;
        control->deaths++;
        __builtin_trap();
    }
    return map;
}

#define WRAP_MAP(name, offset)                                                                     \
    REAL(name);                                                                                    \
    void *name(void *at, size_t n, int prot, int flags, int fd, offset from)                       \
    {                                                                                              \
        look_up();                                                                                 \
        if (due(MAP))                                                                              \
            return MAP_FAILED;                                                                     \
        return look_into(real_##name(at, n, prot, flags, fd, from), n, fd);                        \
    }
WRAP_MAP(mmap, off_t)
WRAP_MAP(mmap64, off64_t)

/* ---- writes, which may also do a part ---- */

static size_t part(size_t n)
{
    return n > 1 ? n / 2 : n;
}

/* A write of 8 bytes rings an eventfd: it has nothing that could fail. */
enum { BELL = sizeof(uint64_t) };

#define WRAP_WRITE(name, spared, parameters, whole, half)                                          \
    REAL(name);                                                                                    \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        look_up();                                                                                 \
        if (n == (spared) || !due(WRITE))                                                          \
            return real_##name whole;                                                              \
        return atomic_load(&control->shortened) ? real_##name half : -1;                           \
    }

WRAP_WRITE(write, BELL, (int fd, const void *from, size_t n), (fd, from, n), (fd, from, part(n)))
WRAP_WRITE(pwrite, 0, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at),
           (fd, from, part(n), at))
WRAP_WRITE(pwrite64, 0, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at),
           (fd, from, part(n), at))

/* ---- open, which has one parameter more when it makes a file ---- */

#define WRAP_OPEN(name)                                                                            \
    REAL(name);                                                                                    \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                    \
        va_end(more);                                                                              \
        look_up();                                                                                 \
        return due(OPEN) ? -1 : real_##name(path, flags, mode);                                    \
    }
WRAP_OPEN(open)
WRAP_OPEN(open64)

/* ---- SQLite: an error that comes from nowhere ---- */

struct sqlite3;
struct sqlite3_stmt;
enum { SQLITE_IOERR = 10 };
int sqlite3_step(struct sqlite3_stmt *stmt);
int sqlite3_exec(struct sqlite3 *db, const char *sql, int (*fn)(void *, int, char **, char **),
                 void *context, char **message);
int sqlite3_prepare_v3(struct sqlite3 *db, const char *sql, int n, unsigned flags,
                       struct sqlite3_stmt **stmt, const char **tail);
/* What it calls of SQLite itself is no point of its own. */
static __thread int within;
REAL(sqlite3_exec);
int sqlite3_exec(struct sqlite3 *db, const char *sql, int (*fn)(void *, int, char **, char **),
                 void *context, char **message)
{
    look_up();
    if (due(SQL))
        return SQLITE_IOERR;
    within++;
    int code = real_sqlite3_exec(db, sql, fn, context, message);
    within--;
    return code;
}
REAL(sqlite3_step);
int sqlite3_step(struct sqlite3_stmt *stmt)
{
    look_up();
    return !within && due(SQL) ? SQLITE_IOERR : real_sqlite3_step(stmt);
}
WRAP(int, sqlite3_prepare_v3, SQL, SQLITE_IOERR,
     (struct sqlite3 * db, const char *sql, int n, unsigned flags, struct sqlite3_stmt **stmt,
      const char **tail),
     (db, sql, n, flags, stmt, tail))

/* ---- the wall clock ---- */

REAL(clock_gettime);
int clock_gettime(clockid_t clock, struct timespec *ret)
{
    look_up();
    int result = real_clock_gettime(clock, ret);
    int64_t ms = atomic_load(&control->wall_ms);
    if (result != 0 || !ms || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE))
        return result;
    int64_t ns = ret->tv_nsec + ms % 1000 * 1000000;
    ret->tv_sec += ms / 1000 + (ns >= 1000000000) - (ns < 0);
    ret->tv_nsec = ns >= 1000000000 ? ns - 1000000000 : ns < 0 ? ns + 1000000000 : ns;
    return result;
}

time_t time(time_t *ret)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    if (ret)
        *ret = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict ret, void *restrict zone)
{
    struct timespec now = {0};
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *ret = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

/* ---- names ---- */

/* The answers of the n-th lookup of `name`; the last ones stay. False: not a name of the test. */
static int find_answers(const char *name, char *ret, size_t size)
{
    size_t length = strlen(name);
    for (const char *entry = control->hosts; entry && *entry;) {
        const char *end = strchr(entry, ';');
        if (!end)
            return 0;
        if (strncmp(entry, name, length) == 0 && entry[length] == ' ') {
            const char *word = entry + length + 1;
            for (uint32_t n = atomic_fetch_add(&control->lookups, 1); n > 0; n--) {
                const char *next = memchr(word, ' ', (size_t)(end - word));
                word = next ? next + 1 : word;
            }
            size_t n = strcspn(word, " ;");
            if (n >= size)
                return 0;
            memcpy(ret, word, n);
            ret[n] = 0;
            return 1;
        }
        entry = end + 1;
    }
    return 0;
}

REAL(getaddrinfo);
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **ret)
{
    char answers[256];
    look_up();
    if (!name || !find_answers(name, answers, sizeof answers))
        return real_getaddrinfo(name, service, hints, ret);
    struct addrinfo numeric = hints ? *hints : (struct addrinfo){0}, **last = ret;
    numeric.ai_family = AF_UNSPEC;
    numeric.ai_flags = (numeric.ai_flags & ~AI_ADDRCONFIG) | AI_NUMERICHOST;
    *ret = NULL;
    char *rest = answers;
    for (char *one; (one = strsep(&rest, ","));) {
        int code = real_getaddrinfo(one, service, &numeric, last);
        if (code != 0)
            return code;
        while (*last)
            last = &(*last)->ai_next;
    }
    return 0;
}

/* ---- start ---- */

static void note_self(void)
{
    self = getpid();
}

static void look_up(void)
{
    static int done;
    if (done)
        return;
    done = 1;
    static const struct {
        const char *name;
        void *to;
    } names[] = {
#define NAME(name) {#name, &real_##name}
        NAME(read),          NAME(pread),        NAME(pread64),
        NAME(fsync),         NAME(fdatasync),    NAME(ftruncate),
        NAME(ftruncate64),   NAME(mmap),         NAME(mmap64),
        NAME(memfd_create),  NAME(socket),       NAME(socketpair),
        NAME(accept4),       NAME(connect),      NAME(send),
        NAME(sendmsg),       NAME(recv),         NAME(recvmsg),
        NAME(poll),          NAME(epoll_wait),   NAME(fork),
        NAME(syscall),       NAME(write),        NAME(pwrite),
        NAME(pwrite64),      NAME(open),         NAME(open64),
        NAME(sqlite3_step),  NAME(sqlite3_exec), NAME(sqlite3_prepare_v3),
        NAME(clock_gettime), NAME(getaddrinfo),
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *found = dlsym(RTLD_NEXT, names[i].name);
        memcpy(names[i].to, &found, sizeof found);
    }
}

__attribute__((constructor)) static void start(void)
{
    look_up();
    note_self();
    pthread_atfork(NULL, NULL, note_self);
    const char *path = getenv("LD_VITAE_FAULTS");
    int fd = path ? real_open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *page = real_mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (page != MAP_FAILED)
        control = page;
}
