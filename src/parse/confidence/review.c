/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/confidence/review.h"

#include <stdio.h>

enum {
    MAX_REVIEW = 50,
    NAME_MIN = 4,       /* bytes of a value that is looked for in another line */
    HEAD_WORDS = 12,    /* of a line that may be a head */
    LEVEL_WORDS = 3,    /* of a line that may be a level */
    SECTION_LINES = 12, /* that are shown of a section without items */
};
#define DOUBTFUL 0.65f /* a value with a lower probability is looked at */

static void add(const vt_facts *f, vt_resume *r, vt_review row)
{
    if (r->review.n < MAX_REVIEW)
        vt_vec_push(f->arena, &r->review, row);
}

/** Values that are more likely wrong than most. */
static void add_doubtful(const vt_facts *f, const vt_confidence_items *values, vt_resume *r)
{
    for (size_t i = 0; i < values->n; i++) {
        const vt_confidence_item *v = &values->at[i], *last = i ? v - 1 : NULL;
        bool again = last && last->kind == v->kind && last->index == v->index;
        if (v->kind == VT_CONFIDENCE_OTHER || v->kind == VT_CONFIDENCE_SKILL || again ||
            *v->confidence >= DOUBTFUL)
            continue;
        char pointer[128];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        int n = snprintf(pointer, sizeof pointer, vt_confidence_pointer(v->kind), (size_t)v->index);
#pragma GCC diagnostic pop
        add(f, r,
            (vt_review){.pointer = vt_str_dup(f->arena, vt_str_n(pointer, (size_t)n)),
                        .reason = "doubtful"});
    }
}

/* ---- what stands in no value ---- */

/** Which code points of raw_text stand in a value of the resume. */
struct cover {
    const vt_facts *f;
    bool *at; /* [chars] */
    size_t chars;
};

static void cover_span(struct cover *c, uint32_t start, uint32_t end)
{
    for (size_t i = start; i < end && i < c->chars; i++)
        c->at[i] = true;
}

static void cover_value(struct cover *c, const vt_value *v)
{
    if (vt_value_known(v))
        cover_span(c, v->start, v->end);
}

static struct cover cover_of(const vt_facts *f, const vt_confidence_items *values,
                             const vt_resume *r)
{
    struct cover c = {.f = f, .chars = f->doc->raw_text_chars};
    c.at = VT_NEW_ARRAY(f->arena, bool, c.chars + 1);
    for (size_t i = 0; i < values->n; i++)
        cover_span(&c, values->at[i].start, values->at[i].end);
    for (size_t i = 0; i < r->emails.n; i++)
        cover_value(&c, &r->emails.at[i]);
    for (size_t i = 0; i < r->phones.n; i++)
        cover_value(&c, &r->phones.at[i]);
    for (size_t i = 0; i < r->links.n; i++)
        cover_value(&c, &r->links.at[i].url);
    for (size_t i = 0; i < r->skills.n; i++) {
        cover_value(&c, &r->skills.at[i].group);
        cover_value(&c, &r->skills.at[i].level_text);
    }
    return c;
}

/** Does a value stand in these bytes of raw_text? */
static bool holds_value(const struct cover *c, size_t from, size_t to)
{
    size_t end = vt_facts_chars(c->f, to);
    for (size_t i = vt_facts_chars(c->f, from); i < end && i < c->chars; i++)
        if (c->at[i])
            return true;
    return false;
}

static bool is_free(const struct cover *c, const vt_info *info)
{
    return !holds_value(c, info->base, vt_info_end(info));
}

/** A range of dates that no value holds. */
static bool has_free_range(const struct cover *c, const vt_info *info)
{
    for (size_t i = 0; info->range && i < info->dates.n; i++) {
        const vt_date_hit *d = &info->dates.at[i];
        if ((d->range || d->current) && !holds_value(c, info->base + d->start, info->base + d->end))
            return true;
    }
    return false;
}

