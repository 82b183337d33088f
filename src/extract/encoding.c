/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Order of evidence: byte order mark; NUL bytes at every second place (UTF-16 without a mark);
 * valid UTF-8; the declared set when it converts without a fault; ICU's detector. The detector
 * knows no Mac or DOS page and takes them for Windows-1252, so Latin texts are read in all three,
 * and the reading with the most accented letters inside of words wins.
 */
#include "extract/encoding.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>
#include <unicode/udata.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include "base/buf.h"

enum { SAMPLE = 64 * 1024 };

/* Data come from the library that is loaded, never from files: workers have none. */
static void no_files(void)
{
    UErrorCode status = U_ZERO_ERROR;
    udata_setFileAccess(UDATA_NO_FILES, &status);
}

/* ---- UTF-8 ---- */

/* Length of the valid character at `at`, or 0. */
static size_t char_len(vt_str s, size_t at)
{
    uint32_t cp;
    return vt_str_utf8(s, at, &cp);
}

/* Malformed bytes and characters of more than one byte; a character that the end cuts is no fault.
 */
static void count_utf8(vt_str s, size_t *ret_bad, size_t *ret_wide)
{
    *ret_bad = *ret_wide = 0;
    for (size_t at = 0; at < s.len;) {
        size_t n = char_len(s, at);
        *ret_bad += n == 0;
        *ret_wide += n > 1;
        at += n ? n : 1;
    }
}

static vt_str repair(vt_arena *arena, vt_str s)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    size_t from = 0, at = 0;
    while (at < s.len) {
        size_t n = char_len(s, at);
        if (n == 0) {
            vt_buf_add(&out, vt_str_sub(s, from, at));
            vt_buf_addz(&out, "\xEF\xBF\xBD");
            from = at + 1;
        }
        at += n ? n : 1;
    }
    if (from == 0)
        return s;
    vt_buf_add(&out, vt_str_sub(s, from, s.len));
    return vt_str_dup(arena, vt_buf_str(&out));
}

/* ---- conversion ---- */

static vt_str from_utf16(vt_arena *arena, const UChar *text, int32_t n)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t len = 0;
    size_t room = (size_t)n * 3 + 1;
    char *out = vt_arena_alloc(arena, room);
    u_strToUTF8WithSub(out, (int32_t)room, &len, text, n, 0xFFFD, NULL, &status);
    return U_FAILURE(status) ? VT_STR("") : vt_str_n(out, (size_t)len);
}

vt_str vt_encoding_convert(vt_arena *arena, vt_str bytes, const char *charset)
{
    no_files();
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(charset, &status);
    if (U_FAILURE(status))
        return VT_STR_NULL;
    size_t room = bytes.len * 2 + 16;
    VT_AUTO(vt_mem) UChar *wide = vt_xmalloc(room * sizeof *wide);
    int32_t n =
        ucnv_toUChars(converter, wide, (int32_t)room, bytes.ptr, (int32_t)bytes.len, &status);
    ucnv_close(converter);
    return U_FAILURE(status) ? VT_STR_NULL : from_utf16(arena, wide, n);
}

static size_t count_faults(vt_str text)
{
    size_t n = 0;
    for (size_t at = 0; (at = vt_str_find(text, VT_STR("\xEF\xBF\xBD"), at)) != VT_NPOS; at += 3)
        n++;
    /* C1 controls are no text either: U+0080..9F is C2 80..9F */
    for (size_t at = 0; (at = vt_str_find_char(text, '\xC2', at)) != VT_NPOS; at++)
        n += at + 1 < text.len && (unsigned char)text.ptr[at + 1] < 0xA0;
    return n;
}

/* ---- detection ---- */

struct mark {
    const char *bytes;
    size_t n;
    const char *charset;
};

static const struct mark marks[] = {
    {"\xEF\xBB\xBF", 3, "UTF-8"},    {"\xFF\xFE\0\0", 4, "UTF-32LE"},
    {"\0\0\xFE\xFF", 4, "UTF-32BE"}, {"\xFF\xFE", 2, "UTF-16LE"},
    {"\xFE\xFF", 2, "UTF-16BE"},     {"\x84\x31\x95\x33", 4, "GB18030"},
};

