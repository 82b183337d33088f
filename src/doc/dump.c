/* SPDX-License-Identifier: Apache-2.0 */
#include "doc/dump.h"

#include <stdio.h>

typedef struct flag_name {
    uint32_t flag;
    const char *name;
} flag_name;

static const flag_name token_flags[] = {
    {VT_TOKEN_BOLD, "bold"},       {VT_TOKEN_ITALIC, "italic"},       {VT_TOKEN_MONO, "mono"},
    {VT_TOKEN_ICON, "icon"},       {VT_TOKEN_HIDDEN, "hidden"},       {VT_TOKEN_GARBLED, "garbled"},
    {VT_TOKEN_GLUED, "glued"},     {VT_TOKEN_UNDERLINE, "underline"}, {VT_TOKEN_STRIKE, "strike"},
    {VT_TOKEN_BULLET, "bullet"},   {VT_TOKEN_WIDE_GAP, "wide_gap"},   {VT_TOKEN_OCR, "ocr"},
    {VT_TOKEN_ROTATED, "rotated"}, {VT_TOKEN_SPACED, "spaced"},
};

static const flag_name line_flags[] = {
    {VT_LINE_BULLET, "bullet"}, {VT_LINE_CONT, "cont"},   {VT_LINE_BOLD, "bold"},
    {VT_LINE_ITALIC, "italic"}, {VT_LINE_CAPS, "caps"},   {VT_LINE_HEADING, "heading"},
    {VT_LINE_HIDDEN, "hidden"}, {VT_LINE_TABLE, "table"}, {VT_LINE_HYPHEN, "hyphen"},
    {VT_LINE_SPACED, "spaced"},
};

static void put_flags(vt_json_writer *w, uint32_t flags, const flag_name *names, size_t count)
{
    if (!flags)
        return;
    vt_json_key(w, "flags");
    vt_json_begin_array(w);
    for (size_t i = 0; i < count; i++)
        if (flags & names[i].flag)
            vt_json_put_str(w, vt_str_z(names[i].name));
    vt_json_end_array(w);
}

static void put_box(vt_json_writer *w, vt_box box)
{
    const float sides[] = {box.x0, box.y0, box.x1, box.y1};
    vt_json_key(w, "box");
    vt_json_begin_array(w);
    for (size_t i = 0; i < VT_COUNT(sides); i++)
        vt_json_put_num(w, (double)sides[i], 1);
    vt_json_end_array(w);
}

/* An index, left out where there is none. */
static void put_index(vt_json_writer *w, const char *key, uint32_t index)
{
    if (index != VT_NONE)
        vt_json_kv_int(w, key, index);
}

static void put_color(vt_json_writer *w, uint32_t color)
{
    char text[16];
    snprintf(text, sizeof text, "#%06x", color & 0xffffffu);
    vt_json_kv_str(w, "color", vt_str_z(text));
}

static void put_token(const vt_doc *doc, const vt_token *token, vt_json_writer *w)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "text", token->text);
    put_box(w, token->box);
    vt_json_kv_num(w, "size", (double)token->size, 1);
    vt_json_kv_num(w, "baseline", (double)token->baseline, 1);
    put_color(w, token->color);
    put_flags(w, token->flags, token_flags, VT_COUNT(token_flags));
    if (token->font != VT_NONE)
        vt_json_kv_str(w, "font", doc->fonts.at[token->font].name);
    if (token->link != VT_NONE)
        vt_json_kv_str(w, "link", doc->links.at[token->link].url);
    put_index(w, "para", token->para);
    vt_json_kv_int(w, "page", token->page);
    if (token->end > token->start) {
        vt_json_kv_int(w, "start", token->start);
        vt_json_kv_int(w, "end", token->end);
    }
    vt_json_end_object(w);
}

