/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four makers, each applied to what the ones before it gave: other ways to join the parts of a
 * compound, British and American spelling (a table of endings and beginnings), and the other
 * number of the last word. Nonsense that comes out ("nodej") does no harm: nobody writes it.
 */
#include "skills/variants.h"

#include "skills/fold.h"

bool vt_phrase_read(vt_arena *arena, vt_str surface, vt_phrase *ret)
{
    vt_skill_fold fold = {.text = surface};
    vt_skill_token token;
    *ret = (vt_phrase){0};
    while (vt_skill_fold_next(&fold, &token)) {
        if (ret->n == VT_SURFACE_TOKENS || token.len == VT_SKILL_TOKEN_MAX)
            return false;
        if (ret->n > 0 && token.break_before)
            ret->breaks = true;
        ret->token[ret->n++] = vt_str_dup(arena, vt_str_n(token.text, token.len));
    }
    return ret->n > 0;
}

struct set {
    vt_arena *arena;
    vt_phrase *at; /* [VT_VARIANTS_MAX], the surface's own form first */
    size_t n;
};

static bool same(const vt_phrase *a, const vt_phrase *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!vt_str_eq(a->token[i], b->token[i]))
            return false;
    return true;
}

static void add(struct set *set, const vt_phrase *phrase)
{
    if (set->n == VT_VARIANTS_MAX)
        return;
    for (size_t i = 0; i < set->n; i++)
        if (same(&set->at[i], phrase))
            return;
    set->at[set->n++] = *phrase;
}

static void add_with_token(struct set *set, const vt_phrase *base, size_t i, vt_str token)
{
    vt_phrase other = *base;
    other.token[i] = token;
    add(set, &other);
}

/* ---- joining ---- */

static bool is_word(unsigned char c)
{
    return vt_is_alnum(c) || c >= 0x80;
}

/** The surface without the `signs` between two letters; false when there is none, or beside a digit
 * (3.11 and 802.11ac keep theirs). */
static bool without_signs(vt_arena *arena, vt_str surface, const char *signs, vt_str *ret)
{
    char *out = vt_arena_alloc(arena, surface.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < surface.len; i++) {
        bool inside = i > 0 && i + 1 < surface.len && is_word((unsigned char)surface.ptr[i - 1]) &&
                      is_word((unsigned char)surface.ptr[i + 1]);
        if (inside && strchr(signs, surface.ptr[i])) {
            if (vt_is_digit(surface.ptr[i - 1]) || vt_is_digit(surface.ptr[i + 1]))
                return false;
            continue;
        }
        out[n++] = surface.ptr[i];
    }
    *ret = vt_str_n(out, n);
    return n != surface.len;
}

/** PowerPoint as two words: split before a capital that follows a lower-case letter. */
static bool split_camel(vt_arena *arena, vt_str surface, vt_str *ret)
{
    for (size_t i = 3; i + 3 <= surface.len; i++) {
        if (!vt_is_upper(surface.ptr[i]) ||
            !(surface.ptr[i - 1] >= 'a' && surface.ptr[i - 1] <= 'z'))
            continue;
        *ret = vt_str_format(arena, VT_STR_FMT " " VT_STR_FMT, (int)i, surface.ptr,
                             (int)(surface.len - i), surface.ptr + i);
        return vt_str_find_char(surface, ' ', 0) == VT_NPOS;
    }
    return false;
}

static void add_surface(struct set *set, vt_str surface)
{
    vt_phrase phrase;
    if (vt_phrase_read(set->arena, surface, &phrase))
        add(set, &phrase);
}

static void add_joined(struct set *set, vt_str surface, bool product)
{
    static const char *const signs[] = {"-./", ".", "-", "/"};
    vt_str other;
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (without_signs(set->arena, surface, signs[i], &other))
            add_surface(set, other);
    if (split_camel(set->arena, surface, &other))
        add_surface(set, other);

    vt_phrase own = set->at[0]; /* Node.js: [node][.js] is also [node][js] */
    bool dotted = false;
    for (size_t i = 1; i < own.n; i++)
        if (own.token[i].ptr[0] == '.') {
            own.token[i] = vt_str_sub(own.token[i], 1, own.token[i].len);
            dotted = true;
        }
    if (dotted)
        add(set, &own);
    own = set->at[0];
    if (product && own.n == 2 && !own.breaks && own.token[0].len + own.token[1].len <= 16 &&
        own.token[0].len + own.token[1].len >= 6) {
        own.token[0] = vt_str_format(set->arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(own.token[0]),
                                     VT_STR_ARG(own.token[1]));
        own.n = 1;
        add(set, &own);
    }
}

