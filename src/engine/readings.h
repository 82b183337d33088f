/* SPDX-License-Identifier: Apache-2.0 */
/** The standard tier: several readings of a document, of which the one that makes most sense wins.
 */
#ifndef VT_ENGINE_READINGS_H
#define VT_ENGINE_READINGS_H

#include "doc/doc.h"
#include "parse/parse.h"

/**
 * Parses the document, which is laid out, and others that take another way where its layout was in
 * doubt. *doc becomes the one that the resume was read from. Deterministic; two to four times the
 * work of vt_parse().
 */
vt_resume *vt_read_best(const vt_parse_context *context, vt_arena *arena, vt_doc **doc);

#endif
