/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HTML through gumbo, whose memory is the arena's. Blocks become paragraphs, tables tables; the
 * items of a flex row or grid are cells of a table, since that is how they read: a title with its
 * date at the right, a sidebar beside the main column. What is not the page's own text stays out:
 * navigation, forms, scripts, hidden elements, a footer that only says who owns the page. What the
 * page says of its person as data, and does not show, is printed (webdata.h).
 */
#include "extract/html.h"

#include <gumbo.h>

#include "base/limits.h"
#include "doc/flow.h"
#include "extract/css.h"
#include "extract/encoding.h"
#include "extract/webdata.h"
#include "extract/readers.h"
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

/* ---- elements ---- */

static vt_str attribute(const GumboElement *e, const char *name)
{
    const GumboAttribute *a = gumbo_get_attribute(&e->attributes, name);
    return a ? vt_str_z(a->value) : VT_STR_NULL;
}

static bool is_one_of(GumboTag tag, const GumboTag *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tags[i] == tag)
            return true;
    return false;
}
#define IS_ONE_OF(tag, ...)                                                                        \
    is_one_of((tag), (const GumboTag[]){__VA_ARGS__},                                              \
              sizeof((const GumboTag[]){__VA_ARGS__}) / sizeof(GumboTag))

static bool is_block_tag(GumboTag tag)
{
    return IS_ONE_OF(tag, GUMBO_TAG_HTML, GUMBO_TAG_BODY, GUMBO_TAG_DIV, GUMBO_TAG_P, GUMBO_TAG_H1,
                     GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6,
                     GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_LI, GUMBO_TAG_DL, GUMBO_TAG_DT,
                     GUMBO_TAG_DD, GUMBO_TAG_SECTION, GUMBO_TAG_ARTICLE, GUMBO_TAG_HEADER,
                     GUMBO_TAG_FOOTER, GUMBO_TAG_MAIN, GUMBO_TAG_ASIDE, GUMBO_TAG_ADDRESS,
                     GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_PRE, GUMBO_TAG_FIGURE, GUMBO_TAG_FIGCAPTION,
                     GUMBO_TAG_DETAILS, GUMBO_TAG_SUMMARY, GUMBO_TAG_CENTER, GUMBO_TAG_HGROUP,
                     GUMBO_TAG_FIELDSET, GUMBO_TAG_LEGEND, GUMBO_TAG_CAPTION, GUMBO_TAG_HR,
                     GUMBO_TAG_FORM, GUMBO_TAG_TABLE);
}

static bool is_skipped_tag(GumboTag tag)
{
    return IS_ONE_OF(tag, GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_TEMPLATE,
                     GUMBO_TAG_HEAD, GUMBO_TAG_NAV, GUMBO_TAG_BUTTON, GUMBO_TAG_SELECT,
                     GUMBO_TAG_TEXTAREA, GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT, GUMBO_TAG_VIDEO,
                     GUMBO_TAG_AUDIO, GUMBO_TAG_CANVAS, GUMBO_TAG_SVG, GUMBO_TAG_MAP,
                     GUMBO_TAG_MENU, GUMBO_TAG_DATALIST, GUMBO_TAG_INPUT);
}

/* The characters of text below a node, counted up to `max`. */
static size_t text_length(const GumboNode *node, size_t max, size_t depth)
{
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA)
        return vt_str_trim(vt_str_z(node->v.text.text)).len;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return 0;
    size_t n = 0;
    for (unsigned i = 0; i < node->v.element.children.length && n <= max; i++)
        n += text_length(node->v.element.children.data[i], max, depth + 1);
    return n;
}

static bool text_has(const GumboNode *node, const char *needle, size_t depth)
{
    if (node->type == GUMBO_NODE_TEXT)
        return vt_str_find(vt_str_z(node->v.text.text), vt_str_z(needle), 0) != VT_NPOS;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return false;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        if (text_has(node->v.element.children.data[i], needle, depth + 1))
            return true;
    return false;
}

