/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>

vt_str vt_str_sub(vt_str s, size_t from, size_t to)
{
    to = VT_MIN(to, s.len);
    from = VT_MIN(from, to);
    return (vt_str){s.ptr ? s.ptr + from : NULL, to - from};
}

bool vt_str_eq(vt_str a, vt_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool vt_str_eq_nocase(vt_str a, vt_str b)
{
    return a.len == b.len && vt_str_starts_nocase(a, b);
}

bool vt_str_is_among(vt_str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (words[i][0] == (s.len ? s.ptr[0] : 0) && vt_str_eq(s, vt_str_z(words[i])))
            return true;
    return false;
}

bool vt_str_is_among_nocase(vt_str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq_nocase(s, vt_str_z(words[i])))
            return true;
    return false;
}

bool vt_str_ends_among(vt_str s, const char *const *endings, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_ends(s, vt_str_z(endings[i])))
            return true;
    return false;
}

int vt_str_cmp(vt_str a, vt_str b)
{
    size_t n = VT_MIN(a.len, b.len);
    int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
    if (order)
        return order;
    return a.len < b.len ? -1 : a.len > b.len;
}

bool vt_str_starts(vt_str s, vt_str prefix)
{
    return s.len >= prefix.len && (prefix.len == 0 || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

bool vt_str_ends(vt_str s, vt_str suffix)
{
    return s.len >= suffix.len &&
           (suffix.len == 0 || memcmp(s.ptr + s.len - suffix.len, suffix.ptr, suffix.len) == 0);
}

bool vt_str_starts_nocase(vt_str s, vt_str prefix)
{
    if (s.len < prefix.len)
        return false;
    for (size_t i = 0; i < prefix.len; i++)
        if (vt_lower(s.ptr[i]) != vt_lower(prefix.ptr[i]))
            return false;
    return true;
}

size_t vt_str_find(vt_str s, vt_str needle, size_t from)
{
    if (from > s.len || needle.len > s.len - from)
        return VT_NPOS;
    if (needle.len == 0)
        return from;
    const char *hit = memmem(s.ptr + from, s.len - from, needle.ptr, needle.len);
    return hit ? (size_t)(hit - s.ptr) : VT_NPOS;
}

size_t vt_str_find_char(vt_str s, char c, size_t from)
{
    if (from >= s.len)
        return VT_NPOS;
    const char *hit = memchr(s.ptr + from, c, s.len - from);
    return hit ? (size_t)(hit - s.ptr) : VT_NPOS;
}

vt_str vt_str_trim(vt_str s)
{
    while (s.len && vt_is_space(s.ptr[0])) {
        s.ptr++;
        s.len--;
    }
    while (s.len && vt_is_space(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

bool vt_str_split(vt_str *rest, char separator, vt_str *ret_piece)
{
    if (!rest->ptr)
        return false;
    size_t at = vt_str_find_char(*rest, separator, 0);
    if (at == VT_NPOS) {
        bool any = rest->len > 0;
        *ret_piece = *rest;
        *rest = VT_STR_NULL;
        return any;
    }
    *ret_piece = vt_str_sub(*rest, 0, at);
    *rest = vt_str_sub(*rest, at + 1, rest->len);
    return true;
}

bool vt_str_to_i64(vt_str s, int64_t min, int64_t max, int64_t *ret)
{
    bool negative = s.len && s.ptr[0] == '-';
    size_t i = s.len && (negative || s.ptr[0] == '+') ? 1 : 0;
    if (i == s.len)
        return false;
    int64_t value = 0;
    for (; i < s.len; i++) {
        if (!vt_is_digit(s.ptr[i]))
            return false;
        int digit = s.ptr[i] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return false;
    }
    if (value < min || value > max)
        return false;
    *ret = value;
    return true;
}

vt_str vt_str_dup(vt_arena *arena, vt_str s)
{
    return s.ptr ? vt_str_n(vt_str_cstr(arena, s), s.len) : VT_STR_NULL;
}

char *vt_str_cstr(vt_arena *arena, vt_str s)
{
    char *copy = vt_arena_alloc(arena, s.len + 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    copy[s.len] = 0;
    return copy;
}

vt_str vt_str_format(vt_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    size_t n = len < 0 ? 0 : (size_t)len;
    char *text = vt_arena_alloc(arena, n + 1);
    text[0] = 0;
    vsnprintf(text, n + 1, format, again);
    va_end(again);
    return vt_str_n(text, n);
}
