/* SPDX-License-Identifier: Apache-2.0 */
#include "text/mojibake.h"

#include "unit.h"

static void test_repair__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"2019 â€“ 2021", "2019 – 2021"},
        {"MÃ¼ller, JosÃ© GarcÃ\xC2\xAD"
         "a",
         "Müller, José García"},
        {"Itâ€™s â€œfineâ€\xC2\x9D", "It’s “fine”"},
        {"â€œfineâ€", "“fine”"},
        {"â€œfineâ€\uFFFD.", "“fine”."},
        {"\xC3\xA2\xC2\x80\xC2\x93", "–"}, /* as Latin-1 */
        {"Â· Java Â· C", "· Java · C"},
        {"aÂ\xC2\xA0"
         "b",
         "a\xC2\xA0"
         "b"},
        {"aÂ b", "a b"},
        {"voilÃ  tout", "voilà tout"},
        {"â€‹Title", "Title"},
        {"Name ï¼\xE2\x80\x8B City", "Name ， City"},
        {"ï»¿Title", "Title"},
        {"ÐŸÐµÑ‚Ñ€", "Петр"},
        {"å±±ç”°", "山田"},
        {"ðŸ“§ mail", "📧 mail"},
        {"itÃ¢â‚¬â„¢s", "it’s"}, /* twice */
        {"Ã\xC2\x83Â©"
         "cole",
         "école"},
        {"MÃ–LLER", "MÖLLER"},
        /* nothing is misread */
        {"Müller, José – “x” …", "Müller, José – “x” …"},
        {"AMANHÃ”", "AMANHÃ”"},
        {"„Ä“", "„Ä“"},
        {"IRMÃ DE CARIDADE", "IRMÃ DE CARIDADE"},
        {"São Paulo, Ânia, Âme", "São Paulo, Ânia, Âme"},
        {"Tiếng Việt â ê ô", "Tiếng Việt â ê ô"},
        {"", ""},
    };
    size_t faults = 0;
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_str got = vt_mojibake_repair(arena, vt_str_z(rows[i].text));
        if (!vt_str_eq(got, vt_str_z(rows[i].want))) {
            print_message("# %s: got \"" VT_STR_FMT "\", want \"%s\"\n", rows[i].text,
                          VT_STR_ARG(got), rows[i].want);
            faults++;
        }
    }
    assert_int_equal(faults, 0);
}

static void test_repair__lends_what_is_right(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_str text = VT_STR("Zoë Müller – 2019");
    assert_ptr_equal(vt_mojibake_repair(arena, text).ptr, text.ptr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repair__rows),
        cmocka_unit_test(test_repair__lends_what_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
