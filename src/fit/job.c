/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences that ask for something, say what is welcome or what is done are taken apart: at commas,
 * brackets and dashes; at "or", which makes the parts before and behind it one choice; and at "and"
 * where something that has a name of its own stands on both sides. A part is a language, a degree,
 * a credential, years, skills of the taxonomy, or its words alone. Criticality:
 *
 *   asked for 0.9   welcome 0.35   what is done 0.5   ("must", "required" ... 0.95)
 *   again       a skill named again +0.05, one in the title at least 0.85; a soft skill half
 */
#include "fit/job.h"

#include "fit/job_title.h"
#include "fit/part.h"
#include "fit/weights.h"
#include "skills/match.h"
#include "text/utf8.h"

enum { WORDS_MAX_BYTES = 280, MAX_REQUIREMENTS = 250, MOST_YEARS = 20 };
static const double MUST = 0.9, NICE = 0.35, DUTY = 0.5, ESSENTIAL = 0.95;
static const double TELLING = 0.55; /* weight that the words of a nameless part need together */

const char *vt_requirement_kind_word(vt_requirement_kind kind)
{
    static const char *const words[] = {
#define VT_REQUIREMENT_KIND(symbol, word) word,
#include "fit/requirement_kinds.def"
#undef VT_REQUIREMENT_KIND
    };
    return words[kind];
}

struct reader {
    const vt_taxonomy *tax;
    const vt_lexicon *lex;
    vt_arena *arena;
    vt_mentions mentions;
    vt_job_ad ad;
    uint32_t choices; /* numbers of choices between kinds */
};

/** A part of a sentence: words [first, end). */
struct part {
    size_t first, end;
    bool or_before; /* "or" joins it to the part before */
    bool comma;     /* a comma alone does */
    bool inside;    /* in brackets */
    unsigned marks;
    size_t mention, mentions; /* those within: of the sentence's */
};

/** One sentence while it is read. */
struct reading {
    struct reader *r;
    const vt_sentence *s;
    uint32_t number;
    const uint16_t *marks;
    const vt_mention *at;
    size_t n;
    VT_VEC(struct part) parts;
    double criticality;
    bool must, duty;
};

/* ---- parts ---- */

static vt_str gap_before(const vt_sentence *s, size_t word)
{
    return vt_str_sub(s->text, s->words.at[word - 1].end, s->words.at[word].start);
}

static bool gap_has(vt_str gap, const char *sign)
{
    return vt_str_find(gap, vt_str_z(sign), 0) != VT_NPOS;
}

static bool within_mention(const struct reading *rd, size_t word)
{
    const vt_word *a = &rd->s->words.at[word - 1], *b = &rd->s->words.at[word];
    for (size_t i = 0; i < rd->n; i++)
        if (rd->at[i].start <= a->start && rd->at[i].end >= b->end)
            return true;
    return false;
}

enum {
    NAMED = VT_MARK_SKILL | VT_MARK_SOFT | VT_MARK_CREDENTIAL | VT_MARK_DEGREE | VT_MARK_LANGUAGE |
            VT_MARK_YEARS
};

/** Something with a name of its own stands between the last part's start and `word`. */
static bool named_before(const struct reading *rd, size_t first, size_t word)
{
    for (size_t i = first; i < word; i++)
        if (rd->marks[i] & NAMED)
            return true;
    return false;
}

/** ... and from `word` to the next comma. */
static bool named_behind(const struct reading *rd, size_t word)
{
    for (size_t i = word; i < rd->s->words.n; i++) {
        if (rd->marks[i] & NAMED)
            return true;
        if (i > word && gap_has(gap_before(rd->s, i), ","))
            return false;
    }
    return false;
}

