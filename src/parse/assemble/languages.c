/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Languages and how well they are spoken. A line of a languages section is cut into segments at
 * commas, bars, slashes, wide gaps and brackets' ends; a segment names a language, states a level,
 * or both. A name that the lexicon does not know counts when it stands where the others stand:
 * before a level, or in a list with known languages.
 */
#include "parse/assemble/assemble.h"
#include "parse/assemble/entries.h"

#include "parse/reader/features.h"
#include "text/utf8.h"

enum { MAX_SEGMENTS = 48 };

/** What a word of the line is. */
enum word_kind { WORD_OTHER, WORD_LANGUAGE, WORD_LEVEL, WORD_STOP };

struct segment {
    uint32_t first, count; /* words */
    uint32_t head;         /* words before a bracket, dash or colon */
    bool strong;           /* a wide gap stands before it */
    bool level, language;  /* holds one */
};

struct reader {
    const vt_facts *f;
    vt_resume *r;
    vt_language_item *open; /* the language that a level belongs to */
    bool lower;             /* the one before is written without a capital */
    bool beside;            /* the line stands in another column than the section's heading */
};

/* ---- levels ---- */

static vt_str speech_word(vt_speech_level level)
{
    switch (level) {
    case VT_SPEECH_LEVEL_A1:
    case VT_SPEECH_LEVEL_A2:
        return VT_STR("elementary");
    case VT_SPEECH_LEVEL_B1:
        return VT_STR("limited-working");
    case VT_SPEECH_LEVEL_B2:
        return VT_STR("professional-working");
    case VT_SPEECH_LEVEL_C1:
    case VT_SPEECH_LEVEL_C2:
        return VT_STR("full-professional");
    case VT_SPEECH_LEVEL_NONE:
        return VT_STR_NULL;
    default:
        return vt_str_z(vt_speech_level_word(level));
    }
}

static bool is_cefr(vt_speech_level level)
{
    return level >= VT_SPEECH_LEVEL_A1 && level <= VT_SPEECH_LEVEL_C2;
}

static bool is_level(const vt_lex_hit *h)
{
    return h->entry->kind == VT_LEX_PROFICIENCY && h->entry->code2 != VT_SPEECH_LEVEL_NONE;
}

static void set_level(const vt_facts *f, const vt_info *info, const vt_lex_hit *h,
                      vt_language_item *item)
{
    vt_speech_level level = h->entry->code2;
    if (is_cefr(level) && !item->cefr.ptr)
        item->cefr = vt_str_z(vt_speech_level_word(level));
    if (!item->proficiency.ptr || (!is_cefr(level) && item->cefr.ptr)) {
        item->proficiency = speech_word(level);
        item->level_text = vt_facts_value(f, vt_info_word_start(info, h->first),
                                          vt_info_word_end(info, h->first + h->count - 1), 0.9f);
    }
}

bool vt_language_level(const vt_facts *f, size_t from, size_t to, vt_language_item *item)
{
    vt_info all = {.base = from, .text = vt_str_sub(f->doc->raw_text, from, to)};
    all.words = vt_words_split(f->arena, all.text);
    vt_lex_hits hits =
        vt_lexicon_scan(f->ctx->lexicon, f->arena, &all.words, VT_LEX_MASK(VT_LEX_PROFICIENCY));
    bool found = false;
    for (size_t i = 0; i < hits.n; i++)
        if (is_level(&hits.at[i])) {
            set_level(f, &all, &hits.at[i], item);
            found = true;
        }
    return found;
}

static void set_levels(struct reader *x, const vt_info *info, uint32_t first, uint32_t count)
{
    uint32_t next = first;
    for (size_t k = 0; k < info->hits.n && x->open; k++) {
        const vt_lex_hit *h = &info->hits.at[k];
        if (h->first < next || h->first + h->count > first + count || !is_level(h))
            continue;
        set_level(x->f, info, h, x->open);
        next = h->first + h->count;
    }
}

/* ---- words and segments ---- */

static void mark(uint8_t *kinds, const vt_lex_hit *h, enum word_kind kind)
{
    for (uint32_t i = h->first; i < h->first + h->count; i++)
        kinds[i] = (uint8_t)kind;
}

