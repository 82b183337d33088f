/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lines are to each other: gaps and indents, which line goes on with the one above, words
 * broken at a line's end, headings, blocks.
 *
 * A line goes on with the one above when that one was full, i.e. the first word of this line would
 * not have fitted there any more; leading, indent, look and case confirm or refuse it.
 */
#include <math.h>

#include "base/map.h"
#include "layout/emit.h"
#include "text/utf8.h"

#define TOP_GAP      99.0f /* gap_above of the first line of a column */
#define MAX_LEADING  1.85f /* of the size: lines of one paragraph, unless the text is set wider */
#define HEADING_FROM 2.5f  /* points of the heading score */
#define EDGE_MIN     10.0f /* sizes: a shorter line is none that was full */
#define FULL_LINE    0.12f /* of the width: white at the right of a line that is full */

enum { WRAPPED_LINES = 4 }; /* lines at the right edge that show it to be one */

typedef struct context {
    vt_arena *arena;
    vt_doc *doc;
    float *right; /* [columns] right edge of the text */
    float *left;
    float *edge;    /* [lines] of plain text: right edge of the block that the line stands in */
    uint32_t *full; /* [columns] of plain text: lines that reach its right edge */
    float body;     /* size of most of the text */
    float leading;  /* between most of its lines, of the size */
    uint32_t body_color;
} context;

static const vt_token *first_spelled(const vt_doc *doc, const vt_line *line)
{
    for (uint32_t i = 0; i < line->count; i++) {
        const vt_token *t = &doc->tokens.at[line->first + i];
        if (lay_is_spelled(t) && !(t->flags & VT_TOKEN_BULLET))
            return t;
    }
    return NULL;
}

static const vt_token *last_spelled(const vt_doc *doc, const vt_line *line)
{
    for (uint32_t i = line->count; i > 0; i--) {
        const vt_token *t = &doc->tokens.at[line->first + i - 1];
        if (lay_is_spelled(t))
            return t;
    }
    return NULL;
}

static bool is_text(const vt_line *line)
{
    return line->kind == VT_LINE_TEXT && !(line->flags & VT_LINE_HIDDEN);
}

/* ---- body text ---- */

typedef struct tally {
    uint32_t key;
    size_t weight;
} tally;

static void count_key(tally *rows, size_t n, uint32_t key, size_t weight)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].key == key || rows[i].weight == 0) {
            rows[i].key = key;
            rows[i].weight += weight;
            return;
        }
}

static uint32_t heaviest(const tally *rows, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (rows[i].weight > rows[best].weight)
            best = i;
    return rows[best].key;
}

static void measure_body(context *c)
{
    tally sizes[64] = {0}, colors[64] = {0};
    for (size_t i = 0; i < c->doc->tokens.n; i++) {
        const vt_token *t = &c->doc->tokens.at[i];
        if (!lay_is_spelled(t))
            continue;
        count_key(sizes, VT_COUNT(sizes), (uint32_t)(t->size * 2 + 0.5f), t->text.len);
        count_key(colors, VT_COUNT(colors), t->color, t->text.len);
    }
    c->body = (float)heaviest(sizes, VT_COUNT(sizes)) / 2;
    if (!(c->body > 0))
        c->body = 10;
    c->body_color = heaviest(colors, VT_COUNT(colors));
}

static void measure_columns(context *c)
{
    size_t n = c->doc->columns.n;
    c->left = VT_NEW_ARRAY(c->arena, float, n + 1);
    c->right = VT_NEW_ARRAY(c->arena, float, n + 1);
    for (size_t i = 0; i < n; i++) {
        c->left[i] = 1e9f;
        c->right[i] = -1e9f;
    }
    for (size_t i = 0; i < c->doc->lines.n; i++) {
        const vt_line *line = &c->doc->lines.at[i];
        if (!is_text(line) || line->column == VT_NONE)
            continue;
        c->left[line->column] = VT_MIN(c->left[line->column], line->box.x0);
        c->right[line->column] = VT_MAX(c->right[line->column], line->box.x1);
    }
}

/* Plain text need not be broken at the right edge of its column: its longest line may be that by
 * chance. */
