/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Head lines of items cut into pieces, and their dates. A cut is a span of bytes that belongs to no
 * piece: a separator, a date with its brackets, or nothing where the look or a wide gap changes.
 */
#include "parse/reader/fields.h"

#include "text/utf8.h"

enum { MAX_CUTS = 64 };

struct cut {
    size_t from, to; /* bytes of the line's text */
    vt_cut kind;
};

/* ---- cuts ---- */

static const struct {
    const char *text;
    vt_cut kind;
} separators[] = {
    {" | ", VT_CUT_STRONG},  {"|", VT_CUT_STRONG},    {" • ", VT_CUT_STRONG}, {"•", VT_CUT_STRONG},
    {" · ", VT_CUT_STRONG},  {"·", VT_CUT_STRONG},    {"; ", VT_CUT_STRONG},  {"\t", VT_CUT_STRONG},
    {" – ", VT_CUT_DASH},    {" — ", VT_CUT_DASH},    {" - ", VT_CUT_DASH},   {"—", VT_CUT_DASH},
    {" ― ", VT_CUT_DASH},    {" / ", VT_CUT_SLASH},   {" ~ ", VT_CUT_DASH},   {": ", VT_CUT_DASH},
    {" // ", VT_CUT_STRONG}, {" > ", VT_CUT_STRONG},  {" » ", VT_CUT_STRONG}, {"、", VT_CUT_COMMA},
    {", ", VT_CUT_COMMA},    {" at ", VT_CUT_AT},     {" @ ", VT_CUT_AT},     {" bei ", VT_CUT_AT},
    {" chez ", VT_CUT_AT},   {" presso ", VT_CUT_AT}, {" hos ", VT_CUT_AT},   {"(", VT_CUT_BRACKET},
    {") ", VT_CUT_BRACKET},  {" [", VT_CUT_BRACKET},  {"] ", VT_CUT_BRACKET}, {"～", VT_CUT_DASH},
};

static size_t separator_at(vt_str s, size_t at, vt_cut *kind)
{
    unsigned char c = (unsigned char)s.ptr[at];
    if (vt_is_alnum(c) || (c >= 0x80 && c != 0xC2 && c != 0xE2 && c != 0xE3 && c != 0xEF))
        return 0; /* no separator begins so */
    vt_str rest = vt_str_sub(s, at, s.len);
    for (size_t i = 0; i < VT_COUNT(separators); i++)
        if (vt_str_starts(rest, vt_str_z(separators[i].text))) {
            *kind = separators[i].kind;
            return strlen(separators[i].text);
        }
    return 0;
}

/** Is the date set in brackets? Then they are part of the cut. */
static struct cut date_cut(const vt_info *info, const vt_date_hit *d)
{
    struct cut c = {d->start, d->end, VT_CUT_DATE};
    vt_str s = info->text;
    while (c.from > 0 &&
           (s.ptr[c.from - 1] == ' ' || s.ptr[c.from - 1] == '(' || s.ptr[c.from - 1] == '['))
        c.from--;
    while (c.to < s.len &&
           (s.ptr[c.to] == ' ' || s.ptr[c.to] == ')' || s.ptr[c.to] == ']' || s.ptr[c.to] == ':'))
        c.to++;
    return c;
}

static uint32_t token_look(const vt_token *t)
{
    return (t->flags & (VT_TOKEN_BOLD | VT_TOKEN_ITALIC)) | t->color << 8;
}

/** Cuts without a width: wide gaps, and where the look changes between tokens. */
static size_t add_token_cuts(const vt_facts *f, const vt_info *info, struct cut *cuts, size_t n)
{
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    size_t byte = 0;
    uint32_t chars = vt_facts_chars(f, info->base);
    const vt_token *before = NULL;
    for (uint32_t i = 0; i < info->line->count && n < MAX_CUTS; i++) {
        const vt_token *t = &tokens[i];
        if (!t->text.len || (t->flags & (VT_TOKEN_BULLET | VT_TOKEN_ICON)) || t->start < chars)
            continue;
        while (chars < t->start && byte < info->text.len) {
            vt_utf8_next(info->text, &byte);
            chars++;
        }
        if (before && byte > 0 && byte < info->text.len) {
            if (t->flags & VT_TOKEN_WIDE_GAP)
                cuts[n++] = (struct cut){byte, byte, VT_CUT_STRONG};
            else if (token_look(before) != token_look(t) && !(t->flags & VT_TOKEN_GLUED))
                cuts[n++] = (struct cut){byte, byte, VT_CUT_STYLE};
        }
        before = t;
    }
    return n;
}

