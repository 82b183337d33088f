/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engine as a whole: any bytes as a document, with everything switched on. It must end, in
 * memory and time, with JSON that reads, every value at a place that holds it; and the same input
 * must give the same bytes twice. With FUZZ_MODEL: text of a resume, NUL, and the answer of a
 * language model to it.
 */
#include "fuzz.h"

#include "base/json.h"
#include "engine/engine.h"
#include "text/utf8.h"

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
#ifdef FUZZ_MODEL
    size_t end = VT_MIN(vt_str_find_char(input, 0, 0), input.len);
    options.tier = VT_TIER_PREMIUM;
    options.model_answer = vt_str_sub(input, VT_MIN(end + 1, input.len), input.len);
    options.model_name = VT_STR("sample");
    input = vt_str_sub(input, 0, end);
#endif
    vt_outcome outcome;
    vt_error err = {0};
    if (vt_engine_run(engine, arena, input, &options, NULL, NULL, out, &outcome, &err) != VT_OK) {
        fprintf(stderr, "the engine fails: %s\n", err.message);
        abort();
    }
}

/* The ASCII letters and digits of a text, in small letters. */
static vt_str plain(vt_arena *arena, vt_str text)
{
    char *out = VT_NEW_ARRAY(arena, char, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        if (vt_is_alnum(text.ptr[i]))
            out[n++] = vt_lower(text.ptr[i]);
    return vt_str_n(out, n);
}

/* The value has a place in the raw text, and stands there. */
static void check_value(vt_arena *arena, const vt_json *answer, const char *pointer,
                        const vt_json *value)
{
    vt_str text = vt_json_str(value), raw = vt_json_str(vt_json_get(answer, "raw_text"));
    if (!text.ptr)
        return;
    const vt_json *row = vt_json_get(vt_json_get(answer, "evidence"), pointer);
    int64_t start = vt_json_int(vt_json_get(row, "start"), -1);
    int64_t end = vt_json_int(vt_json_get(row, "end"), -1);
    if (start < 0 || end <= start || (size_t)end > vt_utf8_count(raw))
        abort();
    vt_str span = vt_str_sub(raw, vt_utf8_offset(raw, (size_t)start), raw.len);
    span = vt_str_sub(span, 0, vt_utf8_offset(span, (size_t)(end - start)));
    if (vt_str_find(plain(arena, span), plain(arena, text), 0) == VT_NPOS)
        abort();
}

static void check_items(vt_arena *arena, const vt_json *answer, const char *list,
                        const char *const *keys)
{
    const vt_json *items = vt_json_get(vt_json_get(answer, "result"), list);
    for (size_t i = 0; items && i < items->n; i++)
        for (const char *const *key = keys; *key; key++) {
            const vt_json *item = items->u.items[i];
            vt_str at = vt_str_format(arena, "/%s/%zu/%s", list, i, *key);
            if (!vt_json_str(vt_json_get(item, "implied_by")).ptr)
                check_value(arena, answer, at.ptr, vt_json_get(item, *key));
        }
}

/* No value without a place that holds it. */
static void check_evidence(vt_arena *arena, const vt_json *answer)
{
    static const char *const person[] = {"name", "label", "phone_raw"};
    const vt_json *info = vt_json_get(vt_json_get(answer, "result"), "personal_info");
    for (size_t i = 0; i < VT_COUNT(person); i++)
        check_value(arena, answer, vt_str_format(arena, "/personal_info/%s", person[i]).ptr,
                    vt_json_get(info, person[i]));
    check_items(arena, answer, "experience", (const char *const[]){"company", "title", NULL});
    check_items(arena, answer, "education",
                (const char *const[]){"institution", "degree", "field_of_study", NULL});
    check_items(arena, answer, "skills", (const char *const[]){"skill", NULL});
    check_items(arena, answer, "languages", (const char *const[]){"language", NULL});
    check_items(arena, answer, "certifications", (const char *const[]){"name", "issuer", NULL});
}

static void body(vt_arena *arena, vt_str input)
{
    VT_AUTO(vt_buf) vt_buf once = {0}, twice = {0};
    run(arena, input, &once);
    const vt_json *value = NULL;
    if (vt_json_parse(arena, vt_buf_str(&once), &value, NULL) != VT_OK)
        abort();
    check_evidence(arena, value);
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
