/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Glyphs, as a page draws them, become the words of the document model. A run is a stretch of
 * glyphs of one look on one baseline; within it, word gaps are told by space glyphs and by the
 * white between glyphs, measured against the run's own letter spacing.
 */
#ifndef VT_EXTRACT_GLYPHS_H
#define VT_EXTRACT_GLYPHS_H

#include "doc/doc.h"

typedef struct vt_glyph_style {
    float size;         /* points */
    float dir_x, dir_y; /* unit vector of the writing direction, y down */
    uint32_t font, color;
    uint32_t flags; /* VT_TOKEN_... */
} vt_glyph_style;

typedef struct vt_glyph {
    float x, y;    /* origin on the baseline */
    float advance; /* along the direction; 0 for a further character of the glyph before it */
    uint32_t code; /* code point; 0xFFFD: unknown */
    vt_str icon;   /* of an icon font: the meaning */
} vt_glyph;

typedef struct vt_glyphs vt_glyphs;

/** A builder that appends to doc->words. It lives in the document's arena. */
vt_glyphs *vt_glyphs_new(vt_doc *doc);

/** Starts a page. The words of the page before must have been flushed. */
void vt_glyphs_begin_page(vt_glyphs *glyphs, uint32_t page);

/** Adds the next glyph in content order. */
void vt_glyphs_add(vt_glyphs *glyphs, const vt_glyph_style *style, vt_glyph glyph);

/** Turns what is pending into words. */
void vt_glyphs_flush(vt_glyphs *glyphs);

/** Replaces a character that is composed with the accent drawn over it, or gives 0. */
uint32_t vt_glyphs_compose(uint32_t letter, uint32_t accent);

#endif
