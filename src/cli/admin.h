/* SPDX-License-Identifier: Apache-2.0 */
/** What the commands that work on the store share: key, account, credits, webhook, doctor. */
#ifndef VT_CLI_ADMIN_H
#define VT_CLI_ADMIN_H

#include "base/str.h"
#include "cli/cli.h"
#include "cli/config.h"
#include "store/store.h"

enum { VT_ADMIN_ARENA = 64 * 1024 * 1024 };

/** Opens the store of the configuration; makes the data folder when `create`. */
VT_MUST_USE vt_status vt_admin_open(vt_arena *arena, const vt_config *config, bool create,
                                    vt_store **ret, vt_error *err);

/** Locks a data folder that is there for this process: one server, or one command that replaces its
 * store. VT_E_BUSY: somebody else has it. The lock goes with the descriptor. */
VT_MUST_USE vt_status vt_admin_lock(vt_arena *arena, const vt_config *config, int *ret_fd,
                                    vt_error *err);

/** "vitae COMMAND: message" on standard error, and the exit code that belongs to it. */
int vt_admin_fail(const char *command, vt_status status, const vt_error *err);

/** True, with its help printed, when the command line asks for help. */
bool vt_admin_help(int argc, char **argv, const char *help);

#endif
