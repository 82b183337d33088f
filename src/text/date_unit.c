/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One function for each form of a unit (the grammar stands in date.c); the first that fits decides.
 * A unit that is all numbers is told from versions, standards, prices and phone numbers by what
 * touches it; a year alone also by what stands around it.
 */
#include "text/date_unit.h"

static char char_before(const vt_date_atoms *g, size_t i)
{
    return g->at[i].start > 0 ? g->words->text.ptr[g->at[i].start - 1] : ' ';
}

static char char_after(const vt_date_atoms *g, size_t i)
{
    return g->at[i].end < g->words->text.len ? g->words->text.ptr[g->at[i].end] : ' ';
}

/* ---- numbers alone ---- */

static bool has_mark(const vt_date_atoms *g, size_t i, char mark)
{
    return i < g->n && g->at[i].mark == mark;
}

/* Behind the same year in brackets, as another era counts it: 2019（令和元）年, 平成31年（2019年）.
 */
static size_t skip_same_year(const vt_date_atoms *g, size_t i, int year)
{
    if (!atom_is_year(g, i) || g->at[i].number != year || !(g->at[i].gap & GAP_OPEN))
        return i;
    size_t at = has_mark(g, i + 1, 'y') && !(g->at[i + 1].gap & GAP_CLOSE) ? i + 2 : i + 1;
    return vt_date_gap_after(g, at - 1) & GAP_CLOSE ? at : i;
}

/* 4月 or 4月1日 at i. */
static size_t month_and_day(const vt_date_atoms *g, size_t i, vt_when *when)
{
    if (!atom_is_number(g, i, 1, 12, 2) || !has_mark(g, i + 1, 'm'))
        return i;
    when->month = (int8_t)g->at[i].number;
    if (!atom_is_number(g, i + 2, 1, 31, 2) || !has_mark(g, i + 3, 'd'))
        return i + 2;
    when->day = (int8_t)g->at[i + 2].number;
    return i + 4;
}

static bool unit_marks(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    bool full = atom_is_year(g, i);
    if (!full && !atom_is_short_year(g, i))
        return false;
    int year = full ? g->at[i].number : atoms_full_year(g, g->at[i].number);
    size_t sign = skip_same_year(g, i + 1, year);
    if (!has_mark(g, sign, 'y'))
        return false;
    *u = (vt_date_unit){.when = vt_when_ymd(year, 0, 0), .score = 0.95f};
    u->next = month_and_day(g, skip_same_year(g, sign + 1, year), &u->when);
    if (u->when.month == 0)
        u->next = skip_same_year(g, sign + 1, year);
    return full || u->when.month > 0; /* 19年 may be a length of time */
}

/* The second half of 2019年4月～6月. */
static bool unit_month_mark(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    *u = (vt_date_unit){.partial = true, .score = 0.9f};
    u->next = month_and_day(g, i, &u->when);
    return u->when.month > 0;
}

/* Year and month in the columns of a form: "2015  4  ...", "平成27 4 ...". */
static bool unit_columns(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    const unsigned apart = GAP_SPACE | GAP_CELL;
    if (!g->east || g->options->mode != VT_DATE_HEADER || !(g->at[i].gap & GAP_EDGE) ||
        !atom_is_year(g, i) || !atom_is_number(g, i + 1, 1, 12, 2) ||
        !atom_gap_within(g, i + 1, apart) || !(vt_date_gap_after(g, i + 1) & (apart | GAP_EDGE)))
        return false;
    *u = (vt_date_unit){
        .next = i + 2, .when = vt_when_ymd(g->at[i].number, g->at[i + 1].number, 0), .score = 0.9f};
    return true;
}

/* Months and days of a/b in an all-numeric date; false when neither reading is possible. */
static bool day_and_month(const vt_date_atoms *g, int a, int b, uint16_t gap, vt_when *when)
{
    bool month_first = (gap & (GAP_SLASH | GAP_DASH)) && g->order == VT_DATE_ORDER_MONTH_FIRST;
    if (a > 12)
        month_first = false;
    else if (b > 12)
        month_first = true;
    int month = month_first ? a : b, day = month_first ? b : a;
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    when->month = (int8_t)month;
    when->day = (int8_t)day;
    return true;
}

