/* SPDX-License-Identifier: Apache-2.0 */
/* A container, and every member that its directory names. */
#include "fuzz.h"

#include "base/limits.h"
#include "extract/zip.h"

static void body(vt_arena *arena, vt_str input)
{
    vt_zip *zip = NULL;
    if (vt_zip_open(arena, input, &zip, NULL) != VT_OK)
        return;
    size_t total = 0;
    for (size_t i = 0; i < vt_zip_count(zip); i++) {
        vt_str name = vt_zip_name(zip, i), bytes;
        if (!name.ptr || vt_zip_read(zip, name, &bytes, NULL) != VT_OK)
            continue;
        total += bytes.len;
        if (bytes.len > VT_MAX_ZIP_MEMBER || total > VT_MAX_ZIP_TOTAL)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
