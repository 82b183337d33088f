/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three steps. All values of the groups, those that the answer would not show included, become
 * secrets (conceal.h) and unknown. raw_text has their spans and all their occurrences covered. At
 * last each string of the finished answer is covered, words of the contract's own excepted.
 */
#include "engine/redact.h"

#include "base/json.h"
#include "engine/conceal.h"
#include "text/lexicon.h"

struct redactor {
    vt_arena *arena;
    uint32_t groups;
    const vt_doc *doc; /* NULL: of a given result */
    vt_secrets *secrets;
    VT_VEC(vt_stretch) spans;
};

typedef void (*keep_fn)(vt_secrets *secrets, vt_str text);

static void take_span(struct redactor *r, uint32_t start, uint32_t end)
{
    if (start < end && r->doc)
        vt_doc_tell(r->doc, &start, &end);
    if (start < end)
        vt_vec_push(r->arena, &r->spans, ((vt_stretch){start, end}));
}

/* The value becomes a secret and unknown when its group is asked for. */
static void take(struct redactor *r, uint32_t groups, vt_value *value, keep_fn keep)
{
    if (!(r->groups & groups) || !vt_value_known(value))
        return;
    if (keep)
        keep(r->secrets, value->text);
    take_span(r, value->start, value->end);
    *value = (vt_value){0};
}

static void take_date(struct redactor *r, vt_date *date)
{
    if (!(r->groups & VT_REDACT_DATES) || date->year <= 0)
        return;
    take_span(r, date->start, date->end);
    *date = (vt_date){0};
}

static void take_place(struct redactor *r, vt_location *place)
{
    take(r, VT_REDACT_LOCATION, &place->text, vt_secret_phrase);
    take(r, VT_REDACT_LOCATION, &place->city, vt_secret_phrase);
    take(r, VT_REDACT_LOCATION, &place->region, vt_secret_phrase);
    take(r, VT_REDACT_LOCATION, &place->country, vt_secret_phrase);
    take(r, VT_REDACT_LOCATION, &place->country_code, NULL); /* derived: no word of the text */
}

/* All of the person's addresses and numbers, not only the chosen ones. */
static void take_contacts(struct redactor *r, vt_resume *resume)
{
    for (size_t i = 0; i < resume->emails.n; i++)
        take(r, VT_REDACT_CONTACT, &resume->emails.at[i], vt_secret_address);
    for (size_t i = 0; i < resume->phones.n; i++)
        take(r, VT_REDACT_CONTACT, &resume->phones.at[i], vt_secret_phone);
    if (r->groups & VT_REDACT_CONTACT)
        resume->emails.n = resume->phones.n = 0;
}

static void take_person(struct redactor *r, vt_resume *resume, vt_str text)
{
    take(r, VT_REDACT_NAME, &resume->name, vt_secret_name);
    if ((r->groups & VT_REDACT_NAME) && vt_value_known(&resume->email))
        vt_secret_names_spelt(r->secrets, resume->email.text, text);
    take(r, VT_REDACT_CONTACT, &resume->email, vt_secret_address);
    take(r, VT_REDACT_CONTACT, &resume->phone, vt_secret_phone);
    take(r, VT_REDACT_CONTACT, &resume->phone_raw, vt_secret_phone);
    take(r, VT_REDACT_NAME, &resume->given_name, vt_secret_name);
    take(r, VT_REDACT_NAME, &resume->family_name, vt_secret_name);
    take(r, VT_REDACT_CONTACT | VT_REDACT_LOCATION, &resume->street, vt_secret_phrase);
    take(r, VT_REDACT_CONTACT | VT_REDACT_LOCATION, &resume->postcode, vt_secret_phrase);
    take_contacts(r, resume);
    take_place(r, &resume->location);
    for (size_t i = 0; i < resume->links.n; i++)
        take(r, VT_REDACT_CONTACT, &resume->links.at[i].url, vt_secret_address);
    if (r->groups & VT_REDACT_CONTACT)
        resume->links.n = 0;
}

static void take_history(struct redactor *r, vt_resume *resume)
{
    for (size_t i = 0; i < resume->jobs.n; i++) {
        vt_job *job = &resume->jobs.at[i];
        take(r, VT_REDACT_EMPLOYER, &job->company, vt_secret_phrase);
        take_place(r, &job->location);
        take_date(r, &job->start);
        take_date(r, &job->end);
    }
    for (size_t i = 0; i < resume->studies.n; i++) {
        vt_study *study = &resume->studies.at[i];
        take(r, VT_REDACT_SCHOOL, &study->institution, vt_secret_phrase);
        take_place(r, &study->location);
        take_date(r, &study->start);
        take_date(r, &study->graduation);
    }
}

static void take_extra(struct redactor *r, vt_extra *extra)
{
    take(r, VT_REDACT_CONTACT, &extra->url, vt_secret_address);
    take_date(r, &extra->start);
    take_date(r, &extra->end);
}

/* Other people: who gives a reference leads to the candidate. */
static void take_reference(struct redactor *r, vt_extra *reference)
{
    take(r, VT_REDACT_CONTACT, &reference->name, vt_secret_name);
    take(r, VT_REDACT_CONTACT, &reference->by, vt_secret_phrase);
    take(r, VT_REDACT_CONTACT, &reference->text, NULL);
    take_extra(r, reference);
}

