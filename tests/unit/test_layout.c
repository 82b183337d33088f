/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "layout/layout.h"
#include "page_doc.h"

/* The lines of the reading, without the empty ones. */
static void assert_reading_with(vt_doc *doc, const vt_lexicon *lexicon, const char *want)
{
    assert_int_equal(vt_layout(doc, lexicon, NULL), VT_OK);
    vt_str rest = doc->raw_text, lines = vt_str_z(want), line, expected;
    while (vt_str_split(&rest, '\n', &line)) {
        if (!line.len)
            continue;
        assert_true(vt_str_split(&lines, '\n', &expected));
        assert_str_eq(line, vt_str_dup(doc->arena, expected).ptr);
    }
    assert_false(vt_str_split(&lines, '\n', &expected) && expected.len);
}

static void assert_reading(vt_doc *doc, const char *want)
{
    assert_reading_with(doc, NULL, want);
}

static void columns_are_read_one_after_the_other(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    static const char *const side[] = {"Python and SQL", "German, native", "English, fluent",
                                       "Hiking and chess"};
    static const char *const text[] = {
        "Planned the harvest of forty fields with the growers of", "the valley and brought it in",
        "Kept the books of the cooperative and its two shops in", "order for nine years"};
    for (size_t i = 0; i < 4; i++)
        page_text(doc, 50, 100 + 13 * (float)i, side[i]);
    for (size_t i = 0; i < 4; i++)
        page_text(doc, 220, 107 + 13 * (float)i, text[i]);
    assert_reading(doc, "Python and SQL\nGerman, native\nEnglish, fluent\nHiking and chess\n"
                        "Planned the harvest of forty fields with the growers of\n"
                        "the valley and brought it in\n"
                        "Kept the books of the cooperative and its two shops in\n"
                        "order for nine years");
}

/* The letters of a name, left of its two lines and half way down. */
static void a_monogram_stands_before_the_name(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_put(doc, 110, 100, "Karen", 28, 0);
    page_put(doc, 60, 112, "KM", 15, 0);
    page_put(doc, 110, 132, "Miller", 28, 0);
    page_text(doc, 110, 160, "Nurse at the hospital of Graz since 2015");
    assert_reading(doc, "KM\nKaren\nMiller\nNurse at the hospital of Graz since 2015");
}

/* A table of Word: the label of a row stands lower than what is beside it, or wraps. */
static void rows_of_a_table_are_those_of_the_file(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_put(doc, 50, 104, "Work", 14, VT_TOKEN_BOLD);
    page_put(doc, 50, 121, "experience", 14, VT_TOKEN_BOLD);
    page_text(doc, 200, 100, "Nurse at the hospital of Graz since 2015");
    page_text(doc, 200, 113, "Cared for twenty beds of the surgical ward");
    page_put(doc, 50, 139, "Education", 14, VT_TOKEN_BOLD);
    page_text(doc, 200, 135, "School of nursing in Graz until 2015");
    page_text(doc, 200, 148, "Final year at the university hospital of Vienna");
    page_put(doc, 50, 165, "Languages", 14, VT_TOKEN_BOLD);
    page_text(doc, 200, 161, "German and Slovene, both from home");
    page_text(doc, 200, 174, "English of six years at school");
    assert_reading(doc, "Work\nexperience\n"
                        "Nurse at the hospital of Graz since 2015\n"
                        "Cared for twenty beds of the surgical ward\n"
                        "Education\nSchool of nursing in Graz until 2015\n"
                        "Final year at the university hospital of Vienna\n"
                        "Languages\nGerman and Slovene, both from home\n"
                        "English of six years at school");
}

/* The name of a section stands over the dates of its items, with nothing beside it. */
static void a_name_over_dates_keeps_its_place(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_bold(doc, 50, 100, "EXPERIENCE"); /* drawn first, as a browser does */
    page_bold(doc, 50, 200, "EDUCATION");
    page_bold(doc, 200, 125, "Harbour pilot, Port of Split");
    page_text(doc, 200, 138, "Brought nine hundred ships in");
    page_bold(doc, 200, 165, "Second officer, Adria Lines");
    page_bold(doc, 200, 225, "Nautical school of Bakar");
    page_text(doc, 200, 238, "Nautical engineering with distinction");
    page_text(doc, 50, 125, "2019 to 2024");
    page_text(doc, 50, 165, "2012 to 2019");
    page_text(doc, 50, 225, "2008 to 2012");
    assert_reading(doc, "EXPERIENCE\n2019 to 2024\tHarbour pilot, Port of Split\n"
                        "Brought nine hundred ships in\n"
                        "2012 to 2019\tSecond officer, Adria Lines\n"
                        "EDUCATION\n2008 to 2012\tNautical school of Bakar\n"
                        "Nautical engineering with distinction");
}

