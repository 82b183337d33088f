/* SPDX-License-Identifier: Apache-2.0 */
/* Options, their defaults and their reading from `config`; the words of stages and failures. */
#include "engine/engine.h"

#include "base/json.h"
#include "base/limits.h"
#include "text/fuzzy.h"
#include "text/utf8.h"

#include <stdio.h>

vt_options vt_options_default(void)
{
    return (vt_options){.top_skills = 3,
                        .estimated_credits = -1,
                        .model_bytes = VT_MODEL_BYTES,
                        .model_trust = VT_MODEL_TRUST};
}

const char *vt_stage_word(vt_stage stage)
{
    static const char *const words[] = {"queued", "extract", "validate", "parse", "matching"};
    return (size_t)stage < VT_COUNT(words) ? words[stage] : "queued";
}

static const char *const tier_words[] = {"basic", "standard", "premium"};

const char *vt_tier_word(vt_tier tier)
{
    return (size_t)tier < VT_COUNT(tier_words) ? tier_words[tier] : "basic";
}

static const struct {
    const char *word;
    uint32_t bit;
} redact_groups[] = {
#define VT_REDACT_GROUP(symbol, word, bit) {word, bit},
#include "engine/redact.def"
};

uint32_t vt_redact_find(vt_str word)
{
    for (size_t i = 0; i < VT_COUNT(redact_groups); i++)
        if (vt_str_eq(word, vt_str_z(redact_groups[i].word)))
            return redact_groups[i].bit;
    return 0;
}

vt_str vt_redact_word(uint32_t bit)
{
    for (size_t i = 0; i < VT_COUNT(redact_groups); i++)
        if (redact_groups[i].bit == bit)
            return vt_str_z(redact_groups[i].word);
    return VT_STR_NULL;
}

const char *vt_redact_words(void)
{
    static const char words[] = ""
#define VT_REDACT_GROUP(symbol, word, bit) ", " word
#include "engine/redact.def"
        ;
    return words + 2;
}

static const char *const failure_codes[] = {
#define VT_FAILURE(word) #word,
#include "engine/failures.def"
};

static const struct {
    const char *word, *code, *text;
} failure_details[] = {
#define VT_DETAIL(word, code, text) {#word, #code, text},
#include "engine/failures.def"
};

const char *vt_failure_code(vt_str word)
{
    for (size_t i = 0; i < VT_COUNT(failure_codes); i++)
        if (vt_str_eq(word, vt_str_z(failure_codes[i])))
            return failure_codes[i];
    return NULL;
}

const char *vt_failure_detail(vt_str word)
{
    for (size_t i = 0; i < VT_COUNT(failure_details); i++)
        if (vt_str_eq(word, vt_str_z(failure_details[i].word)))
            return failure_details[i].word;
    return NULL;
}

void vt_outcome_fail(vt_outcome *outcome, vt_stage stage, const char *detail, const char *message)
{
    outcome->failed = true;
    outcome->stage = stage;
    outcome->error_code = "PARSE_FAILED";
    outcome->error_detail = "internal";
    for (size_t i = 0; i < VT_COUNT(failure_details); i++)
        if (strcmp(failure_details[i].word, detail) == 0) {
            outcome->error_code = failure_details[i].code;
            outcome->error_detail = failure_details[i].word;
            message = message ? message : failure_details[i].text;
        }
    snprintf(outcome->message, sizeof outcome->message, "%s", message ? message : detail);
}

void vt_outcome_write_failure(const vt_outcome *outcome, vt_str raw_text, vt_json_writer *w)
{
    vt_json_kv_str(w, "error", vt_str_z(outcome->message));
    vt_json_kv_str(w, "error_code", vt_str_z(outcome->error_code));
    vt_json_kv_str(w, "error_detail", vt_str_z(outcome->error_detail));
    vt_json_kv_str(w, "error_stage", vt_str_z(vt_stage_word(outcome->stage)));
    vt_json_kv_str(w, "raw_text", raw_text);
}

