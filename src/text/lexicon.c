/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The image (docs/formats.md, "Lexicon image"): a vocabulary as an open-addressing hash table whose
 * slots also hold the root of the phrases that start with the word; trie nodes breadth first, the
 * children of a node side by side and sorted by the slot of their word; entries; strings with their
 * length before them. A comma in a phrase is a word of its own: no phrase without one reaches
 * across a VT_WORD_BREAK.
 */
#include "text/lexicon.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

#include <assert.h>

enum { VERSION = 2, MAX_WORDS = 16 };
#define NO_NODE UINT32_MAX
#define NO_WORD UINT32_MAX

struct lex_header {
    char magic[4];
    uint32_t version;
    uint32_t size; /* of all bytes after the header */
    uint32_t entries, slots, nodes, strings, comma;
    uint32_t reserved[8];
};

struct slot {
    uint32_t hash, word, root, used; /* word: string; root: node, or NO_NODE */
};

struct node {
    uint32_t word; /* slot of the word that leads here */
    uint32_t first_child, first_entry;
    uint16_t children, entries;
};

_Static_assert(sizeof(struct lex_header) == 64, "layout of the image");
_Static_assert(sizeof(vt_lex_entry) == 20, "layout of the image");

struct vt_lexicon {
    const struct lex_header *header;
    const vt_lex_entry *entries;
    const struct slot *slots;
    const struct node *nodes;
    const char *strings;
    uint32_t mask;
};

extern const unsigned char vt_lexicon_image[];
extern const unsigned char vt_lexicon_image_end[];

static vt_status check(const unsigned char *image, size_t size, vt_error *err)
{
    const struct lex_header *h = (const struct lex_header *)(const void *)image;
    if (size < sizeof *h || memcmp(h->magic, "VTLX", 4) != 0)
        return vt_fail(err, VT_E_FORMAT, "the lexicon image has no header");
    if (h->version != VERSION)
        return vt_fail(err, VT_E_FORMAT, "the lexicon image has version %u, not %d", h->version,
                       VERSION);
    uint64_t need = (uint64_t)h->entries * sizeof(vt_lex_entry) +
                    (uint64_t)h->slots * sizeof(struct slot) +
                    (uint64_t)h->nodes * sizeof(struct node) + h->strings;
    if (h->size % 8 != 0 || h->size > size - sizeof *h || need > h->size || h->size - need >= 8 ||
        h->comma >= h->slots || h->slots == 0 || (h->slots & (h->slots - 1)) != 0)
        return vt_fail(err, VT_E_FORMAT, "the lexicon image has wrong sizes");
    return VT_OK;
}

/* Opens an image in memory; the tests damage one. */
static vt_status open_image(const unsigned char *image, size_t size, vt_lexicon **ret,
                            vt_error *err)
{
    VT_TRY(check(image, size, err));
    vt_lexicon *lex = vt_xcalloc(1, sizeof *lex);
    lex->header = (const struct lex_header *)(const void *)image;
    lex->entries = (const vt_lex_entry *)(const void *)(image + sizeof *lex->header);
    lex->slots = (const struct slot *)(const void *)(lex->entries + lex->header->entries);
    lex->nodes = (const struct node *)(const void *)(lex->slots + lex->header->slots);
    lex->strings = (const char *)(lex->nodes + lex->header->nodes);
    lex->mask = lex->header->slots - 1;
    *ret = lex;
    return VT_OK;
}

vt_status vt_lexicon_open(vt_lexicon **ret, vt_error *err)
{
    return open_image(vt_lexicon_image, (size_t)(vt_lexicon_image_end - vt_lexicon_image), ret,
                      err);
}

void vt_lexicon_drop(vt_lexicon *lex)
{
    free(lex);
}

vt_str vt_lex_str(const vt_lexicon *lex, uint32_t string)
{
    uint16_t len;
    assert(string + sizeof len < lex->header->strings);
    memcpy(&len, lex->strings + string, sizeof len);
    return vt_str_n(lex->strings + string + sizeof len, len);
}

/* ---- lookup ---- */

static uint32_t find_word(const vt_lexicon *lex, const vt_word *word)
{
    for (uint32_t i = word->hash & lex->mask;; i = (i + 1) & lex->mask) {
        const struct slot *slot = lex->slots + i;
        if (!slot->used)
            return NO_WORD;
        if (slot->hash == word->hash && vt_str_eq(vt_lex_str(lex, slot->word), word->folded))
            return i;
    }
}

