/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/review.h"

#include "unit_json.h"

static const char label[] = "{\"personal_info\": {\"name\": \"Ada Byron\", \"label\": \"Poet\"},"
                            " \"experience\": [{\"company\": \"Acme\", \"title\": \"Cook\"},"
                            "  {\"company\": \"Apex Foods\", \"title\": \"Baker\"}]}";

/* A wrong title in a listed record, a right name that is listed, a wrong label that is not, a job
 * that is missing and of whose line the list tells, and a line that says nothing missing. */
static const char answer[] =
    "{\"raw_text\": \"Åda Byron\\nApex Foods, Baker\\nSummer 2012\","
    " \"metadata\": {\"parse\": {\"review\": ["
    "  {\"pointer\": \"/experience/0\", \"reason\": \"doubtful\"},"
    "  {\"pointer\": \"/personal_info/name\", \"reason\": \"doubtful\"},"
    "  {\"pointer\": null, \"start\": 10, \"end\": 27, \"reason\": \"dates_in_no_item\"},"
    "  {\"pointer\": null, \"start\": 28, \"end\": 39, \"reason\": \"dates_in_no_item\"}]}},"
    " \"result\": {\"personal_info\": {\"name\": \"Ada Byron\", \"label\": \"Smith\"},"
    "  \"experience\": [{\"company\": \"Acme\", \"title\": \"Driver\"}]}}";

static void test_review__counts_what_is_listed_and_right(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *got = unit_json(arena, answer);
    vt_marks marks = {0};
    vt_eval_score(arena, unit_json(arena, label), vt_json_get(got, "result"), &marks);
    vt_eval_review sums = {0};
    vt_eval_review_add(&sums, arena, &marks, got);
    assert_int_equal(sums.values, 2);
    assert_int_equal(sums.values_right, 1);
    assert_int_equal(sums.places, 2);
    assert_int_equal(sums.places_right, 1);
    assert_int_equal(sums.wrong, 2); /* the title and the label */
    assert_int_equal(sums.wrong_listed, 1);
    assert_true(sums.missing_listed >= 2); /* title and employer of the second job */
    assert_true(sums.missing >= sums.missing_listed);
}

/* A date that is missing counts by its year; so does a field that the record at the pointer lacks.
 */
static void test_review__counts_dates_and_fields_that_a_record_lacks(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    const vt_json *got = unit_json(
        arena,
        "{\"raw_text\": \"Cook\\nMay 2012\", \"metadata\": {\"parse\": {\"review\": ["
        "  {\"pointer\": \"/experience/0/company\", \"reason\": \"field_missing\"},"
        "  {\"pointer\": null, \"start\": 5, \"end\": 13, \"reason\": \"dates_in_no_item\"}]}},"
        " \"result\": {\"experience\": [{\"title\": \"Cook\"}]}}");
    const vt_json *gold =
        unit_json(arena, "{\"experience\": [{\"title\": \"Cook\", \"company\": \"Acme\","
                         " \"start_date\": \"2012-05\"}]}");
    vt_marks marks = {0};
    vt_eval_score(arena, gold, vt_json_get(got, "result"), &marks);
    vt_eval_review sums = {0};
    vt_eval_review_add(&sums, arena, &marks, got);
    assert_int_equal(sums.values_right, 1);
    assert_int_equal(sums.places_right, 1);
    assert_int_equal(sums.missing, 2);
    assert_int_equal(sums.missing_listed, 2);
}

static void test_review__of_nothing_counts_nothing(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_marks marks = {0};
    vt_eval_score(arena, unit_json(arena, label), NULL, &marks);
    vt_eval_review sums = {0};
    vt_eval_review_add(&sums, arena, &marks, NULL);
    assert_int_equal(sums.values + sums.places + sums.wrong + sums.missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_review__counts_what_is_listed_and_right),
        cmocka_unit_test(test_review__counts_dates_and_fields_that_a_record_lacks),
        cmocka_unit_test(test_review__of_nothing_counts_nothing),
    };
    return UNIT_MAIN(tests);
}
