/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cues (cues.h): the words of people of the document's occupations. They count only there, so that
 * the "brakes" of a mechanic are Brake Repair, and only together: all words of a cue within a few
 * tokens of one sentence.
 */
#include <math.h>

#include "skills/matcher.h"

enum { CUE_WINDOW = 4 /* tokens on each side of a cue's first word */ };

/** Digits of a code of ISCO-08 that tell something: 7231, 2300. */
static unsigned digits_of(uint32_t code)
{
    return code % 1000 == 0 ? 1 : code % 100 == 0 ? 2 : code % 10 == 0 ? 3 : 4;
}

/** One minor group (three digits), or one sub-major group where no more is known: 2300 is near to
 * 2330. Unlike vt_isco_nearness (src/titles, which skills do not depend on), no more than that: the
 * words of a neighbour count as one's own. */
static bool is_near(uint32_t a, uint32_t b)
{
    unsigned known = VT_MIN(digits_of(a), digits_of(b));
    if (a == b)
        return true;
    return known >= 3 ? a / 10 == b / 10 : known == 2 && a / 100 == b / 100;
}

static bool has_code(const vt_image_profile *profile, uint32_t code, bool near)
{
    for (uint32_t i = 0; i < profile->n_codes; i++)
        if (near ? is_near(profile->codes[i], code) : profile->codes[i] == code)
            return true;
    return false;
}

static uint32_t skill_at(const vt_taxonomy *tax, const vt_image_profile *profile, uint32_t place)
{
    return (uint32_t)vt_packed_get(&tax->cue_skills, profile->skills + place);
}

/** Takes a profile, once. */
static void add_profile(vt_matcher *matcher, const vt_image_profile *profile)
{
    for (size_t i = 0; i < matcher->profiles.n; i++)
        if (matcher->profiles.at[i] == profile)
            return;
    vt_vec_push(matcher->arena, &matcher->profiles, profile);
    if (!matcher->homes)
        matcher->homes =
            VT_NEW_ARRAY(matcher->arena, uint64_t, matcher->tax->n_categories / 64 + 1);
    if (!matcher->cue_heads)
        matcher->cue_heads =
            VT_NEW_ARRAY(matcher->arena, uint64_t, ((size_t)1 << VT_CUE_WORD_BITS) / 64);
    vt_image_list heads = vt_image_heads(matcher->tax, profile);
    for (uint32_t i = 0; i < heads.count; i++) {
        uint64_t word = vt_packed_get(&matcher->tax->cue_heads, heads.first + i);
        matcher->cue_heads[word / 64] |= (uint64_t)1 << (word % 64);
    }
    for (uint32_t i = 0; i < profile->n_skills; i++) {
        uint16_t category = matcher->tax->skills[skill_at(matcher->tax, profile, i)].category;
        matcher->homes[category / 64] |= (uint64_t)1 << (category % 64);
    }
}

bool vt_match_is_home(const vt_matcher *matcher, uint32_t skill)
{
    uint16_t category = matcher->tax->skills[skill].category;
    return !matcher->employed || (matcher->homes[category / 64] >> (category % 64) & 1);
}

/** The profiles of an occupation. */
static void add_occupation(vt_matcher *matcher, uint32_t code)
{
    const vt_taxonomy *tax = matcher->tax;
    bool own[VT_LANGUAGES_MAX + 1] = {false}; /* the language has cues of the occupation itself */
    for (uint32_t i = 0; i < tax->n_profiles; i++)
        if (has_code(&tax->profiles[i], code, false))
            own[tax->profiles[i].language] = true;
    for (uint32_t i = 0; i < tax->n_profiles; i++) /* those of its neighbours, where it has none */
        if (has_code(&tax->profiles[i], code, !own[tax->profiles[i].language])) {
            add_profile(matcher, &tax->profiles[i]);
            matcher->employed = true;
        }
}

static void add_everybody(vt_matcher *matcher)
{
    const vt_taxonomy *tax = matcher->tax;
    for (uint32_t i = 0; i < tax->n_profiles; i++)
        if (has_code(&tax->profiles[i], VT_PROFILE_EVERYBODY, false))
            add_profile(matcher, &tax->profiles[i]);
}

