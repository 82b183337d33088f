/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads: dispatchers, fetchers, senders, and one that keeps time (deadlines of waits, and every
 * HOUSEKEEPING_MS the work that age brings).
 *
 * Waiting for an end without losing it: the waiter reads the clock (the count of ends), asks the
 * store, and registers with that clock. If its request is among the ends since, which the ring
 * remembers, it asks the store again instead.
 */
#include "jobs/internal.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/time.h"
#include "base/unwind.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <time.h>

enum {
    IDLE_MS = 1000,
    HOUSEKEEPING_MS = 15000,
    FIRST_MEAN_US = 50000,
    FIRST_OCR_MEAN_US = 4000000,
    LAST_STAGE_PERCENT = 85
};

struct waiter {
    char id[VT_ID_TEXT];
    int64_t deadline_ms;
    vt_wait_fn fn;
    void *context;
    struct waiter *next;
};

/* ---- bells ---- */

void vt_bell_wait(struct bell *bell, int timeout_ms)
{
    struct pollfd p = {.fd = bell->fd, .events = POLLIN};
    if (poll(&p, 1, timeout_ms) > 0) {
        uint64_t one;
        (void)!read(bell->fd, &one, sizeof one); /* another thread may have been faster */
    }
}

void vt_bell_ring(struct bell *bell)
{
    uint64_t one = 1;
    (void)!write(bell->fd, &one, sizeof one);
}

void vt_jobs_ring(vt_jobs *jobs, const char *queue)
{
    for (size_t i = 0; i < VT_COUNT(jobs->bells); i++)
        if (strcmp(jobs->bells[i].queue, queue) == 0)
            vt_bell_ring(&jobs->bells[i]);
}

void vt_jobs_wake(vt_jobs *jobs, const char *queue)
{
    vt_jobs_ring(jobs, queue);
    if (vt_store_shared(jobs->config.store)) {
        char notice[32];
        snprintf(notice, sizeof notice, "wake %s", queue);
        vt_store_notify(jobs->config.store, notice);
    }
}

/* ---- waits ---- */

uint64_t vt_jobs_clock(vt_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    uint64_t clock = jobs->clock;
    pthread_mutex_unlock(&jobs->lock);
    return clock;
}

static bool ended_since(const vt_jobs *jobs, const char *id, uint64_t clock)
{
    if (jobs->clock - clock > RECENT)
        return true; /* more than the ring remembers */
    for (uint64_t i = clock; i < jobs->clock; i++)
        if (strcmp(jobs->recent[i % RECENT], id) == 0)
            return true;
    return false;
}

