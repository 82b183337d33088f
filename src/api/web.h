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

/** The end of a page of a list: `next_cursor`, null without `more`, and the object's end. */
void vt_web_end_page(vt_json_writer *w, bool more, vt_str cursor);
/** The same where the cursor is a row's number. */
void vt_web_end_page_at(vt_json_writer *w, bool more, int64_t seq);

/** The query's `cursor` (a row's number) and `limit` of a page; false when the reply is filled. */
bool vt_web_page_query(vt_http_request *request, int64_t most, int64_t *cursor, int64_t *limit);

/** The query's `format`, json (or none) or csv; false when the reply is filled. */
bool vt_web_format_query(vt_http_request *request, bool *ret_csv);

#endif
