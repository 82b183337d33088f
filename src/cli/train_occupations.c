/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stochastic gradient descent, one title at a time in an order that a fixed seed gives, with a rate
 * that falls to zero. Whole words are left out of a third of the steps, so that the parts of words
 * learn to do without them: the titles of resumes stand in no list. The parameters are floats here
 * and bytes in the image.
 */
#include "cli/train_occupations.h"

#include "base/io.h"
#include "base/vec.h"
#include "titles/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIMS = VT_OCCUPATION_DIMS, BUCKETS = VT_OCCUPATION_BUCKETS, HELD_OUT = 10 };
static const float RATE = 0.35f;

struct example {
    uint32_t class, n;
    uint32_t *features;
    vt_str plain;
};

struct trainer {
    vt_arena *arena;
    VT_VEC(struct example) examples;
    uint16_t codes[OCCUPATION_MAX_CLASSES];
    size_t classes;
    float *in, *out, *bias; /* [BUCKETS][DIMS], [classes][DIMS], [classes] */
    uint64_t random;
};

static uint32_t roll(struct trainer *t)
{
    t->random = t->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(t->random >> 33);
}

static bool class_of(struct trainer *t, vt_str code, uint32_t *ret)
{
    int64_t number;
    if (!vt_str_to_i64(code, 0, 9999, &number))
        return false;
    for (*ret = 0; *ret < t->classes; ++*ret)
        if (t->codes[*ret] == number)
            return true;
    if (t->classes == OCCUPATION_MAX_CLASSES)
        return false;
    t->codes[t->classes++] = (uint16_t)number;
    return true;
}

static vt_status read_titles(struct trainer *t, const char *path, vt_buf *titles, vt_error *err)
{
    vt_buf *bytes = VT_NEW(t->arena, vt_buf);
    VT_TRY(vt_io_read_file(path, bytes, err));
    vt_str rest = vt_str_dup(t->arena, vt_buf_str(bytes)), row, title, language;
    vt_buf_release(bytes);
    while (vt_str_split(&rest, '\n', &row)) {
        vt_str_split(&row, '\t', &title);
        vt_str_split(&row, '\t', &language);
        struct example e = {0};
        uint32_t features[VT_OCCUPATION_FEATURES];
        if (row.len != 4 || !class_of(t, row, &e.class))
            continue;
        e.plain = vt_title_plain(t->arena, title);
        vt_buf_addf(titles, VT_STR_FMT "\t" VT_STR_FMT "\t" VT_STR_FMT "\t" VT_STR_FMT "\n",
                    VT_STR_ARG(e.plain), VT_STR_ARG(language), VT_STR_ARG(row), VT_STR_ARG(title));
        e.n = (uint32_t)vt_occupation_features(t->arena, e.plain, features);
        if (!e.n)
            continue;
        e.features = VT_NEW_ARRAY(t->arena, uint32_t, e.n);
        memcpy(e.features, features, e.n * sizeof *features);
        vt_vec_push(t->arena, &t->examples, e);
    }
    return t->examples.n ? VT_OK : vt_fail(err, VT_E_EMPTY, "%s has no titles", path);
}

static void start(struct trainer *t)
{
    t->random = 20261122;
    for (size_t i = 0; i < (size_t)BUCKETS * DIMS; i++)
        t->in[i] = ((float)(roll(t) % 20001) / 10000 - 1) / (float)DIMS;
    memset(t->out, 0, t->classes * DIMS * sizeof *t->out);
    memset(t->bias, 0, t->classes * sizeof *t->bias);
}

/** The mean vector of some features into mean; probabilities into p; gives the best class. */
static size_t forward(const struct trainer *t, const uint32_t *features, size_t n, float *mean,
                      float *p)
{
    memset(mean, 0, DIMS * sizeof *mean);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < DIMS; k++)
            mean[k] += t->in[(size_t)features[i] * DIMS + k] / (float)n;
    float most = -1e30f, sum = 0;
    size_t best = 0;
    for (size_t c = 0; c < t->classes; c++) {
        p[c] = t->bias[c];
        for (size_t k = 0; k < DIMS; k++)
            p[c] += t->out[c * DIMS + k] * mean[k];
        if (p[c] > most) {
            most = p[c];
            best = c;
        }
    }
    for (size_t c = 0; c < t->classes; c++)
        sum += p[c] = expf(p[c] - most);
    for (size_t c = 0; c < t->classes; c++)
        p[c] /= sum;
    return best;
}

static void step(struct trainer *t, const struct example *e, float rate)
{
    uint32_t features[VT_OCCUPATION_FEATURES];
    float mean[DIMS], p[OCCUPATION_MAX_CLASSES], back[DIMS] = {0};
    size_t n = 0;
    for (size_t i = 0; i < e->n; i++)
        if (roll(t) % 10 >= 2) /* a fifth is left out each time */
            features[n++] = e->features[i];
    if (!n)
        return;
    forward(t, features, n, mean, p);
    for (size_t c = 0; c < t->classes; c++) {
        float gradient = rate * ((c == e->class ? 1.0f : 0.0f) - p[c]);
        if (fabsf(gradient) < 1e-6f)
            continue;
        for (size_t k = 0; k < DIMS; k++) {
            back[k] += gradient * t->out[c * DIMS + k];
            t->out[c * DIMS + k] += gradient * mean[k];
        }
        t->bias[c] += gradient * 0.1f;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < DIMS; k++)
            t->in[(size_t)features[i] * DIMS + k] +=
                back[k] / (float)n * 20; /* a title has many parts: each learns little of it */
}

