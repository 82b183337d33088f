/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One walk over the resume serves both outputs, so that a pointer of the evidence always names
 * what the result has: in result mode it writes keys and values, in evidence mode it only keeps
 * the JSON pointer and writes a row for every value that has a span.
 */
#include "parse/resume/resume_json.h"

#include <stdio.h>

enum { MAX_PATH = 128 };

struct walk {
    vt_json_writer *w;
    const vt_doc *doc; /* NULL: result mode */
    bool brief;        /* evidence mode: the confidence alone */
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
    if (k->brief) {
        vt_json_key_str(k->w, vt_str_n(k->path, k->len));
        vt_json_put_num(k->w, (double)confidence, 3);
        return;
    }
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
    vt_doc_tell(k->doc, &start, &end);
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

static void kv_date(struct walk *k, const char *key, const vt_date *date)
{
    size_t mark = enter(k, key);
    char buf[32];
    if (!k->doc)
        vt_json_put_str(k->w, vt_date_format(date, buf, sizeof buf));
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

static void write_personal(struct walk *k, const vt_resume *r)
{
    size_t mark = enter(k, "personal_info");
    begin_object(k);
    kv_value(k, "name", &r->name);
    kv_value(k, "label", &r->label);
    kv_value(k, "email", &r->email);
    kv_value(k, "phone", &r->phone);
    kv_value(k, "phone_raw", &r->phone_raw);
    kv_value(k, "given_name", &r->given_name);
    kv_value(k, "family_name", &r->family_name);
    write_values(k, "emails", r->emails.at, r->emails.n);
    write_values(k, "phones", r->phones.at, r->phones.n);
    kv_value(k, "street", &r->street);
    kv_value(k, "postcode", &r->postcode);
    write_location(k, &r->location);
    end_object(k);
    leave(k, mark);
}

static void write_occupation(struct walk *k, const vt_job_occupation *occupation)
{
    if (!occupation->title.ptr) {
        kv_null(k, "occupation");
        return;
    }
    vt_json_key(k->w, "occupation");
    vt_json_begin_object(k->w);
    kv_str(k, "title", occupation->title);
    kv_str(k, "seniority", occupation->seniority);
    kv_str(k, "isco", occupation->isco);
    kv_str(k, "isco_name", occupation->isco_name);
    kv_num(k, "confidence", (double)occupation->confidence, 2);
    vt_json_end_object(k->w);
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
    if (!k->doc && !k->options->legacy)
        write_occupation(k, &job->occupation);
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

static void write_proficiency(struct walk *k, const vt_skill_item *s)
{
    double score = k->options->skills_skipped ? (double)s->level : (double)s->score;
    bool known = k->options->skills_skipped ? s->level >= 0 : s->score > 0;
    kv_str(k, "proficiency", known ? vt_str_z(vt_proficiency_word(score)) : VT_STR_NULL);
    if (known)
        kv_num(k, "proficiency_score", score, 2);
    else
        kv_null(k, "proficiency_score");
    if (!k->options->skills_skipped && !k->options->legacy)
        kv_str(k, "proficiency_basis",
               known ? vt_str_z(vt_level_basis_word(s->basis)) : VT_STR_NULL);
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
    kv_str(k, "match_method", skipped ? VT_STR_NULL : vt_str_z(vt_match_word(s->method)));
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
    kv_str(k, "code", l->code);
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

void vt_resume_write_confidence(vt_json_writer *w, const vt_resume *resume, const vt_doc *doc,
                                const vt_resume_json_options *options)
{
    struct walk k = {.w = w, .doc = doc, .brief = true, .options = options};
    vt_json_begin_object(w);
    walk(&k, resume);
    vt_json_end_object(w);
}
