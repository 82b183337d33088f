/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A memory cgroup for each worker (cgroup v2): what address space alone does not count, the
 * kernel's own memory for it among that. Only where the service may divide its own cgroup: it has
 * the memory controller, can be written, and nobody else is in it (a unit with Delegate=memory, a
 * container of its own).
 */
#ifndef VT_WORKER_CGROUP_H
#define VT_WORKER_CGROUP_H

#include "base/auto.h"

enum { VT_CGROUP_PATH = 1024 };

/** The folder of this process's cgroup; false when there is no version 2 of them here. */
VT_MUST_USE bool vt_cgroup_own(char ret[VT_CGROUP_PATH]);

/** Moves this process, the only one of `folder`, into a leaf of it, so that groups beside it can
 * have limits. False, and it stays where it was, when that is not allowed. */
bool vt_cgroup_divide(const char *folder);

/** The folder that was divided when `own` is the leaf of it; else false. */
VT_MUST_USE bool vt_cgroup_parent(const char *own, char ret[VT_CGROUP_PATH]);

/** Moves this process into a new group of a divided folder, with that much memory. */
VT_MUST_USE bool vt_cgroup_join(const char *folder, size_t memory_bytes);

/** Removes the groups of processes that ended. */
void vt_cgroup_sweep(const char *folder);

#endif
