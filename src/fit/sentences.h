/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A job description as sentences, and what each of them is for. A trained model decides (a
 * conditional random field: words, place, the heading above, the neighbours), not a list of
 * headings; docs/matching.md has its features and figures.
 */
#ifndef VT_FIT_SENTENCES_H
#define VT_FIT_SENTENCES_H

#include "base/error.h"
#include "base/vec.h"
#include "ml/feature.h"
#include "skills/match.h"
#include "text/lexicon.h"

typedef enum vt_sentence_class {
#define VT_SENTENCE_CLASS(symbol, word) VT_SENTENCE_##symbol,
#include "fit/sentence_classes.def"
#undef VT_SENTENCE_CLASS
    VT_SENTENCE_CLASS_COUNT
} vt_sentence_class;

/** The word of sentence_classes.def. */
const char *vt_sentence_class_word(size_t sentence_class);

/** One sentence, item or heading. */
typedef struct vt_sentence {
    vt_str text;         /* white space as single spaces; without bullet */
    uint32_t start, end; /* bytes in the job description */
    vt_words words;
    bool bullet;      /* the first of a line that begins with a bullet */
    bool line_start;  /* the first of its line */
    bool line_end;    /* the last of its line */
    bool after_blank; /* an empty line stands before it */
    bool heading;     /* it looks like a heading: short, alone on its line, or a label with colon */
    vt_sentence_class is; /* what the model takes it for */
    float sure;           /* the probability of that */
} vt_sentence;

typedef struct vt_ad_sentences {
    vt_sentence *at;
    size_t n;
} vt_ad_sentences;

/** Cuts a text; wrapped lines are joined. In the arena. */
vt_ad_sentences vt_sentences_cut(vt_arena *arena, vt_str text);

/** Finds the skills in all sentences; mentions count passages as sentences. */
vt_mentions vt_sentences_skills(vt_arena *arena, const vt_taxonomy *tax, const vt_ad_sentences *s);

/** The features of all sentences, one item each; labels are their `is`. */
vt_sequence vt_sentences_features(vt_arena *arena, const vt_lexicon *lex, const vt_ad_sentences *s,
                                  const vt_mentions *skills);

/** The trained model, built in. */
typedef struct vt_sentence_model vt_sentence_model;
VT_MUST_USE vt_status vt_sentence_model_open(vt_sentence_model **ret, vt_error *err);
/** Another one, of bytes that outlive it (aligned to 8). VT_E_FORMAT: damaged, or other labels. */
VT_MUST_USE vt_status vt_sentence_model_open_bytes(const void *image, size_t size,
                                                   vt_sentence_model **ret, vt_error *err);
void vt_sentence_model_drop(vt_sentence_model *model);
VT_DEFINE_AUTO(vt_sentence_model, vt_sentence_model_drop)

/** Fills `is` and `sure` of every sentence. */
void vt_sentences_classify(const vt_sentence_model *model, const vt_lexicon *lex, vt_arena *arena,
                           vt_ad_sentences *s, const vt_mentions *skills);

#endif