/** The kind of each word; a level's word that also is a language's name is the name. */
static uint8_t *word_kinds(const vt_facts *f, const vt_info *info)
{
    uint8_t *kinds = VT_NEW_ARRAY(f->arena, uint8_t, info->words.n + 1);
    for (size_t k = 0; k < info->hits.n; k++)
        if (info->hits.at[k].entry->kind == VT_LEX_STOP_WORD ||
            (info->hits.at[k].entry->kind == VT_LEX_HEADING &&
             info->hits.at[k].entry->code == VT_SECTION_LANGUAGES))
            mark(kinds, &info->hits.at[k], WORD_STOP);
    for (size_t k = 0; k < info->hits.n; k++)
        if (is_level(&info->hits.at[k]))
            mark(kinds, &info->hits.at[k], WORD_LEVEL);
    for (size_t k = 0; k < info->hits.n; k++)
        if (info->hits.at[k].entry->kind == VT_LEX_LANGUAGE)
            mark(kinds, &info->hits.at[k], WORD_LANGUAGE);
    return kinds;
}

static bool holds_one_of(vt_str text, const char *const *marks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vt_str_find(text, vt_str_z(marks[i]), 0) != VT_NPOS)
            return true;
    return false;
}

/** Cuts the words of a line from `first` on; a bracket stays with its segment. */
static size_t cut_segments(const vt_facts *f, const vt_info *info, uint32_t first,
                           const uint8_t *kinds, struct segment *out)
{
    static const char *const cuts[] = {",", ";", "|", "•", "·", "/", "、", "，", "；", "\t", "●"};
    static const char *const heads[] = {"(", "[", ":", " -", "–", "—", "（", "："};
    size_t n = 0;
    int depth = 0;
    bool in_head = true;
    for (uint32_t i = first; i < info->words.n && n < MAX_SEGMENTS; i++) {
        size_t from = i > first ? info->words.at[i - 1].end : info->words.at[i].start;
        vt_str gap = vt_str_sub(info->text, from, info->words.at[i].start);
        int before = depth;
        for (size_t k = 0; k < gap.len; k++)
            depth += gap.ptr[k] == '(' ? 1 : gap.ptr[k] == ')' && depth > 0 ? -1 : 0;
        bool wide = i > first && vt_info_wide_gap(f, info, info->words.at[i].start);
        bool cut = n == 0 || wide ||
                   ((before == 0 || depth == 0) && holds_one_of(gap, cuts, VT_COUNT(cuts))) ||
                   (before > 0 && depth == 0);
        cut |= kinds[i] == WORD_LANGUAGE && n && kinds[i - 1] != WORD_LANGUAGE && depth == 0 &&
               out[n - 1].language && before == 0;
        if (cut) {
            out[n++] = (struct segment){.first = i, .strong = wide};
            in_head = true;
        } else if (holds_one_of(gap, heads, VT_COUNT(heads))) {
            in_head = false;
        }
        struct segment *s = &out[n - 1];
        s->count++;
        s->head += in_head;
        s->level |= kinds[i] == WORD_LEVEL;
        s->language |= kinds[i] == WORD_LANGUAGE;
    }
    return n;
}

/* ---- names ---- */

static vt_language_item *known_language(vt_resume *r, vt_str name)
{
    for (size_t i = 0; i < r->languages.n; i++)
        if (vt_str_eq_nocase(r->languages.at[i].language.text, name))
            return &r->languages.at[i];
    return NULL;
}

static void add_language(struct reader *x, const vt_info *info, uint32_t first, uint32_t count,
                         float confidence)
{
    size_t to = vt_info_word_end(info, first + count - 1);
    to += info->words.at[first + count - 1].end < info->text.len && count > 1 &&
          x->f->doc->raw_text.ptr[to] == ')';
    vt_value name = vt_facts_value(x->f, vt_info_word_start(info, first), to, confidence);
    x->open = known_language(x->r, name.text);
    if (x->open || !vt_value_known(&name))
        return;
    vt_language_item item = {.language = name};
    const vt_lex_entry *entry =
        vt_lexicon_find_text_kind(x->f->ctx->lexicon, x->f->arena, name.text, VT_LEX_LANGUAGE);
    if (entry)
        item.code = vt_lex_str(x->f->ctx->lexicon, entry->a);
    vt_vec_push(x->f->arena, &x->r->languages, item);
    x->open = &x->r->languages.at[x->r->languages.n - 1];
}

