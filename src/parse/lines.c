/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three steps. (1) Headings (headings.h). (2) Sections: headings open them; a column that goes on
 * from an earlier page goes on with that column's section. (3) Items: in sections of jobs and
 * education each line is begin, head or text of an item, decided jointly by Viterbi over the
 * section (items.h). The states carry which kinds of evidence (date, title, employer; date, degree,
 * school) the item has already, so that a second date or title begins a new item; a second pass
 * learns from the first which look the section's items begin with.
 */
#include "parse/lines.h"

#include "parse/headings.h"
#include "parse/items.h"
#include "parse/person.h"

const char *vt_role_word(vt_role role)
{
    static const char *const words[] = {
#define VT_ROLE(symbol, word) [VT_ROLE_##symbol] = word,
#include "parse/roles.def"
    };
    return role < VT_ROLE_COUNT ? words[role] : "other";
}

const char *vt_field_word(vt_field field)
{
    static const char *const words[] = {
#define VT_FIELD(symbol, word) [VT_FIELD_##symbol] = word,
#include "parse/roles.def"
    };
    return field < VT_FIELD_COUNT ? words[field] : "none";
}

/* ---- inline headings: "Skills: C, Go" ---- */

static bool may_be_inline(vt_section s)
{
    return s == VT_SECTION_SKILLS || s == VT_SECTION_LANGUAGES || s == VT_SECTION_CERTIFICATIONS ||
           s == VT_SECTION_INTERESTS || s == VT_SECTION_SUMMARY || s == VT_SECTION_OBJECTIVE ||
           s == VT_SECTION_AWARDS || s == VT_SECTION_EDUCATION || s == VT_SECTION_REFERENCES ||
           s == VT_SECTION_MEMBERSHIPS || s == VT_SECTION_PERSONAL;
}

/** The words before the first colon, when they are a whole heading phrase; else 0. */
static uint32_t inline_heading(const vt_info *info, vt_section *ret)
{
    size_t colon = vt_str_find_char(info->text, ':', 0);
    if (colon == VT_NPOS || colon > 40 || colon + 1 >= info->text.len)
        return 0;
    uint32_t words = 0;
    while (words < info->words.n && info->words.at[words].end <= colon)
        words++;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_HEADING && h->first == 0 && h->count == words) {
            *ret = h->entry->code;
            return may_be_inline(*ret) ? (uint32_t)colon + 1 : 0;
        }
    }
    return 0;
}

/** Most words after the colon are names of languages and levels. */
static bool lists_languages(const vt_info *info, size_t from)
{
    uint32_t hits = 0, words = 0, levels = 0;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        levels += h->entry->kind == VT_LEX_PROFICIENCY && info->words.at[h->first].start >= from
                      ? h->count
                      : 0;
        hits += h->entry->kind == VT_LEX_LANGUAGE && info->words.at[h->first].start >= from &&
                (i == 0 || info->hits.at[i - 1].first != h->first ||
                 info->hits.at[i - 1].entry->kind != VT_LEX_LANGUAGE);
    }
    for (size_t i = 0; i < info->words.n; i++)
        words += info->words.at[i].start >= from && (info->words.at[i].flags & VT_WORD_ALPHA);
    return hits > 0 && hits * 3 + levels >= words;
}

/** Does a line of section `current` open another section on the same line? */
static bool opens_inline(const vt_info *info, vt_section current, vt_section *ret, uint32_t *skip)
{
    vt_section section;
    uint32_t cut = inline_heading(info, &section);
    if (!cut)
        return false;
    bool in_items = current == VT_SECTION_EXPERIENCE || current == VT_SECTION_VOLUNTEER ||
                    current == VT_SECTION_PROJECTS || current == VT_SECTION_MILITARY;
    if (in_items || current == section)
        return false;
    if (section == VT_SECTION_LANGUAGES && !lists_languages(info, cut))
        return false;
    bool in_skills = current == VT_SECTION_SKILLS || current == VT_SECTION_STRENGTHS;
    if (in_skills && section != VT_SECTION_LANGUAGES && section != VT_SECTION_CERTIFICATIONS &&
        section != VT_SECTION_INTERESTS)
        return false;
    if (current == VT_SECTION_EDUCATION && section != VT_SECTION_LANGUAGES &&
        section != VT_SECTION_SKILLS)
        return false;
    *ret = section;
    *skip = cut;
    return true;
}

