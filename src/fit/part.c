/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cues are beginnings of folded words in the languages that job descriptions are read in; what has
 * a name of its own (degrees, languages, certificates) comes from the lexicon and the taxonomy.
 */
#include "fit/part.h"

enum { SHORT_DEGREE_BYTES = 4 };

static bool starts_with_any(vt_str word, const char *const *cues)
{
    for (; *cues; cues++)
        if (vt_str_starts(word, vt_str_z(*cues)))
            return true;
    return false;
}

static bool ends_with_any(vt_str word, const char *const *cues)
{
    for (; *cues; cues++)
        if (vt_str_ends(word, vt_str_z(*cues)) && word.len > strlen(*cues) + 1)
            return true;
    return false;
}

static bool is_one_of(vt_str word, const char *const *words)
{
    for (; *words; words++)
        if (vt_str_eq(word, vt_str_z(*words)))
            return true;
    return false;
}

/* ---- credentials ---- */

static const char *const credential_starts[] = {
    "certif",       "zertifi",       "licen",       "lizenz",
    "fuhrerschein", "fahrerlaubnis", "permis",      "carnet",
    "patent",       "rijbewijs",     "uprawnien",   "habilit",
    "registrat",    "registered",    "accredit",    "akkredit",
    "approbation",  "diplome",       "attestat",    "attest",
    "colegiad",     "cedula",        "registratie", "registro",
    "zaswiadcz",    "certyfik",      "kwalifikacj", "abilitaz",
    "iscrizione",   "habilitac",     "ausweis",     "clearance",
    "chartered",    "qualified",     "credential",  "caces",
    "homolog",      "matricul",      "brevet",      "svidetel",
    "korkort",      "legitimation",  "cnh",         "crea",
    "legitymac",    "ksiazeczk",     NULL};
static const char *const credential_ends[] = {"schein",     "zeugnis", "brief",       "prufung",
                                              "diploma",    "ausweis", "certificaat", "attest",
                                              "zertifikat", "lizenz",  "bewijs",      NULL};
static const char *const no_credential[] = {"permission", "patents",     "patentes", "patente",
                                            "qualified",  "registering", NULL};

bool vt_skill_is_credential(const vt_taxonomy *tax, uint32_t skill)
{
    static const char *const words[] = {"Certification", "Credential", "Licence", "License",
                                        "Licensing"};
    vt_str category = vt_taxonomy_get(tax, skill).category;
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_find(category, vt_str_z(words[i]), 0) != VT_NPOS)
            return true;
    return false;
}

static bool is_credential_word(vt_str word)
{
    if (vt_str_eq(word, VT_STR("patente")))
        return true;
    return !is_one_of(word, no_credential) &&
           (starts_with_any(word, credential_starts) || ends_with_any(word, credential_ends));
}

/* ---- degrees ---- */

static const char *const degree_words[] = {
    "degree",       "bachelor", "master",     "studium",          "hochschul",    "abschluss",
    "licenciatura", "grado",    "laurea",     "opleiding",        "wyksztalceni", "diploma",
    "titulacion",   "licence",  "licenciado", "graduado",         "graduacao",    "hogeschool",
    "hbo",          "mbo",      "universit",  "berufsausbildung", "ausbildung",   "fachhochschul",
    "formation",    "titulo",   "maturita",   "diplome",          "escolaridad",  "graduate",
    "msc",          "bsc",      "phd",        "doctor",           "doktor",       NULL};
static const char *const short_degrees[] = {
    "ba",   "bs",   "bsc", "ma",  "ms",  "msc",  "mba", "phd",   "beng",  "meng", "llb",
    "llm",  "bcom", "mca", "bca", "be",  "bed",  "med", "btech", "mtech", "bts",  "dut",
    "but",  "cap",  "bep", "bac", "fp",  "hnd",  "hnc", "hbo",   "mbo",   "fh",   "ged",
    "gcse", "bfa",  "mph", "mpa", "dea", "dess", "ir",  "ing",   NULL};

bool vt_part_no_degree(const vt_words *words, const vt_lex_hit *hit)
{
    static const char *const before_master[] = {"scrum", "web",  "task", "quarter",
                                                "post",  "head", NULL};
    static const char *const behind_master[] = {"data",      "plan", "planning",
                                                "agreement", "the",  NULL};
    static const char *const before_grado[] = {"alto",  "buen", "cierto", "elevado",
                                               "mayor", "gran", NULL};
    size_t end = hit->first + hit->count;
    vt_str word = words->at[hit->first].folded;
    vt_str before = hit->first > 0 ? words->at[hit->first - 1].folded : VT_STR("");
    vt_str behind = end < words->n ? words->at[end].folded : VT_STR("");
    if (vt_str_eq(word, VT_STR("maitrise")) && hit->count == 1) { /* a command of something */
        bool holder =
            hit->first > 1 && vt_str_starts(words->at[hit->first - 2].folded, VT_STR("titulaire"));
        return !holder && !vt_str_eq(behind, VT_STR("en")) &&
               !vt_str_starts(behind, VT_STR("universitaire"));
    }
    if (vt_str_eq(word, VT_STR("master")) && hit->count == 1)
        return is_one_of(before, before_master) || is_one_of(behind, behind_master);
    return vt_str_eq(word, VT_STR("grado")) && is_one_of(before, before_grado);
}

