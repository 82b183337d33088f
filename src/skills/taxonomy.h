/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The skills taxonomy: a read-only image that build.h makes. One is built into the binary;
 * `--taxonomy` names another. Layout: docs/formats.md. Any thread may call any function here.
 */
#ifndef VT_SKILLS_TAXONOMY_H
#define VT_SKILLS_TAXONOMY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

typedef struct vt_taxonomy vt_taxonomy;

/** One skill. Its strings point into the image and live as long as the taxonomy. */
typedef struct vt_skill {
    uint32_t index; /* 0 .. vt_taxonomy_count() - 1 */
    vt_str category;
    bool soft;
    bool product; /* its name is a proper noun */
} vt_skill;

enum { VT_ALIAS_MAX = 512 }; /* bytes of an id or a name of a skill */

/** Skills by index: vt_skill_list_at(list, 0 .. n - 1). Borrowed from the image. */
typedef struct vt_skill_list {
    const vt_taxonomy *tax;
    uint32_t first, n;
} vt_skill_list;

/**
 * Maps the image at `path` and checks it whole (header, checksum, every offset), so that no later
 * call can fail. The caller owns *ret and ends it with vt_taxonomy_drop(); *ret is set only on
 * success. VT_E_IO, VT_E_NOT_FOUND: cannot be read. VT_E_FORMAT: damaged, or of another format
 * version.
 */
VT_MUST_USE vt_status vt_taxonomy_open(const char *path, vt_taxonomy **ret, vt_error *err);

/** The image that is built in. Only its header is read: `vitae taxonomy check` and the tests check
 * it whole, and nothing changes it afterwards. */
VT_MUST_USE vt_status vt_taxonomy_open_embedded(vt_taxonomy **ret, vt_error *err);

/** An image in memory that outlives the taxonomy; 8-byte aligned. Checked whole. */
VT_MUST_USE vt_status vt_taxonomy_open_bytes(vt_str image, vt_taxonomy **ret, vt_error *err);

/** Checks everything that vt_taxonomy_open() checks. */
VT_MUST_USE vt_status vt_taxonomy_verify(const vt_taxonomy *tax, vt_error *err);

/** Unmaps. NULL is allowed. */
void vt_taxonomy_drop(vt_taxonomy *tax);
VT_DEFINE_AUTO(vt_taxonomy, vt_taxonomy_drop)

/** How many skills there are, and one of them by its index. */
size_t vt_taxonomy_count(const vt_taxonomy *tax);
vt_skill vt_taxonomy_get(const vt_taxonomy *tax, uint32_t index);

/** The id of a skill and what it is called, read into `buf`. */
vt_str vt_taxonomy_id(const vt_taxonomy *tax, uint32_t skill, char buf[VT_ALIAS_MAX]);
vt_str vt_taxonomy_name(const vt_taxonomy *tax, uint32_t skill, char buf[VT_ALIAS_MAX]);

/** The skill with this id, or the one that took the place of a retired id; false when there is
 * none. */
bool vt_taxonomy_by_id(const vt_taxonomy *tax, vt_str id, vt_skill *ret);

/** The likeliest skill whose name or alias, folded, is `surface`. */
bool vt_taxonomy_find(const vt_taxonomy *tax, vt_str surface, vt_skill *ret);

/** Other names of the skill, i = 0, 1 ..., in `buf`; false after the last. */
bool vt_taxonomy_alias(const vt_taxonomy *tax, uint32_t skill, size_t i, char buf[VT_ALIAS_MAX],
                       vt_str *ret);

enum {
    VT_LABELS_MAX = 1024, /* bytes of the labels of a skill in a language */
    VT_LABELS_SHOWN = 6,  /* of them in an image, the best first */
};

/** What the skill is called in a language ("de"), the best name first, '|' between them: in `buf`,
 * or the null string where the taxonomy has none. */
vt_str vt_taxonomy_labels(const vt_taxonomy *tax, uint32_t skill, vt_str language,
                          char buf[VT_LABELS_MAX]);

/** What the skill implies directly, and what implies it. */
vt_skill_list vt_taxonomy_implied(const vt_taxonomy *tax, uint32_t skill);
vt_skill_list vt_taxonomy_children(const vt_taxonomy *tax, uint32_t skill);
uint32_t vt_skill_list_at(vt_skill_list list, uint32_t i);

/** How near two skills are, 0..1: the same 1, one implies the other 0.8, ... (taxonomy.c). */
double vt_taxonomy_nearness(const vt_taxonomy *tax, uint32_t a, uint32_t b);

/** How skills stand to each other. */
typedef enum vt_relation {
    VT_RELATION_BROADER,  /* what it implies and is a kind of */
    VT_RELATION_NARROWER, /* its kinds */
    VT_RELATION_RELATED,  /* what else it implies, then others of its category with the same parent
                           */
} vt_relation;

/** At most `cap` skills in this relation, common ones first; gives how many. */
size_t vt_taxonomy_related(const vt_taxonomy *tax, uint32_t skill, vt_relation relation,
                           uint32_t *ret, size_t cap);

/** The skill is a language that people speak. */
bool vt_taxonomy_is_language(const vt_taxonomy *tax, uint32_t skill);

/** The skill is a product with a name of its own: a tool, a language for machines, a system. */
bool vt_taxonomy_is_product(const vt_taxonomy *tax, uint32_t skill);

/** A skill found by vt_taxonomy_search(): by which of its names, and how well (0..1). */
typedef struct vt_skill_found {
    vt_skill skill;
    vt_str name, surface; /* in the arena of the search */
    double score;
} vt_skill_found;

/** Skills for a search box: the query as whole name, as prefix, then with typing errors mended.
 * At most `limit`, best first, each skill once. With a `language` ("de"; null: none is asked for)
 * the query may also be the beginning of a name in it, and these come first. */
size_t vt_taxonomy_search(const vt_taxonomy *tax, vt_arena *arena, vt_str query, size_t limit,
                          vt_str language, vt_skill_found **ret);

/** Figures for `vitae taxonomy stats`. */
typedef struct vt_taxonomy_stats {
    size_t skills, soft, categories, surfaces, tokens, nodes, hits, implied, ambiguous, image_bytes;
} vt_taxonomy_stats;
vt_taxonomy_stats vt_taxonomy_count_all(const vt_taxonomy *tax);

#endif
