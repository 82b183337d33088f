/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Title and employer of a job: all runs of neighbouring pieces are candidates, and the best pair
 * of disjoint runs is taken by the sum of their evidence. Two passes over a resume's items: the
 * first finds the sure ones, the second adds how well a reading agrees with the form (order, line,
 * look) that the sure ones have.
 */
#include "parse/fields.h"

enum { MAX_RUN = 4, MAX_PIECES = 14 };

/** Neighbouring pieces taken as one field. */
struct run {
    size_t first, last; /* pieces, inclusive */
    float title, company;
};

struct form {
    float items;
    float title_first, same_line;
    float title_bold, company_bold, title_italic, company_italic;
    float title_rank0, company_rank0;
};

struct reading {
    int title, company; /* runs, or -1 */
    float score, margin;
};

/* ---- candidates ---- */

/** A remark in brackets that is no name: "(8 people, venture-backed)", "(casual)". */
static bool is_remark(const vt_facts *f, const vt_piece *p)
{
    const vt_word *w = &f->at[p->line].words.at[p->first];
    return !(w->flags & VT_WORD_CAPITAL) || p->count > 6;
}

/** The price of a run that reaches over the cut before a piece; over 10: never. */
static float join_price(const vt_piece *p)
{
    if (p->place || p->noise || p->e.employment)
        return 99;
    switch (p->before) {
    case VT_CUT_SLASH:
        return 0.1f;
    case VT_CUT_COMMA:
        return 0.2f;
    case VT_CUT_STYLE:
        return 0.6f;
    case VT_CUT_DASH:
        return 0.5f;
    case VT_CUT_BRACKET:
        return 0.2f;
    default:
        return 99;
    }
}

static bool is_legal_suffix(const vt_facts *f, const vt_piece *p)
{
    if (p->count > 3)
        return false;
    const vt_lex_entry *e = vt_lexicon_find_kind(
        f->ctx->lexicon, f->at[p->line].words.at + p->first, p->count, VT_LEX_ORG_WORD);
    return e && e->code == VT_ORG_PART_SUFFIX;
}

static float title_score(const vt_info *info, const vt_piece *p, const vt_evidence *e,
                         uint32_t words)
{
    float s = -0.7f + 2.3f * e->title - 1.0f * VT_MAX(0.0f, e->org - 0.5f) - 0.6f * e->school;
    s -= e->place > 0.9f && p->place_strength >= 1 ? 1.5f : 0;
    s -= words > 12 ? 2.5f : words > 8 ? 0.6f : 0;
    s -= p->bracket ? 0.6f : 0;
    s += p->bold ? 0.2f : 0;
    s -= info->stop && words > 6 ? 1.0f : 0;
    s -= e->employment ? 0.8f : 0;
    return s;
}

static float company_score(const vt_info *info, const vt_piece *p, const vt_evidence *e,
                           uint32_t words)
{
    float org = VT_MAX(e->org, 0.9f * e->school);
    float s = 0.1f + 1.7f * org -
              (e->title >= 0.65f ? 1.7f * e->title : 0.4f * e->title) * (org > 0.8f ? 0.5f : 1.0f);
    s -= e->place > 0.9f && p->place_strength >= 1 ? (org > 0.6f ? 0.4f : 1.2f) : 0;
    s -= words > 10 ? 2.0f : words > 7 ? 0.6f : 0;
    s -= !(info->words.at[p->first].flags & (VT_WORD_CAPITAL | VT_WORD_DIGIT)) && org < 0.8f ? 0.9f
                                                                                             : 0;
    s -= p->bracket ? 0.8f : 0;
    s += p->bold ? 0.2f : 0;
    s -= e->degree > 0.7f ? 0.3f : 0;
    s -= e->employment ? 0.8f : 0;
    s -= info->stop && words > 6 && org < 0.8f ? 1.0f : 0;
    return s;
}

