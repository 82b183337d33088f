/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/checks.h"

#include "text/utf8.h"

enum {
    MIN_LETTERS = 50,
    MIN_WORDS = 10,
    MAX_DETECTIONS = 100,
    CONTEXT_CHARS = 80,
    GARBLED_DIVISOR = 4, /* unreadable characters beyond a quarter of all */
};

/* Runs of letters and digits; a script without spaces counts each character. */
static size_t count_words(vt_str text)
{
    size_t words = 0;
    bool inside = false;
    for (size_t i = 0; i < text.len;) {
        unsigned class = vt_cp_class(vt_utf8_next(text, &i));
        bool part = (class & (VT_CP_LETTER | VT_CP_DIGIT)) != 0;
        if ((class & VT_CP_UNSPACED) && part)
            words++;
        else if (part && !inside)
            words++;
        inside = part && !(class & VT_CP_UNSPACED);
    }
    return words;
}

vt_text_check vt_check_text(vt_str raw_text, size_t unreadable_chars)
{
    vt_char_stats stats = vt_utf8_stats(raw_text);
    size_t unreadable = unreadable_chars + stats.replacement + stats.control;
    size_t readable = stats.chars - stats.spaces;
    return (vt_text_check){
        .insufficient = stats.letters < MIN_LETTERS || count_words(raw_text) < MIN_WORDS,
        .garbled = readable > 0 && unreadable > readable / GARBLED_DIVISOR,
    };
}

/* ---- the prompt screen ---- */

static const vt_str default_phrases[] = {
#define VT_PHRASE(text) {text, sizeof(text) - 1},
#include "engine/phrases.def"
#undef VT_PHRASE
};

const vt_str *vt_default_phrases(size_t *ret_count)
{
    *ret_count = VT_COUNT(default_phrases);
    return default_phrases;
}

/* A text folded and without white space, each byte knowing where it came from. */
struct squeezed {
    char *bytes;
    uint32_t *source; /* [len + 1] byte offset in the original of the character it folds */
    uint32_t *behind; /* [len] byte offset behind that character */
    size_t len;
};

static struct squeezed squeeze(vt_arena *arena, vt_str text)
{
    VT_VEC(char) bytes = {0};
    VT_VEC(uint32_t) source = {0}, behind = {0};
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        uint32_t cp = vt_utf8_next(text, &i);
        char folded[VT_FOLD_MAX];
        size_t n = vt_cp_is(cp, VT_CP_SPACE | VT_CP_CONTROL) ? 0 : vt_cp_fold(cp, folded);
        for (size_t k = 0; k < n; k++) {
            if (folded[k] == ' ')
                continue;
            vt_vec_push(arena, &bytes, folded[k]);
            vt_vec_push(arena, &source, (uint32_t)from);
            vt_vec_push(arena, &behind, (uint32_t)i);
        }
    }
    return (struct squeezed){bytes.at, source.at, behind.at, bytes.n};
}

static bool is_word_char(uint32_t cp)
{
    return vt_cp_is(cp, VT_CP_LETTER | VT_CP_DIGIT);
}

static bool at_word_border(vt_str text, size_t at)
{
    if (at == 0 || at >= text.len)
        return true;
    size_t before = at, after = at;
    return !is_word_char(vt_utf8_prev(text, &before)) || !is_word_char(vt_utf8_next(text, &after));
}

struct phrase {
    struct phrase *next; /* with the same first byte */
    vt_str original, squeezed;
    size_t free_from; /* squeezed offset behind its last match: matches do not overlap */
};

static void bucket_phrases(vt_arena *arena, const vt_str *phrases, size_t count,
                           struct phrase *buckets[256])
{
    for (size_t i = count; i-- > 0;) {
        struct squeezed s = squeeze(arena, phrases[i]);
        if (s.len == 0)
            continue;
        struct phrase *p = VT_NEW(arena, struct phrase);
        unsigned char first = (unsigned char)s.bytes[0];
        *p = (struct phrase){
            .next = buckets[first], .original = phrases[i], .squeezed = vt_str_n(s.bytes, s.len)};
        buckets[first] = p;
    }
}

/* Up to CONTEXT_CHARS characters with the match in their middle. */
static vt_str context_of(vt_str text, size_t from, size_t to)
{
    size_t room =
        CONTEXT_CHARS - VT_MIN(vt_utf8_count(vt_str_sub(text, from, to)), (size_t)CONTEXT_CHARS);
    for (size_t i = 0; i < room / 2 && from > 0; i++)
        vt_utf8_prev(text, &from);
    for (size_t i = 0; i < room - room / 2 && to < text.len; i++)
        vt_utf8_next(text, &to);
    vt_str context = vt_str_sub(text, from, to);
    return vt_str_sub(context, 0, vt_utf8_offset(context, CONTEXT_CHARS));
}

/* Position and line of growing offsets, counted once over the text. */
struct place {
    size_t byte;
    uint32_t chars, lines;
};

static void move_to(struct place *place, vt_str text, size_t byte)
{
    while (place->byte < byte) {
        place->lines += vt_utf8_next(text, &place->byte) == '\n';
        place->chars++;
    }
}

void vt_check_prompt(vt_arena *arena, vt_str raw_text, const vt_str *phrases, size_t count,
                     vt_prompt_check *ret)
{
    *ret = (vt_prompt_check){0};
    if (!phrases)
        phrases = vt_default_phrases(&count);
    struct phrase *buckets[256] = {0};
    bucket_phrases(arena, phrases, count, buckets);
    struct squeezed text = squeeze(arena, raw_text);
    struct place place = {0};

    for (size_t at = 0; at < text.len && ret->detections.n < MAX_DETECTIONS; at++) {
        for (struct phrase *p = buckets[(unsigned char)text.bytes[at]]; p; p = p->next) {
            size_t n = p->squeezed.len;
            if (at < p->free_from || n > text.len - at ||
                memcmp(text.bytes + at, p->squeezed.ptr, n) != 0)
                continue;
            size_t from = text.source[at], to = text.behind[at + n - 1];
            if (!at_word_border(raw_text, from) || !at_word_border(raw_text, to))
                continue;
            p->free_from = at + n;
            move_to(&place, raw_text, from);
            vt_detection found = {p->original, place.chars, place.lines + 1,
                                  context_of(raw_text, from, to)};
            vt_vec_push(arena, &ret->detections, found);
        }
    }
}
