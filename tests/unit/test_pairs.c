/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/buf.h"
#include "skills/pairs.h"

/* Read as they were learned, and shorter where they repeat themselves. */
static void test_pairs__texts_come_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "gestión de proyectos|gestión de obra", "gestión de almacén|gestión", "数据分析|数据", "",
        "Projektmanagement|Projektleitung",     "gestión de proyectos",       "ž|a b  c||d",
    };
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)16 << 20);
    vt_pairs *pairs = vt_pairs_new(arena);
    for (size_t i = 0; i < 4 * VT_COUNT(texts); i++)
        vt_pairs_learn(pairs, vt_str_z(texts[i / 4]));
    const vt_pair *rows;
    const uint16_t *symbols;
    size_t n_rows, n_symbols;
    vt_pairs_settle(pairs, &rows, &n_rows, &symbols, &n_symbols);
    for (size_t i = 0; i < VT_COUNT(texts); i++) {
        VT_AUTO(vt_buf) vt_buf codes = {0};
        char text[256];
        UNIT_ROW(i, texts[i]);
        vt_pairs_write(pairs, vt_str_z(texts[i]), &codes);
        size_t n = vt_pairs_expand(vt_buf_str(&codes), symbols, n_symbols, rows, n_rows, text,
                                   sizeof text);
        assert_str_eq(vt_str_n(text, n), texts[i]);
        if (i == 0)
            assert_true(codes.len * 2 < strlen(texts[i]));
    }
}

/* Rows of a damaged file that name themselves, and codes that there are not. */
static void test_pairs__damage_ends(void **state)
{
    (void)state;
    static const vt_pair rows[] = {{256, 256}, {65535, 257}};
    static const uint16_t symbols[] = {256, 257, 'a', 65535};
    char text[8];
    static const char *const codes[] = {"\x01\x02", "\xff\xff", "\xff", "\x02\x03\x02"};
    for (size_t i = 0; i < VT_COUNT(codes); i++)
        assert_in_range(vt_pairs_expand(vt_str_z(codes[i]), symbols, VT_COUNT(symbols), rows,
                                        VT_COUNT(rows), text, sizeof text),
                        0, sizeof text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs__texts_come_back),
        cmocka_unit_test(test_pairs__damage_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
