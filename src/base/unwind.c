/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unwind.h"

#include <setjmp.h>
#include <stdlib.h>
#include <unwind.h>

struct vt_unwind {
    struct _Unwind_Exception exception;
    uintptr_t frame; /* of vt_unwind_run; what lies below it is left */
    jmp_buf back;
};

/* Called before the scope exits of each frame run. */
static _Unwind_Reason_Code before_frame(int version, _Unwind_Action actions,
                                        _Unwind_Exception_Class class,
                                        struct _Unwind_Exception *exception,
                                        struct _Unwind_Context *context, void *argument)
{
    (void)version, (void)class, (void)exception;
    vt_unwind *unwind = argument;
    if ((actions & _UA_END_OF_STACK) || _Unwind_GetCFA(context) > unwind->frame)
        longjmp(unwind->back, 1);
    return _URC_NO_REASON;
}

void vt_unwind_leave(vt_unwind *unwind)
{
    (void)_Unwind_ForcedUnwind(&unwind->exception, before_frame, unwind);
    abort(); /* a stack that cannot be walked: built without unwind tables */
}

__attribute__((noinline)) bool vt_unwind_run(void (*body)(void *context, vt_unwind *unwind),
                                             void *context)
{
    vt_unwind unwind = {.frame = (uintptr_t)__builtin_frame_address(0)};
    if (setjmp(unwind.back) != 0)
        return false;
    body(context, &unwind);
    return true;
}

/* As errno it belongs to the thread: whoever allocates knows nothing of who called. */
static _Thread_local vt_unwind *innermost;

struct guard {
    void (*body)(void *context);
    void *context;
};

static void enter_guard(void *context, vt_unwind *unwind)
{
    const struct guard *guard = context;
    innermost = unwind;
    guard->body(guard->context);
}

bool vt_guard_run(void (*body)(void *context), void *context)
{
    vt_unwind *const outer = innermost;
    struct guard guard = {body, context};
    bool whole = vt_unwind_run(enter_guard, &guard);
    innermost = outer;
    return whole;
}

void vt_guard_leave(void)
{
    if (innermost)
        vt_unwind_leave(innermost);
}
