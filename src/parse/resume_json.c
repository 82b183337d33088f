/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One walk over the resume serves both outputs, so that a pointer of the evidence always names
 * what the result has: in result mode it writes keys and values, in evidence mode it only keeps
 * the JSON pointer and writes a row for every value that has a span.
 */
#include "parse/resume_json.h"

#include <stdio.h>

enum { MAX_PATH = 128 };

struct walk {
    vt_json_writer *w;
    const vt_doc *doc; /* NULL: result mode */
    const vt_resume_json_options *options;
    char path[MAX_PATH];
    size_t len;
};

/* ---- the walk's two modes ---- */

static size_t enter(struct walk *k, const char *key)
{
    size_t mark = k->len;
    if (k->doc) {
        int n = snprintf(k->path + k->len, MAX_PATH - k->len, "/%s", key);
        k->len = VT_MIN(k->len + (size_t)n, (size_t)MAX_PATH - 1);
    } else {
        vt_json_key(k->w, key);
    }
    return mark;
}

static size_t enter_item(struct walk *k, size_t index)
{
    size_t mark = k->len;
    if (k->doc) {
        int n = snprintf(k->path + k->len, MAX_PATH - k->len, "/%zu", index);
        k->len = VT_MIN(k->len + (size_t)n, (size_t)MAX_PATH - 1);
    }
    return mark;
}

static void leave(struct walk *k, size_t mark)
{
    k->len = mark;
}

static void begin_object(struct walk *k)
{
    if (!k->doc)
        vt_json_begin_object(k->w);
}
static void end_object(struct walk *k)
{
    if (!k->doc)
        vt_json_end_object(k->w);
}
static void begin_array(struct walk *k)
{
    if (!k->doc)
        vt_json_begin_array(k->w);
}
static void end_array(struct walk *k)
{
    if (!k->doc)
        vt_json_end_array(k->w);
}

