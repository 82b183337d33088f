/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs from items. Several roles under one employer share it: an item without an employer takes
 * that of the item before, and an item that is nothing but an employer gives way to its roles.
 */
#include "parse/assemble/assemble.h"

/* ---- text of an item ---- */

/** Does the line go on with the list item or paragraph before it? */
static bool goes_on(const vt_facts *f, const vt_info *before, const vt_info *info, bool in_bullet)
{
    if (info->bullet)
        return false;
    if (info->continues || info->begins_lower)
        return true;
    if (in_bullet) { /* wrapped lines stand at the indent of the list item's text */
        bool deeper = info->line->indent > 2.0f || info->line->column != before->line->column;
        return deeper || !before->stop;
    }
    if (info->line->page != before->line->page || info->line->column != before->line->column)
        return !before->stop;
    (void)f;
    return info->gap < 0.9f && !info->lead_bold;
}

vt_text_parts vt_text_join(const vt_facts *f, const uint32_t *lines, size_t n)
{
    vt_text_parts parts = {.at = VT_NEW_ARRAY(f->arena, vt_text_part, VT_MAX(n, 1))};
    const vt_info *before = NULL;
    for (size_t i = 0; i < n; i++) {
        const vt_info *info = &f->at[lines[i]];
        size_t to = info->base + info->tail;
        vt_text_part *last = parts.n ? &parts.at[parts.n - 1] : NULL;
        bool next = before && lines[i] == lines[i - 1] + 1 && info->base > before->base;
        if (last && next && goes_on(f, before, info, last->bullet))
            last->to = to;
        else
            parts.at[parts.n++] = (vt_text_part){info->base, to, info->bullet};
        before = info;
    }
    return parts;
}

vt_value vt_text_value(const vt_facts *f, const vt_text_parts *parts, bool bullets,
                       float confidence)
{
    vt_value all = {0};
    for (size_t i = 0; i < parts->n; i++) {
        if (parts->at[i].bullet != bullets)
            continue;
        vt_value v = vt_facts_value(f, parts->at[i].from, parts->at[i].to, confidence);
        if (!vt_value_known(&v))
            continue;
        if (!vt_value_known(&all)) {
            all = v;
            continue;
        }
        all.text = vt_str_format(f->arena, VT_STR_FMT "\n" VT_STR_FMT, VT_STR_ARG(all.text),
                                 VT_STR_ARG(v.text));
        all.start = VT_MIN(all.start, v.start);
        all.end = VT_MAX(all.end, v.end);
    }
    return all;
}

/** A line of an item's text that says nothing: a date or place beside it, a bare URL. */
static bool is_aside(const vt_info *info)
{
    if (info->bullet)
        return false;
    float rest = 1.0f - info->date_share - info->place_share;
    if (rest < 0.3f && info->words.n <= 8)
        return true;
    vt_url url;
    return info->url && vt_url_find(info->text, 0, &url) &&
           (url.span.end - url.span.start) * 10 >= info->text.len * 8;
}

static void read_text(const vt_facts *f, const vt_item *item, vt_job *job)
{
    uint32_t *lines = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(item->text_count, 1));
    size_t n = 0;
    for (size_t i = 0; i < item->text_count; i++)
        if (!is_aside(&f->at[item->texts[i]]))
            lines[n++] = item->texts[i];
    vt_text_parts parts = vt_text_join(f, lines, n);
    job->description = vt_text_value(f, &parts, false, 0.9f);
    for (size_t i = 0; i < parts.n; i++) {
        vt_value v = vt_facts_value(f, parts.at[i].from, parts.at[i].to, 0.92f);
        if (parts.at[i].bullet && vt_value_known(&v))
            vt_vec_push(f->arena, &job->highlights, v);
    }
}

/* ---- type ---- */

static bool title_has(const vt_facts *f, const vt_job_fields *x, const char *const *words, size_t n)
{
    if (x->title.from == x->title.to)
        return false;
    const vt_info *info = &f->at[x->title.line];
    for (size_t i = vt_info_word_at(info, x->title.from);
         i < info->words.n && info->base + info->words.at[i].start < x->title.to; i++)
        for (size_t k = 0; k < n; k++)
            if (vt_str_eq(info->words.at[i].folded, vt_str_z(words[k])))
                return true;
    return false;
}

