/* SPDX-License-Identifier: Apache-2.0 */
/* Documents from URLs: read by the service, outside the sandbox, then queued like an upload. */
#include "jobs/internal.h"

#include "base/limits.h"
#include "base/log.h"
#include "base/time.h"
#include "jobs/client.h"

#include <stdio.h>

struct fetch {
    vt_jobs *jobs;
    vt_arena *arena;
    const vt_request *request;
    vt_document document; /* the URL; then what was read from it */
    const char *queue;    /* it goes on in */
    bool handed_over;
};

static vt_status hand_over(vt_tx *tx, void *context, vt_error *err)
{
    struct fetch *f = context;
    vt_str id = vt_str_z(f->request->id);
    VT_TRY(
        vt_request_requeue(tx, id, f->queue, (int64_t)f->document.body.len, &f->handed_over, err));
    return f->handed_over ? vt_document_insert(tx, id, &f->document, err) : VT_OK;
}

/* The last part of the path: a hint for the type, as an upload's file name is. */
static vt_str name_of(vt_str url)
{
    size_t start = vt_str_find(url, VT_STR("://"), 0);
    start = vt_str_find_char(url, '/', start == VT_NPOS ? 0 : start + 3);
    if (start == VT_NPOS)
        return VT_STR_NULL;
    vt_str path = vt_str_sub(url, start, url.len);
    for (size_t i = 0; i < path.len; i++)
        if (path.ptr[i] == '?' || path.ptr[i] == '#')
            path.len = i;
    while (path.len) {
        size_t slash = vt_str_find_char(path, '/', 0);
        if (slash == VT_NPOS)
            return path;
        path = vt_str_sub(path, slash + 1, path.len);
    }
    return VT_STR_NULL;
}

static void fail(struct fetch *f, const char *detail, const char *message, int64_t started_ms)
{
    vt_end end = {.ended_ms =
                      VT_MAX(vt_store_now_ms(f->jobs->config.store), f->request->created_ms),
                  .processing_ms = vt_time_monotonic_ms() - started_ms};
    vt_outcome_fail(&end.outcome, VT_STAGE_EXTRACT, detail, message);
    vt_finish(f->jobs, f->request, &end);
}

static const char *detail_of(vt_status status)
{
    if (status == VT_E_DENIED)
        return "download_blocked";
    return status == VT_E_LIMIT ? "limit" : "download_failed";
}

static void fetch(struct fetch *f)
{
    const vt_jobs_config *config = &f->jobs->config;
    int64_t started_ms = vt_time_monotonic_ms();
    vt_error err = {0};
    VT_AUTO(vt_client_reply) vt_client_reply reply = {0};
    const char *url = vt_str_cstr(f->arena, f->document.body);
    vt_status status =
        vt_client_get(config->rules, url, VT_MAX_DOCUMENT_BYTES, config->fetch_ms, &reply, &err);
    if (status == VT_E_MEMORY) {
        vt_give_back(f->jobs, f->request, &err);
        return;
    }
    if (status != VT_OK) {
        vt_log(VT_LOG_INFO, "request.fetch", "id=%s error_kind=%s", f->request->id,
               vt_status_name(status));
        fail(f, detail_of(status),
             status == VT_E_LIMIT ? "The document is larger than 10 MB." : NULL, started_ms);
        return;
    }
    if (reply.body.len == 0) {
        fail(f, "empty", NULL, started_ms);
        return;
    }
    f->document.filename = name_of(f->document.body);
    f->document.content_type = vt_str_z(reply.content_type);
    f->document.body = vt_buf_str(&reply.body);
    if (vt_store_write(config->store, hand_over, f, &err) != VT_OK)
        vt_give_back(f->jobs, f->request, &err);
    else if (!f->handed_over) /* deleted while it was fetched: what came is thrown away */
        fail(f, "internal", NULL, started_ms);
    else
        vt_jobs_wake(f->jobs, f->queue);
}

bool vt_fetch_one(vt_jobs *jobs, size_t slot)
{
    (void)slot;
    VT_AUTO(vt_ready) vt_ready *ready = vt_claim(jobs, BELL_FETCH);
    if (!ready)
        return false;
    struct fetch f = {.jobs = jobs,
                      .arena = ready->arena,
                      .request = &ready->request,
                      .queue = vt_jobs_queue_of(jobs, ready->arena, ready->request.config),
                      .document = ready->document};
    if (ready->request.tries > MAX_TRIES)
        fail(&f, "download_failed", NULL, vt_time_monotonic_ms());
    else if (!ready->found) /* deleted meanwhile */
        fail(&f, "internal", NULL, vt_time_monotonic_ms());
    else
        fetch(&f);
    return true;
}
