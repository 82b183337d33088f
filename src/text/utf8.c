/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Classes and folding are a two-stage table of records, written by tools/mkfold.py and read where
 * it lies in the binary (docs/formats.md, "Fold image").
 */
#include "text/utf8.h"

#include <assert.h>

enum { BLOCK = 128, CODE_POINTS = 0x110000 };

struct record {
    uint16_t classes;
    uint8_t script, digit;
    uint8_t fold_len, same; /* same: folds to itself */
    uint16_t fold;          /* offset in the pool */
};

struct fold_header {
    char magic[4];
    uint32_t stage1, blocks, records, pool;
};

extern const unsigned char vt_fold_image[];

static const struct fold_header *header(void)
{
    return (const struct fold_header *)(const void *)vt_fold_image;
}

static const struct record *record_of(uint32_t cp)
{
    const struct fold_header *h = header();
    const uint16_t *stage1 = (const uint16_t *)(const void *)(vt_fold_image + sizeof *h);
    const uint16_t *blocks = stage1 + CODE_POINTS / BLOCK;
    const struct record *records =
        (const struct record *)(const void *)(blocks + (size_t)h->blocks * BLOCK);
    if (cp >= CODE_POINTS)
        cp = VT_REPLACEMENT;
    return records + blocks[(size_t)stage1[cp / BLOCK] * BLOCK + cp % BLOCK];
}

static const char *pool(void)
{
    const struct fold_header *h = header();
    return (const char *)vt_fold_image + sizeof *h + CODE_POINTS / BLOCK * sizeof(uint16_t) +
           (size_t)h->blocks * BLOCK * sizeof(uint16_t) +
           (size_t)h->records * sizeof(struct record);
}

/* ---- decoding ---- */

uint32_t vt_utf8_next(vt_str s, size_t *at)
{
    assert(*at < s.len);
    uint32_t cp;
    size_t n = vt_str_utf8(s, *at, &cp);
    *at += n ? n : 1;
    return n ? cp : VT_REPLACEMENT;
}

uint32_t vt_utf8_prev(vt_str s, size_t *at)
{
    assert(*at > 0 && *at <= s.len);
    size_t start = *at - 1;
    while (start > 0 && *at - start < 4 && ((unsigned char)s.ptr[start] & 0xC0) == 0x80)
        start--;
    uint32_t cp;
    size_t n = vt_str_utf8(vt_str_n(s.ptr, *at), start, &cp);
    if (n == *at - start) {
        *at = start;
        return cp;
    }
    *at -= 1;
    return VT_REPLACEMENT;
}

size_t vt_utf8_encode(uint32_t cp, char ret[4])
{
    if (cp >= CODE_POINTS || (cp >= 0xD800 && cp < 0xE000))
        cp = VT_REPLACEMENT;
    if (cp < 0x80) {
        ret[0] = (char)cp;
        return 1;
    }
    size_t n = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, cp >>= 6)
        ret[i] = (char)(0x80 | (cp & 0x3F));
    ret[0] = (char)(cp | (0xF00u >> n & 0xFF));
    return n;
}

