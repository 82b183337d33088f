/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading: jansson checks and parses; its tree is copied into the arena, so that no type of the
 * library leaves this file and a job's values live as long as the job. Jansson bounds recursion at
 * 2048; the copy bounds it at VT_MAX_JSON_DEPTH.
 */
#include "base/json.h"

#include "base/limits.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static void drop_jansson(json_t *value)
{
    json_decref(value);
}
VT_DEFINE_AUTO(json_t, drop_jansson)

static vt_status copy(vt_arena *arena, const json_t *from, int depth, const vt_json **ret,
                      vt_error *err);

static vt_status copy_array(vt_arena *arena, const json_t *from, int depth, vt_json *to,
                            vt_error *err)
{
    to->type = VT_JSON_ARRAY;
    to->n = json_array_size(from);
    const vt_json **items = VT_NEW_ARRAY(arena, const vt_json *, to->n);
    for (size_t i = 0; i < to->n; i++)
        VT_TRY(copy(arena, json_array_get(from, i), depth + 1, &items[i], err));
    to->u.items = items;
    return VT_OK;
}

static vt_status copy_object(vt_arena *arena, const json_t *from, int depth, vt_json *to,
                             vt_error *err)
{
    to->type = VT_JSON_OBJECT;
    to->n = json_object_size(from);
    vt_json_member *members = VT_NEW_ARRAY(arena, vt_json_member, to->n);
    json_t *object = json_incref(__extension__({ /* the iterator wants it writable */
                                                 union {
                                                     const json_t *in;
                                                     json_t *out;
                                                 } cast = {.in = from};
                                                 cast.out;
    }));
    size_t i = 0;
    vt_status status = VT_OK;
    for (void *it = json_object_iter(object); it && status == VT_OK;
         it = json_object_iter_next(object, it), i++) {
        members[i].key = vt_str_dup(arena, vt_str_z(json_object_iter_key(it)));
        status = copy(arena, json_object_iter_value(it), depth + 1, &members[i].value, err);
    }
    json_decref(object);
    to->u.members = members;
    return status;
}

static vt_status copy(vt_arena *arena, const json_t *from, int depth, const vt_json **ret,
                      vt_error *err)
{
    if (depth > VT_MAX_JSON_DEPTH)
        return vt_fail(err, VT_E_LIMIT, "JSON nests deeper than %d levels", VT_MAX_JSON_DEPTH);
    vt_json *to = VT_NEW(arena, vt_json);
    *ret = to;
    switch (json_typeof(from)) {
    case JSON_OBJECT:
        return copy_object(arena, from, depth, to, err);
    case JSON_ARRAY:
        return copy_array(arena, from, depth, to, err);
    case JSON_STRING:
        to->type = VT_JSON_STRING;
        to->u.string =
            vt_str_dup(arena, vt_str_n(json_string_value(from), json_string_length(from)));
        break;
    case JSON_INTEGER:
        to->type = VT_JSON_INT;
        to->u.integer = json_integer_value(from);
        break;
    case JSON_REAL:
        to->type = VT_JSON_REAL;
        to->u.real = json_real_value(from);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        to->type = VT_JSON_BOOL;
        to->u.boolean = json_is_true(from);
        break;
    case JSON_NULL:
        to->type = VT_JSON_NULL;
        break;
    }
    return VT_OK;
}

void vt_json_own_memory(void)
{
    json_set_alloc_funcs(vt_xmalloc, free);
}

/* No fewer than the values of the text: each stands behind a comma or an opening bracket, or is
 * the whole. */
static size_t count_values(vt_str text)
{
    size_t n = 1;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        n += c == ',' || c == '[' || c == '{';
        if (c != '"')
            continue;
        for (i++; i < text.len && text.ptr[i] != '"'; i++)
            i += text.ptr[i] == '\\';
    }
    return n;
}

vt_status vt_json_parse(vt_arena *arena, vt_str text, const vt_json **ret, vt_error *err)
{
    json_error_t error;
    VT_AUTO(json_t)
    json_t *root = json_loadb(text.ptr ? text.ptr : "", text.len,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root)
        return vt_fail(err, VT_E_FORMAT, "line %d, column %d: %.160s", error.line, error.column,
                       error.text);
    return copy(arena, root, 0, ret, err);
}

