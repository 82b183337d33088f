/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Frames between the service and its workers, over a stream socket: a header (type, length), the
 * body, and at most two descriptors beside the header. Both ends are the same program, but what a
 * worker sends is not trusted: lengths and words are checked.
 */
#ifndef VT_WORKER_WIRE_H
#define VT_WORKER_WIRE_H

#include "base/buf.h"
#include "base/error.h"
#include "engine/engine.h"

typedef enum vt_frame_type {
    VT_FRAME_SPAWN = 1, /* to the nursery: a new worker; answer SPAWNED with pid, socket, pidfd */
    VT_FRAME_SPAWNED,
    VT_FRAME_VERIFY, /* to the nursery: try what must fail; answer VERIFIED with a bit a layer */
    VT_FRAME_VERIFIED,
    VT_FRAME_JOB,      /* to a worker: options, and the input as a sealed memfd */
    VT_FRAME_PROBE,    /* to a worker: file name, and the input */
    VT_FRAME_DUMP,     /* to a worker: as JOB, answer is the document model */
    VT_FRAME_RENDER,   /* to a worker: as JOB, answer is the pages as pictures */
    VT_FRAME_UNPACK,   /* to a worker: as JOB, answer is the documents of a ZIP archive */
    VT_FRAME_PROGRESS, /* from a worker: stage, percent, raw text once there is some */
    VT_FRAME_RESULT,   /* from a worker: outcome and JSON */
    VT_FRAME_OCR,      /* from a worker: it begins ("1") or ends ("0") to recognise letters */
} vt_frame_type;

typedef struct vt_frame {
    uint32_t type;
    int fds[2]; /* -1: none; the receiver owns them */
    vt_buf body;
} vt_frame;

void vt_frame_release(vt_frame *frame);
VT_DEFINE_AUTO_VALUE(vt_frame, vt_frame_release)

/** VT_E_BUSY: the other end is gone, and has not read this. */
VT_MUST_USE vt_status vt_wire_send(int socket, vt_frame_type type, vt_str body, const int *fds,
                                   size_t fd_count, vt_error *err);

/**
 * Receives one frame of at most `max_body` bytes until `deadline_ms` (monotonic; 0: no deadline).
 * VT_E_TIMEOUT: the deadline passed. VT_E_IO: the other end is gone. VT_E_BUSY: it is gone, and has
 * not read all that was sent to it. VT_E_FORMAT: no such frame.
 */
VT_MUST_USE vt_status vt_wire_receive(int socket, size_t max_body, int64_t deadline_ms,
                                      vt_frame *ret, vt_error *err);

/* Bodies. Unpacking gives false for a malformed one; strings are views into the body. */
void vt_wire_pack_options(vt_buf *out, const vt_options *options);
VT_MUST_USE bool vt_wire_unpack_options(vt_arena *arena, vt_str body, vt_options *ret);
void vt_wire_pack_progress(vt_buf *out, vt_stage stage, int percent, vt_str raw_text);
VT_MUST_USE bool vt_wire_unpack_progress(vt_str body, vt_stage *ret_stage, int *ret_percent,
                                         vt_str *ret_raw_text);
void vt_wire_pack_result(vt_buf *out, vt_status status, const vt_outcome *outcome, vt_str json);
VT_MUST_USE bool vt_wire_unpack_result(vt_str body, vt_status *ret_status, vt_outcome *ret_outcome,
                                       vt_str *ret_json);

#endif
