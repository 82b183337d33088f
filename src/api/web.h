/* SPDX-License-Identifier: Apache-2.0 */
/** What the routes of the dashboard share. Only api/ includes this. */
#ifndef VT_API_WEB_H
#define VT_API_WEB_H

#include "api/internal.h"

/** The body as a JSON object; false when it is none, and the reply is filled. */
bool vt_web_body(vt_http_request *request, const vt_json **ret);

/** Replies with what became of a transaction: a failure, 404, or `{"ok": true}`. */
bool vt_web_done(vt_http_request *request, vt_status status, const vt_error *err);

/** 400 with one fault. Gives true, as handlers do. */
bool vt_web_fault(vt_http_request *request, const char *pointer, const char *code,
                  const char *detail);

/** A key without its secret; instants that never come are null. */
void vt_web_put_key(vt_json_writer *w, const vt_key *key);
void vt_web_put_time(vt_json_writer *w, const char *key, int64_t ms); /* 0: null */

/** A quoted field of CSV; one that a spreadsheet would take for a formula gets a quote in front. */
void vt_web_put_csv(vt_buf *out, const char *text);

#endif
