/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Phrases: surfaces and their variants as folded tokens, actions, crafts, labels of other languages
 * as stems, and the forms of cues. A variant is taken only where no skill claims that phrase
 * outright.
 */
#include "skills/builder.h"
#include "skills/fold.h"
#include "skills/stem.h"
#include "skills/taxonomy.h"

/* ---- phrases ---- */

vt_str vt_build_phrase_key(vt_arena *arena, const vt_phrase *phrase)
{
    char key[VT_SURFACE_TOKENS * (VT_SKILL_TOKEN_MAX + 1)];
    size_t n = 0;
    for (size_t i = 0; i < phrase->n; i++) {
        if (i > 0)
            key[n++] = ' ';
        memcpy(key + n, phrase->token[i].ptr, phrase->token[i].len);
        n += phrase->token[i].len;
    }
    return vt_str_dup(arena, vt_str_n(key, n));
}

static uint32_t token_number(struct builder *b, vt_str text)
{
    void *value = vt_map_find(b->token_map, text);
    if (!value) {
        value = vt_build_value(b->tokens.n);
        vt_map_set(b->token_map, text, value);
        vt_vec_push(b->arena, &b->tokens, text);
    }
    return vt_build_number(value);
}

static struct phrase *phrase_of(struct builder *b, const vt_phrase *from, vt_str key)
{
    struct phrase *phrase = vt_map_find(b->phrase_map, key);
    if (phrase)
        return phrase;
    phrase = VT_NEW(b->arena, struct phrase);
    phrase->n = (uint32_t)from->n;
    for (size_t i = 0; i < from->n; i++)
        phrase->tokens[i] = token_number(b, from->token[i]);
    vt_map_set(b->phrase_map, key, phrase);
    vt_vec_push(b->arena, &b->phrases, phrase);
    return phrase;
}

static void add_hit(struct builder *b, struct phrase *phrase, uint32_t skill, uint32_t flags)
{
    for (size_t i = 0; i < phrase->hits.n; i++)
        if (phrase->hits.at[i].skill == skill)
            return;
    vt_vec_push(b->arena, &phrase->hits, ((struct meaning){skill, flags, 0}));
}

/** A label: the same one in several languages is one hit. */
static void add_label_hit(struct builder *b, struct phrase *phrase, struct meaning label)
{
    for (size_t i = 0; i < phrase->hits.n; i++) {
        struct meaning *there = &phrase->hits.at[i];
        if (there->skill != label.skill || !there->languages || there->flags != label.flags)
            continue;
        there->languages |= label.languages;
        return;
    }
    vt_vec_push(b->arena, &phrase->hits, label);
}

static uint32_t shape_of(vt_str surface)
{
    vt_skill_fold fold = {.text = surface};
    vt_skill_token token;
    unsigned letters = 0, capitals = 0;
    bool first = false, inside = false;
    for (size_t i = 0; vt_skill_fold_next(&fold, &token); i++) {
        letters += token.letters;
        capitals += token.capitals;
        if (i == 0)
            first = token.first_capital;
        inside = inside || token.capitals > (token.first_capital ? 1u : 0u);
    }
    if (capitals == 0)
        return VT_SHAPE_LOWER;
    if (capitals == letters)
        return VT_SHAPE_CAPS;
    return inside || !first ? VT_SHAPE_MIXED : VT_SHAPE_TITLE;
}

static bool is_marked(const vt_skill_source *s, vt_str surface)
{
    char key[512], mark[512];
    vt_str own = vt_str_n(key, vt_skill_key(surface, key, sizeof key));
    for (size_t i = 0; i < s->ambiguous.n; i++) {
        size_t len = vt_skill_key(s->ambiguous.at[i], mark, sizeof mark);
        if (vt_str_eq(own, vt_str_n(mark, len)))
            return true;
    }
    return false;
}

/** A word and a word of every sentence: To-Increase, Goods-In; without the hyphen it may be no name
 * at all ("to increase sales", "paper goods in boxes"). */
