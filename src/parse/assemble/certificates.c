/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates. The lines of a section are cut into parts: words between separators, dates, links,
 * numbers ("Credential ID 12"), notes ("expires", "in progress"). A line begins a certificate
 * unless its look, the gap above it, its words or the form of its neighbours say that it goes on
 * with the one before. Within a certificate the first part is the name; whether a further part is
 * the issuer or belongs to the name is the sum of what its words say, what its separator says, and
 * what the same separator means elsewhere in the section: people write a list in one form.
 */
#include "parse/assemble/assemble.h"
#include "parse/assemble/cert_parts.h"
#include "parse/assemble/entries.h"

/* How a cut alone speaks for an issuer behind it. */
static const float cut_weight[VT_CERT_CUT_COUNT] = {
    [VT_CERT_CUT_LINE] = 0.3f,    [VT_CERT_CUT_STRONG] = 0.25f,   [VT_CERT_CUT_DASH] = 0.05f,
    [VT_CERT_CUT_COMMA] = -0.35f, [VT_CERT_CUT_BRACKET] = -0.25f, [VT_CERT_CUT_CLOSED] = -0.5f,
    [VT_CERT_CUT_STYLE] = 0.05f,  [VT_CERT_CUT_DATE] = 0.3f,      [VT_CERT_CUT_COLON] = -1.0f,
    [VT_CERT_CUT_WORD] = -0.7f,
};

typedef struct reader {
    const vt_facts *f;
    const vt_roles *roles;
    vt_resume *resume;
    vt_cert_parts parts;
    vt_cert_line *lines;
    size_t n;
    float votes[VT_CERT_CUT_COUNT]; /* what the last part behind the cut is in this section */
} reader;

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
    const vt_cert_line *l = &r->lines[i];
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

static void note_line(struct so_far *s, const vt_cert_line *l, bool later)
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
        vt_cert_line *l = &r->lines[i];
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
static bool is_dated_bracket(const vt_cert_part *at, size_t n, size_t i)
{
    return at[i].cut == VT_CERT_CUT_BRACKET && i + 1 < n && at[i + 1].kind == VT_CERT_DATE &&
           at[i + 1].line == at[i].line;
}

/** "Fellow, Royal College of ...", "Quality, Service Improvement": the word alone names nothing. */
static bool is_half_name(const reader *r, const vt_cert_part *p, const vt_cert_part *next)
{
    const vt_info *info = &r->f->at[p->line];
    const vt_word *w = &info->words.at[vt_info_word_at(info, p->from)];
    return next->cut == VT_CERT_CUT_COMMA && p->words == 1 && !p->named &&
           !(w->flags & (VT_WORD_UPPER | VT_WORD_DIGIT)) && (w->flags & VT_WORD_CAPITAL);
}

static float issuer_score(const reader *r, const vt_cert_part *at, size_t n, size_t i, size_t name)
{
    float s = at[i].issuer + cut_weight[at[i].cut] + r->votes[at[i].cut];
    s += is_dated_bracket(at, n, i) ? 0.5f : 0;
    if (at[i].cut == VT_CERT_CUT_STYLE && at[i].bold == at[name].bold)
        s -= 0.6f;
    if (i == name + 1 && is_half_name(r, &at[name], &at[i]))
        s -= 1.5f;
    return s;
}

/** What the last text of a line is, by its cut: the mean over the section's lines. */
static void count_votes(reader *r)
{
    float sum[VT_CERT_CUT_COUNT] = {0}, n[VT_CERT_CUT_COUNT] = {0};
    for (size_t i = 0; i < r->n; i++) {
        const vt_cert_line *l = &r->lines[i];
        const vt_cert_part *at = r->parts.at + l->first, *last = NULL;
        for (size_t k = l->begin ? 1 : 0; k < l->count; k++)
            if (at[k].kind == VT_CERT_TEXT)
                last = &at[k];
        if (!last)
            continue;
        sum[last->cut] += last->issuer;
        n[last->cut]++;
    }
    for (size_t c = 0; c < VT_CERT_CUT_COUNT; c++)
        r->votes[c] = n[c] > 1 ? 0.7f * sum[c] / n[c] : 0;
}

static void take_date(const reader *r, const vt_cert_part *p, vt_certification *c)
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

static void take_link(const reader *r, const vt_cert_part *p, vt_certification *c)
{
    vt_url url;
    vt_str text = vt_str_sub(r->f->doc->raw_text, p->from, p->to);
    if (!vt_value_known(&c->url) && vt_url_find(text, 0, &url))
        c->url = vt_facts_value(r->f, p->from + url.span.start, p->from + url.span.end, 0.95f);
}

/** Does the name go on in this part? */
static bool extends_name(const reader *r, const vt_cert_part *at, size_t last, size_t i)
{
    if (at[i].line == at[last].line)
        return i == last + 1;
    const vt_info *a = &r->f->at[at[last].line], *b = &r->f->at[at[i].line];
    bool first =
        i == last + 1 && (at[i].cut == VT_CERT_CUT_LINE || at[i].cut == VT_CERT_CUT_BRACKET);
    return first && vt_info_follows(a, b) && adds_to(r->f, a, b);
}

