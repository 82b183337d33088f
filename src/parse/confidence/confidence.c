/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model is JSON: {"features": [...], "kinds": {name: {"weights": [...], "from": [...],
 * "to": [...]}}}; from and to are the points of the calibration table.
 */
#include "parse/confidence/confidence.h"

#include "base/json.h"
#include "ml/logistic.h"
#include "text/utf8.h"

#include <math.h>
#include <stdio.h>

_Static_assert(VT_CONFIDENCE_FEATURES <= (int)VT_LOGISTIC_MAX_FEATURES, "room for all features");

static const char *const names[] = {
#define VT_CONFIDENCE(symbol, name, pointer) name,
#include "parse/confidence/confidence_kinds.def"
#undef VT_CONFIDENCE
};
static const char *const pointers[] = {
#define VT_CONFIDENCE(symbol, name, pointer) pointer,
#include "parse/confidence/confidence_kinds.def"
#undef VT_CONFIDENCE
};
static const char *const features[] = {
#define VT_FEATURE(symbol, name) name,
#include "parse/confidence/confidence_features.def"
#undef VT_FEATURE
};
#define X(symbol) VT_CONFIDENCE_X_##symbol

const char *vt_confidence_name(vt_confidence_kind kind)
{
    return names[kind];
}

const char *vt_confidence_pointer(vt_confidence_kind kind)
{
    return pointers[kind];
}

/* ---- features ---- */

struct collector {
    const vt_facts *f;
    const vt_roles *roles;
    vt_confidence_items *items;
    float document; /* log odds of the mean line */
};

/* What is the same for all fields of an item. */
struct place {
    vt_confidence_kind kind;
    uint32_t index;
    float complete, usual;
    bool shared;
};

static float log_odds(float p)
{
    p = VT_MAX(0.02F, VT_MIN(0.995F, p));
    return logf(p / (1 - p));
}

static float mean_sureness(const vt_roles *roles)
{
    float sum = 0;
    for (size_t i = 0; i < roles->n; i++)
        sum += roles->at[i].confidence;
    return roles->n ? sum / (float)roles->n : 0.5F;
}

/* The line where a code point stands, or f->n. */
static size_t line_at(const vt_facts *f, uint32_t at)
{
    for (size_t i = 0; i < f->n; i++)
        if (at >= f->at[i].line->start && at < f->at[i].line->end)
            return i;
    return f->n;
}

static float for_kind(vt_confidence_kind kind, const vt_evidence *e)
{
    switch ((int)kind) {
    case VT_CONFIDENCE_NAME:
        return e->person;
    case VT_CONFIDENCE_LABEL:
    case VT_CONFIDENCE_TITLE:
        return e->title;
    case VT_CONFIDENCE_COMPANY:
        return VT_MAX(e->org, e->school);
    case VT_CONFIDENCE_INSTITUTION:
        return VT_MAX(e->school, 0.5F * e->org);
    case VT_CONFIDENCE_DEGREE:
        return e->degree;
    case VT_CONFIDENCE_FIELD_OF_STUDY:
        return e->study;
    case VT_CONFIDENCE_CITY:
    case VT_CONFIDENCE_REGION:
    case VT_CONFIDENCE_COUNTRY_CODE:
        return e->place;
    default:
        return 0;
    }
}

/* The strongest evidence that is not for the kind. */
static float against_kind(vt_confidence_kind kind, const vt_evidence *e)
{
    bool work = kind == VT_CONFIDENCE_TITLE || kind == VT_CONFIDENCE_LABEL;
    bool house = kind == VT_CONFIDENCE_COMPANY || kind == VT_CONFIDENCE_INSTITUTION;
    bool study = kind == VT_CONFIDENCE_DEGREE || kind == VT_CONFIDENCE_FIELD_OF_STUDY;
    bool place = kind >= VT_CONFIDENCE_CITY && kind <= VT_CONFIDENCE_COUNTRY_CODE;
    if (!work && !house && !study && !place && kind != VT_CONFIDENCE_NAME)
        return 0;
    float most = 0;
    most = VT_MAX(most, work ? 0 : e->title);
    most = VT_MAX(most, house ? 0 : VT_MAX(e->org, e->school));
    most = VT_MAX(most, study ? 0 : VT_MAX(e->degree, 0.6F * e->study));
    return VT_MAX(most, place ? 0 : e->place);
}

