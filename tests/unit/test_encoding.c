/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "extract/encoding.h"

static const char german[] =
    "Lebenslauf von J\xC3\xBCrgen M\xC3\xBCller. Ausbildung zum Schreiner in "
    "K\xC3\xB6ln, gepr\xC3\xBC"
    "ft f\xC3\xBCr Gro\xC3\x9Fhandel und T\xC3\xA4tigkeit.";
static const char french[] =
    "Exp\xC3\xA9rience: ing\xC3\xA9nieur \xC3\xA0 Gen\xC3\xA8ve, dipl\xC3\xB4m\xC3\xA9 "
    "de l'\xC3\xA9"
    "cole, ma\xC3\xAEtrise et tr\xC3\xA8s bon fran\xC3\xA7"
    "ais.";
static const char japanese[] =
    "\xE5\xB1\xA5\xE6\xAD\xB4\xE6\x9B\xB8 \xE7\x94\xB0\xE4\xB8\xAD\xE5\xA4\xAA\xE9\x83\x8E "
    "\xE3\x82\xBD\xE3\x83\x95\xE3\x83\x88\xE3\x82\xA6\xE3\x82\xA7\xE3\x82\xA2\xE9\x96\x8B\xE7\x99"
    "\xBA\xE3\x81\xAE\xE7\xB5\x8C\xE9\xA8\x93\xE3\x81\x8C\xE3\x81\x82\xE3\x82\x8A\xE3\x81\xBE\xE3"
    "\x81\x99\xE3\x80\x82\xE6\x9D\xB1\xE4\xBA\xAC\xE5\xA4\xA7\xE5\xAD\xA6\xE3\x82\x92\xE5\x8D\x92"
    "\xE6\xA5\xAD\xE3\x81\x97\xE3\x81\xBE\xE3\x81\x97\xE3\x81\x9F\xE3\x80\x82";
static const char chinese[] =
    "\xE7\xAE\x80\xE5\x8E\x86\xEF\xBC\x9A\xE5\xBC\xA0\xE4\xBC\x9F\xEF\xBC\x8C\xE8\xBD\xAF\xE4\xBB"
    "\xB6\xE5\xB7\xA5\xE7\xA8\x8B\xE5\xB8\x88\xEF\xBC\x8C\xE6\xAF\x95\xE4\xB8\x9A\xE4\xBA\x8E\xE5"
    "\x8C\x97\xE4\xBA\xAC\xE5\xA4\xA7\xE5\xAD\xA6\xEF\xBC\x8C\xE6\x9C\x89\xE5\x8D\x81\xE5\xB9\xB4"
    "\xE7\x9A\x84\xE5\xB7\xA5\xE4\xBD\x9C\xE7\xBB\x8F\xE9\xAA\x8C\xE3\x80\x82";
static const char russian[] =
    "\xD0\xA0\xD0\xB5\xD0\xB7\xD1\x8E\xD0\xBC\xD0\xB5: \xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD "
    "\xD0\x9F\xD0\xB5\xD1\x82\xD1\x80\xD0\xBE\xD0\xB2, \xD0\xB8\xD0\xBD\xD0\xB6\xD0\xB5\xD0\xBD\xD0"
    "\xB5\xD1\x80, \xD0\xBE\xD0\xBF\xD1\x8B\xD1\x82 "
    "\xD1\x80\xD0\xB0\xD0\xB1\xD0\xBE\xD1\x82\xD1\x8B "
    "\xD0\xB2 \xD0\xBC\xD0\xBE\xD1\x81\xD0\xBA\xD0\xBE\xD0\xB2\xD1\x81\xD0\xBA\xD0\xBE\xD0\xB9 \xD0"
    "\xBA\xD0\xBE\xD0\xBC\xD0\xBF\xD0\xB0\xD0\xBD\xD0\xB8\xD0\xB8";
static const char polish[] = "\xC5\xBByciorys: W\xC5\x82odzimierz \xC5\x9Al\xC4\x85ski, "
                             "in\xC5\xBCynier, do\xC5\x9Bwiadczenie w "
                             "\xC5\x81odzi, uko\xC5\x84"
                             "czona uczelnia, znajomo\xC5\x9B\xC4\x87 j\xC4\x99zyka angielskiego, "
                             "umiej\xC4\x99tno\xC5\x9B\xC4\x87 pracy w zespole i zarz\xC4\x85"
                             "dzanie.";

/* UTF-8 -> another set, through the set's own table read backwards: tests need no second library */
static vt_str encode(vt_arena *arena, const char *utf8, const char *charset);