/* ---- spelling ---- */

enum where { END, START, WHOLE };
static const struct {
    const char *from, *to; /* each way */
    enum where where;
    size_t before; /* letters that must stand before the ending */
} spellings[] = {
    {"isation", "ization", END, 3},
    {"isations", "izations", END, 3},
    {"ising", "izing", END, 3},
    {"ised", "ized", END, 4},
    {"iser", "izer", END, 4},
    {"isers", "izers", END, 4},
    {"lyse", "lyze", END, 2},
    {"lysing", "lyzing", END, 2},
    {"lyser", "lyzer", END, 2},
    {"elling", "eling", END, 2},
    {"avelling", "aveling", END, 1},
    {"viour", "vior", END, 3},
    {"vioural", "vioral", END, 3},
    {"abour", "abor", END, 1},
    {"olour", "olor", END, 1},
    {"flavour", "flavor", START, 0},
    {"tumour", "tumor", START, 0},
    {"centre", "center", START, 0},
    {"theatre", "theater", START, 0},
    {"fibre", "fiber", START, 0},
    {"paed", "ped", START, 0},
    {"orthopaed", "orthoped", START, 0},
    {"haem", "hem", START, 0},
    {"anaesth", "anesth", START, 0},
    {"gynae", "gyne", START, 0},
    {"oes", "es", START, 0},
    {"oed", "ed", START, 0},
    {"programme", "program", WHOLE, 0},
    {"catalogue", "catalog", START, 0},
    {"analogue", "analog", WHOLE, 0},
    {"dialogue", "dialog", WHOLE, 0},
    {"fulfilment", "fulfillment", WHOLE, 0},
    {"enrolment", "enrollment", WHOLE, 0},
    {"licence", "license", WHOLE, 0},
    {"licences", "licenses", WHOLE, 0},
    {"defence", "defense", WHOLE, 0},
    {"aluminium", "aluminum", WHOLE, 0},
    {"grey", "gray", WHOLE, 0},
    {"ageing", "aging", WHOLE, 0},
    {"judgement", "judgment", WHOLE, 0},
    {"plough", "plow", START, 0},
    {"tyre", "tire", WHOLE, 0},
    {"jewellery", "jewelry", WHOLE, 0},
    {"manoeuvr", "maneuver", START, 0},
    {"colour", "color", START, 0},
    {"labour", "labor", START, 0},
};

/** `token` with `from` replaced by `to`, or the null string. */
static vt_str respelt(vt_arena *arena, vt_str token, const char *from, const char *to,
                      enum where where, size_t before)
{
    vt_str old = vt_str_z(from);
    if (where == WHOLE)
        return vt_str_eq(token, old) ? vt_str_z(to) : VT_STR_NULL;
    if (where == START)
        return vt_str_starts(token, old) && token.len > old.len + 1
                   ? vt_str_format(arena, "%s" VT_STR_FMT, to, (int)(token.len - old.len),
                                   token.ptr + old.len)
               : vt_str_eq(token, old) && old.len > 4 ? vt_str_z(to)
                                                      : VT_STR_NULL;
    if (!vt_str_ends(token, old) || token.len < old.len + before)
        return VT_STR_NULL;
    return vt_str_format(arena, VT_STR_FMT "%s", (int)(token.len - old.len), token.ptr, to);
}

static void add_spellings(struct set *set)
{
    size_t end = set->n;
    for (size_t p = 0; p < end; p++) {
        vt_phrase base = set->at[p];
        for (size_t i = 0; i < base.n; i++) {
            for (size_t row = 0; row < VT_COUNT(spellings); row++) {
                const char *a = spellings[row].from, *b = spellings[row].to;
                vt_str other = respelt(set->arena, base.token[i], a, b, spellings[row].where,
                                       spellings[row].before);
                if (!other.ptr)
                    other = respelt(set->arena, base.token[i], b, a, spellings[row].where,
                                    spellings[row].before);
                if (other.ptr)
                    add_with_token(set, &base, i, other);
            }
        }
    }
}

/* ---- number ---- */