/* What its line and the lexicon say. */
static void read_line(const struct collector *c, size_t line, uint32_t start, uint32_t end,
                      vt_confidence_item *item)
{
    const vt_info *info = &c->f->at[line];
    const vt_labelled *role = c->roles->at;
    float around = 1;
    if (line > 0)
        around = VT_MIN(around, role[line - 1].confidence);
    if (line + 1 < c->f->n)
        around = VT_MIN(around, role[line + 1].confidence);
    item->x[X(LINE)] = log_odds(role[line].confidence);
    item->x[X(NEIGHBOURS)] = log_odds(around);
    item->x[X(WRAPS)] = end > info->line->end;
    item->x[X(SIDEBAR)] = info->sidebar;
    if (info->line->count)
        item->x[X(OCR)] = (vt_line_tokens(c->f->doc, info->line)->flags & VT_TOKEN_OCR) != 0;
    /* words of the line within the value */
    uint32_t at = info->line->start, first = 0, count = 0;
    size_t byte = info->line->byte_start;
    for (uint32_t i = 0; i < info->words.n; i++) {
        size_t from = vt_info_word_start(info, i);
        if (from > byte) {
            at += (uint32_t)vt_utf8_count(vt_str_sub(c->f->doc->raw_text, byte, from));
            byte = from;
        }
        if (at >= start && at < end) {
            first = count ? first : i;
            count++;
        }
    }
    if (!count)
        return;
    vt_evidence e = vt_evidence_of(info, first, count);
    item->x[X(FOR)] = for_kind(item->kind, &e);
    item->x[X(AGAINST)] = against_kind(item->kind, &e);
    item->x[X(WHOLE)] = count == info->words.n;
    item->x[X(LONG)] = count > 8;
    const vt_word *word = &info->words.at[first];
    item->x[X(SMALL)] = (word->flags & VT_WORD_ALPHA) && !(word->flags & VT_WORD_CAPITAL);
    for (uint32_t i = first; i < first + count; i++)
        if (info->words.at[i].flags & VT_WORD_DIGIT)
            item->x[X(DIGITS)] = 1;
}

static void add(struct collector *c, const struct place *place, uint32_t start, uint32_t end,
                float *confidence)
{
    if (start >= end)
        return;
    vt_confidence_item *item = vt_vec_add(c->f->arena, c->items);
    item->kind = place->kind;
    item->index = place->index;
    item->start = start;
    item->end = end;
    item->confidence = confidence;
    item->x[X(BIAS)] = 1;
    item->x[X(SURE)] = log_odds(*confidence);
    item->x[X(LINE)] = item->x[X(NEIGHBOURS)] = item->x[X(DOCUMENT)] = c->document;
    item->x[X(LENGTH)] = logf((float)(end - start));
    item->x[X(COMPLETE)] = place->complete;
    item->x[X(USUAL)] = place->usual;
    item->x[X(SHARED)] = place->shared;
    size_t line = line_at(c->f, start);
    if (line < c->f->n)
        read_line(c, line, start, end, item);
}

static void add_value(struct collector *c, struct place place, vt_confidence_kind kind, vt_value *v)
{
    place.kind = kind;
    if (vt_value_known(v))
        add(c, &place, v->start, v->end, &v->confidence);
}

static void add_date(struct collector *c, struct place place, vt_confidence_kind kind, vt_date *d)
{
    place.kind = kind;
    if (d->year > 0)
        add(c, &place, d->start, d->end, &d->confidence);
}

static void add_location(struct collector *c, vt_location *l, vt_confidence_kind city,
                         vt_confidence_kind region, vt_confidence_kind code)
{
    struct place place = {
        .complete = 0.5F * (float)vt_value_known(&l->city) +
                    0.5F * (float)(vt_value_known(&l->region) || vt_value_known(&l->country))};
    add_value(c, place, VT_CONFIDENCE_OTHER, &l->text);
    add_value(c, place, city, &l->city);
    add_value(c, place, region, &l->region);
    add_value(c, place, code, &l->country);
    add_value(c, place, code, &l->country_code);
}

