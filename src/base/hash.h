/* SPDX-License-Identifier: Apache-2.0 */
/** SHA-256, random bytes, constant-time comparison, and the texts of ids and keys. */
#ifndef VT_BASE_HASH_H
#define VT_BASE_HASH_H

#include "base/str.h"

enum { VT_SHA256_BYTES = 32, VT_SHA256_HEX = 65 };

/** SHA-256 (FIPS 180-4), as bytes or in lower-case hexadecimal with a NUL; HMAC of RFC 2104. */
void vt_sha256(vt_str bytes, unsigned char ret[VT_SHA256_BYTES]);
void vt_sha256_hex(vt_str bytes, char ret[VT_SHA256_HEX]);
void vt_hmac_sha256(vt_str key, vt_str bytes, unsigned char ret[VT_SHA256_BYTES]);

/** From the kernel, for secrets. */
void vt_random_bytes(void *ret, size_t n);

/** Equal in the time that only the lengths decide. */
bool vt_equal_const_time(vt_str a, vt_str b);

/**
 * `prefix` and 26 characters of Crockford's base 32: 48 bits of milliseconds, 80 random bits, so
 * that ids sort by time. `ret` has room for the prefix and 27 bytes.
 */
void vt_id_new(const char *prefix, int64_t now_ms, char *ret);

/** `prefix` and 43 characters of URL-safe base 64: 256 random bits. */
void vt_secret_new(const char *prefix, char *ret);

/** A checksum against damage, at memory speed (four lanes of xor and multiply over 64-bit words);
 * not for what an adversary chooses. */
uint64_t vt_checksum(const void *bytes, size_t len);

/** Standard base 64 with padding. Decoding gives VT_NPOS for malformed text; `ret` holds 3/4. */
void vt_base64_encode(vt_str bytes, char *ret); /* ret: (len + 2) / 3 * 4 + 1 bytes */
size_t vt_base64_decode(vt_str text, void *ret);

#endif
