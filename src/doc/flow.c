/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collects a tree of paragraphs, tables and boxes; flow_place.c turns it into words with boxes when
 * the source has ended, since a table's columns are known only then.
 *
 * The containers that are open form a stack. What is nested deeper than DEPTH_MAX flows into the
 * innermost container that is kept, so that no depth of the input costs stack.
 */
#include "doc/flow.h"

#include <string.h>

#include "base/limits.h"
#include "doc/flow_nodes.h"
#include "text/mojibake.h"

enum { DEPTH_MAX = 24, WORD_MAX = 512 };

typedef enum level_kind { LEVEL_PART, LEVEL_TABLE, LEVEL_ROW, LEVEL_CELL, LEVEL_BOX } level_kind;

struct level {
    level_kind kind;
    vt_flow_list *list;   /* where blocks go: part, cell, box */
    vt_flow_table *table; /* table, row, cell */
    uint32_t col;         /* row: of the next cell */
    vt_flow_node *para;   /* box: the paragraph that was open outside */
    vt_flow_list after;   /* boxes to be put behind the open paragraph */
};

struct vt_flow {
    vt_arena *arena;
    vt_doc *doc;
    vt_flow_list parts[3];
    struct level levels[DEPTH_MAX];
    size_t depth;   /* levels in use */
    size_t skipped; /* levels opened beyond them */
    vt_flow_node *para;
    vt_flow_font *font;
    char word[WORD_MAX];
    size_t word_len, word_count;
    uint32_t spaces, tabs; /* before the next word */
    bool glue;             /* no white space since the last word */
    bool overflow;
};

vt_flow *vt_flow_new(vt_arena *arena, vt_format format)
{
    vt_flow *flow = VT_NEW(arena, vt_flow);
    flow->arena = arena;
    flow->doc = vt_doc_new(arena, format);
    flow->levels[0] = (struct level){.kind = LEVEL_PART, .list = &flow->parts[VT_FLOW_BODY]};
    flow->depth = 1;
    return flow;
}

vt_doc *vt_flow_doc(vt_flow *flow)
{
    return flow->doc;
}

size_t vt_flow_word_count(const vt_flow *flow)
{
    return flow->word_count;
}

bool vt_flow_in_para(const vt_flow *flow)
{
    return flow->para != NULL;
}

/* ---- blocks ---- */

static struct level *top(vt_flow *flow)
{
    return &flow->levels[flow->depth - 1];
}

static void append(vt_flow_list *list, vt_flow_node *node)
{
    if (list->last)
        list->last->next = node;
    else
        list->first = node;
    list->last = node;
}

static vt_flow_node *new_node(vt_flow *flow, vt_flow_node_kind kind)
{
    vt_flow_node *node = VT_NEW(flow->arena, vt_flow_node);
    node->kind = kind;
    return node;
}

/* The list that takes blocks now: rows and tables have none, their text goes to what is around. */
static struct level *block_level(vt_flow *flow)
{
    struct level *level = top(flow);
    while (!level->list)
        level--;
    return level;
}

/* ---- words ---- */

static vt_flow_item *add_item(vt_flow *flow, vt_str text, vt_flow_font *font)
{
    if (flow->word_count >= VT_MAX_TOKENS) {
        flow->overflow = true;
        return NULL;
    }
    flow->word_count++;
    const vt_flow_style *style = &font->style;
    bool mono = style->mono || flow->para->para.preformatted;
    vt_flow_item *item = vt_vec_add(flow->arena, &flow->para->items);
    item->text = vt_str_dup(flow->arena, text);
    item->font = font;
    item->width = vt_flow_text_width(text, style->size, mono, style->bold, &item->chars);
    return item;
}

static void flush_word(vt_flow *flow)
{
    if (flow->word_len == 0)
        return;
    vt_flow_item *item = add_item(flow, vt_str_n(flow->word, flow->word_len), flow->font);
    flow->word_len = 0;
    if (!item)
        return;
    item->spaces = flow->spaces;
    item->tabs = flow->tabs;
    if (flow->glue && flow->para->items.n > 1)
        item->flags |= VT_TOKEN_GLUED;
    flow->spaces = flow->tabs = 0;
    flow->glue = true;
}

static void end_line(vt_flow *flow)
{
    flush_word(flow);
    flow->spaces = flow->tabs = 0;
    flow->glue = false;
}

static bool same_style(const vt_flow_style *a, const vt_flow_style *b)
{
    return a->size == b->size && a->color == b->color && a->bold == b->bold &&
           a->italic == b->italic && a->underline == b->underline && a->strike == b->strike &&
           a->mono == b->mono && a->hidden == b->hidden && vt_str_eq(a->link, b->link) &&
           vt_str_eq(a->font, b->font);
}