/* A range of dates that wraps in its narrow column is one line before its item. */
static void a_range_over_two_lines_is_one(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    static const char *const items[][4] = {
        {"Jan 2017 to", "Present", "Director of the kindergarten", "Ninety children and a garden"},
        {"Jan 2011 to", "Dec 2016", "Head teacher of a school", "Five classes and a choir"},
        {"May 2006 to", "Dec 2010", "Teacher of the first class", "Reading, sums and swimming"}};
    for (size_t i = 0; i < 3; i++) {
        float y = 100 + 45 * (float)i;
        page_text(doc, 50, y, items[i][0]);
        page_text(doc, 50, y + 13, items[i][1]);
        page_bold(doc, 150, y, items[i][2]);
        page_text(doc, 150, y + 13, items[i][3]);
    }
    assert_reading(doc, "Jan 2017 to Present\nDirector of the kindergarten\n"
                        "Ninety children and a garden\n"
                        "Jan 2011 to Dec 2016\nHead teacher of a school\n"
                        "Five classes and a choir\n"
                        "May 2006 to Dec 2010\nTeacher of the first class\n"
                        "Reading, sums and swimming");
}

/* Text before a date that goes on below is read to its end, then the date. */
static void text_before_a_date_is_read_to_its_end(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_text(doc, 50, 100, "Welder of pipes and frames, Harbour Yards of the North and Ship-");
    page_text(doc, 390, 100, "May 2019 to now");
    page_text(doc, 50, 113, "yards, Aberdeen, Scotland");
    page_text(doc, 50, 140, "Welder of tanks, Steel Works of the River");
    page_text(doc, 390, 140, "2011 to 2019");
    page_text(doc, 50, 153, "Learned all positions there");
    assert_reading(doc, "Welder of pipes and frames, Harbour Yards of the North and Shipyards,\n"
                        "Aberdeen, Scotland\tMay 2019 to now\n"
                        "Welder of tanks, Steel Works of the River\t2011 to 2019\n"
                        "Learned all positions there");
}

/* Years in a column at the right that belong to lines one below the other are no wrapped date. */
static void years_below_each_other_stay_with_their_lines(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    static const char *const items[][2] = {
        {"The grammar of a language of the coast and of the islands that lie before it and behind "
         "it in parts",
         "2015"},
        {"Verbs that follow verbs", "2012"},
        {"Stories told twice, and what memory makes of", "2014"},
        {"The ethics of the archive", "2017"}};
    float y = 100;
    for (size_t i = 0; i < 4; i++, y += 13) {
        page_text(doc, 50, y, items[i][0]);
        page_text(doc, 520, y, items[i][1]);
        if (i == 2)
            page_text(doc, 50, y += 13, "them in the end");
    }
    assert_reading(doc, "The grammar of a language of the coast and of the islands that lie before "
                        "it and behind it in parts\t2015\n"
                        "Verbs that follow verbs\t2012\n"
                        "Stories told twice, and what memory makes of\t2014\n"
                        "them in the end\n"
                        "The ethics of the archive\t2017");
}

/* Contact data at the right margin is no date of the lines beside it. */
static void contact_data_beside_the_name_stays_together(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_put(doc, 50, 105, "Osman Demir", 22, VT_TOKEN_BOLD);
    page_text(doc, 50, 122, "Nurse in an emergency ward");
    page_text(doc, 490, 97, "Samsun");
    page_text(doc, 465, 110, "05335550177");
    page_text(doc, 445, 123, "od@post.example");
    page_bold(doc, 50, 160, "Nurse, City hospital");
    page_text(doc, 450, 160, "2016 to 2024");
    page_text(doc, 50, 173, "Third of the ward of forty beds, with nights and Sundays");
    page_bold(doc, 50, 195, "Midwife, Clinic of the coast");
    page_text(doc, 450, 195, "2012 to 2016");
    page_text(doc, 50, 208, "Eighteen places for children born too early");
    assert_reading(doc, "Osman Demir\nNurse in an emergency ward\n"
                        "Samsun\n05335550177\nod@post.example\n"
                        "Nurse, City hospital\t2016 to 2024\n"
                        "Third of the ward of forty beds, with nights and Sundays\n"
                        "Midwife, Clinic of the coast\t2012 to 2016\n"
                        "Eighteen places for children born too early");
}

/* Short things side by side: rows, or two columns? */
static vt_doc *page_in_doubt(vt_arena *arena)
{
    vt_doc *doc = page_doc_new(arena);
    static const char *const left[] = {"Baker, Sun Ltd", "Since 2019", "Bread and rolls"};
    static const char *const right[] = {"Cook, Moon Ltd", "2011 to 2019", "Soups and stews"};
    for (size_t i = 0; i < 3; i++)
        page_text(doc, 50, 100 + 13 * (float)i, left[i]);
    for (size_t i = 0; i < 3; i++)
        page_text(doc, 300, 100 + 13 * (float)i, right[i]);
    return doc;
}