/** A short form ("BLS") is a degree only where it is a common one, or the sentence says so. */
static bool is_degree(const vt_words *words, const vt_lex_hit *hit)
{
    const vt_word *word = &words->at[hit->first];
    if (vt_part_no_degree(words, hit))
        return false;
    if (hit->count > 1 || word->folded.len > SHORT_DEGREE_BYTES)
        return true;
    return (word->flags & VT_WORD_CAPITAL) && is_one_of(word->folded, short_degrees);
}

bool vt_part_degree(const vt_lexicon *lex, vt_arena *arena, const vt_words *words, size_t first,
                    size_t end, vt_degree_level *ret_level)
{
    vt_words part = {.text = words->text, .at = words->at + first, .n = end - first};
    vt_lex_hits hits = vt_lexicon_scan(lex, arena, &part, VT_LEX_MASK(VT_LEX_DEGREE));
    bool found = false;
    *ret_level = VT_DEGREE_LEVEL_NONE;
    for (size_t i = 0; i < hits.n; i++) {
        if (!is_degree(&part, &hits.at[i]))
            continue;
        vt_degree_level level = hits.at[i].entry->code;
        if (!found || level < *ret_level)
            *ret_level = level;
        found = true;
    }
    static const char *const plain[] = {"degree",        "studium",    "hochschulstudium",
                                        "universitario", "laurea",     "licenciatura",
                                        "wyzsze",        "superieure", NULL};
    for (size_t i = 0; i < part.n; i++)
        if (is_one_of(part.at[i].folded, plain)) {
            found = true;
            if (*ret_level == VT_DEGREE_LEVEL_NONE)
                *ret_level = VT_DEGREE_LEVEL_BACHELOR;
        }
    return found;
}

/* ---- languages ---- */

vt_str vt_part_language(vt_arena *arena, const vt_lexicon *lex, const vt_word *word)
{
    static const char *const ends[] = {"kenntnisse", "kenntnissen", "talig", "sprachig",
                                       "sprachige",  "talige",      "phone"};
    const vt_lex_entry *entry = vt_lexicon_find_kind(lex, word, 1, VT_LEX_LANGUAGE);
    for (size_t i = 0; i < VT_COUNT(ends) && !entry; i++) {
        size_t len = strlen(ends[i]);
        vt_str stem = word->folded;
        if (stem.len <= len + 3 || !vt_str_ends(stem, vt_str_z(ends[i])))
            continue;
        stem.len -= len;
        entry = vt_lexicon_find_text_kind(lex, arena, stem, VT_LEX_LANGUAGE);
    }
    return entry ? vt_lex_str(lex, entry->name) : VT_STR_NULL;
}

static const char *const level_words[] = {"fluen",
                                          "native",
                                          "proficien",
                                          "spoken",
                                          "written",
                                          "speak",
                                          "bilingu",
                                          "b1",
                                          "b2",
                                          "c1",
                                          "c2",
                                          "a2",
                                          "fliess",
                                          "flies",
                                          "verhandlungssicher",
                                          "wort",
                                          "schrift",
                                          "sprach",
                                          "courant",
                                          "lu",
                                          "parle",
                                          "ecrit",
                                          "langue",
                                          "niveau",
                                          "nivel",
                                          "idioma",
                                          "hablad",
                                          "escrit",
                                          "lingua",
                                          "livello",
                                          "parlat",
                                          "taal",
                                          "vloeiend",
                                          "jezyk",
                                          "poziom",
                                          "biegl",
                                          "komunikatyw",
                                          "conversa",
                                          "kenntnis",
                                          "language",
                                          "conversational",
                                          "business",
                                          "intermediate",
                                          "basic",
                                          "dominio",
                                          "conocim",
                                          "conoscenza",
                                          "connaissance",
                                          "maitrise",
                                          "znajomosc",
                                          "fluido",
                                          "fluente",
                                          "fluid",
                                          "talen",
                                          "verbal",
                                          "notions",
                                          "kennis",
                                          "bonus",
                                          "plus",
                                          NULL};

