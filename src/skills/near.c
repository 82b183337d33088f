/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scan over the tokens of nearly the same length with the same first letter: they lie together.
 */
#include "skills/near.h"

#include "text/fuzzy.h"

size_t vt_near_allowed(size_t len)
{
    return len < 5 ? 0 : len < 9 ? 1 : 2;
}

static bool is_before(const vt_near_token *a, const vt_near_token *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->text.len != b->text.len)
        return a->text.len < b->text.len;
    return vt_str_cmp(a->text, b->text) < 0;
}

static void insert(vt_near_token *rows, size_t *n, size_t cap, vt_near_token row)
{
    size_t at = *n;
    while (at > 0 && is_before(&row, &rows[at - 1]))
        at--;
    if (at == cap)
        return;
    if (*n < cap)
        ++*n;
    memmove(rows + at + 1, rows + at, (*n - at - 1) * sizeof *rows);
    rows[at] = row;
}

size_t vt_near_tokens(const vt_taxonomy *tax, vt_str word, size_t max, vt_near_token *ret,
                      size_t cap)
{
    if (word.len == 0 || max == 0 || cap == 0 || word.len + max + 1 >= VT_IMAGE_LENGTHS_COUNT)
        return 0;
    size_t n = 0;
    for (size_t len = word.len > max ? word.len - max : 1; len <= word.len + max; len++) {
        uint32_t group = vt_image_group(len, word.ptr[0]),
                 end = (uint32_t)vt_packed_get(&tax->groups, group + 1);
        for (uint32_t i = (uint32_t)vt_packed_get(&tax->groups, group); i < end; i++) {
            vt_str text = vt_str_n(vt_image_token_at(tax, i, len), len);
            size_t distance = vt_edit_distance(word, text, max);
            if (distance <= max)
                insert(ret, &n, cap, (vt_near_token){i, text, distance});
        }
    }
    return n;
}
