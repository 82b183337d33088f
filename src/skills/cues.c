/* SPDX-License-Identifier: Apache-2.0 */
#include "skills/cues.h"

#include "skills/stem.h"
#include "skills/variants.h"

/** A form of a word; forms of one word point to each other. */
struct form {
    vt_str text;
    uint32_t next; /* itself: it stands for all that point to it */
};

/** The forms of a language. */
struct forms {
    const char *language;
    vt_map *by_text; /* text -> its number + 1, as a pointer */
    VT_VEC(struct form) all;
};

enum { ALTERNATIVES = 6, EXPANDED = 16 };

/** A place in a cue, and the words that may stand there. */
struct slot {
    uint32_t words[ALTERNATIVES];
    size_t n;
};

struct cue_reader {
    vt_arena *arena;
    VT_VEC(struct forms) languages;
    struct forms *forms;       /* of the profile's language */
    const vt_stemmer *stemmer; /* NULL: English */
    bool every_word;           /* those that say nothing, too */
    bool noun;                 /* the word is the object of one before it */
    const vt_map *words;       /* of names and actions */
    vt_cue_tables *tables;
};

static struct forms *forms_of(struct cue_reader *r, const char *language)
{
    for (size_t i = 0; i < r->languages.n; i++)
        if (strcmp(r->languages.at[i].language, language) == 0)
            return &r->languages.at[i];
    struct forms *forms = vt_vec_add(r->arena, &r->languages);
    *forms = (struct forms){.language = language, .by_text = vt_map_new(r->arena)};
    return forms;
}

static uint32_t form_of(struct cue_reader *r, vt_str text)
{
    const void *there = vt_map_find(r->forms->by_text, text);
    if (there)
        return (uint32_t)((uintptr_t)there - 1);
    uint32_t number = (uint32_t)r->forms->all.n;
    text = vt_str_dup(r->arena, text);
    vt_vec_push(r->arena, &r->forms->all, ((struct form){text, number}));
    vt_map_set(r->forms->by_text, text, (void *)(uintptr_t)(number + 1));
    return number;
}

static uint32_t root_of(struct cue_reader *r, uint32_t form)
{
    struct form *all = r->forms->all.at;
    while (all[form].next != form)
        form = all[form].next = all[all[form].next].next;
    return form;
}

/** Takes a text for a form of the word, if there is one yet. */
static void join(struct cue_reader *r, uint32_t *word, vt_str text)
{
    uint32_t form = root_of(r, form_of(r, text));
    if (*word == UINT32_MAX)
        *word = form;
    else
        r->forms->all.at[form].next = root_of(r, *word);
}

/** Words that a cue may have or not. */
static bool says_nothing(vt_str word)
{
    static const char *const words[] = {"a",   "an",  "the", "of",   "to",   "in",   "on",   "for",
                                        "and", "or",  "at",  "with", "from", "by",   "as",   "into",
                                        "my",  "our", "per", "its",  "is",   "am",   "are",  "be",
                                        "was", "i",   "we",  "you",  "it",   "this", "that", "has",
                                        "had", "not", "no",  "have", "their"};
    return VT_STR_AMONG(word, words);
}

/** A token of a cue as it is looked up. */
struct cue_token {
    vt_str text;
    bool plain;    /* of small letters */
    bool plural;   /* it may have one: no number */
    bool inflects; /* an English word in its base form: no abbreviation, not "training" */
};

static bool inflects(const vt_skill_token *token)
{
    static const char *const endings[] = {"ed", "ing", "ee", "ss"};
    static const char *const particles[] = {"out", "off", "down", "over", "back", "all"};
    vt_str text = vt_str_n(token->text, token->len);
    return token->len > 2 && !VT_STR_AMONG(text, particles) && token->letters == token->len &&
           token->capitals < 2 && !VT_STR_ENDS_AMONG(text, endings);
}

/** The tokens of a piece of a cue; those that say nothing are left out. */
static size_t read_tokens(struct cue_reader *r, vt_str text,
                          struct cue_token ret[VT_SURFACE_TOKENS])
{
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    size_t n = 0;
    while (n < VT_SURFACE_TOKENS && vt_skill_fold_next(&fold, &token)) {
        char stem[VT_SKILL_TOKEN_MAX];
        vt_str own = vt_str_n(token.text, token.len);
        if (r->stemmer)
            own = vt_str_n(
                stem, vt_stem(r->stemmer, &token, vt_str_sub(text, token.start, token.end), stem));
        if (own.len && (r->stemmer || r->every_word || !says_nothing(own)))
            ret[n++] = (struct cue_token){
                .text = vt_str_dup(r->arena, own),
                .plain = token.letters == token.len && token.capitals<2, .plural = token.letters> 0,
                .inflects = !r->stemmer && inflects(&token),
            };
    }
    return n;
}

