/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A document from a few lines of text, as layout would leave it, for tests of the parser:
 * "# " a heading (bold, larger), "## " one of lower rank (bold, less large), "### " a very
 * large line, "! " bold, "- " a list item, "> " indented text, an empty line is space, a tab is a
 * wide gap, "**" turns bold on and off within a line.
 */
#ifndef VT_TESTS_LINES_DOC_H
#define VT_TESTS_LINES_DOC_H

#include "base/buf.h"
#include "doc/doc.h"
#include "text/utf8.h"

typedef struct lines_doc {
    vt_doc *doc;
    vt_buf raw;
    uint32_t chars;
    float y, gap;
} lines_doc;

static inline void lines_doc_char(lines_doc *b, char c)
{
    vt_buf_addc(&b->raw, c);
    b->chars++;
}

static inline void lines_doc_words(lines_doc *b, vt_line *line, vt_str text, float size, bool bold,
                                   float x)
{
    bool wide = false, first = true;
    for (size_t i = 0; i < text.len;) {
        if (text.ptr[i] == ' ' || text.ptr[i] == '\t') {
            wide |= text.ptr[i++] == '\t';
            continue;
        }
        if (text.ptr[i] == '*' && i + 1 < text.len && text.ptr[i + 1] == '*') {
            bold = !bold;
            i += 2;
            continue;
        }
        size_t to = i;
        while (to < text.len && text.ptr[to] != ' ' && text.ptr[to] != '\t' &&
               !(text.ptr[to] == '*' && to + 1 < text.len && text.ptr[to + 1] == '*'))
            to++;
        vt_token t = vt_token_init(vt_str_sub(text, i, to), 0);
        if (!first)
            lines_doc_char(b, ' ');
        x = wide ? 400 : x;
        t.box = (vt_box){x, b->y, x + 5 * (float)(to - i), b->y + size};
        t.size = size;
        t.baseline = b->y + size;
        t.flags = (bold ? VT_TOKEN_BOLD : 0) | (wide ? VT_TOKEN_WIDE_GAP : 0);
        t.line = (uint32_t)b->doc->lines.n;
        t.start = b->chars;
        t.end = b->chars + (uint32_t)vt_utf8_count(t.text);
        vt_buf_add(&b->raw, t.text);
        b->chars = t.end;
        x = t.box.x1 + 5;
        line->box = line->count ? vt_box_union(line->box, t.box) : t.box;
        vt_vec_push(b->doc->arena, &b->doc->tokens, t);
        line->count++;
        wide = first = false;
        i = to;
    }
}

static inline bool lines_doc_is_caps(vt_str s)
{
    bool letter = false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] >= 'a' && s.ptr[i] <= 'z')
            return false;
        letter |= vt_is_upper(s.ptr[i]);
    }
    return letter;
}

static inline void lines_doc_line(lines_doc *b, vt_str text)
{
    float size = 10, x = 50;
    bool bold = false, bullet = false;
    if (vt_str_starts(text, VT_STR("# ")))
        size = 13, bold = true, text = vt_str_sub(text, 2, text.len);
    else if (vt_str_starts(text, VT_STR("## ")))
        size = 11.5f, bold = true, text = vt_str_sub(text, 3, text.len);
    else if (vt_str_starts(text, VT_STR("### ")))
        size = 24, text = vt_str_sub(text, 4, text.len);
    else if (vt_str_starts(text, VT_STR("! ")))
        bold = true, text = vt_str_sub(text, 2, text.len);
    else if (vt_str_starts(text, VT_STR("- ")))
        bullet = true, x = 62, text = vt_str_sub(text, 2, text.len);
    else if (vt_str_starts(text, VT_STR("> ")))
        x = 62, text = vt_str_sub(text, 2, text.len);
    b->y += b->gap;
    vt_line line = {.first = (uint32_t)b->doc->tokens.n,
                    .size = size,
                    .gap_above = b->gap,
                    .indent = x - 50,
                    .start = b->chars,
                    .byte_start = b->raw.len};
    lines_doc_words(b, &line, text, size, bold, x);
    line.flags = (bullet ? VT_LINE_BULLET : 0) | (bold ? VT_LINE_BOLD : 0) |
                 (lines_doc_is_caps(text) ? VT_LINE_CAPS : 0);
    line.baseline = b->y + size;
    line.end = b->chars;
    line.byte_end = b->raw.len;
    lines_doc_char(b, '\n');
    b->y += size;
    b->gap = 3;
    vt_vec_push(b->doc->arena, &b->doc->lines, line);
}

/** The document of a text; everything in the arena. */
static inline vt_doc *lines_doc_new(vt_arena *arena, const char *text)
{
    lines_doc b = {.doc = vt_doc_new(arena, VT_FORMAT_PDF), .y = 40, .gap = 3};
    vt_doc_add_page(b.doc, 600, 800);
    vt_column column = {.box = {50, 40, 550, 760}};
    vt_vec_push(arena, &b.doc->columns, column);
    vt_str rest = vt_str_z(text), line;
    while (vt_str_split(&rest, '\n', &line)) {
        if (line.len)
            lines_doc_line(&b, line);
        else
            b.gap = 14;
    }
    b.doc->raw_text = vt_str_dup(arena, vt_buf_str(&b.raw));
    b.doc->raw_text_chars = b.chars;
    for (size_t i = 0; i < b.doc->lines.n; i++) {
        vt_line *l = &b.doc->lines.at[i];
        l->text = vt_str_sub(b.doc->raw_text, l->byte_start, l->byte_end);
    }
    vt_buf_release(&b.raw);
    return b.doc;
}

#endif
