/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Text of any usual encoding as valid, composed (NFC) UTF-8: UTF-8, UTF-16 and UTF-32 with and
 * without byte order mark; otherwise what was declared, if the bytes agree, or what detection
 * finds: Windows and ISO 8859 code pages, KOI8-R, Mac Roman, DOS 850, Shift-JIS, EUC, GB 18030,
 * Big5.
 */
#ifndef VT_EXTRACT_ENCODING_H
#define VT_EXTRACT_ENCODING_H

#include "base/arena.h"
#include "base/str.h"

/**
 * The text, without its byte order mark. `declared` names a character set (of a MIME header or meta
 * element) or is null. What cannot be converted becomes U+FFFD. A view of `bytes` when nothing had
 * to be changed.
 */
vt_str vt_encoding_decode(vt_arena *arena, vt_str bytes, vt_str declared);

/** Converts from a named character set; the null string when the name is unknown. */
vt_str vt_encoding_convert(vt_arena *arena, vt_str bytes, const char *charset);

/** Canonical composition of valid UTF-8; the view itself when it is composed already. */
vt_str vt_encoding_compose(vt_arena *arena, vt_str text);

/** True when the bytes look like text of some encoding and not like a binary file. */
bool vt_encoding_is_text(vt_str bytes);

#endif
