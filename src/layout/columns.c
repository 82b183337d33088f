/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads a page: the best cut of a region is made, and the parts above, beside and below are regions
 * again. What cannot be cut is read line by line.
 */
#include <math.h>

#include "layout/region.h"

#define MAX_DEPTH   24
#define LEAN        1.4 /* of the other way at a fork */
#define NAME_LINES  3   /* of the name of a section at most */
#define BLOCK_LINES 3   /* of a cell at the right that is more than a date and a place */
#define SLIGHT_LEAN 0.6 /* what it takes where little evidence decided */

static void read_region(lay_page *page, const uint32_t *words, size_t n, uint32_t column,
                        int depth);

static uint32_t new_column(lay_page *page, const lay_words *words)
{
    vt_column column = {.box = lay_bounds(page, words->at, words->n), .page = page->page};
    vt_vec_push(page->doc->arena, &page->doc->columns, column);
    return (uint32_t)page->doc->columns.n - 1;
}

static void read_columns(lay_page *page, const lay_parts *p, int depth)
{
    uint32_t left = new_column(page, &p->left), right = new_column(page, &p->right);
    vt_column *columns = page->doc->columns.at;
    float lw = columns[left].box.x1 - columns[left].box.x0;
    float rw = columns[right].box.x1 - columns[right].box.x0;
    columns[left].sidebar = lw < 0.75f * rw;
    columns[right].sidebar = rw < 0.75f * lw;
    read_region(page, p->left.at, p->left.n, left, depth + 1);
    read_region(page, p->right.at, p->right.n, right, depth + 1);
}

/* A cell of a rail: lines [first, end) of the left side. */
typedef struct cell {
    size_t first, end;
    bool dated;
    float top;
    bool colon;   /* "Languages:" */
    bool section; /* it is the name of one */
} cell;

/* The lines from i on that are one label, by their leading and look. */
static size_t lines_of_label(const lay_side *rail, size_t i)
{
    size_t end = i + 1;
    while (end < rail->n && lay_same_style(&rail->lines[end - 1], &rail->lines[end]) &&
           rail->lines[end].baseline - rail->lines[end - 1].baseline <=
               LAY_CELL_LEADING * rail->lines[end].size)
        end++;
    return end - i;
}

/* The first label that is the name of a section; NULL when most labels without a date are none:
 * "Freelance" among employers. All labels of its look are such names, whatever their words. */
static const lay_side_line *find_section_name(const lay_page *page, const lay_side *rail)
{
    const lay_side_line *first = NULL;
    size_t names = 0, others = 0, n;
    for (size_t i = 0; i < rail->n; i += n) {
        const lay_side_line *label = &rail->lines[i];
        n = lines_of_label(rail, i);
        bool name = n <= NAME_LINES && lay_is_section_name(page, label, n);
        first = name && !first ? label : first;
        names += name;
        others += !name && !label->digit_words;
    }
    return names >= others ? first : NULL;
}

/* The lines from i on that are the name of a section, which looks like `name`; else 0. */
static size_t lines_of_name(const lay_side *rail, size_t i, const lay_side_line *name)
{
    size_t n = lines_of_label(rail, i);
    if (!name || n > NAME_LINES || !lay_same_style(&rail->lines[i], name))
        return 0;
    for (size_t k = i; k < i + n; k++)
        if (rail->lines[k].digit_words)
            return 0;
    return n;
}

static size_t words_of_line(const lay_page *page, const lay_words *set, size_t from,
                            const lay_side_line *next)
{
    size_t i = from;
    while (i < set->n && (!next || lay_word(page, set->at[i])->baseline < next->baseline - 0.01f))
        i++;
    return i;
}

static float cell_top(const lay_side *content, const lay_side_line *line)
{
    const lay_side_line *opening = lay_opening_beside(content, line);
    return opening ? VT_MIN(opening->y0, line->y0) : line->y0;
}

