/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A value and its span are compared as streams of folded letters and digits: white space, hyphens,
 * punctuation, list signs and case never count, the order does. Most values are the very bytes of
 * the span, which a comparison of bytes settles. Values that are written in a normalised form
 * (dates, phones, country codes, addresses behind links) have rules of their own below.
 */
#include "engine/evidence.h"

#include "text/date.h"
#include "text/letters.h"
#include "text/lexicon.h"
#include "text/place.h"

/* A value that is less likely than this is more often wrong than a gap would be. */
#define LEAST_LIKELY 0.2F
#define MONTH_WORDS  16 /* of the span, among which the name of a month is looked for */

enum { STRIDE = 32, MIN_PHONE_DIGITS = 5, MAX_CALLING_CODE = 3 };

struct check {
    const vt_lexicon *lexicon;
    const vt_doc *doc;
    vt_arena *arena;
    vt_day today;
    uint32_t *marks; /* byte of every STRIDE-th code point; NULL: all are ASCII */
    size_t mark_count;
    size_t dropped;
};

/* ---- places in the text ---- */

static void make_marks(struct check *c)
{
    vt_str raw = c->doc->raw_text;
    if (raw.len == c->doc->raw_text_chars)
        return;
    c->marks = VT_NEW_ARRAY(c->arena, uint32_t, raw.len / STRIDE + 1);
    size_t chars = 0;
    for (size_t at = 0; at < raw.len; at++) {
        if (((unsigned char)raw.ptr[at] & 0xC0) == 0x80)
            continue;
        if (chars++ % STRIDE == 0)
            c->marks[c->mark_count++] = (uint32_t)at;
    }
}

static size_t byte_of(const struct check *c, uint32_t chars)
{
    vt_str raw = c->doc->raw_text;
    if (!c->marks)
        return VT_MIN((size_t)chars, raw.len);
    size_t mark = VT_MIN((size_t)chars / STRIDE, c->mark_count - 1), from = c->marks[mark];
    return from + vt_utf8_offset(vt_str_sub(raw, from, raw.len), chars - mark * STRIDE);
}

static vt_str span_of(const struct check *c, uint32_t start, uint32_t end)
{
    if (start >= end)
        return VT_STR("");
    return vt_str_sub(c->doc->raw_text, byte_of(c, start), byte_of(c, end));
}

/* ---- what a span holds ---- */

static bool holds(struct check *c, vt_str span, vt_str text)
{
    if (text.len <= span.len && vt_str_find(span, text, 0) != VT_NPOS)
        return true;
    vt_str letters = vt_letters_of(c->arena, text);
    return letters.len > 0 && vt_str_find(vt_letters_of(c->arena, span), letters, 0) != VT_NPOS;
}

/* All words in their order, others may stand between: texts of several paragraphs. */
static bool holds_words(struct check *c, vt_str span, vt_str text)
{
    if (holds(c, span, text))
        return true;
    vt_str letters = vt_letters_of(c->arena, span);
    size_t at = 0, words = 0;
    for (size_t from = 0; from < text.len;) {
        size_t to = from;
        while (to < text.len && !vt_is_space(text.ptr[to]))
            to++;
        vt_str word = vt_letters_of(c->arena, vt_str_sub(text, from, to));
        if (word.len) {
            at = vt_str_find(letters, word, at);
            if (at == VT_NPOS)
                return false;
            at += word.len;
            words++;
        }
        from = to + 1;
    }
    return words > 0;
}

/* ---- normalised forms ---- */

/* The address of a link on the words of the span. */
static bool links_to(struct check *c, uint32_t start, uint32_t end, vt_str text)
{
    const vt_doc *doc = c->doc;
    for (size_t i = 0; i < doc->tokens.n; i++) {
        const vt_token *t = &doc->tokens.at[i];
        if (t->link < doc->links.n && t->start < end && t->end > start &&
            holds(c, doc->links.at[t->link].url, text))
            return true;
    }
    return false;
}

