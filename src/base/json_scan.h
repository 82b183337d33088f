/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A walk through a JSON text, value by value and without a tree: strict (RFC 8259, UTF-8 only, no
 * U+0000, no lone surrogates, whole numbers of 64 bits), in memory of its own size. Who walks
 * bounds depth and number of values. VT_E_FORMAT says line, column and what is wrong.
 */
#ifndef VT_BASE_JSON_SCAN_H
#define VT_BASE_JSON_SCAN_H

#include "base/error.h"
#include "base/json.h"

typedef struct vt_json_scan {
    vt_str text;
    size_t at;
} vt_json_scan;

typedef struct vt_json_token {
    vt_json_type type; /* arrays and objects: only the bracket was read */
    vt_str raw;        /* the text of the token: of strings between the quotes, as it was written */
    bool escaped;      /* a string with escapes in it */
    bool boolean;
    int64_t integer;
    double real;
} vt_json_token;

/** The next value, a scalar whole. */
VT_MUST_USE vt_status vt_json_scan_value(vt_json_scan *scan, vt_json_token *ret, vt_error *err);

/** After '[' or '{': whether one more element follows (its comma is read) or `close` ended it.
 * `first`: none was read yet. */
VT_MUST_USE vt_status vt_json_scan_more(vt_json_scan *scan, char close, bool first, bool *ret_more,
                                        vt_error *err);

/** The key of a member and its colon. */
VT_MUST_USE vt_status vt_json_scan_key(vt_json_scan *scan, vt_json_token *ret, vt_error *err);

/** Nothing but white space follows. */
VT_MUST_USE vt_status vt_json_scan_end(vt_json_scan *scan, vt_error *err);

/** VT_E_FORMAT with the place where the walk stands. */
vt_status vt_json_scan_fail(const vt_json_scan *scan, const char *what, vt_error *err);

/** Writes the text of a string token behind `out` (at most raw.len bytes) and gives its length. */
size_t vt_json_scan_text(const vt_json_token *token, char *out);

#endif
