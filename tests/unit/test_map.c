/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/map.h"

static void test_map_set__finds_every_key_after_growth(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 22);
    vt_map *map = vt_map_new(arena);
    static int values[2000];
    for (int i = 0; i < 2000; i++)
        assert_null(vt_map_set(map, vt_str_format(arena, "key%d", i), &values[i]));
    for (int i = 0; i < 2000; i++)
        assert_ptr_equal(vt_map_find(map, vt_str_format(arena, "key%d", i)), &values[i]);
    assert_null(vt_map_find(map, VT_STR("key2000")));
    assert_ptr_equal(vt_map_set(map, VT_STR("key7"), &values[0]), &values[7]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map_set__finds_every_key_after_growth),
    };
    return UNIT_MAIN(tests);
}
