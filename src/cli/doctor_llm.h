/* SPDX-License-Identifier: Apache-2.0 */
/** The part of `vitae doctor` about the language model of the premium tier. */
#ifndef VT_CLI_DOCTOR_LLM_H
#define VT_CLI_DOCTOR_LLM_H

#include "base/arena.h"
#include "cli/config.h"

/** Prints where texts of documents go. */
void vt_doctor_llm_say(const vt_config *config);

/** Tries the endpoint; gives the exit code. */
int vt_doctor_llm(vt_arena *arena, const vt_config *config, bool quiet, vt_error *err);

#endif