/* Parts of a web page that are not its text. */
static bool is_chrome(const GumboNode *node)
{
    const GumboElement *e = &node->v.element;
    vt_str role = attribute(e, "role"), id = attribute(e, "id");
    if (is_skipped_tag(e->tag) || gumbo_get_attribute(&e->attributes, "hidden") ||
        vt_str_eq_nocase(role, VT_STR("navigation")) || vt_str_eq_nocase(role, VT_STR("search")) ||
        vt_str_eq_nocase(role, VT_STR("dialog")))
        return true;
    if (vt_str_find(id, VT_STR("cookie"), 0) != VT_NPOS ||
        vt_str_find(id, VT_STR("consent"), 0) != VT_NPOS)
        return true;
    bool footer = e->tag == GUMBO_TAG_FOOTER || vt_str_eq_nocase(role, VT_STR("contentinfo"));
    return footer && text_length(node, 600, 0) < 600 && !text_has(node, "@", 0) &&
           (text_has(node, "\xC2\xA9", 0) || text_has(node, "owered by", 0) ||
            text_has(node, "opyright", 0) || text_has(node, "rivacy", 0));
}

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
    c->style.bold |= IS_ONE_OF(tag, GUMBO_TAG_B, GUMBO_TAG_STRONG, GUMBO_TAG_TH, GUMBO_TAG_DT);
    c->style.italic |= IS_ONE_OF(tag, GUMBO_TAG_I, GUMBO_TAG_EM, GUMBO_TAG_CITE, GUMBO_TAG_VAR);
    c->style.underline |= IS_ONE_OF(tag, GUMBO_TAG_U, GUMBO_TAG_INS);
    c->style.strike |= IS_ONE_OF(tag, GUMBO_TAG_S, GUMBO_TAG_DEL, GUMBO_TAG_STRIKE);
    c->style.mono |=
        IS_ONE_OF(tag, GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_TT, GUMBO_TAG_SAMP, GUMBO_TAG_PRE);
    if (tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6) {
        uint32_t level = (uint32_t)(tag - GUMBO_TAG_H1);
        c->para.heading_level = level + 1;
        c->para.space_before = sizes[level] * 0.7f;
        c->para.space_after = 3;
        c->style.bold = true;
        c->style.size = sizes[level];
    } else if (IS_ONE_OF(tag, GUMBO_TAG_P, GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_TABLE)) {
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
    vt_str href = vt_str_trim(attribute(e, "href"));
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
        vt_str classes = attribute(e, "class");
        if (!first)
            first = e;
        if (e->tag != first->tag || is_block_tag(e->tag) || classes.len == 0)
            return false;
        alike += vt_str_eq(classes, attribute(first, "class"));
        touch &= text_length(child, PART_MIN, 0) >= PART_MIN;
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
        if (text_length(child, 0, 0) == 0 ||
            (child->type == GUMBO_NODE_ELEMENT && is_chrome(child)))
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
    (void)vt_str_to_i64(attribute(&node->v.element, "colspan"), 1, 64, &span);
    vt_flow_begin_cell(r->flow, (uint32_t)span);
    r->space = true;
    walk_children(r, node, c);
    vt_flow_end_cell(r->flow);
    r->space = true;
}

