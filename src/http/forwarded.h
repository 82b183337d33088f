/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who speaks through a proxy: Forwarded (RFC 7239) and X-Forwarded-For, believed only where a
 * trusted proxy has written them. Addresses are compared as numbers, networks as "10.0.0.0/8".
 */
#ifndef VT_HTTP_FORWARDED_H
#define VT_HTTP_FORWARDED_H

#include "base/error.h"
#include "http/server.h"

typedef struct vt_proxies vt_proxies;

/** Reads "10.0.0.0/8, ::1 192.0.2.7". VT_E_INVALID names what is no address. An empty text trusts
 * nobody: *ret is NULL. */
VT_MUST_USE vt_status vt_proxies_new(vt_str text, vt_proxies **ret, vt_error *err);
void vt_proxies_drop(vt_proxies *proxies);
VT_DEFINE_AUTO(vt_proxies, vt_proxies_drop)

bool vt_proxies_trust(const vt_proxies *proxies, vt_str address);

typedef struct vt_forwarded {
    vt_str address; /* of the client: a view, or the null string: nobody was named */
    bool https;     /* the client spoke https with the proxy */
} vt_forwarded;

/**
 * The client behind a trusted proxy: of the chain, from its end on, the first address that is no
 * trusted proxy's. `standard`: the proxy writes Forwarded; else X-Forwarded-For and
 * X-Forwarded-Proto. The other is a word of the client and not looked at.
 */
vt_forwarded vt_forwarded_read(const vt_proxies *proxies, const vt_http_request *request,
                               bool standard);

#endif
