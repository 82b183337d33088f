/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines are headings, which open a zone, or text; text is cut into sentences. A requirement's
 * criticality is that of its zone, changed by the words of its sentence:
 *
 *   zone        must 0.9   none 0.6   duties 0.55   nice 0.35   (about us, benefits: not read)
 *   sentence    "must", "required" ... at least 0.95; "ideally", "a plus" ... at most 0.35
 *   again       a skill named again +0.05, one in the title at least 0.85; a soft skill half
 *
 * Skills joined by "or" or a slash, or after "such as", are alternatives: any of them will do.
 */
#include "fit/job.h"

#include "skills/match.h"

enum zone { ZONE_NONE, ZONE_MUST, ZONE_NICE, ZONE_DUTIES, ZONE_SKIP };

static const double zone_criticality[] = {[ZONE_NONE] = 0.6,
                                          [ZONE_MUST] = 0.9,
                                          [ZONE_NICE] = 0.35,
                                          [ZONE_DUTIES] = 0.55,
                                          [ZONE_SKIP] = 0};

enum { HEADING_WORDS = 8, WORDS_MAX_BYTES = 140, TITLE_BYTES = 90 };

/* ---- words ---- */

/** Whether one of the phrases stands in a text, ASCII case aside, at the start of a word. */
static bool has_phrase(vt_str text, const char *const *phrases)
{
    for (; *phrases; phrases++) {
        vt_str phrase = vt_str_z(*phrases);
        for (size_t i = 0; i + phrase.len <= text.len; i++)
            if ((i == 0 || !vt_is_alnum(text.ptr[i - 1])) &&
                vt_str_starts_nocase(vt_str_sub(text, i, text.len), phrase))
                return true;
    }
    return false;
}

static const char *const nice_words[] = {"nice to have",
                                         "nice-to-have",
                                         "preferred",
                                         "preferably",
                                         "bonus",
                                         "desirable",
                                         "desired",
                                         "ideally",
                                         "advantage",
                                         "would be a plus",
                                         "is a plus",
                                         "are a plus",
                                         "a plus",
                                         "optional",
                                         "familiarity with",
                                         "von vorteil",
                                         "w\xC3\xBCnschenswert",
                                         "idealerweise",
                                         "souhait",
                                         "un plus",
                                         "appr\xC3\xA9",
                                         "deseable",
                                         "valorable",
                                         "se valorar",
                                         "gradito",
                                         "pr\xC3\xA9"
                                         "f\xC3\xA9"
                                         "rence",
                                         "diferencial",
                                         "mile widziane",
                                         NULL};
static const char *const must_words[] = {
    "must",        "required",      "requires",  "essential",      "mandatory",    "at least",
    "minimum",     "need to have",  "necessary", "zwingend",       "erforderlich", "mindestens",
    "obligatoire", "indispensable", "exig",      "imprescindible", "obligatori",   "wymagan",
    NULL};
static const char *const must_headings[] = {"requirements",
                                            "must have",
                                            "must-have",
                                            "qualifications",
                                            "what you bring",
                                            "what you need",
                                            "what you'll need",
                                            "what we're looking for",
                                            "what we are looking for",
                                            "who you are",
                                            "you have",
                                            "you bring",
                                            "about you",
                                            "your profile",
                                            "skills",
                                            "essential",
                                            "required",
                                            "minimum",
                                            "we expect",
                                            "anforderungen",
                                            "ihr profil",
                                            "dein profil",
                                            "das bringst du mit",
                                            "das bringen sie mit",
                                            "profil",
                                            "comp\xC3\xA9tences",
                                            "requisitos",
                                            "perfil",
                                            "requisiti",
                                            "vereisten",
                                            "wymagania",
                                            "krav",
                                            NULL};
static const char *const duty_headings[] = {
    "responsibilities", "duties",     "what you'll do",  "what you will do",
    "the role",         "role",       "your tasks",      "tasks",
    "day to day",       "day-to-day", "job description", "key accountabilities",
    "aufgaben",         "missions",   "funciones",       "responsabilidades",
    "mansioni",         "taken",      "obowi",           NULL};
