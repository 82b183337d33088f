/* SPDX-License-Identifier: Apache-2.0 */
/* `config` of a request, as `vitae parse --config` gives it to the engine without the service. */
#include "fuzz.h"

#include "base/json.h"
#include "engine/engine.h"

static void body(vt_arena *arena, vt_str input)
{
    const vt_json *value = NULL;
    if (vt_json_parse(arena, input, &value, NULL) != VT_OK)
        return;
    vt_options options = vt_options_default();
    if (vt_options_read(value, &options, NULL) != VT_OK)
        return;
    if (options.top_skills < 1 || options.top_skills > 10 || (unsigned)options.tier > 2 ||
        (unsigned)options.extract > 2)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in_arena(data, size, 64 << 20, body);
    return 0;
}
