/* SPDX-License-Identifier: Apache-2.0 */
/* Items of the reading with the fields of their heads. */
#include "parse/reader/reading.h"

#include "text/utf8.h"

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

/* ---- fields ---- */

/** What the heads of one item hold. */
struct heads {
    const vt_reading *r;
    const vt_facts *f;
    const vt_roles *roles;
    vt_runs runs; /* of all items of its kind */
};

static uint32_t item_of(const struct heads *h, const vt_run *run)
{
    return h->roles->at[h->r->line_of_cell[run->cell]].item;
}

/** The end of a run; of its first half where it says the same twice, one behind the other (no
 * place: "New York, New York"). */
static size_t end_of_value(const struct heads *h, const vt_run *run)
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
static size_t after_label(const struct heads *h, const vt_run *run)
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
static void settle_links(const struct heads *h, const vt_run *run, size_t *from, size_t *to)
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
static void cut_dates(const struct heads *h, const vt_run *run, size_t *from, size_t *to)
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

/** The best run of a field in an item: the surest words, the first of two that are alike. */
static vt_range find(const struct heads *h, const vt_item *item, uint8_t field)
{
    const vt_run *best = NULL;
    for (size_t i = 0; i < h->runs.n; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field == field && item_of(h, run) == item->number &&
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

/** Lines of the head that hold a date where the network saw one; all of it when it saw none. */
static vt_item dated_lines(const struct heads *h, const vt_item *item)
{
    vt_item dated = *item;
    dated.text_count = dated.head_count = 0;
    dated.heads = VT_NEW_ARRAY(h->f->arena, uint32_t, item->head_count + 1);
    for (size_t i = 0; i < item->head_count; i++)
        for (size_t k = 0; k < h->runs.n; k++) {
            const vt_run *run = &h->runs.at[k];
            if (run->field == VT_WORD_IS_DATE && h->f->at[item->heads[i]].dates.n &&
                h->r->line_of_cell[run->cell] == item->heads[i]) {
                dated.heads[dated.head_count++] = item->heads[i];
                break;
            }
        }
    return dated.head_count ? dated : *item;
}

/* ---- dates over several lines ---- */

enum { DATE_RUNS = 6, DATE_BYTES = 160 };

/** The runs of dates of an item as one text, and where its parts come from. */
struct joined {
    char text[DATE_BYTES];
    size_t len, n, at[DATE_RUNS]; /* where part i begins in the text */
    size_t from[DATE_RUNS];       /* bytes of raw_text where each part begins */
};

enum { DASH_BYTES = 4 }; /* with a space */

static bool is_dash(vt_str raw, size_t at)
{
    return raw.ptr[at] != '\n' && !vt_is_alnum((unsigned char)raw.ptr[at]);
}

/** The end of a date with the dash that ends its line, and the start of one with the dash that
 * begins its line: "07/21" over "– 10/21". */
static size_t behind_dash(vt_str raw, size_t to)
{
    for (size_t n = 0; n < DASH_BYTES && to < raw.len && is_dash(raw, to); n++)
        to++;
    return to;
}

static size_t before_dash(vt_str raw, size_t from)
{
    for (size_t n = 0; n < DASH_BYTES && from > 0 && is_dash(raw, from - 1); n++)
        from--;
    return from;
}

static struct joined join_dates(const struct heads *h, const vt_item *item)
{
    struct joined j = {0};
    vt_str raw = h->f->doc->raw_text;
    for (size_t i = 0; i < h->runs.n && j.n < DATE_RUNS; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field != VT_WORD_IS_DATE || item_of(h, run) != item->number)
            continue;
        size_t from = j.len ? before_dash(raw, run->from) : run->from,
               to = behind_dash(raw, run->to);
        if (j.len + (to - from) + 1 >= DATE_BYTES)
            break;
        if (j.len)
            j.text[j.len++] = ' ';
        j.at[j.n] = j.len;
        j.from[j.n++] = from;
        memcpy(j.text + j.len, raw.ptr + from, to - from);
        j.len += to - from;
    }
    return j;
}

/** The code point of raw_text that byte `at` of the joined text is. */
static uint32_t place_of(const struct heads *h, const struct joined *j, size_t at)
{
    size_t k = j->n - 1;
    while (k > 0 && j->at[k] > at)
        k--;
    return vt_facts_chars(h->f, j->from[k] + (at - j->at[k]));
}

static vt_date joined_date(const struct heads *h, const struct joined *j, vt_when when,
                           vt_span span, float score)
{
    return (vt_date){.year = when.year,
                     .month = when.month,
                     .start = place_of(h, j, span.start),
                     .end = place_of(h, j, span.end > span.start ? span.end - 1 : span.end) + 1,
                     .confidence = score};
}

/** A range set in two or three lines: "March 2014", "to", "November 2014". */
static bool read_joined(const struct heads *h, const vt_item *item, vt_item_dates *d)
{
    struct joined j = join_dates(h, item);
    if (j.n < 2)
        return false;
    vt_str text = vt_str_n(vt_arena_alloc(h->f->arena, j.len + 1), j.len);
    memcpy((char *)(uintptr_t)text.ptr, j.text, j.len);
    vt_words words = vt_words_split(h->f->arena, text);
    vt_date_hits hits = vt_date_find(h->f->ctx->lexicon, h->f->arena, &words, &h->f->dates);
    if (hits.n != 1 || (!hits.at[0].range && !hits.at[0].current))
        return false;
    const vt_date_hit *hit = &hits.at[0];
    *d = (vt_item_dates){.current = hit->current};
    d->start = joined_date(h, &j, hit->from, hit->from_span, hit->score);
    if (!hit->current)
        d->end = joined_date(h, &j, hit->to, hit->to_span, hit->score);
    return true;
}

/** The month that a run of a date is the name of, without a year; 0: it is none. */
static int month_of(const struct heads *h, const vt_run *run)
{
    vt_str name = vt_str_sub(h->f->doc->raw_text, run->from, run->to);
    for (size_t i = 0; i < name.len; i++)
        if (vt_is_digit((unsigned char)name.ptr[i]))
            return 0;
    vt_str text = vt_str_format(h->f->arena, "%.*s 2000", (int)name.len, name.ptr);
    vt_words words = vt_words_split(h->f->arena, text);
    vt_date_hits hits = vt_date_find(h->f->ctx->lexicon, h->f->arena, &words, &h->f->dates);
    bool month = hits.n == 1 && !hits.at[0].range && hits.at[0].from.year == 2000;
    return month ? hits.at[0].from.month : 0;
}

/** Months that stand in small print under the years of a range: "2002 - 2008" over "March   May".
 */
static void add_months(const struct heads *h, const vt_item *item, vt_item_dates *d)
{
    int months[2];
    size_t n = 0;
    for (size_t i = 0; i < h->runs.n; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field != VT_WORD_IS_DATE || item_of(h, run) != item->number)
            continue;
        int month = month_of(h, run);
        if (month && n < VT_COUNT(months))
            months[n] = month;
        n += month > 0;
    }
    if (n == 2 && d->end.year && !d->end.month)
        d->end.month = months[1];
    if (n == 2 || (n == 1 && (d->current || d->single)))
        d->start.month = months[0];
}

