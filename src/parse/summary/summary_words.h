/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The sentences of summaries in each language. A name in braces is a fact; what stands in square
 * brackets is left out when a fact in it is not known. Each kind has three wordings, so that a page
 * of candidates does not read alike; they avoid gender, and cases that a foreign name cannot take.
 */
#ifndef VT_PARSE_SUMMARY_WORDS_H
#define VT_PARSE_SUMMARY_WORDS_H

#include "text/tongue.h"

enum { VT_SUMMARY_WORDINGS = 3 };

typedef struct vt_summary_words {
    const char *candidate;                    /* where no title is known */
    const char *now[VT_SUMMARY_WORDINGS];     /* {t}itle, {y}ears, {c}ompany */
    const char *past[VT_SUMMARY_WORDINGS];    /* the same, no job goes on */
    const char *years[3];                     /* of 1, of 2 to 4, of more: {n} */
    const char *of_these;                     /* behind years: {n} years in the field */
    const char *less;                         /* than a year */
    const char *at;                           /* between a title and a company; null: brackets */
    const char *earlier[VT_SUMMARY_WORDINGS]; /* {l}ist */
    const char *skills[VT_SUMMARY_WORDINGS];  /* {l}ist */
    const char *result[VT_SUMMARY_WORDINGS];  /* {q}uotation */
    const char *degree[VT_SUMMARY_WORDINGS];  /* {d}egree, {f}ield, {s}chool, {y}ear */
    const char *studying;                     /* {d}, {f}, {s}, {y} to come */
    const char *studied;                      /* no degree: {f}, {s}, {y} */
    const char *languages, *certificates;     /* {l}ist */
    const char *no_work, *no_study, *little;
    const char *and;
} vt_summary_words;

/** Lent; `tongue` is one of the ten. */
const vt_summary_words *vt_summary_words_of(vt_tongue tongue);

#endif
