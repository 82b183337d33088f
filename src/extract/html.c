/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HTML through gumbo, whose memory is the arena's. Blocks become paragraphs, tables tables; the
 * items of a flex row or grid are cells of a table, since that is how they read: a title with its
 * date at the right, a sidebar beside the main column. What is not the page's own text stays out:
 * navigation, forms, scripts, hidden elements (html_nodes.h). What the page says of its person as
 * data, and does not show, is printed (html_items.h, webdata.h).
 */
#include "extract/html.h"

#include "base/limits.h"
#include "doc/flow.h"
#include "extract/css.h"
#include "extract/encoding.h"
#include "extract/html_items.h"
#include "extract/html_markup.h"
#include "extract/readers.h"
#include "extract/webdata.h"
#include "text/utf8.h"

enum { FLOAT_MAX = 45, PART_MIN = 3 }; /* characters */

struct reader {
    vt_arena *arena;
    vt_flow *flow;
    vt_css *css;
    bool space; /* the text so far ends with white space, or nothing stands before it */
    bool too_deep;
};

/* What an element passes on to those inside of it. */
struct context {
    vt_css_element element;
    vt_flow_style style;
    vt_flow_para para;
    uint32_t list_level;
    bool ordered, no_marker;
    int64_t *counter; /* of an ordered list */
    bool pre;
    size_t depth;
};

static void walk(struct reader *r, const GumboNode *node, const struct context *up);

/* ---- text ---- */

/* White space runs become one space, none at the start of a block. */
static void put_text(struct reader *r, const struct context *c, vt_str text)
{
    if (c->pre) {
        vt_str line;
        bool first = true;
        while (vt_str_split(&text, '\n', &line)) {
            if (!first)
                vt_flow_break(r->flow);
            first = false;
            if (!vt_flow_in_para(r->flow))
                vt_flow_begin_para(r->flow, &c->para);
            vt_flow_text(r->flow, &c->style, line);
        }
        r->space = false;
        return;
    }
    char *out = vt_arena_alloc(r->arena, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool space = vt_is_space((unsigned char)text.ptr[i]);
        if (!space || !r->space)
            out[n++] = space ? ' ' : text.ptr[i];
        r->space = space;
    }
    if (n == 0)
        return;
    if (!vt_flow_in_para(r->flow)) {
        if (n == 1 && out[0] == ' ') {
            r->space = true;
            return;
        }
        vt_flow_begin_para(r->flow, &c->para);
    }
    vt_flow_text(r->flow, &c->style, vt_str_n(out, n));
}

static void end_block(struct reader *r)
{
    vt_flow_end_para(r->flow);
    r->space = true;
}

/* ---- styles ---- */

static void add_tag_style(struct context *c, GumboTag tag)
{
    static const float sizes[] = {20, 15, 12.5f, 11, 10, 10};
    c->style.bold |= HTML_IS_ONE_OF(tag, GUMBO_TAG_B, GUMBO_TAG_STRONG, GUMBO_TAG_TH, GUMBO_TAG_DT);
    c->style.italic |=
        HTML_IS_ONE_OF(tag, GUMBO_TAG_I, GUMBO_TAG_EM, GUMBO_TAG_CITE, GUMBO_TAG_VAR);
    c->style.underline |= HTML_IS_ONE_OF(tag, GUMBO_TAG_U, GUMBO_TAG_INS);
    c->style.strike |= HTML_IS_ONE_OF(tag, GUMBO_TAG_S, GUMBO_TAG_DEL, GUMBO_TAG_STRIKE);
    c->style.mono |= HTML_IS_ONE_OF(tag, GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_TT,
                                    GUMBO_TAG_SAMP, GUMBO_TAG_PRE);
    if (tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6) {
        uint32_t level = (uint32_t)(tag - GUMBO_TAG_H1);
        c->para.heading_level = level + 1;
        c->para.space_before = sizes[level] * 0.7f;
        c->para.space_after = 3;
        c->style.bold = true;
        c->style.size = sizes[level];
    } else if (HTML_IS_ONE_OF(tag, GUMBO_TAG_P, GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_TABLE)) {
        c->para.space_before = 4;
    } else if (tag == GUMBO_TAG_DD || tag == GUMBO_TAG_BLOCKQUOTE) {
        c->para.indent += 18;
    } else if (tag == GUMBO_TAG_CENTER) {
        c->para.align = VT_ALIGN_CENTER;
    }
}