/** The end of a name, with the bracket that closes one of the name. */
static size_t closed_end(const reader *r, size_t from, size_t to)
{
    vt_str raw = r->f->doc->raw_text;
    bool closes = to < raw.len && raw.ptr[to] == ')';
    return to + (closes && has_open_bracket(vt_str_sub(raw, from, to)));
}

static void read_certificate(reader *r, const vt_cert_part *at, size_t n)
{
    size_t name = 0;
    while (name < n && at[name].kind != VT_CERT_TEXT)
        name++;
    if (name == n)
        return;
    vt_certification c = {0};
    size_t last = name;
    for (size_t i = 0; i < n; i++) {
        const vt_cert_part *p = &at[i];
        if (p->kind == VT_CERT_DATE)
            take_date(r, p, &c);
        else if (p->kind == VT_CERT_LINK)
            take_link(r, p, &c);
        else if (p->kind == VT_CERT_ID && !vt_value_known(&c.credential_id))
            c.credential_id = vt_facts_clean_value(r->f, p->from, p->to, 0.85f);
        else if (p->kind == VT_CERT_ISSUER && !vt_value_known(&c.issuer))
            c.issuer = vt_facts_clean_value(r->f, p->from, p->to, 0.85f);
        if (p->kind != VT_CERT_TEXT || i <= name)
            continue;
        bool glue = extends_name(r, at, last, i);
        if (issuer_score(r, at, n, i, name) > (glue && p->cut == VT_CERT_CUT_LINE ? 0.8f : 0)) {
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
static bool is_name_list(const reader *r, const vt_cert_part *at, size_t n)
{
    size_t cuts = 0;
    for (size_t i = 0; i < n; i++) {
        if (at[i].kind != VT_CERT_TEXT || at[i].words > 7 || at[i].line != at[0].line)
            return false;
        if (i == 0)
            continue;
        const vt_info *info = &r->f->at[at[i].line];
        uint32_t word = vt_info_word_at(info, at[i].from);
        bool strong = at[i].cut == VT_CERT_CUT_STRONG;
        if (at[i].cut == VT_CERT_CUT_CLOSED || at[i].cut == VT_CERT_CUT_BRACKET ||
            at[i].cut == VT_CERT_CUT_WORD)
            continue;
        if ((!strong && at[i].cut != VT_CERT_CUT_COMMA) || at[i].issuer > 0.5f ||
            (!strong && !(info->words.at[word].flags & (VT_WORD_CAPITAL | VT_WORD_DIGIT))))
            return false;
        cuts++;
    }
    return cuts >= 2;
}

/** Does a sign of lists stand between them? */
static bool parts_in_list(const reader *r, const vt_cert_part *a, const vt_cert_part *b)
{
    vt_str gap = vt_str_sub(r->f->doc->raw_text, a->to, b->from);
    static const char *const signs[] = {",", ";", "|", "•", "·", "、", "/"};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (vt_str_find(gap, vt_str_z(signs[i]), 0) != VT_NPOS)
            return true;
    return false;
}

/** Each date ends one of several on a line: "PMP, 2019; CKA, 2021". */
static bool is_dated_list(const reader *r, const vt_cert_part *at, size_t n)
{
    size_t dates = 0, texts_between = 0;
    bool text = false;
    for (size_t i = 0; i < n; i++) {
        if (at[i].line != at[0].line || (at[i].kind == VT_CERT_DATE && at[i].expires))
            return false;
        text |= at[i].kind == VT_CERT_TEXT;
        if (at[i].kind == VT_CERT_TEXT && i && at[i - 1].kind == VT_CERT_DATE &&
            !parts_in_list(r, &at[i - 1], &at[i]))
            return false;
        if (at[i].kind == VT_CERT_DATE) {
            dates++;
            texts_between += text;
            text = false;
        }
    }
    return dates >= 2 && texts_between == dates;
}

/** One certificate, or the several of a list on one line. */
static void read_entry(reader *r, const vt_cert_part *at, size_t n)
{
    bool names = is_name_list(r, at, n), dated = !names && is_dated_list(r, at, n);
    size_t from = 0;
    for (size_t i = 1; i <= n; i++) {
        bool end = i == n ||
                   (names && (at[i].cut == VT_CERT_CUT_STRONG || at[i].cut == VT_CERT_CUT_COMMA)) ||
                   (dated && at[i - 1].kind == VT_CERT_DATE);
        if (!end)
            continue;
        read_certificate(r, at + from, i - from);
        from = i;
    }
}

/** Security clearances, memberships and prose are no certificates where they stand among them. */
static bool is_certificate_line(const reader *r, const vt_cert_line *l)
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
        vt_cert_line_read(r->f, r->roles, &r->parts, &r->lines[i]);
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
    r.lines = VT_NEW_ARRAY(f->arena, vt_cert_line, VT_MAX(f->n, 1));
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
        r.lines[r.n++] = (vt_cert_line){.line = i};
    }
}