static size_t find_cuts(const vt_facts *f, const vt_info *info, struct cut *cuts)
{
    size_t n = 0;
    for (size_t i = 0; i < info->dates.n && n < MAX_CUTS / 2; i++)
        cuts[n++] = date_cut(info, &info->dates.at[i]);
    size_t dates = n;
    for (size_t at = 0; at < info->text.len && n < MAX_CUTS;) {
        vt_cut kind;
        size_t len = 0;
        for (size_t d = 0; d < dates && !len; d++)
            if (at >= cuts[d].from && at < cuts[d].to)
                len = cuts[d].to - at, kind = VT_CUT_DATE;
        if (len) {
            at += len;
            continue;
        }
        len = separator_at(info->text, at, &kind);
        if (len)
            cuts[n++] = (struct cut){at, at + len, kind};
        at += len ? len : 1;
    }
    n = add_token_cuts(f, info, cuts, n);
    for (size_t i = 1; i < n; i++) /* few, nearly sorted */
        for (size_t k = i; k > 0 && cuts[k].from < cuts[k - 1].from; k--) {
            struct cut t = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = t;
        }
    return n;
}

/* ---- pieces ---- */

/** "(2 yrs 3 mos)", "Expected graduation:": words about time that are no field. */
static bool is_duration(const vt_info *info, uint32_t first, uint32_t count)
{
    static const char *const units[] = {
        "year",      "years",      "yr",    "yrs",   "month", "months", "mo",
        "mos",       "mths",       "jahre", "jahr",  "ans",   "an",     "mois",
        "anos",      "ano",        "meses", "mes",   "anni",  "mesi",   "and",
        "y",         "m",          "weeks", "less",  "than",  "a",      "graduation",
        "graduated", "graduating", "date",  "class", "of",    "monate", "present"};
    bool timed = false;
    for (uint32_t i = first; i < first + count; i++) {
        const vt_word *w = &info->words.at[i];
        if ((w->flags & VT_WORD_DIGIT) && vt_is_digit(info->text.ptr[w->start])) {
            timed = true;
            continue;
        }
        bool date_word = false;
        for (size_t h = 0; h < info->hits.n && !date_word; h++)
            date_word = info->hits.at[h].entry->kind == VT_LEX_DATE_WORD &&
                        info->hits.at[h].first <= i &&
                        info->hits.at[h].first + info->hits.at[h].count > i;
        timed |= date_word;
        if (!date_word && !VT_STR_AMONG(info->words.at[i].folded, units))
            return false;
    }
    return timed;
}

/** Do place hits fill the piece? A lone city is weak: it may be the name of something else. */
static bool fills_piece(const vt_info *info, vt_piece *p)
{
    size_t covered = 0;
    p->place_strength = 0.5f;
    for (size_t i = 0; i < info->places.n; i++) {
        const vt_place *place = &info->places.at[i];
        size_t from = info->base + place->span.start, to = info->base + place->span.end;
        if (to <= p->from || from >= p->to)
            continue;
        bool whole = place->region.len || place->country.len || place->work != VT_WORK_UNSTATED;
        if (whole)
            p->place_strength = 1.0f;
        from = VT_MAX(from, p->from);
        to = VT_MIN(to, p->to);
        covered += to - from;
    }
    return covered * 10 >= (p->to - p->from) * 7 && covered > 0;
}

static void look_of(const vt_facts *f, const vt_info *info, vt_piece *p)
{
    uint32_t from = vt_facts_chars(f, p->from), to = vt_facts_chars(f, p->to);
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    size_t bold = 0, italic = 0, all = 0;
    for (uint32_t i = 0; i < info->line->count; i++) {
        const vt_token *t = &tokens[i];
        if (t->start < from || t->start >= to)
            continue;
        if (!all && t->page < f->doc->pages.n && f->doc->pages.at[t->page].width > 0)
            p->x = t->box.x0 / f->doc->pages.at[t->page].width;
        all++;
        bold += (t->flags & VT_TOKEN_BOLD) != 0;
        italic += (t->flags & VT_TOKEN_ITALIC) != 0;
    }
    p->bold = bold * 2 > all;
    p->italic = italic * 2 > all;
}