static void add_css_style(struct context *c, const vt_css_style *css)
{
    if (css->size > 0)
        c->style.size =
            css->relative ? css->size * (c->style.size > 0 ? c->style.size : 10) : css->size;
    c->style.size = VT_MIN(c->style.size, 200.0f);
    c->style.bold = (c->style.bold || css->bold) && !css->normal_weight;
    c->style.italic = (c->style.italic || css->italic) && !css->normal_slant;
    c->style.hidden = (c->style.hidden || css->invisible) && !css->visible;
    if (css->has_color)
        c->style.color = css->color;
    if (css->align)
        c->para.align = css->align == 2   ? VT_ALIGN_CENTER
                        : css->align == 3 ? VT_ALIGN_RIGHT
                                          : VT_ALIGN_LEFT;
    c->no_marker |= css->no_marker;
    if (css->keep_space)
        c->pre = true;
}

static void add_link(struct reader *r, struct context *c, const GumboElement *e)
{
    vt_str href = vt_str_trim(html_attribute(e, "href"));
    if (e->tag == GUMBO_TAG_A && href.len && href.ptr[0] != '#' &&
        !vt_str_starts_nocase(href, VT_STR("javascript:")))
        c->style.link = vt_str_dup(r->arena, href);
}

/* ---- containers ---- */

/* Inline elements with nothing but white space between them that a style sets apart: three and more
 * of one class, drawn as chips, or two of different classes that touch each other, as a title and
 * the date at its right. No such thing is made of letters, and a name in a main heading is one. */
static bool is_row_of_parts(const GumboNode *node)
{
    const GumboVector *children = &node->v.element.children;
    const GumboElement *first = NULL;
    size_t n = 0, alike = 0;
    bool touch = true;
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        touch &= child->type != GUMBO_NODE_WHITESPACE;
        if (child->type == GUMBO_NODE_WHITESPACE || child->type == GUMBO_NODE_COMMENT)
            continue;
        if (child->type != GUMBO_NODE_ELEMENT)
            return false;
        const GumboElement *e = &child->v.element;
        vt_str classes = html_attribute(e, "class");
        if (!first)
            first = e;
        if (e->tag != first->tag || vt_html_is_block_tag(e->tag) || classes.len == 0)
            return false;
        alike += vt_str_eq(classes, html_attribute(first, "class"));
        touch &= vt_html_text_length(child, PART_MIN, 0) >= PART_MIN;
        n++;
    }
    if (n == 2)
        return alike == 1 && touch && node->v.element.tag != GUMBO_TAG_H1;
    return n >= 3 && alike == n;
}

static void walk_children(struct reader *r, const GumboNode *node, const struct context *c)
{
    const GumboVector *children = &node->v.element.children;
    bool parts = is_row_of_parts(node);
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        if (parts && child->type == GUMBO_NODE_ELEMENT && vt_flow_in_para(r->flow)) {
            vt_flow_tab(r->flow);
            r->space = true;
        }
        walk(r, child, c);
    }
}

static void walk_list_item(struct reader *r, const GumboNode *node, struct context *c)
{
    c->para.list_level = VT_MAX(c->list_level, 1u);
    if (!c->no_marker) {
        c->para.marker = VT_STR("•");
        if (c->ordered && c->counter)
            c->para.marker = vt_str_format(r->arena, "%jd.", (intmax_t)(*c->counter)++);
    }
    /* the first paragraph has the marker, others of the item have not */
    const GumboVector *children = &node->v.element.children;
    for (unsigned i = 0; i < children->length; i++) {
        size_t words = vt_flow_word_count(r->flow);
        walk(r, children->data[i], c);
        if (vt_flow_word_count(r->flow) > words)
            c->para.marker = VT_STR_NULL;
    }
}

/* Children side by side, `columns` to a row (0: all of them in one). */
static void walk_row(struct reader *r, const GumboNode *node, const struct context *c,
                     uint32_t columns)
{
    const GumboVector *children = &node->v.element.children;
    uint32_t n = 0;
    vt_flow_begin_table(r->flow, NULL, 0);
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        if (vt_html_text_length(child, 0, 0) == 0 ||
            (child->type == GUMBO_NODE_ELEMENT && vt_html_is_chrome(child)))
            continue;
        if (columns ? n % columns == 0 : n == 0)
            vt_flow_begin_row(r->flow);
        vt_flow_begin_cell(r->flow, 1);
        r->space = true;
        walk(r, child, c);
        vt_flow_end_cell(r->flow);
        n++;
        if (columns && n % columns == 0)
            vt_flow_end_row(r->flow);
    }
    if (columns ? n % columns != 0 : n > 0)
        vt_flow_end_row(r->flow);
    vt_flow_end_table(r->flow);
    r->space = true;
}

