/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The name is the part of a line of the first page with the most evidence: lexicon of names, size,
 * place on the page, agreement with the e-mail address and the file's author; evidence against:
 * title, employer, school, place or heading words, digits.
 */
#include "parse/name_parts.h"
#include "parse/person.h"

#include "text/fuzzy.h"
#include "text/utf8.h"

enum { MAX_NAME_LINES = 120 };

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
    float largest;      /* size on the first page */
    vt_section section; /* that the line at hand stands in, as far as headings tell */
    uint32_t best_line;
    size_t best_from, best_to; /* bytes of the raw text */
    float best;
};

/** Words of one line; a name may be set in several lines, one under the other. */
struct words {
    size_t line;
    uint32_t first, count;
};

/** What the forms of the words tell: -10 for digits and symbols. Adds the words to `*names`. */
static float shape_score(const vt_info *info, uint32_t first, uint32_t count, uint32_t *names)
{
    float s = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const vt_word *w = &info->words.at[i];
        if (w->flags & (VT_WORD_DIGIT | VT_WORD_SYMBOL))
            return -10;
        size_t at = 0;
        uint32_t cp = vt_utf8_next(w->folded, &at);
        bool unspaced = vt_cp_is(cp, VT_CP_UNSPACED) || !vt_cp_is(cp, VT_CP_LOWER);
        if (!(w->flags & VT_WORD_CAPITAL) && !unspaced && w->folded.len > 3)
            s -= 1.5f;
        *names += !vt_name_abbreviated(info, w);
    }
    return s;
}

/** "AN", "РИ": the initials in a circle beside a name. */
static bool is_monogram(const vt_info *info, uint32_t first, uint32_t count)
{
    size_t letters = 0;
    for (uint32_t i = first; i < first + count; i++) {
        if (!(info->words.at[i].flags & VT_WORD_UPPER))
            return false;
        letters += vt_utf8_count(info->words.at[i].folded);
    }
    return letters <= 3;
}

static float count_score(uint32_t names)
{
    return names >= 2 && names <= 3 ? 0.6f : names <= 1 ? -0.8f : names <= 5 ? 0 : -3.0f;
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

/** "Curriculum vitae", "Resume": the kind of document, no name. */
static bool names_the_document(const vt_info *info, uint32_t first, uint32_t count)
{
    static const char *const words[] = {"curriculum", "vitae",    "resume",   "cv",
                                        "lebenslauf", "profile",  "europass", "page",
                                        "ozgecmis",   "zyciorys", "cover",    "letter"};
    for (uint32_t i = first; i < first + count; i++)
        if (VT_STR_AMONG(info->words.at[i].folded, words))
            return true;
    return false;
}

/** What speaks against words of a line, besides their form. */
static float doubts(const struct search *s, size_t i, const vt_evidence *e)
{
    const vt_info *info = &s->f->at[i];
    float d = 2.0f * VT_MAX(0.0f, e->title - 0.3f) + 1.5f * VT_MAX(0.0f, e->org - 0.3f);
    d += 2.0f * e->school + 1.0f * VT_MAX(0.0f, e->degree - 0.4f) +
         1.5f * e->place * (1 - e->person);
    d += e->study > 0.8f ? 1.0f : 0;
    bool looks = s->heading_score[i] > 0, known = info->heading != VT_SECTION_NONE;
    bool largest = info->line->size >= 0.97f * s->largest;
    d += looks ? (largest && !known ? 1.0f : 3.0f) : known ? 1.5f : 0;
    bool elsewhere = s->section == VT_SECTION_EDUCATION || s->section == VT_SECTION_EXPERIENCE ||
                     s->section == VT_SECTION_SKILLS;
    return d + (elsewhere ? 2.0f : 0);
}

/** Scores the words of `n` lines as one name; `from` and `to` are bytes of the raw text. */
static void try_words(struct search *s, const struct words *words, size_t n, size_t from, size_t to,
                      float bonus)
{
    float shape = 0, person = 0, surest = 0, doubt = 0, agreement = 0;
    uint32_t names = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        const vt_info *info = &s->f->at[words[i].line];
        uint32_t first = words[i].first, count = words[i].count;
        vt_evidence e = vt_evidence_of(info, first, count);
        shape += shape_score(info, first, count, &names);
        person += e.person * (float)count;
        surest = VT_MAX(surest, e.person);
        doubt = VT_MAX(doubt, doubts(s, words[i].line, &e));
        agreement += email_agreement(s->local, info, first, count);
        all += count;
    }
    shape += count_score(names);
    person = VT_MAX(person / (float)all, 0.75f * surest);
    if (shape < -3)
        return;
    float score = shape + 3.0f * person + 2.5f * VT_MIN(1.0f, agreement) - doubt +
                  place_on_page(s, words[0].line) + bonus;
    vt_str text = vt_str_sub(s->f->doc->raw_text, from, to);
    if (s->f->doc->author.len && vt_fold_eq(vt_str_trim(text), s->f->doc->author))
        score += 2.0f;
    if (score > s->best) {
        s->best = score;
        s->best_line = (uint32_t)words[0].line;
        s->best_from = from;
        s->best_to = to;
    }
}

