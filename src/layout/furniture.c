/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running headers and footers and page numbers. What repeats at the same height on several pages,
 * its numbers aside, is furniture from its second page on (the first may be the only place of a
 * name or address); a page number is furniture anywhere at the edge of a page.
 */
#include <math.h>

#include "layout/emit.h"
#include "text/utf8.h"

#define EDGE      0.1f /* of the page's height: where page numbers stand */
#define EDGE_BACK 3    /* so many lines from the top or bottom may run */

/* The text without digits and spaces. */
static vt_str skeleton(vt_arena *arena, const vt_doc *doc, const vt_line *line)
{
    size_t size = 0, n = 0;
    for (uint32_t i = 0; i < line->count; i++)
        size += doc->tokens.at[line->first + i].text.len;
    char *p = vt_arena_alloc(arena, size + 1);
    for (uint32_t i = 0; i < line->count; i++) {
        vt_str t = doc->tokens.at[line->first + i].text;
        for (size_t k = 0; k < t.len; k++)
            if (!vt_is_digit(t.ptr[k]))
                p[n++] = vt_lower(t.ptr[k]);
    }
    return vt_str_n(p, n);
}

static size_t digits_of(const vt_doc *doc, const vt_line *line)
{
    size_t n = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        vt_str t = doc->tokens.at[line->first + i].text;
        for (size_t k = 0; k < t.len; k++)
            n += vt_is_digit(t.ptr[k]);
    }
    return n;
}

/* "Page 2 of 3", "2/3", "- 2 -", "Seite 2 von 3", "2". */
static bool is_page_number(vt_str text, size_t digits)
{
    static const char *const forms[] = {
        "",         "page",   "pageof",  "page/",  "/",        "of",     "--",       "seite",
        "seitevon", "seite/", "pagesur", "página", "páginade", "pagina", "paginadi", "paginavan",
        "p.",       "pg.",    "pg",      "|",      "-",        "[]",     "()",       "strona",
        "stronaz",  "sida",   "side",    "sivu",   "strana",   "page|",  "|page",    "–",
        "––",       "page:",  "第页",    "ページ", "страница", "стр.",   "str.",     "von"};
    bool words = text.len && (vt_is_alpha(text.ptr[0]) || (unsigned char)text.ptr[0] >= 0xc0);
    if (digits == 0 || digits > (words ? 6 : 2))
        return false;
    return VT_STR_AMONG(text, forms);
}

/* Lines of a page in order of height, only those that can run: the first and the last few. */
typedef struct edge_lines {
    uint32_t at[2 * EDGE_BACK];
    size_t n;
} edge_lines;

static bool is_visible(const vt_line *line)
{
    return line->kind == VT_LINE_TEXT && !(line->flags & VT_LINE_HIDDEN) && line->count;
}

static edge_lines edges(const vt_doc *doc, uint32_t page, size_t first, size_t end)
{
    edge_lines e = {0};
    for (int from_top = 1; from_top >= 0; from_top--) {
        float last_y = from_top ? -1e9f : 1e9f;
        for (size_t k = 0; k < EDGE_BACK; k++) {
            uint32_t best = VT_NONE;
            for (size_t i = first; i < end; i++) {
                const vt_line *l = &doc->lines.at[i];
                if (l->page != page || !is_visible(l))
                    continue;
                float y = l->baseline;
                if (from_top ? y <= last_y : y >= last_y)
                    continue;
                const vt_line *b = best == VT_NONE ? NULL : &doc->lines.at[best];
                if (!b || (from_top ? y < b->baseline : y > b->baseline))
                    best = (uint32_t)i;
            }
            if (best == VT_NONE)
                break;
            last_y = doc->lines.at[best].baseline;
            e.at[e.n++] = best;
        }
    }
    return e;
}

static void mark_numbers(vt_arena *arena, vt_doc *doc, const edge_lines *e)
{
    for (size_t i = 0; i < e->n; i++) {
        vt_line *line = &doc->lines.at[e->at[i]];
        float height = doc->pages.at[line->page].height;
        bool at_edge = line->baseline < EDGE * height || line->baseline > (1 - EDGE) * height;
        if (at_edge && is_page_number(skeleton(arena, doc, line), digits_of(doc, line)))
            line->kind = VT_LINE_FURNITURE;
    }
}

static bool repeats(vt_arena *arena, const vt_doc *doc, const vt_line *a, const vt_line *b)
{
    if (fabsf(a->baseline - b->baseline) > 3 || fabsf(a->size - b->size) > 0.6f)
        return false;
    vt_str text = skeleton(arena, doc, a);
    return text.len > 2 && vt_str_eq(text, skeleton(arena, doc, b));
}

void lay_find_furniture(vt_arena *arena, vt_doc *doc)
{
    edge_lines before = {0};
    size_t first = 0;
    for (uint32_t page = 0; page < doc->pages.n; page++) {
        size_t end = first;
        while (end < doc->lines.n && doc->lines.at[end].page == page)
            end++;
        edge_lines now = edges(doc, page, first, end);
        first = end;
        for (size_t i = 0; i < now.n; i++)
            for (size_t k = 0; k < before.n; k++)
                if (repeats(arena, doc, &doc->lines.at[now.at[i]], &doc->lines.at[before.at[k]]))
                    doc->lines.at[now.at[i]].kind = VT_LINE_FURNITURE;
        mark_numbers(arena, doc, &now);
        before = now;
    }
}
