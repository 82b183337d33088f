/* SPDX-License-Identifier: Apache-2.0 */
/** The chat completions protocol: bodies of requests and replies. */
#ifndef VT_JOBS_MODEL_PROTOCOL_H
#define VT_JOBS_MODEL_PROTOCOL_H

#include "base/json.h"
#include "jobs/model.h"

/** The body that asks `request` (an engine's model_request). `extra` is an object or NULL; its
 * members come instead of ours of the same name. */
void vt_model_body_write(const vt_model_config *config, const vt_json *extra,
                         const vt_json *request, vt_buf *out);

typedef struct vt_model_message {
    vt_buf text;
    int64_t tokens_in, tokens_out;
    vt_str finish; /* finish_reason, or null; in the arena */
    bool refused;  /* the model said that it will not */
    bool ended;    /* the reply is whole */
} vt_model_message;

/** Reads a reply, whole or streamed as server-sent events. VT_E_FORMAT: it is neither. */
VT_MUST_USE vt_status vt_model_message_read(vt_arena *arena, const char *content_type, vt_str body,
                                            vt_model_message *ret, vt_error *err);

#endif
