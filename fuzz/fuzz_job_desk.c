/* SPDX-License-Identifier: Apache-2.0 */
/* The body of POST /v1/jobs, which the service itself reads: its memory and its answer are bounded
 * by the length of the text. */
#include "fuzz.h"

#include "base/json.h"
#include "engine/engine.h"
#include "engine/job_desk.h"

enum { PER_BYTE = 2048 };

static vt_job_desk *desk;

static void body(vt_arena *arena, vt_str text)
{
    if (vt_check_job_description(text, NULL) != VT_OK || vt_str_find_char(text, 0, 0) != VT_NPOS)
        return; /* the service refuses it */
    VT_AUTO(vt_buf) vt_buf out = {0};
    const vt_json *value = NULL;
    vt_job_desk_read(desk, arena, text, &out);
    if (out.len > 8192 + 64 * text.len)
        abort();
    VT_AUTO(vt_arena) vt_arena *own = vt_arena_new(64 << 20);
    if (vt_json_parse(own, vt_buf_str(&out), &value, NULL) != VT_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!desk && vt_job_desk_open(NULL, &desk, NULL) != VT_OK)
        abort();
    fuzz_bounded(data, size, 1 << 20, PER_BYTE, body);
    return 0;
}