/* ---- connectors ---- */

bool vt_part_is_or(vt_str word, vt_tongue tongue)
{
    static const char *const always[] = {"or",     "oder", "ou",  "lub",   "bzw", "albo",
                                         "oppure", "ili",  "или", "eller", NULL};
    if (is_one_of(word, always))
        return true;
    if (vt_str_eq(word, VT_STR("o")) || vt_str_eq(word, VT_STR("u")))
        return tongue == VT_TONGUE_ES || tongue == VT_TONGUE_IT;
    return vt_str_eq(word, VT_STR("of")) && tongue == VT_TONGUE_NL;
}

static bool is_and(vt_str word, vt_tongue tongue)
{
    static const char *const always[] = {"and",   "und",    "et", "sowie", "oraz", "evenals",
                                         "ainsi", "nonche", "&",  "och",   "plus", NULL};
    if (is_one_of(word, always))
        return true;
    switch (tongue) {
    case VT_TONGUE_ES:
        return vt_str_eq(word, VT_STR("y")) || vt_str_eq(word, VT_STR("e"));
    case VT_TONGUE_IT:
    case VT_TONGUE_PT:
        return vt_str_eq(word, VT_STR("e")) || vt_str_eq(word, VT_STR("ed"));
    case VT_TONGUE_NL:
        return vt_str_eq(word, VT_STR("en"));
    case VT_TONGUE_PL:
        return vt_str_eq(word, VT_STR("i")) || vt_str_eq(word, VT_STR("a"));
    default:
        return false;
    }
}

/* ---- years ---- */

bool vt_part_number(const vt_word *word, double *ret)
{
    static const struct {
        const char *word;
        double number;
    } rows[] = {{"one", 1},    {"two", 2},   {"three", 3},   {"four", 4},   {"five", 5},
                {"six", 6},    {"seven", 7}, {"eight", 8},   {"ten", 10},   {"zwei", 2},
                {"drei", 3},   {"vier", 4},  {"funf", 5},    {"sechs", 6},  {"zehn", 10},
                {"deux", 2},   {"trois", 3}, {"quatre", 4},  {"cinq", 5},   {"dix", 10},
                {"dos", 2},    {"tres", 3},  {"cuatro", 4},  {"cinco", 5},  {"diez", 10},
                {"due", 2},    {"tre", 3},   {"quattro", 4}, {"cinque", 5}, {"twee", 2},
                {"drie", 3},   {"vijf", 5},  {"dwa", 2},     {"dwoch", 2},  {"trzy", 3},
                {"trzech", 3}, {"piec", 5},  {"dois", 2},    {"quatro", 4}, {"un", 1},
                {"ein", 1},    {"einem", 1}, {"rok", 1},     {"uno", 1},    {"een", 1}};
    if (word->flags & VT_WORD_DIGIT)
        return vt_number_parse(word->folded, ret);
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_eq(word->folded, vt_str_z(rows[i].word))) {
            *ret = rows[i].number;
            return true;
        }
    return false;
}

static const char *const experience_words[] = {
    "experience",  "erfahrung",   "berufserfahrung", "experiencia", "esperienza", "ervaring",
    "doswiadczen", "experiencia", "werkervaring",    "praxis",      "erfarenhet", "ancienn",
    NULL};

bool vt_part_is_experience(vt_str folded)
{
    return starts_with_any(folded, experience_words);
}

static bool is_years_word(vt_str word)
{
    static const char *const units[] = {"year", "years", "yrs",    "yr",     "jahre",  "jahren",
                                        "jahr", "ans",   "an",     "annee",  "annees", "anos",
                                        "ano",  "anni",  "anno",   "jaar",   "lata",   "lat",
                                        "rok",  "ar",    "months", "monate", NULL};
    return is_one_of(word, units);
}

bool vt_part_is_years(vt_str folded)
{
    static const char *const least[] = {"minimum", "mindestens", "minima", "minimo", "minimale",
                                        "least",   "moins",      "menos",  "almeno", NULL};
    return is_years_word(folded) || is_one_of(folded, least);
}

/* ---- marks ---- */

static void mark(uint16_t *marks, size_t first, size_t end, unsigned bit)
{
    for (size_t i = first; i < end; i++)
        marks[i] = (uint16_t)(marks[i] | bit);
}