/** The name of a language that no value holds. */
static bool has_free_language(const struct cover *c, const vt_info *info)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_LANGUAGE &&
            !holds_value(c, vt_info_word_start(info, h->first),
                         vt_info_word_end(info, h->first + h->count - 1)))
            return true;
    }
    return false;
}

/** Roles whose lines are of no item and of no list. */
static bool is_loose(uint8_t role)
{
    return role == VT_ROLE_OTHER || role == VT_ROLE_SUMMARY || role == VT_ROLE_CONTACT ||
           role == VT_ROLE_HEADING || role == VT_ROLE_LABEL;
}

static bool is_head(uint8_t role)
{
    return role == VT_ROLE_JOB_BEGIN || role == VT_ROLE_JOB_HEAD || role == VT_ROLE_EDU_BEGIN ||
           role == VT_ROLE_EDU_HEAD;
}

static bool holds_email(const vt_resume *r, vt_str email)
{
    for (size_t i = 0; i < r->emails.n; i++)
        if (vt_str_eq_nocase(r->emails.at[i].text, email))
            return true;
    return vt_str_eq_nocase(r->email.text, email);
}

static bool has_free_email(const vt_facts *f, const vt_info *info, const vt_resume *r)
{
    vt_email email;
    return info->email && vt_email_find(f->arena, info->text, 0, &email) &&
           !vt_email_is_masked(email.text) && !holds_email(r, email.text);
}

/** Does the text name the value: is it said a second time? */
static bool names(vt_str text, const vt_value *v)
{
    if (!vt_value_known(v) || v->text.len < NAME_MIN)
        return false;
    for (size_t at = 0; at + v->text.len <= text.len; at++)
        if (vt_str_eq_nocase(vt_str_sub(text, at, at + v->text.len), v->text))
            return true;
    return false;
}

/** A line of a job or study that the resume has already: many documents say them twice. */
static bool is_repeat(const vt_info *info, const vt_resume *r)
{
    for (size_t i = 0; i < r->jobs.n; i++)
        if (names(info->text, &r->jobs.at[i].title) || names(info->text, &r->jobs.at[i].company))
            return true;
    for (size_t i = 0; i < r->studies.n; i++)
        if (names(info->text, &r->studies.at[i].institution) ||
            names(info->text, &r->studies.at[i].degree) ||
            names(info->text, &r->studies.at[i].field))
            return true;
    return false;
}

/** Nothing but dates and words of dates, or a place. */
static bool is_frame(const vt_info *info)
{
    uint32_t dated = 0, words = 0;
    for (size_t i = 0; i < info->words.n; i++) {
        bool date = !(info->words.at[i].flags & VT_WORD_ALPHA);
        for (size_t h = 0; h < info->hits.n && !date; h++)
            date = info->hits.at[h].first == i && info->hits.at[h].entry->kind == VT_LEX_DATE_WORD;
        words++;
        dated += date;
    }
    return dated == words || info->place_share > 0.5f || info->date_share > 0.5f;
}

/** A line in the head of a job or study that gave it nothing. */
static bool is_idle_head(const struct cover *c, const vt_info *info, uint8_t role,
                         const vt_resume *r)
{
    bool job = role == VT_ROLE_JOB_BEGIN || role == VT_ROLE_JOB_HEAD;
    if (!is_head(role) || !is_free(c, info) || info->words.n > HEAD_WORDS || info->letters < 3 ||
        info->bullet || is_frame(info) || is_repeat(info, r))
        return false;
    return job || info->degree >= 0.5f || info->school >= 0.5f;
}

/** A line of a list of skills that gave none, and is no level ("Advanced", "familiar with"). */
static bool is_idle_skill(const struct cover *c, const vt_info *info)
{
    if (!is_free(c, info) || info->letters < 3 || info->colon)
        return false;
    for (size_t i = 0; i < info->hits.n && info->words.n <= LEVEL_WORDS; i++)
        if (info->hits.at[i].entry->kind == VT_LEX_PROFICIENCY)
            return false;
    return true;
}