/* Lines of the left side into cells: a line without partner at the right goes on with its cell. */
static size_t make_cells(const lay_page *page, const lay_words *set, const lay_side *left,
                         const lay_side *right, cell *cells)
{
    size_t n = 0, word = 0, named = 0; /* lines before `named` are of the name before */
    bool styled = lay_begins_in_bold(page, left, right);
    const lay_side_line *name = find_section_name(page, left);
    for (size_t i = 0; i < left->n; i++) {
        const lay_side_line *line = &left->lines[i];
        size_t end = words_of_line(page, set, word, i + 1 < left->n ? line + 1 : NULL);
        if (i >= named && lay_starts_cell(page, left, right, i, styled)) {
            named = i + lines_of_name(left, i, name);
            cells[n++] = (cell){.first = i, .top = cell_top(right, line), .section = named > i};
        }
        cells[n - 1].end = i + 1;
        cells[n - 1].dated |= line->digit_words > 0;
        cells[n - 1].colon = vt_str_ends(lay_word(page, set->at[end - 1])->text, VT_STR(":"));
        word = end;
    }
    return n;
}

/* Cells that begin at given heights: lines above the first one belong to it. */
static size_t cells_at(const lay_page *page, const lay_words *set, const lay_side *left,
                       const lay_tops *tops, cell *cells)
{
    size_t n = 0, word = 0, row = 0;
    const lay_side_line *name = find_section_name(page, left);
    for (size_t i = 0; i < left->n; i++) {
        const lay_side_line *line = &left->lines[i];
        size_t end = words_of_line(page, set, word, i + 1 < left->n ? line + 1 : NULL);
        size_t before = row;
        while (row < tops->n && tops->at[row] < line->baseline)
            row++;
        if (row > before || n == 0)
            cells[n++] = (cell){.first = i,
                                .top = row ? tops->at[row - 1] : line->y0,
                                .section = lines_of_name(left, i, name) > 0};
        cells[n - 1].end = i + 1;
        cells[n - 1].dated |= line->digit_words > 0;
        cells[n - 1].colon = vt_str_ends(lay_word(page, set->at[end - 1])->text, VT_STR(":"));
        word = end;
    }
    return n;
}

/* Lines of the right side between two heights. */
static size_t count_lines(const lay_side *s, float from, float to)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        float y = s->lines[i].baseline - 0.3f * s->lines[i].size;
        n += y >= from && y < to;
    }
    return n;
}

/* True when the first line of the content looks like the label beside it. */
static bool looks_alike(const lay_page *page, const lay_side_line *label, const lay_side *right,
                        float to)
{
    for (size_t i = 0; i < right->n; i++) {
        const lay_side_line *line = &right->lines[i];
        if (line->baseline < label->baseline - LAY_SAME_BASELINE * label->size || line->y0 > to)
            continue;
        return line->bold == label->bold && fabsf(line->size - label->size) < 0.4f &&
               lay_word(page, line->first)->color == lay_word(page, label->first)->color;
    }
    return true;
}

/* Section names stand above their content; "key  value" and "date  title" share a line. */
static bool labels_stand_alone(const lay_page *page, const cell *cells, size_t n,
                               const lay_side *left, const lay_side *right)
{
    size_t labels = 0, big = 0;
    for (size_t i = 0; i < n; i++) {
        if (cells[i].dated)
            continue;
        float to = i + 1 < n ? cells[i + 1].top : 1e9f;
        labels++;
        if (looks_alike(page, &left->lines[cells[i].first], right, to))
            continue;
        big += !cells[i].colon && count_lines(right, cells[i].top - 2, to - 2) >= 2;
    }
    return big * 2 > labels;
}

/* Does the first line of a label stand on the first baseline of its content? */
static bool share_baseline(const lay_page *page, const lay_words *label, float first_line)
{
    float first = 1e9f;
    for (size_t i = 0; i < label->n; i++)
        first = VT_MIN(first, lay_word(page, label->at[i])->baseline);
    return fabsf(first - first_line) < 0.5f * lay_word(page, label->at[0])->size;
}

