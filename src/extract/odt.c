/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenDocument text: content.xml, with the styles of content.xml and styles.xml. Deleted text of
 * tracked changes stands apart in the file and is left out; headers and footers are those of the
 * master pages.
 */
#include "extract/readers.h"

#include "base/map.h"
#include "doc/flow.h"
#include "extract/encoding.h"
#include "extract/opc.h"

enum { CHAIN_MAX = 16, COLUMNS = 64 };

struct reader {
    vt_arena *arena;
    vt_zip *zip;
    vt_flow *flow;
    vt_map *styles;              /* name -> const vt_xml style:style */
    const vt_xml *text_defaults; /* properties of text without a style; or NULL */
    uint32_t list_level;
    vt_str marker; /* of the next paragraph */
    uint32_t breaks;
};

static void read_blocks(struct reader *r, const vt_xml *parent);
static void read_inline(struct reader *r, const vt_xml *parent, const vt_flow_style *style);

/* ---- styles ---- */

static void index_styles(struct reader *r, const vt_xml *root)
{
    VT_XML_EACH(group, root)
    {
        VT_XML_EACH(style, group)
        {
            vt_str name = vt_xml_get(style, "style:name");
            if (vt_xml_is(style, "style:default-style") &&
                vt_str_eq(vt_xml_get(style, "style:family"), VT_STR("paragraph")))
                r->text_defaults = vt_xml_child(style, "style:text-properties");
            if (vt_xml_is(style, "style:style") && name.len)
                vt_map_set(r->styles, name, (void *)(uintptr_t)style);
        }
    }
}

/* "12pt", "0.5in", "1.2cm" as points; 0 for anything else. */
static float points(vt_str s)
{
    float value = 0, scale = 1;
    size_t at = 0;
    for (bool dot = false; at < s.len && at < 12 && (vt_is_digit(s.ptr[at]) || s.ptr[at] == '.');
         at++) {
        if (s.ptr[at] == '.') {
            dot = true;
            continue;
        }
        float digit = (float)(s.ptr[at] - '0');
        scale *= dot ? 0.1f : 1;
        value = dot ? value + scale * digit : value * 10 + digit;
    }
    vt_str unit = vt_str_sub(s, at, s.len);
    return vt_str_eq(unit, VT_STR("pt"))   ? value
           : vt_str_eq(unit, VT_STR("in")) ? value * 72
           : vt_str_eq(unit, VT_STR("cm")) ? value * 28.35f
           : vt_str_eq(unit, VT_STR("mm")) ? value * 2.835f
                                           : 0;
}

static void add_text_properties(vt_flow_style *style, const vt_xml *properties)
{
    vt_str weight = vt_xml_get(properties, "fo:font-weight");
    vt_str slant = vt_xml_get(properties, "fo:font-style");
    vt_str line = vt_xml_get(properties, "style:text-underline-style");
    float size = points(vt_xml_get(properties, "fo:font-size"));
    if (weight.len)
        style->bold =
            vt_str_starts(weight, VT_STR("bold")) || vt_str_cmp(weight, VT_STR("600")) >= 0;
    if (vt_str_eq(weight, VT_STR("normal")))
        style->bold = false;
    if (slant.len)
        style->italic = !vt_str_eq(slant, VT_STR("normal"));
    if (line.len)
        style->underline = !vt_str_eq(line, VT_STR("none"));
    if (size > 0)
        style->size = size;
    if (vt_str_eq(vt_xml_get(properties, "text:display"), VT_STR("none")))
        style->hidden = true;
}

static void add_para_properties(vt_flow_para *para, const vt_xml *properties)
{
    vt_str align = vt_xml_get(properties, "fo:text-align");
    if (align.len)
        para->align = vt_str_eq(align, VT_STR("center")) ? VT_ALIGN_CENTER
                      : vt_str_eq(align, VT_STR("end")) || vt_str_eq(align, VT_STR("right"))
                          ? VT_ALIGN_RIGHT
                          : VT_ALIGN_LEFT;
    float indent = points(vt_xml_get(properties, "fo:margin-left"));
    para->indent = indent > 0 ? indent : para->indent;
    float above = points(vt_xml_get(properties, "fo:margin-top"));
    para->space_before = above > 0 ? above : para->space_before;
    float below = points(vt_xml_get(properties, "fo:margin-bottom"));
    para->space_after = below > 0 ? below : para->space_after;
}