static void end_part(struct reading *rd, struct part *part, size_t end)
{
    while (part->first < end && (rd->marks[part->first] & (VT_MARK_OR | VT_MARK_AND)))
        part->first++;
    part->end = end;
    if (part->first >= end)
        return;
    for (size_t i = part->first; i < end; i++)
        part->marks |= rd->marks[i];
    uint32_t from = rd->s->words.at[part->first].start, to = rd->s->words.at[end - 1].end;
    for (size_t i = 0; i < rd->n; i++)
        if (rd->at[i].start >= from && rd->at[i].start < to) {
            part->mention = part->mentions ? part->mention : i;
            part->mentions++;
        }
    vt_vec_push(rd->r->arena, &rd->parts, *part);
}

static void cut_parts(struct reading *rd)
{
    const vt_words *w = &rd->s->words;
    struct part part = {0};
    bool inside = false;
    for (size_t i = 1; i < w->n; i++) {
        if (within_mention(rd, i))
            continue;
        vt_str gap = gap_before(rd->s, i);
        bool range = (w->at[i].flags & w->at[i - 1].flags & VT_WORD_DIGIT) && !gap_has(gap, ";");
        if (range)
            continue;
        bool opens = gap_has(gap, "("), closes = gap_has(gap, ")");
        bool comma = gap_has(gap, ",") && gap.len > 1;
        bool stop = gap_has(gap, ":") || gap_has(gap, ";") || gap_has(gap, " \xE2\x80\x93 ") ||
                    gap_has(gap, " \xE2\x80\x94 ") || gap_has(gap, "\xE2\x80\x94") ||
                    gap_has(gap, " - ") || gap_has(gap, ". ") || gap_has(gap, " + ");
        bool slash = gap_has(gap, " / ");
        slash = slash ||
                (gap_has(gap, "/") && (rd->marks[i] & rd->marks[i - 1] & NAMED & ~VT_MARK_YEARS));
        bool or_word = (rd->marks[i] & VT_MARK_OR) && i + 1 < w->n;
        bool and_word = (rd->marks[i] & VT_MARK_AND) && i + 1 < w->n &&
                        named_before(rd, part.first, i) && named_behind(rd, i + 1);
        if (!opens && !closes && !comma && !stop && !slash && !or_word && !and_word)
            continue;
        end_part(rd, &part, i);
        inside = opens || (inside && !closes);
        part = (struct part){.first = or_word || and_word ? i + 1 : i,
                             .or_before = or_word || slash,
                             .comma = comma && !or_word && !stop,
                             .inside = inside};
    }
    end_part(rd, &part, w->n);
}

/* ---- requirements ---- */

static vt_str part_text(const struct reading *rd, const struct part *first, const struct part *last)
{
    const vt_words *w = &rd->s->words;
    uint32_t from = w->at[first->first].start, to = w->at[last->end - 1].end;
    while (to < rd->s->text.len && (rd->s->text.ptr[to] == '+' || rd->s->text.ptr[to] == '#' ||
                                    (rd->s->text.ptr[to] == ')' && last->inside && !first->inside)))
        to++;
    return vt_str_trim(vt_str_sub(rd->s->text, from, to));
}

/** At most WORDS_MAX_BYTES of a text, cut at a word. */
static vt_str cut_words(vt_str text)
{
    if (text.len <= WORDS_MAX_BYTES)
        return text;
    size_t cut = WORDS_MAX_BYTES;
    while (cut > WORDS_MAX_BYTES / 2 && text.ptr[cut] != ' ')
        cut--;
    while (cut > 0 && ((unsigned char)text.ptr[cut] & 0xC0) == 0x80)
        cut--;
    return vt_str_trim(vt_str_sub(text, 0, cut));
}

static vt_requirement *requirement_of(struct reader *r, uint32_t skill)
{
    for (size_t i = 0; i < r->ad.requirements.n; i++)
        for (size_t k = 0; k < r->ad.requirements.at[i].any.n; k++)
            if (r->ad.requirements.at[i].any.at[k] == skill)
                return &r->ad.requirements.at[i];
    return NULL;
}