static const char *const skip_headings[] = {"about us",
                                            "about the company",
                                            "who we are",
                                            "benefits",
                                            "what we offer",
                                            "we offer",
                                            "perks",
                                            "why join",
                                            "why us",
                                            "our offer",
                                            "compensation",
                                            "salary",
                                            "equal opportunity",
                                            "how to apply",
                                            "diversity",
                                            "our values",
                                            "wir bieten",
                                            "\xC3\xBC"
                                            "ber uns",
                                            "nous offrons",
                                            "avantages",
                                            "ofrecemos",
                                            "offriamo",
                                            "wij bieden",
                                            "oferujemy",
                                            NULL};

static size_t count_words(vt_str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += !vt_is_space(text.ptr[i]) && (i == 0 || vt_is_space(text.ptr[i - 1]));
    return n;
}

/** The zone a heading opens; false for a line that is none. */
static bool heading_zone(vt_str line, enum zone *ret)
{
    bool colon = line.len && line.ptr[line.len - 1] == ':';
    if (line.len == 0 || line.ptr[line.len - 1] == '.' || count_words(line) > HEADING_WORDS)
        return false;
    if (!colon && (vt_str_find_char(line, ',', 0) != VT_NPOS || count_words(line) > 6))
        return false;
    if (has_phrase(line, skip_headings))
        *ret = ZONE_SKIP;
    else if (has_phrase(line, nice_words))
        *ret = ZONE_NICE;
    else if (has_phrase(line, duty_headings))
        *ret = ZONE_DUTIES;
    else if (has_phrase(line, must_headings))
        *ret = ZONE_MUST;
    else
        return false;
    return true;
}

static vt_str without_bullet(vt_str line, bool *bullet)
{
    static const char *const bullets[] = {
        "- ", "* ", "\xE2\x80\xA2", "\xC2\xB7", "\xE2\x80\x93 ", "+ ", "o ", "#"};
    line = vt_str_trim(line);
    for (size_t i = 0; i < VT_COUNT(bullets); i++)
        if (vt_str_starts(line, vt_str_z(bullets[i]))) {
            *bullet = *bullet || bullets[i][0] != '#';
            line = vt_str_trim(vt_str_sub(line, strlen(bullets[i]), line.len));
            i = (size_t)-1; /* again: "## - x" */
        }
    return line;
}

/* ---- reading ---- */

struct sentence {
    vt_str text;
    enum zone zone;
};

struct reader {
    const vt_taxonomy *tax;
    const vt_lexicon *lex;
    vt_arena *arena;
    VT_VEC(struct sentence) sentences;
    vt_job_ad ad;
};

static void add_sentences(struct reader *r, vt_str line, enum zone zone)
{
    size_t from = 0;
    for (size_t i = 0; i <= line.len; i++) {
        bool end = i == line.len || line.ptr[i] == ';' ||
                   (line.ptr[i] == '.' && i + 2 < line.len && line.ptr[i + 1] == ' ' &&
                    !(line.ptr[i + 2] >= 'a' && line.ptr[i + 2] <= 'z') && i > from + 3);
        if (!end)
            continue;
        vt_str text = vt_str_trim(vt_str_sub(line, from, i));
        while (text.len && (text.ptr[text.len - 1] == '.' || text.ptr[text.len - 1] == ','))
            text.len--;
        if (text.len)
            vt_vec_push(r->arena, &r->sentences, ((struct sentence){text, zone}));
        from = i + 1;
    }
}

