/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DOCX: the text that a reader of the printed document sees, as paragraphs, tables and boxes.
 *
 * Tracked changes count as accepted. Of mc:AlternateContent one branch is read. Text boxes stand
 * after the paragraph that anchors them. Headers come first, since contact data often stands there,
 * footers last; each part once. A document of pictures with next to no words is a scan: where OCR
 * is asked for, its large pictures are read, a page each.
 */
#include "extract/readers.h"

#include "base/limits.h"
#include "doc/flow.h"
#include "extract/docx_styles.h"
#include "extract/encoding.h"
#include "extract/opc.h"
#include "extract/scan.h"

enum { FIELDS_MAX = 8, INSTR_MAX = 1024, CHARS_A_PAGE = 3000, CHARS_A_PAGE_MAX = 9000 };

/* A complex field: its instruction, then its result. */
struct field {
    bool result;
    char instr[INSTR_MAX];
    size_t len;
    vt_str link;
};

struct reader {
    vt_arena *arena;
    vt_zip *zip;
    vt_flow *flow;
    vt_docx_styles *styles;
    vt_map *rels; /* of the part at hand */
    struct field fields[FIELDS_MAX];
    size_t field_depth; /* may pass FIELDS_MAX */
    size_t chars, breaks, rendered_breaks;
    int white_ok; /* > 0: white text is on a ground of some colour, as far as can be told */
    size_t table_depth;
};

/* What the runs of a paragraph start from. */
struct para {
    vt_docx_run run;
    vt_str link;
    bool shaded;
};

static void read_blocks(struct reader *r, const vt_xml *parent);
static void read_runs(struct reader *r, const vt_xml *parent, const struct para *para);

/* ---- wrappers that only group ---- */

static bool is_text_or_box(const vt_xml *branch)
{
    return vt_xml_find(branch, "w:t") != NULL;
}

/* The branch of an mc:AlternateContent to be read: the first choice with text, else the fallback
 * with text, else none. */
static const vt_xml *branch_of(const vt_xml *alternate)
{
    VT_XML_EACH(child, alternate)
    if (vt_xml_is(child, "mc:Choice") && is_text_or_box(child))
        return child;
    return vt_xml_child(alternate, "mc:Fallback");
}

/* The node whose children stand in place of `node`, or NULL when it is no mere group. */
static const vt_xml *group_of(const vt_xml *node)
{
    static const char *const names[] = {"w:ins", "w:moveTo", "w:customXml", "w:smartTag",
                                        "w:dir", "w:bdo",    "w:sdtContent"};
    if (vt_xml_is(node, "w:sdt"))
        return vt_xml_child(node, "w:sdtContent");
    if (vt_xml_is(node, "mc:AlternateContent"))
        return branch_of(node);
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (vt_xml_is(node, names[i]))
            return node;
    return NULL;
}

/* ---- text ---- */

static vt_flow_style style_of(const struct reader *r, const vt_docx_run *run, vt_str link)
{
    vt_flow_style style = {.size = run->size,
                           .color = run->color,
                           .bold = run->bold,
                           .italic = run->italic,
                           .underline = run->underline,
                           .strike = run->strike,
                           .hidden = run->hidden,
                           .link = link,
                           .font = run->font};
    bool white = (run->set & VT_RUN_COLOR) && run->color == 0xFFFFFF;
    if ((white && !run->shaded && r->white_ok == 0) || run->size < 2)
        style.hidden = true;
    return style;
}

static void put_text(struct reader *r, const vt_flow_style *style, vt_str text)
{
    bool dingbats = vt_str_starts_nocase(style->font, VT_STR("wingdings")) ||
                    vt_str_starts_nocase(style->font, VT_STR("webdings"));
    r->chars += text.len;
    if (!dingbats) {
        vt_flow_text(r->flow, style, vt_encoding_compose(r->arena, text));
        return;
    }
    for (size_t i = 0; i < text.len; i++) { /* letters are signs: U+F000 + letter */
        unsigned char c = (unsigned char)text.ptr[i];
        char sign[3] = {(char)0xEF, (char)(0x80 | c >> 6), (char)(0x80 | (c & 0x3F))};
        if (c > 0x20 && c < 0x80)
            vt_flow_text(r->flow, style, vt_str_n(sign, 3));
        else
            vt_flow_text(r->flow, style, vt_str_n(text.ptr + i, 1));
    }
}

