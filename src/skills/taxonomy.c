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

/** Bytes of an element; 0 for packed ones. */
static const size_t element_bytes[VT_IMAGE_SECTION_COUNT] = {
    [VT_IMAGE_STRINGS] = 1,
    [VT_IMAGE_SKILLS] = sizeof(vt_image_skill),
    [VT_IMAGE_CATEGORIES] = sizeof(vt_image_category),
    [VT_IMAGE_TOKENS] = 1,
    [VT_IMAGE_LENGTHS] = sizeof(uint32_t),
    [VT_IMAGE_ROOT] = sizeof(vt_image_ranked),
    [VT_IMAGE_INNER] = sizeof(vt_image_ranked),
    [VT_IMAGE_ELDEST] = sizeof(vt_image_ranked),
    [VT_IMAGE_SINGLE] = sizeof(vt_image_ranked),
    [VT_IMAGE_SEVERAL] = sizeof(vt_image_ranked),
    [VT_IMAGE_KINDS] = sizeof(vt_image_kind),
    [VT_IMAGE_LANGUAGES] = sizeof(vt_image_language),
    [VT_IMAGE_SETS] = sizeof(uint64_t),
    [VT_IMAGE_LABELS] = sizeof(vt_image_label),
    [VT_IMAGE_REDIRECTS] = sizeof(vt_image_redirect),
    [VT_IMAGE_PAIRS] = sizeof(vt_pair),
    [VT_IMAGE_SYMBOLS] = sizeof(uint16_t),
    [VT_IMAGE_CUE_FORMS] = sizeof(vt_image_ranked),
    [VT_IMAGE_CUE_STARTS] = sizeof(vt_image_ranked),
    [VT_IMAGE_PROFILES] = sizeof(vt_image_profile),
};

/* ---- checks ---- */

/** Whether so many elements have room. */
static bool fits(size_t bytes, uint64_t count, uint32_t width, uint64_t room)
{
    if (bytes > 0)
        return width == 0 && count <= room / bytes;
    return width > 0 && width <= VT_PACKED_WIDTH_MAX && room >= VT_PACKED_ROOM &&
           (count * width + 7) / 8 <= room - VT_PACKED_ROOM;
}

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
        uint32_t width = header.sections[i].width;
        if (offset % 8 || offset < sizeof header || offset > size || count > UINT32_MAX - 1 ||
            !fits(element_bytes[i], count, width, size - offset))
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

static vt_packed packed(const vt_taxonomy *tax, vt_image_section which)
{
    uint32_t n;
    const void *at = section(tax, which, &n);
    const vt_image_header *header = (const void *)tax->base;
    return (vt_packed){at, n, header->sections[which].width};
}

static void set_trie_pointers(vt_taxonomy *tax)
{
    uint32_t n;
    tax->root = section(tax, VT_IMAGE_ROOT, &n);
    tax->steps = packed(tax, VT_IMAGE_STEPS);
    tax->inner = section(tax, VT_IMAGE_INNER, &n);
    tax->eldest = section(tax, VT_IMAGE_ELDEST, &n);
    tax->eldest_rows = packed(tax, VT_IMAGE_ELDEST_ROWS);
    tax->single = section(tax, VT_IMAGE_SINGLE, &n);
    tax->several = section(tax, VT_IMAGE_SEVERAL, &n);
    tax->first = packed(tax, VT_IMAGE_FIRST);
    tax->hits = packed(tax, VT_IMAGE_HITS);
    tax->kinds = section(tax, VT_IMAGE_KINDS, &tax->n_kinds);
    tax->skill_bits = vt_image_bits(tax->n_skills ? tax->n_skills - 1 : 0);
}

