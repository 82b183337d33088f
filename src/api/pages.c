/* SPDX-License-Identifier: Apache-2.0 */
/*
 * POST /dashboard/api/pages: a document's pages as pictures, drawn in the sandbox. Nothing is
 * stored and nothing is charged, but an account has a budget of time for it (lanes.c): the browser
 * sends the document that it has at hand, beside the parse request, and keeps the pictures for as
 * long as its page is open. GET /dashboard/api/pages/{id} draws a document that the operator keeps.
 */
#include "api/web.h"
#include "base/limits.h"
#include "base/log.h"
#include "http/multipart.h"
#include "store/requests.h"

enum { RENDER_MS = 20000 };

static const vt_part *find_file(const vt_parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        if (vt_str_eq(parts->at[i].name, VT_STR("file")))
            return &parts->at[i];
    return NULL;
}

/* Draws `body` into the reply; the time that it took goes to *ret_used_us. */
static void draw(vt_service *service, vt_http_request *request, const vt_call *call, vt_str body,
                 vt_str filename, int64_t *ret_used_us)
{
    vt_error err = {0};
    vt_options options = vt_options_default();
    options.filename = filename;
    options.max_pages = (uint32_t)service->config.max_pages[call->account.plan];
    const vt_work work = {.account = vt_str_z(call->account.id),
                          .input_fd = -1,
                          .input = body,
                          .options = &options,
                          .timeout_ms = RENDER_MS,
                          .ret_used_us = ret_used_us,
                          .render = true};
    vt_outcome outcome = {0};
    vt_reply_json(request, 200);
    vt_status status =
        vt_pool_run(service->config.pool, &work, &request->reply.body, &outcome, &err);
    if (status == VT_OK && !outcome.failed)
        return;
    /* a document that cannot be drawn has no pictures; the parse tells what is wrong with it */
    vt_log(VT_LOG_INFO, "pages.none", "request_id=%s error_kind=%s", request->id,
           vt_status_name(status));
    vt_reply_json(request, 200);
    vt_buf_addz(&request->reply.body, "{\"pages\":[]}");
}

bool vt_web_pages(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool parked;
    if (!vt_lane_pass(service->drawings, request, call, &parked))
        return !parked;
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
    draw(service, request, call, file->body, file->filename, &stay.used_us);
    return true;
}

/* ---- a document that is kept ---- */

struct kept {
    vt_arena *arena;
    vt_str id, account_id;
    int64_t now_ms;
    vt_document document;
    bool found;
};

static vt_status find_kept(vt_tx *tx, void *context, vt_error *err)
{
    struct kept *k = context;
    vt_request r;
    VT_TRY(vt_request_find(tx, k->arena, k->id, &r, &k->found, err));
    k->found = k->found && vt_str_eq(vt_str_z(r.account_id), k->account_id) &&
               r.erased == VT_ERASED_NOT && !vt_request_expired(&r, k->now_ms) &&
               vt_state_ended(r.state) &&
               (strcmp(r.input, "file") == 0 || strcmp(r.input, "url") == 0);
    if (!k->found)
        return VT_OK;
    return vt_document_find(tx, k->arena, k->id, &k->document, &k->found, err);
}

bool vt_web_kept_pages(vt_service *service, vt_http_request *request, vt_call *call)
{
    bool parked;
    if (!vt_lane_pass(service->drawings, request, call, &parked))
        return !parked;
    VT_AUTO(vt_lane_stay) vt_lane_stay stay = {service->drawings, call->account.id, 0};
    struct kept k = {.arena = request->arena,
                     .id = call->param,
                     .account_id = vt_str_z(call->account.id),
                     .now_ms = vt_store_now_ms(service->config.store)};
    vt_error err = {0};
    vt_status status = vt_store_read(service->config.store, find_kept, &k, &err);
    if (status != VT_OK)
        vt_reply_failure(request, status, &err);
    else if (!k.found)
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    else {
        draw(service, request, call, k.document.body, k.document.filename, &stay.used_us);
        vt_audit_read(service, request, call, "document.read", k.id);
    }
    return true;
}
