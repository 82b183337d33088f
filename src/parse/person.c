/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The name is the part of a line of the first page with the most evidence: lexicon of names, size,
 * place on the page, agreement with the e-mail address and the file's author; evidence against:
 * title, employer, school, place or heading words, digits.
 */
#include "parse/person.h"

#include "text/fuzzy.h"
#include "text/utf8.h"

enum { MAX_NAME_LINES = 120, MAX_PARTS = 12 };

struct part {
    size_t from, to; /* bytes of the line's text */
};

/* ---- parts of a line ---- */

/** The length of a separator at `at`, or 0. */
static size_t separator(vt_str s, size_t at)
{
    static const char *const marks[] = {"|",   "•", "·", ",", "(",  ")", ":", ";", " - ", " – ",
                                        " — ", "–", "—", "/", "\t", "♦", "◆", "»", "~"};
    unsigned char c = (unsigned char)s.ptr[at];
    if (vt_is_alnum(c) || (c >= 0x80 && c != 0xC2 && c != 0xE2) || c == '.' || c == '@')
        return 0; /* no mark begins so */
    vt_str rest = vt_str_sub(s, at, s.len);
    for (size_t i = 0; i < VT_COUNT(marks); i++)
        if (vt_str_starts(rest, vt_str_z(marks[i])))
            return strlen(marks[i]);
    return 0;
}

/** Byte offsets (in the line's text) of tokens with a wide gap before them. */
static bool wide_gap_at(const vt_facts *f, const vt_info *info, size_t at)
{
    uint32_t chars = vt_facts_chars(f, info->base + at);
    const vt_token *tokens = vt_line_tokens(f->doc, info->line);
    for (uint32_t i = 1; i < info->line->count; i++)
        if (tokens[i].start == chars)
            return (tokens[i].flags & VT_TOKEN_WIDE_GAP) != 0;
    return false;
}

static size_t split_parts(const vt_facts *f, const vt_info *info, struct part *parts)
{
    size_t n = 0, from = 0;
    vt_str s = info->text;
    bool gaps = false;
    for (uint32_t i = 1; i < info->line->count && !gaps; i++)
        gaps = (vt_line_tokens(f->doc, info->line)[i].flags & VT_TOKEN_WIDE_GAP) != 0;
    for (size_t i = 0; i <= s.len && n < MAX_PARTS;) {
        size_t cut = i < s.len ? separator(s, i) : 1;
        if (!cut && gaps && s.ptr[i] == ' ' && wide_gap_at(f, info, i + 1))
            cut = 1;
        if (!cut) {
            i++;
            continue;
        }
        if (i > from && vt_str_trim(vt_str_sub(s, from, i)).len > 0)
            parts[n++] = (struct part){from, i};
        i += cut;
        from = i;
    }
    return n;
}

/* ---- agreement with the e-mail address ---- */

/** The letters of the first e-mail address before "@", folded; "" when there is none. */
static vt_str email_local(const vt_facts *f)
{
    for (size_t i = 0; i < f->n; i++) {
        vt_email email;
        if (f->at[i].email && vt_email_find(f->arena, f->at[i].text, 0, &email))
            return vt_fold(f->arena,
                           vt_str_sub(email.text, 0, vt_str_find_char(email.text, '@', 0)));
    }
    return VT_STR("");
}

/** 0..1: how many of the words stand in the local part, whole or as initials. */
static float email_agreement(vt_str local, const vt_info *info, uint32_t first, uint32_t count)
{
    if (!local.len)
        return 0;
    float sum = 0;
    for (uint32_t i = first; i < first + count; i++) {
        vt_str word = info->words.at[i].folded;
        if (word.len >= 3 && vt_str_find(local, word, 0) != VT_NPOS)
            sum += 1.0f;
    }
    return VT_MIN(1.0f, sum / (float)VT_MAX(1u, VT_MIN(count, 2u)));
}

/* ---- scoring ---- */

