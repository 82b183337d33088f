/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One request runs through its stages in order; each fills its part of `struct run`, and the answer
 * is written once at the end from what is there:
 *
 *     extract ▸ layout ▸ validate ▸ parse ▸ skills ▸ features ▸ matching ▸ write
 */
#include "engine/engine.h"

#include "base/json.h"
#include "base/limits.h"
#include "doc/dump.h"
#include "engine/checks.h"
#include "engine/echo.h"
#include "engine/evidence.h"
#include "engine/parts.h"
#include "engine/readings.h"
#include "engine/redact.h"
#include "extract/extract.h"
#include "extract/ocr.h"
#include "extract/photo.h"
#include "fit/occupations.h"
#include "layout/layout.h"
#include "parse/reader/models.h"
#include "parse/parse.h"
#include "parse/resume/resume_json.h"
#include "parse/summary/summary.h"
#include "skills/skills.h"
#include "text/lexicon.h"
#include "text/mojibake.h"
#include "text/utf8.h"

#include <stdio.h>

void vt_engine_drop(vt_engine *engine)
{
    if (!engine)
        return;
    vt_taxonomy_drop(engine->taxonomy);
    vt_sentence_model_drop(engine->sentences);
    vt_occupations_drop(engine->occupations);
    vt_models_drop(engine->models);
    vt_lexicon_drop(engine->lexicon);
    vt_ocr_drop(engine->ocr);
    free(engine);
}

vt_status vt_engine_open(const char *taxonomy_path, vt_engine **ret, vt_error *err)
{
    VT_AUTO(vt_engine) vt_engine *engine = vt_xcalloc(1, sizeof *engine);
    VT_TRY(vt_lexicon_open(&engine->lexicon, err));
    VT_TRY(vt_models_open(&engine->models, err));
    VT_TRY(vt_sentence_model_open(&engine->sentences, err));
    VT_TRY(vt_occupations_open(&engine->occupations, err));
    if (taxonomy_path)
        VT_TRY(vt_taxonomy_open(taxonomy_path, &engine->taxonomy, err));
    else
        VT_TRY(vt_taxonomy_open_embedded(&engine->taxonomy, err));
    *ret = VT_TAKE(engine);
    return VT_OK;
}

vt_status vt_engine_open_ocr(vt_engine *engine, const char *languages, vt_error *err)
{
    VT_TRY(vt_photo_init(err));
    return vt_ocr_open(languages, &engine->ocr, err);
}

static void enter(struct vt_run *run, vt_stage stage, int percent)
{
    run->stage = stage;
    if (run->on_stage)
        run->on_stage(run->context, stage, percent, vt_redact_untold(run, run->raw_text));
}

static void tell_ocr(void *context, bool begins)
{
    const struct vt_run *run = context;
    if (run->on_stage)
        run->on_stage(run->context, VT_STAGE_EXTRACT, begins ? VT_OCR_BEGINS : VT_OCR_ENDS,
                      VT_STR_NULL);
}

/* ---- extract ---- */

static const char *detail_of(vt_status status)
{
    switch (status) {
    case VT_E_UNSUPPORTED:
        return "unsupported_type";
    case VT_E_ENCRYPTED:
        return "encrypted";
    case VT_E_EMPTY:
        return "empty";
    case VT_E_LIMIT:
    case VT_E_MEMORY:
        return "limit";
    case VT_E_FORMAT:
        return "corrupt";
    default:
        return "internal";
    }
}

static bool is_picture(vt_format format)
{
    return format == VT_FORMAT_JPEG || format == VT_FORMAT_PNG || format == VT_FORMAT_TIFF ||
           format == VT_FORMAT_WEBP;
}

/* Text that flows has no pages of its own: what is counted there is an estimate. */
static bool has_pages(vt_format format)
{
    return format != VT_FORMAT_TEXT && format != VT_FORMAT_MARKDOWN && format != VT_FORMAT_HTML;
}

/* False, and the outcome filled, when the document has more pages than the plan allows. */
static bool pages_allowed(struct vt_run *run)
{
    const vt_options *o = run->options;
    if (!o->max_pages || run->outcome->page_count <= o->max_pages ||
        !has_pages(run->outcome->format))
        return true;
    char message[128];
    snprintf(message, sizeof message, "The document has %u pages, the plan allows %u.",
             run->outcome->page_count, o->max_pages);
    vt_outcome_fail(run->outcome, VT_STAGE_EXTRACT, "too_many_pages", message);
    return false;
}

