/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A heading is a line that the lexicon knows as one and that looks like one; the look is learned
 * from the document's own headings, so that unknown headings of the same look end a section, too.
 */
#include "parse/headings.h"

struct look {
    uint32_t style;
    float weight, size;
    uint32_t sections; /* bits of the sections seen in this look */
};

struct finder {
    const vt_facts *f;
    bool plain; /* all lines look alike: only words and white space tell headings */
    struct look looks[24];
    size_t look_count;
};

/** "Certificate in Graphic Design": a degree, of which a heading of the lexicon is but a word. */
static bool names_degree(const vt_info *info)
{
    if (info->degree < 0.6f || info->words.n < 4)
        return false;
    for (size_t i = 0; i < info->hits.n; i++)
        if (info->hits.at[i].entry->kind == VT_LEX_HEADING && info->hits.at[i].count > 1)
            return false;
    return true;
}

/** Could the line be a heading at all? */
static bool may_be_heading(const vt_info *info)
{
    if (info->words.n == 0 || info->words.n > 8 || info->text.len > 70 || info->letters < 2 ||
        names_degree(info))
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

static struct look *look_for(struct finder *h, const vt_info *info)
{
    for (size_t i = 0; i < h->look_count; i++)
        if (h->looks[i].style == style_of(info))
            return &h->looks[i];
    if (h->look_count == VT_COUNT(h->looks))
        return &h->looks[h->look_count - 1];
    h->looks[h->look_count] = (struct look){style_of(info), 0, info->line->size, 0};
    return &h->looks[h->look_count++];
}

/** "Achievements:" under every job: the same words again and again head no section. */
static bool is_repeated(const struct finder *h, size_t at)
{
    const vt_info *info = &h->f->at[at];
    size_t n = 0;
    for (size_t i = 0; i < h->f->n && n < 3; i++)
        n += h->f->at[i].heading == info->heading && vt_str_eq_nocase(h->f->at[i].text, info->text);
    return n >= 3;
}

static float look_of(const struct finder *h, uint32_t style)
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
static void learn_looks(struct finder *h)
{
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        if (info->heading == VT_SECTION_NONE || !may_be_heading(info))
            continue;
        if (typographic_score(info) < 1.0f || is_repeated(h, i))
            continue;
        struct look *look = look_for(h, info);
        if (!(look->sections >> info->heading & 1))
            look->weight += is_main_section(info->heading) ? 1.0f : 0.6f;
        look->sections |= 1u << info->heading;
    }
}

/** Lines of the style that are no headings of the lexicon: a style of body or item heads. */
static float style_foreign(const struct finder *h, uint32_t style)
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
static bool is_heading_style(const struct finder *h, uint32_t style)
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
static const struct look *main_look(const struct finder *h)
{
    const struct look *main = NULL;
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
    return vt_box_x_share(x, y) > 0.5f;
}

/** Within a section that a heading of the document's main look opened, a smaller line of another
 * look is a part of it: the name of an employer, "Highlights" under a job, a group of skills. */
static bool is_subordinate(const struct finder *h, const struct look *main, size_t opened,
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
static float known_score(const struct finder *h, const struct look *main, const vt_info *info)
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

/** A short line with a range of dates below it, at most one line between: the head of an item. */
static bool heads_item(const struct finder *h, size_t at)
{
    for (size_t i = at + 1; i < h->f->n && i <= at + 2; i++) {
        const vt_info *info = &h->f->at[i];
        if (info->line->column != h->f->at[at].line->column || info->bullet ||
            info->heading != VT_SECTION_NONE)
            return false;
        if (info->range)
            return info->words.n <= 12;
    }
    return false;
}

/** "ACME LTD" over its job and dates, and others of the look likewise: names of employers. */
static bool names_items(const struct finder *h, size_t at)
{
    size_t n = 0;
    for (size_t i = 0; i < h->f->n; i++) {
        const vt_info *info = &h->f->at[i];
        n += style_of(info) == style_of(&h->f->at[at]) && info->heading == VT_SECTION_NONE &&
             heads_item(h, i);
    }
    return n >= 2 && heads_item(h, at);
}

/** Not in the lexicon: the look alone, when it is the headings' own. */
static bool has_headings_look(const struct finder *h, const vt_info *info)
{
    if (info->words.n > 6 || info->bullet || info->digits || info->letters < 4 ||
        vt_line_has_wide_gap(h->f->doc, info->line) || info->title > 0.7f || info->org > 0.8f ||
        info->dates.n || names_certificate(h->f, info))
        return false;
    float look = look_of(h, style_of(info));
    return (look >= 2 && style_foreign(h, style_of(info)) < 0.55f) ||
           (look >= 1 && typographic_score(info) >= 2.2f && is_heading_style(h, style_of(info)));
}

static void decide(const struct finder *h, vt_headings *ret)
{
    const struct look *main = main_look(h);
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
            section = loose_section(info);
            if (!has_headings_look(h, info) || (section == VT_SECTION_NONE && names_items(h, i)))
                continue;
        }
        ret->score[i] = s;
        ret->section[i] = (uint8_t)(section != VT_SECTION_NONE ? section : VT_SECTION_UNKNOWN);
        if (main && style_of(info) == main->style)
            opened = i;
    }
}

vt_headings vt_headings_find(const vt_facts *f)
{
    struct finder *h = VT_NEW(f->arena, struct finder);
    h->f = f;
    h->plain = is_plain(f);
    vt_headings found = {.score = VT_NEW_ARRAY(f->arena, float, VT_MAX(f->n, 1)),
                         .section = VT_NEW_ARRAY(f->arena, uint8_t, VT_MAX(f->n, 1))};
    learn_looks(h);
    decide(h, &found);
    return found;
}