static void set_pointers(vt_taxonomy *tax)
{
    uint32_t n;
    tax->strings = section(tax, VT_IMAGE_STRINGS, &n);
    tax->n_strings = n;
    tax->skills = section(tax, VT_IMAGE_SKILLS, &tax->n_skills);
    tax->categories = section(tax, VT_IMAGE_CATEGORIES, &tax->n_categories);
    tax->texts = packed(tax, VT_IMAGE_TEXTS);
    tax->lists = packed(tax, VT_IMAGE_LISTS);
    tax->list_firsts = packed(tax, VT_IMAGE_LIST_FIRSTS);
    tax->order = packed(tax, VT_IMAGE_ORDER);
    tax->token_text = section(tax, VT_IMAGE_TOKENS, &tax->n_token_bytes);
    tax->token_len_first = section(tax, VT_IMAGE_LENGTHS, &n);
    tax->groups = packed(tax, VT_IMAGE_GROUPS);
    tax->buckets = packed(tax, VT_IMAGE_BUCKETS);
    set_trie_pointers(tax);
    tax->languages = section(tax, VT_IMAGE_LANGUAGES, &tax->n_languages);
    tax->sets = section(tax, VT_IMAGE_SETS, &tax->n_sets);
    tax->labels = section(tax, VT_IMAGE_LABELS, &tax->n_labels);
    tax->pairs = section(tax, VT_IMAGE_PAIRS, &tax->n_pairs);
    tax->symbols = section(tax, VT_IMAGE_SYMBOLS, &tax->n_symbols);
    tax->redirects = section(tax, VT_IMAGE_REDIRECTS, &tax->n_redirects);
    tax->cue_forms = section(tax, VT_IMAGE_CUE_FORMS, &n);
    tax->cue_words = packed(tax, VT_IMAGE_CUE_WORDS);
    tax->cue_shared = packed(tax, VT_IMAGE_CUE_SHARED);
    tax->cue_heads = packed(tax, VT_IMAGE_CUE_HEADS);
    tax->cue_starts = section(tax, VT_IMAGE_CUE_STARTS, &n);
    tax->cues = packed(tax, VT_IMAGE_CUES);
    tax->cue_others = packed(tax, VT_IMAGE_CUE_OTHERS);
    tax->cue_skills = packed(tax, VT_IMAGE_CUE_SKILLS);
    tax->cue_bits = vt_image_bits(((uint64_t)1 << VT_CUE_WORD_BITS) + tax->cue_others.n);
    tax->profiles = section(tax, VT_IMAGE_PROFILES, &tax->n_profiles);
}

static bool text_ok(const vt_taxonomy *tax, uint32_t offset, size_t len)
{
    return offset <= tax->n_strings && len <= tax->n_strings - offset;
}

static bool list_ok(const vt_taxonomy *tax, vt_image_list list)
{
    return list.first <= tax->lists.n && list.count <= tax->lists.n - list.first;
}

/** The texts of a skill end within the strings. */
static bool texts_ok(const vt_taxonomy *tax, uint32_t skill)
{
    uint64_t first = vt_packed_get(&tax->texts, skill);
    uint32_t surfaces = tax->skills[skill].surfaces;
    if (first > tax->n_strings || surfaces == 0)
        return false;
    const char *at = tax->strings + first, *end = tax->strings + tax->n_strings;
    for (uint32_t i = 0; i <= surfaces; i++) {
        if (end - at < 2)
            return at + 1 == end && *at == '\0' && i == surfaces; /* an empty last one */
        if (vt_image_next_text(&at).ptr > end || at > end)
            return false;
    }
    return true;
}

static bool skills_ok(const vt_taxonomy *tax)
{
    if (tax->texts.n != tax->n_skills || tax->list_firsts.n != tax->n_skills)
        return false;
    for (uint32_t i = 0; i < tax->n_skills; i++)
        if (!texts_ok(tax, i) || tax->skills[i].category >= tax->n_categories ||
            !list_ok(tax, vt_image_implied(tax, i)) || !list_ok(tax, vt_image_context(tax, i)) ||
            !list_ok(tax, vt_image_implied_by(tax, i)))
            return false;
    for (uint32_t i = 0; i < tax->n_categories; i++)
        if (!text_ok(tax, tax->categories[i].name, tax->categories[i].name_len) ||
            tax->categories[i].field >= VT_FIELD_COUNT)
            return false;
    for (uint32_t i = 0; i < tax->lists.n; i++)
        if (vt_image_listed(tax, i) >= tax->n_skills)
            return false;
    return true;
}

