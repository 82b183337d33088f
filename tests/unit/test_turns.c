/* SPDX-License-Identifier: Apache-2.0 */
/* Turns of owners at the handler threads, and what one that computes much is left. */
#include "unit.h"

#include "http/turns.h"

enum { SECOND = 1000000 };

static char busy[] = "busy", many[] = "many", other[] = "other", one[] = "one";

/* The party of the next that runs, whose `what` must be this one. */
static vt_party *expect(vt_turns *turns, int64_t now_us, const char *what)
{
    vt_turn *turn = vt_turns_take(turns, now_us);
    assert_non_null(turn);
    assert_string_equal(turn->what, what);
    return turn->party;
}

static void test_turns__a_latecomer_waits_for_no_queue(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(4, 2);
    vt_turn queue[10] = {0}, late = {.what = one};
    for (size_t i = 0; i < VT_COUNT(queue); i++) {
        queue[i].what = many;
        vt_turns_put(turns, "many", &queue[i], 0);
    }
    vt_party *party = expect(turns, 0, "many");
    expect(turns, 0, "many");
    expect(turns, 0, "many");
    assert_false(vt_turns_may_take(turns, 0)); /* a quarter is left to others */
    vt_turns_put(turns, "one", &late, 0);
    assert_true(vt_turns_may_take(turns, 0));
    vt_turns_leave(party, 0, 0);
    expect(turns, 0, "one"); /* came last, but has nothing running */
    expect(turns, 0, "many");
    assert_null(vt_turns_take(turns, 0));
    assert_int_equal(vt_turns_waiting(turns), 6);
    for (size_t i = 0; i < 3; i++)
        vt_turns_leave(party, 0, 0);
    while (vt_turns_take(turns, 0))
        ;
    assert_int_equal(vt_turns_waiting(turns), 3);
    vt_turns_drop(turns);
}

static void test_turns__one_owner_is_served_in_its_order(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(1, 1);
    vt_turn first = {.what = one}, second = {.what = other};
    vt_turns_put(turns, "a", &first, 0);
    vt_turns_put(turns, "a", &second, 0);
    vt_party *party = expect(turns, 0, "one");
    assert_null(vt_turns_take(turns, 0));
    vt_turns_leave(party, 0, 0);
    expect(turns, 0, "other");
    vt_turns_drop(turns);
}

static size_t take_all(vt_turns *turns, int64_t now_us)
{
    size_t n = 0;
    while (vt_turns_take(turns, now_us))
        n++;
    return n;
}

static void test_turns__the_dearer_the_fewer(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(32, 4);
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
    assert_null(vt_turns_take(turns, 0)); /* 60 ms: one for each core */
    vt_turns_leave(party, 10, 0);
    assert_int_equal(take_all(turns, 0), 1);
    assert_int_equal(take_all(turns, 3 * SECOND), 9);  /* 7.5 ms */
    assert_int_equal(take_all(turns, 9 * SECOND), 11); /* none that was dear lately */
    vt_turns_drop(turns);
}

static void test_turns__owners_are_forgotten(void **state)
{
    (void)state;
    vt_turns *turns = vt_turns_new(2, 1);
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
        cmocka_unit_test(test_turns__owners_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
