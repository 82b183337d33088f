/* SPDX-License-Identifier: Apache-2.0 */
/** The document model as JSON: for goldens, for `vitae parse --dump doc`, and for people. */
#ifndef VT_DOC_DUMP_H
#define VT_DOC_DUMP_H

#include "base/json.h"
#include "doc/doc.h"

typedef enum vt_dump_detail {
    VT_DUMP_LINES,  /* pages, columns, lines with their text and geometry */
    VT_DUMP_TOKENS, /* and the tokens of each line */
    VT_DUMP_ALL,    /* and the reader's words, links, shapes and pictures */
} vt_dump_detail;

/** Writes one object. */
void vt_doc_dump(const vt_doc *doc, vt_dump_detail detail, vt_json_writer *writer);

#endif
