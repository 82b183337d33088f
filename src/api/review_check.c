/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a tree by the rows of worker/answer.def, so that each fault has its place. */
#include "api/review_check.h"

#include "worker/answer_rows.h"

/* Strings of the schema that are not free: "" is a date, YYYY-MM or YYYY. */
static const struct words {
    vt_answer_shape shape;
    const char *key, *words;
} words[] = {
    {VT_ANSWER_job, "type",
     "full-time part-time contract freelance internship apprenticeship temporary volunteer "
     "self-employed seasonal"},
    {VT_ANSWER_job, "start_date", ""},
    {VT_ANSWER_job, "end_date", ""},
    {VT_ANSWER_occupation, "seniority", "intern junior mid senior lead head executive"},
    {VT_ANSWER_study, "start_date", ""},
    {VT_ANSWER_study, "graduation_date", ""},
    {VT_ANSWER_certification, "date", ""},
    {VT_ANSWER_certification, "expires", ""},
    {VT_ANSWER_skill, "proficiency", "expert advanced intermediate basic"},
    {VT_ANSWER_skill, "proficiency_basis", "stated derived assumed"},
    {VT_ANSWER_skill, "skill_type", "hard soft"},
    {VT_ANSWER_skill, "match_method", "exact alias fuzzy implied"},
    {VT_ANSWER_language, "proficiency",
     "native full-professional professional-working limited-working elementary"},
};

/* What answer.def leaves open, since it stands for both shapes of answers, and for what a worker
 * says of a skill that the taxonomy lacks. */
static const struct strict {
    vt_answer_shape shape;
    const char *key;
    bool never_null;
    const char *unless; /* the object has this key: the earlier shape; or NULL */
} strict[] = {
    {VT_ANSWER_occupation, "title", true, NULL},
    {VT_ANSWER_skill, "skill", true, NULL},
    {VT_ANSWER_skill, "confidence", true, NULL},
    {VT_ANSWER_skill, "skill_id", false, "normalized"},
    {VT_ANSWER_skill, "synonyms", true, "normalized"},
    {VT_ANSWER_skill, "implied_by", false, "normalized"},
};

struct check {
    vt_arena *arena;
    vt_faults *faults;
    size_t before; /* faults that were there */
};

static void fault(struct check *c, const char *pointer, const char *key, const char *code,
                  const char *detail)
{
    if (c->faults->n - c->before < VT_MAX_REVIEW_FAULTS)
        vt_vec_push(c->arena, c->faults,
                    ((vt_fault){vt_str_format(c->arena, key ? "%s/%s" : "%s", pointer, key), code,
                                vt_str_z(detail)}));
}

/* ---- strings ---- */

static bool is_date(vt_str text)
{
    if (text.len != 4 && text.len != 7)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (i == 4 ? text.ptr[i] != '-' : !vt_is_digit(text.ptr[i]))
            return false;
    int month = text.len == 7 ? (text.ptr[5] - '0') * 10 + text.ptr[6] - '0' : 1;
    return month >= 1 && month <= 12;
}

static bool is_word_of(vt_str text, const char *list)
{
    vt_str rest = vt_str_z(list), word;
    while (vt_str_split(&rest, ' ', &word))
        if (vt_str_eq(word, text))
            return true;
    return false;
}

static void check_words(struct check *c, vt_answer_shape shape, const char *key, vt_str text,
                        const char *pointer)
{
    for (size_t i = 0; i < VT_COUNT(words); i++) {
        const struct words *w = &words[i];
        if (w->shape != shape || strcmp(w->key, key) != 0)
            continue;
        if (!w->words[0] && !is_date(text))
            fault(c, pointer, key, "format", "must be a date, YYYY-MM or YYYY");
        else if (w->words[0] && !is_word_of(text, w->words))
            fault(c, pointer, key, "enum",
                  vt_str_format(c->arena, "must be one of %s", w->words).ptr);
    }
}

/* ---- values ---- */

/* The row of a key that must be in this object; or NULL. */
static const struct strict *strict_row(vt_answer_shape shape, const char *key,
                                       const vt_json *object)
{
    for (size_t i = 0; i < VT_COUNT(strict); i++)
        if (strict[i].shape == shape && strcmp(strict[i].key, key) == 0)
            return strict[i].unless && vt_json_get(object, strict[i].unless) ? NULL : &strict[i];
    return NULL;
}

static void check_object(struct check *c, const vt_json *object, vt_answer_shape shape,
                         const char *pointer);

