/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/answer.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "text/utf8.h"

enum { ANSWER_MEMORY = 512 * 1024 * 1024, LINE_WIDTH = 88 };

static void put_head(vt_json_writer *w, const vt_outcome *outcome, int64_t started_ms,
                     int64_t ended_ms)
{
    char id[48], time[VT_TIME_TEXT];
    vt_id_new("prs_", started_ms, id);
    vt_json_kv_str(w, "request_id", vt_str_z(id));
    vt_json_kv_str(w, "status", outcome->failed ? VT_STR("failed") : VT_STR("completed"));
    vt_time_format(started_ms, time);
    vt_json_kv_str(w, "created_at", vt_str_z(time));
    if (!outcome->failed) {
        vt_time_format(ended_ms, time);
        vt_json_kv_str(w, "completed_at", vt_str_z(time));
    }
    vt_json_kv_int(w, "duration_ms", VT_MAX(ended_ms - started_ms, 0));
    vt_json_kv_int(w, "credits_consumed", 0);
    vt_json_kv_int(w, "remaining_balance", 0);
}

vt_status vt_answer_json(vt_str engine_json, const vt_outcome *outcome, int64_t started_ms,
                         int64_t ended_ms, int indent, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ANSWER_MEMORY);
    const vt_json *parts = NULL;
    VT_TRY(vt_json_parse(arena, engine_json, &parts, err));
    vt_json_writer w = vt_json_writer_init(out, indent);
    vt_json_begin_object(&w);
    put_head(&w, outcome, started_ms, ended_ms);
    if (outcome->failed)
        vt_outcome_write_failure(outcome, vt_json_str(vt_json_get(parts, "raw_text")), &w);
    for (size_t i = 0; !outcome->failed && i < parts->n; i++) {
        vt_json_key_str(&w, parts->u.members[i].key);
        vt_json_put_tree(&w, parts->u.members[i].value);
    }
    vt_json_end_object(&w);
    vt_buf_addc(out, '\n');
    return VT_OK;
}

vt_status vt_answer_export(vt_str engine_json, vt_export_format format, const char *name,
                           vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ANSWER_MEMORY);
    const vt_json *parts = NULL;
    VT_TRY(vt_json_parse(arena, engine_json, &parts, err));
    if (!vt_export_write(format, parts, vt_str_z(name), out))
        return vt_fail(err, VT_E_INVALID,
                       "no result to export: its text did not pass the checks, or parsing was "
                       "skipped");
    return VT_OK;
}

vt_status vt_answer_raw_text(vt_str engine_json, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ANSWER_MEMORY);
    const vt_json *parts = NULL;
    VT_TRY(vt_json_parse(arena, engine_json, &parts, err));
    vt_str text = vt_json_str(vt_json_get(parts, "raw_text"));
    vt_buf_add(out, text);
    if (!vt_str_ends(text, VT_STR("\n")))
        vt_buf_addc(out, '\n');
    return VT_OK;
}

/* ---- the page for people ---- */

/* Words over several lines of at most LINE_WIDTH bytes, each after `indent` spaces. */
static void put_wrapped(vt_buf *out, vt_str text, int indent)
{
    vt_str word;
    size_t column = 0;
    while (vt_str_split(&text, ' ', &word)) {
        if (word.len == 0)
            continue;
        if (column && column + 1 + word.len > LINE_WIDTH) {
            vt_buf_addc(out, '\n');
            column = 0;
        }
        if (column == 0) {
            vt_buf_addf(out, "%*s", indent, "");
            column = (size_t)indent;
        } else {
            vt_buf_addc(out, ' ');
            column++;
        }
        vt_buf_add(out, word);
        column += word.len;
    }
    vt_buf_addc(out, '\n');
}

static void put_heading(vt_buf *out, const char *title, const vt_json *list)
{
    if (list && list->n)
        vt_buf_addf(out, "\n%s\n", title);
}

/* The strings of these keys that are known, with `between`. */
static void put_joined(vt_buf *out, const vt_json *object, const char *const *keys, size_t n,
                       const char *between)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        vt_str value = vt_json_str(vt_json_get(object, keys[i]));
        if (!value.len)
            continue;
        vt_buf_addz(out, any ? between : "");
        vt_buf_add(out, value);
        any = true;
    }
}

static void put_person(vt_buf *out, const vt_json *result)
{
    static const char *const place_keys[] = {"city", "region", "country"};
    static const char *const contact_keys[] = {"email", "phone"};
    const vt_json *info = vt_json_get(result, "personal_info");
    vt_str name = vt_json_str(vt_json_get(info, "name"));
    vt_str label = vt_json_str(vt_json_get(info, "label"));
    vt_buf_addf(out, VT_STR_FMT "%s" VT_STR_FMT "\n", VT_STR_ARG(name.len ? name : VT_STR("?")),
                label.len ? ", " : "", VT_STR_ARG(label));
    VT_AUTO(vt_buf) vt_buf line = {0};
    put_joined(&line, info, contact_keys, VT_COUNT(contact_keys), " | ");
    size_t before = line.len;
    if (line.len)
        vt_buf_addz(&line, " | ");
    size_t with = line.len;
    put_joined(&line, vt_json_get(info, "location"), place_keys, VT_COUNT(place_keys), ", ");
    if (line.len == with)
        line.len = before;
    vt_buf_add(out, vt_buf_str(&line));
    vt_buf_addc(out, '\n');
}

