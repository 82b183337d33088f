/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Image making, in the order of the sections: skills by id, categories by name, all surfaces and
 * their variants as phrases (folded tokens), labels of other languages as phrases of stems, tokens
 * by length, then the trie of the phrases. A variant is taken only where no skill claims that
 * phrase outright.
 */
#include "skills/build.h"

#include "skills/cues.h"
#include "skills/deeds.h"
#include "skills/fold.h"
#include "skills/image.h"
#include "skills/stem.h"
#include "skills/taxonomy.h"
#include "skills/variants.h"

/** A meaning of a phrase; `languages`: one of stems, in these. */
struct meaning {
    uint32_t skill, flags;
    uint64_t languages;
};

typedef VT_VEC(struct meaning) hit_vec;
typedef VT_VEC(uint32_t) u32_vec;

/** A phrase and the skills it may mean. */
struct phrase {
    uint32_t tokens[VT_SURFACE_TOKENS]; /* token + 1 of build order, then of the image */
    uint32_t n;
    hit_vec hits;
};

struct category {
    vt_str name;
    uint16_t domain, field;
    bool spoken;
};

/** A name or alias by its folded key. */
struct keyed {
    vt_str key;
    uint32_t skill, place;
};

/** What labels of a language end with (deeds.h), as stems. */
struct deeds {
    VT_VEC(vt_phrase) phrases;
    bool lead;
};

struct builder {
    size_t verbs; /* of actions, numbered so far */
    vt_arena *arena;
    vt_skill_sources *sources;
    vt_map *by_name; /* name or id -> source */
    vt_map *category_map;
    VT_VEC(struct category *) categories;
    vt_map *phrase_map; /* tokens joined by spaces -> struct phrase */
    VT_VEC(struct phrase *) phrases;
    vt_map *listed;    /* folded aliases that count in lists only */
    vt_map *token_map; /* text -> its number + 1, as a pointer */
    VT_VEC(vt_str) tokens;
    u32_vec *children; /* [sources] */
    vt_image_skill *skills;
    vt_buf *strings;
    u32_vec lists;
    VT_VEC(struct keyed) surfaces; /* those that prefix search finds */
    VT_VEC(vt_image_language) languages;
    struct deeds deeds[VT_LANGUAGES_MAX]; /* of each */
    VT_VEC(vt_image_label) labels;
    VT_VEC(uint64_t) sets;
    VT_VEC(vt_image_kind) kinds;
    vt_pairs *pairs; /* in which labels are written */
    const vt_pair *made;
    const uint16_t *symbols;
    size_t n_made, n_symbols;
    vt_cue_tables cues;
};

static void *number_value(size_t n)
{
    return (void *)(uintptr_t)(n + 1);
}
static uint32_t number_of(const void *value)
{
    return (uint32_t)((uintptr_t)value - 1);
}

uint64_t vt_image_checksum(const void *image, size_t size)
{
    uint64_t sum = 0x9E3779B97F4A7C15u;
    const unsigned char *at = (const unsigned char *)image + sizeof(vt_image_header);
    const unsigned char *end = (const unsigned char *)image + size;
    for (; at + 8 <= end; at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x100000001B3u;
        sum = sum << 23 | sum >> 41;
    }
    return sum;
}

/* ---- sources ---- */

static int compare_sources(const void *a, const void *b)
{
    return vt_str_cmp(((const vt_skill_source *)a)->id, ((const vt_skill_source *)b)->id);
}

/** Aliases that nobody writes are left out. */
static void drop_long_aliases(vt_skill_source *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->aliases.n; i++)
        if (s->aliases.at[i].len > 0 && s->aliases.at[i].len < VT_ALIAS_MAX)
            s->aliases.at[n++] = s->aliases.at[i];
    s->aliases.n = n;
}

static vt_status check_sources(struct builder *b, vt_error *err)
{
    vt_skill_sources *sources = b->sources;
    if (sources->n == 0)
        return vt_fail(err, VT_E_EMPTY, "no skills");
    if (sources->n > 4000000)
        return vt_fail(err, VT_E_LIMIT, "%zu skills of at most 4,000,000", sources->n);
    qsort(sources->at, sources->n, sizeof *sources->at, compare_sources);
    for (size_t i = 0; i < sources->n; i++) {
        const vt_skill_source *s = &sources->at[i];
        if (!s->id.len || !s->name.len || !s->category.len || s->id.len > 400 || s->name.len > 400)
            return vt_fail(err, VT_E_INVALID, "skill %zu ('" VT_STR_FMT "'): id, name or category",
                           i, VT_STR_ARG(s->name));
        if (i > 0 && vt_str_eq(s->id, sources->at[i - 1].id))
            return vt_fail(err, VT_E_INVALID, "the id '" VT_STR_FMT "' stands twice",
                           VT_STR_ARG(s->id));
        vt_map_set(b->by_name, s->id, number_value(i));
        drop_long_aliases(&sources->at[i]);
    }
    for (size_t i = sources->n; i-- > 0;)
        vt_map_set(b->by_name, sources->at[i].name, number_value(i));
    return VT_OK;
}

/* ---- categories ---- */

static bool has_word(vt_str text, const char *const *words)
{
    for (; *words; words++)
        if (vt_str_find(text, vt_str_z(*words), 0) != VT_NPOS)
            return true;
    return false;
}

/** "Software Testing" is no software. */
static bool names_practice(vt_str name)
{
    static const char *const ends[] = {"Testing",   "Architecture", "Engineering", "Design",
                                       "Practices", "Quality",      "Delivery",    "Methods"};
    return VT_STR_ENDS_AMONG(name, ends);
}

