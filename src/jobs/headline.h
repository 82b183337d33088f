/* SPDX-License-Identifier: Apache-2.0 */
/** What a list of requests shows of an answer. */
#ifndef VT_JOBS_HEADLINE_H
#define VT_JOBS_HEADLINE_H

#include "base/buf.h"

/**
 * Appends one JSON object to `out`, at most about 2 kB: `filename` when it is given, and of the
 * engine's answer (may be the null string) `name` and `label` of the person, `score` of the match
 * and `checks_passed`, each only when it is there. Long texts are cut at VT_HEADLINE_BYTES.
 */
enum { VT_HEADLINE_BYTES = 200 };
void vt_headline_write(vt_str filename, vt_str answer, vt_buf *out);

#endif
