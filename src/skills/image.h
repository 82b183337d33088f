/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The layout of the taxonomy image, shared by its writer (build_image.c) and its readers
 * (taxonomy.c, match.c); nobody else includes this. docs/formats.md tells it in words. Numbers are
 * little endian, offsets count from the start of the image, every section starts at a multiple
 * of 8.
 */
#ifndef VT_SKILLS_IMAGE_H
#define VT_SKILLS_IMAGE_H

#include "base/map.h"
#include "base/str.h"
#include "skills/pairs.h"
#include "skills/taxonomy.h"

#define VT_IMAGE_MAGIC   "VTSKILLS"
#define VT_IMAGE_VERSION 9u
#define VT_IMAGE_ENDIAN  0x01020304u
#define VT_MAX_TAXONOMY  (512u * 1024 * 1024) /* bytes of an image */

enum { /* a phrase longer than this is in no taxonomy */
       VT_SURFACE_TOKENS = 14,
};

enum { VT_ROW_EVERY = 32 }; /* first children: one of so many has its row told */

enum { VT_IMAGE_LENGTHS_COUNT = 64 }; /* more than the letters of the longest token */

typedef enum vt_image_section {
    VT_IMAGE_STRINGS,     /* bytes */
    VT_IMAGE_SKILLS,      /* vt_image_skill, by id */
    VT_IMAGE_CATEGORIES,  /* vt_image_category, by name */
    VT_IMAGE_TEXTS,       /* packed: where the texts of each skill begin */
    VT_IMAGE_LISTS,       /* packed: skills, in the lists of each skill */
    VT_IMAGE_LIST_FIRSTS, /* packed: where the lists of each skill begin */
    VT_IMAGE_ORDER,       /* packed: skill, place; names sorted by folded key, for prefix search */
    VT_IMAGE_TOKENS,      /* bytes: the tokens, by group, then bucket, nothing between them */
    VT_IMAGE_LENGTHS,     /* uint32_t: first token of at least each length */
    VT_IMAGE_GROUPS,      /* packed: first token of each group, and the end */
    VT_IMAGE_BUCKETS,     /* packed: first token of each bucket of a group */
    VT_IMAGE_ROOT,        /* vt_image_ranked: the tokens that a phrase begins with */
    VT_IMAGE_STEPS,       /* packed: the token that leads to each node two steps from the root */
    VT_IMAGE_INNER,       /* vt_image_ranked: the nodes that have children */
    VT_IMAGE_ELDEST,      /* vt_image_ranked: the first child of each of them; sorted by token */
    VT_IMAGE_ELDEST_ROWS, /* packed: for every VT_ROW_EVERY-th of these its row there */
    VT_IMAGE_SINGLE,      /* vt_image_ranked: the nodes with one hit */
    VT_IMAGE_SEVERAL,     /* vt_image_ranked: the nodes with more */
    VT_IMAGE_FIRST,       /* packed: first hit of each of the latter, and the end */
    VT_IMAGE_HITS,        /* packed: kind, skill; those of single nodes, then of the others: those
                             of every language, then others; likeliest first */
    VT_IMAGE_KINDS,       /* vt_image_kind */
    VT_IMAGE_LANGUAGES,   /* vt_image_language: in which there are labels */
    VT_IMAGE_SETS,        /* uint64_t: sets of languages, bit i for language i; set 0 is empty */
    VT_IMAGE_LABELS,      /* vt_image_label, by skill */
    VT_IMAGE_REDIRECTS,   /* vt_image_redirect, by id */
    VT_IMAGE_PAIRS,       /* vt_pair: what the symbols of labels stand for */
    VT_IMAGE_SYMBOLS,     /* uint16_t: the symbol of each code */
    VT_IMAGE_CUE_FORMS,   /* vt_image_ranked: the tokens that are forms of words of cues */
    VT_IMAGE_CUE_WORDS,   /* packed: the word that each of them is a form of, or, with bit 0, the
                             place of the first of several, in different languages */
    VT_IMAGE_CUE_SHARED,  /* packed: those; bit 0 for the last of a form */
    VT_IMAGE_CUE_HEADS,   /* packed: the words that the cues of a profile are looked up by, each
                             once, rising */
    VT_IMAGE_CUE_STARTS,  /* vt_image_ranked: the first cue of each of them */
    VT_IMAGE_CUES,        /* packed: of each, which of its profile's skills, and the other word or
                             the place of its others */
    VT_IMAGE_CUE_OTHERS,  /* packed: the other words of those that have three */
    VT_IMAGE_CUE_SKILLS,  /* packed: the skills of each profile's cues */
    VT_IMAGE_PROFILES,    /* vt_image_profile; those of a language together */
    VT_IMAGE_SECTION_COUNT
} vt_image_section;

