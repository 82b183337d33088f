/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the words of a line to its tokens: what stands without white is glued, letters that were
 * set apart close up, list signs are told from text, wide gaps are marked.
 */
#include "layout/emit.h"

#include <math.h>

#include "text/utf8.h"

#define GLUE_GAP   0.06f /* of the size: closer tokens are one word */
#define WIDE_GAP   1.1f  /* of the size */
#define SPACED_RUN 4     /* so many single letters in a row are a spaced word */

static uint32_t only_code(vt_str s)
{
    size_t at = 0;
    uint32_t c = s.len ? vt_utf8_next(s, &at) : 0;
    return at == s.len ? c : 0;
}

static bool is_round_sign(uint32_t c)
{
    static const uint16_t signs[] = {
        0x2022, 0x25cf, 0x25aa, 0x25a0, 0x25e6, 0x2023, 0x25cb, 0xb7,   0x2219, 0x2043,
        0x25b8, 0x25b6, 0x25ba, 0x27a2, 0x27a4, 0x2794, 0x2192, 0x2713, 0x2714, 0x25c6,
        0x25c7, 0x2756, 0x2666, 0xbb,   0x203a, 0x29bf, 0x26ab, 0x2b1b, 0x25ab, 0x25fe,
        0x2605, 0x2736, 0x2751, 0x25a1, 0x2705, 0x2726, 0x27a5, 0x25b9, 0x25cc, 0x2b24};
    for (size_t i = 0; i < VT_COUNT(signs); i++)
        if (signs[i] == c)
            return true;
    return false;
}

static bool is_dash_sign(uint32_t c)
{
    return c == '-' || c == '*' || c == 0x2013 || c == 0x2014 || c == 0x2212;
}

bool lay_is_list_sign(vt_str text)
{
    uint32_t c = only_code(text);
    return c && (is_round_sign(c) || is_dash_sign(c));
}

static vt_token *add_token(vt_doc *doc, vt_line *line, vt_token token)
{
    token.line = (uint32_t)(line - doc->lines.at);
    token.start = token.end = 0;
    vt_vec_push(doc->arena, &doc->tokens, token);
    line->count++;
    return &doc->tokens.at[doc->tokens.n - 1];
}

static vt_str join_text(vt_doc *doc, vt_str a, vt_str b)
{
    char *p = vt_arena_alloc(doc->arena, a.len + b.len + 1);
    memcpy(p, a.ptr, a.len);
    memcpy(p + a.len, b.ptr, b.len);
    return vt_str_n(p, a.len + b.len);
}

static bool same_look(const vt_token *a, const vt_token *b)
{
    const uint32_t look = VT_TOKEN_BOLD | VT_TOKEN_ITALIC | VT_TOKEN_ICON | VT_TOKEN_BULLET;
    return (a->flags & look) == (b->flags & look) && !(a->flags & VT_TOKEN_ICON) &&
           a->color == b->color && fabsf(a->size - b->size) < 0.08f * a->size;
}

/* "•Developed" is a sign and a word. */
static void split_sign(vt_doc *doc, vt_line *line)
{
    vt_token *first = &doc->tokens.at[line->first];
    size_t at = 0;
    if (!lay_is_spelled(first) || !is_round_sign(vt_utf8_next(first->text, &at)) ||
        at >= first->text.len)
        return;
    vt_token rest = *first;
    float share = first->size * 0.5f;
    rest.text = vt_str_sub(first->text, at, first->text.len);
    rest.box.x0 = VT_MIN(first->box.x0 + share, first->box.x1);
    rest.flags |= VT_TOKEN_GLUED;
    rest.flags &= ~(uint32_t)VT_TOKEN_WIDE_GAP;
    first->text = vt_str_sub(first->text, 0, at);
    first->box.x1 = rest.box.x0;
    vt_vec_push(doc->arena, &doc->tokens, rest);
    vt_token *tokens = doc->tokens.at + line->first;
    memmove(tokens + 2, tokens + 1, (line->count - 1) * sizeof *tokens);
    tokens[1] = rest;
    line->count++;
}

