/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Versions of the interface, by their dates: what a client that pins one can rely on stands in
 * docs/api/versions.md. A change that could break a client gets a row here, and the answers of the
 * rows before it stay as they are.
 */
#include "api/internal.h"

static const char *const versions[] = {"2026-11-01"}; /* oldest first */

enum { MAX_TOLD_VERSION = 40 };

static const char *newest(void)
{
    return versions[VT_COUNT(versions) - 1];
}

static bool is_known(vt_str asked)
{
    for (size_t i = 0; i < VT_COUNT(versions); i++)
        if (vt_str_eq(asked, vt_str_z(versions[i])))
            return true;
    return false;
}

static const char *refusal(vt_arena *arena, vt_str asked)
{
    VT_AUTO(vt_buf) vt_buf list = {0};
    for (size_t i = 0; i < VT_COUNT(versions); i++)
        vt_buf_addf(&list, "%s%s", i ? ", " : "", versions[i]);
    return vt_str_format(arena,
                         "The header Vitae-Version is \"" VT_STR_FMT
                         "\"; the versions of this service are " VT_STR_FMT ".",
                         VT_STR_ARG(vt_str_sub(asked, 0, MAX_TOLD_VERSION)),
                         VT_STR_ARG(vt_buf_str(&list)))
        .ptr;
}

bool vt_version_check(vt_http_request *request)
{
    vt_str asked = vt_str_trim(vt_http_header(request, "Vitae-Version"));
    if (!asked.ptr || is_known(asked))
        return true;
    vt_reply_problem(request, VT_PROBLEM_UNKNOWN_VERSION, refusal(request->arena, asked), NULL);
    return false;
}

void vt_version_add(vt_http_request *request)
{
    vt_str asked = vt_str_trim(vt_http_header(request, "Vitae-Version"));
    vt_http_add(request, "Vitae-Version", is_known(asked) ? asked : vt_str_z(newest()));
}