typedef struct vt_image_header {
    char magic[8];
    uint32_t version, endian;
    uint64_t size;     /* bytes of the whole image */
    uint64_t checksum; /* vt_image_checksum() of what follows */
    struct {
        uint64_t offset;
        uint32_t count; /* elements */
        uint32_t width; /* bits of each in a packed section; 0 for others */
    } sections[VT_IMAGE_SECTION_COUNT];
} vt_image_header;

/** Numbers of `width` bits, one behind the other; eight bytes more can be read behind the last. */
typedef struct vt_packed {
    const unsigned char *at;
    uint32_t n, width;
} vt_packed;

enum { VT_PACKED_WIDTH_MAX = 56, VT_PACKED_ROOM = 8 };

static inline uint64_t vt_packed_get(const vt_packed *packed, size_t i)
{
    uint64_t word, bit = (uint64_t)i * packed->width;
    memcpy(&word, packed->at + (bit >> 3), sizeof word);
    return word >> (bit & 7) & (((uint64_t)1 << packed->width) - 1);
}

/** 64 members of a set: bit i % 64, and how many members there are before. */
typedef struct vt_image_ranked {
    uint32_t low, high, before;
} vt_image_ranked;

static inline uint64_t vt_ranked_bits(const vt_image_ranked *row)
{
    return (uint64_t)row->high << 32 | row->low;
}

static inline bool vt_ranked_has(const vt_image_ranked *rows, uint32_t i)
{
    return vt_ranked_bits(&rows[i / 64]) >> (i % 64) & 1;
}

/** Set bits, without an instruction that older processors lack. */
static inline uint32_t vt_ranked_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

/** Members before i. */
static inline uint32_t vt_ranked_before(const vt_image_ranked *rows, uint32_t i)
{
    uint64_t below = vt_ranked_bits(&rows[i / 64]) & (((uint64_t)1 << (i % 64)) - 1);
    return rows[i / 64].before + vt_ranked_count(below);
}

/** Members of a row from the one on before which there are `rank` others. */
static inline uint64_t vt_ranked_from(const vt_image_ranked *row, uint32_t rank)
{
    uint64_t bits = vt_ranked_bits(row);
    for (uint32_t i = row->before; i < rank; i++)
        bits &= bits - 1;
    return bits;
}

/** The member before which there are `rank` others; there are more. */
static inline uint32_t vt_ranked_at(const vt_image_ranked *rows, uint32_t n_rows, uint32_t rank)
{
    uint32_t low = 0, high = n_rows - 1;
    while (low < high) {
        uint32_t mid = high - (high - low) / 2;
        if (rows[mid].before <= rank)
            low = mid;
        else
            high = mid - 1;
    }
    return low * 64 + (uint32_t)__builtin_ctzll(vt_ranked_from(&rows[low], rank));
}

typedef struct vt_image_list {
    uint32_t first, count; /* elements of VT_IMAGE_LISTS, or of another section */
} vt_image_list;

enum { /* vt_image_skill.flags */
       VT_SKILL_SOFT = 1,
       VT_SKILL_QUALIFIED = 2, /* the name has a qualifier in brackets */
       VT_SKILL_COMMON = 4,    /* people of every profession write it */
       VT_SKILL_CONTEXT = 8,   /* its qualifier names a skill: Finch (Elixir) */
       VT_SKILL_LABELLED = 16, /* common for its names in other languages only */
};

enum { VT_SKILL_IMPLIED_MAX = UINT8_MAX, VT_SKILL_CHILDREN_MAX = UINT16_MAX };

/** Its texts stand in VT_IMAGE_STRINGS from its VT_IMAGE_TEXTS on, each behind its length, in pairs
 * (pairs.h): id, name, aliases. Its lists stand in VT_IMAGE_LISTS from its VT_IMAGE_LIST_FIRSTS on:
 * what it implies, the skill of its qualifier, what implies it. */
typedef struct vt_image_skill {
    uint16_t category;
    uint16_t surfaces; /* name and aliases */
    uint16_t children;
    uint8_t implied, flags;
} vt_image_skill;