static vt_requirement *add(struct reading *rd, vt_requirement_kind kind, vt_str words, size_t word)
{
    struct reader *r = rd->r;
    if (r->ad.requirements.n >= MAX_REQUIREMENTS)
        return NULL;
    vt_requirement *req = vt_vec_add(r->arena, &r->ad.requirements);
    req->kind = kind;
    req->words = cut_words(words);
    req->criticality = kind == VT_REQUIREMENT_SOFT ? rd->criticality / 2 : rd->criticality;
    req->must = rd->must;
    req->duty = rd->duty;
    req->sentence = rd->number;
    req->place = rd->s->words.at[word].start;
    return req;
}

/** Mentions [from, to) of the sentence as one requirement; named before, that one counts more. */
static void add_skills(struct reading *rd, size_t from, size_t to, vt_str words)
{
    struct reader *r = rd->r;
    vt_requirement *again = requirement_of(r, rd->at[from].skill);
    if (again && (again->any.n == 1 || to - from > 1)) {
        if (again->duty && !rd->duty) { /* asked for outright: its words are better */
            again->words = cut_words(words);
            again->duty = false;
            again->must = rd->must;
        }
        again->criticality = VT_MIN(1, VT_MAX(again->criticality, rd->criticality) + 0.05);
        return;
    }
    bool credential = true, soft = true;
    for (size_t i = from; i < to; i++) {
        credential = credential && vt_skill_is_credential(r->tax, rd->at[i].skill);
        soft = soft && vt_taxonomy_get(r->tax, rd->at[i].skill).soft;
    }
    vt_requirement *req = add(rd,
                              credential ? VT_REQUIREMENT_CERTIFICATE
                              : soft     ? VT_REQUIREMENT_SOFT
                                         : VT_REQUIREMENT_SKILL,
                              words, 0);
    if (!req)
        return;
    req->place = rd->at[from].start;
    for (size_t i = from; i < to; i++)
        vt_vec_push(r->arena, &req->any, rd->at[i].skill);
}

static double years_in_part(struct reading *rd, const struct part *part)
{
    vt_words words = {
        .text = rd->s->text, .at = rd->s->words.at + part->first, .n = part->end - part->first};
    size_t at = 0;
    double years = 0;
    return vt_years_in(&words, &at, &years) && years <= MOST_YEARS ? years : 0;
}

/** The words of a part tell something: they are not all like "a relevant field". */
static bool tells(const struct reading *rd, const struct part *part)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = part->first; i < part->end; i++) {
        double weight = vt_word_weight(rd->s->words.at[i].folded);
        if (weight < 0.4 || rd->s->words.at[i].folded.len < 3)
            continue;
        sum += weight;
        n++;
    }
    if (rd->parts.n == 1 || sum >= 2 * TELLING)
        return sum >= TELLING;
    bool listed = rd->parts.n >= 3 || sum >= 0.9; /* "patient, discreet, punctual" */
    return n == 1 && listed && sum >= 0.45 && part->end - part->first <= 2;
}

/** "C1" at a word, or null. */
static vt_str level_at(const struct reading *rd, size_t word)
{
    const vt_word *w = &rd->s->words.at[word];
    bool level = w->folded.len == 2 && w->folded.ptr[0] >= 'a' && w->folded.ptr[0] <= 'c' &&
                 (w->folded.ptr[1] == '1' || w->folded.ptr[1] == '2');
    return level ? vt_str_sub(rd->s->text, w->start, w->end) : VT_STR_NULL;
}

