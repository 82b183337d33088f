/* SPDX-License-Identifier: Apache-2.0 */
/* Where the value of a field begins and ends, among the words that the network holds for it. */
#include "parse/reader/reading_heads.h"

/** The end of a run; of its first half where it says the same twice, one behind the other (no
 * place: "New York, New York"). */
static size_t end_of_value(const vt_head_runs *h, const vt_run *run)
{
    vt_str text = vt_str_sub(h->f->doc->raw_text, run->from, run->to);
    for (size_t half = text.len / 2; half > 2 && half + 8 > text.len / 2; half--) {
        vt_str first = vt_str_sub(text, 0, half),
               again = vt_str_sub(text, text.len - half, text.len);
        bool apart = text.ptr[half] == ' ' || text.ptr[half] == '\n' || text.ptr[half] == ',';
        if (apart && vt_str_eq(first, again))
            return run->from + half;
    }
    return run->to;
}

/** The end of an organisation's name: no name goes on over a bar or a wide comma, behind which its
 * department or its trade stands, over what East Asian forms say happened there ("入社", "졸업"),
 * nor over a remark in small letters: "Acme (agency)". */
static size_t end_of_organisation(vt_str raw, size_t from, size_t to)
{
    static const char *const signs[] = {"|",    "｜",   "，",   "入社", "退社", "退職",
                                        "入学", "卒業", "中退", "修了", "毕业", "入职",
                                        "입사", "퇴사", "입학", "졸업"};
    for (size_t at = from + 1; at < to; at++) {
        vt_str rest = vt_str_sub(raw, at, to);
        for (size_t i = 0; i < VT_COUNT(signs); i++)
            if (vt_str_starts(rest, vt_str_z(signs[i])))
                return at;
        char next = rest.len > 2 && vt_str_starts(rest, VT_STR(" (")) ? rest.ptr[2] : 'A';
        if ((next >= 'a' && next <= 'z') || vt_is_digit(next))
            return at;
    }
    return to;
}

/** What entry_labels.tsv calls a field. */
static vt_str label_of(uint8_t field)
{
    return field == VT_WORD_IS_TITLE         ? VT_STR("title")
           : field == VT_WORD_IS_COMPANY     ? VT_STR("company")
           : field == VT_WORD_IS_INSTITUTION ? VT_STR("school")
           : field == VT_WORD_IS_DEGREE      ? VT_STR("degree")
           : field == VT_WORD_IS_STUDY       ? VT_STR("study")
                                             : VT_STR_NULL;
}

/** The end of the label that a value begins with, with its colon or its "in": "Major in Physics",
 * "Employer: Acme"; or of the "in" alone. The value's start when it has none. */
static size_t after_label(const vt_head_runs *h, const vt_run *run)
{
    const vt_info *info = &h->r->cells->at[run->cell];
    uint32_t first = vt_info_word_at(info, run->from), n = 0;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *hit = &info->hits.at[i];
        if (hit->first == first && hit->entry->kind == VT_LEX_ENTRY_LABEL &&
            vt_str_eq(vt_lex_str(h->f->ctx->lexicon, hit->entry->a), label_of(run->field)))
            n = VT_MAX(n, hit->count);
    }
    static const char *const verbs[] = {"majoring", "majored", "specializing", "specialising"};
    static const char *const links[] = {"in", "of", "en", "de", "di", "der", "i", "em", "w"};
    bool study = run->field == VT_WORD_IS_STUDY;
    uint32_t next = first + n;
    if (!n && study && VT_STR_AMONG(info->words.at[first].folded, verbs))
        next = first + 1;
    if (next >= info->words.n)
        return run->from;
    bool colon = next > first && vt_between_words(info, next) == VT_BETWEEN_COLON;
    bool linked = study && VT_STR_AMONG(info->words.at[next].folded, links);
    next += linked;
    if ((!linked && !colon) || next >= info->words.n || vt_info_word_start(info, next) >= run->to)
        return run->from;
    return vt_info_word_start(info, next);
}

