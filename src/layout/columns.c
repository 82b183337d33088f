/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Columns and reading order of one page.
 *
 * A region is a set of words. White strips that run down between words ("gutters") are found by a
 * sweep over thin rows of the page: each strip is kept as a maximal empty rectangle. A gutter may
 * part columns (read one, then the other), part a rail of dates or section names from its content
 * (read entry by entry), or only part a right-aligned date from its line (read across). Evidence
 * decides (struct evidence), the gutter that explains the most text is cut, and the parts above,
 * beside and below are regions again. What cannot be cut is read line by line.
 *
 * The kinds of evidence, by strength:
 *   - a coloured ground or a rule that ends in the strip;
 *   - the order of words in the file: makers write column after column, or row after row;
 *   - baselines: entries of a row share theirs, columns have their own rhythm;
 *   - density: dates beside entries stand apart, text of a column follows line on line;
 *   - lines that begin in lower case are wrapped at the strip.
 */
#include <math.h>

#include "layout/page.h"
#include "text/utf8.h"

#define MAX_DEPTH     24
#define MAX_GUTTERS   48    /* maximal rectangles looked at in one region */
#define MAX_ACTIVE    64    /* rectangles that the sweep keeps open */
#define STEP_PT       2.0f  /* height of a thin row */
#define GUTTER_WIDTH  0.75f /* of the body size, at least */
#define NARROW_WIDTH  0.42f /* enough for a gutter of many lines */
#define NARROW_HEIGHT 8.0f  /* of the body size */
#define SAME_BASELINE 0.22f /* of the size */
#define DENSE_LEADING 1.95f /* of the size: line follows line */
#define SECTION_GAP   2.3f  /* of the size: a new part of the page */
#define HEAD_LINES    5     /* of a header at most */
#define RULE_SHARE    0.55f /* a rule of this part of the region's width goes across it */
#define CELL_LEADING  1.6f  /* of the size: lines of one cell */
#define RAIL_SHARE    0.42f /* a rail is at most this part of its region */

typedef struct gutter {
    float x0, x1, y0, y1;
    bool crossed_above, crossed_below; /* text ends it, not the region */
    bool ground;                       /* the edge of a coloured ground */
} gutter;

/* A line of one side of a gutter, only as good as the evidence needs. */
typedef struct side_line {
    float x0, x1, y0, y1, baseline, size;
    uint32_t first, last; /* its outermost words */
    uint32_t words, digit_words;
    bool bold;
} side_line;

typedef struct side {
    side_line *lines;
    size_t n;
    float x0, x1;
} side;

typedef enum cut_kind { CUT_NONE, CUT_COLUMNS, CUT_RAIL, CUT_RIGHT_RAIL } cut_kind;

typedef struct cut {
    cut_kind kind;
    gutter g;
    double score;    /* evidence, > 0 */
    double explains; /* score times words */
} cut;

/* ---- gathering ---- */

static float center_y(const vt_token *w)
{
    return w->baseline - 0.3f * w->size;
}

static float center_x(const vt_token *w)
{
    return (w->box.x0 + w->box.x1) / 2;
}

/* Two digits side by side, as years, months and days have: "C1" and "B2" are none. */
static bool has_number(vt_str s)
{
    for (size_t i = 1; i < s.len; i++)
        if (vt_is_digit(s.ptr[i]) && vt_is_digit(s.ptr[i - 1]))
            return true;
    return false;
}

/* Lines of words that come sorted by baseline. */
static side make_side(const lay_page *page, const uint32_t *words, size_t n)
{
    side s = {.lines = VT_NEW_ARRAY(page->arena, side_line, n ? n : 1), .x0 = 1e9f, .x1 = -1e9f};
    side_line *line = NULL;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        if (!line || w->baseline - line->baseline > 0.35f * VT_MAX(w->size, line->size)) {
            line = &s.lines[s.n++];
            *line = (side_line){.x0 = w->box.x0,
                                .x1 = w->box.x1,
                                .y0 = w->box.y0,
                                .y1 = w->box.y1,
                                .baseline = w->baseline,
                                .size = w->size,
                                .first = words[i],
                                .last = words[i],
                                .bold = true};
        }
        if (w->box.x0 < line->x0)
            line->first = words[i];
        if (w->box.x1 > line->x1)
            line->last = words[i];
        line->x0 = VT_MIN(line->x0, w->box.x0);
        line->x1 = VT_MAX(line->x1, w->box.x1);
        line->y0 = VT_MIN(line->y0, w->box.y0);
        line->y1 = VT_MAX(line->y1, w->box.y1);
        line->size = VT_MAX(line->size, w->size);
        line->words++;
        line->digit_words += has_number(w->text);
        line->bold &= (w->flags & VT_TOKEN_BOLD) != 0;
        s.x0 = VT_MIN(s.x0, w->box.x0);
        s.x1 = VT_MAX(s.x1, w->box.x1);
    }
    return s;
}

typedef struct word_set {
    uint32_t *at;
    size_t n;
} word_set;

static word_set new_set(const lay_page *page, size_t max)
{
    return (word_set){VT_NEW_ARRAY(page->arena, uint32_t, max ? max : 1), 0};
}

/* The words of a region above, left, right and below of a gutter. */
typedef struct parts {
    word_set above, left, right, below;
} parts;

static parts divide(const lay_page *page, const uint32_t *words, size_t n, const gutter *g)
{
    parts p = {new_set(page, n), new_set(page, n), new_set(page, n), new_set(page, n)};
    float middle = (g->x0 + g->x1) / 2;
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float y = center_y(w);
        word_set *set = y < g->y0              ? &p.above
                        : y > g->y1            ? &p.below
                        : center_x(w) < middle ? &p.left
                                               : &p.right;
        set->at[set->n++] = words[i];
    }
    return p;
}

/* ---- the sweep ---- */

typedef struct span {
    float x0, x1;
} span;

typedef struct sweep {
    gutter active[MAX_ACTIVE];
    size_t active_n;
    gutter found[MAX_GUTTERS * 4];
    size_t found_n;
    float min_width, usual_width, min_height, narrow_height;
} sweep;

static void finish(sweep *s, gutter g, bool crossed)
{
    g.crossed_below = crossed;
    bool narrow = g.x1 - g.x0 < s->usual_width;
    if (g.y1 - g.y0 < (narrow ? s->narrow_height : s->min_height))
        return;
    if (s->found_n == VT_COUNT(s->found)) { /* the lowest one makes room */
        size_t low = 0;
        for (size_t i = 1; i < s->found_n; i++)
            if (s->found[i].y1 - s->found[i].y0 < s->found[low].y1 - s->found[low].y0)
                low = i;
        if (s->found[low].y1 - s->found[low].y0 < g.y1 - g.y0)
            s->found[low] = g;
        return;
    }
    s->found[s->found_n++] = g;
}