/* What a style and those it is based on say; `para` may be NULL. True: it begins a page. */
static bool add_style(const struct reader *r, vt_str name, vt_flow_style *style, vt_flow_para *para)
{
    const vt_xml *chain[CHAIN_MAX];
    size_t n = 0;
    bool page_break = false;
    while (name.len && n < CHAIN_MAX && (chain[n] = vt_map_find(r->styles, name)) != NULL) {
        name = vt_xml_get(chain[n], "style:parent-style-name");
        n++;
    }
    for (; n > 0; n--) {
        const vt_xml *pp = vt_xml_child(chain[n - 1], "style:paragraph-properties");
        add_text_properties(style, vt_xml_child(chain[n - 1], "style:text-properties"));
        if (para)
            add_para_properties(para, pp);
        page_break |= vt_str_eq(vt_xml_get(pp, "fo:break-before"), VT_STR("page"));
        if (para && vt_str_eq(vt_xml_get(chain[n - 1], "style:name"), VT_STR("Title")))
            para->heading_level = 1;
    }
    return page_break;
}

/* ---- text ---- */

/* White space of the file counts as one space; text:s stands for more. */
static void put_text(struct reader *r, const vt_flow_style *style, vt_str text)
{
    char *out = vt_arena_alloc(r->arena, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool space = vt_is_space((unsigned char)text.ptr[i]);
        if (!space || n == 0 || out[n - 1] != ' ')
            out[n++] = space ? ' ' : text.ptr[i];
    }
    vt_flow_text(r->flow, style, vt_encoding_compose(r->arena, vt_str_n(out, n)));
}

static void read_box(struct reader *r, const vt_xml *node)
{
    uint32_t level = r->list_level;
    r->list_level = 0;
    vt_flow_begin_box(r->flow);
    read_blocks(r, node);
    vt_flow_end_box(r->flow);
    r->list_level = level;
}

/* Frames hold their text in a box, shapes hold it themselves, groups hold both. */
static bool read_drawing(struct reader *r, const vt_xml *node)
{
    static const char *const shapes[] = {"draw:custom-shape", "draw:rect", "draw:ellipse",
                                         "draw:polygon", "draw:path"};
    bool holder = vt_xml_is(node, "draw:frame") || vt_xml_is(node, "draw:g");
    VT_XML_EACH(child, holder ? node : NULL)
    {
        if (vt_xml_is(child, "draw:text-box"))
            read_box(r, child);
        else
            (void)read_drawing(r, child);
    }
    for (size_t i = 0; i < VT_COUNT(shapes) && !holder; i++)
        if (vt_xml_is(node, shapes[i])) {
            if (vt_xml_find(node, "text:p"))
                read_box(r, node);
            return true;
        }
    return holder;
}

static void read_spaces(struct reader *r, const vt_xml *node, const vt_flow_style *style)
{
    int64_t n = 1;
    (void)vt_str_to_i64(vt_xml_get(node, "text:c"), 1, 200, &n);
    while (n-- > 0)
        vt_flow_text(r->flow, style, VT_STR(" "));
}

static void read_inline(struct reader *r, const vt_xml *parent, const vt_flow_style *style)
{
    VT_XML_EACH(node, parent)
    {
        if (node->name.len == 0) {
            put_text(r, style, node->text);
        } else if (vt_xml_is(node, "text:tab")) {
            vt_flow_tab(r->flow);
        } else if (vt_xml_is(node, "text:s")) {
            read_spaces(r, node, style);
        } else if (vt_xml_is(node, "text:line-break")) {
            vt_flow_break(r->flow);
        } else if (read_drawing(r, node)) {
            continue;
        } else if (!vt_xml_is(node, "text:note") && !vt_xml_is(node, "office:annotation")) {
            vt_flow_style inner = *style;
            vt_str link = vt_xml_is(node, "text:a") ? vt_xml_get(node, "xlink:href") : VT_STR_NULL;
            if (link.len && link.ptr[0] != '#')
                inner.link = link;
            (void)add_style(r, vt_xml_get(node, "text:style-name"), &inner, NULL);
            read_inline(r, node, &inner);
        }
    }
}

