/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "engine/conceal.h"
#include "engine/engine.h"
#include "text/utf8.h"

static vt_lexicon *lexicon;

static int open_lexicon(void **state)
{
    (void)state;
    return vt_lexicon_open(&lexicon, NULL) == VT_OK ? 0 : -1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_lexicon_drop(lexicon);
    return 0;
}

/* "#" stands for a covered character. */
static vt_str with_blocks(vt_arena *arena, const char *text)
{
    VT_AUTO(vt_buf) vt_buf out = {0};
    for (; *text; text++) {
        if (*text == '#')
            vt_buf_addz(&out, "\xE2\x96\x88");
        else
            vt_buf_addc(&out, *text);
    }
    return vt_str_dup(arena, vt_buf_str(&out));
}

struct row {
    const char *secret, *text, *want;
};

static void check(const struct row *rows, size_t n, uint32_t groups,
                  void (*keep)(vt_secrets *, vt_str))
{
    for (size_t i = 0; i < n; i++) {
        UNIT_ROW(i, rows[i].text);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
        vt_secrets *s = vt_secrets_new(arena, lexicon, groups, (vt_day){2026, 1, 1});
        if (rows[i].secret)
            keep(s, vt_str_z(rows[i].secret));
        vt_str got = vt_secrets_cover(s, arena, vt_str_z(rows[i].text), NULL, 0);
        vt_str want = with_blocks(arena, rows[i].want);
        unit_assert_str(got, want, __FILE__, __LINE__);
    }
}

static void test_vt_secret_name__every_part_in_every_writing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Jane Doe", "JANE DOE\nAbout Jane; she, Doe, leads.",
         "#### ###\nAbout ####; she, ###, leads."},
        {"Jane Doe", "Jane's team, Doe\xE2\x80\x99s work", "###### team, ##### work"},
        {"Jane Doe", "jane.doe@example.com, jdoe@example.com",
         "########@example.com, ####@example.com"},
        {"Jane Doe", "linkedin.com/in/jane-doe-85 and github.com/janedoe",
         "linkedin.com/in/########-85 and github.com/#######"},
        {"Jane Doe", "user JaneDoe85, Doe, Jane", "user #########, #### ####"},
        {"Jane Doe", "Janet does what a doer does", "Janet does what a doer does"},
        {"Ren\xC3\xA9 M\xC3\xBCller", "RENE M\xC3\x9CLLER mueller@x.org M\xC3\xBCllers Team",
         "#### ###### #######@x.org ####### Team"},
        {"Will Long", "Will Long. He will work long hours", "#### ####. He will work long hours"},
        {"Jan van der Berg", "Jan van der Berg; van der Waals; Berg",
         "### ### ### ####; van der Waals; ####"},
        {"Li Na", "Li Na and LI or li or na of Na", "## ## and ## or li or na of ##"},
        {"\xE7\x8E\x8B\xE4\xBC\x9F",
         "\xE6\x88\x91\xE6\x98\xAF\xE7\x8E\x8B\xE4\xBC\x9F\xE3\x80\x82"
         "\xE5\x9B\xBD\xE7\x8E\x8B",
         "\xE6\x88\x91\xE6\x98\xAF##\xE3\x80\x82\xE5\x9B\xBD\xE7\x8E\x8B"},
        {"J. R. Doe", "J. R. Doe; it is J and R", "## ## ###; it is J and R"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_NAME, vt_secret_name);
}

static void test_vt_secret_names_spelt__are_no_common_words(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    vt_secrets *s = vt_secrets_new(arena, lexicon, VT_REDACT_NAME, (vt_day){2026, 1, 1});
    vt_str text = VT_STR("KOL\xC3\x81\xC5\x98\nEngineer, Prague; kolar writes. Mkol");
    vt_secret_names_spelt(s, VT_STR("engineer.mkolar@example.com"), text);
    unit_assert_str(vt_secrets_cover(s, arena, text, NULL, 0),
                    with_blocks(arena, "#####\nEngineer, Prague; ##### writes. ####"), __FILE__,
                    __LINE__);
}

static void test_vt_secret_phrase__with_and_without_its_legal_form(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Example GmbH", "At Example, later EXAMPLE  GMBH", "At #######, later #######  ####"},
        {"Tide Water Ltd.", "Tide\nWater and tide", "####\n##### and tide"},
        {"Foo Bar (Baz Inc.), Oslo", "Baz, Foo Bar, Oslo", "###, ### ###, ####"},
        {"IBM", "IBM and ibm", "### and ibm"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_EMPLOYER, vt_secret_phrase);
}

static void test_vt_secret_phrase__short_and_common_words_need_their_writing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"OR", "Portland, OR or Salem", "Portland, ## or Salem"},
        {"Nice", "Nice is nice", "#### is nice"},
        {"Portland", "PORTLAND, portland", "########, ########"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_LOCATION, vt_secret_phrase);
}