/* Short floats (a date at the right) stay in the line, set off by a tab. */
static bool walk_float(struct reader *r, const GumboNode *node, const struct context *c)
{
    if (text_length(node, FLOAT_MAX, 0) > FLOAT_MAX)
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
    if (IS_ONE_OF(tag, GUMBO_TAG_TABLE, GUMBO_TAG_TR, GUMBO_TAG_TD, GUMBO_TAG_TH) &&
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
    return is_block_tag(tag) ? VT_CSS_BLOCK : VT_CSS_INLINE;
}

static void walk_element(struct reader *r, const GumboNode *node, struct context *c)
{
    const GumboElement *e = &node->v.element;
    vt_css_style css;
    vt_css_style_of(r->css, &c->element, attribute(e, "style"), &css);
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
        (void)vt_str_to_i64(attribute(e, "start"), 0, 1000000, &counter);
        c->list_level++;
        c->ordered = e->tag == GUMBO_TAG_OL;
        c->counter = &counter;
        c->no_marker = css.no_marker;
    }
    c->pre |= e->tag == GUMBO_TAG_PRE;
    c->para.preformatted = c->pre;
    end_block(r);
    if (display == VT_CSS_ROW) {
        walk_row(r, node, c, 0);
    } else if (display == VT_CSS_GRID) {
        if (css.columns > 1)
            walk_row(r, node, c, css.columns);
        else
            walk_children(r, node, c);
    } else if (display == VT_CSS_TABLE && e->tag == GUMBO_TAG_TABLE) {
        vt_flow_begin_table(r->flow, NULL, 0);
        walk_children(r, node, c);
        vt_flow_end_table(r->flow);
    } else if (display == VT_CSS_TABLE) {
        walk_row(r, node, c, 0);
    } else if (display == VT_CSS_TABLE_ROW) {
        vt_flow_begin_row(r->flow);
        walk_children(r, node, c);
        vt_flow_end_row(r->flow);
    } else if (display == VT_CSS_TABLE_CELL) {
        walk_cell(r, node, c);
    } else if (e->tag == GUMBO_TAG_LI) {
        walk_list_item(r, node, c);
    } else if (e->tag == GUMBO_TAG_ASIDE) {
        vt_flow_begin_box(r->flow);
        walk_children(r, node, c);
        end_block(r);
        vt_flow_end_box(r->flow);
    } else {
        walk_children(r, node, c);
    }
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
    if (node->type != GUMBO_NODE_ELEMENT || is_chrome(node))
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
                                 .id = attribute(e, "id"),
                                 .classes = attribute(e, "class")};
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

/* ---- what the parser's time grows with, counted before it: open elements, attributes ---- */

#define WHITE " \t\n\f\r"

/* Elements without content, and those that the next of their kind ends: they do not pile up. */
static bool piles_up(vt_str tag)
{
    static const char *const names[] = {
        "area", "base",  "br",    "col",   "embed", "hr",     "img",    "input", "link",
        "meta", "param", "wbr",   "p",     "li",    "option", "source", "td",    "th",
        "tr",   "tbody", "thead", "tfoot", "dd",    "dt",     "rp",     "rt"};
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (vt_str_eq_nocase(tag, vt_str_z(names[i])))
            return false;
    return true;
}

/* Behind a comment, and behind the content of a script or style, which has no tags. */
static size_t skip_raw(vt_str text, size_t at, vt_str tag)
{
    if (vt_str_starts(vt_str_sub(text, at, at + 4), VT_STR("<!--"))) {
        size_t end = vt_str_find(text, VT_STR("-->"), at + 4);
        return end == VT_NPOS ? text.len : end;
    }
    if (!vt_str_eq_nocase(tag, VT_STR("script")) && !vt_str_eq_nocase(tag, VT_STR("style")))
        return at + 1;
    for (at = vt_str_find(text, VT_STR("</"), at); at != VT_NPOS;
         at = vt_str_find(text, VT_STR("</"), at + 2))
        if (vt_str_starts_nocase(vt_str_sub(text, at + 2, text.len), tag))
            return at;
    return text.len;
}

static size_t skip_while(vt_str text, size_t at, const char *chars, bool among)
{
    while (at < text.len && (text.ptr[at] && strchr(chars, text.ptr[at])) == among)
        at++;
    return at;
}