static bool same_separator(uint16_t a, uint16_t b)
{
    unsigned x = a & ~(unsigned)GAP_SPACE, y = b & ~(unsigned)GAP_SPACE;
    if (x != y)
        return false;
    if (x == GAP_DOT)
        return true;
    return x == GAP_SLASH ? a == b : x == GAP_DASH && !((a | b) & GAP_SPACE);
}

static bool unit_numeric3(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    if (i + 2 >= g->n || g->at[i].number < 0 || g->at[i + 1].number < 0 ||
        g->at[i + 2].number < 0 || !same_separator(g->at[i + 1].gap, g->at[i + 2].gap) ||
        atom_touches_number(g, i + 2))
        return false;
    const vt_date_atom *a = g->at + i;
    *u = (vt_date_unit){.next = i + 3, .score = 0.92f};
    if (atom_is_year(g, i) && atom_is_number(g, i + 1, 1, 12, 2) &&
        atom_is_number(g, i + 2, 1, 31, 2)) {
        u->when = vt_when_ymd(a[0].number, a[1].number, a[2].number);
        return true;
    }
    if (a[0].digits > 2 || a[1].digits > 2)
        return false;
    if (atom_is_year(g, i + 2)) {
        u->when.year = (int16_t)a[2].number;
    } else if (atom_is_short_year(g, i + 2) && !(a[1].gap & GAP_SPACE)) {
        u->when.year = (int16_t)atoms_full_year(g, a[2].number);
        u->short_year = true;
        u->score = 0.7f;
    } else {
        return false;
    }
    return day_and_month(g, a[0].number, a[1].number, a[1].gap, &u->when);
}

static bool unit_month_year(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    if (!atom_is_number(g, i, 1, 12, 2) || g->at[i].ordinal || !atom_is_year(g, i + 1) ||
        atom_touches_number(g, i + 1))
        return false;
    uint16_t gap = g->at[i + 1].gap;
    if (gap != GAP_SLASH && gap != GAP_DOT && gap != GAP_DASH && gap != (GAP_SLASH | GAP_SPACE) &&
        gap != (GAP_DOT | GAP_SPACE) && !(gap == GAP_COMMA && g->at[i].digits == 2))
        return false;
    if (gap == (GAP_DOT | GAP_SPACE) && g->at[i].digits < 2)
        return false; /* "1. 2019": a numbered item */
    *u = (vt_date_unit){.next = i + 2,
                        .when = vt_when_ymd(g->at[i + 1].number, g->at[i].number, 0),
                        .score = 0.95f};
    return true;
}

/* 2011-12: the span of years or December? */
static bool is_year_span(const vt_date_atoms *g, size_t i, int year, int n)
{
    if (g->iso)
        return false;
    if (n <= year % 100)
        return year < 2000 && year >= 1960 && atom_after_long_dash(g, i + 1) &&
               n <= g->options->today.year % 100;
    return n == year % 100 + 1 || atom_after_long_dash(g, i + 1);
}

/* The other end of 2012/13, 2012-13, 2012/2013 behind the year at i; 0 when there is none. */
static int span_end(const vt_date_atoms *g, size_t i)
{
    int from = g->at[i].number;
    if (i + 1 >= g->n || atom_touches_number(g, i + 1))
        return 0;
    uint16_t gap = g->at[i + 1].gap;
    if (gap == GAP_SLASH && atom_is_year(g, i + 1))
        return g->at[i + 1].number == from + 1 ? from + 1 : 0;
    if ((gap != GAP_SLASH && gap != GAP_DASH) || !atom_is_short_year(g, i + 1))
        return 0;
    int to = from - from % 100 + g->at[i + 1].number;
    if (to < from)
        to += 100;
    bool possible = gap == GAP_SLASH ? to == from + 1 : to > from && to - from <= 50;
    return possible && to <= atoms_max_year(g) ? to : 0;
}

