/* SPDX-License-Identifier: Apache-2.0 */
/** What a TLS certificate says of itself, and whether its key belongs to it. */
#ifndef VT_HTTP_CERTIFICATE_H
#define VT_HTTP_CERTIFICATE_H

#include "base/error.h"

typedef struct vt_certificate {
    int64_t from_ms, until_ms; /* it is valid */
} vt_certificate;

/**
 * Reads the first certificate of a PEM text, and compares it with the private key (PEM; NULL: is
 * not compared). VT_E_INVALID: there is none, or the key is of another one.
 */
VT_MUST_USE vt_status vt_certificate_read(const char *pem, const char *key, vt_certificate *ret,
                                          vt_error *err);

#endif
