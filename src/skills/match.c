/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three passes.
 * 1. scan: every passage becomes tokens with their number in the taxonomy; e-mail addresses, URLs
 *    and excluded names are masked: a mention may reach out of a mask, but not lie inside it.
 * 2. gather: longest match first, the mentions that need no context (no ambiguity, one meaning, the
 *    right capitals). They are the evidence: which skills, categories and domains this document
 *    is about, and where.
 * 3. decide: longest match first again; what is ambiguous is weighed:
 *      capitals     as the surface is written (SAP, Go, iOS), where capitals mean something
 *      phrase       more than one word
 *      enumeration  a sure mention is its neighbour in a list ("Java, Go and Rust")
 *      relation     nearest sure mention around it (vt_taxonomy_nearness), and how much the
 * document is about its category and domain name         a capital before or behind it that no
 * skill explains: part of a longer name The weights stand in `weights` below; docs/skills.md tells
 * what they were measured on. A list item needs no context as a whole. Without a mention it is
 * tried with typing errors mended.
 */
#include "skills/match.h"

#include "base/vec.h"
#include "skills/fold.h"
#include "skills/image.h"
#include "skills/near.h"

enum {
    WINDOW = 14,      /* tokens around a mention in which its neighbours are looked for */
    PASSAGE_GAP = 40, /* distance, in tokens, between two passages of prose */
    NO_TOKEN = -1,
};

static const struct {
    double caps, title, mixed, lower_product, lower_caps; /* capitals */
    double phrase, enumeration, name, distinct;
    double local, document_category, document_domain, parent, itself; /* relation */
    double lower_title;
    double need_prose, need_list, need_title, need_obscure;
} weights = {
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
    .need_list = 0.6,
    .need_title = 0.9,
};

struct token {
    uint32_t id; /* of the taxonomy, or UINT32_MAX */
    uint32_t start, end;
    uint64_t hash;
    uint16_t letters, capitals;
    bool break_before, sentence_before, first_capital, masked;
    bool barren; /* no phrase of the taxonomy begins here */
};

struct passage {
    vt_str text;
    vt_passage_kind kind;
    uint32_t first, count; /* tokens */
    uint32_t place;        /* of its first token in the document's count */
    bool flat;             /* most words begin with a capital: one more means nothing */
    bool shouting;         /* all in capitals */
    bool dotted;           /* a full stop stands inside a word: perhaps an address */
};

/** A mention that needs no context. */
struct sure {
    uint32_t skill, first, end; /* tokens */
    uint32_t place;
};

/** A name in which no skill is seen: the hashes of its tokens. */
struct excluded {
    const uint64_t *hashes;
    uint32_t n;
};

/** How often something was seen; open addressing. */
struct counter {
    uint32_t *keys; /* key + 1; 0 free */
    uint32_t *counts;
    uint32_t cap, n;
};

struct vt_matcher {
    vt_arena *arena;
    const vt_taxonomy *tax;
    VT_VEC(struct passage) passages;
    VT_VEC(struct token) tokens;
    VT_VEC(struct excluded) excluded;
    VT_VEC(struct sure) sure; /* by place */
    VT_VEC(vt_mention) mentions;
    struct counter skills, categories, domains;
    uint32_t place;
};

/* ---- counters ---- */

static uint32_t *counter_at(struct counter *c, uint32_t key)
{
    uint32_t slot = (key * 0x9E3779B1u) & (c->cap - 1);
    while (c->keys[slot] && c->keys[slot] != key + 1)
        slot = (slot + 1) & (c->cap - 1);
    return &c->keys[slot];
}

static uint32_t counter_get(struct counter *c, uint32_t key)
{
    if (c->cap == 0)
        return 0;
    uint32_t *slot = counter_at(c, key);
    return *slot ? c->counts[slot - c->keys] : 0;
}

static void counter_add(vt_arena *arena, struct counter *c, uint32_t key)
{
    if (c->n * 2 >= c->cap) {
        struct counter old = *c;
        c->cap = old.cap ? old.cap * 2 : 64;
        c->keys = VT_NEW_ARRAY(arena, uint32_t, c->cap);
        c->counts = VT_NEW_ARRAY(arena, uint32_t, c->cap);
        for (uint32_t i = 0; i < old.cap; i++)
            if (old.keys[i]) {
                uint32_t *slot = counter_at(c, old.keys[i] - 1);
                *slot = old.keys[i];
                c->counts[slot - c->keys] = old.counts[i];
            }
    }
    uint32_t *slot = counter_at(c, key);
    c->n += *slot == 0;
    *slot = key + 1;
    c->counts[slot - c->keys]++;
}