/** The next line, with the lines it was wrapped onto. */
static bool next_line(struct reader *r, vt_str *text, vt_str *ret)
{
    enum { WRAPPED_FROM = 45 };
    if (!vt_str_split(text, '\n', ret))
        return false;
    vt_str last = *ret;
    for (;;) {
        vt_str rest = *text, next;
        bool full =
            vt_str_trim(last).len >= WRAPPED_FROM && !vt_str_ends(vt_str_trim(last), VT_STR("."));
        if (!full || !vt_str_split(&rest, '\n', &next))
            return true;
        next = vt_str_trim(next);
        if (!next.len || !(next.ptr[0] >= 'a' && next.ptr[0] <= 'z') ||
            vt_str_starts(next, VT_STR("o ")))
            return true;
        *ret = vt_str_format(r->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(vt_str_trim(*ret)),
                             VT_STR_ARG(next));
        last = next;
        *text = rest;
    }
}

static void cut_sentences(struct reader *r, vt_str text)
{
    enum zone zone = ZONE_NONE;
    vt_str line;
    while (next_line(r, &text, &line)) {
        bool bullet = false;
        line = without_bullet(line, &bullet);
        if (!line.len)
            continue;
        vt_str words = line;
        while (words.len > 2 &&
               (vt_str_ends(words, VT_STR("*")) || vt_str_ends(words, VT_STR("_"))))
            words.len--;
        if ((!bullet || words.ptr[words.len - 1] == ':') && heading_zone(words, &zone))
            continue;
        size_t colon = vt_str_find(line, VT_STR(": "), 0); /* "Required: Java, SQL" */
        if (colon != VT_NPOS && colon < 40) {
            enum zone own = zone;
            if (heading_zone(vt_str_sub(line, 0, colon + 1), &own)) {
                add_sentences(r, vt_str_trim(vt_str_sub(line, colon + 1, line.len)), own);
                continue;
            }
        }
        if (!r->ad.title.ptr && line.len <= TITLE_BYTES && line.ptr[line.len - 1] != '.') {
            r->ad.title = line;
            vt_str label = VT_STR("job title:"), label2 = VT_STR("position:");
            if (vt_str_starts_nocase(line, label))
                r->ad.title = vt_str_trim(vt_str_sub(line, label.len, line.len));
            else if (vt_str_starts_nocase(line, label2))
                r->ad.title = vt_str_trim(vt_str_sub(line, label2.len, line.len));
        }
        add_sentences(r, line, zone);
    }
}

static double criticality_of(const struct sentence *s)
{
    double c = zone_criticality[s->zone];
    if (s->zone == ZONE_SKIP)
        return 0;
    if (has_phrase(s->text, nice_words))
        return VT_MIN(c, 0.35);
    return has_phrase(s->text, must_words) ? VT_MAX(c, 0.95) : c;
}

/** Whether the text between two mentions makes them parts of one enumeration, and with "or". */
static bool joins(vt_str between, bool *alternative)
{
    vt_str s = vt_str_trim(between);
    static const char *const ors[] = {"or", "/",      ", or", "and/or", "oder", "ou",
                                      "o",  ", oder", ", ou", "lub",    "of"};
    for (size_t i = 0; i < VT_COUNT(ors); i++)
        if (vt_str_eq_nocase(s, vt_str_z(ors[i]))) {
            *alternative = true;
            return true;
        }
    return vt_str_eq(s, VT_STR(","));
}

static bool opens_examples(vt_str before)
{
    static const char *const words[] = {
        "such as", "like", "e.g.",  "e.g.,",  "eg",       "for example", "z.b.",  "zum beispiel",
        "tel que", "como", "(e.g.", "one of", "(such as", "(like",       "any of"};
    before = vt_str_trim(before);
    for (size_t i = 0; i < VT_COUNT(words); i++) {
        vt_str word = vt_str_z(words[i]);
        if (before.len >= word.len &&
            vt_str_eq_nocase(vt_str_sub(before, before.len - word.len, before.len), word))
            return true;
    }
    return false;
}

static vt_requirement *requirement_of(struct reader *r, uint32_t skill)
{
    for (size_t i = 0; i < r->ad.skills.n; i++)
        for (size_t k = 0; k < r->ad.skills.at[i].any.n; k++)
            if (r->ad.skills.at[i].any.at[k] == skill)
                return &r->ad.skills.at[i];
    return NULL;
}

