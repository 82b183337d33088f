/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading: a walk (json_scan.h) that builds the tree in the arena. What it takes has a bound by the
 * text: all strings together lie in one piece as long as the text, a value has 40 bytes and a
 * member 24; values of a list that is not yet at its end stand on a stack.
 */
#include "base/json.h"

#include "base/json_scan.h"
#include "base/limits.h"

#include <math.h>
#include <stdio.h>

enum { FEW = 8 }; /* members: compared each with each */

struct reader {
    vt_arena *arena;
    vt_json_scan scan;
    char *strings;             /* the next free byte */
    vt_buf stack;              /* of elements and members */
    size_t values, max_values; /* so far, and at most */
    vt_error *err;
};

static void release_reader(struct reader *r)
{
    vt_buf_release(&r->stack);
}
typedef struct reader reader;
VT_DEFINE_AUTO_VALUE(reader, release_reader)

static vt_status read_value(struct reader *r, int depth, const vt_json **ret);

static vt_str take_text(struct reader *r, const vt_json_token *token)
{
    vt_str text = vt_str_n(r->strings, vt_json_scan_text(token, r->strings));
    r->strings[text.len] = 0; /* where a quote stood, in the text */
    r->strings += text.len + 1;
    return text;
}

/* What was put on the stack since it had `base` bytes, in the arena. */
static void *take_stack(struct reader *r, size_t base, size_t size, size_t *ret_n)
{
    size_t bytes = r->stack.len - base;
    void *taken = vt_arena_alloc(r->arena, bytes);
    if (bytes)
        memcpy(taken, r->stack.ptr + base, bytes);
    r->stack.len = base;
    *ret_n = bytes / size;
    return taken;
}

static vt_status read_array(struct reader *r, int depth, vt_json *to)
{
    size_t base = r->stack.len;
    for (bool first = true, more;; first = false) {
        VT_TRY(vt_json_scan_more(&r->scan, ']', first, &more, r->err));
        if (!more)
            break;
        const vt_json *item = NULL;
        VT_TRY(read_value(r, depth + 1, &item));
        vt_buf_add(&r->stack, vt_str_n((const char *)&item, sizeof item));
    }
    to->u.items = take_stack(r, base, sizeof(const vt_json *), &to->n);
    return VT_OK;
}

static int compare_keys(const void *a, const void *b)
{
    const vt_json_member *const *x = a, *const *y = b;
    return vt_str_cmp((*x)->key, (*y)->key);
}

static bool has_twins(const vt_json_member *members, size_t n)
{
    if (n <= FEW) {
        for (size_t i = 1; i < n; i++)
            for (size_t k = 0; k < i; k++)
                if (vt_str_eq(members[i].key, members[k].key))
                    return true;
        return false;
    }
    const vt_json_member **order = vt_xcalloc(n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = &members[i];
    qsort(order, n, sizeof *order, compare_keys);
    bool found = false;
    for (size_t i = 1; i < n && !found; i++)
        found = vt_str_eq(order[i - 1]->key, order[i]->key);
    free(order);
    return found;
}

static vt_status read_object(struct reader *r, int depth, vt_json *to)
{
    size_t base = r->stack.len;
    for (bool first = true, more;; first = false) {
        VT_TRY(vt_json_scan_more(&r->scan, '}', first, &more, r->err));
        if (!more)
            break;
        vt_json_token key;
        VT_TRY(vt_json_scan_key(&r->scan, &key, r->err));
        vt_json_member member = {.key = take_text(r, &key)};
        VT_TRY(read_value(r, depth + 1, &member.value));
        vt_buf_add(&r->stack, vt_str_n((const char *)&member, sizeof member));
    }
    to->u.members = take_stack(r, base, sizeof(vt_json_member), &to->n);
    if (has_twins(to->u.members, to->n))
        return vt_json_scan_fail(&r->scan, "the object that ends here names a member twice",
                                 r->err);
    return VT_OK;
}

static vt_status read_value(struct reader *r, int depth, const vt_json **ret)
{
    if (depth > VT_MAX_JSON_DEPTH)
        return vt_fail(r->err, VT_E_LIMIT, "JSON nests deeper than %d levels", VT_MAX_JSON_DEPTH);
    if (++r->values > r->max_values)
        return vt_fail(r->err, VT_E_LIMIT, "JSON has more than %zu values", r->max_values);
    vt_json_token token;
    VT_TRY(vt_json_scan_value(&r->scan, &token, r->err));
    vt_json *to = VT_NEW(r->arena, vt_json);
    *ret = to;
    to->type = token.type;
    switch (token.type) {
    case VT_JSON_OBJECT:
        return read_object(r, depth, to);
    case VT_JSON_ARRAY:
        return read_array(r, depth, to);
    case VT_JSON_STRING:
        to->u.string = take_text(r, &token);
        break;
    case VT_JSON_INT:
        to->u.integer = token.integer;
        break;
    case VT_JSON_REAL:
        to->u.real = token.real;
        break;
    case VT_JSON_BOOL:
        to->u.boolean = token.boolean;
        break;
    case VT_JSON_NULL:
        break;
    }
    return VT_OK;
}

static vt_status parse(vt_arena *arena, vt_str text, size_t max_values, const vt_json **ret,
                       vt_error *err)
{
    VT_AUTO(reader)
    struct reader r = {.arena = arena,
                       .scan = {.text = text},
                       .strings = vt_arena_alloc(arena, text.len),
                       .max_values = max_values,
                       .err = err};
    const vt_json *root = NULL;
    vt_status status = read_value(&r, 0, &root);
    if (status == VT_OK)
        status = vt_json_scan_end(&r.scan, err);
    if (status == VT_OK)
        *ret = root;
    return status;
}

vt_status vt_json_parse(vt_arena *arena, vt_str text, const vt_json **ret, vt_error *err)
{
    return parse(arena, text, SIZE_MAX, ret, err);
}

vt_status vt_json_parse_bounded(vt_arena *arena, vt_str text, const vt_json **ret, vt_error *err)
{
    if (vt_str_starts(text, VT_STR("\xEF\xBB\xBF"))) /* RFC 8259, 8.1: a reader may ignore it */
        text = vt_str_sub(text, 3, text.len);
    return parse(arena, text, VT_MAX_JSON_VALUES, ret, err);
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

bool vt_json_whole(const vt_json *value, int64_t *ret)
{
    enum { MOST = 1000000000 }; /* of those with a point */
    double real = vt_json_num(value, 0.5);
    if (vt_json_is(value, VT_JSON_INT))
        *ret = value->u.integer;
    else if (real >= -MOST && real <= MOST && real == (double)(int64_t)real)
        *ret = (int64_t)real;
    else
        return false;
    return true;
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