static void put_jobs(vt_buf *out, const vt_json *jobs)
{
    static const char *const head_keys[] = {"title", "company"};
    put_heading(out, "Experience", jobs);
    for (size_t i = 0; jobs && i < jobs->n; i++) {
        const vt_json *job = jobs->u.items[i];
        vt_str start = vt_json_str(vt_json_get(job, "start_date"));
        vt_str end = vt_json_str(vt_json_get(job, "end_date"));
        bool current = vt_json_bool(vt_json_get(job, "current"), false);
        vt_buf_addf(out, "  %-7.*s - %-8.*s ", VT_STR_ARG(start.len ? start : VT_STR("?")),
                    VT_STR_ARG(current   ? VT_STR("now")
                               : end.len ? end
                                         : VT_STR("?")));
        put_joined(out, job, head_keys, VT_COUNT(head_keys), ", ");
        vt_buf_addc(out, '\n');
    }
}

static void put_schools(vt_buf *out, const vt_json *schools)
{
    static const char *const keys[] = {"degree", "field_of_study", "institution",
                                       "graduation_date"};
    put_heading(out, "Education", schools);
    for (size_t i = 0; schools && i < schools->n; i++) {
        vt_buf_addz(out, "  ");
        put_joined(out, schools->u.items[i], keys, VT_COUNT(keys), ", ");
        vt_buf_addc(out, '\n');
    }
}

static void put_names(vt_buf *out, const char *title, const vt_json *list, const char *key)
{
    put_heading(out, title, list);
    if (!list || !list->n)
        return;
    VT_AUTO(vt_buf) vt_buf line = {0};
    for (size_t i = 0; i < list->n; i++) {
        vt_buf_addz(&line, i ? ", " : "");
        vt_buf_add(&line, vt_json_str(vt_json_get(list->u.items[i], key)));
    }
    put_wrapped(out, vt_buf_str(&line), 2);
}

static void put_match(vt_buf *out, const vt_json *matching)
{
    if (!vt_json_is(matching, VT_JSON_OBJECT))
        return;
    vt_buf_addf(out, "\nMatch: %jd of 100\n",
                (intmax_t)vt_json_int(vt_json_get(matching, "score"), 0));
    put_wrapped(out, vt_json_str(vt_json_get(matching, "summary")), 2);
}

/* Why there is no result. */
static void put_reasons(vt_buf *out, const vt_json *checks)
{
    const vt_json *reasons = vt_json_get(vt_json_get(checks, "text_validation"), "reasons");
    const vt_json *prompt = vt_json_get(checks, "prompt");
    vt_buf_addz(out, "No resume was read.");
    for (size_t i = 0; vt_json_is(reasons, VT_JSON_ARRAY) && i < reasons->n; i++) {
        vt_str reason = vt_json_str(reasons->u.items[i]);
        if (vt_str_eq(reason, VT_STR("insufficient_text")))
            vt_buf_addz(out, " There is too little text: a resume has at least 50 letters and 10 "
                             "words. If it is a scan, try --ocr.");
        else if (vt_str_eq(reason, VT_STR("garbled_text")))
            vt_buf_addz(out, " The text of the document is garbled: try --ocr.");
    }
    if (prompt && !vt_json_bool(vt_json_get(prompt, "passed"), true))
        vt_buf_addz(out, " The prompt check found phrases that are not allowed.");
    vt_buf_addc(out, '\n');
}

vt_status vt_answer_summary(vt_str engine_json, const vt_outcome *outcome, const char *name,
                            vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(ANSWER_MEMORY);
    const vt_json *parts = NULL;
    VT_TRY(vt_json_parse(arena, engine_json, &parts, err));
    const vt_json *result = vt_json_get(parts, "result");
    vt_buf_addf(out, "%s: %s, %u page%s\n\n", *name ? name : "standard input",
                vt_format_word(outcome->format), outcome->page_count,
                outcome->page_count == 1 ? "" : "s");
    if (!vt_json_is(result, VT_JSON_OBJECT)) {
        put_reasons(out, vt_json_get(parts, "checks"));
        return VT_OK;
    }
    put_person(out, result);
    vt_str summary = vt_json_str(vt_json_get(vt_json_get(parts, "ai_features"), "summary"));
    if (summary.len) {
        vt_buf_addc(out, '\n');
        put_wrapped(out, summary, 0);
    }
    put_jobs(out, vt_json_get(result, "experience"));
    put_schools(out, vt_json_get(result, "education"));
    put_names(out, "Skills", vt_json_get(result, "skills"), "skill");
    put_names(out, "Languages", vt_json_get(result, "languages"), "language");
    put_names(out, "Certifications", vt_json_get(result, "certifications"), "name");
    put_match(out, vt_json_get(parts, "matching"));
    return VT_OK;
}
