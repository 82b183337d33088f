/* SPDX-License-Identifier: Apache-2.0 */
#include "text/token.h"

#include "unit.h"

static void test_email_find__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *text, *want; /* NULL: none */
        bool clean;
    } rows[] = {
        {"Email: jane.doe@example.com", "jane.doe@example.com", true},
        {"jane.doe@example.co.uk, London", "jane.doe@example.co.uk", true},
        {"<jane+cv@example.com>.", "jane+cv@example.com", true},
        {"mailto:jane_d@sub.example.org?x", "jane_d@sub.example.org", true},
        {"jane @ example.com", "jane@example.com", false},
        {"jane.doe@ example.com", "jane.doe@example.com", false},
        {"jane (at) example.com", "jane@example.com", false},
        {"jane[at]example[dot]com", "jane@example.com", false},
        {"jane at example dot com", "jane@example.com", false},
        {"jane＠example.com", "jane@example.com", false},
        {"jörg@müller.de", "jörg@müller.de", true},
        {"j@x.io", "j@x.io", true},
        {"jane@example.com.", "jane@example.com", true},
        {"jane@example.comPhone", "jane@example.comPhone", true},
        {"I work at example.com", NULL, false},
        {"@twitterhandle", NULL, false},
        {"5 @ 10.50", NULL, false},
        {"jane@", NULL, false},
        {"jane@example", NULL, false},
        {"a@b.c", NULL, false},
        {"", NULL, false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_email email = {0};
        bool found = vt_email_find(arena, vt_str_z(rows[i].text), 0, &email);
        assert_int_equal(found, rows[i].want != NULL);
        if (found) {
            assert_str_eq(email.text, rows[i].want);
            assert_int_equal(email.clean, rows[i].clean);
            assert_true(email.span.end <= strlen(rows[i].text));
        }
    }
}

static void test_email_is_masked__rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool want;
    } rows[] = {
        {"xxxxxxxxx@gmail.com", true},
        {"XXXX@XXX.com", true},
        {"***@163.com", true},
        {"xavier@example.com", false},
        {"xxx@example.com", false},
        {"max@example.com", false},
        {"xxx1984@example.com", false},
        {"xxxx", false},
        {"", false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        assert_int_equal(vt_email_is_masked(vt_str_z(rows[i].text)), rows[i].want);
    }
}

static void test_email_goes_on__rows(void **state)
{
    (void)state;
    VT_AUTO(vt_arena) vt_arena *arena = vt_arena_new(1 << 20);
    static const struct {
        const char *line, *next, *want; /* NULL: none */
    } rows[] = {
        {"jane.doe.retail@example.co", "m", "jane.doe.retail@example.com"},
        {"Mail: jane.doe@exa", "mple.org", "jane.doe@example.org"},
        {"jane.doe", "@example.org", "jane.doe@example.org"},
        {"jane.doe@example.com", "london", NULL},
        {"jane.doe@example.com", "Com", NULL},
        {"jane.doe@example.org", "janedoe-lab.example.org", NULL}, /* a host of its own */
        {"jane.doe@example.co", "m or call", NULL},
        {"jane.doe@example.com", "john.doe@example.com", NULL},
        {"jane.doe", "example.org", NULL},
        {"", "@example.org", NULL},
        {"jane@", "", NULL},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        vt_email email = {0};
        bool found =
            vt_email_goes_on(arena, vt_str_z(rows[i].line), vt_str_z(rows[i].next), &email);
        assert_int_equal(found, rows[i].want != NULL);
        if (found)
            assert_str_eq(email.text, rows[i].want);
    }
}

static void test_email_is_cut__rows(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool want;
    } rows[] = {
        {"jane.doe@example.c", true},
        {"Mail: jane@exam", true},
        {"jane@", true},
        {"jane.doe@example.com", false},
        {"jane.doe", false},
        {"@home", false},
        {"jane@example.c or so", false},
        {"", false},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].line);
        assert_int_equal(vt_email_is_cut(vt_str_z(rows[i].line)), rows[i].want);
    }
}

static void test_url_find__rows(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want; /* NULL: none */
        vt_url_kind kind;
    } rows[] = {
        {"see https://www.example.com/a/b?c=d.", "https://www.example.com/a/b?c=d", VT_URL_WEBSITE},
        {"linkedin.com/in/jane-doe-123", "linkedin.com/in/jane-doe-123", VT_URL_LINKEDIN},
        {"LinkedIn: www.LinkedIn.com/in/jane", "www.LinkedIn.com/in/jane", VT_URL_LINKEDIN},
        {"de.linkedin.com/in/jane | x", "de.linkedin.com/in/jane", VT_URL_LINKEDIN},
        {"github.com/jane", "github.com/jane", VT_URL_GITHUB},
        {"jane.github.io", "jane.github.io", VT_URL_GITHUB},
        {"(janedoe.dev)", "janedoe.dev", VT_URL_WEBSITE},
        {"https://en.wikipedia.org/wiki/C_(language)", "https://en.wikipedia.org/wiki/C_(language)",
         VT_URL_WEBSITE},
        {"doi.org/10.1000/xyz", "doi.org/10.1000/xyz", VT_URL_DOI},
        {"http://localhost.test:8080/x", "http://localhost.test:8080/x", VT_URL_WEBSITE},
        {"x.com/jane", "x.com/jane", VT_URL_TWITTER},
        {"jane@example.com", NULL, VT_URL_OTHER},
        {"jane.doe@example.com and janedoe.net", "janedoe.net", VT_URL_WEBSITE},
        {"Node.js, ASP.NET, socket.io", NULL, VT_URL_OTHER},
        {"B.Sc. Ph.D. e.g. v1.2", NULL, VT_URL_OTHER},
        {"end of sentence.Next one", NULL, VT_URL_OTHER},
        {"", NULL, VT_URL_OTHER},
    };
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].text);
        vt_url url = {0};
        bool found = vt_url_find(vt_str_z(rows[i].text), 0, &url);
        assert_int_equal(found, rows[i].want != NULL);
        if (found) {
            assert_str_eq(url.text, rows[i].want);
            assert_int_equal(url.kind, rows[i].kind);
        }
    }
    assert_string_equal(vt_url_kind_word(VT_URL_GITHUB), "github");
    assert_int_equal(vt_url_classify(VT_STR("no url")), VT_URL_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_email_find__rows),    cmocka_unit_test(test_email_is_masked__rows),
        cmocka_unit_test(test_email_goes_on__rows), cmocka_unit_test(test_email_is_cut__rows),
        cmocka_unit_test(test_url_find__rows),
    };
    return UNIT_MAIN(tests);
}
