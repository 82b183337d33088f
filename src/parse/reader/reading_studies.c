/* SPDX-License-Identifier: Apache-2.0 */
/* Degree and field of a study, parted where people write them as one. */
#include "parse/reader/reading_heads.h"

/** A field of study without the minor subject behind it: "Physics, Minor in Music" is "Physics". */
static void cut_minor(const vt_head_runs *h, vt_range *range)
{
    static const char *const minors[] = {"minor", "minors", "minoring", "nebenfach", "mineure"};
    if (range->from >= range->to)
        return;
    const vt_info *info = &h->f->at[range->line];
    uint32_t first = vt_info_word_at(info, range->from), sign = first;
    for (uint32_t k = first + 1; k < info->words.n && vt_info_word_start(info, k) < range->to;
         k++) {
        vt_between between = vt_between_words(info, k);
        bool with = vt_str_eq(info->words.at[k].folded, VT_STR("with"));
        if (with || (between != VT_BETWEEN_SPACE && between != VT_BETWEEN_NOTHING))
            sign = k;
        if (sign > first && VT_STR_AMONG(info->words.at[k].folded, minors)) {
            range->to = vt_info_word_end(info, sign - 1);
            return;
        }
    }
}

/** Does a degree of the lexicon end right before word `k`, or go on over it? Not "in Arts". */
static bool parts_degree(const vt_info *info, uint32_t first, uint32_t k)
{
    static const char *const kinds[] = {"arts", "science", "sciences"};
    if (k + 1 >= info->words.n || VT_STR_AMONG(info->words.at[k + 1].folded, kinds))
        return false;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *hit = &info->hits.at[i];
        if (hit->entry->kind == VT_LEX_DEGREE && hit->first >= first && hit->first < k &&
            hit->first + hit->count >= k)
            return true;
    }
    return false;
}

/** The word "in" of a value such as "Bachelor of Science in Computer Science"; words.n: none. */
static uint32_t find_link(const vt_info *info, const vt_range *range)
{
    static const char *const links[] = {"in", "en", "em", "im", "i", "w"};
    uint32_t first = vt_info_word_at(info, range->from);
    for (uint32_t k = first + 1;
         k + 1 < info->words.n && vt_info_word_start(info, k + 1) < range->to; k++)
        if (VT_STR_AMONG(info->words.at[k].folded, links) && parts_degree(info, first, k))
            return k;
    return (uint32_t)info->words.n;
}

/** A degree and its field read as one value, of either kind: what the degree is in is the field. */
static void split_degree(const vt_head_runs *h, vt_study_fields *x)
{
    bool has_degree = x->degree.from < x->degree.to, has_field = x->field.from < x->field.to;
    if (has_degree == has_field)
        return;
    vt_range whole = has_degree ? x->degree : x->field;
    const vt_info *info = &h->f->at[whole.line];
    uint32_t link = find_link(info, &whole);
    if (link >= info->words.n)
        return;
    uint32_t end = link + 2;
    while (end < info->words.n && vt_info_word_start(info, end) < whole.to &&
           vt_between_words(info, end) <= VT_BETWEEN_SPACE)
        end++;
    x->degree = x->field = whole;
    x->degree.to = vt_info_word_end(info, link - 1);
    x->field.from = vt_info_word_start(info, link + 1);
    x->field.to = vt_info_word_end(info, end - 1);
}

/** One value with the other in brackets, read as one of either kind: "Economics (BSc)",
 * "BSc (Economics)". */
static void split_brackets(const vt_head_runs *h, vt_study_fields *x)
{
    bool has_degree = x->degree.from < x->degree.to, has_field = x->field.from < x->field.to;
    if (has_degree == has_field)
        return;
    vt_range whole = has_degree ? x->degree : x->field;
    vt_str raw = vt_str_sub(h->f->doc->raw_text, 0, whole.to);
    size_t open = vt_str_find_char(raw, '(', whole.from);
    size_t close = vt_str_find_char(raw, ')', whole.from);
    if (open == VT_NPOS || open == whole.from)
        return;
    vt_range before = whole, inside = whole;
    before.to = open;
    inside.from = open + 1;
    inside.to = close == VT_NPOS || close < open ? whole.to : close;
    bool first = vt_head_is_known(h, &before, VT_LEX_DEGREE),
         last = vt_head_is_known(h, &inside, VT_LEX_DEGREE);
    if (first == last || !vt_head_is_known(h, first ? &inside : &before, VT_LEX_STUDY))
        return;
    x->degree = first ? before : inside;
    x->field = first ? inside : before;
}

/** A degree with its field right behind it, as the lexicon knows both: "MSc Ecology". */
static void split_known(const vt_head_runs *h, vt_study_fields *x)
{
    if (x->degree.from >= x->degree.to || x->field.from < x->field.to)
        return;
    const vt_info *info = &h->f->at[x->degree.line];
    uint32_t first = vt_info_word_at(info, x->degree.from);
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *hit = &info->hits.at[i];
        uint32_t next = hit->first + hit->count;
        if (hit->entry->kind != VT_LEX_DEGREE || hit->first != first || next >= info->words.n ||
            vt_info_word_start(info, next) >= x->degree.to)
            continue;
        vt_range rest = x->degree;
        rest.from = vt_info_word_start(info, next);
        bool capital = vt_info_is_capital(info, next); /* "Technik mechatronik" is one name */
        if (!capital || !vt_head_is_known(h, &rest, VT_LEX_STUDY))
            continue;
        x->field = rest;
        x->degree.to = vt_info_word_end(info, next - 1);
        return;
    }
}

/** A degree without the "in" of a field that was found apart: "Grado en" is "Grado". */
static void cut_link(const vt_head_runs *h, vt_range *degree)
{
    static const char *const links[] = {"in", "en", "em", "im", "of", "de", "di", "der", "i", "w"};
    if (degree->from >= degree->to)
        return;
    const vt_info *info = &h->f->at[degree->line];
    uint32_t first = vt_info_word_at(info, degree->from), end = vt_info_word_from(info, degree->to);
    if (end > first + 1 && VT_STR_AMONG(info->words.at[end - 1].folded, links))
        degree->to = vt_info_word_end(info, end - 2);
}

vt_study_fields vt_head_study(const vt_head_runs *h, const vt_item *item)
{
    vt_study_fields x = {.school = vt_head_value(h, item, VT_WORD_IS_INSTITUTION),
                         .degree = vt_head_value(h, item, VT_WORD_IS_DEGREE),
                         .field = vt_head_value(h, item, VT_WORD_IS_STUDY),
                         .place = vt_head_value(h, item, VT_WORD_IS_LOCATION),
                         .grade = vt_head_value(h, item, VT_WORD_IS_GRADE),
                         .dates = vt_head_dates(h, item)};
    split_degree(h, &x);
    split_brackets(h, &x);
    split_known(h, &x);
    cut_link(h, &x.degree);
    cut_minor(h, &x.field);
    return x;
}
