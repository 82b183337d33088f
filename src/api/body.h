/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The body of a create, in both content forms and both shapes, read and checked: every fault is
 * reported, unknown fields become warnings, and every default is filled in.
 */
#ifndef VT_API_BODY_H
#define VT_API_BODY_H

#include "api/problem.h"
#include "base/json.h"
#include "base/time.h"
#include "engine/engine.h"

typedef enum vt_create_input {
    VT_CREATE_FILE,
    VT_CREATE_TEXT,
    VT_CREATE_RESULT,
    VT_CREATE_URL,
} vt_create_input;
const char *vt_create_input_word(vt_create_input input);
bool vt_create_input_find(vt_str word, vt_create_input *ret);

typedef struct vt_create {
    vt_create_input input;
    vt_str content;         /* document, text, JSON of the result, or URL */
    vt_str filename;        /* or null */
    vt_str job_description; /* or null */
    vt_str reference;       /* the caller's own word for the request, or null */
    vt_str metadata;        /* the caller's own object, as JSON, or null */
    bool earlier_shape;
    int extract; /* 0 file, 1 ocr, 2 auto */
    bool prompt_skip;
    bool prompt_level_unknown; /* 501: advanced or professional */
    bool parse_skip, skills_skip, evidence, extras, confidence;
    int tier; /* 0..2 */
    bool matching;
    int matching_tier;
    int64_t top_skills;
    int ocr_effort; /* 0..2: of the earlier shape */
    vt_day reference_date;
    vt_str language; /* config.language, or null */
    vt_locale locale;
    uint32_t redact;     /* VT_REDACT_ bits */
    bool find_duplicate; /* tell an earlier request with the same document */
    int64_t retention_s; /* 0: the service's own */

    /* what is wrong with it */
    vt_problem problem; /* VT_PROBLEM_COUNT: nothing */
    const char *detail; /* of the problem, or NULL */
    vt_faults faults;
    vt_sentences warnings;
    vt_str fingerprint; /* SHA-256 of what was sent, whatever the multipart boundary */
} vt_create;

/** True for the type of a document that may be the whole body: application/pdf, image/png ... */
bool vt_create_takes(vt_str media_type);

/** Reads the body of the request. `today` is the default of config.reference_date. */
void vt_create_read(vt_http_request *request, vt_day today, vt_create *ret);

/** What the documents of a batch have in common, and an item may have of its own. */
typedef struct vt_create_common {
    const vt_json *config, *metadata; /* or NULL */
    vt_str job_description;           /* or null */
    vt_day today;
} vt_create_common;

/** Checks them: faults are in *ret, which is of no other use. */
void vt_create_read_common(vt_arena *arena, const vt_create_common *common, vt_create *ret);
/** True for a text without control characters. */
bool vt_is_plain(vt_str text);

/** What is wrong with a reference of the caller, and a code for it; NULL for nothing. */
const char *vt_reference_fault(vt_arena *arena, vt_str text, const char **ret_code);
/** Checks a reference of the caller; a fault is added to *ret. */
void vt_create_check_reference(vt_arena *arena, vt_str reference, vt_create *ret);
/** One document of a batch. Its name is its reference. */
void vt_create_read_document(vt_arena *arena, const vt_create_common *common, vt_str name,
                             vt_str bytes, vt_create *ret);
/** One item of a batch: as the body of a create, in the current shape. */
void vt_create_read_item(vt_arena *arena, const vt_create_common *common, const vt_json *item,
                         vt_create *ret);

/** The config with every default, as the store keeps it and the engine reads it. */
void vt_create_config(const vt_create *create, vt_buf *out);

#endif
