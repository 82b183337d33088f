/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Votes: a function word gives its languages one vote in all, shared, so that words of a single
 * language count most. A script that belongs to one language votes for it by itself.
 */
#include "text/lang.h"

#include "text/utf8.h"

struct votes {
    float of[VT_LANG_COUNT];
    float total;
};

static void vote(struct votes *v, uint64_t languages, float weight)
{
    int n = __builtin_popcountll(languages);
    if (n == 0 || n > 12)
        return;
    for (size_t i = 0; i < VT_LANG_COUNT; i++)
        if (languages >> i & 1)
            v->of[i] += weight / (float)n;
    v->total += weight;
}

#define BIT(lang) (1ull << VT_LANG_##lang)

static void vote_scripts(struct votes *v, vt_str text)
{
    vt_char_stats s = vt_utf8_stats(text);
    const uint32_t *n = s.scripts;
    float share = s.letters ? 1.0f / (float)s.letters : 0, strong = 60;
    bool kana = n[VT_SCRIPT_KANA] * 10 > n[VT_SCRIPT_HAN];
    vote(v, kana ? BIT(JA) : BIT(ZH), strong * share * (float)n[VT_SCRIPT_HAN]);
    vote(v, BIT(JA), strong * share * (float)n[VT_SCRIPT_KANA]);
    vote(v, BIT(KO), strong * share * (float)n[VT_SCRIPT_HANGUL]);
    vote(v, BIT(TH), strong * share * (float)n[VT_SCRIPT_THAI]);
    vote(v, BIT(HE), strong * share * (float)n[VT_SCRIPT_HEBREW]);
    vote(v, BIT(EL), strong * share * (float)n[VT_SCRIPT_GREEK]);
    vote(v, BIT(HI), strong * share * (float)n[VT_SCRIPT_DEVANAGARI]);
    vote(v, BIT(AR) | BIT(FA), strong * share * (float)n[VT_SCRIPT_ARABIC]);
    vote(v, BIT(RU) | BIT(UK) | BIT(BG) | BIT(SR), strong * share * (float)n[VT_SCRIPT_CYRILLIC]);
}

/* Letters that one language (or few) has, in text as written. */
static uint64_t letter_languages(uint32_t cp)
{
    switch (cp) {
    case 0xDF: /* sharp s */
        return BIT(DE);
    case 0xF1: /* n with tilde */
        return BIT(ES);
    case 0xE3: /* a, o with tilde */
    case 0xF5:
        return BIT(PT) | BIT(ET) | BIT(VI);
    case 0x142: /* l with stroke; a, e with ogonek; s, z with accent */
    case 0x15B:
    case 0x17C:
        return BIT(PL);
    case 0x131: /* dotless i, g with breve */
    case 0x11F:
        return BIT(TR);
    case 0x159: /* r, e with caron, u with ring */
    case 0x11B:
    case 0x16F:
        return BIT(CS);
    case 0x151: /* double acute */
    case 0x171:
        return BIT(HU);
    case 0x103: /* a with breve; s, t with comma */
    case 0x219:
    case 0x21B:
        return BIT(RO);
    case 0xF8: /* o with stroke, ae */
    case 0xE6:
        return BIT(DA) | BIT(NO);
    case 0x456: /* Ukrainian i, yi, ye, ghe */
    case 0x457:
    case 0x454:
    case 0x491:
        return BIT(UK);
    case 0x44B: /* Russian y, e */
    case 0x44D:
        return BIT(RU);
    case 0x67E: /* Persian pe, che, gaf, yeh */
    case 0x686:
    case 0x6AF:
    case 0x6CC:
        return BIT(FA);
    case 0x1B0: /* u, o with horn */
    case 0x1A1:
    case 0x111:
        return BIT(VI);
    case 0x14D:
    case 0x101:
    case 0x113:
        return BIT(LV);
    default:
        return cp >= 0x1EA0 && cp <= 0x1EF9 ? BIT(VI) : 0;
    }
}

static void vote_letters(struct votes *v, vt_str text)
{
    uint32_t voted = 0;
    for (size_t i = 0; i < text.len && voted < 60;) {
        uint32_t cp = vt_utf8_next(text, &i);
        uint64_t languages = cp < 0x80 ? 0 : letter_languages(cp);
        if (languages) {
            vote(v, languages, 0.5f);
            voted++;
        }
    }
}

vt_lang_guess vt_lang_of(const vt_lexicon *lex, const vt_words *words)
{
    struct votes v = {0};
    for (size_t i = 0; i < words->n && i < 4000; i++) {
        const vt_lex_entry *entry = vt_lexicon_find_kind(lex, &words->at[i], 1, VT_LEX_STOP_WORD);
        if (entry && !((words->at[i].flags & VT_WORD_UPPER) && words->at[i].folded.len < 3))
            vote(&v, entry->languages, 1);
    }
    vt_str text = vt_str_sub(words->text, 0, 20000);
    vote_scripts(&v, text);
    vote_letters(&v, text);
    vt_lang_guess guess = {.lang = VT_LANG_UNKNOWN, .second = VT_LANG_UNKNOWN};
    if (v.total < 1)
        return guess;
    for (size_t i = 0; i < VT_LANG_COUNT; i++) {
        float share = v.of[i] / v.total;
        if (share > guess.share) {
            guess.second = guess.lang;
            guess.second_share = guess.share;
            guess.lang = (vt_lang)i;
            guess.share = share;
        } else if (share > guess.second_share) {
            guess.second = (vt_lang)i;
            guess.second_share = share;
        }
    }
    return guess;
}
