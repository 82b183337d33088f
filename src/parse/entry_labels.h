/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Words of forms and tables that name what stands behind or below them: "Job title: Cook",
 * "Employer | Position | Duties". They are no values; lines are read without them.
 */
#ifndef VT_PARSE_ENTRY_LABELS_H
#define VT_PARSE_ENTRY_LABELS_H

#include "parse/line_features.h"

/** A label at the start of a line. */
typedef struct vt_entry_label {
    size_t cut;   /* bytes of the line's text that it takes with its colon; 0: there is none */
    uint8_t what; /* vt_label_what */
    bool drop;    /* nothing of the line is a value */
    const vt_table_head *head; /* the line is the head of a table's columns; or NULL */
} vt_entry_label;

/**
 * Needs the line's words and hits. `form`: labels stand before values without a colon, too, apart
 * from them or `beside` the next line.
 */
vt_entry_label vt_entry_label_of(const vt_facts *facts, const vt_info *info, bool form,
                                 bool beside);

/** The cell of a line, as wide gaps part it, that byte `at` of its text stands in; *ret_n: of how
 * many. */
size_t vt_cell_of(const vt_facts *facts, const vt_info *info, size_t at, size_t *ret_n);

/** A label in two lines, its value in another column: what it says, or VT_LABEL_NONE. */
uint8_t vt_label_wraps(const vt_facts *facts, const vt_line *line, const vt_line *next);

/** Do labels stand apart from their values again and again, as in a form, or beside each other? */
bool vt_labels_make_form(const vt_parse_context *ctx, vt_arena *arena, const vt_doc *doc,
                         const vt_line *lines, size_t n);

/** Does the next line go on in the same row? */
bool vt_stands_beside(const vt_line *line, const vt_line *next);

#endif
