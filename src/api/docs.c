/* SPDX-License-Identifier: Apache-2.0 */
/* The documentation that tools/mkdocs.py puts into the binary. */
#include "api/internal.h"

#include "base/embed.h"

extern const vt_embed vt_embed_docs[];

static bool reply_page(vt_http_request *request, vt_str name, const char *type)
{
    const vt_embed *file = vt_embed_find(vt_embed_docs, name);
    if (!file) {
        vt_reply_problem(request, VT_PROBLEM_NOT_FOUND, NULL, NULL);
        return true;
    }
    request->reply.status = 200;
    request->reply.content_type = type;
    request->reply.fixed = vt_str_n(file->data, file->size);
    vt_http_add(request, "Cache-Control", VT_STR("no-cache"));
    vt_http_add(request, "X-Content-Type-Options", VT_STR("nosniff"));
    vt_http_add(request, "Content-Security-Policy",
                VT_STR("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"));
    return true;
}

bool vt_api_openapi(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    return reply_page(request, VT_STR("openapi.json"), "application/json");
}

bool vt_api_schema(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    return reply_page(request, VT_STR("schemas/result.json"), "application/schema+json");
}

bool vt_api_docs(vt_service *service, vt_http_request *request, vt_call *call)
{
    (void)service, (void)call;
    vt_str name = vt_str_eq(request->path, VT_STR("/docs"))
                      ? VT_STR("docs/index.html")
                      : vt_str_format(request->arena, VT_STR_FMT ".html",
                                      VT_STR_ARG(vt_str_sub(request->path, 1, request->path.len)));
    return reply_page(request, name, "text/html; charset=utf-8");
}
