/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A vote a function word. Words that several languages share count for each of them; the others
 * part these. Neighbours of the ten (Croatian beside Polish, Danish beside Swedish) are there to be
 * told apart. Folded forms: without accents, as vt_words_split() gives them.
 */
#include "text/tongue.h"

static const char *const codes[VT_TONGUE_COUNT] = {"en", "de", "fr", "es", "it",
                                                   "pt", "nl", "pl", "sv", "ru"};

enum { WORDS_OF_EACH = 28, WORDS_A_VOTE = 30 };

static const char *const others[VT_TONGUE_OTHERS][WORDS_OF_EACH] = {
    {"i", "u", "na", "za", "je", "se", "od", "te", "iz", "su", "kao", "s", "ili", "pri", "do", "o",
     "sa", "kroz"}, /* hr, sr */
    {"a", "v", "na", "s", "se", "pro", "z", "do", "o", "je", "pri", "jako", "ve", "za", "od",
     "podle", "ze", "k"}, /* cs */
    {"a", "v", "na", "s", "sa", "pre", "z", "do", "o", "je", "pri", "ako", "vo", "za", "od",
     "podla", "zo"}, /* sk */
    {"og", "i", "med", "for", "af", "til", "pa", "som", "en", "et", "den", "samt", "fra", "ved",
     "jeg", "har", "der", "de"}, /* da */
    {"og", "i", "med", "for", "av", "til", "pa", "som", "en", "et", "den", "samt", "fra", "ved",
     "jeg", "har", "innen"}, /* no */
    {"si", "de", "la", "in", "cu", "pentru", "din", "al", "a", "pe", "ale", "ca", "prin", "sau",
     "catre", "unui"},                                                            /* ro */
    {"ja", "on", "seka", "tai", "myos", "oli", "etta", "joka", "ovat", "mukaan"}, /* fi */
    {"ve", "ile", "icin", "bir", "bu", "olarak", "da", "de", "olan", "gibi"},     /* tr */
    {"es", "a", "az", "hogy", "egy", "valamint", "nem", "vagy", "meg", "is"},     /* hu */
    {"і", "та", "в", "на", "з", "для", "від", "у", "до", "за", "що", "як"},       /* uk */
    {"и", "на", "за", "в", "от", "с", "по", "при", "със", "във", "като", "или"},  /* bg */
    {"i", "de", "la", "el", "amb", "per", "els", "les", "del", "al", "una", "en", "dels", "a"},
    /* ca */
    {"dan", "yang", "di", "untuk", "dengan", "dari", "ini", "pada", "ke", "dalam"}, /* id */
    {"in", "za", "na", "s", "v", "z", "je", "pri", "od", "do", "ter", "kot", "se"}, /* sl */
};

static const char *const function_words[VT_TONGUE_COUNT][WORDS_OF_EACH] = {
    [VT_TONGUE_EN] = {"the", "and", "of", "to",   "with", "for", "you", "your",
                      "our", "we",  "in", "from", "will", "are", "is",  "at",
                      "on",  "as",  "by", "an",   "that", "this"},
    [VT_TONGUE_DE] = {"und", "der", "die",   "das",  "mit", "fur", "sie", "wir", "von",
                      "im",  "in",  "den",   "des",  "zur", "zum", "ist", "ein", "eine",
                      "bei", "auf", "sowie", "oder", "du",  "dem", "als", "an",  "ihre"},
    [VT_TONGUE_FR] = {"et",  "les", "des",  "de",    "la", "le",  "vous", "pour",
                      "une", "un",  "dans", "du",    "au", "aux", "avec", "nous",
                      "sur", "en",  "est",  "votre", "d",  "l",   "ou",   "par"},
    [VT_TONGUE_ES] = {"y",   "los", "de",  "la",  "el", "para", "con", "del", "una",  "un",
                      "las", "en",  "por", "que", "se", "al",   "su",  "es",  "como", "nuestro"},
    [VT_TONGUE_IT] = {"e",   "di", "il", "la",  "per", "con",   "del",  "della",
                      "una", "un", "in", "che", "gli", "dei",   "alla", "delle",
                      "nel", "si", "le", "da",  "i",   "presso"},
    [VT_TONGUE_PT] = {"e",  "de", "o",  "a",   "para", "com", "do",  "da",  "uma",  "um", "os",
                      "em", "no", "na", "dos", "das",  "ao",  "que", "por", "voce", "as"},
    [VT_TONGUE_NL] = {"en", "het", "een", "van",  "voor", "de", "met", "je",   "jij", "wij", "in",
                      "op", "bij", "aan", "zijn", "ons",  "te", "of",  "naar", "als", "onze"},
    [VT_TONGUE_PL] = {"i", "w", "z", "na", "do", "oraz", "dla", "sie", "od", "o", "lub", "jest",
                      "nie", "przez", "po", "we", "za", "przy", "ze"},
    [VT_TONGUE_SV] = {"och",  "att", "for", "med",  "som", "av",  "en", "ett",  "du",   "vi", "pa",
                      "till", "ar",  "din", "inom", "den", "det", "i",  "samt", "fran", "var"},
    [VT_TONGUE_RU] = {"и", "в", "на", "с", "по", "для", "от", "из", "к", "о", "за", "до", "не",
                      "при", "как", "мы", "вы", "или"},
};

