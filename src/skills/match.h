/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Mentions of skills in the passages of one document. All passages are added first, since the
 * document as a whole decides what "Go" or "Spring" means in it; then one call finds the mentions.
 *
 *     vt_matcher *m = vt_matcher_new(arena, tax);
 *     vt_matcher_exclude(m, VT_STR("Spring Street Bank"));
 *     vt_matcher_add(m, item, VT_PASSAGE_LIST);
 *     vt_matcher_add(m, paragraph, VT_PASSAGE_PROSE);
 *     vt_mentions found = vt_matcher_run(m);
 *
 * All memory is the arena's. Texts are views and must live as long as the matcher.
 */
#ifndef VT_SKILLS_MATCH_H
#define VT_SKILLS_MATCH_H

#include "base/arena.h"
#include "parse/resume/resume.h"
#include "skills/taxonomy.h"

typedef enum vt_passage_kind {
    VT_PASSAGE_LIST,  /* one item of a skills section */
    VT_PASSAGE_PROSE, /* running text or a bullet */
    VT_PASSAGE_TITLE, /* a job title, a heading: capitals mean nothing here */
} vt_passage_kind;

/** One mention. Mentions of a passage do not overlap. */
typedef struct vt_mention {
    uint32_t skill;
    uint32_t passage;    /* as vt_matcher_add() numbered it */
    uint32_t start, end; /* bytes in the passage */
    vt_match_method method;
    float confidence;
    bool whole; /* it is all there is in the passage */
} vt_mention;

typedef struct vt_mentions {
    vt_mention *at; /* by passage, then by place */
    size_t n;
} vt_mentions;

typedef struct vt_matcher vt_matcher;

vt_matcher *vt_matcher_new(vt_arena *arena, const vt_taxonomy *tax);

/** An occupation of the document (ISCO-08, "2221"): what its people write counts, and what
 * everybody writes; "0000" stands for the latter alone. Where none is sure, those count, too,
 * whose words the document has most of. */
void vt_matcher_occupation(vt_matcher *matcher, vt_str isco, bool sure);

/** A name (of a person, employer, school, place) in which no skill is to be seen in prose. */
void vt_matcher_exclude(vt_matcher *matcher, vt_str name);

/** The language of the document ("de"), where it is known; else its words tell. */
void vt_matcher_language(vt_matcher *matcher, vt_str code);

/** Text that is not matched but tells the language of the document. */
void vt_matcher_hint(vt_matcher *matcher, vt_str text);

/** The language of the document ("en" where nothing tells), after vt_matcher_run(). */
vt_str vt_matcher_spoken(const vt_matcher *matcher);

/** Adds a passage and gives its number: 0, 1, 2 ... */
uint32_t vt_matcher_add(vt_matcher *matcher, vt_str text, vt_passage_kind kind);

/** Finds the mentions in everything added. Call it once. */
vt_mentions vt_matcher_run(vt_matcher *matcher);

#endif
