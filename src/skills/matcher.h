/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the matcher keeps, and its parts: match_scan.c reads passages, match_weigh.c judges phrases,
 * match.c goes through the document. Private to them.
 */
#ifndef VT_SKILLS_MATCHER_H
#define VT_SKILLS_MATCHER_H

#include "base/vec.h"
#include "skills/counter.h"
#include "skills/image.h"
#include "skills/language.h"
#include "skills/match.h"

typedef struct vt_match_token {
    uint32_t id; /* of the taxonomy, or UINT32_MAX */
    uint32_t start, end;
    uint64_t hash;     /* of its text; only where names are excluded */
    uint32_t function; /* languages that it is a function word of: bit i is vt_spoken i */
    uint16_t letters, capitals;
    bool break_before, sentence_before, first_capital;
    bool masked; /* within an address or an excluded name */
    bool barren; /* no phrase of the taxonomy begins here */
} vt_match_token;

typedef struct vt_match_passage {
    vt_str text;
    vt_passage_kind kind;
    uint32_t first, count; /* tokens */
    uint32_t place;        /* of its first token in the document's count */
    bool flat;             /* most words begin with a capital: one more means nothing */
    bool shouting;         /* all in capitals */
    bool dotted;           /* a full stop stands inside a word: perhaps an address */
    vt_language_votes votes;
    uint64_t languages; /* of the taxonomy, whose labels are looked for; 0: it is English */
    vt_spoken spoken;   /* the first of them */
} vt_match_passage;

/** A mention that needs no context. */
typedef struct vt_match_sure {
    uint32_t skill, first, end; /* tokens */
    uint32_t place;
} vt_match_sure;

/** A name in which no skill is seen: the hashes of its tokens. */
typedef struct vt_match_excluded {
    const uint64_t *hashes;
    uint32_t n;
} vt_match_excluded;

/** Why the words of a profile's occupation are looked for. */
typedef enum vt_match_origin {
    VT_MATCH_OF_EVERYBODY,
    VT_MATCH_OF_TITLE, /* a sure one */
    VT_MATCH_GUESSED,  /* a doubtful title, or the words of the document */
} vt_match_origin;

/** A cue that stands in a passage. */
typedef struct vt_match_cue {
    uint32_t skill, first, end; /* tokens */
    uint32_t words;             /* of the cue */
    vt_match_origin origin;
} vt_match_cue;

enum { VT_MATCH_CUES = 256 }; /* of a passage; more are left out */
enum { VT_MATCH_HITS = 512 }; /* of all phrases that stand at one token */

struct vt_matcher {
    vt_arena *arena;
    const vt_taxonomy *tax;
    VT_VEC(vt_match_passage) passages;
    VT_VEC(vt_match_token) tokens;
    VT_VEC(vt_match_excluded) excluded;
    VT_VEC(vt_match_sure) sure; /* by place */
    VT_VEC(vt_mention) mentions;
    VT_VEC(uint32_t)
    stems; /* of the tokens, where a passage is not English: number in the taxonomy */
    vt_language_votes votes;
    vt_language_index words;
    vt_spoken language;             /* of the document; VT_SPOKEN_COUNT: not known yet */
    vt_counter skills;              /* sure mentions of each skill */
    vt_counter categories, domains; /* skills with sure mentions in each */
    double fields[VT_FIELD_COUNT];  /* what titles and sure mentions say of each */
    double fits[VT_FIELD_COUNT];    /* share of the document that a field and its neighbours have */
    bool fields_known;              /* enough was said */
    bool titled;                    /* there are titles: it is a resume, and they were asked */
    VT_VEC(const vt_image_profile *) profiles; /* of the document's occupations, by origin */
    uint32_t n_everybody, n_titled;            /* profiles of the first origin; of the first two */
    VT_VEC(uint32_t) doubtful;                 /* codes of occupations that its titles may be of */
    uint64_t *cue_heads; /* words that one of their cues is looked up by: a bit each */
    uint64_t *homes;     /* categories of what their cues mean: a bit each; NULL: no profile */
    bool employed;       /* there is a profile of an occupation */
    VT_VEC(uint16_t) cue_words; /* at the tokens of the passage */
    VT_VEC(vt_match_cue) cues;  /* in the passage */
    uint32_t place;             /* of the next passage */
    uint32_t n_hits;            /* of the candidates of one token */
    vt_image_hit hits[VT_MATCH_HITS];
};

/** A phrase of the taxonomy that stands at a token. */
typedef struct vt_match_candidate {
    uint32_t first, end; /* tokens */
    const vt_image_hit *hits;
    uint32_t n_hits;
    bool crosses; /* it reaches over a comma */
} vt_match_candidate;

/** The meaning that fits best, and how well. */
typedef struct vt_match_verdict {
    const vt_image_hit *hit;
    double score;  /* against the need; what needs none has 2 */
    double second; /* score of the next best meaning */
} vt_match_verdict;

static inline const vt_image_category *match_category(const vt_matcher *matcher, uint32_t skill)
{
    return &matcher->tax->categories[matcher->tax->skills[skill].category];
}

