/* SPDX-License-Identifier: Apache-2.0 */
/**
 * An XML part as a tree in the arena. Names carry the prefix that this project uses for their
 * namespace, whatever the file calls it and whether it is the transitional or the strict form of
 * OOXML: "w:p", "text:span"; "?:name" for namespaces that nothing here reads; attributes without a
 * namespace have no prefix.
 *
 * Entities may not be declared, nothing is loaded from outside, and depth and size are bounded.
 */
#ifndef VT_EXTRACT_XML_H
#define VT_EXTRACT_XML_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

typedef struct vt_xml_attr {
    vt_str name, value;
} vt_xml_attr;

typedef struct vt_xml vt_xml;
struct vt_xml {
    vt_str name;             /* of an element; the null string for text */
    vt_str text;             /* of a text node */
    const vt_xml *first;     /* child */
    const vt_xml *next;      /* sibling */
    const vt_xml_attr *attr; /* [attrs] */
    size_t attrs;
};

/** Parses a part; `part` names it in messages. VT_E_FORMAT: not well-formed, or declares entities.
 * VT_E_LIMIT: too deep or too many nodes. */
VT_MUST_USE vt_status vt_xml_parse(vt_arena *arena, vt_str bytes, const char *part,
                                   const vt_xml **ret, vt_error *err);

static inline bool vt_xml_is(const vt_xml *node, const char *name)
{
    size_t n = strlen(name);
    return node && node->name.len == n && memcmp(node->name.ptr, name, n) == 0;
}

/** The first child element of the name, or NULL; NULL for a NULL node. */
const vt_xml *vt_xml_child(const vt_xml *node, const char *name);
/** The first element of the name below the node, in document order, or NULL. */
const vt_xml *vt_xml_find(const vt_xml *node, const char *name);
/** The value of an attribute, or the null string. */
vt_str vt_xml_get(const vt_xml *node, const char *name);
/** The text below a node, joined. */
vt_str vt_xml_text(vt_arena *arena, const vt_xml *node);

#define VT_XML_EACH(child, parent)                                                                 \
    for (const vt_xml *child = (parent) ? (parent)->first : NULL; child; child = child->next)

#endif
