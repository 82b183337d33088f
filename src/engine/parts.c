/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/parts.h"

#include "base/json.h"
#include "engine/redact.h"
#include "llm/request.h"
#include "parse/resume/resume_json.h"

static void put_skipped(vt_json_writer *w, const char *stage)
{
    vt_json_key(w, stage);
    vt_json_begin_object(w);
    vt_json_kv_bool(w, "skipped", true);
    vt_json_end_object(w);
}

static double confidence_of(const struct vt_run *run)
{
    return run->resume && !run->given ? vt_resume_confidence(run->resume) : 0.0;
}

static const char *engine_word(const struct vt_run *run)
{
    if (run->answer)
        return "local-standard+model";
    return run->options->tier == VT_TIER_BASIC ? "local-basic" : "local-standard";
}

/* What the language model said, in numbers. */
static void put_model(const struct vt_run *run, vt_json_writer *w)
{
    const vt_llm_answer *a = run->answer;
    if (!a)
        return;
    vt_json_key(w, "model");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "name", run->options->model_name);
    vt_json_kv_int(w, "values", a->values);
    vt_json_kv_int(w, "kept", a->kept);
    vt_json_kv_int(w, "moved", a->moved);
    vt_json_kv_int(w, "refused", a->refused);
    vt_json_kv_int(w, "faults", a->faults);
    vt_json_kv_num(w, "trust", (double)run->merged.trust, 2);
    vt_json_end_object(w);
}

static void put_common_metadata(const struct vt_run *run, vt_json_writer *w)
{
    vt_json_kv_str(w, "parser_version", VT_STR(VT_PARSER_VERSION));
    if (run->options->input == VT_INPUT_RESULT)
        vt_json_kv_null(w, "file_size_bytes");
    else
        vt_json_kv_int(w, "file_size_bytes", (int64_t)run->input.len);
    if (run->options->estimated_credits >= 0)
        vt_json_kv_int(w, "estimated_credits", run->options->estimated_credits);
}

static void put_reference_date(const struct vt_run *run, vt_json_writer *w)
{
    char day[VT_TIME_TEXT];
    vt_day_format(run->options->reference_date, day);
    vt_json_kv_str(w, "reference_date", vt_str_z(day));
}

static void put_extract(const struct vt_run *run, vt_json_writer *w)
{
    if (run->options->input != VT_INPUT_FILE) {
        put_skipped(w, "extract");
        return;
    }
    vt_json_key(w, "extract");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "source_format", vt_str_z(vt_format_word(run->outcome->format)));
    vt_json_kv_int(w, "page_count", run->outcome->page_count);
    if (run->outcome->ocr_pages)
        vt_json_kv_int(w, "ocr_pages", run->outcome->ocr_pages);
    vt_json_end_object(w);
}

static void put_validate(const struct vt_run *run, vt_json_writer *w)
{
    if (!run->checked || !run->options->prompt_check) {
        put_skipped(w, "validate");
        return;
    }
    vt_json_key(w, "validate");
    vt_json_begin_object(w);
    vt_json_key(w, "prompt");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "level", VT_STR("basic"));
    vt_json_end_object(w);
    vt_json_end_object(w);
}

/** What a person should look at: values by their pointer, places by their span in raw_text. */
static void put_review(const struct vt_run *run, vt_json_writer *w)
{
    vt_json_key(w, "review");
    vt_json_begin_array(w);
    for (size_t i = 0; run->resume && i < run->resume->review.n; i++) {
        const vt_review *row = &run->resume->review.at[i];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "pointer", row->pointer);
        if (!row->pointer.ptr) {
            uint32_t start = row->start, end = row->end;
            vt_doc_tell(run->doc, &start, &end);
            vt_json_kv_int(w, "start", start);
            vt_json_kv_int(w, "end", end);
        }
        vt_json_kv_str(w, "reason", vt_str_z(row->reason));
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
}

static void put_parse(const struct vt_run *run, vt_json_writer *w)
{
    if (!run->outcome->parsed) {
        put_skipped(w, "parse");
        return;
    }
    vt_json_key(w, "parse");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "model_tier", vt_str_z(vt_tier_word(run->options->tier)));
    vt_json_kv_num(w, "confidence_score", confidence_of(run), 4);
    vt_json_kv_str(w, "engine", vt_str_z(engine_word(run)));
    put_review(run, w);
    put_model(run, w);
    vt_json_end_object(w);
}

static void put_matching_metadata(const struct vt_run *run, vt_json_writer *w)
{
    if (!run->outcome->matched) {
        put_skipped(w, "matching");
        return;
    }
    vt_json_key(w, "matching");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "model_tier", vt_str_z(vt_tier_word(run->options->matching_tier)));
    vt_json_end_object(w);
}

static void put_legacy_metadata(const struct vt_run *run, vt_json_writer *w)
{
    static const char *const efforts[] = {"basic", "standard", "premium"};
    vt_json_kv_str(w, "model_used", vt_str_z(vt_tier_word(run->options->tier)));
    vt_json_kv_str(w, "ocr_used", vt_str_z(efforts[run->options->ocr_effort]));
    vt_json_kv_str(w, "source_format", vt_str_z(vt_format_word(run->outcome->format)));
    vt_json_kv_int(w, "page_count", run->outcome->page_count);
    vt_json_kv_num(w, "confidence_score", confidence_of(run), 4);
}

