/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The resume as JSON, in the form of the contract (`result`), and back. Every key of the schema
 * is always there: null when unknown, [] when none.
 */
#ifndef VT_PARSE_RESUME_JSON_H
#define VT_PARSE_RESUME_JSON_H

#include "base/error.h"
#include "base/json.h"
#include "doc/doc.h"
#include "parse/resume/resume.h"

typedef struct vt_resume_json_options {
    bool extras;         /* links, projects, publications, awards, references, interests ... */
    bool skills_skipped; /* raw skill names: no id, category, type, years */
    bool legacy;         /* skill items of the earlier shape: `normalized` */
} vt_resume_json_options;

/** Writes the `result` object. */
void vt_resume_write(vt_json_writer *w, const vt_resume *resume,
                     const vt_resume_json_options *options);

/** Writes the `evidence` object: JSON pointer within `result` -> {page, box, start, end}. `options`
 * are those given to vt_resume_write. `doc` is the document that was parsed. */
void vt_resume_write_evidence(vt_json_writer *w, const vt_resume *resume, const vt_doc *doc,
                              const vt_resume_json_options *options);

/** Writes the `confidence` object: JSON pointer within `result` -> the confidence of the value. */
void vt_resume_write_confidence(vt_json_writer *w, const vt_resume *resume, const vt_doc *doc,
                                const vt_resume_json_options *options);

/** Reads a `result` object back, with or without extras. Values have no spans and confidence 1.
 * A member of a wrong type is VT_E_INVALID with its pointer; unknown members are ignored. */
VT_MUST_USE vt_status vt_resume_read(vt_arena *arena, const vt_json *result, vt_resume **ret,
                                     vt_error *err);

#endif