/* ---- scan ---- */

vt_matcher *vt_matcher_new(vt_arena *arena, const vt_taxonomy *tax)
{
    vt_matcher *matcher = VT_NEW(arena, vt_matcher);
    matcher->arena = arena;
    matcher->tax = tax;
    return matcher;
}

static uint64_t token_hash(const vt_skill_token *token)
{
    return vt_hash_bytes(vt_str_n(token->text, token->len), 0);
}

void vt_matcher_exclude(vt_matcher *matcher, vt_str name)
{
    uint64_t hashes[VT_SURFACE_TOKENS];
    uint32_t n = 0;
    vt_skill_fold fold = {.text = name};
    vt_skill_token token;
    while (n < VT_COUNT(hashes) && vt_skill_fold_next(&fold, &token))
        hashes[n++] = token_hash(&token);
    if (n == 0)
        return;
    uint64_t *copy = VT_NEW_ARRAY(matcher->arena, uint64_t, n);
    memcpy(copy, hashes, n * sizeof *copy);
    vt_vec_push(matcher->arena, &matcher->excluded, ((struct excluded){copy, n}));
}

static uint32_t token_id(const vt_taxonomy *tax, const vt_skill_token *token)
{
    vt_str text = vt_str_n(token->text, token->len);
    uint32_t id = vt_image_token_find(tax, text);
    if (id == UINT32_MAX && text.ptr[0] == '.') /* no space behind a full stop */
        id = vt_image_token_find(tax, vt_str_sub(text, 1, text.len));
    return id;
}

static struct token scan_token(const vt_matcher *matcher, const vt_skill_token *token)
{
    struct token t = {.id = token_id(matcher->tax, token),
                      .start = token->start,
                      .end = token->end,
                      .letters = token->letters,
                      .capitals = token->capitals,
                      .break_before = token->break_before,
                      .sentence_before = token->sentence_before,
                      .first_capital = token->first_capital};
    if (matcher->excluded.n > 0)
        t.hash = token_hash(token);
    return t;
}

uint32_t vt_matcher_add(vt_matcher *matcher, vt_str text, vt_passage_kind kind)
{
    struct passage passage = {
        .text = text, .kind = kind, .first = (uint32_t)matcher->tokens.n, .place = matcher->place};
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    uint32_t words = 0, capital = 0, letters = 0, capitals = 0;
    vt_vec_reserve(matcher->arena, &matcher->tokens, matcher->tokens.n + text.len / 6 + 8);
    while (vt_skill_fold_next(&fold, &token)) {
        vt_vec_push(matcher->arena, &matcher->tokens, scan_token(matcher, &token));
        passage.dotted = passage.dotted || token.text[0] == '.';
        words += token.letters > 3;
        capital += token.letters > 3 && token.first_capital;
        letters += token.letters;
        capitals += token.capitals;
    }
    passage.count = (uint32_t)(matcher->tokens.n - passage.first);
    passage.flat = kind == VT_PASSAGE_TITLE || (words >= 3 && capital * 4 > words * 3);
    passage.shouting = letters >= 8 && capitals == letters;
    matcher->place += passage.count + (kind == VT_PASSAGE_LIST ? 1 : PASSAGE_GAP);
    vt_vec_push(matcher->arena, &matcher->passages, passage);
    return (uint32_t)(matcher->passages.n - 1);
}

/** A word with an at sign, a scheme, "www." or a path: no skill is read in it. */
static bool is_address(vt_str word)
{
    if (word.len < 6)
        return false;
    return vt_str_find_char(word, '@', 1) != VT_NPOS ||
           vt_str_find(word, VT_STR("://"), 0) != VT_NPOS ||
           vt_str_starts_nocase(word, VT_STR("www.")) ||
           vt_str_find(word, VT_STR(".com"), 0) != VT_NPOS ||
           vt_str_find(word, VT_STR(".org/"), 0) != VT_NPOS;
}