static void walk_cell(struct reader *r, const GumboNode *node, const struct context *c)
{
    int64_t span = 1;
    (void)vt_str_to_i64(html_attribute(&node->v.element, "colspan"), 1, 64, &span);
    vt_flow_begin_cell(r->flow, (uint32_t)span);
    r->space = true;
    walk_children(r, node, c);
    vt_flow_end_cell(r->flow);
    r->space = true;
}

/* Short floats (a date at the right) stay in the line, set off by a tab. */
static bool walk_float(struct reader *r, const GumboNode *node, const struct context *c)
{
    if (vt_html_text_length(node, FLOAT_MAX, 0) > FLOAT_MAX)
        return false;
    vt_flow_tab(r->flow);
    r->space = true;
    struct context inner = *c;
    inner.para.marker = VT_STR_NULL;
    walk_children(r, node, &inner);
    vt_flow_tab(r->flow);
    r->space = true;
    return true;
}

static vt_css_display display_of(const GumboNode *node, const vt_css_style *css)
{
    GumboTag tag = node->v.element.tag;
    if (HTML_IS_ONE_OF(tag, GUMBO_TAG_TABLE, GUMBO_TAG_TR, GUMBO_TAG_TD, GUMBO_TAG_TH) &&
        (css->display == VT_CSS_UNSET || css->display >= VT_CSS_TABLE))
        return tag == GUMBO_TAG_TABLE ? VT_CSS_TABLE
               : tag == GUMBO_TAG_TR  ? VT_CSS_TABLE_ROW
                                      : VT_CSS_TABLE_CELL;
    if (css->display == VT_CSS_ROW && css->column)
        return VT_CSS_BLOCK;
    if (css->display == VT_CSS_TABLE_ROW || css->display == VT_CSS_TABLE_CELL)
        return VT_CSS_BLOCK; /* stray ones; those below a css table are taken by walk_row */
    if (css->display != VT_CSS_UNSET)
        return css->display;
    return vt_html_is_block_tag(tag) ? VT_CSS_BLOCK : VT_CSS_INLINE;
}

/* What is inside of a block, `columns` to a row of a grid. */
static void walk_content(struct reader *r, const GumboNode *node, struct context *c,
                         vt_css_display display, uint32_t columns)
{
    GumboTag tag = node->v.element.tag;
    if (display == VT_CSS_ROW || (display == VT_CSS_TABLE && tag != GUMBO_TAG_TABLE)) {
        walk_row(r, node, c, 0);
    } else if (display == VT_CSS_GRID && columns > 1) {
        walk_row(r, node, c, columns);
    } else if (display == VT_CSS_TABLE) {
        vt_flow_begin_table(r->flow, NULL, 0);
        walk_children(r, node, c);
        vt_flow_end_table(r->flow);
    } else if (display == VT_CSS_TABLE_ROW) {
        vt_flow_begin_row(r->flow);
        walk_children(r, node, c);
        vt_flow_end_row(r->flow);
    } else if (display == VT_CSS_TABLE_CELL) {
        walk_cell(r, node, c);
    } else if (display != VT_CSS_GRID && tag == GUMBO_TAG_LI) {
        walk_list_item(r, node, c);
    } else if (display != VT_CSS_GRID && tag == GUMBO_TAG_ASIDE) {
        vt_flow_begin_box(r->flow);
        walk_children(r, node, c);
        end_block(r);
        vt_flow_end_box(r->flow);
    } else {
        walk_children(r, node, c);
    }
}

static void walk_element(struct reader *r, const GumboNode *node, struct context *c)
{
    const GumboElement *e = &node->v.element;
    vt_css_style css;
    vt_css_style_of(r->css, &c->element, html_attribute(e, "style"), &css);
    vt_css_display display = display_of(node, &css);
    if (display == VT_CSS_NONE)
        return;
    if (display != VT_CSS_INLINE) /* what a block asks for once, blocks in it do not repeat */
        c->para.space_before = c->para.space_after = 0;
    add_tag_style(c, e->tag);
    add_css_style(c, &css);
    add_link(r, c, e);
    if (css.floating && walk_float(r, node, c))
        return;
    if (display == VT_CSS_INLINE) {
        if (e->children.length == 0)
            put_text(r, c, VT_STR(" ")); /* an icon or rule parts what stands beside it */
        walk_children(r, node, c);
        return;
    }
    int64_t counter = 1;
    if (e->tag == GUMBO_TAG_UL || e->tag == GUMBO_TAG_OL) {
        (void)vt_str_to_i64(html_attribute(e, "start"), 0, 1000000, &counter);
        c->list_level++;
        c->ordered = e->tag == GUMBO_TAG_OL;
        c->counter = &counter;
        c->no_marker = css.no_marker;
    }
    c->pre |= e->tag == GUMBO_TAG_PRE;
    c->para.preformatted = c->pre;
    end_block(r);
    walk_content(r, node, c, display, css.columns);
    end_block(r);
}

