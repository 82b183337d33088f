/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/doctor.h"

/* Each statement counts the rows that break its sentence. */
static const struct invariant {
    const char *sentence, *sql;
} invariants[] = {
    {"a balance is the sum of the ledger's rows",
     "SELECT COUNT(*) FROM account a WHERE a.balance <> "
     "(SELECT COALESCE(SUM(l.amount), 0) FROM ledger l WHERE l.account_id = a.id)"},
    {"a balance is what is left in the packs",
     "SELECT COUNT(*) FROM account a WHERE a.balance <> "
     "(SELECT COALESCE(SUM(p.remaining), 0) FROM pack p WHERE p.account_id = a.id)"},
    {"what is left in a pack is the sum of its rows",
     "SELECT COUNT(*) FROM pack p WHERE p.remaining <> "
     "(SELECT COALESCE(SUM(l.amount), 0) FROM ledger l WHERE l.pack_id = p.id)"},
    {"no balance, pack or balance of a row is negative",
     "SELECT (SELECT COUNT(*) FROM account WHERE balance < 0) + "
     "(SELECT COUNT(*) FROM pack WHERE remaining < 0 OR remaining > amount) + "
     "(SELECT COUNT(*) FROM ledger WHERE balance < 0)"},
    {"every ended request gave its reservation back exactly once",
     "SELECT COUNT(*) FROM request r WHERE r.state IN ('completed', 'failed') AND r.test = 0 AND "
     "(r.reserved <> (SELECT COALESCE(-SUM(l.amount), 0) FROM ledger l "
     "WHERE l.request_id = r.id AND l.kind = 'reserve') OR "
     "r.reserved <> (SELECT COALESCE(SUM(l.amount), 0) FROM ledger l "
     "WHERE l.request_id = r.id AND l.kind = 'release'))"},
    {"every ended request paid exactly what it says it consumed",
     "SELECT COUNT(*) FROM request r WHERE r.state IN ('completed', 'failed') AND r.test = 0 AND "
     "r.consumed <> (SELECT COALESCE(-SUM(l.amount), 0) FROM ledger l "
     "WHERE l.request_id = r.id AND l.kind = 'consume')"},
    {"a failed request and a request of a test key paid nothing",
     "SELECT COUNT(*) FROM request r WHERE (r.state = 'failed' OR r.test = 1) AND "
     "(r.consumed <> 0 OR EXISTS (SELECT 1 FROM ledger l WHERE l.request_id = r.id "
     "AND l.kind = 'consume'))"},
    {"an open request holds its reservation and nothing else",
     "SELECT COUNT(*) FROM request r WHERE r.state IN ('created', 'parsing') AND r.test = 0 AND "
     "r.reserved <> (SELECT COALESCE(-SUM(l.amount), 0) FROM ledger l WHERE l.request_id = r.id)"},
    {"an open request stands in a queue, an ended one does not",
     "SELECT COUNT(*) FROM request r WHERE r.test = 0 AND "
     "((r.state IN ('created', 'parsing')) <> (r.queue IS NOT NULL))"},
    {"a document exists only while its request is open, or as long as its answer if it is kept",
     "SELECT COUNT(*) FROM document d JOIN request r ON r.id = d.request_id "
     "WHERE r.state IN ('completed', 'failed') AND (d.kept = 0 OR r.erased <> 0)"},
    {"a review goes with its request's answer",
     "SELECT COUNT(*) FROM review v WHERE NOT EXISTS "
     "(SELECT 1 FROM answer a WHERE a.request_id = v.request_id)"},
    {"an open request has its document",
     "SELECT COUNT(*) FROM request r WHERE r.queue IS NOT NULL AND r.erased = 0 AND "
     "NOT EXISTS (SELECT 1 FROM document d WHERE d.request_id = r.id)"},
    {"an ended request has its answer until it is erased",
     "SELECT COUNT(*) FROM request r WHERE r.state IN ('completed', 'failed') AND "
     "((NOT EXISTS (SELECT 1 FROM answer a WHERE a.request_id = r.id)) <> (r.erased <> 0))"},
    {"the days' credits are the consumed credits",
     "SELECT COUNT(*) FROM account a WHERE "
     "(SELECT COALESCE(SUM(u.credits), 0) FROM usage_day u WHERE u.account_id = a.id) <> "
     "(SELECT COALESCE(-SUM(l.amount), 0) FROM ledger l WHERE l.account_id = a.id "
     "AND l.kind = 'consume')"},
};

struct run {
    vt_doctor_fn fn;
    void *context;
    int64_t broken;
};

static vt_status check_all(vt_tx *tx, void *context, vt_error *err)
{
    struct run *run = context;
    run->broken = 0;
    for (size_t i = 0; i < VT_COUNT(invariants); i++) {
        int64_t broken;
        VT_TRY(vt_sql_int(tx, invariants[i].sql, VT_NO_ARGS, 0, &broken, err));
        run->broken += broken;
        run->fn(run->context, invariants[i].sentence, broken);
    }
    return VT_OK;
}

vt_status vt_doctor_run(vt_store *store, vt_doctor_fn fn, void *context, int64_t *ret_broken,
                        vt_error *err)
{
    struct run run = {fn, context, 0};
    VT_TRY(vt_store_read(store, check_all, &run, err));
    *ret_broken = run.broken;
    return VT_OK;
}
