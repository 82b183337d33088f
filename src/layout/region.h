/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the files that cut a page into columns share. A region is a set of words. White strips that
 * run down between words ("gutters", gutters.c) are judged by the evidence about the text at their
 * two sides (sides.c, evidence.c, rails.c), trimmed to where they part something (trim.c), and the
 * best one is the cut of the region (cuts.c), whose parts are regions again (columns.c).
 */
#ifndef VT_LAYOUT_REGION_H
#define VT_LAYOUT_REGION_H

#include "layout/page.h"

#define LAY_STEP_PT       2.0f  /* height of a thin row of the sweep */
#define LAY_GUTTER_WIDTH  0.75f /* of the body size, at least */
#define LAY_SAME_BASELINE 0.22f /* of the size */
#define LAY_DENSE_LEADING 1.95f /* of the size: line follows line */
#define LAY_CELL_LEADING  1.6f  /* of the size: lines of one cell */

typedef struct lay_gutter {
    float x0, x1, y0, y1;
    bool crossed_above, crossed_below; /* text ends it, not the region */
    bool ground;                       /* the edge of a coloured ground */
} lay_gutter;

/** A line of one side of a gutter, only as good as the evidence needs. */
typedef struct lay_side_line {
    float x0, x1, y0, y1, baseline, size;
    uint32_t first, last; /* its outermost words */
    uint32_t words, digit_words;
    bool bold;
} lay_side_line;

typedef struct lay_side {
    lay_side_line *lines;
    size_t n;
    float x0, x1;
} lay_side;

typedef struct lay_words {
    uint32_t *at;
    size_t n;
} lay_words;

/** The words of a region above, left, right and below of a gutter. */
typedef struct lay_parts {
    lay_words above, left, right, below;
} lay_parts;

typedef enum lay_cut_kind { CUT_NONE, CUT_COLUMNS, CUT_RAIL, CUT_RIGHT_RAIL } lay_cut_kind;

typedef struct lay_cut {
    lay_cut_kind kind;
    lay_gutter g;
    double score;    /* evidence, > 0 */
    double explains; /* score times words */
} lay_cut;

/** What speaks for and against two columns. The sparse side is the one of fewer lines. */
typedef struct lay_evidence {
    size_t left_lines, right_lines, sparse_lines;
    bool sparse_is_left;
    double rowness;   /* sparse lines that share a baseline with the other side, 0..1 */
    double density;   /* sparse lines that follow the one before closely, 0..1 */
    double beside;    /* sparse lines with a line of the other side at about their height */
    size_t conflicts; /* sparse lines that overlap one of the other side, on another baseline */
    double wrapped;   /* sparse lines that begin in lower case */
    double dates;     /* sparse lines of few words with digits */
    double bullets;   /* lines of the right side that begin with a list sign */
    size_t left_names, right_names; /* names of sections at the edges of the sides */
    double switches;                /* changes of side in file order, per sparse line */
    bool ground, rule;
    bool right_aligned; /* the right side ends at one edge and begins anywhere */
    bool cards;         /* both sides look alike row by row, and not all rows look the same */
} lay_evidence;

/** The middle of its small letters. */
static inline float lay_center_y(const vt_token *w)
{
    return w->baseline - 0.3f * w->size;
}

static inline float lay_center_x(const vt_token *w)
{
    return (w->box.x0 + w->box.x1) / 2;
}

/** True when the order of words in the document is its maker's: recognition only guesses one. */
static inline bool lay_has_file_order(const lay_page *page)
{
    return !page->doc->pages.at[page->page].ocr;
}

