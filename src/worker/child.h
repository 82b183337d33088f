/* SPDX-License-Identifier: Apache-2.0 */
/** The processes behind the pool: the nursery, and the workers that it forks. */
#ifndef VT_WORKER_CHILD_H
#define VT_WORKER_CHILD_H

#include "worker/pool.h"

/** The nursery: opens the engine, then forks workers on demand until the socket closes. Does not
 * return. */
void vt_nursery_main(int socket, const vt_pool_config *config) __attribute__((noreturn));

#endif