/* w:sym: a character of a symbol font, by its code. */
static void put_symbol(struct reader *r, const vt_flow_style *style, const vt_xml *node)
{
    vt_str hex = vt_xml_get(node, "w:char");
    uint32_t code = 0;
    if (hex.len == 0 || hex.len > 4)
        return;
    for (size_t i = 0; i < hex.len; i++) {
        char c = vt_lower(hex.ptr[i]);
        if (!vt_is_digit(c) && (c < 'a' || c > 'f'))
            return;
        code = code << 4 | (uint32_t)(vt_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    if (code < 0x100)
        code |= 0xF000;
    if (code >= 0xD800 && code < 0xE000)
        return;
    char utf8[3] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)),
                    (char)(0x80 | (code & 0x3F))};
    vt_flow_text(r->flow, style, code < 0x800 ? VT_STR(" ") : vt_str_n(utf8, 3));
}

/* ---- fields ---- */

/* The address of a HYPERLINK instruction: its first quoted argument, or the null string. */
static vt_str link_of_instruction(vt_arena *arena, vt_str instr)
{
    instr = vt_str_trim(instr);
    if (!vt_str_starts_nocase(instr, VT_STR("HYPERLINK")))
        return VT_STR_NULL;
    size_t open = vt_str_find_char(instr, '"', 0);
    if (open == VT_NPOS)
        return VT_STR_NULL;
    size_t close = vt_str_find_char(instr, '"', open + 1);
    vt_str before = vt_str_trim(vt_str_sub(instr, 9, open));
    if (close == VT_NPOS || before.len) /* \l "bookmark" is no address */
        return VT_STR_NULL;
    return vt_str_dup(arena, vt_str_sub(instr, open + 1, close));
}

static struct field *top_field(struct reader *r)
{
    return r->field_depth && r->field_depth <= FIELDS_MAX ? &r->fields[r->field_depth - 1] : NULL;
}

static void field_char(struct reader *r, vt_str type)
{
    if (vt_str_eq(type, VT_STR("begin"))) {
        if (r->field_depth < FIELDS_MAX)
            r->fields[r->field_depth] = (struct field){0};
        r->field_depth++;
        return;
    }
    struct field *field = top_field(r);
    if (vt_str_eq(type, VT_STR("separate")) && field) {
        field->result = true;
        field->link = link_of_instruction(r->arena, vt_str_n(field->instr, field->len));
    } else if (vt_str_eq(type, VT_STR("end")) && r->field_depth) {
        r->field_depth--;
    }
}

static void field_instruction(struct reader *r, const vt_xml *node)
{
    struct field *field = top_field(r);
    VT_XML_EACH(text, node)
    {
        size_t n = field ? VT_MIN(text->text.len, INSTR_MAX - field->len) : 0;
        if (n == 0 || field->result)
            continue;
        memcpy(field->instr + field->len, text->text.ptr, n);
        field->len += n;
    }
}

static bool in_instruction(const struct reader *r)
{
    size_t n = VT_MIN(r->field_depth, (size_t)FIELDS_MAX);
    for (size_t i = 0; i < n; i++)
        if (!r->fields[i].result)
            return true;
    return false;
}

static vt_str field_link(const struct reader *r)
{
    for (size_t i = VT_MIN(r->field_depth, (size_t)FIELDS_MAX); i > 0; i--)
        if (r->fields[i - 1].result && r->fields[i - 1].link.len)
            return r->fields[i - 1].link;
    return VT_STR_NULL;
}

/* ---- runs ---- */

/* Text boxes anywhere below a drawing, each a box of its own. */
static void read_boxes(struct reader *r, const vt_xml *node)
{
    VT_XML_EACH(child, node)
    {
        if (vt_xml_is(child, "w:txbxContent")) {
            size_t depth = r->field_depth;
            r->field_depth = 0;
            r->white_ok++;
            vt_flow_begin_box(r->flow);
            read_blocks(r, child);
            vt_flow_end_box(r->flow);
            r->white_ok--;
            r->field_depth = depth;
        } else if (vt_xml_is(child, "mc:AlternateContent")) {
            read_boxes(r, branch_of(child));
        } else {
            read_boxes(r, child);
        }
    }
}

