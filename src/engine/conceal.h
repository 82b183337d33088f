/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Texts in which secrets are covered: each of their characters becomes U+2588 FULL BLOCK, white
 * space stays, so that no offset in code points moves. How occurrences are recognised stands in
 * conceal.c and in docs/api/redaction.md.
 */
#ifndef VT_ENGINE_CONCEAL_H
#define VT_ENGINE_CONCEAL_H

#include "engine/secrets.h"

/** Code points [start, end) of a text. */
typedef struct vt_stretch {
    uint32_t start, end;
} vt_stretch;

/** The text with all secrets covered, and what lies in `spans` (code points); in the arena, or the
 * text itself. */
vt_str vt_secrets_cover(const vt_secrets *secrets, vt_arena *arena, vt_str text,
                        const vt_stretch *spans, size_t span_count);

/** All of it covered: for a text of which nothing is known. */
vt_str vt_cover_all(vt_arena *arena, vt_str text);

#endif
