/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of work: for each page the columns are found and read (columns.c, lines.c, wraps.c),
 * drawn ratings and list signs are tied to lines (ratings.c), lines become tokens (emit.c); then,
 * over the whole document, running headers are told (furniture.c), paragraphs, headings and blocks
 * are made (paragraphs.c) and the text is spelled (spell.c).
 */
#include "layout/layout.h"

#include <math.h>

#include "base/limits.h"
#include "layout/emit.h"

static void forget(vt_doc *doc)
{
    doc->tokens.n = doc->lines.n = doc->blocks.n = doc->columns.n = 0;
    doc->raw_text = VT_STR("");
    doc->raw_text_chars = 0;
}

typedef struct placed {
    float baseline, x;
    uint32_t word;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->baseline != q->baseline)
        return p->baseline < q->baseline ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->word > q->word) - (p->word < q->word);
}

/* The words to be read from left to right, sorted by baseline. */
static uint32_t *upright_words(lay_page *page, size_t *ret_n)
{
    placed *at = VT_NEW_ARRAY(page->arena, placed, page->count + 1);
    size_t n = 0;
    for (size_t i = page->first; i < page->first + page->count; i++) {
        const vt_token *w = &page->doc->words.at[i];
        if (!(w->flags & (VT_TOKEN_HIDDEN | VT_TOKEN_ROTATED)))
            at[n++] = (placed){w->baseline, w->box.x0, (uint32_t)i};
    }
    qsort(at, n, sizeof *at, by_place);
    uint32_t *words = VT_NEW_ARRAY(page->arena, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++)
        words[i] = at[i].word;
    *ret_n = n;
    return words;
}

/* Size of most of the characters of the page. */
static float body_size(const lay_page *page)
{
    size_t weight[128] = {0}, best = 20;
    for (size_t i = page->first; i < page->first + page->count; i++) {
        const vt_token *w = &page->doc->words.at[i];
        size_t k = (size_t)VT_MIN(VT_MAX(w->size * 2 + 0.5f, 0.0f), 127.0f);
        if (!(w->flags & VT_TOKEN_HIDDEN))
            weight[k] += w->text.len;
    }
    for (size_t k = 1; k < VT_COUNT(weight); k++)
        if (weight[k] > weight[best])
            best = k;
    return (float)best / 2;
}

static lay_line line_of_words(lay_page *page, uint32_t first, uint32_t n)
{
    const vt_token *w = lay_word(page, first);
    lay_line line = {.n = n,
                     .column = VT_NONE,
                     .box = w->box,
                     .baseline = w->box.y1 - 0.22f * w->size,
                     .size = w->size,
                     .level = -1.0f};
    line.words = VT_NEW_ARRAY(page->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        line.words[i] = first + i;
        line.box = vt_box_union(line.box, lay_word(page, first + i)->box);
    }
    return line;
}

/* Words in file order that stand on one vertical line, or are hidden on one baseline. */
static bool runs_on(const vt_token *a, const vt_token *b, uint32_t flag)
{
    if (!(b->flags & flag))
        return false;
    if (flag == VT_TOKEN_ROTATED)
        return fabsf(a->box.x0 - b->box.x0) < 0.5f * a->size &&
               fabsf(a->box.x1 - b->box.x1) < 0.5f * a->size &&
               VT_MAX(a->box.y0 - b->box.y1, b->box.y0 - a->box.y1) < a->size;
    return fabsf(a->baseline - b->baseline) < 0.5f * a->size;
}

/* A rotated name of a section stands before what lies at its right. */
static size_t place_of_rotated(const lay_page *page, const lay_line *line)
{
    for (size_t i = 0; i < page->lines.n; i++) {
        const lay_line *l = &page->lines.at[i];
        float middle = l->baseline - 0.3f * l->size;
        if (l->box.x0 >= line->box.x0 && middle > line->box.y0 - l->size && middle < line->box.y1)
            return i;
    }
    return page->lines.n;
}

