/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a worker may answer. A worker that a document has taken over sends what it likes: each
 * answer is read without a tree, compared with the keys and types of worker/answer.def, and written
 * anew. Nothing of it reaches the store, a bill or a client in another way.
 */
#ifndef VT_WORKER_ANSWER_H
#define VT_WORKER_ANSWER_H

#include "base/buf.h"
#include "base/error.h"
#include "engine/engine.h"

/** The objects of answer.def: VT_ANSWER_answer, VT_ANSWER_failed ... */
typedef enum vt_answer_shape {
#define VT_SHAPE(name) VT_ANSWER_##name,
#define VT_KEY(key, type, rules)
#define VT_OBJECT(key, object, rules)
#define VT_LIST(key, object, rules)
#define VT_BY_NAME(key, object, rules)
#define VT_END
#include "worker/answer.def"
#undef VT_SHAPE
#undef VT_KEY
#undef VT_OBJECT
#undef VT_LIST
#undef VT_BY_NAME
#undef VT_END
    VT_ANSWER_SHAPES,
    VT_ANSWER_ANY = VT_ANSWER_SHAPES, /* one value of any kind */
} vt_answer_shape;

/**
 * Appends `json` to `out`, checked and written anew. Keys that are not known are left out; with
 * `ret_left_out` (may be NULL) their number is told, and the first one is named in *err, which
 * stays VT_OK. VT_E_FORMAT: no such answer; VT_E_LIMIT: `out` is full. Then `out` is as before.
 */
VT_MUST_USE vt_status vt_answer_check(vt_answer_shape shape, vt_str json, vt_buf *out,
                                      size_t *ret_left_out, vt_error *err);

/** What the engine answers with these options and this outcome. */
vt_answer_shape vt_answer_shape_of(const vt_options *options, const vt_outcome *outcome);

/** False for an outcome that the engine cannot give with these options: what would be billed or
 * asked was not ordered. */
bool vt_answer_fits(const vt_options *options, const vt_outcome *outcome);

#endif
