/* SPDX-License-Identifier: Apache-2.0 */
/* Certificates: the values of what the reading found, and the numbers and links beside them. */
#include "parse/assemble/assemble.h"

/** Do words before byte `at` of the line, at most one word away, mean `meaning`? */
static bool follows(const vt_facts *f, const vt_info *info, uint32_t word, const char *meaning)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CERTIFICATE && h->first + h->count <= word &&
            h->first + h->count + 1 >= word &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), vt_str_z(meaning)))
            return true;
    }
    return false;
}

static bool is_later(vt_date a, vt_date b)
{
    return a.year * 12 + a.month > b.year * 12 + b.month;
}

static void take_date(const vt_facts *f, const vt_info *info, const vt_date_hit *hit,
                      vt_certification *c)
{
    bool only_end = hit->to.year && !hit->from.year;
    if (only_end || follows(f, info, hit->first, "expires")) {
        c->expires = vt_facts_date(f, info, hit, only_end);
        return;
    }
    vt_date date = vt_facts_date(f, info, hit, false);
    if (!c->date.year)
        c->date = date;
    else if (!c->expires.year && is_later(date, c->date))
        c->expires = date;
    if (hit->range && hit->to.year && !c->expires.year)
        c->expires = vt_facts_date(f, info, hit, true);
}

static bool is_within(const vt_range *range, size_t from, size_t to)
{
    return from < range->to && to > range->from;
}

/** The dates of a line that are no part of the name. */
static void take_dates(const vt_facts *f, const vt_info *info, const vt_certificate_fields *x,
                       vt_certification *c)
{
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *hit = &info->dates.at[i];
        size_t from = info->base + hit->start, to = info->base + hit->end;
        if (hit->score >= 0.3f && from >= x->from && to <= x->until &&
            !is_within(&x->name, from, to) && !is_within(&x->issuer, from, to))
            take_date(f, info, hit, c);
    }
}

/** "Credential ID ABC-123", "Lic. #2445": the word with digits behind words for a number; or the
 * number that was cut from the name. */
static vt_value find_number(const vt_facts *f, const vt_info *info, size_t name, size_t from,
                            size_t to)
{
    vt_str raw = f->doc->raw_text;
    for (uint32_t k = vt_info_word_at(info, from);
         k < info->words.n && vt_info_word_start(info, k) < to; k++) {
        size_t at = vt_info_word_start(info, k), end = at;
        bool sign = at > 0 && (raw.ptr[at - 1] == '#' || at == name + 1), digits = false;
        while (end < to && !vt_is_space(raw.ptr[end]))
            digits |= vt_is_digit(raw.ptr[end++]);
        if (digits && (sign || follows(f, info, k, "id")))
            return vt_facts_clean_value(f, at, end, 0.85f);
    }
    return (vt_value){0};
}

static void take_line(const vt_facts *f, const vt_info *info, const vt_certificate_fields *x,
                      vt_certification *c)
{
    size_t from = VT_MAX(x->from, info->base), to = VT_MIN(x->until, vt_info_end(info));
    if (from >= to)
        return;
    take_dates(f, info, x, c);
    vt_url url;
    if (!vt_value_known(&c->url) && vt_url_find(vt_str_sub(f->doc->raw_text, from, to), 0, &url))
        c->url = vt_facts_value(f, from + url.span.start, from + url.span.end, 0.95f);
    if (!vt_value_known(&c->credential_id))
        c->credential_id = find_number(f, info, x->name.to, from, to);
}

void vt_assemble_certificates(const vt_facts *f, const vt_certificates *found, vt_resume *resume)
{
    for (size_t i = 0; i < found->n; i++) {
        const vt_certificate_fields *x = &found->at[i];
        vt_certification c = {.name = vt_range_value(f, x->name),
                              .issuer = vt_range_value(f, x->issuer)};
        if (!vt_value_known(&c.name))
            continue;
        for (uint32_t k = x->first_line; k <= x->last_line && k < f->n; k++)
            take_line(f, &f->at[k], x, &c);
        vt_vec_push(f->arena, &resume->certifications, c);
    }
}