static bool covered(const gutter *list, size_t n, float x0, float x1)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].x0 <= x0 + 0.01f && list[i].x1 >= x1 - 0.01f)
            return true;
    return false;
}

/* One thin row with text: open rectangles shrink to its white spans, and new ones begin. */
static void sweep_row(sweep *s, const span *white, size_t n, float y, bool first_row)
{
    gutter next[MAX_ACTIVE];
    size_t next_n = 0;
    for (size_t i = 0; i < s->active_n; i++) {
        gutter *a = &s->active[i];
        bool whole = false;
        for (size_t k = 0; k < n; k++) {
            float x0 = VT_MAX(a->x0, white[k].x0), x1 = VT_MIN(a->x1, white[k].x1);
            if (x1 - x0 < s->min_width)
                continue;
            whole |= x0 == a->x0 && x1 == a->x1;
            if (next_n < MAX_ACTIVE && !covered(next, next_n, x0, x1)) {
                next[next_n] = *a;
                next[next_n].x0 = x0;
                next[next_n].x1 = x1;
                next[next_n++].y1 = y + STEP_PT;
            }
        }
        if (!whole)
            finish(s, *a, true);
    }
    for (size_t k = 0; k < n && next_n < MAX_ACTIVE; k++)
        if (white[k].x1 - white[k].x0 >= s->min_width &&
            !covered(next, next_n, white[k].x0, white[k].x1))
            next[next_n++] = (gutter){.x0 = white[k].x0,
                                      .x1 = white[k].x1,
                                      .y0 = y,
                                      .y1 = y + STEP_PT,
                                      .crossed_above = !first_row};
    memcpy(s->active, next, next_n * sizeof *next);
    s->active_n = next_n;
}

static int by_x(const void *a, const void *b)
{
    float x = ((const span *)a)->x0, y = ((const span *)b)->x0;
    return (x > y) - (x < y);
}

/* The white spans of a row, from the spans of its words. */
static size_t invert(span *inked, size_t n, vt_box region, span *white)
{
    qsort(inked, n, sizeof *inked, by_x);
    size_t count = 0;
    float x = region.x0;
    for (size_t i = 0; i < n; i++) {
        if (inked[i].x0 > x)
            white[count++] = (span){x, inked[i].x0};
        x = VT_MAX(x, inked[i].x1);
    }
    if (x < region.x1)
        white[count++] = (span){x, region.x1};
    return count;
}

static vt_box bounds(const lay_page *page, const uint32_t *words, size_t n)
{
    vt_box box = {1e9f, 1e9f, -1e9f, -1e9f};
    for (size_t i = 0; i < n; i++)
        box = vt_box_union(box, lay_word(page, words[i])->box);
    return box;
}

static uint32_t first_code(vt_str s)
{
    size_t at = 0;
    return s.len ? vt_utf8_next(s, &at) : 0;
}

static bool is_list_sign(vt_str s)
{
    uint32_t c = first_code(s);
    return c == 0x2022 || c == 0x25cf || c == 0x25aa || c == 0x25a0 || c == 0x25e6 || c == 0x2023 ||
           c == 0xb7 || c == 0x25cb || ((c == '-' || c == 0x2013) && s.len <= 3);
}

/* The right edge of a word's ink: a list sign reaches to the text that it introduces. */
static float inked_to(const lay_page *page, const uint32_t *words, size_t n, size_t i)
{
    const vt_token *w = lay_word(page, words[i]);
    if (i + 1 >= n || !is_list_sign(w->text) || w->text.len > 3)
        return w->box.x1;
    const vt_token *last = i ? lay_word(page, words[i - 1]) : NULL;
    if (last && fabsf(last->baseline - w->baseline) < 0.3f * w->size &&
        w->box.x0 - last->box.x1 < 2.0f * w->size)
        return w->box.x1; /* a dash between words */
    const vt_token *next = lay_word(page, words[i + 1]);
    float gap = next->box.x0 - w->box.x1;
    bool same = fabsf(next->baseline - w->baseline) < 0.3f * next->size;
    return same && gap > 0 && gap < 3.5f * next->size ? next->box.x0 + 1 : w->box.x1;
}

/* What stands in each thin row of a region: row r holds inked[start[r] .. start[r + 1]). */
typedef struct row_index {
    uint32_t *start; /* [rows + 1] */
    span *inked;
    size_t rows;
} row_index;

/* The thin rows of a word's letters, without leading, ascenders and descenders. */
static void rows_of_word(const vt_token *w, float top, size_t rows, size_t *r0, size_t *r1)
{
    float low = VT_MAX(w->baseline - top, 0.0f);
    float high = VT_MAX(w->baseline - 0.55f * w->size - top, 0.0f);
    *r0 = VT_MIN((size_t)(high / STEP_PT), rows - 1);
    *r1 = VT_MIN((size_t)(low / STEP_PT), rows - 1);
}

/* A rule across the region parts what is above from what is below: the sweep takes it for text. */
static bool is_long_rule(vt_box rule, vt_box region)
{
    float width = VT_MIN(rule.x1, region.x1) - VT_MAX(rule.x0, region.x0);
    return width > RULE_SHARE * (region.x1 - region.x0) && rule.y0 > region.y0 &&
           rule.y1 < region.y1;
}

static row_index index_rows(const lay_page *page, const uint32_t *words, size_t n, vt_box region)
{
    row_index index = {.rows = (size_t)((region.y1 - region.y0) / STEP_PT) + 2};
    uint32_t *start = VT_NEW_ARRAY(page->arena, uint32_t, index.rows + 1);
    size_t r0, r1;
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (is_long_rule(rule, region))
            start[(size_t)((rule.y0 - region.y0) / STEP_PT)]++;
    }
    for (size_t i = 0; i < n; i++) {
        rows_of_word(lay_word(page, words[i]), region.y0, index.rows, &r0, &r1);
        for (size_t r = r0; r <= r1; r++)
            start[r]++;
    }
    for (size_t r = 0, sum = 0; r <= index.rows; r++) { /* counts become ends */
        sum += start[r];
        start[r] = (uint32_t)sum;
    }
    index.inked = VT_NEW_ARRAY(page->arena, span, start[index.rows] + 1);
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (is_long_rule(rule, region))
            index.inked[--start[(size_t)((rule.y0 - region.y0) / STEP_PT)]] =
                (span){rule.x0, rule.x1};
    }
    for (size_t i = 0; i < n; i++) {
        const vt_token *w = lay_word(page, words[i]);
        float to = inked_to(page, words, n, i);
        rows_of_word(w, region.y0, index.rows, &r0, &r1);
        for (size_t r = r0; r <= r1; r++) /* filled from the end: ends become starts */
            index.inked[--start[r]] = (span){w->box.x0, to};
    }
    index.start = start;
    return index;
}

