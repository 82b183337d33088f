/* SPDX-License-Identifier: Apache-2.0 */
/* Passages become tokens with their number in the taxonomy; addresses and names are masked. Names
 * and English aliases are looked up as they stand; labels of other languages by the stems of the
 * words, in passages of that language. */
#include "skills/fold.h"
#include "skills/matcher.h"
#include "skills/stem.h"

enum { PASSAGE_GAP = 40 }; /* distance, in tokens, between two passages of prose */

vt_matcher *vt_matcher_new(vt_arena *arena, const vt_taxonomy *tax)
{
    vt_matcher *matcher = VT_NEW(arena, vt_matcher);
    matcher->arena = arena;
    matcher->tax = tax;
    matcher->language = VT_SPOKEN_COUNT;
    matcher->words = vt_language_index_make();
    return matcher;
}

void vt_matcher_language(vt_matcher *matcher, vt_str code)
{
    matcher->language = vt_spoken_find(code);
}

void vt_matcher_hint(vt_matcher *matcher, vt_str text)
{
    enum { HINT_MAX = 4000 };
    vt_skill_fold fold = {.text = vt_str_sub(text, 0, HINT_MAX)};
    vt_skill_token token;
    while (vt_skill_fold_next(&fold, &token))
        (void)vt_language_vote(&matcher->words, &matcher->votes, &token);
}

vt_str vt_matcher_spoken(const vt_matcher *matcher)
{
    return vt_spoken_code(matcher->language);
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
    vt_vec_push(matcher->arena, &matcher->excluded, ((vt_match_excluded){copy, n}));
}

static uint32_t token_id(const vt_taxonomy *tax, const vt_skill_token *token)
{
    vt_str text = vt_str_n(token->text, token->len);
    uint32_t id = vt_image_token_find(tax, text);
    if (id == UINT32_MAX && text.ptr[0] == '.') /* no space behind a full stop */
        id = vt_image_token_find(tax, vt_str_sub(text, 1, text.len));
    return id;
}

