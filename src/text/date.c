/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text becomes atoms (date_atoms.h); the grammar reads them, and date_unit.c the units:
 *
 *     hit    = [expected] [from | since | until] unit [joint (unit | year2 | present)] [expected]
 *     joint  = dash | to | until                       "Jan 2019 - now", "2012-14", "bis"
 *     unit   = year mark [n mark [n mark]]              2019年4月1日, 令和5年4月, 二〇一九年
 *            | year n                                   2015  4, the columns of a form
 *            | n sep n sep n                            01.02.2019, 2019-02-01, 2/1/2019
 *            | n sep year | year sep n                  04/2019, 2019-04
 *            | day [of] month [of] year                 1st January 2020, 1 de mayo de 2019
 *            | month [day] [of] year | year month       Sept. '19, 2019 április
 *            | season [of] year | quarter year          Summer 2018, Q3 2019: the year alone
 *            | year | 'yy
 *            | month | day month | n                    first half of "Jan - Mar 2019" only
 *            | n mark                                   second half of 2019年4月～6月 only
 *
 * Solar dates are read as they stand and become Gregorian with the hit (calendar.h).
 */
#include "text/date.h"

#include "base/vec.h"
#include "text/calendar.h"
#include "text/date_unit.h"

enum { MAX_EXPECTED = 4 }; /* atoms between "expected" and its date */

/* A number, or a word with digits, touches its start. */
static bool touched_before(const vt_date_atoms *g, size_t i)
{
    uint16_t gap = g->at[i].gap;
    if (i == 0 || gap == 0 || (gap & ~(unsigned)(GAP_DOT | GAP_SLASH | GAP_COMMA | GAP_COLON)) ||
        g->at[i - 1].mark)
        return false;
    return (g->words->at[g->at[i].word - 1].flags & VT_WORD_DIGIT) != 0;
}

/* 2023年4月1日現在: the day of which a form speaks. */
static bool says_as_of(const vt_date_atoms *g, size_t i)
{
    return g->at[i].gap == 0 && g->at[i].words == 2 &&
           vt_str_eq(vt_words_text(g->words, g->at[i].word, 2), VT_STR("現在"));
}

/* Where the second half starts when a joint follows atom `i - 1`; 0 when none does. */
static size_t after_joint(const vt_date_atoms *g, size_t i, bool *ret_open)
{
    *ret_open = false;
    if (i >= g->n) {
        *ret_open = i > 0 && (vt_date_gap_after(g, i - 1) & GAP_DASH);
        return 0;
    }
    uint16_t gap = g->at[i].gap;
    if (gap & (GAP_OTHER | GAP_COLON))
        return 0;
    if ((gap & GAP_DASH) && (gap & GAP_CLOSE)) {
        *ret_open = true; /* "(2019 -) Acme" */
        return 0;
    }
    /* "to date", "bis heute", 至今: phrases that hold the joint */
    if (atom_has(g, i, DATE_BIT(PRESENT) | DATE_BIT(ONGOING)) && g->at[i].words > 1 &&
        !(gap & ~(unsigned)GAP_SPACE) && !says_as_of(g, i))
        return i;
    bool word = atom_has(g, i, DATE_BIT(TO) | DATE_BIT(UNTIL)) &&
                !(gap & (GAP_CELL | GAP_OPEN | GAP_CLOSE));
    if (word && atom_gap_within(g, i + 1, (unsigned)(GAP_SPACE | GAP_DASH | GAP_DOT | GAP_LINE)))
        return i + 1;
    if ((gap & GAP_DASH) && !(gap & (GAP_OPEN | GAP_CLOSE)))
        return i;
    return 0;
}

static bool complete_partial(vt_date_unit *first, const vt_date_unit *second)
{
    if (second->partial || second->when.year == 0)
        return false;
    if (first->season)
        first->when.year = second->when.year;
    else if (first->when.month && second->when.month)
        first->when.year =
            (int16_t)(second->when.year - (first->when.month > second->when.month ? 1 : 0));
    else
        return false;
    first->partial = false;
    return true;
}

/* 2019年4月～6月: the year of the second half is that of the first. */
static bool complete_second(const vt_date_atoms *g, size_t at, const vt_date_unit *first,
                            vt_date_unit *second)
{
    if (first->partial || g->at[at].number < first->when.month || first->when.month == 0 ||
        g->at[second->next - 1].mark == 0)
        return false;
    second->when.year = first->when.year;
    second->partial = false;
    return true;
}

static bool in_order(vt_when from, vt_when to)
{
    if (from.year != to.year)
        return from.year < to.year;
    return !from.month || !to.month || from.month <= to.month;
}

