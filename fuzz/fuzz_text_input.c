/* SPDX-License-Identifier: Apache-2.0 */
/* Plain text as `input.raw_text`: the parser without a reader before it. Redacted, the text keeps
 * its length. */
#include "fuzz.h"

#include "base/json.h"
#include "engine/engine.h"
#include "text/utf8.h"

#include <stdio.h>

static vt_engine *engine;

static void run(vt_arena *arena, vt_str text, uint32_t redact, vt_buf *out)
{
    vt_options options = vt_options_default();
    options.input = VT_INPUT_TEXT;
    options.reference_date = (vt_day){2026, 1, 1};
    options.evidence = options.extras = true;
    options.redact = redact;
    vt_outcome outcome;
    vt_error err = {0};
    if (vt_engine_run(engine, arena, text, &options, NULL, NULL, out, &outcome, &err) != VT_OK)
        abort();
}

static void body(vt_arena *arena, vt_str input)
{
    VT_AUTO(vt_buf) vt_buf plain = {0}, redacted = {0};
    const vt_json *answer = NULL;
    vt_str text = vt_utf8_repair(arena, input); /* the service gives valid UTF-8 */
    run(arena, text, 0, &plain);
    run(arena, text, (uint32_t)(1 + input.len % VT_REDACT_ALL), &redacted);
    if (vt_json_parse(arena, vt_buf_str(&redacted), &answer, NULL) != VT_OK)
        abort();
    if (vt_utf8_count(vt_json_str(vt_json_get(answer, "raw_text"))) != vt_utf8_count(text))
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