static uint16_t category_flags(vt_str name)
{
    static const char *const products[] = {"Librar",
                                           "Framework",
                                           "Tools",
                                           "Software",
                                           "Product",
                                           "Platform",
                                           "Packages",
                                           "Gems",
                                           "Crates",
                                           "Databases",
                                           "Applic",
                                           "Suite",
                                           "Editor",
                                           "Engines",
                                           "Environments",
                                           "APIs",
                                           "Ecosystem",
                                           "AWS",
                                           "SAP ",
                                           "Salesforce",
                                           "Operating Systems",
                                           "Toolkits",
                                           "Systems",
                                           "Programming Languages",
                                           "Scripting Languages",
                                           "SaaS",
                                           "Apps",
                                           NULL};
    static const char *const credentials[] = {"Certific", "Credential", "Licen", "Qualific", NULL};
    unsigned flags = 0;
    if (has_word(name, products) && !names_practice(name))
        flags |= VT_CATEGORY_PRODUCT;
    if (has_word(name, credentials))
        flags |= VT_CATEGORY_CREDENTIAL;
    return (uint16_t)flags;
}

static int compare_categories(const void *a, const void *b)
{
    return vt_str_cmp((*(struct category *const *)a)->name, (*(struct category *const *)b)->name);
}

static void collect_categories(struct builder *b)
{
    for (size_t i = 0; i < b->sources->n; i++) {
        vt_str name = b->sources->at[i].category;
        struct category *c = vt_map_find(b->category_map, name);
        if (!c) {
            c = VT_NEW(b->arena, struct category);
            c->name = name;
            c->domain = b->sources->at[i].domain;
            c->field = b->sources->at[i].field;
            c->spoken = b->sources->at[i].spoken;
            vt_map_set(b->category_map, name, c);
            vt_vec_push(b->arena, &b->categories, c);
        }
    }
    qsort(b->categories.at, b->categories.n, sizeof *b->categories.at, compare_categories);
}

/* ---- phrases ---- */

static vt_str phrase_key(vt_arena *arena, const vt_phrase *phrase)
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
        value = number_value(b->tokens.n);
        vt_map_set(b->token_map, text, value);
        vt_vec_push(b->arena, &b->tokens, text);
    }
    return number_of(value);
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

static vt_str surface_at(const vt_skill_source *s, size_t place)
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
            vt_map_set(b->listed, phrase_key(b->arena, &phrase), b);
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
            vt_str surface = surface_at(s, place);
            if (!vt_phrase_read(b->arena, surface, &phrase))
                continue;
            uint32_t flags =
                surface_flags(s, surface, place) | (phrase.breaks ? (uint32_t)VT_HIT_BREAK : 0);
            vt_str key = phrase_key(b->arena, &phrase);
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
        bool product = category_flags(s->category) & VT_CATEGORY_PRODUCT;
        for (size_t place = 0; place <= s->aliases.n; place++) {
            vt_str surface = surface_at(s, place);
            uint32_t flags = surface_flags(s, surface, place) | VT_HIT_VARIANT;
            size_t n = vt_phrase_variants(b->arena, surface, product, variants);
            vt_phrase own_phrase;
            size_t own_n = vt_phrase_read(b->arena, surface, &own_phrase) ? own_phrase.n : 0;
            for (size_t v = 0; v < n; v++) {
                vt_str key = phrase_key(b->arena, &variants[v]);
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
    return phrase_of(b, &phrase, phrase_key(b->arena, &phrase));
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
    vt_str key = phrase_key(b->arena, &phrase);
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
    vt_str key = phrase_key(b->arena, &phrase);
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
    add_label_hit(b, phrase_of(b, &phrase, phrase_key(b->arena, &phrase)), meaning);
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
            add_label_hit(b, phrase_of(b, &phrase, phrase_key(b->arena, &phrase)), meaning);
            add_apart(b, &phrase, meaning, language);
        }
    }
    return VT_OK;
}

/* ---- cues ---- */

/** The number + 1 of a language of cues; 0: English. */
static vt_status cue_language(struct builder *b, const char *code, uint32_t *ret, vt_error *err)
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
    VT_TRY(vt_cues_read(b->arena, b->sources, &b->cues, err));
    for (size_t i = 0; i < b->cues.profiles.n; i++) {
        uint32_t number;
        VT_TRY(cue_language(b, b->sources->profiles.at[i].language, &number, err));
        b->cues.profiles.at[i].language = (uint16_t)number;
    }
    if (vt_image_bits(b->cues.words) > VT_CUE_WORD_BITS)
        return vt_fail(err, VT_E_LIMIT, "cues have %u words of at most %u", b->cues.words,
                       (1u << VT_CUE_WORD_BITS) - 1);
    for (size_t i = 0; i < b->cues.forms.n; i++)
        (void)token_number(b, b->cues.forms.at[i].text);
    return VT_OK;
}

/* ---- strings and lists ---- */

static uint32_t string_of(struct builder *b, vt_str text)
{
    uint32_t offset = (uint32_t)b->strings->len;
    vt_buf_add(b->strings, text);
    return offset;
}

/** A text behind its length. */
static void add_text(struct builder *b, vt_str text)
{
    text.len = VT_MIN(text.len, (size_t)VT_IMAGE_TEXT_MAX);
    if (text.len < 0x80) {
        vt_buf_addc(b->strings, (char)text.len);
    } else {
        vt_buf_addc(b->strings, (char)(0x80 | (text.len & 0x7F)));
        vt_buf_addc(b->strings, (char)(text.len >> 7));
    }
    vt_buf_add(b->strings, text);
}