static void put_line(const vt_doc *doc, const vt_line *line, vt_dump_detail detail,
                     vt_json_writer *w)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "text", line->text);
    put_box(w, line->box);
    vt_json_kv_num(w, "size", (double)line->size, 1);
    vt_json_kv_num(w, "gap_above", (double)line->gap_above, 1);
    vt_json_kv_num(w, "indent", (double)line->indent, 1);
    put_flags(w, line->flags, line_flags, VT_COUNT(line_flags));
    if (line->kind == VT_LINE_FURNITURE)
        vt_json_kv_bool(w, "furniture", true);
    vt_json_kv_int(w, "page", line->page);
    put_index(w, "block", line->block);
    put_index(w, "column", line->column);
    if (line->heading_level)
        vt_json_kv_int(w, "heading_level", line->heading_level);
    if (line->list_level)
        vt_json_kv_int(w, "list_level", line->list_level);
    if (line->level >= 0)
        vt_json_kv_num(w, "level", (double)line->level, 2);
    if (detail >= VT_DUMP_TOKENS) {
        vt_json_key(w, "tokens");
        vt_json_begin_array(w);
        for (uint32_t i = 0; i < line->count; i++)
            put_token(doc, &doc->tokens.at[line->first + i], w);
        vt_json_end_array(w);
    }
    vt_json_end_object(w);
}

static void put_pages(const vt_doc *doc, vt_json_writer *w)
{
    vt_json_key(w, "pages");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->pages.n; i++) {
        const vt_page *page = &doc->pages.at[i];
        vt_json_begin_object(w);
        vt_json_kv_num(w, "width", (double)page->width, 1);
        vt_json_kv_num(w, "height", (double)page->height, 1);
        vt_json_kv_bool(w, "usable_text", page->usable_text);
        vt_json_kv_bool(w, "ocr", page->ocr);
        vt_json_kv_int(w, "lines", page->line_count);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

static void put_columns(const vt_doc *doc, vt_json_writer *w)
{
    vt_json_key(w, "columns");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->columns.n; i++) {
        const vt_column *column = &doc->columns.at[i];
        vt_json_begin_object(w);
        vt_json_kv_int(w, "page", column->page);
        put_box(w, column->box);
        vt_json_kv_bool(w, "sidebar", column->sidebar);
        vt_json_kv_bool(w, "dark", column->dark);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

static void put_drawings(const vt_doc *doc, vt_json_writer *w)
{
    static const char *const kinds[] = {"rect", "line", "circle", "other"};
    vt_json_key(w, "shapes");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->shapes.n; i++) {
        const vt_shape *shape = &doc->shapes.at[i];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "kind", vt_str_z(kinds[shape->kind & 3]));
        put_box(w, shape->box);
        put_color(w, shape->color);
        vt_json_kv_bool(w, "filled", shape->filled);
        vt_json_kv_int(w, "page", shape->page);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    vt_json_key(w, "pictures");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->pictures.n; i++) {
        vt_json_begin_object(w);
        put_box(w, doc->pictures.at[i].box);
        vt_json_kv_int(w, "page", doc->pictures.at[i].page);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

static void put_reader_part(const vt_doc *doc, vt_json_writer *w)
{
    vt_json_key(w, "words");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->words.n; i++)
        put_token(doc, &doc->words.at[i], w);
    vt_json_end_array(w);
    vt_json_key(w, "links");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->links.n; i++) {
        vt_json_begin_object(w);
        vt_json_kv_str(w, "url", doc->links.at[i].url);
        put_box(w, doc->links.at[i].box);
        vt_json_kv_int(w, "page", doc->links.at[i].page);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    put_drawings(doc, w);
}

void vt_doc_dump(const vt_doc *doc, vt_dump_detail detail, vt_json_writer *w)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "format", vt_str_z(vt_format_word(doc->format)));
    vt_json_kv_int(w, "page_count", doc->page_count);
    vt_json_kv_str(w, "title", doc->title);
    vt_json_kv_str(w, "author", doc->author);
    vt_json_kv_int(w, "hidden_words", doc->hidden_words);
    vt_json_kv_int(w, "garbled_words", doc->garbled_words);
    put_pages(doc, w);
    put_columns(doc, w);
    vt_json_key(w, "lines");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->lines.n; i++)
        put_line(doc, &doc->lines.at[i], detail, w);
    vt_json_end_array(w);
    if (detail >= VT_DUMP_ALL)
        put_reader_part(doc, w);
    vt_json_key(w, "warnings");
    vt_json_begin_array(w);
    for (size_t i = 0; i < doc->warnings.n; i++)
        vt_json_put_str(w, doc->warnings.at[i]);
    vt_json_end_array(w);
    vt_json_end_object(w);
}
