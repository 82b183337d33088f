/* SPDX-License-Identifier: Apache-2.0 */
#include "text/place.h"

#include "unit.h"

#include "base/buf.h"

static vt_lexicon *lex;

static int open_lexicon(void **state)
{
    (void)state;
    return vt_lexicon_open(&lex, NULL) == VT_OK ? 0 : -1;
}

static int drop_lexicon(void **state)
{
    (void)state;
    vt_lexicon_drop(lex);
    return 0;
}

/* "city / region / country / code" with "remote", "hybrid" behind */
static void describe(const vt_place *p, vt_buf *out)
{
    static const char *const MODES[] = {"", " remote", " hybrid", " onsite"};
    vt_buf_addf(out, VT_STR_FMT "/" VT_STR_FMT "/" VT_STR_FMT "/" VT_STR_FMT "%s",
                VT_STR_ARG(p->city), VT_STR_ARG(p->region), VT_STR_ARG(p->country),
                VT_STR_ARG(p->country_code), MODES[p->work]);
}

static void test_find__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    static const struct {
        const char *text, *want; /* places of score >= 0.6 */
    } rows[] = {
        {"Austin, TX", "Austin/TX//US"},
        {"Austin, TX 78701", "Austin/TX//US"},
        {"Austin TX", "Austin/TX//US"},
        {"AUSTIN, TX", "Austin/TX//US"},
        {"Denver, Colorado", "Denver/Colorado//US"},
        {"Pleasantville, CA 94588", "Pleasantville/CA//US"},
        {"123 Main St, Springfield, IL 62701", "Springfield/IL//US"},
        {"New York, NY", "New York/NY//US"},
        {"New York", "New York///US"},
        {"Washington, D.C.", "Washington, D.C.///US"},
        {"San Francisco, CA, USA", "San Francisco/CA/USA/US"},
        {"Portland, OR | 555-123-4567", "Portland/OR//US"},
        {"Toronto, ON", "Toronto/ON//CA"},
        {"Toronto, ON M5V 2T6, Canada", "Toronto/ON/Canada/CA"},
        {"Toronto, CA", "Toronto//CA/CA"},
        {"London, UK", "London//UK/GB"},
        {"London SW1A 1AA", "London///GB"},
        {"London, United Kingdom", "London//United Kingdom/GB"},
        {"Berlin, Germany", "Berlin//Germany/DE"},
        {"10115 Berlin, Deutschland", "Berlin//Deutschland/DE"},
        {"Hauptstraße 12, 10115 Berlin", "Berlin///DE"},
        {"Berlin, DE", "Berlin//DE/DE"},
        {"München", "München///DE"},
        {"75001 Paris, France", "Paris//France/FR"},
        {"F-75001 Paris", "Paris///FR"},
        {"Paris (France)", "Paris//France/FR"},
        {"Lyon - France", "Lyon//France/FR"},
        {"1012 AB Amsterdam", "Amsterdam///NL"},
        {"Bengaluru, Karnataka, India", "Bengaluru/Karnataka/India/IN"},
        {"Bengaluru, India", "Bengaluru//India/IN"},
        {"São Paulo, SP, Brasil", "São Paulo/SP/Brasil/BR"},
        {"Sydney, NSW", "Sydney/NSW//AU"},
        {"Sydney NSW 2000", "Sydney/NSW//AU"},
        {"Ittoqqortoormiit, Greenland", "Ittoqqortoormiit//Greenland/GL"},
        {"Mumbai, Maharashtra", "Mumbai/Maharashtra//IN"},
        {"Mexico City, Mexico", "Mexico City//Mexico/MX"},
        {"東京", "東京///JP"},
        {"Москва, Россия", "Москва//Россия/RU"},
        {"Remote", "/// remote"},
        {"Remote (Berlin, Germany)", "Berlin//Germany/DE remote"},
        {"Berlin, Germany (Remote)", "Berlin//Germany/DE remote"},
        {"Remote - Austin, TX", "Austin/TX//US remote"},
        {"New York, NY (Hybrid)", "New York/NY//US hybrid"},
        {"Google, Mountain View, CA", "Mountain View/CA//US"},
        {"Google – London, UK", "London//UK/GB"},
        {"Acme GmbH | Hamburg", "Hamburg///DE"},
        {"California, USA", "/California/USA/US"},
        {"Boston, MA – Seattle, WA", "Boston/MA//US + Seattle/WA//US"},
        {"Solana Beach, CA 92075", "Solana Beach/CA//US"},
        {"McLean, VA", "McLean/VA//US"},
        {"St. Louis, MO", "St. Louis/MO//US"},
        {"Winston-Salem, NC", "Winston-Salem/NC//US"},
        /* none */
        {"Software Engineer", ""},
        {"Boston Consulting Group", ""},
        {"London Business School", ""},
        {"University of Oslo", ""},
        {"Engineer in Test", ""},
        {"ENGINEER IN TEST", ""},
        {"Chief Operating Officer, OR Manager", ""},
        {"Austin Powers", ""},
        {"Worked remotely", ""},
        {"Java, Spring, Oracle", ""},
        {"Reading, hiking", ""},
        {"2012 - 2014", ""},
        {"", ""},
    };
    size_t faults = 0;
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        vt_places places = vt_place_find(lex, arena, &words);
        VT_AUTO(vt_buf) vt_buf out = {0};
        vt_buf_addz(&out, "");
        for (size_t k = 0; k < places.n; k++) {
            assert_true(places.at[k].span.end <= words.text.len);
            assert_true(places.at[k].address.start <= places.at[k].span.start);
            if (places.at[k].score < 0.6f)
                continue;
            if (out.len)
                vt_buf_addz(&out, " + ");
            describe(&places.at[k], &out);
        }
        if (!vt_str_eq_nocase(vt_buf_str(&out), vt_str_z(rows[i].want))) {
            print_message("# %s: got \"" VT_STR_FMT "\", want \"%s\"\n", rows[i].text,
                          VT_STR_ARG(vt_buf_str(&out)), rows[i].want);
            faults++;
        }
    }
    assert_int_equal(faults, 0);
}