static void add_language(struct reading *rd, const struct part *part, vt_str words, uint32_t choice)
{
    struct reader *r = rd->r;
    for (size_t i = part->first; i < part->end; i++) {
        vt_str name = rd->marks[i] & VT_MARK_LANGUAGE
                          ? vt_part_language(r->arena, r->lex, &rd->s->words.at[i])
                          : VT_STR_NULL;
        for (size_t k = 0; k < r->ad.requirements.n && name.ptr; k++)
            if (r->ad.requirements.at[k].kind == VT_REQUIREMENT_LANGUAGE &&
                vt_str_eq(r->ad.requirements.at[k].language, name))
                name = VT_STR_NULL;
        vt_requirement *req =
            name.ptr ? add(rd, VT_REQUIREMENT_LANGUAGE, words, part->first) : NULL;
        if (!req)
            continue;
        req->language = name;
        req->alternatives = choice;
        for (size_t k = part->first; k < part->end && !req->level.ptr; k++)
            req->level = level_at(rd, k);
    }
}

/** The languages at `at` and behind it: "Telugu or Tamil" is one choice. */
static size_t add_languages(struct reading *rd, size_t at)
{
    size_t end = at + 1;
    bool choice = false;
    while (end < rd->parts.n && (rd->parts.at[end].marks & VT_MARK_LANGUAGE) &&
           (rd->parts.at[end].or_before || rd->parts.at[end].comma))
        choice = rd->parts.at[end++].or_before || choice;
    const struct part *last = &rd->parts.at[end - 1];
    uint32_t number = choice ? ++rd->r->choices : 0;
    for (size_t i = at; i < end; i++)
        add_language(rd, &rd->parts.at[i],
                     choice ? part_text(rd, &rd->parts.at[at], last)
                            : part_text(rd, &rd->parts.at[i], &rd->parts.at[i]),
                     number);
    return end;
}

/** The parts from `at` on that belong to its degree: fields, "or a related one". */
static size_t end_of_degree(const struct reading *rd, size_t at)
{
    size_t end = at + 1;
    for (size_t i = at + 1; i < rd->parts.n; i++) {
        const struct part *part = &rd->parts.at[i];
        if (part->marks & (VT_MARK_YEARS | VT_MARK_LANGUAGE | VT_MARK_CREDENTIAL) &&
            !(part->marks & VT_MARK_RELATED))
            break;
        bool joined = part->or_before || part->comma || part->inside;
        if (!joined && !(part->marks & VT_MARK_RELATED))
            break;
        if ((part->marks & (VT_MARK_RELATED | VT_MARK_DEGREE)) || part->or_before || part->inside)
            end = i + 1;
    }
    return end;
}

static void add_degree(struct reading *rd, size_t at, size_t end)
{
    struct reader *r = rd->r;
    const struct part *part = &rd->parts.at[at], *last = &rd->parts.at[end - 1];
    vt_degree_level level;
    bool found = vt_part_degree(r->lex, r->arena, &rd->s->words, part->first, last->end, &level);
    vt_requirement *req = add(rd, VT_REQUIREMENT_DEGREE, part_text(rd, part, last), part->first);
    if (!req)
        return;
    req->degree = found ? level : VT_DEGREE_LEVEL_NONE;
    bool nice = !rd->must;
    if (level == VT_DEGREE_LEVEL_NONE || rd->duty ||
        (nice && r->ad.degree != VT_DEGREE_LEVEL_NONE && !r->ad.degree_is_nice))
        return;
    r->ad.degree = level;
    r->ad.degree_is_nice = nice;
}

/** Parts [at, end) as one choice of skills, or one by one. */
static void add_named(struct reading *rd, size_t at, size_t end, double years)
{
    const struct part *first = &rd->parts.at[at], *last = &rd->parts.at[end - 1];
    size_t from = SIZE_MAX, to = 0;
    for (size_t i = at; i < end; i++)
        if (rd->parts.at[i].mentions) {
            from = VT_MIN(from, rd->parts.at[i].mention);
            to = rd->parts.at[i].mention + rd->parts.at[i].mentions;
        }
    size_t before = rd->r->ad.requirements.n;
    if (end - at > 1) {
        add_skills(rd, from, to, part_text(rd, first, last));
    } else {
        for (size_t i = from; i < to; i++)
            add_skills(rd, i, i + 1,
                       to - from == 1 ? part_text(rd, first, first)
                                      : vt_str_sub(rd->s->text, rd->at[i].start, rd->at[i].end));
    }
    for (size_t i = before; i < rd->r->ad.requirements.n && years > 0; i++)
        if (rd->r->ad.requirements.at[i].kind == VT_REQUIREMENT_SKILL)
            rd->r->ad.requirements.at[i].years = years;
}

