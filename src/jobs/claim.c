/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims, in turns between accounts (vt_request_claim). One dispatcher at a time asks the store,
 * for as many requests as there are dispatchers without one, and takes all that is needed to run
 * them in the same transaction; the others find theirs in the list. So a claim costs a part of a
 * commit, and no node holds what it cannot begin.
 */
#include "jobs/internal.h"

#include "base/log.h"
#include "base/time.h"

#include <stdio.h>

enum { MAX_CLAIM = 64 };

void vt_ready_drop(vt_ready *ready)
{
    if (ready)
        vt_arena_drop(ready->arena);
}

struct claim {
    vt_jobs *jobs;
    size_t bell;
    int64_t limit;
    char after[VT_ID_TEXT];
    vt_ready *first, **end;
};

static void drop_all(struct claim *c)
{
    while (c->first) {
        vt_ready *next = c->first->next;
        vt_ready_drop(c->first);
        c->first = next;
    }
    c->end = &c->first;
}

static vt_status add(vt_tx *tx, struct claim *c, const vt_request *request, vt_error *err)
{
    vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    vt_ready *ready = VT_NEW(arena, vt_ready);
    *c->end = ready;
    c->end = &ready->next;
    ready->arena = arena;
    ready->request = *request;
    ready->request.config = vt_str_dup(arena, request->config);
    ready->request.reference = vt_str_dup(arena, request->reference);
    ready->request.metadata = vt_str_dup(arena, request->metadata);
    ready->request.warnings = vt_str_dup(arena, request->warnings);
    ready->request.same_as = vt_str_dup(arena, request->same_as);
    VT_TRY(
        vt_document_find(tx, arena, vt_str_z(request->id), &ready->document, &ready->found, err));
    return vt_phrase_list(tx, arena, vt_str_z(request->account_id), &ready->phrases, err);
}

static vt_status claim(vt_tx *tx, void *context, vt_error *err)
{
    struct claim *c = context;
    vt_jobs *jobs = c->jobs;
    int64_t now_ms = vt_lease_now_ms(jobs);
    drop_all(c); /* of a run before */
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    vt_requests requests = {0};
    const vt_claim_order order = {.queue = jobs->bells[c->bell].queue,
                                  .node = vt_str_z(jobs->node),
                                  .after = vt_str_z(c->after),
                                  .limit = c->limit,
                                  .most_each = jobs->most_each[c->bell],
                                  .now_ms = now_ms,
                                  .lease_ms = now_ms + jobs->config.timeout_ms + LEASE_SLACK_MS};
    VT_TRY(vt_request_claim(tx, arena, &order, &requests, err));
    for (size_t i = 0; i < requests.n; i++)
        VT_TRY(add(tx, c, &requests.at[i], err));
    return VT_OK;
}

void vt_turn_read(vt_jobs *jobs, size_t bell, char ret[VT_ID_TEXT])
{
    pthread_mutex_lock(&jobs->turn_lock);
    memcpy(ret, jobs->after[bell], VT_ID_TEXT);
    pthread_mutex_unlock(&jobs->turn_lock);
}

void vt_turn_note(vt_jobs *jobs, size_t bell, const char *whose)
{
    pthread_mutex_lock(&jobs->turn_lock);
    snprintf(jobs->after[bell], VT_ID_TEXT, "%s", whose);
    pthread_mutex_unlock(&jobs->turn_lock);
}

static vt_ready *claim_many(vt_jobs *jobs, size_t bell, int64_t limit)
{
    struct claim c = {.jobs = jobs, .bell = bell, .limit = VT_MIN(limit, MAX_CLAIM)};
    c.end = &c.first;
    vt_turn_read(jobs, bell, c.after);
    vt_error err = {0};
    if (vt_store_write(jobs->config.store, claim, &c, &err) != VT_OK) {
        vt_log(VT_LOG_ERROR, "queue.claim", "queue=%s error=\"%s\"", jobs->bells[bell].queue,
               err.message);
        drop_all(&c);
        return NULL;
    }
    atomic_fetch_add(&jobs->claims, 1);
    int64_t now_ms = vt_store_now_ms(jobs->config.store);
    for (vt_ready *ready = c.first; ready; ready = ready->next) {
        atomic_fetch_add(&jobs->claimed, 1);
        vt_counters_add(&jobs->waited, now_ms - ready->request.created_ms);
        vt_turn_note(jobs, bell, ready->request.account_id);
    }
    return c.first;
}

vt_ready *vt_claim(vt_jobs *jobs, size_t bell)
{
    return claim_many(jobs, bell, 1);
}

vt_ready *vt_claim_ready(vt_jobs *jobs)
{
    pthread_mutex_lock(&jobs->claim_lock);
    bool asks = !jobs->ready && !atomic_load(&jobs->stopping);
    if (asks) {
        jobs->ready = claim_many(jobs, BELL_PARSE, VT_MAX(atomic_load(&jobs->idle), 1));
        for (vt_ready *more = jobs->ready ? jobs->ready->next : NULL; more; more = more->next)
            vt_bell_ring(&jobs->bells[BELL_PARSE]);
    }
    vt_ready *taken = jobs->ready;
    if (taken) {
        jobs->ready = taken->next;
        taken->next = NULL;
        atomic_fetch_sub(&jobs->idle, 1);
    }
    pthread_mutex_unlock(&jobs->claim_lock);
    return taken;
}
