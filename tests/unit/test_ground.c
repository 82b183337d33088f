/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <string.h>

#include "base/limits.h"
#include "extract/ground.h"

enum { W = 800, H = 600, DPI = 200 };

static unsigned char pixels[(size_t)W * H], evened[(size_t)W * H];

static void fill(int x0, int y0, int x1, int y1, unsigned char level)
{
    for (int y = y0; y < y1; y++)
        memset(pixels + (size_t)y * W + x0, level, (size_t)(x1 - x0));
}

/* Strokes as letters have them: thin, with gaps between them. */
static void write_line(int x0, int y0, int x1, int height, unsigned char ink)
{
    for (int x = x0; x + 4 < x1; x += 9)
        fill(x, y0, x + 4, y0 + height, ink);
}

/* The same everywhere, and the same every time. */
static void add_noise(int most)
{
    uint32_t state = 7;
    for (size_t i = 0; i < sizeof pixels; i++) {
        state = state * 1664525u + 1013904223u;
        int v = pixels[i] + (int)(state >> 16) % (2 * most + 1) - most;
        pixels[i] = (unsigned char)VT_MIN(VT_MAX(v, 0), 255);
    }
}

static size_t find(vt_arena *arena, vt_panel *panels)
{
    vt_gray gray = {.pixels = pixels, .width = W, .height = H, .dpi = DPI};
    size_t n = vt_ground_find(arena, &gray, panels);
    vt_ground_even(&gray, panels, n, evened);
    return n;
}

static void assert_near(const vt_panel *p, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    const uint32_t got[4] = {p->x0, p->y0, p->x1, p->y1}, want[4] = {x0, y0, x1, y1};
    for (int i = 0; i < 4; i++)
        assert_in_range(got[i] + 4, want[i], want[i] + 8);
}

static void test_ground_find__text_on_the_page_is_no_ground(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
    vt_panel panels[VT_MAX_PANELS];
    fill(0, 0, W, H, 255);
    write_line(40, 40, 400, 60, 0); /* a name in large letters */
    for (int y = 140; y < 500; y += 40)
        write_line(40, y, 700, 18, 0);
    fill(40, 540, 700, 544, 0); /* a rule */
    assert_int_equal(find(arena, panels), 0);
    assert_memory_equal(pixels, evened, sizeof pixels);
}

static void test_ground_find__a_dark_sidebar_becomes_white(void **state)
{
    (void)state;
    static const int noises[] = {0, 12, 24};
    for (size_t i = 0; i < VT_COUNT(noises); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
        vt_panel panels[VT_MAX_PANELS];
        fill(0, 0, W, H, 250);
        fill(0, 0, 240, H, 50);
        for (int y = 140; y < 500; y += 40) {
            write_line(24, y, 200, 18, 240);
            write_line(280, y, 700, 18, 20);
        }
        add_noise(noises[i]);
        UNIT_ROW(i, "noise");
        assert_int_equal(find(arena, panels), 1);
        assert_near(&panels[0], 0, 0, 240, H);
        assert_in_range(panels[0].level, 45, 60);
        assert_true(evened[150 * W + 26] < 90);   /* a letter */
        assert_true(evened[170 * W + 100] > 190); /* the ground */
        assert_true(evened[150 * W + 282] < 60);  /* beside it all is as it was */
    }
}

static void test_ground_find__chips_on_white_and_on_dark(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned char ground, chip, ink;
    } rows[] = {{"dark on white", 255, 60, 250}, {"light on dark", 50, 220, 30}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(VT_MAX_JOB_MEMORY);
        vt_panel panels[VT_MAX_PANELS];
        size_t chips = 0;
        fill(0, 0, W, H, 255);
        fill(0, 0, 400, H, rows[i].ground);
        for (int y = 60; y < 400; y += 70)
            for (int x = 30; x < 300; x += 120) {
                fill(x, y, x + 100, y + 44, rows[i].chip);
                write_line(x + 12, y + 12, x + 88, 20, rows[i].ink);
            }
        size_t n = find(arena, panels);
        UNIT_ROW(i, rows[i].name);
        for (size_t k = 0; k < n; k++)
            chips += panels[k].x1 - panels[k].x0 < 110 && panels[k].y1 - panels[k].y0 < 52;
        assert_int_equal(chips, 15);
        assert_int_equal(n, rows[i].ground == 255 ? 15 : 16);
        assert_true(evened[80 * W + 44] < 90);  /* a letter */
        assert_true(evened[66 * W + 60] > 190); /* the chip */
        assert_true(evened[50 * W + 60] > 250); /* what it stands on */
    }
}

static void test_ground_ink_level__parts_ink_and_paper(void **state)
{
    (void)state;
    fill(0, 0, W, H, 230);
    write_line(0, 0, W, H / 4, 40);
    unsigned char level = vt_ground_ink_level(pixels, sizeof pixels);
    assert_in_range(level, 41, 230);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ground_find__text_on_the_page_is_no_ground),
        cmocka_unit_test(test_ground_find__a_dark_sidebar_becomes_white),
        cmocka_unit_test(test_ground_find__chips_on_white_and_on_dark),
        cmocka_unit_test(test_ground_ink_level__parts_ink_and_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
