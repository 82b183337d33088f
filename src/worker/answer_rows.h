/* SPDX-License-Identifier: Apache-2.0 */
/** The rows of worker/answer.def as tables. */
#ifndef VT_WORKER_ANSWER_ROWS_H
#define VT_WORKER_ANSWER_ROWS_H

#include "worker/answer.h"

/** Of what kind a value is; the words of answer.def. */
typedef enum vt_answer_kind {
    VT_ANSWER_IS_TEXT,
    VT_ANSWER_IS_WORD,
    VT_ANSWER_IS_BOOL,
    VT_ANSWER_IS_COUNT,
    VT_ANSWER_IS_NUMBER,
    VT_ANSWER_IS_SCORE,
    VT_ANSWER_IS_SCORES,
    VT_ANSWER_IS_TEXTS,
    VT_ANSWER_IS_COORD,
    VT_ANSWER_IS_ANY,
    VT_ANSWER_IS_OBJECT,
    VT_ANSWER_IS_LIST,
    VT_ANSWER_IS_BY_NAME,
} vt_answer_kind;

enum { VT_ANSWER_NIL = 1, VT_ANSWER_MAYBE = 2 }; /* may be null; may be absent */

enum { VT_ANSWER_WORD_BYTES = 128 };

typedef struct vt_answer_key {
    const char *name;
    unsigned char kind, rules, shape; /* shape: of OBJECT, LIST and BY_NAME */
} vt_answer_key;

typedef struct vt_answer_row {
    const vt_answer_key *keys;
    size_t n; /* below 64: a bit each */
} vt_answer_row;

extern const vt_answer_row vt_answer_rows[VT_ANSWER_SHAPES];

#endif