bool vt_jobs_wait(vt_jobs *jobs, const char *request_id, uint64_t clock, int64_t deadline_ms,
                  vt_wait_fn fn, void *context)
{
    pthread_mutex_lock(&jobs->lock);
    if (ended_since(jobs, request_id, clock)) {
        pthread_mutex_unlock(&jobs->lock);
        return false;
    }
    if (vt_store_shared(jobs->config.store)) /* a notice may be lost */
        deadline_ms = VT_MIN(deadline_ms, vt_time_monotonic_ms() + WAIT_POLL_MS);
    struct waiter *w = vt_xcalloc(1, sizeof *w);
    *w = (struct waiter){.deadline_ms = jobs->released ? 0 : deadline_ms,
                         .fn = fn,
                         .context = context,
                         .next = jobs->waiters};
    snprintf(w->id, sizeof w->id, "%s", request_id);
    jobs->waiters = w;
    pthread_cond_signal(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    return true;
}

/* Takes the waiters of `id`, or with NULL those whose time is over, out of the list. */
static struct waiter *take_waiters(vt_jobs *jobs, const char *id, int64_t now_ms)
{
    struct waiter *taken = NULL;
    for (struct waiter **at = &jobs->waiters; *at;) {
        struct waiter *w = *at;
        if (id ? strcmp(w->id, id) == 0 : w->deadline_ms <= now_ms) {
            *at = w->next;
            w->next = taken;
            taken = w;
        } else {
            at = &w->next;
        }
    }
    return taken;
}

static void call_waiters(struct waiter *w)
{
    while (w) {
        struct waiter *next = w->next;
        w->fn(w->context);
        free(w);
        w = next;
    }
}

void vt_jobs_note_end(vt_jobs *jobs, const char *request_id)
{
    pthread_mutex_lock(&jobs->lock);
    snprintf(jobs->recent[jobs->clock % RECENT], VT_ID_TEXT, "%s", request_id);
    jobs->clock++;
    struct waiter *taken = take_waiters(jobs, request_id, 0);
    pthread_mutex_unlock(&jobs->lock);
    call_waiters(taken);
}

void vt_jobs_ended(vt_jobs *jobs, const char *request_id)
{
    vt_jobs_note_end(jobs, request_id);
    if (vt_store_shared(jobs->config.store)) {
        char notice[VT_ID_TEXT + 8];
        snprintf(notice, sizeof notice, "end %s", request_id);
        vt_store_notify(jobs->config.store, notice);
    }
}

void vt_jobs_ask_again(vt_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->clock += RECENT + 1; /* who asked before now asks again */
    struct waiter *taken = take_waiters(jobs, NULL, INT64_MAX);
    pthread_mutex_unlock(&jobs->lock);
    call_waiters(taken);
}

void vt_jobs_release_waits(vt_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->released = true;
    struct waiter *taken = take_waiters(jobs, NULL, INT64_MAX);
    pthread_mutex_unlock(&jobs->lock);
    call_waiters(taken);
}

int64_t vt_lease_now_ms(const vt_jobs *jobs)
{
    if (vt_store_shared(jobs->config.store))
        return vt_store_now_ms(jobs->config.store);
    return vt_time_monotonic_ms() + jobs->steady_offset_ms;
}

/* ---- looking ---- */

/* What is left of a request that has run for so long: what others took, and half as much again as
 * it has taken when it takes longer than they did. */
static int64_t remaining_ms(vt_jobs *jobs, bool reads_pictures, int64_t elapsed_ms)
{
    int64_t mean_us = atomic_load(reads_pictures ? &jobs->ocr_mean_us : &jobs->mean_us);
    return VT_MAX(VT_MAX(mean_us / 1000 - elapsed_ms, elapsed_ms / 2), 1);
}

/* Within a stage the time goes on, up to where the last stage begins. */
static void advance(vt_jobs *jobs, struct running *r)
{
    int64_t elapsed_ms = VT_MAX(vt_time_monotonic_ms() - r->start_ms, 0);
    int64_t all_ms = elapsed_ms + remaining_ms(jobs, r->reads_pictures, elapsed_ms);
    r->percent = VT_MAX(r->percent, (int)VT_MIN(elapsed_ms * 100 / all_ms, LAST_STAGE_PERCENT));
}

bool vt_jobs_progress(vt_jobs *jobs, const char *request_id, vt_stage *ret_stage, int *ret_percent)
{
    bool found = false;
    pthread_mutex_lock(&jobs->lock);
    for (size_t i = 0; i < jobs->config.dispatchers + jobs->config.askers && !found; i++)
        if (strcmp(jobs->running[i].id, request_id) == 0) {
            advance(jobs, &jobs->running[i]);
            *ret_stage = jobs->running[i].stage;
            *ret_percent = jobs->running[i].percent;
            found = true;
        }
    pthread_mutex_unlock(&jobs->lock);
    return found;
}

int64_t vt_jobs_estimate_ms(vt_jobs *jobs, bool reads_pictures, int64_t waiting_before,
                            int64_t started_ms, int64_t now_ms)
{
    int64_t lanes = VT_MAX(jobs->most_each[BELL_PARSE], 1);
    int64_t queue_ms = waiting_before / lanes * atomic_load(&jobs->mean_us) / 1000;
    int64_t elapsed_ms = started_ms ? VT_MAX(now_ms - started_ms, 0) : 0;
    return now_ms + (started_ms ? 0 : queue_ms) + remaining_ms(jobs, reads_pictures, elapsed_ms);
}

const int64_t vt_histogram_bounds_ms[VT_HISTOGRAM_BOUNDS] = {1,   2,   5,    10,   25,    50,
                                                             100, 250, 1000, 5000, 30000, 120000};

void vt_counters_add(struct vt_counters *h, int64_t ms)
{
    size_t i = 0;
    while (i < VT_HISTOGRAM_BOUNDS && ms > vt_histogram_bounds_ms[i])
        i++;
    atomic_fetch_add(&h->count[i], 1);
    atomic_fetch_add(&h->sum_ms, (uint64_t)VT_MAX(ms, 0));
}

vt_histogram vt_counters_read(struct vt_counters *h)
{
    vt_histogram ret = {.sum_ms = atomic_load(&h->sum_ms)};
    for (size_t i = 0; i <= VT_HISTOGRAM_BOUNDS; i++)
        ret.count[i] = atomic_load(&h->count[i]);
    return ret;
}

vt_jobs_state vt_jobs_get_state(vt_jobs *jobs)
{
    vt_jobs_state ret = {.completed = atomic_load(&jobs->completed),
                         .failed = atomic_load(&jobs->failed),
                         .timeouts = atomic_load(&jobs->timeouts),
                         .claims = atomic_load(&jobs->claims),
                         .claimed = atomic_load(&jobs->claimed),
                         .lost = atomic_load(&jobs->lost),
                         .recovered = atomic_load(&jobs->recovered),
                         .waited = vt_counters_read(&jobs->waited),
                         .work = vt_counters_read(&jobs->work),
                         .delivered = atomic_load(&jobs->delivered),
                         .undelivered = atomic_load(&jobs->undelivered),
                         .retried = atomic_load(&jobs->retried),
                         .mean_ms = atomic_load(&jobs->mean_us) / 1000};
    for (size_t i = 0; i < VT_FAILURE_DETAILS; i++)
        ret.failures[i] = atomic_load(&jobs->failures[i]);
    pthread_mutex_lock(&jobs->lock);
    memcpy(ret.stage_us, jobs->stage_us, sizeof ret.stage_us);
    memcpy(ret.stage_runs, jobs->stage_runs, sizeof ret.stage_runs);
    pthread_mutex_unlock(&jobs->lock);
    return ret;
}

/* ---- threads ---- */

struct step {
    vt_jobs *jobs;
    vt_step_fn fn;
    size_t slot;
    bool worked;
};

static void call_step(void *context)
{
    struct step *s = context;
    s->worked = s->fn(s->jobs, s->slot);
}

bool vt_step(vt_jobs *jobs, vt_step_fn fn, size_t slot)
{
    struct step s = {jobs, fn, slot, false};
    if (vt_guard_run(call_step, &s))
        return s.worked;
    vt_log(VT_LOG_ERROR, "jobs.memory", "error=\"a step needs more memory than it may use\"");
    return false;
}

struct lane { /* what a thread is started with; freed by it */
    vt_jobs *jobs;
    size_t slot;
};

static void *dispatcher_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    for (;;) {
        /* claims nothing more at the end */
        bool worked = vt_step(lane.jobs, vt_dispatch_one, lane.slot);
        if (!worked && atomic_load(&lane.jobs->stopping))
            return NULL;
        if (!worked)
            vt_bell_wait(&lane.jobs->bells[BELL_PARSE], IDLE_MS);
    }
}

