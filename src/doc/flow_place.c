/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gives the collected paragraphs, tables and boxes a place.
 *
 * Character widths are those of a common sans-serif face, rounded to seven classes: near enough for
 * lines to break where a page would break them. Blocks are stacked from the top of a page; a table
 * row decides by its content how its cells are read (see flow.h):
 *
 *   separate  two cells with texts of their own: prose, several list items, headings with content
 *   stacked   a short label without digits (or a heading) beside one cell of several lines
 *   across    all other rows
 *
 * Recursion follows the nesting of tables and boxes, which flow.c bounds.
 */
#include "doc/flow_nodes.h"

#include <string.h>

enum { CELLS_MAX = VT_FLOW_CELLS_MAX };

/* A date or title, and the name of a field before it, stays on its line, however narrow the cell.
 */
enum { LABEL_CHARS = 64 };
static const float PAGE_WIDTH = 595, PAGE_HEIGHT = 842, MARGIN = 50;
static const float LINE = 1.2f, ASCENT = 0.8f, DESCENT = 0.2f;
static const float TAB_STOP = 36, CELL_GAP = 14, LIST_INDENT = 18;
static const uint32_t PREFORMATTED_COLUMNS = 132; /* wider lines are paragraphs in one line */

struct placer {
    vt_doc *doc;
    uint32_t page;
    float y;
    float after; /* space that the last paragraph asks for below */
    uint32_t regions, tables;
};

/* Where blocks go: a column of the page. */
struct frame {
    float x0, x1;
    bool paged;   /* page breaks count: the body outside of tables and boxes */
    vt_para para; /* what its paragraphs have in common */
};

/* Some items on one baseline. */
struct row_line {
    vt_flow_node *node;
    uint32_t para;
    size_t first, count;
};
typedef VT_VEC(struct row_line) row_lines;

/* ---- widths ---- */

