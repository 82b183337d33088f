/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Property inheritance of WordprocessingML (ECMA-376 part 1, 17.7): document defaults, the chain of
 * basedOn styles, the numbering level, direct properties; each overrides what stands before it. The
 * exclusive-or of toggle properties across styles is not followed: a bold character style in a bold
 * paragraph stays bold.
 */
#include "extract/docx_styles.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

enum {
    CHAIN_MAX = 32,
    LEVELS = 9,
    MARKER_MAX = 64, /* bytes of a list item's number */
};

struct style {
    vt_str id, name, based_on;
    const vt_xml *ppr, *rpr;
};

struct level {
    vt_str format, text; /* "bullet", "decimal"; "%1." */
    int64_t start;
    float indent;
    bool known;
};

/* A list: the counters are those of its abstract definition, unless it restarts. */
struct list {
    struct level levels[LEVELS];
    int64_t *counters; /* [LEVELS] */
};

struct vt_docx_styles {
    vt_arena *arena;
    vt_map *styles; /* id -> struct style */
    vt_map *lists;  /* numId -> struct list */
    const struct style *default_para;
    const vt_xml *default_rpr, *default_ppr;
};

/* ---- properties ---- */

static bool is_on(const vt_xml *node)
{
    vt_str val = vt_xml_get(node, "w:val");
    return !(vt_str_eq(val, VT_STR("0")) || vt_str_eq(val, VT_STR("false")) ||
             vt_str_eq(val, VT_STR("off")) || vt_str_eq(val, VT_STR("none")));
}

static void toggle(const vt_xml *rpr, const char *name, uint32_t bit, bool *value, uint32_t *set)
{
    const vt_xml *node = vt_xml_child(rpr, name);
    if (!node)
        return;
    *value = is_on(node);
    *set |= bit;
}

/* A number in `unit`s per point, or with a unit as in the strict form ("12pt"). */
static bool read_points(const vt_xml *node, const char *name, double unit, float *ret)
{
    vt_str s = vt_xml_get(node, name);
    int64_t whole = 0;
    double factor = 1 / unit, value = 0;
    if (vt_str_ends(s, VT_STR("pt")))
        factor = 1;
    else if (vt_str_ends(s, VT_STR("in")))
        factor = 72;
    else if (vt_str_ends(s, VT_STR("mm")))
        factor = 72 / 25.4;
    else if (vt_str_ends(s, VT_STR("cm")))
        factor = 72 / 2.54;
    while (s.len && vt_is_alpha(s.ptr[s.len - 1]))
        s.len--;
    size_t dot = vt_str_find_char(s, '.', 0);
    if (!vt_str_to_i64(dot == VT_NPOS ? s : vt_str_sub(s, 0, dot), -100000, 100000, &whole))
        return false;
    value = (double)whole;
    int64_t part = 0;
    if (dot != VT_NPOS && vt_str_to_i64(vt_str_sub(s, dot + 1, dot + 3), 0, 99, &part))
        value += (double)part / (s.len - dot > 2 ? 100 : 10);
    *ret = (float)(value * factor);
    return true;
}

