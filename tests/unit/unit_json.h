/* SPDX-License-Identifier: Apache-2.0 */
/** For tests whose input is JSON. */
#ifndef UNIT_JSON_H
#define UNIT_JSON_H

#include "base/json.h"
#include "unit.h"

/** The value of a text that must be JSON. In the arena. */
static inline const vt_json *unit_json(vt_arena *arena, const char *text)
{
    const vt_json *value = NULL;
    vt_error err = {0};
    if (vt_json_parse(arena, vt_str_z(text), &value, &err) != VT_OK)
        print_error("# %s\n", err.message);
    assert_non_null(value);
    return value;
}

#endif
