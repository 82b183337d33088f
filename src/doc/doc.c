/* SPDX-License-Identifier: Apache-2.0 */
#include "doc/doc.h"

#include "text/utf8.h"

vt_doc *vt_doc_new(vt_arena *arena, vt_format format)
{
    vt_doc *doc = VT_NEW(arena, vt_doc);
    doc->arena = arena;
    doc->format = format;
    return doc;
}

uint32_t vt_doc_add_page(vt_doc *doc, float width, float height)
{
    vt_page page = {.width = width, .height = height};
    vt_vec_push(doc->arena, &doc->pages, page);
    return (uint32_t)doc->pages.n - 1;
}

uint32_t vt_doc_add_font(vt_doc *doc, vt_font font)
{
    font.name = vt_utf8_repair(doc->arena, font.name); /* as the file has it */
    for (size_t i = 0; i < doc->fonts.n; i++) {
        const vt_font *f = &doc->fonts.at[i];
        if (f->bold == font.bold && f->italic == font.italic && f->mono == font.mono &&
            f->serif == font.serif && f->symbol == font.symbol && vt_str_eq(f->name, font.name))
            return (uint32_t)i;
    }
    font.name = vt_str_dup(doc->arena, font.name);
    vt_vec_push(doc->arena, &doc->fonts, font);
    return (uint32_t)doc->fonts.n - 1;
}

uint32_t vt_doc_add_link(vt_doc *doc, vt_str url, vt_box box, uint32_t page)
{
    url = vt_utf8_repair(doc->arena, url);
    vt_link link = {.url = vt_str_dup(doc->arena, url), .box = box, .page = page};
    vt_vec_push(doc->arena, &doc->links, link);
    return (uint32_t)doc->links.n - 1;
}

vt_token vt_token_init(vt_str text, uint32_t page)
{
    return (vt_token){.text = text,
                      .page = page,
                      .font = VT_NONE,
                      .link = VT_NONE,
                      .para = VT_NONE,
                      .line = VT_NONE,
                      .confidence = 1.0f};
}

const char *vt_format_word(vt_format format)
{
    static const char *const words[] = {
#define VT_FORMAT(symbol, word, mime, text) [VT_FORMAT_##symbol] = word,
#include "doc/formats.def"
#undef VT_FORMAT
    };
    return (size_t)format < VT_COUNT(words) ? words[format] : "unknown";
}

void vt_doc_tell(const vt_doc *doc, uint32_t *start, uint32_t *end)
{
    if (!doc->places || *start >= *end || *end > doc->raw_text_chars)
        return;
    uint32_t first = doc->places[*start], last = doc->places[*start];
    for (uint32_t i = *start; i < *end; i++) {
        first = VT_MIN(first, doc->places[i]);
        last = VT_MAX(last, doc->places[i]);
    }
    *start = first;
    *end = last + 1;
}
