/* SPDX-License-Identifier: Apache-2.0 */
/** Parse requests, the queue they stand in, their documents, and the memory of repeated creates. */
#ifndef VT_STORE_REQUESTS_H
#define VT_STORE_REQUESTS_H

#include "store/accounts.h"

typedef enum vt_state {
    VT_STATE_CREATED,
    VT_STATE_PARSING,
    VT_STATE_COMPLETED,
    VT_STATE_FAILED,
} vt_state;
const char *vt_state_word(vt_state state);
bool vt_state_parse(vt_str word, vt_state *ret);
static inline bool vt_state_ended(vt_state state)
{
    return state >= VT_STATE_COMPLETED;
}

typedef enum vt_erased { VT_ERASED_NOT, VT_ERASED_BY_AGE, VT_ERASED_ON_DEMAND } vt_erased;

/** A request without its document. Strings are in the arena given, or the caller's. */
typedef struct vt_request {
    char id[VT_ID_TEXT], account_id[VT_ID_TEXT], key_id[VT_ID_TEXT];
    vt_state state;
    bool earlier_shape, test;
    char input[16];
    vt_str config;
    int64_t max_pages, file_bytes;
    int64_t created_ms, started_ms, ended_ms;
    char queue[16]; /* "": nothing to do */
    int64_t lease_ms, tries;
    char stage[16];
    int64_t percent;
    int64_t reserved, consumed;
    char error_code[24];
    int64_t retention_ms, erase_ms;
    vt_erased erased;
    vt_str reference, metadata; /* the caller's own, or the null string; metadata is JSON */
    vt_str warnings;            /* of the create: a JSON array, or the null string */
    char batch_id[VT_ID_TEXT];  /* or "" */
    int64_t batch_index;
    vt_str content_hash; /* of account and document, or the null string */
    vt_str same_as;      /* an earlier request with this document; "": none; null: nobody asked */
    vt_str answer;       /* the null string until it ended, and when it was erased */
    vt_str headline;     /* of the answer, for lists: JSON, or the null string */
    int64_t review_version; /* in lists; 0: nobody has reviewed it */
} vt_request;
typedef VT_VEC(vt_request) vt_requests;

/** Its retention has ended, be its answer still there or not. */
static inline bool vt_request_expired(const vt_request *r, int64_t now_ms)
{
    return r->erased == VT_ERASED_BY_AGE || (r->erase_ms > 0 && r->erase_ms <= now_ms);
}

typedef struct vt_document {
    vt_str body, filename, content_type, job_description;
} vt_document;

VT_MUST_USE vt_status vt_request_insert(vt_tx *tx, const vt_request *request, vt_error *err);
VT_MUST_USE vt_status vt_document_insert(vt_tx *tx, vt_str request_id, const vt_document *document,
                                         vt_error *err);
VT_MUST_USE vt_status vt_document_find(vt_tx *tx, vt_arena *arena, vt_str request_id,
                                       vt_document *ret, bool *ret_found, vt_error *err);
/** It stays behind the end of its request, until that is erased. */
VT_MUST_USE vt_status vt_document_keep(vt_tx *tx, vt_str request_id, vt_error *err);
VT_MUST_USE vt_status vt_document_delete(vt_tx *tx, vt_str request_id, vt_error *err);

/** The request with its answer; *ret_found is false when there is none of this id. */
VT_MUST_USE vt_status vt_request_find(vt_tx *tx, vt_arena *arena, vt_str id, vt_request *ret,
                                      bool *ret_found, vt_error *err);
/** The same without an answer of more than `most` bytes; *ret_large tells that there is one. */
VT_MUST_USE vt_status vt_request_find_small(vt_tx *tx, vt_arena *arena, vt_str id, int64_t most,
                                            vt_request *ret, bool *ret_found, bool *ret_large,
                                            vt_error *err);
/** Which requests a list has. A null string or 0 does not limit it. */
typedef struct vt_request_filter {
    vt_str account_id; /* must be given */
    vt_str state, reference, batch_id, key_id, input;
    int64_t since_ms, until_ms; /* created at or after, created before */
    vt_str before;              /* an id: only older ones */
    int64_t now_ms;             /* those whose retention has ended by then are left out */
} vt_request_filter;
/** Requests of an account with headlines but without answers, newest first. */
VT_MUST_USE vt_status vt_request_list(vt_tx *tx, vt_arena *arena, const vt_request_filter *filter,
                                      int64_t limit, vt_requests *ret, vt_error *err);

/** What is asked of a queue. */
typedef struct vt_claim_order {
    const char *queue;
    vt_str node;       /* who claims */
    vt_str after;      /* of many accounts those behind this one come first; "": any */
    int64_t limit;     /* requests at most */
    int64_t most_each; /* running ones that an account may have on this node */
    int64_t now_ms, lease_ms;
} vt_claim_order;

