/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A language model's answer, which is not trusted: JSON as the schema of request.h says, read into
 * the values that stand in the document. Whatever it says, all that can come of it is text of the
 * document, at its place.
 */
#ifndef VT_LLM_ANSWER_H
#define VT_LLM_ANSWER_H

#include "base/json.h"
#include "llm/source.h"
#include "parse/parse.h"

typedef struct vt_llm_answer {
    vt_resume *resume;    /* what was found; confidences are `trust` */
    uint32_t values;      /* references that the answer has */
    uint32_t kept;        /* that stand in the document and can be what they are said to be */
    uint32_t moved;       /* of these: on another line */
    uint32_t refused;     /* the rest */
    uint32_t faults;      /* places where the answer is not as the schema says */
    char first_fault[96]; /* JSON pointer of the first, "" without */
} vt_llm_answer;

/** The JSON of an answer; what stands around its outermost braces (a fence, thoughts) is left out.
 * VT_E_FORMAT: none. */
VT_MUST_USE vt_status vt_llm_answer_parse(vt_arena *arena, vt_str text, const vt_json **ret,
                                          vt_error *err);

/** Reads it against the document. Everything is made in the arena. */
vt_llm_answer *vt_llm_answer_read(const vt_parse_context *context, vt_arena *arena,
                                  vt_llm_source *source, const vt_json *json, float trust);

#endif