void vt_matcher_occupation(vt_matcher *matcher, vt_str isco, bool sure)
{
    uint32_t code = 0;
    if (isco.len != 4)
        return;
    for (size_t i = 0; i < isco.len; i++)
        code = code * 10 + (uint32_t)(isco.ptr[i] - '0');
    if (matcher->profiles.n == 0) { /* the first call */
        add_everybody(matcher);
        matcher->n_everybody = (uint32_t)matcher->profiles.n;
    }
    if (code != VT_PROFILE_EVERYBODY && sure)
        add_occupation(matcher, code);
    else if (code != VT_PROFILE_EVERYBODY)
        vt_vec_push(matcher->arena, &matcher->doubtful, code);
}

/** The words of a language's cues at the tokens of a passage. */
static void read_words(vt_matcher *matcher, const vt_match_passage *p, uint32_t language)
{
    vt_vec_reserve(matcher->arena, &matcher->cue_words, p->count);
    matcher->cue_words.n = p->count;
    for (uint32_t i = 0; i < p->count; i++) {
        const vt_match_token *t = &matcher->tokens.at[p->first + i];
        uint32_t token = p->languages ? matcher->stems.at[p->first + i] : t->id;
        matcher->cue_words.at[i] =
            t->masked ? 0 : (uint16_t)vt_image_cue_word(matcher->tax, token, language);
    }
}

/** The place of a word near `at` in its sentence, the nearest; UINT32_MAX: it is not there. */
static uint32_t find_near(const vt_matcher *matcher, const vt_match_passage *p, uint32_t at,
                          uint32_t word)
{
    const vt_match_token *t = &matcher->tokens.at[p->first];
    bool left = true, right = true;
    for (uint32_t d = 1; d <= CUE_WINDOW && (left || right); d++) {
        right = right && at + d < p->count && !t[at + d].break_before;
        if (right && matcher->cue_words.at[at + d] == word)
            return at + d;
        left = left && at >= d && !t[at - d + 1].break_before;
        if (left && matcher->cue_words.at[at - d] == word)
            return at - d;
    }
    return UINT32_MAX;
}

/** Where a cue of which the first word stands at `at` begins and ends. Its skill is left out. */
static bool span_of(const vt_matcher *matcher, const vt_match_passage *p, uint32_t at,
                    const vt_image_cue *cue, vt_match_cue *ret)
{
    *ret = (vt_match_cue){.first = at, .end = at + 1, .words = 1};
    for (; ret->words < VT_CUE_WORDS && cue->words[ret->words]; ret->words++) {
        uint32_t place = find_near(matcher, p, at, cue->words[ret->words]);
        if (place == UINT32_MAX)
            return false;
        ret->first = VT_MIN(ret->first, place);
        ret->end = VT_MAX(ret->end, place + 1);
    }
    ret->first += p->first;
    ret->end += p->first;
    return true;
}

/** The cues of a profile that are looked up by a word. */
static vt_image_list cues_of(const vt_taxonomy *tax, const vt_image_profile *profile, uint32_t word)
{
    vt_image_list heads = vt_image_heads(tax, profile);
    uint32_t low = heads.first, end = heads.first + heads.count;
    for (uint32_t high = end; low < high;) {
        uint32_t mid = low + (high - low) / 2;
        if (vt_packed_get(&tax->cue_heads, mid) < word)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == end || vt_packed_get(&tax->cue_heads, low) != word)
        return (vt_image_list){0, 0};
    uint32_t first = vt_image_head_start(tax, low);
    uint32_t next = low + 1 < end ? vt_image_head_start(tax, low + 1) : profile->first + profile->n;
    return (vt_image_list){first, next - first};
}

static void add_cues(vt_matcher *matcher, const vt_match_passage *p,
                     const vt_image_profile *profile, uint32_t at, uint32_t word)
{
    const vt_taxonomy *tax = matcher->tax;
    vt_image_list cues = cues_of(tax, profile, word);
    for (uint32_t i = cues.first; i < cues.first + cues.count; i++) {
        vt_image_cue cue = vt_image_cue_at(tax, i, word);
        vt_match_cue found;
        if (matcher->cues.n == VT_MATCH_CUES || !span_of(matcher, p, at, &cue, &found))
            continue;
        found.skill = skill_at(tax, profile, cue.skill);
        vt_vec_push(matcher->arena, &matcher->cues, found);
    }
}

