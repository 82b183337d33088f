/* SPDX-License-Identifier: Apache-2.0 */
/**
 * As much of CSS as decides how the text of a page reads: display, visibility, floats, columns,
 * weight, slant, size, alignment, list signs. Selectors of tags, classes, ids and descendants;
 * rules with attribute selectors or pseudo-classes, and those for print only, are left out.
 */
#ifndef VT_EXTRACT_CSS_H
#define VT_EXTRACT_CSS_H

#include "base/arena.h"
#include "base/str.h"

typedef enum vt_css_display {
    VT_CSS_UNSET,
    VT_CSS_NONE,
    VT_CSS_INLINE,
    VT_CSS_BLOCK,
    VT_CSS_ROW, /* flex in a row: its children stand side by side */
    VT_CSS_GRID,
    VT_CSS_TABLE,
    VT_CSS_TABLE_ROW,
    VT_CSS_TABLE_CELL,
} vt_css_display;

/** What rules state about one element; zeros are "nothing stated". */
typedef struct vt_css_style {
    vt_css_display display;
    bool column;      /* flex-direction: column */
    uint32_t columns; /* of a grid */
    bool invisible, visible;
    bool bold, normal_weight, italic, normal_slant;
    bool floating;
    bool no_marker, keep_space;
    int align;  /* 1 left, 2 center, 3 right */
    float size; /* points, or em when `relative` */
    bool relative;
    uint32_t color;
    bool has_color;
} vt_css_style;

/** An element and what stands around it. */
typedef struct vt_css_element vt_css_element;
struct vt_css_element {
    const vt_css_element *parent;
    vt_str tag, id, classes; /* classes: separated by white space */
};

typedef struct vt_css vt_css;

vt_css *vt_css_new(vt_arena *arena);
/** Adds the rules of a style sheet. */
void vt_css_add(vt_css *css, vt_str sheet);
/** What the rules and the element's own style attribute (or null) state. A sheet whose rules take
 * too long to match states nothing from then on. */
void vt_css_style_of(vt_css *css, const vt_css_element *element, vt_str own, vt_css_style *ret);

#endif
