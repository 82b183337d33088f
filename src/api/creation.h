/* SPDX-License-Identifier: Apache-2.0 */
/** One request while it is created: for create.c, and for batch.c, which creates many. */
#ifndef VT_API_CREATION_H
#define VT_API_CREATION_H

#include "api/body.h"
#include "api/internal.h"
#include "api/samples.h"

typedef struct vt_creation {
    vt_service *service;
    vt_http_request *http; /* whose reply tells what is wrong */
    vt_call *call;
    vt_create input;
    vt_sample sample;        /* of a test key */
    vt_request request;      /* the row to be */
    int64_t pages;           /* 0: unknown */
    bool can_need_ocr;       /* a PDF or an image, or not known yet */
    bool flows;              /* text without pages of its own: the page limit is not for it */
    const vt_outcome *ended; /* how it has ended already, or NULL */
    vt_str ended_json;       /* what the engine would have written, or null */
    vt_str config, idem_key;
    int64_t balance;
    vt_writing writing; /* of the row */
} vt_creation;

/** Fills the row, once `input` is read without a fault. True when the reply is filled. */
bool vt_creation_begin(vt_creation *creation);
/** A worker has to look at the document. */
bool vt_creation_needs_probe(const vt_creation *creation);
/** The checks behind the fields; with vt_creation_needs_probe() the request has entered the lane of
 * probes, which it leaves. False when the reply is filled. */
bool vt_creation_check(vt_creation *creation);
/** Takes the credits and queues the request; `creation->balance` is what is left. VT_E_LIMIT: the
 * account has too few. */
VT_MUST_USE vt_status vt_creation_insert(vt_tx *tx, vt_creation *creation, vt_error *err);

/** Looks for an earlier create with this Idempotency-Key. True when the reply is filled: it is one
 * again, or the key is wrong. */
bool vt_creation_replay(vt_creation *creation);
/** Others may use its Idempotency-Key again. */
void vt_creation_leave(vt_creation *creation);

#endif