vt_status vt_check_job_description(vt_str text, vt_error *err)
{
    size_t n = vt_utf8_count(text);
    if (n < VT_MIN_JOB_DESCRIPTION || n > VT_MAX_JOB_DESCRIPTION)
        return vt_fail(err, VT_E_INVALID, "the job description has %zu characters, not %u to %u", n,
                       VT_MIN_JOB_DESCRIPTION, VT_MAX_JOB_DESCRIPTION);
    return VT_OK;
}

/* ---- config ---- */

/* A member; NULL when it is missing or null. */
static const vt_json *member(const vt_json *object, const char *key)
{
    const vt_json *value = vt_json_get(object, key);
    return vt_json_is(value, VT_JSON_NULL) ? NULL : value;
}

/* Reading stops at the first fault: the service has told all of them before. */
struct reader {
    vt_error *err;
    vt_status status;
};

static void fault(struct reader *r, const char *pointer, const char *what)
{
    if (r->status == VT_OK)
        r->status = vt_fail(r->err, VT_E_INVALID, "%s: %s", pointer, what);
}

static void read_bool(struct reader *r, const vt_json *object, const char *key, const char *pointer,
                      bool *value)
{
    const vt_json *v = member(object, key);
    if (!v)
        return;
    if (vt_json_is(v, VT_JSON_BOOL))
        *value = vt_json_bool(v, false);
    else
        fault(r, pointer, "must be true or false");
}

static int read_word(struct reader *r, const vt_json *object, const char *key, const char *pointer,
                     const char *const *words, size_t n, int fallback)
{
    const vt_json *v = member(object, key);
    if (!v)
        return fallback;
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq(vt_json_str(v), vt_str_z(words[i])))
            return (int)i;
    fault(r, pointer, "is not one of the allowed words");
    return fallback;
}

static const vt_json *read_object(struct reader *r, const vt_json *object, const char *key,
                                  const char *pointer)
{
    const vt_json *v = member(object, key);
    if (v && !vt_json_is(v, VT_JSON_OBJECT))
        fault(r, pointer, "must be an object");
    return v;
}

static void read_parse(struct reader *r, const vt_json *config, vt_options *o)
{
    const vt_json *parse = read_object(r, config, "parse", "/config/parse");
    read_bool(r, parse, "skip", "/config/parse/skip", &o->parse_skip);
    read_bool(r, parse, "evidence", "/config/parse/evidence", &o->evidence);
    read_bool(r, parse, "extras", "/config/parse/extras", &o->extras);
    read_bool(r, parse, "confidence", "/config/parse/confidence", &o->confidence);
    o->tier = (vt_tier)read_word(r, parse, "model_tier", "/config/parse/model_tier", tier_words,
                                 VT_COUNT(tier_words), VT_TIER_BASIC);
    const vt_json *skills = read_object(r, parse, "skills", "/config/parse/skills");
    read_bool(r, skills, "skip", "/config/parse/skills/skip", &o->skills_skip);
}

static void read_matching(struct reader *r, const vt_json *config, vt_options *o)
{
    const vt_json *matching = read_object(r, config, "matching", "/config/matching");
    /* given without `skip`, its default true holds; omitted, a job description enables it */
    bool skip = matching ? true : o->job_description.ptr == NULL;
    read_bool(r, matching, "skip", "/config/matching/skip", &skip);
    o->matching = !skip && o->job_description.ptr != NULL;
    o->matching_tier =
        (vt_tier)read_word(r, matching, "model_tier", "/config/matching/model_tier", tier_words,
                           VT_COUNT(tier_words), o->parse_skip ? VT_TIER_BASIC : o->tier);
    const vt_json *top = member(matching, "top_skills");
    int64_t n = vt_json_int(top, top ? 0 : 3);
    double real = vt_json_is(top, VT_JSON_REAL) ? vt_json_num(top, 0) : 0;
    if (real >= 1 && real <= 10 && real == (double)(int64_t)real) /* 3.0 */
        n = (int64_t)real;
    if (n < 1 || n > 10)
        fault(r, "/config/matching/top_skills", "must be a whole number from 1 to 10");
    else
        o->top_skills = (uint32_t)n;
}

