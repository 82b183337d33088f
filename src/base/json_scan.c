/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json_scan.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

enum { MAX_NUMBER = 512 }; /* characters */

vt_status vt_json_scan_fail(const vt_json_scan *s, const char *what, vt_error *err)
{
    size_t line = 1, start = 0, end = VT_MIN(s->at, s->text.len);
    for (size_t i = 0; err && i < end; i++)
        if (s->text.ptr[i] == '\n') {
            line++;
            start = i + 1;
        }
    return vt_fail(err, VT_E_FORMAT, "line %zu, column %zu: %s", line, end - start + 1, what);
}

static void skip_space(vt_json_scan *s)
{
    while (s->at < s->text.len) {
        char c = s->text.ptr[s->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            break;
        s->at++;
    }
}

/* ---- strings ---- */

static bool read_hex(vt_str text, size_t at, uint32_t *ret)
{
    uint32_t value = 0;
    if (text.len < at + 4)
        return false;
    for (size_t i = at; i < at + 4; i++) {
        char c = vt_lower(text.ptr[i]);
        bool letter = c >= 'a' && c <= 'f';
        if (!vt_is_digit(c) && !letter)
            return false;
        value = value * 16 + (uint32_t)(letter ? c - 'a' + 10 : c - '0');
    }
    *ret = value;
    return true;
}

/* An escape at its backslash: its length and code point; 0 when there is no such. */
static size_t read_escape(vt_str text, size_t at, uint32_t *ret)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = at + 1 < text.len ? text.ptr[at + 1] : 0;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        *ret = (unsigned char)meant[letter - letters];
        return 2;
    }
    uint32_t high, low = 0;
    if (c != 'u' || !read_hex(text, at + 2, &high) || high == 0 ||
        (high >= 0xDC00 && high < 0xE000))
        return 0;
    *ret = high;
    if (high < 0xD800 || high >= 0xE000)
        return 6;
    bool pair = text.len >= at + 12 && text.ptr[at + 6] == '\\' && text.ptr[at + 7] == 'u' &&
                read_hex(text, at + 8, &low) && low >= 0xDC00 && low < 0xE000;
    if (!pair)
        return 0;
    *ret = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    return 12;
}

static vt_status scan_string(vt_json_scan *s, vt_json_token *ret, vt_error *err)
{
    vt_str text = s->text;
    size_t start = ++s->at;
    uint32_t cp;
    for (;;) {
        if (s->at >= text.len)
            return vt_json_scan_fail(s, "the text ends inside a string", err);
        unsigned char c = (unsigned char)text.ptr[s->at];
        if (c == '"')
            break;
        if (c < 0x20)
            return vt_json_scan_fail(s, "a control character in a string", err);
        size_t n = c == '\\' ? read_escape(text, s->at, &cp) : vt_str_utf8(text, s->at, &cp);
        if (n == 0)
            return vt_json_scan_fail(s, c == '\\' ? "an escape that does not exist" : "no UTF-8",
                                     err);
        ret->escaped = ret->escaped || c == '\\';
        s->at += n;
    }
    ret->type = VT_JSON_STRING;
    ret->raw = vt_str_sub(text, start, s->at++);
    return VT_OK;
}

static size_t put_utf8(char *out, uint32_t cp)
{
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    size_t n = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, cp >>= 6)
        out[i] = (char)(0x80 | (cp & 0x3F));
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[n] | cp);
    return n;
}

size_t vt_json_scan_text(const vt_json_token *token, char *out)
{
    vt_str raw = token->raw;
    if (!token->escaped) {
        if (raw.len)
            memcpy(out, raw.ptr, raw.len);
        return raw.len;
    }
    size_t n = 0;
    for (size_t at = 0; at < raw.len;) {
        uint32_t cp = 0;
        size_t length = raw.ptr[at] == '\\' ? read_escape(raw, at, &cp) : 0;
        if (length)
            n += put_utf8(out + n, cp);
        else
            out[n++] = raw.ptr[at];
        at += length ? length : 1;
    }
    return n;
}

/* ---- numbers ---- */

static size_t count_digits(vt_str s, size_t at)
{
    size_t n = 0;
    while (at + n < s.len && vt_is_digit(s.ptr[at + n]))
        n++;
    return n;
}

/* number = ["-"] ("0" / digit1-9 *digit) ["." 1*digit] [("e" / "E") ["+" / "-"] 1*digit] */
static size_t measure_number(vt_str s, bool *ret_whole)
{
    size_t at = s.len && s.ptr[0] == '-' ? 1 : 0, digits = count_digits(s, at);
    if (digits == 0 || (digits > 1 && s.ptr[at] == '0'))
        return 0;
    at += digits;
    *ret_whole = true;
    if (at < s.len && s.ptr[at] == '.') {
        digits = count_digits(s, at + 1);
        if (digits == 0)
            return 0;
        at += digits + 1;
        *ret_whole = false;
    }
    if (at < s.len && (s.ptr[at] == 'e' || s.ptr[at] == 'E')) {
        at++;
        at += at < s.len && (s.ptr[at] == '+' || s.ptr[at] == '-');
        digits = count_digits(s, at);
        if (digits == 0)
            return 0;
        at += digits;
        *ret_whole = false;
    }
    return at;
}