/** A thing of its own that only looks like a form of another word: "news" is not of "new". */
static bool is_of_its_own(vt_str text)
{
    static const char *const words[] = {"arms",  "canned",  "customs", "goods", "mains",
                                        "means", "meeting", "news",    "sats",  "theses"};
    return VT_STR_AMONG(text, words);
}

/** The singular of an English word that may be a plural: not of "press", "status" or "news". */
static bool cut_plural(vt_str *text)
{
    static const char *const endings[] = {"is", "ss", "us"};
    if (text->len <= 3 || !vt_str_ends(*text, VT_STR("s")) || VT_STR_ENDS_AMONG(*text, endings) ||
        is_of_its_own(*text))
        return false;
    text->len--;
    return true;
}

/** The forms of a word; of an English one in its base form those that a noun has, and where it
 * stands first those of a verb, if some name or action has it as one: nobody has "kitchened". */
static void join_forms(struct cue_reader *r, uint32_t *word, const struct cue_token *token)
{
    vt_str forms[VT_VERB_FORMS], base = token->text, singular = base;
    join(r, word, base);
    if (!r->stemmer && (says_nothing(base) || !token->plural)) /* "at" of ATS, "5" of 5S */
        return;
    if (!r->stemmer && token->plain && cut_plural(&singular))
        join(r, word, singular);
    else if (!r->stemmer && !token->inflects)
        join(r, word, vt_str_format(r->arena, VT_STR_FMT "s", VT_STR_ARG(base)));
    if (!token->inflects || vt_str_ends(base, VT_STR("s")))
        return;
    vt_verb_forms(r->arena, base, forms);
    bool verb = !r->noun && (vt_map_find(r->words, forms[0]) || vt_map_find(r->words, forms[1]));
    for (size_t i = verb ? 0 : VT_VERB_FORMS - 1; i < VT_VERB_FORMS; i++) /* the last: plural */
        if (!is_of_its_own(forms[i]))
            join(r, word, forms[i]);
}

/** "draw/drew" has two forms; "CI/CD" and "S/4HANA" are words with a sign. */
static bool has_forms(vt_str text)
{
    enum { SIGN_MAX = 2 };
    vt_str form;
    size_t n = 0, longest = 0, shortest = SIZE_MAX;
    for (; vt_str_split(&text, '/', &form); n++) {
        longest = VT_MAX(longest, form.len);
        shortest = VT_MIN(shortest, form.len);
    }
    return n > 1 && longest > SIGN_MAX && shortest > 1;
}

/** Whether two texts are forms of one word: most of the shorter one begins both. */
static bool is_one_word(vt_str a, vt_str b)
{
    enum { LEAST = 3 };
    size_t same = 0, shorter = VT_MIN(a.len, b.len);
    while (same < shorter && a.ptr[same] == b.ptr[same])
        same++;
    return same >= LEAST && same * 5 >= shorter * 3;
}

/** Forms with '/' between them: those of one word are one, others are words of their own, so that
 * no word is a form of all that anybody wrote beside it. An alternative in several tokens is none.
 */
static void read_alternatives(struct cue_reader *r, vt_str text, struct slot *ret)
{
    struct cue_token tokens[VT_SURFACE_TOKENS];
    vt_str form, begun[ALTERNATIVES];
    while (vt_str_split(&text, '/', &form)) {
        if (read_tokens(r, form, tokens) != 1)
            continue;
        size_t i = 0;
        while (i < ret->n && !is_one_word(begun[i], tokens[0].text))
            i++;
        if (i < ret->n) {
            join(r, &ret->words[i], tokens[0].text);
        } else if (i < ALTERNATIVES) {
            uint32_t word = UINT32_MAX;
            if (i == 0)
                join_forms(r, &word, &tokens[0]);
            else
                join(r, &word, tokens[0].text);
            begun[i] = tokens[0].text;
            ret->words[ret->n++] = word;
        }
    }
}

/** A piece of a cue between blanks: a word in one or more forms, or several words with signs
 * between them. */
static void read_piece(struct cue_reader *r, vt_str text, struct slot *slots, size_t *n)
{
    if (*n < VT_SURFACE_TOKENS && has_forms(text)) {
        slots[*n] = (struct slot){0};
        read_alternatives(r, text, &slots[*n]);
        *n += slots[*n].n > 0;
        return;
    }
    struct cue_token tokens[VT_SURFACE_TOKENS];
    size_t n_tokens = read_tokens(r, text, tokens);
    for (size_t i = 0; i < n_tokens && *n < VT_SURFACE_TOKENS; i++) {
        slots[*n] = (struct slot){{UINT32_MAX}, 1};
        join_forms(r, &slots[(*n)++].words[0], &tokens[i]);
    }
}

