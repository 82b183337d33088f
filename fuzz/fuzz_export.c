/* SPDX-License-Identifier: Apache-2.0 */
/* An answer whose members may be anything, in every form: JSON Resume is JSON, CSV has its columns
 * on every line, and no form has characters that its reader would not take. */
#include "fuzz.h"

#include "base/json.h"
#include "export/export.h"

#include <stdio.h>

/* Cells of a line; -1 when quotation marks do not match. */
static int count_cells(vt_str line)
{
    int cells = 1;
    bool inside = false;
    for (size_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.ptr[i];
        if (c < ' ')
            return -1;
        if (c == '"')
            inside = !inside;
        cells += c == ',' && !inside;
    }
    return inside ? -1 : cells;
}

static void check_csv(vt_str text)
{
    vt_str line;
    int columns = 0;
    while (vt_str_split(&text, '\n', &line)) {
        if (!vt_str_ends(line, VT_STR("\r")))
            abort();
        int cells = count_cells(vt_str_sub(line, 0, line.len - 1));
        if (cells < 2 || (columns && cells != columns))
            abort();
        columns = cells;
    }
}

static void body(vt_arena *arena, vt_str input)
{
    const vt_json *answer = NULL, *again = NULL;
    if (vt_json_parse(arena, input, &answer, NULL) != VT_OK)
        return;
    for (int f = VT_EXPORT_JSON_RESUME; f <= VT_EXPORT_CSV; f++) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        if (!vt_export_write((vt_export_format)f, answer, VT_STR("source"), &out))
            return;
        if (f == VT_EXPORT_JSON_RESUME &&
            vt_json_parse(arena, vt_buf_str(&out), &again, NULL) != VT_OK)
            abort();
        if (f == VT_EXPORT_CSV)
            check_csv(vt_buf_str(&out));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 64 << 20, body);
    return 0;
}
