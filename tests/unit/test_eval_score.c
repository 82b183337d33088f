/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/score.h"

#include "unit_json.h"

#include <math.h>

static const char label[] =
    "{\"personal_info\": {\"name\": \"Ada Byron\", \"label\": null, \"email\": \"a@b.example\"},"
    " \"summary\": \"one two three four\","
    " \"experience\": [{\"company\": \"Acme\", \"title\": \"Cook\", \"start_date\": \"2019-04\","
    "   \"current\": true, \"highlights\": [\"Baked bread\"]},"
    "  {\"company\": \"Apex\", \"title\": \"Baker\", \"start_date\": \"2017\"}],"
    " \"skills\": [\"Baking\", \"Python\"], \"languages\": [{\"language\": \"French\"}]}";

static vt_eval_sums sums_of(vt_arena *arena, const char *answer, vt_marks *marks)
{
    vt_eval_sums sums = {0};
    vt_eval_score(arena, unit_json(arena, label), answer ? unit_json(arena, answer) : NULL, marks);
    vt_eval_add(&sums, marks);
    return sums;
}

static void test_score__of_the_label_itself_is_one(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_marks marks = {0};
    vt_eval_sums sums = sums_of(arena, label, &marks);
    assert_true(fabs(vt_eval_micro(&sums) - 1) < 1e-9);
    assert_true(fabs(vt_eval_macro(&sums) - 1) < 1e-9);
    assert_true(fabs(vt_eval_of(&sums, VT_EVAL_TITLE).gold - 2) < 1e-9);
}

static void test_score__counts_wrong_missing_and_invented(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_marks marks = {0};
    /* the jobs in another order; a wrong title, an invented label, a missing start, half a summary
     */
    vt_eval_sums s =
        sums_of(arena,
                "{\"personal_info\": {\"name\": \"Ada Byron\", \"label\": \"Poet\"}, \"summary\": "
                "\"one two\","
                " \"experience\": [{\"company\": \"Apex\", \"title\": \"Baker\"},"
                "  {\"company\": \"Acme\", \"title\": \"Driver\", \"start_date\": \"2019-04\"}],"
                " \"skills\": [{\"skill\": \"Snake\", \"synonyms\": [\"Python\"]}, \"Juggling\"]}",
                &marks);
    static const struct {
        vt_eval_field field;
        double tp, fp, fn;
    } rows[] = {
        {VT_EVAL_NAME, 1, 0, 0},        {VT_EVAL_LABEL, 0, 1, 0},
        {VT_EVAL_EMAIL, 0, 0, 1},       {VT_EVAL_SUMMARY, 2.0 / 3, 1.0 / 3, 1.0 / 3},
        {VT_EVAL_JOBS, 2, 0, 0},        {VT_EVAL_TITLE, 1, 1, 1},
        {VT_EVAL_COMPANY, 2, 0, 0},     {VT_EVAL_START_DATE, 1, 0, 1},
        {VT_EVAL_CURRENT, 0, 0, 1},     {VT_EVAL_JOB_TEXT, 0, 0, 1},
        {VT_EVAL_SKILLS, 1, 0, 1},      {VT_EVAL_LANGUAGES, 0, 0, 1},
        {VT_EVAL_INSTITUTION, 0, 0, 0}, {VT_EVAL_CERTIFICATIONS, 0, 0, 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, vt_eval_field_name(rows[i].field));
        assert_true(fabs(s.tp[rows[i].field] - rows[i].tp) < 1e-6);
        assert_true(fabs(s.fp[rows[i].field] - rows[i].fp) < 1e-6);
        assert_true(fabs(s.fn[rows[i].field] - rows[i].fn) < 1e-6);
    }
}

static void test_score__marks_point_to_the_value_given(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_marks marks = {0};
    sums_of(arena,
            "{\"experience\": [{\"company\": \"Nobody\", \"title\": \"None\"},"
            " {\"company\": \"Acme\", \"title\": \"Cook\"}], \"skills\": [\"Python\"]}",
            &marks);
    bool title = false, skill = false;
    for (size_t i = 0; i < marks.n; i++) {
        const vt_mark *m = &marks.at[i];
        title |=
            m->tp > 0 && m->pointer.ptr && vt_str_eq(m->pointer, VT_STR("/experience/1/title"));
        skill |= m->tp > 0 && m->pointer.ptr && vt_str_eq(m->pointer, VT_STR("/skills/0/skill"));
        assert_true(m->got.ptr || !m->pointer.ptr);
    }
    assert_true(title && skill);
}

static void test_score__nothing_given_misses_everything(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_marks marks = {0};
    vt_eval_sums sums = sums_of(arena, NULL, &marks);
    assert_true(vt_eval_micro(&sums) < 1e-9);
    assert_true(fabs(vt_eval_of(&sums, VT_EVAL_TITLE).precision - 1) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_score__of_the_label_itself_is_one),
        cmocka_unit_test(test_score__counts_wrong_missing_and_invented),
        cmocka_unit_test(test_score__marks_point_to_the_value_given),
        cmocka_unit_test(test_score__nothing_given_misses_everything),
    };
    return UNIT_MAIN(tests);
}
