/* SPDX-License-Identifier: Apache-2.0 */
/* From JSON back to the resume: an answer's `result` that a client sends in again. */
#include "parse/resume/resume_json.h"

#include <stdio.h>

enum { MAX_WHERE = 128 }; /* bytes of the pointer in a message */

static vt_status wrong_type(vt_error *err, const char *where, const char *key, const char *want,
                            const vt_json *got)
{
    return vt_fail(err, VT_E_INVALID, "%s/%s: %s expected, not %s", where, key, want,
                   vt_json_type_name(got));
}

/** The member, checked: NULL when absent or null. */
static vt_status member(const vt_json *object, const char *where, const char *key,
                        vt_json_type type, const vt_json **ret, vt_error *err)
{
    const vt_json *value = vt_json_get(object, key);
    *ret = NULL;
    if (!value || vt_json_is(value, VT_JSON_NULL))
        return VT_OK;
    if (!vt_json_is(value, type))
        return wrong_type(err, where, key,
                          type == VT_JSON_STRING   ? "string"
                          : type == VT_JSON_ARRAY  ? "array"
                          : type == VT_JSON_OBJECT ? "object"
                                                   : "boolean",
                          value);
    *ret = value;
    return VT_OK;
}

static vt_status read_value(const vt_json *object, const char *where, const char *key,
                            vt_value *ret, vt_error *err)
{
    const vt_json *value;
    VT_TRY(member(object, where, key, VT_JSON_STRING, &value, err));
    if (value)
        *ret = (vt_value){.text = vt_json_str(value), .confidence = 1.0f};
    return VT_OK;
}

static vt_status read_date(const vt_json *object, const char *where, const char *key, vt_date *ret,
                           vt_error *err)
{
    const vt_json *value;
    VT_TRY(member(object, where, key, VT_JSON_STRING, &value, err));
    if (value && vt_json_str(value).len && !vt_date_read(vt_json_str(value), ret))
        return vt_fail(err, VT_E_INVALID, "%s/%s: a date YYYY-MM or YYYY expected", where, key);
    return VT_OK;
}

/** One row of a table of string members. */
struct value_row {
    const char *key;
    vt_value *ret;
};

static vt_status read_row(const vt_json *object, const char *where, const struct value_row *rows,
                          size_t n, vt_error *err)
{
    for (size_t i = 0; i < n; i++)
        VT_TRY(read_value(object, where, rows[i].key, rows[i].ret, err));
    return VT_OK;
}

typedef VT_VEC(vt_value) values;

static vt_status read_values(vt_arena *arena, const vt_json *item, const char *where,
                             const char *key, values *ret, vt_error *err)
{
    const vt_json *list;
    VT_TRY(member(item, where, key, VT_JSON_ARRAY, &list, err));
    for (size_t i = 0; list && i < list->n; i++) {
        if (!vt_json_is(list->u.items[i], VT_JSON_STRING))
            return wrong_type(err, where, key, "array of strings", list->u.items[i]);
        vt_value value = {.text = vt_json_str(list->u.items[i]), .confidence = 1.0f};
        vt_vec_push(arena, ret, value);
    }
    return VT_OK;
}

/** A list of strings into a list of values. */
#define READ_VALUES(arena, item, where, key, vec, err)                                             \
    do {                                                                                           \
        values list_ = {0};                                                                        \
        VT_TRY(read_values((arena), (item), (where), (key), &list_, (err)));                       \
        (vec)->at = list_.at;                                                                      \
        (vec)->n = list_.n;                                                                        \
        (vec)->cap = list_.cap;                                                                    \
    } while (0)

static vt_status read_personal(vt_arena *arena, const vt_json *result, vt_resume *r, vt_error *err)
{
    const vt_json *personal, *location;
    const char *where = "/personal_info";
    VT_TRY(member(result, "", "personal_info", VT_JSON_OBJECT, &personal, err));
    const struct value_row rows[] = {
        {"name", &r->name},
        {"label", &r->label},
        {"email", &r->email},
        {"phone", &r->phone},
        {"phone_raw", &r->phone_raw},
        {"given_name", &r->given_name},
        {"family_name", &r->family_name},
        {"street", &r->street},
        {"postcode", &r->postcode},
    };
    VT_TRY(read_row(personal, where, rows, VT_COUNT(rows), err));
    READ_VALUES(arena, personal, where, "emails", &r->emails, err);
    READ_VALUES(arena, personal, where, "phones", &r->phones, err);
    VT_TRY(member(personal, where, "location", VT_JSON_OBJECT, &location, err));
    const struct value_row places[] = {
        {"city", &r->location.city},
        {"region", &r->location.region},
        {"country", &r->location.country},
        {"country_code", &r->location.country_code},
    };
    return read_row(location, "/personal_info/location", places, VT_COUNT(places), err);
}