vt_status vt_json_parse_bounded(vt_arena *arena, vt_str text, const vt_json **ret, vt_error *err)
{
    if (vt_str_starts(text, VT_STR("\xEF\xBB\xBF"))) /* RFC 8259, 8.1: a reader may ignore it */
        text = vt_str_sub(text, 3, text.len);
    if (count_values(text) > VT_MAX_JSON_VALUES)
        return vt_fail(err, VT_E_LIMIT, "JSON has more than %u values", VT_MAX_JSON_VALUES);
    return vt_json_parse(arena, text, ret, err);
}

const vt_json *vt_json_get(const vt_json *object, const char *key)
{
    if (!vt_json_is(object, VT_JSON_OBJECT))
        return NULL;
    vt_str wanted = vt_str_z(key);
    for (size_t i = 0; i < object->n; i++)
        if (vt_str_eq(object->u.members[i].key, wanted))
            return object->u.members[i].value;
    return NULL;
}

bool vt_json_is(const vt_json *value, vt_json_type type)
{
    return value && value->type == type;
}

vt_str vt_json_str(const vt_json *value)
{
    return vt_json_is(value, VT_JSON_STRING) ? value->u.string : VT_STR_NULL;
}

bool vt_json_bool(const vt_json *value, bool fallback)
{
    return vt_json_is(value, VT_JSON_BOOL) ? value->u.boolean : fallback;
}

double vt_json_num(const vt_json *value, double fallback)
{
    if (vt_json_is(value, VT_JSON_REAL))
        return value->u.real;
    return vt_json_is(value, VT_JSON_INT) ? (double)value->u.integer : fallback;
}

int64_t vt_json_int(const vt_json *value, int64_t fallback)
{
    return vt_json_is(value, VT_JSON_INT) ? value->u.integer : fallback;
}

const char *vt_json_type_name(const vt_json *value)
{
    static const char *const names[] = {"null",   "boolean", "integer", "number",
                                        "string", "array",   "object"};
    return value ? names[value->type] : "nothing";
}

/* ---- writing ---- */

static void new_line(vt_json_writer *w)
{
    if (!w->indent)
        return;
    vt_buf_addc(w->out, '\n');
    for (int i = 0; i < w->depth * w->indent; i++)
        vt_buf_addc(w->out, ' ');
}

/* The comma and line break that stand before a value or key. */
static void lead_in(vt_json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->depth == 0)
        return;
    if (w->filled[w->depth - 1])
        vt_buf_addc(w->out, ',');
    w->filled[w->depth - 1] = true;
    new_line(w);
}

static void open_level(vt_json_writer *w, char bracket)
{
    lead_in(w);
    vt_buf_addc(w->out, bracket);
    if (w->depth >= VT_JSON_WRITER_DEPTH) { /* our own mistake: input is bounded before */
        w->out->overflow = true;
        return;
    }
    w->filled[w->depth++] = false;
}

static void close_level(vt_json_writer *w, char bracket)
{
    if (w->depth == 0)
        return;
    bool filled = w->filled[--w->depth];
    if (filled)
        new_line(w);
    vt_buf_addc(w->out, bracket);
}

void vt_json_begin_object(vt_json_writer *w)
{
    open_level(w, '{');
}

void vt_json_end_object(vt_json_writer *w)
{
    close_level(w, '}');
}

void vt_json_begin_array(vt_json_writer *w)
{
    open_level(w, '[');
}

void vt_json_end_array(vt_json_writer *w)
{
    close_level(w, ']');
}

static void add_escape(vt_buf *out, unsigned char c)
{
    switch (c) {
    case '"':
        vt_buf_addz(out, "\\\"");
        break;
    case '\\':
        vt_buf_addz(out, "\\\\");
        break;
    case '\n':
        vt_buf_addz(out, "\\n");
        break;
    case '\r':
        vt_buf_addz(out, "\\r");
        break;
    case '\t':
        vt_buf_addz(out, "\\t");
        break;
    default:
        vt_buf_addf(out, "\\u%04x", (unsigned)c);
    }
}

static void add_string(vt_buf *out, vt_str s)
{
    vt_buf_addc(out, '"');
    size_t plain = 0; /* start of the run that needs no change */
    for (size_t i = 0; i < s.len;) {
        unsigned char c = (unsigned char)s.ptr[i];
        bool escape = c < 0x20 || c == '"' || c == '\\' || c == 0x7f;
        uint32_t cp;
        size_t n = escape ? 1 : vt_str_utf8(s, i, &cp);
        if (n && !escape) {
            i += n;
            continue;
        }
        vt_buf_add(out, vt_str_sub(s, plain, i));
        if (escape)
            add_escape(out, c);
        else
            vt_buf_addz(out, "\xef\xbf\xbd");
        plain = ++i;
    }
    vt_buf_add(out, vt_str_sub(s, plain, s.len));
    vt_buf_addc(out, '"');
}

