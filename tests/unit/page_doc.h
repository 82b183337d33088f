/* SPDX-License-Identifier: Apache-2.0 */
/** A page of words as a reader of PDF leaves it, for tests of layout: text put at places. */
#ifndef VT_TESTS_PAGE_DOC_H
#define VT_TESTS_PAGE_DOC_H

#include "doc/doc.h"

#define PAGE_SIZE 10.0f /* of the text */

static inline vt_doc *page_doc_new(vt_arena *arena)
{
    vt_doc *doc = vt_doc_new(arena, VT_FORMAT_PDF);
    vt_doc_add_page(doc, 600, 800);
    return doc;
}

/** Words from x on, on the baseline y; a letter is half as wide as the text is high. */
static inline void page_put(vt_doc *doc, float x, float y, const char *text, float size,
                            uint32_t flags)
{
    vt_str rest = vt_str_z(text), word;
    while (vt_str_split(&rest, ' ', &word)) {
        vt_token t = vt_token_init(vt_str_dup(doc->arena, word), 0);
        t.box = (vt_box){x, y - 0.8f * size, x + 0.5f * size * (float)word.len, y + 0.2f * size};
        t.size = size;
        t.baseline = y;
        t.flags = flags;
        vt_vec_push(doc->arena, &doc->words, t);
        x = t.box.x1 + 0.3f * size;
    }
}

static inline void page_text(vt_doc *doc, float x, float y, const char *text)
{
    page_put(doc, x, y, text, PAGE_SIZE, 0);
}

static inline void page_bold(vt_doc *doc, float x, float y, const char *text)
{
    page_put(doc, x, y, text, PAGE_SIZE, VT_TOKEN_BOLD);
}

/** A drawn mark, as a list sign is one: its left and lower edge, and its size. */
static inline void page_mark(vt_doc *doc, float x, float y, float size)
{
    vt_shape s = {.box = {x, y - size, x + size, y}, .kind = VT_SHAPE_CIRCLE, .filled = true};
    vt_vec_push(doc->arena, &doc->shapes, s);
}

#endif
