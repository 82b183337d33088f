/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/answer_rows.h"

#include "base/json_scan.h"
#include "base/limits.h"

enum { NAME_BYTES = 512, MAX_NAMED = 200000, MAX_TOLD_KEY = 60 };

/* the words of answer.def */
enum { NIL = VT_ANSWER_NIL, MAYBE = VT_ANSWER_MAYBE };

#define VT_SHAPE(name)                 static const vt_answer_key name##_keys[] = {
#define VT_KEY(key, type, rules)       {key, VT_ANSWER_IS_##type, rules, 0},
#define VT_OBJECT(key, object, rules)  {key, VT_ANSWER_IS_OBJECT, rules, VT_ANSWER_##object},
#define VT_LIST(key, object, rules)    {key, VT_ANSWER_IS_LIST, rules, VT_ANSWER_##object},
#define VT_BY_NAME(key, object, rules) {key, VT_ANSWER_IS_BY_NAME, rules, VT_ANSWER_##object},
#define VT_END                                                                                     \
    }                                                                                              \
    ;
#include "worker/answer.def"
#undef VT_SHAPE
#undef VT_KEY
#undef VT_OBJECT
#undef VT_LIST
#undef VT_BY_NAME
#undef VT_END

const vt_answer_row vt_answer_rows[VT_ANSWER_SHAPES] = {
#define VT_SHAPE(name) [VT_ANSWER_##name] = {name##_keys, VT_COUNT(name##_keys)},
#define VT_KEY(key, type, rules)
#define VT_OBJECT(key, object, rules)
#define VT_LIST(key, object, rules)
#define VT_BY_NAME(key, object, rules)
#define VT_END
#include "worker/answer.def"
#undef VT_SHAPE
#undef VT_KEY
#undef VT_OBJECT
#undef VT_LIST
#undef VT_BY_NAME
#undef VT_END
};

struct check {
    vt_json_scan scan;
    vt_buf *out;
    int mute; /* inside of what is left out */
    int depth;
    size_t left_out;
    vt_error *err;
};

static vt_status write_object(struct check *c, vt_answer_shape shape);
static vt_status write_any(struct check *c);

static void put(struct check *c, vt_str text)
{
    if (!c->mute)
        vt_buf_add(c->out, text);
}

static void put_string(struct check *c, vt_str raw)
{
    put(c, VT_STR("\""));
    put(c, raw);
    put(c, VT_STR("\""));
}

static vt_status refuse(struct check *c, vt_str name, const char *what)
{
    vt_str shown = vt_str_sub(name, 0, MAX_TOLD_KEY);
    return vt_fail(c->err, VT_E_FORMAT, "a worker's answer: \"" VT_STR_FMT "\" %s",
                   VT_STR_ARG(shown), what);
}

static vt_status enter(struct check *c)
{
    if (++c->depth > VT_MAX_JSON_DEPTH + 2)
        return vt_fail(c->err, VT_E_FORMAT, "a worker's answer nests too deep");
    return VT_OK;
}

/* ---- values ---- */

/* One element of a list: true while there is one; its comma is written. */
static vt_status next_item(struct check *c, char close, size_t n, bool *ret_more)
{
    VT_TRY(vt_json_scan_more(&c->scan, close, n == 0, ret_more, c->err));
    if (*ret_more && n)
        put(c, VT_STR(","));
    return VT_OK;
}

static bool is_between(const vt_json_token *t, double least, double most)
{
    double value = t->type == VT_JSON_REAL ? t->real : (double)t->integer;
    return (t->type == VT_JSON_REAL || t->type == VT_JSON_INT) && value >= least && value <= most;
}

static bool scalar_fits(vt_answer_kind kind, const vt_json_token *t)
{
    switch (kind) {
    case VT_ANSWER_IS_TEXT:
    case VT_ANSWER_IS_TEXTS:
        return t->type == VT_JSON_STRING;
    case VT_ANSWER_IS_WORD:
        return t->type == VT_JSON_STRING && t->raw.len <= VT_ANSWER_WORD_BYTES;
    case VT_ANSWER_IS_BOOL:
        return t->type == VT_JSON_BOOL;
    case VT_ANSWER_IS_COUNT:
        return t->type == VT_JSON_INT && t->integer >= 0;
    case VT_ANSWER_IS_NUMBER:
        return is_between(t, 0, 1e12);
    case VT_ANSWER_IS_SCORE:
    case VT_ANSWER_IS_SCORES:
        return is_between(t, 0, 1);
    case VT_ANSWER_IS_COORD:
        return is_between(t, -1e12, 1e12);
    default:
        return false;
    }
}

static void put_scalar(struct check *c, const vt_json_token *t)
{
    if (t->type == VT_JSON_STRING)
        put_string(c, t->raw);
    else
        put(c, t->raw);
}