static size_t add_list(struct builder *b, const u32_vec *skills, size_t most)
{
    size_t n = VT_MIN(skills->n, most);
    for (size_t i = 0; i < n; i++)
        vt_vec_push(b->arena, &b->lists, skills->at[i]);
    return n;
}

static void push_once(vt_arena *arena, u32_vec *list, uint32_t value)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == value)
            return;
    vt_vec_push(arena, list, value);
}

static void resolve_implied(struct builder *b, uint32_t skill, u32_vec *ret)
{
    const vt_skill_source *s = &b->sources->at[skill];
    for (size_t i = 0; i < s->implied.n; i++) {
        const void *value = vt_map_find(b->by_name, s->implied.at[i]);
        if (value && number_of(value) != skill)
            push_once(b->arena, ret, number_of(value));
    }
}

/** The skill that a qualifier names, as "Elixir" in "Finch (Elixir)". */
static void resolve_context(struct builder *b, vt_str qualifier, uint32_t skill, u32_vec *ret)
{
    vt_phrase phrase;
    if (!qualifier.ptr || !vt_phrase_read(b->arena, qualifier, &phrase))
        return;
    const struct phrase *there = vt_map_find(b->phrase_map, phrase_key(b->arena, &phrase));
    if (there && !there->hits.at[0].languages && there->hits.at[0].skill != skill)
        vt_vec_push(b->arena, ret, there->hits.at[0].skill);
}

static uint32_t category_index(const struct builder *b, vt_str name)
{
    struct category key = {.name = name};
    const struct category *p = &key;
    struct category **found = bsearch(&p, b->categories.at, b->categories.n,
                                      sizeof *b->categories.at, compare_categories);
    return (uint32_t)(found - b->categories.at);
}

/** A text in pairs, behind its length. */
static void add_codes(struct builder *b, vt_str text)
{
    VT_AUTO(vt_buf) vt_buf codes = {0};
    vt_pairs_write(b->pairs, text, &codes);
    add_text(b, vt_buf_str(&codes));
}

/** Id, name and aliases; each with its key for the search by prefix. */
static void add_texts(struct builder *b, vt_image_skill *out, uint32_t skill)
{
    const vt_skill_source *s = &b->sources->at[skill];
    out->text = (uint32_t)b->strings->len;
    out->surfaces = (uint16_t)VT_MIN(s->aliases.n + 1, (size_t)UINT16_MAX);
    add_text(b, s->id);
    add_codes(b, s->name);
    for (uint32_t place = 0; place < out->surfaces; place++) {
        char key[1024];
        if (place > 0)
            add_codes(b, s->aliases.at[place - 1]);
        if (place >> VT_ORDER_PLACE_BITS)
            continue;
        size_t n = vt_skill_key(surface_at(s, place), key, sizeof key);
        vt_str copy = vt_str_dup(b->arena, vt_str_n(key, n));
        vt_vec_push(b->arena, &b->surfaces, ((struct keyed){copy, skill, place}));
    }
}

/** The labels of a skill in a language that are shown, '|' between them: the first, as many as
 * there is room for. */
static vt_str labels_in(const struct builder *b, const vt_skill_source *s, const char *language)
{
    char text[VT_LABELS_MAX];
    size_t n = 0, shown = 0;
    for (size_t i = 0; i < s->labels.n && shown < VT_LABELS_SHOWN; i++) {
        vt_str label = s->labels.at[i].text;
        if (strcmp(s->labels.at[i].language, language) != 0 || n + 1 + label.len > sizeof text)
            continue;
        if (n > 0)
            text[n++] = '|';
        memcpy(text + n, label.ptr, label.len);
        n += label.len;
        shown++;
    }
    return n ? vt_str_dup(b->arena, vt_str_n(text, n)) : VT_STR_NULL;
}

/** The labels of a skill: for each language its number, bytes and codes. */
static void add_label_row(struct builder *b, uint32_t skill)
{
    const vt_skill_source *s = &b->sources->at[skill];
    uint32_t text = (uint32_t)b->strings->len;
    for (uint32_t language = 0; language < b->languages.n && s->labels.n > 0; language++) {
        vt_str labels = labels_in(b, s, b->languages.at[language].code);
        if (!labels.len)
            continue;
        vt_buf_addc(b->strings, (char)language);
        add_codes(b, labels);
    }
    uint32_t len = (uint32_t)b->strings->len - text;
    if (len > 0)
        vt_vec_push(b->arena, &b->labels, ((vt_image_label){skill, text, len}));
}

static void settle_pairs(struct builder *b)
{
    b->pairs = vt_pairs_new(b->arena);
    for (size_t i = 0; i < b->sources->n; i++) {
        vt_pairs_learn(b->pairs, b->sources->at[i].name);
        for (size_t k = 0; k < b->sources->at[i].aliases.n; k++)
            vt_pairs_learn(b->pairs, b->sources->at[i].aliases.at[k]);
    }
    for (size_t i = 0; i < b->sources->n; i++)
        for (uint32_t k = 0; k < b->languages.n && b->sources->at[i].labels.n > 0; k++)
            vt_pairs_learn(b->pairs, labels_in(b, &b->sources->at[i], b->languages.at[k].code));
    vt_pairs_settle(b->pairs, &b->made, &b->n_made, &b->symbols, &b->n_symbols);
}

