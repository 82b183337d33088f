/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Words, and recognisers of e-mail addresses, URLs, phone numbers, numbers and ratings in a text.
 * All offsets are bytes of the text given. The finders look for the first match at or after `from`
 * and give false when there is none: call again from ret->span.end.
 */
#ifndef VT_TEXT_TOKEN_H
#define VT_TEXT_TOKEN_H

#include "base/arena.h"
#include "base/str.h"

struct vt_lexicon;

typedef struct vt_span {
    uint32_t start, end;
} vt_span;

enum {                           /* vt_word.flags */
       VT_WORD_ALPHA = 1 << 0,   /* has a letter */
       VT_WORD_DIGIT = 1 << 1,   /* has a digit */
       VT_WORD_CAPITAL = 1 << 2, /* its first letter is a capital */
       VT_WORD_UPPER = 1 << 3,   /* all its letters are capitals */
       VT_WORD_GLUED = 1 << 4,   /* no white space between it and the word before */
       VT_WORD_SYMBOL = 1 << 5,  /* "&" alone */
       VT_WORD_DOTTED = 1 << 6,  /* dots inside were dropped: "B.Sc" is bsc */
       VT_WORD_DOT = 1 << 7,     /* a full stop follows at once */
       VT_WORD_COMMA = 1 << 8,   /* a comma follows at once */
       VT_WORD_BREAK = 1 << 9,   /* before it stands more than spaces, dots, dashes, apostrophes:
                                    a phrase of the lexicon does not reach across */
};

/** A word, as the lexicon sees it. Phrases are sequences of folded words. */
typedef struct vt_word {
    uint32_t start, end; /* bytes in the text */
    vt_str folded;
    uint32_t hash; /* of folded */
    uint32_t flags;
} vt_word;

typedef struct vt_words {
    vt_str text;
    vt_word *at; /* [n] */
    size_t n;
} vt_words;

/**
 * Splits into words. A word is a run of letters, marks and digits, one character where the script
 * has no spaces, or "&". Dots inside an abbreviation and apostrophes are dropped (Ph.D. is phd,
 * Bachelor's is bachelors), elided articles stand alone (l'école is l, ecole), + and # stay behind
 * letters (c++, c#).
 */
vt_words vt_words_split(vt_arena *arena, vt_str text);

/** Is it one character of a script without spaces, of which each counts as a word? */
bool vt_word_is_unspaced(const vt_word *word);

/** Their text from the start of word `first` to the end of the last of `count`. */
vt_str vt_words_text(const vt_words *words, size_t first, size_t count);

/* ---- e-mail ---- */
typedef struct vt_email {
    vt_span span;
    vt_str text; /* the address, put together in the arena when it was obfuscated or split */
    bool clean;  /* stands so in the text */
} vt_email;
bool vt_email_find(vt_arena *arena, vt_str text, size_t from, vt_email *ret);
/** Is the part before the @ hidden: "xxxxxx@example.com", "***@example.com"? Such an address is
 * nobody's. */
bool vt_email_is_masked(vt_str address);
/** Does the line end within an address: "ann@example.c", "ann@exam"? */
bool vt_email_is_cut(vt_str line);
/** An address that a narrow column broke anywhere: it ends `line` and goes on with the whole of
 * `next`. The span begins in `line` and counts the bytes of both without the break. */
bool vt_email_goes_on(vt_arena *arena, vt_str line, vt_str next, vt_email *ret);

/* ---- URL ---- */
typedef enum vt_url_kind {
    VT_URL_WEBSITE,
    VT_URL_LINKEDIN,
    VT_URL_GITHUB,
    VT_URL_GITLAB,
    VT_URL_STACKOVERFLOW,
    VT_URL_TWITTER,
    VT_URL_FACEBOOK,
    VT_URL_INSTAGRAM,
    VT_URL_XING,
    VT_URL_BEHANCE,
    VT_URL_DRIBBBLE,
    VT_URL_MEDIUM,
    VT_URL_YOUTUBE,
    VT_URL_ORCID,
    VT_URL_SCHOLAR,
    VT_URL_RESEARCHGATE,
    VT_URL_KAGGLE,
    VT_URL_SKYPE,
    VT_URL_TELEGRAM,
    VT_URL_DOI,
    VT_URL_OTHER,
} vt_url_kind;
typedef struct vt_url {
    vt_span span;
    vt_str text; /* as written, without trailing punctuation */
    vt_str host; /* without www. */
    vt_url_kind kind;
    bool scheme; /* starts with http:// or the like */
} vt_url;
bool vt_url_find(vt_str text, size_t from, vt_url *ret);
/** The kind of a whole URL, with or without scheme; VT_URL_OTHER for what is none. */
vt_url_kind vt_url_classify(vt_str url);
const char *vt_url_kind_word(vt_url_kind kind);

/* ---- phone ---- */
typedef struct vt_phone {
    vt_span span;
    vt_str text;      /* as written, with an extension, without a label */
    vt_str e164;      /* "+4930123456", or null when the country is not known */
    vt_str country;   /* alpha-2, or null */
    vt_str extension; /* digits, or null */
    float score;      /* 0..1: how much it looks like a phone number */
} vt_phone;
/** `country` is the person's country (alpha-2) or null: for numbers without +CC. */
bool vt_phone_find(vt_arena *arena, const struct vt_lexicon *lex, vt_str text, size_t from,
                   vt_str country, vt_phone *ret);

/* ---- numbers ---- */
/** A whole number text: "1,234.5", "1.234,5", "3.8", "12". */
bool vt_number_parse(vt_str text, double *ret);
/** A rating as a share 0..1: "4/5", "8 out of 10", "85%", "****", "●●●○○", "★★★☆". */
bool vt_rating_parse(vt_str text, double *ret);

#endif
