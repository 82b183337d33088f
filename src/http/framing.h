/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What RFC 9112 asks of the head of a request before anything of it may be believed: two readers
 * that cut a stream of requests in different places are how one client's bytes become another's
 * request. Private to server.c.
 */
#ifndef VT_HTTP_FRAMING_H
#define VT_HTTP_FRAMING_H

#include "http/server.h"

/** What is wrong with a request's head, as a sentence for the client; NULL: nothing. `version` is
 * "HTTP/1.1" or "HTTP/1.0". */
const char *vt_framing_fault(vt_str version, const vt_http_fields *headers);

/** The same for the target of the first line, as it was sent. */
const char *vt_framing_target_fault(vt_str target);

/** The path of a target in absolute form, "http://example.com/a" and "/a"; *ret_host is the
 * authority. Any other target is its own path, with the null string for the authority. */
vt_str vt_framing_path(vt_str target, vt_str *ret_host);

#endif