/**
 * Takes waiting requests of a queue, to `lease_ms`: their state becomes parsing, their tries are
 * one more. The account with the fewest running comes first, of these the oldest request: one that
 * sent thousands keeps nobody else waiting. What has a lease that ran out waits again once
 * vt_request_recover() was there.
 */
VT_MUST_USE vt_status vt_request_claim(vt_tx *tx, vt_arena *arena, const vt_claim_order *order,
                                       vt_requests *ret, vt_error *err);
/** Keeps the lease and notes the stage. *ret_held is false when somebody else has the request. */
VT_MUST_USE vt_status vt_request_progress(vt_tx *tx, vt_str id, vt_str node, const char *stage,
                                          int64_t percent, int64_t lease_ms, bool *ret_held,
                                          vt_error *err);
/** From one queue to the end of another, after a fetch. *ret_done is false, and nothing is changed,
 * when it has ended or was deleted meanwhile. */
VT_MUST_USE vt_status vt_request_requeue(vt_tx *tx, vt_str id, const char *queue,
                                         int64_t file_bytes, bool *ret_done, vt_error *err);
/** Gives the lease of one request back; nothing happens when `node` does not hold it. */
VT_MUST_USE vt_status vt_request_give_back(vt_tx *tx, vt_str id, vt_str node, vt_error *err);
/** Gives back leases that ran out, and with alive_ms > 0 those of nodes not seen since then. */
VT_MUST_USE vt_status vt_request_recover(vt_tx *tx, int64_t now_ms, int64_t alive_ms,
                                         int64_t *ret_count, vt_error *err);
/**
 * Writes the end: state, ended_ms, consumed, error_code, answer, headline, erase_ms, percent of
 * `request`. *ret_done is false, and nothing is changed, when it has ended before: settling follows
 * this. NULL: the caller has locked the request and seen that it is open, and need not wait.
 */
VT_MUST_USE vt_status vt_request_end(vt_tx *tx, const vt_request *request, bool *ret_done,
                                     vt_error *err);
/** Reference and metadata of a request that is not erased, into *ret; else it is all zeros. */
VT_MUST_USE vt_status vt_request_caller(vt_tx *tx, vt_arena *arena, vt_str id, int64_t now_ms,
                                        vt_request *ret, vt_error *err);
/** Removes answer, review, document, the caller's words and what its create was answered, on
 * demand. */
VT_MUST_USE vt_status vt_request_erase(vt_tx *tx, vt_str id, vt_error *err);
/** Removes answers, reviews and kept documents whose time has come, at most `limit`, and memories
 * of creates of a day ago. */
VT_MUST_USE vt_status vt_request_expire(vt_tx *tx, int64_t now_ms, int64_t limit,
                                        int64_t *ret_count, vt_error *err);
/** How many wait in a queue before `id` ("": all). */
VT_MUST_USE vt_status vt_queue_depth(vt_tx *tx, const char *queue, vt_str before_id, int64_t *ret,
                                     vt_error *err);

/** The newest request of the account with this content whose answer is not gone and did not fail,
 * into *ret; the null string when there is none. */
VT_MUST_USE vt_status vt_request_find_same(vt_tx *tx, vt_arena *arena, const vt_request *request,
                                           vt_str *ret, vt_error *err);

/** How many of an account wait in a queue. */
VT_MUST_USE vt_status vt_queue_depth_of(vt_tx *tx, const char *queue, vt_str account_id,
                                        int64_t *ret, vt_error *err);

typedef struct vt_queue_state {
    int64_t waiting, running;
    int64_t oldest_ms; /* creation of the oldest that waits; 0: none does */
} vt_queue_state;
VT_MUST_USE vt_status vt_queue_look(vt_tx *tx, const char *queue, vt_queue_state *ret,
                                    vt_error *err);

/** A create that ended in 2xx, to be repeated to the same Idempotency-Key. */
typedef struct vt_idempotency {
    vt_str key_id, idem_key, fingerprint, request_id;
    int64_t status;
    vt_str body; /* of the first answer; for status 200 the request's answer counts instead.
                  * "": the request was erased */
    int64_t created_ms;
} vt_idempotency;

/** VT_E_CONFLICT: there is one. */
VT_MUST_USE vt_status vt_idempotency_insert(vt_tx *tx, const vt_idempotency *row, vt_error *err);
VT_MUST_USE vt_status vt_idempotency_find(vt_tx *tx, vt_arena *arena, vt_str key_id,
                                          vt_str idem_key, int64_t since_ms, vt_idempotency *ret,
                                          bool *ret_found, vt_error *err);
/** The create was answered with the final body after all. */
VT_MUST_USE vt_status vt_idempotency_finish(vt_tx *tx, vt_str key_id, vt_str idem_key,
                                            vt_error *err);

#endif