static void count_full_lines(context *c)
{
    c->full = VT_NEW_ARRAY(c->arena, uint32_t, c->doc->columns.n + 1);
    for (size_t i = 0; i < c->doc->lines.n; i++) {
        const vt_line *line = &c->doc->lines.at[i];
        if (!is_text(line) || line->column == VT_NONE)
            continue;
        float right = c->right[line->column], width = right - c->left[line->column];
        c->full[line->column] += line->box.x1 >= right - FULL_LINE * width;
    }
}

static void measure_leading(context *c)
{
    uint32_t steps[64] = {0}, best = 24;
    for (size_t i = 1; i < c->doc->lines.n; i++) {
        const vt_line *a = &c->doc->lines.at[i - 1], *b = a + 1;
        float step = (b->baseline - a->baseline) / VT_MAX(b->size, 1.0f) * 20;
        if (a->column == b->column && fabsf(a->size - b->size) < 0.3f && step >= 16 && step < 64)
            steps[(size_t)step]++;
    }
    for (uint32_t i = 16; i < VT_COUNT(steps); i++)
        if (steps[i] > steps[best])
            best = i;
    c->leading = ((float)best + 0.5f) / 20;
}

static void measure_gaps(context *c)
{
    const vt_line *above = NULL;
    for (size_t i = 0; i < c->doc->lines.n; i++) {
        vt_line *line = &c->doc->lines.at[i];
        if (!is_text(line))
            continue;
        bool same = above && above->column == line->column && above->page == line->page &&
                    line->box.y0 > above->box.y0;
        line->gap_above = same ? VT_MAX(line->box.y0 - above->box.y1, 0.0f) : TOP_GAP;
        if (line->column != VT_NONE)
            line->indent = VT_MAX(line->box.x0 - c->left[line->column], 0.0f);
        above = line;
    }
}

/* Plain text is broken at the width of what it was copied from, and its blocks may be of several
 * widths: the longest line between two gaps is the width of each. */
static void measure_edges(context *c)
{
    vt_doc *doc = c->doc;
    c->edge = VT_NEW_ARRAY(c->arena, float, doc->lines.n + 1);
    for (size_t from = 0, to; from < doc->lines.n; from = to) {
        float edge = doc->lines.at[from].box.x1;
        for (to = from + 1; to < doc->lines.n; to++) {
            const vt_line *line = &doc->lines.at[to];
            if (line->gap_above > 0.8f * line->size)
                break;
            if (!vt_line_has_wide_gap(doc, line))
                edge = VT_MAX(edge, line->box.x1);
        }
        for (size_t i = from; i < to; i++)
            c->edge[i] = edge;
    }
}

/* ---- paragraphs ---- */

/* The paragraph that a line might go on with. */
typedef struct para_state {
    const vt_line *first, *last; /* its lines so far */
    float leading;               /* between its last two lines, or 0 */
} para_state;

static unsigned first_class(vt_str s)
{
    size_t at = 0;
    return s.len ? vt_cp_class(vt_utf8_next(s, &at)) : 0;
}

static char last_byte(vt_str s)
{
    return s.len ? s.ptr[s.len - 1] : 0;
}

/* Where the text of a paragraph's first line begins: behind its list sign. */
static float text_x(const vt_doc *doc, const vt_line *line)
{
    const vt_token *t = first_spelled(doc, line);
    return t ? t->box.x0 : line->box.x0;
}

static bool indent_agrees(const context *c, const para_state *p, const vt_line *line, bool lower)
{
    float em = line->size, x = line->box.x0;
    if (p->first->flags & VT_LINE_BULLET) {
        float text = text_x(c->doc, p->first);
        return x > p->first->box.x0 + 0.25f * em ? fabsf(x - text) < 2.2f * em : lower;
    }
    float last = p->last->box.x0;
    if (fabsf(x - last) < 0.6f * em)
        return true;
    if (p->last == p->first && x < last && last - x < 3.5f * em)
        return true; /* a first line that was indented */
    if (p->last == p->first && x > last && x - last < 3.5f * em)
        return lower || line->indent > 0; /* a hanging indent */
    float middle = (line->box.x0 + line->box.x1 - p->last->box.x0 - p->last->box.x1) / 2;
    return fabsf(middle) < 1.2f * em; /* centred */
}

