/* SPDX-License-Identifier: Apache-2.0 */
/** What a language model is asked: an instruction, numbered lines, and the schema of the answer. */
#ifndef VT_LLM_REQUEST_H
#define VT_LLM_REQUEST_H

#include "base/json.h"
#include "llm/source.h"

/**
 * Writes {"system": ..., "user": ..., "schema": {...}}. The schema is strict: every property is
 * required, none may be added, what is not there is null. It is a constant, so that an endpoint
 * compiles it once. The service puts a model's name and its limits around it.
 */
void vt_llm_request_write(const vt_llm_source *source, vt_json_writer *w);

#endif