static bool is_present(const lay_page *page, vt_str word)
{
    const vt_lex_entry *e = page->lexicon ? vt_lexicon_find_text_kind(page->lexicon, page->arena,
                                                                      word, VT_LEX_DATE_WORD)
                                          : NULL;
    return e && (e->code == VT_DATE_WORD_PRESENT || e->code == VT_DATE_WORD_ONGOING);
}

static bool is_year(vt_str word)
{
    return word.len == 4 && (word.ptr[0] == '1' || word.ptr[0] == '2') &&
           vt_is_digit(word.ptr[1]) && vt_is_digit(word.ptr[2]) && vt_is_digit(word.ptr[3]);
}

/* A range set without a dash: "2019" over "2023", over "today", "Jan 2019" over "Mar 2020". */
static bool is_range_of_two_lines(const lay_page *page, const lay_words *label, size_t n)
{
    size_t rest = label->n - n;
    if (n > 2 || rest > 2 || !is_year(lay_word(page, label->at[n - 1])->text))
        return false;
    vt_str last = lay_word(page, label->at[label->n - 1])->text;
    return rest == n ? is_year(last) || (n == 1 && is_present(page, last))
                     : rest == 1 && is_present(page, last);
}

/* A range of dates that goes on below is one line. */
static void add_label(lay_page *page, const lay_words *label, uint32_t column)
{
    size_t n = 1;
    while (n < label->n &&
           lay_word(page, label->at[n])->baseline - lay_word(page, label->at[0])->baseline <
               0.5f * lay_word(page, label->at[0])->size)
        n++;
    if (n < label->n && (lay_ends_open(lay_word(page, label->at[n - 1])->text) ||
                         is_range_of_two_lines(page, label, n)))
        lay_add_joined(page, label->at, n, label->at + n, label->n - n, column);
    else
        lay_add_lines(page, label->at, label->n, column, false);
}

static void read_cell(lay_page *page, const lay_words *label, const lay_words *content, bool alone,
                      uint32_t column, int depth)
{
    float first_line = 1e9f;
    for (size_t i = 0; i < content->n; i++)
        first_line = VT_MIN(first_line, lay_word(page, content->at[i])->baseline);
    if (label->n && content->n && !share_baseline(page, label, first_line))
        alone = true;
    if (!alone && content->n) {
        /* the label joins the first line of its content */
        float size = lay_word(page, content->at[0])->size;
        lay_words head = lay_take(page, content, -1e9f, first_line + 0.25f * size);
        lay_words rest = lay_take(page, content, first_line + 0.25f * size, 1e9f);
        lay_words row = lay_merge_sets(page, label, &head);
        lay_add_lines(page, row.at, row.n, column, true);
        read_region(page, rest.at, rest.n, column, depth + 1);
        return;
    }
    size_t before = page->lines.n;
    add_label(page, label, column);
    for (size_t i = before; i < page->lines.n; i++) {
        page->lines.at[i].label = true;
        page->lines.at[i].cont = i > before;
    }
    read_region(page, content->at, content->n, column, depth + 1);
}

static void read_rail(lay_page *page, const lay_parts *p, uint32_t column, int depth)
{
    lay_side left = lay_make_side(page, p->left.at, p->left.n);
    lay_side right = lay_make_side(page, p->right.at, p->right.n);
    cell *cells = VT_NEW_ARRAY(page->arena, cell, left.n);
    lay_tops tops = lay_find_tops(page, p, &left, &right);
    size_t n = tops.n ? cells_at(page, &p->left, &left, &tops, cells)
                      : make_cells(page, &p->left, &left, &right, cells);
    bool alone = labels_stand_alone(page, cells, n, &left, &right);

    lay_words before = lay_take(page, &p->right, -1e9f, cells[0].top - 1);
    read_region(page, before.at, before.n, column, depth + 1);
    for (size_t i = 0; i < n; i++) {
        float from = cells[i].top - 1, to = i + 1 < n ? cells[i + 1].top - 1 : 1e9f;
        lay_words label = lay_take(page, &p->left, from, to),
                  content = lay_take(page, &p->right, from, to);
        bool apart = (cells[i].section && !cells[i].colon) || cells[i].end - cells[i].first > 1;
        read_cell(page, &label, &content, apart || (alone && !cells[i].dated), column, depth);
    }
}

