/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates. The lines of a section are cut into parts: words between separators, dates, links,
 * numbers ("Credential ID 12"), notes ("expires", "in progress"). A line begins a certificate
 * unless its look, the gap above it, its words or the form of its neighbours say that it goes on
 * with the one before. Within a certificate the first part is the name; whether a further part is
 * the issuer or belongs to the name is the sum of what its words say, what its separator says, and
 * what the same separator means elsewhere in the section: people write a list in one form.
 */
#include "parse/assemble.h"
#include "parse/entries.h"

/* ---- parts ---- */

typedef enum part_kind {
    PART_TEXT,
    PART_NOTE,
    PART_ID,
    PART_LINK,
    PART_DATE,
    PART_ISSUER, /* stands behind a word for it: "issued by" */
} part_kind;

/** What separates a part from the one before it on its line. */
typedef enum part_cut {
    CUT_LINE,
    CUT_STRONG,
    CUT_DASH,
    CUT_COMMA,
    CUT_BRACKET,
    CUT_CLOSED, /* a bracket that closed */
    CUT_STYLE,
    CUT_DATE,
    CUT_COLON,
    CUT_WORD, /* "at", "/" */
    CUT_COUNT,
} part_cut;

/* How a cut alone speaks for an issuer behind it. */
static const float cut_weight[CUT_COUNT] = {
    [CUT_LINE] = 0.3f,      [CUT_STRONG] = 0.25f, [CUT_DASH] = 0.05f,  [CUT_COMMA] = -0.35f,
    [CUT_BRACKET] = -0.25f, [CUT_CLOSED] = -0.5f, [CUT_STYLE] = 0.05f, [CUT_DATE] = 0.3f,
    [CUT_COLON] = -1.0f,    [CUT_WORD] = -0.7f,
};

typedef struct part {
    size_t from, to; /* bytes of raw_text */
    uint32_t line;   /* fact index */
    part_kind kind;
    part_cut cut;
    float issuer; /* -1..1: speaks as the name of a certificate, as that of who issues them */
    uint32_t words;
    const vt_date_hit *date;
    bool bold, expires, named; /* named: holds words of certificates' names */
} part;
typedef VT_VEC(part) part_vec;

typedef struct cert_line {
    uint32_t line;
    size_t first, count; /* of the parts */
    bool begin, detail, dated, named;
    float issuer; /* of its first text */
} cert_line;

typedef struct reader {
    const vt_facts *f;
    const vt_roles *roles;
    vt_resume *resume;
    part_vec parts;
    cert_line *lines;
    size_t n;
    float votes[CUT_COUNT]; /* what the last part behind the cut is in this section */
} reader;

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
    org = VT_MAX(org, covered(f, p, VT_STR("body")) || ends_as_body(info, p) ? 0.6f : 0);
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