struct search {
    const vt_facts *f;
    const float *heading_score;
    vt_str local;
    float largest; /* size on the first page */
    uint32_t best_line;
    struct part best_part;
    float best;
};

static float shape_score(const vt_info *info, uint32_t first, uint32_t count)
{
    float s = count >= 2 && count <= 3 ? 0.6f : count == 1 ? -0.8f : count <= 5 ? 0 : -3.0f;
    for (uint32_t i = first; i < first + count; i++) {
        const vt_word *w = &info->words.at[i];
        if (w->flags & (VT_WORD_DIGIT | VT_WORD_SYMBOL))
            return -10;
        size_t at = 0;
        uint32_t cp = vt_utf8_next(w->folded, &at);
        bool unspaced = vt_cp_is(cp, VT_CP_UNSPACED) || !vt_cp_is(cp, VT_CP_LOWER);
        if (!(w->flags & VT_WORD_CAPITAL) && !unspaced && w->folded.len > 3)
            s -= 1.5f;
    }
    return s;
}

static float place_on_page(const struct search *s, size_t i)
{
    const vt_info *info = &s->f->at[i];
    float score = i < 3 ? 1.2f : i < 8 ? 0.6f : -0.02f * (float)i;
    float height = s->f->doc->pages.n ? s->f->doc->pages.at[0].height : 0;
    if (height > 0)
        score += info->line->box.y0 < 0.2f * height   ? 0.8f
                 : info->line->box.y0 > 0.5f * height ? -1.0f
                                                      : 0;
    if (info->line->size >= 0.97f * s->largest && s->largest > 1.15f * s->f->body_size)
        score += 2.6f;
    else if (info->size > 1.3f)
        score += 1.2f;
    else if (info->size < 1.1f && s->largest > 1.4f * s->f->body_size)
        score -= 1.0f;
    return score + (info->bold ? 0.3f : 0) + (info->caps ? 0.2f : 0) - (info->bullet ? 2.0f : 0);
}

static bool is_word_of(vt_str folded, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_eq(folded, vt_str_z(words[i])))
            return true;
    return false;
}

/** "Curriculum vitae", "Resume": the kind of document, no name. */
static bool names_the_document(const vt_info *info, uint32_t first, uint32_t count)
{
    static const char *const words[] = {"curriculum", "vitae",    "resume",   "cv",
                                        "lebenslauf", "profile",  "europass", "page",
                                        "ozgecmis",   "zyciorys", "cover",    "letter"};
    for (uint32_t i = first; i < first + count; i++)
        if (is_word_of(info->words.at[i].folded, words, VT_COUNT(words)))
            return true;
    return false;
}

static void try_part(struct search *s, size_t i, struct part part, bool whole)
{
    const vt_info *info = &s->f->at[i];
    uint32_t first = vt_info_word_at(info, info->base + part.from), count = 0;
    while (first + count < info->words.n && info->words.at[first + count].start < part.to)
        count++;
    if (!count || count > 6 || names_the_document(info, first, count))
        return;
    float score = shape_score(info, first, count);
    if (score < -3)
        return;
    vt_evidence e = vt_evidence_of(s->f, info, first, count);
    float agreement = email_agreement(s->local, info, first, count);
    score += 3.0f * e.person + 2.5f * agreement + place_on_page(s, i);
    score -= 2.0f * VT_MAX(0.0f, e.title - 0.3f) + 1.5f * VT_MAX(0.0f, e.org - 0.3f);
    score -=
        2.0f * e.school + 1.0f * VT_MAX(0.0f, e.degree - 0.4f) + 1.5f * e.place * (1 - e.person);
    score -= e.study > 0.8f ? 1.0f : 0;
    score -= s->heading_score[i] > 0 ? 3.0f : info->heading != VT_SECTION_NONE ? 1.5f : 0;
    score += whole ? 0.4f : 0;
    vt_str text = vt_str_sub(info->text, part.from, part.to);
    if (s->f->doc->author.len && vt_fold_eq(vt_str_trim(text), s->f->doc->author))
        score += 2.0f;
    if (score > s->best) {
        s->best = score;
        s->best_line = (uint32_t)i;
        s->best_part = part;
    }
}