/* "2019. 04", "2019. 4.", as Korean has it; not "in 2019. 12 people". */
static bool spaced_dots(const vt_date_atoms *g, size_t i, uint16_t gap)
{
    return gap == (GAP_DOT | GAP_SPACE) && g->options->mode == VT_DATE_HEADER &&
           (vt_date_gap_after(g, i + 1) & (GAP_DOT | GAP_DASH | GAP_EDGE | GAP_WIDE | GAP_CLOSE));
}

static bool unit_year_month(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    if (!atom_is_year(g, i) || !atom_is_number(g, i + 1, 1, 12, 2) || g->at[i + 1].ordinal ||
        atom_touches_number(g, i + 1))
        return false;
    uint16_t gap = g->at[i + 1].gap;
    bool era = !vt_is_digit(g->words->text.ptr[g->at[i].start]) && !g->at[i].solar;
    bool two = g->at[i + 1].digits == 2 || era;
    bool spaced = gap == (GAP_SLASH | GAP_SPACE) || spaced_dots(g, i, gap);
    if (!(gap == GAP_DOT || ((gap == GAP_DASH || gap == GAP_SLASH) && two) || spaced))
        return false;
    if (gap != GAP_DOT && !spaced && is_year_span(g, i, g->at[i].number, g->at[i + 1].number))
        return false;
    *u = (vt_date_unit){.next = i + 2,
                        .when = vt_when_ymd(g->at[i].number, g->at[i + 1].number, 0),
                        .score = 0.92f};
    return true;
}

/* ---- names of months, seasons ---- */

/* The year behind a month: 2019, '19, -19, 19. */
static bool year_behind(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    size_t at = atom_skip_of(g, i);
    const unsigned loose =
        GAP_SPACE | GAP_DOT | GAP_COMMA | GAP_APOS | GAP_DASH | GAP_SLASH | GAP_CLOSE;
    if (atom_is_year(g, at) && atom_gap_within(g, at, loose)) {
        /* "Jan - 2019" is odd but a month and its year; not with a bracket alone */
        u->when.year = (int16_t)g->at[at].number;
        u->next = at + 1;
        return true;
    }
    if (!atom_is_short_year(g, i))
        return false;
    uint16_t gap = g->at[i].gap;
    bool apostrophe = (gap & GAP_APOS) && !(gap & ~(GAP_APOS | GAP_SPACE | GAP_DOT | GAP_DASH));
    bool glued = gap == GAP_DASH || gap == GAP_SLASH || gap == 0;
    bool plain = (gap == GAP_SPACE || gap == (GAP_DOT | GAP_SPACE)) &&
                 g->options->mode == VT_DATE_HEADER && !atom_is_year(g, i + 1);
    if (!apostrophe && !glued && !plain)
        return false;
    if (plain && g->at[i].number > 31)
        apostrophe = true; /* no day */
    u->when.year = (int16_t)atoms_full_year(g, g->at[i].number);
    u->next = i + 1;
    u->short_year = true;
    u->score = apostrophe ? 0.9f : glued ? 0.8f : 0.5f;
    return true;
}

