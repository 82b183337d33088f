/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"

#include <sodium.h>
#include <stdio.h>

void vt_sha256(vt_str bytes, unsigned char ret[VT_SHA256_BYTES])
{
    crypto_hash_sha256(ret, (const unsigned char *)(bytes.ptr ? bytes.ptr : ""), bytes.len);
}

void vt_sha256_hex(vt_str bytes, char ret[VT_SHA256_HEX])
{
    unsigned char digest[VT_SHA256_BYTES];
    vt_sha256(bytes, digest);
    sodium_bin2hex(ret, VT_SHA256_HEX, digest, sizeof digest);
}

void vt_hmac_sha256(vt_str key, vt_str bytes, unsigned char ret[VT_SHA256_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.ptr, key.len);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)bytes.ptr, bytes.len);
    crypto_auth_hmacsha256_final(&state, ret);
}

void vt_random_bytes(void *ret, size_t n)
{
    randombytes_buf(ret, n);
}

bool vt_equal_const_time(vt_str a, vt_str b)
{
    return a.len == b.len && (a.len == 0 || sodium_memcmp(a.ptr, b.ptr, a.len) == 0);
}

void vt_id_new(const char *prefix, int64_t now_ms, char *ret)
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char bits[16];
    for (int i = 0; i < 6; i++)
        bits[i] = (unsigned char)((uint64_t)now_ms >> (40 - 8 * i));
    randombytes_buf(bits + 6, 10);

    size_t at = strlen(prefix);
    memcpy(ret, prefix, at);
    /* 130 bits: two zero bits in front of the 128 */
    for (int i = 0; i < 26; i++) {
        unsigned value = 0;
        for (int b = i * 5 - 2; b < i * 5 + 3; b++) {
            unsigned bit = b < 0 ? 0u : (bits[b / 8] >> (7 - b % 8)) & 1u;
            value = value << 1 | bit;
        }
        ret[at++] = digits[value];
    }
    ret[at] = 0;
}

void vt_secret_new(const char *prefix, char *ret)
{
    unsigned char bits[32];
    randombytes_buf(bits, sizeof bits);
    size_t at = strlen(prefix);
    memcpy(ret, prefix, at);
    sodium_bin2base64(
        ret + at, sodium_base64_ENCODED_LEN(sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
        bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void vt_base64_encode(vt_str bytes, char *ret)
{
    sodium_bin2base64(ret, (bytes.len + 2) / 3 * 4 + 1, (const unsigned char *)bytes.ptr, bytes.len,
                      sodium_base64_VARIANT_ORIGINAL);
}

size_t vt_base64_decode(vt_str text, void *ret)
{
    size_t n = 0;
    const char *end = NULL;
    if (text.len == 0)
        return 0;
    int bad = sodium_base642bin(ret, text.len / 4 * 3 + 3, text.ptr, text.len, "\r\n\t ", &n, &end,
                                sodium_base64_VARIANT_ORIGINAL);
    return bad || end != text.ptr + text.len ? VT_NPOS : n;
}

static const uint64_t check_prime = 0x9E3779B97F4A7C15u;

static void mix(uint64_t *lane, uint64_t word)
{
    uint64_t x = (*lane ^ word) * check_prime;
    *lane = x ^ (x >> 29);
}

uint64_t vt_checksum(const void *bytes, size_t len)
{
    const unsigned char *p = bytes, *end = p + len;
    uint64_t lane[4] = {1, 2, 3, 4}, h = 0;
    for (; (size_t)(end - p) >= sizeof lane; p += sizeof lane) { /* megabytes at every start */
        uint64_t words[4];
        memcpy(words, p, sizeof words);
        for (size_t i = 0; i < 4; i++)
            mix(&lane[i], words[i]);
    }
    for (size_t i = 0; p < end; i++) {
        uint64_t word = 0;
        size_t n = VT_MIN((size_t)(end - p), sizeof word);
        memcpy(&word, p, n);
        mix(&lane[i], word);
        p += n;
    }
    for (size_t i = 0; i < 4; i++)
        mix(&h, lane[i]);
    return h;
}
