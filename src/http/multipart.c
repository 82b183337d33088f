/* SPDX-License-Identifier: Apache-2.0 */
/*
 * body  = [preamble CRLF] "--" boundary CRLF part *(CRLF "--" boundary CRLF part)
 *         CRLF "--" boundary "--" [epilogue]
 * part  = *(header CRLF) CRLF bytes
 *
 * A lone LF is taken for CRLF in headers. A body without its last boundary was cut and is refused.
 */
#include "http/multipart.h"

static vt_str skip_spaces(vt_str s)
{
    while (s.len && vt_is_space(s.ptr[0]))
        s = vt_str_sub(s, 1, s.len);
    return s;
}

/* The text of a quoted string from its first quote on, with its escapes; *rest moves behind the
 * closing quote. */
static vt_str take_quoted(vt_str *rest)
{
    size_t at = 1;
    while (at < rest->len && rest->ptr[at] != '"')
        at += rest->ptr[at] == '\\' && at + 1 < rest->len ? 2 : 1;
    at = VT_MIN(at, rest->len);
    vt_str text = vt_str_sub(*rest, 1, at);
    *rest = vt_str_sub(*rest, at + 1, rest->len);
    return text;
}

static vt_str unescape(vt_arena *arena, vt_str quoted)
{
    if (vt_str_find_char(quoted, '\\', 0) == VT_NPOS)
        return quoted;
    char *text = vt_arena_alloc(arena, quoted.len + 1);
    size_t n = 0;
    for (size_t at = 0; at < quoted.len; at++) {
        bool escaped = quoted.ptr[at] == '\\' && at + 1 < quoted.len &&
                       (quoted.ptr[at + 1] == '"' || quoted.ptr[at + 1] == '\\');
        at += escaped;
        text[n++] = quoted.ptr[at];
    }
    return vt_str_n(text, n);
}

vt_str vt_header_parameter(vt_arena *arena, vt_str field, const char *name)
{
    size_t semicolon = vt_str_find_char(field, ';', 0);
    vt_str rest = semicolon == VT_NPOS ? VT_STR("") : vt_str_sub(field, semicolon + 1, field.len);
    while (rest.len) {
        rest = skip_spaces(rest);
        size_t n = 0;
        while (n < rest.len && rest.ptr[n] != '=' && rest.ptr[n] != ';')
            n++;
        vt_str key = vt_str_trim(vt_str_sub(rest, 0, n)), value = VT_STR("");
        bool has_value = n < rest.len && rest.ptr[n] == '=';
        rest = skip_spaces(vt_str_sub(rest, n + has_value, rest.len));
        bool quoted = has_value && rest.len && rest.ptr[0] == '"';
        if (quoted) {
            value = take_quoted(&rest);
        } else if (has_value) {
            size_t end = vt_str_find_char(rest, ';', 0);
            end = end == VT_NPOS ? rest.len : end;
            value = vt_str_trim(vt_str_sub(rest, 0, end));
            rest = vt_str_sub(rest, end, rest.len);
        }
        if (vt_str_eq_nocase(key, vt_str_z(name))) /* nothing is copied but this one */
            return quoted ? unescape(arena, value) : value;
        size_t next = vt_str_find_char(rest, ';', 0);
        rest = next == VT_NPOS ? VT_STR("") : vt_str_sub(rest, next + 1, rest.len);
    }
    return VT_STR_NULL;
}

static void read_header(vt_arena *arena, vt_str line, vt_part *part)
{
    size_t colon = vt_str_find_char(line, ':', 0);
    if (colon == VT_NPOS)
        return;
    vt_str name = vt_str_trim(vt_str_sub(line, 0, colon));
    vt_str value = vt_str_trim(vt_str_sub(line, colon + 1, line.len));
    if (vt_str_eq_nocase(name, VT_STR("Content-Disposition"))) {
        part->name = vt_header_parameter(arena, value, "name");
        part->filename = vt_header_parameter(arena, value, "filename");
    } else if (vt_str_eq_nocase(name, VT_STR("Content-Type"))) {
        part->content_type = value;
    } else if (vt_str_eq_nocase(name, VT_STR("Content-Transfer-Encoding"))) {
        part->transfer_encoding = value;
    }
}

