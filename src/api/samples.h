/* SPDX-License-Identifier: Apache-2.0 */
/** Sample inputs of test keys (api/samples.def): every state and error on demand. */
#ifndef VT_API_SAMPLES_H
#define VT_API_SAMPLES_H

#include "api/problem.h"
#include "engine/engine.h"
#include "store/requests.h"

typedef enum vt_sample_kind {
    VT_SAMPLE_NONE,
    VT_SAMPLE_IS_ERROR,
    VT_SAMPLE_IS_STATE,
    VT_SAMPLE_IS_FAILED,
    VT_SAMPLE_IS_TEXT,
} vt_sample_kind;

typedef struct vt_sample {
    vt_sample_kind kind;
    vt_problem problem;
    vt_state state;
    vt_outcome outcome;
    vt_str text;
} vt_sample;

/** What `content` asks for; VT_SAMPLE_NONE when it is an ordinary document. */
vt_sample vt_sample_find(vt_str content);

#endif