/* "ana (at) mail dot example": the parts between @ and dots, in order. */
static bool holds_address(struct check *c, vt_str span, vt_str text)
{
    char *parts = VT_NEW_ARRAY(c->arena, char, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        parts[i] = text.ptr[i] == '@' || text.ptr[i] == '.' ? ' ' : text.ptr[i];
    return holds_words(c, span, vt_str_n(parts, text.len));
}

/* E.164 adds the calling code, and a trunk 0 may stand between the digits of the span. */
static bool holds_phone(struct check *c, vt_str span, vt_str text)
{
    if (holds(c, span, text))
        return true;
    vt_str want = vt_digits_of(c->arena, text), have = vt_digits_of(c->arena, span);
    if (text.len == 0 || text.ptr[0] != '+')
        return want.len > 0 && vt_str_find(have, want, 0) != VT_NPOS;
    for (size_t code = 0; code <= MAX_CALLING_CODE && code + MIN_PHONE_DIGITS <= want.len; code++)
        if (vt_str_ends(have, vt_str_sub(want, code, want.len)))
            return true;
    return false;
}

/* A country's name or code, a region or city of it, its calling code or its form of postcodes. */
static bool means_country(struct check *c, vt_str span, vt_str code)
{
    vt_phone phone;
    if (holds(c, span, code) || vt_str_eq(vt_postcode_country(span), code))
        return true;
    if (vt_phone_find(c->arena, c->lexicon, span, 0, VT_STR_NULL, &phone) &&
        vt_str_eq(phone.country, code))
        return true;
    vt_lex_entries entries = vt_lexicon_find_text(c->lexicon, c->arena, span);
    for (size_t i = 0; i < entries.n; i++) {
        const vt_lex_entry *e = &entries.at[i];
        bool land = e->kind == VT_LEX_COUNTRY || e->kind == VT_LEX_REGION;
        if ((land && vt_str_eq(vt_lex_str(c->lexicon, e->a), code)) ||
            (e->kind == VT_LEX_CITY && vt_str_eq(vt_lex_str(c->lexicon, e->b), code)))
            return true;
    }
    return false;
}

static bool same_when(vt_when when, const vt_date *date)
{
    return when.year == date->year && (date->month == 0 || when.month == date->month);
}

static bool has_number(const vt_words *words, int number)
{
    for (size_t i = 0; i < words->n; i++) {
        int64_t n;
        if (vt_str_to_i64(words->at[i].folded, 0, 9999, &n) && n == number)
            return true;
    }
    return false;
}

/* The name of the month is among the words: the year may stand under it, in the next line. */
static bool has_month(struct check *c, const vt_words *words, const vt_date *date)
{
    const vt_date_options options = {.mode = VT_DATE_HEADER, .today = c->today};
    for (size_t i = 0; i < words->n && i < MONTH_WORDS; i++) {
        vt_str text =
            vt_str_format(c->arena, VT_STR_FMT " %d", VT_STR_ARG(words->at[i].folded), date->year);
        vt_words both = vt_words_split(c->arena, text);
        vt_date_hits hits = vt_date_find(c->lexicon, c->arena, &both, &options);
        if (hits.n == 1 && same_when(hits.at[0].from, date))
            return true;
    }
    return false;
}

/* The date can be read in the text; the order of its numbers (03/04) is a matter of the whole
 * document, so a month that stands there as a number is enough. */
static bool reads_date(struct check *c, vt_str text, const vt_date *date)
{
    vt_words words = vt_words_split(c->arena, text);
    const vt_date_options options = {.mode = VT_DATE_HEADER, .today = c->today};
    vt_date_hits hits = vt_date_find(c->lexicon, c->arena, &words, &options);
    bool year = false;
    for (size_t i = 0; i < hits.n; i++) {
        if (same_when(hits.at[i].from, date) || same_when(hits.at[i].to, date))
            return true;
        year |= hits.at[i].from.year == date->year || hits.at[i].to.year == date->year;
    }
    year |= has_number(&words, date->year);
    return year &&
           (date->month == 0 || has_number(&words, date->month) || has_month(c, &words, date));
}

/* In the span itself, or, for "Jan - Mar 2020" with the year at the other end, on its lines; or,
 * for months in small print under their years, on these and the next one. */
static bool holds_date(struct check *c, const vt_date *date)
{
    if (date->start >= date->end)
        return false;
    vt_str raw = c->doc->raw_text;
    size_t from = byte_of(c, date->start), to = byte_of(c, date->end);
    if (reads_date(c, vt_str_sub(raw, from, to), date))
        return true;
    while (from > 0 && raw.ptr[from - 1] != '\n')
        from--;
    for (int line = 0; line < 2; line++, to = VT_MIN(to + 1, raw.len)) {
        while (to < raw.len && raw.ptr[to] != '\n')
            to++;
        if (reads_date(c, vt_str_sub(raw, from, to), date))
            return true;
    }
    return false;
}

/* ---- values ---- */

enum form { PLAIN, LISTED, WORDS, EMAIL, LINK, PHONE, COUNTRY };

static bool stands(struct check *c, const vt_value *v, enum form form)
{
    if (v->start >= v->end)
        return false;
    vt_str span = span_of(c, v->start, v->end);
    switch (form) {
    case PLAIN:
    case LISTED:
        return holds(c, span, v->text);
    case WORDS:
        return holds_words(c, span, v->text);
    case EMAIL:
        return holds_address(c, span, v->text) || links_to(c, v->start, v->end, v->text);
    case LINK:
        return holds(c, span, v->text) || links_to(c, v->start, v->end, v->text);
    case PHONE:
        return holds_phone(c, span, v->text);
    case COUNTRY:
        return means_country(c, span, v->text);
    }
    return false;
}

static void keep(struct check *c, vt_value *v, enum form form)
{
    if (!vt_value_known(v))
        return;
    bool likely = form == WORDS || form == LISTED || v->confidence >= LEAST_LIKELY;
    if (likely && stands(c, v, form))
        return;
    *v = (vt_value){0};
    c->dropped += likely;
}

static void keep_date(struct check *c, vt_date *date)
{
    if (date->year <= 0)
        return;
    bool likely = date->confidence >= LEAST_LIKELY;
    if (likely && holds_date(c, date))
        return;
    *date = (vt_date){0};
    c->dropped += likely;
}

static void keep_location(struct check *c, vt_location *l)
{
    keep(c, &l->text, PLAIN);
    keep(c, &l->city, PLAIN);
    keep(c, &l->region, PLAIN);
    keep(c, &l->country, PLAIN);
    keep(c, &l->country_code, COUNTRY);
}

/* Keeps the elements for which `stays` holds. */
#define KEEP_IF(vec, stays)                                                                        \
    do {                                                                                           \
        size_t kept_ = 0;                                                                          \
        for (size_t i = 0; i < (vec)->n; i++)                                                      \
            if (stays)                                                                             \
                (vec)->at[kept_++] = (vec)->at[i];                                                 \
        (vec)->n = kept_;                                                                          \
    } while (0)

static void keep_job(struct check *c, vt_job *job)
{
    keep(c, &job->company, PLAIN);
    keep(c, &job->title, PLAIN);
    if (!vt_value_known(&job->title))
        job->occupation = (vt_job_occupation){0};
    keep_location(c, &job->location);
    keep_date(c, &job->start);
    keep_date(c, &job->end);
    keep(c, &job->description, WORDS);
    for (size_t i = 0; i < job->highlights.n; i++)
        keep(c, &job->highlights.at[i], WORDS);
    KEEP_IF(&job->highlights, vt_value_known(&job->highlights.at[i]));
}

static void keep_jobs(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->jobs.n; i++)
        keep_job(c, &r->jobs.at[i]);
    KEEP_IF(&r->jobs,
            vt_value_known(&r->jobs.at[i].title) || vt_value_known(&r->jobs.at[i].company));
}

