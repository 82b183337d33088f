/* SPDX-License-Identifier: Apache-2.0 */
/** The head of a resume: the person's name, the professional title under it, contact lines. */
#ifndef VT_PARSE_PERSON_H
#define VT_PARSE_PERSON_H

#include "parse/lines.h"

/** Finds the name: sets name_line and the bytes of the name. `heading_score` [facts->n] is over 0
 * for headings, `heading_section` [facts->n] the section that each opens. */
void vt_person_find(const vt_facts *facts, const float *heading_score,
                    const uint8_t *heading_section, vt_roles *roles);

/** Sets the roles of the lines before the first heading (name, label, contact, summary) and finds
 * the professional title. Sections must have been assigned. */
void vt_person_roles(const vt_facts *facts, vt_roles *roles);

#endif