enum {                             /* vt_image_category.flags */
       VT_CATEGORY_PRODUCT = 1,    /* names of products: a proper noun, written with a capital */
       VT_CATEGORY_CREDENTIAL = 2, /* certificates and degrees */
       VT_CATEGORY_LANGUAGE = 4,   /* languages that people speak */
};

typedef struct vt_image_category {
    uint32_t name;
    uint16_t name_len, flags;
    uint16_t domain; /* of which sheet: related categories share it */
    uint16_t field;  /* vt_field of its domain */
} vt_image_category;

/** Fields of work; 0 says nothing of one. */
typedef enum vt_field {
#define FIELD(name, word) VT_FIELD_##name,
#include "skills/fields.def"
#undef FIELD
    VT_FIELD_COUNT
} vt_field;

enum {                        /* vt_image_hit.flags */
       VT_HIT_ALIAS = 1,      /* not the name */
       VT_HIT_VARIANT = 2,    /* another spelling of the name or of an alias */
       VT_HIT_AMBIGUOUS = 4,  /* also a common word, a name, or another skill */
       VT_HIT_BREAK = 8,      /* the surface itself has a comma or the like */
       VT_HIT_SHAPE = 0x30,   /* how the surface is written: */
       VT_SHAPE_LOWER = 0x00, /*   no capital */
       VT_SHAPE_TITLE = 0x10, /*   a capital first */
       VT_SHAPE_CAPS = 0x20,  /*   capitals only */
       VT_SHAPE_MIXED = 0x30, /*   capitals inside: iOS, JavaScript */
       VT_HIT_LISTED = 0x40,  /* counts in lists only */
       VT_HIT_ACTION = 0x80,  /* a verb with its object, or alone */
};

typedef struct vt_image_kind {
    uint16_t flags;
    uint16_t languages; /* a set: the phrase is one of stems, in these; 0: as written, in all */
} vt_image_kind;

/** A meaning of a phrase. */
typedef struct vt_image_hit {
    uint32_t skill;
    uint16_t flags, languages; /* of its kind */
} vt_image_hit;

/** Hits of a node. */
typedef struct vt_image_hits {
    uint32_t first, n;
} vt_image_hits;

/** The token that stands for up to VT_GAP_TOKENS words between a verb and its object; no text folds
 * to it. */
#define VT_GAP_TOKEN VT_STR("\x01")
/** Behind the form of a verb: the token of the verb, which begins phrases of its own: verb, gap,
 * object. */
#define VT_ACTION_TOKEN VT_STR("\x04")
/** Between what a label says is done and its object, where the sentence has them in this order
 * (deeds.h). */
#define VT_LED_TOKEN VT_STR("\x05")
/** Behind the form of a verb: the nouns of it ("manage": management). Behind what people are
 * called: the nouns of it ("manager": management), or hits, where the calling names a skill by
 * itself. */
#define VT_VERB_TOKEN    VT_STR("\x02")
#define VT_CALLING_TOKEN VT_STR("\x03")
enum { VT_GAP_TOKENS = 3 };

enum { VT_LANGUAGES_MAX = 64 };

typedef struct vt_image_language {
    char code[4]; /* ISO 639-1, then NUL */
} vt_image_language;

enum { VT_ORDER_PLACE_BITS = 4 }; /* names of a skill that prefix search knows */

/** What a skill is called in other languages: for each its number, bytes (as those of a text) and
 * codes in pairs (pairs.h) of the labels as written, '|' between them, the best first. */
typedef struct vt_image_label {
    uint32_t skill, text, len;
} vt_image_label;

/** An id that was given once, and the skill that took its place. */
typedef struct vt_image_redirect {
    uint32_t id, len, skill;
} vt_image_redirect;

enum {
    VT_CUE_WORDS = 3,         /* of a cue, at most */
    VT_CUE_WORD_BITS = 15,    /* of the number of a word in its language */
    VT_PROFILE_CODES = 12,    /* of a profile, at most */
    VT_PROFILE_EVERYBODY = 0, /* the code of what people of all occupations write */
};

/** What people of some occupations write: cues (cues.h) in one language. */
typedef struct vt_image_profile {
    uint32_t first, n;         /* elements of VT_IMAGE_CUES, by the word they are looked up by */
    uint32_t skills, n_skills; /* elements of VT_IMAGE_CUE_SKILLS */
    uint16_t language;         /* number + 1; 0: English */
    uint16_t n_codes;
    uint16_t codes[VT_PROFILE_CODES]; /* unit groups of ISCO-08 */
} vt_image_profile;

