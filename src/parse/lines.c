/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three steps. (1) Headings: a line that the lexicon knows as a heading and that looks like one;
 * the look is learned from the document's own headings, so that unknown headings of the same look
 * end a section, too. (2) Sections: headings open them; a column that goes on from an earlier page
 * goes on with that column's section. (3) Items: in sections of jobs and education each line is
 * begin, head or text of an item, decided jointly by Viterbi over the section. The states carry
 * which kinds of evidence (date, title, employer; date, degree, school) the item has already, so
 * that a second date or title begins a new item; a second pass learns from the first which look
 * the section's items begin with.
 */
#include "parse/lines.h"

#include "parse/items.h"
#include "parse/person.h"

#include <math.h>

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

/* ---- columns ---- */

/** The share of the narrower range that both have in common. */
static float overlap(float a0, float a1, float b0, float b1)
{
    float common = VT_MIN(a1, b1) - VT_MAX(a0, b0), narrow = VT_MIN(a1 - a0, b1 - b0);
    return common > 0 && narrow > 0 ? common / VT_MAX(narrow, 0.6f * VT_MAX(a1 - a0, b1 - b0)) : 0;
}

/* ---- headings ---- */

struct heading_look {
    uint32_t style;
    float weight, size;
    uint32_t sections; /* bits of the sections seen in this look */
};

struct headings {
    const vt_facts *f;
    bool plain;   /* all lines look alike: only words and white space tell headings */
    float *score; /* [n] evidence that the line is a heading */
    uint8_t *section;
    struct heading_look looks[24];
    size_t look_count;
};

/** Could the line be a heading at all? */
static bool may_be_heading(const vt_info *info)
{
    if (info->words.n == 0 || info->words.n > 8 || info->text.len > 70 || info->letters < 2)
        return false;
    return !info->email && !info->phone && !info->stop && info->date_share < 0.3f;
}

/** A heading phrase at the end or the start of the line: "Relevant work experience". */
static vt_section loose_section(const vt_info *info)
{
    vt_section at_start = VT_SECTION_NONE, at_end = VT_SECTION_NONE;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind != VT_LEX_HEADING)
            continue;
        if (h->first == 0 && at_start == VT_SECTION_NONE)
            at_start = h->entry->code;
        if (h->first + h->count == info->words.n && at_end == VT_SECTION_NONE)
            at_end = h->entry->code;
    }
    return at_end != VT_SECTION_NONE ? at_end : at_start;
}

/** How much the line stands out as headings do, without a look at its words. */
static float typographic_score(const vt_info *info)
{
    float s = 0;
    if (info->line->flags & VT_LINE_HEADING)
        s += 2;
    if (info->line->heading_level)
        s += info->line->heading_level <= 2 ? 1.5f : 0.5f;
    if (info->size > 1.5f)
        s += 1.8f;
    else if (info->size > 1.08f)
        s += 1.2f;
    else if (info->size < 0.9f)
        s -= 0.7f;
    s += info->bold ? 1.2f : 0;
    s += info->caps ? 1.0f : 0;
    s += info->line->flags & VT_LINE_SPACED ? 1.0f : 0;
    s += info->accent ? 0.6f : 0;
    s += info->gap > 1.0f || info->top ? 0.7f : info->gap > 0.6f ? 0.4f : 0;
    s += info->colon ? 0.5f : 0;
    s += info->ruled ? 1.5f : 0;
    s -= info->bullet ? 3.0f : 0;
    s -= info->italic ? 0.4f : 0;
    s -= info->begins_lower ? 1.5f : 0;
    s -= info->words.n > 4 ? 0.5f * (float)(info->words.n - 4) : 0;
    s -= vt_str_find_char(info->text, ',', 0) != VT_NPOS ? 1.0f : 0;
    s -= info->dates.n ? 1.5f : 0;
    s -= info->url ? 1.5f : 0;
    s -= info->line->flags & VT_LINE_TABLE ? 0.3f : 0;
    return s;
}

/** The style that heads are compared by: a rule under them counts, too. */
static uint32_t style_of(const vt_info *info)
{
    return info->style | (uint32_t)info->ruled << 31;
}

