/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/unwind.h"
#include "base/vec.h"

#include <string.h>

static void test_arena_alloc__is_zeroed_and_aligned(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        unsigned char *p = vt_arena_alloc(arena, size);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
    }
}

static jmp_buf limit_hit;

static void on_limit(void *context, size_t wanted)
{
    *(size_t *)context = wanted;
    longjmp(limit_hit, 1);
}

static void test_arena_alloc__calls_on_limit_over_budget(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1000);
    size_t wanted = 0;
    vt_arena_on_limit(arena, on_limit, &wanted);
    if (setjmp(limit_hit) == 0) {
        assert_non_null(vt_arena_alloc(arena, 900));
        assert_non_null(vt_arena_alloc(arena, 200));
        fail();
    }
    assert_true(wanted >= 200);
    if (setjmp(limit_hit) == 0) {
        assert_non_null(vt_arena_array(arena, SIZE_MAX / 2, 16));
        fail();
    }
}

static int order[2], ended;

static void note(void *object)
{
    order[ended++] = *(int *)object;
}

static void test_arena_drop__runs_hooks_last_tied_first(void **state)
{
    (void)state;
    static int one = 1, two = 2;
    vt_arena *arena = vt_arena_new(1 << 20);
    vt_arena_tie(arena, note, &one);
    vt_arena_tie(arena, note, &two);
    vt_arena_drop(arena);
    assert_int_equal(ended, 2);
    assert_int_equal(order[0], 2);
    assert_int_equal(order[1], 1);
}

static int released;

static void note_release(const int *value)
{
    released += *value;
}
VT_DEFINE_AUTO_VALUE(int, note_release)

struct greedy {
    vt_arena *arena;
    bool inner_left, came_back;
};

static void take_all(void *context)
{
    struct greedy *g = context;
    VT_AUTO(int) VT_UNUSED int held = 1;
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_buf_addz(&text, "freed by the scope exit, says the leak checker");
    for (;;)
        (void)vt_arena_alloc(g->arena, 1000);
}

static void run_inner(void *context)
{
    struct greedy *g = context;
    VT_AUTO(int) VT_UNUSED int held = 10;
    g->inner_left = !vt_guard_run(take_all, g);
    vt_arena_extend(g->arena, 100);
    (void)vt_arena_alloc(g->arena, 90); /* for the reply */
    g->came_back = true;
    (void)vt_arena_alloc(g->arena, 1000); /* the outer guard is in place again */
}

static void test_guard__ends_what_runs_and_nothing_more(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(100000);
    struct greedy g = {.arena = arena};
    assert_int_equal(vt_arena_ended(arena), VT_ARENA_FINE);
    assert_false(vt_guard_run(run_inner, &g));
    assert_true(g.inner_left);
    assert_true(g.came_back);
    assert_int_equal(released, 11);
    assert_int_equal(vt_arena_ended(arena), VT_ARENA_OVER);
    assert_in_range(vt_arena_used(arena), 90000, 100200);
}

static void test_arena_room__is_one_limit_for_many(void **state)
{
    (void)state;
    vt_arena_room room = {.limit = 8 << 20};
    vt_arena *arenas[8];
    size_t left = 0;
    for (size_t i = 0; i < VT_COUNT(arenas); i++) {
        arenas[i] = vt_arena_new(3000000);
        vt_arena_set_room(arenas[i], &room);
        struct greedy g = {.arena = arenas[i]};
        left += !vt_guard_run(take_all, &g);
        assert_true(room.used <= room.limit + 8 * 512 * 1024);
    }
    assert_int_equal(left, VT_COUNT(arenas));
    assert_int_equal(vt_arena_ended(arenas[0]), VT_ARENA_OVER); /* its own budget came first */
    assert_int_equal(vt_arena_ended(arenas[7]), VT_ARENA_OUT);
    assert_true(vt_arena_used(arenas[7]) >= 128 * 1024); /* who wants little is served */
    for (size_t i = 0; i < VT_COUNT(arenas); i++)
        vt_arena_drop(arenas[i]);
    assert_int_equal(room.used, 0);
}

static void test_vec_push__keeps_all_values(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    VT_VEC(int) v = {0};
    for (int i = 0; i < 10000; i++)
        vt_vec_push(arena, &v, i);
    assert_int_equal(v.n, 10000);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(v.at[i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena_alloc__is_zeroed_and_aligned),
        cmocka_unit_test(test_arena_alloc__calls_on_limit_over_budget),
        cmocka_unit_test(test_arena_drop__runs_hooks_last_tied_first),
        cmocka_unit_test(test_guard__ends_what_runs_and_nothing_more),
        cmocka_unit_test(test_arena_room__is_one_limit_for_many),
        cmocka_unit_test(test_vec_push__keeps_all_values),
    };
    return UNIT_MAIN(tests);
}
