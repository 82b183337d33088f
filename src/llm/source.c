/* SPDX-License-Identifier: Apache-2.0 */
#include "llm/source.h"

#include "base/limits.h"
#include "text/letters.h"

enum {
    WRAPPED = 2,      /* lines that a value may go on over */
    FAR_LETTERS = 4,  /* shorter values are looked for on their line only */
    MAX_LETTERS = 600 /* of one value */
};
static const uint64_t max_effort = 400u * 1000 * 1000;

static bool is_shown(const vt_line *line)
{
    return line->kind == VT_LINE_TEXT && !(line->flags & VT_LINE_HIDDEN) && line->text.len > 0;
}

/* ---- what is shown ---- */

static void count_lines(vt_llm_source *s, size_t max_bytes)
{
    size_t bytes = 0, n = VT_MIN(s->doc->lines.n, VT_MAX_MODEL_LINES);
    while (s->lines < n && bytes <= max_bytes) {
        const vt_line *line = &s->doc->lines.at[s->lines];
        bytes += is_shown(line) ? line->text.len + 8 : 0;
        s->lines += bytes <= max_bytes;
    }
    s->cut = s->lines < s->doc->lines.n;
}

static size_t count_bytes(const vt_llm_source *s)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < s->lines; i++)
        bytes += is_shown(&s->doc->lines.at[i]) ? s->doc->lines.at[i].text.len : 0;
    return bytes;
}

static void add_letter(vt_llm_source *s, size_t *cap, uint32_t letter, size_t from, size_t to)
{
    if (s->n == *cap) {
        size_t cap_new = *cap * 2;
        s->letter = vt_arena_grow(s->arena, s->letter, *cap, cap_new, sizeof *s->letter);
        s->from = vt_arena_grow(s->arena, s->from, *cap, cap_new, sizeof *s->from);
        s->to = vt_arena_grow(s->arena, s->to, *cap, cap_new, sizeof *s->to);
        *cap = cap_new;
    }
    s->letter[s->n] = letter;
    s->from[s->n] = (uint32_t)from;
    s->to[s->n++] = (uint32_t)to;
}

static void read_letters(vt_llm_source *s)
{
    size_t cap = count_bytes(s) + 8; /* rarely more letters than bytes */
    s->letter = VT_NEW_ARRAY(s->arena, uint32_t, cap);
    s->from = VT_NEW_ARRAY(s->arena, uint32_t, cap);
    s->to = VT_NEW_ARRAY(s->arena, uint32_t, cap);
    s->first = VT_NEW_ARRAY(s->arena, uint32_t, s->lines + 1);
    for (uint32_t i = 0; i < s->lines; i++) {
        const vt_line *line = &s->doc->lines.at[i];
        s->first[i] = (uint32_t)s->n;
        if (!is_shown(line))
            continue;
        vt_letters stream = {.text = line->text};
        for (uint32_t cp; (cp = vt_letters_next(&stream));)
            add_letter(s, &cap, cp, line->byte_start + stream.from, line->byte_start + stream.to);
    }
    s->first[s->lines] = (uint32_t)s->n;
}

vt_llm_source *vt_llm_source_new(vt_arena *arena, const vt_doc *doc, size_t max_bytes)
{
    vt_llm_source *s = VT_NEW(arena, vt_llm_source);
    *s = (vt_llm_source){.arena = arena, .doc = doc};
    count_lines(s, max_bytes);
    read_letters(s);
    return s;
}

void vt_llm_source_write(const vt_llm_source *s, vt_buf *out)
{
    for (uint32_t i = 0; i < s->lines; i++) {
        const vt_line *line = &s->doc->lines.at[i];
        if (is_shown(line))
            vt_buf_addf(out, "%u| " VT_STR_FMT "\n", i + 1, VT_STR_ARG(line->text));
    }
}

/* ---- finding ---- */

struct needle {
    uint32_t letter[MAX_LETTERS];
    size_t n;
};

static bool read_needle(vt_str text, struct needle *ret)
{
    ret->n = 0;
    vt_letters stream = {.text = text};
    for (uint32_t cp; (cp = vt_letters_next(&stream));) {
        if (ret->n == MAX_LETTERS)
            return false;
        ret->letter[ret->n++] = cp;
    }
    return ret->n > 0;
}

/* Does a word begin at letter i? One past the last letter begins one, too. */
static bool is_border(const vt_llm_source *s, size_t i)
{
    if (i == 0 || i >= s->n)
        return true;
    if (s->from[i] == s->from[i - 1])
        return false; /* two letters of one character */
    return s->from[i] != s->to[i - 1] || vt_cp_is(s->letter[i], VT_CP_UNSPACED) ||
           vt_cp_is(s->letter[i - 1], VT_CP_UNSPACED);
}

static bool stands_at(vt_llm_source *s, const struct needle *needle, size_t i)
{
    size_t k = 0;
    while (k < needle->n && s->letter[i + k] == needle->letter[k])
        k++;
    s->effort += k + 1;
    return k == needle->n && is_border(s, i) && is_border(s, i + k);
}

/* The first place at or after letter `i` that ends by letter `end`; VT_NPOS: none. */
static size_t find_from(vt_llm_source *s, const struct needle *needle, size_t i, size_t end)
{
    for (; i + needle->n <= end && s->effort < max_effort; i++)
        if (stands_at(s, needle, i))
            return i;
    return VT_NPOS;
}

/* Signs around the letters that the value has, too: the bracket of "(B.Sc.)", the dot of ".NET". */
static void take_signs(const vt_llm_source *s, vt_str text, vt_llm_place *place)
{
    vt_str raw = s->doc->raw_text;
    vt_letters stream = {.text = text};
    size_t before = vt_letters_next(&stream) ? stream.from : 0, after = stream.to;
    while (vt_letters_next(&stream))
        after = stream.to;
    while (before > 0 && place->from > 0 && raw.ptr[place->from - 1] == text.ptr[before - 1]) {
        before--;
        place->from--;
    }
    while (after < text.len && place->to < raw.len && raw.ptr[place->to] == text.ptr[after]) {
        after++;
        place->to++;
    }
}

bool vt_llm_source_find(vt_llm_source *s, int64_t line, vt_str text, vt_llm_place *ret)
{
    struct needle needle;
    text = vt_str_trim(text);
    if (!read_needle(text, &needle))
        return false;
    size_t at = VT_NPOS;
    bool named = line >= 1 && line <= (int64_t)s->lines, moved = false;
    if (named) {
        size_t last = VT_MIN((size_t)line + WRAPPED, (size_t)s->lines);
        at = find_from(s, &needle, s->first[line - 1], s->first[line]);
        if (at == VT_NPOS)
            at = find_from(s, &needle, s->first[line - 1], s->first[last]);
        moved = at != VT_NPOS && at >= s->first[line];
    }
    if (at == VT_NPOS && needle.n >= FAR_LETTERS) {
        at = find_from(s, &needle, 0, s->n);
        if (at != VT_NPOS && find_from(s, &needle, at + 1, s->n) != VT_NPOS)
            return false; /* in several places: which one was meant? */
        moved = true;
    }
    if (at == VT_NPOS)
        return false;
    *ret = (vt_llm_place){s->from[at], s->to[at + needle.n - 1], moved};
    take_signs(s, text, ret);
    return true;
}
