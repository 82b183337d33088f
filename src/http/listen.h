/* SPDX-License-Identifier: Apache-2.0 */
/** Sockets that listen. Private to server.c. */
#ifndef VT_HTTP_LISTEN_H
#define VT_HTTP_LISTEN_H

#include "base/error.h"

/** Listens on "ADDRESS:PORT", "[::1]:PORT", ":PORT"; port 0: any. The caller closes the socket.
 * VT_E_INVALID: no such form; VT_E_IO: no such address, or taken. */
VT_MUST_USE vt_status vt_listen_open(const char *listen, int *ret, vt_error *err);

/** VT_E_INVALID: `listen` has no such form. Opens nothing. */
VT_MUST_USE vt_status vt_listen_check(const char *listen, vt_error *err);

/** Writes where a socket listens, "127.0.0.1:8080", in numbers. */
void vt_listen_address(int socket, char *ret, size_t size);

#endif
