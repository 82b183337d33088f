/* SPDX-License-Identifier: Apache-2.0 */
#include "api/audit.h"

#include "base/log.h"
#include "base/time.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    MOST = 20000,    /* entries that wait */
    LOOK_BACK = 64,  /* among so many the same is looked for */
    FLUSH_MS = 1000, /* an entry waits at most so long */
    AT_ONCE = 500,   /* entries a transaction */
    SWEEP_EVERY_MS = 600000,
    LOOK_EVERY = 16, /* transactions of a sweep: whose entries go is looked up anew */
};
#define DAY_MS INT64_C(86400000)

struct batch {
    vt_audit_entry *at;
    size_t n, cap;
};

struct vt_audit {
    vt_store *store;
    int64_t days, rows;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t wake;
    struct batch waiting;
    uint64_t lost, told;
    bool stopping;
    pthread_t thread;
    bool started;
};

static bool is_same(const vt_audit_entry *a, const vt_audit_entry *b)
{
    return strcmp(a->subject, b->subject) == 0 && strcmp(a->action, b->action) == 0 &&
           strcmp(a->key_id, b->key_id) == 0 && strcmp(a->address, b->address) == 0 &&
           strcmp(a->account_id, b->account_id) == 0 && strcmp(a->actor, b->actor) == 0;
}

/* Under the lock. */
static void add(struct vt_audit *audit, const vt_audit_entry *entry)
{
    struct batch *b = &audit->waiting;
    for (size_t i = b->n; i > 0 && b->n - i < LOOK_BACK; i--)
        if (is_same(&b->at[i - 1], entry)) {
            b->at[i - 1].times++;
            return;
        }
    if (b->n == MOST) {
        audit->lost++;
        return;
    }
    if (b->n == b->cap) {
        b->cap = b->cap ? b->cap * 2 : LOOK_BACK;
        b->at = vt_xrealloc(b->at, b->cap * sizeof *b->at);
    }
    b->at[b->n++] = *entry;
}

void vt_audit_note(vt_audit *audit, const vt_audit_entry *entry)
{
    pthread_mutex_lock(&audit->lock);
    add(audit, entry);
    pthread_mutex_unlock(&audit->lock);
}

uint64_t vt_audit_lost(vt_audit *audit)
{
    pthread_mutex_lock(&audit->lock);
    uint64_t lost = audit->lost;
    pthread_mutex_unlock(&audit->lock);
    return lost;
}

/* ---- writing ---- */

struct part {
    const vt_audit_entry *at;
    size_t n;
};

static vt_status write_part(vt_tx *tx, void *context, vt_error *err)
{
    const struct part *p = context;
    for (size_t i = 0; i < p->n; i++)
        VT_TRY(vt_audit_write(tx, &p->at[i], err));
    return VT_OK;
}

/* Writes from the front; what the store did not take stays. */
static void write_batch(vt_audit *audit, struct batch *b)
{
    size_t done = 0;
    while (done < b->n) {
        struct part p = {b->at + done, VT_MIN(b->n - done, AT_ONCE)};
        vt_error err = {0};
        if (vt_store_write(audit->store, write_part, &p, &err) != VT_OK) {
            vt_log(VT_LOG_WARN, "audit.wait", "entries=%zu error=\"%s\"", b->n - done, err.message);
            break;
        }
        done += p.n;
    }
    if (done)
        memmove(b->at, b->at + done, (b->n - done) * sizeof *b->at);
    b->n -= done;
}

/* ---- what is too old or too much ---- */

struct sweep {
    int64_t before_ms, keep, deleted;
    vt_audit_most most;
};

static vt_status look_for_most(vt_tx *tx, void *context, vt_error *err)
{
    struct sweep *s = context;
    return vt_audit_find_most(tx, s->keep, &s->most, err);
}

static vt_status sweep_some(vt_tx *tx, void *context, vt_error *err)
{
    struct sweep *s = context;
    return vt_audit_sweep(tx, s->before_ms, s->keep, &s->most, &s->deleted, err);
}

static bool is_stopping(vt_audit *audit)
{
    pthread_mutex_lock(&audit->lock);
    bool stopping = audit->stopping;
    pthread_mutex_unlock(&audit->lock);
    return stopping;
}

static void sweep(vt_audit *audit)
{
    int64_t now_ms = vt_store_now_ms(audit->store);
    struct sweep s = {.before_ms = audit->days ? now_ms - audit->days * DAY_MS : 0,
                      .keep = audit->rows ? audit->rows : INT64_MAX};
    vt_error err = {0};
    bool looked = false;
    for (unsigned n = 0; !is_stopping(audit) && (n == 0 || s.deleted || !looked); n++) {
        looked = n % LOOK_EVERY == 0 || !s.deleted;
        if ((looked && vt_store_read(audit->store, look_for_most, &s, &err) != VT_OK) ||
            vt_store_write(audit->store, sweep_some, &s, &err) != VT_OK) {
            vt_log(VT_LOG_ERROR, "housekeeping", "part=audit error=\"%s\"", err.message);
            return;
        }
    }
}

/* ---- the thread ---- */

/* Under the lock: until the next flush is due, or the end. */
static void wait_for_work(vt_audit *audit)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += FLUSH_MS / 1000;
    while (!audit->stopping &&
           pthread_cond_timedwait(&audit->wake, &audit->lock, &until) != ETIMEDOUT)
        ;
}

/* What waits, behind what the store did not take before. */
static void take(vt_audit *audit, struct batch *ret)
{
    if (ret->n == 0) {
        struct batch empty = *ret;
        *ret = audit->waiting;
        audit->waiting = empty;
    }
    if (audit->lost > audit->told) {
        vt_log(VT_LOG_ERROR, "audit.lost", "entries=%ju", (uintmax_t)(audit->lost - audit->told));
        audit->told = audit->lost;
    }
}

static void *run(void *context)
{
    vt_audit *audit = context;
    struct batch writing = {0};
    int64_t swept_ms = 0;
    bool last = false;
    while (!last) {
        pthread_mutex_lock(&audit->lock);
        wait_for_work(audit);
        last = audit->stopping;
        take(audit, &writing);
        pthread_mutex_unlock(&audit->lock);
        write_batch(audit, &writing);
        int64_t now_ms = vt_time_monotonic_ms();
        if (!last && (!swept_ms || now_ms - swept_ms >= SWEEP_EVERY_MS)) {
            sweep(audit);
            swept_ms = now_ms;
        }
    }
    if (writing.n == 0) { /* what came while the batch before was written */
        take(audit, &writing);
        write_batch(audit, &writing);
    }
    free(writing.at);
    return NULL;
}

vt_audit *vt_audit_new(vt_store *store, int64_t days, int64_t rows)
{
    vt_audit *audit = vt_xcalloc(1, sizeof *audit);
    audit->store = store;
    audit->days = days;
    audit->rows = rows;
    pthread_mutex_init(&audit->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&audit->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    audit->started = pthread_create(&audit->thread, NULL, run, audit) == 0;
    if (!audit->started)
        vt_log(VT_LOG_ERROR, "audit.start", "error=\"cannot start a thread\"");
    return audit;
}

void vt_audit_drop(vt_audit *audit)
{
    if (!audit)
        return;
    pthread_mutex_lock(&audit->lock);
    audit->stopping = true;
    pthread_cond_signal(&audit->wake);
    pthread_mutex_unlock(&audit->lock);
    if (audit->started)
        pthread_join(audit->thread, NULL);
    pthread_mutex_destroy(&audit->lock);
    pthread_cond_destroy(&audit->wake);
    free(audit->waiting.at);
    free(audit);
}