/** Common is what the sheets say, what has names in several languages, and what many imply. */
static uint16_t skill_flags(const struct builder *b, uint32_t skill, bool qualified)
{
    enum { COMMON_LABELS = 4, COMMON_CHILDREN = 8 };
    const vt_skill_source *s = &b->sources->at[skill];
    bool common = s->common || b->children[skill].n >= COMMON_CHILDREN;
    size_t languages = 0;
    for (size_t i = 0; i < s->labels.n; i++)
        languages += i == 0 || strcmp(s->labels.at[i].language, s->labels.at[i - 1].language) != 0;
    bool labelled = !common && languages >= COMMON_LABELS;
    return (uint16_t)((s->soft ? VT_SKILL_SOFT : 0) | (qualified ? VT_SKILL_QUALIFIED : 0) |
                      (common || labelled ? VT_SKILL_COMMON : 0) |
                      (labelled ? VT_SKILL_LABELLED : 0));
}

static void make_skills(struct builder *b)
{
    size_t n = b->sources->n;
    u32_vec *implied = VT_NEW_ARRAY(b->arena, u32_vec, n);
    b->children = VT_NEW_ARRAY(b->arena, u32_vec, n);
    b->skills = VT_NEW_ARRAY(b->arena, vt_image_skill, n);
    for (uint32_t i = 0; i < n; i++) {
        resolve_implied(b, i, &implied[i]);
        for (size_t k = 0; k < implied[i].n; k++)
            vt_vec_push(b->arena, &b->children[implied[i].at[k]], i);
    }
    for (uint32_t i = 0; i < n; i++) {
        const vt_skill_source *s = &b->sources->at[i];
        vt_str qualifier;
        (void)vt_skill_bare_name(s->name, &qualifier);
        u32_vec context = {0};
        resolve_context(b, qualifier, i, &context);
        vt_image_skill *out = &b->skills[i];
        *out = (vt_image_skill){.lists = (uint32_t)b->lists.n,
                                .category = (uint16_t)category_index(b, s->category)};
        out->implied = (uint8_t)add_list(b, &implied[i], VT_SKILL_IMPLIED_MAX);
        unsigned flags = skill_flags(b, i, qualifier.ptr != NULL);
        out->flags = (uint8_t)(flags | (add_list(b, &context, 1) ? VT_SKILL_CONTEXT : 0));
        out->children = (uint16_t)add_list(b, &b->children[i], VT_SKILL_CHILDREN_MAX);
        add_texts(b, out, i);
        add_label_row(b, i);
    }
}

/* ---- order of hits: name, alias, qualified name, variant; then what most others imply ---- */

struct ranked {
    struct meaning hit;
    uint32_t rank, children;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->children != y->children)
        return x->children > y->children ? -1 : 1;
    return x->hit.skill < y->hit.skill ? -1 : 1;
}

static void order_hits(struct builder *b)
{
    for (size_t p = 0; p < b->phrases.n; p++) {
        hit_vec *hits = &b->phrases.at[p]->hits;
        struct ranked rows[256];
        size_t n = VT_MIN(hits->n, VT_COUNT(rows));
        for (size_t i = 0; i < n; i++) {
            struct meaning hit = hits->at[i];
            bool qualified = b->skills[hit.skill].flags & VT_SKILL_QUALIFIED;
            uint32_t rank = hit.languages                ? 4
                            : hit.flags & VT_HIT_VARIANT ? 3
                            : hit.flags & VT_HIT_ALIAS   ? 1
                            : qualified                  ? 2
                                                         : 0;
            rows[i] = (struct ranked){hit, rank, (uint32_t)b->children[hit.skill].n};
        }
        qsort(rows, n, sizeof *rows, compare_ranked);
        for (size_t i = 0; i < n; i++)
            hits->at[i] = rows[i].hit;
        hits->n = n;
    }
}

/* ---- tokens and trie ---- */

static int compare_tokens(const void *a, const void *b)
{
    const vt_str *x = a, *y = b;
    if (x->len != y->len)
        return x->len < y->len ? -1 : 1;
    return vt_str_cmp(*x, *y);
}

/** Sorts the tokens and renumbers those of the phrases. */
static void order_tokens(struct builder *b)
{
    size_t n = b->tokens.n;
    vt_str *old = VT_NEW_ARRAY(b->arena, vt_str, n);
    memcpy(old, b->tokens.at, n * sizeof *old);
    qsort(b->tokens.at, n, sizeof *b->tokens.at, compare_tokens);
    for (size_t i = 0; i < n; i++)
        vt_map_set(b->token_map, b->tokens.at[i], number_value(i));
    for (size_t p = 0; p < b->phrases.n; p++)
        for (uint32_t i = 0; i < b->phrases.at[p]->n; i++) {
            uint32_t *token = &b->phrases.at[p]->tokens[i];
            *token = number_of(vt_map_find(b->token_map, old[*token]));
        }
}

static int compare_phrases(const void *a, const void *b)
{
    const struct phrase *x = *(struct phrase *const *)a, *y = *(struct phrase *const *)b;
    for (uint32_t i = 0; i < x->n && i < y->n; i++)
        if (x->tokens[i] != y->tokens[i])
            return x->tokens[i] < y->tokens[i] ? -1 : 1;
    return x->n == y->n ? 0 : x->n < y->n ? -1 : 1;
}

/** A node, as it is made: node 0 is the root. */
struct node {
    uint32_t parent, token;
    struct phrase *phrase; /* what ends here, or NULL */
};