/* An entry with a cell at its right: the cell follows the first line of the entry. */
/* Contact data: what no place and date of an entry looks like. */
static bool has_address(const lay_page *page, const lay_words *set)
{
    for (size_t i = 0; i < set->n; i++)
        if (vt_str_find_char(lay_word(page, set->at[i])->text, '@', 0) != VT_NPOS)
            return true;
    return false;
}

/* A block of several lines at the right, as contact data beside a name: a column of its own. */
static void read_block(lay_page *page, const lay_words *content, const lay_words *block,
                       uint32_t column, int depth)
{
    float end = lay_bounds(page, block->at, block->n).y1 + 0.6f * page->body;
    lay_words beside = lay_take(page, content, -1e9f, end),
              below = lay_take(page, content, end, 1e9f);
    read_region(page, beside.at, beside.n, column, depth + 1);
    read_region(page, block->at, block->n, column, depth + 1);
    read_region(page, below.at, below.n, column, depth + 1);
}

static void read_entry(lay_page *page, const lay_words *content, const lay_words *label, bool open,
                       uint32_t column, int depth)
{
    const vt_token *first = lay_word(page, label->at[0]);
    float below = first->baseline + 0.3f * first->size;
    lay_words head = lay_take(page, content, -1e9f, below),
              rest = lay_take(page, content, below, 1e9f);
    lay_words row = lay_take(page, label, -1e9f, below), more = lay_take(page, label, below, 1e9f);
    if (open) /* a range of dates that goes on below stays together */
        lay_add_joined(page, head.at, head.n, label->at, label->n, column);
    else {
        row = lay_merge_sets(page, &head, &row);
        lay_add_lines(page, row.at, row.n, column, true);
        lay_add_lines(page, more.at, more.n, column, false);
    }
    read_region(page, rest.at, rest.n, column, depth + 1);
}

/* A year that did not fit beside its month. */
static bool is_lone_number(const lay_page *page, const lay_side_line *line)
{
    vt_str t = lay_word(page, line->first)->text;
    return line->words == 1 && t.len == 4 && vt_is_digit(t.ptr[0]) && vt_is_digit(t.ptr[3]);
}

/* The date of line i goes on in the next line of the rail. */
static bool goes_on_below(const lay_page *page, const lay_side *rail, size_t i)
{
    vt_str last = lay_word(page, rail->lines[i].last)->text;
    if (lay_ends_open(last))
        return true;
    return i + 1 < rail->n && is_lone_number(page, &rail->lines[i + 1]) &&
           !vt_is_digit(last.ptr[last.len - 1]);
}

/* Line i of the rail is part of the thing that the line above is of: a place over its date, or a
 * date that goes on. */
static bool is_same_thing(const lay_page *page, const lay_side *rail, size_t i)
{
    const lay_side_line *line = &rail->lines[i], *above = line - 1;
    if (line->baseline - above->baseline > LAY_CELL_LEADING * line->size)
        return false;
    return !line->digit_words || !above->digit_words || goes_on_below(page, rail, i - 1);
}

static void read_right_rail(lay_page *page, const lay_parts *p, uint32_t column, int depth)
{
    lay_side right = lay_make_side(page, p->right.at, p->right.n);
    float from = right.lines[0].baseline - right.lines[0].size;
    lay_words before = lay_take(page, &p->left, -1e9f, from);
    read_region(page, before.at, before.n, column, depth + 1);
    for (size_t i = 0; i < right.n;) {
        size_t end = i + 1;
        bool open = goes_on_below(page, &right, i);
        while (end < right.n && is_same_thing(page, &right, end))
            end++;
        float to = end < right.n ? right.lines[end].baseline - right.lines[end].size : 1e9f;
        lay_words content = lay_take(page, &p->left, from, to),
                  label = lay_take(page, &p->right, from, to);
        if (end - i >= BLOCK_LINES && has_address(page, &label))
            read_block(page, &content, &label, column, depth);
        else
            read_entry(page, &content, &label, open, column, depth);
        from = to;
        i = end;
    }
}

