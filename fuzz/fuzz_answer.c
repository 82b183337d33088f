/* SPDX-License-Identifier: Apache-2.0 */
/* An answer, as a worker that was taken over could write it: the first byte chooses which one is
 * expected. What is taken over reads as JSON and, checked again, stays as it is; and it is never
 * longer than what came. */
#include "fuzz.h"

#include "worker/answer.h"

static void body(vt_arena *arena, vt_str input)
{
    (void)arena;
    if (!input.len)
        return;
    vt_answer_shape shape = (vt_answer_shape)((unsigned char)input.ptr[0] % (VT_ANSWER_ANY + 1));
    vt_str json = vt_str_sub(input, 1, input.len);
    VT_AUTO(vt_buf) vt_buf once = {0}, twice = {0};
    size_t left_out = 0;
    if (vt_answer_check(shape, json, &once, NULL, NULL) != VT_OK)
        return;
    if (once.len > json.len ||
        vt_answer_check(shape, vt_buf_str(&once), &twice, &left_out, NULL) != VT_OK || left_out ||
        !vt_str_eq(vt_buf_str(&once), vt_buf_str(&twice)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 4096, 0, body);
    return 0;
}
