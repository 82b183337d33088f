/* SPDX-License-Identifier: Apache-2.0 */
/** What `vitae parse` makes of the engine's JSON. */
#ifndef VT_CLI_ANSWER_H
#define VT_CLI_ANSWER_H

#include "base/buf.h"
#include "base/error.h"
#include "engine/engine.h"
#include "export/export.h"

/** The completed or failed answer of the service, with a fresh request_id and no credits. */
VT_MUST_USE vt_status vt_answer_json(vt_str engine_json, const vt_outcome *outcome,
                                     int64_t started_ms, int64_t ended_ms, int indent, vt_buf *out,
                                     vt_error *err);

/** A page for people: who, contact, jobs, schools, skills, match. */
VT_MUST_USE vt_status vt_answer_summary(vt_str engine_json, const vt_outcome *outcome,
                                        const char *name, vt_buf *out, vt_error *err);

/** The answer in a form of export/; VT_E_INVALID when it has no result. `name`: of the document. */
VT_MUST_USE vt_status vt_answer_export(vt_str engine_json, vt_export_format format,
                                       const char *name, vt_buf *out, vt_error *err);

/** The extracted text. */
VT_MUST_USE vt_status vt_answer_raw_text(vt_str engine_json, vt_buf *out, vt_error *err);

#endif