static part_cut cut_of(const vt_facts *f, const vt_piece *p, size_t before)
{
    vt_str raw = f->doc->raw_text;
    switch (p->before) {
    case VT_CUT_LINE:
        return CUT_LINE;
    case VT_CUT_STRONG:
        return CUT_STRONG;
    case VT_CUT_DASH:
        for (size_t i = before; i < p->from; i++)
            if (raw.ptr[i] == ':')
                return CUT_COLON;
        return CUT_DASH;
    case VT_CUT_COMMA:
        return CUT_COMMA;
    case VT_CUT_BRACKET:
        return p->bracket || (p->from && raw.ptr[p->from - 1] == '[') ? CUT_BRACKET : CUT_CLOSED;
    case VT_CUT_DATE:
        return CUT_DATE;
    case VT_CUT_SLASH:
    case VT_CUT_AT:
        return CUT_WORD;
    default:
        return CUT_STYLE;
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

static void add_dates(reader *r, uint32_t line)
{
    const vt_info *info = &r->f->at[line];
    for (size_t i = 0; i < info->dates.n; i++) {
        const vt_date_hit *hit = &info->dates.at[i];
        if (hit->score < 0.3f || is_edition(info, i))
            continue;
        part d = {.from = info->base + hit->start,
                  .to = info->base + hit->end,
                  .line = line,
                  .kind = PART_DATE,
                  .date = hit,
                  .expires = says_expiry(r->f, info, hit) || (hit->to.year && !hit->from.year)};
        vt_vec_push(r->f->arena, &r->parts, d);
    }
}

/** Where the text that a bracket may abbreviate begins: at most two lines above. */
static size_t name_start(const reader *r, const part *before)
{
    const part *p = before;
    while (p > r->parts.at && p[-1].kind == PART_TEXT && p[-1].line + 2 >= before->line &&
           p[-1].line <= before->line)
        p--;
    return p->from;
}

static void add_piece(reader *r, const vt_piece *p, size_t line_from)
{
    const vt_facts *f = r->f;
    part x = {.from = VT_MAX(p->from, line_from),
              .to = p->to,
              .line = p->line,
              .words = p->count,
              .bold = p->bold};
    const part *before = r->parts.n ? &r->parts.at[r->parts.n - 1] : NULL;
    x.cut = cut_of(f, p, before && before->line == p->line ? before->to : p->from);
    uint32_t by = led_by(f, p, VT_STR("by"));
    vt_url url;
    if (p->noise || vt_url_find(vt_str_sub(f->doc->raw_text, p->from, p->to), 0, &url)) {
        x.kind = PART_LINK;
    } else if (is_id(f, p, &x.from)) {
        x.kind = PART_ID;
    } else if (is_note(f, p)) {
        x.kind = PART_NOTE;
    } else if (by && by < p->count) {
        x.kind = PART_ISSUER;
        x.from = vt_info_word_start(&f->at[p->line], p->first + by);
    } else {
        x.issuer = issuer_likeness(f, p);
        x.named = covered(f, p, VT_STR("word")) || covered(f, p, VT_STR("name"));
        bool glued = x.cut == CUT_BRACKET && before && before->to + 1 == x.from;
        if (glued || (x.cut == CUT_BRACKET && before && abbreviates(f, p, name_start(r, before))))
            x.issuer = -1; /* "MLT(ASCP)", "Project Management Professional (PMP)" */
    }
    vt_vec_push(f->arena, &r->parts, x);
}

static void sort_parts(part *at, size_t n)
{
    for (size_t i = 1; i < n; i++) /* two sorted runs, few parts */
        for (size_t k = i; k > 0 && at[k].from < at[k - 1].from; k--) {
            part t = at[k];
            at[k] = at[k - 1];
            at[k - 1] = t;
        }
}

/** "Issuer:" and the like end with their colon: what follows is labelled. */
static void take_labels(const vt_facts *f, part *at, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++) {
        bool joined = at[i + 1].cut == CUT_COLON || at[i + 1].cut == CUT_STYLE;
        if (at[i].kind != PART_TEXT || !joined || at[i + 1].kind != PART_TEXT)
            continue;
        const vt_info *info = &f->at[at[i].line];
        vt_piece p = {
            .line = at[i].line, .first = vt_info_word_at(info, at[i].from), .count = at[i].words};
        if (led_by(f, &p, VT_STR("by")) == p.count) {
            at[i].kind = PART_NOTE;
            at[i + 1].kind = PART_ISSUER;
        } else if (led_by(f, &p, VT_STR("id")) == p.count) {
            at[i].kind = PART_NOTE;
            at[i + 1].kind = PART_ID;
        }
    }
}

static void read_parts(reader *r, cert_line *l)
{
    const vt_facts *f = r->f;
    size_t from = vt_entry_line_from(f, r->roles, l->line);
    vt_item item = {.heads = &l->line, .head_count = 1};
    vt_pieces pieces = vt_pieces_cut(f, &item);
    l->first = r->parts.n;
    for (size_t i = 0; i < pieces.n; i++)
        if (pieces.at[i].to > from)
            add_piece(r, &pieces.at[i], from);
    add_dates(r, l->line);
    l->count = r->parts.n - l->first;
    part *at = r->parts.at + l->first;
    sort_parts(at, l->count);
    take_labels(f, at, l->count);
    l->detail = true;
    for (size_t i = 0; i < l->count; i++) {
        l->dated |= at[i].kind == PART_DATE && !at[i].expires;
        l->named |= at[i].named;
        if (at[i].kind == PART_TEXT && l->detail) {
            l->detail = false;
            l->issuer = at[i].issuer;
        }
    }
}

/* ---- where certificates begin ---- */

/** Half between the smallest and the largest gap of the section's lines; 0: they are alike. */
static float middle_gap(const reader *r)
{
    float low = 100, high = 0;
    for (size_t i = 1; i < r->n; i++) {
        const vt_info *info = &r->f->at[r->lines[i].line];
        if (info->top || !vt_info_follows(&r->f->at[r->lines[i - 1].line], info))
            continue;
        low = VT_MIN(low, info->gap);
        high = VT_MAX(high, info->gap);
    }
    return high - low > 0.35f ? (high + low) / 2 : 0;
}

static bool has_open_bracket(vt_str s)
{
    int depth = 0;
    for (size_t i = 0; i < s.len; i++)
        depth += (s.ptr[i] == '(') - (s.ptr[i] == ')');
    return depth > 0;
}

/** "European Diploma in": its text goes on in the next line. */
static bool ends_open(const vt_facts *f, const vt_info *info)
{
    char last = info->text.ptr[info->text.len - 1];
    if (last == ',' || last == '&' || last == '-' || last == '/')
        return last != ',' || info->words.n > 3;
    const vt_word *w = info->words.n ? &info->words.at[info->words.n - 1] : NULL;
    return w && !(w->flags & VT_WORD_CAPITAL) && w->end == info->text.len &&
           vt_lexicon_find_kind(f->ctx->lexicon, w, 1, VT_LEX_STOP_WORD);
}

/** Wrapped text, or a line that only adds to the one before. */
static bool adds_to(const vt_facts *f, const vt_info *before, const vt_info *info)
{
    if (info->bullet)
        return false;
    return info->continues || info->begins_lower || info->text.ptr[0] == '(' ||
           has_open_bracket(before->text) || ends_open(f, before);
}

static bool goes_on(const reader *r, size_t i)
{
    return adds_to(r->f, &r->f->at[r->lines[i - 1].line], &r->f->at[r->lines[i].line]);
}

/** What the lines of the certificate so far hold. */
struct so_far {
    size_t first, own; /* its first line; its lines with text, wrapped ones as one */
    bool dated, issued, looks_differ, dates_lead, dates_follow;
    float middle;
};

static float begin_score(const reader *r, const struct so_far *s, size_t i)
{
    const cert_line *l = &r->lines[i];
    const vt_info *info = &r->f->at[l->line], *first = &r->f->at[r->lines[0].line];
    float score = 0.4f;
    bool alike = vt_entry_looks_alike(info, first);
    score += alike ? (s->looks_differ ? 0.6f : 0) : -1.0f;
    if (first->bullet)
        score += info->bullet ? 2.0f : -1.5f;
    if (s->middle > 0 && !info->top)
        score += info->gap > s->middle ? 1.0f : -0.6f;
    if (!s->issued && s->own == 1)
        score -= l->issuer;
    else if (l->issuer < 0)
        score -= 0.5f * l->issuer;
    if (s->dated)
        score += l->dated ? 0.8f : 0.3f;
    else if (l->dated && s->own == 1)
        score -= s->dates_follow ? 0.9f : 0.35f;
    return score;
}

static void note_line(struct so_far *s, const cert_line *l, bool later)
{
    s->dated |= l->dated;
    s->own += later && !l->detail;
    s->issued |= later && !l->detail && s->own > 1;
}

/** Dates stand on lines of their own under the names. */
static bool dates_follow(const reader *r)
{
    for (size_t i = 1; i < r->n; i++)
        if (r->lines[i].detail && r->lines[i].dated && !r->lines[0].detail)
            return true;
    return false;
}

static bool looks_differ(const reader *r)
{
    const vt_info *first = &r->f->at[r->lines[0].line];
    for (size_t i = 1; i < r->n; i++)
        if (!r->lines[i].detail && !vt_entry_looks_alike(&r->f->at[r->lines[i].line], first))
            return true;
    return false;
}

/** Most certificates found have two lines: so may the others. */
static float form_bias(const reader *r, const struct so_far *s, size_t i)
{
    size_t two = 0, all = 0, length = 0;
    for (size_t k = 0; k <= r->n; k++) {
        if (k == r->n || r->lines[k].begin) {
            two += length == 2;
            all += length > 0;
            length = 0;
        }
        length++;
    }
    if (all < 3 || two * 10 < all * 6)
        return 0;
    (void)i;
    return s->own == 1 ? -0.6f : 0.4f;
}

static void find_begins(reader *r, bool again)
{
    struct so_far s = {.middle = middle_gap(r), .looks_differ = looks_differ(r)};
    s.dates_lead = r->lines[0].detail && r->lines[0].dated && r->n > 1;
    s.dates_follow = dates_follow(r);
    for (size_t i = 0; i < r->n; i++) {
        cert_line *l = &r->lines[i];
        bool begin = i == 0;
        if (s.dates_lead)
            begin |= l->detail && l->dated;
        else if (i && !l->detail && !goes_on(r, i))
            begin = begin_score(r, &s, i) + (again ? form_bias(r, &s, i) : 0) > 0;
        l->begin = begin;
        if (begin) {
            s.first = i;
            s.dated = s.issued = false;
            s.own = 0;
        }
        note_line(&s, l, begin || !goes_on(r, i));
    }
}

/* ---- parts to certificates ---- */

/** Is the part within brackets that also hold a date? "(CompTIA, 2021)" */
static bool is_dated_bracket(const part *at, size_t n, size_t i)
{
    return at[i].cut == CUT_BRACKET && i + 1 < n && at[i + 1].kind == PART_DATE &&
           at[i + 1].line == at[i].line;
}

/** "Fellow, Royal College of ...", "Quality, Service Improvement": the word alone names nothing. */
static bool is_half_name(const reader *r, const part *p, const part *next)
{
    const vt_info *info = &r->f->at[p->line];
    const vt_word *w = &info->words.at[vt_info_word_at(info, p->from)];
    return next->cut == CUT_COMMA && p->words == 1 && !p->named &&
           !(w->flags & (VT_WORD_UPPER | VT_WORD_DIGIT)) && (w->flags & VT_WORD_CAPITAL);
}

static float issuer_score(const reader *r, const part *at, size_t n, size_t i, size_t name)
{
    float s = at[i].issuer + cut_weight[at[i].cut] + r->votes[at[i].cut];
    s += is_dated_bracket(at, n, i) ? 0.5f : 0;
    if (at[i].cut == CUT_STYLE && at[i].bold == at[name].bold)
        s -= 0.6f;
    if (i == name + 1 && is_half_name(r, &at[name], &at[i]))
        s -= 1.5f;
    return s;
}

/** What the last text of a line is, by its cut: the mean over the section's lines. */
static void count_votes(reader *r)
{
    float sum[CUT_COUNT] = {0}, n[CUT_COUNT] = {0};
    for (size_t i = 0; i < r->n; i++) {
        const cert_line *l = &r->lines[i];
        const part *at = r->parts.at + l->first, *last = NULL;
        for (size_t k = l->begin ? 1 : 0; k < l->count; k++)
            if (at[k].kind == PART_TEXT)
                last = &at[k];
        if (!last)
            continue;
        sum[last->cut] += last->issuer;
        n[last->cut]++;
    }
    for (size_t c = 0; c < CUT_COUNT; c++)
        r->votes[c] = n[c] > 1 ? 0.7f * sum[c] / n[c] : 0;
}

static void take_date(const reader *r, const part *p, vt_certification *c)
{
    const vt_info *info = &r->f->at[p->line];
    if (p->expires) {
        c->expires = vt_facts_date(r->f, info, p->date, p->date->to.year && !p->date->from.year);
    } else if (!c->date.year) {
        c->date = vt_facts_date(r->f, info, p->date, false);
        if (p->date->range && p->date->to.year)
            c->expires = vt_facts_date(r->f, info, p->date, true);
    } else if (!c->expires.year) {
        vt_date later = vt_facts_date(r->f, info, p->date, false);
        if (later.year * 12 + later.month > c->date.year * 12 + c->date.month)
            c->expires = later;
    }
}

static void take_link(const reader *r, const part *p, vt_certification *c)
{
    vt_url url;
    vt_str text = vt_str_sub(r->f->doc->raw_text, p->from, p->to);
    if (!vt_value_known(&c->url) && vt_url_find(text, 0, &url))
        c->url = vt_facts_value(r->f, p->from + url.span.start, p->from + url.span.end, 0.95f);
}

/** Does the name go on in this part? */
static bool extends_name(const reader *r, const part *at, size_t last, size_t i)
{
    if (at[i].line == at[last].line)
        return i == last + 1;
    const vt_info *a = &r->f->at[at[last].line], *b = &r->f->at[at[i].line];
    bool first = i == last + 1 && (at[i].cut == CUT_LINE || at[i].cut == CUT_BRACKET);
    return first && vt_info_follows(a, b) && adds_to(r->f, a, b);
}

/** The end of a name, with the bracket that closes one of the name. */
static size_t closed_end(const reader *r, size_t from, size_t to)
{
    vt_str raw = r->f->doc->raw_text;
    bool closes = to < raw.len && raw.ptr[to] == ')';
    return to + (closes && has_open_bracket(vt_str_sub(raw, from, to)));
}

static void read_certificate(reader *r, const part *at, size_t n)
{
    size_t name = 0;
    while (name < n && at[name].kind != PART_TEXT)
        name++;
    if (name == n)
        return;
    vt_certification c = {0};
    size_t last = name;
    for (size_t i = 0; i < n; i++) {
        const part *p = &at[i];
        if (p->kind == PART_DATE)
            take_date(r, p, &c);
        else if (p->kind == PART_LINK)
            take_link(r, p, &c);
        else if (p->kind == PART_ID && !vt_value_known(&c.credential_id))
            c.credential_id = vt_facts_clean_value(r->f, p->from, p->to, 0.85f);
        else if (p->kind == PART_ISSUER && !vt_value_known(&c.issuer))
            c.issuer = vt_facts_clean_value(r->f, p->from, p->to, 0.85f);
        if (p->kind != PART_TEXT || i <= name)
            continue;
        bool glue = extends_name(r, at, last, i);
        if (issuer_score(r, at, n, i, name) > (glue && p->cut == CUT_LINE ? 0.8f : 0)) {
            if (!vt_value_known(&c.issuer) && p->words <= 10)
                c.issuer = vt_facts_clean_value(r->f, p->from, p->to, 0.75f);
        } else if (glue) {
            last = i;
        }
    }
    c.name =
        vt_facts_clean_value(r->f, at[name].from, closed_end(r, at[name].from, at[last].to), 0.88f);
    if (vt_value_known(&c.name))
        vt_vec_push(r->f->arena, &r->resume->certifications, c);
}

/** "AWS SAA, CKA, PMP": short names on one line. */
static bool is_name_list(const reader *r, const part *at, size_t n)
{
    size_t cuts = 0;
    for (size_t i = 0; i < n; i++) {
        if (at[i].kind != PART_TEXT || at[i].words > 7 || at[i].line != at[0].line)
            return false;
        if (i == 0)
            continue;
        const vt_info *info = &r->f->at[at[i].line];
        uint32_t word = vt_info_word_at(info, at[i].from);
        bool strong = at[i].cut == CUT_STRONG;
        if (at[i].cut == CUT_CLOSED || at[i].cut == CUT_BRACKET || at[i].cut == CUT_WORD)
            continue;
        if ((!strong && at[i].cut != CUT_COMMA) || at[i].issuer > 0.5f ||
            (!strong && !(info->words.at[word].flags & (VT_WORD_CAPITAL | VT_WORD_DIGIT))))
            return false;
        cuts++;
    }
    return cuts >= 2;
}

/** Does a sign of lists stand between them? */
static bool parts_in_list(const reader *r, const part *a, const part *b)
{
    vt_str gap = vt_str_sub(r->f->doc->raw_text, a->to, b->from);
    static const char *const signs[] = {",", ";", "|", "•", "·", "、", "/"};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_find(gap, vt_str_z(signs[i]), 0) != VT_NPOS)
            return true;
    return false;
}