static bool is_everyday(vt_str surface)
{
    static const char *const words[] = {"a",  "an", "as", "at", "by",  "in",  "into", "of",
                                        "on", "or", "to", "up", "and", "the", "for",  "with"};
    size_t hyphen = vt_str_find_char(surface, '-', 0);
    if (hyphen >= surface.len)
        return false;
    return VT_STR_AMONG_NOCASE(vt_str_sub(surface, 0, hyphen), words) ||
           VT_STR_AMONG_NOCASE(vt_str_sub(surface, hyphen + 1, surface.len), words);
}

static uint32_t surface_flags(const vt_skill_source *s, vt_str surface, size_t place)
{
    uint32_t flags = shape_of(surface);
    if (place > 0)
        flags |= VT_HIT_ALIAS;
    if (is_marked(s, surface) || is_everyday(surface))
        flags |= VT_HIT_AMBIGUOUS;
    return flags;
}

vt_str vt_build_surface(const vt_skill_source *s, size_t place)
{
    vt_str qualifier;
    return place == 0 ? vt_skill_bare_name(s->name, &qualifier) : s->aliases.at[place - 1];
}

static void read_listed(struct builder *b)
{
    b->listed = vt_map_new(b->arena);
    for (size_t i = 0; i < b->sources->listed.n; i++) {
        vt_phrase phrase;
        if (vt_phrase_read(b->arena, b->sources->listed.at[i], &phrase))
            vt_map_set(b->listed, vt_build_phrase_key(b->arena, &phrase), b);
    }
}

/** The flag of a phrase that counts in lists only: an ordinary word that stands for a skill there.
 */
static uint32_t listed_flag(const struct builder *b, vt_str key, uint32_t flags)
{
    bool alias = flags & (VT_HIT_ALIAS | VT_HIT_VARIANT);
    return alias && vt_map_find(b->listed, key) ? (uint32_t)VT_HIT_LISTED : 0;
}

static void add_surfaces(struct builder *b)
{
    for (uint32_t i = 0; i < b->sources->n; i++) {
        const vt_skill_source *s = &b->sources->at[i];
        for (size_t place = 0; place <= s->aliases.n; place++) {
            vt_phrase phrase;
            vt_str surface = vt_build_surface(s, place);
            if (!vt_phrase_read(b->arena, surface, &phrase))
                continue;
            uint32_t flags =
                surface_flags(s, surface, place) | (phrase.breaks ? (uint32_t)VT_HIT_BREAK : 0);
            vt_str key = vt_build_phrase_key(b->arena, &phrase);
            flags |= listed_flag(b, key, flags);
            add_hit(b, phrase_of(b, &phrase, key), i, flags);
        }
    }
}

/** An adjective, as some qualities are called: it has no plural. */
static bool is_quality(vt_str word)
{
    static const char *const endings[] = {"ent", "ant", "ive", "ous", "ful", "able", "al", "ed"};
    return VT_STR_ENDS_AMONG(word, endings);
}