static bool order_ok(const vt_taxonomy *tax)
{
    for (uint32_t i = 0; i < tax->order.n; i++) {
        uint64_t row = vt_packed_get(&tax->order, i), skill = row >> VT_ORDER_PLACE_BITS;
        if (skill >= tax->n_skills ||
            (row & ((1u << VT_ORDER_PLACE_BITS) - 1)) >= tax->skills[skill].surfaces)
            return false;
    }
    return true;
}

/** The buckets of a group of tokens [first, end) rise from one to the other. */
static bool buckets_ok(const vt_taxonomy *tax, uint32_t group, uint32_t first, uint32_t end)
{
    uint32_t start = vt_image_group_start(group, first), n = vt_image_group_buckets(end - first);
    if (start + n > tax->buckets.n)
        return false;
    uint64_t before = first;
    for (uint32_t i = start; i < start + n; i++) {
        uint64_t at = vt_packed_get(&tax->buckets, i);
        if (at < before || at > end)
            return false;
        before = at;
    }
    return true;
}

/** The groups of each length are its tokens. */
static bool groups_ok(const vt_taxonomy *tax)
{
    if (tax->groups.n != VT_IMAGE_GROUPS_COUNT + 1)
        return false;
    for (uint32_t group = 0; group < VT_IMAGE_GROUPS_COUNT; group++) {
        uint64_t first = vt_packed_get(&tax->groups, group),
                 end = vt_packed_get(&tax->groups, group + 1);
        uint32_t len = group / 256, last = tax->token_len_first[VT_MIN(len + 1, 63u)];
        if (first > end || first < tax->token_len_first[len] || end > last ||
            !buckets_ok(tax, group, (uint32_t)first, (uint32_t)end))
            return false;
    }
    return true;
}

static bool tokens_ok(const vt_taxonomy *tax, uint32_t n_lengths)
{
    uint64_t bytes = 0;
    const uint32_t *first = tax->token_len_first;
    if (n_lengths != VT_IMAGE_LENGTHS_COUNT || first[0] != 0 || first[1] != 0)
        return false;
    for (uint32_t len = 1; len + 1 < n_lengths; len++) {
        if (first[len + 1] < first[len])
            return false;
        bytes += (uint64_t)(first[len + 1] - first[len]) * len;
    }
    return bytes == tax->n_token_bytes && groups_ok(tax);
}

/** The set has rows for the numbers below n, none of it is larger, and the counts are right. */
static bool set_ok(const vt_taxonomy *tax, vt_image_section which, uint32_t n, uint32_t *ret_count)
{
    uint32_t n_rows, count = 0;
    const vt_image_ranked *rows = section(tax, which, &n_rows);
    if (n_rows != n / 64 + 1 || vt_ranked_bits(&rows[n / 64]) >> (n % 64))
        return false;
    for (uint32_t i = 0; i < n_rows; i++) {
        if (rows[i].before != count)
            return false;
        count += vt_ranked_count(vt_ranked_bits(&rows[i]));
    }
    *ret_count = count;
    return true;
}

/** Numbers that rise, from `from` to `to`. */
static bool rising(const vt_packed *numbers, uint64_t from, uint64_t to)
{
    for (uint32_t i = 0; i < numbers->n; i++) {
        uint64_t value = vt_packed_get(numbers, i);
        if (value < from || value > to)
            return false;
        from = value;
    }
    return numbers->n > 0 && from == to;
}