static vt_item_dates read_dates(const struct heads *h, const vt_item *item)
{
    vt_item dated = dated_lines(h, item);
    vt_item_dates d = vt_item_read_dates(h->f, &dated), joined;
    if ((d.single || !d.start.year) && read_joined(h, item, &joined))
        return joined;
    if (d.start.year && !d.start.month)
        add_months(h, item, &d);
    return d;
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

/** Does the lexicon know the text of a range as one of a kind? */
static bool is_known(const struct heads *h, const vt_range *range, vt_lex_kind kind)
{
    vt_str text = vt_str_trim(vt_str_sub(h->f->doc->raw_text, range->from, range->to));
    return vt_lexicon_find_text_kind(h->f->ctx->lexicon, h->f->arena, text, kind) != NULL;
}

/** A title without the kind of employment in brackets behind it: "Carer (casual)". */
static vt_range cut_type(const struct heads *h, vt_range *title)
{
    vt_str raw = h->f->doc->raw_text, text = vt_str_sub(raw, title->from, title->to);
    size_t open = vt_str_find(text, VT_STR(" ("), 0);
    vt_range inside = *title;
    inside.from = title->from + open + 2;
    inside.to = title->to - (text.len && text.ptr[text.len - 1] == ')');
    if (open == VT_NPOS || open == 0 || !is_known(h, &inside, VT_LEX_EMPLOYMENT))
        return (vt_range){0};
    title->to = title->from + open;
    return inside;
}

static vt_job_fields read_job(const struct heads *h, const vt_item *item)
{
    vt_job_fields x = {.title = find(h, item, VT_WORD_IS_TITLE),
                       .company = find(h, item, VT_WORD_IS_COMPANY),
                       .place = find(h, item, VT_WORD_IS_LOCATION),
                       .dates = read_dates(h, item)};
    if (x.company.from >= x.company.to)
        x.company = find(h, item, VT_WORD_IS_INSTITUTION);
    vt_range type = find(h, item, VT_WORD_IS_TYPE), behind = cut_type(h, &x.title);
    if (type.from >= type.to)
        type = behind;
    x.employment = employment_in(h->f, &type);
    x.place_hit = place_in(h->f, &x.place, &x.place_base);
    return x;
}

/** A field of study without the minor subject behind it: "Physics, Minor in Music" is "Physics". */
static void cut_minor(const struct heads *h, vt_range *range)
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
static void split_degree(const struct heads *h, vt_study_fields *x)
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
static void split_brackets(const struct heads *h, vt_study_fields *x)
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
    bool first = is_known(h, &before, VT_LEX_DEGREE), last = is_known(h, &inside, VT_LEX_DEGREE);
    if (first == last || !is_known(h, first ? &inside : &before, VT_LEX_STUDY))
        return;
    x->degree = first ? before : inside;
    x->field = first ? inside : before;
}