static bool hex_color(vt_str s, uint32_t *ret)
{
    uint32_t value = 0;
    if (s.len != 6)
        return false;
    for (size_t i = 0; i < 6; i++) {
        char c = vt_lower(s.ptr[i]);
        if (!vt_is_digit(c) && (c < 'a' || c > 'f'))
            return false;
        value = value << 4 | (uint32_t)(vt_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *ret = value;
    return true;
}

static bool has_shade(const vt_xml *properties)
{
    const vt_xml *shd = vt_xml_child(properties, "w:shd");
    vt_str fill = vt_xml_get(shd, "w:fill");
    return shd && !vt_str_eq_nocase(fill, VT_STR("auto")) &&
           !vt_str_eq_nocase(fill, VT_STR("FFFFFF"));
}

void vt_docx_run_add(vt_docx_run *run, const vt_xml *rpr)
{
    if (!rpr)
        return;
    toggle(rpr, "w:b", VT_RUN_BOLD, &run->bold, &run->set);
    toggle(rpr, "w:i", VT_RUN_ITALIC, &run->italic, &run->set);
    toggle(rpr, "w:u", VT_RUN_UNDERLINE, &run->underline, &run->set);
    toggle(rpr, "w:strike", VT_RUN_STRIKE, &run->strike, &run->set);
    toggle(rpr, "w:vanish", VT_RUN_HIDDEN, &run->hidden, &run->set);
    if (read_points(vt_xml_child(rpr, "w:sz"), "w:val", 2, &run->size))
        run->set |= VT_RUN_SIZE;
    const vt_xml *color = vt_xml_child(rpr, "w:color");
    if (color) {
        run->set |= VT_RUN_COLOR;
        if (!hex_color(vt_xml_get(color, "w:val"), &run->color))
            run->color = 0;
    }
    const vt_xml *fonts = vt_xml_child(rpr, "w:rFonts");
    vt_str font = vt_xml_get(fonts, "w:ascii");
    if (font.len == 0)
        font = vt_xml_get(fonts, "w:hAnsi");
    if (font.len) {
        run->font = font;
        run->set |= VT_RUN_FONT;
    }
    run->shaded |= has_shade(rpr) || vt_xml_child(rpr, "w:highlight");
}

static void add_numbering(vt_docx_para *para, const vt_xml *num)
{
    if (!num)
        return;
    const vt_xml *id = vt_xml_child(num, "w:numId"), *ilvl = vt_xml_child(num, "w:ilvl");
    int64_t level = 0;
    if (id) {
        para->num_id = vt_xml_get(id, "w:val");
        para->set |= VT_PARA_NUM;
    }
    if (ilvl && vt_str_to_i64(vt_xml_get(ilvl, "w:val"), 0, LEVELS - 1, &level)) {
        para->ilvl = (uint32_t)level;
        para->set |= VT_PARA_ILVL;
    }
}

static void add_indent(vt_docx_para *para, const vt_xml *ind)
{
    float hanging = 0;
    if (read_points(ind, "w:left", 20, &para->left) || read_points(ind, "w:start", 20, &para->left))
        para->set |= VT_PARA_LEFT;
    if (read_points(ind, "w:firstLine", 20, &para->first))
        para->set |= VT_PARA_FIRST;
    if (read_points(ind, "w:hanging", 20, &hanging)) {
        para->first = -hanging;
        para->set |= VT_PARA_FIRST;
    }
}

void vt_docx_para_add(vt_docx_para *para, const vt_xml *ppr)
{
    if (!ppr)
        return;
    int64_t level = 0;
    const vt_xml *outline = vt_xml_child(ppr, "w:outlineLvl");
    if (outline && vt_str_to_i64(vt_xml_get(outline, "w:val"), 0, 9, &level)) {
        para->level = level < 9 ? (uint32_t)VT_MIN(level + 1, 6) : 0;
        para->set |= VT_PARA_LEVEL;
    }
    const vt_xml *jc = vt_xml_child(ppr, "w:jc");
    if (jc) {
        vt_str v = vt_xml_get(jc, "w:val");
        bool right = vt_str_eq(v, VT_STR("right")) || vt_str_eq(v, VT_STR("end"));
        para->align = vt_str_eq(v, VT_STR("center")) ? VT_ALIGN_CENTER
                      : right                        ? VT_ALIGN_RIGHT
                                                     : VT_ALIGN_LEFT;
        para->set |= VT_PARA_ALIGN;
    }
    add_indent(para, vt_xml_child(ppr, "w:ind"));
    const vt_xml *spacing = vt_xml_child(ppr, "w:spacing");
    if (read_points(spacing, "w:before", 20, &para->before))
        para->set |= VT_PARA_BEFORE;
    if (read_points(spacing, "w:after", 20, &para->after))
        para->set |= VT_PARA_AFTER;
    add_numbering(para, vt_xml_child(ppr, "w:numPr"));
    const vt_xml *page_break = vt_xml_child(ppr, "w:pageBreakBefore");
    if (page_break)
        para->page_break_before = is_on(page_break);
    para->shaded |= has_shade(ppr);
}

/* ---- styles ---- */

uint32_t vt_docx_heading_name(vt_str name)
{
    static const char *const words[] = {
        "heading",
        "title",
        "\xC3\xBC"
        "berschrift",
        "\xC3\x9C"
        "berschrift",
        "titre",
        "t\xC3\xADtulo",
        "titulo",
        "titolo",
        "kop",
        "rubrik",
        "overskrift",
        "otsikko",
        "nag\xC5\x82\xC3\xB3wek",
        "nadpis",
        "c\xC3\xADmsor",
        "titlu",
        "ba\xC5\x9Fl\xC4\xB1k",
        "\xD0\xB7\xD0\xB0\xD0\xB3\xD0\xBE"
        "\xD0\xBB\xD0\xBE\xD0\xB2\xD0\xBE\xD0\xBA",
        "\xD0\x97\xD0\xB0\xD0\xB3\xD0\xBE\xD0\xBB\xD0"
        "\xBE\xD0\xB2\xD0\xBE\xD0\xBA",
        "\xE6\xA0\x87\xE9\xA2\x98",
        "\xE6\xA8\x99\xE9\xA1\x8C",
        "\xE8\xA6\x8B\xE5\x87\xBA\xE3\x81\x97",
        "\xEC\xA0\x9C\xEB\xAA\xA9",
    };
    vt_str rest = vt_str_trim(name);
    for (size_t i = 0; i < VT_COUNT(words); i++) {
        vt_str word = vt_str_z(words[i]);
        if (!vt_str_starts_nocase(rest, word))
            continue;
        rest = vt_str_trim(vt_str_sub(rest, word.len, rest.len));
        if (rest.len == 0)
            return 1;
        return rest.len == 1 && rest.ptr[0] >= '1' && rest.ptr[0] <= '9'
                   ? (uint32_t)VT_MIN(rest.ptr[0] - '0', 6)
                   : 0;
    }
    /* "Section Heading", but not the headings of tables of contents and the like */
    bool listing =
        vt_str_starts_nocase(name, VT_STR("toc")) || vt_str_starts_nocase(name, VT_STR("index"));
    return !listing &&
                   (vt_str_ends(name, VT_STR("Heading")) || vt_str_ends(name, VT_STR("heading")))
               ? 2
               : 0;
}

static void add_style(vt_docx_styles *s, const vt_xml *node)
{
    struct style *style = VT_NEW(s->arena, struct style);
    style->id = vt_xml_get(node, "w:styleId");
    style->name = vt_xml_get(vt_xml_child(node, "w:name"), "w:val");
    style->based_on = vt_xml_get(vt_xml_child(node, "w:basedOn"), "w:val");
    style->ppr = vt_xml_child(node, "w:pPr");
    style->rpr = vt_xml_child(node, "w:rPr");
    vt_str is_default = vt_xml_get(node, "w:default");
    if (vt_str_eq(vt_xml_get(node, "w:type"), VT_STR("paragraph")) && is_default.len &&
        !vt_str_eq(is_default, VT_STR("0")) && !vt_str_eq(is_default, VT_STR("false")))
        s->default_para = style;
    if (style->id.len)
        vt_map_set(s->styles, style->id, style);
}

/* The style and those it is based on, the root last. */
static size_t chain_of(const vt_docx_styles *s, const struct style *style,
                       const struct style *ret[CHAIN_MAX])
{
    size_t n = 0;
    while (style && n < CHAIN_MAX) {
        ret[n++] = style;
        style = style->based_on.len ? vt_map_find(s->styles, style->based_on) : NULL;
    }
    return n;
}

void vt_docx_styles_para(const vt_docx_styles *s, vt_str id, vt_docx_para *ret_para,
                         vt_docx_run *ret_run)
{
    *ret_para = (vt_docx_para){0};
    *ret_run = (vt_docx_run){.size = 10};
    vt_docx_run_add(ret_run, s->default_rpr);
    vt_docx_para_add(ret_para, s->default_ppr);
    const struct style *found = id.len ? vt_map_find(s->styles, id) : NULL, *chain[CHAIN_MAX];
    if (!found && id.len)
        ret_para->level = vt_docx_heading_name(id); /* a built-in style that the file leaves out */
    for (size_t n = chain_of(s, found ? found : s->default_para, chain); n > 0; n--) {
        const struct style *style = chain[n - 1];
        uint32_t named = vt_docx_heading_name(style->name);
        if (named)
            ret_para->level = named;
        vt_docx_para_add(ret_para, style->ppr);
        vt_docx_run_add(ret_run, style->rpr);
    }
}

void vt_docx_styles_run(const vt_docx_styles *s, vt_str id, vt_docx_run *run)
{
    const struct style *chain[CHAIN_MAX];
    for (size_t n = chain_of(s, id.len ? vt_map_find(s->styles, id) : NULL, chain); n > 0; n--)
        vt_docx_run_add(run, chain[n - 1]->rpr);
}

/* ---- numbering ---- */

static void read_levels(struct list *list, const vt_xml *parent)
{
    VT_XML_EACH(node, parent)
    {
        const vt_xml *lvl = vt_xml_is(node, "w:lvlOverride") ? vt_xml_child(node, "w:lvl") : node;
        int64_t i = 0;
        if (vt_xml_is(node, "w:lvlOverride") &&
            vt_str_to_i64(vt_xml_get(node, "w:ilvl"), 0, LEVELS - 1, &i)) {
            const vt_xml *start = vt_xml_child(node, "w:startOverride");
            (void)vt_str_to_i64(vt_xml_get(start, "w:val"), 0, 100000, &list->levels[i].start);
        }
        if (!vt_xml_is(lvl, "w:lvl") ||
            !vt_str_to_i64(vt_xml_get(lvl, "w:ilvl"), 0, LEVELS - 1, &i))
            continue;
        struct level *level = &list->levels[i];
        *level = (struct level){.known = true, .start = 1};
        level->format = vt_xml_get(vt_xml_child(lvl, "w:numFmt"), "w:val");
        vt_str text = vt_xml_get(vt_xml_child(lvl, "w:lvlText"), "w:val");
        level->text = vt_str_sub(text, 0, VT_MIN(text.len, MARKER_MAX));
        (void)vt_str_to_i64(vt_xml_get(vt_xml_child(lvl, "w:start"), "w:val"), 0, 100000,
                            &level->start);
        const vt_xml *ind = vt_xml_child(vt_xml_child(lvl, "w:pPr"), "w:ind");
        if (!read_points(ind, "w:left", 20, &level->indent))
            (void)read_points(ind, "w:start", 20, &level->indent);
    }
}

static void read_numbering(vt_docx_styles *s, const vt_xml *numbering)
{
    vt_map *abstract = vt_map_new(s->arena); /* abstractNumId -> struct list */
    VT_XML_EACH(node, numbering)
    {
        if (!vt_xml_is(node, "w:abstractNum"))
            continue;
        struct list *list = VT_NEW(s->arena, struct list);
        list->counters = VT_NEW_ARRAY(s->arena, int64_t, LEVELS);
        read_levels(list, node);
        vt_map_set(abstract, vt_xml_get(node, "w:abstractNumId"), list);
    }
    VT_XML_EACH(node, numbering)
    {
        if (!vt_xml_is(node, "w:num"))
            continue;
        vt_str of = vt_xml_get(vt_xml_child(node, "w:abstractNumId"), "w:val");
        const struct list *base = vt_map_find(abstract, of);
        if (!base)
            continue;
        struct list *list = VT_NEW(s->arena, struct list);
        *list = *base;
        if (vt_xml_child(node, "w:lvlOverride")) {
            list->counters = VT_NEW_ARRAY(s->arena, int64_t, LEVELS);
            read_levels(list, node);
        }
        vt_map_set(s->lists, vt_xml_get(node, "w:numId"), list);
    }
}

static void put_roman(vt_buf *out, int64_t n, bool upper)
{
    static const struct {
        int value;
        const char *text;
    } parts[] = {{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
                 {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
                 {5, "v"},    {4, "iv"},   {1, "i"}};
    for (size_t i = 0; n < 4000 && i < VT_COUNT(parts); i++) {
        for (; n >= parts[i].value; n -= parts[i].value)
            for (const char *p = parts[i].text; *p; p++)
                vt_buf_addc(out, upper ? (char)(*p - 32) : *p);
    }
}

static void put_number(vt_buf *out, vt_str format, int64_t n)
{
    bool upper = vt_str_starts(format, VT_STR("upper"));
    if (vt_str_ends(format, VT_STR("Roman")) && n > 0)
        put_roman(out, n, upper);
    else if (vt_str_ends(format, VT_STR("Letter")) && n > 0 && n <= 26 * 20)
        for (int64_t i = 0; i <= (n - 1) / 26; i++)
            vt_buf_addc(out, (char)((upper ? 'A' : 'a') + (n - 1) % 26));
    else if (vt_str_eq(format, VT_STR("decimalZero")))
        vt_buf_addf(out, "%02jd", (intmax_t)n);
    else
        vt_buf_addf(out, "%jd", (intmax_t)n);
}

vt_str vt_docx_styles_marker(vt_docx_styles *s, vt_str num_id, uint32_t ilvl, float *ret_indent)
{
    const struct list *list = vt_map_find(s->lists, num_id);
    *ret_indent = 0;
    if (!list || ilvl >= LEVELS)
        return VT_STR("•");
    const struct level *level = &list->levels[ilvl];
    *ret_indent = level->indent;
    int64_t *count = list->counters;
    count[ilvl] = count[ilvl] ? count[ilvl] + 1 : level->start + 1; /* kept as value + 1 */
    for (uint32_t i = ilvl + 1; i < LEVELS; i++)
        count[i] = 0;
    if (vt_str_eq(level->format, VT_STR("none")) || (level->known && level->text.len == 0))
        return VT_STR_NULL;
    if (!level->known || vt_str_eq(level->format, VT_STR("bullet")))
        return VT_STR("•");
    VT_AUTO(vt_buf) vt_buf out = {.max = MARKER_MAX};
    for (size_t i = 0; i < level->text.len; i++) {
        char c = level->text.ptr[i], d = i + 1 < level->text.len ? level->text.ptr[i + 1] : 0;
        if (c == '%' && d >= '1' && d <= '9') {
            uint32_t k = (uint32_t)(d - '1');
            put_number(&out, list->levels[k].format,
                       count[k] ? count[k] - 1 : list->levels[k].start);
            i++;
        } else if (!vt_is_space(c)) {
            vt_buf_addc(&out, c);
        }
    }
    return vt_str_dup(s->arena, vt_buf_str(&out));
}

vt_docx_styles *vt_docx_styles_new(vt_arena *arena, const vt_xml *styles, const vt_xml *numbering)
{
    vt_docx_styles *s = VT_NEW(arena, vt_docx_styles);
    s->arena = arena;
    s->styles = vt_map_new(arena);
    s->lists = vt_map_new(arena);
    const vt_xml *defaults = vt_xml_child(styles, "w:docDefaults");
    s->default_rpr = vt_xml_child(vt_xml_child(defaults, "w:rPrDefault"), "w:rPr");
    s->default_ppr = vt_xml_child(vt_xml_child(defaults, "w:pPrDefault"), "w:pPr");
    VT_XML_EACH(node, styles)
    if (vt_xml_is(node, "w:style"))
        add_style(s, node);
    read_numbering(s, numbering);
    return s;
}