/* ---- the parts of the resume ---- */

static bool same_place(const vt_value *a, const vt_value *b)
{
    return vt_value_known(a) && vt_value_known(b) && a->start == b->start && a->end == b->end;
}

static void add_jobs(struct collector *c, vt_resume *r)
{
    size_t titles = 0, companies = 0, starts = 0;
    for (size_t i = 0; i < r->jobs.n; i++) {
        titles += vt_value_known(&r->jobs.at[i].title);
        companies += vt_value_known(&r->jobs.at[i].company);
        starts += r->jobs.at[i].start.year > 0;
    }
    float n = (float)r->jobs.n;
    for (size_t i = 0; i < r->jobs.n; i++) {
        vt_job *j = &r->jobs.at[i];
        bool text = j->highlights.n || vt_value_known(&j->description);
        struct place at = {.index = (uint32_t)i};
        at.complete = 0.3F * (float)vt_value_known(&j->title) +
                      0.3F * (float)vt_value_known(&j->company) +
                      0.3F * (float)(j->start.year > 0) + 0.1F * (float)text;
        at.usual = (float)titles / n;
        add_value(c, at, VT_CONFIDENCE_TITLE, &j->title);
        at.usual = (float)companies / n;
        at.shared = (i > 0 && same_place(&j->company, &r->jobs.at[i - 1].company)) ||
                    (i + 1 < r->jobs.n && same_place(&j->company, &r->jobs.at[i + 1].company));
        add_value(c, at, VT_CONFIDENCE_COMPANY, &j->company);
        at.shared = false;
        at.usual = (float)starts / n;
        add_date(c, at, VT_CONFIDENCE_START_DATE, &j->start);
        add_date(c, at, VT_CONFIDENCE_END_DATE, &j->end);
        add_value(c, at, VT_CONFIDENCE_JOB_TEXT, &j->description);
        for (size_t k = 0; k < j->highlights.n; k++)
            add_value(c, at, VT_CONFIDENCE_JOB_TEXT, &j->highlights.at[k]);
        add_location(c, &j->location, VT_CONFIDENCE_OTHER, VT_CONFIDENCE_OTHER,
                     VT_CONFIDENCE_OTHER);
    }
}

static void add_studies(struct collector *c, vt_resume *r)
{
    size_t schools = 0, degrees = 0, fields = 0, ends = 0;
    for (size_t i = 0; i < r->studies.n; i++) {
        const vt_study *s = &r->studies.at[i];
        schools += vt_value_known(&s->institution);
        degrees += vt_value_known(&s->degree);
        fields += vt_value_known(&s->field);
        ends += s->graduation.year > 0;
    }
    float n = (float)r->studies.n;
    for (size_t i = 0; i < r->studies.n; i++) {
        vt_study *s = &r->studies.at[i];
        struct place at = {.index = (uint32_t)i};
        at.complete = 0.25F * (float)(vt_value_known(&s->institution) + vt_value_known(&s->degree) +
                                      vt_value_known(&s->field) + (s->graduation.year > 0));
        at.usual = (float)schools / n;
        at.shared = i > 0 && same_place(&s->institution, &r->studies.at[i - 1].institution);
        add_value(c, at, VT_CONFIDENCE_INSTITUTION, &s->institution);
        at.shared = false;
        at.usual = (float)degrees / n;
        add_value(c, at, VT_CONFIDENCE_DEGREE, &s->degree);
        at.usual = (float)fields / n;
        add_value(c, at, VT_CONFIDENCE_FIELD_OF_STUDY, &s->field);
        at.usual = (float)ends / n;
        add_date(c, at, VT_CONFIDENCE_GRADUATION, &s->graduation);
        add_date(c, at, VT_CONFIDENCE_OTHER, &s->start);
        add_value(c, at, VT_CONFIDENCE_OTHER, &s->grade);
        add_value(c, at, VT_CONFIDENCE_OTHER, &s->description);
        add_location(c, &s->location, VT_CONFIDENCE_OTHER, VT_CONFIDENCE_OTHER,
                     VT_CONFIDENCE_OTHER);
    }
}