static void mark_lexicon(vt_arena *arena, const vt_lexicon *lex, const vt_words *words,
                         uint16_t *marks)
{
    vt_lex_hits hits = vt_lexicon_scan(
        lex, arena, words, VT_LEX_MASK(VT_LEX_DEGREE) | VT_LEX_MASK(VT_LEX_CERTIFICATE));
    for (size_t i = 0; i < hits.n; i++) {
        const vt_lex_hit *hit = &hits.at[i];
        if (hit->entry->kind == VT_LEX_DEGREE) {
            if (is_degree(words, hit) && !(marks[hit->first] & VT_MARK_CREDENTIAL))
                mark(marks, hit->first, hit->first + hit->count, VT_MARK_DEGREE);
            continue;
        }
        static const char *const courses[] = {"training", "bootcamp",  "course",    "courses",
                                              "workshop", "formation", "formacion", NULL};
        if (is_one_of(words->at[hit->first].folded, courses))
            continue; /* a requirement by its words, not a credential */
        vt_str what = vt_lex_str(lex, hit->entry->a);
        if (vt_str_eq(what, VT_STR("name")) || vt_str_eq(what, VT_STR("word")))
            mark(marks, hit->first, hit->first + hit->count, VT_MARK_CREDENTIAL);
    }
}

static void mark_languages(vt_arena *arena, const vt_lexicon *lex, const vt_words *words,
                           uint16_t *marks)
{
    bool level = words->n <= 4;
    for (size_t i = 0; i < words->n; i++)
        level = level || (marks[i] & VT_MARK_LEVEL);
    for (size_t i = 0; i < words->n; i++) {
        const vt_word *word = &words->at[i];
        bool plain = word->folded.len >= 5 && level;
        bool named = (word->flags & VT_WORD_CAPITAL) && word->folded.len >= 4 && level;
        if ((plain || named) && vt_part_language(arena, lex, word).ptr &&
            !vt_str_eq(word->folded, VT_STR("polish")))
            mark(marks, i, i + 1, VT_MARK_LANGUAGE);
        else if (named && vt_str_eq(word->folded, VT_STR("polish")))
            mark(marks, i, i + 1, VT_MARK_LANGUAGE);
    }
}

static void mark_cues(vt_tongue tongue, const vt_words *words, uint16_t *marks)
{
    static const char *const related[] = {
        "related",     "equivalent", "similar",    "verwandt",   "similaire",    "vergleichbar",
        "ahnlich",     "equivale",   "afin",       "affin",      "vergelijkbar", "pokrew",
        "equipolente", "aquivalent", "comparable", "discipline", "correlat",     NULL};
    for (size_t i = 0; i < words->n; i++) {
        vt_str word = words->at[i].folded;
        unsigned bits = 0;
        double number;
        size_t at = i;
        bits |= vt_part_is_or(word, tongue) ? VT_MARK_OR : 0;
        bits |= is_and(word, tongue) ? VT_MARK_AND : 0;
        bits |= starts_with_any(word, level_words) ? VT_MARK_LEVEL : 0;
        bits |= starts_with_any(word, related) ? VT_MARK_RELATED : 0;
        const vt_lex_hit alone = {.first = (uint32_t)i, .count = 1};
        bits |= starts_with_any(word, degree_words) && !vt_str_eq(word, VT_STR("information")) &&
                        !(marks[i] & VT_MARK_CREDENTIAL) && !vt_part_no_degree(words, &alone)
                    ? VT_MARK_DEGREE
                    : 0;
        bits |= is_credential_word(word) ? VT_MARK_CREDENTIAL : 0;
        if (starts_with_any(word, experience_words))
            bits |= VT_MARK_YEARS;
        if (vt_part_number(&words->at[i], &number) && number <= 45)
            for (at = i + 1; at < words->n && at <= i + 3; at++)
                if (is_years_word(words->at[at].folded))
                    mark(marks, i, at + 1, VT_MARK_YEARS);
        marks[i] = (uint16_t)(marks[i] | bits);
    }
}

uint16_t *vt_part_marks(vt_arena *arena, const vt_taxonomy *tax, const vt_lexicon *lex,
                        vt_tongue tongue, const vt_sentence *s, const vt_mention *mentions,
                        size_t n)
{
    uint16_t *marks = VT_NEW_ARRAY(arena, uint16_t, s->words.n + 1);
    for (size_t k = 0; k < n; k++) {
        bool soft = vt_taxonomy_get(tax, mentions[k].skill).soft;
        unsigned bits = soft ? VT_MARK_SOFT : VT_MARK_SKILL;
        if (vt_skill_is_credential(tax, mentions[k].skill))
            bits |= VT_MARK_CREDENTIAL;
        for (size_t i = 0; i < s->words.n; i++)
            if (s->words.at[i].start < mentions[k].end && s->words.at[i].end > mentions[k].start)
                mark(marks, i, i + 1, bits);
    }
    mark_lexicon(arena, lex, &s->words, marks);
    mark_cues(tongue, &s->words, marks);
    mark_languages(arena, lex, &s->words, marks);
    return marks;
}
