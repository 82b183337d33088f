/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "base/log.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char line[4096];

/* What vt_log() writes for a value in quotes, behind time, level and event. */
static const char *written(const char *value)
{
    int shown = dup(STDERR_FILENO), file = memfd_create("log", MFD_CLOEXEC);
    dup2(file, STDERR_FILENO);
    vt_log(VT_LOG_ERROR, "test", "id=%s error=\"%s\" ms=%d", "x\"y", value, 7);
    dup2(shown, STDERR_FILENO);
    close(shown);
    ssize_t n = pread(file, line, sizeof line - 1, 0);
    close(file);
    line[n > 0 ? n : 0] = 0;
    const char *at = strstr(line, " test ");
    return at ? at + 6 : "";
}

static void test_log__keeps_a_value_inside_its_quotes(void **state)
{
    (void)state;
    vt_log_init(VT_LOG_INFO, false);
    assert_string_equal(written("plain"), "id=x\"y error=\"plain\" ms=7\n");
    assert_string_equal(written("a\" id=other \\"), "id=x\"y error=\"a\\\" id=other \\\\\" ms=7\n");
    assert_string_equal(written("a\n2026 error forged\x1b[0m"),
                        "id=x\"y error=\"a 2026 error forged [0m\" ms=7\n");
    assert_string_equal(written("100%s %n"), "id=x\"y error=\"100%s %n\" ms=7\n");
}

static void test_log__closes_what_is_cut(void **state)
{
    (void)state;
    char text[3000];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = 0;
    const char *got = written(text);
    assert_true(strlen(got) < 1200);
    assert_string_equal(got + strlen(got) - 3, "a\"\n");
}

static void test_log__gives_json_a_member_for_each_key(void **state)
{
    (void)state;
    static const struct {
        const char *value, *want;
    } rows[] = {
        {"plain", "\"event\":\"test\",\"id\":\"x\\\"y\",\"error\":\"plain\",\"ms\":7}\n"},
        {"a\" ms=9 id=other \\",
         "\"id\":\"x\\\"y\",\"error\":\"a\\\" ms=9 id=other \\\\\",\"ms\":7}\n"},
        {"a\n2026 error forged", "\"error\":\"a 2026 error forged\",\"ms\":7}\n"},
        {"", "\"error\":\"\",\"ms\":7}\n"},
    };
    vt_log_init(VT_LOG_INFO, true);
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        UNIT_ROW(i, rows[i].value);
        (void)written(rows[i].value);
        assert_non_null(strstr(line, rows[i].want));
        assert_null(strstr(line, "detail"));
    }
    vt_log_init(VT_LOG_INFO, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log__keeps_a_value_inside_its_quotes),
        cmocka_unit_test(test_log__closes_what_is_cut),
        cmocka_unit_test(test_log__gives_json_a_member_for_each_key),
    };
    return UNIT_MAIN(tests);
}
