/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/review.h"

#include "eval/compare.h"
#include "text/utf8.h"

enum { TEXT_MIN = 3, YEAR = 4 };

/** Is `pointer` what `row` points to, or in it? */
static bool is_within(vt_str pointer, vt_str row)
{
    return pointer.ptr && vt_str_starts(pointer, row) &&
           (pointer.len == row.len || pointer.ptr[row.len] == '/');
}

static bool is_wrong(const vt_mark *m)
{
    return m->pointer.ptr && !m->right && m->fp > 0;
}

static bool is_missing(const vt_mark *m)
{
    return m->gold.ptr && !m->right && m->fn > 0;
}

/** The text between two code points of raw_text. */
static vt_str slice(vt_str raw, int64_t from, int64_t to)
{
    size_t at = 0, first = 0;
    int64_t n = 0;
    for (; at < raw.len && n < to; n++) {
        if (n == from)
            first = at;
        vt_utf8_next(raw, &at);
    }
    return n > from ? vt_str_sub(raw, first, at) : VT_STR("");
}

static bool is_date(vt_eval_field field)
{
    return field == VT_EVAL_START_DATE || field == VT_EVAL_END_DATE || field == VT_EVAL_GRADUATION;
}

/** Does the text hold the value, or the value the text? Of a date its year. */
static bool meets(vt_arena *arena, vt_eval_field field, vt_str text, vt_str gold)
{
    if (is_date(field))
        return gold.len >= YEAR && vt_str_find(text, vt_str_sub(gold, 0, YEAR), 0) != VT_NPOS;
    vt_str value = vt_eval_fold(arena, gold);
    if (value.len < TEXT_MIN || text.len < TEXT_MIN)
        return false;
    return vt_str_find(text, value, 0) != VT_NPOS || vt_str_find(value, text, 0) != VT_NPOS;
}

static void add_pointer(vt_eval_review *sums, const vt_marks *marks, vt_str row, bool *listed)
{
    bool right = false;
    for (size_t i = 0; i < marks->n; i++) {
        const vt_mark *m = &marks->at[i];
        if (!is_within(m->slot, row))
            continue;
        right |= is_wrong(m) || is_missing(m);
        listed[i] = true;
    }
    sums->values++;
    sums->values_right += right;
}

static void add_place(vt_eval_review *sums, vt_arena *arena, const vt_marks *marks, vt_str text,
                      bool *listed)
{
    bool right = false;
    text = vt_eval_fold(arena, text);
    for (size_t i = 0; i < marks->n; i++) {
        if (!is_missing(&marks->at[i]) ||
            !meets(arena, marks->at[i].field, text, marks->at[i].gold))
            continue;
        right = listed[i] = true;
    }
    sums->places++;
    sums->places_right += right;
}

void vt_eval_review_add(vt_eval_review *sums, vt_arena *arena, const vt_marks *marks,
                        const vt_json *answer)
{
    const vt_json *parse = vt_json_get(vt_json_get(answer, "metadata"), "parse");
    const vt_json *rows = vt_json_get(parse, "review");
    vt_str raw = vt_json_str(vt_json_get(answer, "raw_text"));
    bool *listed = VT_NEW_ARRAY(arena, bool, marks->n + 1);
    for (size_t i = 0; vt_json_is(rows, VT_JSON_ARRAY) && i < rows->n; i++) {
        const vt_json *row = rows->u.items[i];
        vt_str pointer = vt_json_str(vt_json_get(row, "pointer"));
        if (pointer.ptr)
            add_pointer(sums, marks, pointer, listed);
        else
            add_place(sums, arena, marks,
                      slice(raw, vt_json_int(vt_json_get(row, "start"), 0),
                            vt_json_int(vt_json_get(row, "end"), 0)),
                      listed);
    }
    for (size_t i = 0; rows && i < marks->n; i++) {
        const vt_mark *m = &marks->at[i];
        sums->wrong += is_wrong(m);
        sums->wrong_listed += is_wrong(m) && listed[i];
        sums->missing += is_missing(m);
        sums->missing_listed += is_missing(m) && listed[i];
    }
}
