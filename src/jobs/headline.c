/* SPDX-License-Identifier: Apache-2.0 */
/* A walk through the engine's answer without a tree: it comes from worker/answer.c, so a fault only
 * ends the walk. */
#include "jobs/headline.h"

#include "base/json.h"
#include "base/json_scan.h"
#include "base/limits.h"

enum { MAX_DEPTH = VT_MAX_JSON_DEPTH + 2 };

struct facts {
    vt_json_token name, label; /* strings when they were found */
    int64_t score;             /* -1: none */
    bool checked, failed;
};

struct walk {
    vt_json_scan scan;
    struct facts *facts;
};

/* A member is known by the keys that lead to it: path[0] is the outermost. */
struct path {
    vt_str at[3];
    size_t n;
};

static bool leads(const struct path *p, const char *a, const char *b, const char *c)
{
    return p->n == 3 && vt_str_eq(p->at[0], vt_str_z(a)) &&
           (!b || vt_str_eq(p->at[1], vt_str_z(b))) && vt_str_eq(p->at[2], vt_str_z(c));
}

static void note(struct facts *f, const struct path *p, const vt_json_token *t)
{
    bool score = p->n == 2 && vt_str_eq(p->at[0], VT_STR("matching")) &&
                 vt_str_eq(p->at[1], VT_STR("score"));
    if (t->type == VT_JSON_STRING && leads(p, "result", "personal_info", "name"))
        f->name = *t;
    else if (t->type == VT_JSON_STRING && leads(p, "result", "personal_info", "label"))
        f->label = *t;
    else if (t->type == VT_JSON_INT && score)
        f->score = t->integer;
    else if (t->type == VT_JSON_BOOL && leads(p, "checks", NULL, "passed")) {
        f->checked = true;
        f->failed = f->failed || !t->boolean;
    }
}

static vt_status walk_value(struct walk *w, struct path path, int depth)
{
    vt_json_token t;
    bool more;
    VT_TRY(vt_json_scan_value(&w->scan, &t, NULL));
    bool object = t.type == VT_JSON_OBJECT;
    if (!object && t.type != VT_JSON_ARRAY) {
        note(w->facts, &path, &t);
        return VT_OK;
    }
    if (depth >= MAX_DEPTH)
        return VT_E_LIMIT;
    for (bool first = true;; first = false) {
        struct path inner = path;
        VT_TRY(vt_json_scan_more(&w->scan, object ? '}' : ']', first, &more, NULL));
        if (!more)
            return VT_OK;
        vt_json_token key = {0};
        if (object)
            VT_TRY(vt_json_scan_key(&w->scan, &key, NULL));
        if (inner.n < VT_COUNT(inner.at))
            inner.at[inner.n] = key.raw;
        inner.n++; /* past the array: nothing deeper is looked for */
        VT_TRY(walk_value(w, inner, depth + 1));
    }
}

static void put_text(vt_json_writer *w, const char *key, vt_str text)
{
    size_t end = VT_MIN(text.len, (size_t)VT_HEADLINE_BYTES);
    while (end < text.len && end > 0 && ((unsigned char)text.ptr[end] & 0xc0) == 0x80)
        end--; /* not within a character */
    vt_json_kv_str(w, key, vt_str_sub(text, 0, end));
}

static void put_token(vt_json_writer *w, const char *key, const vt_json_token *t)
{
    if (t->type != VT_JSON_STRING || !t->raw.len)
        return;
    VT_AUTO(vt_buf) vt_buf text = {0};
    if (!vt_buf_reserve(&text, t->raw.len))
        return;
    size_t n = vt_json_scan_text(t, text.ptr);
    put_text(w, key, (vt_str){text.ptr, n});
}

void vt_headline_write(vt_str filename, vt_str answer, vt_buf *out)
{
    struct facts f = {.score = -1};
    struct walk walk = {.scan = {.text = answer}, .facts = &f};
    if (answer.len && walk_value(&walk, (struct path){0}, 0) != VT_OK)
        f = (struct facts){.score = -1};
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    if (filename.len)
        put_text(&w, "filename", filename);
    put_token(&w, "name", &f.name);
    put_token(&w, "label", &f.label);
    if (f.score >= 0)
        vt_json_kv_int(&w, "score", f.score);
    if (f.checked)
        vt_json_kv_bool(&w, "checks_passed", !f.failed);
    vt_json_end_object(&w);
}
