/* SPDX-License-Identifier: Apache-2.0 */
/** The body of POST /v1/batches: several documents as parts of a form, as a ZIP archive, or as
 * items of JSON. */
#ifndef VT_API_BATCH_BODY_H
#define VT_API_BATCH_BODY_H

#include "api/body.h"

/** One document: a file, or (with `item`) what the body of a create would have. */
typedef struct vt_batch_document {
    vt_str name, bytes; /* of a file; the name may be null */
    const char *fault; /* of a member of an archive: "encrypted", "too_large", "damaged"; or NULL */
    const vt_json *item; /* or NULL */
} vt_batch_document;
typedef VT_VEC(vt_batch_document) vt_batch_documents;

typedef struct vt_batch_body {
    vt_create_common common;
    vt_str reference, metadata; /* of the batch; metadata is JSON; or null */
    vt_batch_documents documents;
    vt_str archive;     /* a ZIP that is to be unpacked, or null */
    vt_str fingerprint; /* SHA-256 of what was sent, whatever the multipart boundary */
} vt_batch_body;

/** True for the type of an archive that may be the whole body. */
bool vt_batch_takes(vt_str media_type);

/** Reads the body; the documents of an archive are not there yet. False when the reply is filled.
 */
bool vt_batch_body_read(vt_http_request *request, vt_day today, vt_batch_body *ret);

/** The archive's documents as a worker gave them (vt_engine_unpack) are added; *ret_next is where
 * to go on, *ret_done that all are there. False for too many, too much or none: *ret_problem and
 * *ret_detail say what to reply. */
bool vt_batch_body_add(vt_http_request *request, vt_batch_body *body, vt_str unpacked,
                       uint32_t *ret_next, bool *ret_done, vt_problem *ret_problem,
                       const char **ret_detail);

#endif