/* Behind the value that an attribute has, if it has one (HTML, 13.2.5.33 to 13.2.5.39). */
static size_t skip_value(vt_str text, size_t at)
{
    size_t sign = skip_while(text, at, WHITE, true);
    if (sign >= text.len || text.ptr[sign] != '=')
        return at;
    at = skip_while(text, sign + 1, WHITE, true);
    if (at >= text.len || (text.ptr[at] != '"' && text.ptr[at] != '\''))
        return skip_while(text, at, WHITE ">", false);
    size_t end = vt_str_find_char(text, text.ptr[at], at + 1);
    return end == VT_NPOS ? text.len : end + 1;
}

/* Of the tag whose name ends at `at`. */
static bool too_many_attributes(vt_str text, size_t at)
{
    for (unsigned n = 0; n <= VT_MAX_TAG_ATTRIBUTES; n++) {
        at = skip_while(text, at, WHITE "/", true);
        if (at >= text.len || text.ptr[at] == '>')
            return false;
        at = skip_value(text, skip_while(text, at + 1, WHITE "/>=", false));
    }
    return true;
}

static bool too_much_markup(vt_str text)
{
    size_t open = 0;
    for (size_t at = vt_str_find_char(text, '<', 0); at != VT_NPOS;) {
        bool closes = at + 1 < text.len && text.ptr[at + 1] == '/';
        size_t from = at + 1 + closes, end = from;
        while (end < text.len && vt_is_alnum((unsigned char)text.ptr[end]))
            end++;
        vt_str tag = vt_str_sub(text, from, end);
        if (tag.len && piles_up(tag))
            open = closes ? open - (open > 0) : open + 1;
        if (open > VT_MAX_OPEN_TAGS || (tag.len && too_many_attributes(text, end)))
            return true;
        at = vt_str_find_char(text, '<', skip_raw(text, at, closes ? VT_STR_NULL : tag));
    }
    return false;
}

/* "charset=..." of a meta element near the start. */
static vt_str declared_charset(vt_str bytes)
{
    vt_str head = vt_str_sub(bytes, 0, 4096);
    for (size_t at = 0; (at = vt_str_find(head, VT_STR("charset="), at)) != VT_NPOS;) {
        at += 8;
        while (at < head.len && (head.ptr[at] == '"' || head.ptr[at] == '\''))
            at++;
        size_t end = at;
        while (end < head.len && (vt_is_alnum((unsigned char)head.ptr[end]) ||
                                  head.ptr[end] == '-' || head.ptr[end] == '_'))
            end++;
        if (end > at)
            return vt_str_sub(head, at, end);
    }
    return VT_STR_NULL;
}

/* Title and style sheets, wherever they stand. */
static void read_head(struct reader *r, const GumboNode *node, size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return;
    const GumboElement *e = &node->v.element;
    vt_doc *doc = vt_flow_doc(r->flow);
    bool print = vt_str_eq_nocase(attribute(e, "media"), VT_STR("print"));
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

/* ---- what the page says as data ---- */

enum { DATA_BLOCKS_MAX = 16, DATA_VALUES_MAX = 400, DATA_VALUE_BYTES = 4096 };

static vt_str text_child(const GumboElement *e)
{
    if (e->children.length == 0)
        return VT_STR_NULL;
    const GumboNode *child = e->children.data[0];
    return child->type == GUMBO_NODE_TEXT ? vt_str_z(child->v.text.text) : VT_STR_NULL;
}

/* The first person of the JSON-LD blocks, wherever they stand; `left` counts blocks down. */
static const vt_json *find_person(struct reader *r, const GumboNode *node, size_t depth, int *left)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return NULL;
    const GumboElement *e = &node->v.element;
    const vt_json *root = NULL, *found = NULL;
    if (e->tag == GUMBO_TAG_SCRIPT) {
        vt_str text = vt_str_trim(text_child(e));
        bool data = vt_str_eq_nocase(attribute(e, "type"), VT_STR("application/ld+json"));
        if (!data || (*left)-- <= 0 ||
            vt_json_parse(r->arena, vt_utf8_repair(r->arena, text), &root, NULL) != VT_OK)
            return NULL;
        return vt_webdata_find(root);
    }
    for (unsigned i = 0; i < e->children.length && !found; i++)
        found = find_person(r, e->children.data[i], depth + 1, left);
    return found;
}

