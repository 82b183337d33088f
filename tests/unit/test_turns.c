/* SPDX-License-Identifier: Apache-2.0 */
/* Turns of owners at the handler threads, and what one that computes much is left. */
#include "unit.h"

#include "http/turns.h"

enum { SECOND = 1000000 };

static char busy[] = "busy", many[] = "many", other[] = "other", one[] = "one";

/* The party of the next that runs, whose `what` must be this one. */
static vt_party *expect(vt_turns *turns, int64_t now_us, const char *what)
{
    vt_turn *turn = vt_turns_take(turns, VT_PACE_QUICK, now_us);
    assert_non_null(turn);
    assert_string_equal(turn->what, what);
    return turn->party;
}

static void test_turns__a_latecomer_waits_for_no_queue(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(4, 1, 2);
    vt_turn queue[10] = {0}, late = {.what = one};
    for (size_t i = 0; i < VT_COUNT(queue); i++) {
        queue[i].what = many;
        vt_turns_put(turns, "many", &queue[i], 0);
    }
    vt_party *party = expect(turns, 0, "many");
    expect(turns, 0, "many");
    expect(turns, 0, "many");
    assert_false(vt_turns_may_take(turns, VT_PACE_QUICK, 0)); /* a quarter is left to others */
    vt_turns_put(turns, "one", &late, 0);
    assert_true(vt_turns_may_take(turns, VT_PACE_QUICK, 0));
    vt_turns_leave(party, 0, 0);
    expect(turns, 0, "one"); /* came last, but has nothing running */
    expect(turns, 0, "many");
    assert_null(vt_turns_take(turns, VT_PACE_QUICK, 0));
    assert_int_equal(vt_turns_waiting(turns), 6);
    for (size_t i = 0; i < 3; i++)
        vt_turns_leave(party, 0, 0);
    while (vt_turns_take(turns, VT_PACE_QUICK, 0))
        ;
    assert_int_equal(vt_turns_waiting(turns), 3);
    vt_turns_drop(turns);
}

static void test_turns__one_owner_is_served_in_its_order(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(1, 1, 1);
    vt_turn first = {.what = one}, second = {.what = other};
    vt_turns_put(turns, "a", &first, 0);
    vt_turns_put(turns, "a", &second, 0);
    vt_party *party = expect(turns, 0, "one");
    assert_null(vt_turns_take(turns, VT_PACE_QUICK, 0));
    vt_turns_leave(party, 0, 0);
    expect(turns, 0, "other");
    vt_turns_drop(turns);
}

static size_t take_paced(vt_turns *turns, vt_pace pace, int64_t now_us)
{
    size_t n = 0;
    while (vt_turns_take(turns, pace, now_us))
        n++;
    return n;
}

static size_t take_all(vt_turns *turns, int64_t now_us)
{
    return take_paced(turns, VT_PACE_QUICK, now_us) + take_paced(turns, VT_PACE_SLOW, now_us);
}

static void test_turns__the_dearer_the_fewer(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(32, 32, 4);
    vt_turn queue[64] = {0};
    for (size_t i = 0; i < VT_COUNT(queue); i++) {
        queue[i].what = busy;
        vt_turns_put(turns, "busy", &queue[i], 0);
    }
    vt_party *party = expect(turns, 0, "busy");
    assert_int_equal(take_all(turns, 0), 19); /* 5 ms each, until it is known better */
    vt_turns_leave(party, 60000, 0);
    for (size_t i = 0; i < 15; i++)
        vt_turns_leave(party, 10, 0);
    assert_int_equal(take_all(turns, 0), 0); /* 60 ms: one for each core */
    vt_turns_leave(party, 10, 0);
    assert_int_equal(take_all(turns, 0), 1);
    assert_int_equal(take_all(turns, 3 * SECOND), 9);  /* 7.5 ms */
    assert_int_equal(take_all(turns, 9 * SECOND), 11); /* none that was dear lately */
    vt_turns_drop(turns);
}

/* Runs `n` requests of the owner, each with so much computing. */
static void run(vt_turns *turns, const char *owner, int n, int64_t each_us)
{
    for (int i = 0; i < n; i++) {
        vt_turn turn = {.what = one};
        vt_turns_put(turns, owner, &turn, 0);
        vt_turn *taken = vt_turns_take(turns, VT_PACE_QUICK, 0);
        if (!taken)
            taken = vt_turns_take(turns, VT_PACE_SLOW, 0);
        assert_non_null(taken);
        vt_turns_leave(taken->party, each_us, 0);
    }
}

static void test_turns__who_computes_much_has_threads_of_its_own(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(8, 4, 2);
    vt_turn mine = {.what = busy}, theirs = {.what = other}, cheap = {.what = many};
    run(turns, "busy", 7, 5000);   /* 35 ms */
    run(turns, "other", 5, 5000);  /* 25 ms: some searches of a person */
    run(turns, "many", 1000, 200); /* 200 ms of little requests */
    vt_turns_put(turns, "busy", &mine, 0);
    assert_false(vt_turns_may_take(turns, VT_PACE_QUICK, 0));
    assert_true(vt_turns_may_take(turns, VT_PACE_SLOW, 0));
    vt_turns_put(turns, "other", &theirs, 0);
    vt_turns_put(turns, "many", &cheap, 0);
    expect(turns, 0, "other");
    expect(turns, 0, "many");
    assert_null(vt_turns_take(turns, VT_PACE_QUICK, 0));
    assert_string_equal(vt_turns_take(turns, VT_PACE_SLOW, 0)->what, "busy");
    vt_turns_drop(turns);
}

static void test_turns__who_computed_much_is_quick_again(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(8, 4, 2);
    vt_turn mine = {.what = busy};
    run(turns, "busy", 1, 200000);
    vt_turns_put(turns, "busy", &mine, 0);
    assert_false(vt_turns_may_take(turns, VT_PACE_QUICK, 2 * SECOND)); /* 50 ms are left */
    assert_true(vt_turns_may_take(turns, VT_PACE_QUICK, 3 * SECOND));
    assert_false(vt_turns_may_take(turns, VT_PACE_SLOW, 3 * SECOND));
    vt_turns_drop(turns);
}

static void test_turns__owners_are_forgotten(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(2, 1, 1);
    vt_turn turn = {.what = one};
    char name[24];
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "owner %d", i);
        vt_turns_put(turns, name, &turn, i * (int64_t)SECOND);
        vt_turns_leave(expect(turns, i * (int64_t)SECOND, "one"), 100, i * (int64_t)SECOND);
    }
    assert_true(vt_turns_parties(turns) < 200);
    vt_turns_drop(turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns__a_latecomer_waits_for_no_queue),
        cmocka_unit_test(test_turns__one_owner_is_served_in_its_order),
        cmocka_unit_test(test_turns__the_dearer_the_fewer),
        cmocka_unit_test(test_turns__who_computes_much_has_threads_of_its_own),
        cmocka_unit_test(test_turns__who_computed_much_is_quick_again),
        cmocka_unit_test(test_turns__owners_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
