/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a phrase is a mention, and of what. What is ambiguous is weighed:
 *     capitals     as the surface is written (SAP, Go, iOS), where capitals mean something
 *     phrase       more than one word
 *     enumeration  a sure mention is its neighbour in a list ("Java, Go and Rust")
 *     relation     nearest sure mention around it (vt_taxonomy_nearness), and how much the document
 *                  is about its category and domain
 *     name         a capital before or behind it that no skill explains: part of a longer name
 * The weights stand in `weights`; docs/skills.md tells what they were measured on.
 */
#include "skills/matcher.h"

enum { WINDOW = 14 }; /* tokens around a mention in which its neighbours are looked for */

static const struct {
    double caps, title, mixed, lower_product, lower_caps; /* capitals */
    double phrase, enumeration, name, distinct;
    double local, document_category, document_domain, parent, itself; /* relation */
    double lower_title;
    double need_prose, need_list, need_title, need_obscure, need_named;
    double common, known, implied, same_case, field, near; /* whole list items */
    double misfit, need_fit, alien, own;                   /* elsewhere */
} weights = {
    .common = 0.75,
    .known = 0.3,
    .implied = 0.1,
    .same_case = 0.2,
    .field = 0.6,
    .near = 0.5,
    .misfit = 0.4,
    .need_fit = 0.3,
    .alien = 0.1,
    .own = 0.7,
    .caps = 0.55,
    .title = 0.5,
    .mixed = 0.9,
    .lower_product = -1,
    .lower_caps = -1.2,
    .phrase = 0.4,
    .enumeration = 0.7,
    .name = -0.6,
    .distinct = 0.6,
    .local = 0.9,
    .document_category = 0.4,
    .document_domain = 0.2,
    .parent = 0.3,
    .itself = 0.4,
    .lower_title = -0.4,
    .need_prose = 0.9,
    .need_obscure = 0.25,
    .need_named = 0.6,
    .need_list = 0.6,
    .need_title = 0.9,
};

/** How a candidate is written. */
struct writing {
    unsigned letters, capitals;
    bool first_capital;
    bool sentence_start;
};

static struct writing writing_of(const vt_matcher *matcher, const vt_match_passage *p,
                                 const vt_match_candidate *c)
{
    struct writing w = {0};
    const vt_match_token *t = &matcher->tokens.at[c->first];
    for (uint32_t i = c->first; i < c->end; i++) {
        w.letters += matcher->tokens.at[i].letters;
        w.capitals += matcher->tokens.at[i].capitals;
    }
    w.first_capital = t->first_capital;
    w.sentence_start = c->first == p->first || t->sentence_before;
    return w;
}

/** A capital in the middle of a sentence, where capitals mean something. */
static bool is_capitalised(const vt_match_passage *p, const struct writing *w)
{
    return w->first_capital && !w->sentence_start && !p->flat && !p->shouting;
}