/** Words that say what is known of a language, and names of examinations. */
static bool is_exam(const vt_info *info, const struct segment *s)
{
    static const char *const words[] = {
        "read",   "write",   "speak",     "reading", "writing", "speaking",    "listening",
        "spoken", "written", "czytanie",  "lesen",   "lecture", "working",     "toefl",
        "ielts",  "toeic",   "cambridge", "delf",    "dalf",    "dele",        "goethe",
        "telc",   "testdaf", "jlpt",      "hsk",     "topik",   "opic",        "celi",
        "cils",   "cae",     "cpe",       "fce",     "pet",     "proficiency", "certificate",
        "level",  "score",   "ibt",       "cefr",    "examen",  "zertifikat"};
    for (uint32_t i = s->first; i < s->first + s->count; i++)
        if (VT_STR_AMONG(info->words.at[i].folded, words))
            return true;
    return false;
}

/** "(Argentina)": which variety of a language it is. */
static bool is_variety(const vt_info *info, uint32_t from, uint32_t to)
{
    bool open = info->text.ptr[info->words.at[from].start - 1] == '(';
    for (uint32_t i = from; i < to; i++)
        open &= vt_info_is_capital(info, i) &&
                !(info->words.at[i].flags & (VT_WORD_DIGIT | VT_WORD_UPPER));
    return open && info->words.at[to - 1].end < info->text.len &&
           info->text.ptr[info->words.at[to - 1].end] == ')';
}

/** The bounds of the language's name in a segment that holds one: "Cook Islands Māori" is one. */
static void known_name(const vt_info *info, const struct segment *s, const uint8_t *kinds,
                       uint32_t *first, uint32_t *count)
{
    uint32_t from = s->first;
    while (kinds[from] != WORD_LANGUAGE)
        from++;
    uint32_t to = from, begin = from;
    while (to < s->first + s->count && kinds[to] == WORD_LANGUAGE)
        to++;
    while (begin > s->first && kinds[begin - 1] == WORD_OTHER &&
           vt_info_is_cased(info, begin - 1) && (info->words.at[begin - 1].flags & VT_WORD_CAPITAL))
        begin--;
    if (from - begin > 2 || begin != s->first)
        begin = from;
    uint32_t end = s->first + s->count;
    if (to == s->first + s->head && to < end && end - to <= 2 && !s->level && !is_exam(info, s) &&
        is_variety(info, to, end))
        to = end;
    *first = begin;
    *count = to - begin;
}

/** The words of a name that the lexicon does not know, at the segment's start; 0: none. */
static uint32_t unknown_name(const vt_info *info, const struct segment *s, const uint8_t *kinds,
                             bool capitals)
{
    uint32_t n = 0;
    bool unspaced = false;
    while (n < s->head && kinds[s->first + n] == WORD_OTHER) {
        const vt_word *w = &info->words.at[s->first + n];
        if (w->flags & (VT_WORD_DIGIT | VT_WORD_SYMBOL))
            break;
        if (!vt_info_is_capital(info, s->first + n) && (capitals || n))
            break;
        unspaced |= !vt_info_is_cased(info, s->first + n);
        n++;
    }
    bool whole = n == s->head || kinds[s->first + n] == WORD_LEVEL;
    const vt_word *w = &info->words.at[s->first];
    bool code = n == 1 && (w->flags & VT_WORD_UPPER) && w->folded.len <= 4;
    return whole && !code && n && n <= (unspaced ? 6u : 3u) && !is_exam(info, s) ? n : 0;
}

/** Is it an employer, a place, a title rather than a language? */
static bool names_other(const vt_info *info, const struct segment *s)
{
    vt_evidence e = vt_evidence_of(info, s->first, s->count);
    return e.org > 0.5f || e.school > 0.5f || e.title > 0.5f || e.degree > 0.5f || e.place > 0.5f;
}

/* ---- lines ---- */