static size_t make_runs(const vt_facts *f, const vt_pieces *pieces, struct run *runs, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < pieces->n && i < MAX_PIECES; i++) {
        const vt_piece *first = &pieces->at[i];
        if (first->noise)
            continue;
        float price = 0, remark = 0;
        vt_evidence best = first->e;
        for (size_t k = i; k < pieces->n && k < i + MAX_RUN && n < max; k++) {
            const vt_piece *last = &pieces->at[k];
            if (k > i) {
                if (last->line != first->line)
                    break;
                float join = is_legal_suffix(f, last) ? -0.4f : join_price(last);
                if (join > 10)
                    break;
                price += join;
                if (last->before == VT_CUT_BRACKET) /* part of a title, seldom of an employer */
                    remark += is_remark(f, last) ? 0.4f : 0.1f;
                best.title = VT_MAX(best.title, last->e.title);
                best.org = VT_MAX(best.org, last->e.org);
                best.school = VT_MAX(best.school, last->e.school);
            }
            const vt_info *info = &f->at[first->line];
            uint32_t count = last->first + last->count - first->first;
            uint32_t words = vt_info_length(info, first->first, count);
            vt_evidence e = k == i ? first->e : vt_evidence_of(info, first->first, words);
            e.title = VT_MAX(e.title, best.title);
            e.org = VT_MAX(e.org, best.org);
            e.school = VT_MAX(e.school, best.school);
            struct run run = {i, k, title_score(info, first, &e, words) - price,
                              company_score(info, first, &e, words) - price - remark};
            bool places = true;
            for (size_t x = i; x <= k; x++)
                places &= pieces->at[x].place;
            if (places) {
                run.title -= 1.5f * first->place_strength;
                run.company -= 1.6f * first->place_strength;
            } else if (first->place) {
                run.title -= 1.0f;
                run.company -= 0.3f;
            }
            if (first->before == VT_CUT_AT)
                run.company += 1.5f, run.title -= 1.0f;
            if (k + 1 < pieces->n && pieces->at[k + 1].before == VT_CUT_AT)
                run.title += 0.8f;
            runs[n++] = run;
        }
    }
    return n;
}

/* ---- the form of the resume's items ---- */

static float agree(float share, bool has, float weight)
{
    return weight * (has ? share - 0.5f : 0.5f - share);
}

static float form_score(const struct form *form, const vt_pieces *pieces, const struct run *title,
                        const struct run *company)
{
    if (form->items <= 0)
        return 0;
    float n = form->items, s = 0, trust = VT_MIN(1.0f, 0.4f + 0.2f * n);
    if (title) {
        const vt_piece *t = &pieces->at[title->first];
        s += agree(form->title_bold / n, t->bold, 0.7f) +
             agree(form->title_italic / n, t->italic, 0.5f) +
             agree(form->title_rank0 / n, t->rank == 0, 0.6f);
    }
    if (company) {
        const vt_piece *c = &pieces->at[company->first];
        s += agree(form->company_bold / n, c->bold, 0.7f) +
             agree(form->company_italic / n, c->italic, 0.5f) +
             agree(form->company_rank0 / n, c->rank == 0, 0.6f);
    }
    if (title && company)
        s += agree(form->title_first / n, title->first < company->first, 1.4f) +
             agree(form->same_line / n,
                   pieces->at[title->first].line == pieces->at[company->first].line, 1.0f);
    return s * trust;
}

static void learn_form(struct form *form, const vt_pieces *pieces, const struct run *title,
                       const struct run *company, float weight)
{
    const vt_piece *t = &pieces->at[title->first], *c = &pieces->at[company->first];
    form->items += weight;
    form->title_first += title->first < company->first ? weight : 0;
    form->same_line += t->line == c->line ? weight : 0;
    form->title_bold += t->bold ? weight : 0;
    form->company_bold += c->bold ? weight : 0;
    form->title_italic += t->italic ? weight : 0;
    form->company_italic += c->italic ? weight : 0;
    form->title_rank0 += t->rank == 0 ? weight : 0;
    form->company_rank0 += c->rank == 0 ? weight : 0;
}

/* ---- the best pair ---- */

