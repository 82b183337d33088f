/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Leaving a call from deep within, with every scope exit on the way: what a job over its memory
 * budget does in a process that has to go on.
 *
 * The compiler's unwinder walks the stack as it does for C++ and for pthread_exit(); since all is
 * compiled with -fexceptions, it runs what VT_AUTO promised. Frames of libraries are passed by:
 * what they hold must hang on a scope exit or an arena of ours.
 */
#ifndef VT_BASE_UNWIND_H
#define VT_BASE_UNWIND_H

#include "base/auto.h"

typedef struct vt_unwind vt_unwind;

/** Runs body(context, unwind). False when vt_unwind_leave() ended it. */
bool vt_unwind_run(void (*body)(void *context, vt_unwind *unwind), void *context);

/** Ends the body that runs with `unwind`, on the same thread. */
VT_NORETURN void vt_unwind_leave(vt_unwind *unwind);

/**
 * Guards: what the service does for one request, one transaction or one job runs in a guard of its
 * thread. An arena without an on_limit of its own then ends the innermost guard and nothing more.
 * False when that happened: body was left on the way, with every scope exit.
 */
VT_MUST_USE bool vt_guard_run(void (*body)(void *context), void *context);

/** Ends what runs in the innermost guard of this thread. Comes back when there is none. */
void vt_guard_leave(void);

#endif