static const char *of_mark(vt_str bytes, size_t *ret_skip)
{
    for (size_t i = 0; i < VT_COUNT(marks); i++) {
        if (!vt_str_starts(bytes, vt_str_n(marks[i].bytes, marks[i].n)))
            continue;
        *ret_skip = marks[i].n;
        return marks[i].charset;
    }
    return NULL;
}

/* UTF-16 or UTF-32 without a mark: most of every second byte, or of three in four, is NUL. */
static const char *of_nuls(vt_str bytes)
{
    size_t n = VT_MIN(bytes.len, (size_t)SAMPLE) / 4, zero[4] = {0}, control = 0;
    for (size_t i = 0; i < n * 4; i++) {
        unsigned char c = (unsigned char)bytes.ptr[i];
        zero[i % 4] += c == 0;
        control += c > 0 && c < 9;
    }
    size_t most = n - n / 4, few = n / 8;
    if (n == 0 || zero[0] + zero[1] + zero[2] + zero[3] == 0 || control > few)
        return NULL;
    bool z0 = zero[0] >= most, z1 = zero[1] >= most, z2 = zero[2] >= most, z3 = zero[3] >= most;
    if (z1 && z2 && z3 && zero[0] <= few)
        return "UTF-32LE";
    if (z0 && z1 && z2 && zero[3] <= few)
        return "UTF-32BE";
    if (zero[0] + zero[2] <= few && zero[1] + zero[3] >= n / 2)
        return "UTF-16LE";
    if (zero[1] + zero[3] <= few && zero[0] + zero[2] >= n / 2)
        return "UTF-16BE";
    return NULL;
}

/* Accented lower-case letters of western languages: what a right reading of Latin text has many
 * of, and a wrong one hardly any. */
static bool is_western(uint32_t c)
{
    return (c >= 0xDF && c <= 0xFF && c != 0xF7 && c != 0xF0 && c != 0xFE) || c == 0x153;
}

/* Letters between letters count for a reading, signs between letters against it. */
static int latin_score(vt_str text)
{
    int score = 0;
    uint32_t before = ' ', here = ' ';
    for (size_t at = 0; at <= text.len;) {
        uint32_t next = ' ';
        size_t n = at < text.len ? VT_MAX(char_len(text, at), (size_t)1) : 1;
        if (at < text.len) {
            next = (unsigned char)text.ptr[at];
            if (n > 1)
                next &= 0xFFu >> (n + 1);
            for (size_t i = 1; i < n; i++)
                next = next << 6 | ((unsigned char)text.ptr[at + i] & 0x3Fu);
        }
        bool left = before < 0x80 && vt_is_alpha((int)before);
        bool right = next < 0x80 && vt_is_alpha((int)next);
        if (here >= 0x80 && is_western(here) && (left || right))
            score += 2;
        else if (here >= 0xC0 && here <= 0xDE && here != 0xD7 && right && !left)
            score += 2;
        else if (here >= 0x80 && left && right && here != 0x2019 && here != 0xB7 && here != 0xAD)
            score -= 3;
        before = here;
        here = next;
        at += n;
    }
    return score;
}

static vt_str best_latin(vt_arena *arena, vt_str bytes)
{
    static const char *const sets[] = {"windows-1252", "macintosh", "ibm-850"};
    vt_str best = VT_STR_NULL;
    int best_score = 0;
    for (size_t i = 0; i < VT_COUNT(sets); i++) {
        vt_str text = vt_encoding_convert(arena, bytes, sets[i]);
        if (!text.ptr)
            continue;
        int score =
            latin_score(vt_str_sub(text, 0, SAMPLE)) - (int)VT_MIN(count_faults(text), 1000u);
        if (!best.ptr || score > best_score) {
            best = text;
            best_score = score;
        }
    }
    return best.ptr ? best : repair(arena, bytes);
}

static bool is_latin_set(const char *name)
{
    static const char *const sets[] = {"ISO-8859-1", "windows-1252", "ISO-8859-9", "windows-1254",
                                       "UTF-8"};
    for (size_t i = 0; i < VT_COUNT(sets); i++)
        if (strcmp(name, sets[i]) == 0)
            return true;
    return strncmp(name, "IBM", 3) == 0 || strncmp(name, "UTF-", 4) == 0;
}

