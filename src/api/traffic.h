/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What came over HTTP: counts for the metrics, and the lines of the log. A reply of 400 or more is
 * one line at the default level, any other at the level debug; what would be more than some hundred
 * lines a second is counted instead.
 */
#ifndef VT_API_TRAFFIC_H
#define VT_API_TRAFFIC_H

#include "base/buf.h"
#include "http/server.h"

typedef struct vt_traffic vt_traffic;
struct vt_call;

vt_traffic *vt_traffic_new(void);
void vt_traffic_drop(vt_traffic *traffic);

/** Any thread. `call` may be NULL: the request had no route. */
void vt_traffic_note(vt_traffic *traffic, const vt_http_request *request,
                     const struct vt_call *call);

/** Appends the counts in the text format of Prometheus. */
void vt_traffic_write(vt_traffic *traffic, vt_buf *out);

#endif