static bool same_cut(const lay_cut *a, const lay_cut *b)
{
    if (a->kind != b->kind || a->kind == CUT_NONE)
        return a->kind == b->kind;
    return fabsf(a->g.x0 - b->g.x0) < 2 && fabsf(a->g.y0 - b->g.y0) < 2 &&
           fabsf(a->g.y1 - b->g.y1) < 2;
}

/* Where a lean to columns or to rows makes another cut than the best one. */
static void find_forks(lay_page *page, const uint32_t *words, size_t n, const lay_cut *best)
{
    for (int columns = 0; columns < 2; columns++) {
        double lean = columns ? LEAN : -LEAN;
        lay_cut other = lay_best_cut(page, words, n, lean);
        if (same_cut(&other, best))
            continue;
        lay_cut near = lay_best_cut(page, words, n, columns ? SLIGHT_LEAN : -SLIGHT_LEAN);
        vt_fork fork = {.page = page->page,
                        .first_word = words[0],
                        .words = (uint32_t)n,
                        .columns = columns,
                        .close = !same_cut(&near, best)};
        vt_vec_push(page->arena, &page->forks, fork);
    }
}

/* What the forks taken say of the region. */
static double lean_of(const lay_page *page, const uint32_t *words, size_t n)
{
    for (size_t i = 0; i < page->taken_n; i++) {
        const vt_fork *f = &page->taken[i];
        if (f->page == page->page && f->first_word == words[0] && f->words == n)
            return f->columns ? LEAN : -LEAN;
    }
    return 0;
}

static void read_region(lay_page *page, const uint32_t *words, size_t n, uint32_t column, int depth)
{
    if (!n)
        return;
    lay_cut c = {0};
    if (depth < MAX_DEPTH)
        c = lay_best_cut(page, words, n, lean_of(page, words, n));
    if (page->exploring && depth < MAX_DEPTH)
        find_forks(page, words, n, &c);
    if (c.kind == CUT_NONE) {
        lay_add_lines(page, words, n, column, false);
        return;
    }
    lay_parts p = lay_divide(page, words, n, &c.g);
    read_region(page, p.above.at, p.above.n, column, depth + 1);
    if (c.kind == CUT_COLUMNS)
        read_columns(page, &p, depth);
    else if (c.kind == CUT_RAIL)
        read_rail(page, &p, column, depth);
    else
        read_right_rail(page, &p, column, depth);
    read_region(page, p.below.at, p.below.n, column, depth + 1);
}

static int by_height(const void *a, const void *b)
{
    const vt_box *s = a, *t = b;
    if (fabsf(s->y0 - t->y0) > 1.0f)
        return s->y0 < t->y0 ? -1 : 1;
    return (s->x0 > t->x0) - (s->x0 < t->x0);
}

/* Horizontal rules of the page; those that continue each other, as the borders of cells, joined. */
static void collect_rules(lay_page *page)
{
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        vt_box b = page->doc->shapes.at[i].box;
        if (b.y1 - b.y0 < 3.0f && b.x1 - b.x0 > 12.0f)
            vt_vec_push(page->arena, &page->rules, b);
    }
    if (!page->rules.n)
        return;
    qsort(page->rules.at, page->rules.n, sizeof *page->rules.at, by_height);
    size_t n = 1;
    for (size_t i = 1; i < page->rules.n; i++) {
        vt_box *last = &page->rules.at[n - 1], b = page->rules.at[i];
        if (fabsf(last->y0 - b.y0) <= 1.0f && b.x0 < last->x1 + 4.0f)
            last->x1 = VT_MAX(last->x1, b.x1);
        else
            page->rules.at[n++] = b;
    }
    page->rules.n = n;
}

void lay_read_columns(lay_page *page, uint32_t *words, size_t n)
{
    collect_rules(page);
    lay_words all = {words, n};
    if (n)
        read_region(page, words, n, new_column(page, &all), 0);
}
