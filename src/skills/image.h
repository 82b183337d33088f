/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The layout of the taxonomy image, shared by its writer (build.c) and its readers (taxonomy.c,
 * match.c); nobody else includes this. docs/formats.md tells it in words. Numbers are little
 * endian, offsets count from the start of the image, every section starts at a multiple of 8.
 */
#ifndef VT_SKILLS_IMAGE_H
#define VT_SKILLS_IMAGE_H

#include "base/map.h"
#include "base/str.h"

#define VT_IMAGE_MAGIC   "VTSKILLS"
#define VT_IMAGE_VERSION 2u
#define VT_IMAGE_ENDIAN  0x01020304u
#define VT_MAX_TAXONOMY  (512u * 1024 * 1024) /* bytes of an image */

enum { /* a phrase longer than this is in no taxonomy */
       VT_SURFACE_TOKENS = 14,
};

typedef enum vt_image_section {
    VT_IMAGE_STRINGS,     /* bytes */
    VT_IMAGE_SKILLS,      /* vt_image_skill, by id */
    VT_IMAGE_CATEGORIES,  /* vt_image_category, by name */
    VT_IMAGE_LISTS,       /* uint32_t: the lists of skills that others point to */
    VT_IMAGE_SURFACES,    /* vt_image_surface: name, then aliases, skill by skill */
    VT_IMAGE_ORDER,       /* uint32_t: surfaces sorted by folded key, for prefix search */
    VT_IMAGE_TOKENS,      /* vt_image_token, by length, then bytes */
    VT_IMAGE_TOKEN_SLOTS, /* uint32_t: token + 1 by hash, 0 empty; the count is a power of two */
    VT_IMAGE_ROOT,        /* uint32_t: the node below the root of each token, or 0 */
    VT_IMAGE_STEPS,       /* uint32_t: the token that leads to each node */
    VT_IMAGE_CHILDREN,    /* uint32_t: first child of each node, and the end; sorted by token */
    VT_IMAGE_NODES,       /* uint32_t: first hit of each node, and the end */
    VT_IMAGE_HITS,        /* vt_image_hit: those of every language, then others; likeliest first */
    VT_IMAGE_LANGUAGES,   /* vt_image_language: in which there are labels */
    VT_IMAGE_SETS,        /* uint64_t: sets of languages, bit i for language i; set 0 is empty */
    VT_IMAGE_LABELS,      /* vt_image_label, by skill, then language */
    VT_IMAGE_REDIRECTS,   /* vt_image_redirect, by id */
    VT_IMAGE_SECTION_COUNT
} vt_image_section;

typedef struct vt_image_header {
    char magic[8];
    uint32_t version, endian;
    uint64_t size;     /* bytes of the whole image */
    uint64_t checksum; /* vt_image_checksum() of what follows the header */
    struct {
        uint64_t offset, count; /* elements */
    } sections[VT_IMAGE_SECTION_COUNT];
} vt_image_header;

typedef struct vt_image_list {
    uint32_t first, count; /* elements of VT_IMAGE_LISTS */
} vt_image_list;

enum { /* vt_image_skill.flags */
       VT_SKILL_SOFT = 1,
       VT_SKILL_QUALIFIED = 2, /* the name has a qualifier in brackets */
       VT_SKILL_COMMON = 4,    /* people of every profession write it */
};

typedef struct vt_image_skill {
    uint32_t id, name; /* offsets into VT_IMAGE_STRINGS */
    uint16_t id_len, name_len, bare_len;
    uint16_t category;
    uint32_t surface_first;
    uint16_t surface_count, flags;
    vt_image_list implied;  /* what it implies, directly */
    vt_image_list children; /* what implies it */
    vt_image_list context;  /* named by its qualifier: Finch (Elixir) */
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
    vt_image_list members;
} vt_image_category;

/** Fields of work; 0 says nothing of one. */
typedef enum vt_field {
#define FIELD(name, word) VT_FIELD_##name,
#include "skills/fields.def"
#undef FIELD
    VT_FIELD_COUNT
} vt_field;

typedef struct vt_image_surface {
    uint32_t text, skill;
    uint16_t len, flags; /* flags: those of the hit */
    uint32_t reserved;
} vt_image_surface;