static vt_status read_job(vt_arena *arena, const vt_json *item, const char *where, vt_resume *r,
                          vt_error *err)
{
    vt_job *job = vt_vec_add(arena, &r->jobs);
    job->confidence = 1.0f;
    const vt_json *value;
    VT_TRY(member(item, where, "type", VT_JSON_STRING, &value, err));
    if (value)
        (void)vt_job_type_find(vt_json_str(value), &job->type);
    const struct value_row rows[] = {
        {"company", &job->company},
        {"title", &job->title},
        {"location", &job->location.text},
        {"description", &job->description},
    };
    VT_TRY(read_row(item, where, rows, VT_COUNT(rows), err));
    VT_TRY(read_date(item, where, "start_date", &job->start, err));
    VT_TRY(read_date(item, where, "end_date", &job->end, err));
    VT_TRY(member(item, where, "current", VT_JSON_BOOL, &value, err));
    job->current = vt_json_bool(value, false);
    READ_VALUES(arena, item, where, "highlights", &job->highlights, err);
    return VT_OK;
}

static vt_status read_study(vt_arena *arena, const vt_json *item, const char *where, vt_resume *r,
                            vt_error *err)
{
    vt_study *study = vt_vec_add(arena, &r->studies);
    study->confidence = 1.0f;
    const struct value_row rows[] = {
        {"institution", &study->institution}, {"degree", &study->degree},
        {"field_of_study", &study->field},    {"grade", &study->grade},
        {"location", &study->location.text},  {"description", &study->description},
    };
    VT_TRY(read_row(item, where, rows, VT_COUNT(rows), err));
    VT_TRY(read_date(item, where, "start_date", &study->start, err));
    return read_date(item, where, "graduation_date", &study->graduation, err);
}

static vt_status read_skill(vt_arena *arena, const vt_json *item, const char *where, vt_resume *r,
                            vt_error *err)
{
    vt_skill_item *s = vt_vec_add(arena, &r->skills);
    VT_TRY(read_value(item, where, "skill", &s->name, err));
    s->level = -1.0f;
    s->listed = true;
    s->skill_id = vt_json_str(vt_json_get(item, "skill_id"));
    s->category = vt_json_str(vt_json_get(item, "category"));
    s->canonical = vt_json_str(vt_json_get(item, "normalized"));
    vt_str type = vt_json_str(vt_json_get(item, "skill_type"));
    s->has_type = type.ptr != NULL;
    s->soft = vt_str_eq(type, VT_STR("soft"));
    s->score = (float)vt_json_num(vt_json_get(item, "proficiency_score"), 0.0);
    vt_str basis = vt_json_str(vt_json_get(item, "proficiency_basis"));
    for (int b = VT_LEVEL_ASSUMED; b <= VT_LEVEL_STATED; b++)
        if (vt_str_eq(basis, vt_str_z(vt_level_basis_word((vt_level_basis)b))))
            s->basis = (vt_level_basis)b;
    s->years = vt_json_num(vt_json_get(item, "years_experience"), -1.0);
    s->confidence = (float)vt_json_num(vt_json_get(item, "confidence"), 1.0);
    s->method = vt_match_find(vt_json_str(vt_json_get(item, "match_method")));
    s->implied_by = vt_json_str(vt_json_get(item, "implied_by"));
    const vt_json *synonyms = vt_json_get(item, "synonyms");
    for (size_t i = 0; vt_json_is(synonyms, VT_JSON_ARRAY) && i < synonyms->n; i++)
        if (vt_json_is(synonyms->u.items[i], VT_JSON_STRING))
            vt_vec_push(arena, &s->synonyms, vt_json_str(synonyms->u.items[i]));
    return VT_OK;
}

