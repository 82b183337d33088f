/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words: sum of embeddings, two convolutions within the cell. Cells: sum of embeddings and the
 * pooled words, four layers of attention to the cells around (multi-head attention after Vaswani
 * et al., arXiv 1706.03762, norm first; what the places of two cells say is added to the score, as
 * in T5, arXiv 1910.10683). Heads: role, section, a pointer to the cell that begins the item, and
 * the field of each word from the word and its cell.
 *
 * Weights are 12-bit whole numbers with a scale a row, inputs of a product are made 12-bit with a
 * scale a vector, so that at most 512 products fit 32 bits exactly.
 */
#include "ml/net.h"

#include "base/hash.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif

enum {
    WORD = 64,
    CELL = 128,
    HEADS = 4,
    HEAD = CELL / HEADS,
    LAYERS = 4,
    HIDDEN = 256,
    POINT = 64,
    LANES = 8,
    QUANTUM = 2047,
    TABLES = 4,
    VERSION = 2,
};

/* Buckets of how two cells stand to each other; tools/train/reader.py has the same bounds. */
static const int16_t order_bounds[] = {-33, -17, -9, -5, -4, -3, -2, -1, 0,
                                       1,   2,   3,  4,  5,  9,  17, 33};
static const int16_t x_bounds[] = {-20, -6, -1, 2, 7, 21};
static const int16_t y_bounds[] = {-60, -20, -8, -4, -2, 0, 1, 3, 5, 9, 21, 61};
enum {
    ORDERS = 17,
    XS = 3 * 7,
    YS = 14,
    SAMES = 4,
};

struct header {
    char magic[4];
    uint32_t version;
    uint64_t checksum; /* of all that follows this field */
    uint32_t word_rows, cell_rows, bytes, zero;
};

/* y = W x + b. */
struct linear {
    const int16_t *weights; /* [out][in] */
    const float *scale, *bias;
    size_t in, out;
};

struct norm {
    const float *gain, *bias;
};

struct layer {
    struct norm norm1, norm2;
    struct linear qkv, out, up, down;
    const float *bias[TABLES]; /* [size][HEADS] */
};

struct vt_net {
    const int16_t *word_table, *cell_table;
    float word_scale, cell_scale;
    uint32_t word_rows, cell_rows;
    struct norm word_norm, field_norm, cell_norm;
    struct linear near, far, pool, role, section, point_from, point_to, spread, field_near,
        field_far, field;
    struct layer layers[LAYERS];
    const float *point_bias[TABLES];
    bool wide; /* the processor has AVX2 */
};

/* ---- the image ---- */

struct cursor {
    const unsigned char *at, *end;
    bool bad;
};

static const void *take(struct cursor *c, size_t bytes)
{
    bytes = (bytes + 31) / 32 * 32;
    if (c->bad || (size_t)(c->end - c->at) < bytes) {
        c->bad = true;
        return NULL;
    }
    const void *here = c->at;
    c->at += bytes;
    return here;
}

static struct linear take_linear(struct cursor *c, size_t in, size_t out)
{
    struct linear l = {.in = in, .out = out};
    l.weights = take(c, in * out * sizeof *l.weights);
    l.scale = take(c, out * sizeof *l.scale);
    l.bias = take(c, out * sizeof *l.bias);
    return l;
}

static struct norm take_norm(struct cursor *c, size_t width)
{
    struct norm n = {.gain = take(c, width * sizeof *n.gain)};
    n.bias = take(c, width * sizeof *n.bias);
    return n;
}

static void take_bias(struct cursor *c, size_t heads, const float *tables[TABLES])
{
    static const size_t sizes[TABLES] = {ORDERS, XS, YS, SAMES};
    for (size_t i = 0; i < TABLES; i++)
        tables[i] = take(c, sizes[i] * heads * sizeof(float));
}

static void take_layer(struct cursor *c, struct layer *l)
{
    l->norm1 = take_norm(c, CELL);
    l->norm2 = take_norm(c, CELL);
    l->qkv = take_linear(c, CELL, 3 * CELL);
    l->out = take_linear(c, CELL, CELL);
    l->up = take_linear(c, CELL, HIDDEN);
    l->down = take_linear(c, HIDDEN, CELL);
    take_bias(c, HEADS, l->bias);
}

