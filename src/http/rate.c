/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fixed table: a bucket lives in one of WAYS neighbouring slots. When all are taken the one
 * that was used longest ago gives way; it is full again by then in any ordinary load.
 */
#include "http/rate.h"

#include "base/arena.h"
#include "base/map.h"

#include <pthread.h>

enum { SLOTS = 16384, WAYS = 8 };

struct bucket {
    uint64_t name; /* its hash; 0: free */
    double tokens;
    int64_t at_ms;
};

struct vt_rate {
    pthread_mutex_t lock;
    uint64_t seed;
    struct bucket buckets[SLOTS];
};

vt_rate *vt_rate_new(void)
{
    vt_rate *rate = vt_xcalloc(1, sizeof *rate);
    pthread_mutex_init(&rate->lock, NULL);
    rate->seed = (uintptr_t)rate;
    return rate;
}

void vt_rate_drop(vt_rate *rate)
{
    if (!rate)
        return;
    pthread_mutex_destroy(&rate->lock);
    free(rate);
}

static struct bucket *find_bucket(vt_rate *rate, uint64_t name, double full, int64_t now_ms)
{
    size_t at = name % (SLOTS - WAYS);
    struct bucket *oldest = &rate->buckets[at];
    for (size_t i = at; i < at + WAYS; i++) {
        struct bucket *b = &rate->buckets[i];
        if (b->name == name)
            return b;
        if (b->at_ms < oldest->at_ms)
            oldest = b;
    }
    *oldest = (struct bucket){name, full, now_ms};
    return oldest;
}

vt_rate_answer vt_rate_take(vt_rate *rate, vt_str name, vt_rate_limit limit, int64_t now_ms)
{
    if (limit.per_minute <= 0)
        return (vt_rate_answer){.allowed = true};
    double full = (double)(limit.burst > 0 ? limit.burst : limit.per_minute);
    double per_ms = (double)limit.per_minute / 60000.0;
    pthread_mutex_lock(&rate->lock);
    struct bucket *b = find_bucket(rate, vt_hash_bytes(name, rate->seed) | 1, full, now_ms);
    if (now_ms > b->at_ms) {
        b->tokens = VT_MIN(full, b->tokens + (double)(now_ms - b->at_ms) * per_ms);
        b->at_ms = now_ms;
    }
    bool allowed = b->tokens >= 1.0;
    if (allowed)
        b->tokens -= 1.0;
    double missing = allowed ? full - b->tokens : 1.0 - b->tokens;
    vt_rate_answer answer = {.allowed = allowed,
                             .remaining = (int64_t)b->tokens,
                             .reset_s = (int64_t)(missing / per_ms / 1000.0) + 1};
    pthread_mutex_unlock(&rate->lock);
    return answer;
}
