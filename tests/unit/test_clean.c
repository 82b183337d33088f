/* SPDX-License-Identifier: Apache-2.0 */
#include "extract/clean.h"

#include "unit.h"

enum { WIDTH = 240, HEIGHT = 80, DPI = 200, INK = 128 };

struct page {
    unsigned char at[HEIGHT][WIDTH];
};

static void fill(struct page *p, int x0, int y0, int x1, int y1, unsigned char shade)
{
    for (int y = y0; y < y1; y++)
        memset(&p->at[y][x0], shade, (size_t)(x1 - x0));
}

static int count_ink(const struct page *p, int x0, int y0, int x1, int y1)
{
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            n += p->at[y][x] < INK;
    return n;
}

static void clean_rules(struct page *p)
{
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_clean_rules(arena, &p->at[0][0], WIDTH, HEIGHT, DPI, INK);
}

static void test_rules__an_underline_goes_and_letters_stay(void **state)
{
    (void)state;
    struct page p;
    memset(&p, 255, sizeof p);
    fill(&p, 20, 20, 26, 40, 0);   /* a letter that ends above the line */
    fill(&p, 60, 20, 66, 52, 0);   /* one that hangs through it */
    fill(&p, 100, 38, 104, 42, 0); /* a dot that touches it */
    fill(&p, 10, 42, 150, 45, 60); /* the underline */
    clean_rules(&p);
    assert_int_equal(count_ink(&p, 20, 20, 26, 40), 6 * 20);
    assert_int_equal(count_ink(&p, 60, 20, 66, 52), 6 * 32);
    assert_int_equal(count_ink(&p, 100, 38, 104, 42), 4 * 4);
    assert_int_equal(count_ink(&p, 10, 42, 150, 45), 6 * 3);
}

static void test_rules__short_and_thick_strokes_stay(void **state)
{
    (void)state;
    struct page p;
    memset(&p, 255, sizeof p);
    fill(&p, 10, 20, 40, 23, 0);   /* a dash */
    fill(&p, 60, 20, 200, 32, 0);  /* a bar as thick as letters */
    fill(&p, 10, 60, 230, 63, 90); /* a rule */
    clean_rules(&p);
    assert_int_equal(count_ink(&p, 10, 20, 40, 23), 30 * 3);
    assert_int_equal(count_ink(&p, 60, 20, 200, 32), 140 * 12);
    assert_int_equal(count_ink(&p, 0, 55, WIDTH, 70), 0);
}

static void test_light__pale_text_becomes_dark_and_dirt_does_not(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    struct page p;
    memset(&p, 255, sizeof p);
    fill(&p, 20, 30, 24, 44, 180);   /* pale */
    fill(&p, 110, 30, 114, 44, 0);   /* dark */
    fill(&p, 200, 30, 204, 44, 225); /* dirt */
    vt_clean_light(arena, &p.at[0][0], WIDTH, HEIGHT, DPI);
    assert_true(p.at[37][21] < INK);
    assert_int_equal(p.at[37][111], 0);
    assert_true(p.at[37][201] > 200);
    assert_int_equal(p.at[10][60], 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules__an_underline_goes_and_letters_stay),
        cmocka_unit_test(test_rules__short_and_thick_strokes_stay),
        cmocka_unit_test(test_light__pale_text_becomes_dark_and_dirt_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