static bool is_single_letter(const vt_token *t)
{
    uint32_t c = only_code(t->text);
    return c && lay_is_spelled(t) && vt_cp_is(c, VT_CP_LETTER | VT_CP_DIGIT | VT_CP_PUNCT);
}

/* The white between two tokens of a line; a space where a cell goes on in its next line. */
static float gap_between(const vt_token *a, const vt_token *b)
{
    if (b->baseline - a->baseline > 0.8f * b->size && !(b->flags & VT_TOKEN_ROTATED))
        return 0.25f * b->size;
    return VT_MAX(b->box.x0 - a->box.x1, a->box.x0 - b->box.x1);
}

/* The end of the run of single letters that begins at `from`. */
static uint32_t letters_end(const vt_token *tokens, uint32_t n, uint32_t from)
{
    uint32_t end = from;
    while (end < n && is_single_letter(&tokens[end]) &&
           fabsf(tokens[end].size - tokens[from].size) < 0.1f * tokens[from].size)
        end++;
    return end;
}

static float smallest_gap(const vt_token *tokens, uint32_t from, uint32_t end)
{
    float low = 1e9f;
    for (uint32_t i = from + 1; i < end; i++)
        low = VT_MIN(low, gap_between(&tokens[i - 1], &tokens[i]));
    return low;
}

/* "E X P E R I E N C E" becomes one word; a gap well over the smallest one parts words. */
static void close_spaced(vt_doc *doc, vt_line *line)
{
    vt_token *tokens = doc->tokens.at + line->first;
    uint32_t out = 0;
    for (uint32_t i = 0; i < line->count;) {
        uint32_t end = letters_end(tokens, line->count, i);
        uint32_t letters = 0;
        for (uint32_t k = i; k < end; k++)
            letters += vt_cp_is(only_code(tokens[k].text), VT_CP_LETTER);
        if (letters < SPACED_RUN) {
            for (end = VT_MAX(end, i + 1); i < end; i++)
                tokens[out++] = tokens[i];
            continue;
        }
        float part = VT_MAX(smallest_gap(tokens, i, end), 0.05f * tokens[i].size) * 1.7f +
                     0.05f * tokens[i].size;
        line->flags |= VT_LINE_SPACED;
        for (uint32_t k = i; k < end; k++) {
            if (k > i && gap_between(&tokens[k - 1], &tokens[k]) < part) {
                vt_token *last = &tokens[out - 1];
                vt_box box = vt_box_union(last->box, tokens[k].box);
                last->text = join_text(doc, last->text, tokens[k].text);
                tokens[k].box = box; /* gaps are measured from the last letter: same edge */
                last->box = box;
            } else {
                tokens[out] = tokens[k];
                tokens[out++].flags |= VT_TOKEN_SPACED;
            }
        }
        i = end;
    }
    line->count = out;
    doc->tokens.n = line->first + out;
}

/* The wide gaps of what was closed up are none. */
static void mark_gaps(vt_doc *doc, vt_line *line)
{
    vt_token *tokens = doc->tokens.at + line->first;
    for (uint32_t i = 0; i < line->count; i++) {
        tokens[i].flags &= ~(uint32_t)VT_TOKEN_WIDE_GAP;
        if (i == 0 || (tokens[i].flags & (VT_TOKEN_GLUED | VT_TOKEN_ROTATED)))
            continue;
        float size = VT_MAX(line->size, VT_MIN(tokens[i].size, tokens[i - 1].size));
        bool spaced = tokens[i].flags & tokens[i - 1].flags & VT_TOKEN_SPACED;
        if (gap_between(&tokens[i - 1], &tokens[i]) > (spaced ? 2.5f : WIDE_GAP) * size)
            tokens[i].flags |= VT_TOKEN_WIDE_GAP;
    }
}

