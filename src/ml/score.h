/* SPDX-License-Identifier: Apache-2.0 */
/** Measures of labelling: precision, recall and F1 per label, spans, calibration. */
#ifndef VT_ML_SCORE_H
#define VT_ML_SCORE_H

#include "base/arena.h"
#include "base/str.h"

enum { VT_SCORE_MAX_LABELS = 32, VT_CALIBRATION_POINTS = 16 };

typedef struct vt_prf {
    size_t hits, predicted, gold;
    double precision, recall, f1; /* 1 where nothing was to be found and nothing was */
} vt_prf;

/** Counts; all zeros is an empty board. */
typedef struct vt_scoreboard {
    size_t labels;
    size_t confusion[VT_SCORE_MAX_LABELS][VT_SCORE_MAX_LABELS]; /* [gold][predicted] items */
    size_t span_hits[VT_SCORE_MAX_LABELS], span_gold[VT_SCORE_MAX_LABELS],
        span_predicted[VT_SCORE_MAX_LABELS]; /* runs of one label with both ends right */
    size_t sequences, exact;                 /* all items right */
} vt_scoreboard;

/** Adds a sequence of `n` items. */
void vt_score_add(vt_scoreboard *board, const uint8_t *gold, const uint8_t *predicted, size_t n);
/** Of a label: by items, by runs of it. */
vt_prf vt_score_label(const vt_scoreboard *board, size_t label);
vt_prf vt_score_spans(const vt_scoreboard *board, size_t label);
/** Micro average over all labels but the bits in `without`. */
vt_prf vt_score_micro(const vt_scoreboard *board, uint32_t without);
/** Right items over all items. */
double vt_score_accuracy(const vt_scoreboard *board);

/** A monotone piecewise linear map from a model's probability to the observed share. */
typedef struct vt_calibration {
    uint32_t n;                                                   /* points, 0: the identity */
    float from[VT_CALIBRATION_POINTS], to[VT_CALIBRATION_POINTS]; /* from rises, to does not fall */
} vt_calibration;

/** Isotonic regression of `correct` on `probability`, cut down to the table's points. */
void vt_calibration_fit(vt_arena *arena, const float *probability, const bool *correct, size_t n,
                        vt_calibration *ret);
float vt_calibration_apply(const vt_calibration *calibration, float probability);
/** Expected calibration error over `bins` bins of equal width. */
double vt_calibration_error(const float *probability, const bool *correct, size_t n, size_t bins);

#endif