static void *asker_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    while (!atomic_load(&lane.jobs->stopping))
        if (!vt_step(lane.jobs, vt_ask_one, lane.jobs->config.dispatchers + lane.slot))
            vt_bell_wait(&lane.jobs->bells[BELL_MODEL], IDLE_MS);
    return NULL;
}

static void *fetcher_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    while (!atomic_load(&lane.jobs->stopping))
        if (!vt_step(lane.jobs, vt_fetch_one, lane.slot))
            vt_bell_wait(&lane.jobs->bells[BELL_FETCH], IDLE_MS);
    return NULL;
}

static void *sender_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    while (!atomic_load(&lane.jobs->stopping))
        if (!vt_step(lane.jobs, vt_send_one, lane.slot))
            vt_bell_wait(&lane.jobs->bells[BELL_SEND], IDLE_MS);
    return NULL;
}

static void *keeper_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    vt_node_keep(lane.jobs);
    return NULL;
}

static void *timer_main(void *context)
{
    struct lane lane = *(struct lane *)context;
    free(context);
    vt_jobs *jobs = lane.jobs;
    int64_t next_work_ms = 0;
    while (!atomic_load(&jobs->stopping)) {
        if (vt_time_monotonic_ms() >= next_work_ms) {
            (void)vt_step(jobs, vt_housekeeping, lane.slot);
            next_work_ms = vt_time_monotonic_ms() + HOUSEKEEPING_MS;
        }
        pthread_mutex_lock(&jobs->lock);
        struct waiter *late = take_waiters(jobs, NULL, vt_time_monotonic_ms());
        int64_t until_ms = next_work_ms;
        for (struct waiter *w = jobs->waiters; w; w = w->next)
            until_ms = VT_MIN(until_ms, w->deadline_ms);
        if (!late && !atomic_load(&jobs->stopping)) {
            struct timespec until = {until_ms / 1000, until_ms % 1000 * 1000000};
            pthread_cond_timedwait(&jobs->changed, &jobs->lock, &until);
        }
        pthread_mutex_unlock(&jobs->lock);
        call_waiters(late);
    }
    return NULL;
}