/** There is a first child for each node that has children, and its row is found. */
static bool eldest_ok(const vt_taxonomy *tax, uint32_t inner)
{
    uint32_t count, n_rows = tax->n_nodes / 64 + 1;
    if (!set_ok(tax, VT_IMAGE_ELDEST, tax->n_nodes, &count) || count != inner ||
        tax->eldest_rows.n != (inner + VT_ROW_EVERY - 1) / VT_ROW_EVERY)
        return false;
    for (uint32_t i = 0; i < tax->eldest_rows.n; i++) {
        uint64_t row = vt_packed_get(&tax->eldest_rows, i);
        if (row >= n_rows || tax->eldest[row].before > i * VT_ROW_EVERY)
            return false;
    }
    for (uint32_t node = 0; node <= tax->n_starts; node++)
        if (vt_ranked_has(tax->eldest, node))
            return false;
    return true;
}

/** Every step leads to a node with a larger number, so that walks end. */
static bool trie_ok(const vt_taxonomy *tax)
{
    uint32_t starts, inner, single, several;
    if (!set_ok(tax, VT_IMAGE_ROOT, tax->n_tokens, &starts) || starts == 0 ||
        !set_ok(tax, VT_IMAGE_INNER, tax->n_nodes, &inner) ||
        !set_ok(tax, VT_IMAGE_SINGLE, tax->n_nodes, &single) ||
        !set_ok(tax, VT_IMAGE_SEVERAL, tax->n_nodes, &several) || vt_ranked_has(tax->inner, 0))
        return false;
    if (!eldest_ok(tax, inner) || tax->first.n != several + 1 ||
        !rising(&tax->first, single, tax->hits.n))
        return false;
    for (uint32_t node = 1, first, end; node < tax->n_nodes; node++)
        if (vt_image_children(tax, node, &first, &end) && first <= node)
            return false;
    for (uint32_t i = 0; i < tax->steps.n; i++)
        if (vt_packed_get(&tax->steps, i) >= tax->n_tokens)
            return false;
    for (uint32_t i = 0; i < tax->hits.n; i++)
        if (vt_packed_get(&tax->hits, i) >> tax->skill_bits >= tax->n_kinds ||
            vt_image_hit_at(tax, i).skill >= tax->n_skills)
            return false;
    for (uint32_t i = 0; i < tax->n_kinds; i++)
        if (tax->kinds[i].languages >= tax->n_sets)
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
            tax->labels[i].skill >= tax->n_skills)
            return false;
    for (uint32_t i = 0; i < tax->n_redirects; i++)
        if (!text_ok(tax, tax->redirects[i].id, tax->redirects[i].len) ||
            tax->redirects[i].skill >= tax->n_skills)
            return false;
    return true;
}

static bool profile_ok(const vt_taxonomy *tax, const vt_image_profile *p)
{
    if (p->first > tax->cues.n || p->n > tax->cues.n - p->first || p->skills > tax->cue_skills.n ||
        p->n_skills > tax->cue_skills.n - p->skills || p->language > tax->n_languages ||
        p->n_codes > VT_PROFILE_CODES)
        return false;
    for (uint32_t i = p->first; i < p->first + p->n; i++)
        if (vt_image_cue_at(tax, i, 0).skill >= p->n_skills)
            return false;
    return true;
}

