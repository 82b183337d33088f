/* SPDX-License-Identifier: Apache-2.0 */
/** What a person changed in a result, and which places of the machine's result still hold. */
#ifndef VT_API_REVIEW_DIFF_H
#define VT_API_REVIEW_DIFF_H

#include "base/json.h"
#include "base/vec.h"

typedef VT_VEC(vt_str) vt_pointers;

/** The value at a JSON pointer ("/experience/0/title"), or NULL. */
const vt_json *vt_json_at(const vt_json *tree, vt_str pointer);

/**
 * Pointers within `reviewed` whose value is another than the machine's, and of a list whose number
 * of items changed. Entries of a list that got longer or shorter are paired in order where they
 * are equal; an entry without a pair is one change.
 */
void vt_review_changed(vt_arena *arena, const vt_json *machine, const vt_json *reviewed,
                       vt_pointers *ret);

/** Writes the members of `evidence` (of the machine's answer) whose value is the same in
 * `reviewed`, with its pointers, but none of a pointer that `places` has. Into an open object. */
void vt_review_put_evidence(vt_arena *arena, const vt_json *machine, const vt_json *reviewed,
                            const vt_json *evidence, const vt_json *places, vt_json_writer *w);

#endif