typedef struct vt_image_token {
    uint32_t text;
    uint32_t len;
    uint32_t letters; /* bit 1 << (byte % 32) of each byte: a quick no for fuzzy search */
} vt_image_token;

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

typedef struct vt_image_hit {
    uint32_t skill;
    uint16_t flags;
    uint16_t languages; /* a set: the phrase is one of stems, in these; 0: as written, in all */
} vt_image_hit;

/** The token that stands for up to VT_GAP_TOKENS words between a verb and its object; no text folds
 * to it. */
#define VT_GAP_TOKEN VT_STR("\x01")
enum { VT_GAP_TOKENS = 3 };

enum { VT_LANGUAGES_MAX = 64 };

typedef struct vt_image_language {
    char code[4]; /* ISO 639-1, then NUL */
} vt_image_language;

/** What a skill is called in a language. */
typedef struct vt_image_label {
    uint32_t skill, text; /* labels as written, '|' between them, the best first */
    uint16_t len, language;
} vt_image_label;

/** An id that was given once, and the skill that took its place. */
typedef struct vt_image_redirect {
    uint32_t id, len, skill;
} vt_image_redirect;

/** An image that was checked; pointers into it. */
typedef struct vt_taxonomy {
    const unsigned char *base;
    size_t size;
    bool mapped;
    const char *strings;
    const vt_image_skill *skills;
    const vt_image_category *categories;
    const uint32_t *lists;
    const vt_image_surface *surfaces;
    const uint32_t *order;
    const vt_image_token *tokens;
    const uint32_t *token_slots;
    const uint32_t *root;
    const uint32_t *steps, *children;
    const uint32_t *nodes;
    const vt_image_hit *hits;
    const vt_image_language *languages;
    const uint64_t *sets;
    const vt_image_label *labels;
    const vt_image_redirect *redirects;
    uint32_t n_skills, n_categories, n_lists, n_surfaces, n_tokens, n_token_slots, n_nodes, n_hits,
        n_languages, n_sets, n_labels, n_redirects;
    size_t n_strings;
    uint32_t gap_token;           /* UINT32_MAX: there is none */
    uint32_t token_len_first[64]; /* first token of at least that length */
} vt_taxonomy;

/** The sum of the image's 64-bit words after the header, each turned by its place. */
uint64_t vt_image_checksum(const void *image, size_t size);

/** The token with these folded bytes, or UINT32_MAX. */
static inline uint32_t vt_image_token_find(const vt_taxonomy *tax, vt_str text)
{
    uint32_t mask = tax->n_token_slots - 1;
    for (uint32_t slot = (uint32_t)vt_hash_bytes(text, 0) & mask;; slot = (slot + 1) & mask) {
        uint32_t id = tax->token_slots[slot];
        if (id == 0)
            return UINT32_MAX;
        const vt_image_token *token = &tax->tokens[id - 1];
        if (token->len == text.len && memcmp(tax->strings + token->text, text.ptr, text.len) == 0)
            return id - 1;
    }
}

/** The node behind `node` by `token`, or 0. Node 0 is the root. */
static inline uint32_t vt_image_step(const vt_taxonomy *tax, uint32_t node, uint32_t token)
{
    if (node == 0)
        return tax->root[token];
    uint32_t low = tax->children[node], end = tax->children[node + 1], high = end;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (tax->steps[mid] < token)
            low = mid + 1;
        else
            high = mid;
    }
    return low < end && tax->steps[low] == token ? low : 0;
}

/** The labels of a skill in a language (its number), or NULL. */
const vt_image_label *vt_image_labels_of(const vt_taxonomy *tax, uint32_t skill, uint32_t language);

/** The number of a language by its code ("de", "de-CH"), or UINT32_MAX. */
uint32_t vt_image_language_find(const vt_taxonomy *tax, vt_str code);

/** The node behind a verb whose object may follow, or 0: its token is the least of all. */
static inline uint32_t vt_image_gap(const vt_taxonomy *tax, uint32_t node)
{
    uint32_t child = tax->children[node];
    return child < tax->children[node + 1] && tax->steps[child] == tax->gap_token ? child : 0;
}

static inline vt_str vt_image_str(const vt_taxonomy *tax, uint32_t offset, uint32_t len)
{
    return vt_str_n(tax->strings + offset, len);
}

#endif
