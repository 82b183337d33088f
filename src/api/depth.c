/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the queues are, counted at most every FRESH_MS: all together, and those of an account
 * once all together are long enough for one to have too many. What is let in between two counts is
 * added, so that a burst does not pass the limit. A slot is shared by the accounts that fall into
 * it; the last has it.
 */
#include "api/internal.h"

#include "base/map.h"

#include <pthread.h>
#include <stdio.h>

enum { FRESH_MS = 200, SLOTS = 256 };

struct slot {
    char account[VT_ID_TEXT];
    int64_t depth, at_ms;
};

struct vt_depths {
    pthread_mutex_t lock;
    struct slot slots[SLOTS];
};

struct vt_depths *vt_depths_new(void)
{
    struct vt_depths *depths = vt_xcalloc(1, sizeof *depths);
    pthread_mutex_init(&depths->lock, NULL);
    return depths;
}

void vt_depths_drop(struct vt_depths *depths)
{
    if (!depths)
        return;
    pthread_mutex_destroy(&depths->lock);
    free(depths);
}

struct counting {
    const char *account; /* NULL: of all */
    int64_t depth;
};

static const char *const queues[] = {"parse", "fetch", "llm"};

static vt_status count(vt_tx *tx, void *context, vt_error *err)
{
    struct counting *c = context;
    c->depth = 0;
    for (size_t i = 0; i < VT_COUNT(queues); i++) {
        int64_t n;
        if (c->account)
            VT_TRY(vt_queue_depth_of(tx, queues[i], vt_str_z(c->account), &n, err));
        else
            VT_TRY(vt_queue_depth(tx, queues[i], VT_STR(""), &n, err));
        c->depth += n;
    }
    return VT_OK;
}

static int64_t depth_of_all(vt_service *service, int64_t now_ms)
{
    if (now_ms - atomic_load(&service->depth_ms) > FRESH_MS) {
        struct counting c = {0};
        if (vt_store_read(service->config.store, count, &c, NULL) == VT_OK)
            atomic_store(&service->depth, c.depth);
        atomic_store(&service->depth_ms, now_ms);
    }
    return atomic_load(&service->depth);
}

static struct slot *slot_of(struct vt_depths *depths, const char *account)
{
    return &depths->slots[vt_hash_bytes(vt_str_z(account), 0) % SLOTS];
}

static int64_t depth_of(vt_service *service, const char *account, int64_t now_ms)
{
    struct vt_depths *depths = service->depths;
    struct slot *slot = slot_of(depths, account);
    pthread_mutex_lock(&depths->lock);
    bool fresh = strcmp(slot->account, account) == 0 && now_ms - slot->at_ms <= FRESH_MS;
    struct counting c = {.account = account, .depth = slot->depth};
    pthread_mutex_unlock(&depths->lock);
    if (fresh || vt_store_read(service->config.store, count, &c, NULL) != VT_OK)
        return c.depth;
    pthread_mutex_lock(&depths->lock);
    snprintf(slot->account, sizeof slot->account, "%s", account);
    slot->depth = c.depth;
    slot->at_ms = now_ms;
    pthread_mutex_unlock(&depths->lock);
    return c.depth;
}

/* One more of an account waits, until the next count tells anew. */
static void count_one(struct vt_depths *depths, const char *account)
{
    struct slot *slot = slot_of(depths, account);
    pthread_mutex_lock(&depths->lock);
    if (strcmp(slot->account, account) == 0)
        slot->depth++;
    pthread_mutex_unlock(&depths->lock);
}

bool vt_queue_has_room(vt_service *service, const char *account_id)
{
    int64_t most = service->config.queue_max, each = service->config.queue_each;
    if (most <= 0)
        return true;
    int64_t now_ms = vt_time_monotonic_ms(), depth = depth_of_all(service, now_ms);
    if (depth >= most)
        return false;
    if (each > 0 && depth >= each && depth_of(service, account_id, now_ms) >= each)
        return false;
    atomic_fetch_add(&service->depth, 1);
    count_one(service->depths, account_id);
    return true;
}