/** A skill that people of every profession write: it is at home in every document. */
static inline bool match_everywhere(const vt_matcher *matcher, uint32_t skill)
{
    enum { BITS = VT_SKILL_COMMON | VT_SKILL_LABELLED };
    return (matcher->tax->skills[skill].flags & BITS) == VT_SKILL_COMMON;
}

enum { VT_MATCH_NO_TOKEN = -1, VT_MATCH_ARTICLE = -2 }; /* in place of a number of a token */

/** At most so many phrases stand at one token. */
enum { VT_MATCH_CANDIDATES = 2 * VT_SURFACE_TOKENS };

/* ---- match_scan.c ---- */

/** Settles the language of the document and of each passage, and reads the stems of those that are
 * not English. */
void vt_match_languages(vt_matcher *matcher);

/** The phrases that start at token `first`, shortest first; their hits live until the next call. */
uint32_t vt_match_candidates(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                             vt_match_candidate ret[VT_MATCH_CANDIDATES]);

/** Masks the addresses and the excluded names of a passage. */
void vt_match_mask(vt_matcher *matcher, const vt_match_passage *p);

/** The hits of a node that count in every language, as the candidates of a token have them; cut
 * where there is no room left. */
vt_image_hit *vt_match_hits(vt_matcher *matcher, uint32_t node, uint32_t *ret_n);
/** What follows is no object of the verb before. */
bool vt_match_ends_object(const vt_match_passage *p, const vt_match_token *t);
/** Adds a candidate, the shorter ones first, the first of an end only. */
void vt_match_add_candidate(vt_match_candidate *ret, uint32_t *n, vt_match_candidate c);

/* ---- match_craft.c ---- */

/** A form that could be a noun or an adjective is a verb here, by the word before it. */
bool vt_match_is_verb(const vt_matcher *matcher, const vt_match_passage *p, uint32_t token);
/** A noun does not go on with token `t` (`last`: there is none). */
bool vt_match_ends_noun(const vt_match_passage *p, const vt_match_token *t, bool last);

/** Skills named by the nouns of the verb that ends before token `at`, whose node has `verb` behind
 * it: "repaired (combi) boilers" is boiler repair. */
void vt_match_verb(vt_matcher *matcher, const vt_match_passage *p, uint32_t first, uint32_t at,
                   uint32_t verb, vt_match_candidate *ret, uint32_t *n);

/** Skills that a title names from token `first` on: "Hotel Manager" is hotel management. */
void vt_match_calling(vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                      vt_match_candidate *ret, uint32_t *n);

/* ---- match_cues.c ---- */

/** Finds the cues of a passage: matcher->cues, in the order of the words they are looked up by. */
void vt_match_cues(vt_matcher *matcher, const vt_match_passage *p);

/** Probability that a cue of the passage is right, from how the skill goes with what else the
 * document has: docs/skills.md has what it was fitted on. */
double vt_match_cue_confidence(const vt_matcher *matcher, const vt_match_passage *p,
                               const vt_match_cue *cue);

/** Takes the doubtful occupations; where no sure one is known, also those whose cues the document
 * has most of. Once its languages are settled and its names masked. */
void vt_match_settle_occupations(vt_matcher *matcher);

/** The skill is of a category that the document's occupations have to do with; true where these are
 * not known. */
bool vt_match_is_home(const vt_matcher *matcher, uint32_t skill);

/* ---- match_field.c ---- */

/** Counts a word of a title, or a skill that needs no context, for its field. */
void vt_match_title_word(vt_matcher *matcher, const vt_skill_token *token);
void vt_match_field_add(vt_matcher *matcher, uint32_t skill);

/** Settles the shares of the fields, before vt_match_fit(). */
void vt_match_fields_settle(vt_matcher *matcher);

/** How well a skill fits the document's field, 0..1. */
double vt_match_fit(const vt_matcher *matcher, uint32_t skill);

/* ---- match_weigh.c ---- */

/** Needs no context: one meaning, not ambiguous, a hard skill, the right capitals. */
bool vt_match_is_sure(const vt_matcher *matcher, const vt_match_passage *p,
                      const vt_match_candidate *c);

/** How well a skill fits what stands around tokens and the whole document: 0 not at all, 2.2 at
 * most. */
double vt_match_relation(const vt_matcher *matcher, const vt_match_passage *p, uint32_t first,
                         uint32_t end, uint32_t skill);

/** The meaning that fits best in the document, by the sure mentions gathered. */
vt_match_verdict vt_match_weigh(const vt_matcher *matcher, const vt_match_passage *p,
                                const vt_match_candidate *c);
/** An English name that is written as one, with a capital in the middle of a sentence, of the
 * document's field: the "Kafka" of a programmer. */
bool vt_match_is_own_name(const vt_matcher *matcher, const vt_match_passage *p,
                          const vt_match_candidate *c, const vt_image_hit *hit);
/** The score that a mention in such a passage needs. */
double vt_match_need(const vt_match_passage *p);
/** Probability that a mention is right, from the margin over its need and over the next best
 * meaning: docs/skills.md has the reliability table. `whole`: it is all there is in the passage. */
float vt_match_confidence(const vt_match_passage *p, const vt_match_verdict *v, bool whole);

#endif