/** Why a line should be looked at, or NULL. */
static const char *reason_of(const struct cover *c, const vt_info *info, const vt_labelled *line,
                             const vt_resume *r)
{
    uint8_t role = line->role;
    bool loose = is_loose(role) && !line->item;
    if ((loose || is_head(role)) && has_free_range(c, info) && !is_repeat(info, r))
        return "dates_in_no_item";
    if (is_loose(role) && info->degree >= 0.8f && info->title < 0.5f &&
        info->words.n <= HEAD_WORDS && role != VT_ROLE_SUMMARY && role != VT_ROLE_HEADING)
        return "degree_in_no_study";
    if (role != VT_ROLE_REFERENCE && has_free_email(c->f, info, r))
        return "email_in_no_value";
    if (is_idle_head(c, info, role, r))
        return "head_in_no_value";
    if (role == VT_ROLE_LANGUAGE && has_free_language(c, info))
        return "language_in_no_value";
    if (role == VT_ROLE_SKILL && is_idle_skill(c, info))
        return "skill_in_no_value";
    return NULL;
}

static void add_omitted(const struct cover *c, const vt_roles *roles, vt_resume *r)
{
    for (size_t i = 0; i < c->f->n; i++) {
        const vt_info *info = &c->f->at[i];
        const char *reason = reason_of(c, info, &roles->at[i], r);
        if (reason)
            add(c->f, r,
                (vt_review){.start = info->line->start, .end = info->line->end, .reason = reason});
    }
}

/** Jobs without an employer where the others have one. That jobs lack a title or dates, or studies
 * something, is mostly so in the document. */
static void add_incomplete(const vt_facts *f, vt_resume *r)
{
    size_t known = 0;
    for (size_t i = 0; i < r->jobs.n; i++)
        known += vt_value_known(&r->jobs.at[i].company);
    for (size_t i = 0; i < r->jobs.n && known >= 2 && known * 4 >= (r->jobs.n - 1) * 3; i++)
        if (!vt_value_known(&r->jobs.at[i].company))
            add(f, r,
                (vt_review){.pointer = vt_str_format(f->arena, "/experience/%zu/company", i),
                            .reason = "field_missing"});
}

/** Where the lines under a heading end. */
static uint32_t section_end(const vt_facts *f, const vt_roles *roles, size_t heading)
{
    size_t i = heading;
    while (i + 1 < f->n && i - heading < SECTION_LINES &&
           roles->at[i + 1].role != VT_ROLE_HEADING &&
           f->at[i + 1].line->start >= f->at[i].line->end)
        i++;
    return f->at[i].line->end;
}

/** Headings of sections that gave nothing. */
static void add_empty_sections(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    for (size_t i = 0; i < f->n; i++) {
        uint8_t section = roles->at[i].section;
        bool empty = (section == VT_SECTION_EXPERIENCE && !r->jobs.n) ||
                     (section == VT_SECTION_EDUCATION && !r->studies.n) ||
                     (section == VT_SECTION_SKILLS && !r->skills.n) ||
                     (section == VT_SECTION_LANGUAGES && !r->languages.n) ||
                     (section == VT_SECTION_CERTIFICATIONS && !r->certifications.n);
        if (empty && roles->at[i].role == VT_ROLE_HEADING)
            add(f, r,
                (vt_review){.start = f->at[i].line->start,
                            .end = section_end(f, roles, i),
                            .reason = "section_without_items"});
    }
}

void vt_review_find(const vt_facts *f, const vt_roles *roles, const vt_confidence_items *values,
                    vt_resume *r)
{
    add_doubtful(f, values, r);
    add_incomplete(f, r);
    const struct cover cover = cover_of(f, values, r);
    add_omitted(&cover, roles, r);
    add_empty_sections(f, roles, r);
}
