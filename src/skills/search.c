/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Search for a box that a person types into. Three sources, in this order: skills whose name or
 * alias is the query; those whose name or alias begins with it, found by binary search in the order
 * of folded keys (and those that are called so in another language); and, when that gave little,
 * the same for the query with unknown words replaced by near ones. Within a source: what others
 * imply most, then the shorter name.
 */
#include "skills/taxonomy.h"

#include "base/vec.h"
#include "skills/fold.h"
#include "skills/near.h"
#include "skills/stem.h"

enum { KEY_MAX = 512, SCAN_MAX = 3000 };

struct search {
    const vt_taxonomy *tax;
    vt_arena *arena;
    VT_VEC(vt_skill_found) found;
    uint32_t *place; /* [n_skills] where it stands in found, plus one; 0: not there */
};

/** Null for a surface: the name. */
static void add_found(struct search *search, uint32_t skill, vt_str surface, double score)
{
    if (search->place[skill]) {
        vt_skill_found *known = &search->found.at[search->place[skill] - 1];
        if (known->score < score) {
            known->score = score;
            known->surface = surface;
        }
        return;
    }
    vt_skill_found row = {
        .skill = vt_taxonomy_get(search->tax, skill), .surface = surface, .score = score};
    vt_vec_push(search->arena, &search->found, row);
    search->place[skill] = (uint32_t)search->found.n;
}

/** A row of the order: the folded key of a name of a skill. */
static size_t row_key(const vt_taxonomy *tax, uint32_t i, char key[KEY_MAX], uint32_t *ret_skill,
                      uint32_t *ret_place)
{
    uint64_t row = vt_packed_get(&tax->order, i);
    *ret_skill = (uint32_t)(row >> VT_ORDER_PLACE_BITS);
    *ret_place = (uint32_t)row & ((1u << VT_ORDER_PLACE_BITS) - 1);
    char buf[VT_ALIAS_MAX];
    return vt_skill_key(vt_image_surface(tax, *ret_skill, *ret_place, buf), key, KEY_MAX);
}

/** A score within [low, low + 0.1): popular and short first. */
static double rank(const vt_taxonomy *tax, uint32_t skill, size_t key_len, double low, bool alias)
{
    double popular = (double)tax->skills[skill].children;
    return low + 0.05 * popular / (popular + 20) + 0.04 / (1 + (double)key_len / 16) -
           (alias ? 0.01 : 0);
}

