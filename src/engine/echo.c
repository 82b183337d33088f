/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both texts are looked at without white space. Each line of the document is looked for in the
 * caller's text behind the line before, and if it is not there (columns), anywhere. A line that is
 * nowhere as a whole (a sign of a list or of Markdown was taken out of it, a hyphen joined) is
 * looked for word by word, and a word sign by sign.
 */
#include "engine/echo.h"

#include "text/utf8.h"

enum {
    NEAR_BYTES = 4096,                /* where a word is looked for */
    SKIP_BYTES = 8,                   /* between two signs of a word */
    BUDGET_BYTES = 256 * 1024 * 1024, /* that are searched in all; then what is left is not found */
};

/* A text without white space. */
struct solid {
    vt_str text;
    uint32_t *at; /* the code point of each byte */
};

struct search {
    struct solid echo;
    size_t cursor; /* byte of echo.text behind what was found last */
    size_t budget;
    uint32_t *places;
};

static struct solid solid_of(vt_arena *arena, vt_str text)
{
    char *bytes = VT_NEW_ARRAY(arena, char, text.len + 1);
    uint32_t *places = VT_NEW_ARRAY(arena, uint32_t, text.len + 1);
    size_t n = 0;
    uint32_t chars = 0;
    for (size_t at = 0; at < text.len; chars++) {
        size_t from = at;
        uint32_t cp = vt_utf8_next(text, &at);
        for (; !vt_cp_is(cp, VT_CP_SPACE) && from < at; from++, n++) {
            bytes[n] = text.ptr[from];
            places[n] = chars;
        }
    }
    return (struct solid){vt_str_n(bytes, n), places};
}

/* The byte where `part` stands within [from, to) of the echo, or VT_NPOS. */
static size_t look(struct search *s, vt_str part, size_t from, size_t to)
{
    to = VT_MIN(to, s->echo.text.len);
    if (from >= to || part.len > to - from || s->budget < to - from)
        return VT_NPOS;
    size_t found = vt_str_find(vt_str_sub(s->echo.text, 0, to), part, from);
    s->budget -= (found == VT_NPOS ? to : found) - from;
    return found;
}

/* The bytes [from, to) of the document's text stand at `found`, one for one. */
static void take(struct search *s, const struct solid *doc, size_t from, size_t to, size_t found)
{
    for (size_t i = from; i < to; i++)
        s->places[doc->at[i]] = s->echo.at[found + i - from] + 1; /* 0: not found */
    s->cursor = found + to - from;
}

static void find_signs(struct search *s, const struct solid *doc, size_t from, size_t to)
{
    for (size_t i = from, end; i < to; i = end) {
        for (end = i + 1; end < to && doc->at[end] == doc->at[i];)
            end++;
        size_t found =
            look(s, vt_str_sub(doc->text, i, end), s->cursor, s->cursor + SKIP_BYTES + end - i);
        if (found != VT_NPOS)
            take(s, doc, i, end, found);
    }
}

/* Between two words there is at least one code point that is white space. */
static void find_words(struct search *s, const struct solid *doc, size_t from, size_t to)
{
    for (size_t i = from, end; i < to; i = end) {
        for (end = i + 1; end < to && doc->at[end] <= doc->at[end - 1] + 1;)
            end++;
        vt_str word = vt_str_sub(doc->text, i, end);
        size_t found = look(s, word, s->cursor, s->cursor + NEAR_BYTES + word.len);
        if (found != VT_NPOS)
            take(s, doc, i, end, found);
        else
            find_signs(s, doc, i, end);
    }
}

static void find_line(struct search *s, const struct solid *doc, size_t from, size_t to)
{
    vt_str line = vt_str_sub(doc->text, from, to);
    size_t found = look(s, line, s->cursor, s->cursor + NEAR_BYTES + line.len);
    if (found == VT_NPOS)
        found = look(s, line, s->cursor, s->echo.text.len);
    if (found == VT_NPOS)
        found = look(s, line, 0, s->cursor + line.len);
    if (found != VT_NPOS)
        take(s, doc, from, to, found);
    else
        find_words(s, doc, from, to);
}

uint32_t *vt_echo_places(vt_arena *arena, vt_str text, size_t chars, vt_str echo)
{
    if (vt_str_eq(text, echo))
        return NULL;
    const struct solid doc = solid_of(arena, text);
    struct search s = {.echo = solid_of(arena, echo),
                       .budget = BUDGET_BYTES,
                       .places = VT_NEW_ARRAY(arena, uint32_t, chars + 1)};
    size_t from = 0;
    uint32_t line_end = 0; /* code point behind the line */
    for (size_t at = 0; at < text.len; line_end++) {
        uint32_t cp = vt_utf8_next(text, &at);
        if (cp != '\n' && at < text.len)
            continue;
        size_t to = from;
        while (to < doc.text.len && doc.at[to] <= line_end)
            to++;
        if (to > from)
            find_line(&s, &doc, from, to);
        from = to;
    }
    uint32_t next = 0; /* one behind the last place that is known */
    for (size_t i = 0; i < chars; i++) {
        if (s.places[i])
            next = s.places[i];
        s.places[i] = s.places[i] ? next - 1 : next;
    }
    return s.places;
}
