/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The name is the part of a line of the first page with the most evidence: lexicon of names, size,
 * place on the page, agreement with the e-mail address and the file's author; evidence against:
 * title, employer, school, place or heading words, digits.
 */
#include "parse/person.h"

#include <math.h>

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

static size_t split_parts(const vt_facts *f, const vt_info *info, struct part *parts)
{
    size_t n = 0, from = 0;
    vt_str s = info->text;
    bool gaps = false;
    for (uint32_t i = 1; i < info->line->count && !gaps; i++)
        gaps = (vt_line_tokens(f->doc, info->line)[i].flags & VT_TOKEN_WIDE_GAP) != 0;
    for (size_t i = 0; i <= s.len && n < MAX_PARTS;) {
        size_t cut = i < s.len ? separator(s, i) : 1;
        if (!cut && gaps && s.ptr[i] == ' ' && vt_info_wide_gap(f, info, i + 1))
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

/** "Dr.", "Q.": what ends in a full stop is a title or an initial, no word of a name. */
static bool is_abbreviation(const vt_info *info, const vt_word *w)
{
    return w->end < info->text.len && info->text.ptr[w->end] == '.';
}

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
        *names += !is_abbreviation(info, w);
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

/** "Prof. Dr.-Ing. habil.", "Dipl.-Inf. (FH)", "Mrs": words that only stand before a name. */
static bool are_honorifics(const vt_facts *f, const vt_info *info, uint32_t first, uint32_t count)
{
    bool known = false;
    for (uint32_t next = first, taken; next < first + count; next += taken) {
        const vt_word *w = &info->words.at[next];
        bool bracketed = w->start > 0 && info->text.ptr[w->start - 1] == '(';
        taken = is_abbreviation(info, w) || (bracketed && w->end - w->start <= 4);
        for (size_t i = 0; i < info->hits.n; i++) {
            const vt_lex_hit *h = &info->hits.at[i];
            if (h->entry->kind == VT_LEX_NAME_PART && h->first == next &&
                h->first + h->count <= first + count && h->count >= taken &&
                vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("prefix"))) {
                taken = h->count;
                known = true;
            }
        }
        if (!taken)
            return false;
    }
    return known;
}

/** The words from `first` on that begin before byte `to`. */
static uint32_t words_in(const vt_info *info, uint32_t first, size_t to)
{
    uint32_t n = 0;
    while (first + n < info->words.n && info->words.at[first + n].start < to)
        n++;
    return n;
}

static void try_part(struct search *s, size_t i, struct part part, bool whole)
{
    const vt_info *info = &s->f->at[i];
    uint32_t first = vt_info_word_at(info, info->base + part.from);
    uint32_t count = words_in(info, first, part.to);
    if (!count || count > 8 || names_the_document(info, first, count) ||
        is_monogram(info, first, count) || are_honorifics(s->f, info, first, count))
        return;
    bool bracketed = part.from > 0 && info->text.ptr[part.from - 1] == '(';
    const struct words words = {i, first, count};
    try_words(s, &words, 1, info->base + part.from, info->base + part.to,
              whole       ? 0.4f
              : bracketed ? -2.0f
                          : 0);
}

/** The words of a line before a separator that no name has in it; *ret_to is where that stands. */
static uint32_t words_of_name(const vt_info *info, size_t *ret_to)
{
    size_t to = 0;
    while (to < info->text.len &&
           (!separator(info->text, to) || strchr("()\t", info->text.ptr[to])))
        to++;
    *ret_to = to;
    return words_in(info, 0, to);
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

/** A name in several lines; in the last one something else may follow behind a separator. */
static void try_block(struct search *s, size_t i)
{
    enum { MAX_BLOCK = 4 };
    struct words words[MAX_BLOCK];
    const vt_info *info = &s->f->at[i];
    size_t n = 0, from = info->base, to = 0;
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

/** "Oleksandr (Alex) Hrytsenko", "Ann Lee (Anna Li)": brackets within or behind a name. */
static bool is_bracketed(const vt_info *info, const struct part *parts, size_t n)
{
    vt_str s = info->text;
    if (n < 2 || n > 3 || info->words.n > 6 || info->digits || s.ptr[0] == '(')
        return false;
    for (uint32_t i = 0; n == 2 && i < info->words.n; i++)
        if (!(info->words.at[i].flags & VT_WORD_CAPITAL) && info->words.at[i].folded.len > 3)
            return false;
    uint32_t first = vt_info_word_at(info, info->base + parts[1].from);
    vt_evidence inner = vt_evidence_of(info, first, words_in(info, first, parts[1].to));
    if (n == 2 && (inner.person <= 0 || !vt_str_ends(s, VT_STR(")"))))
        return false;
    for (size_t i = 0; i + 1 < n; i++) {
        vt_str gap = vt_str_trim(vt_str_sub(s, parts[i].to, parts[i + 1].from));
        if (!vt_str_eq(gap, VT_STR("(")) && !vt_str_eq(gap, VT_STR(")")))
            return false;
    }
    return n == 2 || parts[n - 1].to == s.len;
}

/** Is the part nothing but letters behind a name: "PMP", "M.Ed."? */
static bool is_suffix(const vt_facts *f, const vt_info *info, const struct part *part)
{
    uint32_t first = vt_info_word_at(info, info->base + part->from), next = first;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_NAME_PART && h->first == next &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("suffix")))
            next = h->first + h->count;
    }
    return next > first && (next == info->words.n || info->words.at[next].start >= part->to) &&
           next - first <= 3;
}

