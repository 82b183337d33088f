/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word that several languages share votes for each of them: what only one has decides. Japanese
 * is told from Chinese by its Kana, which weigh more than the signs they share.
 */
#include "skills/language.h"

enum { WORD_MAX = 20, KANA_WEIGHT = 3 };

enum {
    EN = 1 << VT_SPOKEN_EN,
    DE = 1 << VT_SPOKEN_DE,
    FR = 1 << VT_SPOKEN_FR,
    ES = 1 << VT_SPOKEN_ES,
    IT = 1 << VT_SPOKEN_IT,
    PT = 1 << VT_SPOKEN_PT,
    NL = 1 << VT_SPOKEN_NL,
    PL = 1 << VT_SPOKEN_PL,
    CS = 1 << VT_SPOKEN_CS,
    SV = 1 << VT_SPOKEN_SV,
    DA = 1 << VT_SPOKEN_DA,
    NO = 1 << VT_SPOKEN_NO,
    FI = 1 << VT_SPOKEN_FI,
    TR = 1 << VT_SPOKEN_TR,
};

struct word {
    char text[WORD_MAX]; /* NULs behind it */
    uint32_t languages;
};

static const struct word words[] = {
#define WORD(text, languages) {text, languages},
#include "function_words.def"
#undef WORD
};

vt_language_index vt_language_index_make(void)
{
    vt_language_index index = {{0}};
    size_t at = 0;
    for (size_t letter = 0; letter < 27; letter++) {
        while (at < VT_COUNT(words) && (size_t)(words[at].text[0] - 'a') < letter)
            at++;
        index.from[letter] = (uint16_t)at;
    }
    return index;
}

static uint32_t vote_word(const vt_language_index *index, vt_language_votes *votes,
                          const vt_skill_token *token)
{
    if (token->len >= WORD_MAX || token->text[0] < 'a' || token->text[0] > 'z')
        return 0;
    size_t letter = (size_t)(token->text[0] - 'a'), low = index->from[letter],
           end = index->from[letter + 1], high = end;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = memcmp(words[mid].text, token->text, token->len);
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    const struct word *w = low < end && memcmp(words[low].text, token->text, token->len) == 0 &&
                                   words[low].text[token->len] == '\0'
                               ? &words[low]
                               : NULL;
    for (uint32_t left = w ? w->languages : 0; left; left &= left - 1)
        votes->of[__builtin_ctz(left)]++;
    return w ? w->languages : 0;
}

uint32_t vt_language_vote(const vt_language_index *index, vt_language_votes *votes,
                          const vt_skill_token *token)
{
    const unsigned char *t = (const unsigned char *)token->text;
    if (votes->words == UINT16_MAX / KANA_WEIGHT)
        return 0;
    votes->words++;
    if (t[0] < 0x80)
        return vote_word(index, votes, token);
    if (t[0] == 0xD0 || t[0] == 0xD1)
        votes->of[VT_SPOKEN_RU]++;
    else if (t[0] == 0xE3 && token->len > 1 && t[1] >= 0x81 && t[1] <= 0x83)
        votes->of[VT_SPOKEN_JA] = (uint16_t)(votes->of[VT_SPOKEN_JA] + KANA_WEIGHT);
    else if (t[0] >= 0xE4 && t[0] <= 0xE9) {
        votes->of[VT_SPOKEN_ZH]++;
        votes->of[VT_SPOKEN_JA]++;
    } else if (t[0] >= 0xEA && t[0] <= 0xED)
        votes->of[VT_SPOKEN_KO]++;
    return 0;
}

void vt_language_votes_add(vt_language_votes *sum, const vt_language_votes *votes)
{
    for (size_t i = 0; i < VT_SPOKEN_COUNT; i++)
        sum->of[i] = (uint16_t)VT_MIN(sum->of[i] + votes->of[i], UINT16_MAX);
    sum->words = (uint16_t)VT_MIN(sum->words + votes->words, UINT16_MAX);
}

vt_spoken vt_language_winner(const vt_language_votes *votes, unsigned least)
{
    unsigned best = 0;
    for (unsigned i = 1; i < VT_SPOKEN_COUNT; i++)
        if (votes->of[i] > votes->of[best])
            best = i;
    if (best == VT_SPOKEN_JA && votes->of[VT_SPOKEN_JA] == votes->of[VT_SPOKEN_ZH])
        best = VT_SPOKEN_ZH;
    return votes->of[best] < least ? VT_SPOKEN_COUNT : (vt_spoken)best;
}

static const char *const codes[VT_SPOKEN_COUNT] = {"en", "de", "fr", "es", "it", "pt",
                                                   "nl", "pl", "cs", "sv", "da", "no",
                                                   "fi", "tr", "ru", "ja", "zh", "ko"};

vt_str vt_spoken_code(vt_spoken language)
{
    return language < VT_SPOKEN_COUNT ? vt_str_z(codes[language]) : VT_STR_NULL;
}

vt_spoken vt_spoken_find(vt_str code)
{
    size_t i = 0;
    while (i < VT_SPOKEN_COUNT && !vt_str_eq_nocase(vt_str_sub(code, 0, 2), vt_str_z(codes[i])))
        i++;
    return (vt_spoken)i;
}
