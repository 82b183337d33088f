/* SPDX-License-Identifier: Apache-2.0 */
/* An IPv4 address is kept as the IPv6 one that maps it, so that one comparison serves both. */
#include "http/forwarded.h"

#include <arpa/inet.h>
#include <string.h>

enum { MAX_NETWORKS = 64, MAX_HOPS = 32 };

struct network {
    unsigned char bytes[16];
    int bits;
};

struct vt_proxies {
    size_t n;
    struct network at[MAX_NETWORKS];
};

static bool read_address(vt_str text, unsigned char ret[16], bool *ret_v4)
{
    char buf[INET6_ADDRSTRLEN];
    if (!text.len || text.len >= sizeof buf)
        return false;
    memcpy(buf, text.ptr, text.len);
    buf[text.len] = 0;
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    memcpy(ret, mapped, sizeof mapped);
    *ret_v4 = inet_pton(AF_INET, buf, ret + 12) == 1;
    return *ret_v4 || inet_pton(AF_INET6, buf, ret) == 1;
}

static bool read_network(vt_str text, struct network *ret)
{
    size_t slash = vt_str_find_char(text, '/', 0);
    bool v4;
    if (!read_address(vt_str_sub(text, 0, slash == VT_NPOS ? text.len : slash), ret->bytes, &v4))
        return false;
    int64_t bits = v4 ? 32 : 128;
    if (slash != VT_NPOS && !vt_str_to_i64(vt_str_sub(text, slash + 1, text.len), 0, bits, &bits))
        return false;
    ret->bits = (int)bits + (v4 ? 96 : 0);
    return true;
}

vt_status vt_proxies_new(vt_str text, vt_proxies **ret, vt_error *err)
{
    struct vt_proxies read = {0};
    for (size_t at = 0; at < text.len;) {
        size_t end = at;
        while (end < text.len && text.ptr[end] != ',' && !vt_is_space(text.ptr[end]))
            end++;
        vt_str word = vt_str_sub(text, at, end);
        at = end + 1;
        if (!word.len)
            continue;
        if (read.n == MAX_NETWORKS)
            return vt_fail(err, VT_E_INVALID, "trusted_proxies: more than %d addresses",
                           (int)MAX_NETWORKS);
        if (!read_network(word, &read.at[read.n++]))
            return vt_fail(err, VT_E_INVALID,
                           "trusted_proxies: '" VT_STR_FMT "' is no address or network",
                           VT_STR_ARG(vt_str_sub(word, 0, 60)));
    }
    *ret = NULL;
    if (read.n) {
        *ret = vt_xcalloc(1, sizeof **ret);
        **ret = read;
    }
    return VT_OK;
}

void vt_proxies_drop(vt_proxies *proxies)
{
    free(proxies);
}

static bool is_in(const struct network *network, const unsigned char address[16])
{
    int whole = network->bits / 8, rest = network->bits % 8;
    if (memcmp(network->bytes, address, (size_t)whole) != 0)
        return false;
    unsigned mask = 0xffu << (8 - rest) & 0xffu;
    return !rest || ((network->bytes[whole] ^ address[whole]) & mask) == 0;
}

bool vt_proxies_trust(const vt_proxies *proxies, vt_str address)
{
    unsigned char bytes[16];
    bool v4;
    if (!proxies || !read_address(address, bytes, &v4))
        return false;
    for (size_t i = 0; i < proxies->n; i++)
        if (is_in(&proxies->at[i], bytes))
            return true;
    return false;
}

/* "192.0.2.1", "192.0.2.1:80", "[2001:db8::1]:80", in quotes or not: the address alone. */
static vt_str address_of(vt_str node)
{
    node = vt_str_trim(node);
    if (node.len > 1 && node.ptr[0] == '"' && node.ptr[node.len - 1] == '"')
        node = vt_str_sub(node, 1, node.len - 1);
    if (node.len && node.ptr[0] == '[') {
        size_t end = vt_str_find_char(node, ']', 0);
        return vt_str_sub(node, 1, end == VT_NPOS ? node.len : end);
    }
    size_t colon = vt_str_find_char(node, ':', 0);
    if (colon != VT_NPOS && vt_str_find_char(node, ':', colon + 1) == VT_NPOS)
        return vt_str_sub(node, 0, colon);
    return node;
}

struct hop {
    vt_str address;
    bool https;
};

/* for=192.0.2.60;proto=https;by=203.0.113.43 */
static struct hop read_element(vt_str element)
{
    struct hop hop = {0};
    vt_str pair;
    while (vt_str_split(&element, ';', &pair)) {
        size_t equals = vt_str_find_char(pair, '=', 0);
        vt_str name = vt_str_trim(vt_str_sub(pair, 0, equals == VT_NPOS ? 0 : equals));
        vt_str value = vt_str_sub(pair, equals == VT_NPOS ? pair.len : equals + 1, pair.len);
        if (vt_str_eq_nocase(name, VT_STR("for")))
            hop.address = address_of(value);
        else if (vt_str_eq_nocase(name, VT_STR("proto")))
            hop.https = vt_str_eq_nocase(address_of(value), VT_STR("https"));
    }
    return hop;
}

/* The last elements of the chain, in its order; several headers are one list. */
static size_t read_chain(const vt_http_request *request, bool standard, struct hop ret[MAX_HOPS])
{
    const char *name = standard ? "Forwarded" : "X-Forwarded-For";
    size_t n = 0;
    for (size_t i = 0; i < request->headers.n; i++) {
        vt_str rest = request->headers.at[i].value, element;
        if (!vt_str_eq_nocase(request->headers.at[i].name, vt_str_z(name)))
            continue;
        while (vt_str_split(&rest, ',', &element)) {
            if (n == MAX_HOPS) { /* only the end is believed */
                memmove(ret, ret + 1, (MAX_HOPS - 1) * sizeof *ret);
                n--;
            }
            ret[n++] =
                standard ? read_element(element) : (struct hop){.address = address_of(element)};
        }
    }
    return n;
}

vt_forwarded vt_forwarded_read(const vt_proxies *proxies, const vt_http_request *request,
                               bool standard)
{
    struct hop hops[MAX_HOPS];
    vt_forwarded ret = {0};
    size_t n = read_chain(request, standard, hops);
    for (size_t i = n; i > 0; i--) {
        unsigned char bytes[16];
        bool v4;
        if (!read_address(hops[i - 1].address, bytes, &v4))
            break; /* "unknown", a name: who is before it cannot be told */
        ret.address = hops[i - 1].address;
        if (!vt_proxies_trust(proxies, ret.address))
            break;
    }
    /* what the nearest proxy says of its own connection */
    ret.https =
        standard ? n > 0 && hops[n - 1].https
                 : vt_str_eq_nocase(vt_http_header(request, "X-Forwarded-Proto"), VT_STR("https"));
    return ret;
}