/* All gutters of a region: `words` sorted by baseline. */
static void find_gutters(const lay_page *page, const uint32_t *words, size_t n, vt_box region,
                         sweep *s)
{
    if (!(region.y1 - region.y0 < 20000.0f))
        return;
    row_index index = index_rows(page, words, n, region);
    span *white = VT_NEW_ARRAY(page->arena, span, n + page->rules.n + 2);
    bool first_row = true;
    for (size_t r = 0; r < index.rows; r++) {
        size_t from = index.start[r], to = index.start[r + 1];
        if (to <= from)
            continue;
        size_t count = invert(index.inked + from, to - from, region, white);
        sweep_row(s, white, count, region.y0 + (float)r * STEP_PT, first_row);
        first_row = false;
    }
    for (size_t i = 0; i < s->active_n; i++)
        finish(s, s->active[i], false);
}

/* ---- evidence ---- */

typedef struct evidence {
    size_t left_lines, right_lines, sparse_lines;
    bool sparse_is_left;
    double rowness;   /* sparse lines that share a baseline with the other side, 0..1 */
    double density;   /* sparse lines that follow the one before closely, 0..1 */
    double beside;    /* sparse lines with a line of the other side at about their height */
    size_t conflicts; /* sparse lines that overlap one of the other side, on another baseline */
    double wrapped;   /* sparse lines that begin in lower case */
    double dates;     /* sparse lines of few words with digits */
    double bullets;   /* lines of the right side that begin with a list sign */
    double switches;  /* changes of side in file order, per sparse line */
    bool ground, rule;
    bool right_aligned; /* the right side ends at one edge and begins anywhere */
    bool cards;         /* both sides look alike row by row, and not all rows look the same */
} evidence;

/* The line of the other side whose baseline is nearest, or NULL. */
static const side_line *nearest_line(const side *other, const side_line *line)
{
    const side_line *best = NULL;
    size_t low = 0, high = other->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (other->lines[mid].baseline < line->baseline)
            low = mid + 1;
        else
            high = mid;
    }
    for (size_t i = low ? low - 1 : 0; i < other->n && i <= low; i++)
        if (!best || fabsf(other->lines[i].baseline - line->baseline) <
                         fabsf(best->baseline - line->baseline))
            best = &other->lines[i];
    return best;
}

static bool shares_baseline(const side *other, const side_line *line)
{
    const side_line *near = nearest_line(other, line);
    return near &&
           fabsf(near->baseline - line->baseline) <= SAME_BASELINE * VT_MIN(near->size, line->size);
}

static bool begins_lower(const lay_page *page, const side_line *line)
{
    return vt_cp_is(first_code(lay_word(page, line->first)->text), VT_CP_LOWER);
}

static bool is_date_like(const side_line *line)
{
    return line->digit_words > 0 && line->words <= 7 && line->digit_words * 4 >= line->words;
}

static void mark_sides(lay_page *page, const parts *p)
{
    for (size_t i = 0; i < p->left.n; i++)
        page->side[p->left.at[i]] = 1;
    for (size_t i = 0; i < p->right.n; i++)
        page->side[p->right.at[i]] = 2;
}

/* How often the file changes sides while it writes the words of both. */
static double count_switches(lay_page *page, const parts *p)
{
    mark_sides(page, p);
    size_t switches = 0;
    uint8_t last = 0;
    for (size_t i = page->first; i < page->first + page->count; i++) {
        uint8_t now = page->side[i];
        page->side[i] = 0;
        if (!now)
            continue;
        switches += last && now != last;
        last = now;
    }
    return (double)switches;
}

/* Drawn evidence: a tall filled rectangle or rule that ends, or stands, in the strip. */
static void look_at_shapes(const lay_page *page, const gutter *g, evidence *e)
{
    float tall = 0.55f * (g->y1 - g->y0);
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        const vt_shape *s = &page->doc->shapes.at[i];
        float height = VT_MIN(s->box.y1, g->y1) - VT_MAX(s->box.y0, g->y0);
        if (height < tall)
            continue;
        float width = s->box.x1 - s->box.x0;
        if (width < 3.0f)
            e->rule |= s->box.x0 >= g->x0 - 2 && s->box.x1 <= g->x1 + 2;
        else if (s->filled && s->kind == VT_SHAPE_RECT && width < 0.7f * page->width)
            e->ground |= (s->box.x0 >= g->x0 - 2 && s->box.x0 <= g->x1 + 2) ||
                         (s->box.x1 >= g->x0 - 2 && s->box.x1 <= g->x1 + 2);
    }
}