/** Why the document has its profile `k`. */
static vt_match_origin origin_of(const vt_matcher *matcher, size_t k)
{
    return k < matcher->n_everybody ? VT_MATCH_OF_EVERYBODY
           : k < matcher->n_titled  ? VT_MATCH_OF_TITLE
                                    : VT_MATCH_GUESSED;
}

/** Adds the cues of the document's profile `k` that stand at a token. */
static void add_cues_of(vt_matcher *matcher, const vt_match_passage *p, size_t k, uint32_t at,
                        uint32_t word)
{
    size_t before = matcher->cues.n;
    add_cues(matcher, p, matcher->profiles.at[k], at, word);
    for (size_t i = before; i < matcher->cues.n; i++)
        matcher->cues.at[i].origin = origin_of(matcher, k);
}

/** Finds the cues of the profiles of a language. */
static void find_cues(vt_matcher *matcher, const vt_match_passage *p, uint32_t language)
{
    read_words(matcher, p, language);
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t word = matcher->cue_words.at[i];
        if (!word || !(matcher->cue_heads[word / 64] >> (word % 64) & 1))
            continue;
        for (size_t k = 0; k < matcher->profiles.n; k++)
            if (matcher->profiles.at[k]->language == language)
                add_cues_of(matcher, p, k, i, word);
    }
}

/** The language of a passage's cues, number + 1; of several the first. 0: English. */
static uint32_t language_of(const vt_match_passage *p)
{
    uint32_t i = 0;
    while (p->languages && !(p->languages >> i & 1))
        i++;
    return p->languages ? i + 1 : 0;
}

static bool has_profile(const vt_matcher *matcher, uint32_t language)
{
    for (size_t i = 0; i < matcher->profiles.n; i++)
        if (matcher->profiles.at[i]->language == language)
            return true;
    return false;
}

void vt_match_cues(vt_matcher *matcher, const vt_match_passage *p)
{
    matcher->cues.n = 0;
    if (matcher->profiles.n == 0 || p->kind == VT_PASSAGE_TITLE)
        return;
    if (p->languages == 0)
        find_cues(matcher, p, 0);
    for (uint32_t i = 0; i < matcher->tax->n_languages && p->languages >> i; i++)
        if ((p->languages >> i & 1) && has_profile(matcher, i + 1))
            find_cues(matcher, p, i + 1);
}

/* ---- how likely they are right ---- */

/** Other cues of the passage that say the same. */
static unsigned others_saying(const vt_matcher *matcher, const vt_match_cue *cue)
{
    unsigned n = 0;
    for (size_t i = 0; i < matcher->cues.n; i++)
        n += matcher->cues.at[i].skill == cue->skill;
    return n - 1;
}

/** Words of a cue's place in the text that are small words of English. */
static unsigned function_words(const vt_matcher *matcher, const vt_match_cue *cue)
{
    unsigned n = 0;
    for (uint32_t i = cue->first; i < cue->end; i++)
        n += matcher->tokens.at[i].function >> VT_SPOKEN_EN & 1;
    return n;
}

/** Tokens from the beginning of its sentence on, at most `most`. */
static unsigned words_before(const vt_matcher *matcher, const vt_match_passage *p,
                             const vt_match_cue *cue, unsigned most)
{
    unsigned n = 0;
    for (uint32_t i = cue->first;
         n < most && i > p->first && !matcher->tokens.at[i].sentence_before; i--)
        n++;
    return n;
}

double vt_match_cue_confidence(const vt_matcher *matcher, const vt_match_passage *p,
                               const vt_match_cue *cue)
{
    enum { FAR = 10, SEVERAL = 2 };
    static const double RELATED_MOST = 1.5;
    static const struct {
        double bias, relation, everybody, guessed, one_word, repeated, late, small_words;
    } w = {1.18, 2.0, 0.6, -0.5, -0.37, 0.34, -0.6, -0.44}; /* a logistic regression */
    double related = vt_match_relation(matcher, p, cue->first, cue->end, cue->skill);
    double x = w.bias + w.relation * VT_MIN(related, RELATED_MOST);
    x += cue->origin == VT_MATCH_OF_EVERYBODY ? w.everybody
         : cue->origin == VT_MATCH_GUESSED    ? w.guessed
                                              : 0;
    x += cue->words == 1 ? w.one_word : 0;
    x += w.repeated * VT_MIN(others_saying(matcher, cue), (unsigned)SEVERAL);
    x += w.late * words_before(matcher, p, cue, FAR) / FAR;
    x += w.small_words * VT_MIN(function_words(matcher, cue), (unsigned)SEVERAL);
    return 1 / (1 + exp(-x));
}

