/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What every benchmark of the engine is compared with: bare text extraction by MuPDF (stext, as
 * `mutool draw -F text` does it), start to end, from bytes in memory.
 */
#ifndef VT_BENCH_BARE_H
#define VT_BENCH_BARE_H

#include "base/str.h"

/** What this thread computed; other programs on the machine do not add to it. */
double cpu_us(void);

/** Extracts the text of all pages and drops it; microseconds computed. */
double bare(vt_str pdf);

/** The quantile `q` of values, which it sorts. */
double quantile(double *values, size_t n, double q);

#endif
