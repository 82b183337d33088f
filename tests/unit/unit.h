/* SPDX-License-Identifier: Apache-2.0 */
/** What every unit test includes: cmocka with what it wants before it, and helpers for tables. */
#ifndef VT_TESTS_UNIT_H
#define VT_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/str.h"

/** Names the row of a table when a later assert in it fails. */
#define UNIT_ROW(i, name) print_message("# row %zu: %s\n", (size_t)(i), (name))

/** Fails with both texts when they differ. */
#define assert_str_eq(got, want) unit_assert_str((got), vt_str_z(want), __FILE__, __LINE__)

static inline void unit_assert_str(vt_str got, vt_str want, const char *file, int line)
{
    if (!vt_str_eq(got, want)) {
        print_error("# got \"" VT_STR_FMT "\", want \"" VT_STR_FMT "\"\n", VT_STR_ARG(got),
                    VT_STR_ARG(want));
        _fail(file, line);
    }
}

#define UNIT_MAIN(tests) cmocka_run_group_tests((tests), NULL, NULL)

#endif
