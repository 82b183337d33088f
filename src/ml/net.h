/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The reader's network: for every cell of a document scores of what it is, of its section and of
 * which cell begins its item; for every word scores of its field. Trained by
 * tools/train/reader.py; docs/reader.md describes it, docs/formats.md its image.
 *
 * Products of matrices are sums of whole numbers, everything else is + - * / and square roots in
 * a fixed order: the same document gives the same bits on every machine.
 */
#ifndef VT_ML_NET_H
#define VT_ML_NET_H

#include "base/arena.h"
#include "base/error.h"

enum {
    VT_NET_ROLES = 20,
    VT_NET_SECTIONS = 23,
    VT_NET_FIELDS = 27,
    VT_NET_WINDOW = 64, /* cells that a cell looks at, on each side */
    VT_NET_REACH = 2 * VT_NET_WINDOW + 1,
    VT_NET_CELL_WORDS = 40, /* words of a cell that are looked at: its first ones */
    VT_NET_MAX_CELLS = 4096,
    VT_NET_MAX_WORDS = 32768,
};

/** Where a cell stands: whole numbers, so that training and reading agree to the bit. */
typedef struct vt_net_place {
    int16_t page;
    int16_t x;     /* left edge, in 64ths of the page's width */
    int16_t y;     /* upper edge, in 0.6 of the body's size */
    int16_t style; /* number of its look among those of the document */
} vt_net_place;

/** A document as rows of the two embedding tables. */
typedef struct vt_net_input {
    size_t cells, words;
    uint32_t *cell_ids, *cell_offset; /* rows of cell i: cell_ids[cell_offset[i] .. [i + 1]) */
    uint32_t *word_ids, *word_offset; /* of word k, likewise */
    uint32_t *first_word;             /* [cells + 1] words of cell i: first_word[i] .. [i + 1]) */
    vt_net_place *place;              /* [cells] */
} vt_net_input;

/** Scores, the higher the likelier. */
typedef struct vt_net_output {
    float (*role)[VT_NET_ROLES];
    float (*section)[VT_NET_SECTIONS];
    float (*anchor)[VT_NET_REACH]; /* of cell i + k - VT_NET_WINDOW; -1e4 outside the document */
    float (*field)[VT_NET_FIELDS]; /* by word */
} vt_net_output;

typedef struct vt_net vt_net;

/** Checks an image and makes ready to use it where it lies; it must outlive the network.
 * VT_E_FORMAT: damaged, or made for other tables than the rows given. */
VT_MUST_USE vt_status vt_net_open(const void *image, size_t size, uint32_t word_rows,
                                  uint32_t cell_rows, vt_net **ret, vt_error *err);
void vt_net_drop(vt_net *net);
VT_DEFINE_AUTO(vt_net, vt_net_drop)

/** Reads a document. The output lives in the arena. */
vt_net_output vt_net_run(const vt_net *net, vt_arena *arena, const vt_net_input *in);

/** The kernel without the instructions of newer processors: tests compare both. */
void vt_net_force_plain(vt_net *net);

/** The natural logarithm of a normal number above 0, the same on every machine. */
float vt_net_log(float x);

/** Scores to probabilities, in place. */
void vt_net_softmax(float *scores, size_t n);

#endif
