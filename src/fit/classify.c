/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each sentence is for. Features of a sentence, by template:
 *
 *   its words, their beginnings, pairs of neighbours, its first two words, its last word
 *   the words of the last heading above it, of the sentence before it and behind it
 *   its length, place in the text, place under its heading, bullet, capitals, final mark
 *   what stands in it: an address of mail or web, money, a share, years, a degree, a language, a
 *   certificate, a kind of employment, a city, skills
 *
 * Words are folded, so capitals and accents do not part them, and their first five letters carry
 * inflection in all languages at once.
 */
#include "fit/sentences.h"

#include "base/embed.h"
#include "ml/crf.h"
#include "text/utf8.h"

extern const vt_embed vt_embed_models[]; /* data/models, made at build time */

enum feature {
    F_BIAS,
    F_WORD,
    F_STEM,
    F_PAIR,
    F_OPENING,
    F_FIRST,
    F_LAST,
    F_ABOVE,
    F_ABOVE_STEM,
    F_BEFORE,
    F_BEHIND,
    F_LENGTH,
    F_PLACE,
    F_UNDER,
    F_SHAPE,
    F_HAS,
    F_SKILLS,
    F_NEAR,
};

enum { STEM_BYTES = 5, MAX_WORDS = 60, NEIGHBOUR_WORDS = 8 };

struct teller {
    vt_arena *arena;
    const vt_lexicon *lex;
    const vt_ad_sentences *s;
    const vt_mentions *skills;
    vt_sequence_builder out;
    size_t above, under; /* the last heading + 1, or 0; sentences since it */
    size_t mention;      /* the next of the mentions */
};

static void tell(struct teller *t, enum feature feature, vt_str value)
{
    vt_sequence_add(&t->out, vt_feature(feature, value));
}

static void tell_number(struct teller *t, enum feature feature, int64_t value)
{
    vt_sequence_add(&t->out, vt_feature_int(feature, value));
}

/** The first letters of a word, at a character's end; numbers become one. */
static vt_str stem(const vt_word *word)
{
    if (!(word->flags & VT_WORD_ALPHA))
        return VT_STR("#");
    size_t n = VT_MIN(word->folded.len, (size_t)STEM_BYTES);
    while (n < word->folded.len && ((unsigned char)word->folded.ptr[n] & 0xC0) == 0x80)
        n++;
    return vt_str_sub(word->folded, 0, n);
}

static void tell_words(struct teller *t, const vt_words *words)
{
    size_t n = VT_MIN(words->n, (size_t)MAX_WORDS);
    for (size_t i = 0; i < n; i++) {
        vt_str own = stem(&words->at[i]);
        tell(t, F_STEM, own);
        if (words->at[i].flags & VT_WORD_ALPHA)
            tell(t, F_WORD, words->at[i].folded);
        vt_str before = i ? stem(&words->at[i - 1]) : VT_STR("^");
        tell(t, F_PAIR,
             vt_str_format(t->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(before),
                           VT_STR_ARG(own)));
    }
    tell(t, F_FIRST, stem(&words->at[0]));
    tell(t, F_LAST, stem(&words->at[words->n - 1]));
    if (words->n > 1)
        tell(t, F_OPENING,
             vt_str_format(t->arena, VT_STR_FMT " " VT_STR_FMT, VT_STR_ARG(words->at[0].folded),
                           VT_STR_ARG(words->at[1].folded)));
}

static void tell_neighbour(struct teller *t, enum feature feature, const vt_sentence *s)
{
    size_t n = VT_MIN(s->words.n, (size_t)NEIGHBOUR_WORDS);
    for (size_t i = 0; i < n; i++)
        tell(t, feature, stem(&s->words.at[i]));
}

static void tell_above(struct teller *t)
{
    if (!t->above) {
        tell(t, F_ABOVE, VT_STR("^"));
        return;
    }
    const vt_words *words = &t->s->at[t->above - 1].words;
    for (size_t i = 0; i < words->n && i < MAX_WORDS; i++) {
        tell(t, F_ABOVE, words->at[i].folded);
        tell(t, F_ABOVE_STEM, stem(&words->at[i]));
    }
}

