/* SPDX-License-Identifier: Apache-2.0 */
/** The processes behind the pool: the nursery, and the workers that it forks. */
#ifndef VT_WORKER_CHILD_H
#define VT_WORKER_CHILD_H

#include "worker/pool.h"

/** The nursery: opens the engine, then forks workers on demand until the socket closes. Does not
 * return. */
void vt_nursery_main(int socket, const vt_pool_config *config) __attribute__((noreturn));

/** The hidden command by which the program becomes a nursery, and the descriptor of its socket.
 * Arguments: memory bytes of a worker, level and form ("text", "json") of log lines, path of the
 * taxonomy and languages of OCR, "" for none. Returns the exit code for wrong arguments, else
 * never. */
#define VT_NURSERY_COMMAND "nursery"
enum { VT_NURSERY_FD = 3 };
int vt_nursery_command(int argc, char **argv);

#endif
