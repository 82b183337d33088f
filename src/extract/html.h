/* SPDX-License-Identifier: Apache-2.0 */
/** HTML into a document that is being built: pages, mails, and HTML inside of Markdown. */
#ifndef VT_EXTRACT_HTML_H
#define VT_EXTRACT_HTML_H

#include "base/error.h"
#include "doc/flow.h"

/** Adds the text of a page (valid UTF-8). VT_E_LIMIT: nested too deep. */
VT_MUST_USE vt_status vt_html_flow(vt_arena *arena, vt_str text, vt_flow *flow, vt_error *err);

#endif