/* The headers of a part; *ret_body is what stands behind the empty line. */
static vt_status read_headers(vt_arena *arena, vt_str bytes, vt_part *part, vt_error *err)
{
    vt_str rest = bytes;
    for (;;) {
        size_t end = vt_str_find_char(vt_str_sub(rest, 0, VT_MAX_PART_HEADERS), '\n', 0);
        if (end == VT_NPOS || rest.ptr - bytes.ptr > VT_MAX_PART_HEADERS)
            return vt_fail(err, VT_E_FORMAT, "a part without an end of its headers");
        vt_str line = vt_str_sub(rest, 0, end);
        if (line.len && line.ptr[line.len - 1] == '\r')
            line.len--;
        rest = vt_str_sub(rest, end + 1, rest.len);
        if (line.len == 0)
            break;
        read_header(arena, line, part);
    }
    part->body = vt_str_n(rest.ptr ? rest.ptr : "", rest.len);
    if (!part->name.ptr)
        return vt_fail(err, VT_E_FORMAT, "a part without a name");
    return VT_OK;
}

/* The next delimiter line at or after `from`: where it starts (with its CRLF), where the text
 * behind it starts, and whether it is the last one. */
static bool find_delimiter(vt_str body, vt_str dashes, size_t from, size_t *ret_start,
                           size_t *ret_end, bool *ret_last)
{
    for (size_t at = vt_str_find(body, dashes, from); at != VT_NPOS;
         at = vt_str_find(body, dashes, at + 1)) {
        size_t start = at;
        if (at > 0 && body.ptr[at - 1] != '\n')
            continue;
        start -= at > 0;
        start -= start > 0 && at > 0 && body.ptr[start - 1] == '\r';
        size_t end = at + dashes.len;
        *ret_last = vt_str_starts(vt_str_sub(body, end, body.len), VT_STR("--"));
        while (end < body.len && (body.ptr[end] == ' ' || body.ptr[end] == '\t'))
            end++;
        if (!*ret_last && !vt_str_starts(vt_str_sub(body, end, body.len), VT_STR("\r\n")) &&
            !vt_str_starts(vt_str_sub(body, end, body.len), VT_STR("\n")))
            continue; /* a longer word that begins like the boundary */
        while (!*ret_last && end < body.len && body.ptr[end] != '\n')
            end++;
        *ret_start = start;
        *ret_end = end + !*ret_last;
        return true;
    }
    return false;
}

vt_status vt_multipart_parse_most(vt_arena *arena, vt_str content_type, vt_str body,
                                  size_t max_parts, vt_parts *ret, vt_error *err)
{
    vt_str boundary = vt_header_parameter(arena, content_type, "boundary");
    if (boundary.len == 0 || boundary.len > 200)
        return vt_fail(err, VT_E_FORMAT, "the Content-Type has no boundary");
    vt_str dashes = vt_str_format(arena, "--" VT_STR_FMT, VT_STR_ARG(boundary));

    size_t start, text, next, after;
    bool last;
    if (!find_delimiter(body, dashes, 0, &start, &text, &last))
        return vt_fail(err, VT_E_FORMAT, "the body does not have the boundary of its Content-Type");
    while (!last) {
        if (!find_delimiter(body, dashes, text, &next, &after, &last))
            return vt_fail(err, VT_E_FORMAT, "the body ends before its last boundary");
        if (ret->n == max_parts)
            return vt_fail(err, VT_E_LIMIT, "more than %zu parts", max_parts);
        vt_part part = {0};
        VT_TRY(read_headers(arena, vt_str_sub(body, text, VT_MAX(next, text)), &part, err));
        vt_vec_push(arena, ret, part);
        text = after;
    }
    return VT_OK;
}

vt_status vt_multipart_parse(vt_arena *arena, vt_str content_type, vt_str body, vt_parts *ret,
                             vt_error *err)
{
    return vt_multipart_parse_most(arena, content_type, body, VT_MAX_PARTS, ret, err);
}