static bool cues_ok(const vt_taxonomy *tax)
{
    uint32_t forms, starts;
    if (!set_ok(tax, VT_IMAGE_CUE_FORMS, tax->n_tokens, &forms) || forms != tax->cue_words.n ||
        !set_ok(tax, VT_IMAGE_CUE_STARTS, tax->cues.n, &starts) || starts != tax->cue_heads.n ||
        tax->cue_heads.width > VT_CUE_WORD_BITS ||
        (tax->cue_shared.n && !(vt_packed_get(&tax->cue_shared, tax->cue_shared.n - 1) & 1)))
        return false;
    for (uint32_t i = 0; i < tax->cue_words.n; i++) {
        uint64_t value = vt_packed_get(&tax->cue_words, i);
        if ((value & 1) && value >> 1 >= tax->cue_shared.n)
            return false;
    }
    uint64_t others = ((uint64_t)1 << VT_CUE_WORD_BITS) + tax->cue_others.n;
    for (uint32_t i = 0; i < tax->cues.n; i++)
        if ((vt_packed_get(&tax->cues, i) & (((uint64_t)1 << tax->cue_bits) - 1)) >= others)
            return false;
    for (uint32_t i = 0; i < tax->cue_skills.n; i++)
        if (vt_packed_get(&tax->cue_skills, i) >= tax->n_skills)
            return false;
    for (uint32_t i = 0; i < tax->n_profiles; i++)
        if (!profile_ok(tax, &tax->profiles[i]))
            return false;
    return true;
}

vt_status vt_taxonomy_verify(const vt_taxonomy *tax, vt_error *err)
{
    const vt_image_header *header = (const void *)tax->base;
    if (header->checksum != vt_image_checksum(tax->base, tax->size))
        return vt_fail(err, VT_E_FORMAT, "the taxonomy is damaged: its checksum is wrong");
    uint32_t n_lengths = header->sections[VT_IMAGE_LENGTHS].count;
    if (!skills_ok(tax) || !order_ok(tax) || !tokens_ok(tax, n_lengths) || !trie_ok(tax) ||
        !labels_ok(tax) || !cues_ok(tax))
        return vt_fail(err, VT_E_FORMAT, "the taxonomy is damaged: an offset points outside of it");
    return VT_OK;
}

/* ---- opening ---- */