static void keep_studies(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->studies.n; i++) {
        vt_study *s = &r->studies.at[i];
        keep(c, &s->institution, PLAIN);
        keep(c, &s->degree, PLAIN);
        keep(c, &s->field, PLAIN);
        keep(c, &s->grade, PLAIN);
        keep_location(c, &s->location);
        keep_date(c, &s->start);
        keep_date(c, &s->graduation);
        keep(c, &s->description, WORDS);
    }
    KEEP_IF(&r->studies, vt_value_known(&r->studies.at[i].institution) ||
                             vt_value_known(&r->studies.at[i].degree) ||
                             vt_value_known(&r->studies.at[i].field));
}

/* An implied skill is no claim of the document: it stays while the skill that implies it does. */
static bool has_source(const vt_resume *r, vt_str implied_by)
{
    for (size_t i = 0; i < r->skills.n; i++) {
        const vt_skill_item *s = &r->skills.at[i];
        if (s->method != VT_MATCH_IMPLIED && vt_value_known(&s->name) &&
            vt_str_eq(s->canonical, implied_by))
            return true;
    }
    return false;
}

static void keep_skills(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->skills.n; i++)
        if (r->skills.at[i].method != VT_MATCH_IMPLIED)
            keep(c, &r->skills.at[i].name, LISTED);
    for (size_t i = 0; i < r->skills.n; i++) {
        vt_skill_item *s = &r->skills.at[i];
        if (s->method == VT_MATCH_IMPLIED && !has_source(r, s->implied_by))
            s->name = (vt_value){0};
    }
    KEEP_IF(&r->skills, vt_value_known(&r->skills.at[i].name));
}