static void read_break(struct reader *r, const vt_xml *node)
{
    if (!vt_str_eq(vt_xml_get(node, "w:type"), VT_STR("page"))) {
        vt_flow_break(r->flow);
        return;
    }
    r->breaks++;
    vt_flow_page_break(r->flow);
}

static void read_run_content(struct reader *r, const vt_xml *run, const vt_flow_style *style)
{
    VT_XML_EACH(node, run)
    {
        if (vt_xml_is(node, "w:fldChar")) {
            field_char(r, vt_xml_get(node, "w:fldCharType"));
        } else if (vt_xml_is(node, "w:instrText")) {
            field_instruction(r, node);
        } else if (vt_xml_is(node, "w:drawing") || vt_xml_is(node, "w:pict") ||
                   vt_xml_is(node, "w:object")) {
            read_boxes(r, node);
        } else if (vt_xml_is(node, "mc:AlternateContent")) {
            const vt_xml *branch = branch_of(node);
            if (branch)
                read_run_content(r, branch, style);
        } else if (in_instruction(r)) {
            continue;
        } else if (vt_xml_is(node, "w:t") || vt_xml_is(node, "m:t")) {
            vt_flow_style s = *style;
            vt_str link = field_link(r);
            if (link.len)
                s.link = link;
            VT_XML_EACH(text, node)
            put_text(r, &s, text->text);
        } else if (vt_xml_is(node, "w:tab") || vt_xml_is(node, "w:ptab")) {
            vt_flow_tab(r->flow);
        } else if (vt_xml_is(node, "w:br")) {
            read_break(r, node);
        } else if (vt_xml_is(node, "w:cr")) {
            vt_flow_break(r->flow);
        } else if (vt_xml_is(node, "w:noBreakHyphen")) {
            vt_flow_text(r->flow, style, VT_STR("-"));
        } else if (vt_xml_is(node, "w:sym")) {
            put_symbol(r, style, node);
        } else if (vt_xml_is(node, "w:ruby")) {
            const vt_xml *base = vt_xml_child(node, "w:rubyBase");
            VT_XML_EACH(inner, base)
            read_run_content(r, inner, style);
        } else if (vt_xml_is(node, "w:lastRenderedPageBreak")) {
            r->rendered_breaks++;
        }
    }
}

static void read_run(struct reader *r, const vt_xml *node, const struct para *para)
{
    vt_docx_run run = para->run;
    const vt_xml *rpr = vt_xml_child(node, "w:rPr");
    const vt_xml *named = vt_xml_child(rpr, "w:rStyle");
    if (named)
        vt_docx_styles_run(r->styles, vt_xml_get(named, "w:val"), &run);
    vt_docx_run_add(&run, rpr);
    run.shaded |= para->shaded;
    vt_flow_style style = style_of(r, &run, para->link);
    read_run_content(r, node, &style);
}

static vt_str link_target(const struct reader *r, const vt_xml *node)
{
    vt_str id = vt_xml_get(node, "r:id");
    const vt_opc_rel *rel = id.len ? vt_map_find(r->rels, id) : NULL;
    return rel && rel->external ? rel->target : VT_STR_NULL;
}

static void read_runs(struct reader *r, const vt_xml *parent, const struct para *para)
{
    VT_XML_EACH(node, parent)
    {
        const vt_xml *group = group_of(node);
        if (group) {
            read_runs(r, group, para);
        } else if (vt_xml_is(node, "w:r") || vt_xml_is(node, "m:r")) {
            read_run(r, node, para);
        } else if (vt_xml_is(node, "w:hyperlink") || vt_xml_is(node, "w:fldSimple")) {
            struct para inner = *para;
            vt_str link = vt_xml_is(node, "w:hyperlink")
                              ? link_target(r, node)
                              : link_of_instruction(r->arena, vt_xml_get(node, "w:instr"));
            if (link.len)
                inner.link = link;
            read_runs(r, node, &inner);
        } else if (vt_str_starts(node->name, VT_STR("m:"))) {
            read_runs(r, node, para);
        }
    }
}