static bool unit_month_name(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    int day = 0, month;
    size_t at = i;
    *u = (vt_date_unit){.score = 0.98f};
    if (atom_is_number(g, i, 1, 31, 2)) { /* a day before the month */
        at = atom_skip_of(g, i + 1);
        if (!atom_month(g, at) ||
            !atom_gap_within(g, at, GAP_SPACE | GAP_DOT | GAP_DASH | GAP_SLASH) ||
            g->at[at].gap == (GAP_DASH | GAP_SPACE))
            return false;
        day = g->at[i].number;
    }
    month = atom_month(g, at);
    if (!month)
        return false;
    u->when = vt_when_ymd(0, month, day);
    if (year_behind(g, at + 1, u) && !(u->short_year && atom_is_year(g, u->next)))
        return true;
    if (day == 0 && atom_is_number(g, at + 1, 1, 31, 2) &&
        atom_gap_within(g, at + 1, GAP_SPACE | GAP_DOT | GAP_DASH)) {
        size_t behind = atom_skip_of(g, at + 2);
        if (atom_is_year(g, behind) &&
            atom_gap_within(g, behind, GAP_SPACE | GAP_COMMA | GAP_DOT | GAP_DASH)) {
            u->when = vt_when_ymd(g->at[behind].number, month, g->at[at + 1].number);
            u->next = behind + 1;
            u->short_year = false;
            u->score = 0.98f;
            return true;
        }
        if (g->at[at + 1].gap == GAP_SPACE) { /* "Mar 5 - Apr 6, 2019" */
            *u = (vt_date_unit){.next = at + 2,
                                .when = vt_when_ymd(0, month, g->at[at + 1].number),
                                .partial = true,
                                .score = 0.9f};
            return true;
        }
    }
    *u = (vt_date_unit){
        .next = at + 1, .when = vt_when_ymd(0, month, day), .partial = true, .score = 0.9f};
    return true;
}

static bool unit_season(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    size_t at = i;
    if (atom_has(g, i, DATE_SEASONS)) {
        at = i + 1;
        /* "Fall/Winter 2019" */
        if (atom_has(g, at, DATE_SEASONS) &&
            atom_gap_within(g, at, GAP_SLASH | GAP_DASH | GAP_SPACE))
            at++;
    } else if (atom_has(g, i, DATE_BIT(QUARTER)) && atom_is_number(g, i + 1, 1, 4, 1)) {
        at = i + 2;
    } else if (atom_is_number(g, i, 1, 4, 1) && atom_has(g, i + 1, DATE_BIT(QUARTER)) &&
               atom_gap_within(g, i + 1, GAP_SPACE | GAP_DOT)) {
        at = i + 2;
    } else {
        return false;
    }
    *u = (vt_date_unit){.season = true, .score = 0.9f};
    at = atom_skip_of(g, at);
    if (atom_is_year(g, at) &&
        atom_gap_within(g, at, GAP_SPACE | GAP_COMMA | GAP_SLASH | GAP_DASH | GAP_APOS)) {
        u->when = vt_when_ymd(g->at[at].number, 0, 0);
        u->to = vt_when_ymd(span_end(g, at), 0, 0);
        u->next = at + (u->to.year ? 2 : 1);
        return true;
    }
    if (atom_is_short_year(g, at) && (g->at[at].gap & GAP_APOS)) {
        u->when = vt_when_ymd(atoms_full_year(g, g->at[at].number), 0, 0);
        u->next = at + 1;
        return true;
    }
    u->partial = true;
    u->next = at;
    return true;
}

/* ---- a year alone ---- */

static bool is_product(vt_str word)
{
    static const char *const WORDS[] = {
        "windows",    "server",   "office",
        "iso",        "iec",      "en",
        "din",        "sql",      "word",
        "excel",      "access",   "outlook",
        "sharepoint", "exchange", "studio",
        "autocad",    "revit",    "project",
        "visio",      "act",      "dynamics",
        "solidworks", "inventor", "es",
        "ecmascript", "oracle",   "vs",
        "powerpoint", "catia",    "nav",
        "r2",         "rfc",      "ieee",
        "astm",       "section",  "room",
        "suite",      "apt",      "unit",
        "box",        "model",    "version",
        "route",      "highway",  "no",
        "nr",         "zip",      "plz",
        "cp",         "over",     "approximately",
        "approx",     "about",    "nearly",
        "up",         "least",    "than",
        "top",        "agenda",   "vision",
        "cobol",      "fortran",  "sap",
        "creo",
    };
    return VT_STR_AMONG(word, WORDS);
}

