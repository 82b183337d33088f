/* SPDX-License-Identifier: Apache-2.0 */
/* One reader of extract/: FUZZ_FORMAT names it; the bytes are its document. */
#include "fuzz.h"
#include "read.h"

static void body(vt_arena *arena, vt_str input)
{
    fuzz_read(arena, input, FUZZ_FORMAT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