static void mark_list_sign(vt_doc *doc, vt_line *line, bool drawn)
{
    vt_token *tokens = doc->tokens.at + line->first;
    if (drawn) { /* a sign that is a picture gets a token of its own */
        vt_token sign = vt_token_init(VT_STR("\xe2\x80\xa2"), line->page);
        sign.box = tokens[0].box;
        sign.box.x1 = tokens[0].box.x0 - 0.3f * line->size;
        sign.box.x0 = sign.box.x1 - 0.4f * line->size;
        sign.size = tokens[0].size;
        sign.baseline = tokens[0].baseline;
        sign.color = tokens[0].color;
        sign.flags = VT_TOKEN_BULLET;
        sign.line = tokens[0].line;
        vt_vec_push(doc->arena, &doc->tokens, sign);
        tokens = doc->tokens.at + line->first;
        memmove(tokens + 1, tokens, line->count * sizeof *tokens);
        tokens[0] = sign;
        line->count++;
        return;
    }
    if (line->count < 2 || !lay_is_list_sign(tokens[0].text) || !lay_is_spelled(&tokens[0]))
        return;
    uint32_t next = 1;
    while (next < line->count && !lay_is_spelled(&tokens[next]))
        next++;
    if (next == line->count)
        return;
    bool dash = is_dash_sign(only_code(tokens[0].text));
    if (dash && ((tokens[next].flags & VT_TOKEN_GLUED) || vt_is_digit(tokens[next].text.ptr[0])))
        return;
    tokens[0].flags |= VT_TOKEN_BULLET;
    tokens[next].flags &= ~(uint32_t)(VT_TOKEN_WIDE_GAP);
}

void lay_describe_line(vt_doc *doc, vt_line *line)
{
    const vt_token *tokens = doc->tokens.at + line->first;
    uint32_t bold = 0, italic = 0, spelled = 0;
    size_t upper = 0, lower = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        const vt_token *t = &tokens[i];
        if (!lay_is_spelled(t) || (t->flags & VT_TOKEN_BULLET))
            continue;
        spelled++;
        bold += (t->flags & VT_TOKEN_BOLD) != 0;
        italic += (t->flags & VT_TOKEN_ITALIC) != 0;
        for (size_t at = 0; at < t->text.len;) {
            unsigned class = vt_cp_class(vt_utf8_next(t->text, &at));
            upper += (class & VT_CP_UPPER) != 0;
            lower += (class & VT_CP_LOWER) != 0;
        }
    }
    if (line->count && (tokens[0].flags & VT_TOKEN_BULLET))
        line->flags |= VT_LINE_BULLET;
    if (spelled && bold == spelled)
        line->flags |= VT_LINE_BOLD;
    if (spelled && italic == spelled)
        line->flags |= VT_LINE_ITALIC;
    if (upper >= 2 && lower == 0)
        line->flags |= VT_LINE_CAPS;
}

static void add_words(vt_doc *doc, const lay_line *from, vt_line *line)
{
    for (uint32_t i = 0; i < from->n; i++) {
        vt_token token = doc->words.at[from->words[i]];
        bool glued = (token.flags & VT_TOKEN_GLUED) != 0;
        token.flags &= ~(uint32_t)(VT_TOKEN_GLUED | VT_TOKEN_WIDE_GAP);
        if (!token.text.len && !(token.flags & VT_TOKEN_ICON))
            continue;
        if (line->count) {
            vt_token *last = &doc->tokens.at[doc->tokens.n - 1];
            float gap = gap_between(last, &token);
            float size = VT_MIN(token.size, last->size);
            bool rotated = token.flags & VT_TOKEN_ROTATED;
            if ((!rotated && gap < GLUE_GAP * size) || (glued && gap < 0.2f * size)) {
                if (same_look(last, &token) && last->link == token.link) {
                    last->text = join_text(doc, last->text, token.text);
                    last->box = vt_box_union(last->box, token.box);
                    last->flags &= token.flags | ~(uint32_t)VT_TOKEN_GARBLED;
                    continue;
                }
                if (!(last->flags & VT_TOKEN_ICON))
                    token.flags |= VT_TOKEN_GLUED;
            }
        }
        add_token(doc, line, token);
    }
}

