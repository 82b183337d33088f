/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Token buckets that all nodes of a store share. A node takes tokens out of the store's bucket in
 * portions of a sixteenth, one at least, so that a busy key costs a write every few requests and
 * the limit is exceeded by nobody. A store that cannot be reached limits nobody.
 */
#include "api/internal.h"

#include "base/map.h"
#include "store/nodes.h"

#include <pthread.h>

enum { SLOTS = 4096, PORTION = 16, MILLI = 1000, KEEP_MS = 10000 };

struct portion {
    uint64_t name;        /* hash; 0: free */
    int64_t tokens, left; /* here; in the store's bucket when they were taken (thousandths) */
    int64_t until_ms;     /* monotonic; what was not used by then is lost */
};

struct vt_shared_rate {
    vt_store *store;
    pthread_mutex_t lock;
    struct portion portions[SLOTS];
};

vt_shared_rate *vt_shared_rate_new(vt_store *store)
{
    vt_shared_rate *rate = vt_xcalloc(1, sizeof *rate);
    rate->store = store;
    pthread_mutex_init(&rate->lock, NULL);
    return rate;
}

void vt_shared_rate_drop(vt_shared_rate *rate)
{
    if (!rate)
        return;
    pthread_mutex_destroy(&rate->lock);
    free(rate);
}

struct taking {
    vt_store *store;
    vt_str name;
    int64_t full, per_minute, want, taken, left;
};

static vt_status take(vt_tx *tx, void *context, vt_error *err)
{
    struct taking *t = context;
    return vt_bucket_take(tx, t->name, t->full, t->per_minute, t->want, vt_store_now_ms(t->store),
                          &t->taken, &t->left, err);
}

/* One token of those that are here. */
static bool use_portion(vt_shared_rate *rate, uint64_t name, int64_t add, int64_t left,
                        int64_t *ret_left)
{
    struct portion *p = &rate->portions[name % SLOTS];
    int64_t now_ms = vt_time_monotonic_ms();
    pthread_mutex_lock(&rate->lock);
    if (p->name != name || now_ms >= p->until_ms)
        *p = (struct portion){.name = name};
    if (add) {
        p->tokens += add;
        p->left = left;
        p->until_ms = now_ms + KEEP_MS;
    }
    bool good = p->tokens > 0;
    p->tokens -= good;
    *ret_left = p->tokens * MILLI + p->left;
    pthread_mutex_unlock(&rate->lock);
    return good;
}

vt_rate_answer vt_shared_rate_take(vt_shared_rate *rate, vt_str name, vt_rate_limit limit)
{
    int64_t full = limit.burst > 0 ? limit.burst : limit.per_minute;
    uint64_t hash = vt_hash_bytes(name, 0) | 1;
    int64_t left;
    bool allowed = use_portion(rate, hash, 0, 0, &left);
    if (!allowed) {
        struct taking t = {.store = rate->store,
                           .name = name,
                           .full = full,
                           .per_minute = limit.per_minute,
                           .want = VT_MAX(full / PORTION, 1)};
        const vt_write how = {.soft = true, .repeatable = true};
        bool up = vt_store_get_state(rate->store).up;
        if (!up || vt_store_write_as(rate->store, &how, take, &t, NULL) != VT_OK)
            return (vt_rate_answer){.allowed = true};
        left = t.left;
        allowed = t.taken > 0 && use_portion(rate, hash, t.taken / MILLI, t.left, &left);
    }
    int64_t missing = allowed ? full * MILLI - left : MILLI - left;
    int64_t pace = MILLI * limit.per_minute; /* in 60 s */
    return (vt_rate_answer){.allowed = allowed,
                            .remaining = left / MILLI,
                            .reset_s = VT_MAX((missing * 60 + pace - 1) / pace, 1)};
}
