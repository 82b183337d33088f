/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three passes.
 * 1. scan: every passage becomes tokens with their number in the taxonomy, and their stems where it
 *    is not English; e-mail addresses, URLs
 *    and excluded names are masked: a mention may reach out of a mask, but not lie inside it.
 * 2. gather: longest match first, the mentions that need no context (no ambiguity, one meaning, the
 *    right capitals). They are the evidence: which skills, categories and domains this document
 *    is about, and where, and what its field is (match_field.c).
 * 3. decide: longest match first again; what is ambiguous is weighed (match_weigh.c).
 * A whole list item that means one thing needs no context; one that may mean several, or something
 * rare, is weighed by how common the meaning is and whether it fits the field. Without a mention it
 * is tried with typing errors mended.
 */
#include "skills/match.h"

#include "skills/fold.h"
#include "skills/matcher.h"
#include "skills/near.h"

enum { NO_TOKEN = -1 };

static void gather(vt_matcher *matcher, const vt_match_passage *p)
{
    vt_match_candidate found[VT_MATCH_CANDIDATES];
    for (uint32_t i = p->first; i < p->first + p->count;) {
        uint32_t n = vt_match_candidates(matcher, p, i, found), next = i + 1;
        matcher->tokens.at[i].barren = n == 0;
        while (n-- > 0) {
            const vt_match_candidate *c = &found[n];
            if (!vt_match_is_sure(matcher, p, c))
                continue;
            uint32_t skill = c->hits[0].skill;
            vt_vec_push(
                matcher->arena, &matcher->sure,
                ((vt_match_sure){skill, c->first, c->end, p->place + (c->first - p->first)}));
            if (vt_counter_get(&matcher->skills, skill) == 0) {
                vt_counter_add(matcher->arena, &matcher->categories,
                               matcher->tax->skills[skill].category);
                vt_counter_add(matcher->arena, &matcher->domains,
                               match_category(matcher, skill)->domain);
                vt_match_field_add(matcher, skill);
            }
            vt_counter_add(matcher->arena, &matcher->skills, skill);
            next = c->end;
            break;
        }
        i = next;
    }
}

static void accept(vt_matcher *matcher, uint32_t passage, const vt_match_candidate *c,
                   const vt_match_verdict *v)
{
    const vt_match_passage *p = &matcher->passages.at[passage];
    bool whole = c->first == p->first && c->end == p->first + p->count;
    bool exact = !(v->hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT));
    vt_mention mention = {.skill = v->hit->skill,
                          .passage = passage,
                          .start = matcher->tokens.at[c->first].start,
                          .end = matcher->tokens.at[c->end - 1].end,
                          .method = exact ? VT_MATCH_EXACT : VT_MATCH_ALIAS,
                          .confidence = vt_match_confidence(p, v, whole),
                          .whole = whole};
    vt_vec_push(matcher->arena, &matcher->mentions, mention);
}

/** The object of an action names nothing more: "ran payroll" is Payroll Processing. Not so a
 * product or what everybody writes: "wrote PowerShell scripts", "taught physics". */
static bool tells_same(const vt_taxonomy *tax, uint32_t action, uint32_t object)
{
    if (tax->categories[tax->skills[object].category].flags & VT_CATEGORY_PRODUCT)
        return false;
    static const double NEAR = 0.4;
    char buf[VT_ALIAS_MAX], other[VT_ALIAS_MAX];
    return vt_taxonomy_nearness(tax, action, object) >= NEAR ||
           vt_str_starts(vt_taxonomy_name(tax, action, buf), vt_taxonomy_name(tax, object, other));
}

/** The words of a cue say what the phrase means here: another name of something else does not
 * count. A name said in full, a product and a name of the document's field do. */
static bool is_explained(const vt_matcher *matcher, const vt_match_passage *p,
                         const vt_match_candidate *c, const vt_image_hit *hit)
{
    enum { NAMED = VT_CATEGORY_PRODUCT | VT_CATEGORY_CREDENTIAL };
    if (!(hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT)) ||
        (match_category(matcher, hit->skill)->flags & NAMED) ||
        vt_match_is_own_name(matcher, p, c, hit))
        return false;
    for (size_t i = 0; i < matcher->cues.n; i++) {
        const vt_match_cue *cue = &matcher->cues.at[i];
        bool covers = cue->first <= c->first && cue->end >= c->end;
        bool within = cue->words > 1 && (hit->flags & VT_HIT_ACTION) && cue->first >= c->first &&
                      cue->end <= c->end;
        if (cue->skill != hit->skill && (covers || within))
            return true;
    }
    return false;
}

