/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/io.h"
#include "worker/answer.h"

#include <stdlib.h>

#define METADATA                                                                                   \
    "\"metadata\":{\"parser_version\":\"1\",\"file_size_bytes\":5,\"extract\":{},\"validate\":{}," \
    "\"parse\":{\"skipped\":true},\"matching\":{}},\"checks\":null,\"ai_features\":null,"          \
    "\"matching\":null,"
#define ANSWER "{" METADATA "\"raw_text\":\"a\\u00e9\",\"result\":null}"

/* What the engine itself writes is taken over without a loss: a key that is missing in
 * worker/answer.def would reach no client. */
static void run_engine(const vt_engine *engine, vt_str input, const vt_options *options,
                       const char *what)
{
    UNIT_ROW(0, what);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)256 << 20);
    VT_AUTO(vt_buf) vt_buf json = {0}, out = {0};
    vt_outcome outcome = {0};
    vt_error err = {0};
    assert_int_equal(
        vt_engine_run(engine, arena, input, options, NULL, NULL, &json, &outcome, &err), VT_OK);
    assert_true(vt_answer_fits(options, &outcome));
    size_t left_out = 0;
    vt_answer_shape shape = vt_answer_shape_of(options, &outcome);
    vt_status status = vt_answer_check(shape, vt_buf_str(&json), &out, &left_out, &err);
    if (status != VT_OK || left_out)
        print_error("# %s\n", err.message);
    assert_int_equal(status, VT_OK);
    if (shape == VT_ANSWER_failed)
        return;
    assert_int_equal(left_out, 0);
    assert_str_eq(vt_buf_str(&out), json.ptr); /* it is written as the engine writes */
}

static void test_answer_check__knows_every_key_of_the_engine(void **state)
{
    (void)state;
    static const char *const names[] = {"resume.txt", "resume.pdf", "resume.md", "resume.html"};
    VT_AUTO(vt_engine) vt_engine *engine = NULL;
    assert_int_equal(vt_engine_open(NULL, &engine, NULL), VT_OK);
    for (size_t i = 0; i < VT_COUNT(names); i++) {
        VT_AUTO(vt_buf) vt_buf path = {0}, bytes = {0}, job = {0};
        vt_buf_addf(&path, "%s/%s", getenv("SAMPLES"), names[i]);
        assert_int_equal(vt_io_read_file(path.ptr, &bytes, NULL), VT_OK);
        vt_buf_clear(&path);
        vt_buf_addf(&path, "%s/job-description.txt", getenv("SAMPLES"));
        assert_int_equal(vt_io_read_file(path.ptr, &job, NULL), VT_OK);
        vt_options o = vt_options_default();
        o.input = VT_INPUT_FILE;
        o.filename = vt_str_z(names[i]);
        o.reference_date = (vt_day){2026, 3, 1};
        run_engine(engine, vt_buf_str(&bytes), &o, names[i]);
        o.evidence = o.extras = o.confidence = o.prompt_check = o.matching = true;
        o.tier = VT_TIER_STANDARD;
        o.job_description = vt_buf_str(&job);
        o.estimated_credits = 3;
        run_engine(engine, vt_buf_str(&bytes), &o, "with all that can be asked for");
        o.redact = VT_REDACT_ALL;
        run_engine(engine, vt_buf_str(&bytes), &o, "redacted");
        o.redact = 0;
        o.skills_skip = true;
        run_engine(engine, vt_buf_str(&bytes), &o, "without skills");
        o.parse_skip = true;
        o.matching = false;
        run_engine(engine, vt_buf_str(&bytes), &o, "without a result");
        o = (vt_options){.input = VT_INPUT_FILE,
                         .legacy = true,
                         .reference_date = o.reference_date,
                         .estimated_credits = 1};
        run_engine(engine, vt_buf_str(&bytes), &o, "the earlier shape");
        o = vt_options_default();
        o.input = VT_INPUT_FILE;
        o.reference_date = (vt_day){2026, 3, 1};
        o.tier = VT_TIER_PREMIUM;
        o.model_ask = true;
        run_engine(engine, vt_buf_str(&bytes), &o, "a question");
    }
    vt_options o = vt_options_default();
    o.input = VT_INPUT_RESULT;
    o.reference_date = (vt_day){2026, 3, 1};
    run_engine(engine, VT_STR("{\"personal_info\":{\"name\":\"A\"},\"own\":[1.5,{}]}"), &o,
               "given");
    o.input = VT_INPUT_FILE;
    run_engine(engine, VT_STR("%PDF-1.4 broken"), &o, "failed");
}

