/* SPDX-License-Identifier: Apache-2.0 */
/* Bodies of frames, as a worker that was taken over could send them. */
#include "fuzz.h"

#include "worker/wire.h"

static void body(vt_arena *arena, vt_str input)
{
    vt_options options;
    vt_outcome outcome;
    vt_status status;
    vt_stage stage;
    vt_str text;
    int percent;
    (void)!vt_wire_unpack_options(arena, input, &options);
    (void)!vt_wire_unpack_progress(input, &stage, &percent, &text);
    (void)!vt_wire_unpack_result(input, &status, &outcome, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 4096, 8, body);
    return 0;
}