/* The words of a node of text, one space between them; false: it is no text. */
static bool add_words(const GumboNode *node, vt_buf *out, size_t max)
{
    if (node->type != GUMBO_NODE_TEXT && node->type != GUMBO_NODE_CDATA &&
        node->type != GUMBO_NODE_WHITESPACE)
        return false;
    vt_str text = vt_str_z(node->v.text.text);
    for (size_t i = 0; i < text.len && out->len < max; i++) {
        bool space = vt_is_space((unsigned char)text.ptr[i]);
        if (!space || (out->len && out->ptr[out->len - 1] != ' '))
            vt_buf_addc(out, space ? ' ' : text.ptr[i]);
    }
    return true;
}

/* The words of the page and the addresses that it links to. */
static void collect_shown(const GumboNode *node, size_t depth, vt_buf *out)
{
    if (add_words(node, out, VT_MAX_SHOWN_BYTES))
        return;
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING || is_chrome(node))
        return;
    vt_str href = vt_str_trim(attribute(&node->v.element, "href"));
    if (!vt_str_starts_nocase(href, VT_STR("mailto:")) && out->len < VT_MAX_SHOWN_BYTES)
        vt_buf_add(out, href);
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        collect_shown(node->v.element.children.data[i], depth + 1, out);
}

/* ---- microdata and microformats: elements have values for keys of the item they stand in ---- */

struct item_walk {
    vt_arena *arena;
    bool formats; /* of microformats: keys and items are told by classes */
    int left;     /* values that may be taken yet */
    int visits;   /* nodes that may be looked at for the text of values */
};

static void add_text_below(const GumboNode *node, size_t depth, vt_buf *out, int *visits)
{
    if ((*visits)-- <= 0 || out->len >= DATA_VALUE_BYTES || depth > VT_MAX_NESTING ||
        add_words(node, out, DATA_VALUE_BYTES) || node->type != GUMBO_NODE_ELEMENT ||
        is_skipped_tag(node->v.element.tag))
        return;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        add_text_below(node->v.element.children.data[i], depth + 1, out, visits);
}

/* What the element says for machines where its text does not: of an address, a time, a short form.
 */
static vt_str said_by(const GumboElement *e, vt_str key)
{
    bool address = vt_str_eq(key, VT_STR("url")) || vt_str_eq(key, VT_STR("sameAs")) ||
                   vt_str_eq(key, VT_STR("email"));
    vt_str value = address ? attribute(e, "href") : attribute(e, "datetime");
    if (value.len == 0 && e->tag == GUMBO_TAG_ABBR)
        value = attribute(e, "title");
    return value.len == 0 && e->tag == GUMBO_TAG_DATA ? attribute(e, "value") : value;
}

static vt_str value_of(struct item_walk *w, const GumboNode *node, vt_str key)
{
    const GumboElement *e = &node->v.element;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_str value = said_by(e, key);
    if (value.len == 0) {
        for (unsigned i = 0; i < e->children.length; i++)
            add_text_below(e->children.data[i], 0, &text, &w->visits);
        value = vt_str_trim(vt_buf_str(&text));
    }
    if (value.len == 0)
        value = attribute(e, "content");
    if (value.len == 0)
        value = attribute(e, "href");
    value = vt_str_trim(vt_str_sub(value, 0, DATA_VALUE_BYTES));
    return vt_utf8_repair(w->arena, vt_str_dup(w->arena, value));
}

