/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opening, checking and reading the image. After check_offsets() no lookup checks an offset again:
 * every number in the image was within its section, every trie step leads to a node with a larger
 * number, so that walks end.
 */
#include "skills/taxonomy.h"

#include "skills/fold.h"
#include "skills/image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

extern const unsigned char vt_taxonomy_image[];
extern const uint64_t vt_taxonomy_image_size;

static const size_t element_bytes[VT_IMAGE_SECTION_COUNT] = {
    [VT_IMAGE_STRINGS] = 1,
    [VT_IMAGE_SKILLS] = sizeof(vt_image_skill),
    [VT_IMAGE_CATEGORIES] = sizeof(vt_image_category),
    [VT_IMAGE_LISTS] = sizeof(uint32_t),
    [VT_IMAGE_SURFACES] = sizeof(vt_image_surface),
    [VT_IMAGE_ORDER] = sizeof(uint32_t),
    [VT_IMAGE_TOKENS] = sizeof(vt_image_token),
    [VT_IMAGE_TOKEN_SLOTS] = sizeof(uint32_t),
    [VT_IMAGE_ROOT] = sizeof(uint32_t),
    [VT_IMAGE_STEPS] = sizeof(uint32_t),
    [VT_IMAGE_CHILDREN] = sizeof(uint32_t),
    [VT_IMAGE_NODES] = sizeof(uint32_t),
    [VT_IMAGE_HITS] = sizeof(vt_image_hit),
    [VT_IMAGE_LANGUAGES] = sizeof(vt_image_language),
    [VT_IMAGE_SETS] = sizeof(uint64_t),
    [VT_IMAGE_LABELS] = sizeof(vt_image_label),
    [VT_IMAGE_REDIRECTS] = sizeof(vt_image_redirect),
};

/* ---- checks ---- */

static vt_status check_header(const unsigned char *base, size_t size, vt_error *err)
{
    vt_image_header header;
    if (size < sizeof header)
        return vt_fail(err, VT_E_FORMAT, "no taxonomy: %zu bytes", size);
    memcpy(&header, base, sizeof header);
    if (memcmp(header.magic, VT_IMAGE_MAGIC, sizeof header.magic) != 0)
        return vt_fail(err, VT_E_FORMAT, "no taxonomy: it does not begin with " VT_IMAGE_MAGIC);
    if (header.version != VT_IMAGE_VERSION || header.endian != VT_IMAGE_ENDIAN)
        return vt_fail(err, VT_E_FORMAT, "a taxonomy of format %u, not %u: import it again",
                       header.version, VT_IMAGE_VERSION);
    if (header.size != size)
        return vt_fail(err, VT_E_FORMAT, "a taxonomy of %zu bytes that says it has %llu", size,
                       (unsigned long long)header.size);
    for (size_t i = 0; i < VT_IMAGE_SECTION_COUNT; i++) {
        uint64_t offset = header.sections[i].offset, count = header.sections[i].count;
        if (offset % 8 || offset < sizeof header || offset > size || count > UINT32_MAX - 1 ||
            count > (size - offset) / element_bytes[i])
            return vt_fail(err, VT_E_FORMAT, "section %zu of the taxonomy is outside of it", i);
    }
    return VT_OK;
}

static const void *section(const vt_taxonomy *tax, vt_image_section which, uint32_t *ret_count)
{
    const vt_image_header *header = (const void *)tax->base;
    *ret_count = (uint32_t)header->sections[which].count;
    return tax->base + header->sections[which].offset;
}

