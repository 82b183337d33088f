/* SPDX-License-Identifier: Apache-2.0 */
/** What the writers of export/ share: reading a result whose members may be anything. */
#ifndef VT_EXPORT_FIELDS_H
#define VT_EXPORT_FIELDS_H

#include "base/json.h"

/** The member's text without white space around it; the null string when there is none. */
vt_str vt_field(const vt_json *object, const char *key);

/** Elements of an array member; 0 when it is none. */
size_t vt_field_count(const vt_json *object, const char *key);
/** Element `i` of it: to be below the count. */
const vt_json *vt_field_at(const vt_json *object, const char *key, size_t i);

/** YYYY, YYYY-MM or YYYY-MM-DD; else the null string. */
vt_str vt_field_date(const vt_json *object, const char *key);

/** The phone, in its international form when that is known. */
vt_str vt_field_phone(const vt_json *personal);

/** True for a skill that the document only implies: it is not the candidate's own word. */
bool vt_skill_is_implied(const vt_json *skill);

/** The job to speak of: the current one with the latest start, else that with the latest end;
 * no volunteer work. NULL: none. */
const vt_json *vt_last_job(const vt_json *result);

/** Appends `text` on one line: white space and control characters become one space. */
void vt_put_line(vt_buf *out, vt_str text);

/* The writers; `answer` has a result. */
void vt_export_jsonresume(const vt_json *answer, vt_buf *out);
void vt_export_markdown(const vt_json *answer, vt_buf *out);

#endif