/** The parts behind `at` that are one choice with it: joined by "or", or listed before one. */
static size_t end_of_choice(const struct reading *rd, size_t at)
{
    size_t end = at + 1;
    for (size_t i = at + 1; i < rd->parts.n; i++) {
        const struct part *part = &rd->parts.at[i];
        if (!part->or_before && !part->comma)
            break;
        bool like = (part->marks & (VT_MARK_SKILL | VT_MARK_CREDENTIAL)) ||
                    (part->end - part->first <= 4 && !(part->marks & VT_MARK_LANGUAGE));
        if (!like)
            break;
        if (part->or_before)
            end = i + 1;
    }
    for (size_t i = end; i < rd->parts.n && rd->parts.at[i].inside && !rd->parts.at[at].inside; i++)
        if (!(rd->parts.at[i].marks & (VT_MARK_LANGUAGE | VT_MARK_DEGREE))) /* "tools (A, B)" */
            end = i + 1;
        else
            break;
    return end;
}

/** "such as", "like", "e.g." before the first skill of a part. */
static bool opens_examples(const struct reading *rd, const struct part *part)
{
    static const char *const cues[] = {
        "such as",      "like ",  "e.g",        "for example", "z.b",        "z. b",
        "zum beispiel", "wie ",   "tel que",    "tels que",    "telles que", "como ",
        "por ejemplo",  "one of", "any of",     "ad esempio",  "quali ",     "zoals",
        "bijvoorbeeld", "np.",    "takich jak", "par exemple", "comme ",     "(ex"};
    uint32_t start = rd->s->words.at[part->first].start,
             to = part->mentions ? rd->at[part->mention].start : start;
    vt_str before = vt_str_sub(rd->s->text, start > 12 ? start - 12 : 0, to);
    for (size_t i = 0; i < VT_COUNT(cues); i++)
        for (size_t at = 0; at + strlen(cues[i]) <= before.len; at++)
            if (vt_str_starts_nocase(vt_str_sub(before, at, before.len), vt_str_z(cues[i])) &&
                (at == 0 || !vt_is_alpha(before.ptr[at - 1])))
                return true;
    return false;
}

static size_t end_of_examples(const struct reading *rd, size_t at)
{
    size_t end = at + 1;
    while (end < rd->parts.n && (rd->parts.at[end].comma || rd->parts.at[end].or_before) &&
           rd->parts.at[end].end - rd->parts.at[end].first <= 4)
        end++;
    return end;
}

static void add_nameless(struct reading *rd, size_t at, size_t end)
{
    const struct part *first = &rd->parts.at[at], *last = &rd->parts.at[end - 1];
    bool credential = false, any = false;
    for (size_t i = at; i < end; i++) {
        credential = credential || (rd->parts.at[i].marks & VT_MARK_CREDENTIAL);
        any = any || tells(rd, &rd->parts.at[i]);
    }
    if (any || credential)
        add(rd, credential ? VT_REQUIREMENT_CERTIFICATE : VT_REQUIREMENT_OTHER,
            part_text(rd, first, last), first->first);
}

