/* SPDX-License-Identifier: Apache-2.0 */
/** What the files of layout/ share: the page being read and the lines found so far. */
#ifndef VT_LAYOUT_PAGE_H
#define VT_LAYOUT_PAGE_H

#include "layout/layout.h"

/** A line as columns.c orders it, before it becomes a vt_line. */
typedef struct lay_line {
    uint32_t *words; /* [n] indices in doc->words, in reading order */
    uint32_t n;
    uint32_t column; /* in doc->columns */
    vt_box box;
    float baseline, size;
    bool table;  /* a row of cells */
    bool hidden; /* of text that nobody sees */
    bool label;  /* a name in a rail beside content */
    bool cont;   /* goes on with the line before, in a cell of its own */
    bool bullet; /* a drawn list sign stands before it */
    float level; /* of rating marks, or negative */
} lay_line;

/** What is known of the words from one on: are those up to `end` the name of a section? */
typedef struct lay_name {
    uint32_t end; /* 0: nothing */
    bool section;
} lay_name;

typedef struct lay_page {
    vt_arena *arena;
    vt_doc *doc;
    const vt_lexicon *lexicon; /* or NULL */
    const vt_fork *taken;      /* [taken_n] where the page is read in the other way */
    size_t taken_n;
    bool exploring; /* look for forks, too */
    uint32_t page;
    float width, height;
    float body;          /* size of most of the text */
    size_t first, count; /* words of the page in doc->words */
    uint8_t *side;       /* [doc->words.n] scratch of the evidence */
    lay_name *names;     /* [doc->words.n] filled as they are asked for */
    size_t first_shape, shape_end;
    VT_VEC(vt_box) rules;   /* horizontal ones */
    VT_VEC(lay_line) lines; /* of this page */
    VT_VEC(vt_fork) forks;  /* found while exploring */
} lay_page;

/** Orders the visible words `words` [n] of the page and appends their lines. */
void lay_read_columns(lay_page *page, uint32_t *words, size_t n);

/** Words sorted by baseline become visual lines, appended in order. */
void lay_add_lines(lay_page *page, const uint32_t *words, size_t n, uint32_t column, bool table);

/** One line of words of one line and of a cell beside it, which may have several lines. */
void lay_add_joined(lay_page *page, const uint32_t *line, size_t n, const uint32_t *cell,
                    size_t cell_n, uint32_t column);

/** Text before a date at the end of its line that goes on below is read to its end. */
void lay_unwrap_lines(lay_page *page);

/** A range of dates that a narrow column breaks becomes one line. */
void lay_join_ranges(lay_page *page);

/** Rating dots, bars and stars: sets lay_line.level. */
void lay_find_ratings(lay_page *page);

/** Drawn bullets: sets lay_line.bullet. */
void lay_find_bullets(lay_page *page);

static inline const vt_token *lay_word(const lay_page *page, uint32_t index)
{
    return &page->doc->words.at[index];
}

#endif