static void a_fork_leads_to_another_reading(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_in_doubt(arena);
    assert_int_equal(vt_layout(doc, NULL, NULL), VT_OK);
    const char *first = vt_str_dup(arena, doc->raw_text).ptr;
    vt_fork forks[VT_MAX_FORKS];
    size_t n = vt_layout_forks(doc, NULL, forks);
    assert_true(n >= 1);
    vt_doc *other = vt_layout_copy(doc);
    assert_int_equal(vt_layout_taking(other, NULL, forks, 1, NULL), VT_OK);
    assert_str_eq(doc->raw_text, first); /* the first reading stays */
    bool columns = vt_str_starts(other->raw_text, VT_STR("Baker, Sun Ltd\nSince 2019\n"));
    assert_int_equal(columns, forks[0].columns);
    assert_false(vt_str_eq(other->raw_text, doc->raw_text));
}

static void a_page_without_doubt_has_no_forks(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    for (size_t i = 0; i < 5; i++)
        page_text(doc, 50, 100 + 13 * (float)i, "One line of text after the other down the page");
    vt_fork forks[VT_MAX_FORKS];
    assert_int_equal(vt_layout(doc, NULL, NULL), VT_OK);
    assert_int_equal(vt_layout_forks(doc, NULL, forks), 0);
}

/* What is known of words: names of sections stand alone, also in two lines, also those of their
 * look that nobody knows; an employer that is called like a section is none. */
static void names_of_sections_stand_alone(void **state)
{
    (void)state;
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    assert_int_equal(vt_lexicon_open(&lexicon, NULL), VT_OK);
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_bold(doc, 50, 100, "Technical");
    page_bold(doc, 50, 113, "Skills");
    page_text(doc, 200, 100, "Welding of steel and brass in all positions");
    page_text(doc, 200, 113, "Reading plans, and drawing some of them");
    page_bold(doc, 50, 140, "Things won");
    page_text(doc, 200, 140, "Apprentice of the year of the whole county");
    page_bold(doc, 50, 170, "Languages");
    page_text(doc, 200, 170, "English from home and two years of French");
    assert_reading_with(doc, lexicon,
                        "Technical\nSkills\nWelding of steel and brass in all positions\n"
                        "Reading plans, and drawing some of them\n"
                        "Things won\nApprentice of the year of the whole county\n"
                        "Languages\nEnglish from home and two years of French");

    doc = page_doc_new(arena);
    static const char *const employers[] = {"Acme Bridges", "Freelance", "Tide Works"};
    for (size_t i = 0; i < 3; i++) {
        float y = 100 + 40 * (float)i;
        page_text(doc, 50, y, employers[i]);
        page_text(doc, 200, y, "Welder for the bridges of the county");
        page_text(doc, 200, y + 13, "Welded more than forty of them in these years");
    }
    assert_reading_with(doc, lexicon,
                        "Acme Bridges\tWelder for the bridges of the county\n"
                        "Welded more than forty of them in these years\n"
                        "Freelance\tWelder for the bridges of the county\n"
                        "Welded more than forty of them in these years\n"
                        "Tide Works\tWelder for the bridges of the county\n"
                        "Welded more than forty of them in these years");
}

static void a_drawn_sign_begins_a_list_unless_it_adorns_both_ends(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_text(doc, 50, 100, "Skills");
    page_mark(doc, 42, 98, 4);
    page_mark(doc, 84, 98, 4);
    page_text(doc, 50, 126, "Welded the frames of bridges");
    page_mark(doc, 42, 124, 4);
    assert_reading(doc, "Skills\n• Welded the frames of bridges");
}

/* A range without a dash, one year over the other. */
static void years_under_each_other_are_one_range(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    assert_int_equal(vt_lexicon_open(&lexicon, NULL), VT_OK);
    vt_doc *doc = page_doc_new(arena);
    static const char *const items[][4] = {
        {"2019", "heute", "Director of the kindergarten", "Ninety children and a garden"},
        {"2014", "2019", "Head teacher of a school", "Five classes and a choir"},
        {"2009", "2014", "Teacher of the first class", "Reading, sums and swimming"}};
    for (size_t i = 0; i < 3; i++) {
        float y = 100 + 45 * (float)i;
        page_text(doc, 50, y, items[i][0]);
        page_text(doc, 50, y + 13, items[i][1]);
        page_bold(doc, 150, y, items[i][2]);
        page_text(doc, 150, y + 15, items[i][3]);
    }
    assert_reading_with(doc, lexicon,
                        "2019 heute\nDirector of the kindergarten\n"
                        "Ninety children and a garden\n"
                        "2014 2019\nHead teacher of a school\nFive classes and a choir\n"
                        "2009 2014\nTeacher of the first class\nReading, sums and swimming");
}