/** A name in one word that was taken apart: the "High level" of HighLevel. */
static bool is_torn(const vt_image_hit *hit)
{
    return (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_MIXED && (hit->flags & VT_HIT_VARIANT);
}

/** The capitals that the surface wants where it is a short abbreviation or a name of ordinary
 * words. */
static bool capitals_fit(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    uint32_t shape = hit->flags & VT_HIT_SHAPE;
    bool product = match_category(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT;
    if (p->kind == VT_PASSAGE_PROSE && product && shape == VT_SHAPE_TITLE &&
        c->end - c->first > 1 && !w->first_capital)
        return false; /* an "active Job" posting */
    if (p->kind == VT_PASSAGE_LIST || w->capitals > 0)
        return shape != VT_SHAPE_CAPS || w->letters > 4 || w->capitals == w->letters ||
               p->kind == VT_PASSAGE_LIST;
    if (shape == VT_SHAPE_CAPS && w->letters <= 4)
        return false;
    if (c->end - c->first == 1)
        return true;
    return !is_torn(hit) && !(product && shape != VT_SHAPE_LOWER);
}

/** A product's name without its capital in prose: "docker", but also the python in the cage. */
static bool lost_capital(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    return p->kind != VT_PASSAGE_LIST && w->capitals == 0 && c->end - c->first == 1 &&
           (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_TITLE &&
           (match_category(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT);
}

/** The first sure mention at or behind a place. */
static size_t sure_from(const vt_matcher *matcher, uint32_t place)
{
    size_t low = 0, high = matcher->sure.n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (matcher->sure.at[mid].place < place)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool covered_by_sure(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    uint32_t place = p->place + (token - p->first);
    for (size_t i = sure_from(matcher, place > VT_SURFACE_TOKENS ? place - VT_SURFACE_TOKENS : 0);
         i < matcher->sure.n && matcher->sure.at[i].place <= place; i++)
        if (token >= matcher->sure.at[i].first && token < matcher->sure.at[i].end)
            return true;
    return false;
}

/** A capital beside it that no skill explains: "Spring Street", "Bank of Access". */
static bool in_longer_name(const vt_matcher *matcher, const vt_match_passage *p,
                           const vt_match_candidate *c)
{
    if (p->flat)
        return false;
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = p->first + p->count;
    if (c->end < end && !t[c->end].break_before && t[c->end].first_capital &&
        t[c->end].letters > 1 && !covered_by_sure(matcher, p, c->end))
        return true;
    if (c->first > p->first && !t[c->first].break_before && t[c->first - 1].first_capital) {
        bool starts_sentence = c->first - 1 == p->first || t[c->first - 1].sentence_before;
        return !starts_sentence && !covered_by_sure(matcher, p, c->first - 1);
    }
    return false;
}

/** An English word in a text of another language, where it may be a word of that language: "Art",
 * "chat". With a capital in the middle of a sentence it is a name: "Mailchimp". */
static bool is_foreign(const vt_matcher *matcher, const vt_match_passage *p,
                       const vt_match_candidate *c, const vt_image_hit *hit,
                       const struct writing *w)
{
    uint32_t shape = hit->flags & VT_HIT_SHAPE;
    const vt_image_category *category = match_category(matcher, hit->skill);
    bool known = category->field == VT_FIELD_COMPUTING && /* Kubernetes is called so everywhere */
                 !(hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT)) &&
                 matcher->tax->skills[hit->skill].children >= 4;
    bool word = p->languages && !hit->languages && !(hit->flags & VT_HIT_ACTION) &&
                c->end - c->first == 1 && (shape == VT_SHAPE_LOWER || shape == VT_SHAPE_TITLE) &&
                !known && !(category->flags & VT_CATEGORY_PRODUCT);
    bool capital = p->kind == VT_PASSAGE_PROSE && is_capitalised(p, w);
    return word && !(capital && !in_longer_name(matcher, p, c));
}

/** The words behind it make it a department or people that somebody works with: "web design
 * personnel", "with the sales manager". */
static bool is_of_others(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c)
{
    static const char *const words[] = {
        "staff",    "personnel",   "department", "departments",     "employees", "manager",
        "managers", "consultants", "vendors",    "representatives", "companies", "company",
        "industry", "committee",   "office",     "agencies",        "firm",      "firms",
    };
    if (p->kind != VT_PASSAGE_PROSE || c->end >= p->first + p->count)
        return false;
    const vt_match_token *t = &matcher->tokens.at[c->end];
    return !t->break_before && VT_STR_AMONG_NOCASE(vt_str_sub(p->text, t->start, t->end), words);
}

/** Whether a meaning needs context: marked so, or an abbreviation of up to three letters that is
 * not the skill's own name, nor that of a skill which many others imply. */
static bool needs_context(const vt_matcher *matcher, const vt_match_passage *p,
                          const vt_match_candidate *c, const vt_image_hit *hit,
                          const struct writing *w)
{
    if ((hit->flags & VT_HIT_AMBIGUOUS) || is_foreign(matcher, p, c, hit, w) ||
        (!(hit->flags & VT_HIT_ACTION) && is_of_others(matcher, p, c) &&
         !(matcher->tax->skills[hit->skill].flags & VT_SKILL_SOFT)))
        return true;
    return (hit->flags & VT_HIT_ALIAS) && (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_CAPS &&
           w->letters <= 3 && c->end - c->first == 1 &&
           matcher->tax->skills[hit->skill].children < 4;
}

/** A meaning that even a list item must be near to: "IRIS" need not be Iris (Go). */
static bool is_obscure(const vt_matcher *matcher, const vt_match_candidate *c,
                       const vt_image_hit *hit, const struct writing *w)
{
    const vt_image_skill *s = &matcher->tax->skills[hit->skill];
    bool short_alias = (hit->flags & VT_HIT_ALIAS) && w->letters <= 3 && w->capitals == w->letters;
    return c->end - c->first == 1 && s->children < 4 &&
           (short_alias || ((s->flags & VT_SKILL_QUALIFIED) && (hit->flags & VT_HIT_AMBIGUOUS)));
}

/** What a whole list item may mean by chance only: marked, short, or rare. */
static bool is_weak(const vt_matcher *matcher, const vt_match_passage *p,
                    const vt_match_candidate *c, const vt_image_hit *hit, const struct writing *w)
{
    return needs_context(matcher, p, c, hit, w) || is_obscure(matcher, c, hit, w) ||
           (c->end - c->first == 1 && w->letters <= 3 && !hit->languages);
}

/** How likely a meaning is before anything else of the document is known, for list items. */
static double prior_of(const vt_matcher *matcher, const vt_image_hit *hit)
{
    const vt_image_skill *s = &matcher->tax->skills[hit->skill];
    if (hit->languages || ((s->flags & VT_SKILL_COMMON) && !(hit->flags & VT_HIT_VARIANT)))
        return weights.common;
    if (s->flags & VT_SKILL_QUALIFIED)
        return s->children ? weights.known / 2 : 0;
    return weights.known + (s->children ? weights.implied : 0);
}

/** Capitals tell meanings of a short item apart: DBT and dbt, PAGE and Page. */
static double case_of(const vt_matcher *matcher, const vt_image_hit *hit, const struct writing *w)
{
    bool caps = w->capitals == w->letters;
    bool name = (hit->flags & VT_HIT_ALIAS) && (hit->flags & VT_HIT_AMBIGUOUS) &&
                (match_category(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT);
    switch (hit->flags & VT_HIT_SHAPE) {
    case VT_SHAPE_CAPS:
        return caps ? weights.same_case : w->letters > 5 ? 0 : w->capitals ? -0.5 : -0.3;
    case VT_SHAPE_LOWER:
        return caps && w->letters > 1 && !hit->languages ? -0.4 : 0;
    case VT_SHAPE_MIXED:
        return caps ? -0.2 : 0;
    default: /* "charts" need not be a library */
        return name && w->capitals == 0 ? -0.3 : caps && w->letters <= 4 ? -0.2 : 0;
    }
}

static bool slash_before(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    uint32_t start = matcher->tokens.at[token].start;
    return start > 0 && p->text.ptr[start - 1] == '/';
}

/** All there is between two breaks or slashes of a list item: "Excel" in "Excel (advanced)". */
static bool fills_part(const vt_matcher *matcher, const vt_match_passage *p,
                       const vt_match_candidate *c)
{
    uint32_t end = p->first + p->count;
    bool from = c->first == p->first || matcher->tokens.at[c->first].break_before ||
                slash_before(matcher, p, c->first);
    bool to = c->end == end || matcher->tokens.at[c->end].break_before ||
              slash_before(matcher, p, c->end);
    return from && to;
}

double vt_match_relation(const vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                         uint32_t end, uint32_t skill)
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t place = p->place + (first - p->first);
    double nearest = 0;
    for (size_t i = sure_from(matcher, place > WINDOW ? place - WINDOW : 0);
         i < matcher->sure.n && matcher->sure.at[i].place <= place + WINDOW; i++) {
        const vt_match_sure *s = &matcher->sure.at[i];
        if (s->first >= end || s->end <= first)
            nearest = VT_MAX(nearest, vt_taxonomy_nearness(tax, skill, s->skill));
    }
    uint32_t category = vt_counter_get(&matcher->categories, tax->skills[skill].category);
    uint32_t domain = vt_counter_get(&matcher->domains, match_category(matcher, skill)->domain);
    double score = weights.local * nearest + weights.document_category * VT_MIN(category, 3) / 3 +
                   weights.document_domain * VT_MIN(domain, 6) / 6;
    vt_image_list up = vt_image_implied(tax, skill);
    uint32_t parents = up.count + vt_image_context(tax, skill).count; /* neighbours */
    bool parent = false;
    for (uint32_t i = 0; i < parents; i++)
        parent = parent || vt_counter_get(&matcher->skills, vt_image_listed(tax, up.first + i));
    score += vt_counter_get(&matcher->skills, skill) ? weights.itself : 0; /* listed elsewhere */
    return score + (parent ? weights.parent : 0);
}

/** Written as a name: a capital in the middle of a sentence, or all of an item ("Tecnologías:
 * Datadog, Java"). Not in German, where nouns have it. */
static bool is_written_as_name(const vt_matcher *matcher, const vt_match_passage *p,
                               const vt_match_candidate *c, const struct writing *w)
{
    bool item = w->first_capital && !p->shouting && c->first != p->first &&
                p->spoken != VT_SPOKEN_DE && p->kind != VT_PASSAGE_TITLE;
    return is_capitalised(p, w) || (item && fills_part(matcher, p, c));
}

static double capitals_score(const vt_matcher *matcher, const vt_match_passage *p,
                             const vt_match_candidate *c, const vt_image_hit *hit,
                             const struct writing *w)
{
    bool product = match_category(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT;
    switch (hit->flags & VT_HIT_SHAPE) {
    case VT_SHAPE_CAPS:
        return w->capitals != w->letters ? weights.lower_caps : p->shouting ? 0 : weights.caps;
    case VT_SHAPE_TITLE:
        if (w->capitals == 0)
            return product ? weights.lower_product : 0;
        if (matcher->language >= VT_SPOKEN_RU) /* Latin letters among others are a name */
            return weights.mixed;
        if (w->capitals == w->letters && w->letters > 1 && !p->flat && !p->shouting)
            return weights.lower_title; /* "COBRA" is no Cobra */
        return is_written_as_name(matcher, p, c, w) ? weights.title : 0;
    case VT_SHAPE_MIXED:
        return w->capitals > (w->first_capital ? 1u : 0u) ? weights.mixed
                                                          : weights.lower_product / 2;
    default: /* npm, written Npm in the middle of a sentence, is another word */
        return product && w->first_capital && !w->sentence_start ? weights.lower_title : 0;
    }
}

/** "and" or "or" between two members of an enumeration. */
static bool is_and(vt_str text, const vt_match_token *token)
{
    static const char *const words[] = {"and", "or", "&", "und", "oder", "et",
                                        "ou",  "y",  "o", "e",   "i"};
    return VT_STR_AMONG_NOCASE(vt_str_sub(text, token->start, token->end), words);
}

/** Whether a sure mention stands just before or behind, with only a comma, slash or "and" between.
 */
static bool enumerated(const vt_matcher *matcher, const vt_match_passage *p,
                       const vt_match_candidate *c)
{
    uint32_t place = p->place + (c->first - p->first), end = place + (c->end - c->first);
    for (size_t i = sure_from(matcher, place > 8 ? place - 8 : 0); i < matcher->sure.n; i++) {
        const vt_match_sure *s = &matcher->sure.at[i];
        if (s->place > end + 1)
            break;
        uint32_t s_end = s->place + (s->end - s->first);
        bool before = s_end <= place && place - s_end <= 1;
        bool behind = s->place >= end && s->place - end <= 1;
        if (!before && !behind)
            continue;
        const vt_match_token *right = &matcher->tokens.at[before ? c->first : s->first];
        uint32_t between = before ? place - s_end : s->place - end;
        if (between == 1 ? is_and(p->text, right - 1)
                         : right->break_before && !right->sentence_before)
            return true;
        bool slash = between == 0 && right->start > 0 && p->text.ptr[right->start - 1] == '/';
        if (slash || p->kind == VT_PASSAGE_LIST)
            return true;
    }
    return false;
}

/** A product that people of every profession write, or that goes with the document's occupation,
 * with its capital in the middle of a sentence: "in Excel and Tableau". Not where the document is
 * of another field. */
static bool is_named(const vt_matcher *matcher, const vt_match_passage *p,
                     const vt_match_candidate *c, const vt_image_hit *hit, const struct writing *w)
{
    const vt_image_category *category = match_category(matcher, hit->skill);
    uint32_t shape = hit->flags & VT_HIT_SHAPE;
    bool written = shape == VT_SHAPE_CAPS ? w->letters > 1 && w->capitals == w->letters
                                          : w->first_capital && !w->sentence_start;
    return p->kind == VT_PASSAGE_PROSE && written && !p->flat && !p->shouting &&
           shape != VT_SHAPE_LOWER && !(hit->flags & VT_HIT_VARIANT) && w->letters > 1 &&
           ((matcher->tax->skills[hit->skill].flags & VT_SKILL_COMMON) ||
            (matcher->employed && vt_match_is_home(matcher, hit->skill))) &&
           (category->field == VT_FIELD_COMPUTING || (category->flags & VT_CATEGORY_PRODUCT)) &&
           matcher->titled && vt_match_fit(matcher, hit->skill) >= weights.need_fit &&
           !in_longer_name(matcher, p, c);
}

/** Not over signs that part words, and what counts in lists only in a list. */
static bool stands_rightly(const vt_match_passage *p, const vt_match_candidate *c,
                           const vt_image_hit *hit)
{
    return (!c->crosses || (hit->flags & VT_HIT_BREAK)) &&
           (!(hit->flags & VT_HIT_LISTED) || p->kind == VT_PASSAGE_LIST);
}

bool vt_match_is_sure(const vt_matcher *matcher, const vt_match_passage *p,
                      const vt_match_candidate *c)
{
    const vt_image_hit *hit = &c->hits[0];
    if (!stands_rightly(p, c, hit))
        return false;
    struct writing w = writing_of(matcher, p, c);
    bool listed = p->kind == VT_PASSAGE_LIST && c->n_hits == 1 && fills_part(matcher, p, c) &&
                  (matcher->tax->skills[hit->skill].flags & VT_SKILL_COMMON) &&
                  !(hit->flags & VT_HIT_VARIANT) && case_of(matcher, hit, &w) >= 0;
    bool weak = p->kind == VT_PASSAGE_LIST ? is_weak(matcher, p, c, hit, &w)
                                           : needs_context(matcher, p, c, hit, &w);
    if ((weak && !listed && !is_named(matcher, p, c, hit, &w)) ||
        lost_capital(matcher, p, c, hit, &w) ||
        (matcher->tax->skills[hit->skill].flags & VT_SKILL_SOFT))
        return false;
    if (c->n_hits > 1 && (c->hits[1].flags & VT_HIT_ALIAS) == (hit->flags & VT_HIT_ALIAS))
        return false;
    return capitals_fit(matcher, p, c, hit, &w);
}

/** Words before a soft skill, or behind it, that make it one: "strong communication", "leadership
 * skills". */
static bool soft_cue(const vt_matcher *matcher, const vt_match_passage *p,
                     const vt_match_candidate *c)
{
    static const char *const before[] = {"strong",      "excellent", "effective", "outstanding",
                                         "exceptional", "good",      "great",     "proven",
                                         "superb",      "my"};
    static const char *const behind[] = {"skills", "skill", "abilities", "ability"};
    for (size_t i = 0; c->first > p->first && i < VT_COUNT(before); i++) {
        const vt_match_token *t = &matcher->tokens.at[c->first - 1];
        if (vt_str_eq_nocase(vt_str_sub(p->text, t->start, t->end), vt_str_z(before[i])))
            return true;
    }
    for (size_t i = 0; c->end < p->first + p->count && i < VT_COUNT(behind); i++) {
        const vt_match_token *t = &matcher->tokens.at[c->end];
        if (!t->break_before &&
            vt_str_eq_nocase(vt_str_sub(p->text, t->start, t->end), vt_str_z(behind[i])))
            return true;
    }
    return false;
}

/** One word of a longer list item in another language: "objectifs de vente" is not objective,
 * "calme et patient" is patient. */
static bool lost_in_item(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c)
{
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = p->first + p->count;
    if (!p->languages || c->end - c->first != 1 || fills_part(matcher, p, c))
        return false;
    return !(c->first > p->first && is_and(p->text, &t[c->first - 1])) &&
           !(c->end < end && is_and(p->text, &t[c->end]));
}

/** A label that a word of the passage's language only has the stem of: "dans" is not "danse",
 * "meses" no MES. */
static bool is_stem_only(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    bool function = c->end - c->first == 1 && p->spoken < VT_SPOKEN_COUNT &&
                    (matcher->tokens.at[c->first].function >> p->spoken & 1);
    bool caps = (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_CAPS && w->capitals == 0;
    return hit->languages && p->kind != VT_PASSAGE_LIST && (function || caps);
}

/** A rare name that was taken apart, in a part of an item: "High level of autonomy" is no
 * HighLevel. */
static bool torn_in_item(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    return is_torn(hit) && w->capitals < c->end - c->first &&
           !(matcher->tax->skills[hit->skill].flags & VT_SKILL_COMMON) &&
           !fills_part(matcher, p, c);
}

static bool hit_allowed(const vt_matcher *matcher, const vt_match_passage *p,
                        const vt_match_candidate *c, const vt_image_hit *hit,
                        const struct writing *w)
{
    if (!stands_rightly(p, c, hit) || is_stem_only(matcher, p, c, hit, w))
        return false;
    bool soft = matcher->tax->skills[hit->skill].flags & VT_SKILL_SOFT;
    if (p->kind == VT_PASSAGE_LIST &&
        ((soft && lost_in_item(matcher, p, c)) || torn_in_item(matcher, p, c, hit, w)))
        return false;
    if (p->kind == VT_PASSAGE_LIST) /* "R (basic)" is not BASIC */
        return !(w->capitals == 0 && (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_CAPS &&
                 ((hit->flags & VT_HIT_AMBIGUOUS) ||
                  (p->languages && !hit->languages && !fills_part(matcher, p, c))));
    if (match_category(matcher, hit->skill)->flags & VT_CATEGORY_LANGUAGE)
        return false;
    if (p->kind == VT_PASSAGE_TITLE && (hit->flags & VT_HIT_ALIAS) && w->letters > 4 &&
        !(hit->flags & VT_HIT_ACTION) &&
        (match_category(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT) &&
        c->first == p->first && c->end == p->first + p->count)
        return false; /* a "Recovery Manager" is no program */
    if (soft && !hit->languages && !(hit->flags & VT_HIT_ACTION) &&
        !(p->kind == VT_PASSAGE_PROSE && soft_cue(matcher, p, c)) && c->end - c->first == 1)
        return false;
    return capitals_fit(matcher, p, c, hit, w);
}

/** A word of every list, written as one, that is also the name of something rare: "supervisor",
 * "cash", "best practices". */
static bool is_plain_word(const vt_matcher *matcher, const vt_match_candidate *c,
                          const vt_image_hit *hit, const struct writing *w)
{
    const vt_image_skill *s = &matcher->tax->skills[hit->skill];
    return (s->flags & VT_SKILL_QUALIFIED) && (hit->flags & VT_HIT_AMBIGUOUS) && s->children < 4 &&
           w->capitals <= c->end - c->first;
}

/** The score of a whole list item for one of its meanings. */
static double weigh_item(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    if (c->n_hits == 1 && !is_weak(matcher, p, c, hit, w))
        return 2;
    double near = vt_match_relation(matcher, p, c->first, c->end, hit->skill);
    if (near < weights.need_named && is_plain_word(matcher, c, hit, w))
        return -10; /* the "supervisor" or "cash" of a shop's list is no program */
    return prior_of(matcher, hit) + weights.field * vt_match_fit(matcher, hit->skill) +
           weights.near * near + case_of(matcher, hit, w);
}

/** The last part of a compound: the "Pflege" of "CRM-Pflege" is not of people. */
static bool is_compounded(const vt_matcher *matcher, const vt_match_passage *p,
                          const vt_match_candidate *c)
{
    const vt_match_token *t = &matcher->tokens.at[c->first];
    return c->first > p->first && c->end - c->first == 1 && t->start == t[-1].end + 1 &&
           p->text.ptr[t[-1].end] == '-';
}

/** A word whose meaning others beside it tell: the "Pflege" of "CRM-Pflege", the "taglio" of
 * "taglio verdure". */
static bool is_qualified(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c)
{
    return is_compounded(matcher, p, c) ||
           (p->kind == VT_PASSAGE_LIST && !fills_part(matcher, p, c));
}

bool vt_match_is_own_name(const vt_matcher *matcher, const vt_match_passage *p,
                          const vt_match_candidate *c, const vt_image_hit *hit)
{
    if (p->kind != VT_PASSAGE_PROSE || hit->languages ||
        vt_match_fit(matcher, hit->skill) < weights.own)
        return false;
    struct writing w = writing_of(matcher, p, c);
    return is_written_as_name(matcher, p, c, &w);
}

/** One word for something rare in a field that the document has nothing of: the distillation of a
 * model. Another name of it in two words, too: "site management" of an accountant. */
static bool is_far(const vt_matcher *matcher, const vt_match_passage *p,
                   const vt_match_candidate *c, const vt_image_hit *hit)
{
    bool calling = p->kind == VT_PASSAGE_TITLE && (hit->flags & VT_HIT_ACTION);
    bool one = c->end - c->first == 1;
    bool common = hit->languages && !one ? matcher->tax->skills[hit->skill].flags & VT_SKILL_COMMON
                                         : match_everywhere(matcher, hit->skill);
    double fit = vt_match_fit(matcher, hit->skill);
    bool home = vt_match_is_home(matcher, hit->skill);
    bool stranger = p->kind == VT_PASSAGE_PROSE && !home;
    if (calling) /* not so the programmer of a lathe */
        return one && !common && !home;
    if (common)
        return false;
    if (one)
        return fit < (!hit->languages               ? 0.1
                      : is_qualified(matcher, p, c) ? 0.5
                                                    : 0.3) ||
               (stranger && !vt_match_is_own_name(matcher, p, c, hit));
    return (hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT)) && !(hit->flags & VT_HIT_ACTION) &&
           fit < (stranger ? 0.2 : 0.1);
}

/** The score in running text, in a title, or in a part of a list item. */
static double weigh_phrase(const vt_matcher *matcher, const vt_match_passage *p,
                           const vt_match_candidate *c, const vt_image_hit *hit,
                           const struct writing *w, double shared)
{
    bool context = needs_context(matcher, p, c, hit, w) || is_far(matcher, p, c, hit),
         lost = lost_capital(matcher, p, c, hit, w);
    double fits = vt_match_fit(matcher, hit->skill);
    if (((hit->flags & VT_HIT_ACTION) && !match_everywhere(matcher, hit->skill) &&
         fits < weights.alien) ||
        (is_compounded(matcher, p, c) && fits < 0.5)) /* "KNX-Programmierung" of an electrician */
        return -10;
    bool several = c->n_hits > 1 || needs_context(matcher, p, c, &c->hits[0], w);
    double score = !context && !lost ? 2
                                     : shared + (context ? capitals_score(matcher, p, c, hit, w)
                                                         : weights.distinct);
    if (!several && !lost && !context)
        return score;
    double near = vt_match_relation(matcher, p, c->first, c->end, hit->skill);
    if (near < weights.need_obscure && is_obscure(matcher, c, hit, w))
        return -10;
    return score + near - weights.misfit * (0.5 - VT_MIN(fits, 0.5));
}

vt_match_verdict vt_match_weigh(const vt_matcher *matcher, const vt_match_passage *p,
                                const vt_match_candidate *c)
{
    vt_match_verdict best = {NULL, -10, -10};
    struct writing w = writing_of(matcher, p, c);
    bool item = p->kind == VT_PASSAGE_LIST && fills_part(matcher, p, c);
    double shared = 0;
    if (!item && (c->n_hits > 1 || needs_context(matcher, p, c, &c->hits[0], &w))) {
        shared += c->end - c->first > 1 ? weights.phrase : 0;
        shared += enumerated(matcher, p, c) ? weights.enumeration : 0;
        shared += in_longer_name(matcher, p, c) ? weights.name : 0;
    }
    for (uint32_t i = 0; i < c->n_hits; i++) {
        const vt_image_hit *hit = &c->hits[i];
        if (!hit_allowed(matcher, p, c, hit, &w))
            continue;
        double score = item ? weigh_item(matcher, p, c, hit, &w)
                            : weigh_phrase(matcher, p, c, hit, &w, shared);
        score -= 0.02 * i;
        if (score > best.score)
            best = (vt_match_verdict){hit, score, best.score};
        else
            best.second = VT_MAX(best.second, score);
    }
    return best;
}

double vt_match_need(const vt_match_passage *p)
{
    switch (p->kind) {
    case VT_PASSAGE_LIST:
        return weights.need_list;
    case VT_PASSAGE_TITLE:
        return weights.need_title;
    case VT_PASSAGE_PROSE:
        break;
    }
    return weights.need_prose;
}

float vt_match_confidence(const vt_match_passage *p, const vt_match_verdict *v, bool whole)
{
    static const struct {
        double free, least, most, span; /* without context; by the margin over the need */
    } kinds[] = {
        [VT_PASSAGE_LIST] = {0.98, 0.8, 0.96, 0.6},
        [VT_PASSAGE_PROSE] = {0.95, 0.75, 0.95, 0.8},
        [VT_PASSAGE_TITLE] = {0.95, 0.75, 0.93, 0.8},
    };
    double need = vt_match_need(p), margin = (v->score - need) / kinds[p->kind].span;
    double c = v->score > 1.8
                   ? kinds[p->kind].free
                   : kinds[p->kind].least + (kinds[p->kind].most - kinds[p->kind].least) *
                                                VT_MIN(VT_MAX(margin, 0), 1);
    if (p->kind == VT_PASSAGE_LIST && !whole)
        c -= 0.05;
    if (v->hit->flags & VT_HIT_VARIANT)
        c -= 0.02;
    if (v->score <= 1.8 && v->score - v->second < 0.1) /* another meaning fits nearly as well */
        c -= 0.12;
    return (float)c;
}
