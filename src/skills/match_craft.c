/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Skills are named with nouns ("Boiler Repair", "Hotel Management"), people write verbs and titles.
 * Verbs and callings know their nouns (data/taxonomy/crafts.tsv): the object of the verb, or the
 * words before the calling, and the noun are looked up as one phrase.
 */
#include "skills/matcher.h"

enum { OBJECT_TOKENS = 3, CALLING_TOKENS = 4 };

/** The node behind `node` by a token, or by its singular. */
static uint32_t step_noun(const vt_matcher *matcher, const vt_match_passage *p, uint32_t node,
                          const vt_match_token *t, bool singular)
{
    const vt_taxonomy *tax = matcher->tax;
    if (!singular)
        return t->id == UINT32_MAX ? 0 : vt_image_step(tax, node, t->id);
    char text[VT_SKILL_TOKEN_MAX];
    size_t len = t->end - t->start;
    if (len < 4 || len >= sizeof text || p->text.ptr[t->end - 1] != 's')
        return 0;
    for (size_t i = 0; i < len; i++)
        text[i] = vt_lower(p->text.ptr[t->start + i]);
    vt_str word = vt_str_n(text, len - 1);
    if (vt_str_ends(word, VT_STR("ie"))) {
        text[len - 3] = 'y';
        word.len -= 1;
    }
    uint32_t id = vt_image_token_find(tax, word);
    return id == UINT32_MAX ? 0 : vt_image_step(tax, node, id);
}

/** A skill that verbs and callings may name: the document is not of another field. Behind words
 * that may be a part of the object's name ("a Unix server farm") it must be of the document's own,
 * and its name said in full. */
static bool may_name(const vt_matcher *matcher, const vt_image_hit *hit, bool behind_words)
{
    static const double NEAR = 0.3, OWN = 0.55;
    uint16_t field = match_category(matcher, hit->skill)->field;
    bool everywhere = field == VT_FIELD_GENERAL || field == VT_FIELD_PEOPLE; /* to lead a team */
    if ((matcher->tax->skills[hit->skill].flags & VT_SKILL_COMMON) && (everywhere || !behind_words))
        return true;
    if (behind_words && (hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT)))
        return false;
    return vt_match_fit(matcher, hit->skill) >= (behind_words ? OWN : NEAR);
}

/** Candidates of the phrases that `node` and each of the nouns behind `nouns` make. */
static bool add_named(vt_matcher *matcher, uint32_t node, uint32_t nouns, uint32_t first,
                      uint32_t end, bool behind_words, vt_match_candidate *ret, uint32_t *n)
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t noun, last;
    if (!node || !vt_image_children(tax, nouns, &noun, &last))
        return false;
    for (; noun < last; noun++) {
        uint32_t named = vt_image_step(tax, node, vt_image_token_of(tax, noun)), n_hits;
        if (!named)
            continue;
        vt_image_hit *rows = vt_match_hits(matcher, named, &n_hits);
        if (!n_hits || (rows[0].flags & (VT_HIT_AMBIGUOUS | VT_HIT_BREAK)) ||
            !may_name(matcher, &rows[0], behind_words) ||
            (match_category(matcher, rows[0].skill)->flags & VT_CATEGORY_PRODUCT))
            continue;
        rows[0].flags |= VT_HIT_ALIAS | VT_HIT_ACTION;
        rows[0].flags &= (uint16_t)~VT_HIT_SHAPE;
        vt_match_add_candidate(ret, n, (vt_match_candidate){first, end, rows, 1, false});
        return true;
    }
    return false;
}

/** A form that could be a noun or an adjective ("plan", "integrated") is a verb at the start of a
 * sentence, and behind "and", "to", "I" and the like. */
