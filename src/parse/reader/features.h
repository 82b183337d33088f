/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the reader's network sees of a document: for every cell and every word numbers of rows of
 * its embedding tables, and for every cell where it stands. Training reads the same arrays
 * (`vitae features`), so that there is one implementation. The numbers are part of the model:
 * change a table below and the model must be trained again.
 */
#ifndef VT_PARSE_FEATURES_H
#define VT_PARSE_FEATURES_H

#include "ml/net.h"
#include "parse/facts/line_features.h"

/** Rows of the two tables. */
extern const uint32_t vt_word_rows, vt_cell_rows;

typedef struct vt_features {
    const vt_facts *facts; /* of the cells: facts->at[i] is cell i */
    vt_net_input in;
} vt_features;

/** All in the arena of the facts. */
vt_features vt_features_of(const vt_facts *facts);

/** What stands between word k of a line and the word before it. */
typedef enum vt_between {
    VT_BETWEEN_NOTHING,
    VT_BETWEEN_SPACE,
    VT_BETWEEN_COMMA,
    VT_BETWEEN_DOT,
    VT_BETWEEN_SLASH,
    VT_BETWEEN_OPEN,
    VT_BETWEEN_CLOSE,
    VT_BETWEEN_HYPHEN, /* glued to both */
    VT_BETWEEN_MINUS,  /* between spaces */
    VT_BETWEEN_DASH,
    VT_BETWEEN_COLON,
    VT_BETWEEN_SEMICOLON,
    VT_BETWEEN_BAR,
    VT_BETWEEN_AT,
    VT_BETWEEN_GAP, /* a tab or a line break */
    VT_BETWEEN_SIGN,
} vt_between;
vt_between vt_between_words(const vt_info *info, size_t k);

/** Differ the words k and k - 1 in weight or slant? */
bool vt_look_changes(const vt_facts *facts, const vt_info *info, size_t k);

#endif
