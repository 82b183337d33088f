/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The parts of the maker of images: build.c has sources, categories, strings and lists,
 * build_phrases.c the phrases, build_image.c tokens, trie and the writing. Nobody else includes
 * this.
 */
#ifndef VT_SKILLS_BUILDER_H
#define VT_SKILLS_BUILDER_H

#include "skills/build.h"
#include "skills/cues.h"
#include "skills/deeds.h"
#include "skills/image.h"
#include "skills/variants.h"

/** A meaning of a phrase; `languages`: one of stems, in these. */
struct meaning {
    uint32_t skill, flags;
    uint64_t languages;
};

typedef VT_VEC(struct meaning) hit_vec;
typedef VT_VEC(uint32_t) u32_vec;

/** A phrase and the skills it may mean. */
struct phrase {
    uint32_t tokens[VT_SURFACE_TOKENS]; /* token + 1 of build order, then of the image */
    uint32_t n;
    hit_vec hits;
};

struct category {
    vt_str name;
    uint16_t domain, field;
    bool spoken;
};

/** A name or alias by its folded key. */
struct keyed {
    vt_str key;
    uint32_t skill, place;
};

/** What labels of a language end with (deeds.h), as stems. */
struct deeds {
    VT_VEC(vt_phrase) phrases;
    bool lead;
};

struct builder {
    size_t verbs; /* of actions, numbered so far */
    vt_arena *arena;
    vt_skill_sources *sources;
    vt_map *by_name; /* name or id -> source */
    vt_map *category_map;
    VT_VEC(struct category *) categories;
    vt_map *phrase_map; /* tokens joined by spaces -> struct phrase */
    VT_VEC(struct phrase *) phrases;
    vt_map *listed;    /* folded aliases that count in lists only */
    vt_map *token_map; /* text -> its number + 1, as a pointer */
    VT_VEC(vt_str) tokens;
    u32_vec *children; /* [sources] */
    vt_image_skill *skills;
    u32_vec texts, list_firsts; /* of each skill, where they begin */
    vt_buf *strings;
    u32_vec lists;
    VT_VEC(struct keyed) surfaces; /* those that prefix search finds */
    VT_VEC(vt_image_language) languages;
    struct deeds deeds[VT_LANGUAGES_MAX]; /* of each */
    VT_VEC(vt_image_label) labels;
    VT_VEC(uint64_t) sets;
    VT_VEC(vt_image_kind) kinds;
    vt_pairs *pairs; /* in which labels are written */
    const vt_pair *made;
    const uint16_t *symbols;
    size_t n_made, n_symbols;
    vt_cue_tables cues;
};

/** A number as the value of a map, and back. */
static inline void *vt_build_value(size_t n)
{
    return (void *)(uintptr_t)(n + 1);
}
static inline uint32_t vt_build_number(const void *value)
{
    return (uint32_t)((uintptr_t)value - 1);
}

/* ---- build.c ---- */

/** vt_image_category.flags of a category. */
uint16_t vt_build_category_flags(vt_str name);
/** Appends a string and gives its offset. */
uint32_t vt_build_string(struct builder *b, vt_str text);

/* ---- build_phrases.c ---- */

/** All names, labels, actions and cues as phrases and tokens. */
VT_MUST_USE vt_status vt_build_phrases(struct builder *b, vt_error *err);

/** The key of a phrase in `phrase_map`. */
vt_str vt_build_phrase_key(vt_arena *arena, const vt_phrase *phrase);
/** Name (0, without its qualifier) or alias of a skill. */
vt_str vt_build_surface(const vt_skill_source *s, size_t place);
/** The number + 1 of a language of cues; 0: English. */
VT_MUST_USE vt_status vt_build_cue_language(struct builder *b, const char *code, uint32_t *ret,
                                            vt_error *err);

/* ---- build_image.c ---- */

/** Orders hits, tokens and nodes, and appends the image. */
VT_MUST_USE vt_status vt_build_image(struct builder *b, vt_buf *out, vt_error *err);

#endif
