/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the reading that the evidence tells, the forks are tried in turn, what is most in doubt
 * first. A fork whose other way makes a better resume is taken, and the next ones are tried on top
 * of it: so the work grows with the number of forks, not of their combinations.
 */
#include "engine/readings.h"

#include "layout/layout.h"

enum { FORKS_TRIED = 5, LINES_AT_MOST = 1500 };

#define WORTH_IT 0.15 /* what the other way must be better by */

typedef struct reading {
    vt_doc *doc;
    vt_resume *resume;
    double score;
} reading;

/* False when the other way reads the same. */
static bool read_otherwise(const vt_parse_context *context, vt_arena *arena, const reading *best,
                           const vt_fork *forks, size_t n, reading *ret)
{
    vt_error why = {0};
    ret->doc = vt_layout_copy(best->doc);
    if (vt_layout_taking(ret->doc, context->lexicon, forks, n, &why) != VT_OK ||
        vt_str_eq(ret->doc->raw_text, best->doc->raw_text))
        return false;
    ret->resume = vt_parse(context, arena, ret->doc, &ret->score);
    return true;
}

vt_resume *vt_read_best(const vt_parse_context *context, vt_arena *arena, vt_doc **doc)
{
    reading best = {.doc = *doc}, other = {0};
    best.resume = vt_parse(context, arena, best.doc, &best.score);
    vt_fork forks[VT_MAX_FORKS], taken[FORKS_TRIED];
    size_t n = best.doc->lines.n <= LINES_AT_MOST
                   ? vt_layout_forks(best.doc, context->lexicon, forks)
                   : 0,
           kept = 0;
    for (size_t i = 0; i < n && i < FORKS_TRIED; i++) {
        taken[kept] = forks[i];
        if (!read_otherwise(context, arena, &best, taken, kept + 1, &other) ||
            other.score <= best.score + WORTH_IT)
            continue;
        best = other;
        kept++;
    }
    *doc = best.doc;
    return best.resume;
}
