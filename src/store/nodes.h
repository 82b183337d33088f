/* SPDX-License-Identifier: Apache-2.0 */
/** What programs that share a store know of each other: who lives, and how fast a key may call. */
#ifndef VT_STORE_NODES_H
#define VT_STORE_NODES_H

#include "store/store.h"

/** Notes that `node` lives; nodes of a day ago and marks of an hour ago go. */
VT_MUST_USE vt_status vt_node_seen(vt_tx *tx, vt_str node, int64_t started_ms, int64_t now_ms,
                                   vt_error *err);
/** The node has ended in good order. */
VT_MUST_USE vt_status vt_node_remove(vt_tx *tx, vt_str node, vt_error *err);
/** How many were seen since. */
VT_MUST_USE vt_status vt_node_count(vt_tx *tx, int64_t since_ms, int64_t *ret, vt_error *err);

/**
 * Takes up to `want` tokens out of a bucket that holds `full` and gains `per_minute`; what it gives
 * and what is left are thousandths, and 0 when there is not one whole token.
 */
VT_MUST_USE vt_status vt_bucket_take(vt_tx *tx, vt_str name, int64_t full, int64_t per_minute,
                                     int64_t want, int64_t now_ms, int64_t *ret_taken,
                                     int64_t *ret_left, vt_error *err);

#endif
