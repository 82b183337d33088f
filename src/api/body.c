/* SPDX-License-Identifier: Apache-2.0 */
#include "api/body.h"
#include "api/result_check.h"

#include "base/hash.h"
#include "base/limits.h"
#include "http/gzip.h"
#include "http/multipart.h"

enum {
    MAX_RETENTION_S = 10 * 366 * 86400,
    MAX_URL_BYTES = 4096,
    MAX_KEY_TOLD = 100,           /* bytes */
    UNPACKED_AT_ALL = 512 * 1024, /* of a compressed body: so many bytes, */
    UNPACKED_PER_BYTE = 64,       /* and so many for each of its own */
    MAX_TOLD = 20,                /* faults, and warnings: of more the number is told */
    MAX_REFERENCE_CHARS = 255,
    MAX_METADATA_MEMBERS = 50,
    MAX_METADATA_BYTES = 4096, /* as compact JSON */
};

static const char *const tiers[] = {"basic", "standard", "premium"};
static const char *const modes[] = {"file", "ocr", "auto"};
static const char *const levels[] = {"basic", "advanced", "professional"};
static const char *const inputs[] = {"file", "text", "result", "url"};

const char *vt_create_input_word(vt_create_input input)
{
    return inputs[input];
}

bool vt_create_input_find(vt_str word, vt_create_input *ret)
{
    for (size_t i = 0; i < VT_COUNT(inputs); i++)
        if (vt_str_eq(word, vt_str_z(inputs[i]))) {
            *ret = (vt_create_input)i;
            return true;
        }
    return false;
}

struct reader {
    vt_arena *arena;
    vt_create *c;
    size_t more_faults, more_warnings; /* that are not told */
};

/* ---- faults ---- */

/* True when there is room for one more fault. What a caller may repeat without end asks before it
 * writes a text. */
static bool tells_fault(struct reader *r)
{
    if (r->c->problem == VT_PROBLEM_COUNT)
        r->c->problem = VT_PROBLEM_INVALID_REQUEST;
    if (r->c->faults.n < MAX_TOLD)
        return true;
    r->more_faults++;
    return false;
}

static void fault(struct reader *r, const char *pointer, const char *code, const char *detail)
{
    if (!tells_fault(r))
        return;
    vt_fault f = {vt_str_z(pointer), code, vt_str_dup(r->arena, vt_str_z(detail))};
    vt_vec_push(r->arena, &r->c->faults, f);
}

static void fail(struct reader *r, vt_problem problem, const char *detail)
{
    r->c->problem = problem;
    r->c->detail = detail;
}

static bool tells_warning(struct reader *r)
{
    if (r->c->warnings.n < MAX_TOLD)
        return true;
    r->more_warnings++;
    return false;
}

static void warn(struct reader *r, const char *format, vt_str value)
{
    if (!tells_warning(r))
        return;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_str rest = vt_str_z(format);
    size_t at = vt_str_find_char(rest, '%', 0);
    vt_buf_add(&text, vt_str_sub(rest, 0, at == VT_NPOS ? rest.len : at));
    if (at != VT_NPOS) {
        vt_buf_add(&text, vt_str_sub(value, 0, 100));
        vt_buf_add(&text, vt_str_sub(rest, at + 1, rest.len));
    }
    vt_str kept = vt_str_dup(r->arena, vt_buf_str(&text));
    vt_vec_push(r->arena, &r->c->warnings, kept);
}

static void warn_unknown(struct reader *r, const vt_json *object, const char *pointer,
                         const char *known)
{
    r->more_warnings +=
        vt_unknown_members(r->arena, object, pointer, known, MAX_TOLD, &r->c->warnings);
}

/* ---- typed members; a missing one, and null, keeps the default ---- */

static const vt_json *member(const vt_json *object, const char *key)
{
    const vt_json *value = vt_json_get(object, key);
    return vt_json_is(value, VT_JSON_NULL) ? NULL : value;
}

static const vt_json *read_object(struct reader *r, const vt_json *object, const char *key,
                                  const char *pointer)
{
    const vt_json *v = member(object, key);
    if (v && !vt_json_is(v, VT_JSON_OBJECT)) {
        fault(r, pointer, "type", "must be an object");
        return NULL;
    }
    return v;
}

static void read_bool(struct reader *r, const vt_json *object, const char *key, const char *pointer,
                      bool *value)
{
    const vt_json *v = member(object, key);
    if (v && !vt_json_is(v, VT_JSON_BOOL))
        fault(r, pointer, "type", "must be true or false");
    else if (v)
        *value = vt_json_bool(v, false);
}

static void check_word(struct reader *r, vt_str word, const char *pointer, const char *const *words,
                       size_t count, int *value)
{
    VT_AUTO(vt_buf) vt_buf detail = {0};
    vt_buf_addz(&detail, "must be one of");
    for (size_t i = 0; i < count; i++) {
        if (vt_str_eq(word, vt_str_z(words[i]))) {
            *value = (int)i;
            return;
        }
        vt_buf_addf(&detail, "%s %s", i ? "," : "", words[i]);
    }
    fault(r, pointer, "enum", detail.ptr);
}