/* ---- paragraphs ---- */

static void begin_para(struct reader *r, const vt_docx_para *p, const vt_docx_run *run)
{
    vt_flow_para flow = {.heading_level = p->level,
                         .align = p->align,
                         .space_before = VT_MAX(p->before, 0.0f),
                         .space_after = VT_MAX(p->after, 0.0f),
                         .size = run->size};
    bool listed = (p->set & VT_PARA_NUM) && !vt_str_eq(p->num_id, VT_STR("0"));
    float list_indent = 0;
    if (listed) {
        flow.marker = vt_docx_styles_marker(r->styles, p->num_id, p->ilvl, &list_indent);
        flow.list_level = p->level ? 0 : p->ilvl + 1;
    }
    float left = p->set & VT_PARA_LEFT ? p->left : list_indent;
    flow.indent = VT_MAX(left + (listed ? 0 : p->first), 0.0f);
    vt_flow_begin_para(r->flow, &flow);
}

static bool has_words(const vt_xml *para)
{
    return vt_xml_find(para, "w:t") || vt_xml_find(para, "w:sym");
}

static void read_para(struct reader *r, const vt_xml *node)
{
    const vt_xml *ppr = vt_xml_child(node, "w:pPr");
    vt_docx_para p;
    struct para para = {0};
    vt_docx_styles_para(r->styles, vt_xml_get(vt_xml_child(ppr, "w:pStyle"), "w:val"), &p,
                        &para.run);
    vt_docx_para_add(&p, ppr);
    para.shaded = p.shaded;
    if (p.page_break_before && r->table_depth == 0) {
        vt_flow_end_para(r->flow);
        vt_flow_page_break(r->flow);
        r->breaks++;
    }
    if (!has_words(node))
        p.set &= ~(uint32_t)VT_PARA_NUM; /* an empty item shows no marker worth reading */
    begin_para(r, &p, &para.run);
    read_runs(r, node, &para);
    vt_flow_end_para(r->flow);
    const vt_xml *section = vt_xml_child(ppr, "w:sectPr");
    if (section &&
        !vt_str_eq(vt_xml_get(vt_xml_child(section, "w:type"), "w:val"), VT_STR("continuous"))) {
        vt_flow_page_break(r->flow);
        r->breaks++;
    }
}

/* ---- tables ---- */

static void read_cell(struct reader *r, const vt_xml *cell)
{
    const vt_xml *tcpr = vt_xml_child(cell, "w:tcPr");
    int64_t span = 1;
    (void)vt_str_to_i64(vt_xml_get(vt_xml_child(tcpr, "w:gridSpan"), "w:val"), 1, 64, &span);
    const vt_xml *merge = vt_xml_child(tcpr, "w:vMerge");
    vt_flow_begin_cell(r->flow, (uint32_t)span);
    if (!merge || vt_str_eq(vt_xml_get(merge, "w:val"), VT_STR("restart")))
        read_blocks(r, cell);
    vt_flow_end_cell(r->flow);
}

static void read_cells(struct reader *r, const vt_xml *row)
{
    VT_XML_EACH(node, row)
    {
        const vt_xml *group = group_of(node);
        if (group)
            read_cells(r, group);
        else if (vt_xml_is(node, "w:tc"))
            read_cell(r, node);
    }
}

static void read_rows(struct reader *r, const vt_xml *table)
{
    VT_XML_EACH(node, table)
    {
        const vt_xml *group = group_of(node);
        if (group)
            read_rows(r, group);
        if (!vt_xml_is(node, "w:tr"))
            continue;
        const vt_xml *trpr = vt_xml_child(node, "w:trPr");
        if (vt_xml_child(trpr, "w:del"))
            continue;
        int64_t skipped = 0;
        vt_flow_begin_row(r->flow);
        if (vt_str_to_i64(vt_xml_get(vt_xml_child(trpr, "w:gridBefore"), "w:val"), 1, 64,
                          &skipped)) {
            vt_flow_begin_cell(r->flow, (uint32_t)skipped);
            vt_flow_end_cell(r->flow);
        }
        read_cells(r, node);
        vt_flow_end_row(r->flow);
    }
}

