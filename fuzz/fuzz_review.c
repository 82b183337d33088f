/* SPDX-License-Identifier: Apache-2.0 */
/* A machine's answer in the first line, the body of a review behind it: the check of the result,
 * the pointers of `confirmed`, and the merged answer, which must be JSON again. */
#include "fuzz.h"

#include "api/review.h"
#include "api/review_check.h"
#include "api/review_diff.h"

static bool is_flat(const vt_json *list)
{
    for (size_t i = 0; list && i < list->n; i++)
        if (!vt_json_is(list, VT_JSON_ARRAY) || !vt_json_is(list->u.items[i], VT_JSON_STRING))
            return false;
    return true;
}

static void body(vt_arena *arena, vt_str input)
{
    vt_str first, rest = input;
    const vt_json *answer = NULL, *review = NULL, *merged = NULL;
    if (!vt_str_split(&rest, '\n', &first) || vt_json_parse(arena, first, &answer, NULL) != VT_OK ||
        vt_json_parse(arena, rest, &review, NULL) != VT_OK)
        return;
    vt_faults faults = {0};
    const vt_json *result = vt_json_get(review, "result"), *list = vt_json_get(review, "confirmed");
    vt_review_check(arena, result, "/result", &faults);
    if (faults.n > VT_MAX_REVIEW_FAULTS)
        abort();
    if (!is_flat(list) || !vt_json_is(answer, VT_JSON_OBJECT) || vt_json_get(answer, "review") ||
        !vt_json_is(result, VT_JSON_OBJECT) || vt_json_get(review, "places"))
        return;
    for (size_t i = 0; list && i < list->n; i++)
        (void)vt_json_at(result, list->u.items[i]->u.string);
    const vt_reviewed stored = {.version = 1, .body = rest};
    VT_AUTO(vt_buf) vt_buf out = {0};
    if (vt_review_merge(arena, first, &stored, &out, NULL) != VT_OK ||
        vt_json_parse(arena, vt_buf_str(&out), &merged, NULL) != VT_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bounded(data, size, 128 << 10, 5 * VT_JSON_PER_BYTE, body);
    return 0;
}