static void read_para(struct reader *r, const vt_xml *node)
{
    int64_t level = 0;
    vt_flow_style style = {.size = 12};
    vt_flow_para para = {.list_level = r->list_level, .marker = r->marker, .size = 12};
    add_text_properties(&style, r->text_defaults);
    bool page_break = add_style(r, vt_xml_get(node, "text:style-name"), &style, &para);
    if (vt_xml_is(node, "text:h")) {
        (void)vt_str_to_i64(vt_xml_get(node, "text:outline-level"), 1, 10, &level);
        para.heading_level = (uint32_t)VT_MIN(VT_MAX(level, 1), 6);
        para.list_level = 0;
    }
    r->marker = VT_STR_NULL;
    r->breaks += page_break;
    if (page_break)
        vt_flow_page_break(r->flow);
    vt_flow_begin_para(r->flow, &para);
    read_inline(r, node, &style);
    vt_flow_end_para(r->flow);
}

/* ---- blocks ---- */

static void read_list(struct reader *r, const vt_xml *list)
{
    r->list_level++;
    VT_XML_EACH(item, list)
    {
        if (!vt_xml_is(item, "text:list-item") && !vt_xml_is(item, "text:list-header"))
            continue;
        bool heading = vt_xml_child(item, "text:h") != NULL; /* outline numbering */
        r->marker = vt_xml_is(item, "text:list-item") && !heading ? VT_STR("•") : VT_STR_NULL;
        read_blocks(r, item);
        r->marker = VT_STR_NULL;
    }
    r->list_level--;
}

static void read_rows(struct reader *r, const vt_xml *parent)
{
    VT_XML_EACH(row, parent)
    {
        if (vt_xml_is(row, "table:table-header-rows") || vt_xml_is(row, "table:table-rows") ||
            vt_xml_is(row, "table:table-row-group"))
            read_rows(r, row);
        if (!vt_xml_is(row, "table:table-row"))
            continue;
        vt_flow_begin_row(r->flow);
        VT_XML_EACH(cell, row)
        {
            if (!vt_xml_is(cell, "table:table-cell"))
                continue;
            int64_t span = 1;
            (void)vt_str_to_i64(vt_xml_get(cell, "table:number-columns-spanned"), 1, 64, &span);
            vt_flow_begin_cell(r->flow, (uint32_t)span);
            read_blocks(r, cell);
            vt_flow_end_cell(r->flow);
        }
        vt_flow_end_row(r->flow);
    }
}

static float column_width(const struct reader *r, const vt_xml *column)
{
    const vt_xml *style = vt_map_find(r->styles, vt_xml_get(column, "table:style-name"));
    const vt_xml *properties = vt_xml_child(style, "style:table-column-properties");
    return points(vt_xml_get(properties, "style:column-width"));
}

/* Adds the widths of the columns below `parent` to the `n` known ones; 0: not stated. */
static size_t column_widths(const struct reader *r, const vt_xml *parent, float *widths, size_t n)
{
    VT_XML_EACH(node, parent)
    {
        int64_t times = 1;
        if (vt_xml_is(node, "table:table-columns") ||
            vt_xml_is(node, "table:table-header-columns") ||
            vt_xml_is(node, "table:table-column-group"))
            n = column_widths(r, node, widths, n);
        if (!vt_xml_is(node, "table:table-column"))
            continue;
        (void)vt_str_to_i64(vt_xml_get(node, "table:number-columns-repeated"), 1, COLUMNS, &times);
        while (times-- > 0 && n < COLUMNS)
            widths[n++] = column_width(r, node);
    }
    return n;
}