static void read_redact(struct reader *r, const vt_json *config, vt_options *o)
{
    const vt_json *list = member(config, "redact");
    if (list && !vt_json_is(list, VT_JSON_ARRAY))
        fault(r, "/config/redact", "must be a list of groups");
    for (size_t i = 0; vt_json_is(list, VT_JSON_ARRAY) && i < list->n; i++) {
        uint32_t bit = vt_redact_find(vt_json_str(list->u.items[i]));
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/config/redact/%zu", i);
        if (!bit)
            fault(r, pointer, "is not one of the groups");
        o->redact |= bit;
    }
    if (o->redact && o->parse_skip)
        fault(r, "/config/redact", "needs the parse stage");
}

bool vt_language_code_ok(vt_str code)
{
    size_t letters = 0;
    while (letters < code.len && code.ptr[letters] >= 'a' && code.ptr[letters] <= 'z')
        letters++;
    if (letters < 2 || letters > 3 || code.len > 8)
        return false;
    for (size_t i = letters; i < code.len; i++)
        if (i == letters ? code.ptr[i] != '-' : !vt_is_alnum(code.ptr[i]))
            return false;
    return code.len == letters || code.len > letters + 2;
}

/* ---- locale ---- */

static bool is_among(vt_str word, vt_str words)
{
    vt_str one;
    while (vt_str_split(&words, ' ', &one))
        if (one.len && vt_str_eq(one, word))
            return true;
    return false;
}

bool vt_country_code_ok(vt_str code)
{
    return is_among(code, VT_STR("AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF "
                                 "BG BH BI BJ BL BM BN BO BQ "
                                 "BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU "
                                 "CV CW CX CY CZ DE DJ DK DM "
                                 "DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG "
                                 "GH GI GL GM GN GP GQ GR GS "
                                 "GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE "
                                 "JM JO JP KE KG KH KI KM KN "
                                 "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF "
                                 "MG MH MK ML MM MN MO MP MQ "
                                 "MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ "
                                 "OM PA PE PF PG PH PK PL PM "
                                 "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ "
                                 "SK SL SM SN SO SR SS ST SV "
                                 "SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG "
                                 "UM US UY UZ VA VC VE VG VI "
                                 "VN VU WF WS YE YT ZA ZM ZW XK"));
}

vt_date_order vt_country_date_order(vt_str country)
{
    if (!country.len)
        return VT_DATE_ORDER_UNKNOWN;
    bool month_first = is_among(country, VT_STR("US AS FM GU MH MP PH PR PW UM VI"));
    return month_first ? VT_DATE_ORDER_MONTH_FIRST : VT_DATE_ORDER_DAY_FIRST;
}

static const char *const order_words[] = {"", "day_first", "month_first"};

bool vt_date_order_find(vt_str word, vt_date_order *ret)
{
    for (size_t i = 1; i < VT_COUNT(order_words); i++)
        if (vt_str_eq(word, vt_str_z(order_words[i]))) {
            *ret = (vt_date_order)i;
            return true;
        }
    return false;
}

const char *vt_date_order_word(vt_date_order order)
{
    return (size_t)order < VT_COUNT(order_words) ? order_words[order] : "";
}

static void read_locale(struct reader *r, const vt_json *config, vt_locale *ret)
{
    const vt_json *locale = read_object(r, config, "locale", "/config/locale");
    const vt_json *country = member(locale, "country"), *language = member(locale, "language");
    const vt_json *order = member(locale, "date_order");
    ret->country = vt_json_str(country);
    ret->language = vt_json_str(language);
    if (country && !vt_country_code_ok(ret->country))
        fault(r, "/config/locale/country", "must be a country in two capitals, such as DE or US");
    if (language && !vt_language_code_ok(ret->language))
        fault(r, "/config/locale/language", "must be the code of a language, such as de or pt-BR");
    ret->date_order = vt_country_date_order(ret->country);
    if (order && !vt_date_order_find(vt_json_str(order), &ret->date_order))
        fault(r, "/config/locale/date_order", "must be day_first or month_first");
}

