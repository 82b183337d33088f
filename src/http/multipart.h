/* SPDX-License-Identifier: Apache-2.0 */
/** The reader of multipart/form-data bodies (RFC 7578). Parts are views into the body. */
#ifndef VT_HTTP_MULTIPART_H
#define VT_HTTP_MULTIPART_H

#include "base/error.h"
#include "base/vec.h"
#include "base/str.h"

typedef struct vt_part {
    vt_str name;
    vt_str filename;          /* or the null string */
    vt_str content_type;      /* or the null string */
    vt_str transfer_encoding; /* or the null string; the body is as it came */
    vt_str body;
} vt_part;
typedef VT_VEC(vt_part) vt_parts;

enum { VT_MAX_PARTS = 32, VT_MAX_PART_HEADERS = 8 * 1024 };

/** VT_E_FORMAT: no boundary, or no such body. VT_E_LIMIT: too many parts or too long headers. */
VT_MUST_USE vt_status vt_multipart_parse(vt_arena *arena, vt_str content_type, vt_str body,
                                         vt_parts *ret, vt_error *err);
/** The same for a body of up to `max_parts` parts. */
VT_MUST_USE vt_status vt_multipart_parse_most(vt_arena *arena, vt_str content_type, vt_str body,
                                              size_t max_parts, vt_parts *ret, vt_error *err);

/** The value of a parameter of a header field, as in `form-data; name="file"`. The null string
 * when there is none. A view into the field; only a value with escapes is copied. */
vt_str vt_header_parameter(vt_arena *arena, vt_str field, const char *name);

#endif