static void read_word(struct reader *r, const vt_json *object, const char *key, const char *pointer,
                      const char *const *words, size_t count, int *value)
{
    const vt_json *v = member(object, key);
    if (v && !vt_json_is(v, VT_JSON_STRING))
        fault(r, pointer, "type", "must be a string");
    else if (v)
        check_word(r, vt_json_str(v), pointer, words, count, value);
}

static void read_int(struct reader *r, const vt_json *object, const char *key, const char *pointer,
                     int64_t min, int64_t max, int64_t *value)
{
    const vt_json *v = member(object, key);
    if (!v)
        return;
    int64_t n;
    if (!vt_json_whole(v, &n))
        fault(r, pointer, "type", "must be a whole number");
    else if (n < min || n > max)
        fault(r, pointer, "range",
              vt_str_format(r->arena, "must be from %jd to %jd", (intmax_t)min, (intmax_t)max).ptr);
    else
        *value = n;
}

/* The null string when it is missing or no string (which is a fault). */
static vt_str read_string(struct reader *r, const vt_json *object, const char *key,
                          const char *pointer)
{
    const vt_json *v = member(object, key);
    if (v && !vt_json_is(v, VT_JSON_STRING))
        fault(r, pointer, "type", "must be a string");
    return vt_json_str(v);
}

/* ---- text ---- */

/* Code points of valid UTF-8 (RFC 3629) without NUL, which not every store keeps; else VT_NPOS. */
static size_t count_code_points(vt_str s)
{
    size_t count = 0;
    for (size_t i = 0; i < s.len; count++) {
        unsigned char c = (unsigned char)s.ptr[i];
        size_t n = c == 0     ? 0
                   : c < 0x80 ? 1
                   : c < 0xc2 ? 0
                   : c < 0xe0 ? 2
                   : c < 0xf0 ? 3
                   : c < 0xf5 ? 4
                              : 0;
        if (n == 0 || i + n > s.len)
            return VT_NPOS;
        uint32_t code = n == 1 ? c : c & (0xffu >> (n + 1));
        for (size_t k = 1; k < n; k++) {
            unsigned char next = (unsigned char)s.ptr[i + k];
            if ((next & 0xc0) != 0x80)
                return VT_NPOS;
            code = code << 6 | (next & 0x3fu);
        }
        if ((n == 3 && code < 0x800) || (n == 4 && (code < 0x10000 || code > 0x10ffff)) ||
            (code >= 0xd800 && code < 0xe000))
            return VT_NPOS;
        i += n;
    }
    return count;
}

static void take_job_description(struct reader *r, vt_str text, const char *pointer)
{
    if (!text.ptr)
        return;
    size_t n = count_code_points(text);
    if (n == VT_NPOS)
        fault(r, pointer, "format", "must be UTF-8 text");
    else if (n < VT_MIN_JOB_DESCRIPTION || n > VT_MAX_JOB_DESCRIPTION)
        fault(r, pointer, "length",
              vt_str_format(r->arena, "must have 100 to 30000 characters, has %zu", n).ptr);
    r->c->job_description = text;
}

static void take_text(struct reader *r, vt_str text)
{
    if (count_code_points(text) > VT_MAX_RAW_TEXT_CHARS)
        fail(r, VT_PROBLEM_PAYLOAD_TOO_LARGE, "The text has more than 1,000,000 characters.");
    r->c->input = VT_CREATE_TEXT;
    r->c->content = text;
}

static void take_url(struct reader *r, vt_str url)
{
    bool good = vt_str_starts_nocase(url, VT_STR("http://")) ||
                vt_str_starts_nocase(url, VT_STR("https://"));
    for (size_t i = 0; i < url.len; i++)
        good = good && (unsigned char)url.ptr[i] > ' ' && url.ptr[i] != 0x7f;
    if (!good || url.len > MAX_URL_BYTES || url.len < 9)
        fault(r, "/input/data", "format", "must be an http or https URL");
    r->c->input = VT_CREATE_URL;
    r->c->content = url;
}

static void take_base64(struct reader *r, vt_str text)
{
    r->c->input = VT_CREATE_FILE;
    char *bytes = vt_arena_alloc(r->arena, text.len / 4 * 3 + 4);
    size_t n = vt_base64_decode(text, bytes);
    if (n == VT_NPOS)
        fault(r, "/input/data", "format", "must be base64");
    else if (n == 0)
        fault(r, "/input/data", "empty", "the document is empty");
    else if (n > VT_MAX_DOCUMENT_BYTES)
        fail(r, VT_PROBLEM_PAYLOAD_TOO_LARGE, "The document is larger than 10 MB.");
    else
        r->c->content = vt_str_n(bytes, n);
}

/* ---- the caller's own words ---- */

bool vt_is_plain(vt_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7f)
            return false;
    return true;
}

const char *vt_reference_fault(vt_arena *arena, vt_str text, const char **ret_code)
{
    size_t n = count_code_points(text);
    bool good = n != VT_NPOS && vt_is_plain(text);
    *ret_code = good ? "length" : "format";
    if (!good)
        return "must be UTF-8 text without control characters";
    if (n >= 1 && n <= MAX_REFERENCE_CHARS)
        return NULL;
    return vt_str_format(arena, "must have 1 to %d characters, has %zu", (int)MAX_REFERENCE_CHARS,
                         n)
        .ptr;
}

