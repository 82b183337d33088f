/* SPDX-License-Identifier: Apache-2.0 */
/* What a part is: its words by the lexicon decide between note, number, issuer and text. */
#include "parse/assemble/cert_parts.h"

#include "parse/assemble/entries.h"

/** The meaning of a hit among words of certificates, or the null string. */
static vt_str meaning_of(const vt_facts *f, const vt_lex_hit *h)
{
    return h->entry->kind == VT_LEX_CERTIFICATE ? vt_lex_str(f->ctx->lexicon, h->entry->a)
                                                : VT_STR_NULL;
}

/** Words of `p` that hits of one meaning cover. */
static uint32_t covered(const vt_facts *f, const vt_piece *p, vt_str meaning)
{
    const vt_info *info = &f->at[p->line];
    uint32_t words = 0, end = p->first;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->first < end || h->first + h->count > p->first + p->count ||
            !vt_str_eq(meaning_of(f, h), meaning))
            continue;
        words += h->count;
        end = h->first + h->count;
    }
    return words;
}

/** The longest hit of the meaning at the start of the piece. */
static uint32_t led_by(const vt_facts *f, const vt_piece *p, vt_str meaning)
{
    const vt_info *info = &f->at[p->line];
    uint32_t words = 0;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->first == p->first && h->count <= p->count && vt_str_eq(meaning_of(f, h), meaning))
            words = VT_MAX(words, h->count);
    }
    return words;
}

static uint32_t digit_words(const vt_info *info, const vt_piece *p)
{
    uint32_t n = 0;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        n += (info->words.at[i].flags & VT_WORD_DIGIT) != 0;
    return n;
}

static bool is_acronym(const vt_info *info, const vt_piece *p)
{
    const vt_word *w = &info->words.at[p->first];
    return p->count == 1 && (w->flags & VT_WORD_UPPER) && !(w->flags & VT_WORD_DIGIT) &&
           w->end - w->start <= 6;
}

/** Compounds of German, Dutch and the north: "Reanimatieraad", "Handwerkskammer". */
static bool ends_as_body(const vt_info *info, const vt_piece *p)
{
    static const char *const ends[] = {
        "raad",   "radet",     "kammer",   "verband",   "institut",     "akademie", "verein",
        "schule", "forbundet", "tilsynet", "styrelsen", "direktoratet", "kommune",  "kommun"};
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        for (size_t k = 0; k < VT_COUNT(ends); k++)
            if (vt_str_ends(info->words.at[i].folded, vt_str_z(ends[k])))
                return true;
    return false;
}

static float issuer_likeness(const vt_facts *f, const vt_piece *p)
{
    const vt_info *info = &f->at[p->line];
    float all = (float)p->count;
    float issuer = (float)covered(f, p, VT_STR("issuer")) / all;
    float name = (float)covered(f, p, VT_STR("name")) / all;
    uint32_t words = covered(f, p, VT_STR("word"));
    if (issuer > 0.99f)
        return 1;
    float s = issuer * 0.5f - name * 0.9f - (words ? 0.5f : 0) - (words > 1 ? 0.2f : 0);
    float org = VT_MAX(p->e.org, p->e.school);
    bool body = covered(f, p, VT_STR("body")) || ends_as_body(info, p);
    org = VT_MAX(org, body ? 0.6f : 0);
    if (issuer > 0 && issuer < 0.6f && !body && p->count <= 5)
        org = 0; /* "HubSpot Inbound Marketing": a maker's name before that of its certificate */
    s += org >= 0.55f ? 0.3f + 0.6f * org : 0;
    s -= digit_words(info, p) ? 0.35f : 0;
    s -= p->count > 8 ? 0.8f : 0;
    s -= p->e.title >= 0.65f && org < 0.55f ? 0.4f : 0;
    s -= !(info->words.at[p->first].flags & VT_WORD_CAPITAL) &&
                 (unsigned char)f->doc->raw_text.ptr[p->from] < 0x80
             ? 0.4f
             : 0;
    s += is_acronym(info, p) && name <= 0 ? 0.15f : 0;
    return VT_MIN(1.0f, VT_MAX(-1.0f, s));
}

/** Nothing but words such as "expires", "in progress", "active" and numbers. */
static bool is_note(const vt_facts *f, const vt_piece *p)
{
    uint32_t notes = covered(f, p, VT_STR("note"));
    return notes && notes + digit_words(&f->at[p->line], p) >= p->count;
}

