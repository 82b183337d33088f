/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a web page says of its person as data (JSON-LD of schema.org/Person), printed as the lines
 * that a resume would have. Only what the page does not show is printed: so each value stands in
 * the text once, and evidence points to it.
 */
#ifndef VT_EXTRACT_WEBDATA_H
#define VT_EXTRACT_WEBDATA_H

#include "base/json.h"
#include "doc/flow.h"

/** The first Person of a block, also below @graph, mainEntity, about and in lists; NULL: none. */
const vt_json *vt_webdata_find(const vt_json *root);

/** Name and title, where `shown`, the page's own text, has no such name. */
void vt_webdata_head(vt_flow *flow, const vt_json *person, vt_str shown);

/** Contact data, summary, jobs, studies, certificates, skills and languages that it does not show.
 */
void vt_webdata_sections(vt_flow *flow, const vt_json *person, vt_str shown);

#endif