/** Mentions [0, n) of one sentence that are one requirement. */
static void add_requirement(struct reader *r, const struct sentence *s, uint32_t number,
                            const vt_mention *at, size_t n, double criticality, bool only)
{
    vt_requirement *again = requirement_of(r, at[0].skill);
    if (again) {
        again->criticality = VT_MIN(1, VT_MAX(again->criticality, criticality) + 0.05);
        return;
    }
    vt_requirement *req = vt_vec_add(r->arena, &r->ad.skills);
    req->soft = vt_taxonomy_get(r->tax, at[0].skill).soft;
    req->criticality = req->soft ? criticality / 2 : criticality;
    req->sentence = number;
    req->place = at[0].start;
    req->words = only && s->text.len <= WORDS_MAX_BYTES
                     ? s->text
                     : vt_str_sub(s->text, at[0].start, at[n - 1].end);
    for (size_t i = 0; i < n; i++)
        vt_vec_push(r->arena, &req->any, at[i].skill);
}

/** In a sentence that asks for a degree the names of skills are fields of study. */
static bool names_degree(struct reader *r, const struct sentence *s)
{
    static const char *const plain[] = {"degree in", "university degree", "college degree",
                                        "relevant degree", NULL};
    return has_phrase(s->text, plain) ||
           vt_degree_in(r->lex, r->arena, s->text, false) != VT_DEGREE_LEVEL_NONE;
}

/** Groups the mentions of a sentence. */
static void add_requirements(struct reader *r, uint32_t number, const vt_mention *at, size_t n)
{
    const struct sentence *s = &r->sentences.at[number];
    double criticality = criticality_of(s);
    if (criticality <= 0 || names_degree(r, s))
        return;
    for (size_t i = 0; i < n;) {
        bool alternative = opens_examples(vt_str_sub(s->text, 0, at[i].start));
        size_t end = i + 1;
        while (end < n && joins(vt_str_sub(s->text, at[end - 1].end, at[end].start), &alternative))
            end++;
        if (alternative) {
            add_requirement(r, s, number, &at[i], end - i, criticality, i == 0 && end == n);
        } else {
            for (size_t k = i; k < end; k++)
                add_requirement(r, s, number, &at[k], 1, criticality, n == 1);
        }
        i = end;
    }
}

static void read_skills(struct reader *r)
{
    vt_matcher *matcher = vt_matcher_new(r->arena, r->tax);
    for (size_t i = 0; i < r->sentences.n; i++) {
        bool title = vt_str_eq(r->sentences.at[i].text, r->ad.title);
        bool listed = count_words(r->sentences.at[i].text) <= 3 && !title;
        vt_matcher_add(matcher, r->sentences.at[i].text,
                       title    ? VT_PASSAGE_TITLE
                       : listed ? VT_PASSAGE_LIST
                                : VT_PASSAGE_PROSE);
    }
    vt_mentions found = vt_matcher_run(matcher);
    VT_VEC(vt_mention) kept = {0};
    for (size_t i = 0; i < found.n; i++)
        if (!vt_taxonomy_is_language(r->tax, found.at[i].skill))
            vt_vec_push(r->arena, &kept, found.at[i]);
    for (size_t i = 0; i < kept.n;) {
        size_t end = i + 1;
        while (end < kept.n && kept.at[end].passage == kept.at[i].passage)
            end++;
        add_requirements(r, kept.at[i].passage, &kept.at[i], end - i);
        i = end;
    }
    vt_matcher *title = vt_matcher_new(r->arena, r->tax);
    vt_matcher_add(title, r->ad.title, VT_PASSAGE_TITLE);
    vt_mentions in_title = vt_matcher_run(title);
    for (size_t i = 0; i < in_title.n; i++) {
        vt_requirement *req = requirement_of(r, in_title.at[i].skill);
        if (req)
            req->criticality = VT_MAX(req->criticality, 0.85);
    }
}