/** Is an unknown name in segment i a language's? Its neighbours tell. */
static bool stands_as_language(const struct reader *x, const struct segment *s, size_t n, size_t i)
{
    if (s[i].level)
        return true;
    if (i + 1 < n && s[i + 1].level && !s[i + 1].language && s[i + 1].head == s[i + 1].count)
        return true;
    bool beside = (i > 0 && s[i - 1].language) || (i + 1 < n && s[i + 1].language);
    bool alone = i == 0 && !x->beside && ((n == 1 && s[i].count <= 3) || x->r->languages.n > 0);
    return (i == 0 || !s[i].strong) && (beside || alone);
}

/** A row of a table without a language or a level: "Understanding   Speaking   Writing". */
static bool is_table_head(const struct reader *x, const vt_info *info, const struct segment *s,
                          size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i].language || s[i].level)
            return false;
    return n >= 2 && vt_line_has_wide_gap(x->f->doc, info->line);
}

/** A section of languages: the languages of one line in order; a level goes to the one before. */
static void read_own_line(struct reader *x, const vt_info *info, uint32_t first)
{
    struct segment segments[MAX_SEGMENTS];
    const uint8_t *kinds = word_kinds(x->f, info);
    size_t n = cut_segments(x->f, info, first, kinds, segments);
    if (is_table_head(x, info, segments, n))
        return;
    uint32_t pending = 0, pending_count = 0; /* a level that stands before its language */
    for (size_t i = 0; i < n; i++) {
        const struct segment *s = &segments[i];
        uint32_t name = s->first, count = 0;
        if (s->language)
            known_name(info, s, kinds, &name, &count);
        else if (stands_as_language(x, segments, n, i) && !names_other(info, s))
            count = unknown_name(info, s, kinds, !x->lower);
        if (count) {
            x->lower = s->language && !vt_info_is_capital(info, name);
            add_language(x, info, name, count, s->language ? 0.95f : 0.75f);
            set_levels(x, info, pending, pending_count);
            pending_count = 0;
        } else if (!x->open) {
            pending = s->first;
            pending_count = s->count;
        }
        set_levels(x, info, s->first, s->count);
    }
}

/** A line of another section that speaks of languages: "fluent in French". */
static bool speaks_of_languages(const vt_info *info)
{
    bool language = false, level = false;
    for (size_t k = 0; k < info->hits.n; k++) {
        const vt_lex_hit *h = &info->hits.at[k];
        language |=
            h->entry->kind == VT_LEX_LANGUAGE && (info->words.at[h->first].flags & VT_WORD_CAPITAL);
        level |= h->entry->kind == VT_LEX_PROFICIENCY &&
                 (h->entry->code2 >= VT_SPEECH_LEVEL_FULL || h->entry->code == VT_SKILL_LEVEL_NONE);
    }
    return language && level;
}

/** Does the name of a language stand alone between the signs of a list: "Git, English, French"? */
static bool lists_language(const vt_info *info)
{
    for (size_t k = 0; k < info->hits.n; k++) {
        const vt_lex_hit *h = &info->hits.at[k];
        uint32_t next = h->first + h->count;
        bool begins = h->first == 0 || vt_between_words(info, h->first) > VT_BETWEEN_SPACE;
        bool ends = next >= info->words.n || vt_between_words(info, next) > VT_BETWEEN_SPACE;
        if (h->entry->kind == VT_LEX_LANGUAGE && begins && ends &&
            (info->words.at[h->first].flags & VT_WORD_CAPITAL))
            return true;
    }
    return false;
}

/** There only what the lexicon knows counts. */
static void read_other_line(struct reader *x, const vt_info *info, size_t skip)
{
    const vt_lex_hit *pending = NULL;
    uint32_t next = 0;
    for (size_t k = 0; k < info->hits.n; k++) {
        const vt_lex_hit *h = &info->hits.at[k];
        if (h->first < next || info->words.at[h->first].start < skip)
            continue;
        if (h->entry->kind == VT_LEX_LANGUAGE &&
            (info->words.at[h->first].flags & VT_WORD_CAPITAL)) {
            add_language(x, info, h->first, h->count, 0.9f);
            if (pending && x->open)
                set_level(x->f, info, pending, x->open);
            next = h->first + h->count;
        } else if (is_level(h)) {
            if (x->open)
                set_level(x->f, info, h, x->open);
            else
                pending = h;
            next = h->first + h->count;
        }
    }
}