/* ---- sections ---- */

/** Courses under a heading that also speaks of certificates or training count as such. */
static bool speaks_of_certificates(const vt_info *heading)
{
    static const char *const stems[] = {"certif",     "zertif",    "licen",      "training",
                                        "weiterbild", "fortbild",  "formation",  "qualif",
                                        "szkolen",    "formacion", "formazione", "nascholing",
                                        "cursos",     "kurs",      "corsi"};
    for (size_t i = 0; i < heading->words.n; i++)
        for (size_t k = 0; k < VT_COUNT(stems); k++)
            if (vt_str_starts(heading->words.at[i].folded, vt_str_z(stems[k])))
                return true;
    return false;
}

struct column_state {
    vt_box box;
    uint32_t page;
    uint8_t section;
    uint32_t heading;
};

struct sections {
    const vt_facts *f;
    const vt_headings *h;
    vt_roles *roles;
    struct column_state columns[64];
    size_t column_count;
    uint8_t current;
    uint32_t heading;
    /* the list, or personal details, with an item that opened a section of its own:
     * "- Languages: French" */
    uint8_t list;
    uint32_t list_heading;
    bool in_item;
};

/** Contact marks in a run of lines at a column's top, before its first heading. */
static bool begins_with_contact(const struct sections *s, size_t from)
{
    const vt_info *first = &s->f->at[from];
    for (size_t i = from; i < s->f->n && i < from + 10; i++) {
        const vt_info *info = &s->f->at[i];
        if (info->line->column != first->line->column || s->h->score[i] > 0)
            break;
        if (info->email || (info->phone && info->words.n <= 6))
            return true;
    }
    return false;
}

/** The column of an earlier page that goes on here: the last one read that stands in line. */
static const struct column_state *find_column(const struct sections *s, const vt_info *info)
{
    if (info->line->column >= s->f->doc->columns.n)
        return NULL;
    vt_box box = s->f->doc->columns.at[info->line->column].box;
    for (size_t i = s->column_count; i-- > 0;) {
        const struct column_state *c = &s->columns[i];
        bool head = c->section == VT_SECTION_CONTACT && c->heading == VT_NONE;
        if (c->page < info->line->page && !head && vt_box_x_share(c->box, box) > 0.7f)
            return c;
    }
    return NULL;
}

static void keep_column(struct sections *s, const vt_info *info)
{
    if (info->line->column >= s->f->doc->columns.n || s->column_count == VT_COUNT(s->columns))
        return;
    vt_box box = s->f->doc->columns.at[info->line->column].box;
    s->columns[s->column_count++] =
        (struct column_state){box, info->line->page, s->current, s->heading};
}

/** A new column without a heading at its start: whose section goes on? */
static void enter_column(struct sections *s, size_t i)
{
    const vt_info *info = &s->f->at[i];
    const vt_info *before = &s->f->at[i - 1];
    keep_column(s, before);
    if (info->line->page != before->line->page) {
        const struct column_state *c = find_column(s, info);
        if (c) {
            s->current = c->section;
            s->heading = c->heading;
        }
        return;
    }
    if (info->line->page == 0 && s->roles->at[i - 1].role != VT_ROLE_HEADING &&
        begins_with_contact(s, i)) {
        s->current = VT_SECTION_CONTACT;
        s->heading = VT_NONE;
    }
}

