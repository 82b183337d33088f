/* SPDX-License-Identifier: Apache-2.0 */
/* The reply of a language model's endpoint: a byte says whether it comes as a stream. What is read
 * of it is UTF-8, not longer than it may be, and not longer than the reply. */
#include "fuzz.h"

#include "base/limits.h"
#include "jobs/model_protocol.h"
#include "text/utf8.h"

static void body(vt_arena *arena, vt_str input)
{
    if (!input.len)
        return;
    const char *type = input.ptr[0] & 1 ? "text/event-stream" : "application/json";
    vt_str reply = vt_str_sub(input, 1, input.len);
    vt_model_message message = {0};
    if (vt_model_message_read(arena, type, reply, &message, NULL) == VT_OK) {
        vt_str text = vt_buf_str(&message.text);
        if (!vt_utf8_valid(text) || text.len > VT_MAX_MODEL_ANSWER || text.len > reply.len)
            abort();
    }
    vt_buf_release(&message.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