static uint32_t find_child(const vt_lexicon *lex, uint32_t node, uint32_t word)
{
    const struct node *n = lex->nodes + node;
    uint32_t low = n->first_child, high = low + n->children;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lex->nodes[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n->first_child + n->children && lex->nodes[low].word == word ? low : NO_NODE;
}

/* The node one word further, over a comma when the word stands behind a break. */
static uint32_t step(const vt_lexicon *lex, uint32_t node, const vt_word *word, uint32_t id)
{
    if (word->flags & VT_WORD_BREAK)
        node = find_child(lex, node, lex->header->comma);
    return node == NO_NODE || id == NO_WORD ? NO_NODE : find_child(lex, node, id);
}

static vt_lex_entries entries_of(const vt_lexicon *lex, uint32_t node)
{
    if (node == NO_NODE)
        return (vt_lex_entries){NULL, 0};
    const struct node *n = lex->nodes + node;
    return (vt_lex_entries){lex->entries + n->first_entry, n->entries};
}

vt_lex_entries vt_lexicon_find(const vt_lexicon *lex, const vt_word *words, size_t n)
{
    if (n == 0 || n > MAX_WORDS)
        return (vt_lex_entries){NULL, 0};
    uint32_t id = find_word(lex, &words[0]);
    uint32_t node = id == NO_WORD ? NO_NODE : lex->slots[id].root;
    for (size_t i = 1; i < n && node != NO_NODE; i++)
        node = step(lex, node, &words[i], find_word(lex, &words[i]));
    return entries_of(lex, node);
}

vt_lex_entries vt_lexicon_find_text(const vt_lexicon *lex, vt_arena *arena, vt_str text)
{
    vt_words words = vt_words_split(arena, text);
    return vt_lexicon_find(lex, words.at, words.n);
}

static const vt_lex_entry *first_of_kind(vt_lex_entries entries, vt_lex_kind kind)
{
    for (size_t i = 0; i < entries.n; i++)
        if (entries.at[i].kind == kind)
            return &entries.at[i];
    return NULL;
}

const vt_lex_entry *vt_lexicon_find_kind(const vt_lexicon *lex, const vt_word *words, size_t n,
                                         vt_lex_kind kind)
{
    return first_of_kind(vt_lexicon_find(lex, words, n), kind);
}

const vt_lex_entry *vt_lexicon_find_text_kind(const vt_lexicon *lex, vt_arena *arena, vt_str text,
                                              vt_lex_kind kind)
{
    return first_of_kind(vt_lexicon_find_text(lex, arena, text), kind);
}

vt_str vt_lexicon_name_part(const vt_lexicon *lex, const vt_word *word)
{
    const vt_lex_entry *e = vt_lexicon_find_kind(lex, word, 1, VT_LEX_NAME_PART);
    return e ? vt_lex_str(lex, e->a) : VT_STR_NULL;
}

/* ---- scanning ---- */

struct match {
    uint32_t count, node;
};

static size_t walk(const vt_lexicon *lex, const vt_words *words, const uint32_t *ids, size_t start,
                   struct match ret[MAX_WORDS])
{
    size_t n = 0;
    uint32_t node = ids[start] == NO_WORD ? NO_NODE : lex->slots[ids[start]].root;
    for (size_t i = start; node != NO_NODE && i - start < MAX_WORDS;) {
        if (lex->nodes[node].entries > 0)
            ret[n++] = (struct match){(uint32_t)(i - start + 1), node};
        if (lex->nodes[node].children == 0 || ++i == words->n)
            break;
        node = step(lex, node, &words->at[i], ids[i]);
    }
    return n;
}

static bool in_capitals(const vt_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((words[i].flags & VT_WORD_ALPHA) && !(words[i].flags & VT_WORD_UPPER))
            return false;
    return true;
}

vt_lex_hits vt_lexicon_scan(const vt_lexicon *lex, vt_arena *arena, const vt_words *words,
                            uint32_t mask)
{
    VT_VEC(vt_lex_hit) hits = {0};
    uint32_t *ids = VT_NEW_ARRAY(arena, uint32_t, words->n + 1);
    for (size_t i = 0; i < words->n; i++)
        ids[i] = find_word(lex, &words->at[i]);
    size_t covered_start[VT_LEX_KIND_COUNT] = {0}, covered_end[VT_LEX_KIND_COUNT] = {0};
    for (size_t i = 0; i < words->n; i++) {
        struct match matches[MAX_WORDS];
        for (size_t m = walk(lex, words, ids, i, matches); m-- > 0;) {
            size_t end = i + matches[m].count;
            vt_lex_entries entries = entries_of(lex, matches[m].node);
            for (size_t e = 0; e < entries.n; e++) {
                const vt_lex_entry *entry = &entries.at[e];
                size_t k = entry->kind;
                if (!(mask & VT_LEX_MASK(k)))
                    continue;
                if (end <= covered_end[k] && !(end == covered_end[k] && i == covered_start[k]))
                    continue;
                if ((entry->flags & VT_LEX_ABBREVIATION) &&
                    !in_capitals(words->at + i, matches[m].count))
                    continue;
                covered_start[k] = i;
                covered_end[k] = end;
                vt_vec_push(arena, &hits, ((vt_lex_hit){(uint32_t)i, matches[m].count, entry}));
            }
        }
    }
    return (vt_lex_hits){hits.at, hits.n};
}

/* ---- headings ---- */

static vt_section heading_of(const vt_lexicon *lex, const vt_word *words, size_t n)
{
    const vt_lex_entry *entry = vt_lexicon_find_kind(lex, words, n, VT_LEX_HEADING);
    return entry ? (vt_section)entry->code : VT_SECTION_NONE;
}

static bool is_numbering(const vt_word *word)
{
    vt_str f = word->folded;
    if (!(word->flags & VT_WORD_ALPHA))
        return f.len <= 2;
    for (size_t i = 0; i < f.len; i++)
        if (f.ptr[i] != 'i' && f.ptr[i] != 'v' && f.ptr[i] != 'x')
            return f.len == 1 && (word->flags & VT_WORD_DOT);
    return f.len <= 4 && (word->flags & VT_WORD_UPPER);
}

/* "E D U C A T I O N": the letters as one word. */
static vt_section spaced_heading(const vt_lexicon *lex, const vt_words *words)
{
    char joined[64];
    size_t n = 0;
    for (size_t i = 0; i < words->n; i++) {
        vt_str f = words->at[i].folded;
        if (f.len != 1 || n == sizeof joined)
            return VT_SECTION_NONE;
        joined[n++] = f.ptr[0];
    }
    vt_str text = vt_str_n(joined, n);
    vt_word word = {.folded = text, .hash = (uint32_t)vt_hash_bytes(text, 0)};
    return n < 5 ? VT_SECTION_NONE : heading_of(lex, &word, 1);
}

static bool is_joint(const vt_words *words, size_t i)
{
    static const char *const ANDS[] = {"&", "and", "und", "et", "y", "e",  "ed", "og",
                                       "i", "och", "en",  "ve", "и", "та", "si", "ja"};
    return VT_STR_AMONG(words->at[i].folded, ANDS);
}

/* "Skills / Tools", "Education & Exams": a part that is a heading by itself, the first one. */
static vt_section joint_heading(const vt_lexicon *lex, const vt_words *words, size_t from)
{
    vt_section first = VT_SECTION_NONE;
    size_t start = from;
    for (size_t i = from + 1; i <= words->n; i++) {
        bool cut = i == words->n;
        size_t next = i;
        if (!cut && is_joint(words, i)) {
            cut = true;
            next = i + 1;
        } else if (!cut) {
            vt_str gap = vt_str_sub(words->text, words->at[i - 1].end, words->at[i].start);
            cut = (words->at[i].flags & VT_WORD_BREAK) || vt_str_find_char(gap, '/', 0) != VT_NPOS;
        }
        if (!cut)
            continue;
        vt_section part = heading_of(lex, words->at + start, i - start);
        if (part == VT_SECTION_NONE)
            return VT_SECTION_NONE; /* all parts must be headings */
        if (first == VT_SECTION_NONE)
            first = part;
        start = next;
        i = next > i ? next : i;
    }
    return start > from ? first : VT_SECTION_NONE;
}

vt_section vt_lexicon_heading(const vt_lexicon *lex, const vt_words *words)
{
    size_t n = words->n, from = 0;
    if (n == 0 || n > MAX_WORDS)
        return VT_SECTION_NONE;
    vt_section section = heading_of(lex, words->at, n);
    if (section == VT_SECTION_NONE)
        section = spaced_heading(lex, words);
    if (section == VT_SECTION_NONE && n > 1 && is_numbering(&words->at[0])) {
        from = 1;
        section = heading_of(lex, words->at + 1, n - 1);
    }
    if (section == VT_SECTION_NONE && n - from > 1)
        section = joint_heading(lex, words, from);
    return section;
}

/* ---- words of the codes ---- */

#define VT_SPEECH_LEVEL(symbol, word) word,
static const char *const SPEECH_LEVELS[] = {
#include "text/lex_kinds.def"
};

const char *vt_speech_level_word(vt_speech_level level)
{
    return (size_t)level < VT_COUNT(SPEECH_LEVELS) ? SPEECH_LEVELS[level] : "";
}
