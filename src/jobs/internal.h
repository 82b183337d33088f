/* SPDX-License-Identifier: Apache-2.0 */
/** What the files of jobs/ share. */
#ifndef VT_JOBS_INTERNAL_H
#define VT_JOBS_INTERNAL_H

#include "jobs/jobs.h"

#include <pthread.h>
#include <stdatomic.h>

enum { WAKE_ALL = 64, WAIT_POLL_MS = 2000 };
enum { MAX_TRIES = 3, JOB_ARENA_BYTES = 512 * 1024 * 1024, LEASE_SLACK_MS = 30000 };

/* What one dispatcher works on, for GET. */
struct running {
    char id[VT_ID_TEXT]; /* "": nothing */
    vt_stage stage;
    int percent;
    int64_t stage_start_us; /* monotonic; 0: no stage has begun */
    int64_t start_ms;       /* monotonic */
    bool reads_pictures;    /* its config allows OCR */
};

/* A bell for the threads of one queue: an eventfd that counts. */
struct bell {
    const char *queue;
    int fd;
};

struct waiter;

/* A vt_histogram that threads add to. */
struct vt_counters {
    _Atomic uint64_t count[VT_HISTOGRAM_BOUNDS + 1], sum_ms;
};
void vt_counters_add(struct vt_counters *counters, int64_t ms);
vt_histogram vt_counters_read(struct vt_counters *counters);

struct vt_jobs {
    vt_jobs_config config;
    char node[VT_ID_TEXT];
    struct bell bells[4]; /* parse, fetch, send, llm */
    pthread_t *threads;
    size_t thread_count;
    int64_t steady_offset_ms; /* of the wall clock to the monotonic one, at the start */
    _Atomic bool stopping;
    int64_t started_ms;
    struct vt_ready *ready, **ready_end; /* claimed and not begun: under claim_lock */
    pthread_mutex_t claim_lock;
    int64_t most_each[4];      /* by bell: what one account may have running here */
    char after[4][VT_ID_TEXT]; /* by bell: whose turn it was last; under turn_lock */
    pthread_mutex_t turn_lock;
    _Atomic int64_t idle; /* dispatchers without a request */
    _Atomic uint64_t claims, claimed, lost, recovered;
    struct vt_counters waited, work;
    _Atomic uint64_t completed, failed, timeouts;
    _Atomic uint64_t failures[VT_FAILURE_DETAILS];
    _Atomic uint64_t delivered, undelivered, retried;
    _Atomic int64_t mean_us;     /* moving average of requests without OCR */
    _Atomic int64_t ocr_mean_us; /* and of those with OCR */

    pthread_mutex_t lock; /* what stands below */
    pthread_cond_t changed;
    struct running *running; /* [dispatchers + askers] */
    uint64_t stage_us[VT_STAGE_MATCHING + 1], stage_runs[VT_STAGE_MATCHING + 1];
    struct waiter *waiters;
    bool released;
    uint64_t clock;             /* ends so far */
    char (*recent)[VT_ID_TEXT]; /* ring of the last ends */
};

enum { BELL_PARSE, BELL_FETCH, BELL_SEND, BELL_MODEL, RECENT = 4096 };

/**
 * One step of a thread, in a guard: what passes the budget of an arena ends the step, not the
 * service. False when the step gave false, or was left (which is logged).
 */
typedef bool (*vt_step_fn)(vt_jobs *jobs, size_t slot);
bool vt_step(vt_jobs *jobs, vt_step_fn step, size_t slot);

/** Waits for the bell, or `timeout_ms`. */
void vt_bell_wait(struct bell *bell, int timeout_ms);
void vt_bell_ring(struct bell *bell);

/** Claims and runs one request of the queue `parse`; false when there is none. */
bool vt_dispatch_one(vt_jobs *jobs, size_t slot);

/** The same for the queue `llm`. */
bool vt_ask_one(vt_jobs *jobs, size_t slot);

/** Claims and fetches one request of the queue `fetch`; false when there is none. */
bool vt_fetch_one(vt_jobs *jobs, size_t slot);

/** Sends one due webhook; false when there is none. */
bool vt_send_one(vt_jobs *jobs, size_t slot);

/** Deletion by age, expiry of credits, monthly resets, leases of the dead. Gives true. */
bool vt_housekeeping(vt_jobs *jobs, size_t slot);

/** A claimed request with all that is needed to run it, in an arena of its own. */
typedef struct vt_ready {
    vt_arena *arena;
    vt_request request;
    vt_document document;
    bool found; /* the document */
    vt_phrases phrases;
    struct vt_ready *next;
} vt_ready;
void vt_ready_drop(vt_ready *ready);
VT_DEFINE_AUTO(vt_ready, vt_ready_drop)

/** Whose turn it was last in a queue: an account, or an endpoint of BELL_SEND. */
void vt_turn_read(vt_jobs *jobs, size_t bell, char ret[VT_ID_TEXT]);
void vt_turn_note(vt_jobs *jobs, size_t bell, const char *whose);

/** Claims the next of the queue of a bell. NULL: none, or the store failed. */
vt_ready *vt_claim(vt_jobs *jobs, size_t bell);
/** The next for a dispatcher. It claims for all that are idle at once. */
vt_ready *vt_claim_ready(vt_jobs *jobs);

/* nodes.c: programs that share the store */

/** What another program said: vt_notice_fn. */
void vt_jobs_hear(void *context, const char *notice);
/** Says that this node lives. */
VT_MUST_USE vt_status vt_node_announce(vt_jobs *jobs, vt_error *err);
/** A thread: heartbeats, progress of what runs here, jobs of the dead. */
void vt_node_keep(vt_jobs *jobs);
void vt_node_leave(vt_jobs *jobs);
/** Wakes who waits for the end of a request in this process. */
void vt_jobs_note_end(vt_jobs *jobs, const char *request_id);
/** All waits ask the store again. */
void vt_jobs_ask_again(vt_jobs *jobs);
void vt_jobs_ring(vt_jobs *jobs, const char *queue);

/** Writes the end and tells those who wait; a failure is logged. */
void vt_finish(vt_jobs *jobs, const vt_request *request, const vt_end *end);

/** The service could not do its part (no store, no process): the request waits again, while it
 * has tries left; else it ends with `internal`. */
void vt_give_back(vt_jobs *jobs, const vt_request *request, const vt_error *why);

/**
 * The clock of leases. A program that has the store for itself compares them with its own, which
 * nobody sets: a jump of the wall clock neither takes a running request away nor keeps one.
 * Programs that share a store need the one clock they have in common.
 */
int64_t vt_lease_now_ms(const vt_jobs *jobs);

#endif