static void mask_bytes(vt_matcher *matcher, const struct passage *p, size_t from, size_t to)
{
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        if (matcher->tokens.at[i].start >= from && matcher->tokens.at[i].end <= to)
            matcher->tokens.at[i].masked = true;
}

static void mask_addresses(vt_matcher *matcher, const struct passage *p)
{
    vt_str text = p->text;
    if (!p->dotted && vt_str_find_char(text, '@', 0) == VT_NPOS)
        return;
    for (size_t from = 0; from < text.len;) {
        while (from < text.len && vt_is_space(text.ptr[from]))
            from++;
        size_t to = from;
        while (to < text.len && !vt_is_space(text.ptr[to]))
            to++;
        if (is_address(vt_str_sub(text, from, to)))
            mask_bytes(matcher, p, from, to);
        from = to;
    }
}

static void mask_names(vt_matcher *matcher, const struct passage *p)
{
    for (size_t e = 0; e < matcher->excluded.n; e++) {
        const struct excluded *name = &matcher->excluded.at[e];
        for (uint32_t i = 0; i + name->n <= p->count; i++) {
            struct token *t = &matcher->tokens.at[p->first + i];
            uint32_t k = 0;
            while (k < name->n && t[k].hash == name->hashes[k])
                k++;
            /* one word alone must be written as a name */
            if (k == name->n && (k > 1 || t->first_capital))
                for (k = 0; k < name->n; k++)
                    t[k].masked = true;
        }
    }
}

/* ---- candidates ---- */

/** A phrase of the taxonomy that stands at a token. */
struct candidate {
    uint32_t first, end; /* tokens */
    const vt_image_hit *hits;
    uint32_t n_hits;
    bool crosses; /* it reaches over a comma */
};

/** The phrases that start at token `first`, shortest first. */
static uint32_t candidates_at(const vt_matcher *matcher, const struct passage *p, uint32_t first,
                              struct candidate ret[VT_SURFACE_TOKENS])
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t node = 0, n = 0, last = VT_MIN(first + VT_SURFACE_TOKENS, p->first + p->count);
    bool crosses = false, open = false;
    for (uint32_t i = first; i < last; i++) {
        const struct token *t = &matcher->tokens.at[i];
        if (t->id == UINT32_MAX)
            break;
        crosses = crosses || (i > first && t->break_before);
        open = open || !t->masked;
        node = vt_image_step(tax, node, t->id);
        if (node == 0)
            break;
        uint32_t from = tax->nodes[node], to = tax->nodes[node + 1];
        if (from < to && (open || p->kind == VT_PASSAGE_LIST))
            ret[n++] = (struct candidate){first, i + 1, tax->hits + from, to - from, crosses};
    }
    return n;
}

static const vt_image_category *category_of(const vt_matcher *matcher, uint32_t skill)
{
    return &matcher->tax->categories[matcher->tax->skills[skill].category];
}

/** How a candidate is written. */
struct writing {
    unsigned letters, capitals;
    bool first_capital;
    bool sentence_start;
};

static struct writing writing_of(const vt_matcher *matcher, const struct passage *p,
                                 const struct candidate *c)
{
    struct writing w = {0};
    const struct token *t = &matcher->tokens.at[c->first];
    for (uint32_t i = c->first; i < c->end; i++) {
        w.letters += matcher->tokens.at[i].letters;
        w.capitals += matcher->tokens.at[i].capitals;
    }
    w.first_capital = t->first_capital;
    w.sentence_start = c->first == p->first || t->sentence_before;
    return w;
}

/** The capitals that the surface wants where it is a short abbreviation or a name of ordinary
 * words. */