/** Adds the surfaces whose key is `key` or begins with it. */
static void add_prefix(struct search *search, vt_str key, double weight)
{
    const vt_taxonomy *tax = search->tax;
    char other[KEY_MAX];
    uint32_t low = 0, high = tax->order.n, skill, place;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        size_t n = row_key(tax, mid, other, &skill, &place);
        if (vt_str_cmp(vt_str_n(other, n), key) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    for (uint32_t i = low; i < tax->order.n && i < low + SCAN_MAX; i++) {
        size_t n = row_key(tax, i, other, &skill, &place);
        if (!vt_str_starts(vt_str_n(other, n), key))
            break;
        bool whole = n == key.len, word_end = whole || other[key.len] == ' ';
        double base = whole ? 0.9 : word_end ? 0.7 : 0.6;
        char buf[VT_ALIAS_MAX];
        vt_str surface = vt_str_dup(search->arena, vt_image_surface(tax, skill, place, buf));
        add_found(search, skill, surface, weight * rank(tax, skill, n, base, place > 0));
    }
}

/** The query with each unknown word but the last (which may be unfinished) replaced by the nearest
 * known one; then also with the last one replaced. */
static void add_mended(struct search *search, vt_str query)
{
    const vt_taxonomy *tax = search->tax;
    vt_skill_fold fold = {.text = query};
    vt_skill_token token;
    char key[KEY_MAX];
    size_t n = 0, errors = 0;
    while (vt_skill_fold_next(&fold, &token)) {
        vt_str text = vt_str_n(token.text, token.len);
        vt_near_token near;
        if (vt_image_token_find(tax, text) == UINT32_MAX &&
            vt_near_tokens(tax, text, vt_near_allowed(text.len), &near, 1)) {
            text = vt_image_token(tax, near.token);
            errors += near.distance;
        }
        if (n + text.len + 2 > sizeof key)
            return;
        if (n > 0)
            key[n++] = ' ';
        memcpy(key + n, text.ptr, text.len);
        n += text.len;
    }
    if (errors > 0)
        add_prefix(search, vt_str_n(key, n), 0.9 - 0.1 * (double)errors);
}

/** The node of the query's stems in a language, or 0. */
static uint32_t stem_node(const vt_taxonomy *tax, const vt_stemmer *stemmer, vt_str query)
{
    vt_skill_fold fold = {.text = query};
    vt_skill_token token;
    uint32_t node = 0;
    while (vt_skill_fold_next(&fold, &token)) {
        char stem[VT_SKILL_TOKEN_MAX];
        size_t len = vt_stem(stemmer, &token, vt_str_sub(query, token.start, token.end), stem);
        if (len == 0)
            continue;
        uint32_t id = vt_image_token_find(tax, vt_str_n(stem, len));
        node = id == UINT32_MAX ? 0 : vt_image_step(tax, node, id);
        if (node == 0)
            return 0;
    }
    return node;
}

/** Skills that are called so in another language, in any number or case. */
static void add_labels(struct search *search, vt_str query)
{
    const vt_taxonomy *tax = search->tax;
    char buf[VT_LABELS_MAX];
    for (uint32_t language = 0; language < tax->n_languages; language++) {
        vt_str code = vt_str_z(tax->languages[language].code), label;
        uint32_t node = stem_node(tax, vt_stemmer_find(code), query);
        vt_image_hits hits = vt_image_hits_of(tax, node);
        for (uint32_t i = 0; node && i < hits.n; i++) {
            vt_image_hit hit = vt_image_hit_at(tax, hits.first + i);
            vt_str labels = tax->sets[hit.languages] >> language & 1
                                ? vt_taxonomy_labels(tax, hit.skill, code, buf)
                                : VT_STR_NULL;
            if (vt_str_split(&labels, '|', &label))
                add_found(search, hit.skill, vt_str_dup(search->arena, label),
                          rank(tax, hit.skill, query.len, 0.85, true));
        }
    }
}

/** Skills whose label in a language begins with the query. */
static void add_label_prefix(struct search *search, vt_str key, vt_str language)
{
    const vt_taxonomy *tax = search->tax;
    char other[KEY_MAX], buf[VT_LABELS_MAX];
    for (uint32_t i = 0; i < tax->n_labels; i++) {
        vt_str labels = vt_taxonomy_labels(tax, tax->labels[i].skill, language, buf), label;
        for (size_t k = 0; vt_str_split(&labels, '|', &label); k++) {
            vt_str found = vt_str_n(other, vt_skill_key(label, other, KEY_MAX));
            if (!vt_str_starts(found, key))
                continue;
            bool whole = found.len == key.len, word_end = whole || other[key.len] == ' ';
            double base = whole ? 0.9 : word_end ? 0.8 : 0.7;
            add_found(search, tax->labels[i].skill, vt_str_dup(search->arena, label),
                      rank(tax, tax->labels[i].skill, found.len, base, k > 0));
        }
    }
}

static int compare_found(const void *a, const void *b)
{
    const vt_skill_found *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->skill.index < y->skill.index ? -1 : 1;
}

/** Names of those that are given. */
static void add_names(struct search *search, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        vt_skill_found *row = &search->found.at[i];
        char buf[VT_ALIAS_MAX];
        row->name = vt_str_dup(search->arena, vt_taxonomy_name(search->tax, row->skill.index, buf));
        row->surface = row->surface.ptr ? row->surface : row->name;
    }
}

size_t vt_taxonomy_search(const vt_taxonomy *tax, vt_arena *arena, vt_str query, size_t limit,
                          vt_str language, vt_skill_found **ret)
{
    struct search search = {.tax = tax, .arena = arena};
    char key[KEY_MAX];
    size_t n = vt_skill_key(query, key, sizeof key);
    *ret = NULL;
    if (n == 0)
        return 0;
    search.place = VT_NEW_ARRAY(arena, uint32_t, tax->n_skills);
    vt_skill exact;
    if (vt_taxonomy_find(tax, query, &exact))
        add_found(&search, exact.index, VT_STR_NULL, 1);
    add_prefix(&search, vt_str_n(key, n), 1);
    add_labels(&search, query);
    if (language.len >= 2)
        add_label_prefix(&search, vt_str_n(key, n), language);
    if (search.found.n < limit)
        add_mended(&search, query);
    if (search.found.n > 0)
        qsort(search.found.at, search.found.n, sizeof *search.found.at, compare_found);
    *ret = search.found.at;
    n = VT_MIN(search.found.n, limit);
    add_names(&search, n);
    return n;
}