static void add_extras(struct collector *c, vt_extra *at, size_t n)
{
    struct place other = {0};
    for (size_t i = 0; i < n; i++) {
        add_value(c, other, VT_CONFIDENCE_OTHER, &at[i].name);
        add_value(c, other, VT_CONFIDENCE_OTHER, &at[i].by);
        add_value(c, other, VT_CONFIDENCE_OTHER, &at[i].text);
        add_date(c, other, VT_CONFIDENCE_OTHER, &at[i].start);
        add_date(c, other, VT_CONFIDENCE_OTHER, &at[i].end);
    }
}

static void add_lists(struct collector *c, vt_resume *r)
{
    for (size_t i = 0; i < r->skills.n; i++)
        add_value(c, (struct place){.index = (uint32_t)i}, VT_CONFIDENCE_SKILL,
                  &r->skills.at[i].name);
    for (size_t i = 0; i < r->languages.n; i++) {
        vt_language_item *l = &r->languages.at[i];
        struct place at = {.index = (uint32_t)i, .complete = l->proficiency.ptr ? 1 : 0};
        add_value(c, at, VT_CONFIDENCE_LANGUAGE, &l->language);
        add_value(c, at, VT_CONFIDENCE_OTHER, &l->level_text);
    }
    for (size_t i = 0; i < r->certifications.n; i++) {
        vt_certification *x = &r->certifications.at[i];
        struct place at = {.index = (uint32_t)i};
        at.complete = 0.5F * (float)(vt_value_known(&x->issuer) + (x->date.year > 0));
        add_value(c, at, VT_CONFIDENCE_CERTIFICATION, &x->name);
        add_value(c, at, VT_CONFIDENCE_OTHER, &x->issuer);
        add_date(c, at, VT_CONFIDENCE_OTHER, &x->date);
        add_date(c, at, VT_CONFIDENCE_OTHER, &x->expires);
    }
    add_extras(c, r->projects.at, r->projects.n);
    add_extras(c, r->publications.at, r->publications.n);
    add_extras(c, r->awards.at, r->awards.n);
    add_extras(c, r->references.at, r->references.n);
    for (size_t i = 0; i < r->interests.n; i++)
        add_value(c, (struct place){0}, VT_CONFIDENCE_OTHER, &r->interests.at[i]);
}

vt_confidence_items vt_confidence_collect(const vt_facts *facts, const vt_roles *roles,
                                          vt_resume *r)
{
    vt_confidence_items items = {0};
    struct collector c = {facts, roles, &items, log_odds(mean_sureness(roles))};
    struct place own = {0};
    add_value(&c, own, VT_CONFIDENCE_NAME, &r->name);
    add_value(&c, own, VT_CONFIDENCE_LABEL, &r->label);
    add_value(&c, own, VT_CONFIDENCE_EMAIL, &r->email);
    add_value(&c, own, VT_CONFIDENCE_PHONE, &r->phone);
    add_value(&c, own, VT_CONFIDENCE_PHONE, &r->phone_raw);
    add_location(&c, &r->location, VT_CONFIDENCE_CITY, VT_CONFIDENCE_REGION,
                 VT_CONFIDENCE_COUNTRY_CODE);
    add_value(&c, own, VT_CONFIDENCE_SUMMARY, &r->summary);
    add_jobs(&c, r);
    add_studies(&c, r);
    add_lists(&c, r);
    return items;
}

/* ---- the model ---- */

float vt_confidence_of(const vt_confidence_model *m, const vt_confidence_item *item)
{
    double p = vt_logistic_apply(m->weights[item->kind], item->x, VT_CONFIDENCE_FEATURES);
    return vt_calibration_apply(&m->table[item->kind], (float)p);
}

void vt_confidence_apply(const vt_confidence_model *model, const vt_confidence_items *items)
{
    for (size_t i = 0; i < items->n; i++)
        *items->at[i].confidence = vt_confidence_of(model, &items->at[i]);
}