static void read_table(struct reader *r, const vt_xml *table)
{
    enum { COLUMNS = 64 };
    float widths[COLUMNS];
    size_t n = 0;
    const vt_xml *grid = vt_xml_child(table, "w:tblGrid");
    VT_XML_EACH(col, grid)
    {
        int64_t w = 0;
        if (n < COLUMNS && vt_xml_is(col, "w:gridCol")) {
            (void)vt_str_to_i64(vt_xml_get(col, "w:w"), 0, 100000, &w);
            widths[n++] = (float)w / 20;
        }
    }
    r->white_ok++;
    r->table_depth++;
    vt_flow_begin_table(r->flow, widths, n);
    read_rows(r, table);
    vt_flow_end_table(r->flow);
    r->table_depth--;
    r->white_ok--;
}

static void read_blocks(struct reader *r, const vt_xml *parent)
{
    VT_XML_EACH(node, parent)
    {
        const vt_xml *group = group_of(node);
        if (group)
            read_blocks(r, group);
        else if (vt_xml_is(node, "w:p"))
            read_para(r, node);
        else if (vt_xml_is(node, "w:tbl"))
            read_table(r, node);
    }
}

/* ---- headers and footers ---- */

struct parts {
    vt_str part[16];
    size_t n;
};

static void add_part(struct parts *parts, const struct reader *r, const vt_xml *reference)
{
    const vt_opc_rel *rel = vt_map_find(r->rels, vt_xml_get(reference, "r:id"));
    if (!rel || rel->external || parts->n == VT_COUNT(parts->part))
        return;
    for (size_t i = 0; i < parts->n; i++)
        if (vt_str_eq(parts->part[i], rel->target))
            return;
    parts->part[parts->n++] = rel->target;
}

/* References of one kind in all sections; those for first pages only where a section uses them,
 * and before the others. */
static void find_parts(struct parts *parts, const struct reader *r, const vt_xml *node,
                       const char *kind, const char *type)
{
    VT_XML_EACH(child, node)
    {
        if (vt_xml_is(child, "w:sectPr")) {
            bool first = vt_str_eq(vt_str_z(type), VT_STR("first"));
            VT_XML_EACH(reference, child)
            {
                if (vt_xml_is(reference, kind) &&
                    vt_str_eq(vt_xml_get(reference, "w:type"), vt_str_z(type)) &&
                    (!first || vt_xml_child(child, "w:titlePg")))
                    add_part(parts, r, reference);
            }
        } else if (vt_xml_is(child, "w:p") || vt_xml_is(child, "w:pPr")) {
            find_parts(parts, r, child, kind, type);
        }
    }
}

static vt_status read_parts(struct reader *r, const vt_xml *body, const char *kind,
                            vt_flow_part part, vt_error *err)
{
    struct parts parts = {0};
    find_parts(&parts, r, body, kind, "first");
    find_parts(&parts, r, body, kind, "default");
    vt_map *rels = r->rels;
    vt_flow_part_of(r->flow, part);
    r->white_ok++;
    for (size_t i = 0; i < parts.n; i++) {
        const vt_xml *root = NULL;
        VT_TRY(vt_opc_xml(r->arena, r->zip, parts.part[i], &root, err));
        VT_TRY(vt_opc_rels(r->arena, r->zip, parts.part[i], &r->rels, err));
        r->field_depth = 0;
        read_blocks(r, root);
    }
    r->white_ok--;
    r->rels = rels;
    r->field_depth = 0;
    vt_flow_part_of(r->flow, VT_FLOW_BODY);
    return VT_OK;
}

/* ---- the document ---- */

/*
 * Pages: what the writing program stored, when the text could fill so many pages; else the breaks
 * it noted when it laid the text out; else hard breaks and 3,000 characters a page.
 */