/** "Name: Ann Lee": behind a label nothing else counts. */
static bool after_name_label(const vt_facts *f, const vt_info *info, struct part *ret)
{
    size_t colon = vt_str_find_char(info->text, ':', 0);
    if (colon == VT_NPOS || colon > 30 || colon + 2 >= info->text.len)
        return false;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("name"))) {
            *ret = (struct part){colon + 1, info->text.len};
            return true;
        }
    }
    return false;
}

/** A name set in two lines: JOHN over DOE. */
static bool goes_on(const struct search *s, size_t i, const struct part *part)
{
    const vt_info *a = &s->f->at[i];
    if (i + 1 >= s->f->n || part->to < a->text.len || a->words.n > 2)
        return false;
    const vt_info *b = &s->f->at[i + 1];
    return vt_info_follows(a, b) && b->line->page == a->line->page && b->words.n >= 1 &&
           b->words.n <= 2 && !b->digits && !b->email && s->heading_score[i + 1] <= 0 &&
           b->title < 0.5f && a->size > 1.4f && b->line->size > 0.9f * a->line->size &&
           b->line->size < 1.1f * a->line->size &&
           b->line->box.y0 - a->line->box.y1 < a->line->size * 1.2f &&
           (b->person > 0 || email_agreement(s->local, b, 0, (uint32_t)b->words.n) > 0 ||
            a->words.n == 1);
}

void vt_person_find(const vt_facts *f, const float *heading_score, vt_roles *roles)
{
    struct search s = {.f = f, .heading_score = heading_score, .best = 1.5f, .best_line = VT_NONE};
    s.local = email_local(f);
    size_t end = 0;
    for (; end < f->n && end < MAX_NAME_LINES && f->at[end].line->page == 0; end++)
        s.largest = VT_MAX(s.largest, f->at[end].line->size);
    for (size_t i = 0; i < end; i++) {
        const vt_info *info = &f->at[i];
        struct part parts[MAX_PARTS];
        if (after_name_label(f, info, &parts[0])) {
            s.best = 100;
            s.best_line = (uint32_t)i;
            s.best_part = parts[0];
            break;
        }
        if (info->words.n > 24)
            continue;
        size_t n = split_parts(f, info, parts);
        for (size_t k = 0; k < n; k++)
            try_part(&s, i, parts[k], n == 1);
    }
    roles->name_line = s.best_line;
    if (s.best_line == VT_NONE)
        return;
    const vt_info *info = &f->at[s.best_line];
    roles->name_from = info->base + s.best_part.from;
    roles->name_to = info->base + s.best_part.to;
    roles->name_confidence = s.best > 5 ? 0.97f : s.best > 3.5f ? 0.9f : 0.7f;
    if (goes_on(&s, s.best_line, &s.best_part)) {
        const vt_info *next = &f->at[s.best_line + 1];
        roles->name_to = next->base + next->text.len;
    }
}

/* ---- the lines around the name ---- */

static bool is_contact_line(const vt_info *info)
{
    return info->email || info->phone || info->url || info->contact_label ||
           (info->place_share > 0.4f && info->title < 0.6f);
}

static bool may_be_label(const vt_info *info)
{
    if (is_contact_line(info) || info->words.n == 0 || info->words.n > 14 || info->dates.n ||
        info->bullet || info->text.len > 110)
        return false;
    return !info->stop && !info->begins_lower && info->heading == VT_SECTION_NONE &&
           info->lower_words <= info->capital_words + 2;
}

