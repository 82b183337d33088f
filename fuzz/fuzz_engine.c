/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine as a whole: any bytes as a document, with everything switched on. It must end, in
 * memory and time, with JSON that reads; and the same input must give the same bytes twice.
 */
#include "fuzz.h"

#include "base/json.h"
#include "engine/engine.h"

#include <stdio.h>

static vt_engine *engine; /* opened once; constant afterwards */

static void run(vt_arena *arena, vt_str input, vt_buf *out)
{
    vt_options options = vt_options_default();
    options.reference_date = (vt_day){2026, 1, 1};
    options.prompt_check = options.evidence = options.extras = options.matching = true;
    options.tier = VT_TIER_STANDARD;
    options.job_description =
        VT_STR("We look for a data engineer with five years of Python and SQL, a degree in "
               "computer science and fluent English. Docker is a plus.");
    vt_outcome outcome;
    vt_error err = {0};
    if (vt_engine_run(engine, arena, input, &options, NULL, NULL, out, &outcome, &err) != VT_OK) {
        fprintf(stderr, "the engine fails: %s\n", err.message);
        abort();
    }
}

static void body(vt_arena *arena, vt_str input)
{
    VT_AUTO(vt_buf) vt_buf once = {0}, twice = {0};
    run(arena, input, &once);
    const vt_json *value = NULL;
    if (vt_json_parse(arena, vt_buf_str(&once), &value, NULL) != VT_OK)
        abort();
    run(arena, input, &twice);
    if (!vt_str_eq(vt_buf_str(&once), vt_buf_str(&twice)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vt_error err = {0};
    if (!engine && vt_engine_open(NULL, &engine, &err) != VT_OK) {
        fprintf(stderr, "%s\n", err.message);
        abort();
    }
    fuzz_in_arena(data, size, 512 << 20, body);
    return 0;
}
