/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items from the roles of lines: the lines of each, wrapped heads joined, a date that stands alone
 * given to what it dates, an employer that no word gives away taken from the text.
 */
#include "parse/fields.h"

static bool is_of(uint8_t role, bool jobs, bool *head)
{
    uint8_t begin = jobs ? VT_ROLE_JOB_BEGIN : VT_ROLE_EDU_BEGIN;
    uint8_t more = jobs ? VT_ROLE_JOB_HEAD : VT_ROLE_EDU_HEAD;
    *head = role == begin || role == more;
    return *head || role == (jobs ? VT_ROLE_JOB_TEXT : VT_ROLE_EDU_TEXT);
}

/** A line that is whole by itself, whatever layout made of it: a field of study under a school, a
 * school under one. */
static bool is_whole_study(const vt_info *before, const vt_info *info)
{
    float study = vt_evidence_of(info, 0, (uint32_t)info->words.n).study;
    bool open = vt_str_ends(before->text, VT_STR(",")) || vt_str_ends(before->text, VT_STR("&")) ||
                vt_str_ends(before->text, VT_STR(" of")) ||
                vt_str_ends(before->text, VT_STR(" and")) || vt_str_ends(before->text, VT_STR("-"));
    if (open || info->begins_lower)
        return false;
    return (before->school >= 0.8f && info->school < 0.3f && study >= 0.8f) ||
           (before->school < 0.3f && before->org < 0.5f && info->school >= 0.8f &&
            before->words.n >= 2 && info->words.n >= 3);
}

/** Joins wrapped head lines: the text of one goes on in the next. */
static void join_heads(vt_facts *f, vt_item *item, bool jobs)
{
    size_t n = 0;
    for (size_t i = 0; i < item->head_count;) {
        size_t k = i + 1;
        while (k < item->head_count && item->heads[k] == item->heads[k - 1] + 1 &&
               f->at[item->heads[k]].continues && !f->at[item->heads[k]].bullet &&
               vt_info_follows(&f->at[item->heads[k - 1]], &f->at[item->heads[k]]) &&
               (jobs || !is_whole_study(&f->at[item->heads[k - 1]], &f->at[item->heads[k]])))
            k++;
        uint32_t first = item->heads[i];
        item->heads[n++] = k > i + 1 ? vt_facts_join(f, first, (uint32_t)(k - i)) : first;
        i = k;
    }
    item->head_count = n;
}

/* ---- an employer that no word gives away ---- */

static bool is_spaced(const vt_info *info)
{
    return vt_str_find_char(info->text, ' ', 0) != VT_NPOS;
}

static bool is_date_or_place(const vt_info *info)
{
    return info->date_share + info->place_share > 0.7f;
}

/** What stands in the head of an item. */
struct head_sum {
    const vt_info *last; /* the last line that is more than dates and places */
    size_t lines;        /* of that kind */
    bool org;            /* one of them may be the employer */
    bool bare;           /* they are nothing but one title in one piece */
};

static struct head_sum sum_head(const vt_facts *f, const vt_item *item)
{
    static const char *const joints[] = {",", "|", " - ", " – ",  " — ",
                                         "·", "•", "@",   " at ", "\t"};
    struct head_sum sum = {.bare = true};
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        if (is_date_or_place(info))
            continue;
        sum.last = info;
        sum.lines++;
        float org = VT_MAX(info->org, info->school);
        sum.org |= org >= 0.5f && org > info->title;
        sum.bare &= (info->title >= 0.5f || !is_spaced(info)) && !info->bullet;
        for (size_t k = 0; k < VT_COUNT(joints); k++)
            sum.bare &= vt_str_find(info->text, vt_str_z(joints[k]), 0) == VT_NPOS;
    }
    sum.bare &= sum.lines == 1;
    return sum;
}