/** An image that was checked; pointers into it. */
typedef struct vt_taxonomy {
    const unsigned char *base;
    size_t size;
    bool mapped;
    const char *strings;
    const vt_image_skill *skills;
    const vt_image_category *categories;
    vt_packed texts, lists, list_firsts, order;
    const char *token_text;
    const uint32_t *token_len_first;
    vt_packed groups, buckets; /* of tokens */
    const vt_image_ranked *root;
    vt_packed steps;
    const vt_image_ranked *inner;
    const vt_image_ranked *eldest;
    vt_packed eldest_rows;
    const vt_image_ranked *single, *several;
    vt_packed first, hits;
    const vt_image_kind *kinds;
    const vt_image_language *languages;
    const uint64_t *sets;
    const vt_image_label *labels;
    const vt_image_redirect *redirects;
    const vt_pair *pairs;
    const uint16_t *symbols;
    const vt_image_ranked *cue_forms, *cue_starts;
    vt_packed cue_words, cue_shared, cue_heads, cues, cue_others, cue_skills;
    uint32_t cue_bits; /* of the other word of a cue, or its place */
    const vt_image_profile *profiles;
    uint32_t n_profiles;
    uint32_t n_skills, n_categories, n_tokens, n_token_bytes, n_nodes, n_kinds, n_languages, n_sets,
        n_labels, n_redirects, n_pairs, n_symbols;
    uint32_t n_starts;   /* nodes one step from the root: 1 .. n_starts */
    uint32_t skill_bits; /* of a hit */
    size_t n_strings;
    /* UINT32_MAX: there is none */
    uint32_t gap_token, verb_token, calling_token, action_token, led_token;
    uint32_t token_start[VT_IMAGE_LENGTHS_COUNT]; /* byte of the first token of each length */
} vt_taxonomy;

/** The sum of the image's 64-bit words from the sections on, each turned by its place. */
uint64_t vt_image_checksum(const void *image, size_t size);

/** A token's bytes, where its length is known. */
static inline const char *vt_image_token_at(const vt_taxonomy *tax, uint32_t token, size_t len)
{
    return tax->token_text + tax->token_start[len] +
           (size_t)(token - tax->token_len_first[len]) * len;
}

/* Tokens of one length and first byte are a group. Its buckets have five tokens on average: a hash
 * tells the bucket, its tokens are compared one by one. */
enum { VT_IMAGE_BUCKET = 5, VT_IMAGE_GROUPS_COUNT = VT_IMAGE_LENGTHS_COUNT * 256 };

static inline uint32_t vt_image_group(size_t len, char first)
{
    return (uint32_t)len * 256 + (unsigned char)first;
}

/** Buckets of a group of so many tokens. */
static inline uint32_t vt_image_group_buckets(uint32_t n)
{
    return n / VT_IMAGE_BUCKET + 1;
}

/** The bucket of its group that a text is in. */
static inline uint32_t vt_image_bucket(vt_str text, uint32_t n_buckets)
{
    return (uint32_t)((uint64_t)(uint32_t)vt_hash_bytes(text, 0) * n_buckets >> 32);
}

/** Where the buckets of a group begin: each has one more than its tokens fill. */
static inline uint32_t vt_image_group_start(uint32_t group, uint32_t first)
{
    return first / VT_IMAGE_BUCKET + group;
}

/** The token with these folded bytes, or UINT32_MAX. */
static inline uint32_t vt_image_token_find(const vt_taxonomy *tax, vt_str text)
{
    if (text.len == 0 || text.len + 1 >= VT_IMAGE_LENGTHS_COUNT)
        return UINT32_MAX;
    uint32_t group = vt_image_group(text.len, text.ptr[0]);
    uint32_t first = (uint32_t)vt_packed_get(&tax->groups, group),
             end = (uint32_t)vt_packed_get(&tax->groups, group + 1);
    if (first == end)
        return UINT32_MAX;
    uint32_t n = vt_image_group_buckets(end - first), bucket = vt_image_bucket(text, n);
    uint32_t start = vt_image_group_start(group, first) + bucket;
    uint32_t i = (uint32_t)vt_packed_get(&tax->buckets, start);
    if (bucket + 1 < n)
        end = (uint32_t)vt_packed_get(&tax->buckets, start + 1);
    for (const char *at = vt_image_token_at(tax, i, text.len); i < end; i++, at += text.len)
        if (at[text.len - 1] == text.ptr[text.len - 1] && memcmp(at, text.ptr, text.len) == 0)
            return i;
    return UINT32_MAX;
}