static void take_others(struct redactor *r, vt_resume *resume)
{
    for (size_t i = 0; i < resume->certifications.n; i++) {
        vt_certification *c = &resume->certifications.at[i];
        take(r, VT_REDACT_CONTACT, &c->url, vt_secret_address);
        take_date(r, &c->date);
        take_date(r, &c->expires);
    }
    for (size_t i = 0; i < resume->projects.n; i++)
        take_extra(r, &resume->projects.at[i]);
    for (size_t i = 0; i < resume->publications.n; i++)
        take_extra(r, &resume->publications.at[i]);
    for (size_t i = 0; i < resume->awards.n; i++)
        take_extra(r, &resume->awards.at[i]);
    for (size_t i = 0; i < resume->references.n; i++)
        take_reference(r, &resume->references.at[i]);
    if (r->groups & VT_REDACT_CONTACT)
        resume->references.n = 0;
}

/* Nothing is known of the text: it did not come to be parsed. */
static void cover_whole(struct vt_run *run)
{
    run->raw_text = vt_cover_all(run->arena, run->raw_text);
    for (size_t i = 0; i < run->prompt_check.detections.n; i++) {
        vt_detection *d = &run->prompt_check.detections.at[i];
        d->context = vt_cover_all(run->arena, d->context);
    }
}

/* A result that was given is written anew, so that it has no member that is not known here. */
static void take_given(struct vt_run *run)
{
    static const char *const extras[] = {"links",  "projects",   "publications",
                                         "awards", "references", "interests"};
    vt_options *options = VT_NEW(run->arena, vt_options);
    *options = *run->options;
    for (size_t i = 0; i < VT_COUNT(extras); i++)
        options->extras = options->extras || vt_json_get(run->given, extras[i]);
    run->options = options;
    run->given = NULL;
}

/* Values of the groups leave the resume, and raw_text has them covered. */
static void take_resume(struct vt_run *run)
{
    const vt_options *o = run->options;
    struct redactor r = {.arena = run->arena, .doc = run->doc, .groups = o->redact};
    r.secrets = vt_secrets_new(run->arena, run->engine->lexicon, o->redact, o->reference_date);
    take_person(&r, run->resume, run->raw_text);
    take_history(&r, run->resume);
    take_others(&r, run->resume);
    if (run->given)
        take_given(run);
    run->secrets = r.secrets;
    run->raw_text = vt_secrets_cover(r.secrets, run->arena, run->raw_text, r.spans.at, r.spans.n);
    if (run->features) /* sentences without holes where they can do without the value */
        run->features->summary =
            vt_aggregate(run->arena, run->resume, o->reference_date, vt_tongue_to_write(run),
                         o->legacy ? VT_LEGACY_SENTENCES : VT_SENTENCES)
                .summary;
}

vt_str vt_redact_untold(const struct vt_run *run, vt_str text)
{
    return run->options->redact ? vt_cover_all(run->arena, text) : text;
}

/* ---- the finished answer ---- */

/* Members whose words are the contract's, not the document's. */
static bool is_own_word(vt_str key)
{
    static const char *const keys[] = {"type",         "proficiency", "skill_type", "skill_id",
                                       "match_method", "kind",        "cefr",       "raw_text",
                                       "metadata",     "checks"};
    return VT_STR_AMONG(key, keys);
}

static void put_covered(struct vt_run *run, vt_json_writer *w, const vt_json *value);

static void put_members(struct vt_run *run, vt_json_writer *w, const vt_json *object)
{
    vt_json_begin_object(w);
    for (size_t i = 0; i < object->n; i++) {
        vt_json_key_str(w, object->u.members[i].key);
        if (is_own_word(object->u.members[i].key))
            vt_json_put_tree(w, object->u.members[i].value);
        else
            put_covered(run, w, object->u.members[i].value);
    }
    vt_json_end_object(w);
}

static void put_covered(struct vt_run *run, vt_json_writer *w, const vt_json *value)
{
    if (vt_json_is(value, VT_JSON_OBJECT)) {
        put_members(run, w, value);
    } else if (vt_json_is(value, VT_JSON_ARRAY)) {
        vt_json_begin_array(w);
        for (size_t i = 0; i < value->n; i++)
            put_covered(run, w, value->u.items[i]);
        vt_json_end_array(w);
    } else if (vt_json_is(value, VT_JSON_STRING)) {
        vt_json_put_str(w, vt_secrets_cover(run->secrets, run->arena, value->u.string, NULL, 0));
    } else {
        vt_json_put_tree(w, value);
    }
}

vt_status vt_redact_write(struct vt_run *run, vt_buf *out, vt_error *err)
{
    if (!run->resume || run->outcome->failed) {
        cover_whole(run);
        vt_parts_write(run, out);
        return VT_OK;
    }
    take_resume(run);
    VT_AUTO(vt_buf) vt_buf parts = {0};
    const vt_json *tree = NULL;
    vt_parts_write(run, &parts);
    VT_TRY(vt_json_parse(run->arena, vt_buf_str(&parts), &tree, err));
    vt_json_writer w = vt_json_writer_init(out, 0);
    put_covered(run, &w, tree);
    return VT_OK;
}
