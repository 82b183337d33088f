/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that share a store. Every node writes now and then that it lives. One that was silent
 * for lease_ms is dead: any other gives its requests back to the queue. A node that could not reach
 * the store for a while judges nobody before it has seen a whole lease_ms: the others were cut off
 * with it.
 *
 * What a node does is told to the others at once ("wake QUEUE", "end REQUEST"). That may be lost:
 * dispatchers look into the queue every second anyway, and waits ask the store every WAIT_POLL_MS.
 */
#include "jobs/internal.h"

#include "base/log.h"
#include "base/time.h"
#include "store/nodes.h"

#include <stdio.h>
#include <time.h>

enum { TICK_MS = 250, PROGRESS_MS = 1000 };

void vt_jobs_hear(void *context, const char *notice)
{
    vt_jobs *jobs = context;
    if (!notice) {
        for (size_t i = 0; i < VT_COUNT(jobs->bells); i++)
            vt_bell_ring(&jobs->bells[i]);
        vt_jobs_ask_again(jobs);
    } else if (strncmp(notice, "wake ", 5) == 0) {
        vt_jobs_ring(jobs, notice + 5);
    } else if (strncmp(notice, "end ", 4) == 0) {
        vt_jobs_note_end(jobs, notice + 4);
    }
}

/* ---- heartbeats ---- */

struct beat {
    vt_jobs *jobs;
    int64_t judges_until_ms; /* monotonic; a beat that had to wait for the store judges nobody */
    int64_t recovered;
};

static vt_status beat(vt_tx *tx, void *context, vt_error *err)
{
    struct beat *b = context;
    vt_jobs *jobs = b->jobs;
    int64_t now_ms = vt_lease_now_ms(jobs);
    b->recovered = 0;
    VT_TRY(vt_node_seen(tx, vt_str_z(jobs->node), jobs->started_ms, now_ms, err));
    if (vt_time_monotonic_ms() > b->judges_until_ms)
        return VT_OK;
    return vt_request_recover(tx, now_ms, now_ms - jobs->config.lease_ms, &b->recovered, err);
}

vt_status vt_node_announce(vt_jobs *jobs, vt_error *err)
{
    struct beat b = {.jobs = jobs};
    return vt_store_write_as(jobs->config.store, &(vt_write){.repeatable = true}, beat, &b, err);
}

static bool send_beat(vt_jobs *jobs, int64_t judges_until_ms)
{
    struct beat b = {.jobs = jobs, .judges_until_ms = judges_until_ms};
    vt_error err = {0};
    vt_status status =
        vt_store_write_as(jobs->config.store, &(vt_write){.repeatable = true}, beat, &b, &err);
    if (status != VT_OK) {
        vt_log(VT_LOG_WARN, "node.silent", "error=\"%s\"", err.message);
        return false;
    }
    if (b.recovered) {
        vt_log(VT_LOG_WARN, "queue.recovered", "requests=%jd", (intmax_t)b.recovered);
        atomic_fetch_add(&jobs->recovered, (uint64_t)b.recovered);
        vt_jobs_wake(jobs, "parse");
        vt_jobs_wake(jobs, "fetch");
        vt_jobs_wake(jobs, "llm");
    }
    return true;
}

static vt_status leave(vt_tx *tx, void *context, vt_error *err)
{
    vt_jobs *jobs = context;
    return vt_node_remove(tx, vt_str_z(jobs->node), err);
}

void vt_node_leave(vt_jobs *jobs)
{
    vt_error err = {0};
    if (vt_store_write_as(jobs->config.store, &(vt_write){.repeatable = true}, leave, jobs, &err) !=
        VT_OK)
        vt_log(VT_LOG_WARN, "node.leave", "error=\"%s\"", err.message);
}

/* ---- progress ---- */

struct report {
    vt_jobs *jobs;
    struct running *rows;
    size_t count;
};

static vt_status report(vt_tx *tx, void *context, vt_error *err)
{
    const struct report *r = context;
    int64_t lease_ms = vt_lease_now_ms(r->jobs) + r->jobs->config.timeout_ms + LEASE_SLACK_MS;
    for (size_t i = 0; i < r->count; i++) {
        const struct running *row = &r->rows[i];
        bool held;
        VT_TRY(vt_request_progress(tx, vt_str_z(row->id), vt_str_z(r->jobs->node),
                                   vt_stage_word(row->stage), row->percent, lease_ms, &held, err));
    }
    return VT_OK;
}

/* Writes what has run for longer than since the last look, so that other nodes can tell. */
static void report_progress(vt_jobs *jobs, struct running *before, struct running *now)
{
    struct report r = {.jobs = jobs, .rows = now};
    size_t count = jobs->config.dispatchers;
    pthread_mutex_lock(&jobs->lock);
    for (size_t i = 0; i < count; i++) {
        const struct running *row = &jobs->running[i];
        if (row->id[0] && strcmp(row->id, before[i].id) == 0)
            now[r.count++] = *row;
        before[i] = *row;
    }
    pthread_mutex_unlock(&jobs->lock);
    const vt_write how = {.soft = true, .repeatable = true};
    if (r.count) /* best effort */
        (void)!vt_store_write_as(jobs->config.store, &how, report, &r, NULL);
}

/* ---- the thread ---- */

void vt_node_keep(vt_jobs *jobs)
{
    size_t rows = jobs->config.dispatchers + 1;
    struct running *before = vt_xcalloc(rows, sizeof *before);
    struct running *now = vt_xcalloc(rows, sizeof *now);
    int64_t lease_ms = jobs->config.lease_ms, now_ms = vt_time_monotonic_ms();
    int64_t heard_ms = now_ms, well_since_ms = now_ms, beat_ms = 0, progress_ms = 0;
    while (!atomic_load(&jobs->stopping)) {
        now_ms = vt_time_monotonic_ms();
        if (now_ms >= beat_ms) {
            bool judges = now_ms - well_since_ms >= lease_ms;
            bool heard = send_beat(jobs, judges ? heard_ms + lease_ms / 2 : 0);
            now_ms = vt_time_monotonic_ms();
            if (now_ms - heard_ms >= lease_ms / 2)
                well_since_ms = now_ms;
            if (heard)
                heard_ms = now_ms;
            beat_ms = now_ms + lease_ms / 5;
        }
        if (now_ms >= progress_ms) {
            report_progress(jobs, before, now);
            progress_ms = vt_time_monotonic_ms() + PROGRESS_MS;
        }
        nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000L}, NULL);
    }
    free(before);
    free(now);
}
