/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain text: one line of the file is one line of the document, with its indent and the columns
 * that runs of spaces make. Lines that are far too long for a page are paragraphs and wrap.
 *
 * Rules ("-----", "=====") are no words: a rule right under a short line that follows an empty
 * line, a rule or nothing makes that line a heading, and so does one before or after its words
 * ("SKILLS ------"); any other is a gap. Box-drawing characters count as spaces. Many texts are
 * half Markdown: "**words**" are bold, "[words](address)" are a link.
 */
#include "extract/readers.h"

#include "base/limits.h"
#include "base/vec.h"
#include "doc/flow.h"
#include "extract/encoding.h"
#include "text/mojibake.h"

enum { HEADING_MAX = 60, RULE_MIN = 3 };

struct line {
    vt_str text; /* without white space at its end */
    bool rule, double_rule, page_break;
    bool ruled; /* stood between or before rule signs */
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

/* Cuts runs of five and more rule signs off both ends. */
static bool cut_rules(vt_str *text)
{
    enum { RUN_MIN = 5 };
    vt_str s = *text;
    size_t signs = 0, at = 0;
    for (size_t n; at < s.len && (n = rule_sign(s, at)) > 0; at += n)
        signs++;
    if (signs >= RUN_MIN && at < s.len && s.ptr[at] == ' ')
        s = vt_str_sub(s, at + 1, s.len);
    size_t end = s.len;
    for (signs = 0; end > 0; signs++) {
        size_t n = s.ptr[end - 1] < 0 && end >= 3 ? 3 : 1;
        if (rule_sign(s, end - n) != n)
            break;
        end -= n;
    }
    if (signs >= RUN_MIN && end > 0 && s.ptr[end - 1] == ' ')
        s = vt_str_sub(s, 0, end - 1);
    bool cut = s.len < text->len;
    *text = trim_end(s);
    return cut;
}

static void add_line(vt_arena *arena, line_list *lines, vt_str text, bool page_break)
{
    struct line line = {.text = trim_end(text), .page_break = page_break};
    line.rule = is_rule(line.text, &line.double_rule);
    if (!line.rule)
        line.ruled = cut_rules(&line.text);
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
    if (lines->at[i].text.len > HEADING_MAX)
        return 0;
    if (lines->at[i].ruled)
        return 2;
    if (i + 1 >= lines->n || !lines->at[i + 1].rule)
        return 0;
    if (i > 0 && !lines->at[i - 1].rule && !is_blank(lines->at[i - 1].text))
        return 0;
    return lines->at[i + 1].double_rule ? 1 : 2;
}

/* Box-drawing characters part the text as spaces would. */
static void put_text(vt_flow *flow, const vt_flow_style *style, vt_str text)
{
    size_t from = 0;
    for (size_t at = 0; at < text.len;) {
        const unsigned char *p = (const unsigned char *)text.ptr + at;
        bool box = text.len - at >= 3 && p[0] == 0xE2 && (p[1] == 0x94 || p[1] == 0x95);
        if (!box) {
            at++;
            continue;
        }
        vt_flow_text(flow, style, vt_str_sub(text, from, at));
        vt_flow_text(flow, style, VT_STR(" "));
        from = at += 3;
    }
    vt_flow_text(flow, style, vt_str_sub(text, from, text.len));
}

/* "[words](address)" at `at`: its parts and length, or 0. */
static size_t link_at(vt_str s, size_t at, vt_str *ret_words, vt_str *ret_address)
{
    size_t close = s.ptr[at] == '[' ? vt_str_find_char(s, ']', at) : VT_NPOS;
    if (close == VT_NPOS || close + 1 >= s.len || s.ptr[close + 1] != '(')
        return 0;
    size_t end = vt_str_find_char(s, ')', close);
    *ret_words = vt_str_sub(s, at + 1, close);
    *ret_address = vt_str_sub(s, close + 2, end == VT_NPOS ? 0 : end);
    if (end == VT_NPOS || vt_str_find_char(*ret_address, ' ', 0) != VT_NPOS ||
        (vt_str_find_char(*ret_address, ':', 0) == VT_NPOS &&
         vt_str_find_char(*ret_address, '.', 0) == VT_NPOS))
        return 0;
    return end + 1 - at;
}

/* A line with the marks of Markdown that plain text often has. */
static void put_line(vt_flow *flow, vt_str line)
{
    vt_flow_style style = {0};
    size_t from = 0;
    for (size_t at = 0; at < line.len;) {
        vt_str words, address;
        bool bold = vt_str_starts(vt_str_sub(line, at, at + 2), VT_STR("**")) &&
                    (style.bold || vt_str_find(line, VT_STR("**"), at + 2) != VT_NPOS);
        size_t n = bold ? 2 : link_at(line, at, &words, &address);
        if (n == 0) {
            at++;
            continue;
        }
        put_text(flow, &style, vt_str_sub(line, from, at));
        if (bold) {
            style.bold = !style.bold;
        } else {
            vt_flow_style link = style;
            link.link = address;
            put_text(flow, &link, words);
        }
        from = at += n;
    }
    put_text(flow, &style, vt_str_sub(line, from, line.len));
}

vt_status vt_read_plain(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                        vt_doc **ret, vt_error *err)
{
    (void)options;
    vt_str text = vt_mojibake_repair(arena, vt_encoding_decode(arena, bytes, VT_STR_NULL));
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
            put_line(flow, lines.at[i].text);
        vt_flow_end_para(flow);
    }
    VT_TRY(vt_flow_finish(flow, ret, err));
    (*ret)->source = text;
    return VT_OK;
}
