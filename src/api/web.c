/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dashboard's files, out of the binary. Every file but the page itself has its hash in its
 * name and may be kept for ever; the page names them and is asked for anew.
 */
#include "api/web.h"

#include "base/embed.h"

#include <stdio.h>

extern const vt_embed vt_embed_web[];

/* No inline code or styles, no other origin, no frames: a resume's text cannot become a program. */
static const char csp[] = "default-src 'none'; script-src 'self'; style-src 'self'; "
                          "img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; "
                          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

static const char *type_of(vt_str name)
{
    static const struct {
        const char *end, *type;
    } rows[] = {{".html", "text/html; charset=utf-8"},
                {".css", "text/css; charset=utf-8"},
                {".js", "text/javascript; charset=utf-8"},
                {".svg", "image/svg+xml"},
                {".pdf", "application/pdf"},
                {".txt", "text/plain; charset=utf-8"}};
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_ends(name, vt_str_z(rows[i].end)))
            return rows[i].type;
    return "application/octet-stream";
}

static bool reply_file(vt_http_request *request, vt_str name, const char *cache)
{
    const vt_embed *file = vt_embed_find(vt_embed_web, name);
    if (!file) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return true;
    }
    request->reply.status = 200;
    request->reply.content_type = type_of(name);
    request->reply.fixed = vt_str_n(file->data, file->size);
    vt_http_add(request, "Cache-Control", vt_str_z(cache));
    vt_http_add(request, "Content-Security-Policy", vt_str_z(csp));
    vt_http_add(request, "X-Content-Type-Options", VT_STR("nosniff"));
    vt_http_add(request, "Referrer-Policy", VT_STR("no-referrer"));
    vt_http_add(request, "Cross-Origin-Opener-Policy", VT_STR("same-origin"));
    vt_http_add(request, "Cross-Origin-Resource-Policy", VT_STR("same-origin"));
    return true;
}

bool vt_web_index(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    return reply_file(request, VT_STR("index.html"), "no-cache");
}

bool vt_web_asset(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service;
    return reply_file(request, call->param, "public, max-age=31536000, immutable");
}

/* ---- what the data routes share ---- */

bool vt_web_body(vt_http_request *request, const vt_json **ret)
{
    vt_error err = {0};
    if (vt_json_parse_bounded(request->arena, request->body, ret, &err) != VT_OK) {
        vt_reply_problem(request, VT_PROBLEM_MALFORMED_JSON, err.message, NULL);
        return false;
    }
    if (vt_json_is(*ret, VT_JSON_OBJECT))
        return true;
    vt_web_fault(request, "", "type", "must be an object");
    return false;
}

bool vt_web_done(vt_http_request *request, vt_status status, const vt_error *err)
{
    if (status == VT_E_NOT_FOUND) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
    } else if (status == VT_E_CONFLICT || status == VT_E_INVALID || status == VT_E_LIMIT) {
        vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, err->message, NULL);
    } else if (status != VT_OK) {
        vt_reply_failure(request, status, err);
    } else {
        vt_reply_json(request, 200);
        vt_buf_addz(&request->reply.body, "{\"ok\":true}");
    }
    return true;
}

bool vt_web_fault(vt_http_request *request, const char *pointer, const char *code,
                  const char *detail)
{
    vt_faults faults = {0};
    vt_vec_push(request->arena, &faults, ((vt_fault){vt_str_z(pointer), code, vt_str_z(detail)}));
    vt_reply_problem(request, VT_PROBLEM_INVALID_REQUEST, NULL, &faults);
    return true;
}

void vt_web_end_page(vt_json_writer *w, bool more, vt_str cursor)
{
    vt_json_kv_str(w, "next_cursor", more ? cursor : VT_STR_NULL);
    vt_json_end_object(w);
}

void vt_web_end_page_at(vt_json_writer *w, bool more, int64_t seq)
{
    char text[24];
    snprintf(text, sizeof text, "%jd", (intmax_t)seq);
    vt_web_end_page(w, more, vt_str_z(text));
}

bool vt_web_page_query(vt_http_request *request, int64_t most, int64_t *cursor, int64_t *limit)
{
    vt_str at = vt_http_query(request, "cursor"), n = vt_http_query(request, "limit");
    if (at.len && !vt_str_to_i64(at, 1, INT64_MAX, cursor))
        return !vt_web_fault(request, "/cursor", "format", "must be the next_cursor of a page");
    if (n.len && !vt_str_to_i64(n, 1, most, limit))
        return !vt_web_fault(
            request, "/limit", "range",
            vt_str_format(request->arena, "must be from 1 to %jd", (intmax_t)most).ptr);
    return true;
}

bool vt_web_format_query(vt_http_request *request, bool *ret_csv)
{
    vt_str format = vt_http_query(request, "format");
    *ret_csv = vt_str_eq(format, VT_STR("csv"));
    if (format.ptr && !*ret_csv && !vt_str_eq(format, VT_STR("json")))
        return !vt_web_fault(request, "/format", "enum", "must be one of json, csv");
    return true;
}

void vt_web_put_time(vt_json_writer *w, const char *key, int64_t ms)
{
    if (ms)
        vt_json_kv_time(w, key, ms);
    else
        vt_json_kv_null(w, key);
}

void vt_web_put_key(vt_json_writer *w, const vt_key *key)
{
    vt_json_begin_object(w);
    vt_json_kv_str(w, "id", vt_str_z(key->id));
    vt_json_kv_str(w, "name", vt_str_z(key->name));
    vt_json_kv_str(w, "hint", vt_str_z(key->hint));
    vt_json_kv_str(w, "scopes", vt_str_z(key->scopes));
    vt_json_kv_bool(w, "test", key->test);
    vt_web_put_time(w, "created_at", key->created_ms);
    vt_web_put_time(w, "expires_at", key->expires_ms);
    vt_web_put_time(w, "revoked_at", key->revoked_ms);
    vt_json_end_object(w);
}
