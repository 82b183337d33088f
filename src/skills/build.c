/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Image making, in the order of the sections: skills by id, categories by name, all surfaces and
 * their variants as phrases (build_phrases.c), then tokens, trie and the writing (build_image.c).
 */
#include "skills/builder.h"
#include "skills/fold.h"
#include "skills/taxonomy.h"

/* ---- sources ---- */

static int compare_sources(const void *a, const void *b)
{
    return vt_str_cmp(((const vt_skill_source *)a)->id, ((const vt_skill_source *)b)->id);
}

/** Aliases that nobody writes are left out. */
static void drop_long_aliases(vt_skill_source *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->aliases.n; i++)
        if (s->aliases.at[i].len > 0 && s->aliases.at[i].len < VT_ALIAS_MAX)
            s->aliases.at[n++] = s->aliases.at[i];
    s->aliases.n = n;
}

static vt_status check_sources(struct builder *b, vt_error *err)
{
    vt_skill_sources *sources = b->sources;
    if (sources->n == 0)
        return vt_fail(err, VT_E_EMPTY, "no skills");
    if (sources->n > 4000000)
        return vt_fail(err, VT_E_LIMIT, "%zu skills of at most 4,000,000", sources->n);
    qsort(sources->at, sources->n, sizeof *sources->at, compare_sources);
    for (size_t i = 0; i < sources->n; i++) {
        const vt_skill_source *s = &sources->at[i];
        if (!s->id.len || !s->name.len || !s->category.len || s->id.len > 400 || s->name.len > 400)
            return vt_fail(err, VT_E_INVALID, "skill %zu ('" VT_STR_FMT "'): id, name or category",
                           i, VT_STR_ARG(s->name));
        if (i > 0 && vt_str_eq(s->id, sources->at[i - 1].id))
            return vt_fail(err, VT_E_INVALID, "the id '" VT_STR_FMT "' stands twice",
                           VT_STR_ARG(s->id));
        vt_map_set(b->by_name, s->id, vt_build_value(i));
        drop_long_aliases(&sources->at[i]);
    }
    for (size_t i = sources->n; i-- > 0;)
        vt_map_set(b->by_name, sources->at[i].name, vt_build_value(i));
    return VT_OK;
}

/* ---- categories ---- */

static bool has_word(vt_str text, const char *const *words)
{
    for (; *words; words++)
        if (vt_str_find(text, vt_str_z(*words), 0) != VT_NPOS)
            return true;
    return false;
}

/** "Software Testing" is no software. */
static bool names_practice(vt_str name)
{
    static const char *const ends[] = {"Testing",   "Architecture", "Engineering", "Design",
                                       "Practices", "Quality",      "Delivery",    "Methods"};
    return VT_STR_ENDS_AMONG(name, ends);
}

uint16_t vt_build_category_flags(vt_str name)
{
    static const char *const products[] = {"Librar",
                                           "Framework",
                                           "Tools",
                                           "Software",
                                           "Product",
                                           "Platform",
                                           "Packages",
                                           "Gems",
                                           "Crates",
                                           "Databases",
                                           "Applic",
                                           "Suite",
                                           "Editor",
                                           "Engines",
                                           "Environments",
                                           "APIs",
                                           "Ecosystem",
                                           "AWS",
                                           "SAP ",
                                           "Salesforce",
                                           "Operating Systems",
                                           "Toolkits",
                                           "Systems",
                                           "Programming Languages",
                                           "Scripting Languages",
                                           "SaaS",
                                           "Apps",
                                           NULL};
    static const char *const credentials[] = {"Certific", "Credential", "Licen", "Qualific", NULL};
    unsigned flags = 0;
    if (has_word(name, products) && !names_practice(name))
        flags |= VT_CATEGORY_PRODUCT;
    if (has_word(name, credentials))
        flags |= VT_CATEGORY_CREDENTIAL;
    return (uint16_t)flags;
}

static int compare_categories(const void *a, const void *b)
{
    return vt_str_cmp((*(struct category *const *)a)->name, (*(struct category *const *)b)->name);
}

static void collect_categories(struct builder *b)
{
    for (size_t i = 0; i < b->sources->n; i++) {
        vt_str name = b->sources->at[i].category;
        struct category *c = vt_map_find(b->category_map, name);
        if (!c) {
            c = VT_NEW(b->arena, struct category);
            c->name = name;
            c->domain = b->sources->at[i].domain;
            c->field = b->sources->at[i].field;
            c->spoken = b->sources->at[i].spoken;
            vt_map_set(b->category_map, name, c);
            vt_vec_push(b->arena, &b->categories, c);
        }
    }
    qsort(b->categories.at, b->categories.n, sizeof *b->categories.at, compare_categories);
}

/* ---- strings and lists ---- */