/* The set that the detector thinks likeliest, as text; the null string when it is a Latin one. */
static vt_str detect(vt_arena *arena, vt_str bytes)
{
    no_files();
    vt_str found = VT_STR_NULL;
    UErrorCode status = U_ZERO_ERROR;
    UCharsetDetector *detector = ucsdet_open(&status);
    if (U_FAILURE(status))
        return found;
    ucsdet_setText(detector, bytes.ptr, (int32_t)VT_MIN(bytes.len, (size_t)SAMPLE), &status);
    int32_t n = 0;
    const UCharsetMatch **matches = ucsdet_detectAll(detector, &n, &status);
    for (int32_t i = 0; U_SUCCESS(status) && i < n && !found.ptr; i++) {
        const char *name = ucsdet_getName(matches[i], &status);
        int32_t confidence = ucsdet_getConfidence(matches[i], &status);
        if (U_FAILURE(status) || confidence < 12 || is_latin_set(name))
            break;
        vt_str text = vt_encoding_convert(arena, bytes, name);
        if (text.ptr && count_faults(text) * 50 <= bytes.len)
            found = text;
    }
    ucsdet_close(detector);
    return found;
}

/* ---- the whole ---- */

vt_str vt_encoding_compose(vt_arena *arena, vt_str text)
{
    /* nothing below U+0300 combines or composes; its UTF-8 starts at CC */
    size_t at = 0;
    while (at < text.len && (unsigned char)text.ptr[at] < 0xCC)
        at++;
    if (at == text.len)
        return text;
    no_files();
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&status);
    size_t room = text.len + 1;
    VT_AUTO(vt_mem)
    UChar *wide = vt_xmalloc(room * sizeof *wide * 4); /* NFC at most triples UTF-16 */
    int32_t n = 0;
    vt_str done = text;
    u_strFromUTF8WithSub(wide, (int32_t)room, &n, text.ptr, (int32_t)text.len, 0xFFFD, NULL,
                         &status);
    if (U_SUCCESS(status) && unorm2_quickCheck(nfc, wide, n, &status) != UNORM_YES) {
        int32_t len = unorm2_normalize(nfc, wide, n, wide + room, (int32_t)room * 3, &status);
        if (U_SUCCESS(status))
            done = from_utf16(arena, wide + room, len);
    }
    return done;
}

static vt_str declared_text(vt_arena *arena, vt_str bytes, vt_str declared)
{
    if (declared.len == 0 || declared.len > 40)
        return VT_STR_NULL;
    const char *name = vt_str_cstr(arena, declared);
    if (vt_str_eq_nocase(declared, VT_STR("iso-8859-1")) ||
        vt_str_eq_nocase(declared, VT_STR("us-ascii")))
        name = "windows-1252"; /* as browsers do */
    vt_str text = vt_encoding_convert(arena, bytes, name);
    return text.ptr && count_faults(text) * 100 <= bytes.len ? text : VT_STR_NULL;
}

vt_str vt_encoding_decode(vt_arena *arena, vt_str bytes, vt_str declared)
{
    size_t skip = 0, bad = 0, wide = 0;
    const char *charset = of_mark(bytes, &skip);
    if (!charset)
        charset = of_nuls(bytes);
    vt_str body = vt_str_sub(bytes, skip, bytes.len), text = VT_STR_NULL;
    if (charset && strcmp(charset, "UTF-8") != 0)
        text = vt_encoding_convert(arena, body, charset);
    if (!text.ptr) {
        count_utf8(body, &bad, &wide);
        if (bad == 0 || charset || bad * 20 <= wide)
            text = repair(arena, body);
    }
    if (!text.ptr)
        text = declared_text(arena, body, declared);
    if (!text.ptr)
        text = detect(arena, body);
    if (!text.ptr)
        text = best_latin(arena, body);
    return vt_encoding_compose(arena, text);
}

bool vt_encoding_is_text(vt_str bytes)
{
    vt_str sample = vt_str_sub(bytes, 0, SAMPLE);
    size_t skip = 0, control = 0;
    if (of_mark(sample, &skip) || of_nuls(sample))
        return true;
    for (size_t i = 0; i < sample.len; i++) {
        unsigned char c = (unsigned char)sample.ptr[i];
        control += (c < 0x20 && !vt_is_space(c) && c != 0x1B) || c == 0x7F;
        if (c == 0)
            return false;
    }
    return control * 50 <= sample.len;
}
