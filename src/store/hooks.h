/* SPDX-License-Identifier: Apache-2.0 */
/** Webhook endpoints and their deliveries. */
#ifndef VT_STORE_HOOKS_H
#define VT_STORE_HOOKS_H

#include "store/accounts.h"

typedef struct vt_hook {
    char id[VT_ID_TEXT], account_id[VT_ID_TEXT];
    vt_str url, secret, events;
    int64_t created_ms, disabled_ms;
} vt_hook;
typedef VT_VEC(vt_hook) vt_hooks;

typedef struct vt_delivery {
    char id[VT_ID_TEXT], account_id[VT_ID_TEXT], endpoint_id[VT_ID_TEXT];
    char event[32], state[16]; /* pending, delivered, failed */
    vt_str payload;
    int64_t created_ms, tries, next_ms;
    int64_t last_status, last_ms; /* HTTP status; 0: no answer */
    vt_str last_error;
    bool endpoint_failed; /* for vt_delivery_note(): its endpoint gave no answer 2xx */
} vt_delivery;
typedef VT_VEC(vt_delivery) vt_deliveries;

/** VT_E_LIMIT: the account has VT_MAX_ACCOUNT_HOOKS. */
VT_MUST_USE vt_status vt_hook_insert(vt_tx *tx, const vt_hook *hook, vt_error *err);
VT_MUST_USE vt_status vt_hook_list(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_hooks *ret,
                                   vt_error *err);
VT_MUST_USE vt_status vt_hook_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_hook *ret,
                                   bool *ret_found, vt_error *err);
/** disabled_ms 0 enables it again. VT_E_NOT_FOUND. */
VT_MUST_USE vt_status vt_hook_disable(vt_tx *tx, vt_str id, int64_t disabled_ms, vt_error *err);
/** One secret, or the new one and "OLD@MS", which is good until then (ms). VT_E_NOT_FOUND. */
VT_MUST_USE vt_status vt_hook_set_secret(vt_tx *tx, vt_str id, vt_str secret, vt_error *err);
VT_MUST_USE vt_status vt_hook_delete(vt_tx *tx, vt_str id, vt_error *err);

/** Queues an event for one endpoint, due at once. */
VT_MUST_USE vt_status vt_delivery_insert(vt_tx *tx, vt_str account_id, const char *hook_id,
                                         const char *event, vt_str payload, int64_t now_ms,
                                         vt_error *err);
/** Queues an event for every endpoint of the account that wants it, due at once. */
VT_MUST_USE vt_status vt_delivery_queue(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                        const char *event, vt_str payload, int64_t now_ms,
                                        int64_t *ret_count, vt_error *err);
/** Who asks for something to send. */
typedef struct vt_send_order {
    vt_str after;      /* of many endpoints those behind this one come first; "": any */
    int64_t most_each; /* endpoints of one account that are sent to at one time */
    int64_t now_ms, lease_ms;
} vt_send_order;

/**
 * Takes one due delivery until `lease_ms`; its tries are one more. The account that has the fewest
 * endpoints at work comes first. An endpoint gets one delivery at a time, and none while it pauses
 * after a failure.
 */
VT_MUST_USE vt_status vt_delivery_claim(vt_tx *tx, vt_arena *arena, const vt_send_order *order,
                                        vt_delivery *ret, bool *ret_found, vt_error *err);
/** How many are still to be made. */
VT_MUST_USE vt_status vt_delivery_pending(vt_tx *tx, int64_t *ret, vt_error *err);
/** Notes how a try ended: state, next_ms, last_status, last_error, last_ms; and of its endpoint
 * whether it failed. */
VT_MUST_USE vt_status vt_delivery_note(vt_tx *tx, const vt_delivery *delivery, vt_error *err);
/** Pending again, due at once. VT_E_NOT_FOUND. */
VT_MUST_USE vt_status vt_delivery_resend(vt_tx *tx, vt_str account_id, vt_str id, int64_t now_ms,
                                         vt_error *err);
/** Deletes at most `limit` that ended and were made before `before_ms`. */
VT_MUST_USE vt_status vt_delivery_expire(vt_tx *tx, int64_t before_ms, int64_t limit,
                                         int64_t *ret_count, vt_error *err);
/** Deliveries of an account, newest first; of one endpoint, unless it is null. */
VT_MUST_USE vt_status vt_delivery_list(vt_tx *tx, vt_arena *arena, vt_str account_id,
                                       vt_str endpoint_id, int64_t limit, vt_deliveries *ret,
                                       vt_error *err);

#endif
