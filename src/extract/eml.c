/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mail (RFC 5322, MIME): the attached document that is likeliest the resume, else the text of
 * the message. Parts are walked to a small depth; mails inside of mails are not opened.
 */
#include "extract/readers.h"

#include "base/buf.h"
#include "base/hash.h"
#include "doc/flow.h"
#include "extract/encoding.h"
#include "extract/html.h"

enum { DEPTH_MAX = 8, PARTS_MAX = 64, HEADER_MAX = 4096 };

struct part {
    vt_str type, charset, filename, body; /* body: decoded */
    vt_format format;                     /* of the body */
};

struct mail {
    vt_arena *arena;
    struct part parts[PARTS_MAX];
    size_t n;
};

/* ---- headers ---- */

/* Header fields end at the first empty line. */
static vt_str cut_headers(vt_str *rest)
{
    vt_str whole = *rest, line;
    while (vt_str_split(rest, '\n', &line))
        if (vt_str_trim(line).len == 0)
            break;
    return vt_str_sub(whole, 0, whole.len - rest->len);
}

/* The value of a field with its folded lines, in the arena; the null string when absent. */
static vt_str field(vt_arena *arena, vt_str headers, const char *name)
{
    vt_str line;
    char *out = NULL;
    size_t n = 0, key = strlen(name);
    while (vt_str_split(&headers, '\n', &line)) {
        bool folded = line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
        if (out && !folded)
            break;
        bool found =
            vt_str_starts_nocase(line, vt_str_z(name)) && line.len > key && line.ptr[key] == ':';
        if (found)
            out = vt_arena_alloc(arena, HEADER_MAX);
        if (!out)
            continue;
        vt_str value = vt_str_trim(found ? vt_str_sub(line, key + 1, line.len) : line);
        size_t take = VT_MIN(value.len, HEADER_MAX - 1 - n);
        memcpy(out + n, value.ptr, take);
        n += take;
        if (n < HEADER_MAX - 1)
            out[n++] = ' ';
    }
    return out ? vt_str_trim(vt_str_n(out, n)) : VT_STR_NULL;
}

/* A parameter: name="value" or name=value. */
static vt_str parameter(vt_str value, const char *name)
{
    vt_str key = vt_str_z(name);
    for (size_t at = 0; at + key.len < value.len; at++) {
        bool starts =
            at > 0 && (value.ptr[at - 1] == ';' || vt_is_space((unsigned char)value.ptr[at - 1]));
        vt_str rest = vt_str_sub(value, at, value.len);
        if (!starts || !vt_str_starts_nocase(rest, key))
            continue;
        rest = vt_str_trim(vt_str_sub(rest, key.len, rest.len));
        if (rest.len == 0 || rest.ptr[0] != '=')
            continue;
        rest = vt_str_trim(vt_str_sub(rest, 1, rest.len));
        bool quoted = rest.len && rest.ptr[0] == '"';
        size_t end = quoted ? vt_str_find_char(rest, '"', 1) : vt_str_find_char(rest, ';', 0);
        return vt_str_trim(vt_str_sub(rest, quoted, end == VT_NPOS ? rest.len : end));
    }
    return VT_STR_NULL;
}

/* ---- bodies ---- */

static int hex(char c)
{
    c = vt_lower(c);
    return vt_is_digit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static vt_str quoted_printable(vt_arena *arena, vt_str s)
{
    char *out = vt_arena_alloc(arena, s.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] != '=') {
            out[n++] = s.ptr[i];
            continue;
        }
        vt_str next = vt_str_sub(s, i + 1, i + 3);
        if (next.len && next.ptr[0] == '\n') {
            i += 1;
        } else if (vt_str_eq(next, VT_STR("\r\n"))) {
            i += 2;
        } else if (next.len == 2 && hex(next.ptr[0]) >= 0 && hex(next.ptr[1]) >= 0) {
            out[n++] = (char)(hex(next.ptr[0]) * 16 + hex(next.ptr[1]));
            i += 2;
        } else {
            out[n++] = '=';
        }
    }
    return vt_str_n(out, n);
}

static vt_str base64(vt_arena *arena, vt_str s)
{
    char *packed = vt_arena_alloc(arena, s.len + 4), *out = vt_arena_alloc(arena, s.len + 4);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++)
        if (vt_is_alnum((unsigned char)s.ptr[i]) || s.ptr[i] == '+' || s.ptr[i] == '/')
            packed[n++] = s.ptr[i];
    while (n % 4)
        packed[n++] = '=';
    size_t len = vt_base64_decode(vt_str_n(packed, n), out);
    return len == VT_NPOS ? VT_STR("") : vt_str_n(out, len);
}

static vt_str decode(vt_arena *arena, vt_str body, vt_str encoding)
{
    if (vt_str_eq_nocase(encoding, VT_STR("base64")))
        return base64(arena, body);
    if (vt_str_eq_nocase(encoding, VT_STR("quoted-printable")))
        return quoted_printable(arena, body);
    return body;
}

static void walk_part(struct mail *m, vt_str text, size_t depth);