static struct heading_look *look_for(struct headings *h, const vt_info *info)
{
    for (size_t i = 0; i < h->look_count; i++)
        if (h->looks[i].style == style_of(info))
            return &h->looks[i];
    if (h->look_count == VT_COUNT(h->looks))
        return &h->looks[h->look_count - 1];
    h->looks[h->look_count] = (struct heading_look){style_of(info), 0, info->line->size, 0};
    return &h->looks[h->look_count++];
}

/** "Achievements:" under every job: the same words again and again head no section. */
static bool is_repeated(const struct headings *h, size_t at)
{
    const vt_info *info = &h->f->at[at];
    size_t n = 0;
    for (size_t i = 0; i < h->f->n && n < 3; i++)
        n += h->f->at[i].heading == info->heading && vt_str_eq_nocase(h->f->at[i].text, info->text);
    return n >= 3;
}

static float look_of(const struct headings *h, uint32_t style)
{
    for (size_t i = 0; i < h->look_count; i++)
        if (h->looks[i].style == style)
            return h->looks[i].weight;
    return 0;
}

/** Sections that every resume has: their headings teach the look. */
static bool is_main_section(vt_section s)
{
    return s == VT_SECTION_EXPERIENCE || s == VT_SECTION_EDUCATION || s == VT_SECTION_SKILLS ||
           s == VT_SECTION_SUMMARY || s == VT_SECTION_PROJECTS || s == VT_SECTION_LANGUAGES ||
           s == VT_SECTION_CERTIFICATIONS || s == VT_SECTION_CONTACT || s == VT_SECTION_INTERESTS;
}

/** Pass 1: lexicon headings that stand out teach which style headings have. */
static void learn_looks(struct headings *h)
{
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        if (info->heading == VT_SECTION_NONE || !may_be_heading(info))
            continue;
        if (typographic_score(info) < 1.0f || is_repeated(h, i))
            continue;
        struct heading_look *look = look_for(h, info);
        if (!(look->sections >> info->heading & 1))
            look->weight += is_main_section(info->heading) ? 1.0f : 0.6f;
        look->sections |= 1u << info->heading;
    }
}

/** Lines of the style that are no headings of the lexicon: a style of body or item heads. */
static float style_foreign(const struct headings *h, uint32_t style)
{
    float foreign = 0, all = 0;
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        if (style_of(info) != style)
            continue;
        all++;
        foreign += info->heading == VT_SECTION_NONE;
    }
    return all > 0 ? foreign / all : 1;
}

/** All lines of the style are short, stand apart, and are no heads of items. */
static bool is_heading_style(const struct headings *h, uint32_t style)
{
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        if (style_of(info) == style && (info->words.n > 6 || info->gap < 0.4f || info->dates.n ||
                                        info->bullet || typographic_score(info) < 1.6f))
            return false;
    }
    return true;
}

/** The look of most of the document's main sections; of two such looks the larger. */
static const struct heading_look *main_look(const struct headings *h)
{
    const struct heading_look *main = NULL;
    for (size_t i = 0; i < h->look_count; i++)
        if (!main || h->looks[i].weight > main->weight ||
            (h->looks[i].weight >= main->weight && h->looks[i].size > main->size))
            main = &h->looks[i];
    return main;
}

/** Do the columns of both lines stand over each other, on one page or on two? */
static bool same_track(const vt_facts *f, const vt_info *a, const vt_info *b)
{
    if (a->line->column == b->line->column)
        return true;
    if (VT_MAX(a->line->column, b->line->column) >= f->doc->columns.n)
        return false;
    vt_box x = f->doc->columns.at[a->line->column].box, y = f->doc->columns.at[b->line->column].box;
    return overlap(x.x0, x.x1, y.x0, y.x1) > 0.5f;
}

/** Within a section that a heading of the document's main look opened, a smaller line of another
 * look is a part of it: the name of an employer, "Highlights" under a job, a group of skills. */
static bool is_subordinate(const struct headings *h, const struct heading_look *main, size_t opened,
                           size_t at)
{
    const vt_info *info = &h->f->at[at];
    return main && main->weight >= 2.5f && opened != VT_NPOS && style_of(info) != main->style &&
           look_of(h, style_of(info)) <= main->weight && info->line->size < 0.93f * main->size &&
           same_track(h->f, &h->f->at[opened], info);
}