static vt_status start_threads(vt_jobs *jobs, unsigned count, void *(*thread_main)(void *),
                               vt_error *err)
{
    for (unsigned i = 0; i < count; i++) {
        struct lane *lane = vt_xcalloc(1, sizeof *lane);
        *lane = (struct lane){jobs, i};
        if (pthread_create(&jobs->threads[jobs->thread_count], NULL, thread_main, lane) != 0) {
            free(lane);
            return vt_fail(err, VT_E_INTERNAL, "cannot start a thread");
        }
        jobs->thread_count++;
    }
    return VT_OK;
}

/* ---- start and stop ---- */

static vt_status give_back_all(vt_tx *tx, void *context, vt_error *err)
{
    (void)context;
    int64_t count;
    VT_TRY(vt_request_recover(tx, INT64_MAX, 0, &count, err));
    if (count)
        vt_log(VT_LOG_INFO, "queue.recovered", "requests=%jd", (intmax_t)count);
    return VT_OK;
}

unsigned vt_jobs_threads(unsigned count)
{
    return count ? count + VT_MAX(count / 4, 1) : 0;
}

/* Each queue has threads beyond what one account may take, so that nobody waits for the documents,
 * servers and endpoints of another. Questions to the model have a limit of the operator's, within
 * which a quarter is for others. */
static void make_room(vt_jobs *jobs)
{
    vt_jobs_config *c = &jobs->config;
    jobs->most_each[BELL_PARSE] = c->dispatchers;
    jobs->most_each[BELL_FETCH] = c->fetchers;
    jobs->most_each[BELL_SEND] = c->senders;
    jobs->most_each[BELL_MODEL] = c->askers - c->askers / 4;
    c->dispatchers = vt_jobs_threads(c->dispatchers);
    c->fetchers = vt_jobs_threads(c->fetchers);
    c->senders = vt_jobs_threads(c->senders);
}