static void test_vt_secrets_cover__contact_data_of_anybody(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"+493090182055", "Call 030 / 90 18 20-55 today", "Call ### # ## ## ##### today"},
        {"+12065550149", "206-555-0149", "############"},
        {"+12065550149", "91-92-93-94-95-96-97-98-99 (206) 555-0149",
         "91-92-93-94-95-9########## ##### ########"},
        {NULL, "Boss: a.boss@example.org, (206) 555-0123",
         "Boss: ##################, ##### ########"},
        {NULL, "see https://example.org/x and www.example.com",
         "see ##################### and ###############"},
        {NULL, "Tel: unlisted | Node.js", "Tel: ######## | Node.js"},
        {NULL,
         "Hauptstra\xC3\x9F"
         "e 5, 10115 Berlin",
         "########### ## ##### ######"},
        {NULL, "C++ 2012 - 2014 in 3 teams of 12", "C++ 2012 - 2014 in 3 teams of 12"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_CONTACT, vt_secret_phone);
}

static void test_vt_secrets_cover__labelled_personal_values(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {NULL, "Date of birth: 12.03.1985 | Nationality: German\nSkills: German",
         "Date of birth: ########## | Nationality: ######\nSkills: German"},
        {NULL, "Geburtsdatum\n12.03.1985\nText", "Geburtsdatum\n##########\nText"},
        {NULL, "Gender: female, Marital status: single", "Gender: ####### ####### ####### ######"},
        {NULL, "Raised the age of retirement", "Raised the age of retirement"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_PERSONAL, NULL);
}

static void test_vt_secrets_cover__dates_and_years(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {NULL, "March 2019 - Present\nIn 2015, grew 2000 to 4500",
         "##### #### # #######\nIn ####, grew #### to 4500"},
        {NULL, "03/2015 to 11/2018, 12 people", "####### ## #######, 12 people"},
    };
    check(rows, VT_COUNT(rows), VT_REDACT_DATES, NULL);
}

/* Each of these would take hours if a match looked at all that stands before or behind it. */
static void test_vt_secrets_cover__a_large_text_of_matches(void **state)
{
    (void)state;
    static const struct {
        const char *piece;
        uint32_t times, covered; /* characters of a piece */
    } rows[] = {{"5", 4000000, 1}, {"Tel:,", 400000, 5}};
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].piece);
        VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new((size_t)1 << 30);
        VT_AUTO(vt_buf) vt_buf text = {0};
        for (uint32_t k = 0; k < rows[i].times; k++)
            vt_buf_addz(&text, rows[i].piece);
        vt_secrets *s = vt_secrets_new(arena, lexicon, VT_REDACT_CONTACT, (vt_day){2026, 1, 1});
        vt_secret_phone(s, VT_STR("5555555"));
        vt_str got = vt_secrets_cover(s, arena, vt_buf_str(&text), NULL, 0);
        size_t blocks = 0;
        for (size_t at = 0; at < got.len;)
            blocks += vt_utf8_next(got, &at) == 0x2588;
        size_t want = (size_t)rows[i].times * rows[i].covered;
        assert_true(blocks <= want && blocks + 8 >= want); /* the first label stays */
    }
}

static void test_vt_secrets_cover__spans_count_code_points_and_keep_them(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_secrets *s = vt_secrets_new(arena, lexicon, VT_REDACT_SCHOOL, (vt_day){2026, 1, 1});
    const vt_stretch spans[] = {{1, 4}, {5, 900}};
    vt_str got = vt_secrets_cover(
        s, arena, VT_STR("\xC3\xA9\xC3\xA9 b\xE2\x82\xACxy\n\xF0\x9F\x98\x80z"), spans, 2);
    unit_assert_str(got, with_blocks(arena, "\xC3\xA9# #\xE2\x82\xAC##\n##"), __FILE__, __LINE__);
}

static void test_vt_secrets_cover__gives_the_text_itself_when_it_has_no_secret(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_secrets *s = vt_secrets_new(arena, lexicon, VT_REDACT_NAME, (vt_day){2026, 1, 1});
    vt_secret_name(s, VT_STR("Jane Doe"));
    vt_str text = VT_STR("Nothing of her.");
    assert_ptr_equal(vt_secrets_cover(s, arena, text, NULL, 0).ptr, text.ptr);
    assert_null(vt_secrets_cover(s, arena, VT_STR_NULL, NULL, 0).ptr);
}

static void test_vt_cover_all__leaves_white_space_alone(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    unit_assert_str(vt_cover_all(arena, VT_STR("a\xC3\xA9 b\n1")), with_blocks(arena, "## #\n#"),
                    __FILE__, __LINE__);
    assert_null(vt_cover_all(arena, VT_STR_NULL).ptr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vt_secret_name__every_part_in_every_writing),
        cmocka_unit_test(test_vt_secret_names_spelt__are_no_common_words),
        cmocka_unit_test(test_vt_secret_phrase__with_and_without_its_legal_form),
        cmocka_unit_test(test_vt_secret_phrase__short_and_common_words_need_their_writing),
        cmocka_unit_test(test_vt_secrets_cover__contact_data_of_anybody),
        cmocka_unit_test(test_vt_secrets_cover__labelled_personal_values),
        cmocka_unit_test(test_vt_secrets_cover__dates_and_years),
        cmocka_unit_test(test_vt_secrets_cover__a_large_text_of_matches),
        cmocka_unit_test(test_vt_secrets_cover__spans_count_code_points_and_keep_them),
        cmocka_unit_test(test_vt_secrets_cover__gives_the_text_itself_when_it_has_no_secret),
        cmocka_unit_test(test_vt_cover_all__leaves_white_space_alone),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
