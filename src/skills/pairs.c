/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Byte pair encoding over the words of the texts, each with the space or bar before it. In every
 * round the pairs of neighbours are counted and the commonest become symbols, several at a time;
 * in the end the symbols are numbered by how often the words have them.
 */
#include "skills/pairs.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"

enum {
    ROUND_MIN =
        32, /* pairs that a round makes symbols: a sixteenth of all so far, at least so many */
    COUNT_MIN = 4,    /* a pair that is rarer is not worth its row */
    STACK = 64,       /* symbols that wait while one is expanded */
    TABLE_MIN = 1024, /* slots for counts of pairs */
    TABLE_MAX = 1 << 20,
};

/** A word with its separator, how often it stands there, and its symbols now. */
struct word {
    vt_str text;
    size_t count;
    uint16_t *symbols;
    uint32_t n;
};

struct count {
    uint32_t pair; /* left << 16 | right, + 1 */
    uint32_t symbol;
    size_t n;
};

struct vt_pairs {
    vt_arena *arena;
    vt_map *by_text; /* text -> struct word */
    VT_VEC(struct word *) words;
    VT_VEC(vt_pair) made;
    struct count *table;
    size_t n_table;                 /* a power of two */
    uint16_t code[VT_PAIRS_MAX];    /* of each symbol */
    uint16_t symbols[VT_PAIRS_MAX]; /* of each code */
};

size_t vt_pairs_expand(vt_str codes, const uint16_t *symbols, size_t n_symbols,
                       const vt_pair *pairs, size_t n_pairs, char *ret, size_t cap)
{
    size_t n = 0;
    for (size_t i = 0; i < codes.len && n < cap;) {
        unsigned char byte = (unsigned char)codes.ptr[i++];
        size_t code = byte;
        if (byte >= VT_PAIRS_SHORT && i < codes.len)
            code = VT_PAIRS_SHORT + (size_t)(byte - VT_PAIRS_SHORT) * 256 +
                   (unsigned char)codes.ptr[i++];
        if (code >= n_symbols)
            break;
        uint16_t stack[STACK];
        size_t depth = 0;
        stack[depth++] = symbols[code];
        while (depth > 0 && n < cap) {
            uint16_t symbol = stack[--depth];
            if (symbol < VT_PAIRS_BYTES) {
                ret[n++] = (char)symbol;
                continue;
            }
            size_t row = (size_t)symbol - VT_PAIRS_BYTES;
            if (row >= n_pairs || depth + 2 > STACK || pairs[row].left >= symbol ||
                pairs[row].right >= symbol) /* a damaged file */
                return n;
            stack[depth++] = pairs[row].right;
            stack[depth++] = pairs[row].left;
        }
    }
    return n;
}

/** Takes the next word off a text, the space or bar before it with it. */
static bool next_word(vt_str *rest, vt_str *word)
{
    size_t end = 1;
    if (rest->len == 0)
        return false;
    while (end < rest->len && rest->ptr[end] != ' ' && rest->ptr[end] != '|')
        end++;
    *word = vt_str_sub(*rest, 0, VT_MIN(end, (size_t)VT_PAIRS_WORD_MAX));
    *rest = vt_str_sub(*rest, word->len, rest->len);
    return true;
}

vt_pairs *vt_pairs_new(vt_arena *arena)
{
    vt_pairs *pairs = VT_NEW(arena, vt_pairs);
    pairs->arena = arena;
    pairs->by_text = vt_map_new(arena);
    return pairs;
}

void vt_pairs_learn(vt_pairs *pairs, vt_str text)
{
    vt_str part;
    while (next_word(&text, &part)) {
        struct word *word = vt_map_find(pairs->by_text, part);
        if (!word) {
            word = VT_NEW(pairs->arena, struct word);
            *word = (struct word){part, 0, VT_NEW_ARRAY(pairs->arena, uint16_t, part.len),
                                  (uint32_t)part.len};
            for (size_t i = 0; i < part.len; i++)
                word->symbols[i] = (unsigned char)part.ptr[i];
            vt_map_set(pairs->by_text, part, word);
            vt_vec_push(pairs->arena, &pairs->words, word);
        }
        word->count++;
    }
}

/** The slot of a pair, empty or its own; NULL where the table is nearly full. */
static struct count *slot_of(struct vt_pairs *pairs, uint32_t pair)
{
    size_t slot = (pair * 2654435761u >> 8) & (pairs->n_table - 1);
    for (size_t tried = 0; tried < 64; tried++, slot = (slot + 1) & (pairs->n_table - 1))
        if (pairs->table[slot].pair == 0 || pairs->table[slot].pair == pair)
            return &pairs->table[slot];
    return NULL;
}

static uint32_t pair_at(const struct word *word, uint32_t i)
{
    return ((uint32_t)word->symbols[i] << 16 | word->symbols[i + 1]) + 1;
}