static void set_pointers(vt_taxonomy *tax)
{
    uint32_t n;
    tax->strings = section(tax, VT_IMAGE_STRINGS, &n);
    tax->n_strings = n;
    tax->skills = section(tax, VT_IMAGE_SKILLS, &tax->n_skills);
    tax->categories = section(tax, VT_IMAGE_CATEGORIES, &tax->n_categories);
    tax->lists = section(tax, VT_IMAGE_LISTS, &tax->n_lists);
    tax->surfaces = section(tax, VT_IMAGE_SURFACES, &tax->n_surfaces);
    tax->order = section(tax, VT_IMAGE_ORDER, &n);
    tax->tokens = section(tax, VT_IMAGE_TOKENS, &tax->n_tokens);
    tax->token_slots = section(tax, VT_IMAGE_TOKEN_SLOTS, &tax->n_token_slots);
    tax->root = section(tax, VT_IMAGE_ROOT, &n);
    tax->steps = section(tax, VT_IMAGE_STEPS, &n);
    tax->children = section(tax, VT_IMAGE_CHILDREN, &n);
    tax->nodes = section(tax, VT_IMAGE_NODES, &tax->n_nodes);
    tax->hits = section(tax, VT_IMAGE_HITS, &tax->n_hits);
    tax->languages = section(tax, VT_IMAGE_LANGUAGES, &tax->n_languages);
    tax->sets = section(tax, VT_IMAGE_SETS, &tax->n_sets);
    tax->labels = section(tax, VT_IMAGE_LABELS, &tax->n_labels);
    tax->redirects = section(tax, VT_IMAGE_REDIRECTS, &tax->n_redirects);
}

static bool text_ok(const vt_taxonomy *tax, uint32_t offset, size_t len)
{
    return offset <= tax->n_strings && len <= tax->n_strings - offset;
}

static bool list_ok(const vt_taxonomy *tax, vt_image_list list)
{
    return list.first <= tax->n_lists && list.count <= tax->n_lists - list.first;
}

static bool skills_ok(const vt_taxonomy *tax)
{
    uint32_t surface = 0;
    for (uint32_t i = 0; i < tax->n_skills; i++) {
        const vt_image_skill *s = &tax->skills[i];
        if (!text_ok(tax, s->id, s->id_len) || !text_ok(tax, s->name, s->name_len) ||
            s->bare_len > s->name_len || s->category >= tax->n_categories ||
            s->surface_first != surface || s->surface_count == 0 || !list_ok(tax, s->implied) ||
            !list_ok(tax, s->children) || !list_ok(tax, s->context))
            return false;
        surface += s->surface_count;
    }
    for (uint32_t i = 0; i < tax->n_categories; i++)
        if (!text_ok(tax, tax->categories[i].name, tax->categories[i].name_len) ||
            !list_ok(tax, tax->categories[i].members) || tax->categories[i].field >= VT_FIELD_COUNT)
            return false;
    for (uint32_t i = 0; i < tax->n_lists; i++)
        if (tax->lists[i] >= tax->n_skills)
            return false;
    return surface == tax->n_surfaces;
}

static bool surfaces_ok(const vt_taxonomy *tax, uint32_t n_order)
{
    if (n_order != tax->n_surfaces)
        return false;
    for (uint32_t i = 0; i < tax->n_surfaces; i++)
        if (tax->order[i] >= tax->n_surfaces || tax->surfaces[i].skill >= tax->n_skills ||
            !text_ok(tax, tax->surfaces[i].text, tax->surfaces[i].len))
            return false;
    return true;
}

static bool tokens_ok(const vt_taxonomy *tax, uint32_t n_root)
{
    bool free_slot = false;
    if (tax->n_nodes < 2 || tax->n_token_slots == 0 ||
        (tax->n_token_slots & (tax->n_token_slots - 1)) || n_root != tax->n_tokens)
        return false;
    for (uint32_t i = 0; i < tax->n_token_slots; i++) {
        if (tax->token_slots[i] > tax->n_tokens)
            return false;
        free_slot = free_slot || tax->token_slots[i] == 0;
    }
    for (uint32_t i = 0; i < tax->n_tokens; i++)
        if (!text_ok(tax, tax->tokens[i].text, tax->tokens[i].len) || tax->tokens[i].len == 0 ||
            tax->tokens[i].len > VT_SKILL_TOKEN_MAX ||
            (i > 0 && tax->tokens[i].len < tax->tokens[i - 1].len) ||
            tax->root[i] >= tax->n_nodes - 1)
            return false;
    return free_slot;
}