static double share(size_t part, size_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

static bool is_right_aligned(const side *right)
{
    size_t at_left = 0, at_right = 0;
    for (size_t i = 0; i < right->n; i++) {
        at_left += right->lines[i].x0 - right->x0 < 1.5f;
        at_right += right->x1 - right->lines[i].x1 < 1.5f;
    }
    return share(at_right, right->n) >= 0.75 && share(at_left, right->n) <= 0.6;
}

static bool same_style(const side_line *a, const side_line *b)
{
    return a->bold == b->bold && fabsf(a->size - b->size) < 0.3f;
}

/* Things of one kind side by side: name beside name in bold, what is under one beside what is under
 * the other. What stands above at the left alone does not count. */
static bool are_cards(const side *left, const side *right)
{
    size_t skip = 0;
    while (skip < left->n && left->lines[skip].baseline < right->lines[0].y0)
        skip++;
    const side_line *l = left->lines + skip, *r = right->lines;
    size_t n = VT_MIN(left->n - skip, right->n);
    if (n < 2 || same_style(&l[0], &l[1]) || same_style(&r[0], &r[1]))
        return false;
    for (size_t i = 0; i < VT_MIN(n, 3); i++)
        if (!same_style(&l[i], &r[i]) || fabsf(l[i].baseline - r[i].baseline) > 0.5f * l->size ||
            r[i].x0 - right->x0 > 0.8f * r->size || l[i].x0 - left->x0 > 0.8f * l->size)
            return i >= 2;
    return true;
}

static evidence gather(lay_page *page, const parts *p, const gutter *g, const side *left,
                       const side *right)
{
    evidence e = {.left_lines = left->n, .right_lines = right->n};
    e.sparse_is_left = left->n <= right->n;
    const side *sparse = e.sparse_is_left ? left : right, *dense = e.sparse_is_left ? right : left;
    e.sparse_lines = sparse->n;
    bool dated = false;
    size_t rows = 0, beside = 0, close = 0, lower = 0, dates = 0, signs = 0;
    for (size_t i = 0; i < sparse->n; i++) {
        const side_line *line = &sparse->lines[i];
        const side_line *near = nearest_line(dense, line);
        bool row = shares_baseline(dense, line);
        rows += row;
        if (near) {
            float away = fabsf(near->baseline - line->baseline);
            beside += away < 1.3f * VT_MAX(near->size, line->size);
            e.conflicts += !row && away < 0.75f * VT_MAX(near->size, line->size);
        }
        dated =
            is_date_like(line) || (dated && i && line->words <= 3 &&
                                   line->baseline - line[-1].baseline <= CELL_LEADING * line->size);
        dates += dated;
        lower += begins_lower(page, line);
        if (i)
            close += line->baseline - line[-1].baseline <
                     DENSE_LEADING * VT_MAX(line->size, line[-1].size);
    }
    for (size_t i = 0; i < right->n; i++)
        signs += is_list_sign(lay_word(page, right->lines[i].first)->text);
    e.rowness = share(rows, sparse->n);
    e.beside = share(beside, sparse->n);
    e.density = share(close, sparse->n > 1 ? sparse->n - 1 : 1);
    e.wrapped = share(lower, sparse->n);
    e.dates = share(dates, sparse->n);
    e.bullets = share(signs, right->n);
    e.switches = sparse->n ? count_switches(page, p) / (double)sparse->n : 0;
    look_at_shapes(page, g, &e);
    e.ground |= g->ground;
    e.right_aligned = is_right_aligned(right);
    e.cards = are_cards(left, right);
    return e;
}

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* Positive: two columns. The weights were set by looking at many made and found documents. */
static double column_score(const lay_page *page, const evidence *e, const side *sparse,
                           float region_width)
{
    double score = 0;
    score += e->ground ? 2.5 : 0;
    score += e->rule ? 1.2 : 0;
    score += clamp((1.0 - e->switches) * 1.5, -1.5, 1.3);
    score += clamp((0.55 - e->rowness) * 2.4, e->rule ? -0.3 : -1.1, 1.3);
    score += clamp((e->density - 0.45) * 2.0, -0.9, 1.0);
    score += clamp(e->wrapped * 2.5, 0, 1.2);
    score += e->bullets > 0.5 && e->rowness > 0.5 ? 1.0 : 0;
    score -= e->rule && e->density > 0.5 ? 0 : e->dates * 1.5;
    if (e->sparse_lines >= 8)
        score += 0.5;
    if (e->sparse_lines <= 2)
        score -= 0.7;
    /* two or three short lines at the right margin belong to the lines at their left */
    if (!e->cards && !e->sparse_is_left && e->sparse_lines <= 3 && e->rowness > 0.6 &&
        sparse->x1 - sparse->x0 < 0.4f * region_width)
        score -= 1.0;
    if (e->conflicts && e->sparse_lines <= 4)
        score += 1.0;
    if (e->beside < 0.25)
        score -= 3.0;
    if (e->right_aligned && e->rowness > 0.5)
        score -= 1.2;
    if (e->cards && !e->right_aligned)
        score += 2.0;
    if (page->reading == VT_READING_ROWS)
        score -= e->ground ? 0 : 1.2;
    else if (page->reading == VT_READING_COLUMNS)
        score += e->sparse_lines >= 3 ? 1.2 : 0.5;
    return score;
}

/* True for a line that goes on with a long one just above it. */
static bool is_wrapped(const lay_page *page, const side *s, const side_line *line)
{
    return line > s->lines && begins_lower(page, line) &&
           line->baseline - line[-1].baseline < DENSE_LEADING * line->size &&
           line[-1].x1 - line[-1].x0 > 0.6f * (s->x1 - s->x0);
}

static bool ends_open(vt_str t)
{
    return vt_str_ends(t, VT_STR("-")) || vt_str_ends(t, VT_STR("–")) ||
           vt_str_ends(t, VT_STR("—")) || vt_str_eq_nocase(t, VT_STR("to")) ||
           vt_str_eq_nocase(t, VT_STR("bis"));
}

static bool bold_start(const lay_page *page, const side_line *line)
{
    return line && (lay_word(page, line->first)->flags & VT_TOKEN_BOLD);
}

static bool after_gap(const side *s, size_t i)
{
    return i == 0 ||
           s->lines[i].baseline - s->lines[i - 1].baseline > CELL_LEADING * s->lines[i].size;
}

/* True when what begins after a gap of the rail begins in bold, and not all of the content is bold:
 * then bold tells where something begins also without a gap. */
static bool begins_in_bold(const lay_page *page, const side *rail, const side *content)
{
    size_t starts = 0, bold = 0, all = 0;
    for (size_t i = 0; i < rail->n; i++) {
        if (!after_gap(rail, i))
            continue;
        starts++;
        bold += bold_start(page, nearest_line(content, &rail->lines[i]));
    }
    for (size_t i = 0; i < content->n; i++)
        all += bold_start(page, &content->lines[i]);
    return starts >= 2 && bold * 5 >= starts * 4 && all * 5 <= content->n * 3;
}

/* True when line i of the rail begins a new thing; `styled` comes from begins_in_bold(). */
static bool starts_cell(const lay_page *page, const side *rail, const side *content, size_t i,
                        bool styled)
{
    if (after_gap(rail, i))
        return true;
    const side_line *line = &rail->lines[i], *beside = nearest_line(content, line);
    if (ends_open(lay_word(page, line[-1].last)->text) || !shares_baseline(content, line) ||
        begins_lower(page, line) || is_wrapped(page, content, beside))
        return false;
    return !styled || bold_start(page, beside);
}

/* What the lines of a narrow side say about it being a rail beside its content. */
typedef struct rail_fit {
    size_t starts;  /* things in it */
    size_t aligned; /* of them, on a baseline of the content */
    size_t opening; /* of them, where the content begins anew below a gap */
    size_t dated;   /* of them, with a number */
    size_t alone;   /* lines without a line of the content on their baseline */
} rail_fit;

/* The line beside `line`, or a little above when that is a name set larger, where the content
 * begins anew below a gap; NULL when there is none. */
static const side_line *opening_beside(const side *content, const side_line *line)
{
    const side_line *near = nearest_line(content, line);
    for (int back = 0; near && back < 3; back++, near--) {
        float above = line->baseline - near->baseline;
        if (above > (line->size > 1.1f * near->size ? 1.9f : 0.5f) * line->size)
            return NULL;
        if (near == content->lines || near->baseline - near[-1].baseline > 1.35f * near->size)
            return above > -0.5f * line->size ? near : NULL;
    }
    return NULL;
}

static rail_fit fit_rail(const lay_page *page, const side *rail, const side *content)
{
    rail_fit f = {0};
    bool styled = begins_in_bold(page, rail, content);
    for (size_t i = 0; i < rail->n; i++) {
        const side_line *line = &rail->lines[i], *near = nearest_line(content, line);
        bool row =
            near && fabsf(near->baseline - line->baseline) < 0.5f * VT_MAX(near->size, line->size);
        f.alone += !row;
        if (!starts_cell(page, rail, content, i, styled))
            continue;
        const side_line *opening = opening_beside(content, line);
        f.starts++;
        f.aligned += row || opening;
        f.opening += opening != NULL;
        f.dated += line->digit_words > 0;
    }
    return f;
}

static bool is_narrow(const side *rail, const side *left, const side *right)
{
    return rail->x1 - rail->x0 <= RAIL_SHARE * (right->x1 - left->x0);
}

/* A rail: short things at the left, each on the first baseline of what it belongs to. */
static bool is_rail(const lay_page *page, const side *left, const side *right)
{
    for (size_t i = 0; i < left->n; i++)
        if (is_list_sign(lay_word(page, left->lines[i].first)->text))
            return false;
    const side_line *first = left->lines;
    if (!left->n || !is_narrow(left, left, right) ||
        (first->baseline > right->lines[0].baseline + 0.5f * first->size &&
         opening_beside(right, first) != right->lines))
        return false;
    if (left->n == right->n && is_right_aligned(right))
        return false; /* lines with something at their right end */
    rail_fit f = fit_rail(page, left, right);
    bool dates = f.dated * 10 >= f.starts * 7;
    if (left->n > (dates ? 4 : 1) * right->n || share(f.aligned, f.starts) < 0.7)
        return false;
    return f.alone * 3 <= left->n + 2 || (f.starts >= 2 && share(f.opening, f.starts) >= 0.75);
}

/* A rail that no order in the file can talk away: all its things begin where content begins. */
static bool is_strong_rail(const lay_page *page, const evidence *e, const side *left,
                           const side *right)
{
    if (e->ground || left->n < 2 || !is_rail(page, left, right))
        return false;
    rail_fit f = fit_rail(page, left, right);
    if (share(f.opening, f.starts) < 0.75)
        return false;
    if (f.starts >= 3 && f.dated * 10 >= f.starts * 7 && share(f.aligned, f.starts) >= 0.9)
        return true; /* dates are no column of their own */
    bool sparse = e->density <= 0.5 && left->n * 2 <= right->n;
    return left->n * 5 <= right->n * 3 && f.starts >= (sparse ? 2 : 3) &&
           share(f.aligned, f.starts) >= (f.starts >= 5 ? 0.8 : 0.9);
}

/* True when reading straight across would tear a cell of the right side apart: its further lines
 * stand beside a list, beside wrapped text, or beside nothing. */
static bool tears_cells(const lay_page *page, const gutter *g, const side *left, const side *right)
{
    for (size_t i = 1; i < right->n; i++) {
        const side_line *line = &right->lines[i], *above = line - 1;
        if (line->baseline - above->baseline > CELL_LEADING * line->size ||
            !shares_baseline(left, above))
            continue;
        const side_line *beside = nearest_line(left, line), *first = nearest_line(left, above);
        if (!shares_baseline(left, line) || ends_open(lay_word(page, above->last)->text) ||
            (is_list_sign(lay_word(page, beside->first)->text) &&
             !is_list_sign(lay_word(page, first->first)->text)))
            return true;
        const vt_token *w = lay_word(page, beside->first);
        if (beside != first && first->words >= 3 && first->x1 + (w->box.x1 - w->box.x0) > g->x1 &&
            same_style(first, beside))
            return true;
    }
    return false;
}

static bool is_right_rail(const lay_page *page, const gutter *g, const side *left,
                          const side *right)
{
    if (right->n > left->n || right->n < 2 || !is_narrow(right, left, right))
        return false;
    rail_fit f = fit_rail(page, right, left);
    return share(f.aligned, f.starts) >= 0.8 && tears_cells(page, g, left, right);
}

/* ---- trimming ---- */

static bool is_heading_like(const side *s, size_t i)
{
    const side_line *line = &s->lines[i];
    if (line->words > 5)
        return false;
    bool next = i + 1 < s->n;
    return line->bold || (next && line->size > 1.1f * s->lines[i + 1].size);
}

static float step_above(const side *s, size_t i)
{
    return i ? s->lines[i].baseline - s->lines[i - 1].baseline : 1e9f;
}

/* Where the lines that lead to text across the gutter begin: they do not belong to the columns. */
static size_t tail_start(const side *s, float stop_y)
{
    size_t i = s->n;
    while (i > 0 && s->lines[i - 1].y0 > stop_y) {
        i--;
        float step = step_above(s, i), size = s->lines[i].size;
        float below = i + 1 < s->n ? 1.15f * step_above(s, i + 1) : 1.4f * size;
        if ((is_heading_like(s, i) && step > below) ||
            (i && step > 1.75f * VT_MAX(size, s->lines[i - 1].size)))
            break;
    }
    /* the names over it: of the entry, of the section */
    while (i > 0 && i < s->n && is_heading_like(s, i - 1) && s->lines[i - 1].y0 > stop_y &&
           step_above(s, i) < SECTION_GAP * 1.3f * s->lines[i].size)
        i--;
    return i;
}

/* The last line of the side that is not a mere right-hand end of rows at its bottom. */
static float body_end(const side *s, const side *other)
{
    size_t n = s->n;
    while (n > 1) {
        size_t first = n - 1;
        while (first > 0 && s->lines[first].baseline - s->lines[first - 1].baseline <
                                SECTION_GAP * s->lines[first].size)
            first--;
        bool rows = first > 0 && n - first <= 2;
        for (size_t i = first; rows && i < n; i++)
            rows = shares_baseline(other, &s->lines[i]);
        if (!rows)
            break;
        n = first;
    }
    return n ? s->lines[n - 1].y1 : 0;
}

/* A header that stands alone at the right, above where the left column begins, comes before it. */
static void trim_head(gutter *g, const side *left, const side *right, float body)
{
    bool large = false;
    const side_line *l = &left->lines[0];
    for (size_t i = 0; i + 1 < right->n && i < HEAD_LINES; i++) {
        const side_line *a = &right->lines[i];
        if (a->y1 > l->y0 + 0.3f * l->size)
            return;
        large |= a->size > 1.25f * body;
        if (large && a[1].baseline - a->baseline > SECTION_GAP * VT_MIN(a->size, a[1].size)) {
            g->y0 = a->y1;
            return;
        }
    }
}

/* What ends at a rule is whole. */
static bool ends_at_rule(const lay_page *page, const gutter *g)
{
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (fabsf(rule.y0 - g->y1) < 2.5f * STEP_PT && rule.x0 < g->x0 && rule.x1 > g->x1)
            return true;
    }
    return false;
}

