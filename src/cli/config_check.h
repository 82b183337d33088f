/* SPDX-License-Identifier: Apache-2.0 */
/** What is wrong with settings that have the right form each: addresses, files, lists, pairs. */
#ifndef VT_CLI_CONFIG_CHECK_H
#define VT_CLI_CONFIG_CHECK_H

#include "cli/config.h"

/** Adds a fault to `config` for each. Opens no connection. */
void vt_config_check(vt_arena *arena, const vt_config *config);

/** The configuration loaded (`status`, *err) and checked for the service: prints every fault and
 * gives VT_E_INVALID, or another failure as it is. */
VT_MUST_USE vt_status vt_config_accept(vt_arena *arena, const char *command,
                                       const vt_config *config, vt_status status, vt_error *err);

#endif
