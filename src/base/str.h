/* SPDX-License-Identifier: Apache-2.0 */
/**
 * String views: {ptr, len}, not NUL-terminated, usually into memory that somebody else owns. All
 * functions here are byte-wise and know ASCII only; Unicode is the business of text/.
 */
#ifndef VT_BASE_STR_H
#define VT_BASE_STR_H

#include "base/auto.h"

#include <string.h>

struct vt_arena;

typedef struct vt_str {
    const char *ptr; /* may be NULL when len is 0: the null string, "not there" */
    size_t len;
} vt_str;

#define VT_STR(literal)   ((vt_str){"" literal, sizeof(literal) - 1})
#define VT_STR_NULL       ((vt_str){NULL, 0})
#define VT_STR_FMT        "%.*s"
#define VT_STR_ARG(value) (int)(value).len, (value).ptr ? (value).ptr : ""

/** A view of a NUL-terminated string; NULL gives the null string. */
static inline vt_str vt_str_z(const char *text)
{
    return (vt_str){text, text ? strlen(text) : 0};
}

static inline vt_str vt_str_n(const char *ptr, size_t len)
{
    return (vt_str){ptr, len};
}

/** The bytes from `from` up to `to`, both clamped to the view. */
vt_str vt_str_sub(vt_str s, size_t from, size_t to);

bool vt_str_eq(vt_str a, vt_str b);
bool vt_str_eq_nocase(vt_str a, vt_str b); /* ASCII case */

/** Does it equal one of the words [n]? VT_STR_AMONG takes an array of known length. */
bool vt_str_is_among(vt_str s, const char *const *words, size_t n);
#define VT_STR_AMONG(s, words) vt_str_is_among((s), (words), VT_COUNT(words))

bool vt_str_is_among_nocase(vt_str s, const char *const *words, size_t n); /* ASCII case */
#define VT_STR_AMONG_NOCASE(s, words) vt_str_is_among_nocase((s), (words), VT_COUNT(words))

int vt_str_cmp(vt_str a, vt_str b); /* by bytes, then by length */
bool vt_str_starts(vt_str s, vt_str prefix);
bool vt_str_ends(vt_str s, vt_str suffix);

/** Does it end with one of the endings [n]? VT_STR_ENDS_AMONG takes an array of known length. */
bool vt_str_ends_among(vt_str s, const char *const *endings, size_t n);
#define VT_STR_ENDS_AMONG(s, endings) vt_str_ends_among((s), (endings), VT_COUNT(endings))

bool vt_str_starts_nocase(vt_str s, vt_str prefix);

#define VT_NPOS SIZE_MAX
/** The offset of the first `needle` at or after `from`, or VT_NPOS. */
size_t vt_str_find(vt_str s, vt_str needle, size_t from);
size_t vt_str_find_char(vt_str s, char c, size_t from);

/** Without ASCII white space at both ends. */
vt_str vt_str_trim(vt_str s);

/**
 * Cuts the next piece up to `separator` off *rest. False when nothing is left; "a,,b" gives "a",
 * "", "b", and "" gives nothing.
 */
bool vt_str_split(vt_str *rest, char separator, vt_str *ret_piece);

/**
 * The length of the UTF-8 sequence at s[at], at < s.len, and its code point; 0 when it is malformed
 * (Unicode, D92: no overlong forms, no surrogates). Inline: it is under every loop over text.
 */
static inline size_t vt_str_utf8(vt_str s, size_t at, uint32_t *ret)
{
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    unsigned char c = p[0];
    *ret = c;
    if (c < 0x80)
        return 1;
    size_t n = c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    if (n == 0 || n > s.len - at)
        return 0;
    uint32_t cp = c & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        cp = cp << 6 | (p[i] & 0x3Fu);
    }
    bool bad = (n == 3 && (cp < 0x800 || (cp >= 0xD800 && cp < 0xE000))) ||
               (n == 4 && (cp < 0x10000 || cp > 0x10FFFF));
    *ret = cp;
    return bad ? 0 : n;
}

/** A whole decimal number with optional sign, within [min, max]. */
bool vt_str_to_i64(vt_str s, int64_t min, int64_t max, int64_t *ret);

/** Copies in the arena: a view, a NUL-terminated copy, a formatted string. */
vt_str vt_str_dup(struct vt_arena *arena, vt_str s);
char *vt_str_cstr(struct vt_arena *arena, vt_str s);
vt_str vt_str_format(struct vt_arena *arena, const char *format, ...) VT_PRINTF(2, 3);

static inline bool vt_is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline bool vt_is_digit(int c)
{
    return c >= '0' && c <= '9';
}
static inline bool vt_is_alpha(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool vt_is_upper(int c)
{
    return c >= 'A' && c <= 'Z';
}
static inline bool vt_is_alnum(int c)
{
    return vt_is_alpha(c) || vt_is_digit(c);
}
static inline char vt_lower(char c)
{
    return vt_is_upper(c) ? (char)(c + 32) : c;
}

#endif