static void set_span(const vt_date_atoms *g, size_t from, size_t to, vt_span *ret)
{
    *ret = (vt_span){g->at[from].start, g->at[to - 1].end};
}

/* "expected" near the date, and dates to come. */
static void mark_expected(const vt_date_atoms *g, size_t start, size_t end, vt_date_hit *hit)
{
    for (size_t k = 1; k <= MAX_EXPECTED && k <= start; k++) {
        if (g->at[start - k].digits >= 2)
            break;
        hit->expected |= atom_has(g, start - k, DATE_BIT(EXPECTED));
    }
    for (size_t k = 0; k < 2 && end + k < g->n; k++) {
        if (g->at[end + k].digits >= 2)
            break;
        hit->expected |= atom_has(g, end + k, DATE_BIT(EXPECTED));
    }
    vt_when last = hit->to.year ? hit->to : hit->from;
    const vt_day *today = &g->options->today;
    if (last.year > today->year || (last.year == today->year && last.month > today->month))
        hit->expected = true;
}

/* Behind a sign that says "year": 2015 r., 2015 roku. */
static size_t skip_year_sign(const vt_date_atoms *g, size_t i)
{
    static const char *const SIGNS[] = {"г",  "гг",   "года", "год",  "р",
                                        "рр", "року", "r",    "roku", "rok"};
    if (i >= g->n || i == 0 || (g->at[i].gap & ~(unsigned)(GAP_SPACE | GAP_DOT)) ||
        g->at[i - 1].digits < 2)
        return i;
    return VT_STR_AMONG(g->words->at[g->at[i].word].folded, SIGNS) ? i + 1 : i;
}

struct found {
    vt_date_hit hit;
    size_t next;
    bool reversed; /* the later end stands first */
};

/* Reads the second half at `at`; false leaves a single date. */
static bool read_second(const vt_date_atoms *g, size_t at, vt_date_unit *first, struct found *f)
{
    vt_date_hit *hit = &f->hit;
    if (atom_has(g, at, DATE_BIT(PRESENT) | DATE_BIT(ONGOING)) && !first->partial) {
        hit->from = first->when;
        hit->range = hit->current = true;
        hit->score = VT_MAX(first->score, first->short_year ? 0.85f : 0.97f);
        set_span(g, at, at + 1, &hit->to_span);
        f->next = at + 1;
        return true;
    }
    vt_date_unit second;
    if (first->to.year || !vt_date_unit_read(g, at, &second) || second.to.year ||
        (second.partial && !complete_second(g, at, first, &second)))
        return false;
    if (first->partial && !complete_partial(first, &second))
        return false;
    hit->from = first->when;
    hit->to = second.when;
    if (!in_order(hit->from, hit->to)) { /* the later end first, as a line of Arabic may have it */
        if (first->partial || g->options->mode != VT_DATE_HEADER)
            return false;
        hit->from = second.when;
        hit->to = first->when;
        f->reversed = true;
    }
    hit->range = true;
    hit->season = first->season || second.season;
    bool both_short = first->short_year && second.short_year;
    hit->score = first->year_only && second.year_only ? 0.93f : both_short ? 0.8f : 0.97f;
    set_span(g, at, second.next, &hit->to_span);
    f->next = skip_year_sign(g, second.next);
    return true;
}

/* "2012-14" with spaces or another dash around: a short second year. */
static bool read_short_second(const vt_date_atoms *g, size_t at, const vt_date_unit *first,
                              struct found *f)
{
    if (!first->year_only || !atom_is_short_year(g, at) || atom_touches_number(g, at))
        return false;
    int from = first->when.year, to = from - from % 100 + g->at[at].number;
    if (to < from)
        to += 100;
    if (to > atoms_max_year(g) || to - from > 50)
        return false;
    f->hit.from = first->when;
    f->hit.to = vt_when_ymd(to, 0, 0);
    f->hit.range = true;
    f->hit.score = 0.8f;
    set_span(g, at, at + 1, &f->hit.to_span);
    f->next = at + 1;
    return true;
}

static void single(const vt_date_atoms *g, size_t start, const vt_date_unit *u, uint32_t opener,
                   bool open_end, struct found *f)
{
    vt_date_hit *hit = &f->hit;
    hit->from = u->when;
    hit->to = u->to;
    hit->range = u->to.year != 0;
    hit->season = u->season;
    hit->score = u->score;
    set_span(g, start, u->next, &hit->from_span);
    f->next = u->next;
    if (opener & DATE_BIT(SINCE)) {
        hit->current = true;
        hit->range = true;
        hit->score = VT_MAX(hit->score, 0.9f);
    } else if ((opener & DATE_BIT(UNTIL)) && !hit->to.year) {
        hit->to = hit->from;
        hit->to_span = hit->from_span;
        hit->from = (vt_when){0};
        hit->from_span = (vt_span){0, 0};
        hit->score = VT_MAX(hit->score, 0.85f);
    } else if (open_end && g->options->mode == VT_DATE_HEADER) {
        hit->current = true;
        hit->range = true;
        hit->score = VT_MAX(hit->score, 0.7f);
    }
}

