/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POST /dashboard/api/pages: a document's pages as pictures, drawn in the sandbox. Nothing is
 * stored and nothing is charged, but an account has a budget of time for it (lanes.c): the browser
 * sends the document that it has at hand, beside the parse request, and keeps the pictures for as
 * long as its page is open.
 */
#include "api/web.h"
#include "base/limits.h"
#include "base/log.h"
#include "http/multipart.h"

enum { RENDER_MS = 20000 };

static const vt_part *find_file(const vt_parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        if (vt_str_eq(parts->at[i].name, VT_STR("file")))
            return &parts->at[i];
    return NULL;
}

bool vt_web_pages(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool parked;
    if (!vt_lane_pass(service->drawings, request, call, &parked))
        return !parked;
    int64_t used_us = 0;
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {service->drawings, call->account.id, 0};
    vt_parts parts = {0};
    vt_error err = {0};
    vt_str type = vt_http_header(request, "Content-Type");
    if (vt_multipart_parse(request->arena, type, request->body, &parts, &err) != VT_OK) {
        vt_reply_problem(request, VT_PROBLEM_MALFORMED_MULTIPART, err.message, NULL);
        return true;
    }
    const vt_part *file = find_file(&parts);
    if (!file)
        return vt_web_fault(request, "/file", "required", "is required: the document");
    if (file->body.len > VT_MAX_DOCUMENT_BYTES) {
        vt_reply_problem(request, VT_PROBLEM_PAYLOAD_TOO_LARGE, NULL, NULL);
        return true;
    }
    vt_options options = vt_options_default();
    options.filename = file->filename;
    options.max_pages = (uint32_t)service->config.max_pages[call->account.plan];
    const vt_work work = {.account = vt_str_z(call->account.id),
                          .input_fd = -1,
                          .input = file->body,
                          .options = &options,
                          .timeout_ms = RENDER_MS,
                          .ret_used_us = &used_us,
                          .render = true};
    vt_outcome outcome = {0};
    vt_reply_json(request, 200);
    vt_status status =
        vt_pool_run(service->config.pool, &work, &request->reply.body, &outcome, &err);
    stay.used_us = used_us;
    if (status == VT_OK && !outcome.failed)
        return true;
    /* a document that cannot be drawn has no pictures; the parse tells what is wrong with it */
    vt_log(VT_LOG_INFO, "pages.none", "id=%s status=%s", request->id, vt_status_name(status));
    vt_reply_json(request, 200);
    vt_buf_addz(&request->reply.body, "{\"pages\":[]}");
    return true;
}
