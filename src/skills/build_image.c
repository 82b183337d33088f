/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of hits, tokens and nodes, and the writing of all sections.
 */
#include "skills/builder.h"
#include "skills/taxonomy.h"

uint64_t vt_image_checksum(const void *image, size_t size)
{
    uint64_t sum = 0x9E3779B97F4A7C15u;
    const unsigned char *at = (const unsigned char *)image + offsetof(vt_image_header, sections);
    const unsigned char *end = (const unsigned char *)image + size;
    for (; at + 8 <= end; at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x100000001B3u;
        sum = sum << 23 | sum >> 41;
    }
    return sum;
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

/** A token and where it is sorted to. */
struct placed {
    vt_str text;
    uint32_t group, bucket;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->bucket != y->bucket)
        return x->bucket < y->bucket ? -1 : 1;
    return vt_str_cmp(x->text, y->text);
}

/** Sorts the tokens by group and bucket; tells the buckets of each. */
static struct placed *place_tokens(struct builder *b)
{
    size_t n = b->tokens.n;
    struct placed *placed = VT_NEW_ARRAY(b->arena, struct placed, n + 1);
    uint32_t *sizes = VT_NEW_ARRAY(b->arena, uint32_t, VT_IMAGE_GROUPS_COUNT);
    for (size_t i = 0; i < n; i++)
        sizes[vt_image_group(b->tokens.at[i].len, b->tokens.at[i].ptr[0])]++;
    for (size_t i = 0; i < n; i++) {
        vt_str text = b->tokens.at[i];
        uint32_t group = vt_image_group(text.len, text.ptr[0]);
        placed[i] = (struct placed){text, group,
                                    vt_image_bucket(text, vt_image_group_buckets(sizes[group]))};
    }
    qsort(placed, n, sizeof *placed, compare_placed);
    return placed;
}

