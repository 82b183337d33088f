/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Scores the result for a document against its label, by the rules of docs/labelling.md. Every
 * slot (a name, the title of one job, one skill ...) becomes a mark; tables, lists of errors and
 * the training of confidences are all made from marks.
 */
#ifndef VT_EVAL_SCORE_H
#define VT_EVAL_SCORE_H

#include "base/arena.h"
#include "base/json.h"
#include "base/vec.h"

#define VT_EVAL(symbol, name) VT_EVAL_##symbol,
typedef enum vt_eval_field {
#include "eval/eval_fields.def"
    VT_EVAL_FIELD_COUNT
} vt_eval_field;
#undef VT_EVAL

/** "experience.title" ... */
const char *vt_eval_field_name(vt_eval_field field);
/** False for an unknown name. */
bool vt_eval_field_find(vt_str name, vt_eval_field *ret);

typedef struct vt_mark {
    vt_eval_field field;
    float tp, fp, fn; /* right, given but wrong, missing; texts count by their likeness */
    bool right;       /* the value given is; of a text: most of it */
    vt_str gold, got; /* the null string: none */
    vt_str pointer;   /* JSON pointer of the value given, within `result`; or null */
    vt_str slot;      /* the same, or where the value would be in the record that is its; or null */
} vt_mark;

typedef VT_VEC(vt_mark) vt_marks;

/** Compares one document: `gold` and `got` are `result` objects (NULL: nothing was given). Skills
 * count for recall only, as a parser may also find skills in prose; one that the label lacks has a
 * mark without counts when it is part of a listed one (right) or not in the taxonomy (wrong). */
void vt_eval_score(vt_arena *arena, const vt_json *gold, const vt_json *got, vt_marks *marks);

typedef struct vt_eval_sums {
    double tp[VT_EVAL_FIELD_COUNT], fp[VT_EVAL_FIELD_COUNT], fn[VT_EVAL_FIELD_COUNT];
} vt_eval_sums;

/** Adds the marks of one document. */
void vt_eval_add(vt_eval_sums *sums, const vt_marks *marks);

typedef struct vt_eval_figures {
    double precision, recall, f1, gold; /* 1 where nothing was to be found and nothing was given */
} vt_eval_figures;
/** Precision, recall and F1 of one field. */
vt_eval_figures vt_eval_of(const vt_eval_sums *sums, vt_eval_field field);
/** Over all slots of all fields; and the mean of the fields' F1. */
double vt_eval_micro(const vt_eval_sums *sums);
double vt_eval_macro(const vt_eval_sums *sums);

#endif