static void use_style(vt_flow *flow, const vt_flow_style *style)
{
    vt_flow_style wanted = style ? *style : (vt_flow_style){0};
    if (!(wanted.size > 0))
        wanted.size = 10;
    wanted.size = VT_MIN(VT_MAX(wanted.size, 1.0f), 400.0f);
    if (flow->font && same_style(&wanted, &flow->font->style))
        return;
    flush_word(flow);
    flow->font = VT_NEW(flow->arena, vt_flow_font);
    flow->font->style = wanted;
    flow->font->link = VT_NONE;
    flow->font->font = VT_NONE;
    if (wanted.font.len || wanted.mono)
        flow->font->font = vt_doc_add_font(flow->doc, (vt_font){.name = wanted.font,
                                                                .bold = wanted.bold,
                                                                .italic = wanted.italic,
                                                                .mono = wanted.mono});
}

typedef enum char_kind { CHAR_TEXT, CHAR_SPACE, CHAR_TAB, CHAR_NOTHING, CHAR_BULLET } char_kind;

static char_kind kind_of(uint32_t c)
{
    if (c == '\t')
        return CHAR_TAB;
    if (c == ' ' || c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == 0x85 || c == 0xA0 ||
        c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
        c == 0x205F || c == 0x3000)
        return CHAR_SPACE;
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x200B || c == 0x200E ||
        c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
        c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFC))
        return CHAR_NOTHING;
    /* list signs of the Symbol and Wingdings fonts; other private-use signs cannot be read */
    if (c == 0xF0B7 || c == 0xF0A7 || c == 0xF0A8 || c == 0xF0D8 || c == 0xF0FC || c == 0xF076 ||
        c == 0xF06C || c == 0xF06E || c == 0xF071 || c == 0xF0B2 || c == 0xF02D)
        return CHAR_BULLET;
    if ((c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000)
        return CHAR_NOTHING;
    return CHAR_TEXT;
}

static void add_space(vt_flow *flow, uint32_t spaces, uint32_t tabs)
{
    flush_word(flow);
    flow->spaces = VT_MIN(flow->spaces + spaces, 1000u);
    flow->tabs = VT_MIN(flow->tabs + tabs, 100u);
    flow->glue = false;
}

static void add_bytes(vt_flow *flow, vt_str bytes)
{
    if (flow->word_len + bytes.len > WORD_MAX)
        flush_word(flow); /* a word of that length goes on as a glued piece */
    memcpy(flow->word + flow->word_len, bytes.ptr, bytes.len);
    flow->word_len += bytes.len;
}

void vt_flow_text(vt_flow *flow, const vt_flow_style *style, vt_str text)
{
    if (text.len == 0)
        return;
    if (!flow->para)
        vt_flow_begin_para(flow, NULL);
    use_style(flow, style);
    text = vt_mojibake_repair(flow->arena, text);
    for (size_t at = 0, n = 0; at < text.len; at += n) {
        uint32_t c = 0;
        n = vt_flow_next_char(text, at, &c);
        switch (kind_of(c)) {
        case CHAR_TEXT:
            add_bytes(flow, vt_str_n(text.ptr + at, n));
            break;
        case CHAR_SPACE:
            add_space(flow, 1, 0);
            break;
        case CHAR_TAB:
            add_space(flow, 0, 1);
            break;
        case CHAR_BULLET:
            add_bytes(flow, VT_STR("•"));
            break;
        case CHAR_NOTHING:
            break;
        }
    }
}

void vt_flow_tab(vt_flow *flow)
{
    if (!flow->para)
        vt_flow_begin_para(flow, NULL);
    add_space(flow, 0, 1);
}

/* ---- paragraphs ---- */

static void open_para(vt_flow *flow, const vt_flow_para *para)
{
    flow->para = new_node(flow, VT_NODE_PARA);
    flow->para->para = *para;
    append(block_level(flow)->list, flow->para);
}

void vt_flow_begin_para(vt_flow *flow, const vt_flow_para *para)
{
    vt_flow_end_para(flow);
    vt_flow_para none = {0};
    open_para(flow, para ? para : &none);
    if (!para || para->marker.len == 0)
        return;
    use_style(flow, NULL);
    vt_flow_item *item = add_item(flow, para->marker, flow->font);
    if (item)
        item->flags |= VT_TOKEN_BULLET;
    flow->spaces = 1;
}

