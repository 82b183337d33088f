/* SPDX-License-Identifier: Apache-2.0 */
/* A body of POST /v1/parse: the first line is its content type, the rest the body (JSON or
 * multipart). The config that comes out of an accepted one is what the engine accepts. */
#include "fuzz_request.h"

#include "api/body.h"
#include "engine/engine.h"

static void check_config(vt_arena *arena, const vt_create *create)
{
    VT_AUTO(vt_buf) vt_buf config = {0};
    vt_create_config(create, &config);
    const vt_json *value = NULL;
    vt_options options = vt_options_default();
    if (vt_json_parse(arena, vt_buf_str(&config), &value, NULL) != VT_OK ||
        vt_options_read(value, &options, NULL) != VT_OK)
        abort();
}

static void body(vt_arena *arena, vt_str input)
{
    vt_http_request request;
    if (!fuzz_request(arena, input, &request))
        return;
    vt_create create;
    vt_create_read(&request, (vt_day){2026, 1, 1}, &create);
    if (create.problem == VT_PROBLEM_COUNT && create.faults.n == 0)
        check_config(arena, &create);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 64 << 10, VT_JSON_PER_BYTE + 4, body);
    return 0;
}