static bool read_numbers(const vt_json *array, size_t min, size_t max, double *ret, size_t *ret_n)
{
    if (!vt_json_is(array, VT_JSON_ARRAY) || array->n < min || array->n > max)
        return false;
    for (size_t i = 0; i < array->n; i++) {
        ret[i] = vt_json_num(array->u.items[i], (double)NAN);
        if (!isfinite(ret[i]))
            return false;
    }
    *ret_n = array->n;
    return true;
}

static bool read_kind(const vt_json *kind, double *weights, vt_calibration *table)
{
    double from[VT_CALIBRATION_POINTS], to[VT_CALIBRATION_POINTS];
    size_t n, points, same;
    if (!read_numbers(vt_json_get(kind, "weights"), VT_CONFIDENCE_FEATURES, VT_CONFIDENCE_FEATURES,
                      weights, &n) ||
        !read_numbers(vt_json_get(kind, "from"), 0, VT_CALIBRATION_POINTS, from, &points) ||
        !read_numbers(vt_json_get(kind, "to"), points, points, to, &same))
        return false;
    table->n = (uint32_t)points;
    for (size_t i = 0; i < points; i++) {
        table->from[i] = (float)from[i];
        table->to[i] = (float)to[i];
        if (to[i] < 0 || to[i] > 1 || (i && (from[i] <= from[i - 1] || to[i] < to[i - 1])))
            return false;
    }
    return true;
}

vt_status vt_confidence_read(vt_arena *arena, vt_str json, vt_confidence_model *ret, vt_error *err)
{
    const vt_json *root = NULL;
    VT_TRY(vt_json_parse(arena, json, &root, err));
    const vt_json *words = vt_json_get(root, "features");
    bool same = vt_json_is(words, VT_JSON_ARRAY) && words->n == VT_COUNT(features);
    for (size_t i = 0; same && i < VT_COUNT(features); i++)
        same = vt_str_eq(vt_json_str(words->u.items[i]), vt_str_z(features[i]));
    if (!same)
        return vt_fail(err, VT_E_FORMAT, "the model of confidences has other features");
    *ret = (vt_confidence_model){0};
    for (size_t i = 0; i < VT_COUNT(names); i++)
        if (!read_kind(vt_json_get(vt_json_get(root, "kinds"), names[i]), ret->weights[i],
                       &ret->table[i]))
            return vt_fail(err, VT_E_FORMAT, "the model of confidences has no sound '%s'",
                           names[i]);
    return VT_OK;
}

static void put_numbers(vt_json_writer *w, const char *key, const float *at, size_t n)
{
    vt_json_key(w, key);
    vt_json_begin_array(w);
    for (size_t i = 0; i < n; i++)
        vt_json_put_num(w, (double)at[i], 4);
    vt_json_end_array(w);
}

void vt_confidence_write(const vt_confidence_model *m, vt_buf *out)
{
    vt_json_writer w = vt_json_writer_init(out, 0);
    vt_json_begin_object(&w);
    vt_json_key(&w, "features");
    vt_json_begin_array(&w);
    for (size_t i = 0; i < VT_COUNT(features); i++)
        vt_json_put_str(&w, vt_str_z(features[i]));
    vt_json_end_array(&w);
    vt_json_key(&w, "kinds");
    vt_json_begin_object(&w);
    for (size_t i = 0; i < VT_COUNT(names); i++) {
        float weights[VT_CONFIDENCE_FEATURES];
        for (size_t k = 0; k < VT_COUNT(weights); k++)
            weights[k] = (float)m->weights[i][k];
        vt_buf_addc(out, '\n'); /* a line a kind, for those who compare */
        vt_json_key(&w, names[i]);
        vt_json_begin_object(&w);
        put_numbers(&w, "weights", weights, VT_COUNT(weights));
        put_numbers(&w, "from", m->table[i].from, m->table[i].n);
        put_numbers(&w, "to", m->table[i].to, m->table[i].n);
        vt_json_end_object(&w);
    }
    vt_json_end_object(&w);
    vt_json_end_object(&w);
    vt_buf_addc(out, '\n');
}