/** A degree with its field right behind it, as the lexicon knows both: "MSc Ecology". */
static void split_known(const struct heads *h, vt_study_fields *x)
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
        size_t at = 0; /* "Technik mechatronik" is one name */
        bool small = vt_cp_is(vt_utf8_next(info->words.at[next].folded, &at), VT_CP_LOWER) &&
                     !(info->words.at[next].flags & (VT_WORD_CAPITAL | VT_WORD_UPPER));
        if (small || !is_known(h, &rest, VT_LEX_STUDY))
            continue;
        x->field = rest;
        x->degree.to = vt_info_word_end(info, next - 1);
        return;
    }
}

/** A degree without the "in" of a field that was found apart: "Grado en" is "Grado". */
static void cut_link(const struct heads *h, vt_range *degree)
{
    static const char *const links[] = {"in", "en", "em", "im", "of", "de", "di", "der", "i", "w"};
    if (degree->from >= degree->to)
        return;
    const vt_info *info = &h->f->at[degree->line];
    uint32_t first = vt_info_word_at(info, degree->from), end = vt_info_word_from(info, degree->to);
    if (end > first + 1 && VT_STR_AMONG(info->words.at[end - 1].folded, links))
        degree->to = vt_info_word_end(info, end - 2);
}

static vt_study_fields read_study(const struct heads *h, const vt_item *item)
{
    vt_study_fields x = {.school = find(h, item, VT_WORD_IS_INSTITUTION),
                         .degree = find(h, item, VT_WORD_IS_DEGREE),
                         .field = find(h, item, VT_WORD_IS_STUDY),
                         .place = find(h, item, VT_WORD_IS_LOCATION),
                         .grade = find(h, item, VT_WORD_IS_GRADE),
                         .dates = read_dates(h, item)};
    split_degree(h, &x);
    split_brackets(h, &x);
    split_known(h, &x);
    cut_link(h, &x.degree);
    cut_minor(h, &x.field);
    return x;
}

vt_heads vt_reading_heads(const vt_reading *r, vt_facts *f, const vt_roles *roles)
{
    vt_heads heads = {.jobs = collect(f, roles, true), .studies = collect(f, roles, false)};
    struct heads jobs = {r, f, roles, vt_reading_runs(r, is_job_head)};
    struct heads studies = {r, f, roles, vt_reading_runs(r, is_study_head)};
    heads.job = VT_NEW_ARRAY(f->arena, vt_job_fields, heads.jobs.n + 1);
    heads.study = VT_NEW_ARRAY(f->arena, vt_study_fields, heads.studies.n + 1);
    for (size_t i = 0; i < heads.jobs.n; i++)
        heads.job[i] = read_job(&jobs, &heads.jobs.at[i]);
    for (size_t i = 0; i < heads.studies.n; i++)
        heads.study[i] = read_study(&studies, &heads.studies.at[i]);
    return heads;
}