static void add_variants(struct builder *b)
{
    vt_phrase *variants = VT_NEW_ARRAY(b->arena, vt_phrase, VT_VARIANTS_MAX);
    vt_map *claimed = vt_map_new(b->arena); /* phrases that only variants have */
    for (uint32_t i = 0; i < b->sources->n; i++) {
        const vt_skill_source *s = &b->sources->at[i];
        bool product = vt_build_category_flags(s->category) & VT_CATEGORY_PRODUCT;
        for (size_t place = 0; place <= s->aliases.n; place++) {
            vt_str surface = vt_build_surface(s, place);
            uint32_t flags = surface_flags(s, surface, place) | VT_HIT_VARIANT;
            size_t n = vt_phrase_variants(b->arena, surface, product, variants);
            vt_phrase own_phrase;
            size_t own_n = vt_phrase_read(b->arena, surface, &own_phrase) ? own_phrase.n : 0;
            for (size_t v = 0; v < n; v++) {
                vt_str key = vt_build_phrase_key(b->arena, &variants[v]);
                struct phrase *there = vt_map_find(b->phrase_map, key);
                if (there && !vt_map_find(claimed, key))
                    continue;
                bool one = variants[v].n == 1 && place > 0;
                if (one && s->soft && is_quality(surface)) /* "patients" are none */
                    continue;
                if (!there)
                    vt_map_set(claimed, key, b);
                uint32_t own = flags | (variants[v].breaks ? (uint32_t)VT_HIT_BREAK : 0);
                /* "expireds" is a skill, "expired" a word; e-conomic is, economic is none;
                 * HighLevel is a product, "high level" is not */
                if ((variants[v].n == 1 && (place > 0 || product)) ||
                    (product && variants[v].n > own_n))
                    own |= VT_HIT_AMBIGUOUS;
                own |= listed_flag(b, key, own);
                if (one && (s->soft ||
                            (flags & VT_HIT_AMBIGUOUS))) /* Numbers is a program, "number" a word */
                    own |= VT_HIT_LISTED;
                add_hit(b, phrase_of(b, &variants[v], key), i, own);
            }
        }
    }
}

/* ---- actions ---- */

/** The phrase "WORD sign NOUN", or "WORD sign". */
static struct phrase *add_sign(struct builder *b, vt_str word, vt_str sign, vt_str noun)
{
    vt_phrase phrase;
    if (!vt_phrase_read(b->arena, word, &phrase) || phrase.n + 2 > VT_SURFACE_TOKENS)
        return NULL;
    phrase.token[phrase.n++] = sign;
    if (noun.ptr)
        phrase.token[phrase.n++] = noun;
    return phrase_of(b, &phrase, vt_build_phrase_key(b->arena, &phrase));
}

/** The token that stands for a verb: its forms lead to it, its objects follow it. */
static vt_str verb_token(struct builder *b, vt_map *verbs, vt_str verb, bool *ret_new)
{
    vt_str *there = vt_map_find(verbs, verb);
    *ret_new = !there;
    if (there)
        return *there;
    there = VT_NEW(b->arena, vt_str);
    *there = vt_str_format(b->arena, "\x04%zu", b->verbs++);
    vt_map_set(verbs, verb, there);
    return *there;
}

/** The phrase "VERB gap OBJECT"; the first skill that has it keeps it. */
static void add_object(struct builder *b, uint32_t skill, vt_str verb, const vt_phrase *object)
{
    vt_phrase phrase = {.token = {verb, VT_GAP_TOKEN}, .n = 2};
    if (phrase.n + object->n > VT_SURFACE_TOKENS)
        return;
    for (size_t i = 0; i < object->n; i++)
        phrase.token[phrase.n++] = object->token[i];
    vt_str key = vt_build_phrase_key(b->arena, &phrase);
    if (!vt_map_find(b->phrase_map, key))
        add_hit(b, phrase_of(b, &phrase, key), skill,
                VT_HIT_ALIAS | VT_HIT_VARIANT | VT_HIT_ACTION | VT_SHAPE_LOWER);
}

/** The objects of a verb, in both numbers. */
static void add_objects(struct builder *b, uint32_t skill, vt_str verb, vt_str objects,
                        vt_phrase *variants)
{
    vt_str object;
    while (vt_str_split(&objects, '|', &object)) {
        vt_phrase own;
        if (vt_str_eq(object, VT_STR("-")) || !vt_phrase_read(b->arena, object, &own))
            continue;
        size_t n = vt_phrase_variants(b->arena, object, false, variants);
        add_object(b, skill, verb, &own);
        for (size_t i = 0; i < n; i++)
            add_object(b, skill, verb, &variants[i]);
        vt_str plural = vt_str_format(b->arena, VT_STR_FMT "s", VT_STR_ARG(object));
        if (own.n == 1 && object.len < 5 && vt_phrase_read(b->arena, plural, &own))
            add_object(b, skill, verb, &own);
    }
}

