/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How likely is a value right? What the parser knows about it anyway (how sure the models and rules
 * were of it and of its lines, how well it fits its kind and its item) goes through a logistic
 * regression of its kind, then through a table that makes the probability keep its word. Fitted by
 * `vitae train --kind confidence` on documents that trained no other model.
 */
#ifndef VT_PARSE_CONFIDENCE_H
#define VT_PARSE_CONFIDENCE_H

#include "base/buf.h"
#include "base/error.h"
#include "ml/score.h"
#include "parse/reader/lines.h"
#include "parse/resume/resume.h"

#define VT_CONFIDENCE(symbol, name, pointer) VT_CONFIDENCE_##symbol,
typedef enum vt_confidence_kind {
#include "parse/confidence/confidence_kinds.def"
    VT_CONFIDENCE_COUNT
} vt_confidence_kind;
#undef VT_CONFIDENCE

#define VT_FEATURE(symbol, name) VT_CONFIDENCE_X_##symbol,
enum {
#include "parse/confidence/confidence_features.def"
    VT_CONFIDENCE_FEATURES
};
#undef VT_FEATURE

/** A value of the resume with what speaks for and against it. */
typedef struct vt_confidence_item {
    vt_confidence_kind kind;
    uint32_t index;      /* of the job, school ... in its list */
    uint32_t start, end; /* where it stands in raw_text */
    float *confidence;   /* of the value in the resume */
    float x[VT_CONFIDENCE_FEATURES];
} vt_confidence_item;

typedef struct vt_confidence_items {
    vt_confidence_item *at;
    size_t n, cap;
} vt_confidence_items;

/** All values of the resume. In the facts' arena. */
vt_confidence_items vt_confidence_collect(const vt_facts *facts, const vt_roles *roles,
                                          vt_resume *resume);

/** The fitted model. */
typedef struct vt_confidence_model {
    double weights[VT_CONFIDENCE_COUNT][VT_CONFIDENCE_FEATURES];
    vt_calibration table[VT_CONFIDENCE_COUNT];
} vt_confidence_model;

/** Reads the model's JSON. VT_E_FORMAT: not of these kinds and features. */
VT_MUST_USE vt_status vt_confidence_read(vt_arena *arena, vt_str json, vt_confidence_model *ret,
                                         vt_error *err);
void vt_confidence_write(const vt_confidence_model *model, vt_buf *out);

/** Sets the values' confidences to their probabilities. */
void vt_confidence_apply(const vt_confidence_model *model, const vt_confidence_items *items);
float vt_confidence_of(const vt_confidence_model *model, const vt_confidence_item *item);

/** "experience.title" ... */
const char *vt_confidence_name(vt_confidence_kind kind);
/** The pattern of the value's JSON pointer within `result`; %zu: the index. */
const char *vt_confidence_pointer(vt_confidence_kind kind);

#endif