/** "Credential ID ABC-123", "Lic. #2445", "#95000117": from which word the number stands. */
static bool is_id(const vt_facts *f, const vt_piece *p, size_t *value)
{
    const vt_info *info = &f->at[p->line];
    uint32_t label = led_by(f, p, VT_STR("id"));
    vt_str text = vt_str_sub(f->doc->raw_text, p->from, p->to);
    bool sign = vt_str_starts(text, VT_STR("#")) || vt_str_starts(text, VT_STR("№"));
    if ((!label && !sign) || p->count > label + 5 || label == p->count)
        return false;
    bool digits = false;
    for (size_t i = vt_info_word_start(info, p->first + label); i < p->to; i++)
        digits |= vt_is_digit(f->doc->raw_text.ptr[i]);
    *value = vt_info_word_start(info, p->first + label);
    return digits && digit_words(info, p);
}

/** Are the letters of the bracket those that the words before it begin with? "(PMP)" */
static bool abbreviates(const vt_facts *f, const vt_piece *p, size_t name_from)
{
    if (p->count > 2)
        return false;
    vt_str letters = f->at[p->line].words.at[p->first].folded;
    vt_words words = vt_words_split(f->arena, vt_str_sub(f->doc->raw_text, name_from, p->from));
    size_t hit = 0, all = 0, word = 0;
    for (size_t i = 0; i < letters.len; i++) {
        if (!vt_is_alpha(letters.ptr[i]))
            continue;
        all++;
        for (size_t k = word; k < words.n; k++)
            if (words.at[k].folded.ptr[0] == letters.ptr[i]) {
                hit++;
                word = k + 1;
                break;
            }
    }
    return all >= 2 && hit >= all - (all > 3);
}

static vt_cert_cut cut_of(const vt_facts *f, const vt_piece *p, size_t before)
{
    vt_str raw = f->doc->raw_text;
    switch (p->before) {
    case VT_CUT_LINE:
        return VT_CERT_CUT_LINE;
    case VT_CUT_STRONG:
        return VT_CERT_CUT_STRONG;
    case VT_CUT_DASH:
        for (size_t i = before; i < p->from; i++)
            if (raw.ptr[i] == ':')
                return VT_CERT_CUT_COLON;
        return VT_CERT_CUT_DASH;
    case VT_CUT_COMMA:
        return VT_CERT_CUT_COMMA;
    case VT_CUT_BRACKET:
        return p->bracket || (p->from && raw.ptr[p->from - 1] == '[') ? VT_CERT_CUT_BRACKET
                                                                      : VT_CERT_CUT_CLOSED;
    case VT_CUT_DATE:
        return VT_CERT_CUT_DATE;
    case VT_CUT_SLASH:
    case VT_CUT_AT:
        return VT_CERT_CUT_WORD;
    default:
        return VT_CERT_CUT_STYLE;
    }
}

static bool after_tab(const vt_info *info, size_t date)
{
    uint32_t at = info->dates.at[date].start;
    return at > 0 && info->text.ptr[at - 1] == '\t';
}

/** The year of a standard or a law is no date: "ISO 9001:2015", "Ley 2277 de 2022 - School, 2023"
 * (a bare year in running text, while another date ends the line). */
static bool is_edition(const vt_info *info, size_t i)
{
    const vt_date_hit *hit = &info->dates.at[i];
    vt_str s = info->text;
    if (hit->start >= 2 && (s.ptr[hit->start - 1] == ':' || s.ptr[hit->start - 1] == '-') &&
        vt_is_digit(s.ptr[hit->start - 2]))
        return true;
    bool bare = !hit->range && !hit->current && !hit->from.month && hit->first > 0;
    return bare && i + 1 < info->dates.n && vt_is_space(s.ptr[hit->start - 1]) && hit->start >= 2 &&
           vt_is_alnum((unsigned char)s.ptr[hit->start - 2]) && hit->end + 1 < s.len &&
           (s.ptr[hit->end] == ' ' || (s.ptr[hit->end] == ',' && after_tab(info, i + 1)));
}

/** Do the words right before the date say that it is the end? */
static bool says_expiry(const vt_facts *f, const vt_info *info, const vt_date_hit *hit)
{
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->first + h->count <= hit->first && h->first + h->count + 1 >= hit->first &&
            vt_str_eq(meaning_of(f, h), VT_STR("expires")))
            return true;
    }
    return false;
}

/* ---- lines to parts ---- */

static void add_dates(const vt_facts *f, vt_cert_parts *parts, uint32_t line)
{
    const vt_info *info = &f->at[line];
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *hit = &info->dates.at[i];
        if (hit->score < 0.3f || is_edition(info, i))
            continue;
        vt_cert_part d = {.from = info->base + hit->start,
                          .to = info->base + hit->end,
                          .line = line,
                          .kind = VT_CERT_DATE,
                          .date = hit,
                          .expires =
                              says_expiry(f, info, hit) || (hit->to.year && !hit->from.year)};
        vt_vec_push(f->arena, parts, d);
    }
}

