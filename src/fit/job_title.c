/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Titles stand in the first line, behind a label ("Position title:"), in a line of their own below
 * the employer, behind a shout ("Urgent – "), or in the sentence that says who is looked for ("we
 * seek a ...", "recrute un ..."). Each piece of the first sentences that could be one is judged:
 *
 *   behind a label 3; a sign of gender (m/w/d, H/F) 2; in the list of titles 2.5, by the model 2 ·
 *   its confidence; words of titles 0.8; behind what says who is looked for 1; the first line 1,
 *   another line of its own 0.3; a full stop, question or comma -2; much text -1; of a sentence
 * that the model takes for another thing -1; later ones a little less
 *
 * The best one from 0.9 on is the title; else there is none.
 */
#include "fit/job_title.h"

enum {
    SENTENCES = 16,   /* looked at */
    LINE_BYTES = 110, /* of a line that is a title as a whole */
    TITLE_WORDS = 9,  /* of a piece before a dash, bracket or comma */
    STOP_WORDS = 4, /* a full stop behind so few may be that of a short form ("UX Designer Sr.") */
    SOUGHT_WORDS = 10, /* looked at behind what says who is looked for */
    WINDOW_WORDS = 5,  /* of a listed title in a sentence */
};
static const double LEAST = 0.9;

struct search {
    const vt_occupations *occupations;
    const vt_lexicon *lex;
    vt_arena *arena;
    vt_str best;
    double score;
};

/** Behind these words somebody is looked for; or they shout before a title. */
static const char *const seeking[] = {
    "seeking",     "seeks",      "hiring",      "wanted",   "needs",       "need",
    "recruit",     "recruiting", "suchen",      "sucht",    "gesucht",     "recrute",
    "recrutons",   "recherche",  "recherchons", "busca",    "buscamos",    "solicita",
    "solicitamos", "precisa",    "requiere",    "necesita", "necesitamos", "contrata",
    "contratamos", "procura",    "procuramos",  "cerca",    "cerchiamo",   "ricerca",
    "ricerchiamo", "seleziona",  "zoekt",       "zoeken",   "gezocht",     "poszukuje",
    "poszukujemy", "zatrudni",   "zatrudnimy",  "als",      "vacature",    "vacante",
    "vacancy",     "opening",    "requirement", "position", "role",        "poste",
    "objet",       "betreff",    "onderwerp",   "looking"};

static const char *const labels[] = {"job title",
                                     "position",
                                     "position title",
                                     "title",
                                     "role",
                                     "role title",
                                     "job",
                                     "post",
                                     "post title",
                                     "vacancy",
                                     "stelle",
                                     "position als",
                                     "stellenbezeichnung",
                                     "funktion",
                                     "poste",
                                     "intitule du poste",
                                     "intitule",
                                     "puesto",
                                     "posicion",
                                     "vacante",
                                     "nombre del puesto",
                                     "cargo",
                                     "vaga",
                                     "posizione",
                                     "ruolo",
                                     "figura",
                                     "functie",
                                     "functietitel",
                                     "vacature",
                                     "stanowisko",
                                     "nazwa stanowiska",
                                     "oferta",
                                     "funcao",
                                     "mansione"};

static const char *const articles[] = {
    "a",        "an",  "the", "ein",  "eine", "einen",  "einer",  "der", "die",    "das",
    "un",       "une", "uno", "una",  "unos", "unas",   "um",     "uma", "il",     "la",
    "le",       "el",  "een", "de",   "nous", "our",    "new",    "now", "urgent", "urgente",
    "urgently", "se",  "for", "of",   "sie",  "ab",     "sofort", "per", "zum",    "wir",
    "e",        "in",  "on",  "nowy", "hot",  "subject"};

/** The words of a label before a colon. */
static bool is_label(vt_arena *arena, const vt_sentence *s)
{
    if (!vt_str_ends(s->text, VT_STR(":")) || s->words.n == 0 || s->words.n > 4)
        return false;
    vt_str all = VT_STR("");
    for (size_t i = 0; i < s->words.n; i++)
        all = vt_str_format(arena, VT_STR_FMT "%s" VT_STR_FMT, VT_STR_ARG(all), i ? " " : "",
                            VT_STR_ARG(s->words.at[i].folded));
    return VT_STR_AMONG(all, labels);
}

/** A sign of gender from word `i`: "(m/w/d)", "H/F", "(all genders)". */
static bool is_gender_sign(const vt_words *words, size_t i)
{
    static const char *const letters[] = {"m", "w", "f", "d", "h", "k", "v", "x", "i"};
    if (i + 1 >= words->n)
        return false;
    const vt_word *a = &words->at[i], *b = &words->at[i + 1];
    if (vt_str_eq(a->folded, VT_STR("all")) && vt_str_eq(b->folded, VT_STR("genders")))
        return true;
    return VT_STR_AMONG(a->folded, letters) && VT_STR_AMONG(b->folded, letters) &&
           b->start == a->end + 1 && strchr("/|:*", words->text.ptr[a->end]);
}

/** Does a piece end before word `i`: at a dash, bar, shout, label or bracket? */
static bool breaks(const vt_words *words, size_t i)
{
    static const char *const ends[] = {
        " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", "|", "!", " @ ", ": ", " (", ") ", ", "};
    vt_str gap = vt_str_sub(words->text, words->at[i - 1].end, words->at[i].start);
    for (size_t k = 0; k < VT_COUNT(ends); k++)
        if (vt_str_find(gap, vt_str_z(ends[k]), 0) != VT_NPOS)
            return true;
    return false;
}

static bool in_brackets(const vt_words *words, size_t i)
{
    size_t at = words->at[i].start;
    return at > 0 && words->text.ptr[at - 1] == '(';
}

static void propose(struct search *find, vt_str title, double score)
{
    if (score > find->score) {
        find->score = score;
        find->best = vt_str_trim(title);
    }
}

/** What the words of a piece say for it: the list, the model, words of titles. */
static double title_score(struct search *find, vt_str piece)
{
    vt_words words = vt_words_split(find->arena, piece);
    vt_lex_hits hits = vt_lexicon_scan(find->lex, find->arena, &words, VT_LEX_MASK(VT_LEX_TITLE));
    double score = hits.n ? 0.8 : 0;
    if (find->occupations) {
        vt_occupation is = vt_occupation_of(find->occupations, find->arena, piece);
        score += is.listed ? 2.5 : (hits.n ? 2 : 1) * (double)is.confidence;
    }
    return score;
}

/** One piece of a line, words [first, end): the title goes on to the end of the line. */
static void judge_piece(struct search *find, const vt_sentence *s, size_t first, size_t end,
                        double score)
{
    const vt_words *words = &s->words;
    bool sought = false;
    while (first + 1 < end && (VT_STR_AMONG(words->at[first].folded, seeking) ||
                               VT_STR_AMONG(words->at[first].folded, articles) ||
                               !(words->at[first].flags & VT_WORD_ALPHA))) {
        sought = sought || VT_STR_AMONG(words->at[first].folded, seeking);
        first++;
    }
    if (end <= first || !(words->at[first].flags & VT_WORD_ALPHA))
        return;
    score += sought ? 1 : 0;
    score -= end - first > TITLE_WORDS ? 1 : 0;
    score += title_score(find, vt_words_text(words, first, end - first));
    propose(find, vt_str_sub(s->text, words->at[first].start, s->text.len), score);
}

/** The pieces of a line; of a long one only where somebody of either gender is named. */
static void judge_line(struct search *find, const vt_sentence *s, double score)
{
    const vt_words *words = &s->words;
    bool signed_line = false, whole = s->text.len <= LINE_BYTES;
    for (size_t i = 0; i < words->n; i++)
        signed_line = signed_line || is_gender_sign(words, i);
    size_t first = 0;
    for (size_t i = 1; i <= words->n; i++) {
        if (i < words->n && !breaks(words, i))
            continue;
        bool sign = whole ? signed_line : i < words->n && is_gender_sign(words, i);
        if ((whole || sign) && !is_gender_sign(words, first) && !in_brackets(words, first))
            judge_piece(find, s, first, i, score + (sign ? 2 : 0) - (first > 0 ? 0.3 : 0));
        first = i;
    }
}

/** A title of the list that has a word of titles. */
static bool names_title(struct search *find, vt_str window)
{
    vt_words words = vt_words_split(find->arena, window);
    if (VT_STR_AMONG(words.at[0].folded, articles))
        return false;
    vt_lex_hits hits = vt_lexicon_scan(find->lex, find->arena, &words, VT_LEX_MASK(VT_LEX_TITLE));
    return hits.n > 0 && vt_occupation_is_listed(find->occupations, find->arena, window);
}

/** A title of the list behind what says who is looked for. */
static void judge_sentence(struct search *find, const vt_sentence *s, double score)
{
    const vt_words *words = &s->words;
    for (size_t i = 0; i + 1 < words->n; i++) {
        if (!VT_STR_AMONG(words->at[i].folded, seeking))
            continue;
        size_t last = VT_MIN(words->n, i + 1 + SOUGHT_WORDS);
        for (size_t first = i + 1; first < last; first++)
            for (size_t n = VT_MIN(WINDOW_WORDS, words->n - first); n > 0; n--) {
                vt_str window = vt_words_text(words, first, n);
                if (names_title(find, window)) {
                    propose(find, window, score + 3 - 0.05 * (double)(first - i));
                    return;
                }
            }
        return;
    }
}

vt_str vt_job_title_find(const vt_occupations *occupations, const vt_lexicon *lex, vt_arena *arena,
                         const vt_ad_sentences *sentences)
{
    struct search find = {
        .occupations = occupations, .lex = lex, .arena = arena, .score = LEAST - 1e-9};
    bool labelled = false;
    for (size_t i = 0; i < sentences->n && i < SENTENCES; i++) {
        const vt_sentence *s = &sentences->at[i];
        bool label = is_label(arena, s);
        bool other = s->is != VT_SENTENCE_HEADING && s->is != VT_SENTENCE_FACT;
        bool stop = vt_str_ends(s->text, VT_STR(".")) || vt_str_ends(s->text, VT_STR("?")) ||
                    vt_str_ends(s->text, VT_STR(","));
        stop = stop && (s->words.n > STOP_WORDS || !vt_str_ends(s->text, VT_STR(".")));
        double score = (labelled ? 3 : 0) + (i == 0 && s->line_start ? 1 : 0) +
                       (i > 0 && s->line_start && s->line_end ? 0.3 : 0) - (other && i ? 1 : 0) -
                       0.08 * (double)i;
        if (!label)
            judge_line(&find, s, score - (stop ? 2 : 0));
        if (!label && occupations && (stop || s->text.len > LINE_BYTES))
            judge_sentence(&find, s, score);
        labelled = label;
    }
    return find.best;
}
