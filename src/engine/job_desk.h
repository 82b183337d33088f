/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Job descriptions for the service and the command line, which know of the engine only: what one
 * asks for, as JSON (docs/matching.md). Constant after it was opened; any thread may ask.
 */
#ifndef VT_ENGINE_JOB_DESK_H
#define VT_ENGINE_JOB_DESK_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

typedef struct vt_job_desk vt_job_desk;

/** With the taxonomy at `path`, or the embedded one for NULL. */
VT_MUST_USE vt_status vt_job_desk_open(const char *path, vt_job_desk **ret, vt_error *err);
void vt_job_desk_drop(vt_job_desk *desk);
VT_DEFINE_AUTO(vt_job_desk, vt_job_desk_drop)

/** Writes one object for a text (UTF-8; what is none is repaired). Memory is the arena's. */
void vt_job_desk_read(const vt_job_desk *desk, vt_arena *arena, vt_str text, vt_buf *out);

#endif
