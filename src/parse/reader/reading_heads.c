/* SPDX-License-Identifier: Apache-2.0 */
/* Items of the reading with the fields of their heads. */
#include "parse/reader/reading_heads.h"

static bool is_job_head(const vt_cell_reading *c)
{
    return c->role == VT_CELL_JOB_HEAD;
}

static bool is_study_head(const vt_cell_reading *c)
{
    return c->role == VT_CELL_EDU_HEAD;
}

/* ---- items ---- */

static bool is_line_of(uint8_t role, bool jobs, bool *head)
{
    *head = role == (jobs ? VT_ROLE_JOB_BEGIN : VT_ROLE_EDU_BEGIN) ||
            role == (jobs ? VT_ROLE_JOB_HEAD : VT_ROLE_EDU_HEAD);
    return *head || role == (jobs ? VT_ROLE_JOB_TEXT : VT_ROLE_EDU_TEXT);
}

static vt_items collect(const vt_facts *f, const vt_roles *roles, bool jobs)
{
    vt_items items = {.at = VT_NEW_ARRAY(f->arena, vt_item, roles->items + 1)};
    uint32_t *slot = VT_NEW_ARRAY(f->arena, uint32_t, roles->items + 1); /* index + 1 */
    bool head;
    for (size_t i = 0; i < f->n; i++) {
        const vt_labelled *l = &roles->at[i];
        if (!l->item || !is_line_of(l->role, jobs, &head))
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
        items.at[i].heads = VT_NEW_ARRAY(f->arena, uint32_t, items.at[i].head_count + 1);
        items.at[i].texts = VT_NEW_ARRAY(f->arena, uint32_t, items.at[i].text_count + 1);
        items.at[i].head_count = items.at[i].text_count = 0;
    }
    for (size_t i = 0; i < f->n; i++) {
        const vt_labelled *l = &roles->at[i];
        if (!l->item || !is_line_of(l->role, jobs, &head))
            continue;
        vt_item *item = &items.at[slot[l->item] - 1];
        if (head)
            item->heads[item->head_count++] = (uint32_t)i;
        else
            item->texts[item->text_count++] = (uint32_t)i;
    }
    return items;
}

/* ---- jobs ---- */

/** The place that stands in a range: as the lexicon knows it, else by its form. */
static const vt_place *place_in(const vt_facts *f, const vt_range *range, size_t *ret_base)
{
    if (range->from >= range->to)
        return NULL;
    const vt_info *info = &f->at[range->line];
    *ret_base = info->base;
    for (size_t i = 0; i < info->places.n; i++) {
        const vt_place *p = &info->places.at[i];
        if (info->base + p->span.start < range->to && info->base + p->span.end > range->from)
            return p;
    }
    vt_str text = vt_str_sub(f->doc->raw_text, range->from, range->to);
    vt_words words = vt_words_split(f->arena, text);
    vt_place *place = VT_NEW(f->arena, vt_place);
    if (!vt_place_parse(f->ctx->lexicon, f->arena, &words, place))
        return NULL;
    *ret_base = range->from;
    return place;
}

static vt_employment employment_in(const vt_facts *f, const vt_range *range)
{
    if (range->from >= range->to)
        return VT_EMPLOYMENT_NONE;
    const vt_info *info = &f->at[range->line];
    for (size_t k = 0; k < info->hits.n; k++) {
        const vt_lex_hit *h = &info->hits.at[k];
        size_t at = vt_info_word_start(info, h->first);
        if (h->entry->kind == VT_LEX_EMPLOYMENT && at >= range->from && at < range->to)
            return h->entry->code;
    }
    return VT_EMPLOYMENT_NONE;
}

/** A title without the kind of employment in brackets behind it: "Carer (casual)". */
static vt_range cut_type(const vt_head_runs *h, vt_range *title)
{
    vt_str raw = h->f->doc->raw_text, text = vt_str_sub(raw, title->from, title->to);
    size_t open = vt_str_find(text, VT_STR(" ("), 0);
    vt_range inside = *title;
    inside.from = title->from + open + 2;
    inside.to = title->to - (text.len && text.ptr[text.len - 1] == ')');
    if (open == VT_NPOS || open == 0 || !vt_head_is_known(h, &inside, VT_LEX_EMPLOYMENT))
        return (vt_range){0};
    title->to = title->from + open;
    return inside;
}

static vt_job_fields read_job(const vt_head_runs *h, const vt_item *item)
{
    vt_job_fields x = {.title = vt_head_value(h, item, VT_WORD_IS_TITLE),
                       .company = vt_head_value(h, item, VT_WORD_IS_COMPANY),
                       .place = vt_head_value(h, item, VT_WORD_IS_LOCATION),
                       .dates = vt_head_dates(h, item)};
    if (x.company.from >= x.company.to)
        x.company = vt_head_value(h, item, VT_WORD_IS_INSTITUTION);
    vt_range type = vt_head_value(h, item, VT_WORD_IS_TYPE), behind = cut_type(h, &x.title);
    if (type.from >= type.to)
        type = behind;
    x.employment = employment_in(h->f, &type);
    x.place_hit = place_in(h->f, &x.place, &x.place_base);
    return x;
}

vt_heads vt_reading_heads(const vt_reading *r, vt_facts *f, const vt_roles *roles)
{
    vt_heads heads = {.jobs = collect(f, roles, true), .studies = collect(f, roles, false)};
    vt_head_runs jobs = {r, f, roles, vt_reading_runs(r, is_job_head)};
    vt_head_runs studies = {r, f, roles, vt_reading_runs(r, is_study_head)};
    heads.job = VT_NEW_ARRAY(f->arena, vt_job_fields, heads.jobs.n + 1);
    heads.study = VT_NEW_ARRAY(f->arena, vt_study_fields, heads.studies.n + 1);
    for (size_t i = 0; i < heads.jobs.n; i++)
        heads.job[i] = read_job(&jobs, &heads.jobs.at[i]);
    for (size_t i = 0; i < heads.studies.n; i++)
        heads.study[i] = vt_head_study(&studies, &heads.studies.at[i]);
    return heads;
}
