/* SPDX-License-Identifier: Apache-2.0 */
/** The validate stage: is there enough readable text, and does it hold phrases to be screened. */
#ifndef VT_ENGINE_CHECKS_H
#define VT_ENGINE_CHECKS_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct vt_text_check {
    bool insufficient; /* under 50 letters or 10 words */
    bool garbled;      /* more than a quarter of the characters could not be read */
} vt_text_check;

/** `unreadable_chars`: characters of the document whose font gave no Unicode. */
vt_text_check vt_check_text(vt_str raw_text, size_t unreadable_chars);

typedef struct vt_detection {
    vt_str phrase;     /* as the account wrote it */
    uint32_t position; /* code points in raw_text */
    uint32_t line;     /* from 1 */
    vt_str context;    /* up to 80 characters around it; view of raw_text */
} vt_detection;

typedef struct vt_prompt_check {
    VT_VEC(vt_detection) detections; /* in the order of the text; at most 100 */
} vt_prompt_check;

/**
 * Finds every phrase of the list (NULL: vt_default_phrases) in the text. Case, accents, white space
 * and line breaks do not count, inside words neither ("i g n o r e"); a match starts and ends at
 * the border of a word. One pass over the text, phrases bucketed by their first byte.
 */
void vt_check_prompt(vt_arena *arena, vt_str raw_text, const vt_str *phrases, size_t count,
                     vt_prompt_check *ret);

/** The built-in list of instruction-like phrases. */
const vt_str *vt_default_phrases(size_t *ret_count);

#endif