/** A verb that says it alone; nothing where a skill is called so. */
static void add_alone(struct builder *b, uint32_t skill, vt_str verb)
{
    vt_phrase phrase;
    if (!vt_phrase_read(b->arena, verb, &phrase))
        return;
    vt_str key = vt_build_phrase_key(b->arena, &phrase);
    if (!vt_map_find(b->phrase_map, key))
        add_hit(b, phrase_of(b, &phrase, key), skill,
                VT_HIT_ALIAS | VT_HIT_VARIANT | VT_HIT_ACTION | VT_SHAPE_LOWER);
}

static bool is_regular(vt_str verb)
{
    return vt_str_find_char(verb, '/', 0) == VT_NPOS || vt_str_starts(verb, VT_STR("a/b "));
}

static bool has_alone(vt_str objects)
{
    vt_str object;
    while (vt_str_split(&objects, '|', &object))
        if (vt_str_eq(object, VT_STR("-")))
            return true;
    return false;
}

/** The forms of a verb, leading to its token. */
static void add_forms(struct builder *b, vt_str verb, vt_str token)
{
    vt_str forms[VT_VERB_FORMS], form;
    bool regular = is_regular(verb);
    if (regular)
        vt_verb_forms(b->arena, verb, forms);
    for (size_t i = 0; regular && i < VT_VERB_FORMS; i++)
        add_sign(b, forms[i], VT_ACTION_TOKEN, token);
    while (!regular && vt_str_split(&verb, '/', &form))
        add_sign(b, form, VT_ACTION_TOKEN, token);
}

/** The forms of a verb that say it alone; the last is mostly a noun ("blogs"). */
static void add_forms_alone(struct builder *b, uint32_t skill, vt_str verb)
{
    vt_str forms[VT_VERB_FORMS], form;
    bool regular = is_regular(verb);
    if (regular)
        vt_verb_forms(b->arena, verb, forms);
    for (size_t i = 0; regular && i + 1 < VT_VERB_FORMS; i++)
        add_alone(b, skill, forms[i]);
    while (!regular && vt_str_split(&verb, '/', &form))
        add_alone(b, skill, form);
}

static void add_actions(struct builder *b)
{
    vt_phrase *variants = VT_NEW_ARRAY(b->arena, vt_phrase, VT_VARIANTS_MAX);
    vt_map *verbs = vt_map_new(b->arena);
    for (uint32_t i = 0; i < b->sources->n; i++)
        for (size_t k = 0; k < b->sources->at[i].actions.n; k++) {
            vt_skill_action action = b->sources->at[i].actions.at[k];
            vt_str verb;
            while (vt_str_split(&action.verbs, '|', &verb)) {
                bool first;
                vt_str token = verb_token(b, verbs, verb, &first);
                add_objects(b, i, token, action.objects, variants);
                if (first)
                    add_forms(b, verb, token);
                if (has_alone(action.objects))
                    add_forms_alone(b, i, verb);
            }
        }
}

/* ---- crafts ---- */

static void add_nouns(struct builder *b, const vt_skill_nouns *row, vt_str word)
{
    vt_str nouns = row->nouns, noun;
    while (vt_str_split(&nouns, '|', &noun))
        add_sign(b, word, row->verb ? VT_VERB_TOKEN : VT_CALLING_TOKEN, noun);
}