uint32_t vt_build_string(struct builder *b, vt_str text)
{
    uint32_t offset = (uint32_t)b->strings->len;
    vt_buf_add(b->strings, text);
    return offset;
}

/** A text behind its length. */
static void add_text(struct builder *b, vt_str text)
{
    text.len = VT_MIN(text.len, (size_t)VT_IMAGE_TEXT_MAX);
    if (text.len < 0x80) {
        vt_buf_addc(b->strings, (char)text.len);
    } else {
        vt_buf_addc(b->strings, (char)(0x80 | (text.len & 0x7F)));
        vt_buf_addc(b->strings, (char)(text.len >> 7));
    }
    vt_buf_add(b->strings, text);
}

static size_t add_list(struct builder *b, const u32_vec *skills, size_t most)
{
    size_t n = VT_MIN(skills->n, most);
    for (size_t i = 0; i < n; i++)
        vt_vec_push(b->arena, &b->lists, skills->at[i]);
    return n;
}

static void push_once(vt_arena *arena, u32_vec *list, uint32_t value)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == value)
            return;
    vt_vec_push(arena, list, value);
}

static void resolve_implied(struct builder *b, uint32_t skill, u32_vec *ret)
{
    const vt_skill_source *s = &b->sources->at[skill];
    for (size_t i = 0; i < s->implied.n; i++) {
        const void *value = vt_map_find(b->by_name, s->implied.at[i]);
        if (value && vt_build_number(value) != skill)
            push_once(b->arena, ret, vt_build_number(value));
    }
}

/** The skill that a qualifier names, as "Elixir" in "Finch (Elixir)". */
static void resolve_context(struct builder *b, vt_str qualifier, uint32_t skill, u32_vec *ret)
{
    vt_phrase phrase;
    if (!qualifier.ptr || !vt_phrase_read(b->arena, qualifier, &phrase))
        return;
    const struct phrase *there = vt_map_find(b->phrase_map, vt_build_phrase_key(b->arena, &phrase));
    if (there && !there->hits.at[0].languages && there->hits.at[0].skill != skill)
        vt_vec_push(b->arena, ret, there->hits.at[0].skill);
}

static uint32_t category_index(const struct builder *b, vt_str name)
{
    struct category key = {.name = name};
    const struct category *p = &key;
    struct category **found = bsearch(&p, b->categories.at, b->categories.n,
                                      sizeof *b->categories.at, compare_categories);
    return (uint32_t)(found - b->categories.at);
}

/** A text in pairs, behind its length. */
static void add_codes(struct builder *b, vt_str text)
{
    VT_AUTO(vt_buf) vt_buf codes = {0};
    vt_pairs_write(b->pairs, text, &codes);
    add_text(b, vt_buf_str(&codes));
}

/** Id, name and aliases; each with its key for the search by prefix. */
static void add_texts(struct builder *b, vt_image_skill *out, uint32_t skill)
{
    const vt_skill_source *s = &b->sources->at[skill];
    vt_vec_push(b->arena, &b->texts, (uint32_t)b->strings->len);
    out->surfaces = (uint16_t)VT_MIN(s->aliases.n + 1, (size_t)UINT16_MAX);
    add_codes(b, s->id);
    add_codes(b, s->name);
    for (uint32_t place = 0; place < out->surfaces; place++) {
        char key[1024];
        if (place > 0)
            add_codes(b, s->aliases.at[place - 1]);
        if (place >> VT_ORDER_PLACE_BITS)
            continue;
        size_t n = vt_skill_key(vt_build_surface(s, place), key, sizeof key);
        vt_str copy = vt_str_dup(b->arena, vt_str_n(key, n));
        vt_vec_push(b->arena, &b->surfaces, ((struct keyed){copy, skill, place}));
    }
}

/** The labels of a skill in a language that are shown, '|' between them: the first, as many as
 * there is room for. */
static vt_str labels_in(const struct builder *b, const vt_skill_source *s, const char *language)
{
    char text[VT_LABELS_MAX];
    size_t n = 0, shown = 0;
    for (size_t i = 0; i < s->labels.n && shown < VT_LABELS_SHOWN; i++) {
        vt_str label = s->labels.at[i].text;
        if (strcmp(s->labels.at[i].language, language) != 0 || n + 1 + label.len > sizeof text)
            continue;
        if (n > 0)
            text[n++] = '|';
        memcpy(text + n, label.ptr, label.len);
        n += label.len;
        shown++;
    }
    return n ? vt_str_dup(b->arena, vt_str_n(text, n)) : VT_STR_NULL;
}

