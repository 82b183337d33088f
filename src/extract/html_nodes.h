/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Elements of a parsed page: what their tags and attributes say of them. The one place that
 * includes gumbo; html.c and html_items.c, the readers of a page, walk its nodes.
 */
#ifndef VT_EXTRACT_HTML_NODES_H
#define VT_EXTRACT_HTML_NODES_H

#include <gumbo.h>

#include "base/str.h"

/** The value of an attribute, or null; a view of the page. */
static inline vt_str html_attribute(const GumboElement *e, const char *name)
{
    const GumboAttribute *a = gumbo_get_attribute(&e->attributes, name);
    return a ? vt_str_z(a->value) : VT_STR_NULL;
}

/** Is the tag one of those that follow? */
#define HTML_IS_ONE_OF(tag, ...)                                                                   \
    vt_html_is_one_of((tag), (const GumboTag[]){__VA_ARGS__},                                      \
                      sizeof((const GumboTag[]){__VA_ARGS__}) / sizeof(GumboTag))
bool vt_html_is_one_of(GumboTag tag, const GumboTag *tags, size_t n);

/** Does it stand on lines of its own unless a style says otherwise? */
bool vt_html_is_block_tag(GumboTag tag);

/** Scripts, forms, navigation: elements whose content is not text of the page. */
bool vt_html_is_skipped_tag(GumboTag tag);

/** Parts of a web page that are not its text: the skipped ones, hidden ones, a consent banner, a
 * footer that only says who owns the page. */
bool vt_html_is_chrome(const GumboNode *node);

/** The characters of text below a node, counted up to `max`; `depth` is the node's own. */
size_t vt_html_text_length(const GumboNode *node, size_t max, size_t depth);

#endif