/** Each date ends one of several on a line: "PMP, 2019; CKA, 2021". */
static bool is_dated_list(const reader *r, const part *at, size_t n)
{
    size_t dates = 0, texts_between = 0;
    bool text = false;
    for (size_t i = 0; i < n; i++) {
        if (at[i].line != at[0].line || (at[i].kind == PART_DATE && at[i].expires))
            return false;
        text |= at[i].kind == PART_TEXT;
        if (at[i].kind == PART_TEXT && i && at[i - 1].kind == PART_DATE &&
            !parts_in_list(r, &at[i - 1], &at[i]))
            return false;
        if (at[i].kind == PART_DATE) {
            dates++;
            texts_between += text;
            text = false;
        }
    }
    return dates >= 2 && texts_between == dates;
}

/** One certificate, or the several of a list on one line. */
static void read_entry(reader *r, const part *at, size_t n)
{
    bool names = is_name_list(r, at, n), dated = !names && is_dated_list(r, at, n);
    size_t from = 0;
    for (size_t i = 1; i <= n; i++) {
        bool end = i == n || (names && (at[i].cut == CUT_STRONG || at[i].cut == CUT_COMMA)) ||
                   (dated && at[i - 1].kind == PART_DATE);
        if (!end)
            continue;
        read_certificate(r, at + from, i - from);
        from = i;
    }
}