static uint32_t count_pages(const struct reader *r, const vt_xml *app)
{
    int64_t stored = 0;
    vt_str text = vt_xml_text(r->arena, vt_xml_child(app, "ep:Pages"));
    size_t least = VT_MAX(r->breaks, r->chars / CHARS_A_PAGE_MAX);
    if (vt_str_to_i64(vt_str_trim(text), 1, 10000, &stored) && (size_t)stored > least &&
        (size_t)stored <= r->breaks + 2 + r->chars / 200)
        return (uint32_t)stored;
    if (r->rendered_breaks >= least && r->rendered_breaks > 0)
        return (uint32_t)VT_MIN(r->rendered_breaks + 1, (size_t)100000);
    size_t by_text = (r->chars + CHARS_A_PAGE - 1) / CHARS_A_PAGE;
    return (uint32_t)VT_MAX(VT_MAX(by_text, r->breaks + 1), (size_t)1);
}

static vt_status read_metadata(struct reader *r, vt_error *err)
{
    vt_str part = VT_STR_NULL;
    const vt_xml *core = NULL, *app = NULL;
    vt_doc *doc = vt_flow_doc(r->flow);
    VT_TRY(vt_opc_related(r->arena, r->zip, VT_STR(""), "/core-properties", &part, err));
    if (vt_opc_xml(r->arena, r->zip, part, &core, NULL) == VT_OK && core) {
        doc->title = vt_str_trim(vt_xml_text(r->arena, vt_xml_child(core, "dc:title")));
        doc->author = vt_str_trim(vt_xml_text(r->arena, vt_xml_child(core, "dc:creator")));
    }
    VT_TRY(vt_opc_related(r->arena, r->zip, VT_STR(""), "/extended-properties", &part, err));
    if (part.len == 0)
        part = VT_STR("docProps/app.xml");
    if (vt_opc_xml(r->arena, r->zip, part, &app, NULL) != VT_OK)
        app = NULL; /* metadata that cannot be read is no reason to refuse the text */
    doc->page_count = count_pages(r, app);
    return VT_OK;
}

static vt_status open_main(struct reader *r, vt_str *ret_part, const vt_xml **ret, vt_error *err)
{
    VT_TRY(vt_opc_related(r->arena, r->zip, VT_STR(""), "/officeDocument", ret_part, err));
    if (ret_part->len == 0)
        *ret_part = VT_STR("word/document.xml");
    VT_TRY(vt_opc_xml(r->arena, r->zip, *ret_part, ret, err));
    if (!*ret)
        return vt_fail(err, VT_E_FORMAT, "the Word document has no main part");
    if (!vt_xml_is(*ret, "w:document"))
        return vt_fail(err, VT_E_UNSUPPORTED, "an Office document, but not of Word");
    return VT_OK;
}

static vt_status load_styles(struct reader *r, vt_str main, vt_error *err)
{
    vt_str part = VT_STR_NULL;
    const vt_xml *styles = NULL, *numbering = NULL;
    VT_TRY(vt_opc_related(r->arena, r->zip, main, "/styles", &part, err));
    VT_TRY(vt_opc_xml(r->arena, r->zip, part, &styles, err));
    VT_TRY(vt_opc_related(r->arena, r->zip, main, "/numbering", &part, err));
    VT_TRY(vt_opc_xml(r->arena, r->zip, part, &numbering, err));
    r->styles = vt_docx_styles_new(r->arena, styles, numbering);
    return VT_OK;
}

/* ---- a resume that was pasted as a picture ---- */

struct pictures {
    vt_str part[VT_SCAN_PICTURES_MAX];
    size_t n;
};

/* Is a drawing as large as a page of text may be? In its 914,400ths of an inch. */
static bool is_small(const vt_xml *drawing)
{
    enum { LEAST = 200 * 12700 };
    const vt_xml *extent = vt_xml_find(drawing, "wp:extent");
    int64_t w = 0, h = 0;
    return vt_str_to_i64(vt_xml_get(extent, "cx"), 0, INT32_MAX, &w) &&
           vt_str_to_i64(vt_xml_get(extent, "cy"), 0, INT32_MAX, &h) && (w < LEAST || h < LEAST);
}

