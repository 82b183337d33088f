/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a language model is shown of a document, and where the words stand that it points to.
 *
 * The model sees the document's lines with numbers, hidden text and running headers left out. It
 * answers with references: a line and the words on it. A reference counts only when these words
 * are found there; what is taken over is then the document's own text, never the model's.
 */
#ifndef VT_LLM_SOURCE_H
#define VT_LLM_SOURCE_H

#include "base/buf.h"
#include "doc/doc.h"

typedef struct vt_llm_source {
    vt_arena *arena;
    const vt_doc *doc;
    uint32_t lines; /* the first so many of doc->lines are shown; line i has the number i + 1 */
    bool cut;       /* the document goes on behind them */
    /* letters and digits of the shown lines: folded, and their bytes in raw_text */
    uint32_t *letter, *from, *to; /* [n] */
    uint32_t *first;              /* [lines + 1] first letter of each line */
    size_t n;
    uint64_t effort; /* letters compared so far; over a limit nothing more is found */
} vt_llm_source;

/** At most `max_bytes` of text are shown. In the arena. */
vt_llm_source *vt_llm_source_new(vt_arena *arena, const vt_doc *doc, size_t max_bytes);

/** "1| Maria Sample\n2| ..." */
void vt_llm_source_write(const vt_llm_source *source, vt_buf *out);

typedef struct vt_llm_place {
    size_t from, to; /* bytes of raw_text */
    bool moved;      /* stands on another line than the one named */
} vt_llm_place;

/**
 * Finds `text` on line number `line` or, as wrapped text is, from there over the next two; else
 * anywhere, when it stands there once only. Case, white space and punctuation do not count, and it
 * must begin and end with a word. False when it does not stand there.
 */
bool vt_llm_source_find(vt_llm_source *source, int64_t line, vt_str text, vt_llm_place *ret);

#endif
