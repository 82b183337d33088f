/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Light stemming: the longest ending of the language's table is cut where at least `keep` letters
 * stay, then a vowel that some languages leave behind. Endings are folded, as the tokens are
 * (ё is е, ø is o). The stems need not be words: both sides are cut alike.
 */
#include "skills/stem.h"

enum { ENDINGS_MAX = 64, HEADS_MAX = 8, ARTICLES_MAX = 24 };

struct vt_stemmer {
    const char *language;
    unsigned keep;                      /* letters that stay */
    const char *endings[ENDINGS_MAX];   /* longest first */
    const char *vowels;                 /* cut behind that, one of them */
    const char *heads[HEADS_MAX];       /* last parts of compounds that add nothing */
    const char *articles[ARTICLES_MAX]; /* words that a phrase may have or not */
    bool elision;
};

static const vt_stemmer stemmers[] = {
    {"", 255, {NULL}, "", {NULL}, {NULL}, false},
    {"de",
     4,
     {"ern", "em", "en", "er", "es", "e", "n", "s"},
     "",
     {"kenntnisse", "kenntnissen", "kenntnis", "erfahrung", "erfahrungen"},
     {"von", "der", "die", "das", "des", "dem", "den", "im", "zur", "zum", "fur"},
     false},
    {"fr",
     4,
     {"aux", "es", "s", "x", "e"},
     "",
     {NULL},
     {"de", "des", "du", "la", "le", "les", "d", "l", "en", "a", "au", "aux"},
     true},
    {"es",
     3,
     {"ciones", "es", "as", "os", "s"},
     "aeo",
     {NULL},
     {"de", "del", "la", "las", "los", "el", "en", "a", "al", "con"},
     false},
    {"pt",
     3,
     {"coes", "as", "os", "es", "s"},
     "aeo",
     {NULL},
     {"de", "da", "do", "das", "dos", "a", "o", "as", "os", "em", "no", "na", "com", "ao"},
     false},
    {"it",
     3,
     {"che", "chi", "ghe", "ghi"},
     "aeio",
     {NULL},
     {"di", "del", "della", "dei", "delle", "degli", "dello", "dell", "il",  "la", "le",
      "lo", "i",   "gli",   "l",   "al",    "alla",  "ai",    "in",   "nel", "sul"},
     true},
    {"nl",
     4,
     {"en", "s", "e"},
     "",
     {"kennis", "ervaring"},
     {"van", "de", "het", "een", "der", "met", "op"},
     false},
    {"pl",
     4,
     {"iami", "owego", "owych", "owej", "ami", "ach", "owi", "ego", "emu", "ych", "ich",
      "ymi",  "imi",   "iem",   "iom",  "om",  "ow",  "em",  "ie",  "ia",  "iu",  "io",
      "ej",   "ym",    "im",    "y",    "i",   "a",   "e",   "u",   "o"},
     "i",
     {NULL},
     {"w", "z", "na", "do", "o", "ze", "we"},
     false},
    {"cs",
     4,
     {"iemi", "ami", "emi", "ech", "ich", "ych", "ach", "eho", "emu", "ovi", "ove", "um",
      "em",   "im",  "ym",  "ou",  "ii",  "y",   "i",   "a",   "e",   "u",   "o"},
     "i",
     {NULL},
     {"v", "s", "z", "na", "do", "o", "k", "pro", "ve", "se"},
     false},
    {"sv",
     4,
     {"arnas", "ernas", "ornas", "arna", "erna", "orna", "ens", "ets", "ar", "er", "or", "en", "et",
      "na", "an", "a", "e", "n", "s"},
     "",
     {"kunskap", "kunskaper", "erfarenhet"},
     {"av", "i", "for", "med", "och"},
     false},
    {"da",
     4,
     {"ernes", "erne", "ene", "ens", "ets", "er", "en", "et", "e", "s", "n"},
     "",
     {"kendskab", "erfaring", "kundskab"},
     {"af", "i", "for", "til", "med"},
     false},
    {"no",
     4,
     {"enes", "ene", "ens", "ets", "er", "en", "et", "e", "s", "n", "a"},
     "",
     {"kunnskap", "kunnskaper", "erfaring"},
     {"av", "i", "for", "til", "med"},
     false},
    {"fi",
     4,
     {"iden", "issa", "ista", "ille", "illa", "ssa", "sta", "lla", "lta",
      "lle",  "ksi",  "jen",  "ien",  "iin",  "ia",  "ja",  "na",  "ta",
      "en",   "in",   "on",   "un",   "an",   "n",   "t"},
     "aeiouy",
     {NULL},
     {NULL},
     false},
    {"tr",
     4,
     {"larinin", "lerinin", "larini", "lerini", "larina", "lerine", "larin", "lerin",
      "lari",    "leri",    "lar",    "ler",    "sinin",  "sini",   "sine",  "nin",
      "nun",     "sinda",   "sinde",  "dan",    "den",    "da",     "de",    "ini",
      "ina",     "ine",     "si",     "unu",    "una",    "une",    "sunu",  "inda",
      "inde",    "unda",    "unde",   "yi",     "yu",     "ya",     "ye",    "yla",
      "yle",     "su",      "in",     "un",     "i",      "u",      "a",     "e"},
     "aeiu",
     {NULL},
     {NULL},
     false},
    {"ja", 255, {NULL}, "", {NULL}, {"の", "を"}, false},
    {"zh", 255, {NULL}, "", {NULL}, {"的"}, false},
    {"ru",
     4,
     {"иями", "ями", "ами", "ием", "иях", "иеи", "ого", "его", "ому", "ему", "ыми", "ими",
      "ия",   "ии",  "ие",  "ию",  "ью",  "ов",  "ев",  "еи",  "ои",  "ам",  "ям",  "ах",
      "ях",   "ом",  "ем",  "ая",  "яя",  "ое",  "ее",  "ые",  "ыи",  "ую",  "юю",  "их",
      "ых",   "а",   "я",   "о",   "е",   "и",   "ы",   "у",   "ю",   "ь"},
     "",
     {NULL},
     {"в", "с", "на", "по", "для", "о", "к"},
     false},
};

