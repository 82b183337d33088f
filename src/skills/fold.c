/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A character is text, a separator, or nothing (char_table). Four signs have rules of their own:
 *   + #  end the token before them and belong to it when it ends there, or when they are two
 * (C++11) .    before text starts a token and belongs to it (.NET, Node.js); between digits it
 * stays &    is the token "and"
 */
#include "skills/fold.h"

#include "fold_table.h"

#define SEPARATOR 0u
#define NOTHING   0xFFFFFFFFu

/** Folded letters and digits of ASCII; 0 for all other bytes. */
#define ROW(c) [c] = (c), [(c)-32] = (c)
static const char ascii_folded[256] = {
    ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4', ['5'] = '5',
    ['6'] = '6', ['7'] = '7', ['8'] = '8', ['9'] = '9', ROW('a'),    ROW('b'),
    ROW('c'),    ROW('d'),    ROW('e'),    ROW('f'),    ROW('g'),    ROW('h'),
    ROW('i'),    ROW('j'),    ROW('k'),    ROW('l'),    ROW('m'),    ROW('n'),
    ROW('o'),    ROW('p'),    ROW('q'),    ROW('r'),    ROW('s'),    ROW('t'),
    ROW('u'),    ROW('v'),    ROW('w'),    ROW('x'),    ROW('y'),    ROW('z')};
#undef ROW

/** The code point at `at`, and its length. What is malformed is one byte that separates. */
static uint32_t decode(vt_str s, size_t at, size_t *ret_len)
{
    uint32_t cp;
    *ret_len = vt_str_utf8(s, at, &cp);
    if (*ret_len)
        return cp;
    *ret_len = 1;
    return 0xFFFD;
}

/** Scripts without spaces between words: a Han, Hiragana or Hangul character is a token of its own,
 * so that words are found inside a run; Katakana words stay whole. */
enum script { SCRIPT_WORDS, SCRIPT_SIGNS, SCRIPT_KATAKANA };

static enum script script_of(uint32_t cp)
{
    if (cp < 0x3041)
        return SCRIPT_WORDS;
    if ((cp >= 0x30A0 && cp <= 0x30FF) || (cp >= 0x31F0 && cp <= 0x31FF))
        return SCRIPT_KATAKANA;
    bool sign = cp <= 0x309F || (cp >= 0x3400 && cp <= 0x4DBF) || (cp >= 0x4E00 && cp <= 0x9FFF) ||
                (cp >= 0xAC00 && cp <= 0xD7A3) || (cp >= 0xF900 && cp <= 0xFAFF) ||
                (cp >= 0x20000 && cp <= 0x3FFFF);
    return sign ? SCRIPT_SIGNS : SCRIPT_WORDS;
}

/** The dot between two words of Katakana, which joins them as a hyphen does. */
enum { KATAKANA_DOT = 0x30FB };

