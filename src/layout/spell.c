/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw_text: the lines in reading order. Tokens are parted by a space, by a tab where the gap is
 * wide, by nothing where they are glued; an empty line stands where the page shows a gap.
 */
#include "layout/emit.h"
#include "text/utf8.h"

#define BLANK_GAP 0.8f /* of the size: a gap that shows as an empty line */

typedef struct speller {
    vt_doc *doc;
    char *out;
    size_t len;
    uint32_t chars;
} speller;

static void put(speller *s, vt_str text, uint32_t chars)
{
    memcpy(s->out + s->len, text.ptr, text.len);
    s->len += text.len;
    s->chars += chars;
}

static size_t room_needed(const vt_doc *doc)
{
    size_t n = doc->lines.n * 2 + 1;
    for (size_t i = 0; i < doc->tokens.n; i++)
        n += doc->tokens.at[i].text.len + 1;
    return n;
}

static void spell_line(speller *s, vt_line *line, vt_token *tokens, bool visible)
{
    line->byte_start = s->len;
    line->start = s->chars;
    bool any = false;
    for (uint32_t i = 0; i < line->count; i++) {
        vt_token *t = &tokens[i];
        if (!visible || !lay_is_spelled(t)) {
            t->start = t->end = s->chars;
            continue;
        }
        if (any && !(t->flags & VT_TOKEN_GLUED))
            put(s, t->flags & VT_TOKEN_WIDE_GAP ? VT_STR("\t") : VT_STR(" "), 1);
        any = true;
        t->start = s->chars;
        put(s, t->text, (uint32_t)vt_utf8_count(t->text));
        t->end = s->chars;
    }
    line->byte_end = s->len;
    line->end = s->chars;
    line->text = vt_str_n(s->out + line->byte_start, s->len - line->byte_start);
}

static bool wants_blank(const vt_line *above, const vt_line *line)
{
    if (!above || (line->flags & VT_LINE_CONT))
        return false;
    bool heading = line->heading_level && !above->heading_level;
    return line->column != above->column || line->page != above->page || heading ||
           line->gap_above > BLANK_GAP * line->size;
}

/* Tokens that a joined word used up, and lines without any, leave the arrays. */
void lay_compact(vt_doc *doc)
{
    size_t tokens = 0, lines = 0;
    for (size_t i = 0; i < doc->lines.n; i++) {
        vt_line line = doc->lines.at[i];
        uint32_t first = (uint32_t)tokens;
        bool spelled = (line.flags & VT_LINE_HIDDEN) != 0;
        for (uint32_t k = 0; k < line.count; k++) {
            vt_token t = doc->tokens.at[line.first + k];
            if (!t.text.len && !(t.flags & VT_TOKEN_ICON))
                continue;
            spelled |= lay_is_spelled(&t);
            t.line = (uint32_t)lines;
            doc->tokens.at[tokens++] = t;
        }
        if (!spelled) {
            tokens = first;
            continue;
        }
        line.first = first;
        line.count = (uint32_t)tokens - first;
        doc->lines.at[lines++] = line;
    }
    doc->tokens.n = tokens;
    doc->lines.n = lines;
}

static void count_page_lines(vt_doc *doc)
{
    for (size_t i = 0; i < doc->pages.n; i++)
        doc->pages.at[i].line_count = 0;
    for (size_t i = 0; i < doc->lines.n; i++) {
        vt_page *page = &doc->pages.at[doc->lines.at[i].page];
        if (page->line_count++ == 0)
            page->first_line = (uint32_t)i;
    }
}

void lay_spell(vt_doc *doc)
{
    speller s = {.doc = doc, .out = vt_arena_alloc(doc->arena, room_needed(doc))};
    const vt_line *above = NULL;
    for (size_t i = 0; i < doc->lines.n; i++) {
        vt_line *line = &doc->lines.at[i];
        bool visible = !(line->flags & VT_LINE_HIDDEN) && line->kind == VT_LINE_TEXT;
        if (visible && wants_blank(above, line))
            put(&s, VT_STR("\n"), 1);
        spell_line(&s, line, doc->tokens.at + line->first, visible);
        if (!visible)
            continue;
        put(&s, VT_STR("\n"), 1);
        above = line;
    }
    doc->raw_text = vt_str_n(s.out, s.len);
    doc->raw_text_chars = s.chars;
    count_page_lines(doc);
}