/** A list's item with a heading of its own ("- Languages: French") ends at the next item. */
static void leave_item(struct sections *s, const vt_info *info, bool heading)
{
    size_t colon = vt_str_find_char(info->text, ':', 0);
    bool pair = s->list == VT_SECTION_PERSONAL && colon != VT_NPOS && colon < 32;
    if (!s->in_item || (!heading && !info->bullet && !pair))
        return;
    if (!heading) {
        s->current = s->list;
        s->heading = s->list_heading;
    }
    s->in_item = false;
}

static void assign_sections(struct sections *s)
{
    s->current = VT_SECTION_CONTACT;
    s->heading = VT_NONE;
    for (size_t i = 0; i < s->f->n; i++) {
        const vt_info *info = &s->f->at[i];
        vt_labelled *l = &s->roles->at[i];
        bool heading = s->h->score[i] > 0;
        if (i > 0 && info->line->column != s->f->at[i - 1].line->column && !heading)
            enter_column(s, i);
        else if (i > 0 && info->line->column != s->f->at[i - 1].line->column)
            keep_column(s, &s->f->at[i - 1]);
        if (i == s->roles->name_line) {
            s->current = VT_SECTION_CONTACT;
            s->heading = VT_NONE;
        }
        vt_section section;
        uint32_t skip = 0;
        leave_item(s, info, heading);
        if (heading && i != s->roles->name_line) {
            s->current = s->h->section[i];
            if (s->current == VT_SECTION_COURSES && speaks_of_certificates(info))
                s->current = VT_SECTION_CERTIFICATIONS;
            s->heading = (uint32_t)i;
            l->role = VT_ROLE_HEADING;
        } else if (opens_inline(info, s->current, &section, &skip)) {
            s->in_item =
                (info->bullet || s->current == VT_SECTION_PERSONAL) && s->heading != VT_NONE;
            s->list = s->current;
            s->list_heading = s->heading;
            s->current = (uint8_t)section;
            s->heading = (uint32_t)i;
            l->skip = (uint16_t)skip;
        }
        l->section = s->current;
        l->heading = s->heading;
    }
}

/* ---- roles of lines outside items ---- */

static vt_role plain_role(vt_section section)
{
    switch ((int)section) {
    case VT_SECTION_CONTACT:
    case VT_SECTION_PERSONAL:
        return VT_ROLE_CONTACT;
    case VT_SECTION_SUMMARY:
    case VT_SECTION_OBJECTIVE:
        return VT_ROLE_SUMMARY;
    case VT_SECTION_SKILLS:
    case VT_SECTION_STRENGTHS:
        return VT_ROLE_SKILL;
    case VT_SECTION_LANGUAGES:
        return VT_ROLE_LANGUAGE;
    case VT_SECTION_CERTIFICATIONS:
        return VT_ROLE_CERT;
    case VT_SECTION_PROJECTS:
        return VT_ROLE_PROJECT;
    case VT_SECTION_PUBLICATIONS:
    case VT_SECTION_PATENTS:
        return VT_ROLE_PUBLICATION;
    case VT_SECTION_AWARDS:
        return VT_ROLE_AWARD;
    case VT_SECTION_REFERENCES:
        return VT_ROLE_REFERENCE;
    case VT_SECTION_INTERESTS:
        return VT_ROLE_INTEREST;
    default:
        return VT_ROLE_OTHER;
    }
}

static bool is_job_section(uint8_t s)
{
    return s == VT_SECTION_EXPERIENCE || s == VT_SECTION_VOLUNTEER || s == VT_SECTION_MILITARY;
}

/** Roles with dates under "Activities", "Leadership" or an unknown heading count as jobs. */
static bool may_hold_roles(uint8_t s)
{
    return s == VT_SECTION_INTERESTS || s == VT_SECTION_MEMBERSHIPS || s == VT_SECTION_UNKNOWN ||
           s == VT_SECTION_ADDITIONAL;
}

/** Does a section of the document bear the name? */
static bool has_section(const vt_facts *f, const vt_roles *roles, vt_section section)
{
    for (size_t i = 0; i < f->n; i++)
        if (roles->at[i].section == section)
            return true;
    return false;
}