/** Pieces that no field takes speak against a reading. */
static float leftovers(const vt_pieces *pieces, const struct run *a, const struct run *b)
{
    float s = 0;
    for (size_t i = 0; i < pieces->n; i++) {
        const vt_piece *p = &pieces->at[i];
        bool taken = (a && i >= a->first && i <= a->last) || (b && i >= b->first && i <= b->last);
        if (!taken && p->place && p->place_strength < 1)
            s += 0.1f;
        if (taken || p->place || p->noise || p->e.employment)
            continue;
        /* what hangs on a field of the same line belongs to it rather than to nothing */
        bool on_title = a && i == a->last + 1 && p->line == pieces->at[a->last].line;
        bool on_company = b && i == b->last + 1 && p->line == pieces->at[b->last].line;
        bool hangs = on_title || (on_company && p->before != VT_CUT_DASH);
        bool joinable = p->before == VT_CUT_COMMA || p->before == VT_CUT_SLASH ||
                        p->before == VT_CUT_DASH || p->before == VT_CUT_BRACKET;
        if (hangs && joinable)
            s += p->bracket ? 0.4f : 0.5f;
        else if (!p->bracket)
            s += i < 6 ? 0.3f : 0.05f;
    }
    return s;
}

static struct reading best_reading(const vt_pieces *pieces, const struct run *runs, size_t n,
                                   const struct form *form)
{
    struct reading best = {-1, -1, -99, 0}, second = best;
    for (int t = -1; t < (int)n; t++)
        for (int c = -1; c < (int)n; c++) {
            const struct run *title = t >= 0 ? &runs[t] : NULL;
            const struct run *company = c >= 0 ? &runs[c] : NULL;
            if (title && company && title->first <= company->last && company->first <= title->last)
                continue;
            float s = (title ? title->title : -0.9f) + (company ? company->company : -0.5f);
            s += form_score(form, pieces, title, company) - leftovers(pieces, title, company);
            if (title && company && form->items <= 0 && title->first < company->first)
                s += 0.1f;
            if (title && company) /* near each other, early in the head */
                s -= 0.05f * (float)(VT_MAX(title->first, company->first));
            if (s > best.score) {
                second = best;
                best = (struct reading){t, c, s, 0};
            } else if (s > second.score) {
                second.score = s;
            }
        }
    best.margin = best.score - second.score;
    return best;
}

/* ---- one item ---- */

struct job_work {
    vt_pieces pieces;
    struct run runs[MAX_PIECES * MAX_RUN];
    size_t run_count;
    struct reading reading;
};

static vt_range range_of(const vt_pieces *pieces, const struct run *run, float confidence)
{
    const vt_piece *first = &pieces->at[run->first], *last = &pieces->at[run->last];
    return (vt_range){first->from, last->to, first->line, confidence};
}

static void find_place(const vt_facts *f, const vt_item *item, vt_job_fields *ret)
{
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        for (size_t k = 0; k < info->places.n; k++) {
            const vt_place *p = &info->places.at[k];
            size_t from = info->base + p->span.start, to = info->base + p->span.end;
            bool inside =
                (ret->company.to > ret->company.from && from < ret->company.to &&
                 to > ret->company.from) ||
                (ret->title.to > ret->title.from && from < ret->title.to && to > ret->title.from);
            if (inside || p->score < 0.3f || ret->place_hit)
                continue;
            ret->place = (vt_range){from, to, item->heads[i], p->score};
            ret->place_hit = p;
        }
    }
}

/** Pieces behind the fields that read like a sentence are description. */
static void find_prose(const vt_facts *f, const vt_item *item, vt_job_fields *ret)
{
    for (size_t i = 0; i < item->pieces.n; i++) {
        const vt_piece *p = &item->pieces.at[i];
        const vt_info *info = &f->at[p->line];
        bool taken = (p->from < ret->title.to && p->to > ret->title.from) ||
                     (p->from < ret->company.to && p->to > ret->company.from);
        if (taken || p->noise || p->place || (p->count < 4 && !info->stop))
            continue;
        uint32_t lower = 0;
        for (uint32_t k = p->first; k < p->first + p->count; k++)
            lower += !(info->words.at[k].flags & (VT_WORD_CAPITAL | VT_WORD_DIGIT));
        if (lower * 2 >= p->count) {
            ret->prose = (vt_range){p->from, info->base + info->text.len, p->line, 0.8f};
            return;
        }
    }
}