/* What touches a bare year says that it is none. */
static bool year_is_spoiled(const vt_date_atoms *g, size_t i)
{
    char before = char_before(g, i), after = char_after(g, i);
    const vt_str text = g->words->text;
    uint32_t start = g->at[i].start, end = g->at[i].end;
    char before2 = start > 1 ? text.ptr[start - 2] : ' ';
    char after2 = end + 1 < text.len ? text.ptr[end + 1] : ' ';
    if (strchr("$#@+%=_<", before) || strchr("%+@=_*", after))
        return true;
    if (start > 1 && ((unsigned char)before2 == 0xC2 || (unsigned char)before2 == 0x82) &&
        (unsigned char)before >= 0x80 && before != '\xA0' && before != '\xB7')
        return true; /* pound, euro and the like */
    bool after_year = i > 0 && atom_is_year(g, i - 1) && (before == '-' || before == '/');
    if (!after_year && strchr(":.,/-", before) && vt_is_digit(before2))
        return true;
    if (before == '-' && vt_is_alpha(before2))
        return true;
    if (strchr(":.,", after) && vt_is_digit(after2))
        return true;
    if ((after == '-' || after == '/') && vt_is_alpha(after2) && !atom_has(g, i + 1, ~0u))
        return true;
    return after == 'x' || atom_touches_number(g, i);
}

/* Numbers beside it with nothing but phone signs between: a phone number or an address. */
static bool in_number_run(const vt_date_atoms *g, size_t i)
{
    const unsigned phone = GAP_SPACE | GAP_DASH | GAP_DOT | GAP_OPEN | GAP_CLOSE;
    if (i > 0 && g->at[i - 1].digits >= 2 && !atom_is_year(g, i - 1) &&
        atom_gap_within(g, i, phone) && !(g->at[i].gap & GAP_OPEN))
        return g->at[i - 1].digits >= 3 || (i > 1 && g->at[i - 2].digits >= 2);
    if (i + 1 < g->n && g->at[i + 1].digits >= 3 && !atom_is_year(g, i + 1) &&
        atom_gap_within(g, i + 1, phone))
        return true;
    return false;
}

static bool says_in(const vt_date_atoms *g, size_t i)
{
    static const char *const WORDS[] = {
        "in", "im",    "en",   "em",   "w",   "v",     "i",    "nel", "since", "by", "dal",
        "du", "class", "year", "jahr", "ano", "annee", "anno", "r",   "в",     "у",  "с"};
    if (i == 0 || !(g->at[i].gap == GAP_SPACE || g->at[i].gap == (GAP_SPACE | GAP_COLON)))
        return false;
    vt_str word = g->words->at[g->at[i].word - 1].folded;
    return VT_STR_AMONG(word, WORDS);
}

/* How surely a lone year is a date, by what stands around it. */
static float year_score(const vt_date_atoms *g, size_t i)
{
    if (year_is_spoiled(g, i) || in_number_run(g, i))
        return 0;
    if (i > 0 && g->at[i].word > 0 && (g->at[i].gap & GAP_SPACE) &&
        !(g->at[i].gap & ~(unsigned)GAP_SPACE) &&
        is_product(g->words->at[g->at[i].word - 1].folded))
        return says_in(g, i) ? 0.6f : 0;
    const unsigned apart =
        GAP_EDGE | GAP_WIDE | GAP_OPEN | GAP_CLOSE | GAP_COMMA | GAP_DASH | GAP_COLON | GAP_SLASH;
    bool left = g->at[i].gap & apart, right = vt_date_gap_after(g, i) & apart;
    bool bracket = (g->at[i].gap & GAP_OPEN) && (vt_date_gap_after(g, i) & GAP_CLOSE);
    if (g->options->mode == VT_DATE_PROSE)
        return says_in(g, i) ? 0.75f : bracket ? 0.6f : 0.3f;
    if (g->n == 1)
        return 0.95f;
    return bracket         ? 0.85f
           : left && right ? 0.85f
           : says_in(g, i) ? 0.8f
           : right         ? 0.7f
           : left          ? 0.55f
                           : 0.3f;
}