bool vt_match_is_verb(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    static const char *const before[] = {
        "and", "or",  "to",   "i",    "we",   "also",  "then", "will", "can", "&",   "who", "now",
        "he",  "she", "they", "help", "that", "daily", "have", "has",  "had", "was", "were"};
    const vt_match_token *t = &matcher->tokens.at[token];
    vt_str form = vt_str_sub(p->text, t->start, t->end);
    if (vt_str_ends(form, VT_STR("ing")) || token == p->first || t->break_before)
        return true;
    vt_str word = vt_str_sub(p->text, t[-1].start, t[-1].end);
    return VT_STR_AMONG_NOCASE(word, before) || vt_str_ends(word, VT_STR("ly"));
}

/** "service, repair and replace boilers": the verbs between this one and the object. */
static uint32_t behind_verbs(const vt_matcher *matcher, const vt_match_passage *p, uint32_t at)
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t end = VT_MIN(at + 4, p->first + p->count), object = at;
    for (uint32_t i = at; i < end; i++) {
        const vt_match_token *t = &matcher->tokens.at[i];
        vt_str word = vt_str_sub(p->text, t->start, t->end);
        uint32_t node = t->id == UINT32_MAX ? 0 : vt_image_start(tax, t->id);
        if (node && vt_image_sign(tax, node, tax->verb_token))
            object = i + 1;
        else if (!vt_str_eq(word, VT_STR("and")) && !vt_str_eq(word, VT_STR("or")))
            break;
    }
    return object;
}

/** The object is over: "tested pumps for ...", not "tested pump stations". */
bool vt_match_ends_noun(const vt_match_passage *p, const vt_match_token *t, bool last)
{
    static const char *const words[] = {
        "and",     "or",      "&",         "a",          "an",          "the",    "of",
        "per",     "when",    "while",     "during",     "across",      "each",   "every",
        "up",      "is",      "are",       "was",        "were",        "so",     "myself",
        "i",       "we",      "within",    "after",      "before",      "weekly", "daily",
        "monthly", "using",   "through",   "against",    "inside",      "via",    "such",
        "about",   "toward",  "towards",   "among",      "amid",        "upon",   "than",
        "if",      "where",   "until",     "since",      "because",     "but",    "only",
        "like",    "without", "alongside", "throughout", "responsible", "there",  "them",
        "it",      "around",  "down",      "off",        "out",         "twice",  "once",
        "not",     "also",    "both",      "has",        "have",        "had",    "will",
        "can",     "must",    "based",     "worth",      "versus",      "plus",   "together",
        "again",   "online",  "onto",      "outside",    "ahead"};
    return last || t->break_before || vt_match_ends_object(p, t) ||
           VT_STR_AMONG(vt_str_sub(p->text, t->start, t->end), words);
}

/** An article, a number or an adjective before the object is no part of its name. */
static bool describes(vt_str word)
{
    static const char *const words[] = {
        "a",       "an",     "the",     "all",       "any",      "both",      "our",    "their",
        "its",     "my",     "his",     "her",       "every",    "each",      "some",   "many",
        "new",     "old",    "good",    "high",      "large",    "small",     "daily",  "weekly",
        "monthly", "broken", "of",      "other",     "own",      "more",      "key",    "major",
        "fresh",   "hot",    "cold",    "heavy",     "light",    "two",       "three",  "four",
        "five",    "six",    "several", "different", "customer", "customers", "client", "company"};
    static const char *const endings[] = {"al", "ed", "ic", "ive", "ous", "ful", "ary", "able"};
    return (word.len > 4 && VT_STR_ENDS_AMONG(word, endings)) || vt_is_digit(word.ptr[0]) ||
           VT_STR_AMONG_NOCASE(word, words);
}