static bool take_all(struct cursor *c, vt_net *n)
{
    n->word_table = take(c, (size_t)n->word_rows * WORD * sizeof(int16_t));
    n->cell_table = take(c, (size_t)n->cell_rows * CELL * sizeof(int16_t));
    const float *scales = take(c, 2 * sizeof(float));
    n->word_norm = take_norm(c, WORD);
    n->field_norm = take_norm(c, WORD);
    n->cell_norm = take_norm(c, CELL);
    n->near = take_linear(c, 3 * WORD, WORD);
    n->far = take_linear(c, 3 * WORD, WORD);
    n->pool = take_linear(c, 4 * WORD, CELL);
    for (size_t i = 0; i < LAYERS; i++)
        take_layer(c, &n->layers[i]);
    n->role = take_linear(c, CELL, VT_NET_ROLES);
    n->section = take_linear(c, CELL, VT_NET_SECTIONS);
    n->point_from = take_linear(c, CELL, POINT);
    n->point_to = take_linear(c, CELL, POINT);
    take_bias(c, 1, n->point_bias);
    n->spread = take_linear(c, CELL, WORD);
    n->field_near = take_linear(c, 3 * WORD, WORD);
    n->field_far = take_linear(c, 3 * WORD, WORD);
    n->field = take_linear(c, WORD, VT_NET_FIELDS);
    if (c->bad || c->at != c->end)
        return false;
    n->word_scale = scales[0];
    n->cell_scale = scales[1];
    return true;
}

static bool has_wide(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

vt_status vt_net_open(const void *image, size_t size, uint32_t word_rows, uint32_t cell_rows,
                      vt_net **ret, vt_error *err)
{
    struct header h;
    if (size < sizeof h)
        return vt_fail(err, VT_E_FORMAT, "the reader's model has %zu bytes", size);
    memcpy(&h, image, sizeof h);
    if (memcmp(h.magic, "VTNR", 4) != 0 || h.version != VERSION || h.bytes != size)
        return vt_fail(err, VT_E_FORMAT, "no model of the reader, or of another version");
    if (h.word_rows != word_rows || h.cell_rows != cell_rows)
        return vt_fail(err, VT_E_FORMAT,
                       "the reader's model is of %u and %u features, not %u and %u: train it again",
                       h.word_rows, h.cell_rows, word_rows, cell_rows);
    if (vt_checksum((const char *)image + 16, size - 16) != h.checksum)
        return vt_fail(err, VT_E_FORMAT, "the reader's model is damaged");
    vt_net *net = calloc(1, sizeof *net);
    if (!net)
        return vt_fail(err, VT_E_LIMIT, "no memory for the reader's model");
    net->word_rows = word_rows;
    net->cell_rows = cell_rows;
    struct cursor c = {(const unsigned char *)image + sizeof h, (const unsigned char *)image + size,
                       false};
    if (!take_all(&c, net)) {
        free(net);
        return vt_fail(err, VT_E_FORMAT, "the reader's model is cut");
    }
    net->wide = has_wide();
    *ret = net;
    return VT_OK;
}

void vt_net_drop(vt_net *net)
{
    free(net);
}

void vt_net_force_plain(vt_net *net)
{
    net->wide = false;
}

/* ---- whole numbers ---- */

/* Makes n floats (a multiple of 8) 12-bit: gives the scale. */
INLINE float quantise(const float *x, size_t n, int16_t *ret)
{
    float lane[LANES] = {0}, most = 0;
    for (size_t i = 0; i < n; i += LANES)
        for (size_t k = 0; k < LANES; k++) {
            float a = fabsf(x[i + k]);
            lane[k] = a > lane[k] ? a : lane[k];
        }
    for (size_t k = 0; k < LANES; k++)
        most = lane[k] > most ? lane[k] : most;
    if (!(most > 1e-20f)) {
        memset(ret, 0, n * sizeof *ret);
        return 0;
    }
    float inverse = (float)QUANTUM / most;
    for (size_t i = 0; i < n; i++) {
        float v = x[i] * inverse;
        ret[i] = (int16_t)(int32_t)(v + (v < 0 ? -0.5f : 0.5f));
    }
    return most / (float)QUANTUM;
}

static int32_t dot_plain(const int16_t *a, const int16_t *b, size_t n)
{
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}

#if defined(__x86_64__)
WIDE static int32_t sum_wide(__m256i v)
{
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1));
    return _mm_cvtsi128_si32(s);
}