/** The text of a token. */
vt_str vt_image_token(const vt_taxonomy *tax, uint32_t token);

/** The token that leads to a node two steps or more from the root. */
static inline uint32_t vt_image_token_of(const vt_taxonomy *tax, uint32_t node)
{
    return (uint32_t)vt_packed_get(&tax->steps, node - 1 - tax->n_starts);
}

/** The node below the root by `token`, or 0. */
static inline uint32_t vt_image_start(const vt_taxonomy *tax, uint32_t token)
{
    return vt_ranked_has(tax->root, token) ? 1 + vt_ranked_before(tax->root, token) : 0;
}

/** The children of a node that is not the root; false when it has none. */
static inline bool vt_image_children(const vt_taxonomy *tax, uint32_t node, uint32_t *ret_first,
                                     uint32_t *ret_end)
{
    if (!vt_ranked_has(tax->inner, node))
        return false;
    uint32_t rank = vt_ranked_before(tax->inner, node), n_rows = tax->n_nodes / 64 + 1;
    uint32_t row = (uint32_t)vt_packed_get(&tax->eldest_rows, rank / VT_ROW_EVERY);
    while (row + 1 < n_rows && tax->eldest[row + 1].before <= rank)
        row++;
    uint64_t bits = vt_ranked_from(&tax->eldest[row], rank);
    *ret_first = row * 64 + (uint32_t)__builtin_ctzll(bits);
    bits &= bits - 1;
    while (bits == 0 && ++row < n_rows)
        bits = vt_ranked_bits(&tax->eldest[row]);
    *ret_end = bits ? row * 64 + (uint32_t)__builtin_ctzll(bits) : tax->n_nodes;
    return true;
}

/** The node behind `node` by `token`, or 0. Node 0 is the root. */
static inline uint32_t vt_image_step(const vt_taxonomy *tax, uint32_t node, uint32_t token)
{
    uint32_t low, end;
    if (node == 0)
        return vt_image_start(tax, token);
    if (!vt_image_children(tax, node, &low, &end))
        return 0;
    for (uint32_t high = end; low < high;) {
        uint32_t mid = low + (high - low) / 2;
        if (vt_image_token_of(tax, mid) < token)
            low = mid + 1;
        else
            high = mid;
    }
    return low < end && vt_image_token_of(tax, low) == token ? low : 0;
}

/** A form's word in a section of them, without bit 0. Language: number + 1; 0: English. */
static inline uint64_t vt_image_cue_form(uint32_t language, uint32_t word)
{
    return (uint64_t)language << VT_CUE_WORD_BITS | word;
}

/** The word of the cues of a language that a token is a form of; 0: of none. */
static inline uint32_t vt_image_cue_word(const vt_taxonomy *tax, uint32_t token, uint32_t language)
{
    enum { WORD = (1 << VT_CUE_WORD_BITS) - 1 };
    if (token >= tax->n_tokens || !vt_ranked_has(tax->cue_forms, token))
        return 0;
    uint64_t value = vt_packed_get(&tax->cue_words, vt_ranked_before(tax->cue_forms, token));
    if (!(value & 1))
        return value >> 1 >> VT_CUE_WORD_BITS == language ? value >> 1 & WORD : 0;
    for (uint32_t i = (uint32_t)(value >> 1);; i++) {
        value = vt_packed_get(&tax->cue_shared, i);
        if (value >> 1 >> VT_CUE_WORD_BITS == language)
            return value >> 1 & WORD;
        if (value & 1)
            return 0;
    }
}

/** A cue: its place among the skills of its profile, and its words. */
typedef struct vt_image_cue {
    uint32_t skill, words[VT_CUE_WORDS]; /* 0 behind the last */
} vt_image_cue;

/** The elements of VT_IMAGE_CUE_HEADS that a profile's cues are looked up by. */
static inline vt_image_list vt_image_heads(const vt_taxonomy *tax, const vt_image_profile *profile)
{
    uint32_t first = vt_ranked_before(tax->cue_starts, profile->first);
    uint32_t end = vt_ranked_before(tax->cue_starts, profile->first + profile->n);
    return (vt_image_list){first, end - first};
}

