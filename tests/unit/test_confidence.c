/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/confidence/confidence.h"

#include "lines_doc.h"
#include "parse/reader/models.h"
#include "text/lexicon.h"
#include "unit.h"

#include <math.h>

static const char RESUME[] = "! Ada Byron\n"
                             "ada@mail.example\n"
                             "\n"
                             "# Experience\n"
                             "! Software Engineer, Acme Inc\tJan 2019 - Present\n"
                             "- Built the payment service in Python\n"
                             "! Software Engineer, Apex Ltd\t2015 - 2018\n"
                             "- Kept the servers running\n";

static vt_confidence_item seen[256];
static size_t seen_count;

static void on_values(void *context, const vt_confidence_items *values)
{
    (void)context;
    seen_count = VT_MIN(values->n, VT_COUNT(seen));
    memcpy(seen, values->at, seen_count * sizeof *seen);
}

static vt_confidence_model model_of(double bias)
{
    vt_confidence_model m = {0};
    for (size_t k = 0; k < VT_CONFIDENCE_COUNT; k++) {
        m.weights[k][VT_CONFIDENCE_X_BIAS] = bias;
        m.table[k] = (vt_calibration){.n = 2, .from = {0.25F, 0.75F}, .to = {0.5F, 0.9F}};
    }
    m.weights[VT_CONFIDENCE_TITLE][VT_CONFIDENCE_X_SURE] = 1.5;
    return m;
}

static void test_parse__tells_the_values_and_sets_probabilities(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 24);
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    VT_AUTO(vt_models) vt_models *models = NULL;
    assert_int_equal(vt_lexicon_open(&lexicon, NULL), VT_OK);
    assert_int_equal(vt_models_open(&models, NULL), VT_OK);
    const vt_parse_context context = {.lexicon = lexicon,
                                      .models = models,
                                      .reference_date = {2026, 1, 1},
                                      .on_values = on_values};
    const vt_doc *doc = lines_doc_new(arena, RESUME);
    const vt_resume *r = vt_parse(&context, arena, doc, NULL);
    size_t titles = 0;
    for (size_t i = 0; i < seen_count; i++) {
        const vt_confidence_item *item = &seen[i];
        float now = *item->confidence;
        assert_true(now == vt_confidence_of(vt_models_confidence(models), item));
        assert_true(now > 0 && now < 1);
        if (item->kind != VT_CONFIDENCE_TITLE)
            continue;
        assert_true(item->confidence == &r->jobs.at[item->index].title.confidence);
        assert_true(item->x[VT_CONFIDENCE_X_FOR] > item->x[VT_CONFIDENCE_X_AGAINST]);
        titles++;
    }
    assert_int_equal(titles, 2);
    assert_true(r->confidence > 0.5 && r->confidence < 1);
}

static void test_write__reads_back(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_confidence_model m = model_of(0.5), back;
    vt_confidence_write(&m, &text);
    assert_int_equal(vt_confidence_read(arena, vt_buf_str(&text), &back, NULL), VT_OK);
    vt_confidence_item item = {.kind = VT_CONFIDENCE_TITLE};
    item.x[VT_CONFIDENCE_X_BIAS] = 1;
    item.x[VT_CONFIDENCE_X_SURE] = -0.4F;
    assert_true(fabsf(vt_confidence_of(&m, &item) - vt_confidence_of(&back, &item)) < 1e-4F);
    item.x[VT_CONFIDENCE_X_SURE] = 3;
    assert_true(fabsf(vt_confidence_of(&back, &item) - 0.9F) < 1e-4F); /* the table's end */
}

static void test_read__refuses_other_models(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    VT_AUTO(vt_buf) vt_buf text = {0};
    vt_confidence_model m = model_of(0);
    m.table[VT_CONFIDENCE_NAME].to[1] = 0.2F; /* falls */
    vt_confidence_write(&m, &text);
    vt_confidence_model back;
    assert_int_equal(vt_confidence_read(arena, vt_buf_str(&text), &back, NULL), VT_E_FORMAT);
    static const char *const rows[] = {"{", "{}", "{\"features\": [\"bias\"], \"kinds\": {}}"};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i]);
        assert_int_equal(vt_confidence_read(arena, vt_str_z(rows[i]), &back, NULL), VT_E_FORMAT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse__tells_the_values_and_sets_probabilities),
        cmocka_unit_test(test_write__reads_back),
        cmocka_unit_test(test_read__refuses_other_models),
    };
    return UNIT_MAIN(tests);
}
