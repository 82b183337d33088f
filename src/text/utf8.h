/* SPDX-License-Identifier: Apache-2.0 */
/**
 * UTF-8, character classes, and folding: the form in which words are compared (compatibility
 * decomposition, no marks, no case; ß is ss, ø is o, ł is l). The tables are made at build time by
 * tools/mkfold.py, which the lexicon compiler shares, so that both fold alike.
 */
#ifndef VT_TEXT_UTF8_H
#define VT_TEXT_UTF8_H

#include "base/arena.h"
#include "base/str.h"

#define VT_REPLACEMENT 0xFFFDu

enum { /* classes of a code point */
       VT_CP_LETTER = 1 << 0,
       VT_CP_UPPER = 1 << 1,
       VT_CP_LOWER = 1 << 2,
       VT_CP_DIGIT = 1 << 3, /* decimal digit of any script */
       VT_CP_MARK = 1 << 4,
       VT_CP_SPACE = 1 << 5,
       VT_CP_PUNCT = 1 << 6,
       VT_CP_SYMBOL = 1 << 7,
       VT_CP_CONTROL = 1 << 8,  /* controls, format characters, private use, unassigned */
       VT_CP_UNSPACED = 1 << 9, /* a script written without spaces: each character is a word */
       VT_CP_DASH = 1 << 10,
};

typedef enum vt_script {
    VT_SCRIPT_NONE, /* digits, punctuation, symbols */
    VT_SCRIPT_LATIN,
    VT_SCRIPT_GREEK,
    VT_SCRIPT_CYRILLIC,
    VT_SCRIPT_ARABIC,
    VT_SCRIPT_HEBREW,
    VT_SCRIPT_DEVANAGARI,
    VT_SCRIPT_THAI,
    VT_SCRIPT_HAN,
    VT_SCRIPT_KANA,
    VT_SCRIPT_HANGUL,
    VT_SCRIPT_OTHER,
    VT_SCRIPT_COUNT
} vt_script;

/** The code point at *at, which moves behind it. A malformed byte is one U+FFFD. at < s.len. */
uint32_t vt_utf8_next(vt_str s, size_t *at);
/** The first code point; 0 of an empty text. */
static inline uint32_t vt_utf8_first(vt_str s)
{
    size_t at = 0;
    return s.len ? vt_utf8_next(s, &at) : 0;
}
/** The code point before *at, which moves to its start. *at > 0. */
uint32_t vt_utf8_prev(vt_str s, size_t *at);
/** Writes up to 4 bytes and gives their number; what is no code point becomes U+FFFD. */
size_t vt_utf8_encode(uint32_t cp, char ret[4]);
bool vt_utf8_valid(vt_str s);
/** Code points of valid UTF-8, and the byte offset of a code point (clamped to the length). */
size_t vt_utf8_count(vt_str s);
size_t vt_utf8_offset(vt_str s, size_t chars);
/** The view itself when valid, else a copy with U+FFFD for each malformed byte. */
vt_str vt_utf8_repair(vt_arena *arena, vt_str s);

unsigned vt_cp_class(uint32_t cp); /* VT_CP_... */
vt_script vt_cp_script(uint32_t cp);
static inline bool vt_cp_is(uint32_t cp, unsigned classes)
{
    return (vt_cp_class(cp) & classes) != 0;
}
/** 0..9 of a decimal digit of any script, else -1. */
int vt_cp_digit(uint32_t cp);
/** The decimal digits of a text, of any script, as 0 to 9; in the arena. */
vt_str vt_digits_of(vt_arena *arena, vt_str text);

/** The folded form of one code point as UTF-8: at most VT_FOLD_MAX bytes, possibly none. */
enum { VT_FOLD_MAX = 36 };
size_t vt_cp_fold(uint32_t cp, char ret[VT_FOLD_MAX]);
/** The folded text; punctuation and spaces stay (dashes become '-', quotes ' and "). */
vt_str vt_fold(vt_arena *arena, vt_str s);
/** Equal after folding. */
bool vt_fold_eq(vt_str a, vt_str b);

/** Shares of a text that the checks and features want. */
typedef struct vt_char_stats {
    uint32_t chars, letters, upper, lower, digits, spaces, punct, symbols, control, replacement;
    uint32_t scripts[VT_SCRIPT_COUNT]; /* letters by script */
} vt_char_stats;
/** Counts a whole text. */
vt_char_stats vt_utf8_stats(vt_str s);

#endif