const vt_stemmer *vt_stemmer_find(vt_str language)
{
    for (size_t i = 1; i < VT_COUNT(stemmers); i++)
        if (vt_str_eq(language, vt_str_z(stemmers[i].language)))
            return &stemmers[i];
    return &stemmers[0];
}

/** Letters of a UTF-8 text. */
static size_t letters_of(vt_str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
    return n;
}

/** Without the longest of the endings that leaves `keep` letters. */
static vt_str cut(vt_str word, const char *const *endings, size_t n, size_t keep)
{
    vt_str best = word;
    for (size_t i = 0; i < n && endings[i]; i++) {
        vt_str ending = vt_str_z(endings[i]);
        vt_str rest = vt_str_sub(word, 0, word.len - VT_MIN(ending.len, word.len));
        if (rest.len < best.len && vt_str_ends(word, ending) && letters_of(rest) >= keep)
            best = rest;
    }
    return best;
}

/** Bytes of an article before an apostrophe: "l'", "dell'". */
static size_t elided(vt_str written)
{
    for (size_t i = 1; i < 6 && i + 2 < written.len; i++)
        if (written.ptr[i] == '\'' ||
            vt_str_starts(vt_str_sub(written, i, written.len), VT_STR("’")))
            return i;
    return 0;
}

/** Endings that stand behind short nouns, too: "malların". */
static const char *const turkish_plurals[] = {"larinin", "lerinin", "larini", "lerini",
                                              "larina",  "lerine",  "larin",  "lerin",
                                              "lari",    "leri",    "lar",    "ler"};

/** Turkish verbs and the nouns made of them are one word: "yönetimi", "yönettim", "yönetilmesi". */
static vt_str cut_verb(vt_str word, char *ret)
{
    static const char *const endings[] = {
        "iyorum", "iyoruz", "uyorum", "uyoruz", "yarak", "yerek", "digim", "dugum", "yorum",
        "yoruz",  "iyor",   "uyor",   "arak",   "erek",  "dim",   "dum",   "dik",   "duk",
        "mak",    "mek",    "ma",     "me",     "yor",   "im",    "um",    "m"};
    static const char *const passives[] = {"il", "ul"}, *const stems[] = {"lan", "len"};
    enum { VERB = 2, PASSIVE = 5 };
    word = cut(word, endings, VT_COUNT(endings), VERB);
    if (word.len > PASSIVE && VT_STR_ENDS_AMONG(word, stems))
        word.len--;
    else
        word = cut(word, passives, VT_COUNT(passives), PASSIVE);
    if (word.len > 4 && vt_str_ends(word, VT_STR("tt")))
        word.len--;
    memcpy(ret, word.ptr, word.len);
    char *last = word.len > VERB + 1 ? &ret[word.len - 1] : NULL; /* takip, takibi */
    if (last && (*last == 'b' || *last == 'g'))
        *last = *last == 'b' ? 'p' : 'k';
    return vt_str_n(ret, word.len);
}

size_t vt_stem(const vt_stemmer *stemmer, const vt_skill_token *token, vt_str written, char *ret)
{
    vt_str word = vt_str_n(token->text, token->len);
    if (stemmer->elision)
        word = vt_str_sub(word, VT_MIN(elided(written), word.len), word.len);
    for (size_t i = 0; i < ARTICLES_MAX && stemmer->articles[i]; i++)
        if (vt_str_eq(word, vt_str_z(stemmer->articles[i])))
            return 0;
    bool sign = word.len && (word.ptr[word.len - 1] == '+' || word.ptr[word.len - 1] == '#');
    bool turkish = vt_str_eq(vt_str_z(stemmer->language), VT_STR("tr"));
    if (!sign && letters_of(word) + turkish > stemmer->keep) {
        word = cut(word, stemmer->heads, HEADS_MAX, 4);
        if (turkish)
            word = cut(word, turkish_plurals, VT_COUNT(turkish_plurals), 3);
        word = cut(word, stemmer->endings, ENDINGS_MAX, stemmer->keep);
        if (turkish)
            word = cut_verb(word, ret);
        if (letters_of(word) > stemmer->keep && strchr(stemmer->vowels, word.ptr[word.len - 1]))
            word.len--;
    }
    memmove(ret, word.ptr, word.len);
    return word.len;
}