static void add_crafts(struct builder *b)
{
    for (size_t i = 0; i < b->sources->nouns.n; i++) {
        const vt_skill_nouns *row = &b->sources->nouns.at[i];
        vt_str words = row->words, word, form;
        while (vt_str_split(&words, '|', &word)) {
            vt_str forms[VT_VERB_FORMS];
            bool regular = row->verb && vt_str_find_char(word, '/', 0) == VT_NPOS;
            if (regular)
                vt_verb_forms(b->arena, word, forms);
            for (size_t k = 0; regular && k < VT_VERB_FORMS; k++)
                add_nouns(b, row, forms[k]);
            while (!regular && vt_str_split(&word, '/', &form))
                add_nouns(b, row, form);
        }
    }
    for (uint32_t i = 0; i < b->sources->n; i++)
        for (size_t k = 0; k < b->sources->at[i].callings.n; k++) {
            struct phrase *phrase =
                add_sign(b, b->sources->at[i].callings.at[k], VT_CALLING_TOKEN, VT_STR_NULL);
            if (phrase)
                add_hit(b, phrase, i, VT_HIT_ALIAS | VT_HIT_VARIANT | VT_SHAPE_LOWER);
        }
}

/* ---- labels of other languages ---- */

static bool read_stems(struct builder *b, vt_str text, const char *language, vt_phrase *ret);

static void read_deeds(struct builder *b, uint32_t language)
{
    const char *code = b->languages.at[language].code;
    vt_str rest = vt_deeds_of(vt_str_z(code)), word;
    b->deeds[language].lead = vt_deeds_lead(vt_str_z(code));
    while (vt_str_split(&rest, ' ', &word)) {
        vt_phrase phrase;
        if (read_stems(b, word, code, &phrase))
            vt_vec_push(b->arena, &b->deeds[language].phrases, phrase);
    }
}

static vt_status language_number(struct builder *b, const char code[4], uint32_t *ret,
                                 vt_error *err)
{
    for (*ret = 0; *ret < b->languages.n; ++*ret)
        if (strcmp(b->languages.at[*ret].code, code) == 0)
            return VT_OK;
    if (b->languages.n == VT_LANGUAGES_MAX)
        return vt_fail(err, VT_E_LIMIT, "labels in more than %d languages", VT_LANGUAGES_MAX);
    vt_image_language *row = vt_vec_add(b->arena, &b->languages);
    memcpy(row->code, code, sizeof row->code);
    read_deeds(b, *ret);
    return VT_OK;
}

/** A label as a phrase of stems; false when it is empty or too long. */
static bool read_stems(struct builder *b, vt_str text, const char *language, vt_phrase *ret)
{
    const vt_stemmer *stemmer = vt_stemmer_find(vt_str_z(language));
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    *ret = (vt_phrase){0};
    while (vt_skill_fold_next(&fold, &token)) {
        char stem[VT_SKILL_TOKEN_MAX];
        size_t len = vt_stem(stemmer, &token, vt_str_sub(text, token.start, token.end), stem);
        if (len == 0)
            continue;
        if (ret->n == VT_SURFACE_TOKENS || token.len == VT_SKILL_TOKEN_MAX)
            return false;
        ret->breaks = ret->breaks || (ret->n > 0 && token.break_before);
        ret->token[ret->n++] = vt_str_dup(b->arena, vt_str_n(stem, len));
    }
    return ret->n > 0;
}

/** Capitals mean something in a short abbreviation only: German nouns have one. */
static uint32_t label_shape(vt_str text)
{
    uint32_t shape = shape_of(text);
    return shape == VT_SHAPE_CAPS ? shape : (uint32_t)VT_SHAPE_LOWER;
}

/** Tokens of the longest deed that a label ends with; 0: it has none, or nothing before it. */
static size_t deed_of(const struct deeds *deeds, const vt_phrase *label)
{
    size_t best = 0;
    for (size_t i = 0; i < deeds->phrases.n; i++) {
        const vt_phrase *deed = &deeds->phrases.at[i];
        size_t same = 0;
        while (same < deed->n && deed->n < label->n &&
               vt_str_eq(label->token[label->n - 1 - same], deed->token[deed->n - 1 - same]))
            same++;
        if (same == deed->n && same > best)
            best = same;
    }
    return best;
}