/** Security clearances, memberships and prose are no certificates where they stand among them. */
static bool is_certificate_line(const reader *r, const cert_line *l)
{
    const vt_info *info = &r->f->at[l->line];
    const vt_word *w = info->words.at;
    bool two = info->words.n > 2;
    bool member =
        two && vt_str_eq(w[0].folded, VT_STR("member")) && vt_str_eq(w[1].folded, VT_STR("of"));
    bool secret =
        two && vt_str_eq(w[0].folded, VT_STR("top")) && vt_str_eq(w[1].folded, VT_STR("secret"));
    bool wraps = l->line + 1 < r->f->n && info[1].continues;
    bool prose = info->words.n > 9 && !l->dated && (info->stop || wraps || info->words.n > 22) &&
                 info->lower_words > info->capital_words;
    return !member && !secret && !prose;
}

/** The heading of another section that the lines run into. */
static bool is_foreign_heading(const vt_info *info)
{
    switch ((int)info->heading) {
    case VT_SECTION_EXPERIENCE:
    case VT_SECTION_VOLUNTEER:
    case VT_SECTION_PROJECTS:
    case VT_SECTION_SKILLS:
    case VT_SECTION_LANGUAGES:
    case VT_SECTION_SUMMARY:
    case VT_SECTION_INTERESTS:
    case VT_SECTION_REFERENCES:
    case VT_SECTION_PUBLICATIONS:
        return !info->bullet;
    default:
        return false;
    }
}