/* ---- years, degree, languages ---- */

bool vt_years_in(const vt_words *words, size_t *at, double *ret)
{
    static const char *const units[] = {"years",  "year", "yrs",  "yr",   "jahre", "jahren", "ans",
                                        "annees", "anos", "anni", "jaar", "lat",   "ar"};
    for (size_t i = *at; i < words->n; i++) {
        double number;
        if (!(words->at[i].flags & VT_WORD_DIGIT) ||
            !vt_number_parse(words->at[i].folded, &number) || number > 45)
            continue;
        for (size_t k = i + 1; k < words->n && k <= i + 3; k++)
            for (size_t u = 0; u < VT_COUNT(units); u++)
                if (vt_str_eq(words->at[k].folded, vt_str_z(units[u]))) {
                    *ret = number;
                    *at = k + 1;
                    return true;
                }
    }
    return false;
}

static void read_years(struct reader *r, uint32_t number, const vt_words *words)
{
    const struct sentence *s = &r->sentences.at[number];
    static const char *const experience[] = {"experience", "erfahrung",  "exp",
                                             "berufs",     "esperienza", "do\xC5\x9Bwiadczen",
                                             "ervaring",   "erfarenhet", NULL};
    double years;
    size_t at = 0;
    if (!vt_years_in(words, &at, &years) || years <= 0)
        return;
    size_t behind = words->at[at - 1].end;
    bool with_skill = false;
    for (size_t i = 0; i < r->ad.skills.n; i++) {
        vt_requirement *req = &r->ad.skills.at[i];
        if (req->sentence == number && req->place >= behind && !req->soft) {
            req->years = years;
            with_skill = true;
        }
    }
    bool general = has_phrase(s->text, experience) || !with_skill;
    if (general && criticality_of(s) > 0.5)
        r->ad.years = VT_MAX(r->ad.years, years);
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
        if (level < VT_DEGREE_LEVEL_ASSOCIATE ||
            (short_form && !(words.at[hits.at[i].first].flags & VT_WORD_CAPITAL)))
            continue;
        if (best == VT_DEGREE_LEVEL_NONE || (highest ? level > best : level < best))
            best = level;
    }
    return best;
}

static void read_degree(struct reader *r, const struct sentence *s)
{
    static const char *const plain[] = {"degree in",
                                        "university degree",
                                        "college degree",
                                        "relevant degree",
                                        "studium",
                                        "dipl\xC3\xB4me",
                                        NULL};
    vt_degree_level level = vt_degree_in(r->lex, r->arena, s->text, false);
    if (level == VT_DEGREE_LEVEL_NONE && has_phrase(s->text, plain))
        level = VT_DEGREE_LEVEL_BACHELOR;
    bool nice = criticality_of(s) < 0.5;
    if (level == VT_DEGREE_LEVEL_NONE ||
        (nice && r->ad.degree != VT_DEGREE_LEVEL_NONE && !r->ad.degree_is_nice))
        return;
    r->ad.degree = level;
    r->ad.degree_is_nice = nice;
}

