/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Namespaces of the nursery, which its workers inherit: what they could not see even if every other
 * layer failed. None of it is allowed on every machine (a container may forbid it); what is not
 * leaves the process as it was. vt_sandbox_verify() tells what came of it.
 */
#ifndef VT_WORKER_NAMESPACES_H
#define VT_WORKER_NAMESPACES_H

#include "base/auto.h"

/** A network without interfaces, processes of its own (for those forked from now on), mounts of its
 * own; as a plain user in a user namespace of its own. Once, with one thread. */
void vt_namespaces_enter(void);

/**
 * Takes every file away: the root is an empty folder that cannot be written, but for `cgroup`, a
 * path of a folder or "", which stands at VT_NAMESPACES_CGROUP then. False, and nothing has
 * changed, when that cannot be. After all files are open.
 */
VT_MUST_USE bool vt_namespaces_empty_root(const char *cgroup);
#define VT_NAMESPACES_CGROUP "/cgroup"

#endif