static bool leading_agrees(const context *c, const para_state *p, const vt_line *line)
{
    float step = line->baseline - p->last->baseline;
    float size = VT_MAX(line->size, p->last->size);
    if (step < 0.8f * size || step > VT_MAX(MAX_LEADING, 1.12f * c->leading) * size)
        return false;
    return p->leading <= 0 || fabsf(step - p->leading) < 0.22f * size;
}

static bool look_agrees(const vt_token *a, const vt_token *b, bool lower)
{
    if (fabsf(a->size - b->size) > 0.08f * a->size)
        return false;
    if ((a->flags ^ b->flags) & VT_TOKEN_BOLD)
        return lower;
    return a->color == b->color || lower;
}

/* How much white the line above left at its right, less what the first word would have needed. */
static float room_left(const context *c, const vt_line *above, const vt_token *first, bool lower)
{
    float right = above->column != VT_NONE ? c->right[above->column] : above->box.x1;
    if (c->edge && lower && above->box.x1 - above->box.x0 > EDGE_MIN * above->size)
        right = c->edge[above - c->doc->lines.at];
    return right - above->box.x1 - (first->box.x1 - first->box.x0) - 0.2f * first->size;
}

static bool over_page_break(const context *c, const para_state *p, const vt_line *line)
{
    return line->page == p->last->page + 1 && line->gap_above >= TOP_GAP &&
           fabsf(line->box.x0 - p->last->box.x0) < 3 * c->body;
}

static bool goes_on(const context *c, const para_state *p, const vt_line *line)
{
    if ((line->flags & (VT_LINE_BULLET | VT_LINE_TABLE)) || (p->last->flags & VT_LINE_TABLE))
        return false;
    const vt_token *first = first_spelled(c->doc, line), *last = last_spelled(c->doc, p->last);
    if (!first || !last || vt_line_has_wide_gap(c->doc, line) ||
        vt_line_has_wide_gap(c->doc, p->last))
        return false;
    bool lower = (first_class(first->text) & VT_CP_LOWER) != 0;
    char end = last_byte(last->text);
    bool stops = end == '.' || end == '!' || end == '?' || end == ':';
    float room = room_left(c, p->last, first, lower);
    if (p->last->column != line->column || line->gap_above >= TOP_GAP)
        return over_page_break(c, p, line) && lower && !stops && room < 2 * c->body &&
               look_agrees(last, first, true);
    if (!leading_agrees(c, p, line) || !look_agrees(last, first, lower && !stops) ||
        !indent_agrees(c, p, line, lower))
        return false;
    if (lower && !stops)
        return room < 6.0f * line->size || end == ',' || end == '-';
    return room < 0.15f * line->size && end != ':' &&
           (!c->full || c->full[line->column] >= WRAPPED_LINES);
}

static void find_continuations(context *c)
{
    para_state p = {0};
    for (size_t i = 0; i < c->doc->lines.n; i++) {
        vt_line *line = &c->doc->lines.at[i];
        if (!is_text(line) || !line->count)
            continue;
        bool cont = p.last && ((line->flags & VT_LINE_CONT) || goes_on(c, &p, line));
        line->flags &= ~(uint32_t)VT_LINE_CONT; /* what it went on with may be no text */
        if (cont) {
            line->flags |= VT_LINE_CONT;
            p.leading = line->page == p.last->page ? line->baseline - p.last->baseline : 0;
            p.last = line;
        } else {
            p = (para_state){line, line, 0};
        }
    }
}

/* ---- hyphens ---- */

static bool is_prefix_word(vt_str s)
{
    static const char *const words[] = {
        "self",  "non",  "co",    "multi", "cross", "full",  "end",  "real",  "high",
        "low",   "long", "short", "well",  "e",     "pre",   "post", "front", "back",
        "third", "on",   "in",    "off",   "large", "small", "data", "cost",  "test",
        "time",  "user", "state", "top",   "two",   "three", "day",  "hands"};
    return VT_STR_AMONG_NOCASE(s, words);
}

