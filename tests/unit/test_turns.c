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
        vt_turns_put(turns, vt_turns_enter(turns, "many", 0), &queue[i]);
    }
    vt_party *party = expect(turns, 0, "many");
    expect(turns, 0, "many");
    expect(turns, 0, "many");
    assert_false(vt_turns_may_take(turns, 0)); /* a quarter is left to others */
    vt_turns_put(turns, vt_turns_enter(turns, "one", 0), &late);
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
    vt_turns_put(turns, vt_turns_enter(turns, "a", 0), &first);
    vt_turns_put(turns, vt_turns_enter(turns, "a", 0), &second);
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

enum { QUEUE = 64 };

/* Turns of 32 threads on 4 cores with so many of "busy". */
static vt_turns *busy_turns(vt_turn queue[QUEUE], vt_party **ret)
{
    vt_turns *turns = vt_turns_new(32, 4);
    for (size_t i = 0; i < QUEUE; i++) {
        queue[i].what = busy;
        *ret = vt_turns_enter(turns, "busy", 0);
        vt_turns_put(turns, *ret, &queue[i]);
    }
    return turns;
}

/* All of n leave, the first having computed for so long. */
static void leave_all(vt_party *party, size_t n, int64_t used_us, int64_t now_us)
{
    for (size_t i = 0; i < n; i++)
        vt_turns_leave(party, i ? 10 : used_us, now_us);
}

static void test_turns__the_dearer_the_fewer(void **state)
{
    (void)state;
    vt_turn queue[QUEUE] = {0};
    vt_party *party;
    vt_turns *turns = busy_turns(queue, &party);
    assert_int_equal(take_all(turns, 0), 8); /* 5 ms each, until it is known better */
    leave_all(party, 4, 60000, 0);
    assert_null(vt_turns_take(turns, 0)); /* 60 ms: one for each core */
    vt_turns_leave(party, 10, 0);
    assert_int_equal(take_all(turns, 0), 1);
    assert_int_equal(take_all(turns, 4 * SECOND), 6);  /* 3.75 ms */
    assert_int_equal(take_all(turns, 9 * SECOND), 14); /* none that was dear lately */
    vt_turns_drop(turns);
}

static void test_turns__the_first_that_ran_says_what_they_cost(void **state)
{
    (void)state;
    vt_turn queue[QUEUE] = {0};
    vt_party *party;
    vt_turns *turns = busy_turns(queue, &party);
    vt_turns_leave(expect(turns, 0, "busy"), 100, 0);
    assert_int_equal(take_all(turns, 0), 24);
    vt_turns_drop(turns);
}

static void test_turns__half_of_the_cores_in_company(void **state)
{
    (void)state;
    vt_turn queue[QUEUE] = {0};
    vt_party *party;
    vt_turns *turns = busy_turns(queue, &party);
    leave_all(party, take_all(turns, 0), 6000, 0);
    assert_int_equal(take_all(turns, 0), 6); /* alone */
    vt_party *guest = vt_turns_enter(turns, "guest", 0);
    leave_all(party, 4, 6000, 0);
    assert_null(vt_turns_take(turns, 0));
    vt_turns_leave(party, 10, 0);
    assert_int_equal(take_all(turns, 0), 1); /* 6 ms: one for each of two cores */
    assert_null(vt_turns_take(turns, SECOND));
    vt_turns_exit(turns, guest, SECOND);
    assert_null(vt_turns_take(turns, 2 * SECOND)); /* the guest may come again */
    assert_int_equal(take_all(turns, 3 * SECOND), 22);
    vt_turns_drop(turns);
}

static void test_turns__cheap_ones_do_not_mind_company(void **state)
{
    (void)state;
    vt_turn queue[QUEUE] = {0};
    vt_party *party;
    vt_turns *turns = busy_turns(queue, &party);
    (void)vt_turns_enter(turns, "guest", 0);
    assert_int_equal(take_all(turns, 0), 2); /* not known */
    leave_all(party, 2, 100, 0);
    assert_int_equal(take_all(turns, 0), 20);
    vt_turns_drop(turns);
}

/* What a party did itself is no company for it, however often. */
static void test_turns__one_is_no_company(void **state)
{
    (void)state;
    vt_turn queue[QUEUE] = {0};
    vt_party *party;
    vt_turns *turns = busy_turns(queue, &party);
    leave_all(party, take_all(turns, 0), 6000, 0);
    vt_turns_exit(turns, vt_turns_enter(turns, "guest", 0), 0);
    for (int i = 0; i < 5; i++)
        vt_turns_exit(turns, vt_turns_enter(turns, "busy", SECOND), SECOND);
    assert_int_equal(take_all(turns, SECOND), 2); /* 3 ms; the guest was here a second ago */
    leave_all(party, 2, 6000, 2 * SECOND);
    assert_int_equal(take_all(turns, 2 * SECOND), 6);
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
        int64_t now_us = i * (int64_t)SECOND;
        vt_turns_put(turns, vt_turns_enter(turns, name, now_us), &turn);
        vt_party *party = expect(turns, now_us, "one");
        vt_turns_leave(party, 100, now_us);
        vt_turns_exit(turns, party, now_us);
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
        cmocka_unit_test(test_turns__the_first_that_ran_says_what_they_cost),
        cmocka_unit_test(test_turns__half_of_the_cores_in_company),
        cmocka_unit_test(test_turns__cheap_ones_do_not_mind_company),
        cmocka_unit_test(test_turns__one_is_no_company),
        cmocka_unit_test(test_turns__owners_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
