/* SPDX-License-Identifier: Apache-2.0 */
#include "llm/answer.h"

#include "base/limits.h"
#include "parse/assemble/assemble.h"

#include <stdio.h>

enum {
    MAX_VALUES = 3000, /* references read of one answer */
    MAX_ITEMS = 300,   /* of one list */
    MAX_VALUE = 300,   /* bytes of a value */
    MAX_SKILL = 100,
};

struct reader {
    vt_facts *facts;
    vt_arena *arena;
    vt_llm_source *source;
    vt_llm_answer *answer;
    float trust;
    char pointer[64]; /* of the object being read */
};

vt_status vt_llm_answer_parse(vt_arena *arena, vt_str text, const vt_json **ret, vt_error *err)
{
    if (text.len > VT_MAX_MODEL_ANSWER)
        return vt_fail(err, VT_E_LIMIT, "the model's answer has %zu bytes", text.len);
    size_t from = vt_str_find_char(text, '{', 0), to = text.len;
    while (to > 0 && text.ptr[to - 1] != '}')
        to--;
    if (from == VT_NPOS || to <= from)
        return vt_fail(err, VT_E_FORMAT, "the model's answer has no JSON object");
    VT_TRY(vt_json_parse(arena, vt_str_sub(text, from, to), ret, err));
    if (!vt_json_is(*ret, VT_JSON_OBJECT))
        return vt_fail(err, VT_E_FORMAT, "the model's answer is no JSON object");
    return VT_OK;
}

/* ---- the form of the answer ---- */

static void fault(struct reader *r, const char *key)
{
    if (r->answer->faults++ == 0)
        snprintf(r->answer->first_fault, sizeof r->answer->first_fault, "%s/%s", r->pointer, key);
}

/* The member of this type, or NULL: then it is null, or a fault was noted. */
static const vt_json *member(struct reader *r, const vt_json *object, const char *key,
                             vt_json_type type)
{
    const vt_json *value = vt_json_get(object, key);
    if (vt_json_is(value, type))
        return value;
    if (!vt_json_is(value, VT_JSON_NULL))
        fault(r, key);
    return NULL;
}

static void check_size(struct reader *r, const vt_json *object, size_t members)
{
    if (object->n > members)
        fault(r, "+");
}

/* ---- references ---- */

/* Bytes of raw_text; equal: refused or not there. */
struct place {
    size_t from, to;
};

static struct place find(struct reader *r, const vt_json *object, const char *key, size_t max_bytes)
{
    vt_llm_answer *a = r->answer;
    const vt_json *ref = key ? member(r, object, key, VT_JSON_OBJECT) : object;
    if (!ref)
        return (struct place){0};
    const vt_json *line = vt_json_get(ref, "line"), *text = vt_json_get(ref, "text");
    if (!vt_json_is(line, VT_JSON_INT) || !vt_json_is(text, VT_JSON_STRING) || ref->n != 2) {
        fault(r, key ? key : "");
        return (struct place){0};
    }
    vt_str words = vt_json_str(text);
    if (words.len == 0 || a->values >= MAX_VALUES)
        return (struct place){0};
    a->values++;
    vt_llm_place place;
    if (words.len > max_bytes ||
        !vt_llm_source_find(r->source, vt_json_int(line, 0), words, &place)) {
        a->refused++;
        return (struct place){0};
    }
    a->kept++;
    a->moved += place.moved;
    return (struct place){place.from, place.to};
}

/* It stands there, and yet cannot be what it is said to be. */
static void refuse(struct reader *r)
{
    r->answer->kept--;
    r->answer->refused++;
}

static vt_value read_value(struct reader *r, const vt_json *object, const char *key)
{
    struct place p = find(r, object, key, MAX_VALUE);
    if (p.from == p.to)
        return (vt_value){0};
    vt_value v = vt_facts_clean_value(r->facts, p.from, p.to, r->trust);
    if (!vt_value_known(&v))
        refuse(r);
    return v;
}

static vt_item_dates read_dates(struct reader *r, const vt_json *object, const char *key)
{
    struct place p = find(r, object, key, MAX_VALUE);
    if (p.from == p.to)
        return (vt_item_dates){0};
    vt_item_dates d = vt_span_read_dates(r->facts, p.from, p.to);
    if (!d.start.year && !d.end.year && !d.current)
        refuse(r);
    d.start.confidence = d.end.confidence = r->trust;
    return d;
}

static void trust_location(vt_location *l, float trust)
{
    vt_value *const values[] = {&l->text, &l->city, &l->region, &l->country, &l->country_code};
    for (size_t i = 0; i < VT_COUNT(values); i++)
        if (vt_value_known(values[i]))
            values[i]->confidence = trust;
}

