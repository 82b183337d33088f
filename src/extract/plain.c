/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain text: one line of the file is one line of the document, with its indent and the columns
 * that runs of spaces make. Lines that are far too long for a page are paragraphs and wrap.
 *
 * Rules ("-----", "=====") are no words: a rule right under a short line that follows an empty
 * line, a rule or nothing makes that line a heading; any other is a gap. Box-drawing characters
 * count as spaces.
 */
#include "extract/readers.h"

#include "base/limits.h"
#include "base/vec.h"
#include "doc/flow.h"
#include "extract/encoding.h"

enum { HEADING_MAX = 60, RULE_MIN = 3 };

struct line {
    vt_str text; /* without white space at its end */
    bool rule, double_rule, page_break;
};
typedef VT_VEC(struct line) line_list;

static bool is_blank(vt_str s)
{
    return vt_str_trim(s).len == 0;
}

/* The sign at `at` when it may be part of a drawn rule: its length, else 0. */
static size_t rule_sign(vt_str s, size_t at)
{
    static const char *const signs[] = {"-",
                                        "=",
                                        "_",
                                        "*",
                                        "~",
                                        "#",
                                        "+",
                                        "\xE2\x80\x93",
                                        "\xE2\x80\x94",
                                        "\xE2\x80\x95",
                                        "\xE2\x80\xBE",
                                        "\xC2\xAF",
                                        "\xE2\x95\x90"};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_starts(vt_str_sub(s, at, s.len), vt_str_z(signs[i])))
            return strlen(signs[i]);
    /* U+2500..U+259F: E2 94 80 .. E2 96 9F */
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    return s.len - at >= 3 && p[0] == 0xE2 && p[1] >= 0x94 && p[1] <= 0x96 ? 3 : 0;
}

static bool is_rule(vt_str s, bool *ret_double)
{
    size_t signs = 0, equals = 0;
    s = vt_str_trim(s);
    for (size_t at = 0; at < s.len;) {
        size_t n = s.ptr[at] == ' ' ? 1 : rule_sign(s, at);
        if (n == 0)
            return false;
        equals += s.ptr[at] == '=';
        signs += s.ptr[at] != ' ';
        at += n;
    }
    *ret_double = equals * 2 > signs;
    return signs >= RULE_MIN;
}

static vt_str trim_end(vt_str s)
{
    while (s.len && vt_is_space((unsigned char)s.ptr[s.len - 1]))
        s.len--;
    return s;
}

static void add_line(vt_arena *arena, line_list *lines, vt_str text, bool page_break)
{
    struct line line = {.text = trim_end(text), .page_break = page_break};
    line.rule = is_rule(line.text, &line.double_rule);
    vt_vec_push(arena, lines, line);
}

/* Cuts at CR LF, CR, LF, NEL, line and paragraph separators; form feeds are page breaks. */
static void cut_lines(vt_arena *arena, vt_str text, line_list *lines)
{
    size_t from = 0;
    bool page_break = false;
    for (size_t at = 0; at < text.len;) {
        vt_str rest = vt_str_sub(text, at, text.len);
        size_t n = 0;
        if (vt_str_starts(rest, VT_STR("\r\n")))
            n = 2;
        else if (rest.ptr[0] == '\n' || rest.ptr[0] == '\r' || rest.ptr[0] == '\f' ||
                 rest.ptr[0] == '\v')
            n = 1;
        else if (vt_str_starts(rest, VT_STR("\xC2\x85")))
            n = 2;
        else if (vt_str_starts(rest, VT_STR("\xE2\x80\xA8")) ||
                 vt_str_starts(rest, VT_STR("\xE2\x80\xA9")))
            n = 3;
        if (n == 0) {
            at++;
            continue;
        }
        if (rest.ptr[0] != '\f' || at > from) {
            add_line(arena, lines, vt_str_sub(text, from, at), page_break);
            page_break = false;
        }
        page_break |= rest.ptr[0] == '\f';
        at += n;
        from = at;
    }
    if (from < text.len)
        add_line(arena, lines, vt_str_sub(text, from, text.len), page_break);
}

static uint32_t heading_level(const line_list *lines, size_t i)
{
    if (i + 1 >= lines->n || !lines->at[i + 1].rule || lines->at[i].text.len > HEADING_MAX)
        return 0;
    if (i > 0 && !lines->at[i - 1].rule && !is_blank(lines->at[i - 1].text))
        return 0;
    return lines->at[i + 1].double_rule ? 1 : 2;
}

/* Box-drawing characters part the text as spaces would. */
static void put_text(vt_flow *flow, vt_str text)
{
    size_t from = 0;
    for (size_t at = 0; at < text.len;) {
        const unsigned char *p = (const unsigned char *)text.ptr + at;
        bool box = text.len - at >= 3 && p[0] == 0xE2 && (p[1] == 0x94 || p[1] == 0x95);
        if (!box) {
            at++;
            continue;
        }
        vt_flow_text(flow, NULL, vt_str_sub(text, from, at));
        vt_flow_text(flow, NULL, VT_STR(" "));
        from = at += 3;
    }
    vt_flow_text(flow, NULL, vt_str_sub(text, from, text.len));
}

vt_status vt_read_plain(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                        vt_doc **ret, vt_error *err)
{
    (void)options;
    vt_str text = vt_encoding_decode(arena, bytes, VT_STR_NULL);
    if (text.len > VT_MAX_TEXT_BYTES)
        return vt_fail(err, VT_E_LIMIT, "the text has %zu bytes, more than %u", text.len,
                       VT_MAX_TEXT_BYTES);
    line_list lines = {0};
    cut_lines(arena, text, &lines);
    if (lines.n > VT_MAX_LINES)
        return vt_fail(err, VT_E_LIMIT, "the text has %zu lines, more than %u", lines.n,
                       VT_MAX_LINES);
    vt_flow *flow = vt_flow_new(arena, VT_FORMAT_TEXT);
    for (size_t i = 0; i < lines.n; i++) {
        if (lines.at[i].page_break)
            vt_flow_page_break(flow);
        vt_flow_para para = {.preformatted = true, .heading_level = heading_level(&lines, i)};
        vt_flow_begin_para(flow, &para);
        if (!lines.at[i].rule)
            put_text(flow, lines.at[i].text);
        vt_flow_end_para(flow);
    }
    return vt_flow_finish(flow, ret, err);
}