/* Four rows of weights with one vector; n is a multiple of 16. */
WIDE static void dot4_wide(const int16_t *w, size_t stride, const int16_t *x, size_t n,
                           int32_t ret[4])
{
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (size_t i = 0; i < n; i += 16) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(x + i));
        const int16_t *r = w + i;
        a = _mm256_add_epi32(
            a, _mm256_madd_epi16(v, _mm256_loadu_si256((const __m256i *)(const void *)r)));
        r += stride;
        b = _mm256_add_epi32(
            b, _mm256_madd_epi16(v, _mm256_loadu_si256((const __m256i *)(const void *)r)));
        r += stride;
        c = _mm256_add_epi32(
            c, _mm256_madd_epi16(v, _mm256_loadu_si256((const __m256i *)(const void *)r)));
        r += stride;
        d = _mm256_add_epi32(
            d, _mm256_madd_epi16(v, _mm256_loadu_si256((const __m256i *)(const void *)r)));
    }
    ret[0] = sum_wide(a);
    ret[1] = sum_wide(b);
    ret[2] = sum_wide(c);
    ret[3] = sum_wide(d);
}
#else
static void dot4_wide(const int16_t *w, size_t stride, const int16_t *x, size_t n, int32_t ret[4])
{
    for (size_t i = 0; i < 4; i++)
        ret[i] = dot_plain(w + i * stride, x, n);
}
#endif

static void apply_plain(const struct linear *l, const float *x, float *y)
{
    int16_t q[3 * CELL];
    float scale = quantise(x, l->in, q);
    for (size_t o = 0; o < l->out; o++)
        y[o] =
            (float)dot_plain(l->weights + o * l->in, q, l->in) * (scale * l->scale[o]) + l->bias[o];
}

WIDE static void apply_wide(const struct linear *l, const float *x, float *y)
{
    int16_t q[3 * CELL];
    float scale = quantise(x, l->in, q);
    size_t o = 0;
    for (; o + 4 <= l->out; o += 4) {
        int32_t sums[4];
        dot4_wide(l->weights + o * l->in, l->in, q, l->in, sums);
        for (size_t k = 0; k < 4; k++)
            y[o + k] = (float)sums[k] * (scale * l->scale[o + k]) + l->bias[o + k];
    }
    for (; o < l->out; o++)
        y[o] =
            (float)dot_plain(l->weights + o * l->in, q, l->in) * (scale * l->scale[o]) + l->bias[o];
}

/* y[out] = W x + b. */
static void apply(const vt_net *net, const struct linear *l, const float *x, float *y)
{
    (net->wide ? apply_wide : apply_plain)(l, x, y);
}

/* ---- floats, in a fixed order ---- */

INLINE float sum_lanes(const float lane[LANES])
{
    return ((lane[0] + lane[4]) + (lane[1] + lane[5])) +
           ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

INLINE float dot(const float *a, const float *b, size_t n)
{
    float lane[LANES] = {0};
    for (size_t i = 0; i < n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] += a[i + k] * b[i + k];
    return sum_lanes(lane);
}

static void normalise(const struct norm *norm, const float *x, size_t n, float *ret)
{
    float lane[LANES] = {0}, square[LANES] = {0};
    for (size_t i = 0; i < n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] += x[i + k];
    float mean = sum_lanes(lane) / (float)n;
    for (size_t i = 0; i < n; i += LANES)
        for (size_t k = 0; k < LANES; k++) {
            float d = x[i + k] - mean;
            square[k] += d * d;
        }
    float inverse = 1.0f / sqrtf(sum_lanes(square) / (float)n + 1e-5f);
    for (size_t i = 0; i < n; i++)
        ret[i] = (x[i] - mean) * inverse * norm->gain[i] + norm->bias[i];
}

/* e to a power not above 0: 2^k by its exponent, times a polynomial (Taylor) on [-0.35, 0.35].
 * Without branches, so that a loop of it becomes wide instructions. */
INLINE float exponential(float x)
{
    float t = (x < -80.0f ? -80.0f : x) * 1.44269504f;
    int32_t k = (int32_t)(t - 0.5f);
    float r = (t - (float)k) * 0.69314718f;
    float p =
        1.0f + r * (1.0f + r * (0.5f + r * (0.16666667f + r * (0.041666668f + r * 0.0083333338f))));
    union {
        uint32_t bits;
        float value;
    } scale = {.bits = (uint32_t)(127 + k) << 23};
    return p * scale.value;
}

INLINE void softmax(float *scores, size_t n)
{
    float most = scores[0], sum = 0;
    for (size_t i = 1; i < n; i++)
        most = scores[i] > most ? scores[i] : most;
    for (size_t i = 0; i < n; i++)
        scores[i] = exponential(scores[i] - most);
    for (size_t i = 0; i < n; i++)
        sum += scores[i];
    for (size_t i = 0; i < n; i++)
        scores[i] /= sum;
}

void vt_net_softmax(float *scores, size_t n)
{
    softmax(scores, n);
}

float vt_net_log(float x)
{
    union {
        float value;
        uint32_t bits;
    } u = {.value = x};
    int32_t power = (int32_t)(u.bits >> 23) - 127;
    u.bits = (u.bits & 0x7FFFFF) | 127u << 23; /* 1 .. 2 */
    float s = (u.value - 1) / (u.value + 1), q = s * s;
    float atanh = s * (1 + q * (0.33333334f + q * (0.2f + q * (0.14285715f + q * 0.11111111f))));
    return (float)power * 0.69314718f + 2 * atanh;
}

static void add(float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] += y[i];
}