typedef VT_VEC(vt_piece) piece_vec;

static void add_piece(const vt_facts *f, piece_vec *out, uint32_t line, uint32_t rank, size_t from,
                      size_t to, vt_cut before)
{
    const vt_info *info = &f->at[line];
    vt_piece p = {.from = info->base + from,
                  .to = info->base + to,
                  .line = line,
                  .rank = rank,
                  .before = before};
    vt_str s = vt_str_sub(info->text, from, to);
    size_t lead = s.len - vt_str_trim(s).len;
    while (lead && p.from < p.to && vt_is_space(f->doc->raw_text.ptr[p.from]))
        p.from++;
    while (p.to > p.from && vt_is_space(f->doc->raw_text.ptr[p.to - 1]))
        p.to--;
    if (p.from == p.to)
        return;
    p.first = vt_info_word_at(info, p.from);
    while (p.first + p.count < info->words.n &&
           info->base + info->words.at[p.first + p.count].start < p.to)
        p.count++;
    if (!p.count)
        return;
    p.bracket = before == VT_CUT_BRACKET && from > 0 && info->text.ptr[from - 1] == '(';
    p.e = vt_evidence_of(info, p.first, p.count);
    p.place = fills_piece(info, &p);
    vt_url url;
    vt_str text = vt_str_sub(f->doc->raw_text, p.from, p.to);
    p.noise = is_duration(info, p.first, p.count) ||
              (vt_url_find(text, 0, &url) && url.span.end - url.span.start > text.len / 2 &&
               (url.scheme || vt_str_find_char(text, '/', 0) != VT_NPOS || p.e.org == 0));
    look_of(f, info, &p);
    vt_vec_push(f->arena, out, p);
}

static void cut_line(const vt_facts *f, piece_vec *out, uint32_t line, uint32_t rank)
{
    const vt_info *info = &f->at[line];
    struct cut cuts[MAX_CUTS];
    size_t n = find_cuts(f, info, cuts), from = 0;
    vt_cut before = VT_CUT_LINE;
    for (size_t i = 0; i < n; i++) {
        if (cuts[i].from < from) {
            if (cuts[i].to > from)
                from = cuts[i].to;
            continue;
        }
        if (cuts[i].kind == VT_CUT_STYLE && cuts[i].from == from)
            continue;
        size_t count = out->n;
        add_piece(f, out, line, rank, from, cuts[i].from, before);
        if (out->n > count || cuts[i].kind != VT_CUT_STYLE)
            before = before == VT_CUT_STRONG && out->n == count ? before : cuts[i].kind;
        from = cuts[i].to;
    }
    add_piece(f, out, line, rank, from, info->text.len, before);
}

vt_pieces vt_pieces_cut(const vt_facts *f, const vt_item *item)
{
    piece_vec out = {0};
    uint32_t rank = 0;
    for (size_t i = 0; i < item->head_count; i++) {
        size_t before = out.n;
        cut_line(f, &out, item->heads[i], rank);
        bool content = false;
        for (size_t k = before; k < out.n; k++)
            content |= !out.at[k].place && !out.at[k].noise;
        rank += content;
    }
    return (vt_pieces){out.at, out.n};
}

/* ---- dates ---- */

/** A date that is no range, or one that ends with a month: "Nov 2018 - Sep" over "2022". */
static bool may_wrap(const vt_info *info, const vt_date_hit *hit)
{
    return !hit->range || hit->current || !vt_is_digit(info->text.ptr[hit->end - 1]);
}

/** Where byte `at` of the two lines' joined text stands in raw_text. */
static uint32_t place_in_two(const vt_facts *f, const vt_info *line, const vt_info *next, size_t at)
{
    size_t first = line->text.len + 1; /* and the space between them */
    return vt_facts_chars(f, at < first ? line->base + at : next->base + at - first);
}

/** A range set in two lines, "May 2019 -" over "2021": the two lines are read as one text, though
 * words beside them may stand between. */
