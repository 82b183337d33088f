/* SPDX-License-Identifier: Apache-2.0 */
/** What one run of the engine gathers, and its writing as JSON. Only engine/ includes this. */
#ifndef VT_ENGINE_PARTS_H
#define VT_ENGINE_PARTS_H

#include "engine/checks.h"
#include "engine/engine.h"
#include "fit/fit.h"
#include "llm/merge.h"
#include "parse/summary/aggregate.h"
#include "parse/resume/resume.h"

struct vt_json;
struct vt_lexicon;

struct vt_engine {
    struct vt_lexicon *lexicon;
    struct vt_models *models;
    struct vt_taxonomy *taxonomy;
    struct vt_sentence_model *sentences; /* of job descriptions */
    struct vt_occupations *occupations;
    struct vt_ocr *ocr; /* NULL: none was opened */
};

/* of ai_features.summary; fewer in the earlier shape */
enum { VT_SENTENCES = 5, VT_LEGACY_SENTENCES = 3 };

struct vt_run {
    const vt_engine *engine;
    vt_arena *arena;
    vt_str input;
    const vt_options *options;
    vt_stage_fn on_stage;
    void *context;
    vt_outcome *outcome;

    vt_stage stage;
    vt_doc *doc;     /* NULL for a given result */
    vt_str raw_text; /* the null string: none */
    bool checked;    /* the validate stage ran */
    vt_text_check text_check;
    vt_prompt_check prompt_check;
    vt_resume *resume;           /* NULL: not parsed */
    vt_features *features;       /* NULL: no resume */
    vt_fit *fit;                 /* NULL: not matched */
    const struct vt_json *given; /* the result of `type` = `result`, echoed */
    struct vt_secrets *secrets;  /* what the answer must not show; NULL: nothing */
    const struct vt_json *told;  /* the language model's answer as JSON; NULL: none */
    vt_llm_source *source;       /* what it is shown; NULL: it has no part in this */
    vt_llm_answer *answer;       /* NULL: it was not asked */
    vt_llm_merged merged;        /* of it and the local values */
};

/** The language of what is written for readers: the one asked for; of a resume that shows none the
 * caller's own; COUNT: the resume's. */
vt_tongue vt_tongue_to_write(const struct vt_run *run);

/** The answer's parts as one JSON object (see vt_engine_run). */
void vt_parts_write(const struct vt_run *run, vt_buf *out);

/** What is to be asked of a language model, instead of them. */
void vt_parts_write_question(const struct vt_run *run, vt_buf *out);

#endif