/** Reads the part at `at`; gives the next one to read. */
static size_t read_part(struct reading *rd, size_t at, double *years_before)
{
    const struct part *part = &rd->parts.at[at];
    if ((part->marks & VT_MARK_LANGUAGE) && !(part->marks & VT_MARK_SKILL)) {
        return add_languages(rd, at);
    }
    bool degree = (part->marks & VT_MARK_DEGREE) && !rd->duty;
    double years = (part->marks & VT_MARK_YEARS) ? years_in_part(rd, part) : 0;
    if (degree && years == 0) {
        size_t end = end_of_degree(rd, at);
        add_degree(rd, at, end);
        return end;
    }
    size_t end = end_of_choice(rd, at);
    if (end == at + 1 && opens_examples(rd, part))
        end = end_of_examples(rd, at);
    bool named = false;
    for (size_t i = at; i < end; i++)
        named = named || rd->parts.at[i].mentions;
    if (years > 0) {
        *years_before = years;
        if (rd->must)
            rd->r->ad.years = VT_MAX(rd->r->ad.years, years);
        if (!named) {
            vt_requirement *req = add(rd, VT_REQUIREMENT_YEARS,
                                      part_text(rd, part, &rd->parts.at[end - 1]), part->first);
            if (req)
                req->years = years;
            return end;
        }
    }
    if (named)
        add_named(rd, at, end, *years_before);
    else
        add_nameless(rd, at, end);
    return end;
}

static bool has_must_word(const vt_words *words)
{
    static const char *const cues[] = {
        "must",         "required",    "essential",     "mandatory", "zwingend",
        "erforderlich", "obligatoire", "indispensable", "exige",     "imprescindible",
        "obligatorio",  "obligatoria", "wymagane",      "vereist",   "necessario",
        "minimum",      "mindestens"};
    for (size_t i = 0; i < words->n; i++)
        if (VT_STR_AMONG(words->at[i].folded, cues))
            return true;
    return false;
}

/** Nothing but "or" stands between mention `at` and the next. */
static bool joined_by_or(const struct reading *rd, size_t at)
{
    bool joined = false;
    for (size_t i = 0; i < rd->s->words.n; i++) {
        const vt_word *word = &rd->s->words.at[i];
        if (word->start < rd->at[at].end || word->end > rd->at[at + 1].start)
            continue;
        if (!(rd->marks[i] & VT_MARK_OR))
            return false;
        joined = true;
    }
    return joined;
}

static void read_sentence(struct reader *r, uint32_t number, const vt_mention *at, size_t n)
{
    const vt_sentence *s = &r->ad.sentences.at[number];
    struct reading rd = {.r = r, .s = s, .number = number, .at = at, .n = n};
    rd.must = s->is == VT_SENTENCE_REQUIREMENT;
    rd.duty = s->is == VT_SENTENCE_DUTY;
    rd.criticality = rd.duty ? DUTY : rd.must ? MUST : NICE;
    if (rd.must && has_must_word(&s->words))
        rd.criticality = ESSENTIAL;
    rd.marks = vt_part_marks(r->arena, r->tax, r->lex, r->ad.tongue, s, at, n);
    cut_parts(&rd);
    if (rd.duty) { /* its skills, and itself */
        for (size_t i = 0, end; i < n; i = end) {
            for (end = i + 1; end < n && joined_by_or(&rd, end - 1);)
                end++;
            if (!vt_taxonomy_get(r->tax, at[i].skill).soft)
                add_skills(&rd, i, end, vt_str_sub(s->text, at[i].start, at[end - 1].end));
        }
        if (s->words.n >= 3)
            add(&rd, VT_REQUIREMENT_DUTY, s->text, 0);
        return;
    }
    double years = 0;
    for (size_t i = 0; i < rd.parts.n;)
        i = read_part(&rd, i, &years);
}

static bool asks(const vt_sentence *s)
{
    return s->is == VT_SENTENCE_REQUIREMENT || s->is == VT_SENTENCE_NICE ||
           s->is == VT_SENTENCE_DUTY;
}