static vt_match_token scan_token(const vt_matcher *matcher, const vt_skill_token *token)
{
    vt_match_token t = {.id = token_id(matcher->tax, token),
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
    vt_match_passage passage = {
        .text = text, .kind = kind, .first = (uint32_t)matcher->tokens.n, .place = matcher->place};
    vt_skill_fold fold = {.text = text};
    vt_skill_token token;
    uint32_t words = 0, capital = 0, letters = 0, capitals = 0;
    vt_vec_reserve(matcher->arena, &matcher->tokens, matcher->tokens.n + text.len / 6 + 8);
    while (vt_skill_fold_next(&fold, &token)) {
        vt_match_token scanned = scan_token(matcher, &token);
        scanned.function = vt_language_vote(&matcher->words, &passage.votes, &token);
        vt_vec_push(matcher->arena, &matcher->tokens, scanned);
        if (kind == VT_PASSAGE_TITLE)
            vt_match_title_word(matcher, &token);
        passage.dotted = passage.dotted || token.text[0] == '.';
        words += token.letters > 3;
        capital += token.letters > 3 && token.first_capital;
        letters += token.letters;
        capitals += token.capitals;
    }
    passage.count = (uint32_t)(matcher->tokens.n - passage.first);
    passage.flat = kind == VT_PASSAGE_TITLE || (words >= 3 && capital * 4 > words * 3);
    passage.shouting = letters >= 8 && capitals == letters;
    matcher->titled = matcher->titled || kind == VT_PASSAGE_TITLE;
    matcher->place += passage.count + (kind == VT_PASSAGE_LIST ? 1 : PASSAGE_GAP);
    vt_language_votes_add(&matcher->votes, &passage.votes);
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

/* Tokens and words are both in the order of the text. */
static void mask_addresses(vt_matcher *matcher, const vt_match_passage *p)
{
    vt_str text = p->text;
    if (!p->dotted && vt_str_find_char(text, '@', 0) == VT_NPOS)
        return;
    uint32_t i = p->first, end = p->first + p->count;
    for (size_t from = 0; from < text.len;) {
        while (from < text.len && vt_is_space(text.ptr[from]))
            from++;
        size_t to = from;
        while (to < text.len && !vt_is_space(text.ptr[to]))
            to++;
        while (i < end && matcher->tokens.at[i].start < from)
            i++;
        if (is_address(vt_str_sub(text, from, to)))
            for (; i < end && matcher->tokens.at[i].end <= to; i++)
                matcher->tokens.at[i].masked = true;
        from = to;
    }
}

static void mask_names(vt_matcher *matcher, const vt_match_passage *p)
{
    for (size_t e = 0; e < matcher->excluded.n; e++) {
        const vt_match_excluded *name = &matcher->excluded.at[e];
        for (uint32_t i = 0; i + name->n <= p->count; i++) {
            vt_match_token *t = &matcher->tokens.at[p->first + i];
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

void vt_match_mask(vt_matcher *matcher, const vt_match_passage *p)
{
    mask_addresses(matcher, p);
    if (matcher->excluded.n > 0)
        mask_names(matcher, p);
}

/* ---- languages ---- */

/** A language's bit among those of the taxonomy; 0 when it has no labels in it. */
static uint64_t language_bit(const vt_taxonomy *tax, vt_spoken language)
{
    uint32_t number = vt_image_language_find(tax, vt_spoken_code(language));
    return number == UINT32_MAX ? 0 : (uint64_t)1 << number;
}

/** The document's language, and those that are hardly to be told from it (Danish, Norwegian). */
static uint64_t document_languages(const vt_matcher *matcher)
{
    if (matcher->language == VT_SPOKEN_EN)
        return 0;
    uint64_t set = language_bit(matcher->tax, matcher->language);
    unsigned most = matcher->votes.of[matcher->language];
    bool signs = matcher->language >= VT_SPOKEN_JA; /* Kana tell the two that share signs */
    for (unsigned i = VT_SPOKEN_EN + 1; most >= 4 && i < (unsigned)VT_SPOKEN_COUNT && !signs; i++)
        if (matcher->votes.of[i] * 10u >= most * 8u)
            set |= language_bit(matcher->tax, (vt_spoken)i);
    return set;
}

/** Whether a passage is clearly in another language than its document. */
static bool has_own_language(const vt_matcher *matcher, const vt_match_passage *p, vt_spoken *ret)
{
    *ret = vt_language_winner(&p->votes, 3);
    return *ret != VT_SPOKEN_COUNT && *ret != matcher->language &&
           p->votes.of[*ret] >= 2 * p->votes.of[matcher->language] + 2;
}

/** The number of a token's stem; VT_MATCH_ARTICLE, or UINT32_MAX for one that no label has. */
static uint32_t stem_id(const vt_taxonomy *tax, const vt_stemmer *stemmer, vt_str text,
                        const vt_skill_token *token)
{
    char stem[VT_SKILL_TOKEN_MAX];
    size_t len = vt_stem(stemmer, token, vt_str_sub(text, token->start, token->end), stem);
    return len ? vt_image_token_find(tax, vt_str_n(stem, len)) : (uint32_t)VT_MATCH_ARTICLE;
}

/** The stems of a passage, beside its tokens. */
static void read_stems(vt_matcher *matcher, const vt_match_passage *p, vt_spoken language)
{
    const vt_stemmer *stemmer = vt_stemmer_find(vt_spoken_code(language));
    vt_skill_fold fold = {.text = p->text};
    vt_skill_token token;
    for (uint32_t i = p->first; vt_skill_fold_next(&fold, &token); i++)
        matcher->stems.at[i] = stem_id(matcher->tax, stemmer, p->text, &token);
}

/** The whole passage is a label in this language. */
static bool is_label(const vt_matcher *matcher, const vt_match_passage *p, vt_spoken language)
{
    const vt_taxonomy *tax = matcher->tax;
    const vt_stemmer *stemmer = vt_stemmer_find(vt_spoken_code(language));
    uint64_t bit = language_bit(tax, language);
    vt_skill_fold fold = {.text = p->text};
    vt_skill_token token;
    uint32_t node = 0;
    while (bit && vt_skill_fold_next(&fold, &token)) {
        uint32_t id = stem_id(tax, stemmer, p->text, &token);
        if (id == (uint32_t)VT_MATCH_ARTICLE)
            continue;
        node = id == UINT32_MAX ? 0 : vt_image_step(tax, node, id);
        if (!node)
            return false;
    }
    vt_image_hits hits = node ? vt_image_hits_of(tax, node) : (vt_image_hits){0, 0};
    for (uint32_t i = 0; i < hits.n; i++)
        if (tax->sets[vt_image_hit_at(tax, hits.first + i).languages] & bit)
            return true;
    return false;
}

/** A resume in keywords may have no word that tells its language: it is the one in which most of
 * the listed items are labels, of those that are no English names. */
static vt_spoken language_of_labels(const vt_matcher *matcher)
{
    enum { LEAST = 2, WORDS_MAX = 6 };
    vt_language_votes votes = {{0}};
    vt_skill named;
    for (size_t i = 0; i < matcher->passages.n; i++) {
        const vt_match_passage *p = &matcher->passages.at[i];
        if (p->kind != VT_PASSAGE_LIST || p->count > WORDS_MAX ||
            vt_taxonomy_find(matcher->tax, p->text, &named))
            continue;
        for (unsigned k = VT_SPOKEN_EN + 1; k < (unsigned)VT_SPOKEN_JA; k++)
            votes.of[k] = (uint16_t)(votes.of[k] + is_label(matcher, p, (vt_spoken)k));
    }
    return vt_language_winner(&votes, LEAST);
}

void vt_match_languages(vt_matcher *matcher)
{
    if (matcher->language == VT_SPOKEN_COUNT)
        matcher->language = vt_language_winner(&matcher->votes, 3);
    if (matcher->language == VT_SPOKEN_COUNT)
        matcher->language = language_of_labels(matcher);
    if (matcher->language == VT_SPOKEN_COUNT)
        matcher->language = VT_SPOKEN_EN;
    uint64_t set = document_languages(matcher);
    for (size_t i = 0; i < matcher->passages.n; i++) {
        vt_match_passage *p = &matcher->passages.at[i];
        vt_spoken language = matcher->language;
        p->languages = set;
        if (has_own_language(matcher, p, &language))
            p->languages = language_bit(matcher->tax, language);
        else
            language = matcher->language;
        p->spoken = language;
        p->flat = p->flat || language == VT_SPOKEN_DE; /* every noun has a capital */
        if (!p->languages)
            continue;
        if (matcher->stems.n == 0 && matcher->tokens.n > 0) {
            vt_vec_reserve(matcher->arena, &matcher->stems, matcher->tokens.n);
            matcher->stems.n = matcher->tokens.n;
        }
        read_stems(matcher, p, language);
    }
}

/* ---- phrases ---- */

/** Korean words take particles (SQL을, 관리에서) but are not found inside other words. */
static bool inside_word(const vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                        uint32_t end)
{
    static const char *const particles[] = {"을", "를", "에", "의", "와", "과", "로", "으", "및",
                                            "등", "하", "한", "했", "해", "된", "됨", "능", "업"};
    const vt_match_token *t = matcher->tokens.at;
    vt_str sign = vt_str_sub(p->text, t[first].start, t[first].end);
    bool hangul =
        sign.len == 3 && (unsigned char)sign.ptr[0] >= 0xEA && (unsigned char)sign.ptr[0] <= 0xED;
    if (!hangul)
        return false;
    if (first > p->first && t[first - 1].end == t[first].start)
        return true;
    if (end == p->first + p->count || t[end].start != t[end - 1].end)
        return false;
    return !VT_STR_AMONG(vt_str_sub(p->text, t[end].start, t[end].end), particles);
}

/* What is surely written as such goes before what a verb means ("operating systems"); else the
 * first of an end has the longer object. `ret` has room for VT_SURFACE_TOKENS. */
void vt_match_add_candidate(vt_match_candidate *ret, uint32_t *n, vt_match_candidate c)
{
    uint32_t at = *n;
    while (at > 0 && ret[at - 1].end > c.end)
        at--;
    if (at > 0 && ret[at - 1].end == c.end) {
        if ((ret[at - 1].hits[0].flags & VT_HIT_ACTION) &&
            !(c.hits[0].flags & (VT_HIT_ACTION | VT_HIT_AMBIGUOUS)))
            ret[at - 1] = c;
        return;
    }
    if (*n == VT_SURFACE_TOKENS)
        return;
    memmove(ret + at + 1, ret + at, (*n - at) * sizeof *ret);
    ret[at] = c;
    ++*n;
}

/** Hits of a node that count in every language. */
static vt_image_hits written_hits(const vt_taxonomy *tax, uint32_t node)
{
    vt_image_hits all = vt_image_hits_of(tax, node);
    uint32_t n = 0;
    while (n < all.n && vt_image_hit_at(tax, all.first + n).languages == 0)
        n++;
    return (vt_image_hits){all.first, n};
}

vt_image_hit *vt_match_hits(vt_matcher *matcher, uint32_t node, uint32_t *ret_n)
{
    vt_image_hits hits = written_hits(matcher->tax, node);
    vt_image_hit *rows = matcher->hits + matcher->n_hits;
    *ret_n = VT_MIN(hits.n, VT_MATCH_HITS - matcher->n_hits);
    for (uint32_t i = 0; i < *ret_n; i++)
        rows[i] = vt_image_hit_at(matcher->tax, hits.first + i);
    matcher->n_hits += *ret_n;
    return rows;
}

/** A word that is a skill of its own is no filler between a verb and its object. */
static bool is_skill(const vt_taxonomy *tax, uint32_t token)
{
    uint32_t node = token < tax->n_tokens ? vt_image_start(tax, token) : 0;
    vt_image_hits hits = written_hits(tax, node);
    for (uint32_t i = 0; node && i < hits.n; i++)
        if (!(vt_image_hit_at(tax, hits.first + i).flags & VT_HIT_AMBIGUOUS))
            return true;
    return false;
}

bool vt_match_ends_object(const vt_match_passage *p, const vt_match_token *t)
{
    static const char *const words[] = {"behind", "for",   "with", "to",   "from", "by",
                                        "at",     "under", "into", "over", "who",  "that",
                                        "which",  "then",  "in",   "on",   "as",   "between"};
    return VT_STR_AMONG(vt_str_sub(p->text, t->start, t->end), words);
}

/** Another verb has the objects behind it: "installed printers and supported Windows". */
static bool is_other_verb(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    const vt_match_token *t = &matcher->tokens.at[token];
    uint32_t node = t->id == UINT32_MAX ? 0 : vt_image_start(matcher->tax, t->id);
    return node && vt_str_ends(vt_str_sub(p->text, t->start, t->end), VT_STR("ed")) &&
           (vt_image_sign(matcher->tax, node, matcher->tax->action_token) ||
            vt_image_sign(matcher->tax, node, matcher->tax->verb_token));
}

/** The object is the first part of another noun: "prepared report cards", "a schedule employee
 * seminar". */
static bool goes_on(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    static const char *const endings[] = {"ly", "ed", "ing"};
    static const char *const heads[] = {
        "member", "members", "level",   "levels",   "system",   "systems",   "item",      "items",
        "line",   "lines",   "project", "projects", "schedule", "schedules", "operations"};
    const vt_match_token *t = &matcher->tokens.at[token];
    if (p->languages || token + 1 == p->first + p->count || p->text.ptr[t->end - 1] == 's')
        return false;
    vt_str next = vt_str_sub(p->text, t[1].start, t[1].end);
    return vt_is_alpha(next.ptr[0]) && !VT_STR_ENDS_AMONG(next, endings) && !t[1].first_capital &&
           !VT_STR_AMONG(next, heads) && !vt_match_ends_noun(p, t + 1, false);
}

/** The objects of the verb that ends before token `at`: "administered (oral and IV) medications".
 */
static void objects_at(vt_matcher *matcher, const vt_match_passage *p, uint32_t first, uint32_t at,
                       uint32_t gap, vt_match_candidate *ret, uint32_t *n)
{
    const vt_taxonomy *tax = matcher->tax;
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = p->first + p->count;
    for (uint32_t from = at; from < VT_MIN(at + VT_GAP_TOKENS + 1, end); from++) {
        if (t[from].break_before || (from > at && is_other_verb(matcher, p, from)))
            return;
        uint32_t node = gap;
        for (uint32_t i = from; i < end && t[i].id != UINT32_MAX; i++) {
            node = vt_image_step(tax, node, t[i].id);
            if (node == 0)
                break;
            uint32_t n_hits;
            const vt_image_hit *rows = vt_match_hits(matcher, node, &n_hits);
            if (n_hits && !goes_on(matcher, p, i))
                vt_match_add_candidate(ret, n,
                                       (vt_match_candidate){first, i + 1, rows, n_hits, false});
        }
        if (is_skill(tax, t[from].id) || vt_match_ends_object(p, &t[from]))
            return;
    }
}

/** "the repair of", "a review", "sixth grade": no verb. */
static bool is_noun(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    static const char *const before[] = {"the", "a",  "an",   "this", "of",   "our",
                                         "my",  "no", "each", "its",  "their"};
    const vt_match_token *t = &matcher->tokens.at[token];
    if (token == p->first || t->break_before || p->languages)
        return false;
    vt_str word = vt_str_sub(p->text, t[-1].start, t[-1].end);
    vt_str form = vt_str_sub(p->text, t->start, t->end);
    bool sure = vt_str_ends(form, VT_STR("ed")) || (t->first_capital && !t[-1].first_capital);
    return VT_STR_AMONG_NOCASE(word, before) ||
           !(sure || vt_match_is_verb(matcher, p, token)); /* "sixth grade students" */
}

/** A verb alone that says it: "I negotiate with banks", not "an audit". */
static bool says_alone(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token,
                       const vt_image_hit *hit)
{
    if (!(hit->flags & VT_HIT_ACTION) || p->languages)
        return true;
    const vt_match_token *t = &matcher->tokens.at[token];
    vt_str form = vt_str_sub(p->text, t->start, t->end);
    return vt_str_ends(form, VT_STR("ed")) || vt_str_ends(form, VT_STR("ing")) ||
           (p->kind == VT_PASSAGE_PROSE && !is_noun(matcher, p, token));
}

/** Phrases as written, in every language. */
static uint32_t written_at(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                           vt_match_candidate ret[VT_SURFACE_TOKENS])
{
    const vt_taxonomy *tax = matcher->tax;
    uint32_t node = 0, n = 0, last = VT_MIN(first + VT_SURFACE_TOKENS, p->first + p->count);
    bool crosses = false, open = false;
    bool english = !p->languages && p->kind != VT_PASSAGE_TITLE;
    if (p->kind == VT_PASSAGE_TITLE)
        vt_match_calling(matcher, p, first, ret, &n);
    for (uint32_t i = first; i < last; i++) {
        const vt_match_token *t = &matcher->tokens.at[i];
        if (t->id == UINT32_MAX)
            break;
        crosses = crosses || (i > first && t->break_before);
        open = open || !t->masked;
        node = vt_image_step(tax, node, t->id);
        if (node == 0)
            break;
        if (open || p->kind == VT_PASSAGE_LIST) {
            uint32_t n_hits;
            const vt_image_hit *rows = vt_match_hits(matcher, node, &n_hits);
            if (n_hits && says_alone(matcher, p, first, rows))
                vt_match_add_candidate(ret, &n,
                                       (vt_match_candidate){first, i + 1, rows, n_hits, crosses});
        }
        uint32_t action = vt_image_sign(tax, node, tax->action_token), own, end;
        if (action && !is_noun(matcher, p, first) && vt_image_children(tax, action, &own, &end))
            for (; own < end; own++) {
                uint32_t start = vt_image_start(tax, vt_image_token_of(tax, own));
                uint32_t gap = start ? vt_image_sign(tax, start, tax->gap_token) : 0;
                if (gap)
                    objects_at(matcher, p, first, i + 1, gap, ret, &n);
            }
        uint32_t verb = english ? vt_image_sign(tax, node, tax->verb_token) : 0;
        if (verb)
            vt_match_verb(matcher, p, first, i + 1, verb, ret, &n);
    }
    return n;
}

/** The hits of a node that are labels in the passage's language. */
static uint32_t labels_of(vt_matcher *matcher, const vt_match_passage *p, uint32_t node,
                          const vt_image_hit **ret)
{
    enum { LABELS_MAX = 16 };
    const vt_taxonomy *tax = matcher->tax;
    vt_image_hits hits = vt_image_hits_of(tax, node);
    vt_image_hit *rows = matcher->hits + matcher->n_hits;
    uint32_t n = 0, room = VT_MIN(VT_MATCH_HITS - matcher->n_hits, (uint32_t)LABELS_MAX);
    for (uint32_t i = 0; i < hits.n && n < room; i++) {
        vt_image_hit hit = vt_image_hit_at(tax, hits.first + i);
        if ((tax->sets[hit.languages] & p->languages) &&
            (!(hit.flags & VT_HIT_LISTED) || p->kind == VT_PASSAGE_LIST))
            rows[n++] = hit;
    }
    matcher->n_hits += n;
    *ret = rows;
    return n;
}

static vt_str token_text(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token)
{
    const vt_match_token *t = &matcher->tokens.at[token];
    return vt_str_sub(p->text, t->start, t->end);
}

/** Whether words may part an object, whose last token is `at`, from what is done, which begins at
 * `from`: there is a particle or a case between them, or the beginning of another word. */
static bool may_part(const vt_matcher *matcher, const vt_match_passage *p, uint32_t at,
                     uint32_t from)
{
    static const char *const ja[] = {"を", "の", "や", "と", "に", "は", "が", "も", "等", "な"},
                             *const zh[] = {"的", "进", "進", "等", "与", "與", "和", "及", "并"},
                             *const ko[] = {"을", "를", "의", "및", "와", "과", "도", "에"},
                             *const tr[] = {"i", "ı", "u", "ü", "n", "e", "a"},
                             *const objects[] = {"を", "が"};
    const vt_match_token *t = matcher->tokens.at;
    vt_str next = token_text(matcher, p, at + 1);
    switch (p->spoken) {
    case VT_SPOKEN_JA: /* of "顧客の要望を分析" no customers are */
        for (uint32_t i = at + 2; i < from && vt_str_eq(next, VT_STR("の")); i++)
            if (VT_STR_AMONG(token_text(matcher, p, i), objects))
                return false;
        return VT_STR_AMONG(next, ja);
    case VT_SPOKEN_ZH:
        return VT_STR_AMONG(next, zh);
    case VT_SPOKEN_KO:
        return (t[at + 1].start > t[at].end || VT_STR_AMONG(next, ko)) &&
               (t[from].start > t[from - 1].end ||
                VT_STR_AMONG(token_text(matcher, p, from - 1), ko));
    case VT_SPOKEN_TR:
        return VT_STR_ENDS_AMONG(token_text(matcher, p, at), tr);
    default:
        return false;
    }
}

/** The object behind what is done is over: of "分析客户需求" no customers are. */
static bool ends_led(const vt_matcher *matcher, const vt_match_passage *p, uint32_t end)
{
    static const char *const words[] = {"和", "与", "與", "及", "等", "并", "並",
                                        "以", "且", "后", "後", "工", "手"};
    return end == p->first + p->count || matcher->tokens.at[end].break_before ||
           VT_STR_AMONG(token_text(matcher, p, end), words);
}

/** Labels whose end stands apart: "在庫を毎日管理", "管理公司的库存". `gap` is the node of the sign
 * between, which their first part leads to, whose last token is `at`. */
static void apart_at(vt_matcher *matcher, const vt_match_passage *p, uint32_t first, uint32_t at,
                     uint32_t gap, bool led, vt_match_candidate *ret, uint32_t *n)
{
    enum { WORDS = 3, SIGNS = 8 };
    const vt_match_token *t = matcher->tokens.at;
    uint32_t end = p->first + p->count;
    uint32_t last = VT_MIN(at + 1 + (p->spoken == VT_SPOKEN_TR ? WORDS : SIGNS), end);
    for (uint32_t from = at + 1; from < last && !t[from].break_before; from++) {
        uint32_t node = gap;
        if (!led && (from == at + 1 || !may_part(matcher, p, at, from)))
            continue;
        for (uint32_t i = from; i < end && (i == from || !t[i].break_before); i++) {
            uint32_t stem = matcher->stems.at[i];
            if (stem == (uint32_t)VT_MATCH_ARTICLE && i > from)
                continue;
            node = stem < matcher->tax->n_tokens ? vt_image_step(matcher->tax, node, stem) : 0;
            if (node == 0)
                break;
            const vt_image_hit *hits;
            uint32_t n_hits = labels_of(matcher, p, node, &hits);
            if (n_hits && !inside_word(matcher, p, first, i + 1) &&
                (!led || ends_led(matcher, p, i + 1)))
                vt_match_add_candidate(ret, n,
                                       (vt_match_candidate){first, i + 1, hits, n_hits, false});
        }
    }
}

/** Labels of the passage's language. */
static uint32_t labels_at(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                          vt_match_candidate ret[VT_SURFACE_TOKENS])
{
    uint32_t node = 0, n = 0, last = VT_MIN(first + VT_SURFACE_TOKENS, p->first + p->count);
    bool crosses = false, open = false;
    for (uint32_t i = first; i < last; i++) {
        const vt_match_token *t = &matcher->tokens.at[i];
        uint32_t stem = matcher->stems.at[i];
        crosses = crosses || (i > first && t->break_before);
        open = open || !t->masked;
        if (stem == (uint32_t)VT_MATCH_ARTICLE && i > first)
            continue;
        if (stem >= matcher->tax->n_tokens)
            break;
        node = vt_image_step(matcher->tax, node, stem);
        if (node == 0)
            break;
        const vt_image_hit *hits;
        uint32_t n_hits = labels_of(matcher, p, node, &hits);
        if (n_hits && (open || p->kind == VT_PASSAGE_LIST) &&
            !inside_word(matcher, p, first, i + 1))
            vt_match_add_candidate(ret, &n,
                                   (vt_match_candidate){first, i + 1, hits, n_hits, crosses});
        uint32_t gap = vt_image_sign(matcher->tax, node, matcher->tax->gap_token);
        uint32_t led = vt_image_sign(matcher->tax, node, matcher->tax->led_token);
        if (gap)
            apart_at(matcher, p, first, i, gap, false, ret, &n);
        if (led)
            apart_at(matcher, p, first, i, led, true, ret, &n);
    }
    return n;
}

uint32_t vt_match_candidates(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                             vt_match_candidate ret[VT_MATCH_CANDIDATES])
{
    matcher->n_hits = 0;
    if (!p->languages)
        return written_at(matcher, p, first, ret);
    vt_match_candidate written[VT_SURFACE_TOKENS], labels[VT_SURFACE_TOKENS];
    uint32_t n_written = written_at(matcher, p, first, written), n = 0, w = 0;
    uint32_t n_labels = labels_at(matcher, p, first, labels);
    for (uint32_t i = 0; i < n_labels; i++) {
        while (w < n_written && written[w].end < labels[i].end)
            ret[n++] = written[w++];
        if (w < n_written && written[w].end == labels[i].end)
            w++; /* the label is what the word means in this language */
        ret[n++] = labels[i];
    }
    while (w < n_written)
        ret[n++] = written[w++];
    return n;
}
