/* SPDX-License-Identifier: Apache-2.0 */
/** Tokens and lines of the document while they are made: shared by the passes of layout/. */
#ifndef VT_LAYOUT_EMIT_H
#define VT_LAYOUT_EMIT_H

#include "layout/page.h"

/** Appends a line of page layout to doc->lines with its tokens in doc->tokens. */
void lay_emit_line(vt_doc *doc, const lay_line *line, uint32_t page);

/** Lines of a flowing format: the reader states them. */
void lay_emit_flow(vt_doc *doc);

/** Sets the flags that the tokens of a line give: bold, caps, bullet, spaced ... */
void lay_describe_line(vt_doc *doc, vt_line *line);

/** True for a sign that starts a list item. */
bool lay_is_list_sign(vt_str text);

/** Running headers and footers, page numbers: sets kind. */
void lay_find_furniture(vt_arena *arena, vt_doc *doc);

/** Gaps, indents, paragraphs, hyphens, headings, blocks. */
void lay_find_paragraphs(vt_arena *arena, vt_doc *doc);

/** Drops tokens and lines that are, or have become, empty. */
void lay_compact(vt_doc *doc);

/** Rating signs among the tokens of the line (stars, dots): they leave the text for `level`. */
void lay_rate_tokens(vt_doc *doc, vt_line *line);

/** Writes raw_text and all offsets. */
void lay_spell(vt_doc *doc);

/** The tokens of a line that spell text: not icons, not hidden ones. */
static inline bool lay_is_spelled(const vt_token *token)
{
    return !(token->flags & (VT_TOKEN_ICON | VT_TOKEN_HIDDEN)) && token->text.len > 0;
}

#endif