/** Every step leads to a node with a larger number, so that walks end. */
static bool trie_ok(const vt_taxonomy *tax, uint32_t n_steps, uint32_t n_children)
{
    uint32_t n = tax->n_nodes - 1;
    if (n_steps != n || n_children != n + 1 || tax->children[n] != n || tax->nodes[0] != 0 ||
        tax->nodes[n] != tax->n_hits)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (tax->nodes[i] > tax->nodes[i + 1] || tax->steps[i] >= tax->n_tokens ||
            tax->children[i] <= i || tax->children[i] > tax->children[i + 1])
            return false;
    for (uint32_t i = 0; i < tax->n_hits; i++)
        if (tax->hits[i].skill >= tax->n_skills || tax->hits[i].languages >= tax->n_sets)
            return false;
    return true;
}

static bool labels_ok(const vt_taxonomy *tax)
{
    if (tax->n_languages > VT_LANGUAGES_MAX || tax->n_sets == 0 || tax->sets[0] != 0)
        return false;
    for (uint32_t i = 0; i < tax->n_languages; i++)
        if (tax->languages[i].code[3] != '\0')
            return false;
    for (uint32_t i = 0; i < tax->n_labels; i++)
        if (!text_ok(tax, tax->labels[i].text, tax->labels[i].len) ||
            tax->labels[i].skill >= tax->n_skills || tax->labels[i].language >= tax->n_languages)
            return false;
    for (uint32_t i = 0; i < tax->n_redirects; i++)
        if (!text_ok(tax, tax->redirects[i].id, tax->redirects[i].len) ||
            tax->redirects[i].skill >= tax->n_skills)
            return false;
    return true;
}

vt_status vt_taxonomy_verify(const vt_taxonomy *tax, vt_error *err)
{
    const vt_image_header *header = (const void *)tax->base;
    if (header->checksum != vt_image_checksum(tax->base, tax->size))
        return vt_fail(err, VT_E_FORMAT, "the taxonomy is damaged: its checksum is wrong");
    uint32_t n_order = (uint32_t)header->sections[VT_IMAGE_ORDER].count;
    uint32_t n_root = (uint32_t)header->sections[VT_IMAGE_ROOT].count;
    uint32_t n_steps = (uint32_t)header->sections[VT_IMAGE_STEPS].count;
    uint32_t n_children = (uint32_t)header->sections[VT_IMAGE_CHILDREN].count;
    if (!skills_ok(tax) || !surfaces_ok(tax, n_order) || !tokens_ok(tax, n_root) ||
        !trie_ok(tax, n_steps, n_children) || !labels_ok(tax))
        return vt_fail(err, VT_E_FORMAT, "the taxonomy is damaged: an offset points outside of it");
    return VT_OK;
}

/* ---- opening ---- */

static void find_token_lengths(vt_taxonomy *tax)
{
    for (uint32_t len = 0; len < VT_COUNT(tax->token_len_first); len++) {
        uint32_t low = 0, high = tax->n_tokens;
        while (low < high) {
            uint32_t mid = low + (high - low) / 2;
            if (tax->tokens[mid].len < len)
                low = mid + 1;
            else
                high = mid;
        }
        tax->token_len_first[len] = low;
    }
}

/** Takes the image over; `mapped` ones are unmapped with the taxonomy. */
static vt_status adopt(const void *base, size_t size, bool mapped, bool whole, vt_taxonomy **ret,
                       vt_error *err)
{
    VT_AUTO(vt_taxonomy) vt_taxonomy *tax = vt_xcalloc(1, sizeof *tax);
    tax->base = base;
    tax->size = size;
    tax->mapped = mapped;
    VT_TRY(check_header(base, size, err));
    set_pointers(tax);
    if (whole)
        VT_TRY(vt_taxonomy_verify(tax, err));
    find_token_lengths(tax);
    tax->gap_token = vt_image_token_find(tax, VT_GAP_TOKEN);
    *ret = VT_TAKE(tax);
    return VT_OK;
}

vt_status vt_taxonomy_open(const char *path, vt_taxonomy **ret, vt_error *err)
{
    VT_AUTO(vt_fd) int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot open the taxonomy '%s'", path);
    struct stat st;
    if (fstat(fd, &st) < 0)
        return vt_fail_errno(err, VT_E_IO, "cannot stat the taxonomy '%s'", path);
    if (st.st_size < (off_t)sizeof(vt_image_header) || st.st_size > (off_t)VT_MAX_TAXONOMY)
        return vt_fail(err, VT_E_FORMAT, "'%s' is no taxonomy: %jd bytes", path,
                       (intmax_t)st.st_size);
    void *base = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED)
        return vt_fail_errno(err, VT_E_IO, "cannot map the taxonomy '%s'", path);
    return adopt(base, (size_t)st.st_size, true, true, ret, err);
}

