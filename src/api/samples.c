/* SPDX-License-Identifier: Apache-2.0 */
#include "api/samples.h"

#include <stdio.h>

static const struct row {
    const char *name;
    vt_sample_kind kind;
    vt_state state;
    const char *code, *detail;
    vt_stage stage;
    const char *text;
} rows[] = {
#define VT_SAMPLE_STATE(name, state)                                                               \
    {name, VT_SAMPLE_IS_STATE, state, NULL, NULL, VT_STAGE_QUEUED, NULL},
#define VT_SAMPLE_FAILED(name, code, detail, stage)                                                \
    {name, VT_SAMPLE_IS_FAILED, VT_STATE_FAILED, code, detail, stage, NULL},
#define VT_SAMPLE_TEXT(name, text)                                                                 \
    {name, VT_SAMPLE_IS_TEXT, VT_STATE_CREATED, NULL, NULL, VT_STAGE_QUEUED, text},
#include "samples.def"
};

static vt_sample find_error(vt_str code)
{
    for (int i = 0; i < VT_PROBLEM_COUNT; i++)
        if (vt_str_eq(code, vt_str_z(vt_problem_get((vt_problem)i)->code)))
            return (vt_sample){.kind = VT_SAMPLE_IS_ERROR, .problem = (vt_problem)i};
    return (vt_sample){.kind = VT_SAMPLE_NONE};
}

vt_sample vt_sample_find(vt_str content)
{
    vt_str name = vt_str_trim(vt_str_sub(content, 0, 200));
    vt_str prefix = VT_STR("vitae:sample/"), error = VT_STR("error/");
    if (content.len > 200 || !vt_str_starts(name, prefix))
        return (vt_sample){.kind = VT_SAMPLE_NONE};
    name = vt_str_sub(name, prefix.len, name.len);
    if (vt_str_starts(name, error))
        return find_error(vt_str_sub(name, error.len, name.len));
    for (size_t i = 0; i < VT_COUNT(rows); i++) {
        const struct row *r = &rows[i];
        if (!vt_str_eq(name, vt_str_z(r->name)))
            continue;
        vt_sample sample = {.kind = r->kind, .state = r->state, .text = vt_str_z(r->text)};
        if (r->kind == VT_SAMPLE_IS_FAILED) {
            vt_outcome_fail(&sample.outcome, r->stage, r->detail, NULL);
            sample.outcome.error_code = r->code;
        }
        return sample;
    }
    return (vt_sample){.kind = VT_SAMPLE_NONE};
}
