/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Text to folded tokens, the units of the taxonomy's trie. The rules stand in tools/skillfold.py,
 * which folds the sheets alike: lower case without accents; C++, C# and .NET keep their signs.
 */
#ifndef VT_SKILLS_FOLD_H
#define VT_SKILLS_FOLD_H

#include "base/str.h"

/** Longer tokens are cut: they are in no taxonomy. */
enum { VT_SKILL_TOKEN_MAX = 60 };

/** One token of a text. */
typedef struct vt_skill_token {
    char text[VT_SKILL_TOKEN_MAX]; /* folded */
    uint32_t len;
    uint32_t start, end; /* bytes in the text */
    uint16_t letters, capitals;
    bool break_before;    /* a comma, bracket, bullet or end of sentence stands before it */
    bool sentence_before; /* ... and it is the end of a sentence, a colon or a bullet */
    bool first_capital;
} vt_skill_token;

/** A place in a text. {.text = text} stands at its start. */
typedef struct vt_skill_fold {
    vt_str text;
    size_t at;
    size_t initial_end; /* where a token of a single letter ended: its full stop ends no sentence */
} vt_skill_fold;

/** The next token; false at the end. */
bool vt_skill_fold_next(vt_skill_fold *fold, vt_skill_token *ret);

/** All tokens joined by spaces: equal keys are the same surface. At most `size` - 1 bytes and a NUL
 * are written; gives the length. */
size_t vt_skill_key(vt_str text, char *ret, size_t size);

/** A name without the qualifier in brackets at its end: "Finch (Elixir)" gives "Finch". */
vt_str vt_skill_bare_name(vt_str name, vt_str *ret_qualifier);

#endif
