/* SPDX-License-Identifier: Apache-2.0 */
#include "api/internal.h"

bool vt_api_health(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service;
    (void)call;
    vt_reply_json(request, 200);
    vt_buf_addz(&request->reply.body, "{\"status\":\"ok\"}");
    return true;
}

static vt_status touch(vt_tx *tx, void *context, vt_error *err)
{
    return vt_sql_int(tx, "SELECT COUNT(*) FROM schema_version", VT_NO_ARGS, 0, context, err);
}

bool vt_api_ready(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)call;
    int64_t versions;
    vt_error err = {0};
    bool store = vt_store_read(service->config.store, touch, &versions, &err) == VT_OK;
    bool draining = atomic_load(&service->draining);
    bool full = store && vt_store_get_state(service->config.store).full;
    bool ready = store && !full && !draining;
    vt_reply_json(request, ready ? 200 : 503);
    vt_json_writer w = vt_json_writer_init(&request->reply.body, 0);
    vt_json_begin_object(&w);
    vt_json_kv_str(&w, "status", vt_str_z(draining ? "stopping" : ready ? "ready" : "unavailable"));
    vt_json_kv_str(&w, "store", vt_str_z(!store ? "failed" : full ? "full" : "ok"));
    vt_json_end_object(&w);
    return true;
}
