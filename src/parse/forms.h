/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Jobs and studies that are written as a form: names of fields before their values, the same
 * names for each ("Dates: ... Position held: ... Employer: ...").
 */
#ifndef VT_PARSE_FORMS_H
#define VT_PARSE_FORMS_H

#include "parse/fields.h"

/** Where a section's first line has a label, each line with that label begins an item. */
void vt_forms_decide(const vt_facts *facts, vt_roles *roles);

/** What stands behind the label of a field is that field. */
void vt_forms_fields(const vt_facts *facts, vt_heads *heads);

#endif