/* ---- the occupation by its words ---- */

/** The first profile of a language; those of one lie together. */
static uint32_t first_profile(const vt_taxonomy *tax, uint32_t language)
{
    uint32_t k = 0;
    while (k < tax->n_profiles && tax->profiles[k].language != language)
        k++;
    return k;
}

/** The profiles whose cues stand at a token share its vote; `from`: the first of its language. */
static void share_vote(vt_matcher *matcher, const vt_match_passage *p, uint32_t from, uint32_t at,
                       double *votes)
{
    enum { SHARES = 16 /* a word of more profiles tells nothing */ };
    const vt_taxonomy *tax = matcher->tax;
    uint32_t fired[SHARES], n = 0, language = tax->profiles[from].language;
    for (uint32_t k = from;
         k < tax->n_profiles && tax->profiles[k].language == language && n < SHARES; k++) {
        const vt_image_profile *profile = &tax->profiles[k];
        if (has_code(profile, VT_PROFILE_EVERYBODY, false))
            continue;
        uint32_t before = (uint32_t)matcher->cues.n;
        add_cues(matcher, p, profile, at, matcher->cue_words.at[at]);
        if (matcher->cues.n > before)
            fired[n++] = k;
        matcher->cues.n = before;
    }
    for (uint32_t i = 0; n < SHARES && i < n; i++)
        votes[fired[i]] += 1.0 / n;
}

/** A title may be of one of the profile's occupations. */
static bool is_doubtful(const vt_matcher *matcher, const vt_image_profile *profile)
{
    for (size_t i = 0; i < matcher->doubtful.n; i++)
        if (has_code(profile, matcher->doubtful.at[i], true))
            return true;
    return false;
}

/** What the words of the document say of each profile: every word once. */
static void count_votes(vt_matcher *matcher, double *votes)
{
    uint64_t *seen = VT_NEW_ARRAY(matcher->arena, uint64_t, ((size_t)1 << VT_CUE_WORD_BITS) / 64);
    uint32_t language = 0, from = first_profile(matcher->tax, language);
    for (size_t i = 0; i < matcher->passages.n; i++) {
        const vt_match_passage *p = &matcher->passages.at[i];
        if (language_of(p) != language) {
            language = language_of(p);
            from = first_profile(matcher->tax, language);
        }
        if (from == matcher->tax->n_profiles)
            continue;
        read_words(matcher, p, language);
        for (uint32_t t = 0; t < p->count; t++) {
            uint32_t word = matcher->cue_words.at[t];
            if (word && !(seen[word / 64] >> (word % 64) & 1))
                share_vote(matcher, p, from, t, votes);
            seen[word / 64] |= (uint64_t)1 << (word % 64);
        }
    }
}

/** Takes the profiles with most votes. */
static void elect(vt_matcher *matcher)
{
    static const double LEAST = 3, MARGIN = 0.7, TITLE = 2;
    const vt_taxonomy *tax = matcher->tax;
    double *votes = VT_NEW_ARRAY(matcher->arena, double, tax->n_profiles), best = 0;
    matcher->cues.n = 0;
    count_votes(matcher, votes);
    for (uint32_t k = 0; k < tax->n_profiles; k++) {
        if (votes[k] > 0 && is_doubtful(matcher, &tax->profiles[k]))
            votes[k] += TITLE;
        best = VT_MAX(best, votes[k]);
    }
    for (uint32_t k = 0; k < tax->n_profiles && best >= LEAST; k++)
        if (votes[k] >= MARGIN * best) {
            add_profile(matcher, &tax->profiles[k]);
            matcher->employed = true;
        }
}

void vt_match_settle_occupations(vt_matcher *matcher)
{
    matcher->n_titled = (uint32_t)matcher->profiles.n;
    if (matcher->profiles.n > 0 && !matcher->employed)
        elect(matcher);
    for (size_t i = 0; i < matcher->doubtful.n; i++)
        add_occupation(matcher, matcher->doubtful.at[i]);
}