static void rectify(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* The sum of rows of a table. */
static void embed(const int16_t *table, size_t width, float scale, const uint32_t *ids, size_t n,
                  float *ret)
{
    int32_t sum[CELL] = {0};
    for (size_t i = 0; i < n; i++) {
        const int16_t *row = table + (size_t)ids[i] * width;
        for (size_t k = 0; k < width; k++)
            sum[k] += row[k];
    }
    for (size_t k = 0; k < width; k++)
        ret[k] = (float)sum[k] * scale;
}

/* ---- words ---- */

/* x += relu(W [x far before, x, x far behind] + b) over the words of one cell. */
static void convolve(const vt_net *net, const struct linear *l, size_t far, float (*x)[WORD],
                     size_t n)
{
    float out[VT_NET_CELL_WORDS][WORD], in[3 * WORD];
    for (size_t i = 0; i < n; i++) {
        memset(in, 0, sizeof in);
        if (i >= far)
            memcpy(in, x[i - far], sizeof *x);
        memcpy(in + WORD, x[i], sizeof *x);
        if (i + far < n)
            memcpy(in + 2 * WORD, x[i + far], sizeof *x);
        apply(net, l, in, out[i]);
    }
    for (size_t i = 0; i < n; i++) {
        rectify(out[i], WORD);
        add(x[i], out[i], WORD);
    }
}

static void read_words(const vt_net *net, const vt_net_input *in, size_t cell, float (*x)[WORD])
{
    size_t from = in->first_word[cell], n = in->first_word[cell + 1] - from;
    for (size_t i = 0; i < n; i++) {
        float sum[WORD];
        uint32_t first = in->word_offset[from + i];
        embed(net->word_table, WORD, net->word_scale, in->word_ids + first,
              in->word_offset[from + i + 1] - first, sum);
        normalise(&net->word_norm, sum, WORD, x[i]);
    }
    convolve(net, &net->near, 1, x, n);
    convolve(net, &net->far, 2, x, n);
}

/* Mean, maximum, first and last of a cell's words. */
static void pool(float (*x)[WORD], size_t n, float ret[4 * WORD])
{
    memset(ret, 0, 4 * WORD * sizeof *ret);
    if (!n)
        return;
    memcpy(ret + WORD, x[0], sizeof *x);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < WORD; k++) {
            ret[k] += x[i][k];
            ret[WORD + k] = x[i][k] > ret[WORD + k] ? x[i][k] : ret[WORD + k];
        }
    for (size_t k = 0; k < WORD; k++)
        ret[k] /= (float)n;
    memcpy(ret + 2 * WORD, x[0], sizeof *x);
    memcpy(ret + 3 * WORD, x[n - 1], sizeof *x);
}

static void read_cell(const vt_net *net, const vt_net_input *in, size_t i, float (*words)[WORD],
                      float *ret)
{
    float pooled[4 * WORD], sum[CELL];
    size_t n = in->first_word[i + 1] - in->first_word[i];
    read_words(net, in, i, words);
    pool(words, n, pooled);
    apply(net, &net->pool, pooled, ret);
    embed(net->cell_table, CELL, net->cell_scale, in->cell_ids + in->cell_offset[i],
          in->cell_offset[i + 1] - in->cell_offset[i], sum);
    add(ret, sum, CELL);
}

