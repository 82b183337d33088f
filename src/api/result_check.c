/* SPDX-License-Identifier: Apache-2.0 */
#include "api/result_check.h"

enum { TEXTS = VT_JSON_OBJECT + 1, NUMBER }; /* kinds beside the types of JSON */

/* The known members, each behind the list or object that it is a member of. */
static const struct row {
    const char *parent, *name;
    int kind;
} rows[] = {
    {"", "personal_info", VT_JSON_OBJECT},
    {"", "summary", VT_JSON_STRING},
    {"", "experience", VT_JSON_ARRAY},
    {"", "education", VT_JSON_ARRAY},
    {"", "skills", VT_JSON_ARRAY},
    {"", "certifications", VT_JSON_ARRAY},
    {"", "languages", VT_JSON_ARRAY},
    {"personal_info", "name", VT_JSON_STRING},
    {"personal_info", "label", VT_JSON_STRING},
    {"personal_info", "email", VT_JSON_STRING},
    {"personal_info", "phone", VT_JSON_STRING},
    {"personal_info", "location", VT_JSON_OBJECT},
    {"location", "city", VT_JSON_STRING},
    {"location", "region", VT_JSON_STRING},
    {"location", "country", VT_JSON_STRING},
    {"location", "country_code", VT_JSON_STRING},
    {"experience", "type", VT_JSON_STRING},
    {"experience", "company", VT_JSON_STRING},
    {"experience", "title", VT_JSON_STRING},
    {"experience", "start_date", VT_JSON_STRING},
    {"experience", "end_date", VT_JSON_STRING},
    {"experience", "current", VT_JSON_BOOL},
    {"experience", "description", VT_JSON_STRING},
    {"experience", "highlights", TEXTS},
    {"education", "institution", VT_JSON_STRING},
    {"education", "degree", VT_JSON_STRING},
    {"education", "field_of_study", VT_JSON_STRING},
    {"education", "graduation_date", VT_JSON_STRING},
    {"skills", "skill", VT_JSON_STRING},
    {"skills", "skill_id", VT_JSON_STRING},
    {"skills", "synonyms", TEXTS},
    {"skills", "proficiency", VT_JSON_STRING},
    {"skills", "proficiency_score", NUMBER},
    {"skills", "category", VT_JSON_STRING},
    {"skills", "skill_type", VT_JSON_STRING},
    {"skills", "years_experience", NUMBER},
    {"skills", "confidence", NUMBER},
    {"skills", "match_method", VT_JSON_STRING},
    {"skills", "proficiency_basis", VT_JSON_STRING},
    {"skills", "implied_by", VT_JSON_STRING},
    {"certifications", "name", VT_JSON_STRING},
    {"languages", "language", VT_JSON_STRING},
    {"languages", "proficiency", VT_JSON_STRING},
};

static const char *const needs[] = {
    [VT_JSON_BOOL] = "must be true or false", [VT_JSON_STRING] = "must be a string",
    [VT_JSON_ARRAY] = "must be a list",       [VT_JSON_OBJECT] = "must be an object",
    [TEXTS] = "must be a list of strings",    [NUMBER] = "must be a number",
};

struct look {
    vt_arena *arena;
    const char *pointer; /* of the first fault */
};

static bool fits(const vt_json *value, int kind)
{
    if (vt_json_is(value, VT_JSON_NULL))
        return true;
    if (kind == NUMBER)
        return vt_json_is(value, VT_JSON_INT) || vt_json_is(value, VT_JSON_REAL);
    if (kind != TEXTS)
        return value->type == (vt_json_type)kind;
    bool good = vt_json_is(value, VT_JSON_ARRAY);
    for (size_t i = 0; good && i < value->n; i++)
        good = vt_json_is(value->u.items[i], VT_JSON_STRING);
    return good;
}

static const char *check_members(struct look *l, const vt_json *object, const char *parent,
                                 const char *pointer);

static const char *check_items(struct look *l, const vt_json *list, const char *name,
                               const char *pointer)
{
    for (size_t i = 0; i < list->n; i++) {
        const char *place = vt_str_format(l->arena, "%s/%zu", pointer, i).ptr;
        if (!vt_json_is(list->u.items[i], VT_JSON_OBJECT)) {
            l->pointer = place;
            return needs[VT_JSON_OBJECT];
        }
        const char *detail = check_members(l, list->u.items[i], name, place);
        if (detail)
            return detail;
    }
    return NULL;
}

static const char *check_members(struct look *l, const vt_json *object, const char *parent,
                                 const char *pointer)
{
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        const vt_json *value =
            strcmp(rows[i].parent, parent) == 0 ? vt_json_get(object, rows[i].name) : NULL;
        if (!value || vt_json_is(value, VT_JSON_NULL))
            continue;
        const char *place = vt_str_format(l->arena, "%s/%s", pointer, rows[i].name).ptr;
        if (!fits(value, rows[i].kind)) {
            l->pointer = place;
            return needs[rows[i].kind];
        }
        const char *detail = NULL;
        if (rows[i].kind == VT_JSON_OBJECT)
            detail = check_members(l, value, rows[i].name, place);
        else if (rows[i].kind == VT_JSON_ARRAY)
            detail = check_items(l, value, rows[i].name, place);
        if (detail)
            return detail;
    }
    return NULL;
}

/* One of the members without which nothing is a resume. */
static bool has_content(const vt_json *result)
{
    static const char *const names[] = {"personal_info", "experience", "education", "skills"};
    for (size_t i = 0; i < VT_COUNT(names); i++) {
        const vt_json *value = vt_json_get(result, names[i]);
        if (value && !vt_json_is(value, VT_JSON_NULL))
            return true;
    }
    return false;
}

const char *vt_result_check(vt_arena *arena, const vt_json *data, const char *pointer,
                            const char **ret_pointer)
{
    *ret_pointer = pointer;
    if (!vt_json_is(data, VT_JSON_OBJECT))
        return "must be an object";
    const vt_json *result = vt_json_get(data, "result");
    bool whole = vt_json_is(result, VT_JSON_OBJECT);
    if (!has_content(whole ? result : data))
        return "must be a result, or an answer with a result in it: at least one of "
               "personal_info, experience, education and skills";
    struct look l = {.arena = arena};
    const char *detail =
        check_members(&l, whole ? result : data, "",
                      whole ? vt_str_format(arena, "%s/result", pointer).ptr : pointer);
    if (detail)
        *ret_pointer = l.pointer;
    return detail;
}