static bool opens_item(const struct item_walk *w, const GumboElement *e)
{
    vt_str names = attribute(e, "class"), name;
    if (!w->formats)
        return gumbo_get_attribute(&e->attributes, "itemscope") != NULL;
    while (vt_str_split(&names, ' ', &name))
        if (vt_str_starts(name, VT_STR("h-")))
            return true;
    return false;
}

static void read_item(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth);

static void read_property(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING || w->left <= 0)
        return;
    const GumboElement *e = &node->v.element;
    vt_str names = attribute(e, w->formats ? "class" : "itemprop"), name;
    bool opens = opens_item(w, e);
    vt_json *inner = opens ? vt_webdata_item(w->arena) : item;
    while (vt_str_split(&names, ' ', &name)) {
        vt_str key = w->formats ? vt_webdata_key(name) : name;
        if (w->formats && vt_str_eq(name, VT_STR("p-contact")))
            inner = item; /* the card of an h-resume is the person's */
        if (key.len == 0 || w->left-- <= 0)
            continue;
        if (opens)
            vt_webdata_add(w->arena, item, key, inner);
        else
            vt_webdata_add_text(w->arena, item, key, value_of(w, node, key));
    }
    read_item(w, node, inner, depth);
    if (inner != item && w->formats && inner->n == 0) /* its text is its name */
        vt_webdata_add_text(w->arena, inner, VT_STR("name"), value_of(w, node, VT_STR("name")));
}

static void read_item(struct item_walk *w, const GumboNode *node, vt_json *item, size_t depth)
{
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        read_property(w, node->v.element.children.data[i], item, depth + 1);
}

/* The first element whose attribute has the word. */
static const GumboNode *find_marked(const GumboNode *node, const char *name, vt_str wanted,
                                    size_t depth)
{
    if (node->type != GUMBO_NODE_ELEMENT || depth > VT_MAX_NESTING)
        return NULL;
    const GumboNode *found = NULL;
    vt_str words = attribute(&node->v.element, name), word;
    while (vt_str_split(&words, ' ', &word))
        if (vt_str_eq(word, wanted))
            return node;
    for (unsigned i = 0; i < node->v.element.children.length && !found; i++)
        found = find_marked(node->v.element.children.data[i], name, wanted, depth + 1);
    return found;
}

static const vt_json *find_marked_person(struct reader *r, const GumboNode *root)
{
    static const struct {
        const char *attribute, *word;
        bool formats;
    } marks[] = {
        {"itemtype", "https://schema.org/Person", false},
        {"itemtype", "http://schema.org/Person", false},
        {"class", "h-resume", true},
        {"class", "h-card", true},
    };
    for (size_t i = 0; i < VT_COUNT(marks); i++) {
        const GumboNode *node = find_marked(root, marks[i].attribute, vt_str_z(marks[i].word), 0);
        if (!node)
            continue;
        struct item_walk w = {.arena = r->arena,
                              .formats = marks[i].formats,
                              .left = DATA_VALUES_MAX,
                              .visits = DATA_VALUES_MAX * 100};
        vt_json *person = vt_webdata_item(r->arena);
        read_item(&w, node, person, 0);
        return person;
    }
    return NULL;
}

vt_status vt_html_flow(vt_arena *arena, vt_str text, vt_flow *flow, vt_error *err)
{
    if (too_much_markup(text))
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
    int blocks = DATA_BLOCKS_MAX;
    const vt_json *person = find_person(&r, page->root, 0, &blocks);
    if (!person)
        person = find_marked_person(&r, page->root);
    VT_AUTO(vt_buf) vt_buf shown = {.max = VT_MAX_DOCUMENT_BYTES};
    if (person) {
        collect_shown(page->root, 0, &shown);
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
    vt_str text = vt_encoding_decode(arena, bytes, declared_charset(bytes));
    vt_flow *flow = vt_flow_new(arena, VT_FORMAT_HTML);
    VT_TRY(vt_html_flow(arena, text, flow, err));
    return vt_flow_finish(flow, ret, err);
}
