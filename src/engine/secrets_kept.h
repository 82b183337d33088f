/* SPDX-License-Identifier: Apache-2.0 */
/** What secrets.c collects and conceal.c looks for: private to the two. */
#ifndef VT_ENGINE_SECRETS_KEPT_H
#define VT_ENGINE_SECRETS_KEPT_H

#include "base/map.h"
#include "base/vec.h"
#include "engine/secrets.h"
#include "text/token.h"
#include "text/utf8.h"

enum {
    VT_SECRET_SHORT = 3, /* letters of a word that must stand as the value has it, or in capitals */
    VT_SECRET_PHONE_DIGITS = 7, /* the last digits, by which phone numbers are compared */
};

typedef struct vt_secret {
    const vt_word *words; /* [n] */
    size_t n;
    vt_str exact;           /* as written, when it is short; else null */
    bool capital;           /* its first letter must be a capital */
    struct vt_secret *next; /* that begins with the same word */
} vt_secret;

struct vt_secrets {
    vt_arena *arena;
    const vt_lexicon *lexicon;
    uint32_t groups;
    vt_day today;
    vt_map *by_word;            /* folded first word: list of vt_secret */
    vt_map *known;              /* secrets that are there, by their words */
    VT_VEC(vt_str) parts;       /* of the name, folded */
    VT_VEC(vt_str) phone_tails; /* digits */
    VT_VEC(vt_str) addresses;   /* in lower case */
};

/** A copy in the arena with its ASCII letters in lower case. */
static inline vt_str vt_str_lower_ascii(vt_arena *arena, vt_str s)
{
    char *out = vt_str_cstr(arena, s);
    for (size_t i = 0; i < s.len; i++)
        out[i] = vt_lower(out[i]);
    return vt_str_n(out, s.len);
}

#endif
