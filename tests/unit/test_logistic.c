/* SPDX-License-Identifier: Apache-2.0 */
#include "ml/logistic.h"

#include "unit.h"

#include <math.h>

enum { ROWS = 6000, FEATURES = 3 };

static float draw(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return (float)(*seed >> 8) / (float)(1 << 24);
}

/* Rows whose outcome is drawn with the probability that `truth` gives. */
static void make_rows(float *x, bool *right, const double *truth)
{
    uint32_t seed = 7;
    for (size_t i = 0; i < ROWS; i++) {
        float *row = x + i * FEATURES;
        row[0] = 1;
        row[1] = 4 * draw(&seed) - 2;
        row[2] = draw(&seed) < 0.3F;
        right[i] = (double)draw(&seed) < vt_logistic_apply(truth, row, FEATURES);
    }
}

static void test_fit__finds_the_weights_that_made_the_data(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    static const double truth[] = {0.5, 1.5, -2};
    float *x = VT_NEW_ARRAY(arena, float, ROWS *FEATURES);
    bool *right = VT_NEW_ARRAY(arena, bool, ROWS);
    make_rows(x, right, truth);
    double weights[FEATURES];
    vt_logistic_fit(arena, x, right, ROWS, FEATURES, NULL, 1, weights);
    for (size_t i = 0; i < FEATURES; i++)
        assert_true(fabs(weights[i] - truth[i]) < 0.25);
}

static void test_fit__stays_at_the_prior_without_data(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const double prior[] = {0.25, -1, 3};
    static const float x[] = {1, 0, 1};
    static const bool right[] = {false};
    double weights[FEATURES];
    vt_logistic_fit(arena, x, right, 0, FEATURES, prior, 5, weights);
    for (size_t i = 0; i < FEATURES; i++)
        assert_true(fabs(weights[i] - prior[i]) < 1e-9);
    vt_logistic_fit(arena, x, right, 1, FEATURES, prior, 5, weights);
    assert_true(weights[0] < prior[0] && weights[2] < prior[2]); /* one wrong row pulls a little */
    assert_true(fabs(weights[1] - prior[1]) < 1e-9);
}

static void test_fit__ends_on_separable_data(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const float x[] = {1, -1, 1, 1};
    static const bool right[] = {false, true};
    double weights[2];
    vt_logistic_fit(arena, x, right, 2, 2, NULL, 0.01, weights);
    assert_true(isfinite(weights[0]) && isfinite(weights[1]) && weights[1] > 1);
    assert_true(vt_logistic_apply(weights, x, 2) < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fit__finds_the_weights_that_made_the_data),
        cmocka_unit_test(test_fit__stays_at_the_prior_without_data),
        cmocka_unit_test(test_fit__ends_on_separable_data),
    };
    return UNIT_MAIN(tests);
}