static void add_picture(struct pictures *pictures, const struct reader *r, vt_str id)
{
    const vt_opc_rel *rel = id.len ? vt_map_find(r->rels, id) : NULL;
    if (!rel || rel->external || pictures->n == VT_COUNT(pictures->part))
        return;
    for (size_t i = 0; i < pictures->n; i++)
        if (vt_str_eq(pictures->part[i], rel->target))
            return;
    pictures->part[pictures->n++] = rel->target;
}

static void find_pictures(struct pictures *pictures, const struct reader *r, const vt_xml *node)
{
    VT_XML_EACH(child, node)
    {
        if (vt_xml_is(child, "w:drawing") && is_small(child))
            continue;
        if (vt_xml_is(child, "a:blip"))
            add_picture(pictures, r, vt_xml_get(child, "r:embed"));
        else if (vt_xml_is(child, "v:imagedata"))
            add_picture(pictures, r, vt_xml_get(child, "r:id"));
        find_pictures(pictures, r, child);
    }
}

/* Counts the pictures as pages, as the price of OCR does, and reads them when asked. Gives their
 * number. */
static size_t read_pictures(struct reader *r, const vt_xml *body, const vt_extract_options *options,
                            vt_doc *doc)
{
    struct pictures found = {0};
    find_pictures(&found, r, body);
    if (found.n == 0)
        return 0;
    size_t own = doc->words.n ? doc->pages.n : 0;
    doc->page_count = VT_MAX(doc->page_count, (uint32_t)(own + found.n));
    if (options->mode == VT_EXTRACT_FILE)
        return found.n;
    vt_str bytes[VT_SCAN_PICTURES_MAX];
    size_t n = 0;
    for (size_t i = 0; i < found.n; i++)
        n += vt_zip_read(r->zip, found.part[i], &bytes[n], NULL) == VT_OK;
    vt_scan_embedded(doc, bytes, n, options);
    return found.n;
}

static vt_status read_docx(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                           vt_doc **ret, size_t *ret_pictures, vt_error *err)
{
    struct reader *r = VT_NEW(arena, struct reader);
    r->arena = arena;
    r->flow = vt_flow_new(arena, VT_FORMAT_DOCX);
    vt_str main = VT_STR_NULL;
    const vt_xml *document = NULL;
    VT_TRY(vt_zip_open(arena, bytes, &r->zip, err));
    VT_TRY(open_main(r, &main, &document, err));
    VT_TRY(vt_opc_rels(arena, r->zip, main, &r->rels, err));
    VT_TRY(load_styles(r, main, err));

    const vt_xml *body = vt_xml_child(document, "w:body");
    if (vt_xml_child(document, "w:background") || vt_xml_find(body, "w:drawing") ||
        vt_xml_find(body, "w:pict"))
        r->white_ok = 1; /* a drawing may be the dark ground of white text */
    VT_TRY(read_parts(r, body, "w:headerReference", VT_FLOW_HEADER, err));
    read_blocks(r, body);
    VT_TRY(read_parts(r, body, "w:footerReference", VT_FLOW_FOOTER, err));
    VT_TRY(read_metadata(r, err));
    VT_TRY(vt_flow_finish(r->flow, ret, err));
    bool few = (*ret)->words.n < VT_SCAN_FEW_WORDS;
    *ret_pictures = few ? read_pictures(r, body, options, *ret) : 0;
    return VT_OK;
}

vt_status vt_read_docx(vt_arena *arena, vt_str bytes, const vt_extract_options *options,
                       vt_doc **ret, vt_error *err)
{
    size_t pictures;
    return read_docx(arena, bytes, options, ret, &pictures, err);
}

vt_status vt_probe_docx(vt_arena *arena, vt_str bytes, vt_pages *ret, vt_error *err)
{
    vt_doc *doc = NULL;
    size_t pictures = 0;
    vt_extract_options options = {.max_pages = VT_MAX_PAGES};
    VT_TRY(read_docx(arena, bytes, &options, &doc, &pictures, err));
    *ret = (vt_pages){doc->page_count, (uint32_t)pictures};
    return VT_OK;
}