static void walk(struct reader *r, const GumboNode *node, const struct context *up)
{
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA ||
        node->type == GUMBO_NODE_WHITESPACE) {
        /* a reference to a character that there is not becomes any bytes */
        put_text(r, up, vt_utf8_repair(r->arena, vt_str_z(node->v.text.text)));
        return;
    }
    if (node->type != GUMBO_NODE_ELEMENT || vt_html_is_chrome(node))
        return;
    const GumboElement *e = &node->v.element;
    if (up->depth >= VT_MAX_NESTING) {
        r->too_deep = true;
        return;
    }
    if (e->tag == GUMBO_TAG_BR) {
        if (vt_flow_in_para(r->flow))
            vt_flow_break(r->flow);
        r->space = true;
        return;
    }
    struct context c = *up;
    c.depth++;
    c.element = (vt_css_element){.parent = &up->element,
                                 .tag = vt_str_z(gumbo_normalized_tagname(e->tag)),
                                 .id = html_attribute(e, "id"),
                                 .classes = html_attribute(e, "class")};
    walk_element(r, node, &c);
}

/* ---- the page ---- */

static void *take(void *arena, size_t size)
{
    return vt_arena_alloc(arena, size);
}

static void give_back(void *arena, void *memory)
{
    (void)arena, (void)memory; /* goes with the arena */
}

/* Title and style sheets, wherever they stand. */
static void read_head(struct reader *r, const GumboNode *node, size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return;
    const GumboElement *e = &node->v.element;
    vt_doc *doc = vt_flow_doc(r->flow);
    bool print = vt_str_eq_nocase(html_attribute(e, "media"), VT_STR("print"));
    for (unsigned i = 0; i < e->children.length; i++) {
        const GumboNode *child = e->children.data[i];
        if (child->type == GUMBO_NODE_TEXT && e->tag == GUMBO_TAG_STYLE && !print)
            vt_css_add(r->css, vt_str_z(child->v.text.text));
        else if (child->type == GUMBO_NODE_TEXT && e->tag == GUMBO_TAG_TITLE && !doc->title.len)
            doc->title = vt_str_dup(
                r->arena, vt_str_trim(vt_utf8_repair(r->arena, vt_str_z(child->v.text.text))));
        else
            read_head(r, child, depth + 1);
    }
}

vt_status vt_html_flow(vt_arena *arena, vt_str text, vt_flow *flow, vt_error *err)
{
    if (vt_html_has_too_much_markup(text))
        return vt_fail(err, VT_E_LIMIT,
                       "more than %d elements open at once, or %u attributes of one",
                       VT_MAX_OPEN_TAGS, VT_MAX_TAG_ATTRIBUTES);
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = take;
    options.deallocator = give_back;
    options.userdata = arena;
    options.max_errors = 0;
    const GumboOutput *page =
        gumbo_parse_with_options(&options, text.ptr ? text.ptr : "", text.len);
    struct reader r = {.arena = arena, .flow = flow, .css = vt_css_new(arena), .space = true};
    read_head(&r, page->root, 0);
    struct context context = {.style.size = 10};
    const vt_json *person = vt_html_person(arena, page->root);
    VT_AUTO(vt_buf) vt_buf shown = {.max = VT_MAX_DOCUMENT_BYTES};
    if (person) {
        vt_html_shown(page->root, &shown);
        vt_webdata_head(flow, person, vt_buf_str(&shown));
    }
    walk(&r, page->root, &context);
    vt_flow_end_para(flow);
    if (person)
        vt_webdata_sections(flow, person, vt_buf_str(&shown));
    if (r.too_deep)
        return vt_fail(err, VT_E_LIMIT, "elements are nested deeper than %d", VT_MAX_NESTING);
    return VT_OK;
}

vt_status vt_read_html(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                       vt_doc **ret, vt_error *err)
{
    (void)options;
    vt_str text = vt_encoding_decode(arena, bytes, vt_html_charset(bytes));
    vt_flow *flow = vt_flow_new(arena, VT_FORMAT_HTML);
    VT_TRY(vt_html_flow(arena, text, flow, err));
    return vt_flow_finish(flow, ret, err);
}