/* A year that no Gregorian date may have was read as solar. */
static void make_gregorian(vt_when *when)
{
    if (when->year > 0 && when->year < VT_DATE_MIN_YEAR)
        *when = vt_solar_to_gregorian(*when);
}

/* 2019年4月より, 2019년 4월부터: "since" stands behind. */
static bool says_since_behind(const vt_date_atoms *g, size_t i)
{
    return g->east && atom_has(g, i, DATE_BIT(SINCE)) && atom_gap_within(g, i, GAP_SPACE) &&
           !atom_is_year(g, i + 1) && g->at[i - 1].digits < 4;
}

/* A date that starts at atom i, an opening word included. */
static bool read_hit(const vt_date_atoms *g, size_t i, struct found *f)
{
    size_t at = i;
    uint32_t opener = g->at[i].mask & (DATE_BIT(FROM) | DATE_BIT(SINCE) | DATE_BIT(UNTIL));
    vt_date_unit u;
    *f = (struct found){0};
    if (opener && !atom_month(g, i)) {
        at = i + 1;
        if (!atom_gap_within(g, at, GAP_SPACE | GAP_COLON | GAP_APOS | GAP_DOT))
            return false;
    }
    if (touched_before(g, at) || !vt_date_unit_read(g, at, &u))
        return false;
    u.next = skip_year_sign(g, u.next);
    bool open_end;
    size_t second = after_joint(g, u.next, &open_end);
    if (second && (read_second(g, second, &u, f) || read_short_second(g, second, &u, f))) {
        set_span(g, at, u.next, &f->hit.from_span);
        if (f->reversed) {
            vt_span later = f->hit.from_span;
            f->hit.from_span = f->hit.to_span;
            f->hit.to_span = later;
        }
    } else if (u.partial) {
        return false;
    } else {
        /* with "present" in brackets or just behind it: "2019 (current)", "2019 today" */
        if (says_since_behind(g, u.next))
            opener |= DATE_BIT(SINCE);
        single(g, at, &u, opener, open_end, f);
        if (!f->hit.to.year && atom_has(g, u.next, DATE_BIT(PRESENT) | DATE_BIT(ONGOING)) &&
            g->options->mode == VT_DATE_HEADER &&
            (g->at[u.next].gap & (GAP_OPEN | GAP_WIDE | GAP_SPACE))) {
            f->hit.current = f->hit.range = true;
            f->next = u.next + 1;
        }
    }
    if (f->hit.from.year == 0 && f->hit.to.year == 0)
        return false;
    make_gregorian(&f->hit.from);
    make_gregorian(&f->hit.to);
    size_t shown = opener && (opener & (DATE_BIT(SINCE) | DATE_BIT(UNTIL))) ? i : at;
    mark_expected(g, i, f->next, &f->hit);
    f->hit.start = g->at[shown].start;
    f->hit.end = g->at[f->next - 1].end;
    f->hit.first = g->at[shown].word;
    f->hit.count = g->at[f->next - 1].word + g->at[f->next - 1].words - f->hit.first;
    return f->hit.score >= (g->options->mode == VT_DATE_HEADER ? 0.35f : 0.55f);
}

/* Digits, or the sign of a year behind Chinese numerals. */
static bool has_numbers(const vt_words *words)
{
    for (size_t i = 0; i < words->n; i++)
        if ((words->at[i].flags & VT_WORD_DIGIT) || vt_str_eq(words->at[i].folded, VT_STR("年")))
            return true;
    return false;
}

vt_date_hits vt_date_find(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                          const vt_date_options *options)
{
    if (!has_numbers(words))
        return (vt_date_hits){NULL, 0};
    vt_date_atoms g = vt_date_atoms_read(lex, arena, words, options);
    VT_VEC(vt_date_hit) hits = {0};
    for (size_t i = 0; i < g.n;) {
        struct found f;
        if (read_hit(&g, i, &f)) {
            vt_vec_push(arena, &hits, f.hit);
            i = f.next;
        } else {
            i++;
        }
    }
    return (vt_date_hits){hits.at, hits.n};
}

int vt_when_months(vt_when when, int month_if_unknown)
{
    return when.year * 12 + (when.month > 0 ? when.month : month_if_unknown) - 1;
}