static vt_str bare_word(vt_str s)
{
    while (s.len && !vt_is_alnum(s.ptr[0]) && (unsigned char)s.ptr[0] < 0x80)
        s = vt_str_sub(s, 1, s.len);
    while (s.len && !vt_is_alnum(last_byte(s)) && (unsigned char)last_byte(s) < 0x80)
        s.len--;
    return s;
}

/* All words of the document, so that it can say itself how it writes a broken word. */
static vt_map *vocabulary(context *c)
{
    vt_map *map = vt_map_new(c->arena);
    for (size_t i = 0; i < c->doc->tokens.n; i++) {
        vt_str word = bare_word(c->doc->tokens.at[i].text);
        if (word.len)
            vt_map_set(map, word, c);
    }
    return map;
}

static vt_str concat(vt_arena *arena, vt_str a, vt_str b)
{
    return vt_str_format(arena, VT_STR_FMT VT_STR_FMT, VT_STR_ARG(a), VT_STR_ARG(b));
}

/* True when the hyphen at the break is part of the word. */
static bool keeps_hyphen(context *c, const vt_map *words, vt_str head, vt_str tail)
{
    vt_str stem = vt_str_sub(head, 0, head.len - 1);
    if (vt_map_find(words, bare_word(concat(c->arena, stem, tail))))
        return false;
    if (vt_map_find(words, bare_word(concat(c->arena, head, tail))))
        return true;
    stem = bare_word(stem);
    if (vt_str_find_char(stem, '-', 0) != VT_NPOS || is_prefix_word(stem))
        return true;
    for (size_t i = 1; i < stem.len; i++)
        if (vt_is_upper(stem.ptr[i]) || vt_is_digit(stem.ptr[i]))
            return true;
    return false;
}

static void join_hyphens(context *c)
{
    vt_map *words = NULL;
    vt_doc *doc = c->doc;
    vt_line *above = NULL;
    for (size_t i = 0; i < doc->lines.n; i++) {
        vt_line *line = &doc->lines.at[i];
        if (!is_text(line) || !line->count)
            continue;
        vt_line *last_line = above;
        above = line;
        if (!last_line || !(line->flags & VT_LINE_CONT))
            continue;
        vt_token *head = &doc->tokens.at[last_line->first + last_line->count - 1];
        vt_token *tail = &doc->tokens.at[line->first];
        if (!lay_is_spelled(head) || !lay_is_spelled(tail) || last_byte(head->text) != '-' ||
            head->text.len < 2 || !(first_class(tail->text) & VT_CP_LOWER))
            continue;
        size_t before = head->text.len - 1;
        if (!(vt_cp_class(vt_utf8_prev(head->text, &before)) & VT_CP_LETTER))
            continue;
        if (!words)
            words = vocabulary(c);
        vt_str stem = head->text;
        if (!keeps_hyphen(c, words, head->text, tail->text))
            stem.len--;
        head->text = concat(doc->arena, stem, tail->text);
        tail->text = VT_STR(""); /* lay_spell() leaves empty tokens out */
        last_line->flags |= VT_LINE_HYPHEN;
    }
}

/* ---- headings ---- */

static size_t letters_of(const vt_doc *doc, const vt_line *line, uint32_t *words)
{
    size_t letters = 0;
    *words = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        const vt_token *t = &doc->tokens.at[line->first + i];
        if (!lay_is_spelled(t))
            continue;
        ++*words;
        for (size_t at = 0; at < t->text.len;)
            letters += vt_cp_is(vt_utf8_next(t->text, &at), VT_CP_LETTER);
    }
    return letters;
}