static void tell_shape(struct teller *t, size_t number)
{
    static const uint8_t lengths[] = {1, 2, 3, 5, 8, 12, 18, 26}, unders[] = {0, 1, 2, 4, 8};
    const vt_sentence *s = &t->s->at[number];
    size_t length = vt_feature_step(s->words.n, lengths, VT_COUNT(lengths));
    tell_number(t, F_LENGTH, (int64_t)length);
    tell_number(t, F_PLACE, (int64_t)(number * 8 / t->s->n));
    tell_number(t, F_PLACE, number < 4 ? (int64_t)(100 + number) : 110);
    tell_number(
        t, F_UNDER,
        (int64_t)(vt_feature_step(t->under, unders, VT_COUNT(unders)) + (t->above ? 10 : 0)));
    char mark = s->text.ptr[s->text.len - 1];
    tell_number(t, F_SHAPE, mark < 0 || vt_is_alnum(mark) ? 'a' : mark);
    size_t capitals = 0, shouting = 0;
    for (size_t i = 0; i < s->words.n; i++) {
        capitals += (s->words.at[i].flags & VT_WORD_CAPITAL) != 0;
        shouting += (s->words.at[i].flags & VT_WORD_UPPER) != 0;
    }
    tell_number(t, F_SHAPE, 300 + s->bullet);
    tell_number(t, F_SHAPE, 302 + s->heading);
    tell_number(t, F_SHAPE, 304 + s->after_blank);
    tell_number(t, F_SHAPE, 306 + (s->line_start ? 1 : 0) + (s->line_end ? 2 : 0));
    tell_number(t, F_SHAPE, 310 + (shouting == s->words.n));
    tell_number(t, F_SHAPE, 312 + (capitals * 3 > s->words.n * 2));
    tell_number(t, F_SHAPE,
                400 + (int64_t)length * 8 + s->bullet + 2 * s->heading + 4 * s->line_start);
}

static void tell_contents(struct teller *t, size_t number)
{
    static const struct {
        vt_lex_kind kind;
        const char *word;
    } kinds[] = {{VT_LEX_DEGREE, "degree"},
                 {VT_LEX_LANGUAGE, "language"},
                 {VT_LEX_CERTIFICATE, "credential"},
                 {VT_LEX_EMPLOYMENT, "employment"},
                 {VT_LEX_CITY, "city"},
                 {VT_LEX_TITLE, "title"},
                 {VT_LEX_REMOTE, "remote"}};
    const vt_sentence *s = &t->s->at[number];
    uint32_t mask = 0, seen = 0;
    for (size_t i = 0; i < VT_COUNT(kinds); i++)
        mask |= VT_LEX_MASK(kinds[i].kind);
    vt_lex_hits hits = vt_lexicon_scan(t->lex, t->arena, &s->words, mask);
    for (size_t i = 0; i < hits.n; i++)
        if (hits.at[i].entry->kind != VT_LEX_CITY ||
            (s->words.at[hits.at[i].first].flags & VT_WORD_CAPITAL))
            seen |= VT_LEX_MASK(hits.at[i].entry->kind);
    for (size_t i = 0; i < VT_COUNT(kinds); i++)
        if (seen & VT_LEX_MASK(kinds[i].kind))
            tell(t, F_HAS, vt_str_z(kinds[i].word));
    static const char *const marks[] = {
        "@",        "www.",         "http",      "%",  "\xE2\x82\xAC", "$",
        "\xC2\xA3", "\xE2\x82\xB9", "z\xC5\x82", "R$", "CHF",          "EUR"};
    for (size_t i = 0; i < VT_COUNT(marks); i++)
        if (vt_str_find(s->text, vt_str_z(marks[i]), 0) != VT_NPOS)
            tell(t, F_HAS, vt_str_z(marks[i]));
    size_t digits = 0;
    for (size_t i = 0; i < s->words.n; i++)
        digits += (s->words.at[i].flags & VT_WORD_DIGIT) != 0;
    tell_number(t, F_HAS, (int64_t)VT_MIN(digits, (size_t)3));
}