void vt_match_verb(vt_matcher *matcher, const vt_match_passage *p, uint32_t first, uint32_t at,
                   uint32_t verb, vt_match_candidate *ret, uint32_t *n)
{
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = p->first + p->count;
    if (!vt_match_is_verb(matcher, p, first))
        return;
    for (uint32_t i = 0; i < *n; i++) /* its own actions tell more */
        if (ret[i].first == first && (ret[i].hits[0].flags & VT_HIT_ACTION))
            return;
    at = behind_verbs(matcher, p, at);
    bool words = false; /* there are some before the object that may belong to its name */
    for (uint32_t from = at; from < VT_MIN(at + VT_GAP_TOKENS + 1, end); from++) {
        if ((t[from].break_before && (from > at || at == first + 1)) ||
            vt_match_ends_object(p, &t[from])) /* "served in ..." */
            return;
        if (vt_str_eq(vt_str_sub(p->text, t[from].start, t[from].end), VT_STR("it")))
            return; /* "drive it" */
        uint32_t node = 0, last = VT_MIN(from + OBJECT_TOKENS, end);
        for (uint32_t i = from; i < last && (i == from || !t[i].break_before); i++) {
            uint32_t one = step_noun(matcher, p, node, &t[i], true);
            node = step_noun(matcher, p, node, &t[i], false);
            if (i > 0 && i == from && one == 0 && vt_is_digit(p->text.ptr[t[i - 1].start]))
                break; /* "managed 31 state and federal awards" */
            bool over = vt_match_ends_noun(p, &t[i + 1 < end ? i + 1 : i], i + 1 == end);
            if (over && !add_named(matcher, one, verb, first, i + 1, words, ret, n))
                add_named(matcher, node, verb, first, i + 1, words, ret, n);
            if (!node)
                break;
        }
        vt_str word = vt_str_sub(p->text, t[from].start, t[from].end);
        if (vt_str_eq(word, VT_STR("and")) || vt_str_eq(word, VT_STR("or")))
            return;
        words = words || !describes(word);
    }
}

/** A French "chef de rayon" is no cook: what follows says of what. */
static bool is_head_of(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    static const char *const before[] = {"de ", "d'", "d’", "du ", "des ", "De ", "D'", "D’"};
    static const char *const kitchen[] = {"cuisine", "partie"};
    const vt_match_token *t = &matcher->tokens.at[token];
    vt_str rest = vt_str_trim(vt_str_sub(p->text, t->end, p->text.len));
    if (!vt_str_eq_nocase(vt_str_sub(p->text, t->start, t->end), VT_STR("chef")))
        return false;
    for (size_t i = 0; i < VT_COUNT(kitchen); i++)
        if (vt_str_find(rest, vt_str_z(kitchen[i]), 0) < 5)
            return false;
    for (size_t i = 0; i < VT_COUNT(before); i++)
        if (vt_str_starts(rest, vt_str_z(before[i])))
            return true;
    return false;
}

void vt_match_calling(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                      vt_match_candidate *ret, uint32_t *n)
{
    const vt_taxonomy *tax = matcher->tax;
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = VT_MIN(first + CALLING_TOKENS, p->first + p->count), node = 0, before = 0;
    for (uint32_t i = first; i < end && t[i].id != UINT32_MAX; i++) {
        if (i > first && t[i].break_before)
            return;
        uint32_t one = i > first ? vt_image_start(tax, t[i].id) : 0;
        uint32_t nouns = one ? vt_image_sign(tax, one, tax->calling_token) : 0;
        if (nouns) { /* "hotel" and the nouns of "manager" */
            uint32_t single = step_noun(matcher, p, before, &t[i - 1], true);
            if (!add_named(matcher, node, nouns, first, i + 1, false, ret, n))
                add_named(matcher, single, nouns, first, i + 1, false, ret, n);
        }
        before = node;
        node = vt_image_step(tax, node, t[i].id);
        if (!node)
            return;
        uint32_t calling = vt_image_sign(tax, node, tax->calling_token), n_hits;
        uint32_t n_own = 0;
        vt_image_hit *own = calling ? vt_match_hits(matcher, node, &n_own) : NULL;
        bool named = n_own && !(own[0].flags & VT_HIT_AMBIGUOUS); /* a skill is called so */
        vt_image_hit *rows = calling ? vt_match_hits(matcher, calling, &n_hits) : NULL;
        if (rows && n_hits && !named && !is_head_of(matcher, p, i)) {
            rows[0].flags |= VT_HIT_ACTION;
            vt_match_add_candidate(ret, n, (vt_match_candidate){first, i + 1, rows, 1, false});
        }
    }
}