/* ---- cells ---- */

static uint8_t bucket(int32_t value, const int16_t *bounds, uint8_t n)
{
    uint8_t i = 0;
    while (i < n && value >= bounds[i])
        i++;
    return i;
}

static int32_t sign(int32_t v)
{
    return (v > 0) - (v < 0);
}

/* How cell b stands to cell a, by kind. */
static void relate(const vt_net_place *place, size_t a, size_t b, uint8_t ret[TABLES])
{
    const vt_net_place *p = &place[a], *q = &place[b];
    int32_t page = sign(q->page - p->page);
    uint8_t order = bucket((int32_t)b - (int32_t)a, order_bounds, ORDERS);
    ret[0] = (uint8_t)(order ? order - 1 : 0);
    ret[1] = (uint8_t)(bucket(q->x - p->x, x_bounds, 6) + 7 * (page + 1));
    ret[2] = page ? YS - 1 : bucket(q->y - p->y, y_bounds, 12);
    ret[3] = (uint8_t)((p->style == q->style) + 2 * (abs(q->x - p->x) <= 1));
}

/* The cells that cell i looks at: [*from, *to). */
INLINE void window(size_t i, size_t cells, size_t *from, size_t *to)
{
    *from = i > VT_NET_WINDOW ? i - VT_NET_WINDOW : 0;
    *to = VT_MIN(i + VT_NET_WINDOW + 1, cells);
}

typedef uint8_t relations[VT_NET_REACH][TABLES];

static relations *relate_all(vt_arena *arena, const vt_net_input *in)
{
    relations *all = VT_NEW_ARRAY(arena, relations, in->cells + 1);
    for (size_t i = 0; i < in->cells; i++) {
        size_t from, to;
        window(i, in->cells, &from, &to);
        for (size_t j = from; j < to; j++)
            relate(in->place, i, j, all[i][j + VT_NET_WINDOW - i]);
    }
    return all;
}

INLINE float bias_of(const float *const tables[TABLES], const uint8_t relation[TABLES],
                     size_t heads, size_t head)
{
    float sum = 0;
    for (size_t t = 0; t < TABLES; t++)
        sum += tables[t][relation[t] * heads + head];
    return sum;
}

/* What the places of cell i and of each cell that it looks at say, for every head. */
INLINE void place_bias(const struct layer *l, relations *all, size_t i, size_t from, size_t to,
                       float (*ret)[VT_NET_REACH])
{
    for (size_t j = from; j < to; j++) {
        const uint8_t *relation = all[i][j + VT_NET_WINDOW - i];
        for (size_t h = 0; h < HEADS; h++)
            ret[h][j - from] = bias_of(l->bias, relation, HEADS, h);
    }
}

/* The mix of the values that cell i looks at, head by head. */
INLINE void attend(const struct layer *l, relations *all, float (*qkv)[3 * CELL], size_t i,
                   size_t cells, float ret[CELL])
{
    float scores[HEADS][VT_NET_REACH];
    size_t from, to;
    window(i, cells, &from, &to);
    place_bias(l, all, i, from, to, scores);
    for (size_t h = 0; h < HEADS; h++) {
        const float *q = qkv[i] + h * HEAD;
        for (size_t j = from; j < to; j++)
            scores[h][j - from] += dot(q, qkv[j] + CELL + h * HEAD, HEAD) * 0.17677669f;
        softmax(scores[h], to - from);
        float sum[HEAD] = {0};
        for (size_t j = from; j < to; j++) {
            const float *v = qkv[j] + 2 * CELL + h * HEAD;
            float share = scores[h][j - from];
            for (size_t k = 0; k < HEAD; k++)
                sum[k] += share * v[k];
        }
        memcpy(ret + h * HEAD, sum, sizeof sum);
    }
}

static void attend_plain(const struct layer *l, relations *all, float (*qkv)[3 * CELL], size_t i,
                         size_t cells, float ret[CELL])
{
    attend(l, all, qkv, i, cells, ret);
}