void vt_json_key(vt_json_writer *w, const char *key)
{
    vt_json_key_str(w, vt_str_z(key));
}

void vt_json_key_str(vt_json_writer *w, vt_str key)
{
    lead_in(w);
    add_string(w->out, key);
    vt_buf_addz(w->out, w->indent ? ": " : ":");
    w->after_key = true;
}

void vt_json_put_null(vt_json_writer *w)
{
    lead_in(w);
    vt_buf_addz(w->out, "null");
}

void vt_json_put_bool(vt_json_writer *w, bool value)
{
    lead_in(w);
    vt_buf_addz(w->out, value ? "true" : "false");
}

void vt_json_put_int(vt_json_writer *w, int64_t value)
{
    lead_in(w);
    vt_buf_addf(w->out, "%jd", (intmax_t)value);
}

void vt_json_put_num(vt_json_writer *w, double value, int digits)
{
    if (!isfinite(value)) {
        vt_json_put_null(w);
        return;
    }
    lead_in(w);
    if (fabs(value) >= 1e17) { /* in digits, readers would take it for an integer too large */
        vt_buf_addf(w->out, "%.17g", value);
        return;
    }
    char text[64];
    int len = snprintf(text, sizeof text, "%.*f", digits, value);
    if (strchr(text, '.')) {
        while (len > 1 && text[len - 1] == '0')
            len--;
        if (text[len - 1] == '.')
            len--;
    }
    vt_str s = vt_str_n(text, (size_t)len);
    vt_buf_add(w->out, vt_str_eq(s, VT_STR("-0")) ? VT_STR("0") : s);
}

void vt_json_put_str(vt_json_writer *w, vt_str value)
{
    if (!value.ptr) {
        vt_json_put_null(w);
        return;
    }
    lead_in(w);
    add_string(w->out, value);
}

void vt_json_put_raw(vt_json_writer *w, vt_str json)
{
    if (!json.ptr) {
        vt_json_put_null(w);
        return;
    }
    lead_in(w);
    vt_buf_add(w->out, json);
}

/* A number as it was read: the fewest digits that give it again, and never as an integer. */
static void put_real(vt_json_writer *w, double value)
{
    char text[64];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (strtod(text, NULL) != value && ++digits <= 17);
    lead_in(w);
    vt_buf_addz(w->out, text);
    if (!strpbrk(text, ".e"))
        vt_buf_addz(w->out, ".0");
}

void vt_json_put_tree(vt_json_writer *w, const vt_json *value)
{
    if (!value) {
        vt_json_put_null(w);
        return;
    }
    switch (value->type) {
    case VT_JSON_NULL:
        vt_json_put_null(w);
        break;
    case VT_JSON_BOOL:
        vt_json_put_bool(w, value->u.boolean);
        break;
    case VT_JSON_INT:
        vt_json_put_int(w, value->u.integer);
        break;
    case VT_JSON_REAL:
        put_real(w, value->u.real);
        break;
    case VT_JSON_STRING:
        vt_json_put_str(w, value->u.string);
        break;
    case VT_JSON_ARRAY:
        vt_json_begin_array(w);
        for (size_t i = 0; i < value->n; i++)
            vt_json_put_tree(w, value->u.items[i]);
        vt_json_end_array(w);
        break;
    case VT_JSON_OBJECT:
        vt_json_begin_object(w);
        for (size_t i = 0; i < value->n; i++) {
            vt_json_key_str(w, value->u.members[i].key);
            vt_json_put_tree(w, value->u.members[i].value);
        }
        vt_json_end_object(w);
        break;
    }
}

void vt_json_kv_str(vt_json_writer *w, const char *key, vt_str value)
{
    vt_json_key(w, key);
    vt_json_put_str(w, value);
}

void vt_json_kv_int(vt_json_writer *w, const char *key, int64_t value)
{
    vt_json_key(w, key);
    vt_json_put_int(w, value);
}

void vt_json_kv_num(vt_json_writer *w, const char *key, double value, int digits)
{
    vt_json_key(w, key);
    vt_json_put_num(w, value, digits);
}

void vt_json_kv_bool(vt_json_writer *w, const char *key, bool value)
{
    vt_json_key(w, key);
    vt_json_put_bool(w, value);
}

void vt_json_kv_null(vt_json_writer *w, const char *key)
{
    vt_json_key(w, key);
    vt_json_put_null(w);
}