vt_status vt_taxonomy_open_embedded(vt_taxonomy **ret, vt_error *err)
{
    return adopt(vt_taxonomy_image, (size_t)vt_taxonomy_image_size, false, false, ret, err);
}

vt_status vt_taxonomy_open_bytes(vt_str image, vt_taxonomy **ret, vt_error *err)
{
    return adopt(image.ptr, image.len, false, true, ret, err);
}

void vt_taxonomy_drop(vt_taxonomy *tax)
{
    if (!tax)
        return;
    if (tax->mapped)
        munmap((void *)(uintptr_t)tax->base, tax->size);
    free(tax);
}

/* ---- reading ---- */

size_t vt_taxonomy_count(const vt_taxonomy *tax)
{
    return tax->n_skills;
}

vt_skill vt_taxonomy_get(const vt_taxonomy *tax, uint32_t index)
{
    const vt_image_skill *s = &tax->skills[index];
    const vt_image_category *c = &tax->categories[s->category];
    return (vt_skill){.index = index,
                      .id = vt_image_str(tax, s->id, s->id_len),
                      .name = vt_image_str(tax, s->name, s->name_len),
                      .category = vt_image_str(tax, c->name, c->name_len),
                      .soft = s->flags & VT_SKILL_SOFT};
}

/** The skill that took the place of a retired id. */
static bool by_retired_id(const vt_taxonomy *tax, vt_str id, vt_skill *ret)
{
    uint32_t low = 0, high = tax->n_redirects;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        const vt_image_redirect *r = &tax->redirects[mid];
        int order = vt_str_cmp(vt_image_str(tax, r->id, r->len), id);
        if (order == 0) {
            *ret = vt_taxonomy_get(tax, r->skill);
            return true;
        }
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

bool vt_taxonomy_by_id(const vt_taxonomy *tax, vt_str id, vt_skill *ret)
{
    uint32_t low = 0, high = tax->n_skills;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        const vt_image_skill *s = &tax->skills[mid];
        int order = vt_str_cmp(vt_image_str(tax, s->id, s->id_len), id);
        if (order == 0) {
            *ret = vt_taxonomy_get(tax, mid);
            return true;
        }
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return by_retired_id(tax, id, ret);
}

/** The node of exactly these tokens, or 0. */
static uint32_t node_of(const vt_taxonomy *tax, vt_str surface)
{
    vt_skill_fold fold = {.text = surface};
    vt_skill_token token;
    uint32_t node = 0;
    while (vt_skill_fold_next(&fold, &token)) {
        uint32_t id = vt_image_token_find(tax, vt_str_n(token.text, token.len));
        if (id == UINT32_MAX)
            return 0;
        node = vt_image_step(tax, node, id);
        if (node == 0)
            return 0;
    }
    return node;
}

bool vt_taxonomy_find(const vt_taxonomy *tax, vt_str surface, vt_skill *ret)
{
    uint32_t node = node_of(tax, surface);
    if (node == 0 || tax->nodes[node] == tax->nodes[node + 1] ||
        tax->hits[tax->nodes[node]].languages)
        return false;
    *ret = vt_taxonomy_get(tax, tax->hits[tax->nodes[node]].skill);
    return true;
}

bool vt_taxonomy_alias(const vt_taxonomy *tax, uint32_t skill, size_t i, vt_str *ret)
{
    const vt_image_skill *s = &tax->skills[skill];
    if (i + 1 >= s->surface_count)
        return false;
    const vt_image_surface *surface = &tax->surfaces[s->surface_first + 1 + i];
    *ret = vt_image_str(tax, surface->text, surface->len);
    return true;
}

/* ---- labels ---- */

const vt_image_label *vt_image_labels_of(const vt_taxonomy *tax, uint32_t skill, uint32_t language)
{
    uint32_t low = 0, high = tax->n_labels;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        const vt_image_label *l = &tax->labels[mid];
        if (l->skill < skill || (l->skill == skill && l->language < language))
            low = mid + 1;
        else
            high = mid;
    }
    const vt_image_label *l = &tax->labels[low];
    return low < tax->n_labels && l->skill == skill && l->language == language ? l : NULL;
}

