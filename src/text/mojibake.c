/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A character of UTF-8 of two to four bytes shows as so many signs: a lead byte C2..F4, as a letter
 * or sign of Latin-1, and bytes 80..BF, as controls or signs of Windows-1252. Hardly any language
 * writes such a row; where one may (a capital before a closing quote, "MANHÃ”"), what stands around
 * decides. Bytes that Windows-1252 does not have, and no-break spaces that became spaces, are
 * often lost: the end of "â€" is then a closing quote, "Ã" before white an à, "ï¼" a wide comma.
 */
#include "text/mojibake.h"

#include "text/utf8.h"

enum { PASSES = 2, BYTES_MAX = 4 };

/* The byte that shows as a code point, or -1. */
static int byte_of(uint32_t cp)
{
    /* Windows-1252, 80..9F; 0 where it has nothing */
    static const uint16_t signs[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    if (cp < 0x80 || cp > 0x2122)
        return -1;
    if (cp <= 0xFF)
        return (int)cp;
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (signs[i] == cp)
            return (int)(0x80 + i);
    return -1;
}

static size_t length_of(int lead)
{
    return lead >= 0xC2 && lead <= 0xDF   ? 2
           : lead >= 0xE0 && lead <= 0xEF ? 3
           : lead >= 0xF0 && lead <= 0xF4 ? 4
                                          : 0;
}

/* The code point of `size` bytes shown from `at`; 0 when they are no UTF-8. */
static uint32_t decode(const uint32_t *codes, size_t n, size_t at, size_t size)
{
    static const uint32_t least[BYTES_MAX + 1] = {0, 0, 0x80, 0x800, 0x10000};
    if (at + size > n)
        return 0;
    uint32_t cp = (uint32_t)byte_of(codes[at]) & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        int byte = byte_of(codes[at + i]);
        if (byte < 0x80 || byte > 0xBF)
            return 0;
        cp = cp << 6 | ((uint32_t)byte & 0x3F);
    }
    return cp < least[size] || cp > 0x10FFFF || (cp >= 0xD800 && cp < 0xE000) ? 0 : cp;
}

static bool is_nothing(uint32_t cp)
{
    return cp == 0xFEFF || (cp >= 0x200B && cp <= 0x200F) || cp == 0x2060;
}

static uint32_t code_at(const uint32_t *codes, size_t n, size_t i)
{
    return i < n ? codes[i] : ' ';
}

static uint32_t code_before(const uint32_t *codes, size_t at)
{
    return at > 0 ? codes[at - 1] : ' ';
}

/* A capital, a quote or a dash may well follow the letter that looks like a lead byte. */
static bool may_be_meant(const uint32_t *codes, size_t n, size_t at)
{
    static const uint16_t closing[] = {0x2018, 0x2019, 0x201C, 0x201D, 0x2026,
                                       0x2013, 0x2014, 0xBB,   0xAB,   0x201A};
    uint32_t before = code_before(codes, at);
    bool closes = false;
    for (size_t i = 0; i < VT_COUNT(closing); i++)
        closes |= codes[at + 1] == closing[i];
    bool word = vt_cp_is(before, VT_CP_UPPER) || before == 0x201E || before == 0x201C ||
                before == 0xAB || before == '"';
    return closes && word && !vt_cp_is(code_at(codes, n, at + 2), VT_CP_LETTER);
}

/* What is left of a character whose last byte was lost or became a space. */
static size_t cut_short(const uint32_t *codes, size_t n, size_t at, uint32_t *ret)
{
    uint32_t next = code_at(codes, n, at + 1), after = code_at(codes, n, at + 2);
    bool behind_capital = vt_cp_is(code_before(codes, at), VT_CP_UPPER);
    if (codes[at] == 0xE2 && next == 0x20AC && (after == VT_REPLACEMENT || byte_of(after) < 0x80)) {
        *ret = 0x201D;
        return after == VT_REPLACEMENT ? 3 : 2;
    }
    if (codes[at] == 0xEF &&
        next == 0xBC) { /* the wide comma is the sign of its row that text has */
        *ret = 0xFF0C;
        return after == VT_REPLACEMENT || is_nothing(after) ? 3 : 2;
    }
    if (behind_capital || next != ' ' || at + 1 >= n)
        return 0;
    if (codes[at] == 0xC2) { /* a no-break space */
        *ret = ' ';
        return 2;
    }
    if (codes[at] != 0xC3 || !vt_cp_is(after, VT_CP_LOWER | VT_CP_SPACE))
        return 0;
    *ret = 0xE0;
    return after == ' ' ? 2 : 1;
}

size_t vt_mojibake_at(const uint32_t *codes, size_t n, size_t at, uint32_t *ret)
{
    int lead = byte_of(codes[at]);
    size_t size = length_of(lead);
    if (size == 0 || codes[at] > 0xFF)
        return 0;
    uint32_t cp = decode(codes, n, at, size);
    if (cp == 0)
        return cut_short(codes, n, at, ret);
    if (size == 2 && may_be_meant(codes, n, at))
        return 0;
    *ret = is_nothing(cp) ? 0 : cp;
    return size;
}

bool vt_mojibake_possible(vt_str text)
{
    for (size_t i = 0; i + 1 < text.len; i++) /* U+00C2..U+00F4 are C3 82..C3 B4 */
        if ((unsigned char)text.ptr[i] == 0xC3 && (unsigned char)text.ptr[i + 1] >= 0x82 &&
            (unsigned char)text.ptr[i + 1] <= 0xB4 &&
            (i + 2 == text.len || text.ptr[i + 2] == ' ' || (text.ptr[i + 2] & 0x80)))
            return true;
    return false;
}

/* One reading; true when something was misread. */
static bool repair_once(vt_arena *arena, vt_str text, vt_str *ret)
{
    uint32_t *codes = VT_NEW_ARRAY(arena, uint32_t, text.len + 1);
    size_t n = 0, len = 0;
    for (size_t i = 0; i < text.len;)
        codes[n++] = vt_utf8_next(text, &i);
    char *out = vt_arena_array(arena, n + 1, BYTES_MAX);
    bool found = false;
    for (size_t i = 0; i < n;) {
        uint32_t cp = codes[i];
        size_t used = vt_mojibake_at(codes, n, i, &cp);
        found |= used > 0;
        if (used == 0 || cp != 0)
            len += vt_utf8_encode(cp, out + len);
        i += VT_MAX(used, (size_t)1);
    }
    *ret = vt_str_n(out, len);
    return found;
}

vt_str vt_mojibake_repair(vt_arena *arena, vt_str text)
{
    for (int pass = 0; pass < PASSES && vt_mojibake_possible(text); pass++) {
        vt_str repaired;
        if (!repair_once(arena, text, &repaired))
            break;
        text = repaired;
    }
    return text;
}