/** Nodes in breadth: the children of a node lie together, sorted by token. */
struct trie {
    VT_VEC(struct node) made;
    uint32_t *order;    /* [made.n]: node of `made` at each place */
    uint32_t *children; /* [made.n + 1]: place of the first child of the node at each place */
};

/** Sorted phrases share their beginnings with the one before: `path` holds its nodes. */
static void make_nodes(struct builder *b, struct trie *trie)
{
    qsort(b->phrases.at, b->phrases.n, sizeof *b->phrases.at, compare_phrases);
    vt_vec_push(b->arena, &trie->made, ((struct node){0}));
    uint32_t path[VT_SURFACE_TOKENS + 1] = {0};
    const struct phrase *last = NULL;
    for (size_t p = 0; p < b->phrases.n; p++) {
        struct phrase *phrase = b->phrases.at[p];
        uint32_t depth = 0;
        while (last && depth < last->n && depth < phrase->n &&
               last->tokens[depth] == phrase->tokens[depth])
            depth++;
        for (; depth < phrase->n; depth++) {
            uint32_t made = (uint32_t)trie->made.n;
            vt_vec_push(b->arena, &trie->made,
                        ((struct node){path[depth], phrase->tokens[depth], NULL}));
            path[depth + 1] = made;
        }
        trie->made.at[path[phrase->n]].phrase = phrase;
        last = phrase;
    }
}

static void order_nodes(struct builder *b, struct trie *trie)
{
    size_t n = trie->made.n;
    uint32_t *first = VT_NEW_ARRAY(b->arena, uint32_t, n + 2); /* of each node's children in `by` */
    uint32_t *by = VT_NEW_ARRAY(b->arena, uint32_t, n);
    for (size_t i = 1; i < n; i++)
        first[trie->made.at[i].parent + 2]++;
    for (size_t i = 2; i < n + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 1; i < n; i++)
        by[first[trie->made.at[i].parent + 1]++] = i;

    trie->order = VT_NEW_ARRAY(b->arena, uint32_t, n);
    trie->children = VT_NEW_ARRAY(b->arena, uint32_t, n + 1);
    uint32_t placed = 1;
    for (size_t place = 0; place < n; place++) {
        uint32_t made = trie->order[place];
        trie->children[place] = placed;
        for (uint32_t i = first[made]; i < first[made + 1]; i++)
            trie->order[placed++] = by[i];
    }
    trie->children[n] = placed;
}

/* ---- writing ---- */

static void put(vt_buf *out, vt_image_header *header, vt_image_section section, size_t start,
                const void *rows, size_t count, size_t size)
{
    while ((out->len - start) % 8)
        vt_buf_addc(out, '\0');
    header->sections[section].offset = out->len - start;
    header->sections[section].count = (uint32_t)count;
    vt_buf_add(out, vt_str_n(rows, count * size));
}

typedef VT_VEC(uint64_t) u64_vec;

/** Numbers, each of as many bits as the largest needs. */
static void put_packed(vt_buf *out, vt_image_header *header, vt_image_section section, size_t start,
                       const u64_vec *numbers)
{
    uint64_t most = 0, word = 0;
    for (size_t i = 0; i < numbers->n; i++)
        most = VT_MAX(most, numbers->at[i]);
    uint32_t width = vt_image_bits(most), used = 0;
    put(out, header, section, start, NULL, 0, 0);
    header->sections[section].count = (uint32_t)numbers->n;
    header->sections[section].width = width;
    for (size_t i = 0; i < numbers->n; i++) {
        word |= numbers->at[i] << used;
        for (used += width; used >= 8; used -= 8, word >>= 8)
            vt_buf_addc(out, (char)(word & 0xFF));
    }
    vt_buf_addc(out, (char)(word & 0xFF));
    for (size_t i = 0; i < VT_PACKED_ROOM; i++)
        vt_buf_addc(out, '\0');
}

/** A set of the numbers below `n`. */
static vt_image_ranked *new_set(struct builder *b, size_t n)
{
    return VT_NEW_ARRAY(b->arena, vt_image_ranked, n / 64 + 1);
}

static void set_add(vt_image_ranked *set, uint32_t i)
{
    uint32_t *half = i % 64 < 32 ? &set[i / 64].low : &set[i / 64].high;
    *half |= (uint32_t)1 << (i % 32);
}

static void put_set(vt_buf *out, vt_image_header *header, vt_image_section section, size_t start,
                    vt_image_ranked *set, size_t n)
{
    uint32_t before = 0;
    for (size_t i = 0; i < n / 64 + 1; i++) {
        set[i].before = before;
        before += vt_ranked_count(vt_ranked_bits(&set[i]));
    }
    put(out, header, section, start, set, n / 64 + 1, sizeof *set);
}

static vt_image_category *make_categories(struct builder *b)
{
    vt_image_category *rows = VT_NEW_ARRAY(b->arena, vt_image_category, b->categories.n + 1);
    for (size_t i = 0; i < b->categories.n; i++) {
        struct category *c = b->categories.at[i];
        rows[i] = (vt_image_category){
            .name = string_of(b, c->name),
            .name_len = (uint16_t)VT_MIN(c->name.len, (size_t)UINT16_MAX),
            .flags = (uint16_t)(category_flags(c->name) | (c->spoken ? VT_CATEGORY_LANGUAGE : 0)),
            .domain = c->domain,
            .field = c->field};
    }
    return rows;
}