uint32_t vt_image_language_find(const vt_taxonomy *tax, vt_str code)
{
    code = vt_str_sub(code, 0, 2);
    for (uint32_t i = 0; i < tax->n_languages; i++)
        if (vt_str_eq_nocase(code, vt_str_z(tax->languages[i].code)))
            return i;
    return UINT32_MAX;
}

bool vt_taxonomy_label(const vt_taxonomy *tax, uint32_t skill, vt_str language, size_t i,
                       vt_str *ret)
{
    uint32_t which = vt_image_language_find(tax, language);
    const vt_image_label *row = which == UINT32_MAX ? NULL : vt_image_labels_of(tax, skill, which);
    if (!row)
        return false;
    vt_str rest = vt_image_str(tax, row->text, row->len);
    for (size_t k = 0; vt_str_split(&rest, '|', ret); k++)
        if (k == i)
            return true;
    return false;
}

static vt_skill_list lend(const vt_taxonomy *tax, vt_image_list list)
{
    return (vt_skill_list){tax->lists + list.first, list.count};
}

vt_skill_list vt_taxonomy_implied(const vt_taxonomy *tax, uint32_t skill)
{
    return lend(tax, tax->skills[skill].implied);
}

vt_skill_list vt_taxonomy_children(const vt_taxonomy *tax, uint32_t skill)
{
    return lend(tax, tax->skills[skill].children);
}

static bool list_has(vt_skill_list list, uint32_t skill)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.at[i] == skill)
            return true;
    return false;
}

static bool lists_meet(vt_skill_list a, vt_skill_list b)
{
    for (size_t i = 0; i < a.n; i++)
        if (list_has(b, a.at[i]))
            return true;
    return false;
}

/*
 * Nearness: 1 the same; 0.8 one implies the other or is its qualifier; 0.6 one category and a
 * common parent; 0.5 one category; 0.4 a common parent; 0.2 one domain; 0 else.
 */
double vt_taxonomy_nearness(const vt_taxonomy *tax, uint32_t a, uint32_t b)
{
    if (a == b)
        return 1;
    const vt_image_skill *x = &tax->skills[a], *y = &tax->skills[b];
    vt_skill_list up_a = lend(tax, x->implied), up_b = lend(tax, y->implied);
    if (list_has(up_a, b) || list_has(up_b, a) || list_has(lend(tax, x->context), b) ||
        list_has(lend(tax, y->context), a))
        return 0.8;
    bool parent = lists_meet(up_a, up_b);
    if (x->category == y->category)
        return parent ? 0.6 : 0.5;
    if (parent)
        return 0.4;
    uint32_t domain = tax->categories[x->category].domain;
    return domain && domain == tax->categories[y->category].domain ? 0.2 : 0;
}

bool vt_taxonomy_is_language(const vt_taxonomy *tax, uint32_t skill)
{
    return tax->categories[tax->skills[skill].category].flags & VT_CATEGORY_LANGUAGE;
}

vt_taxonomy_stats vt_taxonomy_count_all(const vt_taxonomy *tax)
{
    vt_taxonomy_stats stats = {.skills = tax->n_skills,
                               .categories = tax->n_categories,
                               .surfaces = tax->n_surfaces,
                               .tokens = tax->n_tokens,
                               .nodes = tax->n_nodes - 1,
                               .hits = tax->n_hits,
                               .image_bytes = tax->size};
    for (uint32_t i = 0; i < tax->n_skills; i++) {
        stats.soft += (tax->skills[i].flags & VT_SKILL_SOFT) != 0;
        stats.implied += tax->skills[i].implied.count;
    }
    for (uint32_t i = 0; i < tax->n_surfaces; i++)
        stats.ambiguous += (tax->surfaces[i].flags & VT_HIT_AMBIGUOUS) != 0;
    return stats;
}
