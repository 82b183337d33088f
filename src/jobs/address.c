/* SPDX-License-Identifier: Apache-2.0 */
/* Special addresses: the registries of RFC 6890, as IANA keeps them. */
#include "jobs/client.h"

struct block {
    unsigned char bytes[16];
    int bits;
};

static const struct block special4[] = {
    {{0}, 8},             /* this network */
    {{10}, 8},            /* private */
    {{100, 64}, 10},      /* shared */
    {{127}, 8},           /* loopback */
    {{169, 254}, 16},     /* link-local */
    {{172, 16}, 12},      /* private */
    {{192, 0, 0}, 24},    /* protocol assignments */
    {{192, 0, 2}, 24},    /* documentation */
    {{192, 31, 196}, 24}, /* AS112 */
    {{192, 52, 193}, 24}, /* AMT */
    {{192, 88, 99}, 24},  /* 6to4 relays */
    {{192, 168}, 16},     /* private */
    {{192, 175, 48}, 24}, /* AS112 */
    {{198, 18}, 15},      /* benchmarks */
    {{198, 51, 100}, 24}, /* documentation */
    {{203, 0, 113}, 24},  /* documentation */
    {{224}, 4},           /* multicast */
    {{240}, 4},           /* reserved, broadcast */
};

/* Within 2000::/3, the only block that is handed out. */
static const struct block special6[] = {
    {{0x20, 0x01, 0x00}, 23},             /* protocol assignments, Teredo */
    {{0x20, 0x01, 0x0d, 0xb8}, 32},       /* documentation */
    {{0x20, 0x02}, 16},                   /* 6to4: an IPv4 address inside */
    {{0x26, 0x20, 0x00, 0x4f, 0x80}, 48}, /* AS112 */
    {{0x3f, 0xff, 0x00}, 20},             /* documentation */
};

static bool in_block(const unsigned char *address, const struct block *block)
{
    int whole = block->bits / 8, rest = block->bits % 8;
    if (memcmp(address, block->bytes, (size_t)whole) != 0)
        return false;
    return rest == 0 || ((address[whole] ^ block->bytes[whole]) >> (8 - rest)) == 0;
}

static bool is_public4(const unsigned char *address)
{
    for (size_t i = 0; i < VT_COUNT(special4); i++)
        if (in_block(address, &special4[i]))
            return false;
    return true;
}

bool vt_address_is_public(const unsigned char *address, size_t n)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (n == 4)
        return is_public4(address);
    if (n != 16)
        return false;
    if (memcmp(address, mapped, sizeof mapped) == 0)
        return is_public4(address + 12);
    if ((address[0] & 0xe0) != 0x20)
        return false;
    for (size_t i = 0; i < VT_COUNT(special6); i++)
        if (in_block(address, &special6[i]))
            return false;
    return true;
}
