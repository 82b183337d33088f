/* SPDX-License-Identifier: Apache-2.0 */
#include "ml/net.h"

#include "base/embed.h"
#include "base/hash.h"
#include "parse/reader/features.h"
#include "unit.h"

#include <math.h>

extern const vt_embed vt_embed_models[];

static const vt_embed *image(void)
{
    const vt_embed *e = vt_embed_find(vt_embed_models, VT_STR("reader.net"));
    assert_non_null(e);
    return e;
}

static vt_net *opened(void)
{
    vt_net *net = NULL;
    assert_int_equal(
        vt_net_open(image()->data, image()->size, vt_word_rows, vt_cell_rows, &net, NULL), VT_OK);
    return net;
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/** A document of nothing but chance: `cells` cells of up to nine words. */
static vt_net_input random_document(vt_arena *arena, size_t cells, uint32_t seed)
{
    enum { IDS = 7, MOST = 9 };
    vt_net_input in = {.cells = cells};
    in.cell_ids = VT_NEW_ARRAY(arena, uint32_t, cells * IDS + 1);
    in.cell_offset = VT_NEW_ARRAY(arena, uint32_t, cells + 1);
    in.first_word = VT_NEW_ARRAY(arena, uint32_t, cells + 1);
    in.word_ids = VT_NEW_ARRAY(arena, uint32_t, cells * MOST * IDS + 1);
    in.word_offset = VT_NEW_ARRAY(arena, uint32_t, cells * MOST + 1);
    in.place = VT_NEW_ARRAY(arena, vt_net_place, cells + 1);
    for (size_t i = 0; i < cells; i++) {
        in.first_word[i] = (uint32_t)in.words;
        for (size_t k = 0; k < IDS; k++)
            in.cell_ids[i * IDS + k] = next(&seed) % vt_cell_rows;
        in.cell_offset[i + 1] = (uint32_t)((i + 1) * IDS);
        in.place[i] = (vt_net_place){(int16_t)(i / 60), (int16_t)(next(&seed) % 64),
                                     (int16_t)(i % 60 * 3), (int16_t)(next(&seed) % 5)};
        for (size_t n = next(&seed) % (MOST + 1); n; n--) {
            for (size_t k = 0; k < IDS; k++)
                in.word_ids[in.words * IDS + k] = next(&seed) % vt_word_rows;
            in.words++;
            in.word_offset[in.words] = (uint32_t)(in.words * IDS);
        }
    }
    in.first_word[cells] = (uint32_t)in.words;
    return in;
}

static void test_net_run__gives_the_same_bits_with_and_without_wide_instructions(void **state)
{
    (void)state;
    VT_AUTO(vt_net) vt_net *wide = opened();
    VT_AUTO(vt_net) vt_net *plain = opened();
    vt_net_force_plain(plain);
    for (uint32_t seed = 1; seed <= 5; seed++) {
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(256u << 20);
        vt_net_input in = random_document(arena, 40 * seed, seed);
        vt_net_output a = vt_net_run(wide, arena, &in), b = vt_net_run(plain, arena, &in);
        assert_memory_equal(a.role, b.role, in.cells * sizeof *a.role);
        assert_memory_equal(a.section, b.section, in.cells * sizeof *a.section);
        assert_memory_equal(a.anchor, b.anchor, in.cells * sizeof *a.anchor);
        assert_memory_equal(a.field, b.field, in.words * sizeof *a.field);
        for (size_t i = 0; i < in.cells; i++)
            for (size_t k = 0; k < VT_NET_ROLES; k++)
                assert_true(isfinite(a.role[i][k]));
    }
}

static void test_net_run__takes_nothing_and_cells_without_words(void **state)
{
    (void)state;
    VT_AUTO(vt_net) vt_net *net = opened();
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(64u << 20);
    vt_net_input none = random_document(arena, 0, 1), one = random_document(arena, 1, 7);
    (void)vt_net_run(net, arena, &none);
    one.words = 0;
    one.first_word[1] = 0;
    vt_net_output out = vt_net_run(net, arena, &one);
    assert_true(isfinite(out.role[0][0]));
}

static void test_net_open__refuses_what_is_no_model_of_this_program(void **state)
{
    (void)state;
    size_t size = image()->size;
    vt_net *net = NULL;
    vt_error err = {0};
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, image()->data, size);
    static const struct {
        const char *what;
        size_t at; /* the byte that is changed */
    } rows[] = {{"magic", 0}, {"version", 4}, {"checksum", 9}, {"rows", 16}, {"weights", 5000}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].what);
        copy[rows[i].at] ^= 0x55;
        assert_int_equal(vt_net_open(copy, size, vt_word_rows, vt_cell_rows, &net, &err),
                         VT_E_FORMAT);
        copy[rows[i].at] ^= 0x55;
    }
    assert_int_equal(vt_net_open(copy, size - 32, vt_word_rows, vt_cell_rows, &net, &err),
                     VT_E_FORMAT);
    assert_int_equal(vt_net_open(copy, 8, vt_word_rows, vt_cell_rows, &net, &err), VT_E_FORMAT);
    assert_int_equal(vt_net_open(copy, size, vt_word_rows + 1, vt_cell_rows, &net, &err),
                     VT_E_FORMAT);
    free(copy);
}

static void test_net_softmax__sums_to_one(void **state)
{
    (void)state;
    static const float rows[][4] = {
        {0, 0, 0, 0}, {1, 2, 3, 4}, {-1e4f, 5, -1e4f, 4}, {90, -90, 0, 1}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        float p[4], sum = 0;
        memcpy(p, rows[i], sizeof p);
        vt_net_softmax(p, 4);
        for (size_t k = 0; k < 4; k++) {
            float most = -1e9f, all = 0;
            for (size_t j = 0; j < 4; j++)
                most = rows[i][j] > most ? rows[i][j] : most;
            for (size_t j = 0; j < 4; j++)
                all += expf(rows[i][j] - most);
            assert_true(fabsf(p[k] - expf(rows[i][k] - most) / all) < 1e-5f);
            sum += p[k];
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
}

static void test_net_log__is_the_logarithm(void **state)
{
    (void)state;
    static const float rows[] = {1e-6f, 1e-3f, 0.02f, 0.5f, 0.999f, 1, 1.5f, 2, 3, 1000};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        assert_true(fabsf(vt_net_log(rows[i]) - logf(rows[i])) < 1e-4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_net_run__gives_the_same_bits_with_and_without_wide_instructions),
        cmocka_unit_test(test_net_run__takes_nothing_and_cells_without_words),
        cmocka_unit_test(test_net_open__refuses_what_is_no_model_of_this_program),
        cmocka_unit_test(test_net_softmax__sums_to_one),
        cmocka_unit_test(test_net_log__is_the_logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