/** Plain text: no line is bold or larger than the others. */
static bool is_plain(const vt_facts *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].bold_share > 0 || f->at[i].line->heading_level ||
            f->at[i].line->size != f->at[0].line->size)
            return false;
    return true;
}

/** Evidence that a line which the lexicon knows as a heading is one here. */
static float known_score(const struct headings *h, const struct heading_look *main,
                         const vt_info *info)
{
    float s = typographic_score(info) + 2.2f, look = look_of(h, style_of(info));
    bool alone = info->gap > 0.6f && (info + 1 == h->f->at + h->f->n || info[1].gap > 0.6f);
    if (h->plain && is_main_section(info->heading) && info->words.n <= 3)
        s += alone ? 1.5f : info->begins_lower ? 0 : 0.9f;
    float strongest = main ? main->weight : 0;
    if (strongest >= 2 && style_of(info) != main->style && look < 0.5f * strongest &&
        style_foreign(h, style_of(info)) > 0.7f)
        s -= 1.5f; /* looks like the text around it */
    if (strongest >= 2 && look <= 0.6f)
        s -= 1.2f;
    else if (look >= 2)
        s += 1.0f;
    if (strongest >= 2.5f && look <= 1 && info->line->size < 0.9f * main->size)
        s -= 1.8f; /* smaller than the document's headings: a group within a section */
    return s;
}

/** "CCNA" in bold capitals is an entry of its list, not a section. */
static bool names_certificate(const vt_facts *f, const vt_info *info)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CERTIFICATE && h->count == info->words.n &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("name")))
            return true;
    }
    return false;
}

/** Not in the lexicon: the look alone, when it is the headings' own. */
static bool has_headings_look(const struct headings *h, const vt_info *info)
{
    if (info->words.n > 6 || info->bullet || info->digits || info->letters < 4 ||
        info->title > 0.7f || info->org > 0.8f || info->dates.n || names_certificate(h->f, info))
        return false;
    float look = look_of(h, style_of(info));
    return (look >= 2 && style_foreign(h, style_of(info)) < 0.55f) ||
           (look >= 1 && typographic_score(info) >= 2.2f && is_heading_style(h, style_of(info)));
}

static void decide_headings(struct headings *h)
{
    const struct heading_look *main = main_look(h);
    size_t opened = VT_NPOS; /* the last heading of the main look */
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        vt_section section = info->heading;
        if (!may_be_heading(info) || is_subordinate(h, main, opened, i) ||
            (section != VT_SECTION_NONE && is_repeated(h, i)))
            continue;
        float s = typographic_score(info);
        if (section != VT_SECTION_NONE) {
            s = known_score(h, main, info);
            if (s < 2.9f)
                continue;
        } else {
            if (!has_headings_look(h, info))
                continue;
            section = loose_section(info);
        }
        h->score[i] = s;
        h->section[i] = (uint8_t)(section != VT_SECTION_NONE ? section : VT_SECTION_UNKNOWN);
        if (main && style_of(info) == main->style)
            opened = i;
    }
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
    float x0, x1;
    uint32_t page;
    uint8_t section;
    uint32_t heading;
};

struct sections {
    const vt_facts *f;
    const struct headings *h;
    vt_roles *roles;
    struct column_state columns[64];
    size_t column_count;
    uint8_t current;
    uint32_t heading;
    /* the list with an item that opened a section of its own: "- Languages: French" */
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
        if (c->page < info->line->page && !head && overlap(c->x0, c->x1, box.x0, box.x1) > 0.7f)
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
        (struct column_state){box.x0, box.x1, info->line->page, s->current, s->heading};
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
    if (!s->in_item || (!heading && !info->bullet))
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
            s->in_item = info->bullet && s->heading != VT_NONE;
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
    struct headings *h = VT_NEW(f->arena, struct headings);
    h->f = f;
    h->plain = is_plain(f);
    h->score = VT_NEW_ARRAY(f->arena, float, VT_MAX(f->n, 1));
    h->section = VT_NEW_ARRAY(f->arena, uint8_t, VT_MAX(f->n, 1));
    learn_looks(h);
    decide_headings(h);
    vt_person_find(f, h->score, h->section, roles);
    struct sections *s = VT_NEW(f->arena, struct sections);
    s->f = f;
    s->h = h;
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
