/* SPDX-License-Identifier: Apache-2.0 */
/** Batches: requests that were created together, with one event for all of them. */
#ifndef VT_STORE_BATCHES_H
#define VT_STORE_BATCHES_H

#include "store/requests.h"

typedef struct vt_batch {
    char id[VT_ID_TEXT], account_id[VT_ID_TEXT];
    vt_str reference, metadata; /* the caller's own, or the null string; metadata is JSON */
    int64_t total;              /* documents that were sent */
    int64_t remaining;          /* requests that have not ended */
    vt_str rejected;            /* JSON array: documents that became no request */
    int64_t created_ms, ended_ms, retention_ms, erase_ms;
    vt_erased erased;
} vt_batch;

/** Its retention has ended. */
static inline bool vt_batch_expired(const vt_batch *b, int64_t now_ms)
{
    return b->erased == VT_ERASED_BY_AGE || (b->erase_ms > 0 && b->erase_ms <= now_ms);
}

VT_MUST_USE vt_status vt_batch_insert(vt_tx *tx, const vt_batch *batch, vt_error *err);
/** *ret_found is false when there is none of this id. */
VT_MUST_USE vt_status vt_batch_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_batch *ret,
                                    bool *ret_found, vt_error *err);

/** One of its requests has ended, now. *ret_last: it was the last one. */
VT_MUST_USE vt_status vt_batch_count_end(vt_tx *tx, vt_str id, int64_t now_ms, bool *ret_last,
                                         vt_error *err);

/** How its requests stand, those that were erased included. */
typedef struct vt_batch_counts {
    int64_t by_state[VT_STATE_FAILED + 1];
    int64_t percent; /* the sum of all */
    int64_t consumed;
} vt_batch_counts;
VT_MUST_USE vt_status vt_batch_count(vt_tx *tx, vt_str id, vt_batch_counts *ret, vt_error *err);

/** Its requests without answers, in the order of the documents; erased and expired ones left out.
 */
VT_MUST_USE vt_status vt_batch_requests(vt_tx *tx, vt_arena *arena, vt_str id, int64_t now_ms,
                                        vt_requests *ret, vt_error *err);
/** All of their ids. */
typedef VT_VEC(vt_str) vt_batch_ids;
VT_MUST_USE vt_status vt_batch_request_ids(vt_tx *tx, vt_arena *arena, vt_str id, vt_batch_ids *ret,
                                           vt_error *err);

/** Removes the caller's texts, and what its create was answered, on demand. */
VT_MUST_USE vt_status vt_batch_erase(vt_tx *tx, vt_str id, vt_error *err);
/** The same for those whose time has come. */
VT_MUST_USE vt_status vt_batch_expire(vt_tx *tx, int64_t now_ms, vt_error *err);

#endif
