/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates of the reading. The words' fields say what is a name, an issuer, a date; the item
 * says what belongs together. Several names of one item are several certificates: each takes what
 * stands behind it, or before it where the item begins with a date or an issuer.
 */
#include "parse/reader/reading.h"

static bool is_certificate(const vt_cell_reading *c)
{
    return c->role == VT_CELL_CERT;
}

#define LEAST_SURE 0.7f /* of a line without words of certificates */

struct building {
    const vt_reading *r;
    const vt_facts *f;
    VT_VEC(vt_certificate_fields) list;
    uint32_t *last_cell;         /* [cells] of the item that begins there */
    uint32_t root;               /* of the item at hand */
    size_t first;                /* its first certificate */
    vt_certificate_fields ahead; /* what stood before the next name */
    bool leads;                  /* the item begins with what belongs to the name behind it */
};

static uint32_t root_of(const struct building *b, const vt_run *run)
{
    return b->r->cell[run->cell].root;
}

/* ---- where names end ---- */

/** Bytes of raw_text that are of no name. */
struct gap {
    size_t from, to;
};

/** Bytes of a sign that only stands between the entries of a list; 0: there is none. */
static size_t list_sign(vt_str s, size_t at)
{
    static const char *const signs[] = {"|", "•", "·", ";", "、", "；", " * "};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_starts(vt_str_sub(s, at, s.len), vt_str_z(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/** "B", "C1E": a class of driving licences in Europe. */
static bool is_licence_class(vt_str s)
{
    static const char *const classes[] = {"A", "A1", "A2", "AM",  "B", "B1", "B96", "BE",
                                          "C", "C1", "CE", "C1E", "D", "D1", "DE",  "D1E",
                                          "F", "G",  "L",  "M",   "S", "T"};
    return VT_STR_AMONG(s, classes);
}

static bool is_class_end(char c)
{
    return c == ' ' || c == ',' || c == ')' || c == '(' || c == '.' || c == '/';
}

/** "Führerschein B, BE": the words on both sides of the comma are classes of one licence. */
static bool parts_classes(vt_str s, size_t at)
{
    size_t from = at, to = at + 2;
    while (from > 0 && !is_class_end(s.ptr[from - 1]))
        from--;
    while (to < s.len && !is_class_end(s.ptr[to]))
        to++;
    return from > 0 && is_licence_class(vt_str_sub(s, from, at)) &&
           is_licence_class(vt_str_sub(s, at + 2, to));
}

static size_t comma(vt_str s, size_t at)
{
    return s.ptr[at] == ',' && at + 1 < s.len && s.ptr[at + 1] == ' ' && !parts_classes(s, at) ? 2
                                                                                               : 0;
}

/** A date that the name runs into: it begins or ends the words, or stands behind a sign; not the
 * year of a standard ("ISO 9001:2015 Lead Auditor"). */
static bool is_date_apart(const vt_run *run, vt_str raw, size_t from, size_t to)
{
    if (from <= run->from)
        return true;
    char before = raw.ptr[from - 1];
    if (before != ' ' && before != '\t' && before != '(')
        return false;
    char sign = from >= 2 ? raw.ptr[from - 2] : ' ';
    return to >= run->to || before != ' ' || sign == ',' || sign == '-' || sign == ';';
}

/** The end of the number that stands right behind its label: "Credential ID: LF-12", "Lic. #2445";
 * `at` when there is none. */
static size_t after_number(vt_str raw, size_t at)
{
    size_t end = at;
    bool digit = false;
    while (end < raw.len && (raw.ptr[end] == ' ' || raw.ptr[end] == ':' || raw.ptr[end] == '.' ||
                             raw.ptr[end] == '#'))
        end++;
    while (end < raw.len && !vt_is_space(raw.ptr[end]) && raw.ptr[end] != ',')
        digit |= vt_is_digit(raw.ptr[end++]);
    return digit ? end : at;
}

/** Words for a number, an end or a state ("Credential ID", "expires") within the run. */
static bool label_gap(const vt_facts *f, const vt_info *info, const vt_lex_hit *h, struct gap *ret)
{
    vt_str meaning = h->entry->kind == VT_LEX_CERTIFICATE ? vt_lex_str(f->ctx->lexicon, h->entry->a)
                                                          : VT_STR_NULL;
    bool number = vt_str_eq(meaning, VT_STR("id")), end = vt_str_eq(meaning, VT_STR("expires"));
    size_t label = vt_info_word_end(info, h->first + h->count - 1);
    *ret = (struct gap){vt_info_word_start(info, h->first), label};
    vt_str raw = f->doc->raw_text;
    if (vt_str_eq(meaning, VT_STR("note")) && ret->from > 0 && raw.ptr[ret->from - 1] == '(' &&
        label < raw.len && raw.ptr[label] == ')') { /* "(in progress)" */
        *ret = (struct gap){ret->from - 1, label + 1};
        return true;
    }
    if (number)
        ret->to = after_number(raw, label);
    return end || (number && ret->to > label);
}

/** The first gap of the run at or behind byte `at`; false: the name goes on to its end. */
static bool next_gap(const struct building *b, const vt_run *run, size_t at, bool commas,
                     struct gap *ret)
{
    const vt_info *info = &b->f->at[b->r->line_of_cell[run->cell]];
    vt_str raw = b->f->doc->raw_text, s = vt_str_sub(raw, 0, run->to);
    *ret = (struct gap){run->to, run->to};
    size_t depth = 0; /* of wide brackets */
    for (size_t i = at; i < run->to && ret->from == run->to; i++) {
        vt_str rest = vt_str_sub(s, i, s.len);
        depth += vt_str_starts(rest, VT_STR("（"));
        depth -= depth && vt_str_starts(rest, VT_STR("）"));
        size_t sign = depth ? 0 : list_sign(s, i);
        sign = !sign && commas ? comma(s, i) : sign;
        if (sign)
            *ret = (struct gap){i, i + sign};
    }
    for (size_t i = 0; i < info->dates.n; i++) {
        struct gap g = {info->base + info->dates.at[i].start, info->base + info->dates.at[i].end};
        if (g.from >= at && g.from < ret->from && is_date_apart(run, raw, g.from, g.to))
            *ret = g;
    }
    for (size_t i = 0; i < info->hits.n; i++) {
        struct gap g;
        if (label_gap(b->f, info, &info->hits.at[i], &g) && g.to > at && g.from < ret->from)
            *ret = (struct gap){VT_MAX(g.from, at), g.to}; /* its first words may be of no field */
    }
    return ret->from < run->to;
}

/** Do bytes [from, to) hold words of certificates, or are they one abbreviation? */
static bool names_one(const struct building *b, uint32_t line, size_t from, size_t to)
{
    const vt_info *info = &b->f->at[line];
    uint32_t first = vt_info_word_at(info, from), next = vt_info_word_from(info, to);
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CERTIFICATE && h->first >= first && h->first < next)
            return true;
    }
    return next == first + 1 && (info->words.at[first].flags & VT_WORD_UPPER);
}

/** A few words that begin with a capital. */
static bool is_short_name(const struct building *b, uint32_t line, size_t from, size_t to)
{
    enum { MOST = 7 };
    const vt_info *info = &b->f->at[line];
    uint32_t first = vt_info_word_at(info, from), next = vt_info_word_from(info, to);
    return next > first && next - first <= MOST &&
           (info->words.at[first].flags & (VT_WORD_CAPITAL | VT_WORD_UPPER)) &&
           !(info->words.at[first].flags & VT_WORD_DIGIT);
}

/** "PMP, CKA, First Aid": each part between commas could stand alone; of three or more it suffices
 * that all are short. */
static bool is_comma_list(const struct building *b, const vt_run *run, vt_str s)
{
    uint32_t line = b->r->line_of_cell[run->cell];
    size_t from = 0, parts = 0, named = 0, brief = 0;
    int depth = 0;
    for (size_t at = 0; at <= s.len; at++) {
        if (at < s.len) {
            depth += (s.ptr[at] == '(') - (s.ptr[at] == ')');
            if (depth > 0 || !comma(s, at))
                continue;
        }
        named += names_one(b, line, run->from + from, run->from + at);
        brief += is_short_name(b, line, run->from + from, run->from + at);
        parts++;
        from = at + 2;
    }
    return parts >= 2 && (named == parts || (parts >= 3 && brief == parts));
}

/* ---- certificates ---- */

/** The end of a name before the long number behind it: "Cabin Crew Licence 0012345". */
static size_t number_start(vt_str raw, size_t from, size_t to)
{
    enum { LEAST_DIGITS = 6 };
    size_t digits = 0, at = to;
    while (at > from && vt_is_digit(raw.ptr[at - 1])) {
        at--;
        digits++;
    }
    size_t end = at;
    while (end > from && (raw.ptr[end - 1] == ' ' || raw.ptr[end - 1] == '#'))
        end--;
    return digits >= LEAST_DIGITS && end > from && end < at ? end : to;
}

/** The certificate named in bytes [from, to) of the run; what is said of it begins at `since`. */
static void add_name(struct building *b, const vt_run *run, size_t since, size_t from, size_t to)
{
    bool letters = false;
    for (size_t i = from; i < to; i++)
        letters |= vt_is_alnum((unsigned char)b->f->doc->raw_text.ptr[i]) ||
                   (unsigned char)b->f->doc->raw_text.ptr[i] >= 0x80;
    if (!letters)
        return;
    vt_certificate_fields c = b->ahead;
    b->ahead = (vt_certificate_fields){0};
    c.name = (vt_range){from, number_start(b->f->doc->raw_text, from, to),
                        b->r->line_of_cell[run->cell], vt_run_sureness(run)};
    if (c.from >= c.until) {
        c.from = since;
        c.first_line = c.name.line;
    }
    c.until = to;
    vt_vec_push(b->f->arena, &b->list, c);
}

/** A maker's name right before that of its certificate is part of it: "HubSpot Inbound
 * Marketing", "Amazon Web Services (AWS) Certified ...". */
static size_t name_start(const struct building *b, const vt_run *run, const vt_run *before)
{
    bool near = before && before->field == VT_WORD_IS_ISSUER && before->to <= run->from &&
                root_of(b, before) == root_of(b, run);
    if (!near)
        return run->from;
    for (size_t at = before->to; at < run->from; at++)
        if (b->f->doc->raw_text.ptr[at] != ' ' && b->f->doc->raw_text.ptr[at] != '(')
            return run->from;
    return before->from;
}

/** A line that is hardly a certificate's and holds no word of one. */
static bool is_doubtful(const struct building *b, const vt_run *run)
{
    return b->r->cell[run->cell].sure < LEAST_SURE &&
           !names_one(b, b->r->line_of_cell[run->cell], run->from, run->to);
}

static void add_names(struct building *b, const vt_run *found, const vt_run *before)
{
    if (is_doubtful(b, found))
        return;
    vt_run copy = *found, *run = &copy;
    run->from = name_start(b, found, before);
    vt_str s = vt_str_sub(b->f->doc->raw_text, run->from, run->to);
    bool commas = is_comma_list(b, run, s);
    size_t at = run->from, since = at;
    bool leads = false; /* "2019 PMP; 2021 CKA": dates stand before their names */
    for (struct gap gap; next_gap(b, run, at, commas, &gap); at = gap.to) {
        leads |= gap.from == run->from;
        add_name(b, run, leads ? since : at, at, gap.from);
        since = gap.from;
    }
    add_name(b, run, leads ? since : at, at, run->to);
}

/** The certificate that an issuer, a date or a number is of. */
static vt_certificate_fields *owner(struct building *b)
{
    bool named = b->list.n > b->first;
    return b->leads || !named ? &b->ahead : &b->list.at[b->list.n - 1];
}

static void add_detail(struct building *b, const vt_run *run)
{
    vt_certificate_fields *c = owner(b);
    vt_range range = {run->from, run->to, b->r->line_of_cell[run->cell], vt_run_sureness(run)};
    if (c->from >= c->until) {
        c->from = run->from;
        c->first_line = range.line;
    }
    c->until = run->to;
    if (run->field == VT_WORD_IS_ISSUER && c->issuer.from >= c->issuer.to)
        c->issuer = range;
}

static void end_at(const struct building *b, vt_certificate_fields *c, uint32_t cell)
{
    c->until = vt_info_end(&b->r->cells->at[cell]);
    c->last_line = b->r->line_of_cell[cell];
}

/** What stands up to the next certificate, or to the end of the item, may be of this one; so is
 * the issuer that still waits ("2019  PMP  PMI"), and an item behind it that names none. */
static void end_item(struct building *b)
{
    bool named = b->list.n > b->first;
    for (size_t i = b->first; i + 1 < b->list.n; i++) {
        b->list.at[i].until = b->list.at[i + 1].from;
        b->list.at[i].last_line = b->list.at[i + 1].first_line;
    }
    if (b->list.n && (named || b->ahead.from < b->ahead.until)) {
        vt_certificate_fields *last = &b->list.at[b->list.n - 1];
        end_at(b, last, b->last_cell[b->root]);
        if (last->issuer.from >= last->issuer.to)
            last->issuer = b->ahead.issuer;
    }
    b->first = b->list.n;
    b->ahead = (vt_certificate_fields){0};
}

static void find_last_cells(struct building *b)
{
    size_t cells = b->r->features.in.cells;
    b->last_cell = VT_NEW_ARRAY(b->f->arena, uint32_t, cells + 1);
    for (uint32_t c = 0; c < cells; c++)
        if (is_certificate(&b->r->cell[c]))
            b->last_cell[b->r->cell[c].root] = c;
}

vt_certificates vt_reading_certificates(const vt_reading *r, const vt_facts *f)
{
    struct building b = {.r = r, .f = f};
    vt_runs runs = vt_reading_runs(r, is_certificate);
    find_last_cells(&b);
    for (size_t i = 0; i < runs.n; i++) {
        const vt_run *run = &runs.at[i];
        if (i == 0 || root_of(&b, run) != root_of(&b, run - 1)) {
            end_item(&b);
            b.root = root_of(&b, run);
            b.leads = run->field != VT_WORD_IS_CERT;
        }
        size_t before = b.list.n;
        if (run->field == VT_WORD_IS_CERT)
            add_names(&b, run, i ? run - 1 : NULL);
        if (b.list.n == before)
            add_detail(&b, run);
    }
    end_item(&b);
    return (vt_certificates){b.list.at, b.list.n};
}