/** 0 of nothing. */
static inline double lay_share(size_t part, size_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

/* ---- sides.c: words and the lines that they make ---- */

/** Empty, with room for `max` words; in the arena of the page. */
lay_words lay_new_set(const lay_page *page, size_t max);
/** The words whose middles lie between two heights. */
lay_words lay_take(const lay_page *page, const lay_words *set, float from, float to);
/** Both, sorted by baseline. */
lay_words lay_merge_sets(const lay_page *page, const lay_words *a, const lay_words *b);
/** The words [n] of a region by where they stand to a gutter. */
lay_parts lay_divide(const lay_page *page, const uint32_t *words, size_t n, const lay_gutter *g);
/** The box around all of them. */
vt_box lay_bounds(const lay_page *page, const uint32_t *words, size_t n);

/** A walk over the words of the left and the right part in the order of the file. Goes to its end:
 * it clears its marks in page->side on the way. */
typedef struct lay_side_walk {
    lay_page *page;
    uint32_t word, next, end; /* indices in doc->words */
    uint8_t side;             /* of the word: LAY_LEFT or LAY_RIGHT */
} lay_side_walk;
enum { LAY_LEFT = 1, LAY_RIGHT = 2 };
lay_side_walk lay_walk_sides(lay_page *page, const lay_parts *p);
/** The next word; false behind the last one. */
bool lay_next_word(lay_side_walk *walk);

/** Lines of words that come sorted by baseline. */
lay_side lay_make_side(const lay_page *page, const uint32_t *words, size_t n);
/** The line of the other side whose baseline is nearest, or NULL. */
const lay_side_line *lay_nearest_line(const lay_side *other, const lay_side_line *line);
/** Some line of the other side stands on its baseline. */
bool lay_shares_baseline(const lay_side *other, const lay_side_line *line);
/** Its first letter is a small one: it is wrapped. */
bool lay_begins_lower(const lay_page *page, const lay_side_line *line);
/** The `n` lines are together the name of a section in some language. */
bool lay_is_section_name(const lay_page *page, const lay_side_line *lines, size_t n);
/** The word is a sign of a list item. */
bool lay_begins_list(vt_str word);
/** "Jan 2019 –": the date, or the line, goes on below. */
bool lay_ends_open(vt_str word);
/** Few words, some of them with digits. */
bool lay_is_date_like(const lay_side_line *line);
/** Alike in size and weight. */
bool lay_same_style(const lay_side_line *a, const lay_side_line *b);
/** The lines end at one edge and begin anywhere. */
bool lay_is_right_aligned(const lay_side *right);

/* ---- gutters.c ---- */

/** The gutters of a region, the largest first: `words` sorted by baseline. */
size_t lay_find_gutters(const lay_page *page, const uint32_t *words, size_t n, vt_box region,
                        const lay_gutter **ret);
/** A rule across the region parts what is above from what is below: the sweep takes it for text. */
bool lay_is_long_rule(vt_box rule, vt_box region);

/* ---- evidence.c ---- */

/** All that speaks for and against columns at a gutter. */
lay_evidence lay_gather_evidence(lay_page *page, const lay_parts *p, const lay_gutter *g,
                                 const lay_side *left, const lay_side *right);
/** Drawn evidence: a tall filled rectangle or rule that ends, or stands, in the strip. */
void lay_look_at_shapes(const lay_page *page, const lay_gutter *g, lay_evidence *e);
/** Positive: two columns. */
double lay_column_score(const lay_evidence *e, const lay_side *sparse, float region_width);

/* ---- rails.c: names or dates beside what they belong to ---- */

/** A rail: short things at the left, each on the first baseline of what it belongs to. */
bool lay_is_rail(const lay_page *page, const lay_side *left, const lay_side *right);
/** A rail that no order in the file can talk away: all its things begin where content begins. */
bool lay_is_strong_rail(const lay_page *page, const lay_evidence *e, const lay_side *left,
                        const lay_side *right);
bool lay_is_right_rail(const lay_page *page, const lay_gutter *g, const lay_side *left,
                       const lay_side *right);
/** Bold tells where something begins, also without a gap. */
bool lay_begins_in_bold(const lay_page *page, const lay_side *rail, const lay_side *content);
/** True when line i of the rail begins a new thing; `styled` comes from lay_begins_in_bold(). */
bool lay_starts_cell(const lay_page *page, const lay_side *rail, const lay_side *content, size_t i,
                     bool styled);
/** The line beside `line`, or a little above when that is a name set larger, where the content
 * begins anew below a gap; NULL when there is none. */
const lay_side_line *lay_opening_beside(const lay_side *content, const lay_side_line *line);

/** A rail takes a small part of the width of both sides. */
bool lay_is_narrow(const lay_side *rail, const lay_side *left, const lay_side *right);

/* ---- tables.c ---- */

/** Where the rows of a table begin, from above. */
typedef struct lay_tops {
    float *at;
    size_t n;
} lay_tops;

/** The rows that the file writes one after the other, each with something at the left; none: it
 * does not. */
lay_tops lay_find_tops(lay_page *page, const lay_parts *p, const lay_side *left,
                       const lay_side *right);

/* ---- trim.c ---- */

/** Cuts what stands below (above) the columns proper off a gutter that text across it ends. */
void lay_trim_gutter(const lay_page *page, lay_gutter *g, const lay_side *left,
                     const lay_side *right);
/** A grid under a name that stands over all of its columns ends where the next such name begins. */
void lay_split_at_heading(lay_gutter *g, const lay_evidence *e, const lay_side *left,
                          const lay_side *right);
/** Where the second row of a grid begins, when the file writes cell after cell and row after row;
 * infinity when there is none. */
float lay_second_row(lay_page *page, const lay_parts *p);

/* ---- cuts.c ---- */

/** The cut that explains the most text; CUT_NONE: the region is read line by line. `lean` is added
 * to the score of columns: positive favours them. */
lay_cut lay_best_cut(lay_page *page, const uint32_t *words, size_t n, double lean);

#endif