/** A mention of the passage, from `from` on, tells what a cue would: the same skill, or a longer
 * name around it, or what it is a kind of. */
static bool is_told(const vt_matcher *matcher, const vt_match_cue *cue, size_t from)
{
    static const double SAME = 0.6;
    uint32_t start = matcher->tokens.at[cue->first].start,
             end = matcher->tokens.at[cue->end - 1].end;
    for (size_t i = from; i < matcher->mentions.n; i++) {
        const vt_mention *m = &matcher->mentions.at[i];
        bool around = m->start <= start && m->end >= end;
        bool over = m->start < end && m->end > start;
        bool name = m->end - m->start > end - start || /* or all of a technology's */
                    match_category(matcher, m->skill)->field == VT_FIELD_COMPUTING;
        if (m->skill == cue->skill || (around && name) ||
            (over && vt_taxonomy_nearness(matcher->tax, m->skill, cue->skill) >= SAME))
            return true;
    }
    return false;
}

/** In a list, a cue must be all that an item says. */
static bool fills_item(const vt_match_passage *p, const vt_match_cue *cue)
{
    return cue->end - cue->first == p->count && p->count <= cue->words + 1;
}

/** The mentions that cues make beside those of the passage from `from` on; all by place. */
static void accept_cues(vt_matcher *matcher, uint32_t passage, size_t from)
{
    static const double LEAST = 0.6;
    const vt_match_passage *p = &matcher->passages.at[passage];
    for (size_t i = 0; i < matcher->cues.n; i++) {
        const vt_match_cue *cue = &matcher->cues.at[i];
        if ((p->kind == VT_PASSAGE_LIST && (matcher->mentions.n > from || !fills_item(p, cue))) ||
            is_told(matcher, cue, from))
            continue;
        double confidence = vt_match_cue_confidence(matcher, p, cue);
        if (confidence < LEAST)
            continue;
        vt_mention mention = {.skill = cue->skill,
                              .passage = passage,
                              .start = matcher->tokens.at[cue->first].start,
                              .end = matcher->tokens.at[cue->end - 1].end,
                              .method = VT_MATCH_ALIAS,
                              .confidence = (float)confidence,
                              .whole = p->kind == VT_PASSAGE_LIST};
        (void)vt_vec_add(matcher->arena, &matcher->mentions);
        size_t at = matcher->mentions.n - 1;
        for (; at > from && matcher->mentions.at[at - 1].start > mention.start; at--)
            matcher->mentions.at[at] = matcher->mentions.at[at - 1];
        matcher->mentions.at[at] = mention;
    }
}

static void decide(vt_matcher *matcher, uint32_t passage)
{
    const vt_match_passage *p = &matcher->passages.at[passage];
    size_t from = matcher->mentions.n;
    vt_match_cues(matcher, p);
    vt_match_candidate found[VT_MATCH_CANDIDATES];
    uint32_t object_end = 0, action = 0; /* of the last action: where it ends, its skill */
    for (uint32_t i = p->first; i < p->first + p->count;) {
        uint32_t next = i + 1;
        uint32_t n = matcher->tokens.at[i].barren ? 0 : vt_match_candidates(matcher, p, i, found);
        while (n-- > 0) {
            vt_match_verdict verdict = vt_match_weigh(matcher, p, &found[n]);
            if (!verdict.hit || verdict.score < vt_match_need(p))
                continue;
            if (p->kind == VT_PASSAGE_PROSE && is_explained(matcher, p, &found[n], verdict.hit))
                continue;
            if (i < object_end && found[n].end >= object_end &&
                tells_same(matcher->tax, action, verdict.hit->skill))
                continue;
            accept(matcher, passage, &found[n], &verdict);
            next = found[n].end;
            if (verdict.hit->flags & VT_HIT_ACTION) { /* "taught physics": physics, too */
                object_end = next;
                action = verdict.hit->skill;
                next = i + 1;
            }
            break;
        }
        i = next;
    }
    accept_cues(matcher, passage, from);
}