/** "I speak", folded, in the languages that the parser reads. */
static bool is_speaking(vt_str folded)
{
    static const char *const words[] = {
        "speak",     "speaks",    "speaking", "spreche", "sprechen", "gesprochen", "parle",
        "parles",    "hablo",     "habla",    "hablar",  "atiendo",  "falo",       "fala",
        "falar",     "atendo",    "parlo",    "parla",   "parlare",  "spreek",     "spreekt",
        "gesproken", "rozmawiam", "mowie",    "mowiacy", "mowiaca",  "fluent",     "fluently"};
    return VT_STR_AMONG(folded, words);
}

/** What a sentence says is spoken: "falo com os clientes em francês", "I speak Urdu and Punjabi".
 */
static void read_spoken(struct reader *x, const vt_info *info)
{
    enum { REACH = 6 };
    uint32_t from = 0, until = 0; /* the words that may name a language */
    for (uint32_t i = 0, k = 0; i < info->words.n; i++) {
        if (is_speaking(info->words.at[i].folded)) {
            from = i + 1;
            until = from + REACH;
        }
        while (k < info->hits.n && info->hits.at[k].first < i)
            k++;
        for (uint32_t m = k; m < info->hits.n && info->hits.at[m].first == i; m++)
            if (i >= from && i < until && info->hits.at[m].entry->kind == VT_LEX_LANGUAGE) {
                add_language(x, info, i, info->hits.at[m].count, 0.85f);
                until = i + info->hits.at[m].count + REACH / 2;
                break;
            }
    }
}

/** May a sentence of this role say what its writer speaks? */
static bool may_tell(uint8_t role)
{
    return role == VT_ROLE_SUMMARY || role == VT_ROLE_JOB_TEXT || role == VT_ROLE_OTHER ||
           role == VT_ROLE_INTEREST;
}

/** May a line of this role speak of languages? Prose about the person only where nothing else
 * does. */
static bool is_aside(uint8_t role, bool prose)
{
    if (prose)
        return role == VT_ROLE_SUMMARY || role == VT_ROLE_INTEREST || role == VT_ROLE_AWARD;
    return role == VT_ROLE_SKILL || role == VT_ROLE_OTHER || role == VT_ROLE_CONTACT;
}

static void read_lines(const vt_facts *f, const vt_roles *roles, vt_resume *r, bool prose)
{
    struct reader x = {.f = f, .r = r};
    uint32_t heading = VT_NONE;
    bool spoke = false; /* the line before was such a line of another section */
    for (uint32_t i = 0; i < f->n; i++) {
        const vt_info *info = &f->at[i];
        bool own = roles->at[i].role == VT_ROLE_LANGUAGE,
             aside = is_aside(roles->at[i].role, prose);
        bool goes_on = spoke && aside && info->continues && !f->at[i - 1].stop;
        bool listed = !prose && roles->at[i].role == VT_ROLE_SKILL && lists_language(info);
        spoke = !own && aside && (goes_on || listed || speaks_of_languages(info));
        if (!own && !spoke)
            continue;
        if (!goes_on && (!own || roles->at[i].heading != heading))
            x.open = NULL;
        heading = roles->at[i].heading;
        x.beside = heading == VT_NONE || f->at[heading].line->column != info->line->column;
        if (own)
            read_own_line(&x, info, vt_info_word_at(info, vt_entry_line_from(f, roles, i)));
        else
            read_other_line(&x, info, roles->at[i].skip);
    }
}

static void read_sentences(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    struct reader x = {.f = f, .r = r};
    for (uint32_t i = 0; i < f->n; i++)
        if (may_tell(roles->at[i].role))
            read_spoken(&x, &f->at[i]);
}

void vt_assemble_languages(const vt_facts *f, const vt_roles *roles, vt_resume *r)
{
    read_lines(f, roles, r, false);
    if (r->languages.n == 0)
        read_lines(f, roles, r, true);
    if (r->languages.n == 0)
        read_sentences(f, roles, r);
}
