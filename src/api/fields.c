/* SPDX-License-Identifier: Apache-2.0 */
#include "api/fields.h"

#include "api/web.h"

bool vt_fields_read(vt_http_request *request, vt_fields *ret)
{
    *ret = (vt_fields){.request = request};
    return vt_web_body(request, &ret->body);
}

void vt_fields_fault(vt_fields *f, const char *name, const char *code, const char *detail)
{
    vt_arena *arena = f->request->arena;
    vt_vec_push(arena, &f->faults,
                ((vt_fault){vt_str_format(arena, "/%s", name), code, vt_str_z(detail)}));
}

/* NULL when it is not given. */
static const vt_json *member(const vt_fields *f, const char *name)
{
    const vt_json *value = vt_json_get(f->body, name);
    return vt_json_is(value, VT_JSON_NULL) ? NULL : value;
}

vt_str vt_fields_text(vt_fields *f, const char *name)
{
    const vt_json *value = member(f, name);
    if (value && !vt_json_is(value, VT_JSON_STRING))
        vt_fields_fault(f, name, "type", "must be a string");
    return vt_json_str(value);
}

bool vt_fields_bool(vt_fields *f, const char *name, bool fallback)
{
    const vt_json *value = member(f, name);
    if (value && !vt_json_is(value, VT_JSON_BOOL))
        vt_fields_fault(f, name, "type", "must be true or false");
    return vt_json_bool(value, fallback);
}

int64_t vt_fields_whole(vt_fields *f, const char *name, int64_t min, int64_t max, int64_t fallback)
{
    const vt_json *value = member(f, name);
    int64_t n = fallback;
    if (value && !vt_json_whole(value, &n))
        vt_fields_fault(f, name, "type", "must be a whole number");
    else if (value && (n < min || n > max))
        vt_fields_fault(f, name, "range",
                        vt_str_format(f->request->arena, "must be from %jd to %jd", (intmax_t)min,
                                      (intmax_t)max)
                            .ptr);
    return n;
}

bool vt_fields_good(vt_fields *f)
{
    if (f->faults.n)
        vt_reply_problem(f->request, VT_PROBLEM_INVALID_REQUEST, NULL, &f->faults);
    return f->faults.n == 0;
}