/* Cuts what stands below (above) the columns proper off a gutter that text across it ends. */
static void trim(const lay_page *page, gutter *g, const side *left, const side *right)
{
    if (!left->n || !right->n)
        return;
    if (g->crossed_below && !ends_at_rule(page, g)) {
        float left_end = body_end(left, right), right_end = body_end(right, left);
        const side *longer = left_end > right_end ? left : right;
        const side_line *last = &longer->lines[longer->n - 1];
        bool apart = g->y1 - last->y1 > 0.9f * last->size; /* the text across is a new part */
        size_t i = apart ? longer->n : tail_start(longer, VT_MIN(left_end, right_end));
        if (i < longer->n && i > 0)
            g->y1 = VT_MIN(g->y1, longer->lines[i].y0 - 0.5f);
    }
    evidence e = {.ground = g->ground};
    look_at_shapes(page, g, &e);
    if (!e.ground)
        trim_head(g, left, right, page->body);
}

/* A grid under a name that stands over all of its columns ends where the next such name begins:
 * nothing stands beside the name, and both sides begin anew on one baseline below it. */
static void split_at_heading(gutter *g, const evidence *e, const side *left, const side *right)
{
    if (e->ground || e->rule || e->switches * (double)e->sparse_lines < 2.5)
        return;
    size_t r = 0;
    for (size_t i = 1; i + 1 < left->n; i++) {
        const side_line *line = &left->lines[i];
        while (r < right->n && right->lines[r].baseline < line->baseline)
            r++;
        if (r == 0 || r >= right->n || !is_heading_like(left, i) ||
            right->lines[r - 1].y1 > line->y0 + 1 || right->lines[r].y0 < line->y1 - 1 ||
            line->baseline - line[-1].baseline < 1.3f * line->size)
            continue;
        const side_line *next = &left->lines[i + 1];
        if (fabsf(next->baseline - right->lines[r].baseline) < SAME_BASELINE * next->size) {
            g->y1 = line->y0 - 0.5f;
            return;
        }
    }
}

