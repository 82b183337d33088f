/* SPDX-License-Identifier: Apache-2.0 */
/* expat with namespaces, building the tree; the first failure stops the parser. */
#include "extract/xml.h"

#include <expat.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"

enum { NODES_MAX = 1500000, ATTRS_MAX = 256, PIECE = 1 << 20 };

/* namespace URI -> prefix */
static const struct {
    const char *uri, *prefix;
} spaces[] = {
    {"http://schemas.openxmlformats.org/wordprocessingml/2006/main", "w"},
    {"http://purl.oclc.org/ooxml/wordprocessingml/main", "w"},
    {"http://schemas.microsoft.com/office/word/2006/wordml",
     "w"}, /* text boxes of the strict form */
    {"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r"},
    {"http://purl.oclc.org/ooxml/officeDocument/relationships", "r"},
    {"http://schemas.openxmlformats.org/package/2006/relationships", "pr"},
    {"http://schemas.openxmlformats.org/package/2006/content-types", "ct"},
    {"http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"},
    {"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp"},
    {"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp"},
    {"http://schemas.openxmlformats.org/drawingml/2006/main", "a"},
    {"http://purl.oclc.org/ooxml/drawingml/main", "a"},
    {"http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm"},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps"},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", "wpg"},
    {"http://schemas.openxmlformats.org/officeDocument/2006/math", "m"},
    {"http://purl.oclc.org/ooxml/officeDocument/math", "m"},
    {"urn:schemas-microsoft-com:vml", "v"},
    {"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties", "ep"},
    {"http://purl.oclc.org/ooxml/officeDocument/extendedProperties", "ep"},
    {"http://purl.org/dc/elements/1.1/", "dc"},
    {"http://www.w3.org/XML/1998/namespace", "xml"},
    {"http://www.w3.org/1999/xlink", "xlink"},
    {"urn:oasis:names:tc:opendocument:xmlns:office:1.0", "office"},
    {"urn:oasis:names:tc:opendocument:xmlns:style:1.0", "style"},
    {"urn:oasis:names:tc:opendocument:xmlns:text:1.0", "text"},
    {"urn:oasis:names:tc:opendocument:xmlns:table:1.0", "table"},
    {"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw"},
    {"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo"},
    {"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg"},
    {"urn:oasis:names:tc:opendocument:xmlns:meta:1.0", "meta"},
    {"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "manifest"},
};

struct open_node {
    vt_xml *node, *last; /* child */
};

struct builder {
    vt_arena *arena;
    XML_Parser parser;
    vt_map *names; /* expat's name -> vt_str * */
    vt_xml *root;
    struct open_node open[VT_MAX_XML_DEPTH];
    size_t depth, nodes;
    vt_buf text; /* between two tags */
    vt_status status;
    const char *why;
};

static void stop(struct builder *b, vt_status status, const char *why)
{
    if (b->status != VT_OK)
        return;
    b->status = status;
    b->why = why;
    XML_StopParser(b->parser, XML_FALSE);
}

/* "URI local" -> "prefix:local", each made once. */
static vt_str name_of(struct builder *b, const char *raw)
{
    vt_str key = vt_str_z(raw);
    vt_str *known = vt_map_find(b->names, key);
    if (known)
        return *known;
    vt_str *name = VT_NEW(b->arena, vt_str);
    size_t cut = vt_str_find_char(key, ' ', 0);
    if (cut == VT_NPOS) {
        *name = vt_str_dup(b->arena, key);
    } else {
        const char *prefix = "?";
        for (size_t i = 0; i < VT_COUNT(spaces); i++)
            if (vt_str_eq(vt_str_sub(key, 0, cut), vt_str_z(spaces[i].uri)))
                prefix = spaces[i].prefix;
        *name = vt_str_format(b->arena, "%s:%s", prefix, raw + cut + 1);
    }
    vt_map_set(b->names, vt_str_dup(b->arena, key), name);
    return *name;
}

static vt_xml *add_node(struct builder *b)
{
    if (++b->nodes > NODES_MAX) {
        stop(b, VT_E_LIMIT, "too many elements");
        return NULL;
    }
    vt_xml *node = VT_NEW(b->arena, vt_xml);
    if (b->depth) {
        struct open_node *up = &b->open[b->depth - 1];
        if (up->last)
            up->last->next = node;
        else
            up->node->first = node;
        up->last = node;
    }
    return node;
}

static void flush_text(struct builder *b)
{
    if (b->text.len == 0 || b->depth == 0)
        return;
    vt_xml *node = add_node(b);
    if (node)
        node->text = vt_str_dup(b->arena, vt_buf_str(&b->text));
    vt_buf_clear(&b->text);
}