static vt_status write_scalars(struct check *c, const vt_answer_key *key)
{
    bool more;
    put(c, VT_STR("["));
    for (size_t n = 0;; n++) {
        VT_TRY(next_item(c, ']', n, &more));
        if (!more)
            break;
        vt_json_token t;
        VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
        if (!scalar_fits(key->kind, &t))
            return refuse(c, vt_str_z(key->name), "holds an element of another type");
        put_scalar(c, &t);
    }
    put(c, VT_STR("]"));
    return VT_OK;
}

static vt_status write_list(struct check *c, const vt_answer_key *key)
{
    bool more;
    put(c, VT_STR("["));
    for (size_t n = 0;; n++) {
        VT_TRY(next_item(c, ']', n, &more));
        if (!more)
            break;
        vt_json_token t;
        VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
        if (t.type != VT_JSON_OBJECT)
            return refuse(c, vt_str_z(key->name), "holds an element that is no object");
        VT_TRY(write_object(c, (vt_answer_shape)key->shape));
    }
    put(c, VT_STR("]"));
    return VT_OK;
}

static vt_status write_by_name(struct check *c, const vt_answer_key *key)
{
    bool more;
    put(c, VT_STR("{"));
    for (size_t n = 0;; n++) {
        VT_TRY(next_item(c, '}', n, &more));
        if (!more)
            break;
        vt_json_token name, t;
        VT_TRY(vt_json_scan_key(&c->scan, &name, c->err));
        if (name.raw.len > NAME_BYTES || n >= MAX_NAMED)
            return refuse(c, vt_str_z(key->name), "has a name that is too long, or too many");
        put_string(c, name.raw);
        put(c, VT_STR(":"));
        VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
        if (key->kind == VT_ANSWER_IS_SCORES
                ? scalar_fits(VT_ANSWER_IS_SCORES, &t)
                : t.type == VT_JSON_NULL && (key->rules & VT_ANSWER_NIL))
            put(c, t.raw);
        else if (key->kind == VT_ANSWER_IS_BY_NAME && t.type == VT_JSON_OBJECT)
            VT_TRY(write_object(c, (vt_answer_shape)key->shape));
        else
            return refuse(c, vt_str_z(key->name), "holds a member of another type");
    }
    put(c, VT_STR("}"));
    return VT_OK;
}

/* The rest of a value of any kind, whose token was read. */
static vt_status write_rest(struct check *c, const vt_json_token *t)
{
    bool object = t->type == VT_JSON_OBJECT, more;
    if (!object && t->type != VT_JSON_ARRAY) {
        put_scalar(c, t);
        return VT_OK;
    }
    VT_TRY(enter(c));
    put(c, object ? VT_STR("{") : VT_STR("["));
    for (size_t n = 0;; n++) {
        VT_TRY(next_item(c, object ? '}' : ']', n, &more));
        if (!more)
            break;
        if (object) {
            vt_json_token name;
            VT_TRY(vt_json_scan_key(&c->scan, &name, c->err));
            put_string(c, name.raw);
            put(c, VT_STR(":"));
        }
        VT_TRY(write_any(c));
    }
    put(c, object ? VT_STR("}") : VT_STR("]"));
    c->depth--;
    return VT_OK;
}

static vt_status write_any(struct check *c)
{
    vt_json_token t;
    VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
    return write_rest(c, &t);
}

static vt_status write_value(struct check *c, const vt_answer_key *key)
{
    vt_json_token t;
    VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
    bool list = key->kind == VT_ANSWER_IS_LIST || key->kind == VT_ANSWER_IS_TEXTS ||
                key->kind == VT_ANSWER_IS_COORD;
    bool object = key->kind == VT_ANSWER_IS_OBJECT || key->kind == VT_ANSWER_IS_BY_NAME ||
                  key->kind == VT_ANSWER_IS_SCORES;
    if (t.type == VT_JSON_NULL && (key->rules & VT_ANSWER_NIL) &&
        key->kind != VT_ANSWER_IS_BY_NAME) {
        put(c, t.raw);
        return VT_OK;
    }
    if (key->kind == VT_ANSWER_IS_ANY)
        return write_rest(c, &t);
    if (list     ? t.type != VT_JSON_ARRAY
        : object ? t.type != VT_JSON_OBJECT
                 : !scalar_fits(key->kind, &t))
        return refuse(c, vt_str_z(key->name), "has a value of another type");
    switch ((vt_answer_kind)key->kind) {
    case VT_ANSWER_IS_LIST:
        return write_list(c, key);
    case VT_ANSWER_IS_TEXTS:
    case VT_ANSWER_IS_COORD:
        return write_scalars(c, key);
    case VT_ANSWER_IS_OBJECT:
        return write_object(c, (vt_answer_shape)key->shape);
    case VT_ANSWER_IS_BY_NAME:
    case VT_ANSWER_IS_SCORES:
        return write_by_name(c, key);
    default:
        put_scalar(c, &t);
        return VT_OK;
    }
}