static vt_extract_options extract_options(const vt_engine *engine, const vt_options *o)
{
    return (vt_extract_options){
        .mode = o->extract,
        .ocr = engine->ocr,
        .effort = o->legacy ? o->ocr_effort : VT_OCR_STANDARD,
        .max_pages = o->max_pages,
        .format = o->input == VT_INPUT_TEXT ? VT_FORMAT_TEXT : VT_FORMAT_UNKNOWN,
    };
}

/* A document of pictures only, whose reader found no word. */
static bool is_scan(const vt_doc *doc)
{
    return doc->words.n == 0 && doc->pictures.n > 0;
}

/* The text with spaces for NULs, which readers of JSON refuse even in escapes. */
static vt_str without_nul(vt_arena *arena, vt_str text)
{
    if (!text.len || !memchr(text.ptr, 0, text.len))
        return text;
    char *copy = VT_NEW_ARRAY(arena, char, text.len);
    for (size_t i = 0; i < text.len; i++)
        copy[i] = text.ptr[i] ? text.ptr[i] : ' ';
    return vt_str_n(copy, text.len);
}

static bool extract(struct vt_run *run)
{
    const vt_options *o = run->options;
    enter(run, VT_STAGE_EXTRACT, 5);
    if (o->input == VT_INPUT_TEXT) {
        run->input = without_nul(run->arena, run->input);
        if (o->redact) /* what is covered is looked for as the fields have it */
            run->input = vt_mojibake_repair(run->arena, run->input);
        run->raw_text = run->input; /* the caller's own text, echoed */
        if (run->input.len == 0)
            return true;
    }
    vt_extract_options options = extract_options(run->engine, o);
    options.on_ocr = tell_ocr;
    options.on_ocr_context = run;
    vt_error why = {0};
    vt_status status =
        vt_extract(run->arena, run->input, o->filename, o->content_type, &options, &run->doc, &why);
    if (status != VT_OK) {
        run->outcome->format = vt_sniff(run->input, o->filename, o->content_type);
        bool picture = status == VT_E_UNSUPPORTED && is_picture(run->outcome->format);
        vt_outcome_fail(run->outcome, VT_STAGE_EXTRACT,
                        picture ? "scan_needs_ocr" : detail_of(status), NULL);
        return false;
    }
    run->outcome->format = run->doc->format;
    run->outcome->page_count = run->doc->page_count;
    if (!pages_allowed(run))
        return false;
    run->outcome->ocr_pages = run->doc->ocr_pages;
    if (run->doc->ocr_failed) {
        vt_outcome_fail(run->outcome, VT_STAGE_EXTRACT,
                        run->engine->ocr ? "ocr_failed" : "ocr_unavailable", NULL);
        return false;
    }
    if (is_scan(run->doc)) {
        vt_outcome_fail(run->outcome, VT_STAGE_EXTRACT, "scan_needs_ocr", NULL);
        return false;
    }
    status = vt_layout(run->doc, run->engine->lexicon, &why);
    if (status != VT_OK) {
        vt_outcome_fail(run->outcome, VT_STAGE_EXTRACT, detail_of(status), NULL);
        return false;
    }
    if (o->input == VT_INPUT_TEXT)
        return true;
    run->raw_text = run->doc->raw_text.ptr ? run->doc->raw_text : VT_STR("");
    if (run->doc->source.ptr && run->doc->raw_text.len) /* text sent as a file, echoed, too */
        run->raw_text = without_nul(run->arena, run->doc->source);
    return true;
}

/* ---- validate ---- */

static void check(struct vt_run *run)
{
    size_t garbled = 0;
    for (size_t i = 0; run->doc && i < run->doc->tokens.n; i++)
        if (run->doc->tokens.at[i].flags & VT_TOKEN_GARBLED)
            garbled += vt_utf8_count(run->doc->tokens.at[i].text);
    /* of a file what was read of it, without what was left out */
    bool file = run->doc && run->options->input != VT_INPUT_TEXT;
    run->text_check = vt_check_text(file ? run->doc->raw_text : run->raw_text, garbled);
    run->checked = true;
    bool passed = !run->text_check.insufficient && !run->text_check.garbled;
    if (run->options->prompt_check) {
        vt_check_prompt(run->arena, run->raw_text, run->options->phrases,
                        run->options->phrase_count, &run->prompt_check);
        passed = passed && run->prompt_check.detections.n == 0;
    }
    run->outcome->checks_passed = passed;
}

