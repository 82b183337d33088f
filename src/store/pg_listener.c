/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LISTEN vitae on a connection of its own, and what vt_pg_listener_notify() gathered is sent there,
 * outside of any transaction: NOTIFY inside of one would let commits wait for each other.
 */
#include "store/pg_listener.h"

#include <poll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    POLL_MS = 1000,
    CLOCK_MS = 5000,     /* between two looks at the database's clock */
    NOTICE_BYTES = 7000, /* of at most 8,000 */
    MAX_NOTICES = 1024 * 1024,
};

void vt_pg_listener_notify(vt_pg_listener *l, const char *notice)
{
    pthread_mutex_lock(&l->lock);
    bool room = l->listening && l->notices.len < MAX_NOTICES;
    bool repeated = room && l->notices.len &&
                    vt_str_find(vt_buf_str(&l->notices), vt_str_z(notice), 0) != VT_NPOS;
    if (room && !repeated)
        vt_buf_addf(&l->notices, "%s\n", notice);
    pthread_mutex_unlock(&l->lock);
    uint64_t one = 1;
    if (room && !repeated)
        (void)!write(l->bell, &one, sizeof one);
}

/* Moves at most NOTICE_BYTES, whole lines, to `ret`; false when there are none. */
static bool take_notices(vt_pg_listener *l, vt_buf *ret)
{
    vt_buf_clear(ret);
    pthread_mutex_lock(&l->lock);
    vt_str all = vt_buf_str(&l->notices);
    size_t n = VT_MIN(all.len, (size_t)NOTICE_BYTES);
    while (n && all.ptr[n - 1] != '\n')
        n--;
    vt_buf_add(ret, vt_str_sub(all, 0, n));
    if (n) {
        memmove(l->notices.ptr, l->notices.ptr + n, l->notices.len - n);
        l->notices.len -= n;
    }
    pthread_mutex_unlock(&l->lock);
    return ret->len > 0;
}

static bool send_notices(vt_pg_listener *l, PGconn *pg)
{
    VT_AUTO(vt_buf) vt_buf lines = {0};
    while (take_notices(l, &lines)) {
        vt_buf_addc(&lines, 0);
        const char *values[] = {lines.ptr};
        PGresult *result =
            vt_pq.execParams(pg, "SELECT pg_notify('vitae', $1)", 1, NULL, values, NULL, NULL, 0);
        bool good = vt_pq.resultStatus(result) == PGRES_TUPLES_OK;
        vt_pq.clear(result);
        if (!good)
            return false;
    }
    return true;
}

static void hear(vt_pg_listener *l, const PGnotify *heard, int own_pid)
{
    if (heard->be_pid == own_pid)
        return;
    vt_str rest = vt_str_z(heard->extra), line;
    while (vt_str_split(&rest, '\n', &line)) {
        char notice[256];
        snprintf(notice, sizeof notice, VT_STR_FMT, VT_STR_ARG(line));
        if (line.len)
            l->on_notice(l->context, notice);
    }
}

static bool read_clock(vt_pg_listener *l, PGconn *pg)
{
    int64_t before_ms = vt_time_monotonic_ms();
    PGresult *result = vt_pq.exec(pg, VT_PG_CLOCK);
    bool good = vt_pq.resultStatus(result) == PGRES_TUPLES_OK;
    if (good)
        vt_pg_note_clock(l->server, vt_pq.getvalue(result, 0, 0), before_ms);
    vt_pq.clear(result);
    return good;
}

/* Until the connection is lost or the store ends. */
static void listen_on(vt_pg_listener *l, PGconn *pg)
{
    PGresult *result = vt_pq.exec(pg, "LISTEN vitae");
    bool good = vt_pq.resultStatus(result) == PGRES_COMMAND_OK;
    vt_pq.clear(result);
    if (good)
        l->on_notice(l->context, NULL); /* whatever was said before was missed */
    int64_t clock_due_ms = vt_time_monotonic_ms() + CLOCK_MS;
    while (good && !atomic_load(&l->ending)) {
        struct pollfd p[] = {{.fd = vt_pq.socket(pg), .events = POLLIN},
                             {.fd = l->bell, .events = POLLIN}};
        (void)poll(p, 2, POLL_MS);
        uint64_t count;
        (void)!read(l->bell, &count, sizeof count);
        good = vt_pq.consumeInput(pg) == 1 && send_notices(l, pg);
        if (good && vt_time_monotonic_ms() >= clock_due_ms) {
            good = read_clock(l, pg);
            clock_due_ms = vt_time_monotonic_ms() + CLOCK_MS;
        }
        for (PGnotify *heard; (heard = vt_pq.notifies(pg)); vt_pq.freemem(heard))
            hear(l, heard, vt_pq.backendPID(pg));
    }
}

static void *listener_main(void *context)
{
    vt_pg_listener *l = context;
    while (!atomic_load(&l->ending)) {
        PGconn *pg = NULL;
        if (vt_pg_dial(l->server, &pg, NULL) == VT_OK) {
            listen_on(l, pg);
            vt_pq.finish(pg);
            atomic_fetch_add(&l->server->losses, !atomic_load(&l->ending));
        }
        struct pollfd p = {.fd = l->bell, .events = POLLIN};
        if (!atomic_load(&l->ending))
            (void)poll(&p, 1, VT_PG_NEXT_TRY_MS);
    }
    return NULL;
}

vt_status vt_pg_listener_start(vt_pg_listener *l, vt_notice_fn fn, void *context, vt_error *err)
{
    l->on_notice = fn;
    l->context = context;
    atomic_store(&l->ending, false);
    if (pthread_create(&l->thread, NULL, listener_main, l) != 0)
        return vt_fail(err, VT_E_INTERNAL, "cannot start the store's listener");
    pthread_mutex_lock(&l->lock);
    l->listening = true;
    pthread_mutex_unlock(&l->lock);
    return VT_OK;
}

void vt_pg_listener_stop(vt_pg_listener *l)
{
    pthread_mutex_lock(&l->lock);
    bool listening = l->listening;
    l->listening = false;
    pthread_mutex_unlock(&l->lock);
    if (!listening)
        return;
    uint64_t one = 1;
    atomic_store(&l->ending, true);
    (void)!write(l->bell, &one, sizeof one);
    pthread_join(l->thread, NULL);
}

vt_status vt_pg_listener_init(vt_pg_listener *l, vt_pg_server *server, vt_error *err)
{
    *l = (vt_pg_listener){.server = server, .bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    if (l->bell < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot make the bell of the store's listener");
    pthread_mutex_init(&l->lock, NULL);
    return VT_OK;
}

void vt_pg_listener_release(vt_pg_listener *l)
{
    if (!l->server || l->bell < 0)
        return;
    vt_pg_listener_stop(l);
    pthread_mutex_destroy(&l->lock);
    vt_buf_release(&l->notices);
    close(l->bell);
}
