/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a web page says of its person as data (JSON-LD or microdata of schema.org/Person, h-resume
 * or h-card of microformats), printed as the lines that a resume would have. Only what the page
 * does not show is printed: so each value stands in the text once, and evidence points to it.
 */
#ifndef VT_EXTRACT_WEBDATA_H
#define VT_EXTRACT_WEBDATA_H

#include "base/json.h"
#include "doc/flow.h"

/** The first Person of a block, also below @graph, mainEntity, about and in lists; NULL: none. */
const vt_json *vt_webdata_find(const vt_json *root);

/** An item without values, as JSON-LD would have it. */
vt_json *vt_webdata_item(vt_arena *arena);

/** One more value of an item for a key; an empty string is none. Strings are not copied. */
void vt_webdata_add(vt_arena *arena, vt_json *item, vt_str key, const vt_json *value);
void vt_webdata_add_text(vt_arena *arena, vt_json *item, vt_str key, vt_str text);

/** The key of schema.org for a class of microformats2 such as "p-tel"; null: it says nothing of
 * use. */
vt_str vt_webdata_key(vt_str class_name);

/** Name and title, where `shown`, the page's own text, has no such name. */
void vt_webdata_head(vt_flow *flow, const vt_json *person, vt_str shown);

/** Contact data, summary, jobs, studies, certificates, skills and languages that it does not show.
 */
void vt_webdata_sections(vt_flow *flow, const vt_json *person, vt_str shown);

#endif