static void validate(struct vt_run *run)
{
    enter(run, VT_STAGE_VALIDATE, 40);
    check(run);
}

/* ---- parse ---- */

/* The text of another reading is checked like the first one's, before it counts. */
static void read_best(struct vt_run *run, const vt_parse_context *context)
{
    vt_doc *first = run->doc;
    run->resume = vt_read_best(context, run->arena, &run->doc);
    if (run->doc == first)
        return;
    run->raw_text = run->doc->raw_text;
    check(run);
    if (run->outcome->checks_passed)
        return;
    run->doc = first;
    run->raw_text = first->raw_text;
    check(run);
    run->resume = vt_parse(context, run->arena, first, NULL);
}

/* ---- a language model's part ---- */

static bool has_model(const vt_options *o)
{
    return o->tier == VT_TIER_PREMIUM && (o->model_ask || o->model_answer.ptr) && !o->parse_skip &&
           o->input != VT_INPUT_RESULT;
}

/* An answer that cannot be read is told before any work is done. */
static bool hear(struct vt_run *run)
{
    const vt_options *o = run->options;
    vt_error why = {0};
    if (!has_model(o) || !o->model_answer.ptr ||
        vt_llm_answer_parse(run->arena, o->model_answer, &run->told, &why) == VT_OK)
        return true;
    vt_outcome_fail(run->outcome, VT_STAGE_PARSE, "model_answer", NULL);
    return false;
}

/* False when the run is over: the model is to be asked, or what it said stands nowhere. */
static bool take_model(struct vt_run *run, const vt_parse_context *context)
{
    const vt_options *o = run->options;
    if (!has_model(o))
        return true;
    run->source = vt_llm_source_new(run->arena, run->doc, o->model_bytes);
    if (!run->told) {
        run->outcome->asks_model = run->source->n > 0;
        return run->source->n == 0;
    }
    float trust = (float)VT_MIN(o->model_trust, 99) / 100.0f;
    run->answer = vt_llm_answer_read(context, run->arena, run->source, run->told, trust);
    run->outcome->model_kept = run->answer->kept;
    run->outcome->model_refused = run->answer->refused;
    if (run->answer->values && !run->answer->kept) {
        vt_outcome_fail(run->outcome, VT_STAGE_PARSE, "model_answer", NULL);
        run->resume = NULL;
        return false;
    }
    run->merged = vt_llm_merge(run->resume, run->answer, trust);
    return true;
}

static void parse(struct vt_run *run)
{
    enter(run, VT_STAGE_PARSE, 50);
    const vt_parse_context context = {
        .lexicon = run->engine->lexicon,
        .models = run->engine->models,
        .reference_date = run->options->reference_date,
        .date_order = run->options->locale.date_order,
        .country = run->options->locale.country,
    };
    if (run->options->tier == VT_TIER_BASIC)
        run->resume = vt_parse(&context, run->arena, run->doc, NULL);
    else
        read_best(run, &context);
    if (!take_model(run, &context))
        return;
    vt_occupations_fill(run->engine->occupations, run->resume);
    if (!run->options->skills_skip)
        vt_skills_fill_in(run->engine->taxonomy, run->resume, run->options->reference_date,
                          run->options->language);
    run->outcome->dropped_values = (uint32_t)vt_evidence_check(
        run->engine->lexicon, run->doc, run->options->reference_date, run->resume);
    if (run->options->input == VT_INPUT_TEXT || run->doc->source.ptr)
        run->doc->places =
            vt_echo_places(run->arena, run->doc->raw_text, run->doc->raw_text_chars, run->raw_text);
    run->outcome->parsed = true;
}

/* ---- a result that was given ---- */

/* The object itself, or the `result` of a whole answer. */
static const vt_json *result_of(const vt_json *data)
{
    const vt_json *inner = vt_json_get(data, "result");
    return vt_json_is(inner, VT_JSON_OBJECT) ? inner : data;
}

static bool take_result(struct vt_run *run)
{
    const vt_json *data = NULL;
    vt_error why = {0};
    vt_status status = vt_json_parse(run->arena, run->input, &data, &why);
    if (status == VT_OK) {
        run->given = result_of(data);
        status = vt_resume_read(run->arena, run->given, &run->resume, &why);
    }
    if (status != VT_OK) {
        char message[300];
        snprintf(message, sizeof message, "The given result cannot be read: %s", why.message);
        vt_outcome_fail(run->outcome, VT_STAGE_PARSE, "internal", message);
        return false;
    }
    vt_occupations_fill(run->engine->occupations, run->resume);
    run->outcome->checks_passed = true;
    return true;
}

