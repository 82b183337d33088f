/* SPDX-License-Identifier: Apache-2.0 */
/** The source of a page, before it is parsed. */
#ifndef VT_EXTRACT_HTML_MARKUP_H
#define VT_EXTRACT_HTML_MARKUP_H

#include "base/str.h"

/** More than VT_MAX_OPEN_TAGS elements open at once, or VT_MAX_TAG_ATTRIBUTES attributes of one:
 * what the parser's time grows with. */
bool vt_html_has_too_much_markup(vt_str text);

/** "charset=..." of a meta element near the start, or null; a view of `bytes`. */
vt_str vt_html_charset(vt_str bytes);

#endif
