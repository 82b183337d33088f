/* SPDX-License-Identifier: Apache-2.0 */
/* GET /v1/skills?q=…&limit=…&language=… and GET /v1/skills/{id}?language=…: the taxonomy, for a
 * form's search box. */
#include "api/internal.h"

#include "engine/catalogue.h"
#include "engine/engine.h"

enum { LIMIT_DEFAULT = 20, LIMIT_MAX = 100, QUERY_BYTES = 400 };

/** The query parameter `language`, or null; a bad one is a fault. */
static vt_str language_of(vt_http_request *request, vt_faults *faults)
{
    vt_str language = vt_http_query(request, "language");
    if (language.ptr && !vt_language_code_ok(language)) {
        vt_fault f = {VT_STR("/language"), "format",
                      VT_STR("must be the code of a language, such as de or pt-BR")};
        vt_vec_push(request->arena, faults, f);
    }
    return language;
}

bool vt_api_skills(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)call;
    vt_faults faults = {0};
    vt_str query = vt_http_query(request, "q"), limit = vt_http_query(request, "limit");
    int64_t most = LIMIT_DEFAULT;
    if (vt_str_trim(query).len == 0 || query.len > QUERY_BYTES) {
        vt_fault f = {VT_STR("/q"), query.len ? "range" : "required",
                      VT_STR("must be the beginning of a skill's name, at most 400 bytes")};
        vt_vec_push(request->arena, &faults, f);
    }
    if (limit.ptr && !vt_str_to_i64(limit, 1, LIMIT_MAX, &most)) {
        vt_fault f = {VT_STR("/limit"), "range", VT_STR("must be from 1 to 100")};
        vt_vec_push(request->arena, &faults, f);
    }
    vt_str language = language_of(request, &faults);
    if (faults.n) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
        return true;
    }
    vt_reply_json(request, 200);
    vt_catalogue_search(service->config.catalogue, request->arena, query, (size_t)most, language,
                        &request->reply.body);
    return true;
}

bool vt_api_skill(vt_service *service, vt_http_request *request, vt_call *call)
{
    VT_AUTO(vt_buf) vt_buf body = {0};
    vt_faults faults = {0};
    vt_str language = language_of(request, &faults);
    if (faults.n) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
        return true;
    }
    if (!vt_catalogue_skill(service->config.catalogue, call->param, language, &body)) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return true;
    }
    vt_reply_json(request, 200);
    vt_buf_add(&request->reply.body, vt_buf_str(&body));
    return true;
}