/** What follows from the sections; their counts may still be wrong. */
static bool derive(vt_taxonomy *tax)
{
    uint32_t n_lengths, n_root;
    (void)section(tax, VT_IMAGE_LENGTHS, &n_lengths);
    const vt_image_ranked *root = section(tax, VT_IMAGE_ROOT, &n_root);
    if (n_lengths != VT_IMAGE_LENGTHS_COUNT || n_root == 0)
        return false;
    tax->n_tokens = tax->token_len_first[n_lengths - 1];
    for (uint32_t len = 1; len + 1 < n_lengths; len++)
        tax->token_start[len + 1] =
            tax->token_start[len] +
            (tax->token_len_first[len + 1] - tax->token_len_first[len]) * len;
    tax->n_starts = root[n_root - 1].before + vt_ranked_count(vt_ranked_bits(&root[n_root - 1]));
    tax->n_nodes = 1 + tax->n_starts + tax->steps.n;
    return true;
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
    if (!derive(tax))
        return vt_fail(err, VT_E_FORMAT, "the taxonomy is damaged: it has no tokens");
    if (whole)
        VT_TRY(vt_taxonomy_verify(tax, err));
    tax->gap_token = vt_image_token_find(tax, VT_GAP_TOKEN);
    tax->verb_token = vt_image_token_find(tax, VT_VERB_TOKEN);
    tax->action_token = vt_image_token_find(tax, VT_ACTION_TOKEN);
    tax->led_token = vt_image_token_find(tax, VT_LED_TOKEN);
    tax->calling_token = vt_image_token_find(tax, VT_CALLING_TOKEN);
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

static vt_str expand(const vt_taxonomy *tax, vt_str codes, char *buf, size_t size)
{
    return vt_str_n(buf, vt_pairs_expand(codes, tax->symbols, tax->n_symbols, tax->pairs,
                                         tax->n_pairs, buf, size));
}

/** A text of a skill: its id, its name, then its aliases. */
static vt_str text_of(const vt_taxonomy *tax, uint32_t skill, uint32_t place,
                      char buf[VT_ALIAS_MAX])
{
    const char *at = tax->strings + vt_packed_get(&tax->texts, skill);
    vt_str codes = vt_image_next_text(&at);
    for (uint32_t i = 0; i < place; i++)
        codes = vt_image_next_text(&at);
    return expand(tax, codes, buf, VT_ALIAS_MAX);
}

vt_str vt_taxonomy_id(const vt_taxonomy *tax, uint32_t skill, char buf[VT_ALIAS_MAX])
{
    return text_of(tax, skill, 0, buf);
}

vt_str vt_taxonomy_name(const vt_taxonomy *tax, uint32_t skill, char buf[VT_ALIAS_MAX])
{
    return text_of(tax, skill, 1, buf);
}

vt_skill vt_taxonomy_get(const vt_taxonomy *tax, uint32_t index)
{
    const vt_image_skill *s = &tax->skills[index];
    const vt_image_category *c = &tax->categories[s->category];
    return (vt_skill){.index = index,
                      .category = vt_image_str(tax, c->name, c->name_len),
                      .soft = s->flags & VT_SKILL_SOFT,
                      .product = c->flags & VT_CATEGORY_PRODUCT};
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
        char buf[VT_ALIAS_MAX];
        int order = vt_str_cmp(vt_taxonomy_id(tax, mid, buf), id);
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
    vt_image_hits hits = vt_image_hits_of(tax, node);
    if (node == 0 || hits.n == 0 || vt_image_hit_at(tax, hits.first).languages)
        return false;
    *ret = vt_taxonomy_get(tax, vt_image_hit_at(tax, hits.first).skill);
    return true;
}

vt_str vt_image_token(const vt_taxonomy *tax, uint32_t token)
{
    size_t len = 1;
    while (token >= tax->token_len_first[len + 1])
        len++;
    return vt_str_n(vt_image_token_at(tax, token, len), len);
}

vt_str vt_image_surface(const vt_taxonomy *tax, uint32_t skill, uint32_t place,
                        char buf[VT_ALIAS_MAX])
{
    vt_str text = text_of(tax, skill, place + 1, buf), qualifier;
    return place == 0 ? vt_skill_bare_name(text, &qualifier) : text;
}

bool vt_taxonomy_alias(const vt_taxonomy *tax, uint32_t skill, size_t i, char buf[VT_ALIAS_MAX],
                       vt_str *ret)
{
    if (i + 1 >= tax->skills[skill].surfaces)
        return false;
    *ret = vt_image_surface(tax, skill, (uint32_t)i + 1, buf);
    return true;
}

/* ---- labels ---- */

static const vt_image_label *labels_of(const vt_taxonomy *tax, uint32_t skill)
{
    uint32_t low = 0, high = tax->n_labels;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (tax->labels[mid].skill < skill)
            low = mid + 1;
        else
            high = mid;
    }
    return low < tax->n_labels && tax->labels[low].skill == skill ? &tax->labels[low] : NULL;
}

uint32_t vt_image_language_find(const vt_taxonomy *tax, vt_str code)
{
    code = vt_str_sub(code, 0, 2);
    for (uint32_t i = 0; i < tax->n_languages; i++)
        if (vt_str_eq_nocase(code, vt_str_z(tax->languages[i].code)))
            return i;
    return UINT32_MAX;
}

vt_str vt_taxonomy_labels(const vt_taxonomy *tax, uint32_t skill, vt_str language,
                          char buf[VT_LABELS_MAX])
{
    const vt_image_label *row = labels_of(tax, skill);
    uint32_t wanted = row ? vt_image_language_find(tax, language) : UINT32_MAX;
    if (wanted == UINT32_MAX)
        return VT_STR_NULL;
    const char *at = tax->strings + row->text, *end = at + row->len;
    while (at + 1 < end) {
        uint32_t number = (unsigned char)*at++;
        vt_str codes = vt_image_next_text(&at);
        if (at > end)
            break;
        if (number == wanted)
            return expand(tax, codes, buf, VT_LABELS_MAX);
    }
    return VT_STR_NULL;
}

