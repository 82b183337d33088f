/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The engine: document bytes and options in, the parts of an answer as JSON out. A pure function:
 * no clock, network, disk or mutable globals. The command line, the workers, tests, fuzzers and
 * the evaluation all call this very function.
 *
 * What an answer of the service holds beyond this (ids, states, credits, timestamps) is added
 * outside.
 */
#ifndef VT_ENGINE_ENGINE_H
#define VT_ENGINE_ENGINE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "base/time.h"
#include "doc/doc.h"
#include "text/date.h"

typedef struct vt_engine vt_engine;

typedef enum vt_tier { VT_TIER_BASIC, VT_TIER_STANDARD, VT_TIER_PREMIUM } vt_tier;
typedef enum vt_input_kind { VT_INPUT_FILE, VT_INPUT_TEXT, VT_INPUT_RESULT } vt_input_kind;

/** Stages: `current_stage` and `error_stage` are these words. */
typedef enum vt_stage {
    VT_STAGE_QUEUED,
    VT_STAGE_EXTRACT,
    VT_STAGE_VALIDATE,
    VT_STAGE_PARSE,
    VT_STAGE_MATCHING,
} vt_stage;

/** Groups of config.redact, bits: VT_REDACT_NAME ... */
typedef enum vt_redact_group {
#define VT_REDACT_GROUP(symbol, word, bit) VT_REDACT_##symbol = (bit),
#include "engine/redact.def"
    VT_REDACT_ALL = 127,
} vt_redact_group;
/** The bit of a word; 0 for none. */
uint32_t vt_redact_find(vt_str word);
/** The word of one bit; the null string for none. */
vt_str vt_redact_word(uint32_t bit);
/** "name, contact ...": all words, for messages. */
const char *vt_redact_words(void);

/** A code of a language: two or three small letters, perhaps a region behind a dash ("pt-BR"). */
bool vt_language_code_ok(vt_str code);
/** A country of ISO 3166-1 by its two capitals. */
bool vt_country_code_ok(vt_str code);
/** Day or month first, as `country` (capitals) writes dates of numbers; unknown for none. */
vt_date_order vt_country_date_order(vt_str country);
/** "day_first" and "month_first". False for another word. */
bool vt_date_order_find(vt_str word, vt_date_order *ret);
const char *vt_date_order_word(vt_date_order order);

/** What to take where a document does not say it itself. All zeros: nothing is known. */
typedef struct vt_locale {
    vt_str country;  /* alpha-2 in capitals, or null: of phone numbers and cities */
    vt_str language; /* a code, or null */
    vt_date_order date_order;
} vt_locale;

typedef struct vt_options {
    vt_input_kind input;
    vt_str filename;     /* a hint for Markdown, or null */
    vt_str content_type; /* of a fetched document: a hint, or null */
    vt_extract_mode extract;
    vt_ocr_effort ocr_effort;
    vt_str ocr_languages;  /* "eng", "eng+deu", "auto"; null: auto */
    uint32_t max_pages;    /* 0: no limit of the plan */
    bool prompt_check;     /* validate.prompt.skip is false */
    const vt_str *phrases; /* [phrase_count] of the account; NULL: the default list */
    size_t phrase_count;
    bool parse_skip, skills_skip;
    vt_str language; /* a code ("de"): of what is written for readers; null: the document's */
    vt_locale locale;
    vt_tier tier;
    bool evidence, extras, confidence;
    bool matching; /* matching is not skipped */
    vt_tier matching_tier;
    vt_str job_description;    /* or null */
    uint32_t top_skills;       /* 1..10 */
    vt_day reference_date;     /* "today" */
    uint32_t redact;           /* VT_REDACT_ bits */
    bool legacy;               /* the earlier response shape */
    int64_t estimated_credits; /* for metadata; negative: leave it out */
    /* premium tier with a language model: the engine runs twice, and the service asks between */
    bool model_ask;       /* first run: stop before the values and tell what is to be asked */
    vt_str model_answer;  /* second run: what came, not trusted; null: nobody was asked */
    vt_str model_name;    /* for metadata */
    uint32_t model_bytes; /* of text that it is shown at most */
    uint32_t model_trust; /* percent: how likely its values are right that stand in the document */
    uint32_t unpack_from; /* of vt_engine_unpack(): the number of the first document */
} vt_options;

/** What is configured nowhere else. */
enum { VT_MODEL_BYTES = 48 * 1024, VT_MODEL_TRUST = 80 };

/** The defaults of the contract; reference_date is to be set by the caller. */
vt_options vt_options_default(void);

/** Reads `config` (and nothing else) of a request body into *options. The service has checked
 * types and ranges before; here a wrong one is VT_E_INVALID with its JSON pointer. */
struct vt_json;
VT_MUST_USE vt_status vt_options_read(const struct vt_json *config, vt_options *options,
                                      vt_error *err);

/** Members of `config` (and of the objects in it) that nobody reads, each as a sentence: "unknown
 * field /config/extract/typ is ignored; did you mean type?". In the arena. *ret holds at most
 * `max`; the number of those left out is returned. */
typedef VT_VEC(vt_str) vt_sentences;
size_t vt_options_unknown(vt_arena *arena, const struct vt_json *config, size_t max,
                          vt_sentences *ret);
/** The same for one object: `known` has its words, with spaces between. */
size_t vt_unknown_members(vt_arena *arena, const struct vt_json *object, const char *pointer,
                          const char *known, size_t max, vt_sentences *ret);
/** The one of `known` (words with spaces between) that `word` is a slip of, or the null string. */
vt_str vt_nearest_word(vt_str word, vt_str known);

