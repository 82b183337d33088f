/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/echo.h"

#include "base/arena.h"
#include "text/utf8.h"
#include "unit.h"

/* What the caller's text has where `part` stands in the document's. */
static vt_str told(vt_arena *arena, const char *text, const char *part, const char *echo)
{
    vt_str all = vt_str_z(text), sent = vt_str_z(echo);
    size_t at = vt_str_find(all, vt_str_z(part), 0);
    assert_true(at != VT_NPOS);
    size_t first = vt_utf8_count(vt_str_sub(all, 0, at));
    size_t last = first + vt_utf8_count(vt_str_z(part)) - 1;
    const uint32_t *places = vt_echo_places(arena, all, vt_utf8_count(all), sent);
    assert_non_null(places);
    return vt_str_sub(sent, vt_utf8_offset(sent, places[first]),
                      vt_utf8_offset(sent, places[last] + 1));
}

static void test_echo_places__are_those_of_the_text_that_was_sent(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part, *echo, *want;
    } rows[] = {
        {"Acme Ltd\tMar 2020", "Mar 2020", "Acme Ltd          Mar 2020", "Mar 2020"},
        {"Acme Ltd\nsold pens", "sold pens", "  Acme Ltd\r\n\r\n   \xE2\x80\xA2 sold pens",
         "sold pens"},
        {"M\xC3\xBCller\nK\xC3\xB6ln", "K\xC3\xB6ln", "M\xC3\xBCller\n======\nK\xC3\xB6ln",
         "K\xC3\xB6ln"},
        /* signs that were taken out, a hyphen that was joined */
        {"Senior Engineer, Acme", "Engineer", "**Senior** _Engineer_, Acme", "Engineer"},
        {"software for banks", "software", "x soft-\nware for banks", "soft-\nware"},
        /* columns: one under the other in the document, side by side in the text */
        {"Skills\nC\nJobs\nAcme", "Acme", "Skills    Jobs\nC         Acme", "Acme"},
        {"Skills\nC\nJobs\nAcme", "Jobs", "Skills    Jobs\nC         Acme", "Jobs"},
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_str got = told(arena, rows[i].text, rows[i].part, rows[i].echo);
        assert_str_eq(got, rows[i].want);
    }
}

static void test_echo_places__are_none_where_both_texts_are_one(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 16);
    assert_null(vt_echo_places(arena, VT_STR("a b"), 3, VT_STR("a b")));
}

/* Lines that are nowhere must not make the search of each go through the whole text. */
static void test_echo_places__end_soon_for_texts_that_have_nothing_in_common(void **state)
{
    (void)state;
    enum { BYTES = 1000 * 1000 };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64 << 20);
    char *text = VT_NEW_ARRAY(arena, char, BYTES), *echo = VT_NEW_ARRAY(arena, char, BYTES);
    for (size_t i = 0; i < BYTES; i++) {
        text[i] = i % 3 == 2 ? '\n' : 'b';
        echo[i] = i % 7 == 6 ? '\n' : 'a';
    }
    const uint32_t *places =
        vt_echo_places(arena, vt_str_n(text, BYTES), BYTES, vt_str_n(echo, BYTES));
    for (size_t i = 0; i < BYTES; i++)
        assert_int_equal(places[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo_places__are_those_of_the_text_that_was_sent),
        cmocka_unit_test(test_echo_places__are_none_where_both_texts_are_one),
        cmocka_unit_test(test_echo_places__end_soon_for_texts_that_have_nothing_in_common),
    };
    return UNIT_MAIN(tests);
}