/** Code points above the table that are no letters: symbols, private use, forms, emoji. */
static bool above_is_separator(uint32_t cp)
{
    static const struct {
        uint32_t from, to;
    } rows[] = {{0x0000, 0x2BFF},   {0x2E00, 0x303F}, {KATAKANA_DOT, KATAKANA_DOT},
                {0xE000, 0xF8FF},   {0xFE00, 0xFE6F}, {0xFF00, 0xFF0F},
                {0xFF1A, 0xFF20},   {0xFFE0, 0xFFFF}, {0x1F000, 0x1FFFF},
                {0xE0000, 0x10FFFF}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (cp >= rows[i].from && cp <= rows[i].to)
            return true;
    return false;
}

/** What the character at `at` becomes; for text above the table, its own bytes. */
static uint32_t fold_char(vt_str s, size_t at, uint32_t *ret_cp, size_t *ret_len)
{
    uint32_t cp = decode(s, at, ret_len);
    *ret_cp = cp;
    if (cp < TABLE_SIZE)
        return char_table[cp];
    if (above_is_separator(cp))
        return SEPARATOR;
    uint32_t bytes = 0;
    memcpy(&bytes, s.ptr + at, *ret_len);
    return bytes;
}

static bool is_text(vt_str s, size_t at)
{
    if (at >= s.len)
        return false;
    uint32_t cp;
    size_t len;
    uint32_t what = fold_char(s, at, &cp, &len);
    return what != SEPARATOR && what != NOTHING;
}

static bool is_capital(uint32_t cp)
{
    return (cp >= 'A' && cp <= 'Z') || (cp >= 0xC0 && cp <= 0xDE) || (cp >= 0x391 && cp <= 0x3A9) ||
           (cp >= 0x410 && cp <= 0x42F);
}

static bool is_dash(uint32_t cp)
{
    return cp == '-' || (cp >= 0x2012 && cp <= 0x2014);
}

static bool space_at(vt_str s, size_t at)
{
    return at < s.len &&
           (s.ptr[at] == ' ' || (s.ptr[at] == '\xC2' && at + 1 < s.len && s.ptr[at + 1] == '\xA0'));
}

static bool space_before(vt_str s, size_t at)
{
    return at > 0 &&
           (s.ptr[at - 1] == ' ' || (at > 1 && s.ptr[at - 1] == '\xA0' && s.ptr[at - 2] == '\xC2'));
}

static void append(vt_skill_token *token, uint32_t bytes)
{
    for (; bytes; bytes >>= 8)
        if (token->len < VT_SKILL_TOKEN_MAX)
            token->text[token->len++] = (char)(bytes & 0xFF);
}

/** Length of the run of '+' and '#' at `at`. */
static size_t sign_run(vt_str s, size_t at)
{
    size_t n = 0;
    while (at + n < s.len && (s.ptr[at + n] == '+' || s.ptr[at + n] == '#'))
        n++;
    return n;
}

/** Skips what stands before the next token; false at the end of the text. */
static bool skip_to_token(vt_skill_fold *fold, vt_skill_token *token)
{
    vt_str s = fold->text;
    while (fold->at < s.len) {
        if (ascii_folded[(unsigned char)s.ptr[fold->at]])
            return true;
        if (s.ptr[fold->at] == ' ' && fold->at + 1 < s.len &&
            ascii_folded[(unsigned char)s.ptr[fold->at + 1]]) {
            fold->at++;
            return true;
        }
        uint32_t cp;
        size_t len;
        uint32_t what = fold_char(s, fold->at, &cp, &len);
        if (cp == '&')
            return true;
        if (cp == '.') {
            if (is_text(s, fold->at + 1))
                return true;
            if (fold->initial_end != fold->at || fold->at == 0)
                token->break_before = token->sentence_before = true;
        } else if (cp == '+' || cp == '#') {
            len = sign_run(s, fold->at);
        } else if (what != SEPARATOR && what != NOTHING) {
            return true;
        } else if (what == SEPARATOR) {
            bool spaced = is_dash(cp) && space_before(s, fold->at) && space_at(s, fold->at + len);
            bool soft = cp == KATAKANA_DOT ||
                        (cp < TABLE_SIZE && (soft_separator[cp / 32] >> (cp % 32) & 1));
            if (!soft || spaced)
                token->break_before = true;
            if (cp == ':' || cp == ';' || cp == '!' || cp == '?' || cp == '\t' || cp >= 0x2022)
                token->sentence_before = token->sentence_before || !soft;
        }
        fold->at += len;
    }
    return false;
}

/** The fast way through letters and digits of ASCII, which most text is. */
static void read_ascii(vt_skill_fold *fold, vt_skill_token *token)
{
    const unsigned char *text = (const unsigned char *)fold->text.ptr + fold->at;
    size_t room = VT_MIN(fold->text.len - fold->at, (size_t)(VT_SKILL_TOKEN_MAX - token->len)),
           n = 0;
    unsigned capitals = 0, digits = 0;
    char *out = token->text + token->len;
    for (; n < room && ascii_folded[text[n]]; n++) {
        out[n] = ascii_folded[text[n]];
        capitals += text[n] >= 'A' && text[n] <= 'Z';
        digits += text[n] <= '9';
    }
    if (n == 0)
        return;
    if (token->letters == 0 && digits < n) { /* the first letter of the token */
        size_t first = 0;
        while (text[first] <= '9')
            first++;
        token->first_capital = text[first] <= 'Z';
    }
    token->letters = (uint16_t)(token->letters + n - digits);
    token->capitals = (uint16_t)(token->capitals + capitals);
    token->len += (uint32_t)n;
    fold->at += n;
    token->end = (uint32_t)fold->at;
}

/** Reads one sign, or a run of Katakana; false when something else stands at fold->at. */
static bool read_signs(vt_skill_fold *fold, vt_skill_token *token)
{
    vt_str s = fold->text;
    enum script script = SCRIPT_WORDS;
    while (fold->at < s.len && (unsigned char)s.ptr[fold->at] >= 0xE3) {
        uint32_t cp;
        size_t len;
        uint32_t what = fold_char(s, fold->at, &cp, &len);
        enum script here = what == SEPARATOR ? SCRIPT_WORDS : script_of(cp);
        if (here == SCRIPT_WORDS || (script != SCRIPT_WORDS && here != SCRIPT_KATAKANA))
            break;
        append(token, what);
        token->letters++;
        fold->at += len;
        token->end = (uint32_t)fold->at;
        script = here;
        if (here == SCRIPT_SIGNS)
            break;
    }
    return script != SCRIPT_WORDS;
}

/** Reads the characters of a token that starts at fold->at. */
static void read_token(vt_skill_fold *fold, vt_skill_token *token)
{
    vt_str s = fold->text;
    if (token->len == 0 && (unsigned char)s.ptr[fold->at] >= 0xE3 && read_signs(fold, token))
        return;
    while (fold->at < s.len) {
        read_ascii(fold, token);
        if (fold->at == s.len || s.ptr[fold->at] == ' ')
            return;
        uint32_t cp;
        size_t len;
        uint32_t what = fold_char(s, fold->at, &cp, &len);
        if (script_of(cp) != SCRIPT_WORDS)
            return;
        if (cp == '+' || cp == '#') {
            size_t run = sign_run(s, fold->at);
            if (run > 1 || cp == '#' || !is_text(s, fold->at + run)) {
                for (size_t i = 0; i < run; i++)
                    append(token, (unsigned char)s.ptr[fold->at + i]);
                fold->at += run;
                token->end = (uint32_t)fold->at;
            }
            return;
        }
        if (cp == '.' && fold->at + 1 < s.len && token->len &&
            vt_is_digit(token->text[token->len - 1]) && vt_is_digit(s.ptr[fold->at + 1])) {
            append(token, '.');
        } else if (what == SEPARATOR || cp == '.') {
            return;
        } else if (what != NOTHING) {
            append(token, what);
            bool capital = is_capital(cp);
            token->letters = (uint16_t)(token->letters + (what > '9' || what < '0'));
            token->capitals = (uint16_t)(token->capitals + capital);
            if (token->letters == 1 && capital)
                token->first_capital = true;
            token->end = (uint32_t)(fold->at + len);
        }
        fold->at += len;
    }
}

bool vt_skill_fold_next(vt_skill_fold *fold, vt_skill_token *ret)
{
    ret->len = 0;
    ret->letters = ret->capitals = 0;
    ret->break_before = ret->sentence_before = ret->first_capital = false;
    if (!skip_to_token(fold, ret))
        return false;
    vt_str s = fold->text;
    ret->start = (uint32_t)fold->at;
    if (s.ptr[fold->at] == '&') {
        memcpy(ret->text, "and", 3);
        ret->len = 3;
        ret->end = ret->start + 1;
        fold->at++;
        return true;
    }
    if (s.ptr[fold->at] == '.') {
        fold->at++;
        if (!vt_is_digit(s.ptr[fold->at]))
            append(ret, '.');
    }
    read_token(fold, ret);
    if (ret->len - (ret->text[0] == '.') == 1)
        fold->initial_end = ret->end;
    return true;
}

size_t vt_skill_key(vt_str text, char *ret, size_t size)
{
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    size_t n = 0;
    while (vt_skill_fold_next(&fold, &token)) {
        size_t need = token.len + (n > 0);
        if (n + need + 1 > size)
            break;
        if (n > 0)
            ret[n++] = ' ';
        memcpy(ret + n, token.text, token.len);
        n += token.len;
    }
    ret[n] = '\0';
    return n;
}

vt_str vt_skill_bare_name(vt_str name, vt_str *ret_qualifier)
{
    *ret_qualifier = VT_STR_NULL;
    if (name.len < 4 || name.ptr[name.len - 1] != ')')
        return name;
    size_t open = name.len - 1;
    while (open > 0 && name.ptr[open] != '(') {
        if (name.ptr[open - 1] == ')')
            return name;
        open--;
    }
    if (open < 2 || name.ptr[open - 1] != ' ')
        return name;
    *ret_qualifier = vt_str_sub(name, open + 1, name.len - 1);
    return vt_str_trim(vt_str_sub(name, 0, open));
}
