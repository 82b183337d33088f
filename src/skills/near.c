/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scan over the tokens of nearly the same length, which lie together. The set of bytes of a word
 * answers most comparisons: each error changes at most two of its members.
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

size_t vt_near_tokens(const vt_taxonomy *tax, vt_str word, size_t max, vt_near_token *ret,
                      size_t cap)
{
    if (word.len == 0 || max == 0 || cap == 0 ||
        word.len + max + 1 >= VT_COUNT(tax->token_len_first))
        return 0;
    uint32_t letters = 0;
    for (size_t i = 0; i < word.len; i++)
        letters |= 1u << ((unsigned char)word.ptr[i] % 32);
    size_t n = 0;
    uint32_t first = tax->token_len_first[word.len > max ? word.len - max : 1];
    uint32_t end = tax->token_len_first[word.len + max + 1];
    for (uint32_t i = first; i < end; i++) {
        const vt_image_token *token = &tax->tokens[i];
        if ((size_t)__builtin_popcount(token->letters ^ letters) > 2 * max)
            continue;
        vt_str text = vt_image_str(tax, token->text, token->len);
        if (text.ptr[0] != word.ptr[0])
            continue;
        size_t distance = vt_edit_distance(word, text, max);
        if (distance <= max)
            insert(ret, &n, cap, (vt_near_token){i, distance});
    }
    return n;
}
