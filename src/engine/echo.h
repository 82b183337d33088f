/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A text that a caller sends is echoed as it came, and the document's text differs from it: gaps
 * are tabs, indents and drawn rules are gone, columns stand one under the other. Places of values
 * are told in the caller's text, so each code point of the document's has to be found there.
 */
#ifndef VT_ENGINE_ECHO_H
#define VT_ENGINE_ECHO_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/**
 * For each of the `chars` code points of `text` the code point in `echo` where it stands, in the
 * arena; NULL: both texts are the same. What is not found has the place behind the one before it.
 * The work is bounded, whatever the texts are.
 */
uint32_t *vt_echo_places(vt_arena *arena, vt_str text, size_t chars, vt_str echo);

#endif