/** Sorts the tokens and renumbers those of the phrases. */
static void order_tokens(struct builder *b)
{
    size_t n = b->tokens.n;
    vt_str *old = VT_NEW_ARRAY(b->arena, vt_str, n);
    memcpy(old, b->tokens.at, n * sizeof *old);
    const struct placed *placed = place_tokens(b);
    for (size_t i = 0; i < n; i++)
        b->tokens.at[i] = placed[i].text;
    for (size_t i = 0; i < n; i++)
        vt_map_set(b->token_map, b->tokens.at[i], vt_build_value(i));
    for (size_t p = 0; p < b->phrases.n; p++)
        for (uint32_t i = 0; i < b->phrases.at[p]->n; i++) {
            uint32_t *token = &b->phrases.at[p]->tokens[i];
            *token = vt_build_number(vt_map_find(b->token_map, old[*token]));
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

static void put_numbers(struct builder *b, vt_buf *out, vt_image_header *header,
                        vt_image_section section, size_t start, const u32_vec *numbers)
{
    u64_vec wide = {0};
    for (size_t i = 0; i < numbers->n; i++)
        vt_vec_push(b->arena, &wide, (uint64_t)numbers->at[i]);
    put_packed(out, header, section, start, &wide);
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
        rows[i] = (vt_image_category){.name = vt_build_string(b, c->name),
                                      .name_len = (uint16_t)VT_MIN(c->name.len, (size_t)UINT16_MAX),
                                      .flags = (uint16_t)(vt_build_category_flags(c->name) |
                                                          (c->spoken ? VT_CATEGORY_LANGUAGE : 0)),
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

/** The first token of each group, and of each of its buckets. */
static void put_token_index(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    u64_vec groups = {0}, buckets = {0};
    uint32_t i = 0, n = (uint32_t)b->tokens.n;
    for (uint32_t group = 0; group < VT_IMAGE_GROUPS_COUNT; group++) {
        uint32_t first = i, end = i;
        while (end < n && vt_image_group(b->tokens.at[end].len, b->tokens.at[end].ptr[0]) == group)
            end++;
        vt_vec_push(b->arena, &groups, (uint64_t)first);
        while (buckets.n <
               vt_image_group_start(group, first)) /* of groups before: none of theirs */
            vt_vec_push(b->arena, &buckets, (uint64_t)first);
        uint32_t n_buckets = vt_image_group_buckets(end - first);
        for (uint32_t k = 0; k < n_buckets; k++) {
            while (i < end && vt_image_bucket(b->tokens.at[i], n_buckets) < k)
                i++;
            vt_vec_push(b->arena, &buckets, (uint64_t)i);
        }
        i = end;
    }
    vt_vec_push(b->arena, &groups, (uint64_t)n);
    put_packed(out, header, VT_IMAGE_GROUPS, start, &groups);
    put_packed(out, header, VT_IMAGE_BUCKETS, start, &buckets);
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
    vt_image_ranked *root, *inner, *eldest, *single, *several;
    u64_vec steps, eldest_rows, first, hits;
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
    t->eldest = new_set(b, n);
    t->single = new_set(b, n);
    t->several = new_set(b, n);
    for (uint32_t i = 1, n_inner = 0; i < n; i++) {
        const struct node *node = &trie->made.at[trie->order[i]];
        if (node->parent == 0)
            set_add(t->root, node->token);
        else
            vt_vec_push(b->arena, &t->steps, (uint64_t)node->token);
        if (trie->children[i] == trie->children[i + 1])
            continue;
        set_add(t->inner, i);
        set_add(t->eldest, trie->children[i]);
        if (n_inner++ % VT_ROW_EVERY == 0)
            vt_vec_push(b->arena, &t->eldest_rows, (uint64_t)trie->children[i] / 64);
    }
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
    put_set(out, header, VT_IMAGE_ELDEST, start, t.eldest, n);
    put_packed(out, header, VT_IMAGE_ELDEST_ROWS, start, &t.eldest_rows);
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
            uint32_t skill = vt_build_number(vt_map_find(b->by_name, b->cues.rows.at[i].skill));
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
        VT_TRY(vt_build_cue_language(b, form->language, &language, err));
        (*ret)[i] = (struct cue_token_word){vt_build_number(vt_map_find(b->token_map, form->text)),
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

/** The words that the cues of each profile are looked up by. */
static void put_cue_heads(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    u64_vec heads = {0};
    vt_image_ranked *starts = new_set(b, b->cues.rows.n);
    for (size_t k = 0; k < b->cues.profiles.n; k++) {
        const vt_image_profile *profile = &b->cues.profiles.at[k];
        const vt_cue_row *rows = b->cues.rows.at + profile->first;
        for (uint32_t i = 0; i < profile->n; i++)
            if (i == 0 || rows[i].words[0] != rows[i - 1].words[0]) {
                vt_vec_push(b->arena, &heads, (uint64_t)rows[i].words[0]);
                set_add(starts, profile->first + i);
            }
    }
    put_packed(out, header, VT_IMAGE_CUE_HEADS, start, &heads);
    put_set(out, header, VT_IMAGE_CUE_STARTS, start, starts, b->cues.rows.n);
}

/** The cues and the profiles. */
static void put_cues(struct builder *b, vt_buf *out, vt_image_header *header, size_t start)
{
    const vt_cue_tables *cues = &b->cues;
    uint32_t *skill = VT_NEW_ARRAY(b->arena, uint32_t, cues->rows.n + 1);
    u64_vec rows = {0}, others = {0}, skills = {0};
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
        vt_vec_push(b->arena, &rows, (uint64_t)skill[i] << bits | other);
    }
    put_cue_heads(b, out, header, start);
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
    put_numbers(b, out, &header, VT_IMAGE_TEXTS, start, &b->texts);
    put_numbers(b, out, &header, VT_IMAGE_LISTS, start, &b->lists);
    put_numbers(b, out, &header, VT_IMAGE_LIST_FIRSTS, start, &b->list_firsts);
    put_order(b, out, &header, start);
    put_tokens(b, out, &header, start);
    put_token_index(b, out, &header, start);
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
    memcpy(out->ptr + start, &header, sizeof header);
    header.checksum = vt_image_checksum(out->ptr + start, header.size);
    memcpy(out->ptr + start, &header, sizeof header);
    return VT_OK;
}

vt_status vt_build_image(struct builder *b, vt_buf *out, vt_error *err)
{
    order_hits(b);
    order_tokens(b);
    struct trie trie = {0};
    make_nodes(b, &trie);
    order_nodes(b, &trie);
    return write_image(b, &trie, out, err);
}
