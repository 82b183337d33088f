/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Markdown through md4c (CommonMark with tables, strike-through and bare links). Front matter
 * between "---" lines becomes lines of text: name and contact data often stand there. Inline HTML
 * tags part words or break lines; blocks of HTML are read as HTML.
 */
#include "extract/readers.h"

#include <md4c.h>

#include "base/buf.h"
#include "base/limits.h"
#include "doc/flow.h"
#include "extract/encoding.h"
#include "extract/html.h"
#include "text/utf8.h"

enum { DEPTH_MAX = 64, WRAPPED_LINE = 60 };

struct list {
    bool ordered;
    uint32_t next;
};

struct reader {
    vt_arena *arena;
    vt_str text; /* all of it */
    vt_flow *flow;
    vt_flow_style style;
    struct list lists[DEPTH_MAX];
    size_t list_depth; /* may pass DEPTH_MAX */
    vt_str marker;     /* of the list item that has just begun */
    size_t bold, italic, strike, mono;
    vt_str links[DEPTH_MAX];
    size_t link_depth;
    size_t hidden;     /* inside of an image, whose text is not shown */
    size_t line_chars; /* bytes since the last line end */
    bool in_html, code;
    vt_buf html;
    vt_status status;
    vt_error *err;
};

typedef struct reader reader;

/* Itself it is in the arena. */
static void release_reader(reader *r)
{
    vt_buf_release(&r->html);
}
VT_DEFINE_AUTO(reader, release_reader)

/* ---- blocks ---- */

static void begin_para(struct reader *r, uint32_t level)
{
    static const float sizes[] = {10, 20, 15, 12.5f, 11, 10, 10};
    vt_flow_para para = {.heading_level = level,
                         .list_level = (uint32_t)VT_MIN(r->list_depth, (size_t)DEPTH_MAX),
                         .marker = r->marker,
                         .space_before = level           ? sizes[level] * 0.7f
                                         : r->list_depth ? 0
                                                         : 4,
                         .preformatted = r->code};
    r->marker = VT_STR_NULL;
    r->line_chars = 0;
    r->style = (vt_flow_style){.size = sizes[level], .bold = level > 0, .mono = r->code};
    vt_flow_begin_para(r->flow, &para);
}

static void begin_item(struct reader *r)
{
    struct list *list =
        r->list_depth && r->list_depth <= DEPTH_MAX ? &r->lists[r->list_depth - 1] : NULL;
    vt_flow_end_para(r->flow);
    r->marker = VT_STR("•");
    if (list && list->ordered)
        r->marker = vt_str_format(r->arena, "%u.", list->next++);
}