/** A short line of names: no sentence, no list item, no accomplishment. */
static bool may_be_employer(const vt_info *info)
{
    return !info->bullet && (!info->stop || info->org >= 0.8f) && !info->colon && !info->verb &&
           !info->begins_lower && !info->email && !info->continues && info->words.n &&
           info->text.len <= 60 &&
           (!is_spaced(info) || (info->words.n <= 8 && info->lower_words <= info->capital_words)) &&
           info->date_share < 0.1f && info->place_share < 0.7f && info->title < 0.6f;
}

/** Does the text go on in the next line as a paragraph does? */
static bool is_paragraph(const vt_info *info, const vt_info *next)
{
    return !next->bullet && next->style == info->style && next->gap < 0.4f &&
           vt_info_follows(info, next);
}

/** The first line of the text becomes the last one of the head. */
static void adopt_text(const vt_facts *f, vt_item *item)
{
    uint32_t *heads = VT_NEW_ARRAY(f->arena, uint32_t, item->head_count + 1);
    memcpy(heads, item->heads, item->head_count * sizeof *heads);
    heads[item->head_count++] = item->texts[0];
    item->heads = heads;
    item->texts++;
    item->text_count--;
}

/** The line below a bare title is the employer, also where nothing in it says so; and one that
 * says so is it below any head that names none. */
static void adopt_employer(const vt_facts *f, vt_item *item)
{
    struct head_sum head = sum_head(f, item);
    if (!head.last || head.org || !item->text_count)
        return;
    uint32_t line = item->texts[0];
    const vt_info *info = &f->at[line], *last = &f->at[item->heads[item->head_count - 1]];
    if (line != item->heads[item->head_count - 1] + 1 || !may_be_employer(info) ||
        !(head.bare || info->org >= 0.8f) || info->line->column != head.last->line->column ||
        info->line->page != last->line->page || info->line->indent > head.last->line->indent + 4 ||
        (item->text_count > 1 && is_paragraph(info, &f->at[item->texts[1]])))
        return;
    adopt_text(f, item);
}

/* ---- a degree or a field of study that was taken for text ---- */

/** Short, a name and no sentence; a degree may stand as the first item of a list. */
static bool may_be_study(const vt_info *info)
{
    return !info->stop && !info->colon && !info->begins_lower && !info->continues && !info->email &&
           info->words.n && info->words.n <= 14 && info->text.len <= 90 &&
           info->date_share < 0.3f && info->place_share < 0.7f;
}

static bool is_bare_degree(const vt_info *info)
{
    for (size_t i = 0; i < info->hits.n; i++)
        if (info->hits.at[i].entry->kind == VT_LEX_DEGREE &&
            info->hits.at[i].count + 1 >= info->words.n)
            return true;
    return false;
}

/** Below an institution stands the degree, below a degree what was studied. */
static void adopt_study(const vt_facts *f, vt_item *item)
{
    if (!item->text_count || !item->head_count ||
        item->texts[0] != item->heads[item->head_count - 1] + 1)
        return;
    float degree = 0, school = 0, study = 0;
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        degree = VT_MAX(degree, info->degree);
        school = VT_MAX(school, info->school);
        if (!is_bare_degree(info)) /* "Bachelor of Arts" */
            study = VT_MAX(study, vt_evidence_of(info, 0, (uint32_t)info->words.n).study);
    }
    const vt_info *info = &f->at[item->texts[0]];
    if (!may_be_study(info))
        return;
    bool adds_degree = degree < 0.6f && info->degree >= 0.8f;
    bool adds_field = degree >= 0.6f && school >= 0.55f && study < 0.5f && !info->bullet &&
                      info->words.n <= 8 && info->degree < 0.6f && info->school < 0.5f &&
                      vt_evidence_of(info, 0, (uint32_t)info->words.n).study >= 0.5f;
    if (adds_degree || adds_field)
        adopt_text(f, item);
}

/* ---- dates that stand as items of their own ---- */

static bool has_dates(const vt_facts *f, const vt_item *item)
{
    for (size_t i = 0; i < item->head_count; i++)
        if (f->at[item->heads[i]].dates.n)
            return true;
    return false;
}

