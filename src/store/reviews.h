/* SPDX-License-Identifier: Apache-2.0 */
/** Reviews: results as people corrected them, one a request, beside the machine's answer. */
#ifndef VT_STORE_REVIEWS_H
#define VT_STORE_REVIEWS_H

#include "store/accounts.h"

typedef struct vt_reviewed {
    int64_t version;     /* from 1; 0: there is none */
    int64_t reviewed_ms; /* when this version was made */
    char key_id[VT_ID_TEXT];
    vt_str body; /* JSON: result, confirmed, places */
} vt_reviewed;

/** The review of a request; `version` is 0 when there is none. */
VT_MUST_USE vt_status vt_reviewed_find(vt_tx *tx, vt_arena *arena, vt_str request_id,
                                       vt_reviewed *ret, vt_error *err);
/** Writes `review` as the next version behind `review->version`. VT_E_CONFLICT: the stored one is
 * another, and nothing was changed. */
VT_MUST_USE vt_status vt_reviewed_put(vt_tx *tx, vt_str request_id, const vt_reviewed *review,
                                      vt_error *err);
VT_MUST_USE vt_status vt_reviewed_delete(vt_tx *tx, vt_str request_id, vt_error *err);

typedef struct vt_label {
    char request_id[VT_ID_TEXT], input[16];
    vt_str review, answer;
    vt_str filename, document; /* null strings when the document is not kept */
} vt_label;

/** The reviewed request behind `after` ("": the first), of one account or of all (""). Its answer
 * and document come along; *ret_found is false when there is none. */
VT_MUST_USE vt_status vt_label_next(vt_tx *tx, vt_arena *arena, vt_str account_id, vt_str after,
                                    vt_label *ret, bool *ret_found, vt_error *err);

#endif
