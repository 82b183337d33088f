/* SPDX-License-Identifier: Apache-2.0 */
/** Words that must not be read any more; conceal.h covers them in texts. */
#ifndef VT_ENGINE_SECRETS_H
#define VT_ENGINE_SECRETS_H

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

#endif