static void insert_line(lay_page *page, size_t at, lay_line line)
{
    vt_vec_push(page->arena, &page->lines, line);
    memmove(page->lines.at + at + 1, page->lines.at + at,
            (page->lines.n - 1 - at) * sizeof *page->lines.at);
    page->lines.at[at] = line;
    if (line.column == VT_NONE && page->lines.n > 1)
        page->lines.at[at].column = page->lines.at[at ? at - 1 : 1].column;
}

static void add_apart(lay_page *page, uint32_t flag)
{
    for (size_t i = page->first; i < page->first + page->count;) {
        const vt_token *w = &page->doc->words.at[i];
        uint32_t want = VT_TOKEN_HIDDEN | VT_TOKEN_ROTATED;
        bool mine = flag == VT_TOKEN_HIDDEN ? (w->flags & flag) != 0 : (w->flags & want) == flag;
        if (!mine) {
            i++;
            continue;
        }
        size_t end = i + 1;
        while (end < page->first + page->count &&
               runs_on(&page->doc->words.at[end - 1], &page->doc->words.at[end], flag))
            end++;
        lay_line line = line_of_words(page, (uint32_t)i, (uint32_t)(end - i));
        line.hidden = flag == VT_TOKEN_HIDDEN;
        insert_line(page, line.hidden ? page->lines.n : place_of_rotated(page, &line), line);
        i = end;
    }
}

static bool has_column(const lay_page *page)
{
    return page->doc->columns.n &&
           page->doc->columns.at[page->doc->columns.n - 1].page == page->page;
}

static void read_page(lay_page *page)
{
    page->body = body_size(page);
    size_t n = 0;
    uint32_t *words = upright_words(page, &n);
    lay_read_columns(page, words, n);
    lay_unwrap_lines(page);
    lay_join_ranges(page);
    add_apart(page, VT_TOKEN_ROTATED);
    add_apart(page, VT_TOKEN_HIDDEN);
    lay_find_ratings(page);
    lay_find_bullets(page);
    if (!has_column(page)) {
        vt_column column = {.box = {0, 0, page->width, page->height}, .page = page->page};
        vt_vec_push(page->doc->arena, &page->doc->columns, column);
    }
    for (size_t i = 0; i < page->lines.n; i++) {
        lay_line *line = &page->lines.at[i];
        if (line->column == VT_NONE)
            line->column = (uint32_t)page->doc->columns.n - 1;
        lay_emit_line(page->doc, line, page->page);
    }
}

/* Light text on a dark ground: columns under most of whose middle a dark shape lies. */
static void find_dark_columns(vt_doc *doc)
{
    for (size_t i = 0; i < doc->columns.n; i++) {
        vt_column *c = &doc->columns.at[i];
        float x = (c->box.x0 + c->box.x1) / 2, y = (c->box.y0 + c->box.y1) / 2;
        for (size_t k = 0; k < doc->shapes.n; k++) {
            const vt_shape *s = &doc->shapes.at[k];
            if (s->page != c->page || !s->filled || s->box.x0 > x || s->box.x1 < x ||
                s->box.y0 > y || s->box.y1 < y || s->box.x1 - s->box.x0 < 40)
                continue;
            uint32_t sum = (s->color >> 16 & 255) + (s->color >> 8 & 255) + (s->color & 255);
            c->dark = sum < 3 * 110;
        }
    }
}

/* How the pages are to be read, and what is to be found out on the way. */
typedef struct reading_plan {
    const vt_lexicon *lexicon;
    const vt_fork *taken;
    size_t taken_n;
    vt_fork *forks; /* [VT_MAX_FORKS] those found, or NULL */
    size_t fork_n;
} reading_plan;

/* What is in doubt, and holds many words, comes first. */
static bool is_worthier(const vt_fork *a, const vt_fork *b)
{
    if (a->close != b->close)
        return a->close;
    return a->words > b->words;
}