static int compare_keyed(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    int order = vt_str_cmp(x->key, y->key);
    if (order)
        return order;
    if (x->skill != y->skill)
        return x->skill < y->skill ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void put_order(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    u64_vec order = {0};
    qsort(b->surfaces.at, b->surfaces.n, sizeof *b->surfaces.at, compare_keyed);
    for (size_t i = 0; i < b->surfaces.n; i++)
        vt_vec_push(b->arena, &order,
                    (uint64_t)b->surfaces.at[i].skill << VT_ORDER_PLACE_BITS |
                        b->surfaces.at[i].place);
    put_packed(out, header, VT_IMAGE_ORDER, start, &order);
}

/** The tokens and where each length begins. */
static void put_tokens(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    VT_AUTO(vt_buf) vt_buf text = {0};
    uint32_t first[VT_IMAGE_LENGTHS_COUNT] = {0};
    for (size_t i = 0; i < b->tokens.n; i++) {
        vt_buf_add(&text, b->tokens.at[i]);
        for (size_t len = b->tokens.at[i].len + 1; len < VT_COUNT(first); len++)
            first[len]++;
    }
    put(out, header, VT_IMAGE_TOKENS, start, text.ptr, text.len, 1);
    put(out, header, VT_IMAGE_LENGTHS, start, first, VT_COUNT(first), sizeof *first);
}

/** Four of five slots are taken. */
static void put_token_slots(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    u64_vec slots = {0};
    size_t n = b->tokens.n + b->tokens.n / 4 + 8;
    vt_vec_reserve(b->arena, &slots, n);
    slots.n = n;
    memset(slots.at, 0, n * sizeof *slots.at);
    for (uint32_t i = 0; i < b->tokens.n; i++) {
        size_t slot = vt_image_slot(b->tokens.at[i], (uint32_t)n);
        while (slots.at[slot])
            slot = slot + 1 == n ? 0 : slot + 1;
        slots.at[slot] = i + 1;
    }
    put_packed(out, header, VT_IMAGE_TOKEN_SLOTS, start, &slots);
}

static int compare_redirects(const void *a, const void *b)
{
    const vt_image_redirect *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/** Retired ids in their order, which is that of their strings: they are added sorted. */
static const vt_image_redirect *make_redirects(struct builder *b, size_t *ret_n)
{
    VT_VEC(vt_str) ids = {0};
    VT_VEC(vt_image_redirect) rows = {0};
    for (uint32_t i = 0; i < b->sources->n; i++)
        for (size_t k = 0; k < b->sources->at[i].retired.n; k++) {
            vt_str id = b->sources->at[i].retired.at[k];
            vt_vec_push(b->arena, &ids, id);
            vt_vec_push(b->arena, &rows, ((vt_image_redirect){0, (uint32_t)id.len, i}));
        }
    uint32_t *order = VT_NEW_ARRAY(b->arena, uint32_t, ids.n + 1);
    for (uint32_t i = 0; i < ids.n; i++) { /* few: an insertion sort */
        uint32_t at = i;
        for (; at > 0 && vt_str_cmp(ids.at[order[at - 1]], ids.at[i]) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (size_t i = 0; i < ids.n; i++) {
        rows.at[order[i]].id = (uint32_t)b->strings->len;
        vt_buf_add(b->strings, ids.at[order[i]]);
    }
    if (rows.n)
        qsort(rows.at, rows.n, sizeof *rows.at, compare_redirects);
    *ret_n = rows.n;
    return rows.at;
}

/** The number of a set of languages. */
static vt_status set_number(struct builder *b, uint64_t set, uint16_t *ret, vt_error *err)
{
    size_t i = 0;
    while (i < b->sets.n && b->sets.at[i] != set)
        i++;
    if (i == b->sets.n) {
        if (i == UINT16_MAX)
            return vt_fail(err, VT_E_LIMIT, "more than %d sets of languages", UINT16_MAX);
        vt_vec_push(b->arena, &b->sets, set);
    }
    *ret = (uint16_t)i;
    return VT_OK;
}

static vt_status kind_number(struct builder *b, const struct meaning *m, uint64_t *ret,
                             vt_error *err)
{
    enum { SHARED = 5 }; /* a label that so many languages write alike is one in all */
    vt_image_kind kind = {.flags = (uint16_t)m->flags};
    uint64_t languages = m->languages;
    if (vt_ranked_count(languages) >= SHARED)
        languages = ((uint64_t)1 << (b->languages.n - 1) << 1) - 1;
    VT_TRY(set_number(b, languages, &kind.languages, err));
    for (*ret = 0; *ret < b->kinds.n; ++*ret)
        if (memcmp(&b->kinds.at[*ret], &kind, sizeof kind) == 0)
            return VT_OK;
    vt_vec_push(b->arena, &b->kinds, kind);
    return VT_OK;
}

/** The numbers of the trie as the image has them. */
struct packed_trie {
    vt_image_ranked *root, *inner, *single, *several;
    u64_vec steps, children, first, hits;
};

/** The hits of the nodes with one, or of the others. */
static vt_status pack_hits(struct builder *b, const struct trie *trie, bool single,
                           struct packed_trie *t, vt_error *err)
{
    uint32_t bits = vt_image_bits(b->sources->n - 1);
    for (uint32_t i = 0; i < trie->made.n; i++) {
        const struct phrase *phrase = trie->made.at[trie->order[i]].phrase;
        if (!phrase || (phrase->hits.n == 1) != single)
            continue;
        set_add(single ? t->single : t->several, i);
        if (!single)
            vt_vec_push(b->arena, &t->first, (uint64_t)t->hits.n);
        for (size_t k = 0; k < phrase->hits.n; k++) {
            uint64_t kind;
            VT_TRY(kind_number(b, &phrase->hits.at[k], &kind, err));
            vt_vec_push(b->arena, &t->hits, kind << bits | phrase->hits.at[k].skill);
        }
    }
    return VT_OK;
}

static vt_status pack_trie(struct builder *b, const struct trie *trie, struct packed_trie *t,
                           vt_error *err)
{
    size_t n = trie->made.n;
    t->root = new_set(b, b->tokens.n);
    t->inner = new_set(b, n);
    t->single = new_set(b, n);
    t->several = new_set(b, n);
    for (uint32_t i = 1; i < n; i++) {
        const struct node *node = &trie->made.at[trie->order[i]];
        if (node->parent == 0)
            set_add(t->root, node->token);
        else
            vt_vec_push(b->arena, &t->steps, (uint64_t)node->token);
        if (trie->children[i] == trie->children[i + 1])
            continue;
        set_add(t->inner, i);
        vt_vec_push(b->arena, &t->children, (uint64_t)trie->children[i]);
    }
    vt_vec_push(b->arena, &t->children, (uint64_t)n);
    VT_TRY(pack_hits(b, trie, true, t, err));
    VT_TRY(pack_hits(b, trie, false, t, err));
    vt_vec_push(b->arena, &t->first, (uint64_t)t->hits.n);
    return VT_OK;
}

static vt_status put_trie(struct builder *b, const struct trie *trie, vt_buf *out,
                          vt_image_header *header, size_t start, vt_error *err)
{
    size_t n = trie->made.n;
    struct packed_trie t = {0};
    VT_TRY(pack_trie(b, trie, &t, err));
    put_set(out, header, VT_IMAGE_ROOT, start, t.root, b->tokens.n);
    put_packed(out, header, VT_IMAGE_STEPS, start, &t.steps);
    put_set(out, header, VT_IMAGE_INNER, start, t.inner, n);
    put_packed(out, header, VT_IMAGE_CHILDREN, start, &t.children);
    put_set(out, header, VT_IMAGE_SINGLE, start, t.single, n);
    put_set(out, header, VT_IMAGE_SEVERAL, start, t.several, n);
    put_packed(out, header, VT_IMAGE_FIRST, start, &t.first);
    put_packed(out, header, VT_IMAGE_HITS, start, &t.hits);
    put(out, header, VT_IMAGE_KINDS, start, b->kinds.at, b->kinds.n, sizeof *b->kinds.at);
    put(out, header, VT_IMAGE_LANGUAGES, start, b->languages.at, b->languages.n,
        sizeof *b->languages.at);
    put(out, header, VT_IMAGE_SETS, start, b->sets.at, b->sets.n, sizeof *b->sets.at);
    put(out, header, VT_IMAGE_LABELS, start, b->labels.at, b->labels.n, sizeof *b->labels.at);
    return VT_OK;
}

/** The skills of each profile's cues, and of each cue which of them it means. */
static void number_cue_skills(struct builder *b, u64_vec *skills, uint32_t *place)
{
    uint32_t *seen = VT_NEW_ARRAY(b->arena, uint32_t, b->sources->n); /* place + 1 */
    for (size_t k = 0; k < b->cues.profiles.n; k++) {
        vt_image_profile *profile = &b->cues.profiles.at[k];
        profile->skills = (uint32_t)skills->n;
        for (uint32_t i = profile->first; i < profile->first + profile->n; i++) {
            uint32_t skill = number_of(vt_map_find(b->by_name, b->cues.rows.at[i].skill));
            if (!seen[skill]) {
                vt_vec_push(b->arena, skills, (uint64_t)skill);
                seen[skill] = ++profile->n_skills;
            }
            place[i] = seen[skill] - 1;
        }
        for (size_t i = profile->skills; i < skills->n; i++)
            seen[skills->at[i]] = 0;
    }
}

/** A token that is a form of a word of cues. */
struct cue_token_word {
    uint32_t token;
    uint64_t word; /* vt_image_cue_form() */
};

static int compare_token_words(const void *a, const void *b)
{
    const struct cue_token_word *x = a, *y = b;
    if (x->token != y->token)
        return x->token < y->token ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

/** The forms of all languages by their tokens. */
static vt_status order_cue_forms(struct builder *b, struct cue_token_word **ret, vt_error *err)
{
    size_t n = b->cues.forms.n;
    *ret = VT_NEW_ARRAY(b->arena, struct cue_token_word, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vt_cue_form *form = &b->cues.forms.at[i];
        uint32_t language;
        VT_TRY(cue_language(b, form->language, &language, err));
        (*ret)[i] = (struct cue_token_word){number_of(vt_map_find(b->token_map, form->text)),
                                            vt_image_cue_form(language, form->word)};
    }
    qsort(*ret, n, sizeof **ret, compare_token_words);
    return VT_OK;
}

static vt_status put_cue_forms(struct builder *b, vt_buf *out, vt_image_header *header,
                               size_t start, vt_error *err)
{
    vt_image_ranked *forms = new_set(b, b->tokens.n);
    u64_vec words = {0}, shared = {0};
    struct cue_token_word *rows;
    VT_TRY(order_cue_forms(b, &rows, err));
    for (size_t i = 0, end; i < b->cues.forms.n; i = end) {
        for (end = i + 1; end < b->cues.forms.n && rows[end].token == rows[i].token;)
            end++;
        set_add(forms, rows[i].token);
        bool several = end - i > 1;
        uint64_t value = several ? (uint64_t)shared.n << 1 | 1 : rows[i].word << 1;
        vt_vec_push(b->arena, &words, value);
        for (size_t k = i; several && k < end; k++)
            vt_vec_push(b->arena, &shared, rows[k].word << 1 | (k + 1 == end));
    }
    put_set(out, header, VT_IMAGE_CUE_FORMS, start, forms, b->tokens.n);
    put_packed(out, header, VT_IMAGE_CUE_WORDS, start, &words);
    put_packed(out, header, VT_IMAGE_CUE_SHARED, start, &shared);
    return VT_OK;
}

/** The cues and the profiles. */
static void put_cues(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    const vt_cue_tables *cues = &b->cues;
    uint32_t *skill = VT_NEW_ARRAY(b->arena, uint32_t, cues->rows.n + 1);
    u64_vec firsts = {0}, rows = {0}, others = {0}, skills = {0};
    number_cue_skills(b, &skills, skill);
    for (size_t i = 0; i < cues->rows.n; i++)
        if (cues->rows.at[i].words[2])
            vt_vec_push(b->arena, &others,
                        (uint64_t)cues->rows.at[i].words[2] << VT_CUE_WORD_BITS |
                            cues->rows.at[i].words[1]);
    uint64_t place = (uint64_t)1 << VT_CUE_WORD_BITS;
    uint32_t bits = vt_image_bits(place + others.n);
    for (size_t i = 0; i < cues->rows.n; i++) {
        const vt_cue_row *row = &cues->rows.at[i];
        uint64_t other = row->words[2] ? place++ : row->words[1];
        vt_vec_push(b->arena, &firsts, (uint64_t)row->words[0]);
        vt_vec_push(b->arena, &rows, (uint64_t)skill[i] << bits | other);
    }
    put_packed(out, header, VT_IMAGE_CUE_FIRSTS, start, &firsts);
    put_packed(out, header, VT_IMAGE_CUES, start, &rows);
    put_packed(out, header, VT_IMAGE_CUE_OTHERS, start, &others);
    put_packed(out, header, VT_IMAGE_CUE_SKILLS, start, &skills);
    put(out, header, VT_IMAGE_PROFILES, start, cues->profiles.at, cues->profiles.n,
        sizeof *cues->profiles.at);
}

static vt_status write_image(struct builder *b, const struct trie *trie, vt_buf *out, vt_error *err)
{
    size_t start = out->len;
    vt_image_header header = {
        .magic = VT_IMAGE_MAGIC, .version = VT_IMAGE_VERSION, .endian = VT_IMAGE_ENDIAN};
    vt_buf_add(out, vt_str_n((const char *)&header, sizeof header));

    const vt_image_category *categories = make_categories(b);
    size_t n_redirects;
    const vt_image_redirect *redirects = make_redirects(b, &n_redirects);
    put(out, &header, VT_IMAGE_STRINGS, start, b->strings->ptr, b->strings->len, 1);
    put(out, &header, VT_IMAGE_SKILLS, start, b->skills, b->sources->n, sizeof *b->skills);
    put(out, &header, VT_IMAGE_CATEGORIES, start, categories, b->categories.n, sizeof *categories);
    put(out, &header, VT_IMAGE_LISTS, start, b->lists.at, b->lists.n, sizeof *b->lists.at);
    put_order(b, out, &header, start);
    put_tokens(b, out, &header, start);
    put_token_slots(b, out, &header, start);
    VT_TRY(put_trie(b, trie, out, &header, start, err));
    put(out, &header, VT_IMAGE_REDIRECTS, start, redirects, n_redirects, sizeof *redirects);
    put(out, &header, VT_IMAGE_PAIRS, start, b->made, b->n_made, sizeof *b->made);
    put(out, &header, VT_IMAGE_SYMBOLS, start, b->symbols, b->n_symbols, sizeof *b->symbols);
    VT_TRY(put_cue_forms(b, out, &header, start, err));
    put_cues(b, out, &header, start);
    while ((out->len - start) % 8)
        vt_buf_addc(out, '\0');
    if (out->overflow || out->len - start > VT_MAX_TAXONOMY)
        return vt_fail(err, VT_E_LIMIT, "the image is over %u bytes", VT_MAX_TAXONOMY);
    header.size = out->len - start;
    header.checksum = vt_image_checksum(out->ptr + start, header.size);
    memcpy(out->ptr + start, &header, sizeof header);
    return VT_OK;
}

vt_status vt_taxonomy_build(vt_arena *arena, vt_skill_sources *sources, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf strings = {0};
    struct builder b = {.arena = arena,
                        .strings = &strings,
                        .sources = sources,
                        .by_name = vt_map_new(arena),
                        .category_map = vt_map_new(arena),
                        .phrase_map = vt_map_new(arena),
                        .token_map = vt_map_new(arena)};
    VT_TRY(check_sources(&b, err));
    collect_categories(&b);
    if (b.categories.n > UINT16_MAX)
        return vt_fail(err, VT_E_LIMIT, "%zu categories of at most %d", b.categories.n, UINT16_MAX);
    vt_vec_push(arena, &b.sets, (uint64_t)0);
    read_listed(&b);
    add_surfaces(&b);
    add_variants(&b);
    add_actions(&b);
    add_crafts(&b);
    VT_TRY(add_labels(&b, err));
    VT_TRY(add_cues(&b, err));
    settle_pairs(&b);
    make_skills(&b);
    order_hits(&b);
    order_tokens(&b);
    struct trie trie = {0};
    make_nodes(&b, &trie);
    order_nodes(&b, &trie);
    return write_image(&b, &trie, out, err);
}