static void read_requirements(struct reader *r)
{
    VT_VEC(vt_mention) own = {0};
    size_t at = 0;
    for (uint32_t i = 0; i < r->ad.sentences.n; i++) {
        own.n = 0;
        for (; at < r->mentions.n && r->mentions.at[at].passage <= i; at++)
            if (r->mentions.at[at].passage == i &&
                !vt_taxonomy_is_language(r->tax, r->mentions.at[at].skill))
                vt_vec_push(r->arena, &own, r->mentions.at[at]);
        if (asks(&r->ad.sentences.at[i]))
            read_sentence(r, i, own.at, own.n);
    }
}

/* ---- the whole ---- */

static void weigh_title_skills(struct reader *r)
{
    vt_matcher *title = vt_matcher_new(r->arena, r->tax);
    vt_matcher_add(title, r->ad.title, VT_PASSAGE_TITLE);
    vt_mentions found = vt_matcher_run(title);
    for (size_t i = 0; i < found.n; i++) {
        vt_requirement *req = requirement_of(r, found.at[i].skill);
        if (req && req->kind != VT_REQUIREMENT_SOFT)
            req->criticality = VT_MAX(req->criticality, 0.85);
    }
}

vt_job_ad vt_job_ad_read(const vt_job_reader *with, vt_arena *arena, vt_str text)
{
    struct reader r = {.tax = with->taxonomy, .lex = with->lexicon, .arena = arena};
    vt_tongue_votes votes = {0};
    r.ad.sentences = vt_sentences_cut(arena, text);
    for (size_t i = 0; i < r.ad.sentences.n; i++)
        vt_tongue_vote(&votes, &r.ad.sentences.at[i].words);
    r.ad.tongue = vt_tongue_of(&votes, 3);
    r.mentions = vt_sentences_skills(arena, r.tax, &r.ad.sentences);
    vt_sentences_classify(with->sentences, r.lex, arena, &r.ad.sentences, &r.mentions);
    r.ad.title = vt_job_title_find(with->occupations, r.lex, arena, &r.ad.sentences);
    r.ad.occupation = vt_occupation_of(with->occupations, arena, r.ad.title);
    r.ad.seniority = r.ad.occupation.seniority;
    read_requirements(&r);
    weigh_title_skills(&r);
    return r.ad;
}

/* ---- years, degree ---- */

bool vt_years_in(const vt_words *words, size_t *at, double *ret)
{
    static const char *const units[] = {"years",  "year", "yrs",  "yr",   "jahre", "jahren", "ans",
                                        "annees", "anos", "anni", "jaar", "lata",  "lat",    "ar",
                                        "an",     "ano",  "anno", "jahr", "rok"};
    for (size_t i = *at; i < words->n; i++) {
        double number;
        if (!vt_part_number(&words->at[i], &number) || number > 45)
            continue;
        for (size_t k = i + 1; k < words->n && k <= i + 3; k++)
            if (VT_STR_AMONG(words->at[k].folded, units)) {
                *ret = number;
                *at = k + 1;
                return true;
            }
    }
    return false;
}

vt_degree_level vt_degree_in(const vt_lexicon *lex, vt_arena *arena, vt_str text, bool highest)
{
    vt_words words = vt_words_split(arena, text);
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, &words, VT_LEX_MASK(VT_LEX_DEGREE));
    vt_degree_level best = VT_DEGREE_LEVEL_NONE;
    for (size_t i = 0; i < hits.n; i++) {
        vt_degree_level level = hits.at[i].entry->code;
        bool short_form = words.at[hits.at[i].first].end - words.at[hits.at[i].first].start <= 3 &&
                          hits.at[i].count == 1;
        if (level < VT_DEGREE_LEVEL_ASSOCIATE || vt_part_no_degree(&words, &hits.at[i]) ||
            (short_form && !(words.at[hits.at[i].first].flags & VT_WORD_CAPITAL)))
            continue;
        if (best == VT_DEGREE_LEVEL_NONE || (highest ? level > best : level < best))
            best = level;
    }
    return best;
}
