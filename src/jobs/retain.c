/* SPDX-License-Identifier: Apache-2.0 */
/* The work that age brings: answers to delete, credits to expire and to grant, leases of the dead.
 */
#include "jobs/internal.h"

#include "base/log.h"
#include "base/time.h"
#include "ledger/ledger.h"
#include "store/batches.h"
#include "store/hooks.h"

enum { ERASE_AT_ONCE = 200 };
#define DELIVERY_MS (30 * INT64_C(86400000)) /* what was sent to webhooks is told for so long */

struct pass {
    vt_jobs *jobs;
    int64_t erased, recovered;
    vt_arena *arena;
    vt_phrases due;
};

static vt_status erase_some(vt_tx *tx, void *context, vt_error *err)
{
    struct pass *pass = context;
    return vt_request_expire(tx, vt_store_now_ms(pass->jobs->config.store), ERASE_AT_ONCE,
                             &pass->erased, err);
}

static vt_status erase_batches(vt_tx *tx, void *context, vt_error *err)
{
    struct pass *pass = context;
    return vt_batch_expire(tx, vt_store_now_ms(pass->jobs->config.store), err);
}

static vt_status erase_deliveries(vt_tx *tx, void *context, vt_error *err)
{
    struct pass *pass = context;
    int64_t before_ms = vt_store_now_ms(pass->jobs->config.store) - DELIVERY_MS;
    return vt_delivery_expire(tx, before_ms, ERASE_AT_ONCE, &pass->erased, err);
}

static vt_status recover(vt_tx *tx, void *context, vt_error *err)
{
    struct pass *pass = context;
    return vt_request_recover(tx, vt_lease_now_ms(pass->jobs), 0, &pass->recovered, err);
}

static vt_status find_due(vt_tx *tx, void *context, vt_error *err)
{
    struct pass *pass = context;
    pass->due = (vt_phrases){0};
    return vt_account_due(tx, pass->arena, vt_store_now_ms(pass->jobs->config.store), &pass->due,
                          err);
}

struct refresh {
    vt_str account_id;
    int64_t now_ms;
};

static vt_status refresh(vt_tx *tx, void *context, vt_error *err)
{
    struct refresh *r = context;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    return vt_ledger_refresh(tx, arena, r->account_id, r->now_ms, err);
}

static void report(vt_status status, const char *what, const vt_error *err)
{
    if (status != VT_OK)
        vt_log(VT_LOG_ERROR, "housekeeping", "part=%s error=\"%s\"", what, err->message);
}

/* Until there are no more; in transactions that hold others up for a moment. */
static void erase_all(vt_jobs *jobs, struct pass *pass, vt_tx_fn erase)
{
    vt_error err = {0};
    do {
        pass->erased = 0;
        report(vt_store_write(jobs->config.store, erase, pass, &err), "erase", &err);
    } while (pass->erased == ERASE_AT_ONCE && !atomic_load(&jobs->stopping));
}

bool vt_housekeeping(vt_jobs *jobs, size_t slot)
{
    (void)slot;
    vt_store *store = jobs->config.store;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(JOB_ARENA_BYTES);
    struct pass pass = {.jobs = jobs, .arena = arena};
    vt_error err = {0};
    erase_all(jobs, &pass, erase_some);
    erase_all(jobs, &pass, erase_deliveries);
    report(vt_store_write(store, erase_batches, &pass, &err), "erase", &err);
    report(vt_store_write(store, recover, &pass, &err), "recover", &err);
    if (pass.recovered) {
        vt_log(VT_LOG_WARN, "queue.recovered", "requests=%jd", (intmax_t)pass.recovered);
        atomic_fetch_add(&jobs->recovered, (uint64_t)pass.recovered);
        vt_jobs_wake(jobs, "parse");
        vt_jobs_wake(jobs, "fetch");
        vt_jobs_wake(jobs, "llm");
    }
    report(vt_store_read(store, find_due, &pass, &err), "credits", &err);
    for (size_t i = 0; i < pass.due.n; i++) {
        struct refresh r = {pass.due.at[i], vt_store_now_ms(store)};
        const vt_write how = {.group = r.account_id};
        report(vt_store_write_as(store, &how, refresh, &r, &err), "credits", &err);
    }
    return true;
}