/* A run of words on one side, in file order. */
typedef struct file_run {
    uint8_t side;
    float y0, y1;
} file_run;

/* Where the second row of a grid begins, when the file writes cell after cell and row after row:
 * the first run of words that goes back to a side it had left, below all that was written so far.
 * Infinity when there is none. */
static float second_row(lay_page *page, const parts *p)
{
    mark_sides(page, p);
    file_run all = {0, 1e9f, -1e9f}, run = {0, 1e9f, -1e9f};
    float found = 1e9f;
    size_t runs = 0;
    for (size_t i = page->first; i < page->first + page->count; i++) {
        uint8_t now = page->side[i];
        page->side[i] = 0;
        if (!now)
            continue;
        const vt_token *w = lay_word(page, (uint32_t)i);
        if (now != run.side) {
            all.y0 = VT_MIN(all.y0, run.y0);
            all.y1 = VT_MAX(all.y1, run.y1);
            run = (file_run){now, 1e9f, -1e9f};
            runs++;
        }
        run.y0 = VT_MIN(run.y0, w->box.y0);
        run.y1 = VT_MAX(run.y1, w->box.y1);
        if (runs == 3 && found > 1e8f) {
            if (w->box.y0 < all.y1 - 0.2f * w->size)
                runs = 4; /* no grid */
            else
                found = w->box.y0;
        } else if (found < 1e8f && w->box.y0 < found - 1) {
            found = 1e9f; /* something comes later that stands above */
            runs = 4;
        }
    }
    return found;
}

/* ---- choosing ---- */

/* True when some row goes on across the gutter after no more than a space, as in a large name. */
static bool is_word_gap(const side *left, const side *right)
{
    for (size_t i = 0; i < left->n; i++) {
        const side_line *l = &left->lines[i], *r = nearest_line(right, l);
        if (r && fabsf(r->baseline - l->baseline) < SAME_BASELINE * r->size &&
            r->x0 - l->x1 < 0.55f * VT_MIN(l->size, r->size))
            return true;
    }
    return false;
}

/* True when what stands at the left are but the signs of a list. */
static bool are_list_signs(const lay_page *page, const side *left)
{
    size_t signs = 0;
    for (size_t i = 0; i < left->n; i++)
        signs +=
            left->lines[i].words == 1 && is_list_sign(lay_word(page, left->lines[i].first)->text);
    return signs * 2 > left->n;
}

/* Judges one gutter of the region; trims it first. */
static cut judge(lay_page *page, const uint32_t *words, size_t n, gutter g, float region_width)
{
    cut c = {.g = g};
    parts p = divide(page, words, n, &g);
    if (!p.left.n || p.right.n < 2)
        return c;
    side left = make_side(page, p.left.at, p.left.n);
    side right = make_side(page, p.right.at, p.right.n);
    float y0 = g.y0, y1 = g.y1;
    trim(page, &c.g, &left, &right);
    if (c.g.y0 != y0 || c.g.y1 != y1) {
        p = divide(page, words, n, &c.g);
        left = make_side(page, p.left.at, p.left.n);
        right = make_side(page, p.right.at, p.right.n);
    }
    if (!left.n || right.n < 2 || are_list_signs(page, &left))
        return c;
    evidence e = gather(page, &p, &c.g, &left, &right);
    if (g.x1 > g.x0 && g.x1 - g.x0 < GUTTER_WIDTH * page->body &&
        (e.sparse_lines < 4 || e.beside < 0.7))
        return c; /* a river between words */
    if (e.sparse_lines < 4 && !e.ground && !e.rule && is_word_gap(&left, &right))
        return c;
    const side *sparse = e.sparse_is_left ? &left : &right;
    c.score = column_score(page, &e, sparse, region_width);
    if (c.score > 0 && left.n >= 2 && !is_strong_rail(page, &e, &left, &right)) {
        c.kind = CUT_COLUMNS;
        split_at_heading(&c.g, &e, &left, &right);
        if (!e.ground)
            c.g.y1 = VT_MIN(c.g.y1, second_row(page, &p) - 0.5f);
    } else if (is_rail(page, &left, &right)) {
        c.kind = CUT_RAIL;
    } else if (c.score <= 0 && is_right_rail(page, &c.g, &left, &right)) {
        c.kind = CUT_RIGHT_RAIL;
    }
    c.score = VT_MIN(fabs(c.score), 3.0);
    if (c.kind == CUT_RAIL)
        c.score = VT_MAX(c.score, 1.2); /* that it fits speaks for itself */
    c.explains = (0.5 + c.score) * sqrt((double)(p.left.n + p.right.n));
    return c;
}

