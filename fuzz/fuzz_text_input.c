/* SPDX-License-Identifier: Apache-2.0 */
/* Plain text as `input.raw_text`: the parser without a reader before it. */
#include "fuzz.h"

#include "engine/engine.h"
#include "text/utf8.h"

#include <stdio.h>

static vt_engine *engine;

static void body(vt_arena *arena, vt_str input)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    vt_options options = vt_options_default();
    options.input = VT_INPUT_TEXT;
    options.reference_date = (vt_day){2026, 1, 1};
    options.evidence = options.extras = true;
    vt_outcome outcome;
    vt_error err = {0};
    vt_str text = vt_utf8_repair(arena, input); /* the service gives valid UTF-8 */
    if (vt_engine_run(engine, arena, text, &options, NULL, NULL, &out, &outcome, &err) != VT_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vt_error err = {0};
    if (!engine && vt_engine_open(NULL, &engine, &err) != VT_OK)
        abort();
    fuzz_in_arena(data, size, 256 << 20, body);
    return 0;
}
