/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a parsed page says of its person as data, found in the page: JSON-LD, microdata,
 * microformats (webdata.h prints it).
 */
#ifndef VT_EXTRACT_HTML_ITEMS_H
#define VT_EXTRACT_HTML_ITEMS_H

#include "base/buf.h"
#include "base/json.h"
#include "extract/html_nodes.h"

/** The person as JSON-LD would have it, in the arena; NULL: the page has none. */
const vt_json *vt_html_person(vt_arena *arena, const GumboNode *root);

/** Adds the words of the page and the addresses that it links to, up to VT_MAX_SHOWN_BYTES. */
void vt_html_shown(const GumboNode *root, vt_buf *out);

#endif