/** The labels of a skill: for each language its number, bytes and codes. */
static void add_label_row(struct builder *b, uint32_t skill)
{
    const vt_skill_source *s = &b->sources->at[skill];
    uint32_t text = (uint32_t)b->strings->len;
    for (uint32_t language = 0; language < b->languages.n && s->labels.n > 0; language++) {
        vt_str labels = labels_in(b, s, b->languages.at[language].code);
        if (!labels.len)
            continue;
        vt_buf_addc(b->strings, (char)language);
        add_codes(b, labels);
    }
    uint32_t len = (uint32_t)b->strings->len - text;
    if (len > 0)
        vt_vec_push(b->arena, &b->labels, ((vt_image_label){skill, text, len}));
}

static void settle_pairs(struct builder *b)
{
    b->pairs = vt_pairs_new(b->arena);
    for (size_t i = 0; i < b->sources->n; i++) {
        vt_pairs_learn(b->pairs, b->sources->at[i].id);
        vt_pairs_learn(b->pairs, b->sources->at[i].name);
        for (size_t k = 0; k < b->sources->at[i].aliases.n; k++)
            vt_pairs_learn(b->pairs, b->sources->at[i].aliases.at[k]);
    }
    for (size_t i = 0; i < b->sources->n; i++)
        for (uint32_t k = 0; k < b->languages.n && b->sources->at[i].labels.n > 0; k++)
            vt_pairs_learn(b->pairs, labels_in(b, &b->sources->at[i], b->languages.at[k].code));
    vt_pairs_settle(b->pairs, &b->made, &b->n_made, &b->symbols, &b->n_symbols);
}

/** Common is what the sheets say, what has names in several languages, and what many imply. */
static uint16_t skill_flags(const struct builder *b, uint32_t skill, bool qualified)
{
    enum { COMMON_LABELS = 4, COMMON_CHILDREN = 8 };
    const vt_skill_source *s = &b->sources->at[skill];
    bool common = s->common || b->children[skill].n >= COMMON_CHILDREN;
    size_t languages = 0;
    for (size_t i = 0; i < s->labels.n; i++)
        languages += i == 0 || strcmp(s->labels.at[i].language, s->labels.at[i - 1].language) != 0;
    bool labelled = !common && languages >= COMMON_LABELS;
    return (uint16_t)((s->soft ? VT_SKILL_SOFT : 0) | (qualified ? VT_SKILL_QUALIFIED : 0) |
                      (common || labelled ? VT_SKILL_COMMON : 0) |
                      (labelled ? VT_SKILL_LABELLED : 0));
}

static void make_skills(struct builder *b)
{
    size_t n = b->sources->n;
    u32_vec *implied = VT_NEW_ARRAY(b->arena, u32_vec, n);
    b->children = VT_NEW_ARRAY(b->arena, u32_vec, n);
    b->skills = VT_NEW_ARRAY(b->arena, vt_image_skill, n);
    for (uint32_t i = 0; i < n; i++) {
        resolve_implied(b, i, &implied[i]);
        for (size_t k = 0; k < implied[i].n; k++)
            vt_vec_push(b->arena, &b->children[implied[i].at[k]], i);
    }
    for (uint32_t i = 0; i < n; i++) {
        const vt_skill_source *s = &b->sources->at[i];
        vt_str qualifier;
        (void)vt_skill_bare_name(s->name, &qualifier);
        u32_vec context = {0};
        resolve_context(b, qualifier, i, &context);
        vt_image_skill *out = &b->skills[i];
        *out = (vt_image_skill){.category = (uint16_t)category_index(b, s->category)};
        vt_vec_push(b->arena, &b->list_firsts, (uint32_t)b->lists.n);
        out->implied = (uint8_t)add_list(b, &implied[i], VT_SKILL_IMPLIED_MAX);
        unsigned flags = skill_flags(b, i, qualifier.ptr != NULL);
        out->flags = (uint8_t)(flags | (add_list(b, &context, 1) ? VT_SKILL_CONTEXT : 0));
        out->children = (uint16_t)add_list(b, &b->children[i], VT_SKILL_CHILDREN_MAX);
        add_texts(b, out, i);
        add_label_row(b, i);
    }
}

vt_status vt_taxonomy_build(vt_arena *arena, vt_skill_sources *sources, vt_buf *out, vt_error *err)
{
    VT_AUTO(vt_buf) vt_buf strings = {0};
    struct builder b = {.arena = arena,
                        .strings = &strings,
                        .sources = sources,
                        .by_name = vt_map_new(arena),
                        .category_map = vt_map_new(arena),
                        .phrase_map = vt_map_new(arena),
                        .token_map = vt_map_new(arena)};
    VT_TRY(check_sources(&b, err));
    collect_categories(&b);
    if (b.categories.n > UINT16_MAX)
        return vt_fail(err, VT_E_LIMIT, "%zu categories of at most %d", b.categories.n, UINT16_MAX);
    VT_TRY(vt_build_phrases(&b, err));
    settle_pairs(&b);
    make_skills(&b);
    return vt_build_image(&b, out, err);
}