static void XMLCALL on_start(void *context, const XML_Char *raw, const XML_Char **attrs)
{
    struct builder *b = context;
    if (b->status != VT_OK)
        return;
    flush_text(b);
    if (b->depth == VT_MAX_XML_DEPTH) {
        stop(b, VT_E_LIMIT, "elements are nested too deep");
        return;
    }
    vt_xml *node = add_node(b);
    if (!node)
        return;
    size_t n = 0;
    while (n < ATTRS_MAX && attrs[n * 2])
        n++;
    vt_xml_attr *list = n ? VT_NEW_ARRAY(b->arena, vt_xml_attr, n) : NULL;
    for (size_t i = 0; i < n; i++) {
        list[i].name = name_of(b, attrs[i * 2]);
        list[i].value = vt_str_dup(b->arena, vt_str_z(attrs[i * 2 + 1]));
    }
    node->name = name_of(b, raw);
    node->attr = list;
    node->attrs = n;
    if (!b->root)
        b->root = node;
    b->open[b->depth++] = (struct open_node){.node = node};
}

static void XMLCALL on_end(void *context, const XML_Char *raw)
{
    (void)raw;
    struct builder *b = context;
    if (b->status != VT_OK)
        return;
    flush_text(b);
    b->depth--;
}

static void XMLCALL on_text(void *context, const XML_Char *text, int n)
{
    struct builder *b = context;
    if (b->status == VT_OK)
        vt_buf_add(&b->text, vt_str_n(text, (size_t)n));
}

static void XMLCALL on_entity(void *context, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int value_len, const XML_Char *base,
                              const XML_Char *system_id, const XML_Char *public_id,
                              const XML_Char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)value_len, (void)base, (void)system_id,
        (void)public_id, (void)notation;
    stop(context, VT_E_FORMAT, "entities are declared, which is not allowed");
}

static vt_status feed(struct builder *b, vt_str bytes)
{
    for (size_t at = 0; b->status == VT_OK; at += PIECE) {
        vt_str piece = vt_str_sub(bytes, at, at + PIECE);
        bool last = at + PIECE >= bytes.len;
        if (XML_Parse(b->parser, piece.len ? piece.ptr : "", (int)piece.len, last) !=
                XML_STATUS_OK &&
            b->status == VT_OK) {
            b->status = VT_E_FORMAT;
            b->why = XML_ErrorString(XML_GetErrorCode(b->parser));
        }
        if (last)
            break;
    }
    return b->status;
}

typedef struct builder builder;

/* Itself it is in the arena. */
static void release_builder(builder *b)
{
    XML_ParserFree(b->parser);
    vt_buf_release(&b->text);
}
VT_DEFINE_AUTO(builder, release_builder)

vt_status vt_xml_parse(vt_arena *arena, vt_str bytes, const char *part, const vt_xml **ret,
                       vt_error *err)
{
    VT_AUTO(builder) builder *b = VT_NEW(arena, builder);
    b->arena = arena;
    b->names = vt_map_new(arena);
    b->parser = XML_ParserCreateNS(NULL, ' ');
    if (!b->parser)
        return vt_fail(err, VT_E_MEMORY, "no memory for an XML parser");
    XML_SetUserData(b->parser, b);
    XML_SetElementHandler(b->parser, on_start, on_end);
    XML_SetCharacterDataHandler(b->parser, on_text);
    XML_SetEntityDeclHandler(b->parser, on_entity);
    vt_status status = feed(b, bytes);
    unsigned long line = XML_GetCurrentLineNumber(b->parser);
    if (status != VT_OK)
        return vt_fail(err, status, "%s, line %lu: %s", part, line, b->why);
    *ret = b->root;
    return VT_OK;
}

const vt_xml *vt_xml_child(const vt_xml *node, const char *name)
{
    VT_XML_EACH(child, node)
    if (vt_xml_is(child, name))
        return child;
    return NULL;
}

const vt_xml *vt_xml_find(const vt_xml *node, const char *name)
{
    VT_XML_EACH(child, node)
    {
        if (vt_xml_is(child, name))
            return child;
        const vt_xml *below = vt_xml_find(child, name);
        if (below)
            return below;
    }
    return NULL;
}

vt_str vt_xml_get(const vt_xml *node, const char *name)
{
    vt_str key = vt_str_z(name);
    for (size_t i = 0; node && i < node->attrs; i++)
        if (vt_str_eq(node->attr[i].name, key))
            return node->attr[i].value;
    return VT_STR_NULL;
}

static void join(const vt_xml *node, vt_buf *out)
{
    if (node->name.len == 0)
        vt_buf_add(out, node->text);
    VT_XML_EACH(child, node)
    join(child, out);
}

vt_str vt_xml_text(vt_arena *arena, const vt_xml *node)
{
    if (!node)
        return VT_STR_NULL;
    VT_AUTO(vt_buf) vt_buf out = {0};
    join(node, &out);
    return vt_str_dup(arena, vt_buf_str(&out));
}