static void walk_multipart(struct mail *m, vt_str body, vt_str boundary, size_t depth)
{
    vt_str mark = vt_str_format(m->arena, "--" VT_STR_FMT, VT_STR_ARG(boundary));
    size_t at = vt_str_find(body, mark, 0);
    while (at != VT_NPOS && m->n < PARTS_MAX) {
        size_t from = vt_str_find_char(body, '\n', at + mark.len);
        if (from == VT_NPOS ||
            vt_str_starts(vt_str_sub(body, at + mark.len, body.len), VT_STR("--")))
            return;
        at = vt_str_find(body, mark, from);
        walk_part(m, vt_str_sub(body, from + 1, at == VT_NPOS ? body.len : at), depth + 1);
    }
}

static void walk_part(struct mail *m, vt_str text, size_t depth)
{
    vt_str body = text, headers = cut_headers(&body);
    vt_str type = field(m->arena, headers, "Content-Type");
    vt_str boundary = parameter(type, "boundary");
    if (vt_str_starts_nocase(type, VT_STR("multipart/")) && boundary.len) {
        if (depth < DEPTH_MAX)
            walk_multipart(m, body, boundary, depth);
        return;
    }
    if (m->n == PARTS_MAX || vt_str_starts_nocase(type, VT_STR("message/")))
        return;
    vt_str where = field(m->arena, headers, "Content-Disposition");
    struct part part = {.type = type, .charset = parameter(type, "charset")};
    part.filename = parameter(where, "filename");
    if (part.filename.len == 0)
        part.filename = parameter(type, "name");
    part.body = decode(m->arena, body, field(m->arena, headers, "Content-Transfer-Encoding"));
    part.format = vt_sniff(part.body, part.filename, VT_STR_NULL);
    m->parts[m->n++] = part;
}

/* ---- choice ---- */

static bool is_document(vt_format f)
{
    return f == VT_FORMAT_PDF || f == VT_FORMAT_DOCX || f == VT_FORMAT_DOC || f == VT_FORMAT_ODT ||
           f == VT_FORMAT_RTF;
}

static bool contains_nocase(vt_str s, vt_str word)
{
    for (size_t i = 0; i + word.len <= s.len; i++)
        if (vt_str_eq_nocase(vt_str_sub(s, i, i + word.len), word))
            return true;
    return false;
}

/* How likely a part is the resume: its name, then documents before pictures and texts. */
static int score(const struct part *part)
{
    static const char *const names[] = {"resume", "cv", "lebenslauf", "curriculum", "vitae"};
    bool picture = part->format >= VT_FORMAT_JPEG && part->format <= VT_FORMAT_WEBP;
    int points = is_document(part->format) ? 10 : 0;
    if (part->filename.len && !picture)
        points += 3;
    if (picture && part->body.len > 100000)
        points = 2; /* a scan; small ones are logos */
    for (size_t i = 0; i < VT_COUNT(names); i++)
        points += part->filename.len && contains_nocase(part->filename, vt_str_z(names[i])) ? 5 : 0;
    if (contains_nocase(part->filename, VT_STR("letter")))
        points -= 4;
    return points;
}

/* The text of the message: its plain form when it has one. */
static vt_status read_message(struct mail *m, const vt_extract_options *options, vt_doc **ret,
                              vt_error *err)
{
    const struct part *html = NULL;
    for (size_t i = 0; i < m->n; i++) {
        const struct part *part = &m->parts[i];
        vt_str text = vt_encoding_decode(m->arena, part->body, part->charset);
        if (vt_str_starts_nocase(part->type, VT_STR("text/html")))
            html = html ? html : part;
        else if ((part->type.len == 0 || vt_str_starts_nocase(part->type, VT_STR("text/plain"))) &&
                 vt_str_trim(text).len)
            return vt_read_plain(m->arena, text, options, ret, err);
    }
    if (!html)
        return vt_fail(err, VT_E_EMPTY, "the mail has neither a text nor a document");
    vt_flow *flow = vt_flow_new(m->arena, VT_FORMAT_EML);
    VT_TRY(
        vt_html_flow(m->arena, vt_encoding_decode(m->arena, html->body, html->charset), flow, err));
    return vt_flow_finish(flow, ret, err);
}

vt_status vt_read_eml(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                      vt_doc **ret, vt_error *err)
{
    struct mail *m = VT_NEW(arena, struct mail);
    m->arena = arena;
    walk_part(m, bytes, 0);
    const struct part *best = NULL;
    for (size_t i = 0; i < m->n; i++)
        if (score(&m->parts[i]) > 0 && m->parts[i].format != VT_FORMAT_EML &&
            vt_extract_supports(m->parts[i].format) && (!best || score(&m->parts[i]) > score(best)))
            best = &m->parts[i];
    if (!best)
        return read_message(m, options, ret, err);
    vt_extract_options used = *options;
    used.format = VT_FORMAT_UNKNOWN;
    return vt_extract(arena, best->body, best->filename, VT_STR_NULL, &used, ret, err);
}
