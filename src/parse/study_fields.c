/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Institution, degree and field of study. A degree phrase of the lexicon splits its piece: what
 * stands behind "in", or behind the phrase itself, is the field ("B.Sc. in Physics", "Master of
 * Science Informatik"); else the next piece that is nothing else is the field ("MA, Economics").
 */
#include "parse/fields.h"

struct split {
    uint32_t line;
    size_t degree_from, degree_to, field_from, field_to; /* bytes of raw_text */
    float score;
    size_t piece; /* where the degree stands */
};

/* ---- the degree within a piece ---- */

static const vt_lex_hit *degree_hit(const vt_info *info, const vt_piece *p)
{
    const vt_lex_hit *best = NULL;
    for (size_t i = 0; i < info->hits.n; i++) {
        const vt_lex_hit *h = &info->hits.at[i];
        if (h->entry->kind != VT_LEX_DEGREE || h->first < p->first ||
            h->first + h->count > p->first + p->count)
            continue;
        if (h->count == 1 && !(info->words.at[h->first].flags & VT_WORD_CAPITAL) &&
            (h->entry->flags & (VT_LEX_AMBIGUOUS | VT_LEX_ABBREVIATION)))
            continue;
        if (!best || h->count > best->count)
            best = h;
    }
    return best;
}

/** Words between degree and field: "in", "im Fach", "en", "w zakresie" ... */
static bool is_link(vt_str w)
{
    static const char *const words[] = {"in",
                                        "en",
                                        "em",
                                        "im",
                                        "w",
                                        "i",
                                        "di",
                                        "des",
                                        "der",
                                        "fur",
                                        "inom",
                                        "na",
                                        "za",
                                        "of",
                                        "zakresie",
                                        "studiengang",
                                        "fach",
                                        "major",
                                        "majoring",
                                        "with",
                                        "the",
                                        "a",
                                        "na",
                                        "v",
                                        "po",
                                        "specjalnosc",
                                        "mention",
                                        "specialite",
                                        "especialidad",
                                        "bolumu",
                                        "on",
                                        "emphasis",
                                        "concentration",
                                        "specialization",
                                        "degree:",
                                        "program",
                                        "programme",
                                        "kierunek",
                                        "oboru",
                                        "obor"};
    return VT_STR_AMONG(w, words);
}

/** Words that belong to the degree although the phrase of the lexicon ends before them. */
static bool extends_degree(vt_str w)
{
    static const char *const words[] = {"degree",  "hons",      "honours",   "honors", "diploma",
                                        "studies", "candidate", "abschluss", "studium"};
    return VT_STR_AMONG(w, words);
}

/** Splits "Bachelor of Science in Physics" at the word behind the degree. */
static void split_piece(const vt_facts *f, const vt_piece *p, struct split *s)
{
    const vt_info *info = &f->at[p->line];
    const vt_lex_hit *h = degree_hit(info, p);
    uint32_t end = p->first + p->count, next = h->first + h->count;
    for (uint32_t i = h->first + 1; i + 1 < next; i++) /* the lexicon has some with their field */
        if (vt_str_eq(info->words.at[i].folded, VT_STR("in")))
            next = i;
    s->line = p->line;
    s->degree_from = h->first - p->first <= 2 ? p->from : vt_info_word_start(info, h->first);
    while (next < end && extends_degree(info->words.at[next].folded))
        next++;
    uint32_t link = next;
    bool of = link < end && vt_str_eq(info->words.at[link].folded, VT_STR("of"));
    if (of) { /* "Bachelor of Design in UX": the degree goes on up to "in" */
        link++;
        while (link < end && !vt_str_eq(info->words.at[link].folded, VT_STR("in")))
            link++;
        next = link;
    }
    while (link < end && is_link(info->words.at[link].folded) &&
           !(info->words.at[link].flags & VT_WORD_UPPER && info->words.at[link].folded.len > 2))
        link++;
    s->degree_to = next < end ? vt_info_word_end(info, next - 1) : p->to;
    /* the word's end leaves out its full stop: "B.Sc." */
    while (s->degree_to < p->to &&
           (f->doc->raw_text.ptr[s->degree_to] == '.' || f->doc->raw_text.ptr[s->degree_to] == ')'))
        s->degree_to++;
    if (link < end) {
        s->field_from = vt_info_word_start(info, link);
        s->field_to = p->to;
    } else if (h->first > p->first &&
               vt_evidence_of(info, p->first, h->first - p->first).study >= 0.8f) {
        /* "Acting BA": the field stands before */
        s->degree_from = vt_info_word_start(info, h->first);
        s->field_from = p->from;
        s->field_to = vt_info_word_end(info, h->first - 1);
    }
}

/** "CIPD Level 5 in Human Resource Practice": a degree that the lexicon does not have. */
static void split_at_in(const vt_facts *f, const vt_piece *p, vt_range *degree, vt_range *field)
{
    const vt_info *info = &f->at[p->line];
    for (uint32_t i = p->first + 1; i + 1 < p->first + p->count; i++) {
        if (!vt_str_eq(info->words.at[i].folded, VT_STR("in")) ||
            !(info->words.at[i + 1].flags & VT_WORD_CAPITAL))
            continue;
        degree->to = vt_info_word_end(info, i - 1);
        *field = (vt_range){vt_info_word_start(info, i + 1), p->to, p->line, degree->confidence};
        return;
    }
}

/* ---- the parts of one item ---- */

struct study_work {
    const vt_facts *f;
    const vt_item *item;
    vt_pieces pieces;
    uint8_t *used; /* [pieces.n] */
};

enum { FREE, USED_SCHOOL, USED_DEGREE, USED_FIELD, USED_OTHER };

static bool is_grade(const vt_facts *f, const vt_piece *p)
{
    static const char *const words[] = {
        "gpa",     "cgpa",    "grade",      "note", "abschlussnote", "nota",  "mention",
        "average", "score",   "percentage", "cum",  "summa",         "magna", "distinction",
        "honors",  "honours", "class",      "wam",  "valedictorian", "dean"};
    const vt_info *info = &f->at[p->line];
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        if (VT_STR_AMONG(info->words.at[i].folded, words))
            return true;
    bool digits = true;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        digits &= (info->words.at[i].flags & VT_WORD_DIGIT) != 0;
    return digits;
}

static float school_score(const struct study_work *w, const vt_piece *p)
{
    const vt_info *info = &w->f->at[p->line];
    float s = 1.6f * p->e.school + 0.4f * p->e.org - 0.9f * (p->e.degree > 0.55f ? p->e.degree : 0);
    s -= p->place && p->e.school < 0.8f ? 0.8f : 0;
    s -= p->count > 12 ? 1.0f : 0;
    s -= info->bullet || info->stop ? 0.5f : 0;
    s -= p->bracket ? 0.5f : 0;
    s -= p->e.study > 0.8f && p->e.school < 0.5f ? 0.6f : 0;
    return s;
}

/** The institution goes on over a comma when the lexicon has it so, or with a campus place. */
static size_t school_end(const struct study_work *w, size_t i)
{
    const vt_piece *p = &w->pieces.at[i];
    if (i + 1 >= w->pieces.n)
        return i;
    const vt_piece *next = &w->pieces.at[i + 1];
    if (next->line != p->line || (next->before != VT_CUT_COMMA && next->before != VT_CUT_DASH))
        return i;
    const vt_info *info = &w->f->at[p->line];
    uint32_t words = next->first + next->count - p->first;
    if (vt_lexicon_find_kind(w->f->ctx->lexicon, info->words.at + p->first, words,
                             VT_LEX_INSTITUTION))
        return i + 1;
    bool faculty = next->e.school >= 0.8f && next->before == VT_CUT_COMMA && next->e.place == 0;
    return faculty && p->e.school < 0.7f && p->e.school >= 0.3f ? i + 1 : i;
}

static bool labelled_field(const struct study_work *w, const vt_piece *p, vt_range *ret);

/** "Major in Physics" is a field whatever else the words say. */
static void find_labelled_field(struct study_work *w, vt_study_fields *ret)
{
    for (size_t i = 0; i < w->pieces.n; i++)
        if (labelled_field(w, &w->pieces.at[i], &ret->field)) {
            w->used[i] = USED_FIELD;
            ret->labelled = true;
            return;
        }
}

static void find_school(struct study_work *w, vt_study_fields *ret)
{
    size_t best = VT_NONE;
    float top = 0.45f;
    for (size_t i = 0; i < w->pieces.n; i++) {
        float s = w->pieces.at[i].noise || w->used[i] ? -1 : school_score(w, &w->pieces.at[i]);
        if (s > top) {
            top = s;
            best = i;
        }
    }
    if (best == VT_NONE)
        return;
    size_t last = school_end(w, best);
    ret->school = (vt_range){w->pieces.at[best].from, w->pieces.at[last].to,
                             w->pieces.at[best].line, top > 1.1f ? 0.93f : 0.75f};
    for (size_t i = best; i <= last; i++)
        w->used[i] = USED_SCHOOL;
}

static void find_degree(struct study_work *w, vt_study_fields *ret)
{
    size_t best = VT_NONE;
    float top = 0.4f;
    for (size_t i = 0; i < w->pieces.n; i++) {
        const vt_piece *p = &w->pieces.at[i];
        if (w->used[i] || p->noise || !degree_hit(&w->f->at[p->line], p))
            continue;
        float s = p->e.degree - (p->bracket ? 0.2f : 0) - 0.01f * (float)i -
                  (w->f->at[p->line].bullet ? 0.2f : 0);
        if (s > top) {
            top = s;
            best = i;
        }
    }
    if (best == VT_NONE)
        return;
    struct split s = {.piece = best};
    split_piece(w->f, &w->pieces.at[best], &s);
    w->used[best] = USED_DEGREE;
    ret->degree = (vt_range){s.degree_from, s.degree_to, s.line, top > 0.8f ? 0.93f : 0.8f};
    if (s.field_from < s.field_to && ret->field.from == ret->field.to)
        ret->field = (vt_range){s.field_from, s.field_to, s.line, 0.88f};
    /* "(Hons)" in brackets behind the degree is part of it */
    if (best + 1 < w->pieces.n && w->pieces.at[best + 1].bracket && !ret->field.to &&
        extends_degree(w->f->at[s.line].words.at[w->pieces.at[best + 1].first].folded)) {
        ret->degree.to = w->pieces.at[best + 1].to + 1;
        w->used[best + 1] = USED_DEGREE;
    }
}

/** "Major in Physics", "Studienrichtung: Physik": the field behind its label. */
static bool labelled_field(const struct study_work *w, const vt_piece *p, vt_range *ret)
{
    static const char *const labels[] = {"major",           "majors",      "majoring",
                                         "specialization",  "fach",        "concentration",
                                         "studienrichtung", "hauptfach",   "specialisation",
                                         "field",           "studiengang", "especialidad"};
    const vt_info *info = &w->f->at[p->line];
    if (!VT_STR_AMONG(info->words.at[p->first].folded, labels) || p->count < 2)
        return false;
    uint32_t next = p->first + 1;
    while (next < p->first + p->count && is_link(info->words.at[next].folded))
        next++;
    if (next >= p->first + p->count)
        return false;
    *ret = (vt_range){vt_info_word_start(info, next), p->to, p->line, 0.9f};
    return true;
}

static float field_score(const struct study_work *w, size_t i, const vt_study_fields *ret)
{
    const vt_piece *p = &w->pieces.at[i];
    if (w->used[i] || p->noise || p->place || p->bracket || is_grade(w->f, p) || p->count > 9)
        return -1;
    float s = 1.2f * p->e.study - 0.8f * p->e.school - (w->f->at[p->line].bullet ? 0.4f : 0);
    if (i > 0 && w->used[i - 1] == USED_DEGREE && p->line == ret->degree.line)
        s += 0.6f;
    else if (i + 1 < w->pieces.n && w->used[i + 1] == USED_DEGREE && p->line == ret->degree.line)
        s += 0.3f;
    return s;
}

static void find_field(struct study_work *w, vt_study_fields *ret)
{
    if (ret->field.from < ret->field.to)
        return;
    size_t best = VT_NONE;
    float top = 0.5f;
    for (size_t i = 0; i < w->pieces.n; i++) {
        float s = field_score(w, i, ret);
        if (s > top) {
            top = s;
            best = i;
        }
    }
    if (best == VT_NONE)
        return;
    const vt_piece *p = &w->pieces.at[best];
    ret->field = (vt_range){p->from, p->to, p->line, top > 1 ? 0.88f : 0.7f};
    w->used[best] = USED_FIELD;
}

/** Is the piece on the line before or after `line`? */
static bool is_beside(const struct study_work *w, size_t i, uint32_t line)
{
    uint32_t at = w->pieces.at[i].line;
    return at == line + 1 || line == at + 1;
}

/** Lines that nothing took: a course without a degree of the lexicon, or an unknown school. */
static void take_leftovers(struct study_work *w, vt_study_fields *ret)
{
    for (size_t i = 0; i < w->pieces.n; i++) {
        const vt_piece *p = &w->pieces.at[i];
        const vt_info *info = &w->f->at[p->line];
        if (w->used[i] || p->noise || p->place || p->bracket || is_grade(w->f, p) || info->bullet ||
            p->count > 9 || info->colon || info->stop)
            continue;
        bool starts_line = p->before == VT_CUT_LINE || p->before == VT_CUT_DATE;
        vt_range r = {p->from, p->to, p->line, 0.55f};
        if (ret->school.from == ret->school.to &&
            (starts_line || ret->degree.to > 0 || ret->field.to > 0) && p->e.study < 0.9f) {
            ret->school = r;
            w->used[i] = USED_SCHOOL;
        } else if (ret->degree.from == ret->degree.to && ret->field.from == ret->field.to &&
                   starts_line) {
            ret->degree = r;
            split_at_in(w->f, p, &ret->degree, &ret->field);
            w->used[i] = USED_DEGREE;
        } else if (ret->field.from == ret->field.to && ret->degree.to > 0 && starts_line &&
                   is_beside(w, i, ret->degree.line) && p->e.school < 0.5f && p->e.org < 0.5f &&
                   (info->words.at[p->first].flags & VT_WORD_CAPITAL)) {
            ret->field = r;
            w->used[i] = USED_FIELD;
        }
    }
}

static void find_rest(struct study_work *w, vt_study_fields *ret)
{
    for (size_t i = 0; i < w->pieces.n; i++) {
        const vt_piece *p = &w->pieces.at[i];
        if (w->used[i])
            continue;
        if (p->place && ret->place.from == ret->place.to)
            ret->place = (vt_range){p->from, p->to, p->line, 0.85f};
        else if (is_grade(w->f, p) && ret->grade.from == ret->grade.to)
            ret->grade = (vt_range){p->from, p->to, p->line, 0.8f};
    }
}

void vt_fields_studies(const vt_facts *f, const vt_items *items, vt_study_fields *ret)
{
    for (size_t i = 0; i < items->n; i++) {
        struct study_work w = {.f = f, .item = &items->at[i]};
        ret[i] = (vt_study_fields){0};
        w.pieces = w.item->pieces;
        w.used = VT_NEW_ARRAY(f->arena, uint8_t, VT_MAX(w.pieces.n, 1));
        find_labelled_field(&w, &ret[i]);
        find_school(&w, &ret[i]);
        find_degree(&w, &ret[i]);
        find_field(&w, &ret[i]);
        take_leftovers(&w, &ret[i]);
        find_rest(&w, &ret[i]);
        ret[i].dates = vt_item_read_dates(f, w.item);
    }
}