static bool all_strings(const vt_json *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (!vt_json_is(list->u.items[i], VT_JSON_STRING))
            return false;
    return true;
}

static const char *wants(const vt_answer_key *key, const vt_json *v)
{
    double number = vt_json_num(v, -1);
    switch ((vt_answer_kind)key->kind) {
    case VT_ANSWER_IS_TEXT:
        return vt_json_is(v, VT_JSON_STRING) ? NULL : "must be a string";
    case VT_ANSWER_IS_WORD:
        return vt_json_is(v, VT_JSON_STRING) && v->u.string.len <= VT_ANSWER_WORD_BYTES
                   ? NULL
                   : "must be a string of at most 128 bytes";
    case VT_ANSWER_IS_BOOL:
        return vt_json_is(v, VT_JSON_BOOL) ? NULL : "must be true or false";
    case VT_ANSWER_IS_NUMBER:
        return number >= 0 && number <= 1e12 ? NULL : "must be a number from 0";
    case VT_ANSWER_IS_SCORE:
        return number >= 0 && number <= 1 ? NULL : "must be a number from 0 to 1";
    case VT_ANSWER_IS_TEXTS:
        return vt_json_is(v, VT_JSON_ARRAY) && all_strings(v) ? NULL : "must be a list of strings";
    case VT_ANSWER_IS_LIST:
        return vt_json_is(v, VT_JSON_ARRAY) ? NULL : "must be a list";
    case VT_ANSWER_IS_OBJECT:
        return vt_json_is(v, VT_JSON_OBJECT) ? NULL : "must be an object";
    default:
        return "is not allowed here";
    }
}

static void check_value(struct check *c, vt_answer_shape shape, const vt_answer_key *key,
                        const vt_json *value, const struct strict *row, const char *pointer)
{
    bool may_be_null = (key->rules & VT_ANSWER_NIL) && !(row && row->never_null);
    if (vt_json_is(value, VT_JSON_NULL) && may_be_null)
        return;
    const char *wrong = wants(key, value);
    const char *place = vt_str_format(c->arena, "%s/%s", pointer, key->name).ptr;
    if (wrong)
        fault(c, place, NULL, "type", wrong);
    else if (key->kind == VT_ANSWER_IS_OBJECT)
        check_object(c, value, (vt_answer_shape)key->shape, place);
    else if (key->kind == VT_ANSWER_IS_TEXT || key->kind == VT_ANSWER_IS_WORD)
        check_words(c, shape, key->name, value->u.string, pointer);
    else if (key->kind == VT_ANSWER_IS_LIST)
        for (size_t i = 0; i < value->n; i++)
            check_object(c, value->u.items[i], (vt_answer_shape)key->shape,
                         vt_str_format(c->arena, "%s/%zu", place, i).ptr);
}

static bool is_known(const vt_answer_row *shape, vt_str name)
{
    for (size_t i = 0; i < shape->n; i++)
        if (vt_str_eq(vt_str_z(shape->keys[i].name), name))
            return true;
    return false;
}

static void check_object(struct check *c, const vt_json *object, vt_answer_shape which,
                         const char *pointer)
{
    const vt_answer_row *shape = &vt_answer_rows[which];
    if (c->faults->n - c->before >= VT_MAX_REVIEW_FAULTS)
        return;
    if (!vt_json_is(object, VT_JSON_OBJECT)) {
        fault(c, pointer, NULL, "type", "must be an object");
        return;
    }
    for (size_t i = 0; i < object->n; i++)
        if (!is_known(shape, object->u.members[i].key))
            fault(c, pointer, vt_str_cstr(c->arena, vt_str_sub(object->u.members[i].key, 0, 60)),
                  "unknown", "is not a key of the result");
    for (size_t i = 0; i < shape->n; i++) {
        const vt_answer_key *key = &shape->keys[i];
        const vt_json *value = vt_json_get(object, key->name);
        const struct strict *row = strict_row(which, key->name, object);
        bool may_be_null = (key->rules & VT_ANSWER_NIL) && !(row && row->never_null);
        if (value)
            check_value(c, which, key, value, row, pointer);
        else if (row || !(key->rules & VT_ANSWER_MAYBE))
            fault(c, pointer, key->name, "required",
                  may_be_null ? "is required: null when it is not stated" : "is required");
    }
}

void vt_review_check(vt_arena *arena, const vt_json *result, const char *pointer, vt_faults *faults)
{
    struct check c = {arena, faults, faults->n};
    check_object(&c, result, VT_ANSWER_result, pointer);
}