/* Arabic is read from the right; a range of dates in it, too, but its Latin words and numbers keep
 * their order. */
static void arabic_lines_are_read_from_the_right(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_text(doc, 50, 100, "الآن حتى - 2020 يناير");
    page_text(doc, 50, 126, "ann@example.org | الرياض مدينة في");
    page_text(doc, 50, 152, "Oracle HCM | 2019");
    assert_reading(doc, "يناير 2020 - حتى الآن\n"
                        "في مدينة الرياض | ann@example.org\n"
                        "Oracle HCM | 2019");
}

/* Two studies beside each other under one name, each with its date above; the file writes one after
 * the other. */
static void cards_with_dates_are_read_one_by_one(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_put(doc, 50, 100, "Academic background", 14, VT_TOKEN_BOLD);
    static const char *const cards[][3] = {
        {"2013", "Diploma in advanced drawing", "School of arts in Graz"},
        {"2004 to 2008", "Bachelor of clinical speech", "Trinity College of Dublin"}};
    for (size_t i = 0; i < 2; i++) {
        float x = 58 + 250 * (float)i;
        page_put(doc, x, 120, cards[i][0], 9, VT_TOKEN_BOLD);
        page_put(doc, x, 133, cards[i][1], 11, VT_TOKEN_BOLD);
        page_text(doc, x, 146, cards[i][2]);
    }
    assert_reading(doc, "Academic background\n2013\nDiploma in advanced drawing\n"
                        "School of arts in Graz\n2004 to 2008\n"
                        "Bachelor of clinical speech\nTrinity College of Dublin");
}

/* A page number at the top is left out; the line below it, which seemed to go on with it, begins.
 */
static void what_goes_on_with_a_page_number_begins_the_text(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    vt_doc *doc = page_doc_new(arena);
    page_text(doc, 50, 30, "- 1 -");
    page_text(doc, 300, 30, "March 2019");
    page_text(doc, 50, 42, "of the harbour and its ships");
    page_text(doc, 50, 100, "Brought nine hundred ships in");
    assert_reading(doc, "of the harbour and its ships\tMarch 2019\n"
                        "Brought nine hundred ships in");
}

/* "March 2014 / to / November 2014" in a narrow column of dates. */
static void a_range_of_dates_over_lines_is_one(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(16 << 20);
    VT_AUTO(vt_lexicon) vt_lexicon *lexicon = NULL;
    assert_int_equal(vt_lexicon_open(&lexicon, NULL), VT_OK);
    vt_doc *doc = page_doc_new(arena);
    page_text(doc, 50, 100, "March 2014");
    page_text(doc, 50, 113, "to");
    page_text(doc, 50, 126, "November 2014");
    page_text(doc, 50, 160, "April 2012 –");
    page_text(doc, 50, 173, "Present");
    page_text(doc, 50, 200, "May 2010");
    page_text(doc, 50, 213, "June 2011");
    page_text(doc, 50, 240, "to");
    page_text(doc, 50, 253, "the manager of the plant");
    assert_reading_with(doc, lexicon,
                        "March 2014 to November 2014\nApril 2012 – Present\nMay 2010\nJune 2011\n"
                        "to\nthe manager of the plant");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_read_one_after_the_other),
        cmocka_unit_test(a_monogram_stands_before_the_name),
        cmocka_unit_test(rows_of_a_table_are_those_of_the_file),
        cmocka_unit_test(a_name_over_dates_keeps_its_place),
        cmocka_unit_test(a_range_over_two_lines_is_one),
        cmocka_unit_test(text_before_a_date_is_read_to_its_end),
        cmocka_unit_test(years_below_each_other_stay_with_their_lines),
        cmocka_unit_test(contact_data_beside_the_name_stays_together),
        cmocka_unit_test(a_fork_leads_to_another_reading),
        cmocka_unit_test(a_page_without_doubt_has_no_forks),
        cmocka_unit_test(names_of_sections_stand_alone),
        cmocka_unit_test(a_drawn_sign_begins_a_list_unless_it_adorns_both_ends),
        cmocka_unit_test(cards_with_dates_are_read_one_by_one),
        cmocka_unit_test(years_under_each_other_are_one_range),
        cmocka_unit_test(what_goes_on_with_a_page_number_begins_the_text),
        cmocka_unit_test(arabic_lines_are_read_from_the_right),
        cmocka_unit_test(a_range_of_dates_over_lines_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