/** Ranges at heads of items, in a language whose titles are not known: jobs, when no section of
 * the document is about them. */
static bool holds_items(const vt_facts *f, const uint32_t *run, size_t n)
{
    size_t ranges = 0;
    for (size_t i = 0; i < n; i++) {
        const vt_info *info = &f->at[run[i]];
        ranges += info->range && !info->bullet && info->words.n <= 14;
    }
    return ranges > 0;
}

/** A dated line with a title on it or beside it. */
static bool holds_roles(const vt_facts *f, const uint32_t *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const vt_info *info = &f->at[run[i]];
        if (info->bullet || !info->range || info->words.n > 14)
            continue;
        bool title = info->title >= 0.6f;
        title |= i > 0 && f->at[run[i - 1]].title >= 0.6f && !f->at[run[i - 1]].bullet;
        title |= i + 1 < n && f->at[run[i + 1]].title >= 0.6f && !f->at[run[i + 1]].bullet;
        if (title)
            return true;
    }
    return false;
}

/** Under an unknown heading: institutions with degrees or dates are education. */
static bool holds_studies(const vt_facts *f, const uint32_t *run, size_t n)
{
    size_t schools = 0, degrees = 0, dates = 0, prose = 0;
    for (size_t i = 0; i < n; i++) {
        const vt_info *info = &f->at[run[i]];
        schools += info->school >= 0.85f && info->words.n <= 14;
        degrees += info->degree >= 0.6f && info->words.n <= 14;
        dates += info->dates.n > 0;
        prose += info->words.n > 14;
    }
    return schools > 0 && schools * 5 >= n && (degrees > 0 || dates >= schools) && prose * 2 < n;
}

/** Item sections are decided run by run: a run is the lines under one heading, in order, wherever
 * other columns stand between them. */
static void assign_items(const vt_facts *f, vt_roles *roles)
{
    uint32_t *run = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(f->n, 1));
    bool *done = VT_NEW_ARRAY(f->arena, bool, VT_MAX(f->n, 1));
    for (size_t i = 0; i < f->n; i++) {
        uint8_t section = roles->at[i].section;
        if (done[i] || roles->at[i].role == VT_ROLE_HEADING ||
            !(is_job_section(section) || section == VT_SECTION_EDUCATION ||
              may_hold_roles(section)))
            continue;
        size_t n = 0;
        for (size_t k = i; k < f->n; k++) {
            if (roles->at[k].section != section || roles->at[k].heading != roles->at[i].heading ||
                roles->at[k].role == VT_ROLE_HEADING)
                continue;
            run[n++] = (uint32_t)k;
            done[k] = true;
        }
        bool studies = section == VT_SECTION_EDUCATION ||
                       (section == VT_SECTION_UNKNOWN && holds_studies(f, run, n));
        bool jobs = !may_hold_roles(section) || holds_roles(f, run, n) ||
                    (section == VT_SECTION_UNKNOWN && holds_items(f, run, n) &&
                     !has_section(f, roles, VT_SECTION_EXPERIENCE));
        if (studies || jobs)
            vt_items_decide(f, roles, run, n, !studies);
    }
}

vt_roles *vt_roles_decide(const vt_facts *f)
{
    vt_roles *roles = VT_NEW(f->arena, vt_roles);
    roles->at = VT_NEW_ARRAY(f->arena, vt_labelled, VT_MAX(f->n, 1));
    roles->n = f->n;
    vt_headings h = vt_headings_find(f);
    vt_person_find(f, h.score, h.section, roles);
    struct sections *s = VT_NEW(f->arena, struct sections);
    s->f = f;
    s->h = &h;
    s->roles = roles;
    assign_sections(s);
    for (size_t i = 0; i < f->n; i++) {
        vt_labelled *l = &roles->at[i];
        l->confidence = 0.9f;
        if (l->role != VT_ROLE_HEADING)
            l->role = (uint8_t)plain_role(l->section);
    }
    vt_person_roles(f, roles);
    assign_items(f, roles);
    return roles;
}
