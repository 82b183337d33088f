/* SPDX-License-Identifier: Apache-2.0 */
/* The dates of an item: those of the lines where the network saw one, or of several lines joined.
 */
#include "parse/reader/reading_heads.h"

/** Lines of the head that hold a date where the network saw one; all of it when it saw none. */
static vt_item dated_lines(const vt_head_runs *h, const vt_item *item)
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

static struct joined join_dates(const vt_head_runs *h, const vt_item *item)
{
    struct joined j = {0};
    vt_str raw = h->f->doc->raw_text;
    for (size_t i = 0; i < h->runs.n && j.n < DATE_RUNS; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field != VT_WORD_IS_DATE || vt_head_item(h, run) != item->number)
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
static uint32_t place_of(const vt_head_runs *h, const struct joined *j, size_t at)
{
    size_t k = j->n - 1;
    while (k > 0 && j->at[k] > at)
        k--;
    return vt_facts_chars(h->f, j->from[k] + (at - j->at[k]));
}

static vt_date joined_date(const vt_head_runs *h, const struct joined *j, vt_when when,
                           vt_span span, float score)
{
    return (vt_date){.year = when.year,
                     .month = when.month,
                     .start = place_of(h, j, span.start),
                     .end = place_of(h, j, span.end > span.start ? span.end - 1 : span.end) + 1,
                     .confidence = score};
}

/** A range set in two or three lines: "March 2014", "to", "November 2014". */
static bool read_joined(const vt_head_runs *h, const vt_item *item, vt_item_dates *d)
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
static int month_of(const vt_head_runs *h, const vt_run *run)
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
static void add_months(const vt_head_runs *h, const vt_item *item, vt_item_dates *d)
{
    int months[2];
    size_t n = 0;
    for (size_t i = 0; i < h->runs.n; i++) {
        const vt_run *run = &h->runs.at[i];
        if (run->field != VT_WORD_IS_DATE || vt_head_item(h, run) != item->number)
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

vt_item_dates vt_head_dates(const vt_head_runs *h, const vt_item *item)
{
    vt_item dated = dated_lines(h, item);
    vt_item_dates d = vt_item_read_dates(h->f, &dated), joined;
    if ((d.single || !d.start.year) && read_joined(h, item, &joined))
        return joined;
    if (d.start.year && !d.start.month)
        add_months(h, item, &d);
    return d;
}