vt_status vt_options_read(const vt_json *config, vt_options *options, vt_error *err)
{
    static const char *const modes[] = {"file", "ocr", "auto"};
    struct reader r = {.err = err};
    if (config && !vt_json_is(config, VT_JSON_OBJECT))
        return vt_fail(err, VT_E_INVALID, "/config: must be an object");

    const vt_json *extract = read_object(&r, config, "extract", "/config/extract");
    options->extract = (vt_extract_mode)read_word(&r, extract, "type", "/config/extract/type",
                                                  modes, VT_COUNT(modes), VT_EXTRACT_FILE);
    const vt_json *validate = read_object(&r, config, "validate", "/config/validate");
    const vt_json *prompt = read_object(&r, validate, "prompt", "/config/validate/prompt");
    bool prompt_skip = true;
    read_bool(&r, prompt, "skip", "/config/validate/prompt/skip", &prompt_skip);
    options->prompt_check = !prompt_skip;
    read_parse(&r, config, options);
    read_matching(&r, config, options);
    read_redact(&r, config, options);

    const vt_json *language = member(config, "language");
    options->language = vt_json_str(language);
    if (language && !vt_language_code_ok(options->language))
        fault(&r, "/config/language", "must be the code of a language, such as de or pt-BR");
    read_locale(&r, config, &options->locale);
    const vt_json *date = member(config, "reference_date");
    if (date && !vt_day_parse(vt_json_str(date), &options->reference_date))
        fault(&r, "/config/reference_date", "must be a day, YYYY-MM-DD");
    return r.status;
}

/* ---- members that nobody reads ---- */

vt_str vt_nearest_word(vt_str word, vt_str known)
{
    vt_str one, best = VT_STR_NULL;
    size_t near = word.len < 4 ? 1 : 2; /* slips of the finger */
    while (vt_str_split(&known, ' ', &one)) {
        size_t distance = one.len ? vt_edit_distance(word, one, near) : near + 1;
        if (distance <= near) {
            best = one;
            near = distance ? distance - 1 : 0;
        }
    }
    return best;
}

size_t vt_unknown_members(vt_arena *arena, const vt_json *object, const char *pointer,
                          const char *known, size_t max, vt_sentences *ret)
{
    size_t more = 0;
    for (size_t i = 0; vt_json_is(object, VT_JSON_OBJECT) && i < object->n; i++) {
        vt_str key = object->u.members[i].key;
        if (is_among(key, vt_str_z(known)))
            continue;
        if (ret->n >= max) {
            more++;
            continue;
        }
        vt_str near = vt_nearest_word(key, vt_str_z(known));
        vt_str place = vt_str_sub(key, 0, 100);
        vt_str text = near.ptr ? vt_str_format(arena,
                                               "unknown field %s/" VT_STR_FMT
                                               " is ignored; did you mean " VT_STR_FMT "?",
                                               pointer, VT_STR_ARG(place), VT_STR_ARG(near))
                               : vt_str_format(arena, "unknown field %s/" VT_STR_FMT " is ignored",
                                               pointer, VT_STR_ARG(place));
        vt_vec_push(arena, ret, text);
    }
    return more;
}

size_t vt_options_unknown(vt_arena *arena, const vt_json *config, size_t max, vt_sentences *ret)
{
    size_t more = 0;
    static const struct {
        const char *outer, *inner, *pointer, *known;
    } rows[] = {
        {NULL, NULL, "/config",
         "extract validate parse matching redact language locale reference_date "
         "retention_seconds find_duplicate"},
        {"extract", NULL, "/config/extract", "type"},
        {"locale", NULL, "/config/locale", "country language date_order"},
        {"validate", NULL, "/config/validate", "prompt"},
        {"validate", "prompt", "/config/validate/prompt", "skip level"},
        {"parse", NULL, "/config/parse", "skip model_tier skills evidence extras confidence"},
        {"parse", "skills", "/config/parse/skills", "skip"},
        {"matching", NULL, "/config/matching", "skip model_tier top_skills"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        const vt_json *object = rows[i].outer ? vt_json_get(config, rows[i].outer) : config;
        if (rows[i].inner)
            object = vt_json_get(object, rows[i].inner);
        more += vt_unknown_members(arena, object, rows[i].pointer, rows[i].known, max, ret);
    }
    return more;
}