/** Nothing but a date, or two years one over the other. */
static bool is_lone_date(const vt_facts *f, const vt_item *item)
{
    for (size_t i = 0; i < item->head_count; i++)
        if (!f->at[item->heads[i]].dates.n || f->at[item->heads[i]].date_share <= 0.7f)
            return false;
    return item->head_count >= 1 && item->head_count <= 2 && !item->text_count;
}

static uint32_t last_line(const vt_item *item)
{
    uint32_t head = item->head_count ? item->heads[item->head_count - 1] : 0;
    uint32_t text = item->text_count ? item->texts[item->text_count - 1] : 0;
    return VT_MAX(head, text);
}

/** Puts the lone date before or behind the head of its neighbour, which has none. */
static void give_date(const vt_facts *f, const vt_item *date, vt_item *to, bool before)
{
    size_t n = date->head_count;
    uint32_t *heads = VT_NEW_ARRAY(f->arena, uint32_t, to->head_count + n);
    memcpy(heads + (before ? n : 0), to->heads, to->head_count * sizeof *heads);
    memcpy(heads + (before ? 0 : to->head_count), date->heads, n * sizeof *heads);
    to->heads = heads;
    to->head_count += n;
}

/** A date belongs to what is beside it or below it, else to what is above it. */
static void merge_lone_dates(const vt_facts *f, vt_items *items)
{
    size_t n = 0;
    for (size_t i = 0; i < items->n; i++) {
        vt_item *item = &items->at[i], *before = n ? &items->at[n - 1] : NULL;
        vt_item *next = i + 1 < items->n ? item + 1 : NULL;
        if (is_lone_date(f, item)) {
            bool below = next && next->heading == item->heading && next->head_count &&
                         next->heads[0] == last_line(item) + 1 && !has_dates(f, next);
            bool above = before && before->heading == item->heading &&
                         last_line(before) + 1 == item->heads[0] && !has_dates(f, before);
            if (below && (!above || f->at[next->heads[0]].row)) {
                give_date(f, item, next, true);
                continue;
            }
            if (above) {
                give_date(f, item, before, false);
                continue;
            }
        }
        items->at[n++] = *item;
    }
    items->n = n;
}

vt_items vt_items_collect(vt_facts *f, const vt_roles *roles, bool jobs)
{
    vt_items items = {.at = VT_NEW_ARRAY(f->arena, vt_item, roles->items + 1)};
    uint32_t *slot =
        VT_NEW_ARRAY(f->arena, uint32_t, roles->items + 1); /* item number -> index + 1 */
    bool head;
    for (size_t i = 0; i < f->n; i++) {
        const vt_labelled *l = &roles->at[i];
        if (!l->item || !is_of(l->role, jobs, &head))
            continue;
        if (!slot[l->item]) {
            items.at[items.n] =
                (vt_item){.number = l->item, .section = l->section, .heading = l->heading};
            slot[l->item] = (uint32_t)++items.n;
        }
        vt_item *item = &items.at[slot[l->item] - 1];
        item->head_count += head;
        item->text_count += !head;
    }
    for (size_t i = 0; i < items.n; i++) {
        items.at[i].heads = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(items.at[i].head_count, 1));
        items.at[i].texts = VT_NEW_ARRAY(f->arena, uint32_t, VT_MAX(items.at[i].text_count, 1));
        items.at[i].head_count = items.at[i].text_count = 0;
    }
    for (size_t i = 0; i < f->n; i++) {
        const vt_labelled *l = &roles->at[i];
        if (!l->item || !is_of(l->role, jobs, &head))
            continue;
        vt_item *item = &items.at[slot[l->item] - 1];
        if (head)
            item->heads[item->head_count++] = (uint32_t)i;
        else
            item->texts[item->text_count++] = (uint32_t)i;
    }
    merge_lone_dates(f, &items);
    for (size_t i = 0; i < items.n; i++) {
        if (jobs)
            adopt_employer(f, &items.at[i]);
        else
            adopt_study(f, &items.at[i]);
        join_heads(f, &items.at[i], jobs);
        items.at[i].pieces = vt_pieces_cut(f, &items.at[i]);
    }
    return items;
}