/** The first of the cues that are looked up by a word of VT_IMAGE_CUE_HEADS. */
static inline uint32_t vt_image_head_start(const vt_taxonomy *tax, uint32_t head)
{
    return vt_ranked_at(tax->cue_starts, tax->cues.n / 64 + 1, head);
}

/** A cue, and the word that it is looked up by. */
static inline vt_image_cue vt_image_cue_at(const vt_taxonomy *tax, uint32_t i, uint32_t head)
{
    uint64_t value = vt_packed_get(&tax->cues, i);
    const uint32_t bits = VT_CUE_WORD_BITS;
    uint32_t other = (uint32_t)(value & (((uint64_t)1 << tax->cue_bits) - 1));
    vt_image_cue cue = {(uint32_t)(value >> tax->cue_bits), {head, other}};
    if (other >> bits) { /* a place among the others */
        value = vt_packed_get(&tax->cue_others, other - ((uint32_t)1 << bits));
        cue.words[1] = (uint32_t)(value & (((uint64_t)1 << bits) - 1));
        cue.words[2] = (uint32_t)(value >> bits);
    }
    return cue;
}

/** The hits of a node. */
static inline vt_image_hits vt_image_hits_of(const vt_taxonomy *tax, uint32_t node)
{
    if (vt_ranked_has(tax->single, node))
        return (vt_image_hits){vt_ranked_before(tax->single, node), 1};
    if (!vt_ranked_has(tax->several, node))
        return (vt_image_hits){0, 0};
    uint32_t rank = vt_ranked_before(tax->several, node);
    uint32_t first = (uint32_t)vt_packed_get(&tax->first, rank);
    return (vt_image_hits){first, (uint32_t)vt_packed_get(&tax->first, rank + 1) - first};
}

static inline vt_image_hit vt_image_hit_at(const vt_taxonomy *tax, uint32_t i)
{
    uint64_t value = vt_packed_get(&tax->hits, i);
    const vt_image_kind *kind = &tax->kinds[value >> tax->skill_bits];
    return (vt_image_hit){(uint32_t)(value & (((uint64_t)1 << tax->skill_bits) - 1)), kind->flags,
                          kind->languages};
}

/** Bits that numbers up to `most` need, at least 1. */
static inline uint32_t vt_image_bits(uint64_t most)
{
    return most < 2 ? 1 : 64 - (uint32_t)__builtin_clzll(most);
}

/** The text at `*at`, behind its length; moves on. */
static inline vt_str vt_image_next_text(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;
    size_t len = p[0] < 0x80 ? p[0] : (size_t)(p[0] & 0x7F) | (size_t)p[1] << 7;
    const char *text = *at + (p[0] < 0x80 ? 1 : 2);
    *at = text + len;
    return vt_str_n(text, len);
}
enum { VT_IMAGE_TEXT_MAX = 0x7FFF };

/** Name or alias of a skill, an alias in `buf`: 0 is the name, without its qualifier. */
vt_str vt_image_surface(const vt_taxonomy *tax, uint32_t skill, uint32_t place,
                        char buf[VT_ALIAS_MAX]);

/** What a skill implies, what its qualifier names and what implies it. */
vt_image_list vt_image_implied(const vt_taxonomy *tax, uint32_t skill);
vt_image_list vt_image_context(const vt_taxonomy *tax, uint32_t skill);
vt_image_list vt_image_implied_by(const vt_taxonomy *tax, uint32_t skill);

/** A skill of a list. */
static inline uint32_t vt_image_listed(const vt_taxonomy *tax, uint32_t i)
{
    return (uint32_t)vt_packed_get(&tax->lists, i);
}

/** The number of a language by its code ("de", "de-CH"), or UINT32_MAX. */
uint32_t vt_image_language_find(const vt_taxonomy *tax, vt_str code);

/** The node behind `node` by one of the tokens above, or 0: they are the least of all. */
static inline uint32_t vt_image_sign(const vt_taxonomy *tax, uint32_t node, uint32_t sign)
{
    uint32_t child, end;
    if (!vt_image_children(tax, node, &child, &end))
        return 0;
    for (; child < end; child++) {
        uint32_t token = vt_image_token_of(tax, child);
        if (token >= sign)
            return token == sign ? child : 0;
    }
    return 0;
}

static inline vt_str vt_image_str(const vt_taxonomy *tax, uint32_t offset, uint32_t len)
{
    return vt_str_n(tax->strings + offset, len);
}

#endif