void vt_flow_end_para(vt_flow *flow)
{
    if (!flow->para)
        return;
    end_line(flow);
    flow->para = NULL;
    struct level *level = block_level(flow);
    if (level->after.first) {
        append(level->list, level->after.first);
        level->list->last = level->after.last;
        level->after = (vt_flow_list){0};
    }
}

void vt_flow_break(vt_flow *flow)
{
    if (!flow->para)
        vt_flow_begin_para(flow, NULL);
    end_line(flow);
    vt_flow_para para = flow->para->para;
    flow->para->continued = true;
    para.marker = VT_STR_NULL;
    open_para(flow, &para);
}

void vt_flow_page_break(vt_flow *flow)
{
    if (flow->para)
        vt_flow_break(flow);
    vt_flow_node *para = flow->para;
    vt_flow_list *list = block_level(flow)->list;
    vt_flow_node *node = new_node(flow, VT_NODE_PAGE_BREAK);
    if (!para) {
        append(list, node);
        return;
    }
    /* the break goes before the new, still empty paragraph: they trade places */
    vt_flow_node swapped = *para;
    *para = *node;
    *node = swapped;
    append(list, node);
    flow->para = node;
}

/* ---- containers ---- */

static bool push(vt_flow *flow, struct level level)
{
    if (flow->skipped || flow->depth == DEPTH_MAX) {
        flow->skipped++;
        return false;
    }
    flow->levels[flow->depth++] = level;
    return true;
}

/* Closes the innermost level of the kind and what was left open inside of it. */
static void pop(vt_flow *flow, level_kind kind)
{
    if (flow->skipped) {
        flow->skipped--;
        return;
    }
    for (size_t i = flow->depth; i > 1; i--) {
        if (flow->levels[i - 1].kind == kind) {
            flow->depth = i - 1;
            return;
        }
    }
}

void vt_flow_begin_table(vt_flow *flow, const float *widths_pt, size_t n)
{
    vt_flow_end_para(flow);
    vt_flow_table *table = VT_NEW(flow->arena, vt_flow_table);
    if (!push(flow, (struct level){.kind = LEVEL_TABLE, .table = table}))
        return;
    if (widths_pt && n) {
        float *widths = VT_NEW_ARRAY(flow->arena, float, n);
        memcpy(widths, widths_pt, n * sizeof *widths);
        table->widths = widths;
        table->n = n;
    }
    vt_flow_node *node = new_node(flow, VT_NODE_TABLE);
    node->table = table;
    append(block_level(flow)->list, node);
}

void vt_flow_begin_row(vt_flow *flow)
{
    vt_flow_end_para(flow);
    vt_flow_table *table = top(flow)->table;
    if (top(flow)->kind != LEVEL_TABLE) {
        flow->skipped++;
        return;
    }
    if (push(flow, (struct level){.kind = LEVEL_ROW, .table = table}))
        (void)vt_vec_add(flow->arena, &table->rows);
}

void vt_flow_begin_cell(vt_flow *flow, uint32_t col_span)
{
    vt_flow_end_para(flow);
    struct level *row = top(flow);
    if (row->kind != LEVEL_ROW) {
        flow->skipped++;
        return;
    }
    vt_flow_table *table = row->table;
    if (table->rows.at[table->rows.n - 1].cells.n >= VT_FLOW_CELLS_MAX) {
        (void)vt_vec_add(flow->arena, &table->rows); /* no text is lost in a row too wide */
        row->col = 0;
    }
    uint32_t span = VT_MIN(VT_MAX(col_span, 1u), 64u);
    uint32_t col = row->col;
    if (!push(flow, (struct level){.kind = LEVEL_CELL, .table = table}))
        return;
    row->col = VT_MIN(col + span, 1024u);
    table->cols = VT_MAX(table->cols, row->col);
    vt_flow_row *last = &table->rows.at[table->rows.n - 1];
    vt_flow_cell *cell = vt_vec_add(flow->arena, &last->cells);
    cell->col = col;
    cell->span = span;
    cell->list = top(flow)->list = VT_NEW(flow->arena, vt_flow_list);
}

/* A line that only draws: dashes that designs set above a label. */
static bool is_drawn(const vt_flow_node *node)
{
    static const char *const signs[] = {"ㅡ", "―", "—", "–", "─", "━", "═", "_", "-"};
    for (size_t i = 0; i < node->items.n; i++) {
        vt_str rest = node->items.at[i].text;
        for (size_t k = 0; k < VT_COUNT(signs); k++)
            while (vt_str_starts(rest, vt_str_z(signs[k])))
                rest = vt_str_sub(rest, strlen(signs[k]), rest.len);
        if (rest.len)
            return false;
    }
    return node->items.n > 0;
}