static void take_reference(struct reader *r, vt_str text)
{
    const char *code;
    const char *detail = text.ptr ? vt_reference_fault(r->arena, text, &code) : NULL;
    if (detail)
        fault(r, "/reference", code, detail);
    r->c->reference = text;
}

static void take_metadata(struct reader *r, const vt_json *metadata)
{
    if (!metadata)
        return;
    if (!vt_json_is(metadata, VT_JSON_OBJECT)) {
        fault(r, "/metadata", "type", "must be an object");
        return;
    }
    if (metadata->n > MAX_METADATA_MEMBERS)
        fault(r, "/metadata", "length", "must have at most 50 members");
    for (size_t i = 0; i < metadata->n; i++)
        if (vt_json_is(metadata->u.members[i].value, VT_JSON_OBJECT) ||
            vt_json_is(metadata->u.members[i].value, VT_JSON_ARRAY)) {
            fault(r, "/metadata", "type", "must have strings, numbers, true, false or null only");
            return;
        }
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_put_tree(&w, metadata);
    if (text.len > MAX_METADATA_BYTES)
        fault(r, "/metadata", "length", "must have at most 4096 bytes as JSON");
    r->c->metadata = vt_str_dup(r->arena, vt_buf_str(&text));
}

/* ---- config ---- */

static void read_parse_config(struct reader *r, const vt_json *config)
{
    vt_create *c = r->c;
    const vt_json *parse = read_object(r, config, "parse", "/config/parse");
    read_bool(r, parse, "skip", "/config/parse/skip", &c->parse_skip);
    read_bool(r, parse, "evidence", "/config/parse/evidence", &c->evidence);
    read_bool(r, parse, "extras", "/config/parse/extras", &c->extras);
    read_bool(r, parse, "confidence", "/config/parse/confidence", &c->confidence);
    read_word(r, parse, "model_tier", "/config/parse/model_tier", tiers, VT_COUNT(tiers), &c->tier);
    const vt_json *skills = read_object(r, parse, "skills", "/config/parse/skills");
    read_bool(r, skills, "skip", "/config/parse/skills/skip", &c->skills_skip);
}

static void read_validate_config(struct reader *r, const vt_json *config)
{
    const vt_json *validate = read_object(r, config, "validate", "/config/validate");
    const vt_json *prompt = read_object(r, validate, "prompt", "/config/validate/prompt");
    int level = 0;
    read_bool(r, prompt, "skip", "/config/validate/prompt/skip", &r->c->prompt_skip);
    read_word(r, prompt, "level", "/config/validate/prompt/level", levels, VT_COUNT(levels),
              &level);
    r->c->prompt_level_unknown = level > 0;
}

static void read_matching_config(struct reader *r, const vt_json *config)
{
    vt_create *c = r->c;
    const vt_json *given = member(config, "matching");
    const vt_json *matching = read_object(r, config, "matching", "/config/matching");
    bool has_job = c->job_description.ptr != NULL;
    bool skip = given ? true : !has_job;
    c->matching_tier = c->parse_skip ? 0 : c->tier;
    read_bool(r, matching, "skip", "/config/matching/skip", &skip);
    read_word(r, matching, "model_tier", "/config/matching/model_tier", tiers, VT_COUNT(tiers),
              &c->matching_tier);
    read_int(r, matching, "top_skills", "/config/matching/top_skills", 1, 10, &c->top_skills);
    if (matching && !member(matching, "skip"))
        warn(r, "config.matching has no skip, so its default true applies and matching is skipped",
             VT_STR_NULL);
    if (!skip && !has_job)
        fault(r, "/input/job_description", "required", "matching needs a job description");
    c->matching = !skip && has_job;
}

static void fault_redact(struct reader *r, size_t i, const vt_json *item)
{
    const char *pointer = vt_str_format(r->arena, "/config/redact/%zu", i).ptr;
    if (!vt_json_is(item, VT_JSON_STRING))
        fault(r, pointer, "type", "must be a string");
    else
        fault(r, pointer, "enum",
              vt_str_format(r->arena, "must be one of %s, not " VT_STR_FMT, vt_redact_words(),
                            VT_STR_ARG(vt_str_sub(vt_json_str(item), 0, MAX_KEY_TOLD)))
                  .ptr);
}

static void read_redact(struct reader *r, const vt_json *config)
{
    const vt_json *list = member(config, "redact");
    if (list && !vt_json_is(list, VT_JSON_ARRAY))
        fault(r, "/config/redact", "type", "must be a list of groups");
    for (size_t i = 0; vt_json_is(list, VT_JSON_ARRAY) && i < list->n; i++) {
        uint32_t bit = vt_redact_find(vt_json_str(list->u.items[i]));
        if (!bit && tells_fault(r))
            fault_redact(r, i, list->u.items[i]);
        r->c->redact |= bit;
    }
    if (r->c->redact && r->c->parse_skip)
        fault(r, "/config/redact", "conflict", "redaction needs the parse stage");
}

