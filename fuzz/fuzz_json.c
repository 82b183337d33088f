/* SPDX-License-Identifier: Apache-2.0 */
/* What is read is written, and reads again to the same text. */
#include "fuzz.h"

#include "base/buf.h"
#include "base/json.h"

#include <stdio.h>

static void write_tree(const vt_json *value, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_put_tree(&w, value);
}

static void body(vt_arena *arena, vt_str input)
{
    const vt_json *value = NULL, *again = NULL;
    if (vt_json_parse(arena, input, &value, NULL) != VT_OK)
        return;
    VT_AUTO(vt_buf) vt_buf once = {0}, twice = {0};
    write_tree(value, &once);
    if (vt_json_parse(arena, vt_buf_str(&once), &again, NULL) != VT_OK)
        abort();
    write_tree(again, &twice);
    if (!vt_str_eq(vt_buf_str(&once), vt_buf_str(&twice)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 4096, 4 * VT_JSON_PER_BYTE, body);
    return 0;
}
