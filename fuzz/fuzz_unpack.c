/* SPDX-License-Identifier: Apache-2.0 */
/* An archive of a batch: what the worker tells of it, part by part, and how the service takes that.
 */
#include "fuzz.h"

#include "api/batch_body.h"
#include "base/limits.h"
#include "engine/engine.h"

static void body(vt_arena *arena, vt_str input)
{
    vt_http_request request = {.arena = arena};
    vt_batch_body batch = {.archive = input};
    uint32_t from = 0;
    size_t all = 0;
    for (bool done = false; !done;) {
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_problem problem;
        const char *detail = NULL;
        if (vt_engine_unpack(arena, input, from, &out, NULL) != VT_OK)
            return;
        if (!vt_batch_body_add(&request, &batch, vt_buf_str(&out), &from, &done, &problem,
                               &detail)) {
            if (!detail)
                abort();
            return;
        }
    }
    for (size_t i = 0; i < batch.documents.n; i++)
        all += batch.documents.at[i].bytes.len;
    if (batch.documents.n > VT_MAX_BATCH_DOCUMENTS || all > VT_MAX_BATCH_BYTES)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, VT_MAX_JOB_MEMORY, body);
    return 0;
}