/* What holds where the document does not say it. */
static void read_locale(struct reader *r, const vt_json *config)
{
    vt_locale *locale = &r->c->locale;
    const vt_json *given = read_object(r, config, "locale", "/config/locale");
    const vt_json *order = member(given, "date_order");
    locale->country = read_string(r, given, "country", "/config/locale/country");
    locale->language = read_string(r, given, "language", "/config/locale/language");
    if (locale->country.ptr && !vt_country_code_ok(locale->country))
        fault(r, "/config/locale/country", "format",
              "must be a country code of ISO 3166-1 in two capital letters, such as DE, US or GB");
    if (locale->language.ptr && !vt_language_code_ok(locale->language))
        fault(r, "/config/locale/language", "format",
              "must be the code of a language, such as de or pt-BR");
    locale->date_order = vt_country_date_order(locale->country);
    if (order && !vt_date_order_find(vt_json_str(order), &locale->date_order))
        fault(r, "/config/locale/date_order", "enum", "must be one of day_first, month_first");
}

static void read_config(struct reader *r, const vt_json *config)
{
    vt_create *c = r->c;
    if (config && !vt_json_is(config, VT_JSON_OBJECT)) {
        fault(r, "/config", "type", "must be an object");
        config = NULL;
    }
    const vt_json *extract = read_object(r, config, "extract", "/config/extract");
    read_word(r, extract, "type", "/config/extract/type", modes, VT_COUNT(modes), &c->extract);
    read_validate_config(r, config);
    read_parse_config(r, config);
    read_matching_config(r, config);
    read_redact(r, config);
    read_bool(r, config, "find_duplicate", "/config/find_duplicate", &c->find_duplicate);
    read_int(r, config, "retention_seconds", "/config/retention_seconds", 0, MAX_RETENTION_S,
             &c->retention_s);
    r->more_warnings += vt_options_unknown(r->arena, config, MAX_TOLD, &r->c->warnings);
    const vt_json *language = member(config, "language");
    c->language = vt_json_str(language);
    if (language && !vt_language_code_ok(c->language))
        fault(r, "/config/language", "format",
              "must be the code of a language, such as de or pt-BR");
    read_locale(r, config);
    const vt_json *date = member(config, "reference_date");
    if (date && !vt_day_parse(vt_json_str(date), &c->reference_date))
        fault(r, "/config/reference_date", "format", "must be a day, YYYY-MM-DD");
}

/* ---- the earlier shape ---- */

static void read_earlier_fields(struct reader *r, const vt_json *body)
{
    static const char *const formats[] = {"json"};
    int format = 0;
    read_word(r, body, "model", "/model", tiers, VT_COUNT(tiers), &r->c->tier);
    read_word(r, body, "ocr", "/ocr", tiers, VT_COUNT(tiers), &r->c->ocr_effort);
    read_word(r, body, "output_format", "/output_format", formats, VT_COUNT(formats), &format);
}

static bool has_earlier_fields(const vt_json *body)
{
    return member(body, "model") || member(body, "ocr") || member(body, "output_format");
}

/* The text in input.data, and not in input.raw_text. */
static bool is_earlier_text(const vt_json *input)
{
    return vt_str_eq(vt_json_str(member(input, "type")), VT_STR("text")) &&
           vt_json_is(member(input, "data"), VT_JSON_STRING) && !member(input, "raw_text");
}

static bool is_earlier(const vt_json *body, const vt_json *input)
{
    return has_earlier_fields(body) || is_earlier_text(input) ||
           vt_str_eq(vt_json_str(member(input, "type")), VT_STR("upload"));
}

static void check_mixed(struct reader *r, const vt_json *body, const vt_json *input)
{
    static const char *const detail =
        "belongs to the current shape; `model`, `ocr`, `output_format`, `upload` and text in "
        "input.data belong to the earlier one";
    if (member(body, "config"))
        fault(r, "/config", "conflict", detail);
    if (member(input, "raw_text"))
        fault(r, "/input/raw_text", "conflict", detail);
    if (member(input, "job_description"))
        fault(r, "/input/job_description", "conflict", detail);
    vt_str type = vt_json_str(member(input, "type"));
    if (vt_str_eq(type, VT_STR("file")) || vt_str_eq(type, VT_STR("result")))
        fault(r, "/input/type", "conflict", detail);
}

static void read_earlier(struct reader *r, const vt_json *body, const vt_json *input)
{
    r->c->earlier_shape = true;
    r->c->extract = 2; /* basic OCR was part of every request */
    check_mixed(r, body, input);
    read_earlier_fields(r, body);
    vt_str type = read_string(r, input, "type", "/input/type");
    vt_str data = read_string(r, input, "data", "/input/data");
    if (r->c->faults.n)
        return;
    if (!type.ptr)
        fault(r, "/input/type", "required", "must be one of url, upload, text");
    else if (!data.ptr)
        fault(r, "/input/data", "required", "is required");
    else if (vt_str_eq(type, VT_STR("text")))
        take_text(r, data);
    else if (vt_str_eq(type, VT_STR("url")))
        take_url(r, data);
    else if (vt_str_eq(type, VT_STR("upload")))
        take_base64(r, data);
    else
        fault(r, "/input/type", "enum", "must be one of url, upload, text");
    r->c->filename = read_string(r, input, "filename", "/input/filename");
    warn_unknown(r, body, "", "input model ocr output_format");
    warn_unknown(r, input, "/input", "type data filename");
}

