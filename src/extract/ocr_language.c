/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words that a resume of a language has many of and few others have. A word of two languages
 * counts for both: the difference tells. A page must have TELLING of them, and half as many again
 * as in the language it was read in: names of firms and titles are English everywhere.
 */
#include "extract/ocr_language.h"

#include "text/utf8.h"

enum { TELLING = 4, WORD_MAX = 16 };

const char *const vt_ocr_all_languages = "eng+deu+fra+spa+por+ita+nld+rus+chi_sim+jpn+kor+ara";

static const struct {
    const char *language, *words; /* folded, with spaces around */
} LATIN[] = {
    {"eng", " the and of to in for with on at by from as is was an our using all into "},
    {"deu", " und der die das mit fur von bei zum zur des den dem im auf als ein eine einer sowie "
            "nicht seit bis durch uber kenntnisse geboren "},
    {"fra", " et le la les des du de en au aux pour dans sur par avec une un est chez ou a "
            "formation langues "},
    {"spa", " y el la los las del de en con para por una un como al su se e o experiencia "},
    {"por", " e do da dos das de em para com uma um no na nos nas os as ao por experiencia "},
    {"ita", " e di il lo la i gli le dei del della delle per con nel nella un una al alla presso "
            "da in "},
    {"nld", " en van het een de voor met op bij tot aan als zijn naar door ook heden uit over om "
            "te ik mijn "},
};

bool vt_ocr_is_latin(const char *language)
{
    static const char *const OTHERS[] = {"rus", "chi_sim",  "chi_tra", "jpn", "kor", "ara", "heb",
                                         "fas", "ukr",      "bul",     "ell", "hin", "tha", "srp",
                                         "bel", "jpn_vert", "mkd",     "kat", "hye", "ben"};
    for (size_t i = 0; i < VT_COUNT(OTHERS); i++)
        if (strcmp(language, OTHERS[i]) == 0)
            return false;
    return true;
}

static const char *words_of(const char *language)
{
    for (size_t i = 0; language && i < VT_COUNT(LATIN); i++)
        if (strcmp(LATIN[i].language, language) == 0)
            return LATIN[i].words;
    return NULL;
}

static bool is_word_of(const char *words, vt_str word)
{
    char padded[WORD_MAX + 3] = " ";
    if (word.len == 0 || word.len > WORD_MAX)
        return false;
    memcpy(padded + 1, word.ptr, word.len);
    padded[word.len + 1] = ' ';
    padded[word.len + 2] = 0;
    return strstr(words, padded) != NULL;
}

size_t vt_ocr_told(const vt_doc *doc, size_t first, const char *const *languages, size_t n)
{
    size_t best = n, most = 0, read = 0;
    for (size_t i = 0; i < n; i++) {
        const char *words = words_of(languages[i]);
        size_t hits = 0;
        for (size_t k = first; words && k < doc->words.n; k++)
            hits += is_word_of(words, vt_fold(doc->arena, doc->words.at[k].text));
        if (i == 0)
            read = hits;
        if (hits > most) {
            most = hits;
            best = i;
        }
    }
    return most >= TELLING && (best == 0 || most * 2 > read * 3) ? best : n;
}

float vt_ocr_sureness(const vt_doc *doc, size_t first)
{
    float sum = 0, letters = 0;
    for (size_t i = first; i < doc->words.n; i++) {
        float n = (float)vt_utf8_count(doc->words.at[i].text);
        sum += n * doc->words.at[i].confidence;
        letters += n;
    }
    return letters > 0 ? sum / letters : 0;
}