vt_image_list vt_image_implied(const vt_taxonomy *tax, uint32_t skill)
{
    return (vt_image_list){(uint32_t)vt_packed_get(&tax->list_firsts, skill),
                           tax->skills[skill].implied};
}

vt_image_list vt_image_context(const vt_taxonomy *tax, uint32_t skill)
{
    vt_image_list implied = vt_image_implied(tax, skill);
    return (vt_image_list){implied.first + implied.count,
                           tax->skills[skill].flags & VT_SKILL_CONTEXT ? 1 : 0};
}

vt_image_list vt_image_implied_by(const vt_taxonomy *tax, uint32_t skill)
{
    vt_image_list context = vt_image_context(tax, skill);
    return (vt_image_list){context.first + context.count, tax->skills[skill].children};
}

static vt_skill_list lend(const vt_taxonomy *tax, vt_image_list list)
{
    return (vt_skill_list){tax, list.first, list.count};
}

vt_skill_list vt_taxonomy_implied(const vt_taxonomy *tax, uint32_t skill)
{
    return lend(tax, vt_image_implied(tax, skill));
}

vt_skill_list vt_taxonomy_children(const vt_taxonomy *tax, uint32_t skill)
{
    return lend(tax, vt_image_implied_by(tax, skill));
}

uint32_t vt_skill_list_at(vt_skill_list list, uint32_t i)
{
    return vt_image_listed(list.tax, list.first + i);
}

static bool list_has(const vt_taxonomy *tax, vt_image_list list, uint32_t skill)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (vt_image_listed(tax, list.first + i) == skill)
            return true;
    return false;
}

static bool lists_meet(const vt_taxonomy *tax, vt_image_list a, vt_image_list b)
{
    for (uint32_t i = 0; i < a.count; i++)
        if (list_has(tax, b, vt_image_listed(tax, a.first + i)))
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
    vt_image_list up_a = vt_image_implied(tax, a), up_b = vt_image_implied(tax, b);
    if (list_has(tax, up_a, b) || list_has(tax, up_b, a) ||
        list_has(tax, vt_image_context(tax, a), b) || list_has(tax, vt_image_context(tax, b), a))
        return 0.8;
    bool parent = lists_meet(tax, up_a, up_b);
    if (x->category == y->category)
        return parent ? 0.6 : 0.5;
    if (parent)
        return 0.4;
    uint32_t domain = tax->categories[x->category].domain;
    return domain && domain == tax->categories[y->category].domain ? 0.2 : 0;
}

/* ---- relations ---- */

/** The words of one name end or begin the other: "Regression Testing" is Testing. */
static bool names_kind(vt_str kind, vt_str of)
{
    vt_str q, narrow = vt_skill_bare_name(kind, &q), wide = vt_skill_bare_name(of, &q);
    if (narrow.len <= wide.len + 1)
        return false;
    vt_str end = vt_str_sub(narrow, narrow.len - wide.len, narrow.len);
    vt_str start = vt_str_sub(narrow, 0, wide.len);
    return (vt_str_eq_nocase(end, wide) && narrow.ptr[narrow.len - wide.len - 1] == ' ') ||
           (vt_str_eq_nocase(start, wide) && narrow.ptr[wide.len] == ' ');
}

/** Whether a skill is a kind of one that it implies: of one category and no product made with
 * another (Django is no kind of Python), or by its name. */
static bool is_kind_of(const vt_taxonomy *tax, uint32_t skill, uint32_t implied)
{
    const vt_image_skill *x = &tax->skills[skill], *y = &tax->skills[implied];
    bool products = tax->categories[x->category].flags & VT_CATEGORY_PRODUCT;
    char buf[VT_ALIAS_MAX], other[VT_ALIAS_MAX];
    return (x->category == y->category && !products) ||
           names_kind(vt_taxonomy_name(tax, skill, buf), vt_taxonomy_name(tax, implied, other));
}