/** "Lee, Ann": two parts of a line that together are one name. */
static bool is_inverted(const vt_info *info, struct part a, struct part b)
{
    uint32_t first = vt_info_word_at(info, info->base + a.from);
    uint32_t middle = vt_info_word_at(info, info->base + b.from);
    uint32_t end = middle + words_in(info, middle, b.to);
    if (middle == first || middle - first > 3 || end == middle || end - middle > 3 ||
        !vt_str_eq(vt_str_trim(vt_str_sub(info->text, a.to, b.from)), VT_STR(",")))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (!(info->words.at[i].flags & VT_WORD_CAPITAL))
            return false;
    vt_evidence x = vt_evidence_of(info, first, middle - first);
    vt_evidence y = vt_evidence_of(info, middle, end - middle);
    return x.person > 0 && y.person > 0 && x.place < 0.9f && y.place < 0.9f && x.title < 0.5f &&
           y.title < 0.5f;
}

/** Is nothing, or a wide gap, between two bytes of the line? */
static bool stands_apart(const vt_facts *f, const vt_info *info, size_t from, size_t to)
{
    return vt_str_trim(vt_str_sub(info->text, from, to)).len == 0 &&
           (to >= info->text.len || from == 0 || vt_info_wide_gap(f, info, to));
}

/** The part of the line with what belongs to the name before and behind it. */
static struct part whole_name(const vt_facts *f, const vt_info *info, struct part name)
{
    struct part parts[MAX_PARTS];
    size_t n = split_parts(f, info, parts);
    for (size_t i = 0; i + 1 < n; i++) {
        size_t end = i + 2 < n ? parts[i + 2].from : info->text.len;
        if (parts[i].from <= name.from && name.to <= parts[i + 1].to &&
            stands_apart(f, info, parts[i + 1].to, end) &&
            is_inverted(info, parts[i], parts[i + 1]) && !is_suffix(f, info, &parts[i + 1]))
            return (struct part){parts[i].from, parts[i + 1].to};
    }
    for (size_t i = 0; i < n; i++) {
        vt_str gap = vt_str_trim(vt_str_sub(info->text, name.to, parts[i].from));
        if (parts[i].from >= name.to && vt_str_eq(gap, VT_STR(",")) &&
            is_suffix(f, info, &parts[i]))
            name.to = parts[i].to;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t first = vt_info_word_at(info, info->base + parts[i].from);
        vt_str gap = vt_str_trim(vt_str_sub(info->text, name.to, parts[i].from));
        if (parts[i].from > name.to && vt_str_eq(gap, VT_STR("(")) &&
            parts[i].to < info->text.len && info->text.ptr[parts[i].to] == ')' &&
            first < info->words.n && (info->words.at[first].flags & VT_WORD_CAPITAL) &&
            vt_evidence_of(info, first, words_in(info, first, parts[i].to)).person > 0)
            name.to = parts[i].to + 1;
    }
    uint32_t before = vt_info_word_at(info, info->base + name.from);
    if (before > 0 && are_honorifics(f, info, 0, before))
        name.from = info->words.at[0].start;
    return name;
}