static void tell_skills(struct teller *t, size_t number)
{
    size_t n = 0;
    while (t->mention < t->skills->n && t->skills->at[t->mention].passage < number)
        t->mention++;
    while (t->mention < t->skills->n && t->skills->at[t->mention].passage == number) {
        n++;
        t->mention++;
    }
    tell_number(t, F_SKILLS, (int64_t)VT_MIN(n, (size_t)3));
}

vt_sequence vt_sentences_features(vt_arena *arena, const vt_lexicon *lex, const vt_ad_sentences *s,
                                  const vt_mentions *skills)
{
    struct teller t = {
        .arena = arena, .lex = lex, .s = s, .skills = skills, .out = {.arena = arena}};
    for (size_t i = 0; i < s->n; i++) {
        tell_number(&t, F_BIAS, 0);
        tell_words(&t, &s->at[i].words);
        tell_above(&t);
        if (i > 0)
            tell_neighbour(&t, F_BEFORE, &s->at[i - 1]);
        if (i + 1 < s->n)
            tell_neighbour(&t, F_BEHIND, &s->at[i + 1]);
        tell_number(
            &t, F_NEAR,
            (i > 0 ? s->at[i - 1].bullet + 2 * s->at[i - 1].heading : 8) +
                (i + 1 < s->n ? 16 * (s->at[i + 1].bullet + 2 * s->at[i + 1].heading) : 128));
        tell_shape(&t, i);
        tell_contents(&t, i);
        tell_skills(&t, i);
        vt_sequence_next(&t.out, (uint8_t)s->at[i].is);
        t.under++;
        if (s->at[i].heading) {
            t.above = i + 1;
            t.under = 0;
        }
    }
    return vt_sequence_done(&t.out);
}

/* ---- the model ---- */

struct vt_sentence_model {
    vt_crf *crf;
};

vt_status vt_sentence_model_open(vt_sentence_model **ret, vt_error *err)
{
    const vt_embed *image = vt_embed_find(vt_embed_models, VT_STR("sentences.crf"));
    if (!image)
        return vt_fail(err, VT_E_NOT_FOUND, "no model 'sentences.crf' is built in");
    return vt_sentence_model_open_bytes(image->data, image->size, ret, err);
}

vt_status vt_sentence_model_open_bytes(const void *image, size_t size, vt_sentence_model **ret,
                                       vt_error *err)
{
    VT_AUTO(vt_sentence_model) vt_sentence_model *model = vt_xcalloc(1, sizeof *model);
    VT_TRY(vt_crf_open(image, size, &model->crf, err));
    bool same = vt_crf_labels(model->crf) == VT_SENTENCE_CLASS_COUNT;
    for (size_t i = 0; same && i < VT_SENTENCE_CLASS_COUNT; i++)
        same = vt_str_eq(vt_crf_label(model->crf, i), vt_str_z(vt_sentence_class_word(i)));
    if (!same)
        return vt_fail(err, VT_E_FORMAT,
                       "the model's labels are not those of sentence_classes.def");
    *ret = VT_TAKE(model);
    return VT_OK;
}

void vt_sentence_model_drop(vt_sentence_model *model)
{
    if (!model)
        return;
    vt_crf_drop(model->crf);
    free(model);
}

/** What the heading above a sentence says outright; NOTHING where it says two things or none. */
enum above { ABOVE_NOTHING, ABOVE_DUTY, ABOVE_REQUIREMENT };

static bool has_stem(const vt_words *words, const char *const *stems)
{
    for (size_t i = 0; i < words->n; i++)
        for (const char *const *stem = stems; *stem; stem++)
            if (vt_str_starts(words->at[i].folded, vt_str_z(*stem)))
                return true;
    return false;
}

static enum above above_of(const vt_words *heading)
{
    static const char *const duties[] = {
        "aufgab",  "tatigkeit", "verantwort", "responsib", "duties",  "tasks",
        "mission", "funcion",   "tareas",     "mansion",   "compiti", "taken",
        "obowiaz", "zadani",    "atribui",    "werkzaam",  NULL};
    static const char *const wants[] = {
        "profil",   "anforder",  "require", "qualif",    "voraussetz", "requisit",
        "perfil",   "wymag",     "kwalif",  "eisen",     "bringst",    "mitbring",
        "recherch", "essential", "exigenc", "prerequis", "must",       NULL};
    static const char *const others[] = {"nice",     "desirable", "preferred", "plus",
                                         "wunsch",   "bonus",     "deseable",  "valorable",
                                         "apprecie", "vorteil",   NULL};
    bool duty = has_stem(heading, duties), want = has_stem(heading, wants);
    if (duty == want || has_stem(heading, others))
        return ABOVE_NOTHING;
    return duty ? ABOVE_DUTY : ABOVE_REQUIREMENT;
}