static bool capitals_fit(const vt_matcher *matcher, const struct passage *p,
                         const struct candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    uint32_t shape = hit->flags & VT_HIT_SHAPE;
    if (p->kind == VT_PASSAGE_LIST || w->capitals > 0)
        return shape != VT_SHAPE_CAPS || w->letters > 4 || w->capitals == w->letters ||
               p->kind == VT_PASSAGE_LIST;
    if (shape == VT_SHAPE_CAPS && w->letters <= 4)
        return false;
    bool product = category_of(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT;
    return !(product && c->end - c->first > 1 && shape != VT_SHAPE_LOWER);
}

/** A product's name without its capital in prose: "docker", but also the python in the cage. */
static bool lost_capital(const vt_matcher *matcher, const struct passage *p,
                         const struct candidate *c, const vt_image_hit *hit,
                         const struct writing *w)
{
    return p->kind != VT_PASSAGE_LIST && w->capitals == 0 && c->end - c->first == 1 &&
           (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_TITLE &&
           (category_of(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT);
}

/** Whether a meaning needs context: marked so, or an abbreviation of up to three letters that is
 * not the skill's own name, nor that of a skill which many others imply. */
static bool needs_context(const vt_matcher *matcher, const struct candidate *c,
                          const vt_image_hit *hit, const struct writing *w)
{
    if (hit->flags & VT_HIT_AMBIGUOUS)
        return true;
    return (hit->flags & VT_HIT_ALIAS) && (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_CAPS &&
           w->letters <= 3 && c->end - c->first == 1 &&
           matcher->tax->skills[hit->skill].children.count < 4;
}

/** A meaning that even a list item must be near to: "IRIS" need not be Iris (Go). */
static bool is_obscure(const vt_matcher *matcher, const struct candidate *c,
                       const vt_image_hit *hit, const struct writing *w)
{
    const vt_image_skill *s = &matcher->tax->skills[hit->skill];
    bool short_alias = (hit->flags & VT_HIT_ALIAS) && w->letters <= 3 && w->capitals == w->letters;
    return c->end - c->first == 1 && s->children.count < 4 &&
           (short_alias || ((s->flags & VT_SKILL_QUALIFIED) && (hit->flags & VT_HIT_AMBIGUOUS)));
}

static bool slash_before(const vt_matcher *matcher, const struct passage *p, uint32_t token)
{
    uint32_t start = matcher->tokens.at[token].start;
    return start > 0 && p->text.ptr[start - 1] == '/';
}

/** All there is between two breaks or slashes of a list item: "Excel" in "Excel (advanced)". */
static bool fills_part(const vt_matcher *matcher, const struct passage *p,
                       const struct candidate *c)
{
    uint32_t end = p->first + p->count;
    bool from = c->first == p->first || matcher->tokens.at[c->first].break_before ||
                slash_before(matcher, p, c->first);
    bool to = c->end == end || matcher->tokens.at[c->end].break_before ||
              slash_before(matcher, p, c->end);
    return from && to;
}

/* ---- gather ---- */

/** One meaning, not ambiguous, a hard skill, the right capitals. */
static bool is_sure(const vt_matcher *matcher, const struct passage *p, const struct candidate *c)
{
    const vt_image_hit *hit = &c->hits[0];
    if (c->crosses && !(hit->flags & VT_HIT_BREAK))
        return false;
    struct writing w = writing_of(matcher, p, c);
    bool listed = p->kind == VT_PASSAGE_LIST && c->n_hits == 1 && fills_part(matcher, p, c) &&
                  !is_obscure(matcher, c, hit, &w);
    if ((needs_context(matcher, c, hit, &w) && !listed) || lost_capital(matcher, p, c, hit, &w) ||
        (matcher->tax->skills[hit->skill].flags & VT_SKILL_SOFT))
        return false;
    if (c->n_hits > 1 && (c->hits[1].flags & VT_HIT_ALIAS) == (hit->flags & VT_HIT_ALIAS))
        return false;
    return capitals_fit(matcher, p, c, hit, &w);
}

static void gather(vt_matcher *matcher, const struct passage *p)
{
    struct candidate found[VT_SURFACE_TOKENS];
    for (uint32_t i = p->first; i < p->first + p->count;) {
        uint32_t n = candidates_at(matcher, p, i, found), next = i + 1;
        matcher->tokens.at[i].barren = n == 0;
        while (n-- > 0) {
            const struct candidate *c = &found[n];
            if (!is_sure(matcher, p, c))
                continue;
            uint32_t skill = c->hits[0].skill;
            vt_vec_push(matcher->arena, &matcher->sure,
                        ((struct sure){skill, c->first, c->end, p->place + (c->first - p->first)}));
            if (counter_get(&matcher->skills, skill) == 0) {
                counter_add(matcher->arena, &matcher->categories,
                            matcher->tax->skills[skill].category);
                counter_add(matcher->arena, &matcher->domains, category_of(matcher, skill)->domain);
            }
            counter_add(matcher->arena, &matcher->skills, skill);
            next = c->end;
            break;
        }
        i = next;
    }
}

/* ---- decide ---- */

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

/** How well the skill fits what stands around it and the whole document. */
static double relation(vt_matcher *matcher, const struct passage *p, const struct candidate *c,
                       uint32_t skill)
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t place = p->place + (c->first - p->first);
    double nearest = 0;
    for (size_t i = sure_from(matcher, place > WINDOW ? place - WINDOW : 0);
         i < matcher->sure.n && matcher->sure.at[i].place <= place + WINDOW; i++) {
        const struct sure *s = &matcher->sure.at[i];
        if (s->first >= c->end || s->end <= c->first)
            nearest = VT_MAX(nearest, vt_taxonomy_nearness(tax, skill, s->skill));
    }
    uint32_t category = counter_get(&matcher->categories, tax->skills[skill].category);
    uint32_t domain = counter_get(&matcher->domains, category_of(matcher, skill)->domain);
    double score = weights.local * nearest + weights.document_category * VT_MIN(category, 3) / 3 +
                   weights.document_domain * VT_MIN(domain, 6) / 6;
    const vt_image_skill *s = &tax->skills[skill];
    bool parent = false;
    for (uint32_t i = 0; i < s->implied.count; i++)
        parent = parent || counter_get(&matcher->skills, tax->lists[s->implied.first + i]);
    for (uint32_t i = 0; i < s->context.count; i++)
        parent = parent || counter_get(&matcher->skills, tax->lists[s->context.first + i]);
    score += counter_get(&matcher->skills, skill) ? weights.itself : 0; /* listed elsewhere */
    return score + (parent ? weights.parent : 0);
}

static double capitals_score(const vt_matcher *matcher, const struct passage *p,
                             const vt_image_hit *hit, const struct writing *w)
{
    bool product = category_of(matcher, hit->skill)->flags & VT_CATEGORY_PRODUCT;
    switch (hit->flags & VT_HIT_SHAPE) {
    case VT_SHAPE_CAPS:
        return w->capitals != w->letters ? weights.lower_caps : p->shouting ? 0 : weights.caps;
    case VT_SHAPE_TITLE:
        if (w->capitals == 0)
            return product ? weights.lower_product : 0;
        return p->flat || w->sentence_start ? 0 : weights.title;
    case VT_SHAPE_MIXED:
        return w->capitals > (w->first_capital ? 1u : 0u) ? weights.mixed
                                                          : weights.lower_product / 2;
    default: /* npm, written Npm in the middle of a sentence, is another word */
        return product && w->first_capital && !w->sentence_start ? weights.lower_title : 0;
    }
}

/** "and" or "or" between two members of an enumeration. */
static bool is_and(vt_str text, const struct token *token)
{
    static const char *const words[] = {"and", "or", "&", "und", "oder", "et",
                                        "ou",  "y",  "o", "e",   "i"};
    for (size_t i = 0; i < VT_COUNT(words); i++)
        if (vt_str_eq_nocase(vt_str_sub(text, token->start, token->end), vt_str_z(words[i])))
            return true;
    return false;
}

/** Whether a sure mention stands just before or behind, with only a comma, slash or "and" between.
 */
static bool enumerated(const vt_matcher *matcher, const struct passage *p,
                       const struct candidate *c)
{
    uint32_t place = p->place + (c->first - p->first), end = place + (c->end - c->first);
    for (size_t i = sure_from(matcher, place > 8 ? place - 8 : 0); i < matcher->sure.n; i++) {
        const struct sure *s = &matcher->sure.at[i];
        if (s->place > end + 1)
            break;
        uint32_t s_end = s->place + (s->end - s->first);
        bool before = s_end <= place && place - s_end <= 1;
        bool behind = s->place >= end && s->place - end <= 1;
        if (!before && !behind)
            continue;
        const struct token *right = &matcher->tokens.at[before ? c->first : s->first];
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

static bool covered_by_sure(const vt_matcher *matcher, const struct passage *p, uint32_t token)
{
    uint32_t place = p->place + (token - p->first);
    for (size_t i = sure_from(matcher, place > VT_SURFACE_TOKENS ? place - VT_SURFACE_TOKENS : 0);
         i < matcher->sure.n && matcher->sure.at[i].place <= place; i++)
        if (token >= matcher->sure.at[i].first && token < matcher->sure.at[i].end)
            return true;
    return false;
}

/** A capital beside it that no skill explains: "Spring Street", "Bank of Access". */
static bool in_longer_name(const vt_matcher *matcher, const struct passage *p,
                           const struct candidate *c)
{
    if (p->flat)
        return false;
    const struct token *t = matcher->tokens.at;
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

/** Words before a soft skill, or behind it, that make it one: "strong communication", "leadership
 * skills". */
static bool soft_cue(const vt_matcher *matcher, const struct passage *p, const struct candidate *c)
{
    static const char *const before[] = {"strong",      "excellent", "effective", "outstanding",
                                         "exceptional", "good",      "great",     "proven",
                                         "superb",      "my"};
    static const char *const behind[] = {"skills", "skill", "abilities", "ability"};
    for (size_t i = 0; c->first > p->first && i < VT_COUNT(before); i++) {
        const struct token *t = &matcher->tokens.at[c->first - 1];
        if (vt_str_eq_nocase(vt_str_sub(p->text, t->start, t->end), vt_str_z(before[i])))
            return true;
    }
    for (size_t i = 0; c->end < p->first + p->count && i < VT_COUNT(behind); i++) {
        const struct token *t = &matcher->tokens.at[c->end];
        if (!t->break_before &&
            vt_str_eq_nocase(vt_str_sub(p->text, t->start, t->end), vt_str_z(behind[i])))
            return true;
    }
    return false;
}

/** The meaning that fits best, and how well. */
struct verdict {
    const vt_image_hit *hit;
    double score; /* against the need; what needs none has 2 */
};

static bool hit_allowed(const vt_matcher *matcher, const struct passage *p,
                        const struct candidate *c, const vt_image_hit *hit, const struct writing *w)
{
    if (c->crosses && !(hit->flags & VT_HIT_BREAK))
        return false;
    if (p->kind == VT_PASSAGE_LIST) /* "R (basic)" is not BASIC */
        return !(w->capitals == 0 && (hit->flags & VT_HIT_SHAPE) == VT_SHAPE_CAPS &&
                 (hit->flags & VT_HIT_AMBIGUOUS));
    if (category_of(matcher, hit->skill)->flags & VT_CATEGORY_LANGUAGE)
        return false;
    if (matcher->tax->skills[hit->skill].flags & VT_SKILL_SOFT &&
        !(p->kind == VT_PASSAGE_PROSE && soft_cue(matcher, p, c)) && c->end - c->first == 1)
        return false;
    return capitals_fit(matcher, p, c, hit, w);
}

static struct verdict weigh(vt_matcher *matcher, const struct passage *p, const struct candidate *c)
{
    struct verdict best = {NULL, -10};
    struct writing w = writing_of(matcher, p, c);
    bool short_form = c->first > p->first && w.letters <= 3 && w.capitals == w.letters;
    bool listed = p->kind == VT_PASSAGE_LIST && fills_part(matcher, p, c) && !short_form;
    bool ambiguous_at_all = needs_context(matcher, c, &c->hits[0], &w) || c->n_hits > 1;
    double shared = 0;
    if (ambiguous_at_all) {
        shared += c->end - c->first > 1 ? weights.phrase : 0;
        shared += enumerated(matcher, p, c) ? weights.enumeration : 0;
        shared += in_longer_name(matcher, p, c) ? weights.name : 0;
    }
    for (uint32_t i = 0; i < c->n_hits; i++) {
        const vt_image_hit *hit = &c->hits[i];
        if (!hit_allowed(matcher, p, c, hit, &w))
            continue;
        bool context = needs_context(matcher, c, hit, &w),
             lost = lost_capital(matcher, p, c, hit, &w);
        bool free = listed || (!context && !lost);
        double score =
            free ? 2 : shared + (context ? capitals_score(matcher, p, hit, &w) : weights.distinct);
        if (ambiguous_at_all || lost) {
            double near = relation(matcher, p, c, hit->skill);
            if (near < weights.need_obscure && is_obscure(matcher, c, hit, &w))
                continue;
            score += near - 0.02 * i;
        }
        if (score > best.score)
            best = (struct verdict){hit, score};
    }
    return best;
}

static double need_of(const struct passage *p)
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

/** Rough probability that the mention is right: the reliability table stands in docs/skills.md. */
static float confidence_of(const struct passage *p, const vt_image_hit *hit, double score,
                           bool whole)
{
    double c = p->kind == VT_PASSAGE_LIST ? (whole ? 0.98 : 0.93) : 0.9;
    if (hit->flags & VT_HIT_VARIANT)
        c -= 0.04;
    else if (hit->flags & VT_HIT_ALIAS)
        c -= 0.02;
    if (hit->flags & VT_HIT_AMBIGUOUS) {
        double sure = VT_MIN(VT_MAX(score, 0), 2) / 2;
        c -= whole && p->kind == VT_PASSAGE_LIST ? 0.04 : 0.25 * (1 - sure);
    }
    return (float)c;
}

static void accept(vt_matcher *matcher, uint32_t passage, const struct candidate *c,
                   const struct verdict *v)
{
    const struct passage *p = &matcher->passages.at[passage];
    bool whole = c->first == p->first && c->end == p->first + p->count;
    bool exact = !(v->hit->flags & (VT_HIT_ALIAS | VT_HIT_VARIANT));
    vt_mention mention = {.skill = v->hit->skill,
                          .passage = passage,
                          .start = matcher->tokens.at[c->first].start,
                          .end = matcher->tokens.at[c->end - 1].end,
                          .method = exact ? VT_MATCH_EXACT : VT_MATCH_ALIAS,
                          .confidence = confidence_of(p, v->hit, v->score, whole),
                          .whole = whole};
    vt_vec_push(matcher->arena, &matcher->mentions, mention);
}

static void decide(vt_matcher *matcher, uint32_t passage)
{
    const struct passage *p = &matcher->passages.at[passage];
    struct candidate found[VT_SURFACE_TOKENS];
    for (uint32_t i = p->first; i < p->first + p->count;) {
        uint32_t next = i + 1;
        uint32_t n = matcher->tokens.at[i].barren ? 0 : candidates_at(matcher, p, i, found);
        while (n-- > 0) {
            struct verdict verdict = weigh(matcher, p, &found[n]);
            if (!verdict.hit || verdict.score < need_of(p))
                continue;
            accept(matcher, passage, &found[n], &verdict);
            next = found[n].end;
            break;
        }
        i = next;
    }
}

/* ---- typing errors in list items ---- */

/** The node of the item with token `at` replaced by `replacement`, or 0. */
static uint32_t node_with(const vt_matcher *matcher, const struct passage *p, uint32_t at,
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

/** An item of at most four words, one of them unknown: the surface that it nearly is. */
static void mend(vt_matcher *matcher, uint32_t passage)
{
    enum { NEAR_MAX = 8 };
    const struct passage *p = &matcher->passages.at[passage];
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
        if (node == 0 || tax->nodes[node] == tax->nodes[node + 1])
            continue;
        const vt_image_hit *hit = &tax->hits[tax->nodes[node]];
        if (hit->flags & (VT_HIT_AMBIGUOUS | VT_HIT_VARIANT))
            continue;
        vt_mention mention = {.skill = hit->skill,
                              .passage = passage,
                              .start = matcher->tokens.at[p->first].start,
                              .end = matcher->tokens.at[p->first + p->count - 1].end,
                              .method = VT_MATCH_FUZZY,
                              .confidence = near[i].distance == 1 ? 0.8f : 0.65f,
                              .whole = true};
        vt_vec_push(matcher->arena, &matcher->mentions, mention);
        return;
    }
}

vt_mentions vt_matcher_run(vt_matcher *matcher)
{
    for (size_t i = 0; i < matcher->passages.n; i++) {
        const struct passage *p = &matcher->passages.at[i];
        mask_addresses(matcher, p);
        if (matcher->excluded.n > 0)
            mask_names(matcher, p);
        gather(matcher, p);
    }
    for (uint32_t i = 0; i < matcher->passages.n; i++) {
        size_t before = matcher->mentions.n;
        decide(matcher, i);
        if (matcher->mentions.n == before && matcher->passages.at[i].kind == VT_PASSAGE_LIST)
            mend(matcher, i);
    }
    return (vt_mentions){matcher->mentions.at, matcher->mentions.n};
}