/* Judges the edge of something drawn that words hardly cross. */
static void judge_edge(lay_page *page, const uint32_t *words, size_t n, vt_box region, gutter g,
                       cut *best)
{
    float edge = (g.x0 + g.x1) / 2;
    size_t across = 0, inside = 0;
    for (size_t k = 0; k < n; k++) {
        const vt_token *w = lay_word(page, words[k]);
        if (center_y(w) < g.y0 || center_y(w) > g.y1)
            continue;
        inside++;
        across += w->box.x0 < edge - 3 && w->box.x1 > edge + 3;
    }
    if (inside < 4 || across * 50 > inside)
        return;
    cut c = judge(page, words, n, g, region.x1 - region.x0);
    if (c.kind == CUT_COLUMNS && c.explains > best->explains)
        *best = c;
}

/* A vertical rule parts the rows of a table one by one, as the horizontal rules cut it. */
static void judge_cells(lay_page *page, const uint32_t *words, size_t n, vt_box region, gutter g,
                        cut *best)
{
    float end = VT_MIN(g.y1, region.y1);
    g.y0 = VT_MAX(g.y0, region.y0);
    for (size_t i = 0; i < page->rules.n; i++) {
        vt_box rule = page->rules.at[i];
        if (!is_long_rule(rule, region) || rule.y0 <= g.y0 + 2 || rule.y0 >= end)
            continue;
        g.y1 = rule.y0;
        judge_edge(page, words, n, region, g, best);
        g.y0 = rule.y0;
    }
    g.y1 = end;
    if (g.y1 - g.y0 > page->body)
        judge_edge(page, words, n, region, g, best);
}

/* Coloured grounds and vertical rules beside the text: they part columns even where words stand
 * close. */
static void judge_grounds(lay_page *page, const uint32_t *words, size_t n, vt_box region, cut *best)
{
    for (size_t i = page->first_shape; i < page->shape_end; i++) {
        const vt_shape *s = &page->doc->shapes.at[i];
        vt_box b = s->box;
        float width = b.x1 - b.x0, height = b.y1 - b.y0;
        bool rule =
            width < 3 && height > 1.8f * page->body &&
            VT_MIN(b.y1, region.y1) - VT_MAX(b.y0, region.y0) > 0.5f * (region.y1 - region.y0);
        bool ground = s->filled && s->kind == VT_SHAPE_RECT && height > 0.4f * page->height &&
                      width > 0.12f * page->width && width < 0.6f * page->width &&
                      s->color != 0xffffff;
        if (!rule && !ground)
            continue;
        float edge = rule || b.x0 - region.x0 > region.x1 - b.x1 ? b.x0 : b.x1;
        if (edge <= region.x0 + 5 || edge >= region.x1 - 5)
            continue;
        gutter g = {.x0 = edge, .x1 = edge, .y0 = b.y0, .y1 = b.y1, .ground = ground};
        if (ground)
            judge_edge(page, words, n, region, g, best);
        else
            judge_cells(page, words, n, region, g, best);
    }
}

static int by_size(const void *a, const void *b)
{
    const gutter *g = a, *h = b;
    float x = (g->y1 - g->y0) * sqrtf(g->x1 - g->x0), y = (h->y1 - h->y0) * sqrtf(h->x1 - h->x0);
    return (x < y) - (x > y);
}

static cut best_cut(lay_page *page, const uint32_t *words, size_t n)
{
    cut best = {0};
    if (n < 4 || page->reading == VT_READING_CONTENT)
        return best;
    vt_box region = bounds(page, words, n);
    sweep *s = VT_NEW(page->arena, sweep);
    s->min_width = VT_MAX(NARROW_WIDTH * page->body, 3.0f);
    s->usual_width = VT_MAX(GUTTER_WIDTH * page->body, 4.0f);
    s->narrow_height = NARROW_HEIGHT * page->body;
    s->min_height = 1.8f * page->body;
    find_gutters(page, words, n, region, s);
    qsort(s->found, s->found_n, sizeof *s->found, by_size);
    size_t judged = 0;
    for (size_t i = 0; i < s->found_n && judged < MAX_GUTTERS; i++) {
        const gutter *g = &s->found[i];
        if (g->x0 <= region.x0 + 0.5f || g->x1 >= region.x1 - 0.5f)
            continue;
        judged++;
        cut c = judge(page, words, n, *g, region.x1 - region.x0);
        if (c.kind && c.explains > best.explains)
            best = c;
    }
    judge_grounds(page, words, n, region, &best);
    return best;
}

/* ---- reading ---- */

static void read_region(lay_page *page, const uint32_t *words, size_t n, uint32_t column,
                        int depth);

static uint32_t new_column(lay_page *page, const word_set *words)
{
    vt_column column = {.box = bounds(page, words->at, words->n), .page = page->page};
    vt_vec_push(page->doc->arena, &page->doc->columns, column);
    return (uint32_t)page->doc->columns.n - 1;
}

static void read_columns(lay_page *page, const parts *p, int depth)
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
    bool colon; /* "Languages:" */
} cell;

static size_t words_of_line(const lay_page *page, const word_set *set, size_t from,
                            const side_line *next)
{
    size_t i = from;
    while (i < set->n && (!next || lay_word(page, set->at[i])->baseline < next->baseline - 0.01f))
        i++;
    return i;
}

static float cell_top(const side *content, const side_line *line)
{
    const side_line *opening = opening_beside(content, line);
    return opening ? VT_MIN(opening->y0, line->y0) : line->y0;
}

/* Lines of the left side into cells: a line without partner at the right goes on with its cell. */
static size_t make_cells(const lay_page *page, const word_set *set, const side *left,
                         const side *right, cell *cells)
{
    size_t n = 0, word = 0;
    bool styled = begins_in_bold(page, left, right);
    for (size_t i = 0; i < left->n; i++) {
        const side_line *line = &left->lines[i];
        size_t end = words_of_line(page, set, word, i + 1 < left->n ? line + 1 : NULL);
        if (starts_cell(page, left, right, i, styled))
            cells[n++] = (cell){.first = i, .top = cell_top(right, line)};
        cells[n - 1].end = i + 1;
        cells[n - 1].dated |= line->digit_words > 0;
        cells[n - 1].colon = vt_str_ends(lay_word(page, set->at[end - 1])->text, VT_STR(":"));
        word = end;
    }
    return n;
}

/* Lines of the right side between two heights. */
static size_t count_lines(const side *s, float from, float to)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        float y = s->lines[i].baseline - 0.3f * s->lines[i].size;
        n += y >= from && y < to;
    }
    return n;
}

