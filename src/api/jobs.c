/* SPDX-License-Identifier: Apache-2.0 */
/* POST /v1/jobs: what a job description asks for. Nothing is stored, no credits are taken. */
#include "api/internal.h"

#include "api/web.h"
#include "engine/job_desk.h"

enum { FREE_US = 20000 }; /* of the processor; a usual text takes a tenth of it */

bool vt_api_job(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool parked;
    if (!vt_lane_pass(service->job_texts, request, call, &parked))
        return !parked;
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {service->job_texts, call->account.id, 0};
    const vt_json *body;
    int64_t begun_us = vt_time_computed_us();
    if (!vt_web_body(request, &body))
        return true;
    vt_str text = vt_json_str(vt_json_get(body, "job_description"));
    if (!text.ptr)
        return vt_web_fault(request, "/job_description", "required", "is required, as a string");
    vt_error err = {0};
    if (vt_check_job_description(text, &err) != VT_OK)
        return vt_web_fault(request, "/job_description", "length",
                            vt_str_cstr(request->arena, vt_str_z(err.message)));
    vt_reply_json(request, 200);
    vt_job_desk_read(service->config.job_desk, request->arena, text, &request->reply.body);
    stay.used_us = VT_MAX(vt_time_computed_us() - begun_us - FREE_US, 0);
    return true;
}