static int compare_counts(const void *a, const void *b)
{
    const struct count *x = *(struct count *const *)a, *y = *(struct count *const *)b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/** Counts all neighbours and gives those that are worth a symbol, the commonest first. */
static size_t count_pairs(vt_pairs *pairs, struct count **ret)
{
    size_t n = 0;
    memset(pairs->table, 0, pairs->n_table * sizeof *pairs->table);
    for (size_t w = 0; w < pairs->words.n; w++) {
        const struct word *word = pairs->words.at[w];
        for (uint32_t i = 0; i + 1 < word->n; i++) {
            struct count *c = slot_of(pairs, pair_at(word, i));
            if (c) {
                c->pair = pair_at(word, i);
                c->n += word->count;
            }
        }
    }
    for (size_t i = 0; i < pairs->n_table; i++)
        if (pairs->table[i].n >= COUNT_MIN)
            ret[n++] = &pairs->table[i];
    if (n > 0)
        qsort(ret, n, sizeof *ret, compare_counts);
    return n;
}

static void join_pairs(vt_pairs *pairs, struct word *word)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < word->n; i++) {
        const struct count *c = i + 1 < word->n ? slot_of(pairs, pair_at(word, i)) : NULL;
        if (c && c->symbol)
            i++;
        word->symbols[n++] = c && c->symbol ? (uint16_t)c->symbol : word->symbols[i];
    }
    word->n = n;
}

/** One round; false when no pair is worth it any more. */
static bool join_round(vt_pairs *pairs, struct count **found)
{
    size_t n = count_pairs(pairs, found), made = pairs->made.n;
    size_t most =
        VT_MIN(VT_MAX(made / 16, (size_t)ROUND_MIN), (size_t)VT_PAIRS_MAX - VT_PAIRS_BYTES - made);
    n = VT_MIN(n, most);
    for (size_t i = 0; i < n; i++) {
        uint32_t pair = found[i]->pair - 1;
        found[i]->symbol = (uint32_t)(VT_PAIRS_BYTES + pairs->made.n);
        vt_vec_push(pairs->arena, &pairs->made,
                    ((vt_pair){(uint16_t)(pair >> 16), (uint16_t)pair}));
    }
    for (size_t w = 0; n > 0 && w < pairs->words.n; w++)
        join_pairs(pairs, pairs->words.at[w]);
    return n > 0;
}

static int compare_use(const void *a, const void *b)
{
    const struct count *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

void vt_pairs_settle(vt_pairs *pairs, const vt_pair **ret_pairs, size_t *ret_n_pairs,
                     const uint16_t **ret_symbols, size_t *ret_n_symbols)
{
    pairs->n_table = TABLE_MIN;
    while (pairs->n_table < TABLE_MAX && pairs->n_table < 8 * pairs->words.n)
        pairs->n_table *= 2;
    pairs->table = VT_NEW_ARRAY(pairs->arena, struct count, pairs->n_table);
    struct count **found = VT_NEW_ARRAY(pairs->arena, struct count *, pairs->n_table);
    while (join_round(pairs, found))
        ;
    size_t n = VT_PAIRS_BYTES + pairs->made.n;
    struct count *use = VT_NEW_ARRAY(pairs->arena, struct count, n);
    for (size_t i = 0; i < n; i++)
        use[i] = (struct count){.symbol = (uint32_t)i};
    for (size_t w = 0; w < pairs->words.n; w++)
        for (uint32_t i = 0; i < pairs->words.at[w]->n; i++)
            use[pairs->words.at[w]->symbols[i]].n += pairs->words.at[w]->count;
    qsort(use, n, sizeof *use, compare_use);
    for (size_t i = 0; i < n; i++) {
        pairs->symbols[i] = (uint16_t)use[i].symbol;
        pairs->code[use[i].symbol] = (uint16_t)i;
    }
    *ret_pairs = pairs->made.at;
    *ret_n_pairs = pairs->made.n;
    *ret_symbols = pairs->symbols;
    *ret_n_symbols = n;
}

void vt_pairs_write(const vt_pairs *pairs, vt_str text, vt_buf *out)
{
    vt_str part;
    while (next_word(&text, &part)) {
        const struct word *word = vt_map_find(pairs->by_text, part);
        for (uint32_t i = 0; word && i < word->n; i++) {
            unsigned code = pairs->code[word->symbols[i]];
            if (code >= VT_PAIRS_SHORT)
                vt_buf_addc(out, (char)(VT_PAIRS_SHORT + (code - VT_PAIRS_SHORT) / 256));
            vt_buf_addc(out, (char)(code < VT_PAIRS_SHORT ? code : (code - VT_PAIRS_SHORT) % 256));
        }
    }
}