/** Leaves the places with the shortest words out until there is room for all. */
static size_t shorten(struct cue_reader *r, struct slot *slots, size_t n)
{
    const struct form *all = r->forms->all.at;
    while (n > VT_CUE_WORDS) {
        size_t least = 0;
        for (size_t i = 1; i < n; i++)
            if (all[slots[i].words[0]].text.len < all[slots[least].words[0]].text.len)
                least = i;
        memmove(slots + least, slots + least + 1, (n - least - 1) * sizeof *slots);
        n--;
    }
    return n;
}

static size_t read_slots(struct cue_reader *r, vt_str text, struct slot slots[VT_SURFACE_TOKENS])
{
    size_t n = 0;
    vt_str piece;
    for (r->noun = false; vt_str_split(&text, ' ', &piece); r->noun = true)
        read_piece(r, piece, slots, &n);
    return n;
}

/** A row for each choice of words. */
static void add_rows(struct cue_reader *r, vt_str skill, const struct slot *slots, size_t n)
{
    size_t choices = 1;
    for (size_t i = 0; i < n; i++)
        choices *= slots[i].n;
    for (size_t choice = 0; choice < VT_MIN(choices, (size_t)EXPANDED); choice++) {
        vt_cue_row *row = vt_vec_add(r->arena, &r->tables->rows);
        *row = (vt_cue_row){.skill = skill};
        size_t rest = choice;
        for (size_t i = 0; i < n; i++, rest /= slots[i - 1].n)
            row->words[i] = slots[i].words[rest % slots[i].n] + 1; /* forms, until all are known */
    }
}

static void read_cue(struct cue_reader *r, vt_str skill, vt_str text)
{
    struct slot slots[VT_SURFACE_TOKENS];
    size_t n = read_slots(r, text, slots);
    if (n == 1) { /* "on-call" is no call */
        r->every_word = true;
        n = read_slots(r, text, slots);
        r->every_word = false;
    }
    if (n > 0)
        add_rows(r, skill, slots, shorten(r, slots, n));
}

/** Numbers the words of the reader's language, and says of each form which it is. Gives the number
 * by root. */
static const uint32_t *number_words(struct cue_reader *r)
{
    vt_cue_tables *t = r->tables;
    size_t n = r->forms->all.n;
    uint32_t *number = VT_NEW_ARRAY(r->arena, uint32_t, n + 1), words = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = root_of(r, i);
        if (!number[root])
            number[root] = ++words;
        vt_cue_form form = {r->forms->all.at[i].text, r->forms->language, number[root]};
        vt_vec_push(r->arena, &t->forms, form);
    }
    t->words = VT_MAX(t->words, words);
    return number;
}

/** The numbers of the words of a language's profiles, in place of their forms. */
static void number_rows(struct cue_reader *r, const vt_skill_sources *sources)
{
    const uint32_t *number = number_words(r);
    for (size_t k = 0; k < sources->profiles.n; k++) {
        const vt_image_profile *profile = &r->tables->profiles.at[k];
        if (strcmp(sources->profiles.at[k].language, r->forms->language) != 0)
            continue;
        for (uint32_t i = profile->first; i < profile->first + profile->n; i++) {
            uint32_t *words = r->tables->rows.at[i].words;
            for (size_t w = 0; w < VT_CUE_WORDS && words[w]; w++)
                words[w] = number[root_of(r, words[w] - 1)];
        }
    }
}

/** All words of `a` are words of `b`. */
static bool is_part_of(const vt_cue_row *a, const vt_cue_row *b)
{
    for (size_t i = 0; i < VT_CUE_WORDS && a->words[i]; i++) {
        bool there = false;
        for (size_t k = 0; k < VT_CUE_WORDS; k++)
            there = there || a->words[i] == b->words[k];
        if (!there)
            return false;
    }
    return true;
}

/** Another cue of the skill, of two words or more, is a part of cue `i`; of two that are the same
 * the first stays. One word says which skill it is, but not that of the words beside it. `next`
 * leads round the cues of each skill. */
static bool is_told(const vt_cue_row *rows, const uint32_t *next, uint32_t i)
{
    for (uint32_t k = next[i]; k != i; k = next[k])
        if (rows[k].words[1] && is_part_of(&rows[k], &rows[i]) &&
            !(is_part_of(&rows[i], &rows[k]) && k > i))
            return true;
    return false;
}

/** The next cue of the same skill for each, round and round. */
static uint32_t *rings_of(vt_arena *arena, const vt_cue_row *rows, uint32_t n)
{
    uint32_t *next = VT_NEW_ARRAY(arena, uint32_t, n + 1);
    vt_map *last = vt_map_new(arena); /* skill -> the last of its cues + 1 */
    for (uint32_t i = 0; i < n; i++) {
        uintptr_t before = (uintptr_t)vt_map_find(last, rows[i].skill);
        next[i] = before ? next[before - 1] : i;
        if (before)
            next[before - 1] = i;
        vt_map_set(last, rows[i].skill, (void *)(uintptr_t)(i + 1));
    }
    return next;
}

