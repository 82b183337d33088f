/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Words that must not be read any more, and texts in which they are covered: each of their
 * characters becomes U+2588 FULL BLOCK, white space stays, so that no offset in code points moves.
 * How occurrences are recognised stands in conceal.c and in docs/api/redaction.md.
 */
#ifndef VT_ENGINE_CONCEAL_H
#define VT_ENGINE_CONCEAL_H

#include "base/time.h"
#include "text/lexicon.h"

typedef struct vt_secrets vt_secrets;

/** In the arena. `groups`: VT_REDACT_ bits, for what is covered without being a known secret. */
vt_secrets *vt_secrets_new(vt_arena *arena, const vt_lexicon *lexicon, uint32_t groups,
                           vt_day today);

/** A person's name: each of its parts, the whole, and addresses that hold a part. */
void vt_secret_name(vt_secrets *secrets, vt_str name);
/** Words of `text` that the address of its person spells and that are no common words: parts of a
 * name, though nobody read them as one. */
void vt_secret_names_spelt(vt_secrets *secrets, vt_str email, vt_str text);
/** An employer, place ...: these words in this order, also without a legal form at their end, and
 * the parts between commas or brackets. */
void vt_secret_phrase(vt_secrets *secrets, vt_str phrase);
/** An e-mail address or URL: also within other text, and its last part alone. */
void vt_secret_address(vt_secrets *secrets, vt_str address);
/** A phone number, however it is written. */
void vt_secret_phone(vt_secrets *secrets, vt_str phone);

/** The text with all secrets covered, and what lies in `spans` (code points); in the arena, or the
 * text itself. */
typedef struct vt_stretch {
    uint32_t start, end;
} vt_stretch;
vt_str vt_secrets_cover(const vt_secrets *secrets, vt_arena *arena, vt_str text,
                        const vt_stretch *spans, size_t span_count);

/** All of it covered: for a text of which nothing is known. */
vt_str vt_cover_all(vt_arena *arena, vt_str text);

#endif