/** Under a heading that names awards, too, only what reads like a certificate is one. */
static bool is_mixed(const reader *r)
{
    uint32_t heading = r->roles->at[r->lines[0].line].heading;
    static const char *const stems[] = {"award", "honor",  "honour", "achiev", "auszeich",
                                        "prix",  "premio", "premi",  "nagrod", "prize"};
    if (heading == VT_NONE)
        return false;
    const vt_words *words = &r->f->at[heading].words;
    for (size_t i = 0; i < words->n; i++)
        for (size_t k = 0; k < VT_COUNT(stems); k++)
            if (vt_str_starts(words->at[i].folded, vt_str_z(stems[k])))
                return true;
    return false;
}

static void read_section(reader *r)
{
    r->parts.n = 0;
    for (size_t i = 1; i < r->n; i++)
        if (is_foreign_heading(&r->f->at[r->lines[i].line]))
            r->n = i;
    for (size_t i = 0; i < r->n; i++)
        read_parts(r, &r->lines[i]);
    find_begins(r, false);
    find_begins(r, true);
    memset(r->votes, 0, sizeof r->votes);
    count_votes(r);
    bool mixed = is_mixed(r);
    for (size_t i = 0; i < r->n;) {
        size_t to = i + 1, n = r->lines[i].count;
        for (; to < r->n && !r->lines[to].begin; to++)
            n += r->lines[to].count;
        bool award = mixed && (!r->lines[i].named || r->f->at[r->lines[i].line].verb);
        if (is_certificate_line(r, &r->lines[i]) && !award)
            read_entry(r, r->parts.at + r->lines[i].first, n);
        i = to;
    }
}

void vt_assemble_certificates(const vt_facts *f, const vt_roles *roles, vt_resume *resume)
{
    reader r = {.f = f, .roles = roles, .resume = resume};
    r.lines = VT_NEW_ARRAY(f->arena, cert_line, VT_MAX(f->n, 1));
    uint32_t heading = VT_NONE;
    for (uint32_t i = 0; i <= f->n; i++) {
        bool is =
            i < f->n && roles->at[i].role == VT_ROLE_CERT && f->at[i].text.len > roles->at[i].skip;
        if (r.n && (i == f->n || (is && roles->at[i].heading != heading))) {
            read_section(&r);
            r.n = 0;
        }
        if (!is)
            continue;
        heading = roles->at[i].heading;
        r.lines[r.n++] = (cert_line){.line = i};
    }
}