static vt_status read_certification(vt_arena *arena, const vt_json *item, const char *where,
                                    vt_resume *r, vt_error *err)
{
    vt_certification *c = vt_vec_add(arena, &r->certifications);
    const struct value_row rows[] = {
        {"name", &c->name},
        {"issuer", &c->issuer},
        {"credential_id", &c->credential_id},
        {"url", &c->url},
    };
    VT_TRY(read_row(item, where, rows, VT_COUNT(rows), err));
    VT_TRY(read_date(item, where, "date", &c->date, err));
    return read_date(item, where, "expires", &c->expires, err);
}

static vt_status read_language(vt_arena *arena, const vt_json *item, const char *where,
                               vt_resume *r, vt_error *err)
{
    vt_language_item *l = vt_vec_add(arena, &r->languages);
    l->proficiency = vt_json_str(vt_json_get(item, "proficiency"));
    l->cefr = vt_json_str(vt_json_get(item, "cefr"));
    l->code = vt_json_str(vt_json_get(item, "code"));
    return read_value(item, where, "language", &l->language, err);
}

static vt_status read_link(vt_arena *arena, const vt_json *item, const char *where, vt_resume *r,
                           vt_error *err)
{
    vt_profile_link *l = vt_vec_add(arena, &r->links);
    l->kind = vt_json_str(vt_json_get(item, "kind"));
    return read_value(item, where, "url", &l->url, err);
}

static vt_status read_extra(const vt_json *item, const char *where, vt_extra *x, vt_error *err)
{
    const struct value_row rows[] = {
        {"name", &x->name}, {"by", &x->by}, {"url", &x->url}, {"description", &x->text}};
    VT_TRY(read_row(item, where, rows, VT_COUNT(rows), err));
    VT_TRY(read_date(item, where, "start_date", &x->start, err));
    return read_date(item, where, "end_date", &x->end, err);
}

#define READ_EXTRA(field)                                                                          \
    static vt_status read_##field(vt_arena *arena, const vt_json *item, const char *where,         \
                                  vt_resume *r, vt_error *err)                                     \
    {                                                                                              \
        return read_extra(item, where, vt_vec_add(arena, &r->field), err);                         \
    }
READ_EXTRA(projects)
READ_EXTRA(publications)
READ_EXTRA(awards)
READ_EXTRA(references)

static vt_status read_interests(vt_arena *arena, const vt_json *result, vt_resume *r, vt_error *err)
{
    const vt_json *list;
    VT_TRY(member(result, "", "interests", VT_JSON_ARRAY, &list, err));
    for (size_t i = 0; list && i < list->n; i++) {
        vt_value value = {.text = vt_json_str(list->u.items[i]), .confidence = 1.0f};
        vt_vec_push(arena, &r->interests, value);
    }
    return VT_OK;
}

/** The arrays of objects and who reads one object of each. */
static const struct {
    const char *key;
    vt_status (*read)(vt_arena *, const vt_json *, const char *, vt_resume *, vt_error *);
} lists[] = {
    {"experience", read_job},     {"education", read_study},
    {"skills", read_skill},       {"certifications", read_certification},
    {"languages", read_language}, {"links", read_link},
    {"projects", read_projects},  {"publications", read_publications},
    {"awards", read_awards},      {"references", read_references},
};

vt_status vt_resume_read(vt_arena *arena, const vt_json *result, vt_resume **ret, vt_error *err)
{
    if (!vt_json_is(result, VT_JSON_OBJECT))
        return vt_fail(err, VT_E_INVALID, ": an object expected, not %s",
                       vt_json_type_name(result));
    vt_resume *r = VT_NEW(arena, vt_resume);
    r->arena = arena;
    VT_TRY(read_personal(arena, result, r, err));
    VT_TRY(read_value(result, "", "summary", &r->summary, err));
    for (size_t l = 0; l < VT_COUNT(lists); l++) {
        const vt_json *list;
        VT_TRY(member(result, "", lists[l].key, VT_JSON_ARRAY, &list, err));
        for (size_t i = 0; list && i < list->n; i++) {
            char where[MAX_WHERE];
            snprintf(where, sizeof where, "/%s/%zu", lists[l].key, i);
            if (!vt_json_is(list->u.items[i], VT_JSON_OBJECT))
                return vt_fail(err, VT_E_INVALID, "%s: object expected, not %s", where,
                               vt_json_type_name(list->u.items[i]));
            VT_TRY(lists[l].read(arena, list->u.items[i], where, r, err));
        }
    }
    VT_TRY(read_interests(arena, result, r, err));
    r->confidence = vt_resume_confidence(r);
    *ret = r;
    return VT_OK;
}