/* Does the line end within a range, "01/2020 -"? */
static bool is_open_range(const vt_flow_node *node)
{
    static const char *const ends[] = {"-", "–", "—", "to", "bis", "au", "à", "al", "until", "a"};
    vt_str last = node->items.n ? node->items.at[node->items.n - 1].text : VT_STR_NULL;
    for (size_t i = 0; i < VT_COUNT(ends); i++)
        if (vt_str_eq_nocase(last, vt_str_z(ends[i])) ||
            (i < 3 && vt_str_ends(last, vt_str_z(ends[i]))))
            return true;
    return false;
}

/* A cell of two short lines that hold one range of dates. */
static bool holds_range(const vt_flow_list *list)
{
    const vt_flow_node *first = list->first, *second = first ? first->next : NULL;
    if (!second || second->next || first->kind != VT_NODE_PARA || second->kind != VT_NODE_PARA ||
        !is_open_range(first) || second->items.n == 0)
        return false;
    size_t chars = 0, digits = 0;
    for (const vt_flow_node *node = first; node; node = node->next)
        for (size_t i = 0; i < node->items.n; i++) {
            vt_str text = node->items.at[i].text;
            chars += text.len + 1;
            for (size_t k = 0; k < text.len; k++)
                digits += vt_is_digit((unsigned char)text.ptr[k]);
        }
    return digits >= 4 && chars <= 40;
}

static void tidy_cell(vt_flow *flow, vt_flow_list *list)
{
    for (vt_flow_node *node = list->first; node; node = node->next)
        if (node->kind == VT_NODE_PARA && is_drawn(node))
            node->items.n = 0;
    if (!holds_range(list))
        return;
    vt_flow_node *first = list->first, *second = first->next;
    second->items.at[0].spaces = 1;
    for (size_t i = 0; i < second->items.n; i++)
        vt_vec_push(flow->arena, &first->items, second->items.at[i]);
    first->next = NULL;
    first->continued = false;
    list->last = first;
}

void vt_flow_end_cell(vt_flow *flow)
{
    vt_flow_end_para(flow);
    if (!flow->skipped && top(flow)->kind == LEVEL_CELL)
        tidy_cell(flow, top(flow)->list);
    pop(flow, LEVEL_CELL);
}

void vt_flow_end_row(vt_flow *flow)
{
    vt_flow_end_para(flow);
    pop(flow, LEVEL_ROW);
}

void vt_flow_end_table(vt_flow *flow)
{
    vt_flow_end_para(flow);
    pop(flow, LEVEL_TABLE);
}

void vt_flow_begin_box(vt_flow *flow)
{
    vt_flow_node *outside = flow->para;
    if (outside)
        flush_word(flow);
    flow->para = NULL;
    vt_flow_node *node = new_node(flow, VT_NODE_BOX);
    struct level *level = block_level(flow);
    if (!push(flow, (struct level){.kind = LEVEL_BOX, .list = &node->box, .para = outside})) {
        flow->para = outside;
        return;
    }
    append(outside ? &level->after : level->list, node);
}

void vt_flow_end_box(vt_flow *flow)
{
    vt_flow_end_para(flow);
    vt_flow_node *outside = NULL;
    if (!flow->skipped && top(flow)->kind == LEVEL_BOX)
        outside = top(flow)->para;
    pop(flow, LEVEL_BOX);
    flow->para = outside;
}

/* Ends what the reader left open. */
static void close_all(vt_flow *flow)
{
    flow->skipped = 0;
    vt_flow_end_para(flow);
    while (flow->depth > 1) {
        if (top(flow)->kind == LEVEL_BOX)
            vt_flow_end_box(flow);
        else
            flow->depth--;
        vt_flow_end_para(flow);
    }
}

void vt_flow_part_of(vt_flow *flow, vt_flow_part part)
{
    close_all(flow);
    flow->levels[0].list = &flow->parts[part];
}

vt_status vt_flow_finish(vt_flow *flow, vt_doc **ret, vt_error *err)
{
    close_all(flow);
    if (flow->overflow)
        return vt_fail(err, VT_E_LIMIT, "the document has more than %u words", VT_MAX_TOKENS);
    vt_flow_place(flow->doc, flow->parts);
    if (flow->doc->page_count == 0)
        flow->doc->page_count = (uint32_t)flow->doc->pages.n;
    *ret = flow->doc;
    return VT_OK;
}