/* A number of the grammar; infinite when it is too large. The C library reads it with the decimal
 * point of the host program's locale. */
static double read_real(vt_str raw)
{
    char text[MAX_NUMBER + 16];
    const char *point = localeconv()->decimal_point;
    size_t dot = vt_str_find_char(raw, '.', 0);
    if (dot == VT_NPOS)
        snprintf(text, sizeof text, VT_STR_FMT, VT_STR_ARG(raw));
    else
        snprintf(text, sizeof text, VT_STR_FMT "%.8s" VT_STR_FMT,
                 VT_STR_ARG(vt_str_sub(raw, 0, dot)), point,
                 VT_STR_ARG(vt_str_sub(raw, dot + 1, raw.len)));
    return strtod(text, NULL);
}

static vt_status scan_number(vt_json_scan *s, vt_json_token *ret, vt_error *err)
{
    vt_str rest = vt_str_sub(s->text, s->at, s->text.len);
    bool whole = false;
    size_t n = measure_number(rest, &whole);
    if (n == 0)
        return vt_json_scan_fail(s, "no number, string, list, object, true, false or null", err);
    if (n > MAX_NUMBER)
        return vt_json_scan_fail(s, "a number of more than 512 characters", err);
    ret->raw = vt_str_sub(rest, 0, n);
    ret->type = whole ? VT_JSON_INT : VT_JSON_REAL;
    if (whole && !vt_str_to_i64(ret->raw, INT64_MIN, INT64_MAX, &ret->integer))
        return vt_json_scan_fail(s, "a whole number of more than 64 bits", err);
    if (!whole) {
        ret->real = read_real(ret->raw);
        if (!isfinite(ret->real))
            return vt_json_scan_fail(s, "a number that is too large", err);
    }
    s->at += n;
    return VT_OK;
}

/* ---- values ---- */

static bool take_word(vt_json_scan *s, const char *word, vt_json_type type, vt_json_token *ret)
{
    vt_str w = vt_str_z(word), rest = vt_str_sub(s->text, s->at, s->text.len);
    if (!vt_str_starts(rest, w))
        return false;
    ret->type = type;
    ret->boolean = word[0] == 't';
    ret->raw = vt_str_sub(rest, 0, w.len);
    s->at += w.len;
    return true;
}

vt_status vt_json_scan_value(vt_json_scan *s, vt_json_token *ret, vt_error *err)
{
    *ret = (vt_json_token){0};
    skip_space(s);
    if (s->at >= s->text.len)
        return vt_json_scan_fail(s, "the text ends where a value is expected", err);
    switch (s->text.ptr[s->at]) {
    case '"':
        return scan_string(s, ret, err);
    case '[':
    case '{':
        ret->type = s->text.ptr[s->at] == '[' ? VT_JSON_ARRAY : VT_JSON_OBJECT;
        s->at++;
        return VT_OK;
    default:
        if (take_word(s, "true", VT_JSON_BOOL, ret) || take_word(s, "false", VT_JSON_BOOL, ret) ||
            take_word(s, "null", VT_JSON_NULL, ret))
            return VT_OK;
        return scan_number(s, ret, err);
    }
}

vt_status vt_json_scan_more(vt_json_scan *s, char close, bool first, bool *ret_more, vt_error *err)
{
    skip_space(s);
    char c = s->at < s->text.len ? s->text.ptr[s->at] : 0;
    *ret_more = c != close;
    if (c == close) {
        s->at++;
        return VT_OK;
    }
    if (first && c)
        return VT_OK;
    if (c != ',')
        return vt_json_scan_fail(s, close == ']' ? "',' or ']' expected" : "',' or '}' expected",
                                 err);
    s->at++;
    return VT_OK;
}

vt_status vt_json_scan_key(vt_json_scan *s, vt_json_token *ret, vt_error *err)
{
    *ret = (vt_json_token){0};
    skip_space(s);
    if (s->at >= s->text.len || s->text.ptr[s->at] != '"')
        return vt_json_scan_fail(s, "the name of a member expected", err);
    VT_TRY(scan_string(s, ret, err));
    skip_space(s);
    if (s->at >= s->text.len || s->text.ptr[s->at] != ':')
        return vt_json_scan_fail(s, "':' expected", err);
    s->at++;
    return VT_OK;
}

vt_status vt_json_scan_end(vt_json_scan *s, vt_error *err)
{
    skip_space(s);
    if (s->at < s->text.len)
        return vt_json_scan_fail(s, "there is more text after the value", err);
    return VT_OK;
}
