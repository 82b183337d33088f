/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What happens to a request between create and its end.
 *
 *     created ──claim──▶ parsing ──▶ completed | failed          created ──▶ failed
 *
 * A request waits in a queue of the store: `fetch` while a URL has to be read, then `parse`, or
 * `llm` when a language model has a part in it: threads of their own run these, so that a slow
 * model keeps no other request waiting.
 * Dispatcher threads claim the next, run it in the pool and write its end. The account with the
 * fewest running comes first, its oldest request of all; and every queue has some threads more than
 * one account may take (vt_jobs_threads), so that nobody keeps the others waiting.
 * An end is state, answer, credits, usage and events in one transaction, guarded by the state, so
 * that each request ends exactly once. A claim is a lease; when its holder dies, the request goes
 * back to the queue, at most MAX_TRIES times. Nodes that share a store say every few moments that
 * they live; a node that is silent for lease_ms is dead, whatever its leases say.
 *
 * Nothing here reads a document: that is the business of the workers.
 */
#ifndef VT_JOBS_JOBS_H
#define VT_JOBS_JOBS_H

#include "engine/engine.h"
#include "ledger/price.h"
#include "store/requests.h"
#include "worker/pool.h"

typedef struct vt_jobs vt_jobs;

typedef struct vt_jobs_config {
    vt_store *store;
    vt_pool *pool;
    unsigned dispatchers; /* requests of one account that run here at one time */
    vt_prices prices;
    bool keep_documents;                  /* behind the end, until the request is erased */
    int64_t timeout_ms;                   /* of one request */
    int64_t stage_ms;                     /* of one of its stages; 0: no limit of its own */
    struct vt_model *model;               /* of the premium tier; NULL: none. Borrowed */
    unsigned askers;                      /* threads for requests that it has a part in */
    unsigned fetchers;                    /* of one account: URLs that are read at one time */
    unsigned senders;                     /* of one account: webhooks that are sent at one time */
    const struct vt_address_rules *rules; /* where URLs and webhooks may point; borrowed */
    vt_str base_path;                     /* before the links of webhooks; empty: none. Borrowed */
    int64_t fetch_ms;                     /* reading a URL may take */
    int64_t lease_ms; /* a node that was not heard of for so long is dead; shared stores only */
    /* instead of the pool, for measurements of the queue alone; NULL: vt_pool_run() */
    vt_status (*engine)(void *context, const vt_work *work, vt_buf *out, vt_outcome *ret_outcome,
                        vt_error *err);
    void *engine_context;
} vt_jobs_config;

/** So many threads a queue gets that lets one account have `count`. */
unsigned vt_jobs_threads(unsigned count);

/** Takes up what an earlier process left, and starts the threads. */
VT_MUST_USE vt_status vt_jobs_start(const vt_jobs_config *config, vt_jobs **ret, vt_error *err);

/** Claims nothing more, waits for what runs, and ends all waits. NULL is allowed. */
void vt_jobs_stop(vt_jobs *jobs);

/** The queue of a request with this `config` (JSON of a create) once its document is there. */
const char *vt_jobs_queue_of(const vt_jobs *jobs, vt_arena *arena, vt_str config);

/** After a commit that put something into a queue. */
void vt_jobs_wake(vt_jobs *jobs, const char *queue);

/* ---- waiting for an end ---- */

typedef void (*vt_wait_fn)(void *context);

/** To be read before the store is asked whether a request has ended. */
uint64_t vt_jobs_clock(vt_jobs *jobs);

/**
 * Calls `fn` once, on some other thread, when the request ends or at `deadline_ms` (monotonic).
 * False, and no call will come, when it may have ended since `clock` was read: ask the store again.
 */
bool vt_jobs_wait(vt_jobs *jobs, const char *request_id, uint64_t clock, int64_t deadline_ms,
                  vt_wait_fn fn, void *context);
/** Ends all waits at once, and makes new ones end at once: the server goes down. */
void vt_jobs_release_waits(vt_jobs *jobs);

/* ---- looking ---- */

/** Stage and percent of a request that runs in this process; false when it does not. */
bool vt_jobs_progress(vt_jobs *jobs, const char *request_id, vt_stage *ret_stage, int *ret_percent);

/** When a request that is created or parsing will have ended, as far as one can tell from what
 * others took; `reads_pictures`: its config allows OCR. */
int64_t vt_jobs_estimate_ms(vt_jobs *jobs, bool reads_pictures, int64_t waiting_before,
                            int64_t started_ms, int64_t now_ms);

/** Durations by upper bound, as Prometheus wants them. */
enum { VT_HISTOGRAM_BOUNDS = 12 };
extern const int64_t vt_histogram_bounds_ms[VT_HISTOGRAM_BOUNDS];
typedef struct vt_histogram {
    uint64_t count[VT_HISTOGRAM_BOUNDS + 1]; /* not cumulated; the last: above all bounds */
    uint64_t sum_ms;
} vt_histogram;

enum {
#define VT_DETAIL(word, code, text) VT_FAILURE_DETAIL_##word,
#include "engine/failures.def"
    VT_FAILURE_DETAILS
};

typedef struct vt_jobs_state {
    uint64_t completed, failed, timeouts;
    uint64_t failures[VT_FAILURE_DETAILS];    /* in the order of failures.def */
    uint64_t delivered, undelivered, retried; /* tries of webhooks: 2xx, given up, to be repeated */
    int64_t mean_ms;                          /* of recent requests, in the workers */
    uint64_t claims, claimed;                 /* statements that claimed, and what they gave */
    uint64_t lost;             /* results that came too late: another node had ended the request */
    uint64_t recovered;        /* requests of dead holders that this node gave back to the queue */
    vt_histogram waited, work; /* created to claimed; in the workers */
    uint64_t stage_us[VT_STAGE_MATCHING + 1], stage_runs[VT_STAGE_MATCHING + 1];
} vt_jobs_state;
vt_jobs_state vt_jobs_get_state(vt_jobs *jobs);

/* ---- ending ---- */

/** How a request ended: what the pool said, or the service itself. */
typedef struct vt_end {
    vt_outcome outcome;
    vt_str json; /* what the engine wrote; the null string when it did not run */
    vt_bill bill;
    int64_t ended_ms, processing_ms;
    vt_str headline;    /* jobs/headline.h, or the null string */
    bool keep_document; /* until the request is erased */
} vt_end;

/**
 * Writes the end of a request: settles its credits, counts its usage, stores its answer, deletes
 * its document unless it is kept, queues its event. VT_E_CONFLICT: it had ended before, and nothing
 * was changed.
 */
VT_MUST_USE vt_status vt_jobs_end(vt_tx *tx, vt_arena *arena, const vt_prices *prices,
                                  const vt_request *request, const vt_end *end, vt_error *err);
/** One request of a batch has ended: with the last one the batch has, and its event is queued. */
VT_MUST_USE vt_status vt_jobs_end_of_batch(vt_tx *tx, vt_arena *arena, vt_str batch_id,
                                           int64_t now_ms, vt_error *err);
/** Tells those who wait; after the commit. */
void vt_jobs_ended(vt_jobs *jobs, const char *request_id);

#endif