/* True when the first line of the content looks like the label beside it. */
static bool looks_alike(const lay_page *page, const side_line *label, const side *right, float to)
{
    for (size_t i = 0; i < right->n; i++) {
        const side_line *line = &right->lines[i];
        if (line->baseline < label->baseline - SAME_BASELINE * label->size || line->y0 > to)
            continue;
        return line->bold == label->bold && fabsf(line->size - label->size) < 0.4f &&
               lay_word(page, line->first)->color == lay_word(page, label->first)->color;
    }
    return true;
}

/* Section names stand above their content; "key  value" and "date  title" share a line. */
static bool labels_stand_alone(const lay_page *page, const cell *cells, size_t n, const side *left,
                               const side *right)
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

static word_set take(const lay_page *page, const word_set *set, float from, float to)
{
    word_set out = new_set(page, set->n);
    for (size_t i = 0; i < set->n; i++) {
        float y = center_y(lay_word(page, set->at[i]));
        if (y >= from && y < to)
            out.at[out.n++] = set->at[i];
    }
    return out;
}

static int by_baseline_then_x(const lay_page *page, uint32_t a, uint32_t b)
{
    const vt_token *x = lay_word(page, a), *y = lay_word(page, b);
    if (x->baseline != y->baseline)
        return x->baseline < y->baseline ? -1 : 1;
    return (x->box.x0 > y->box.x0) - (x->box.x0 < y->box.x0);
}

static word_set merge_sets(const lay_page *page, const word_set *a, const word_set *b)
{
    word_set out = new_set(page, a->n + b->n);
    size_t i = 0, k = 0;
    while (i < a->n || k < b->n) {
        bool first = k == b->n || (i < a->n && by_baseline_then_x(page, a->at[i], b->at[k]) <= 0);
        out.at[out.n++] = first ? a->at[i++] : b->at[k++];
    }
    return out;
}

static void read_cell(lay_page *page, const word_set *label, const word_set *content, bool alone,
                      uint32_t column, int depth)
{
    float first_line = 1e9f;
    for (size_t i = 0; i < content->n; i++)
        first_line = VT_MIN(first_line, lay_word(page, content->at[i])->baseline);
    if (!alone && content->n) {
        /* the label joins the first line of its content */
        float size = lay_word(page, content->at[0])->size;
        word_set head = take(page, content, -1e9f, first_line + 0.25f * size);
        word_set rest = take(page, content, first_line + 0.25f * size, 1e9f);
        word_set row = merge_sets(page, label, &head);
        lay_add_lines(page, row.at, row.n, column, true);
        read_region(page, rest.at, rest.n, column, depth + 1);
        return;
    }
    size_t before = page->lines.n;
    lay_add_lines(page, label->at, label->n, column, false);
    for (size_t i = before; i < page->lines.n; i++) {
        page->lines.at[i].label = true;
        page->lines.at[i].cont = i > before;
    }
    read_region(page, content->at, content->n, column, depth + 1);
}

static void read_rail(lay_page *page, const parts *p, uint32_t column, int depth)
{
    side left = make_side(page, p->left.at, p->left.n);
    side right = make_side(page, p->right.at, p->right.n);
    cell *cells = VT_NEW_ARRAY(page->arena, cell, left.n);
    size_t n = make_cells(page, &p->left, &left, &right, cells);
    bool alone = labels_stand_alone(page, cells, n, &left, &right);

    word_set before = take(page, &p->right, -1e9f, cells[0].top - 1);
    read_region(page, before.at, before.n, column, depth + 1);
    for (size_t i = 0; i < n; i++) {
        float from = cells[i].top - 1, to = i + 1 < n ? cells[i + 1].top - 1 : 1e9f;
        word_set label = take(page, &p->left, from, to), content = take(page, &p->right, from, to);
        bool several = cells[i].end - cells[i].first > 1;
        read_cell(page, &label, &content, several || (alone && !cells[i].dated), column, depth);
    }
}

/* An entry with a cell at its right: the cell follows the first line of the entry. */
static void read_entry(lay_page *page, const word_set *content, const word_set *label, bool open,
                       uint32_t column, int depth)
{
    const vt_token *first = lay_word(page, label->at[0]);
    float below = first->baseline + 0.3f * first->size;
    word_set head = take(page, content, -1e9f, below), rest = take(page, content, below, 1e9f);
    word_set row = take(page, label, -1e9f, below), more = take(page, label, below, 1e9f);
    if (open) /* a range of dates that goes on below stays together */
        lay_add_joined(page, head.at, head.n, label->at, label->n, column);
    else {
        row = merge_sets(page, &head, &row);
        lay_add_lines(page, row.at, row.n, column, true);
        lay_add_lines(page, more.at, more.n, column, false);
    }
    read_region(page, rest.at, rest.n, column, depth + 1);
}

/* A year that did not fit beside its month. */
static bool is_lone_number(const lay_page *page, const side_line *line)
{
    vt_str t = lay_word(page, line->first)->text;
    return line->words == 1 && t.len == 4 && vt_is_digit(t.ptr[0]) && vt_is_digit(t.ptr[3]);
}

static void read_right_rail(lay_page *page, const parts *p, uint32_t column, int depth)
{
    side right = make_side(page, p->right.at, p->right.n);
    float from = right.lines[0].baseline - right.lines[0].size;
    word_set before = take(page, &p->left, -1e9f, from);
    read_region(page, before.at, before.n, column, depth + 1);
    for (size_t i = 0; i < right.n;) {
        size_t end = i + 1;
        bool open = ends_open(lay_word(page, right.lines[i].last)->text) ||
                    (i + 1 < right.n && is_lone_number(page, &right.lines[i + 1]));
        while (end < right.n && right.lines[end].baseline - right.lines[end - 1].baseline <=
                                    CELL_LEADING * right.lines[end].size)
            end++;
        float to = end < right.n ? right.lines[end].baseline - right.lines[end].size : 1e9f;
        word_set content = take(page, &p->left, from, to), label = take(page, &p->right, from, to);
        read_entry(page, &content, &label, open, column, depth);
        from = to;
        i = end;
    }
}

static void read_region(lay_page *page, const uint32_t *words, size_t n, uint32_t column, int depth)
{
    if (!n)
        return;
    cut c = depth < MAX_DEPTH ? best_cut(page, words, n) : (cut){0};
    if (c.kind == CUT_NONE) {
        lay_add_lines(page, words, n, column, false);
        return;
    }
    page->score += c.score;
    page->cuts++;
    parts p = divide(page, words, n, &c.g);
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
    word_set all = {words, n};
    if (n)
        read_region(page, words, n, new_column(page, &all), 0);
}