/** "Prof. Dr.-Ing. habil." in a line of its own, above the name. */
static bool stands_below_honorifics(const vt_facts *f, size_t line, size_t from)
{
    const vt_info *info = &f->at[line];
    if (line == 0 || from > info->base + 1)
        return false;
    const vt_info *above = info - 1;
    return vt_info_follows(above, info) &&
           fabsf(above->line->size - info->line->size) < 0.05f * info->line->size &&
           above->words.n > 0 && above->words.n <= 6 &&
           are_honorifics(f, above, 0, (uint32_t)above->words.n);
}

/** Words that a line begins with and that say "name"; 0: none. */
static uint32_t name_label(const vt_facts *f, const vt_info *info)
{
    uint32_t count = 0;
    for (size_t i = 0; i < info->hits.n && info->hits.at[i].first == 0; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind == VT_LEX_CONTACT_LABEL &&
            vt_str_eq(vt_lex_str(f->ctx->lexicon, h->entry->a), VT_STR("name")))
            count = VT_MAX(count, h->count);
    }
    return count;
}

/** Do two to eight words without digits stand from word `first` on? */
static bool may_be_whole_name(const vt_info *info, size_t first)
{
    return info->words.n >= first + 2 && info->words.n <= first + 8 && !info->digits;
}

/** "Name: Ann Lee", or the same in two cells: behind a label nothing else counts. */
static bool after_name_label(const vt_facts *f, size_t i, size_t *ret_line, struct part *ret)
{
    const vt_info *info = &f->at[i];
    uint32_t count = name_label(f, info);
    if (!count)
        return false;
    if (count < info->words.n) {
        size_t from = info->words.at[count].start, end = info->words.at[count - 1].end;
        *ret_line = i;
        *ret = (struct part){from, info->text.len};
        return vt_str_eq(vt_str_trim(vt_str_sub(info->text, end, from)), VT_STR(":")) ||
               (vt_info_wide_gap(f, info, from) && may_be_whole_name(info, count));
    }
    if (i + 1 >= f->n)
        return false;
    const vt_info *beside = info + 1;
    *ret_line = i + 1;
    *ret = (struct part){0, beside->text.len};
    return beside->line->page == info->line->page && may_be_whole_name(beside, 0) &&
           beside->line->box.x0 > info->line->box.x1 &&
           fabsf(beside->line->box.y0 - info->line->box.y0) < 0.5f * info->line->size;
}

static void try_line(struct search *s, size_t i)
{
    const vt_info *info = &s->f->at[i];
    struct part parts[MAX_PARTS];
    size_t n = split_parts(s->f, info, parts);
    for (size_t k = 0; k < n; k++)
        try_part(s, i, parts[k], n == 1);
    if (is_bracketed(info, parts, n))
        try_part(s, i, (struct part){0, info->text.len}, true);
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
        struct part part;
        size_t line;
        if (after_name_label(f, i, &line, &part)) {
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
        const struct part name = {s.best_from - info->base, s.best_to - info->base};
        struct part whole = whole_name(f, info, name);
        roles->name_from = info->base + whole.from;
        roles->name_to = info->base + whole.to;
    }
    if (stands_below_honorifics(f, s.best_line, roles->name_from))
        roles->name_from = f->at[--roles->name_line].base;
    roles->name_confidence = s.best > 5 ? 0.97f : s.best > 3.5f ? 0.9f : 0.7f;
}

/* ---- the lines around the name ---- */

static bool is_contact_line(const vt_info *info)
{
    return info->email || info->phone || info->url || info->contact_label ||
           (info->place_share > 0.4f && info->title < 0.6f);
}

/** Short, and neither contact data nor a heading nor a sentence. */
static bool may_stand_alone(const vt_info *info)
{
    return !is_contact_line(info) && info->words.n > 0 && info->words.n <= 14 && !info->range &&
           !info->bullet && info->text.len <= 110 && !info->stop && !info->begins_lower &&
           info->heading == VT_SECTION_NONE;
}

static bool may_be_label(const vt_info *info)
{
    return may_stand_alone(info) && !info->dates.n && info->lower_words <= info->capital_words + 2;
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
        if (count && count <= 8 && vt_evidence_of(info, first, count).title >= 0.6f) {
            roles->label_from = info->base + parts[k].from;
            roles->label_to = info->base + parts[k].to;
            return;
        }
    }
}