/** The other number of an English noun, or the null string. */
static vt_str other_number(vt_arena *arena, vt_str word)
{
    static const char *const no_plural_s[] = {"ss", "us", "is", "ics", "ous"};
    static const char *const es[] = {"ches", "shes", "sses", "xes"};
    static const char *const needs_es[] = {"ch", "sh", "x", "z"};
    static const char *const no_plural[] = {"ing", "ness", "ity", "cy", "hood", "ism"};
    if (word.len < 4)
        return VT_STR_NULL;
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < 'a' || word.ptr[i] > 'z')
            return VT_STR_NULL;
    if (word.ptr[word.len - 1] == 's') {
        if (VT_STR_ENDS_AMONG(word, no_plural_s))
            return VT_STR_NULL;
        if (vt_str_ends(word, VT_STR("ies")) && word.len > 5)
            return vt_str_format(arena, VT_STR_FMT "y", (int)(word.len - 3), word.ptr);
        return vt_str_sub(word, 0, word.len - (VT_STR_ENDS_AMONG(word, es) ? 2 : 1));
    }
    if (VT_STR_ENDS_AMONG(word, no_plural))
        return VT_STR_NULL;
    if (word.ptr[word.len - 1] == 'y' && !strchr("aeiou", word.ptr[word.len - 2]))
        return vt_str_format(arena, VT_STR_FMT "ies", (int)(word.len - 1), word.ptr);
    return vt_str_format(arena, VT_STR_FMT "%s", VT_STR_ARG(word),
                         VT_STR_ENDS_AMONG(word, needs_es) ? "es" : "s");
}

static void add_numbers(struct set *set, bool product)
{
    size_t end = set->n;
    for (size_t p = 0; p < end; p++) {
        vt_phrase base = set->at[p];
        vt_str other = other_number(set->arena, base.token[base.n - 1]);
        if (other.ptr && (base.n > 1 || (!product && base.token[0].len > 4)))
            add_with_token(set, &base, base.n - 1, other);
    }
}

/* ---- verbs ---- */

static bool is_vowel(char c)
{
    return c && strchr("aeiou", c) != NULL;
}

/** plan, prep, mop: the last letter is doubled before -ed and -ing. */
static bool doubles(vt_str verb)
{
    const char *p = verb.ptr;
    size_t n = verb.len;
    return n >= 3 && n <= 4 && !is_vowel(p[n - 1]) && !strchr("wxy", p[n - 1]) &&
           is_vowel(p[n - 2]) && !is_vowel(p[n - 3]);
}

void vt_verb_forms(vt_arena *arena, vt_str base, vt_str ret[VT_VERB_FORMS])
{
    static const char *const needs_es[] = {"s", "x", "z", "ch", "sh"};
    char last = base.len ? base.ptr[base.len - 1] : '\0';
    bool e = last == 'e', y = last == 'y' && base.len > 1 && !is_vowel(base.ptr[base.len - 2]);
    vt_str stem = vt_str_sub(base, 0, base.len - ((e || y) && base.len ? 1 : 0));
    vt_str doubled = doubles(base) ? vt_str_n(&base.ptr[base.len - 1], 1) : VT_STR("");
    ret[0] = vt_str_format(arena, VT_STR_FMT VT_STR_FMT "%s", VT_STR_ARG(stem), VT_STR_ARG(doubled),
                           y ? "ied" : "ed");
    ret[1] = vt_str_format(arena, VT_STR_FMT VT_STR_FMT "ing", VT_STR_ARG(y ? base : stem),
                           VT_STR_ARG(doubled));
    ret[2] = base;
    ret[3] = vt_str_format(arena, VT_STR_FMT "%s", VT_STR_ARG(y ? stem : base),
                           y                                   ? "ies"
                           : VT_STR_ENDS_AMONG(base, needs_es) ? "es"
                                                               : "s");
}

size_t vt_phrase_variants(vt_arena *arena, vt_str surface, bool product,
                          vt_phrase ret[VT_VARIANTS_MAX])
{
    struct set set = {.arena = arena, .at = ret};
    if (!vt_phrase_read(arena, surface, &ret[0]))
        return 0;
    set.n = 1;
    add_joined(&set, surface, product);
    add_spellings(&set);
    add_numbers(&set, product);
    memmove(ret, ret + 1, (set.n - 1) * sizeof *ret);
    return set.n - 1;
}