static bool is_among(vt_str word, const char *const *list)
{
    for (size_t i = 0; word.len && i < WORDS_OF_EACH && list[i]; i++)
        if (list[i][0] == word.ptr[0] && vt_str_eq(word, vt_str_z(list[i])))
            return true;
    return false;
}

void vt_tongue_vote(vt_tongue_votes *votes, const vt_words *words)
{
    for (size_t i = 0; i < words->n; i++) {
        vt_str word = words->at[i].folded;
        if (word.len > 8)
            continue;
        for (size_t k = 0; k < VT_TONGUE_COUNT; k++)
            votes->of[k] += is_among(word, function_words[k]);
        for (size_t k = 0; k < VT_TONGUE_OTHERS; k++)
            votes->others[k] += is_among(word, others[k]);
    }
    votes->words += (uint32_t)words->n;
}

vt_tongue vt_tongue_of(const vt_tongue_votes *votes, uint32_t least)
{
    vt_tongue best = VT_TONGUE_COUNT;
    uint32_t most = 0;
    for (size_t i = 0; i < VT_TONGUE_COUNT; i++)
        if (votes->of[i] >= least && votes->of[i] > most) {
            most = votes->of[i];
            best = (vt_tongue)i;
        }
    if (most * WORDS_A_VOTE < votes->words)
        return VT_TONGUE_COUNT;
    for (size_t i = 0; i < VT_TONGUE_OTHERS; i++)
        if (votes->others[i] > most)
            return VT_TONGUE_COUNT;
    return best;
}

/* The countries that languages are at home in, "" where several are. */
static const char *const homes[VT_TONGUE_COUNT] = {"", "DE", "FR", "",   "IT",
                                                   "", "NL", "PL", "SE", "RU"};
static const char *const other_homes[VT_TONGUE_OTHERS] = {"",   "CZ", "SK", "DK", "NO", "RO", "FI",
                                                          "TR", "HU", "UA", "BG", "ES", "ID", "SI"};

vt_str vt_tongue_home(const vt_tongue_votes *votes, uint32_t least)
{
    const char *home = "";
    uint32_t most = VT_MAX(least, votes->words / WORDS_A_VOTE) - 1;
    for (size_t i = 0; i < VT_TONGUE_COUNT; i++)
        if (votes->of[i] > most) {
            most = votes->of[i];
            home = homes[i];
        }
    for (size_t i = 0; i < VT_TONGUE_OTHERS; i++)
        if (votes->others[i] > most) {
            most = votes->others[i];
            home = other_homes[i];
        }
    return vt_str_z(home);
}

const char *vt_tongue_code(vt_tongue tongue)
{
    return tongue < VT_TONGUE_COUNT ? codes[tongue] : "";
}

vt_tongue vt_tongue_find(vt_str code)
{
    vt_str own = vt_str_sub(code, 0, 2);
    bool whole = code.len == 2 || (code.len > 2 && (code.ptr[2] == '-' || code.ptr[2] == '_'));
    for (size_t i = 0; whole && i < VT_TONGUE_COUNT; i++)
        if (vt_str_eq_nocase(own, vt_str_z(codes[i])))
            return (vt_tongue)i;
    return VT_TONGUE_COUNT;
}