static bool read_wrapped(const vt_facts *f, const vt_info *line, const vt_info *next,
                         vt_item_dates *ret)
{
    bool narrow = line->date_share > 0.7f && next->dates.n && next->dates.at[0].first == 0 &&
                  !next->dates.at[0].range && next->base > line->base;
    narrow |= line->date_share > 0.7f && next->words.n <= 2 && next->base > line->base &&
              next->dates.n == 0 && line->dates.at[line->dates.n - 1].end + 3 >= line->text.len;
    if (!narrow || next->base - line->base > 200)
        return false;
    vt_str both = vt_str_format(f->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(line->text),
                                VT_STR_ARG(next->text));
    vt_words words = vt_words_split(f->arena, both);
    vt_date_hits hits = vt_date_find(f->ctx->lexicon, f->arena, &words, &f->dates);
    const vt_date_hit *hit = &hits.at[0];
    if (hits.n != 1 || !hit->range || hit->end <= line->text.len)
        return false;
    ret->start = vt_facts_date(f, line, hit, false);
    ret->end = (vt_date){.year = hit->to.year,
                         .month = hit->to.month,
                         .start = place_in_two(f, line, next, hit->to_span.start),
                         .end = place_in_two(f, line, next, hit->to_span.end),
                         .confidence = hit->score};
    ret->current = hit->current;
    if (hit->current)
        ret->end = (vt_date){0};
    ret->single = false;
    return true;
}

static void take_hit(const vt_facts *f, const vt_info *info, const vt_date_hit *hit,
                     vt_item_dates *d)
{
    d->start = vt_facts_date(f, info, hit, false);
    d->end = vt_facts_date(f, info, hit, true);
    d->current = hit->current;
    d->expected = hit->expected;
    d->single = !hit->range && !hit->current;
    if (hit->current)
        d->end = (vt_date){0};
}

/** Better: a range before a single date, then the surer one. */
static float rank_hit(const vt_info *info, const vt_date_hit *hit)
{
    return (hit->range || hit->current ? 2.0f : 0) + hit->score + 0.3f * info->date_share;
}

vt_item_dates vt_item_read_dates(const vt_facts *f, const vt_item *item)
{
    vt_item_dates d = {0};
    float best = 0;
    const vt_info *single_line[2] = {NULL, NULL};
    const vt_date_hit *single[2] = {NULL, NULL};
    size_t singles = 0;
    for (size_t i = 0; i < item->head_count; i++) {
        const vt_info *info = &f->at[item->heads[i]];
        for (size_t k = 0; k < info->dates.n; k++) {
            const vt_date_hit *hit = &info->dates.at[k];
            if (hit->score < 0.3f)
                continue;
            if (!hit->range && !hit->current && singles < 2) {
                single_line[singles] = info;
                single[singles++] = hit;
            }
            if (rank_hit(info, hit) <= best)
                continue;
            best = rank_hit(info, hit);
            take_hit(f, info, hit, &d);
            const vt_info *next = i + 1 < item->head_count ? &f->at[item->heads[i + 1]] : NULL;
            if (next && may_wrap(info, hit) && read_wrapped(f, info, next, &d))
                best += 3;
        }
    }
    for (size_t i = 0; i < item->text_count && i < 3 && best <= 0; i++) {
        const vt_info *info = &f->at[item->texts[i]];
        for (size_t k = 0; k < info->dates.n && info->tail < info->text.len; k++)
            if (info->dates.at[k].start + 2 >= info->tail) {
                take_hit(f, info, &info->dates.at[k], &d);
                best = 1;
            }
    }
    if (d.single && singles == 2 &&
        vt_when_months(single[0]->from, 6) <= vt_when_months(single[1]->from, 6)) {
        d.start = vt_facts_date(f, single_line[0], single[0], false);
        d.end = vt_facts_date(f, single_line[1], single[1], false);
        d.single = false;
    }
    return d;
}

vt_item_dates vt_span_read_dates(const vt_facts *f, size_t from, size_t to)
{
    vt_info all = {.base = from, .text = vt_str_sub(f->doc->raw_text, from, to)};
    all.words = vt_words_split(f->arena, all.text);
    vt_date_hits hits = vt_date_find(f->ctx->lexicon, f->arena, &all.words, &f->dates);
    vt_item_dates d = {0};
    if (hits.n)
        take_hit(f, &all, &hits.at[0], &d);
    if (d.single && hits.n == 2 && !hits.at[1].range) { /* "from 2019, to 2021" */
        d.end = vt_facts_date(f, &all, &hits.at[1], hits.at[1].from.year == 0);
        d.current = hits.at[1].current;
        d.single = false;
    }
    return d;
}