static void fit(struct trainer *t, size_t epochs, bool all)
{
    start(t);
    size_t n = t->examples.n, *order = VT_NEW_ARRAY(t->arena, size_t, n);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t epoch = 0; epoch < epochs; epoch++) {
        for (size_t i = n - 1; i > 0; i--) {
            size_t k = roll(t) % (i + 1), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (size_t i = 0; i < n; i++) {
            float done = ((float)epoch + (float)i / (float)n) / (float)epochs;
            if (all || order[i] % HELD_OUT != 0)
                step(t, &t->examples.at[order[i]], RATE * (1 - done));
        }
    }
}

/** Is the plain form of a held-out title among those learnt? */
static bool seen(const struct trainer *t, size_t at)
{
    for (size_t i = 0; i < t->examples.n; i++)
        if (i % HELD_OUT != 0 && vt_str_eq(t->examples.at[i].plain, t->examples.at[at].plain))
            return true;
    return false;
}

static void score(struct trainer *t, vt_calibration *ret)
{
    size_t n = 0, right = 0, minor = 0, major = 0, sure = 0, sure_right = 0;
    float *probability = VT_NEW_ARRAY(t->arena, float, t->examples.n);
    bool *correct = VT_NEW_ARRAY(t->arena, bool, t->examples.n);
    for (size_t i = 0; i < t->examples.n; i += HELD_OUT) {
        const struct example *e = &t->examples.at[i];
        if (seen(t, i))
            continue;
        float mean[DIMS], p[OCCUPATION_MAX_CLASSES];
        size_t best = forward(t, e->features, e->n, mean, p);
        unsigned a = t->codes[best], b = t->codes[e->class];
        probability[n] = p[best];
        correct[n++] = best == e->class;
        right += a == b;
        minor += a / 10 == b / 10;
        major += a / 1000 == b / 1000;
        sure += p[best] >= 0.6f;
        sure_right += p[best] >= 0.6f && a == b;
    }
    vt_calibration_fit(t->arena, probability, correct, n, ret);
    printf("held out %zu titles in no list: unit group %.4f, minor group %.4f, major group %.4f; "
           "sure of %.3f, right %.4f of these\n",
           n, (double)right / (double)n, (double)minor / (double)n, (double)major / (double)n,
           (double)sure / (double)n, (double)sure_right / (double)VT_MAX(sure, (size_t)1));
}

static void write_image(const struct trainer *t, const vt_calibration *calibration, vt_buf *out)
{
    struct occupation_header h = {.magic = {'V', 'T', 'O', 'C'},
                                  .version = OCCUPATION_VERSION,
                                  .buckets = BUCKETS,
                                  .dims = DIMS,
                                  .classes = (uint32_t)t->classes,
                                  .calibration = *calibration};
    memcpy(h.codes, t->codes, sizeof h.codes);
    float most = 0;
    for (size_t i = 0; i < (size_t)BUCKETS * DIMS; i++)
        most = VT_MAX(most, fabsf(t->in[i]));
    h.scale = most / 127;
    vt_buf_add(out, vt_str_n((const char *)&h, sizeof h));
    vt_buf_add(out, vt_str_n((const char *)t->out, t->classes * DIMS * sizeof(float)));
    vt_buf_add(out, vt_str_n((const char *)t->bias, t->classes * sizeof(float)));
    for (size_t i = 0; i < (size_t)BUCKETS * DIMS; i++)
        vt_buf_addc(out, (char)(int8_t)lrintf(t->in[i] / h.scale));
}

vt_status vt_train_occupations(const char *in, const char *out, size_t epochs, vt_error *err)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 30);
    struct trainer t = {.arena = arena};
    VT_AUTO(vt_buf) vt_buf titles = {0};
    VT_TRY(read_titles(&t, in, &titles, err));
    vt_str list = vt_str_format(arena, "%s.titles", out);
    VT_TRY(vt_io_write_file(list.ptr, vt_buf_str(&titles), 0644, err));
    t.in = VT_NEW_ARRAY(arena, float, (size_t)BUCKETS *DIMS);
    t.out = VT_NEW_ARRAY(arena, float, t.classes *DIMS);
    t.bias = VT_NEW_ARRAY(arena, float, t.classes);
    printf("%zu titles, %zu groups\n", t.examples.n, t.classes);
    vt_calibration calibration = {0};
    fit(&t, epochs, false);
    score(&t, &calibration);
    fit(&t, epochs, true);
    VT_AUTO(vt_buf) vt_buf image = {0};
    write_image(&t, &calibration, &image);
    VT_TRY(vt_io_write_file(out, vt_buf_str(&image), 0644, err));
    printf("%zu bytes\n", image.len);
    return VT_OK;
}