static void test_find__address_and_postcode(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    vt_words words = vt_words_split(arena, VT_STR("Hauptstr. 12, 10115 Berlin, Germany"));
    vt_places places = vt_place_find(lex, arena, &words);
    assert_int_equal(places.n, 1);
    assert_str_eq(places.at[0].postcode, "10115");
    assert_int_equal(places.at[0].address.start, 0);
    assert_str_eq(vt_str_sub(words.text, places.at[0].span.start, places.at[0].span.end),
                  "Berlin, Germany");
}

static void test_find__street_postcode_and_city_apart(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    static const struct {
        const char *text, *street, *postcode, *city, *country; /* "": null */
    } rows[] = {
        {"Hauptstr. 12, 10115 Berlin, Germany", "Hauptstr. 12", "10115", "Berlin", "DE"},
        {"Velperweg 33, 6824 BG Arnhem", "Velperweg 33", "6824 BG", "Arnhem", "NL"},
        {"12 rue de la Paix, F-75001 Paris", "12 rue de la Paix", "F-75001", "Paris", "FR"},
        {"123 Main St, Springfield, IL 62701", "123 Main St", "62701", "Springfield", "US"},
        {"10 Downing Street, London SW1A 2AA", "10 Downing Street", "SW1A 2AA", "London", "GB"},
        {"Berlin, Germany", "", "", "Berlin", "DE"},
        {"10115 Berlin", "", "10115", "Berlin", "DE"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        vt_places places = vt_place_find(lex, arena, &words);
        assert_int_equal(places.n, 1);
        assert_str_eq(places.at[0].street, rows[i].street);
        assert_str_eq(places.at[0].postcode, rows[i].postcode);
        assert_str_eq(places.at[0].city, rows[i].city);
        assert_str_eq(places.at[0].country_code, rows[i].country);
    }
}

static void test_postcode_country__by_form(void **state)
{
    (void)state;
    static const struct {
        const char *code, *country;
    } rows[] = {
        {"1012 AB", "NL"},    {"SW1A 1AA", "GB"}, {"M1 1AE", "GB"},
        {"M5V 2T6", "CA"},    {"150-0041", "JP"}, {"〒1500041", "JP"},
        {"01310-100", "BR"},  {"1000-001", "PT"}, {"00-123", "PL"},
        {"D-10115", "DE"},    {"CH-8001", "CH"},  {"A-1010", "AT"},
        {"62704-1234", "US"}, {"75001", ""},      {"1010", ""},
        {"110001", ""},       {"X-1", ""},        {"", ""},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].code);
        assert_str_eq(vt_postcode_country(vt_str_z(rows[i].code)), rows[i].country);
    }
}

static void test_parse__by_position(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(4 << 20);
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"Kleinkleckersdorf", "Kleinkleckersdorf///"},
        {"Kleinkleckersdorf, Germany", "Kleinkleckersdorf//Germany/DE"},
        {"Xanadu, Nowhere Province, Atlantis", "Xanadu/Nowhere Province/Atlantis/"},
        {"City, State", "City/State//"},
        {"Austin, TX", "Austin/TX//US"},
        {"Pleasantville, New York", "Pleasantville/New York//US"},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_words words = vt_words_split(arena, vt_str_z(rows[i].text));
        vt_place place;
        VT_AUTO(vt_buf) vt_buf out = {0};
        assert_true(vt_place_parse(lex, arena, &words, &place));
        describe(&place, &out);
        assert_str_eq(vt_buf_str(&out), rows[i].want);
    }
    vt_words none = vt_words_split(arena, VT_STR("managed several teams"));
    vt_place place;
    assert_false(vt_place_parse(lex, arena, &none, &place));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find__rows),
        cmocka_unit_test(test_find__address_and_postcode),
        cmocka_unit_test(test_find__street_postcode_and_city_apart),
        cmocka_unit_test(test_postcode_country__by_form),
        cmocka_unit_test(test_parse__by_position),
    };
    return cmocka_run_group_tests(tests, open_lexicon, drop_lexicon);
}
