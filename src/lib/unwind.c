/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/unwind.h"

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