/** Leaves out the cues that say no more than another of the same skill. Those that stay follow the
 * `at` cues of the profiles before. */
static void drop_told(struct cue_reader *r, vt_image_profile *profile, uint32_t at)
{
    vt_cue_row *from = r->tables->rows.at + profile->first, *to = r->tables->rows.at + at;
    uint32_t *next = rings_of(r->arena, from, profile->n), kept = 0;
    bool *told = VT_NEW_ARRAY(r->arena, bool, profile->n + 1);
    for (uint32_t i = 0; i < profile->n; i++)
        told[i] = is_told(from, next, i);
    for (uint32_t i = 0; i < profile->n; i++)
        if (!told[i])
            to[kept++] = from[i];
    profile->first = at;
    profile->n = kept;
}

static int compare_rows(const void *a, const void *b)
{
    uint32_t x = ((const vt_cue_row *)a)->words[0], y = ((const vt_cue_row *)b)->words[0];
    return x == y ? 0 : x < y ? -1 : 1;
}

/** The rarest word of each cue first, and the cues by it. */
static void order_rows(struct cue_reader *r, const vt_image_profile *profile)
{
    vt_cue_row *rows = r->tables->rows.at + profile->first;
    uint32_t *uses = VT_NEW_ARRAY(r->arena, uint32_t, r->tables->words + 1);
    for (uint32_t i = 0; i < profile->n; i++)
        for (size_t k = 0; k < VT_CUE_WORDS; k++)
            uses[rows[i].words[k]]++;
    for (uint32_t i = 0; i < profile->n; i++) {
        size_t rarest = 0;
        for (size_t k = 1; k < VT_CUE_WORDS && rows[i].words[k]; k++)
            if (uses[rows[i].words[k]] < uses[rows[i].words[rarest]])
                rarest = k;
        uint32_t first = rows[i].words[rarest];
        rows[i].words[rarest] = rows[i].words[0];
        rows[i].words[0] = first;
    }
    qsort(rows, profile->n, sizeof *rows, compare_rows);
}

static vt_status read_codes(const vt_skill_profile *from, vt_image_profile *ret, vt_error *err)
{
    vt_str rest = from->codes, code;
    while (vt_str_split(&rest, ',', &code)) {
        uint32_t number = 0;
        for (size_t i = 0; i < code.len && vt_is_digit(code.ptr[i]); i++)
            number = number * 10 + (uint32_t)(code.ptr[i] - '0');
        if (code.len != 4 || ret->n_codes == VT_PROFILE_CODES)
            return vt_fail(err, VT_E_FORMAT,
                           "cues: '" VT_STR_FMT "' are not up to %d unit groups of ISCO-08",
                           VT_STR_ARG(from->codes), VT_PROFILE_CODES);
        ret->codes[ret->n_codes++] = (uint16_t)number;
    }
    return VT_OK;
}

vt_status vt_cues_read(vt_arena *arena, const vt_skill_sources *sources, const vt_map *words,
                       vt_cue_tables *ret, vt_error *err)
{
    struct cue_reader r = {.arena = arena, .words = words, .tables = ret};
    for (size_t i = 0; i < sources->profiles.n; i++) {
        const vt_skill_profile *from = &sources->profiles.at[i];
        vt_image_profile profile = {.first = (uint32_t)ret->rows.n};
        VT_TRY(read_codes(from, &profile, err));
        bool english = strcmp(from->language, VT_CUES_ENGLISH) == 0;
        r.forms = forms_of(&r, from->language);
        r.stemmer = english ? NULL : vt_stemmer_find(vt_str_z(from->language));
        for (size_t k = 0; k < from->cues.n; k++) {
            vt_str cues = from->cues.at[k].cues, cue;
            while (vt_str_split(&cues, '|', &cue))
                read_cue(&r, from->cues.at[k].skill, cue);
        }
        profile.n = (uint32_t)ret->rows.n - profile.first;
        vt_vec_push(arena, &ret->profiles, profile);
    }
    for (size_t i = 0; i < r.languages.n; i++) {
        r.forms = &r.languages.at[i];
        number_rows(&r, sources);
    }
    uint32_t rows = 0;
    for (size_t i = 0; i < ret->profiles.n; i++) {
        drop_told(&r, &ret->profiles.at[i], rows);
        order_rows(&r, &ret->profiles.at[i]);
        rows += ret->profiles.at[i].n;
    }
    ret->rows.n = rows;
    return VT_OK;
}