struct relatives {
    const vt_taxonomy *tax;
    uint32_t *at, self;
    size_t n, cap;
    size_t from; /* those before stay where they are */
};

/** What more others imply comes first, common ones before the rest. */
static uint32_t standing(const vt_taxonomy *tax, uint32_t skill)
{
    const vt_image_skill *s = &tax->skills[skill];
    return s->children + (s->flags & VT_SKILL_COMMON ? 1u << 16 : 0);
}

static void relate(struct relatives *r, uint32_t skill)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i] == skill)
            return;
    size_t at = r->n;
    while (at > r->from && standing(r->tax, r->at[at - 1]) < standing(r->tax, skill))
        at--;
    if (skill == r->self || at == r->cap)
        return;
    r->n = VT_MIN(r->n + 1, r->cap);
    memmove(r->at + at + 1, r->at + at, (r->n - at - 1) * sizeof *r->at);
    r->at[at] = skill;
}

static void relate_siblings(struct relatives *r, vt_skill_list parents)
{
    const vt_image_skill *own = &r->tax->skills[r->self];
    for (uint32_t i = 0; i < parents.n; i++) {
        vt_skill_list siblings = vt_taxonomy_children(r->tax, vt_skill_list_at(parents, i));
        for (uint32_t k = 0; k < siblings.n; k++) {
            uint32_t sibling = vt_skill_list_at(siblings, k);
            if (r->tax->skills[sibling].category == own->category &&
                !is_kind_of(r->tax, sibling, r->self))
                relate(r, sibling);
        }
    }
}

size_t vt_taxonomy_related(const vt_taxonomy *tax, uint32_t skill, vt_relation relation,
                           uint32_t *ret, size_t cap)
{
    vt_skill_list up = vt_taxonomy_implied(tax, skill), down = vt_taxonomy_children(tax, skill);
    struct relatives r = {.tax = tax, .at = ret, .self = skill, .cap = cap};
    for (uint32_t i = 0; relation == VT_RELATION_NARROWER && i < down.n; i++)
        if (is_kind_of(tax, vt_skill_list_at(down, i), skill))
            relate(&r, vt_skill_list_at(down, i));
    for (uint32_t i = 0; relation != VT_RELATION_NARROWER && i < up.n; i++)
        if (is_kind_of(tax, skill, vt_skill_list_at(up, i)) == (relation == VT_RELATION_BROADER))
            relate(&r, vt_skill_list_at(up, i));
    r.from = r.n;
    if (relation == VT_RELATION_RELATED)
        relate_siblings(&r, up);
    return r.n;
}

bool vt_taxonomy_is_language(const vt_taxonomy *tax, uint32_t skill)
{
    return tax->categories[tax->skills[skill].category].flags & VT_CATEGORY_LANGUAGE;
}

bool vt_taxonomy_is_product(const vt_taxonomy *tax, uint32_t skill)
{
    return tax->categories[tax->skills[skill].category].flags & VT_CATEGORY_PRODUCT;
}

vt_taxonomy_stats vt_taxonomy_count_all(const vt_taxonomy *tax)
{
    vt_taxonomy_stats stats = {.skills = tax->n_skills,
                               .categories = tax->n_categories,
                               .tokens = tax->n_tokens,
                               .nodes = tax->n_nodes - 1,
                               .hits = tax->hits.n,
                               .image_bytes = tax->size};
    for (uint32_t i = 0; i < tax->n_skills; i++) {
        stats.soft += (tax->skills[i].flags & VT_SKILL_SOFT) != 0;
        stats.implied += tax->skills[i].implied;
        stats.surfaces += tax->skills[i].surfaces;
    }
    for (uint32_t i = 0; i < tax->hits.n; i++) {
        vt_image_hit hit = vt_image_hit_at(tax, i);
        stats.ambiguous +=
            !hit.languages && (hit.flags & VT_HIT_AMBIGUOUS) != 0 && !(hit.flags & VT_HIT_VARIANT);
    }
    return stats;
}