/** Between kinds of asking, a heading that says it outright decides what the sentence leaves open.
 */
static size_t under_heading(const float of[VT_SENTENCE_CLASS_COUNT], size_t label, enum above above,
                            const vt_words *words)
{
    static const float OPEN = 0.75f;
    static const char *const wants[] = {
        "experience", "erfahrung", "experiencia", "esperienza", "ervaring", "doswiad",  "kenntnis",
        "knowledge",  "connaiss",  "conocim",     "conoscen",   "must",     "required", "abgeschl",
        "ausbildung", "studium",   "degree",      "diplom",     NULL};
    static const char *const nice[] = {"ideal",  "vorteil", "wunsch",  "plus",    "nice",
                                       "prefer", "desirab", "appreci", "valorab", "gern",
                                       "bonus",  "deseabl", "asset",   "souhait", "atout",
                                       "gradit", "mile",    "dodatk",  NULL};
    if (of[label] >= OPEN)
        return label;
    if (above == ABOVE_DUTY && label == VT_SENTENCE_REQUIREMENT && !has_stem(words, wants))
        return VT_SENTENCE_DUTY;
    if (above == ABOVE_REQUIREMENT && label == VT_SENTENCE_NICE && !has_stem(words, nice))
        return VT_SENTENCE_REQUIREMENT;
    return label;
}

/** A wrong "it asks for something" makes boilerplate a requirement, so that question is decided by
 * the three classes together, not by the best path alone; more is needed where no heading above
 * says that something is asked for. */
static size_t settle(const float of[VT_SENTENCE_CLASS_COUNT], size_t label, enum above above)
{
    const float enough = above == ABOVE_NOTHING ? 0.7f : 0.55f;
    static const bool asks[VT_SENTENCE_CLASS_COUNT] = {
        [VT_SENTENCE_REQUIREMENT] = true, [VT_SENTENCE_NICE] = true, [VT_SENTENCE_DUTY] = true};
    bool want = of[VT_SENTENCE_REQUIREMENT] + of[VT_SENTENCE_NICE] + of[VT_SENTENCE_DUTY] >= enough;
    if (asks[label] == want)
        return label;
    size_t best = want ? VT_SENTENCE_REQUIREMENT : VT_SENTENCE_COMPANY;
    for (size_t i = 0; i < VT_SENTENCE_CLASS_COUNT; i++)
        if (asks[i] == want && of[i] > of[best])
            best = i;
    return best;
}

void vt_sentences_classify(const vt_sentence_model *model, const vt_lexicon *lex, vt_arena *arena,
                           vt_ad_sentences *s, const vt_mentions *skills)
{
    if (!s->n)
        return;
    vt_sequence sequence = vt_sentences_features(arena, lex, s, skills);
    const vt_lattice *lattice = vt_crf_score(model->crf, arena, &sequence);
    uint8_t *labels = VT_NEW_ARRAY(arena, uint8_t, s->n);
    float *sure = VT_NEW_ARRAY(arena, float, s->n *VT_SENTENCE_CLASS_COUNT);
    vt_crf_viterbi(lattice, arena, NULL, labels);
    vt_crf_marginals(lattice, arena, NULL, sure);
    enum above above = ABOVE_NOTHING;
    for (size_t i = 0; i < s->n; i++) {
        const float *of = &sure[i * VT_SENTENCE_CLASS_COUNT];
        size_t is = under_heading(of, settle(of, labels[i], above), above, &s->at[i].words);
        if (s->at[i].heading || is == VT_SENTENCE_HEADING)
            above = above_of(&s->at[i].words);
        s->at[i].is = (vt_sentence_class)is;
        s->at[i].sure = vt_crf_calibrate(model->crf, of[is]);
    }
}
