/* SPDX-License-Identifier: Apache-2.0 */
/* Passages become tokens with their number in the taxonomy; addresses and names are masked. */
#include "skills/fold.h"
#include "skills/matcher.h"

enum { PASSAGE_GAP = 40 }; /* distance, in tokens, between two passages of prose */

vt_matcher *vt_matcher_new(vt_arena *arena, const vt_taxonomy *tax)
{
    vt_matcher *matcher = VT_NEW(arena, vt_matcher);
    matcher->arena = arena;
    matcher->tax = tax;
    return matcher;
}

static uint64_t token_hash(const vt_skill_token *token)
{
    return vt_hash_bytes(vt_str_n(token->text, token->len), 0);
}

void vt_matcher_exclude(vt_matcher *matcher, vt_str name)
{
    uint64_t hashes[VT_SURFACE_TOKENS];
    uint32_t n = 0;
    vt_skill_fold fold = {.text = name};
    vt_skill_token token;
    while (n < VT_COUNT(hashes) && vt_skill_fold_next(&fold, &token))
        hashes[n++] = token_hash(&token);
    if (n == 0)
        return;
    uint64_t *copy = VT_NEW_ARRAY(matcher->arena, uint64_t, n);
    memcpy(copy, hashes, n * sizeof *copy);
    vt_vec_push(matcher->arena, &matcher->excluded, ((vt_match_excluded){copy, n}));
}

static uint32_t token_id(const vt_taxonomy *tax, const vt_skill_token *token)
{
    vt_str text = vt_str_n(token->text, token->len);
    uint32_t id = vt_image_token_find(tax, text);
    if (id == UINT32_MAX && text.ptr[0] == '.') /* no space behind a full stop */
        id = vt_image_token_find(tax, vt_str_sub(text, 1, text.len));
    return id;
}

static vt_match_token scan_token(const vt_matcher *matcher, const vt_skill_token *token)
{
    vt_match_token t = {.id = token_id(matcher->tax, token),
                        .start = token->start,
                        .end = token->end,
                        .letters = token->letters,
                        .capitals = token->capitals,
                        .break_before = token->break_before,
                        .sentence_before = token->sentence_before,
                        .first_capital = token->first_capital};
    if (matcher->excluded.n > 0)
        t.hash = token_hash(token);
    return t;
}

uint32_t vt_matcher_add(vt_matcher *matcher, vt_str text, vt_passage_kind kind)
{
    vt_match_passage passage = {
        .text = text, .kind = kind, .first = (uint32_t)matcher->tokens.n, .place = matcher->place};
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    uint32_t words = 0, capital = 0, letters = 0, capitals = 0;
    vt_vec_reserve(matcher->arena, &matcher->tokens, matcher->tokens.n + text.len / 6 + 8);
    while (vt_skill_fold_next(&fold, &token)) {
        vt_vec_push(matcher->arena, &matcher->tokens, scan_token(matcher, &token));
        passage.dotted = passage.dotted || token.text[0] == '.';
        words += token.letters > 3;
        capital += token.letters > 3 && token.first_capital;
        letters += token.letters;
        capitals += token.capitals;
    }
    passage.count = (uint32_t)(matcher->tokens.n - passage.first);
    passage.flat = kind == VT_PASSAGE_TITLE || (words >= 3 && capital * 4 > words * 3);
    passage.shouting = letters >= 8 && capitals == letters;
    matcher->place += passage.count + (kind == VT_PASSAGE_LIST ? 1 : PASSAGE_GAP);
    vt_vec_push(matcher->arena, &matcher->passages, passage);
    return (uint32_t)(matcher->passages.n - 1);
}

/** A word with an at sign, a scheme, "www." or a path: no skill is read in it. */
static bool is_address(vt_str word)
{
    if (word.len < 6)
        return false;
    return vt_str_find_char(word, '@', 1) != VT_NPOS ||
           vt_str_find(word, VT_STR("://"), 0) != VT_NPOS ||
           vt_str_starts_nocase(word, VT_STR("www.")) ||
           vt_str_find(word, VT_STR(".com"), 0) != VT_NPOS ||
           vt_str_find(word, VT_STR(".org/"), 0) != VT_NPOS;
}

/* Tokens and words are both in the order of the text. */
static void mask_addresses(vt_matcher *matcher, const vt_match_passage *p)
{
    vt_str text = p->text;
    if (!p->dotted && vt_str_find_char(text, '@', 0) == VT_NPOS)
        return;
    uint32_t i = p->first, end = p->first + p->count;
    for (size_t from = 0; from < text.len;) {
        while (from < text.len && vt_is_space(text.ptr[from]))
            from++;
        size_t to = from;
        while (to < text.len && !vt_is_space(text.ptr[to]))
            to++;
        while (i < end && matcher->tokens.at[i].start < from)
            i++;
        if (is_address(vt_str_sub(text, from, to)))
            for (; i < end && matcher->tokens.at[i].end <= to; i++)
                matcher->tokens.at[i].masked = true;
        from = to;
    }
}

static void mask_names(vt_matcher *matcher, const vt_match_passage *p)
{
    for (size_t e = 0; e < matcher->excluded.n; e++) {
        const vt_match_excluded *name = &matcher->excluded.at[e];
        for (uint32_t i = 0; i + name->n <= p->count; i++) {
            vt_match_token *t = &matcher->tokens.at[p->first + i];
            uint32_t k = 0;
            while (k < name->n && t[k].hash == name->hashes[k])
                k++;
            /* one word alone must be written as a name */
            if (k == name->n && (k > 1 || t->first_capital))
                for (k = 0; k < name->n; k++)
                    t[k].masked = true;
        }
    }
}

void vt_match_mask(vt_matcher *matcher, const vt_match_passage *p)
{
    mask_addresses(matcher, p);
    if (matcher->excluded.n > 0)
        mask_names(matcher, p);
}