/** Sections that are not about jobs: their dated roles are unpaid unless said otherwise. */
static bool is_soft_section(uint8_t section)
{
    return section == VT_SECTION_INTERESTS || section == VT_SECTION_MEMBERSHIPS ||
           section == VT_SECTION_ADDITIONAL || section == VT_SECTION_UNKNOWN;
}

/** "Member" alone is a membership, no role. */
static bool is_membership(const vt_value *title)
{
    static const char *const words[] = {
        "member", "mitglied", "membre",     "miembro",          "membro",        "socio",
        "lid",    "fellow",   "subscriber", "associate member", "student member"};
    return VT_STR_AMONG_NOCASE(title->text, words);
}

/** A time without work, as tabular resumes state it, so that no gap is left. */
static bool is_pause(const vt_job *job)
{
    static const char *const words[] = {
        "elternzeit",          "mutterschutz",      "arbeitssuchend",     "arbeitsuchend",
        "arbeitssuche",        "pflegezeit",        "sabbatical",         "sabbatjahr",
        "parental leave",      "maternity leave",   "paternity leave",    "career break",
        "congé parental",      "congé maternité",   "année sabbatique",   "recherche d'emploi",
        "excedencia",          "año sabático",      "búsqueda de empleo", "congedo parentale",
        "licença maternidade", "ouderschapsverlof", "wereldreis"};
    if (vt_value_known(&job->company))
        return false;
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_starts_nocase(job->title.text, vt_str_z(words[i])))
            return true;
    return false;
}

static vt_job_type job_type(const vt_facts *f, const vt_item *item, const vt_job_fields *x)
{
    static const char *const interns[] = {"intern",     "internship", "praktikant",  "praktikantin",
                                          "praktikum",  "stagiaire",  "becario",     "becaria",
                                          "estagiario", "estagiaria", "tirocinante", "stagista",
                                          "stagiair",   "stazysta",   "stajyer",     "werkstudent"};
    static const char *const volunteers[] = {
        "volunteer",  "ehrenamtlich", "benevole",     "voluntario",   "voluntaria",
        "volontario", "volontaria",   "vrijwilliger", "wolontariusz", "gonullu"};
    static const char *const freelancers[] = {"freelance", "freelancer"};
    static const char *const contractors[] = {"contractor"};
    if (item->section == VT_SECTION_VOLUNTEER)
        return VT_JOB_VOLUNTEER;
    if (x->employment != VT_EMPLOYMENT_NONE)
        return (vt_job_type)(x->employment - VT_EMPLOYMENT_FULL_TIME);
    if (title_has(f, x, interns, VT_COUNT(interns)))
        return VT_JOB_INTERNSHIP;
    if (title_has(f, x, volunteers, VT_COUNT(volunteers)))
        return VT_JOB_VOLUNTEER;
    if (title_has(f, x, freelancers, VT_COUNT(freelancers)))
        return VT_JOB_FREELANCE;
    if (title_has(f, x, contractors, VT_COUNT(contractors)))
        return VT_JOB_CONTRACT;
    bool unpaid = is_soft_section(item->section) && item->section != VT_SECTION_UNKNOWN;
    return unpaid ? VT_JOB_VOLUNTEER : VT_JOB_FULL_TIME;
}

/* ---- places ---- */

static vt_value place_part(const vt_facts *f, size_t base, vt_span span, float confidence)
{
    if (span.start >= span.end)
        return (vt_value){0};
    return vt_facts_clean_value(f, base + span.start, base + span.end, confidence);
}