static void keep_certifications(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->certifications.n; i++) {
        vt_certification *x = &r->certifications.at[i];
        keep(c, &x->name, PLAIN);
        keep(c, &x->issuer, PLAIN);
        keep(c, &x->credential_id, PLAIN);
        keep(c, &x->url, LINK);
        keep_date(c, &x->date);
        keep_date(c, &x->expires);
    }
    KEEP_IF(&r->certifications, vt_value_known(&r->certifications.at[i].name));
}

static void keep_languages(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->languages.n; i++) {
        vt_language_item *l = &r->languages.at[i];
        bool stated = vt_value_known(&l->level_text);
        keep(c, &l->language, PLAIN);
        keep(c, &l->level_text, PLAIN);
        if (stated && !vt_value_known(&l->level_text))
            l->proficiency = l->cefr = VT_STR_NULL;
    }
    KEEP_IF(&r->languages, vt_value_known(&r->languages.at[i].language));
}

static void keep_extras(struct check *c, vt_extra *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        keep(c, &at[i].name, PLAIN);
        keep(c, &at[i].by, PLAIN);
        keep(c, &at[i].url, LINK);
        keep(c, &at[i].text, WORDS);
        keep_date(c, &at[i].start);
        keep_date(c, &at[i].end);
    }
}

#define KEEP_EXTRAS(c, vec)                                                                        \
    do {                                                                                           \
        keep_extras((c), (vec)->at, (vec)->n);                                                     \
        KEEP_IF((vec), vt_value_known(&(vec)->at[i].name));                                        \
    } while (0)

static void keep_lists(struct check *c, vt_resume *r)
{
    for (size_t i = 0; i < r->links.n; i++)
        keep(c, &r->links.at[i].url, LINK);
    KEEP_IF(&r->links, vt_value_known(&r->links.at[i].url));
    for (size_t i = 0; i < r->interests.n; i++)
        keep(c, &r->interests.at[i], PLAIN);
    KEEP_IF(&r->interests, vt_value_known(&r->interests.at[i]));
    KEEP_EXTRAS(c, &r->projects);
    KEEP_EXTRAS(c, &r->publications);
    KEEP_EXTRAS(c, &r->awards);
    KEEP_EXTRAS(c, &r->references);
}

/* Those of a list that stand in the text; gives how many are left. */
static size_t keep_list(struct check *c, vt_value *at, size_t n, enum form form)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        keep(c, &at[i], form);
        if (vt_value_known(&at[i]))
            at[kept++] = at[i];
    }
    return kept;
}

size_t vt_evidence_check(const vt_lexicon *lexicon, const vt_doc *doc, vt_day today,
                         vt_resume *resume)
{
    struct check c = {.lexicon = lexicon, .doc = doc, .arena = resume->arena, .today = today};
    make_marks(&c);
    keep(&c, &resume->name, PLAIN);
    keep(&c, &resume->label, PLAIN);
    keep(&c, &resume->email, EMAIL);
    keep(&c, &resume->phone, PHONE);
    keep(&c, &resume->phone_raw, PLAIN);
    keep(&c, &resume->given_name, PLAIN);
    keep(&c, &resume->family_name, PLAIN);
    keep(&c, &resume->street, PLAIN);
    keep(&c, &resume->postcode, PLAIN);
    resume->emails.n = keep_list(&c, resume->emails.at, resume->emails.n, EMAIL);
    resume->phones.n = keep_list(&c, resume->phones.at, resume->phones.n, PHONE);
    keep_location(&c, &resume->location);
    keep(&c, &resume->summary, WORDS);
    keep_jobs(&c, resume);
    keep_studies(&c, resume);
    keep_skills(&c, resume);
    keep_certifications(&c, resume);
    keep_languages(&c, resume);
    keep_lists(&c, resume);
    return c.dropped;
}