static void begin_list(struct reader *r, bool ordered, uint32_t start)
{
    vt_flow_end_para(r->flow);
    if (r->list_depth < DEPTH_MAX)
        r->lists[r->list_depth] = (struct list){.ordered = ordered, .next = start};
    r->list_depth++;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct reader *r = context;
    switch (type) {
    case MD_BLOCK_H:
        begin_para(r, VT_MIN(((const MD_BLOCK_H_DETAIL *)detail)->level, 6u));
        break;
    case MD_BLOCK_P:
        begin_para(r, 0);
        break;
    case MD_BLOCK_UL:
        begin_list(r, false, 1);
        break;
    case MD_BLOCK_OL:
        begin_list(r, true, ((const MD_BLOCK_OL_DETAIL *)detail)->start);
        break;
    case MD_BLOCK_LI:
        begin_item(r);
        break;
    case MD_BLOCK_CODE:
        r->code = true;
        begin_para(r, 0);
        break;
    case MD_BLOCK_HTML:
        r->in_html = true;
        break;
    case MD_BLOCK_TABLE:
        vt_flow_begin_table(r->flow, NULL, 0);
        break;
    case MD_BLOCK_TR:
        vt_flow_begin_row(r->flow);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        vt_flow_begin_cell(r->flow, 1);
        r->style = (vt_flow_style){.size = 10, .bold = type == MD_BLOCK_TH};
        break;
    default:
        break;
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    struct reader *r = context;
    switch (type) {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        vt_flow_end_para(r->flow);
        r->list_depth--;
        r->marker = VT_STR_NULL;
        break;
    case MD_BLOCK_CODE:
        r->code = false;
        vt_flow_end_para(r->flow);
        break;
    case MD_BLOCK_HTML:
        r->in_html = false;
        vt_flow_end_para(r->flow);
        r->status = vt_html_flow(r->arena, vt_buf_str(&r->html), r->flow, r->err);
        vt_buf_clear(&r->html);
        return r->status != VT_OK;
    case MD_BLOCK_TABLE:
        vt_flow_end_table(r->flow);
        break;
    case MD_BLOCK_TR:
        vt_flow_end_row(r->flow);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        vt_flow_end_cell(r->flow);
        break;
    case MD_BLOCK_P:
    case MD_BLOCK_H:
    case MD_BLOCK_LI:
        vt_flow_end_para(r->flow);
        break;
    default:
        break;
    }
    return 0;
}

/* ---- spans ---- */

static vt_str attribute_text(struct reader *r, const MD_ATTRIBUTE *attribute)
{
    return vt_str_dup(r->arena, vt_str_n(attribute->text, attribute->size));
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct reader *r = context;
    r->italic += type == MD_SPAN_EM;
    r->bold += type == MD_SPAN_STRONG;
    r->strike += type == MD_SPAN_DEL;
    r->mono += type == MD_SPAN_CODE;
    r->hidden += type == MD_SPAN_IMG;
    if (type == MD_SPAN_A) {
        if (r->link_depth < DEPTH_MAX)
            r->links[r->link_depth] = attribute_text(r, &((const MD_SPAN_A_DETAIL *)detail)->href);
        r->link_depth++;
    }
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct reader *r = context;
    r->italic -= type == MD_SPAN_EM;
    r->bold -= type == MD_SPAN_STRONG;
    r->strike -= type == MD_SPAN_DEL;
    r->mono -= type == MD_SPAN_CODE;
    r->hidden -= type == MD_SPAN_IMG;
    r->link_depth -= type == MD_SPAN_A;
    return 0;
}

static vt_flow_style style_now(const struct reader *r)
{
    vt_flow_style style = r->style;
    style.bold |= r->bold > 0;
    style.italic |= r->italic > 0;
    style.strike |= r->strike > 0;
    style.mono |= r->mono > 0;
    if (r->link_depth && r->link_depth <= DEPTH_MAX)
        style.link = r->links[r->link_depth - 1];
    return style;
}

/* The usual named entities and all numbers; others stay as they are written. */
static void put_entity(struct reader *r, vt_str entity)
{
    static const struct {
        const char *name, *text;
    } common[] = {{"&amp;", "&"},  {"&lt;", "<"},     {"&gt;", ">"},    {"&quot;", "\""},
                  {"&apos;", "'"}, {"&nbsp;", " "},   {"&ndash;", "–"}, {"&mdash;", "—"},
                  {"&bull;", "•"}, {"&middot;", "·"}, {"&copy;", "©"},  {"&hellip;", "…"}};
    vt_flow_style style = style_now(r);
    for (size_t i = 0; i < VT_COUNT(common); i++) {
        if (vt_str_eq(entity, vt_str_z(common[i].name))) {
            vt_flow_text(r->flow, &style, vt_str_z(common[i].text));
            return;
        }
    }
    vt_str digits = vt_str_sub(entity, 2, entity.len ? entity.len - 1 : 0);
    uint32_t code = 0;
    bool hex = digits.len && (digits.ptr[0] == 'x' || digits.ptr[0] == 'X');
    for (size_t i = hex; i < digits.len && code < 0x110000; i++) {
        char c = vt_lower(digits.ptr[i]);
        code = code * (hex ? 16 : 10) + (uint32_t)(vt_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    char utf8[4];
    if (!vt_str_starts(entity, VT_STR("&#")) || code < 0x20 || code >= 0x110000 ||
        (code >= 0xD800 && code < 0xE000)) {
        vt_flow_text(r->flow, &style, entity);
        return;
    }
    vt_flow_text(r->flow, &style, vt_str_n(utf8, vt_utf8_encode(code, utf8)));
}

static void put_inline_html(struct reader *r, vt_str tag)
{
    vt_flow_style style = style_now(r);
    if (vt_str_starts_nocase(tag, VT_STR("<br")))
        vt_flow_break(r->flow);
    else if (vt_str_starts_nocase(tag, VT_STR("<div")) || vt_str_starts_nocase(tag, VT_STR("<p")))
        vt_flow_text(r->flow, &style, VT_STR(" "));
}

static int put_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct reader *r = context;
    /* md4c 0.4.8 may give an address at the very end a byte more than there is */
    if (text >= r->text.ptr && text <= r->text.ptr + r->text.len)
        size = (MD_SIZE)VT_MIN((size_t)size, (size_t)(r->text.ptr + r->text.len - text));
    vt_str s = vt_str_n(text, size);
    vt_flow_style style = style_now(r);
    if (r->in_html) {
        vt_buf_add(&r->html, s);
        return 0;
    }
    if (r->hidden)
        return 0;
    if (!vt_flow_in_para(r->flow) && type != MD_TEXT_SOFTBR && type != MD_TEXT_BR) {
        vt_flow_style now = r->style; /* of a table's head */
        begin_para(r, 0);
        r->style = now;
    }
    size_t line_chars = r->line_chars;
    r->line_chars = type == MD_TEXT_BR || type == MD_TEXT_SOFTBR ? 0 : line_chars + size;
    switch (type) {
    case MD_TEXT_BR:
        vt_flow_break(r->flow);
        break;
    case MD_TEXT_SOFTBR:
        /* the end of a short line is meant; that of a long one is wrapped prose */
        if (line_chars < WRAPPED_LINE)
            vt_flow_break(r->flow);
        else
            vt_flow_text(r->flow, &style, VT_STR(" "));
        break;
    case MD_TEXT_ENTITY:
        put_entity(r, s);
        break;
    case MD_TEXT_HTML:
        put_inline_html(r, s);
        break;
    case MD_TEXT_NULLCHAR:
        break;
    case MD_TEXT_CODE:
        if (r->code && vt_str_eq(s, VT_STR("\n"))) {
            vt_flow_break(r->flow);
            break;
        }
        vt_flow_text(r->flow, &style, s);
        break;
    default:
        vt_flow_text(r->flow, &style, s);
        break;
    }
    return 0;
}

/* ---- the document ---- */

/* "---" at the very start, up to the next "---" or "...": its lines as plain paragraphs. */
static vt_str read_front_matter(struct reader *r, vt_str text)
{
    if (!vt_str_starts(text, VT_STR("---\n")) && !vt_str_starts(text, VT_STR("---\r\n")))
        return text;
    vt_str rest = vt_str_sub(text, 4, text.len), line;
    VT_VEC(vt_str) lines = {0};
    while (vt_str_split(&rest, '\n', &line)) {
        vt_str trimmed = vt_str_trim(line);
        if (!vt_str_eq(trimmed, VT_STR("---")) && !vt_str_eq(trimmed, VT_STR("..."))) {
            if (lines.n == 200)
                return text;
            vt_vec_push(r->arena, &lines, line);
            continue;
        }
        for (size_t i = 0; i < lines.n; i++) {
            vt_flow_begin_para(r->flow, NULL);
            vt_flow_text(r->flow, NULL, lines.at[i]);
            vt_flow_end_para(r->flow);
        }
        return rest;
    }
    return text;
}

vt_status vt_read_markdown(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                           vt_doc **ret, vt_error *err)
{
    (void)options;
    vt_str text = vt_encoding_decode(arena, bytes, VT_STR_NULL);
    if (text.len > VT_MAX_TEXT_BYTES)
        return vt_fail(err, VT_E_LIMIT, "the text has %zu bytes, more than %u", text.len,
                       VT_MAX_TEXT_BYTES);
    VT_AUTO(reader) reader *r = VT_NEW(arena, reader);
    r->arena = arena;
    r->flow = vt_flow_new(arena, VT_FORMAT_MARKDOWN);
    r->style.size = 10;
    r->err = err;
    text = read_front_matter(r, text);
    char *room = vt_arena_alloc(arena, text.len + 64); /* zeros behind the text */
    if (text.len)
        memcpy(room, text.ptr, text.len);
    r->text = vt_str_n(room, text.len);
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH, /* bare addresses stay text: looking for
                                                            them takes quadratic time */
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = put_text,
    };
    int failed = md_parse(r->text.ptr, (MD_SIZE)r->text.len, &parser, r);
    if (r->status != VT_OK)
        return r->status;
    if (failed)
        return vt_fail(err, VT_E_FORMAT, "the Markdown text cannot be parsed");
    return vt_flow_finish(r->flow, ret, err);
}