/* ---- objects ---- */

static const vt_answer_key *find_key(const vt_answer_row *shape, const vt_json_token *name)
{
    for (size_t i = 0; i < shape->n; i++)
        if (vt_str_eq(name->raw, vt_str_z(shape->keys[i].name)))
            return &shape->keys[i];
    return NULL;
}

static vt_status leave_out(struct check *c, vt_str name)
{
    if (!c->mute && c->left_out++ == 0)
        (void)vt_fail(c->err, VT_OK, "the key \"" VT_STR_FMT "\" stands in no row of answer.def",
                      VT_STR_ARG(vt_str_sub(name, 0, MAX_TOLD_KEY)));
    c->mute++;
    VT_TRY(write_any(c));
    c->mute--;
    return VT_OK;
}

static vt_status check_missing(struct check *c, const vt_answer_row *shape, uint64_t seen)
{
    for (size_t i = 0; i < shape->n; i++)
        if (!(seen >> i & 1) && !(shape->keys[i].rules & VT_ANSWER_MAYBE))
            return refuse(c, vt_str_z(shape->keys[i].name), "is missing");
    return VT_OK;
}

/* The members of an object behind its brace. */
static vt_status write_object(struct check *c, vt_answer_shape which)
{
    const vt_answer_row *shape = &vt_answer_rows[which];
    uint64_t seen = 0;
    bool more, any = false;
    VT_TRY(enter(c));
    put(c, VT_STR("{"));
    for (bool first = true;; first = false) {
        VT_TRY(vt_json_scan_more(&c->scan, '}', first, &more, c->err));
        if (!more)
            break;
        vt_json_token name;
        VT_TRY(vt_json_scan_key(&c->scan, &name, c->err));
        const vt_answer_key *key = find_key(shape, &name);
        if (!key) {
            VT_TRY(leave_out(c, name.raw));
            continue;
        }
        uint64_t bit = (uint64_t)1 << (key - shape->keys);
        if (seen & bit)
            return refuse(c, name.raw, "is said twice");
        seen |= bit;
        put(c, any ? VT_STR(",") : VT_STR(""));
        any = true;
        put_string(c, name.raw);
        put(c, VT_STR(":"));
        VT_TRY(write_value(c, key));
    }
    put(c, VT_STR("}"));
    c->depth--;
    return check_missing(c, shape, seen);
}

static vt_status check_root(struct check *c, vt_answer_shape shape)
{
    if (shape == VT_ANSWER_ANY)
        return write_any(c);
    vt_json_token t;
    VT_TRY(vt_json_scan_value(&c->scan, &t, c->err));
    if (t.type != VT_JSON_OBJECT)
        return vt_fail(c->err, VT_E_FORMAT, "a worker's answer is no object");
    return write_object(c, shape);
}

vt_status vt_answer_check(vt_answer_shape shape, vt_str json, vt_buf *out, size_t *ret_left_out,
                          vt_error *err)
{
    size_t before = out->len;
    struct check c = {.scan = {.text = json}, .out = out, .err = err};
    vt_status status = check_root(&c, shape);
    if (status == VT_OK)
        status = vt_json_scan_end(&c.scan, err);
    if (status == VT_OK && out->overflow)
        status = vt_fail(err, VT_E_LIMIT, "a worker's answer is too large");
    if (status != VT_OK) {
        out->len = before;
        return status;
    }
    if (ret_left_out)
        *ret_left_out = c.left_out;
    return VT_OK;
}

/* ---- what belongs to a job ---- */

vt_answer_shape vt_answer_shape_of(const vt_options *options, const vt_outcome *outcome)
{
    if (outcome->failed)
        return VT_ANSWER_failed;
    if (outcome->asks_model)
        return VT_ANSWER_question;
    if (options->legacy)
        return VT_ANSWER_earlier;
    return options->input == VT_INPUT_RESULT ? VT_ANSWER_given : VT_ANSWER_answer;
}

bool vt_answer_fits(const vt_options *o, const vt_outcome *outcome)
{
    bool reads = o->extract != VT_EXTRACT_FILE && o->input == VT_INPUT_FILE;
    bool parses = !o->parse_skip && o->input != VT_INPUT_RESULT;
    return (!outcome->asks_model || o->model_ask) && (!outcome->parsed || parses) &&
           (!outcome->matched || o->matching) && (!outcome->ocr_pages || reads) &&
           outcome->ocr_pages <= VT_MAX_PAGES;
}
