/* SPDX-License-Identifier: Apache-2.0 */
/** What flow.c collects and flow_place.c gives a place: private to the two. */
#ifndef VT_DOC_FLOW_NODES_H
#define VT_DOC_FLOW_NODES_H

#include "doc/flow.h"

enum { VT_FLOW_CELLS_MAX = 48 }; /* in a row; further ones go to a row below */

/** A style as used by words; equal neighbours share one. */
typedef struct vt_flow_font {
    vt_flow_style style;
    uint32_t font; /* index in doc->fonts, or VT_NONE */
    uint32_t link; /* index in doc->links once a word of it has a place, or VT_NONE */
} vt_flow_font;

/** A word, or a piece of one. */
typedef struct vt_flow_item {
    vt_str text;
    vt_flow_font *font;
    uint32_t spaces, tabs; /* before it */
    uint32_t chars;        /* code points */
    float width;           /* points */
    uint32_t flags;        /* VT_TOKEN_GLUED, VT_TOKEN_BULLET */
} vt_flow_item;

typedef enum vt_flow_node_kind {
    VT_NODE_PARA,
    VT_NODE_TABLE,
    VT_NODE_BOX,
    VT_NODE_PAGE_BREAK,
} vt_flow_node_kind;

typedef struct vt_flow_node vt_flow_node;
typedef struct vt_flow_list {
    vt_flow_node *first, *last;
} vt_flow_list;

typedef struct vt_flow_cell {
    vt_flow_list *list;
    uint32_t col, span;
} vt_flow_cell;

typedef struct vt_flow_row {
    VT_VEC(vt_flow_cell) cells;
} vt_flow_row;

typedef struct vt_flow_table {
    const float *widths; /* [n] or NULL */
    size_t n;
    uint32_t cols; /* of the widest row */
    VT_VEC(vt_flow_row) rows;
} vt_flow_table;

struct vt_flow_node {
    vt_flow_node *next;
    vt_flow_node_kind kind;
    vt_flow_para para; /* VT_NODE_PARA */
    bool continued;    /* the next paragraph goes on with this one after a line break */
    VT_VEC(vt_flow_item) items;
    vt_flow_table *table; /* VT_NODE_TABLE */
    vt_flow_list box;     /* VT_NODE_BOX */
};

/** The code point at `at` of valid UTF-8; gives its length. */
static inline size_t vt_flow_next_char(vt_str s, size_t at, uint32_t *ret)
{
    unsigned char c = (unsigned char)s.ptr[at];
    size_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    n = VT_MIN(n, s.len - at);
    uint32_t code = n == 1 ? c : c & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)s.ptr[at + i] & 0x3Fu);
    *ret = code;
    return n;
}

/** Places header, body and footer; the words go to doc->words. */
void vt_flow_place(vt_doc *doc, const vt_flow_list parts[3]);

/** The width of a text in points; monospaced when `mono`. Counts the code points. */
float vt_flow_text_width(vt_str text, float size, bool mono, bool bold, uint32_t *ret_chars);

#endif
