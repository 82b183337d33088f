/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Members of a small JSON body, each checked for its type. A value of another type is never taken
 * for one that is missing: it is a fault, so that `"scopes": ["read"]` does not make a key without
 * limits. Missing and null are "not given".
 */
#ifndef VT_API_FIELDS_H
#define VT_API_FIELDS_H

#include "api/internal.h"

typedef struct vt_fields {
    vt_http_request *request;
    const vt_json *body;
    vt_faults faults;
} vt_fields;

/** Reads the body. False when it is no JSON object: the reply is filled. */
bool vt_fields_read(vt_http_request *request, vt_fields *ret);

/** The null string when it is not given. */
vt_str vt_fields_text(vt_fields *f, const char *name);
bool vt_fields_bool(vt_fields *f, const char *name, bool fallback);
/** A whole number from `min` to `max`. */
int64_t vt_fields_whole(vt_fields *f, const char *name, int64_t min, int64_t max, int64_t fallback);

/** A fault of the member `name`. */
void vt_fields_fault(vt_fields *f, const char *name, const char *code, const char *detail);

/** True when there were no faults; else the reply is filled. */
bool vt_fields_good(vt_fields *f);

#endif
