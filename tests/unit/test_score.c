/* SPDX-License-Identifier: Apache-2.0 */
#include "ml/score.h"

#include "unit.h"

#include <math.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void test_add__labels_spans_sequences(void **state)
{
    (void)state;
    vt_scoreboard board = {0};
    static const uint8_t gold[] = {0, 1, 1, 2, 2, 0}, predicted[] = {0, 1, 1, 2, 0, 0};
    vt_score_add(&board, gold, predicted, 6);
    vt_score_add(&board, gold, gold, 6);
    vt_prf two = vt_score_label(&board, 2);
    assert_true(near(two.precision, 1) && near(two.recall, 0.75));
    vt_prf spans = vt_score_spans(&board, 2);
    assert_int_equal(spans.gold, 2);
    assert_int_equal(spans.hits, 1);
    assert_true(near(vt_score_spans(&board, 1).f1, 1));
    assert_true(near(vt_score_accuracy(&board), 11.0 / 12));
    assert_true(near(vt_score_micro(&board, 1u << 0).recall, 7.0 / 8));
    assert_int_equal(board.sequences, 2);
    assert_int_equal(board.exact, 1);
    assert_true(near(vt_score_label(&board, 5).f1, 1));
}

static void test_calibration__is_monotone_and_lowers_the_error(void **state)
{
    (void)state;
    enum { COUNT = 4000 };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 24);
    float *p = VT_NEW_ARRAY(arena, float, COUNT), *fixed = VT_NEW_ARRAY(arena, float, COUNT);
    bool *right = VT_NEW_ARRAY(arena, bool, COUNT);
    uint32_t seed = 99;
    for (size_t i = 0; i < COUNT; i++) { /* an overconfident model: true share is p squared */
        seed = seed * 1664525 + 1013904223;
        p[i] = (float)(seed >> 8) / (float)(1 << 24);
        seed = seed * 1664525 + 1013904223;
        right[i] = (float)(seed >> 8) / (float)(1 << 24) < p[i] * p[i];
    }
    vt_calibration c;
    vt_calibration_fit(arena, p, right, COUNT, &c);
    assert_true(c.n > 2 && c.n <= VT_CALIBRATION_POINTS);
    for (size_t i = 1; i < c.n; i++)
        assert_true(c.from[i] > c.from[i - 1] && c.to[i] >= c.to[i - 1]);
    for (size_t i = 0; i < COUNT; i++) {
        fixed[i] = vt_calibration_apply(&c, p[i]);
        assert_true(fixed[i] >= 0 && fixed[i] <= 1);
    }
    double before = vt_calibration_error(p, right, COUNT, 10);
    double after = vt_calibration_error(fixed, right, COUNT, 10);
    assert_true(before > 0.1);
    assert_true(after < 0.03);
    vt_calibration none = {0};
    assert_true(vt_calibration_apply(&none, 0.3f) == 0.3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add__labels_spans_sequences),
        cmocka_unit_test(test_calibration__is_monotone_and_lowers_the_error),
    };
    return UNIT_MAIN(tests);
}
