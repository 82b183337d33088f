/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The reader's decision over a whole document: what every cell is, which item it belongs to, and
 * what every word of a head line names. The network (ml/net.h) scores; here its scores become one
 * consistent reading: the cells of an item are all of a job or all of a study.
 */
#ifndef VT_PARSE_READING_H
#define VT_PARSE_READING_H

#include "parse/reader/features.h"
#include "parse/reader/fields.h"
#include "parse/reader/lines.h"

#define VT_CELL(symbol, word) VT_CELL_##symbol,
typedef enum vt_cell_role {
#include "parse/reader/reading.def"
    VT_CELL_COUNT
} vt_cell_role;

#define VT_WORD_IS(symbol, word) VT_WORD_IS_##symbol,
typedef enum vt_word_field {
#include "parse/reader/reading.def"
    VT_WORD_IS_COUNT
} vt_word_field;

/** What was decided of a cell. */
typedef struct vt_cell_reading {
    uint8_t role, section; /* vt_cell_role, vt_section */
    uint32_t root;         /* the cell that begins its item (itself, too), or VT_NONE */
    float sure;            /* probability of the role */
} vt_cell_reading;

/** What was decided of a word. */
typedef struct vt_word_reading {
    uint8_t field; /* vt_word_field */
    float sure;
} vt_word_reading;

typedef struct vt_reading {
    const vt_facts *cells; /* facts of the cells */
    vt_features features;
    vt_cell_reading *cell; /* [features.in.cells] */
    vt_word_reading *word; /* [features.in.words] */
    vt_line *lines;        /* cells of one line that belong together, joined again */
    size_t line_count;
    uint32_t *line_of_cell;  /* [cells] index in `lines` */
    uint32_t *first_of_line; /* [line_count] its first cell */
} vt_reading;

/** Reads a document with the network. All in the arena. */
vt_reading *vt_reading_of(const vt_parse_context *ctx, const vt_net *net, vt_arena *arena,
                          const vt_doc *doc);

/** The decision as roles of the joined lines; `facts` are those of reading->lines. */
vt_roles *vt_reading_roles(const vt_reading *reading, const vt_facts *facts);

/** Name, professional title and address of the decision: their bytes in the roles. */
void vt_reading_find_person(const vt_reading *reading, vt_roles *roles);

/** The jobs and studies of the decision, with the fields of their heads. */
vt_heads vt_reading_heads(const vt_reading *reading, vt_facts *facts, const vt_roles *roles);

/** The certificates of the decision. */
vt_certificates vt_reading_certificates(const vt_reading *reading, const vt_facts *facts);

/** Words of one field that stand together. */
typedef struct vt_run {
    uint8_t field;
    uint32_t cell, words;
    size_t from, to; /* bytes of raw_text */
    float sum;       /* of the probabilities of its words */
} vt_run;

/** How sure its field is: the mean over its words. */
float vt_run_sureness(const vt_run *run);

/** The runs of the cells for which `is` says so, in reading order. */
typedef struct vt_runs {
    vt_run *at;
    size_t n;
} vt_runs;
vt_runs vt_reading_runs(const vt_reading *reading, bool (*is)(const vt_cell_reading *cell));

#endif