/* A rule below (or above) the line that is longer than its text, or a ground under it. */
static bool has_rule(const vt_doc *doc, const vt_line *line)
{
    float width = line->box.x1 - line->box.x0;
    for (size_t i = 0; i < doc->shapes.n; i++) {
        const vt_shape *s = &doc->shapes.at[i];
        if (s->page != line->page || s->box.x0 > line->box.x1 + 3 * line->size ||
            s->box.x1 < line->box.x0 || s->box.x1 - s->box.x0 < VT_MIN(width * 0.5f, 40.0f))
            continue;
        float height = s->box.y1 - s->box.y0, y = (s->box.y0 + s->box.y1) / 2;
        bool rule = height < 3.5f && s->box.x1 - s->box.x0 > 30 && y > line->box.y0 &&
                    y < line->box.y1 + 0.9f * line->size;
        bool ground = s->filled && height < 3.2f * line->size && height > 0.9f * line->size &&
                      s->box.y0 < line->box.y0 + 2 && s->box.y1 > line->box.y1 - 2 &&
                      s->box.x0 < line->box.x0 + 2;
        if (rule || ground)
            return true;
    }
    return false;
}

static float heading_score(const context *c, const vt_line *line, const vt_line *next)
{
    uint32_t words = 0;
    size_t letters = letters_of(c->doc, line, &words);
    const vt_token *last = last_spelled(c->doc, line);
    if (!last || letters < 3 || words > 6 || letters > 48 || vt_line_has_wide_gap(c->doc, line))
        return 0;
    char end = last_byte(last->text);
    if (end == '.' || end == ',' || end == ';')
        return 0;
    float score = 0;
    score += line->size > 1.15f * c->body ? 1.8f : line->size > 1.04f * c->body ? 0.8f : 0;
    if ((line->flags & VT_LINE_BOLD) && !(next && (next->flags & VT_LINE_BOLD)))
        score += 1.0f;
    score += line->flags & VT_LINE_CAPS ? 1.4f : 0;
    score += line->flags & VT_LINE_SPACED ? 1.5f : 0;
    score += last->color != c->body_color ? 0.6f : 0;
    score += line->gap_above > 0.75f * line->size ? 0.6f : 0;
    score += words <= 3 ? 0.3f : 0;
    if (score > 0.9f && score < HEADING_FROM && has_rule(c->doc, line))
        score += 1.4f;
    return score;
}

static void find_headings(context *c)
{
    for (size_t i = 0; i < c->doc->lines.n; i++) {
        vt_line *line = &c->doc->lines.at[i];
        const vt_line *next = i + 1 < c->doc->lines.n ? line + 1 : NULL;
        if (!is_text(line) || (line->flags & (VT_LINE_BULLET | VT_LINE_CONT | VT_LINE_TABLE)) ||
            (next && (next->flags & VT_LINE_CONT)))
            continue;
        if (heading_score(c, line, next) >= HEADING_FROM)
            line->flags |= VT_LINE_HEADING;
    }
}

/* ---- blocks ---- */

static bool same_block(const vt_line *above, const vt_line *line)
{
    if (line->flags & VT_LINE_CONT)
        return true;
    return (line->flags & above->flags & VT_LINE_TABLE) && line->column == above->column &&
           line->page == above->page && line->gap_above < 0.9f * line->size;
}

static void make_blocks(vt_doc *doc)
{
    const vt_line *above = NULL;
    for (size_t i = 0; i < doc->lines.n; i++) {
        vt_line *line = &doc->lines.at[i];
        if (!above || !is_text(line) || !is_text(above) || !same_block(above, line)) {
            vt_block block = {
                .first = (uint32_t)i, .box = line->box, .page = line->page, .column = line->column};
            vt_vec_push(doc->arena, &doc->blocks, block);
        }
        vt_block *block = &doc->blocks.at[doc->blocks.n - 1];
        block->count++;
        if (block->page == line->page)
            block->box = vt_box_union(block->box, line->box);
        line->block = (uint32_t)doc->blocks.n - 1;
        above = line;
    }
}

void lay_find_paragraphs(vt_arena *arena, vt_doc *doc)
{
    context c = {.arena = arena, .doc = doc};
    measure_body(&c);
    measure_columns(&c);
    measure_leading(&c);
    measure_gaps(&c);
    if (doc->format == VT_FORMAT_TEXT) {
        count_full_lines(&c);
        measure_edges(&c);
    }
    if (!doc->paras.n || c.full) /* others say themselves what goes on */
        find_continuations(&c);
    join_hyphens(&c);
    lay_compact(doc);
    find_headings(&c);
    make_blocks(doc);
}