bool vt_utf8_valid(vt_str s)
{
    uint32_t cp;
    for (size_t i = 0; i < s.len;) {
        size_t n = vt_str_utf8(s, i, &cp);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

size_t vt_utf8_count(vt_str s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.ptr[i] & 0xC0) != 0x80;
    return n;
}

size_t vt_utf8_offset(vt_str s, size_t chars)
{
    for (size_t i = 0; i < s.len; i++)
        if (((unsigned char)s.ptr[i] & 0xC0) != 0x80 && chars-- == 0)
            return i;
    return s.len;
}

vt_str vt_utf8_repair(vt_arena *arena, vt_str s)
{
    if (vt_utf8_valid(s))
        return s;
    char *out = vt_arena_array(arena, s.len, 3);
    size_t n = 0;
    for (size_t i = 0; i < s.len;)
        n += vt_utf8_encode(vt_utf8_next(s, &i), out + n);
    return vt_str_n(out, n);
}

/* ---- classes and folding ---- */

unsigned vt_cp_class(uint32_t cp)
{
    /* most of most texts; what is left of ASCII comes from the table */
    if (cp - 'a' < 26u)
        return VT_CP_LETTER | VT_CP_LOWER;
    if (cp == ' ')
        return VT_CP_SPACE;
    if (cp - 'A' < 26u)
        return VT_CP_LETTER | VT_CP_UPPER;
    if (cp - '0' < 10u)
        return VT_CP_DIGIT;
    return record_of(cp)->classes;
}

vt_script vt_cp_script(uint32_t cp)
{
    return (vt_script)record_of(cp)->script;
}

int vt_cp_digit(uint32_t cp)
{
    uint8_t digit = record_of(cp)->digit;
    return digit < 10 ? digit : -1;
}

vt_str vt_digits_of(vt_arena *arena, vt_str text)
{
    char *out = VT_NEW_ARRAY(arena, char, text.len + 1);
    size_t n = 0;
    for (size_t at = 0; at < text.len;) {
        int digit = vt_cp_digit(vt_utf8_next(text, &at));
        if (digit >= 0)
            out[n++] = (char)('0' + digit);
    }
    return vt_str_n(out, n);
}

size_t vt_cp_fold(uint32_t cp, char ret[VT_FOLD_MAX])
{
    if (cp < 0x80) {
        ret[0] = cp == '\v' || cp == '\f' || cp == '\r' ? '\n'
                 : cp == '\t'                           ? ' '
                 : cp == '`'                            ? '\''
                                                        : vt_lower((char)cp);
        return 1;
    }
    const struct record *record = record_of(cp);
    if (record->same)
        return vt_utf8_encode(cp, ret);
    memcpy(ret, pool() + record->fold, record->fold_len);
    return record->fold_len;
}

vt_str vt_fold(vt_arena *arena, vt_str s)
{
    size_t cap = s.len + VT_FOLD_MAX;
    char *out = vt_arena_alloc(arena, cap);
    size_t n = 0;
    for (size_t i = 0; i < s.len;) {
        if (cap - n < VT_FOLD_MAX) {
            out = vt_arena_grow(arena, out, cap, cap * 2, 1);
            cap *= 2;
        }
        n += vt_cp_fold(vt_utf8_next(s, &i), out + n);
    }
    return vt_str_n(out, n);
}

/* Folded bytes of a view, one at a time. */
struct folder {
    vt_str s;
    size_t at, i, n;
    char bytes[VT_FOLD_MAX];
};

static int folder_next(struct folder *f)
{
    while (f->i == f->n) {
        if (f->at == f->s.len)
            return -1;
        f->n = vt_cp_fold(vt_utf8_next(f->s, &f->at), f->bytes);
        f->i = 0;
    }
    return (unsigned char)f->bytes[f->i++];
}

bool vt_fold_eq(vt_str a, vt_str b)
{
    struct folder x = {.s = a}, y = {.s = b};
    int c, d;
    do {
        c = folder_next(&x);
        d = folder_next(&y);
    } while (c == d && c >= 0);
    return c == d;
}

vt_char_stats vt_utf8_stats(vt_str s)
{
    vt_char_stats r = {0};
    for (size_t i = 0; i < s.len;) {
        uint32_t cp = vt_utf8_next(s, &i);
        unsigned c = vt_cp_class(cp);
        r.chars++;
        r.upper += (c & VT_CP_UPPER) != 0;
        r.lower += (c & VT_CP_LOWER) != 0;
        r.digits += (c & VT_CP_DIGIT) != 0;
        r.spaces += (c & VT_CP_SPACE) != 0;
        r.punct += (c & VT_CP_PUNCT) != 0;
        r.symbols += (c & VT_CP_SYMBOL) != 0;
        r.control += (c & VT_CP_CONTROL) != 0;
        r.replacement += cp == VT_REPLACEMENT;
        if (c & VT_CP_LETTER) {
            r.letters++;
            r.scripts[vt_cp_script(cp)]++;
        }
    }
    return r;
}
