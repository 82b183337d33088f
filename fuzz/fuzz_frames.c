/* SPDX-License-Identifier: Apache-2.0 */
/* What stands in the socket of a worker that was taken over: frames, one behind the other, until
 * one is none. No body is longer than may be, all of them together no longer than what came, and
 * what is taken of them lies in them. */
#include "fuzz.h"

#include "worker/wire.h"

#include <sys/socket.h>

enum { MAX_INPUT = 64 * 1024, MAX_BODY = 16 * 1024 };

static void check_inside(vt_str part, vt_str whole)
{
    if (part.len && (part.ptr < whole.ptr || part.ptr + part.len > whole.ptr + whole.len))
        abort();
}

static void take_frame(const vt_frame *frame)
{
    vt_str whole = vt_buf_str(&frame->body), text = VT_STR_NULL;
    vt_status status;
    vt_outcome outcome;
    vt_stage stage;
    int percent;
    if (vt_wire_unpack_progress(whole, &stage, &percent, &text))
        check_inside(text, whole);
    if (vt_wire_unpack_result(whole, &status, &outcome, &text))
        check_inside(text, whole);
}

static void body(vt_arena *arena, vt_str input)
{
    int pair[2];
    (void)arena;
    if (input.len > MAX_INPUT || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return;
    VT_AUTO(vt_fd) int ours = pair[0];
    VT_AUTO(vt_fd) int theirs = pair[1];
    size_t left = input.len;
    if (send(theirs, input.ptr, input.len, MSG_NOSIGNAL) != (ssize_t)input.len)
        return;
    shutdown(theirs, SHUT_WR);
    for (;;) {
        VT_AUTO(vt_frame) vt_frame frame = {.fds = {-1, -1}};
        if (vt_wire_receive(ours, MAX_BODY, 0, &frame, NULL) != VT_OK)
            return;
        if (frame.body.len > MAX_BODY || frame.body.len > left || frame.fds[0] >= 0)
            abort();
        left -= frame.body.len;
        take_frame(&frame);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 4096, 0, body);
    return 0;
}
