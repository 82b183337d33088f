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

static void insert(vt_near_token *rows, size_t *n, size_t cap, vt_near_token row)
{
    size_t at = *n;
    while (at > 0 && rows[at - 1].distance > row.distance)
        at--;
    if (at == cap)
        return;
    if (*n < cap)
        ++*n;
    memmove(rows + at + 1, rows + at, (*n - at - 1) * sizeof *rows);
    rows[at] = row;
}

/** The first token of a length whose first byte is `letter` or behind it. */
static uint32_t first_with(const vt_taxonomy *tax, size_t len, char letter)
{
    uint32_t low = tax->token_len_first[len], high = tax->token_len_first[len + 1];
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if ((unsigned char)vt_image_token_at(tax, mid, len)[0] < (unsigned char)letter)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

size_t vt_near_tokens(const vt_taxonomy *tax, vt_str word, size_t max, vt_near_token *ret,
                      size_t cap)
{
    if (word.len == 0 || max == 0 || cap == 0 || word.len + max + 1 >= VT_IMAGE_LENGTHS_COUNT)
        return 0;
    size_t n = 0;
    for (size_t len = word.len > max ? word.len - max : 1; len <= word.len + max; len++) {
        uint32_t end = tax->token_len_first[len + 1];
        for (uint32_t i = first_with(tax, len, word.ptr[0]); i < end; i++) {
            vt_str text = vt_str_n(vt_image_token_at(tax, i, len), len);
            if (text.ptr[0] != word.ptr[0])
                break;
            size_t distance = vt_edit_distance(word, text, max);
            if (distance <= max)
                insert(ret, &n, cap, (vt_near_token){i, distance});
        }
    }
    return n;
}