/** A line between the name and the contact data that is nothing else. */
static bool stands_as_label(const vt_facts *f, const vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    bool spaced = vt_str_find_char(info->text, ' ', 0) != VT_NPOS;
    if (i + 1 >= f->n || info->digits > 6 || vt_is_digit(info->text.ptr[0]) ||
        info->place_share > 0.2f || info->person > 0.4f || (spaced && info->words.n > 12) ||
        info->org > 0.6f || info->school > 0.4f)
        return false;
    const vt_info *next = &f->at[i + 1];
    return is_contact_line(next) || roles->at[i + 1].role == VT_ROLE_HEADING;
}

/** Does a place, a number or an address fill the part? */
static bool is_contact_part(const vt_info *info, const struct part *part)
{
    vt_str text = vt_str_sub(info->text, part->from, part->to);
    size_t digits = 0, places = 0;
    for (size_t i = 0; i < text.len; i++)
        digits += vt_is_digit((unsigned char)text.ptr[i]);
    for (size_t i = 0; i < info->places.n; i++) {
        vt_span place = info->places.at[i].span;
        if (place.start < part->to && place.end > part->from)
            places += VT_MIN(place.end, part->to) - VT_MAX(place.start, part->from);
    }
    vt_url url;
    return digits >= 6 || vt_str_find_char(text, '@', 0) != VT_NPOS ||
           places * 10 >= vt_str_trim(text).len * 7 ||
           (vt_str_find_char(text, '.', 0) != VT_NPOS && vt_url_find(text, 0, &url));
}

/** "Welder | Leeds", "Welder    07700 900400": a title before contact data on their line. */
static bool take_label_before_contact(const vt_facts *f, vt_roles *roles, size_t i)
{
    const vt_info *info = &f->at[i];
    struct part parts[MAX_PARTS];
    size_t n = split_parts(f, info, parts), k = 0;
    while (k < n && !is_contact_part(info, &parts[k]))
        k++;
    if (k == 0 || k == n)
        return false;
    uint32_t count = 0;
    while (count < info->words.n && info->words.at[count].start < parts[k - 1].to)
        count++;
    if (count == 0 || count > 8 || vt_evidence_of(info, 0, count).title < 0.6f)
        return false;
    roles->label_from = info->base + parts[0].from;
    roles->label_to = info->base + parts[k - 1].to;
    return true;
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
        bool titled = info->title >= 0.6f || (close && info->title >= 0.4f) ||
                      (close && info->size > 1.1f && info->words.n >= 2 && info->digits <= 4 &&
                       info->place_share < 0.3f && info->person < 0.5f);
        if (info->line->column == f->at[name].line->column && !info->bullet &&
            take_label_before_contact(f, roles, i))
            return;
        if ((titled && may_be_label(info)) ||
            (close && may_stand_alone(info) && stands_as_label(f, roles, i))) {
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

/** "Job applied for: Nurse" of a form: a section of one line that names a position; "Occupation"
 * names one, too, where the section of the jobs follows it. */
static void find_label_in_form(const vt_facts *f, vt_roles *roles)
{
    for (size_t i = 0; i + 2 < f->n; i++) {
        const vt_labelled *heading = &roles->at[i];
        if (heading->role != VT_ROLE_HEADING || roles->at[i + 1].role == VT_ROLE_HEADING ||
            roles->at[i + 2].role != VT_ROLE_HEADING)
            continue;
        bool named = heading->section == VT_SECTION_OBJECTIVE ||
                     (heading->section == VT_SECTION_EXPERIENCE &&
                      roles->at[i + 2].section == VT_SECTION_EXPERIENCE);
        if (!named || f->at[i + 1].title < 0.6f || !may_be_label(&f->at[i + 1]))
            continue;
        roles->label_from = f->at[i + 1].base;
        roles->label_to = f->at[i + 1].base + f->at[i + 1].text.len;
        roles->at[i + 1].role = VT_ROLE_LABEL;
        roles->at[i].section = roles->at[i + 1].section = VT_SECTION_PERSONAL;
        return;
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
        if (roles->label_from == roles->label_to)
            find_label_in_form(f, roles);
    }
    find_loose_summary(f, roles);
}
