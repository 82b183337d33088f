/* SPDX-License-Identifier: Apache-2.0 */
/** What a worker gives up before it sees a document. Called in the worker, once. */
#ifndef VT_WORKER_SANDBOX_H
#define VT_WORKER_SANDBOX_H

#include "base/auto.h"

/**
 * Enters the sandbox: no new privileges, unprivileged user when root, limits, Landlock without any
 * path, a network namespace of its own where allowed, and a system call filter that kills. `keep`
 * is the only descriptor left open; standard error leads nowhere (but for a sanitizer's). Returns the layers (VT_SANDBOX_...)
 * that were put in place.
 */
uint32_t vt_sandbox_enter(int keep, size_t memory_bytes);

/**
 * Tries, each in a process of its own forked here, what the sandbox must prevent, and returns the
 * layers that held.
 */
uint32_t vt_sandbox_verify(size_t memory_bytes);

#endif
