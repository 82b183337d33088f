/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The builder by which flowing formats (DOCX, ODT, RTF, HTML, Markdown, text, mail) fill a vt_doc.
 * The reader states structure; finishing gives every word a synthetic place on a page, so that
 * layout and parser meet the same model as with a PDF.
 *
 *     vt_flow *flow = vt_flow_new(arena, VT_FORMAT_DOCX);
 *     vt_flow_begin_para(flow, &(vt_flow_para){.heading_level = 1});
 *     vt_flow_text(flow, &style, VT_STR("Experience"));
 *     vt_flow_end_para(flow);
 *     VT_TRY(vt_flow_finish(flow, &doc, err));
 *
 * What layout may rely on:
 *
 * - doc->words stand in reading order. The words of one visual line are consecutive and share
 *   `page`, `baseline` (exactly) and the `region` of their paragraphs: a line ends where one of the
 *   three changes. Lines need no sorting, columns no search.
 * - Every word has a paragraph, doc->paras[word.para]; paragraphs are numbered in source order. One
 *   paragraph is one logical line of the source: a hard line break starts a new one (same
 *   attributes, has_marker false). So a line is a soft continuation (VT_LINE_CONT) exactly when the
 *   paragraph of its first word has words in the line before it. Text wraps at the width of its
 *   column, where a page would.
 * - region 0 is the body. Text boxes, sidebars, headers and footers, and the cells of a table that
 *   is used as page layout have a region of their own, numbered from 1 in reading order: each is a
 *   column of the page. Its x range is where the source puts it beside the others.
 * - A table row is one of three things. Cells that are read across (date | title, label | value, a
 *   grid of skills) share their lines: line i of the row holds line i of every cell, from left to
 *   right, VT_TOKEN_WIDE_GAP before each cell but the first. Cells with texts of their own (a
 *   sidebar beside the main column) are separate regions, read one after the other. A short label
 *   beside long content stands on a line of its own above it. vt_para.table/row/col say the cell.
 *   A range of dates that a narrow cell breaks is one line; lines that only draw are left out.
 * - Preformatted text (plain text files, <pre>) has x by character count: columns made of spaces
 *   stand one below the other as in a fixed-width print; runs of 3 and more spaces, and tabs, are
 *   VT_TOKEN_WIDE_GAP.
 * - List markers are words with VT_TOKEN_BULLET and has_marker on the paragraph: "•", or the number
 *   as printed ("3."). Signs that the author typed as text are plain words.
 * - Word sizes come from the source, or 10 points for body text. Baselines are 1.2 sizes apart,
 * plus the spacing that the source states; empty paragraphs leave an empty line.
 * - Pages are 595 x 842 points (wider or longer where one paragraph or table asks for it), broken
 * at the breaks of the source and between paragraphs that do not fit; a table row is never broken.
 */
#ifndef VT_DOC_FLOW_H
#define VT_DOC_FLOW_H

#include "base/error.h"
#include "doc/doc.h"

typedef struct vt_flow vt_flow;

/** How a run of text looks. All zeros is plain body text. */
typedef struct vt_flow_style {
    float size;     /* points; 0: 10 */
    uint32_t color; /* 0xRRGGBB */
    bool bold, italic, underline, strike, mono, hidden;
    vt_str link; /* target URL, or null */
    vt_str font; /* family, or null */
} vt_flow_style;

typedef enum vt_flow_align { VT_ALIGN_LEFT, VT_ALIGN_CENTER, VT_ALIGN_RIGHT } vt_flow_align;

typedef struct vt_flow_para {
    uint32_t heading_level; /* 1..6, 0: no heading */
    uint32_t list_level;    /* 1.., 0: no list item */
    vt_str marker;          /* of a list item: "•", "3."; null: none to be seen */
    vt_flow_align align;
    float indent;                    /* points from the left edge of the column */
    float space_before, space_after; /* points; the larger of two that meet counts */
    float size;                      /* of an empty paragraph; 0: 10 */
    bool preformatted;               /* x by character count; wrapped only when very long */
} vt_flow_para;

typedef enum vt_flow_part {
    VT_FLOW_BODY,
    VT_FLOW_HEADER, /* of the page */
    VT_FLOW_FOOTER,
} vt_flow_part;

vt_flow *vt_flow_new(vt_arena *arena, vt_format format);

/** The document being built: for metadata, warnings, page_count. Its words come with finish. */
vt_doc *vt_flow_doc(vt_flow *flow);

/** Text outside of a paragraph opens a plain one; a paragraph that begins ends the one before. */
void vt_flow_begin_para(vt_flow *flow, const vt_flow_para *para);
void vt_flow_end_para(vt_flow *flow);
bool vt_flow_in_para(const vt_flow *flow);

/**
 * A run of valid UTF-8. White space parts words (also the no-break and typographic spaces); pieces
 * of one word in different styles become tokens with VT_TOKEN_GLUED. Soft hyphens, zero-width and
 * direction marks and control characters go; bullets of symbol fonts become "•". The style is
 * copied; its strings must live as long as the arena.
 */
void vt_flow_text(vt_flow *flow, const vt_flow_style *style, vt_str text);
void vt_flow_tab(vt_flow *flow);   /* the next word stands at the next tab stop, with a wide gap */
void vt_flow_break(vt_flow *flow); /* the paragraph goes on in a new line */
void vt_flow_page_break(vt_flow *flow);

/** Tables nest. `widths_pt` [n] may be NULL: they are estimated from the content. */
void vt_flow_begin_table(vt_flow *flow, const float *widths_pt, size_t n);
void vt_flow_begin_row(vt_flow *flow);
void vt_flow_begin_cell(vt_flow *flow, uint32_t col_span);
void vt_flow_end_cell(vt_flow *flow);
void vt_flow_end_row(vt_flow *flow);
void vt_flow_end_table(vt_flow *flow);

/** A text box or sidebar: a region of its own, read after the paragraph in which it begins. */
void vt_flow_begin_box(vt_flow *flow);
void vt_flow_end_box(vt_flow *flow);

/** What follows belongs to that part of the page. Not inside tables or boxes. */
void vt_flow_part_of(vt_flow *flow, vt_flow_part part);

/** Words taken so far. */
size_t vt_flow_word_count(const vt_flow *flow);

/**
 * Places everything and gives the document. VT_E_LIMIT: more than VT_MAX_TOKENS words. A document
 * without words is no failure here.
 */
VT_MUST_USE vt_status vt_flow_finish(vt_flow *flow, vt_doc **ret, vt_error *err);

#endif