/* ---- matching ---- */

static void match_job(struct vt_run *run)
{
    const vt_options *o = run->options;
    enter(run, VT_STAGE_MATCHING, 85);
    const vt_fit_input input = {
        .taxonomy = run->engine->taxonomy,
        .lexicon = run->engine->lexicon,
        .sentences = run->engine->sentences,
        .occupations = run->engine->occupations,
        .resume = run->resume,
        .raw_text = run->raw_text,
        .job = o->job_description,
        .today = o->reference_date,
        .top = o->top_skills,
    };
    run->fit = VT_NEW(run->arena, vt_fit);
    *run->fit = vt_fit_of(run->arena, &input);
    run->outcome->matched = true;
}

/* ---- the whole ---- */

vt_tongue vt_tongue_to_write(const struct vt_run *run)
{
    vt_tongue asked = vt_tongue_find(run->options->language);
    if (asked != VT_TONGUE_COUNT || vt_resume_tongue(run->arena, run->resume) != VT_TONGUE_COUNT)
        return asked;
    return vt_tongue_find(run->options->locale.language);
}

static void run_stages(struct vt_run *run)
{
    const vt_options *o = run->options;
    if (!hear(run))
        return;
    if (o->input == VT_INPUT_RESULT) {
        if (!take_result(run))
            return;
    } else {
        if (!extract(run))
            return;
        validate(run);
        if (!run->outcome->checks_passed)
            return;
        if (!o->parse_skip)
            parse(run);
        if (run->outcome->failed || run->outcome->asks_model)
            return;
    }
    if (run->resume) {
        run->features = VT_NEW(run->arena, vt_features);
        *run->features =
            vt_aggregate(run->arena, run->resume, o->reference_date, vt_tongue_to_write(run),
                         o->legacy ? VT_LEGACY_SENTENCES : VT_SENTENCES);
    }
    if (o->matching && o->job_description.ptr)
        match_job(run);
}

vt_status vt_engine_run(const vt_engine *engine, vt_arena *arena, vt_str input,
                        const vt_options *options, vt_stage_fn on_stage, void *context, vt_buf *out,
                        vt_outcome *ret_outcome, vt_error *err)
{
    *ret_outcome = (vt_outcome){0};
    struct vt_run run = {.engine = engine,
                         .arena = arena,
                         .input = input,
                         .options = options,
                         .on_stage = on_stage,
                         .context = context,
                         .outcome = ret_outcome};
    run_stages(&run);
    if (ret_outcome->asks_model)
        vt_parts_write_question(&run, out);
    else if (options->redact)
        return vt_redact_write(&run, out, err);
    else
        vt_parts_write(&run, out);
    return VT_OK;
}

vt_status vt_engine_probe(const vt_engine *engine, vt_arena *arena, vt_str input, vt_str filename,
                          vt_outcome *ret, vt_error *err)
{
    (void)engine;
    (void)err;
    *ret = (vt_outcome){0};
    vt_error why = {0};
    vt_pages pages = {0};
    vt_status status =
        vt_extract_probe(arena, input, filename, VT_STR_NULL, &ret->format, &pages, &why);
    ret->page_count = pages.count;
    ret->ocr_pages = pages.scans;
    if (status == VT_E_UNSUPPORTED && is_picture(ret->format))
        ret->page_count = 1; /* what it needs is decided when it runs */
    else if (status != VT_OK)
        vt_outcome_fail(ret, VT_STAGE_EXTRACT, detail_of(status), NULL);
    return VT_OK;
}

vt_status vt_engine_dump(const vt_engine *engine, vt_arena *arena, vt_str input,
                         const vt_options *options, vt_buf *out, vt_error *err)
{
    vt_extract_options extract_opts = extract_options(engine, options);
    vt_doc *doc = NULL;
    VT_TRY(vt_extract(arena, input, options->filename, options->content_type, &extract_opts, &doc,
                      err));
    VT_TRY(vt_layout(doc, engine->lexicon, err));
    vt_json_writer w = vt_json_writer_init(out, 1);
    vt_doc_dump(doc, VT_DUMP_ALL, &w);
    return VT_OK;
}
