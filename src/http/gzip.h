/* SPDX-License-Identifier: Apache-2.0 */
/** gzip of reply bodies. */
#ifndef VT_HTTP_GZIP_H
#define VT_HTTP_GZIP_H

#include "base/buf.h"

/** Appends `bytes`, compressed, to `out`; false when that failed. */
VT_MUST_USE bool vt_gzip(vt_str bytes, vt_buf *out);

/** The reverse: false when the bytes are no gzip, or (out->overflow) would pass out->max. */
bool vt_gunzip(vt_str bytes, vt_buf *out);

#endif