static void read_table(struct reader *r, const vt_xml *table)
{
    float widths[COLUMNS];
    size_t n = column_widths(r, table, widths, 0);
    bool known = n > 0;
    for (size_t i = 0; i < n; i++)
        known &= widths[i] > 0;
    vt_flow_begin_table(r->flow, known ? widths : NULL, known ? n : 0);
    read_rows(r, table);
    vt_flow_end_table(r->flow);
}

static void read_blocks(struct reader *r, const vt_xml *parent)
{
    VT_XML_EACH(node, parent)
    {
        if (vt_xml_is(node, "text:p") || vt_xml_is(node, "text:h")) {
            read_para(r, node);
        } else if (vt_xml_is(node, "text:list")) {
            read_list(r, node);
        } else if (vt_xml_is(node, "table:table")) {
            read_table(r, node);
        } else if (vt_xml_is(node, "text:section")) {
            read_blocks(r, node);
        } else {
            (void)read_drawing(r, node);
        }
    }
}

/* ---- the document ---- */

static void read_master(struct reader *r, const vt_xml *styles, const char *name, vt_flow_part part)
{
    vt_flow_part_of(r->flow, part);
    const vt_xml *masters = vt_xml_child(styles, "office:master-styles");
    VT_XML_EACH(page, masters)
    read_blocks(r, vt_xml_child(page, name));
    vt_flow_part_of(r->flow, VT_FLOW_BODY);
}

static uint32_t count_pages(struct reader *r)
{
    const vt_xml *meta = NULL;
    int64_t stored = 0;
    if (vt_opc_xml(r->arena, r->zip, VT_STR("meta.xml"), &meta, NULL) != VT_OK || !meta)
        return r->breaks + 1;
    const vt_xml *statistic = vt_xml_find(meta, "meta:document-statistic");
    bool said = vt_str_to_i64(vt_xml_get(statistic, "meta:page-count"), 1, 10000, &stored);
    return said && stored > r->breaks && (size_t)stored <= 2 + vt_flow_word_count(r->flow) / 20
               ? (uint32_t)stored
               : r->breaks + 1;
}

vt_status vt_read_odt(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                      vt_doc **ret, vt_error *err)
{
    (void)options;
    struct reader *r = VT_NEW(arena, struct reader);
    const vt_xml *content = NULL, *styles = NULL, *manifest = NULL;
    *r = (struct reader){.arena = arena, .styles = vt_map_new(arena)};
    r->flow = vt_flow_new(arena, VT_FORMAT_ODT);
    VT_TRY(vt_zip_open(arena, bytes, &r->zip, err));
    VT_TRY(vt_opc_xml(arena, r->zip, VT_STR("META-INF/manifest.xml"), &manifest, err));
    if (manifest && vt_xml_find(manifest, "manifest:encryption-data"))
        return vt_fail(err, VT_E_ENCRYPTED, "the OpenDocument text is protected by a password");
    VT_TRY(vt_opc_xml(arena, r->zip, VT_STR("content.xml"), &content, err));
    VT_TRY(vt_opc_xml(arena, r->zip, VT_STR("styles.xml"), &styles, err));
    const vt_xml *text = vt_xml_child(vt_xml_child(content, "office:body"), "office:text");
    if (!text)
        return vt_fail(err, VT_E_FORMAT, "the OpenDocument file has no text");
    index_styles(r, styles);
    index_styles(r, content);
    read_master(r, styles, "style:header", VT_FLOW_HEADER);
    read_blocks(r, text);
    read_master(r, styles, "style:footer", VT_FLOW_FOOTER);
    vt_flow_doc(r->flow)->page_count = count_pages(r);
    return vt_flow_finish(r->flow, ret, err);
}

vt_status vt_probe_odt(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err)
{
    vt_doc *doc = NULL;
    VT_TRY(vt_read_odt(arena, bytes, NULL, &doc, err));
    ret->count = doc->page_count;
    return VT_OK;
}