static float char_width(uint32_t c, bool bold)
{
    float w = 0.53f;
    if (c == 'i' || c == 'l' || c == 'j' || c == '.' || c == ',' || c == ';' || c == ':' ||
        c == '\'' || c == '|' || c == '!' || c == 'I')
        w = 0.27f;
    else if (c == 'f' || c == 't' || c == 'r' || c == '(' || c == ')' || c == '-' || c == '/')
        w = 0.33f;
    else if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '@' || c == '%')
        w = 0.85f;
    else if ((c >= 'A' && c <= 'Z') || (c >= 0x410 && c <= 0x42F) || (c >= 0x391 && c <= 0x3A9))
        w = 0.67f;
    else if ((c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
             (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
             (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) || c >= 0x1F300)
        return 1.0f;
    else if (c >= 0x300 && c <= 0x36F)
        return 0;
    return bold ? w * 1.06f : w;
}

float vt_flow_text_width(vt_str text, float size, bool mono, bool bold, uint32_t *ret_chars)
{
    float width = 0;
    uint32_t chars = 0, c = 0;
    for (size_t at = 0; at < text.len; chars++) {
        at += vt_flow_next_char(text, at, &c);
        float w = char_width(c, bold);
        width += mono ? (w >= 1 ? 1.0f : w > 0 ? 0.5f : 0) : w;
    }
    *ret_chars = chars;
    return width * size;
}

static float space_width(const vt_flow_item *item, const vt_flow_node *node)
{
    bool mono = node->para.preformatted || item->font->style.mono;
    return item->font->style.size * (mono ? 0.5f : 0.28f);
}

/* White space before an item that starts at x, seen from the left edge of its column. */
static float gap_before(const vt_flow_item *item, const vt_flow_node *node, float x)
{
    float gap = (float)item->spaces * space_width(item, node);
    float stop = node->para.preformatted ? item->font->style.size * 4 : TAB_STOP;
    for (uint32_t i = 0; i < item->tabs; i++) {
        float to = (float)((int)((x + gap) / stop) + 1) * stop;
        gap = VT_MAX(to - x, gap + item->font->style.size);
    }
    return gap;
}

/* ---- pages ---- */

static void new_page(struct placer *p)
{
    p->page = vt_doc_add_page(p->doc, PAGE_WIDTH, PAGE_HEIGHT);
    p->y = MARGIN;
    p->after = 0;
}

/* Every page but the first ends where its content does, never before the paper. */
static void grow_page(struct placer *p, vt_box box)
{
    vt_page *page = &p->doc->pages.at[p->page];
    page->width = VT_MAX(page->width, box.x1 + MARGIN);
    page->height = VT_MAX(page->height, box.y1 + MARGIN);
    page->usable_text = true;
}

static bool page_has_words(const struct placer *p)
{
    return p->doc->words.n && p->doc->words.at[p->doc->words.n - 1].page == p->page;
}

/* ---- words ---- */

static uint32_t token_flags(const vt_flow_item *item)
{
    const vt_flow_style *style = &item->font->style;
    return item->flags | (style->bold ? VT_TOKEN_BOLD : 0u) |
           (style->italic ? VT_TOKEN_ITALIC : 0u) | (style->mono ? VT_TOKEN_MONO : 0u) |
           (style->underline ? VT_TOKEN_UNDERLINE : 0u) | (style->strike ? VT_TOKEN_STRIKE : 0u) |
           (style->hidden ? VT_TOKEN_HIDDEN : 0u);
}

static uint32_t link_of(vt_doc *doc, vt_flow_font *font, vt_box box, uint32_t page)
{
    if (font->style.link.len == 0)
        return VT_NONE;
    if (font->link == VT_NONE || doc->links.at[font->link].page != page)
        font->link = vt_doc_add_link(doc, font->style.link, box, page);
    else
        doc->links.at[font->link].box = vt_box_union(doc->links.at[font->link].box, box);
    return font->link;
}

static void put_word(struct placer *p, const vt_flow_item *item, uint32_t para, float x, float base,
                     bool wide)
{
    vt_token token = vt_token_init(item->text, p->page);
    token.size = item->font->style.size;
    token.box =
        (vt_box){x, base - ASCENT * token.size, x + item->width, base + DESCENT * token.size};
    token.baseline = base;
    token.color = item->font->style.color;
    token.font = item->font->font;
    token.para = para;
    token.flags = token_flags(item) | (wide ? VT_TOKEN_WIDE_GAP : 0u);
    token.link = link_of(p->doc, item->font, token.box, p->page);
    vt_vec_push(p->doc->arena, &p->doc->words, token);
    grow_page(p, token.box);
}

/* Puts a line's items from x on; gives the x behind the last one. */
static float put_line(struct placer *p, const struct row_line *line, float left, float x,
                      float base, bool wide)
{
    for (size_t i = 0; i < line->count; i++) {
        const vt_flow_item *item = &line->node->items.at[line->first + i];
        bool indented = i == 0 && line->first == 0 && line->node->para.preformatted;
        if (i > 0 || indented)
            x += gap_before(item, line->node, x - left);
        bool gap = i > 0 && (item->tabs > 0 || item->spaces >= 3);
        put_word(p, item, line->para, x, base, gap || (i == 0 && wide));
        x += item->width;
    }
    return x;
}

static float line_size(const struct row_line *line)
{
    float size = 0;
    for (size_t i = 0; i < line->count; i++)
        size = VT_MAX(size, line->node->items.at[line->first + i].font->style.size);
    return size > 0 ? size : 10;
}

/* ---- paragraphs ---- */

static float indent_of(const vt_flow_para *para)
{
    float list = para->list_level ? LIST_INDENT * (float)VT_MIN(para->list_level, 9u) : 0;
    return VT_MAX(para->indent, list);
}

static uint32_t add_para(struct placer *p, const struct frame *frame, const vt_flow_para *para)
{
    vt_para out = frame->para;
    out.heading_level = VT_MIN(para->heading_level, 6u);
    out.list_level = para->list_level;
    out.has_marker = para->marker.len > 0;
    vt_vec_push(p->doc->arena, &p->doc->paras, out);
    return (uint32_t)p->doc->paras.n - 1;
}

static bool wraps(const vt_flow_node *node)
{
    if (!node->para.preformatted)
        return true;
    uint32_t columns = 0;
    for (size_t i = 0; i < node->items.n; i++)
        columns += node->items.at[i].chars + node->items.at[i].spaces;
    return columns > PREFORMATTED_COLUMNS;
}

/* Breaks a paragraph into lines of at most `width`, which are appended. Pieces of one word stay
 * together unless nothing else fits (scripts without spaces). */
static void break_lines(struct placer *p, vt_flow_node *node, uint32_t para, float width,
                        row_lines *lines)
{
    bool may_wrap = wraps(node);
    size_t first = 0, word = 0; /* of the line, of the word at hand */
    float x = 0;
    for (size_t i = 0; i < node->items.n; i++) {
        const vt_flow_item *item = &node->items.at[i];
        bool glued = (item->flags & VT_TOKEN_GLUED) != 0;
        if (!glued)
            word = i;
        x += i > first ? gap_before(item, node, x) : 0;
        if (may_wrap && x + item->width > width && i > first) {
            size_t cut = word > first ? word : i;
            struct row_line line = {node, para, first, cut - first};
            vt_vec_push(p->doc->arena, lines, line);
            first = cut;
            x = 0;
            for (size_t k = cut; k < i; k++)
                x += node->items.at[k].width;
        }
        x += item->width;
    }
    struct row_line line = {node, para, first, node->items.n - first};
    if (line.count)
        vt_vec_push(p->doc->arena, lines, line);
}

static float line_width(const struct row_line *line)
{
    float x = 0;
    for (size_t i = 0; i < line->count; i++) {
        const vt_flow_item *item = &line->node->items.at[line->first + i];
        x += (i ? gap_before(item, line->node, x) : 0) + item->width;
    }
    return x;
}

/* A date in a cell of a table is not wrapped, however narrow the cell. */
static bool is_date_cell(const struct frame *frame, const vt_flow_node *node)
{
    size_t chars = 0, digits = 0;
    for (size_t i = 0; frame->para.table && i < node->items.n; i++) {
        vt_str text = node->items.at[i].text;
        chars += node->items.at[i].chars + 1;
        for (size_t k = 0; k < text.len; k++)
            digits += vt_is_digit((unsigned char)text.ptr[k]);
    }
    return digits >= 4 && chars <= 32;
}

static void space_above(struct placer *p, const vt_flow_para *para)
{
    if (page_has_words(p))
        p->y += VT_MAX(p->after, para->space_before);
    p->after = 0;
}

static void place_para(struct placer *p, const struct frame *frame, vt_flow_node *node)
{
    const vt_flow_para *para = &node->para;
    space_above(p, para);
    p->after = node->continued ? 0 : para->space_after;
    if (node->items.n == 0) {
        p->y += LINE * (para->size > 0 ? para->size : 10);
        return;
    }
    if (frame->paged && p->y + LINE * 10 > PAGE_HEIGHT - MARGIN)
        new_page(p);
    float indent = VT_MIN(indent_of(para), (frame->x1 - frame->x0) / 2);
    float left = frame->x0 + indent, width = VT_MAX(frame->x1 - left, 60.0f);
    row_lines lines = {0};
    break_lines(p, node, add_para(p, frame, para), is_date_cell(frame, node) ? 1e6f : width,
                &lines);
    for (size_t i = 0; i < lines.n; i++) {
        float size = line_size(&lines.at[i]), x = left;
        float slack = VT_MAX(width - line_width(&lines.at[i]), 0.0f);
        if (para->align != VT_ALIGN_LEFT)
            x += para->align == VT_ALIGN_CENTER ? slack / 2 : slack;
        if (para->marker.len && i == 0)
            x -= VT_MIN(12.0f, indent);
        (void)put_line(p, &lines.at[i], frame->x0, x, p->y + size, false);
        p->y += LINE * size;
    }
}

/* ---- tables ---- */

/* What a cell holds, to decide how its row is read. */
struct content {
    size_t lines, headings, items, prose, blocks, chars;
    const vt_flow_node *first; /* paragraph */
    bool digits;
};

static void look_at(const vt_flow_list *list, struct content *c)
{
    for (const vt_flow_node *node = list->first; node; node = node->next) {
        if (node->kind == VT_NODE_BOX)
            look_at(&node->box, c);
        if (node->kind == VT_NODE_TABLE) {
            for (size_t r = 0; r < node->table->rows.n; r++)
                for (size_t i = 0; i < node->table->rows.at[r].cells.n; i++)
                    look_at(node->table->rows.at[r].cells.at[i].list, c);
            c->blocks++;
        }
        if (node->kind != VT_NODE_PARA || node->items.n == 0)
            continue;
        size_t chars = 0;
        for (size_t i = 0; i < node->items.n; i++) {
            vt_str text = node->items.at[i].text;
            chars += node->items.at[i].chars + 1;
            for (size_t k = 0; k < text.len; k++)
                c->digits |= vt_is_digit(text.ptr[k]);
        }
        if (!c->first)
            c->first = node;
        c->lines++;
        c->chars += chars;
        c->headings += node->para.heading_level > 0;
        c->items += node->para.marker.len > 0;
        c->prose += chars > 120;
    }
}

typedef enum reading { READ_ACROSS, READ_SEPARATE, READ_STACKED } reading;

static reading reading_of(const struct content *cells, size_t n)
{
    size_t long_ = 0, items = 0, prose = 0, headings = 0, full = 0, first = n, blocks = 0;
    for (size_t i = 0; i < n; i++) {
        const struct content *c = &cells[i];
        if (c->lines == 0)
            continue;
        first = VT_MIN(first, i);
        full++;
        long_ += c->lines >= 4;
        items += c->items >= 2;
        prose += c->prose > 0;
        headings += c->headings > 0 && c->lines > c->headings;
        blocks += c->blocks > 0 && c->lines > 2;
    }
    if (full < 2)
        return READ_STACKED; /* nothing stands beside it */
    if (long_ > 1 || items > 1 || prose > 1 || headings > 1 || blocks > 1)
        return READ_SEPARATE;
    const struct content *label = &cells[first];
    if (full == 2 && label->lines == 1 && label->chars <= 40 && !label->digits) {
        size_t rest = 0, most = 0;
        for (size_t i = first + 1; i < n; i++) {
            rest += cells[i].lines;
            most = VT_MAX(most, cells[i].blocks);
        }
        if (rest >= 3 || most > 0 || (label->headings && rest > 0))
            return READ_STACKED;
    }
    return blocks || items + prose + long_ > 1 ? READ_SEPARATE : READ_ACROSS;
}

static void place_list(struct placer *p, const struct frame *frame, const vt_flow_list *list);

/* The lines of a cell that is read across; tables in it give their lines cell by cell. */
static void cell_lines(struct placer *p, const struct frame *frame, const vt_flow_list *list,
                       float width, row_lines *lines)
{
    for (vt_flow_node *node = list->first; node; node = node->next) {
        if (node->kind == VT_NODE_PARA && node->items.n) {
            float w = width - indent_of(&node->para);
            uint32_t chars = 0;
            for (size_t i = 0; i < node->items.n; i++)
                chars += node->items.at[i].chars + 1;
            bool label = chars <= (frame->para.col == 0 ? LABEL_CHARS : 45);
            break_lines(p, node, add_para(p, frame, &node->para), label ? 1e6f : VT_MAX(w, 60.0f),
                        lines);
        } else if (node->kind == VT_NODE_BOX) {
            cell_lines(p, frame, &node->box, width, lines);
        } else if (node->kind == VT_NODE_TABLE) {
            for (size_t r = 0; r < node->table->rows.n; r++)
                for (size_t i = 0; i < node->table->rows.at[r].cells.n; i++)
                    cell_lines(p, frame, node->table->rows.at[r].cells.at[i].list, width, lines);
        }
    }
}

static void place_across(struct placer *p, const struct frame *frame, const vt_flow_row *row,
                         const float *edges)
{
    row_lines lines[CELLS_MAX] = {0};
    size_t n = VT_MIN(row->cells.n, (size_t)CELLS_MAX), most = 0;
    for (size_t i = 0; i < n; i++) {
        const vt_flow_cell *cell = &row->cells.at[i];
        struct frame inner = *frame;
        inner.para.col = cell->col;
        float right = i + 1 == n ? frame->x1 : edges[VT_MIN(cell->col + cell->span, CELLS_MAX)];
        cell_lines(p, &inner, cell->list, right - edges[VT_MIN(cell->col, CELLS_MAX)] - CELL_GAP,
                   &lines[i]);
        most = VT_MAX(most, lines[i].n);
    }
    for (size_t k = 0; k < most; k++) {
        float size = 0, x = 0;
        bool any = false;
        for (size_t i = 0; i < n; i++)
            size = k < lines[i].n ? VT_MAX(size, line_size(&lines[i].at[k])) : size;
        for (size_t i = 0; i < n; i++) {
            if (k >= lines[i].n)
                continue;
            const struct row_line *line = &lines[i].at[k];
            float left = edges[VT_MIN(row->cells.at[i].col, CELLS_MAX)];
            x = VT_MAX(left + indent_of(&line->node->para), any ? x + CELL_GAP : 0);
            x = put_line(p, line, left, x, p->y + size, any);
            any = true;
        }
        p->y += LINE * size;
    }
}

static void place_separate(struct placer *p, const struct frame *frame, const vt_flow_row *row,
                           const float *edges)
{
    float top = p->y, bottom = p->y;
    for (size_t i = 0; i < row->cells.n; i++) {
        const vt_flow_cell *cell = &row->cells.at[i];
        struct content content = {0};
        look_at(cell->list, &content);
        if (content.lines == 0)
            continue;
        struct frame inner = *frame;
        inner.para.col = cell->col;
        inner.para.region = ++p->regions;
        inner.x0 = edges[VT_MIN(cell->col, CELLS_MAX)];
        inner.x1 =
            VT_MAX(edges[VT_MIN(cell->col + cell->span, CELLS_MAX)] - CELL_GAP, inner.x0 + 60);
        p->y = top;
        p->after = 0;
        place_list(p, &inner, cell->list);
        bottom = VT_MAX(bottom, p->y);
    }
    p->y = bottom;
}

static void place_stacked(struct placer *p, const struct frame *frame, const vt_flow_row *row,
                          const float *edges)
{
    for (size_t i = 0; i < row->cells.n; i++) {
        const vt_flow_cell *cell = &row->cells.at[i];
        struct frame inner = *frame;
        inner.para.col = cell->col;
        inner.x0 = VT_MIN(edges[VT_MIN(cell->col, CELLS_MAX)], frame->x1 - 60);
        struct content content = {0};
        look_at(cell->list, &content);
        if (content.lines || row->cells.n == 1)
            place_list(p, &inner, cell->list);
    }
}

/* Widths of columns without a statement: what their widest single-column cell holds, within
 * reason. */
static void estimate_widths(const vt_flow_table *table, float *widths)
{
    for (size_t r = 0; r < table->rows.n; r++) {
        const vt_flow_row *row = &table->rows.at[r];
        for (size_t i = 0; i < row->cells.n; i++) {
            const vt_flow_cell *cell = &row->cells.at[i];
            if (cell->span != 1 || cell->col >= CELLS_MAX)
                continue;
            struct content content = {0};
            look_at(cell->list, &content);
            float chars = (float)content.chars / (float)VT_MAX(content.lines, (size_t)1);
            widths[cell->col] = VT_MAX(widths[cell->col], VT_MIN(chars, 90.0f));
        }
    }
    for (size_t i = 0; i < CELLS_MAX; i++)
        widths[i] = VT_MAX(widths[i], 6.0f);
}

/* The left edge of every column, and the right edge of the last. */
static void column_edges(const vt_flow_table *table, float x0, float x1, float edges[CELLS_MAX + 1])
{
    float widths[CELLS_MAX] = {0}, sum = 0;
    size_t n = VT_MIN(VT_MAX(table->cols, 1u), (uint32_t)CELLS_MAX);
    if (!table->widths || table->n < n)
        estimate_widths(table, widths);
    else
        for (size_t i = 0; i < n; i++)
            widths[i] = VT_MAX(table->widths[i], 1.0f);
    for (size_t i = 0; i < n; i++)
        sum += widths[i];
    edges[0] = x0;
    for (size_t i = 0; i < CELLS_MAX; i++)
        edges[i + 1] = i < n ? edges[i] + widths[i] * (x1 - x0) / sum : x1;
}

static void place_row(struct placer *p, const struct frame *frame, const vt_flow_row *row,
                      const float *edges)
{
    struct content cells[CELLS_MAX] = {0};
    size_t n = VT_MIN(row->cells.n, (size_t)CELLS_MAX);
    for (size_t i = 0; i < n; i++)
        look_at(row->cells.at[i].list, &cells[i]);
    switch (reading_of(cells, n)) {
    case READ_ACROSS:
        place_across(p, frame, row, edges);
        break;
    case READ_SEPARATE:
        place_separate(p, frame, row, edges);
        break;
    case READ_STACKED:
        place_stacked(p, frame, row, edges);
        break;
    }
}

static void place_table(struct placer *p, const struct frame *frame, const vt_flow_table *table)
{
    float edges[CELLS_MAX + 1];
    column_edges(table, frame->x0, frame->x1, edges);
    struct frame inner = *frame;
    inner.para.table = ++p->tables;
    p->y += p->after;
    p->after = 0;
    for (size_t r = 0; r < table->rows.n; r++) {
        if (frame->paged && p->y + LINE * 10 > PAGE_HEIGHT - MARGIN)
            new_page(p);
        inner.para.row = (uint32_t)r;
        /* a table of one column is a frame around ordinary text */
        inner.paged = frame->paged && table->cols <= 1;
        place_row(p, &inner, &table->rows.at[r], edges);
    }
}

/* ---- everything ---- */

static void place_box(struct placer *p, const struct frame *frame, const vt_flow_list *box)
{
    struct content content = {0};
    look_at(box, &content);
    if (content.lines == 0)
        return;
    struct frame inner = *frame;
    inner.para.region = ++p->regions;
    inner.paged = false;
    p->y += p->after;
    p->after = 0;
    place_list(p, &inner, box);
}

static void place_list(struct placer *p, const struct frame *frame, const vt_flow_list *list)
{
    for (vt_flow_node *node = list->first; node; node = node->next) {
        switch (node->kind) {
        case VT_NODE_PARA:
            place_para(p, frame, node);
            break;
        case VT_NODE_TABLE:
            place_table(p, frame, node->table);
            break;
        case VT_NODE_BOX:
            place_box(p, frame, &node->box);
            break;
        case VT_NODE_PAGE_BREAK:
            if (frame->paged && page_has_words(p))
                new_page(p);
            break;
        }
    }
}

void vt_flow_place(vt_doc *doc, const vt_flow_list parts[3])
{
    struct placer p = {.doc = doc};
    new_page(&p);
    static const vt_flow_part order[] = {VT_FLOW_HEADER, VT_FLOW_BODY, VT_FLOW_FOOTER};
    for (size_t i = 0; i < VT_COUNT(order); i++) {
        if (!parts[order[i]].first)
            continue;
        struct frame frame = {.x0 = MARGIN, .x1 = PAGE_WIDTH - MARGIN};
        frame.paged = order[i] == VT_FLOW_BODY;
        frame.para.header = order[i] == VT_FLOW_HEADER;
        frame.para.footer = order[i] == VT_FLOW_FOOTER;
        if (!frame.paged)
            frame.para.region = ++p.regions;
        place_list(&p, &frame, &parts[order[i]]);
    }
    for (size_t i = 0; i < doc->words.n; i++)
        doc->hidden_words += (doc->words.at[i].flags & VT_TOKEN_HIDDEN) != 0;
}