/** Where the text that a bracket may abbreviate begins: at most two lines above. */
static size_t name_start(const vt_cert_parts *parts, const vt_cert_part *before)
{
    const vt_cert_part *p = before;
    while (p > parts->at && p[-1].kind == VT_CERT_TEXT && p[-1].line + 2 >= before->line &&
           p[-1].line <= before->line)
        p--;
    return p->from;
}

static void add_piece(const vt_facts *f, vt_cert_parts *parts, const vt_piece *p, size_t line_from)
{
    vt_cert_part x = {.from = VT_MAX(p->from, line_from),
                      .to = p->to,
                      .line = p->line,
                      .words = p->count,
                      .bold = p->bold};
    const vt_cert_part *before = parts->n ? &parts->at[parts->n - 1] : NULL;
    x.cut = cut_of(f, p, before && before->line == p->line ? before->to : p->from);
    uint32_t by = led_by(f, p, VT_STR("by"));
    vt_url url;
    if (p->noise || vt_url_find(vt_str_sub(f->doc->raw_text, p->from, p->to), 0, &url)) {
        x.kind = VT_CERT_LINK;
    } else if (is_id(f, p, &x.from)) {
        x.kind = VT_CERT_ID;
    } else if (is_note(f, p)) {
        x.kind = VT_CERT_NOTE;
    } else if (by && by < p->count) {
        x.kind = VT_CERT_ISSUER;
        x.from = vt_info_word_start(&f->at[p->line], p->first + by);
    } else {
        x.issuer = issuer_likeness(f, p);
        x.named = covered(f, p, VT_STR("word")) || covered(f, p, VT_STR("name"));
        bool glued = x.cut == VT_CERT_CUT_BRACKET && before && before->to + 1 == x.from;
        if (glued || (x.cut == VT_CERT_CUT_BRACKET && before &&
                      abbreviates(f, p, name_start(parts, before))))
            x.issuer = -1; /* "MLT(ASCP)", "Project Management Professional (PMP)" */
    }
    vt_vec_push(f->arena, parts, x);
}

static void sort_parts(vt_cert_part *at, size_t n)
{
    for (size_t i = 1; i < n; i++) /* two sorted runs, few parts */
        for (size_t k = i; k > 0 && at[k].from < at[k - 1].from; k--) {
            vt_cert_part t = at[k];
            at[k] = at[k - 1];
            at[k - 1] = t;
        }
}

/** "Issuer:" and the like end with their colon: what follows is labelled. */
static void take_labels(const vt_facts *f, vt_cert_part *at, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++) {
        bool joined = at[i + 1].cut == VT_CERT_CUT_COLON || at[i + 1].cut == VT_CERT_CUT_STYLE;
        if (at[i].kind != VT_CERT_TEXT || !joined || at[i + 1].kind != VT_CERT_TEXT)
            continue;
        const vt_info *info = &f->at[at[i].line];
        vt_piece p = {
            .line = at[i].line, .first = vt_info_word_at(info, at[i].from), .count = at[i].words};
        if (led_by(f, &p, VT_STR("by")) == p.count) {
            at[i].kind = VT_CERT_NOTE;
            at[i + 1].kind = VT_CERT_ISSUER;
        } else if (led_by(f, &p, VT_STR("id")) == p.count) {
            at[i].kind = VT_CERT_NOTE;
            at[i + 1].kind = VT_CERT_ID;
        }
    }
}

void vt_cert_line_read(const vt_facts *f, const vt_roles *roles, vt_cert_parts *parts,
                       vt_cert_line *l)
{
    size_t from = vt_entry_line_from(f, roles, l->line);
    vt_item item = {.heads = &l->line, .head_count = 1};
    vt_pieces pieces = vt_pieces_cut(f, &item);
    l->first = parts->n;
    for (size_t i = 0; i < pieces.n; i++)
        if (pieces.at[i].to > from)
            add_piece(f, parts, &pieces.at[i], from);
    add_dates(f, parts, l->line);
    l->count = parts->n - l->first;
    vt_cert_part *at = parts->at + l->first;
    sort_parts(at, l->count);
    take_labels(f, at, l->count);
    l->detail = true;
    for (size_t i = 0; i < l->count; i++) {
        l->dated |= at[i].kind == VT_CERT_DATE && !at[i].expires;
        l->named |= at[i].named;
        if (at[i].kind == VT_CERT_TEXT && l->detail) {
            l->detail = false;
            l->issuer = at[i].issuer;
        }
    }
}