static void read_languages(struct reader *r, const struct sentence *s, const vt_words *words)
{
    static const char *const cues[] = {"fluen",
                                       "native",
                                       "proficien",
                                       "spoken",
                                       "written",
                                       "language",
                                       "speak",
                                       "speaking",
                                       "business level",
                                       "c1",
                                       "c2",
                                       "b1",
                                       "b2",
                                       "flie\xC3\x9F"
                                       "end",
                                       "verhandlungssicher",
                                       "kenntnisse",
                                       "sprach",
                                       "courant",
                                       "bilingu",
                                       "langue",
                                       "idioma",
                                       "lingua",
                                       "taal",
                                       "j\xC4\x99zyk",
                                       NULL};
    vt_lex_hits hits = vt_lexicon_scan(r->lex, r->arena, words, VT_LEX_MASK(VT_LEX_LANGUAGE));
    if (hits.n == 0 || (!has_phrase(s->text, cues) && words->n > 4))
        return;
    for (size_t i = 0; i < hits.n; i++) {
        const vt_word *word = &words->at[hits.at[i].first];
        vt_str name = vt_lex_str(r->lex, hits.at[i].entry->name);
        bool there = !(word->flags & VT_WORD_CAPITAL) || word->end - word->start < 4;
        for (size_t k = 0; k < r->ad.languages.n; k++)
            there = there || vt_str_eq(r->ad.languages.at[k].name, name);
        if (!there)
            vt_vec_push(r->arena, &r->ad.languages,
                        ((vt_language_wanted){name, s->text.len <= WORDS_MAX_BYTES ? s->text : name,
                                              criticality_of(s)}));
    }
}

/* ---- seniority ---- */

vt_seniority vt_seniority_of(vt_arena *arena, vt_str title)
{
    static const struct {
        const char *word;
        vt_seniority level;
    } rows[] = {
        {"intern", VT_SENIORITY_INTERN},     {"internship", VT_SENIORITY_INTERN},
        {"trainee", VT_SENIORITY_INTERN},    {"apprentice", VT_SENIORITY_INTERN},
        {"praktikant", VT_SENIORITY_INTERN}, {"werkstudent", VT_SENIORITY_INTERN},
        {"stagiaire", VT_SENIORITY_INTERN},  {"junior", VT_SENIORITY_JUNIOR},
        {"jr", VT_SENIORITY_JUNIOR},         {"graduate", VT_SENIORITY_JUNIOR},
        {"entry", VT_SENIORITY_JUNIOR},      {"associate", VT_SENIORITY_JUNIOR},
        {"assistant", VT_SENIORITY_JUNIOR},  {"mid", VT_SENIORITY_MID},
        {"senior", VT_SENIORITY_SENIOR},     {"sr", VT_SENIORITY_SENIOR},
        {"lead", VT_SENIORITY_LEAD},         {"principal", VT_SENIORITY_LEAD},
        {"staff", VT_SENIORITY_LEAD},        {"teamleiter", VT_SENIORITY_LEAD},
        {"head", VT_SENIORITY_HEAD},         {"manager", VT_SENIORITY_HEAD},
        {"leiter", VT_SENIORITY_HEAD},       {"director", VT_SENIORITY_EXECUTIVE},
        {"vp", VT_SENIORITY_EXECUTIVE},      {"chief", VT_SENIORITY_EXECUTIVE},
        {"cto", VT_SENIORITY_EXECUTIVE},     {"ceo", VT_SENIORITY_EXECUTIVE},
        {"cfo", VT_SENIORITY_EXECUTIVE},
    };
    vt_words words = vt_words_split(arena, title);
    vt_seniority level = VT_SENIORITY_UNKNOWN;
    for (size_t i = 0; i < words.n; i++)
        for (size_t k = 0; k < VT_COUNT(rows); k++)
            if (vt_str_eq(words.at[i].folded, vt_str_z(rows[k].word)))
                level = VT_MAX(level, rows[k].level);
    return level;
}

vt_job_ad vt_job_ad_read(const vt_taxonomy *tax, const vt_lexicon *lex, vt_arena *arena,
                         vt_str text)
{
    struct reader r = {.tax = tax, .lex = lex, .arena = arena};
    cut_sentences(&r, text);
    read_skills(&r);
    for (uint32_t i = 0; i < r.sentences.n; i++) {
        if (r.sentences.at[i].zone == ZONE_SKIP)
            continue;
        vt_words words = vt_words_split(arena, r.sentences.at[i].text);
        read_years(&r, i, &words);
        read_degree(&r, &r.sentences.at[i]);
        read_languages(&r, &r.sentences.at[i], &words);
    }
    r.ad.seniority = vt_seniority_of(arena, r.ad.title);
    return r.ad;
}