/** The phrase "FIRST sign REST" of a label, cut before token `at`; led: "REST sign FIRST". */
static void add_cut(struct builder *b, const vt_phrase *label, size_t at, bool led,
                    struct meaning meaning)
{
    vt_phrase phrase = {.n = 0};
    size_t n = label->n, from = led ? at : 0;
    if (n + 1 > VT_SURFACE_TOKENS)
        return;
    for (size_t i = 0; i < n; i++) {
        if (i == (led ? n - at : at))
            phrase.token[phrase.n++] = led ? VT_LED_TOKEN : VT_GAP_TOKEN;
        phrase.token[phrase.n++] = label->token[(from + i) % n];
    }
    add_label_hit(b, phrase_of(b, &phrase, vt_build_phrase_key(b->arena, &phrase)), meaning);
}

/** A label that says what is done: its object may stand apart from it. */
static void add_apart(struct builder *b, const vt_phrase *label, struct meaning meaning,
                      uint32_t language)
{
    const struct deeds *deeds = &b->deeds[language];
    size_t deed = deed_of(deeds, label);
    if (!deed || label->breaks || (meaning.flags & VT_HIT_LISTED))
        return;
    meaning.flags |= VT_HIT_ACTION;
    add_cut(b, label, label->n - deed, false, meaning);
    if (deeds->lead)
        add_cut(b, label, label->n - deed, true, meaning);
}

static vt_status add_labels(struct builder *b, vt_error *err)
{
    for (uint32_t i = 0; i < b->sources->n; i++) {
        const vt_skill_source *s = &b->sources->at[i];
        for (size_t k = 0; k < s->labels.n; k++) {
            const vt_skill_label *label = &s->labels.at[k];
            vt_phrase phrase;
            uint32_t language;
            VT_TRY(language_number(b, label->language, &language, err));
            if (!read_stems(b, label->text, label->language, &phrase))
                continue;
            uint32_t flags = label_shape(label->text) | VT_HIT_ALIAS |
                             (label->listed ? (uint32_t)VT_HIT_LISTED : 0) |
                             (phrase.breaks ? (uint32_t)VT_HIT_BREAK : 0);
            struct meaning meaning = {i, flags, (uint64_t)1 << language};
            add_label_hit(b, phrase_of(b, &phrase, vt_build_phrase_key(b->arena, &phrase)),
                          meaning);
            add_apart(b, &phrase, meaning, language);
        }
    }
    return VT_OK;
}

/* ---- cues ---- */

/** The number + 1 of a language of cues; 0: English. */
vt_status vt_build_cue_language(struct builder *b, const char *code, uint32_t *ret, vt_error *err)
{
    *ret = 0;
    if (strcmp(code, VT_CUES_ENGLISH) == 0)
        return VT_OK;
    VT_TRY(language_number(b, code, ret, err));
    ++*ret;
    return VT_OK;
}

/** The cues; their forms become tokens. */
static vt_status add_cues(struct builder *b, vt_error *err)
{
    VT_TRY(vt_cues_read(b->arena, b->sources, b->token_map, &b->cues, err));
    for (size_t i = 0; i < b->cues.profiles.n; i++) {
        uint32_t number;
        VT_TRY(vt_build_cue_language(b, b->sources->profiles.at[i].language, &number, err));
        b->cues.profiles.at[i].language = (uint16_t)number;
    }
    if (vt_image_bits(b->cues.words) > VT_CUE_WORD_BITS)
        return vt_fail(err, VT_E_LIMIT, "cues have %u words of at most %u", b->cues.words,
                       (1u << VT_CUE_WORD_BITS) - 1);
    for (size_t i = 0; i < b->cues.forms.n; i++)
        (void)token_number(b, b->cues.forms.at[i].text);
    return VT_OK;
}

vt_status vt_build_phrases(struct builder *b, vt_error *err)
{
    vt_vec_push(b->arena, &b->sets, (uint64_t)0);
    read_listed(b);
    add_surfaces(b);
    add_variants(b);
    add_actions(b);
    add_crafts(b);
    VT_TRY(add_labels(b, err));
    return add_cues(b, err);
}