vt_location vt_location_of(const vt_facts *f, const vt_place *p, size_t base)
{
    vt_location l = {0};
    float sure = VT_MAX(0.5f, VT_MIN(p->score, 0.97f));
    l.text = vt_facts_clean_value(f, base + p->span.start, base + p->span.end, sure);
    l.city = place_part(f, base, p->city_span, sure);
    l.region = place_part(f, base, p->region_span, sure);
    l.country = place_part(f, base, p->country_span, sure);
    if (p->country_code.len) {
        const vt_value *from = vt_value_known(&l.country)  ? &l.country
                               : vt_value_known(&l.region) ? &l.region
                                                           : &l.city;
        l.country_code = (vt_value){
            .text = p->country_code, .start = from->start, .end = from->end, .confidence = sure};
    }
    return l;
}

/* ---- jobs ---- */

static void set_dates(vt_job *job, const vt_item_dates *d)
{
    job->start = d->start;
    job->end = d->end;
    job->current = d->current;
}

/** An item that only names an employer, with its roles in the items below. */
static bool is_bare_employer(const vt_job *job)
{
    return vt_value_known(&job->company) && !vt_value_known(&job->title) &&
           !vt_value_known(&job->description) && job->highlights.n == 0;
}

static void share_employers(vt_resume *r, const uint32_t *sections)
{
    vt_job *jobs = r->jobs.at;
    size_t n = r->jobs.n, kept = 0;
    float named = 0; /* confidence of the employer where it was named */
    for (size_t i = 0; i < n; i++) {
        bool same_section = i + 1 < n && sections[i + 1] == sections[i];
        if (is_bare_employer(&jobs[i]) && same_section && !vt_value_known(&jobs[i + 1].company) &&
            vt_value_known(&jobs[i + 1].title)) {
            jobs[i + 1].company = jobs[i].company;
            if (!vt_value_known(&jobs[i + 1].location.text))
                jobs[i + 1].location = jobs[i].location;
            if (!jobs[i + 1].start.year && !jobs[i + 1].current) {
                jobs[i + 1].start = jobs[i].start;
                jobs[i + 1].end = jobs[i].end;
                jobs[i + 1].current = jobs[i].current;
            }
            continue;
        }
        if (!vt_value_known(&jobs[i].company) && vt_value_known(&jobs[i].title) && kept && i > 0 &&
            sections[i - 1] == sections[i] && vt_value_known(&jobs[kept - 1].company)) {
            jobs[i].company = jobs[kept - 1].company;
            jobs[i].company.confidence = 0.85f * named;
            if (!vt_value_known(&jobs[i].location.text))
                jobs[i].location = jobs[kept - 1].location;
        } else {
            named = jobs[i].company.confidence;
        }
        jobs[kept++] = jobs[i];
    }
    r->jobs.n = kept;
}

/** A title or an employer, and anything besides: one value alone is seldom a job. */
static bool says_enough(const vt_job *job)
{
    int known = vt_value_known(&job->title) + vt_value_known(&job->company);
    int more = (job->start.year || job->end.year) + vt_value_known(&job->location.text) +
               vt_value_known(&job->description) + (job->highlights.n > 0);
    return known == 2 || (known == 1 && more);
}

void vt_assemble_experience(const vt_facts *f, const vt_heads *heads, vt_resume *r)
{
    vt_items items = heads->jobs;
    const vt_job_fields *fields = heads->job;
    uint32_t *sections = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(items.n, 1));
    for (size_t i = 0; i < items.n; i++) {
        const vt_item *item = &items.at[i];
        vt_job job = {0};
        job.title = vt_range_value(f, fields[i].title);
        job.company = vt_range_value(f, fields[i].company);
        if (fields[i].place_hit)
            job.location = vt_location_of(f, fields[i].place_hit, fields[i].place_base);
        set_dates(&job, &fields[i].dates);
        job.type = job_type(f, item, &fields[i]);
        read_text(f, item, &job);
        if (!says_enough(&job) || is_pause(&job))
            continue;
        if (item->section == VT_SECTION_MEMBERSHIPS && is_membership(&job.title))
            continue;
        job.confidence = 0.9f;
        sections[r->jobs.n] = item->heading;
        vt_vec_push(f->arena, &r->jobs, job);
    }
    share_employers(r, sections);
}