static float title_evidence(const vt_item *item, const vt_range *title)
{
    float e = 0;
    for (size_t i = 0; i < item->pieces.n; i++) {
        const vt_piece *p = &item->pieces.at[i];
        if (p->from < title->to && p->to > title->from)
            e = VT_MAX(e, p->e.title);
    }
    return e;
}

void vt_job_fields_rest(const vt_facts *f, const vt_item *item, vt_job_fields *ret)
{
    ret->title_evidence = title_evidence(item, &ret->title);
    ret->place_hit = NULL;
    ret->place = ret->prose = (vt_range){0};
    find_place(f, item, ret);
    find_prose(f, item, ret);
}

static vt_employment employment_of(const vt_facts *f, const vt_item *item)
{
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        for (size_t k = 0; k < info->hits.n; k++) {
            const vt_lex_hit *h = &info->hits.at[k];
            if (h->entry->kind == VT_LEX_EMPLOYMENT && h->entry->code != VT_EMPLOYMENT_NONE &&
                !((h->entry->flags & VT_LEX_AMBIGUOUS) && h->count < info->words.n))
                return h->entry->code;
        }
    }
    return VT_EMPLOYMENT_NONE;
}

static float sureness(float margin)
{
    return margin > 1.5f ? 0.95f : margin > 0.8f ? 0.9f : margin > 0.4f ? 0.8f : 0.65f;
}

void vt_fields_jobs(const vt_facts *f, const vt_items *items, vt_job_fields *ret)
{
    struct job_work *work = VT_NEW_ARRAY(f->arena, struct job_work, VT_MAX(items->n, 1));
    struct form form = {0}, none = {0};
    for (size_t i = 0; i < items->n; i++) {
        struct job_work *w = &work[i];
        w->pieces = items->at[i].pieces;
        w->run_count = make_runs(f, &w->pieces, w->runs, VT_COUNT(w->runs));
        w->reading = best_reading(&w->pieces, w->runs, w->run_count, &none);
        struct reading r = w->reading;
        if (r.title >= 0 && r.company >= 0 && w->runs[r.title].title > 0.4f)
            learn_form(&form, &w->pieces, &w->runs[r.title], &w->runs[r.company],
                       VT_MIN(1.0f, 0.3f + VT_MAX(0.0f, r.margin)));
    }
    for (size_t i = 0; i < items->n; i++) {
        struct job_work *w = &work[i];
        w->reading = best_reading(&w->pieces, w->runs, w->run_count, &form);
        struct reading r = w->reading;
        ret[i] = (vt_job_fields){0};
        float sure = sureness(r.margin);
        if (r.title >= 0)
            ret[i].title = range_of(&w->pieces, &w->runs[r.title], sure);
        if (r.company >= 0)
            ret[i].company = range_of(&w->pieces, &w->runs[r.company], sure);
        vt_job_fields_rest(f, &items->at[i], &ret[i]);
        ret[i].dates = vt_item_read_dates(f, &items->at[i]);
        ret[i].employment = employment_of(f, &items->at[i]);
    }
}

vt_heads vt_heads_read(vt_facts *f, const vt_roles *roles)
{
    vt_heads h = {.jobs = vt_items_collect(f, roles, true),
                  .studies = vt_items_collect(f, roles, false)};
    h.job = VT_NEW_ARRAY(f->arena, vt_job_fields, h.jobs.n + 1);
    h.study = VT_NEW_ARRAY(f->arena, vt_study_fields, h.studies.n + 1);
    vt_fields_jobs(f, &h.jobs, h.job);
    vt_fields_studies(f, &h.studies, h.study);
    return h;
}
