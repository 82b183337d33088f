/* SPDX-License-Identifier: Apache-2.0 */
/* The first line is the content type, the rest the body; parts stand in the body. */
#include "fuzz.h"

#include "http/multipart.h"

static void body(vt_arena *arena, vt_str input)
{
    vt_str type, rest = input;
    if (!vt_str_split(&rest, '\n', &type))
        return;
    vt_parts parts = {0};
    if (vt_multipart_parse(arena, type, rest, &parts, NULL) != VT_OK)
        return;
    if (parts.n > VT_MAX_PARTS)
        abort();
    for (size_t i = 0; i < parts.n; i++) {
        vt_str part = parts.at[i].body;
        if (part.len && (part.ptr < rest.ptr || part.ptr + part.len > rest.ptr + rest.len))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 8192, 2, body);
    return 0;
}