/** How a request ended, for the service. `error_code` words are those of the contract. */
typedef struct vt_outcome {
    bool failed;
    const char *error_code;   /* EXTRACTION_FAILED ... or NULL; a word of failures.def */
    const char *error_detail; /* encrypted, corrupt ... or NULL; a word of failures.def */
    vt_stage stage;           /* of the failure */
    char message[256];
    vt_format format;
    uint32_t page_count;
    uint32_t ocr_pages;   /* pages that OCR read: what they cost */
    bool parsed, matched; /* stages that ran: what they cost */
    bool checks_passed;
    uint32_t dropped_values; /* whose place in the document does not hold them: 0 is the rule */
    uint32_t model_kept, model_refused; /* values that a language model gave */
    bool asks_model;                    /* nothing has ended yet: see vt_engine_run */
} vt_outcome;

/** In the place of a percentage: letters of a picture are recognised from now on, or no longer. */
enum { VT_OCR_BEGINS = -1, VT_OCR_ENDS = -2 };

/**
 * Told at the start of each stage, so that a worker can report progress, and around each picture
 * that OCR reads; `raw_text` is the null string until extraction has given it. May be NULL.
 */
typedef void (*vt_stage_fn)(void *context, vt_stage stage, int percent, vt_str raw_text);

/**
 * Opens the embedded data (lexicons, models, taxonomy), checked once. `taxonomy_path` names
 * another taxonomy image, or is NULL. The engine is constant afterwards and lives as long as the
 * process; engines may be used by several threads.
 */
VT_MUST_USE vt_status vt_engine_open(const char *taxonomy_path, vt_engine **ret, vt_error *err);
/**
 * Makes OCR of the languages ("eng", "eng+deu", "auto") available; costs about 60 ms and 40 MB, and
 * needs files, so it comes before a sandbox closes. After it the engine serves one thread at a
 * time. VT_E_UNSUPPORTED: not installed; the engine works on without.
 */
VT_MUST_USE vt_status vt_engine_open_ocr(vt_engine *engine, const char *languages, vt_error *err);
void vt_engine_drop(vt_engine *engine);
VT_DEFINE_AUTO(vt_engine, vt_engine_drop)

/**
 * One request. Writes a JSON object to `out`:
 *
 *     {"metadata": {...}, "checks": ..., "ai_features": ..., "matching": ..., "raw_text": ...,
 *      "result": ... [, "evidence": {...}] [, "warnings": [...]]}
 *
 * in the shape of a completed (or failed) answer. A document that cannot be read is not an error
 * of this function: it gives VT_OK and outcome->failed, with what was read so far in raw_text. An
 * error is our own fault or memory (VT_E_INTERNAL).
 *
 * With options->model_ask, a document of the premium tier that is to be parsed gives
 * outcome->asks_model and {"raw_text": ..., "model_request": {"system", "user", "schema"}}
 * instead (llm/request.h). The same call without it and with the model's answer then gives all.
 */
VT_MUST_USE vt_status vt_engine_run(const vt_engine *engine, vt_arena *arena, vt_str input,
                                    const vt_options *options, vt_stage_fn on_stage, void *context,
                                    vt_buf *out, vt_outcome *ret_outcome, vt_error *err);

/** The page probe that create needs: type by content, pages, and (as ocr_pages) how many of a Word
 * document are but pictures. Fast; reads no text. */
VT_MUST_USE vt_status vt_engine_probe(const vt_engine *engine, vt_arena *arena, vt_str input,
                                      vt_str filename, vt_outcome *ret, vt_error *err);

/** The document model as JSON (`vitae parse --dump doc`). */
VT_MUST_USE vt_status vt_engine_dump(const vt_engine *engine, vt_arena *arena, vt_str input,
                                     const vt_options *options, vt_buf *out, vt_error *err);

/**
 * The pages as pictures, for people: {"pages": [{"width_pt", "height_pt", "width_px", "height_px",
 * "type", "picture" (base64)}]}. Formats that have no pages of their own give an empty list.
 * options->max_pages (0: VT_MAX_PAGES) pages are drawn.
 */
VT_MUST_USE vt_status vt_engine_render(const vt_engine *engine, vt_arena *arena, vt_str input,
                                       const vt_options *options, vt_buf *out, vt_error *err);

/**
 * The documents of a ZIP archive: {"documents": [{"name", "data" (base64) or null, "fault"}],
 * "next", "count"}. From number options->unpack_from on, as many as fit an answer; `next` is the
 * number of the first that is left, and `count` where there are no more. A fault is "encrypted",
 * "too_large" or "damaged". VT_E_FORMAT: no ZIP archive.
 */
VT_MUST_USE vt_status vt_engine_unpack(vt_arena *arena, vt_str input, uint32_t from, vt_buf *out,
                                       vt_error *err);

/** Fills the failure's code, detail, sentence and stage; `message` NULL takes the detail's own. */
void vt_outcome_fail(vt_outcome *outcome, vt_stage stage, const char *detail, const char *message);

/** Writes the members of a failed answer: error, error_code, error_detail, error_stage, raw_text.
 */
struct vt_json_writer;
void vt_outcome_write_failure(const vt_outcome *outcome, vt_str raw_text, struct vt_json_writer *w);

/** 100 to 30,000 code points, as for a request. */
VT_MUST_USE vt_status vt_check_job_description(vt_str text, vt_error *err);

/** The constant of failures.def that equals `word`, or NULL: for words from outside. */
const char *vt_failure_code(vt_str word);
const char *vt_failure_detail(vt_str word);

const char *vt_stage_word(vt_stage stage);
const char *vt_tier_word(vt_tier tier);

/** metadata.parser_version. */
#define VT_PARSER_VERSION "1.0.0"

#endif
