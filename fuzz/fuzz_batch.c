/* SPDX-License-Identifier: Apache-2.0 */
/* A body of POST /v1/batches: the first line is its content type, the rest the body (multipart,
 * JSON or an archive, which stays packed here). Each document is read as batch.c does. */
#include "fuzz_request.h"

#include "api/batch_body.h"
#include "base/limits.h"

static void body(vt_arena *arena, vt_str input)
{
    vt_http_request request;
    if (!fuzz_request(arena, input, &request))
        return;
    vt_batch_body batch;
    bool good = vt_batch_body_read(&request, (vt_day){2026, 1, 1}, &batch);
    if (good == (request.reply.status != 0) || batch.documents.n > VT_MAX_BATCH_DOCUMENTS + 1)
        abort();
    for (size_t i = 0; good && i < batch.documents.n; i++) {
        const vt_batch_document *d = &batch.documents.at[i];
        vt_create create;
        if (d->item)
            vt_create_read_item(arena, &batch.common, d->item, &create);
        else
            vt_create_read_document(arena, &batch.common, d->name, d->bytes, &create);
    }
    vt_buf_release(&request.reply.body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* of each document the faults and warnings that are told */
    fuzz_bounded(data, size, VT_MAX_BATCH_DOCUMENTS * 6 * 1024, VT_JSON_PER_BYTE + 64, body);
    return 0;
}