/* The same in wider registers: the same operations on each element, so the same bits. */
WIDE static void attend_wide(const struct layer *l, relations *all, float (*qkv)[3 * CELL],
                             size_t i, size_t cells, float ret[CELL])
{
    attend(l, all, qkv, i, cells, ret);
}

static void run_layer(const vt_net *net, const struct layer *l, relations *all, float (*c)[CELL],
                      size_t cells, float (*qkv)[3 * CELL])
{
    float n[CELL], mixed[CELL], up[HIDDEN], out[CELL];
    for (size_t i = 0; i < cells; i++) {
        normalise(&l->norm1, c[i], CELL, n);
        apply(net, &l->qkv, n, qkv[i]);
    }
    for (size_t i = 0; i < cells; i++) {
        (net->wide ? attend_wide : attend_plain)(l, all, qkv, i, cells, mixed);
        apply(net, &l->out, mixed, out);
        add(c[i], out, CELL);
        normalise(&l->norm2, c[i], CELL, n);
        apply(net, &l->up, n, up);
        rectify(up, HIDDEN);
        apply(net, &l->down, up, out);
        add(c[i], out, CELL);
    }
}

/* ---- heads ---- */

static void point(const vt_net *net, vt_arena *arena, relations *all, float (*c)[CELL],
                  size_t cells, float (*ret)[VT_NET_REACH])
{
    float(*to)[POINT] = vt_arena_array(arena, cells + 1, sizeof *to), from[POINT];
    for (size_t i = 0; i < cells; i++)
        apply(net, &net->point_to, c[i], to[i]);
    for (size_t i = 0; i < cells; i++) {
        size_t first, last;
        window(i, cells, &first, &last);
        apply(net, &net->point_from, c[i], from);
        for (size_t k = 0; k < VT_NET_REACH; k++)
            ret[i][k] = -1e4f;
        for (size_t j = first; j < last; j++) {
            size_t k = j + VT_NET_WINDOW - i;
            ret[i][k] =
                dot(from, to[j], POINT) * 0.125f + bias_of(net->point_bias, all[i][k], 1, 0);
        }
    }
}

static void read_fields(const vt_net *net, const vt_net_input *in, size_t cell, const float *c,
                        float (*words)[WORD], float (*ret)[VT_NET_FIELDS])
{
    float spread[WORD], sum[WORD];
    size_t n = in->first_word[cell + 1] - in->first_word[cell];
    apply(net, &net->spread, c, spread);
    for (size_t i = 0; i < n; i++) {
        memcpy(sum, words[i], sizeof sum);
        add(sum, spread, WORD);
        normalise(&net->field_norm, sum, WORD, words[i]);
    }
    convolve(net, &net->field_near, 1, words, n);
    convolve(net, &net->field_far, 2, words, n);
    for (size_t i = 0; i < n; i++)
        apply(net, &net->field, words[i], ret[i]);
}

vt_net_output vt_net_run(const vt_net *net, vt_arena *arena, const vt_net_input *in)
{
    size_t cells = in->cells, words = in->words;
    vt_net_output out;
    out.role = vt_arena_array(arena, cells + 1, sizeof *out.role);
    out.section = vt_arena_array(arena, cells + 1, sizeof *out.section);
    out.anchor = vt_arena_array(arena, cells + 1, sizeof *out.anchor);
    out.field = vt_arena_array(arena, words + 1, sizeof *out.field);
    float(*w)[WORD] = vt_arena_array(arena, words + 1, sizeof *w);
    float(*c)[CELL] = vt_arena_array(arena, cells + 1, sizeof *c);
    float(*qkv)[3 * CELL] = vt_arena_array(arena, cells + 1, sizeof *qkv);
    relations *all = relate_all(arena, in);
    for (size_t i = 0; i < cells; i++)
        read_cell(net, in, i, w + in->first_word[i], c[i]);
    for (size_t k = 0; k < LAYERS; k++)
        run_layer(net, &net->layers[k], all, c, cells, qkv);
    for (size_t i = 0; i < cells; i++) {
        float n[CELL];
        normalise(&net->cell_norm, c[i], CELL, n);
        memcpy(c[i], n, sizeof n);
        apply(net, &net->role, c[i], out.role[i]);
        apply(net, &net->section, c[i], out.section[i]);
        read_fields(net, in, i, c[i], w + in->first_word[i], out.field + in->first_word[i]);
    }
    point(net, arena, all, c, cells, out.anchor);
    return out;
}