static bool unit_year(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    if (atom_is_year(g, i)) {
        *u = (vt_date_unit){
            .next = i + 1, .when = vt_when_ymd(g->at[i].number, 0, 0), .year_only = true};
        u->score = year_score(g, i);
        int month = atom_month(g, i + 1);
        if (month &&
            atom_gap_within(g, i + 1, GAP_SPACE | GAP_COMMA | GAP_DOT | GAP_DASH | GAP_SLASH) &&
            !(g->at[i + 1].gap & GAP_DASH && g->at[i + 1].gap & GAP_SPACE) &&
            (i + 2 >= g->n || (g->at[i + 2].gap & GAP_DASH) ||
             (!atom_is_year(g, i + 2) && !atom_is_short_year(g, i + 2)))) {
            *u = (vt_date_unit){
                .next = i + 2, .when = vt_when_ymd(g->at[i].number, month, 0), .score = 0.9f};
            return true;
        }
        if ((atom_has(g, i + 1, DATE_SEASONS) && g->at[i + 1].gap == GAP_SPACE &&
             !atom_is_year(g, i + 2)) ||
            (atom_has(g, i + 1, DATE_BIT(QUARTER)) && atom_is_number(g, i + 2, 1, 4, 1))) {
            u->next = atom_has(g, i + 1, DATE_SEASONS) ? i + 2 : i + 3;
            u->season = true;
            u->year_only = false;
            u->score = 0.85f;
            return true;
        }
        int to = span_end(g, i);
        if (!to)
            return u->score > 0;
        u->to = vt_when_ymd(to, 0, 0);
        u->next = i + 2;
        u->year_only = false;
        u->score = 0.88f;
        return true;
    }
    if (atom_is_short_year(g, i) && (g->at[i].gap & GAP_APOS)) {
        *u = (vt_date_unit){.next = i + 1,
                            .when = vt_when_ymd(atoms_full_year(g, g->at[i].number), 0, 0),
                            .short_year = true,
                            .score = 0.5f};
        return true;
    }
    return false;
}

/* Nothing but dashes stands beside atoms [i, i + 2) in their line or cell: "– 10/21". */
static bool stands_alone(const vt_date_atoms *g, size_t i)
{
    return (g->at[i].gap & (GAP_EDGE | GAP_WIDE)) &&
           (vt_date_gap_after(g, i + 1) & (GAP_EDGE | GAP_WIDE)) && g->at[i].digits == 2;
}

/* "03/15" and the lone "05" of "05 - 07/2019". */
static bool unit_short(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    if (g->options->mode != VT_DATE_HEADER || !atom_is_number(g, i, 1, 12, 2) || g->at[i].ordinal)
        return false;
    if (atom_is_short_year(g, i + 1) && g->at[i + 1].gap == GAP_SLASH &&
        !atom_touches_number(g, i + 1)) {
        *u = (vt_date_unit){
            .next = i + 2,
            .when = vt_when_ymd(atoms_full_year(g, g->at[i + 1].number), g->at[i].number, 0),
            .short_year = true,
            .score = stands_alone(g, i) ? 0.4f : 0.3f};
        return true;
    }
    if (g->at[i].digits == 2) {
        *u = (vt_date_unit){.next = i + 1,
                            .when = vt_when_ymd(0, g->at[i].number, 0),
                            .partial = true,
                            .score = 0.5f};
        return true;
    }
    return false;
}

bool vt_date_unit_read(const vt_date_atoms *g, size_t i, vt_date_unit *u)
{
    static bool (*const FORMS[])(const vt_date_atoms *, size_t, vt_date_unit *) = {
        unit_marks,      unit_month_mark, unit_numeric3, unit_month_year, unit_year_month,
        unit_month_name, unit_season,     unit_columns,  unit_year,       unit_short};
    if (i >= g->n)
        return false;
    for (size_t f = 0; f < VT_COUNT(FORMS); f++)
        if (FORMS[f](g, i, u))
            return true;
    return false;
}