static bool is_name_of_section(const vt_doc *doc, const vt_line *line)
{
    for (uint32_t i = 0; i < line->count; i++) {
        vt_str t = doc->tokens.at[line->first + i].text;
        for (size_t k = 0; k < t.len; k++)
            if (vt_is_digit(t.ptr[k]))
                return false;
    }
    return line->count <= 5;
}

void lay_emit_line(vt_doc *doc, const lay_line *from, uint32_t page)
{
    vt_line *line = vt_vec_add(doc->arena, &doc->lines);
    *line = (vt_line){.first = (uint32_t)doc->tokens.n,
                      .box = from->box,
                      .size = from->size,
                      .baseline = from->baseline,
                      .page = page,
                      .block = VT_NONE,
                      .column = from->column,
                      .level = from->level};
    line->flags = (from->table ? VT_LINE_TABLE : 0) | (from->cont ? VT_LINE_CONT : 0);
    add_words(doc, from, line);
    if (from->hidden) {
        line->flags |= VT_LINE_HIDDEN;
        return;
    }
    if (!line->count)
        return;
    lay_rate_tokens(doc, line);
    split_sign(doc, line);
    close_spaced(doc, line);
    mark_gaps(doc, line);
    mark_list_sign(doc, line, from->bullet);
    lay_describe_line(doc, line);
    if (from->label && is_name_of_section(doc, line))
        line->flags |= VT_LINE_HEADING;
}

/* ---- flowing formats ---- */

static void take_para(vt_line *line, const vt_para *para)
{
    line->heading_level = para->heading_level;
    line->list_level = para->list_level;
    if (para->heading_level)
        line->flags |= VT_LINE_HEADING;
    if (para->table)
        line->flags |= VT_LINE_TABLE;
}

static uint32_t flow_column(vt_doc *doc, uint32_t page, uint32_t region, uint32_t *last_region)
{
    bool fresh = !doc->columns.n || doc->columns.at[doc->columns.n - 1].page != page ||
                 *last_region != region;
    if (fresh) {
        vt_column column = {.box = {1e9f, 1e9f, -1e9f, -1e9f}, .page = page};
        vt_vec_push(doc->arena, &doc->columns, column);
        *last_region = region;
    }
    return (uint32_t)doc->columns.n - 1;
}

static bool is_new_line(const vt_doc *doc, const vt_token *a, const vt_token *b)
{
    return a->page != b->page || a->baseline != b->baseline ||
           doc->paras.at[a->para].region != doc->paras.at[b->para].region ||
           ((a->flags ^ b->flags) & VT_TOKEN_HIDDEN);
}

void lay_emit_flow(vt_doc *doc)
{
    vt_line *line = NULL;
    uint32_t region = VT_NONE;
    for (size_t i = 0; i < doc->words.n; i++) {
        vt_token token = doc->words.at[i];
        const vt_para *para = &doc->paras.at[token.para];
        if (i == 0 || is_new_line(doc, &doc->words.at[i - 1], &token)) {
            uint32_t column = flow_column(doc, token.page, para->region, &region);
            line = vt_vec_add(doc->arena, &doc->lines);
            *line = (vt_line){.first = (uint32_t)doc->tokens.n,
                              .box = token.box,
                              .baseline = token.baseline,
                              .size = token.size,
                              .page = token.page,
                              .block = VT_NONE,
                              .column = column,
                              .level = -1.0f};
            take_para(line, para);
            if (token.flags & VT_TOKEN_HIDDEN)
                line->flags |= VT_LINE_HIDDEN;
            if (i && doc->words.at[i - 1].para == token.para && !(line->flags & VT_LINE_HIDDEN))
                line->flags |= VT_LINE_CONT;
        }
        line->box = vt_box_union(line->box, token.box);
        line->size = VT_MAX(line->size, token.size);
        vt_column *column = &doc->columns.at[line->column];
        column->box = vt_box_union(column->box, token.box);
        add_token(doc, line, token);
    }
    for (size_t i = 0; i < doc->lines.n; i++) {
        mark_list_sign(doc, &doc->lines.at[i], false);
        lay_describe_line(doc, &doc->lines.at[i]);
    }
}