static vt_location read_location(struct reader *r, const vt_json *object, const char *key)
{
    vt_location none = {0};
    struct place p = find(r, object, key, MAX_VALUE);
    if (p.from == p.to)
        return none;
    vt_str text = vt_str_sub(r->facts->doc->raw_text, p.from, p.to);
    vt_words words = vt_words_split(r->arena, text);
    vt_place place;
    if (!vt_place_parse(r->facts->ctx->lexicon, r->arena, &words, &place)) {
        refuse(r);
        return none;
    }
    vt_location l = vt_location_of(r->facts, &place, p.from);
    trust_location(&l, r->trust);
    return l;
}

/* ---- ranges of lines ---- */

/* The lines of a range as facts: *ret_lines has *ret_n of them. */
static bool find_range(struct reader *r, const vt_json *object, const char *key,
                       uint32_t **ret_lines, size_t *ret_n)
{
    const vt_json *range = member(r, object, key, VT_JSON_OBJECT);
    if (!range)
        return false;
    const vt_json *first = vt_json_get(range, "first"), *last = vt_json_get(range, "last");
    if (!vt_json_is(first, VT_JSON_INT) || !vt_json_is(last, VT_JSON_INT) || range->n != 2) {
        fault(r, key);
        return false;
    }
    int64_t from = vt_json_int(first, 0), to = vt_json_int(last, 0);
    if (r->answer->values >= MAX_VALUES)
        return false;
    r->answer->values++;
    if (from < 1 || to < from || to > (int64_t)r->source->lines) {
        r->answer->refused++;
        return false;
    }
    r->answer->kept++;
    uint32_t *lines = VT_NEW_ARRAY(r->arena, uint32_t, (size_t)(to - from + 1) + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < r->facts->n && n <= (size_t)(to - from); i++) {
        int64_t number = (int64_t)r->facts->at[i].index + 1;
        if (number >= from && number <= to)
            lines[n++] = i;
    }
    *ret_lines = lines;
    *ret_n = n;
    return n > 0;
}

static vt_value read_prose(struct reader *r, const vt_json *object, const char *key)
{
    uint32_t *lines = NULL;
    size_t n = 0;
    if (!find_range(r, object, key, &lines, &n))
        return (vt_value){0};
    const vt_info *first = &r->facts->at[lines[0]], *last = &r->facts->at[lines[n - 1]];
    return vt_facts_value(r->facts, first->base, last->base + last->text.len, r->trust);
}

static void read_body(struct reader *r, const vt_json *object, vt_job *job)
{
    uint32_t *lines = NULL;
    size_t n = 0;
    if (!find_range(r, object, "body", &lines, &n))
        return;
    vt_text_parts parts = vt_text_join(r->facts, lines, n);
    job->description = vt_text_value(r->facts, &parts, false, r->trust);
    for (size_t i = 0; i < parts.n; i++) {
        vt_value v = vt_facts_value(r->facts, parts.at[i].from, parts.at[i].to, r->trust);
        if (parts.at[i].bullet && vt_value_known(&v))
            vt_vec_push(r->arena, &job->highlights, v);
    }
}

/* ---- the person ---- */

static void read_email(struct reader *r, const vt_json *json, vt_resume *ret)
{
    struct place p = find(r, json, "email", MAX_VALUE);
    if (p.from == p.to)
        return;
    vt_email email;
    vt_str text = vt_str_sub(r->facts->doc->raw_text, p.from, p.to);
    if (!vt_email_find(r->arena, text, 0, &email)) {
        refuse(r);
        return;
    }
    ret->email =
        vt_facts_value(r->facts, p.from + email.span.start, p.from + email.span.end, r->trust);
    ret->email.text = email.text;
}

static void read_phone(struct reader *r, const vt_json *json, vt_resume *ret)
{
    struct place p = find(r, json, "phone", MAX_VALUE);
    if (p.from == p.to)
        return;
    vt_phone phone;
    vt_str text = vt_str_sub(r->facts->doc->raw_text, p.from, p.to);
    if (!vt_phone_find(r->arena, r->facts->ctx->lexicon, text, 0, ret->location.country_code.text,
                       &phone)) {
        refuse(r);
        return;
    }
    ret->phone_raw =
        vt_facts_value(r->facts, p.from + phone.span.start, p.from + phone.span.end, r->trust);
    ret->phone = ret->phone_raw;
    ret->phone.text = phone.e164.len ? phone.e164 : phone.text;
}

/* A name without letters, or with an address in it, is none. */
static vt_value read_name(struct reader *r, const vt_json *json)
{
    vt_value v = read_value(r, json, "name");
    bool digit = false;
    for (size_t i = 0; i < v.text.len; i++)
        digit |= vt_is_digit(v.text.ptr[i]) || v.text.ptr[i] == '@';
    if (!digit)
        return v;
    refuse(r);
    return (vt_value){0};
}