static void try_part(struct search *s, size_t i, vt_name_part part, bool whole)
{
    const vt_info *info = &s->f->at[i];
    uint32_t first = vt_info_word_at(info, info->base + part.from);
    uint32_t count = vt_name_words(info, first, part.to);
    if (!count || count > 8 || names_the_document(info, first, count) ||
        is_monogram(info, first, count) || vt_name_honorifics(s->f, info, first, count))
        return;
    bool bracketed = part.from > 0 && info->text.ptr[part.from - 1] == '(';
    const struct words words = {i, first, count};
    try_words(s, &words, 1, info->base + part.from, info->base + part.to,
              whole       ? 0.4f
              : bracketed ? -2.0f
                          : 0);
}

/** The words of a line before a vt_name_separator that no name has in it; *ret_to is where that
 * stands. */
static uint32_t words_of_name(const vt_info *info, size_t *ret_to)
{
    size_t to = 0;
    while (to < info->text.len &&
           (!vt_name_separator(info->text, to) || strchr("()\t", info->text.ptr[to])))
        to++;
    *ret_to = to;
    return vt_name_words(info, 0, to);
}

/** Does the line below go on with a name in the same large letters: JOHN over DOE? */
static bool goes_on(const struct search *s, size_t i)
{
    const vt_info *a = &s->f->at[i];
    if (i + 1 >= s->f->n || a->size < 1.4f)
        return false;
    const vt_info *b = &s->f->at[i + 1];
    size_t to;
    uint32_t n = words_of_name(b, &to);
    return vt_info_follows(a, b) && b->line->page == a->line->page && n >= 1 && n <= 4 &&
           !b->digits && !b->email && b->heading == VT_SECTION_NONE &&
           (b->title < 0.5f || b->person >= 0.5f || (a->words.n == 1 && b->line->count == 1)) &&
           b->line->size > 0.95f * a->line->size && b->line->size < 1.05f * a->line->size &&
           b->line->box.y0 - a->line->box.y1 < a->line->size * 1.2f;
}

/** A name in several lines; in the last one something else may follow behind a vt_name_separator.
 */
static void try_block(struct search *s, size_t i)
{
    enum { MAX_BLOCK = 4 };
    struct words words[MAX_BLOCK];
    const vt_info *info = &s->f->at[i];
    size_t n = 0, from = info->base, to = 0;
    if (!goes_on(s, i))
        return;
    for (;; i++) {
        info = &s->f->at[i];
        uint32_t count = words_of_name(info, &to);
        words[n] = (struct words){i, 0, n ? count : (uint32_t)info->words.n};
        if (++n == MAX_BLOCK || (n > 1 && to < info->text.len) || !goes_on(s, i))
            break;
    }
    if (n > 1 && !names_the_document(&s->f->at[words[0].line], 0, words[0].count))
        try_words(s, words, n, from, info->base + to, 1.8f);
}

static void try_line(struct search *s, size_t i)
{
    const vt_info *info = &s->f->at[i];
    vt_name_part parts[VT_NAME_PARTS];
    size_t n = vt_name_split(s->f, info, parts);
    for (size_t k = 0; k < n; k++)
        try_part(s, i, parts[k], n == 1);
    if (vt_name_bracketed(info, parts, n))
        try_part(s, i, (vt_name_part){0, info->text.len}, true);
    if (info->words.n && info->words.n <= 4)
        try_block(s, i);
}

void vt_person_find(const vt_facts *f, const float *heading_score, const uint8_t *heading_section,
                    vt_roles *roles)
{
    struct search s = {.f = f, .heading_score = heading_score, .best = 1.5f, .best_line = VT_NONE};
    s.local = email_local(f);
    for (size_t i = 0; i < f->n; i++) /* a sidebar may be read over all pages first */
        if (f->at[i].line->page == 0)
            s.largest = VT_MAX(s.largest, f->at[i].line->size);
    for (size_t i = 0, tried = 0; i < f->n && tried < MAX_NAME_LINES; i++) {
        const vt_info *info = &f->at[i];
        if (info->line->page > 0)
            continue;
        tried++;
        vt_name_part part;
        size_t line;
        if (vt_name_after_label(f, i, &line, &part)) {
            s.best = 100;
            s.best_line = (uint32_t)line;
            s.best_from = f->at[line].base + part.from;
            s.best_to = f->at[line].base + part.to;
            break;
        }
        if (i > 0 && info->line->column != f->at[i - 1].line->column)
            s.section = VT_SECTION_NONE;
        if (heading_score[i] > 0 && info->heading != VT_SECTION_NONE)
            s.section = heading_section[i];
        if (info->words.n <= 24)
            try_line(&s, i);
    }
    roles->name_line = s.best_line;
    if (s.best_line == VT_NONE)
        return;
    roles->name_from = s.best_from;
    roles->name_to = s.best_to;
    const vt_info *info = &f->at[s.best_line];
    if (s.best_to <= info->base + info->text.len) {
        const vt_name_part name = {s.best_from - info->base, s.best_to - info->base};
        vt_name_part whole = vt_name_whole(f, info, name);
        roles->name_from = info->base + whole.from;
        roles->name_to = info->base + whole.to;
    }
    if (vt_name_below_honorifics(f, s.best_line, roles->name_from))
        roles->name_from = f->at[--roles->name_line].base;
    roles->name_confidence = s.best > 5 ? 0.97f : s.best > 3.5f ? 0.9f : 0.7f;
}
