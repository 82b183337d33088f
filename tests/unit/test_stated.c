/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "skills/stated.h"

#include <math.h>

struct row {
    const char *text, *item; /* the item within the text */
    double level, years;     /* negative: nothing is stated */
};

static bool near(double a, double b)
{
    return fabs(a - b) < 0.051 || (a < 0 && b < 0);
}

static void check(const struct row *row, size_t i, vt_stated got)
{
    UNIT_ROW(i, row->text);
    if (!near(got.level, row->level) || !near(got.years, row->years))
        print_message("# level %.2f years %.1f\n", got.level, got.years);
    assert_true(near(got.level, row->level));
    assert_true(near(got.years, row->years));
}

static void test_behind__every_form_of_lists(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Java (12 years), SQL", "Java", -1, 12},
        {"Python - 5+ yrs", "Python", -1, 5},
        {"Go: 3.5 years | Rust", "Go", -1, 3.5},
        {"SAP FI (18 months)", "SAP FI", -1, 1.5},
        {"Excel – Advanced", "Excel", 0.75, -1},
        {"Excel (expert)", "Excel", 0.95, -1},
        {"Docker: basic knowledge", "Docker", 0.3, -1},
        {"Photoshop ★★★★☆", "Photoshop", 0.8, -1},
        {"Figma ●●●○○", "Figma", 0.6, -1},
        {"Figma\n●●●○○\nSketch", "Figma", 0.6, -1},
        {"Kotlin 8/10", "Kotlin", 0.8, -1},
        {"After Effects ●●○○○", "After Effects", 0.38, -1},
        {"Python (seit 2018)", "Python", -1, 2018},
        {"SQL (buona conoscenza)", "SQL", 0.55, -1},
        {"Scala: 90%", "Scala", 0.9, -1},
        {"Scala [4/5]", "Scala", 0.8, -1},
        {"Excel, 8 years, Word, 3 years", "Excel", -1, 8},
        {"Word, PowerPoint", "Word", -1, -1},
        {"SQL (sehr gut)", "SQL", 0.75, -1},
        {"Python (seit 4 Jahren)", "Python", -1, 4},
        {"Photoshop : avancé", "Photoshop", 0.75, -1},
        {"Inglés técnico, Excel (nivel avanzado)", "Excel", 0.75, -1},
        {"Access 2016, Good Manufacturing Practice", "Access", -1, -1},
        {"AWS (Lambda, SQS)", "AWS", -1, -1},
        {"SQL (expert, 8 years), Python", "SQL", 0.95, 8},
        {"Java (8 Jahre, Grundkenntnisse), C", "Java", 0.3, 8},
        {"Expert systems", "Expert", -1, -1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_str text = vt_str_z(rows[i].text), item = vt_str_z(rows[i].item);
        size_t end = vt_str_find(text, item, 0) + item.len;
        check(&rows[i], i, vt_stated_behind(vt_str_sub(text, end, text.len)));
    }
}

static void test_read__headings_of_groups(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Expert", "", 0.95, -1},
        {"Advanced:", "", 0.75, -1},
        {"Working knowledge", "", 0.55, -1},
        {"Familiar with", "", 0.35, -1},
        {"Grundkenntnisse", "", 0.3, -1},
        {"Programming languages", "", -1, -1},
        {"Intermediate (3-5 years)", "", 0.55, 3},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        check(&rows[i], i, vt_stated_read(vt_str_z(rows[i].text)));
}

static void test_around__sentences(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"10+ years of experience with Java and SQL", "Java", -1, 10},
        {"10+ years of experience with Java and SQL", "SQL", -1, 10},
        {"Twelve years' experience in project management.", "project management", -1, 12},
        {"Expert in Python, comfortable with Go", "Python", 0.95, -1},
        {"Expert in Python, comfortable with Go", "Go", 0.55, -1},
        {"Proficient with Excel and Tableau", "Tableau", 0.75, -1},
        {"Basic knowledge of Docker", "Docker", 0.3, -1},
        {"I have used Kubernetes for 3 years", "Kubernetes", -1, 3},
        {"Built it in Rust (2 years)", "Rust", -1, 2},
        {"Seit 8 Jahren Erfahrung mit SAP", "SAP", -1, 8},
        {"6 ans d'expérience en Java", "Java", -1, 6},
        {"Team of 12. Built services in Java", "Java", -1, -1},
        {"Cut costs by 30% with Terraform", "Terraform", -1, -1},
        {"Good communication. Used Excel daily", "Excel", -1, -1},
        {"Company of 40 years, I sold shoes and used Excel", "Excel", -1, -1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_str text = vt_str_z(rows[i].text), item = vt_str_z(rows[i].item);
        size_t start = vt_str_find(text, item, 0);
        check(&rows[i], i, vt_stated_around(text, start, start + item.len));
    }
}

static void test_cut__a_statement_at_the_end_of_an_item(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Staplerschein (seit 8 Jahren)", "Staplerschein", -1, 8},
        {"Symfonia (5 lat)", "Symfonia", -1, 5},
        {"Excel (nivel medio)", "Excel", 0.55, -1},
        {"PowerShell - gevorderd", "PowerShell", 0.75, -1},
        {"SQL: 8/10", "SQL", 0.8, -1},
        {"BLS (Basic Life Support)", "BLS (Basic Life Support)", -1, -1},
        {"Master Data (SAP MM)", "Master Data (SAP MM)", -1, -1},
        {"Visual Basic", "Visual Basic", -1, -1},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        vt_stated got = {-1, -1};
        assert_int_equal(vt_stated_cut(vt_str_z(rows[i].text), &got), strlen(rows[i].item));
        check(&rows[i], i, got);
    }
}

static void test_whole__nothing_but_a_statement(void **state)
{
    (void)state;
    static const char *const yes[] = {"Grundkenntnisse", "sehr gute Kenntnisse", "nivel medio",
                                      "more than 5 years", "courant"};
    static const char *const no[] = {"Basic Life Support", "years of Java", "de", "", "Kenntnisse"};
    vt_stated got;
    for (size_t i = 0; i < VT_COUNT(yes); i++)
        assert_true(vt_stated_whole(vt_str_z(yes[i]), &got));
    for (size_t i = 0; i < VT_COUNT(no); i++)
        assert_false(vt_stated_whole(vt_str_z(no[i]), &got));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_behind__every_form_of_lists),
        cmocka_unit_test(test_read__headings_of_groups),
        cmocka_unit_test(test_around__sentences),
        cmocka_unit_test(test_cut__a_statement_at_the_end_of_an_item),
        cmocka_unit_test(test_whole__nothing_but_a_statement),
    };
    return UNIT_MAIN(tests);
}
