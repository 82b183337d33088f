/* SPDX-License-Identifier: Apache-2.0 */
/** The settings of the language model, and its key, which only this process is to know. */
#ifndef VT_CLI_LLM_H
#define VT_CLI_LLM_H

#include "base/arena.h"
#include "cli/config.h"
#include "jobs/model.h"

/**
 * Takes VITAE_LLM_KEY out of the environment and out of this process's memory, so that worker
 * processes, which are forked from it, never have it: to be called before the pool is opened. A
 * descriptor that keeps it, or -1 when there is none.
 */
int vt_llm_key_hide(void);

/**
 * The configured model; *ret is NULL when none is. The key comes from `key_fd` or, when that is -1,
 * from the file llm_key_file. `lanes` as in vt_model_config. Strings are made in the arena. After
 * the pool was opened.
 */
VT_MUST_USE vt_status vt_llm_open(vt_arena *arena, const vt_config *config, int key_fd,
                                  unsigned lanes, vt_model **ret, vt_error *err);

#endif