/** Takes the line (and one that continues it in the same look) as the professional title. */
static void take_label(const vt_facts *f, vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    roles->label_from = info->base;
    roles->label_to = info->base + info->text.len;
    roles->at[i].role = VT_ROLE_LABEL;
    if (i + 1 >= f->n || roles->at[i + 1].role != VT_ROLE_CONTACT || i + 1 == roles->name_line)
        return;
    const vt_info *next = &f->at[i + 1];
    bool same = next->style == info->style && next->line->column == info->line->column &&
                next->line->box.y0 - info->line->box.y1 < info->line->size;
    if (same && vt_info_follows(info, next) && may_be_label(next) && next->words.n <= 4 &&
        next->size > 1.0f && next->title >= 0.3f) {
        roles->label_to = next->base + next->text.len;
        roles->at[i + 1].role = VT_ROLE_LABEL;
    }
}

/** A title on the name's own line: "Ann Lee, Registered Nurse". */
static void find_label_beside_name(const vt_facts *f, vt_roles *roles)
{
    const vt_info *info = &f->at[roles->name_line];
    struct part parts[MAX_PARTS];
    size_t n = split_parts(f, info, parts);
    for (size_t k = 0; k < n; k++) {
        if (info->base + parts[k].from < roles->name_to)
            continue;
        uint32_t first = vt_info_word_at(info, info->base + parts[k].from), count = 0;
        while (first + count < info->words.n && info->words.at[first + count].start < parts[k].to)
            count++;
        if (count && count <= 8 && vt_evidence_of(f, info, first, count).title >= 0.6f) {
            roles->label_from = info->base + parts[k].from;
            roles->label_to = info->base + parts[k].to;
            return;
        }
    }
}

static void find_label(const vt_facts *f, vt_roles *roles)
{
    size_t name = roles->name_line;
    size_t after = name + 1;
    while (after < f->n && f->at[after].base < roles->name_to)
        roles->at[after++].role = VT_ROLE_NAME;
    for (size_t i = after; i < f->n && i < after + 3; i++) {
        if (roles->at[i].role != VT_ROLE_CONTACT || roles->at[i].heading != VT_NONE)
            break;
        const vt_info *info = &f->at[i];
        bool close = i == after && info->line->column == f->at[name].line->column;
        if (may_be_label(info) && (info->title >= 0.6f || (close && info->title >= 0.4f) ||
                                   (close && info->size > 1.1f && info->words.n >= 2 &&
                                    info->place_share < 0.3f && info->person < 0.5f))) {
            take_label(f, roles, i);
            return;
        }
    }
    find_label_beside_name(f, roles);
    if (roles->label_from < roles->label_to || name == 0)
        return;
    const vt_info *above = &f->at[name - 1];
    if (roles->at[name - 1].role == VT_ROLE_CONTACT && may_be_label(above) &&
        above->title >= 0.7f && above->line->column == f->at[name].line->column) {
        roles->label_from = above->base;
        roles->label_to = above->base + above->text.len;
        roles->at[name - 1].role = VT_ROLE_LABEL;
    }
}

/** Prose before the first heading, or among contact data, is a summary. */
static void find_loose_summary(const vt_facts *f, vt_roles *roles)
{
    bool before = false;
    for (size_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        if (roles->at[i].role != VT_ROLE_CONTACT) {
            before = false;
            continue;
        }
        bool prose = !info->email && !info->phone && !info->contact_label && !info->bullet &&
                     (!info->url || info->words.n > 14) && info->lower_words >= 5 &&
                     info->lower_words > info->capital_words;
        bool goes_on = before && !info->email && !info->phone && !info->url && info->words.n &&
                       (info->continues || info->begins_lower || !f->at[i - 1].stop ||
                        info->lower_words > info->capital_words) &&
                       info->style == f->at[i - 1].style;
        before = prose || goes_on;
        if (before)
            roles->at[i].role = VT_ROLE_SUMMARY;
    }
}

void vt_person_roles(const vt_facts *f, vt_roles *roles)
{
    if (roles->name_line != VT_NONE) {
        roles->at[roles->name_line].role = VT_ROLE_NAME;
        find_label(f, roles);
    }
    find_loose_summary(f, roles);
}