/* ---- JSON ---- */

static void take_result(struct reader *r, const vt_json *data)
{
    r->c->input = VT_CREATE_RESULT;
    if (!data) {
        fault(r, "/input/data", "required", "is required for the type result");
        return;
    }
    const char *pointer, *detail = vt_result_check(r->arena, data, "/input/data", &pointer);
    if (detail) {
        fault(r, pointer, "type", detail);
        return;
    }
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_json_writer w = vt_json_writer_init(&text, 0);
    vt_json_put_tree(&w, data);
    r->c->content = vt_str_dup(r->arena, vt_buf_str(&text));
}

/* Members of `input` that are there and mean nothing for its type. */
static void warn_unused(struct reader *r, const vt_json *input, bool data, bool raw_text,
                        bool filename)
{
    const struct {
        const char *key;
        bool used;
    } rows[] = {{"data", data}, {"raw_text", raw_text}, {"filename", filename}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (!rows[i].used && member(input, rows[i].key))
            warn(r, "field % is ignored: it is not for this input.type",
                 vt_str_format(r->arena, "/input/%s", rows[i].key));
}

static void read_input(struct reader *r, const vt_json *input)
{
    vt_str type = read_string(r, input, "type", "/input/type");
    const vt_json *data = member(input, "data");
    if (!type.ptr) {
        if (!member(input, "type"))
            fault(r, "/input/type", "required", "must be one of url, file, text, result");
        return;
    }
    int kind = -1;
    check_word(r, type, "/input/type", inputs, VT_COUNT(inputs), &kind);
    if (kind >= 0)
        warn_unused(r, input, kind != VT_CREATE_TEXT, kind == VT_CREATE_TEXT,
                    kind == VT_CREATE_FILE);
    if (kind == VT_CREATE_TEXT) {
        vt_str text = read_string(r, input, "raw_text", "/input/raw_text");
        if (!member(input, "raw_text"))
            fault(r, "/input/raw_text", "required", "is required for the type text");
        else if (text.ptr)
            take_text(r, text);
    } else if (kind == VT_CREATE_RESULT) {
        take_result(r, data);
    } else if (kind == VT_CREATE_URL) {
        vt_str url = read_string(r, input, "data", "/input/data");
        if (!data)
            fault(r, "/input/data", "required", "is required for the type url");
        else if (url.ptr)
            take_url(r, url);
    } else if (kind == VT_CREATE_FILE) {
        vt_str text = read_string(r, input, "data", "/input/data");
        if (!data)
            fault(r, "/input/data", "required",
                  "is required: base64 of the document; or upload it as multipart/form-data with "
                  "the part `file`");
        else if (text.ptr)
            take_base64(r, text);
    }
    r->c->filename = read_string(r, input, "filename", "/input/filename");
}

static void read_json(struct reader *r, vt_str text)
{
    vt_error err = {0};
    const vt_json *body;
    if (vt_json_parse_bounded(r->arena, text, &body, &err) != VT_OK) {
        fail(r, VT_PROBLEM_MALFORMED_JSON, vt_str_cstr(r->arena, vt_str_z(err.message)));
        return;
    }
    if (!vt_json_is(body, VT_JSON_OBJECT)) {
        fault(r, "", "type", "must be an object");
        return;
    }
    const vt_json *input = read_object(r, body, "input", "/input");
    if (!member(body, "input"))
        fault(r, "/input", "required", "is required");
    if (is_earlier(body, input)) {
        read_earlier(r, body, input);
        return;
    }
    if (input)
        read_input(r, input);
    take_job_description(r, read_string(r, input, "job_description", "/input/job_description"),
                         "/input/job_description");
    take_reference(r, read_string(r, body, "reference", "/reference"));
    take_metadata(r, member(body, "metadata"));
    read_config(r, member(body, "config"));
    warn_unknown(r, body, "", "input config reference metadata");
    warn_unknown(r, input, "/input", "type data raw_text job_description filename");
}

/* ---- multipart ---- */

static void take_file(struct reader *r, const vt_part *part, int count)
{
    r->c->input = VT_CREATE_FILE;
    if (count == 0)
        fault(r, "/file", "required", "the part `file` is missing");
    else if (count > 1)
        fault(r, "/file", "conflict", "there is more than one part `file`");
    else if (part->body.len == 0)
        fault(r, "/file", "empty", "the document is empty");
    else if (part->body.len > VT_MAX_DOCUMENT_BYTES)
        fail(r, VT_PROBLEM_PAYLOAD_TOO_LARGE, "The document is larger than 10 MB.");
    else {
        r->c->content = part->body;
        bool named = part->filename.len && count_code_points(part->filename) != VT_NPOS;
        r->c->filename = named ? part->filename : VT_STR_NULL;
    }
}

/* The JSON of a part; NULL when it is missing, null, or (which is a fault) no JSON. */
static const vt_json *parse_part(struct reader *r, vt_str text, const char *name)
{
    vt_error err = {0};
    const vt_json *value = NULL;
    if (!text.ptr)
        return NULL;
    if (vt_json_parse_bounded(r->arena, text, &value, &err) != VT_OK)
        fail(r, VT_PROBLEM_MALFORMED_JSON,
             vt_str_format(r->arena, "the part `%s`: %s", name, err.message).ptr);
    return vt_json_is(value, VT_JSON_NULL) ? NULL : value;
}

struct form { /* the parts by their names */
    const vt_part *file;
    int files;
    vt_str config, job_description, reference, metadata; /* null: not there */
    vt_str model, ocr, output_format;
};

/* Undoes the Content-Transfer-Encoding of a part, which old mail libraries write. */
static void decode_part(struct reader *r, vt_part *part)
{
    vt_str coding = part->transfer_encoding;
    const char *pointer =
        vt_str_format(r->arena, "/" VT_STR_FMT, VT_STR_ARG(vt_str_sub(part->name, 0, 100))).ptr;
    if (!coding.ptr || vt_str_eq_nocase(coding, VT_STR("binary")) ||
        vt_str_eq_nocase(coding, VT_STR("8bit")) || vt_str_eq_nocase(coding, VT_STR("7bit")))
        return;
    if (!vt_str_eq_nocase(coding, VT_STR("base64"))) {
        fault(r, pointer, "format",
              "has a Content-Transfer-Encoding other than binary, 8bit, 7bit or base64");
        return;
    }
    char *bytes = vt_arena_alloc(r->arena, part->body.len / 4 * 3 + 4);
    size_t n = vt_base64_decode(part->body, bytes);
    if (n == VT_NPOS)
        fault(r, pointer, "format", "is not base64, as its Content-Transfer-Encoding says");
    else
        part->body = vt_str_n(bytes, n);
}

static void sort_parts(struct reader *r, const vt_parts *parts, struct form *form)
{
    for (size_t i = 0; i < parts->n; i++) {
        vt_part *part = &parts->at[i];
        decode_part(r, part);
        const struct {
            const char *name;
            vt_str *value;
        } texts[] = {{"config", &form->config},
                     {"job_description", &form->job_description},
                     {"reference", &form->reference},
                     {"metadata", &form->metadata},
                     {"model", &form->model},
                     {"ocr", &form->ocr},
                     {"output_format", &form->output_format}};
        bool known = vt_str_eq(part->name, VT_STR("file"));
        if (known) {
            form->file = part;
            form->files++;
        }
        for (size_t t = 0; !known && t < VT_COUNT(texts); t++)
            if (vt_str_eq(part->name, vt_str_z(texts[t].name))) {
                if (texts[t].value->ptr)
                    fault(r, vt_str_format(r->arena, "/%s", texts[t].name).ptr, "conflict",
                          "there is more than one part of this name");
                *texts[t].value = part->body;
                known = true;
            }
        if (!known)
            warn(r, "unknown part % is ignored", part->name);
    }
}

static void read_earlier_form(struct reader *r, const struct form *form)
{
    static const char *const formats[] = {"json"};
    int format = 0;
    r->c->earlier_shape = true;
    r->c->extract = 2;
    if (form->config.ptr)
        fault(r, "/config", "conflict",
              "belongs to the current shape, model and ocr to the earlier");
    if (form->job_description.ptr)
        fault(r, "/job_description", "conflict",
              "belongs to the current shape, model and ocr to the earlier");
    if (form->model.ptr)
        check_word(r, form->model, "/model", tiers, VT_COUNT(tiers), &r->c->tier);
    if (form->ocr.ptr)
        check_word(r, form->ocr, "/ocr", tiers, VT_COUNT(tiers), &r->c->ocr_effort);
    if (form->output_format.ptr)
        check_word(r, form->output_format, "/output_format", formats, 1, &format);
}

static void read_multipart(struct reader *r, vt_str content_type, vt_str body)
{
    vt_error err = {0};
    vt_parts parts = {0};
    if (vt_multipart_parse(r->arena, content_type, body, &parts, &err) != VT_OK) {
        fail(r, VT_PROBLEM_MALFORMED_MULTIPART, vt_str_cstr(r->arena, vt_str_z(err.message)));
        return;
    }
    struct form form = {0};
    sort_parts(r, &parts, &form);
    take_file(r, form.file, form.files);
    if (form.model.ptr || form.ocr.ptr || form.output_format.ptr) {
        read_earlier_form(r, &form);
        return;
    }
    take_job_description(r, form.job_description, "/job_description");
    take_reference(r, form.reference);
    take_metadata(r, parse_part(r, form.metadata, "metadata"));
    read_config(r, parse_part(r, form.config, "config"));
}

/* ---- the document as the whole body ---- */

bool vt_create_takes(vt_str type)
{
    static const char *const types[] = {
        "application/pdf",
        "application/octet-stream",
        "application/msword",
        "application/rtf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.oasis.opendocument.text",
        "application/xhtml+xml",
        "message/rfc822",
        "text/html",
        "text/markdown",
        "text/plain",
        "text/rtf",
        "text/x-markdown",
    };
    return VT_STR_AMONG_NOCASE(type, types) || vt_str_starts_nocase(type, VT_STR("image/"));
}

/* The options of a raw upload are in the query, by the names that the parts of a form have. */
static void read_raw(struct reader *r, const vt_http_request *request)
{
    static const char known[] = "config filename job_description metadata reference";
    vt_part file = {.body = request->body, .filename = vt_http_query(request, "filename")};
    if (!file.filename.ptr)
        file.filename = vt_header_parameter(
            r->arena, vt_http_header(request, "Content-Disposition"), "filename");
    take_file(r, &file, 1);
    take_job_description(r, vt_http_query(request, "job_description"), "/job_description");
    take_reference(r, vt_http_query(request, "reference"));
    take_metadata(r, parse_part(r, vt_http_query(request, "metadata"), "metadata"));
    read_config(r, parse_part(r, vt_http_query(request, "config"), "config"));
    for (size_t i = 0; i < request->query.n; i++) {
        vt_str rest = vt_str_z(known), word, name = request->query.at[i].name;
        bool found = false;
        while (!found && vt_str_split(&rest, ' ', &word))
            found = vt_str_eq(word, name);
        if (!found)
            warn(r, "unknown query parameter % is ignored", name);
    }
}

/* ---- the whole ---- */

/* Unpacks a body that came compressed; false when it is no gzip or too large. A few kilobytes of
 * gzip can hold megabytes of nothing, which a document does not. */
static bool unpack(struct reader *r, vt_http_request *request)
{
    if (!vt_str_eq_nocase(vt_http_header(request, "Content-Encoding"), VT_STR("gzip")))
        return true;
    size_t most = UNPACKED_AT_ALL + UNPACKED_PER_BYTE * request->body.len;
    VT_AUTO(vt_buf) vt_buf plain = {.max = VT_MIN(most, request->max_body)};
    if (vt_gunzip(request->body, &plain)) {
        request->body = vt_str_dup(r->arena, vt_buf_str(&plain));
        return true;
    }
    if (plain.overflow)
        fail(r, VT_PROBLEM_PAYLOAD_TOO_LARGE, "The unpacked body is too large.");
    else
        fault(r, "", "format", "is not gzip, as its Content-Encoding says");
    return false;
}

/* What is left out of both lists. */
static void tell_more(struct reader *r)
{
    vt_create *c = r->c;
    if (r->more_faults) {
        vt_fault f = {VT_STR(""), "more", vt_str_format(r->arena, "and %zu more", r->more_faults)};
        vt_vec_push(r->arena, &c->faults, f);
    }
    if (r->more_warnings) {
        vt_str text = vt_str_format(r->arena, "and %zu more", r->more_warnings);
        vt_vec_push(r->arena, &c->warnings, text);
    }
}

/* What identifies the content, so that a retry with another boundary is the same request. */
static vt_str fingerprint(vt_arena *arena, const vt_create *c, const vt_http_request *request,
                          bool by_parts)
{
    VT_AUTO(vt_buf) vt_buf all = {0};
    char hex[VT_SHA256_HEX];
    vt_sha256_hex(by_parts ? c->content : request->body, hex);
    vt_buf_addz(&all, hex);
    if (by_parts) {
        vt_create_config(c, &all);
        vt_buf_add(&all, c->filename);
        vt_buf_addc(&all, '\n');
        vt_buf_add(&all, c->job_description);
        vt_buf_addc(&all, '\n');
        vt_buf_add(&all, c->reference);
        vt_buf_addc(&all, '\n');
        vt_buf_add(&all, c->metadata);
    }
    vt_sha256_hex(vt_buf_str(&all), hex);
    return vt_str_dup(arena, vt_str_z(hex));
}

static vt_create blank(vt_day today)
{
    return (vt_create){
        .prompt_skip = true, .top_skills = 3, .reference_date = today, .problem = VT_PROBLEM_COUNT};
}

void vt_create_read(vt_http_request *request, vt_day today, vt_create *ret)
{
    *ret = blank(today);
    struct reader r = {.arena = request->arena, .c = ret};
    vt_str content_type = vt_http_header(request, "Content-Type");
    bool multipart = vt_str_starts_nocase(content_type, VT_STR("multipart/"));
    bool json = vt_str_starts_nocase(content_type, VT_STR("application/json"));
    if (!unpack(&r, request))
        ret->content = request->body;
    else if (multipart)
        read_multipart(&r, content_type, request->body);
    else if (json)
        read_json(&r, request->body);
    else
        read_raw(&r, request);
    tell_more(&r);
    ret->fingerprint = fingerprint(request->arena, ret, request, !json);
}

/* ---- batches ---- */

void vt_create_read_common(vt_arena *arena, const vt_create_common *common, vt_create *ret)
{
    *ret = blank(common->today);
    struct reader r = {.arena = arena, .c = ret};
    take_job_description(&r, common->job_description, "/job_description");
    take_metadata(&r, common->metadata);
    read_config(&r, common->config);
    tell_more(&r);
}

void vt_create_check_reference(vt_arena *arena, vt_str reference, vt_create *ret)
{
    struct reader r = {.arena = arena, .c = ret};
    take_reference(&r, reference);
}

/* The name of a file as a reference: without what a reference may not have. */
static vt_str reference_of(vt_arena *arena, vt_str name)
{
    if (!name.len || count_code_points(name) == VT_NPOS)
        return VT_STR_NULL;
    char *bytes = VT_NEW_ARRAY(arena, char, name.len);
    for (size_t i = 0; i < name.len; i++)
        bytes[i] = (unsigned char)name.ptr[i] < ' ' || name.ptr[i] == 0x7f ? ' ' : name.ptr[i];
    vt_str copy = vt_str_n(bytes, name.len);
    size_t end = 0;
    for (size_t n = 0; n < MAX_REFERENCE_CHARS && end < copy.len; n++)
        for (end++; end < copy.len && ((unsigned char)copy.ptr[end] & 0xc0) == 0x80;)
            end++;
    return vt_str_sub(copy, 0, end);
}

void vt_create_read_document(vt_arena *arena, const vt_create_common *common, vt_str name,
                             vt_str bytes, vt_create *ret)
{
    vt_create_read_common(arena, common, ret);
    struct reader r = {.arena = arena, .c = ret};
    vt_part file = {.body = bytes, .filename = name};
    take_file(&r, &file, 1);
    ret->reference = reference_of(arena, name);
}

void vt_create_read_item(vt_arena *arena, const vt_create_common *common, const vt_json *item,
                         vt_create *ret)
{
    *ret = blank(common->today);
    struct reader r = {.arena = arena, .c = ret};
    if (!vt_json_is(item, VT_JSON_OBJECT)) {
        fault(&r, "", "type", "must be an object");
        return;
    }
    const vt_json *input = read_object(&r, item, "input", "/input");
    if (!member(item, "input"))
        fault(&r, "/input", "required", "is required");
    if (is_earlier(item, input)) {
        fault(&r, "", "conflict", "has the earlier shape, which batches do not take");
        return;
    }
    if (input)
        read_input(&r, input);
    bool own_job = member(input, "job_description") != NULL;
    take_job_description(&r,
                         own_job
                             ? read_string(&r, input, "job_description", "/input/job_description")
                             : common->job_description,
                         "/input/job_description");
    take_reference(&r, read_string(&r, item, "reference", "/reference"));
    const vt_json *metadata = member(item, "metadata"), *config = member(item, "config");
    take_metadata(&r, metadata ? metadata : common->metadata);
    read_config(&r, config ? config : common->config);
    warn_unknown(&r, item, "", "input config reference metadata");
    warn_unknown(&r, input, "/input", "type data raw_text job_description filename");
    tell_more(&r);
}

static void put_locale(vt_json_writer *w, const vt_locale *locale)
{
    const char *order = vt_date_order_word(locale->date_order);
    vt_json_key(w, "locale");
    vt_json_begin_object(w);
    vt_json_kv_str(w, "country", locale->country);
    vt_json_kv_str(w, "language", locale->language);
    vt_json_kv_str(w, "date_order", order[0] ? vt_str_z(order) : VT_STR_NULL);
    vt_json_end_object(w);
}

static void put_redact(vt_json_writer *w, uint32_t groups)
{
    vt_json_key(w, "redact");
    vt_json_begin_array(w);
    for (uint32_t bit = 1; bit <= groups; bit <<= 1)
        if (groups & bit)
            vt_json_put_str(w, vt_redact_word(bit));
    vt_json_end_array(w);
}

void vt_create_config(const vt_create *c, vt_buf *out)
{
    char day[VT_TIME_TEXT];
    vt_day_format(c->reference_date, day);
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "extract");
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "type", vt_str_z(modes[c->extract]));
    vt_json_end_object(&w);
    vt_json_key(&w, "validate");
    vt_json_begin_object(&w);
    vt_json_key(&w, "prompt");
    vt_json_begin_object(&w);
    vt_json_kv_bool(&w, "skip", c->prompt_skip);
    vt_json_kv_str(&w, "level", VT_STR("basic"));
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_json_key(&w, "parse");
    vt_json_begin_object(&w);
    vt_json_kv_bool(&w, "skip", c->parse_skip);
    vt_json_kv_str(&w, "model_tier", vt_str_z(tiers[c->tier]));
    vt_json_key(&w, "skills");
    vt_json_begin_object(&w);
    vt_json_kv_bool(&w, "skip", c->skills_skip);
    vt_json_end_object(&w);
    vt_json_kv_bool(&w, "evidence", c->evidence);
    vt_json_kv_bool(&w, "extras", c->extras);
    vt_json_kv_bool(&w, "confidence", c->confidence);
    vt_json_end_object(&w);
    vt_json_key(&w, "matching");
    vt_json_begin_object(&w);
    vt_json_kv_bool(&w, "skip", !c->matching);
    vt_json_kv_str(&w, "model_tier", vt_str_z(tiers[c->matching_tier]));
    vt_json_kv_int(&w, "top_skills", c->top_skills);
    vt_json_end_object(&w);
    vt_json_kv_str(&w, "reference_date", vt_str_z(day));
    if (c->language.ptr)
        vt_json_kv_str(&w, "language", c->language);
    put_locale(&w, &c->locale);
    put_redact(&w, c->redact);
    vt_json_kv_bool(&w, "find_duplicate", c->find_duplicate);
    if (c->earlier_shape)
        vt_json_kv_str(&w, "ocr_effort", vt_str_z(tiers[c->ocr_effort]));
    vt_json_end_object(&w);
}