static void keep_forks(reading_plan *plan, const lay_page *page)
{
    for (size_t i = 0; i < page->forks.n; i++) {
        const vt_fork *fork = &page->forks.at[i];
        size_t at = plan->fork_n;
        while (at > 0 && is_worthier(fork, &plan->forks[at - 1]))
            at--;
        if (at == VT_MAX_FORKS)
            continue;
        plan->fork_n = VT_MIN(plan->fork_n + 1, (size_t)VT_MAX_FORKS);
        memmove(plan->forks + at + 1, plan->forks + at,
                (plan->fork_n - 1 - at) * sizeof *plan->forks);
        plan->forks[at] = *fork;
    }
}

static void read_pages(vt_arena *scratch, vt_doc *doc, reading_plan *plan)
{
    uint8_t *side = VT_NEW_ARRAY(scratch, uint8_t, doc->words.n + 1);
    lay_name *names = VT_NEW_ARRAY(scratch, lay_name, doc->words.n + 1);
    size_t word = 0, shape = 0;
    for (uint32_t p = 0; p < doc->pages.n; p++) {
        lay_page page = {.arena = scratch,
                         .doc = doc,
                         .lexicon = plan->lexicon,
                         .taken = plan->taken,
                         .taken_n = plan->taken_n,
                         .exploring = plan->forks != NULL,
                         .page = p,
                         .width = doc->pages.at[p].width,
                         .height = doc->pages.at[p].height,
                         .first = word,
                         .side = side,
                         .names = names,
                         .first_shape = shape};
        while (word < doc->words.n && doc->words.at[word].page == p)
            word++;
        while (shape < doc->shapes.n && doc->shapes.at[shape].page == p)
            shape++;
        page.count = word - page.first;
        page.shape_end = shape;
        read_page(&page);
        keep_forks(plan, &page);
    }
}

vt_status vt_layout_taking(vt_doc *doc, const vt_lexicon *lexicon, const vt_fork *forks, size_t n,
                           vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *scratch = vt_arena_scratch(doc->arena);
    forget(doc);
    reading_plan plan = {.lexicon = lexicon, .taken = forks, .taken_n = n};
    if (doc->paras.n)
        lay_emit_flow(doc);
    else
        read_pages(scratch, doc, &plan);
    if (doc->lines.n > VT_MAX_LINES)
        return vt_fail(err, VT_E_LIMIT, "the document has %zu lines, more than %u", doc->lines.n,
                       VT_MAX_LINES);
    find_dark_columns(doc);
    lay_find_furniture(scratch, doc);
    lay_find_paragraphs(scratch, doc);
    lay_spell(doc);
    return VT_OK;
}

vt_status vt_layout(vt_doc *doc, const vt_lexicon *lexicon, vt_error *err)
{
    return vt_layout_taking(doc, lexicon, NULL, 0, err);
}

vt_doc *vt_layout_copy(const vt_doc *doc)
{
    vt_doc *copy = VT_NEW(doc->arena, vt_doc);
    *copy = *doc;
    memset(&copy->tokens, 0, sizeof copy->tokens);
    memset(&copy->lines, 0, sizeof copy->lines);
    memset(&copy->blocks, 0, sizeof copy->blocks);
    memset(&copy->columns, 0, sizeof copy->columns);
    copy->pages.at = VT_NEW_ARRAY(doc->arena, vt_page, doc->pages.n + 1); /* they count lines */
    memcpy(copy->pages.at, doc->pages.at, doc->pages.n * sizeof *doc->pages.at);
    return copy;
}

size_t vt_layout_forks(const vt_doc *doc, const vt_lexicon *lexicon, vt_fork ret[VT_MAX_FORKS])
{
    if (doc->paras.n)
        return 0; /* the file states its order */
    VT_AUTO(vt_arena) vt_arena *scratch = vt_arena_scratch(doc->arena);
    vt_doc *copy = vt_layout_copy(doc);
    copy->arena = scratch;
    reading_plan plan = {.lexicon = lexicon, .forks = ret};
    read_pages(scratch, copy, &plan);
    return plan.fork_n;
}
