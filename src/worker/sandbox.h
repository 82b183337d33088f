/* SPDX-License-Identifier: Apache-2.0 */
/** What a worker gives up before it sees a document. Called in the worker, once. */
#ifndef VT_WORKER_SANDBOX_H
#define VT_WORKER_SANDBOX_H

#include "base/error.h"

/** Makes the filter of system calls, finds the cgroup, and gives up every file of the machine where
 * that is allowed (namespaces.h). Once, before vt_sandbox_enter, in the nursery. */
VT_MUST_USE vt_status vt_sandbox_prepare(vt_error *err);

/** Removes what ended workers left: their cgroups. */
void vt_sandbox_sweep(void);

/**
 * Enters the sandbox: no new privileges, unprivileged user when root, no capability, limits,
 * Landlock without any path, and a system call filter that kills. `keep`
 * is the only descriptor left open; standard error leads nowhere (but for a sanitizer's). Returns
 * the layers (VT_SANDBOX_...) that were put in place.
 */
uint32_t vt_sandbox_enter(int keep, size_t memory_bytes);

/** Enters the sandbox in a child and gives the layers that it got; false when there was no child.
 */
VT_MUST_USE bool vt_sandbox_try(size_t memory_bytes, uint32_t *ret_layers);

/**
 * Tries, each in a process of its own forked here, what the sandbox must prevent, and returns the
 * layers that held.
 */
uint32_t vt_sandbox_verify(size_t memory_bytes);

#endif