/** The start of a value with the bracket before it that the value closes: "(주)네오소프트". */
static size_t with_bracket(vt_str raw, size_t from, size_t to)
{
    int depth = 0;
    for (size_t i = from; i < to; i++) {
        depth += (raw.ptr[i] == '(') - (raw.ptr[i] == ')');
        if (depth < 0)
            return from > 0 && raw.ptr[from - 1] == '(' ? from - 1 : from;
    }
    return from;
}

/** Words that only join others: in English and the languages written most like it. */
static bool is_link(const vt_word *word)
{
    static const char *const links[] = {
        "of",  "and", "for", "at", "in",  "with", "from", "to",  "by",  "as",  "und",  "von",
        "für", "fur", "am",  "an", "bei", "im",   "de",   "du",  "des", "et",  "chez", "y",
        "en",  "e",   "del", "di", "da",  "do",   "em",   "van", "bij", "voor"};
    return !(word->flags & (VT_WORD_CAPITAL | VT_WORD_DIGIT)) && VT_STR_AMONG(word->folded, links);
}

/** Was word k of a cell read as no field? */
static bool is_free(const vt_reading *r, uint32_t cell, uint32_t k)
{
    uint32_t w = r->features.in.first_word[cell] + k;
    return w < r->features.in.first_word[cell + 1] && r->word[w].field == VT_WORD_IS_NONE;
}

/** A value does not begin with a word that only joins; one that ends with such a word goes on over
 * the free words up to the next sign, or ends before it. */
static void settle_links(const vt_head_runs *h, const vt_run *run, size_t *from, size_t *to)
{
    const vt_info *info = &h->r->cells->at[run->cell];
    uint32_t first = vt_info_word_at(info, *from), end = vt_info_word_from(info, *to);
    if (*from < info->base || end > info->words.n || end <= first)
        return; /* it began in the line before */
    while (first + 1 < end && is_link(&info->words.at[first]))
        *from = vt_info_word_start(info, ++first);
    if (!is_link(&info->words.at[end - 1]))
        return;
    while (end < info->words.n && is_free(h->r, run->cell, end) &&
           vt_between_words(info, end) <= VT_BETWEEN_SPACE)
        end++;
    while (end > first + 1 && is_link(&info->words.at[end - 1]))
        end--;
    *to = vt_info_word_end(info, end - 1);
}

/** A value has no range of dates and no month at its edges: "since 2022 Coach". */
static void cut_dates(const vt_head_runs *h, const vt_run *run, size_t *from, size_t *to)
{
    const vt_info *info = &h->r->cells->at[run->cell];
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *d = &info->dates.at[i];
        size_t start = info->base + d->start, end = info->base + d->end;
        if (d->score < 0.5f || (!d->range && !d->current && !d->from.month))
            continue;
        if (start <= *from && end > *from && end < *to)
            *from = end;
        else if (start > *from && start < *to && end >= *to)
            *to = start;
    }
}

vt_range vt_head_value(const vt_head_runs *h, const vt_item *item, uint8_t field)
{
    const vt_run *best = NULL;
    for (size_t i = 0; i < h->runs.n; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field == field && vt_head_item(h, run) == item->number &&
            (!best || run->sum > best->sum + 0.05f))
            best = run;
    }
    if (!best)
        return (vt_range){0};
    size_t to = field == VT_WORD_IS_LOCATION ? best->to : end_of_value(h, best);
    vt_str raw = h->f->doc->raw_text;
    size_t from = with_bracket(raw, after_label(h, best), to);
    if (field == VT_WORD_IS_COMPANY || field == VT_WORD_IS_INSTITUTION)
        to = end_of_organisation(raw, from, to);
    if (field != VT_WORD_IS_LOCATION && field != VT_WORD_IS_DATE)
        cut_dates(h, best, &from, &to);
    if (field != VT_WORD_IS_LOCATION)
        settle_links(h, best, &from, &to);
    return (vt_range){from, to, h->r->line_of_cell[best->cell], vt_run_sureness(best)};
}

bool vt_head_is_known(const vt_head_runs *h, const vt_range *range, vt_lex_kind kind)
{
    vt_str text = vt_str_trim(vt_str_sub(h->f->doc->raw_text, range->from, range->to));
    return vt_lexicon_find_text_kind(h->f->ctx->lexicon, h->f->arena, text, kind) != NULL;
}