static vt_jobs *jobs_new(const vt_jobs_config *given)
{
    static const char *const queues[] = {"parse", "fetch", "send", "llm"};
    vt_jobs *jobs = vt_xcalloc(1, sizeof *jobs);
    jobs->config = *given;
    make_room(jobs);
    const vt_jobs_config *config = &jobs->config;
    jobs->steady_offset_ms = vt_time_now_ms() - vt_time_monotonic_ms();
    vt_id_new("node_", vt_time_now_ms(), jobs->node);
    for (size_t i = 0; i < VT_COUNT(queues); i++)
        jobs->bells[i] =
            (struct bell){queues[i], eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC)};
    jobs->started_ms = vt_lease_now_ms(jobs);
    jobs->ready_end = &jobs->ready;
    atomic_store(&jobs->idle, config->dispatchers);
    pthread_mutex_init(&jobs->claim_lock, NULL);
    pthread_mutex_init(&jobs->turn_lock, NULL);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&jobs->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    atomic_store(&jobs->mean_us, FIRST_MEAN_US);
    atomic_store(&jobs->ocr_mean_us, FIRST_OCR_MEAN_US);
    jobs->running = vt_xcalloc(config->dispatchers + config->askers + 1, sizeof *jobs->running);
    jobs->recent = vt_xcalloc(RECENT, sizeof *jobs->recent);
    jobs->threads =
        vt_xcalloc(config->dispatchers + config->askers + config->fetchers + config->senders + 2,
                   sizeof *jobs->threads);
    return jobs;
}

vt_status vt_jobs_start(const vt_jobs_config *config, vt_jobs **ret, vt_error *err)
{
    /* alone with its store, whatever is leased now is a dead process's */
    if (!vt_store_shared(config->store))
        VT_TRY(vt_store_write(config->store, give_back_all, NULL, err));
    vt_jobs *jobs = jobs_new(config);
    vt_log(VT_LOG_INFO, "node.start", "node=%s", jobs->node);
    bool shared = vt_store_shared(config->store);
    vt_status status = shared ? vt_node_announce(jobs, err) : VT_OK;
    if (status == VT_OK)
        status = vt_store_listen(config->store, vt_jobs_hear, jobs, err);
    if (status == VT_OK && shared)
        status = start_threads(jobs, 1, keeper_main, err);
    if (status == VT_OK)
        status = start_threads(jobs, 1, timer_main, err);
    if (status == VT_OK)
        status = start_threads(jobs, jobs->config.dispatchers, dispatcher_main, err);
    if (status == VT_OK)
        status = start_threads(jobs, jobs->config.askers, asker_main, err);
    if (status == VT_OK)
        status = start_threads(jobs, jobs->config.fetchers, fetcher_main, err);
    if (status == VT_OK)
        status = start_threads(jobs, jobs->config.senders, sender_main, err);
    if (status != VT_OK) {
        vt_jobs_stop(jobs);
        return status;
    }
    *ret = jobs;
    return VT_OK;
}

void vt_jobs_stop(vt_jobs *jobs)
{
    if (!jobs)
        return;
    atomic_store(&jobs->stopping, true);
    vt_jobs_release_waits(jobs);
    for (size_t i = 0; i < VT_COUNT(jobs->bells); i++)
        for (size_t n = 0; n <= jobs->thread_count; n++)
            vt_bell_ring(&jobs->bells[i]);
    pthread_mutex_lock(&jobs->lock);
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    for (size_t i = 0; i < jobs->thread_count; i++)
        pthread_join(jobs->threads[i], NULL);
    vt_store_unlisten(jobs->config.store);
    vt_jobs_release_waits(jobs);
    if (vt_store_shared(jobs->config.store))
        vt_node_leave(jobs);
    for (size_t i = 0; i < VT_COUNT(jobs->bells); i++)
        close(jobs->bells[i].fd);
    pthread_mutex_destroy(&jobs->lock);
    pthread_mutex_destroy(&jobs->claim_lock);
    pthread_mutex_destroy(&jobs->turn_lock);
    pthread_cond_destroy(&jobs->changed);
    free(jobs->running);
    free(jobs->recent);
    free(jobs->threads);
    free(jobs);
}