static void read_person(struct reader *r, const vt_json *json, vt_resume *ret)
{
    ret->name = read_name(r, json);
    ret->label = read_value(r, json, "label");
    read_email(r, json, ret);
    ret->location = read_location(r, json, "location");
    read_phone(r, json, ret);
    ret->summary = read_prose(r, json, "summary");
}

/* ---- lists ---- */

static void read_job(struct reader *r, const vt_json *item)
{
    check_size(r, item, 5);
    vt_job job = {.type = VT_JOB_FULL_TIME, .confidence = r->trust};
    job.title = read_value(r, item, "title");
    job.company = read_value(r, item, "company");
    job.location = read_location(r, item, "location");
    vt_item_dates dates = read_dates(r, item, "dates");
    job.start = dates.start;
    job.end = dates.end;
    job.current = dates.current;
    read_body(r, item, &job);
    if (vt_value_known(&job.title) || vt_value_known(&job.company))
        vt_vec_push(r->arena, &r->answer->resume->jobs, job);
}

static void read_study(struct reader *r, const vt_json *item)
{
    check_size(r, item, 5);
    vt_study study = {.confidence = r->trust};
    study.institution = read_value(r, item, "institution");
    study.degree = read_value(r, item, "degree");
    study.field = read_value(r, item, "field");
    study.grade = read_value(r, item, "grade");
    vt_item_dates d = read_dates(r, item, "dates");
    if (d.single)
        study.graduation = d.start.year ? d.start : d.end;
    else
        study.start = d.start;
    if (!d.single && !d.current)
        study.graduation = d.end;
    if (vt_value_known(&study.institution) || vt_value_known(&study.degree) ||
        vt_value_known(&study.field))
        vt_vec_push(r->arena, &r->answer->resume->studies, study);
}

static void read_skill(struct reader *r, const vt_json *item)
{
    struct place p = find(r, item, NULL, MAX_SKILL);
    if (p.from == p.to)
        return;
    vt_skill_item skill = {.level = -1, .listed = true, .years = -1};
    skill.name = vt_facts_clean_value(r->facts, p.from, p.to, r->trust);
    if (vt_value_known(&skill.name))
        vt_vec_push(r->arena, &r->answer->resume->skills, skill);
    else
        refuse(r);
}

static void read_language(struct reader *r, const vt_json *item)
{
    check_size(r, item, 2);
    vt_language_item language = {.language = read_value(r, item, "language")};
    struct place p = find(r, item, "level", MAX_VALUE);
    if (p.from < p.to && !vt_language_level(r->facts, p.from, p.to, &language))
        refuse(r);
    if (vt_value_known(&language.language))
        vt_vec_push(r->arena, &r->answer->resume->languages, language);
}

static void read_certificate(struct reader *r, const vt_json *item)
{
    check_size(r, item, 3);
    vt_certification c = {.name = read_value(r, item, "name"),
                          .issuer = read_value(r, item, "issuer")};
    vt_item_dates d = read_dates(r, item, "date");
    c.date = d.start.year ? d.start : d.end;
    if (d.start.year && d.end.year)
        c.expires = d.end;
    if (vt_value_known(&c.name))
        vt_vec_push(r->arena, &r->answer->resume->certifications, c);
}

static void read_list(struct reader *r, const vt_json *json, const char *key,
                      void (*read)(struct reader *r, const vt_json *item))
{
    const vt_json *list = member(r, json, key, VT_JSON_ARRAY);
    for (size_t i = 0; list && i < VT_MIN(list->n, (size_t)MAX_ITEMS); i++) {
        snprintf(r->pointer, sizeof r->pointer, "/%s/%zu", key, i);
        if (vt_json_is(list->u.items[i], VT_JSON_OBJECT))
            read(r, list->u.items[i]);
        else
            fault(r, "");
    }
    r->pointer[0] = 0;
}

vt_llm_answer *vt_llm_answer_read(const vt_parse_context *context, vt_arena *arena,
                                  vt_llm_source *source, const vt_json *json, float trust)
{
    vt_llm_answer *answer = VT_NEW(arena, vt_llm_answer);
    answer->resume = VT_NEW(arena, vt_resume);
    answer->resume->arena = arena;
    answer->resume->raw_text = source->doc->raw_text;
    struct reader r = {.facts = vt_facts_new(context, arena, source->doc, source->doc->lines.at,
                                             source->doc->lines.n),
                       .arena = arena,
                       .source = source,
                       .answer = answer,
                       .trust = trust};
    check_size(&r, json, 11);
    read_person(&r, json, answer->resume);
    read_list(&r, json, "experience", read_job);
    read_list(&r, json, "education", read_study);
    read_list(&r, json, "skills", read_skill);
    read_list(&r, json, "languages", read_language);
    read_list(&r, json, "certifications", read_certificate);
    return answer;
}
