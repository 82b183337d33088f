/* SPDX-License-Identifier: Apache-2.0 */
/** Styles and list numbering of a DOCX file: private to docx.c. */
#ifndef VT_EXTRACT_DOCX_STYLES_H
#define VT_EXTRACT_DOCX_STYLES_H

#include "base/arena.h"
#include "doc/flow.h"
#include "extract/xml.h"

enum { /* vt_docx_run.set: which properties are stated */
       VT_RUN_BOLD = 1 << 0,
       VT_RUN_ITALIC = 1 << 1,
       VT_RUN_UNDERLINE = 1 << 2,
       VT_RUN_STRIKE = 1 << 3,
       VT_RUN_HIDDEN = 1 << 4,
       VT_RUN_SIZE = 1 << 5,
       VT_RUN_COLOR = 1 << 6,
       VT_RUN_FONT = 1 << 7,
};

typedef struct vt_docx_run {
    uint32_t set;
    bool bold, italic, underline, strike, hidden, shaded;
    float size;
    uint32_t color;
    vt_str font;
} vt_docx_run;

enum { /* vt_docx_para.set */
       VT_PARA_LEVEL = 1 << 0,
       VT_PARA_ALIGN = 1 << 1,
       VT_PARA_LEFT = 1 << 2,
       VT_PARA_FIRST = 1 << 3,
       VT_PARA_BEFORE = 1 << 4,
       VT_PARA_AFTER = 1 << 5,
       VT_PARA_NUM = 1 << 6,
       VT_PARA_ILVL = 1 << 7,
};

typedef struct vt_docx_para {
    uint32_t set;
    uint32_t level; /* heading level 1..6, 0: body */
    vt_flow_align align;
    float left, first, before, after; /* points */
    bool page_break_before, shaded;
    vt_str num_id;
    uint32_t ilvl;
} vt_docx_para;

/** Adds what a w:rPr or w:pPr states to what is known. NULL is an empty one. */
void vt_docx_run_add(vt_docx_run *run, const vt_xml *rpr);
void vt_docx_para_add(vt_docx_para *para, const vt_xml *ppr);

typedef struct vt_docx_styles vt_docx_styles;

/** Either part may be NULL. */
vt_docx_styles *vt_docx_styles_new(vt_arena *arena, const vt_xml *styles, const vt_xml *numbering);

/** Paragraph and run properties of a paragraph of the style (null: the default style). */
void vt_docx_styles_para(const vt_docx_styles *styles, vt_str id, vt_docx_para *ret_para,
                         vt_docx_run *ret_run);
/** Adds a character style. */
void vt_docx_styles_run(const vt_docx_styles *styles, vt_str id, vt_docx_run *run);

/**
 * The marker of the next item of a list, in the arena: "•", "3.", or the null string when the list
 * or level shows none. Counts: call it once for each item, in document order.
 */
vt_str vt_docx_styles_marker(vt_docx_styles *styles, vt_str num_id, uint32_t ilvl,
                             float *ret_indent);

/** 1..6 when the name of a style says that it is a heading, in any usual language; else 0. */
uint32_t vt_docx_heading_name(vt_str name);

#endif