static void put_redacted(const struct vt_run *run, vt_json_writer *w)
{
    uint32_t groups = run->options->redact;
    if (!groups)
        return;
    vt_json_key(w, "redacted");
    vt_json_begin_array(w);
    for (uint32_t bit = 1; bit <= groups; bit <<= 1)
        if (groups & bit)
            vt_json_put_str(w, vt_redact_word(bit));
    vt_json_end_array(w);
}

static void put_metadata(const struct vt_run *run, vt_json_writer *w)
{
    vt_json_key(w, "metadata");
    vt_json_begin_object(w);
    put_common_metadata(run, w);
    if (run->options->legacy) {
        put_legacy_metadata(run, w);
    } else {
        put_extract(run, w);
        put_validate(run, w);
        put_parse(run, w);
        put_matching_metadata(run, w);
        put_reference_date(run, w);
        put_redacted(run, w);
    }
    vt_json_end_object(w);
}

static void put_text_validation(const vt_text_check *check, vt_json_writer *w)
{
    vt_json_key(w, "text_validation");
    vt_json_begin_object(w);
    vt_json_kv_bool(w, "passed", !check->insufficient && !check->garbled);
    vt_json_key(w, "reasons");
    vt_json_begin_array(w);
    if (check->insufficient)
        vt_json_put_str(w, VT_STR("insufficient_text"));
    if (check->garbled)
        vt_json_put_str(w, VT_STR("garbled_text"));
    vt_json_end_array(w);
    vt_json_end_object(w);
}

static void put_prompt(const vt_prompt_check *check, vt_json_writer *w)
{
    vt_json_key(w, "prompt");
    vt_json_begin_object(w);
    vt_json_kv_bool(w, "passed", check->detections.n == 0);
    vt_json_kv_str(w, "level", VT_STR("basic"));
    vt_json_key(w, "detections");
    vt_json_begin_array(w);
    for (size_t i = 0; i < check->detections.n; i++) {
        const vt_detection *d = &check->detections.at[i];
        vt_json_begin_object(w);
        vt_json_kv_str(w, "phrase", d->phrase);
        vt_json_kv_int(w, "position", d->position);
        vt_json_kv_int(w, "line", d->line);
        vt_json_kv_str(w, "context", d->context);
        vt_json_end_object(w);
    }
    vt_json_end_array(w);
    vt_json_end_object(w);
}

static void put_checks(const struct vt_run *run, vt_json_writer *w)
{
    vt_json_key(w, "checks");
    if (!run->checked) {
        vt_json_put_null(w);
        return;
    }
    vt_json_begin_object(w);
    put_text_validation(&run->text_check, w);
    if (run->options->prompt_check)
        put_prompt(&run->prompt_check, w);
    vt_json_end_object(w);
}

static void put_result(const struct vt_run *run, vt_json_writer *w)
{
    const vt_resume_json_options options = {.extras = run->options->extras,
                                            .skills_skipped = run->options->skills_skip,
                                            .legacy = run->options->legacy};
    vt_json_key(w, "result");
    if (run->given)
        vt_json_put_tree(w, run->given);
    else if (run->resume)
        vt_resume_write(w, run->resume, &options);
    else
        vt_json_put_null(w);
    if (run->options->evidence && run->resume && run->doc) {
        vt_json_key(w, "evidence");
        vt_resume_write_evidence(w, run->resume, run->doc, &options);
    }
    if (run->options->confidence && run->resume && run->doc) {
        vt_json_key(w, "confidence");
        vt_resume_write_confidence(w, run->resume, run->doc, &options);
    }
}

static void put_warnings(const struct vt_run *run, vt_json_writer *w)
{
    size_t from_doc = run->doc ? run->doc->warnings.n : 0;
    size_t from_parse = run->resume ? run->resume->warnings.n : 0;
    bool cut = run->answer && run->source->cut, fault = run->answer && run->answer->faults;
    if (from_doc + from_parse + cut + fault == 0)
        return;
    vt_json_key(w, "warnings");
    vt_json_begin_array(w);
    for (size_t i = 0; i < from_doc; i++)
        vt_json_put_str(w, run->doc->warnings.at[i]);
    for (size_t i = 0; i < from_parse; i++)
        vt_json_put_str(w, run->resume->warnings.at[i]);
    if (cut)
        vt_json_put_str(w, VT_STR("The document is longer than what the language model is shown."));
    if (fault)
        vt_json_put_str(w, vt_str_format(run->arena,
                                         "The language model's answer is not as its schema says, "
                                         "first at %s.",
                                         run->answer->first_fault));
    vt_json_end_array(w);
}

void vt_parts_write(const struct vt_run *run, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    bool legacy = run->options->legacy;
    vt_json_begin_object(&w);
    put_metadata(run, &w);
    if (!legacy)
        put_checks(run, &w);
    vt_json_key(&w, "ai_features");
    if (run->features)
        vt_features_write(&w, run->features);
    else
        vt_json_put_null(&w);
    if (!legacy) {
        vt_json_key(&w, "matching");
        if (run->fit)
            vt_fit_write(&w, run->fit);
        else
            vt_json_put_null(&w);
        vt_json_kv_str(&w, "raw_text", run->raw_text);
    }
    put_result(run, &w);
    put_warnings(run, &w);
    vt_json_end_object(&w);
}

void vt_parts_write_question(const struct vt_run *run, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "raw_text", vt_redact_untold(run, run->raw_text));
    vt_json_key(&w, "model_request");
    vt_llm_request_write(run->source, &w);
    vt_json_end_object(&w);
}