#include <unicode/ucnv.h>
static vt_str encode(vt_arena *arena, const char *utf8, const char *charset)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t room = (int32_t)strlen(utf8) * 6 + 16;
    char *out = vt_arena_alloc(arena, (size_t)room);
    int32_t n = ucnv_convert(charset, "UTF-8", out, room, utf8, -1, &status);
    assert_true(U_SUCCESS(status));
    return vt_str_n(out, (size_t)n);
}

static void test_encoding_decode__finds_the_set(void **state)
{
    (void)state;
    static const struct {
        const char *text, *set;
    } rows[] = {
        {german, "UTF-8"},        {german, "windows-1252"},  {german, "macintosh"},
        {german, "ibm-850"},      {french, "ISO-8859-1"},    {french, "macintosh"},
        {french, "ibm-850"},      {japanese, "Shift_JIS"},   {japanese, "EUC-JP"},
        {japanese, "UTF-8"},      {chinese, "GBK"},          {chinese, "GB18030"},
        {russian, "KOI8-R"},      {russian, "windows-1251"}, {russian, "ISO-8859-5"},
        {polish, "windows-1250"}, {polish, "ISO-8859-2"},    {german, "UTF-16LE"},
        {german, "UTF-16BE"},     {russian, "UTF-16"},       {german, "UTF-32LE"},
        {german, "UTF-32BE"},     {japanese, "UTF-16"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].set);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
        vt_str got =
            vt_encoding_decode(arena, encode(arena, rows[i].text, rows[i].set), VT_STR_NULL);
        assert_str_eq(got, rows[i].text);
    }
}

static void test_encoding_decode__marks_declarations_and_faults(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4u << 20);
    assert_str_eq(vt_encoding_decode(arena,
                                     VT_STR("\xEF\xBB\xBF"
                                            "a"),
                                     VT_STR_NULL),
                  "a");
    assert_str_eq(vt_encoding_decode(arena,
                                     VT_STR("\xFF\xFE"
                                            "a\0"),
                                     VT_STR_NULL),
                  "a");
    assert_str_eq(vt_encoding_decode(arena, VT_STR("don\x92t"), VT_STR("iso-8859-1")),
                  "don\xE2\x80\x99t");
    assert_str_eq(vt_encoding_decode(arena, VT_STR("don\x92t caf\xE9"), VT_STR_NULL),
                  "don\xE2\x80\x99t caf\xC3\xA9");
    /* a declaration that is plainly wrong does not beat valid UTF-8 */
    assert_str_eq(vt_encoding_decode(arena, VT_STR("caf\xC3\xA9"), VT_STR("windows-1252")),
                  "caf\xC3\xA9");
    assert_str_eq(vt_encoding_decode(arena, VT_STR("x\xE9"), VT_STR("no-such-set")), "x\xC3\xA9");
    /* one bad byte in long UTF-8 */
    assert_str_eq(
        vt_encoding_decode(arena,
                           VT_STR("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
                                  "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
                                  "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xFFtail"),
                           VT_STR_NULL),
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xEF\xBF\xBDtail");
    assert_int_equal(vt_encoding_decode(arena, VT_STR(""), VT_STR_NULL).len, 0);
}

static void test_encoding_compose__composes(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1u << 20);
    assert_str_eq(
        vt_encoding_compose(arena, VT_STR("e\xCC\x81 \xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB")),
        "\xC3\xA9 \xED\x95\x9C");
    vt_str same = VT_STR("caf\xC3\xA9 \xE2\x80\x93 ok");
    assert_ptr_equal(vt_encoding_compose(arena, same).ptr, same.ptr);
}

static void test_encoding_is_text__tells_binary(void **state)
{
    (void)state;
    assert_true(vt_encoding_is_text(VT_STR("plain\n\ttext\f")));
    assert_true(vt_encoding_is_text(VT_STR("a\0b\0c\0d\0e\0f\0g\0h\0")));
    assert_false(vt_encoding_is_text(VT_STR("abc\0def\1\2\3ghijkl\0\0\0\0\0zz")));
    assert_false(vt_encoding_is_text(VT_STR("\1\2\3\4\5\6\7\1\2\3")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encoding_decode__finds_the_set),
        cmocka_unit_test(test_encoding_decode__marks_declarations_and_faults),
        cmocka_unit_test(test_encoding_compose__composes),
        cmocka_unit_test(test_encoding_is_text__tells_binary),
    };
    return UNIT_MAIN(tests);
}