/* ---- typing errors in list items ---- */

/** The node of the item with token `at` replaced by `replacement`, or 0. */
static uint32_t node_with(const vt_matcher *matcher, const vt_match_passage *p, uint32_t at,
                          uint32_t replacement)
{
    uint32_t node = 0;
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        uint32_t id = i == at ? replacement : matcher->tokens.at[i].id;
        if (id == UINT32_MAX)
            return 0;
        node = vt_image_step(matcher->tax, node, id);
        if (node == 0)
            return 0;
    }
    return node;
}

/** A typing error is mended within the field, and to what people of every profession write; in
 * another language only to the latter. */
static bool may_mean(const vt_matcher *matcher, const vt_match_passage *p, uint32_t skill,
                     size_t errors)
{
    if (matcher->tax->skills[skill].flags & VT_SKILL_COMMON)
        return true;
    return !p->languages && vt_match_fit(matcher, skill) >= (errors > 1 ? 0.5 : 0.3);
}

/** An item of at most four words, one of them unknown: the surface that it nearly is. */
static void mend(vt_matcher *matcher, uint32_t passage)
{
    enum { NEAR_MAX = 8 };
    const vt_match_passage *p = &matcher->passages.at[passage];
    const vt_taxonomy *tax = matcher->tax;
    int64_t unknown = NO_TOKEN;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        if (matcher->tokens.at[i].id == UINT32_MAX) {
            if (unknown != NO_TOKEN)
                return;
            unknown = i;
        }
    if (unknown == NO_TOKEN || p->count > 4)
        return;
    vt_skill_fold fold = {.text = vt_str_sub(p->text, matcher->tokens.at[unknown].start,
                                             matcher->tokens.at[unknown].end)};
    vt_skill_token token;
    if (!vt_skill_fold_next(&fold, &token) || token.letters != token.len)
        return;
    vt_near_token near[NEAR_MAX];
    vt_str word = vt_str_n(token.text, token.len);
    size_t n = vt_near_tokens(tax, word, vt_near_allowed(word.len), near, NEAR_MAX);
    for (size_t i = 0; i < n; i++) {
        uint32_t node = node_with(matcher, p, (uint32_t)unknown, near[i].token);
        vt_image_hits hits = vt_image_hits_of(tax, node);
        if (node == 0 || hits.n == 0)
            continue;
        vt_image_hit hit = vt_image_hit_at(tax, hits.first);
        if (hit.languages || (hit.flags & (VT_HIT_AMBIGUOUS | VT_HIT_VARIANT)) ||
            !may_mean(matcher, p, hit.skill, near[i].distance))
            continue;
        vt_mention mention = {.skill = hit.skill,
                              .passage = passage,
                              .start = matcher->tokens.at[p->first].start,
                              .end = matcher->tokens.at[p->first + p->count - 1].end,
                              .method = VT_MATCH_FUZZY,
                              .confidence = near[i].distance == 1 ? 0.78f : 0.6f,
                              .whole = true};
        vt_vec_push(matcher->arena, &matcher->mentions, mention);
        return;
    }
}

vt_mentions vt_matcher_run(vt_matcher *matcher)
{
    vt_match_languages(matcher);
    vt_match_fields_settle(matcher);
    for (size_t i = 0; i < matcher->passages.n; i++) {
        const vt_match_passage *p = &matcher->passages.at[i];
        vt_match_mask(matcher, p);
        gather(matcher, p);
    }
    vt_match_settle_occupations(matcher);
    vt_match_fields_settle(matcher);
    for (uint32_t i = 0; i < matcher->passages.n; i++) {
        size_t before = matcher->mentions.n;
        decide(matcher, i);
        if (matcher->mentions.n == before && matcher->passages.at[i].kind == VT_PASSAGE_LIST)
            mend(matcher, i);
    }
    return (vt_mentions){matcher->mentions.at, matcher->mentions.n};
}