/** The first token that ends after the code point `at`; tokens stand in the order of raw_text. */
static size_t first_token_after(const vt_doc *doc, uint32_t at)
{
    size_t lo = 0, hi = doc->tokens.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (doc->tokens.at[mid].end > at)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

/** The row of one span: the page where it begins and the box of its tokens there. */
static void put_evidence(struct walk *k, uint32_t start, uint32_t end, float confidence)
{
    if (start >= end)
        return;
    vt_box box = {0};
    uint32_t page = VT_NONE;
    for (size_t i = first_token_after(k->doc, start); i < k->doc->tokens.n; i++) {
        const vt_token *t = &k->doc->tokens.at[i];
        if (t->start >= end)
            break;
        if (t->end <= start)
            continue;
        if (page == VT_NONE) {
            page = t->page;
            box = t->box;
        } else if (t->page == page) {
            box = vt_box_union(box, t->box);
        }
    }
    vt_json_key_str(k->w, vt_str_n(k->path, k->len));
    vt_json_begin_object(k->w);
    if (page == VT_NONE) {
        vt_json_kv_null(k->w, "page");
        vt_json_kv_null(k->w, "box");
    } else {
        const float edges[] = {box.x0, box.y0, box.x1, box.y1};
        vt_json_kv_int(k->w, "page", (int64_t)page + 1);
        vt_json_key(k->w, "box");
        vt_json_begin_array(k->w);
        for (size_t i = 0; i < VT_COUNT(edges); i++)
            vt_json_put_num(k->w, (double)edges[i], 1);
        vt_json_end_array(k->w);
    }
    vt_json_kv_int(k->w, "start", start);
    vt_json_kv_int(k->w, "end", end);
    vt_json_kv_num(k->w, "confidence", (double)confidence, 3);
    vt_json_end_object(k->w);
}

static void put_value(struct walk *k, const vt_value *value)
{
    if (!k->doc)
        vt_json_put_str(k->w, value->text);
    else if (vt_value_known(value))
        put_evidence(k, value->start, value->end, value->confidence);
}

static void kv_value(struct walk *k, const char *key, const vt_value *value)
{
    size_t mark = enter(k, key);
    put_value(k, value);
    leave(k, mark);
}

/** A value of ours, without a span of its own. */
static void kv_str(struct walk *k, const char *key, vt_str value)
{
    if (!k->doc)
        vt_json_kv_str(k->w, key, value);
}

static void kv_null(struct walk *k, const char *key)
{
    if (!k->doc)
        vt_json_kv_null(k->w, key);
}

static void kv_num(struct walk *k, const char *key, double value, int digits)
{
    if (!k->doc)
        vt_json_kv_num(k->w, key, value, digits);
}

static vt_str format_date(const vt_date *date, char *buf, size_t size)
{
    if (date->year <= 0)
        return VT_STR_NULL;
    int n = date->month > 0 ? snprintf(buf, size, "%04d-%02d", date->year, date->month)
                            : snprintf(buf, size, "%04d", date->year);
    return vt_str_n(buf, (size_t)n);
}

static void kv_date(struct walk *k, const char *key, const vt_date *date)
{
    size_t mark = enter(k, key);
    char buf[32];
    if (!k->doc)
        vt_json_put_str(k->w, format_date(date, buf, sizeof buf));
    else if (date->year > 0)
        put_evidence(k, date->start, date->end, date->confidence);
    leave(k, mark);
}

/* ---- the parts of the result ---- */

static void write_location(struct walk *k, const vt_location *location)
{
    size_t mark = enter(k, "location");
    begin_object(k);
    kv_value(k, "city", &location->city);
    kv_value(k, "region", &location->region);
    kv_value(k, "country", &location->country);
    kv_value(k, "country_code", &location->country_code);
    end_object(k);
    leave(k, mark);
}

static void write_personal(struct walk *k, const vt_resume *r)
{
    size_t mark = enter(k, "personal_info");
    begin_object(k);
    kv_value(k, "name", &r->name);
    kv_value(k, "label", &r->label);
    kv_value(k, "email", &r->email);
    kv_value(k, "phone", &r->phone);
    kv_value(k, "phone_raw", &r->phone_raw);
    write_location(k, &r->location);
    end_object(k);
    leave(k, mark);
}

static void write_values(struct walk *k, const char *key, const vt_value *at, size_t n)
{
    size_t mark = enter(k, key);
    begin_array(k);
    for (size_t i = 0; i < n; i++) {
        size_t item = enter_item(k, i);
        put_value(k, &at[i]);
        leave(k, item);
    }
    end_array(k);
    leave(k, mark);
}

static void write_job(struct walk *k, const vt_job *job)
{
    begin_object(k);
    kv_str(k, "type", vt_str_z(vt_job_type_word(job->type)));
    kv_value(k, "company", &job->company);
    kv_value(k, "title", &job->title);
    kv_date(k, "start_date", &job->start);
    kv_date(k, "end_date", &job->end);
    if (!k->doc)
        vt_json_kv_bool(k->w, "current", job->current);
    if (k->options->extras)
        kv_value(k, "location", &job->location.text);
    kv_value(k, "description", &job->description);
    write_values(k, "highlights", job->highlights.at, job->highlights.n);
    end_object(k);
}

static void write_study(struct walk *k, const vt_study *study)
{
    begin_object(k);
    kv_value(k, "institution", &study->institution);
    kv_value(k, "degree", &study->degree);
    kv_value(k, "field_of_study", &study->field);
    if (k->options->extras)
        kv_date(k, "start_date", &study->start);
    kv_date(k, "graduation_date", &study->graduation);
    if (k->options->extras) {
        kv_value(k, "grade", &study->grade);
        kv_value(k, "location", &study->location.text);
        kv_value(k, "description", &study->description);
    }
    end_object(k);
}

const char *vt_proficiency_word(double score)
{
    return score >= 0.85   ? "expert"
           : score >= 0.65 ? "advanced"
           : score >= 0.4  ? "intermediate"
                           : "basic";
}

static const char *method_word(vt_match_method method)
{
    static const char *const words[] = {
        [VT_MATCH_NONE] = NULL,     [VT_MATCH_EXACT] = "exact",     [VT_MATCH_ALIAS] = "alias",
        [VT_MATCH_FUZZY] = "fuzzy", [VT_MATCH_IMPLIED] = "implied",
    };
    return words[method];
}

static void write_proficiency(struct walk *k, const vt_skill_item *s)
{
    double score = k->options->skills_skipped ? (double)s->level : (double)s->score;
    bool known = k->options->skills_skipped ? s->level >= 0 : s->score > 0;
    kv_str(k, "proficiency", known ? vt_str_z(vt_proficiency_word(score)) : VT_STR_NULL);
    if (known)
        kv_num(k, "proficiency_score", score, 2);
    else
        kv_null(k, "proficiency_score");
}

static void write_synonyms(struct walk *k, const vt_skill_item *s, bool empty)
{
    if (k->doc)
        return;
    vt_json_key(k->w, "synonyms");
    vt_json_begin_array(k->w);
    for (size_t i = 0; !empty && i < s->synonyms.n; i++)
        vt_json_put_str(k->w, s->synonyms.at[i]);
    vt_json_end_array(k->w);
}

static void write_skill(struct walk *k, const vt_skill_item *s)
{
    bool skipped = k->options->skills_skipped, legacy = k->options->legacy;
    begin_object(k);
    kv_value(k, "skill", &s->name);
    if (legacy) {
        kv_str(k, "normalized", skipped ? VT_STR_NULL : s->canonical);
    } else {
        kv_str(k, "skill_id", skipped ? VT_STR_NULL : s->skill_id);
        write_synonyms(k, s, skipped);
    }
    write_proficiency(k, s);
    bool typed = !skipped && s->has_type;
    kv_str(k, "category", typed ? s->category : VT_STR_NULL);
    kv_str(k, "skill_type", !typed ? VT_STR_NULL : s->soft ? VT_STR("soft") : VT_STR("hard"));
    if (!skipped && s->years >= 0)
        kv_num(k, "years_experience", s->years, 1);
    else
        kv_null(k, "years_experience");
    kv_num(k, "confidence", (double)(skipped ? s->name.confidence : s->confidence), 2);
    kv_str(k, "match_method", skipped ? VT_STR_NULL : vt_str_z(method_word(s->method)));
    if (!legacy)
        kv_str(k, "implied_by", skipped ? VT_STR_NULL : s->implied_by);
    end_object(k);
}

static void write_certification(struct walk *k, const vt_certification *c)
{
    begin_object(k);
    kv_value(k, "name", &c->name);
    kv_value(k, "issuer", &c->issuer);
    kv_date(k, "date", &c->date);
    kv_date(k, "expires", &c->expires);
    kv_value(k, "credential_id", &c->credential_id);
    kv_value(k, "url", &c->url);
    end_object(k);
}

static void write_language(struct walk *k, const vt_language_item *l)
{
    begin_object(k);
    kv_value(k, "language", &l->language);
    kv_str(k, "proficiency", l->proficiency);
    kv_str(k, "cefr", l->cefr);
    end_object(k);
}

static void write_link(struct walk *k, const vt_profile_link *l)
{
    begin_object(k);
    kv_value(k, "url", &l->url);
    kv_str(k, "kind", l->kind);
    end_object(k);
}

static void write_extra(struct walk *k, const vt_extra *x)
{
    begin_object(k);
    kv_value(k, "name", &x->name);
    kv_value(k, "by", &x->by);
    kv_value(k, "url", &x->url);
    kv_date(k, "start_date", &x->start);
    kv_date(k, "end_date", &x->end);
    kv_value(k, "description", &x->text);
    end_object(k);
}

/** Writes `"key": [...]`, each element by its own function. */
#define WRITE_ARRAY(k, key, vec, write)                                                            \
    do {                                                                                           \
        size_t mark_ = enter((k), (key));                                                          \
        begin_array(k);                                                                            \
        for (size_t i_ = 0; i_ < (vec)->n; i_++) {                                                 \
            size_t item_ = enter_item((k), i_);                                                    \
            write((k), &(vec)->at[i_]);                                                            \
            leave((k), item_);                                                                     \
        }                                                                                          \
        end_array(k);                                                                              \
        leave((k), mark_);                                                                         \
    } while (0)

static void walk(struct walk *k, const vt_resume *r)
{
    write_personal(k, r);
    kv_value(k, "summary", &r->summary);
    WRITE_ARRAY(k, "experience", &r->jobs, write_job);
    WRITE_ARRAY(k, "education", &r->studies, write_study);
    WRITE_ARRAY(k, "skills", &r->skills, write_skill);
    WRITE_ARRAY(k, "certifications", &r->certifications, write_certification);
    WRITE_ARRAY(k, "languages", &r->languages, write_language);
    if (!k->options->extras)
        return;
    WRITE_ARRAY(k, "links", &r->links, write_link);
    WRITE_ARRAY(k, "projects", &r->projects, write_extra);
    WRITE_ARRAY(k, "publications", &r->publications, write_extra);
    WRITE_ARRAY(k, "awards", &r->awards, write_extra);
    WRITE_ARRAY(k, "references", &r->references, write_extra);
    write_values(k, "interests", r->interests.at, r->interests.n);
}

void vt_resume_write(vt_json_writer *w, const vt_resume *resume,
                     const vt_resume_json_options *options)
{
    struct walk k = {.w = w, .options = options};
    vt_json_begin_object(w);
    walk(&k, resume);
    vt_json_end_object(w);
}

void vt_resume_write_evidence(vt_json_writer *w, const vt_resume *resume, const vt_doc *doc,
                              const vt_resume_json_options *options)
{
    struct walk k = {.w = w, .doc = doc, .options = options};
    vt_json_begin_object(w);
    walk(&k, resume);
    vt_json_end_object(w);
}

/* ---- words and dates ---- */

static const char *const job_type_words[] = {
#define VT_JOB_TYPE(symbol, word) [VT_JOB_##symbol] = word,
#include "parse/job_types.def"
#undef VT_JOB_TYPE
};

const char *vt_job_type_word(vt_job_type type)
{
    return type < VT_JOB_TYPE_COUNT ? job_type_words[type] : "full-time";
}

bool vt_job_type_find(vt_str word, vt_job_type *ret)
{
    for (size_t i = 0; i < VT_COUNT(job_type_words); i++)
        if (vt_str_eq(word, vt_str_z(job_type_words[i]))) {
            *ret = (vt_job_type)i;
            return true;
        }
    return false;
}

vt_str vt_date_format(vt_arena *arena, const vt_date *date)
{
    char buf[32];
    vt_str text = format_date(date, buf, sizeof buf);
    return text.ptr ? vt_str_dup(arena, text) : text;
}

bool vt_date_read(vt_str text, vt_date *ret)
{
    int64_t year = 0, month = 0;
    *ret = (vt_date){.confidence = 1.0f};
    if (text.len < 4 || text.len == 5 || text.len == 6 ||
        !vt_str_to_i64(vt_str_sub(text, 0, 4), 1, 9999, &year))
        return false;
    if (text.len > 4 &&
        (text.ptr[4] != '-' || !vt_str_to_i64(vt_str_sub(text, 5, 7), 1, 12, &month)))
        return false;
    ret->year = (int)year;
    ret->month = (int)month;
    return true;
}

/* ---- reading ---- */

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

static vt_status read_personal(const vt_json *result, vt_resume *r, vt_error *err)
{
    const vt_json *personal, *location;
    const char *where = "/personal_info";
    VT_TRY(member(result, "", "personal_info", VT_JSON_OBJECT, &personal, err));
    const struct value_row rows[] = {
        {"name", &r->name},   {"label", &r->label},         {"email", &r->email},
        {"phone", &r->phone}, {"phone_raw", &r->phone_raw},
    };
    VT_TRY(read_row(personal, where, rows, VT_COUNT(rows), err));
    VT_TRY(member(personal, where, "location", VT_JSON_OBJECT, &location, err));
    const struct value_row places[] = {
        {"city", &r->location.city},
        {"region", &r->location.region},
        {"country", &r->location.country},
        {"country_code", &r->location.country_code},
    };
    return read_row(location, "/personal_info/location", places, VT_COUNT(places), err);
}

static vt_status read_highlights(vt_arena *arena, const vt_json *item, const char *where,
                                 vt_job *job, vt_error *err)
{
    const vt_json *list;
    VT_TRY(member(item, where, "highlights", VT_JSON_ARRAY, &list, err));
    for (size_t i = 0; list && i < list->n; i++) {
        if (!vt_json_is(list->u.items[i], VT_JSON_STRING))
            return wrong_type(err, where, "highlights", "array of strings", list->u.items[i]);
        vt_value value = {.text = vt_json_str(list->u.items[i]), .confidence = 1.0f};
        vt_vec_push(arena, &job->highlights, value);
    }
    return VT_OK;
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
    return read_highlights(arena, item, where, job, err);
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

static vt_match_method find_method(vt_str word)
{
    for (int m = VT_MATCH_EXACT; m <= VT_MATCH_IMPLIED; m++)
        if (vt_str_eq(word, vt_str_z(method_word((vt_match_method)m))))
            return (vt_match_method)m;
    return VT_MATCH_NONE;
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
    s->years = vt_json_num(vt_json_get(item, "years_experience"), -1.0);
    s->confidence = (float)vt_json_num(vt_json_get(item, "confidence"), 1.0);
    s->method = find_method(vt_json_str(vt_json_get(item, "match_method")));
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
    VT_TRY(read_personal(result, r, err));
    VT_TRY(read_value(result, "", "summary", &r->summary, err));
    for (size_t l = 0; l < VT_COUNT(lists); l++) {
        const vt_json *list;
        VT_TRY(member(result, "", lists[l].key, VT_JSON_ARRAY, &list, err));
        for (size_t i = 0; list && i < list->n; i++) {
            char where[MAX_PATH];
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

/* ---- confidence ---- */

struct mean {
    double sum;
    size_t n;
};

static void count(struct mean *m, const vt_value *value)
{
    if (vt_value_known(value)) {
        m->sum += (double)value->confidence;
        m->n++;
    }
}

static void count_date(struct mean *m, const vt_date *date)
{
    if (date->year > 0) {
        m->sum += (double)date->confidence;
        m->n++;
    }
}

double vt_resume_confidence(const vt_resume *r)
{
    struct mean m = {0};
    const vt_value *const own[] = {&r->name,  &r->label,         &r->email,
                                   &r->phone, &r->location.city, &r->summary};
    for (size_t i = 0; i < VT_COUNT(own); i++)
        count(&m, own[i]);
    for (size_t i = 0; i < r->jobs.n; i++) {
        count(&m, &r->jobs.at[i].company);
        count(&m, &r->jobs.at[i].title);
        count_date(&m, &r->jobs.at[i].start);
        count_date(&m, &r->jobs.at[i].end);
    }
    for (size_t i = 0; i < r->studies.n; i++) {
        count(&m, &r->studies.at[i].institution);
        count(&m, &r->studies.at[i].degree);
        count(&m, &r->studies.at[i].field);
        count_date(&m, &r->studies.at[i].graduation);
    }
    for (size_t i = 0; i < r->skills.n; i++)
        if (r->skills.at[i].listed)
            count(&m, &r->skills.at[i].name);
    for (size_t i = 0; i < r->certifications.n; i++)
        count(&m, &r->certifications.at[i].name);
    for (size_t i = 0; i < r->languages.n; i++)
        count(&m, &r->languages.at[i].language);
    return m.n ? m.sum / (double)m.n : 0.0;
}