static void test_answer_check__refuses(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",
        "null",
        "[]",
        "{}",
        "7",
        "{" METADATA "\"raw_text\":\"\"}",
        "{" METADATA "\"raw_text\":7,\"result\":null}",
        ANSWER "x",
        ANSWER ANSWER,
        "{" METADATA METADATA "\"raw_text\":\"\",\"result\":null}",
        "{" METADATA "\"raw_text\":\"\",\"result\":{}}",
        "{" METADATA "\"raw_text\":\"\",\"result\":[]}",
        "{" METADATA "\"raw_text\":\"\xff\",\"result\":null}",
        "{" METADATA "\"raw_text\":\"\n\",\"result\":null}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"warnings\":[7]}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"evidence\":{\"/a\":7}}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"confidence\":{\"/a\":1.5}}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"confidence\":{\"/a\":{}}}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"evidence\":{\"/"
        "a\":{\"page\":-1,\"box\":null,\"start\":0,\"end\":1}}}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"new\":[}",
        "{" METADATA "\"raw_text\":\"\",\"result\":null,\"new\":",
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, "refused");
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_buf_addz(&out, "before");
        vt_error err = {0};
        assert_int_equal(vt_answer_check(VT_ANSWER_answer, vt_str_z(rows[i]), &out, NULL, &err),
                         VT_E_FORMAT);
        assert_true(err.message[0] != 0);
        assert_str_eq(vt_buf_str(&out), "before");
    }
}

static void test_answer_check__writes_anew(void **state)
{
    (void)state;
    static const struct {
        vt_answer_shape shape;
        const char *json, *written;
        size_t left_out;
    } rows[] = {
        {VT_ANSWER_answer, ANSWER, ANSWER, 0},
        {VT_ANSWER_answer,
         " {\n" METADATA
         " \"x\" : [1,{\"y\":null}] , \"raw_text\" : \"a\\u00e9\",\"result\":null}\n",
         ANSWER, 1},
        {VT_ANSWER_given, "{" METADATA "\"raw_text\":null,\"result\":{\"mine\":[1.50,{}]}}",
         "{" METADATA "\"raw_text\":null,\"result\":{\"mine\":[1.50,{}]}}", 0},
        {VT_ANSWER_failed, "{\"metadata\":null,\"raw_text\":\"t\",\"result\":null}",
         "{\"raw_text\":\"t\"}", 2},
        {VT_ANSWER_failed, "{\"\\u0072aw_text\":\"t\"}", "{}", 1},
        {VT_ANSWER_ANY, "[ {\"a\": [] } ]", "[{\"a\":[]}]", 0},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, "written");
        VT_AUTO(vt_buf) vt_buf out = {0};
        size_t left_out = 9;
        assert_int_equal(
            vt_answer_check(rows[i].shape, vt_str_z(rows[i].json), &out, &left_out, NULL), VT_OK);
        assert_str_eq(vt_buf_str(&out), rows[i].written);
        assert_int_equal(left_out, rows[i].left_out);
    }
}

static void test_answer_check__bounds_depth(void **state)
{
    (void)state;
    VT_AUTO(vt_buf) vt_buf text = {0}, out = {0};
    for (int i = 0; i < 100000; i++)
        vt_buf_addz(&text, "[");
    assert_int_equal(vt_answer_check(VT_ANSWER_ANY, vt_buf_str(&text), &out, NULL, NULL),
                     VT_E_FORMAT);
}

static void test_answer_fits__the_options(void **state)
{
    (void)state;
    vt_options o = vt_options_default();
    o.input = VT_INPUT_FILE;
    assert_true(vt_answer_fits(&o, &(vt_outcome){.parsed = true, .page_count = 3}));
    assert_false(
        vt_answer_fits(&o, &(vt_outcome){.parsed = true, .ocr_pages = 1, .page_count = 3}));
    assert_false(vt_answer_fits(&o, &(vt_outcome){.matched = true}));
    assert_false(vt_answer_fits(&o, &(vt_outcome){.asks_model = true}));
    o.parse_skip = true;
    assert_false(vt_answer_fits(&o, &(vt_outcome){.parsed = true}));
    o.extract = VT_EXTRACT_AUTO;
    assert_true(vt_answer_fits(&o, &(vt_outcome){.ocr_pages = 1, .page_count = 3}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer_check__knows_every_key_of_the_engine),
        cmocka_unit_test(test_answer_check__refuses),
        cmocka_unit_test(test_answer_check__writes_anew),
        cmocka_unit_test(test_answer_check__bounds_depth),
        cmocka_unit_test(test_answer_fits__the_options),
    };
    return UNIT_MAIN(tests);
}
